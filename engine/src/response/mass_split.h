/*
 * mass_split.h: a heavy body that many contacts press on, as a drum full of boxes. A block of contacts contains no body
 * twice, so each contact of the drum would need a block nearly for itself, and all partitions of the island would wait
 * for the drum. So each partition has as many proxies of the body as a block has lanes, and its contacts use them in
 * turn. The body itself is in a partition of its own, with its joints. Stage by stage (stages.c):
 *
 *     begin   all proxies get the position and velocity of the body
 *             contacts push proxies, each of which has a part of the mass
 *     end     the body adds the changes of each partition:   v += sum of (v_proxy - v_idle) / proxies
 *
 * No contact touches the idle proxy: it has the velocity of the body without the partition's contacts. The base is
 * treated like the velocity. Momentum is conserved, and a pass over contacts with proxies is as stable as one with the
 * body itself: mass splitting (Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body
 * Simulation", 2012).
 */
#pragma once

#include "response/batch.h"

/* Proxies that contacts push, from record 1 of a partition on, followed by the idle one. */
enum {
    thud_first_proxy = 1,
    thud_proxies = thud_block_lanes,
    thud_idle_proxy = thud_first_proxy + thud_proxies
};

/* The velocity of a mass-split body and its base (batch.h), or the changes of them by a partition. */
typedef struct thud_split_motion {
    thud_velocity velocity, base;
} thud_split_motion;
