/*
 * contact_report.c: reports contacts: begin and end of touch, bodies that are deep in others, and the
 * events that the game reads after the step.
 */
#include "world/contacts/contact_report.h"

#include "base/assert.h"
#include "world/contacts/contacts.h"
#include "world/world_state.h"

/* ---- touching ---- */

/* Sets the flag of a contact; returns whether its touch makes an event. */
static bool set_touching(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    THUD_ASSERT(&world->hooks, (features->flags & THUD_CONTACT_TOUCHING) == 0);
    features->flags |= THUD_CONTACT_TOUCHING;
    world->contacts.touching_count++;
    return (features->flags & THUD_CONTACT_WANTS_EVENTS) != 0;
}

void thud_contact_begin_touch(thud_world *world, int32_t contact) {
    if (set_touching(world, contact)) {
        float approach_speed[2];
        thud_contact_approach(world, contact, approach_speed);
        thud_event_log_touch(&world->events, contact, approach_speed);
    }
}

void thud_contact_end_touch(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    THUD_ASSERT(&world->hooks,
                (features->flags & THUD_CONTACT_TOUCHING) != 0 && world->contacts.touching_count > 0);
    features->flags &= (uint8_t)~THUD_CONTACT_TOUCHING;
    world->contacts.touching_count--;
    if (features->flags & THUD_CONTACT_WANTS_EVENTS) {
        const thud_contact_record *record = &world->contacts.records[contact];
        thud_event_log_part(&world->events, thud_shape_id_at(world, record->shape_a),
                            thud_shape_id_at(world, record->shape_b));
    }
}

/* ---- after the contacts have been updated ---- */

/* Begins or ends the touch of a contact as its manifold says. The user's callback begins that of its contacts itself. */
static void update_touch(thud_world *world, int32_t contact) {
    const thud_contact_features *features = &world->contacts.features[contact];
    if (features->flags & THUD_CONTACT_TOUCHING) {
        if (features->nearest > world->def.slop) {
            thud_contact_end_touch(world, contact);
        }
    } else if (features->nearest <= 0.0f &&
               !(features->flags & (THUD_CONTACT_PRE_SOLVE | THUD_CONTACT_REJECTED))) {
        thud_contact_begin_touch(world, contact);
    }
}

/* The speed that the solver may pass on from a body to a deep one [m/s]. Static and kinematic bodies push it out, too. */
static float speed_to_pass_on(const thud_world *world, int32_t other) {
    if (other == THUD_NONE) {
        return 0.0f;
    }
    float speed = thud_fastest_point(&world->bodies, other);
    return thud_is_dynamic(&world->bodies, other) ? speed : speed + world->def.solver.push_out_speed;
}

/* Bound of the speed of a body after the solver, without forces [m/s]: that of what touches it, or is jointed to it. */
static float fastest_beside(const thud_world *world, int32_t body) {
    float fastest = thud_fastest_point(&world->bodies, body);
    THUD_EACH_CONTACT(world, body, link) {
        fastest = thud_max(fastest, speed_to_pass_on(world, thud_contact_other(world, link)));
    }
    THUD_EACH_JOINT(world, body, link) {
        fastest = thud_max(fastest, speed_to_pass_on(world, thud_joint_other(world, link)));
    }
    return fastest;
}

/* A body that is deep in a static or kinematic one, and is not let pass, is swept at any speed: the pressure
 * on it lasts, and its centre must stay on its side. */
static void list_if_deep(thud_world *world, int32_t contact) {
    const thud_contact_features *features = &world->contacts.features[contact];
    uint8_t kind = features->flags & (THUD_CONTACT_KINEMATIC | THUD_CONTACT_REJECTED);
    if (kind != THUD_CONTACT_KINEMATIC || features->nearest >= -THUD_DEEP_SLOPS * world->def.slop) {
        return;
    }
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    int32_t body = thud_is_dynamic(&world->bodies, pair->body_a) ? pair->body_a : pair->body_b;
    float deep = THUD_FAST_SHARE * world->bodies.sleep_data[body].thickness;
    if (world->continuous.deep_bodies != NULL && -features->nearest > deep) {
        world->continuous.deep_bodies[world->continuous.deep_body_count++] =
            (thud_deep_body){body, fastest_beside(world, body)};
    }
}

void thud_report_touching(thud_world *world) {
    const thud_contact_lists *lists = &world->lists;
    world->continuous.deep_bodies =
        thud_arena_allocate_array(&world->arena, lists->changed_count, sizeof *world->continuous.deep_bodies);
    for (int32_t i = 0; i < lists->changed_count; i++) {
        update_touch(world, lists->changed[i]);
        list_if_deep(world, lists->changed[i]);
    }
}

/* The contact of two shapes; THUD_NONE if there is none, or if one of the shapes was removed. */
static int32_t contact_of_touch(const thud_world *world, const thud_contact_end *touch) {
    bool exist = thud_shape_is_valid(world, touch->shape_a) && thud_shape_is_valid(world, touch->shape_b);
    return exist ? thud_find_contact(world, (int32_t)touch->shape_a.slot, (int32_t)touch->shape_b.slot) : THUD_NONE;
}

void thud_shape_pass_on_touches(thud_world *world, int32_t shape) {
    thud_event_log *log = &world->events;
    THUD_EACH_CONTACT(world, world->shapes.records[shape].body, link) {
        const thud_contact_record *record = &world->contacts.records[thud_link_owner(link)];
        uint8_t *flags = &world->contacts.features[thud_link_owner(link)].flags;
        bool makes_events = (*flags & THUD_CONTACT_TOUCHING) != 0 && (*flags & THUD_CONTACT_WANTS_EVENTS) != 0;
        if (makes_events && (record->shape_a == shape || record->shape_b == shape) &&
            THUD_RESERVE(log->hooks, log->met, log->met_capacity, log->met_count + 1)) {
            *flags &= (uint8_t)~THUD_CONTACT_TOUCHING;
            world->contacts.touching_count--;
            log->met[log->met_count++] = (thud_contact_end){thud_shape_id_at(world, record->shape_a),
                                                            thud_shape_id_at(world, record->shape_b)};
        }
    }
}

void thud_continue_touches(thud_world *world) {
    thud_event_log *log = &world->events;
    for (int32_t i = 0; i < log->met_count; i++) {
        int32_t contact = contact_of_touch(world, &log->met[i]);
        bool continues = contact != THUD_NONE && !(world->contacts.features[contact].flags &
                                                   (THUD_CONTACT_TOUCHING | THUD_CONTACT_REJECTED));
        if (continues) {
            set_touching(world, contact);
            uint8_t *one_way = &world->contacts.features[contact].one_way; /* what it held is in front of it */
            *one_way |= *one_way != 0 ? THUD_ONE_WAY_WAS_IN_FRONT : 0;
        } else {
            thud_event_log_part(log, log->met[i].shape_a, log->met[i].shape_b);
        }
    }
    log->met_count = 0;
}

/* ---- after the solver ---- */

/* Where contacts contradict each other, as of a crate between a closing door and the floor, the relax passes do
 * not take back the speed of the push-out: a crate was shot away at 63 m/s. Forces, joints and other bodies
 * still make it faster: a sled of 6 cm that a rider of 40 times its density pressed in deep stayed behind. Nor do they push others so
 * fast: a crate at rest beside one that two characters crushed was shot away at 39 m/s. */
static bool limit_speed(thud_world *world, int32_t body, float most, float dt) {
    float speed = thud_fastest_point(&world->bodies, body);
    float limit = most + dt * thud_vec2_length(world->bodies.applied_forces[body].acceleration);
    if (!(speed > limit)) {
        return false;
    }
    float share = limit / speed;
    thud_velocity *velocity = &world->bodies.velocities[body];
    thud_displacement *moved = &world->bodies.displacements[body];
    velocity->linear = thud_vec2_scale(velocity->linear, share);
    velocity->angular *= share;
    moved->translation = thud_vec2_scale(moved->translation, share);
    moved->rotation *= share;
    return true;
}

void thud_limit_deep_bodies(thud_world *world, float dt) {
    for (int32_t i = 0; i < world->continuous.deep_body_count; i++) {
        const thud_deep_body *deep = &world->continuous.deep_bodies[i];
        if (!limit_speed(world, deep->body, deep->speed, dt)) {
            continue;
        }
        THUD_EACH_CONTACT(world, deep->body, link) {
            int32_t other = thud_contact_other(world, link);
            if (world->contacts.features[thud_link_owner(link)].count > 0 &&
                world->bodies.states[other] == THUD_STATE_AWAKE) {
                limit_speed(world, other, deep->speed, dt);
            }
        }
    }
}

/* ---- before the contacts are solved ---- */

/* The faster approach of two points; 0 if they part [m/s]. */
static float faster_of(const float speeds[2]) {
    return thud_max(thud_max(0.0f, speeds[0]), speeds[1]);
}

void thud_report_candidates(thud_world *world) {
    thud_event_log *log = &world->events;
    int32_t count = world->lists.event_candidate_count;
    log->candidates = thud_arena_allocate_array(&world->arena, count, sizeof *log->candidates);
    log->candidate_count = log->candidates == NULL ? 0 : count;
    log->lost |= log->candidate_count < count;
    for (int32_t i = 0; i < log->candidate_count; i++) {
        thud_approach *candidate = &log->candidates[i];
        candidate->contact = world->lists.event_candidates[i];
        thud_contact_approach(world, candidate->contact, candidate->speed);
    }
}

/* ---- impacts in mid-step ---- */

/* Two shapes without a contact touch at an impact. thud_continue_touches ends the touch, or gives it to
 * the contact that the next step creates. A body may bounce off the same shape several times in a step:
 * its impacts follow each other in the log. `body` was swept. */
static void touch_without_contact(thud_world *world, int32_t body, const thud_contact_data *impact) {
    thud_event_log *log = &world->events;
    const thud_shape_record *records = world->shapes.records;
    for (int32_t i = log->met_count - 1; i >= 0; i--) {
        if (records[log->met[i].shape_a.slot].body != body && records[log->met[i].shape_b.slot].body != body) {
            break;
        }
        if (thud_is_same_pair(log->met[i].shape_a, log->met[i].shape_b, impact->shape_a, impact->shape_b)) {
            return;
        }
    }
    if (THUD_RESERVE(log->hooks, log->met, log->met_capacity, log->met_count + 1)) {
        log->met[log->met_count++] = (thud_contact_end){impact->shape_a, impact->shape_b};
        thud_event_log_begin(log, impact);
    } else {
        log->lost = true;
    }
}

/* Begins the touch of a contact at an impact, whose impulse stopped the body. The contact itself has no impulse at the
 * end of the step, as its shapes were apart when the solver ran. */
static void touch_at_impact(thud_world *world, const thud_contact_data *impact, int32_t contact) {
    if (set_touching(world, contact)) {
        thud_contact_data begin = *impact;
        begin.contact = thud_contact_id_at(world, contact);
        thud_event_log_begin(&world->events, &begin);
    }
}

/* An impact with its shapes in the order of a contact between them, so that all events of two shapes name them alike. */
static thud_contact_data in_order(const thud_world *world, const thud_contact_data *impact) {
    int32_t a = (int32_t)impact->shape_a.slot, b = (int32_t)impact->shape_b.slot;
    thud_contact_data ordered = *impact;
    thud_contact_order(world, &a, &b);
    if (a != (int32_t)impact->shape_a.slot) {
        ordered.shape_a = impact->shape_b;
        ordered.shape_b = impact->shape_a;
        ordered.body_a = impact->body_b;
        ordered.body_b = impact->body_a;
        ordered.mtd = thud_vec2_neg(impact->mtd);
        ordered.manifold.normal = thud_vec2_neg(impact->manifold.normal);
    }
    return ordered;
}

static float impulse_of(const thud_contact_data *impact) {
    return impact->normal_impulse[0] + impact->normal_impulse[1];
}

/* Logs a contact, described as its shapes met, as a hit if it is one. */
static void log_hit(thud_world *world, const thud_contact_data *met) {
    thud_event_log *log = &world->events;
    const thud_shape_def *a = world->shapes.records[met->shape_a.slot].def;
    const thud_shape_def *b = world->shapes.records[met->shape_b.slot].def;
    float speed = faster_of(met->approach_speed), impulse = impulse_of(met);
    if (!(a->hit_events || b->hit_events) || speed <= world->def.hit_speed || impulse <= 0.0f) {
        return;
    }
    if (!THUD_RESERVE(log->hooks, log->hits, log->hit_capacity, log->hit_count + 1)) {
        log->lost = true;
        return;
    }
    thud_vec2 point = met->manifold.points[met->normal_impulse[1] > met->normal_impulse[0]].point;
    log->hits[log->hit_count++] =
        (thud_contact_hit){met->shape_a, met->shape_b,         a->material_id, b->material_id,
                           point,        met->manifold.normal, speed,          impulse};
}

void thud_log_impact(thud_world *world, const thud_contact_data *met, int32_t contact) {
    if (impulse_of(met) <= 0.0f) {
        return;
    }
    const thud_contact_data impact = in_order(world, met);
    if (contact == THUD_NONE) {
        const thud_shape_record *records = world->shapes.records;
        if (records[impact.shape_a.slot].def->contact_events ||
            records[impact.shape_b.slot].def->contact_events) {
            touch_without_contact(world, records[met->shape_a.slot].body, &impact);
        }
    } else if (!(world->contacts.features[contact].flags & THUD_CONTACT_TOUCHING)) {
        touch_at_impact(world, &impact, contact);
    }
    log_hit(world, &impact);
}

/* ---- after the step ---- */

static bool is_live_contact(const thud_world *world, int32_t contact) {
    return thud_pool_is_live(&world->contacts.pool, contact);
}

/* Whether a contact that was near before the solver ran had an impulse, and does not touch yet. */
static bool was_stopped(const thud_world *world, int32_t contact) {
    const thud_contact_features *features = &world->contacts.features[contact];
    const thud_contact_sums *sums = &world->contacts.sums[contact];
    bool stopped = (sums->normal[0] > 0.0f) | ((features->count == 2) & (sums->normal[1] > 0.0f));
    return stopped & ((features->flags & (THUD_CONTACT_TOUCHING | THUD_CONTACT_REJECTED)) == 0);
}

/* Begins the touch of a contact that had an impulse. `place` is a cursor in the log's list of candidates. */
static void note_stopped(thud_world *world, int32_t contact, int32_t *place) {
    const thud_event_log *log = &world->events;
    if (!set_touching(world, contact)) {
        return;
    }
    while (*place < log->candidate_count &&
           log->candidates[*place].contact < contact) { /* both lists are in the order of slots */
        (*place)++;
    }
    bool is_known = *place < log->candidate_count && log->candidates[*place].contact == contact;
    const float unknown[2] = {0.0f, 0.0f}; /* there was no memory for the candidates */
    thud_event_log_touch(&world->events, contact, is_known ? log->candidates[*place].speed : unknown);
}

/* Shapes that were apart at the start of the step have touched if the solver had to stop them: without this a ball that
 * approaches and bounces within one step would never touch anything. */
static void note_touch_by_impulse(thud_world *world) {
    const thud_contact_lists *lists = &world->lists;
    int32_t place = 0;
    for (int32_t i = 0; i < lists->near_count; i++) {
        if (was_stopped(world, lists->near[i]) && is_live_contact(world, lists->near[i])) {
            note_stopped(world, lists->near[i], &place);
        }
    }
}

/* Describes a contact with the speeds at which its points approached before the solver ran. */
static void describe_met(const thud_world *world, const thud_approach *approach, thud_contact_data *met) {
    thud_contact_describe(world, approach->contact, world->bodies.previous, met);
    met->approach_speed[0] = approach->speed[0];
    met->approach_speed[1] = approach->speed[1];
}

void thud_write_begins(thud_world *world) {
    thud_event_log *log = &world->events;
    if (log->begun_count == 0) {
        return;
    }
    /* The log may have begins already, of impacts in mid-step. */
    bool has_room =
        THUD_RESERVE(log->hooks, log->begins, log->begin_capacity, log->begin_count + log->begun_count);
    log->lost = log->lost || !has_room;
    for (int32_t i = 0; i < log->begun_count && has_room; i++) {
        const thud_approach *begun = &log->begun[i];
        if (is_live_contact(world, begun->contact)) {
            describe_met(world, begun, &log->begins[log->begin_count++]);
        }
    }
    log->begun_count = 0;
}

static void write_hits(thud_world *world) {
    const thud_event_log *log = &world->events;
    for (int32_t i = 0; i < log->candidate_count; i++) {
        const thud_approach *candidate = &log->candidates[i];
        bool may_be_hit = faster_of(candidate->speed) > world->def.hit_speed;
        if (may_be_hit && is_live_contact(world, candidate->contact)) {
            thud_contact_data met;
            describe_met(world, candidate, &met);
            log_hit(world, &met);
        }
    }
}

void thud_write_contact_events(thud_world *world) {
    note_touch_by_impulse(world);
    thud_write_begins(world);
    write_hits(world);
}

thud_contact_events thud_world_contact_events(thud_world *world) {
    if (world == NULL) {
        return (thud_contact_events){0};
    }
    const thud_event_log *log = &world->events;
    return (thud_contact_events){log->begins,      log->ends,          log->hits,
                                 log->begin_count, log->end_count, log->hit_count};
}
