/*
 * contact_prepare_kernel.c: fills blocks from manifolds, and writes impulses back. The contacts of a
 * block are scattered in the world's arrays; this file gathers them once a step, and applies the
 * impulses of the last step as the warm start.
 */
#include "response/contact_rows.h"

/* The first half of each lane's manifold. */
typedef struct manifold_lanes {
    thud_fw nx, ny, a1x, a1y, a2x, a2y, b1x, b1y;
} manifold_lanes;

THUD_INLINE manifold_lanes load_manifolds(const thud_contact_manifold *manifolds, const int32_t *slot) {
    thud_fw f[8];
    thud_wide_gather8(&manifolds->normal.x, 16, slot, f);
    return (manifold_lanes){f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]};
}

/* The body's lever r x n of a normal row; that of the tangent row is r x t = r . n half-way between the points. */
THUD_INLINE thud_fw lever(thud_fw rx, thud_fw ry, const block_rows *rows) {
    return thud_fw_sub(thud_fw_mul(rx, rows->ny), thud_fw_mul(ry, rows->nx));
}

THUD_INLINE thud_fw tangent_lever(thud_fw r1x, thud_fw r1y, thud_fw r2x, thud_fw r2y,
                                  const block_rows *rows) {
    thud_fw half = thud_fw_set1(0.5f);
    return thud_fw_mul(half, dot2(thud_fw_add(r1x, r2x), rows->nx, thud_fw_add(r1y, r2y), rows->ny));
}

THUD_INLINE block_rows make_rows(const manifold_lanes *m, thud_mw two_points) {
    block_rows rows;
    rows.nx = m->nx;
    rows.ny = m->ny;
    rows.a1 = lever(m->a1x, m->a1y, &rows);
    rows.b1 = lever(m->b1x, m->b1y, &rows);
    thud_fw spread_x = thud_fw_and_mask(thud_fw_sub(m->a2x, m->a1x), two_points);
    thud_fw spread_y = thud_fw_and_mask(thud_fw_sub(m->a2y, m->a1y), two_points);
    rows.span = lever(spread_x, spread_y, &rows);
    rows.at =
        tangent_lever(m->a1x, m->a1y, thud_fw_add(m->a1x, spread_x), thud_fw_add(m->a1y, spread_y), &rows);
    rows.bt =
        tangent_lever(m->b1x, m->b1y, thud_fw_add(m->b1x, spread_x), thud_fw_add(m->b1y, spread_y), &rows);
    return rows;
}

THUD_INLINE void store_rows(thud_contact_block *block, int lane, const block_rows *rows) {
    store(block->normal_x, lane, rows->nx);
    store(block->normal_y, lane, rows->ny);
    store(block->lever_a, lane, rows->a1);
    store(block->lever_b, lane, rows->b1);
    store(block->span, lane, rows->span);
    store(block->tangent_lever_a, lane, rows->at);
    store(block->tangent_lever_b, lane, rows->bt);
}

/* A manifold is four records of four floats. */
_Static_assert(sizeof(thud_contact_manifold) == 4 * thud_record_size, "see load_quarters and store_all");

/* The quarter of each manifold that starts at `field`, an address in the first manifold. */
THUD_INLINE void load_quarters(const float *field, const int32_t *slot, thud_fw quarters[4]) {
    int32_t record[thud_wide_lanes];
    for (int i = 0; i < thud_wide_lanes; i++) {
        record[i] = 4 * slot[i];
    }
    thud_wide_gather4(field, record, quarters);
}

/* Data that decides whether a contact needs the extra part of its block, and whether it may bounce. */
typedef struct part_traits {
    thud_fw surface[4];  /* friction, points, separations */
    thud_fw material[4]; /* read if any lane has more than friction, else zero */
    thud_fw mass_a[4], mass_b[4];
} part_traits;

THUD_INLINE part_traits load_traits(const thud_batch *batch, const thud_block_index *index, int lane) {
    thud_fw zero = thud_fw_zero();
    part_traits traits = {.material = {zero, zero, zero, zero}, .mass_a = {zero, zero, zero, zero}};
    load_quarters(&batch->input->manifolds->friction, index->slot + lane, traits.surface);
    if (thud_mw_any(thud_fw_lt(traits.surface[1], zero))) {
        thud_wide_gather4(&batch->input->materials->friction, index->slot + lane, traits.material);
    }
    if (!are_static(index->a + lane)) {
        thud_wide_gather4_at(batch->bodies.inverse_mass, index->a + lane, traits.mass_a);
    }
    thud_wide_gather4_at(batch->bodies.inverse_mass, index->b + lane, traits.mass_b);
    return traits;
}

/* Whether any lane needs the extra part of its block. */
THUD_INLINE bool needs_extra(const part_traits *traits) {
    const thud_fw *material = traits->material, zero = thud_fw_zero();
    thud_mw needed = thud_fw_gt(material[2], zero);
    needed = thud_mw_or(needed, thud_mw_not(thud_fw_eq(material[3], zero)));
    for (int axis = 0; axis < 2; axis++) {
        needed = thud_mw_or(needed, thud_fw_lt(traits->mass_a[axis], traits->mass_a[3]));
        needed = thud_mw_or(needed, thud_fw_lt(traits->mass_b[axis], traits->mass_b[3]));
    }
    return thud_mw_any(needed);
}

THUD_INLINE void fill_extra(thud_contact_extra *extra, int lane, const part_traits *traits,
                            thud_fw rolling_impulse) {
    const thud_fw *material = traits->material, zero = thud_fw_zero();
    store(extra->rolling_resistance, lane, material[2]);
    store(extra->surface_speed, lane, material[3]);
    store(extra->rolling_mass, lane, wide_inverse(thud_fw_add(traits->mass_a[2], traits->mass_b[2])));
    thud_mw rolls = thud_fw_gt(material[2], zero);
    store(extra->rolling_impulse, lane, thud_fw_and_mask(rolling_impulse, rolls));
    store(extra->inverse_mass_ax, lane, traits->mass_a[0]);
    store(extra->inverse_mass_ay, lane, traits->mass_a[1]);
    store(extra->inverse_mass_bx, lane, traits->mass_b[0]);
    store(extra->inverse_mass_by, lane, traits->mass_b[1]);
}

/* Applies the impulses of the last step: the warm start of the first substep. */
THUD_INLINE void warm_start(const thud_batch_bodies *bodies, const thud_block_index *index,
                            const thud_contact_block *block, const thud_contact_extra *extra, int lane,
                            const block_rows *rows, const block_masses *masses) {
    body_lanes a = load_bodies(bodies->velocity, index->a + lane);
    body_lanes b = load_bodies(bodies->velocity, index->b + lane);
    push_and_drag(&a, &b, rows, masses, load(block->points[0].impulse_or_approach, lane),
                  load(block->points[1].impulse_or_approach, lane), load(block->friction_impulse, lane));
    if (extra != NULL) {
        twist_apart(&a, &b, masses, load(extra->rolling_impulse, lane));
    }
    store_bodies(bodies->velocity, index->a + lane, a);
    store_bodies(bodies->velocity, index->b + lane, b);
}

/* Whether any of the contacts is elastic and approaches fast enough to bounce. */
THUD_INLINE bool may_bounce(const thud_batch *batch, const thud_block_index *index, int lane,
                            const part_traits *traits, const block_rows *rows) {
    thud_mw elastic = thud_fw_gt(traits->material[1], thud_fw_zero());
    if (!thud_mw_any(elastic)) {
        return false;
    }
    thud_fw approach[2];
    approach_by(batch->bodies.start, index, lane, rows, approach);
    thud_fw faster = thud_fw_max(approach[0], approach[1]);
    thud_mw fast = thud_fw_gt(faster, thud_fw_set1(batch->substep->elasticity_threshold));
    return thud_mw_any(thud_mw_and(elastic, fast));
}

/* Levelling is at most so many times the tilt that is there, half of it at each point. At rest it is 2 to 3 times as large
 * (settings.c). */
#define MOST_LEVELLED (4.0f / 2.0f)

/* The offset that sets each point apart or together, so that the contact does not tilt under its loads (see
 * settings.c). Loads on both points explain no more tilt than their mean overlap, nor more than loads at rest do, and none but
 * that which is there; the rest comes from an impact: without the last bound 47 of 1,600 towers that landed at 3 m/s fell,
 * with it 23. */
THUD_INLINE thud_fw half_tilt(const thud_substep *substep, const thud_softness *softness,
                              const block_coupling *k, thud_fw warm, const thud_fw impulses[4],
                              const thud_fw separation[2]) {
    thud_fw zero = thud_fw_zero();
    thud_fw first = thud_fw_mul(k->k11, impulses[0]), second = thud_fw_mul(k->k22, impulses[1]);
    thud_fw tilt = mul3(thud_fw_set1(softness->levelling), warm, thud_fw_sub(first, second));
    thud_fw overlap = thud_fw_mul(thud_fw_set1(-0.5f), thud_fw_add(separation[0], separation[1]));
    overlap = thud_fw_max(thud_fw_min(overlap, thud_fw_set1(substep->most_levelled)), zero);
    thud_fw most = thud_fw_mul(thud_fw_set1(MOST_LEVELLED), thud_fw_sub(separation[1], separation[0]));
    most = wide_clamp(most, overlap);
    return thud_fw_max(thud_fw_min(tilt, thud_fw_max(most, zero)), thud_fw_min(most, zero));
}

/* Fills a part of a block; returns whether it may bounce. */
THUD_INLINE bool prepare_part(const thud_batch *batch, const thud_softness *softness, const thud_block_index *index,
                              thud_contact_block *block, thud_contact_extra *extra, int lane,
                              const part_traits *traits) {
    const thud_solve_input *input = batch->input;
    manifold_lanes m = load_manifolds(input->manifolds, index->slot + lane);
    const thud_fw *surface = traits->surface;
    thud_fw impulses[4];
    load_quarters(input->manifolds->normal_impulse, index->slot + lane, impulses);
    thud_mw two_points = thud_mw_not(thud_fw_lt(thud_fw_mul(surface[1], surface[1]), thud_fw_set1(4.0f)));
    thud_fw warm = thud_fw_set1(batch->substep->warm_start);
    if (extra != NULL) {
        fill_extra(extra, lane, traits, thud_fw_mul(warm, impulses[3]));
    }
    store(block->inverse_mass_a, lane, traits->mass_a[3]);
    store(block->inverse_mass_b, lane, traits->mass_b[3]);
    store(block->inverse_inertia_a, lane, traits->mass_a[2]);
    store(block->inverse_inertia_b, lane, traits->mass_b[2]);
    store(block->friction, lane, surface[0]);

    block_rows rows = make_rows(&m, two_points);
    block_masses masses = load_masses(block, extra, lane);
    block_coupling k = couple_rows(&rows, &masses, extra != NULL);
    thud_fw kt =
        thud_fw_add(mobility_along(rows.ny, rows.nx, &masses, extra != NULL),
                    dot2(thud_fw_mul(masses.ai, rows.at), rows.at, thud_fw_mul(masses.bi, rows.bt), rows.bt));
    thud_fw mass1 = wide_inverse(k.k11);
    thud_fw mass2 = thud_fw_and_mask(wide_inverse(k.k22), two_points);
    thud_fw tangent_mass = wide_inverse(kt);
    store_rows(block, lane, &rows);
    store(block->points[0].mass, lane, mass1);
    store(block->points[1].mass, lane, mass2);
    store(block->tangent_mass, lane, tangent_mass);
    thud_fw levelled =
        thud_fw_and_mask(half_tilt(batch->substep, softness, &k, warm, impulses, surface + 2), two_points);
    store(block->points[0].separation, lane, thud_fw_sub(surface[2], levelled));
    store(block->points[1].separation, lane, thud_fw_and_mask(thud_fw_add(surface[3], levelled), two_points));
    store(block->k12, lane, k.k12);
    store(block->points[0].share_t, lane, thud_fw_mul(tangent_mass, k.k1t));
    store(block->points[1].share_t, lane, thud_fw_mul(tangent_mass, k.k2t));

    thud_mw has_finite_mass = thud_fw_gt(mass1, thud_fw_zero());
    store(block->points[0].sum, lane, thud_fw_zero());
    store(block->points[1].sum, lane, thud_fw_zero());
    store(block->friction_sum, lane, thud_fw_zero());
    store(block->points[0].impulse_or_approach, lane,
          thud_fw_and_mask(thud_fw_mul(warm, impulses[0]), has_finite_mass));
    store(block->points[1].impulse_or_approach, lane,
          thud_fw_and_mask(thud_fw_mul(warm, impulses[1]), thud_mw_and(has_finite_mass, two_points)));
    store(block->friction_impulse, lane,
          thud_fw_and_mask(thud_fw_mul(warm, impulses[2]), thud_fw_gt(tangent_mass, thud_fw_zero())));
    warm_start(&batch->bodies, index, block, extra, lane, &rows, &masses);
    return may_bounce(batch, index, lane, traits, &rows);
}

/* Fills a block and returns its traits. The extra part is filled for all of it or none, at every SIMD width. */
THUD_INLINE int32_t prepare_block(const thud_batch *batch, const thud_softness *softness, const thud_block_index *index,
                                  thud_contact_block *block, thud_contact_extra *extra) {
    part_traits parts[thud_block_lanes / thud_wide_lanes];
    int lanes = index->count > thud_block_lanes / 2 ? thud_block_lanes : thud_block_lanes / 2;
    bool has_extra = false, bounces = false;
    for (int lane = 0; lane < lanes; lane += thud_wide_lanes) {
        parts[lane / thud_wide_lanes] = load_traits(batch, index, lane);
        has_extra |= needs_extra(&parts[lane / thud_wide_lanes]);
    }
    extra = has_extra ? extra : NULL;
    for (int lane = 0; lane < lanes; lane += thud_wide_lanes) {
        bounces |= prepare_part(batch, softness, index, block, extra, lane, &parts[lane / thud_wide_lanes]);
    }
    return (has_extra ? THUD_BLOCK_EXTRA : 0) | (lanes < thud_block_lanes ? THUD_BLOCK_HALF : 0) |
           (bounces ? THUD_BLOCK_BOUNCES : 0);
}

/* Prefetches a block's scattered contacts, and their materials if the last ones had more than friction. */
THUD_INLINE void prefetch_contacts(const thud_solve_input *input, const thud_block_set *set, int32_t block,
                                   bool materials) {
    if (block < set->count) {
        const thud_block_index *index = &set->index[block];
        bool has_next =
            block + prefetch_distance < set->count; /* the index may miss the cache as its contacts do */
        for (size_t line = 0; line < sizeof *index && has_next; line += THUD_ALIGNMENT) {
            __builtin_prefetch((const char *)&index[prefetch_distance] + line);
        }
        fetch_of_block(index, input->manifolds, sizeof *input->manifolds);
        if (materials) {
            fetch_of_block(index, input->materials, sizeof *input->materials);
        }
    }
}

void THUD_KERNEL(thud_contacts_prepare)(const thud_batch *batch, const thud_block_set *set) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    bool fetches = thud_solve_fetches(batch->input);
    int32_t run = -1;
    for (int32_t i = 0; i < set->count; i++) {
        if (fetches) {
            bool materials = i > 0 && batch->input->manifolds[set->index[i - 1].slot[0]].signed_points < 0.0f;
            prefetch_contacts(batch->input, set, i + prefetch_distance, materials);
        }
        int32_t traits = prepare_block(batch, softness_of(batch, set, i), &set->index[i], &blocks[i], &extras[i]);
        if (i == 0 || i == set->ground || set->runs[run].traits != traits) {
            set->runs[++run] = (thud_block_run){.first = i, .traits = traits};
        }
        set->runs[run].end = i + 1;
    }
}

/* Prefetches the data that a block's impulses are stored to. */
THUD_INLINE void prefetch_to_store(const thud_solve_input *input, const thud_block_set *set, int32_t block) {
    if (block < set->count) {
        const thud_block_index *index = &set->index[block];
        fetch_of_block(index, input->manifolds, sizeof *input->manifolds);
        if (input->sums != NULL) {
            fetch_of_block(index, input->sums, sizeof *input->sums);
        }
    }
}

/* Stores the lanes in use, one by one. */
static void store_some(const thud_solve_input *input, const thud_block_index *index,
                       const thud_contact_block *block, const float rolling_impulse[thud_block_lanes]) {
    for (int32_t lane = 0; lane < index->count; lane++) {
        thud_contact_manifold *manifold = &input->manifolds[index->slot[lane]];
        manifold->normal_impulse[0] = block->points[0].impulse_or_approach[lane];
        manifold->normal_impulse[1] = block->points[1].impulse_or_approach[lane];
        manifold->friction_impulse = block->friction_impulse[lane];
        manifold->rolling_impulse = rolling_impulse[lane];
        if (input->sums != NULL) {
            input->sums[index->slot[lane]] = (thud_contact_sums){
                {block->points[0].sum[lane], block->points[1].sum[lane]}, block->friction_sum[lane], 0.0f};
        }
    }
}

/* Stores all lanes at once. */
static void store_all(const thud_solve_input *input, const thud_block_index *index,
                      const thud_contact_block *block, const float rolling_impulse[thud_block_lanes], int lane) {
    thud_fw impulses[4] = {load(block->points[0].impulse_or_approach, lane),
                           load(block->points[1].impulse_or_approach, lane),
                           load(block->friction_impulse, lane), load(rolling_impulse, lane)};
    int32_t record[thud_wide_lanes];
    for (int i = 0; i < thud_wide_lanes; i++) {
        record[i] = 4 * index->slot[lane + i];
    }
    thud_wide_scatter4(input->manifolds[0].normal_impulse, record, impulses);
    if (input->sums != NULL) {
        thud_fw sums[4] = {load(block->points[0].sum, lane), load(block->points[1].sum, lane),
                           load(block->friction_sum, lane), thud_fw_zero()};
        thud_wide_scatter4(input->sums[0].normal, index->slot + lane, sums);
    }
}

void THUD_KERNEL(thud_contacts_store)(const thud_batch *batch, const thud_block_set *set) {
    static const _Alignas(THUD_ALIGNMENT) float no_rolling[thud_block_lanes];
    const thud_contact_block *blocks = set->blocks;
    const thud_contact_extra *extras = set->extras;
    const thud_block_run *run = set->runs;
    bool fetches = thud_solve_fetches(batch->input);
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        if (fetches) {
            prefetch_to_store(batch->input, set, i + prefetch_distance);
        }
        run += i == run->end;
        const float *rolling_impulse = run->traits & THUD_BLOCK_EXTRA ? extras[i].rolling_impulse : no_rolling;
        if (index->count < thud_block_lanes) {
            store_some(batch->input, index, &blocks[i], rolling_impulse);
            continue;
        }
        for (int lane = 0; lane < thud_block_lanes; lane += thud_wide_lanes) {
            store_all(batch->input, index, &blocks[i], rolling_impulse, lane);
        }
    }
}
