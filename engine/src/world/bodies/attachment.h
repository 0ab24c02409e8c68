/*
 * attachment.h: what a layer above the world attaches to a body: a grid of tiles. It begins with this record, through which the world
 * destroys it with the body or the world. Its shapes are ordinary ones that name it as their owner, so that no public call changes them;
 * `segment` of their records is its own number for each.
 */
#ifndef THUD_SRC_WORLD_BODIES_ATTACHMENT_H
#define THUD_SRC_WORLD_BODIES_ATTACHMENT_H

#include <stdint.h>

#include "thud/body.h"

typedef struct thud_attachment {
    struct thud_attachment *next; /* on the same body */
    int32_t body;
    void (*release)(struct thud_attachment *attachment); /* its memory; the world deals with its shapes */
} thud_attachment;

/* Puts an attachment on its body, and takes it off. */
void thud_attachment_list(thud_world *world, thud_attachment *attachment);
void thud_attachment_unlist(thud_world *world, thud_attachment *attachment);

/* Releases all attachments of a body. */
void thud_attachments_release(thud_world *world, int32_t body);

/* ---- shapes of attachments ---- */

/*
 * A shape without mass that belongs to an attachment, in two steps, so that many come at once or none: the first takes memory, and
 * nothing sees the shape until the second, for which the hash has to have room. THUD_NONE where memory runs out. The first is undone
 * by thud_part_discard.
 */
int32_t thud_part_make(thud_world *world, thud_attachment *owner, int32_t number, const thud_shape_def *def,
                       const thud_shape *shape);
void thud_part_discard(thud_world *world, int32_t shape);
void thud_part_attach(thud_world *world, int32_t shape);

/* Makes room in the hash for so many parts on a body. */
bool thud_parts_reserve(thud_world *world, int32_t body, int32_t count);

#endif
