/*
 * Rays along the seams of tiles, and rays that meet them. Cause: a ray hits what it enters, and one at a whole coordinate,
 * exactly between two tiles of a metre, enters neither: a ray straight down at x = 3 fell through a floor of boxes, and one
 * through the joint of two segments through a ground of segments.
 */
#include "test.h"

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/chain.h"

#include <math.h>
#include <string.h>

static const thud_vec2 half_tile = {0.5f, 0.5f};

static void add_tile(thud_world *world, int column, int row) {
    test_add_wall(world, (thud_vec2){(float)column + 0.5f, (float)row + 0.5f}, half_tile);
}

static thud_world_hit cast(thud_world *world, float x, float y, float by_x, float by_y) {
    return thud_world_cast_ray(world, (thud_vec2){x, y}, (thud_vec2){by_x, by_y}, thud_query_filter_all());
}

static void assert_hit_at(thud_world_hit hit, float fraction, thud_vec2 normal) {
    assert_true(hit.cast.hit);
    assert_true(thud_abs(hit.cast.fraction - fraction) < 1.0e-6f);
    assert_true(hit.cast.normal.x == normal.x && hit.cast.normal.y == normal.y);
}

/* A floor below y = 0, a wall of x from 10 to 11 on it, and a ledge of x from 2 to 6 at y = 6. */
static thud_world *level(void) {
    thud_world *world = test_world_create();
    for (int column = -5; column < 15; column++) {
        for (int row = -3; row < 0; row++) {
            add_tile(world, column, row);
        }
    }
    for (int i = 0; i < 4; i++) {
        add_tile(world, 10, i);
        add_tile(world, 2 + i, 6);
    }
    return world;
}

static void a_ray_along_a_seam_hits_where_both_tiles_begin(void **state) {
    (void)state;
    thud_world *world = level();
    for (int steps = 0; steps < 2; steps++) {
        assert_hit_at(cast(world, 3, 5, 0, -10), 0.5f, (thud_vec2){0, 1});
        assert_hit_at(cast(world, 3, 1, 0, 10), 0.5f, (thud_vec2){0, -1});
        assert_hit_at(cast(world, 0, 2, 20, 0), 0.5f, (thud_vec2){-1, 0});
        assert_hit_at(cast(world, 14, 2, -20, 0), 0.15f, (thud_vec2){1, 0});
        /* Over the floor to the wall, and down the wall to the floor. */
        assert_hit_at(cast(world, 0, 0, 20, 0), 0.5f, (thud_vec2){-1, 0});
        assert_hit_at(cast(world, 10, 4, 0, -8), 0.5f, (thud_vec2){0, 1});
        assert_hit_at(cast(world, 3, 5, 0, -5), 1.0f, (thud_vec2){0, 1});
        assert_hit_at(cast(world, 3, -0.5f, 0, -1), 0.0f, (thud_vec2){0, 0});
        assert_true(thud_world_ray_is_blocked(world, (thud_vec2){3, 5}, (thud_vec2){0, -10},
                                              thud_query_filter_all()));
        test_step(world, 1);
    }
    thud_world_destroy(world);
}

static void the_point_at_a_seam_is_on_the_surface_however_long_the_ray_is(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    for (int i = 0; i < 2; i++) { /* both surfaces are at y = 0 */
        test_add_wall(world, thud_vec2_make(2.0f + 2.0f * (float)i, -1.0f), thud_vec2_make(1.0f, 1.0f));
    }
    for (float length = 7.0f; length < 1.0e6f; length *= 1.7f) {
        assert_float_equal(cast(world, 3.0f, length, 0.0f, -1.4283f * length).cast.point.y, 0.0f, 1e-7f);
    }
    thud_world_destroy(world);
}

static void a_ray_along_one_face_passes(void **state) {
    (void)state;
    thud_world *world = level();
    assert_false(cast(world, 9, 0, -12, 0).cast.hit); /* over the floor */
    assert_false(cast(world, -4, 0, 13, 0).cast.hit);
    assert_false(cast(world, 0, 6, 9, 0).cast.hit); /* under the ledge */
    assert_false(cast(world, 9, 6, -9, 0).cast.hit);
    assert_false(cast(world, 10, 5, 0, -4).cast.hit); /* down the wall */
    assert_false(cast(world, 11, 0.5f, 0, 5).cast.hit);
    assert_false(cast(world, 3, 5, 0, -4.9f).cast.hit); /* ends above the seam */
    assert_false(cast(world, 3, 7, 0, 5).cast.hit);     /* begins on it and leaves */
    thud_world_destroy(world);
}

/* A level of random tiles with nothing around it. */
enum { size = 12 };
static bool solid[size + 2][size + 2];

static thud_world *random_level(test_random *random) {
    thud_world *world = test_world_create();
    for (int column = 1; column <= size; column++) {
        for (int row = 1; row <= size; row++) {
            solid[column][row] = test_random_int(random, 0, 2) == 0;
            if (solid[column][row]) {
                add_tile(world, column, row);
            }
        }
    }
    return world;
}

/* At whole and half coordinates: the ray meets the first row in which a tile is on each side of it, or one on one side whose
 * corner touches that of the row before on the other side. */
static void rays_through_random_tiles_meet_what_is_solid_on_both_sides(void **state) {
    (void)state;
    enum { rays = 400 };
    test_random random = {4711};
    thud_world *world = random_level(&random);
    int hits = 0;
    for (int i = 0; i < rays; i++) {
        int across = test_random_int(&random, 2, 2 * size + 2); /* twice the coordinate across the ray */
        bool is_down = i % 2 == 0, is_back = i % 4 < 2;
        int met = -1;
        bool before[2] = {false, false};
        for (int k = 1; k <= size && met < 0; k++) {
            int along = is_back ? size + 1 - k : k;
            bool now[2];
            for (int side = 0; side < 2; side++) {
                int line = (across - side) / 2;
                now[side] = is_down ? solid[line][along] : solid[along][line];
            }
            bool touches = (now[0] && (now[1] || before[1])) || (now[1] && before[0]);
            met = touches ? k - 1 : -1;
            memcpy(before, now, sizeof before);
        }
        float from = is_back ? (float)size + 2 : 0, length = is_back ? -(float)size - 2 : (float)size + 2;
        float at = 0.5f * (float)across;
        thud_world_hit hit = is_down ? cast(world, at, from, 0, length) : cast(world, from, at, length, 0);
        assert_int_equal(hit.cast.hit, met >= 0);
        if (met >= 0) {
            assert_true(thud_abs(hit.cast.fraction - (float)(met + 1) / (float)(size + 2)) < 1.0e-6f);
            hits++;
        }
    }
    assert_true(hits > rays / 2);
    thud_world_destroy(world);
}

static bool is_solid(float x, float y) {
    int column = (int)floorf(x), row = (int)floorf(y);
    return column >= 0 && column <= size && row >= 0 && row <= size && solid[column][row];
}

/* Whether a face with this normal is no seam on at least one side of a point. */
static bool is_surface(thud_vec2 point, thud_vec2 normal) {
    const float step = 0.05f; /* [m], more than the error of the point */
    for (int side = -1; side <= 1; side += 2) {
        float x = point.x - (float)side * step * normal.y, y = point.y + (float)side * step * normal.x;
        if (is_solid(x - step * normal.x, y - step * normal.y) &&
            !is_solid(x + step * normal.x, y + step * normal.y)) {
            return true;
        }
    }
    return false;
}

/* Cause: a ray from one whole coordinate towards another one hits many corners, where it enters a tile by two faces at once. One
 * of them mostly lies in a seam, and every other ray on a floor got that one's normal. */
static void rays_at_an_angle_get_the_normal_of_a_surface(void **state) {
    (void)state;
    enum { rays = 3000 };
    test_random random = {99};
    thud_world *world = random_level(&random);
    int corners = 0;
    for (int i = 0; i < rays; i++) {
        thud_vec2 from = {(float)test_random_int(&random, 0, size + 2),
                          (float)test_random_int(&random, 0, size + 2)};
        thud_vec2 by = {(float)test_random_int(&random, -4, 4), (float)test_random_int(&random, -4, 4)};
        thud_world_hit hit = cast(world, from.x, from.y, 5 * by.x, 5 * by.y);
        if (hit.cast.hit && hit.cast.fraction > 0 && by.x * by.y != 0) { /* not along a seam */
            thud_vec2 point = hit.cast.point;
            assert_true(is_surface(point, hit.cast.normal));
            assert_true(thud_vec2_dot(hit.cast.normal, by) < 0);
            corners +=
                thud_abs(point.x - roundf(point.x)) < 1e-4f && thud_abs(point.y - roundf(point.y)) < 1e-4f;
        }
    }
    assert_true(corners > 200);
    thud_world_destroy(world);
}

/* A face is covered by what the ray hits, on any body and at any angle, not by what it passes. */
static void what_a_ray_passes_covers_no_face(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    const thud_vec2 left = {-1, 0}, up = {0, 1}, slope[] = {{0, 0}, {0, -1}, {-2, -1}};
    test_add_wall(world, (thud_vec2){0.5f, -0.5f}, half_tile);
    thud_world_hit alone = cast(world, -1, 2, 2, -4);
    assert_hit_at(alone, 0.5f, alone.cast.normal.x < 0 ? left : up); /* either face of a corner */

    thud_shape_def def = thud_shape_defaults();
    thud_body_id ramp = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0, 0});
    assert_int_not_equal(thud_body_add_hull(world, ramp, &def, slope, 3).generation, 0);
    for (int rise = 1; rise <= 4; rise++) {
        thud_world_hit hit = cast(world, -1, (float)rise, 2, -2 * (float)rise);
        assert_true(hit.cast.hit && hit.cast.normal.y > 0.8f); /* the tile's top or the slope */
        thud_query_filter filter = thud_query_filter_all();
        filter.ignored_bodies = &ramp;
        filter.ignored_body_count = 1;
        hit =
            thud_world_cast_ray(world, (thud_vec2){-1, (float)rise}, (thud_vec2){2, -2 * (float)rise}, filter);
        assert_hit_at(hit, 0.5f, alone.cast.normal.x < 0 ? left : up);
    }
    thud_world_destroy(world);
}

static void a_ray_through_a_joint_of_segments_or_links_hits_the_ground(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0});
    thud_shape_def def = thud_shape_defaults();
    thud_vec2 points[11];
    for (int i = 0; i < 11; i++) {
        points[i] = (thud_vec2){25 - (float)i, 0.1f * (float)(i % 2)}; /* solid below */
    }
    for (int x = -5; x < 5; x++) {
        thud_body_add_segment(world, ground, &def, (thud_vec2){(float)x, 0.1f * (float)(x & 1)},
                              (thud_vec2){(float)x + 1, 0.1f * (float)((x + 1) & 1)});
    }
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 11;
    chain.one_sided = true;
    assert_int_not_equal(thud_chain_create(world, ground, &chain).generation, 0);
    for (int x = -4; x < 5; x++) {
        assert_true(cast(world, (float)x, 3, 0, -5).cast.hit);
        assert_true(cast(world, (float)x, -3, 0, 5).cast.hit);
    }
    assert_false(cast(world, -5, 3, 0, -5).cast.hit); /* the end of the ground */
    for (int i = 1; i < 10; i++) {
        bool from_above = cast(world, 25 - (float)i, 3, 0, -5).cast.hit;
        bool from_below = cast(world, 25 - (float)i, -3, 0, 5).cast.hit;
        assert_true(from_above != from_below); /* the front alone */
        assert_int_equal(from_above, cast(world, 24.5f, 3, 0, -5).cast.hit);
    }
    thud_world_destroy(world);
}

/* What is no more than the slop apart is one ground, as for contacts. */
static void a_ray_through_a_slit_passes_if_that_is_wider_than_the_slop(void **state) {
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        thud_world *world = test_world_create();
        float slit = wide == 1 ? 0.006f : 0.004f;
        test_add_wall(world, (thud_vec2){-0.5f - 0.5f * slit, 0}, half_tile);
        test_add_wall(world, (thud_vec2){0.5f + 0.5f * slit, 0.2f}, half_tile);
        thud_world_hit hit = cast(world, 0, 5, 0, -10);
        assert_int_equal(hit.cast.hit, wide == 0);
        if (hit.cast.hit) {
            assert_hit_at(hit, 0.45f, (thud_vec2){0, 1}); /* where the lower one begins */
        }
        thud_world_destroy(world);
    }
}

static void what_the_filter_leaves_out_makes_no_seam(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id left = test_add_wall(world, (thud_vec2){-0.5f, 0}, half_tile);
    thud_body_id right = test_add_wall(world, (thud_vec2){0.5f, 0}, half_tile);
    const thud_body_id bodies[] = {left, right};
    for (int i = 0; i < 2; i++) {
        thud_query_filter filter = thud_query_filter_all();
        filter.ignored_bodies = &bodies[i];
        filter.ignored_body_count = 1;
        assert_false(thud_world_cast_ray(world, (thud_vec2){0, 5}, (thud_vec2){0, -10}, filter).cast.hit);
    }
    assert_true(cast(world, 0, 5, 0, -10).cast.hit);
    thud_world_destroy(world);
}

static void a_seam_of_one_way_tiles_holds_from_their_side_alone(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_def def = thud_shape_defaults();
    def.one_way = (thud_vec2){0, 1};
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, (thud_vec2){0, 0});
    for (int i = 0; i < 2; i++) {
        thud_shape box;
        thud_pose at = {{(float)i - 0.5f, 0}, {1, 0}};
        assert_int_equal(thud_offset_box(half_tile, 0, at, &box), THUD_OK);
        assert_int_not_equal(thud_body_add_shape(world, ground, &def, &box).generation, 0);
    }
    assert_true(cast(world, 0, 5, 0, -10).cast.hit);
    assert_false(cast(world, 0, -5, 0, 10).cast.hit);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_along_a_seam_hits_where_both_tiles_begin),
        cmocka_unit_test(the_point_at_a_seam_is_on_the_surface_however_long_the_ray_is),
        cmocka_unit_test(a_ray_along_one_face_passes),
        cmocka_unit_test(rays_through_random_tiles_meet_what_is_solid_on_both_sides),
        cmocka_unit_test(rays_at_an_angle_get_the_normal_of_a_surface),
        cmocka_unit_test(what_a_ray_passes_covers_no_face),
        cmocka_unit_test(a_ray_through_a_joint_of_segments_or_links_hits_the_ground),
        cmocka_unit_test(a_ray_through_a_slit_passes_if_that_is_wider_than_the_slop),
        cmocka_unit_test(what_the_filter_leaves_out_makes_no_seam),
        cmocka_unit_test(a_seam_of_one_way_tiles_holds_from_their_side_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
