/*
 * refusal.h: refuses a call: records the call, its object and the reason. One function writes the
 * message, for thud_world_refusal and the log hook.
 *
 *     bool thud_body_sleep(thud_world *world, thud_body_id body) {
 *         const thud_call call = thud_on_body(__func__, body);               two registers; read only if something is refused
 *         int32_t slot = thud_body_slot_to_change(world, body, call.name);   "thud_body_sleep: body 7 is gone"
 *         return slot != THUD_NONE && thud_sleep_around(world, call, slot);  "thud_body_sleep: body 7 is static"
 *
 * Every function that may refuse gets the call as an argument, and passes it on; of an id the call's name is enough.
 * Getters of a const world refuse too, on several threads at once: the record is apart from the world and has a lock.
 */
#pragma once

#include "thud/chain.h"

#include <stdatomic.h>

/* The kind of object of a call. */
typedef enum thud_object {
    THUD_OBJECT_WORLD,
    THUD_OBJECT_BODY,
    THUD_OBJECT_SHAPE,
    THUD_OBJECT_JOINT,
    THUD_OBJECT_CHAIN
} thud_object;

/* A call of a public function. */
typedef struct thud_call {
    const char *name; /* of the function */
    thud_object object;
    uint32_t slot; /* of the object, if it is not the world */
} thud_call;

static inline thud_call thud_on_world(const char *name) {
    return (thud_call){name, THUD_OBJECT_WORLD, 0};
}

#define THUD_CALL_ON(noun, object)                                                                           \
    static inline thud_call thud_on_##noun(const char *name, thud_##noun##_id noun) {                        \
        return (thud_call){name, object, noun.slot};                                                         \
    }
THUD_CALL_ON(body, THUD_OBJECT_BODY)
THUD_CALL_ON(shape, THUD_OBJECT_SHAPE)
THUD_CALL_ON(joint, THUD_OBJECT_JOINT)
THUD_CALL_ON(chain, THUD_OBJECT_CHAIN)

/* Why a call is refused. */
typedef struct thud_reason {
    thud_status status;
    const char *field;
    double value;
    double most; /* above 0: the limit for the value's size */
    const char *why; /* the fault of the field, or for THUD_WRONG_KIND of the object; null: the status's message */
} thud_reason;

static inline thud_reason thud_reason_of(thud_status status, const char *field, double value) {
    return (thud_reason){.status = status, .field = field, .value = value};
}

/* Records a refusal, and passes its message to the world's log hook, unless the world is null. Returns false. */
bool thud_refuse_for(const thud_world *world, thud_call call, const thud_reason *reason);

/* The refusal and its message, without a world. */
thud_refusal thud_refusal_of(const char *call_name, const thud_reason *reason);

typedef struct thud_refusal_record {
    atomic_flag lock;
    thud_refusal last;
} thud_refusal_record;
