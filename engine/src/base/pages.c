#define _GNU_SOURCE /* mremap */
#include "base/pages.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define THUD_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define THUD_SANITIZED
#endif

#include <stdint.h>

#if defined(__linux__) && UINTPTR_MAX > UINT32_MAX && !defined(THUD_SANITIZED)

#include <sys/mman.h>

/* The C library has memory for smaller blocks that was touched before. */
static const size_t least_size = (size_t)160 << 10;

/* The smallest mapping and the factor to the next larger ones. The system moves whole multiples of 2 MB by a few entries of
 * its page tables. */
static const size_t least_mapping = (size_t)2 << 20;
enum { mapping_growth = 16 };

/* A block begins in the first `page` bytes of its mapping. Pages may be larger than that. */
enum { page = 4096, line = 64 };

bool thud_has_pages(size_t size) {
    return size >= least_size;
}

/* Bytes to map for a block, wherever in the first page it begins; 0, which no mapping has, for a size beyond all memory. */
static size_t mapped_size(size_t size) {
    size_t mapped = size > SIZE_MAX - 2 * page ? 0 : least_mapping;
    while (mapped != 0 && mapped < size + 2 * page) {
        mapped *= mapping_growth; /* overflows to zero */
    }
    return mapped;
}

static char *pages_of(void *block) {
    return (char *)block - (uintptr_t)block % page;
}

/* Scatters the first bytes of blocks over a page: columns that are read side by side, all at the start of a page, would
 * compete for the same sets of the cache. */
static size_t first_byte(const char *pages) {
    uint32_t hash = (uint32_t)((uintptr_t)pages / page) * 0x9e3779b1u;
    return (size_t)(hash >> 26) * line;
}

/* Where the system gives large pages to all mappings, a table of 200 KB would take 2 MB: these get none. */
void *thud_pages_take(size_t size) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *pages = mmap(NULL, mapped_size(size), PROT_READ | PROT_WRITE, flags, -1, 0);
    if (pages == MAP_FAILED) {
        return NULL;
    }
    madvise(pages, mapped_size(size), MADV_NOHUGEPAGE);
    return pages + first_byte(pages);
}

void thud_pages_release(void *block, size_t size) {
    munmap(pages_of(block), mapped_size(size));
}

void *thud_pages_resize(void *block, size_t size, size_t new_size) {
    size_t mapped = mapped_size(size), new_mapped = mapped_size(new_size);
    if (mapped == new_mapped) {
        return block;
    }
    char *pages = pages_of(block);
    char *moved = mremap(pages, mapped, new_mapped, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? NULL : moved + ((char *)block - pages);
}

#else

bool thud_has_pages(size_t size) {
    (void)size;
    return false;
}

void *thud_pages_take(size_t size) {
    (void)size;
    return NULL;
}

void thud_pages_release(void *block, size_t size) {
    (void)block;
    (void)size;
}

void *thud_pages_resize(void *block, size_t size, size_t new_size) {
    (void)block;
    (void)size;
    (void)new_size;
    return NULL;
}

#endif
