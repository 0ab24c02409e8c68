#include "zoo.h"

#include "test_world.h"

/* ---- bodies ---- */

static thud_vec2 place(const zoo *z, float x, float y) {
    return thud_vec2_add(z->origin, thud_vec2_make(x, y));
}

static thud_body_id add_body(const zoo *z, thud_body_type type, float x, float y) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = place(z, x, y);
    thud_body_id body = thud_body_create(z->world, &def);
    test_require(body.generation != 0, "a body was refused");
    return body;
}

static thud_body_id add_box(const zoo *z, thud_body_type type, float x, float y, float half_width,
                            float half_height) {
    thud_body_id body = add_body(z, type, x, y);
    thud_shape_def def = thud_shape_defaults();
    def.hit_events = true;
    test_require(
        thud_body_add_box(z->world, body, &def, thud_vec2_make(half_width, half_height)).generation != 0,
        "a box");
    return body;
}

static thud_body_id add_ball(const zoo *z, float x, float y, float radius, float elasticity) {
    thud_body_id body = add_body(z, THUD_BODY_DYNAMIC, x, y);
    thud_shape_def def = thud_shape_defaults();
    def.material.elasticity = elasticity;
    def.hit_events = true;
    test_require(thud_body_add_circle(z->world, body, &def, thud_vec2_make(0.0f, 0.0f), radius).generation != 0,
                 "a ball");
    return body;
}

static void add_ground(zoo *z) {
    z->ground = add_body(z, THUD_BODY_STATIC, 0.0f, 0.0f);
    const thud_vec2 points[] = {{-50, 4}, {-48, 0}, {-20, 0}, {0, 0}, {20, 0}, {44, 0}, {48, 4}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 7;
    test_require(thud_chain_create(z->world, z->ground, &chain).generation != 0, "a chain");
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_segment(z->world, z->ground, &def, thud_vec2_make(-50, -1), thud_vec2_make(50, -1));
    thud_body_add_capsule(z->world, z->ground, &def, thud_vec2_make(-47, 8), thud_vec2_make(-45, 8), 0.25f);
}

static void add_stack(zoo *z) {
    for (int i = 0; i < 5; i++) {
        z->stack_top = add_box(z, THUD_BODY_DYNAMIC, -42.0f, 0.5f + (float)i, 0.5f, 0.5f);
    }
}

static void add_ride(zoo *z) {
    z->platform = add_box(z, THUD_BODY_KINEMATIC, -24.0f, 2.0f, 2.0f, 0.25f);
    z->rider = add_box(z, THUD_BODY_DYNAMIC, -24.0f, 2.75f, 0.5f, 0.5f);
    thud_body_set_velocity(z->world, z->platform, thud_vec2_make(0.5f, 0.25f), 0.0f);
    thud_body_id bar = add_box(z, THUD_BODY_KINEMATIC, -14.0f, 12.0f, 2.0f, 0.25f);
    thud_body_set_velocity(z->world, bar, thud_vec2_make(0.0f, 0.0f), 1.0f);
}

static void add_belt(zoo *z) {
    thud_body_id belt = add_body(z, THUD_BODY_STATIC, -10.0f, 1.0f);
    thud_shape_def def = thud_shape_defaults();
    def.material.surface_speed = 1.0f;
    thud_body_add_box(z->world, belt, &def, thud_vec2_make(4.0f, 0.5f));
    add_box(z, THUD_BODY_DYNAMIC, -12.0f, 2.0f, 0.5f, 0.5f);
}

static void add_things_that_fly(zoo *z) {
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.bullet = true;
    def.position = place(z, 36.0f, 6.0f);
    def.velocity = thud_vec2_make(100.0f, 0.0f);
    thud_body_id bullet = thud_body_create(z->world, &def);
    thud_shape_def shape = thud_shape_defaults();
    shape.hit_events = true;
    const thud_vec2 hull[] = {{0.2f, 0.0f}, {-0.1f, 0.1f}, {-0.1f, -0.1f}};
    thud_body_add_hull(z->world, bullet, &shape, hull, 3);
    add_box(z, THUD_BODY_STATIC, 42.0f, 6.0f, 0.25f, 2.0f);
    add_ball(z, 39.0f, 4.0f, 0.5f, 0.5f);
    z->shut = add_box(z, THUD_BODY_DYNAMIC, 38.0f, 15.0f, 0.5f, 0.5f);
    def = thud_body_definition(z->world, z->shut);
    def.disabled = true;
    test_require(thud_body_configure(z->world, z->shut, &def), "a body could not be disabled");
}

static void add_sensor(zoo *z) {
    thud_body_id gate = add_body(z, THUD_BODY_STATIC, 31.0f, 1.0f);
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    z->sensor = thud_body_add_box(z->world, gate, &def, thud_vec2_make(0.5f, 1.0f));
    thud_body_id ball = add_ball(z, 29.0f, 0.5f, 0.5f, 0.0f);
    thud_body_set_velocity(z->world, ball, thud_vec2_make(1.0f, 0.0f), -2.0f);
}

/* ---- joints ---- */

static void add_bridge(zoo *z) {
    thud_body_id last = z->ground;
    for (int i = 0; i <= 6; i++) {
        thud_vec2 joint_at = place(z, -36.0f + (float)i, 6.0f);
        thud_body_id plank =
            i < 6 ? add_box(z, THUD_BODY_DYNAMIC, -35.5f + (float)i, 6.0f, 0.45f, 0.1f) : z->ground;
        thud_revolute_joint_def def = thud_revolute_joint_defaults();
        def.base = thud_joint_base_at(z->world, last, plank, joint_at);
        z->hinge = thud_revolute_joint_create(z->world, &def);
        test_require(z->hinge.generation != 0, "a hinge");
        last = plank;
    }
    add_ball(z, -33.0f, 7.0f, 0.4f, 0.0f);
}

static void add_bonds(zoo *z) {
    thud_body_id bob = add_ball(z, 2.0f, 8.0f, 0.25f, 0.0f);
    thud_distance_joint_def rod = thud_distance_joint_defaults();
    rod.base = (thud_joint_base){.body_a = z->ground, .body_b = bob, .anchor_a = {0.0f, 8.0f}};
    rod.length = 2.0f;
    test_require(thud_distance_joint_create(z->world, &rod).generation != 0, "a rod");

    thud_body_id left = add_box(z, THUD_BODY_DYNAMIC, 3.5f, 0.5f, 0.5f, 0.5f);
    thud_body_id right = add_box(z, THUD_BODY_DYNAMIC, 4.5f, 0.5f, 0.5f, 0.5f);
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    weld.base = thud_joint_base_at(z->world, left, right, place(z, 4.0f, 0.5f));
    test_require(thud_weld_joint_create(z->world, &weld).generation != 0, "a weld");

    thud_body_id lift = add_box(z, THUD_BODY_DYNAMIC, 6.0f, 4.0f, 0.25f, 0.25f);
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(z->world, z->ground, lift, place(z, 6.0f, 4.0f));
    slider.axis = thud_vec2_make(0.0f, 1.0f);
    slider.spring = (thud_joint_spring){.enabled = true, .hertz = 1.0f, .damping_ratio = 0.1f};
    test_require(thud_prismatic_joint_create(z->world, &slider).generation != 0, "a slider");

    thud_body_id driven = add_box(z, THUD_BODY_DYNAMIC, 6.0f, 12.0f, 0.25f, 0.25f);
    thud_body_def driven_def = thud_body_definition(z->world, driven);
    driven_def.may_sleep = false; /* as the lift swings for long */
    test_require(thud_body_configure(z->world, driven, &driven_def), "a body could not be kept awake");
    thud_motor_joint_def motor = thud_motor_joint_defaults();
    motor.base = (thud_joint_base){.body_a = z->ground, .body_b = driven, .anchor_a = {8.0f, 12.0f}};
    test_require(thud_motor_joint_create(z->world, &motor).generation != 0, "a motor");

    thud_filter_joint_def filter = thud_filter_joint_defaults();
    filter.base = (thud_joint_base){.body_a = driven, .body_b = lift};
    test_require(thud_filter_joint_create(z->world, &filter).generation != 0, "a filter");
}

static thud_joint_id hang_wheel(zoo *z, thud_body_id wheel, float motor_speed) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(z->world, z->ground, wheel, thud_body_position(z->world, wheel));
    def.motor = (thud_joint_motor){.enabled = motor_speed != 0.0f, .speed = motor_speed, .max_force = 10.0f};
    return thud_revolute_joint_create(z->world, &def);
}

static void add_machines(zoo *z) {
    thud_gear_joint_def gear = thud_gear_joint_defaults();
    gear.joint_a = hang_wheel(z, add_ball(z, 9.0f, 4.0f, 0.5f, 0.0f), 2.0f);
    gear.joint_b = hang_wheel(z, add_ball(z, 11.0f, 4.0f, 1.0f, 0.0f), 0.0f);
    gear.ratio = 2.0f;
    test_require(thud_gear_joint_create(z->world, &gear).generation != 0, "a gear");

    thud_pulley_joint_def pulley = thud_pulley_joint_defaults();
    pulley.base = (thud_joint_base){.body_a = add_box(z, THUD_BODY_DYNAMIC, 14.0f, 5.0f, 0.5f, 0.5f),
                                    .body_b = add_box(z, THUD_BODY_DYNAMIC, 16.0f, 5.0f, 0.5f, 0.475f)};
    pulley.wheel_a = place(z, 14.0f, 9.0f);
    pulley.wheel_b = place(z, 16.0f, 9.0f);
    pulley.length = 8.0f;
    z->pulley = thud_pulley_joint_create(z->world, &pulley);
    test_require(z->pulley.generation != 0, "a pulley");

    thud_body_id wheel = add_box(z, THUD_BODY_DYNAMIC, 19.0f, 4.0f, 0.75f, 0.25f);
    hang_wheel(z, wheel, 0.0f);
    thud_ratchet_joint_def ratchet = thud_ratchet_joint_defaults();
    ratchet.base = (thud_joint_base){.body_a = z->ground, .body_b = wheel};
    test_require(thud_ratchet_joint_create(z->world, &ratchet).generation != 0, "a ratchet");
    thud_body_set_velocity(z->world, wheel, thud_vec2_make(0.0f, 0.0f), 3.0f);

    z->held = add_ball(z, 22.0f, 8.0f, 0.5f, 0.0f);
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = z->held;
    target.local_anchor = thud_vec2_make(0.0f, 0.25f);
    target.target = place(z, 22.0f, 9.0f);
    z->target = thud_target_joint_create(z->world, &target);
    test_require(z->target.generation != 0, "a target joint");
}

static void add_car(zoo *z) {
    thud_body_id chassis = add_box(z, THUD_BODY_DYNAMIC, 25.0f, 1.0f, 1.0f, 0.25f);
    for (int side = -1; side <= 1; side += 2) {
        thud_body_id wheel = add_ball(z, 25.0f + 0.75f * (float)side, 0.4f, 0.375f, 0.0f);
        thud_wheel_joint_def def = thud_wheel_joint_defaults();
        def.base = thud_joint_base_at(z->world, chassis, wheel, thud_body_position(z->world, wheel));
        def.motor = (thud_joint_motor){.enabled = true, .speed = -0.5f, .max_force = 5.0f};
        test_require(thud_wheel_joint_create(z->world, &def).generation != 0, "a wheel");
    }
}

/* ---- the zoo ---- */

zoo zoo_create(const thud_world_def *def, thud_vec2 origin) {
    zoo z = {.world = thud_world_create(def), .origin = origin};
    test_require(z.world != NULL, "the world was not made");
    add_ground(&z);
    add_stack(&z);
    add_bridge(&z);
    add_ride(&z);
    add_belt(&z);
    add_bonds(&z);
    add_machines(&z);
    add_car(&z);
    add_sensor(&z);
    add_things_that_fly(&z);
    return z;
}

static thud_aabb area(const zoo *z, float min_x, float min_y, float max_x, float max_y) {
    return (thud_aabb){place(z, min_x, min_y), place(z, max_x, max_y)};
}

void zoo_step(zoo *z) {
    const float dt = 1.0f / 60.0f;
    thud_wind wind = thud_wind_defaults();
    wind.area = area(z, 0.0f, 5.0f, 3.0f, 9.0f);
    wind.velocity = thud_vec2_make(1.0f, 0.0f);
    thud_buoyancy water = thud_buoyancy_defaults();
    water.area = area(z, 3.0f, 0.0f, 5.0f, 0.25f);
    water.wakes_sleepers = false;
    thud_gravity_area planet = thud_gravity_area_defaults();
    planet.area = area(z, 5.0f, 3.0f, 7.0f, 5.0f);
    planet.kind = THUD_GRAVITY_POINT;
    planet.point = place(z, 6.0f, 8.0f);
    planet.radius = 4.0f;
    planet.strength = 5.0f;
    test_require(thud_world_apply_wind(z->world, &wind, dt) && thud_world_apply_buoyancy(z->world, &water, dt) &&
                     thud_world_apply_gravity_area(z->world, &planet, dt),
                 "a force was refused");
    test_require(thud_world_step(z->world, dt).status == THUD_OK, "a step lost something");
}

bool zoo_shift(zoo *z, thud_vec2 added_to_positions) {
    bool shifted = thud_world_shift_origin(z->world, added_to_positions);
    if (shifted) {
        z->origin = thud_vec2_add(z->origin, added_to_positions);
    }
    return shifted;
}

/* ---- digests ---- */

static uint64_t digest_bytes(uint64_t digest, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return digest;
}

static uint64_t digest_float(uint64_t digest, float value) {
    return digest_bytes(digest, &value, sizeof value);
}

/* The difference of two floats of similar size is exact, and other differences are as exact as the sums were. */
static uint64_t digest_point(uint64_t digest, const zoo *z, thud_vec2 point) {
    double x = (double)point.x - (double)z->origin.x + 0.0; /* no -0 */
    double y = (double)point.y - (double)z->origin.y + 0.0;
    return digest_bytes(digest_bytes(digest, &x, sizeof x), &y, sizeof y);
}

static uint64_t digest_pose(uint64_t digest, const zoo *z, thud_pose pose) {
    return digest_bytes(digest_point(digest, z, pose.position), &pose.rotation, sizeof pose.rotation);
}

static uint64_t digest_ids(uint64_t digest, thud_shape_id a, thud_shape_id b) {
    return digest_bytes(digest_bytes(digest, &a, sizeof a), &b, sizeof b);
}

/* Without the id, which is that of any free slot. */
static uint64_t digest_contact(const zoo *z, const thud_contact_data *contact) {
    uint64_t digest = digest_ids(UINT64_C(0xcbf29ce484222325), contact->shape_a, contact->shape_b);
    digest = digest_bytes(digest, contact->normal_impulse, sizeof contact->normal_impulse);
    digest = digest_float(digest, contact->friction_impulse);
    for (int i = 0; i < contact->manifold.count; i++) {
        digest = digest_point(digest, z, contact->manifold.points[i].point);
        digest = digest_float(digest, contact->manifold.points[i].separation);
    }
    return digest_float(digest, contact->touching ? 1.0f : 0.0f);
}

static uint64_t digest_bodies(uint64_t digest, const zoo *z) {
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(z->world, body)).generation != 0;) {
        thud_vec2 velocity = thud_body_velocity(z->world, body);
        digest = digest_bytes(digest, &body, sizeof body);
        digest = digest_pose(digest, z, thud_body_pose(z->world, body));
        digest = digest_pose(digest, z, thud_body_previous_pose(z->world, body));
        digest = digest_bytes(digest, &velocity, sizeof velocity);
        digest = digest_float(digest, thud_body_angular_velocity(z->world, body));
        digest = digest_float(digest, thud_body_is_awake(z->world, body) ? 1.0f : 0.0f);
    }
    return digest;
}

static uint64_t digest_joints(uint64_t digest, const zoo *z) {
    for (thud_joint_id joint = {0, 0}; (joint = thud_world_next_joint(z->world, joint)).generation != 0;) {
        thud_vec2 anchors[2] = {{0, 0}, {0, 0}};
        thud_vec2 force = thud_joint_force(z->world, joint);
        thud_joint_anchors(z->world, joint, &anchors[0], &anchors[1]);
        digest = digest_bytes(digest, &joint, sizeof joint);
        digest = digest_bytes(digest, &force, sizeof force);
        digest = digest_float(digest, thud_joint_torque(z->world, joint));
        digest = digest_float(digest, thud_joint_translation(z->world, joint));
        if (thud_joint_kind_of(z->world, joint) != THUD_JOINT_GEAR) { /* which has no anchors */
            digest = digest_point(digest_point(digest, z, anchors[0]), z, anchors[1]);
        }
    }
    return digest;
}

/* Sums: contacts are compared by their shapes, in any order. */
static uint64_t digest_contacts(const zoo *z) {
    uint64_t sum = 0;
    thud_contact_events events = thud_world_contact_events(z->world);
    for (int i = 0; i < events.begin_count; i++) {
        sum += 3 * digest_contact(z, &events.begins[i]);
    }
    for (int i = 0; i < events.hit_count; i++) {
        uint64_t shapes =
            digest_ids(UINT64_C(0xcbf29ce484222325), events.hits[i].shape_a, events.hits[i].shape_b);
        sum += digest_float(digest_point(shapes, z, events.hits[i].point), events.hits[i].impulse);
    }
    for (thud_contact_id id = {0, 0}; (id = thud_world_next_contact(z->world, id)).generation != 0;) {
        thud_contact_data contact = thud_contact_read(z->world, id);
        sum += digest_contact(z, &contact);
    }
    return sum;
}

uint64_t zoo_digest_of_contact_ids(const zoo *z) {
    uint64_t digest = 0;
    for (thud_contact_id id = {0, 0}; (id = thud_world_next_contact(z->world, id)).generation != 0;) {
        thud_contact_data contact = thud_contact_read(z->world, id);
        digest = digest_ids(digest_bytes(digest, &id, sizeof id), contact.shape_a, contact.shape_b);
    }
    thud_contact_events events = thud_world_contact_events(z->world);
    for (int i = 0; i < events.begin_count; i++) {
        thud_contact_id id = events.begins[i].contact;
        digest = digest_ids(digest_bytes(digest, &id, sizeof id), events.begins[i].shape_a,
                            events.begins[i].shape_b);
    }
    for (int i = 0; i < events.hit_count; i++) {
        digest = digest_ids(digest, events.hits[i].shape_a, events.hits[i].shape_b);
    }
    return digest;
}

uint64_t zoo_digest(const zoo *z) {
    uint64_t digest = digest_joints(digest_bodies(zoo_digest_of_events(z) + digest_contacts(z), z), z);
    thud_move_events moves = thud_world_move_events(z->world);
    for (int i = 0; i < moves.count; i++) {
        digest = digest_pose(digest, z, moves.moves[i].pose);
    }
    thud_shape_id visitors[8];
    int inside = thud_shape_sensor_overlaps(z->world, z->sensor, visitors, 8);
    return digest_bytes(digest, visitors, (size_t)(inside < 8 ? inside : 8) * sizeof visitors[0]);
}

/* An event of a kind, as a number. */
static uint64_t event_number(int kind, thud_shape_id a, thud_shape_id b) {
    return digest_ids(digest_bytes(UINT64_C(0xcbf29ce484222325), &kind, sizeof kind), a, b);
}

uint64_t zoo_digest_of_events(const zoo *z) {
    uint64_t sum = 0;
    thud_contact_events contacts = thud_world_contact_events(z->world);
    thud_sensor_events sensors = thud_world_sensor_events(z->world);
    for (int i = 0; i < contacts.begin_count; i++) {
        sum += event_number(1, contacts.begins[i].shape_a, contacts.begins[i].shape_b);
    }
    for (int i = 0; i < contacts.end_count; i++) {
        sum += event_number(2, contacts.ends[i].shape_a, contacts.ends[i].shape_b);
    }
    for (int i = 0; i < contacts.hit_count; i++) {
        sum += event_number(3, contacts.hits[i].shape_a, contacts.hits[i].shape_b);
    }
    for (int i = 0; i < sensors.begin_count; i++) {
        sum += event_number(4, sensors.begins[i].sensor, sensors.begins[i].visitor);
    }
    for (int i = 0; i < sensors.end_count; i++) {
        sum += event_number(5, sensors.ends[i].sensor, sensors.ends[i].visitor);
    }
    return sum;
}
