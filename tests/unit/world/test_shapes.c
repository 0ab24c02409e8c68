/* Shapes of bodies: each kind on each ground, compounds, shapes that are added, removed or replaced. */
#include "test.h"

#include "reference/random_shapes.h"
#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};
static const thud_shape_id null_shape = {0, 0};

static void a_shape_comes_back_as_it_was_given(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_random random = test_random_seed(1);
    for (int i = 0; i < 200; i++) {
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, test_random_vec2(&random, 50.0f));
        thud_shape given = test_random_shape(&random, test_random_size(&random));
        thud_shape_def def = thud_shape_defaults();
        thud_shape_id id = thud_body_add_shape(world, body, &def, &given);
        thud_shape kept = thud_shape_geometry(world, id);
        assert_int_equal(kept.kind, given.kind);
        assert_int_equal(kept.count, given.count);
        assert_memory_equal(&kept.radius, &given.radius, sizeof kept.radius);
        assert_memory_equal(kept.vertices, given.vertices, (size_t)given.count * sizeof given.vertices[0]);
        assert_true(test_same_body(thud_shape_body(world, id), body));
    }
    thud_world_destroy(world);
}

static void each_convenience_adds_its_kind(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    const thud_vec2 cloud[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5f, 0.5f}};
    const thud_vec2 p = {1.0f, 0.0f};
    assert_int_equal(thud_shape_geometry(world, thud_body_add_circle(world, body, &def, origin, 1.0f)).kind,
                     THUD_SHAPE_CIRCLE);
    assert_int_equal(
        thud_shape_geometry(world, thud_body_add_capsule(world, body, &def, origin, p, 0.5f)).kind,
        THUD_SHAPE_CAPSULE);
    assert_int_equal(thud_shape_geometry(world, thud_body_add_segment(world, body, &def, origin, p)).kind,
                     THUD_SHAPE_SEGMENT);
    assert_int_equal(
        thud_shape_geometry(world, thud_body_add_box(world, body, &def, thud_vec2_make(1.0f, 2.0f))).count,
        4);
    assert_int_equal(thud_shape_geometry(world, thud_body_add_hull(world, body, &def, cloud, 5)).count, 4);
    assert_int_equal(thud_world_counts(world).shapes, 5);
    thud_world_destroy(world);
}

static void the_shapes_of_a_body_are_each_iterated_once(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id made[6];
    for (int i = 0; i < 6; i++) {
        made[i] = thud_body_add_circle(world, body, &def, thud_vec2_make((float)i, 0.0f), 0.4f);
    }
    thud_body_remove_shape(world, made[3]);
    int seen[6] = {0};
    int count = 0;
    for (thud_shape_id shape = thud_body_next_shape(world, body, null_shape); shape.generation != 0;
         shape = thud_body_next_shape(world, body, shape)) {
        for (int i = 0; i < 6; i++) {
            seen[i] += test_same_shape(shape, made[i]);
        }
        count++;
    }
    assert_int_equal(count, 5);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(seen[i], i != 3);
    }
    thud_body_id other = test_add_ball(world, thud_vec2_make(9.0f, 0.0f), 0.5f);
    assert_int_equal(thud_body_next_shape(world, other, made[5]).generation, 0); /* on another body */
    assert_int_equal(thud_world_refusal(world).status, THUD_WRONG_KIND);
    assert_string_equal(thud_world_refusal(world).field, "shape");
    thud_world_destroy(world);
}

static void a_removed_shape_no_longer_carries(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, box, 200));
    thud_shape_id floor = test_shape_of(world, ground);
    assert_true(thud_body_remove_shape(world, floor));
    assert_false(thud_shape_is_valid(world, floor));
    test_step(world, 60);
    assert_true(thud_body_position(world, box).y < -3.0f);
    thud_world_destroy(world);
}

static void a_shape_added_to_a_resting_body_is_felt(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id falling = test_add_ball(world, thud_vec2_make(2.0f, 4.0f), 0.3f);
    test_step(world, 10);
    thud_shape_def def = thud_shape_defaults();
    thud_shape arm;
    thud_pose offset = {{2.0f, 0.0f}, {1.0f, 0.0f}};
    assert_int_equal(thud_offset_box(thud_vec2_make(1.0f, 0.5f), 0.0f, offset, &arm), THUD_OK);
    thud_body_add_shape(world, box, &def, &arm);
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, falling).y, 1.3f, 0.03f);
    assert_float_equal(thud_body_mass(world, box).mass, 3.0f, 1e-4f);
    thud_world_destroy(world);
}

static void a_compound_collides_with_all_its_parts_and_never_with_itself(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id table = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 2.0f));
    thud_shape_def def = thud_shape_defaults();
    const float legs[] = {-1.0f, 1.0f};
    thud_shape part;
    for (int i = 0; i < 2; i++) {
        thud_pose pose = {{legs[i], -0.5f}, {1.0f, 0.0f}};
        thud_offset_box(thud_vec2_make(0.1f, 0.5f), 0.0f, pose, &part);
        thud_body_add_shape(world, table, &def, &part);
    }
    thud_pose top = {{0.0f, 0.05f}, {1.0f, 0.0f}};
    thud_offset_box(thud_vec2_make(1.2f, 0.1f), 0.0f, top, &part); /* overlaps the legs */
    thud_body_add_shape(world, table, &def, &part);
    test_step(world, 180);
    assert_float_equal(thud_body_position(world, table).y, 1.0f, 0.02f);
    assert_float_equal(thud_body_angle(world, table), 0.0f, 0.02f);
    assert_int_equal(thud_world_counts(world).touching, 2);
    thud_world_destroy(world);
}

static void a_segment_carries_from_both_sides(void **state) {
    (void)state;
    thud_world_def world_def = thud_world_defaults();
    for (int side = 0; side < 2; side++) {
        float sign = side == 0 ? 1.0f : -1.0f;
        world_def.gravity = thud_vec2_make(0.0f, -10.0f * sign);
        thud_world *world = test_world_of(&world_def);
        thud_body_id line = test_add_body(world, THUD_BODY_STATIC, origin);
        thud_shape_def def = thud_shape_defaults();
        thud_body_add_segment(world, line, &def, thud_vec2_make(-5.0f, 0.0f), thud_vec2_make(5.0f, 0.0f));
        thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 2.0f * sign), thud_vec2_make(0.5f, 0.5f));
        thud_body_id ball = test_add_ball(world, thud_vec2_make(3.0f, 2.0f * sign), 0.5f);
        test_step(world, 120);
        assert_float_equal(thud_body_position(world, box).y, 0.5f * sign, 0.02f);
        assert_float_equal(thud_body_position(world, ball).y, 0.5f * sign, 0.02f);
        thud_world_destroy(world);
    }
}

static void every_kind_of_shape_rests_on_every_kind_of_ground(void **state) {
    (void)state;
    test_random random = test_random_seed(2);
    const thud_shape_kind kinds[] = {THUD_SHAPE_CIRCLE, THUD_SHAPE_CAPSULE, THUD_SHAPE_POLYGON};
    for (int ground_kind = 0; ground_kind < 3; ground_kind++) {
        thud_world *world = test_world_create();
        thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, origin);
        thud_shape_def def = thud_shape_defaults();
        const thud_vec2 left = {-100.0f, -1.0f};
        const thud_vec2 right = {100.0f, -1.0f};
        if (ground_kind == 0) {
            thud_body_add_segment(world, ground, &def, thud_vec2_make(-100.0f, 0.0f),
                                  thud_vec2_make(100.0f, 0.0f));
        } else if (ground_kind == 1) {
            thud_body_add_capsule(world, ground, &def, left, right, 1.0f);
        } else {
            thud_shape slab;
            thud_pose pose = {{0.0f, -1.0f}, {1.0f, 0.0f}};
            thud_offset_box(thud_vec2_make(100.0f, 0.9f), 0.1f, pose, &slab);
            thud_body_add_shape(world, ground, &def, &slab);
        }
        thud_body_id bodies[24];
        def.material.rolling_resistance = 0.05f;
        for (int i = 0; i < 24; i++) {
            bodies[i] =
                test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(-60.0f + 5.0f * (float)i, 3.0f));
            thud_shape shape = test_random_shape_of(&random, kinds[i % 3], 1.0f);
            thud_body_add_shape(world, bodies[i], &def, &shape);
        }
        test_step(world, 600);
        for (int i = 0; i < 24; i++) {
            thud_shape shape = thud_shape_geometry(world, test_shape_of(world, bodies[i]));
            float lowest = thud_shape_aabb(&shape, thud_body_pose(world, bodies[i])).min.y;
            assert_float_equal(lowest, 0.0f, 0.02f);
        }
        thud_world_destroy(world);
    }
}

static void a_shape_replaced_in_place_is_the_new_one_for_everything(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, box, 200));
    thud_shape_id id = test_shape_of(world, box);
    thud_shape ball;
    thud_circle(origin, 0.25f, &ball);
    assert_true(thud_shape_set_geometry(world, id, &ball));
    assert_true(thud_shape_is_valid(world, id));
    assert_float_equal(thud_body_mass(world, box).mass, THUD_PI * 0.0625f, 1e-4f);
    test_step(world, 60);
    assert_float_equal(thud_body_position(world, box).y, 0.25f, 0.01f);

    thud_shape large;
    thud_regular_polygon(12, 1.0f, &large);
    assert_true(thud_shape_set_geometry(world, id, &large));
    test_step(world, 240);
    thud_aabb box_now = thud_shape_aabb(&large, thud_body_pose(world, box));
    assert_float_equal(box_now.min.y, 0.0f, 0.03f); /* pushed out of the ground */
    thud_world_destroy(world);
}

static void a_definition_comes_back_as_it_was_given(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    int tag = 0;
    thud_shape_def def = thud_shape_defaults();
    def.density = 3.0f;
    def.material = (thud_material){0.1f, 0.2f, 0.3f, 0.4f};
    def.filter = (thud_filter){2, 3, -4};
    def.material_id = 77;
    def.contact_events = false;
    def.hit_events = true;
    def.user_data = &tag;
    thud_shape_id shape = thud_body_add_circle(world, body, &def, origin, 1.0f);
    thud_shape_def now = thud_shape_definition(world, shape);
    assert_float_equal(now.density, 3.0f, 0.0f);
    assert_float_equal(now.material.surface_speed, 0.4f, 0.0f);
    assert_int_equal(now.filter.group, -4);
    assert_int_equal(now.material_id, 77);
    assert_true(!now.contact_events && now.hit_events);
    assert_ptr_equal(now.user_data, &tag);
    now.density = 5.0f;
    assert_true(thud_shape_configure(world, shape, &now));
    assert_float_equal(thud_shape_definition(world, shape).density, 5.0f, 0.0f);
    assert_float_equal(thud_body_mass(world, body).mass, 5.0f * THUD_PI, 1e-4f);
    thud_world_destroy(world);
}

/* A definition whose fields have one of two values each, at random: equal ones are stored once,
 * and any two differ in some field. */
static thud_shape_def definition_of(unsigned bits, int *user) {
    thud_shape_def def = thud_shape_defaults();
    def.density = bits & 1 ? 2.0f : 1.0f;
    def.material.elasticity = bits & 2 ? 0.5f : 0.0f;
    def.material.surface_speed = bits & 4 ? 1.0f : 0.0f;
    def.filter.category = bits & 8 ? 2 : 1;
    def.filter.group = bits & 16 ? 3 : 0;
    def.material_id = bits & 32 ? 7 : 0;
    def.hit_events = (bits & 64) != 0;
    def.pre_solve = (bits & 128) != 0;
    def.one_way.x = bits & 256 ? 1.0f : 0.0f;
    def.sensor = (bits & 512) != 0;
    def.name = bits & 1024 ? "odd" : NULL;
    def.user_data = &user[bits % 3];
    return def;
}

static void assert_same_definition(const thud_shape_def *kept, const thud_shape_def *given) {
    assert_memory_equal(&kept->material, &given->material, sizeof kept->material);
    assert_true(kept->density == given->density && kept->one_way.x == given->one_way.x);
    assert_true(kept->filter.category == given->filter.category && kept->filter.group == given->filter.group);
    assert_true(kept->material_id == given->material_id && kept->sensor == given->sensor);
    assert_true(kept->hit_events == given->hit_events && kept->pre_solve == given->pre_solve);
    assert_ptr_equal(kept->user_data, given->user_data);
    assert_true((kept->name == NULL) == (given->name == NULL));
}

static void a_change_of_a_shape_changes_no_other_one_with_an_equal_definition(void **state) {
    (void)state;
    enum { count = 40 };
    thud_world *world = test_world_create();
    test_random random = test_random_seed(5);
    int user[3];
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_id shapes[count] = {{0, 0}};
    thud_shape_def defs[count];
    for (int round = 0; round < 2000; round++) {
        int i = test_random_int(&random, 0, count - 1);
        /* With three draws together most bits are 0: many definitions are equal or differ in one field. */
        defs[i] = definition_of((unsigned)test_random_int(&random, 0, 2047) & (unsigned)test_random_int(&random, 0, 2047) &
                                    (unsigned)test_random_int(&random, 0, 2047), user);
        if (shapes[i].generation == 0) {
            shapes[i] = thud_body_add_circle(world, body, &defs[i], thud_vec2_make(3.0f * (float)i, 0.0f), 1.0f);
            assert_int_not_equal(shapes[i].generation, 0);
        } else if (round % 3 == 0) {
            assert_true(thud_body_remove_shape(world, shapes[i]));
            shapes[i] = null_shape;
        } else {
            assert_true(thud_shape_configure(world, shapes[i], &defs[i]));
        }
        for (int k = 0; k < count; k++) {
            if (shapes[k].generation != 0) {
                thud_shape_def kept = thud_shape_definition(world, shapes[k]);
                assert_same_definition(&kept, &defs[k]);
            }
        }
    }
    thud_world_destroy(world);
}

static void equal_definitions_are_stored_once(void **state) {
    (void)state;
    enum { count = 2000 };
    int64_t held[2];
    for (int round = 0; round < 2; round++) {
        thud_world *world = test_world_create();
        thud_body_id body = test_add_body(world, THUD_BODY_STATIC, origin);
        thud_shape_def def = thud_shape_defaults();
        for (int i = 0; i < count; i++) {
            def.material_id = (uint64_t)(round == 0 ? i % 4 : i);
            thud_body_add_circle(world, body, &def, thud_vec2_make(3.0f * (float)i, 0.0f), 1.0f);
        }
        held[round] = thud_world_memory(world).shapes;
        thud_world_destroy(world);
    }
    assert_true(held[1] - held[0] > count * (int64_t)sizeof(thud_shape_def));
}

/* One of 300 outlines, mostly of the first few: more than are remembered. */
static thud_shape outline_of(test_random *random) {
    int kind = test_random_int(random, 0, 2);
    int most = test_random_int(random, 0, 1) == 0 ? 2 : 99;
    float size = 0.5f + 0.01f * (float)test_random_int(random, 0, most);
    thud_shape shape;
    thud_status status = kind == 0   ? thud_circle(thud_vec2_make(size, 0.0f), 0.3f, &shape)
                         : kind == 1 ? thud_box(thud_vec2_make(size, 0.5f), 0.0f, &shape)
                                     : thud_regular_polygon(5, size, &shape);
    assert_int_equal(status, THUD_OK);
    return shape;
}

static void a_change_of_a_shape_changes_no_other_one_with_an_equal_outline(void **state) {
    (void)state;
    enum { count = 150 };
    thud_world *world = test_world_create();
    test_random random = test_random_seed(6);
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id shapes[count] = {{0, 0}};
    thud_shape given[count];
    for (int round = 0; round < 4000; round++) {
        int i = test_random_int(&random, 0, count - 1);
        bool removes = round % 3 == 0;
        if (shapes[i].generation != 0 && removes) {
            assert_true(thud_body_remove_shape(world, shapes[i]));
            shapes[i] = null_shape;
            continue;
        }
        given[i] = outline_of(&random);
        if (shapes[i].generation == 0) {
            shapes[i] = thud_body_add_shape(world, body, &def, &given[i]);
            assert_int_not_equal(shapes[i].generation, 0);
        } else {
            assert_true(thud_shape_set_geometry(world, shapes[i], &given[i]));
        }
        for (int k = 0; k < count; k++) {
            if (shapes[k].generation != 0) {
                thud_shape kept = thud_shape_geometry(world, shapes[k]);
                assert_memory_equal(&kept, &given[k], sizeof kept);
            }
        }
    }
    thud_world_destroy(world);
}

/* The shapes of one size and those of 2,000: an outline of a box takes 64 bytes. */
static void equal_outlines_are_stored_once(void **state) {
    (void)state;
    enum { count = 2000, outline_size = 64 };
    int64_t held[2];
    for (int round = 0; round < 2; round++) {
        thud_world *world = test_world_create();
        thud_body_id body = test_add_body(world, THUD_BODY_STATIC, origin);
        thud_shape_def def = thud_shape_defaults();
        for (int i = 0; i < count; i++) {
            float width = round == 0 ? 0.5f : 0.5f + 0.001f * (float)i;
            thud_body_add_box(world, body, &def, thud_vec2_make(width, 0.5f));
        }
        held[round] = thud_world_memory(world).shapes;
        thud_world_destroy(world);
    }
    assert_true(held[1] - held[0] >= (count - 8) * outline_size);
}

static void a_level_of_ten_thousand_tiles_on_one_body_carries(void **state) {
    (void)state;
    /* When each tile summed the mass of all others again, loading took nine seconds, and so did destroying. */
    thud_world *world = test_world_create();
    thud_body_id level = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    for (int i = 0; i < 10000; i++) {
        thud_shape tile;
        thud_pose pose = {{(float)(i % 1000) - 500.0f, -0.5f - (float)(i / 1000)}, {1.0f, 0.0f}};
        thud_offset_box(thud_vec2_make(0.5f, 0.5f), 0.0f, pose, &tile);
        assert_int_not_equal(thud_body_add_shape(world, level, &def, &tile).generation, 0);
    }
    thud_body_id box = test_add_box(world, thud_vec2_make(300.0f, 2.0f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 90);
    assert_float_equal(thud_body_position(world, box).y, 0.5f, 0.01f);
    assert_true(thud_body_destroy(world, level));
    test_step(world, 60);
    assert_true(thud_body_position(world, box).y < -2.0f);
    thud_world_destroy(world);
}

static void shapes_of_very_different_sizes_share_a_world(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id mountain = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, -100.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(world, mountain, &def, thud_vec2_make(500.0f, 100.0f));
    thud_body_id pebbles[20];
    for (int i = 0; i < 20; i++) {
        pebbles[i] = test_add_ball(world, thud_vec2_make((float)i, 0.3f), 0.05f);
    }
    thud_body_id boulder = test_add_ball(world, thud_vec2_make(100.0f, 60.0f), 50.0f);
    test_step(world, 240);
    for (int i = 0; i < 20; i++) {
        assert_float_equal(thud_body_position(world, pebbles[i]).y, 0.05f, 0.01f);
    }
    assert_float_equal(thud_body_position(world, boulder).y, 50.0f, 0.05f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shape_comes_back_as_it_was_given),
        cmocka_unit_test(each_convenience_adds_its_kind),
        cmocka_unit_test(the_shapes_of_a_body_are_each_iterated_once),
        cmocka_unit_test(a_removed_shape_no_longer_carries),
        cmocka_unit_test(a_shape_added_to_a_resting_body_is_felt),
        cmocka_unit_test(a_compound_collides_with_all_its_parts_and_never_with_itself),
        cmocka_unit_test(a_segment_carries_from_both_sides),
        cmocka_unit_test(every_kind_of_shape_rests_on_every_kind_of_ground),
        cmocka_unit_test(a_shape_replaced_in_place_is_the_new_one_for_everything),
        cmocka_unit_test(a_definition_comes_back_as_it_was_given),
        cmocka_unit_test(a_change_of_a_shape_changes_no_other_one_with_an_equal_definition),
        cmocka_unit_test(equal_definitions_are_stored_once),
        cmocka_unit_test(a_change_of_a_shape_changes_no_other_one_with_an_equal_outline),
        cmocka_unit_test(equal_outlines_are_stored_once),
        cmocka_unit_test(a_level_of_ten_thousand_tiles_on_one_body_carries),
        cmocka_unit_test(shapes_of_very_different_sizes_share_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
