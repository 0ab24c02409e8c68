/*
 * ccd_candidates.c: slow bodies that are swept because a fast kinematic body runs into them, or they are deep. Bodies that move along
 * with it are left to their contacts; sleeping bodies outside the swept box stay asleep. Fast bodies are swept anyway,
 * so only slow ones are searched for: they are within a short step of their boxes in the hash.
 *
 * Where there are many more fast bodies than kinematic shapes, and all of these move, the same searches find the fast
 * bodies that may meet them: the others need no query of their own.
 */
#include "world/continuous/ccd_candidates.h"

#include "narrowphase/core_boxes.h"
#include "world/contacts/one_way.h"
#include "world/continuous/obstacle_list.h"
#include "world/continuous/sweep_path.h"
#include "world/continuous/swept_part.h"
#include "world/move_batch.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* A search around a shape of a kinematic body. */
typedef struct candidate_search {
    thud_world *world;
    thud_sweep_list *list;
    int32_t shape;
    bool is_fast;                /* the body may run into slow ones */
    bool is_wide;                /* the hash is searched around more than the path */
    bool has_boxes;              /* the boxes are exact */
    thud_aabb path;              /* a box around the shape's path; before that around more */
    thud_turning_box turning;    /* around the shape; none before that */
    thud_obstacle_motion motion; /* of its body */
    float step;                  /* the longest step of the bodies searched for */
    int32_t near;                /* a shape that moves near the kinematic body */
    int32_t near_left; /* such shapes until they are more than the body's */
} candidate_search;

static int32_t body_of(const thud_world *world, int32_t shape) {
    return world->shapes.records[shape].body;
}

/* Motion in the step of the kinematic body, at the position of another body, relative to that body [m]. */
static float relative_step(const thud_world *world, int32_t kinematic, int32_t body) {
    const thud_body_table *bodies = &world->bodies;
    const thud_displacement *displacement = &bodies->displacements[kinematic];
    thud_vec2 arm = thud_vec2_sub(bodies->previous[body].position, bodies->previous[kinematic].position);
    thud_vec2 carried =
        thud_vec2_add(displacement->translation, thud_vec2_cross_scalar(displacement->rotation, arm));
    thud_vec2 own = thud_vec2_sub(bodies->poses[body].position, bodies->previous[body].position);
    return thud_vec2_distance(carried, own) +
           thud_abs(displacement->rotation) * bodies->sleep_data[body].reach;
}

/* Whether a body is dynamic and does not move along with the kinematic body. */
static bool runs_into(const thud_world *world, int32_t kinematic, int32_t body) {
    uint8_t body_state = world->bodies.states[body];
    bool is_dynamic = body_state == THUD_STATE_AWAKE || body_state == THUD_STATE_ASLEEP;
    return is_dynamic &&
           relative_step(world, kinematic, body) > THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness;
}

/* Whether a search has to list shapes of a body; of slow ones some are not (see is_to_be_listed). */
THUD_INLINE bool may_be_listed(const candidate_search *search, int32_t body) {
    uint8_t swept = search->world->continuous.swept[body];
    return swept != 0 ? (swept & THUD_CLEAR_OF_KINEMATIC) != 0
                      : search->is_fast && runs_into(search->world, search->motion.body, body);
}

/* A box around a box in the axes of a pose. */
static thud_aabb box_around(const thud_aabb *local, const thud_pose *pose) {
    thud_vec2 half = thud_vec2_scale(thud_vec2_sub(local->max, local->min), 0.5f);
    thud_vec2 middle = thud_pose_apply(*pose, thud_vec2_add(local->min, half));
    float c = thud_abs(pose->rotation.c), s = thud_abs(pose->rotation.s);
    thud_vec2 size = {c * half.x + s * half.y, s * half.x + c * half.y};
    return (thud_aabb){thud_vec2_sub(middle, size), thud_vec2_add(middle, size)};
}

/* Makes the boxes of the searched shape. That around the path of one that does not turn is exact already. */
static void make_boxes(candidate_search *search) {
    const thud_world *world = search->world;
    const thud_shape_record *record = &world->shapes.records[search->shape];
    float turn = search->motion.turn;
    thud_aabb local =
        thud_core_box(record->core_class, thud_shape_core(&world->shapes, record), thud_pose_identity());
    thud_turning_box_make(&search->turning, local, turn);
    if (world->bodies.displacements[record->body].rotation != 0.0f) {
        float bulge = thud_arc_bulge(turn, world->bodies.sleep_data[record->body].reach);
        search->path =
            thud_aabb_expand(thud_aabb_union(box_around(&local, &search->motion.pose),
                                             box_around(&local, &world->bodies.poses[record->body])),
                             bulge);
    }
    search->has_boxes = true;
}

/* Begins the search around a shape. Where its body turns little, its boxes are made for the first body that is near its fat box:
 * most shapes have none there. */
static void take_shape(candidate_search *search, int32_t shape) {
    const thud_world *world = search->world;
    const thud_shape_record *record = &world->shapes.records[shape];
    const thud_displacement *step = &world->bodies.displacements[record->body];
    float turned = thud_abs(step->rotation) * world->bodies.sleep_data[record->body].reach;
    search->shape = shape;
    search->is_wide = turned > 0.0f && turned <= world->hash->margin;
    if (turned > world->hash->margin) {
        make_boxes(search);
        return;
    }
    thud_aabb start = thud_hash_fat_boxes(world->hash)[record->proxy.slot];
    thud_aabb end = {thud_vec2_add(start.min, step->translation), thud_vec2_add(start.max, step->translation)};
    search->path = thud_aabb_expand(thud_aabb_union(start, end), turned);
    search->has_boxes = false;
}

/* Whether a shape of a fast body may sink into the searched one by more than a depth, by their outlines. */
THUD_OWN_CODE bool outline_may_sink_in(const candidate_search *search, int32_t shape, int32_t body,
                                       float depth) {
    const thud_world *world = search->world;
    const thud_body_table *bodies = &world->bodies;
    const thud_outline_obstacle obstacle =
        thud_outline_obstacle_of(world, &world->shapes.records[search->shape]);
    thud_outline_motion seen;
    thud_see_displacement(&seen, &search->motion, bodies->previous[body].position,
                          &bodies->displacements[body]);
    thud_swept_outline whole;
    thud_swept_part_make(&whole, world, &world->shapes.records[shape], 0, bodies->previous[body].rotation);
    return thud_swept_outline_may_sink_in(&whole, &seen, &obstacle, depth);
}

/* Whether a shape of a fast body may sink into the searched one on its straight path so deep that it is stopped. Most do not by
 * the disc around their body. */
THUD_INLINE bool may_be_stopped(const candidate_search *search, int32_t shape, int32_t body) {
    const thud_world *world = search->world;
    const thud_sleep_data *sleep_data = &world->bodies.sleep_data[body];
    const thud_shape_record *record = &world->shapes.records[search->shape];
    bool may_sink = record->count > 1 && record->core_class != THUD_CORE_LINK;
    float depth = may_sink ? thud_depth_allowed(&world->def, sleep_data->thickness) : -world->def.slop;
    thud_rot axes = search->motion.pose.rotation;
    thud_vec2 arm = thud_vec2_sub(world->bodies.previous[body].position, search->motion.pose.position);
    thud_vec2 drift = thud_vec2_sub(world->bodies.displacements[body].translation, search->motion.translation);
    return thud_swept_disc_may_meet(sleep_data->reach - depth, &search->turning,
                                    thud_rot_apply_inverse(axes, arm), thud_rot_apply_inverse(axes, drift)) &&
           (!may_sink || outline_may_sink_in(search, shape, body, depth));
}

/* Whether a slow body may be pressed into a static shape. */
static bool may_meet_static(const thud_world *world, int32_t shape) {
    thud_obstacle_maps maps = thud_hash_obstacle_maps(world->hash);
    thud_aabb box = thud_hash_fat_box(world->hash, world->shapes.records[shape].proxy);
    return maps.fixed != NULL &&
           (!maps.complete ||
            thud_occupancy_may_meet(maps.fixed, thud_aabb_expand(box, world->continuous.longest_slow_step)));
}

/* Whether a search has to list a shape: one that the searched shape may stop, of a slow body too, or of one that is awake
 * between that shape and a static one. */
static bool is_to_be_listed(candidate_search *search, int32_t shape) {
    const thud_world *world = search->world;
    int32_t body = body_of(world, shape);
    if (!may_be_listed(search, body)) {
        return false;
    }
    if (!search->has_boxes) {
        make_boxes(search);
    }
    bool may_stop = may_be_stopped(search, shape, body);
    if (world->continuous.swept[body] != 0) {
        return may_stop;
    }
    bool is_asleep = world->bodies.states[body] == THUD_STATE_ASLEEP;
    return !thud_one_way_lets_sweep_pass(world, shape, search->shape, 0.0f) &&
           (may_stop || (!is_asleep && may_meet_static(world, shape)));
}

/* Adds the body of a shape; a listed one is not clear of kinematic shapes. One outside the swept box sleeps on. */
static bool take_if_candidate(thud_proxy_id proxy, uint64_t user, void *context) {
    candidate_search *search = context;
    thud_world *world = search->world;
    int32_t body = body_of(world, (int32_t)user);
    bool is_asleep = world->bodies.states[body] == THUD_STATE_ASLEEP;
    if (!is_to_be_listed(search, (int32_t)user) ||
        ((is_asleep || search->is_wide) &&
         !thud_boxes_overlap(thud_hash_fat_boxes(world->hash)[proxy.slot],
                             thud_aabb_expand(search->path, is_asleep ? 0.0f : search->step)))) {
        return true;
    }
    if (world->continuous.swept[body] != 0) {
        world->continuous.swept[body] &= (uint8_t)~THUD_CLEAR_OF_KINEMATIC;
        return true;
    }
    if (is_asleep) {
        thud_wake_island(world, body);
    }
    world->continuous.swept[body] = THUD_SWEPT;
    search->list->bodies[search->list->count++] = body;
    return true;
}

/* Bodies by coordinate x at the start of the step: in a level few of them are near another body. */
typedef struct bodies_by_x {
    struct body_at {
        float x;
        int32_t body;
    } list[THUD_FEW_EXPOSED];
    int32_t count; /* if there is no room for so many, none is listed */
    float reach;   /* the largest of these bodies */
} bodies_by_x;

static void list_by_x(const thud_world *world, const int32_t *bodies, int32_t count, bodies_by_x *made) {
    made->count = count;
    made->reach = 0.0f;
    for (int32_t i = 0; i < count && count <= THUD_FEW_EXPOSED; i++) {
        int32_t body = bodies[i];
        float x = world->bodies.previous[body].position.x;
        struct body_at *place = &made->list[i];
        for (; place > made->list && place[-1].x > x; place--) {
            place[0] = place[-1];
        }
        *place = (struct body_at){x, body};
        made->reach = thud_max(made->reach, world->bodies.sleep_data[body].reach);
    }
}

/* The number of bodies before a coordinate. */
static int32_t bodies_before(const bodies_by_x *listed, float x) {
    int32_t first = 0, end = listed->count;
    while (first < end) {
        int32_t middle = (first + end) / 2;
        bool is_before = listed->list[middle].x < x;
        first = is_before ? middle + 1 : first;
        end = is_before ? end : middle;
    }
    return first;
}

/* Whether a body, with its reach, may come as near to a listed one as `step` on both axes; of exposed bodies one that it runs into
 * and that is not swept yet. */
static bool is_near_listed(const thud_world *world, const bodies_by_x *listed, int32_t body, float step,
                           bool are_exposed) {
    const thud_body_table *bodies = &world->bodies;
    thud_vec2 position = bodies->previous[body].position;
    float most = bodies->sleep_data[body].reach + step + world->def.slop;
    float first = position.x - most - listed->reach, last = position.x + most + listed->reach;
    for (int32_t i = bodies_before(listed, first); i < listed->count && listed->list[i].x <= last; i++) {
        int32_t other = listed->list[i].body;
        thud_vec2 apart = thud_vec2_sub(bodies->previous[other].position, position);
        float near = most + bodies->sleep_data[other].reach;
        if (thud_abs(apart.x) <= near && thud_abs(apart.y) <= near &&
            (!are_exposed || (!world->continuous.swept[other] && runs_into(world, body, other)))) {
            return true;
        }
    }
    return false;
}

/* Whether a kinematic body may run into slow bodies that have to be swept. These are exposed, or asleep and thin: around
 * most platforms there are none, and the search is skipped unless it is made for fast bodies. A saw turns fast enough to meet
 * any sleeper. */
static bool is_fast_kinematic(const thud_world *world, const bodies_by_x *exposed, int32_t body,
                              float fast_step) {
    const thud_body_table *bodies = &world->bodies;
    float step = thud_kinematic_step(world, body);
    if (bodies->states[body] != THUD_STATE_KINEMATIC_MOVING || step <= world->def.speculative_distance) {
        return false;
    }
    if (fast_step > 0.0f || exposed->count > THUD_FEW_EXPOSED) {
        return true;
    }
    float arm =
        2.0f * bodies->largest_reach + step + world->def.slop; /* see relative_travel in advance_kernel.c */
    float most = step + thud_abs(bodies->displacements[body].rotation) * arm;
    bool meets_sleepers =
        world->counters.sleeping_islands > 0 && most > THUD_FAST_SHARE * bodies->least_thickness;
    return meets_sleepers ||
           (exposed->count > 0 &&
            is_near_listed(world, exposed, body, step + world->continuous.longest_slow_step, true));
}

/* Fast bodies whose step is longer than this share of the mean reach of the kinematic bodies query the hash on their own: they
 * would make all searches wide. */
#define LONG_STEP 0.25f

/* A search for a kinematic shape costs as much as the queries of this many fast bodies. */
enum { SEARCH_COST = 2 };

/* Marks the fast bodies that the searches of all kinematic shapes will find if they may meet one. Returns their longest
 * step; 0 if there are too few of these bodies, or if some kinematic bodies do not move. */
static float mark_fast_bodies(thud_world *world, const thud_sweep_list *list) {
    const thud_body_table *bodies = &world->bodies;
    int32_t shapes = thud_hash_kind_count(world->hash, THUD_PROXY_KINEMATIC);
    if (shapes == 0 || SEARCH_COST * shapes > list->count || bodies->resting_count > 0) {
        return 0.0f;
    }
    float reach = 0.0f;
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        reach += bodies->sleep_data[bodies->moving[i]].reach;
    }
    float most = LONG_STEP * reach / (float)bodies->moving_count, longest = 0.0f;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t body = list->bodies[i];
        float step = thud_longest_step(&bodies->displacements[body], bodies->sleep_data[body].reach);
        bool is_bullet = bodies->bullet_count > 0 && bodies->bodies[body].bullet; /* swept in any case */
        if (step <= most && !is_bullet) {
            world->continuous.swept[body] |= THUD_CLEAR_OF_KINEMATIC;
            longest = thud_max(longest, step);
        }
    }
    return longest;
}

/* With more shapes than this a kinematic body is searched around the shapes that move near it, if these are fewer. */
enum { FEW_SHAPES = 3 };

/* Takes the shape that moves if a shape of the kinematic body may meet it. */
static bool take_at(thud_proxy_id proxy, uint64_t user, void *context) {
    candidate_search *search = context;
    (void)proxy;
    if (body_of(search->world, (int32_t)user) == search->motion.body) {
        thud_proxy_id near = search->world->shapes.records[search->near].proxy;
        take_shape(search, (int32_t)user);
        if (thud_aabb_overlaps(thud_aabb_expand(search->path, search->step),
                               thud_hash_fat_boxes(search->world->hash)[near.slot])) {
            take_if_candidate(near, (uint64_t)search->near, search);
        }
    }
    return true;
}

/* Tests the kinematic body's shapes near a shape that moves. */
static bool search_beside(thud_proxy_id proxy, uint64_t user, void *context) {
    candidate_search *search = context;
    const thud_world *world = search->world;
    if (may_be_listed(search, body_of(world, (int32_t)user))) {
        search->near = (int32_t)user;
        thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC,
                             thud_aabb_expand(thud_hash_fat_boxes(world->hash)[proxy.slot],
                                              search->step + world->continuous.longest_kinematic_step),
                             take_at, search);
    }
    return --search->near_left > 0;
}

/* Adds the candidates near the shapes of a kinematic body; with a `fast_step` above 0 fast bodies too. */
static void search_around(candidate_search *search, int32_t kinematic, float fast_step) {
    const thud_world *world = search->world;
    const thud_shape_record *records = world->shapes.records;
    search->step = thud_max(world->continuous.longest_slow_step, fast_step);
    search->near_left = world->bodies.bodies[kinematic].shape_count;
    thud_obstacle_motion_make(&search->motion, world, kinematic, 0.0f);
    if (search->near_left > FEW_SHAPES) {
        thud_aabb box =
            thud_path_box(world, kinematic, world->bodies.sleep_data[kinematic].reach + search->step);
        thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, box, search_beside, search);
        if (search->near_left > 0) {
            return;
        }
    }
    THUD_EACH_SHAPE(world, kinematic, shape) {
        if (!records[shape].def->sensor) {
            take_shape(search, shape);
            thud_hash_query_kind(world->hash, THUD_PROXY_MOVING, thud_aabb_expand(search->path, search->step),
                                 take_if_candidate, search);
        }
    }
}

/* Removes bodies that are clear of all obstacles. */
static void drop_clear_bodies(thud_world *world, thud_sweep_list *list) {
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t body = list->bodies[i];
        const uint8_t clear = THUD_SWEPT | THUD_CLEAR_OF_STATIC | THUD_CLEAR_OF_KINEMATIC;
        if (world->continuous.swept[body] != clear) {
            list->bodies[kept++] = body;
        } else {
            world->continuous.swept[body] = 0;
        }
    }
    list->count = kept;
}

/* Adds the bodies that are deep in a static or kinematic one, at any speed. */
static void add_deep_bodies(thud_world *world, thud_sweep_list *list) {
    for (int32_t i = 0; i < world->continuous.deep_body_count; i++) {
        int32_t body = world->continuous.deep_bodies[i].body;
        if (world->bodies.states[body] == THUD_STATE_AWAKE) {
            if (!world->continuous.swept[body]) {
                list->bodies[list->count++] = body;
            }
            world->continuous.swept[body] |= THUD_SWEPT | THUD_DEEP;
        }
    }
}

/* Lists the kinematic bodies where all of them move and no map of them is drawn; false: of more a list is no gain. */
static bool list_kinematic(const thud_world *world, const thud_move_batch *moved, bodies_by_x *kinematic) {
    const thud_occupancy *map = moved->obstacles.kinematic;
    const thud_body_table *bodies = &world->bodies;
    if (map == NULL || map->cells_per_metre > 0.0 || bodies->resting_count > 0 ||
        bodies->moving_count > THUD_FEW_EXPOSED) {
        return false;
    }
    list_by_x(world, bodies->moving, bodies->moving_count, kinematic);
    return true;
}

/* Marks the bodies near obstacles, and drops those that sink into none, by their contacts, of those near nothing kinematic. */
static void take_near_bodies(thud_world *world, const thud_move_batch *moved, thud_sweep_list *list) {
    bodies_by_x kinematic;
    bool has_list = list->count > 0 && list_kinematic(world, moved, &kinematic);
    bool contacts_tell = thud_has_all_contacts(world) && thud_hash_has_tight_statics(world->hash);
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t near = list->bodies[i], body = near >> 2; /* see thud_move_batch.near */
        uint8_t bits = (uint8_t)(THUD_SWEPT | (near & 3) * THUD_CLEAR_OF_STATIC);
        if (has_list && !is_near_listed(world, &kinematic, body,
                                        thud_vec2_length(world->bodies.displacements[body].translation) +
                                            world->continuous.longest_kinematic_step,
                                        false)) {
            bits |= THUD_CLEAR_OF_KINEMATIC;
        }
        bool may_be_clear = (bits & THUD_CLEAR_OF_KINEMATIC) != 0 && !world->bodies.bodies[body].bullet;
        if (!may_be_clear || ((bits & THUD_CLEAR_OF_STATIC) == 0 &&
                              (!contacts_tell || !thud_is_clear_by_contacts(world, body)))) {
            world->continuous.swept[body] = bits;
            list->bodies[kept++] = body;
        }
    }
    list->count = kept;
}

void thud_list_ccd_candidates(thud_world *world, const thud_move_batch *moved, thud_sweep_list *list) {
    take_near_bodies(world, moved, list);
    float fast_step = mark_fast_bodies(world, list);
    add_deep_bodies(world, list);
    bodies_by_x exposed;
    list_by_x(world, moved->exposed, moved->exposed_count, &exposed);
    candidate_search search;
    search.world = world;
    search.list = list;
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        int32_t body = world->bodies.moving[i];
        search.is_fast = is_fast_kinematic(world, &exposed, body, fast_step);
        if (search.is_fast || fast_step > 0.0f) {
            search_around(&search, body, fast_step);
        }
    }
    if (fast_step > 0.0f) {
        drop_clear_bodies(world, list);
    }
}
