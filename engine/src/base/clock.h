/* A clock for timings shown to people. The simulation must not depend on it. */
#ifndef THUD_SRC_BASE_CLOCK_H
#define THUD_SRC_BASE_CLOCK_H

/* Milliseconds since some fixed moment; never decreases. */
double thud_clock_milliseconds(void);

#endif
