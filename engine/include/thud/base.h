/*
 * base.h: the basis of all other headers: version, status codes, refusals, hooks, tasks, SIMD width.
 *
 *     printf("Thud %s\n", thud_version());
 *     thud_hooks hooks = thud_hooks_defaults();
 *     hooks.allocate = my_allocate;
 *     hooks.release = my_release;
 *
 * A function that can be given bad input returns a thud_status, or a null id beside a thud_refusal. A refused
 * call changes nothing. The library never prints, never exits and keeps no global state but released
 * memory, see thud_hooks_defaults.
 *
 * Threads: all functions here may run on any thread at any time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define THUD_API __attribute__((visibility("default")))
#else
#define THUD_API
#endif

/* Around declarations of functions of C. */
#ifdef __cplusplus
#define THUD_BEGIN_C extern "C" {
#define THUD_END_C }
#else
#define THUD_BEGIN_C
#define THUD_END_C
#endif

#define THUD_VERSION_MAJOR 0
#define THUD_VERSION_MINOR 2
#define THUD_VERSION_PATCH 0

THUD_BEGIN_C

/** Version of the linked library as "major.minor.patch"; the THUD_VERSION_* macros are those of the header. */
THUD_API const char *thud_version(void);

/* ---- status ---- */

/** The result of a call; zero is success. One table holds the names and messages of all codes, see below. */
typedef enum thud_status {
    THUD_OK = 0,
    THUD_OUT_OF_MEMORY,     /* the allocate hook returned null */
    THUD_CAPACITY,          /* a fixed limit is reached */
    THUD_NULL_ARGUMENT,     /* a pointer is null that must not be */
    THUD_STALE_ID,          /* the id is null, or its object was destroyed */
    THUD_WRONG_WORLD,       /* the id has the tag of another world */
    THUD_WRONG_KIND,        /* a shape, body or joint of another kind is needed */
    THUD_WORLD_LOCKED,      /* called from inside a step */
    THUD_NOT_FINITE,        /* NaN or infinity */
    THUD_NEGATIVE,          /* must be zero or more */
    THUD_NOT_POSITIVE,      /* must be more than zero */
    THUD_FIXED_FIELD,       /* the field cannot change after creation */
    THUD_OUT_OF_RANGE,      /* outside the range that the field's comment gives */
    THUD_INVALID_BOUNDS,    /* a box whose min exceeds its max */
    THUD_ZERO_LENGTH,       /* two points that must differ coincide, or a direction is zero */
    THUD_NOT_NORMALIZED,    /* the length of a rotation or direction is not one */
    THUD_TOO_FEW_POINTS,    /* fewer distinct points than the shape needs */
    THUD_TOO_MANY_VERTICES, /* more vertices than a polygon may have */
    THUD_COLLINEAR,         /* all points lie on one line */
    THUD_NOT_CONVEX,        /* the outline turns both ways */
    THUD_WRONG_WINDING,     /* the outline must run counter-clockwise */
    THUD_SELF_INTERSECTING, /* the outline crosses or touches itself */
    THUD_SAME_BODY,         /* two different bodies are needed */
    THUD_BAD_DATA,          /* values that contradict each other: a shape's normals do not fit its vertices */
    THUD_STATUS_COUNT       /* not a status: the number of codes */
} thud_status;

/** The code's identifier, such as "THUD_NOT_FINITE"; "THUD_UNKNOWN_STATUS" for a value outside the table. */
THUD_API const char *thud_status_name(thud_status status);

/** One English sentence that says what the code means, without a full stop. Never null. */
THUD_API const char *thud_status_message(thud_status status);

/** The most bytes of a refusal's message, without the terminating zero; longer ones are cut. */
#define THUD_MESSAGE_LENGTH 255

/** A call that was refused. */
typedef struct thud_refusal {
    thud_status status;
    const char *field; /**< the refused field or argument: static text; null if none */
    double value;      /**< of that field or argument */
    const char *call;  /**< the public function: static text; null where nothing was refused */
    /** Gives the call, the object with its name, and the reason: "thud_body_set_velocity: body 7 'crate' is static". */
    char message[THUD_MESSAGE_LENGTH + 1];
} thud_refusal;

/* ---- hooks ---- */

/** How important a log message is. */
typedef enum thud_log_level { THUD_LOG_INFO, THUD_LOG_WARNING, THUD_LOG_ERROR } thud_log_level;

/** Callbacks of the host, called from any thread that calls the library. Set `allocate` and `release` both or neither;
 * without `log` or `assert_failed` (null) there is silence. */
typedef struct thud_hooks {
    /** Any `size` bytes, or null; `size` is a multiple of `alignment`, a power of two up to 64. */
    void *(*allocate)(size_t size, size_t alignment, void *context);
    /** Releases memory from allocate; `size` is the size that was given to allocate. */
    void (*release)(void *memory, size_t size, void *context);
    /** Receives messages, from any thread that calls the library: a warning for each refused call of a world, an error
     * for a world that is not made and for the losses of a step. `level` is a thud_log_level. */
    void (*log)(int level, const char *message, void *context);
    /** Called from any of the library's threads when an assertion of the library fails, in builds with assertions only
     * (Debug, or the CMake option THUD_ASSERTIONS). If it returns, the library continues. */
    void (*assert_failed)(const char *condition, const char *file, int line, void *context);
    /** Passed to each hook. */
    void *context;
} thud_hooks;

/** The C library's aligned_alloc and free; log null; assert_failed null, or in builds with assertions a function
 * that calls abort(). On 64-bit Linux, blocks from 64 KB on are mapped instead (mmap), with room to
 * grow: 2, 32, 512 MB and so on of address space, of which only what is used takes memory. So tables grow without a copy.
 * Of these blocks up to 16 MB stay with the process when they are released, for the next world. Hooks of a host get every
 * block. */
THUD_API thud_hooks thud_hooks_defaults(void);

/* ---- tasks ---- */

/** One piece of parallel work: `index` selects the piece, `worker` in [0, workers) the scratch memory to use. */
typedef void (*thud_task)(int32_t index, int32_t worker, void *task_context);

/** A host's own job system. Call `task` once for every index in [0, count), from any threads, and return when
 * all calls have returned. Two calls that run at the same time must not get the same `worker`. Results do not
 * depend on the order. A task may spin while it waits for tasks that have begun. It never waits for one that
 * has not begun, so the host may also run the tasks one by one. */
typedef void (*thud_run_tasks)(thud_task task, void *task_context, int32_t count, void *context);

/* ---- lanes ---- */

/** SIMD width of the inner loops. Results have the same bits for every choice; only speed differs. */
typedef enum thud_lanes {
    THUD_LANES_AUTO,   /* the best width of this processor */
    THUD_LANES_SCALAR, /* plain C; on x86-64 and 64-bit ARM only where the CMake option THUD_WIDTHS names it */
    THUD_LANES_SSE2,
    THUD_LANES_AVX2,
    THUD_LANES_NEON,
    THUD_LANES_AVX512,
    THUD_LANES_SIMD128 /* WebAssembly */
} thud_lanes;

/** The width that THUD_LANES_AUTO selects: the fastest one that this build has (CMake option THUD_WIDTHS) and
 * this processor runs. Returns THUD_LANES_AUTO itself if there is none; worlds are then refused. */
THUD_API thud_lanes thud_lanes_best(void);

/** Whether this build and this processor support the width; for THUD_LANES_AUTO, whether they support any. */
THUD_API bool thud_lanes_available(thud_lanes lanes);

/** "auto", "scalar", "sse2", "avx2", "neon", "avx512" or "simd128"; "unknown" for a value outside the enum. */
THUD_API const char *thud_lanes_name(thud_lanes lanes);

THUD_END_C
