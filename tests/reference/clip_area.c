#include "clip_area.h"

#include <math.h>
#include <string.h>

static reference_point to_world(thud_pose pose, double x, double y) {
    double c = pose.rotation.c;
    double s = pose.rotation.s;
    return (reference_point){pose.position.x + c * x - s * y, pose.position.y + s * x + c * y};
}

/* A corner's radius that is so small beside the coordinates makes chords whose directions are those of rounding errors. */
static const double least_share = 1e-6;

static bool is_sharp(const thud_shape *shape, thud_pose pose, thud_vec2 vertex) {
    double size = fabs((double)vertex.x) + fabs((double)vertex.y) + fabs((double)pose.position.x) +
                  fabs((double)pose.position.y);
    return shape->radius == 0.0f || (shape->count > 1 && (double)shape->radius < least_share * size);
}

int reference_outline(const thud_shape *shape, thud_pose pose, int steps, reference_point *outline) {
    const double full_turn = 2.0 * acos(-1.0);
    int count = 0;
    for (int i = 0; i < shape->count; i++) {
        thud_vec2 vertex = shape->vertices[i];
        if (is_sharp(shape, pose, vertex)) {
            outline[count++] = to_world(pose, vertex.x, vertex.y);
            continue;
        }
        double from = 0.0;
        double turn = full_turn;
        if (shape->count > 1) {
            thud_vec2 first = shape->normals[(i + shape->count - 1) % shape->count];
            thud_vec2 second = shape->normals[i];
            from = atan2(first.y, first.x);
            turn = atan2(second.y, second.x) - from;
            turn += turn < -1e-6 ? full_turn : 0.0;
        }
        int arc_steps = (int)ceil(steps * turn / full_turn - 1e-6);
        arc_steps = arc_steps < 1 ? 1 : arc_steps;
        int last = shape->count > 1 ? arc_steps : arc_steps - 1;
        /* A turn by the same angle for each point takes less time than a cosine and a sine. */
        double step_c = cos(turn / arc_steps), step_s = sin(turn / arc_steps);
        double x = shape->radius * cos(from), y = shape->radius * sin(from);
        for (int k = 0; k <= last; k++) {
            outline[count++] = to_world(pose, vertex.x + x, vertex.y + y);
            double turned = step_c * x - step_s * y;
            y = step_s * x + step_c * y;
            x = turned;
        }
    }
    return count;
}

double reference_area(const reference_point *outline, int count) {
    double twice_area = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        reference_point a = {outline[i].x - outline[0].x, outline[i].y - outline[0].y};
        reference_point b = {outline[i + 1].x - outline[0].x, outline[i + 1].y - outline[0].y};
        twice_area += a.x * b.y - a.y * b.x;
    }
    return 0.5 * twice_area;
}

/* Positive to the left of the line from a to b. */
static double side(reference_point a, reference_point b, reference_point p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Keeps the part of an outline to the left of the line from a to b. */
static int clip(const reference_point *outline, int count, reference_point a, reference_point b,
                reference_point *kept) {
    int kept_count = 0;
    reference_point p = outline[count - 1];
    double side_p = side(a, b, p);
    for (int i = 0; i < count; i++) {
        reference_point q = outline[i];
        double side_q = side(a, b, q);
        if ((side_p > 0.0 && side_q < 0.0) || (side_p < 0.0 && side_q > 0.0)) {
            double t = side_p / (side_p - side_q);
            kept[kept_count++] = (reference_point){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        }
        if (side_q >= 0.0) {
            kept[kept_count++] = q;
        }
        p = q;
        side_p = side_q;
    }
    return kept_count;
}

double reference_shared_area(const reference_point *a, int count_a, const reference_point *b, int count_b) {
    reference_point outlines[2][2 * reference_max_outline];
    int from = 0;
    int count = count_a;
    memcpy(outlines[0], a, (size_t)count_a * sizeof *a);
    for (int i = 0; i < count_b && count >= 3; i++) {
        count = clip(outlines[from], count, b[i], b[i + 1 < count_b ? i + 1 : 0], outlines[1 - from]);
        from = 1 - from;
    }
    return count < 3 ? 0.0 : reference_area(outlines[from], count);
}

double reference_shared_shape_area(const thud_shape *a, thud_pose pose_a, const thud_shape *b,
                                   thud_pose pose_b) {
    reference_point outline_a[reference_max_outline];
    reference_point outline_b[reference_max_outline];
    int count_a = reference_outline(a, pose_a, 128, outline_a);
    int count_b = reference_outline(b, pose_b, 128, outline_b);
    return count_a < 3 || count_b < 3 ? 0.0 : reference_shared_area(outline_a, count_a, outline_b, count_b);
}
