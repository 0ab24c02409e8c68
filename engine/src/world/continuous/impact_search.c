#include "world/continuous/impact_search.h"

#include "world/bodies/shape_parts.h"
#include "world/contacts/contact_filter.h"
#include "world/contacts/contacts.h"
#include "world/contacts/one_way.h"
#include "world/contacts/pre_solve.h"
#include "world/continuous/bullets.h"
#include "world/continuous/ghost_impacts.h"
#include "world/continuous/obstacle_list.h"
#include "world/continuous/sweep_path.h"
#include "world/continuous/swept_part.h"
#include "world/world_state.h"

/* Obstacles collected before they are tested. */
enum { CANDIDATE_COUNT = 64 };

/* A shape that may stop the body, a box around it during the step, and the fraction at which the body may reach it. */
typedef struct candidate {
    thud_aabb box;
    float enter;
    int32_t shape;
} candidate;

typedef struct touch_search {
    thud_world *world;
    thud_body_path *path;
    candidate candidates[CANDIDATE_COUNT];
    int32_t candidate_count;
    /* Of the body's shape that is tested; without vertices until they are needed. */
    thud_swept_outline whole, core, disc;
    thud_obstacle_motion obstacle; /* the last one */
    thud_outline_motion seen;      /* the body's motion relative to it */
    thud_aabb middle; /* of a deep body: a box around the middle of the shape that is tested, on its path */
    bool in_ground;   /* that shape, see is_in_ground */
    thud_aabb path_box; /* around the body's only shape on its path, if `has_path_box` */
    bool has_path_box;
    int32_t tried; /* obstacles */
    thud_touch first;
    bool found;
} touch_search;

/* ---- links of chains ---- */

/* The displacement of a point fixed to a body at an arm from its centre of mass. */
static thud_vec2 carried(thud_vec2 translation, float turn, thud_vec2 arm) {
    thud_vec2 turned = thud_rot_apply(thud_rot_from_angle(turn), arm);
    return thud_vec2_add(translation, thud_vec2_sub(turned, arm));
}

/* Penetration of a link up to which the solver resolves it [m]: a slop, for a tiny body at most the depth
 * below which it is not swept, a tenth for a core: one pressed for long would sink so in each step. */
static float least_sinking(const thud_world *world, int32_t body, int depth) {
    float sinking = thud_min(world->def.slop, THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness);
    return depth < THUD_CORE_DEPTH ? sinking : 0.1f * sinking;
}

/* Whether a body sinks in along a manifold's normal after a touch, by the end of the step or at its velocity,
 * or slides. */
static bool sinks_in(const touch_search *search, const thud_touch *touch, const thud_manifold *manifold,
                     const thud_pose *center, const thud_pose *other_center) {
    float fraction = (float)touch->fraction;
    const thud_world *world = search->world;
    int32_t body = search->path->body;
    const thud_displacement *step = &world->bodies.displacements[body];
    float share = thud_share_after(search->path, fraction);
    float turn = (1.0f - fraction) * step->rotation;
    thud_vec2 translation = thud_vec2_scale(step->translation, 1.0f - fraction);
    thud_obstacle_motion other;
    thud_obstacle_motion_make(&other, world, world->shapes.records[touch->other].body, share);
    thud_vec2 end_normal = thud_rot_apply(thud_rot_from_angle(other.turn), manifold->normal);
    float deepest = 0.0f;
    for (int i = 0; i < manifold->count; i++) {
        thud_vec2 arm = thud_vec2_sub(manifold->points[i].point, center->position);
        thud_vec2 other_arm = thud_vec2_sub(manifold->points[i].point, other_center->position);
        thud_vec2 now =
            thud_vec2_sub(thud_vec2_add(translation, thud_vec2_cross_scalar(turn, arm)),
                          thud_vec2_add(other.translation, thud_vec2_cross_scalar(other.turn, other_arm)));
        thud_vec2 in_all =
            thud_vec2_sub(carried(translation, turn, arm), carried(other.translation, other.turn, other_arm));
        deepest = thud_max(deepest,
                           thud_max(thud_vec2_dot(now, manifold->normal), thud_vec2_dot(in_all, end_normal)));
    }
    return deepest > least_sinking(world, body, touch->depth);
}

/* Whether the shapes of a touch block each other along a normal from first to second: one-way ones on their side. */
static bool are_held_along(const touch_search *search, const thud_touch *touch, thud_vec2 normal) {
    const thud_shape_record *own = &search->world->shapes.records[touch->shape];
    const thud_shape_record *other = &search->world->shapes.records[touch->other];
    if (!own->is_one_way && !other->is_one_way) {
        return true;
    }
    thud_pose center, other_center;
    thud_pose_touch(search->world, search->path, other->body, (float)touch->fraction, &center, &other_center);
    return (!own->is_one_way || thud_one_way_faces(own, center.rotation, normal)) &&
           (!other->is_one_way || thud_one_way_faces(other, other_center.rotation, thud_vec2_neg(normal)));
}

/* Whether the body would sink in after a touch, along its manifold's normal. A link stops only such bodies,
 * along a normal that its neighbours allow; others slide past a vertex, or the neighbour stops them. */
static bool sinks_in_after(const touch_search *search, const thud_touch *touch) {
    thud_pose center, other_center;
    thud_manifold manifold = thud_touch_manifold(search->world, search->path, touch, (float)touch->fraction,
                                                 &center, &other_center);
    return (search->world->shapes.records[touch->other].core_class != THUD_CORE_LINK ||
            are_held_along(search, touch, manifold.normal)) &&
           sinks_in(search, touch, &manifold, &center, &other_center);
}

/* How far the middle of a shape moves after a touch towards the front of a link, times the link's length. */
static float moves_to_front(const touch_search *search, const thud_shape_record *link,
                            const thud_touch *touch) {
    const thud_world *world = search->world;
    thud_vec2 path = thud_vec2_sub(link->outline[1], link->outline[0]), seen[2];
    thud_shape middle;
    thud_part_read(&world->shapes.records[touch->shape], touch->depth, &middle);
    for (int i = 0; i < 2; i++) {
        thud_pose center, other_center;
        thud_pose_touch(world, search->path, link->body, i == 0 ? (float)touch->fraction : 1.0f, &center,
                        &other_center);
        thud_pose pose = thud_body_origin_pose(&world->bodies, search->path->body, &center);
        seen[i] = thud_pose_apply_inverse(other_center, thud_pose_apply(pose, middle.vertices[0]));
    }
    return thud_vec2_cross(path, thud_vec2_sub(seen[1], seen[0]));
}

/* Whether a link stops the middle of a shape: not if it comes from behind a one-sided link, nor if it has come from behind
 * the neighbour and passes the vertex on its way to the front. */
static bool link_stops_middle(const touch_search *search, const thud_shape_record *link,
                              const thud_touch *touch) {
    thud_rot rotation = search->world->bodies.poses[link->body].rotation;
    thud_vec2 path = thud_rot_apply(rotation, thud_vec2_sub(link->outline[1], link->outline[0]));
    return !link->ends->one_sided ||
           (thud_vec2_cross(path, touch->normal) < 0.0f && moves_to_front(search, link, touch) < 0.0f);
}

/* ---- obstacles out of reach ---- */

/* The part of a shape at a depth, at the start of the sweep, in `whole`, `core` or `disc` of the search. */
static inline const thud_swept_outline *part_of(const touch_search *search, int32_t shape, int depth,
                                                thud_swept_outline *part) {
    if (part->count == 0) {
        const thud_world *world = search->world;
        thud_swept_part_make(part, world, &world->shapes.records[shape], depth,
                             world->bodies.poses[search->path->body].rotation);
    }
    return part;
}

/* Computes the motion relative to an obstacle if the last one was of another body. */
static inline void see_from(touch_search *search, int32_t obstacle) {
    if (search->obstacle.body != obstacle) {
        const thud_body_table *bodies = &search->world->bodies;
        int32_t body = search->path->body;
        thud_obstacle_motion_make(&search->obstacle, search->world, obstacle, search->path->share);
        thud_see_displacement(&search->seen, &search->obstacle, bodies->poses[body].position,
                              &bodies->displacements[body]);
    }
}

/* Whether a part of a shape may sink into an obstacle by more than `depth` [m]. */
static inline bool may_sink_in(touch_search *search, const thud_swept_outline *part,
                               const thud_shape_record *record, float depth) {
    const thud_outline_obstacle obstacle = thud_outline_obstacle_of(search->world, record);
    see_from(search, record->body);
    return thud_swept_outline_may_sink_in(part, &search->seen, &obstacle, depth);
}

/* How close a part comes that may meet an obstacle [slops]: half the tolerance of a time of impact, as far as a stop is before the
 * obstacle. What slides along it from there does not meet it again. */
#define MEETING_SLOPS 0.05f

bool thud_solver_has_points(const thud_world *world, int32_t shape, int32_t other) {
    int32_t contact = thud_find_contact(world, shape, other);
    return contact != THUD_NONE && world->contacts.features[contact].count > 0 &&
           !(world->contacts.features[contact].flags & THUD_CONTACT_REJECTED);
}

/* Whether the solver holds the body at a link on the same body, mostly of the same chain: then it follows that. */
static bool rides_on_chain(const touch_search *search, const thud_shape_record *link) {
    const thud_world *world = search->world;
    THUD_EACH_CONTACT(world, search->path->body, place) {
        int32_t contact = thud_link_owner(place);
        const thud_contact_record *record = &world->contacts.records[contact];
        int32_t other = thud_link_side(place) == 0 ? record->shape_b : record->shape_a;
        if (world->shapes.records[other].body == link->body && world->contacts.features[contact].count > 0 &&
            world->shapes.records[other].core_class == THUD_CORE_LINK) {
            return true;
        }
    }
    return false;
}

/* Whether an obstacle stops only the middle of the body: of a body that is deep in something one that moves. It presses the body for
 * long, through parts at several depths, and the solver pushes it out on the side of its middle. */
static bool stops_middle_alone(const touch_search *search, const thud_shape_record *obstacle) {
    const thud_world *world = search->world;
    return (world->continuous.swept[search->path->body] & THUD_DEEP) != 0 &&
           world->bodies.states[obstacle->body] == THUD_STATE_KINEMATIC_MOVING &&
           obstacle->core_class != THUD_CORE_LINK;
}

/* A box around the middle of a shape of the body, a disc, on its path. */
static thud_aabb box_of_middle(touch_search *search, int32_t shape) {
    const thud_body_table *bodies = &search->world->bodies;
    const thud_displacement *step = &bodies->displacements[search->path->body];
    const thud_swept_outline *disc = part_of(search, shape, THUD_DISC_DEPTH, &search->disc);
    thud_vec2 from = thud_vec2_add(bodies->poses[search->path->body].position, disc->arms[0]);
    thud_vec2 to = thud_vec2_add(from, step->translation);
    return thud_aabb_expand((thud_aabb){thud_vec2_min(from, to), thud_vec2_max(from, to)},
                            disc->radius + thud_abs(step->rotation) * disc->reach + search->world->def.slop);
}

/* Whether the middle of a shape of the body is in an obstacle at the start: then it has no side to be kept on. */
static bool middle_starts_in(touch_search *search, int32_t shape, const thud_shape_record *obstacle) {
    const thud_swept_outline *disc = part_of(search, shape, THUD_DISC_DEPTH, &search->disc);
    see_from(search, obstacle->body);
    thud_vec2 middle =
        thud_rot_apply_inverse(search->seen.pose.rotation, thud_vec2_add(search->seen.arm, disc->arms[0]));
    thud_vec2 center = search->world->bodies.bodies[obstacle->body].mass.center;
    return thud_outline_contains(thud_shape_record_outline(obstacle), thud_vec2_add(middle, center));
}

/*
 * The depth of the part of the shape that an obstacle stops; THUD_NONE: none.
 *
 * Mostly it is the core: the solver resolves smaller penetrations. But the solver has no points of an obstacle that was
 * too far away at the start of the step, and the core of a crate that lands on a corner is 11 cm above the corner. So a
 * shape that would sink in by more than the speculative distance is stopped as a whole, unless it rides on the same chain:
 * stops at each link that comes took 5 % of the instructions of the bench scene spinner.
 */
static int depth_to_stop(touch_search *search, int32_t shape, int32_t other, const thud_aabb *box) {
    const thud_world *world = search->world;
    const thud_shape_record *obstacle = &world->shapes.records[other];
    float meeting = -MEETING_SLOPS * world->def.slop;
    if (stops_middle_alone(search, obstacle)) {
        return thud_aabb_overlaps(search->middle, *box) && !middle_starts_in(search, shape, obstacle) &&
                       may_sink_in(search, &search->disc, obstacle, meeting)
                   ? THUD_DISC_DEPTH
                   : THUD_NONE;
    }
    if (world->bodies.bodies[obstacle->body].type != THUD_BODY_DYNAMIC) {
        float thickness = world->bodies.sleep_data[search->path->body].thickness;
        /* A circle stops whatever meets it. */
        float allowed = obstacle->count > 1 ? thud_depth_allowed(&world->def, thickness) : meeting;
        if (!may_sink_in(search, part_of(search, shape, 0, &search->whole), obstacle, allowed)) {
            return THUD_NONE; /* nor does the core reach the obstacle */
        }
        if (!thud_solver_has_points(world, shape, other) &&
            (obstacle->core_class != THUD_CORE_LINK || !rides_on_chain(search, obstacle))) {
            return 0;
        }
    }
    return may_sink_in(search, part_of(search, shape, THUD_CORE_DEPTH, &search->core), obstacle, meeting)
               ? THUD_CORE_DEPTH
               : THUD_NONE;
}

/* ---- one obstacle ---- */

/* The fraction at which to stop: slightly early, or rounding might find the shapes in each other at the start of the
 * next sweep, which would then stop at a part farther in alone. A turning obstacle comes by its motion at the body. */
static double stop_before(const touch_search *search, const thud_toi_input *input, const thud_toi_output *met) {
    thud_double2 path = {(double)search->seen.translation.x, (double)search->seen.translation.y};
    double approach = thud_double2_dot(path, met->normal);
    double back = approach > 0.0 ? 0.5 * (double)input->tolerance / approach : 0.0;
    double half = 0.5 * met->fraction;
    return met->fraction - back > half ? met->fraction - back : half;
}

static bool is_first(const touch_search *search, const thud_touch *touch) {
    const thud_touch *first = &search->first;
    return !search->found || touch->fraction < first->fraction ||
           (touch->fraction == first->fraction && touch->other < first->other);
}

/* Whether a body that slides past a hidden edge sinks into another face of that obstacle, as at the foot of a slope: the
 * touch gets the normal of that face. Bodies with joints are left to the next step's solver, which shares their impacts:
 * stopped here, the largest penetration in the bench scene rain was 86 mm, not 50. */
static bool sinks_into_face(const touch_search *search, thud_touch *touch) {
    const thud_world *world = search->world;
    int32_t body = search->path->body;
    if (world->bodies.bodies[body].first_joint != THUD_NONE) {
        return false;
    }
    float thickness = world->bodies.sleep_data[body].thickness;
    float farther = thickness / thud_vec2_length(world->bodies.displacements[body].translation);
    thud_touch later = *touch;
    later.turned = false;
    thud_pose center, other_center;
    thud_manifold manifold = thud_touch_manifold(
        world, search->path, &later, thud_min((float)touch->fraction + farther, 1.0f), &center, &other_center);
    float allowed = thud_depth_allowed(&world->def, thickness);
    for (int i = 0; i < manifold.count; i++) {
        if (manifold.points[i].separation < -allowed) {
            touch->normal = manifold.normal;
            return sinks_in_after(search, touch);
        }
    }
    return false;
}

/* Whether a touch of the part at a depth stops the body. A whole shape slides past a hidden edge, where the touch gets the
 * normal of the face that hides it; its core does not, as it may have no other stop. */
static bool stops(const touch_search *search, const thud_shape_record *obstacle, thud_touch *touch) {
    const thud_world *world = search->world;
    if (obstacle->core_class != THUD_CORE_LINK) {
        return touch->depth > 0 || !is_first(search, touch) || !thud_turn_touch(world, search->path, touch) ||
               sinks_in_after(search, touch) || sinks_into_face(search, touch);
    }
    return touch->depth < THUD_DISC_DEPTH
               ? sinks_in_after(search, touch)
               : link_stops_middle(search, obstacle, touch) && are_held_along(search, touch, touch->normal);
}

/* Whether an obstacle stops a shape of the body, and where, if the part at a depth meets it. A link may
 * release the end that lies on it and yet stop the other end as the body swings, or leave a touch to its
 * neighbour, which leaves it too: then parts farther in are tested as well. If the search for a time of
 * impact ends undecided, there is no touch until then; the body moves that far and the search begins again.
 * Parts farther in must not decide instead: they may have no touch where the whole shape has one. */
static bool find_stop(touch_search *search, const thud_shape_record *record, int least, thud_touch *touch) {
    const thud_shape_record *own = &search->world->shapes.records[touch->shape];
    thud_shape obstacle, first;
    thud_shape_record_read(record, &obstacle);
    thud_part_read(own, least, &first);
    see_from(search, record->body);
    const thud_world *world = search->world;
    const thud_obstacle_motion *other = &search->obstacle;
    int32_t body = search->path->body;
    const thud_displacement *step = &world->bodies.displacements[body];
    thud_toi_input input = {.shape_a = &first,
                            .shape_b = &obstacle,
                            .sweep_a = thud_sweep_make(world, body, &world->bodies.poses[body],
                                                       thud_double2_of(step->translation), step->rotation),
                            .sweep_b = thud_sweep_make(world, other->body, &other->pose,
                                                       thud_double2_of(other->translation), other->turn),
                            .tolerance = 0.1f * world->def.slop};
    thud_toi_output first_met = thud_time_of_impact(&input);
    if (first_met.state == THUD_TOI_NONE) {
        return false;
    }
    bool is_in = first_met.state == THUD_TOI_STARTED_CLOSER;
    int first_depth =
        least < THUD_DISC_DEPTH ? 0 : least; /* the whole may meet the obstacle before its core does */
    for (int depth = is_in ? least + 1 : first_depth; depth < THUD_DEPTH_COUNT; depth++) {
        thud_shape deeper;
        if (depth != least) {
            thud_part_read(own, depth, &deeper);
        }
        input.shape_a = depth == least ? &first : &deeper;
        thud_toi_output met = depth == least ? first_met : thud_time_of_impact(&input);
        if (met.state == THUD_TOI_NONE) {
            return false;
        }
        touch->depth = depth;
        touch->turned = touch->has_manifold = false;
        touch->normal = (thud_vec2){(float)met.normal.x, (float)met.normal.y};
        touch->undecided = met.state == THUD_TOI_UNDECIDED;
        touch->fraction = touch->undecided ? met.fraction : stop_before(search, &input, &met);
        if (touch->undecided) {
            return true;
        }
        if (met.state == THUD_TOI_HIT && stops(search, record, touch)) {
            return record->core_class == THUD_CORE_LINK || are_held_along(search, touch, touch->normal);
        }
    }
    return false;
}

/* Whether the user's filter accepts a pair, once per step; a pair with a contact was accepted when that began. */
static bool filter_accepts(touch_search *search, int32_t shape, int32_t other) {
    thud_world *world = search->world;
    thud_body_path *path = search->path;
    if (world->def.filter == NULL || thud_find_contact(world, shape, other) != THUD_NONE) {
        return true;
    }
    for (int32_t i = 0; i < path->answer_count && i < THUD_FILTER_ANSWERS; i++) {
        if (path->answers[i].shape == shape && path->answers[i].other == other) {
            return path->answers[i].accepted;
        }
    }
    bool accepted = thud_filter_asked(world, shape, other);
    path->answers[path->answer_count++ % THUD_FILTER_ANSWERS] = (thud_filter_answer){shape, other, accepted};
    return accepted;
}

static void try_obstacle(touch_search *search, int32_t shape, int32_t other, int least) {
    thud_touch touch; /* find_stop writes the rest, but the manifold only if `has_manifold` */
    touch.shape = shape;
    touch.other = other;
    search->tried++;
    if (find_stop(search, &search->world->shapes.records[other], least, &touch) && is_first(search, &touch) &&
        filter_accepts(search, shape, other)) {
        search->first = touch;
        search->found = true;
    }
}

/* ---- all obstacles ---- */

/* Whether a dynamic body may stop the bullet of this search. */
static inline bool may_stop(const touch_search *search, int32_t other) {
    const thud_world *world = search->world;
    return other != search->path->body && !search->path->ends_at_dynamic &&
           (world->def.bullets_hit_bullets || !world->bodies.bodies[other].bullet);
}

/* A box that contains the shape on its path, from the fat box of the hash at the start of the step. */
static thud_aabb box_on_the_path(const touch_search *search, const thud_shape_record *record) {
    const thud_world *world = search->world;
    int32_t body = search->path->body;
    const thud_displacement *step = &world->bodies.displacements[body];
    thud_aabb box = thud_hash_fat_boxes(world->hash)[record->proxy.slot];
    thud_vec2 moved = thud_vec2_sub(world->bodies.poses[body].position, world->bodies.previous[body].position);
    thud_vec2 end = thud_vec2_add(moved, step->translation);
    thud_aabb path = {
        thud_vec2_add(box.min, thud_vec2_min(thud_vec2_min(moved, end), (thud_vec2){0.0f, 0.0f})),
        thud_vec2_add(box.max, thud_vec2_max(thud_vec2_max(moved, end), (thud_vec2){0.0f, 0.0f}))};
    float turn = search->path->turned + thud_abs(step->rotation);
    return thud_aabb_expand(path, turn * world->bodies.sleep_data[body].reach + world->def.slop);
}

static void test_pair(touch_search *search, int32_t shape, const candidate *met) {
    thud_world *world = search->world;
    int32_t other = met->shape;
    if (thud_one_is_one_way(world->shapes.records, shape, other) &&
        thud_one_way_lets_sweep_pass(world, shape, other, search->path->share)) {
        return;
    }
    if (search->in_ground && thud_solver_has_points(world, shape, other)) {
        return;
    }
    int least = depth_to_stop(search, shape, other, &met->box);
    if (least != THUD_NONE && thud_shapes_may_collide(world, shape, other) &&
        !thud_pre_solve_lets_pass(world, search->path->first_pass, shape, other)) {
        try_obstacle(search, shape, other, least);
    }
}

/* Whether the middle of a shape of a deep body is in one of the collected obstacles, at rest, that the solver has points of. Then
 * it has no side to be kept on, and all of those are left to the solver: a stop at a hidden face between tiles would keep the
 * body from being pushed out. */
static bool is_in_ground(touch_search *search, int32_t shape) {
    const thud_world *world = search->world;
    for (int32_t i = 0; i < search->candidate_count; i++) {
        int32_t other = search->candidates[i].shape;
        const thud_shape_record *obstacle = &world->shapes.records[other];
        if (thud_boxes_overlap(search->middle, search->candidates[i].box) &&
            thud_obstacle_rests(world, obstacle->body) && middle_starts_in(search, shape, obstacle) &&
            thud_solver_has_points(world, shape, other)) {
            return true;
        }
    }
    return false;
}

/* Tests a shape of the body, on its path in a box, against the candidates that it may reach before the first touch so far. */
static void test_shape(touch_search *search, int32_t shape, thud_aabb box) {
    search->whole.count = search->core.count = search->disc.count = 0;
    search->in_ground = false;
    if ((search->world->continuous.swept[search->path->body] & THUD_DEEP) != 0) {
        search->middle = box_of_middle(search, shape);
        search->in_ground = is_in_ground(search, shape);
    }
    for (int32_t i = 0; i < search->candidate_count; i++) {
        const candidate *other = &search->candidates[i];
        if (search->found && (double)other->enter > search->first.fraction) {
            return;
        }
        if (thud_boxes_overlap(box, other->box)) {
            test_pair(search, shape, other);
        }
    }
}

/* Tests the body's shapes against the collected obstacles. Most shapes of a large body reach none of these; the box of a
 * single shape tells no more than that of the body, by which they were collected. */
static void test_candidates(touch_search *search) {
    const thud_aabb everywhere = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    const thud_world *world = search->world;
    if (search->candidate_count == 0) {
        return;
    }
    bool is_single = world->bodies.bodies[search->path->body].shape_count == 1;
    THUD_EACH_SHAPE(world, search->path->body, shape) {
        test_shape(search, shape,
                   is_single ? everywhere : box_on_the_path(search, &world->shapes.records[shape]));
    }
    search->candidate_count = 0;
}

/* Along an axis: cuts [first, last] to fractions at which a point from `from` by `path` is between two coordinates. */
static inline void cut_interval(float from, float path, float low, float high, float *first, float *last) {
    if (thud_abs(path) < 1.0e-9f) { /* no motion: the point is there always or never */
        *last = from < low || from > high ? -1.0f : *last;
        return;
    }
    float to_low = (low - from) / path, to_high = (high - from) / path;
    *first = thud_max(*first, thud_min(to_low, to_high));
    *last = thud_min(*last, thud_max(to_low, to_high));
}

/* The fraction of its straight path at which the body, at any angle, may reach a box; more than 1 if it does not. */
static float when_at(const touch_search *search, thud_aabb box) {
    const thud_world *world = search->world;
    int32_t body = search->path->body;
    thud_vec2 half = thud_vec2_scale(thud_vec2_sub(box.max, box.min), 0.5f);
    thud_vec2 from = thud_vec2_sub(world->bodies.poses[body].position, thud_vec2_add(box.min, half));
    thud_vec2 path = world->bodies.displacements[body].translation;
    float near = world->bodies.sleep_data[body].reach + world->def.slop;
    float first = 0.0f, last = 1.0f;
    cut_interval(from.x, path.x, -half.x - near, half.x + near, &first, &last);
    cut_interval(from.y, path.y, -half.y - near, half.y + near, &first, &last);
    return first > last ? 2.0f : first;
}

/* Inserts a shape by the fraction at which the body may reach it. */
static void list_shape(touch_search *search, int32_t shape, thud_aabb box) {
    float enter = when_at(search, box);
    if (enter <= 1.0f) {
        candidate *place = &search->candidates[search->candidate_count++];
        while (place > search->candidates &&
               (place[-1].enter > enter || (place[-1].enter == enter && place[-1].shape > shape))) {
            place[0] = place[-1];
            place--;
        }
        *place = (candidate){box, enter, shape};
        if (search->candidate_count == CANDIDATE_COUNT) {
            test_candidates(search);
        }
    }
}

/* Whether the body stays beside a static shape. Circles stop whatever meets them. */
static bool stays_beside(const touch_search *search, const thud_shape_record *obstacle) {
    return search->has_path_box && obstacle->count > 1 && thud_hash_has_tight_statics(search->world->hash) &&
           thud_stays_beside(search->world, search->path->body, &search->path_box, obstacle);
}

/* Lists a shape of the hash, which has the boxes of the step's start. */
static bool list_found(thud_proxy_id proxy, uint64_t user, void *context) {
    touch_search *search = context;
    const thud_world *world = search->world;
    const thud_shape_record *record = &world->shapes.records[user];
    thud_body_type type = world->bodies.bodies[record->body].type;
    float step = 0.0f;
    if (type == THUD_BODY_DYNAMIC) {
        if (world->continuous.crossings->is_listed[record->body] || !may_stop(search, record->body)) {
            return true;
        }
        step = world->continuous.longest_slow_step;
    } else if (type == THUD_BODY_STATIC && stays_beside(search, record)) {
        return true;
    } else if (thud_state_moves(world->bodies.states[record->body])) {
        step = thud_kinematic_step(world, record->body);
    }
    list_shape(search, (int32_t)user, thud_aabb_expand(thud_hash_fat_boxes(world->hash)[proxy.slot], step));
    return true;
}

static void list_crossings(touch_search *search, thud_aabb box) {
    const thud_world *world = search->world;
    const thud_crossings *crossings = world->continuous.crossings;
    int32_t i = thud_crossings_next(crossings, box, thud_crossings_start(crossings, box));
    for (; i != THUD_NONE; i = thud_crossings_next(crossings, box, i + 1)) {
        int32_t body = crossings->list[i].body;
        if (may_stop(search, body)) {
            THUD_EACH_SHAPE(world, body, shape) {
                list_shape(search, shape, crossings->list[i].box);
            }
        }
    }
}

/* Lists the shapes of a kind in a box, unless the path is known to be clear of them. The map of the kind is not asked again:
 * where it was not empty for the body's path it rarely is later. */
static void list_obstacles(touch_search *search, thud_proxy_kind kind, thud_aabb box) {
    uint8_t clear = kind == THUD_PROXY_STATIC ? THUD_CLEAR_OF_STATIC : THUD_CLEAR_OF_KINEMATIC;
    if (search->path->bounces > 0 || (search->world->continuous.swept[search->path->body] & clear) == 0) {
        thud_hash_query_kind(search->world->hash, kind, box, list_found, search);
    }
}

/* Tests all obstacles; dynamic bodies only if the body is a bullet. */
static void test_all(touch_search *search, thud_aabb box) {
    const thud_world *world = search->world;
    search->has_path_box = thud_box_path(world, search->path, &search->path_box);
    uint8_t complete =
        search->has_path_box
            ? thud_visit_contacts_on_path(world, search->path, &search->path_box, list_found, search)
            : 0;
    if ((complete & THUD_CLEAR_OF_STATIC) == 0) {
        list_obstacles(search, THUD_PROXY_STATIC, box);
    }
    if ((complete & THUD_CLEAR_OF_KINEMATIC) == 0 &&
        thud_hash_kind_count(world->hash, THUD_PROXY_KINEMATIC) > 0) {
        list_obstacles(search, THUD_PROXY_KINEMATIC,
                       thud_aabb_expand(box, world->continuous.longest_kinematic_step));
    }
    if (world->continuous.crossings != NULL) {
        list_crossings(search, box);
    }
    if (world->continuous.crossings != NULL && !world->continuous.crossings->complete) {
        thud_aabb wider = thud_aabb_expand(box, world->continuous.longest_slow_step);
        thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, wider, list_found, search);
    }
    test_candidates(search);
}

bool thud_find_touch(thud_world *world, thud_body_path *path, thud_touch *first) {
    touch_search search; /* initialized by field: most searches do not use its half KB of arms */
    search.world = world;
    search.path = path;
    search.candidate_count = 0;
    search.obstacle.body = THUD_NONE;
    search.tried = 0;
    search.found = false;
    thud_vec2 from = world->bodies.poses[path->body].position;
    thud_vec2 to = thud_vec2_add(from, world->bodies.displacements[path->body].translation);
    thud_aabb box = {thud_vec2_min(from, to), thud_vec2_max(from, to)};
    test_all(&search, thud_aabb_expand(box, world->bodies.sleep_data[path->body].reach));
    if (search.found) {
        *first = search.first;
        first->searched = search.tried;
    }
    return search.found;
}
