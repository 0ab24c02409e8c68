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

static thud_surface surface_of(const thud_shape_record *shape) {
    return (thud_surface){shape->def->material, shape->def->material_id};
}

/* Calls the user's callback, with the world locked. */
static thud_material ask_to_mix(thud_world *world, const thud_surface *a, const thud_surface *b) {
    bool was_locked = world->locked;
    world->locked = true;
    bool in_order = a->material_id <= b->material_id;
    thud_material mixed =
        world->def.mix_materials(in_order ? a : b, in_order ? b : a, world->def.mix_materials_context);
    world->locked = was_locked;
    return mixed;
}

thud_material thud_shapes_mix(thud_world *world, int32_t shape_a, int32_t shape_b) {
    thud_surface a = surface_of(&world->shapes.records[shape_a]);
    thud_surface b = surface_of(&world->shapes.records[shape_b]);
    if (world->def.mix_materials != NULL) {
        thud_material mixed = ask_to_mix(world, &a, &b);
        if (thud_material_accept(world, "mix_materials", &mixed)) {
            return mixed;
        }
    }
    return thud_material_mix(&a.material, &b.material);
}
