/*
 * contact_table.h: one contact for each pair of shapes whose fat boxes overlap, columns indexed by slot. The
 * narrowphase reads `pairs`, writes `features` and `manifolds`; the solver reads `materials`, writes impulses.
 * `kinds` has a byte per slot: whether the contact is active, and its batch.
 *
 *     link 2 * slot + side  names a contact in the list of body a (side 0) or b (side 1)
 */
#pragma once

#include "response/solve_input.h"

#include "base/pool.h"
#include "base/ranges.h"
#include "narrowphase/contact.h"
#include "narrowphase/core.h"

/* In `features[].one_way`; 0: neither shape is one-way. */
enum {
    THUD_ONE_WAY_A = 1,
    THUD_ONE_WAY_B = 2,
    THUD_ONE_WAY_KNOWN = 4,    /* decided in the last step, as the contact had points */
    THUD_ONE_WAY_IN_FRONT = 8, /* of the surface; while the shapes overlap: when they met */
    THUD_ONE_WAY_DROPPED = 16, /* by the user's call the body falls through until the two are apart */
    THUD_ONE_WAY_PASSES = 32,  /* in this step; THUD_CONTACT_REJECTED because of it */
    THUD_ONE_WAY_OVERLAPS = 64,
    THUD_ONE_WAY_WAS_IN_FRONT = 128, /* IN_FRONT of the last step's decision */
};

/* In `kinds`: 0 for a free slot or a sleeping contact, else 1 + the number of its batch; the last is of rectangles. */
enum {
    THUD_CONTACT_IDLE = 0,
    THUD_CONTACT_RECTANGLES = THUD_CORE_CLASSES * (THUD_CORE_CLASSES + 1) / 2 + 1,
    THUD_CONTACT_KINDS = THUD_CONTACT_RECTANGLES,
    THUD_CONTACT_BATCH_BITS = 31,
    THUD_CONTACT_FIXED_SECOND = 32, /* b is static or kinematic, but a is not: b's face is preferred */
    THUD_CONTACT_MAY_RUSH =
        64, /* a body is kinematic, and neither shape is a link or one-way (see contact_manifolds.c) */
};

/* Slots per range: one worker processes a range, some ten microseconds of narrowphase. Smaller ranges leave too many
 * lanes empty. A multiple of the SIMD width, though nothing depends on it. */
enum { THUD_CONTACT_RANGE = 768 };

static inline int32_t thud_contact_ranges(int32_t slots) {
    return thud_range_count(slots, THUD_CONTACT_RANGE);
}

/* In `features[].flags`. */
enum {
    THUD_CONTACT_TOUCHING = 1,
    THUD_CONTACT_WANTS_EVENTS = 2,
    THUD_CONTACT_WANTS_HITS = 4,
    THUD_CONTACT_KINEMATIC = 8,  /* one of the bodies is not dynamic */
    THUD_CONTACT_PRE_SOLVE = 16, /* see pre_solve.c */
    THUD_CONTACT_ASKED = 32,     /* in this step */
    THUD_CONTACT_REJECTED = 64,
};

/* Data of a contact that is read rarely, except along the bodies' lists: half a cache line. */
typedef struct thud_contact_record {
    int32_t shape_a, shape_b;
    int32_t next[2], previous[2]; /* links of the bodies' lists; THUD_NONE at the ends */
    uint32_t fixed_proxy;         /* slot, of the shape whose body is static or kinematic, if one is */
    uint8_t kind;                 /* its value in `kinds` while active */
    bool is_fixed;                /* one of its bodies is static or kinematic */
    bool is_static;               /* neither is kinematic, if one is not dynamic */
    bool may_hide; /* edges from other contacts (ghosts.c): the contact is fixed, and not passed through */
} thud_contact_record;

_Static_assert(sizeof(thud_contact_record) == 32, "none lies in two cache lines");

/* Proxy slots of the two shapes: the pair ends when their fat boxes separate. */
typedef struct thud_contact_proxies {
    uint32_t a, b;
} thud_contact_proxies;

/* The lists of active contacts of a step, in its arena. */
typedef struct thud_contact_lists {
    int32_t *changed; /* that overlap but do not touch yet, that touch but have separated, whose fat boxes have separated,
                         or that are deep in a static or kinematic body */
    int32_t *solved;  /* that have points, are not rejected, and whose fat boxes overlap */
    int32_t *near;    /* of these: those that did not touch */
    int32_t *event_candidates; /* of the solved ones: those that may make an event */
    int32_t changed_count, solved_count, near_count, event_candidate_count;
} thud_contact_lists;

typedef struct thud_contact_table {
    thud_pool pool;
    uint8_t *kinds;
    thud_contact_pair *pairs;
    thud_contact_features *features;
    thud_contact_manifold *manifolds;
    thud_contact_origin *origins; /* of the manifolds */
    thud_contact_sums *sums; /* impulses of the last step */
    thud_material *materials; /* also stored in the manifolds */
    thud_contact_proxies *proxies;
    thud_contact_record *records;
    int32_t capacity;

    /* Active contacts as listed last, slots ascending: those of range r from active[r * THUD_CONTACT_RANGE] on. */
    int32_t *active;
    int32_t *range_counts; /* by range: number of active contacts */
    int32_t range_capacity;
    int32_t active_count;
    bool changed; /* a contact was created, freed, woke or fell asleep since the listing */
    bool boxes_changed; /* a fat box has since the listing */
    int32_t touching_count;
    int32_t pre_solve_count; /* contacts with THUD_CONTACT_PRE_SOLVE */
    int32_t one_way_count;   /* contacts with one-way shapes: see one_way.h */

    /* Slots taken whose contacts are not linked yet, in that order. */
    int32_t *created;
    int32_t created_capacity, created_count;
} thud_contact_table;

void thud_contact_table_init(thud_contact_table *table, const thud_hooks *hooks);
void thud_contact_table_destroy(thud_contact_table *table);

/* Reserves `count` slots in all; when memory runs out, returns false and leaves the table as it was. */
bool thud_contact_table_reserve(thud_contact_table *table, int32_t count);

/* Takes `count` slots and lists them in `created`; returns their number, fewer without memory. Sets no columns. */
int32_t thud_contact_table_take(thud_contact_table *table, int32_t count);

/* Clears the columns of a slot: no manifold, in no list. This and the next one: on several threads for other slots. */
void thud_contact_table_clear(thud_contact_table *table, int32_t slot);

/* Sets the kind of a new contact, and whether it is active. */
void thud_contact_begin_kind(thud_contact_table *table, int32_t slot, uint8_t kind, bool active);

/* The batch of two core classes, class_a >= class_b; 1 and up. */
static inline uint8_t thud_contact_kind(thud_core_class class_a, thud_core_class class_b) {
    return (uint8_t)(1 + (int)class_a * ((int)class_a + 1) / 2 + (int)class_b);
}

/* Removes the points of a contact, as if its shapes were far apart. */
void thud_contact_drop_points(const thud_contact_table *table, int32_t slot);

void thud_contact_set_material(thud_contact_table *table, int32_t slot, const thud_material *material);

/* Sets whether the narrowphase updates a contact. */
void thud_contact_set_active(thud_contact_table *table, int32_t slot, bool active);

/* Whether a contact with these flags may hide edges from others: it is fixed, and not passed through. */
bool thud_contact_may_hide(uint8_t flags);
