/*
 * drop_ghosts.c: which contacts of a step are ghosts of internal edges. Most are none, as no static or kinematic shape beside
 * them reaches higher or is near their points: boxes tell this. The rest are tested as ghosts.c says.
 */
#include "world/contacts/drop_ghosts.h"

#include <string.h>

#include "world/contacts/ghosts.h"
#include "world/world_state.h"

/* A contact of a dynamic body with a static or kinematic one. */
typedef struct fixed_contact {
    int32_t contact, body;  /* the dynamic one */
    int32_t mover, surface; /* the shapes of the dynamic body and of the other one */
    int side;               /* of the surface; 0: a, 1: b */
} fixed_contact;

THUD_INLINE fixed_contact fixed_contact_of(const thud_world *world, int32_t contact) {
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    const thud_contact_record *record = &world->contacts.records[contact];
    bool is_second = (world->contacts.kinds[contact] & THUD_CONTACT_FIXED_SECOND) != 0;
    return is_second ? (fixed_contact){contact, pair->body_a, record->shape_a, record->shape_b, 1}
                     : (fixed_contact){contact, pair->body_b, record->shape_b, record->shape_a, 0};
}

/* The normal of a contact, out of the static or kinematic shape. */
static thud_vec2 surface_normal(const thud_world *world, const fixed_contact *it) {
    thud_vec2 normal = world->contacts.manifolds[it->contact].normal;
    return it->side == 0 ? normal : thud_vec2_neg(normal);
}

/* Fills the meeting of a contact, relative to the centre of mass of the dynamic body, without the shapes. */
static void begin_meeting(const thud_world *world, const fixed_contact *it, thud_meeting *meeting) {
    const thud_contact_manifold *manifold = &world->contacts.manifolds[it->contact];
    meeting->normal = surface_normal(world, it);
    meeting->count = world->contacts.features[it->contact].count;
    thud_vec2 arm_b[2] = {manifold->arm_b, thud_manifold_second_arm_b(manifold)};
    bool second_is_deeper = meeting->count == 2 && manifold->separation[1] < manifold->separation[0];
    for (int k = 0; k < meeting->count; k++) {
        thud_vec2 arm = it->side == 0 ? arm_b[k] : manifold->arm_a[k];
        meeting->points[second_is_deeper ? 1 - k : k] =
            thud_vec2_mul_add(arm, -0.5f * manifold->separation[k], meeting->normal);
    }
}

/* Whether a contact is one of a link of a chain that has neighbours at both ends: it has dealt with them, and ground of
 * other shapes ends at the ends of chains. */
static bool is_inner_link(const thud_world *world, int32_t contact) {
    uint8_t kind = world->contacts.kinds[contact] & THUD_CONTACT_BATCH_BITS;
    if ((kind < thud_contact_kind(THUD_CORE_LINK, THUD_CORE_POINT)) | (kind == THUD_CONTACT_RECTANGLES)) {
        return false;
    }
    const thud_link_ends *ends = world->shapes.records[world->contacts.records[contact].shape_a].ends;
    return ends->has_before && ends->has_after;
}

/* Whether another contact of the mover may hide a contact, a neighbour: the fat boxes of all that touches a point of it overlap the
 * mover's. Not its flags are asked: another worker may be about to change them. */
THUD_INLINE bool is_neighbour(const fixed_contact *it, const thud_contact_record *other, int32_t link) {
    return other->may_hide & ((other->shape_a == it->mover) | (other->shape_b == it->mover)) &
           (thud_link_owner(link) != it->contact);
}

/* Whether shapes of two bodies do not move against each other. */
static bool are_fixed(const thud_world *world, int32_t body, int32_t other) {
    const uint8_t *states = world->bodies.states;
    return body == other || (states[body] == THUD_STATE_STATIC && states[other] == THUD_STATE_STATIC);
}

/* Whether a neighbour may rise above the plane of a contact. One of the same body that reaches no farther along the normal
 * than the surface hides nothing: in a floor of tiles none does. */
static bool may_rise(const thud_world *world, const fixed_contact *it, thud_vec2 normal,
                     const thud_contact_record *other) {
    const thud_shape_record *surface = &world->shapes.records[it->surface];
    const thud_shape_record *neighbour =
        &world->shapes.records[other->shape_a == it->mover ? other->shape_b : other->shape_a];
    if (neighbour->body != surface->body) {
        return true;
    }
    thud_vec2 direction = thud_rot_apply_inverse(world->bodies.poses[surface->body].rotation, normal);
    return thud_reach_along(neighbour, direction) > thud_reach_along(surface, direction);
}

/* How far a box reaches along an axis of the world. */
static inline float box_reach(const thud_aabb *box, thud_vec2 axis) {
    return thud_vec2_dot(axis.x + axis.y > 0.0f ? box->max : box->min, axis);
}

/* Whether no neighbour rises above the plane of a contact, as in a level floor or wall, told by boxes of
 * static shapes, whose margins are equal: along an axis of the world none reaches farther than the surface's. */
static bool is_nothing_higher(const thud_world *world, const fixed_contact *it) {
    const thud_contact_record *records = world->contacts.records;
    thud_vec2 normal = surface_normal(world, it);
    if ((normal.x != 0.0f && normal.y != 0.0f) || !records[it->contact].is_static ||
        !thud_hash_has_tight_statics(world->hash)) {
        return false;
    }
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    float reach = box_reach(&fat_boxes[records[it->contact].fixed_proxy], normal);
    THUD_EACH_FIXED_CONTACT(world, it->body, link) {
        const thud_contact_record *other = &records[thud_link_owner(link)];
        if (is_neighbour(it, other, link) &&
            (!other->is_static || box_reach(&fat_boxes[other->fixed_proxy], normal) > reach)) {
            return false;
        }
    }
    return true;
}

/* Whether there are neighbours at all, and near each point of the contact; near a single point those that may rise. */
typedef struct neighbourhood {
    bool exists, is_near[2];
} neighbourhood;

static neighbourhood look_around(const thud_world *world, const fixed_contact *it,
                                 const thud_meeting *meeting, const thud_vec2 points[2]) {
    neighbourhood found = {false, {false, false}};
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    THUD_EACH_FIXED_CONTACT(world, it->body, link) {
        const thud_contact_record *other = &world->contacts.records[thud_link_owner(link)];
        if (!is_neighbour(it, other, link)) {
            continue;
        }
        thud_aabb box = thud_aabb_expand(fat_boxes[other->fixed_proxy], world->def.slop);
        found.exists = true;
        bool near[2] = {thud_aabb_contains_point(box, points[0]), thud_aabb_contains_point(box, points[1])};
        bool counts = meeting->count == 2 || (near[0] && may_rise(world, it, meeting->normal, other));
        found.is_near[0] |= near[0] & counts;
        found.is_near[1] |= near[1] & counts;
    }
    return found;
}

static float coordinate(thud_vec2 point, bool is_y) {
    return is_y ? point.y : point.x;
}

/* Notes that a contact may slide; that of a circle about its body's centre of mass goes on while it rolls. */
static void mark_sliding(const thud_world *world, const fixed_contact *it) {
    thud_contact_origin *origin = &world->contacts.origins[it->contact];
    origin->separation[1] = THUD_MAY_SLIDE;
    const thud_shape_record *mover = &world->shapes.records[it->mover];
    if (mover->count == 1) {
        thud_vec2 center = world->bodies.bodies[it->body].mass.center;
        bool is_centered = mover->outline[0].x == center.x && mover->outline[0].y == center.y;
        origin->reach = is_centered ? 0.0f : origin->reach;
    }
}

/* Lets a contact of one point on a level or upright face of a rectangle, which no neighbour that may rise is
 * near, slide along that face (recycle_kernel.c): to its ends, to where such a neighbour's box begins, and within
 * the mover's fat box, outside of which neighbours are unknown. Until then it is neither made anew nor judged. */
static void let_slide(const thud_world *world, const fixed_contact *it, bool nothing_rises) {
    const thud_shape_record *surface = &world->shapes.records[it->surface];
    thud_contact_manifold *manifold = &world->contacts.manifolds[it->contact];
    bool is_y = manifold->normal.x != 0.0f; /* an upright face */
    if (it->side != 0 || world->contacts.features[it->contact].count != 1 || !surface->is_rectangle ||
        (is_y && manifold->normal.y != 0.0f)) {
        return;
    }
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    thud_aabb known = fat_boxes[world->contacts.proxies[it->contact].b];
    thud_pose pose = thud_body_current_pose(&world->bodies, surface->body);
    float corner = coordinate(thud_pose_apply(pose, surface->outline[0]), is_y);
    float opposite = coordinate(thud_pose_apply(pose, surface->outline[2]), is_y);
    float at = coordinate(thud_vec2_add(world->bodies.poses[it->body].position, manifold->arm_b), is_y);
    float low = thud_max(thud_min(corner, opposite), coordinate(known.min, is_y));
    float high = thud_min(thud_max(corner, opposite), coordinate(known.max, is_y));
    THUD_EACH_FIXED_CONTACT(world, it->body, link) {
        if (nothing_rises) {
            break;
        }
        const thud_contact_record *other = &world->contacts.records[thud_link_owner(link)];
        if (!is_neighbour(it, other, link) || !may_rise(world, it, manifold->normal, other)) {
            continue;
        }
        float begin = coordinate(fat_boxes[other->fixed_proxy].min, is_y) - world->def.slop;
        float end = coordinate(fat_boxes[other->fixed_proxy].max, is_y) + world->def.slop;
        high = end > at ? thud_min(high, begin) : high;
        low = begin < at ? thud_max(low, end) : low;
    }
    if (low < at && at < high) {
        bool backward =
            is_y ? manifold->normal.x < 0.0f : manifold->normal.y > 0.0f; /* perp(normal) points to `low` */
        manifold->slide_room = backward ? (thud_vec2){high - at, at - low} : (thud_vec2){at - low, high - at};
        mark_sliding(world, it);
    }
}

/* Tries the neighbours that are near a point, or the deepest one. */
static void try_neighbours(const thud_world *world, const fixed_contact *it, const thud_vec2 points[2],
                           bool deepest_only, thud_ghost_test *test) {
    const thud_aabb *fat_boxes = thud_hash_fat_boxes(world->hash);
    thud_vec2 from = world->bodies.poses[it->body].position;
    THUD_EACH_FIXED_CONTACT(world, it->body, link) {
        const thud_contact_record *other = &world->contacts.records[thud_link_owner(link)];
        thud_aabb box = thud_aabb_expand(fat_boxes[other->fixed_proxy], world->def.slop);
        if (is_neighbour(it, other, link) &&
            (thud_aabb_contains_point(box, points[0]) ||
             (!deepest_only && thud_aabb_contains_point(box, points[1])))) {
            int32_t shape = other->shape_a == it->mover ? other->shape_b : other->shape_a;
            thud_placed_shape placed = test->meeting.surface; /* most are of the same body */
            placed.record = &world->shapes.records[shape];
            int32_t body = placed.record->body, own = test->meeting.surface.record->body;
            if (body != own) {
                thud_put_shape_now(world, shape, from, &placed);
            }
            thud_ghost_test_try(test, &placed, are_fixed(world, body, own));
        }
    }
}

/* `condition ? value : other` for certain without a branch: it would not be predictable. */
static inline float select_if(bool condition, float value, float other) {
    uint32_t bits, other_bits, mask = 0u - (uint32_t)condition;
    memcpy(&bits, &value, sizeof value);
    memcpy(&other_bits, &other, sizeof other);
    bits = (bits & mask) | (other_bits & ~mask);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Lets a contact, one of several below a body, start from no less than the share of the body's weight that its
 * part of the body's edge bears. At 50 m/s all tiles below a body are new in each step. When their impulses
 * began at zero, the first substep tilted a box by 0.1 mrad, and the raised corner came down at 4 mm/s. */
static void share_weight(const thud_world *world, const fixed_contact *it) {
    thud_contact_manifold *manifold = &world->contacts.manifolds[it->contact];
    const thud_contact_features *features = &world->contacts.features[it->contact];
    if (features->count != 2 || features->nearest > world->def.slop) {
        return;
    }
    const thud_vec2 *vertices = world->shapes.records[it->mover].outline;
    int shift = it->side == 0 ? 8 : 0; /* to the vertex of the mover in a feature */
    thud_vec2 start = vertices[(int)features->feature[0] >> shift & 255];
    thud_vec2 end = vertices[(int)features->feature[1] >> shift & 255];
    float share = thud_min(
        thud_vec2_distance(manifold->arm_a[0], manifold->arm_a[1]) / thud_vec2_distance(start, end), 1.0f);
    float factor = share * world->bodies.bodies[it->body].mass.mass * world->last_h;
    thud_vec2 weight =
        thud_vec2_scale(world->bodies.applied_forces[it->body].acceleration, it->side == 0 ? -factor : factor);
    float impulse = thud_vec2_dot(weight, manifold->normal);
    float *borne = manifold->normal_impulse;
    float hold = thud_vec2_dot(weight, thud_vec2_perp(manifold->normal)), bound = manifold->friction * impulse;
    bool bears_less = borne[0] + borne[1] < impulse, is_new = (features->flags & THUD_CONTACT_TOUCHING) == 0;
    manifold->friction_impulse =
        select_if(bears_less & is_new, thud_clamp(hold, -bound, bound), manifold->friction_impulse);
    borne[0] = select_if(bears_less, 0.5f * impulse, borne[0]);
    borne[1] = select_if(bears_less, 0.5f * impulse, borne[1]);
}

/* Most neighbours have no point of the contact near: shapes are placed only where one has, or where the contact is
 * tilted. A mover that lies flat on a face keeps the contact unless both of its points are covered: neighbours must
 * be near both, and the second is not tried before the first, the deepest, is covered. Most contacts of tiles are so. */
static thud_cover find_cover(const thud_world *world, const fixed_contact *it) {
    const thud_cover none = {.kind = THUD_COVER_NONE};
    thud_vec2 from = world->bodies.poses[it->body].position;
    thud_ghost_test test;
    thud_meeting *meeting = &test.meeting;
    begin_meeting(world, it, meeting);
    /* in the world, to find the shapes near them; the same one twice where there is one */
    const thud_vec2 points[2] = {thud_vec2_add(from, meeting->points[0]),
                                 thud_vec2_add(from, meeting->points[meeting->count - 1])};
    neighbourhood around = look_around(world, it, meeting, points);
    bool is_near = around.is_near[0] || around.is_near[1];
    if (!is_near && !(around.exists && meeting->count == 2)) {
        let_slide(world, it, false);
        return none;
    }
    if (is_near) {
        share_weight(world, it);
    }
    meeting->surface.record = &world->shapes.records[it->surface];
    meeting->surface.rotation = world->bodies.poses[meeting->surface.record->body].rotation;
    thud_lie lies = meeting->count == 2 ? thud_meeting_lie(meeting) : THUD_LIES_ELSEHOW;
    bool is_flat = lies == THUD_LIES_FLAT && meeting->surface.record->hidden_faces == 0;
    if (is_flat ? !(around.is_near[0] && around.is_near[1]) : !is_near && lies != THUD_LIES_TILTED) {
        return none;
    }
    thud_put_shape_now(world, it->surface, from, &meeting->surface);
    thud_put_shape_now(world, it->mover, from, &meeting->mover);
    thud_ghost_test_begin(&test, world->def.slop);
    if (is_flat) {
        meeting->count = 1;
        try_neighbours(world, it, points, true, &test);
        if (test.covers[0].kind == THUD_COVER_NONE) {
            return none;
        }
        meeting->count = 2;
    }
    try_neighbours(world, it, points, false, &test);
    return thud_ghost_test_end(&test);
}

/* A ghost is judged anew after this share of the motion of other manifolds: 0.4 mm, for bodies that lie still. */
#define GHOST_LEEWAY 0.1f

/* Leaves a ghost without points; lets it slide unjudged with its mover along the face that holds it, if that does not move against
 * the surface: a walker has one at each seam. */
static void drop(const thud_world *world, const fixed_contact *it, const thud_cover *cover) {
    thud_contact_origin *origin = &world->contacts.origins[it->contact];
    thud_contact_drop_points(&world->contacts, it->contact);
    origin->separation[0] = origin->separation[1] = THUD_NO_POINT;
    origin->leeway *= GHOST_LEEWAY;
    if (it->side == 0 && cover->room.x > 0.0f && cover->room.y > 0.0f) {
        world->contacts.manifolds[it->contact].normal = cover->normal;
        world->contacts.manifolds[it->contact].slide_room = cover->room;
        mark_sliding(world, it);
    }
}

/* In place of a feature: of a contact that was turned, which no impulse is carried over to or from. */
#define TURNED_FEATURE 65535.0f

/* Gives a contact the normal of the face that covers it; it is made anew in the next step. */
static void turn(const thud_world *world, const fixed_contact *it, const thud_cover *cover) {
    int32_t contact = it->contact;
    const thud_contact_pair *pair = &world->contacts.pairs[contact];
    thud_contact_features *features = &world->contacts.features[contact];
    thud_contact_manifold *manifold = &world->contacts.manifolds[contact];
    const thud_pose *poses = world->bodies.poses;
    thud_vec2 between = thud_vec2_sub(poses[pair->body_b].position, poses[pair->body_a].position);
    thud_contact_drop_points(&world->contacts, contact);
    world->contacts.origins[contact] = (thud_contact_origin){0};
    manifold->normal = it->side == 0 ? cover->normal : thud_vec2_neg(cover->normal);
    manifold->arm_a[0] = it->side == 0 ? thud_vec2_add(cover->point, between) : cover->point;
    manifold->arm_b = thud_vec2_sub(manifold->arm_a[0], between);
    manifold->separation[0] = cover->separation;
    features->feature[0] = TURNED_FEATURE;
    features->nearest = cover->separation;
    features->count = 1;
}

/* Gives a contact the normal of the surface's own face, which is nearly its own. */
static void level(const thud_world *world, const fixed_contact *it, thud_vec2 normal) {
    thud_contact_manifold *manifold = &world->contacts.manifolds[it->contact];
    thud_vec2 levelled = it->side == 0 ? normal : thud_vec2_neg(normal);
    float cosine = thud_vec2_dot(levelled, manifold->normal);
    manifold->normal = levelled;
    for (int k = 0; k < 2; k++) {
        manifold->separation[k] /= cosine;
    }
}

/* Lists contacts that have points and a static or kinematic body; returns how many. Whether they have points is not predictable: there is
 * no branch on it. */
static int32_t list_renewed(const thud_world *world, const int32_t *contacts, int32_t count,
                            int32_t renewed[THUD_CONTACT_RANGE + 1]) {
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++) {
        const thud_contact_features *features = &world->contacts.features[contacts[i]];
        bool is_fixed =
            (features->flags & (THUD_CONTACT_KINEMATIC | THUD_CONTACT_REJECTED)) == THUD_CONTACT_KINEMATIC;
        renewed[found] = contacts[i];
        found += is_fixed & (features->count > 0);
    }
    return found;
}

/* Whether the normal of a contact, along an axis of the world, is that of a face of its surface, an unturned rectangle, and others do
 * not cover this face. */
static bool is_on_face(const thud_world *world, const fixed_contact *it) {
    const thud_shape_record *surface = &world->shapes.records[it->surface];
    if (!surface->is_upright || world->bodies.poses[surface->body].rotation.c != 1.0f) {
        return false;
    }
    int face = 0;
    thud_vec2 normal = surface_normal(world, it);
    while (surface->hidden_faces != 0 && face < 3 && thud_vec2_dot(surface->outline[4 + face], normal) <= 0.0f) {
        face++;
    }
    return (surface->hidden_faces >> face & 1) == 0;
}

/* Decides on a contact that nothing can hide; false if one may. */
static bool keep_on_level_ground(const thud_world *world, const fixed_contact *it) {
    bool has_one_point = world->contacts.features[it->contact].count == 1;
    if (!is_nothing_higher(world, it) || !(has_one_point || is_on_face(world, it))) {
        return false;
    }
    if (has_one_point) {
        let_slide(world, it, true);
    } else {
        share_weight(world, it);
    }
    return true;
}

static void judge(const thud_world *world, const fixed_contact *it) {
    if (keep_on_level_ground(world, it)) {
        return;
    }
    thud_cover cover = find_cover(world, it);
    if (cover.kind == THUD_COVER_LEVEL) {
        level(world, it, cover.normal);
    } else if (cover.kind >= THUD_COVER_SHARED && cover.kind != THUD_COVER_HOLDS &&
               cover.separation <= world->def.speculative_distance) {
        turn(world, it, &cover);
    } else if (cover.kind >= THUD_COVER_SHARED) {
        drop(world, it, &cover);
    }
}

/* Prefetches what is read of the surfaces of contacts: each pass what the one before leads to. */
THUD_INLINE void fetch_surfaces(const thud_world *world, const int32_t *contacts, int32_t count) {
    for (int pass = 0; pass < 3; pass++) {
        THUD_NO_UNROLL for (int32_t i = 0; i < count; i++) {
            const void *next = &world->contacts.records[contacts[i]];
            if (pass > 0) {
                const thud_shape_record *surface =
                    &world->shapes.records[fixed_contact_of(world, contacts[i]).surface];
                next = pass == 1 ? (const void *)surface : &surface->outline[4]; /* a rectangle's normals */
            }
            __builtin_prefetch(next);
        }
    }
}

void thud_drop_ghosts(const thud_world *world, const int32_t *contacts, int32_t count) {
    int32_t renewed[THUD_CONTACT_RANGE + 1];
    int32_t renewed_count = list_renewed(world, contacts, count, renewed);
    if (world->is_cold) {
        fetch_surfaces(world, renewed, renewed_count);
    }
    for (int32_t i = 0; i < renewed_count; i++) {
        fixed_contact it = fixed_contact_of(world, renewed[i]);
        bool has_others = world->bodies.bodies[it.body].fixed_contacts > 1;
        if (has_others && !is_inner_link(world, it.contact)) {
            judge(world, &it);
        }
    }
}
