/* attachments.c: a body's list of attachments (attachment.h). */
#include "world/bodies/attachment.h"

#include "world/world_state.h"

void thud_attachment_list(thud_world *world, thud_attachment *attachment) {
    thud_body *body = &world->bodies.bodies[attachment->body];
    attachment->next = body->first_attachment;
    body->first_attachment = attachment;
}

void thud_attachment_unlist(thud_world *world, thud_attachment *attachment) {
    thud_attachment **link = &world->bodies.bodies[attachment->body].first_attachment;
    while (*link != attachment) {
        link = &(*link)->next;
    }
    *link = attachment->next;
}

void thud_attachments_release(thud_world *world, int32_t body) {
    thud_attachment **first = &world->bodies.bodies[body].first_attachment;
    while (*first != NULL) {
        thud_attachment *attachment = *first;
        *first = attachment->next;
        attachment->release(attachment);
    }
}
