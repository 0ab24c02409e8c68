/*
 * The colours. Hues after Okabe and Ito's colour-blind safe set, set on a dark ground.
 */
#include "palette.h"

const SDL_Color palette_background = {17, 20, 27, 255};
const SDL_Color palette_grid = {26, 31, 41, 255};
const SDL_Color palette_grid_axis = {38, 45, 59, 255};

static SDL_Color shaded(SDL_Color color, int percent) {
    color.r = (Uint8)SDL_min(255, color.r * percent / 100);
    color.g = (Uint8)SDL_min(255, color.g * percent / 100);
    color.b = (Uint8)SDL_min(255, color.b * percent / 100);
    return color;
}

static SDL_Color faded(SDL_Color color, int alpha) {
    color.a = (Uint8)alpha;
    return color;
}

shape_style palette_shape(thud_draw_role role, uint32_t tint) {
    static const int shades[] = {100, 88, 112, 94, 106, 82, 118, 91};
    int shade = shades[(tint * 2654435761u) >> 29];
    static const shape_style styles[] = {
        [THUD_DRAW_STATIC] = {{52, 60, 75, 255}, {104, 116, 138, 255}, 1.5f, 0},
        [THUD_DRAW_KINEMATIC] = {{168, 104, 16, 255}, {255, 190, 70, 255}, 2.5f, 0},
        [THUD_DRAW_AWAKE] = {{38, 112, 168, 255}, {134, 205, 250, 255}, 1.5f, 0},
        [THUD_DRAW_ASLEEP] = {{44, 72, 124, 255}, {96, 128, 178, 255}, 1.0f, 0},
        [THUD_DRAW_DISABLED] = {{66, 44, 50, 255}, {150, 84, 84, 255}, 1.0f, 0},
        [THUD_DRAW_SENSOR] = {{72, 207, 160, 16}, {72, 207, 160, 110}, 1.2f, 0},
        [THUD_DRAW_SENSOR_OCCUPIED] = {{72, 207, 160, 66}, {72, 207, 160, 255}, 1.8f, 0},
    };
    shape_style style = styles[role];
    bool varies = role == THUD_DRAW_AWAKE || role == THUD_DRAW_ASLEEP;
    style.fill = varies ? shaded(style.fill, shade) : style.fill;
    return style;
}

shape_style palette_island(uint32_t number) {
    static const SDL_Color colors[] = {{0, 114, 178, 255},  {213, 94, 0, 255},   {0, 158, 115, 255}, {204, 121, 167, 255},
                                       {230, 159, 0, 255},  {86, 180, 233, 255}, {150, 140, 210, 255}, {160, 150, 60, 255}};
    SDL_Color color = colors[(number * 2654435761u) >> 29];
    return (shape_style){shaded(color, 72), shaded(color, 135), 1.5f, 0};
}

SDL_Color palette_overlay(thud_draw_role role) {
    static const SDL_Color colors[] = {
        [THUD_DRAW_AABB] = {86, 205, 160, 170},
        [THUD_DRAW_FAT_AABB] = {86, 205, 160, 70},
        [THUD_DRAW_CELL] = {150, 140, 210, 70},
        [THUD_DRAW_CONTACT_NEAR] = {190, 190, 120, 160},
        [THUD_DRAW_CONTACT_TOUCHING] = {255, 110, 64, 255},
        [THUD_DRAW_NORMAL] = {245, 222, 90, 230},
        [THUD_DRAW_NORMAL_IMPULSE] = {255, 140, 200, 230},
        [THUD_DRAW_FRICTION_IMPULSE] = {150, 230, 100, 230},
        [THUD_DRAW_MTD] = {255, 80, 110, 255},
        [THUD_DRAW_TIME_OF_IMPACT] = {240, 240, 250, 200},
        [THUD_DRAW_VELOCITY] = {190, 150, 255, 220},
        [THUD_DRAW_CENTER_OF_MASS] = {250, 250, 250, 220},
        [THUD_DRAW_JOINT] = {255, 210, 120, 255},
    };
    return colors[role];
}

SDL_Color palette_ink(scene_ink ink) {
    static const SDL_Color colors[SCENE_INK_COUNT] = {
        [SCENE_INK_TEXT] = {226, 232, 242, 255},    [SCENE_INK_MUTED] = {128, 141, 163, 255},
        [SCENE_INK_FAINT] = {46, 54, 70, 255},      [SCENE_INK_APART] = {96, 178, 240, 255},
        [SCENE_INK_EARTH] = {30, 36, 48, 255},
        [SCENE_INK_TOUCHING] = {255, 104, 72, 255}, [SCENE_INK_SECOND] = {240, 178, 62, 255},
        [SCENE_INK_MTD] = {255, 214, 92, 255},      [SCENE_INK_NORMAL] = {245, 222, 90, 255},
        [SCENE_INK_PATH] = {200, 172, 255, 255},    [SCENE_INK_GHOST] = {206, 214, 228, 225},
        [SCENE_INK_GOOD] = {72, 207, 160, 255},     [SCENE_INK_BAD] = {255, 104, 72, 255},
    };
    return colors[ink];
}

shape_style palette_ink_shape(scene_ink ink, scene_fill fill) {
    SDL_Color color = palette_ink(ink);
    if (fill == SCENE_SOLID) { /* grown by half its soft edge: neighbours close up */
        return (shape_style){color, color, 1.0f, 0.5f};
    }
    SDL_Color inside = fill == SCENE_FILLED ? faded(shaded(color, 70), 150) : faded(color, 14);
    return (shape_style){inside, color, fill == SCENE_FILLED ? 2.0f : 1.6f, 0};
}
