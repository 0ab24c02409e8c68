#include <stdio.h>
#include <thud/thud.h>

static thud_world *world;

static thud_body_id add_box(thud_body_type type, thud_vec2 middle, thud_vec2 half_extents, bool sensor) {
    thud_body_def body_def = thud_body_defaults();
    body_def.type = type;
    body_def.position = middle;
    thud_body_id body = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.sensor = sensor;
    thud_body_add_box(world, body, &shape_def, half_extents);
    return body;
}

int main(void) {
    thud_world_def world_def = thud_world_defaults();
    world = thud_world_create(&world_def);
    for (int i = 0; i < 10; i++) { /* boxes side by side are smooth ground */
        add_box(THUD_BODY_STATIC, (thud_vec2){4.0f * (float)i, -1}, (thud_vec2){2, 1}, false);
    }
    thud_body_id crate = add_box(THUD_BODY_DYNAMIC, (thud_vec2){6, 0.5f}, (thud_vec2){0.5f, 0.5f}, false);
    thud_body_id lift = add_box(THUD_BODY_KINEMATIC, (thud_vec2){40, -0.2f}, (thud_vec2){2, 0.2f}, false);
    thud_body_id coin = add_box(THUD_BODY_STATIC, (thud_vec2){40, 6}, (thud_vec2){0.3f, 0.3f}, true);

    thud_mover_def hero = thud_mover_defaults();
    thud_mover_state state;
    thud_mover_result moved = {0};
    thud_mover_create(world, &hero, (thud_vec2){0, 1}, &state);
    thud_vec2 velocity = {0, 0};
    thud_stepper stepper = thud_stepper_defaults(); /* steps of 1/60 s, however long a frame takes */
    bool has_coin = false;
    float height = -0.2f;
    for (int frame = 0; frame < 2000 && !has_coin; frame++) {
        float frame_seconds = frame % 2 == 0 ? 0.005f : 0.013f; /* your clock's */
        for (int steps = thud_stepper_due(&stepper, frame_seconds); steps > 0; steps--) {
            /* The lift rises while the hero stands on it. */
            height += thud_body_id_equal(moved.floor.body, lift) ? 2 * stepper.dt : 0;
            thud_body_set_target(world, lift, (thud_vec2){40, height}, 0, stepper.dt);
            thud_world_step(world, stepper.dt);

            velocity.x = state.position.x < 40 ? 6.0f : 0.0f; /* runs to the middle of the lift */
            velocity.y -= 25 * stepper.dt;                    /* the hero's gravity is the game's */
            thud_mover_move(world, &hero, &state, velocity, stepper.dt, &moved);
            velocity = moved.velocity;

            thud_sensor_events events = thud_world_sensor_events(world);
            for (int i = 0; i < events.begin_count; i++) {
                has_coin |= thud_body_id_equal(thud_shape_body(world, events.begins[i].sensor), coin);
            }
        }
        /* Draw: each body at thud_stepper_pose(&stepper, world, body), the hero's state.body, too. */
    }
    printf("the coin is %s; the crate was pushed by %.1f m\n", has_coin ? "taken" : "missed",
           (double)thud_body_position(world, crate).x - 6);
    thud_world_destroy(world);
    return has_coin ? 0 : 1;
}
