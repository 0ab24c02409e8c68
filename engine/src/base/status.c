/* The table of status codes: row i has the name and the meaning of code i. And the version as text. */
#include "thud/base.h"

typedef struct status_row {
    const char *name;
    const char *message;
} status_row;

#define ROW(code, message) [code] = {#code, message}

static const status_row table[THUD_STATUS_COUNT] = {
    ROW(THUD_OK, "the call succeeded"),
    ROW(THUD_OUT_OF_MEMORY, "the allocator gave no memory; nothing changed"),
    ROW(THUD_CAPACITY, "a fixed limit is reached; nothing changed"),
    ROW(THUD_NULL_ARGUMENT, "a pointer that must not be null is null"),
    ROW(THUD_STALE_ID, "the id is null or names something that is gone"),
    ROW(THUD_WRONG_WORLD, "the id bears the tag of another world"),
    ROW(THUD_WRONG_KIND, "it is of no kind that the call accepts"),
    ROW(THUD_WORLD_LOCKED, "the world cannot be changed from inside a step"),
    ROW(THUD_NOT_FINITE, "the value is infinite or not a number"),
    ROW(THUD_NEGATIVE, "the value must be zero or more"),
    ROW(THUD_NOT_POSITIVE, "the value must be more than zero"),
    ROW(THUD_FIXED_FIELD, "the field is fixed when the object is made"),
    ROW(THUD_OUT_OF_RANGE, "the value lies outside the allowed range"),
    ROW(THUD_INVALID_BOUNDS, "the box has a minimum above its maximum"),
    ROW(THUD_ZERO_LENGTH, "two points that must differ coincide, or a direction has no length"),
    ROW(THUD_NOT_NORMALIZED, "the rotation or direction does not have length one"),
    ROW(THUD_TOO_FEW_POINTS, "there are fewer distinct points than the shape needs"),
    ROW(THUD_TOO_MANY_VERTICES, "there are more vertices than a polygon may have"),
    ROW(THUD_COLLINEAR, "all points lie on one line"),
    ROW(THUD_NOT_CONVEX, "the outline is not convex"),
    ROW(THUD_WRONG_WINDING, "the outline does not run counter-clockwise"),
    ROW(THUD_SELF_INTERSECTING, "the outline crosses or touches itself"),
    ROW(THUD_SAME_BODY, "two different bodies are needed"),
    ROW(THUD_BAD_DATA, "its values contradict each other"),
};

static bool is_in_table(thud_status status) {
    return (int)status >= 0 && (int)status < THUD_STATUS_COUNT;
}

const char *thud_status_name(thud_status status) {
    return is_in_table(status) ? table[status].name : "THUD_UNKNOWN_STATUS";
}

const char *thud_status_message(thud_status status) {
    return is_in_table(status) ? table[status].message : "this is not a status code of Thud";
}

/* ---- the version ---- */

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *thud_version(void) {
    return VERSION_TEXT(THUD_VERSION_MAJOR, THUD_VERSION_MINOR, THUD_VERSION_PATCH);
}
