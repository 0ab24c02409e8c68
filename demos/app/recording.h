/*
 * recording.h: everything that was done to a scene since it was made, step by step, and the state's hash every second.
 * The engine is deterministic: the same scene with the same inputs is the same to the bit, so this is all it takes to
 * go back to any step, to repeat a moment with another number, and to send someone a bug.
 *
 * As text it is one line a thing:
 *
 *     thud-recording 1
 *     scene friction
 *     start scene.friction 0.8          a setting that is not the scene's own
 *     12 key down left                  before step 12
 *     14 mouse press 1.5 -2
 *     14 grab 1.5 -2
 *     20 drop
 *     31 set world.gravity.y -20
 *     40 edit shape 3 1 material.friction 0.2     of the shape of slot 3 and generation 1
 *     44 edit tile 0 1 material.friction 0.2 5    of tile 5 of the grid of the body of slot 0 and generation 1
 *     60 hash 0123456789abcdef          after 60 steps
 *     end 300                           steps made
 */
#pragma once

#include <stdio.h>

#include "hands.h"

enum {
    recording_hash_interval = 60,    /* [steps] */
    recording_most_inputs = 2000000, /* more are not recorded */
    recording_most_steps = 10000000, /* of a file */
    recording_most_bytes = 128 * 1024 * 1024
};

typedef struct recording {
    scene_options start; /* what the scene was made with */
    scene_input *inputs; /* in order of steps */
    int count, capacity;
    uint64_t *hashes; /* [i]: after (i + 1) * recording_hash_interval steps */
    int hash_count, hash_capacity;
    uint32_t end; /* steps made */
    bool full;    /* something is missing: too many inputs, or no memory */
} recording;

/* Removes all entries; the next recording starts from these options. Zeroed is a fine state before. */
void recording_begin(recording *log, const scene_options *start);
void recording_free(recording *log);

/* Puts an input before the one at `index` (0 to count). */
void recording_insert(recording *log, int index, scene_input input);

/* Takes away the changes of the same number from `index` on. */
void recording_forget_changes(recording *log, int index, const scene_input *like);

/* Takes away all inputs from `index` on; the recording then ends after `end` steps. */
void recording_cut(recording *log, int index, uint32_t end);

/* Removes the hashes of steps after `step`. */
void recording_forget_hashes(recording *log, uint32_t step);

/* The first input at or after a step. */
int recording_index(const recording *log, uint32_t step);

/*
 * Notes a hash, or compares it where there is one: false where it differs. Steps that are no
 * multiple of the interval have none.
 */
bool recording_hash(recording *log, uint32_t step, uint64_t hash);

/* The key of a word, as recordings and sweep files write it; 0 for none. */
int recording_key(const char *word);

/* Writes it as text; false where it cannot be written, or is full. */
bool recording_write(const recording *log, FILE *file);
bool recording_save(const recording *log, const char *path);

/* Whether a recording can be written to a file, which is made where there is none: to be asked before there is
 * anything to lose. */
bool recording_can_save(const char *path);

/*
 * Reads text of `size` bytes; false with one line in `error`, and an empty recording. `base` gives what a recording
 * does not hold: level, threads, SIMD width.
 */
bool recording_read(recording *log, const char *text, size_t size, const scene_options *base,
                    char error[SCENE_ERROR_SIZE]);
bool recording_load(recording *log, const char *path, const scene_options *base,
                    char error[SCENE_ERROR_SIZE]);
