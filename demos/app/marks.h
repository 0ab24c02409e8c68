/*
 * marks.h: what the panel points at, drawn over the world: the selected body or joint, and the
 * contact that the mouse is on.
 */
#pragma once

#include "session.h"

void marks_draw(const demo_session *session, const scene_painter *painter);
