#include "world/bodies/shape_table.h"

#include "base/assert.h"
#include "base/inline.h"
#include "base/memory.h"

static void *core_record(const thud_core_array *array, thud_core_class core_class, int32_t index) {
    return (char *)array->records + (size_t)index * thud_core_size(core_class);
}

static const thud_column shape_columns[] = {
    THUD_COLUMN(thud_shape_table, records),
    THUD_COLUMN(thud_shape_table, open),
    {0},
};

THUD_RARE void thud_shape_table_init(thud_shape_table *table, const thud_hooks *hooks) {
    *table = (thud_shape_table){0};
    thud_pool_init(&table->pool, hooks);
    thud_name_list_init(&table->names, hooks);
    thud_outline_store_init(&table->outlines, hooks);
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        table->cores[c].free_index = THUD_NONE;
    }
}

THUD_RARE void thud_shape_table_destroy(thud_shape_table *table) {
    const thud_hooks *hooks = table->pool.hooks;
    thud_outline_store_destroy(&table->outlines);
    thud_release_columns(hooks, table, shape_columns, &table->capacity);
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        thud_core_array *array = &table->cores[c];
        thud_release_array(hooks, &array->records, thud_core_size((thud_core_class)c), &array->capacity);
    }
    thud_name_list_destroy(&table->names);
    thud_pool_destroy(&table->pool);
}

/* ---- cores ---- */

static int32_t core_allocate(thud_shape_table *table, thud_core_class core_class) {
    thud_core_array *array = &table->cores[core_class];
    if (array->free_index != THUD_NONE) {
        int32_t index = array->free_index;
        array->free_index = thud_next_free_core(array, core_class, index);
        return index;
    }
    int32_t needed = array->end + 1;
    bool has_room = needed <= array->capacity ||
                    thud_reserve(table->pool.hooks, &array->records, thud_core_size(core_class),
                                 &array->capacity, thud_doubled(array->capacity, needed));
    return has_room ? array->end++ : THUD_NONE;
}

static void core_free(thud_shape_table *table, thud_core_class core_class, int32_t index) {
    thud_core_array *array = &table->cores[core_class];
    THUD_ASSERT(table->pool.hooks, index >= 0 && index < array->end && array->free_index != index);
    memcpy(core_record(array, core_class, index), &array->free_index, sizeof array->free_index);
    array->free_index = index;
}

/* ---- records ---- */

bool thud_shape_table_reserve(thud_shape_table *table, int32_t count) {
    if (count <= table->capacity && count <= table->pool.capacity) {
        return true;
    }
    return thud_reserve_columns(table->pool.hooks, table, shape_columns, &table->capacity,
                                thud_doubled(table->capacity, count)) &&
           thud_pool_reserve(&table->pool, count);
}

/* Vertices of an outline with room for a link and its ends. A link does not share its outline, which may change. */
enum { vertices_of_link = 2, vertices_of_ends = 2, room_of_link = vertices_of_link + vertices_of_ends };
_Static_assert(sizeof(thud_link_ends) <= vertices_of_ends * 2 * sizeof(thud_vec2),
               "a vertex has a normal too");

static thud_vec2 *make_outline(thud_outline_store *store, const thud_shape *shape, thud_core_class core_class) {
    if (core_class != THUD_CORE_LINK) {
        return thud_outline_share(store, shape);
    }
    thud_vec2 *outline = thud_outline_take(store, room_of_link);
    if (outline != NULL) {
        thud_outline_write(outline, shape);
    }
    return outline;
}

/* Gives a record the outline and core of a shape; false, and the record as it was, when memory runs out. */
static bool attach_geometry(thud_shape_table *table, thud_shape_record *record, const thud_shape *shape,
                            thud_core_class core_class) {
    int32_t core = core_allocate(table, core_class);
    thud_vec2 *outline = core != THUD_NONE ? make_outline(&table->outlines, shape, core_class) : NULL;
    if (outline == NULL) {
        if (core != THUD_NONE) {
            core_free(table, core_class, core);
        }
        return false;
    }
    record->kind = (uint8_t)shape->kind;
    record->count = (uint8_t)shape->count;
    record->radius = shape->radius;
    record->outline = outline;
    record->core_class = (uint8_t)core_class;
    record->core = core;
    return true;
}

static void detach_geometry(thud_shape_table *table, thud_shape_record *record) {
    core_free(table, record->core_class, record->core);
    if (record->core_class == THUD_CORE_LINK) {
        thud_outline_release(&table->outlines, record->outline, room_of_link);
    } else {
        thud_outline_unshare(&table->outlines, record->outline, record->count);
    }
    record->outline = NULL;
}

static void detach_record(thud_shape_table *table, thud_shape_record *record) {
    detach_geometry(table, record);
    if (record->def != NULL) {
        thud_shape_defs_release(&table->defs, &table->outlines, record->def);
    }
}

static bool is_one_way(const thud_shape_def *def) {
    return !def->sensor && (def->one_way.x != 0.0f || def->one_way.y != 0.0f);
}

static bool is_open(const thud_shape_def *def) {
    return def->filter.category != 0 && def->filter.mask != 0 && !def->sensor;
}

thud_pool_id thud_shape_table_add(thud_shape_table *table, const thud_shape *shape,
                                  const thud_link_ends *ends, const thud_shape_def *def) {
    thud_pool_id null_id = {0, 0};
    thud_core_class core_class = ends != NULL ? THUD_CORE_LINK : thud_core_class_of(shape);
    thud_shape_record record = {.body = THUD_NONE,
                                .next = THUD_NONE,
                                .previous = THUD_NONE,
                                .user_data = def->user_data,
                                .chain = THUD_NONE,
                                .segment = THUD_NONE,
                                .owner = NULL};
    record.is_one_way = is_one_way(def);
    if (!thud_shape_table_reserve(table, table->pool.end + 1) ||
        !attach_geometry(table, &record, shape, core_class)) {
        return null_id;
    }
    if (ends != NULL) {
        record.ends = (thud_link_ends *)(uintptr_t)(record.outline + 2 * record.count);
        *record.ends = *ends;
    }
    record.def = thud_shape_defs_take(&table->defs, &table->outlines, def);
    thud_pool_id id = record.def != NULL ? thud_pool_allocate(&table->pool) : null_id;
    if (id.generation == 0) {
        detach_record(table, &record);
        return null_id;
    }
    table->records[id.slot] = record;
    table->open[id.slot] = is_open(def);
    if (!thud_name_list_set(&table->names, (int32_t)id.slot, def->name)) {
        thud_shape_table_remove(table, (int32_t)id.slot);
        return null_id;
    }
    return id;
}

bool thud_shape_table_make_room(thud_shape_table *table, int32_t slot, const thud_shape_def *def) {
    return thud_shape_defs_make_room(&table->outlines) && thud_name_list_make_room(&table->names, slot, def->name);
}

/* Gives a shape another definition, except for name and user data; false when memory runs out. */
THUD_OWN_CODE bool share_def(thud_shape_table *table, thud_shape_record *record, const thud_shape_def *def) {
    const thud_shape_def *old = record->def,
                         *shared = thud_shape_defs_take(&table->defs, &table->outlines, def);
    if (shared != NULL) {
        record->def = shared;
        thud_shape_defs_release(&table->defs, &table->outlines, old);
    }
    return shared != NULL;
}

THUD_RARE void thud_shape_table_set_def(thud_shape_table *table, int32_t slot, const thud_shape_def *def) {
    thud_shape_record *record = &table->records[slot];
    thud_name_list_set(&table->names, slot, def->name);
    record->user_data = def->user_data;
    (void)share_def(table, record, def); /* its memory is reserved */
    record->is_one_way = is_one_way(def);
    table->open[slot] = is_open(def);
}

bool thud_shape_table_set_material(thud_shape_table *table, int32_t slot, const thud_material *material) {
    thud_shape_record *record = &table->records[slot];
    thud_shape_def def = *record->def;
    def.material = *material;
    return memcmp(&record->def->material, material, sizeof *material) != 0 && share_def(table, record, &def);
}

void thud_shape_table_remove(thud_shape_table *table, int32_t slot) {
    detach_record(table, &table->records[slot]);
    thud_pool_free(&table->pool, thud_pool_id_at(&table->pool, slot));
}

THUD_RARE bool thud_shape_table_replace(thud_shape_table *table, int32_t slot, const thud_shape *shape) {
    thud_shape_record replacement = table->records[slot];
    if (!attach_geometry(table, &replacement, shape, thud_core_class_of(shape))) {
        return false;
    }
    thud_shape_record *record = &table->records[slot];
    if (replacement.core_class == record->core_class) { /* contacts know its place */
        int32_t core = record->core;
        record->core = replacement.core;
        replacement.core = core;
    }
    detach_geometry(table, record);
    *record = replacement;
    return true;
}

THUD_RARE void thud_shape_table_set_link(thud_shape_table *table, int32_t slot, const thud_shape *segment,
                                         const thud_link_ends *ends) {
    thud_shape_record *record = &table->records[slot];
    *record->ends = *ends;
    thud_outline_write((thud_vec2 *)(uintptr_t)record->outline, segment); /* its own */
}

void thud_shape_record_read(const thud_shape_record *record, thud_shape *shape) {
    shape->kind = record->kind;
    shape->count = record->count;
    shape->radius = record->radius;
    for (int32_t i = 0; i < record->count; i++) {
        shape->vertices[i] = record->outline[i];
        shape->normals[i] = record->outline[record->count + i];
    }
}

thud_shape_def thud_shape_table_def(const thud_shape_table *table, int32_t slot) {
    thud_shape_def def = *table->records[slot].def;
    def.name = thud_name_list_get(&table->names, slot);
    def.user_data = table->records[slot].user_data;
    return def;
}

thud_mass thud_shape_record_mass(const thud_shape_record *record) {
    thud_shape geometry;
    thud_shape_record_read(record, &geometry);
    return thud_shape_mass(&geometry, record->def->density);
}

float thud_reach_of(const thud_vec2 *vertices, int count, float radius, thud_vec2 center) {
    float farthest = 0.0f;
    for (int i = 0; i < count; i++) {
        farthest = thud_max(farthest, thud_vec2_length_squared(thud_vec2_sub(vertices[i], center)));
    }
    return sqrtf(farthest) + radius;
}

thud_core_facts thud_shape_table_write_core(const thud_shape_record *record, const thud_shape *geometry,
                                            thud_vec2 center_of_mass, void *core) {
    if (record->core_class == THUD_CORE_LINK) {
        thud_core_build_link(geometry, record->ends, center_of_mass, core);
        return (thud_core_facts){
            .extent = thud_reach_of(geometry->vertices, geometry->count, geometry->radius, center_of_mass)};
    }
    return thud_core_build(geometry, center_of_mass, core);
}

float thud_shape_table_rebase(thud_shape_table *table, int32_t slot, const thud_shape *geometry,
                              thud_vec2 center_of_mass) {
    thud_shape_record *record = &table->records[slot];
    void *core = core_record(&table->cores[record->core_class], record->core_class, record->core);
    thud_core_facts facts = thud_shape_table_write_core(record, geometry, center_of_mass, core);
    record->is_rectangle = facts.is_rectangle;
    const thud_vec2 *normals = geometry->normals;
    record->is_upright =
        facts.is_rectangle && normals[0].x * normals[0].y == 0.0f && normals[1].x * normals[1].y == 0.0f;
    return facts.extent;
}

const void *thud_shape_core(const thud_shape_table *table, const thud_shape_record *record) {
    THUD_ASSERT(table->pool.hooks, record->core >= 0 && record->core < table->cores[record->core_class].end);
    return core_record(&table->cores[record->core_class], record->core_class, record->core);
}
