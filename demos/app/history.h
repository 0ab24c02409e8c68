/*
 * history.h: the measures of the last steps, for graphs: all of the world's, and up to eight that were pinned. Of each
 * step the last values that it had: going back and on again writes them anew.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "measure.h"

enum {
    history_length = 1200,
    history_most_pins = 8,
    history_series = MEASURE_WORLD_COUNT + history_most_pins
};

typedef struct history_pin {
    measure which;
    measure_target target;
    char label[48];
} history_pin;

typedef struct step_history {
    /* of step s at s % history_length, where steps[] says s + 1 */
    float values[history_length][history_series];
    uint32_t steps[history_length];
    uint32_t newest; /* the last step noted */
    history_pin pins[history_most_pins];
    int pin_count;
} step_history;

/* Removes the steps, not the pins. */
void history_clear(step_history *history);

/* Notes the state after `step` steps. */
void history_note(step_history *history, const thud_world *world, uint32_t step);

/* The values of a step; null where they are not there. */
const float *history_at(const step_history *history, uint32_t step);

/* Pins a measure; false where there are eight. A second time takes it away. */
bool history_toggle_pin(step_history *history, measure which, measure_target target, const char *label);
bool history_has_pin(const step_history *history, measure which, measure_target target);

/* Steps, then all series, as comma separated values with a first line of names. */
bool history_write_csv(const step_history *history, const char *path);
