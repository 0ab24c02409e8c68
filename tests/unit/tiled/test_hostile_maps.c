/* Maps that are broken, cut off or hostile: invalid maps are refused with a reason; of others
 * the valid parts are read. */
#include "test.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "unit/base/failing_hooks.h"
#include "unit/tiled/memory_files.h"

#define SIZES "\"orientation\":\"orthogonal\",\"width\":4,\"height\":2,\"tilewidth\":32,\"tileheight\":32,"
#define MAP(layers) "{" SIZES "\"layers\":[" layers "]}"
#define OBJECTS(objects) MAP("{\"type\":\"objectgroup\",\"name\":\"things\",\"objects\":[" objects "]}")
#define XML_MAP(content)                                                                                     \
    "<map orientation='orthogonal' width='4' height='2' tilewidth='32' tileheight='32'>" content "</map>"

/* ---- invalid maps ---- */

static void what_cannot_be_a_map_is_refused_with_a_reason(void **state) {
    (void)state;
    assert_refused("", "not JSON");
    assert_refused("[1, 2, 3]", "not a Tiled map");
    assert_refused("{\"type\":\"tileset\"}", "not a Tiled map");
    assert_refused("<html><body/></html>", "not a Tiled map");
    assert_refused("<map", "not XML");
    assert_refused("{" SIZES "\"properties\":[]}", "layers is not a list");
    assert_refused("{\"orientation\":\"orthogonal\",\"width\":4}", "height is missing");
    assert_refused("{\"orientation\":\"orthogonal\",\"width\":0,\"height\":2,\"tilewidth\":32,\"tileheight\":"
                   "32,\"layers\":[]}",
                   "must be more than 0");
    assert_refused("{\"orientation\":\"orthogonal\",\"width\":1e9,\"height\":2,\"tilewidth\":32,"
                   "\"tileheight\":32,\"layers\":[]}",
                   "width is out of range");
    assert_refused("{" SIZES "\"properties\":[{\"name\":\"pixels_per_metre\",\"value\":0}],\"layers\":[]}",
                   "pixels_per_metre is out of range");
    assert_refused("{" SIZES
                   "\"properties\":[{\"name\":\"pixels_per_metre\",\"value\":\"many\"}],\"layers\":[]}",
                   "or not a number"); /* it was 32 without a word */
    assert_refused("{" SIZES "\"properties\":[{\"name\":\"pixels_per_meter\",\"value\":0}],\"layers\":[]}",
                   "pixels_per_metre is out of range"); /* nor was that spelling read */
    assert_refused("{\"orientation\":\"orthogonal\",\"width\":4.5,\"height\":2,\"tilewidth\":32,"
                   "\"tileheight\":32,\"layers\":[]}",
                   "width is not a whole number"); /* it was 4 */
}

static void other_orientations_are_refused_by_their_name(void **state) {
    (void)state;
    static const char *const names[] = {"isometric", "staggered", "hexagonal", "oblique"};
    char text[64];
    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "{\"orientation\":\"%s\"}", names[i]);
        assert_refused(text, names[i]);
        snprintf(text, sizeof text, "<map orientation='%s'/>", names[i]);
        assert_refused(text, names[i]);
    }
}

static void a_file_that_is_not_there_or_too_large_is_refused(void **state) {
    (void)state;
    memory_files files = {.opened = 0};
    thud_tiled_options options = options_of(&files);
    thud_tiled_message error;
    assert_null(thud_tiled_read("nowhere.tmx", &options, &error));
    assert_string_equal(error.reason, "cannot be read");
    assert_null(thud_tiled_read("nowhere/at/all.tmx", NULL, &error));
    assert_string_equal(error.reason, "cannot be read");
    assert_null(thud_tiled_read(NULL, NULL, &error));
    assert_string_equal(error.reason, "path is null");
    options.close = NULL;
    assert_null(thud_tiled_read("map", &options, &error));
    options = options_of(&files);
    options.hooks.release = NULL;
    assert_null(thud_tiled_read("map", &options, &error));
    assert_string_equal(error.reason, "options.hooks has no memory functions");
    options = options_of(&files);
    options.hooks.allocate = NULL;
    assert_null(thud_tiled_read("map", &options, &error));
    assert_string_equal(error.reason, "options.hooks has no memory functions");
}

/* ---- parts that are skipped with a warning ---- */

static void an_object_that_cannot_be_read_is_left_out_with_a_warning(void **state) {
    (void)state;
    static const struct {
        const char *object, *reason;
    } cases[] = {
        {"{\"id\":7,\"x\":1e999,\"y\":1,\"width\":10,\"height\":10}", "x is out of range"},
        {"{\"id\":7,\"x\":\"1\",\"y\":1,\"width\":10,\"height\":10}", "x is not a number"},
        {"{\"id\":7,\"gid\":1.5,\"x\":1,\"y\":1}", "gid is not a whole number"}, /* it was tile 1 */
        {"{\"id\":7,\"x\":1,\"y\":1,\"width\":0,\"height\":10}", "its width and height must be more than 0"},
        {"{\"id\":7,\"x\":1,\"y\":1,\"width\":-5,\"height\":10,\"ellipse\":true}", "its width and height"},
        {"{\"id\":7,\"x\":1,\"y\":1,\"polygon\":5}", "its outline is not a list"},
        {"{\"id\":7,\"x\":1,\"y\":1,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":1,\"y\":0}]}", "3 or more points"},
        {"{\"id\":7,\"x\":1,\"y\":1,\"polyline\":[{\"x\":0,\"y\":0},7]}", "a point of its outline is none"},
        {"{\"id\":7,\"x\":1,\"y\":1,\"gid\":9,\"width\":9,\"height\":9}", "tile 9 is of no tile set"},
        {"{\"id\":7,\"x\":1,\"y\":1,\"width\":9,\"height\":9,\"text\":{}}", "its text is not a string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, OBJECTS("%s,{\"id\":8,\"x\":1,\"y\":1,\"point\":true}"), cases[i].object);
        thud_tiled_map *map = read_text(text);
        assert_warned(map, 7, cases[i].reason);
        assert_string_equal(map->warnings[0].layer, "things");
        assert_int_equal(map->layers[0].object_count, 1);
        assert_int_equal(map->layers[0].objects[0].id, 8);
        thud_tiled_free(map);
    }
}

static void what_is_not_known_gives_a_warning_and_the_rest_loads(void **state) {
    (void)state;
    thud_tiled_map *map =
        read_text(OBJECTS("{\"id\":3,\"x\":1,\"y\":1,\"width\":9,\"height\":9,\"star\":true}"));
    assert_warned(map, 3, "'star'");
    assert_int_equal(map->layers[0].object_count, 1);
    thud_tiled_free(map);
    map =
        read_text(XML_MAP("<objectgroup><object id='3' width='9' height='9'><star/></object></objectgroup>"));
    assert_warned(map, 3, "'star'");
    thud_tiled_free(map);
    map = read_text(MAP("{\"type\":\"group\",\"layers\":7},{\"type\":\"objectgroup\"}"));
    assert_warned(map, 0, "layers is not a list"); /* a group lost its layers without a word */
    assert_int_equal(map->layer_count, 2);
    thud_tiled_free(map);
    map = read_text(XML_MAP("<sparkles/><objectgroup name='a'/>"));
    assert_warned(map, 0, "'sparkles'");
    assert_int_equal(map->layer_count, 1);
    thud_tiled_free(map);
    map = read_text(
        XML_MAP("<objectgroup opacity='7'><object width='9' height='9' opacity='-7'/></objectgroup>"));
    assert_true(map->layers[0].opacity == 1 && map->layers[0].objects[0].opacity == 0); /* they were 7 and -7 */
    thud_tiled_free(map);
    map = read_text(XML_MAP("<properties><property name='depth' type='int' value='deep'/></properties>"
                            "<objectgroup/>"));
    assert_warned(map, 0, "'depth'");
    assert_string_equal(thud_tiled_text(map->properties, "depth", ""), "deep");
    thud_tiled_free(map);
    map = read_text(
        "{" SIZES
        "\"layers\":[],\"properties\":[{\"name\":\"dark\",\"type\":\"bool\",\"value\":\"maybe\"}]}");
    assert_warned(map, 0, "'dark'");
    assert_string_equal(thud_tiled_text(map->properties, "dark", ""), "maybe");
    assert_true(thud_tiled_flag(map->properties, "dark", true));
    thud_tiled_free(map);
    map = read_text("{" SIZES
                    "\"layers\":[],\"properties\":[5,\"dark\",{\"name\":\"dark\",\"value\":\"yes\"}]}");
    assert_int_equal(map->properties.count, 1);
    assert_string_equal(map->properties.items[0].text, "yes");
    thud_tiled_free(map);
    map = read_text("{" SIZES
                    "\"layers\":[],\"properties\":[{\"name\":\"dark\",\"type\":\"bool\",\"value\":[1]}]}");
    assert_warned(map, 0, "'dark'");
    thud_tiled_free(map);
}

static void a_tile_set_without_a_first_number_is_left_out(void **state) {
    (void)state;
    static const char *const numbers[] = {"", "firstgid='0'",
                                          "firstgid='536870912'"}; /* 1 more than flips leave */
    for (int i = 0; i < 3; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 XML_MAP("<tileset %s name='a'/><tileset firstgid='5' name='b'/><objectgroup/>"), numbers[i]);
        thud_tiled_map *map = read_text(text);
        assert_warned(map, 0, "firstgid of a tile set");
        assert_int_equal(map->tileset_count, 1);
        assert_string_equal(map->tilesets[0].name, "b");
        thud_tiled_free(map);
    }
}

static void tile_data_that_cannot_be_read_leaves_its_layer_empty(void **state) {
    (void)state;
    static const struct {
        const char *data, *reason;
    } cases[] = {
        {"\"encoding\":\"base64\",\"compression\":\"zstd\",\"data\":\"KLUv/SAgAQEA\"", "'zstd'"},
        {"\"encoding\":\"morse\",\"data\":\"...\"", "'morse'"},
        {"\"data\":[1,2,3,4,5,6,7,0.5]", "not a tile's number"},
        {"\"encoding\":\"base64\",\"data\":\"AAAA*\"", "not base64"},
        {"\"encoding\":\"base64\",\"data\":\"AAAAAAAAAAA=\"", "8 bytes instead of 32"},
        {"\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"AAAAAAAAAAA=\"", "cannot be unpacked"},
        {"\"data\":[1,2,3]", "fewer cells"},
        {"\"data\":[1,2,3,4,5,6,7,8,9]", "9 numbers instead of 8"},
        {"\"data\":[1,2,3,4,5,6,7,-8]", "not a tile's number"},
        {"\"data\":[1,2,3,4,5,6,7,\"8\"]", "not a tile's number"},
        {"\"data\":\"1,2,3,4,5,6,7,4294967296\"", "not a tile's number"},
        {"\"data\":\"1,2,3,4,5,6,7\"", "7 numbers instead of 8"},
        {"\"data\":null", "fewer cells"},
        {"\"data2\":[]", "no tile data"},
        {"\"data\":[0,0,0,0,0,0,0,5]", "1 of its cells"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 MAP("{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":4,\"height\":2,%s},"
                     "{\"type\":\"tilelayer\",\"name\":\"b\",\"width\":4,\"height\":2,\"data\":[0,0,0,0,0,0,"
                     "0,0]}"),
                 cases[i].data);
        thud_tiled_map *map = read_text(text);
        assert_warned(map, 0, cases[i].reason);
        assert_string_equal(map->warnings[0].layer, "a");
        assert_int_equal(map->layer_count, 2);
        assert_int_equal(thud_tiled_cell(&map->layers[0], 3, 0), 0);
        assert_int_equal(map->layers[1].columns, 4);
        thud_tiled_free(map);
    }
}

static void a_file_that_the_map_names_and_is_not_there_gives_a_warning(void **state) {
    (void)state;
    thud_tiled_map *map =
        read_text(XML_MAP("<tileset firstgid='1' source='sets/none.tsx'/>"
                          "<layer width='4' height='2'><data encoding='csv'>1,1,1,1,0,0,0,0</data></layer>"));
    assert_warned(map, 0, "cannot be read");
    assert_string_equal(map->warnings[0].file, "sets/none.tsx");
    assert_int_equal(thud_tiled_cell(&map->layers[0], 0, 1), 1);
    thud_tiled_free(map);
    map = read_text(XML_MAP("<objectgroup><object id='1' template='none.tx' width='9' height='9'/>"
                            "<object id='2' x='1' y='2' width='9' height='9'/></objectgroup>"));
    assert_warned(map, 1, "cannot be read");
    assert_int_equal(map->layers[0].object_count, 2); /* with the values of the instance */
    thud_tiled_free(map);
}

/* ---- hostile maps ---- */

static void templates_and_tile_sets_that_name_themselves_are_read_once(void **state) {
    (void)state;
    memory_files files = {
        .files = {
            {"a.tmx", XML_MAP("<tileset firstgid='1' source='b.tsx'/><tileset firstgid='9' source='a.tmx'/>"
                              "<objectgroup><object id='1' template='a.tx'/><object id='2' template='a.tx'/>"
                              "<object id='3' template='a.tmx'/></objectgroup>")},
            {"a.tx", "<template><tileset firstgid='1' source='b.tsx'/>"
                     "<object template='a.tx' name='self' width='9' height='9'/></template>"},
            {"b.tsx",
             "<tileset source='b.tsx' name='b'><tile id='0'><objectgroup><object template='a.tx' id='1'/>"
             "</objectgroup></tile></tileset>"}}};
    thud_tiled_map *map = read_files(&files);
    assert_string_equal(thud_tiled_find_object(map, 1)->name, "self");
    assert_int_equal(map->tileset_count, 2);
    assert_true(files.opens <= 6);
    assert_int_equal(map->warning_count, 3); /* a template in a tile; a.tmx is no tile set and no template */
    thud_tiled_free(map);
}

/* 64 MB of zeros are 64 kB in zlib's format and 89 kB here. Only the layer's 32 bytes are unpacked. */
static void a_bomb_in_zlib_is_unpacked_no_further_than_its_layer(void **state) {
    (void)state;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { zeros = 64 << 20 };
    uLongf size = compressBound(zeros);
    unsigned char *empty = calloc(zeros, 1), *packed = malloc(size + 3);
    assert_non_null(empty);
    assert_non_null(packed);
    assert_int_equal(compress2(packed, &size, empty, zeros, 9), Z_OK);
    memset(packed + size, 0, 3);
    free(empty);
    char *text = malloc(2 * size + 1024), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{" SIZES "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":4,\"height\":2,"
                      "\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"");
    for (uLongf i = 0; i < size; i += 3) {
        unsigned bits = (unsigned)packed[i] << 16 | (unsigned)packed[i + 1] << 8 | packed[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6) {
            *at++ = digits[bits >> shift & 63];
        }
    }
    sprintf(at, "\"}]}");
    memory_meter meter;
    thud_tiled_options options = thud_tiled_options_defaults();
    options.hooks = metered_hooks(&meter);
    thud_tiled_map *map = thud_tiled_read_memory(text, strlen(text), "bomb.tmj", &options, NULL);
    assert_non_null(map);
    assert_warned(map, 0, "more cells");
    assert_true(meter.bytes_held < 40000); /* what was decoded for it stayed with the map: 65 KB */
    thud_tiled_free(map);
    free(packed);
    free(text);
}

static void sizes_that_no_data_is_there_for_take_no_memory(void **state) {
    (void)state;
    memory_meter meter;
    thud_tiled_options options = thud_tiled_options_defaults();
    options.hooks = metered_hooks(&meter);
    const char *huge = "{" SIZES "\"infinite\":true,\"layers\":["
                       "{\"type\":\"tilelayer\",\"width\":1000000,\"height\":1000000,\"data\":[1]},"
                       "{\"type\":\"tilelayer\",\"width\":1000000,\"height\":1000000,\"encoding\":\"base64\","
                       "\"data\":\"AAAA\"},"
                       "{\"type\":\"tilelayer\",\"chunks\":[{\"x\":-1000000,\"y\":-1000000,\"width\":1,"
                       "\"height\":1,\"data\":[0]},"
                       "{\"x\":1000000,\"y\":1000000,\"width\":1,\"height\":1,\"data\":[0]}]}]}";
    thud_tiled_map *map = thud_tiled_read_memory(huge, strlen(huge), "huge.tmj", &options, NULL);
    assert_non_null(map);
    assert_int_equal(map->warning_count, 3);
    assert_non_null(strstr(map->warnings[2].reason, "2000001 x 2000001 cells"));
    assert_true(meter.bytes_held < 100000);
    thud_tiled_free(map);
    assert_int_equal(meter.bytes_held, 0);
}

/* A wrong field of the first chunk also took the other chunks and the next layer, which got its warning. */
static void a_chunk_that_cannot_be_read_leaves_the_rest(void **state) {
    (void)state;
    thud_tiled_map *map = read_text(
        "{" SIZES "\"infinite\":true,\"tilesets\":[{\"firstgid\":1}],\"layers\":["
        "{\"type\":\"tilelayer\",\"chunks\":[{\"x\":\"left\",\"width\":1,\"height\":1,\"data\":[1]},"
        "{\"x\":2,\"y\":1,\"width\":1,\"height\":1,\"data\":[1]}]},"
        "{\"type\":\"objectgroup\",\"name\":\"things\"}]}");
    assert_int_equal(map->warning_count, 1);
    assert_warned(map, 0, "x is not a number");
    assert_int_equal(map->layer_count, 2);
    assert_int_equal(thud_tiled_cell(&map->layers[0], 2, 0), 1);
    thud_tiled_free(map);
}

/* A wrong firstgid of that set, which nothing needs, lost the object. */
/* The editor shows names, and ids in a column that is off at first. A template's tile set, whose tiles have objects, took the id. */
static void a_warning_names_its_object(void **state) {
    (void)state;
    memory_files files = {
        .files = {{"a.tmx",
                   XML_MAP("<objectgroup><object id='1' name='lift' width='-1' height='9'/>"
                           "<object id='2' width='-1' height='9'/><object id='3' template='a.tx' width='-1'/>"
                           "<object id='4' name='mine' template='none.tx'/></objectgroup>")},
                  {"a.tx", "<template><tileset firstgid='1' source='c.tsx'/><object name='crate' gid='1' "
                           "height='9'/></template>"},
                  {"c.tsx",
                   "<tileset name='c' tilewidth='32' tileheight='32'><tile id='0'><objectgroup>"
                   "<object id='9' name='part' width='9' height='9'/></objectgroup></tile></tileset>"}}};
    thud_tiled_map *map = read_files(&files);
    static const char *const names[] = {"lift", "", "crate", "mine"};
    assert_int_equal(map->warning_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(map->warnings[i].object, i + 1);
        assert_string_equal(map->warnings[i].name, names[i]);
    }
    thud_tiled_free(map);
}

static void a_template_whose_tiles_have_no_file_is_read(void **state) {
    (void)state;
    memory_files files = {
        .files = {{"a.tmj", OBJECTS("{\"id\":1,\"template\":\"a.tj\"}")},
                  {"a.tj", "{\"tileset\":{\"firstgid\":\"one\"},\"object\":{\"name\":\"box\","
                           "\"width\":9,\"height\":9}}"}}};
    thud_tiled_map *map = read_files(&files);
    assert_warned(map, 1, "no file of its own");
    assert_string_equal(thud_tiled_find_object(map, 1)->name, "box");
    thud_tiled_free(map);
}

/* A map with a text of `count` times `open`. */
static char *nested(const char *before, const char *open, int count) {
    char *text = malloc(strlen(before) + strlen(open) * (size_t)count + 1);
    assert_non_null(text);
    char *at = text + sprintf(text, "%s", before);
    for (int i = 0; i < count; i++) {
        at += sprintf(at, "%s", open);
    }
    return text;
}

static void nesting_without_end_is_refused(void **state) {
    (void)state;
    char *text = nested("<map orientation='orthogonal' width='4' height='2' tilewidth='32' tileheight='32'>",
                        "<group>", 100000);
    assert_refused(text, "nested too deep");
    free(text);
    text = nested("{" SIZES "\"layers\":", "[", 100000);
    assert_refused(text, "not JSON");
    free(text);
    char *groups = nested("{" SIZES "\"layers\":[", "{\"type\":\"group\",\"layers\":[", 200);
    text = nested(groups, "]}", 201);
    thud_tiled_map *map = read_text(text);
    assert_warned(map, 0, "nested too deep");
    thud_tiled_free(map);
    free(groups);
    free(text);
}

/* Each entity contains the previous one ten times: 10 lines would be 10^9 characters. */
static void entities_are_refused_before_they_grow(void **state) {
    (void)state;
    assert_refused(
        "<!DOCTYPE map [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]><map>&b;</map>",
        "declares entities");
    thud_tiled_map *map =
        read_text("<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">" XML_MAP("<objectgroup/>"));
    assert_int_equal(map->warning_count, 0); /* Tiled wrote this up to version 0.9 */
    thud_tiled_free(map);
}

/* ---- all cuts and all changes ---- */

static const char sound_json[] =
    "{" SIZES
    "\"tilesets\":[{\"firstgid\":1,\"name\":\"a\",\"tilewidth\":32,\"tileheight\":32,\"tiles\":[{\"id\":0,"
    "\"objectgroup\":{\"objects\":[{\"id\":1,\"x\":0,\"y\":0,\"width\":32,\"height\":32}]}}]}],"
    "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"b\",\"width\":4,\"height\":2,\"data\":[0,0,0,0,1,1,1,1]},"
    "{\"type\":\"objectgroup\",\"offsety\":3,\"objects\":[{\"id\":1,\"x\":3,\"y\":4,\"rotation\":5,"
    "\"polygon\":[{\"x\":0,\"y\":0},"
    "{\"x\":64,\"y\":0},{\"x\":64,\"y\":128}],\"properties\":[{\"name\":\"density\",\"type\":\"float\","
    "\"value\":2}]},"
    "{\"id\":2,\"x\":0,\"y\":0,\"width\":64,\"height\":64,\"text\":{\"text\":\"label\"}}]}]}";
static const char sound_xml[] = XML_MAP(
    "<properties><property name='a' type='class'><properties><property name='b' type='int' "
    "value='3'/></properties></property>"
    "</properties><tileset firstgid='1' name='a' tilewidth='32' tileheight='32'><tile id='0'><objectgroup>"
    "<object id='1' width='32' height='32'/></objectgroup></tile></tileset><layer width='4' height='2'><data "
    "encoding='csv'>"
    "0,0,0,0,1,1,1,1</data></layer><objectgroup><object id='1' x='3' y='4' rotation='5'><polygon points='0,0 "
    "64,0 64,128'/>"
    "</object><object id='2' width='64' height='64'><text>label</text></object></objectgroup>");

/* The prefixes of a valid map end at all places: in a number, a name, a list. */
static void a_map_cut_off_anywhere_is_refused(void **state) {
    (void)state;
    const char *const sound[] = {sound_json, sound_xml};
    for (int format = 0; format < 2; format++) {
        for (size_t length = 0; length < strlen(sound[format]); length++) {
            thud_tiled_message error = {.object = 0};
            char *cut = malloc(length + 1); /* so that the sanitizer detects reads beyond it */
            assert_non_null(cut);
            memcpy(cut, sound[format], length);
            assert_null(thud_tiled_read_memory(cut, length, "cut", NULL, &error));
            assert_true(error.reason[0] != '\0');
            free(cut);
        }
        thud_tiled_map *map = read_text(sound[format]);
        assert_int_equal(map->warning_count, 0);
        thud_tiled_free(map);
    }
}

/* Each value of a valid map is replaced in turn by one of another type. */
static void a_value_of_another_type_is_refused_or_gives_a_warning_or_is_harmless(void **state) {
    (void)state;
    static const char *const strange[] = {"null", "true",  "\"text\"", "[]",  "{}",
                                          "-1",   "1e300", "[[[[]]]]", "[{}]"};
    for (const char *colon = strchr(sound_json, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        const char *end = colon + 1 + strcspn(colon + 1, ",}]");
        for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
            char changed[2048];
            thud_tiled_message error = {.object = 0};
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)(colon + 1 - sound_json), sound_json,
                     strange[i], end);
            thud_tiled_map *map = thud_tiled_read_memory(changed, strlen(changed), "changed", NULL, &error);
            assert_true((map == NULL) == (error.reason[0] != '\0'));
            thud_tiled_free(map);
        }
    }
}

/* ---- memory ---- */

static void reading_fails_cleanly_wherever_memory_runs_out(void **state) {
    (void)state;
    memory_files files = {
        .files = {
            {"a.tmx",
             XML_MAP("<tileset firstgid='1' source='b.tsx'/><layer width='4' height='2'><data encoding='csv'>"
                     "1,1,1,1,1,1,1,9</data></layer><objectgroup><object id='1' template='a.tx' x='1'>"
                     "<properties><property name='a' value='b'/></properties></object>"
                     "<object id='2' template='none.tx'/><object id='3'><polyline points='0,0 1,1'/></object>"
                     "</objectgroup>")},
            {"a.tx",
             "<template><tileset firstgid='1' source='c.tsx'/><object name='a' gid='1' width='9' height='9'>"
             "<properties><property name='c' value='d'/></properties></object></template>"},
            {"b.tsx", "<tileset name='b' tilewidth='32' tileheight='32'><tile id='0'/></tileset>"},
            {"c.tsx", "<tileset name='c' tilewidth='32' tileheight='32'><tile id='0'/></tileset>"}}};
    memory_meter meter;
    thud_tiled_options options = options_of(&files);
    options.hooks = metered_hooks(&meter);
    /* Blocks are large: paths of different lengths make different requests of the reader need a new block. */
    int failures = 0;
    for (size_t length = 1; length < 16000; length += 61) {
        char *path = calloc(length + 1, 1);
        assert_non_null(path);
        memset(path, 'a', length);
        for (int allowed = 0;; allowed++) {
            thud_tiled_message error = {.object = 0};
            meter.allocations = 0;
            meter.allocations_allowed = allowed;
            thud_tiled_map *map = thud_tiled_read_memory(files.files[0].text, strlen(files.files[0].text),
                                                         path, &options, &error);
            if (map != NULL) {
                assert_int_equal(map->warning_count, 1);
                thud_tiled_free(map);
            } else {
                assert_string_equal(error.reason, "out of memory");
                failures++;
            }
            assert_int_equal(meter.bytes_held, 0);
            assert_int_equal(files.opened, 0);
            if (map != NULL) {
                break;
            }
        }
        free(path);
    }
    assert_true(failures > 500);
}

/* The parsers allocate by malloc: here cJSON gets an allocator that fails. */
static int allocations_left;

static void *allocate_or_fail(size_t size) {
    return allocations_left-- > 0 ? malloc(size) : NULL;
}

static void a_tree_that_there_is_no_memory_for_is_refused(void **state) {
    (void)state;
    const char *const sound[] = {sound_json, sound_xml};
    cJSON_Hooks hooks = {allocate_or_fail, free};
    for (int format = 0; format < 2; format++) {
        bool read = false;
        int allowed = 0;
        for (; !read; allowed++) {
            thud_tiled_message error = {.object = 0};
            allocations_left = allowed;
            cJSON_InitHooks(&hooks);
            thud_tiled_map *map =
                thud_tiled_read_memory(sound[format], strlen(sound[format]), "map", NULL, &error);
            cJSON_InitHooks(NULL);
            read = map != NULL;
            assert_true(read == (error.reason[0] == '\0'));
            thud_tiled_free(map);
        }
        assert_true(allowed > 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_a_map_is_refused_with_a_reason),
        cmocka_unit_test(other_orientations_are_refused_by_their_name),
        cmocka_unit_test(a_file_that_is_not_there_or_too_large_is_refused),
        cmocka_unit_test(an_object_that_cannot_be_read_is_left_out_with_a_warning),
        cmocka_unit_test(what_is_not_known_gives_a_warning_and_the_rest_loads),
        cmocka_unit_test(a_tile_set_without_a_first_number_is_left_out),
        cmocka_unit_test(tile_data_that_cannot_be_read_leaves_its_layer_empty),
        cmocka_unit_test(a_file_that_the_map_names_and_is_not_there_gives_a_warning),
        cmocka_unit_test(templates_and_tile_sets_that_name_themselves_are_read_once),
        cmocka_unit_test(a_bomb_in_zlib_is_unpacked_no_further_than_its_layer),
        cmocka_unit_test(sizes_that_no_data_is_there_for_take_no_memory),
        cmocka_unit_test(a_chunk_that_cannot_be_read_leaves_the_rest),
        cmocka_unit_test(a_warning_names_its_object),
        cmocka_unit_test(a_template_whose_tiles_have_no_file_is_read),
        cmocka_unit_test(nesting_without_end_is_refused),
        cmocka_unit_test(entities_are_refused_before_they_grow),
        cmocka_unit_test(a_map_cut_off_anywhere_is_refused),
        cmocka_unit_test(a_value_of_another_type_is_refused_or_gives_a_warning_or_is_harmless),
        cmocka_unit_test(reading_fails_cleanly_wherever_memory_runs_out),
        cmocka_unit_test(a_tree_that_there_is_no_memory_for_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
