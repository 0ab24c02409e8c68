#include "base/memory.h"

#include "base/assert.h"
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

/* Largest number of columns of a table; all are allocated before the first old array is released. */
enum { max_columns = 32 };

/* First capacity [elements]. */
enum { first_capacity = 16 };

/* Elements above this size begin with one [bytes]. */
enum { large_element = 1024 };

static void *default_allocate(size_t size, size_t alignment, void *context) {
    (void)context;
#ifdef _WIN32
    return _aligned_malloc(size, alignment); /* Windows lacks C11's aligned_alloc */
#else
    return aligned_alloc(alignment, size);
#endif
}

static void default_release(void *memory, size_t size, void *context) {
    (void)size;
    (void)context;
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

#ifdef THUD_ASSERTIONS
/* Aborts, so that a debugger or a sanitizer shows the place. */
static void default_assert_failed(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
    abort();
}
#endif

thud_hooks thud_hooks_defaults(void) {
    thud_hooks hooks = {.allocate = default_allocate, .release = default_release};
#ifdef THUD_ASSERTIONS
    hooks.assert_failed = default_assert_failed;
#endif
    return hooks;
}

thud_hooks thud_complete_hooks(thud_hooks hooks) {
    if (hooks.allocate == NULL) {
        hooks.allocate = default_allocate;
        hooks.release = default_release;
    }
    return hooks;
}

/* ---- hooks that count ---- */

static void *counted_allocate(size_t size, size_t alignment, void *context) {
    thud_counted_hooks *counted = context;
    void *memory = counted->user->allocate(size, alignment, counted->user->context);
    if (memory != NULL) {
        counted->bytes += (int64_t)size;
    }
    return memory;
}

static void counted_release(void *memory, size_t size, void *context) {
    thud_counted_hooks *counted = context;
    counted->bytes -= (int64_t)size;
    counted->user->release(memory, size, counted->user->context);
}

static void forward_assert(const char *condition, const char *file, int line, void *context) {
    const thud_counted_hooks *counted = context;
    counted->user->assert_failed(condition, file, line, counted->user->context);
}

void thud_counted_hooks_init(thud_counted_hooks *counted, const thud_hooks *user) {
    counted->user = user;
    counted->bytes = 0;
    counted->hooks = (thud_hooks){.allocate = counted_allocate,
                                  .release = counted_release,
                                  .assert_failed = user->assert_failed != NULL ? forward_assert : NULL,
                                  .context = counted};
}

/* ---- blocks ---- */

static void count_bytes(const thud_hooks *hooks, int64_t bytes) {
    if (hooks->allocate == counted_allocate) {
        ((thud_counted_hooks *)hooks->context)->bytes += bytes;
    }
}

/* Whether blocks of this size have pages of their own: large ones, unless they are the host's. */
static bool has_pages(const thud_hooks *hooks, size_t size) {
    bool is_counted = hooks->allocate == counted_allocate;
    const thud_hooks *user = is_counted ? ((const thud_counted_hooks *)hooks->context)->user : hooks;
    return user->allocate == default_allocate && user->release == default_release && thud_has_pages(size);
}

void *thud_allocate_blank(const thud_hooks *hooks, size_t size) {
    size_t whole = thud_whole_lines(size);
    if (!has_pages(hooks, whole)) {
        return whole == 0 ? NULL : hooks->allocate(whole, THUD_ALIGNMENT, hooks->context);
    }
    void *memory = thud_pages_take(whole);
    count_bytes(hooks, memory == NULL ? 0 : (int64_t)whole);
    return memory;
}

void *thud_allocate(const thud_hooks *hooks, size_t size) {
    void *memory = thud_allocate_blank(hooks, size);
    return memory == NULL ? NULL : memset(memory, 0, thud_whole_lines(size));
}

void thud_release(const thud_hooks *hooks, void *memory, size_t size) {
    size_t whole = thud_whole_lines(size);
    if (memory == NULL) {
        return;
    }
    if (!has_pages(hooks, whole)) {
        hooks->release(memory, whole, hooks->context);
        return;
    }
    thud_pages_release(memory, whole);
    count_bytes(hooks, -(int64_t)whole);
}

/* ---- arrays ---- */

/* Reads the pointer of a column as bytes, because `T **` may not be used as `void **`. */
static void *array_of(const void *table, const thud_column *column) {
    void *array;
    memcpy(&array, (const char *)table + column->place, sizeof array);
    return array;
}

static void set_array(void *table, const thud_column *column, void *array) {
    memcpy((char *)table + column->place, &array, sizeof array);
}

/* Half as much again, or the needed capacity if that is more. Of large elements a first one may be all that is needed. */
static int32_t grown_capacity(int32_t capacity, int32_t needed, size_t element_size) {
    int32_t least = element_size <= large_element ? first_capacity : 1;
    int32_t grown = capacity < least ? least : capacity;
    if (capacity >= least) {
        grown = capacity > INT32_MAX / 3 * 2 ? INT32_MAX : capacity + capacity / 2;
    }
    return grown < needed ? needed : grown;
}

static void release_column(const thud_hooks *hooks, void *table, const thud_column *column, int32_t capacity) {
    thud_release(hooks, array_of(table, column), (size_t)capacity * column->element_size);
    set_array(table, column, NULL);
}

/* Gives a column another capacity without copying it; false where that is not possible, as the array is small or the
 * host's: then it is as before. To a lower one it is always possible. */
static bool resize_column(const thud_hooks *hooks, void *table, const thud_column *column, int32_t capacity,
                          int32_t resized) {
    size_t size = thud_whole_lines((size_t)capacity * column->element_size);
    size_t new_size = thud_whole_lines((size_t)resized * column->element_size);
    void *array = array_of(table, column);
    bool fits = array != NULL && (size_t)resized <= SIZE_MAX / column->element_size;
    bool movable = fits && has_pages(hooks, size) && has_pages(hooks, new_size);
    array = movable ? thud_pages_resize(array, size, new_size) : NULL;
    if (array == NULL) {
        return false;
    }
    set_array(table, column, array);
    count_bytes(hooks, (int64_t)new_size - (int64_t)size);
    return true;
}

bool thud_reserve_columns(const thud_hooks *hooks, void *table, const thud_column *columns, int32_t *capacity,
                          int32_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    int32_t grown = grown_capacity(*capacity, needed, columns->element_size);
    void *fresh[max_columns]; /* null: the column was resized */
    for (int i = 0; columns[i].element_size > 0; i++) {
        THUD_ASSERT(hooks, i < max_columns);
        fresh[i] = NULL;
        if (resize_column(hooks, table, &columns[i], *capacity, grown)) {
            continue;
        }
        bool fits = (size_t)grown <= SIZE_MAX / columns[i].element_size;
        fresh[i] = fits ? thud_allocate_blank(hooks, (size_t)grown * columns[i].element_size) : NULL;
        if (fresh[i] == NULL) {
            for (int taken = 0; taken < i; taken++) {
                if (fresh[taken] == NULL) {
                    resize_column(hooks, table, &columns[taken], grown, *capacity);
                }
                thud_release(hooks, fresh[taken], (size_t)grown * columns[taken].element_size);
            }
            return false;
        }
    }
    for (int i = 0; columns[i].element_size > 0; i++) {
        if (fresh[i] != NULL) {
            thud_copy_bytes(fresh[i], array_of(table, &columns[i]),
                            (size_t)*capacity * columns[i].element_size);
            release_column(hooks, table, &columns[i], *capacity);
            set_array(table, &columns[i], fresh[i]);
        }
    }
    *capacity = grown;
    return true;
}

void thud_release_columns(const thud_hooks *hooks, void *table, const thud_column *columns, int32_t *capacity) {
    for (; columns->element_size > 0; columns++) {
        release_column(hooks, table, columns, *capacity);
    }
    *capacity = 0;
}

/* ---- tables of one array ---- */

bool thud_reserve(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity,
                  int32_t needed) {
    const thud_column columns[] = {{0, element_size}, {0}};
    return thud_reserve_columns(hooks, array, columns, capacity, needed);
}

bool thud_reserve_zeros(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity,
                        int32_t needed) {
    const thud_column columns[] = {{0, element_size}, {0}};
    size_t before = (size_t)*capacity * element_size;
    bool reserved = thud_reserve_columns(hooks, array, columns, capacity, needed);
    size_t size = (size_t)*capacity * element_size;
    if (size > before) {
        memset((char *)array_of(array, columns) + before, 0, size - before);
    }
    return reserved;
}

void thud_release_array(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity) {
    const thud_column columns[] = {{0, element_size}, {0}};
    thud_release_columns(hooks, array, columns, capacity);
}
