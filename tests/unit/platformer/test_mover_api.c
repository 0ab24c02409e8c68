/* The mover's definition, refusals with their fields, and its lower layer: planes that are solved and clipped. */
#include "unit/platformer/mover_course.h"

#include "reference/random_shapes.h"

#include <math.h>
#include <string.h>

/* ---- refusals ---- */

static void refused(course *c, thud_vec2 velocity, float dt, const char *field, thud_status status) {
    thud_mover_state before = c->state;
    thud_mover_result result;
    memset(&result, 5, sizeof result);
    thud_mover_result untouched = result;
    assert_false(thud_mover_move(c->world, &c->def, &c->state, velocity, dt, &result));
    thud_refusal refusal = thud_world_refusal(c->world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.call, "thud_mover_move");
    assert_string_equal(refusal.field, field);
    assert_memory_equal(&before, &c->state, sizeof before);
    assert_memory_equal(&untouched, &result, sizeof result);
}

static void bad_input_is_refused_by_call_and_field_and_changes_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 0.0f, 5); /* a mover at rest checks its input, too */
    const thud_mover_def good = c.def;
    const thud_vec2 still = {0.0f, 0.0f};
    refused(&c, thud_vec2_make(NAN, 0.0f), TEST_DT, "velocity", THUD_NOT_FINITE);
    refused(&c, thud_vec2_make(0.0f, 1.0e30f), TEST_DT, "velocity", THUD_OUT_OF_RANGE);
    refused(&c, still, NAN, "dt", THUD_NOT_FINITE);
    refused(&c, still, -1.0f, "dt", THUD_OUT_OF_RANGE);
    const struct {
        float *field;
        float value;
        const char *name;
        thud_status status;
    } rows[] = {{&c.def.step_height, -0.1f, "step_height", THUD_NEGATIVE},
                {&c.def.step_height, NAN, "step_height", THUD_NOT_FINITE},
                {&c.def.skin, 0.0f, "skin", THUD_NOT_POSITIVE},
                {&c.def.floor_angle, 1.6f, "floor_angle", THUD_OUT_OF_RANGE},
                {&c.def.hold_speed, -1.0f, "hold_speed", THUD_NEGATIVE},
                {&c.def.corner_slip, INFINITY, "corner_slip", THUD_NOT_FINITE},
                {&c.def.push_force, -1.0f, "push_force", THUD_NEGATIVE},
                {&c.def.mass, NAN, "mass", THUD_NOT_FINITE},
                {&c.def.soft_speed, -1.0f, "soft_speed", THUD_NEGATIVE},
                {&c.def.up.y, 0.0f, "up", THUD_ZERO_LENGTH},
                {&c.def.up.x, NAN, "up", THUD_NOT_FINITE},
                {&c.def.shape.radius, -1.0f, "shape", THUD_NOT_POSITIVE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        *rows[i].field = rows[i].value;
        refused(&c, still, TEST_DT, rows[i].name, rows[i].status);
        assert_string_equal(thud_mover_def_check(&c.def).field, rows[i].name);
        c.def = good;
    }
    memset(&c.def.shape, 0, sizeof c.def.shape);
    assert_int_not_equal(thud_mover_def_check(&c.def).status, THUD_OK);
    c.def = good;
    c.state.position.x = NAN;
    assert_false(thud_mover_move(world, &c.def, &c.state, still, TEST_DT, &c.result));
    assert_string_equal(thud_world_refusal(world).field, "state.position");
    assert_false(thud_mover_move(world, NULL, &c.state, still, TEST_DT, &c.result));
    c.state.position.x = 0.0f;
    assert_false(thud_mover_move(NULL, &c.def, &c.state, still, TEST_DT, &c.result));
    assert_false(thud_mover_test(NULL, &c.def, &c.state, still, TEST_DT, &c.result));
    assert_false(thud_mover_fits(NULL, &c.def, &c.state) || thud_mover_drop_through(NULL, &c.def, &c.state));
    assert_int_equal(thud_mover_def_check(&good).status, THUD_OK);
    thud_world_destroy(world);
}

static void surfaces_have_the_material_of_their_shapes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_body_id bodies[] = {test_add_ground(world),
                                   course_box(world, THUD_BODY_STATIC, 1.0f, 1.0f, 0.5f, 1.0f, 0.0f)};
    for (int i = 0; i < 2; i++) {
        thud_shape_def def = thud_shape_definition(world, test_shape_of(world, bodies[i]));
        def.material.friction = 0.25f * (float)(i + 1);
        def.material_id = 36u + (uint64_t)i;
        assert_true(thud_shape_configure(world, test_shape_of(world, bodies[i]), &def));
    }
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 3.0f, 10);
    assert_true(test_same_body(c.result.floor.body, bodies[0]) &&
                test_same_body(c.result.wall.body, bodies[1]));
    assert_true(c.result.floor.material.friction == 0.25f && c.result.floor.material_id == 36);
    assert_true(c.result.wall.material.friction == 0.5f && c.result.wall.material_id == 37);
    thud_world_destroy(world);
}

static void a_floor_or_a_body_that_is_gone_is_no_error(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 0.0f, 5);
    assert_true(c.result.floor.touching);
    thud_body_destroy(world, ground);
    thud_body_destroy(world, c.state.body);
    course_run(&c, 0.0f, 5);
    assert_true(!c.result.floor.touching && c.state.position.y < COURSE_STAND);
    thud_world_destroy(world);
}

static void sensors_on_the_body_of_a_mover_keep_their_geometry(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    thud_shape_id own = test_shape_of(world, c.state.body);
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    thud_shape_id hurt_box = thud_body_add_circle(world, c.state.body, &def, thud_vec2_make(0.0f, 0.5f), 1.5f);
    def.sensor = false;
    def.filter.mask = 2;
    thud_shape_id shield = thud_body_add_circle(world, c.state.body, &def, thud_vec2_make(0.5f, 0.0f), 0.1f);
    course_run(&c, 1.0f, 5);
    assert_int_equal(thud_capsule((thud_vec2){0.0f, -0.5f}, (thud_vec2){0.0f, -0.2f}, 0.3f, &c.def.shape), THUD_OK);
    course_run(&c, 1.0f, 5);
    assert_true(thud_shape_geometry(world, hurt_box).radius == 1.5f);
    assert_true(thud_shape_geometry(world, shield).radius == 0.1f);
    assert_true(thud_shape_geometry(world, own).vertices[1].y == -0.2f);
    thud_world_destroy(world);
}

static void a_mover_at_rest_wakes_to_every_change_of_its_floor(void **state) {
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        thud_world *world = test_world_create();
        thud_body_id ground = test_add_ground(world);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 0.0f, 10);
        assert_true(c.state.rests);
        thud_material belt = {.friction = 0.5f, .surface_speed = 3.0f};
        if (kind == 0) {
            thud_body_teleport(world, ground, thud_vec2_make(0.0f, -1.5f), 0.0f);
        } else if (kind == 1) {
            thud_shape_set_material(world, test_shape_of(world, ground), &belt);
        } else if (kind == 2) {
            thud_shape_set_filter(world, test_shape_of(world, ground),
                                  (thud_filter){.category = 1, .mask = 0});
        } else if (kind == 3) {
            c.state.position.y += 1.0f;
        } else if (kind == 4) {
            thud_shape_def def = thud_shape_definition(world, test_shape_of(world, ground));
            def.material = belt;
            thud_shape_configure(world, test_shape_of(world, ground), &def);
        } else {
            thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -30.0f, 1.0f, 0.1f, 0.9f, 0.0f);
            thud_body_set_velocity(world, wall, thud_vec2_make(3600.0f, 0.0f), 0.0f);
        }
        float y = c.state.position.y;
        course_run(&c, 0.0f, 10);
        bool moved = kind == 1 || kind > 3 ? c.state.position.x > 0.3f : c.state.position.y < y - 0.3f;
        assert_true(moved);
        thud_world_destroy(world);
    }
}

/* ---- planes ---- */

/* A world with a slab, a lift and a crate on the ground, and a character among them. */
typedef struct stage {
    course c;
    thud_body_id slab, lift, crate;
} stage;

static stage make_stage(bool is_box) {
    stage s = {.c = {.world = test_world_create(), .def = thud_mover_defaults()}};
    test_add_ground(s.c.world);
    s.slab = course_box(s.c.world, THUD_BODY_STATIC, -2.0f, 1.0f, 1.0f, 0.2f, 0.0f);
    s.lift = course_box(s.c.world, THUD_BODY_KINEMATIC, 3.0f, 0.3f, 1.0f, 0.1f, 0.0f);
    s.crate = course_box(s.c.world, THUD_BODY_DYNAMIC, 1.0f, 0.3f, 0.3f, 0.3f, 0.0f);
    if (is_box) {
        assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &s.c.def.shape), THUD_OK);
    }
    assert_true(thud_mover_create(s.c.world, &s.c.def, thud_vec2_make(-2.0f, 2.5f), &s.c.state));
    return s;
}

/* One of ten changes of a stage. */
static void change_stage(stage *s, uint32_t which, float x, float y) {
    thud_world *world = s->c.world;
    thud_shape_id shape = test_shape_of(world, s->slab);
    thud_material material = {.friction = thud_abs(x), .surface_speed = y > 0.2f ? 1.0f : 0.0f};
    thud_body_def def = thud_body_definition(world, s->slab);
    switch (which) {
    case 0:
        thud_body_teleport(world, s->slab, thud_vec2_make(x, 1.0f + y), 0.0f);
        break;
    case 1:
        def.disabled = !def.disabled;
        thud_body_configure(world, s->slab, &def);
        break;
    case 2:
        thud_shape_set_one_way(world, shape, thud_vec2_make(0.0f, y > 0.0f ? 1.0f : 0.0f));
        break;
    case 3:
        thud_shape_set_material(world, shape, &material);
        break;
    case 4:
        thud_shape_set_filter(world, shape, (thud_filter){.category = 1, .mask = y > 0.0f ? 1 : 2});
        break;
    case 5:
        thud_body_set_linear_velocity(world, s->lift, thud_vec2_make(x, y));
        break;
    case 6:
        thud_body_set_linear_velocity(world, s->lift, thud_vec2_make(0.0f, 0.0f));
        break;
    case 7:
        thud_body_teleport(world, s->crate, thud_vec2_make(x, 1.0f + y), 0.0f);
        break;
    case 8:
        thud_body_set_linear_velocity(world, s->crate, thud_vec2_make(x, y));
        break;
    default:
        s->c.state.position.x += 0.02f * y;
        break;
    }
}

static void assert_same_result(const thud_mover_result *a, const thud_mover_result *b) {
    assert_true(a->position.x == b->position.x && a->position.y == b->position.y);
    assert_true(a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
    assert_true(a->floor.touching == b->floor.touching && test_same_shape(a->floor.shape, b->floor.shape));
    assert_true(thud_vec2_distance(a->floor.point, b->floor.point) <
                1e-5f); /* at rest kept from the floor's centre */
    assert_true(a->floor.normal.x == b->floor.normal.x && a->friction == b->friction);
    assert_true(a->floor.material.surface_speed == b->floor.material.surface_speed);
    assert_true(a->wall.touching == b->wall.touching && a->ceiling.touching == b->ceiling.touching);
    assert_true(a->hit_count == b->hit_count && a->crushed == b->crushed && a->left_floor == b->left_floor);
}

/* A state without its key is moved as if nothing was known of the last move. */
static void rest_changes_no_result_whatever_changes_around_the_mover(void **state) {
    (void)state;
    int rested = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        test_random random = test_random_seed(seed);
        stage s = make_stage(seed % 2), moved = make_stage(seed % 2);
        for (int step = 0; step < 300; step++) {
            if (step > 60 && test_random_below(&random, 6) == 0) {
                uint32_t which = test_random_below(&random, 10);
                thud_vec2 by = test_random_vec2(&random, 1.0f);
                change_stage(&s, which, 3.0f * by.x, by.y);
                change_stage(&moved, which, 3.0f * by.x, by.y);
            }
            float speed = step % 150 > 120 ? (float)test_random_below(&random, 3) * 4.0f - 4.0f : 0.0f;
            moved.c.state.seen_key = 0;
            moved.c.state.rests = false;
            course_run(&s.c, speed, 1);
            course_run(&moved.c, speed, 1);
            assert_same_result(&s.c.result, &moved.c.result);
            rested += s.c.state.rests;
        }
        thud_world_destroy(s.c.world);
        thud_world_destroy(moved.c.world);
    }
    assert_true(rested > 2000);
}

/* At rest the point was below the middle of the mover: on an edge it lay beside the floor, by up to half of the mover's width. */
static void the_point_of_its_floor_stays_when_a_mover_comes_to_rest(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_box(world, THUD_BODY_STATIC, -2.0f, 1.0f, 2.0f, 1.0f, 0.0f); /* its corner is at (0, 2) */
    course c = {.world = world, .def = thud_mover_defaults()};
    assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
    assert_true(thud_mover_create(world, &c.def, thud_vec2_make(0.2f, 2.9f), &c.state));
    thud_vec2 point = {0.0f, 0.0f};
    for (int step = 0; step < 60; step++) {
        bool rested = c.state.rests;
        course_run(&c, 0.0f, 1);
        point = rested ? point : c.result.floor.point;
        assert_true(step < 40 || rested);
    }
    assert_true(c.result.floor.touching);
    assert_float_equal(point.x, -0.05f, 1e-5f);
    assert_float_equal(c.result.floor.point.x, point.x, 1e-6f);
    assert_float_equal(c.result.floor.point.y, point.y, 1e-6f);
    thud_world_destroy(world);
}

/* Calls of a judge, and those of its attempts to destroy the shape's body that were not refused. */
typedef struct meddler {
    int calls, destroyed;
} meddler;

static thud_mover_verdict meddle(thud_world *world, thud_shape_id shape, void *context) {
    meddler *me = context;
    me->calls++;
    me->destroyed += thud_body_destroy(world, thud_shape_body(world, shape));
    return THUD_MOVER_SOLID;
}

/* Asked about a drop, and about what crushes the mover, it could destroy the shapes that the move was about. */
static void a_judge_cannot_change_the_world(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_box(world, THUD_BODY_STATIC, 0.0f, -0.5f, 10.0f, 0.5f, 0.0f);
    thud_body_id press = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 2.5f, 10.0f, 0.5f, 0.0f);
    thud_body_set_linear_velocity(world, press, thud_vec2_make(0.0f, -1.0f));
    meddler me = {0};
    course c = {.world = world, .def = thud_mover_defaults()};
    c.def.judge = meddle;
    c.def.judge_context = &me;
    assert_true(thud_mover_create(world, &c.def, thud_vec2_make(0.0f, COURSE_STAND), &c.state));
    course_run(&c, 0.0f, 20);
    assert_false(thud_mover_drop_through(world, &c.def, &c.state));
    course_run(&c, 0.0f, 20);
    assert_true(c.result.crushed);
    assert_true(me.calls > 0);
    assert_int_equal(me.destroyed, 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_WORLD_LOCKED);
    thud_world_destroy(world);
}

static void solved_planes_are_met_by_the_closest_translation(void **state) {
    (void)state;
    test_random random = test_random_seed(91);
    int squeezed = 0;
    for (int run = 0; run < 20000; run++) {
        thud_plane planes[6];
        int count = test_random_int(&random, 0, 6);
        for (int i = 0; i < count; i++) {
            planes[i] = (thud_plane){.normal = test_random_unit(&random),
                                     .separation = test_random_float(&random, -0.5f, 0.5f),
                                     .push = FLT_MAX,
                                     .index = i};
        }
        thud_vec2 wanted = test_random_vec2(&random, 1.0f);
        thud_plane_solution solution = thud_planes_solve(wanted, planes, count);
        squeezed += solution.squeezed;
        float best = thud_vec2_distance(solution.translation, wanted);
        for (int i = 0; i < count && !solution.squeezed; i++) {
            float left = planes[i].separation + thud_vec2_dot(planes[i].normal, solution.translation);
            assert_true(left > -1.0e-4f);
        }
        for (int i = 0; i < 20 && !solution.squeezed;
             i++) { /* no random point is closer and outside of all planes */
            thud_vec2 tried = thud_vec2_add(wanted, test_random_vec2(&random, best));
            bool is_outside = true;
            for (int j = 0; j < count; j++) {
                is_outside =
                    is_outside && planes[j].separation + thud_vec2_dot(planes[j].normal, tried) >= 0.0f;
            }
            assert_true(!is_outside || thud_vec2_distance(tried, wanted) >= best - 1.0e-4f);
        }
    }
    assert_true(squeezed > 100 && squeezed < 15000);
}

/* The corner of two nearly parallel planes, 789 m up, was once taken as the solution for these and a
 * third: a mover was moved 5 m up a wall. */
static void there_is_no_far_way_out_of_a_narrow_wedge(void **state) {
    (void)state;
    const thud_plane planes[] = {
        {.normal = {1.0f, 1.0e-4f}, .separation = -0.0737f, .push = FLT_MAX, .index = 0},
        {.normal = {-1.0f, 0.0f}, .separation = 0.0f, .push = FLT_MAX, .index = 1},
        {.normal = {1.0f, 0.0f}, .separation = 0.0011f, .push = FLT_MAX, .index = 2}};
    thud_plane_solution solution = thud_planes_solve(thud_vec2_make(0.0f, 0.0f), planes, 3);
    assert_true(solution.squeezed);
    assert_float_equal(solution.translation.x, 0.5f * 0.0737f, 0.02f);
    assert_float_equal(solution.translation.y, 0.0f, 0.001f);
}

static void clipped_velocities_lead_into_no_plane_and_follow_receding_ones(void **state) {
    (void)state;
    thud_plane planes[] = {{.normal = {-1.0f, 0.0f}, .push = FLT_MAX, .velocity = {2.0f, 0.0f}},
                           {.normal = {0.0f, 1.0f}, .push = FLT_MAX},
                           {.normal = {1.0f, 0.0f}, .separation = 1.0f, .push = FLT_MAX}};
    thud_vec2 clipped = thud_planes_clip_velocity(thud_vec2_make(5.0f, -3.0f), planes, 3, 0.01f);
    assert_float_equal(clipped.x, 2.0f, 1.0e-6f);
    assert_float_equal(clipped.y, 0.0f, 1.0e-6f);
    clipped = thud_planes_clip_velocity(thud_vec2_make(-5.0f, 3.0f), planes, 3, 0.01f);
    assert_float_equal(clipped.x, -5.0f, 1.0e-6f);
    assert_float_equal(clipped.y, 3.0f, 1.0e-6f);
}

static void soft_planes_push_by_at_most_their_limit(void **state) {
    (void)state;
    thud_plane planes[] = {{.normal = {1.0f, 0.0f}, .separation = -0.5f, .push = 0.1f},
                           {.normal = {-1.0f, 0.0f}, .separation = 0.05f, .push = FLT_MAX}};
    thud_plane_solution solution = thud_planes_solve(thud_vec2_make(0.0f, 0.0f), planes, 1);
    assert_float_equal(solution.translation.x, 0.1f, 1.0e-6f);
    solution = thud_planes_solve(thud_vec2_make(0.0f, 0.0f), planes, 2);
    assert_float_equal(solution.translation.x, 0.05f, 1.0e-6f);
    assert_false(solution.squeezed);
}

static void collected_planes_are_those_of_the_nearest_shapes(void **state) {
    (void)state;
    thud_shape hero, box;
    assert_int_equal(thud_circle(thud_vec2_make(0.0f, 0.0f), 0.5f, &hero), THUD_OK);
    assert_int_equal(thud_box(thud_vec2_make(1.0f, 1.0f), 0.0f, &box), THUD_OK);
    const thud_shape shapes[] = {box, box, box};
    const thud_pose poses[] = {
        {{0.0f, -1.6f}, {1.0f, 0.0f}}, {{1.4f, 0.0f}, {1.0f, 0.0f}}, {{9.0f, 0.0f}, {1.0f, 0.0f}}};
    thud_plane planes[3];
    thud_pose at = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    assert_int_equal(thud_planes_collect(&hero, at, shapes, poses, 3, 0.2f, planes, 3), 2);
    assert_int_equal(planes[0].index, 1);
    assert_float_equal(planes[0].separation, -0.1f, 1.0e-6f);
    assert_float_equal(planes[0].normal.x, -1.0f, 1.0e-6f);
    assert_float_equal(planes[1].separation, 0.1f, 1.0e-6f);
    thud_plane_solution solution = thud_planes_solve(thud_vec2_make(0.0f, -0.3f), planes, 2);
    assert_float_equal(solution.translation.x, -0.1f, 1.0e-6f);
    assert_float_equal(solution.translation.y, -0.1f, 1.0e-6f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_refused_by_call_and_field_and_changes_nothing),
        cmocka_unit_test(surfaces_have_the_material_of_their_shapes),
        cmocka_unit_test(a_floor_or_a_body_that_is_gone_is_no_error),
        cmocka_unit_test(sensors_on_the_body_of_a_mover_keep_their_geometry),
        cmocka_unit_test(a_mover_at_rest_wakes_to_every_change_of_its_floor),
        cmocka_unit_test(rest_changes_no_result_whatever_changes_around_the_mover),
        cmocka_unit_test(the_point_of_its_floor_stays_when_a_mover_comes_to_rest),
        cmocka_unit_test(a_judge_cannot_change_the_world),
        cmocka_unit_test(solved_planes_are_met_by_the_closest_translation),
        cmocka_unit_test(there_is_no_far_way_out_of_a_narrow_wedge),
        cmocka_unit_test(clipped_velocities_lead_into_no_plane_and_follow_receding_ones),
        cmocka_unit_test(soft_planes_push_by_at_most_their_limit),
        cmocka_unit_test(collected_planes_are_those_of_the_nearest_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
