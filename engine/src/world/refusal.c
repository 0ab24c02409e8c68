#include "world/refusal.h"

#include "base/spin.h"

/* Held for the copy of a refusal: waiting for it is short. */
static void lock(thud_refusal_record *record) {
    int spins = 0;
    while (atomic_flag_test_and_set_explicit(&record->lock, memory_order_acquire)) {
        thud_spin(&spins);
    }
}

static void unlock(thud_refusal_record *record) {
    atomic_flag_clear_explicit(&record->lock, memory_order_release);
}

void thud_refusal_record_write(thud_refusal_record *record, const thud_refusal *refusal) {
    lock(record);
    record->last = *refusal;
    unlock(record);
}

thud_refusal thud_refusal_record_read(thud_refusal_record *record) {
    lock(record);
    thud_refusal last = record->last;
    unlock(record);
    return last;
}
