/*
 * ccd_candidates.c: slow bodies that are swept because a fast kinematic body runs into them. Bodies that move along
 * with it are left to their contacts; sleeping bodies outside the swept box stay asleep. Fast bodies are swept anyway,
 * so only slow ones are searched for: they are within a short step of their boxes in the hash.
 *
 * One task per shape of a kinematic body lists the shapes near its path; the caller takes each
 * body once from these lists, in order.
 *
 * Where there are many more fast bodies than kinematic shapes, and all of these move, the same searches find the fast
 * bodies that may meet them: the others need no query of their own.
 */
#include "world/continuous/ccd_candidates.h"

#include "broadphase/spatial_hash.h"
#include "world/bodies/shape_boxes.h"
#include "world/contacts/one_way.h"
#include "world/continuous/body_path.h"
#include "world/continuous/swept_part.h"
#include "world/continuous/sweep_path.h"
#include "world/move_batch.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* Largest list of a search; if there are more, the caller searches again. */
enum { MOST_LISTED = 24 };

/* The candidates of one shape of a fast kinematic body. */
typedef struct candidate_search {
    thud_world *world;
    int32_t shape;
    bool is_fast;                /* it may run into slow bodies */
    bool is_whole;               /* a search around the whole body, for its other shapes too */
    float step;                  /* longest one of the bodies searched for [m] */
    thud_aabb path;               /* a box around the shape's path */
    thud_obstacle_motion motion;  /* of its body */
    thud_aabb found;              /* around the candidates' boxes in the hash */
    int32_t listed[MOST_LISTED]; /* shape slots */
    int32_t count;               /* of candidates, also of those beyond the list */
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

/* Whether a shape's body is dynamic, does not move along with the kinematic body, and is not let
 * through by its shape. */
static bool may_be_candidate(const candidate_search *search, int32_t shape) {
    const thud_world *world = search->world;
    int32_t body = body_of(world, shape);
    uint8_t body_state = world->bodies.states[body];
    bool is_dynamic = body_state == THUD_STATE_AWAKE || body_state == THUD_STATE_ASLEEP;
    return is_dynamic && !world->shapes.records[shape].def->sensor &&
           relative_step(world, body_of(world, search->shape), body) >
               THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness &&
           (search->is_whole || !thud_one_way_lets_sweep_pass(world, shape, search->shape, 0.0f));
}

/* Whether a shape of a fast body may sink into the searched one on its straight path so deep that it is stopped. */
static bool may_be_stopped(const candidate_search *search, int32_t shape) {
    const thud_world *world = search->world;
    const thud_body_table *bodies = &world->bodies;
    const thud_shape_record *record = &world->shapes.records[search->shape];
    int32_t body = body_of(world, shape);
    thud_vec2 from = bodies->previous[body].position;
    float near = bodies->sleep_data[body].reach + world->def.slop;
    thud_aabb box = thud_aabb_expand((thud_aabb){from, from}, near);
    if (!thud_aabb_overlaps(thud_swept_box(box, bodies->displacements[body].translation), search->path)) {
        return false;
    }
    if (record->count == 1) {
        return true;
    }
    const thud_outline_obstacle obstacle = thud_outline_obstacle_of(world, record);
    thud_outline_motion seen;
    thud_see_displacement(&seen, &search->motion, from, &bodies->displacements[body]);
    if (!thud_swept_disc_may_meet(near, &seen, &obstacle)) {
        return false;
    }
    if (record->core_class == THUD_CORE_LINK) {
        return true;
    }
    thud_swept_outline whole;
    thud_swept_part_make(&whole, world, &world->shapes.records[shape], 0, bodies->previous[body].rotation);
    return thud_swept_outline_may_sink_in(&whole, &seen, &obstacle, thud_depth_allowed(world, body));
}

/* Whether a search has to list a shape. */
static bool is_to_be_listed(const candidate_search *search, int32_t shape) {
    int32_t body = body_of(search->world, shape);
    if (search->world->continuous.swept[body] != 0) {
        return (search->world->continuous.swept[body] & THUD_CLEAR_OF_KINEMATIC) != 0 &&
               may_be_stopped(search, shape);
    }
    return search->is_fast && may_be_candidate(search, shape);
}

static bool list_if_candidate(thud_proxy_id proxy, uint64_t user, void *context) {
    candidate_search *search = context;
    if (is_to_be_listed(search, (int32_t)user)) {
        search->found = thud_aabb_union(search->found, thud_hash_fat_box(search->world->hash, proxy));
        if (search->count < MOST_LISTED) {
            search->listed[search->count] = (int32_t)user;
        }
        search->count++;
    }
    return true;
}

/* A box that contains a shape of a kinematic body during the step. A turning shape leaves the boxes at both ends by at
 * most the sagitta of the arc, r (1 - cos(d / 2)) <= r d^2 / 8; for others the box in the hash is translated. */
static thud_aabb kinematic_box(const thud_world *world, int32_t shape) {
    const thud_body_table *bodies = &world->bodies;
    int32_t body = body_of(world, shape);
    float turn = bodies->displacements[body].rotation;
    if (turn == 0.0f) {
        thud_aabb start = thud_hash_fat_box(world->hash, world->shapes.records[shape].proxy);
        thud_vec2 translation = bodies->displacements[body].translation;
        return thud_aabb_union(start,
                               (thud_aabb){thud_vec2_add(start.min, translation), thud_vec2_add(start.max, translation)});
    }
    thud_aabb box = thud_aabb_union(thud_shape_box(world, shape, bodies->previous),
                                    thud_shape_box(world, shape, bodies->poses));
    float rise = thud_min(0.125f * turn * turn, 2.0f) * bodies->sleep_data[body].reach;
    return thud_aabb_expand(box, rise);
}

static void query_path(const candidate_search *search, thud_proxy_visitor *visitor, void *context) {
    const thud_world *world = search->world;
    thud_hash_query_kind(world->hash, THUD_PROXY_MOVING,
                         thud_aabb_expand(search->path, search->step), visitor, context);
}

static void search_candidates(int32_t index, int32_t worker, void *context) {
    (void)worker;
    candidate_search *search = (candidate_search *)context + index;
    search->path = kinematic_box(search->world, search->shape);
    thud_obstacle_motion_make(&search->motion, search->world, body_of(search->world, search->shape), 0.0f);
    query_path(search, list_if_candidate, search);
}

/* Up to this number the exposed bodies are tested one by one for each kinematic body; with more the hash is queried. */
enum { FEW_EXPOSED = 64 };

/* Whether an exposed body may come near a kinematic one. */
static bool is_near_exposed(const thud_world *world, const thud_move_batch *moved, int32_t body, float step) {
    const thud_body_table *bodies = &world->bodies;
    bool is_near = moved->exposed_count > FEW_EXPOSED;
    for (int32_t i = 0; i < moved->exposed_count && !is_near; i++) {
        int32_t other = moved->exposed[i];
        float reach = bodies->sleep_data[body].reach + bodies->sleep_data[other].reach;
        float near = reach + step + world->continuous.longest_slow_step + world->def.slop;
        thud_vec2 apart = thud_vec2_sub(bodies->previous[body].position, bodies->previous[other].position);
        is_near = thud_vec2_length_squared(apart) <= near * near;
    }
    return is_near;
}

/* Whether a kinematic body may run into slow bodies that have to be swept. If it does not turn, these are exposed, or
 * asleep and thin: around most platforms there are none, and the search is skipped. */
static bool is_fast_kinematic(const thud_world *world, const thud_move_batch *moved, int32_t body) {
    float step = thud_kinematic_step(world, body);
    return world->bodies.states[body] == THUD_STATE_KINEMATIC_MOVING &&
           step > world->def.speculative_distance &&
           (world->bodies.displacements[body].rotation != 0.0f ||
            step > THUD_FAST_SHARE * world->bodies.least_thickness ||
            is_near_exposed(world, moved, body, step));
}

/* Fast bodies whose step is longer than this many times the mean query the hash on their own:
 * they would make all searches wide. */
#define LONG_STEP 2.0f

/* A search for a kinematic shape costs as much as the queries of this many fast bodies. */
enum { SEARCH_COST = 2 };

/* Marks the fast bodies that the searches of all kinematic shapes will find if they may meet one. Returns their longest
 * step; 0 if there are too few of these bodies, or if some of the shapes do not move. */
static float mark_fast_bodies(thud_world *world, const thud_move_batch *moved, const thud_sweep_list *list) {
    const thud_body_table *bodies = &world->bodies;
    int32_t shapes = thud_hash_kind_count(world->hash, THUD_PROXY_KINEMATIC);
    if (shapes == 0 || SEARCH_COST * shapes > moved->near_count) {
        return 0.0f;
    }
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        shapes -= bodies->bodies[bodies->moving[i]].shape_count;
    }
    if (shapes != 0) {
        return 0.0f;
    }
    float *steps = thud_arena_allocate_array(&world->arena, moved->near_count, sizeof *steps);
    float sum = 0.0f, longest = 0.0f;
    for (int32_t i = 0; i < moved->near_count && steps != NULL; i++) {
        steps[i] = thud_kinematic_step(world, list->bodies[i]);
        sum += steps[i];
    }
    float most = LONG_STEP * sum / (float)moved->near_count;
    for (int32_t i = 0; i < moved->near_count && steps != NULL; i++) {
        if (steps[i] <= most) {
            world->continuous.swept[list->bodies[i]] |= THUD_CLEAR_OF_KINEMATIC;
            longest = thud_max(longest, steps[i]);
        }
    }
    return longest;
}

/* Lists the kinematic bodies that may run into slow ones, and, if there are fast bodies to find, ~slot of the others
 * that move. Returns their number, and in `shape_count` that of their shapes. */
static int32_t list_searched(const thud_world *world, const thud_move_batch *moved, bool finds_fast, int32_t *searched,
                             int32_t *shape_count) {
    const thud_body_table *bodies = &world->bodies;
    int32_t count = 0;
    *shape_count = 0;
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        int32_t body = bodies->moving[i];
        bool is_fast = is_fast_kinematic(world, moved, body);
        if (is_fast || finds_fast) {
            searched[count++] = is_fast ? body : ~body;
            *shape_count += bodies->bodies[body].shape_count;
        }
    }
    return count;
}

/* A kinematic body of more shapes is searched around as a whole first: on a ship most crates move along. */
enum { FEW_SHAPES = 8 };

static const thud_aabb everywhere = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};

/* A box that overlaps the boxes in the hash of all shapes of a body that may run into slow
 * bodies; empty if there are none. */
static thud_aabb box_of_candidates(thud_world *world, const thud_body *body) {
    const thud_shape_record *records = world->shapes.records;
    candidate_search search;
    search.world = world;
    search.shape = body->first_shape;
    search.is_fast = search.is_whole = true;
    search.count = 0;
    search.path = search.found = thud_empty_box();
    for (int32_t shape = search.shape; shape != THUD_NONE; shape = records[shape].next) {
        search.path = thud_aabb_union(search.path, thud_hash_fat_box(world->hash, records[shape].proxy));
    }
    /* A shape's path leaves its box by at most a step, on an arc by less than another one. */
    search.step =
        2.0f * thud_kinematic_step(world, body_of(world, search.shape)) + world->continuous.longest_slow_step;
    query_path(&search, list_if_candidate, &search);
    return thud_aabb_expand(search.found, search.step);
}

/* Makes the searches, with `fast_step` for fast bodies too; returns their number, -1 when memory runs out. */
static int32_t make_searches(thud_world *world, const thud_move_batch *moved, float fast_step, candidate_search **searches) {
    int32_t *searched = thud_arena_allocate_array(&world->arena, world->bodies.moving_count, sizeof *searched);
    const thud_shape_record *records = world->shapes.records;
    int32_t room = 0, count = 0;
    if (world->bodies.moving_count > 0 && searched == NULL) {
        return -1;
    }
    int32_t body_count = list_searched(world, moved, fast_step > 0.0f, searched, &room);
    *searches = thud_arena_allocate_array(&world->arena, room, sizeof **searches);
    if (room > 0 && *searches == NULL) {
        return -1;
    }
    for (int32_t i = 0; i < body_count; i++) {
        bool is_fast = searched[i] >= 0;
        const thud_body *body = &world->bodies.bodies[is_fast ? searched[i] : ~searched[i]];
        bool is_large = fast_step == 0.0f && body->shape_count > FEW_SHAPES;
        thud_aabb candidates = is_large ? box_of_candidates(world, body) : everywhere;
        for (int32_t shape = body->first_shape; shape != THUD_NONE; shape = records[shape].next) {
            candidate_search *search = &(*searches)[count];
            search->world = world;
            search->shape = shape;
            search->is_fast = is_fast;
            search->is_whole = false;
            search->step = thud_max(world->continuous.longest_slow_step, fast_step);
            search->count = 0;
            count += !records[shape].def->sensor &&
                     thud_aabb_overlaps(thud_hash_fat_box(world->hash, records[shape].proxy), candidates);
        }
    }
    return count;
}

/* Adds the body of a shape unless it is listed already: then it is not clear of kinematic shapes. A sleeping
 * body outside the swept box stays asleep. */
static void take_candidate(const candidate_search *search, int32_t shape, thud_sweep_list *list) {
    thud_world *world = search->world;
    int32_t body = body_of(world, shape);
    if (world->continuous.swept[body] != 0) {
        world->continuous.swept[body] &= (uint8_t)~THUD_CLEAR_OF_KINEMATIC;
        return;
    }
    if (world->bodies.states[body] == THUD_STATE_ASLEEP) {
        if (!thud_aabb_overlaps(thud_hash_fat_box(world->hash, world->shapes.records[shape].proxy), search->path)) {
            return;
        }
        thud_wake_island(world, body);
        world->bodies.displacements[body] = (thud_displacement){0};
    }
    world->continuous.swept[body] = THUD_SWEPT;
    list->bodies[list->count++] = body;
}

typedef struct long_search {
    const candidate_search *search;
    thud_sweep_list *list;
} long_search;

static bool take_if_candidate(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    const long_search *again = context;
    if (is_to_be_listed(again->search, (int32_t)user)) {
        take_candidate(again->search, (int32_t)user, again->list);
    }
    return true;
}

/* Removes bodies that are clear of all obstacles. */
static void drop_clear_bodies(thud_world *world, thud_sweep_list *list) {
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t body = list->bodies[i];
        bool is_clear = (world->continuous.swept[body] & THUD_CLEAR_OF_STATIC) &&
                        (world->continuous.swept[body] & THUD_CLEAR_OF_KINEMATIC);
        if (!is_clear || world->bodies.bodies[body].bullet || thud_turns_too_far(world, body)) {
            list->bodies[kept++] = body;
        } else {
            world->continuous.swept[body] = 0;
        }
    }
    list->count = kept;
}

bool thud_list_ccd_candidates(thud_world *world, const thud_move_batch *moved, thud_sweep_list *list) {
    candidate_search *searches;
    float fast_step = mark_fast_bodies(world, moved, list);
    int32_t count = make_searches(world, moved, fast_step, &searches);
    if (count < 0) {
        return false;
    }
    thud_tasks_run(world->tasks, search_candidates, searches, count);
    for (int32_t i = 0; i < count; i++) {
        const candidate_search *search = &searches[i];
        if (search->count > MOST_LISTED) {
            query_path(search, take_if_candidate, &(long_search){search, list});
        }
        for (int32_t k = 0; k < search->count && search->count <= MOST_LISTED; k++) {
            take_candidate(search, search->listed[k], list);
        }
    }
    if (fast_step > 0.0f) {
        drop_clear_bodies(world, list);
    }
    return true;
}
