/*
 * The cells of a tile layer: numbers, or a text of them as CSV or in base64, uncompressed or compressed by zlib or
 * gzip. A compressed text is unpacked to at most the size of its cells.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "reader.h"

/* One rectangle of cells: all of a layer, or a chunk of it. Rows count downwards as in the file. */
typedef struct cell_area {
    int x, y, width, height;
    uint32_t *gids;
} cell_area;

static size_t cell_count(const cell_area *where) {
    return (size_t)where->width * (size_t)where->height;
}

/* ---- encodings ---- */

static bool refuse_count(tiled_reader *reader, const char *unit, size_t count, size_t wanted) {
    return thud_tiled_refuse(&reader->log, "its tile data has %lu %s instead of %lu", (unsigned long)count,
                             unit, (unsigned long)wanted);
}

static bool read_list(tiled_reader *reader, const cJSON *list, const cell_area *where) {
    size_t count = cell_count(where), i = 0;
    const cJSON *node;
    cJSON_ArrayForEach(node, list) {
        double gid = cJSON_IsNumber(node) ? node->valuedouble : -1;
        if (!(gid >= 0 && gid <= UINT32_MAX) || gid != (uint32_t)gid) {
            return thud_tiled_refuse(&reader->log, "its tile data has something that is not a tile's number");
        }
        if (i < count) {
            where->gids[i] = (uint32_t)gid;
        }
        i++;
    }
    return i == count || refuse_count(reader, "numbers", i, count);
}

static bool read_csv(tiled_reader *reader, const char *text, const cell_area *where) {
    size_t count = cell_count(where), i = 0;
    for (text += strspn(text, ", \t\r\n"); *text != '\0'; text += strspn(text, ", \t\r\n")) {
        char *end;
        unsigned long long number = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || number > UINT32_MAX) { /* strtoull reads a sign, too */
            return thud_tiled_refuse(&reader->log, "its tile data has something that is not a tile's number");
        }
        if (i < count) {
            where->gids[i] = (uint32_t)number;
        }
        i++;
        text = end;
    }
    return i == count || refuse_count(reader, "numbers", i, count);
}

/* Decodes base64 with blanks in it; null, with the reason recorded, if it is invalid. */
static unsigned char *decode(tiled_reader *reader, const char *text, size_t *size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char *bytes = thud_tiled_allocate(&reader->scratch, strlen(text) / 4 + 1, 3);
    unsigned bits = 0, value = 0;
    *size = 0;
    for (; bytes != NULL && *text != '\0' && *text != '='; text++) {
        if (strchr(" \t\r\n", *text) != NULL) {
            continue;
        }
        const char *digit = strchr(digits, *text);
        if (digit == NULL) {
            thud_tiled_refuse(&reader->log, "its tile data is not base64");
            return NULL;
        }
        value = (value << 6 | (unsigned)(digit - digits)) & 0xffffff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[(*size)++] = (unsigned char)(value >> bits);
        }
    }
    return bytes;
}

/* Unpacks zlib or gzip, as detected by zlib, to exactly `size` bytes. */
static bool unpack(tiled_reader *reader, unsigned char *packed, size_t packed_size, unsigned char *bytes,
                   size_t size) {
    enum { most_bits_and_gzip = 15 + 32 };
    z_stream stream = {
        .next_in = packed, .avail_in = (uInt)packed_size, .next_out = bytes, .avail_out = (uInt)size};
    if (inflateInit2(&stream, most_bits_and_gzip) != Z_OK) {
        reader->memory->failed = true;
        return false;
    }
    int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (result == Z_STREAM_END) {
        return stream.avail_out == 0 ||
               thud_tiled_refuse(&reader->log, "its tile data is for fewer cells than it has");
    }
    if (stream.avail_out == 0) {
        return thud_tiled_refuse(&reader->log, "its tile data is for more cells than it has");
    }
    return thud_tiled_refuse(&reader->log, "its tile data cannot be unpacked");
}

static bool read_bytes(tiled_reader *reader, const char *text, const char *compression,
                       const cell_area *where) {
    size_t size = 0, wanted = cell_count(where) * 4;
    unsigned char *bytes = decode(reader, text, &size);
    if (bytes == NULL) {
        return false;
    }
    if (*compression != '\0') {
        unsigned char *packed = bytes;
        bytes = thud_tiled_allocate(&reader->scratch, wanted, 1);
        if (bytes == NULL || !unpack(reader, packed, size, bytes, wanted)) {
            return false;
        }
    } else if (size != wanted) {
        return refuse_count(reader, "bytes", size, wanted);
    }
    for (size_t i = 0; i < cell_count(where); i++, bytes += 4) {
        where->gids[i] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                         (uint32_t)bytes[3] << 24;
    }
    return true;
}

/* ---- a layer ---- */

/* Largest number of bytes per packed byte, by the format: limits the memory for the cells of a short text. */
enum { most_expansion = 1032 };

static bool read_data(tiled_reader *reader, const cJSON *layer, const cJSON *data, cell_area *where) {
    const char *encoding = thud_tiled_peek_text(thud_tiled_item_of(layer), "encoding");
    const char *compression = thud_tiled_peek_text(thud_tiled_item_of(layer), "compression");
    bool is_base64 = strcmp(encoding, "base64") == 0;
    if (*encoding != '\0' && !is_base64 && strcmp(encoding, "csv") != 0) {
        return thud_tiled_refuse(&reader->log, "its encoding '%.30s' is not known", encoding);
    }
    if (*compression != '\0' && strcmp(compression, "zlib") != 0 && strcmp(compression, "gzip") != 0) {
        return thud_tiled_refuse(&reader->log,
                                 "its compression '%.30s' is not read: save it with zlib, gzip or as CSV",
                                 compression);
    }
    size_t written = cJSON_IsArray(data)    ? (size_t)cJSON_GetArraySize(data)
                     : cJSON_IsString(data) ? strlen(data->valuestring) * (size_t)most_expansion
                                            : 0;
    if (cell_count(where) > written) {
        return thud_tiled_refuse(&reader->log, "its tile data is for fewer cells than it has");
    }
    where->gids = thud_tiled_allocate(&reader->scratch, cell_count(where), sizeof *where->gids);
    if (where->gids == NULL) {
        return false;
    }
    if (cJSON_IsArray(data)) {
        return read_list(reader, data, where);
    }
    return is_base64 ? read_bytes(reader, data->valuestring, compression, where)
                     : read_csv(reader, data->valuestring, where);
}

static bool read_area(tiled_reader *reader, const cJSON *node, cell_area *where) {
    static const int most = 1 << 20; /* cells within the range of a float and an int */
    tiled_item item = thud_tiled_item_of(node);
    where->x = thud_tiled_read_integer(reader, item, "x", -most, most, 0);
    where->y = thud_tiled_read_integer(reader, item, "y", -most, most, 0);
    where->width = thud_tiled_read_integer(reader, item, "width", 0, most, 0);
    where->height = thud_tiled_read_integer(reader, item, "height", 0, most, 0);
    where->gids = NULL;
    return thud_tiled_fields_fit(reader) &&
           ((where->width > 0 && where->height > 0) ||
            thud_tiled_refuse(&reader->log, "its tile data has no width or height"));
}

/* Allocates the layer's memory for a rectangle of the file. */
static bool place_layer(tiled_reader *reader, const cell_area *all, thud_tiled_layer *layer, uint32_t **cells) {
    if (cell_count(all) > reader->cells_left) {
        return thud_tiled_refuse(&reader->log, "it has %d x %d cells; the map may have %d", all->width,
                                 all->height, reader->options->most_cells);
    }
    *cells = thud_tiled_allocate(reader->memory, cell_count(all), sizeof **cells);
    if (*cells == NULL) {
        return false;
    }
    reader->cells_left -= cell_count(all);
    layer->cells = *cells;
    layer->column = all->x;
    layer->row = reader->map->rows - (all->y + all->height);
    layer->columns = all->width;
    layer->rows = all->height;
    return true;
}

/* Copies a rectangle's rows, which count downwards, into the layer's, which count upwards. */
static void copy_area(const tiled_reader *reader, const cell_area *from, const thud_tiled_layer *layer,
                      uint32_t *cells) {
    for (int i = 0; i < from->height; i++) {
        int row = reader->map->rows - 1 - (from->y + i) - layer->row;
        memcpy(cells + (size_t)row * (size_t)layer->columns + (size_t)(from->x - layer->column),
               from->gids + (size_t)i * (size_t)from->width, (size_t)from->width * sizeof *cells);
    }
}

/* Removes gids of no tile set, with a warning that gives the number of cells. */
static bool check_gids(tiled_reader *reader, const thud_tiled_layer *layer, uint32_t *cells) {
    size_t unknown = 0;
    for (size_t i = 0; i < (size_t)layer->columns * (size_t)layer->rows; i++) {
        if (cells[i] != 0 && thud_tiled_tileset_of(reader->map, cells[i]) == NULL) {
            unknown += (cells[i] & THUD_TILED_GID_MASK) != 0;
            cells[i] = 0;
        }
    }
    return unknown == 0 || thud_tiled_warn(&reader->log, "%lu of its cells have tiles of no tile set",
                                           (unsigned long)unknown);
}

static bool read_whole(tiled_reader *reader, const cJSON *node, thud_tiled_layer *layer, uint32_t **cells) {
    cell_area all;
    if (!read_area(reader, node, &all)) {
        return false;
    }
    all.x = all.y = 0; /* files of old versions could move a layer here */
    if (!read_data(reader, node, cJSON_GetObjectItemCaseSensitive(node, "data"), &all) ||
        !place_layer(reader, &all, layer, cells)) {
        return false;
    }
    copy_area(reader, &all, layer, *cells);
    return true;
}

/* The rectangle around all chunks that can be read. */
static bool measure_chunks(tiled_reader *reader, const cJSON *chunks, cell_area *all) {
    const cJSON *node;
    cJSON_ArrayForEach(node, chunks) {
        cell_area chunk;
        if (!read_area(reader, node, &chunk)) {
            if (!thud_tiled_warn_refused(&reader->log)) {
                return false;
            }
            continue;
        }
        bool is_first = all->width == 0;
        int right = all->x + all->width, bottom = all->y + all->height;
        int chunk_right = chunk.x + chunk.width, chunk_bottom = chunk.y + chunk.height;
        all->x = is_first || chunk.x < all->x ? chunk.x : all->x;
        all->y = is_first || chunk.y < all->y ? chunk.y : all->y;
        all->width = (is_first || chunk_right > right ? chunk_right : right) - all->x;
        all->height = (is_first || chunk_bottom > bottom ? chunk_bottom : bottom) - all->y;
    }
    return true;
}

static bool read_chunks(tiled_reader *reader, const cJSON *layer_node, const cJSON *chunks,
                        thud_tiled_layer *layer, uint32_t **cells) {
    cell_area all = {0};
    const cJSON *node;
    if (!measure_chunks(reader, chunks, &all)) {
        return false;
    }
    if (all.width == 0) {
        return true; /* the layer is empty */
    }
    if (!place_layer(reader, &all, layer, cells)) {
        return false;
    }
    cJSON_ArrayForEach(node, chunks) {
        cell_area chunk;
        if (!read_area(reader, node, &chunk)) {
            continue; /* measure_chunks has warned of it */
        }
        if (read_data(reader, layer_node, cJSON_GetObjectItemCaseSensitive(node, "data"), &chunk)) {
            copy_area(reader, &chunk, layer, *cells);
        } else if (!thud_tiled_warn_refused(&reader->log)) {
            return false;
        }
        thud_tiled_release(&reader->scratch);
    }
    return true;
}

bool thud_tiled_read_cells(tiled_reader *reader, const cJSON *node, thud_tiled_layer *layer) {
    const cJSON *chunks = cJSON_GetObjectItemCaseSensitive(node, "chunks");
    uint32_t *cells = NULL;
    if (chunks == NULL && cJSON_GetObjectItemCaseSensitive(node, "data") == NULL) {
        return reader->map->infinite || thud_tiled_refuse(&reader->log, "it has no tile data");
    }
    bool read = cJSON_IsArray(chunks) ? read_chunks(reader, node, chunks, layer, &cells)
                                      : read_whole(reader, node, layer, &cells);
    thud_tiled_release(&reader->scratch);
    return read && check_gids(reader, layer, cells);
}
