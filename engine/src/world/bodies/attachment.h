/*
 * attachment.h: an object of many shapes on a body: a chain, or a grid of tiles, which a layer above the world attaches. It starts
 * with this record, through which the world destroys it with the body or the world. The shapes of a grid are ordinary shapes with it
 * as their owner, so that no public call changes them; `segment` of their records is the attachment's own number of a shape.
 */
#pragma once

#include "world/bodies/attachment_table.h"

/* Gives an attachment an id of a table of the world and adds it to its body; false when memory runs out. */
bool thud_attachment_list(thud_world *world, thud_attachment_table *table, thud_attachment *attachment);

/* Releases an attachment whose shapes have been removed; and all of a body, whose shapes the caller removes. */
void thud_attachment_release(thud_world *world, thud_attachment *attachment);
void thud_attachments_release(thud_world *world, int32_t body);

/* ---- shapes of attachments ---- */

/* Makes a shape without mass that belongs to an attachment, in two steps, so that all of many shapes are made
 * or none: the first takes memory, THUD_NONE when it runs out; the shape takes effect with the second, for
 * which the hash must have room. thud_shape_table_remove undoes the first. The caller writes its `segment`. */
int32_t thud_part_make(thud_world *world, thud_attachment *owner, const thud_shape_def *def,
                       const thud_shape *shape);
void thud_part_attach(thud_world *world, int32_t shape);
