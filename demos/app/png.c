/*
 * A file of its own, as stb_image declares static functions that it does not define: gcc warns about it at the end of
 * the file, even after the diagnostic state was restored.
 */
#include "png.h"

#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

unsigned char *png_read(const char *path, int *width, int *height) {
    int channels;
    return stbi_load(path, width, height, &channels, 4);
}
