#include "play.h"

#include <string.h>
#include "reference/aligned.h"

/* ---- memory ---- */

enum { most_bytes = 16 << 20 };

static void *take(size_t size, size_t alignment, void *context) {
    fuzz_memory *memory = context;
    memory->random = memory->random * 1664525u + 1013904223u; /* Knuth, Lewis: a linear congruence */
    if (memory->one_in > 0 && (memory->random >> 16) % (uint32_t)memory->one_in == 0) {
        return NULL;
    }
    if (size > most_bytes || memory->bytes + (int64_t)size > most_bytes) {
        memory->was_full = true;
        return NULL;
    }
    void *block = test_aligned_alloc(alignment, size);
    if (block == NULL) {
        return NULL;
    }
    memory->bytes += (int64_t)size;
    memory->blocks++;
    memset(block, 0xa5, size); /* nobody may count on zeros */
    return block;
}

static void give_back(void *block, size_t size, void *context) {
    fuzz_memory *memory = context;
    memory->bytes -= (int64_t)size;
    memory->blocks--;
    fuzz_check(memory->bytes >= 0 && memory->blocks >= 0, "more is released than was allocated");
    test_aligned_free(block);
}

static void be_told(int level, const char *message, void *context) {
    (void)context;
    fuzz_check(level >= THUD_LOG_INFO && level <= THUD_LOG_ERROR && message != NULL, "level %d", level);
}

static void fail(const char *condition, const char *file, int line, void *context) {
    (void)context;
    fuzz_check(false, "assertion %s, %s:%d", condition, file, line);
}

thud_hooks fuzz_hooks(fuzz_play *play) {
    return (thud_hooks){take, give_back, be_told, fail, &play->memory};
}

/* ---- ids ---- */

static bool is_valid(fuzz_id_kind kind, const thud_world *world, fuzz_id id) {
    switch (kind) {
    case FUZZ_BODY:
        return thud_body_is_valid(world, (thud_body_id){id.slot, id.generation});
    case FUZZ_SHAPE:
        return thud_shape_is_valid(world, (thud_shape_id){id.slot, id.generation});
    case FUZZ_JOINT:
        return thud_joint_is_valid(world, (thud_joint_id){id.slot, id.generation});
    case FUZZ_CHAIN:
        return thud_chain_is_valid(world, (thud_chain_id){id.slot, id.generation});
    case FUZZ_CONTACT:
        return thud_contact_is_valid(world, (thud_contact_id){id.slot, id.generation});
    default:
        return false;
    }
}

void fuzz_keep(fuzz_play *play, fuzz_id_kind kind, fuzz_id id) {
    fuzz_ids *ids = &play->ids[kind];
    if (id.generation == 0) {
        return;
    }
    int row = ids->next;
    ids->next = (ids->next + 1) % fuzz_most_ids;
    ids->count += ids->count < fuzz_most_ids;
    ids->id[row] = id;
    ids->world[row] = play->world;
    ids->stale[row] = false;
}

fuzz_id fuzz_pick(fuzz_play *play, fuzz_id_kind kind) {
    const fuzz_ids *ids = &play->ids[kind];
    int tag = fuzz_byte(play->in);
    if (tag < 250 && ids->count > 0) {
        return ids->id[tag % ids->count];
    }
    if (tag < 253) {
        return (fuzz_id){0, 0};
    }
    uint32_t slot = fuzz_half(play->in);
    return (fuzz_id){tag == 253 ? slot : slot << 16, fuzz_byte(play->in)};
}

thud_body_id fuzz_body(fuzz_play *play) {
    fuzz_id id = fuzz_pick(play, FUZZ_BODY);
    return (thud_body_id){id.slot, id.generation};
}

thud_shape_id fuzz_shape_id(fuzz_play *play) {
    fuzz_id id = fuzz_pick(play, FUZZ_SHAPE);
    return (thud_shape_id){id.slot, id.generation};
}

thud_joint_id fuzz_joint(fuzz_play *play) {
    fuzz_id id = fuzz_pick(play, FUZZ_JOINT);
    return (thud_joint_id){id.slot, id.generation};
}

thud_chain_id fuzz_chain(fuzz_play *play) {
    fuzz_id id = fuzz_pick(play, FUZZ_CHAIN);
    return (thud_chain_id){id.slot, id.generation};
}

thud_contact_id fuzz_contact(fuzz_play *play) {
    fuzz_id id = fuzz_pick(play, FUZZ_CONTACT);
    return (thud_contact_id){id.slot, id.generation};
}

void fuzz_see_ids(fuzz_play *play) {
    for (int kind = 0; kind < FUZZ_PROXY; kind++) {
        fuzz_ids *ids = &play->ids[kind];
        for (int i = 0; i < ids->count; i++) {
            if (ids->world[i] == NULL) {
                continue;
            }
            bool valid = is_valid((fuzz_id_kind)kind, ids->world[i], ids->id[i]);
            const thud_world *other = play->worlds[ids->world[i] == play->worlds[0]];
            fuzz_check(other == NULL || !is_valid((fuzz_id_kind)kind, other, ids->id[i]),
                       "id %u.%u of kind %d is valid in the other world", ids->id[i].slot,
                       ids->id[i].generation, kind);
            fuzz_check(!valid || !ids->stale[i], "id %u.%u of kind %d is valid again", ids->id[i].slot,
                       ids->id[i].generation, kind);
            ids->stale[i] = !valid;
            fuzz_see_bits(play, valid);
        }
    }
}

bool fuzz_has_room(const fuzz_play *play) {
    thud_world_counters counters = thud_world_counts(play->world);
    return counters.bodies < fuzz_most_bodies && counters.shapes < fuzz_most_shapes &&
           counters.joints < fuzz_most_joints;
}

/* ---- arguments ---- */

static bool accept(thud_world *world, thud_shape_id shape, void *context) {
    (void)context; /* as rays are cast on several threads: no call back into the play */
    return thud_shape_is_valid(world, shape) && shape.slot % 4 != 3;
}

thud_query_filter fuzz_filter(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_query_filter, category, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_query_filter, mask, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_query_filter, sensors, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_query_filter, chain_backs, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_query_filter, one_way_backs, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_query_filter, ignored_body_count, FUZZ_INT, 1),
    };
    thud_query_filter filter = thud_query_filter_all();
    if (fuzz_rarely(play->in, 4)) {
        fuzz_edit(play->in, &filter, fields, sizeof fields / sizeof fields[0]);
    }
    if (filter.sensors &&
        play->ids[FUZZ_BODY].count > 0) { /* rows of ids: any of this play's, of both worlds */
        static thud_body_id bodies[fuzz_most_ids];
        for (int i = 0; i < play->ids[FUZZ_BODY].count; i++) {
            bodies[i] =
                (thud_body_id){play->ids[FUZZ_BODY].id[i].slot, play->ids[FUZZ_BODY].id[i].generation};
        }
        filter.ignored_bodies = bodies;
        filter.ignored_body_count = play->ids[FUZZ_BODY].count / 4;
        filter.accepts = filter.category % 2 == 0 ? accept : NULL;
        filter.accepts_context = play;
    }
    return filter;
}

thud_material fuzz_material(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_material, friction, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_material, elasticity, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_material, rolling_resistance, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_material, surface_speed, FUZZ_FLOAT, 5),
    };
    thud_material material = {0.6f, 0.0f, 0.0f, 0.0f};
    fuzz_edit(play->in, &material, fields, sizeof fields / sizeof fields[0]);
    return material;
}

/* ---- results ---- */

void fuzz_see_bits(fuzz_play *play, uint64_t bits) {
    play->digest = (play->digest ^ bits) * 0x9e3779b97f4a7c15u;
    play->digest ^= play->digest >> 29;
}

void fuzz_see_number(fuzz_play *play, float number) {
    uint32_t bits = 0x7fc00000u;
    if (number == number) {
        memcpy(&bits, &number, sizeof bits);
    }
    fuzz_see_bits(play, bits);
}

void fuzz_see_vec2(fuzz_play *play, thud_vec2 v) {
    fuzz_see_number(play, v.x);
    fuzz_see_number(play, v.y);
}

bool fuzz_see_status(fuzz_play *play, thud_status status) {
    fuzz_check((int)status >= 0 && status < THUD_STATUS_COUNT, "status %d", (int)status);
    fuzz_see_bits(play, status);
    return status == THUD_OK;
}

bool fuzz_see_bool(fuzz_play *play, bool accepted) {
    fuzz_see_bits(play, accepted);
    return accepted;
}

void fuzz_see_finite(fuzz_play *play, const char *what, float number) {
    fuzz_see_number(play, number);
    fuzz_check(thud_is_finite(number) || play->lost, "%s is %g", what, (double)number);
}

void fuzz_see_finite_vec2(fuzz_play *play, const char *what, thud_vec2 v) {
    fuzz_see_finite(play, what, v.x);
    fuzz_see_finite(play, what, v.y);
}

void fuzz_see_finite_pose(fuzz_play *play, thud_pose pose) {
    fuzz_see_finite_vec2(play, "position", pose.position);
    fuzz_see_finite(play, "rotation", pose.rotation.c);
    fuzz_see_finite(play, "rotation", pose.rotation.s);
}

/* ---- calls ---- */

enum {
    page_slots = 24,
    favourite_bytes = 160,
    null_world_bytes = 250,
    most_callback_calls = 64,
    deepest_callback = 3
};

/* The order is part of the meaning of saved inputs; a new page goes to the end. */
static const fuzz_page *const pages[page_slots] = {
    &fuzz_world_page, &fuzz_body_page,        &fuzz_body_page,     &fuzz_chain_page,
    &fuzz_joint_page, &fuzz_joint_page,       &fuzz_query_page,    &fuzz_forces_page,
    &fuzz_event_page, &fuzz_debug_draw_page,  &fuzz_response_page, &fuzz_broadphase_page,
    &fuzz_base_page,  &fuzz_math_page,        &fuzz_bounds_page,   &fuzz_bounds3_page,
    &fuzz_shape_page, &fuzz_narrowphase_page, &fuzz_runner_page,   &fuzz_tile_grid_page,
    &fuzz_mover_page,
};

/* The state that neither a refused call nor a query may change. */
static uint64_t state_of(const thud_world *world) {
    thud_world_counters counters = thud_world_counts(world);
    uint64_t things = (uint64_t)counters.bodies << 48 ^ (uint64_t)counters.shapes << 32 ^
                      (uint64_t)counters.joints << 16 ^ (uint64_t)counters.sensors << 8 ^
                      (uint64_t)counters.awake_bodies;
    return thud_world_hash(world) ^ things * 0x9e3779b97f4a7c15u;
}

static const fuzz_row *read_row(fuzz_play *play) {
    int first = fuzz_byte(play->in);
    if (first < favourite_bytes) {
        return &fuzz_favourites.rows[first % fuzz_favourites.count];
    }
    int second = fuzz_byte(play->in);
    if (first >= null_world_bytes) {
        play->world = NULL;
    } else if (second >> 6 == 3 && play->worlds[1] != NULL) {
        play->world = play->worlds[1];
    }
    const fuzz_page *page = pages[first % page_slots];
    bool is_row = page != NULL && (second & 63) < page->count;
    return is_row ? &page->rows[second & 63] : &fuzz_favourites.rows[second % fuzz_favourites.count];
}

void fuzz_make_call(fuzz_play *play) {
    thud_world *outer = play->world;
    const fuzz_row *row = read_row(play);
    thud_world *world = play->world;
    uint64_t before = state_of(world);
    bool accepted = row->call(play);
    if (getenv("FUZZ_TRACE") != NULL) {
        thud_refusal refusal = thud_world_refusal(world);
        fprintf(stderr, "%*s%s %s (%s %s)\n", play->depth, "", row->name, accepted ? "accepted" : "refused",
                thud_status_name(refusal.status), refusal.field ? refusal.field : "");
    }
    bool was_destroyed = world != play->worlds[0] && world != play->worlds[1];
    fuzz_see_bits(play, accepted);
    fuzz_check(play->depth == 0 || !accepted || row->effect != FUZZ_CHANGES, "%s is accepted in a callback",
               row->name);
    bool may_change = row->effect == FUZZ_SEVERAL || (row->effect == FUZZ_CHANGES && accepted);
    if (!was_destroyed && (!may_change || play->depth > 0)) {
        fuzz_check(state_of(world) == before, "%s was %s and changed the world", row->name,
                   accepted ? "asked" : "refused");
    }
    play->world = outer;
}

void fuzz_call_back(fuzz_play *play) {
    if (play->depth >= deepest_callback || play->callback_calls >= most_callback_calls ||
        fuzz_at_end(&play->callbacks)) {
        return;
    }
    fuzz_reader *outer = play->in;
    play->in = &play->callbacks;
    play->depth++;
    if (fuzz_rarely(play->in, 4)) {
        play->callback_calls++;
        fuzz_make_call(play);
    }
    play->depth--;
    play->in = outer;
}
