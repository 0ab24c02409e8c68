/*
 * record.c: see record.h.
 */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far back an equal shape is looked for. Scenes use few different ones, in turn. */
#define GEOMETRIES_SEARCHED 16

_Noreturn void bench_fail(const char *why) {
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

void *bench_grow(void *items, int32_t count, int32_t *capacity, size_t item_size) {
    if (count < *capacity) {
        return items;
    }
    *capacity = *capacity * 2 + 64;
    items = realloc(items, (size_t)*capacity * item_size);
    if (items == NULL) {
        bench_fail("out of memory");
    }
    return items;
}

void bench_record_open(bench_record *record, const bench_engine *engine, const bench_world_def *def) {
    *record = (bench_record){.engine = engine, .world = engine->create(def), .def = *def, .divisor = 1};
    if (record->world == NULL) {
        bench_fail("an engine could not make a world");
    }
}

void bench_record_reopen(bench_record *record) {
    const bench_engine *engine = record->engine;
    bench_world_def def = record->def;
    int32_t divisor = record->divisor;
    bench_record_close(record);
    bench_record_open(record, engine, &def);
    record->divisor = divisor;
}

int bench_share_of(const bench_record *record, int count) {
    int share = count / record->divisor;
    return share > 0 ? share : 1;
}

int64_t bench_record_bytes(const bench_record *record) {
    return (int64_t)((size_t)record->body_capacity * sizeof *record->bodies +
                     (size_t)record->shape_capacity * sizeof *record->shapes +
                     (size_t)record->hinge_capacity * sizeof *record->hinges +
                     (size_t)record->geometry_capacity * sizeof *record->geometries);
}

void bench_record_close(bench_record *record) {
    record->engine->destroy(record->world);
    free(record->bodies);
    free(record->shapes);
    free(record->hinges);
    free(record->geometries);
    *record = (bench_record){0};
}

bench_body bench_body_at(thud_body_type type, float x, float y) {
    return (bench_body){.type = type, .position = {x, y}, .sleep_speed = -1.0f};
}

bench_surface bench_surface_defaults(void) {
    return (bench_surface){.density = 1.0f, .friction = 0.6f, .category = 1, .mask = UINT32_MAX};
}

int bench_add_body(bench_record *record, const bench_body *body) {
    record->bodies =
        bench_grow(record->bodies, record->body_count, &record->body_capacity, sizeof *record->bodies);
    bench_recorded_body *made = &record->bodies[record->body_count];
    *made = (bench_recorded_body){.type = body->type, .first_shape = record->shape_count};
    made->handle = record->engine->add_body(record->world, body);
    return record->body_count++;
}

void bench_remove_body(bench_record *record, int body) {
    record->engine->remove_body(record->world, record->bodies[body].handle);
    record->bodies[body].gone = true;
}

static int32_t intern_geometry(bench_record *record, const thud_shape *shape) {
    int32_t last = record->geometry_count - GEOMETRIES_SEARCHED;
    for (int32_t i = record->geometry_count - 1; i >= 0 && i >= last; i--) {
        if (memcmp(&record->geometries[i], shape, sizeof *shape) == 0) {
            return i;
        }
    }
    record->geometries = bench_grow(record->geometries, record->geometry_count, &record->geometry_capacity,
                                    sizeof *record->geometries);
    record->geometries[record->geometry_count] = *shape;
    return record->geometry_count++;
}

static void record_shape(bench_record *record, int body, const bench_surface *surface,
                         const thud_shape *shape) {
    if (body != record->body_count - 1) {
        bench_fail("a scene must add the shapes of a body before the next body");
    }
    record->shapes =
        bench_grow(record->shapes, record->shape_count, &record->shape_capacity, sizeof *record->shapes);
    record->shapes[record->shape_count++] = (bench_recorded_shape){
        .body = body,
        .geometry = intern_geometry(record, shape),
        .density = surface->density,
        .category = surface->category,
        .mask = surface->sensor || surface->one_way ? 0 : surface->mask, /* these overlap others rightly */
        .group = surface->group,
    };
    record->bodies[body].shape_count++;
}

void bench_add_shape(bench_record *record, int body, const bench_surface *surface, const thud_shape *shape) {
    record->engine->add_shape(record->world, record->bodies[body].handle, surface, shape);
    record_shape(record, body, surface, shape);
}

/* A tiny level ends at its hundredth column: most of the time of tiny scenes went into tiles. */
static int keep_tiles(const bench_record *record, thud_vec2 *middles, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        middles[kept] = middles[i];
        kept += record->divisor == 1 || middles[i].x < 100.0f;
    }
    return kept;
}

void bench_add_tiles(bench_record *record, int body, const bench_surface *surface, thud_vec2 *middles,
                     int count) {
    count = keep_tiles(record, middles, count);
    bool has_grid = record->wants_grid && record->engine->add_tiles != NULL;
    if (has_grid) {
        record->engine->add_tiles(record->world, record->bodies[body].handle, surface, middles, count);
    }
    for (int i = 0; i < count; i++) {
        thud_shape tile = bench_box_at(0.5f, 0.5f, middles[i].x, middles[i].y);
        if (has_grid) {
            record_shape(record, body, surface, &tile);
        } else {
            bench_add_shape(record, body, surface, &tile);
        }
    }
}

void bench_add_loop(bench_record *record, int body, const bench_surface *surface, const thud_vec2 *points,
                    int count) {
    record->engine->add_loop(record->world, record->bodies[body].handle, surface, points, count);
    for (int i = 0; i < count; i++) {
        thud_shape segment = bench_segment(points[i], points[(i + 1) % count]);
        record_shape(record, body, surface, &segment);
    }
}

void bench_add_hinge(bench_record *record, int a, int b, const bench_hinge *hinge) {
    record->engine->add_hinge(record->world, record->bodies[a].handle, record->bodies[b].handle, hinge);
    record->hinges =
        bench_grow(record->hinges, record->hinge_count, &record->hinge_capacity, sizeof *record->hinges);
    record->hinges[record->hinge_count++] =
        (bench_recorded_hinge){.a = a, .b = b, .anchor_a = hinge->anchor_a, .anchor_b = hinge->anchor_b};
}

void bench_set_target(bench_record *record, int body, thud_vec2 position) {
    record->engine->set_target(record->world, record->bodies[body].handle, position);
}

thud_vec2 bench_velocity(const bench_record *record, int body) {
    return record->engine->velocity(record->world, record->bodies[body].handle);
}

void bench_set_velocity(bench_record *record, int body, thud_vec2 velocity) {
    record->engine->set_velocity(record->world, record->bodies[body].handle, velocity);
}

/* ---- shapes ---- */

static thud_shape accepted(thud_status status, const thud_shape *shape) {
    if (status != THUD_OK) {
        bench_fail(thud_status_message(status));
    }
    return *shape;
}

thud_shape bench_box(float half_width, float half_height) {
    thud_shape shape = {0};
    return accepted(thud_box((thud_vec2){half_width, half_height}, 0.0f, &shape), &shape);
}

thud_shape bench_box_at(float half_width, float half_height, float x, float y) {
    thud_shape shape = {0};
    thud_pose pose = {{x, y}, {1.0f, 0.0f}};
    return accepted(thud_offset_box((thud_vec2){half_width, half_height}, 0.0f, pose, &shape), &shape);
}

thud_shape bench_circle(float radius) {
    thud_shape shape = {0};
    return accepted(thud_circle((thud_vec2){0.0f, 0.0f}, radius, &shape), &shape);
}

thud_shape bench_capsule(thud_vec2 p1, thud_vec2 p2, float radius) {
    thud_shape shape = {0};
    return accepted(thud_capsule(p1, p2, radius, &shape), &shape);
}

thud_shape bench_segment(thud_vec2 p1, thud_vec2 p2) {
    thud_shape shape = {0};
    return accepted(thud_segment(p1, p2, &shape), &shape);
}

thud_shape bench_hull(const thud_vec2 *points, int count, float radius) {
    thud_shape shape = {0};
    return accepted(thud_hull(points, count, radius, &shape), &shape);
}
