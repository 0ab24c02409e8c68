/*
 * Grids of tile layers. Each gid of a layer, flip bits and all, becomes a tile of the grid, or none if it is not solid.
 */
#include <string.h>

#include "builder.h"

/* ---- one tile ---- */

enum { most_cut_points = THUD_MAX_VERTICES + 8 }; /* each of four sides adds one */

/* Clips a convex polygon to the half plane a * x + b * y <= c. Sutherland and Hodgman, "Reentrant Polygon Clipping"
 * (1974). */
static int cut(const thud_vec2 *points, int count, float a, float b, float c, thud_vec2 *kept) {
    int kept_count = 0;
    for (int i = 0; i < count && kept_count + 2 <= most_cut_points; i++) {
        thud_vec2 p = points[i], q = points[(i + 1) % count];
        float dp = a * p.x + b * p.y - c, dq = a * q.x + b * q.y - c;
        if (dp <= 0) {
            kept[kept_count++] = p;
        }
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
            kept[kept_count++] = thud_vec2_add(p, thud_vec2_scale(thud_vec2_sub(q, p), dp / (dp - dq)));
        }
    }
    return kept_count;
}

/* Clips a convex polygon to the unit cell; 0 points if it is outside. */
static int cut_to_cell(const thud_vec2 *points, int count, thud_vec2 kept[most_cut_points]) {
    static const float sides[4][3] = {{-1, 0, 0}, {1, 0, 1}, {0, -1, 0}, {0, 1, 1}};
    thud_vec2 other[most_cut_points];
    memcpy(other, points, (size_t)count * sizeof *other);
    for (int i = 0; i < 4; i++) {
        count = cut(other, count, sides[i][0], sides[i][1], sides[i][2], kept);
        memcpy(other, kept, (size_t)count * sizeof *other);
    }
    for (int i = 0; i < count; i++) { /* corrects rounding */
        kept[i].x = thud_clamp(kept[i].x, 0, 1);
        kept[i].y = thud_clamp(kept[i].y, 0, 1);
    }
    return count;
}

/* Removes points that are nearly equal or on a straight line, and all points of a sliver. Returns the area. */
static float without_slivers(thud_vec2 *points, int *count) {
    static const float sliver = 1e-5f;
    thud_shape hull;
    float area = *count >= 3 && thud_hull(points, *count, 0, &hull) == THUD_OK ? thud_shape_area(&hull) : 0;
    *count = area > sliver ? hull.count : 0;
    if (*count > 0) {
        memcpy(points, hull.vertices, (size_t)*count * sizeof *points);
    }
    return area;
}

/* Adds a convex polygon, as a fan of polygons that a tile may have; false without room. */
static bool add_polygon(thud_tile_def *tile, const thud_vec2 *points, int count) {
    for (int first = 1; first + 1 < count; first += THUD_TILE_MAX_POINTS - 2) {
        if (tile->polygon_count == THUD_TILE_MAX_POLYGONS) {
            return false;
        }
        thud_tile_polygon *polygon = &tile->polygons[tile->polygon_count++];
        polygon->points[0] = points[0];
        polygon->count = 1;
        for (int i = first; i < count && polygon->count < THUD_TILE_MAX_POINTS; i++) {
            polygon->points[polygon->count++] = points[i];
        }
        tile->kind = THUD_TILE_POLYGONS;
    }
    return true;
}

static bool add_edge(tiled_builder *builder, thud_tile_def *tile, const thud_vec2 *points, int count) {
    if (tile->kind != THUD_TILE_EMPTY || count != 2) {
        return thud_tiled_refuse(&builder->log, "a line in a tile is read only if it is one segment alone");
    }
    tile->kind = THUD_TILE_EDGE;
    for (int i = 0; i < 2; i++) {
        tile->edge[i] = (thud_vec2){thud_clamp(points[i].x, 0, 1), thud_clamp(points[i].y, 0, 1)};
    }
    return true;
}

/* Adds a collision shape to a tile. False: not all of it was added, and the reason is recorded. */
static bool add_tile_shape(tiled_builder *builder, const thud_tiled_object *object,
                           const tiled_placing *placing, thud_tile_def *tile) {
    enum { sides = THUD_TILE_MAX_POINTS };
    int count = 0, part_count = 0;
    const thud_vec2 *points = thud_tiled_outline(builder, object, placing, sides, &count);
    if (points == NULL || object->form == THUD_TILED_POLYLINE) {
        return points != NULL && add_edge(builder, tile, points, count);
    }
    if (tile->kind == THUD_TILE_EDGE) {
        return thud_tiled_refuse(&builder->log, "a line in a tile is read only if it is one segment alone");
    }
    thud_shape *parts = NULL;
    if (!thud_tiled_split(builder, points, count, &parts, &part_count)) {
        return false;
    }
    bool fits = true;
    float outside = 0; /* [share of the cell] */
    for (int i = 0; i < part_count && fits; i++) {
        thud_vec2 kept[most_cut_points];
        int kept_count = cut_to_cell(parts[i].vertices, parts[i].count, kept);
        outside += thud_shape_area(&parts[i]) - without_slivers(kept, &kept_count);
        fits = add_polygon(tile, kept, kept_count);
    }
    static const float noticeable = 0.01f;
    if (fits && outside > noticeable) {
        return thud_tiled_refuse(&builder->log, "what is outside of its cell is cut off");
    }
    return fits ||
           thud_tiled_refuse(&builder->log, "it is more than %d convex polygons", THUD_TILE_MAX_POLYGONS);
}

/* Whether a tile fills its whole cell, by its first polygon; a segment has none. */
static bool is_full(const thud_tile_def *tile) {
    thud_shape shape;
    return thud_polygon(tile->polygons[0].points, tile->polygons[0].count, 0, &shape) == THUD_OK &&
           thud_shape_area(&shape) > 0.9999f;
}

/* Warns of the last refusal, by the tile's number in its set, which is what the editor shows. */
static bool warn_of_tile(tiled_builder *builder, const char *part, const thud_tiled_tileset *set,
                         uint32_t gid) {
    return !builder->memory->failed &&
           thud_tiled_warn(&builder->log, "%stile %u of '%.60s': %.90s", part,
                           (unsigned)((gid & THUD_TILED_GID_MASK) - set->first_gid), set->name,
                           builder->log.refused.reason);
}

/* Adds the shapes of a tile where Tiled draws it: flipped about its middle, then its lower left corner in the cell's. */
static bool add_described_shapes(tiled_builder *builder, uint32_t gid, const thud_tiled_tileset *set,
                                 const thud_tiled_tile *described, thud_tile_def *tile) {
    thud_vec2 cell = builder->map->cell_size, size = set->fills_cells ? cell : described->size;
    bool lies = (gid & THUD_TILED_FLIP_DIAGONAL) != 0;
    thud_vec2 drawn = thud_tiled_drawn(builder->map, gid, size).size, rest = thud_vec2_sub(size, drawn);
    thud_vec2 share = {(lies ? drawn.y : drawn.x) / cell.x, (lies ? drawn.x : drawn.y) / cell.y};
    tiled_placing placing = thud_tiled_turned(gid, described->size, share);
    placing.origin.x += 0.5f * (lies ? rest.y : rest.x) / cell.x;
    placing.origin.y += 0.5f * (lies ? rest.x : rest.y) / cell.y;
    for (int i = 0; i < described->object_count; i++) {
        const thud_tiled_object *object = &described->objects[i];
        if (!object->visible || object->form > THUD_TILED_POLYLINE) {
            continue;
        }
        placing.pose = object->pose;
        if (!add_tile_shape(builder, object, &placing, tile) &&
            !warn_of_tile(builder, "a shape of ", set, gid)) {
            return false;
        }
    }
    if (is_full(tile)) {
        tile->kind = THUD_TILE_FULL;
    }
    return true;
}

/* Warns of a tile without shapes that has the property one_way: a platform that all would fall through. */
static bool warn_of_no_platform(tiled_builder *builder, const thud_tiled_tileset *set,
                                const thud_tiled_tile *described, uint32_t gid) {
    tiled_owners own = {{described != NULL ? described->properties : (thud_tiled_properties){0}}};
    thud_vec2 side = {0, 0};
    bool is_read = thud_tiled_one_way_in(builder, &own, &side);
    if (is_read && side.x == 0 && side.y == 0) {
        return true;
    }
    if (is_read) {
        thud_tiled_refuse(&builder->log, "one_way needs a shape of the tile, or solid");
    }
    return warn_of_tile(builder, "", set, gid);
}

/* Makes the tile of a gid: empty if it is not solid. False: no memory. */
static bool make_tile(tiled_builder *builder, const thud_tiled_layer *layer, uint32_t gid,
                      thud_tile_def *tile) {
    const thud_tiled_tileset *set = thud_tiled_tileset_of(builder->map, gid);
    const thud_tiled_tile *described = thud_tiled_tile_of(builder->map, gid);
    thud_tiled_properties none = {0};
    tiled_owners owners = {
        {described != NULL ? described->properties : none, set->properties, layer->properties}};
    *tile = thud_tile_full(); /* for its material and filter */
    tile->kind = THUD_TILE_EMPTY;
    /* Tiles that differ in their pictures alone merge: of 16 looks of a level's earth, 1552 shapes became 150. */
    bool has_meaning =
        described != NULL && (*described->class_name != '\0' || described->properties.count > 0);
    tile->user_data = has_meaning ? (void *)described : NULL;
    bool is_said = thud_tiled_find_in(&owners, "solid") != NULL, is_solid = true;
    if (!thud_tiled_flag_in(builder, &owners, "solid", &is_solid)) {
        return warn_of_tile(builder, "", set, gid);
    }
    if (!is_solid) {
        return true;
    }
    bool fits = described == NULL || (described->size.x > 0 && described->size.y > 0);
    if (described != NULL && fits && !add_described_shapes(builder, gid, set, described, tile)) {
        return false;
    }
    if (tile->kind == THUD_TILE_EMPTY && is_said) {
        tile->kind = THUD_TILE_FULL;
    }
    if (tile->kind == THUD_TILE_EMPTY) {
        return warn_of_no_platform(builder, set, described, gid);
    }
    if (!thud_tiled_material_in(builder, &owners, &tile->material) ||
        !thud_tiled_one_way_in(builder, &owners, &tile->one_way)) {
        tile->kind = THUD_TILE_EMPTY;
        return warn_of_tile(builder, "", set, gid);
    }
    /* The shapes are turned already; the side that holds turns with them. */
    const thud_vec2 unit = {1, 1};
    tiled_placing turn = thud_tiled_turned(gid, unit, unit);
    tile->one_way = thud_vec2_sub(thud_tiled_placed(&turn, tile->one_way), turn.origin);
    const thud_tiled_build_def *def = builder->def;
    if (def->tile != NULL && !def->tile(def->context, gid, layer, tile)) {
        tile->kind = THUD_TILE_EMPTY;
    }
    return true;
}

/* ---- all tiles of a layer ---- */

/* The gids of a layer in order, with their numbers in the grid (0 if not solid), and the tiles by number. */
typedef struct tile_table {
    struct known {
        uint32_t gid;
        uint16_t number;
    } * known;
    int known_count, known_capacity;
    thud_tile_def *tiles;
    int tile_count, tile_capacity;
    thud_vec2 offset; /* the drawing offset of the first solid tile */
    bool is_uneven;   /* another one has another offset, and a warning says so */
} tile_table;

static bool add_tile(tiled_builder *builder, tile_table *table, const thud_tile_def *tile, uint16_t *number) {
    if (table->tile_count == THUD_MAX_TILES) {
        *number = 0;
        return thud_tiled_warn(&builder->log, "it has more than %d different tiles", THUD_MAX_TILES - 1);
    }
    if (!thud_tiled_make_room(&builder->scratch, &table->tiles, sizeof *table->tiles, table->tile_count,
                              &table->tile_capacity)) {
        return false;
    }
    table->tiles[table->tile_count] = *tile;
    *number = (uint16_t)table->tile_count++;
    return true;
}

/* Takes the drawing offset of the first solid tile; warns of another one. False: no memory. */
static bool take_offset(tiled_builder *builder, tile_table *table, uint32_t gid) {
    const thud_tiled_tileset *set = thud_tiled_tileset_of(builder->map, gid);
    const thud_tiled_tile *tile = thud_tiled_tile_of(builder->map, gid);
    thud_vec2 own = tile != NULL ? tile->size : set->tile_size;
    thud_vec2 offset =
        thud_tiled_drawn(builder->map, gid, set->fills_cells ? builder->map->cell_size : own).offset;
    if (table->tile_count == 1) {
        table->offset = offset;
    }
    if (table->is_uneven || (offset.x == table->offset.x && offset.y == table->offset.y)) {
        return true;
    }
    table->is_uneven = true;
    return thud_tiled_warn(&builder->log,
                           "the tiles of '%.60s' have another drawing offset than its first solid tile, and "
                           "stand by that one",
                           set->name);
}

/* The number of a gid; makes a tile of a new gid. False: no memory. */
static bool number_of(tiled_builder *builder, const thud_tiled_layer *layer, tile_table *table, uint32_t gid,
                      uint16_t *number) {
    gid &= THUD_TILED_GID_MASK | THUD_TILED_FLIP_X | THUD_TILED_FLIP_Y | THUD_TILED_FLIP_DIAGONAL;
    int at = thud_tiled_count_up_to(table->known, sizeof *table->known, table->known_count, gid);
    if (at > 0 && table->known[at - 1].gid == gid) {
        *number = table->known[at - 1].number;
        return true;
    }
    thud_tile_def tile;
    *number = 0;
    if (!make_tile(builder, layer, gid, &tile) ||
        (tile.kind != THUD_TILE_EMPTY &&
         !(take_offset(builder, table, gid) && add_tile(builder, table, &tile, number)))) {
        return false;
    }
    if (!thud_tiled_make_room(&builder->scratch, &table->known, sizeof *table->known, table->known_count,
                              &table->known_capacity)) {
        return false;
    }
    memmove(table->known + at + 1, table->known + at,
            (size_t)(table->known_count - at) * sizeof *table->known);
    table->known[at] = (struct known){gid, *number};
    table->known_count++;
    return true;
}

/* ---- the grid ---- */

static uint16_t *number_cells(tiled_builder *builder, const thud_tiled_layer *layer, tile_table *table) {
    size_t count = (size_t)layer->columns * (size_t)layer->rows;
    uint16_t *cells = thud_tiled_allocate(&builder->scratch, count, sizeof *cells), number = 0;
    thud_tile_def empty = thud_tile_empty();
    if (cells == NULL || !add_tile(builder, table, &empty, &number)) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && layer->cells[i] == layer->cells[i - 1]) {
            cells[i] = cells[i - 1];
        } else if (layer->cells[i] != 0 && !number_of(builder, layer, table, layer->cells[i], &cells[i])) {
            return NULL;
        }
    }
    return cells;
}

static bool make_grid(tiled_builder *builder, const thud_tiled_layer *layer, const tile_table *table,
                      const uint16_t *cells, thud_tiled_ground *ground) {
    thud_vec2 cell = builder->map->cell_size;
    thud_body_def body = thud_body_defaults();
    body.position = thud_vec2_add(layer->offset, table->offset);
    body.name = layer->name;
    body.user_data = (void *)layer;
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){table->tiles, table->tile_count};
    def.columns = layer->columns;
    def.rows = layer->rows;
    def.cell_size = cell;
    def.origin = thud_vec2_make((float)layer->column * cell.x, (float)layer->row * cell.y);
    def.cells = cells;
    def.user_data = (void *)layer;
    thud_body_id made = thud_body_create(builder->world, &body);
    thud_tile_grid_id grid = {0, 0};
    if (!thud_body_id_is_null(made)) {
        grid = thud_tile_grid_create(builder->world, made, &def);
    }
    if (thud_tile_grid_id_is_null(grid)) {
        thud_tiled_refused_by_world(builder);
        if (!thud_body_id_is_null(made)) {
            thud_body_destroy(builder->world, made);
        }
        return false;
    }
    *ground = (thud_tiled_ground){layer, made, grid, ground->gids, table->tile_count};
    return true;
}

bool thud_tiled_build_ground(tiled_builder *builder, const thud_tiled_layer *layer,
                             thud_tiled_ground *ground) {
    *ground = (thud_tiled_ground){.layer = layer};
    if (layer->columns == 0 || !thud_tiled_flag(layer->properties, "solid", true)) {
        return true;
    }
    tile_table table = {0};
    uint16_t *cells = number_cells(builder, layer, &table);
    uint32_t *gids =
        cells != NULL ? thud_tiled_allocate(builder->memory, (size_t)table.tile_count, sizeof *gids) : NULL;
    if (gids == NULL) {
        return false;
    }
    for (int i = 0; i < table.known_count; i++) {
        if (table.known[i].number != 0) {
            gids[table.known[i].number] = table.known[i].gid;
        }
    }
    ground->gids = gids;
    return table.tile_count == 1 || make_grid(builder, layer, &table, cells, ground);
}
