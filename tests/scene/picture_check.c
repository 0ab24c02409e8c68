/*
 * picture_check FILE [LEFT TOP WIDTH HEIGHT]: checks that a PNG is not empty. The given part (by default the
 * whole) must have at least 24 colours, and 1 % of its pixels must be clearly brighter than the dark ground.
 * Prints the figures.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb_image.h>
#pragma GCC diagnostic pop

enum { fewest_colors = 24 };
static const double least_bright = 0.01; /* share of the pixels */
static const int bright = 75;            /* ground and grid stay below in every channel */

typedef struct picture_part {
    int left, top, width, height;
} picture_part;

/* Adds a colour to those that were seen, where it is new. */
static void see_color(unsigned *colors, int *count, unsigned color) {
    int i = 0;
    while (i < *count && colors[i] != color) {
        i++;
    }
    if (i == *count) {
        colors[(*count)++] = color;
    }
}

static bool shows_something(const unsigned char *pixels, int stride, picture_part part) {
    unsigned colors[fewest_colors];
    int color_count = 0;
    long bright_pixels = 0;
    for (int y = part.top; y < part.top + part.height; y++) {
        for (int x = part.left; x < part.left + part.width; x++) {
            const unsigned char *rgb = pixels + 3 * ((long)y * stride + x);
            if (color_count < fewest_colors) {
                see_color(colors, &color_count, (unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2]);
            }
            bright_pixels += rgb[0] > bright || rgb[1] > bright || rgb[2] > bright;
        }
    }
    double share = (double)bright_pixels / ((double)part.width * part.height);
    printf("%d colours or more, %.2f %% bright\n", color_count, 100 * share);
    return color_count == fewest_colors && share >= least_bright;
}

int main(int count, char **arguments) {
    int width = 0, height = 0, channels = 0;
    unsigned char *pixels = count > 1 ? stbi_load(arguments[1], &width, &height, &channels, 3) : NULL;
    if (!pixels) {
        fprintf(stderr, "picture_check: not a picture: %s\n", count > 1 ? arguments[1] : "");
        return 2;
    }
    picture_part part = {0, 0, width, height};
    if (count == 6) {
        part.left = atoi(arguments[2]);
        part.top = atoi(arguments[3]);
        part.width = atoi(arguments[4]);
        part.height = atoi(arguments[5]);
    }
    bool inside = part.left >= 0 && part.top >= 0 && part.width > 0 && part.height > 0 &&
                  part.left + part.width <= width && part.top + part.height <= height;
    bool shows = inside && shows_something(pixels, width, part);
    stbi_image_free(pixels);
    return shows ? 0 : 1;
}
