/*
 * material.c: mixes the materials of two surfaces into the material of their contact, the only one that the solver
 * reads.
 */
#include "response/material.h"

thud_status thud_material_check(const thud_material *material) {
    if (!thud_is_finite(material->friction) || !thud_is_finite(material->elasticity) ||
        !thud_is_finite(material->rolling_resistance) || !thud_is_finite(material->surface_speed)) {
        return THUD_NOT_FINITE;
    }
    if (material->friction < 0.0f || material->elasticity < 0.0f || material->rolling_resistance < 0.0f) {
        return THUD_NEGATIVE;
    }
    bool in_range = material->elasticity <= 1.0f && material->friction <= THUD_MAX_COEFFICIENT &&
                    material->rolling_resistance <= THUD_MAX_COEFFICIENT &&
                    thud_abs(material->surface_speed) <= THUD_MAX_SPEED;
    return in_range ? THUD_OK : THUD_OUT_OF_RANGE;
}

void thud_materials_mix(const thud_material *a, const thud_material *b, thud_material *mixed) {
    mixed->friction = sqrtf(a->friction * b->friction);
    mixed->elasticity = thud_max(a->elasticity, b->elasticity);
    mixed->rolling_resistance = thud_max(a->rolling_resistance, b->rolling_resistance);
    mixed->surface_speed = a->surface_speed + b->surface_speed;
}

thud_material thud_material_mix(const thud_material *a, const thud_material *b) {
    thud_material mixed = {0};
    if (a != NULL && b != NULL) {
        thud_materials_mix(a, b, &mixed);
    }
    return mixed;
}
