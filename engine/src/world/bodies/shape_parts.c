#include "world/bodies/shape_parts.h"

#include "geometry/outline.h"
#include "world/world_state.h"

float thud_part_share(int depth) {
    static const float shares[] = {1.0f, 1.0f - THUD_FAST_SHARE, 0.5f, 0.25f, 0.05f, 0.0f};
    return shares[depth];
}

/* The mean of the triangles at vertex 0, weighted by their areas. */
thud_vec2 thud_middle_of(const thud_vec2 *vertices, int count) {
    float area = 0.0f;
    thud_vec2 sum = {0.0f, 0.0f};
    for (int i = 2; i < count && count > 3; i++) {
        thud_vec2 before = thud_vec2_sub(vertices[i - 1], vertices[0]);
        thud_vec2 arm = thud_vec2_sub(vertices[i], vertices[0]);
        float part = thud_vec2_cross(before, arm);
        area += part;
        sum = thud_vec2_mul_add(sum, part, thud_vec2_add(before, arm));
    }
    return area > 0.0f ? thud_vec2_mul_add(vertices[0], 1.0f / (3.0f * area), sum)
                       : thud_mean_of(vertices, count);
}

void thud_part_read(const thud_shape_record *record, int depth, thud_shape *part) {
    thud_shape_record_read(record, part);
    float share = thud_part_share(depth);
    if (depth == 0) {
        return;
    }
    thud_vec2 middle = thud_middle_of(part->vertices, part->count);
    for (int i = 0; i < part->count; i++) {
        part->vertices[i] = thud_vec2_lerp(middle, part->vertices[i], share);
    }
    part->radius = share * part->radius;
    if (depth >= THUD_DISC_DEPTH) {
        part->radius += thud_vec2_distance(middle, part->vertices[0]);
        part->vertices[0] = middle;
        part->kind = THUD_SHAPE_CIRCLE;
        part->count = 1;
    }
}

thud_manifold thud_part_manifold(const thud_world *world, int32_t body, const thud_shape *part,
                                 const thud_pose *center, const thud_shape_record *obstacle,
                                 const thud_pose *obstacle_center) {
    thud_manifold manifold = {0};
    thud_shape other;
    thud_shape_record_read(obstacle, &other);
    thud_pose pose = thud_body_origin_pose(&world->bodies, body, center);
    thud_pose other_pose = thud_body_origin_pose(&world->bodies, obstacle->body, obstacle_center);
    float near = world->def.speculative_distance;
    if (obstacle->core_class == THUD_CORE_LINK) {
        manifold = thud_find_link_manifold(&other, obstacle->ends, other_pose, part, pose, near);
        manifold.normal = thud_vec2_neg(manifold.normal);
    } else {
        manifold = thud_find_valid_manifold(part, pose, &other, other_pose, near);
    }
    return manifold;
}
