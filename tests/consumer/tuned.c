/*
 * A game that is tuned while it runs, with thud::tools from the package: its own numbers and the world's come from a
 * preset file, which is changed in between, once rightly and once not.
 *
 *     tuned FILE
 */
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

typedef struct hero {
    float jump_speed;
    int lives;
} hero;

static const thud_tunable hero_rows[] = {
    {.field = "jump_speed",
     .label = "jump speed",
     .unit = "m/s",
     .offset = offsetof(hero, jump_speed),
     .type = THUD_TUNABLE_FLOAT,
     .least = 0,
     .most = 100,
     .low = 0,
     .high = 20,
     .advice = "Upwards, from the ground."},
    {.field = "lives",
     .label = "lives",
     .unit = "",
     .offset = offsetof(hero, lives),
     .type = THUD_TUNABLE_INT,
     .least = 1,
     .most = 9,
     .low = 1,
     .high = 9,
     .advice = "At the start."},
};
static const thud_tunable_table hero_table = {
    .type = "hero", .size = sizeof(hero), .rows = hero_rows, .count = 2};

static int failures = 0;

static void expect(int right, const char *what) {
    printf("%s: %s\n", right ? "right" : "WRONG", what);
    failures += !right;
}

static void write_preset(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(text, 1, strlen(text), file) != strlen(text) || fclose(file) != 0) {
        printf("cannot write %s\n", path);
        failures++;
    }
}

/* A frame of the game: the file first, then a step. */
static thud_preset_result frame(thud_preset_watch *watch, thud_tunables *tunables, thud_world *world,
                                thud_preset_fault *fault) {
    thud_preset_result result = thud_preset_watch_poll(watch, tunables, fault);
    thud_world_step(world, 1.0f / 60.0f);
    return result;
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : "tuned.preset";
    thud_world_def world_def = thud_world_defaults();
    thud_world *world = thud_world_create(&world_def);
    hero player = {5.0f, 3};
    thud_tunables *tunables = thud_tunables_create();
    const thud_tunable_group group = {.name = "hero", .table = &hero_table, .values = &player};
    thud_tunables_add_world(tunables, world);
    thud_tunables_add(tunables, &group);
    thud_preset_fault fault;

    write_preset(path, "thud-preset 1\nworld.gravity.y = -20  # a heavy world\nhero.jump_speed = 8.5\n");
    thud_preset_watch *watch = thud_preset_watch_create(path);
    expect(frame(watch, tunables, world, &fault) == THUD_PRESET_APPLIED,
           "the preset is read in the first frame");
    expect(player.jump_speed == 8.5f && thud_world_gravity(world).y == -20.0f, "its numbers hold");
    expect(frame(watch, tunables, world, &fault) == THUD_PRESET_SAME, "nothing happens while the file stays");

    write_preset(path, "thud-preset 1\nworld.gravity.y = -1.62\nhero.lives = 5\n");
    expect(frame(watch, tunables, world, &fault) == THUD_PRESET_APPLIED, "a changed file is read");
    expect(player.lives == 5 && thud_world_gravity(world).y == -1.62f && player.jump_speed == 5.0f,
           "its numbers hold, others go back");

    write_preset(path, "thud-preset 1\nworld.gravity.y = -30\nhero.livse = 9\n");
    expect(frame(watch, tunables, world, &fault) == THUD_PRESET_REFUSED, "a wrong file is refused");
    expect(fault.line == 3 && strstr(fault.message, "did you mean 'hero.lives'?") != NULL, fault.message);
    expect(player.lives == 5 && thud_world_gravity(world).y == -1.62f, "the last good numbers stay");

    thud_preset_watch_destroy(watch);
    thud_tunables_destroy(tunables);
    thud_world_destroy(world);
    return failures == 0 ? 0 : 1;
}
