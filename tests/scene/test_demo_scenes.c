/* The claims of the demo scenes, checked on their worlds. */
#include "test.h"

#include "scene.h"
#include "thud/event.h"
#include "thud/joint.h"

enum { most_bodies = 64 };
static const float dt = 1.0f / 60.0f; /* [s] */

static thud_scene *open_scene(const char *name) {
    scene_options options = scene_options_for(scene_find(name));
    char error[SCENE_ERROR_SIZE] = "";
    thud_scene *scene = scene_create(&options, error);
    if (!scene) {
        fail_msg("%s: %s", name, error);
    }
    return scene;
}

/* The dynamic bodies in the order of their slots; returns how many. */
static int dynamic_bodies(const thud_scene *scene, thud_body_id bodies[most_bodies]) {
    int count = 0;
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(scene->world, body)).generation && count < most_bodies) {
        if (thud_body_definition(scene->world, body).type == THUD_BODY_DYNAMIC) {
            bodies[count++] = body;
        }
    }
    return count;
}

static void each_ball_comes_back_to_the_square_of_its_elasticity(void **state) {
    (void)state;
    thud_scene *scene = open_scene("bounce");
    thud_body_id balls[most_bodies];
    assert_int_equal(dynamic_bodies(scene, balls), 11);
    const float radius = 0.4f, height = 8.0f; /* [m] */
    const float tolerance = 0.1f;             /* a step at 12.6 m/s is 0.2 m [m] */
    float peaks[11] = {0};
    int bounces[11] = {0};
    float falling[11] = {0};
    for (int step = 0; step < 300; step++) {
        scene_step(scene, dt);
        for (int i = 0; i < 11; i++) {
            float speed = thud_body_velocity(scene->world, balls[i]).y;
            bounces[i] += falling[i] < 0 && speed >= 0;
            falling[i] = speed;
            if (bounces[i] == 1) {
                peaks[i] = thud_max(peaks[i], thud_body_position(scene->world, balls[i]).y - radius);
            }
        }
    }
    for (int i = 0; i < 11; i++) {
        float elasticity = 0.1f * (float)i;
        float wanted = elasticity * elasticity * height;
        if (thud_abs(peaks[i] - wanted) > tolerance) {
            fail_msg("elasticity %.1f: %.3f m instead of %.3f m", (double)elasticity, (double)peaks[i],
                     (double)wanted);
        }
    }
    scene_destroy(scene);
}

static void a_crate_slides_exactly_where_the_slope_is_steeper_than_its_friction(void **state) {
    (void)state;
    thud_scene *scene = open_scene("friction");
    thud_body_id crates[most_bodies];
    assert_int_equal(dynamic_bodies(scene, crates), 12);
    thud_vec2 starts[12];
    for (int i = 0; i < 12; i++) {
        starts[i] = thud_body_position(scene->world, crates[i]);
    }
    for (int step = 0; step < 240; step++) {
        scene_step(scene, dt);
    }
    for (int i = 0; i < 12; i++) {
        float slid = thud_vec2_distance(thud_body_position(scene->world, crates[i]), starts[i]);
        bool steeper = i >= 6; /* 35 degrees; atan 0.6 is 31 */
        if (steeper ? slid < 1.0f : slid > 0.05f) {
            fail_msg("%d degrees: slid %.3f m", 5 * (i + 1), (double)slid);
        }
    }
    scene_destroy(scene);
}

static void the_pyramid_stands(void **state) {
    (void)state;
    thud_scene *scene = open_scene("pyramid");
    thud_body_id top = {0, 0}, body = {0, 0};
    while ((body = thud_world_next_body(scene->world, body)).generation) {
        top = body;
    }
    thud_vec2 start = thud_body_position(scene->world, top);
    for (int step = 0; step < 600; step++) {
        scene_step(scene, dt);
    }
    thud_vec2 moved = thud_vec2_sub(thud_body_position(scene->world, top), start);
    assert_true(thud_abs(moved.x) < 0.05f);
    assert_true(moved.y < 0.01f && moved.y > -0.2f); /* 20 contacts, each with its slop */
    scene_destroy(scene);
}

static void no_projectile_gets_behind_a_wall(void **state) {
    (void)state;
    thud_scene *scene = open_scene("fast");
    const float behind = 15.5f; /* every wall is left of it [m] */
    int seen = 0;
    for (int step = 0; step < 1200; step++) {
        scene_step(scene, dt);
        thud_body_id shots[most_bodies];
        int count = dynamic_bodies(scene, shots);
        seen = count > seen ? count : seen;
        for (int i = 0; i < count; i++) {
            thud_vec2 at = thud_body_position(scene->world, shots[i]);
            if (at.x > behind) {
                fail_msg("step %d: at %.2f, %.2f", step, (double)at.x, (double)at.y);
            }
        }
    }
    assert_true(seen >= 30);
    scene_destroy(scene);
}

static void every_line_sees_every_bullet_and_the_radar_wakes_nobody(void **state) {
    (void)state;
    thud_scene *scene = open_scene("sensors");
    int seen = 0, highest = 0;
    for (int step = 0; step < 611; step++) { /* the last shot has 50 steps to arrive */
        scene_step(scene, dt);
        thud_sensor_events events = thud_world_sensor_events(scene->world);
        for (int i = 0; i < events.begin_count; i++) {
            seen += thud_shape_geometry(scene->world, events.begins[i].sensor).kind == THUD_SHAPE_SEGMENT;
        }
        int overlaps = thud_world_counts(scene->world).sensor_overlaps;
        highest = overlaps > highest ? overlaps : highest;
    }
    const int shots = 13, lines = 4, in_the_air = 1;
    assert_int_equal(seen, (shots - in_the_air) * lines);
    assert_true(highest > 8);
    assert_true(thud_world_counts(scene->world).sleeping_islands >= 8);
    scene_destroy(scene);
}

/* The walker's capsule. */
static thud_body_id find_walker(const thud_scene *scene) {
    thud_body_id bodies[most_bodies];
    int count = dynamic_bodies(scene, bodies);
    for (int i = 0; i < count; i++) {
        thud_shape_id none = {0, 0};
        thud_shape_id shape = thud_body_next_shape(scene->world, bodies[i], none);
        if (thud_shape_geometry(scene->world, shape).kind == THUD_SHAPE_CAPSULE) {
            return bodies[i];
        }
    }
    return (thud_body_id){0, 0};
}

static void keys_drive_the_walker_of_the_sensors_scene_and_the_gate_opens_for_it(void **state) {
    (void)state;
    thud_scene *scene = open_scene("sensors");
    thud_body_id walker = find_walker(scene);
    scene_step(scene, dt);
    scene->held[SCENE_KEY_LEFT] = true; /* from here on keys move it: against the left wall */
    for (int step = 0; step < 60; step++) {
        scene_step(scene, dt);
    }
    assert_true(thud_body_position(scene->world, walker).x < -19.0f);
    scene->held[SCENE_KEY_LEFT] = false;
    for (int step = 0; step < 60; step++) {
        scene_step(scene, dt);
    }
    assert_true(thud_body_position(scene->world, walker).x < -19.0f);
    assert_true(scene->kind->key(scene, SCENE_KEY_UP));
    scene_step(scene, dt);
    assert_true(thud_body_velocity(scene->world, walker).y > 5.0f);
    scene->held[SCENE_KEY_RIGHT] = true;
    for (int step = 0; step < 480; step++) {
        scene_step(scene, dt);
    }
    assert_true(thud_body_position(scene->world, walker).x > 5.0f); /* beyond the gate */
    scene_destroy(scene);
}

static void the_events_scene_has_all_kinds_and_what_it_counts_adds_up(void **state) {
    (void)state;
    thud_scene *scene = open_scene("events");
    int touching = 0, visitors = 0, hits = 0, breaks = 0, sleepers = 0;
    for (int step = 0; step < 600; step++) {
        scene_step(scene, dt);
        thud_contact_events contacts = thud_world_contact_events(scene->world);
        thud_sensor_events sensors = thud_world_sensor_events(scene->world);
        thud_move_events moves = thud_world_move_events(scene->world);
        touching += contacts.begin_count - contacts.end_count;
        int early = 0; /* touches whose contacts the next step creates, see event.h */
        for (int i = 0; i < contacts.begin_count; i++) {
            early += thud_contact_id_is_null(contacts.begins[i].contact);
        }
        visitors += sensors.begin_count - sensors.end_count;
        hits += contacts.hit_count;
        breaks += thud_world_joint_events(scene->world).break_count;
        for (int i = 0; i < moves.count; i++) {
            sleepers += moves.moves[i].fell_asleep;
        }
        assert_int_equal(touching, thud_world_counts(scene->world).touching + early);
        assert_int_equal(visitors, thud_world_counts(scene->world).sensor_overlaps);
    }
    assert_true(hits > 20);
    assert_true(breaks >= 4); /* the plank has been repaired once */
    assert_true(sleepers > 0);
    scene_destroy(scene);
}

/* The chute of a crate: -1 left, 1 right, 0 none now. */
static int chute(const thud_scene *scene, thud_body_id body) {
    thud_vec2 at = thud_body_position(scene->world, body);
    return at.y > -1.0f || at.y < -2.0f ? 0 : at.x < 0 ? -1 : 1;
}

static void belts_sort_ice_from_wood_and_rubber(void **state) {
    (void)state;
    thud_scene *scene = open_scene("conveyor");
    int ice_left = 0, others_right = 0, wrong = 0;
    for (int step = 0; step < 2500; step++) {
        scene_step(scene, dt);
        thud_body_id body = {0, 0};
        while ((body = thud_world_next_body(scene->world, body)).generation) {
            const char *name = thud_body_definition(scene->world, body).name;
            int side = name == NULL || name[0] == 'y' ? 0 : chute(scene, body);
            bool is_ice = side != 0 && name[0] == 'i';
            ice_left += side < 0 && is_ice;
            others_right += side > 0 && !is_ice;
            wrong += side != 0 && (side < 0) != is_ice;
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(ice_left > 10 && others_right > 10);
    scene_destroy(scene);
}

static float highest_of_the_figure(float one_way) {
    scene_options options = scene_options_for(scene_find("conveyor"));
    assert_true(scene_options_set(&options, "oneway", one_way));
    char error[SCENE_ERROR_SIZE];
    thud_scene *scene = scene_create(&options, error);
    assert_non_null(scene);
    float highest = 0;
    for (int step = 0; step < 600; step++) {
        scene_step(scene, dt);
        thud_body_id body = {0, 0};
        while ((body = thud_world_next_body(scene->world, body)).generation) {
            thud_body_def def = thud_body_definition(scene->world, body);
            bool is_figure = def.name && def.name[0] == 'y';
            highest = is_figure ? thud_max(highest, def.position.y) : highest;
        }
    }
    scene_destroy(scene);
    return highest;
}

static void the_figure_climbs_through_shelves_and_a_belt_that_are_one_way(void **state) {
    (void)state;
    assert_true(highest_of_the_figure(1) > 12.5f); /* it rode to the top of the belt */
    assert_true(highest_of_the_figure(0) < 2.4f);  /* it cannot get above the first shelf */
}

static void the_brick_wall_stands_until_a_shot_breaks_mortar_and_bricks(void **state) {
    (void)state;
    thud_scene *scene = open_scene("wall");
    thud_body_id bricks[most_bodies];
    int count = dynamic_bodies(scene, bricks);
    thud_vec2 starts[most_bodies];
    for (int i = 0; i < count; i++) {
        starts[i] = thud_body_position(scene->world, bricks[i]);
    }
    int joints = thud_world_counts(scene->world).joints;
    int bodies = thud_world_counts(scene->world).bodies;
    for (int step = 0; step < 50; step++) {
        scene_step(scene, dt);
    }
    for (int i = 0; i < count; i++) {
        assert_true(thud_vec2_distance(thud_body_position(scene->world, bricks[i]), starts[i]) < 0.02f);
    }
    assert_int_equal(thud_world_counts(scene->world).joints, joints);
    for (int step = 0; step < 100; step++) {
        scene_step(scene, dt);
    }
    assert_true(thud_world_counts(scene->world).joints < joints - 20);
    assert_true(thud_world_counts(scene->world).bodies > bodies + 6); /* pieces */
    for (int step = 0; step < 1200; step++) { /* meanwhile it is built again */
        scene_step(scene, dt);
    }
    assert_true(thud_world_counts(scene->world).bodies < 500);
    scene_destroy(scene);
}

static void the_joints_scene_shows_each_kind_of_joint(void **state) {
    (void)state;
    thud_scene *scene = open_scene("joints");
    for (int step = 0; step < 600; step++) { /* ropes break meanwhile; joints of all kinds remain */
        scene_step(scene, dt);
        assert_int_equal(scene->last_step.status, THUD_OK);
    }
    bool shown[THUD_JOINT_KIND_COUNT] = {false};
    thud_joint_id joint = {0, 0};
    while ((joint = thud_world_next_joint(scene->world, joint)).generation) {
        shown[thud_joint_kind_of(scene->world, joint)] = true;
    }
    for (int kind = 0; kind < THUD_JOINT_KIND_COUNT; kind++) {
        if (!shown[kind]) {
            fail_msg("kind %d is not shown", kind);
        }
    }
    scene_destroy(scene);
}

static void a_tunable_out_of_range_or_between_whole_numbers_is_refused(void **state) {
    (void)state;
    scene_options options = scene_options_for(scene_find("pile"));
    assert_true(scene_options_set(&options, "count", 50));
    assert_false(scene_options_set(&options, "count", -1));
    assert_false(scene_options_set(&options, "count", 50.5f)); /* it was taken, unlike from the panel and --set */
    assert_false(scene_options_set(&options, "count", 0.0f / 0.0f));
    assert_false(scene_options_set(&options, "nonsense", 1));
    char error[SCENE_ERROR_SIZE];
    thud_scene *scene = scene_create(&options, error);
    assert_non_null(scene);
    assert_int_equal(thud_world_counts(scene->world).bodies, 51);
    scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_ball_comes_back_to_the_square_of_its_elasticity),
        cmocka_unit_test(a_crate_slides_exactly_where_the_slope_is_steeper_than_its_friction),
        cmocka_unit_test(the_pyramid_stands),
        cmocka_unit_test(no_projectile_gets_behind_a_wall),
        cmocka_unit_test(every_line_sees_every_bullet_and_the_radar_wakes_nobody),
        cmocka_unit_test(keys_drive_the_walker_of_the_sensors_scene_and_the_gate_opens_for_it),
        cmocka_unit_test(the_events_scene_has_all_kinds_and_what_it_counts_adds_up),
        cmocka_unit_test(belts_sort_ice_from_wood_and_rubber),
        cmocka_unit_test(the_figure_climbs_through_shelves_and_a_belt_that_are_one_way),
        cmocka_unit_test(the_brick_wall_stands_until_a_shot_breaks_mortar_and_bricks),
        cmocka_unit_test(the_joints_scene_shows_each_kind_of_joint),
        cmocka_unit_test(a_tunable_out_of_range_or_between_whole_numbers_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
