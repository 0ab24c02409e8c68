/*
 * The callbacks of thud_world_draw: shapes in their body's style, everything else as thin overlays in its
 * role's colour.
 *
 * The polygons of one body are gathered until the next body comes. Where there are several they are drawn as
 * one shape: all their outlines first, grown outwards, then all their fills, which cover what the outlines
 * have inside.
 */
#include "world_view.h"

#include <string.h>

#include "islands.h"
#include "painter.h"

static const float overlay_width = 1.2f, arrow_width = 1.8f, segment_width = 2.5f; /* [points] */
static const float point_radius = 3;                                               /* [points] */
static const float spoke_width = 1.2f; /* a circle's turning mark [points] */

enum { most_parts = 64 }; /* of a body gathered at a time */

typedef struct gathered_part {
    thud_vec2 vertices[THUD_MAX_VERTICES];
    int count;
    float radius;
} gathered_part;

typedef struct demo_world_view {
    demo_view *view;
    const thud_scene *scene;
    bool draw_sleep;
    const demo_islands *islands; /* null: not drawn */
    thud_body_id body; /* whose parts are gathered */
    shape_style style;
    gathered_part parts[most_parts];
    int part_count;
} demo_world_view;

static bool is_body(thud_draw_role role) {
    return role <= THUD_DRAW_DISABLED;
}

static bool is_sensor(thud_draw_role role) {
    return role == THUD_DRAW_SENSOR || role == THUD_DRAW_SENSOR_OCCUPIED;
}

/* The body of a character, which the scene draws between its last two places: thud_world_draw has it at the last one, where it stuck
 * out by up to a step. */
static bool is_character(const demo_world_view *world_view, thud_draw_role role, thud_body_id body) {
    return role == THUD_DRAW_KINEMATIC && scene_mover_of(world_view->scene, body).def;
}

static shape_style style_of(const demo_world_view *world_view, thud_draw_role role, thud_body_id body) {
    if (is_body(role) || is_sensor(role)) {
        if (role == THUD_DRAW_AWAKE && world_view->islands) {
            return palette_island(islands_root(world_view->islands, body.slot));
        }
        bool hide_sleep = role == THUD_DRAW_ASLEEP && !world_view->draw_sleep;
        return palette_shape(hide_sleep ? THUD_DRAW_AWAKE : role, body.slot);
    }
    SDL_Color color = palette_overlay(role);
    return (shape_style){{color.r, color.g, color.b, 0}, color, overlay_width, 0};
}

static void draw_part(demo_world_view *world_view, const gathered_part *part, shape_style style) {
    SDL_FPoint outline[drawing_max_outline];
    int points =
        painter_outline(&world_view->view->camera, part->vertices, part->count, part->radius, outline);
    drawing_convex(&world_view->view->drawing, outline, points, style);
}

static void draw_gathered(demo_world_view *world_view) {
    shape_style style = world_view->style;
    if (world_view->part_count == 1) {
        draw_part(world_view, &world_view->parts[0], style);
    } else {
        shape_style rim = {style.outline, style.outline, style.width, 0.8f * style.width};
        shape_style inside = {style.fill, style.fill, style.width, 0};
        for (int i = 0; i < world_view->part_count; i++) {
            draw_part(world_view, &world_view->parts[i], rim);
        }
        for (int i = 0; i < world_view->part_count; i++) {
            draw_part(world_view, &world_view->parts[i], inside);
        }
    }
    world_view->part_count = 0;
}

static void gather(demo_world_view *world_view, const thud_vec2 *vertices, int count, float radius,
                   thud_body_id body) {
    bool other = body.slot != world_view->body.slot || world_view->part_count == most_parts;
    if (other) {
        draw_gathered(world_view);
    }
    world_view->body = body;
    gathered_part *part = &world_view->parts[world_view->part_count++];
    part->count = SDL_min(count, THUD_MAX_VERTICES);
    part->radius = radius;
    memcpy(part->vertices, vertices, (size_t)part->count * sizeof *vertices);
}

static void draw_line(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context) {
    demo_world_view *world_view = context;
    draw_gathered(world_view);
    demo_drawing *drawing = &world_view->view->drawing;
    SDL_FPoint a = camera_to_screen(&world_view->view->camera, p1);
    SDL_FPoint b = camera_to_screen(&world_view->view->camera, p2);
    switch (role) {
    case THUD_DRAW_NORMAL:
    case THUD_DRAW_NORMAL_IMPULSE:
    case THUD_DRAW_FRICTION_IMPULSE:
    case THUD_DRAW_MTD:
    case THUD_DRAW_VELOCITY:
        drawing_arrow(drawing, a, b, arrow_width, palette_overlay(role));
        break;
    case THUD_DRAW_JOINT:
        drawing_line(drawing, a, b, arrow_width, palette_overlay(role));
        drawing_dot(drawing, b, point_radius, palette_overlay(role));
        break;
    default:
        drawing_line(drawing, a, b, overlay_width, palette_overlay(role));
        break;
    }
}

static void draw_polygon(const thud_vec2 *vertices, int count, float radius, thud_draw_role role,
                         thud_body_id body, void *context) {
    demo_world_view *world_view = context;
    const demo_camera *camera = &world_view->view->camera;
    shape_style style = style_of(world_view, role, body);
    if (is_character(world_view, role, body)) {
        return;
    }
    if (count == 2 && radius <= 0) {
        draw_gathered(world_view);
        drawing_line(&world_view->view->drawing, camera_to_screen(camera, vertices[0]),
                     camera_to_screen(camera, vertices[1]), segment_width, style.outline);
        return;
    }
    if (is_body(role)) {
        gather(world_view, vertices, count, radius, body);
        world_view->style = style;
    } else {
        draw_gathered(world_view);
        SDL_FPoint outline[drawing_max_outline];
        int points = painter_outline(camera, vertices, count, radius, outline);
        drawing_convex(&world_view->view->drawing, outline, points, style);
    }
}

static void draw_circle(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role,
                        thud_body_id body, void *context) {
    demo_world_view *world_view = context;
    if (is_character(world_view, role, body)) {
        return;
    }
    draw_gathered(world_view);
    const demo_camera *camera = &world_view->view->camera;
    demo_drawing *drawing = &world_view->view->drawing;
    shape_style style = style_of(world_view, role, body);
    SDL_FPoint middle = camera_to_screen(camera, center);
    drawing_circle(drawing, middle, radius * camera->pixels, style);
    thud_vec2 rim = thud_vec2_add(center, thud_rot_apply(rotation, (thud_vec2){0.75f * radius, 0}));
    drawing_line(drawing, middle, camera_to_screen(camera, rim), spoke_width, style.outline);
}

static void draw_point(thud_vec2 point, thud_draw_role role, void *context) {
    demo_world_view *world_view = context;
    draw_gathered(world_view);
    SDL_FPoint pixel = camera_to_screen(&world_view->view->camera, point);
    float radius = role == THUD_DRAW_CONTACT_NEAR ? 0.7f * point_radius : point_radius;
    drawing_dot(&world_view->view->drawing, pixel, radius, palette_overlay(role));
}

static void draw_text(thud_vec2 at, const char *text, thud_draw_role role, void *context) {
    (void)role;
    demo_world_view *world_view = context;
    draw_gathered(world_view);
    view_text(world_view->view, at, SCENE_INK_TEXT, SCENE_TEXT_CENTER, text);
}

void world_view_draw(demo_view *view, demo_session *session, const thud_scene *scene) {
    if (!scene->world) {
        return;
    }
    static demo_world_view context; /* too large for the stack */
    context.view = view;
    context.scene = scene;
    context.draw_sleep = session->draw_sleep;
    context.part_count = 0;
    static demo_islands islands; /* kept from frame to frame */
    context.islands = session->draw_islands && islands_find(&islands, scene->world) ? &islands : NULL;
    if (!session->draw_islands) {
        islands_free(&islands);
    }
    thud_debug_draw draw = session->draw;
    draw.polygon = draw_polygon;
    draw.circle = draw_circle;
    draw.line = draw_line;
    draw.point = draw_point;
    draw.text = draw_text;
    draw.context = &context;
    draw.alpha = session->stepper.alpha;
    draw.view.min = camera_to_world(&view->camera, (SDL_FPoint){0, view->height});
    draw.view.max = camera_to_world(&view->camera, (SDL_FPoint){view->width, 0});
    thud_world_draw(scene->world, &draw);
    draw_gathered(&context);
}
