/*
 * pages.h: large blocks of memory with pages of their own, which grow without being copied. A block is mapped with room
 * to grow; pages that it has not touched take no memory. Where the room ends the system moves the pages (mremap, Linux
 * only). Elsewhere, and under sanitizers, there are none.
 *
 * A table that grows on the C library's heap leaves a hole of its old size, which the next, larger table does not fit:
 * 4 to 5 of 25 to 40 MB in the scenes compounds, junkyard and rain. To move pages costs as much as to touch them first:
 * on a virtual machine, without room to grow, rays right after 20,000 creations took twice the time, the first step of
 * a level of tiles 1.5 times.
 *
 * Up to 16 MB of released pages stay with the process, as in the C library's heap: worlds that are made after others,
 * such as a level that is played again, touch few new pages. Each of these took 1.3 to 18 us on a virtual machine. A block
 * from released pages holds any bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define THUD_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define THUD_SANITIZED
#endif

#if defined(__linux__) && UINTPTR_MAX > UINT32_MAX && !defined(THUD_SANITIZED)

#define THUD_HAS_PAGES

/* Whether blocks of this size have pages of their own. */
bool thud_has_pages(size_t size);

/* A block, at the start of a cache line; null where memory runs out. */
void *thud_pages_take(size_t size);

void thud_pages_release(void *block, size_t size);

/* The block with another size, for which it has pages too, at its new place; null, and the block
 * as before, where memory runs out. */
void *thud_pages_resize(void *block, size_t size, size_t new_size);

#else

#define thud_has_pages(size) ((void)(size), false)
#define thud_pages_take(size) ((void)(size), NULL)
#define thud_pages_release(block, size) ((void)(block), (void)(size))
#define thud_pages_resize(block, size, new_size) ((void)(block), (void)(size), (void)(new_size), NULL)

#endif
