#include "random_shapes.h"

#include <stdio.h>
#include <stdlib.h>

float test_random_size(test_random *random) {
    static const float decades[] = {0.01f, 0.1f, 1.0f, 10.0f};
    float decade = decades[test_random_int(random, 0, 3)];
    return decade * test_random_float(random, 1.0f, 10.0f);
}

thud_vec2 test_random_vec2(test_random *random, float reach) {
    float x = test_random_float(random, -reach, reach);
    float y = test_random_float(random, -reach, reach);
    return thud_vec2_make(x, y);
}

static thud_rot random_rot(test_random *random) {
    return thud_rot_from_angle(test_random_float(random, -THUD_PI, THUD_PI));
}

thud_vec2 test_random_unit(test_random *random) {
    thud_rot rotation = random_rot(random);
    return thud_vec2_make(rotation.c, rotation.s);
}

thud_pose test_random_pose(test_random *random, float reach) {
    thud_pose pose;
    pose.position = test_random_vec2(random, reach);
    pose.rotation = random_rot(random);
    return pose;
}

static void must_be_ok(thud_status status) {
    if (status != THUD_OK) {
        fprintf(stderr, "random_shapes.c made a shape that was refused: %s\n", thud_status_name(status));
        abort();
    }
}

/* A box, a regular polygon, the hull of a cloud or points on an ellipse; rounded in every other case. */
static thud_shape random_polygon(test_random *random, float size) {
    thud_shape shape;
    float half = 0.5f * size;
    float radius = test_random_int(random, 0, 1) == 0 ? 0.0f : test_random_float(random, 0.01f, 0.3f) * size;
    thud_pose offset = test_random_pose(random, half);
    float flat = test_random_float(random, 0.05f, 1.0f);
    thud_vec2 points[THUD_MAX_VERTICES];
    int count = test_random_int(random, 3, THUD_MAX_VERTICES);
    switch (test_random_int(random, 0, 3)) {
    case 0:
        must_be_ok(thud_offset_box(thud_vec2_make(half, flat * half), radius, offset, &shape));
        return shape;
    case 1:
        must_be_ok(thud_regular_polygon(count, half, &shape));
        return thud_shape_transformed(&shape, offset);
    case 2:
        for (int i = 0; i < count; i++) {
            points[i] = thud_pose_apply(offset, test_random_vec2(random, half));
        }
        break;
    default:
        for (int i = 0; i < count; i++) {
            thud_vec2 unit = test_random_unit(random);
            points[i] = thud_pose_apply(offset, thud_vec2_make(half * unit.x, flat * half * unit.y));
        }
        break;
    }
    /* A cloud may be too thin for a shape: take a box instead. */
    if (thud_hull(points, count, radius, &shape) != THUD_OK) {
        must_be_ok(thud_offset_box(thud_vec2_make(half, flat * half), radius, offset, &shape));
    }
    return shape;
}

thud_shape test_random_shape_of(test_random *random, thud_shape_kind kind, float size) {
    thud_shape shape = {.kind = THUD_SHAPE_NONE};
    thud_vec2 middle = test_random_vec2(random, 0.5f * size);
    thud_vec2 arm = thud_vec2_scale(test_random_unit(random), 0.5f * size);
    switch (kind) {
    case THUD_SHAPE_CIRCLE:
        must_be_ok(thud_circle(middle, 0.5f * size, &shape));
        break;
    case THUD_SHAPE_CAPSULE:
        must_be_ok(thud_capsule(thud_vec2_sub(middle, arm), thud_vec2_add(middle, arm),
                                test_random_float(random, 0.02f, 1.0f) * size, &shape));
        break;
    case THUD_SHAPE_SEGMENT:
        must_be_ok(thud_segment(thud_vec2_sub(middle, arm), thud_vec2_add(middle, arm), &shape));
        break;
    case THUD_SHAPE_POLYGON:
        shape = random_polygon(random, size);
        break;
    case THUD_SHAPE_NONE:
        break;
    }
    return shape;
}

thud_shape test_random_shape(test_random *random, float size) {
    static const thud_shape_kind kinds[] = {THUD_SHAPE_CIRCLE, THUD_SHAPE_CAPSULE, THUD_SHAPE_SEGMENT,
                                            THUD_SHAPE_POLYGON};
    return test_random_shape_of(random, kinds[test_random_int(random, 0, 3)], size);
}

void test_random_star(test_random *random, float size, thud_vec2 *outline, int count) {
    for (int i = 0; i < count; i++) {
        /* A different part of the turn for each point keeps them in order. */
        float angle = 2.0f * THUD_PI * ((float)i + test_random_float(random, 0.0f, 0.8f)) / (float)count;
        float radius = test_random_float(random, 0.25f, 1.0f) * size;
        outline[i] = thud_vec2_make(radius * thud_cos(angle), radius * thud_sin(angle));
    }
}
