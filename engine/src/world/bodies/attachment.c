#include "world/bodies/attachment.h"

#include "world/check.h"
#include "world/world_state.h"

bool thud_attachment_list(thud_world *world, thud_attachment *attachment) {
    thud_attachment_table *table = &world->attachments;
    thud_body *body = &world->bodies.bodies[attachment->body];
    if (THUD_RESERVE(table->pool.hooks, table->attachments, table->capacity, table->pool.end + 1)) {
        attachment->id = thud_pool_allocate(&table->pool);
    }
    if (attachment->id.generation == 0) {
        return false;
    }
    table->attachments[attachment->id.slot] = attachment;
    attachment->next = body->first_attachment;
    body->first_attachment = attachment;
    return true;
}

thud_attachment *thud_attachment_find(const thud_world *world, thud_pool_id id, const char *call,
                                      const char *field) {
    if (world == NULL) {
        return NULL;
    }
    const thud_attachment_table *table = &world->attachments;
    if (!thud_pool_is_valid(&table->pool, id)) {
        (void)thud_refuse_id(world, thud_on_world(call), &table->pool, id, field);
        return NULL;
    }
    return table->attachments[id.slot];
}

void thud_attachment_release(thud_world *world, thud_attachment *attachment) {
    thud_attachment **link = &world->bodies.bodies[attachment->body].first_attachment;
    while (*link != attachment) {
        link = &(*link)->next;
    }
    *link = attachment->next;
    thud_pool_free(&world->attachments.pool, attachment->id);
    attachment->release(attachment);
}

void thud_attachments_release(thud_world *world, int32_t body) {
    while (world->bodies.bodies[body].first_attachment != NULL) {
        thud_attachment_release(world, world->bodies.bodies[body].first_attachment);
    }
}
