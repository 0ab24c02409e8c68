/*
 * From scene drawing to pixels. Rounded shapes become outlines with an arc at each vertex.
 */
#include "painter.h"

static const float line_width = 1.6f, scene_arrow_width = 2, dot_radius = 3.5f; /* [points] */

static SDL_FPoint screen(const painter_context *context, thud_vec2 point) {
    return camera_to_screen(&context->view->camera, point);
}

/*
 * The outward unit normal of the edge from core vertex i; of the way back for the second vertex of a segment.
 */
static thud_vec2 outward(const thud_vec2 *core, int count, int i) {
    thud_vec2 edge = thud_vec2_sub(core[(i + 1) % count], core[i]);
    return thud_vec2_normalize(thud_vec2_make(edge.y, -edge.x));
}

int painter_outline(const demo_camera *camera, const thud_vec2 *core, int count, float radius,
                    SDL_FPoint *outline) {
    int written = 0;
    if (radius <= 0) {
        for (int i = 0; i < count && written < drawing_max_outline; i++) {
            outline[written++] = camera_to_screen(camera, core[i]);
        }
        return written;
    }
    int sides = drawing_circle_sides(radius * camera->pixels);
    for (int i = 0; i < count; i++) {
        thud_vec2 from = outward(core, count, (i + count - 1) % count);
        thud_vec2 to = outward(core, count, i);
        float angle = thud_atan2(thud_vec2_cross(from, to), thud_vec2_dot(from, to));
        angle = count == 2 ? THUD_PI : thud_abs(angle);
        int steps = 1 + (int)(angle / (2 * THUD_PI) * (float)sides);
        thud_rot turn = thud_rot_from_angle(angle / (float)steps);
        thud_vec2 arm = thud_vec2_scale(from, radius);
        for (int k = 0; k <= steps && written < drawing_max_outline; k++) {
            outline[written++] = camera_to_screen(camera, thud_vec2_add(core[i], arm));
            arm = thud_rot_apply(turn, arm);
        }
    }
    return written;
}

static void paint_line(void *context, thud_vec2 p1, thud_vec2 p2, scene_ink ink) {
    painter_context *painter = context;
    drawing_line(&painter->view->drawing, screen(painter, p1), screen(painter, p2), line_width,
                 palette_ink(ink));
}

static void paint_arrow(void *context, thud_vec2 from, thud_vec2 to, scene_ink ink) {
    painter_context *painter = context;
    drawing_arrow(&painter->view->drawing, screen(painter, from), screen(painter, to), scene_arrow_width,
                  palette_ink(ink));
}

static void paint_shape(void *context, const thud_shape *shape, thud_pose pose, scene_ink ink,
                        scene_fill fill) {
    painter_context *painter = context;
    demo_drawing *drawing = &painter->view->drawing;
    shape_style style = palette_ink_shape(ink, fill);
    thud_shape placed = thud_shape_transformed(shape, pose);
    if (placed.count == 1) {
        drawing_circle(drawing, screen(painter, placed.vertices[0]),
                       placed.radius * painter->view->camera.pixels, style);
    } else if (placed.count == 2 && placed.radius <= 0) {
        drawing_line(drawing, screen(painter, placed.vertices[0]), screen(painter, placed.vertices[1]), 3,
                     style.outline);
    } else {
        SDL_FPoint outline[drawing_max_outline];
        int count =
            painter_outline(&painter->view->camera, placed.vertices, placed.count, placed.radius, outline);
        drawing_convex(drawing, outline, count, style);
    }
}

static void paint_point(void *context, thud_vec2 point, scene_ink ink) {
    painter_context *painter = context;
    drawing_dot(&painter->view->drawing, screen(painter, point), dot_radius, palette_ink(ink));
}

static void paint_text(void *context, thud_vec2 at, scene_ink ink, scene_text style, const char *text) {
    painter_context *painter = context;
    view_text(painter->view, at, ink, style, text);
}

scene_painter painter_make(painter_context *context, demo_view *view, float alpha) {
    context->view = view;
    return (scene_painter){paint_line, paint_arrow, paint_shape, paint_point, paint_text, context, alpha};
}
