/*
 * world_view.h: draws a world through thud_world_draw's callbacks.
 */
#pragma once

#include "view.h"

/* Draws what the session's toggles ask for; nothing for a scene without a world. */
void world_view_draw(demo_view *view, demo_session *session, const thud_scene *scene);
