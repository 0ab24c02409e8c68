/*
 * engine_chipmunk.c: Chipmunk 7 for the bench. One step of 10 iterations, as its author's defaults are, but with
 * its slop, made for pixels, set to ours.
 *
 * It has no continuous collision, no explosions, no casts of shapes but circles, no damping or sleep speed of a single
 * body, and mixes friction and elasticity by multiplying: it is given the roots. A hinge takes up to four of its
 * constraints.
 */
#include "engine.h"

#include <chipmunk/chipmunk.h>
#include <chipmunk/cpHastySpace.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLOP 0.005       /* [m] */
#define SLEEP_SPEED 0.05 /* [m/s] */
#define SLEEP_TIME 0.5   /* [s] */

typedef struct chipmunk_world {
    cpSpace *space;
    bool threaded;
    /* Bodies to put to sleep before the first step, when they have their shapes. */
    cpBody **sleepers;
    int sleeper_count, sleeper_capacity;
} chipmunk_world;

/* What is taken off a body while its lists may not change. */
typedef struct attachments {
    void *items[512];
    int count;
} attachments;

static bench_handle handle_of(cpBody *body) {
    bench_handle handle = {(uint64_t)(uintptr_t)body};
    return handle;
}

static cpBody *body_of(bench_handle handle) {
    return (cpBody *)(uintptr_t)handle.bits;
}

static cpVect vec(thud_vec2 v) {
    return cpv((cpFloat)v.x, (cpFloat)v.y);
}

static void *create(const bench_world_def *bench) {
    chipmunk_world *world = calloc(1, sizeof *world);
    if (world == NULL) {
        return NULL;
    }
    world->threaded = bench->threads > 1;
    if (world->threaded) {
        world->space = cpHastySpaceNew();
        cpHastySpaceSetThreads(world->space, (unsigned long)bench->threads);
    } else {
        world->space = cpSpaceNew();
    }
    cpSpaceSetGravity(world->space, vec(bench->gravity));
    cpSpaceSetCollisionSlop(world->space, SLOP);
    if (bench->sleeping) {
        cpSpaceSetSleepTimeThreshold(world->space, SLEEP_TIME);
        cpSpaceSetIdleSpeedThreshold(world->space, SLEEP_SPEED);
    }
    return world;
}

static void collect_body(cpBody *body, void *list) {
    chipmunk_world *world = list;
    if (world->sleeper_count == world->sleeper_capacity) {
        world->sleeper_capacity = world->sleeper_capacity * 2 + 64;
        world->sleepers = realloc(world->sleepers, (size_t)world->sleeper_capacity * sizeof *world->sleepers);
        if (world->sleepers == NULL) {
            abort();
        }
    }
    world->sleepers[world->sleeper_count++] = body;
}

static void remove_body(void *world, bench_handle handle);

static void destroy(void *opaque) {
    chipmunk_world *world = opaque;
    world->sleeper_count = 0;
    cpSpaceEachBody(world->space, collect_body, world);
    for (int i = 0; i < world->sleeper_count; i++) {
        remove_body(world, handle_of(world->sleepers[i]));
    }
    if (world->threaded) {
        cpHastySpaceFree(world->space);
    } else {
        cpSpaceFree(world->space);
    }
    free(world->sleepers);
    free(world);
}

static bench_handle add_body(void *opaque, const bench_body *bench) {
    chipmunk_world *world = opaque;
    cpBody *body;
    switch (bench->type) {
    case THUD_BODY_DYNAMIC:
        body = cpBodyNew(0.0, 0.0); /* mass comes from the shapes */
        break;
    case THUD_BODY_KINEMATIC:
        body = cpBodyNewKinematic();
        break;
    default:
        body = cpBodyNewStatic();
        break;
    }
    cpBodySetPosition(body, vec(bench->position));
    cpBodySetAngle(body, (cpFloat)bench->angle);
    if (bench->type != THUD_BODY_STATIC) {
        cpBodySetVelocity(body, vec(bench->velocity));
        cpBodySetAngularVelocity(body, (cpFloat)bench->angular_velocity);
    }
    cpBodySetUserData(body, bench->rotation_locked ? world : NULL);
    cpSpaceAddBody(world->space, body);
    if (bench->asleep) {
        collect_body(body, world);
    }
    return handle_of(body);
}

static void collect_shape(cpBody *body, cpShape *shape, void *list) {
    attachments *found = list;
    (void)body;
    if (found->count < (int)(sizeof found->items / sizeof found->items[0])) {
        found->items[found->count++] = shape;
    }
}

static void collect_constraint(cpBody *body, cpConstraint *constraint, void *list) {
    attachments *found = list;
    (void)body;
    if (found->count < (int)(sizeof found->items / sizeof found->items[0])) {
        found->items[found->count++] = constraint;
    }
}

static void remove_body(void *opaque, bench_handle handle) {
    chipmunk_world *world = opaque;
    cpBody *body = body_of(handle);
    attachments found;
    do {
        found.count = 0;
        cpBodyEachConstraint(body, collect_constraint, &found);
        for (int i = 0; i < found.count; i++) {
            cpSpaceRemoveConstraint(world->space, found.items[i]);
            cpConstraintFree(found.items[i]);
        }
    } while (found.count > 0);
    do {
        found.count = 0;
        cpBodyEachShape(body, collect_shape, &found);
        for (int i = 0; i < found.count; i++) {
            cpSpaceRemoveShape(world->space, found.items[i]);
            cpShapeFree(found.items[i]);
        }
    } while (found.count > 0);
    cpSpaceRemoveBody(world->space, body);
    cpBodyFree(body);
}

static cpShape *make_shape(cpBody *body, const thud_shape *shape) {
    cpVect points[THUD_MAX_VERTICES];
    for (int i = 0; i < shape->count; i++) {
        points[i] = vec(shape->vertices[i]);
    }
    switch (shape->kind) {
    case THUD_SHAPE_CIRCLE:
        return cpCircleShapeNew(body, (cpFloat)shape->radius, points[0]);
    case THUD_SHAPE_CAPSULE:
    case THUD_SHAPE_SEGMENT:
        return cpSegmentShapeNew(body, points[0], points[1], (cpFloat)shape->radius);
    default:
        return cpPolyShapeNewRaw(body, shape->count, points, (cpFloat)shape->radius);
    }
}

static void attach(chipmunk_world *world, cpBody *body, const bench_surface *surface, cpShape *made) {
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC) {
        cpShapeSetDensity(made, (cpFloat)surface->density);
    }
    cpShapeSetFriction(made, sqrt((double)surface->friction));
    cpShapeSetElasticity(made, sqrt((double)surface->elasticity));
    cpShapeSetFilter(made, cpShapeFilterNew((cpGroup)surface->group, surface->category, surface->mask));
    cpSpaceAddShape(world->space, made);
    if (cpBodyGetUserData(body) != NULL) { /* its rotation is locked */
        cpBodySetMoment(body, INFINITY);
    }
}

static void add_shape(void *world, bench_handle body, const bench_surface *surface, const thud_shape *shape) {
    attach(world, body_of(body), surface, make_shape(body_of(body), shape));
}

static void add_box(void *world, bench_handle body, const bench_surface *surface, thud_vec2 half_extents,
                    thud_vec2 center) {
    cpBB bb = cpBBNewForExtents(vec(center), (cpFloat)half_extents.x, (cpFloat)half_extents.y);
    cpShape *box = cpBoxShapeNew2(body_of(body), bb, 0.0);
    attach(world, body_of(body), surface, box);
}

static void add_loop(void *world, bench_handle body, const bench_surface *surface, const thud_vec2 *points,
                     int count) {
    for (int i = 0; i < count; i++) {
        thud_shape segment;
        if (thud_segment(points[i], points[(i + 1) % count], &segment) == THUD_OK) {
            add_shape(world, body, surface, &segment);
        }
    }
}

static void add_constraint(cpSpace *space, cpConstraint *constraint) {
    cpConstraintSetCollideBodies(constraint, cpFalse);
    cpSpaceAddConstraint(space, constraint);
}

/* The inertia that a spring between two bodies turns: 1 / (1/I_a + 1/I_b). */
static cpFloat spring_inertia(cpBody *a, cpBody *b) {
    cpFloat inverse = 0.0;
    inverse += cpBodyGetType(a) == CP_BODY_TYPE_DYNAMIC ? 1.0 / cpBodyGetMoment(a) : 0.0;
    inverse += cpBodyGetType(b) == CP_BODY_TYPE_DYNAMIC ? 1.0 / cpBodyGetMoment(b) : 0.0;
    return inverse > 0.0 ? 1.0 / inverse : 0.0;
}

static void add_hinge(void *opaque, bench_handle handle_a, bench_handle handle_b, const bench_hinge *hinge) {
    cpSpace *space = ((chipmunk_world *)opaque)->space;
    cpBody *a = body_of(handle_a), *b = body_of(handle_b);
    cpFloat zero = (cpFloat)hinge->reference_angle;
    add_constraint(space, cpPivotJointNew2(a, b, vec(hinge->anchor_a), vec(hinge->anchor_b)));
    if (hinge->limited) {
        add_constraint(
            space, cpRotaryLimitJointNew(a, b, zero + (cpFloat)hinge->lower, zero + (cpFloat)hinge->upper));
    }
    if (hinge->spring_hertz > 0.0f) {
        cpFloat omega = 2.0 * CP_PI * (cpFloat)hinge->spring_hertz;
        cpFloat inertia = spring_inertia(a, b);
        cpFloat damping = 2.0 * inertia * (cpFloat)hinge->spring_damping_ratio * omega;
        /* Its rest angle is that of a minus b. */
        add_constraint(space, cpDampedRotarySpringNew(a, b, -zero, inertia * omega * omega, damping));
    }
    if (hinge->driven) {
        /* Its rate is that of a relative to b. */
        cpConstraint *motor = cpSimpleMotorNew(a, b, -(cpFloat)hinge->motor_speed);
        cpConstraintSetMaxForce(motor, (cpFloat)hinge->motor_torque);
        add_constraint(space, motor);
    }
}

static void set_target(void *world, bench_handle handle, thud_vec2 position) {
    (void)world;
    cpBody *body = body_of(handle);
    cpVect translation = cpvsub(vec(position), cpBodyGetPosition(body));
    cpBodySetVelocity(body, cpvmult(translation, 1.0 / (cpFloat)BENCH_DT));
}

static thud_vec2 velocity(void *world, bench_handle body) {
    (void)world;
    cpVect v = cpBodyGetVelocity(body_of(body));
    return (thud_vec2){(float)v.x, (float)v.y};
}

static void set_velocity(void *world, bench_handle body, thud_vec2 velocity) {
    (void)world;
    cpBodySetVelocity(body_of(body), vec(velocity));
}

static void step(void *opaque) {
    chipmunk_world *world = opaque;
    for (int i = 0; i < world->sleeper_count; i++) {
        cpBodySleep(world->sleepers[i]);
    }
    world->sleeper_count = 0;
    if (world->threaded) {
        cpHastySpaceStep(world->space, (cpFloat)BENCH_DT);
    } else {
        cpSpaceStep(world->space, (cpFloat)BENCH_DT);
    }
}

/* ---- queries ---- */

static cpSpace *space_of(void *world) {
    return ((chipmunk_world *)world)->space;
}

static float cast_circle(void *world, float radius, thud_vec2 origin, thud_vec2 translation) {
    cpSegmentQueryInfo info;
    cpVect start = vec(origin), end = cpvadd(start, vec(translation));
    const cpShape *hit =
        cpSpaceSegmentQueryFirst(space_of(world), start, end, (cpFloat)radius, CP_SHAPE_FILTER_ALL, &info);
    return hit != NULL ? (float)info.alpha : 1.0f;
}

static float cast_ray(void *world, thud_vec2 origin, thud_vec2 translation) {
    return cast_circle(world, 0.0f, origin, translation);
}

static void count_shape(cpShape *shape, void *count) {
    (void)shape;
    ++*(int *)count;
}

static int count_in_box(void *world, thud_aabb box) {
    int count = 0;
    cpBB bb = cpBBNew((cpFloat)box.min.x, (cpFloat)box.min.y, (cpFloat)box.max.x, (cpFloat)box.max.y);
    cpSpaceBBQuery(space_of(world), bb, CP_SHAPE_FILTER_ALL, count_shape, &count);
    return count;
}

static void count_touching(cpShape *shape, cpContactPointSet *points, void *count) {
    (void)points;
    count_shape(shape, count);
}

static int count_overlaps(void *world, const thud_shape *shape, thud_pose pose) {
    int count = 0;
    cpBody *body = cpBodyNewKinematic(); /* places the shape; is in no space */
    cpBodySetPosition(body, vec(pose.position));
    cpBodySetAngle(body, atan2((cpFloat)pose.rotation.s, (cpFloat)pose.rotation.c));
    cpShape *asked = make_shape(body, shape);
    cpSpaceShapeQuery(space_of(world), asked, count_touching, &count);
    cpShapeFree(asked);
    cpBodyFree(body);
    return count;
}

/* ---- reports ---- */

static thud_pose pose(void *world, bench_handle handle) {
    (void)world;
    cpVect position = cpBodyGetPosition(body_of(handle));
    cpVect rotation = cpBodyGetRotation(body_of(handle));
    thud_pose result = {{(float)position.x, (float)position.y}, {(float)rotation.x, (float)rotation.y}};
    return result;
}

static int stages(void *world, bench_stage *out) {
    (void)world;
    (void)out;
    return 0;
}

static int contacts(void *world) {
    (void)world;
    return -1;
}

const bench_engine bench_chipmunk = {
    .name = "chipmunk",
    .note = "Chipmunk 7; 1 step of 10 iterations, no continuous collision",
    .abilities = BENCH_HINGES,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .remove_body = remove_body,
    .add_shape = add_shape,
    .add_box = add_box,
    .add_loop = add_loop,
    .add_hinge = add_hinge,
    .set_target = set_target,
    .velocity = velocity,
    .set_velocity = set_velocity,
    .step = step,
    .cast_ray = cast_ray,
    .cast_circle = cast_circle,
    .count_in_box = count_in_box,
    .count_overlaps = count_overlaps,
    .pose = pose,
    .stages = stages,
    .contacts = contacts,
};
