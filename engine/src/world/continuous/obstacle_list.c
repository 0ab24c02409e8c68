#include "world/continuous/obstacle_list.h"

#include "broadphase/spatial_hash.h"
#include "world/continuous/sweep_path.h"
#include "world/world_state.h"

/* Bodies are close together if the perimeter of the box around all paths is at most this share of
 * the sum of those of the single boxes. */
#define CLOSE_SHARE 0.5f

static float half_circumference(const thud_aabb *box) {
    return (box->max.x - box->min.x) + (box->max.y - box->min.y);
}

typedef struct listing {
    const thud_world *world;
    thud_obstacle_list *list;
} listing;

static bool add_obstacle(thud_proxy_id proxy, uint64_t user, void *context) {
    const listing *it = context;
    thud_obstacle_list *list = it->list;
    list->complete = list->count < THUD_LIST_SHAPES;
    if (list->complete) {
        list->boxes[list->count] = thud_hash_fat_boxes(it->world->hash)[proxy.slot];
        list->shapes[list->count++] = (int32_t)user;
    }
    return list->complete;
}

static bool any_overlaps(const thud_obstacle_list *list, const thud_aabb *box) {
    bool found = false;
    for (int32_t i = 0; i < list->count && !found; i++) {
        found = thud_aabb_overlaps(list->boxes[i], *box);
    }
    return found;
}

void thud_list_obstacles(const thud_world *world, const int32_t *bodies, int32_t count,
                         thud_obstacle_list *list) {
    list->complete = false;
    list->near = ~0u;
    list->count = 0;
    if (world->crossings != NULL || thud_hash_obstacle_maps(world->hash).kinematic != NULL) {
        return;
    }
    thud_aabb ways[THUD_LIST_BODIES], all = thud_empty_box();
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        int32_t body = bodies[i];
        ways[i] = thud_straight_box(world->bodies.previous[body].position,
                                    world->bodies.displacements[body].translation,
                                    world->bodies.sleep_data[body].reach);
        all = thud_aabb_union(all, ways[i]);
        sum += half_circumference(&ways[i]);
    }
    if (!(half_circumference(&all) <= CLOSE_SHARE * sum)) {
        return;
    }
    list->complete = true;
    thud_hash_query_kind(world->hash, THUD_PROXY_STATIC, all, add_obstacle, &(listing){world, list});
    for (int32_t i = 0; i < count && list->complete; i++) {
        list->near &= ~((uint32_t)!any_overlaps(list, &ways[i]) << i);
    }
}
