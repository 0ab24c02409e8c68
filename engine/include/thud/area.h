/**
 * area.h: ladders, water and wind for characters: plain functions over boxes, without a world.
 *
 *     thud_area pool = {.kind = THUD_AREA_WATER, .box = {{0, 0}, {8, 3}}, .flow = {1, 0}, .drag = 3};
 *     thud_aabb hero_box = thud_shape_aabb(&hero.shape, (thud_pose){state.position, state.rotation});
 *     thud_area_visit visit = thud_areas_find(&pool, 1, THUD_AREA_WATER, hero_box);
 *     if (visit.area >= 0) velocity = thud_area_velocity(&pool, visit.share, velocity, dt);
 *
 * Threads: functions without state, on any thread at any time.
 */
#pragma once

#include "thud/bounds.h"

THUD_BEGIN_C

/** The kind of an area. The functions treat all kinds alike; the game implements climbing. */
typedef enum thud_area_kind { THUD_AREA_LADDER = 0, THUD_AREA_WATER, THUD_AREA_WIND } thud_area_kind;

/** A box that characters can be in. */
typedef struct thud_area {
    thud_area_kind kind;
    thud_aabb box;  /**< where it is [m] */
    thud_vec2 flow; /**< velocity of its content: a current, wind, a moving ladder [m/s] */
    /** Rate at which a character wholly inside takes on the flow [1/s], >= 0: the share of the difference a second. */
    float drag;
    void *user_data; /**< yours */
} thud_area;

/** The place of a character relative to an area. */
typedef struct thud_area_visit {
    int area;       /**< index into the areas; -1: in none, the other fields are zero */
    float share;    /**< share of the character's box inside the area, above 0 to 1 */
    bool center;    /**< whether the centre of its box is inside */
    thud_vec2 exit; /**< shortest translation of the character that takes it out of the area [m] */
    /** From the centre of the character's box to the middle of the area's side max.y [m]: the top of a ladder, the
     * surface of water. With y down read `box` instead. */
    thud_vec2 above;
} thud_area_visit;

/** The area of a kind that contains the largest share of a character's box; of equal ones the first. Areas with NaN, or
 * without size, contain nothing. O(count) */
THUD_API thud_area_visit thud_areas_find(const thud_area *areas, int count, thud_area_kind kind,
                                         thud_aabb box);

/** All areas that contain a part of a box, in their order: writes up to `capacity`, returns how
 * many there are; 0 for bad input. O(count) */
THUD_API int thud_areas_visit(const thud_area *areas, int count, thud_aabb box, thud_area_visit *visits,
                              int capacity);

/** The velocity [m/s] after `dt` [s] in an area: flow + (velocity - flow) / (1 + share drag dt). It never
 * overshoots the flow, whatever the drag. Returns `velocity` unchanged for a null area, a share that is not
 * positive, and if the velocity, drag or dt is invalid. */
THUD_API thud_vec2 thud_area_velocity(const thud_area *area, float share, thud_vec2 velocity, float dt);

THUD_END_C
