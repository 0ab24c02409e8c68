/*
 * The list of inputs and hashes.
 */
#include "recording.h"

#include <stdlib.h>
#include <string.h>

void recording_begin(recording *log, const scene_options *start) {
    log->start = *start;
    log->count = log->hash_count = 0;
    log->end = 0;
    log->full = false;
}

void recording_free(recording *log) {
    free(log->inputs);
    free(log->hashes);
    *log = (recording){0};
}

/* Room for one more of `size` bytes; false where there is none. */
static bool make_room(void **array, int count, int *capacity, size_t size) {
    if (count < *capacity) {
        return true;
    }
    int wanted = *capacity > 0 ? 2 * *capacity : 64;
    void *larger = realloc(*array, (size_t)wanted * size);
    if (larger) {
        *array = larger;
        *capacity = wanted;
    }
    return larger != NULL;
}

void recording_insert(recording *log, int index, scene_input input) {
    void *inputs = log->inputs;
    if (log->count >= recording_most_inputs ||
        !make_room(&inputs, log->count, &log->capacity, sizeof *log->inputs)) {
        log->full = true;
        return;
    }
    log->inputs = inputs;
    memmove(&log->inputs[index + 1], &log->inputs[index], (size_t)(log->count - index) * sizeof *log->inputs);
    log->inputs[index] = input;
    log->count++;
}

void recording_forget_changes(recording *log, int index, const scene_input *like) {
    int kept = index;
    for (int i = index; i < log->count; i++) {
        if (!input_is_same_number(&log->inputs[i], like)) {
            log->inputs[kept++] = log->inputs[i];
        }
    }
    log->count = kept;
}

void recording_cut(recording *log, int index, uint32_t end) {
    log->count = index;
    log->end = end;
    recording_forget_hashes(log, end);
}

void recording_forget_hashes(recording *log, uint32_t step) {
    int kept = (int)(step / recording_hash_interval);
    log->hash_count = log->hash_count < kept ? log->hash_count : kept;
}

int recording_index(const recording *log, uint32_t step) {
    int low = 0, high = log->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (log->inputs[middle].step < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool recording_hash(recording *log, uint32_t step, uint64_t hash) {
    int index = (int)(step / recording_hash_interval) - 1;
    if (index < 0 || step % recording_hash_interval != 0 || index > log->hash_count) {
        return true;
    }
    if (index < log->hash_count) {
        return log->hashes[index] == hash;
    }
    void *hashes = log->hashes;
    if (make_room(&hashes, log->hash_count, &log->hash_capacity, sizeof *log->hashes)) {
        log->hashes = hashes;
        log->hashes[log->hash_count++] = hash;
    }
    return true;
}
