/*
 * cast.c: rays and swept boxes. All boxes that the moving one may meet, and tree nodes above such boxes, are in one
 * queue, the nearest first: a node is replaced by its children, a proxy is visited. So proxies come in the order of the
 * fractions at which their fat boxes are entered, those with the same fraction by slot, whatever their lists and trees.
 * The search ends at the first item beyond the largest fraction that is still needed. The queue begins with the children of a
 * root; near a short path most nodes have one child, and it begins with the children of the lowest node above the path.
 */
#include "base/inline.h"
#include "broadphase/box_cast.h"

bool thud_cast_drop_farthest(thud_box_cast *cast, uint64_t item) {
    cast->overflows = true;
    bool is_nearer = item <= cast->items[1];
    if (is_nearer) {
        cast->count--;
        memmove(cast->items + 1, cast->items + 2, sizeof cast->items - 2 * sizeof cast->items[0]);
    }
    return is_nearer;
}

void thud_cast_call_put_proxy(thud_box_cast *cast, const thud_box_list *list, float fraction, uint32_t slot) {
    thud_cast_put_proxy(cast, list, fraction, slot);
}

bool thud_cast_ask(thud_box_cast *cast, uint64_t item) {
    uint32_t slot = (uint32_t)item & ~THUD_TREE_PROXY;
    cast->last_asked = item;
    float max_fraction = cast->path.max_fraction;
    float fraction = cast->visitor(slot, cast->hash->proxies.users[slot], max_fraction, cast->context);
    cast->path.max_fraction = thud_min(fraction, max_fraction);
    return fraction > 0.0f;
}

static void look_through_entries(thud_box_cast *cast, const thud_box_list *list, int32_t first, int32_t end) {
    THUD_KERNEL_CHOOSE(cast->hash->lanes, thud_cast_look_through)(cast, list, first, end);
}

/* Boxes of a row that are compared at a time: only these comparisons find the last column. */
enum { row_chunk = 2 * thud_node_lanes };

/* Puts the proxies of a sorted set in rows and columns that the box comes through into the queue; returns the cost. */
THUD_OWN_CODE int32_t look_through_rows(thud_box_cast *cast, const thud_box_list *list) {
    const thud_sorted_set *set = list->set;
    int32_t comparisons = 0;
    for (int32_t l = 0; l < set->level_count; l++) {
        const thud_level *level = &set->levels[l];
        if (!thud_aabb_overlaps(level->bounds, cast->swept)) {
            continue;
        }
        thud_grid_range range = thud_grid_range_of(&level->grid, cast->swept);
        int32_t row = thud_sorted_set_find_row(set, level, range.first_row);
        comparisons += thud_comparisons_of_search;
        for (; row < level->end_row && set->row_numbers[row] <= range.last_row; row++) {
            int32_t end = set->row_firsts[row + 1];
            int32_t first = thud_sorted_set_find(set, row, range.first_column);
            comparisons += thud_comparisons_of_search;
            for (; first < end && set->columns[first] <= range.last_column; first += row_chunk) {
                int32_t chunk_end = end - first < row_chunk ? end : first + row_chunk;
                look_through_entries(cast, list, first, chunk_end);
                comparisons += row_chunk / thud_node_lanes;
            }
        }
    }
    return comparisons;
}

/* A comparison with a path takes twice the instructions of one with a box. In sets, which lose their trees more often, trees
 * that are built earlier do not pay. */
enum { comparisons_in_buffer = 2 };

/* Adds the proxies of a list without a tree to the queue; returns the cost. */
static int32_t look_through(thud_box_cast *cast, const thud_box_list *list) {
    const thud_sorted_set *set = list->set;
    if (set->level_count > 0) {
        return look_through_rows(cast, list);
    }
    look_through_entries(cast, list, 0, set->count);
    return comparisons_in_buffer * (set->count / thud_node_lanes);
}

/* Searches when the queue overflows: visits as many of the nearest proxies as fit, then the next ones, without nodes. */
static void search_in_parts(thud_box_cast *cast) {
    thud_lanes lanes = cast->hash->lanes;
    bool goes_on = true;
    while (goes_on && cast->overflows) {
        cast->overflows = false;
        cast->count = 1;
        for (int32_t l = 0; l < cast->list_count; l++) {
            const thud_box_list *list = &cast->lists[l];
            if (list->nodes != NULL) {
                THUD_KERNEL_CHOOSE(lanes, thud_cast_gather)(cast, list, list->root);
            } else {
                look_through(cast, list);
            }
        }
        while (goes_on && cast->count > 1) {
            uint64_t item = cast->items[--cast->count];
            goes_on = thud_fraction_of(item) <= cast->path.max_fraction && thud_cast_ask(cast, item);
        }
    }
}

/* ---- the lists ---- */

/* Whether the box overlaps the bounds of one of the levels of a set, if it has any. */
static bool may_meet_set(const thud_sorted_set *set, const thud_aabb *swept) {
    for (int32_t l = 0; l < set->level_count; l++) {
        if (thud_boxes_overlap(set->levels[l].bounds, *swept)) {
            return true;
        }
    }
    return set->level_count == 0 && set->count > 0;
}

/* The bits of all lists (thud_list_bit), and without sensors. */
enum { all_lists = 0xeeee, solid_lists = 0x0eee };

uint32_t thud_hash_lists_near(const thud_hash *hash, const thud_aabb *swept, bool sensors) {
    const thud_few_boxes *few =
        thud_box_tree_is_made(&hash->few->tree) ? hash->few : thud_hash_few_boxes(hash);
    uint32_t left = sensors ? all_lists : solid_lists, found = 0;
    if (few != NULL) {
        left &= ~few->lists;
        found = thud_boxes_overlap(few->bounds, *swept) ? THUD_FEW_BOXES_BIT : 0;
    }
    for (; left != 0; left &= left - 1) {
        found |= may_meet_set(hash->lists[thud_lowest_bit(left)], swept) ? left & (0u - left) : 0;
    }
    return found;
}

/* Below this the reciprocal of a translation may overflow. */
static const float smallest_translation = 1.0e-30f;

/* Far above the rounding of a difference and two products of floats. */
static const float rounding = 1.0f / 262144.0f;

/* Along one axis, whose lower side is `lower`. With almost no motion the box counts as being everywhere on its path. No
 * branch depends on a direction: those of rays are not foreseen. */
static void plan_axis(thud_axis_path *path, const float sides[thud_box_sides], size_t lower, float along) {
    enum { to_upper = THUD_MAX_X - THUD_MIN_X };
    size_t near = lower + (along < 0.0f ? to_upper : 0), far = near ^ to_upper;
    float per_metre, more = 0.0f;
    if (fabsf(along) < smallest_translation) {
        per_metre = along < 0.0f ? INFINITY : -INFINITY;
        more = 2.0f * along;
    } else {
        per_metre = -1.0f / along;
    }
    path->front = sides[far] + more;
    path->back = sides[near] - more;
    path->enter = per_metre * (1.0f - rounding);
    path->leave = per_metre * (1.0f + rounding);
    path->near = thud_node_lanes * near;
    path->far = thud_node_lanes * far;
}

/* Adds a set: its tree, whose root is opened with the others, or else the proxies near the path. */
static void add_set(thud_box_cast *cast, const thud_sorted_set *set) {
    thud_box_tree *tree = set->tree;
    bool has_tree = thud_box_tree_is_made(tree) || thud_sorted_set_has_tree(set);
    thud_box_list *list = &cast->lists[cast->list_count++];
    list->nodes = has_tree ? tree->nodes : NULL;
    list->root = has_tree ? tree->root : 0;
    list->place = set->place_of_first;
    list->has_stale = set->stale > 0;
    list->set = set;
    if (!has_tree) {
        thud_box_tree_charge(tree, look_through(cast, list), set->count);
    }
}

static void add_cast_lists(thud_box_cast *cast, uint32_t left) {
    const thud_few_boxes *few = cast->hash->few;
    if ((left & THUD_FEW_BOXES_BIT) != 0) {
        thud_box_list *list = &cast->lists[cast->list_count++];
        list->nodes = few->nodes;
        list->root = few->tree.root;
        list->has_stale = false;
        left -= THUD_FEW_BOXES_BIT;
    }
    for (; left != 0; left &= left - 1) {
        add_set(cast, cast->hash->lists[thud_lowest_bit(left)]);
    }
}

void thud_hash_cast_in_range(const thud_hash *hash, const thud_cast_range *range, thud_aabb box,
                             thud_vec2 translation, thud_slot_cast_visitor *visitor, void *context) {
    if (range->lists == 0) {
        return;
    }
    thud_box_cast cast; /* the lists and the queue are not cleared */
    cast.hash = hash;
    cast.list_count = 0;
    cast.swept = range->swept;
    const float sides[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    plan_axis(&cast.path.x, sides, THUD_MIN_X, translation.x);
    plan_axis(&cast.path.y, sides, THUD_MIN_Y, translation.y);
    cast.path.max_fraction = 1.0f;
    cast.visitor = visitor;
    cast.context = context;
    cast.count = 1;
    cast.items[0] = thud_item_of(INFINITY, 0);
    cast.last_asked = 0;
    cast.overflows = false;
    add_cast_lists(&cast, range->lists);
    if (THUD_KERNEL_CHOOSE(hash->lanes, thud_cast_search)(&cast)) {
        search_in_parts(&cast);
    }
}

/* A cast without rounding: a box of half extents (extent_x, extent_y) whose centre moves from (x, y) by (dx, dy). */
typedef struct exact_cast {
    const thud_hash *hash;
    thud_proxy_cast_visitor *visitor;
    void *context;
    double x, y, dx, dy;
    double extent_x, extent_y;
} exact_cast;

/* Whether the moving box meets a box. Separating axes: x, y and the perpendicular of the translation. */
static bool meets(const exact_cast *cast, thud_aabb box) {
    double half_x = 0.5 * ((double)box.max.x - (double)box.min.x) + cast->extent_x;
    double half_y = 0.5 * ((double)box.max.y - (double)box.min.y) + cast->extent_y;
    double from_x =
        cast->x - 0.5 * ((double)box.min.x + (double)box.max.x); /* relative to the centre of the box */
    double from_y = cast->y - 0.5 * ((double)box.min.y + (double)box.max.y);
    double to_x = from_x + cast->dx, to_y = from_y + cast->dy;
    bool apart_x = (from_x > half_x && to_x > half_x) || (from_x < -half_x && to_x < -half_x);
    bool apart_y = (from_y > half_y && to_y > half_y) || (from_y < -half_y && to_y < -half_y);
    double distance = fabs(cast->dx * from_y - cast->dy * from_x);
    return !apart_x && !apart_y && distance <= fabs(cast->dx) * half_y + fabs(cast->dy) * half_x;
}

static float visit_met(uint32_t slot, uint64_t user, float max_fraction, void *context) {
    const exact_cast *cast = context;
    return meets(cast, cast->hash->proxies.fat[slot])
               ? cast->visitor(thud_proxy_of_slot(cast->hash, slot), user, max_fraction, cast->context)
               : max_fraction;
}

thud_status thud_hash_cast_box(const thud_hash *hash, thud_aabb box, thud_vec2 translation,
                               thud_proxy_cast_visitor *visitor, void *context) {
    if (hash == NULL || visitor == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = thud_vec2_is_finite(translation) ? thud_hash_check_box(box) : THUD_NOT_FINITE;
    if (status != THUD_OK) {
        return status;
    }
    exact_cast exact = {.hash = hash,
                        .visitor = visitor,
                        .context = context,
                        .x = 0.5 * ((double)box.min.x + (double)box.max.x),
                        .y = 0.5 * ((double)box.min.y + (double)box.max.y),
                        .dx = (double)translation.x,
                        .dy = (double)translation.y,
                        .extent_x = 0.5 * ((double)box.max.x - (double)box.min.x),
                        .extent_y = 0.5 * ((double)box.max.y - (double)box.min.y)};
    thud_cast_range range = {.swept = thud_swept_box(box, translation)};
    range.lists = thud_hash_lists_near(hash, &range.swept, true);
    thud_hash_cast_in_range(hash, &range, box, translation, visit_met, &exact);
    return THUD_OK;
}

thud_status thud_hash_cast_ray(const thud_hash *hash, thud_vec2 origin, thud_vec2 translation,
                               thud_proxy_cast_visitor *visitor, void *context) {
    thud_aabb point = {origin, origin};
    return thud_hash_cast_box(hash, point, translation, visitor, context);
}
