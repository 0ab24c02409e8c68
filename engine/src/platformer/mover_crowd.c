/*
 * mover_crowd.c: other movers that block a pushed or carried mover: they are pushed at once, several of them in a row.
 *
 * The body of the other mover is pushed out of the pusher, as its own move would push it out, and its body's record
 * stores the translation. Its state belongs to the game: the other mover follows in its own next move, if it is still
 * an obstacle at its old position (thud_move_carry).
 *
 * A row is pushed from its far end: a mover that is still inside of another one after its own push is pushed again when
 * the other has been pushed. A push that leaves a mover inside of its pusher, or of a stuck one, is undone with all
 * pushes that it has caused, so that no mover is left where another one has moved meanwhile. That mover is stuck: it
 * holds its place against its pusher, and so on back to the first one, which is crushed.
 */
#include "platformer/mover_move.h"

#include "base/inline.h"

void thud_crowd_begin(thud_move *move, thud_crowd *crowd) {
    if (move->crowd == NULL) {
        crowd->count = crowd->last = crowd->stuck_count = crowd->pushes = 0;
        move->crowd = crowd;
    }
}

void thud_crowd_end(thud_move *move, const thud_crowd *crowd) {
    if (move->crowd == crowd) {
        move->crowd = NULL;
    }
}

bool thud_crowd_pushes(const thud_crowd *crowd, thud_body_id body) {
    if (crowd == NULL || crowd->count == 0) {
        return false;
    }
    int i = crowd->last;
    while (i > 0 && !thud_body_id_equal(crowd->members[i].body, body)) {
        i = crowd->members[i].pusher;
    }
    return thud_body_id_equal(crowd->members[i].body, body);
}

bool thud_crowd_is_stuck(const thud_crowd *crowd, thud_body_id body) {
    bool found = crowd != NULL && crowd->stuck_count == THUD_CROWD_MOST;
    for (int i = 0; crowd != NULL && i < crowd->stuck_count; i++) {
        found = found || thud_body_id_equal(crowd->stuck[i], body);
    }
    return found;
}

THUD_OWN_CODE void add_stuck(thud_crowd *crowd, thud_body_id body) {
    if (crowd->stuck_count < THUD_CROWD_MOST) {
        crowd->stuck[crowd->stuck_count++] = body;
    }
}

/* The role of another mover in the current row of pushes. */
typedef enum kin { KIN_FREE, KIN_PUSHER, KIN_STUCK } kin;

static kin kin_of(const thud_crowd *crowd, thud_body_id body) {
    return thud_crowd_pushes(crowd, body) ? KIN_PUSHER : thud_crowd_is_stuck(crowd, body) ? KIN_STUCK : KIN_FREE;
}

/* Finds the deepest overlap with another mover of a role, if deeper than `depth` [m]; else false. */
static bool find_overlap(thud_move *move, kin wanted, float depth, thud_world_contact *found) {
    thud_world_contact contacts[THUD_MOVE_CONTACTS];
    int count = thud_move_contacts(move, 0.0f, contacts);
    for (int i = 0; i < count && contacts[i].separation < -depth; i++) {
        thud_body_id body = contacts[i].body;
        if (move->world->bodies.bodies[body.slot].mover && kin_of(move->crowd, body) == wanted) {
            *found = contacts[i];
            return true;
        }
    }
    return false;
}

/* Makes a substitute for the move of another mover, from its body in the world. */
static void stand_in(const thud_move *move, thud_crowd_member member, thud_mover_def *def, thud_mover_result *result,
                     thud_move *other) {
    thud_pose pose = thud_body_pose(move->world, member.body);
    thud_mover_state state = thud_mover_state_at(pose.position);
    state.rotation = pose.rotation;
    state.body = member.body;
    *def = *move->def;
    def->shape = thud_shape_geometry(move->world, member.shape);
    def->filter = move->world->shapes.records[member.shape.slot].def->filter;
    def->judge = NULL;
    thud_move_begin(other, move->world, def, &state, (thud_vec2){0.0f, 0.0f}, move->dt, result);
    other->acts = true;
    other->near.count = 0;
    other->crowd = move->crowd;
}

static void add_to_row(thud_crowd *crowd, const thud_world *world, const thud_world_contact *contact) {
    thud_body_id body = contact->body;
    crowd->members[crowd->count] = (thud_crowd_member){.body = body,
                                                       .shape = contact->shape,
                                                       .from = thud_body_pose(world, body).position,
                                                       .pushed = world->bodies.bodies[body.slot].pushed,
                                                       .pusher = crowd->last};
    crowd->last = crowd->count++;
}

/* Undoes the last push of the row and all pushes that it has caused. */
static void undo_push(thud_crowd *crowd, thud_world *world) {
    while (crowd->count > crowd->last) {
        const thud_crowd_member *member = &crowd->members[--crowd->count];
        thud_pose pose = thud_body_pose(world, member->body);
        pose.position = member->from;
        thud_body_move_to(world, member->body, pose);
        world->bodies.bodies[member->body.slot].pushed = member->pushed;
    }
}

/* Ends the push of the last mover of a row, which pushes no other. */
static void end_push(thud_crowd *crowd, thud_move *other) {
    thud_world_contact contact;
    const thud_crowd_member *member = &crowd->members[crowd->last];
    int pusher = member->pusher;
    if (find_overlap(other, KIN_STUCK, other->world->def.slop, &contact) ||
        find_overlap(other, KIN_PUSHER, 0.0f, &contact)) {
        add_stuck(crowd, member->body);
        undo_push(crowd, other->world);
    }
    crowd->last = pusher;
}

/* Pushes a mover, and then the movers that it overlaps. */
static void push_row(thud_move *move, const thud_world_contact *first) {
    thud_crowd *crowd = move->crowd;
    thud_mover_def def;
    thud_mover_result result;
    thud_move other;
    crowd->members[0] = (thud_crowd_member){.body = move->state.body};
    crowd->count = 1;
    crowd->last = 0;
    add_to_row(crowd, move->world, first);
    while (crowd->last > 0) {
        thud_world_contact next;
        thud_crowd_member last = crowd->members[crowd->last];
        stand_in(move, last, &def, &result, &other);
        thud_move_push_out(&other);
        thud_vec2 *pushed = &other.world->bodies.bodies[last.body.slot].pushed;
        *pushed = thud_vec2_add(*pushed, thud_vec2_sub(other.pose.position, other.start));
        thud_body_move_to(other.world, last.body, other.pose);
        if (!find_overlap(&other, KIN_FREE, 0.0f, &next)) {
            end_push(crowd, &other);
        } else if (crowd->count <= THUD_CROWD_MOST && crowd->pushes++ < THUD_CROWD_MOST) {
            add_to_row(crowd, move->world, &next);
        } else {
            add_stuck(crowd, next.body);
        }
    }
    crowd->count = 0;
}

bool thud_crowd_push(thud_move *move) {
    thud_crowd *crowd = move->crowd;
    thud_world_contact contact;
    thud_body_id last = {0, 0};
    bool is_first = crowd->count == 0; /* in a row the loop of push_row pushes */
    bool may_push = move->acts && move->has_body && is_first;
    while (may_push && find_overlap(move, KIN_FREE, 0.0f, &contact) && crowd->pushes++ < THUD_CROWD_MOST) {
        if (thud_body_id_equal(contact.body, last)) {
            add_stuck(crowd, last); /* its filter excludes this one */
        } else {
            last = contact.body;
            thud_move_show_body(move);
            move->nearby.found = NULL;
            push_row(move, &contact);
        }
    }
    return last.generation != 0;
}

bool thud_crowd_is_in_mover(thud_move *move) {
    thud_world_contact contact;
    return find_overlap(move, KIN_FREE, 0.0f, &contact);
}
