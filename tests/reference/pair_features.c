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

/* The square of the least distance of a vertex of `a` from an edge of `b`. Squares are compared, and by operators: hypot
 * and fmin for each pair of a vertex and an edge take most of the time of the tests. */
static double vertices_to_edges_squared(const reference_core *a, const reference_core *b) {
    double least = INFINITY;
    for (int j = 0; j < b->count; j++) {
        int next = j + 1 < b->count ? j + 1 : 0;
        double from_x = b->x[j], from_y = b->y[j], ex = b->x[next] - from_x, ey = b->y[next] - from_y;
        double length = ex * ex + ey * ey;
        for (int i = 0; i < a->count; i++) {
            double px = a->x[i] - from_x, py = a->y[i] - from_y, along = px * ex + py * ey;
            double t = along > 0.0 && length > 0.0 ? along / length : 0.0;
            t = t < 1.0 ? t : 1.0;
            double dx = px - t * ex, dy = py - t * ey, squared = dx * dx + dy * dy;
            least = squared < least ? squared : least;
        }
    }
    return least;
}

/* The largest separation of `b` from the line of a face of `a`. */
static double face_separation(const reference_core *a, const reference_core *b) {
    double most = -INFINITY;
    for (int i = 0; i < a->count && a->count > 1; i++) {
        int next = i + 1 < a->count ? i + 1 : 0;
        double from_x = a->x[i], from_y = a->y[i], nx = a->y[next] - from_y, ny = from_x - a->x[next];
        double nearest = INFINITY;
        for (int j = 0; j < b->count; j++) {
            double separation = nx * (b->x[j] - from_x) + ny * (b->y[j] - from_y);
            nearest = separation < nearest ? separation : nearest;
        }
        nearest /= hypot(nx, ny);
        most = nearest > most ? nearest : most;
    }
    return most;
}

double reference_separation(const reference_core *a, const reference_core *b) {
    double radii = a->radius + b->radius;
    double faces = fmax(face_separation(a, b), face_separation(b, a));
    bool without_area = a->count + b->count < 4 || (a->count == 2 && b->count == 2 && faces > -1.0e-12);
    if (!without_area && faces <= 0.0) {
        return faces - radii;
    }
    return sqrt(fmin(vertices_to_edges_squared(a, b), vertices_to_edges_squared(b, a))) - radii;
}

double reference_point_distance(const reference_core *core, double x, double y) {
    reference_core point = {.count = 1};
    point.x[0] = x;
    point.y[0] = y;
    return reference_separation(core, &point);
}
