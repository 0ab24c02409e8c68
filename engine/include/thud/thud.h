/*
 * Thud: a 2D physics engine. This header includes every public header, in the order of the layers.
 *
 * Threads: the comment that opens each header says which of its calls are safe from which thread.
 */
#pragma once

#include "thud/base.h"
#include "thud/limits.h"
#include "thud/math.h"
#include "thud/bounds.h"
#include "thud/bounds3.h"
#include "thud/shape.h"
#include "thud/broadphase.h"
#include "thud/narrowphase.h"
#include "thud/response.h"
#include "thud/world.h"
#include "thud/body.h"
#include "thud/chain.h"
#include "thud/joint.h"
#include "thud/query.h"
#include "thud/forces.h"
#include "thud/event.h"
#include "thud/tile_grid.h"
#include "thud/area.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/debug_draw.h"
#include "thud/snapshot.h"
#include "thud/tunables.h"
#include "thud/preset.h"
