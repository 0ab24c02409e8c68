/*
 * contact_block.h: eight contacts side by side, 120 B each. The rows of a contact with points p1, p2, normal
 * n and tangent t = perp(n):
 *
 *     v_n1 = (v_b - v_a) . n + w_b lever_b - w_a lever_a            lever = r_1 x n
 *     v_n2 = v_n1 + (w_b - w_a) span                                span = (p2 - p1) x n, of both bodies
 *     v_t  = (v_b - v_a) . t + w_b tangent_lever_b - w_a tangent_lever_a         half-way between the points
 *
 * One friction row serves both points: it acts along the line through them, so where on it makes no
 * difference.
 */
#ifndef THUD_SRC_RESPONSE_CONTACT_BLOCK_H
#define THUD_SRC_RESPONSE_CONTACT_BLOCK_H

#include "response/batch.h"

typedef struct thud_contact_block {
    float normal_x[8], normal_y[8];
    float lever_a[8], lever_b[8]; /* [m] */
    float span[8];                /* [m]; 0 with one point */
    float tangent_lever_a[8], tangent_lever_b[8];
    float inverse_mass_a[8], inverse_inertia_a[8];
    float inverse_mass_b[8], inverse_inertia_b[8];
    float separation1[8], separation2[8]; /* at the start of the step [m] */
    float mass1[8], mass2[8]; /* effective, along the normal; 0 where there is no such point [kg] */
    float tangent_mass[8];
    float share12[8], share1t[8], share2t[8]; /* of a push at 1 or 2 that row 2 or the tangent row feels */
    float friction[8];
    float impulse1[8], impulse2[8], friction_impulse[8]; /* accumulated [N s] */
    float sum1[8], sum2[8], friction_sum[8]; /* the impulses of all substeps together, for events [N s] */
    float gap_speed1[8], gap_speed2[8]; /* a point that does not press may approach this fast until the end of
                                           the substep [m/s] */
} thud_contact_block;

/* What few contacts have: valid for all lanes of a block, if one of them needs it. */
typedef struct thud_contact_extra {
    float surface_speed[8];
    float rolling_resistance[8], rolling_mass[8], rolling_impulse[8];
    float elasticity[8];
    float peak1[8], peak2[8]; /* the largest impulse of the step: who never pressed does not bounce */
    float inverse_mass_ax[8], inverse_mass_ay[8]; /* x and y differ under axis locks */
    float inverse_mass_bx[8], inverse_mass_by[8];
} thud_contact_extra;

_Static_assert(sizeof(thud_contact_block) == 28 * 32,
               "112 B a contact, and 8 B for two body numbers in the index");

#endif
