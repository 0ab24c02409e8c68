/*
 * condition.h: an expression over the numbers of measure.h. The scene pauses when it becomes true.
 *
 *     impulse > 5
 *     abs(vx) < 0.1 and (y > 3 or contacts == 0)
 *     kinetic + potential > 1.1 * 250
 *
 * From the loosest to the tightest: or; and; not; < <= > >= == !=; + -; * /; the sign -. Brackets, and abs(). Numbers
 * are compared; `and`, `or` and `not` join comparisons.
 */
#pragma once

#include "measure.h"

enum { condition_text_size = 160, condition_most_terms = 80 };

typedef enum condition_operation {
    CONDITION_NUMBER,  /* pushes `number` */
    CONDITION_MEASURE, /* pushes the measure `which` */
    CONDITION_NEGATE,  /* these replace the last value ... */
    CONDITION_ABS,
    CONDITION_NOT,
    CONDITION_ADD, /* these the last two */
    CONDITION_SUBTRACT,
    CONDITION_MULTIPLY,
    CONDITION_DIVIDE,
    CONDITION_LESS,
    CONDITION_LESS_OR_EQUAL,
    CONDITION_GREATER,
    CONDITION_GREATER_OR_EQUAL,
    CONDITION_EQUAL,
    CONDITION_NOT_EQUAL,
    CONDITION_AND,
    CONDITION_OR
} condition_operation;

typedef struct condition_term {
    condition_operation operation;
    measure which;
    double number;
} condition_term;

/* In postfix order, so that a stack evaluates it. */
typedef struct pause_condition {
    char text[condition_text_size];
    measure_target target; /* what measures of a body or joint are about */
    condition_term terms[condition_most_terms];
    int count;
} pause_condition;

/*
 * Reads a condition about the world and the target. False with one line in `error`, which names the place
 * in the text; `condition` is then undefined.
 */
bool condition_read(pause_condition *condition, const char *text, measure_target target, char *error,
                    int size);

/* Whether it is true now; a comparison with a number that is not finite is false. O(terms), and O(bodies
 * + contacts) for numbers of the world. */
bool condition_is_met(const thud_world *world, const pause_condition *condition);
