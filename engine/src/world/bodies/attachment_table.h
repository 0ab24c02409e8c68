/* attachment_table.h: the ids of all attachments; see attachment.h. Their memory belongs to the layer that makes them. */
#pragma once

#include "base/pool.h"
#include "thud/body.h"

typedef struct thud_attachment {
    thud_pool_id id;
    struct thud_attachment *next; /* on the same body */
    int32_t body;
    void (*release)(
        struct thud_attachment *attachment); /* releases its memory; the world removes its shapes */
} thud_attachment;

typedef struct thud_attachment_table {
    thud_pool pool;
    thud_attachment **attachments; /* by slot */
    int32_t capacity;
} thud_attachment_table;
