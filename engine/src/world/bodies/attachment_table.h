/* attachment_table.h: the ids of all attachments of a kind; see attachment.h. Their memory belongs to what makes them. */
#pragma once

#include "base/pool.h"
#include "thud/body.h"

typedef struct thud_attachment {
    thud_pool_id id;
    struct thud_attachment_table *table; /* which has the id */
    int32_t body;
    int32_t next; /* of the same table, on the same body: a slot; THUD_NONE at the end */
    void (*release)(
        struct thud_attachment *attachment); /* releases its memory; the world removes its shapes */
} thud_attachment;

typedef struct thud_attachment_table {
    thud_pool pool;
    thud_attachment **attachments; /* by slot */
    int32_t capacity;
} thud_attachment_table;
