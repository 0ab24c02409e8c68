/*
 * A course: a runner with its input and position, stepped at one of several rhythms. The measures of a course must be
 * the same at all of them. The last step of a stretch is shortened, so that the stretch has exactly the given length.
 */
#pragma once

#include "test.h"

#include "reference/random.h"
#include "thud/runner.h"

/* 30, 60, 144 and 240 steps a second, and steps of 1 to 40 ms. */
enum { rhythms = 5 };

typedef struct test_course {
    thud_runner_def def;
    thud_runner runner;
    thud_runner_input input;
    thud_runner_surroundings around;
    thud_runner_result last;
    thud_vec2 position;
    int rhythm;
    test_random random;
    int jumps, wall_jumps, dashes, landings, drops;
} test_course;

static inline test_course start(int rhythm) {
    test_course course = {.def = thud_runner_defaults(), .rhythm = rhythm, .random = {12345}};
    return course;
}

/* The same on flat ground with friction. */
static inline test_course start_on_floor(int rhythm) {
    test_course course = start(rhythm);
    course.around.on_floor = true;
    course.around.floor_friction = 0.6f;
    return course;
}

static inline float next_dt(test_course *course) {
    static const float dt[rhythms] = {1 / 30.0f, 1 / 60.0f, 1 / 144.0f, 1 / 240.0f, 0};
    return course->rhythm + 1 < rhythms ? dt[course->rhythm]
                                        : test_random_float(&course->random, 0.001f, 0.04f);
}

static inline void step(test_course *course, float dt) {
    thud_runner_result result =
        thud_runner_step(&course->def, &course->runner, &course->input, &course->around, dt);
    assert_int_equal(result.status, THUD_OK);
    assert_null(result.field);
    course->last = result;
    course->position = thud_vec2_add(course->position, result.displacement);
    assert_float_equal(result.mean_velocity.x * dt, result.displacement.x, 1e-4f);
    assert_float_equal(result.mean_velocity.y * dt, result.displacement.y, 1e-4f);
    course->jumps += result.jumped;
    course->wall_jumps += result.wall_jumped;
    course->dashes += result.dashed;
    course->landings += result.landed;
    course->drops += result.drop;
}

static inline void run_for(test_course *course, float time) {
    double left = (double)time;
    while (left > 1e-5) {
        float dt = next_dt(course);
        dt = (double)dt < left ? dt : (float)left;
        step(course, dt);
        left -= (double)dt;
    }
}

/* A jump: there is floor in the first step only, so the runner stays in the air. */
static inline void jump_for(test_course *course, float time) {
    float first = thud_min(next_dt(course), time);
    course->around.on_floor = true;
    course->input.jump = true;
    step(course, first);
    course->around.on_floor = false;
    run_for(course, time - first);
}
