/* Random pairs of two classes of cores as the batch kernels take them. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "narrowphase/manifold.h"
#include "reference/aligned.h"
#include "reference/random_shapes.h"

enum { batch_size = 509 }; /* not a multiple of eight */

/* That of worlds with the default slop [m]. */
static const float face_tolerance = 0.0005f;

/* Pairs of two classes, their records and results. */
typedef struct batch_case {
    thud_collide_batch batch;
    void *records[THUD_CORE_CLASSES];
    thud_pose poses[2 * batch_size];
    thud_contact_pair pairs[batch_size];
    thud_contact_features features[batch_size];
    thud_contact_manifold manifolds[batch_size];
    thud_contact_origin origins[batch_size];
    int32_t contacts[batch_size];
} batch_case;

static thud_shape shape_of_class(test_random *random, thud_core_class core_class) {
    for (;;) {
        thud_shape shape = test_random_shape(random, test_random_float(random, 0.2f, 2.0f));
        thud_core_class found = thud_core_class_of(&shape);
        if (found == core_class ||
            (core_class == THUD_CORE_LINK && found == THUD_CORE_SEGMENT && shape.radius == 0.0f)) {
            return shape;
        }
    }
}

static void fill_batch(test_random *random, thud_core_class class_a, thud_core_class class_b,
                       batch_case *made) {
    memset(made, 0, sizeof *made);
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        made->records[c] =
            test_aligned_alloc(64, 64 * ((2 * batch_size * thud_core_size((thud_core_class)c) + 63) / 64));
        made->batch.cores[c] = made->records[c];
    }
    for (int i = 0; i < batch_size; i++) {
        thud_core_class classes[2] = {class_a, class_b};
        for (int k = 0; k < 2; k++) {
            thud_shape shape = shape_of_class(random, classes[k]);
            char *record =
                (char *)made->records[classes[k]] + (size_t)(2 * i + k) * thud_core_size(classes[k]);
            if (classes[k] == THUD_CORE_LINK) {
                thud_link_ends ends = {.before = test_random_vec2(random, 2.0f),
                                       .after = test_random_vec2(random, 2.0f),
                                       .has_before = i % 3 != 0,
                                       .has_after = i % 5 != 0,
                                       .one_sided = i % 7 == 0};
                thud_core_build_link(&shape, &ends, test_random_vec2(random, 0.2f), record);
            } else {
                thud_core_build(&shape, test_random_vec2(random, 0.2f), record);
            }
        }
        made->poses[2 * i] = test_random_pose(random, 1.0f);
        made->poses[2 * i + 1] = test_random_pose(random, 1.5f);
        made->pairs[i] = (thud_contact_pair){2 * i, 2 * i + 1, 2 * i, 2 * i + 1};
        made->contacts[i] = (i * 7) % batch_size;
        int points = test_random_int(random, 0, 2);
        made->features[i] = (thud_contact_features){.feature = {points > 0 ? 0.0f : THUD_NO_FEATURE,
                                                                points > 1 ? 1.0f : THUD_NO_FEATURE},
                                                    .count = (uint8_t)points,
                                                    .flags = 77};
        made->manifolds[i].normal_impulse[0] = 1.0f;
        made->manifolds[i].normal_impulse[1] = 2.0f;
        made->manifolds[i].friction_impulse = 3.0f;
        made->manifolds[i].rolling_impulse = 4.0f;
    }
    made->batch.class_a = class_a;
    made->batch.class_b = class_b;
    made->batch.speculative_distance = 0.02f;
    made->batch.recycle_distance = 0.005f;
    made->batch.face_tolerance = face_tolerance;
    made->batch.count = batch_size;
}

static void point_at_own_arrays(batch_case *batch) {
    batch->batch.poses = batch->poses;
    batch->batch.pairs = batch->pairs;
    batch->batch.features = batch->features;
    batch->batch.manifolds = batch->manifolds;
    batch->batch.origins = batch->origins;
    batch->batch.contacts = batch->contacts;
}

static void free_batch(batch_case *batch) {
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        test_aligned_free(batch->records[c]);
    }
}
