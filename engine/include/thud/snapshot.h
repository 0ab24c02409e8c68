/**
 * snapshot.h: copies of a whole world in memory, to return to: rewinding, quick saves, trying a move, rollback of a game
 * over a network.
 *
 *     void *memory = malloc(64 << 20);
 *     thud_world_def def = thud_world_defaults();
 *     def.hooks = thud_snapshot_hooks(memory, 64 << 20);
 *     thud_world *world = thud_world_create(&def);
 *
 *     size_t size = thud_snapshot_save(world, NULL, 0);
 *     void *snapshot = malloc(size);
 *     thud_snapshot_save(world, snapshot, size);
 *     thud_body_def ball_def = thud_body_defaults();
 *     thud_body_id ball = thud_body_create(world, &ball_def);
 *     thud_world_step(world, 1.0f / 60.0f);
 *     thud_snapshot_restore(world, snapshot, size);          // no step was made, there is no ball
 *
 * A world with these hooks has all its memory in one block, and a snapshot is a copy of the used part of the block. Restored,
 * the world is the same to the last bit, and so is its future: bodies, shapes, joints, chains, tile grids with their cells,
 * contacts with their impulses, sleeping bodies, the events of the last step, ids and pointers, settings and callbacks.
 *
 * A game copies its own state beside it: thud_mover_state and thud_runner are plain data. Ids that it got after
 * the snapshot was taken must be forgotten with it: the world makes equal ids for other objects, so that two machines of
 * which one went back have equal ids again.
 *
 * A snapshot is good for its block at its address, in its process. To save a game in a file write the definitions of
 * bodies, shapes and joints, which have their current values, and make them again: bodies that slept still sleep.
 *
 * Size and time: 100 bodies on a grid of 4,500 tiles take 0.4 MB, 15 us to save and as much to restore; 1,000 bodies
 * 3.6 MB and 0.2 to 0.3 ms.
 *
 * Threads: saving reads the world, and may run beside other calls that only read it; restoring changes it. A world of several
 * threads of its own (worker_count above 1 without run_tasks) has no snapshots.
 */
#pragma once

#include "thud/world.h"

THUD_BEGIN_C

/** Hooks for one world that give it memory from a block of `size` bytes at `memory`, which the caller owns
 * until the world is destroyed. Where the block is full, or null, or its size is a few bytes, the world gets
 * no memory (THUD_OUT_OF_MEMORY). Arrays that grow are copied within the block: let it be twice as large as
 * thud_world_memory says. `log` and `assert_failed` may be set; `context` must stay. After the world is
 * destroyed another one may be made with the same hooks. */
THUD_API thud_hooks thud_snapshot_hooks(void *memory, size_t size);

/** Copies the world to `snapshot` if that has room: `capacity` bytes. Returns the size of the snapshot, also
 * where it does not fit; 0 for a world of other hooks ("hooks") or with threads of its own ("worker_count"),
 * and inside a step. */
THUD_API size_t thud_snapshot_save(const thud_world *world, void *snapshot, size_t capacity);

/** Makes the world what it was when the snapshot was saved. `size` is what thud_snapshot_save returned for
 * this snapshot: those of one world differ in size. Refuses a snapshot of another block ("snapshot"), another
 * size ("size"), and what thud_snapshot_save refuses. Apart from that the bytes are not checked: they must be
 * those that were saved. */
THUD_API bool thud_snapshot_restore(thud_world *world, const void *snapshot, size_t size);

THUD_END_C
