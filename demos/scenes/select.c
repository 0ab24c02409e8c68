/*
 * select: a rubber band over hundreds of turned elements: the spatial hash finds those whose
 * box is near, then the OBB test or four contained corners decide. Degrees in the panel, radians in the code.
 */
#include "scenes.h"
#include "thud/broadphase.h"

enum { columns = 26, rows = 16, element_count = columns * rows };
static const float spacing = 1.15f; /* [m] */

typedef enum select_mode { SELECT_TOUCHES, SELECT_CONTAINS } select_mode;
static const char *const mode_names[] = {"touches", "contains"};

enum { mode, turn };
static const scene_tunable select_tunables[] = {
    [mode] = {"mode", "selects what it", "", SCENE_CHOICE, 0, 1, 0, mode_names, false},
    [turn] = {"turn", "turned by", "\xc2\xb0", SCENE_NUMBER, -180, 180, 0, NULL, false},
};

typedef struct select_state {
    thud_hash *hash;
    thud_obb elements[element_count];
    float angles[element_count]; /* [rad] */
    thud_proxy_id proxies[element_count];
    bool selected[element_count];
    int candidates, selected_count;
    thud_vec2 corner, opposite; /* of the band */
    float turned;               /* the turn that the elements have now [degrees] */
    bool touched, dragging;
} select_state;

static thud_aabb box_of(const thud_obb *element) {
    thud_aabb local = {thud_vec2_neg(element->extents), element->extents};
    return thud_aabb_moved(local, (thud_pose){element->center, element->rotation});
}

static thud_aabb band_of(const select_state *state) {
    return (thud_aabb){thud_vec2_min(state->corner, state->opposite),
                       thud_vec2_max(state->corner, state->opposite)};
}

static bool select_create(thud_scene *scene) {
    select_state *state = scene->state;
    thud_hash_def def = thud_hash_defaults();
    def.margin = 0;
    if (thud_hash_create(&def, &state->hash) != THUD_OK) {
        return false;
    }
    for (int i = 0; i < element_count; i++) {
        thud_obb *element = &state->elements[i];
        element->center = (thud_vec2){spacing * ((float)(i % columns) - 0.5f * (columns - 1)),
                                      spacing * ((float)(i / columns) - 0.5f * (rows - 1))};
        element->extents = scene_random_vec2(scene, (thud_vec2){0.15f, 0.1f}, (thud_vec2){0.45f, 0.3f});
        state->angles[i] = scene_random(scene, -THUD_PI, THUD_PI);
        element->rotation = thud_rot_from_angle(state->angles[i]);
        thud_hash_insert(state->hash, box_of(element), THUD_PROXY_STATIC, (uint64_t)i, &state->proxies[i]);
    }
    return true;
}

static void select_destroy(thud_scene *scene) {
    select_state *state = scene->state;
    thud_hash_destroy(state->hash);
}

static void turn_elements(thud_scene *scene) {
    select_state *state = scene->state;
    state->turned = scene->values[turn];
    for (int i = 0; i < element_count; i++) {
        float radians = state->turned * (THUD_PI / 180);
        state->elements[i].rotation = thud_rot_from_angle(state->angles[i] + radians);
        thud_hash_move(state->hash, state->proxies[i], box_of(&state->elements[i]), NULL);
    }
}

typedef struct select_query {
    const thud_scene *scene;
    thud_aabb band;
} select_query;

static bool visit(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    const select_query *selection = context;
    select_state *state = selection->scene->state;
    const thud_obb *element = &state->elements[user];
    thud_volume volume = {.kind = THUD_VOLUME_OBB, .obb = *element};
    thud_volume band = {.kind = THUD_VOLUME_AABB, .aabb = selection->band};
    bool contains = (int)selection->scene->values[mode] == SELECT_CONTAINS;
    state->candidates++;
    state->selected[user] = contains /* the band is not turned: an element is in it when its AABB is */
                                ? thud_aabb_contains(selection->band, box_of(element))
                                : thud_volume_overlaps(&band, &volume);
    state->selected_count += state->selected[user];
    return true;
}

static void select_elements(thud_scene *scene) {
    select_state *state = scene->state;
    select_query selection = {scene, band_of(state)};
    for (int i = 0; i < element_count; i++) {
        state->selected[i] = false;
    }
    state->candidates = 0;
    state->selected_count = 0;
    thud_hash_query(state->hash, selection.band, visit, &selection);
}

/* Until the mouse comes the band is drawn by itself. */
static void select_before_step(thud_scene *scene, float dt) {
    select_state *state = scene->state;
    if (!state->touched) {
        float phase = 0.6f * dt * (float)scene->step_count;
        state->corner = (thud_vec2){-9, -6};
        state->opposite = (thud_vec2){-1 + 9 * thud_sin(phase + 0.6f), -0.5f + 5 * thud_cos(0.7f * phase)};
    }
    if (state->turned != scene->values[turn]) {
        turn_elements(scene);
    }
    select_elements(scene);
}

static bool select_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    select_state *state = scene->state;
    if (action == SCENE_MOUSE_PRESS) {
        state->touched = true;
        state->dragging = true;
        state->corner = at;
        state->opposite = at;
    } else if (action == SCENE_MOUSE_DRAG && state->dragging) {
        state->opposite = at;
        select_elements(scene);
    } else if (action == SCENE_MOUSE_RELEASE) {
        state->dragging = false;
    }
    return action != SCENE_MOUSE_MOVE;
}

static void select_draw(const thud_scene *scene, const scene_painter *painter) {
    const select_state *state = scene->state;
    for (int i = 0; i < element_count; i++) {
        const thud_obb *element = &state->elements[i];
        scene_form box = {SCENE_BOX, element->extents.x, element->extents.y};
        scene_draw_form(painter, box, (thud_pose){element->center, element->rotation},
                        state->selected[i] ? SCENE_INK_SECOND : SCENE_INK_MUTED,
                        state->selected[i] ? SCENE_FILLED : SCENE_OUTLINE);
    }
    thud_vec2 half = thud_aabb_extents(band_of(state)), middle = thud_aabb_center(band_of(state));
    scene_draw_form(painter, (scene_form){SCENE_BOX, half.x, half.y}, (thud_pose){middle, {1, 0}},
                    SCENE_INK_APART, SCENE_OUTLINE);
    scene_printf(painter, (thud_vec2){-14.6f, -9.6f}, SCENE_INK_TEXT, SCENE_TEXT_HEADING,
                 "%d of %d selected: the band %s them", state->selected_count, element_count,
                 mode_names[(int)scene->values[mode]]);
    scene_printf(painter, (thud_vec2){6.0f, -9.75f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "%d candidates came from the spatial hash", state->candidates);
}

static uint64_t select_hash(const thud_scene *scene) {
    const select_state *state = scene->state;
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, &state->opposite, sizeof state->opposite);
    return scene_hash_bytes(hash, state->selected, sizeof state->selected);
}

const scene_kind scene_select = {
    .name = "select",
    .description = "A rubber band selects turned elements through the spatial hash",
    .help = "Drag  a rubber band",
    .view = {{-15.4f, -10.6f}, {15.4f, 9.6f}},
    .worldless = true,
    .state_size = sizeof(select_state),
    SCENE_TUNABLES(select_tunables),
    .create = select_create,
    .destroy = select_destroy,
    .before_step = select_before_step,
    .draw = select_draw,
    .mouse = select_mouse,
    .hash = select_hash,
};
