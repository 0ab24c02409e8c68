#include "platformer/tile_set.h"

#include "world/bodies/body_defs.h"
#include "world/bodies/shape_defs.h"
#include "world/check.h"
#include "world/world_state.h"

/* ---- ready-made tiles ---- */

thud_tile_def thud_tile_empty(void) {
    thud_shape_def shape = thud_shape_defaults();
    return (thud_tile_def){.kind = THUD_TILE_EMPTY,
                           .material = shape.material,
                           .filter = shape.filter,
                           .contact_events = shape.contact_events};
}

thud_tile_def thud_tile_full(void) {
    thud_tile_def tile = thud_tile_empty();
    tile.kind = THUD_TILE_FULL;
    return tile;
}

thud_tile_def thud_tile_slope(float left, float right) {
    thud_tile_def tile = thud_tile_empty();
    bool in_range = left >= 0.0f && left <= 1.0f && right >= 0.0f && right <= 1.0f;
    if (!in_range || (left == 0.0f && right == 0.0f)) {
        return tile;
    }
    if (left == 1.0f && right == 1.0f) {
        return thud_tile_full();
    }
    tile.kind = THUD_TILE_POLYGONS;
    tile.polygon_count = 1;
    thud_tile_polygon *polygon = &tile.polygons[0];
    polygon->points[polygon->count++] = (thud_vec2){0.0f, 0.0f};
    polygon->points[polygon->count++] = (thud_vec2){1.0f, 0.0f};
    if (right > 0.0f) {
        polygon->points[polygon->count++] = (thud_vec2){1.0f, right};
    }
    if (left > 0.0f) {
        polygon->points[polygon->count++] = (thud_vec2){0.0f, left};
    }
    return tile;
}

thud_tile_def thud_tile_platform(void) {
    thud_tile_def tile = thud_tile_empty();
    tile.kind = THUD_TILE_EDGE;
    tile.edge[0] = (thud_vec2){0.0f, 1.0f};
    tile.edge[1] = (thud_vec2){1.0f, 1.0f};
    tile.one_way = (thud_vec2){0.0f, 1.0f};
    return tile;
}

/* Flips a point of the unit cell, or a direction; a coordinate is flipped to `whole` minus itself. */
static thud_vec2 flip(thud_vec2 point, unsigned flips, float whole) {
    if (flips & THUD_TILE_FLIP_DIAGONAL) {
        point = (thud_vec2){point.y, point.x};
    }
    if (flips & THUD_TILE_FLIP_X) {
        point.x = whole - point.x;
    }
    if (flips & THUD_TILE_FLIP_Y) {
        point.y = whole - point.y;
    }
    return point;
}

thud_tile_def thud_tile_turned(const thud_tile_def *tile, unsigned flips) {
    if (tile == NULL) {
        return thud_tile_empty();
    }
    thud_tile_def turned = *tile;
    for (int p = 0; p < THUD_TILE_MAX_POLYGONS; p++) {
        for (int i = 0; i < THUD_TILE_MAX_POINTS; i++) {
            turned.polygons[p].points[i] = flip(tile->polygons[p].points[i], flips, 1.0f);
        }
    }
    for (int i = 0; i < 2; i++) {
        turned.edge[i] = flip(tile->edge[i], flips, 1.0f);
    }
    turned.one_way = flip(tile->one_way, flips, 0.0f);
    return turned;
}

/* ---- check ---- */

static thud_status points_check(const thud_vec2 *points, int count) {
    for (int i = 0; i < count; i++) {
        if (!thud_vec2_is_finite(points[i])) {
            return THUD_NOT_FINITE;
        }
        if (points[i].x < 0.0f || points[i].x > 1.0f || points[i].y < 0.0f || points[i].y > 1.0f) {
            return THUD_OUT_OF_RANGE;
        }
    }
    return THUD_OK;
}

static thud_status polygon_check(const thud_tile_polygon *polygon) {
    if (polygon->count > THUD_TILE_MAX_POINTS) {
        return THUD_TOO_MANY_VERTICES;
    }
    thud_status status = points_check(polygon->points, polygon->count);
    thud_shape shape;
    return status != THUD_OK ? status : thud_polygon(polygon->points, polygon->count, 0.0f, &shape);
}

/* Checks what the kind of a tile reads; names the field at fault. */
static thud_status form_check(const thud_tile_def *tile, const char **field) {
    thud_shape shape;
    thud_status status = THUD_OK;
    switch (tile->kind) {
    case THUD_TILE_EMPTY:
    case THUD_TILE_FULL:
        return THUD_OK;
    case THUD_TILE_POLYGONS:
        *field = "tiles.polygon_count";
        if (tile->polygon_count < 1 || tile->polygon_count > THUD_TILE_MAX_POLYGONS) {
            return THUD_OUT_OF_RANGE;
        }
        *field = "tiles.polygons";
        for (int p = 0; p < tile->polygon_count && status == THUD_OK; p++) {
            status = polygon_check(&tile->polygons[p]);
        }
        return status;
    case THUD_TILE_EDGE:
        *field = "tiles.edge";
        status = points_check(tile->edge, 2);
        return status != THUD_OK ? status : thud_segment(tile->edge[0], tile->edge[1], &shape);
    }
    *field = "tiles.kind";
    return THUD_OUT_OF_RANGE;
}

static bool check_tile_def(const thud_world *world, thud_call call, const thud_tile_def *tile, int index) {
    thud_shape_def shape_def = thud_tile_shape_def(tile);
    if (!thud_vec2_is_finite(tile->one_way)) {
        return thud_refuse(world, call, THUD_NOT_FINITE, "tiles.one_way", (double)index);
    }
    if (!thud_shape_def_check(world, call, &shape_def)) {
        return false;
    }
    const char *field = NULL;
    thud_status status = form_check(tile, &field);
    return status == THUD_OK || thud_refuse(world, call, status, field, (double)index);
}

bool thud_tile_set_check(const thud_world *world, thud_call call, const thud_tile_set *set) {
    if (set->tiles == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "tiles", 0.0);
    }
    if (set->count < 1 || set->count > THUD_MAX_TILES) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "tiles.count", (double)set->count);
    }
    if (set->tiles[0].kind != THUD_TILE_EMPTY) {
        return thud_refuse_kind(world, call, "tiles", 0.0, "tile 0 has to be empty");
    }
    for (int i = 0; i < set->count; i++) {
        if (!check_tile_def(world, call, &set->tiles[i], i)) {
            return false;
        }
    }
    return true;
}

/* ---- the table ---- */

bool thud_tile_same_surface(const thud_tile_def *a, const thud_tile_def *b) {
    if (a == b) {
        return true;
    }
    thud_shape_def of_a = thud_tile_shape_def(a), of_b = thud_tile_shape_def(b);
    return thud_shape_def_is_same(&of_a, &of_b) && a->user_data == b->user_data;
}

bool thud_tile_same_form(const thud_tile_def *a, const thud_tile_def *b) {
    return a->kind == b->kind && thud_same_bytes(a->polygons, b->polygons, sizeof a->polygons) &&
           thud_same_bytes(a->edge, b->edge, sizeof a->edge);
}

thud_shape_def thud_tile_shape_def(const thud_tile_def *tile) {
    thud_shape_def def = thud_shape_defaults();
    def.density = 0.0f;
    def.material = tile->material;
    def.one_way = tile->one_way;
    def.filter = tile->filter;
    def.material_id = tile->material_id;
    def.contact_events = tile->contact_events;
    def.hit_events = tile->hit_events;
    def.pre_solve = tile->pre_solve;
    def.user_data = tile->user_data;
    return def;
}

/* Converts the polygons of a tile to the order and number of points of shapes, and clears the fields that are not read. */
static void simplify(thud_tile_def *tile) {
    thud_tile_polygon polygons[THUD_TILE_MAX_POLYGONS] = {0};
    tile->polygon_count = tile->kind == THUD_TILE_POLYGONS ? tile->polygon_count : 0;
    for (int p = 0; p < tile->polygon_count; p++) {
        thud_shape shape;
        thud_polygon(tile->polygons[p].points, tile->polygons[p].count, 0.0f, &shape);
        polygons[p].count = shape.count;
        thud_copy_bytes(polygons[p].points, shape.vertices, (size_t)shape.count * sizeof shape.vertices[0]);
    }
    thud_copy_bytes(tile->polygons, polygons, sizeof polygons);
    if (tile->kind != THUD_TILE_EDGE) {
        thud_fill_bytes(tile->edge, 0, sizeof tile->edge);
    }
}

/* The side of the cell on which two points lie; THUD_TILE_SIDES: none. */
static thud_tile_side side_of(thud_vec2 a, thud_vec2 b) {
    float low_x = thud_max(a.x, b.x), high_x = thud_min(a.x, b.x);
    float low_y = thud_max(a.y, b.y), high_y = thud_min(a.y, b.y);
    return low_x < THUD_CELL_TOLERANCE           ? THUD_SIDE_LEFT
           : high_x > 1.0f - THUD_CELL_TOLERANCE ? THUD_SIDE_RIGHT
           : low_y < THUD_CELL_TOLERANCE         ? THUD_SIDE_BOTTOM
           : high_y > 1.0f - THUD_CELL_TOLERANCE ? THUD_SIDE_TOP
                                                 : THUD_TILE_SIDES;
}

/* The spans of a tile on the sides of its cell. Of several edges on a side (of several polygons) the longest. */
static thud_tile_spans spans_of(const thud_tile_def *tile) {
    bool full = tile->kind == THUD_TILE_FULL;
    thud_tile_spans spans;
    for (int side = 0; side < THUD_TILE_SIDES; side++) {
        spans.of[side] = full ? (thud_vec2){0.0f, 1.0f} : (thud_vec2){1.0f, 0.0f};
    }
    for (int p = 0; p < tile->polygon_count; p++) {
        const thud_tile_polygon *polygon = &tile->polygons[p];
        for (int i = 0; i < polygon->count; i++) {
            thud_vec2 a = polygon->points[i], b = polygon->points[i + 1 < polygon->count ? i + 1 : 0];
            thud_tile_side side = side_of(a, b);
            bool upright = side == THUD_SIDE_LEFT || side == THUD_SIDE_RIGHT;
            float from = upright ? a.y : a.x, to = upright ? b.y : b.x;
            if (side != THUD_TILE_SIDES && thud_abs(to - from) > spans.of[side].y - spans.of[side].x) {
                spans.of[side] = (thud_vec2){thud_min(from, to), thud_max(from, to)};
            }
        }
    }
    return spans;
}

static uint32_t surface_hash(const thud_tile_def *tile) {
    thud_shape_def def = thud_tile_shape_def(tile);
    uint64_t bits = thud_shape_def_hash(&def) ^ (uint64_t)(uintptr_t)tile->user_data;
    return (uint32_t)(bits * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

/* Finds the surface of each tile by an open hash table of the lowest numbers; the hash does not change the result. */
static bool number_surfaces(thud_tile_table *table, const thud_hooks *hooks) {
    uint32_t size = 2;
    while (size < 2 * (uint32_t)table->count) {
        size *= 2;
    }
    int32_t *lowest = thud_allocate_blank(hooks, size * sizeof *lowest);
    if (lowest == NULL) {
        return false;
    }
    thud_fill_bytes(lowest, 0xff, size * sizeof *lowest);
    for (int32_t i = 0; i < table->count; i++) {
        table->surfaces[i] = (uint16_t)i;
        if (table->tiles[i].kind == THUD_TILE_EMPTY) {
            continue; /* none of them has a shape */
        }
        uint32_t place = surface_hash(&table->tiles[i]) & (size - 1);
        while (lowest[place] >= 0 &&
               !thud_tile_same_surface(&table->tiles[lowest[place]], &table->tiles[i])) {
            place = (place + 1) & (size - 1);
        }
        lowest[place] = lowest[place] >= 0 ? lowest[place] : i;
        table->surfaces[i] = (uint16_t)lowest[place];
    }
    thud_release(hooks, lowest, size * sizeof *lowest);
    return true;
}

bool thud_tile_table_make(thud_tile_table *table, const thud_hooks *hooks, const thud_tile_set *set) {
    size_t count = (size_t)set->count;
    *table = (thud_tile_table){.count = set->count};
    table->tiles = thud_allocate_blank(hooks, count * sizeof *table->tiles);
    table->surfaces = thud_allocate_blank(hooks, count * sizeof *table->surfaces);
    table->spans = thud_allocate_blank(hooks, count * sizeof *table->spans);
    if (table->tiles != NULL && table->surfaces != NULL && table->spans != NULL) {
        thud_copy_bytes(table->tiles, set->tiles, count * sizeof *table->tiles);
        for (int32_t i = 0; i < table->count; i++) {
            simplify(&table->tiles[i]);
            table->spans[i] = spans_of(&table->tiles[i]);
        }
        if (number_surfaces(table, hooks)) {
            return true;
        }
    }
    thud_tile_table_release(table, hooks);
    return false;
}

void thud_tile_table_release(thud_tile_table *table, const thud_hooks *hooks) {
    size_t count = (size_t)table->count;
    thud_release(hooks, table->tiles, count * sizeof *table->tiles);
    thud_release(hooks, table->surfaces, count * sizeof *table->surfaces);
    thud_release(hooks, table->spans, count * sizeof *table->spans);
    *table = (thud_tile_table){0};
}
