/*
 * contact_prepare_kernel.c: manifolds into blocks, and impulses back. The contacts of a block lie anywhere in
 * the world's arrays; here they are gathered, once a step, and the impulses of the last step are applied to
 * begin with.
 */
#include "response/contact_rows.h"

/* A manifold's fields, two rows of eight floats, as lanes. */
typedef struct manifold_lanes {
    thud_f8 nx, ny, a1x, a1y, a2x, a2y, b1x, b1y;
    thud_f8 b2x, b2y, separation1, separation2, impulse1, impulse2, friction_impulse, rolling_impulse;
} manifold_lanes;

ALWAYS_INLINE manifold_lanes load_manifolds(const thud_contact_manifold *manifolds, const int32_t slot[8]) {
    const float *rows[8], *second_rows[8];
    for (int i = 0; i < 8; i++) {
        rows[i] = &manifolds[slot[i]].normal.x;
        second_rows[i] = rows[i] + 8;
    }
    thud_f8 f[16];
    thud_load8x8(rows, f);
    thud_load8x8(second_rows, f + 8);
    return (manifold_lanes){f[0], f[1], f[2],  f[3],  f[4],  f[5],  f[6],  f[7],
                            f[8], f[9], f[10], f[11], f[12], f[13], f[14], f[15]};
}

/* Which lanes have a second point. */
ALWAYS_INLINE thud_m8 second_points(const thud_contact_features *features, const int32_t slot[8]) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits |= (uint32_t)(features[slot[i]].count == 2) << i;
    }
    return thud_m8_from_bits(bits);
}

/* The body's share of the rows: r x n, and r x t = r . n half-way between the points. */
ALWAYS_INLINE thud_f8 lever(thud_f8 rx, thud_f8 ry, const block_rows *rows) {
    return thud_f8_sub(thud_f8_mul(rx, rows->ny), thud_f8_mul(ry, rows->nx));
}

ALWAYS_INLINE thud_f8 tangent_lever(thud_f8 r1x, thud_f8 r1y, thud_f8 r2x, thud_f8 r2y,
                                    const block_rows *rows) {
    thud_f8 half = thud_f8_set1(0.5f);
    return thud_f8_mul(half, dot2(thud_f8_add(r1x, r2x), rows->nx, thud_f8_add(r1y, r2y), rows->ny));
}

ALWAYS_INLINE block_rows make_rows(const manifold_lanes *m, thud_m8 two_points) {
    block_rows rows;
    rows.nx = m->nx;
    rows.ny = m->ny;
    rows.a1 = lever(m->a1x, m->a1y, &rows);
    rows.b1 = lever(m->b1x, m->b1y, &rows);
    thud_f8 spread_x = thud_f8_and_mask(thud_f8_sub(m->a2x, m->a1x), two_points);
    thud_f8 spread_y = thud_f8_and_mask(thud_f8_sub(m->a2y, m->a1y), two_points);
    rows.span = lever(spread_x, spread_y, &rows);
    rows.at =
        tangent_lever(m->a1x, m->a1y, thud_f8_add(m->a1x, spread_x), thud_f8_add(m->a1y, spread_y), &rows);
    rows.bt =
        tangent_lever(m->b1x, m->b1y, thud_f8_add(m->b1x, spread_x), thud_f8_add(m->b1y, spread_y), &rows);
    return rows;
}

ALWAYS_INLINE void store_rows(thud_contact_block *block, const block_rows *rows) {
    thud_f8_store(block->normal_x, rows->nx);
    thud_f8_store(block->normal_y, rows->ny);
    thud_f8_store(block->lever_a, rows->a1);
    thud_f8_store(block->lever_b, rows->b1);
    thud_f8_store(block->span, rows->span);
    thud_f8_store(block->tangent_lever_a, rows->at);
    thud_f8_store(block->tangent_lever_b, rows->bt);
}

/* Fields of four floats of the two bodies or of the material, in lanes. */
typedef struct four_lanes {
    thud_f8 f[4];
} four_lanes;

ALWAYS_INLINE four_lanes load_materials(const thud_material *materials, const int32_t slot[8]) {
    four_lanes four;
    thud_gather4(&materials[0].friction, slot, four.f);
    return four;
}

ALWAYS_INLINE four_lanes load_inverse_masses(const thud_local_mass *masses, const uint32_t offset[8]) {
    four_lanes four;
    thud_gather4_at(masses, offset, four.f);
    return four;
}

/* Fills the extra part of a block if it needs one; returns whether it does. */
ALWAYS_INLINE bool prepare_extra(thud_contact_extra *extra, const four_lanes *mass_a,
                                 const four_lanes *mass_b, const four_lanes *material,
                                 thud_f8 rolling_impulse) {
    thud_f8 zero = thud_f8_zero();
    thud_m8 wanted = thud_f8_gt(material->f[1], zero);
    wanted = thud_m8_or(wanted, thud_f8_gt(material->f[2], zero));
    wanted = thud_m8_or(wanted, thud_m8_not(thud_f8_eq(material->f[3], zero)));
    for (int axis = 0; axis < 2; axis++) {
        wanted = thud_m8_or(wanted, thud_f8_lt(mass_a->f[axis], mass_a->f[3]));
        wanted = thud_m8_or(wanted, thud_f8_lt(mass_b->f[axis], mass_b->f[3]));
    }
    if (!thud_m8_any(wanted)) {
        return false;
    }
    thud_f8_store(extra->elasticity, material->f[1]);
    thud_f8_store(extra->rolling_resistance, material->f[2]);
    thud_f8_store(extra->surface_speed, material->f[3]);
    thud_f8_store(extra->rolling_mass, effective_mass(thud_f8_add(mass_a->f[2], mass_b->f[2])));
    thud_m8 rolls = thud_f8_gt(material->f[2], zero);
    thud_f8_store(extra->rolling_impulse, thud_f8_and_mask(rolling_impulse, rolls));
    thud_f8_store(extra->peak1, zero);
    thud_f8_store(extra->peak2, zero);
    thud_f8_store(extra->inverse_mass_ax, mass_a->f[0]);
    thud_f8_store(extra->inverse_mass_ay, mass_a->f[1]);
    thud_f8_store(extra->inverse_mass_bx, mass_b->f[0]);
    thud_f8_store(extra->inverse_mass_by, mass_b->f[1]);
    return true;
}

/* The first substep's warm start: the impulses of the last step, applied. */
ALWAYS_INLINE void warm_start(const thud_batch_bodies *bodies, const thud_block_index *index,
                              const thud_contact_block *block, const thud_contact_extra *extra,
                              const block_rows *rows, const block_masses *masses) {
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);
    push_and_drag(&a, &b, rows, masses, thud_f8_load(block->impulse1), thud_f8_load(block->impulse2),
                  thud_f8_load(block->friction_impulse));
    if (extra != NULL) {
        twist_apart(&a, &b, masses, thud_f8_load(extra->rolling_impulse));
    }
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);
}

/* Returns whether the block needs its extra part. */
ALWAYS_INLINE bool prepare_block(const thud_batch *batch, const thud_block_index *index,
                                 thud_contact_block *block, thud_contact_extra *extra) {
    const thud_solve_input *input = batch->input;
    manifold_lanes m = load_manifolds(input->manifolds, index->slot);
    thud_m8 two_points = second_points(input->features, index->slot);
    four_lanes material = load_materials(input->materials, index->slot);
    four_lanes mass_a = load_inverse_masses(batch->bodies.inverse_mass, index->a);
    four_lanes mass_b = load_inverse_masses(batch->bodies.inverse_mass, index->b);
    thud_f8 warm = thud_f8_set1(batch->substep->warm_start);
    if (!prepare_extra(extra, &mass_a, &mass_b, &material, thud_f8_mul(warm, m.rolling_impulse))) {
        extra = NULL;
    }
    thud_f8_store(block->inverse_mass_a, mass_a.f[3]);
    thud_f8_store(block->inverse_mass_b, mass_b.f[3]);
    thud_f8_store(block->inverse_inertia_a, mass_a.f[2]);
    thud_f8_store(block->inverse_inertia_b, mass_b.f[2]);
    thud_f8_store(block->friction, material.f[0]);
    thud_f8_store(block->separation1, m.separation1);
    thud_f8_store(block->separation2, thud_f8_and_mask(m.separation2, two_points));

    block_rows rows = make_rows(&m, two_points);
    block_masses masses = load_masses(block, extra);
    block_coupling k = couple_rows(&rows, &masses, extra != NULL);
    thud_f8 kt =
        thud_f8_add(tangent_mobility(&rows, &masses, extra != NULL),
                    dot2(thud_f8_mul(masses.ai, rows.at), rows.at, thud_f8_mul(masses.bi, rows.bt), rows.bt));
    thud_f8 mass1 = effective_mass(k.k11);
    thud_f8 mass2 = thud_f8_and_mask(effective_mass(k.k22), two_points);
    thud_f8 tangent_mass = effective_mass(kt);
    store_rows(block, &rows);
    thud_f8_store(block->mass1, mass1);
    thud_f8_store(block->mass2, mass2);
    thud_f8_store(block->tangent_mass, tangent_mass);
    thud_f8_store(block->share12, thud_f8_mul(mass2, k.k12));
    thud_f8_store(block->share1t, thud_f8_mul(tangent_mass, k.k1t));
    thud_f8_store(block->share2t, thud_f8_mul(tangent_mass, k.k2t));

    thud_m8 yields = thud_f8_gt(mass1, thud_f8_zero());
    thud_f8_store(block->sum1, thud_f8_zero());
    thud_f8_store(block->sum2, thud_f8_zero());
    thud_f8_store(block->friction_sum, thud_f8_zero());
    thud_f8_store(block->impulse1, thud_f8_and_mask(thud_f8_mul(warm, m.impulse1), yields));
    thud_f8_store(block->impulse2,
                  thud_f8_and_mask(thud_f8_mul(warm, m.impulse2), thud_m8_and(yields, two_points)));
    thud_f8_store(block->friction_impulse, thud_f8_and_mask(thud_f8_mul(warm, m.friction_impulse),
                                                            thud_f8_gt(tangent_mass, thud_f8_zero())));
    warm_start(&batch->bodies, index, block, extra, &rows, &masses);
    return extra != NULL;
}

/* Blocks between asking for a contact's data and using it. */
enum { prefetch_distance = 3 };

/* The contacts of a block lie anywhere: asks for them early. */
ALWAYS_INLINE void prefetch_contacts(const thud_solve_input *input, const thud_block_set *set,
                                     int32_t block) {
    if (block < set->count) {
        const int32_t *slot = set->index[block].slot;
        for (int i = 0; i < 8; i++) {
            __builtin_prefetch(&input->manifolds[slot[i]]);
            __builtin_prefetch(&input->features[slot[i]]);
            __builtin_prefetch(&input->materials[slot[i]]);
        }
    }
}

void THUD_KERNEL(thud_contacts_prepare)(const thud_batch *batch, const thud_block_set *set) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    for (int32_t i = 0; i < set->count; i++) {
        prefetch_contacts(batch->input, set, i + prefetch_distance);
        set->has_extra[i] = prepare_block(batch, &set->index[i], &blocks[i], &extras[i]);
    }
}

/* The lanes that are taken, one by one. */
static void store_some(const thud_solve_input *input, const thud_block_index *index,
                       const thud_contact_block *block, const float rolling_impulse[8]) {
    for (int32_t lane = 0; lane < index->count; lane++) {
        thud_contact_manifold *manifold = &input->manifolds[index->slot[lane]];
        manifold->normal_impulse[0] = block->impulse1[lane];
        manifold->normal_impulse[1] = block->impulse2[lane];
        manifold->friction_impulse = block->friction_impulse[lane];
        manifold->rolling_impulse = rolling_impulse[lane];
        if (input->sums != NULL) {
            input->sums[index->slot[lane]] =
                (thud_contact_sums){{block->sum1[lane], block->sum2[lane]}, block->friction_sum[lane], 0.0f};
        }
    }
}

/* From one manifold's impulses to the next one's there are four records of four floats. */
_Static_assert(sizeof(thud_contact_manifold) == 4 * thud_record_size, "see store_all");

/* All eight lanes at once. */
static void store_all(const thud_solve_input *input, const thud_block_index *index,
                      const thud_contact_block *block, const float rolling_impulse[8]) {
    thud_f8 impulses[4] = {thud_f8_load(block->impulse1), thud_f8_load(block->impulse2),
                           thud_f8_load(block->friction_impulse), thud_f8_load(rolling_impulse)};
    int32_t record[8];
    for (int lane = 0; lane < 8; lane++) {
        record[lane] = 4 * index->slot[lane];
    }
    thud_scatter4(input->manifolds[0].normal_impulse, record, impulses);
    if (input->sums != NULL) {
        thud_f8 sums[4] = {thud_f8_load(block->sum1), thud_f8_load(block->sum2),
                           thud_f8_load(block->friction_sum), thud_f8_zero()};
        thud_scatter4(input->sums[0].normal, index->slot, sums);
    }
}

void THUD_KERNEL(thud_contacts_store)(const thud_batch *batch, const thud_block_set *set) {
    static const _Alignas(32) float no_rolling[8];
    const thud_contact_block *blocks = set->blocks;
    const thud_contact_extra *extras = set->extras;
    for (int32_t i = 0; i < set->count; i++) {
        const float *rolling_impulse = set->has_extra[i] ? extras[i].rolling_impulse : no_rolling;
        if (set->index[i].count == thud_block_lanes) {
            store_all(batch->input, &set->index[i], &blocks[i], rolling_impulse);
        } else {
            store_some(batch->input, &set->index[i], &blocks[i], rolling_impulse);
        }
    }
}
