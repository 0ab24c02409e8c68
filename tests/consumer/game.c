/* A game in C that has its own stb_ds: drops a ball and keeps its trail in an array of its own. */
#include <stdio.h>

#include <stb_ds.h>
#include <thud/thud.h>

int main(void) {
    thud_world_def world_def = thud_world_defaults();
    thud_world *world = thud_world_create(&world_def);

    thud_body_def ground_def = thud_body_defaults();
    thud_body_id ground = thud_body_create(world, &ground_def);
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_segment(world, ground, &shape_def, (thud_vec2){-10.0f, 0.0f}, (thud_vec2){10.0f, 0.0f});

    thud_body_def ball_def = thud_body_defaults();
    ball_def.type = THUD_BODY_DYNAMIC;
    ball_def.position = (thud_vec2){0.0f, 5.0f};
    thud_body_id ball = thud_body_create(world, &ball_def);
    thud_body_add_circle(world, ball, &shape_def, (thud_vec2){0.0f, 0.0f}, 0.5f);

    float *heights = NULL;
    for (int i = 0; i < 180; i++) {
        thud_world_step(world, 1.0f / 60.0f);
        arrput(heights, thud_body_position(world, ball).y);
    }
    float first = heights[0];
    float last = heights[arrlen(heights) - 1];
    arrfree(heights);
    thud_world_destroy(world);

    printf("Thud %s: from %.3f m down to %.3f m\n", thud_version(), (double)first, (double)last);
    return first > 4.9f && last > 0.48f && last < 0.52f ? 0 : 1; /* rests on the ground, one radius up */
}
