/*
 * shared_body.h: a heavy body that many contacts press on, as a drum full of boxes. As a block of contacts moves no body
 * twice, it would be in each block of its contacts, alone or nearly so; and all strips of a pile would wait for it. So
 * each strip has as many copies of it as a block has lanes, and its contacts take turns with them. The body itself is in
 * a strip of its own, with its joints. Stage by stage (piles.c):
 *
 *     begin   all copies are where the body is, and as fast
 *             contacts push copies, each of which has a share of the mass
 *     end     the body gets what the contacts of each strip did:   v += sum of (v_copy - v_idle) / copies
 *
 * An idle copy that nothing touches tells how fast the body would be without the strip's contacts. What is so of the
 * velocity is so of its base. Momentum stays, and a pass over contacts with copies is stable as long as it is with the
 * body itself: mass splitting (Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body
 * Simulation", 2012).
 */
#ifndef THUD_SRC_RESPONSE_SHARED_BODY_H
#define THUD_SRC_RESPONSE_SHARED_BODY_H

#include "response/batch.h"
#include "response/solve_input.h"

/* Copies that contacts push; behind them the idle one, and one more, as kernels move two bodies at a time. */
enum { thud_shared_copies = thud_block_lanes, thud_shared_records = thud_shared_copies + 2 };

/* The velocity of a shared body and its base (batch.h), or what a strip adds to them. */
typedef struct thud_shared_motion {
    thud_velocity velocity, base;
} thud_shared_motion;

static inline void thud_shared_motion_add(thud_shared_motion *sum, const thud_shared_motion *more) {
    sum->velocity.linear = thud_vec2_add(sum->velocity.linear, more->velocity.linear);
    sum->velocity.angular += more->velocity.angular;
    sum->base.linear = thud_vec2_add(sum->base.linear, more->base.linear);
    sum->base.angular += more->base.angular;
}

/* Gives the copies their shares of the mass, once they are loaded as the body. */
void thud_share_mass(const thud_batch_bodies *bodies, int32_t first_copy);

/* Makes the copies move like the body. */
void thud_set_copies(const thud_batch_bodies *bodies, int32_t first_copy, const thud_shared_motion *motion);

/* What the contacts of the copies have done. */
thud_shared_motion thud_sum_copies(const thud_batch_bodies *bodies, int32_t first_copy);

#endif
