/*
 * ghosts.c: internal edges. Where static or kinematic shapes lie side by side, their corners are no
 * corners of the ground. But the collision of two shapes does not use the third one, and the side of the
 * next tile stops a box that slides over a seam:
 *
 *          D ->
 *        +-------+                     n   normal of the contact of D and S, at p
 *        |       |        n <--p       d   the face f of T runs from p along d, and rises above the plane (p, n)
 *     ===f=======+|========            If a surface rises above that plane, n is no normal of the union of T and S: no body that comes from
 *          T   d<-p    S               outside can be pushed along it. T's own contact holds D.
 *
 * A contact of D and S is a ghost if each of its points p is covered by a neighbour T with a face f; of two points that lie along no
 * face of S the deeper one decides alone:
 *
 *     p is within the slop of f;
 *     the vertices of S that n points to are at most a slop above f's plane, or S is a step, a spike or the other side of a corner;
 *     f rises above the plane (p, n), and by more than S rises above f: so that of two faces in a flat groove only one is a ghost;
 *     the middle of D is in front of f: else the far side of a thin wall would cover the contacts in its corner.
 *
 * A ghost is dropped if f holds D: if the part of D that is deepest below f stands on f, and farther from the seam than
 * it is deep. Then the way out of T is along f's normal, and the contact with T is no ghost of the same seam. The trap
 * is a corner of D right in the seam: S pushes it off T and T pushes it off S, and if both contacts were dropped, D
 * would fall through. There the contact stays, with f's normal at the deepest point of D. If D lies on a narrow tile S
 * with a slightly tilted face, the corners of S touch that face, along its normal: at 100 m/s a tilt of 0.001 is 0.1
 * m/s. Such a contact keeps its points and gets the normal of S's face. If n presses D onto f, and from p a face of S rises above f, the tip
 * of D is at the foot of a wall: the contact gets the normal of that face.
 *
 * The decision on a contact reads poses and shapes alone, not other decisions: so it does not depend on
 * the worker or the order. Source: J. Rouwe, "Enhanced internal edge removal" (Jolt Physics 5); E.
 * Catto, "Ghost Collisions" (box2d.org, 2020).
 */
#include "world/contacts/ghosts.h"

#include "world/contacts/one_way.h"

/* The least sine by which a face has to rise above another one: flatter faces count as one plane. */
#define LEAST_RISE 1.0e-5f

/* The largest sine between the contact and a face of the surface that lies along it. */
#define ALONG 0.1f

/* The least cosine between faces that lie along each other (about 6 degrees). */
#define LEVEL_COSINE 0.995f

/* Margin by which a face has to rise farther than the surface rises above it [slops]: the error of a point. */
#define RISE_MARGIN_SLOPS 4.0f

/* A corner of the mover beyond a face's end is in the seam within this many times its depth plus so many slops. */
#define SEAM_DEPTHS 2.0f
#define SEAM_SLOPS 2.0f

/* Corners of the mover whose depths differ by less than this share of the slop are equally deep. */
#define LEVEL_SHARE 0.1f

/* Largest depth below a face of a point outside of the face's shape [slops]: segments have no inside, and below
 * a seam the sides of polygons may be apart. The side of the next shape has speculative contacts that deep. */
#define HIDDEN_SLOPS 6.0f

/* A face that far above a point, with a larger cosine to the contact than this, is the far side of its shape: the way out of the
 * shape is along another face. */
#define FAR_SIDE_COSINE 0.9f

float thud_reach_along(const thud_shape_record *record, thud_vec2 direction) {
    return thud_outline_reach(thud_shape_record_outline(record), direction) + record->radius;
}

static thud_vec2 place(const thud_placed_shape *shape, int vertex) {
    return thud_vec2_add(shape->origin, thud_rot_apply(shape->rotation, shape->record->outline[vertex]));
}

/* ---- faces ---- */

/* A face of a neighbour. */
typedef struct face_of_shape {
    thud_vec2 start, tangent, normal;
    float length, radius;
} face_of_shape;

static bool is_hidden(const thud_shape_record *record, int face) {
    return face < 8 && record->hidden_faces >> face & 1;
}

/* Face i runs from vertex i to the next one. */
static face_of_shape read_face(const thud_placed_shape *shape, int i) {
    const thud_shape_record *record = shape->record;
    face_of_shape face = {.start = place(shape, i),
                          .normal = thud_rot_apply(shape->rotation, record->outline[record->count + i]),
                          .radius = record->radius};
    face.tangent = thud_vec2_perp(face.normal);
    thud_vec2 end = place(shape, i + 1 < record->count ? i + 1 : 0);
    face.length = thud_vec2_dot(thud_vec2_sub(end, face.start), face.tangent);
    return face;
}

static float height_over(const face_of_shape *face, thud_vec2 point) {
    return thud_vec2_dot(thud_vec2_sub(point, face->start), face->normal);
}

static float place_along(const face_of_shape *face, thud_vec2 point) {
    return thud_vec2_dot(thud_vec2_sub(point, face->start), face->tangent);
}

/* Whether a point is on the surface of a face, or below it. */
static bool is_at_face(const face_of_shape *face, thud_vec2 point, float slop) {
    float near = face->radius + slop;
    float height = height_over(face, point);
    float along = place_along(face, point);
    float beyond = thud_max(thud_max(-along, along - face->length), 0.0f);
    float above = thud_max(height, 0.0f);
    return height <= near && beyond <= near &&
           (beyond == 0.0f || beyond * beyond + above * above <= near * near);
}

/* Whether a point is in a shape or within the slop of it, farther at sharp corners. */
static bool is_at_shape(const thud_placed_shape *shape, thud_vec2 point, float slop) {
    for (int i = 0; i < shape->record->count; i++) {
        thud_vec2 normal = thud_rot_apply(shape->rotation, shape->record->outline[shape->record->count + i]);
        if (thud_vec2_dot(thud_vec2_sub(point, place(shape, i)), normal) > shape->record->radius + slop) {
            return false;
        }
    }
    return true;
}

/* ---- one point and one face ---- */

/* The largest height above a face of the part of the surface that lies along the contact [m]. */
static float rise_of_surface(const thud_meeting *meeting, const face_of_shape *face) {
    const thud_placed_shape *surface = &meeting->surface;
    thud_vec2 highest = place(surface, 0);
    for (int i = 1; i < surface->record->count; i++) {
        thud_vec2 vertex = place(surface, i);
        if (thud_vec2_dot(thud_vec2_sub(vertex, highest), meeting->normal) > 0.0f) {
            highest = vertex;
        }
    }
    float rise = height_over(face, highest);
    for (int i = 0; i < surface->record->count; i++) {
        thud_vec2 arm = thud_vec2_sub(place(surface, i), highest);
        if (-thud_vec2_dot(arm, meeting->normal) <= ALONG * thud_vec2_length(arm)) {
            rise = thud_max(rise, height_over(face, thud_vec2_add(highest, arm)));
        }
    }
    /* Of an arc the part whose chords lie along the contact: an arc turns twice as far as its chord. */
    float across = thud_abs(thud_vec2_cross(meeting->normal, face->normal));
    float round = thud_min(thud_vec2_dot(meeting->normal, face->normal) + 2.0f * ALONG * across, 1.0f);
    return rise + surface->record->radius * round - face->radius;
}

/* At least that, from all of the surface; where a face rises above this, too, the exact height does not matter. */
static float most_rise_of_surface(const thud_placed_shape *surface, const face_of_shape *face) {
    thud_vec2 up = thud_rot_apply_inverse(surface->rotation, face->normal);
    return height_over(face, surface->origin) + thud_reach_along(surface->record, up) - face->radius;
}

/* Whether a face of a neighbour may hide the surface: it rises above the plane of the contact, the middle of
 * the mover is in front of it, and it is neither hidden nor passed through. A segment has two faces, of which
 * a one-sided link holds only at its front, the second; a one-way shape holds at faces in its direction. The
 * normal of the contact and the middle are in the frame of the neighbour's body. */
static bool may_cover(thud_vec2 contact_normal, thud_vec2 middle, const thud_shape_record *neighbour, int i) {
    thud_vec2 normal = neighbour->outline[neighbour->count + i];
    bool is_back = neighbour->core_class == THUD_CORE_LINK && neighbour->ends->one_sided && i == 0;
    return thud_abs(thud_vec2_cross(normal, contact_normal)) > LEAST_RISE &&
           thud_vec2_dot(thud_vec2_sub(middle, neighbour->outline[i]), normal) > neighbour->radius &&
           !is_back && !is_hidden(neighbour, i) &&
           (!neighbour->is_one_way || thud_one_way_faces(neighbour, thud_rot_identity(), normal));
}

/* Whether a face that may cover hides the surface at a point; `most_rise` gets most_rise_of_surface. */
static bool hides(const thud_ghost_test *test, const thud_placed_shape *neighbour, const face_of_shape *face,
                  thud_vec2 point, float *most_rise) {
    const thud_meeting *meeting = &test->meeting;
    if (!is_at_face(face, point, test->slop)) {
        return false;
    }
    float height = height_over(face, point), cosine = thud_vec2_dot(face->normal, meeting->normal);
    /* The height of the face above the plane of the contact. */
    float slope = thud_vec2_dot(face->tangent, meeting->normal), along = place_along(face, point);
    float face_rise = thud_abs(slope) * (slope > 0.0f ? face->length - along : along);
    if (height < -HIDDEN_SLOPS * test->slop) { /* deep: the plane of the contact is far from the face's point above it */
        if (cosine > FAR_SIDE_COSINE || !is_at_shape(neighbour, point, test->slop)) {
            return false;
        }
        face_rise -= height * cosine;
    }
    float step = height - face->radius;
    float least = RISE_MARGIN_SLOPS * test->slop * thud_abs(slope);
    float surface_rise = *most_rise = most_rise_of_surface(&meeting->surface, face);
    if ((surface_rise > test->slop) | (face_rise <= least) | (face_rise <= surface_rise - step + least)) {
        surface_rise = rise_of_surface(meeting, face);
    }
    return (surface_rise <= test->slop) & (face_rise > least) & (face_rise > surface_rise - step + least);
}

/* The vertex of the mover that is deepest below a face. */
static thud_vec2 deepest_below(const thud_ghost_test *test, const face_of_shape *face) {
    thud_vec2 deepest = test->mover[0];
    for (int i = 1; i < test->meeting.mover.record->count; i++) {
        deepest = height_over(face, test->mover[i]) < height_over(face, deepest) ? test->mover[i] : deepest;
    }
    return deepest;
}

/* The support of the mover by a face that hides the surface; from the seam on the face rises, along its tangent (forward) or back. */
static thud_cover find_support(const thud_ghost_test *test, const face_of_shape *face) {
    const thud_shape_record *mover = test->meeting.mover.record;
    bool forward = thud_vec2_dot(face->tangent, test->meeting.normal) > 0.0f;
    thud_vec2 deepest = deepest_below(test, face);
    float height = height_over(face, deepest);
    float depth = thud_max(-height, 0.0f);
    float inside = -INFINITY, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < mover->count; i++) {
        float along = place_along(face, test->mover[i]);
        low = thud_min(low, along);
        high = thud_max(high, along);
        if (height_over(face, test->mover[i]) <= height + LEVEL_SHARE * test->slop) {
            inside = thud_max(inside, forward ? along : face->length - along);
        }
    }
    float radius = mover->radius;
    thud_cover cover = {.kind = THUD_COVER_FAR, .normal = face->normal};
    cover.room = (thud_vec2){low - depth, face->length - high - depth};
    cover.separation = height - radius - face->radius;
    cover.point = thud_vec2_mul_add(deepest, -(radius + 0.5f * cover.separation), face->normal);
    if (inside > depth) {
        cover.kind = THUD_COVER_HOLDS;
    } else if (inside > -(SEAM_DEPTHS * depth + SEAM_SLOPS * test->slop)) {
        cover.kind = THUD_COVER_SHARED;
    }
    return cover;
}

/* The mover in an inner corner: the contact would press it onto a face that hides the surface, but from there a face of the surface rises
 * above that one. The cover becomes that face. */
THUD_OWN_CODE void find_corner(const thud_ghost_test *test, const face_of_shape *face, thud_vec2 point,
                               thud_cover *cover) {
    const thud_placed_shape *surface = &test->meeting.surface;
    for (int i = 0; i < surface->record->count; i++) {
        face_of_shape own = read_face(surface, i);
        thud_vec2 half_way = thud_vec2_mul_add(own.start, 0.5f * own.length, own.tangent);
        if (!is_hidden(surface->record, i) && height_over(face, half_way) > test->slop &&
            thud_abs(height_over(&own, point)) <= own.radius + test->slop &&
            height_over(&own, test->meeting.middle) > own.radius) {
            *cover = find_support(test, &own);
            cover->kind = THUD_COVER_CORNER;
        }
    }
}

/* ---- a meeting ---- */

/* Whether a point of a meeting is on a hidden face of the surface, away from its ends. */
static bool is_on_hidden_face(const thud_meeting *meeting, thud_vec2 point, float slop) {
    const thud_placed_shape *surface = &meeting->surface;
    for (int i = 0; surface->record->hidden_faces >> i != 0; i++) {
        face_of_shape face = read_face(surface, i);
        float along = place_along(&face, point);
        if (is_hidden(surface->record, i) && thud_abs(height_over(&face, point)) <= slop && along > slop &&
            along < face.length - slop) {
            return true;
        }
    }
    return false;
}

/* The face of the surface that lies along a meeting of two points; THUD_NONE if there is none. */
static int level_face(const thud_meeting *meeting) {
    if (meeting->count != 2) {
        return THUD_NONE;
    }
    const thud_shape_record *surface = meeting->surface.record;
    thud_vec2 normal = thud_rot_apply_inverse(meeting->surface.rotation, meeting->normal);
    for (int i = 0; i < surface->count; i++) {
        if (thud_vec2_dot(surface->outline[surface->count + i], normal) > LEVEL_COSINE) {
            return i;
        }
    }
    return THUD_NONE;
}

/* Removes one of two points if it is on a hidden face, which cannot be touched. */
static void keep_real_point(thud_meeting *meeting, float slop) {
    for (int k = 0; k < 2 && meeting->count == 2; k++) {
        if (is_on_hidden_face(meeting, meeting->points[k], slop)) {
            meeting->points[0] = meeting->points[1 - k];
            meeting->count = 1;
        }
    }
}

void thud_ghost_test_begin(thud_ghost_test *test, float slop) {
    test->slop = slop;
    keep_real_point(&test->meeting, slop);
    if (level_face(&test->meeting) == THUD_NONE) {
        test->meeting.count = 1;
    }
    int count = test->meeting.mover.record->count;
    thud_vec2 sum = {0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        test->mover[i] = place(&test->meeting.mover, i);
        sum = thud_vec2_add(sum, test->mover[i]);
    }
    test->meeting.middle = thud_vec2_scale(sum, 1.0f / (float)count);
    test->covers[0].kind = test->covers[1].kind = THUD_COVER_NONE;
}

/* Tests a face against the points without a face that holds the mover. */
static void try_face(thud_ghost_test *test, const thud_placed_shape *neighbour, bool is_fixed,
                     const face_of_shape *face) {
    for (int k = 0; k < test->meeting.count; k++) {
        thud_cover *best = &test->covers[k];
        float most_rise;
        bool presses = thud_vec2_dot(face->normal, test->meeting.normal) < 0.0f;
        bool is_open = presses ? best->kind < THUD_COVER_CORNER : best->kind < THUD_COVER_HOLDS;
        if (is_open && hides(test, neighbour, face, test->meeting.points[k], &most_rise)) {
            thud_cover cover = find_support(test, face);
            if (presses) {
                find_corner(test, face, test->meeting.points[k], &cover);
            }
            bool stays = is_fixed && most_rise <= test->slop; /* else it may rise farther on */
            cover.room = stays ? cover.room : (thud_vec2){0.0f, 0.0f};
            *best = cover.kind > best->kind ? cover : *best;
        }
    }
}

void thud_ghost_test_try(thud_ghost_test *test, const thud_placed_shape *neighbour, bool is_fixed) {
    const thud_meeting *meeting = &test->meeting;
    int faces = neighbour->record->count;
    thud_vec2 normal = thud_rot_apply_inverse(neighbour->rotation, meeting->normal);
    thud_vec2 middle =
        thud_rot_apply_inverse(neighbour->rotation, thud_vec2_sub(meeting->middle, neighbour->origin));
    for (int i = 0; i < faces && faces > 1; i++) {
        if (may_cover(normal, middle, neighbour->record, i)) {
            face_of_shape face = read_face(neighbour, i);
            try_face(test, neighbour, is_fixed, &face);
        }
    }
}

/* Whether the part of the mover that is deepest below a face is on that face. */
static bool bears_deepest(const thud_ghost_test *test, const face_of_shape *face) {
    thud_vec2 deepest = deepest_below(test, face);
    float along = place_along(face, deepest);
    return along >= 0.0f && along <= face->length;
}

/* Whether the mover lies along a face of the surface, but touches it along its own normal, as a slightly
 * tilted face on the corners of a narrow tile. It must keep lying on all tiles below it, or it would rock. */
static bool lies_along(const thud_ghost_test *test, thud_vec2 *normal) {
    const thud_cover *cover = &test->covers[0];
    int i = level_face(&test->meeting);
    if (i == THUD_NONE) {
        return false;
    }
    face_of_shape face = read_face(&test->meeting.surface, i);
    *normal = face.normal;
    return cover->kind != THUD_COVER_NONE ? thud_vec2_dot(face.normal, cover->normal) > LEVEL_COSINE
                                          : bears_deepest(test, &face);
}

thud_cover thud_ghost_test_end(const thud_ghost_test *test) {
    thud_cover all = test->covers[0];
    if (lies_along(test, &all.normal)) {
        all.kind = THUD_COVER_LEVEL;
        return all;
    }
    all = test->covers[0];
    for (int k = 1; k < test->meeting.count && all.kind > THUD_COVER_FAR; k++) {
        const thud_cover *other = &test->covers[k];
        all = other->kind <= THUD_COVER_FAR || other->kind > all.kind ? *other : all;
        all.room = (thud_vec2){0.0f, 0.0f}; /* each point may be covered by another face */
    }
    return all;
}

thud_lie thud_meeting_lie(const thud_meeting *meeting) {
    const thud_shape_record *surface = meeting->surface.record;
    int i = level_face(meeting);
    if (i == THUD_NONE) {
        return THUD_LIES_ELSEHOW;
    }
    thud_vec2 face = thud_rot_apply(meeting->surface.rotation, surface->outline[surface->count + i]);
    return thud_abs(thud_vec2_cross(face, meeting->normal)) > LEAST_RISE ? THUD_LIES_TILTED : THUD_LIES_FLAT;
}
