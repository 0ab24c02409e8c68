/*
 * core_boxes_kernel.c: a box has the least and the greatest coordinates of the turned vertices, grown by the
 * radius and moved to the position. Records are read in quads of four floats, see core.h.
 */
#include "narrowphase/core_boxes.h"

#include "base/inline.h"
#include "base/lanes.h"

#include <string.h>

typedef struct boxes_of_eight {
    thud_f8 min_x, min_y, max_x, max_y;
} boxes_of_eight;

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

THUD_INLINE boxes_of_eight box_vertices(const float *records, int32_t vertices, const int32_t *quads,
                                        thud_f8 c, thud_f8 s) {
    thud_f8 far_away = thud_f8_set1(3.0e38f);
    boxes_of_eight box = {far_away, far_away, thud_f8_neg(far_away), thud_f8_neg(far_away)};
    thud_f8 places[2 * THUD_MAX_VERTICES]; /* x, then y */
    for (int32_t quad = 0; 4 * quad < 2 * vertices; quad++) {
        gather_quad(records, quads, quad, places + 4 * quad);
    }
    for (int32_t i = 0; i < vertices; i++) { /* padding repeats a vertex */
        add_vertex(&box, places[i], places[vertices + i], c, s);
    }
    return box;
}

static void box_eight(const thud_core_box_batch *batch, const int32_t *cores, const int32_t *bodies,
                      thud_aabb boxes[8]) {
    const thud_core_layout *layout = &thud_core_layouts[batch->core_class];
    int32_t quads[8];
    for (int lane = 0; lane < 8; lane++) {
        quads[lane] = cores[lane] * (layout->size / 4);
    }
    thud_f8 pose[4], radius_quad[4];
    thud_gather4(&batch->poses[0].position.x, bodies, pose);
    gather_quad(batch->records, quads, layout->radius / 4, radius_quad);
    thud_f8 radius = radius_quad[layout->radius % 4];
    boxes_of_eight box = layout->vertices == 4 /* most shapes; a constant unrolls the loops */
                             ? box_vertices(batch->records, 4, quads, pose[2], pose[3])
                             : box_vertices(batch->records, layout->vertices, quads, pose[2], pose[3]);
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
    ptrdiff_t size = (ptrdiff_t)thud_core_size(batch->core_class);
    for (int32_t i = first; i < first + 8 && i < batch->count; i++) {
        const char *record = (const char *)batch->records + batch->cores[i] * size;
        __builtin_prefetch(&batch->poses[batch->bodies[i]]);
        for (ptrdiff_t line = 0; line < size && line < 3 * CACHE_LINE; line += CACHE_LINE) {
            __builtin_prefetch(record + line);
        }
    }
}

void THUD_KERNEL(thud_core_boxes)(const thud_core_box_batch *batch) {
    for (int32_t i = 0; i < batch->count; i += 8) {
        int32_t left = batch->count - i, cores[8], bodies[8];
        thud_aabb boxes[8]; /* where fewer than eight are left */
        if (batch->fetches) {
            fetch_eight(batch, i + FETCH_AHEAD);
        }
        box_eight(batch, thud_lanes_from(batch->cores + i, left, thud_lane_count, cores),
                  thud_lanes_from(batch->bodies + i, left, thud_lane_count, bodies),
                  left < 8 ? boxes : batch->boxes + i);
        if (left < 8) {
            memcpy(batch->boxes + i, boxes, (size_t)left * sizeof *boxes);
        }
    }
}
