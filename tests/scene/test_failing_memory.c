/*
 * Every allocation of every scene fails once. A scene is made and stepped while its k-th allocation is refused, for
 * each k: every one of the demos', and of the bench's large scenes twenty spread over all of them. Nothing may crash
 * or leak; a call that is refused for it says so and leaves the hash of the world alone; a step says so; what follows
 * goes on with a world of which all is finite.
 *
 * The linker hands the scenes' calls to the functions __wrap_... below (--wrap, see tests/CMakeLists.txt), which look at the
 * world before and after.
 */
#include "test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "base/array.h"
#include "bench/scenes.h"
#include "scene.h"
#include "thud/thud.h"
#include "reference/aligned.h"

extern const bench_engine bench_thud;

enum {
    most_runs_of_making = TEST_UNLESS_SANITIZED(1000, 30),
    most_runs_of_steps = TEST_UNLESS_SANITIZED(1000, 8),
    most_runs_of_bench = TEST_UNLESS_SANITIZED(20, 1)
};
enum { demo_steps = 8, steps_after = 2, bench_steps = 4 };
static const float dt = 1.0f / 60.0f; /* [s] */

/* ---- memory ---- */

typedef struct ledger {
    int64_t blocks, bytes;
    int64_t calls;
    int64_t refused_call; /* this one is refused, counted from 0; negative: none */
    int64_t refusals;     /* 0 or 1 */
    int told;             /* calls and steps that reported it */
} ledger;

static ledger book;

/* The index of the call of the scene, counted from 1, in which each allocation fell while none was
 * refused. Scenes are deterministic: with allocation k refused, all is the same up to there. So the
 * world is hashed before that one call only. */
static struct {
    int64_t calls;
    int depth; /* calls of the engine to itself are wrapped, too */
    int64_t *call_of_allocation; /* stb_ds array */
} scene_calls;

static void *take(size_t size, size_t alignment, void *context) {
    (void)context;
    if (book.refused_call < 0) {
        arrput(scene_calls.call_of_allocation, scene_calls.depth > 0 ? scene_calls.calls : 0);
    }
    if (book.calls++ == book.refused_call) {
        book.refusals++;
        return NULL;
    }
    book.blocks++;
    book.bytes += (int64_t)size;
    return test_aligned_alloc(alignment, size);
}

static void give_back(void *memory, size_t size, void *context) {
    (void)context;
    book.blocks--;
    book.bytes -= (int64_t)size;
    test_aligned_free(memory);
}

/* ---- calls ---- */

typedef struct moment {
    bool is_known;
    uint64_t hash;
    int64_t refusals;
    thud_world_counters counts;
} moment;

/* Looks at the world where the refused allocation is one of the call that follows. */
static moment before(const thud_world *world) {
    moment now = {.refusals = book.refusals};
    if (scene_calls.depth++ == 0) {
        scene_calls.calls++;
    }
    if (book.refused_call >= 0 && book.refusals == 0 &&
        scene_calls.call_of_allocation[book.refused_call] == scene_calls.calls) {
        now.is_known = true;
        now.hash = thud_world_hash(world);
        now.counts = thud_world_counts(world);
    }
    return now;
}

/* After a call during which memory was refused: either it made do without, or it says why not
 * and nothing has changed. */
static void after(const thud_world *world, const moment *then, bool accepted, const char *call) {
    scene_calls.depth--;
    if (book.refusals == then->refusals || accepted) {
        return;
    }
    thud_world_counters now = thud_world_counts(world);
    book.told++;
    assert_true(then->is_known);
    if (thud_world_refusal(world).status != THUD_OUT_OF_MEMORY) {
        fail_msg("%s lacked memory and says %s", call, thud_status_name(thud_world_refusal(world).status));
    }
    if (thud_world_hash(world) != then->hash || now.bodies != then->counts.bodies ||
        now.shapes != then->counts.shapes || now.joints != then->counts.joints ||
        now.awake_bodies != then->counts.awake_bodies) {
        fail_msg("%s was refused and changed the world", call);
    }
}

/* What the linker calls instead of a function that returns an id, or a bool. */
#define WRAP(result, accepted, call, parameters, arguments)                                                  \
    result __real_thud_##call parameters;                                                                    \
    result __wrap_thud_##call parameters;                                                                    \
    result __wrap_thud_##call parameters {                                                                   \
        moment then = before(world);                                                                         \
        result made = __real_thud_##call arguments;                                                          \
        after(world, &then, accepted, #call);                                                                \
        return made;                                                                                         \
    }
#define WRAP_ID(result, call, parameters, arguments)                                                         \
    WRAP(result, made.generation != 0, call, parameters, arguments)
#define WRAP_BOOL(call, parameters, arguments) WRAP(bool, made, call, parameters, arguments)
#define WRAP_JOINT(kind)                                                                                     \
    WRAP_ID(thud_joint_id, kind##_joint_create, (thud_world * world, const thud_##kind##_joint_def *def),    \
            (world, def))

WRAP_ID(thud_body_id, body_create, (thud_world * world, const thud_body_def *def), (world, def))
WRAP_ID(thud_shape_id, body_add_shape,
        (thud_world * world, thud_body_id body, const thud_shape_def *def, const thud_shape *shape),
        (world, body, def, shape))
WRAP_ID(thud_shape_id, body_add_circle,
        (thud_world * world, thud_body_id body, const thud_shape_def *def, thud_vec2 center, float radius),
        (world, body, def, center, radius))
WRAP_ID(thud_shape_id, body_add_capsule,
        (thud_world * world, thud_body_id body, const thud_shape_def *def, thud_vec2 p1, thud_vec2 p2,
         float radius),
        (world, body, def, p1, p2, radius))
WRAP_ID(thud_shape_id, body_add_segment,
        (thud_world * world, thud_body_id body, const thud_shape_def *def, thud_vec2 p1, thud_vec2 p2),
        (world, body, def, p1, p2))
WRAP_ID(thud_shape_id, body_add_box,
        (thud_world * world, thud_body_id body, const thud_shape_def *def, thud_vec2 half),
        (world, body, def, half))
WRAP_ID(thud_shape_id, body_add_hull,
        (thud_world * world, thud_body_id body, const thud_shape_def *def, const thud_vec2 *points,
         int count),
        (world, body, def, points, count))
WRAP_ID(thud_chain_id, chain_create, (thud_world * world, thud_body_id body, const thud_chain_def *def),
        (world, body, def))
WRAP_JOINT(target)
WRAP_JOINT(revolute)
WRAP_JOINT(distance)
WRAP_JOINT(weld)
WRAP_JOINT(prismatic)
WRAP_JOINT(wheel)
WRAP_JOINT(motor)
WRAP_JOINT(gear)
WRAP_JOINT(pulley)
WRAP_JOINT(ratchet)
WRAP_JOINT(filter)
WRAP_BOOL(body_destroy, (thud_world * world, thud_body_id body), (world, body))
WRAP_BOOL(body_configure, (thud_world * world, thud_body_id body, const thud_body_def *def),
          (world, body, def))
WRAP_BOOL(body_teleport, (thud_world * world, thud_body_id body, thud_vec2 position, float angle),
          (world, body, position, angle))
WRAP_BOOL(body_set_mass, (thud_world * world, thud_body_id body, const thud_mass *mass), (world, body, mass))
WRAP_BOOL(body_apply_force, (thud_world * world, thud_body_id body, thud_vec2 force, thud_vec2 point),
          (world, body, force, point))
WRAP_BOOL(body_apply_force_to_center, (thud_world * world, thud_body_id body, thud_vec2 force),
          (world, body, force))
WRAP_BOOL(body_wake, (thud_world * world, thud_body_id body), (world, body))
WRAP_BOOL(body_sleep, (thud_world * world, thud_body_id body), (world, body))
WRAP_BOOL(body_remove_shape, (thud_world * world, thud_shape_id shape), (world, shape))
WRAP_BOOL(shape_configure, (thud_world * world, thud_shape_id shape, const thud_shape_def *def),
          (world, shape, def))
WRAP_BOOL(shape_set_geometry, (thud_world * world, thud_shape_id shape, const thud_shape *geometry),
          (world, shape, geometry))
WRAP_BOOL(joint_destroy, (thud_world * world, thud_joint_id joint), (world, joint))
WRAP_BOOL(world_explode, (thud_world * world, const thud_explosion *explosion), (world, explosion))
WRAP_BOOL(world_apply_wind, (thud_world * world, const thud_wind *wind, float step), (world, wind, step))
WRAP_BOOL(world_apply_buoyancy, (thud_world * world, const thud_buoyancy *water, float step),
          (world, water, step))
WRAP_BOOL(world_apply_gravity_area, (thud_world * world, const thud_gravity_area *area, float step),
          (world, area, step))

thud_world *__real_thud_world_create(const thud_world_def *def);
thud_world *__wrap_thud_world_create(const thud_world_def *def);
thud_world *__wrap_thud_world_create(const thud_world_def *def) {
    thud_world_def metered = *def;
    metered.hooks.allocate = take;
    metered.hooks.release = give_back;
    int64_t refusals = book.refusals;
    thud_world *world = __real_thud_world_create(&metered);
    assert_true(world != NULL || book.refusals > refusals);
    book.told += world == NULL;
    return world;
}

thud_step_result __real_thud_world_step(thud_world *world, float step);
thud_step_result __wrap_thud_world_step(thud_world *world, float step);
thud_step_result __wrap_thud_world_step(thud_world *world, float step) {
    int64_t refusals = book.refusals;
    thud_step_result result = __real_thud_world_step(world, step);
    bool lacked = book.refusals > refusals;
    if (result.status != THUD_OK && !(result.status == THUD_OUT_OF_MEMORY && lacked)) {
        fail_msg("a step says %s", thud_status_name(result.status));
    }
    assert_int_equal(result.disabled_bodies, 0);
    book.told += result.status != THUD_OK;
    return result;
}

/* ---- scenes ---- */

/* Everything that can be read is finite. */
static void look_at(const thud_world *world) {
    thud_body_id body = {0, 0};
    int bodies = 0;
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        assert_true(thud_pose_is_valid(thud_body_pose(world, body)));
        assert_true(thud_vec2_is_finite(thud_body_velocity(world, body)));
        bodies++;
    }
    assert_int_equal(thud_world_counts(world).bodies, bodies);
}

static void run_demo(const scene_kind *kind, int64_t *calls_to_make) {
    char error[SCENE_ERROR_SIZE] = "";
    scene_options options = scene_options_for(kind);
    options.level = THUD_DEMOS_LEVEL;
    scene_options_set(&options, "count", 30); /* where there are so many of one thing */
    scene_options_set(&options, "base", 8);
    thud_scene *scene = scene_create(&options, error);
    *calls_to_make = book.calls;
    if (scene == NULL) {
        assert_true(book.refusals == 1);
        return;
    }
    bool failed_already = book.refusals > 0; /* then two steps more are enough to see that it goes on */
    for (int i = 0; i < (failed_already ? steps_after : demo_steps); i++) {
        scene_step(scene, dt);
    }
    if (scene->world != NULL) {
        look_at(scene->world);
    }
    scene_destroy(scene);
}

static void run_bench(const bench_scene *kind, int64_t *calls_to_open) {
    bench_world_def def = {
        .gravity = {0.0f, kind->weightless ? 0.0f : -10.0f}, .sleeping = kind->sleeping, .threads = 1};
    bench_record record;
    bench_record_open(&record, &bench_thud, &def); /* ends the program where there is no world */
    *calls_to_open = book.calls;
    kind->build(&record, 0);
    for (int i = 0; i < bench_steps; i++) {
        if (kind->before_step != NULL) {
            kind->before_step(&record, i);
        }
        bench_thud.step(record.world);
    }
    look_at(record.world);
    bench_record_close(&record);
}

static void open_book(int64_t refused_call) {
    book = (ledger){.refused_call = refused_call};
    scene_calls.calls = 0;
    if (refused_call < 0) {
        arrsetlen(scene_calls.call_of_allocation, 0);
    }
}

static void close_book(const char *scene) {
    if (book.blocks != 0 || book.bytes != 0) {
        fail_msg("%s without allocation %d keeps %d blocks, %d bytes", scene, (int)book.refused_call,
                 (int)book.blocks, (int)book.bytes);
    }
    if (book.refused_call >= 0 && book.refusals != 1) {
        fail_msg("%s has no allocation %d", scene, (int)book.refused_call);
    }
}

static void each_allocation_of_a_demo_fails_once(void **state) {
    (void)state;
    int runs = 0, told = 0;
    const scene_kind *kind;
    for (int i = 0; (kind = scene_at(i)) != NULL; i++) {
        int64_t calls_to_make, ignored;
        open_book(-1);
        run_demo(kind, &calls_to_make);
        close_book(kind->name);
        assert_int_equal(book.told, 0);
        int64_t calls = book.calls;
        int64_t stride_making = calls_to_make / most_runs_of_making + 1;
        int64_t stride = (calls - calls_to_make) / most_runs_of_steps + 1;
        for (int64_t k = 0; k < calls; k += k < calls_to_make ? stride_making : stride) {
            open_book(k);
            run_demo(kind, &ignored);
            close_book(kind->name);
            told += book.told;
            runs++;
        }
        printf("%s: %d allocations, %d while it is made\n", kind->name, (int)calls, (int)calls_to_make);
    }
    printf("%d runs, %d calls and steps reported it\n", runs, told);
    assert_true(runs > 400 && told > runs / 2);
}

/* Many rows of the bench measure queries in one and the same world. */
static bool is_built_by_an_earlier(const bench_scene *kind) {
    for (const bench_scene *other = bench_scenes; other != kind; other++) {
        if (other->build == kind->build && other->before_step == kind->before_step &&
            other->sleeping == kind->sleeping && other->weightless == kind->weightless) {
            return true;
        }
    }
    return false;
}

static void allocations_of_bench_scenes_fail_once(void **state) {
    (void)state;
    int runs = 0, told = 0;
    for (const bench_scene *kind = bench_scenes; kind->name != NULL; kind++) {
        int64_t first, ignored;
        if (strstr(kind->name, "k") != NULL && strncmp(kind->name, "pile", 4) == 0) {
            continue; /* 1,000 to 200,000 bodies of what the demo `pile` is, too */
        }
        if (is_built_by_an_earlier(kind)) {
            continue;
        }
        open_book(-1);
        run_bench(kind, &first);
        close_book(kind->name);
        int64_t calls = book.calls;
        int64_t stride = (calls - first) / most_runs_of_bench + 1;
        for (int64_t k = first; k < calls; k += stride) {
            open_book(k);
            run_bench(kind, &ignored);
            close_book(kind->name);
            told += book.told;
            runs++;
        }
        printf("%s: %d allocations\n", kind->name, (int)calls);
    }
    arrfree(scene_calls.call_of_allocation);
    printf("%d runs, %d calls and steps reported it\n", runs, told);
    assert_true(runs > 15 && told > runs / 2);
}

int main(void) {
#if defined(__GLIBC__) /* thousands of worlds come and go: their pages stay, and are not cleared by the kernel each time */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_demo_fails_once),
        cmocka_unit_test(allocations_of_bench_scenes_fail_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
