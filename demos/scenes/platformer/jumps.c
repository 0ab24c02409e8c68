/*
 * jumps.c: the last jumps of the player, laid over each other from where the newest one began, with height, time and
 * length. A mark where one began says that only the coyote time or the jump buffer made it possible.
 */
#include "platformer.h"

static const float mark_height = 0.6f; /* [m] */

static const platformer_jump *newest_of(const platformer_jumps *jumps) {
    return &jumps->kept[(jumps->begun - 1) % platformer_kept_jumps];
}

void platformer_begin_jump(platformer_jumps *jumps, thud_vec2 at, bool was_late, bool was_early) {
    platformer_jump *jump = &jumps->kept[jumps->begun++ % platformer_kept_jumps];
    *jump = (platformer_jump){.points = {at}, .count = 1, .was_late = was_late, .was_early = was_early};
    jumps->is_rising_or_falling = true;
}

void platformer_follow_jump(platformer_jumps *jumps, thud_vec2 at, bool has_ended, float dt) {
    if (!jumps->is_rising_or_falling) {
        return;
    }
    platformer_jump *jump = &jumps->kept[(jumps->begun - 1) % platformer_kept_jumps];
    jump->points[jump->count++] = at;
    jump->time += dt;
    if (at.y - jump->points[0].y > jump->height) {
        jump->height = at.y - jump->points[0].y;
        jump->apex_time = jump->time;
    }
    jumps->is_rising_or_falling = !has_ended && jump->count < platformer_jump_points;
}

static void draw_jump(const scene_painter *painter, const platformer_jump *jump, thud_vec2 from,
                      scene_ink ink) {
    thud_vec2 shift = thud_vec2_sub(from, jump->points[0]);
    for (int i = 1; i < jump->count; i++) {
        painter->line(painter->context, thud_vec2_add(jump->points[i - 1], shift),
                      thud_vec2_add(jump->points[i], shift), ink);
    }
    if (jump->was_late || jump->was_early) {
        float side = jump->was_early ? mark_height : -mark_height;
        painter->line(painter->context, from, (thud_vec2){from.x, from.y + side}, SCENE_INK_BAD);
    }
}

void platformer_draw_jumps(const platformer_jumps *jumps, const scene_painter *painter) {
    if (jumps->begun == 0) {
        return;
    }
    const platformer_jump *newest = newest_of(jumps);
    thud_vec2 from = newest->points[0];
    for (int i = 0; i < platformer_kept_jumps && i < jumps->begun; i++) {
        if (&jumps->kept[i] != newest) {
            draw_jump(painter, &jumps->kept[i], from, SCENE_INK_GHOST);
        }
    }
    draw_jump(painter, newest, from, SCENE_INK_GOOD);
    float length = thud_abs(newest->points[newest->count - 1].x - from.x);
    scene_printf(painter, (thud_vec2){from.x, from.y + newest->height + 0.5f}, SCENE_INK_GOOD,
                 SCENE_TEXT_CENTER, "%.2f m high, apex after %.2f s, %.2f s and %.2f m long%s%s",
                 (double)newest->height, (double)newest->apex_time, (double)newest->time, (double)length,
                 newest->was_late ? ", by the coyote time" : "",
                 newest->was_early ? ", by the jump buffer" : "");
}
