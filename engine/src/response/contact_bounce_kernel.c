/*
 * contact_bounce_kernel.c: elasticity. The substeps stop the approach; after all of them, once a step, points that
 * approached fast enough get their speed of separation. The impulses for the next step's warm start are those from
 * before the bounce, because the bodies are apart by then; the sums over the step include the bounce.
 */
#include "response/contact_rows.h"

/* The speed at which a point separates. Velocities of a symplectic Euler step lie half a substep before
 * positions: at the start of the step the approach was u + g/2, where g is the approach that the accelerations
 * add in a substep. On the way s to where the point is now, which may be a little above or below the surface,
 * it became sqrt((u + g/2)^2 + 2 (g/h) s). It separates at this speed plus g/2, which the next substep takes
 * back, times the elasticity. So a bounce keeps the right energy wherever in the step the impact was. */
THUD_INLINE thud_fw leaving_speed(thud_fw approach, thud_fw velocity_change, thud_fw way, thud_fw elasticity,
                                  thud_fw inverse_h) {
    thud_fw half_change = thud_fw_mul(thud_fw_set1(0.5f), velocity_change);
    thud_fw begin = thud_fw_add(approach, half_change);
    thud_fw added = mul3(thud_fw_mul(thud_fw_set1(2.0f), velocity_change), inverse_h, way);
    thud_fw squared = thud_fw_max(thud_fw_mul_add(begin, begin, added), thud_fw_zero());
    return thud_fw_mul_add(elasticity, thud_fw_sqrt(squared), thud_fw_mul(elasticity, half_change));
}

/* approach_by, three times: one copy of long code. */
THUD_OWN_CODE void find_approach(const void *records, const thud_block_index *index, int lane, const block_rows *rows,
                                 thud_fw approach[2]) {
    approach_by(records, index, lane, rows, approach);
}

/* The two points of each contact while they bounce. */
typedef struct bounce_lanes {
    thud_fw speed[2];   /* now */
    thud_fw leave[2];   /* required */
    thud_fw mass[2];    /* 0: does not bounce */
    thud_fw impulse[2]; /* accumulated */
    thud_fw most[2];    /* largest: more would be energy from other contacts */
} bounce_lanes;

/* Whether a point approached fast enough and was pressed. */
THUD_INLINE thud_mw is_bouncing(const thud_batch *batch, const thud_contact_points *points, int lane, thud_fw approach) {
    thud_mw is_fast = thud_fw_gt(approach, thud_fw_set1(batch->substep->elasticity_threshold));
    return thud_mw_and(thud_fw_gt(load(points->sum, lane), thud_fw_zero()), is_fast);
}

/* Finds the speeds at which the points that bounce must separate. */
THUD_INLINE bounce_lanes plan_bounce(const thud_batch *batch, const thud_block_index *index,
                                     const thud_contact_block *block, int lane, const block_rows *rows,
                                     const thud_fw approach[2], const thud_fw speed[2],
                                     const thud_mw bouncing[2]) {
    thud_fw gain[2], way[2], material[4];
    find_approach(batch->bodies.velocity_change, index, lane, rows, gain);
    find_approach(batch->bodies.moved, index, lane, rows, way);
    thud_wide_gather4(&batch->input->materials->friction, index->slot + lane, material);
    thud_fw elasticity = material[1];
    thud_fw inverse_h = thud_fw_set1(batch->substep->inverse_h);
    thud_mw elastic = thud_fw_gt(elasticity, thud_fw_zero());

    bounce_lanes bounce;
    for (int k = 0; k < 2; k++) {
        const thud_contact_points *points = &block->points[k];
        bounce.leave[k] = leaving_speed(approach[k], gain[k], way[k], elasticity, inverse_h);
        bounce.mass[k] = thud_fw_and_mask(load(points->mass, lane), thud_mw_and(elastic, bouncing[k]));
        bounce.impulse[k] = load(points->impulse_or_approach, lane);
        bounce.speed[k] = speed[k];
        /* Poisson's hypothesis: no more than the elasticity's share of the impulse that stopped the approach */
        thud_fw missing = thud_fw_max(thud_fw_sub(gain[k], speed[k]), thud_fw_zero());
        thud_fw rest = thud_fw_mul(bounce.mass[k], missing);
        thud_fw pressed = thud_fw_add(load(points->sum, lane), rest);
        bounce.most[k] = thud_fw_mul_add(elasticity, pressed, thud_fw_add(bounce.impulse[k], rest));
    }
    return bounce;
}

/* Both points of a box that falls flat must separate at one speed, or it would turn. Their coupling takes iterations. */
enum { bounce_iterations = 8 };

/* Changes the impulse at a point by its row alone; returns the change. */
THUD_INLINE thud_fw press_point(bounce_lanes *bounce, int point) {
    thud_fw old = bounce->impulse[point], excess = thud_fw_sub(bounce->speed[point], bounce->leave[point]);
    thud_fw wanted = thud_fw_sub(old, thud_fw_mul(bounce->mass[point], excess));
    bounce->impulse[point] = thud_fw_min(not_pulling(wanted), bounce->most[point]);
    return thud_fw_sub(bounce->impulse[point], old);
}

THUD_INLINE void iterate_bounce(bounce_lanes *bounce, const block_coupling *k) {
    for (int i = 0; i < bounce_iterations; i++) {
        thud_fw push1 = press_point(bounce, 0);
        bounce->speed[0] = thud_fw_mul_add(k->k11, push1, bounce->speed[0]);
        bounce->speed[1] = thud_fw_mul_add(k->k12, push1, bounce->speed[1]);
        thud_fw push2 = press_point(bounce, 1);
        bounce->speed[0] = thud_fw_mul_add(k->k12, push2, bounce->speed[0]);
        bounce->speed[1] = thud_fw_mul_add(k->k22, push2, bounce->speed[1]);
    }
}

THUD_INLINE void bounce_block(const thud_batch *batch, const thud_block_index *index,
                              thud_contact_block *block, const thud_contact_extra *extra, int lane) {
    const thud_batch_bodies *bodies = &batch->bodies;
    block_rows rows = load_rows(block, lane);
    thud_fw approach[2];
    find_approach(bodies->start, index, lane, &rows, approach);
    const thud_mw bouncing[2] = {is_bouncing(batch, &block->points[0], lane, approach[0]),
                                 is_bouncing(batch, &block->points[1], lane, approach[1])};
    if (!thud_mw_any(thud_mw_or(bouncing[0], bouncing[1]))) {
        return;
    }
    block_masses masses = load_masses(block, extra, lane);
    block_coupling k = couple_rows(&rows, &masses, extra != NULL);
    body_lanes a = load_bodies(bodies->velocity, index->a + lane);
    body_lanes b = load_bodies(bodies->velocity, index->b + lane);
    thud_fw speed[2] = {normal_speed(&rows, &a, &b)};
    speed[1] = thud_fw_add(speed[0], thud_fw_mul(thud_fw_sub(b.w, a.w), rows.span));
    bounce_lanes bounce = plan_bounce(batch, index, block, lane, &rows, approach, speed, bouncing);
    iterate_bounce(&bounce, &k);

    thud_fw push[2];
    for (int point = 0; point < 2; point++) {
        thud_contact_points *points = &block->points[point];
        push[point] = thud_fw_sub(bounce.impulse[point], load(points->impulse_or_approach, lane));
        add_to(points->sum, lane, push[point]);
    }
    push_apart(&a, &b, &rows, &masses, push[0], push[1]);
    store_bodies(bodies->velocity, index->a + lane, a);
    store_bodies(bodies->velocity, index->b + lane, b);
}

void THUD_KERNEL(thud_contacts_bounce)(const thud_batch *batch, const thud_block_set *set) {
    thud_contact_block *blocks = set->blocks;
    const thud_contact_extra *extras = set->extras;
    const thud_block_run *run = set->runs;
    for (int32_t i = 0; i < set->count; i++) {
        run += i == run->end;
        if (!(run->traits & THUD_BLOCK_BOUNCES)) {
            continue;
        }
        if (i + prefetch_distance < run->end) {
            fetch_of_block(&set->index[i + prefetch_distance], batch->input->materials,
                           sizeof *batch->input->materials);
        }
        for (int lane = 0; lane < lanes_of_run(run); lane += thud_wide_lanes) {
            bounce_block(batch, &set->index[i], &blocks[i], run->traits & THUD_BLOCK_EXTRA ? &extras[i] : NULL, lane);
        }
    }
}
