/* world_tunables.c: the numbers of a running world. */
#include "tools/refuse.h"
#include "tools/tunable_set.h"

#include <stdlib.h>

/* The context of a world's group. */
typedef struct world_binding {
    thud_world *world;
    thud_world_def def;
} world_binding;

static void read_world(void *values, void *context) {
    const world_binding *binding = context;
    *(thud_world_def *)values = thud_world_definition(binding->world);
}

static thud_refusal apply_world(const thud_tunable_change *change, void *context) {
    const world_binding *binding = context;
    bool accepted = thud_world_configure(binding->world, change->values);
    return accepted ? thud_no_refusal() : thud_world_refusal(binding->world);
}

thud_status thud_tunables_add_world(thud_tunables *tunables, thud_world *world) {
    if (tunables == NULL || world == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    world_binding *binding = malloc(sizeof *binding);
    if (binding == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    binding->world = world;
    read_world(&binding->def, binding);
    thud_world_def defaults = thud_world_defaults_for_unit(binding->def.length_unit);
    thud_tunable_group group = {.name = "world",
                                .table = thud_tunables_of(THUD_TUNABLES_WORLD),
                                .values = &binding->def,
                                .defaults = &defaults,
                                .apply = apply_world,
                                .read = read_world,
                                .context = binding};
    thud_status status = thud_tunables_add_owned(tunables, &group, binding, free);
    if (status != THUD_OK) {
        free(binding);
    }
    return status;
}
