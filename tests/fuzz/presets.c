/*
 * Preset files: any bytes at all as the text of one. What is refused says why in one line and changes nothing. What is
 * applied is written into its own lines and applied again to the same bits, and the third text is that of the second.
 */
#include "check.h"

#include <stdint.h>
#include <string.h>

#include "thud/preset.h"
#include "thud/runner.h"
#include "thud/tile_grid.h"

/* The numbers that a game has: a world with a body, a joint and a tile, and a runner. */
typedef struct game {
    thud_world *world;
    thud_runner_def runner;
    thud_tunables *tunables;
} game;

static game open_game(void) {
    game on = {.runner = thud_runner_defaults(), .tunables = thud_tunables_create()};
    thud_world_def def = thud_world_defaults();
    on.world = thud_world_create(&def);
    thud_body_def body_def = thud_body_defaults();
    thud_body_id ground = thud_body_create(on.world, &body_def);
    body_def.type = THUD_BODY_DYNAMIC;
    thud_body_id body = thud_body_create(on.world, &body_def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(on.world, body, &shape, (thud_vec2){0.5f, 0.5f});
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(on.world, ground, body, (thud_vec2){0.0f, 0.0f});
    thud_revolute_joint_create(on.world, &hinge);
    const thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full()};
    thud_tile_grid_def grid = thud_tile_grid_defaults();
    grid.tiles = (thud_tile_set){tiles, 2};
    grid.columns = grid.rows = 1;
    grid.cells = &(const uint16_t){1};
    thud_tile_grid_create(on.world, ground, &grid);
    return on;
}

static void bind(game *on) {
    thud_tunable_group runner = {
        .name = "runner", .table = thud_tunables_of(THUD_TUNABLES_RUNNER), .values = &on->runner};
    thud_status status = thud_tunables_add_world(on->tunables, on->world);
    status = status == THUD_OK ? thud_tunables_add_objects(on->tunables, on->world) : status;
    status = status == THUD_OK ? thud_tunables_add(on->tunables, &runner) : status;
    fuzz_check(status == THUD_OK, "%s", thud_status_name(status));
}

static void close_game(game *on) {
    thud_tunables_destroy(on->tunables);
    thud_world_destroy(on->world);
}

/* All values as text. */
static char *values_of(const game *on) {
    return thud_preset_text(on->tunables, THUD_PRESET_ALL, NULL);
}

static void check_line(const thud_preset_fault *fault) {
    fuzz_check(fault->message[0] != '\0', "refused without a word");
    fuzz_check(memchr(fault->message, '\0', sizeof fault->message) != NULL, "endless");
    for (const char *c = fault->message; *c != '\0'; c++) {
        fuzz_check(*c >= ' ' && *c < 127, "the message holds the byte %d", *c);
    }
}

/* What was applied is written into its own lines, and those into theirs. */
static void check_round(game *on, const char *text) {
    char *values = values_of(on);
    char *written = thud_preset_text(on->tunables, THUD_PRESET_CHANGED, text);
    thud_preset_fault fault = thud_preset_apply(on->tunables, "written", written, strlen(written));
    fuzz_check(fault.status == THUD_OK, "%s in:\n%s", fault.message, written);
    char *values_now = values_of(on);
    fuzz_check(strcmp(values, values_now) == 0, "other values:\n%s\n%s", values, values_now);
    char *again = thud_preset_text(on->tunables, THUD_PRESET_CHANGED, written);
    fuzz_check(strcmp(written, again) == 0, "another text:\n%s\n%s", written, again);
    thud_text_free(values);
    thud_text_free(written);
    thud_text_free(values_now);
    thud_text_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    game on = open_game();
    bind(&on);
    char *text = malloc(size + 1);
    char *before = values_of(&on);
    memcpy(text, data, size);
    text[size] = '\0';
    thud_preset_fault fault = thud_preset_apply(on.tunables, "fuzzed", text, size);
    if (fault.status != THUD_OK) {
        char *after = values_of(&on);
        check_line(&fault);
        fuzz_check(strcmp(before, after) == 0, "%s, and yet:\n%s\n%s", fault.message, before, after);
        thud_text_free(after);
    } else {
        if (size > 0 && memchr(text, '\0', size) == NULL) {
            check_round(&on, text);
        }
        for (int i = 0; i < 3; i++) {
            thud_world_step(on.world, 1.0f / 60.0f);
        }
    }
    thud_text_free(before);
    free(text);
    close_game(&on);
    return 0;
}
