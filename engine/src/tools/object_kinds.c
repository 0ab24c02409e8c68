#include "tools/object_kinds.h"

/* Defines the function read_KIND of a kind of body, shape or joint. */
#define READ(kind, object, definition)                                                                       \
    static bool read_##kind(const thud_world *world, thud_object_id id, thud_object_def *def) {              \
        thud_##object##_id key = {id.slot, id.generation};                                                   \
        bool is_there = thud_##object##_is_valid(world, key);                                                \
        if (is_there) {                                                                                      \
            def->kind = definition(world, key);                                                              \
        }                                                                                                    \
        return is_there;                                                                                     \
    }

/* ---- worlds, bodies, shapes ---- */

static bool read_world(const thud_world *world, thud_object_id id, thud_object_def *def) {
    (void)id;
    def->world = thud_world_definition(world);
    return true;
}

static bool configure_world(thud_world *world, thud_object_id id, const thud_object_def *def) {
    (void)id;
    return thud_world_configure(world, &def->world);
}

READ(body, body, thud_body_definition)

static bool moves(const thud_body_def *before, const thud_body_def *def) {
    return before->position.x != def->position.x || before->position.y != def->position.y ||
           before->angle != def->angle;
}

static bool is_thrown(const thud_body_def *before, const thud_body_def *def) {
    return before->velocity.x != def->velocity.x || before->velocity.y != def->velocity.y ||
           before->angular_velocity != def->angular_velocity;
}

/* Sets the velocity first: a body may refuse it although all numbers are in range. */
static bool configure_body(thud_world *world, thud_object_id id, const thud_object_def *to) {
    thud_body_id body = {id.slot, id.generation};
    thud_object_def now = {0};
    (void)read_body(world, id, &now);
    const thud_body_def *old = &now.body, *def = &to->body;
    if (is_thrown(old, def) && !thud_body_set_velocity(world, body, def->velocity, def->angular_velocity)) {
        return false;
    }
    if (moves(old, def) && !thud_body_teleport(world, body, def->position, def->angle)) {
        return false;
    }
    if (!thud_body_configure(world, body, def)) {
        return false;
    }
    if (old->awake != def->awake) {
        return def->awake ? thud_body_wake(world, body) : thud_body_sleep(world, body);
    }
    return true;
}

READ(shape, shape, thud_shape_definition)

static bool configure_shape(thud_world *world, thud_object_id id, const thud_object_def *def) {
    return thud_shape_configure(world, (thud_shape_id){id.slot, id.generation}, &def->shape);
}

/* ---- tiles ---- */

static bool read_tiles(const thud_world *world, thud_object_id id, thud_object_def *def) {
    thud_tile_grid_id grid = {id.slot, id.generation};
    thud_tile_set set = {NULL, 0};
    if (thud_tile_grid_is_valid(world, grid)) {
        set = thud_tile_grid_definition(world, grid).tiles;
    }
    int first = 0;
    while (first < set.count && set.tiles[first].kind == THUD_TILE_EMPTY) {
        first++;
    }
    if (first < set.count) {
        def->tile = set.tiles[first];
    }
    return first < set.count;
}

/* ---- joints ---- */

#define JOINT_FUNCTIONS(kind, KIND)                                                                          \
    READ(kind, joint, thud_##kind##_joint_definition)                                                        \
    static bool configure_##kind(thud_world *world, thud_object_id id, const thud_object_def *def) {         \
        return thud_##kind##_joint_configure(world, (thud_joint_id){id.slot, id.generation}, &def->kind);    \
    }
THUD_EACH_JOINT_KIND(JOINT_FUNCTIONS)

const thud_object_kind thud_object_kinds[THUD_OBJECT_KIND_COUNT] = {
    [THUD_WORLDS] = {"world", THUD_TUNABLES_WORLD, read_world, configure_world},
    [THUD_BODIES] = {"body", THUD_TUNABLES_BODY, read_body, configure_body},
    [THUD_SHAPES] = {"shape", THUD_TUNABLES_SHAPE, read_shape, configure_shape},
    [THUD_TILES] = {"tile", THUD_TUNABLES_TILE, read_tiles, NULL},
#define JOINT_ROW(kind, KIND)                                                                                \
    [THUD_JOINTS + THUD_JOINT_##                                                                             \
        KIND] = {"joint." #kind, THUD_TUNABLES_##KIND##_JOINT, read_##kind, configure_##kind},
    THUD_EACH_JOINT_KIND(JOINT_ROW)};

/* ---- the next object ---- */

static thud_object_id next_body(const thud_world *world, thud_object_id after) {
    thud_body_id body = {after.slot, after.generation};
    do {
        body = thud_world_next_body(world, body);
    } while (!thud_body_id_is_null(body) && thud_body_definition(world, body).type == THUD_BODY_STATIC);
    return (thud_object_id){body.slot, body.generation};
}

static thud_shape_id next_of_any_shape(const thud_world *world, thud_shape_id shape) {
    thud_body_id body = {0, 0};
    if (!thud_shape_id_is_null(shape)) {
        body = thud_shape_body(world, shape);
        shape = thud_body_next_shape(world, body, shape);
    }
    while (thud_shape_id_is_null(shape)) {
        body = thud_world_next_body(world, body);
        if (thud_body_id_is_null(body)) {
            break;
        }
        shape = thud_body_next_shape(world, body, shape);
    }
    return shape;
}

static bool is_of_a_grid(const thud_world *world, thud_shape_id shape) {
    thud_tile_hit hit;
    thud_vec2 anywhere = {0.0f, 0.0f};
    return thud_tile_of_contact(world, shape, anywhere, anywhere, &hit);
}

/* Skips the shapes of tile grids: their numbers are those of tiles. */
static thud_object_id next_shape(const thud_world *world, thud_object_id after) {
    thud_shape_id shape = {after.slot, after.generation};
    do {
        shape = next_of_any_shape(world, shape);
    } while (!thud_shape_id_is_null(shape) && is_of_a_grid(world, shape));
    return (thud_object_id){shape.slot, shape.generation};
}

static thud_object_id next_joint(const thud_world *world, thud_joint_kind kind, thud_object_id after) {
    thud_joint_id joint = {after.slot, after.generation};
    do {
        joint = thud_world_next_joint(world, joint);
    } while (!thud_joint_id_is_null(joint) && thud_joint_kind_of(world, joint) != kind);
    return (thud_object_id){joint.slot, joint.generation};
}

static thud_object_id next_grid(const thud_world *world, thud_object_id after) {
    thud_tile_grid_id grid =
        thud_world_next_tile_grid(world, (thud_tile_grid_id){after.slot, after.generation});
    return (thud_object_id){grid.slot, grid.generation};
}

thud_object_id thud_next_object(const thud_world *world, int kind, thud_object_id after) {
    return kind == THUD_BODIES   ? next_body(world, after)
           : kind == THUD_SHAPES ? next_shape(world, after)
           : kind == THUD_TILES  ? next_grid(world, after)
                                 : next_joint(world, (thud_joint_kind)(kind - THUD_JOINTS), after);
}
