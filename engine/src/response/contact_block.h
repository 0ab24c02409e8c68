/*
 * contact_block.h: sixteen contacts side by side, 104 B each. The rows of a contact with points p1, p2, normal
 * n and tangent t = perp(n):
 *
 *     v_n1 = (v_b - v_a) . n + w_b lever_b - w_a lever_a            lever = r_1 x n
 *     v_n2 = v_n1 + (w_b - w_a) span                                span = (p2 - p1) x n, of both bodies
 *     v_t  = (v_b - v_a) . t + w_b tangent_lever_b - w_a tangent_lever_a         half-way between the points
 *
 * One friction row serves both points: it acts along the line through them, so its position on the line does not
 * matter.
 */
#pragma once

#include "response/batch.h"

/* One of the two points of each contact. */
typedef struct thud_contact_points {
    float separation[thud_block_lanes]; /* at the start of the step [m] */
    float mass[thud_block_lanes];       /* effective, along the normal; 0 where there is no such point [kg] */
    /* Accumulated [N s]. Between the solve and the relax pass a point without pressure holds another number: minus the
     * speed at which it may still approach until the end of the substep [m/s]. */
    float impulse_or_approach[thud_block_lanes];
    float sum[thud_block_lanes];     /* of all substeps, for events [N s]; a point with sum 0 does not bounce */
    float share_t[thud_block_lanes]; /* off-diagonal: impulse of the tangent row per impulse at the point */
} thud_contact_points;

typedef struct thud_contact_block {
    float normal_x[thud_block_lanes], normal_y[thud_block_lanes];
    float lever_a[thud_block_lanes], lever_b[thud_block_lanes]; /* [m] */
    float span[thud_block_lanes]; /* [m]; 0 with one point */
    float tangent_lever_a[thud_block_lanes], tangent_lever_b[thud_block_lanes];
    float inverse_mass_a[thud_block_lanes], inverse_inertia_a[thud_block_lanes];
    float inverse_mass_b[thud_block_lanes], inverse_inertia_b[thud_block_lanes];
    float tangent_mass[thud_block_lanes];
    float k12[thud_block_lanes]; /* off-diagonal: speed at one point per impulse at the other [1/kg] */
    float friction[thud_block_lanes];
    float friction_impulse[thud_block_lanes];
    float friction_sum[thud_block_lanes];
    thud_contact_points points[2];
} thud_contact_block;

/* Fields that few contacts need: filled for all lanes of a block if one of them needs them. */
typedef struct thud_contact_extra {
    float surface_speed[thud_block_lanes];
    float rolling_resistance[thud_block_lanes], rolling_mass[thud_block_lanes];
    float rolling_impulse[thud_block_lanes];
    /* x and y differ under axis locks. */
    float inverse_mass_ax[thud_block_lanes], inverse_mass_ay[thud_block_lanes];
    float inverse_mass_bx[thud_block_lanes], inverse_mass_by[thud_block_lanes];
} thud_contact_extra;

_Static_assert(sizeof(thud_contact_block) == 26 * 64,
               "104 B a contact, and 8 B for two bodies in the index");
