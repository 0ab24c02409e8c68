/*
 * body_path.c: sweeps a fast body again, from its pose at the start of the step:
 *
 *     start o-----x  first impact on an obstacle: impulse with elasticity and friction, at that time,
 *                  \
 *                   x  the next impact in the rest of the step, in order of time,
 *                  /
 *                 o  end
 *
 * A body with joints keeps its velocity at an impact on an obstacle at rest, unless the solver had points there: in the
 * next step the solver shares the impact with the bodies jointed to it. An impulse on the one body alone would tear it
 * off them. Until then it slides on: where it stopped, they left it behind.
 */
#include "world/continuous/body_path.h"

#include "base/memory.h"
#include "world/contacts/contact_report.h"
#include "world/contacts/contacts.h"
#include "world/contacts/pre_solve.h"
#include "world/continuous/ghost_impacts.h"
#include "world/continuous/impact_search.h"
#include "world/continuous/seam_impacts.h"
#include "world/sleep.h"

/* Largest number of bounces of a body in one step; after them it moves along with its last obstacle until the next step,
 * or stays where it is if one of the obstacles rests. */
enum { MOST_BOUNCES = 16 };

/* An impact within this part of the path that is left after the last one is at the same place. It counts as four, and so does one on a
 * kinematic body that moves: what is pressed between two bodies meets them by turns as long as it may. A deep body has been pressed
 * for long: the second impact is its last one if it has met nothing at rest. */
#define SAME_PLACE 1.0e-3
enum { BOUNCES_WHEN_PRESSED = 4 };

/* Obstacles tested for a body in a step, after which it bounces no more: in a crowd each search tests them all. */
enum { MOST_SEARCHED = 256 };

/* The least speed of separation after an impact, in slops per step: far above rounding, far below the visible. */
#define LEAST_PARTING_SLOPS 0.02f

/* Bodies are pressed together if they approach at up to this many times the speed after the last impact. */
#define PRESSED_RETURN 2.0f

/* Rounds of the impulses of a two-point impact; they converge in a few. */
enum { IMPACT_ROUNDS = 10 };

typedef struct bounce_data {
    thud_touch hit;
    thud_vec2 center, other_center; /* centres of mass at the impact */
    thud_contact_data contact;
    thud_material material;
} bounce_data;

/* ---- the description of a touch ---- */

static thud_vec2 acceleration_of(const thud_world *world, int32_t body) {
    bool falls = world->bodies.states[body] == THUD_STATE_AWAKE;
    return falls ? world->bodies.applied_forces[body].acceleration : (thud_vec2){0.0f, 0.0f};
}

/* The change of velocity from the time `left` before the end of the step to the velocity that is stored, which lies
 * half a substep before the end (contact_bounce_kernel.c). */
static thud_vec2 change_to_stored(const thud_world *world, int32_t body, float left) {
    return thud_vec2_scale(acceleration_of(world, body), left - 0.5f / world->substep_rate);
}

/* The velocity at the time `left` before the end of the step. */
static thud_vec2 velocity_before(const thud_world *world, int32_t body, float left) {
    return thud_vec2_sub(world->bodies.velocities[body].linear, change_to_stored(world, body, left));
}

/* A body at the time `left` before the end of the step. */
static thud_rigid rigid_before(const thud_world *world, int32_t body, float left) {
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[body];
    return (thud_rigid){velocity_before(world, body, left), world->bodies.velocities[body].angular,
                        inverse_mass->linear, inverse_mass->angular};
}

/* Reads the points of a bounce, and stores their speeds of approach in it. */
static void read_points(bounce_data *met, const thud_rigid *a, const thud_rigid *b,
                        thud_contact_point points[2]) {
    const thud_manifold *manifold = &met->contact.manifold;
    for (int i = 0; i < manifold->count; i++) {
        thud_vec2 point = manifold->points[i].point;
        points[i] = (thud_contact_point){manifold->normal, thud_vec2_sub(point, met->center),
                                         thud_vec2_sub(point, met->other_center)};
        met->contact.approach_speed[i] =
            -thud_vec2_dot(thud_relative_velocity(a, b, &points[i]), manifold->normal);
    }
}

/* Computes the manifold and the speeds of an impact. */
static void describe_bounce(const thud_world *world, const thud_body_path *path, bounce_data *met) {
    float fraction = (float)met->hit.fraction, left = path->left - fraction * path->left;
    const thud_shape_record *own = &world->shapes.records[met->hit.shape];
    const thud_shape_record *other = &world->shapes.records[met->hit.other];
    thud_pose pose, other_pose;
    thud_manifold manifold = thud_touch_manifold(world, path, &met->hit, fraction, &pose, &other_pose);
    thud_widen_manifold(world, path, &met->hit, &pose, &manifold);
    met->center = pose.position;
    met->other_center = other_pose.position;
    met->contact = (thud_contact_data){.shape_a = thud_shape_id_at(world, met->hit.shape),
                                       .shape_b = thud_shape_id_at(world, met->hit.other),
                                       .body_a = thud_body_id_at(world, own->body),
                                       .body_b = thud_body_id_at(world, other->body),
                                       .manifold = manifold};
    thud_rigid a = rigid_before(world, own->body, left);
    thud_rigid b = rigid_before(world, other->body, left);
    thud_contact_point points[2];
    read_points(met, &a, &b, points);
}

/* The first impact that the user's pre-solve callback accepts. `known`: the first touch if it has been searched for. */
static bool find_bounce(thud_world *world, thud_body_path *path, const thud_touch *known, bounce_data *first) {
    for (; known != NULL || thud_find_touch(world, path, &first->hit); known = NULL) {
        if (known != NULL) {
            first->hit = *known;
        }
        if (first->hit.undecided) {
            return true;
        }
        describe_bounce(world, path, first);
        if (thud_pre_solve_impact(world, &first->contact, &first->material)) {
            return true;
        }
    }
    return false;
}

/* ---- the impulse ---- */

static void store_rigid(thud_world *world, int32_t body, const thud_rigid *rigid) {
    if (world->bodies.states[body] == THUD_STATE_AWAKE) {
        uint32_t locks = world->bodies.inverse_masses[body].locks;
        thud_velocity *velocity = &world->bodies.velocities[body];
        velocity->linear.x = locks & THUD_LOCK_X ? 0.0f : rigid->velocity.x;
        velocity->linear.y = locks & THUD_LOCK_Y ? 0.0f : rigid->velocity.y;
        velocity->angular = rigid->angular_velocity;
    }
}

/* The two bodies of an impact before it and after its impulses. */
typedef struct impact_state {
    thud_rigid a, b;
    thud_impulse sums[2];
} impact_state;

/* One round of Hecker's impulse over the points, accumulated: l' = max(l - m (v_n + e v_0), 0), friction
 * bounded by mu l. `masses`: the effective ones of each point along normal and tangent. False if no impulse has
 * changed: nor would it in a further round. */
static bool apply_round(impact_state *now, const thud_contact_point *points, int count, float masses[2][2],
                        const thud_material *material, const float *bounce) {
    thud_rigid *a = &now->a, *b = &now->b;
    bool changed = false;
    for (int i = 0; i < count; i++) {
        thud_impulse *total = &now->sums[i];
        float speed = thud_vec2_dot(thud_relative_velocity(a, b, &points[i]), points[i].normal);
        float push = -masses[i][0] * (speed - bounce[i]);
        float sum = thud_max(total->normal + push, 0.0f);
        thud_apply_impulse(a, b, &points[i], (thud_impulse){sum - total->normal, 0.0f});
        changed = changed || sum != total->normal;
        total->normal = sum;

        float slide =
            thud_vec2_dot(thud_relative_velocity(a, b, &points[i]), thud_vec2_perp(points[i].normal)) +
            material->surface_speed;
        float bound = material->friction * sum;
        float grip = thud_clamp(total->tangent - masses[i][1] * slide, -bound, bound);
        thud_apply_impulse(a, b, &points[i], (thud_impulse){0.0f, grip - total->tangent});
        changed = changed || grip != total->tangent;
        total->tangent = grip;
    }
    return changed;
}

static void apply_rounds(impact_state *now, const thud_contact_point *points, int count,
                         const thud_material *material, const float *bounce) {
    float masses[2][2];
    for (int i = 0; i < count; i++) {
        masses[i][0] = thud_effective_mass(&now->a, &now->b, &points[i], points[i].normal);
        masses[i][1] = thud_effective_mass(&now->a, &now->b, &points[i], thud_vec2_perp(points[i].normal));
    }
    for (int round = 0; round < IMPACT_ROUNDS && apply_round(now, points, count, masses, material, bounce);
         round++) {
    }
}

/* The work of the impulses of an impact: each times the mean of the speeds before and after it. The approach counts as no slower
 * than the speed that the body must leave at, which may be above it (parting_speed). */
static float work_of(const impact_state *before, const impact_state *after, const thud_contact_point *points,
                     const bounce_data *met, const float *bounce) {
    float work = 0.0f;
    for (int i = 0; i < met->contact.manifold.count; i++) {
        thud_vec2 old = thud_relative_velocity(&before->a, &before->b, &points[i]);
        thud_vec2 now = thud_relative_velocity(&after->a, &after->b, &points[i]);
        thud_vec2 normal = points[i].normal, tangent = thud_vec2_perp(normal);
        float slide = thud_vec2_dot(thud_vec2_add(old, now), tangent) + 2.0f * met->material.surface_speed;
        float approach = thud_max(-thud_vec2_dot(old, normal), bounce[i]);
        work +=
            after->sums[i].normal * (thud_vec2_dot(now, normal) - approach) + after->sums[i].tangent * slide;
    }
    return 0.5f * work;
}

/* Applies the impulses of an impact. Friction at a corner may stop a turning body with a small impulse; to
 * leave at the elasticity's share of its approach it takes a larger one, and the body gains energy. Then the
 * impulses are mixed with those of an inelastic impact, so that their work is not above 0: between the two it
 * is convex. The mix keeps within the bound of friction, too. */
static void apply_impact(impact_state *now, const thud_contact_point *points, const bounce_data *met,
                         const float *bounce, float parting) {
    const int count = met->contact.manifold.count;
    impact_state before = *now, inelastic = *now;
    apply_rounds(now, points, count, &met->material, bounce);
    float gain = work_of(&before, now, points, met, bounce);
    if (!(gain > 0.0f)) {
        return;
    }
    apply_rounds(&inelastic, points, count, &met->material, (float[2]){parting, parting});
    float loss = -work_of(&before, &inelastic, points, met, bounce);
    float share = loss > 0.0f ? loss / (loss + gain) : 0.0f;
    for (int i = 0; i < count; i++) {
        const thud_impulse *from = &inelastic.sums[i];
        before.sums[i] = (thud_impulse){from->normal + share * (now->sums[i].normal - from->normal),
                                        from->tangent + share * (now->sums[i].tangent - from->tangent)};
        thud_apply_impulse(&before.a, &before.b, &points[i], before.sums[i]);
    }
    *now = before;
}

static bool is_finite_rigid(const thud_rigid *rigid) {
    return thud_vec2_is_finite(rigid->velocity) && thud_is_finite(rigid->angular_velocity);
}

/* Bound of the acceleration of turning surfaces towards each other at a point, but for that by sliding [m/s^2]. */
static float turning_acceleration(const thud_rigid *a, const thud_rigid *b, const thud_contact_point *point) {
    float turn = thud_abs(a->angular_velocity) + thud_abs(b->angular_velocity);
    float slide = thud_abs(thud_vec2_cross(thud_relative_velocity(a, b, point), point->normal));
    float swing = thud_abs(a->angular_velocity) * thud_vec2_length(point->arm_a) +
                  thud_abs(b->angular_velocity) * thud_vec2_length(point->arm_b);
    return 2.0f * turn * (slide + swing);
}

/* The least speed of separation after an impact [m/s]. The body goes on at the mean velocity of the rest of
 * the step, so half of the velocity that gravity adds until then counts too; else the surfaces would meet
 * again at once, and again, until no bounce is left. Surfaces of turning bodies may accelerate towards each
 * other besides: if they return as slowly as they separated, the speed doubles, until it is about the speed
 * that this acceleration gives the body by the end of the step anyway: a body stuck between two tiles, which
 * meets them however fast it parts, would leave at 2,000 m/s. Not on a dynamic body, which carries the
 * bullet, whatever their speeds: between two such bodies the speed would double at every impact. */
static float parting_speed(const thud_world *world, thud_body_path *path, const thud_contact_data *contact,
                           float acceleration, float turning_speed) {
    float approach = contact->approach_speed[0];
    if (contact->manifold.count == 2) {
        approach = thud_max(approach, contact->approach_speed[1]);
    }
    bool pressed = world->bodies.bodies[contact->body_b.slot].type != THUD_BODY_DYNAMIC &&
                   approach <= PRESSED_RETURN * path->parting;
    float least = LEAST_PARTING_SLOPS * world->def.slop / world->last_dt;
    float most = approach > 0.0f ? approach : turning_speed; /* no faster than they approached */
    path->parting = thud_max(pressed ? thud_min(2.0f * path->parting, most) : 0.0f, least);
    return path->parting + 0.5f * acceleration * path->left;
}

/* The speed at an impact on the straight path from start to end. Gravity bends the true path away from it by
 * a/2 t left, and a bounce must have the energy of where it is. */
static float speed_on_chord(float speed, float acceleration, float gone, float left) {
    return sqrtf(speed * speed + acceleration * acceleration * gone * left);
}

/* Applies the impulse of an impact, and makes its events. The velocities are stored for the end of the step,
 * `left` after the impact: the part that gravity adds until then is subtracted before and added after, or a
 * ball would not bounce off as fast as it came. The body moved for the time `gone` since its last impact or
 * the start of the step. False, and nothing is changed, if the impulse overflows. */
static bool respond_to_impact(thud_world *world, thud_body_path *path, bounce_data *met, float gone) {
    float left = path->left;
    int32_t body_a = world->shapes.records[met->hit.shape].body;
    int32_t body_b = world->shapes.records[met->hit.other].body;
    impact_state now = {.a = rigid_before(world, body_a, left), .b = rigid_before(world, body_b, left)};
    thud_contact_data *contact = &met->contact;
    thud_contact_point points[2];
    float bounce[2];
    read_points(met, &now.a, &now.b, points);
    float acceleration =
        thud_vec2_dot(thud_vec2_sub(acceleration_of(world, body_a), acceleration_of(world, body_b)),
                      contact->manifold.normal);
    float turning = turning_acceleration(&now.a, &now.b, &points[0]) * world->last_dt;
    float parting = parting_speed(world, path, contact, acceleration, turning);
    float least = thud_bounce_threshold(world);
    for (int i = 0; i < contact->manifold.count; i++) {
        float speed = contact->approach_speed[i];
        bool is_elastic = speed > least;
        bounce[i] = thud_max(
            is_elastic ? met->material.elasticity * speed_on_chord(speed, acceleration, gone, left) : 0.0f,
            parting);
    }
    apply_impact(&now, points, met, bounce, parting);
    now.a.velocity = thud_vec2_add(now.a.velocity, change_to_stored(world, body_a, left));
    now.b.velocity = thud_vec2_add(now.b.velocity, change_to_stored(world, body_b, left));
    if (!is_finite_rigid(&now.a) || !is_finite_rigid(&now.b)) {
        return false;
    }
    store_rigid(world, body_a, &now.a);
    store_rigid(world, body_b, &now.b);
    contact->touching = true;
    contact->normal_impulse[0] = now.sums[0].normal;
    contact->normal_impulse[1] = now.sums[1].normal;
    contact->friction_impulse = now.sums[0].tangent + now.sums[1].tangent;
    thud_log_impact(world, contact, thud_find_contact(world, met->hit.shape, met->hit.other));
    return true;
}

/* ---- one body ---- */

/* Puts the body at the start of its path, in place: a copy would wait for the stores. Leaves `answers` unwritten. */
static void start_path(thud_world *world, int32_t body, float dt, thud_body_path *path) {
    float *rotation = &world->bodies.displacements[body].rotation;
    path->body = body;
    path->end = world->bodies.poses[body];
    path->bounces = path->searched = 0;
    path->ends_at_dynamic = false;
    path->left = dt;
    path->share = path->turned = path->parting = 0.0f;
    path->first_pass = world->continuous.pass_count;
    path->answer_count = 0;
    *rotation = thud_clamp(*rotation, -THUD_MOST_TURN, THUD_MOST_TURN);
    world->bodies.poses[body] = world->bodies.previous[body];
}

/* Moves the body by a fraction of the displacement that is left. */
static void go_along(thud_world *world, thud_body_path *path, float fraction) {
    const thud_displacement *displacement = &world->bodies.displacements[path->body];
    thud_pose *pose = &world->bodies.poses[path->body];
    *pose = thud_pose_along(pose, displacement, fraction);
    path->turned += fraction * thud_abs(displacement->rotation);
    path->share = thud_share_after(path, fraction);
    path->left -= fraction * path->left;
}

/* Adds the place of the body to its path's impacts. */
static void note_impact(thud_world *world, const thud_body_path *path) {
    int32_t body = path->body, count = world->continuous.impact_count;
    world->counters.times_of_impact++;
    if (THUD_RESERVE(&world->hooks, world->continuous.impacts, world->continuous.impact_capacity, count + 1)) {
        if (count == 0 || world->continuous.impacts[count - 1].body != body) {
            world->bodies.bodies[body].first_impact = count;
        }
        world->continuous.impacts[count] = (thud_impact){body, path->share, world->bodies.poses[body]};
        world->continuous.impact_count++;
    }
}

/* Ends the path of a bullet that is not swept yet at the impact; its own sweep covers the rest. False for others. */
static bool end_path_at(thud_world *world, int32_t body, float share) {
    bool is_to_be_swept =
        world->bodies.bodies[body].bullet && (world->continuous.swept[body] & THUD_SWEPT) != 0;
    if (is_to_be_swept) {
        thud_displacement *displacement = &world->bodies.displacements[body];
        displacement->translation = thud_vec2_scale(displacement->translation, share);
        displacement->rotation *= share;
        world->bodies.poses[body] = thud_obstacle_pose(world, body, share);
    }
    return is_to_be_swept;
}

/* The final pose of a body that moves for the rest of the step as if fixed to an obstacle. */
static thud_pose carried_pose(const thud_world *world, const thud_body_path *path, int32_t obstacle) {
    thud_pose now = thud_obstacle_pose(world, obstacle, path->share);
    thud_pose end = thud_obstacle_pose(world, obstacle, 1.0f);
    thud_pose pose = thud_pose_mul(end, thud_pose_inv_mul(now, world->bodies.poses[path->body]));
    pose.rotation = thud_rot_normalize(pose.rotation);
    return pose;
}

/* After its impact on a dynamic body, which has already moved, a bullet stops until the next step: only a kinematic
 * body still moves it. If the dynamic body moved on against the bullet, it would pass the bullet, so it carries the
 * bullet along. */
static void end_at_dynamic(thud_world *world, thud_body_path *path, const bounce_data *met, int32_t other) {
    thud_vec2 carried = {0.0f, 0.0f};
    if (!end_path_at(world, other, path->share)) {
        carried = thud_vec2_sub(carried_pose(world, path, other).position,
                                world->bodies.poses[path->body].position);
    }
    float sinking = -thud_vec2_dot(carried, met->contact.manifold.normal);
    bool passes = sinking > THUD_FAST_SHARE * world->bodies.sleep_data[path->body].thickness;
    world->bodies.displacements[path->body] =
        (thud_displacement){.translation = passes ? carried : (thud_vec2){0.0f, 0.0f}};
    path->left = passes || world->continuous.longest_kinematic_step > 0.0f ? path->left : 0.0f;
    path->ends_at_dynamic = true;
}

/* Whether the next step's solver resolves an impact: only on an obstacle at rest, as a moving one would enter
 * the body until then. If the solver had points of the shapes, it has resolved the contact already and would
 * do the same again: its normal may let the body slide on although the shorter core hits the obstacle. */
static bool is_left_to_solver(const thud_world *world, int32_t body, const thud_touch *hit) {
    return thud_obstacle_rests(world, world->shapes.records[hit->other].body) &&
           world->bodies.bodies[body].first_joint != THUD_NONE &&
           !thud_solver_has_points(world, hit->shape, hit->other);
}

/* Changes the displacement that is left after an impact as an impulse without friction changes a velocity: the body slides on. */
static void slide_along(thud_world *world, const thud_body_path *path, bounce_data *met) {
    static const thud_material slippery = {0};
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[path->body];
    thud_displacement *displacement = &world->bodies.displacements[path->body];
    float share = 1.0f - (float)met->hit.fraction, parting = LEAST_PARTING_SLOPS * world->def.slop;
    impact_state now = {.a = {thud_vec2_scale(displacement->translation, share), /* b rests */
                              share * displacement->rotation, inverse_mass->linear, inverse_mass->angular}};
    thud_contact_point points[2];
    read_points(met, &now.a, &now.b, points);
    apply_rounds(&now, points, met->contact.manifold.count, &slippery, (float[2]){parting, parting});
    bool moves = (inverse_mass->locks & (THUD_LOCK_X | THUD_LOCK_Y)) == 0;
    float turn = thud_clamp(now.a.angular_velocity, -THUD_MOST_TURN, THUD_MOST_TURN);
    *displacement =
        moves ? (thud_displacement){.translation = now.a.velocity, .rotation = turn} : (thud_displacement){0};
}

/* Moves the body to an impact and sets its velocity and its displacement for the rest of the step. */
static void bounce(thud_world *world, thud_body_path *path, bounce_data *met) {
    thud_body_table *bodies = &world->bodies;
    int32_t body = path->body;
    int32_t other = world->shapes.records[met->hit.other].body;
    float gone = (float)met->hit.fraction * path->left;
    go_along(world, path, (float)met->hit.fraction);
    note_impact(world, path);
    path->ends_at_dynamic = false;
    thud_wake_island(world, other);

    if (is_left_to_solver(world, body, &met->hit)) {
        slide_along(world, path, met);
        return;
    }
    if (!respond_to_impact(world, path, met, gone)) {
        bodies->displacements[body] = (thud_displacement){0};
        path->left = world->continuous.longest_kinematic_step > 0.0f ? path->left
                                                                     : 0.0f; /* it stays, but may be hit */
        return;
    }
    if (bodies->bodies[other].type == THUD_BODY_DYNAMIC) {
        end_at_dynamic(world, path, met, other);
        return;
    }
    if ((world->continuous.swept[body] & THUD_DEEP) != 0 && thud_obstacle_rests(world, other)) {
        /* The rest of the step's push-out, which velocities do not have. */
        slide_along(world, path, met);
        return;
    }
    thud_vec2 mean_velocity = velocity_before(world, body, 0.5f * path->left);
    bodies->displacements[body].translation = thud_vec2_scale(mean_velocity, path->left);
    bodies->displacements[body].rotation =
        thud_clamp(bodies->velocities[body].angular * path->left, -THUD_MOST_TURN, THUD_MOST_TURN);
}

/* Moves the body as far as the undecided search found the path free; the next search begins there. */
static void go_to_end_of_search(thud_world *world, thud_body_path *path, float fraction) {
    thud_displacement *displacement = &world->bodies.displacements[path->body];
    go_along(world, path, fraction);
    displacement->translation = thud_vec2_scale(displacement->translation, 1.0f - fraction);
    displacement->rotation *= 1.0f - fraction;
}

void thud_sweep_body(thud_world *world, int32_t body, float dt, const thud_touch *known) {
    thud_body_path path;
    start_path(world, body, dt, &path);
    bounce_data met;
    int32_t last = THUD_NONE, before = THUD_NONE; /* the kinematic bodies in motion met last, and before it */
    bool met_ground = false; /* an obstacle at rest, into which a press would push the body */
    for (; path.left > 0.0f && path.bounces < MOST_BOUNCES && find_bounce(world, &path, known, &met);
         known = NULL) {
        int32_t other = world->shapes.records[met.hit.other].body;
        bool presses = world->bodies.states[other] == THUD_STATE_KINEMATIC_MOVING;
        if (presses && other != last) {
            before = last;
            last = other;
        }
        met_ground = met_ground || thud_obstacle_rests(world, other);
        path.searched += met.hit.searched;
        bool is_pressed = met.hit.fraction < SAME_PLACE || presses;
        bool is_last = (world->continuous.swept[body] & THUD_DEEP) != 0 && !met_ground;
        path.bounces += path.bounces == 0 ? 1 : is_last ? MOST_BOUNCES : is_pressed ? BOUNCES_WHEN_PRESSED : 1;
        path.bounces = path.searched < MOST_SEARCHED ? path.bounces : MOST_BOUNCES;
        if (met.hit.undecided) {
            go_to_end_of_search(world, &path, (float)met.hit.fraction);
        } else {
            bounce(world, &path, &met);
        }
    }
    if (path.bounces == 0) {
        world->bodies.poses[body] = path.end; /* without an impact exactly the result of the solver */
    } else if (path.bounces < MOST_BOUNCES) {
        go_along(world, &path, 1.0f);
    } else if (last != THUD_NONE && !met_ground && path.left > 0.0f) {
        /* As if fixed to the obstacle, which would pass a body that stays: between two of them halfway, as one of two doors that
         * close took it through the other. Only kinematic bodies may move a body without a sweep: a dynamic one would push it
         * through a wall. */
        thud_pose pose = carried_pose(world, &path, last);
        if (before != THUD_NONE) {
            pose.position = thud_vec2_lerp(pose.position, carried_pose(world, &path, before).position, 0.5f);
        }
        world->bodies.poses[body] = pose;
    }
}

bool thud_look_ahead(thud_world *world, int32_t body, float dt, thud_touch *touch) {
    thud_body_path path;
    float rotation = world->bodies.displacements[body].rotation;
    start_path(world, body, dt, &path);
    bool found = thud_find_touch(world, &path, touch);
    world->bodies.poses[body] = path.end;
    world->bodies.displacements[body].rotation = rotation;
    return found;
}
