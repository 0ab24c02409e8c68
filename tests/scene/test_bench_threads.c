/*
 * The ten scenes of the bench, which have all work that threads share: large islands that are cut into partitions,
 * many small islands, joints, fast bodies, a crowd for the broadphase. The bits are the same for any number of
 * workers. Also runs under the thread sanitizer.
 */
#include "test.h"

#include "bench/scenes.h"

#include "thud/thud.h"

#include <string.h>

enum { step_count = TEST_UNLESS_SANITIZED(25, 3) };

extern const bench_engine bench_thud;

static const int worker_counts[] = {1, 2, 3, 8};
enum { run_count = sizeof worker_counts / sizeof *worker_counts, first_run = TEST_ONE_THREAD ? 0 : 1 };

static uint64_t hash_after_steps(const bench_scene *scene, int workers) {
    bench_world_def def = {.gravity = {0.0f, scene->weightless ? 0.0f : -10.0f},
                           .sleeping = scene->sleeping,
                           .threads = workers};
    bench_record record;
    bench_record_open(&record, &bench_thud, &def);
    scene->build(&record, 0);
    for (int step = 0; step < step_count; step++) {
        if (scene->before_step != NULL) {
            scene->before_step(&record, step);
        }
        bench_thud.step(record.world);
    }
    uint64_t hash = thud_world_hash(record.world);
    bench_record_close(&record);
    return hash;
}

static void every_number_of_threads_gives_the_same_bits_in_each_of_the_ten_scenes(void **state) {
    (void)state;
    int scenes = 0;
    for (const bench_scene *scene = bench_scenes; scene->name != NULL; scene++) {
        if (strcmp(scene->group, "ten") != 0) {
            continue;
        }
        uint64_t expected = hash_after_steps(scene, worker_counts[first_run]);
        for (int i = first_run + 1; i < run_count; i++) {
            uint64_t hash = hash_after_steps(scene, worker_counts[i]);
            if (hash != expected) {
                fail_msg("%s with %d workers: hash %016llx, not %016llx", scene->name, worker_counts[i],
                         (unsigned long long)hash, (unsigned long long)expected);
            }
        }
        scenes++;
    }
    assert_int_equal(scenes, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_threads_gives_the_same_bits_in_each_of_the_ten_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
