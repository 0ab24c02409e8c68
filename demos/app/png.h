/*
 * png.h: reads PNG files.
 */
#ifndef DEMOS_PNG_H
#define DEMOS_PNG_H

/* Four bytes a pixel, red first, in memory of malloc; null where there is no such file or it is none. */
unsigned char *png_read(const char *path, int *width, int *height);

#endif
