/*
 * advance_kernel.c: moves eight bodies to their new poses: p' = p + dx, q' = q turned by d, normalised; decides whether
 * they are slow, fast or not finite, and whether they may have met an obstacle on their paths.
 */

#include "base/inline.h"
#include "base/lanes.h"
#include "world/move_batch.h"

#include <float.h>

/* Rotations up to this use a series, larger ones thud_rot_from_angle [rad]. Few are larger: it is 30 rad/s at 60 Hz. */
#define SMALL_TURN 0.5f

/* a + x b */
static inline thud_f8 horner(float a, thud_f8 x, thud_f8 b) {
    return thud_f8_add(thud_f8_set1(a), thud_f8_mul(x, b));
}

/* Cosine and sine by Taylor's series; the first omitted term is below 1e-8 for SMALL_TURN. */
static inline void small_turn(thud_f8 turn, thud_f8 *c, thud_f8 *s) {
    thud_f8 square = thud_f8_mul(turn, turn);
    *c = horner(
        1.0f, square,
        horner(-1.0f / 2.0f, square,
               horner(1.0f / 24.0f, square, horner(-1.0f / 720.0f, square, thud_f8_set1(1.0f / 40320.0f)))));
    *s = thud_f8_mul(turn, horner(1.0f, square,
                                  horner(-1.0f / 6.0f, square,
                                         horner(1.0f / 120.0f, square, thud_f8_set1(-1.0f / 5040.0f)))));
}

static void large_turns(thud_f8 turn, thud_m8 large, thud_f8 *c, thud_f8 *s) {
    _Alignas(32) float turns[8], cosines[8], sines[8];
    thud_f8_store(turns, turn);
    thud_f8_store(cosines, *c);
    thud_f8_store(sines, *s);
    uint32_t bits = thud_m8_bits(large);
    for (int lane = 0; lane < 8; lane++) {
        if (bits >> lane & 1) {
            thud_rot rotation = thud_rot_from_angle(turns[lane]);
            cosines[lane] = rotation.c;
            sines[lane] = rotation.s;
        }
    }
    *c = thud_f8_load(cosines);
    *s = thud_f8_load(sines);
}

/* The lanes in which a value is no NaN and its size at most `most`. */
static inline thud_m8 within(thud_f8 value, thud_f8 most) {
    return thud_f8_le(thud_f8_abs(value), most);
}

/* Contradicting constraints may make bodies faster than calls can make them. Bodies above this many times the limits of
 * calls are lost: the velocities of their points would overflow. */
static const float most_excess = 1000.0f;

/* Whether the poses and velocities of bodies are within the limits. */
static thud_m8 sound_state(const thud_f8 pose[4], const thud_f8 velocity[4], thud_f8 turn) {
    thud_f8 position = thud_f8_set1(THUD_MAX_POSITION), number = thud_f8_set1(FLT_MAX);
    thud_f8 speed = thud_f8_set1(most_excess * THUD_MAX_SPEED),
            spin = thud_f8_set1(most_excess * THUD_MAX_SPIN);
    thud_m8 is_sound = thud_m8_and(within(pose[0], position), within(pose[1], position));
    is_sound = thud_m8_and(is_sound, thud_m8_and(within(pose[2], number), within(pose[3], number)));
    is_sound = thud_m8_and(is_sound, thud_m8_and(within(velocity[0], speed), within(velocity[1], speed)));
    return thud_m8_and(is_sound, thud_m8_and(within(velocity[2], spin), within(turn, number)));
}

static inline thud_f8 length(thud_f8 x, thud_f8 y) {
    return thud_f8_sqrt(thud_f8_add(thud_f8_mul(x, x), thud_f8_mul(y, y)));
}

/* Writes the new pose over the old one. */
static void displace(thud_f8 pose[4], const thud_f8 displacement[4]) {
    thud_f8 turn = displacement[2];
    thud_f8 c, s;
    small_turn(turn, &c, &s);
    thud_m8 large = thud_m8_not(thud_f8_le(thud_f8_abs(turn), thud_f8_set1(SMALL_TURN)));
    if (thud_m8_any(large)) {
        large_turns(turn, large, &c, &s);
    }
    thud_f8 new_c = thud_f8_sub(thud_f8_mul(pose[2], c), thud_f8_mul(pose[3], s));
    thud_f8 new_s = thud_f8_add(thud_f8_mul(pose[3], c), thud_f8_mul(pose[2], s));
    thud_f8 scale = length(new_c, new_s);
    pose[0] = thud_f8_add(pose[0], displacement[0]);
    pose[1] = thud_f8_add(pose[1], displacement[1]);
    pose[2] = thud_f8_div(new_c, scale);
    pose[3] = thud_f8_div(new_s, scale);
}

/* Share of a step's motion that counts as speed, as what closes a gap of a joint or pushes out of an overlap is not in the
 * velocity. Half: what settles may twitch (as in Box2D 3). */
static const float correction_share = 0.5f;

/* Whether a motion and its rotation are at most a limit. */
static inline thud_m8 is_within(const thud_f8 motion[3], thud_f8 reach, thud_f8 limit) {
    return thud_m8_and(thud_f8_le(length(motion[0], motion[1]), limit),
                       thud_f8_le(thud_f8_mul(thud_f8_abs(motion[2]), reach), limit));
}

/* The time for which each body has been slower than its threshold, rotation included. */
static thud_f8 sleep_timer(const thud_f8 sleep_data[4], const thud_f8 velocity[4],
                           const thud_f8 displacement[4], float dt) {
    thud_f8 most = thud_f8_mul(sleep_data[1], thud_f8_set1(dt / correction_share));
    thud_m8 slow = thud_m8_and(is_within(velocity, sleep_data[2], sleep_data[1]),
                               is_within(displacement, sleep_data[2], most));
    return thud_f8_and_mask(thud_f8_add(sleep_data[0], thud_f8_set1(dt)), slow);
}

/* ---- obstacles near ---- */

/* Boxes around the paths of bodies. */
typedef struct wide_boxes {
    thud_f8 min_x, min_y, max_x, max_y;
} wide_boxes;

static wide_boxes boxes_on_the_path(const thud_f8 from[4], const thud_f8 displacement[4], thud_f8 reach) {
    thud_f8 to_x = thud_f8_add(from[0], displacement[0]);
    thud_f8 to_y = thud_f8_add(from[1], displacement[1]);
    return (wide_boxes){thud_f8_sub(thud_f8_min(from[0], to_x), reach), thud_f8_sub(thud_f8_min(from[1], to_y), reach),
                        thud_f8_add(thud_f8_max(from[0], to_x), reach), thud_f8_add(thud_f8_max(from[1], to_y), reach)};
}

/* Below this cell number a float locates a middle to a hundredth of a cell. A box that is smaller than two cells by
 * more than that is certainly covered by the cell of its middle. */
static const float most_cells = 32768.0f;
static const float room_in_cells = 2.0f - 1.0f / 32.0f;

/* The lanes whose cells, or the coarse ones around them, are marked; their coordinates fit an int. */
THUD_INLINE uint32_t marked_cells(const thud_occupancy *map, thud_f8 x, thud_f8 y, bool are_coarse) {
    _Alignas(32) float columns[8], rows[8];
    _Alignas(32) int32_t marks[8];
    thud_f8_store(columns, x);
    thud_f8_store(rows, y);
    for (int lane = 0; lane < 8; lane++) {
        int32_t column = (int32_t)columns[lane], row = (int32_t)rows[lane];
        uint32_t bit = are_coarse ? thud_occupancy_coarse_bit(column, row) : thud_occupancy_bit(column, row);
        marks[lane] = (int32_t)(map->words[bit / 32] >> bit % 32 & 1u);
    }
    return thud_m8_bits(thud_i32x8_eq(thud_i32x8_load(marks), thud_i32x8_set1(1)));
}

/* The lanes whose boxes overlap a box. */
static uint32_t boxes_that_meet(const wide_boxes *boxes, thud_aabb box) {
    thud_m8 along_x = thud_m8_and(thud_f8_le(boxes->min_x, thud_f8_set1(box.max.x)),
                                  thud_f8_ge(boxes->max_x, thud_f8_set1(box.min.x)));
    thud_m8 along_y = thud_m8_and(thud_f8_le(boxes->min_y, thud_f8_set1(box.max.y)),
                                  thud_f8_ge(boxes->max_y, thud_f8_set1(box.min.y)));
    return thud_m8_bits(thud_m8_and(along_x, along_y));
}

/* The lanes whose boxes may overlap an entry of a map. Boxes too large, or too far out, are tested one by one. */
static uint32_t may_meet_map(const thud_occupancy *map, const wide_boxes *boxes, uint32_t asked) {
    if (!(map->cells_per_metre > 0.0)) {
        return asked;
    }
    thud_f8 scale = thud_f8_set1(0.5f * (float)map->cells_per_metre);
    thud_f8 x = thud_f8_mul(thud_f8_add(boxes->min_x, boxes->max_x), scale);
    thud_f8 y = thud_f8_mul(thud_f8_add(boxes->min_y, boxes->max_y), scale);
    thud_f8 size = thud_f8_max(thud_f8_sub(boxes->max_x, boxes->min_x), thud_f8_sub(boxes->max_y, boxes->min_y));
    thud_m8 fits = thud_f8_le(thud_f8_mul(size, scale), thud_f8_set1(0.5f * room_in_cells));
    fits =
        thud_m8_and(fits, thud_f8_le(thud_f8_max(thud_f8_abs(x), thud_f8_abs(y)), thud_f8_set1(most_cells)));
    uint32_t in_one_cell = thud_m8_bits(fits);
    x = thud_f8_and_mask(x, fits);
    y = thud_f8_and_mask(y, fits);
    uint32_t met = marked_cells(map, x, y, false) & in_one_cell;
    if (map->has_coarse) {
        met |= marked_cells(map, x, y, true) & in_one_cell;
    }
    THUD_NO_UNROLL
    for (int32_t i = 0; i < map->wide_count; i++) {
        met |= boxes_that_meet(boxes, map->wide[i]);
    }
    uint32_t left = asked & ~in_one_cell;
    if (left != 0) {
        _Alignas(32) float sides[4][8];
        thud_f8_store(sides[0], boxes->min_x);
        thud_f8_store(sides[1], boxes->min_y);
        thud_f8_store(sides[2], boxes->max_x);
        thud_f8_store(sides[3], boxes->max_y);
        for (int lane = 0; lane < 8; lane++) {
            thud_aabb box = {{sides[0][lane], sides[1][lane]}, {sides[2][lane], sides[3][lane]}};
            met |= (uint32_t)((left >> lane & 1) != 0 && thud_occupancy_may_meet(map, box)) << lane;
        }
    }
    return met;
}

/* The straight paths of eight bodies. */
typedef struct wide_paths {
    const thud_f8 *from, *displacement;
    thud_f8 reach;
} wide_paths;

/* The lanes of `asked` whose bodies may meet an obstacle of a map, up to `farther` from its box; null: no obstacles. */
static uint32_t near_obstacles(const thud_move_batch *batch, const thud_occupancy *map, float farther,
                               const wide_paths *paths, uint32_t asked) {
    if (!batch->obstacles.complete || asked == 0) {
        return asked;
    }
    if (map == NULL) {
        return 0;
    }
    wide_boxes boxes =
        boxes_on_the_path(paths->from, paths->displacement, thud_f8_add(paths->reach, thud_f8_set1(farther)));
    return may_meet_map(map, &boxes, asked) & asked;
}

/* The lanes of `asked` whose bodies may meet a bullet. */
static uint32_t near_bullets(const thud_move_batch *batch, const wide_paths *paths, uint32_t asked) {
    if (asked == 0 || !(batch->bullets.min.x <= batch->bullets.max.x)) {
        return 0;
    }
    wide_boxes boxes = boxes_on_the_path(paths->from, paths->displacement, paths->reach);
    return boxes_that_meet(&boxes, batch->bullets) & asked;
}

/* ---- all of it ---- */

/* Appends the slots of the lanes whose bit is set; returns the new length of the list. */
static int32_t append_slots(int32_t *list, int32_t count, const int32_t slots[8], uint32_t bits) {
    for (; bits != 0; bits &= bits - 1) {
        list[count++] = slots[__builtin_ctz(bits)];
    }
    return count;
}

/* The same with slots of bodies near, and what they are clear of (see thud_move_batch.near). */
static int32_t append_near(int32_t *list, int32_t count, const int32_t slots[8], uint32_t beside_static,
                           uint32_t beside_kinematic, uint32_t bits) {
    for (; bits != 0; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        uint32_t clear = (~beside_static >> lane & 1u) | (~beside_kinematic >> lane & 1u) << 1;
        list[count++] = (int32_t)((uint32_t)slots[lane] << 2 | clear);
    }
    return count;
}

/* Lists fast bodies, and those that are fast only relative to a kinematic body near. */
THUD_INLINE void list_fast(thud_move_batch *batch, const int32_t slots[8], const wide_paths *paths, uint32_t fast,
                             uint32_t exposed) {
    const thud_obstacle_maps *maps = &batch->obstacles;
    uint32_t beside_static = near_obstacles(batch, maps->fixed, 0.0f, paths, fast);
    uint32_t beside_kinematic =
        near_obstacles(batch, maps->kinematic, batch->obstacle_step, paths, fast | exposed);
    uint32_t near = beside_static | (beside_kinematic & fast);
    exposed &= beside_kinematic;
    uint32_t crossing = near_bullets(batch, paths, fast);
    batch->crossing_count = append_slots(batch->crossing, batch->crossing_count, slots, crossing);
    batch->fast_count = append_slots(batch->fast, batch->fast_count, slots, fast);
    batch->near_count =
        append_near(batch->near, batch->near_count, slots, beside_static, beside_kinematic, near);
    batch->exposed_count = append_slots(batch->exposed, batch->exposed_count, slots, exposed);
}

/* How far a turn may carry a body out of the place it had [m]: a ball that rolls stays in it. A shape that contains a disc of its
 * half thickness t, with its middle at d from the centre of mass, contains the disc of t - d around the centre of mass, lies in that
 * of the reach, and d is at most reach - t. */
static thud_f8 most_swing(const thud_f8 sleep_data[4]) {
    thud_f8 uneven = thud_f8_max(thud_f8_sub(sleep_data[2], sleep_data[3]), thud_f8_zero());
    return thud_f8_add(uneven, uneven);
}

/* Upper bounds of the motion of slow bodies relative to a kinematic body near [m]. Of that body's points one
 * in the place of a centre of mass moves fastest: by its step and its rotation times what lies between, the
 * reach of the body there and its travel, below THUD_FAST_SHARE of that reach. The rotation turns the outline
 * about the centre of mass, too: its reach counts twice. */
static thud_f8 relative_travel(const thud_move_batch *batch, thud_f8 travel, thud_f8 reach) {
    thud_f8 turned = thud_f8_mul(thud_f8_set1(batch->exposing_turn), reach);
    return thud_f8_add(thud_f8_add(travel, thud_f8_set1(batch->exposing_step)), turned);
}

/* `lanes` has a bit for each lane that may be listed. */
static void move_eight(thud_move_batch *batch, const int32_t slots[8], uint32_t lanes, thud_f8 *longest,
                       thud_f8 *longest_slow) {
    thud_f8 pose[4], displacement[4], velocity[4], sleep_data[4];
    thud_gather4(&batch->poses[0].position.x, slots, pose);
    thud_gather4(&batch->displacements[0].translation.x, slots, displacement);
    thud_gather4(&batch->velocities[0].linear.x, slots, velocity);
    thud_gather4(&batch->sleep_data[0].sleep_timer, slots, sleep_data);
    thud_scatter4(&batch->previous[0].position.x, slots, pose);

    thud_f8 old[4] = {pose[0], pose[1], pose[2], pose[3]};
    displace(pose, displacement);
    thud_m8 sound = sound_state(pose, velocity, displacement[2]);
    for (int i = 0; i < 4; i++) {
        pose[i] = thud_f8_select(sound, pose[i], old[i]);
    }
    thud_scatter4(&batch->poses[0].position.x, slots, pose);

    sleep_data[0] = sleep_timer(sleep_data, velocity, displacement, batch->dt);
    thud_scatter4(&batch->sleep_data[0].sleep_timer, slots, sleep_data);

    thud_f8 swing = thud_f8_mul(thud_f8_abs(displacement[2]), sleep_data[2]);
    swing = batch->are_thick ? thud_f8_min(swing, most_swing(sleep_data)) : swing;
    thud_f8 travel = thud_f8_and_mask(thud_f8_add(length(displacement[0], displacement[1]), swing), sound);
    *longest = thud_f8_max(travel, *longest);
    thud_f8 most = thud_f8_mul(thud_f8_set1(batch->fast_share), sleep_data[3]);
    thud_m8 is_fast = thud_f8_gt(travel, most);
    thud_m8 is_exposed = thud_f8_gt(relative_travel(batch, travel, sleep_data[2]), most);
    *longest_slow = thud_f8_max(thud_f8_and_mask(travel, thud_m8_not(is_fast)), *longest_slow);
    uint32_t fast = thud_m8_bits(is_fast);
    uint32_t broken = ~thud_m8_bits(sound) & lanes;
    fast &= lanes & ~broken;
    uint32_t exposed =
        batch->exposed_count > THUD_FEW_EXPOSED ? 0 : thud_m8_bits(is_exposed) & lanes & ~(fast | broken);
    if ((fast | exposed) != 0) {
        wide_paths paths = {old, displacement, sleep_data[2]};
        list_fast(batch, slots, &paths, fast, exposed);
    }
    batch->broken_count = append_slots(batch->broken, batch->broken_count, slots, broken);
}

static float largest_lane(thud_f8 values) {
    _Alignas(32) float lanes[8];
    thud_f8_store(lanes, values);
    float largest = 0.0f;
    for (int lane = 0; lane < 8; lane++) {
        largest = lanes[lane] > largest ? lanes[lane] : largest;
    }
    return largest;
}

void THUD_KERNEL(thud_move_bodies)(thud_move_batch *batch) {
    thud_f8 longest = thud_f8_zero(), longest_slow = thud_f8_zero();
    batch->fast_count = batch->near_count = batch->crossing_count = batch->exposed_count =
        batch->broken_count = 0;
    for (int32_t i = 0; i < batch->count; i += 8) {
        int32_t left = batch->count - i, room[8];
        /* the last body is written several times with the same result */
        const int32_t *slots = thud_lanes_from(batch->slots + i, left, thud_lane_count, room);
        move_eight(batch, slots, left < 8 ? (1u << left) - 1u : 0xffu, &longest, &longest_slow);
    }
    batch->longest = largest_lane(longest);
    batch->longest_slow = largest_lane(longest_slow);
}
