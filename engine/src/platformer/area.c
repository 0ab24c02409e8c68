/* area.c: characters in ladders, water and wind. */
#include "thud/area.h"

/* The shorter of the two translations along an axis that move a out of b. */
static float way_out(float low_a, float high_a, float low_b, float high_b) {
    float down = low_b - high_a, up = high_b - low_a;
    return -down < up ? down : up;
}

static bool is_box(thud_aabb box) {
    return thud_vec2_is_finite(box.min) && thud_vec2_is_finite(box.max) && box.min.x < box.max.x &&
           box.min.y < box.max.y;
}

/* The visit of a box in one area; `area` is -1 if it is outside, or one of the two is no box. */
static thud_area_visit visit_one(const thud_area *area, int index, thud_aabb box) {
    thud_area_visit none = {.area = -1};
    if (!is_box(box) || !is_box(area->box)) {
        return none;
    }
    thud_vec2 common =
        thud_vec2_sub(thud_vec2_min(box.max, area->box.max), thud_vec2_max(box.min, area->box.min));
    thud_vec2 size = thud_vec2_sub(box.max, box.min);
    float share = common.x * common.y / (size.x * size.y);
    if (!(common.x > 0.0f) || !(common.y > 0.0f) || !(share > 0.0f)) {
        return none;
    }
    float x = way_out(box.min.x, box.max.x, area->box.min.x, area->box.max.x);
    float y = way_out(box.min.y, box.max.y, area->box.min.y, area->box.max.y);
    thud_vec2 middle = thud_aabb_center(box), center = thud_aabb_center(area->box);
    bool is_level = thud_abs(x) < thud_abs(y);
    return (thud_area_visit){.area = index,
                             .share = thud_min(share, 1.0f),
                             .center = thud_aabb_contains_point(area->box, middle),
                             .exit = {is_level ? x : 0.0f, is_level ? 0.0f : y},
                             .above = {center.x - middle.x, area->box.max.y - middle.y}};
}

int thud_areas_visit(const thud_area *areas, int count, thud_aabb box, thud_area_visit *visits,
                     int capacity) {
    int found = 0;
    for (int i = 0; areas != NULL && i < count; i++) {
        thud_area_visit visit = visit_one(&areas[i], i, box);
        if (visit.area >= 0 && visits != NULL && found < capacity) {
            visits[found] = visit;
        }
        found += visit.area >= 0;
    }
    return found;
}

thud_area_visit thud_areas_find(const thud_area *areas, int count, thud_area_kind kind, thud_aabb box) {
    thud_area_visit best = {.area = -1};
    for (int i = 0; areas != NULL && i < count; i++) {
        if (areas[i].kind == kind) {
            thud_area_visit visit = visit_one(&areas[i], i, box);
            best = visit.area >= 0 && visit.share > best.share ? visit : best;
        }
    }
    return best;
}

thud_vec2 thud_area_velocity(const thud_area *area, float share, thud_vec2 velocity, float dt) {
    if (area == NULL || !(area->drag >= 0.0f) || !(share > 0.0f) || !(dt > 0.0f) ||
        !thud_vec2_is_finite(area->flow) || !thud_vec2_is_finite(velocity)) {
        return velocity;
    }
    float kept = 1.0f / (1.0f + thud_min(share, 1.0f) * area->drag * dt);
    thud_vec2 drifting = thud_vec2_sub(velocity, area->flow);
    thud_vec2 result = thud_vec2_mul_add(area->flow, kept, drifting);
    return thud_vec2_is_finite(result) ? result : velocity;
}
