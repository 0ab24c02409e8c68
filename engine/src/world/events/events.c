/* events.c: lists the bodies that moved in a step, and the awake bodies. */
#include "world/check.h"
#include "world/world_state.h"

/* ---- moves ---- */

static void describe_move(const thud_world *world, int32_t body, thud_move_event *move) {
    const thud_body *record = &world->bodies.bodies[body];
    move->body = thud_body_id_at(world, body);
    move->user_data = record->user_data;
    move->pose = thud_origin_from_center(&world->bodies.poses[body], &record->mass);
    move->fell_asleep = !thud_state_moves(world->bodies.states[body]);
}

/* Until the next step the lists of moving bodies are those of the step, with bodies that fell asleep in it. */
thud_move_events thud_world_move_events(thud_world *world) {
    if (world == NULL) {
        return (thud_move_events){0};
    }
    thud_event_log *log = &world->events;
    const thud_body_table *bodies = &world->bodies;
    int32_t most = bodies->awake_count + bodies->moving_count;
    if (!THUD_RESERVE(log->hooks, log->moves, log->move_capacity, most)) {
        thud_refuse(world, thud_on_world(__func__), THUD_OUT_OF_MEMORY, "moves", 0.0);
        return (thud_move_events){0};
    }
    int32_t awake = 0;
    int32_t moving = 0;
    thud_move_event *move = log->moves;
    while (awake < bodies->awake_count || moving < bodies->moving_count) { /* a merge: slots ascending */
        bool take_awake = moving == bodies->moving_count ||
                          (awake < bodies->awake_count && bodies->awake[awake] < bodies->moving[moving]);
        int32_t body = take_awake ? bodies->awake[awake++] : bodies->moving[moving++];
        if (bodies->states[body] != THUD_STATE_FREE) {
            describe_move(world, body, move++);
        }
    }
    log->move_count = (int32_t)(move - log->moves);
    return (thud_move_events){log->moves, log->move_count};
}

/* ---- awake bodies ---- */

int thud_world_awake_bodies(const thud_world *world, thud_body_id *bodies, int capacity) {
    int count = 0;
    for (int kinematic = 0; kinematic < 2 && world != NULL; kinematic++) {
        const uint8_t *states = world->bodies.states,
                      state = kinematic ? THUD_STATE_KINEMATIC_MOVING : THUD_STATE_AWAKE;
        int32_t end = world->bodies.pool.end;
        for (int32_t i = thud_next_moving(states, 0, end); i < end; i = thud_next_moving(states, i + 1, end)) {
            if (states[i] == state && count++ < capacity && bodies != NULL) {
                bodies[count - 1] = thud_body_id_at(world, i);
            }
        }
    }
    return count;
}
