/* mover.h, area.h: characters of any definition and state in the world of the play, planes and areas of any bits. */
#include "play.h"

#include <string.h>

/* ---- movers ---- */

static const fuzz_field mover_fields[] = {
    FUZZ_FIELD(thud_mover_def, up.x, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_mover_def, up.y, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_mover_def, floor_angle, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_mover_def, step_height, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_mover_def, hold_speed, FUZZ_FLOAT, 20),
    FUZZ_FIELD(thud_mover_def, corner_slip, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_mover_def, skin, FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_mover_def, level_speed, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_mover_def, slides_at_rest, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_mover_def, leaving, FUZZ_INT, 3),
    FUZZ_FIELD(thud_mover_def, mass, FUZZ_FLOAT, 100),
    FUZZ_FIELD(thud_mover_def, push_force, FUZZ_FLOAT, 1000),
    FUZZ_FIELD(thud_mover_def, soft_speed, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_mover_def, filter.group, FUZZ_INT, 2),
};

/* Any answer, also one that is none. */
static thud_mover_verdict judge(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    fuzz_call_back(context);
    return (thud_mover_verdict)(shape.slot % 6);
}

static thud_mover_def any_mover_def(fuzz_play *play) {
    thud_mover_def def = thud_mover_defaults();
    fuzz_edit(play->in, &def, mover_fields, (int)(sizeof mover_fields / sizeof mover_fields[0]));
    if (fuzz_rarely(play->in, 3)) {
        def.shape = fuzz_shape(play->in, 1);
    }
    if (fuzz_rarely(play->in, 5)) {
        def.judge = judge;
        def.judge_context = play;
    }
    return def;
}

/* A state in the air, or one that remembers a floor; with a body of the world, any body. */
static thud_mover_state any_state(fuzz_play *play) {
    thud_mover_state state = thud_mover_state_at(fuzz_vec2(play->in, 8));
    if (fuzz_rarely(play->in, 2)) {
        state.body = fuzz_body(play);
    }
    if (fuzz_rarely(play->in, 3)) {
        state.on_floor = true;
        state.dropping = fuzz_rarely(play->in, 2);
        state.rests = fuzz_rarely(play->in, 2);
        state.floor_body = fuzz_body(play);
        state.drop_body = state.floor_body;
        state.floor_shape = fuzz_shape_id(play);
        state.floor_normal = fuzz_vec2(play->in, 1);
        state.floor_point = fuzz_vec2(play->in, 8);
        state.floor_local = fuzz_vec2(play->in, 8);
        state.floor_velocity = fuzz_vec2(play->in, 8);
    }
    return state;
}

static void see_surface(fuzz_play *play, const thud_mover_surface *surface) {
    fuzz_see_bits(play, surface->touching);
    fuzz_see_bits(play, surface->body.slot);
    fuzz_see_finite_vec2(play, "the normal of a mover's surface", surface->normal);
    fuzz_see_finite_vec2(play, "the point of a mover's surface", surface->point);
}

static void see_result(fuzz_play *play, const thud_mover_result *result) {
    fuzz_see_finite_vec2(play, "a mover's position", result->position);
    fuzz_see_finite_vec2(play, "a mover's velocity", result->velocity);
    see_surface(play, &result->floor);
    see_surface(play, &result->wall);
    see_surface(play, &result->ceiling);
    fuzz_see_finite(play, "a step", result->stepped);
    fuzz_see_finite(play, "a mover's landing speed", result->landing_speed);
    fuzz_see_bits(play, result->crushed);
    fuzz_check(result->hit_count >= 0 && result->hit_count <= THUD_MOVER_HITS, "%d hits", result->hit_count);
    for (int i = 0; i < result->hit_count; i++) {
        fuzz_see_finite_vec2(play, "the point of a mover's hit", result->hits[i].point);
        fuzz_see_finite(play, "a mover's impulse", result->hits[i].impulse);
    }
}

static bool mover_defaults(fuzz_play *play) {
    (void)play;
    thud_mover_def def = thud_mover_defaults();
    return thud_mover_def_check(&def).status == THUD_OK;
}

static bool defaults_for_unit(fuzz_play *play) {
    thud_mover_def def = thud_mover_defaults_for_unit(fuzz_number(play->in, 50));
    return fuzz_see_status(play, thud_mover_def_check(&def).status);
}

static bool def_check(fuzz_play *play) {
    thud_mover_def def = any_mover_def(play);
    thud_refusal refusal = thud_mover_def_check(fuzz_rarely(play->in, 32) ? NULL : &def);
    fuzz_check((refusal.status == THUD_OK) == (refusal.field == NULL),
               "a field is named where none is refused");
    return fuzz_see_status(play, refusal.status);
}

static bool state_at(fuzz_play *play) {
    thud_mover_state state = thud_mover_state_at(fuzz_vec2(play->in, 8));
    return !state.on_floor;
}

static bool create_mover(fuzz_play *play) {
    thud_mover_def def = any_mover_def(play);
    thud_vec2 position = fuzz_vec2(play->in, 8);
    thud_mover_state state = {.on_floor = true};
    if (!fuzz_has_room(play) || !thud_mover_create(play->world, &def, position, &state)) {
        fuzz_check(state.on_floor, "a refused call changed the state");
        return false;
    }
    fuzz_keep(play, FUZZ_BODY, (fuzz_id){state.body.slot, state.body.generation});
    return true;
}

static bool destroy_mover(fuzz_play *play) {
    thud_mover_state state = any_state(play);
    return thud_mover_destroy(play->world, fuzz_rarely(play->in, 32) ? NULL : &state);
}

static bool move(fuzz_play *play) {
    thud_mover_def def = any_mover_def(play);
    thud_mover_state state = any_state(play);
    bool accepted = true;
    int moves = 1 + fuzz_choice(play->in, 4);
    for (int i = 0; i < moves && accepted; i++) {
        thud_vec2 velocity = fuzz_vec2(play->in, 20);
        float dt = 1 / 60.0f + fuzz_number(play->in, 0.01f);
        thud_mover_state before = state;
        thud_mover_result result;
        memset(&result, 7, sizeof result);
        accepted = thud_mover_move(play->world, &def, &state, velocity, dt,
                                   fuzz_rarely(play->in, 64) ? NULL : &result);
        fuzz_check(accepted || memcmp(&before, &state, sizeof state) == 0,
                   "a refused move changed the state");
        if (accepted) {
            see_result(play, &result);
        }
    }
    return accepted;
}

static bool test(fuzz_play *play) {
    thud_mover_def def = any_mover_def(play);
    thud_mover_state state = any_state(play);
    thud_vec2 velocity = fuzz_vec2(play->in, 20);
    float dt = 1 / 60.0f + fuzz_number(play->in, 0.01f);
    thud_mover_result result;
    bool accepted = thud_mover_test(play->world, &def, &state, velocity, dt, &result);
    if (accepted) {
        see_result(play, &result);
    }
    return accepted;
}

static bool fits(fuzz_play *play) {
    thud_mover_def def = any_mover_def(play);
    thud_mover_state state = any_state(play);
    return fuzz_see_bool(play, thud_mover_fits(play->world, &def, &state));
}

static bool drop_through(fuzz_play *play) {
    thud_mover_def def = any_mover_def(play);
    thud_mover_state state = any_state(play);
    return fuzz_see_bool(play, thud_mover_drop_through(play->world, &def, &state));
}

/* ---- planes ---- */

enum { most_planes = 12 };

static int any_planes(fuzz_play *play, thud_plane *planes) {
    int count = fuzz_choice(play->in, most_planes + 1);
    for (int i = 0; i < count; i++) {
        planes[i] =
            (thud_plane){.push = fuzz_rarely(play->in, 4) ? fuzz_number(play->in, 1) : FLT_MAX, .index = i};
        planes[i].normal = thud_vec2_normalize(fuzz_vec2(play->in, 1));
        planes[i].separation = fuzz_number(play->in, 1);
        planes[i].velocity = fuzz_vec2(play->in, 5);
    }
    return count;
}

static bool collect(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 1), others[4];
    thud_pose pose = fuzz_pose(play->in, 2), poses[4];
    for (int i = 0; i < 4; i++) {
        others[i] = fuzz_shape(play->in, 1);
        poses[i] = fuzz_pose(play->in, 2);
    }
    thud_plane planes[3];
    int count = thud_planes_collect(&shape, pose, others, poses, 4, fuzz_number(play->in, 1), planes, 3);
    fuzz_check(count >= 0 && count <= 4, "%d planes of 4 shapes", count);
    for (int i = 0; i < count && i < 3; i++) {
        fuzz_see_number(play, planes[i].separation);
    }
    return count > 0;
}

static bool solve(fuzz_play *play) {
    thud_plane planes[most_planes];
    int count = any_planes(play, planes);
    thud_plane_solution solution = thud_planes_solve(fuzz_vec2(play->in, 1), planes, count);
    fuzz_see_vec2(play, solution.translation);
    fuzz_check(solution.between[0] >= 0 && solution.between[0] <= count && solution.between[1] >= 0 &&
                   solution.between[1] <= count,
               "squeezed between planes that are none");
    return true;
}

static bool clip(fuzz_play *play) {
    thud_plane planes[most_planes];
    int count = any_planes(play, planes);
    thud_vec2 velocity = fuzz_vec2(play->in, 9);
    fuzz_see_vec2(play, thud_planes_clip_velocity(velocity, planes, count, fuzz_number(play->in, 1)));
    return true;
}

/* ---- areas ---- */

static int any_areas(fuzz_play *play, thud_area *areas) {
    int count = fuzz_choice(play->in, 5);
    for (int i = 0; i < count; i++) {
        areas[i] = (thud_area){.kind = (thud_area_kind)fuzz_choice(play->in, 4)};
        areas[i].box.min = fuzz_vec2(play->in, 4);
        areas[i].box.max = thud_vec2_add(areas[i].box.min, thud_vec2_abs(fuzz_vec2(play->in, 4)));
        areas[i].flow = fuzz_vec2(play->in, 4);
        areas[i].drag = fuzz_number(play->in, 4);
    }
    return count;
}

static void see_visit(fuzz_play *play, const thud_area_visit *visit, int count) {
    fuzz_check(visit->area >= -1 && visit->area < count, "area %d of %d", visit->area, count);
    fuzz_check(visit->share >= 0.0f && visit->share <= 1.0f, "share %g", (double)visit->share);
    fuzz_see_bits(play, (uint64_t)(visit->area + 1));
    fuzz_see_vec2(play, visit->exit);
}

static thud_aabb any_area_box(fuzz_play *play) {
    thud_aabb box;
    box.min = fuzz_vec2(play->in, 4);
    box.max = thud_vec2_add(box.min, fuzz_vec2(play->in, 4));
    return box;
}

static bool areas_find(fuzz_play *play) {
    thud_area areas[4];
    int count = any_areas(play, areas);
    thud_area_visit visit =
        thud_areas_find(areas, count, (thud_area_kind)fuzz_choice(play->in, 4), any_area_box(play));
    see_visit(play, &visit, count);
    return visit.area >= 0;
}

static bool areas_visit(fuzz_play *play) {
    thud_area areas[4];
    thud_area_visit visits[2];
    int count = any_areas(play, areas);
    int found = thud_areas_visit(areas, count, any_area_box(play), visits, 2);
    fuzz_check(found >= 0 && found <= count, "%d visits of %d areas", found, count);
    for (int i = 0; i < found && i < 2; i++) {
        see_visit(play, &visits[i], count);
    }
    return found > 0;
}

static bool area_velocity(fuzz_play *play) {
    thud_area areas[4];
    int count = any_areas(play, areas);
    float share = fuzz_number(play->in, 1);
    thud_vec2 velocity = fuzz_vec2(play->in, 9);
    fuzz_see_vec2(play,
                  thud_area_velocity(count > 0 ? areas : NULL, share, velocity, fuzz_number(play->in, 0.1f)));
    return true;
}

static const fuzz_row mover_rows[] = {
    {"thud_mover_defaults", FUZZ_ALONE, mover_defaults},
    {"thud_mover_defaults_for_unit", FUZZ_ALONE, defaults_for_unit},
    {"thud_mover_def_check", FUZZ_ALONE, def_check},
    {"thud_mover_state_at", FUZZ_ALONE, state_at},
    {"thud_mover_create", FUZZ_SEVERAL, create_mover},
    {"thud_mover_destroy", FUZZ_CHANGES, destroy_mover},
    {"thud_mover_move", FUZZ_SEVERAL, move},
    {"thud_mover_test", FUZZ_ASKS, test},
    {"thud_mover_fits", FUZZ_ASKS, fits},
    {"thud_mover_drop_through", FUZZ_ASKS, drop_through},
    {"thud_planes_collect", FUZZ_ALONE, collect},
    {"thud_planes_solve", FUZZ_ALONE, solve},
    {"thud_planes_clip_velocity", FUZZ_ALONE, clip},
    {"thud_areas_find", FUZZ_ALONE, areas_find},
    {"thud_areas_visit", FUZZ_ALONE, areas_visit},
    {"thud_area_velocity", FUZZ_ALONE, area_velocity},
};
const fuzz_page fuzz_mover_page = FUZZ_PAGE(mover_rows);
