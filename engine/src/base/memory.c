#include "base/memory.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

/* Largest number of columns of a table; all are allocated before the first old array is released. */
enum { max_columns = 32 };

/* First capacity [elements]. */
enum { first_capacity = 16 };

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

/* `size` rounded up to the alignment; zero if that overflows. */
static size_t aligned_size(size_t size) {
    return size > SIZE_MAX - THUD_ALIGNMENT ? 0 : (size + THUD_ALIGNMENT - 1) / THUD_ALIGNMENT * THUD_ALIGNMENT;
}

void *thud_allocate_blank(const thud_hooks *hooks, size_t size) {
    size_t whole = aligned_size(size);
    return whole == 0 ? NULL : hooks->allocate(whole, THUD_ALIGNMENT, hooks->context);
}

void *thud_allocate(const thud_hooks *hooks, size_t size) {
    void *memory = thud_allocate_blank(hooks, size);
    return memory == NULL ? NULL : memset(memory, 0, aligned_size(size));
}

void thud_release(const thud_hooks *hooks, void *memory, size_t size) {
    if (memory != NULL) {
        hooks->release(memory, aligned_size(size), hooks->context);
    }
}

/* Reads the pointer as bytes, because `T **` may not be used as `void **`. */
static void *read_pointer(const void *array) {
    void *pointer;
    memcpy(&pointer, array, sizeof pointer);
    return pointer;
}

static void write_pointer(void *array, void *pointer) {
    memcpy(array, &pointer, sizeof pointer);
}

/* Half as much again, or the needed capacity if that is more. */
static int32_t grown_capacity(int32_t capacity, int32_t needed) {
    int32_t grown = capacity < first_capacity ? first_capacity : capacity;
    if (capacity >= first_capacity) {
        grown = capacity > INT32_MAX / 3 * 2 ? INT32_MAX : capacity + capacity / 2;
    }
    return grown < needed ? needed : grown;
}

bool thud_extend_columns(const thud_hooks *hooks, const thud_column *columns, int column_count,
                         int32_t *capacity, int32_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    THUD_ASSERT(hooks, column_count <= max_columns);
    int32_t grown = grown_capacity(*capacity, needed);
    void *fresh[max_columns];
    for (int i = 0; i < column_count; i++) {
        size_t element_size = columns[i].element_size;
        fresh[i] = (size_t)grown > SIZE_MAX / element_size
                       ? NULL
                       : thud_allocate_blank(hooks, (size_t)grown * element_size);
        if (fresh[i] == NULL) {
            for (int taken = 0; taken < i; taken++) {
                thud_release(hooks, fresh[taken], (size_t)grown * columns[taken].element_size);
            }
            return false;
        }
    }
    for (int i = 0; i < column_count; i++) {
        void *old = read_pointer(columns[i].array);
        size_t old_size = (size_t)*capacity * columns[i].element_size;
        if (old != NULL) {
            memcpy(fresh[i], old, old_size);
            thud_release(hooks, old, old_size);
        }
        write_pointer(columns[i].array, fresh[i]);
    }
    *capacity = grown;
    return true;
}

bool thud_reserve_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity,
                          int32_t needed) {
    int32_t before = *capacity;
    bool extended = thud_extend_columns(hooks, columns, column_count, capacity, needed);
    for (int i = 0; i<column_count && * capacity> before; i++) {
        size_t size = columns[i].element_size;
        unsigned char *array = read_pointer(columns[i].array);
        memset(array + (size_t)before * size, 0, aligned_size((size_t)*capacity * size) - (size_t)before * size);
    }
    return extended;
}

bool thud_reserve(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity, int32_t needed) {
    thud_column column = {array, element_size};
    return thud_reserve_columns(hooks, &column, 1, capacity, needed);
}

bool thud_extend(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity,
                 int32_t needed) {
    thud_column column = {array, element_size};
    return thud_extend_columns(hooks, &column, 1, capacity, needed);
}

void thud_release_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity) {
    for (int i = 0; i < column_count; i++) {
        thud_release(hooks, read_pointer(columns[i].array), (size_t)*capacity * columns[i].element_size);
        write_pointer(columns[i].array, NULL);
    }
    *capacity = 0;
}

bool thud_renew_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity,
                        int32_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    int32_t grown = grown_capacity(*capacity, needed);
    thud_release_columns(hooks, columns, column_count, capacity);
    bool complete = true;
    for (int i = 0; i < column_count; i++) {
        size_t element_size = columns[i].element_size;
        void *fresh = (size_t)grown > SIZE_MAX / element_size
                          ? NULL
                          : thud_allocate_blank(hooks, (size_t)grown * element_size);
        write_pointer(columns[i].array, fresh);
        complete = complete && fresh != NULL;
    }
    *capacity = grown;
    if (!complete) {
        thud_release_columns(hooks, columns, column_count, capacity);
    }
    return complete;
}

bool thud_renew(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity, int32_t needed) {
    thud_column column = {array, element_size};
    return thud_renew_columns(hooks, &column, 1, capacity, needed);
}

void thud_release_array(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity) {
    thud_column column = {array, element_size};
    thud_release_columns(hooks, &column, 1, capacity);
}
