/*
 * Manifolds that are kept from step to step: when they are kept, how exact their separations
 * stay, and that no new contact is missed.
 */
#include "test.h"

#include "base/kernel.h"
#include "batch_case.h"
#include "widths.h"

static batch_case first_batch, second_batch;

static void make_case(test_random *random, thud_core_class class_a, thud_core_class class_b) {
    fill_batch(random, class_a, class_b, &first_batch);
    point_at_own_arrays(&first_batch);
    thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
}

/* Moves every body by up to `distance` and turns it by up to `angle`. */
static void stir(test_random *random, thud_pose *poses, float distance, float angle) {
    for (int i = 0; i < 2 * batch_size; i++) {
        poses[i].position = thud_vec2_add(poses[i].position, test_random_vec2(random, distance));
        thud_rot turn = thud_rot_from_angle(test_random_float(random, -angle, angle));
        poses[i].rotation = thud_rot_mul(turn, poses[i].rotation);
    }
}

/* Recycles the contacts of a batch. */
static int32_t recycle(const thud_collide_batch *batch, int32_t *stale, thud_lanes lanes) {
    return THUD_KERNEL_CHOOSE(lanes, thud_recycle)(batch, batch->contacts, batch->count, stale);
}

static void mark_stale(const int32_t *stale, int32_t count, bool is_stale[batch_size]) {
    memset(is_stale, 0, batch_size * sizeof *is_stale);
    for (int32_t i = 0; i < count; i++) {
        is_stale[stale[i]] = true;
    }
}

/* Lets every third contact without a second point slide, so that it is in a group with others that do not. */
static void let_some_slide(batch_case *it) {
    for (int32_t i = 0; i < batch_size; i += 3) {
        thud_contact_manifold *manifold = &it->manifolds[i];
        if (it->features[i].count < 2) {
            manifold->normal = it->features[i].count == 0 ? manifold->gap_axis : manifold->normal;
            manifold->slide_room = (thud_vec2){0.02f, 0.02f};
            it->origins[i].separation[1] = THUD_MAY_SLIDE;
        }
    }
}

static void all_widths_recycle_the_same_contacts_to_the_same_bits(void **state) {
    (void)state;
    test_random random = test_random_seed(50501);
    static int32_t plain[batch_size], wide[batch_size];
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        make_case(&random, (thud_core_class)c,
                  c == THUD_CORE_LINK ? THUD_CORE_POINT : (thud_core_class)(c / 2));
        let_some_slide(&first_batch);
        stir(&random, first_batch.poses, 0.003f, 0.01f);
        batch_case *before = malloc(sizeof *before);
        *before = first_batch;
        int32_t count = recycle(&first_batch.batch, plain, THUD_LANES_SCALAR);
        thud_collide_batch rest = first_batch.batch;
        rest.contacts = plain;
        rest.count = count;
        thud_collide_batch_run(&rest, THUD_LANES_SCALAR);
        assert_true(count > 20 && count < batch_size - 20);
        for (int w = 0; w < test_width_count; w++) {
            if (!thud_lanes_available(test_widths[w])) {
                continue;
            }
            second_batch = *before;
            point_at_own_arrays(&second_batch);
            assert_int_equal(recycle(&second_batch.batch, wide, test_widths[w]), count);
            assert_memory_equal(plain, wide, (size_t)count * sizeof *plain);
            rest = second_batch.batch;
            rest.contacts = wide;
            rest.count = count;
            thud_collide_batch_run(&rest, test_widths[w]);
            assert_memory_equal(first_batch.features, second_batch.features, sizeof first_batch.features);
            assert_memory_equal(first_batch.manifolds, second_batch.manifolds, sizeof first_batch.manifolds);
        }
        free(before);
        free_batch(&first_batch);
    }
}

static void what_has_not_moved_keeps_its_manifold_bit_for_bit(void **state) {
    (void)state;
    test_random random = test_random_seed(50502);
    int32_t stale[batch_size];
    for (int c = 0; c < THUD_CORE_LINK; c++) {
        make_case(&random, (thud_core_class)c, (thud_core_class)c);
        second_batch = first_batch;
        assert_int_equal(recycle(&first_batch.batch, stale, thud_lanes_best()), 0);
        for (int i = 0; i < batch_size; i++) {
            assert_int_equal(first_batch.features[i].recycled, 1);
            assert_int_equal(first_batch.features[i].count, second_batch.features[i].count);
            assert_memory_equal(&first_batch.manifolds[i].normal, &second_batch.manifolds[i].normal,
                                sizeof first_batch.manifolds[i].normal);
            for (int k = 0; k < first_batch.features[i].count; k++) {
                assert_float_equal(first_batch.manifolds[i].separation[k],
                                   second_batch.manifolds[i].separation[k], 1e-6f);
            }
        }
        thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
        for (int i = 0; i < batch_size; i++) {
            assert_int_equal(first_batch.features[i].recycled, first_batch.features[i].count == 0);
        }
        free_batch(&first_batch);
    }
}

/* Recycles the first batch and collides a copy of it, the second one, anew; returns the number of stale contacts. */
static int32_t recycle_beside_new(int32_t *stale, bool *is_stale) {
    int32_t count = recycle(&first_batch.batch, stale, thud_lanes_best());
    mark_stale(stale, count, is_stale);
    second_batch = first_batch;
    point_at_own_arrays(&second_batch);
    thud_collide_batch_run(&second_batch.batch, thud_lanes_best());
    return count;
}

/* Recycles after each of many stirs; returns how many contacts without points were kept. The safety condition: if one is
 * kept, a new manifold has no points either. */
static int keep_apart(test_random *random, float angle) {
    int32_t stale[batch_size];
    bool is_stale[batch_size];
    int kept = 0;
    for (int step = 0; step < 40; step++) {
        stir(random, first_batch.poses, step % 2 == 0 ? 0.02f : 0.1f, step % 2 == 0 ? 0.1f * angle : angle);
        int32_t count = recycle_beside_new(stale, is_stale);
        for (int i = 0; i < batch_size; i++) {
            if (!is_stale[i] && first_batch.features[i].count == 0) {
                assert_int_equal(second_batch.features[i].count, 0);
                kept++;
            }
        }
        thud_collide_batch rest = first_batch.batch;
        rest.contacts = stale;
        rest.count = count;
        thud_collide_batch_run(&rest, thud_lanes_best());
    }
    return kept;
}

static void nothing_comes_near_unseen(void **state) {
    (void)state;
    uint64_t seed = 50503;
    printf("seed %d\n", (int)seed);
    test_random random = test_random_seed(seed);
    int kept = 0, kept_links = 0;
    for (int c = 0; c < THUD_CORE_LINK; c++) {
        make_case(&random, (thud_core_class)c, (thud_core_class)(c / 2));
        kept += keep_apart(&random, 0.04f);
        free_batch(&first_batch);
    }
    for (int c = 0; c < THUD_CORE_LINK; c++) {
        make_case(&random, THUD_CORE_LINK, (thud_core_class)c);
        kept_links += keep_apart(&random, 0.04f);
        free_batch(&first_batch);
    }
    assert_true(kept > 1000);
    assert_true(kept_links > 1000);
}

/* A circle about its centre of mass keeps its gap, however far it rolls. */
static void a_circle_rolls_without_a_new_manifold_where_it_does_not_touch(void **state) {
    (void)state;
    test_random random = test_random_seed(50508);
    make_case(&random, THUD_CORE_LINK, THUD_CORE_POINT);
    int32_t stale[batch_size];
    bool is_stale[batch_size];
    for (int i = 0; i < batch_size; i++) {
        float *circle = (float *)first_batch.records[THUD_CORE_POINT] + 4 * (2 * i + 1);
        circle[0] = circle[1] = 0.0f;
        circle[3] = circle[2];
    }
    thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
    for (int i = 0; i < batch_size; i++) {
        thud_pose *pose = &first_batch.poses[2 * i + 1];
        pose->rotation =
            thud_rot_mul(thud_rot_from_angle(test_random_float(&random, -3.0f, 3.0f)), pose->rotation);
    }
    mark_stale(stale, recycle(&first_batch.batch, stale, thud_lanes_best()), is_stale);
    int kept = 0;
    for (int i = 0; i < batch_size; i++) {
        bool is_far = first_batch.features[i].count == 0 && first_batch.origins[i].leeway > 0.0f;
        assert_true(!is_far || !is_stale[i]);
        kept += is_far;
    }
    assert_true(kept > 100);
    keep_apart(&random, 0.04f);
    free_batch(&first_batch);
}

/* Along the normal the separation follows the bodies exactly; for motion along the contact and rotation, the
 * error is at most the permitted motion. */
static void kept_separations_are_those_of_a_new_manifold(void **state) {
    (void)state;
    test_random random = test_random_seed(50504);
    int32_t stale[batch_size];
    bool is_stale[batch_size];
    int compared = 0;
    for (int c = 1; c < THUD_CORE_LINK; c++) {
        make_case(&random, (thud_core_class)c, (thud_core_class)(c / 2));
        stir(&random, first_batch.poses, 0.001f, 0.001f);
        recycle_beside_new(stale, is_stale);
        for (int i = 0; i < batch_size; i++) {
            if (is_stale[i] || first_batch.features[i].count == 0 || second_batch.features[i].count == 0) {
                continue;
            }
            assert_float_equal(first_batch.features[i].nearest, second_batch.features[i].nearest, 0.005f);
            compared++;
        }
        free_batch(&first_batch);
    }
    assert_true(compared > 300);
}

/* Rotates both bodies of all contacts alike, about the first one. */
static void turn_pairs(thud_pose *poses, float angle) {
    thud_rot turn = thud_rot_from_angle(angle);
    for (int i = 0; i < batch_size; i++) {
        thud_vec2 between = thud_vec2_sub(poses[2 * i + 1].position, poses[2 * i].position);
        poses[2 * i + 1].position = thud_vec2_add(poses[2 * i].position, thud_rot_apply(turn, between));
        poses[2 * i].rotation = thud_rot_mul(turn, poses[2 * i].rotation);
        poses[2 * i + 1].rotation = thud_rot_mul(turn, poses[2 * i + 1].rotation);
    }
}

/* A normal rotates with both bodies; a gap does not care. */
static void a_turn_of_two_degrees_or_a_way_of_a_centimetre_is_too_much(void **state) {
    (void)state;
    test_random random = test_random_seed(50505);
    int32_t stale[batch_size];
    make_case(&random, THUD_CORE_4, THUD_CORE_4);
    thud_pose *poses = first_batch.poses;
    int32_t touching = 0;
    for (int i = 0; i < batch_size; i++) {
        touching += first_batch.features[i].count > 0;
        poses[2 * i].position.x += 0.011f;
    }
    assert_true(touching > 100);
    assert_true(recycle(&first_batch.batch, stale, thud_lanes_best()) >= touching);
    thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
    touching = 0;
    for (int i = 0; i < batch_size; i++) {
        touching += first_batch.features[i].count > 0;
    }
    turn_pairs(poses, 0.035f);
    int32_t count = recycle(&first_batch.batch, stale, thud_lanes_best());
    assert_int_equal(count, touching);
    for (int32_t i = 0; i < count; i++) {
        assert_true(first_batch.features[stale[i]].count > 0);
    }
    turn_pairs(poses, 0.11f); /* 8.3 degrees in all */
    assert_int_equal(recycle(&first_batch.batch, stale, thud_lanes_best()), batch_size);
    free_batch(&first_batch);
}

/* The faces of a moving kinematic body keep their normal for a turn of 0.2 degrees at most; those of other bodies, and gaps,
 * whichever body of the pair is kinematic, for 2 degrees. */
static void a_kinematic_body_that_turns_makes_new_manifolds(void **state) {
    (void)state;
    enum { OTHER = 3, KINEMATIC = 5 };
    test_random random = test_random_seed(50510);
    static uint8_t states[2 * batch_size];
    int32_t stale[batch_size];
    bool is_stale[batch_size], is_stale_too[batch_size];
    make_case(&random, THUD_CORE_4, THUD_CORE_4);
    for (int c = 0; c < 8; c++) {
        int turning = c & 1, kinematic = c >> 1 & 1;
        bool is_wide = c >= 4;
        second_batch = first_batch;
        point_at_own_arrays(&second_batch);
        for (int i = 0; i < batch_size; i++) {
            thud_pose *pose = &second_batch.poses[2 * i + turning];
            pose->rotation = thud_rot_mul(thud_rot_from_angle(is_wide ? 0.004f : 0.003f), pose->rotation);
            states[2 * i + kinematic] = KINEMATIC;
            states[2 * i + 1 - kinematic] = OTHER;
        }
        mark_stale(stale, recycle(&second_batch.batch, stale, thud_lanes_best()), is_stale);
        second_batch.batch.states = states;
        second_batch.batch.kinematic_state = KINEMATIC;
        mark_stale(stale, recycle(&second_batch.batch, stale, thud_lanes_best()), is_stale_too);
        int renewed = 0, touching = 0;
        for (int i = 0; i < batch_size; i++) {
            bool touches = first_batch.features[i].count > 0;
            bool is_renewed = touches && is_wide && turning == kinematic;
            assert_int_equal(is_stale_too[i], is_stale[i] || is_renewed);
            renewed += is_renewed && !is_stale[i];
            touching += touches;
        }
        assert_true(touching > 100 && (renewed > 10 || !is_wide || turning != kinematic));
    }
    free_batch(&first_batch);
}

/* Moves b; returns true if the manifold is kept. */
static bool is_kept_after_moving(int32_t contact, thud_vec2 translation, float press_factor) {
    second_batch = first_batch;
    point_at_own_arrays(&second_batch);
    second_batch.batch.press_factor = press_factor;
    thud_pose *pose = &second_batch.poses[second_batch.pairs[contact].body_b];
    pose->position = thud_vec2_add(pose->position, translation);
    int32_t stale[batch_size];
    bool is_stale[batch_size];
    mark_stale(stale, recycle(&second_batch.batch, stale, thud_lanes_best()), is_stale);
    return !is_stale[contact];
}

/* Shapes that are apart stay so however far they part or pass each other; while they approach, until they are near. */
static void a_gap_is_measured_along_its_axis(void **state) {
    (void)state;
    test_random random = test_random_seed(50507);
    make_case(&random, THUD_CORE_4, THUD_CORE_SEGMENT);
    int gaps = 0;
    for (int32_t i = 0; i < batch_size; i++) {
        float leeway = first_batch.origins[i].leeway;
        if (first_batch.features[i].count == 0 && leeway > 0.001f) {
            thud_vec2 axis = first_batch.manifolds[i].gap_axis;
            assert_float_equal(thud_vec2_length(axis), 1.0f, 1e-5f);
            assert_true(is_kept_after_moving(i, thud_vec2_scale(axis, 10.0f * leeway), 1.0f));
            assert_true(is_kept_after_moving(i, thud_vec2_scale(thud_vec2_perp(axis), 10.0f * leeway), 1.0f));
            assert_true(is_kept_after_moving(i, thud_vec2_scale(axis, -0.99f * leeway), 1.0f));
            assert_false(is_kept_after_moving(i, thud_vec2_scale(axis, -1.01f * leeway), 1.0f));
            gaps++;
        }
    }
    assert_true(gaps > 20);
    free_batch(&first_batch);
}

/* Moves b along a touching contact's normal by `along` and across it by `across`; returns true
 * if the manifold is kept. */
static bool is_kept_after(int32_t contact, float along, float across, float press_factor) {
    thud_vec2 normal = first_batch.manifolds[contact].normal;
    return is_kept_after_moving(
        contact, thud_vec2_add(thud_vec2_scale(normal, along), thud_vec2_scale(thud_vec2_perp(normal), across)),
        press_factor);
}

/* Deeper pressing changes separations, not the points of faces; when a sinking stack got new
 * manifolds, its lean went into their arms. */
static void two_faces_may_press_farther_than_they_slide_or_part(void **state) {
    (void)state;
    test_random random = test_random_seed(50506);
    make_case(&random, THUD_CORE_4, THUD_CORE_4);
    int faces = 0, single = 0;
    for (int32_t i = 0; i < batch_size; i++) {
        float leeway = first_batch.origins[i].leeway;
        if (first_batch.features[i].count == 2) {
            assert_true(is_kept_after(i, -3.0f * leeway, 0.0f, 4.0f));
            assert_false(is_kept_after(i, -3.0f * leeway, 0.0f, 1.0f));
            assert_false(is_kept_after(i, -5.0f * leeway, 0.0f, 4.0f));
            assert_false(is_kept_after(i, 0.0f, 1.1f * leeway, 4.0f));
            assert_false(is_kept_after(i, 1.1f * leeway, 0.0f, 4.0f));
            faces++;
        } else if (first_batch.features[i].count == 1) {
            assert_false(is_kept_after(i, -1.1f * leeway, 0.0f, 4.0f));
            single++;
        }
    }
    assert_true(faces > 20 && single > 20);
    free_batch(&first_batch);
}

/* A contact without points may slide, too: then its room is no axis of a gap. */
static void a_contact_without_points_slides_along_the_face_of_its_normal(void **state) {
    (void)state;
    test_random random = test_random_seed(50509);
    const float room = 0.02f, way = 0.015f, too_far = 0.021f, leeway = 0.0004f;
    make_case(&random, THUD_CORE_4, THUD_CORE_SEGMENT);
    int slid = 0;
    for (int32_t i = 0; i < batch_size; i++) {
        if (first_batch.features[i].count != 0 || first_batch.origins[i].leeway < 0.001f) {
            continue;
        }
        first_batch.manifolds[i].normal = first_batch.manifolds[i].gap_axis;
        first_batch.manifolds[i].slide_room = (thud_vec2){room, room};
        first_batch.origins[i].separation[1] = THUD_MAY_SLIDE;
        first_batch.origins[i].leeway = leeway;
        assert_false(is_kept_after(i, 0.0f, too_far, 1.0f));
        assert_false(is_kept_after(i, 0.0f, -too_far, 1.0f));
        assert_false(is_kept_after(i, 1.1f * leeway, way, 1.0f));
        assert_false(is_kept_after(i, 10.0f * leeway, 0.0f, 1.0f));
        assert_true(is_kept_after(i, -0.5f * leeway, -way, 1.0f));
        assert_float_equal(second_batch.manifolds[i].slide_room.x, room - way, 1e-5f);
        assert_float_equal(second_batch.manifolds[i].slide_room.y, room + way, 1e-5f);
        assert_int_equal(second_batch.features[i].count, 0);
        assert_true(second_batch.features[i].nearest >= THUD_NO_POINT);
        slid++;
    }
    assert_true(slid > 20);
    free_batch(&first_batch);
}

/* A circle that slides along a face has the manifold that a new collision gives, as far as it may slide. */
static void a_point_slides_along_its_face(void **state) {
    (void)state;
    test_random random = test_random_seed(50508);
    const float room = 0.02f, way = 0.015f, too_far = 0.021f;
    make_case(&random, THUD_CORE_4, THUD_CORE_POINT);
    int slid = 0;
    for (int32_t i = 0; i < batch_size; i++) {
        if (first_batch.features[i].count != 1) {
            continue;
        }
        thud_vec2 normal = first_batch.manifolds[i].normal;
        assert_false(is_kept_after(i, 0.0f, way, 1.0f));
        first_batch.manifolds[i].slide_room = (thud_vec2){room, room};
        first_batch.origins[i].separation[1] = THUD_MAY_SLIDE;
        assert_false(is_kept_after(i, 0.0f, too_far, 1.0f));
        assert_false(is_kept_after(i, 0.0f, -too_far, 1.0f));
        assert_false(is_kept_after(i, 1.1f * first_batch.origins[i].leeway, way, 1.0f));
        assert_true(is_kept_after(i, 0.5f * first_batch.origins[i].leeway, -way, 1.0f));
        thud_contact_manifold kept = second_batch.manifolds[i];
        float nearest = second_batch.features[i].nearest;
        assert_float_equal(kept.slide_room.x, room - way, 1e-5f);
        assert_float_equal(kept.slide_room.y, room + way, 1e-5f);
        thud_collide_batch_run(&second_batch.batch, thud_lanes_best());
        const thud_contact_manifold *made = &second_batch.manifolds[i];
        if (second_batch.features[i].count == 1 && thud_vec2_dot(made->normal, normal) > 1.0f - 1e-6f) { /* no corner */
            assert_true(thud_vec2_distance(made->arm_a[0], kept.arm_a[0]) < 0.003f); /* it is halfway in the gap */
            assert_true(thud_abs(thud_vec2_cross(thud_vec2_sub(made->arm_a[0], kept.arm_a[0]), normal)) < 1e-4f);
            assert_float_equal(made->separation[0], kept.separation[0], 1e-4f);
            assert_float_equal(second_batch.features[i].nearest, nearest, 1e-4f);
            slid++;
        }
    }
    assert_true(slid > 20);
    free_batch(&first_batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_widths_recycle_the_same_contacts_to_the_same_bits),
        cmocka_unit_test(what_has_not_moved_keeps_its_manifold_bit_for_bit),
        cmocka_unit_test(nothing_comes_near_unseen),
        cmocka_unit_test(a_circle_rolls_without_a_new_manifold_where_it_does_not_touch),
        cmocka_unit_test(kept_separations_are_those_of_a_new_manifold),
        cmocka_unit_test(a_turn_of_two_degrees_or_a_way_of_a_centimetre_is_too_much),
        cmocka_unit_test(a_kinematic_body_that_turns_makes_new_manifolds),
        cmocka_unit_test(a_gap_is_measured_along_its_axis),
        cmocka_unit_test(a_contact_without_points_slides_along_the_face_of_its_normal),
        cmocka_unit_test(a_point_slides_along_its_face),
        cmocka_unit_test(two_faces_may_press_farther_than_they_slide_or_part),
    };
    return cmocka_run_group_tests_name("recycle", tests, NULL, NULL);
}
