/* mover_push.c: shapes that moved into a mover push it out; without room they crush it. */
#include "platformer/mover_move.h"

#include "base/inline.h"

/* Largest number of rounds of finding overlaps and moving out of them. */
enum { PUSH_ROUNDS = 8 };

/* A dynamic body left deeper than this in the mover crushes it [slops]: the solver separates them in a few steps. */
#define DEEP_SLOPS 5.0f

/* A way out longer than the depth by this factor is used only if movers, and dynamic bodies that crush nothing, cannot be pushed out of
 * the short one. */
#define FAR_WAY 2.0f

/* Parts of a long way out that are tried. */
enum { SHORT_WAYS = 7 };

/* Rounds of moving planes back, each twice as far: two opposed planes need one, a wedge more. */
enum { GIVING_ROUNDS = 4 };

/* Largest number of shapes ignored on the way out because they are hidden in shapes that the mover overlaps. */
enum { MOST_HIDDEN = 4 };

/* ---- sweeps: bodies that have moved over the mover, at any speed ---- */

/* The pose that the mover would have, had it moved with a body in the step. */
static thud_pose pose_with(const thud_move *move, int32_t body) {
    const thud_body_table *bodies = &move->world->bodies;
    thud_pose start = {move->start, move->pose.rotation};
    return thud_pose_mul(bodies->poses[body], thud_pose_inv_mul(bodies->previous[body], start));
}

void thud_move_ride(thud_move *move) {
    const thud_world *world = move->world;
    const thud_found *found = &move->nearby_found;
    int32_t platform = THUD_NONE, more = move->state.on_floor || !found->is_all ? 0 : found->count;
    while (more-- > 0) {
        int32_t body = world->shapes.records[thud_hash_users(world->hash)[thud_found_slot(found, more)]].body;
        if (!move->has_body || body != (int32_t)move->state.body.slot) {
            platform = platform < 0 ? body : platform;
            if (!thud_move_is_part(move, body, platform)) {
                return;
            }
        }
    }
    if (platform >= 0) {
        thud_vec2 by = thud_vec2_sub(pose_with(move, platform).position, move->start);
        (void)thud_move_carry_with(move, thud_body_id_at(world, platform), by);
    }
    thud_vec2 *left = &move->state.floor_point; /* (0, 0): it left none */
    *left = left->x == 0.0f && left->y == 0.0f ? *left : thud_vec2_add(*left, move->carried);
}

/* The plane of a body that moved in the step: in the body's frame the mover has moved, and turned, from a pose to its current one.
 * The seams of a platform, of one body or of many, do not stop it. False if the path is free, or ends at another body. */
static bool swept_plane(thud_move *move, thud_body_id body, thud_world_contact *contact) {
    thud_world *world = move->world;
    const thud_shape *shape = &move->def->shape;
    thud_pose from = pose_with(move, (int32_t)body.slot);
    thud_vec2 way = thud_vec2_sub(move->pose.position, from.position);
    if (thud_vec2_length(way) < move->def->skin) { /* as a rider's */
        return false;
    }
    thud_move_look_for(move, body, true);
    move->query_start = from.position;
    thud_world_hit hit = thud_cast_checked_shape(world, shape, from, way, &move->filter, &move->nearby);
    thud_move_look(move);
    thud_vec2 normal = hit.cast.normal;
    if (!thud_body_id_equal(hit.body, body) || hit.cast.depth > 0.0f) {
        return false;
    }
    thud_vec2 in = thud_rot_apply_inverse(move->pose.rotation, thud_vec2_neg(normal));
    thud_vec2 deepest = shape->vertices[thud_shape_support(shape, in)];
    thud_vec2 arm = thud_vec2_sub(thud_pose_apply(move->pose, deepest), hit.cast.point);
    *contact = (thud_world_contact){.shape = hit.shape,
                                    .body = body,
                                    .normal = normal,
                                    .separation = thud_vec2_dot(arm, normal) - shape->radius};
    return contact->separation < 0.0f;
}

/* ---- out of overlaps ---- */

/* The strength with which an obstacle holds its place against a squeezed mover; `escape` counts through them. */
enum {
    HOLD_MOVER, /* another mover, which can be pushed */
    HOLD_DYNAMIC,
    HOLD_FLOOR,   /* the dynamic body that it stands on: lifts a crate on its head, too */
    HOLD_ONE_WAY, /* a one-way shape of another body: lets it pass */
    HOLD_PUSHER,  /* the mover that pushes this one */
    HOLD_STUCK,   /* another mover, which cannot be pushed farther, or whose filter excludes this one */
    HOLD_KINEMATIC,
    HOLD_STATIC
};

static int hold_of(const thud_move *move, const thud_world_contact *contact) {
    thud_body_id body = contact->body;
    const thud_body *record = &move->world->bodies.bodies[body.slot];
    if (record->type == THUD_BODY_DYNAMIC) {
        return thud_body_id_equal(body, move->state.floor_body) ? HOLD_FLOOR : HOLD_DYNAMIC;
    }
    return thud_move_is_one_way(move, contact->shape)                  ? HOLD_ONE_WAY
           : record->type == THUD_BODY_STATIC                          ? HOLD_STATIC
           : !record->mover                                            ? HOLD_KINEMATIC
           : thud_crowd_pushes(move->crowd, body)                      ? HOLD_PUSHER
           : !move->has_body || thud_crowd_is_stuck(move->crowd, body) ? HOLD_STUCK
                                                                       : HOLD_MOVER;
}

/* The plane of a contact: overlapping shapes must get a skin apart, shapes within the skin must not get nearer. Out of a
 * dynamic one that is no ground it moves to its surface: that leans on the mover's body, and would follow it through the
 * skin. Not one that the mover pushes: between the two it would be wedged in a pit that it is pushed into. */
static thud_plane plane_of(const thud_move *move, const thud_world_contact *contact, int index) {
    bool leans =
        move->world->bodies.bodies[contact->body.slot].type == THUD_BODY_DYNAMIC &&
        !thud_move_is_walkable(move, contact->normal) &&
        thud_vec2_dot(move->velocity, move->right) * thud_vec2_dot(contact->normal, move->right) >= 0.0f;
    float skin = move->def->skin;
    float separation = contact->separation < 0.0f ? contact->separation - (leans ? 0.0f : skin)
                                                  : thud_max(contact->separation - skin, 0.0f);
    return (thud_plane){.normal = contact->normal, .separation = separation, .push = FLT_MAX, .index = index};
}

/* Corrects the depth: in a seam a contact may have the normal of a face that the mover is only beside. */
static void correct_depth(const thud_move *move, thud_world_contact *contact) {
    thud_gap gap;
    if (thud_move_overlap(move, contact->shape, thud_outline_of(&move->def->shape), move->pose, &gap) &&
        gap.separation > 0.5f * contact->separation) {
        contact->normal = gap.normal;
        contact->separation = gap.separation;
    }
}

/* Collects the current contacts within a margin, and the planes of sweeps, which are those of all shapes of the platform, too, until
 * the mover is out of it. */
static int collect(thud_move *move, float margin, const thud_world_contact *sweeps, int sweep_count,
                   thud_world_contact *contacts) {
    int count = thud_move_contacts(move, margin, contacts);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        thud_world_contact *contact = &contacts[i];
        const thud_world_contact *sweep = NULL;
        for (int j = 0; j < sweep_count; j++) {
            bool is_in = sweeps[j].separation < 0.0f &&
                         thud_move_as_one(move, (int32_t)contact->body.slot, (int32_t)sweeps[j].body.slot);
            sweep = is_in ? &sweeps[j] : sweep;
        }
        if (sweep == NULL && contact->separation < -move->def->skin) {
            correct_depth(move, contact);
        } else if (sweep != NULL && contact->separation < 0.0f) {
            contact->normal = sweep->normal;
            contact->separation = sweep->separation;
        }
        if (sweep == NULL || contact->separation < 0.0f) {
            contacts[kept++] = *contact;
        }
    }
    for (int j = 0; j < sweep_count && kept < THUD_MOVE_CONTACTS; j++) {
        contacts[kept++] = sweeps[j];
    }
    return kept;
}

THUD_OWN_CODE void report_crush(thud_move *move, const thud_world_contact *a, const thud_world_contact *b) {
    move->result->crushed = true;
    move->result->crushed_by[0] = a->body;
    move->result->crushed_by[1] = b->body;
}

/* A translation out of all obstacles of at least a given hold. */
typedef struct escape_way {
    thud_vec2 translation;
    int least;
} escape_way;

/* Depth up to which an obstacle left in the mover does not crush it [m]. */
THUD_OWN_CODE float allowed_depth(const thud_move *move, int held) {
    float slop = move->world->def.slop;
    return held == HOLD_MOVER || held == HOLD_ONE_WAY
               ? FLT_MAX /* is pushed, and crushes later if it is stuck; is passed */
           : held <= HOLD_FLOOR ? DEEP_SLOPS * slop
                                : slop;
}

/* The contact that most opposes another one. */
static int most_opposed(const thud_world_contact *contacts, int count, int to) {
    int found = to;
    for (int i = 0; i < count; i++) {
        if (thud_vec2_dot(contacts[i].normal, contacts[to].normal) <
            thud_vec2_dot(contacts[found].normal, contacts[to].normal)) {
            found = i;
        }
    }
    return found;
}

/* Moves the planes of the least hold back, by approximately the least distance at which all have a solution;
 * false if none is found. Ignored planes would let the mover stay inside of obstacles that contradict nothing. */
static bool give_way(const thud_move *move, const thud_world_contact *contacts, thud_plane *planes, int count,
                     int least, thud_plane_solution *solution) {
    float given = 0.0f, wanted = 2.0f * solution->depth;
    for (int round = 0; round < GIVING_ROUNDS && solution->squeezed; round++) {
        for (int i = 0; i < count; i++) {
            if (hold_of(move, &contacts[planes[i].index]) == least) {
                planes[i].separation += wanted - given;
            }
        }
        given = wanted;
        wanted *= 2.0f;
        *solution = thud_planes_solve((thud_vec2){0.0f, 0.0f}, planes, count);
    }
    return !solution->squeezed;
}

/* Whether a way out is long compared with the depth, which is no more than `most`, as up along a wall, from between that and another
 * mover; or aside, from between the ground and the corner of what falls on the head. */
static bool is_far(thud_vec2 way, const thud_plane *planes, int count, float most) {
    float deepest = 0.0f;
    for (int i = 0; i < count; i++) {
        deepest = thud_max(deepest, -planes[i].separation);
    }
    return deepest <= most && thud_vec2_length(way) > FAR_WAY * deepest;
}

/* The way out of contradicting planes: those of the least hold are moved back, and ignored if that does not
 * help, until the rest has a solution. Other movers yield in their own move, dynamic bodies by force; they
 * crush if they are left deep inside. */
static escape_way escape(thud_move *move, const thud_world_contact *contacts, const thud_plane *planes,
                         int count) {
    thud_plane_solution solution = {0};
    int least = HOLD_MOVER;
    for (; least <= HOLD_STATIC; least++) {
        thud_plane strong[THUD_MOVE_CONTACTS] = {0};
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (hold_of(move, &contacts[planes[i].index]) >= least) {
                strong[kept++] = planes[i];
            }
        }
        solution = thud_planes_solve((thud_vec2){0.0f, 0.0f}, strong, kept);
        if (!solution.squeezed && (least > HOLD_DYNAMIC ||
                                   !is_far(solution.translation, strong, kept, allowed_depth(move, least)))) {
            break;
        }
        if (least >= HOLD_KINEMATIC && 2.0f * solution.depth > move->world->def.slop) {
            report_crush(move, &contacts[strong[solution.between[0]].index],
                         &contacts[strong[solution.between[1]].index]);
        }
        if (least < HOLD_STATIC && solution.squeezed &&
            give_way(move, contacts, strong, kept, least, &solution)) {
            least++;
            break;
        }
    }
    return (escape_way){solution.translation, least};
}

/* Whether the mover, moved aside before the shapes moved, would overlap nothing of a hold or more, nor be swept over. */
THUD_OWN_CODE bool is_free(thud_move *move, thud_vec2 aside, int least) {
    thud_world_contact contacts[THUD_MOVE_CONTACTS], swept;
    thud_vec2 from = move->pose.position, start = move->start;
    move->pose.position = thud_vec2_add(from, aside);
    move->start = thud_vec2_add(start, aside);
    bool found = true;
    for (int i = 0; i < move->near.count && found; i++) {
        found = !swept_plane(move, move->near.sweepers[i], &swept) || hold_of(move, &swept) < least;
    }
    int count = found ? thud_move_contacts(move, 0.0f, contacts) : 0;
    for (int i = 0; i < count; i++) {
        found = found && hold_of(move, &contacts[i]) < least;
    }
    move->pose.position = from;
    move->start = start;
    return found;
}

/* Whether a point is inside of a shape that the mover overlaps, or within the slop of its surface. */
static bool is_buried(const thud_move *move, thud_vec2 point, const thud_world_contact *contact) {
    thud_outline spot = {1, move->world->def.slop, &point};
    thud_gap gap;
    return contact->separation < 0.0f &&
           thud_move_overlap(move, contact->shape, spot, (thud_pose){{0.0f, 0.0f}, thud_rot_identity()}, &gap);
}

/* Whether the hit of a path is an edge hidden by a shape that the mover overlaps: inside of that shape, and
 * no contact, though within their margin. The path ignores the shape that hides it. */
static bool is_hidden(const thud_move *move, const thud_trace *trace, float reach,
                      const thud_world_contact *contacts, int count, float margin) {
    bool is_contact = count == THUD_MOVE_CONTACTS || reach > margin, is_in = false;
    for (int i = 0; i < count && trace->blocked && !is_contact; i++) {
        is_contact = thud_shape_id_equal(contacts[i].shape, trace->hit.shape);
        is_in = is_in || is_buried(move, trace->hit.cast.point, &contacts[i]);
    }
    return trace->blocked && !is_contact && is_in;
}

/* Moves by the planes' solution, up to obstacles of a hold that it does not overlap, nor of the platform that has swept over it; returns
 * whether by all of it. */
static bool shove(thud_move *move, const thud_world_contact *contacts, int count, float margin,
                  const escape_way *out) {
    float length = thud_vec2_length(out->translation);
    if (!(length > 0.0f)) {
        return true;
    }
    const thud_world_contact *last = count > 0 ? &contacts[count - 1] : NULL;
    if (last != NULL && last->count == 0 && last->separation < 0.0f) { /* of a sweep */
        thud_move_look_for(move, last->body, false);
    }
    for (int i = 0; i < count; i++) {
        if (contacts[i].separation < 0.0f || hold_of(move, &contacts[i]) < out->least) {
            thud_move_ignore_shape(move, contacts[i].shape);
        }
    }
    thud_vec2 direction = thud_vec2_scale(out->translation, 1.0f / length);
    thud_trace trace = thud_move_trace(move, move->pose.position, direction, length);
    float reach = length + 2.0f * move->def->skin;
    for (int i = 0; i < MOST_HIDDEN && is_hidden(move, &trace, reach, contacts, count, margin); i++) {
        thud_move_ignore_shape(move, trace.hit.shape);
        trace = thud_move_trace(move, move->pose.position, direction, length);
    }
    thud_move_follow(move, &trace, direction, out->translation);
    move->filter.ignored_shape_count = 0;
    if (!thud_body_id_is_null(move->platform)) {
        thud_move_look(move);
    }
    return !trace.blocked;
}

/* Moves a part of a long way, less than `most`, that is enough, as the plane of a corner goes on where the corner ends: along the way,
 * then the rest straight out of one plane. False, and not moved, if no part is enough and free. */
THUD_OWN_CODE bool shove_short(thud_move *move, const thud_world_contact *contacts, const thud_plane *planes,
                               int count, float margin, const escape_way *out, float most) {
    thud_vec2 from = move->pose.position;
    bool found = false;
    for (int i = 0; i < SHORT_WAYS * count && !found; i++) {
        const thud_plane *plane = &planes[i % count];
        float part = most * (float)(1 + i / count) / (SHORT_WAYS + 1);
        escape_way along = {thud_vec2_scale(out->translation, part), out->least};
        escape_way rest = {thud_vec2_scale(plane->normal, (part - 1.0f) * plane->separation), out->least};
        found = is_free(move, thud_vec2_add(along.translation, rest.translation), out->least) &&
                shove(move, contacts, count, margin, &along) && shove(move, contacts, count, margin, &rest);
        move->pose.position = found ? move->pose.position : from;
    }
    return found;
}

/* Whether a body that may move is in the mover: between it and another obstacle a long way out is a throw along a flat wedge,
 * not one out of a place where a game has put the mover. */
static bool is_squeezed(const thud_move *move, const thud_world_contact *contacts, int count) {
    bool found = false;
    for (int i = 0; i < count; i++) {
        found = found || (contacts[i].separation < 0.0f && hold_of(move, &contacts[i]) != HOLD_STATIC);
    }
    return found;
}

/* Reports a crush by an obstacle that is left in the mover: no way out is free. */
static void crush_by_rest(thud_move *move, const thud_world_contact *contacts, int count) {
    for (int i = 0; i < count && !move->result->crushed; i++) {
        int held = hold_of(move, &contacts[i]);
        held = held == HOLD_MOVER && move->acts ? HOLD_STUCK : held; /* a test has pushed none */
        if (contacts[i].separation < -allowed_depth(move, held)) {
            report_crush(move, &contacts[i], &contacts[most_opposed(contacts, count, i)]);
        }
    }
}

/* Parts of corner_slip by which a crushed mover is moved aside. */
enum { SLIPS = 4 };

/* Moves a crushed mover aside from where it was before the push out, by at most corner_slip, to a free place. */
THUD_OWN_CODE void slip_aside(thud_move *move, thud_vec2 from) {
    float slip = thud_min(move->def->corner_slip, move->half_width); /* not across a thin wall */
    thud_vec2 crushed = move->pose.position;
    move->pose.position = from;
    for (int i = 0; i < 2 * SLIPS; i++) {
        float aside = (float)(i / 2 + 1) * (i % 2 == 0 ? slip : -slip) / (float)SLIPS;
        thud_vec2 by = thud_vec2_scale(move->right, aside);
        if (is_free(move, by, HOLD_MOVER)) {
            move->pose.position = thud_vec2_add(from, by);
            move->result->crushed = false;
            return;
        }
    }
    move->pose.position = crushed;
}

static void push_out(thud_move *move) {
    thud_world_contact sweeps[THUD_MOVE_SWEEPERS], contacts[THUD_MOVE_CONTACTS];
    thud_plane planes[THUD_MOVE_CONTACTS];
    int sweep_count = 0;
    for (int i = 0; i < move->near.count; i++) {
        sweep_count += swept_plane(move, move->near.sweepers[i], &sweeps[sweep_count]);
    }
    float margin = 2.0f * move->def->skin;
    bool is_left = true; /* another round is needed */
    for (int round = 0; round < PUSH_ROUNDS && is_left; round++) {
        int count = collect(move, margin, sweeps, sweep_count, contacts);
        bool overlaps = false;
        for (int i = 0; i < count; i++) {
            planes[i] = plane_of(move, &contacts[i], i);
            overlaps = overlaps || contacts[i].separation < 0.0f;
        }
        if (!overlaps) {
            return;
        }
        move->is_pushed = true;
        escape_way out = escape(move, contacts, planes, count);
        thud_vec2 before = move->pose.position;
        bool is_long = is_far(out.translation, planes, count, FLT_MAX);
        float length = thud_vec2_length(out.translation), most = 1.0f; /* part of the way */
        if (is_long && is_squeezed(move, contacts, count)) {
            most = thud_min(2.0f * move->half_width / length, most);
        }
        bool is_short = is_long && shove_short(move, contacts, planes, count, margin, &out, most);
        bool arrived = is_short || (most == 1.0f && shove(move, contacts, count, margin, &out));
        sweep_count = is_short ? 0 : sweep_count;
        if (!arrived) { /* the obstacle must be among the planes of the next round */
            margin = 2.0f * move->def->skin + length;
        }
        thud_vec2 moved = thud_vec2_sub(move->pose.position, before);
        for (int i = 0; i < sweep_count; i++) {
            sweeps[i].separation += thud_vec2_dot(sweeps[i].normal, moved);
        }
        bool pushes = out.least > HOLD_MOVER && thud_crowd_push(move);
        is_left = !arrived || pushes || moved.x != 0.0f || moved.y != 0.0f;
    }
    crush_by_rest(move, contacts, thud_move_contacts(move, 2.0f * move->def->skin, contacts));
}

void thud_move_push_out(thud_move *move) {
    thud_crowd crowd;
    thud_vec2 before = move->pose.position;
    thud_crowd_begin(move, &crowd);
    push_out(move);
    if (move->result->crushed) {
        slip_aside(move, before);
    }
    move->shoved = thud_vec2_sub(move->pose.position, before);
    thud_crowd_end(move, &crowd);
}

void thud_move_yield(thud_move *move) {
    thud_world_contact contacts[THUD_MOVE_CONTACTS];
    thud_plane planes[THUD_MOVE_CONTACTS];
    if (move->def->judge == NULL || move->def->soft_speed == 0.0f) {
        return;
    }
    move->wants_soft = true;
    int count = thud_move_contacts(move, 0.0f, contacts);
    move->wants_soft = false;
    for (int i = 0; i < count; i++) {
        planes[i] = (thud_plane){.normal = contacts[i].normal,
                                 .separation = contacts[i].separation,
                                 .push = move->def->soft_speed * move->dt,
                                 .index = i};
    }
    escape_way out = {thud_planes_solve((thud_vec2){0.0f, 0.0f}, planes, count).translation, HOLD_MOVER};
    (void)shove(move, contacts, 0, 0.0f, &out);
}
