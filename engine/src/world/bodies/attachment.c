#include "world/bodies/attachment.h"

#include "world/world_state.h"

/* The first of its table on the body of an attachment. */
static int32_t *first_of(thud_world *world, const thud_attachment *attachment) {
    thud_body *body = &world->bodies.bodies[attachment->body];
    return attachment->table == &world->chains ? &body->first_chain : &body->first_grid;
}

bool thud_attachment_list(thud_world *world, thud_attachment_table *table, thud_attachment *attachment) {
    if (THUD_RESERVE(table->pool.hooks, table->attachments, table->capacity, table->pool.end + 1)) {
        attachment->id = thud_pool_allocate(&table->pool);
    }
    if (attachment->id.generation == 0) {
        return false;
    }
    table->attachments[attachment->id.slot] = attachment;
    attachment->table = table;
    int32_t *first = first_of(world, attachment);
    attachment->next = *first;
    *first = (int32_t)attachment->id.slot;
    return true;
}

void thud_attachment_release(thud_world *world, thud_attachment *attachment) {
    thud_attachment_table *table = attachment->table;
    int32_t *link = first_of(world, attachment);
    while (table->attachments[*link] != attachment) {
        link = &table->attachments[*link]->next;
    }
    *link = attachment->next;
    thud_pool_free(&table->pool, attachment->id);
    attachment->release(attachment);
}

void thud_attachments_release(thud_world *world, int32_t body) {
    const thud_body *record = &world->bodies.bodies[body];
    while (record->first_chain != THUD_NONE) {
        thud_attachment_release(world, world->chains.attachments[record->first_chain]);
    }
    while (record->first_grid != THUD_NONE) {
        thud_attachment_release(world, world->grids.attachments[record->first_grid]);
    }
}
