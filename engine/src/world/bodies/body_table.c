#include "world/bodies/body_table.h"

#include <float.h>

#include "base/assert.h"
#include "base/memory.h"

static const thud_column body_columns[] = {
    THUD_COLUMN(thud_body_table, bodies),
    THUD_COLUMN(thud_body_table, states),
    THUD_COLUMN(thud_body_table, poses),
    THUD_COLUMN(thud_body_table, previous),
    THUD_COLUMN(thud_body_table, velocities),
    THUD_COLUMN(thud_body_table, inverse_masses),
    THUD_COLUMN(thud_body_table, applied_forces),
    THUD_COLUMN(thud_body_table, displacements),
    THUD_COLUMN(thud_body_table, sleep_data),
    THUD_COLUMN(thud_body_table, awake),
    THUD_COLUMN(thud_body_table, moving),
    THUD_COLUMN(thud_body_table, bullets),
    {0},
};

void thud_body_table_init(thud_body_table *table, const thud_hooks *hooks) {
    *table = (thud_body_table){.least_thickness = FLT_MAX};
    thud_pool_init(&table->pool, hooks);
    thud_name_list_init(&table->names, hooks);
}

static void release_sums(thud_body_table *table, int32_t slot) {
    thud_release(table->pool.hooks, table->bodies[slot].sums, sizeof *table->bodies[slot].sums);
    table->bodies[slot].sums = NULL;
}

THUD_RARE void thud_body_table_destroy(thud_body_table *table) {
    const thud_hooks *hooks = table->pool.hooks;
    for (int32_t slot = 0; slot < table->pool.end; slot++) {
        release_sums(table, slot);
    }
    thud_release_columns(hooks, table, body_columns, &table->capacity);
    thud_name_list_destroy(&table->names);
    thud_pool_destroy(&table->pool);
}

THUD_RARE bool thud_body_table_reserve(thud_body_table *table, int32_t count) {
    if (count <= table->capacity && count <= table->pool.capacity) {
        return true;
    }
    return thud_reserve_columns(table->pool.hooks, table, body_columns, &table->capacity,
                                thud_doubled(table->capacity, count)) &&
           thud_pool_reserve(&table->pool, count);
}

thud_pool_id thud_body_table_add(thud_body_table *table) {
    thud_pool_id null_id = {0, 0};
    if (!thud_body_table_reserve(table, table->pool.end + 1)) {
        return null_id;
    }
    thud_pool_id id = thud_pool_allocate(&table->pool);
    if (id.generation == 0) {
        return null_id;
    }
    uint32_t slot = id.slot;
    table->bodies[slot] = (thud_body){.first_shape = THUD_NONE,
                                      .first_chain = THUD_NONE,
                                      .first_grid = THUD_NONE,
                                      .first_contact = THUD_NONE,
                                      .last_contact = THUD_NONE,
                                      .first_joint = THUD_NONE,
                                      .ring = (int32_t)slot};
    table->states[slot] = THUD_STATE_FREE;
    table->poses[slot] = table->previous[slot] = (thud_pose){0};
    table->velocities[slot] = (thud_velocity){0};
    table->inverse_masses[slot] = (thud_inverse_mass){0};
    table->applied_forces[slot] = (thud_applied_forces){0};
    table->displacements[slot] = (thud_displacement){0};
    table->sleep_data[slot] = (thud_sleep_data){0};
    return id;
}

void thud_body_table_remove(thud_body_table *table, int32_t slot) {
#ifdef THUD_ASSERTIONS
    const thud_body *body = &table->bodies[slot];
    THUD_ASSERT(table->pool.hooks, body->first_shape == THUD_NONE && body->first_chain == THUD_NONE);
    THUD_ASSERT(table->pool.hooks, body->first_contact == THUD_NONE && body->first_joint == THUD_NONE);
    THUD_ASSERT(table->pool.hooks, body->ring == slot);
#endif
    thud_body_set_state(table, slot, THUD_STATE_FREE);
    release_sums(table, slot);
    thud_pool_free(&table->pool, thud_pool_id_at(&table->pool, slot));
}

/* Whether a slot with a state is neither in a list nor moved: coins and doors that come and go change no list. */
static bool is_idle(uint8_t state) {
    return state == THUD_STATE_FREE || state == THUD_STATE_STATIC || state == THUD_STATE_DISABLED;
}

void thud_body_set_state(thud_body_table *table, int32_t slot, thud_body_state state) {
    bool stays_idle = is_idle(table->states[slot]) && is_idle((uint8_t)state) &&
                      table->bodies[slot].first_joint == THUD_NONE;
    bool changes = table->states[slot] != state && !stays_idle;
    table->changed |= changes;
    table->joined_changed |= changes && table->bodies[slot].first_joint != THUD_NONE;
    table->in_motion += thud_state_moves((uint8_t)state) - thud_state_moves(table->states[slot]);
    table->resting_count +=
        (state == THUD_STATE_KINEMATIC_AT_REST) - (table->states[slot] == THUD_STATE_KINEMATIC_AT_REST);
    table->states[slot] = (uint8_t)state;
    THUD_ASSERT(table->pool.hooks, thud_pool_is_live(&table->pool, slot));
    THUD_ASSERT(table->pool.hooks, table->in_motion >= 0 && table->in_motion <= table->pool.count);
}

/* Whether one of eight bodies moves: bit 3 of the sum with a state is set if it is a moving one. */
_Static_assert(THUD_STATE_KINEMATIC_MOVING < 8 && THUD_STATE_AWAKE < 8 + THUD_STATE_KINEMATIC_MOVING,
               "bit 3 of the sum");
static inline bool any_moves(const uint8_t *states) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t eight;
    memcpy(&eight, states, sizeof eight);
    return ((eight + ones * (8 - THUD_STATE_KINEMATIC_MOVING)) & ones * 8) != 0;
}

/* In most worlds few bodies move. */
int32_t thud_find_moving(const uint8_t *states, int32_t slot, int32_t end) {
    while (slot + 8 <= end && !any_moves(states + slot)) {
        slot += 8;
    }
    while (slot < end && !thud_state_moves(states[slot])) {
        slot++;
    }
    return slot;
}

void thud_body_table_relist(thud_body_table *table) {
    table->changed = false;
    table->revision++;
    table->awake_count = 0;
    table->moving_count = 0;
    int32_t end = table->pool.end;
    for (int32_t slot = thud_next_moving(table->states, 0, end); slot < end;
         slot = thud_next_moving(table->states, slot + 1, end)) {
        if (table->states[slot] == THUD_STATE_AWAKE) {
            table->awake[table->awake_count++] = slot;
        } else {
            table->moving[table->moving_count++] = slot;
        }
    }
}

/* Never inlined: its copies in calls that a game makes now and then took 0.4 KB. Not by
 * thud_origin_from_center: gcc passes its result through memory, 8 instructions a call. */
__attribute__((noinline)) thud_pose thud_body_origin_pose(const thud_body_table *table, int32_t slot,
                                                          const thud_pose *center_pose) {
    thud_vec2 center = thud_rot_apply(center_pose->rotation, table->bodies[slot].mass.center);
    return (thud_pose){thud_vec2_sub(center_pose->position, center), center_pose->rotation};
}

void thud_body_place(thud_body_table *table, int32_t slot, thud_pose origin) {
    table->poses[slot] =
        (thud_pose){thud_pose_apply(origin, table->bodies[slot].mass.center), origin.rotation};
}
