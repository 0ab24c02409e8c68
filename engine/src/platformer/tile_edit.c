/*
 * tile_edit.c: changes cells, and with them the shapes of their chunks. First it prepares all that takes memory,
 * without effect on the world; then it removes old shapes and adds new ones, which cannot fail.
 */
#include "platformer/grid_state.h"

#include "base/inline.h"
#include "base/memory.h"
#include "geometry/make.h"
#include "world/bodies/body_shapes.h"
#include "world/bodies/shape_boxes.h"
#include "world/contacts/contact_create.h"
#include "world/contacts/contacts.h"
#include "world/sleep.h"

/* ---- shapes ---- */

/* The points of a draft in the frame of the body. */
static void place_points(const thud_tile_grid *grid, int column, int row, const thud_tile_draft *draft,
                         thud_vec2 points[THUD_TILE_MAX_POINTS]) {
    for (int i = 0; i < draft->count; i++) {
        points[i] =
            thud_grid_place(grid, (thud_double2){column + draft->points[i].x, row + draft->points[i].y});
    }
}

THUD_OWN_CODE void shape_of(const thud_vec2 *points, int count, thud_shape *shape) {
    if (count == 2) {
        thud_segment(points[0], points[1], shape);
    } else {
        thud_polygon(points, count, 0.0f, shape);
    }
}

thud_shape thud_grid_shape(const thud_tile_grid *grid, int column, int row, const thud_tile_draft *draft) {
    thud_vec2 points[THUD_TILE_MAX_POINTS];
    thud_shape shape = {.kind = THUD_SHAPE_NONE};
    place_points(grid, column, row, draft, points);
    shape_of(points, draft->count, &shape);
    return shape;
}

static bool is_same_range(thud_chunk_range a, thud_chunk_range b) {
    return a.column == b.column && a.row == b.row && a.columns == b.columns && a.rows == b.rows;
}

static bool is_same_corner(thud_vec2 a, thud_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether an existing shape has the points of a new one; a polygon may begin with another point. */
static bool has_points(const thud_shape_record *record, const thud_vec2 *points, int count) {
    int place = 0;
    while (count > 2 && place < count && !is_same_corner(points[place], record->outline[0])) {
        place++;
    }
    for (int i = 0; i < count; i++, place++) {
        place = place < count ? place : 0;
        if (!is_same_corner(points[place], record->outline[i])) {
            return false;
        }
    }
    return true;
}

/* The existing piece of a chunk that is equal to a new one, which has points unless it is full; may be null. Equal ones have the same
 * order: the search begins at `next`, which is moved behind the one found. */
static thud_tile_piece *find_equal(const thud_tile_edit *edit, const thud_tile_chunk *before,
                                   const thud_tile_piece *new_piece, const thud_vec2 *points, int count,
                                   int32_t *next) {
    const thud_tile_grid *grid = edit->grid;
    const bool same_tiles = edit->tiles == &grid->tiles;
    for (int32_t i = *next; i < before->count; i++) {
        thud_tile_piece *piece = &before->pieces[i];
        if (!is_same_range(piece->cells, new_piece->cells) || piece->is_full != new_piece->is_full) {
            continue;
        }
        const thud_shape_record *record = &grid->world->shapes.records[piece->shape];
        bool is_same = piece->is_full || (record->count == count && has_points(record, points, count));
        if (is_same && ((same_tiles && piece->surface == new_piece->surface) ||
                        thud_tile_same_surface(&grid->tiles.tiles[piece->surface],
                                               &edit->tiles->tiles[new_piece->surface]))) {
            *next = i + 1;
            return piece;
        }
    }
    return NULL;
}

/* ---- chunks ---- */

/* Whether a shape was made for the current edit; a kept one belongs to a piece already. */
static bool is_new(const thud_world *world, int32_t shape) {
    return world->shapes.records[shape].segment == THUD_NONE;
}

void thud_tile_chunk_release(thud_tile_grid *grid, thud_tile_chunk *chunk) {
    const thud_hooks *hooks = thud_grid_hooks(grid->world);
    thud_release(hooks, chunk->pieces, (size_t)chunk->room * sizeof *chunk->pieces);
    if (grid->spare_cells == NULL) {
        grid->spare_cells = chunk->cells;
    } else {
        thud_release(hooks, chunk->cells, THUD_CHUNK_CELLS * sizeof *chunk->cells);
    }
    *chunk = (thud_tile_chunk){0};
}

void thud_grid_read_chunk(const thud_tile_grid *grid, int32_t chunk, uint16_t cells[THUD_CHUNK_CELLS]) {
    const thud_tile_chunk *read = &grid->chunks[chunk];
    if (read->cells != NULL) {
        thud_copy_bytes(cells, read->cells, THUD_CHUNK_CELLS * sizeof *cells);
        return;
    }
    thud_tile_range range = thud_grid_chunk_range(grid, chunk);
    for (int32_t i = 0; i < THUD_CHUNK_CELLS; i++) {
        bool inside = thud_place_in_chunk(i) < range.columns && thud_chunk_of(i) < range.rows;
        cells[i] = inside ? read->tile : 0;
    }
}

/* Whether all cells of a chunk that are in the grid have one tile. */
static bool is_uniform(thud_tile_range range, const uint16_t cells[THUD_CHUNK_CELLS]) {
    for (int32_t row = 0; row < range.rows; row++) {
        const uint16_t *first = &cells[row * THUD_CHUNK_SIDE];
        if (*first != cells[0] ||
            !thud_same_bytes(first, first + 1, (size_t)(range.columns - 1) * sizeof *first)) {
            return false;
        }
    }
    return true;
}

/* Stores the numbers of a chunk: one, or all. */
static bool keep_cells(thud_tile_grid *grid, int32_t chunk, const uint16_t cells[THUD_CHUNK_CELLS],
                       thud_tile_chunk *after) {
    const size_t size = THUD_CHUNK_CELLS * sizeof *cells;
    after->tile = cells[0];
    if (is_uniform(thud_grid_chunk_range(grid, chunk), cells)) {
        return true;
    }
    after->cells = grid->spare_cells != NULL ? grid->spare_cells
                                             : thud_allocate_blank(thud_grid_hooks(grid->world), size);
    grid->spare_cells = NULL;
    if (after->cells == NULL) {
        return false;
    }
    thud_copy_bytes(after->cells, cells, size);
    return true;
}

/* Makes the shape of a new piece, of points or of a rectangle of full tiles; none if rounding leaves it without area. */
static bool make_shape(thud_tile_edit *edit, thud_tile_range range, const thud_vec2 *points, int count,
                       thud_tile_piece *piece) {
    thud_tile_grid *grid = edit->grid;
    thud_shape shape;
    shape.kind = THUD_SHAPE_NONE;
    if (piece->is_full) {
        int column = range.column + piece->cells.column, row = range.row + piece->cells.row;
        thud_polygon_of_box(
            thud_grid_place(grid, (thud_double2){column, row}),
            thud_grid_place(grid, (thud_double2){column + piece->cells.columns, row + piece->cells.rows}),
            &shape);
    } else {
        shape_of(points, count, &shape);
    }
    if (shape.kind == THUD_SHAPE_NONE) {
        return true;
    }
    thud_shape_def def = thud_tile_shape_def(&edit->tiles->tiles[piece->surface]);
    piece->shape = thud_part_make(grid->world, &grid->attachment, &def, &shape);
    edit->made++;
    return piece->shape != THUD_NONE;
}

/* Reuses or makes the shapes of the drafts. */
static bool make_pieces(thud_tile_edit *edit, thud_chunk_change *change,
                        const uint16_t cells[THUD_CHUNK_CELLS]) {
    const thud_tile_drafts *drafts = &edit->drafts;
    const thud_tile_chunk *before = &edit->grid->chunks[change->chunk];
    thud_tile_range range = thud_grid_chunk_range(edit->grid, change->chunk);
    thud_tile_piece *piece = change->after.pieces;
    int32_t next = 0;
    for (int32_t i = 0; i < drafts->full_count + drafts->count; i++) {
        thud_vec2 points[THUD_TILE_MAX_POINTS];
        int count = 0;
        if (i < drafts->full_count) {
            thud_chunk_range range_of = drafts->full[i];
            uint16_t tile = cells[thud_cell_in_chunk(range_of.column, range_of.row)];
            *piece = (thud_tile_piece){THUD_NONE, range_of, edit->tiles->surfaces[tile], true, false};
        } else {
            const thud_tile_draft *draft = &drafts->list[i - drafts->full_count];
            *piece = (thud_tile_piece){THUD_NONE, draft->cells, draft->surface, false, false};
            count = draft->count;
            place_points(edit->grid, range.column, range.row, draft, points);
        }
        thud_tile_piece *equal = find_equal(edit, before, piece, points, count, &next);
        if (equal != NULL) {
            equal->kept = true;
            piece->shape = equal->shape;
        } else if (!make_shape(edit, range, points, count, piece)) {
            return false;
        }
        piece += piece->shape != THUD_NONE;
        change->after.count = (int16_t)(piece - change->after.pieces);
    }
    return true;
}

static void discard_chunk(thud_tile_edit *edit, thud_chunk_change *change) {
    thud_tile_grid *grid = edit->grid;
    const thud_tile_chunk *before = &grid->chunks[change->chunk];
    for (int32_t i = 0; i < change->after.count; i++) {
        if (is_new(grid->world, change->after.pieces[i].shape)) {
            thud_shape_table_remove(&grid->world->shapes, change->after.pieces[i].shape);
        }
    }
    for (int32_t i = 0; i < before->count; i++) {
        before->pieces[i].kept = false;
    }
    thud_tile_chunk_release(grid, &change->after);
}

/* ---- changes ---- */

bool thud_tile_edit_begin(thud_tile_edit *edit, thud_tile_grid *grid, const thud_tile_table *tiles,
                          thud_tile_range range) {
    thud_tile_range chunks = thud_chunks_of(range);
    edit->grid = grid;
    edit->tiles = tiles;
    edit->range = range;
    edit->drafts.list = NULL;
    edit->drafts.room = 0;
    edit->count = edit->made = 0;
    edit->most = chunks.columns * chunks.rows;
    edit->changes = edit->few;
    if (edit->most > (int32_t)(sizeof edit->few / sizeof edit->few[0])) {
        edit->changes =
            thud_allocate_blank(thud_grid_hooks(grid->world), (size_t)edit->most * sizeof *edit->changes);
    }
    return edit->changes != NULL;
}

bool thud_tile_edit_chunk(thud_tile_edit *edit, int32_t chunk, const uint16_t cells[THUD_CHUNK_CELLS]) {
    const thud_hooks *hooks = thud_grid_hooks(edit->grid->world);
    thud_chunk_change *change = &edit->changes[edit->count++];
    *change = (thud_chunk_change){.chunk = chunk, .after = {.edited = true}};
    if (!keep_cells(edit->grid, chunk, cells, &change->after) ||
        !thud_merge_cells(edit->tiles, cells, hooks, &edit->drafts)) {
        return false;
    }
    int32_t count = edit->drafts.full_count + edit->drafts.count;
    if (count == 0) {
        return true;
    }
    change->after.pieces = thud_allocate_blank(hooks, (size_t)count * sizeof *change->after.pieces);
    if (change->after.pieces == NULL) {
        return false;
    }
    change->after.room = (int16_t)count;
    return make_pieces(edit, change, cells);
}

static bool has_cell(const thud_tile_piece *piece, int32_t column, int32_t row) {
    const thud_chunk_range cells = piece->cells;
    return column >= cells.column && column < cells.column + cells.columns && row >= cells.row &&
           row < cells.row + cells.rows;
}

/* Passes a contact of a shape that will be removed on to the new shape in the cell where it touches, if the tile there is as before; one
 * without points, unless `least` points are asked for, to any whose box is near. */
static bool pass_on(const thud_tile_edit *edit, const thud_chunk_change *change, int32_t contact, int side,
                    const thud_tile_piece *old, int least) {
    thud_world *world = edit->grid->world;
    thud_contact_data data;
    thud_tile_hit hit;
    thud_contact_describe(world, contact, world->bodies.poses, &data);
    bool is_apart = data.manifold.count == 0;
    thud_vec2 normal = side == 0 ? data.manifold.normal : thud_vec2_neg(data.manifold.normal);
    thud_tile_of_contact(world, thud_shape_id_at(world, old->shape), data.manifold.points[0].point, normal,
                         &hit);
    int32_t column = thud_place_in_chunk(hit.column), row = thud_place_in_chunk(hit.row);
    const thud_tile_chunk *after = &change->after;
    uint16_t tile = after->cells != NULL ? after->cells[row * THUD_CHUNK_SIDE + column] : after->tile;
    bool is_same = is_apart
                       ? least == 0
                       : thud_tile_same_form(&edit->grid->tiles.tiles[hit.tile], &edit->tiles->tiles[tile]);
    const thud_shape_record *shapes = world->shapes.records;
    thud_proxy_id other = shapes[side == 0 ? data.shape_b.slot : data.shape_a.slot].proxy;
    for (int32_t i = 0; i < after->count && is_same; i++) {
        const thud_tile_piece *piece = &after->pieces[i];
        bool is_there = is_apart ? thud_hash_pair_overlaps(world->hash, shapes[piece->shape].proxy, other)
                                 : has_cell(piece, column, row);
        if (is_there &&
            thud_tile_same_surface(&edit->grid->tiles.tiles[old->surface], &edit->tiles->tiles[piece->surface]) &&
            thud_contact_pass_on(world, contact, side, piece->shape)) {
            return true;
        }
    }
    return false;
}

/* A contact on a tile with at least so many points, 0 or 1, goes on while cells beside it change. Those of a shape that end are left to
 * it. */
THUD_OWN_CODE void pass_on_contacts(const thud_tile_edit *edit, const thud_chunk_change *change,
                                    const thud_tile_piece *old, int least) {
    thud_world *world = edit->grid->world;
    thud_shape_record *shape = &world->shapes.records[old->shape];
    if (!shape->had_contacts) {
        return;
    }
    shape->had_contacts = false;
    const thud_contact_record *records = world->contacts.records;
    const uint32_t proxy = shape->proxy.slot;
    for (int32_t link = world->bodies.bodies[shape->body].first_contact; link != THUD_NONE;) {
        int32_t contact = thud_link_owner(link), side = thud_link_side(link);
        link = records[contact].next[side];
        if (records[contact].fixed_proxy == proxy) {
            shape->had_contacts |= !pass_on(edit, change, contact, side, old, least);
        }
    }
}

/* Wakes what sleeps on or beside the cells that change. */
static void wake_around(const thud_tile_edit *edit, int32_t chunk) {
    const thud_tile_grid *grid = edit->grid;
    thud_tile_range changed = thud_tile_range_common(edit->range, thud_grid_chunk_range(grid, chunk));
    thud_aabb box = {
        thud_grid_place(grid, (thud_double2){changed.column, changed.row}),
        thud_grid_place(grid, (thud_double2){changed.column + changed.columns, changed.row + changed.rows})};
    thud_wake_in_box(grid->world, thud_aabb_expand(thud_aabb_moved(box, thud_grid_pose(grid)),
                                                   grid->world->def.aabb_margin));
}

static void replace_chunk(const thud_tile_edit *edit, thud_chunk_change *change) {
    const thud_tile_grid *grid = edit->grid;
    thud_world *world = grid->world;
    thud_tile_chunk *chunk = &grid->chunks[change->chunk];
    for (int32_t i = 0; i < change->after.count; i++) {
        int32_t shape = change->after.pieces[i].shape;
        if (is_new(world, shape)) {
            world->shapes.records[shape].hidden_faces = THUD_FACES_UNKNOWN;
            thud_part_attach(world, shape);
        }
        world->shapes.records[shape].segment = change->chunk * THUD_CHUNK_PIECES + i;
    }
    if (world->counters.sleeping_islands > 0) {
        wake_around(edit, change->chunk);
    }
    /* Contacts with points first: where two shapes become one, a body keeps the contact that is passed on first. */
    for (int least = 1; least >= -1; least--) {
        for (int32_t i = 0; i < chunk->count; i++) {
            if (!chunk->pieces[i].kept && least >= 0) {
                pass_on_contacts(edit, change, &chunk->pieces[i], least);
            } else if (!chunk->pieces[i].kept) {
                thud_shape_remove(world, chunk->pieces[i].shape);
            }
        }
    }
    thud_tile_chunk_release(edit->grid, chunk);
    *chunk = change->after;
}

/* Finds the hidden faces of a chunk that has changed, and of the cells beside those that changed. */
static void hide_around(const thud_tile_edit *edit, int32_t chunk) {
    const thud_tile_grid *grid = edit->grid;
    thud_tile_range changed = thud_tile_range_common(edit->range, thud_grid_chunk_range(grid, chunk));
    thud_tile_range near = {changed.column - 1, changed.row - 1, changed.columns + 2, changed.rows + 2};
    near = thud_tile_range_common(near, (thud_tile_range){0, 0, grid->columns, grid->rows});
    thud_tile_range chunks = thud_chunks_of(near);
    for (int i = 0; i < chunks.columns * chunks.rows; i++) {
        int32_t beside = thud_grid_chunk_at(grid, chunks, i);
        if (beside == chunk || !grid->chunks[beside].edited) {
            thud_grid_hide_faces(grid, edit->tiles, beside, edit->range);
        }
    }
}

bool thud_tile_edit_end(thud_tile_edit *edit, bool has_memory) {
    thud_tile_grid *grid = edit->grid;
    const thud_hooks *hooks = thud_grid_hooks(grid->world);
    bool made = has_memory && thud_boxes_reserve(grid->world, grid->attachment.body, false, edit->made);
    for (int32_t i = edit->count; i-- > 0 && !made;) {
        discard_chunk(edit, &edit->changes[i]);
    }
    for (int32_t i = 0; i < edit->count && made; i++) {
        replace_chunk(edit, &edit->changes[i]);
    }
    for (int32_t i = 0; i < edit->count && made; i++) {
        hide_around(edit, edit->changes[i].chunk);
    }
    for (int32_t i = 0; i < edit->count; i++) {
        grid->chunks[edit->changes[i].chunk].edited = false;
    }
    THUD_RELEASE_ARRAY(hooks, edit->drafts.list, edit->drafts.room);
    if (edit->changes != edit->few) {
        thud_release(hooks, edit->changes, (size_t)edit->most * sizeof *edit->changes);
    }
    return made;
}
