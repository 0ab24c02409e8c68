/* How the scene looks, beside the bodies that the host draws: hills behind; the tops of tiles,
 * places, signs and the player in front. */
#include "platformer.h"

static const float hill_parallax = 0.5f; /* share of the camera's motion that the hills follow */
static const float hill_distance = 13;   /* [m] */
static const float far_away = 20;        /* what is farther from the middle of the picture is not drawn [m] */
static const float belt_mark = 0.5f;     /* distance of the marks on a conveyor [m] */
static const float cell_depth = 0.12f;   /* of the line below the top of a tile [m] */

static void line(const scene_painter *painter, thud_vec2 a, thud_vec2 b, scene_ink ink) {
    painter->line(painter->context, a, b, ink);
}

static void box(const scene_painter *painter, thud_aabb area, scene_ink ink, scene_fill fill) {
    thud_vec2 half = thud_aabb_extents(area);
    scene_draw_form(painter, (scene_form){SCENE_BOX, half.x, half.y},
                    (thud_pose){thud_aabb_center(area), {1, 0}}, ink, fill);
}

static void disc(const scene_painter *painter, thud_vec2 at, float radius, scene_ink ink, scene_fill fill) {
    scene_draw_form(painter, (scene_form){SCENE_CIRCLE, radius, 0}, (thud_pose){at, {1, 0}}, ink, fill);
}

static bool is_seen(const thud_scene *scene, float x) {
    return thud_abs(x - thud_aabb_center(scene->view).x) < far_away;
}

/* The middle of the picture, which is between those of two steps. */
static thud_vec2 picture_middle(const platformer *state, const scene_painter *painter) {
    return thud_vec2_lerp(state->last_camera, state->camera, painter->alpha);
}

/* ---- behind ---- */

void platformer_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    float camera = picture_middle(state, painter).x, shift = hill_parallax * camera;
    int first = (int)((camera - shift - 2 * far_away) / hill_distance);
    for (int i = first; i < first + 8; i++) {
        float height = 13 + 3 * thud_sin((float)i * 2.4f), middle = shift + hill_distance * (float)i;
        thud_vec2 corners[] = {
            {middle - 14, 0}, {middle + 14, 0}, {middle, height + 3}, {middle - 2, height + 3}};
        scene_draw_hull(painter, corners, 4, SCENE_INK_EARTH, SCENE_SOLID);
    }
    for (int i = 0; i < state->area_count; i++) {
        thud_aabb area = state->areas[i].box;
        float height = area.max.y - area.min.y;
        bool is_drawn = state->areas[i].kind == PLATFORMER_WIND && is_seen(scene, area.min.x);
        for (int k = 0; is_drawn && k < 9; k++) {
            float along = (float)((scene->step_count * 2 + (uint64_t)k * 53) % 480) / 480;
            thud_vec2 from = {area.min.x + 0.3f + 0.3f * (float)k, area.min.y + along * (height - 1.2f)};
            painter->arrow(painter->context, from, (thud_vec2){from.x, from.y + 1.2f}, SCENE_INK_FAINT);
        }
    }
}

/* ---- tiles ---- */

static scene_ink ink_of(const thud_tile_def *tile) {
    const float slippery = 0.1f; /* friction of ice, at most */
    return tile->kind == THUD_TILE_EDGE         ? SCENE_INK_SECOND
           : tile->material.surface_speed != 0  ? SCENE_INK_PATH
           : tile->material.friction < slippery ? SCENE_INK_APART
                                                : SCENE_INK_GOOD;
}

/* Marks that run with the belt. */
static void draw_belt(const thud_scene *scene, const scene_painter *painter, thud_vec2 corner, float speed) {
    float time = (float)(scene->step_count % 6000) / 60;
    float shift = time * speed / belt_mark;
    shift = belt_mark * (shift - (float)(int)shift);
    for (int i = 0; i < 2; i++) {
        float x = shift + belt_mark * (float)i + (speed < 0 ? belt_mark : 0);
        thud_vec2 top = {corner.x + x, corner.y + 1},
                  bottom = {top.x - (speed < 0 ? -0.15f : 0.15f), corner.y + 0.8f};
        line(painter, top, bottom, SCENE_INK_PATH);
    }
}

static void draw_edge(const scene_painter *painter, thud_vec2 a, thud_vec2 b, scene_ink ink) {
    const thud_vec2 down = {0, -cell_depth};
    line(painter, a, b, ink);
    line(painter, thud_vec2_add(a, down), thud_vec2_add(b, down), ink);
}

/* The tops of a tile's polygons. */
static void draw_polygons(const scene_painter *painter, const thud_tile_def *tile, thud_vec2 corner,
                          scene_ink ink) {
    for (int i = 0; i < tile->polygon_count; i++) {
        const thud_tile_polygon *polygon = &tile->polygons[i];
        thud_vec2 middle = {0, 0};
        for (int k = 0; k < polygon->count; k++) {
            middle = thud_vec2_mul_add(middle, 1 / (float)polygon->count, polygon->points[k]);
        }
        for (int k = 0; k < polygon->count; k++) {
            thud_vec2 a = polygon->points[k], b = polygon->points[(k + 1) % polygon->count];
            thud_vec2 out = thud_vec2_normalize(thud_vec2_perp(thud_vec2_sub(b, a)));
            if (thud_vec2_dot(out, thud_vec2_sub(a, middle)) < 0) {
                out = thud_vec2_neg(out);
            }
            if (out.y > 0.2f) {
                draw_edge(painter, thud_vec2_add(corner, a), thud_vec2_add(corner, b), ink);
            }
        }
    }
}

static void draw_tile(const thud_scene *scene, const scene_painter *painter, int column, int row) {
    const platformer *state = scene->state;
    uint16_t number = thud_tile_grid_tile(scene->world, state->grid, column, row);
    if (number == 0) {
        return;
    }
    thud_tile_grid_def def = thud_tile_grid_definition(scene->world, state->grid);
    const thud_tile_def *tile = &def.tiles.tiles[number];
    thud_vec2 corner = {(float)column, (float)row};
    scene_ink ink = ink_of(tile);
    if (tile->kind == THUD_TILE_POLYGONS) {
        draw_polygons(painter, tile, corner, ink);
    } else if (tile->kind == THUD_TILE_EDGE ||
               thud_tile_grid_tile(scene->world, state->grid, column, row + 1) == 0) {
        draw_edge(painter, (thud_vec2){corner.x, corner.y + 1}, (thud_vec2){corner.x + 1, corner.y + 1}, ink);
    }
    if (tile->material.surface_speed != 0) {
        draw_belt(scene, painter, corner, tile->material.surface_speed);
    }
}

static void draw_tiles(const thud_scene *scene, const scene_painter *painter) {
    thud_aabb around = {thud_vec2_sub(scene->view.min, (thud_vec2){4, 4}),
                        thud_vec2_add(scene->view.max, (thud_vec2){4, 4})};
    thud_tile_range range = thud_tile_grid_cells_in(scene->world, platformer_of(scene)->grid, around);
    for (int row = range.row; row < range.row + range.rows; row++) {
        for (int column = range.column; column < range.column + range.columns; column++) {
            draw_tile(scene, painter, column, row);
        }
    }
}

/* ---- places ---- */

static void draw_signs(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    for (int i = 0; i < state->sign_count; i++) {
        const platformer_sign *sign = &state->signs[i];
        thud_vec2 foot = {thud_aabb_center(sign->box).x, sign->box.min.y};
        if (is_seen(scene, foot.x)) {
            line(painter, foot, (thud_vec2){foot.x, foot.y + 1.2f}, SCENE_INK_SECOND);
            box(painter, (thud_aabb){{foot.x - 0.6f, foot.y + 0.9f}, {foot.x + 0.6f, foot.y + 1.6f}},
                SCENE_INK_SECOND, SCENE_FILLED);
            scene_printf(painter, (thud_vec2){foot.x, foot.y + 3.7f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER, "%s",
                         sign->title);
            scene_printf(painter, (thud_vec2){foot.x, foot.y + 3.1f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                         "%s", sign->line);
        }
    }
}

static void draw_flag(const scene_painter *painter, thud_vec2 foot, float height, scene_ink ink) {
    thud_vec2 top = {foot.x, foot.y + height};
    const thud_vec2 corners[] = {top, {top.x + 0.9f, top.y - 0.35f}, {top.x, top.y - 0.7f}};
    line(painter, foot, top, SCENE_INK_TEXT);
    scene_draw_hull(painter, corners, 3, ink, SCENE_FILLED);
}

static void draw_ladder(const scene_painter *painter, thud_aabb area) {
    line(painter, area.min, (thud_vec2){area.min.x, area.max.y}, SCENE_INK_SECOND);
    line(painter, (thud_vec2){area.max.x, area.min.y}, area.max, SCENE_INK_SECOND);
    for (float y = area.min.y + 0.3f; y < area.max.y; y += 0.5f) {
        line(painter, (thud_vec2){area.min.x, y}, (thud_vec2){area.max.x, y}, SCENE_INK_SECOND);
    }
}

static void draw_water(const scene_painter *painter, thud_aabb area) {
    box(painter, area, SCENE_INK_APART, SCENE_OUTLINE);
    for (int k = 0; k < 4; k++) { /* deeper is denser */
        box(painter, area, SCENE_INK_APART, SCENE_OUTLINE);
        area.max.y -= 0.6f;
    }
}

static void draw_places(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    for (int i = 0; i < state->checkpoint_count; i++) {
        if (is_seen(scene, state->checkpoints[i].min.x)) {
            draw_flag(painter, state->checkpoints[i].min, 2,
                      i < state->player.checkpoints ? SCENE_INK_GOOD : SCENE_INK_MUTED);
        }
    }
    draw_flag(painter, state->goal.min, 4, state->player.is_home ? SCENE_INK_GOOD : SCENE_INK_BAD);
    for (int i = 0; i < state->coin_count; i++) {
        if (!state->coins[i].is_taken && is_seen(scene, state->coins[i].at.x)) {
            disc(painter, state->coins[i].at, 0.26f, SCENE_INK_NORMAL, SCENE_SOLID);
        }
    }
    for (int i = 0; i < state->area_count; i++) {
        if (state->areas[i].kind == PLATFORMER_LADDER) {
            draw_ladder(painter, state->areas[i].box);
        } else if (state->areas[i].kind == PLATFORMER_WATER) {
            draw_water(painter, state->areas[i].box);
        }
    }
}

/* ---- the player ---- */

static void draw_leg(const scene_painter *painter, thud_vec2 hip, float swing, float foot) {
    thud_vec2 knee = {hip.x + 0.5f * swing, hip.y - 0.22f};
    thud_vec2 ankle = {hip.x + swing, foot + 0.12f * thud_abs(swing)};
    line(painter, hip, knee, SCENE_INK_TEXT);
    line(painter, knee, ankle, SCENE_INK_TEXT);
}

static void draw_player(const thud_scene *scene, const scene_painter *painter) {
    const platformer_player *player = &platformer_of(scene)->player;
    thud_vec2 at = thud_vec2_lerp(player->state.previous, player->state.position, painter->alpha);
    at.y += player->lift;
    float facing = player->runner.facing < 0 ? -1 : 1;
    bool in_air = !player->moved.floor.touching;
    float swing = in_air ? 0.25f : 0.3f * thud_sin(4 * player->stride);
    thud_shape body, cap;
    const thud_vec2 brim[] = {{-0.3f, 0.52f}, {0.3f, 0.52f}, {0.2f, 0.8f}, {-0.2f, 0.8f}};
    if (thud_capsule((thud_vec2){0, -0.1f}, (thud_vec2){0, 0.5f}, 0.29f, &body) != THUD_OK ||
        thud_hull(brim, 4, 0, &cap) != THUD_OK) {
        return;
    }
    thud_shape whole = player->def.shape;
    painter->shape(painter->context, &whole, (thud_pose){at, {1, 0}}, SCENE_INK_FAINT, SCENE_SOLID);
    draw_leg(painter, (thud_vec2){at.x - 0.08f, at.y - 0.35f}, swing, at.y - 0.8f);
    draw_leg(painter, (thud_vec2){at.x + 0.08f, at.y - 0.35f}, -swing, at.y - 0.8f);
    painter->shape(painter->context, &body, (thud_pose){at, {1, 0}}, SCENE_INK_TEXT, SCENE_SOLID);
    painter->shape(painter->context, &cap, (thud_pose){at, {1, 0}}, SCENE_INK_BAD, SCENE_SOLID);
    line(painter, (thud_vec2){at.x, at.y + 0.53f}, (thud_vec2){at.x + 0.5f * facing, at.y + 0.53f},
         SCENE_INK_BAD);
    disc(painter, (thud_vec2){at.x + 0.14f * facing, at.y + 0.36f}, 0.055f, SCENE_INK_EARTH, SCENE_SOLID);
}

static void draw_walkers(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    for (int i = 0; i < state->walker_count; i++) {
        const platformer_walker *walker = &state->walkers[i];
        thud_vec2 at = thud_vec2_lerp(walker->state.previous, walker->state.position, painter->alpha);
        painter->shape(painter->context, &walker->def.shape, (thud_pose){at, {1, 0}}, SCENE_INK_PATH,
                       SCENE_SOLID);
        for (int k = -1; k <= 1; k += 2) {
            thud_vec2 eye = {at.x + 0.3f * walker->direction + 0.14f * (float)k, at.y + 0.2f};
            disc(painter, eye, 0.07f, SCENE_INK_EARTH, SCENE_SOLID);
        }
    }
}

static void draw_score(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    thud_vec2 half = thud_vec2_sub(scene->view.max, thud_aabb_center(scene->view));
    thud_vec2 corner =
        thud_vec2_add(picture_middle(state, painter), (thud_vec2){0.6f - half.x, half.y - 0.6f});
    scene_printf(painter, corner, SCENE_INK_TEXT, SCENE_TEXT_LEFT,
                 "%s     coins %d of %d     checkpoints %d of %d%s",
                 state->player.is_home     ? "home"
                 : state->is_demonstration ? "demonstration: press a key to play"
                                           : "playing",
                 state->player.coins, state->coin_count, state->player.checkpoints, state->checkpoint_count,
                 state->player.moved.crushed ? "     crushed" : "");
}

static void draw_pivots(const thud_scene *scene, const scene_painter *painter) {
    const platformer *state = scene->state;
    for (int i = 0; i < state->pivot_count; i++) {
        thud_vec2 top = state->pivots[i];
        const thud_vec2 corners[] = {{top.x - 0.5f, top.y - 0.7f}, {top.x + 0.5f, top.y - 0.7f}, top};
        scene_draw_hull(painter, corners, 3, SCENE_INK_SECOND, SCENE_FILLED);
    }
}

void platformer_draw(const thud_scene *scene, const scene_painter *painter) {
    draw_tiles(scene, painter);
    draw_places(scene, painter);
    draw_pivots(scene, painter);
    draw_signs(scene, painter);
    draw_walkers(scene, painter);
    draw_player(scene, painter);
    draw_score(scene, painter);
}
