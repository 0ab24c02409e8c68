#include "world/refusal.h"

#include "base/threads.h"
#include "world/world_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

/* A message while it is written; truncated if it does not fit. */
typedef struct words {
    char *text;
    size_t room, length;
} words;

__attribute__((format(printf, 2, 3))) static void add(words *message, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(message->text + message->length, message->room - message->length, format, arguments);
    va_end(arguments);
    size_t left = message->room - message->length - 1;
    message->length += length < 0 ? 0 : (size_t)length < left ? (size_t)length : left;
}

static const char *name_of(const thud_world *world, thud_object object, uint32_t slot) {
    const char *name = NULL;
    if (object == THUD_OBJECT_BODY && thud_pool_has(&world->bodies.pool, (int32_t)slot)) {
        name = thud_name_list_get(&world->bodies.names, (int32_t)slot);
    } else if (object == THUD_OBJECT_SHAPE && thud_pool_has(&world->shapes.pool, (int32_t)slot)) {
        name = thud_name_list_get(&world->shapes.names, (int32_t)slot);
    } else if (object == THUD_OBJECT_JOINT && thud_pool_has(&world->joints.pool, (int32_t)slot)) {
        name = world->joints.defs[slot].base.name;
    }
    return name;
}

static const char *const kinds[] = {
    [THUD_OBJECT_WORLD] = "world", [THUD_OBJECT_BODY] = "body",   [THUD_OBJECT_SHAPE] = "shape",
    [THUD_OBJECT_JOINT] = "joint", [THUD_OBJECT_CHAIN] = "chain",
};

/* An object by its kind, slot and name; a shape also by its body. */
static void add_object(words *message, const thud_world *world, thud_object object, uint32_t slot) {
    const char *name = name_of(world, object, slot);
    add(message, "%s %u", kinds[object], (unsigned)slot);
    if (name != NULL) {
        add(message, " '%s'", name);
    }
    if (object == THUD_OBJECT_SHAPE && thud_pool_has(&world->shapes.pool, (int32_t)slot)) {
        int32_t body = world->shapes.records[slot].body;
        if (thud_pool_has(&world->bodies.pool, body)) {
            add(message, " of ");
            add_object(message, world, THUD_OBJECT_BODY, (uint32_t)body);
        }
    }
}

/* The message for a body of the wrong type. */
static const char *kind_of_body(const thud_world *world, uint32_t slot) {
    static const char *const types[] = {[THUD_BODY_STATIC] = "is static",
                                        [THUD_BODY_KINEMATIC] = "is kinematic",
                                        [THUD_BODY_DYNAMIC] = "is dynamic"};
    const thud_body *body = &world->bodies.bodies[slot];
    return body->enabled ? types[body->type] : "is disabled";
}

static bool is_of_an_id(thud_status status) {
    return status == THUD_STALE_ID || status == THUD_WRONG_WORLD;
}

/* Whether the value is no number of the field itself, but an index into it (of a field of tiles: the tile's number) or 0. */
static bool is_of_an_index(const char *field) {
    static const char of_tiles[] = "tiles.";
    if (strncmp(field, of_tiles, sizeof of_tiles - 1) == 0) {
        return strcmp(field, "tiles.count") != 0;
    }
    static const char fields[][8] = {"shape", "range", "points", "cells", "tiles"};
    size_t i = 0;
    while (i < sizeof fields / sizeof fields[0] && strcmp(field, fields[i]) != 0) {
        i++;
    }
    return i < sizeof fields / sizeof fields[0];
}

/* The fault in words. Of a shape that is given only a kind of none is wrong. */
static const char *why_of(const thud_reason *reason) {
    bool is_no_shape =
        reason->status == THUD_WRONG_KIND && reason->field != NULL && strcmp(reason->field, "shape") == 0;
    return reason->why != NULL ? reason->why
           : is_no_shape       ? "it was not made, or the function that makes it refused"
                               : thud_status_message(reason->status);
}

static void add_reason(words *message, const thud_reason *reason) {
    const char *why = why_of(reason);
    bool is_of_a_number = reason->status == THUD_NOT_FINITE || reason->status == THUD_NEGATIVE ||
                          reason->status == THUD_NOT_POSITIVE || reason->status == THUD_OUT_OF_RANGE;
    if (reason->field == NULL || reason->status == THUD_WORLD_LOCKED) {
        add(message, "%s", why);
    } else if (is_of_an_id(reason->status)) {
        add(message, "%s %u %s", reason->field, (unsigned)reason->value, why);
    } else if (reason->status == THUD_OUT_OF_MEMORY) {
        add(message, "no memory for %s", reason->field);
    } else if (is_of_a_number && reason->most > 0.0) {
        add(message, "%s is %g: its size may be at most %g", reason->field, reason->value, reason->most);
    } else if (is_of_a_number && !is_of_an_index(reason->field)) {
        add(message, "%s is %g: %s", reason->field, reason->value, why);
    } else if (reason->value != 0.0 && reason->status != THUD_WRONG_KIND) { /* an index or a slot */
        add(message, "%s %.0f: %s", reason->field, reason->value, why);
    } else {
        add(message, "%s: %s", reason->field, why);
    }
}

/* Whether the reason is about the object itself, not about an argument. */
static bool is_about_object(const thud_call *call, const thud_reason *reason) {
    return call->object != THUD_OBJECT_WORLD && reason->field != NULL &&
           strcmp(reason->field, kinds[call->object]) == 0 && reason->value == (double)call->slot;
}

static void write_message(words *message, const thud_world *world, const thud_call *call,
                          const thud_reason *reason) {
    add(message, "%s: ", call->name);
    if (call->object != THUD_OBJECT_WORLD) {
        add_object(message, world, call->object, call->slot);
        bool is_kind = is_about_object(call, reason) && reason->status == THUD_WRONG_KIND;
        if (is_kind) {
            const char *kind =
                call->object == THUD_OBJECT_BODY ? kind_of_body(world, call->slot) : "is of another kind";
            add(message, " %s", reason->why != NULL ? reason->why : kind);
            return;
        }
        add(message, ": ");
    }
    add_reason(message, reason);
}

static void make_refusal(const thud_world *world, const thud_call *call, const thud_reason *reason,
                         thud_refusal *refusal) {
    *refusal = (thud_refusal){
        .status = reason->status, .call = call->name, .field = reason->field, .value = reason->value};
    words message = {refusal->message, sizeof refusal->message, 0};
    write_message(&message, world, call, reason);
}

thud_refusal thud_refusal_of(const char *call_name, const thud_reason *reason) {
    const thud_call call = thud_on_world(call_name);
    thud_refusal refusal;
    make_refusal(NULL, &call, reason, &refusal);
    return refusal;
}

/* ---- the record ---- */

thud_refusal thud_world_refusal(const thud_world *world) {
    const thud_reason no_world = {.status = THUD_NULL_ARGUMENT, .field = "world"};
    if (world == NULL) {
        return thud_refusal_of(__func__, &no_world);
    }
    thud_spin_lock(&world->refusal->lock);
    thud_refusal last = world->refusal->last;
    thud_spin_unlock(&world->refusal->lock);
    return last;
}

bool thud_refuse_for(const thud_world *world, thud_call call, const thud_reason *reason) {
    if (world == NULL) {
        return false;
    }
    thud_refusal refusal;
    make_refusal(world, &call, reason, &refusal);
    thud_spin_lock(&world->refusal->lock);
    world->refusal->last = refusal;
    thud_spin_unlock(&world->refusal->lock);
    const thud_hooks *hooks = &world->def.hooks;
    if (hooks->log != NULL) {
        hooks->log(THUD_LOG_WARNING, refusal.message, hooks->context);
    }
    return false;
}
