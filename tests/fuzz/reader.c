#include "reader.h"

#include <string.h>

bool fuzz_at_end(const fuzz_reader *in) {
    return in->at >= in->size;
}

uint8_t fuzz_byte(fuzz_reader *in) {
    return fuzz_at_end(in) ? 0 : in->data[in->at++];
}

uint16_t fuzz_half(fuzz_reader *in) {
    uint16_t low = fuzz_byte(in);
    return (uint16_t)(low | fuzz_byte(in) << 8);
}

uint32_t fuzz_word(fuzz_reader *in) {
    uint32_t low = fuzz_half(in);
    return low | (uint32_t)fuzz_half(in) << 16;
}

uint64_t fuzz_long(fuzz_reader *in) {
    uint64_t low = fuzz_word(in);
    return low | (uint64_t)fuzz_word(in) << 32;
}

int fuzz_choice(fuzz_reader *in, int count) {
    return fuzz_byte(in) % count;
}

bool fuzz_rarely(fuzz_reader *in, int of) {
    return fuzz_byte(in) % of == of - 1;
}

static const float hostile[] = {
    NAN,      INFINITY, -INFINITY, 0.0f,    -0.0f,   1.0e-45f, -1.0e-40f, 1.17549435e-38f,
    1.0e-19f, 1.0e-8f,  1.0e-5f,   1.0e3f,  -1.0e4f, 1.0e5f,   -1.0e6f,   1.0e8f,
    1.1e8f,   1.0e15f,  -1.0e19f,  2.0e19f, 1.0e30f, 1.0e37f,  3.0e38f,   -3.40282347e38f,
};
enum { hostile_count = sizeof hostile / sizeof hostile[0], even_count = 192, fine_count = 32 };

float fuzz_number(fuzz_reader *in, float reach) {
    int tag = fuzz_byte(in);
    if (tag < even_count) {
        return reach * (float)(tag - even_count / 2) / (even_count / 2);
    }
    if (tag < even_count + fine_count) {
        return reach * (float)(int16_t)fuzz_half(in) / 32768.0f;
    }
    int row = tag - even_count - fine_count;
    if (row < hostile_count) {
        return hostile[row];
    }
    uint32_t bits = fuzz_word(in);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

thud_vec2 fuzz_vec2(fuzz_reader *in, float reach) {
    float x = fuzz_number(in, reach);
    float y = fuzz_number(in, reach);
    return thud_vec2_make(x, y);
}

int fuzz_count(fuzz_reader *in, int most) {
    int tag = fuzz_byte(in);
    if (tag < 250) {
        return tag % (most + 1);
    }
    return tag < 253 ? (int)fuzz_word(in) : -tag;
}

thud_pose fuzz_pose(fuzz_reader *in, float reach) {
    thud_pose pose;
    pose.position = fuzz_vec2(in, reach);
    pose.rotation = thud_rot_from_angle(fuzz_number(in, THUD_PI));
    if (fuzz_rarely(in, 32)) {
        pose.rotation.c = fuzz_number(in, 1.0f);
    }
    return pose;
}

/* ---- shapes ---- */

static thud_status make_polygon(fuzz_reader *in, float size, thud_shape *shape) {
    thud_vec2 points[THUD_MAX_VERTICES + 4];
    int count = 3 + fuzz_choice(in, THUD_MAX_VERTICES + 1);
    float radius = fuzz_rarely(in, 4) ? fuzz_number(in, size) : 0.0f;
    for (int i = 0; i < count; i++) {
        points[i] = fuzz_vec2(in, size);
    }
    return fuzz_rarely(in, 2) ? thud_polygon(points, count, radius, shape)
                              : thud_hull(points, count, radius, shape);
}

/* A polygon whose vertices all but lie on a line. */
static thud_status make_sliver(fuzz_reader *in, float size, thud_shape *shape) {
    thud_vec2 along = fuzz_vec2(in, size);
    float height = fuzz_number(in, 1.0e-4f * size);
    thud_vec2 points[] = {
        {0.0f, 0.0f}, along, {0.5f * along.x, 0.5f * along.y + height}, {0.25f * along.x, 0.25f * along.y}};
    return thud_hull(points, 4, 0.0f, shape);
}

static thud_status make_shape(fuzz_reader *in, float size, thud_shape *shape) {
    int kind = fuzz_choice(in, 8);
    if (kind == 6) {
        return make_polygon(in, size, shape);
    }
    if (kind == 7) {
        return make_sliver(in, size, shape);
    }
    thud_vec2 p1 = fuzz_vec2(in, size);
    if (kind == 0) {
        return thud_circle(p1, thud_abs(p1.x), shape);
    }
    if (kind == 1 || kind == 2) {
        return thud_box(thud_vec2_abs(p1), kind == 1 ? 0.0f : 0.25f * size, shape);
    }
    if (kind == 3) {
        return thud_regular_polygon(3 + fuzz_choice(in, THUD_MAX_VERTICES - 2), thud_abs(p1.x), shape);
    }
    thud_vec2 p2 = fuzz_vec2(in, size);
    return kind == 4 ? thud_segment(p1, p2, shape)
                     : thud_capsule(p1, p2, thud_abs(fuzz_number(in, size)), shape);
}

thud_shape fuzz_valid_shape(fuzz_reader *in, float size) {
    thud_shape shape;
    if (make_shape(in, size, &shape) != THUD_OK) {
        thud_box(thud_vec2_make(0.5f * size, 0.25f * size), 0.0f, &shape);
    }
    return shape;
}

thud_shape fuzz_shape(fuzz_reader *in, float size) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_shape, kind, FUZZ_INT, 6),
        FUZZ_FIELD(thud_shape, count, FUZZ_INT, 40),
        FUZZ_FIELD(thud_shape, radius, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_shape, vertices[0].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_shape, vertices[1].y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_shape, vertices[2].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_shape, normals[0].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_shape, normals[2].y, FUZZ_FLOAT, 1),
    };
    thud_shape shape = fuzz_valid_shape(in, size);
    if (fuzz_rarely(in, 16)) {
        fuzz_edit(in, &shape, fields, sizeof fields / sizeof fields[0]);
    }
    return shape;
}

/* ---- fields of a struct ---- */

static const char *const names[] = {
    NULL,
    "",
    "crate",
    "a name that is longer than the thirty-one bytes of one",
    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9",
    "\xff\xfe\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
    "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80",
};

static void edit_field(fuzz_reader *in, char *at, const fuzz_field *field) {
    float number;
    bool flag;
    int whole;
    uint64_t bits;
    const char *name;
    switch (field->kind) {
    case FUZZ_FLOAT:
        number = fuzz_number(in, field->reach);
        memcpy(at, &number, sizeof number);
        break;
    case FUZZ_BOOL:
        flag = (fuzz_byte(in) & 1) != 0;
        memcpy(at, &flag, sizeof flag);
        break;
    case FUZZ_INT:
        whole = fuzz_count(in, (int)field->reach);
        memcpy(at, &whole, sizeof whole);
        break;
    case FUZZ_BITS:
        bits = fuzz_rarely(in, 4) ? fuzz_long(in) : (uint64_t)1 << fuzz_choice(in, 4);
        memcpy(at, &bits, sizeof bits);
        break;
    case FUZZ_NAME:
        name = names[fuzz_choice(in, (int)(sizeof names / sizeof names[0]))];
        memcpy(at, &name, sizeof name);
        break;
    }
}

void fuzz_edit(fuzz_reader *in, void *object, const fuzz_field *fields, int field_count) {
    int edits = fuzz_byte(in) & 7;
    for (int i = 0; i < edits; i++) {
        const fuzz_field *field = &fields[fuzz_choice(in, field_count)];
        edit_field(in, (char *)object + field->offset, field);
    }
}
