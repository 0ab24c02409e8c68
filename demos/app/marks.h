/*
 * marks.h: what the panel points at, drawn over the world: the selected body or joint, and the
 * contact that the mouse is on.
 */
#ifndef DEMOS_MARKS_H
#define DEMOS_MARKS_H

#include "session.h"

void marks_draw(const demo_session *session, const scene_painter *painter);

#endif
