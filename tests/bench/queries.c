/*
 * queries.c: queries among 20,000 bodies and in a tile level. Each sample runs the same 4,000 queries, which are chosen
 * when the world is built. An answer is a fraction or a count.
 */
#include "dice.h"
#include "scenes.h"

#include <math.h>

#define PI 3.14159265358979f
#define SPACING 3.0f /* [m] between bodies of the field */

enum { QUESTIONS = 4000 };

/* Origin and direction; a run is a process of its own, which has one world. */
typedef struct question {
    thud_vec2 place;     /* [m] */
    thud_vec2 direction; /* of length 1 */
    float share;         /* 0 to 1 */
} question;

static question questions[QUESTIONS], sky[QUESTIONS];

static question random_question(dice *d, thud_vec2 place) {
    float angle = roll(d, -PI, PI);
    return (question){place, {cosf(angle), sinf(angle)}, roll(d, 0.0f, 1.0f)};
}

/* ---- the field ---- */

static int field_columns(int bodies) {
    return (int)ceilf(sqrtf((float)bodies));
}

/* Bodies keep half a metre to the edges of their square, whose corners are therefore free. Rays start there. */
static void ask_field(int columns) {
    dice d = {99u};
    float side = SPACING * (float)columns;
    for (int i = 0; i < QUESTIONS; i++) {
        thud_vec2 corner = {SPACING * floorf(roll(&d, 0.0f, (float)columns)),
                            SPACING * floorf(roll(&d, 0.0f, (float)columns))};
        questions[i] = random_question(&d, corner);
        sky[i] = random_question(&d, (thud_vec2){roll(&d, 0.0f, side), side + roll(&d, 110.0f, 200.0f)});
    }
}

static void build_field(bench_record *world) {
    int bodies = bench_share_of(world, 20000), columns = field_columns(bodies);
    bench_surface surface = bench_surface_defaults();
    dice d = {2026u};
    for (int i = 0; i < bodies; i++) {
        thud_shape shape = bench_mixed_shape(i, 1.0f);
        bench_body body = bench_body_at(THUD_BODY_DYNAMIC, SPACING * ((float)(i % columns) + 0.5f),
                                        SPACING * ((float)(i / columns) + 0.5f));
        body.position.x += roll(&d, -0.4f, 0.4f);
        body.position.y += roll(&d, -0.4f, 0.4f);
        body.velocity = (thud_vec2){roll(&d, -0.5f, 0.5f), roll(&d, -0.5f, 0.5f)};
        body.angle = roll(&d, -PI, PI);
        bench_add_simple(world, &body, &surface, &shape);
    }
    /* A single body high above, so that the empty space is inside of the engine's bounds of all bodies. */
    bench_body moon = bench_body_at(THUD_BODY_DYNAMIC, 0.0f, SPACING * (float)columns + 400.0f);
    thud_shape disc = bench_circle(2.0f);
    bench_add_simple(world, &moon, &surface, &disc);
    ask_field(columns);
}

void bench_build_field(bench_record *world, int index) {
    (void)index;
    build_field(world);
    for (int i = 0; i < 3; i++) {
        world->engine->step(world->world);
    }
}

void bench_build_field_unstepped(bench_record *world) {
    bench_record_reopen(world);
    build_field(world);
}

/* ---- rays and casts ---- */

static double cast_rays(bench_record *world, const question *asked, int count, float shortest,
                        float longest) {
    double fractions = 0.0;
    for (int i = 0; i < count; i++) {
        const question *q = &asked[i % QUESTIONS];
        float length = shortest + q->share * (longest - shortest);
        thud_vec2 translation = {length * q->direction.x, length * q->direction.y};
        fractions += (double)world->engine->cast_ray(world->world, q->place, translation);
    }
    return fractions;
}

double bench_rays_5(bench_record *world, int count) {
    return cast_rays(world, questions, count, 5.0f, 5.0f);
}

double bench_rays_5_to_100(bench_record *world, int count) {
    return cast_rays(world, questions, count, 5.0f, 100.0f);
}

double bench_rays_600(bench_record *world, int count) {
    return cast_rays(world, questions, count, 600.0f, 600.0f);
}

double bench_rays_in_sky(bench_record *world, int count) {
    return cast_rays(world, sky, count, 5.0f, 100.0f);
}

double bench_circle_casts(bench_record *world, int count) {
    double fractions = 0.0;
    for (int i = 0; i < count; i++) {
        const question *q = &questions[i % QUESTIONS];
        thud_vec2 translation = {10.0f * q->direction.x, 10.0f * q->direction.y};
        fractions += (double)world->engine->cast_circle(world->world, 0.25f, q->place, translation);
    }
    return fractions;
}

double bench_box_casts(bench_record *world, int count) {
    thud_shape box = bench_box(0.25f, 0.25f);
    double fractions = 0.0;
    for (int i = 0; i < count; i++) {
        const question *q = &questions[i % QUESTIONS];
        thud_vec2 translation = {10.0f * q->direction.x, 10.0f * q->direction.y};
        fractions += (double)world->engine->cast_shape(world->world, &box, q->place, translation);
    }
    return fractions;
}

/* ---- boxes and overlaps ---- */

/* The questions' places are corners of squares; boxes lie about places anywhere in them. */
static thud_vec2 anywhere(const question *q) {
    return (thud_vec2){q->place.x + SPACING * q->share, q->place.y + SPACING * fabsf(q->direction.x)};
}

static double count_in_boxes(bench_record *world, int count, thud_vec2 half_extents) {
    double found = 0.0;
    for (int i = 0; i < count; i++) {
        thud_vec2 center = anywhere(&questions[i % QUESTIONS]);
        thud_aabb box = {{center.x - half_extents.x, center.y - half_extents.y},
                         {center.x + half_extents.x, center.y + half_extents.y}};
        found += (double)world->engine->count_in_box(world->world, box);
    }
    return found;
}

double bench_boxes_2(bench_record *world, int count) {
    return count_in_boxes(world, count, (thud_vec2){1.0f, 1.0f});
}

double bench_boxes_20(bench_record *world, int count) {
    return count_in_boxes(world, count, (thud_vec2){10.0f, 10.0f});
}

static double count_overlaps(bench_record *world, int count, float half_extent) {
    thud_shape box = bench_box(half_extent, half_extent);
    double found = 0.0;
    for (int i = 0; i < count; i++) {
        const question *q = &questions[i % QUESTIONS];
        thud_pose pose = {anywhere(q), {q->direction.x, q->direction.y}};
        found += (double)world->engine->count_overlaps(world->world, &box, pose);
    }
    return found;
}

double bench_overlaps_2(bench_record *world, int count) {
    return count_overlaps(world, count, 1.0f);
}

double bench_overlaps_20(bench_record *world, int count) {
    return count_overlaps(world, count, 10.0f);
}

/* ---- the tile level ---- */

/* Places in the air, in columns where neither crates nor walkers start. */
void bench_build_tile_queries(bench_record *world, int index) {
    bench_build_tile_level(world, index);
    dice d = {31u};
    for (int i = 0; i < QUESTIONS; i++) {
        thud_vec2 place;
        do {
            place.x = 2.0f * floorf(roll(&d, 10.0f, 190.0f)) + roll(&d, 1.2f, 1.8f);
            place.y = roll(&d, 8.1f, 40.0f);
        } while (bench_in_tile(place));
        questions[i] = random_question(&d, place);
    }
    for (int i = 0; i < 3; i++) {
        bench_tile_level_before_step(world, i);
        world->engine->step(world->world);
    }
}

double bench_tile_rays(bench_record *world, int count) {
    return cast_rays(world, questions, count, 5.0f, 100.0f);
}

/* Straight down, as one looks for the ground below a walker. */
double bench_tile_rays_2(bench_record *world, int count) {
    double fractions = 0.0;
    for (int i = 0; i < count; i++) {
        thud_vec2 down = {0.0f, -2.0f};
        fractions += (double)world->engine->cast_ray(world->world, questions[i % QUESTIONS].place, down);
    }
    return fractions;
}

double bench_tile_screens(bench_record *world, int count) {
    return count_in_boxes(world, count, (thud_vec2){20.0f, 11.25f});
}
