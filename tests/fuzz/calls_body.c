/* body.h: definitions of any bits, shapes of any kind, and every setter on bodies and shapes, valid or not. */
#include "play.h"

static const fuzz_field body_fields[] = {
    FUZZ_FIELD(thud_body_def, type, FUZZ_INT, 3),
    FUZZ_FIELD(thud_body_def, position.x, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_body_def, position.y, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_body_def, angle, FUZZ_FLOAT, THUD_PI),
    FUZZ_FIELD(thud_body_def, velocity.x, FUZZ_FLOAT, 50),
    FUZZ_FIELD(thud_body_def, velocity.y, FUZZ_FLOAT, 50),
    FUZZ_FIELD(thud_body_def, angular_velocity, FUZZ_FLOAT, 20),
    FUZZ_FIELD(thud_body_def, linear_damping, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_body_def, angular_damping, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_body_def, gravity_scale, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_body_def, sleep_speed, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_body_def, lock_x, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, lock_y, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, lock_rotation, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, bullet, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, may_sleep, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, awake, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, disabled, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_body_def, name, FUZZ_NAME, 0),
};
enum { body_field_count = sizeof body_fields / sizeof body_fields[0] };

static const fuzz_field shape_fields[] = {
    FUZZ_FIELD(thud_shape_def, density, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_shape_def, material.friction, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_shape_def, material.elasticity, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_shape_def, material.rolling_resistance, FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_shape_def, material.surface_speed, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_shape_def, filter.category, FUZZ_BITS, 0),
    FUZZ_FIELD(thud_shape_def, filter.mask, FUZZ_BITS, 0),
    FUZZ_FIELD(thud_shape_def, filter.group, FUZZ_INT, 2),
    FUZZ_FIELD(thud_shape_def, material_id, FUZZ_BITS, 0),
    FUZZ_FIELD(thud_shape_def, contact_events, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, hit_events, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, sensor, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, sensor_sees_static, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, sensor_events, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, kinematic_events, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, pre_solve, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_shape_def, one_way.x, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_shape_def, one_way.y, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_shape_def, name, FUZZ_NAME, 0),
};
enum { shape_field_count = sizeof shape_fields / sizeof shape_fields[0] };

static thud_shape_def any_shape_def(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    fuzz_edit(play->in, &def, shape_fields, shape_field_count);
    return def;
}

static bool keep_body(fuzz_play *play, thud_body_id body) {
    fuzz_keep(play, FUZZ_BODY, (fuzz_id){body.slot, body.generation});
    return body.generation != 0;
}

static bool keep_shape(fuzz_play *play, thud_shape_id shape) {
    fuzz_keep(play, FUZZ_SHAPE, (fuzz_id){shape.slot, shape.generation});
    return shape.generation != 0;
}

/* ---- bodies ---- */

static bool body_defaults(fuzz_play *play) {
    return thud_body_defaults().type == THUD_BODY_STATIC && play != NULL;
}

static bool body_create(fuzz_play *play) {
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    fuzz_edit(play->in, &def, body_fields, body_field_count);
    return fuzz_has_room(play) && keep_body(play, thud_body_create(play->world, &def));
}

static bool body_destroy(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    bool destroyed = thud_body_destroy(play->world, body);
    fuzz_check(!destroyed || !thud_body_is_valid(play->world, body), "a destroyed body is valid");
    return destroyed;
}

static bool body_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_body_is_valid(play->world, fuzz_body(play)));
}

static bool body_definition(fuzz_play *play) {
    thud_body_def def = thud_body_definition(play->world, fuzz_body(play));
    fuzz_see_finite_vec2(play, "position", def.position);
    fuzz_see_finite(play, "angle", def.angle);
    return true;
}

static bool body_configure(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_body_def def = thud_body_definition(play->world, body);
    fuzz_edit(play->in, &def, body_fields, body_field_count);
    return thud_body_configure(play->world, body, &def);
}

static bool body_user_data(fuzz_play *play) {
    return thud_body_user_data(play->world, fuzz_body(play)) == NULL;
}

static bool body_pose(fuzz_play *play) {
    fuzz_see_finite_pose(play, thud_body_pose(play->world, fuzz_body(play)));
    return true;
}

static bool body_position(fuzz_play *play) {
    fuzz_see_finite_vec2(play, "position", thud_body_position(play->world, fuzz_body(play)));
    return true;
}

static bool body_angle(fuzz_play *play) {
    fuzz_see_finite(play, "angle", thud_body_angle(play->world, fuzz_body(play)));
    return true;
}

static bool body_previous_pose(fuzz_play *play) {
    fuzz_see_finite_pose(play, thud_body_previous_pose(play->world, fuzz_body(play)));
    return true;
}

static bool body_center(fuzz_play *play) {
    fuzz_see_finite_vec2(play, "centre", thud_body_center(play->world, fuzz_body(play)));
    return true;
}

static bool body_velocity(fuzz_play *play) {
    fuzz_see_vec2(play, thud_body_velocity(play->world, fuzz_body(play)));
    return true;
}

static bool body_angular_velocity(fuzz_play *play) {
    fuzz_see_number(play, thud_body_angular_velocity(play->world, fuzz_body(play)));
    return true;
}

static bool body_velocity_at(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    fuzz_see_vec2(play, thud_body_velocity_at(play->world, body, fuzz_vec2(play->in, 5)));
    return true;
}

static bool body_set_velocity(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 velocity = fuzz_vec2(play->in, 400);
    return thud_body_set_velocity(play->world, body, velocity, fuzz_number(play->in, 100));
}

static bool body_teleport(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 position = fuzz_vec2(play->in, 5);
    return thud_body_teleport(play->world, body, position, fuzz_number(play->in, THUD_PI));
}

static bool body_set_target(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 position = fuzz_vec2(play->in, 5);
    float angle = fuzz_number(play->in, THUD_PI);
    return thud_body_set_target(play->world, body, position, angle, fuzz_number(play->in, 0.1f));
}

static bool body_apply_force(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 force = fuzz_vec2(play->in, 1000);
    return thud_body_apply_force(play->world, body, force, fuzz_vec2(play->in, 5));
}

static bool body_apply_force_to_center(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    return thud_body_apply_force_to_center(play->world, body, fuzz_vec2(play->in, 1000));
}

static bool body_apply_torque(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    return thud_body_apply_torque(play->world, body, fuzz_number(play->in, 1000));
}

static bool body_apply_impulse(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 impulse = fuzz_vec2(play->in, 100);
    return thud_body_apply_impulse(play->world, body, impulse, fuzz_vec2(play->in, 5));
}

static bool body_apply_angular_impulse(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    return thud_body_apply_angular_impulse(play->world, body, fuzz_number(play->in, 100));
}

static bool body_mass(fuzz_play *play) {
    thud_mass mass = thud_body_mass(play->world, fuzz_body(play));
    fuzz_see_finite(play, "mass", mass.mass);
    fuzz_see_finite(play, "inertia", mass.inertia);
    fuzz_see_finite_vec2(play, "centre of mass", mass.center);
    return true;
}

static bool body_set_mass(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_mass mass;
    mass.mass = fuzz_number(play->in, 10);
    mass.center = fuzz_vec2(play->in, 1);
    mass.inertia = fuzz_number(play->in, 10);
    return thud_body_set_mass(play->world, body, fuzz_rarely(play->in, 32) ? NULL : &mass);
}

static bool body_reset_mass(fuzz_play *play) {
    return thud_body_reset_mass(play->world, fuzz_body(play));
}

static bool body_is_awake(fuzz_play *play) {
    return fuzz_see_bool(play, thud_body_is_awake(play->world, fuzz_body(play)));
}

static bool body_wake(fuzz_play *play) {
    return thud_body_wake(play->world, fuzz_body(play));
}

static bool body_sleep(fuzz_play *play) {
    return thud_body_sleep(play->world, fuzz_body(play));
}

/* ---- shapes ---- */

static bool shape_defaults(fuzz_play *play) {
    return thud_shape_defaults().density > 0.0f && play != NULL;
}

static bool body_add_shape(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_def def = any_shape_def(play);
    thud_shape shape = fuzz_shape(play->in, 1);
    return fuzz_has_room(play) && keep_shape(play, thud_body_add_shape(play->world, body, &def, &shape));
}

static bool body_add_circle(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_def def = any_shape_def(play);
    thud_vec2 center = fuzz_vec2(play->in, 0.5f);
    float radius = fuzz_number(play->in, 1);
    return fuzz_has_room(play) &&
           keep_shape(play, thud_body_add_circle(play->world, body, &def, center, radius));
}

static bool body_add_capsule(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_def def = any_shape_def(play);
    thud_vec2 p1 = fuzz_vec2(play->in, 1);
    thud_vec2 p2 = fuzz_vec2(play->in, 1);
    float radius = fuzz_number(play->in, 1);
    return fuzz_has_room(play) &&
           keep_shape(play, thud_body_add_capsule(play->world, body, &def, p1, p2, radius));
}

static bool body_add_segment(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_def def = any_shape_def(play);
    thud_vec2 p1 = fuzz_vec2(play->in, 10);
    thud_vec2 p2 = fuzz_vec2(play->in, 10);
    return fuzz_has_room(play) && keep_shape(play, thud_body_add_segment(play->world, body, &def, p1, p2));
}

static bool body_add_box(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_def def = any_shape_def(play);
    thud_vec2 half = fuzz_vec2(play->in, 1);
    return fuzz_has_room(play) && keep_shape(play, thud_body_add_box(play->world, body, &def, half));
}

static bool body_add_hull(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_def def = any_shape_def(play);
    thud_vec2 points[40];
    int count = fuzz_choice(play->in, 40);
    for (int i = 0; i < count; i++) {
        points[i] = fuzz_vec2(play->in, 1);
    }
    return fuzz_has_room(play) &&
           keep_shape(play, thud_body_add_hull(play->world, body, &def, points, count));
}

static bool body_remove_shape(fuzz_play *play) {
    thud_shape_id shape = fuzz_shape_id(play);
    bool removed = thud_body_remove_shape(play->world, shape);
    fuzz_check(!removed || !thud_shape_is_valid(play->world, shape), "a removed shape is valid");
    return removed;
}

static bool shape_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_shape_is_valid(play->world, fuzz_shape_id(play)));
}

static bool shape_user_data(fuzz_play *play) {
    return thud_shape_user_data(play->world, fuzz_shape_id(play)) == NULL;
}

static bool shape_body(fuzz_play *play) {
    fuzz_see_bits(play, thud_shape_body(play->world, fuzz_shape_id(play)).slot);
    return true;
}

static bool shape_definition(fuzz_play *play) {
    fuzz_see_finite(play, "density", thud_shape_definition(play->world, fuzz_shape_id(play)).density);
    return true;
}

static bool shape_configure(fuzz_play *play) {
    thud_shape_id shape = fuzz_shape_id(play);
    thud_shape_def def = thud_shape_definition(play->world, shape);
    fuzz_edit(play->in, &def, shape_fields, shape_field_count);
    return thud_shape_configure(play->world, shape, &def);
}

static bool shape_geometry(fuzz_play *play) {
    thud_shape shape = thud_shape_geometry(play->world, fuzz_shape_id(play));
    fuzz_check(shape.kind == THUD_SHAPE_NONE || thud_shape_check(&shape) == THUD_OK, "a shape that is none");
    return true;
}

static bool shape_set_geometry(fuzz_play *play) {
    thud_shape_id id = fuzz_shape_id(play);
    thud_shape shape = fuzz_shape(play->in, 1);
    return thud_shape_set_geometry(play->world, id, fuzz_rarely(play->in, 32) ? NULL : &shape);
}

static bool body_next_shape(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_shape_id shape = thud_body_next_shape(play->world, body, fuzz_shape_id(play));
    fuzz_see_bits(play, shape.slot);
    return true;
}

static bool body_set_linear_velocity(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    return thud_body_set_linear_velocity(play->world, body, fuzz_vec2(play->in, 100));
}

static bool body_set_angular_velocity(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    return thud_body_set_angular_velocity(play->world, body, fuzz_number(play->in, 100));
}

static bool body_apply_impulse_to_center(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    return thud_body_apply_impulse_to_center(play->world, body, fuzz_vec2(play->in, 20));
}

static bool body_world_point(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    fuzz_see_finite_vec2(play, "world point",
                         thud_body_world_point(play->world, body, fuzz_vec2(play->in, 5)));
    return true;
}

static bool body_local_point(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    fuzz_see_finite_vec2(play, "local point",
                         thud_body_local_point(play->world, body, fuzz_vec2(play->in, 5)));
    return true;
}

static bool body_world_vector(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    fuzz_see_finite_vec2(play, "world vector",
                         thud_body_world_vector(play->world, body, fuzz_vec2(play->in, 5)));
    return true;
}

static bool body_local_vector(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    fuzz_see_finite_vec2(play, "local vector",
                         thud_body_local_vector(play->world, body, fuzz_vec2(play->in, 5)));
    return true;
}

static bool shape_material(fuzz_play *play) {
    fuzz_see_finite(play, "friction", thud_shape_material(play->world, fuzz_shape_id(play)).friction);
    return true;
}

static bool shape_filter(fuzz_play *play) {
    fuzz_see_bits(play, thud_shape_filter(play->world, fuzz_shape_id(play)).mask);
    return true;
}

static bool shape_is_sensor(fuzz_play *play) {
    fuzz_see_bits(play, thud_shape_is_sensor(play->world, fuzz_shape_id(play)));
    return true;
}

static bool shape_set_material(fuzz_play *play) {
    thud_shape_id shape = fuzz_shape_id(play);
    thud_material material = fuzz_material(play);
    return thud_shape_set_material(play->world, shape, fuzz_rarely(play->in, 64) ? NULL : &material);
}

static bool shape_set_filter(fuzz_play *play) {
    thud_shape_id shape = fuzz_shape_id(play);
    thud_filter filter = {.category = fuzz_byte(play->in), .mask = fuzz_long(play->in)};
    return thud_shape_set_filter(play->world, shape, filter);
}

static bool shape_one_way(fuzz_play *play) {
    fuzz_see_vec2(play, thud_shape_one_way(play->world, fuzz_shape_id(play)));
    return true;
}

static bool shape_set_one_way(fuzz_play *play) {
    thud_shape_id shape = fuzz_shape_id(play);
    return thud_shape_set_one_way(play->world, shape, fuzz_vec2(play->in, 1));
}

static bool body_drop_through(fuzz_play *play) {
    return thud_body_drop_through(play->world, fuzz_body(play));
}

static const fuzz_row body_rows[] = {
    {"thud_body_defaults", FUZZ_ALONE, body_defaults},
    {"thud_body_create", FUZZ_CHANGES, body_create},
    {"thud_body_destroy", FUZZ_CHANGES, body_destroy},
    {"thud_body_is_valid", FUZZ_ASKS, body_is_valid},
    {"thud_body_definition", FUZZ_ASKS, body_definition},
    {"thud_body_configure", FUZZ_CHANGES, body_configure},
    {"thud_body_user_data", FUZZ_ASKS, body_user_data},
    {"thud_body_pose", FUZZ_ASKS, body_pose},
    {"thud_body_position", FUZZ_ASKS, body_position},
    {"thud_body_angle", FUZZ_ASKS, body_angle},
    {"thud_body_previous_pose", FUZZ_ASKS, body_previous_pose},
    {"thud_body_center", FUZZ_ASKS, body_center},
    {"thud_body_velocity", FUZZ_ASKS, body_velocity},
    {"thud_body_angular_velocity", FUZZ_ASKS, body_angular_velocity},
    {"thud_body_velocity_at", FUZZ_ASKS, body_velocity_at},
    {"thud_body_set_velocity", FUZZ_CHANGES, body_set_velocity},
    {"thud_body_teleport", FUZZ_CHANGES, body_teleport},
    {"thud_body_set_target", FUZZ_CHANGES, body_set_target},
    {"thud_body_apply_force", FUZZ_CHANGES, body_apply_force},
    {"thud_body_apply_force_to_center", FUZZ_CHANGES, body_apply_force_to_center},
    {"thud_body_apply_torque", FUZZ_CHANGES, body_apply_torque},
    {"thud_body_apply_impulse", FUZZ_CHANGES, body_apply_impulse},
    {"thud_body_apply_angular_impulse", FUZZ_CHANGES, body_apply_angular_impulse},
    {"thud_body_mass", FUZZ_ASKS, body_mass},
    {"thud_body_set_mass", FUZZ_CHANGES, body_set_mass},
    {"thud_body_reset_mass", FUZZ_CHANGES, body_reset_mass},
    {"thud_body_is_awake", FUZZ_ASKS, body_is_awake},
    {"thud_body_wake", FUZZ_CHANGES, body_wake},
    {"thud_body_sleep", FUZZ_CHANGES, body_sleep},
    {"thud_shape_defaults", FUZZ_ALONE, shape_defaults},
    {"thud_body_add_shape", FUZZ_CHANGES, body_add_shape},
    {"thud_body_add_circle", FUZZ_CHANGES, body_add_circle},
    {"thud_body_add_capsule", FUZZ_CHANGES, body_add_capsule},
    {"thud_body_add_segment", FUZZ_CHANGES, body_add_segment},
    {"thud_body_add_box", FUZZ_CHANGES, body_add_box},
    {"thud_body_add_hull", FUZZ_CHANGES, body_add_hull},
    {"thud_body_remove_shape", FUZZ_CHANGES, body_remove_shape},
    {"thud_shape_is_valid", FUZZ_ASKS, shape_is_valid},
    {"thud_shape_user_data", FUZZ_ASKS, shape_user_data},
    {"thud_shape_body", FUZZ_ASKS, shape_body},
    {"thud_shape_definition", FUZZ_ASKS, shape_definition},
    {"thud_shape_configure", FUZZ_CHANGES, shape_configure},
    {"thud_shape_geometry", FUZZ_ASKS, shape_geometry},
    {"thud_shape_set_geometry", FUZZ_CHANGES, shape_set_geometry},
    {"thud_body_next_shape", FUZZ_ASKS, body_next_shape},
    {"thud_body_set_linear_velocity", FUZZ_CHANGES, body_set_linear_velocity},
    {"thud_body_set_angular_velocity", FUZZ_CHANGES, body_set_angular_velocity},
    {"thud_body_apply_impulse_to_center", FUZZ_CHANGES, body_apply_impulse_to_center},
    {"thud_body_world_point", FUZZ_ASKS, body_world_point},
    {"thud_body_local_point", FUZZ_ASKS, body_local_point},
    {"thud_body_world_vector", FUZZ_ASKS, body_world_vector},
    {"thud_body_local_vector", FUZZ_ASKS, body_local_vector},
    {"thud_shape_material", FUZZ_ASKS, shape_material},
    {"thud_shape_filter", FUZZ_ASKS, shape_filter},
    {"thud_shape_is_sensor", FUZZ_ASKS, shape_is_sensor},
    {"thud_shape_set_material", FUZZ_CHANGES, shape_set_material},
    {"thud_shape_set_filter", FUZZ_CHANGES, shape_set_filter},
    {"thud_shape_one_way", FUZZ_ASKS, shape_one_way},
    {"thud_shape_set_one_way", FUZZ_CHANGES, shape_set_one_way},
    {"thud_body_drop_through", FUZZ_CHANGES, body_drop_through},
};
const fuzz_page fuzz_body_page = FUZZ_PAGE(body_rows);
