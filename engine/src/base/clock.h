/* A clock for timings that people look at. Nothing that is simulated may depend on it. */
#ifndef THUD_SRC_BASE_CLOCK_H
#define THUD_SRC_BASE_CLOCK_H

/* Milliseconds since some fixed moment, never going back. */
double thud_clock_milliseconds(void);

#endif
