/* The boxes around cores: of eight at a time and of one alone, with the same bits. */
#include "test.h"

#include "batch_case.h"
#include "narrowphase/core_boxes.h"
#include "widths.h"

static batch_case cores_and_poses;

/* A shape that is created, or moved by hand, had its box computed in eight lanes, seven of them copies: 420 of
 * the 4,800 instructions of a tile. The box of one core alone takes 100; were its bits others, pairs would
 * depend on how many shapes moved together. */
static void the_box_of_one_core_has_the_bits_of_the_boxes_of_many(void **state) {
    (void)state;
    test_random random = test_random_seed(20261123);
    static int32_t indices[batch_size];
    static thud_aabb boxes[batch_size];
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        thud_core_class core_class = (thud_core_class)c;
        fill_batch(&random, core_class, THUD_CORE_POINT, &cores_and_poses);
        point_at_own_arrays(&cores_and_poses);
        for (int i = 0; i < batch_size; i++) {
            indices[i] = 2 * i;
        }
        const thud_core_box_batch batch = {
            core_class, cores_and_poses.records[c], cores_and_poses.poses, indices, indices, boxes,
            batch_size, true};
        for (int w = 0; w < test_width_count; w++) {
            if (!thud_lanes_available(test_widths[w])) {
                continue;
            }
            THUD_KERNEL_CHOOSE(test_widths[w], thud_core_boxes)(&batch);
            for (int i = 0; i < batch_size; i++) {
                const char *record = (const char *)cores_and_poses.records[c] +
                                     (size_t)indices[i] * thud_core_size(core_class);
                thud_aabb box = thud_core_box(core_class, record, cores_and_poses.poses[indices[i]]);
                assert_memory_equal(&box, &boxes[i], sizeof box);
            }
        }
        free_batch(&cores_and_poses);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_of_one_core_has_the_bits_of_the_boxes_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
