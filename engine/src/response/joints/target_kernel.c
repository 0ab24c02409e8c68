/*
 * target_kernel.c: the target joint, a soft spring from a point of body b to a point of the world. With the arm r, the two rows are
 *
 *     v_p = v + w x r          1/M = diag(1/m) + (1/I) [ r_y^2  -r_x r_y ; -r_x r_y  r_x^2 ]
 *     l' = l - M (mass_scale v_p + bias_rate gap) - impulse_scale l,        |l'| <= max_force h
 *
 * with the softness of a damped spring of `hertz` and `damping_ratio`, implicit, so that it is stable however stiff.
 * Source: Catto, "Soft Constraints" (GDC 2011).
 */
#include "base/lanes.h"
#include "response/joints/target_block.h"
#include "response/softness.h"

void THUD_KERNEL(thud_targets_prepare)(const thud_batch *batch, const thud_block_set *set) {
    const thud_substep *substep = batch->substep;
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        thud_target_block *block = (thud_target_block *)set->blocks + i;
        for (int lane = 0; lane < 8; lane++) {
            const thud_target_joint *joint = &batch->input->joints[index->slot[lane]].as.target;
            const thud_local_mass *mass = &batch->bodies.inverse_mass[index->b[lane] / thud_record_size];
            thud_softness soft = thud_make_softness(joint->hertz, joint->damping_ratio, substep->h);
            thud_vec2 r = joint->arm;
            float kxx = mass->x + mass->angular * r.y * r.y;
            float kxy = -mass->angular * r.x * r.y;
            float kyy = mass->y + mass->angular * r.x * r.x;
            float determinant = kxx * kyy - kxy * kxy;
            float inverse = determinant > 0.0f ? 1.0f / determinant : 0.0f;
            float warm = inverse > 0.0f ? substep->warm_start : 0.0f;
            block->arm_x[lane] = r.x;
            block->arm_y[lane] = r.y;
            block->gap_x[lane] = joint->gap.x;
            block->gap_y[lane] = joint->gap.y;
            block->inverse_x[lane] = mass->x;
            block->inverse_y[lane] = mass->y;
            block->inverse_w[lane] = mass->angular;
            block->mass_xx[lane] = kyy * inverse;
            block->mass_xy[lane] = -kxy * inverse;
            block->mass_yy[lane] = kxx * inverse;
            block->bias_rate[lane] = soft.bias_rate;
            block->mass_scale[lane] = soft.mass_scale;
            block->impulse_scale[lane] = 1.0f - soft.mass_scale;
            block->max_impulse[lane] = joint->max_force * substep->h;
            block->impulse_x[lane] = warm * joint->impulse.x;
            block->impulse_y[lane] = warm * joint->impulse.y;
            thud_velocity *velocity = &batch->bodies.velocity[index->b[lane] / thud_record_size];
            velocity->linear.x += mass->x * block->impulse_x[lane];
            velocity->linear.y += mass->y * block->impulse_y[lane];
            velocity->angular += mass->angular * (r.x * block->impulse_y[lane] - r.y * block->impulse_x[lane]);
        }
    }
}

static void solve_block(const thud_batch_bodies *bodies, const thud_block_index *index, thud_target_block *block) {
    thud_f8 v[4], moved[4];
    thud_gather4_at(bodies->velocity, index->b, v);
    thud_gather4_at(bodies->moved, index->b, moved);
    thud_f8 rx = thud_f8_load(block->arm_x);
    thud_f8 ry = thud_f8_load(block->arm_y);
    thud_f8 rate = thud_f8_load(block->bias_rate);
    thud_f8 mass_scale = thud_f8_load(block->mass_scale);
    thud_f8 impulse_scale = thud_f8_load(block->impulse_scale);

    thud_f8 gap_x = thud_f8_add(thud_f8_load(block->gap_x), thud_f8_sub(moved[0], thud_f8_mul(moved[2], ry)));
    thud_f8 gap_y = thud_f8_add(thud_f8_load(block->gap_y), thud_f8_add(moved[1], thud_f8_mul(moved[2], rx)));
    thud_f8 vx = thud_f8_sub(v[0], thud_f8_mul(v[2], ry));
    thud_f8 vy = thud_f8_add(v[1], thud_f8_mul(v[2], rx));
    thud_f8 wanted_x = thud_f8_add(thud_f8_mul(mass_scale, vx), thud_f8_mul(rate, gap_x));
    thud_f8 wanted_y = thud_f8_add(thud_f8_mul(mass_scale, vy), thud_f8_mul(rate, gap_y));

    thud_f8 mxx = thud_f8_load(block->mass_xx);
    thud_f8 mxy = thud_f8_load(block->mass_xy);
    thud_f8 myy = thud_f8_load(block->mass_yy);
    thud_f8 old_x = thud_f8_load(block->impulse_x);
    thud_f8 old_y = thud_f8_load(block->impulse_y);
    thud_f8 keep = thud_f8_sub(thud_f8_set1(1.0f), impulse_scale);
    thud_f8 lx = thud_f8_sub(thud_f8_mul(keep, old_x),
                             thud_f8_add(thud_f8_mul(mxx, wanted_x), thud_f8_mul(mxy, wanted_y)));
    thud_f8 ly = thud_f8_sub(thud_f8_mul(keep, old_y),
                             thud_f8_add(thud_f8_mul(mxy, wanted_x), thud_f8_mul(myy, wanted_y)));

    thud_f8 bound = thud_f8_load(block->max_impulse);
    thud_f8 length = thud_f8_sqrt(thud_f8_add(thud_f8_mul(lx, lx), thud_f8_mul(ly, ly)));
    thud_m8 too_long = thud_f8_gt(length, bound);
    thud_f8 shorten = thud_f8_select(too_long, thud_f8_div(bound, length), thud_f8_set1(1.0f));
    lx = thud_f8_mul(lx, shorten);
    ly = thud_f8_mul(ly, shorten);
    thud_f8_store(block->impulse_x, lx);
    thud_f8_store(block->impulse_y, ly);

    thud_f8 px = thud_f8_sub(lx, old_x);
    thud_f8 py = thud_f8_sub(ly, old_y);
    v[0] = thud_f8_mul_add(thud_f8_load(block->inverse_x), px, v[0]);
    v[1] = thud_f8_mul_add(thud_f8_load(block->inverse_y), py, v[1]);
    thud_f8 turn = thud_f8_sub(thud_f8_mul(rx, py), thud_f8_mul(ry, px));
    v[2] = thud_f8_mul_add(thud_f8_load(block->inverse_w), turn, v[2]);
    thud_scatter4_at(bodies->velocity, index->b, v);
}

void THUD_KERNEL(thud_targets_solve)(const thud_batch *batch, const thud_block_set *set) {
    for (int32_t i = 0; i < set->count; i++) {
        solve_block(&batch->bodies, &set->index[i], (thud_target_block *)set->blocks + i);
    }
}

void THUD_KERNEL(thud_targets_store)(const thud_batch *batch, const thud_block_set *set) {
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        const thud_target_block *block = (const thud_target_block *)set->blocks + i;
        for (int32_t lane = 0; lane < index->count; lane++) {
            thud_target_joint *joint = &batch->input->joints[index->slot[lane]].as.target;
            joint->impulse.x = block->impulse_x[lane];
            joint->impulse.y = block->impulse_y[lane];
        }
    }
}
