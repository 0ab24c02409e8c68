/*
 * Reading a Tiled map: pixels with y down become metres with y up, and nothing wrong gets through.
 */
#include "test.h"

#include <string.h>

#include "level/tiled.h"

#define MAP(objects)                                                                                         \
    "{\"orientation\":\"orthogonal\",\"width\":20,\"height\":10,\"tilewidth\":32,\"tileheight\":32,"         \
    "\"properties\":[{\"name\":\"pixels_per_metre\",\"value\":64}],"                                         \
    "\"layers\":[{\"type\":\"objectgroup\",\"offsety\":64,\"objects\":[" objects "]}]}"

static const float tolerance = 1e-5f; /* [m] */

static void assert_near(float got, float wanted) {
    assert_true(got - wanted < tolerance && wanted - got < tolerance);
}

static tiled_map read(const char *text) {
    tiled_map map;
    char error[TILED_ERROR_SIZE] = "";
    if (!tiled_parse(text, &map, error)) {
        fail_msg("%s", error);
    }
    return map;
}

static void a_map_is_measured_in_metres_with_y_up(void **state) {
    (void)state;
    tiled_map map = read(MAP("{\"id\":1,\"x\":128,\"y\":64,\"width\":64,\"height\":32}"));
    assert_near(map.size.x, 10);
    assert_near(map.size.y, 5);
    assert_int_equal(map.object_count, 1);
    const tiled_object *box = &map.objects[0];
    assert_int_equal(box->form, TILED_RECTANGLE);
    assert_near(box->pose.position.x, 2);
    assert_near(box->pose.position.y, 3); /* 320 px high, at 64 in a layer shifted by 64 */
    assert_near(box->size.x, 1);
    assert_near(box->size.y, 0.5f);
    tiled_free(&map);
}

static void a_clockwise_rotation_in_degrees_becomes_counter_clockwise_in_radians(void **state) {
    (void)state;
    tiled_map map = read(MAP("{\"id\":1,\"x\":0,\"y\":0,\"width\":64,\"height\":64,\"rotation\":30}"));
    assert_near(thud_rot_angle(map.objects[0].pose.rotation), -THUD_PI / 6);
    tiled_free(&map);
}

static void an_outline_keeps_its_points_with_y_turned_up(void **state) {
    (void)state;
    tiled_map map =
        read(MAP("{\"id\":1,\"x\":0,\"y\":0,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":64,\"y\":0},"
                 "{\"x\":64,\"y\":128}]},"
                 "{\"id\":2,\"x\":0,\"y\":0,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":-64,\"y\":32}]}"));
    assert_int_equal(map.objects[0].form, TILED_POLYGON);
    assert_int_equal(map.objects[0].point_count, 3);
    assert_near(map.objects[0].points[2].x, 1);
    assert_near(map.objects[0].points[2].y, -2);
    assert_int_equal(map.objects[1].form, TILED_POLYLINE);
    assert_near(map.objects[1].points[1].x, -1);
    tiled_free(&map);
}

static void properties_say_what_a_body_is(void **state) {
    (void)state;
    tiled_map map =
        read(MAP("{\"id\":1,\"x\":0,\"y\":0,\"width\":64,\"height\":64,\"ellipse\":true,\"properties\":["
                 "{\"name\":\"body\",\"value\":\"dynamic\"},{\"name\":\"density\",\"value\":2.5},"
                 "{\"name\":\"friction\",\"value\":0.25},{\"name\":\"elasticity\",\"value\":0.75}]},"
                 "{\"id\":2,\"x\":0,\"y\":0,\"width\":64,\"height\":64}"));
    assert_int_equal(map.objects[0].form, TILED_ELLIPSE);
    assert_int_equal(map.objects[0].body, THUD_BODY_DYNAMIC);
    assert_near(map.objects[0].density, 2.5f);
    assert_near(map.objects[0].friction, 0.25f);
    assert_near(map.objects[0].elasticity, 0.75f);
    assert_int_equal(map.objects[1].body, THUD_BODY_STATIC);
    tiled_free(&map);
}

static void hidden_objects_are_left_out(void **state) {
    (void)state;
    tiled_map map = read(MAP("{\"id\":1,\"x\":0,\"y\":0,\"width\":64,\"height\":64},"
                             "{\"id\":2,\"x\":0,\"y\":0,\"width\":64,\"height\":64,\"visible\":false}"));
    assert_int_equal(map.object_count, 1);
    tiled_free(&map);
}

/* Every prefix of a sound map is cut off somewhere else: in a number, a name, a list. */
static void a_map_cut_off_anywhere_is_refused(void **state) {
    (void)state;
    const char *whole = MAP("{\"id\":1,\"x\":0,\"y\":0,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":64,\"y\":0},"
                            "{\"x\":64,\"y\":128}]},{\"id\":2,\"x\":0,\"y\":0,\"width\":64,\"height\":64,"
                            "\"text\":{\"text\":\"label\"}}");
    char cut[2048];
    for (size_t length = 0; length < strlen(whole); length++) {
        snprintf(cut, sizeof cut, "%.*s", (int)length, whole);
        tiled_map map;
        char error[TILED_ERROR_SIZE] = "";
        assert_false(tiled_parse(cut, &map, error));
        assert_true(error[0] != '\0');
        assert_null(map.objects);
    }
}

/* Each value of a sound map is replaced in turn by one of another type. */
static void a_value_of_another_type_is_refused_or_harmless(void **state) {
    (void)state;
    const char *whole =
        MAP("{\"id\":1,\"x\":3,\"y\":4,\"rotation\":5,\"polygon\":[{\"x\":0,\"y\":0},"
            "{\"x\":64,\"y\":0},{\"x\":64,\"y\":128}],\"properties\":[{\"name\":\"density\",\"value\":2}]}");
    static const char *const strange[] = {"null", "true", "\"text\"", "[]", "{}", "-1", "1e300", "[[[[]]]]"};
    for (const char *colon = strchr(whole, ':'); colon; colon = strchr(colon + 1, ':')) {
        const char *end = colon + 1 + strcspn(colon + 1, ",}]");
        for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
            char changed[2048];
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)(colon + 1 - whole), whole, strange[i], end);
            tiled_map map;
            char error[TILED_ERROR_SIZE] = "";
            bool read_it = tiled_parse(changed, &map, error);
            assert_true(read_it == (error[0] == '\0'));
            tiled_free(&map);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_measured_in_metres_with_y_up),
        cmocka_unit_test(a_clockwise_rotation_in_degrees_becomes_counter_clockwise_in_radians),
        cmocka_unit_test(an_outline_keeps_its_points_with_y_turned_up),
        cmocka_unit_test(properties_say_what_a_body_is),
        cmocka_unit_test(hidden_objects_are_left_out),
        cmocka_unit_test(a_map_cut_off_anywhere_is_refused),
        cmocka_unit_test(a_value_of_another_type_is_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
