/*
 * stb_ds behind one header: dynamic arrays and hash maps for the cold data of thud_tools, which alone contains it. This
 * copy has renamed symbols, so that a game with its own stb_ds still links.
 *
 *     int *numbers = NULL;
 *     arrput(numbers, 7);
 *     arrfree(numbers);
 *
 * Not for hot data, nor for code that must survive running out of memory: stb_ds allocates from the C library without a
 * check. Use base/memory.h or the arena there. No result may depend on the order of a map.
 */
#pragma once

#define stbds_arrfreef thud_stbds_arrfreef
#define stbds_arrgrowf thud_stbds_arrgrowf
#define stbds_hash_bytes thud_stbds_hash_bytes
#define stbds_hash_string thud_stbds_hash_string
#define stbds_hmdel_key thud_stbds_hmdel_key
#define stbds_hmfree_func thud_stbds_hmfree_func
#define stbds_hmget_key thud_stbds_hmget_key
#define stbds_hmget_key_ts thud_stbds_hmget_key_ts
#define stbds_hmput_default thud_stbds_hmput_default
#define stbds_hmput_key thud_stbds_hmput_key
#define stbds_rand_seed thud_stbds_rand_seed
#define stbds_shmode_func thud_stbds_shmode_func
#define stbds_stralloc thud_stbds_stralloc
#define stbds_strreset thud_stbds_strreset
#define stbds_unit_tests thud_stbds_unit_tests

/* stb_ds's maps use the GNU spelling, which strict C17 lacks. */
#if !defined(typeof) && defined(__STRICT_ANSI__)
#define typeof __typeof__
#endif

#include <stb_ds.h>

/* The same with the type of its use, which avoids clang's warnings in our files. */
#undef STBDS_OFFSETOF
#define STBDS_OFFSETOF(var, field) ((size_t)((char *)&(var)->field - (char *)(var)))
