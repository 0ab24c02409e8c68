/*
 * A filled outline is four rings, from the inside out:
 *
 *     fill      |  inner rim  |  outer rim  |  nothing
 *     ring 0 ---- ring 1 ------- ring 2 ------ ring 3
 *        (fade)       (outline)       (fade)
 *
 * Ring 0 is filled as a fan; the bands between the rings are strips of quads whose corner colours differ, and
 * so fade.
 */
#include "drawing.h"

#include <math.h>
#include <stdlib.h>

static const float feather = 1.0f;        /* width of a soft edge [points] */
static const float sharpest_miter = 2.0f; /* a ring's corner moves at most this often its offset */
static const float small_room =
    9.0f; /* shapes with a smaller inner radius [points] have outlines no wider than a soft edge */
static const float circle_error = 0.2f; /* a circle's sides may leave it by this much [px] */
enum { fewest_sides = 8, most_sides = 96, ring_count = 4 };

void drawing_init(demo_drawing *drawing, SDL_Renderer *renderer) {
    *drawing = (demo_drawing){.renderer = renderer, .scale = 1};
}

void drawing_free(demo_drawing *drawing) {
    free(drawing->vertices);
    free(drawing->indices);
    *drawing = (demo_drawing){0};
}

/* Room for more; false where memory runs out: the primitive is then left out. */
static bool reserve(demo_drawing *drawing, int vertices, int indices) {
    if (drawing->vertex_count + vertices > drawing->vertex_capacity) {
        int capacity = 2 * (drawing->vertex_count + vertices) + 4096;
        SDL_Vertex *grown = realloc(drawing->vertices, (size_t)capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        drawing->vertices = grown;
        drawing->vertex_capacity = capacity;
    }
    if (drawing->index_count + indices > drawing->index_capacity) {
        int capacity = 2 * (drawing->index_count + indices) + 8192;
        int *grown = realloc(drawing->indices, (size_t)capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        drawing->indices = grown;
        drawing->index_capacity = capacity;
    }
    return true;
}

static void add_vertex(demo_drawing *drawing, float x, float y, SDL_Color color) {
    drawing->vertices[drawing->vertex_count++] = (SDL_Vertex){{x, y}, color, {0, 0}};
}

static void add_triangle(demo_drawing *drawing, int a, int b, int c) {
    drawing->indices[drawing->index_count++] = a;
    drawing->indices[drawing->index_count++] = b;
    drawing->indices[drawing->index_count++] = c;
}

static SDL_Color transparent(SDL_Color color) {
    color.a = 0;
    return color;
}

/* The unit vector that is normal to the edge from a to b, on its right; zero for no edge. */
static SDL_FPoint edge_normal(SDL_FPoint a, SDL_FPoint b) {
    float dx = b.x - a.x, dy = b.y - a.y;
    float length = sqrtf(dx * dx + dy * dy);
    return length > 0 ? (SDL_FPoint){dy / length, -dx / length} : (SDL_FPoint){0, 0};
}

/* Where a corner goes when both its edges move out by 1: the miter, not longer than sharpest_miter. */
static SDL_FPoint miter(SDL_FPoint n0, SDL_FPoint n1) {
    float x = n0.x + n1.x, y = n0.y + n1.y;
    float squared = x * x + y * y;
    if (squared < 1e-6f) {
        return n1;
    }
    float factor = SDL_min(2 / squared, sharpest_miter / sqrtf(squared));
    return (SDL_FPoint){x * factor, y * factor};
}

static float signed_area(const SDL_FPoint *points, int count) {
    float area = 0;
    for (int i = 0; i < count; i++) {
        SDL_FPoint a = points[i], b = points[(i + 1) % count];
        area += a.x * b.y - a.y * b.x;
    }
    return 0.5f * area;
}

/*
 * How far the rings may move in without turning inside out: the radius of a circle of this area and
 * perimeter.
 */
static float inner_room(const SDL_FPoint *points, int count, float area) {
    float perimeter = 0;
    for (int i = 0; i < count; i++) {
        SDL_FPoint a = points[i], b = points[(i + 1) % count];
        perimeter += sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return perimeter > 0 ? 0.9f * fabsf(area) / (0.5f * perimeter) : 0;
}

static void add_rings(demo_drawing *drawing, const SDL_FPoint *points, int count,
                      const float offsets[ring_count], const SDL_Color colors[ring_count], float side) {
    for (int i = 0; i < count; i++) {
        SDL_FPoint p = points[i];
        SDL_FPoint n0 = edge_normal(points[(i + count - 1) % count], p);
        SDL_FPoint n1 = edge_normal(p, points[(i + 1) % count]);
        SDL_FPoint out = miter(n0, n1);
        for (int ring = 0; ring < ring_count; ring++) {
            add_vertex(drawing, p.x + side * offsets[ring] * out.x, p.y + side * offsets[ring] * out.y,
                       colors[ring]);
        }
    }
}

void drawing_convex(demo_drawing *drawing, const SDL_FPoint *points, int count, shape_style style) {
    int first = drawing->vertex_count;
    if (count < 3 || !reserve(drawing, ring_count * count, 3 * (count - 2) + 18 * count)) {
        return;
    }
    float area = signed_area(points, count);
    float soft = feather * drawing->scale;
    float room = inner_room(points, count, area);
    float width = SDL_min(style.width * drawing->scale, room);
    width = room < small_room * drawing->scale ? SDL_min(width, soft) : width;
    bool plain_rim = width > soft; /* otherwise rings 1 and 2 are one */
    float rim = style.grow * drawing->scale;
    const float offsets[ring_count] = {rim - width, rim + SDL_min(soft - width, 0), rim, rim + soft};
    const SDL_Color colors[ring_count] = {style.fill, style.outline, style.outline,
                                          transparent(style.outline)};
    add_rings(drawing, points, count, offsets, colors, area > 0 ? 1.0f : -1.0f);
    for (int i = 1; i + 1 < count; i++) {
        add_triangle(drawing, first, first + ring_count * i, first + ring_count * (i + 1));
    }
    for (int i = 0; i < count; i++) {
        int here = first + ring_count * i, next = first + ring_count * ((i + 1) % count);
        for (int ring = 0; ring + 1 < ring_count; ring++) {
            if (ring != 1 || plain_rim) {
                add_triangle(drawing, here + ring, next + ring, next + ring + 1);
                add_triangle(drawing, here + ring, next + ring + 1, here + ring + 1);
            }
        }
    }
}

int drawing_circle_sides(float radius) {
    if (radius <= 1) {
        return fewest_sides;
    }
    float sides = 3.14159265f / acosf(1 - SDL_min(circle_error / radius, 0.5f));
    return SDL_clamp((int)ceilf(sides), fewest_sides, most_sides);
}

void drawing_circle(demo_drawing *drawing, SDL_FPoint center, float radius, shape_style style) {
    SDL_FPoint points[most_sides];
    int count = drawing_circle_sides(radius);
    thud_rot turn = thud_rot_from_angle(2 * THUD_PI / (float)count);
    thud_vec2 arm = {radius, 0};
    for (int i = 0; i < count; i++) {
        points[i] = (SDL_FPoint){center.x + arm.x, center.y + arm.y};
        arm = thud_rot_apply(turn, arm);
    }
    drawing_convex(drawing, points, count, style);
}

void drawing_line(demo_drawing *drawing, SDL_FPoint a, SDL_FPoint b, float width, SDL_Color color) {
    SDL_FPoint n = edge_normal(a, b);
    if ((n.x == 0 && n.y == 0) || !reserve(drawing, 2 * ring_count, 18)) {
        return;
    }
    float half = 0.5f * width * drawing->scale;
    float soft = 0.5f * feather * drawing->scale;
    if (half < soft) { /* thinner than its soft edge: paler instead */
        color.a = (Uint8)((float)color.a * half / soft);
        half = soft;
    }
    const float offsets[ring_count] = {-half - soft, -half + soft, half - soft, half + soft};
    const SDL_Color colors[ring_count] = {transparent(color), color, color, transparent(color)};
    int first = drawing->vertex_count;
    for (int ring = 0; ring < ring_count; ring++) {
        add_vertex(drawing, a.x + offsets[ring] * n.x, a.y + offsets[ring] * n.y, colors[ring]);
        add_vertex(drawing, b.x + offsets[ring] * n.x, b.y + offsets[ring] * n.y, colors[ring]);
    }
    for (int ring = 0; ring + 1 < ring_count; ring++) {
        int i = first + 2 * ring;
        add_triangle(drawing, i, i + 1, i + 3);
        add_triangle(drawing, i, i + 3, i + 2);
    }
}

void drawing_fade(demo_drawing *drawing, SDL_FRect area, SDL_Color top, SDL_Color bottom) {
    int first = drawing->vertex_count;
    if (!reserve(drawing, 4, 6)) {
        return;
    }
    add_vertex(drawing, area.x, area.y, top);
    add_vertex(drawing, area.x + area.w, area.y, top);
    add_vertex(drawing, area.x + area.w, area.y + area.h, bottom);
    add_vertex(drawing, area.x, area.y + area.h, bottom);
    add_triangle(drawing, first, first + 1, first + 2);
    add_triangle(drawing, first, first + 2, first + 3);
}

void drawing_dot(demo_drawing *drawing, SDL_FPoint center, float radius_points, SDL_Color color) {
    drawing_circle(drawing, center, radius_points * drawing->scale, (shape_style){color, color, 1, 0});
}

void drawing_arrow(demo_drawing *drawing, SDL_FPoint from, SDL_FPoint to, float width, SDL_Color color) {
    const float head_length = 9, head_half_width = 4; /* [points] */
    float dx = to.x - from.x, dy = to.y - from.y;
    float length = sqrtf(dx * dx + dy * dy);
    if (length < 1) {
        return;
    }
    SDL_FPoint along = {dx / length, dy / length};
    float head = SDL_min(head_length * drawing->scale, 0.6f * length);
    float side = head * head_half_width / head_length;
    SDL_FPoint neck = {to.x - head * along.x, to.y - head * along.y};
    drawing_line(drawing, from, neck, width, color);
    SDL_FPoint points[] = {to,
                           {neck.x - side * along.y, neck.y + side * along.x},
                           {neck.x + side * along.y, neck.y - side * along.x}};
    drawing_convex(drawing, points, 3, (shape_style){color, color, 1, 0});
}

void drawing_flush(demo_drawing *drawing, bool seen) {
    if (seen && drawing->index_count > 0) {
        SDL_SetRenderDrawBlendMode(drawing->renderer, SDL_BLENDMODE_BLEND);
        SDL_RenderGeometry(drawing->renderer, NULL, drawing->vertices, drawing->vertex_count,
                           drawing->indices, drawing->index_count);
    }
    drawing->vertex_count = 0;
    drawing->index_count = 0;
}
