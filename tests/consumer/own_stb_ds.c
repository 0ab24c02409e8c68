/* A game's own copy of stb_ds, under its usual names: it must link beside the one inside Thud. */
#define STB_DS_IMPLEMENTATION
#include <stb_ds.h>
