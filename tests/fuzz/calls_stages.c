/* The stages of a step, each alone: the spatial hash, pairs of shapes, the response. */
#include "play.h"

#include <string.h>

/* ---- broadphase.h ---- */

static bool hash_defaults(fuzz_play *play) {
    (void)play;
    return thud_hash_defaults().margin > 0.0f;
}

/* Makes the hash where there is none, and always tries one of a hostile definition. */
static bool hash_create(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_hash_def, margin, FUZZ_FLOAT, 0.1f),
        FUZZ_FIELD(thud_hash_def, capacity, FUZZ_INT, 40),
        FUZZ_FIELD(thud_hash_def, lanes, FUZZ_INT, 6),
    };
    thud_hash_def def = thud_hash_defaults();
    def.hooks = fuzz_hooks(play);
    def.lanes = play->setting.lanes;
    if (play->hash == NULL) {
        def.margin = 0.01f * (float)fuzz_choice(play->in, 20);
        return fuzz_see_status(play, thud_hash_create(&def, &play->hash));
    }
    thud_hash *other = NULL;
    fuzz_edit(play->in, &def, fields, sizeof fields / sizeof fields[0]);
    bool made = thud_hash_create(&def, &other) == THUD_OK;
    thud_hash_destroy(other);
    return made;
}

static bool hash_destroy(fuzz_play *play) {
    if (play->depth > 0) {
        return false; /* it may be the one that calls */
    }
    thud_hash_destroy(play->hash);
    play->hash = NULL;
    play->ids[FUZZ_PROXY] = (fuzz_ids){.count = 0};
    return true;
}

static thud_aabb any_box(fuzz_play *play) {
    thud_aabb box;
    box.min = fuzz_vec2(play->in, 8);
    box.max = fuzz_vec2(play->in, 3);
    if (!fuzz_rarely(play->in, 32)) {
        box.max = thud_vec2_add(box.min, thud_vec2_abs(box.max));
    }
    return box;
}

static thud_proxy_id any_proxy(fuzz_play *play) {
    fuzz_id id = fuzz_pick(play, FUZZ_PROXY);
    return (thud_proxy_id){id.slot, id.generation};
}

static bool hash_insert(fuzz_play *play) {
    thud_aabb box = any_box(play);
    thud_proxy_kind kind = (thud_proxy_kind)fuzz_count(play->in, 4);
    thud_proxy_id proxy = {0, 0};
    if (thud_hash_statistics(play->hash).proxies > 60) {
        return false;
    }
    bool added = fuzz_see_status(play, thud_hash_insert(play->hash, box, kind, fuzz_byte(play->in), &proxy));
    fuzz_keep(play, FUZZ_PROXY, (fuzz_id){proxy.slot, proxy.generation});
    return added;
}

static bool hash_move(fuzz_play *play) {
    thud_proxy_id proxy = any_proxy(play);
    bool refitted = false;
    return fuzz_see_status(play, thud_hash_move(play->hash, proxy, any_box(play), &refitted));
}

static bool hash_shift(fuzz_play *play) {
    return fuzz_see_status(play, thud_hash_shift(play->hash, fuzz_vec2(play->in, 2000)));
}

static bool hash_renew(fuzz_play *play) {
    return fuzz_see_status(play, thud_hash_renew(play->hash, any_proxy(play)));
}

static bool hash_remove(fuzz_play *play) {
    thud_proxy_id proxy = any_proxy(play);
    bool removed = fuzz_see_status(play, thud_hash_remove(play->hash, proxy));
    fuzz_check(!removed || thud_hash_remove(play->hash, proxy) == THUD_STALE_ID, "a removed box is there");
    return removed;
}

static bool filter_pair(uint64_t user_a, uint64_t user_b, void *context) {
    fuzz_call_back(context);
    return (user_a + user_b) % 5 != 4;
}

static bool hash_update(fuzz_play *play) {
    thud_pairs pairs = {NULL, 0};
    bool updated = fuzz_see_status(
        play, thud_hash_update(play->hash, fuzz_rarely(play->in, 2) ? filter_pair : NULL, play, &pairs));
    for (int i = 0; i < pairs.count; i++) {
        fuzz_check(pairs.pairs[i].slot_a < pairs.pairs[i].slot_b, "a pair out of order");
        fuzz_see_bits(play, (uint64_t)pairs.pairs[i].slot_a << 32 | pairs.pairs[i].slot_b);
    }
    return updated;
}

static bool hash_pair_overlaps(fuzz_play *play) {
    thud_proxy_id a = any_proxy(play);
    return fuzz_see_bool(play, thud_hash_pair_overlaps(play->hash, a, any_proxy(play)));
}

static bool hash_fat_box(fuzz_play *play) {
    fuzz_see_vec2(play, thud_hash_fat_box(play->hash, any_proxy(play)).min);
    return true;
}

static bool visit_proxy(thud_proxy_id proxy, uint64_t user, void *context) {
    fuzz_play *play = context;
    fuzz_see_bits(play, proxy.slot);
    return user % 16 != 15;
}

static bool hash_query(fuzz_play *play) {
    return fuzz_see_status(play, thud_hash_query(play->hash, any_box(play), visit_proxy, play));
}

static float visit_cast(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    fuzz_play *play = context;
    fuzz_see_bits(play, proxy.slot);
    fuzz_check(max_fraction >= 0.0f && max_fraction <= 1.0f, "fraction %g", (double)max_fraction);
    return user % 4 == 3 ? 0.5f * max_fraction : 1.0f;
}

static bool hash_cast_ray(fuzz_play *play) {
    thud_vec2 origin = fuzz_vec2(play->in, 8);
    return fuzz_see_status(play,
                           thud_hash_cast_ray(play->hash, origin, fuzz_vec2(play->in, 16), visit_cast, play));
}

static bool hash_cast_box(fuzz_play *play) {
    thud_aabb box = any_box(play);
    return fuzz_see_status(play,
                           thud_hash_cast_box(play->hash, box, fuzz_vec2(play->in, 16), visit_cast, play));
}

static bool hash_statistics(fuzz_play *play) {
    fuzz_see_bits(play, (uint64_t)thud_hash_statistics(play->hash).proxies);
    return true;
}

static const fuzz_row broadphase_rows[] = {
    {"thud_hash_defaults", FUZZ_ALONE, hash_defaults},
    {"thud_hash_create", FUZZ_ALONE, hash_create},
    {"thud_hash_destroy", FUZZ_ALONE, hash_destroy},
    {"thud_hash_insert", FUZZ_ALONE, hash_insert},
    {"thud_hash_move", FUZZ_ALONE, hash_move},
    {"thud_hash_renew", FUZZ_ALONE, hash_renew},
    {"thud_hash_remove", FUZZ_ALONE, hash_remove},
    {"thud_hash_update", FUZZ_ALONE, hash_update},
    {"thud_hash_pair_overlaps", FUZZ_ALONE, hash_pair_overlaps},
    {"thud_hash_fat_box", FUZZ_ALONE, hash_fat_box},
    {"thud_hash_query", FUZZ_ALONE, hash_query},
    {"thud_hash_cast_ray", FUZZ_ALONE, hash_cast_ray},
    {"thud_hash_cast_box", FUZZ_ALONE, hash_cast_box},
    {"thud_hash_statistics", FUZZ_ALONE, hash_statistics},
    {"thud_hash_shift", FUZZ_ALONE, hash_shift},
};
const fuzz_page fuzz_broadphase_page = FUZZ_PAGE(broadphase_rows);

/* ---- narrowphase.h ---- */

static thud_motion any_motion(fuzz_play *play) {
    thud_motion motion;
    motion.pose = fuzz_pose(play->in, 5);
    motion.velocity = fuzz_vec2(play->in, 50);
    motion.angular_velocity = fuzz_number(play->in, 20);
    motion.center = fuzz_vec2(play->in, 1);
    return motion;
}

typedef struct pair {
    thud_shape a, b;
    thud_pose pose_a, pose_b;
} pair;

static pair any_pair(fuzz_play *play) {
    pair p;
    p.a = fuzz_shape(play->in, 2);
    p.b = fuzz_shape(play->in, 2);
    p.pose_a = fuzz_pose(play->in, 2);
    p.pose_b = fuzz_pose(play->in, 2);
    return p;
}

static bool motion_at(fuzz_play *play) {
    thud_vec2 position = fuzz_vec2(play->in, 5);
    fuzz_see_vec2(play, thud_motion_at(position, fuzz_number(play->in, 4)).pose.position);
    return true;
}

static bool motion_pose(fuzz_play *play) {
    thud_motion motion = any_motion(play);
    fuzz_see_vec2(play, thud_motion_pose(&motion, fuzz_number(play->in, 1)).position);
    return true;
}

static bool overlap(fuzz_play *play) {
    pair p = any_pair(play);
    return fuzz_see_bool(play, thud_overlap(&p.a, p.pose_a, &p.b, p.pose_b));
}

static bool find_mtd(fuzz_play *play) {
    pair p = any_pair(play);
    thud_mtd mtd = {0};
    bool found = fuzz_see_status(play, thud_find_mtd(&p.a, p.pose_a, &p.b, p.pose_b, &mtd));
    fuzz_see_number(play, mtd.depth);
    return found;
}

static bool find_manifold(fuzz_play *play) {
    pair p = any_pair(play);
    thud_manifold manifold = {.count = 0};
    bool found = fuzz_see_status(
        play, thud_find_manifold(&p.a, p.pose_a, &p.b, p.pose_b, fuzz_number(play->in, 1), &manifold));
    fuzz_check(manifold.count >= 0 && manifold.count <= 2, "%d points", manifold.count);
    return found;
}

static bool find_distance(fuzz_play *play) {
    pair p = any_pair(play);
    thud_distance_result result = {0};
    bool found = fuzz_see_status(play, thud_find_distance(&p.a, p.pose_a, &p.b, p.pose_b, &result));
    fuzz_see_number(play, result.distance);
    return found;
}

static bool cast_ray(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    thud_pose pose = fuzz_pose(play->in, 3);
    thud_vec2 origin = fuzz_vec2(play->in, 5);
    thud_cast_hit hit = {0};
    bool cast = fuzz_see_status(play, thud_cast_ray(&shape, pose, origin, fuzz_vec2(play->in, 10), &hit));
    fuzz_check(hit.fraction >= 0.0f && hit.fraction <= 1.0f, "fraction %g", (double)hit.fraction);
    return cast;
}

static bool cast_shape(fuzz_play *play) {
    pair p = any_pair(play);
    thud_cast_hit hit = {0};
    bool cast =
        fuzz_see_status(play, thud_cast_shape(&p.a, p.pose_a, fuzz_vec2(play->in, 10), &p.b, p.pose_b, &hit));
    fuzz_check(hit.fraction >= 0.0f && hit.fraction <= 1.0f, "fraction %g", (double)hit.fraction);
    return cast;
}

static bool collide(fuzz_play *play) {
    thud_shape a = fuzz_shape(play->in, 2);
    thud_shape b = fuzz_shape(play->in, 2);
    thud_motion motion_a = any_motion(play);
    thud_motion motion_b = any_motion(play);
    thud_collision collision = {0};
    bool found = fuzz_see_status(
        play, thud_collide(&a, &motion_a, &b, &motion_b, fuzz_number(play->in, 1), &collision));
    fuzz_see_number(play, collision.time);
    return found;
}

static const fuzz_row narrowphase_rows[] = {
    {"thud_motion_at", FUZZ_ALONE, motion_at},
    {"thud_motion_pose", FUZZ_ALONE, motion_pose},
    {"thud_overlap", FUZZ_ALONE, overlap},
    {"thud_find_mtd", FUZZ_ALONE, find_mtd},
    {"thud_find_manifold", FUZZ_ALONE, find_manifold},
    {"thud_find_distance", FUZZ_ALONE, find_distance},
    {"thud_cast_ray", FUZZ_ALONE, cast_ray},
    {"thud_cast_shape", FUZZ_ALONE, cast_shape},
    {"thud_collide", FUZZ_ALONE, collide},
};
const fuzz_page fuzz_narrowphase_page = FUZZ_PAGE(narrowphase_rows);

/* ---- response.h ---- */

static thud_rigid any_rigid(fuzz_play *play) {
    thud_rigid rigid;
    rigid.velocity = fuzz_vec2(play->in, 20);
    rigid.angular_velocity = fuzz_number(play->in, 20);
    rigid.inverse_mass = thud_abs(fuzz_number(play->in, 2));
    rigid.inverse_inertia = thud_abs(fuzz_number(play->in, 2));
    return rigid;
}

static thud_contact_point any_contact_point(fuzz_play *play) {
    thud_contact_point contact;
    contact.normal =
        thud_rot_apply(thud_rot_from_angle(fuzz_number(play->in, THUD_PI)), (thud_vec2){1.0f, 0.0f});
    contact.arm_a = fuzz_vec2(play->in, 2);
    contact.arm_b = fuzz_vec2(play->in, 2);
    if (fuzz_rarely(play->in, 32)) {
        contact.normal = fuzz_vec2(play->in, 1);
    }
    return contact;
}

static bool material_mix(fuzz_play *play) {
    thud_material a = fuzz_material(play);
    thud_material b = fuzz_material(play);
    fuzz_see_number(play, thud_material_mix(&a, &b).friction);
    return true;
}

static bool relative_velocity(fuzz_play *play) {
    thud_rigid a = any_rigid(play);
    thud_rigid b = any_rigid(play);
    thud_contact_point contact = any_contact_point(play);
    fuzz_see_vec2(play, thud_relative_velocity(&a, &b, &contact));
    return true;
}

static bool effective_mass(fuzz_play *play) {
    thud_rigid a = any_rigid(play);
    thud_rigid b = any_rigid(play);
    thud_contact_point contact = any_contact_point(play);
    fuzz_see_number(play, thud_effective_mass(&a, &b, &contact, contact.normal));
    return true;
}

static bool collision_impulse(fuzz_play *play) {
    thud_rigid a = any_rigid(play);
    thud_rigid b = any_rigid(play);
    thud_contact_point contact = any_contact_point(play);
    thud_material material = fuzz_material(play);
    thud_impulse impulse = {0, 0};
    bool found = fuzz_see_status(play, thud_collision_impulse(&a, &b, &contact, &material, &impulse));
    fuzz_see_number(play, impulse.normal);
    return found;
}

static bool apply_impulse(fuzz_play *play) {
    thud_rigid a = any_rigid(play);
    thud_rigid b = any_rigid(play);
    thud_contact_point contact = any_contact_point(play);
    thud_impulse impulse;
    impulse.normal = fuzz_number(play->in, 10);
    impulse.tangent = fuzz_number(play->in, 10);
    thud_apply_impulse(&a, &b, &contact, impulse);
    fuzz_see_vec2(play, a.velocity);
    return true;
}

static bool arcade_response(fuzz_play *play) {
    thud_rigid a = any_rigid(play);
    thud_rigid b = any_rigid(play);
    thud_contact_point contact = any_contact_point(play);
    thud_arcade_surface surface;
    surface.elasticity = thud_abs(fuzz_number(play->in, 1));
    surface.friction = thud_abs(fuzz_number(play->in, 1));
    surface.glue = fuzz_number(play->in, 1);
    thud_status status = thud_arcade_response(&a.velocity, a.inverse_mass, &b.velocity, b.inverse_mass,
                                              contact.normal, &surface);
    fuzz_see_vec2(play, a.velocity);
    return fuzz_see_status(play, status);
}

static bool share_mtd(fuzz_play *play) {
    thud_rigid a = any_rigid(play);
    thud_rigid b = any_rigid(play);
    thud_vec2 move_a, move_b;
    thud_share_mtd(a.velocity, a.inverse_mass, b.inverse_mass, &move_a, &move_b);
    fuzz_see_vec2(play, move_a);
    fuzz_see_vec2(play, move_b);
    return true;
}

static bool solver_settings_defaults(fuzz_play *play) {
    (void)play;
    return thud_solver_settings_defaults().substeps > 0;
}

enum { most_solved = 12 };

static const fuzz_field contact_fields[] = {
    FUZZ_FIELD(thud_solver_contact, body_a, FUZZ_INT, most_solved),
    FUZZ_FIELD(thud_solver_contact, body_b, FUZZ_INT, most_solved),
    FUZZ_FIELD(thud_solver_contact, count, FUZZ_INT, 3),
    FUZZ_FIELD(thud_solver_contact, arm_a[1].x, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_solver_contact, arm_b[1].y, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_solver_contact, separation[0], FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_solver_contact, separation[1], FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_solver_contact, material.elasticity, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_solver_contact, normal_impulse[0], FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_solver_contact, friction_impulse, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_solver_contact, rolling_impulse, FUZZ_FLOAT, 2),
};

static bool solve_contacts(fuzz_play *play) {
    thud_solver_body bodies[most_solved], old_bodies[most_solved];
    thud_solver_contact contacts[most_solved], old_contacts[most_solved];
    memset(bodies, 0, sizeof bodies);
    memset(contacts, 0, sizeof contacts);
    thud_solver_settings solver = thud_solver_settings_defaults();
    int body_count = 1 + fuzz_choice(play->in, most_solved);
    int contact_count = fuzz_choice(play->in, most_solved);
    for (int i = 0; i < body_count; i++) {
        bodies[i].motion = any_rigid(play);
        bodies[i].acceleration.y = -10.0f;
    }
    for (int i = 0; i < contact_count; i++) {
        thud_contact_point point = any_contact_point(play);
        contacts[i] =
            (thud_solver_contact){.body_a = i % body_count, .body_b = (i + 1) % body_count, .count = 1};
        contacts[i].normal = point.normal;
        contacts[i].arm_a[0] = point.arm_a;
        contacts[i].arm_b[0] = point.arm_b;
        contacts[i].material.friction = 0.5f;
        fuzz_edit(play->in, &contacts[i], contact_fields, sizeof contact_fields / sizeof contact_fields[0]);
    }
    memcpy(old_bodies, bodies, sizeof bodies);
    memcpy(old_contacts, contacts, sizeof contacts);
    thud_hooks hooks = fuzz_hooks(play);
    float dt = 0.01f + thud_abs(fuzz_number(play->in, 0.1f));
    thud_status status = thud_solve_contacts(&solver, dt, bodies, body_count, contacts, contact_count, &hooks);
    bool is_untouched = memcmp(old_bodies, bodies, sizeof bodies) == 0 &&
                        memcmp(old_contacts, contacts, sizeof contacts) == 0;
    fuzz_check(status == THUD_OK || is_untouched, "a refused call changed its arguments: %s",
               thud_status_name(status));
    for (int i = 0; status == THUD_OK && i < body_count; i++) {
        fuzz_see_vec2(play, bodies[i].motion.velocity);
    }
    return fuzz_see_status(play, status);
}

static const fuzz_row response_rows[] = {
    {"thud_material_mix", FUZZ_ALONE, material_mix},
    {"thud_relative_velocity", FUZZ_ALONE, relative_velocity},
    {"thud_effective_mass", FUZZ_ALONE, effective_mass},
    {"thud_collision_impulse", FUZZ_ALONE, collision_impulse},
    {"thud_apply_impulse", FUZZ_ALONE, apply_impulse},
    {"thud_arcade_response", FUZZ_ALONE, arcade_response},
    {"thud_share_mtd", FUZZ_ALONE, share_mtd},
    {"thud_solver_settings_defaults", FUZZ_ALONE, solver_settings_defaults},
    {"thud_solve_contacts", FUZZ_ALONE, solve_contacts},
};
const fuzz_page fuzz_response_page = FUZZ_PAGE(response_rows);
