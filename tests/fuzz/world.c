/*
 * Sequences of calls over the whole public API. An input is played in a world of plain C and one
 * thread, and again in one of another SIMD width or number of threads, and both must return the same
 * bits; or, with memory that fails at random, once. Some are played a third time, in a block of memory, and go back
 * to a snapshot at their end: then the calls since must return the same bits again.
 */
#include "play.h"

#include "thud/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { most_calls = 200, block_bytes = 64 << 20 };

/* How the second play differs; what this processor lacks becomes plain C. */
static const fuzz_setting settings[] = {
    {THUD_LANES_SSE2, 1, false},  {THUD_LANES_AVX2, 1, false}, {THUD_LANES_AVX512, 1, false},
    {THUD_LANES_NEON, 1, false},  {THUD_LANES_AVX2, 3, true},  {THUD_LANES_SCALAR, 3, true},
    {THUD_LANES_AVX512, 3, true}, {THUD_LANES_AUTO, 3, false},
};
enum { setting_count = sizeof settings / sizeof settings[0] };

static void begin_play(fuzz_play *play, const uint8_t *data, size_t size, const fuzz_setting *setting) {
    size_t of_callbacks = size / 4;
    *play = (fuzz_play){.setting = *setting};
    play->main = (fuzz_reader){data, size - of_callbacks, 0};
    play->callbacks = (fuzz_reader){data + size - of_callbacks, of_callbacks, 0};
    play->in = &play->main;
    fuzz_byte(play->in); /* the setting */
    int failing = fuzz_byte(play->in);
    play->memory.random = (uint32_t)failing;
    play->memory.one_in = failing >= 224 ? 1 + failing % 32 : 0;
}

static void make_world(fuzz_play *play, void *block) {
    thud_world_def def = fuzz_world_def(play);
    def.id_tag = 0;
    if (block != NULL) {
        def.hooks = thud_snapshot_hooks(block, block_bytes);
        play->in_block = true;
        play->memory.was_full = true; /* the block may be */
    }
    play->worlds[0] = thud_world_create(&def);
    for (int i = 0; i < 20 && play->worlds[0] == NULL && block == NULL; i++) {
        def = thud_world_defaults();
        def.hooks = fuzz_hooks(play);
        play->worlds[0] = thud_world_create(&def);
    }
    play->world = play->worlds[0];
}

static void make_calls(fuzz_play *play, int count) {
    for (int i = 0; i < count && !fuzz_at_end(play->in) && play->world != NULL; i++) {
        fuzz_make_call(play);
    }
    play->digests[play->steps] = play->digest;
}

static void end_play(fuzz_play *play) {
    thud_hash_destroy(play->hash);
    thud_world_destroy(play->worlds[0]);
    thud_world_destroy(play->worlds[1]);
    fuzz_check(play->memory.bytes == 0 && play->memory.blocks == 0, "%ld bytes, %ld blocks are kept",
               (long)play->memory.bytes, (long)play->memory.blocks);
}

static void play_input(fuzz_play *play, const uint8_t *data, size_t size, const fuzz_setting *setting) {
    begin_play(play, data, size, setting);
    make_world(play, NULL);
    make_calls(play, most_calls);
    end_play(play);
}

static void compare(const fuzz_play *one, const fuzz_play *other) {
    const char *lanes = thud_lanes_name(other->setting.lanes);
    for (int i = 0; i <= one->steps && i <= other->steps; i++) {
        fuzz_check(one->digests[i] == other->digests[i], "%s with %d workers parts in step %d of %d", lanes,
                   other->setting.workers, i, one->steps);
    }
    fuzz_check(one->steps == other->steps, "%s with %d workers makes %d steps, not %d", lanes,
               other->setting.workers, other->steps, one->steps);
}

/* Plays an input to its end, returns to a snapshot and plays the rest again. */
static void play_and_go_back(fuzz_play *play, const uint8_t *data, size_t size, const fuzz_setting *setting) {
    static fuzz_play saved, first;
    int before = data[1] % 32 * 3;
    void *block = malloc(block_bytes);
    begin_play(play, data, size, setting);
    make_world(play, block);
    make_calls(play, before);
    if (play->world != NULL && play->worlds[1] == NULL && play->hash == NULL) {
        size_t bytes = thud_snapshot_save(play->world, NULL, 0);
        void *snapshot = malloc(bytes);
        fuzz_check(thud_snapshot_save(play->world, snapshot, bytes) == bytes, "no snapshot of %ld bytes",
                   (long)bytes);
        saved = *play;
        make_calls(play, most_calls - before);
        first = *play;
        thud_hash_destroy(play->hash);
        thud_world_destroy(play->worlds[1]);
        fuzz_check(thud_snapshot_restore(play->worlds[0], snapshot, bytes), "no way back");
        *play = saved;
        make_calls(play, most_calls - before);
        compare(&first, play);
        free(snapshot);
    }
    end_play(play);
    free(block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_setting plain = {THUD_LANES_SCALAR, 1, false};
    static fuzz_play one, other;
    fuzz_setting setting = size > 0 ? settings[data[0] % setting_count] : plain;
    if (!thud_lanes_available(setting.lanes)) {
        setting.lanes = THUD_LANES_SCALAR;
    }
    bool memory_fails = size > 1 && data[1] >= 224;
    play_input(&one, data, size, memory_fails ? &setting : &plain);
    if (!memory_fails && !one.memory.was_full) {
        play_input(&other, data, size, &setting);
        if (!other.memory.was_full) {
            compare(&one, &other);
        }
    }
    if (size > 1 && data[1] >= 192 && data[1] < 224) {
        play_and_go_back(&one, data, size, &plain);
    }
    return 0;
}
