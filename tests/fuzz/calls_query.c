/* Queries, forces, events and drawing. */
#include "play.h"

/* ---- query.h ---- */

static bool visit_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    fuzz_play *play = context;
    fuzz_see_bits(play, shape.slot);
    fuzz_call_back(play);
    return (shape.slot + shape.generation) % 8 != 7;
}

static float visit_hit(thud_world *world, const thud_world_hit *hit, void *context) {
    (void)world;
    static const float answers[] = {1.0f, 1.0f, 0.5f, 0.0f, -1.0f, 2.0f, NAN};
    fuzz_play *play = context;
    fuzz_see_number(play, hit->cast.fraction);
    fuzz_call_back(play);
    return hit->shape.slot % 3 == 0 ? hit->cast.fraction : answers[hit->shape.slot % 7];
}

static void see_hit(fuzz_play *play, const thud_world_hit *hit) {
    fuzz_see_bits(play, hit->shape.slot);
    fuzz_see_bits(play, hit->body.slot);
    fuzz_see_number(play, hit->cast.fraction);
    fuzz_see_vec2(play, hit->cast.point);
    fuzz_see_vec2(play, hit->cast.normal);
    fuzz_check(hit->cast.hit == (hit->shape.generation != 0), "a hit of nothing");
    fuzz_check(hit->cast.fraction >= 0.0f && hit->cast.fraction <= 1.0f, "fraction %g",
               (double)hit->cast.fraction);
}

static bool query_filter_all(fuzz_play *play) {
    (void)play;
    return thud_query_filter_all().mask != 0;
}

static bool world_cast_ray(fuzz_play *play) {
    thud_vec2 origin = fuzz_vec2(play->in, 8);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    thud_query_filter filter = fuzz_filter(play);
    thud_world_hit hit = thud_world_cast_ray(play->world, origin, translation, filter);
    see_hit(play, &hit);
    bool blocked = thud_world_ray_is_blocked(play->world, origin, translation, filter);
    fuzz_check(blocked == hit.cast.hit, "a ray that hits %d is blocked %d", hit.cast.hit, blocked);
    return true;
}

static bool world_cast_ray_all(fuzz_play *play) {
    thud_vec2 origin = fuzz_vec2(play->in, 8);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    thud_query_filter filter = fuzz_filter(play);
    return thud_world_cast_ray_all(play->world, origin, translation, filter, visit_hit, play);
}

static bool world_cast_shape(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 8);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    thud_query_filter filter = fuzz_filter(play);
    thud_world_hit hit = thud_world_cast_shape(play->world, &shape, pose, translation, filter);
    see_hit(play, &hit);
    bool blocked = thud_world_shape_is_blocked(play->world, &shape, pose, translation, filter);
    fuzz_check(blocked == hit.cast.hit, "a shape that hits %d is blocked %d", hit.cast.hit, blocked);
    return true;
}

static bool world_cast_shape_all(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 8);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    thud_query_filter filter = fuzz_filter(play);
    return thud_world_cast_shape_all(play->world, &shape, pose, translation, filter, visit_hit, play);
}

static bool world_overlap_aabb(fuzz_play *play) {
    thud_aabb box;
    box.min = fuzz_vec2(play->in, 8);
    box.max = thud_vec2_add(box.min, thud_vec2_abs(fuzz_vec2(play->in, 8)));
    thud_query_filter filter = fuzz_filter(play);
    return thud_world_overlap_aabb(play->world, box, filter, visit_shape, play);
}

static bool world_overlap_shape(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 8);
    thud_query_filter filter = fuzz_filter(play);
    bool null = fuzz_rarely(play->in, 32);
    return thud_world_overlap_shape(play->world, null ? NULL : &shape, pose, filter,
                                    null ? NULL : visit_shape, play);
}

static bool world_shape_at(fuzz_play *play) {
    thud_vec2 point = fuzz_vec2(play->in, 8);
    fuzz_see_bits(play, thud_world_shape_at(play->world, point, fuzz_filter(play)).slot);
    return true;
}

static bool world_ray_is_blocked(fuzz_play *play) {
    thud_vec2 origin = fuzz_vec2(play->in, 8);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    return fuzz_see_bool(play,
                         thud_world_ray_is_blocked(play->world, origin, translation, fuzz_filter(play)));
}

static bool world_shape_is_blocked(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 8);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    return fuzz_see_bool(
        play, thud_world_shape_is_blocked(play->world, &shape, pose, translation, fuzz_filter(play)));
}

static bool world_cast_rays(fuzz_play *play) {
    enum { most_rays = 20 };
    thud_ray rays[most_rays];
    thud_world_hit hits[most_rays] = {0};
    int count = fuzz_choice(play->in, most_rays);
    thud_vec2 eye = fuzz_vec2(play->in, 8);
    for (int i = 0; i < count; i++) {
        rays[i].origin = eye;
        rays[i].translation = fuzz_vec2(play->in, 16);
    }
    count = fuzz_rarely(play->in, 64) ? -1 : count;
    if (!thud_world_cast_rays(play->world, rays, count, fuzz_filter(play), hits)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        see_hit(play, &hits[i]);
    }
    return true;
}

static bool world_cast_body(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 translation = fuzz_vec2(play->in, 16);
    thud_body_sweep sweep = thud_world_cast_body(play->world, body, translation, fuzz_filter(play));
    see_hit(play, &sweep.hit);
    return true;
}

static bool world_closest_shape(fuzz_play *play) {
    thud_vec2 point = fuzz_vec2(play->in, 8);
    float most = fuzz_number(play->in, 8);
    thud_closest_shape closest = thud_world_closest_shape(play->world, point, most, fuzz_filter(play));
    fuzz_see_bits(play, closest.shape.slot);
    fuzz_see_number(play, closest.distance);
    fuzz_see_vec2(play, closest.point);
    fuzz_check(closest.shape.generation == 0 || closest.distance <= most, "%g is farther than %g",
               (double)closest.distance, (double)most);
    return true;
}

static bool world_collide_shape(fuzz_play *play) {
    enum { most = 6 };
    thud_world_contact contacts[most];
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 8);
    float margin = fuzz_number(play->in, 2);
    int capacity = fuzz_choice(play->in, most + 2) - 1;
    int count =
        thud_world_collide_shape(play->world, &shape, pose, margin, fuzz_filter(play), contacts, capacity);
    fuzz_see_bits(play, (uint64_t)count);
    for (int i = 0; i < count && i < capacity; i++) {
        fuzz_see_bits(play, contacts[i].shape.slot);
        fuzz_see_number(play, contacts[i].separation);
        fuzz_check(contacts[i].separation <= margin, "%g is farther than %g", (double)contacts[i].separation,
                   (double)margin);
        fuzz_check(i == 0 || contacts[i - 1].separation <= contacts[i].separation,
                   "contact %d is out of order", i);
        fuzz_check(contacts[i].count >= 1 && contacts[i].count <= 2, "%d points", contacts[i].count);
        fuzz_see_vec2(play, contacts[i].normal);
        fuzz_see_vec2(play, contacts[i].points[contacts[i].count - 1]);
    }
    return true;
}

static bool shape_sensor_overlaps(fuzz_play *play) {
    thud_shape_id inside[8] = {{0, 0}};
    thud_shape_id sensor = fuzz_shape_id(play);
    int capacity = fuzz_choice(play->in, 10) - 1;
    int count = thud_shape_sensor_overlaps(play->world, sensor, inside, capacity > 8 ? 8 : capacity);
    fuzz_see_bits(play, (uint64_t)count);
    fuzz_see_bits(play, inside[0].slot);
    return true;
}

static const fuzz_row query_rows[] = {
    {"thud_query_filter_all", FUZZ_ALONE, query_filter_all},
    {"thud_world_cast_ray", FUZZ_ASKS, world_cast_ray},
    {"thud_world_cast_ray_all", FUZZ_ASKS, world_cast_ray_all},
    {"thud_world_cast_shape", FUZZ_ASKS, world_cast_shape},
    {"thud_world_cast_shape_all", FUZZ_ASKS, world_cast_shape_all},
    {"thud_world_overlap_aabb", FUZZ_ASKS, world_overlap_aabb},
    {"thud_world_overlap_shape", FUZZ_ASKS, world_overlap_shape},
    {"thud_world_shape_at", FUZZ_ASKS, world_shape_at},
    {"thud_world_ray_is_blocked", FUZZ_ASKS, world_ray_is_blocked},
    {"thud_world_shape_is_blocked", FUZZ_ASKS, world_shape_is_blocked},
    {"thud_world_cast_rays", FUZZ_ASKS, world_cast_rays},
    {"thud_world_cast_body", FUZZ_ASKS, world_cast_body},
    {"thud_world_closest_shape", FUZZ_ASKS, world_closest_shape},
    {"thud_shape_sensor_overlaps", FUZZ_ASKS, shape_sensor_overlaps},
    {"thud_world_collide_shape", FUZZ_ASKS, world_collide_shape},
};
const fuzz_page fuzz_query_page = FUZZ_PAGE(query_rows);

/* ---- forces.h ---- */

#define AREA_FIELDS(type)                                                                                    \
    FUZZ_FIELD(type, area.min.x, FUZZ_FLOAT, 10), FUZZ_FIELD(type, area.min.y, FUZZ_FLOAT, 10),              \
        FUZZ_FIELD(type, area.max.x, FUZZ_FLOAT, 10), FUZZ_FIELD(type, area.max.y, FUZZ_FLOAT, 10),          \
        FUZZ_FIELD(type, wakes_sleepers, FUZZ_BOOL, 0)

static bool explosion_defaults(fuzz_play *play) {
    (void)play;
    return thud_explosion_defaults().radius > 0.0f;
}

static bool world_explode(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_explosion, center.x, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_explosion, center.y, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_explosion, radius, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_explosion, falloff, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_explosion, impulse_per_length, FUZZ_FLOAT, 50),
    };
    thud_explosion explosion = thud_explosion_defaults();
    fuzz_edit(play->in, &explosion, fields, sizeof fields / sizeof fields[0]);
    explosion.filter = fuzz_filter(play);
    return thud_world_explode(play->world, fuzz_rarely(play->in, 64) ? NULL : &explosion);
}

static bool shape_exposed_length(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 5);
    fuzz_see_number(play, thud_shape_exposed_length(&shape, pose, fuzz_vec2(play->in, 1)));
    return true;
}

static bool wind_defaults(fuzz_play *play) {
    (void)play;
    return thud_wind_defaults().density > 0.0f;
}

static bool world_apply_wind(fuzz_play *play) {
    static const fuzz_field fields[] = {
        AREA_FIELDS(thud_wind),
        FUZZ_FIELD(thud_wind, velocity.x, FUZZ_FLOAT, 30),
        FUZZ_FIELD(thud_wind, velocity.y, FUZZ_FLOAT, 30),
        FUZZ_FIELD(thud_wind, density, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_wind, drag, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_wind, lift, FUZZ_FLOAT, 2),
    };
    thud_wind wind = thud_wind_defaults();
    fuzz_edit(play->in, &wind, fields, sizeof fields / sizeof fields[0]);
    wind.filter = fuzz_filter(play);
    return thud_world_apply_wind(play->world, &wind, fuzz_number(play->in, 0.1f));
}

static bool buoyancy_defaults(fuzz_play *play) {
    (void)play;
    return thud_buoyancy_defaults().density > 0.0f;
}

static float wave(float x, void *context) {
    fuzz_play *play = context;
    fuzz_call_back(play);
    return x > 4.0f ? NAN : 0.2f * thud_sin(x);
}

static bool world_apply_buoyancy(fuzz_play *play) {
    static const fuzz_field fields[] = {
        AREA_FIELDS(thud_buoyancy),
        FUZZ_FIELD(thud_buoyancy, density, FUZZ_FLOAT, 3),
        FUZZ_FIELD(thud_buoyancy, linear_drag, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_buoyancy, angular_drag, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_buoyancy, flow.x, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_buoyancy, flow.y, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_buoyancy, wave_height, FUZZ_FLOAT, 1),
    };
    thud_buoyancy water = thud_buoyancy_defaults();
    water.area = (thud_aabb){{-9.0f, -9.0f}, {9.0f, 0.0f}};
    fuzz_edit(play->in, &water, fields, sizeof fields / sizeof fields[0]);
    thud_shape outline;
    if (fuzz_rarely(play->in, 4)) {
        outline = fuzz_shape(play->in, 5);
        water.outline = &outline;
    }
    water.wave = fuzz_rarely(play->in, 2) ? wave : NULL;
    water.wave_context = play;
    water.filter = fuzz_filter(play);
    return thud_world_apply_buoyancy(play->world, &water, fuzz_number(play->in, 0.1f));
}

static bool shape_submerged(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1);
    thud_pose pose = fuzz_pose(play->in, 5);
    thud_vec2 surface = fuzz_vec2(play->in, 5);
    thud_vec2 up = thud_vec2_normalize(fuzz_vec2(play->in, 1));
    thud_submersion part = thud_shape_submerged(&shape, pose, surface, up);
    fuzz_see_number(play, part.area);
    fuzz_see_vec2(play, part.centroid);
    return true;
}

static bool gravity_area_defaults(fuzz_play *play) {
    (void)play;
    return thud_gravity_area_defaults().radius > 0.0f;
}

static bool world_apply_gravity_area(fuzz_play *play) {
    static const fuzz_field fields[] = {
        AREA_FIELDS(thud_gravity_area),
        FUZZ_FIELD(thud_gravity_area, kind, FUZZ_INT, 2),
        FUZZ_FIELD(thud_gravity_area, direction.x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_gravity_area, direction.y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_gravity_area, point.x, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_gravity_area, point.y, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_gravity_area, strength, FUZZ_FLOAT, 20),
        FUZZ_FIELD(thud_gravity_area, radius, FUZZ_FLOAT, 5),
        FUZZ_FIELD(thud_gravity_area, falloff, FUZZ_INT, 3),
    };
    thud_gravity_area area = thud_gravity_area_defaults();
    fuzz_edit(play->in, &area, fields, sizeof fields / sizeof fields[0]);
    area.filter = fuzz_filter(play);
    return thud_world_apply_gravity_area(play->world, &area, fuzz_number(play->in, 0.1f));
}

static const fuzz_row forces_rows[] = {
    {"thud_explosion_defaults", FUZZ_ALONE, explosion_defaults},
    {"thud_world_explode", FUZZ_CHANGES, world_explode},
    {"thud_shape_exposed_length", FUZZ_ALONE, shape_exposed_length},
    {"thud_wind_defaults", FUZZ_ALONE, wind_defaults},
    {"thud_world_apply_wind", FUZZ_CHANGES, world_apply_wind},
    {"thud_buoyancy_defaults", FUZZ_ALONE, buoyancy_defaults},
    {"thud_world_apply_buoyancy", FUZZ_CHANGES, world_apply_buoyancy},
    {"thud_shape_submerged", FUZZ_ALONE, shape_submerged},
    {"thud_gravity_area_defaults", FUZZ_ALONE, gravity_area_defaults},
    {"thud_world_apply_gravity_area", FUZZ_CHANGES, world_apply_gravity_area},
};
const fuzz_page fuzz_forces_page = FUZZ_PAGE(forces_rows);

/* ---- event.h ---- */

enum { most_contacts = 16 };

static bool world_contact_events(fuzz_play *play) {
    thud_contact_events events = thud_world_contact_events(play->world);
    fuzz_see_bits(play, (uint64_t)events.begin_count);
    fuzz_see_bits(play, (uint64_t)events.end_count);
    fuzz_see_bits(play, (uint64_t)events.hit_count);
    return true;
}

static bool world_sensor_events(fuzz_play *play) {
    thud_sensor_events events = thud_world_sensor_events(play->world);
    for (int i = 0; i < events.begin_count; i++) {
        fuzz_see_bits(play, events.begins[i].visitor.slot);
    }
    fuzz_see_bits(play, (uint64_t)events.end_count);
    return true;
}

static bool world_move_events(fuzz_play *play) {
    thud_move_events events = thud_world_move_events(play->world);
    for (int i = 0; i < events.count; i++) {
        fuzz_see_bits(play, events.moves[i].body.slot);
        fuzz_see_vec2(play, events.moves[i].pose.position);
    }
    return true;
}

static void see_found_contacts(fuzz_play *play, const thud_contact_data *contacts, int count) {
    fuzz_see_bits(play, (uint64_t)count);
    for (int i = 0; i < count && i < most_contacts; i++) {
        fuzz_see_bits(play, contacts[i].contact.slot);
    }
}

static bool body_contacts(fuzz_play *play) {
    thud_contact_data contacts[most_contacts];
    thud_body_id body = fuzz_body(play);
    bool null = fuzz_rarely(play->in, 32);
    int count = thud_body_contacts(play->world, body, null ? NULL : contacts, null ? 0 : most_contacts);
    see_found_contacts(play, contacts, null ? 0 : count);
    return true;
}

static bool shape_contacts(fuzz_play *play) {
    thud_contact_data contacts[most_contacts];
    thud_shape_id shape = fuzz_shape_id(play);
    int count = thud_shape_contacts(play->world, shape, contacts, most_contacts);
    see_found_contacts(play, contacts, count);
    return true;
}

static bool world_next_contact(fuzz_play *play) {
    thud_contact_id contact = thud_world_next_contact(play->world, fuzz_contact(play));
    fuzz_keep(play, FUZZ_CONTACT, (fuzz_id){contact.slot, contact.generation});
    fuzz_see_bits(play, contact.slot);
    return true;
}

static bool contact_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_contact_is_valid(play->world, fuzz_contact(play)));
}

static bool contact_read(fuzz_play *play) {
    thud_contact_data data = thud_contact_read(play->world, fuzz_contact(play));
    fuzz_see_contact(play, &data);
    return true;
}

static bool contact_now(fuzz_play *play) {
    thud_contact_id id = fuzz_contact(play);
    thud_contact_data contact = thud_contact_now(play->world, id);
    fuzz_see_contact(play, &contact);
    return true;
}

static const fuzz_row event_rows[] = {
    {"thud_world_contact_events", FUZZ_ASKS, world_contact_events},
    {"thud_world_sensor_events", FUZZ_ASKS, world_sensor_events},
    {"thud_world_move_events", FUZZ_ASKS, world_move_events},
    {"thud_body_contacts", FUZZ_ASKS, body_contacts},
    {"thud_shape_contacts", FUZZ_ASKS, shape_contacts},
    {"thud_world_next_contact", FUZZ_ASKS, world_next_contact},
    {"thud_contact_is_valid", FUZZ_ASKS, contact_is_valid},
    {"thud_contact_read", FUZZ_ASKS, contact_read},
    {"thud_contact_now", FUZZ_ASKS, contact_now},
};
const fuzz_page fuzz_event_page = FUZZ_PAGE(event_rows);

/* ---- debug_draw.h ---- */

static void draw_polygon(const thud_vec2 *vertices, int count, float radius, thud_draw_role role,
                         thud_body_id body, void *context) {
    fuzz_play *play = context;
    fuzz_check(count >= 2 && count <= THUD_MAX_VERTICES, "%d vertices", count);
    for (int i = 0; i < count; i++) {
        fuzz_see_vec2(play, vertices[i]);
    }
    fuzz_see_number(play, radius);
    fuzz_see_bits(play, (uint64_t)role ^ body.slot);
    fuzz_call_back(play);
}

static void draw_circle(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role,
                        thud_body_id body, void *context) {
    fuzz_play *play = context;
    (void)rotation;
    fuzz_see_vec2(play, center);
    fuzz_see_number(play, radius);
    fuzz_see_bits(play, (uint64_t)role ^ body.slot);
    fuzz_call_back(play);
}

static void draw_line(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context) {
    fuzz_play *play = context;
    fuzz_see_vec2(play, p1);
    fuzz_see_vec2(play, p2);
    fuzz_see_bits(play, (uint64_t)role);
    fuzz_call_back(play);
}

static void draw_point(thud_vec2 point, thud_draw_role role, void *context) {
    fuzz_play *play = context;
    fuzz_see_vec2(play, point);
    fuzz_see_bits(play, (uint64_t)role);
    fuzz_call_back(play);
}

static void draw_text(thud_vec2 at, const char *text, thud_draw_role role, void *context) {
    fuzz_play *play = context;
    fuzz_see_vec2(play, at);
    fuzz_see_bits(play, (uint64_t)text[0] ^ (uint64_t)role);
    fuzz_call_back(play);
}

static bool debug_draw_defaults(fuzz_play *play) {
    (void)play;
    return thud_debug_draw_defaults().shapes;
}

static bool world_draw(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_debug_draw, view.min.x, FUZZ_FLOAT, 8),
        FUZZ_FIELD(thud_debug_draw, view.min.y, FUZZ_FLOAT, 8),
        FUZZ_FIELD(thud_debug_draw, view.max.x, FUZZ_FLOAT, 8),
        FUZZ_FIELD(thud_debug_draw, view.max.y, FUZZ_FLOAT, 8),
        FUZZ_FIELD(thud_debug_draw, alpha, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_debug_draw, impulse_length, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_debug_draw, velocity_length, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_debug_draw, shapes, FUZZ_BOOL, 0),
    };
    thud_debug_draw draw = thud_debug_draw_defaults();
    int which = fuzz_half(play->in);
    draw.polygon = which & 1 ? NULL : draw_polygon;
    draw.circle = which & 2 ? NULL : draw_circle;
    draw.line = which & 4 ? NULL : draw_line;
    draw.point = draw_point;
    draw.text = draw_text;
    draw.context = play;
    draw.aabbs = which & 8;
    draw.cells = which & 16;
    draw.contacts = which & 32;
    draw.normals = which & 64;
    draw.impulses = which & 128;
    draw.mtd = which & 256;
    draw.times_of_impact = which & 512;
    draw.velocities = which & 1024;
    draw.centers = which & 2048;
    draw.joints = which & 4096;
    draw.names = which & 8192;
    fuzz_edit(play->in, &draw, fields, sizeof fields / sizeof fields[0]);
    thud_world_draw(play->world, fuzz_rarely(play->in, 64) ? NULL : &draw);
    return true;
}

static const fuzz_row debug_draw_rows[] = {
    {"thud_debug_draw_defaults", FUZZ_ALONE, debug_draw_defaults},
    {"thud_world_draw", FUZZ_ASKS, world_draw},
};
const fuzz_page fuzz_debug_draw_page = FUZZ_PAGE(debug_draw_rows);
