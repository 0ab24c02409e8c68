#include "world/continuous/ghost_impacts.h"

#include "world/bodies/placed_shape.h"
#include "world/bodies/shape_parts.h"
#include "world/contacts/contact_filter.h"
#include "world/contacts/contacts.h"
#include "world/contacts/ghosts.h"
#include "world/contacts/one_way.h"
#include "world/contacts/pre_solve.h"
#include "world/continuous/sweep_path.h"
#include "world/world_state.h"

/* A touch, and the test of the shapes near it. */
typedef struct ghost_search {
    const thud_world *world;
    thud_vec2 from; /* the centre of mass of the fast body */
    thud_ghost_test test;
} ghost_search;

void thud_pose_touch(const thud_world *world, const thud_body_path *path, int32_t obstacle, float fraction,
                     thud_pose *center, thud_pose *other_center) {
    int32_t body = path->body;
    *center = thud_pose_along(&world->bodies.poses[body], &world->bodies.displacements[body], fraction);
    *other_center = thud_obstacle_pose(world, obstacle, thud_share_after(path, fraction));
}

/* The search for the neighbours of a touch. */
typedef struct neighbour_search {
    const thud_world *world;
    const thud_body_path *path;
    const thud_touch *touch;
    float share; /* of the step at the touch */
    thud_neighbour_visitor *visitor;
    void *context;
} neighbour_search;

static bool visit_if_stops_too(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    const neighbour_search *search = context;
    const thud_world *world = search->world;
    int32_t mover = search->touch->shape, shape = (int32_t)user;
    if (shape != search->touch->other && thud_shapes_may_collide(world, mover, shape) &&
        !thud_pair_wants_pre_solve(world, mover, shape) &&
        !thud_one_way_lets_sweep_pass(world, mover, shape, search->path->share) &&
        (world->def.filter == NULL || thud_find_contact(world, mover, shape) != THUD_NONE)) {
        thud_pose center = thud_obstacle_pose(world, world->shapes.records[shape].body, search->share);
        search->visitor(search->context, shape, &center);
    }
    return true;
}

void thud_visit_neighbours(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                           thud_aabb box, thud_neighbour_visitor *visitor, void *context) {
    neighbour_search search = {world,   path,   touch, thud_share_after(path, (float)touch->fraction),
                               visitor, context};
    box = thud_aabb_expand(box, world->def.slop + world->continuous.longest_kinematic_step);
    thud_hash_query_kind(world->hash, THUD_PROXY_STATIC, box, visit_if_stops_too, &search);
    thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, box, visit_if_stops_too, &search);
}

static void try_neighbour(void *context, int32_t shape, const thud_pose *center) {
    ghost_search *search = context;
    thud_placed_shape placed = thud_place_shape(search->world, shape, center, search->from);
    thud_ghost_test_try(&search->test, &placed, false);
}

bool thud_turn_touch(const thud_world *world, const thud_body_path *path, thud_touch *touch) {
    touch->turned = false;
    int32_t obstacle = world->shapes.records[touch->other].body;
    if (touch->depth > 0 || touch->undecided || world->bodies.bodies[obstacle].type == THUD_BODY_DYNAMIC) {
        return false;
    }
    ghost_search search = {.world = world};
    thud_pose center, other_center;
    thud_manifold manifold =
        thud_touch_manifold(world, path, touch, (float)touch->fraction, &center, &other_center);
    search.from = center.position;
    thud_meeting *meeting = &search.test.meeting;
    thud_put_shape(world, touch->shape, &center, search.from, &meeting->mover);
    thud_put_shape(world, touch->other, &other_center, search.from, &meeting->surface);
    meeting->normal = thud_vec2_neg(manifold.normal);
    meeting->count = manifold.count;
    if (meeting->count == 0) {
        return false;
    }
    bool second_is_deeper =
        meeting->count == 2 && manifold.points[1].separation < manifold.points[0].separation;
    for (int k = 0; k < meeting->count; k++) {
        thud_vec2 middle = thud_vec2_sub(manifold.points[k].point, search.from);
        meeting->points[second_is_deeper ? 1 - k : k] =
            thud_vec2_mul_add(middle, -0.5f * manifold.points[k].separation, meeting->normal);
    }
    thud_ghost_test_begin(&search.test, world->def.slop);
    thud_vec2 first = meeting->points[0], last = meeting->points[meeting->count - 1];
    thud_aabb box = {thud_vec2_add(search.from, thud_vec2_min(first, last)),
                     thud_vec2_add(search.from, thud_vec2_max(first, last))};
    thud_visit_neighbours(world, path, touch, box, try_neighbour, &search);
    thud_cover cover = thud_ghost_test_end(&search.test);
    /* A tilted edge on the corner of the next tile lies along both tiles: the tile below its deepest end decides. */
    thud_cover_kind kind = cover.kind == THUD_COVER_LEVEL ? search.test.covers[0].kind : cover.kind;
    if (kind >= THUD_COVER_SHARED) {
        touch->turned = true;
        touch->normal = thud_vec2_neg(cover.normal);
    }
    touch->manifold = manifold;
    touch->has_manifold = !touch->turned;
    return touch->turned;
}

/* Corners whose distances along the normal differ by less than this share of the slop count as level. */
#define LEVEL_SHARE 0.1f

/* The manifold of a part of a body's shape along a given normal: its one or two corners farthest along that. */
static thud_manifold corner_manifold(const thud_world *world, int32_t body, const thud_shape *part,
                                     const thud_pose *center, thud_vec2 normal) {
    thud_pose pose = thud_body_origin_pose(&world->bodies, body, center);
    thud_vec2 along = thud_rot_apply_inverse(pose.rotation, normal);
    float farthest = thud_outline_reach(thud_outline_of(part), along);
    thud_manifold manifold = {.normal = normal};
    for (int i = 0; i < part->count && manifold.count < 2; i++) {
        if (thud_vec2_dot(part->vertices[i], along) >= farthest - LEVEL_SHARE * world->def.slop) {
            thud_vec2 vertex = thud_pose_apply(pose, part->vertices[i]);
            manifold.points[manifold.count].feature = (uint16_t)manifold.count;
            manifold.points[manifold.count++].point = thud_vec2_mul_add(vertex, part->radius, normal);
        }
    }
    return manifold;
}

thud_manifold thud_touch_manifold(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                                  float fraction, thud_pose *center, thud_pose *other_center) {
    const thud_shape_record *own = &world->shapes.records[touch->shape];
    const thud_shape_record *other = &world->shapes.records[touch->other];
    thud_pose_touch(world, path, other->body, fraction, center, other_center);
    if (touch->has_manifold) {
        return touch->manifold;
    }
    thud_shape part;
    thud_part_read(own, touch->depth, &part);
    bool has_normal = touch->turned || touch->depth >= THUD_DISC_DEPTH; /* regardless of a link's neighbours */
    return has_normal ? corner_manifold(world, own->body, &part, center, touch->normal)
                      : thud_part_manifold(world, own->body, &part, center, other, other_center);
}
