/*
 * A hash of every demo scene after 120 steps, once for each SIMD width that this processor has and each number of
 * workers, all under one name: they must be equal. The argument is the map of the scene `level`.
 */
#include <inttypes.h>
#include <stdio.h>

#include "scene.h"

enum { steps = 120 };

typedef struct scene_variant {
    thud_lanes lanes;
    int workers;
} scene_variant;

static const scene_variant variants[] = {
    {THUD_LANES_SCALAR, 1}, {THUD_LANES_SSE2, 1}, {THUD_LANES_NEON, 1}, {THUD_LANES_AVX2, 1},
    {THUD_LANES_AVX2, 2},   {THUD_LANES_AUTO, 3}, {THUD_LANES_AUTO, 8}, {THUD_LANES_AVX512, 1}, {THUD_LANES_SIMD128, 1},
};

static bool print_hash(const scene_kind *kind, scene_variant variant, const char *level) {
    scene_options options = scene_options_for(kind);
    options.world.lanes = variant.lanes;
    options.world.worker_count = variant.workers;
    options.level = level;
    char error[SCENE_ERROR_SIZE];
    thud_scene *scene = scene_create(&options, error);
    if (scene == NULL) {
        fprintf(stderr, "%s: %s\n", kind->name, error);
        return false;
    }
    for (int i = 0; i < steps; i++) {
        scene_step(scene, 1.0f / 60.0f);
    }
    printf("scene_%s %016" PRIx64 "\n", kind->name, scene_hash(scene));
    scene_destroy(scene);
    return true;
}

int main(int argc, char **argv) {
    const char *level = argc > 1 ? argv[1] : NULL;
    for (int i = 0; scene_at(i) != NULL; i++) {
        for (size_t k = 0; k < sizeof variants / sizeof variants[0]; k++) {
            if (thud_lanes_available(variants[k].lanes) && !print_hash(scene_at(i), variants[k], level)) {
                return 1;
            }
        }
    }
    return 0;
}
