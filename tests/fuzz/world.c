/*
 * Sequences of calls over the whole public API. An input is played in a world of plain C and one
 * thread, and again in one of another SIMD width or number of threads, and both must return the same
 * bits; or, with memory that fails at random, once.
 */
#include "play.h"

#include <string.h>

enum { most_calls = 200 };

/* How the second play differs; what this processor lacks becomes plain C. */
static const fuzz_setting settings[] = {
    {THUD_LANES_SSE2, 1, false},  {THUD_LANES_AVX2, 1, false}, {THUD_LANES_AVX512, 1, false},
    {THUD_LANES_NEON, 1, false},  {THUD_LANES_AVX2, 3, true},  {THUD_LANES_SCALAR, 3, true},
    {THUD_LANES_AVX512, 3, true}, {THUD_LANES_AUTO, 3, false},
};
enum { setting_count = sizeof settings / sizeof settings[0] };

static void play_input(fuzz_play *play, const uint8_t *data, size_t size, const fuzz_setting *setting) {
    size_t of_callbacks = size / 4;
    *play = (fuzz_play){.setting = *setting};
    play->main = (fuzz_reader){data, size - of_callbacks, 0};
    play->callbacks = (fuzz_reader){data + size - of_callbacks, of_callbacks, 0};
    play->in = &play->main;
    fuzz_byte(play->in); /* the setting */
    int failing = fuzz_byte(play->in);
    play->memory.random = (uint32_t)failing;
    play->memory.one_in = failing >= 224 ? 1 + failing % 32 : 0;
    thud_world_def def = fuzz_world_def(play);
    def.id_tag = 0;
    play->worlds[0] = thud_world_create(&def);
    for (int i = 0; i < 20 && play->worlds[0] == NULL; i++) {
        def = thud_world_defaults();
        def.hooks = fuzz_hooks(play);
        play->worlds[0] = thud_world_create(&def);
    }
    play->world = play->worlds[0];
    for (int i = 0; i < most_calls && !fuzz_at_end(play->in) && play->world != NULL; i++) {
        fuzz_make_call(play);
    }
    play->digests[play->steps] = play->digest;
    thud_hash_destroy(play->hash);
    thud_world_destroy(play->worlds[0]);
    thud_world_destroy(play->worlds[1]);
    fuzz_check(play->memory.bytes == 0 && play->memory.blocks == 0, "%ld bytes, %ld blocks are kept",
               (long)play->memory.bytes, (long)play->memory.blocks);
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
    return 0;
}
