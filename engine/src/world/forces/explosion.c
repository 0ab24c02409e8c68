/* explosion.c: an impulse away from a point, by distance and exposed length of the shapes. */
#include "world/forces/field.h"

#include "geometry/make.h"
#include "narrowphase/outlines.h"
#include "world/bodies/body_motion.h"
#include "world/check.h"
#include "world/world_state.h"

thud_explosion thud_explosion_defaults(void) {
    return (thud_explosion){
        .radius = 1.0f, .falloff = 2.0f, .impulse_per_length = 10.0f, .filter = thud_query_filter_all()};
}

static bool check_explosion(const thud_world *world, thud_call call, const thud_explosion *explosion) {
    if (!thud_field_check_call(world, call, explosion != NULL, "explosion") ||
        !thud_check_finite_vec2(world, call, "center", explosion->center) ||
        !thud_check_not_negative(world, call, "radius", explosion->radius) ||
        !thud_check_not_negative(world, call, "falloff", explosion->falloff) ||
        !thud_check_finite(world, call, "impulse_per_length", explosion->impulse_per_length)) {
        return false;
    }
    bool reaches = thud_is_finite(explosion->radius + explosion->falloff);
    return reaches || thud_refuse(world, call, THUD_OUT_OF_RANGE, "falloff", (double)explosion->falloff);
}

/* thud_shape_exposed_length for valid arguments. */
static float exposed_length(thud_outline outline, thud_pose pose, thud_vec2 direction) {
    thud_vec2 unit = thud_vec2_normalize(direction);
    if (unit.x == 0.0f && unit.y == 0.0f) {
        return 0.0f;
    }
    thud_vec2 across = thud_rot_apply_inverse(pose.rotation, thud_vec2_perp(unit));
    float low = thud_vec2_dot(across, outline.vertices[0]), high = low;
    for (int i = 1; i < outline.count; i++) {
        float place = thud_vec2_dot(across, outline.vertices[i]);
        low = thud_min(low, place);
        high = thud_max(high, place);
    }
    return high - low + 2.0f * outline.radius;
}

float thud_shape_exposed_length(const thud_shape *shape, thud_pose pose, thud_vec2 direction) {
    bool is_valid =
        thud_shape_is_made(shape) && thud_vec2_is_finite(direction) && thud_rot_is_valid(pose.rotation);
    return is_valid ? exposed_length(thud_outline_of(shape), pose, direction) : 0.0f;
}

/* The length of a circle's chord at a distance from the centre [m]. */
static float chord(float r, float distance) {
    float square = (r - distance) * (r + distance);
    return square > 0.0f ? 2.0f * sqrtf(square) : 0.0f;
}

static float strength_at(const thud_explosion *explosion, float distance) {
    if (distance <= explosion->radius) {
        return 1.0f;
    }
    float beyond = distance - explosion->radius;
    return beyond < explosion->falloff ? 1.0f - beyond / explosion->falloff : 0.0f;
}

/* A point of a shape hit by the blast, and the impulse there. */
typedef struct blast {
    thud_vec2 point, impulse;
} blast;

/* The direction from an explosion within a shape to its centroid. */
THUD_OWN_CODE thud_vec2 direction_within(const thud_explosion *explosion, const thud_shape_record *record,
                                         thud_pose pose) {
    thud_shape shape;
    thud_shape_record_read(record, &shape);
    thud_vec2 centroid = thud_pose_apply(pose, thud_shape_centroid(&shape));
    return thud_vec2_normalize(thud_vec2_sub(centroid, explosion->center));
}

static blast blast_at(const thud_explosion *explosion, const thud_shape_record *record, thud_pose pose) {
    static const thud_vec2 middle = {0.0f, 0.0f};
    thud_outline outline = thud_shape_record_outline(record), center = {1, THUD_MIN_SHAPE_SIZE, &middle};
    thud_distance_result nearest;
    thud_pose at_center = {explosion->center, {1.0f, 0.0f}};
    if (!thud_outlines_distance(center, at_center, outline, pose, &nearest)) {
        return (blast){explosion->center, {0.0f, 0.0f}};
    }
    bool is_apart = nearest.distance > 0.0f;
    thud_vec2 point = is_apart ? nearest.point_b : explosion->center;
    thud_vec2 direction = is_apart ? nearest.normal : direction_within(explosion, record, pose);
    float exposed = thud_min(exposed_length(outline, pose, direction),
                             chord(explosion->radius + explosion->falloff, nearest.distance));
    float size = explosion->impulse_per_length * strength_at(explosion, nearest.distance) * exposed;
    return (blast){point, thud_vec2_scale(direction, size)};
}

static void blast_body(const thud_field *field, int32_t body, const void *context) {
    const thud_explosion *explosion = context;
    thud_vec2 center = field->world->bodies.poses[body].position;
    thud_pose pose = thud_field_pose(field, body);
    thud_vec2 impulse = {0.0f, 0.0f};
    float turn = 0.0f;
    for (int32_t shape = thud_field_next_shape(field, body, THUD_NONE); shape != THUD_NONE;
         shape = thud_field_next_shape(field, body, shape)) {
        blast met = blast_at(explosion, &field->world->shapes.records[shape], pose);
        impulse = thud_vec2_add(impulse, met.impulse);
        turn += thud_vec2_cross(thud_vec2_sub(met.point, center), met.impulse);
    }
    if (impulse.x != 0.0f || impulse.y != 0.0f || turn != 0.0f) {
        (void)thud_body_kick(field->world, body, impulse, turn); /* no effect if the result is out of range */
    }
}

bool thud_world_explode(thud_world *world, const thud_explosion *explosion) {
    const thud_call call = thud_on_world(__func__);
    if (!check_explosion(world, call, explosion)) {
        return false;
    }
    float reach = explosion->radius + explosion->falloff;
    thud_aabb area = thud_aabb_expand((thud_aabb){explosion->center, explosion->center}, reach);
    thud_field field = {world, call, area, explosion->filter, .skips_sleepers = false};
    return thud_field_visit(&field, blast_body, explosion);
}
