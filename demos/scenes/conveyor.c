/*
 * conveyor: belts sort crates by what they are made of. Materials are mixed by the scene's own rule: whatever
 * touches ice slips as ice does, rubber sticks to everything. So the steep belt takes wood and rubber up and
 * lets ice slide down. Belts and shelves are one-way shapes: the figure jumps up through them, lands on them, is
 * carried, and drops through them.
 */
#include "scenes.h"
#include "thud/event.h"

enum { crate_count = 14, belt_count = 4, shelf_count = 3, crate_pause = 72 }; /* [steps] */
enum { climb_pause = 55, least_pause = 12 };                                  /* between jumps [steps] */
static const thud_vec2 crate_half = {0.8f, 0.5f}, crate_home = {-13, 10.5f};  /* [m] */
static const thud_vec2 store = {0, -60}; /* where crates wait, out of sight */
static const float crate_rounding = 0.08f, belt_radius = 0.36f, shelf_half = 0.12f; /* [m] */
static const float tread = 1.3f;                              /* between the marks on a belt [m] */
static const float lost_below = -2;                           /* what falls down a chute comes back [m] */
static const float figure_half = 0.55f, figure_radius = 0.4f; /* [m] */
static const float walk_speed = 5, jump_speed = 9.2f;         /* [m/s] */
static const float walk_grip = 12; /* how fast the figure takes up its speed [1/s] */
static const thud_vec2 figure_home = {2, 1.3f};

typedef enum substance { FLOOR, WOOD, ICE, RUBBER, BELT, FIGURE } substance;

enum { belt_speed, ice_friction, own_rule, one_way };
static const scene_tunable conveyor_tunables[] = {
    [belt_speed] = {"speed", "belts", "m/s", SCENE_NUMBER, -5, 5, 2.2f, NULL, false},
    [ice_friction] = {"ice", "friction of ice", "", SCENE_NUMBER, 0, 1, 0.02f, NULL, false},
    [own_rule] = {"table", "own rule for materials", "", SCENE_SWITCH, 0, 1, 1, NULL, false},
    [one_way] = {"oneway", "one-way platforms", "", SCENE_SWITCH, 0, 1, 1, NULL, false},
};

/* A belt between two wheels; `direction` is 1 to the right on top, -1 to the left. */
typedef struct belt {
    thud_vec2 from, to;
    float direction;
} belt;

static const belt belts[belt_count] = {
    {{-14, 9.6f}, {-8, 9.6f}, 1},
    {{-7.4f, 6.4f}, {5.6f, 12}, 1},
    {{-14, 3.2f}, {-6.6f, 3.2f}, -1},
    {{6.6f, 9.2f}, {14, 9.2f}, 1},
};
static const thud_vec2 shelves[shelf_count] = {{2, 2.4f}, {2, 4.8f}, {2, 7.2f}};
static const float shelf_width = 2; /* half of it [m] */

typedef struct conveyor_state {
    thud_shape_id belts[belt_count], shelves[shelf_count], figure_shape, crate_shapes[crate_count];
    thud_body_id crates[crate_count], figure;
    int next;              /* crate to come */
    float speed, ice;      /* tunables that the shapes have */
    float travelled;       /* of the belts [m] */
    bool lets_through;     /* one-way platforms are on */
    bool taken;            /* the user plays */
    int since_jump;        /* [steps] */
    int sorted[2][FIGURE]; /* crates that went down left and right, by substance */
} conveyor_state;

/* ---- the callback ---- */

static thud_material mix(const thud_surface *a, const thud_surface *b, void *context) {
    (void)context;
    thud_material mixed = thud_material_mix(&a->material, &b->material);
    if (a->material_id == ICE || b->material_id == ICE) {
        mixed.friction = thud_min(a->material.friction, b->material.friction);
    } else if (a->material_id == RUBBER || b->material_id == RUBBER) {
        mixed.friction = thud_max(a->material.friction, b->material.friction);
    }
    return mixed;
}

static void conveyor_configure(thud_world_def *def) {
    def->mix_materials = mix;
}

/* ---- building ---- */

static const thud_vec2 upwards = {0, 1};

static thud_shape_def skin(substance kind, float friction) {
    thud_shape_def def = thud_shape_defaults();
    def.material.friction = friction;
    def.material_id = kind;
    def.one_way = kind == BELT ? upwards : (thud_vec2){0, 0};
    return def;
}

static void add_building(thud_scene *scene) {
    conveyor_state *state = scene->state;
    thud_body_id building = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    thud_shape_def stone = skin(FLOOR, 0.6f);
    scene_block(scene, building, &stone, (thud_aabb){{-7.2f, -1}, {12, 0}});
    scene_block(scene, building, &stone, (thud_aabb){{-17.1f, -1.6f}, {-16.6f, 13}});
    scene_block(scene, building, &stone, (thud_aabb){{16.6f, -1.6f}, {17.1f, 13}});
    thud_shape_def plank = skin(BELT, 0.7f);
    for (int i = 0; i < shelf_count; i++) {
        thud_body_id shelf = scene_body(scene, THUD_BODY_STATIC, shelves[i], 0);
        state->shelves[i] =
            thud_body_add_box(scene->world, shelf, &plank, (thud_vec2){shelf_width, shelf_half});
    }
    for (int i = 0; i < belt_count; i++) {
        state->belts[i] =
            thud_body_add_capsule(scene->world, building, &plank, belts[i].from, belts[i].to, belt_radius);
    }
}

static void add_figure(thud_scene *scene) {
    conveyor_state *state = scene->state;
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = figure_home;
    def.lock_rotation = true;
    def.may_sleep = false;
    def.name = "you";
    state->figure = thud_body_create(scene->world, &def);
    thud_shape_def skin_def = skin(FIGURE, 0.8f);
    state->figure_shape =
        thud_body_add_capsule(scene->world, state->figure, &skin_def, (thud_vec2){0, -figure_half},
                              (thud_vec2){0, figure_half}, figure_radius);
}

/* Crates wait disabled until their turn comes. */
static void add_crate(thud_scene *scene, int i) {
    static const char *const names[] = {[WOOD] = "wood", [ICE] = "ice", [RUBBER] = "rubber"};
    static const substance order[] = {WOOD, ICE, RUBBER, ICE, WOOD};
    conveyor_state *state = scene->state;
    substance kind = order[i % 5];
    thud_body_def def = thud_body_defaults();
    def.type = THUD_BODY_DYNAMIC;
    def.position = store;
    def.disabled = true;
    def.name = names[kind];
    thud_body_id crate = thud_body_create(scene->world, &def);
    thud_shape_def crate_skin = skin(kind, kind == ICE ? state->ice : kind == WOOD ? 0.5f : 1.2f);
    thud_shape box;
    thud_vec2 core = {crate_half.x - crate_rounding, crate_half.y - crate_rounding};
    thud_box(core, crate_rounding, &box);
    state->crates[i] = crate;
    state->crate_shapes[i] = thud_body_add_shape(scene->world, crate, &crate_skin, &box);
}

static bool conveyor_create(thud_scene *scene) {
    conveyor_state *state = scene->state;
    state->ice = scene->values[ice_friction];
    state->lets_through = true;
    add_building(scene);
    add_figure(scene);
    for (int i = 0; i < crate_count; i++) {
        add_crate(scene, i);
    }
    return true;
}

/* ---- what the panel changes ---- */

static void set_belts(thud_scene *scene) {
    conveyor_state *state = scene->state;
    state->speed = scene->values[belt_speed];
    for (int i = 0; i < belt_count; i++) {
        thud_shape_def def = thud_shape_definition(scene->world, state->belts[i]);
        def.material.surface_speed = belts[i].direction * state->speed;
        thud_shape_configure(scene->world, state->belts[i], &def);
    }
}

static void set_ice(thud_scene *scene) {
    conveyor_state *state = scene->state;
    state->ice = scene->values[ice_friction];
    for (int i = 0; i < crate_count; i++) {
        thud_shape_def def = thud_shape_definition(scene->world, state->crate_shapes[i]);
        if (def.material_id == ICE) {
            def.material.friction = state->ice;
            thud_shape_configure(scene->world, state->crate_shapes[i], &def);
        }
    }
}

static void set_one_way(thud_scene *scene) {
    conveyor_state *state = scene->state;
    state->lets_through = scene->values[one_way] != 0;
    thud_vec2 side = state->lets_through ? upwards : (thud_vec2){0, 0};
    for (int i = 0; i < belt_count; i++) {
        thud_shape_set_one_way(scene->world, state->belts[i], side);
    }
    for (int i = 0; i < shelf_count; i++) {
        thud_shape_set_one_way(scene->world, state->shelves[i], side);
    }
}

static void apply_panel(thud_scene *scene) {
    conveyor_state *state = scene->state;
    if (state->speed != scene->values[belt_speed]) {
        set_belts(scene);
    }
    if (state->ice != scene->values[ice_friction]) {
        set_ice(scene);
    }
    thud_world_def def = thud_world_definition(scene->world);
    thud_mix_materials *wanted = scene->values[own_rule] != 0 ? mix : NULL;
    if (def.mix_materials != wanted) {
        def.mix_materials = wanted;
        thud_world_configure(scene->world, &def);
    }
    if (state->lets_through != (scene->values[one_way] != 0)) {
        set_one_way(scene);
    }
}

/* ---- the figure ---- */

/* Whether the figure passes through something. */
static bool is_passing(const thud_scene *scene) {
    const conveyor_state *state = scene->state;
    thud_contact_data contacts[8];
    int count = thud_body_contacts(scene->world, state->figure, contacts, 8);
    bool passes = false;
    for (int i = 0; i < count && i < 8; i++) {
        passes = passes || contacts[i].rejected;
    }
    return passes;
}

/* Until somebody plays the figure climbs from shelf to shelf and rides the belts by itself. */
static bool wants_to_jump(const thud_scene *scene, thud_vec2 at) {
    const conveyor_state *state = scene->state;
    return state->taken ? scene->held[SCENE_KEY_UP] : state->since_jump > climb_pause && at.x < 4 && at.y < 9;
}

static float wish_to_walk(const thud_scene *scene, thud_vec2 at) {
    const conveyor_state *state = scene->state;
    bool strayed = at.y < figure_home.y && thud_abs(at.x - figure_home.x) > 0.5f;
    if (!state->taken && strayed) {
        return at.x < figure_home.x ? 0.5f : -0.5f;
    }
    return (float)scene->held[SCENE_KEY_RIGHT] - (float)scene->held[SCENE_KEY_LEFT];
}

static void move_figure(thud_scene *scene) {
    conveyor_state *state = scene->state;
    thud_world *world = scene->world;
    thud_vec2 at = thud_body_position(world, state->figure);
    thud_vec2 velocity = thud_body_velocity(world, state->figure);
    float mass = thud_body_mass(world, state->figure).mass;
    float wish = wish_to_walk(scene, at);
    if (wish != 0) {
        thud_vec2 force = {mass * walk_grip * (wish * walk_speed - velocity.x), 0};
        thud_body_apply_force_to_center(world, state->figure, force);
    }
    if (scene->held[SCENE_KEY_DOWN]) {
        thud_body_drop_through(world, state->figure);
    }
    state->since_jump++;
    if (wants_to_jump(scene, at) && state->since_jump > least_pause && scene_stands(scene, state->figure)) {
        thud_body_apply_impulse(world, state->figure, (thud_vec2){0, mass * (jump_speed - velocity.y)}, at);
        state->since_jump = 0;
    }
    if (at.y < lost_below) {
        thud_body_teleport(world, state->figure, figure_home, 0);
        thud_body_set_velocity(world, state->figure, (thud_vec2){0, 0}, 0);
    }
}

/* ---- the round of the crates ---- */

static bool home_is_free(const thud_scene *scene) {
    const conveyor_state *state = scene->state;
    for (int i = 0; i < crate_count; i++) {
        bool is_near =
            thud_vec2_distance(thud_body_position(scene->world, state->crates[i]), crate_home) < 2.1f;
        if (is_near && !thud_body_definition(scene->world, state->crates[i]).disabled) {
            return false;
        }
    }
    return true;
}

static void put_on_belt(thud_scene *scene, thud_body_id crate) {
    thud_body_def def = thud_body_definition(scene->world, crate);
    if (def.disabled && home_is_free(scene)) {
        thud_body_teleport(scene->world, crate, crate_home, 0);
        def.disabled = false;
        thud_body_configure(scene->world, crate, &def);
        thud_body_set_velocity(scene->world, crate, (thud_vec2){thud_abs(scene->values[belt_speed]), 0}, 0);
    }
}

/* A crate that has gone down a chute waits for its next turn. */
static void take_away_if_lost(thud_scene *scene, int i) {
    conveyor_state *state = scene->state;
    thud_vec2 at = thud_body_position(scene->world, state->crates[i]);
    thud_body_def def = thud_body_definition(scene->world, state->crates[i]);
    if (!def.disabled && at.y < lost_below) {
        state->sorted[at.x > 0][thud_shape_definition(scene->world, state->crate_shapes[i]).material_id]++;
        def.disabled = true;
        thud_body_configure(scene->world, state->crates[i], &def);
        thud_body_teleport(scene->world, state->crates[i], store, 0);
    }
}

static void conveyor_before_step(thud_scene *scene, float dt) {
    conveyor_state *state = scene->state;
    apply_panel(scene);
    state->travelled += dt * state->speed;
    if (scene->step_count % crate_pause == 0) {
        put_on_belt(scene, state->crates[state->next]);
        state->next = (state->next + 1) % crate_count;
    }
    for (int i = 0; i < crate_count; i++) {
        take_away_if_lost(scene, i);
    }
    move_figure(scene);
}

static bool conveyor_key(thud_scene *scene, char pressed) {
    conveyor_state *state = scene->state;
    bool is_arrow = pressed >= SCENE_KEY_LEFT && pressed <= SCENE_KEY_DOWN;
    state->taken = state->taken || is_arrow;
    return is_arrow;
}

/* ---- drawing ---- */

/* Marks that run around a belt: along its top, and back underneath. */
static void draw_belt(const conveyor_state *state, const belt *it, const scene_painter *painter) {
    thud_vec2 along = thud_vec2_normalize(thud_vec2_sub(it->to, it->from));
    thud_vec2 across = thud_vec2_perp(along);
    float length = thud_vec2_distance(it->from, it->to);
    float phase = it->direction * state->travelled / tread;
    phase -= (float)(int)phase;
    for (float s = (phase < 0 ? phase + 1 : phase) * tread; s < length; s += tread) {
        thud_vec2 top = thud_vec2_mul_add(it->from, s, along);
        thud_vec2 bottom = thud_vec2_mul_add(it->to, -s, along);
        painter->line(painter->context, thud_vec2_mul_add(top, 0.3f * belt_radius, across),
                      thud_vec2_mul_add(top, belt_radius, across), SCENE_INK_SECOND);
        painter->line(painter->context, thud_vec2_mul_add(bottom, -0.55f * belt_radius, across),
                      thud_vec2_mul_add(bottom, -belt_radius, across), SCENE_INK_MUTED);
    }
    thud_shape wheel;
    thud_circle((thud_vec2){0, 0}, 0.6f * belt_radius, &wheel);
    thud_rot turn = thud_rot_from_angle(-it->direction * state->travelled / belt_radius);
    const thud_vec2 hubs[2] = {it->from, it->to};
    for (int i = 0; i < 2; i++) {
        painter->shape(painter->context, &wheel, (thud_pose){hubs[i], turn}, SCENE_INK_SECOND, SCENE_OUTLINE);
        thud_vec2 spoke = thud_rot_apply(turn, (thud_vec2){0.6f * belt_radius, 0});
        painter->line(painter->context, thud_vec2_sub(hubs[i], spoke), thud_vec2_add(hubs[i], spoke),
                      SCENE_INK_SECOND);
    }
}

static const scene_ink inks[] = {
    [WOOD] = SCENE_INK_SECOND, [ICE] = SCENE_INK_APART, [RUBBER] = SCENE_INK_BAD};

static void draw_crate(const thud_scene *scene, const scene_painter *painter, int i) {
    const conveyor_state *state = scene->state;
    if (thud_body_definition(scene->world, state->crates[i]).disabled) {
        return;
    }
    uint64_t kind = thud_shape_definition(scene->world, state->crate_shapes[i]).material_id;
    scene_draw_over(scene, painter, state->crate_shapes[i], inks[kind]);
}

static void draw_count(const scene_painter *painter, float x, const int sorted[FIGURE]) {
    static const char *const names[] = {[WOOD] = "wood", [ICE] = "ice", [RUBBER] = "rubber"};
    for (int kind = WOOD; kind <= RUBBER; kind++) {
        scene_printf(painter, (thud_vec2){x, 1.1f - 0.8f * (float)kind}, inks[kind], SCENE_TEXT_CENTER,
                     "%d %s", sorted[kind], names[kind]);
    }
}

static void draw_rules(const thud_scene *scene, const scene_painter *painter) {
    const char *rules[] = {"ice slips on everything", "rubber sticks to everything",
                           "wood: the geometric mean"};
    const scene_ink colours[] = {SCENE_INK_APART, SCENE_INK_BAD, SCENE_INK_SECOND};
    for (int i = 0; i < 3; i++) {
        bool holds = scene->values[own_rule] != 0 || i == 2;
        scene_printf(painter, (thud_vec2){8.2f, 13.7f - 0.85f * (float)i},
                     holds ? colours[i] : SCENE_INK_FAINT, SCENE_TEXT_LEFT, "%s", rules[i]);
    }
}

static void conveyor_draw(const thud_scene *scene, const scene_painter *painter) {
    const conveyor_state *state = scene->state;
    for (int i = 0; i < belt_count; i++) {
        draw_belt(state, &belts[i], painter);
    }
    for (int i = 0; i < crate_count; i++) {
        draw_crate(scene, painter, i);
    }
    scene_draw_over(scene, painter, state->figure_shape, is_passing(scene) ? SCENE_INK_PATH : SCENE_INK_GOOD);
    draw_rules(scene, painter);
    draw_count(painter, -12, state->sorted[0]);
    draw_count(painter, 13.4f, state->sorted[1]);
    scene_printf(painter, (thud_vec2){-6.9f, -1.45f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "jump up through belts and shelves, drop through them");
}

const scene_kind scene_conveyor = {
    .name = "conveyor",
    .description = "Belts sort crates by material; one-way platforms; a rule for mixing materials",
    .help = "Arrows  walk, jump, drop through",
    .view = {{-17.4f, -2}, {17.4f, 14.8f}},
    .shows_names = true,
    .state_size = sizeof(conveyor_state),
    SCENE_TUNABLES(conveyor_tunables),
    .configure = conveyor_configure,
    .create = conveyor_create,
    .before_step = conveyor_before_step,
    .draw = conveyor_draw,
    .key = conveyor_key,
};
