#include "world/bodies/attachment_table.h"

#include "base/memory.h"

void thud_attachment_table_init(thud_attachment_table *table, const thud_hooks *hooks) {
    *table = (thud_attachment_table){0};
    thud_pool_init(&table->pool, hooks);
}

void thud_attachment_table_destroy(thud_attachment_table *table) {
    THUD_RELEASE_ARRAY(table->pool.hooks, table->attachments, table->capacity);
    thud_pool_destroy(&table->pool);
}

bool thud_attachment_table_add(thud_attachment_table *table, thud_attachment *attachment) {
    if (THUD_RESERVE(table->pool.hooks, table->attachments, table->capacity, table->pool.end + 1)) {
        attachment->id = thud_pool_allocate(&table->pool);
    }
    if (attachment->id.generation == 0) {
        return false;
    }
    table->attachments[attachment->id.slot] = attachment;
    return true;
}
