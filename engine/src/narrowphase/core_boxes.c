#include "narrowphase/core_boxes.h"

thud_aabb thud_core_box(thud_core_class core_class, const void *record, thud_pose pose) {
    const thud_core_layout *layout = &thud_core_layouts[core_class];
    const float *x = record, *y = x + layout->vertices;
    float radius = x[layout->radius], c = pose.rotation.c, s = pose.rotation.s;
    thud_vec2 low = {3.0e38f, 3.0e38f}, high = {-3.0e38f, -3.0e38f};
    for (int i = 0; i < layout->vertices; i++) { /* padding repeats a vertex */
        thud_vec2 turned = {c * x[i] - s * y[i], s * x[i] + c * y[i]};
        low = thud_vec2_min(low, turned);
        high = thud_vec2_max(high, turned);
    }
    return (thud_aabb){{pose.position.x + (low.x - radius), pose.position.y + (low.y - radius)},
                       {pose.position.x + (high.x + radius), pose.position.y + (high.y + radius)}};
}
