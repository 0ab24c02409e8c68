/* Names and user data of worlds, bodies, shapes and joints; and iteration over all of them. */
#include "test.h"

#include <string.h>

#include "reference/test_world.h"
#include "thud/chain.h"

static const thud_vec2 origin = {0.0f, 0.0f};

static const char long_name[] = "a name that is much longer than the limit of a name";

static thud_body_id add_named_body(thud_world *world, const char *name) {
    thud_body_def def = thud_body_defaults();
    def.name = name;
    thud_body_id body = thud_body_create(world, &def);
    assert_true(body.generation != 0);
    return body;
}

static thud_shape_id add_named_shape(thud_world *world, thud_body_id body, const char *name) {
    thud_shape_def def = thud_shape_defaults();
    def.name = name;
    thud_shape_id shape = thud_body_add_circle(world, body, &def, origin, 0.5f);
    assert_true(shape.generation != 0);
    return shape;
}

static thud_joint_id add_named_joint(thud_world *world, thud_body_id a, thud_body_id b, const char *name) {
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(world, a, b, origin);
    def.base.name = name;
    thud_joint_id joint = thud_weld_joint_create(world, &def);
    assert_true(joint.generation != 0);
    return joint;
}

static void every_name_is_copied(void **state) {
    (void)state;
    char text[] = "first";
    thud_world_def def = thud_world_defaults();
    def.name = text;
    thud_world *world = test_world_of(&def);
    thud_body_id body = add_named_body(world, text);
    thud_shape_id shape = add_named_shape(world, body, text);
    thud_body_id other = test_add_box(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_joint_id weld = add_named_joint(world, body, other, text);
    thud_target_joint_def target = thud_target_joint_defaults();
    target.body = other;
    target.name = text;
    thud_joint_id pull = thud_target_joint_create(world, &target);
    memcpy(text, "XXXXX", 5);
    assert_string_equal(thud_world_definition(world).name, "first");
    assert_string_equal(thud_body_definition(world, body).name, "first");
    assert_string_equal(thud_shape_definition(world, shape).name, "first");
    assert_string_equal(thud_joint_common(world, weld).name, "first");
    assert_string_equal(thud_weld_joint_definition(world, weld).base.name, "first");
    assert_string_equal(thud_target_joint_definition(world, pull).name, "first");
    assert_string_equal(thud_joint_common(world, pull).name, "first");
    thud_world_destroy(world);
}

static void things_without_a_name_have_none(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id named = add_named_body(world, "somebody");
    thud_body_id body = add_named_body(world, NULL);
    thud_body_id empty = add_named_body(world, "");
    thud_shape_id shape = add_named_shape(world, body, NULL);
    thud_body_id other = test_add_box(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_joint_id joint = add_named_joint(world, body, other, NULL);
    assert_null(thud_world_definition(world).name);
    assert_null(thud_body_definition(world, body).name);
    assert_null(thud_body_definition(world, empty).name);
    assert_null(thud_shape_definition(world, shape).name);
    assert_null(thud_joint_common(world, joint).name);
    thud_body_destroy(world, named);
    thud_body_id next = add_named_body(world, NULL); /* in the same slot, but without its name */
    assert_int_equal(next.slot, named.slot);
    assert_null(thud_body_definition(world, next).name);
    thud_world_destroy(world);
}

static void names_change_with_the_definition(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_world_def world_def = thud_world_definition(world);
    world_def.name = "the world";
    assert_true(thud_world_configure(world, &world_def));
    assert_string_equal(thud_world_definition(world).name, "the world");
    thud_body_id body = add_named_body(world, "old");
    thud_body_def def = thud_body_definition(world, body);
    def.name = "new";
    assert_true(thud_body_configure(world, body, &def));
    assert_string_equal(thud_body_definition(world, body).name, "new");
    def = thud_body_definition(world, body); /* the name points to the world's copy */
    def.linear_damping = 1.0f;
    assert_true(thud_body_configure(world, body, &def));
    assert_string_equal(thud_body_definition(world, body).name, "new");
    def.name = NULL;
    assert_true(thud_body_configure(world, body, &def));
    assert_null(thud_body_definition(world, body).name);

    thud_shape_id shape = add_named_shape(world, body, "wheel");
    thud_shape_def shape_def = thud_shape_definition(world, shape);
    shape_def.density = 3.0f;
    assert_true(thud_shape_configure(world, shape, &shape_def));
    assert_string_equal(thud_shape_definition(world, shape).name, "wheel");
    shape_def.name = "rim";
    assert_true(thud_shape_configure(world, shape, &shape_def));
    assert_string_equal(thud_shape_definition(world, shape).name, "rim");

    thud_body_id other = test_add_box(world, thud_vec2_make(3.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_joint_id joint = add_named_joint(world, body, other, "glue");
    thud_weld_joint_def weld = thud_weld_joint_definition(world, joint);
    weld.base.break_force = 10.0f;
    assert_true(thud_weld_joint_configure(world, joint, &weld));
    assert_string_equal(thud_joint_common(world, joint).name, "glue");
    weld.base.name = "solder";
    assert_true(thud_weld_joint_configure(world, joint, &weld));
    assert_string_equal(thud_weld_joint_definition(world, joint).base.name, "solder");
    thud_world_destroy(world);
}

static void a_refused_change_leaves_the_name(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = add_named_body(world, "kept");
    thud_body_def def = thud_body_definition(world, body);
    def.name = "lost";
    def.linear_damping = -1.0f;
    assert_false(thud_body_configure(world, body, &def));
    assert_string_equal(thud_body_definition(world, body).name, "kept");
    thud_world_destroy(world);
}

static void a_long_name_is_cut_between_two_characters(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = add_named_body(world, long_name);
    const char *name = thud_body_definition(world, body).name;
    assert_int_equal(strlen(name), THUD_NAME_LENGTH);
    assert_memory_equal(name, long_name, THUD_NAME_LENGTH);

    char exact[THUD_NAME_LENGTH + 1];
    memset(exact, 'x', THUD_NAME_LENGTH);
    exact[THUD_NAME_LENGTH] = '\0';
    assert_string_equal(thud_body_definition(world, add_named_body(world, exact)).name, exact);

    /* A character of 2, 3 and 4 bytes at every place around the end. */
    const char *characters[] = {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x8e\xb1"};
    for (int c = 0; c < 3; c++) {
        for (size_t before = THUD_NAME_LENGTH - 5; before <= THUD_NAME_LENGTH; before++) {
            char text[2 * THUD_NAME_LENGTH + 2] = "";
            memset(text, 'x', before);
            size_t size = strlen(characters[c]);
            while (strlen(text) + size < sizeof text) {
                strcat(text, characters[c]);
            }
            name = thud_body_definition(world, add_named_body(world, text)).name;
            size_t length = strlen(name);
            assert_true(length <= THUD_NAME_LENGTH && length + size > THUD_NAME_LENGTH);
            assert_int_equal((length - before) % size, 0);
            assert_memory_equal(name, text, length);
        }
    }
    thud_world_destroy(world);
}

static void bytes_that_are_no_text_are_survived(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    char bytes[64];
    memset(bytes, 0x80, sizeof bytes - 1); /* continuation bytes without a first byte */
    bytes[sizeof bytes - 1] = '\0';
    assert_null(thud_body_definition(world, add_named_body(world, bytes)).name);
    thud_world_destroy(world);
}

static void a_name_that_was_read_stays_readable(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id body = add_named_body(world, "the first");
    thud_body_def def = thud_body_definition(world, body);
    for (int i = 0; i < 1000; i++) {
        add_named_body(world, "one of many");
    }
    assert_string_equal(def.name, "the first");
    thud_body_destroy(world, body);
    body = thud_body_create(world, &def); /* a body is created again by its definition */
    assert_string_equal(thud_body_definition(world, body).name, "the first");
    thud_world_destroy(world);
}

static void user_data_comes_back(void **state) {
    (void)state;
    int things[4];
    thud_world_def def = thud_world_defaults();
    def.user_data = &things[0];
    thud_world *world = test_world_of(&def);
    thud_body_def body_def = thud_body_defaults();
    body_def.user_data = &things[1];
    thud_body_id body = thud_body_create(world, &body_def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.user_data = &things[2];
    thud_shape_id shape = thud_body_add_circle(world, body, &shape_def, origin, 0.5f);
    assert_ptr_equal(thud_world_definition(world).user_data, &things[0]);
    assert_ptr_equal(thud_body_user_data(world, body), &things[1]);
    assert_ptr_equal(thud_shape_user_data(world, shape), &things[2]);
    thud_body_destroy(world, body);
    assert_null(thud_body_user_data(world, body));
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    assert_null(thud_shape_user_data(world, shape));
    thud_world_destroy(world);
}

static void everything_in_a_world_can_be_gone_through_by_name(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id bodies[5];
    for (int i = 0; i < 5; i++) {
        char name[] = "body 0";
        name[5] = (char)('0' + i);
        bodies[i] = add_named_body(world, name);
        name[0] = 's';
        for (int k = 0; k <= i; k++) {
            add_named_shape(world, bodies[i], name);
        }
    }
    thud_joint_id joint = add_named_joint(world, bodies[1], bodies[3], "joint");
    int body_count = 0, shape_count = 0, joint_count = 0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        const char *name = thud_body_definition(world, body).name;
        assert_int_equal(name[5], '0' + body_count);
        thud_shape_id shape = {0, 0};
        while ((shape = thud_body_next_shape(world, body, shape)).generation != 0) {
            assert_string_equal(thud_shape_definition(world, shape).name + 1, name + 1);
            shape_count++;
        }
        thud_joint_id on_body = {0, 0};
        while ((on_body = thud_body_next_joint(world, body, on_body)).generation != 0) {
            assert_string_equal(thud_joint_common(world, on_body).name, "joint");
            joint_count++;
        }
        body_count++;
    }
    assert_int_equal(body_count, 5);
    assert_int_equal(shape_count, 15);
    assert_int_equal(joint_count, 2);
    thud_joint_id first = thud_world_next_joint(world, (thud_joint_id){0, 0});
    assert_int_equal(first.slot, joint.slot);
    assert_int_equal(thud_world_next_joint(world, first).generation, 0);
    thud_world_destroy(world);
}

static void a_segment_of_a_chain_can_be_named(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = add_named_body(world, "ground");
    const thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}};
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 3;
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    thud_shape_id segment = thud_chain_segment(world, chain, 0);
    thud_shape_def shape_def = thud_shape_definition(world, segment);
    assert_null(shape_def.name);
    shape_def.name = "start";
    assert_true(thud_shape_configure(world, segment, &shape_def));
    assert_true(
        thud_chain_insert_point(world, chain, 1, thud_vec2_make(0.5f, 0.5f))); /* copies definitions */
    assert_string_equal(thud_shape_definition(world, thud_chain_segment(world, chain, 0)).name, "start");
    thud_world_destroy(world);
}

static void a_chain_has_a_name_of_its_own(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = add_named_body(world, "ground");
    const thud_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}};
    char text[] = "hills";
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = 3;
    def.name = text;
    thud_chain_id chain = thud_chain_create(world, ground, &def);
    memcpy(text, "XXXXX", 5);
    assert_string_equal(thud_chain_name(world, chain), "hills");
    assert_null(thud_shape_definition(world, thud_chain_segment(world, chain, 0)).name);
    assert_true(thud_chain_remove_point(world, chain, 0));
    assert_string_equal(thud_chain_name(world, chain), "hills");
    thud_chain_destroy(world, chain);
    assert_null(thud_chain_name(world, chain));
    assert_int_equal(thud_world_refusal(world).status, THUD_STALE_ID);
    def.name = NULL;
    thud_chain_id next = thud_chain_create(world, ground, &def); /* in the same slot, without its name */
    assert_int_equal(next.slot, chain.slot);
    assert_null(thud_chain_name(world, next));
    thud_world_destroy(world);
}

static void the_name_of_a_world_stays_readable(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_world_def def = thud_world_definition(world);
    def.name = "one";
    assert_true(thud_world_configure(world, &def));
    const char *name = thud_world_definition(world).name;
    test_step(world, 3);
    assert_string_equal(name, "one");
    def.name = "two";
    assert_true(thud_world_configure(world, &def));
    assert_string_equal(name, "two"); /* the same memory, as documented */
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_copied),
        cmocka_unit_test(things_without_a_name_have_none),
        cmocka_unit_test(names_change_with_the_definition),
        cmocka_unit_test(a_refused_change_leaves_the_name),
        cmocka_unit_test(a_long_name_is_cut_between_two_characters),
        cmocka_unit_test(bytes_that_are_no_text_are_survived),
        cmocka_unit_test(a_name_that_was_read_stays_readable),
        cmocka_unit_test(user_data_comes_back),
        cmocka_unit_test(everything_in_a_world_can_be_gone_through_by_name),
        cmocka_unit_test(a_segment_of_a_chain_can_be_named),
        cmocka_unit_test(a_chain_has_a_name_of_its_own),
        cmocka_unit_test(the_name_of_a_world_stays_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
