/*
 * thumbnails.h: small pictures of the scenes after two seconds, for the picker. They are made when they are first looked at, one a frame:
 * that needs no files and cannot be out of date.
 */
#ifndef DEMOS_THUMBNAILS_H
#define DEMOS_THUMBNAILS_H

#include "view.h"

enum { thumbnail_width = 160, thumbnail_height = 96 }; /* [points] */

/* The picture of the scene at an index of the registry, or null: it will be there some frames later. */
SDL_Texture *thumbnails_at(int scene);

/* Makes one that was asked for; before a frame is drawn. `level` is the map of the scene that reads one. */
void thumbnails_make_next(const demo_view *view, const char *level);

/* Forgets all, as when the size of text changes. */
void thumbnails_free(void);

#endif
