/* tuned_world.h: a world and the set of its numbers, open for the tests of a file. */
#pragma once

#include "test.h"

#include "thud/tunables.h"

static thud_tunables *tunables;
static thud_world *world;

static int open_world(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    world = thud_world_create(&def);
    tunables = thud_tunables_create();
    return world != NULL && thud_tunables_add_world(tunables, world) == THUD_OK ? 0 : -1;
}

static int close_world(void **state) {
    (void)state;
    thud_tunables_destroy(tunables);
    thud_world_destroy(world);
    return 0;
}
