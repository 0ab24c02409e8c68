/*
 * png.h: reads PNG files.
 */
#pragma once

/* Four bytes a pixel, red first, in memory of malloc; null where there is no such file or it is none. */
unsigned char *png_read(const char *path, int *width, int *height);
