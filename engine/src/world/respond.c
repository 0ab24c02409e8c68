/*
 * respond.c: the third stage: what is to be solved goes to the solver as arrays, velocities and displacements
 * come back.
 */
#include "world/world_state.h"

#include "base/memory.h"

/* ---- contacts ---- */

/* The fastest approach of the points of a contact, before the solver stops it [m/s]. */
static float approach_speed(const thud_world *world, int32_t contact) {
    float speeds[2];
    thud_contact_approach(world, contact, speeds);
    return thud_max(thud_max(0.0f, speeds[0]), speeds[1]);
}

/* A body that a moving kinematic one touches must not fall asleep on it. */
static void keep_awake_on_kinematic(thud_world *world, const thud_contact_pair *pair) {
    if (world->bodies.states[pair->body_a] == THUD_STATE_KINEMATIC_MOVING) {
        world->bodies.gauges[pair->body_b].sleep_timer = 0.0f;
    } else if (world->bodies.states[pair->body_b] == THUD_STATE_KINEMATIC_MOVING) {
        world->bodies.gauges[pair->body_a].sleep_timer = 0.0f;
    }
}

/* What a contact wants besides being solved. */
static void look_at_contact(thud_world *world, int32_t contact) {
    uint8_t flags = world->contacts.features[contact].flags;
    if ((flags & THUD_CONTACT_KINEMATIC) && (flags & THUD_CONTACT_TOUCHING)) {
        keep_awake_on_kinematic(world, &world->contacts.pairs[contact]);
    }
    if ((flags & (THUD_CONTACT_WANTS_EVENTS | THUD_CONTACT_TOUCHING)) == THUD_CONTACT_WANTS_EVENTS) {
        thud_approach near = {.contact = contact};
        thud_contact_approach(world, contact, near.speed);
        thud_event_log_near(&world->events, &near);
    }
    if (flags & THUD_CONTACT_WANTS_HITS) {
        float speed = approach_speed(world, contact);
        if (speed > world->def.hit_speed) {
            thud_event_log_approach(&world->events, contact, speed);
        }
    }
}

/* How fast b approaches a at a point along the normal. */
static inline float approach_at(const thud_velocity *a, const thud_velocity *b, thud_vec2 arm_a, thud_vec2 arm_b,
                                thud_vec2 normal) {
    thud_vec2 velocity_a = thud_vec2_add(a->linear, thud_vec2_cross_scalar(a->angular, arm_a));
    thud_vec2 velocity_b = thud_vec2_add(b->linear, thud_vec2_cross_scalar(b->angular, arm_b));
    return thud_vec2_dot(thud_vec2_sub(velocity_a, velocity_b), normal);
}

/* Whether a contact may be a hit. Few are: both points are looked at, even where there is one, without a branch. */
static bool may_hit(const thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const thud_contact_manifold *manifold = &world->contacts.manifolds[contact];
    const thud_velocity *a = &world->bodies.velocities[pair->body_a];
    const thud_velocity *b = &world->bodies.velocities[pair->body_b];
    float first = approach_at(a, b, manifold->arm_a[0], manifold->arm_b[0], manifold->normal);
    float second = approach_at(a, b, manifold->arm_a[1], manifold->arm_b[1], manifold->normal);
    return (first > world->def.hit_speed) | (second > world->def.hit_speed);
}

static bool is_notable(const thud_world *world, int32_t contact, uint8_t flags) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const uint8_t *states = world->bodies.states;
    if ((flags & (THUD_CONTACT_WANTS_EVENTS | THUD_CONTACT_TOUCHING)) == THUD_CONTACT_WANTS_EVENTS) {
        return true;
    }
    if ((flags & THUD_CONTACT_KINEMATIC) && (states[pair->body_a] == THUD_STATE_KINEMATIC_MOVING ||
                                             states[pair->body_b] == THUD_STATE_KINEMATIC_MOVING)) {
        return true;
    }
    return (flags & THUD_CONTACT_WANTS_HITS) && may_hit(world, contact);
}

/* The contacts are gone through in ranges; each fills its own stretch of the lists. */
enum { SLOTS_PER_RANGE = 8192, MOST_RANGES = 64 };

typedef struct contact_scan {
    thud_world *world;
    int32_t *list;    /* contacts to solve */
    int32_t *notable; /* of these, who wants more */
    int32_t range_count;
    int32_t counts[MOST_RANGES], notable_counts[MOST_RANGES];
} contact_scan;

static int32_t start_of_range(const contact_scan *scan, int32_t range) {
    return (int32_t)((int64_t)scan->world->contacts.pool.end * range / scan->range_count);
}

/* Which contacts have points no processor foresees: every contact is written, and counts or not. */
static void scan_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    contact_scan *scan = context;
    const thud_contact_table *contacts = &scan->world->contacts;
    int32_t first = start_of_range(scan, range), end = start_of_range(scan, range + 1);
    int32_t *list = scan->list + first, *notable = scan->notable + first;
    int32_t count = 0, notable_count = 0;
    for (int32_t contact = first; contact < end; contact++) {
        const thud_contact_features *features = &contacts->features[contact];
        list[count] = contact;
        count += (contacts->kinds[contact] != THUD_CONTACT_IDLE) & (features->count != 0) &
                 ((features->flags & THUD_CONTACT_REJECTED) == 0);
    }
    for (int32_t i = 0; i < count; i++) {
        uint8_t flags = contacts->features[list[i]].flags;
        if (flags & (THUD_CONTACT_KINEMATIC | THUD_CONTACT_WANTS_HITS | THUD_CONTACT_WANTS_EVENTS)) {
            notable[notable_count] = list[i];
            notable_count += is_notable(scan->world, list[i], flags);
        }
    }
    scan->counts[range] = count;
    scan->notable_counts[range] = notable_count;
}

/* Lists the contacts with points that are not rejected, slots ascending; returns whether the list is the one of
 * the last step. `notable` is scratch of the same length. */
static bool list_contacts(thud_world *world, int32_t *list, int32_t *notable, int32_t *list_count) {
    contact_scan scan = {.world = world, .list = list, .notable = notable};
    int32_t ranges = world->contacts.pool.end / SLOTS_PER_RANGE + 1;
    scan.range_count = ranges < MOST_RANGES ? ranges : MOST_RANGES;
    thud_tasks_run(world->tasks, scan_range, &scan, scan.range_count);
    int32_t count = 0;
    for (int32_t range = 0; range < scan.range_count; range++) {
        int32_t first = start_of_range(&scan, range);
        thud_move_bytes(list + count, list + first, (size_t)scan.counts[range] * sizeof *list);
        count += scan.counts[range];
        for (int32_t i = 0; i < scan.notable_counts[range]; i++) {
            look_at_contact(world, notable[first + i]);
        }
    }
    *list_count = count;
    return count == world->solved_count && thud_same_bytes(list, world->solved, (size_t)count * sizeof *list);
}

/* Keeps the list to compare the next one with. */
static void remember_contacts(thud_world *world, const int32_t *list, int32_t count) {
    if (thud_reserve(&world->hooks, &world->solved, sizeof *world->solved, &world->solved_capacity, count)) {
        thud_copy_bytes(world->solved, list, (size_t)count * sizeof *list);
        world->solved_count = count;
    } else {
        world->solved_count = -1; /* equal to no list */
    }
}

/* ---- forces ---- */

static void clear_forces(thud_world *world) {
    for (int32_t i = 0; i < world->forced_count; i++) {
        int32_t body = world->forced[i];
        if (thud_pool_is_live(&world->bodies.pool, body)) {
            thud_body_reset_drive(world, body);
        }
    }
    world->forced_count = 0;
}

/* ---- the stage ---- */

thud_status thud_respond(thud_world *world, float dt) {
    thud_body_table_refresh(&world->bodies);
    thud_contact_table_refresh(&world->contacts);
    thud_list_joints(world);
    int32_t *list = thud_arena_allocate_array(&world->arena, world->contacts.pool.end, sizeof *list);
    int32_t *notable = thud_arena_allocate_array(&world->arena, world->contacts.pool.end, sizeof *notable);
    if ((list == NULL || notable == NULL) && world->contacts.pool.end > 0) {
        return THUD_OUT_OF_MEMORY;
    }
    int32_t count = 0;
    bool same_contacts = list_contacts(world, list, notable, &count);
    bool same_bodies = world->solved_revision == world->bodies.revision;
    bool same = same_contacts && same_bodies && !world->constraints_changed && !world->joints.changed;

    thud_solve_input input = {
        .dt = dt,
        .settings = &world->def.solver,
        .velocities = world->bodies.velocities,
        .inverse_masses = world->bodies.inverse_masses,
        .drives = world->bodies.drives,
        .displacements = world->bodies.displacements,
        .poses = world->bodies.poses,
        .body_slots = world->bodies.pool.end,
        .awake = world->bodies.awake,
        .awake_count = world->bodies.awake_count,
        .pairs = world->contacts.pairs,
        .features = world->contacts.features,
        .manifolds = world->contacts.manifolds,
        .sums = world->contacts.sums,
        .materials = world->contacts.materials,
        .contacts = list,
        .contact_count = count,
        .joints = world->joints.joints,
        .active_joints = world->joints.active,
        .joint_count = world->joints.active_count,
        .same_constraints = same,
        .tasks = world->tasks,
    };
    thud_status status = thud_solver_solve(world->solver, &input);
    remember_contacts(world, list, status == THUD_OK ? count : 0);
    world->constraints_changed = status != THUD_OK;
    world->joints.changed = false;
    if (status == THUD_OK) {
        thud_break_joints(world, dt);
    }
    world->solved_revision = world->bodies.revision;
    world->counters.solved_contacts = count;
    clear_forces(world);
    return status;
}
