/*
 * A hash of what the base layer computes: trigonometry over floats of every size and a chain of rotations.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "thud/math.h"

/* FNV-1a over the bytes of a float. */
static void hash_float(uint64_t *hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int shift = 0; shift < 32; shift += 8) {
        *hash = (*hash ^ (bits >> shift & 0xff)) * UINT64_C(1099511628211);
    }
}

static uint64_t hash_of_trigonometry(void) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (uint32_t bits = 0; bits < 0x7f800000u; bits += 4099) {
        float value;
        memcpy(&value, &bits, sizeof value);
        float sine = thud_sin(value);
        float cosine = thud_cos(value);
        hash_float(&hash, sine);
        hash_float(&hash, cosine);
        hash_float(&hash, thud_atan2(sine, cosine));
        hash_float(&hash, thud_atan2(-1.0f, value));
    }
    return hash;
}

static uint64_t hash_of_poses(void) {
    uint64_t hash = UINT64_C(14695981039346656037);
    thud_pose pose = thud_pose_identity();
    for (int i = 0; i < 100000; i++) {
        thud_vec2 step = {0.01f, 0.02f};
        pose.rotation = thud_rot_integrate(pose.rotation, 0.013f);
        pose.position = thud_pose_apply(pose, step);
        pose = thud_pose_interpolate(pose, thud_pose_identity(), 0.001f);
        hash_float(&hash, pose.position.x);
        hash_float(&hash, pose.position.y);
        hash_float(&hash, pose.rotation.s);
        hash_float(&hash, thud_vec2_length(thud_vec2_normalize(pose.position)));
    }
    return hash;
}

int main(void) {
    printf("base_trigonometry %016" PRIx64 "\n", hash_of_trigonometry());
    printf("base_poses %016" PRIx64 "\n", hash_of_poses());
    return 0;
}
