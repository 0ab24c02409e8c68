/*
 * thumbnails.h: small pictures of the scenes after two seconds, for the picker. The build writes them as PNG files
 * into the folder `thumbnails` beside the program (thud-demos --thumbnails). One that is missing, as in a cross
 * build, is made when it is first looked at.
 */
#pragma once

#include "view.h"

enum { thumbnail_width = 160, thumbnail_height = 96 }; /* [points] */

/* The picture of the scene at an index of the registry, or null: it will be there some frames later. */
SDL_Texture *thumbnails_at(int scene);

/* Reads those that were asked for, or makes one of them; before a frame is drawn. `level` is the
 * map of the scene that reads one. */
void thumbnails_make_next(const demo_view *view, const char *level);

/* Removes all pictures, for example when the size of text changes. */
void thumbnails_free(void);

/* Writes the pictures of all scenes as FOLDER/SCENE.png; false with one line in `error`. The
 * folder is there. Some seconds. */
bool thumbnails_write(const char *folder, const char *level, char error[SCENE_ERROR_SIZE]);
