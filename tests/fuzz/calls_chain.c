/* chain.h: chains of any points and materials, and every call on them. */
#include "play.h"

enum { most_chain_points = 12 };

static bool chain_defaults(fuzz_play *play) {
    return thud_chain_defaults().count == 0 && play != NULL;
}

static bool chain_create(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_chain_def, loop, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_chain_def, one_sided, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_chain_def, material_count, FUZZ_INT, 2),
        FUZZ_FIELD(thud_chain_def, filter.category, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_chain_def, filter.mask, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_chain_def, filter.group, FUZZ_INT, 2),
        FUZZ_FIELD(thud_chain_def, material_id, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_chain_def, contact_events, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_chain_def, hit_events, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_chain_def, pre_solve, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_chain_def, one_way.x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_chain_def, one_way.y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_chain_def, name, FUZZ_NAME, 0),
    };
    thud_body_id body = fuzz_body(play);
    thud_vec2 points[most_chain_points];
    thud_material materials[most_chain_points];
    thud_chain_def def = thud_chain_defaults();
    def.points = fuzz_rarely(play->in, 64) ? NULL : points;
    def.count = fuzz_choice(play->in, most_chain_points + 1);
    float x = -8.0f;
    for (int i = 0; i < def.count; i++) {
        x += thud_abs(fuzz_number(play->in, 4));
        points[i] = thud_vec2_make(x, fuzz_number(play->in, 2));
        materials[i] = (thud_material){0.6f, 0.0f, 0.0f, 0.0f};
    }
    materials[0] = fuzz_material(play);
    def.materials = fuzz_rarely(play->in, 4) ? materials : NULL;
    fuzz_edit(play->in, &def, fields, sizeof fields / sizeof fields[0]);
    def.material_count = def.material_count > most_chain_points ? most_chain_points
                                                                : def.material_count; /* there are no more */
    if (!fuzz_has_room(play)) {
        return false;
    }
    thud_chain_id chain = thud_chain_create(play->world, body, &def);
    fuzz_keep(play, FUZZ_CHAIN, (fuzz_id){chain.slot, chain.generation});
    thud_shape_id segment = thud_chain_segment(play->world, chain, 0);
    fuzz_keep(play, FUZZ_SHAPE, (fuzz_id){segment.slot, segment.generation});
    return chain.generation != 0;
}

static bool chain_destroy(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    bool destroyed = thud_chain_destroy(play->world, chain);
    fuzz_check(!destroyed || !thud_chain_is_valid(play->world, chain), "a destroyed chain is valid");
    return destroyed;
}

static bool chain_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_chain_is_valid(play->world, fuzz_chain(play)));
}

static bool chain_move_point(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    int index = fuzz_count(play->in, most_chain_points);
    return thud_chain_move_point(play->world, chain, index, fuzz_vec2(play->in, 8));
}

static bool chain_insert_point(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    int index = fuzz_count(play->in, most_chain_points);
    thud_vec2 point = fuzz_vec2(play->in, 8);
    return fuzz_has_room(play) && thud_chain_insert_point(play->world, chain, index, point);
}

static bool chain_remove_point(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    return thud_chain_remove_point(play->world, chain, fuzz_count(play->in, most_chain_points));
}

static bool chain_point_count(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    int points = thud_chain_point_count(play->world, chain);
    int segments = thud_chain_segment_count(play->world, chain);
    bool loop = thud_chain_is_loop(play->world, chain);
    fuzz_check(points == 0 || segments == points - 1 + loop, "%d points and %d segments", points, segments);
    fuzz_see_bits(play, (uint64_t)points);
    return true;
}

static bool chain_point(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    fuzz_see_finite_vec2(play, "point",
                         thud_chain_point(play->world, chain, fuzz_count(play->in, most_chain_points)));
    return true;
}

static bool chain_segment_count(fuzz_play *play) {
    fuzz_see_bits(play, (uint64_t)thud_chain_segment_count(play->world, fuzz_chain(play)));
    return true;
}

static bool chain_segment(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    int index = fuzz_count(play->in, most_chain_points);
    thud_shape_id segment = thud_chain_segment(play->world, chain, index);
    int found = -1;
    thud_chain_id owner = thud_shape_chain(play->world, segment, &found);
    fuzz_check(segment.generation == 0 || (owner.slot == chain.slot && found == index),
               "segment %d is segment %d", index, found);
    fuzz_keep(play, FUZZ_SHAPE, (fuzz_id){segment.slot, segment.generation});
    return true;
}

static bool chain_set_material(fuzz_play *play) {
    thud_chain_id chain = fuzz_chain(play);
    int index = fuzz_count(play->in, most_chain_points);
    thud_material material = fuzz_material(play);
    return thud_chain_set_material(play->world, chain, index, fuzz_rarely(play->in, 32) ? NULL : &material);
}

static bool chain_body(fuzz_play *play) {
    fuzz_see_bits(play, thud_chain_body(play->world, fuzz_chain(play)).slot);
    return true;
}

static bool chain_is_loop(fuzz_play *play) {
    return fuzz_see_bool(play, thud_chain_is_loop(play->world, fuzz_chain(play)));
}

static bool chain_is_one_sided(fuzz_play *play) {
    return fuzz_see_bool(play, thud_chain_is_one_sided(play->world, fuzz_chain(play)));
}

static bool chain_name(fuzz_play *play) {
    const char *name = thud_chain_name(play->world, fuzz_chain(play));
    fuzz_see_bits(play, name != NULL ? (uint64_t)name[0] : 0);
    return true;
}

static bool chain_user_data(fuzz_play *play) {
    return thud_chain_user_data(play->world, fuzz_chain(play)) == NULL;
}

static bool shape_chain(fuzz_play *play) {
    fuzz_see_bits(play, thud_shape_chain(play->world, fuzz_shape_id(play), NULL).slot);
    return true;
}

static bool world_next_chain(fuzz_play *play) {
    fuzz_see_bits(play, thud_world_next_chain(play->world, fuzz_chain(play)).slot);
    return true;
}

static const fuzz_row chain_rows[] = {
    {"thud_chain_defaults", FUZZ_ALONE, chain_defaults},
    {"thud_chain_create", FUZZ_CHANGES, chain_create},
    {"thud_chain_destroy", FUZZ_CHANGES, chain_destroy},
    {"thud_chain_is_valid", FUZZ_ASKS, chain_is_valid},
    {"thud_chain_move_point", FUZZ_CHANGES, chain_move_point},
    {"thud_chain_insert_point", FUZZ_CHANGES, chain_insert_point},
    {"thud_chain_remove_point", FUZZ_CHANGES, chain_remove_point},
    {"thud_chain_point_count", FUZZ_ASKS, chain_point_count},
    {"thud_chain_point", FUZZ_ASKS, chain_point},
    {"thud_chain_segment_count", FUZZ_ASKS, chain_segment_count},
    {"thud_chain_segment", FUZZ_ASKS, chain_segment},
    {"thud_chain_set_material", FUZZ_CHANGES, chain_set_material},
    {"thud_chain_body", FUZZ_ASKS, chain_body},
    {"thud_chain_is_loop", FUZZ_ASKS, chain_is_loop},
    {"thud_chain_is_one_sided", FUZZ_ASKS, chain_is_one_sided},
    {"thud_chain_name", FUZZ_ASKS, chain_name},
    {"thud_chain_user_data", FUZZ_ASKS, chain_user_data},
    {"thud_shape_chain", FUZZ_ASKS, shape_chain},
    {"thud_world_next_chain", FUZZ_ASKS, world_next_chain},
};
const fuzz_page fuzz_chain_page = FUZZ_PAGE(chain_rows);
