/* events.c: lists the bodies that moved in a step, and the awake bodies. */
#include "base/memory.h"
#include "world/check.h"
#include "world/world_state.h"

/* ---- moves ---- */

static void describe_move(const thud_world *world, int32_t body, thud_move_event *move) {
    move->body = thud_body_id_at(world, body);
    move->user_data = world->bodies.bodies[body].user_data;
    move->pose = thud_body_current_pose(&world->bodies, body);
    move->fell_asleep = !thud_state_moves(world->bodies.states[body]);
}

/* Until the next step begins the lists of moving bodies are those of the step, so they include
 * bodies that fell asleep in it. */
thud_move_events thud_world_move_events(thud_world *world) {
    if (world == NULL) {
        return (thud_move_events){0};
    }
    thud_event_log *log = &world->events;
    const thud_body_table *bodies = &world->bodies;
    int32_t most = bodies->awake_count + bodies->moving_count;
    if (!thud_reserve(log->hooks, &log->moves, sizeof *log->moves, &log->move_capacity, most)) {
        thud_refuse(world, thud_on_world(__func__), THUD_OUT_OF_MEMORY, "moves", 0.0);
        return (thud_move_events){0};
    }
    int32_t awake = 0;
    int32_t moving = 0;
    log->move_count = 0;
    while (awake < bodies->awake_count || moving < bodies->moving_count) { /* a merge: slots ascending */
        bool take_awake = moving == bodies->moving_count ||
                          (awake < bodies->awake_count && bodies->awake[awake] < bodies->moving[moving]);
        int32_t body = take_awake ? bodies->awake[awake++] : bodies->moving[moving++];
        if (bodies->states[body] != THUD_STATE_FREE) {
            describe_move(world, body, &log->moves[log->move_count++]);
        }
    }
    return (thud_move_events){log->moves, log->move_count};
}

/* ---- awake bodies ---- */

typedef struct awake_list {
    const thud_world *world;
    thud_body_id *bodies;
    int count, capacity;
} awake_list;

static void add_awake(awake_list *list, int32_t body) {
    if (list->count < list->capacity) {
        list->bodies[list->count] = thud_body_id_at(list->world, body);
    }
    list->count++;
}

/* Adds the bodies of a state: from the list of the last step, or from all bodies if states have changed since. */
static void add_all_of(awake_list *list, thud_body_state state, const int32_t *listed, int32_t count) {
    const thud_body_table *table = &list->world->bodies;
    int32_t end = table->changed ? table->pool.end : count;
    for (int32_t i = 0; i < end; i++) {
        int32_t body = table->changed ? i : listed[i];
        if (table->states[body] == state) {
            add_awake(list, body);
        }
    }
}

int thud_world_awake_bodies(const thud_world *world, thud_body_id *bodies, int capacity) {
    if (world == NULL) {
        return 0;
    }
    awake_list list = {.world = world, .bodies = bodies, .capacity = bodies != NULL ? capacity : 0};
    add_all_of(&list, THUD_STATE_AWAKE, world->bodies.awake, world->bodies.awake_count);
    add_all_of(&list, THUD_STATE_KINEMATIC_MOVING, world->bodies.moving, world->bodies.moving_count);
    return list.count;
}
