/*
 * mass_split.h: a heavy body that many contacts press on, as a drum full of boxes. As a block of contacts moves no body
 * twice, it would be in each block of its contacts, alone or nearly so; and all partitions of its island would wait for
 * it. So each partition has as many proxies of it as a block has lanes, and its contacts take turns with them. The body
 * itself is in a partition of its own, with its joints. Stage by stage (stages.c):
 *
 *     begin   all proxies are where the body is, and as fast
 *             contacts push proxies, each of which has a share of the mass
 *     end     the body gets what the contacts of each partition did:   v += sum of (v_proxy - v_idle) / proxies
 *
 * An idle proxy that nothing touches tells how fast the body would be without the partition's contacts. What is so of the
 * velocity is so of its base. Momentum stays, and a pass over contacts with proxies is stable as long as it is with the
 * body itself: mass splitting (Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body
 * Simulation", 2012).
 */
#ifndef THUD_SRC_RESPONSE_MASS_SPLIT_H
#define THUD_SRC_RESPONSE_MASS_SPLIT_H

#include "response/batch.h"

/* Proxies that contacts push, from record 1 of a partition on; behind them the idle one. */
enum {
    thud_first_proxy = 1,
    thud_proxies = thud_block_lanes,
    thud_idle_proxy = thud_first_proxy + thud_proxies
};

/* The velocity of a mass-split body and its base (batch.h), or what a partition adds to them. */
typedef struct thud_split_motion {
    thud_velocity velocity, base;
} thud_split_motion;

static inline void thud_split_motion_add(thud_split_motion *sum, const thud_split_motion *more) {
    sum->velocity.linear = thud_vec2_add(sum->velocity.linear, more->velocity.linear);
    sum->velocity.angular += more->velocity.angular;
    sum->base.linear = thud_vec2_add(sum->base.linear, more->base.linear);
    sum->base.angular += more->base.angular;
}

/* Gives the proxies their shares of the mass, once they are loaded as the body. */
void thud_split_mass(const thud_batch_bodies *bodies);

/* Makes the proxies move like the body. */
void thud_set_proxies(const thud_batch_bodies *bodies, const thud_split_motion *motion);

/* What the contacts of the proxies have done. */
thud_split_motion thud_sum_proxies(const thud_batch_bodies *bodies);

#endif
