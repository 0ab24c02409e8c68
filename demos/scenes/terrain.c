/*
 * terrain: a chain to be shaped while things roll over it: points are dragged, put in and taken out, segments get
 * other materials. Until the mouse comes the ground moves by itself.
 */
#include "scenes.h"
#include "thud/query.h"

enum { first_points = 23, most_points = 200, most_rollers = 40, roller_steps = 20, surface_count = 5 };
enum { CATEGORY_GROUND = 2 };                   /* so that a query finds segments only */
static const float half_width = 15, rim = 7.5f; /* of the basin [m] */
static const float grip_reach = 0.45f;          /* the mouse takes hold of a point within this [m] */
static const float drag_speed = 2;              /* a held point follows the mouse no faster [m/s] */
static const float key_reach = 3;               /* keys act on what is within this of the mouse [m] */
static const float mark_half = 0.14f;           /* half the thickness of a segment's coloured mark [m] */

enum { loop, one_sided, waves };
static const scene_tunable terrain_tunables[] = {
    [loop] = {"loop", "closed to a loop", "", SCENE_SWITCH, 0, 1, 0, NULL, false},
    [one_sided] = {"one_sided", "one-sided", "", SCENE_SWITCH, 0, 1, 0, NULL, false},
    [waves] = {"waves", "waves", "m", SCENE_NUMBER, 0, 1.5f, 0.6f, NULL, false},
};

/* What a segment can be of; E goes from one to the next. */
typedef struct surface {
    const char *name;
    thud_material material;
    scene_ink ink;
} surface;

enum { ROCK, ICE, RUBBER, BELT_RIGHT, BELT_LEFT };
static const surface surfaces[surface_count] = {
    [ROCK] = {"rock", {.friction = 0.6f}, SCENE_INK_MUTED},
    [ICE] = {"ice", {.friction = 0}, SCENE_INK_GHOST},
    [RUBBER] = {"rubber", {.friction = 0.9f, .elasticity = 0.85f}, SCENE_INK_BAD},
    [BELT_RIGHT] = {"belt to the right", {.friction = 1, .surface_speed = 3}, SCENE_INK_GOOD},
    [BELT_LEFT] = {"belt to the left", {.friction = 1, .surface_speed = -3}, SCENE_INK_SECOND},
};

typedef struct terrain_state {
    thud_body_id earth;
    thud_chain_id chain;
    bool is_loop, is_one_sided; /* what the chain was made as */
    bool touched;               /* by the mouse or a key: the ground does not move by itself any more */
    scene_grip grip;            /* of a point */
    float time; /* [s] */
    thud_body_id rollers[most_rollers];
    uint64_t rolled;
} terrain_state;

/* ---- the chain ---- */

static int surface_of(const thud_scene *scene, int segment) {
    const terrain_state *state = scene->state;
    thud_shape_id shape = thud_chain_segment(scene->world, state->chain, segment);
    thud_material material = thud_shape_definition(scene->world, shape).material;
    for (int i = 0; i < surface_count; i++) {
        const thud_material *known = &surfaces[i].material;
        if (known->friction == material.friction && known->surface_speed == material.surface_speed) {
            return i;
        }
    }
    return ROCK;
}

static void make_chain(thud_scene *scene, const thud_vec2 *points, const thud_material *materials, int count) {
    terrain_state *state = scene->state;
    thud_chain_def def = thud_chain_defaults();
    state->is_loop = scene->values[loop] != 0;
    state->is_one_sided = scene->values[one_sided] != 0;
    def.points = points;
    def.count = count;
    def.loop = state->is_loop;
    def.one_sided = state->is_one_sided;
    def.materials = materials;
    def.material_count = state->is_loop ? count : count - 1;
    def.filter.category = CATEGORY_GROUND;
    state->chain = thud_chain_create(scene->world, state->earth, &def);
}

/* The same points and materials as a chain of another kind. */
static void remake_chain(thud_scene *scene) {
    terrain_state *state = scene->state;
    thud_vec2 points[most_points];
    thud_material materials[most_points];
    int count = thud_chain_point_count(scene->world, state->chain);
    int segments = thud_chain_segment_count(scene->world, state->chain);
    for (int i = 0; i < count; i++) {
        points[i] = thud_chain_point(scene->world, state->chain, i);
        materials[i] = surfaces[i < segments ? surface_of(scene, i) : ROCK].material;
    }
    thud_chain_destroy(scene->world, state->chain);
    make_chain(scene, points, materials, count);
}

/* Where point i is at a time while the ground moves by itself; the rim stays. */
static thud_vec2 home(const thud_scene *scene, int i, float time) {
    if (i == 0 || i == first_points - 1) {
        return (thud_vec2){i == 0 ? -half_width : half_width, rim};
    }
    float x = half_width * (2 * (float)(i - 1) / (float)(first_points - 3) - 1);
    float hills = 4 * (x / half_width) * (x / half_width) - 2 + 0.9f * thud_sin(1.05f * x);
    float swing = thud_sin(1.3f * time + 0.9f * (float)i) - thud_sin(0.9f * (float)i);
    return (thud_vec2){x, hills + scene->values[waves] * swing};
}

/* Ground that is moved is put elsewhere without a velocity: what it then overlaps must get out as fast. */
static void terrain_configure(thud_world_def *def) {
    def->solver.push_out_speed = 4 * drag_speed;
}

static bool terrain_create(thud_scene *scene) {
    terrain_state *state = scene->state;
    thud_vec2 points[first_points];
    thud_material materials[first_points];
    for (int i = 0; i < first_points; i++) {
        int kind = i == 6 || i == 7 ? ICE : i == 10 || i == 11 ? RUBBER : i == 15 ? BELT_LEFT : i == 4 ? BELT_RIGHT : ROCK;
        points[i] = home(scene, i, 0);
        materials[i] = surfaces[kind].material;
    }
    state->earth = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    make_chain(scene, points, materials, first_points);
    return true;
}

/* ---- what rolls ---- */

static void drop_roller(thud_scene *scene) {
    terrain_state *state = scene->state;
    thud_body_id *slot = &state->rollers[state->rolled % most_rollers];
    float size = scene_random(scene, 0.3f, 0.55f);
    const scene_form forms[] = {{SCENE_CIRCLE, size, 0},
                                {SCENE_CAPSULE, size, 0.6f * size},
                                {SCENE_BOX, size, 0.8f * size},
                                {SCENE_POLYGON, size, 6}};
    scene_remove(scene, *slot);
    *slot =
        scene_thing(scene, NULL, (thud_vec2){scene_random(scene, -12, 12), 6}, 0, forms[state->rolled++ % 4]);
}

static void follow_mouse(thud_scene *scene, float dt) {
    const terrain_state *state = scene->state;
    if (state->grip.holds) {
        thud_vec2 point = thud_chain_point(scene->world, state->chain, state->grip.thing);
        thud_vec2 offset = thud_vec2_sub(state->grip.origin, point);
        float share = drag_speed * dt / thud_max(thud_vec2_length(offset), drag_speed * dt);
        thud_chain_move_point(scene->world, state->chain, state->grip.thing, thud_vec2_mul_add(point, share, offset));
    }
}

static void terrain_before_step(thud_scene *scene, float dt) {
    terrain_state *state = scene->state;
    follow_mouse(scene, dt);
    if (state->is_loop != (scene->values[loop] != 0) || state->is_one_sided != (scene->values[one_sided] != 0)) {
        remake_chain(scene);
    }
    for (int i = 1; i < first_points - 1 && !state->touched; i++) {
        state->time += i == 1 ? dt : 0;
        thud_chain_move_point(scene->world, state->chain, i, home(scene, i, state->time));
    }
    if (scene->step_count % roller_steps == 0) {
        drop_roller(scene);
    }
}

/* ---- mouse and keys ---- */

/* The point nearest to a place within reach, or -1. */
static int nearest_point(const thud_scene *scene, thud_vec2 at, float reach) {
    const terrain_state *state = scene->state;
    int nearest = -1;
    for (int i = 0; i < thud_chain_point_count(scene->world, state->chain); i++) {
        float distance = thud_vec2_distance(at, thud_chain_point(scene->world, state->chain, i));
        if (distance < reach) {
            reach = distance;
            nearest = i;
        }
    }
    return nearest;
}

/* The segment nearest to the mouse, or -1. */
static int nearest_segment(const thud_scene *scene) {
    thud_query_filter ground = thud_query_filter_all();
    ground.mask = CATEGORY_GROUND;
    int index = -1;
    thud_closest_shape found = thud_world_closest_shape(scene->world, scene->cursor, key_reach, ground);
    if (found.shape.generation) {
        thud_shape_chain(scene->world, found.shape, &index);
    }
    return index;
}

static bool pick(const thud_scene *scene, thud_vec2 at, int *thing, thud_vec2 *origin) {
    const terrain_state *state = scene->state;
    *thing = nearest_point(scene, at, grip_reach);
    if (*thing >= 0) {
        *origin = thud_chain_point(scene->world, state->chain, *thing);
    }
    return *thing >= 0;
}

static bool terrain_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    terrain_state *state = scene->state;
    scene_note_cursor(scene, action, at);
    state->touched |= scene_drag(scene, &state->grip, action, at, pick);
    return state->grip.holds; /* elsewhere the button drags rollers */
}

static bool terrain_key(thud_scene *scene, char key) {
    terrain_state *state = scene->state;
    int segment = nearest_segment(scene), point = nearest_point(scene, scene->cursor, key_reach);
    if (key != 'i' && key != 'x' && key != 'e') {
        return false;
    }
    state->touched = true;
    state->grip.holds = false;
    if (key == 'i' && segment >= 0 && thud_chain_point_count(scene->world, state->chain) < most_points) {
        thud_chain_insert_point(scene->world, state->chain, segment + 1, scene->cursor);
    } else if (key == 'x' && point >= 0) {
        thud_chain_remove_point(scene->world, state->chain, point);
    } else if (key == 'e' && segment >= 0) {
        int next = (surface_of(scene, segment) + 1) % surface_count;
        thud_chain_set_material(scene->world, state->chain, segment, &surfaces[next].material);
    }
    return true;
}

/* ---- drawing ---- */

static void terrain_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    const terrain_state *state = scene->state;
    thud_vec2 points[most_points];
    int count = thud_chain_point_count(scene->world, state->chain);
    for (int i = 0; i < count; i++) {
        points[i] = thud_chain_point(scene->world, state->chain, i);
    }
    scene_draw_earth(painter, points, count, -8);
    for (int i = 0; i < thud_chain_segment_count(scene->world, state->chain); i++) {
        thud_shape mark;
        if (thud_capsule(points[i], points[(i + 1) % count], mark_half, &mark) == THUD_OK) {
            painter->shape(painter->context, &mark, thud_pose_identity(), surfaces[surface_of(scene, i)].ink,
                           SCENE_SOLID);
        }
    }
}

static void terrain_draw(const thud_scene *scene, const scene_painter *painter) {
    const terrain_state *state = scene->state;
    int count = thud_chain_point_count(scene->world, state->chain);
    for (int i = 0; i < thud_chain_segment_count(scene->world, state->chain); i++) {
        thud_vec2 from = thud_chain_point(scene->world, state->chain, i);
        thud_vec2 to = thud_chain_point(scene->world, state->chain, (i + 1) % count);
        float belt = surfaces[surface_of(scene, i)].material.surface_speed;
        if (belt != 0) {
            painter->arrow(painter->context, thud_vec2_lerp(from, to, belt > 0 ? 0.15f : 0.85f),
                           thud_vec2_lerp(from, to, belt > 0 ? 0.85f : 0.15f), SCENE_INK_TEXT);
        }
    }
    int near = nearest_point(scene, scene->cursor, grip_reach);
    for (int i = 0; i < count; i++) {
        painter->point(painter->context, thud_chain_point(scene->world, state->chain, i),
                       i == near || (state->grip.holds && i == state->grip.thing) ? SCENE_INK_MTD : SCENE_INK_TEXT);
    }
    float x = -half_width;
    for (int i = 0; i < surface_count; i++) {
        scene_printf(painter, (thud_vec2){x, -6.6f}, surfaces[i].ink, SCENE_TEXT_LEFT, "%s", surfaces[i].name);
        x += i < RUBBER ? 3 : 5.5f;
    }
}

const scene_kind scene_terrain = {
    .name = "terrain",
    .description = "A chain to be shaped while things roll over it, each segment of its own material",
    .help = "Drag  a point    I  insert    X  take out    E  material",
    .view = {{-15.6f, -8}, {15.6f, 8}},
    .state_size = sizeof(terrain_state),
    SCENE_TUNABLES(terrain_tunables),
    .configure = terrain_configure,
    .create = terrain_create,
    .before_step = terrain_before_step,
    .draw_behind = terrain_draw_behind,
    .draw = terrain_draw,
    .key = terrain_key,
    .mouse = terrain_mouse,
};
