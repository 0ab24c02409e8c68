/*
 * engine_box2d.c: Box2D 3 for the bench, by its public functions. Four substeps, as in its own benchmarks.
 */
#include "engine.h"

#include <float.h>

#include <box2d/box2d.h>

#include <stdlib.h>
#include <string.h>

#define SUBSTEPS 4

typedef struct box2d_world {
    b2WorldId id;
} box2d_world;

static b2WorldId id_of_world(void *world) {
    return ((box2d_world *)world)->id;
}

static bench_handle handle_of(b2BodyId id) {
    bench_handle handle = {0};
    memcpy(&handle, &id, sizeof id);
    return handle;
}

static b2BodyId id_of(bench_handle handle) {
    b2BodyId id;
    memcpy(&id, &handle, sizeof id);
    return id;
}

static b2Vec2 vec(thud_vec2 v) {
    return (b2Vec2){v.x, v.y};
}

/* ---- one-way shapes: by the callbacks, as Box2D has none ---- */

static char one_way_mark; /* the user data of a one-way shape */

/* Whether a contact with this normal from a to b holds. */
static bool holds(b2ShapeId a, b2ShapeId b, b2Vec2 normal) {
    float up = b2Shape_GetUserData(a) == &one_way_mark ? normal.y : -normal.y;
    b2ShapeId visitor = b2Shape_GetUserData(a) == &one_way_mark ? b : a;
    return up > 0.7f && b2Body_GetLinearVelocity(b2Shape_GetBody(visitor)).y < 1.0f;
}

static void pre_solve(b2ShapeId a, b2ShapeId b, b2Manifold *manifold, void *context) {
    (void)context;
    float deepest = 0.0f;
    for (int i = 0; i < manifold->pointCount; i++) {
        deepest = b2MinFloat(deepest, manifold->points[i].separation);
    }
    if (!holds(a, b, manifold->normal) || deepest < -0.1f) {
        manifold->pointCount = 0;
    }
}

static bool pre_continuous(b2ShapeId a, b2ShapeId b, b2Pos point, b2Vec2 normal, void *context) {
    (void)point;
    (void)context;
    return holds(a, b, normal);
}

/* ---- worlds, bodies, shapes ---- */

static void *create(const bench_world_def *bench) {
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = vec(bench->gravity);
    def.enableSleep = bench->sleeping;
    def.workerCount = bench->threads;
    box2d_world *world = malloc(sizeof *world);
    if (world != NULL) {
        world->id = b2CreateWorld(&def);
        b2World_SetPreSolveCallback(world->id, pre_solve, pre_continuous, NULL);
    }
    return world;
}

static void destroy(void *world) {
    b2DestroyWorld(id_of_world(world));
    free(world);
}

static b2BodyType type_of(thud_body_type type) {
    switch (type) {
    case THUD_BODY_DYNAMIC:
        return b2_dynamicBody;
    case THUD_BODY_KINEMATIC:
        return b2_kinematicBody;
    default:
        return b2_staticBody;
    }
}

static bench_handle add_body(void *world, const bench_body *body) {
    b2BodyDef def = b2DefaultBodyDef();
    def.type = type_of(body->type);
    def.position = (b2Pos){body->position.x, body->position.y};
    def.rotation = b2MakeRot(body->angle);
    def.linearVelocity = vec(body->velocity);
    def.angularVelocity = body->angular_velocity;
    def.linearDamping = body->linear_damping;
    if (body->sleep_speed >= 0.0f) {
        def.sleepThreshold = body->sleep_speed;
    }
    def.enableSleep = !body->stays_awake;
    def.isAwake = !body->asleep;
    def.isBullet = body->bullet;
    def.motionLocks.angularZ = body->rotation_locked;
    return handle_of(b2CreateBody(id_of_world(world), &def));
}

static void remove_body(void *world, bench_handle body) {
    (void)world;
    b2DestroyBody(id_of(body));
}

static b2ShapeDef shape_def(const bench_surface *surface) {
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = surface->density;
    def.material.friction = surface->friction;
    def.material.restitution = surface->elasticity;
    def.filter.categoryBits = surface->category;
    def.filter.maskBits = surface->mask;
    def.filter.groupIndex = -surface->group;
    def.enableContactEvents = surface->events;
    def.enableSensorEvents = surface->events || surface->sensor;
    def.isSensor = surface->sensor;
    def.enablePreSolveEvents = surface->one_way;
    def.userData = surface->one_way ? &one_way_mark : NULL;
    def.enableHitEvents = surface->hit_events;
    return def;
}

static void add_box(void *world, bench_handle body, const bench_surface *surface, thud_vec2 half_extents,
                    thud_vec2 center) {
    (void)world;
    b2ShapeDef def = shape_def(surface);
    b2Polygon box = b2MakeOffsetBox(half_extents.x, half_extents.y, vec(center), b2Rot_identity);
    b2CreatePolygonShape(id_of(body), &def, &box);
}

static void add_shape(void *world, bench_handle body, const bench_surface *surface, const thud_shape *shape) {
    (void)world;
    b2ShapeDef def = shape_def(surface);
    b2Vec2 points[THUD_MAX_VERTICES];
    for (int i = 0; i < shape->count; i++) {
        points[i] = vec(shape->vertices[i]);
    }
    b2BodyId owner = id_of(body);
    switch (shape->kind) {
    case THUD_SHAPE_CIRCLE: {
        b2Circle circle = {points[0], shape->radius};
        b2CreateCircleShape(owner, &def, &circle);
        break;
    }
    case THUD_SHAPE_CAPSULE: {
        b2Capsule capsule = {points[0], points[1], shape->radius};
        b2CreateCapsuleShape(owner, &def, &capsule);
        break;
    }
    case THUD_SHAPE_SEGMENT: {
        b2Segment segment = {points[0], points[1]};
        b2CreateSegmentShape(owner, &def, &segment);
        break;
    }
    default: {
        b2Hull hull = b2ComputeHull(points, shape->count);
        b2Polygon polygon = b2MakePolygon(&hull, shape->radius);
        b2CreatePolygonShape(owner, &def, &polygon);
        break;
    }
    }
}

static void set_tile(void *world, bench_handle body, const bench_surface *surface, thud_vec2 middle,
                     bool solid, bench_handle *tile) {
    (void)world;
    b2ShapeId id;
    if (solid) {
        b2ShapeDef def = shape_def(surface);
        b2Polygon box = b2MakeOffsetBox(0.5f, 0.5f, vec(middle), b2Rot_identity);
        id = b2CreatePolygonShape(id_of(body), &def, &box);
        memcpy(tile, &id, sizeof id);
    } else {
        memcpy(&id, tile, sizeof id);
        b2DestroyShape(id, false);
    }
}

static void add_loop(void *world, bench_handle body, const bench_surface *surface, const thud_vec2 *points,
                     int count) {
    (void)world;
    b2Vec2 *copy = malloc((size_t)count * sizeof *copy);
    if (copy == NULL) {
        abort();
    }
    for (int i = 0; i < count; i++) {
        copy[i] = vec(points[i]);
    }
    b2SurfaceMaterial material = b2DefaultSurfaceMaterial();
    material.friction = surface->friction;
    b2ChainDef def = b2DefaultChainDef();
    def.points = copy;
    def.count = count;
    def.isLoop = true;
    def.materials = &material;
    def.materialCount = 1;
    b2CreateChain(id_of(body), &def);
    free(copy);
}

static void add_hinge(void *world, bench_handle a, bench_handle b, const bench_hinge *hinge) {
    b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
    def.base.bodyIdA = id_of(a);
    def.base.bodyIdB = id_of(b);
    def.base.localFrameA.p = vec(hinge->anchor_a);
    def.base.localFrameA.q = b2MakeRot(hinge->reference_angle);
    def.base.localFrameB.p = vec(hinge->anchor_b);
    def.enableLimit = hinge->limited;
    def.lowerAngle = hinge->lower;
    def.upperAngle = hinge->upper;
    def.enableMotor = hinge->driven;
    def.motorSpeed = hinge->motor_speed;
    def.maxMotorTorque = hinge->motor_torque;
    def.enableSpring = hinge->spring_hertz > 0.0f;
    def.hertz = hinge->spring_hertz;
    def.dampingRatio = hinge->spring_damping_ratio;
    b2CreateRevoluteJoint(id_of_world(world), &def);
}

static void set_target(void *world, bench_handle body, thud_vec2 position) {
    (void)world;
    b2WorldTransform target = {{position.x, position.y}, b2Rot_identity};
    b2Body_SetTargetTransform(id_of(body), target, BENCH_DT, true);
}

static thud_vec2 velocity(void *world, bench_handle body) {
    (void)world;
    b2Vec2 v = b2Body_GetLinearVelocity(id_of(body));
    return (thud_vec2){v.x, v.y};
}

static void set_velocity(void *world, bench_handle body, thud_vec2 velocity) {
    (void)world;
    b2Body_SetLinearVelocity(id_of(body), vec(velocity));
}

static void change(void *world, bench_handle body, float push) {
    (void)world;
    b2BodyId id = id_of(body);
    b2ShapeId shape;
    b2Body_GetShapes(id, &shape, 1);
    b2SurfaceMaterial material = b2Shape_GetSurfaceMaterial(shape);
    material.friction = push > 0.0f ? 0.5f : 0.6f;
    b2Pos at = b2Body_GetPosition(id);
    b2Body_ApplyForce(id, (b2Vec2){push, 0.0f}, at, true);
    b2Body_ApplyLinearImpulseToCenter(id, (b2Vec2){push, 0.0f}, true);
    b2Body_SetTransform(id, (b2Pos){at.x + 0.001f * push, at.y}, b2MakeRot(0.0f));
    b2Shape_SetSurfaceMaterial(shape, &material);
}

enum { MOST_TOUCHES = 16 };

static int touches(void *world, bench_handle body, float *up) {
    (void)world;
    b2ContactData contacts[MOST_TOUCHES];
    b2BodyId id = id_of(body);
    int count = b2Body_GetContactData(id, contacts, MOST_TOUCHES);
    *up = -1.0f;
    for (int i = 0; i < count; i++) {
        b2BodyId a = b2Shape_GetBody(contacts[i].shapeIdA);
        float y = contacts[i].manifold.normal.y;
        *up = b2MaxFloat(*up, B2_ID_EQUALS(a, id) ? -y : y);
    }
    return count;
}

static int read_events(void *world) {
    b2ContactEvents contacts = b2World_GetContactEvents(id_of_world(world));
    b2SensorEvents sensors = b2World_GetSensorEvents(id_of_world(world));
    b2BodyEvents moves = b2World_GetBodyEvents(id_of_world(world));
    int asleep = 0;
    for (int i = 0; i < moves.moveCount; i++) {
        asleep += moves.moveEvents[i].fellAsleep;
    }
    return contacts.beginCount + contacts.endCount + contacts.hitCount + sensors.beginCount + sensors.endCount +
           moves.moveCount + asleep;
}

static int entered_sensors(void *world, bench_handle *bodies, int capacity) {
    b2SensorEvents events = b2World_GetSensorEvents(id_of_world(world));
    int count = 0;
    for (; count < events.beginCount && count < capacity; count++) {
        bodies[count] = handle_of(b2Shape_GetBody(events.beginEvents[count].sensorShapeId));
    }
    return count;
}

static void explode(void *world, const bench_explosion *explosion) {
    b2ExplosionDef def = b2DefaultExplosionDef();
    def.position = (b2Pos){explosion->center.x, explosion->center.y};
    def.radius = explosion->radius;
    def.falloff = explosion->falloff;
    def.impulsePerLength = explosion->impulse_per_length;
    b2World_Explode(id_of_world(world), &def);
}

static void step(void *world) {
    b2World_Step(id_of_world(world), BENCH_DT, SUBSTEPS);
}

/* ---- queries ---- */

static float cast_ray(void *world, thud_vec2 origin, thud_vec2 translation) {
    b2RayResult result = b2World_CastRayClosest(id_of_world(world), (b2Pos){origin.x, origin.y},
                                                vec(translation), b2DefaultQueryFilter());
    return result.hit ? result.fraction : 1.0f;
}

static float keep_nearest(b2ShapeId shape, b2Pos point, b2Vec2 normal, float fraction, void *nearest) {
    (void)shape;
    (void)point;
    (void)normal;
    *(float *)nearest = fraction;
    return fraction;
}

static float cast_proxy(void *world, const b2ShapeProxy *proxy, thud_vec2 origin, thud_vec2 translation) {
    float nearest = 1.0f;
    b2World_CastShape(id_of_world(world), (b2Pos){origin.x, origin.y}, proxy, vec(translation),
                      b2DefaultQueryFilter(), keep_nearest, &nearest);
    return nearest;
}

static b2ShapeProxy proxy_of(const thud_shape *shape) {
    b2Vec2 points[B2_MAX_POLYGON_VERTICES];
    int count = shape->count < B2_MAX_POLYGON_VERTICES ? shape->count : B2_MAX_POLYGON_VERTICES;
    for (int i = 0; i < count; i++) {
        points[i] = vec(shape->vertices[i]);
    }
    return b2MakeProxy(points, count, shape->radius);
}

static float cast_shape(void *world, const thud_shape *shape, thud_vec2 origin, thud_vec2 translation) {
    b2ShapeProxy proxy = proxy_of(shape);
    return cast_proxy(world, &proxy, origin, translation);
}

static float cast_circle(void *world, float radius, thud_vec2 origin, thud_vec2 translation) {
    b2Vec2 center = {0.0f, 0.0f};
    b2ShapeProxy proxy = b2MakeProxy(&center, 1, radius);
    return cast_proxy(world, &proxy, origin, translation);
}

static bool count_shape(b2ShapeId shape, void *count) {
    (void)shape;
    ++*(int *)count;
    return true;
}

static int count_in_box(void *world, thud_aabb box) {
    int count = 0;
    b2AABB aabb = {vec(box.min), vec(box.max)};
    b2World_OverlapAABB(id_of_world(world), b2Pos_zero, aabb, b2DefaultQueryFilter(), count_shape, &count);
    return count;
}

static int count_overlaps(void *world, const thud_shape *shape, thud_pose pose) {
    int count = 0;
    b2ShapeProxy upright = proxy_of(shape);
    b2ShapeProxy proxy = b2MakeOffsetProxy(upright.points, upright.count, upright.radius, vec(pose.position),
                                           (b2Rot){pose.rotation.c, pose.rotation.s});
    b2World_OverlapShape(id_of_world(world), b2Pos_zero, &proxy, b2DefaultQueryFilter(), count_shape, &count);
    return count;
}

/* ---- characters: the geometric mover, used as its documentation says ---- */

enum { MOST_PLANES = 8, MOVE_ROUNDS = 5 };

typedef struct plane_list {
    b2CollisionPlane planes[MOST_PLANES];
    int count;
} plane_list;

static bool add_plane(b2ShapeId shape, const b2PlaneResult *result, void *context) {
    (void)shape;
    plane_list *list = context;
    if (result->hit && list->count < MOST_PLANES) {
        list->planes[list->count++] = (b2CollisionPlane){result->plane, FLT_MAX, 0.0f, true};
    }
    return true;
}

static void move(void *world, bench_mover *mover) {
    const b2Capsule capsule = {{0.0f, -0.4f}, {0.0f, 0.4f}, 0.3f};
    const float least = 0.01f; /* [m] that a round must move it for another */
    thud_vec2 target = thud_vec2_mul_add(mover->position, BENCH_DT, mover->velocity);
    plane_list list;
    for (int round = 0; round < MOVE_ROUNDS; round++) {
        list.count = 0;
        b2Pos origin = {mover->position.x, mover->position.y};
        b2World_CollideMover(id_of_world(world), origin, &capsule, b2DefaultQueryFilter(), add_plane, &list);
        b2Vec2 wanted = vec(thud_vec2_sub(target, mover->position));
        b2PlaneSolverResult solved = b2SolvePlanes(wanted, list.planes, list.count);
        float fraction = b2World_CastMover(id_of_world(world), origin, &capsule, solved.delta, b2DefaultQueryFilter());
        thud_vec2 moved = {fraction * solved.delta.x, fraction * solved.delta.y};
        mover->position = thud_vec2_add(mover->position, moved);
        if (thud_vec2_length_squared(moved) < least * least) {
            break;
        }
    }
    b2Vec2 clipped = b2ClipVector(vec(mover->velocity), list.planes, list.count);
    mover->velocity = (thud_vec2){clipped.x, clipped.y};
    mover->on_floor = false;
    for (int i = 0; i < list.count; i++) {
        mover->on_floor = mover->on_floor || list.planes[i].plane.normal.y > 0.7f;
    }
}

/* ---- reports ---- */

static thud_pose pose(void *world, bench_handle body) {
    (void)world;
    b2WorldTransform transform = b2Body_GetTransform(id_of(body));
    thud_pose result = {{(float)transform.p.x, (float)transform.p.y}, {transform.q.c, transform.q.s}};
    return result;
}

static int stages(void *world, bench_stage *out) {
    b2Profile profile = b2World_GetProfile(id_of_world(world));
    out[0] = (bench_stage){"pairs", (double)profile.pairs};
    out[1] = (bench_stage){"collide", (double)profile.collide};
    out[2] = (bench_stage){"solve", (double)profile.solve}; /* holds the next three */
    out[3] = (bench_stage){"constraints", (double)profile.constraints};
    out[4] = (bench_stage){"transforms", (double)profile.transforms};
    out[5] = (bench_stage){"refit", (double)profile.refit};
    return 6;
}

static int contacts(void *world) {
    return b2World_GetCounters(id_of_world(world)).contactCount;
}

const bench_engine bench_box2d = {
    .name = "box2d",
    .note = "Box2D 3; 4 substeps",
    .abilities = BENCH_HINGES | BENCH_BULLETS | BENCH_EXPLOSIONS | BENCH_SHAPE_CASTS | BENCH_MOVERS |
                 BENCH_GAME_CALLS | BENCH_TILE_EDITS,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .remove_body = remove_body,
    .add_shape = add_shape,
    .add_box = add_box,
    .set_tile = set_tile,
    .add_loop = add_loop,
    .add_hinge = add_hinge,
    .set_target = set_target,
    .velocity = velocity,
    .set_velocity = set_velocity,
    .change = change,
    .touches = touches,
    .read_events = read_events,
    .entered_sensors = entered_sensors,
    .explode = explode,
    .step = step,
    .cast_ray = cast_ray,
    .cast_circle = cast_circle,
    .cast_shape = cast_shape,
    .move = move,
    .count_in_box = count_in_box,
    .count_overlaps = count_overlaps,
    .pose = pose,
    .stages = stages,
    .contacts = contacts,
};
