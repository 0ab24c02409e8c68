#include "pair_features.h"

#include <math.h>

reference_core reference_place(const thud_shape *shape, thud_pose pose) {
    reference_core core = {.count = shape->count, .radius = shape->radius};
    double c = pose.rotation.c, s = pose.rotation.s;
    for (int i = 0; i < shape->count; i++) {
        double x = shape->vertices[i].x, y = shape->vertices[i].y;
        core.x[i] = pose.position.x + (c * x - s * y);
        core.y[i] = pose.position.y + (s * x + c * y);
    }
    return core;
}

reference_core reference_place_at(const thud_shape *shape, thud_vec2 center, double x, double y,
                                  double angle) {
    reference_core core = {.count = shape->count, .radius = shape->radius};
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < shape->count; i++) {
        double px = (double)shape->vertices[i].x - center.x, py = (double)shape->vertices[i].y - center.y;
        core.x[i] = x + (c * px - s * py);
        core.y[i] = y + (s * px + c * py);
    }
    return core;
}

static double point_to_edge(double x, double y, const reference_core *core, int i) {
    int next = (i + 1) % core->count;
    double ex = core->x[next] - core->x[i], ey = core->y[next] - core->y[i];
    double length = ex * ex + ey * ey;
    double t = length > 0.0 ? ((x - core->x[i]) * ex + (y - core->y[i]) * ey) / length : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(x - (core->x[i] + t * ex), y - (core->y[i] + t * ey));
}

static double vertices_to_edges(const reference_core *a, const reference_core *b) {
    double least = INFINITY;
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            least = fmin(least, point_to_edge(a->x[i], a->y[i], b, j));
        }
    }
    return least;
}

/* The largest separation of `b` from the line of a face of `a`. */
static double face_separation(const reference_core *a, const reference_core *b) {
    double most = -INFINITY;
    for (int i = 0; i < a->count && a->count > 1; i++) {
        int next = (i + 1) % a->count;
        double nx = a->y[next] - a->y[i], ny = a->x[i] - a->x[next];
        double length = hypot(nx, ny), nearest = INFINITY;
        for (int j = 0; j < b->count; j++) {
            nearest = fmin(nearest, (nx * (b->x[j] - a->x[i]) + ny * (b->y[j] - a->y[i])) / length);
        }
        most = fmax(most, nearest);
    }
    return most;
}

double reference_separation(const reference_core *a, const reference_core *b) {
    double radii = a->radius + b->radius;
    double distance = fmin(vertices_to_edges(a, b), vertices_to_edges(b, a));
    double faces = fmax(face_separation(a, b), face_separation(b, a));
    bool without_area = a->count + b->count < 4 || (a->count == 2 && b->count == 2 && faces > -1.0e-12);
    return (without_area || faces > 0.0 ? distance : faces) - radii;
}

double reference_point_distance(const reference_core *core, double x, double y) {
    reference_core point = {.count = 1};
    point.x[0] = x;
    point.y[0] = y;
    return reference_separation(core, &point);
}
