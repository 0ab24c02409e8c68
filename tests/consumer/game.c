/* A game in C that has its own stb_ds. */
#include <stdio.h>
#include <string.h>

#include <stb_ds.h>
#include <thud/thud.h>

int main(void) {
    thud_vec2 *trail = NULL;
    thud_pose pose = {{0.0f, 0.0f}, thud_rot_from_angle(0.5f * THUD_PI)};
    for (int i = 0; i < 10; i++) {
        thud_vec2 step = {1.0f, 0.0f};
        pose.position = thud_pose_apply(pose, step);
        arrput(trail, pose.position);
    }
    thud_vec2 last = trail[arrlen(trail) - 1];
    arrfree(trail);

    int is_up_ten = thud_vec2_distance(last, thud_vec2_make(0.0f, 10.0f)) < 1.0e-4f;
    printf("Thud %s: (%.3f, %.3f)\n", thud_version(), (double)last.x, (double)last.y);
    return is_up_ten && strcmp(thud_status_name(THUD_OK), "THUD_OK") == 0 ? 0 : 1;
}
