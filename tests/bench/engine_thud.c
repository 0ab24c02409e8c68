/* engine_thud.c: Thud for the bench. */
#include "engine.h"

#include "thud/thud.h"

#include <stdlib.h>
#include <string.h>

static bench_handle handle_of(thud_body_id id) {
    bench_handle handle;
    memcpy(&handle, &id, sizeof handle);
    return handle;
}

static thud_body_id id_of(bench_handle handle) {
    thud_body_id id;
    memcpy(&id, &handle, sizeof id);
    return id;
}

static void *create(const bench_world_def *bench) {
    thud_world_def def = thud_world_defaults();
    def.gravity = bench->gravity;
    def.sleeping = bench->sleeping;
    def.worker_count = bench->threads;
    def.lanes = bench->lanes;
    return thud_world_create(&def);
}

static void destroy(void *world) {
    thud_world_destroy(world);
}

static bench_handle add_body(void *world, const bench_body *body) {
    thud_body_def def = thud_body_defaults();
    def.type = body->type;
    def.position = body->position;
    def.angle = body->angle;
    def.velocity = body->velocity;
    def.angular_velocity = body->angular_velocity;
    def.linear_damping = body->linear_damping;
    def.sleep_speed = body->sleep_speed;
    def.may_sleep = !body->stays_awake;
    def.awake = !body->asleep;
    def.bullet = body->bullet;
    def.lock_rotation = body->rotation_locked;
    return handle_of(thud_body_create(world, &def));
}

static void remove_body(void *world, bench_handle body) {
    thud_body_destroy(world, id_of(body));
}

static thud_shape_def shape_def(const bench_surface *surface) {
    thud_shape_def def = thud_shape_defaults();
    def.density = surface->density;
    def.material.friction = surface->friction;
    def.material.elasticity = surface->elasticity;
    def.filter.category = surface->category;
    def.filter.mask = surface->mask;
    def.filter.group = -surface->group;
    def.contact_events = surface->events;
    def.sensor = surface->sensor;
    def.one_way.y = surface->one_way ? 1.0f : 0.0f;
    def.hit_events = surface->hit_events;
    return def;
}

static void add_shape(void *world, bench_handle body, const bench_surface *surface, const thud_shape *shape) {
    thud_shape_def def = shape_def(surface);
    thud_body_add_shape(world, id_of(body), &def, shape);
}

static void add_box(void *world, bench_handle body, const bench_surface *surface, thud_vec2 half_extents,
                    thud_vec2 center) {
    thud_shape_def def = shape_def(surface);
    thud_shape box;
    if (thud_offset_box(half_extents, 0.0f, (thud_pose){center, {1.0f, 0.0f}}, &box) == THUD_OK) {
        thud_body_add_shape(world, id_of(body), &def, &box);
    }
}

static void add_tiles(void *world, bench_handle body, const bench_surface *surface, const thud_vec2 *middles,
                      int count) {
    thud_vec2 end = {0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        end = thud_vec2_max(end, middles[i]);
    }
    thud_tile_def tiles[2] = {thud_tile_empty(), thud_tile_full()};
    tiles[1].material.friction = surface->friction;
    tiles[1].material.elasticity = surface->elasticity;
    tiles[1].filter.category = surface->category;
    tiles[1].filter.mask = surface->mask;
    tiles[1].contact_events = surface->events;
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 2};
    def.columns = (int)end.x + 1;
    def.rows = (int)end.y + 1;
    uint16_t *cells = calloc((size_t)def.columns * (size_t)def.rows, sizeof *cells);
    for (int i = 0; i < count && cells != NULL; i++) {
        cells[(int)middles[i].y * def.columns + (int)middles[i].x] = 1;
    }
    def.cells = cells;
    thud_tile_grid_create(world, id_of(body), &def);
    free(cells);
}

static void set_tile(void *world, bench_handle body, const bench_surface *surface, thud_vec2 middle,
                     bool solid, bench_handle *tile) {
    thud_shape_id id = thud_body_next_shape(world, id_of(body), (thud_shape_id){0, 0});
    thud_tile_hit hit;
    if (thud_tile_of_contact(world, id, middle, (thud_vec2){0.0f, 1.0f}, &hit)) {
        thud_tile_grid_set(world, hit.grid, (int)middle.x, (int)middle.y, solid);
    } else if (solid) {
        thud_shape_def def = shape_def(surface);
        thud_shape box;
        thud_offset_box((thud_vec2){0.5f, 0.5f}, 0.0f, (thud_pose){middle, {1.0f, 0.0f}}, &box);
        id = thud_body_add_shape(world, id_of(body), &def, &box);
        memcpy(tile, &id, sizeof id);
    } else {
        memcpy(&id, tile, sizeof id);
        thud_body_remove_shape(world, id);
    }
}

static void add_loop(void *world, bench_handle body, const bench_surface *surface, const thud_vec2 *points,
                     int count) {
    thud_shape_def shape = shape_def(surface);
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = count;
    def.loop = true;
    def.materials = &shape.material;
    def.material_count = 1;
    def.filter = shape.filter;
    def.contact_events = shape.contact_events;
    def.hit_events = shape.hit_events;
    thud_chain_create(world, id_of(body), &def);
}

static void add_hinge(void *world, bench_handle a, bench_handle b, const bench_hinge *hinge) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base.body_a = id_of(a);
    def.base.body_b = id_of(b);
    def.base.anchor_a = hinge->anchor_a;
    def.base.anchor_b = hinge->anchor_b;
    def.reference_angle = hinge->reference_angle;
    def.limit = (thud_joint_limit){hinge->limited, hinge->lower, hinge->upper};
    def.motor = (thud_joint_motor){hinge->driven, hinge->motor_speed, hinge->motor_torque};
    def.spring = (thud_joint_spring){hinge->spring_hertz > 0.0f, hinge->spring_hertz,
                                     hinge->spring_damping_ratio, 0.0f};
    thud_revolute_joint_create(world, &def);
}

static void set_target(void *world, bench_handle body, thud_vec2 position) {
    thud_body_set_target(world, id_of(body), position, 0.0f, BENCH_DT);
}

static thud_vec2 velocity(void *world, bench_handle body) {
    return thud_body_velocity(world, id_of(body));
}

static void set_velocity(void *world, bench_handle body, thud_vec2 velocity) {
    thud_body_set_linear_velocity(world, id_of(body), velocity);
}

static void change(void *world, bench_handle body, float push) {
    thud_body_id id = id_of(body);
    thud_shape_id shape = thud_body_next_shape(world, id, (thud_shape_id){0, 0});
    thud_material material = thud_shape_material(world, shape);
    material.friction = push > 0.0f ? 0.5f : 0.6f;
    thud_vec2 at = thud_body_position(world, id), force = {push, 0.0f};
    thud_body_apply_force(world, id, force, at);
    thud_body_apply_impulse_to_center(world, id, force);
    thud_body_teleport(world, id, thud_vec2_mul_add(at, 0.001f, force), 0.0f);
    thud_shape_set_material(world, shape, &material);
}

enum { MOST_TOUCHES = 16 };

static int touches(void *world, bench_handle body, float *up) {
    thud_contact_data contacts[MOST_TOUCHES];
    thud_body_id id = id_of(body);
    int count = thud_body_contacts(world, id, contacts, MOST_TOUCHES), touching = 0;
    *up = -1.0f;
    for (int i = 0; i < count && i < MOST_TOUCHES; i++) {
        if (contacts[i].touching) {
            float y = contacts[i].manifold.normal.y;
            *up = thud_max(*up, thud_body_id_equal(contacts[i].body_a, id) ? -y : y);
            touching++;
        }
    }
    return touching;
}

static int read_events(void *world) {
    thud_contact_events contacts = thud_world_contact_events(world);
    thud_sensor_events sensors = thud_world_sensor_events(world);
    thud_move_events moves = thud_world_move_events(world);
    int asleep = 0;
    for (int i = 0; i < moves.count; i++) {
        asleep += moves.moves[i].fell_asleep;
    }
    return contacts.begin_count + contacts.end_count + contacts.hit_count + sensors.begin_count +
           sensors.end_count + moves.count + asleep;
}

static int entered_sensors(void *world, bench_handle *bodies, int capacity) {
    thud_sensor_events events = thud_world_sensor_events(world);
    int count = 0;
    for (; count < events.begin_count && count < capacity; count++) {
        bodies[count] = handle_of(thud_shape_body(world, events.begins[count].sensor));
    }
    return count;
}

static void explode(void *world, const bench_explosion *explosion) {
    thud_explosion blast = thud_explosion_defaults();
    blast.center = explosion->center;
    blast.radius = explosion->radius;
    blast.falloff = explosion->falloff;
    blast.impulse_per_length = explosion->impulse_per_length;
    thud_world_explode(world, &blast);
}

static void step(void *world) {
    thud_world_step(world, BENCH_DT);
}

/* ---- queries ---- */

static float fraction_of(const thud_world_hit *hit) {
    return hit->cast.hit ? hit->cast.fraction : 1.0f;
}

static float cast_ray(void *world, thud_vec2 origin, thud_vec2 translation) {
    thud_world_hit hit = thud_world_cast_ray(world, origin, translation, thud_query_filter_all());
    return fraction_of(&hit);
}

static float cast_shape(void *world, const thud_shape *shape, thud_vec2 origin, thud_vec2 translation) {
    thud_pose pose = {origin, {1.0f, 0.0f}};
    thud_world_hit hit = thud_world_cast_shape(world, shape, pose, translation, thud_query_filter_all());
    return fraction_of(&hit);
}

static float cast_circle(void *world, float radius, thud_vec2 origin, thud_vec2 translation) {
    thud_shape circle = {.kind = THUD_SHAPE_CIRCLE, .count = 1, .radius = radius};
    return cast_shape(world, &circle, origin, translation);
}

static bool count_shape(thud_world *world, thud_shape_id shape, void *count) {
    (void)world;
    (void)shape;
    ++*(int *)count;
    return true;
}

static thud_mover_def character(void) {
    thud_mover_def def = thud_mover_defaults();
    (void)thud_capsule((thud_vec2){0.0f, -0.4f}, (thud_vec2){0.0f, 0.4f}, 0.3f, &def.shape);
    return def;
}

static void move(void *world, bench_mover *mover) {
    static thud_mover_def def;
    if (def.skin == 0.0f) {
        def = character();
    }
    thud_mover_state state;
    _Static_assert(sizeof state <= sizeof mover->state, "the state of a mover has grown");
    memcpy(&state, mover->state, sizeof state);
    if (state.rotation.c == 0.0f) {
        state = thud_mover_state_at(mover->position);
        if (mover->has_body) {
            thud_mover_create(world, &def, mover->position, &state);
        }
    }
    thud_mover_result result;
    thud_mover_move(world, &def, &state, mover->velocity, BENCH_DT, &result);
    mover->position = result.position;
    mover->velocity = result.velocity;
    mover->on_floor = result.floor.touching;
    memcpy(mover->state, &state, sizeof state);
}

static int count_in_box(void *world, thud_aabb box) {
    int count = 0;
    thud_world_overlap_aabb(world, box, thud_query_filter_all(), count_shape, &count);
    return count;
}

static int count_overlaps(void *world, const thud_shape *shape, thud_pose pose) {
    int count = 0;
    thud_world_overlap_shape(world, shape, pose, thud_query_filter_all(), count_shape, &count);
    return count;
}

/* ---- reports ---- */

static thud_pose pose(void *world, bench_handle body) {
    return thud_body_pose(world, id_of(body));
}

static int stages(void *world, bench_stage *out) {
    thud_world_timings timings = thud_world_last_timings(world);
    out[0] = (bench_stage){"broadphase", (double)timings.broadphase};
    out[1] = (bench_stage){"narrowphase", (double)timings.narrowphase};
    out[2] = (bench_stage){"response", (double)timings.response};
    out[3] = (bench_stage){"advance", (double)timings.advance};
    return 4;
}

static int contacts(void *world) {
    return thud_world_counts(world).contacts;
}

static int memory(void *world, bench_holding *out) {
    thud_world_memory_use use = thud_world_memory(world);
    const bench_holding all[] = {
        {"bodies", use.bodies}, {"shapes", use.shapes},         {"contacts", use.contacts},
        {"joints", use.joints}, {"broadphase", use.broadphase}, {"solver", use.solver},
        {"events", use.events}, {"scratch", use.scratch},       {"other", use.other},
    };
    memcpy(out, all, sizeof all);
    return (int)(sizeof all / sizeof all[0]);
}

const bench_engine bench_thud = {
    .name = "thud",
    .note = "this tree; 4 substeps",
    .abilities = BENCH_HINGES | BENCH_BULLETS | BENCH_EXPLOSIONS | BENCH_SHAPE_CASTS | BENCH_MOVERS |
                 BENCH_MOVER_BODIES | BENCH_GAME_CALLS | BENCH_TILE_EDITS,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .remove_body = remove_body,
    .add_shape = add_shape,
    .add_box = add_box,
    .add_tiles = add_tiles,
    .set_tile = set_tile,
    .add_loop = add_loop,
    .add_hinge = add_hinge,
    .set_target = set_target,
    .velocity = velocity,
    .set_velocity = set_velocity,
    .change = change,
    .touches = touches,
    .read_events = read_events,
    .entered_sensors = entered_sensors,
    .explode = explode,
    .step = step,
    .cast_ray = cast_ray,
    .cast_circle = cast_circle,
    .cast_shape = cast_shape,
    .move = move,
    .count_in_box = count_in_box,
    .count_overlaps = count_overlaps,
    .pose = pose,
    .stages = stages,
    .contacts = contacts,
    .memory = memory,
};
