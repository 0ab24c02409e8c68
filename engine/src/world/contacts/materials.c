/* materials.c: mixes the materials of two shapes: friction and elasticity by the default rule,
 * or by the user's callback. */
#include "world/contacts/materials.h"

#include "response/material.h"
#include "world/check.h"
#include "world/refusal.h"
#include "world/world_state.h"

bool thud_material_accept(thud_world *world, const char *source, const thud_material *material) {
    thud_status status = thud_material_check(material);
    if (status != THUD_OK) {
        world->result.refused_materials++;
        thud_refuse(world, thud_on_world("thud_world_step"), status, source, 0.0);
    }
    return status == THUD_OK;
}

/* Calls the user's callback, with the world locked. */
static thud_material ask_to_mix(thud_world *world, const thud_shape_def *def_a, const thud_shape_def *def_b) {
    const thud_surface surfaces[2] = {{def_a->material, def_a->material_id},
                                      {def_b->material, def_b->material_id}};
    bool was_locked = world->locked;
    world->locked = true;
    bool in_order = def_a->material_id <= def_b->material_id;
    thud_material mixed =
        world->def.mix_materials(&surfaces[!in_order], &surfaces[in_order], world->def.mix_materials_context);
    world->locked = was_locked;
    return mixed;
}

void thud_shapes_mix(thud_world *world, int32_t shape_a, int32_t shape_b, thud_material *mixed) {
    const thud_shape_def *a = world->shapes.records[shape_a].def, *b = world->shapes.records[shape_b].def;
    if (world->def.mix_materials != NULL) {
        *mixed = ask_to_mix(world, a, b);
        if (thud_material_accept(world, "mix_materials", mixed)) {
            return;
        }
    }
    thud_materials_mix(&a->material, &b->material, mixed);
}
