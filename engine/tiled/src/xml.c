/*
 * Converts Tiled's XML into the tree of its JSON. Elements become members or items of lists by
 * the table below; attributes become members of the same name, as numbers if they read as
 * numbers and their names are not those of texts.
 */
#include "document.h"

#include <expat.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { deepest_element = 100 };

/* The kind of the current element. */
typedef enum place {
    IN_FILE,
    IN_MAP,
    IN_GROUP,
    IN_TILE_LAYER,
    IN_OBJECTS,
    IN_IMAGE_LAYER,
    IN_TILESET,
    IN_TILE,
    IN_TEMPLATE,
    IN_OBJECT,
    IN_DATA,
    IN_CHUNK,
    IN_PROPERTIES,
    IN_PROPERTY,
    IN_MEMBERS,
    IN_TEXT,
    IN_NOTHING /* an element whose children are left out */
} place;

/* The conversion of an element. */
typedef enum treatment {
    NOTHING, /* it is left out */
    SAME,    /* its attributes are the parent's */
    ITEM,    /* an object in the parent's list `key` */
    MEMBER,  /* an object that is the parent's `key` */
    FLAG,    /* the parent's `key` is true */
    POINTS,  /* the parent's `key` is the list of its points */
    GID,     /* a number in the parent's list `key` */
    IMAGE    /* the parent's `image`, `imagewidth`, `imageheight` */
} treatment;

#define AT(place) (1u << (place))
#define LAYERED (AT(IN_MAP) | AT(IN_GROUP))
#define OWNERS                                                                                               \
    (LAYERED | AT(IN_TILE_LAYER) | AT(IN_OBJECTS) | AT(IN_IMAGE_LAYER) | AT(IN_TILESET) | AT(IN_TILE) |      \
     AT(IN_OBJECT))

typedef struct rule {
    unsigned places;
    const char *element;
    treatment how;
    place inside;
    const char *key;
    const char *type; /* value of a member `type` that exists only in JSON */
} rule;

static const rule rules[] = {
    {AT(IN_FILE), "map", SAME, IN_MAP, NULL, "map"},
    {AT(IN_FILE), "tileset", SAME, IN_TILESET, NULL, "tileset"},
    {AT(IN_FILE), "template", SAME, IN_TEMPLATE, NULL, "template"},
    {AT(IN_MAP), "tileset", ITEM, IN_TILESET, "tilesets", NULL},
    {AT(IN_TEMPLATE), "tileset", MEMBER, IN_NOTHING, "tileset", NULL},
    {LAYERED, "layer", ITEM, IN_TILE_LAYER, "layers", "tilelayer"},
    {LAYERED, "objectgroup", ITEM, IN_OBJECTS, "layers", "objectgroup"},
    {LAYERED, "imagelayer", ITEM, IN_IMAGE_LAYER, "layers", "imagelayer"},
    {LAYERED, "group", ITEM, IN_GROUP, "layers", "group"},
    {AT(IN_TILE_LAYER), "data", SAME, IN_DATA, NULL, NULL},
    {AT(IN_DATA), "chunk", ITEM, IN_CHUNK, "chunks", NULL},
    {AT(IN_DATA) | AT(IN_CHUNK), "tile", GID, IN_NOTHING, "data", NULL},
    {AT(IN_OBJECTS), "object", ITEM, IN_OBJECT, "objects", NULL},
    {AT(IN_TEMPLATE), "object", MEMBER, IN_OBJECT, "object", NULL},
    {AT(IN_OBJECT), "polygon", POINTS, IN_NOTHING, "polygon", NULL},
    {AT(IN_OBJECT), "polyline", POINTS, IN_NOTHING, "polyline", NULL},
    {AT(IN_OBJECT), "text", MEMBER, IN_TEXT, "text", NULL},
    {AT(IN_TILESET), "tile", ITEM, IN_TILE, "tiles", NULL},
    {AT(IN_TILESET), "tileoffset", MEMBER, IN_NOTHING, "tileoffset", NULL},
    {AT(IN_TILESET) | AT(IN_TILE) | AT(IN_IMAGE_LAYER), "image", IMAGE, IN_NOTHING, NULL, NULL},
    {AT(IN_TILE), "objectgroup", MEMBER, IN_OBJECTS, "objectgroup", "objectgroup"},
    {OWNERS, "properties", SAME, IN_PROPERTIES, NULL, NULL},
    {AT(IN_PROPERTIES), "property", ITEM, IN_PROPERTY, "properties", NULL},
    {AT(IN_PROPERTY), "properties", SAME, IN_MEMBERS, NULL, NULL},
    {AT(IN_MEMBERS), "property", ITEM, IN_PROPERTY, "value", NULL},
    {AT(IN_PROPERTY), "item", ITEM, IN_PROPERTY, "value", NULL},
};

typedef struct open_element {
    place at;
    cJSON *node;
} open_element;

typedef struct xml_reader {
    XML_Parser parser;
    open_element levels[deepest_element + 1]; /* the file, and each open element */
    int depth;
    char *text; /* text of the innermost element */
    size_t text_length, text_capacity;
    const char *failure; /* the reason for stopping the parser */
} xml_reader;

static void stop(xml_reader *reader, const char *failure) {
    reader->failure = failure;
    XML_StopParser(reader->parser, XML_FALSE);
}

/* A node that was just made, if it was added; else there is no memory for it. */
static cJSON *if_added(xml_reader *reader, cJSON *made, bool is_added) {
    if (!is_added) {
        cJSON_Delete(made);
        stop(reader, "out of memory");
    }
    return is_added ? made : NULL;
}

/* Adds a member that was just made; null means out of memory. */
static cJSON *add_member(xml_reader *reader, cJSON *owner, const char *key, cJSON *made) {
    return if_added(reader, made, made != NULL && cJSON_AddItemToObject(owner, key, made));
}

/* The list of a name, created if it is missing; it replaces an attribute of the same name. */
static cJSON *list_of(xml_reader *reader, cJSON *owner, const char *key) {
    cJSON *list = cJSON_GetObjectItemCaseSensitive(owner, key);
    if (cJSON_IsArray(list)) {
        return list;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(owner, key);
    return add_member(reader, owner, key, cJSON_CreateArray());
}

static cJSON *add_to_list(xml_reader *reader, cJSON *owner, const char *key, cJSON *made) {
    cJSON *list = list_of(reader, owner, key);
    return if_added(reader, made, list != NULL && made != NULL && cJSON_AddItemToArray(list, made));
}

/* Whether an attribute is a text even if it reads as a number. */
static bool is_text(const char *name) {
    static const char *const texts[] = {
        "name",     "class",       "type",    "propertytype", "value",          "source",
        "template", "orientation", "version", "tiledversion", "fontfamily",     "encoding",
        "color",    "tintcolor",   "trans",   "compression",  "backgroundcolor"};
    return thud_tiled_index_of(texts, sizeof texts / sizeof texts[0], name) >= 0;
}

static void add_attributes(xml_reader *reader, cJSON *node, const char **attributes) {
    for (; attributes[0] != NULL && reader->failure == NULL; attributes += 2) {
        const char *name = attributes[0], *value = attributes[1];
        double number;
        bool is_number = !is_text(name) && thud_tiled_parse_number(value, strlen(value), &number);
        add_member(reader, node, name, is_number ? cJSON_CreateNumber(number) : cJSON_CreateString(value));
    }
}

static const char *attribute_of(const char **attributes, const char *name) {
    for (; attributes[0] != NULL; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return NULL;
}

/* Reads points such as "0,0 16.5,-3"; other text ends the list with an item that is none, which is refused later. */
static void add_points(xml_reader *reader, cJSON *owner, const char *key, const char **attributes) {
    const char *text = attribute_of(attributes, "points");
    cJSON *list = list_of(reader, owner, key);
    for (text = text != NULL ? text : ""; *text != '\0' && list != NULL && reader->failure == NULL;) {
        size_t length = strcspn(text, " \n\t\r"), comma = strcspn(text, ", \n\t\r");
        double x, y;
        if (length > 0) {
            bool is_point = comma < length && thud_tiled_parse_number(text, comma, &x) &&
                            thud_tiled_parse_number(text + comma + 1, length - comma - 1, &y);
            cJSON *point =
                add_to_list(reader, owner, key, is_point ? cJSON_CreateObject() : cJSON_CreateNull());
            if (point != NULL && is_point) {
                add_member(reader, point, "x", cJSON_CreateNumber(x));
                add_member(reader, point, "y", cJSON_CreateNumber(y));
            }
        }
        text += length + strspn(text + length, " \n\t\r");
    }
}

static void add_image(xml_reader *reader, cJSON *owner, const char **attributes) {
    static const char *const names[][2] = {{"width", "imagewidth"}, {"height", "imageheight"}};
    const char *source = attribute_of(attributes, "source");
    if (source != NULL) {
        add_member(reader, owner, "image", cJSON_CreateString(source));
    }
    for (size_t i = 0; i < 2 && reader->failure == NULL; i++) {
        const char *value = attribute_of(attributes, names[i][0]);
        double number;
        if (value != NULL && thud_tiled_parse_number(value, strlen(value), &number)) {
            add_member(reader, owner, names[i][1], cJSON_CreateNumber(number));
        }
    }
}

static void add_gid(xml_reader *reader, cJSON *owner, const char *key, const char **attributes) {
    const char *text = attribute_of(attributes, "gid");
    double gid = 0;
    bool is_number = text == NULL || thud_tiled_parse_number(text, strlen(text), &gid);
    add_to_list(reader, owner, key, is_number ? cJSON_CreateNumber(gid) : cJSON_CreateNull());
}

/* Elements without a rule are skipped; those of objects (`ellipse`, `point`, `capsule`) and layers are passed on to the
 * interpreter, which warns of unknown ones. */
static rule rule_of(place at, const char *element) {
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if ((rules[i].places & AT(at)) != 0 && strcmp(rules[i].element, element) == 0) {
            return rules[i];
        }
    }
    if (at == IN_OBJECT) {
        return (rule){AT(at), element, FLAG, IN_NOTHING, element, NULL};
    }
    if ((LAYERED & AT(at)) != 0 && strcmp(element, "editorsettings") != 0) {
        return (rule){AT(at), element, ITEM, IN_NOTHING, "layers", element};
    }
    return (rule){AT(at), element, NOTHING, IN_NOTHING, NULL, NULL};
}

/* Adds an element to the node of its parent; returns the node of its own members, or the parent's. */
static cJSON *convert(xml_reader *reader, const rule *known, cJSON *owner, const char **attributes) {
    cJSON *node = owner;
    switch (known->how) {
    case ITEM:
        node = add_to_list(reader, owner, known->key, cJSON_CreateObject());
        break;
    case MEMBER:
        node = add_member(reader, owner, known->key, cJSON_CreateObject());
        break;
    case SAME:
        break;
    case FLAG:
        add_member(reader, owner, known->key, cJSON_CreateTrue());
        return owner;
    case POINTS:
        add_points(reader, owner, known->key, attributes);
        return owner;
    case GID:
        add_gid(reader, owner, known->key, attributes);
        return owner;
    case IMAGE:
        add_image(reader, owner, attributes);
        return owner;
    case NOTHING:
        return owner;
    }
    if (reader->failure == NULL && known->type != NULL) {
        add_member(reader, node, "type", cJSON_CreateString(known->type));
    }
    add_attributes(reader, node, attributes);
    return node;
}

static void begin_element(void *context, const char *element, const char **attributes) {
    xml_reader *reader = context;
    if (reader->failure != NULL) {
        return; /* expat may continue for an element after it was stopped */
    }
    if (reader->depth == deepest_element) {
        stop(reader, "its elements are nested too deep");
        return;
    }
    open_element outside = reader->levels[reader->depth];
    rule known = rule_of(outside.at, element);
    if (outside.at == IN_FILE && known.how == NOTHING) {
        stop(reader, "it is not a Tiled map");
        return;
    }
    cJSON *node = convert(reader, &known, outside.node, attributes);
    reader->levels[++reader->depth] = (open_element){known.inside, node};
    reader->text_length = 0;
}

/* The member that an element's text becomes; null if its text is of no use. */
static const char *text_key(place at) {
    return at == IN_DATA || at == IN_CHUNK ? "data"
           : at == IN_PROPERTY             ? "value"
           : at == IN_TEXT                 ? "text"
                                           : NULL;
}

/* Stores the text of an element. A property has its value as an attribute or as text. */
static void end_element(void *context, const char *element) {
    (void)element;
    xml_reader *reader = context;
    if (reader->failure != NULL) {
        return;
    }
    open_element inside = reader->levels[reader->depth--];
    const char *key = text_key(inside.at), *text = "";
    if (reader->text_length > 0) {
        reader->text[reader->text_length] = '\0';
        text = reader->text;
    }
    bool is_empty = inside.at != IN_TEXT && strspn(text, " \t\r\n") == reader->text_length;
    if (key != NULL && !is_empty && cJSON_GetObjectItemCaseSensitive(inside.node, key) == NULL) {
        add_member(reader, inside.node, key, cJSON_CreateString(text));
    }
    reader->text_length = 0;
}

static void read_text(void *context, const char *text, int length) {
    xml_reader *reader = context;
    if (reader->failure != NULL || text_key(reader->levels[reader->depth].at) == NULL) {
        return;
    }
    size_t needed = reader->text_length + (size_t)length + 1;
    if (needed > reader->text_capacity) {
        size_t capacity = needed < 1024 ? 1024 : 2 * needed;
        char *grown = realloc(reader->text, capacity);
        if (grown == NULL) {
            stop(reader, "out of memory");
            return;
        }
        reader->text = grown;
        reader->text_capacity = capacity;
    }
    memcpy(reader->text + reader->text_length, text, (size_t)length);
    reader->text_length += (size_t)length;
}

/* Refuses entity declarations, which can make a small file huge; Tiled writes none. */
static void refuse_entity(void *context, const char *name, int is_parameter, const char *value, int length,
                          const char *base, const char *system, const char *public_id, const char *notation) {
    (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_id,
        (void)notation;
    stop(context, "it declares entities, which no map does");
}

static bool parse(xml_reader *reader, const char *text, size_t size, char reason[tiled_reason_bytes]) {
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(reader->parser, read_text);
    XML_SetEntityDeclHandler(reader->parser, refuse_entity);
    bool parsed = size <= INT_MAX && XML_Parse(reader->parser, text, (int)size, XML_TRUE) == XML_STATUS_OK;
    if (!parsed) {
        snprintf(
            reason, tiled_reason_bytes, "%s%s at line %lu", reader->failure != NULL ? "" : "it is not XML: ",
            reader->failure != NULL ? reader->failure : XML_ErrorString(XML_GetErrorCode(reader->parser)),
            (unsigned long)XML_GetCurrentLineNumber(reader->parser));
    }
    return parsed;
}

cJSON *thud_tiled_parse_xml(const char *text, size_t size, char reason[tiled_reason_bytes]) {
    cJSON *root = cJSON_CreateObject();
    xml_reader reader = {.parser = XML_ParserCreate(NULL), .levels = {{IN_FILE, root}}};
    bool parsed = root != NULL && reader.parser != NULL;
    if (parsed) {
        parsed = parse(&reader, text, size, reason);
    } else {
        snprintf(reason, tiled_reason_bytes, "out of memory");
    }
    XML_ParserFree(reader.parser);
    free(reader.text);
    if (!parsed) {
        cJSON_Delete(root);
    }
    return parsed ? root : NULL;
}
