/* Maps in a world: grids of tile layers, bodies of objects. */
#include "test.h"

#include <string.h>

#include "thud/thud.h"
#include "unit/base/failing_hooks.h"
#include "unit/tiled/memory_files.h"

#define XML_MAP(content)                                                                                     \
    "<map orientation='orthogonal' width='8' height='4' tilewidth='32' tileheight='32'>" content "</map>"
#define TILE(id, content) "<tile id='" #id "'><objectgroup>" content "</objectgroup></tile>"
/* 1 full, 2 a slope up to the right, 3 a line on top, 4 without shapes, 5 a circle, 6 concave, 7
 * larger than its cell */
#define TILESET(properties)                                                                                  \
    "<tileset firstgid='1' name='tiles' tilewidth='32' tileheight='32'>" properties TILE(                    \
        0, "<object id='1' width='32' height='32'/>")                                                        \
        TILE(1, "<object id='1' y='32'><polygon points='0,0 32,-32 32,0'/></object>")                        \
            TILE(2, "<object id='1'><polyline points='0,0 32,0'/></object>")                                 \
                TILE(4, "<object id='1' x='8' y='8' width='16' height='16'><ellipse/></object>")             \
                    TILE(5, "<object id='1'><polygon points='0,0 32,0 32,32 16,16 0,32'/></object>")         \
                        TILE(6, "<object id='1' x='-16' y='-16' width='64' height='32'/>") "</tileset>"
#define LAYER(attributes, cells)                                                                             \
    "<layer name='ground' width='8' height='4' " attributes "><data encoding='csv'>" cells "</data></layer>"
#define SKY "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
#define PROPERTY(name, value) "<property name='" name "' value='" value "'/>"

static const float tolerance = 1e-4f; /* [m] */

typedef struct play {
    thud_world *world;
    thud_tiled_map *map;
    thud_tiled_level *level;
} play;

static play start_with(const char *text, const thud_tiled_build_def *def) {
    thud_world_def world_def = thud_world_defaults();
    thud_tiled_message error;
    play p = {.world = thud_world_create(&world_def), .map = read_text(text)};
    p.level = thud_tiled_build(p.world, p.map, def, &error);
    if (p.level == NULL) {
        fail_msg("%s", error.reason);
    }
    return p;
}

static play start(const char *text) {
    return start_with(text, NULL);
}

static void end(play *p) {
    thud_tiled_level_free(p->level);
    thud_tiled_free(p->map);
    thud_world_destroy(p->world);
}

static void assert_near(float got, float wanted) {
    if (!(got - wanted < tolerance && wanted - got < tolerance)) {
        fail_msg("%g is not %g", (double)got, (double)wanted);
    }
}

static void assert_built(const play *p, int bodies, int grounds) {
    for (int i = 0; i < p->level->warning_count; i++) {
        fail_msg("object %d: %s", p->level->warnings[i].object, p->level->warnings[i].reason);
    }
    assert_int_equal(p->level->body_count, bodies);
    assert_int_equal(p->level->ground_count, grounds);
}

static void assert_one_warning(const play *p, const char *words) {
    assert_int_equal(p->level->warning_count, 1);
    if (strstr(p->level->warnings[0].reason, words) == NULL) {
        fail_msg("'%s' is not in the warning: %s", words, p->level->warnings[0].reason);
    }
}

/* Height of the ground at x, by a ray from `top` down; -1 without ground. */
static float height_at(const play *p, float x, float top) {
    thud_world_hit hit =
        thud_world_cast_ray(p->world, (thud_vec2){x, top}, (thud_vec2){0, -10}, thud_query_filter_all());
    return thud_shape_id_is_null(hit.shape) ? -1 : hit.cast.point.y;
}

static bool is_solid(const play *p, float x, float y) {
    return !thud_shape_id_is_null(thud_world_shape_at(p->world, (thud_vec2){x, y}, thud_query_filter_all()));
}

/* ---- tile layers ---- */

static void a_tile_layer_becomes_a_grid_of_its_solid_tiles(void **state) {
    (void)state;
    play p = start(XML_MAP(TILESET("") LAYER("", SKY "1,2,3,4,5,6,7,0")));
    assert_one_warning(&p, "a shape of tile 6 of 'tiles': what is outside of its cell is cut off");
    assert_int_equal(p.level->ground_count, 1);
    assert_near(height_at(&p, 0.5f, 4), 1);
    assert_near(height_at(&p, 1.25f, 4), 0.25f);
    assert_near(height_at(&p, 1.75f, 4), 0.75f);
    assert_near(height_at(&p, 2.5f, 4), 1);
    assert_near(height_at(&p, 3.5f, 4), -1); /* no shapes */
    assert_near(height_at(&p, 4.5f, 4), 0.75f);
    assert_near(height_at(&p, 5.5f, 4), 1);
    assert_near(height_at(&p, 6.5f, 4), 1);
    assert_near(height_at(&p, 7.5f, 4), -1);
    const thud_tiled_ground *ground = &p.level->grounds[0];
    thud_tile_hit hit = thud_tile_grid_at(p.world, ground->grid, (thud_vec2){1.75f, 0.25f});
    assert_int_equal(hit.column, 1);
    assert_int_equal(ground->gids[hit.tile], 2);
    assert_int_equal(thud_tile_grid_at(p.world, ground->grid, (thud_vec2){3.5f, 0.5f}).tile, 0);
    end(&p);
}

/* The pieces of a tile have eight corners at most: four at each end of a capsule. */
static void capsules_of_tiles_lie_and_stand(void **state) {
    (void)state;
    static const char *const tiles = "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>" TILE(
        0, "<object id='1' y='8' width='32' height='16'><capsule/></object>")
        TILE(1, "<object id='1' x='8' width='16' height='32'><capsule/></object>") "</tileset>";
    char text[4096];
    snprintf(text, sizeof text, XML_MAP("%s" LAYER("", SKY "1,2,0,0,0,0,0,0")), tiles);
    play p = start(text);
    assert_int_equal(p.level->warning_count, 0);
    static const thud_vec2 tops[] = {{0.26f, 0.75f},  {0.5f, 0.75f},   {0.74f, 0.75f},
                                     {0.1f, 0.6634f}, {0.9f, 0.6634f}, {1.5f, 0.9665f},
                                     {1.3f, 0.8366f}, {1.7f, 0.8366f}, {1.2f, -1}};
    for (int i = 0; i < 9; i++) {
        assert_near(height_at(&p, tops[i].x, 4), tops[i].y);
    }
    assert_true(is_solid(&p, 0.5f, 0.26f) && !is_solid(&p, 0.5f, 0.24f));
    end(&p);
}

/* The tile is solid in the lower quarter of its left half, which differs in all eight orientations. */
static void a_tile_is_turned_in_all_eight_orientations_as_tiled_draws_it(void **state) {
    (void)state;
    static const uint32_t x = THUD_TILED_FLIP_X, y = THUD_TILED_FLIP_Y, d = THUD_TILED_FLIP_DIAGONAL;
    static const struct {
        uint32_t flips;
        thud_vec2 middle; /* of the solid part */
    } cases[] = {
        {0, {0.25f, 0.125f}},     {x, {0.75f, 0.125f}},         {y, {0.25f, 0.875f}},
        {x | y, {0.75f, 0.875f}}, {d, {0.875f, 0.75f}},         {d | x, {0.125f, 0.75f}},
        {d | y, {0.875f, 0.25f}}, {d | x | y, {0.125f, 0.25f}},
    };
    for (int i = 0; i < 8; i++) {
        char text[4096];
        snprintf(text, sizeof text,
                 XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>" TILE(
                     0, "<object id='1' y='24' width='16' height='8'/>") "</tileset>" LAYER("", SKY
                                                                                            "%u,0,0,0,0,0,0,"
                                                                                            "0") "<objectgrou"
                                                                                                 "p><object "
                                                                                                 "id='1' "
                                                                                                 "gid='%u' "
                                                                                                 "x='128' "
                                                                                                 "y='128'/></"
                                                                                                 "objectgroup"
                                                                                                 ">"),
                 1 | cases[i].flips, 1 | cases[i].flips);
        play p = start(text);
        assert_built(&p, 1, 1);
        bool lies = (cases[i].flips & d) == 0;
        for (int k = 0; k < 16; k++) {
            thud_vec2 at = {0.125f + 0.25f * (float)(k % 4), 0.125f + 0.25f * (float)(k / 4)};
            thud_vec2 away = thud_vec2_sub(at, cases[i].middle);
            bool wanted =
                thud_abs(away.x) < (lies ? 0.25f : 0.125f) && thud_abs(away.y) < (lies ? 0.125f : 0.25f);
            if (is_solid(&p, at.x, at.y) != wanted || is_solid(&p, at.x + 4, at.y) != wanted) {
                fail_msg("flips %x: at (%g, %g)", cases[i].flips, (double)at.x, (double)at.y);
            }
        }
        end(&p);
    }
}

/* Tiles of 16 x 24 pixels in cells of 32 x 32, solid all over or only in their left half. They were flipped about the
 * middle of the cell: those that were flipped left to right stood at its right side, half a metre from where they
 * are drawn. */
static void a_tile_of_another_size_than_its_cell_is_flipped_about_its_own_middle(void **state) {
    (void)state;
    static const uint32_t x = THUD_TILED_FLIP_X, y = THUD_TILED_FLIP_Y, d = THUD_TILED_FLIP_DIAGONAL;
    static const struct {
        uint32_t flips;
        thud_aabb solid; /* [px], y up */
    } cases[] = {
        {0, {{0, 0}, {8, 24}}},      {x, {{8, 0}, {16, 24}}},        {y, {{0, 0}, {8, 24}}},
        {x | y, {{8, 0}, {16, 24}}}, {d, {{0, 8}, {24, 16}}},        {d | x, {{0, 8}, {24, 16}}},
        {d | y, {{0, 0}, {24, 8}}},  {d | x | y, {{0, 0}, {24, 8}}},
    };
    for (int i = 0; i < 8; i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            XML_MAP("<tileset firstgid='1' name='a' tilewidth='16' tileheight='24'>" TILE(
                0, "<object id='1' width='8' height='24'/>") "</tileset>" LAYER("", SKY "0,%u,0,0,0,0,0,0")),
            1 | cases[i].flips);
        play p = start(text);
        assert_built(&p, 0, 1);
        for (int k = 0; k < 64; k++) {
            thud_vec2 at = {2 + 4.0f * (float)(k % 8), 2 + 4.0f * (float)(k / 8)};
            if (is_solid(&p, 1 + at.x / 32, at.y / 32) != thud_aabb_contains_point(cases[i].solid, at)) {
                fail_msg("flips %x: at (%g, %g)", cases[i].flips, (double)at.x, (double)at.y);
            }
        }
        end(&p);
    }
}

#define SHIFTED                                                                                              \
    "<tileset firstgid='11' name='shifted' tilewidth='32' tileheight='32'><tileoffset x='16' y='8'/>" TILE(  \
        0, "<object id='1' width='32' height='32'/>") "</tileset>"

/* Sets with a drawing offset: shapes stood where tiles would be drawn without it, here half a metre to the left. */
static void tiles_stand_where_the_offset_of_their_set_has_them_drawn(void **state) {
    (void)state;
    play p = start(XML_MAP(SHIFTED LAYER("offsetx='32'", SKY "0,11,11,0,0,0,0,0")));
    assert_built(&p, 0, 1);
    assert_near(height_at(&p, 2.6f, 4), 0.75f);
    assert_near(height_at(&p, 4.4f, 4), 0.75f);
    assert_near(height_at(&p, 2.4f, 4), -1);
    end(&p);
    p = start(XML_MAP(TILESET("") SHIFTED LAYER("", SKY "0,1,11,0,0,0,0,0")));
    assert_one_warning(&p, "the tiles of 'shifted' have another drawing offset than its first solid tile");
    assert_near(height_at(&p, 2.5f, 4), 1);
    end(&p);
    /* stretched to twice its width, and turned by a quarter of a turn about its lower left corner */
    p = start(XML_MAP(SHIFTED "<objectgroup><object id='1' gid='11' x='0' y='128' width='64' height='32'/>"
                              "<object id='2' gid='11' x='160' y='64' width='32' height='32' rotation='90'/>"
                              "</objectgroup>"));
    assert_built(&p, 2, 0);
    assert_near(height_at(&p, 1.1f, 4), 0.75f);
    assert_near(height_at(&p, 2.9f, 4), 0.75f);
    assert_near(height_at(&p, 0.9f, 4), -1);
    assert_true(is_solid(&p, 4.8f, 0.6f) && is_solid(&p, 5.7f, 1.4f) && !is_solid(&p, 5.9f, 1.4f));
    assert_near(thud_body_position(p.world, p.level->bodies[0].body).x, 2);
    end(&p);
}

/* Shapes of stretched tiles were as wide as the box, when the picture was not. */
static void a_tile_that_keeps_its_aspect_is_in_the_middle_of_its_box(void **state) {
    (void)state;
#define KEPT(attributes)                                                                                     \
    "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32' "                                         \
    "fillmode='preserve-aspect-fit'" attributes                                                              \
    ">" TILE(0, "<object id='1' width='32' height='32'/>") "</tileset>"
    play p = start(XML_MAP(KEPT(
        "") "<objectgroup><object id='1' gid='1' x='0' y='128' width='128' height='64'/></objectgroup>"));
    assert_built(&p, 1, 0);
    assert_true(is_solid(&p, 1.1f, 0.1f) && is_solid(&p, 2.9f, 1.9f));
    assert_true(!is_solid(&p, 0.9f, 1) && !is_solid(&p, 3.1f, 1));
    end(&p);
    p = start("<map orientation='orthogonal' width='2' height='1' tilewidth='32' tileheight='64'>" KEPT(
        " tilerendersize='grid'") "<layer width='2' height='1'><data "
                                  "encoding='csv'>1,0</data></layer></map>");
    assert_built(&p, 0, 1);
    assert_near(height_at(&p, 0.5f, 4), 1.5f); /* 1 m high in a cell of 2 m */
    assert_true(!is_solid(&p, 0.5f, 0.4f) && is_solid(&p, 0.5f, 0.6f));
    end(&p);
    /* 1 m wide in a cell of 2 m, and in one of 2 m that lies, whose box then reaches out of its cell */
    static const char *const lying =
        "<map orientation='orthogonal' width='1' height='1' tilewidth='%d' "
        "tileheight='%d'>" KEPT(
            " tilerendersize='grid'") "<layer width='1' "
                                      "height='1'><data encoding='csv'>%u</data></layer></map>";
    char text[1024];
    snprintf(text, sizeof text, lying, 64, 32, 1 | THUD_TILED_FLIP_X);
    p = start(text);
    assert_built(&p, 0, 1);
    assert_true(!is_solid(&p, 0.4f, 0.5f) && is_solid(&p, 0.6f, 0.1f) && is_solid(&p, 1.4f, 0.9f));
    assert_true(!is_solid(&p, 1.6f, 0.5f));
    end(&p);
    snprintf(text, sizeof text, lying, 32, 64, 1 | THUD_TILED_FLIP_DIAGONAL);
    p = start(text);
    assert_one_warning(&p, "what is outside of its cell is cut off");
    assert_true(!is_solid(&p, 0.4f, 0.5f) && is_solid(&p, 0.6f, 0.1f) && is_solid(&p, 0.9f, 0.9f));
    assert_true(!is_solid(&p, 0.6f, 1.1f));
    end(&p);
}

/* The warning had no tile's number where the line had more points, or came after a shape. */
static void a_line_in_a_tile_that_is_no_segment_alone_gives_a_warning_with_the_tile(void **state) {
    (void)state;
#define LINE "<object id='1'><polyline points='0,0 32,0'/></object>"
#define LOW "<object id='2' y='16' width='32' height='16'/>"
    static const struct {
        const char *shapes;
        float height;
    } cases[] = {{LINE, 1},
                 {"<object id='1'><polyline points='0,0 16,16 32,0'/></object>", -1},
                 {LINE LOW, 1},
                 {LOW LINE, 0.5f}};
    for (int i = 0; i < 4; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>" TILE(
                     7, "%s") "</tileset>" LAYER("", SKY "8,0,0,0,0,0,0,0")),
                 cases[i].shapes);
        play p = start(text);
        if (i > 0) {
            assert_one_warning(
                &p, "a shape of tile 7 of 'a': a line in a tile is read only if it is one segment alone");
        }
        assert_near(height_at(&p, 0.5f, 4), cases[i].height);
        end(&p);
    }
}

/* The drawn square of a tile is merged with its neighbours above and below as a full tile is. */
static void a_wall_of_tiles_that_fill_their_cells_is_one_shape(void **state) {
    (void)state;
    play p = start(
        XML_MAP(TILESET("") LAYER("", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1")));
    assert_built(&p, 0, 1);
    assert_int_equal(thud_world_counts(p.world).shapes, 1);
    end(&p);
}

static void the_property_solid_fills_tiles_without_shapes_and_empties_others(void **state) {
    (void)state;
    play p = start(XML_MAP(
        "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>"
        "<tile id='0'><properties>" PROPERTY(
            "solid", "true") "</properties></tile>"
                             "<tile id='1'><properties>" PROPERTY(
                                 "solid", "false") "</properties>"
                                                   "<objectgroup><object id='1' width='32' "
                                                   "height='32'/></objectgroup></tile></tileset>" LAYER(
                                                       "", SKY "1,2,3,0,0,0,0,0")));
    assert_built(&p, 0, 1);
    assert_true(is_solid(&p, 0.5f, 0.5f) && !is_solid(&p, 1.5f, 0.5f) && !is_solid(&p, 2.5f, 0.5f));
    end(&p);
#define SOLID_LAYER(value)                                                                                   \
    "<layer name='ground' width='8' height='4'><properties>" PROPERTY(                                       \
        "solid", value) "</properties><data encoding='csv'>" SKY "1,2,3,4,0,0,0,0</data></layer>"
    p = start(XML_MAP(TILESET("") SOLID_LAYER("true")));
    assert_built(&p, 0, 1);
    assert_near(height_at(&p, 1.25f, 4), 0.25f);
    assert_near(height_at(&p, 3.5f, 4), 1);
    end(&p);
    p = start(XML_MAP(TILESET("") SOLID_LAYER("false")));
    assert_built(&p, 0, 0);
    end(&p);
}

/* Each described tile was the user data of its shapes, so that the looks of one wall never shared a shape: a level drawn
 * with 20 of them had 1552 shapes instead of 150. */
static void tiles_that_differ_in_their_looks_alone_share_shapes(void **state) {
    (void)state;
#define FULL(id, content)                                                                                    \
    "<tile id='" #id "' " content "<objectgroup><object id='1' width='32' "                                  \
                                  "height='32'/></objectgroup></tile>"
    play p = start(
        XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>" FULL(0, ">") FULL(1, ">")
                    FULL(2, "class='lava'>")
                        FULL(3, "><properties>" PROPERTY("heat", "9") "</properties>") "</tileset>" LAYER(
                            "", SKY "1,2,1,2,3,3,4,4")));
    assert_built(&p, 0, 1);
    assert_int_equal(thud_world_counts(p.world).shapes, 3);
    for (int i = 0; i < 8; i++) {
        thud_vec2 at = {(float)i + 0.5f, 0.5f};
        thud_shape_id shape = thud_world_shape_at(p.world, at, thud_query_filter_all());
        uint32_t gid = p.level->grounds[0].gids[thud_tile_grid_at(p.world, p.level->grounds[0].grid, at).tile];
        assert_int_equal(gid, i < 4 ? 1 + i % 2 : i < 6 ? 3 : 4); /* cells keep their tiles */
        assert_ptr_equal(thud_shape_user_data(p.world, shape), i < 4 ? NULL : thud_tiled_tile_of(p.map, gid));
    }
    end(&p);
}

static void hidden_layers_and_those_with_parallax_make_no_bodies(void **state) {
    (void)state;
    play p =
        start(XML_MAP(TILESET("") LAYER("visible='0'", SKY "1,1,1,1,1,1,1,1")
                          LAYER("parallaxx='0.5'", SKY "1,1,1,1,1,1,1,1") "<group parallaxy='2'>" LAYER(
                              "", SKY "1,1,1,1,1,1,1,1") "</group>"
                                                         "<group visible='0'><objectgroup><object id='1' "
                                                         "width='9' height='9'/></objectgroup></group>"
                                                         "<objectgroup><object id='2' visible='0' width='9' "
                                                         "height='9'/></objectgroup>"));
    assert_built(&p, 0, 0);
    end(&p);
}

static void a_layer_that_is_shifted_has_its_body_there(void **state) {
    (void)state;
    play p = start(XML_MAP(TILESET("") "<group offsetx='64' offsety='-32'>" LAYER(
        "offsetx='16'", SKY "1,0,0,0,0,0,0,0") "</group>"));
    assert_built(&p, 0, 1);
    assert_near(height_at(&p, 3, 8), 2);
    assert_false(is_solid(&p, 0.5f, 0.5f));
    assert_string_equal(thud_body_definition(p.world, p.level->grounds[0].body).name, "ground");
    end(&p);
}

static void one_way_and_the_material_of_tiles_come_from_properties(void **state) {
    (void)state;
    static const struct {
        const char *name;
        thud_vec2 side;
    } sides[] = {{"up", {0, 1}},    {"true", {0, 1}},  {"down", {0, -1}},
                 {"left", {-1, 0}}, {"right", {1, 0}}, {"false", {0, 0}}};
    for (int i = 0; i < 6; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'><properties>" PROPERTY(
                "friction", "0.25") "</properties><tile id='0'><properties>" PROPERTY("one_way", "%s")
                        PROPERTY("surface_speed",
                                 "2") "</properties><objectgroup><object id='1' width='32' height='8'/>"
                                      "</objectgroup></tile></tileset>" LAYER("", SKY "1,%u,0,0,0,0,0,0")),
            sides[i].name, 1 | THUD_TILED_FLIP_X | THUD_TILED_FLIP_Y);
        play p = start(text);
        assert_built(&p, 0, 1);
        const thud_tile_def *tiles = thud_tile_grid_definition(p.world, p.level->grounds[0].grid).tiles.tiles;
        assert_near(tiles[1].material.friction, 0.25f);
        assert_near(tiles[1].material.surface_speed, 2);
        assert_near(tiles[1].one_way.x, sides[i].side.x);
        assert_near(tiles[1].one_way.y, sides[i].side.y);
        assert_near(tiles[2].one_way.x, -sides[i].side.x); /* rotated with the tile */
        assert_near(tiles[2].one_way.y, -sides[i].side.y);
        end(&p);
    }
}

static void a_tile_that_the_engine_cannot_have_gives_a_warning_and_the_rest_stands(void **state) {
    (void)state;
    /* A comb of five teeth is at least five convex parts; the engine's tiles have four. */
    play p = start(XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>" TILE(
        0,
        "<object id='3'><polygon points='0,32 0,0 3,28 6,0 9,28 12,0 15,28 18,0 21,28 24,0 32,32'/></object>")
                               TILE(1, "<object id='1' width='32' height='32'/>") "</tileset>" LAYER(
                                   "", SKY "1,2,1,2,1,2,1,2")));
    assert_one_warning(&p, "more than 4 convex polygons");
    assert_int_equal(p.level->ground_count, 1);
    assert_true(is_solid(&p, 1.5f, 0.5f));
    end(&p);
    p = start(XML_MAP(
        "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'><tile id='0'><properties>" PROPERTY(
            "friction",
            "-1") "</properties><objectgroup><object id='1' width='32' height='32'/></objectgroup>"
                  "</tile></tileset>" LAYER("", SKY "1,1,0,0,0,0,0,0")));
    assert_one_warning(&p, "friction is less than 0");
    end(&p);
    /* In these two cases the engine refused the grid for one tile, and the whole layer was missing. First a tree of two cells,
     * solid in the upper one, which is beyond its cell. */
    p = start(XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='64'>" TILE(
        0, "<object id='1' width='32' height='32'/>")
                          TILE(1, "<object id='1' y='32' width='32' height='32'/>") "</tileset>" LAYER(
                              "", SKY "1,2,0,0,0,0,0,0")));
    assert_one_warning(&p, "what is outside of its cell is cut off");
    assert_true(!is_solid(&p, 0.5f, 0.5f) && is_solid(&p, 1.5f, 0.5f));
    end(&p);
    p = start(XML_MAP(
        "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'><tile id='0'><properties>" PROPERTY(
            "elasticity",
            "7") "</properties><objectgroup><object id='1' width='32' height='32'/></objectgroup>"
                 "</tile>" TILE(1, "<object id='1' width='32' height='32'/>") "</tileset>" LAYER(
                     "", SKY "1,2,0,0,0,0,0,0")));
    assert_one_warning(&p, "tile 0 of 'a': elasticity is more than 1");
    assert_true(!is_solid(&p, 0.5f, 0.5f) && is_solid(&p, 1.5f, 0.5f));
    end(&p);
    p = start(XML_MAP(
        "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'><tile "
        "id='0'><properties>" PROPERTY("solid", "yes") "</properties></tile>" TILE(
            1, "<object id='1' width='32' height='32'/>") "</tileset>" LAYER("", SKY "1,2,0,0,0,0,0,0")));
    assert_one_warning(&p, "tile 0 of 'a': solid is neither true nor false");
    assert_true(!is_solid(&p, 0.5f, 0.5f) && is_solid(&p, 1.5f, 0.5f));
    end(&p);
}

/* A set whose image was made smaller: the cell was empty, without a word. */
static void a_cell_beyond_the_image_of_its_set_gives_a_warning(void **state) {
    (void)state;
    play p = start(
        XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32' tilecount='2' columns='2'>"
                "<image source='a.png' width='64' height='32'/></tileset>" LAYER("", SKY "2,3,0,0,0,0,0,0")));
    assert_int_equal(p.map->warning_count, 1);
    assert_non_null(strstr(p.map->warnings[0].reason, "1 of its cells have tiles of no tile set"));
    assert_null(thud_tiled_tileset_of(p.map, 3));
    end(&p);
}

/* ---- objects ---- */

static void every_form_of_object_becomes_a_body_of_its_shape(void **state) {
    (void)state;
    play p = start(XML_MAP(
        "<objectgroup>"
        "<object id='1' name='box' x='0' y='96' width='64' height='32'/>"
        "<object id='2' x='64' y='96' width='32' height='32'><ellipse/></object>"
        "<object id='3' x='96' y='96' width='32' height='16'><ellipse/></object>"
        "<object id='4' x='128' y='64' width='32' height='64'><capsule/></object>"
        "<object id='5' x='160' y='128'><polygon points='0,0 32,0 32,-32 16,-8 0,-32'/></object>"
        "<object id='6' x='192' y='96'><polyline points='0,0 32,16'/></object>"
        "<object id='7' x='224' y='96'><point/></object>"
        "<object id='8' x='224' y='96' width='32' height='32'><text>a</text></object></objectgroup>"));
    assert_built(&p, 6, 0);
    assert_near(height_at(&p, 1.9f, 4), 1);
    assert_near(height_at(&p, 2.5f, 4), 1);
    assert_near(height_at(&p, 3.5f, 4), 1);
    assert_true(height_at(&p, 3.1f, 4) < 0.92f);
    assert_near(height_at(&p, 4.5f, 4), 2);
    assert_true(height_at(&p, 4.1f, 4) < 1.85f);
    assert_near(height_at(&p, 5.02f, 4), 0.97f);
    assert_near(height_at(&p, 5.5f, 4), 0.25f);
    assert_near(height_at(&p, 6.5f, 4), 0.75f);
    assert_near(height_at(&p, 7.5f, 4), -1);
    thud_body_def box = thud_body_definition(p.world, p.level->bodies[0].body);
    assert_string_equal(box.name, "box");
    assert_ptr_equal(box.user_data, p.level->bodies[0].object);
    assert_near(box.position.x, 1);
    assert_near(box.position.y, 0.5f);
    end(&p);
}

/* Tiled rotates about the object's position, which is the upper left corner of a box. */
static void a_turned_object_stands_where_tiled_draws_it(void **state) {
    (void)state;
    play p = start(XML_MAP(
        "<objectgroup><object id='1' x='64' y='0' width='64' height='32' rotation='90'/></objectgroup>"));
    assert_built(&p, 1, 0);
    thud_vec2 at = thud_body_position(p.world, p.level->bodies[0].body);
    assert_near(at.x, 1.5f);
    assert_near(at.y, 3);
    assert_true(is_solid(&p, 1.1f, 2.1f) && is_solid(&p, 1.9f, 3.9f) && !is_solid(&p, 2.5f, 3.5f));
    end(&p);
}

static void a_tile_object_has_the_shapes_of_its_tile_stretched_with_it(void **state) {
    (void)state;
    play p = start(XML_MAP(
        "<tileset firstgid='1' name='a' tilewidth='32' tileheight='32'>" TILE(
            0, "<object id='1' y='16' width='32' height='16'/>")
            TILE(1,
                 "<object id='1' width='32' height='32'><ellipse/></object>") "</tileset>"
                                                                              "<objectgroup><object id='1' "
                                                                              "gid='1' x='0' y='128' "
                                                                              "width='64' height='64'/>"
                                                                              "<object id='2' gid='2' x='64' "
                                                                              "y='128' width='64' "
                                                                              "height='64'/>"
                                                                              "<object id='3' gid='3' "
                                                                              "x='128' y='128' width='32' "
                                                                              "height='32'/>"
                                                                              "<object id='4' gid='3' "
                                                                              "x='160' y='128' width='32' "
                                                                              "height='64'><"
                                                                              "properties>" PROPERTY(
                                                                                  "body",
                                                                                  "static") "</properties></"
                                                                                            "object></"
                                                                                            "objectgroup>"));
    assert_built(&p, 3, 0); /* a picture without shapes has no body by default */
    assert_near(height_at(&p, 1, 4), 1);
    assert_near(height_at(&p, 3, 4), 2);
    assert_near(height_at(&p, 2.2f, 4), 1 + 0.6f);
    assert_near(height_at(&p, 4.5f, 4), -1);
    assert_near(height_at(&p, 5.5f, 4), 2);
    end(&p);
}

static void properties_say_what_a_body_is(void **state) {
    (void)state;
    play p = start(XML_MAP("<objectgroup><properties>" PROPERTY("friction", "0.125") PROPERTY(
        "body",
        "kinematic") "</properties>"
                     "<object id='1' width='64' height='64'><properties>" PROPERTY("body", "dynamic")
                               PROPERTY("density", "2.5") PROPERTY("elasticity", "0.75") PROPERTY("spin", "3")
                                   PROPERTY("bullet", "true") PROPERTY("gravity_scale", "0.5") PROPERTY(
                                       "lock_rotation",
                                       "true") "</properties></object>"
                                               "<object id='2' width='64' height='64'><properties>" PROPERTY(
                                                   "sensor", "true") PROPERTY("one_way", "left")
                                                   PROPERTY("friction",
                                                            "1") "</properties></object>"
                                                                 "<object id='3' width='64' "
                                                                 "height='64'><properties>" PROPERTY(
                                                                     "body", "none") "</properties></object>"
                                                                                     "</objectgroup>"));
    assert_built(&p, 2, 0);
    thud_body_def first = thud_body_definition(p.world, p.level->bodies[0].body);
    assert_int_equal(first.type, THUD_BODY_DYNAMIC);
    assert_true(first.bullet && first.lock_rotation);
    assert_near(first.gravity_scale, 0.5f);
    assert_near(thud_body_mass(p.world, p.level->bodies[0].body).mass, 10);
    assert_int_equal(thud_body_definition(p.world, p.level->bodies[1].body).type, THUD_BODY_KINEMATIC);
    thud_shape_id shape = thud_world_shape_at(p.world, (thud_vec2){1, 3}, thud_query_filter_all());
    assert_near(thud_shape_definition(p.world, shape).material.friction, 0.125f);
    assert_near(thud_shape_definition(p.world, shape).material.elasticity, 0.75f);
    end(&p);
}

static void an_object_that_the_engine_refuses_gives_a_warning_and_leaves_no_body(void **state) {
    (void)state;
    static const struct {
        const char *object, *reason;
    } cases[] = {
        {"<object id='7'><polygon points='0,0 10,10 10,0 0,10'/></object>", "outline"},
        {"<object id='7'><polyline points='0,0 0,0'/></object>", "coincide"},
        {"<object id='7'><polyline points='0,0 9,0'/><properties>" PROPERTY(
             "body", "dynamic") "</properties></object>",
         "a polyline has no mass"},
        {"<object id='7'><polyline points='0,0 9,0'/><properties>" PROPERTY("sensor",
                                                                            "true") "</properties></object>",
         "cannot be a sensor"},
        {"<object id='7' width='9' height='9'><properties>" PROPERTY("body",
                                                                     "liquid") "</properties></object>",
         "body is none of static, kinematic, dynamic, none: 'liquid'"},
        {"<object id='7' width='9' height='9'><properties>" PROPERTY("density",
                                                                     "-1") "</properties></object>",
         "density is less than 0"},
        {"<object id='7' width='9' height='9'><properties>" PROPERTY("friction",
                                                                     "high") "</properties></object>",
         "friction is not a number: 'high'"},
        {"<object id='7' width='9' height='9'><properties>" PROPERTY("elasticity",
                                                                     "7") "</properties></object>",
         "elasticity"},
        {"<object id='7' width='9' height='9'><properties>" PROPERTY("one_way",
                                                                     "sideways") "</properties></object>",
         "one_way is none of up, down, left, right: 'sideways'"},
        {"<object id='7' width='9' height='9'><properties>" PROPERTY("sensor",
                                                                     "yes") "</properties></object>",
         "sensor is neither true nor false: 'yes'"}, /* it was solid, without a word */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 XML_MAP("<objectgroup name='things'>%s<object id='8' width='9' height='9'/></objectgroup>"),
                 cases[i].object);
        play p = start(text);
        assert_one_warning(&p, cases[i].reason);
        assert_int_equal(p.level->warnings[0].object, 7);
        assert_string_equal(p.level->warnings[0].layer, "things");
        assert_int_equal(p.level->body_count, 1);
        assert_int_equal(thud_world_counts(p.world).bodies, 1);
        end(&p);
    }
}

/* `Body` made no body dynamic, and nothing said why. */
static void a_property_whose_name_is_nearly_one_that_is_read_gives_a_warning(void **state) {
    (void)state;
    static const struct {
        const char *name, *meant; /* null: a name of the game's own */
    } cases[] = {{"Body", "'body'"},
                 {"one-way", "'one_way'"},
                 {"Gravity Scale", "'gravity_scale'"},
                 {"desnity", "'density'"},
                 {"elastcity", "'elasticity'"},
                 {"frriction", "'friction'"},
                 {"bullets", NULL},
                 {"sold", NULL},
                 {"skin", NULL},
                 {"bodies", NULL},
                 {"", NULL},
                 {"body", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            XML_MAP("<objectgroup name='things'><object id='7' name='lift' width='9' height='9'><properties>"
                    "<property name='%s' value='dynamic'/></properties></object></objectgroup>"),
            cases[i].name);
        play p = start(text);
        assert_int_equal(p.level->body_count, 1);
        if (cases[i].meant == NULL) {
            assert_int_equal(p.level->warning_count, 0);
        } else {
            assert_one_warning(&p, cases[i].meant);
            assert_int_equal(p.level->warnings[0].object, 7);
            assert_string_equal(p.level->warnings[0].name, "lift");
        }
        end(&p);
    }
    play p = start(
        XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32' tilecount='2' columns='2'>"
                "<tile id='1'><properties><property name='Solid' value='true'/></properties></tile></tileset>"
                "<objectgroup name='things'><object id='7' width='9' height='9'/></objectgroup>"));
    assert_one_warning(&p, "tile 1 of 'a': property 'Solid' is not read; did you mean 'solid'?");
    end(&p);
    /* The level had the usual scale. */
    p = start(XML_MAP("<properties><property name='pixel_per_meter' value='16'/></properties>"
                      "<objectgroup name='things'><object id='7' width='9' height='9'/></objectgroup>"));
    assert_one_warning(&p, "property 'pixel_per_meter' is not read; did you mean 'pixels_per_meter'?");
    end(&p);
}

/* A saw whose `body` was forgotten stood still, and nothing said why. */
static void a_spin_of_a_static_object_gives_a_warning(void **state) {
    (void)state;
    static const struct {
        const char *own, *of_layer;
        bool warns;
    } cases[] = {
        {PROPERTY("spin", "3"), "", true},
        {PROPERTY("spin", "3") PROPERTY("body", "kinematic"), "", false},
        {PROPERTY("spin", "3"), PROPERTY("body", "dynamic"), false},
        {PROPERTY("spin", "0"), "", false},
        {"", PROPERTY("spin", "3"), false}, /* of a layer with saws and their walls */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            XML_MAP("<objectgroup name='saws'><properties>%s</properties>"
                    "<object id='7' width='9' height='9'><properties>%s</properties></object></objectgroup>"),
            cases[i].of_layer, cases[i].own);
        play p = start(text);
        assert_int_equal(p.level->body_count, 1);
        if (cases[i].warns) {
            assert_one_warning(&p, "spin does nothing, as the body is static");
            assert_int_equal(p.level->warnings[0].object, 7);
        } else {
            assert_int_equal(p.level->warning_count, 0);
        }
        end(&p);
    }
}

/* A tile with `one_way` alone made no platform, and nothing said why. */
static void a_one_way_tile_without_a_shape_gives_a_warning(void **state) {
    (void)state;
    static const struct {
        const char *properties, *reason; /* null: none */
    } cases[] = {
        {PROPERTY("one_way", "true"), "tile 1 of 'a': one_way needs a shape of the tile, or solid"},
        {PROPERTY("one_way", "top"), "tile 1 of 'a': one_way is none of up, down, left, right: 'top'"},
        {PROPERTY("one_way", "up") PROPERTY("solid", "true"), NULL},
        {PROPERTY("one_way", "up") PROPERTY("solid", "false"), NULL},
        {PROPERTY("one_way", "false"), NULL},
        {PROPERTY("friction", "0.1"), NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            XML_MAP("<tileset firstgid='1' name='a' tilewidth='32' tileheight='32' tilecount='2' columns='2'>"
                    "<tile id='1'><properties>%s</properties></tile></tileset>"
                    "<layer name='ground' width='1' height='1'><data encoding='csv'>2</data></layer>"
                    "<objectgroup name='things'><object id='7' width='9' height='9'/></objectgroup>"),
            cases[i].properties);
        play p = start(text);
        if (cases[i].reason == NULL) {
            assert_int_equal(p.level->warning_count, 0);
        } else {
            assert_one_warning(&p, cases[i].reason);
        }
        end(&p);
    }
}

/* ---- the game's callback ---- */

typedef struct asked {
    int objects, tiles;
} asked;

static bool ask_object(void *context, const thud_tiled_object *object, const thud_tiled_layer *layer,
                       thud_body_def *body, thud_shape_def *shape) {
    ((asked *)context)->objects++;
    assert_string_equal(layer->name, "things");
    body->user_data = context;
    shape->sensor = strcmp(object->class_name, "area") == 0;
    return strcmp(object->name, "spawn") != 0;
}

static bool ask_tile(void *context, uint32_t gid, const thud_tiled_layer *layer, thud_tile_def *tile) {
    ((asked *)context)->tiles++;
    assert_string_equal(layer->name, "ground");
    tile->material_id = gid;
    return gid != 2;
}

static void the_game_is_asked_about_each_object_and_tile(void **state) {
    (void)state;
    asked count = {0};
    thud_tiled_build_def def = thud_tiled_build_defaults();
    def.object = ask_object;
    def.tile = ask_tile;
    def.context = &count;
    play p = start_with(
        XML_MAP(TILESET("") LAYER(
            "", SKY
            "1,2,1,2,1,2,1,2") "<objectgroup name='things'><object id='1' name='spawn' width='9' height='9'/>"
                               "<object id='2' type='area' width='9' height='9'/></objectgroup>"),
        &def);
    assert_built(&p, 1, 1);
    assert_int_equal(count.objects, 2);
    assert_int_equal(count.tiles, 2); /* once each */
    assert_ptr_equal(thud_body_user_data(p.world, p.level->bodies[0].body), &count);
    assert_false(is_solid(&p, 1.75f, 0.25f));
    assert_int_equal(thud_tile_grid_definition(p.world, p.level->grounds[0].grid).tiles.tiles[1].material_id,
                     1);
    end(&p);
}

static void the_example_of_the_header_makes_a_level(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    thud_world *world = thud_world_create(&def);
    const char *path = TILED_MAPS "/everything.tmx";
#include "tiled.inc"
    assert_int_equal(thud_world_counts(world).bodies, 13);
    thud_world_destroy(world);
}

/* ---- memory ---- */

static void building_fails_cleanly_wherever_memory_runs_out(void **state) {
    (void)state;
    thud_tiled_map *map = read_text(XML_MAP(TILESET("") LAYER(
        "", SKY "1,2,3,4,5,6,7,0") "<objectgroup><object id='1' width='64' height='32'/><object id='2' "
                                   "x='64' width='32' height='16'><ellipse/></object>"
                                   "<object id='3' gid='6' x='99' y='64'/><object id='4'><polygon "
                                   "points='0,0 10,10 10,0 0,10'/></object></objectgroup>"));
    int failures = 0, bodies = -1, warnings = -1; /* the last two of a level that is built */
    for (int of_world = 0; of_world < 2; of_world++) {
        bool built = false;
        for (int allowed = 0; !built; allowed++) {
            memory_meter world_meter, level_meter;
            thud_world_def world_def = thud_world_defaults();
            world_def.hooks = metered_hooks(&world_meter);
            thud_tiled_build_def def = thud_tiled_build_defaults();
            def.hooks = metered_hooks(&level_meter);
            thud_world *world = thud_world_create(&world_def);
            assert_non_null(world);
            world_meter.allocations = 0;
            *(of_world ? &world_meter.allocations_allowed : &level_meter.allocations_allowed) = allowed;
            thud_tiled_message error;
            thud_tiled_level *level = thud_tiled_build(world, map, &def, &error);
            built = level != NULL;
            if (!built) {
                assert_string_equal(error.reason, "out of memory");
                assert_int_equal(thud_world_counts(world).bodies, 0);
                assert_int_equal(level_meter.bytes_held, 0);
                failures++;
            } else { /* whole, not without the objects that had no memory */
                assert_true(bodies < 0 || (bodies == level->body_count && warnings == level->warning_count));
                bodies = level->body_count;
                warnings = level->warning_count;
            }
            thud_tiled_level_free(level);
            assert_int_equal(level_meter.bytes_held, 0);
            thud_world_destroy(world);
        }
    }
    assert_true(failures > 10);
    thud_tiled_free(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_layer_becomes_a_grid_of_its_solid_tiles),
        cmocka_unit_test(capsules_of_tiles_lie_and_stand),
        cmocka_unit_test(a_tile_is_turned_in_all_eight_orientations_as_tiled_draws_it),
        cmocka_unit_test(a_tile_of_another_size_than_its_cell_is_flipped_about_its_own_middle),
        cmocka_unit_test(a_tile_that_keeps_its_aspect_is_in_the_middle_of_its_box),
        cmocka_unit_test(a_line_in_a_tile_that_is_no_segment_alone_gives_a_warning_with_the_tile),
        cmocka_unit_test(a_wall_of_tiles_that_fill_their_cells_is_one_shape),
        cmocka_unit_test(tiles_stand_where_the_offset_of_their_set_has_them_drawn),
        cmocka_unit_test(the_property_solid_fills_tiles_without_shapes_and_empties_others),
        cmocka_unit_test(tiles_that_differ_in_their_looks_alone_share_shapes),
        cmocka_unit_test(hidden_layers_and_those_with_parallax_make_no_bodies),
        cmocka_unit_test(a_layer_that_is_shifted_has_its_body_there),
        cmocka_unit_test(one_way_and_the_material_of_tiles_come_from_properties),
        cmocka_unit_test(a_tile_that_the_engine_cannot_have_gives_a_warning_and_the_rest_stands),
        cmocka_unit_test(a_cell_beyond_the_image_of_its_set_gives_a_warning),
        cmocka_unit_test(every_form_of_object_becomes_a_body_of_its_shape),
        cmocka_unit_test(a_turned_object_stands_where_tiled_draws_it),
        cmocka_unit_test(a_tile_object_has_the_shapes_of_its_tile_stretched_with_it),
        cmocka_unit_test(properties_say_what_a_body_is),
        cmocka_unit_test(an_object_that_the_engine_refuses_gives_a_warning_and_leaves_no_body),
        cmocka_unit_test(a_property_whose_name_is_nearly_one_that_is_read_gives_a_warning),
        cmocka_unit_test(a_spin_of_a_static_object_gives_a_warning),
        cmocka_unit_test(a_one_way_tile_without_a_shape_gives_a_warning),
        cmocka_unit_test(the_game_is_asked_about_each_object_and_tile),
        cmocka_unit_test(the_example_of_the_header_makes_a_level),
        cmocka_unit_test(building_fails_cleanly_wherever_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
