/*
 * shared_body.h: a heavy body that many contacts press on, as a drum full of boxes. As a block of contacts moves no body
 * twice, it would be in each block of its contacts, alone or nearly so. So it has as many copies as a block has lanes,
 * and its contacts take turns with them:
 *
 *     begin     copies are where the body is and as fast
 *     a pass    contacts push copies, each of which has a share of the mass
 *     end       the body gets what all of them got
 *
 * Momentum stays, and a pass over contacts with copies is stable as long as it is with the body itself: mass
 * splitting (Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body Simulation",
 * 2012).
 */
#ifndef THUD_SRC_RESPONSE_SHARED_BODY_H
#define THUD_SRC_RESPONSE_SHARED_BODY_H

#include "response/batch.h"

enum { thud_shared_copies = thud_block_lanes };

/* Numbers of the body and its first copy in a batch; body 0: there is none. */
typedef struct thud_shared_body {
    int32_t body, first_copy;
} thud_shared_body;

/* At the beginning of a step: the copies' masses, and what else stays as it is. */
void thud_load_copies(const thud_batch_bodies *bodies, thud_shared_body shared);

/* Before and after each pass. */
void thud_begin_copies(const thud_batch_bodies *bodies, thud_shared_body shared);
void thud_end_copies(const thud_batch_bodies *bodies, thud_shared_body shared);

#endif
