/*
 * Maps of the Tiled editor: the folder maps/ contains the same map as written by Tiled in XML and in JSON, with every
 * kind of layer, object, property and tile data.
 */
#include "test.h"

#include <string.h>

#include "unit/tiled/memory_files.h"

static const float tolerance = 1e-5f; /* [m] */

static void assert_near(float got, float wanted) {
    if (!(got - wanted < tolerance && wanted - got < tolerance)) {
        fail_msg("%g is not %g", (double)got, (double)wanted);
    }
}

static void assert_at(thud_vec2 got, float x, float y) {
    assert_near(got.x, x);
    assert_near(got.y, y);
}

static thud_tiled_map *read_map(const char *name) {
    char path[512];
    thud_tiled_message error;
    snprintf(path, sizeof path, "%s/%s", TILED_MAPS, name);
    thud_tiled_map *map = thud_tiled_read(path, NULL, &error);
    if (map == NULL) {
        fail_msg("%s: %s", error.file, error.reason);
    }
    assert_int_equal(map->warning_count, 0);
    return map;
}

static const thud_tiled_object *object_of(const thud_tiled_map *map, int id) {
    const thud_tiled_object *object = thud_tiled_find_object(map, id);
    assert_non_null(object);
    return object;
}

/* ---- both formats ---- */

/* Paths are equal except for the last letter: .tsx and .tsj. */
static void assert_same_path(const char *a, const char *b) {
    size_t length = strlen(a);
    assert_int_equal(length, strlen(b));
    assert_memory_equal(a, b, length > 0 ? length - 1 : 0);
}

/* JSON omits the custom types of members. */
static void assert_same_values(thud_tiled_properties a, thud_tiled_properties b, bool same_types) {
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) {
        const thud_tiled_property *p = &a.items[i], *q = &b.items[i];
        assert_string_equal(p->name, q->name);
        assert_true(!same_types || strcmp(p->type, q->type) == 0);
        assert_int_equal(p->kind, q->kind);
        assert_string_equal(p->text, q->text);
        assert_int_equal(p->is_number, q->is_number);
        assert_true(p->number == q->number);
        assert_same_values((thud_tiled_properties){p->members, p->member_count},
                           (thud_tiled_properties){q->members, q->member_count}, false);
    }
}

static void assert_same_properties(thud_tiled_properties a, thud_tiled_properties b) {
    assert_same_values(a, b, true);
}

static void assert_same_objects(const thud_tiled_object *a, const thud_tiled_object *b, int count) {
    for (int i = 0; i < count; i++, a++, b++) {
        assert_int_equal(a->id, b->id);
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->class_name, b->class_name);
        assert_same_path(a->template_name, b->template_name);
        assert_int_equal(a->form, b->form);
        assert_int_equal(a->visible, b->visible);
        assert_true(a->opacity == b->opacity);
        assert_memory_equal(&a->pose, &b->pose, sizeof a->pose);
        assert_memory_equal(&a->box, &b->box, sizeof a->box);
        assert_int_equal(a->point_count, b->point_count);
        assert_memory_equal(a->points, b->points, (size_t)a->point_count * sizeof *a->points);
        assert_int_equal(a->gid, b->gid);
        assert_string_equal(a->text, b->text);
        assert_true(a->text_height == b->text_height && a->text_color == b->text_color);
        assert_same_properties(a->properties, b->properties);
    }
}

static void assert_same_tilesets(const thud_tiled_tileset *a, const thud_tiled_tileset *b) {
    assert_int_equal(a->first_gid, b->first_gid);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->class_name, b->class_name);
    assert_same_path(a->source, b->source);
    assert_string_equal(a->image, b->image);
    assert_int_equal(a->image_width, b->image_width);
    assert_int_equal(a->image_height, b->image_height);
    assert_int_equal(a->columns, b->columns);
    assert_int_equal(a->spacing, b->spacing);
    assert_int_equal(a->margin, b->margin);
    assert_int_equal(a->tile_count, b->tile_count);
    assert_memory_equal(&a->tile_size, &b->tile_size, sizeof a->tile_size);
    assert_memory_equal(&a->tile_offset, &b->tile_offset, sizeof a->tile_offset);
    assert_int_equal(a->alignment, b->alignment);
    assert_int_equal(a->described_count, b->described_count);
    for (int i = 0; i < a->described_count; i++) {
        const thud_tiled_tile *p = &a->tiles[i], *q = &b->tiles[i];
        assert_int_equal(p->id, q->id);
        assert_string_equal(p->class_name, q->class_name);
        assert_string_equal(p->image, q->image);
        assert_memory_equal(&p->size, &q->size, sizeof p->size);
        assert_int_equal(p->object_count, q->object_count);
        assert_same_objects(p->objects, q->objects, p->object_count);
        assert_same_properties(p->properties, q->properties);
    }
}

static void assert_same_layers(const thud_tiled_layer *a, const thud_tiled_layer *b) {
    assert_int_equal(a->id, b->id);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->class_name, b->class_name);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->group, b->group);
    assert_int_equal(a->visible, b->visible);
    assert_int_equal(a->decoration, b->decoration);
    assert_true(a->opacity == b->opacity && a->tint == b->tint);
    assert_memory_equal(&a->offset, &b->offset, sizeof a->offset);
    assert_memory_equal(&a->parallax, &b->parallax, sizeof a->parallax);
    assert_same_properties(a->properties, b->properties);
    assert_int_equal(a->column, b->column);
    assert_int_equal(a->row, b->row);
    assert_int_equal(a->columns, b->columns);
    assert_int_equal(a->rows, b->rows);
    if (a->columns > 0) {
        assert_memory_equal(a->cells, b->cells, (size_t)(a->columns * a->rows) * sizeof *a->cells);
    }
    assert_int_equal(a->object_count, b->object_count);
    assert_same_objects(a->objects, b->objects, a->object_count);
    assert_string_equal(a->image, b->image);
    assert_int_equal(a->repeat_x, b->repeat_x);
    assert_int_equal(a->repeat_y, b->repeat_y);
}

static void assert_same_maps(const char *first, const char *second) {
    thud_tiled_map *a = read_map(first), *b = read_map(second);
    assert_same_path(a->file, b->file);
    assert_string_equal(a->class_name, b->class_name);
    assert_int_equal(a->columns, b->columns);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->infinite, b->infinite);
    assert_memory_equal(&a->cell_size, &b->cell_size, sizeof a->cell_size);
    assert_memory_equal(&a->bounds, &b->bounds, sizeof a->bounds);
    assert_memory_equal(&a->parallax_origin, &b->parallax_origin, sizeof a->parallax_origin);
    assert_int_equal(a->background, b->background);
    assert_same_properties(a->properties, b->properties);
    assert_int_equal(a->tileset_count, b->tileset_count);
    for (int i = 0; i < a->tileset_count; i++) {
        assert_same_tilesets(&a->tilesets[i], &b->tilesets[i]);
    }
    assert_int_equal(a->layer_count, b->layer_count);
    for (int i = 0; i < a->layer_count; i++) {
        assert_same_layers(&a->layers[i], &b->layers[i]);
    }
    thud_tiled_free(a);
    thud_tiled_free(b);
}

static void a_map_in_xml_and_the_same_in_json_are_read_as_the_same(void **state) {
    (void)state;
    assert_same_maps("everything.tmx", "everything.tmj");
    assert_same_maps("infinite.tmx", "infinite.tmj");
}

/* ---- the map and its layers ---- */

static void a_map_is_measured_in_metres_with_y_up(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmx");
    assert_int_equal(map->columns, 8);
    assert_int_equal(map->rows, 4);
    assert_near(map->pixels_per_metre, 16);
    assert_at(map->cell_size, 1, 1);
    assert_at(map->bounds.min, 0, 0);
    assert_at(map->bounds.max, 8, 4);
    assert_at(map->parallax_origin, 2, 3);
    assert_int_equal(map->background, 0xff102030u);
    thud_tiled_free(map);

    thud_tiled_options options = thud_tiled_options_defaults();
    options.pixels_per_metre = 32;
    map = thud_tiled_read(TILED_MAPS "/everything.tmx", &options, NULL);
    assert_non_null(map);
    assert_at(map->cell_size, 0.5f, 0.5f);
    thud_tiled_free(map);
}

static void layers_take_on_what_their_groups_say(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmj");
    const thud_tiled_layer *sky = thud_tiled_find_layer(map, "sky"),
                           *things = thud_tiled_find_layer(map, "things");
    const thud_tiled_layer *clouds = thud_tiled_find_layer(map, "clouds");
    assert_int_equal(sky->kind, THUD_TILED_IMAGE_LAYER);
    assert_string_equal(sky->image, "sky.png");
    assert_true(sky->decoration && sky->repeat_x && !sky->repeat_y);
    assert_at(sky->parallax, 0.5f, 0.25f);
    assert_int_equal(things->kind, THUD_TILED_OBJECT_LAYER);
    assert_string_equal(map->layers[things->group].name, "level");
    assert_at(things->offset, 0.5f, 0.5f);
    assert_near(things->opacity, 0.5f);
    assert_int_equal(things->tint, 0x80ff8040u);
    assert_true(things->visible && !things->decoration);
    assert_true(!clouds->visible && clouds->decoration);
    assert_null(thud_tiled_find_layer(map, "no such layer"));
    thud_tiled_free(map);
}

/* ---- tiles ---- */

static void tile_data_reads_alike_as_csv_base64_zlib_and_gzip(void **state) {
    (void)state;
    static const char *const names[] = {"csv", "base64", "zlib", "gzip"};
    thud_tiled_map *map = read_map("everything.tmx");
    const thud_tiled_layer *whole = thud_tiled_find_layer(map, "csv");
    assert_int_equal(thud_tiled_cell(whole, 0, 0), 2); /* the lowest row is the last one of the file */
    assert_int_equal(thud_tiled_cell(whole, 1, 1), 3 | THUD_TILED_FLIP_X);
    assert_int_equal(thud_tiled_cell(whole, 0, 2), 1);
    assert_int_equal(thud_tiled_cell(whole, 0, 3), 0);
    assert_int_equal(thud_tiled_cell(whole, -1, 0), 0);
    assert_int_equal(thud_tiled_cell(whole, 8, 0), 0);
    for (int n = 1; n < 4; n++) { /* the others contain every third cell of it, in file order */
        const thud_tiled_layer *layer = thud_tiled_find_layer(map, names[n]);
        for (int k = 0; k < 32; k++) {
            uint32_t wanted = k % 3 == n - 1 ? thud_tiled_cell(whole, k % 8, 3 - k / 8) : 0;
            assert_int_equal(thud_tiled_cell(layer, k % 8, 3 - k / 8), wanted);
        }
    }
    thud_tiled_free(map);
}

static void cells_may_be_elements_of_their_own(void **state) {
    (void)state;
    thud_tiled_map *map =
        read_text("<map orientation='orthogonal' width='2' height='2' tilewidth='32' tileheight='32'>"
                  "<tileset firstgid='1'/><layer width='2' height='2'><data><tile gid='1'/>"
                  "<tile gid='2147483650'/><tile/><tile gid='3'/></data></layer></map>");
    const uint32_t wanted[] = {0, 3, 1, 2 | THUD_TILED_FLIP_X};
    assert_memory_equal(map->layers[0].cells, wanted, sizeof wanted);
    assert_int_equal(map->warning_count, 0);
    thud_tiled_free(map);
}

static void a_flip_bit_is_kept_in_each_of_the_eight_orientations(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmj");
    const thud_tiled_layer *whole = thud_tiled_find_layer(map, "csv");
    const uint32_t x = THUD_TILED_FLIP_X, y = THUD_TILED_FLIP_Y, d = THUD_TILED_FLIP_DIAGONAL;
    const uint32_t flips[8] = {0, x, y, x | y, d, d | x, d | y, d | x | y};
    for (int i = 0; i < 8; i++) {
        uint32_t gid = thud_tiled_cell(whole, i, 1);
        assert_int_equal(gid, 3 | flips[i]);
        assert_string_equal(thud_tiled_tile_of(map, gid)->class_name, "slope");
    }
    thud_tiled_free(map);
}

static void an_infinite_map_has_cells_on_all_sides_of_its_origin(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("infinite.tmx");
    const thud_tiled_layer *ground = thud_tiled_find_layer(map, "ground"),
                           *empty = thud_tiled_find_layer(map, "empty");
    /* The map has nominally 20 rows, so that row 19 here is row 0 of the file. */
    assert_true(map->infinite);
    assert_int_equal(ground->column, -16);
    assert_int_equal(ground->row, 4);
    assert_int_equal(ground->columns, 32);
    assert_int_equal(ground->rows, 32);
    assert_int_equal(thud_tiled_cell(ground, -16, 20), 1);
    assert_int_equal(thud_tiled_cell(ground, -16, 21), 0);
    assert_int_equal(thud_tiled_cell(ground, 0, 35), 2);
    assert_int_equal(thud_tiled_cell(ground, 3, 19), 3);
    assert_int_equal(thud_tiled_cell(ground, -16, 19), 0); /* between the chunks */
    assert_int_equal(empty->columns, 0);
    assert_at(map->bounds.min, -8, 2);
    assert_at(map->bounds.max, 8, 18);
    assert_at(object_of(map, 1)->pose.position, -1, 10.5f);
    thud_tiled_free(map);
}

static void tiles_have_their_shapes_from_the_lower_left_corner(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmx");
    const thud_tiled_tileset *set = thud_tiled_tileset_of(map, 4);
    assert_string_equal(set->name, "tiles");
    assert_at(set->tile_offset, 0, -0.25f);
    assert_string_equal(set->image, "tiles.png");
    const int of_image[] = {set->image_width, set->image_height, set->columns,     set->spacing,
                            set->margin,      set->tile_width,   set->tile_height, set->tile_count};
    assert_memory_equal(of_image, ((const int[]){71, 20, 4, 1, 2, 16, 16, 4}), sizeof of_image);
    const thud_tiled_tile *brick = thud_tiled_tile_of(map, 2), *slope = thud_tiled_tile_of(map, 3);
    assert_null(thud_tiled_tile_of(map, 1));
    assert_near((float)thud_tiled_number(brick->properties, "friction", 0), 0.9f);
    assert_int_equal(brick->objects[0].form, THUD_TILED_RECTANGLE);
    assert_at(brick->objects[0].pose.position, 0, 1);
    assert_at(brick->objects[0].box.min, 0, -1);
    assert_at(brick->objects[0].box.max, 1, 0);
    assert_int_equal(slope->objects[0].form, THUD_TILED_POLYGON);
    assert_at(slope->objects[0].pose.position, 0, 0);
    assert_at(slope->objects[0].points[1], 1, 1);
    const thud_tiled_tile *crate = thud_tiled_tile_of(map, 5), *coin = thud_tiled_tile_of(map, 8);
    assert_string_equal(crate->image, "crate.png");
    assert_at(crate->size, 2, 1.5f);
    assert_at(crate->objects[0].pose.position, 0.25f, 1.25f);
    assert_at(coin->size, 0.5f, 0.5f);
    assert_null(thud_tiled_tileset_of(map, 0));
    thud_tiled_free(map);
}

/* Tiled writes both in order, other programs may not. */
static void sets_and_their_tiles_are_found_in_whatever_order_they_are_written(void **state) {
    (void)state;
    thud_tiled_map *map =
        read_text("<map orientation='orthogonal' width='1' height='1' tilewidth='32' tileheight='32'>"
                  "<tileset firstgid='20' name='c'/><tileset firstgid='1' name='a'><tile id='7' type='x'/>"
                  "<tile id='2' type='y'/><tile id='5' type='z'/></tileset><tileset firstgid='10' "
                  "name='b'/><objectgroup/></map>");
    const uint32_t gids[] = {1, 9, 10, 19, 20, 99};
    const char *const sets[] = {"a", "a", "b", "b", "c", "c"};
    for (int i = 0; i < 6; i++) {
        assert_string_equal(thud_tiled_tileset_of(map, gids[i])->name, sets[i]);
    }
    assert_string_equal(thud_tiled_tile_of(map, 3)->class_name, "y");
    assert_string_equal(thud_tiled_tile_of(map, 6)->class_name, "z");
    assert_string_equal(thud_tiled_tile_of(map, 8)->class_name, "x");
    assert_null(thud_tiled_tile_of(map, 4));
    thud_tiled_free(map);
}

/* ---- objects ---- */

static void every_form_of_object_is_read(void **state) {
    (void)state;
    static const thud_tiled_form forms[] = {THUD_TILED_RECTANGLE, THUD_TILED_RECTANGLE, THUD_TILED_ELLIPSE,
                                            THUD_TILED_CAPSULE,   THUD_TILED_POINT,     THUD_TILED_POLYGON,
                                            THUD_TILED_POLYLINE,  THUD_TILED_LABEL,     THUD_TILED_RECTANGLE,
                                            THUD_TILED_TILE,      THUD_TILED_TILE,      THUD_TILED_TILE,
                                            THUD_TILED_RECTANGLE};
    thud_tiled_map *map = read_map("everything.tmj");
    for (int i = 0; i < 13; i++) {
        assert_int_equal(object_of(map, i + 1)->form, forms[i]);
    }
    const thud_tiled_object *shelf = object_of(map, 1), *hill = object_of(map, 6), *sign = object_of(map, 8);
    assert_string_equal(shelf->name, "shelf");
    assert_string_equal(shelf->class_name, "platform");
    assert_at(shelf->pose.position, 1.5f,
              3); /* at (16, 24) of a layer that is shifted by (8, -8), in 64 px */
    assert_at(shelf->box.min, 0, -0.5f);
    assert_at(shelf->box.max, 2, 0);
    assert_near(thud_rot_angle(object_of(map, 2)->pose.rotation), -THUD_PI / 6);
    assert_int_equal(hill->point_count, 3);
    assert_at(hill->points[1], 1.03125f, 0.515625f);
    assert_string_equal(sign->text, "Jump & run");
    assert_near(sign->text_height, 0.75f);
    assert_int_equal(sign->text_color, 0xff00ff00u);
    assert_false(object_of(map, 9)->visible);
    thud_tiled_free(map);
}

static void a_tile_object_is_aligned_as_its_set_says(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmx");
    const thud_tiled_object *coin = object_of(map, 10), *crate = object_of(map, 11);
    assert_int_equal(coin->gid, 8 | THUD_TILED_FLIP_X);
    assert_string_equal(coin->class_name, "pickup");
    assert_at(coin->box.min, -0.5f, -0.5f);
    assert_at(coin->box.max, 0.5f, 0.5f);
    assert_string_equal(crate->class_name, "crate"); /* the class of its tile */
    assert_at(crate->box.min, -1, -0.75f);
    thud_tiled_free(map);

    /* By default the position is the lower left corner, and the size is that of the tile. */
    map = read_text("<map orientation='orthogonal' width='4' height='4' tilewidth='32' tileheight='32'>"
                    "<tileset firstgid='1' name='a' tilewidth='64' tileheight='32'/>"
                    "<objectgroup><object id='1' gid='1' x='32' y='64'/></objectgroup></map>");
    assert_at(object_of(map, 1)->pose.position, 1, 2);
    assert_at(object_of(map, 1)->box.min, 0, 0);
    assert_at(object_of(map, 1)->box.max, 2, 1);
    thud_tiled_free(map);
}

static void an_instance_has_what_it_sets_and_the_rest_of_its_template(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmj");
    const thud_tiled_object *crate = object_of(map, 11), *big = object_of(map, 12),
                            *flag = object_of(map, 13);
    assert_string_equal(crate->name, "crate");
    assert_string_equal(big->name, "big crate");
    assert_int_equal(crate->gid, 5); /* number 1 of the template's set, which the map has from 5 on */
    assert_near(crate->box.max.x - crate->box.min.x, 2);
    assert_near(big->box.max.x - big->box.min.x, 4);
    assert_true(thud_tiled_number(crate->properties, "density", 0) == 2);
    assert_true(thud_tiled_number(big->properties, "density", 0) == 4.5);
    assert_int_equal(big->properties.count, 2);
    assert_string_equal(thud_tiled_text(big->properties, "body", ""), "dynamic");
    assert_string_equal(flag->class_name, "checkpoint");
    assert_at(flag->box.max, 1, 0);
    assert_int_equal(map->tileset_count, 2);
    thud_tiled_free(map);
}

static void a_template_brings_a_tile_set_that_the_map_has_not(void **state) {
    (void)state;
    memory_files files = {
        .files = {{"maps/a.tmx",
                   "<map orientation='orthogonal' width='4' height='4' tilewidth='32' tileheight='32'>"
                   "<tileset firstgid='1' name='own' tilewidth='32' tileheight='32' tilecount='10'/>"
                   "<objectgroup><object id='1' template='../parts/a.tx' x='0' y='0'/>"
                   "<object id='2' template='../parts/a.tx' x='32' y='0'/></objectgroup></map>"},
                  {"parts/a.tx", "<template><tileset firstgid='3' source='set.tsx'/>"
                                 "<object gid='4' width='32' height='32'/></template>"},
                  {"parts/set.tsx", "<tileset name='theirs' tilewidth='32' tileheight='32' tilecount='2'>"
                                    "<tile id='1' type='spring'/></tileset>"}}};
    thud_tiled_map *map = read_files(&files);
    assert_int_equal(map->warning_count, 0);
    assert_int_equal(map->tileset_count, 2);
    assert_int_equal(files.opens, 3); /* each file once */
    assert_string_equal(object_of(map, 1)->class_name, "spring");
    assert_string_equal(thud_tiled_tileset_of(map, object_of(map, 2)->gid)->name, "theirs");
    thud_tiled_free(map);
    /* its numbers follow those of all sets of the map; the gid of an instance is one of the map */
    files = (memory_files){
        .files = {
            {"maps/a.tmx",
             "<map orientation='orthogonal' width='4' height='4' tilewidth='32' tileheight='32'>"
             "<tileset firstgid='90000' name='own' tilewidth='32' tileheight='32' tilecount='10'/>"
             "<objectgroup><object id='1' template='../parts/a.tx' x='0' y='0'/>"
             "<object id='2' gid='90003' template='../parts/a.tx' x='32' y='0'/></objectgroup></map>"},
            {"parts/a.tx", "<template><tileset firstgid='90000' source='set.tsx'/>"
                           "<object gid='90001' width='32' height='32'/></template>"},
            {"parts/set.tsx", "<tileset name='theirs' tilewidth='32' tileheight='32' tilecount='2'/>"}}};
    map = read_files(&files);
    assert_int_equal(map->warning_count, 0);
    assert_true(object_of(map, 1)->gid > 90010);
    assert_string_equal(thud_tiled_tileset_of(map, object_of(map, 1)->gid)->name, "theirs");
    assert_int_equal(object_of(map, 2)->gid, 90003);
    assert_string_equal(thud_tiled_tileset_of(map, object_of(map, 2)->gid)->name, "own");
    thud_tiled_free(map);
}

/* ---- properties ---- */

static void properties_are_typed_and_reach_into_classes(void **state) {
    (void)state;
    thud_tiled_map *map = read_map("everything.tmx");
    thud_tiled_properties all = map->properties;
    assert_string_equal(thud_tiled_text(all, "theme", ""), "cave");
    assert_string_equal(thud_tiled_text(all, "story", ""), "Two lines\nof text");
    assert_int_equal(thud_tiled_find(all, "sky")->kind, THUD_TILED_COLOR);
    assert_true(thud_tiled_number(all, "sky", 0) == 0xff204060u);
    assert_int_equal(thud_tiled_find(all, "music")->kind, THUD_TILED_FILE);
    assert_true(thud_tiled_flag(all, "dark", false));
    assert_true(thud_tiled_number(all, "exit", 0) == 5);
    assert_string_equal(thud_tiled_find(all, "mood")->type, "Mood");
    assert_string_equal(thud_tiled_find(all, "weather")->type, "Weather");
    assert_true(thud_tiled_number(all, "weather.rain", 0) == 0.25);
    assert_false(thud_tiled_flag(all, "weather.thunder", true));
    assert_string_equal(thud_tiled_text(all, "weather.wind.from", ""), "west");
    const thud_tiled_property *steps = thud_tiled_find(all, "steps");
    assert_int_equal(steps->kind, THUD_TILED_LIST);
    assert_int_equal(steps->member_count, 3);
    assert_true(steps->members[0].number == 10);
    assert_int_equal(steps->members[2].members[0].kind, THUD_TILED_FLAG);
    assert_null(thud_tiled_find(all, "weather.snow"));
    assert_string_equal(thud_tiled_text(all, "no such property", "otherwise"), "otherwise");
    thud_tiled_free(map);
}

/* Old versions and hand-written files have all values as strings. */
static void a_number_or_flag_may_be_written_as_text(void **state) {
    (void)state;
    thud_tiled_map *map =
        read_text("{\"orientation\":\"orthogonal\",\"width\":4,\"height\":4,\"tilewidth\":32,\"tileheight\":"
                  "32,\"layers\":[],"
                  "\"properties\":{\"depth\":\"2.5\",\"dark\":\"true\",\"wet\":false,\"name\":\"7 hills\"}}");
    assert_true(thud_tiled_number(map->properties, "depth", 0) == 2.5);
    assert_true(thud_tiled_flag(map->properties, "dark", false));
    assert_false(thud_tiled_flag(map->properties, "wet", true));
    assert_true(thud_tiled_number(map->properties, "name", -1) == -1);
    assert_int_equal(map->warning_count, 0);
    thud_tiled_free(map);
}

/* A map that could not be read is null: to look for a layer in it crashed. */
static void in_no_map_layer_or_name_nothing_is_found(void **state) {
    (void)state;
    thud_tiled_map *map = read_text(
        "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'><properties>"
        "<property name='a' value='1'/></properties><objectgroup/></map>");
    assert_null(thud_tiled_find_layer(NULL, "a"));
    assert_null(thud_tiled_find_layer(map, NULL));
    assert_null(thud_tiled_find_object(NULL, 1));
    assert_null(thud_tiled_tileset_of(NULL, 1));
    assert_null(thud_tiled_tile_of(NULL, 1));
    assert_int_equal(thud_tiled_cell(NULL, 0, 0), 0);
    assert_null(thud_tiled_find(map->properties, NULL));
    assert_true(thud_tiled_number(map->properties, NULL, 7) == 7 &&
                thud_tiled_flag(map->properties, NULL, true));
    thud_tiled_free(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_no_map_layer_or_name_nothing_is_found),
        cmocka_unit_test(a_map_in_xml_and_the_same_in_json_are_read_as_the_same),
        cmocka_unit_test(a_map_is_measured_in_metres_with_y_up),
        cmocka_unit_test(layers_take_on_what_their_groups_say),
        cmocka_unit_test(tile_data_reads_alike_as_csv_base64_zlib_and_gzip),
        cmocka_unit_test(cells_may_be_elements_of_their_own),
        cmocka_unit_test(a_flip_bit_is_kept_in_each_of_the_eight_orientations),
        cmocka_unit_test(an_infinite_map_has_cells_on_all_sides_of_its_origin),
        cmocka_unit_test(tiles_have_their_shapes_from_the_lower_left_corner),
        cmocka_unit_test(sets_and_their_tiles_are_found_in_whatever_order_they_are_written),
        cmocka_unit_test(every_form_of_object_is_read),
        cmocka_unit_test(a_tile_object_is_aligned_as_its_set_says),
        cmocka_unit_test(an_instance_has_what_it_sets_and_the_rest_of_its_template),
        cmocka_unit_test(a_template_brings_a_tile_set_that_the_map_has_not),
        cmocka_unit_test(properties_are_typed_and_reach_into_classes),
        cmocka_unit_test(a_number_or_flag_may_be_written_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
