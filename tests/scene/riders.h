/* riders.h: bodies that slide over ground that must be smooth. */
#pragma once

#include "test.h"

#include "thud/shape.h"

typedef enum rider_kind { BALL, CAPSULE, BOX, TALL_BOX, ROUNDED_BOX, HEXAGON, RIDERS } rider_kind;
static const char *const rider_names[] = {"ball", "capsule", "box", "tall box", "rounded box", "hexagon"};

/* Writes half of its height to `height`. A capsule with locked rotation stands. */
static thud_shape make_rider(rider_kind kind, bool locked, float *height) {
    thud_shape shape;
    thud_vec2 corners[6];
    thud_status status;
    switch (kind) {
    case BALL:
        status = thud_circle(thud_vec2_make(0.0f, 0.0f), *height = 0.3f, &shape);
        break;
    case CAPSULE:
        status = locked ? thud_capsule(thud_vec2_make(0.0f, -0.5f), thud_vec2_make(0.0f, 0.5f), 0.3f, &shape)
                        : thud_capsule(thud_vec2_make(-0.5f, 0.0f), thud_vec2_make(0.5f, 0.0f), 0.3f, &shape);
        *height = locked ? 0.8f : 0.3f;
        break;
    case BOX:
        status = thud_box(thud_vec2_make(0.5f, *height = 0.5f), 0.0f, &shape);
        break;
    case TALL_BOX:
        status = thud_box(thud_vec2_make(0.3f, *height = 0.8f), 0.0f, &shape);
        break;
    case ROUNDED_BOX:
        status = thud_box(thud_vec2_make(0.3f, 0.3f), 0.1f, &shape);
        *height = 0.4f;
        break;
    default:
        for (int i = 0; i < 6; i++) {
            float angle = THUD_PI * (float)i / 3.0f;
            corners[i] = thud_vec2_scale(thud_vec2_make(thud_cos(angle), thud_sin(angle)), 0.4f);
        }
        status = thud_polygon(corners, 6, 0.0f, &shape);
        *height = 0.4f * 0.8660254f;
    }
    assert_int_equal(status, THUD_OK);
    return shape;
}
