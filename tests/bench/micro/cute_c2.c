/* The peer's code, compiled where CMake found its header. */
#define CUTE_C2_IMPLEMENTATION
#include <cute_c2.h>
