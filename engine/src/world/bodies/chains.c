/*
 * chains.c: the public functions of chains: create, edit point by point, read, destroy. A change is checked completely
 * before it begins. Then the segments at the changed points get new geometry; their neighbours only get the new
 * points beside them.
 */
#include "world/bodies/chains.h"

#include "world/bodies/body_defs.h"
#include "world/bodies/body_shapes.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"

/* ---- indices ---- */

/* Brings the index of one of `count` points or segments of a loop into range; THUD_NONE beyond the ends of an open chain. */
static int32_t wrap(const thud_chain *chain, int32_t index, int32_t count) {
    return index >= 0 && index < count ? index : chain->loop ? (index + count) % count : THUD_NONE;
}

static int32_t wrap_point(const thud_chain *chain, int32_t index) {
    return wrap(chain, index, chain->count);
}

/* ---- segments ---- */

static thud_status make_segment(const thud_chain *chain, int32_t index, thud_shape *segment) {
    return thud_segment(chain->points[index], chain->points[wrap_point(chain, index + 1)], segment);
}

static thud_link_ends find_ends(const thud_chain *chain, int32_t index) {
    int32_t before = wrap_point(chain, index - 1), after = wrap_point(chain, index + 2);
    thud_link_ends ends = {
        .has_before = before != THUD_NONE, .has_after = after != THUD_NONE, .one_sided = chain->one_sided};
    ends.before = ends.has_before ? chain->points[before] : thud_vec2_make(0.0f, 0.0f);
    ends.after = ends.has_after ? chain->points[after] : thud_vec2_make(0.0f, 0.0f);
    return ends;
}

/* Writes chain and segment number into the shapes of the segments from `first` on. */
static void number_segments(thud_world *world, const thud_chain *chain, int32_t first) {
    for (int32_t i = first; i < thud_chain_segments(chain); i++) {
        world->shapes.records[chain->shapes[i]].chain = (int32_t)chain->attachment.id.slot;
        world->shapes.records[chain->shapes[i]].segment = i;
    }
}

/* Writes a segment again. If its own points `moved`, its contacts begin again. */
static void refresh_segment(thud_world *world, const thud_chain *chain, int32_t index, bool moved) {
    index = wrap(chain, index, thud_chain_segments(chain));
    if (index != THUD_NONE) {
        thud_shape segment;
        make_segment(chain, index, &segment);
        thud_link_ends ends = find_ends(chain, index);
        thud_body_change_link(world, chain->shapes[index], &segment, &ends, moved);
    }
}

/* Writes the segments from `first` to `last` again, whose points have moved, and before them the two next to them: these only
 * have other neighbours, and in a short loop they are the same segments. */
static void refresh_segments(thud_world *world, const thud_chain *chain, int32_t first, int32_t last) {
    refresh_segment(world, chain, first - 1, false);
    refresh_segment(world, chain, last + 1, false);
    for (int32_t i = first; i <= last; i++) {
        refresh_segment(world, chain, i, true);
    }
}

/* ---- ids ---- */

static thud_chain *chain_to_change(thud_world *world, thud_call call, thud_chain_id id) {
    int32_t slot = thud_chain_slot_to_change(world, id, call.name);
    return slot == THUD_NONE ? NULL : thud_chain_at(world, slot);
}

static bool check_index(const thud_world *world, thud_call call, int index, int count) {
    return (index >= 0 && index < count) ||
           thud_refuse(world, call, THUD_OUT_OF_RANGE, "index", (double)index);
}

/* ---- create and destroy ---- */

thud_chain_def thud_chain_defaults(void) {
    return (thud_chain_def){.filter = {.category = 1, .mask = UINT64_MAX}, .contact_events = true};
}

static int segments_of(const thud_chain_def *def) {
    return def->loop ? def->count : def->count - 1;
}

static thud_shape_def shape_def_of(const thud_chain_def *def, int segment) {
    thud_shape_def shape_def = thud_shape_defaults();
    if (def->material_count > 0) {
        shape_def.material = def->materials[def->material_count > 1 ? segment : 0];
    }
    shape_def.filter = def->filter;
    shape_def.material_id = def->material_id;
    shape_def.contact_events = def->contact_events;
    shape_def.hit_events = def->hit_events;
    shape_def.pre_solve = def->pre_solve;
    shape_def.one_way = def->one_way;
    shape_def.user_data = def->user_data;
    return shape_def;
}

static bool check_points(const thud_world *world, thud_call call, const thud_chain_def *def) {
    if (def->points == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "points", 0.0);
    }
    if (def->count < (def->loop ? 3 : 2)) {
        return thud_refuse(world, call, THUD_TOO_FEW_POINTS, "count", (double)def->count);
    }
    for (int i = 0; i < segments_of(def); i++) {
        thud_shape segment;
        thud_status status = thud_segment(def->points[i], def->points[(i + 1) % def->count], &segment);
        if (status != THUD_OK) {
            return thud_refuse(world, call, status, "points", (double)i);
        }
    }
    return true;
}

static bool check_def(const thud_world *world, thud_call call, const thud_chain_def *def) {
    if (!thud_check_given(world, call, "def", def != NULL) || !check_points(world, call, def)) {
        return false;
    }
    if (def->material_count != 0 && def->material_count != 1 && def->material_count != segments_of(def)) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "material_count", (double)def->material_count);
    }
    if (def->material_count > 0 && def->materials == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "materials", 0.0);
    }
    for (int i = 0; i < (def->material_count > 0 ? def->material_count : 1); i++) {
        thud_shape_def shape_def = shape_def_of(def, i);
        if (!thud_shape_def_check(world, call, &shape_def)) {
            return false;
        }
    }
    return true;
}

static const thud_column chain_columns[] = {
    THUD_COLUMN(thud_chain, points), THUD_COLUMN(thud_chain, shapes), {0}};

/* Reserves memory for points and as many segments; when it runs out, returns false and leaves the chain as it was. */
static bool reserve_points(thud_chain *chain, int32_t count) {
    return thud_reserve_columns(chain->attachment.table->pool.hooks, chain, chain_columns, &chain->capacity,
                                count);
}

/* Releases the memory of a chain, whose shapes have been removed. */
static void release_chain(thud_attachment *attachment) {
    thud_chain *chain = (thud_chain *)attachment;
    const thud_hooks *hooks = attachment->table->pool.hooks;
    thud_release_columns(hooks, chain, chain_columns, &chain->capacity);
    thud_release(hooks, chain, sizeof *chain);
}

/* Attaches the segments; when memory runs out, returns false and leaves none. */
static bool attach_segments(thud_world *world, thud_chain *chain, const thud_chain_def *def) {
    for (int32_t i = 0; i < thud_chain_segments(chain); i++) {
        thud_shape segment;
        make_segment(chain, i, &segment);
        thud_link_ends ends = find_ends(chain, i);
        thud_shape_def shape_def = shape_def_of(def, i);
        chain->shapes[i] = thud_body_attach_link(world, chain->attachment.body, &shape_def, &segment, &ends);
        if (chain->shapes[i] == THUD_NONE) {
            while (i-- > 0) {
                thud_shape_remove(world, chain->shapes[i]);
            }
            return false;
        }
    }
    return true;
}

thud_chain_id thud_chain_create(thud_world *world, thud_body_id body_id, const thud_chain_def *def) {
    const thud_call call = thud_on_body(__func__, body_id);
    thud_chain_id none = {0, 0};
    int32_t body = thud_body_slot_to_change(world, body_id, call.name);
    if (body == THUD_NONE || !check_def(world, call, def)) {
        return none;
    }
    if (world->bodies.bodies[body].type == THUD_BODY_DYNAMIC) {
        thud_refuse_kind(world, call, "body", (double)body, NULL);
        return none;
    }
    thud_chain *chain = thud_allocate(world->chains.pool.hooks, sizeof *chain);
    if (chain != NULL) {
        chain->attachment = (thud_attachment){.body = body, .release = release_chain};
        chain->loop = def->loop;
        chain->one_sided = def->one_sided;
        chain->user_data = def->user_data;
    }
    if (chain == NULL || !thud_attachment_list(world, &world->chains, &chain->attachment)) {
        thud_release(world->chains.pool.hooks, chain, sizeof *chain);
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "chain", 0.0);
        return none;
    }
    int32_t slot = (int32_t)chain->attachment.id.slot;
    bool has_room = reserve_points(chain, def->count) &&
                    thud_shape_table_reserve(&world->shapes, world->shapes.pool.end + def->count) &&
                    thud_boxes_reserve(world, body, false, def->count) &&
                    thud_name_list_set(&world->chain_names, slot, def->name);
    if (has_room) {
        chain->count = def->count;
        thud_copy_bytes(chain->points, def->points, (size_t)def->count * sizeof *chain->points);
    }
    if (!has_room || !attach_segments(world, chain, def)) {
        thud_attachment_release(world, &chain->attachment);
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "chain", 0.0);
        return none;
    }
    number_segments(world, chain, 0);
    return thud_chain_id_at(world, slot);
}

void thud_chain_remove(thud_world *world, int32_t slot) {
    thud_chain *chain = thud_chain_at(world, slot);
    for (int32_t i = thud_chain_segments(chain); i-- > 0;) { /* the last one is the first on the body's list */
        thud_shape_remove(world, chain->shapes[i]);
    }
    thud_attachment_release(world, &chain->attachment);
}

bool thud_chain_destroy(thud_world *world, thud_chain_id chain) {
    if (chain_to_change(world, thud_on_chain(__func__, chain), chain) == NULL) {
        return false;
    }
    thud_chain_remove(world, (int32_t)chain.slot);
    return true;
}

/* ---- edit ---- */

/* Whether two points could be the ends of a segment. */
static bool check_neighbours(const thud_world *world, thud_call call, const thud_chain *chain, int32_t from,
                             thud_vec2 point) {
    thud_shape segment;
    thud_status status = from == THUD_NONE ? THUD_OK : thud_segment(chain->points[from], point, &segment);
    return status == THUD_OK || thud_refuse(world, call, status, "point", (double)from);
}

bool thud_chain_move_point(thud_world *world, thud_chain_id id, int index, thud_vec2 point) {
    const thud_call call = thud_on_chain(__func__, id);
    thud_chain *chain = chain_to_change(world, call, id);
    if (chain == NULL || !check_index(world, call, index, chain->count) ||
        !check_neighbours(world, call, chain, wrap_point(chain, index - 1), point) ||
        !check_neighbours(world, call, chain, wrap_point(chain, index + 1), point)) {
        return false;
    }
    chain->points[index] = point;
    refresh_segments(world, chain, index - 1, index);
    return true;
}

/* Moves the points from `index` on and the shapes from `place` on by `by` places. */
static void move_rest(thud_chain *chain, int32_t index, int32_t place, int32_t by) {
    size_t points = (size_t)(chain->count - index), shapes = (size_t)(thud_chain_segments(chain) - place);
    thud_move_bytes(chain->points + index + by, chain->points + index, points * sizeof *chain->points);
    thud_move_bytes(chain->shapes + place + by, chain->shapes + place, shapes * sizeof *chain->shapes);
}

/* Makes the shape of a new segment with the definition of an existing one. */
static int32_t add_segment_like(thud_world *world, const thud_chain *chain, int32_t like, thud_vec2 from,
                                thud_vec2 to) {
    thud_shape segment;
    thud_segment(from, to, &segment);
    thud_link_ends ends = {.one_sided = chain->one_sided};
    thud_shape_def def = thud_shape_table_def(&world->shapes, chain->shapes[like]);
    return thud_body_attach_link(world, chain->attachment.body, &def, &segment, &ends);
}

bool thud_chain_insert_point(thud_world *world, thud_chain_id id, int index, thud_vec2 point) {
    const thud_call call = thud_on_chain(__func__, id);
    thud_chain *chain = chain_to_change(world, call, id);
    if (chain == NULL || !check_index(world, call, index, chain->count + 1)) {
        return false;
    }
    int32_t before = wrap_point(chain, index - 1), after = wrap_point(chain, index);
    if (!check_neighbours(world, call, chain, before, point) ||
        !check_neighbours(world, call, chain, after, point)) {
        return false;
    }
    /* The new segment is after the point, or before it if the point is the chain's last. */
    int32_t segments = thud_chain_segments(chain);
    int32_t place = index < segments ? index : segments;
    int32_t like = before == THUD_NONE ? 0 : before < segments ? before : segments - 1;
    thud_vec2 from = after != THUD_NONE ? point : chain->points[before];
    thud_vec2 to = after != THUD_NONE ? chain->points[after] : point;
    int32_t shape = THUD_NONE;
    if (reserve_points(chain, chain->count + 1)) {
        shape = add_segment_like(world, chain, like, from, to);
    }
    if (shape == THUD_NONE) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "chain", 0.0);
    }
    move_rest(chain, index, place, 1);
    chain->points[index] = point;
    chain->shapes[place] = shape;
    chain->count++;
    number_segments(world, chain, place);
    refresh_segments(world, chain, index - 1, index);
    return true;
}

bool thud_chain_remove_point(thud_world *world, thud_chain_id id, int index) {
    const thud_call call = thud_on_chain(__func__, id);
    thud_chain *chain = chain_to_change(world, call, id);
    if (chain == NULL || !check_index(world, call, index, chain->count)) {
        return false;
    }
    if (chain->count <= (chain->loop ? 3 : 2)) {
        return thud_refuse(world, call, THUD_TOO_FEW_POINTS, "index", (double)index);
    }
    int32_t before = wrap_point(chain, index - 1), after = wrap_point(chain, index + 1);
    if (before != THUD_NONE && after != THUD_NONE &&
        !check_neighbours(world, call, chain, before, chain->points[after])) {
        return false;
    }
    int32_t segments = thud_chain_segments(chain);
    int32_t place = index < segments ? index : segments - 1;
    thud_shape_remove(world, chain->shapes[place]);
    move_rest(chain, index + 1, place + 1, -1);
    chain->count--;
    number_segments(world, chain, place);
    refresh_segments(world, chain, index - 1, index - 1); /* which closes the gap */
    return true;
}

bool thud_chain_set_material(thud_world *world, thud_chain_id id, int index, const thud_material *material) {
    const thud_call call = thud_on_chain(__func__, id);
    thud_chain *chain = chain_to_change(world, call, id);
    if (chain == NULL || !check_index(world, call, index, thud_chain_segments(chain)) ||
        !thud_check_given(world, call, "material", material != NULL)) {
        return false;
    }
    thud_shape_def def = thud_shape_table_def(&world->shapes, chain->shapes[index]);
    def.material = *material;
    return thud_shape_change(world, call, thud_shape_id_at(world, chain->shapes[index]), &def);
}

/* ---- read ---- */

/* A public function that reads one of the parts of a chain. */
#define PART_GETTER(type, function, count_of, value)                                                         \
    type function(const thud_world *world, thud_chain_id id, int index) {                                    \
        int32_t slot = thud_chain_slot(world, id, __func__);                                                 \
        const thud_chain *chain = slot != THUD_NONE ? thud_chain_at(world, slot) : NULL;                     \
        bool is_read = chain != NULL && check_index(world, thud_on_chain(__func__, id), index, count_of);    \
        return is_read ? (value) : (type){0};                                                                \
    }

PART_GETTER(thud_vec2, thud_chain_point, chain->count, chain->points[index])
PART_GETTER(thud_shape_id, thud_chain_segment, thud_chain_segments(chain),
            thud_shape_id_at(world, chain->shapes[index]))

THUD_GETTER(int, thud_chain_point_count, chain, thud_chain_at(world, slot)->count)
THUD_GETTER(int, thud_chain_segment_count, chain, thud_chain_segments(thud_chain_at(world, slot)))
THUD_GETTER(thud_body_id, thud_chain_body, chain, thud_body_id_at(world, world->chains.attachments[slot]->body))
THUD_GETTER(bool, thud_chain_is_loop, chain, thud_chain_at(world, slot)->loop)
THUD_GETTER(bool, thud_chain_is_one_sided, chain, thud_chain_at(world, slot)->one_sided)
THUD_GETTER(void *, thud_chain_user_data, chain, thud_chain_at(world, slot)->user_data)
THUD_GETTER(const char *, thud_chain_name, chain, thud_name_list_get(&world->chain_names, slot))

thud_chain_id thud_shape_chain(const thud_world *world, thud_shape_id shape, int *index) {
    thud_chain_id none = {0, 0};
    int32_t slot = thud_shape_slot(world, shape, __func__);
    if (slot == THUD_NONE || world->shapes.records[slot].chain == THUD_NONE) {
        return none;
    }
    if (index != NULL) {
        *index = world->shapes.records[slot].segment;
    }
    return thud_chain_id_at(world, world->shapes.records[slot].chain);
}
