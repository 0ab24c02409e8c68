/*
 * screenshot.h: pictures as PNG files.
 */
#pragma once

#include <SDL.h>
#include <stdbool.h>

/*
 * Writes ARGB8888 pixels, `shrink` by `shrink` of them averaged to one. False when the file cannot be
 * written.
 */
bool screenshot_write(const char *path, const Uint32 *pixels, int width, int height, int shrink);

/* Writes what the renderer has drawn in this frame. Call before SDL_RenderPresent. */
bool screenshot_take(const char *path, SDL_Renderer *renderer);
