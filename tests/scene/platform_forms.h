/* platform_forms.h: one platform in several forms, which must act alike: their seams are no edges. */
#pragma once

#include "test.h"

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/tile_grid.h"

typedef enum platform_form {
    ONE_BOX,
    BOXES,
    TRIANGLES,
    BODIES,
    CHAIN,
    ONE_SIDED_CHAIN,
    TILES,
    PLATFORM_FORMS
} platform_form;
static const char *const platform_names[] = {"one box", "boxes",           "triangles", "bodies",
                                             "chain",   "one-sided chain", "tiles"};

enum { most_platform_pieces = 40 };

/* Length of the pieces but the first and the last one, and of all together; thickness [m]. */
static const float platform_piece = 0.5f, platform_length = 16.0f, platform_thickness = 0.5f;

typedef struct platform {
    thud_body_id bodies[most_platform_pieces];
    int count;
} platform;

static void add_platform_hull(thud_world *world, thud_body_id body, const thud_shape_def *shape,
                              const thud_vec2 *points, int count) {
    assert_false(thud_shape_id_is_null(thud_body_add_hull(world, body, shape, points, count)));
}

static void add_platform_chain(thud_world *world, thud_body_id body, const thud_material *material,
                               const float *ends, int count, bool one_sided) {
    thud_vec2 points[2 * most_platform_pieces];
    for (int i = 0; i < count; i++) { /* clockwise */
        points[i] = (thud_vec2){ends[i], 0.0f};
        points[2 * count - 1 - i] = (thud_vec2){ends[i], -platform_thickness};
    }
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 2 * count;
    chain.loop = true;
    chain.one_sided = one_sided;
    chain.materials = material;
    chain.material_count = 1;
    assert_false(thud_chain_id_is_null(thud_chain_create(world, body, &chain)));
}

/* Two kinds of tiles by turns, so that they are not merged. */
static void add_platform_tiles(thud_world *world, thud_body_id body, const thud_material *material) {
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_full()};
    uint16_t cells[most_platform_pieces];
    tiles[1].material = tiles[2].material = *material;
    tiles[2].material_id = 1;
    thud_tile_grid_def grid = thud_tile_grid_defaults();
    grid.tiles = (thud_tile_set){tiles, 3};
    grid.columns = (int)(platform_length / platform_piece);
    grid.rows = 1;
    grid.cell_size = (thud_vec2){platform_piece, platform_thickness};
    grid.origin = (thud_vec2){-0.5f * platform_length, -platform_thickness};
    grid.cells = cells;
    for (int i = 0; i < grid.columns; i++) {
        cells[i] = (uint16_t)(1 + i % 2);
    }
    assert_false(thud_tile_grid_id_is_null(thud_tile_grid_create(world, body, &grid)));
}

/* A platform about the origin of its body, the middle of its top. `first`: length of the first piece, up to that of the others. */
static platform make_platform(thud_world *world, platform_form as, const thud_body_def *def,
                              const thud_material *material, float first) {
    platform made = {.bodies = {thud_body_create(world, def)}, .count = 1};
    thud_shape_def shape = thud_shape_defaults();
    shape.material = *material;
    float ends[most_platform_pieces] = {-0.5f * platform_length}, low = -platform_thickness;
    int count = 1;
    for (float end = ends[0] + first; end < 0.5f * platform_length - 0.01f && as != ONE_BOX;
         end += platform_piece) {
        ends[count++] = end;
    }
    ends[count++] = 0.5f * platform_length;
    if (as == CHAIN || as == ONE_SIDED_CHAIN) {
        add_platform_chain(world, made.bodies[0], material, ends, count, as == ONE_SIDED_CHAIN);
    } else if (as == TILES) {
        add_platform_tiles(world, made.bodies[0], material);
    }
    for (int i = 0; i + 1 < count && as <= BODIES; i++) {
        const thud_vec2 corners[] = {{ends[i], low}, {ends[i + 1], low}, {ends[i + 1], 0.0f}, {ends[i], 0.0f}};
        const thud_vec2 upper[] = {corners[0], corners[2], corners[3]};
        if (as == BODIES && i > 0) {
            made.bodies[made.count++] = thud_body_create(world, def);
        }
        add_platform_hull(world, made.bodies[made.count - 1], &shape, corners, as == TRIANGLES ? 3 : 4);
        if (as == TRIANGLES) {
            add_platform_hull(world, made.bodies[0], &shape, upper, 3);
        }
    }
    return made;
}
