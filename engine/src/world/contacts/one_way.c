/*
 * one_way.c: shapes that hold on one side only.
 *
 *            mover +---+             d   the side that holds, which turns with the surface's body
 *      d           |   |             n   normal of a line that separates the two: the normal of a face of the surface, d itself, or the line
 *      ^           +---+                 between the closest features
 *      |        ------------ n ^     The mover is in front of the surface if an n within 60 degrees of d separates them, or nearly does.
 *     =======================        Bodies behind or beside the surface pass.
 *             surface
 *
 * Two shapes that are apart are judged by their poses: in each step if the contact has points, else by the poses before the step
 * in which it gets some. Two that overlap keep the result of the step in which they met: a mover from the front is held, others
 * pass until they are apart. So a contact keeps one bit, and depends only on present and past poses. Along a normal that is not
 * within 60 degrees of d a surface holds nothing: that is its side.
 *
 * The traps: a body that sinks into the ground by more than the slop, as a heavy stack does, must be held by the
 * next piece at the same height as well. So if one piece of a surface holds it, all do, and a body may be as deep
 * in the surface as it is in solid ground. A body that passes through a piece, or was dropped, passes through the
 * piece beside it too; and the upper shape of a body is not held by a surface that the lower one is in.
 */
#include "world/contacts/one_way.h"

#include "narrowphase/outlines.h"
#include "narrowphase/toi.h"
#include "world/check.h"
#include "world/contacts/contact_report.h"
#include "world/contacts/contact_table.h"
#include "world/contacts/contacts.h"
#include "world/contacts/pre_solve.h"
#include "world/continuous/sweep_path.h"
#include "world/refusal.h"
#include "world/sleep.h"
#include "world/world_state.h"

#include <float.h>

/* The least cosine between d and a normal along which a surface holds: 60 degrees, and a margin for such slopes. */
#define LEAST_COSINE 0.499f

/* Depth in the ground beyond the slop that is allowed [slops]: columns of 60 crates sink by 6. */
#define MOST_SINKING_SLOPS 10.0f

/* Surfaces at the same height, within this many slops, and of the same direction, within the cosine, are one. */
#define LEVEL_SLOPS 2.0f
#define SAME_WAY_COSINE 0.9f

/* ---- one surface and one mover ---- */

/* The side that a one-way shape holds, its body turned by `rotation`: a unit vector. The user gave any finite length, even one
 * whose square overflows. */
static thud_vec2 axis_of(const thud_shape_record *surface, thud_rot rotation) {
    thud_vec2 given = surface->def->one_way;
    float larger = thud_max(thud_abs(given.x), thud_abs(given.y));
    thud_vec2 side = {given.x / larger, given.y / larger};
    bool is_unit = side.x == 0.0f || side.y == 0.0f; /* straight up, mostly: no root and no more divisions */
    return thud_rot_apply(rotation, is_unit ? side : thud_vec2_normalize(side));
}

bool thud_one_way_faces(const thud_shape_record *surface, thud_rot rotation, thud_vec2 normal) {
    return thud_vec2_dot(axis_of(surface, rotation), normal) >= LEAST_COSINE;
}

/* The largest coordinate of a shape along a unit vector. */
static float support(const thud_placed_shape *shape, thud_vec2 along) {
    thud_vec2 local = thud_rot_apply_inverse(shape->rotation, along);
    float reach = thud_outline_reach(thud_shape_record_outline(shape->record), local);
    return thud_vec2_dot(shape->origin, along) + reach + shape->record->radius;
}

/* The separation of the two along a unit vector. */
static float separation_along(const thud_placed_shape *surface, const thud_placed_shape *mover,
                              thud_vec2 along) {
    return -support(mover, thud_vec2_neg(along)) - support(surface, along);
}

/* The separation of mover and surface along d or a normal within 60 degrees of d: the largest, or one of `enough`. */
static float clearance(const thud_placed_shape *surface, const thud_placed_shape *mover, thud_vec2 axis,
                       float enough) {
    const thud_shape_record *record = surface->record;
    const thud_vec2 *normals = record->outline + record->count;
    thud_vec2 local = thud_rot_apply_inverse(surface->rotation, axis);
    float most = separation_along(surface, mover, axis);
    for (int i = 0; i < record->count && record->count > 1 && most < enough; i++) {
        bool is_axis = normals[i].x == local.x && normals[i].y == local.y;
        if (!is_axis && thud_vec2_dot(normals[i], local) >= LEAST_COSINE) {
            most = thud_max(most,
                            separation_along(surface, mover, thud_rot_apply(surface->rotation, normals[i])));
        }
    }
    return most;
}

/* Whether the line between the closest features separates the two. Only for movers above the surface. */
static bool features_part(const thud_placed_shape *surface, const thud_placed_shape *mover, thud_vec2 axis,
                          float slop) {
    const thud_shape_record *record = mover->record;
    thud_vec2 local = thud_mean_of(record->outline, record->count);
    thud_vec2 middle = thud_vec2_add(mover->origin, thud_rot_apply(mover->rotation, local));
    if (thud_vec2_dot(middle, axis) <= support(surface, axis)) {
        return false;
    }
    thud_gap gap;
    thud_pose surface_pose = {surface->origin, surface->rotation}, pose = {mover->origin, mover->rotation};
    return thud_outlines_gap(thud_shape_record_outline(surface->record), surface_pose,
                             thud_shape_record_outline(record), pose, FLT_MAX, &gap) &&
           gap.separation >= -slop && thud_vec2_dot(gap.normal, axis) >= LEAST_COSINE;
}

/* ---- shapes at poses ---- */

static thud_placed_shape place_now(const thud_world *world, int32_t shape, thud_vec2 from) {
    thud_placed_shape placed;
    thud_put_shape_now(world, shape, from, &placed);
    return placed;
}

/* Whether a shape is in front of another one; true if that is not one-way. */
static bool is_held(const thud_world *world, int32_t surface, const thud_pose *surface_center, int32_t mover,
                    const thud_pose *center) {
    if (!world->shapes.records[surface].is_one_way) {
        return true;
    }
    thud_vec2 from = center->position;
    thud_placed_shape placed_surface = thud_place_shape(world, surface, surface_center, from);
    thud_placed_shape placed_mover = thud_place_shape(world, mover, center, from);
    thud_vec2 axis = axis_of(placed_surface.record, placed_surface.rotation);
    float slop = world->def.slop;
    return clearance(&placed_surface, &placed_mover, axis, -slop) >= -slop ||
           features_part(&placed_surface, &placed_mover, axis, slop);
}

/* Whether two shapes at poses of centres of mass pass each other: one is one-way, the other not in front of it. */
static bool lets_pass(const thud_world *world, int32_t shape, const thud_pose *center, int32_t other,
                      const thud_pose *other_center) {
    return !is_held(world, other, other_center, shape, center) ||
           !is_held(world, shape, center, other, other_center);
}

/* Whether two surfaces are at the same height and hold the same side; the mover is that of a query or a contact. */
static bool are_level(const thud_placed_shape *surface, const thud_placed_shape *beside, const thud_placed_shape *mover,
                      float slop) {
    thud_vec2 axis = axis_of(surface->record, surface->rotation);
    thud_vec2 other = axis_of(beside->record, beside->rotation);
    float near = LEVEL_SLOPS * slop;
    return thud_vec2_dot(axis, other) >= SAME_WAY_COSINE &&
           (thud_abs(support(surface, axis) - support(beside, axis)) <= near ||
            thud_abs(clearance(surface, mover, axis, FLT_MAX) - clearance(beside, mover, other, FLT_MAX)) <=
                near);
}

/* ---- queries ---- */

/* A search for surfaces that act as one with that of a query, and into which its mover reaches. */
typedef struct piece_search {
    const thud_world *world;
    const thud_placed_shape *surface, *mover;
    thud_pose pose; /* of the mover */
    bool passes;
} piece_search;

static bool try_piece(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    piece_search *search = context;
    const thud_world *world = search->world;
    const thud_shape_record *record = &world->shapes.records[user];
    if (!record->is_one_way || record->def->sensor || record == search->surface->record) {
        return true;
    }
    thud_placed_shape piece = place_now(world, (int32_t)user, search->pose.position);
    thud_pose at = {piece.origin, piece.rotation}, own = {{0.0f, 0.0f}, search->pose.rotation};
    thud_gap gap;
    float slop = world->def.slop;
    search->passes = are_level(search->surface, &piece, search->mover, slop) &&
                     thud_outlines_gap(thud_shape_record_outline(record), at,
                                       thud_shape_record_outline(search->mover->record), own, 0.0f, &gap) &&
                     gap.separation < -slop;
    return !search->passes;
}

/* Whether a mover passes another piece of a surface: between two pieces there is no end that could hold it. */
static bool passes_piece(const thud_world *world, const thud_placed_shape *surface, const thud_placed_shape *mover,
                         thud_pose pose) {
    piece_search search = {world, surface, mover, pose, false};
    thud_aabb box = thud_outline_aabb(thud_shape_record_outline(mover->record), pose);
    thud_hash_query_kind(world->hash, THUD_PROXY_STATIC, box, try_piece, &search);
    if (!search.passes) {
        thud_hash_query_kind(world->hash, THUD_PROXY_KINEMATIC, box, try_piece, &search);
    }
    return search.passes;
}

/* Whether a mover at a pose is in front of a surface that holds the side `axis`; of one of many `pieces` if so of all. */
static bool starts_in_front(const thud_world *world, const thud_shape_record *surface, thud_vec2 axis,
                            const thud_shape *mover, thud_pose pose, bool pieces) {
    thud_shape_record record = {
        .count = (uint8_t)mover->count, .radius = mover->radius, .outline = mover->vertices};
    thud_placed_shape placed = {&record, {0.0f, 0.0f}, pose.rotation};
    thud_placed_shape placed_surface =
        place_now(world, (int32_t)(surface - world->shapes.records), pose.position);
    float slop = world->def.slop;
    return clearance(&placed_surface, &placed, axis, -slop) >= -slop ||
           (features_part(&placed_surface, &placed, axis, slop) &&
            !(pieces && passes_piece(world, &placed_surface, &placed, pose)));
}

bool thud_starts_on_side(const thud_world *world, const thud_shape_record *surface, thud_vec2 axis,
                         const thud_shape *mover, thud_pose pose) {
    return starts_in_front(world, surface, axis, mover, pose, false);
}

bool thud_one_way_starts_behind(const thud_world *world, const thud_shape_record *surface,
                                const thud_shape *mover, thud_pose pose) {
    thud_vec2 axis = axis_of(surface, world->bodies.poses[surface->body].rotation);
    return !starts_in_front(world, surface, axis, mover, pose, true);
}

bool thud_one_way_lets_query_pass(const thud_world *world, const thud_shape_record *surface,
                                  const thud_shape *mover, thud_pose pose, thud_vec2 normal) {
    return !thud_one_way_faces(surface, world->bodies.poses[surface->body].rotation, normal) ||
           thud_one_way_starts_behind(world, surface, mover, pose);
}

/* ---- contacts ---- */

/* One of the two shapes of a contact as the one-way surface, the other as the mover. */
typedef struct encounter {
    int32_t contact;
    int32_t surface, mover;     /* shape slots */
    int32_t surface_body, body; /* of these */
    thud_vec2 normal;           /* of the manifold, out of the surface */
    thud_vec2 axis;
} encounter;

static encounter encounter_of(const thud_world *world, int32_t contact, int side) {
    const thud_contact_record *record = &world->contacts.records[contact];
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    thud_vec2 normal = world->contacts.manifolds[contact].normal;
    bool is_a = side == 0;
    encounter met = {.contact = contact,
                     .surface = is_a ? record->shape_a : record->shape_b,
                     .mover = is_a ? record->shape_b : record->shape_a,
                     .surface_body = is_a ? pair->body_a : pair->body_b,
                     .body = is_a ? pair->body_b : pair->body_a,
                     .normal = is_a ? normal : thud_vec2_neg(normal)};
    met.axis = axis_of(&world->shapes.records[met.surface], world->bodies.poses[met.surface_body].rotation);
    return met;
}

/* Whether the shape on a side of a contact (0: a, 1: b) is one-way. */
static bool is_surface(const thud_contact_features *features, int side) {
    return (features->one_way & (side == 0 ? THUD_ONE_WAY_A : THUD_ONE_WAY_B)) != 0;
}

static bool is_overlap(const thud_contact_features *features) {
    return features->count > 0 && features->nearest <= 0.0f;
}

static bool faces(const encounter *met) {
    return thud_vec2_dot(met->normal, met->axis) >= LEAST_COSINE;
}

/* Whether a contact held its bodies at the last decision. */
static bool holds(const thud_contact_features *features) {
    bool is_known = features->one_way == 0 || (features->one_way & THUD_ONE_WAY_IN_FRONT);
    return is_overlap(features) && is_known && !(features->flags & THUD_CONTACT_REJECTED);
}

/* The depth of an encounter's body in its other supports along d [m]. */
static float depth_in_ground(const thud_world *world, const encounter *met) {
    float depth = 0.0f;
    THUD_EACH_CONTACT(world, met->body, link) {
        const thud_contact_features *features = &world->contacts.features[thud_link_owner(link)];
        const thud_vec2 normal = world->contacts.manifolds[thud_link_owner(link)].normal;
        float cosine = thud_vec2_dot(normal, met->axis) * (thud_link_side(link) == 0 ? -1.0f : 1.0f);
        bool bears = thud_link_owner(link) != met->contact && holds(features) && cosine >= LEAST_COSINE;
        depth = bears ? thud_max(depth, -features->nearest) : depth;
    }
    return depth;
}

/* Whether the shapes of a contact overlap by more than some slops, so that no line separates them. The manifold of a link has not all
 * normals. */
static bool is_deeper_than(const thud_world *world, int32_t contact, float slops) {
    const thud_contact_record *record = &world->contacts.records[contact];
    const thud_shape_record *shapes = world->shapes.records;
    return world->contacts.features[contact].nearest < -slops * world->def.slop &&
           shapes[record->shape_a].core_class != THUD_CORE_LINK &&
           shapes[record->shape_b].core_class != THUD_CORE_LINK;
}

/* Whether the mover is in front of the surface at the current poses. */
static bool is_in_front_now(const thud_world *world, const encounter *met) {
    thud_vec2 from = world->bodies.poses[met->body].position;
    thud_placed_shape surface = place_now(world, met->surface, from),
                      mover = place_now(world, met->mover, from);
    float slop = world->def.slop;
    float in_front = clearance(&surface, &mover, met->axis, -slop);
    if (in_front < -slop && in_front >= -(1.0f + MOST_SINKING_SLOPS) * slop) {
        in_front += depth_in_ground(world, met);
    }
    return in_front >= -slop ||
           (!is_deeper_than(world, met->contact, 2.0f) && features_part(&surface, &mover, met->axis, slop));
}

/* The same at the start of the last step. */
static bool started_in_front(const thud_world *world, const encounter *met) {
    return is_held(world, met->surface, thud_path_start(world, met->surface_body), met->mover,
                   thud_path_start(world, met->body));
}

/* The same as decided in the last step, or as it would have been. */
static bool was_in_front(const thud_world *world, const encounter *met) {
    uint8_t bits = world->contacts.features[met->contact].one_way;
    return bits & THUD_ONE_WAY_KNOWN ? (bits & THUD_ONE_WAY_WAS_IN_FRONT) != 0 : started_in_front(world, met);
}

/* The motion of a body's shapes in the last step as one uniform sweep. */
static thud_sweep last_sweep(const thud_world *world, int32_t body) {
    return thud_sweep_between(world, body, thud_path_start(world, body), &world->bodies.poses[body]);
}

/* The same at the time at which they met in the last step: a mover in front of the plane of a surface, but
 * beyond its end, may have come to its side. So they must also face each other along the normal at that time. */
static bool met_in_front(const thud_world *world, const encounter *met) {
    thud_shape surface, mover;
    thud_shape_record_read(&world->shapes.records[met->surface], &surface);
    thud_shape_record_read(&world->shapes.records[met->mover], &mover);
    thud_toi_input input = {.shape_a = &surface,
                            .shape_b = &mover,
                            .sweep_a = last_sweep(world, met->surface_body),
                            .sweep_b = last_sweep(world, met->body),
                            .tolerance = 0.1f * world->def.slop};
    thud_toi_output touch = thud_time_of_impact(&input);
    if (touch.state != THUD_TOI_HIT) {
        return started_in_front(world, met);
    }
    float fraction = (float)touch.fraction;
    thud_vec2 normal = {(float)touch.normal.x, (float)touch.normal.y};
    thud_pose surface_center = thud_pose_between(thud_path_start(world, met->surface_body),
                                                 &world->bodies.poses[met->surface_body], fraction);
    thud_pose center =
        thud_pose_between(thud_path_start(world, met->body), &world->bodies.poses[met->body], fraction);
    bool is_side = !thud_one_way_faces(&world->shapes.records[met->surface], surface_center.rotation, normal);
    return !is_side && is_held(world, met->surface, &surface_center, met->mover, &center);
}

/* Whether a surface that a mover overlaps may hold it, and the mover was in front when they met. */
static bool was_met_in_front(const thud_world *world, const encounter *met) {
    const thud_contact_features *features = &world->contacts.features[met->contact];
    bool overlapped = (features->one_way & THUD_ONE_WAY_OVERLAPS) != 0;
    bool is_new = !overlapped && features->nearest < -world->def.slop;
    bool was_met = is_new || was_in_front(world, met);
    return was_met && (faces(met) || is_in_front_now(world, met)) && (!is_new || met_in_front(world, met));
}

/* Whether two shapes that overlap still do so at the end of the step at their current velocities. */
static bool stays(const thud_world *world, int32_t contact) {
    const thud_contact_features *features = &world->contacts.features[contact];
    float speeds[2];
    thud_contact_approach(world, contact, speeds);
    float parting = features->count == 2 ? -thud_max(speeds[0], speeds[1]) : -speeds[0];
    return features->nearest + parting * world->last_dt <= 0.0f;
}

/* ---- other contacts of the body ---- */

/* Whether two surfaces act as one: links of the same chain, or pieces at the same height. */
static bool is_same_surface(const thud_world *world, const encounter *met, const encounter *other) {
    const thud_shape_record *a = &world->shapes.records[met->surface];
    const thud_shape_record *b = &world->shapes.records[other->surface];
    if (met->surface == other->surface || (a->chain != THUD_NONE && a->chain == b->chain)) {
        return true;
    }
    thud_vec2 from = world->bodies.poses[met->body].position;
    thud_placed_shape surface = place_now(world, met->surface, from),
                      beside = place_now(world, other->surface, from),
                      mover = place_now(world, met->mover, from);
    return are_level(&surface, &beside, &mover, world->def.slop);
}

/* The decisions of the body's other contacts with the surface of an encounter. */
typedef struct companions {
    bool hold;          /* one touched before and is not dropped */
    bool were_in_front; /* one was in front in the last step */
    bool pass;          /* one overlaps the surface and passes, or was dropped */
    uint8_t dropped;    /* THUD_ONE_WAY_DROPPED if one was dropped */
} companions;

/* Whether another one-way contact of a body has one of some flags, or bits in `one_way`. */
static bool any_other(const thud_world *world, int32_t body, int32_t contact, uint8_t flags, uint8_t bits) {
    THUD_EACH_CONTACT(world, body, link) {
        const thud_contact_features *features = &world->contacts.features[thud_link_owner(link)];
        bool is_met = (features->one_way != 0 && (features->flags & flags)) || (features->one_way & bits);
        if (is_met && thud_link_owner(link) != contact) {
            return true;
        }
    }
    return false;
}

/* Whether the mover has just met the surface and was in front of it: between two pieces it may have met their sides. */
static bool came_from_front(const thud_world *world, const encounter *met) {
    uint8_t bits = world->contacts.features[met->contact].one_way;
    return !(bits & THUD_ONE_WAY_OVERLAPS) && was_in_front(world, met);
}

/* For a mover that is not in front and did not come from there only `hold` matters. `passing`: those that only pass count, too. */
static companions find_companions(const thud_world *world, const encounter *met, bool in_front, bool passing) {
    companions found = {0};
    THUD_EACH_CONTACT(world, met->body, link) {
        const thud_contact_features *features = &world->contacts.features[thud_link_owner(link)];
        int side = 1 - thud_link_side(link); /* that of the other body */
        bool touches = (features->flags & THUD_CONTACT_TOUCHING) != 0;
        uint8_t dropped = features->one_way & THUD_ONE_WAY_DROPPED;
        bool led = (features->one_way & THUD_ONE_WAY_WAS_IN_FRONT) != 0;
        bool may_lead = led || !(features->one_way & THUD_ONE_WAY_KNOWN);
        bool is_end = (features->one_way & THUD_ONE_WAY_IN_FRONT) != 0; /* passes the side of a piece alone */
        bool passes = (features->one_way & THUD_ONE_WAY_PASSES) && !led && !is_end && is_overlap(features);
        if (thud_link_owner(link) == met->contact || !is_surface(features, side) ||
            !(touches || ((may_lead || (passing && passes)) && (in_front || came_from_front(world, met))))) {
            continue;
        }
        encounter other = encounter_of(world, thud_link_owner(link), side);
        if (is_same_surface(world, met, &other)) {
            found.hold = found.hold || (touches && !dropped);
            found.were_in_front =
                found.were_in_front ||
                (!in_front && !dropped && came_from_front(world, met) && was_in_front(world, &other));
            found.pass = found.pass || passes || dropped;
            found.dropped |= dropped;
        }
    }
    return found;
}

/* Whether the mover of an encounter is in front, regardless of other contacts. If it overlaps the surface, it
 * was in front when they met, or it comes to rest less than a slop below: it came up and has not quite
 * cleared the surface, or an impact in mid-step has stopped it there. */
static bool is_in_front(const thud_world *world, const encounter *met) {
    const thud_contact_features *features = &world->contacts.features[met->contact];
    if (!is_overlap(features)) {
        return is_in_front_now(world, met);
    }
    bool is_found_anew =
        (features->one_way & (THUD_ONE_WAY_KNOWN | THUD_ONE_WAY_WAS_IN_FRONT)) == THUD_ONE_WAY_WAS_IN_FRONT;
    if (is_found_anew && faces(met) && features->nearest >= -(1.0f + MOST_SINKING_SLOPS) * world->def.slop) {
        return true; /* as deep as a heavy body sinks into what holds it */
    }
    return was_met_in_front(world, met) ||
           (faces(met) && is_in_front_now(world, met) && stays(world, met->contact));
}

/* Whether this surface holds the mover. One in front is held unless it passes another surface that acts as one with this;
 * if it touched before only dropped ones matter. */
static bool decide_side(const thud_world *world, const encounter *met, uint8_t *dropped) {
    bool was_held = (world->contacts.features[met->contact].flags & THUD_CONTACT_TOUCHING) != 0;
    bool in_front = is_in_front(world, met);
    uint8_t bits = was_held ? THUD_ONE_WAY_DROPPED : THUD_ONE_WAY_PASSES | THUD_ONE_WAY_DROPPED;
    if (in_front && !any_other(world, met->body, met->contact, 0, bits)) {
        return true;
    }
    companions others = find_companions(world, met, in_front, in_front);
    if (!in_front && others.were_in_front) { /* unless one passes */
        others = find_companions(world, met, in_front, true);
    }
    *dropped |= in_front ? others.dropped : 0;
    return others.hold || (!others.pass && (in_front || others.were_in_front));
}

/* ---- the stage ---- */

static void forget(thud_contact_features *features) {
    features->one_way &= THUD_ONE_WAY_A | THUD_ONE_WAY_B | THUD_ONE_WAY_PASSES;
}

/* Sets whether a contact is let through in this step. */
static void set_passing(thud_world *world, int32_t contact, bool passes) {
    thud_contact_features *features = &world->contacts.features[contact];
    if (passes || (features->one_way & THUD_ONE_WAY_PASSES)) {
        thud_contact_set_rejected(world, contact, passes);
        features->one_way &= (uint8_t)~THUD_ONE_WAY_PASSES;
        features->one_way |= passes ? THUD_ONE_WAY_PASSES : 0;
        world->contacts.records[contact].may_hide = thud_contact_may_hide(features->flags);
    }
}

/* Whether a mover that passes goes on: it is deeper in the surface than a body may sink, and no other surface holds its body. */
static bool passes_on(const thud_world *world, int32_t contact) {
    const thud_contact_features *features = &world->contacts.features[contact];
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const uint8_t passes = THUD_ONE_WAY_OVERLAPS | THUD_ONE_WAY_PASSES;
    return (features->one_way & (passes | THUD_ONE_WAY_IN_FRONT)) == passes &&
           is_deeper_than(world, contact, 2.0f + MOST_SINKING_SLOPS) &&
           !any_other(world, is_surface(features, 0) ? pair->body_b : pair->body_a, contact,
                      THUD_CONTACT_TOUCHING, 0);
}

static void decide(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    bool is_apart = features->nearest > world->def.slop;
    uint8_t dropped = is_apart ? 0 : features->one_way & THUD_ONE_WAY_DROPPED;
    bool in_front = true, is_facing = true;
    for (int side = 0; side < 2; side++) {
        if (is_surface(features, side)) {
            encounter met = encounter_of(world, contact, side);
            in_front = in_front && decide_side(world, &met, &dropped);
            is_facing = is_facing && faces(&met);
        }
    }
    in_front = in_front && !dropped;
    features->one_way &= (uint8_t) ~(THUD_ONE_WAY_IN_FRONT | THUD_ONE_WAY_DROPPED | THUD_ONE_WAY_OVERLAPS);
    features->one_way |= (uint8_t)((in_front ? THUD_ONE_WAY_IN_FRONT : 0) | dropped |
                                   (is_overlap(features) ? THUD_ONE_WAY_OVERLAPS : 0));
    set_passing(world, contact, !in_front || !is_facing);
}

/* Ends the touch of a contact that passes, and keeps the decision for the next step; called after all are decided, as
 * other decisions of the same bodies read both. */
static void end_decision(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    bool is_in_front = (features->one_way & THUD_ONE_WAY_IN_FRONT) != 0;
    features->one_way &= (uint8_t)~THUD_ONE_WAY_WAS_IN_FRONT;
    features->one_way |= (uint8_t)(THUD_ONE_WAY_KNOWN | (is_in_front ? THUD_ONE_WAY_WAS_IN_FRONT : 0));
    if ((features->one_way & THUD_ONE_WAY_PASSES) && (features->flags & THUD_CONTACT_TOUCHING)) {
        thud_contact_end_touch(world, contact);
    }
}

/* Decides about an active contact with a one-way shape, unless the last decision holds; returns whether it did. */
static bool decide_anew(thud_world *world, int32_t contact) {
    thud_contact_features *features = &world->contacts.features[contact];
    if (features->count == 0) { /* should the two meet in the next step, their poses before it tell */
        if (features->one_way > (THUD_ONE_WAY_A | THUD_ONE_WAY_B)) {
            set_passing(world, contact, false);
            forget(features);
        }
        return false;
    }
    if (passes_on(world, contact)) {
        return false;
    }
    decide(world, contact);
    return true;
}

void thud_one_way_decide(thud_world *world, int32_t *room) {
    const thud_contact_table *contacts = &world->contacts;
    int32_t count = 0;
    for (int32_t range = 0; range < thud_contact_ranges(contacts->pool.end); range++) {
        const int32_t *active = contacts->active + range * THUD_CONTACT_RANGE;
        for (int32_t i = 0; i < contacts->range_counts[range]; i++) {
            room[count] = active[i];
            count += contacts->features[active[i]].one_way != 0 && decide_anew(world, active[i]);
        }
    }
    for (int32_t i = 0; i < count; i++) {
        end_decision(world, room[i]);
    }
}

void thud_one_way_forget(thud_world *world, int32_t body) {
    thud_contact_table *contacts = &world->contacts;
    THUD_EACH_CONTACT(world, body, link) {
        forget(&contacts->features[thud_link_owner(link)]);
    }
}

/* ---- sweeps ---- */

/* Whether a mover behind a surface is held by another piece of the surface, into which it has sunk. */
static bool is_held_beside(const thud_world *world, int32_t mover, int32_t surface) {
    const thud_shape_record *record = &world->shapes.records[surface];
    int32_t body = world->shapes.records[mover].body;
    THUD_EACH_CONTACT(world, body, link) {
        const thud_contact_features *features = &world->contacts.features[thud_link_owner(link)];
        int side = 1 - thud_link_side(link);
        if (record->is_one_way && is_surface(features, side) && holds(features)) {
            encounter met = {THUD_NONE, .surface = surface, .mover = mover, .surface_body = record->body,
                             .body = body};
            met.axis = axis_of(record, world->bodies.poses[record->body].rotation);
            encounter other = encounter_of(world, thud_link_owner(link), side);
            if (is_same_surface(world, &met, &other)) {
                return true;
            }
        }
    }
    return false;
}

bool thud_one_way_starts_passing(const thud_world *world, int32_t contact, int32_t shape, int32_t other) {
    uint8_t bits = contact != THUD_NONE ? world->contacts.features[contact].one_way : 0;
    if (bits & THUD_ONE_WAY_DROPPED) {
        return true;
    }
    const thud_shape_record *records = world->shapes.records;
    bool was_in_front = bits & THUD_ONE_WAY_KNOWN
                            ? (bits & THUD_ONE_WAY_IN_FRONT) != 0
                            : !lets_pass(world, shape, thud_path_start(world, records[shape].body), other,
                                         thud_path_start(world, records[other].body));
    return !was_in_front && !is_held_beside(world, shape, other);
}

bool thud_one_way_lets_sweep_pass(const thud_world *world, int32_t shape, int32_t other, float share) {
    const thud_shape_record *records = world->shapes.records;
    if (!thud_one_is_one_way(records, shape, other)) {
        return false;
    }
    int32_t contact = thud_find_contact(world, shape, other);
    bool passes = thud_one_way_starts_passing(world, contact, shape, other);
    bool is_dropped =
        contact != THUD_NONE && (world->contacts.features[contact].one_way & THUD_ONE_WAY_DROPPED);
    if (!passes || is_dropped || share == 0.0f) {
        return passes;
    }
    thud_pose other_center = thud_obstacle_pose(world, records[other].body, share);
    return lets_pass(world, shape, &world->bodies.poses[records[shape].body], other, &other_center);
}

/* ---- the user's calls ---- */

static thud_vec2 direction_of(const thud_world *world, int32_t shape) {
    const thud_shape_record *record = &world->shapes.records[shape];
    thud_vec2 given = record->def->one_way;
    return given.x == 0.0f && given.y == 0.0f ? (thud_vec2){0.0f, 0.0f}
                                              : axis_of(record, world->bodies.poses[record->body].rotation);
}

THUD_GETTER(thud_vec2, thud_shape_one_way, shape, direction_of(world, slot))

bool thud_body_drop_through(thud_world *world, thud_body_id body) {
    const thud_call call = thud_on_body(__func__, body);
    int32_t slot = thud_body_slot_to_change(world, body, call.name);
    if (slot == THUD_NONE || world->bodies.bodies[slot].type != THUD_BODY_DYNAMIC) {
        return slot != THUD_NONE && thud_refuse_kind(world, call, "body", (double)slot, NULL);
    }
    thud_contact_table *contacts = &world->contacts;
    bool is_dropped = false;
    THUD_EACH_CONTACT(world, slot, link) {
        thud_contact_features *features = &contacts->features[thud_link_owner(link)];
        if (is_surface(features, 1 - thud_link_side(link)) && (features->flags & THUD_CONTACT_TOUCHING)) {
            features->one_way |= THUD_ONE_WAY_DROPPED;
            is_dropped = true;
        }
    }
    if (is_dropped) {
        thud_wake_island(world, slot);
    }
    return is_dropped;
}
