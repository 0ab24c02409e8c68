/*
 * The recorded input of the demonstration, as runs: a number of steps, then the buttons that are held for them: l r u d
 * for the directions, j jump, x dash, - none.
 */
#include "platformer.h"

static const char recording[] =
    "150-125r2rx442r24rj34r24rj75r24rj17r24rj51r8-1d407r37-14rj9r149-22rj18r91-12rj30r20rj18r26-20l68-"
    "20l68-20l68-18rj23r158-58r28-46r24rj255r24rj266r16rj5r17rj42r18rj106r149u47r63ru10r2ruj151r16rj236r"
    "24rj39r121-";

typedef struct recording_run {
    uint64_t steps;
    unsigned buttons;
} recording_run;

/* Reads a run; what follows it, or null at the end. */
static const char *read_run(const char *at, recording_run *run) {
    static const char letters[] = "lrudjx";
    *run = (recording_run){0, 0};
    if (*at < '0' || *at > '9') {
        return NULL;
    }
    for (; *at >= '0' && *at <= '9'; at++) {
        run->steps = 10 * run->steps + (uint64_t)(*at - '0');
    }
    for (; *at != '\0' && (*at < '0' || *at > '9'); at++) {
        for (unsigned i = 0; letters[i] != '\0'; i++) {
            run->buttons |= letters[i] == *at ? 1u << i : 0;
        }
    }
    return at;
}

unsigned platformer_recorded(uint64_t step) {
    recording_run run;
    uint64_t end = 0;
    for (const char *at = read_run(recording, &run); at != NULL; at = read_run(at, &run)) {
        end += run.steps;
        if (step < end) {
            return run.buttons;
        }
    }
    return 0;
}

uint64_t platformer_recorded_steps(void) {
    recording_run run;
    uint64_t end = 0;
    for (const char *at = read_run(recording, &run); at != NULL; at = read_run(at, &run)) {
        end += run.steps;
    }
    return end;
}
