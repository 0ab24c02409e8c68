// A game in C++: drops a ball.
#include <cstdio>

#include <thud/thud.h>

int main() {
    const thud_world_def world_def = thud_world_defaults();
    thud_world *world = thud_world_create(&world_def);

    const thud_body_def ground_def = thud_body_defaults();
    const thud_body_id ground = thud_body_create(world, &ground_def);
    const thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_segment(world, ground, &shape_def, {-10.0f, 0.0f}, {10.0f, 0.0f});

    thud_body_def ball_def = thud_body_defaults();
    ball_def.type = THUD_BODY_DYNAMIC;
    ball_def.position = {0.0f, 5.0f};
    const thud_body_id ball = thud_body_create(world, &ball_def);
    thud_body_add_circle(world, ball, &shape_def, {0.0f, 0.0f}, 0.5f);

    for (int i = 0; i < 180; i++) {
        thud_world_step(world, 1.0f / 60.0f);
    }
    const float height = thud_body_position(world, ball).y;
    thud_world_destroy(world);

    std::printf("Thud %s: the ball rests at %.3f m (%s)\n", thud_version(), double(height),
                thud_lanes_name(thud_lanes_best()));
    return height > 0.48f && height < 0.52f ? 0 : 1;
}
