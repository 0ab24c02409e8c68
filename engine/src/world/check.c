#include "world/check.h"

#include "world/world_state.h"

#include <float.h>
#include <string.h>

bool thud_refuse(const thud_world *world, thud_call call, thud_status status, const char *field, double value) {
    return thud_refuse_why(world, call, status, field, value, NULL);
}

bool thud_refuse_why(const thud_world *world, thud_call call, thud_status status, const char *field,
                     double value, const char *why) {
    return thud_refuse_for(world, call,
                           &(thud_reason){.status = status, .field = field, .value = value, .why = why});
}

bool thud_refuse_kind(const thud_world *world, thud_call call, const char *field, double value,
                      const char *why) {
    return thud_refuse_why(world, call, THUD_WRONG_KIND, field, value, why);
}

bool thud_world_may_change(const thud_world *world, thud_call call) {
    return world != NULL &&
           (!thud_world_is_locked(world) || thud_refuse(world, call, THUD_WORLD_LOCKED, "world", 0.0));
}

/* ---- ids ---- */

int32_t thud_refuse_id(const thud_world *world, thud_call call, const thud_pool *pool, thud_pool_id id,
                       const char *field) {
    bool may_be_an_id =
        id.generation != 0 && id.slot <= INT32_MAX; /* possible in some world; others are no ids */
    bool is_foreign = may_be_an_id && id.generation >> THUD_POOL_COUNT_BITS != pool->tag;
    thud_reason reason = {.status = is_foreign ? THUD_WRONG_WORLD : THUD_STALE_ID,
                          .field = field,
                          .value = (double)id.slot,
                          .why = is_foreign           ? "is of another world"
                                 : id.generation == 0 ? "is none: the id is null"
                                                      : "is gone"};
    thud_refuse_for(world, call, &reason);
    return THUD_NONE;
}

int32_t thud_live_slot(const thud_world *world, const thud_pool *pool, thud_pool_id id, const char *call,
                       const char *field) {
    return thud_pool_is_valid_here(pool, id) ? (int32_t)id.slot
                                             : thud_refuse_id(world, thud_on_world(call), pool, id, field);
}

/* The slots of calls that change an object. */
#define ID_CHECK_TO_CHANGE(noun)                                                                             \
    int32_t thud_##noun##_slot_to_change(const thud_world *world, thud_##noun##_id noun, const char *call) { \
        if (world != NULL && thud_world_is_locked(world)) {                                                  \
            thud_world_may_change(world, thud_on_##noun(call, noun));                                        \
            return THUD_NONE;                                                                                \
        }                                                                                                    \
        return thud_##noun##_slot(world, noun, call);                                                        \
    }

THUD_ID_CHECKS(body, bodies, "body")
THUD_ID_CHECKS(shape, shapes, "shape")
THUD_ID_CHECKS(joint, joints, "joint")
THUD_ID_CHECKS(chain, chains, "chain")
THUD_ID_CHECKS(contact, contacts, "contact")
ID_CHECK_TO_CHANGE(body)
ID_CHECK_TO_CHANGE(shape)
ID_CHECK_TO_CHANGE(joint)
ID_CHECK_TO_CHANGE(chain)

thud_pool_id thud_next_id(const thud_world *world, const thud_pool *pool, thud_pool_id id, const char *call,
                          const char *field) {
    bool is_first = id.generation == 0;
    int32_t slot = is_first ? THUD_NONE : thud_live_slot(world, pool, id, call, field);
    slot = is_first || slot != THUD_NONE ? thud_pool_next(pool, slot + 1) : pool->end;
    return slot < pool->end ? thud_pool_id_at(pool, slot) : (thud_pool_id){0, 0};
}

/* ---- numbers ---- */

static thud_status status_of(const thud_number *number, float value) {
    return !thud_is_finite(value)                   ? THUD_NOT_FINITE
           : number->least > 0.0f && value <= 0.0f  ? THUD_NOT_POSITIVE
           : number->least == 0.0f && value <= 0.0f ? THUD_NEGATIVE
                                                    : THUD_OUT_OF_RANGE;
}

/* The first number that is not in its range; null if there is none. */
static const thud_number *wrong_number(const void *object, const thud_number *numbers, size_t count) {
    for (; count > 0; count--, numbers++) { /* a kind without numbers has no table */
        float value = *(const float *)(const void *)((const char *)object + numbers->place);
        if (!(value >= numbers->least && value <= numbers->most)) {
            return numbers;
        }
    }
    return NULL;
}

thud_reason thud_numbers_fault(const void *object, const thud_number *numbers, size_t count) {
    thud_reason reason = {.status = THUD_OK};
    const thud_number *wrong = wrong_number(object, numbers, count);
    if (wrong != NULL) {
        float value = *(const float *)(const void *)((const char *)object + wrong->place);
        reason.status = status_of(wrong, value);
        reason.field = wrong->field;
        reason.value = (double)value;
        reason.most =
            reason.status == THUD_OUT_OF_RANGE && thud_abs(value) > wrong->most ? (double)wrong->most : 0.0;
    }
    return reason;
}

bool thud_numbers_are_same(const void *a, const void *b, const thud_number *numbers, size_t count) {
    bool same = true;
    for (size_t i = 0; i < count && same; i++) {
        const void *number = (const char *)a + numbers[i].place, *other = (const char *)b + numbers[i].place;
        same = *(const float *)number == *(const float *)other;
    }
    return same;
}

bool thud_check_numbers(const thud_world *world, thud_call call, const void *object,
                        const thud_number *numbers, size_t count) {
    if (wrong_number(object, numbers, count) == NULL) {
        return true;
    }
    thud_reason reason = thud_numbers_fault(object, numbers, count);
    return thud_refuse_for(world, call, &reason);
}

bool thud_check_range(const thud_world *world, thud_call call, const char *field, float value, float least,
                      float most) {
    const thud_number number = {field, 0, least, most};
    return (value >= least && value <= most) || thud_check_numbers(world, call, &value, &number, 1);
}

bool thud_check_finite(const thud_world *world, thud_call call, const char *field, float value) {
    return thud_check_range(world, call, field, value, -FLT_MAX, FLT_MAX);
}

bool thud_check_within(const thud_world *world, thud_call call, const char *field, float value, float most) {
    return thud_check_range(world, call, field, value, -most, most);
}

bool thud_check_not_negative(const thud_world *world, thud_call call, const char *field, float value) {
    return thud_check_range(world, call, field, value, 0.0f, FLT_MAX);
}

bool thud_check_positive(const thud_world *world, thud_call call, const char *field, float value) {
    return thud_check_range(world, call, field, value, THUD_ABOVE_ZERO, FLT_MAX);
}

bool thud_check_finite_vec2(const thud_world *world, thud_call call, const char *field, thud_vec2 value) {
    return thud_check_within_vec2(world, call, field, value, FLT_MAX);
}

bool thud_check_within_vec2(const thud_world *world, thud_call call, const char *field, thud_vec2 value,
                            float most) {
    return (thud_abs(value.x) <= most && thud_abs(value.y) <= most) ||
           (thud_check_within(world, call, field, value.x, most) &&
            thud_check_within(world, call, field, value.y, most));
}

bool thud_check_step(const thud_world *world, thud_call call, float dt) {
    return thud_check_finite(world, call, "dt", dt) &&
           ((dt >= THUD_MIN_STEP && dt <= THUD_MAX_STEP) ||
            thud_refuse_why(world, call, THUD_OUT_OF_RANGE, "dt", (double)dt, "1e-06 to 1 are allowed"));
}
