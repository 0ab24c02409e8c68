/*
 * continuous.c: nothing tunnels. After the solver has moved the bodies, a fast one goes its way again, from
 * where the step began:
 *
 *     start o-----x  first touch of anything solid: impulse with elasticity and friction, there and then,
 *                  \
 *                   x  the next one with what is left of the step, in order of time,
 *                  /
 *                 o  end
 *
 * Static and kinematic bodies stop every fast body; dynamic ones only where either of the two is a bullet.
 * Slow bodies are left to the speculative contacts, and so is what would sink in by less than THUD_FAST_SHARE of a shape. An impact on a dynamic
 * body ends the way for this step, because that body has gone its own already.
 */
#include "world/world_state.h"

#include "base/memory.h"
#include "broadphase/spatial_hash.h"
#include "narrowphase/manifold.h"
#include "narrowphase/toi.h"

/* Bounces that a body may take in one step; then it stays where it is until the next. */
enum { MOST_BOUNCES = 16 };

/* The inner part of the inner part, and so on: 0.8^3 of a shape's size is half of it. */
enum { MOST_DEPTH = 3 };

/* A body is swept through four whole turns at most [rad]: each more would cost as much time and find nothing new. */
#define MOST_TURN 25.0f

/* Rounds of the impulses of a two-point impact; two contacts are close after a few. */
enum { IMPACT_ROUNDS = 10 };

/* A body and what is left of its step. */
typedef struct journey {
    int32_t body;
    float left;         /* of the step [s] */
    float share;        /* of the step that is over, 0 to 1 */
    int32_t first_pass; /* in world->passes: those of this body */
} journey;

typedef struct impact {
    int32_t shape, other; /* shape slots; `shape` is the fast body's */
    double fraction;      /* of what is left of the step */
    int depth;            /* 0: the shape meets the obstacle; else it touches already, and its inner part does */
} impact;

/* The first impact of all: how the two shapes meet. */
typedef struct meeting {
    impact hit;
    thud_vec2 center, other_center; /* of mass, there and then */
    thud_contact_data contact;
    thud_material material;
} meeting;

typedef struct impact_search {
    thud_world *world;
    const journey *way;
    int32_t shape;
    thud_shape full, core; /* made for the first obstacle */
    thud_sweep sweep;
    impact first;
    bool found;
} impact_search;

/* ---- where bodies go in what is left of the step ---- */

static thud_sweep make_sweep(const thud_world *world, int32_t body, const thud_pose *center,
                             thud_vec2 translation, float turn) {
    return (thud_sweep){.center = {(double)center->position.x, (double)center->position.y},
                        .local_center = world->bodies.bodies[body].mass.center,
                        .rotation = center->rotation,
                        .translation = {(double)translation.x, (double)translation.y},
                        .turn = (double)turn};
}

/* The pose of the centre of mass of any other body now: it goes evenly from its previous to its current pose.
 */
static thud_pose obstacle_pose(const thud_world *world, int32_t body, float share) {
    if (!thud_state_moves(world->bodies.states[body])) {
        return world->bodies.poses[body];
    }
    const thud_pose *from = &world->bodies.previous[body];
    const thud_pose *to = &world->bodies.poses[body];
    float turn = thud_rot_angle(thud_rot_inv_mul(from->rotation, to->rotation));
    return (thud_pose){thud_vec2_lerp(from->position, to->position, share),
                       thud_rot_mul(from->rotation, thud_rot_from_angle(share * turn))};
}

static thud_sweep obstacle_sweep(const thud_world *world, int32_t body, float share) {
    const thud_pose *to = &world->bodies.poses[body];
    thud_pose now = obstacle_pose(world, body, share);
    if (!thud_state_moves(world->bodies.states[body])) {
        return make_sweep(world, body, &now, (thud_vec2){0.0f, 0.0f}, 0.0f);
    }
    return make_sweep(world, body, &now, thud_vec2_sub(to->position, now.position),
                      thud_rot_angle(thud_rot_inv_mul(now.rotation, to->rotation)));
}

/* The fast body has yet to go all of its displacement. */
static thud_sweep own_sweep(const thud_world *world, int32_t body) {
    const thud_displacement *displacement = &world->bodies.displacements[body];
    return make_sweep(world, body, &world->bodies.poses[body], displacement->translation,
                      displacement->rotation);
}

/* ---- the first impact ---- */

static bool may_stop(const thud_world *world, int32_t body, int32_t other) {
    const thud_body *obstacle = &world->bodies.bodies[other];
    return other != body &&
           (obstacle->type != THUD_BODY_DYNAMIC || world->bodies.bodies[body].bullet || obstacle->bullet);
}

/* The inner part of a shape, all but the outer THUD_FAST_SHARE. Where even that would meet an obstacle, the shape would pass it or
 * sink in deeply; a box that slides over a seam in the floor, on the other hand, is not stopped by the next tile. */
static thud_shape inner_part(const thud_shape *shape) {
    thud_shape inner = *shape;
    thud_vec2 middle = {0.0f, 0.0f};
    for (int i = 0; i < shape->count; i++) {
        middle = thud_vec2_mul_add(middle, 1.0f / (float)shape->count, shape->vertices[i]);
    }
    for (int i = 0; i < shape->count; i++) {
        inner.vertices[i] = thud_vec2_lerp(middle, shape->vertices[i], 1.0f - THUD_FAST_SHARE);
    }
    inner.radius = (1.0f - THUD_FAST_SHARE) * shape->radius;
    return inner;
}

/* The pose of a body's centre of mass after a fraction of a displacement. */
static thud_pose pose_along(const thud_pose *from, const thud_displacement *displacement, float fraction) {
    thud_pose pose = {thud_vec2_mul_add(from->position, fraction, displacement->translation), from->rotation};
    pose.rotation = thud_rot_normalize(
        thud_rot_mul(from->rotation, thud_rot_from_angle(fraction * displacement->rotation)));
    return pose;
}

/* The manifold of the fast body's shape, its centre of mass at a pose, and an obstacle at another. */
static thud_manifold impact_manifold(const thud_world *world, int32_t body, const thud_shape *shape,
                                     const thud_pose *center, const thud_shape_record *obstacle,
                                     const thud_pose *obstacle_center) {
    thud_manifold manifold = {0};
    thud_shape other = thud_shape_record_geometry(obstacle);
    thud_pose pose = thud_body_origin_pose(&world->bodies, body, center);
    thud_pose other_pose = thud_body_origin_pose(&world->bodies, obstacle->body, obstacle_center);
    float near = world->def.speculative_distance;
    if (obstacle->core_class == THUD_CORE_LINK) {
        manifold = thud_find_link_manifold(&other, &obstacle->ends, other_pose, shape, pose, near);
        manifold.normal = thud_vec2_neg(manifold.normal);
    } else {
        thud_find_manifold(shape, pose, &other, other_pose, near, &manifold);
    }
    return manifold;
}

/*
 * Whether a link of a chain stops the body where it is met: only if the body would then sink in along a normal
 * that the link's neighbours leave it. Otherwise it slides past a vertex, or the neighbour is what it meets.
 */
static bool link_stops(const impact_search *search, const thud_shape *shape, const thud_shape_record *link,
                       float fraction) {
    const thud_world *world = search->world;
    int32_t body = search->way->body;
    const thud_displacement *step = &world->bodies.displacements[body];
    float share = search->way->share + fraction * (1.0f - search->way->share);
    thud_pose center = pose_along(&world->bodies.poses[body], step, fraction);
    thud_pose link_center = obstacle_pose(world, link->body, share);
    thud_sweep link_sweep = obstacle_sweep(world, link->body, share);
    thud_vec2 carried = {(float)link_sweep.translation.x, (float)link_sweep.translation.y};
    thud_manifold manifold = impact_manifold(world, body, shape, &center, link, &link_center);
    float deepest = 0.0f;
    for (int i = 0; i < manifold.count; i++) {
        thud_vec2 arm = thud_vec2_sub(manifold.points[i].point, center.position);
        thud_vec2 link_arm = thud_vec2_sub(manifold.points[i].point, link_center.position);
        thud_vec2 own = thud_vec2_add(step->translation, thud_vec2_cross_scalar(step->rotation, arm));
        thud_vec2 others =
            thud_vec2_add(carried, thud_vec2_cross_scalar((float)link_sweep.turn, link_arm));
        thud_vec2 left = thud_vec2_sub(thud_vec2_scale(own, 1.0f - fraction), others);
        deepest = thud_max(deepest, thud_vec2_dot(left, manifold.normal));
    }
    return deepest > world->def.slop;
}

/* When a part of the shape meets an obstacle. */
static thud_toi_output find_touch(const impact_search *search, const thud_shape *part, const thud_shape *obstacle,
                                  const thud_sweep *sweep) {
    thud_toi_input input = {.shape_a = part,
                            .shape_b = obstacle,
                            .sweep_a = search->sweep,
                            .sweep_b = *sweep,
                            .tolerance = 0.1f * search->world->def.slop};
    return thud_time_of_impact(&input);
}

/*
 * The impact with an obstacle; its fraction is 1 where none stops the body. A shape that touches already is left
 * to the solver, unless that cannot stop it: then its inner part is what is stopped. A link may let go of the
 * end that lies on it, and yet be what the other end swings into: then parts farther in are asked as well.
 */
static impact find_impact_with(const impact_search *search, int32_t other, const thud_shape *obstacle) {
    const thud_shape_record *record = &search->world->shapes.records[other];
    bool is_link = record->core_class == THUD_CORE_LINK;
    impact hit = {search->shape, other, 1.0, 0};
    thud_sweep sweep = obstacle_sweep(search->world, record->body, search->way->share);
    thud_toi_output inner = find_touch(search, &search->core, obstacle, &sweep);
    if (inner.state == THUD_TOI_NONE || (!is_link && inner.state != THUD_TOI_HIT)) {
        return hit;
    }
    thud_shape part = search->full;
    for (hit.depth = 0; hit.depth <= MOST_DEPTH; hit.depth++) {
        thud_toi_output touch = hit.depth == 1 ? inner : find_touch(search, &part, obstacle, &sweep);
        if (touch.state == THUD_TOI_NONE) {
            break;
        }
        if (touch.state == THUD_TOI_HIT &&
            (!is_link || link_stops(search, &part, record, (float)touch.fraction))) {
            hit.fraction = touch.fraction;
            break;
        }
        part = inner_part(&part);
    }
    return hit;
}

static bool test_candidate(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    impact_search *search = context;
    thud_world *world = search->world;
    int32_t other = (int32_t)user;
    const thud_shape_record *record = &world->shapes.records[other];
    if (!may_stop(world, search->way->body, record->body) ||
        !thud_shapes_may_collide(world, search->shape, other) ||
        thud_pre_solve_lets_pass(world, search->way->first_pass, search->shape, other)) {
        return true;
    }
    if (search->full.kind == THUD_SHAPE_NONE) {
        search->full = thud_shape_record_geometry(&world->shapes.records[search->shape]);
        search->core = inner_part(&search->full);
    }
    thud_shape obstacle = thud_shape_record_geometry(record);
    impact hit = find_impact_with(search, other, &obstacle);
    bool earlier = !search->found || hit.fraction < search->first.fraction ||
                   (hit.fraction == search->first.fraction && other < search->first.other);
    if (hit.fraction < 1.0 && earlier) {
        search->first = hit;
        search->found = true;
    }
    return true;
}

/* A box that a body turning any way on its way stays in. */
static thud_aabb way_box(const thud_world *world, int32_t body, thud_vec2 from, thud_vec2 to) {
    thud_aabb box = {thud_vec2_min(from, to), thud_vec2_max(from, to)};
    return thud_aabb_expand(box, world->bodies.gauges[body].reach);
}

/* Where to look for obstacles. The hash has them where they were when the step began, so the box grows by how
 * far they may have come. */
static thud_aabb search_box(const thud_world *world, int32_t body) {
    thud_vec2 from = world->bodies.poses[body].position;
    thud_vec2 to = thud_vec2_add(from, world->bodies.displacements[body].translation);
    float others = world->bullet_count > 0 ? thud_max(world->longest_step, world->longest_kinematic_step)
                                           : world->longest_kinematic_step;
    return thud_aabb_expand(way_box(world, body, from, to), others);
}

static bool find_impact(thud_world *world, const journey *way, impact *first) {
    impact_search search; /* 1 KB of shapes that most searches never make */
    search.world = world;
    search.way = way;
    search.sweep = own_sweep(world, way->body);
    search.found = false;
    thud_aabb box = search_box(world, way->body);
    for (int32_t shape = world->bodies.bodies[way->body].first_shape; shape != THUD_NONE;
         shape = world->shapes.records[shape].next) {
        if (world->shapes.records[shape].def.sensor) {
            continue;
        }
        search.shape = shape;
        search.full.kind = THUD_SHAPE_NONE;
        if (world->bullet_count == 0) {
            thud_hash_query_obstacles(world->hash, box, test_candidate, &search);
        } else {
            thud_hash_query(world->hash, box, test_candidate, &search);
        }
    }
    if (search.found) {
        *first = search.first;
    }
    return search.found;
}

/* ---- what is known of it ---- */

static thud_rigid rigid_of(const thud_world *world, int32_t body) {
    const thud_velocity *velocity = &world->bodies.velocities[body];
    const thud_inverse_mass *inverse_mass = &world->bodies.inverse_masses[body];
    return (thud_rigid){velocity->linear, velocity->angular, inverse_mass->linear, inverse_mass->angular};
}

/* The velocity that gravity gives a body in some time. */
static thud_vec2 gain_in(const thud_world *world, int32_t body, float time) {
    bool falls = world->bodies.states[body] == THUD_STATE_AWAKE;
    return thud_vec2_scale(world->bodies.drives[body].acceleration, falls ? time : 0.0f);
}

/* A body as it is `left` before the end of the step: velocities are those of the end. */
static thud_rigid rigid_before(const thud_world *world, int32_t body, float left) {
    thud_rigid rigid = rigid_of(world, body);
    rigid.velocity = thud_vec2_sub(rigid.velocity, gain_in(world, body, left));
    return rigid;
}

/* The points of a meeting; notes how fast they approach. */
static void read_points(meeting *met, const thud_rigid *a, const thud_rigid *b, thud_contact_point points[2]) {
    const thud_manifold *manifold = &met->contact.manifold;
    for (int i = 0; i < manifold->count; i++) {
        thud_vec2 point = manifold->points[i].point;
        points[i] = (thud_contact_point){manifold->normal, thud_vec2_sub(point, met->center),
                                         thud_vec2_sub(point, met->other_center)};
        met->contact.approach_speed[i] =
            -thud_vec2_dot(thud_relative_velocity(a, b, &points[i]), manifold->normal);
    }
}

/* Finds out how the two shapes of an impact meet. */
static void describe_meeting(const thud_world *world, const journey *way, meeting *met) {
    float fraction = (float)met->hit.fraction;
    const thud_shape_record *own = &world->shapes.records[met->hit.shape];
    const thud_shape_record *other = &world->shapes.records[met->hit.other];
    thud_pose pose =
        pose_along(&world->bodies.poses[way->body], &world->bodies.displacements[way->body], fraction);
    thud_pose other_pose =
        obstacle_pose(world, other->body, way->share + fraction * (1.0f - way->share));
    thud_shape shape = thud_shape_record_geometry(own);
    for (int i = 0; i < met->hit.depth; i++) {
        shape = inner_part(&shape); /* a corner that is in already need not be what approaches */
    }
    met->center = pose.position;
    met->other_center = other_pose.position;
    met->contact = (thud_contact_data){
        .shape_a = thud_shape_id_at(world, met->hit.shape),
        .shape_b = thud_shape_id_at(world, met->hit.other),
        .body_a = thud_body_id_at(world, own->body),
        .body_b = thud_body_id_at(world, other->body),
        .manifold = impact_manifold(world, way->body, &shape, &pose, other, &other_pose)};
    float left = way->left - fraction * way->left;
    thud_rigid a = rigid_before(world, own->body, left);
    thud_rigid b = rigid_before(world, other->body, left);
    thud_contact_point points[2];
    read_points(met, &a, &b, points);
}

/* The first impact that the user does not wave through; what he waves through is not found again. */
static bool find_meeting(thud_world *world, const journey *way, meeting *first) {
    while (find_impact(world, way, &first->hit)) {
        describe_meeting(world, way, first);
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

/* One round of Hecker's impulse over the points, accumulated: l' = max(l - m (v_n + e v_0), 0), friction
 * bounded by mu l. */
static void apply_round(thud_rigid *a, thud_rigid *b, const thud_contact_point *points, int count,
                        const thud_material *material, const float *bounce, thud_impulse *sums) {
    for (int i = 0; i < count; i++) {
        thud_vec2 normal = points[i].normal;
        float speed = thud_vec2_dot(thud_relative_velocity(a, b, &points[i]), normal);
        float push = -thud_effective_mass(a, b, &points[i], normal) * (speed - bounce[i]);
        float sum = thud_max(sums[i].normal + push, 0.0f);
        thud_apply_impulse(a, b, &points[i], (thud_impulse){sum - sums[i].normal, 0.0f});
        sums[i].normal = sum;

        thud_vec2 tangent = thud_vec2_perp(normal);
        float slide =
            thud_vec2_dot(thud_relative_velocity(a, b, &points[i]), tangent) + material->surface_speed;
        float bound = material->friction * sum;
        float grip = thud_clamp(sums[i].tangent - thud_effective_mass(a, b, &points[i], tangent) * slide,
                                -bound, bound);
        thud_apply_impulse(a, b, &points[i], (thud_impulse){0.0f, grip - sums[i].tangent});
        sums[i].tangent = grip;
    }
}

/*
 * What the impact does to velocities; the event that tells of it. The velocities are those of the end of the step, `left` after the
 * impact: what gravity adds until then is taken out and put back, or a ball would bounce off faster than it came.
 */
static void respond_to_impact(thud_world *world, meeting *met, float left) {
    int32_t body_a = world->shapes.records[met->hit.shape].body;
    int32_t body_b = world->shapes.records[met->hit.other].body;
    thud_rigid a = rigid_before(world, body_a, left);
    thud_rigid b = rigid_before(world, body_b, left);
    thud_contact_data *contact = &met->contact;
    thud_contact_point points[2];
    thud_impulse sums[2] = {{0}};
    float bounce[2];
    read_points(met, &a, &b, points);
    for (int i = 0; i < contact->manifold.count; i++) {
        float speed = contact->approach_speed[i];
        bounce[i] = speed > world->def.solver.elasticity_threshold ? met->material.elasticity * speed : 0.0f;
    }
    for (int round = 0; round < IMPACT_ROUNDS; round++) {
        apply_round(&a, &b, points, contact->manifold.count, &met->material, bounce, sums);
    }
    a.velocity = thud_vec2_add(a.velocity, gain_in(world, body_a, left));
    b.velocity = thud_vec2_add(b.velocity, gain_in(world, body_b, left));
    store_rigid(world, body_a, &a);
    store_rigid(world, body_b, &b);
    contact->touching = true;
    contact->normal_impulse[0] = sums[0].normal;
    contact->normal_impulse[1] = sums[1].normal;
    contact->friction_impulse = sums[0].tangent + sums[1].tangent;
    thud_log_impact(world, contact);
}

/* ---- one body ---- */

/* Goes a fraction of the displacement that is left. */
static void go_along(thud_world *world, journey *way, float fraction) {
    const thud_displacement *displacement = &world->bodies.displacements[way->body];
    thud_pose *pose = &world->bodies.poses[way->body];
    *pose = pose_along(pose, displacement, fraction);
    way->share += fraction * (1.0f - way->share);
    way->left -= fraction * way->left;
}

static void note_impact(thud_world *world, const journey *way) {
    int32_t body = way->body;
    int32_t count = world->impact_count;
    world->counters.times_of_impact++;
    if (thud_reserve(&world->hooks, &world->impacts, sizeof *world->impacts, &world->impact_capacity,
                     count + 1)) {
        if (count == 0 || world->impacts[count - 1].body != body) {
            world->bodies.bodies[body].first_impact = count;
        }
        world->impacts[count] = (thud_impact){body, way->share, world->bodies.poses[body]};
        world->impact_count++;
    }
}

/* A body that is yet to be swept has been hit on its way: it comes as far as that, sweeping what is left. */
static void end_journey_at(thud_world *world, int32_t body, const thud_pose *center, float share) {
    if (world->bodies.bodies[body].swept) {
        thud_displacement *displacement = &world->bodies.displacements[body];
        displacement->translation = thud_vec2_scale(displacement->translation, share);
        displacement->rotation *= share;
        world->bodies.poses[body] = *center;
    }
}

/* Brings the body to an impact and gives it the velocity, and so the displacement, for the rest of the step.
 */
static void bounce(thud_world *world, journey *way, meeting *met) {
    thud_body_table *bodies = &world->bodies;
    int32_t body = way->body;
    int32_t other = world->shapes.records[met->hit.other].body;
    go_along(world, way, (float)met->hit.fraction);
    note_impact(world, way);
    thud_wake_island(world, other);

    respond_to_impact(world, met, way->left);
    if (bodies->bodies[other].type == THUD_BODY_DYNAMIC) {
        way->left = 0.0f; /* the other one's step is over: go on together from here in the next */
        thud_pose other_center = obstacle_pose(world, other, way->share);
        end_journey_at(world, other, &other_center, way->share);
    }
    thud_vec2 mean_velocity =
        thud_vec2_mul_add(bodies->velocities[body].linear, -0.5f, gain_in(world, body, way->left));
    bodies->displacements[body].translation = thud_vec2_scale(mean_velocity, way->left);
    bodies->displacements[body].rotation =
        thud_clamp(bodies->velocities[body].angular * way->left, -MOST_TURN, MOST_TURN);
}

static void sweep_body(thud_world *world, int32_t body, float dt) {
    journey way = {.body = body, .left = dt, .share = 0.0f, .first_pass = world->pass_count};
    meeting met;
    thud_pose end = world->bodies.poses[body];
    world->bodies.poses[body] = world->bodies.previous[body];
    thud_displacement *displacement = &world->bodies.displacements[body];
    bool turns_less = thud_abs(displacement->rotation) > MOST_TURN;
    displacement->rotation = thud_clamp(displacement->rotation, -MOST_TURN, MOST_TURN);
    int bounces = 0;
    while (way.left > 0.0f && bounces < MOST_BOUNCES && find_meeting(world, &way, &met)) {
        bounce(world, &way, &met);
        bounces++;
    }
    if (bounces == 0 && !turns_less) {
        world->bodies.poses[body] = end; /* nothing in the way: the solver's own result, to the bit */
    } else if (bounces < MOST_BOUNCES) {
        go_along(world, &way, 1.0f);
    }
}

/* ---- bodies that a fast kinematic one runs into ---- */

typedef struct victim_search {
    thud_world *world;
    int32_t body;
    thud_aabb way; /* a box around the way of the shape that is looked at */
    int32_t *fast;
    int32_t *count;
} victim_search;

/* How far the kinematic body's surface moves against another body in the step, where that body is [m]. */
static float relative_step(const thud_world *world, int32_t kinematic, int32_t body) {
    const thud_body_table *bodies = &world->bodies;
    const thud_displacement *displacement = &bodies->displacements[kinematic];
    thud_vec2 arm = thud_vec2_sub(bodies->previous[body].position, bodies->previous[kinematic].position);
    thud_vec2 carried =
        thud_vec2_add(displacement->translation, thud_vec2_cross_scalar(displacement->rotation, arm));
    thud_vec2 own = thud_vec2_sub(bodies->poses[body].position, bodies->previous[body].position);
    return thud_vec2_distance(carried, own) + thud_abs(displacement->rotation) * bodies->gauges[body].reach;
}

static bool list_victim(thud_proxy_id proxy, uint64_t user, void *context) {
    const victim_search *search = context;
    thud_world *world = search->world;
    int32_t body = world->shapes.records[user].body;
    thud_body *record = &world->bodies.bodies[body];
    if (world->shapes.records[user].def.sensor || record->type != THUD_BODY_DYNAMIC || record->swept ||
        relative_step(world, search->body, body) <= THUD_FAST_SHARE * world->bodies.gauges[body].thickness) {
        return true;
    }
    if (world->bodies.states[body] == THUD_STATE_ASLEEP) {
        if (!thud_aabb_overlaps(thud_hash_fat_box(world->hash, proxy), search->way)) {
            return true; /* it does not come towards the shape, so let it sleep */
        }
        thud_wake_island(world, body);
        world->bodies.displacements[body] = (thud_displacement){0};
    }
    record->swept = true;
    search->fast[(*search->count)++] = body;
    return true;
}

/* A box that a shape of a kinematic body stays in during the step: it swings out of the boxes at both ends by no more than the rise of an arc,
 * r (1 - cos(d / 2)) <= r d^2 / 8. */
static thud_aabb kinematic_box(const thud_world *world, int32_t shape) {
    const thud_body_table *bodies = &world->bodies;
    int32_t body = world->shapes.records[shape].body;
    thud_aabb box = thud_aabb_union(thud_shape_box(world, shape, bodies->previous),
                                    thud_shape_box(world, shape, bodies->poses));
    float turn = bodies->displacements[body].rotation;
    float rise = thud_min(0.125f * turn * turn, 2.0f) * bodies->gauges[body].reach;
    return thud_aabb_expand(box, rise);
}

static float kinematic_step(const thud_world *world, int32_t body) {
    const thud_displacement *displacement = &world->bodies.displacements[body];
    return thud_vec2_length(displacement->translation) +
           thud_abs(displacement->rotation) * world->bodies.gauges[body].reach;
}

/* Adds the bodies that are near the shapes of fast kinematic ones and do not move along with them. */
static void list_victims(thud_world *world, int32_t *fast, int32_t *count) {
    const thud_body_table *bodies = &world->bodies;
    for (int32_t i = 0; i < bodies->moving_count; i++) {
        int32_t body = bodies->moving[i];
        if (bodies->states[body] != THUD_STATE_KINEMATIC_MOVING ||
            kinematic_step(world, body) <= world->def.speculative_distance) {
            continue;
        }
        victim_search search = {.world = world, .body = body, .fast = fast, .count = count};
        for (int32_t shape = bodies->bodies[body].first_shape; shape != THUD_NONE;
             shape = world->shapes.records[shape].next) {
            if (world->shapes.records[shape].def.sensor) {
                continue;
            }
            search.way = kinematic_box(world, shape);
            thud_aabb box = thud_aabb_expand(search.way, world->longest_step);
            thud_hash_query(world->hash, box, list_victim, &search);
        }
    }
}

void thud_sweep_fast_bodies(thud_world *world, int32_t *fast, int32_t count, float dt) {
    for (int32_t i = 0; i < count; i++) {
        world->bodies.bodies[fast[i]].swept = true;
    }
    list_victims(world, fast, &count);
    for (int32_t i = 0; i < count; i++) {
        sweep_body(world, fast[i], dt);
        world->bodies.bodies[fast[i]].swept = false;
    }
}
