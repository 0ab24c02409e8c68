/* The calls that most of an input is made of: what fills a world with things that meet, and
 * steps. Each takes few bytes. */
#include "play.h"

static thud_body_id add_body(fuzz_play *play, thud_body_type type) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = fuzz_vec2(play->in, 4);
    def.bullet = def.position.x > 3.0f;
    thud_body_id body = {0, 0};
    if (fuzz_has_room(play)) {
        body = thud_body_create(play->world, &def);
        fuzz_keep(play, FUZZ_BODY, (fuzz_id){body.slot, body.generation});
    }
    return body;
}

static bool add_shape(fuzz_play *play, thud_body_id body, const thud_shape_def *def,
                      const thud_shape *shape) {
    thud_shape_id id = thud_body_add_shape(play->world, body, def, shape);
    fuzz_keep(play, FUZZ_SHAPE, (fuzz_id){id.slot, id.generation});
    return id.generation != 0;
}

static bool add_crate(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    thud_shape box;
    thud_body_id body = add_body(play, THUD_BODY_DYNAMIC);
    thud_box(thud_vec2_make(0.5f, 0.25f + 0.01f * (float)fuzz_byte(play->in)), 0.0f, &box);
    return add_shape(play, body, &def, &box);
}

static bool add_any(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    thud_body_id body = add_body(play, THUD_BODY_DYNAMIC);
    thud_shape shape = fuzz_valid_shape(play->in, 1);
    def.pre_solve = shape.count % 2 == 0;
    def.hit_events = shape.count == 1;
    return add_shape(play, body, &def, &shape);
}

static bool add_platform(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    thud_body_id body = add_body(play, THUD_BODY_KINEMATIC);
    thud_shape shape = fuzz_valid_shape(play->in, 3);
    thud_body_set_velocity(play->world, body, fuzz_vec2(play->in, 20), 1.0f);
    return add_shape(play, body, &def, &shape);
}

static bool add_ground(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    thud_shape shape = {0}; /* a segment without a length is refused and leaves it as it is */
    thud_body_id body = add_body(play, THUD_BODY_STATIC);
    thud_segment(thud_vec2_make(-8.0f, 0.0f), fuzz_vec2(play->in, 8), &shape);
    return add_shape(play, body, &def, &shape);
}

static bool add_sensor(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    def.sensor_sees_static = fuzz_rarely(play->in, 2);
    thud_body_id body = fuzz_body(play);
    thud_shape shape = fuzz_valid_shape(play->in, 4);
    return fuzz_has_room(play) && add_shape(play, body, &def, &shape);
}

static bool add_shape_to_any(fuzz_play *play) {
    thud_shape_def def = thud_shape_defaults();
    thud_body_id body = fuzz_body(play);
    thud_shape shape = fuzz_valid_shape(play->in, 1);
    return fuzz_has_room(play) && add_shape(play, body, &def, &shape);
}

static bool add_hinge(fuzz_play *play) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    thud_body_id a = fuzz_body(play);
    thud_body_id b = fuzz_body(play);
    def.base = thud_joint_base_at(play->world, a, b, fuzz_vec2(play->in, 4));
    thud_joint_id joint = {0, 0};
    if (fuzz_has_room(play)) {
        joint = thud_revolute_joint_create(play->world, &def);
        fuzz_keep(play, FUZZ_JOINT, (fuzz_id){joint.slot, joint.generation});
    }
    return joint.generation != 0;
}

static bool shoot(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    thud_vec2 velocity = fuzz_vec2(play->in, 390);
    return thud_body_set_velocity(play->world, body, velocity, fuzz_number(play->in, 60));
}

static bool step(fuzz_play *play) {
    return fuzz_step(play, 1.0f / 60.0f);
}

static bool step_often(fuzz_play *play) {
    bool made = false;
    for (int i = 0; i < 6; i++) {
        made |= fuzz_step(play, 1.0f / 60.0f);
    }
    return made;
}

static const fuzz_row rows[] = {
    {"a step", FUZZ_SEVERAL, step},
    {"a step", FUZZ_SEVERAL, step},
    {"a step", FUZZ_SEVERAL, step},
    {"steps", FUZZ_SEVERAL, step_often},
    {"a crate", FUZZ_SEVERAL, add_crate},
    {"a crate", FUZZ_SEVERAL, add_crate},
    {"a body of any shape", FUZZ_SEVERAL, add_any},
    {"a body of any shape", FUZZ_SEVERAL, add_any},
    {"a platform", FUZZ_SEVERAL, add_platform},
    {"ground", FUZZ_SEVERAL, add_ground},
    {"a sensor", FUZZ_SEVERAL, add_sensor},
    {"one more shape", FUZZ_SEVERAL, add_shape_to_any},
    {"a hinge", FUZZ_SEVERAL, add_hinge},
    {"a shot", FUZZ_SEVERAL, shoot},
    {"a step", FUZZ_SEVERAL, step},
    {"a step", FUZZ_SEVERAL, step},
};
const fuzz_page fuzz_favourites = FUZZ_PAGE(rows);
