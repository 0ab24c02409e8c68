/*
 * The shapes among which a scene's picker chooses.
 */
#include "shape_choice.h"

const char *const shape_choice_names[shape_choice_count] = {
    "circle", "capsule", "segment", "triangle", "box", "pentagon", "hexagon", "octagon", "rounded box",
};

thud_shape shape_choice_make(int choice, float size) {
    thud_shape shape = {0};
    switch (choice) {
    case 0:
        thud_circle((thud_vec2){0, 0}, 0.8f * size, &shape);
        break;
    case 1:
        thud_capsule((thud_vec2){-0.7f * size, 0}, (thud_vec2){0.7f * size, 0}, 0.45f * size, &shape);
        break;
    case 2:
        thud_segment((thud_vec2){-size, 0}, (thud_vec2){size, 0}, &shape);
        break;
    case 3:
        thud_regular_polygon(3, 1.1f * size, &shape);
        break;
    case 4:
        thud_box((thud_vec2){size, 0.65f * size}, 0, &shape);
        break;
    case 5:
        thud_regular_polygon(5, size, &shape);
        break;
    case 6:
        thud_regular_polygon(6, size, &shape);
        break;
    case 7:
        thud_regular_polygon(8, size, &shape);
        break;
    default:
        thud_box((thud_vec2){0.7f * size, 0.4f * size}, 0.25f * size, &shape);
        break;
    }
    return shape;
}
