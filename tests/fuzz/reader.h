/*
 * Turns the bytes of an input into values, most of them sensible, some hostile. At the end of the input come zeros.
 * Each call to a reader is a statement of its own: C does not define the order in which the arguments of a call are
 * evaluated, and all compilers must read the same values.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "thud/shape.h"

typedef struct fuzz_reader {
    const uint8_t *data;
    size_t size, at;
} fuzz_reader;

bool fuzz_at_end(const fuzz_reader *in);
uint8_t fuzz_byte(fuzz_reader *in);
uint16_t fuzz_half(fuzz_reader *in);
uint32_t fuzz_word(fuzz_reader *in);
uint64_t fuzz_long(fuzz_reader *in);

/* 0 to count - 1, by one byte. */
int fuzz_choice(fuzz_reader *in, int count);

/* True for one byte in `of`. */
bool fuzz_rarely(fuzz_reader *in, int of);

/*
 * A number: for three bytes in four one within +-reach in steps of reach / 96, else a finer one, one of the hostile
 * values (NaN, infinities, denormals, the ends of the range), or any bits at all.
 */
float fuzz_number(fuzz_reader *in, float reach);
thud_vec2 fuzz_vec2(fuzz_reader *in, float reach);

/* A number of items, hostile at times: negative, or more than there is memory for. */
int fuzz_count(fuzz_reader *in, int most);

/* A pose, now and then of a rotation that is none. */
thud_pose fuzz_pose(fuzz_reader *in, float reach);

/* A shape of any kind, valid; and one of which a field may have been spoilt afterwards. */
thud_shape fuzz_valid_shape(fuzz_reader *in, float size);
thud_shape fuzz_shape(fuzz_reader *in, float size);

/* ---- fields of a struct ---- */

typedef enum fuzz_field_kind { FUZZ_FLOAT, FUZZ_BOOL, FUZZ_INT, FUZZ_BITS, FUZZ_NAME } fuzz_field_kind;

typedef struct fuzz_field {
    size_t offset;
    fuzz_field_kind kind;
    float reach; /* of a float or of an int */
} fuzz_field;

/* The row of a field in a table of fields. */
#define FUZZ_FIELD(type, member, kind, reach)                                                                \
    { offsetof(type, member), kind, reach }

/* Changes some fields of a struct: 0 to 7 of those in the table, chosen by the input. */
void fuzz_edit(fuzz_reader *in, void *object, const fuzz_field *fields, int field_count);
