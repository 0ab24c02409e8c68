/*
 * box_slack.h: bodies that hardly move need no new boxes. For each shape the table keeps the pose of its body at the
 * time of its last box, and the slack: the smallest distance between the box and the sides of the fat box:
 *
 *     +-----------------------+ fat       a point of the shape at a distance of at most `reach` from the centre of mass has moved by at most
 *     |  +------+             |
 *     |  | box  |<-- slack -->|               |p - p0| + |R - R0| reach            R, R0: the rotations
 *     |  +------+             |
 *     +-----------------------+           and while that is at most `slack`, the box is inside
 */
#pragma once

#include "thud/bounds.h"

/* By shape, one column each. */
typedef struct thud_slack_notes {
    float *x, *y, *c, *s; /* the pose of the body */
    float *reach;         /* at least |x| + |y| of the farthest point from the centre of mass [m] */
    float *slack;         /* [m] */
} thud_slack_notes;

typedef struct thud_slack_batch {
    const thud_slack_notes *notes;
    int32_t first_note;     /* that of the first shape */
    const thud_pose *poses; /* by body slot */
    const int32_t *bodies;  /* body slot, for each shape */
    int32_t count;
    int32_t *outside;       /* out, with room for `count`: places of the shapes that need new boxes; ascending */
    int32_t outside_count;  /* out */
} thud_slack_batch;

/* Records a shape's slack at its body's pose, smaller than the exact one by far more than the rounding of boxes. */
static inline void thud_note_slack(const thud_slack_notes *notes, int32_t place, const thud_pose *pose, const thud_aabb *box,
                                   const thud_aabb *fat) {
    const float rounding = 1.0f / 1048576.0f, share = 1.0f - 1.0f / 1024.0f;
    thud_vec2 p = pose->position;
    float slack = thud_min(thud_min(box->min.x - fat->min.x, box->min.y - fat->min.y),
                           thud_min(fat->max.x - box->max.x, fat->max.y - box->max.y));
    float reach = thud_max(box->max.x - p.x, p.x - box->min.x) + thud_max(box->max.y - p.y, p.y - box->min.y);
    notes->x[place] = p.x;
    notes->y[place] = p.y;
    notes->c[place] = pose->rotation.c;
    notes->s[place] = pose->rotation.s;
    notes->reach[place] = reach;
    notes->slack[place] = share * slack - rounding * (thud_abs(p.x) + thud_abs(p.y) + reach);
}
