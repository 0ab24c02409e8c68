/* refusal.h: the last refused call of a world, kept apart from it: getters of a const world refuse too, on several threads at once. */
#ifndef THUD_SRC_WORLD_REFUSAL_H
#define THUD_SRC_WORLD_REFUSAL_H

#include "thud/base.h"

#include <stdatomic.h>

typedef struct thud_refusal_record {
    atomic_flag lock;
    thud_refusal last;
} thud_refusal_record;

void thud_refusal_record_write(thud_refusal_record *record, const thud_refusal *refusal);
thud_refusal thud_refusal_record_read(thud_refusal_record *record);

#endif
