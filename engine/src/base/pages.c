#define _GNU_SOURCE /* mremap */
#include "base/pages.h"

#ifdef THUD_HAS_PAGES

#include <sys/mman.h>

#include "base/threads.h"

/* Smaller blocks are the C library's. It gives the end of its heap back to the system when a world is destroyed. */
static const size_t least_size = (size_t)64 << 10;

/* The smallest mapping and the factor to the next larger ones. The system moves whole multiples of 2 MB by a few entries of
 * its page tables. */
static const size_t least_mapping = (size_t)2 << 20;
enum { mapping_growth = 16 };

/* A block begins in the first `page` bytes of its mapping, after the head. Pages may be larger than that. */
enum { page = 4096, line = 64 };

/* The head of a mapping. */
typedef struct mapping {
    size_t touched; /* the largest size that its blocks had [bytes], but for the current one */
} mapping;

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

static mapping *mapping_of(void *block) {
    return (mapping *)(void *)((char *)block - (uintptr_t)block % page);
}

/* Call this before a block gets another size or is released. */
static void note_touched(mapping *pages, size_t size) {
    pages->touched = pages->touched > size ? pages->touched : size;
}

/* Scatters the first bytes of blocks over a page: columns that are read side by side, all at the start of a page, would
 * compete for the same sets of the cache. */
static void *block_in(mapping *pages) {
    uint32_t hash = (uint32_t)((uintptr_t)pages / page) * 0x9e3779b1u;
    size_t lines = 1 + (hash >> 16) % (page / line - 1);
    return (char *)pages + lines * line;
}

/* Where the system gives large pages to all mappings, a table of 200 KB would take 2 MB: these get none. */
static mapping *map_pages(size_t mapped) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *pages = mmap(NULL, mapped, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (pages == MAP_FAILED) {
        return NULL;
    }
    madvise(pages, mapped, MADV_NOHUGEPAGE);
    return pages;
}

/* ---- released pages ---- */

/* Released mappings of the smallest size, for the next tables of any world. */
enum { most_kept = 64 };
static const size_t most_bytes_kept = (size_t)16 << 20;

static struct {
    atomic_flag lock;
    int count;
    size_t bytes; /* touched of all of them */
    mapping *pages[most_kept];
} kept = {.lock = ATOMIC_FLAG_INIT};

/* Kept pages, or null. Those of which most was touched: the table that first needs pages grows fastest. */
static mapping *take_kept(void) {
    thud_spin_lock(&kept.lock);
    int most = 0;
    for (int i = 1; i < kept.count; i++) {
        most = kept.pages[i]->touched > kept.pages[most]->touched ? i : most;
    }
    mapping *pages = NULL;
    if (kept.count > 0) {
        pages = kept.pages[most];
        kept.bytes -= pages->touched;
        kept.pages[most] = kept.pages[--kept.count];
    }
    thud_spin_unlock(&kept.lock);
    return pages;
}

static bool keep(mapping *pages) {
    thud_spin_lock(&kept.lock);
    bool fits = kept.count < most_kept && kept.bytes + pages->touched <= most_bytes_kept;
    if (fits) {
        kept.bytes += pages->touched;
        kept.pages[kept.count++] = pages;
    }
    thud_spin_unlock(&kept.lock);
    return fits;
}

/* A game may load and unload a library that has the engine in it. */
__attribute__((destructor)) static void release_kept(void) {
    for (mapping *pages = take_kept(); pages != NULL; pages = take_kept()) {
        munmap(pages, least_mapping);
    }
}

/* ---- blocks ---- */

void *thud_pages_take(size_t size) {
    size_t mapped = mapped_size(size);
    mapping *pages = mapped == least_mapping ? take_kept() : NULL;
    if (pages == NULL) {
        pages = map_pages(mapped);
    }
    return pages == NULL ? NULL : block_in(pages);
}

/* Of a larger mapping the start is kept. */
void thud_pages_release(void *block, size_t size) {
    mapping *pages = mapping_of(block);
    size_t mapped = mapped_size(size);
    note_touched(pages, size);
    pages->touched = pages->touched < least_mapping ? pages->touched : least_mapping;
    size_t left = keep(pages) ? least_mapping : 0;
    if (left < mapped) {
        munmap((char *)pages + left, mapped - left);
    }
}

void *thud_pages_resize(void *block, size_t size, size_t new_size) {
    size_t mapped = mapped_size(size), new_mapped = mapped_size(new_size);
    mapping *pages = mapping_of(block);
    note_touched(pages, size);
    if (mapped == new_mapped) {
        return block;
    }
    void *moved = mremap(pages, mapped, new_mapped, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? NULL : (char *)moved + ((char *)block - (char *)pages);
}

#endif
