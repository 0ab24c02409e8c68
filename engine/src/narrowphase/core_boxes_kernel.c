/*
 * core_boxes_kernel.c: a box has the least and the greatest coordinates of the turned vertices, grown by the
 * radius and moved to the position. Records are read in quads of four floats, see core.h.
 */
#include "narrowphase/core_boxes.h"

#include "base/inline.h"
#include "base/lanes.h"

/* The layout of a class's records, in quads: the whole record, x and y, and the quad with the radius. */
typedef struct layout {
    int32_t stride;
    int32_t vertex_quads; /* of x, and then of y; 0: the class packs x and y into its first quad */
    int32_t radius_quad, radius_place;
} layout;

static const layout layouts[THUD_CORE_CLASSES] = {
    [THUD_CORE_POINT] = {1, 0, 0, 2}, [THUD_CORE_SEGMENT] = {2, 0, 1, 2}, [THUD_CORE_4] = {6, 1, 4, 0},
    [THUD_CORE_8] = {10, 2, 8, 0},    [THUD_CORE_32] = {34, 8, 32, 0},
    [THUD_CORE_LINK] = {4, 0, 1, 2},
};

typedef struct boxes_of_eight {
    thud_f8 min_x, min_y, max_x, max_y;
} boxes_of_eight;

/* Adds the vertex (x, y) turned by (c, s). */
static inline void add_vertex(boxes_of_eight *box, thud_f8 x, thud_f8 y, thud_f8 c, thud_f8 s) {
    thud_f8 turned_x = thud_f8_sub(thud_f8_mul(c, x), thud_f8_mul(s, y));
    thud_f8 turned_y = thud_f8_add(thud_f8_mul(s, x), thud_f8_mul(c, y));
    box->min_x = thud_f8_min(box->min_x, turned_x);
    box->min_y = thud_f8_min(box->min_y, turned_y);
    box->max_x = thud_f8_max(box->max_x, turned_x);
    box->max_y = thud_f8_max(box->max_y, turned_y);
}

static inline void gather_quad(const float *records, const int32_t *quads, int32_t offset, thud_f8 out[4]) {
    int32_t index[8];
    for (int lane = 0; lane < 8; lane++) {
        index[lane] = quads[lane] + offset;
    }
    thud_gather4(records, index, out);
}

static boxes_of_eight box_vertices(const float *records, thud_core_class core_class, const int32_t *quads,
                                   thud_f8 c, thud_f8 s) {
    thud_f8 far_away = thud_f8_set1(3.0e38f);
    boxes_of_eight box = {far_away, far_away, thud_f8_neg(far_away), thud_f8_neg(far_away)};
    thud_f8 x[4], y[4];
    if (core_class == THUD_CORE_POINT) {
        gather_quad(records, quads, 0, x);
        add_vertex(&box, x[0], x[1], c, s);
    } else if (core_class == THUD_CORE_SEGMENT || core_class == THUD_CORE_LINK) {
        gather_quad(records, quads, 0, x);
        add_vertex(&box, x[0], x[2], c, s);
        add_vertex(&box, x[1], x[3], c, s);
    }
    int32_t vertex_quads = layouts[core_class].vertex_quads;
    for (int32_t quad = 0; quad < vertex_quads; quad++) { /* padding repeats a vertex */
        gather_quad(records, quads, quad, x);
        gather_quad(records, quads, vertex_quads + quad, y);
        for (int i = 0; i < 4; i++) {
            add_vertex(&box, x[i], y[i], c, s);
        }
    }
    return box;
}

static void box_eight(const thud_core_box_batch *batch, const int32_t *cores, const int32_t *bodies,
                      thud_aabb boxes[8]) {
    const layout *layout_of_class = &layouts[batch->core_class];
    int32_t quads[8];
    for (int lane = 0; lane < 8; lane++) {
        quads[lane] = cores[lane] * layout_of_class->stride;
    }
    thud_f8 pose[4], radius_quad[4];
    thud_gather4(&batch->poses[0].position.x, bodies, pose);
    gather_quad(batch->records, quads, layout_of_class->radius_quad, radius_quad);
    thud_f8 radius = radius_quad[layout_of_class->radius_place];
    boxes_of_eight box = box_vertices(batch->records, batch->core_class, quads, pose[2], pose[3]);
    thud_f8 sides[4] = {thud_f8_add(pose[0], thud_f8_sub(box.min_x, radius)),
                        thud_f8_add(pose[1], thud_f8_sub(box.min_y, radius)),
                        thud_f8_add(pose[0], thud_f8_add(box.max_x, radius)),
                        thud_f8_add(pose[1], thud_f8_add(box.max_y, radius))};
    static const int32_t in_order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    thud_scatter4(&boxes[0].min.x, in_order, sides);
}

/* Size of a cache line [bytes], and distance of the prefetch [shapes]. */
enum { CACHE_LINE = 64, FETCH_AHEAD = 16 };

/* Prefetches eight shapes' cores and poses: bodies are in the order of slots, cores in that of creation. */
THUD_INLINE void fetch_eight(const thud_core_box_batch *batch, int32_t first) {
    ptrdiff_t size = 16 * layouts[batch->core_class].stride;
    for (int32_t i = first; i < first + 8 && i < batch->count; i++) {
        const char *record = (const char *)batch->records + batch->cores[i] * size;
        __builtin_prefetch(&batch->poses[batch->bodies[i]]);
        for (ptrdiff_t line = 0; line < size && line < 3 * CACHE_LINE; line += CACHE_LINE) {
            __builtin_prefetch(record + line);
        }
    }
}

void THUD_KERNEL(thud_box_cores)(const thud_core_box_batch *batch) {
    int32_t i = 0;
    for (; i + 8 <= batch->count; i += 8) {
        if (batch->fetches) {
            fetch_eight(batch, i + FETCH_AHEAD);
        }
        box_eight(batch, batch->cores + i, batch->bodies + i, batch->boxes + i);
    }
    if (i < batch->count) { /* the rest, padded with the last shape */
        int32_t cores[8], bodies[8];
        thud_aabb boxes[8];
        for (int lane = 0; lane < 8; lane++) {
            int32_t which = i + lane < batch->count ? i + lane : batch->count - 1;
            cores[lane] = batch->cores[which];
            bodies[lane] = batch->bodies[which];
        }
        box_eight(batch, cores, bodies, boxes);
        for (int32_t left = i; left < batch->count; left++) {
            batch->boxes[left] = boxes[left - i];
        }
    }
}
