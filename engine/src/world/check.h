/* check.h: checks the arguments of calls: ids and numbers are accepted, or refused with the field's name and value. */
#pragma once

#include <float.h>
#include <stddef.h>

#include "base/pool.h"
#include "thud/world.h"
#include "world/refusal.h"

/* Records a refusal; returns false, so that callers can return that. */
bool thud_refuse(const thud_world *world, thud_call call, thud_status status, const char *field, double value);

/* The same with the reason `why`. */
bool thud_refuse_why(const thud_world *world, thud_call call, thud_status status, const char *field,
                     double value, const char *why);

/* The same for THUD_WRONG_KIND with the reason `why`: "is no sensor". Null: the type of the call's body. */
bool thud_refuse_kind(const thud_world *world, thud_call call, const char *field, double value,
                      const char *why);

/* Whether the world may be changed now; refuses THUD_WORLD_LOCKED otherwise. */
bool thud_world_may_change(const thud_world *world, thud_call call);

/* Refuses an id that is not valid in its pool, with THUD_WRONG_WORLD if it has another tag, THUD_STALE_ID otherwise.
 * Returns THUD_NONE, so that callers can return that. */
int32_t thud_refuse_id(const thud_world *world, thud_call call, const thud_pool *pool, thud_pool_id id,
                       const char *field);

/* The slot of a live body, shape, joint, chain or contact; THUD_NONE when refused as above. */
int32_t thud_body_slot(const thud_world *world, thud_body_id body, const char *call);
int32_t thud_shape_slot(const thud_world *world, thud_shape_id shape, const char *call);
int32_t thud_joint_slot(const thud_world *world, thud_joint_id joint, const char *call);
int32_t thud_chain_slot(const thud_world *world, thud_chain_id chain, const char *call);
int32_t thud_contact_slot(const thud_world *world, thud_contact_id contact, const char *call);

/* The same for calls that change what the id names. */
int32_t thud_body_slot_to_change(const thud_world *world, thud_body_id body, const char *call);
int32_t thud_shape_slot_to_change(const thud_world *world, thud_shape_id shape, const char *call);
int32_t thud_joint_slot_to_change(const thud_world *world, thud_joint_id joint, const char *call);
int32_t thud_chain_slot_to_change(const thud_world *world, thud_chain_id chain, const char *call);

/* A public function that reads something of the object in `slot`; returns `none`, or zero, when the id is refused. */
#define THUD_GETTER_OR(type, function, noun, none, value)                                                    \
    type function(const thud_world *world, thud_##noun##_id noun) {                                          \
        int32_t slot = thud_##noun##_slot(world, noun, __func__);                                            \
        return slot == THUD_NONE ? (none) : (value);                                                         \
    }
#define THUD_GETTER(type, function, noun, value) THUD_GETTER_OR(type, function, noun, (type){0}, value)

/* The slot of a live id; refused as above. `field`, here and below: the kind of its object. */
int32_t thud_live_slot(const thud_world *world, const thud_pool *pool, thud_pool_id id, const char *call,
                       const char *field);

/* For a kind of object: whether an id is valid, and the slot of a live one: thud_body_is_valid and thud_body_slot. */
#define THUD_ID_CHECKS(noun, table, field)                                                                   \
    bool thud_##noun##_is_valid(const thud_world *world, thud_##noun##_id noun) {                            \
        const thud_pool_id id = {noun.slot, noun.generation};                                                \
        return world != NULL && thud_pool_is_valid(&world->table.pool, id);                                  \
    }                                                                                                        \
    int32_t thud_##noun##_slot(const thud_world *world, thud_##noun##_id noun, const char *call) {           \
        const thud_pool_id id = {noun.slot, noun.generation};                                                \
        return world == NULL ? THUD_NONE : thud_live_slot(world, &world->table.pool, id, call, field);       \
    }

/* Iteration over the objects of a kind: thud_world_next_body. */
#define THUD_NEXT_OBJECT(noun, table, field)                                                                 \
    thud_##noun##_id thud_world_next_##noun(const thud_world *world, thud_##noun##_id noun) {                \
        thud_pool_id id = {noun.slot, noun.generation};                                                      \
        id = world == NULL ? (thud_pool_id){0, 0}                                                            \
                           : thud_next_id(world, &world->table.pool, id, __func__, field);                   \
        return (thud_##noun##_id){id.slot, id.generation};                                                   \
    }

/* The next live id of a pool after one, the first for null, null at the end; refused as above. */
thud_pool_id thud_next_id(const thud_world *world, const thud_pool *pool, thud_pool_id id, const char *call,
                          const char *field);

/* Whether an argument is not null; refused with its name otherwise. */
static inline bool thud_check_given(const thud_world *world, thud_call call, const char *name, bool given) {
    return given || thud_refuse(world, call, THUD_NULL_ARGUMENT, name, 0.0);
}

/* Whether a number is finite (not negative, positive); refused with the field's name otherwise. */
bool thud_check_finite(const thud_world *world, thud_call call, const char *field, float value);
bool thud_check_finite_vec2(const thud_world *world, thud_call call, const char *field, thud_vec2 value);
bool thud_check_not_negative(const thud_world *world, thud_call call, const char *field, float value);
bool thud_check_positive(const thud_world *world, thud_call call, const char *field, float value);

/* The same for a number whose size must not exceed `most`, a limit of limits.h. */
bool thud_check_within(const thud_world *world, thud_call call, const char *field, float value, float most);
bool thud_check_within_vec2(const thud_world *world, thud_call call, const char *field, thud_vec2 value,
                            float most);

/* A number of a struct, and its range: a least value of 0 means not negative, THUD_ABOVE_ZERO positive. */
typedef struct thud_number {
    const char *field;
    size_t place; /* of a float in the struct [bytes] */
    float least, most;
} thud_number;

#define THUD_ABOVE_ZERO FLT_TRUE_MIN

/* A row for a float of a definition whose field has its name; two rows for a vector. */
#define THUD_NUMBER_ROW(name, place, least, most)                                                            \
    { name, place, least, most }
#define THUD_NUMBER(def, number, least, most) THUD_NUMBER_ROW(#number, offsetof(def, number), least, most)
#define THUD_VECTOR(def, vector, most)                                                                       \
    THUD_NUMBER_ROW(#vector, offsetof(def, vector.x), -(most), most),                                        \
        THUD_NUMBER_ROW(#vector, offsetof(def, vector.y), -(most), most)

/* Whether all numbers are finite and in their ranges; the first one that is not is refused. */
bool thud_check_numbers(const thud_world *world, thud_call call, const void *object,
                        const thud_number *numbers, size_t count);

/* The same for one number by itself. */
bool thud_check_range(const thud_world *world, thud_call call, const char *field, float value, float least,
                      float most);

/* The fault of that number, without a world; its status is THUD_OK if there is none. */
thud_reason thud_numbers_fault(const void *object, const thud_number *numbers, size_t count);

/* Whether two objects have the same numbers. */
bool thud_numbers_are_same(const void *a, const void *b, const thud_number *numbers, size_t count);

/* Checks the length of a step [s]. */
bool thud_check_step(const thud_world *world, thud_call call, float dt);
