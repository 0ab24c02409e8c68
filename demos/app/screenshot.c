/*
 * Averaging many pixels to one is what smooths the edges of pictures from the software renderer, which places
 * vertices on whole pixels only.
 */
#include "screenshot.h"

#include <stdlib.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
#pragma GCC diagnostic pop

/* stb's own writer does not tell of a full disk. */
static bool write_png(const char *path, const Uint8 *rgb, int columns, int rows) {
    int size = 0;
    unsigned char *png = stbi_write_png_to_mem(rgb, 3 * columns, columns, rows, 3, &size);
    FILE *file = png ? fopen(path, "wb") : NULL;
    bool written = file && fwrite(png, 1, (size_t)size, file) == (size_t)size;
    written = file && fclose(file) == 0 && written;
    STBIW_FREE(png);
    return written;
}

/* The mean colour of a block of pixels. */
static void average(const Uint32 *pixels, int stride, int block, Uint8 rgb[3]) {
    unsigned red = 0, green = 0, blue = 0; /* no array: sanitizers check each of its indices */
    for (int y = 0; y < block; y++) {
        for (const Uint32 *pixel = pixels + y * stride, *end = pixel + block; pixel < end; pixel++) {
            red += (*pixel >> 16) & 255;
            green += (*pixel >> 8) & 255;
            blue += *pixel & 255;
        }
    }
    unsigned count = (unsigned)(block * block);
    rgb[0] = (Uint8)((red + count / 2) / count);
    rgb[1] = (Uint8)((green + count / 2) / count);
    rgb[2] = (Uint8)((blue + count / 2) / count);
}

bool screenshot_write(const char *path, const Uint32 *pixels, int width, int height, int shrink) {
    int columns = width / shrink, rows = height / shrink;
    Uint8 *rgb = malloc((size_t)columns * (size_t)rows * 3);
    if (!rgb) {
        return false;
    }
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            average(pixels + (size_t)(y * shrink) * (size_t)width + (size_t)(x * shrink), width, shrink,
                    rgb + 3 * ((size_t)y * (size_t)columns + (size_t)x));
        }
    }
    bool written = write_png(path, rgb, columns, rows);
    free(rgb);
    return written;
}

bool screenshot_take(const char *path, SDL_Renderer *renderer) {
    int width, height;
    if (SDL_GetRendererOutputSize(renderer, &width, &height) != 0) {
        return false;
    }
    Uint32 *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    bool taken = pixels &&
                 SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_ARGB8888, pixels,
                                      width * (int)sizeof *pixels) == 0 &&
                 screenshot_write(path, pixels, width, height, 1);
    free(pixels);
    return taken;
}
