/* world.h: the world's definition and callbacks, steps of any length, and what changes the world as a whole. */
#include "play.h"

/* ---- callbacks ---- */

static bool filter(thud_world *world, thud_shape_id shape_a, thud_shape_id shape_b, void *context) {
    (void)world;
    fuzz_play *play = context;
    fuzz_see_bits(play, (uint64_t)shape_a.slot << 32 | shape_b.slot);
    fuzz_call_back(play);
    return (shape_a.slot + shape_b.slot) % 7 != 6;
}

static bool pre_solve(thud_world *world, const thud_contact_data *contact, thud_material *material,
                      void *context) {
    (void)world;
    static const float frictions[] = {0.5f, 0.0f, 2.0f, -1.0f, NAN, INFINITY};
    fuzz_play *play = context;
    fuzz_see_contact(play, contact);
    fuzz_call_back(play);
    uint32_t mood = contact->shape_a.slot * 5 + contact->shape_b.slot;
    material->friction = frictions[mood % 6];
    return contact->rejected ? mood % 5 == 0 : mood % 4 != 0;
}

static thud_material mix(const thud_surface *a, const thud_surface *b, void *context) {
    fuzz_play *play = context;
    fuzz_call_back(play);
    thud_material mixed = thud_material_mix(&a->material, &b->material);
    mixed.elasticity = a->material_id == 2 ? 3.0f : mixed.elasticity; /* too much of it */
    return mixed;
}

/* ---- definitions ---- */

static const fuzz_field def_fields[] = {
    FUZZ_FIELD(thud_world_def, gravity.x, FUZZ_FLOAT, 20),
    FUZZ_FIELD(thud_world_def, gravity.y, FUZZ_FLOAT, 20),
    FUZZ_FIELD(thud_world_def, solver.substeps, FUZZ_INT, 8),
    FUZZ_FIELD(thud_world_def, solver.contact_hertz, FUZZ_FLOAT, 60),
    FUZZ_FIELD(thud_world_def, solver.contact_damping_ratio, FUZZ_FLOAT, 20),
    FUZZ_FIELD(thud_world_def, solver.push_out_speed, FUZZ_FLOAT, 10),
    FUZZ_FIELD(thud_world_def, solver.elasticity_threshold, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_world_def, solver.joint_hertz, FUZZ_FLOAT, 120),
    FUZZ_FIELD(thud_world_def, solver.joint_damping_ratio, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_world_def, solver.max_speed, FUZZ_FLOAT, 800),
    FUZZ_FIELD(thud_world_def, solver.warm_starting, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_world_def, slop, FUZZ_FLOAT, 0.01f),
    FUZZ_FIELD(thud_world_def, speculative_distance, FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_world_def, hit_speed, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_world_def, sleep_speed, FUZZ_FLOAT, 0.5f),
    FUZZ_FIELD(thud_world_def, sleep_time, FUZZ_FLOAT, 0.5f),
    FUZZ_FIELD(thud_world_def, sleeping, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_world_def, continuous, FUZZ_BOOL, 0),
    FUZZ_FIELD(thud_world_def, name, FUZZ_NAME, 0),
    FUZZ_FIELD(thud_world_def, aabb_margin, FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_world_def, length_unit, FUZZ_FLOAT, 50),
    FUZZ_FIELD(thud_world_def, id_tag, FUZZ_INT, 256),
    FUZZ_FIELD(thud_world_def, body_capacity, FUZZ_INT, 40),
    FUZZ_FIELD(thud_world_def, shape_capacity, FUZZ_INT, 40),
    FUZZ_FIELD(thud_world_def, contact_capacity, FUZZ_INT, 40),
};
enum { def_field_count = sizeof def_fields / sizeof def_fields[0] };

static void set_callbacks(fuzz_play *play, thud_world_def *def) {
    int which = fuzz_byte(play->in);
    def->filter = which & 1 ? filter : NULL;
    def->pre_solve = which & 2 ? pre_solve : NULL;
    def->mix_materials = which & 4 ? mix : NULL;
    def->filter_context = play;
    def->pre_solve_context = play;
    def->mix_materials_context = play;
}

static void run_backwards(thud_task task, void *task_context, int32_t count, void *context) {
    (void)context;
    for (int32_t i = count - 1; i >= 0; i--) {
        task(i, 0, task_context);
    }
}

thud_world_def fuzz_world_def(fuzz_play *play) {
    thud_world_def def = thud_world_defaults();
    set_callbacks(play, &def);
    fuzz_edit(play->in, &def, def_fields, def_field_count);
    def.hooks = fuzz_hooks(play);
    def.lanes = play->setting.lanes;
    def.worker_count = play->setting.workers;
    def.run_tasks = play->setting.host_tasks ? run_backwards : NULL;
    return def;
}

/* ---- world.h ---- */

static bool world_step(fuzz_play *play) {
    static const float lengths[] = {1.0f / 60.0f, 1.0f / 240.0f, 1.0f / 30.0f, 1.0f};
    int which = fuzz_choice(play->in, 5);
    float dt = which < 4 ? lengths[which] : fuzz_number(play->in, 0.1f);
    return fuzz_step(play, dt);
}

bool fuzz_step(fuzz_play *play, float dt) {
    if (play->steps >= fuzz_most_steps) {
        return false;
    }
    thud_step_result result = thud_world_step(play->world, dt);
    fuzz_see_status(play, result.status);
    fuzz_see_bits(play, (uint64_t)result.disabled_bodies);
    fuzz_see_bits(play, result.first_disabled.slot);
    fuzz_see_bits(play, (uint64_t)result.lost_contacts);
    fuzz_see_bits(play, (uint64_t)result.refused_materials);
    bool made =
        result.status == THUD_OK || result.status == THUD_NOT_FINITE || result.status == THUD_OUT_OF_MEMORY;
    made = made && thud_is_finite(dt);
    if (made && play->depth == 0) {
        bool may_lack_memory = play->memory.one_in > 0 || play->memory.was_full;
        fuzz_check(result.status != THUD_OUT_OF_MEMORY || may_lack_memory,
                   "a step lacks memory that was there");
        fuzz_check((result.status == THUD_NOT_FINITE) == (result.disabled_bodies > 0) ||
                       result.status == THUD_OUT_OF_MEMORY,
                   "%s with %d disabled", thud_status_name(result.status), result.disabled_bodies);
        play->lost = result.status != THUD_OK;
        fuzz_see_world(play, play->world);
        fuzz_see_ids(play);
        fuzz_see_bits(play, thud_world_hash(play->world));
        play->digests[play->steps++] = play->digest;
    }
    return made;
}

static bool world_shift_origin(fuzz_play *play) {
    return thud_world_shift_origin(play->world, fuzz_vec2(play->in, 2000));
}

static bool world_defaults(fuzz_play *play) {
    thud_world_def def = thud_world_defaults();
    fuzz_see_number(play, def.slop);
    return true;
}

static bool world_defaults_for_unit(fuzz_play *play) {
    thud_world_def def = thud_world_defaults_for_unit(fuzz_number(play->in, 100));
    thud_refusal refusal = thud_world_def_check(&def);
    return fuzz_see_status(play, refusal.status);
}

/* Makes the second world, which has fewer bodies and whose ids are foreign in the first one. */
static bool world_create(fuzz_play *play) {
    thud_world_def def = fuzz_world_def(play);
    def.id_tag = 7; /* the first world has 0 */
    if (play->worlds[1] != NULL) {
        return false;
    }
    bool is_sound = thud_world_def_check(&def).status == THUD_OK;
    bool may_lack_memory = play->memory.one_in > 0;
    play->worlds[1] = thud_world_create(&def);
    fuzz_check(is_sound || play->worlds[1] == NULL, "a refused definition made a world");
    fuzz_check(!is_sound || play->worlds[1] != NULL || may_lack_memory || play->memory.was_full, "no world");
    return play->worlds[1] != NULL && play->depth == 0;
}

static bool world_def_check(fuzz_play *play) {
    thud_world_def def = fuzz_world_def(play);
    fuzz_see_status(play, thud_world_def_check(NULL).status);
    return fuzz_see_status(play, thud_world_def_check(&def).status);
}

/* From inside of a callback any world, which nothing happens to; else the second one. */
static bool world_destroy(fuzz_play *play) {
    if (play->depth > 0 && play->world == play->worlds[0]) {
        thud_world_destroy(play->world);
        return false;
    }
    if (play->depth > 0 || play->worlds[1] == NULL) {
        thud_world_destroy(NULL);
        return false;
    }
    for (int kind = 0; kind < FUZZ_ID_KINDS; kind++) {
        for (int i = 0; i < play->ids[kind].count; i++) {
            if (play->ids[kind].world[i] == play->worlds[1]) {
                play->ids[kind].world[i] = NULL;
            }
        }
    }
    thud_world_destroy(play->worlds[1]);
    play->worlds[1] = NULL;
    return true;
}

static bool world_definition(fuzz_play *play) {
    thud_world_def def = thud_world_definition(play->world);
    fuzz_see_finite_vec2(play, "gravity", def.gravity);
    return true;
}

static bool world_configure(fuzz_play *play) {
    thud_world_def def = thud_world_definition(play->world);
    if (fuzz_rarely(play->in, 2)) {
        set_callbacks(play, &def);
    }
    fuzz_edit(play->in, &def, def_fields, def_field_count - 6);
    if (fuzz_rarely(play->in, 16)) { /* the fixed ones */
        fuzz_edit(play->in, &def, def_fields, def_field_count);
    }
    return thud_world_configure(play->world, &def);
}

static bool world_refusal(fuzz_play *play) {
    thud_refusal refusal = thud_world_refusal(play->world);
    fuzz_see_status(play, refusal.status);
    fuzz_see_number(play, (float)refusal.value);
    return true;
}

static bool world_last_timings(fuzz_play *play) {
    thud_world_timings timings = thud_world_last_timings(play->world);
    fuzz_check(timings.step >= 0.0f && timings.advance >= 0.0f, "times of %g", (double)timings.step);
    return true;
}

static bool world_counts(fuzz_play *play) {
    thud_world_counters counters = thud_world_counts(play->world);
    fuzz_see_bits(play, (uint64_t)counters.contacts);
    fuzz_see_bits(play, (uint64_t)counters.touching);
    fuzz_see_bits(play, (uint64_t)counters.islands);
    fuzz_check(play->in_block || counters.bytes <= play->memory.bytes, "more bytes than there are");
    return true;
}

static bool world_memory(fuzz_play *play) {
    thud_world_memory_use use = thud_world_memory(play->world);
    int64_t sum = use.bodies + use.shapes + use.contacts + use.joints + use.broadphase + use.solver +
                  use.events + use.scratch + use.other;
    fuzz_check(sum == thud_world_counts(play->world).bytes, "the parts are not the sum");
    return true;
}

static bool world_hash(fuzz_play *play) {
    fuzz_see_bits(play, thud_world_hash(play->world));
    return true;
}

static bool filter_accepts(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_filter, category, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_filter, mask, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_filter, group, FUZZ_INT, 2),
    };
    thud_filter a = {1, 1, 0}, b = {1, 1, 0};
    fuzz_edit(play->in, &a, fields, 3);
    fuzz_edit(play->in, &b, fields, 3);
    fuzz_check(thud_filter_accepts(a, b) == thud_filter_accepts(b, a), "filters are not symmetric");
    return true;
}

static bool world_next_body(fuzz_play *play) {
    thud_body_id body = thud_world_next_body(play->world, fuzz_body(play));
    fuzz_see_bits(play, body.slot);
    return true;
}

static const fuzz_field stepper_fields[] = {
    FUZZ_FIELD(thud_stepper, dt, FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_stepper, accumulator, FUZZ_FLOAT, 0.1f),
    FUZZ_FIELD(thud_stepper, alpha, FUZZ_FLOAT, 2),
};

static thud_stepper any_stepper(fuzz_play *play) {
    thud_stepper stepper = thud_stepper_defaults();
    stepper.max_steps = fuzz_choice(play->in, 4) - 1;
    fuzz_edit(play->in, &stepper, stepper_fields, sizeof stepper_fields / sizeof stepper_fields[0]);
    return stepper;
}

static bool stepper_defaults(fuzz_play *play) {
    (void)play;
    return thud_stepper_defaults().dt > 0.0f;
}

static bool stepper_advance(fuzz_play *play) {
    thud_stepper stepper = any_stepper(play);
    int steps = thud_stepper_advance(&stepper, play->world, fuzz_number(play->in, 0.1f));
    fuzz_see_bits(play, (uint64_t)steps);
    if (steps > 0 && play->depth == 0) {
        play->lost = true; /* what the steps returned is not known */
        fuzz_see_world(play, play->world);
    }
    return steps > 0;
}

static bool stepper_due(fuzz_play *play) {
    thud_stepper stepper = any_stepper(play);
    fuzz_see_bits(play, (uint64_t)thud_stepper_due(&stepper, fuzz_number(play->in, 0.1f)));
    fuzz_see_number(play, stepper.alpha);
    fuzz_see_bits(play, (uint64_t)thud_stepper_due(NULL, 1.0f));
    return true;
}

static bool stepper_pose(fuzz_play *play) {
    thud_stepper stepper = any_stepper(play);
    bool null = fuzz_rarely(play->in, 8);
    fuzz_see_finite_pose(play, thud_stepper_pose(null ? NULL : &stepper, play->world, fuzz_body(play)));
    return true;
}

static bool world_gravity(fuzz_play *play) {
    fuzz_see_finite_vec2(play, "gravity", thud_world_gravity(play->world));
    return true;
}

static bool world_set_gravity(fuzz_play *play) {
    return thud_world_set_gravity(play->world, fuzz_vec2(play->in, 30));
}

static bool world_awake_bodies(fuzz_play *play) {
    thud_body_id awake[4] = {{0, 0}};
    int count = thud_world_awake_bodies(play->world, awake, fuzz_choice(play->in, 6) - 1);
    fuzz_check(count == thud_world_counts(play->world).awake_bodies, "%d are awake", count);
    fuzz_see_bits(play, awake[0].slot);
    return true;
}

/* ---- snapshot.h: going back is played in world.c ---- */

static bool snapshot_hooks(fuzz_play *play) {
    static _Alignas(64) char block[1024];
    size_t size = (size_t)fuzz_choice(play->in, (int)sizeof block);
    thud_hooks hooks = thud_snapshot_hooks(block + sizeof block - size, size);
    size_t wanted = 64 * (size_t)(1 + fuzz_choice(play->in, 16));
    void *taken = hooks.allocate(wanted, 64, hooks.context);
    fuzz_check(taken == NULL || wanted < size, "%ld bytes of %ld", (long)wanted, (long)size);
    if (taken != NULL) {
        hooks.release(taken, wanted, hooks.context);
    }
    return true;
}

static bool snapshot_save(fuzz_play *play) {
    char untouched = 'u';
    size_t size = thud_snapshot_save(play->world, &untouched, 1);
    fuzz_check(untouched == 'u' && (size == 0 || play->in_block), "%ld bytes are saved", (long)size);
    return size != 0;
}

static bool snapshot_restore(fuzz_play *play) {
    unsigned char bytes[64];
    for (int i = 0; i < 64; i++) {
        bytes[i] = fuzz_byte(play->in);
    }
    bool is_restored =
        thud_snapshot_restore(play->world, fuzz_rarely(play->in, 4) ? NULL : bytes, sizeof bytes);
    fuzz_check(!is_restored, "a snapshot of random bytes is accepted");
    return is_restored;
}

static const fuzz_row world_rows[] = {
    {"thud_world_step", FUZZ_CHANGES, world_step},
    {"thud_world_defaults", FUZZ_ALONE, world_defaults},
    {"thud_world_defaults_for_unit", FUZZ_ALONE, world_defaults_for_unit},
    {"thud_world_create", FUZZ_ALONE, world_create},
    {"thud_world_def_check", FUZZ_ALONE, world_def_check},
    {"thud_world_destroy", FUZZ_ALONE, world_destroy},
    {"thud_world_definition", FUZZ_ASKS, world_definition},
    {"thud_world_configure", FUZZ_CHANGES, world_configure},
    {"thud_world_refusal", FUZZ_ASKS, world_refusal},
    {"thud_world_last_timings", FUZZ_ASKS, world_last_timings},
    {"thud_world_counts", FUZZ_ASKS, world_counts},
    {"thud_world_memory", FUZZ_ASKS, world_memory},
    {"thud_world_hash", FUZZ_ASKS, world_hash},
    {"thud_filter_accepts", FUZZ_ALONE, filter_accepts},
    {"thud_world_next_body", FUZZ_ASKS, world_next_body},
    {"thud_stepper_defaults", FUZZ_ALONE, stepper_defaults},
    {"thud_stepper_advance", FUZZ_CHANGES, stepper_advance},
    {"thud_stepper_due", FUZZ_ALONE, stepper_due},
    {"thud_stepper_pose", FUZZ_ASKS, stepper_pose},
    {"thud_world_shift_origin", FUZZ_CHANGES, world_shift_origin},
    {"thud_world_gravity", FUZZ_ASKS, world_gravity},
    {"thud_world_set_gravity", FUZZ_CHANGES, world_set_gravity},
    {"thud_world_awake_bodies", FUZZ_ASKS, world_awake_bodies},
    {"thud_snapshot_hooks", FUZZ_ALONE, snapshot_hooks},
    {"thud_snapshot_save", FUZZ_ASKS, snapshot_save},
    {"thud_snapshot_restore", FUZZ_CHANGES, snapshot_restore},
};
const fuzz_page fuzz_world_page = FUZZ_PAGE(world_rows);
