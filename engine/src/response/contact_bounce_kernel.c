/*
 * contact_bounce_kernel.c: elasticity. The substeps have stopped what met; who met fast enough leaves again,
 * once a step, after all of them. The impulses kept for the next step's warm start are those from before the
 * bounce, because what bounced is apart by then; the sums over the step take it in.
 */
#include "response/contact_rows.h"

/*
 * The speed at which a point is to leave. Velocities of a symplectic Euler step lie half a substep before
 * positions: at the position where the step began the approach was u + g/2, with g the approach that the
 * bodies' accelerations add in a substep. It met the surface a separation s later, at
 * sqrt((u + g/2)^2 + 2 (g/h) s); it leaves with that and g/2, which the next substep takes back, times the
 * elasticity. So a bounce keeps the energy that it should, whatever part of a step was left.
 */
ALWAYS_INLINE thud_f8 leaving_speed(thud_f8 approach, thud_f8 gain, thud_f8 separation, thud_f8 elasticity,
                                    thud_f8 inverse_h) {
    thud_f8 half_gain = thud_f8_mul(thud_f8_set1(0.5f), gain);
    thud_f8 begin = thud_f8_add(approach, half_gain);
    thud_f8 added = mul3(thud_f8_mul(thud_f8_set1(2.0f), gain), inverse_h, separation);
    thud_f8 squared = thud_f8_max(thud_f8_mul_add(begin, begin, added), thud_f8_zero());
    return thud_f8_mul_add(elasticity, thud_f8_sqrt(squared), thud_f8_mul(elasticity, half_gain));
}

/* The two points of a block while they bounce. */
typedef struct bounce_lanes {
    thud_f8 speed1, speed2;     /* now */
    thud_f8 leave1, leave2;     /* wanted */
    thud_f8 mass1, mass2;       /* 0: does not bounce */
    thud_f8 impulse1, impulse2; /* accumulated */
} bounce_lanes;

/* What the points are to do: who came fast enough and was pressed leaves again. */
ALWAYS_INLINE bounce_lanes plan_bounce(const thud_batch *batch, const thud_block_index *index,
                                       const thud_contact_block *block, const thud_contact_extra *extra,
                                       const block_rows *rows) {
    body_lanes start_a = load_bodies(batch->bodies.start, index->a);
    body_lanes start_b = load_bodies(batch->bodies.start, index->b);
    body_lanes gain_a = load_bodies(batch->bodies.gain, index->a);
    body_lanes gain_b = load_bodies(batch->bodies.gain, index->b);
    thud_f8 approach1 = thud_f8_neg(normal_speed(rows, &start_a, &start_b));
    thud_f8 approach2 = thud_f8_sub(approach1, thud_f8_mul(thud_f8_sub(start_b.w, start_a.w), rows->span));
    thud_f8 gain1 = thud_f8_neg(normal_speed(rows, &gain_a, &gain_b));
    thud_f8 gain2 = thud_f8_sub(gain1, thud_f8_mul(thud_f8_sub(gain_b.w, gain_a.w), rows->span));

    thud_f8 elasticity = thud_f8_load(extra->elasticity);
    thud_f8 inverse_h = thud_f8_set1(batch->substep->inverse_h);
    thud_f8 threshold = thud_f8_set1(batch->substep->elasticity_threshold);
    thud_m8 elastic = thud_f8_gt(elasticity, thud_f8_zero());
    thud_m8 pressed1 = thud_m8_and(elastic, thud_f8_gt(thud_f8_load(extra->peak1), thud_f8_zero()));
    thud_m8 pressed2 = thud_m8_and(elastic, thud_f8_gt(thud_f8_load(extra->peak2), thud_f8_zero()));

    bounce_lanes bounce;
    bounce.leave1 = leaving_speed(approach1, gain1, thud_f8_load(block->separation1), elasticity, inverse_h);
    bounce.leave2 = leaving_speed(approach2, gain2, thud_f8_load(block->separation2), elasticity, inverse_h);
    bounce.mass1 =
        thud_f8_and_mask(thud_f8_load(block->mass1), thud_m8_and(pressed1, thud_f8_gt(approach1, threshold)));
    bounce.mass2 =
        thud_f8_and_mask(thud_f8_load(block->mass2), thud_m8_and(pressed2, thud_f8_gt(approach2, threshold)));
    bounce.impulse1 = thud_f8_load(block->impulse1);
    bounce.impulse2 = thud_f8_load(block->impulse2);
    return bounce;
}

/* Both points of a box that falls flat must leave at the same speed, or it would turn: a few iterations
 * between the two agree. */
enum { bounce_iterations = 8 };

ALWAYS_INLINE thud_f8 rigid_impulse(thud_f8 impulse, thud_f8 mass, thud_f8 speed) {
    return not_pulling(thud_f8_sub(impulse, thud_f8_mul(mass, speed)));
}

ALWAYS_INLINE void iterate_bounce(bounce_lanes *bounce, const block_coupling *k) {
    for (int i = 0; i < bounce_iterations; i++) {
        thud_f8 old1 = bounce->impulse1, old2 = bounce->impulse2;
        bounce->impulse1 = rigid_impulse(old1, bounce->mass1, thud_f8_sub(bounce->speed1, bounce->leave1));
        thud_f8 push1 = thud_f8_sub(bounce->impulse1, old1);
        bounce->speed1 = thud_f8_mul_add(k->k11, push1, bounce->speed1);
        bounce->speed2 = thud_f8_mul_add(k->k12, push1, bounce->speed2);
        bounce->impulse2 = rigid_impulse(old2, bounce->mass2, thud_f8_sub(bounce->speed2, bounce->leave2));
        thud_f8 push2 = thud_f8_sub(bounce->impulse2, old2);
        bounce->speed1 = thud_f8_mul_add(k->k12, push2, bounce->speed1);
        bounce->speed2 = thud_f8_mul_add(k->k22, push2, bounce->speed2);
    }
}

ALWAYS_INLINE void bounce_block(const thud_batch *batch, const thud_block_index *index,
                                thud_contact_block *block, thud_contact_extra *extra) {
    const thud_batch_bodies *bodies = &batch->bodies;
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    block_coupling k = couple_rows(&rows, &masses, true);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);
    bounce_lanes bounce = plan_bounce(batch, index, block, extra, &rows);
    bounce.speed1 = normal_speed(&rows, &a, &b);
    bounce.speed2 = thud_f8_add(bounce.speed1, thud_f8_mul(thud_f8_sub(b.w, a.w), rows.span));
    iterate_bounce(&bounce, &k);

    thud_f8 push1 = thud_f8_sub(bounce.impulse1, thud_f8_load(block->impulse1));
    thud_f8 push2 = thud_f8_sub(bounce.impulse2, thud_f8_load(block->impulse2));
    add_to(block->sum1, push1);
    add_to(block->sum2, push2);
    push_apart(&a, &b, &rows, &masses, push1, push2);
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);
}

void THUD_KERNEL(thud_contacts_bounce)(const thud_batch *batch, const thud_block_set *set) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    for (int32_t i = 0; i < set->count; i++) {
        if (set->has_extra[i] &&
            thud_m8_any(thud_f8_gt(thud_f8_load(extras[i].elasticity), thud_f8_zero()))) {
            bounce_block(batch, &set->index[i], &blocks[i], &extras[i]);
        }
    }
}
