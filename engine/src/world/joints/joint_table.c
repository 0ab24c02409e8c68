#include "world/joints/joint_table.h"

#include "base/memory.h"

static const thud_column joint_columns[] = {
    THUD_COLUMN(thud_joint_table, joints), THUD_COLUMN(thud_joint_table, records),
    THUD_COLUMN(thud_joint_table, defs),   THUD_COLUMN(thud_joint_table, active),
    THUD_COLUMN(thud_joint_table, posed),  {0},
};

void thud_joint_table_init(thud_joint_table *table, const thud_hooks *hooks) {
    *table = (thud_joint_table){0};
    thud_pool_init(&table->pool, hooks);
    thud_name_list_init(&table->names, hooks);
}

void thud_joint_table_destroy(thud_joint_table *table) {
    const thud_hooks *hooks = table->pool.hooks;
    thud_release_columns(hooks, table, joint_columns, &table->capacity);
    THUD_RELEASE_ARRAY(hooks, table->breaks, table->break_capacity);
    thud_name_list_destroy(&table->names);
    thud_pool_destroy(&table->pool);
}

thud_pool_id thud_joint_table_add(thud_joint_table *table) {
    thud_pool_id id = {0, 0};
    if (thud_reserve_columns(table->pool.hooks, table, joint_columns, &table->capacity, table->pool.end + 1)) {
        id = thud_pool_allocate(&table->pool);
    }
    if (id.generation != 0) {
        table->joints[id.slot] = (thud_joint){0};
        table->records[id.slot] = (thud_joint_record){0};
        table->defs[id.slot].base.break_force = table->defs[id.slot].base.break_torque = 0.0f;
        table->changed = true;
    }
    return id;
}

void thud_joint_table_remove(thud_joint_table *table, int32_t slot) {
    table->changed = true;
    thud_pool_free(&table->pool, thud_pool_id_at(&table->pool, slot));
}
