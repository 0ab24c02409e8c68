/*
 * A recursive-descent parser, a function for each level of precedence. Each function appends the
 * terms of what it has read, and returns whether that is a number or a truth: 5 and speed cannot be
 * joined by `and`, nor two comparisons be added.
 */
#include "condition.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_nesting = 32, longest_name = 31 };

typedef enum value_kind { NUMBER, TRUTH } value_kind;

typedef struct parser {
    pause_condition *condition;
    const char *start, *at;
    int nesting;
    bool failed;
    char *error;
    int error_size;
} parser;

/* ---- errors and tokens ---- */

/* The first error stays. */
__attribute__((format(printf, 2, 3))) static void fail(parser *p, const char *format, ...) {
    if (p->failed) {
        return;
    }
    p->failed = true;
    va_list arguments;
    va_start(arguments, format);
    int used = vsnprintf(p->error, (size_t)p->error_size, format, arguments);
    va_end(arguments);
    if (used >= 0 && used < p->error_size) {
        snprintf(p->error + used, (size_t)(p->error_size - used), " (character %d)",
                 (int)(p->at - p->start) + 1);
    }
}

static void skip_spaces(parser *p) {
    while (isspace((unsigned char)*p->at)) {
        p->at++;
    }
}

static bool is_in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Takes a sign or word, where it is next. */
static bool take(parser *p, const char *token) {
    size_t length = strlen(token);
    skip_spaces(p);
    bool is_next = strncmp(p->at, token, length) == 0 && !(is_in_name(token[0]) && is_in_name(p->at[length]));
    p->at += is_next ? length : 0;
    return is_next;
}

static void append(parser *p, condition_term term) {
    if (p->condition->count == condition_most_terms) {
        fail(p, "the condition has more than %d numbers and signs", (int)condition_most_terms);
    } else if (!p->failed) {
        p->condition->terms[p->condition->count++] = term;
    }
}

static void append_operation(parser *p, condition_operation operation) {
    append(p, (condition_term){.operation = operation});
}

static void want(parser *p, value_kind wanted, value_kind found, const char *sign) {
    if (wanted != found && wanted == NUMBER) {
        fail(p, "%s needs numbers, not a comparison", sign);
    } else if (wanted != found) {
        fail(p, "%s needs comparisons, such as impulse > 5", sign);
    }
}

/* ---- operands ---- */

static value_kind read_or(parser *p);

static void parse_number(parser *p) {
    char *end;
    double number = strtod(p->at, &end);
    if (end == p->at || !isfinite(number)) {
        fail(p, "%.20s is no number", p->at);
        return;
    }
    p->at = end;
    append(p, (condition_term){.operation = CONDITION_NUMBER, .number = number});
}

static void read_measure(parser *p) {
    char name[longest_name + 1];
    int length = 0;
    while (length < longest_name && is_in_name(p->at[length])) {
        name[length] = p->at[length];
        length++;
    }
    name[length] = '\0';
    measure which;
    if (!measure_find(name, &which)) {
        fail(p, "there is no number %s", name);
        return;
    }
    bool body = measure_is_of_body(which), joint = !body && !measure_is_of_world(which);
    measure_target target = p->condition->target;
    if ((body && !target.body.generation) || (joint && !target.joint.generation)) {
        fail(p, "%s is of a %s: select one first", name, body ? "body" : "joint");
        return;
    }
    p->at += length;
    append(p, (condition_term){.operation = CONDITION_MEASURE, .which = which});
}

/* What is in brackets, after the opening one. */
static value_kind read_bracket(parser *p) {
    value_kind kind = NUMBER;
    if (++p->nesting > most_nesting) {
        fail(p, "more than %d brackets or signs in each other", (int)most_nesting);
    } else {
        kind = read_or(p);
    }
    p->nesting--;
    if (!p->failed && !take(p, ")")) {
        fail(p, "a closing bracket is missing");
    }
    return kind;
}

static value_kind read_atom(parser *p) {
    skip_spaces(p);
    if (take(p, "(")) {
        return read_bracket(p);
    }
    if (take(p, "abs")) {
        if (!take(p, "(")) {
            fail(p, "abs needs a bracket: abs(speed)");
            return NUMBER;
        }
        want(p, NUMBER, read_bracket(p), "abs()");
        append_operation(p, CONDITION_ABS);
    } else if (isdigit((unsigned char)*p->at) || *p->at == '.') {
        parse_number(p);
    } else if (is_in_name(*p->at)) {
        read_measure(p);
    } else {
        fail(p, *p->at ? "a number or a name is wanted, not %.1s" : "a number or a name is missing", p->at);
    }
    return NUMBER;
}

static value_kind read_signed(parser *p) {
    bool negative = false;
    while (take(p, "-")) {
        negative = !negative;
    }
    value_kind kind = read_atom(p);
    if (negative) {
        want(p, NUMBER, kind, "-");
        append_operation(p, CONDITION_NEGATE);
    }
    return kind;
}

/* ---- operators ---- */

typedef struct binary {
    const char *sign;
    condition_operation operation;
} binary;

static const binary products[] = {{"*", CONDITION_MULTIPLY}, {"/", CONDITION_DIVIDE}, {NULL, 0}};
static const binary sums[] = {{"+", CONDITION_ADD}, {"-", CONDITION_SUBTRACT}, {NULL, 0}};
static const binary comparisons[] = {{"<=", CONDITION_LESS_OR_EQUAL},
                                     {">=", CONDITION_GREATER_OR_EQUAL},
                                     {"==", CONDITION_EQUAL},
                                     {"!=", CONDITION_NOT_EQUAL},
                                     {"<", CONDITION_LESS},
                                     {">", CONDITION_GREATER},
                                     {NULL, 0}};
static const binary ands[] = {{"and", CONDITION_AND}, {NULL, 0}};
static const binary ors[] = {{"or", CONDITION_OR}, {NULL, 0}};

/* The operator of a list that is next; its sign is null for none. */
static const binary *take_one(parser *p, const binary *list) {
    while (list->sign && !take(p, list->sign)) {
        list++;
    }
    return list;
}

/* Operands of a kind with operators of one list between them, from left to right. */
static value_kind read_chain(parser *p, value_kind (*operand)(parser *), const binary *list,
                             value_kind wanted) {
    value_kind left = operand(p);
    for (const binary *found; !p->failed && (found = take_one(p, list))->sign;) {
        want(p, wanted, left, found->sign);
        want(p, wanted, operand(p), found->sign);
        append_operation(p, found->operation);
        left = wanted;
    }
    return left;
}

static value_kind read_product(parser *p) {
    return read_chain(p, read_signed, products, NUMBER);
}

static value_kind read_sum(parser *p) {
    return read_chain(p, read_product, sums, NUMBER);
}

/* One comparison at most: a < b < c means something else to everyone. */
static value_kind read_comparison(parser *p) {
    value_kind left = read_sum(p);
    const binary *found = p->failed ? NULL : take_one(p, comparisons);
    if (!found || !found->sign) {
        return left;
    }
    want(p, NUMBER, left, found->sign);
    want(p, NUMBER, read_sum(p), found->sign);
    append_operation(p, found->operation);
    return TRUTH;
}

static value_kind read_not(parser *p) {
    bool inverted = false, any = false;
    while (take(p, "not")) {
        inverted = !inverted;
        any = true;
    }
    value_kind kind = read_comparison(p);
    if (any) {
        want(p, TRUTH, kind, "not");
    }
    if (inverted) {
        append_operation(p, CONDITION_NOT);
    }
    return kind;
}

static value_kind read_and(parser *p) {
    return read_chain(p, read_not, ands, TRUTH);
}

static value_kind read_or(parser *p) {
    return read_chain(p, read_and, ors, TRUTH);
}

bool condition_read(pause_condition *condition, const char *text, measure_target target, char *error,
                    int size) {
    *condition = (pause_condition){.target = target};
    parser p = {.condition = condition, .start = text, .at = text, .error = error, .error_size = size};
    if (strlen(text) >= condition_text_size) {
        fail(&p, "a condition has at most %d characters", condition_text_size - 1);
        return false;
    }
    strcpy(condition->text, text);
    skip_spaces(&p);
    if (!*p.at) {
        fail(&p, "a condition is like: impulse > 5");
    }
    value_kind kind = p.failed ? TRUTH : read_or(&p);
    skip_spaces(&p);
    if (!p.failed && *p.at == '=') {
        fail(&p, "= is written ==");
    } else if (!p.failed && *p.at) {
        fail(&p, "and, or, or a sign is wanted, not %.20s", p.at);
    } else if (kind == NUMBER) {
        fail(&p, "that is a number: compare it with one, as in impulse > 5");
    }
    return !p.failed;
}

/* ---- evaluation ---- */

static double binary_value(condition_operation operation, double a, double b) {
    switch (operation) {
    case CONDITION_ADD:
        return a + b;
    case CONDITION_SUBTRACT:
        return a - b;
    case CONDITION_MULTIPLY:
        return a * b;
    case CONDITION_DIVIDE:
        return a / b;
    case CONDITION_LESS:
        return a < b;
    case CONDITION_LESS_OR_EQUAL:
        return a <= b;
    case CONDITION_GREATER:
        return a > b;
    case CONDITION_GREATER_OR_EQUAL:
        return a >= b;
    case CONDITION_EQUAL:
        return a == b;
    case CONDITION_NOT_EQUAL:
        return a != b;
    case CONDITION_AND:
        return a > 0 && b > 0;
    case CONDITION_OR:
        return a > 0 || b > 0;
    default:
        return 0;
    }
}

/* A truth is 1 or 0. */
static void apply(const condition_term *term, double measured, double *stack, int *count) {
    switch (term->operation) {
    case CONDITION_NUMBER:
        stack[(*count)++] = term->number;
        break;
    case CONDITION_MEASURE:
        stack[(*count)++] = measured;
        break;
    case CONDITION_NEGATE:
        stack[*count - 1] = -stack[*count - 1];
        break;
    case CONDITION_ABS:
        stack[*count - 1] = fabs(stack[*count - 1]);
        break;
    case CONDITION_NOT:
        stack[*count - 1] = 1 - stack[*count - 1];
        break;
    default:
        (*count)--;
        stack[*count - 1] = binary_value(term->operation, stack[*count - 1], stack[*count]);
    }
}

bool condition_is_met(const thud_world *world, const pause_condition *condition) {
    double stack[condition_most_terms] = {0};
    float of_world[MEASURE_WORLD_COUNT];
    bool has_world = false;
    int count = 0;
    for (int i = 0; i < condition->count; i++) {
        const condition_term *term = &condition->terms[i];
        double measured = 0;
        if (term->operation == CONDITION_MEASURE && measure_is_of_world(term->which)) {
            if (!has_world) {
                measure_world(world, of_world);
                has_world = true;
            }
            measured = (double)of_world[term->which];
        } else if (term->operation == CONDITION_MEASURE) {
            measured = (double)measure_object(world, term->which, condition->target);
        }
        apply(term, measured, stack, &count);
    }
    return count > 0 && stack[count - 1] > 0;
}
