/*
 * continuous.c: continuous collision detection (CCD). After the solver has moved the bodies, fast ones are swept again
 * from their poses at the start of the step, so that nothing tunnels. The files that handle a fast body:
 *
 *     advance_kernel.c    moved by more than THUD_FAST_SHARE of its thickness, and a map has an obstacle near its path
 *     ccd_candidates.c    bodies in the path of a fast kinematic shape join, fast ones clear of all shapes drop out
 *     obstacle_list.c     a body whose path is clear of the boxes of its contacts drops out; for the others the shapes near
 *                         their paths, from contacts or by a query
 *     impact_search.c     the first impact: boxes, then outlines (swept_outline.c), then the time of impact (toi.c)
 *     body_path.c         an impulse there, and the search again from there, until the step is over
 *
 * Static and kinematic bodies stop every fast body. Bullets are swept last: dynamic bodies, which are at the ends
 * of their paths by then, stop them too. A bullet comes as far as the first body that crosses its path, and a fast
 * body carries it along until the step ends.
 *
 * Slow bodies are left to the speculative contacts, and so is a body that would sink in by less than
 * THUD_FAST_SHARE of a shape that has such contacts.
 *
 * No path depends on another one: obstacles rest or move on undisturbed, and bullets do not stop each other. So the
 * first touches of all bodies are searched in parallel, ranges of them at a time. The few bodies that touch anything
 * are swept afterwards, in order: their impulses change other bodies, and their impacts are recorded and call the user.
 *
 * With a filter, and where bullets stop each other, bodies are swept one by one: each search may call the user, or
 * depends on the sweeps before it.
 */
#include "world/continuous/continuous.h"

#include "base/ranges.h"
#include "world/continuous/body_path.h"
#include "world/continuous/bullets.h"
#include "world/continuous/ccd_candidates.h"
#include "world/continuous/touch.h"
#include "world/sleep.h"
#include "world/world_state.h"

enum { BODIES_PER_RANGE = 8 };

/* Bodies whose first touches are searched at a time: enough for all workers, in memory that the next ones reuse. */
enum { BODIES_AT_ONCE = 16 * BODIES_PER_RANGE };

typedef struct first_touch {
    thud_touch touch;
    bool found;
} first_touch;

typedef struct sweep_job {
    thud_world *world;
    float dt;
    const int32_t *swept;
    int32_t count;        /* of swept */
    first_touch *touches; /* by place in swept */
} sweep_job;

/* Searches the first touches of the bodies of a range. */
static void search_range(const thud_range *places, void *context) {
    const sweep_job *job = context;
    for (int32_t place = places->first; place < places->end; place++) {
        first_touch *first = &job->touches[place];
        first->found = thud_look_ahead(job->world, job->swept[place], job->dt, &first->touch);
    }
}

static void search_and_sweep(sweep_job *job) {
    thud_run_ranges(job->world->tasks, search_range, job, job->count, BODIES_PER_RANGE);
    for (int32_t place = 0; place < job->count; place++) {
        const first_touch *first = &job->touches[place];
        int32_t body = job->swept[place];
        if (first->found) {
            thud_sweep_body(job->world, body, job->dt, &first->touch);
        }
    }
}

static void sweep_list(thud_world *world, const thud_sweep_list *list, float dt, bool side_by_side) {
    sweep_job job = {.world = world, .dt = dt};
    if (side_by_side && world->def.filter == NULL && list->count > 0) {
        job.touches = thud_arena_allocate_array(&world->arena, BODIES_AT_ONCE, sizeof *job.touches);
    }
    for (int32_t first = 0; job.touches != NULL && first < list->count; first += BODIES_AT_ONCE) {
        job.swept = list->bodies + first;
        job.count = list->count - first < BODIES_AT_ONCE ? list->count - first : BODIES_AT_ONCE;
        search_and_sweep(&job);
    }
    for (int32_t i = 0; job.touches == NULL && i < list->count; i++) {
        world->continuous.swept[list->bodies[i]] &= THUD_DEEP;
        thud_sweep_body(world, list->bodies[i], dt, NULL);
    }
}

static void take_bullets(const thud_world *world, thud_sweep_list *list, thud_sweep_list *bullets) {
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t body = list->bodies[i];
        if (world->bodies.bodies[body].bullet) {
            bullets->bodies[bullets->count++] = body;
        } else {
            list->bodies[kept++] = body;
        }
    }
    list->count = kept;
}

/* Whether a fast dynamic body may have run into a slow bullet. */
static bool may_be_run_into(const thud_world *world, int32_t bullet) {
    thud_vec2 position = world->bodies.poses[bullet].position;
    float reach = world->bodies.sleep_data[bullet].reach + world->continuous.longest_slow_step;
    thud_aabb box = thud_aabb_expand((thud_aabb){position, position}, reach);
    const thud_crossings *crossings = world->continuous.crossings;
    int32_t i = thud_crossings_next(crossings, box, thud_crossings_start(crossings, box));
    while (i != THUD_NONE && (crossings->list[i].body == bullet || !crossings->list[i].went_far)) {
        i = thud_crossings_next(crossings, box, i + 1);
    }
    return i != THUD_NONE;
}

static void add_bullet(thud_world *world, int32_t bullet, thud_sweep_list *bullets) {
    if (!world->continuous.swept[bullet]) {
        thud_wake_sleeper(world, bullet);
        world->continuous.swept[bullet] = THUD_SWEPT;
        bullets->bodies[bullets->count++] = bullet;
    }
}

/* Adds the bullets that are fast, and slow ones that fast dynamic bodies may have run into. */
static void list_bullets(thud_world *world, const thud_move_batch *moved, thud_sweep_list *bullets) {
    for (int32_t i = 0; i < moved->crossing_count; i++) {
        if (world->bodies.bodies[moved->crossing[i]].bullet) {
            add_bullet(world, moved->crossing[i], bullets);
        }
    }
    int32_t left = world->continuous.crossings->count > 0 ? world->bodies.bullet_count : 0;
    while (left-- > 0) {
        int32_t body = world->bodies.bullets[left];
        uint8_t state = world->bodies.states[body];
        if ((state == THUD_STATE_AWAKE || state == THUD_STATE_ASLEEP) && !world->continuous.swept[body] &&
            may_be_run_into(world, body)) {
            add_bullet(world, body, bullets);
        }
    }
}

thud_status thud_sweep_fast_bodies(thud_world *world, const thud_move_batch *moved, float dt) {
    thud_arena *arena = &world->arena;
    thud_sweep_list list = {moved->near, moved->near_count}, bullets = {NULL, 0};
    world->continuous.swept =
        thud_arena_allocate_array(arena, world->bodies.pool.end, sizeof *world->continuous.swept);
    if (world->bodies.bullet_count > 0) {
        bullets.bodies = thud_arena_allocate_array(arena, world->bodies.bullet_count, sizeof *bullets.bodies);
    }
    if (world->continuous.swept == NULL || (world->bodies.bullet_count > 0 && bullets.bodies == NULL)) {
        return THUD_OUT_OF_MEMORY;
    }
    thud_fill_bytes(world->continuous.swept, 0,
                    (size_t)world->bodies.pool.end * sizeof *world->continuous.swept);
    thud_list_ccd_candidates(world, moved, &list);
    if (world->bodies.bullet_count == 0) {
        sweep_list(world, &list, dt, true);
        return THUD_OK;
    }
    take_bullets(world, &list, &bullets);
    sweep_list(world, &list, dt, true);
    world->continuous.crossings = thud_crossings_make(world, moved, &list);
    if (world->continuous.crossings == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    list_bullets(world, moved, &bullets);
    sweep_list(world, &bullets, dt, !world->def.bullets_hit_bullets);
    world->continuous.crossings = NULL;
    return THUD_OK;
}
