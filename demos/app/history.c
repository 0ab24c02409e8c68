/*
 * A ring of steps.
 */
#include "history.h"

#include <math.h>
#include <string.h>

void history_clear(step_history *history) {
    memset(history->steps, 0, sizeof history->steps);
    history->newest = 0;
}

void history_note(step_history *history, const thud_world *world, uint32_t step) {
    float *values = history->values[step % history_length];
    measure_world(world, values);
    for (int i = 0; i < history->pin_count; i++) {
        values[MEASURE_WORLD_COUNT + i] =
            measure_object(world, history->pins[i].which, history->pins[i].target);
    }
    history->steps[step % history_length] = step + 1;
    history->newest = step;
}

const float *history_at(const step_history *history, uint32_t step) {
    bool there = step <= history->newest && history->steps[step % history_length] == step + 1;
    return there ? history->values[step % history_length] : NULL;
}

static int find_pin(const step_history *history, measure which, measure_target target) {
    for (int i = 0; i < history->pin_count; i++) {
        const history_pin *pin = &history->pins[i];
        if (pin->which == which && thud_body_id_equal(pin->target.body, target.body) &&
            thud_joint_id_equal(pin->target.joint, target.joint)) {
            return i;
        }
    }
    return -1;
}

bool history_has_pin(const step_history *history, measure which, measure_target target) {
    return find_pin(history, which, target) >= 0;
}

/* Moves the columns of later pins one to the left. */
static void take_pin(step_history *history, int pin) {
    int later = history->pin_count - pin - 1;
    memmove(&history->pins[pin], &history->pins[pin + 1], (size_t)later * sizeof history->pins[0]);
    for (int i = 0; i < history_length; i++) {
        float *column = &history->values[i][MEASURE_WORLD_COUNT + pin];
        memmove(column, column + 1, (size_t)later * sizeof *column);
    }
    history->pin_count--;
}

bool history_toggle_pin(step_history *history, measure which, measure_target target, const char *label) {
    int present = find_pin(history, which, target);
    if (present >= 0) {
        take_pin(history, present);
        return true;
    }
    if (history->pin_count == history_most_pins) {
        return false;
    }
    history_pin *pin = &history->pins[history->pin_count];
    *pin = (history_pin){.which = which, .target = target};
    snprintf(pin->label, sizeof pin->label, "%s", label);
    for (int i = 0; i < history_length; i++) {
        history->values[i][MEASURE_WORLD_COUNT + history->pin_count] = NAN; /* not known */
    }
    history->pin_count++;
    return true;
}

bool history_write_csv(const step_history *history, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "step");
    for (int i = 0; i < MEASURE_WORLD_COUNT + history->pin_count; i++) {
        fprintf(file, ",%s",
                i < MEASURE_WORLD_COUNT ? measure_about((measure)i).name
                                        : history->pins[i - MEASURE_WORLD_COUNT].label);
    }
    uint32_t first = history->newest >= history_length ? history->newest - history_length + 1 : 0;
    for (uint32_t step = first; step <= history->newest; step++) {
        const float *values = history_at(history, step);
        if (values) {
            fprintf(file, "\n%u", (unsigned)step);
        }
        for (int i = 0; values && i < MEASURE_WORLD_COUNT + history->pin_count; i++) {
            fprintf(file, ",%.9g", (double)values[i]);
        }
    }
    fputc('\n', file);
    bool written = !ferror(file);
    return fclose(file) == 0 && written;
}
