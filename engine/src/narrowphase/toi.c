#include "narrowphase/toi.h"

/* Largest work of a sweep, in vertices: a step processes those of both shapes, its other work costs as
 * STEP_COST more. */
enum { MOST_WORK = 1600, STEP_COST = 7 };
/* A shape that turns by more than this is first swept as a disc [rad]: four turns, the most that a world sweeps. */
#define MANY_TURNS 26.0
/* A safe step ends early by this part, so that rounding cannot make it too long. */
#define STEP_MARGIN 1.0e-4
/* Least tolerance, as a part of the reach of the turning shapes: four roundings of a rotation in floats. */
#define ROTATION_NOISE 2.384185791015625e-7
/* The part of the tolerance at which a step aims, so that rounding cannot carry it past the target. */
#define AIM 0.25

typedef struct mover {
    const thud_shape *shape;
    const thud_sweep *sweep;
    double reach;        /* of the core about its centre [m] */
    double acceleration; /* the largest one of a core vertex relative to its centre [m per sweep^2] */
    double turn;         /* [rad]; 0 for a disc about its centre at any spin */
    /* At the fraction measured last, relative to the start of a's centre. */
    thud_double2 center;
    thud_placed placed;
} mover;

/* The movement of a core's vertices along a direction: x0 + x1 s each. */
typedef struct projections {
    int count;
    double x0[THUD_MAX_VERTICES], x1[THUD_MAX_VERTICES];
} projections;

/* Two cores between which a normal leads: a's vertices along it, b's against it, so that the highest of both face each other. */
typedef struct facing_cores {
    projections a, b;
    double touching;     /* distance of the cores that counts as touching [m] */
    double tolerance;    /* within this beyond `touching` they may not approach [m] */
    double acceleration; /* sum of all [m per sweep^2] */
} facing_cores;

thud_rot thud_rot_from_turn(double angle) {
    const double two_pi = 6.283185307179586476925;
    double turns = angle / two_pi;
    if (!(fabs(turns) < 1.0e15)) {
        return thud_rot_identity();
    }
    double whole = (double)(int64_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    return thud_rot_from_angle((float)(angle - whole * two_pi));
}

void thud_sweep_place(const thud_shape *shape, const thud_sweep *sweep, double fraction, thud_double2 origin,
                      thud_placed *placed) {
    thud_rot rotation = sweep->rotation;
    if (sweep->turn != 0.0) {
        rotation = thud_rot_mul(thud_rot_from_turn(sweep->turn * fraction), sweep->rotation);
    }
    double x = sweep->local_center.x, y = sweep->local_center.y, c = rotation.c, s = rotation.s;
    thud_double2 center = thud_double2_sub(sweep->center, origin);
    thud_double2 position = {center.x + fraction * sweep->translation.x - (c * x - s * y),
                             center.y + fraction * sweep->translation.y - (s * x + c * y)};
    thud_place_outline(thud_outline_of(shape), &position, rotation, placed);
}

/* Field by field, as the place is written by measure. */
static void make_mover(mover *made, const thud_shape *shape, const thud_sweep *sweep) {
    made->shape = shape;
    made->sweep = sweep;
    made->reach = 0.0;
    for (int i = 0; i < shape->count; i++) {
        double distance = thud_double2_length(thud_arrow(sweep->local_center, shape->vertices[i]));
        made->reach = distance > made->reach ? distance : made->reach;
    }
    made->turn = made->reach > 0.0 ? sweep->turn : 0.0;
    made->acceleration = made->turn * made->turn * made->reach;
}

/* The part of the sweep during which the discs around both shapes overlap, [first, last] within [0, 1]; false
 * if they never do: |c + f t| = d, with c the centres' distance and t their relative translation. */
static bool discs_overlap(const mover *a, const mover *b, double touching, double *first, double *last) {
    thud_double2 between = thud_double2_sub(b->sweep->center, a->sweep->center);
    thud_double2 translation = thud_double2_sub(b->sweep->translation, a->sweep->translation);
    double distance = a->reach + b->reach + touching;
    double squared = thud_double2_dot(translation, translation),
           approach = -thud_double2_dot(translation, between);
    double gap = thud_double2_dot(between, between) - distance * distance;
    double across = thud_double2_cross(translation, between);
    double chord = squared * distance * distance - across * across;
    *first = 0.0;
    *last = 1.0;
    if (gap > 0.0) {
        if (!(approach > 0.0) || !(chord >= 0.0) || gap > approach + sqrt(chord)) {
            return false;
        }
        *first = gap / (approach + sqrt(chord));
    }
    double leave = approach + sqrt(chord > 0.0 ? chord : 0.0);
    if (leave < squared) {
        *last = leave > 0.0 ? leave / squared : 0.0;
    }
    return true;
}

/* ---- one conservative step ---- */

static void project(const mover *moving, thud_double2 normal, projections *along) {
    along->count = moving->placed.count;
    for (int i = 0; i < along->count; i++) {
        thud_double2 vertex = moving->placed.vertices[i], arm = thud_double2_sub(vertex, moving->center);
        along->x0[i] = thud_double2_dot(vertex, normal);
        along->x1[i] = thud_double2_dot(moving->sweep->translation, normal) +
                       moving->turn * thud_double2_cross(arm, normal);
    }
}

/* The vertex that is highest after a step. */
static int highest_after(const projections *along, double step) {
    int top = 0;
    for (int i = 1; i < along->count; i++) {
        top = along->x0[i] + along->x1[i] * step > along->x0[top] + along->x1[top] * step ? i : top;
    }
    return top;
}

/* The fastest rise of the vertices within `tolerance` of the highest. */
static double rise_of_top(const projections *along, double tolerance) {
    double least = along->x0[highest_after(along, 0.0)] - tolerance, rise = -INFINITY;
    for (int i = 0; i < along->count; i++) {
        rise = along->x0[i] >= least && along->x1[i] > rise ? along->x1[i] : rise;
    }
    return rise;
}

/* The time at which a pair of vertices, `gap` apart along the normal, reaches the target at a `rate`. */
static double root_of(double gap, double rate, double acceleration) {
    double under = rate * rate + 2.0 * acceleration * gap;
    double root = sqrt(under > 0.0 ? under : 0.0);
    if (rate > 0.0) {
        return acceleration > 0.0 ? (rate + root) / acceleration : INFINITY;
    }
    return root - rate > 0.0 ? 2.0 * gap / (root - rate) : 0.0;
}

/*
 * The largest step up to `longest` that certainly touches nothing: the last root of
 *
 *     g(s) = min over b (x0 + x1 s) - max over a (x0 + x1 s) - touching - 1/2 acceleration s^2,
 *
 * which is the minimum of one parabola for each pair of vertices. After a step that is too long,
 * the root of the closest pair is shorter than the step and not shorter than that of g: it is
 * the next try. No pair is the closest twice.
 */
static double safe_step(const facing_cores *cores, double longest) {
    const projections *a = &cores->a, *b = &cores->b;
    double step = longest;
    for (int tries = 0; tries < a->count + b->count; tries++) {
        int top_a = highest_after(a, step), top_b = highest_after(b, step);
        double gap = -b->x0[top_b] - a->x0[top_a] - cores->touching;
        double rate = -b->x1[top_b] - a->x1[top_a];
        if (gap + rate * step - 0.5 * cores->acceleration * step * step >= 0.0) {
            return step;
        }
        double root = gap > 0.0 ? (1.0 - STEP_MARGIN) * root_of(gap, rate, cores->acceleration) : 0.0;
        if (!(root < step)) {
            break;
        }
        step = root;
    }
    return 0.0;
}

/* The same along the normal of a face that turns with its shape. If a box swings about the corner of another
 * one, the far end of its face comes down beyond that corner, where nothing is, and a plane with a fixed
 * normal finds the two in touch. In the frame of the face's shape a point at r from its centre has the
 * acceleration w^2 r + 2 w v, besides its own. 0 if a vertex within the tolerance of the face approaches. */
static double safe_step_off_face(const mover *face, thud_double2 normal, const mover *other,
                                 const facing_cores *cores, double longest) {
    double plane = -INFINITY, step = longest;
    for (int i = 0; i < face->placed.count; i++) {
        double height = thud_double2_dot(face->placed.vertices[i], normal);
        plane = height > plane ? height : plane;
    }
    thud_double2 drift = thud_double2_sub(other->sweep->translation, face->sweep->translation);
    double speed = thud_double2_length(drift) + fabs(other->turn) * other->reach;
    for (int i = 0; i < other->placed.count; i++) {
        thud_double2 vertex = other->placed.vertices[i];
        thud_double2 arm = thud_double2_sub(vertex, face->center),
                     own = thud_double2_sub(vertex, other->center);
        double gap = thud_double2_dot(vertex, normal) - plane - cores->touching;
        double rate = thud_double2_dot(drift, normal) + other->turn * thud_double2_cross(own, normal) -
                      face->turn * thud_double2_cross(arm, normal);
        double acceleration = other->acceleration + 2.0 * fabs(face->turn) * speed +
                              face->turn * face->turn * (thud_double2_length(arm) + longest * speed);
        if (gap < 0.0 || (rate < 0.0 && gap <= cores->tolerance)) {
            return 0.0;
        }
        double root = (1.0 - STEP_MARGIN) * root_of(gap, rate, acceleration);
        step = root < step ? root : step;
    }
    return step;
}

/* The longer one of the two shapes' steps. */
static double step_off_faces(const mover *a, const mover *b, thud_double2 normal, const facing_cores *cores,
                             double longest) {
    double off_a = a->turn != 0.0 ? safe_step_off_face(a, normal, b, cores, longest) : 0.0;
    double off_b = b->turn != 0.0 ? safe_step_off_face(b, thud_double2_neg(normal), a, cores, longest) : 0.0;
    return off_a > off_b ? off_a : off_b;
}

/* ---- the whole sweep ---- */

/* The time at which the disc around a turning shape first touches the other, which does not turn: before that
 * the shapes are apart. False if it never does, for any number of turns. */
static bool disc_meets(const mover *turning, const mover *other, double touching, double *first) {
    thud_double2 center = turning->sweep->center;
    thud_placed disc = {1, 0.0, {{0.0, 0.0}}}, placed;
    thud_difference difference;
    thud_sweep_place(other->shape, other->sweep, 0.0, center, &placed);
    thud_difference_build(&disc, &placed, &difference);
    difference.radius = turning->reach + touching;
    if (thud_difference_closest(&difference).separation < 0.0) {
        return true;
    }
    thud_double2 translation = thud_double2_sub(turning->sweep->translation, other->sweep->translation);
    thud_entry entry = thud_difference_cast(&difference, translation);
    *first = entry.hit && entry.fraction > *first ? entry.fraction : *first;
    return entry.hit && entry.fraction <= 1.0;
}

/* The part of the sweep in which the shapes may touch; false if it is empty. */
static bool may_touch(const mover *a, const mover *b, double touching, double *first, double *last) {
    if (!discs_overlap(a, b, touching, first, last)) {
        return false;
    }
    if (b->turn == 0.0 && fabs(a->turn) > MANY_TURNS) {
        return disc_meets(a, b, touching, first);
    }
    return a->turn != 0.0 || !(fabs(b->turn) > MANY_TURNS) || disc_meets(b, a, touching, first);
}

static void place(mover *moving, double fraction, thud_double2 origin) {
    const thud_sweep *sweep = moving->sweep;
    thud_sweep_place(moving->shape, sweep, fraction, origin, &moving->placed);
    moving->center =
        thud_double2_mul_add(thud_double2_sub(sweep->center, origin), fraction, sweep->translation);
}

/* Places both shapes at a fraction of their sweeps, relative to the start of a's centre. */
static thud_closest measure(mover *a, mover *b, double fraction, double touching, thud_difference *difference) {
    place(a, fraction, a->sweep->center);
    place(b, fraction, a->sweep->center);
    thud_difference_build(&a->placed, &b->placed, difference);
    difference->radius = touching;
    return thud_difference_closest(difference);
}

int32_t thud_toi_most_steps(int vertices) {
    return MOST_WORK / (STEP_COST + vertices);
}

static thud_toi_output advance(mover *a, mover *b, double touching, double tolerance) {
    thud_toi_output output = {THUD_TOI_NONE, 1.0, {0.0, 0.0}, 0};
    double fraction, last;
    if (!may_touch(a, b, touching, &fraction, &last)) {
        return output;
    }
    int32_t most_steps = thud_toi_most_steps(a->shape->count + b->shape->count);
    thud_difference difference;
    facing_cores cores; /* projected in each step */
    cores.tolerance = tolerance;
    cores.acceleration = a->acceleration + b->acceleration;
    /* A step is hardly ever longer than one turn: the search for its end stops at four. */
    double turn = fabs(a->turn) + fabs(b->turn);
    double longest = turn > MANY_TURNS ? MANY_TURNS / turn : 1.0;
    for (int32_t step = 0;; step++) {
        thud_closest closest = measure(a, b, fraction, touching, &difference);
        if (step == 0 && closest.separation < 0.0 && fraction == 0.0) {
            return (thud_toi_output){THUD_TOI_STARTED_CLOSER, 1.0, closest.normal, 0};
        }
        project(a, closest.normal, &cores.a);
        project(b, thud_double2_neg(closest.normal), &cores.b);
        bool touched = closest.separation <= tolerance &&
                       -rise_of_top(&cores.b, tolerance) < rise_of_top(&cores.a, tolerance); /* they approach */
        cores.touching = touching + thud_double_min(AIM * tolerance, 0.5 * closest.separation);
        double most = thud_double_min(1.0 - fraction, longest);
        double forward = touched ? 0.0 : safe_step(&cores, most);
        if (touched || (step > 0 && forward < most)) {
            double off = step_off_faces(a, b, closest.normal, &cores, most);
            forward = off > forward ? off : forward;
        }
        output.steps = step + 1;
        if (fraction + forward <= fraction) {
            return (thud_toi_output){THUD_TOI_HIT, fraction, closest.normal, output.steps};
        }
        fraction += forward;
        if (fraction > last || fraction >= 1.0) {
            return output;
        }
        if (output.steps == most_steps) {
            return (thud_toi_output){THUD_TOI_UNDECIDED, fraction, closest.normal, output.steps};
        }
    }
}

/* The time of impact if neither shape turns. */
static thud_toi_output cast(mover *a, mover *b, double touching) {
    thud_difference difference;
    thud_closest closest = measure(a, b, 0.0, touching, &difference);
    if (closest.separation < 0.0) {
        return (thud_toi_output){THUD_TOI_STARTED_CLOSER, 1.0, closest.normal, 0};
    }
    thud_double2 translation = thud_double2_sub(a->sweep->translation, b->sweep->translation);
    thud_entry entry = thud_difference_cast(&difference, translation);
    return entry.hit && entry.fraction <= 1.0
               ? (thud_toi_output){THUD_TOI_HIT, entry.fraction, thud_double2_neg(entry.normal), 0}
               : (thud_toi_output){THUD_TOI_NONE, 1.0, {0.0, 0.0}, 0};
}

thud_toi_output thud_time_of_impact(const thud_toi_input *input) {
    mover a, b;
    make_mover(&a, input->shape_a, &input->sweep_a);
    make_mover(&b, input->shape_b, &input->sweep_b);
    double radii = (double)input->shape_a->radius + input->shape_b->radius;
    double touching = input->target > -0.5 * radii ? radii + input->target : 0.5 * radii;
    if (a.turn == 0.0 && b.turn == 0.0) {
        return cast(&a, &b, touching);
    }
    double noise = ROTATION_NOISE * ((a.turn != 0.0 ? a.reach : 0.0) + (b.turn != 0.0 ? b.reach : 0.0));
    return advance(&a, &b, touching, noise > input->tolerance ? noise : input->tolerance);
}
