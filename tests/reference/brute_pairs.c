#include "brute_pairs.h"

#include <stdlib.h>

void brute_init(brute_pairs *brute, float margin, int capacity) {
    *brute = (brute_pairs){.margin = margin, .capacity = capacity};
    brute->proxies = calloc((size_t)capacity, sizeof *brute->proxies);
}

void brute_destroy(brute_pairs *brute) {
    free(brute->proxies);
    free(brute->pairs);
}

void brute_insert(brute_pairs *brute, thud_proxy_id id, thud_aabb box, thud_proxy_kind kind, uint64_t user) {
    brute_proxy *proxy = &brute->proxies[id.slot];
    *proxy = (brute_proxy){.live = true, .id = id, .kind = kind, .user = user};
    proxy->fat = thud_aabb_expand(box, brute->margin);
}

bool brute_move(brute_pairs *brute, uint32_t slot, thud_aabb box) {
    brute_proxy *proxy = &brute->proxies[slot];
    if (thud_aabb_contains(proxy->fat, box)) {
        return false;
    }
    proxy->fat = thud_aabb_expand(box, brute->margin);
    return true;
}

void brute_renew(brute_pairs *brute, uint32_t slot) {
    brute->proxies[slot].had_box = false;
}

void brute_remove(brute_pairs *brute, uint32_t slot) {
    brute->proxies[slot].live = false;
}

/* The old boxes are not moved: they are compared with each other only. */
void brute_shift(brute_pairs *brute, thud_vec2 offset) {
    for (int i = 0; i < brute->capacity; i++) {
        thud_aabb *fat = &brute->proxies[i].fat;
        *fat = (thud_aabb){thud_vec2_add(fat->min, offset), thud_vec2_add(fat->max, offset)};
    }
}

static bool is_new_pair(const brute_proxy *a, const brute_proxy *b) {
    if (!a->live || !b->live || a->kind == THUD_PROXY_SENSOR || b->kind == THUD_PROXY_SENSOR ||
        (a->kind != THUD_PROXY_MOVING && b->kind != THUD_PROXY_MOVING)) {
        return false;
    }
    bool before = a->had_box && b->had_box && thud_aabb_overlaps(a->old, b->old);
    return thud_aabb_overlaps(a->fat, b->fat) && !before;
}

static void add_pair(brute_pairs *brute, thud_pair pair) {
    if (brute->pair_count == brute->pair_capacity) {
        brute->pair_capacity = 2 * brute->pair_capacity + 64;
        brute->pairs = realloc(brute->pairs, (size_t)brute->pair_capacity * sizeof *brute->pairs);
    }
    brute->pairs[brute->pair_count++] = pair;
}

void brute_update(brute_pairs *brute) {
    brute->pair_count = 0;
    for (int a = 0; a < brute->capacity; a++) {
        for (int b = a + 1; brute->proxies[a].live && b < brute->capacity; b++) {
            if (is_new_pair(&brute->proxies[a], &brute->proxies[b])) {
                add_pair(brute, (thud_pair){(uint32_t)a, (uint32_t)b, brute->proxies[a].user,
                                            brute->proxies[b].user});
            }
        }
    }
    for (int i = 0; i < brute->capacity; i++) {
        brute->proxies[i].had_box = brute->proxies[i].live;
        brute->proxies[i].old = brute->proxies[i].fat;
    }
}

/* The fractions in [*enter, *leave] at which x + fraction * speed is within [low, high]. */
static void clip_span(double x, double speed, double low, double high, double *enter, double *leave) {
    if (speed == 0.0) {
        *leave = low <= x && x <= high ? *leave : -1.0;
        return;
    }
    double first = (low - x) / speed;
    double last = (high - x) / speed;
    double from = first < last ? first : last;
    double to = first < last ? last : first;
    *enter = from > *enter ? from : *enter;
    *leave = to < *leave ? to : *leave;
}

/* The fraction at which they meet, or more than 1. */
static double cast_with_slack(thud_aabb moving, thud_vec2 translation, thud_aabb box, double slack) {
    double enter = 0.0;
    double leave = 1.0;
    double x = 0.5 * ((double)moving.min.x + (double)moving.max.x);
    double y = 0.5 * ((double)moving.min.y + (double)moving.max.y);
    double half_x = 0.5 * ((double)moving.max.x - (double)moving.min.x) + slack;
    double half_y = 0.5 * ((double)moving.max.y - (double)moving.min.y) + slack;
    clip_span(x, (double)translation.x, (double)box.min.x - half_x, (double)box.max.x + half_x, &enter, &leave);
    clip_span(y, (double)translation.y, (double)box.min.y - half_y, (double)box.max.y + half_y, &enter, &leave);
    return enter <= leave ? enter : 2.0;
}

double brute_cast(thud_aabb moving, thud_vec2 translation, thud_aabb box, bool *certain) {
    thud_aabb all = thud_aabb_union(moving, box);
    double size = fabs((double)translation.x) + fabs((double)translation.y) +
                  ((double)all.max.x - (double)all.min.x) + ((double)all.max.y - (double)all.min.y);
    double slack = 1.0e-9 * size;
    double fraction = cast_with_slack(moving, translation, box, slack);
    *certain = (fraction <= 1.0) == (cast_with_slack(moving, translation, box, -slack) <= 1.0);
    return fraction;
}
