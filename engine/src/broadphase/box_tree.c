#include "broadphase/box_tree.h"

#include <math.h>

#include "base/inline.h"
#include "broadphase/radix_sort.h"
#include "thud/math.h"

/* Building a tree costs about as much as eight comparisons of eight boxes for each box. It is built when queries have spent half
 * of that: a list that was asked so often is mostly asked much oftener. */
enum { comparisons_of_box = 8 };

/* What queries have spent when a tree is built. */
enum { cost_to_build = 1 << 23 };

/* ---- memory ---- */

/* Number of nodes for a number of boxes, at about five per leaf. If these are too few, the build fills its leaves. */
static int32_t nodes_for(int32_t boxes) {
    return boxes < thud_least_tree_boxes ? 0 : boxes / 4 + 16;
}

bool thud_box_tree_reserve(thud_box_tree *tree, const thud_hooks *hooks, int32_t boxes) {
    return nodes_for(boxes) <= tree->capacity ||
           THUD_RESERVE(hooks, tree->nodes, tree->capacity, nodes_for(boxes));
}

void thud_box_tree_destroy(thud_box_tree *tree, const thud_hooks *hooks) {
    THUD_RELEASE_ARRAY(hooks, tree->nodes, tree->capacity);
}

void thud_box_tree_restart(thud_box_tree *tree) {
    atomic_store_explicit(&tree->spent, 0, memory_order_relaxed);
    thud_box_tree_drop(tree);
}

bool thud_box_tree_may_change(thud_box_tree *tree, int32_t changes, int32_t count) {
    tree->changes += changes;
    return tree->changes <= count;
}

/* ---- nodes ---- */

typedef struct tree_lane {
    thud_aabb box;
    uint32_t child;
} tree_lane;

static void set_lane(thud_tree_node *node, int lane, thud_aabb box, uint32_t child) {
    node->sides[THUD_MIN_X][lane] = box.min.x;
    node->sides[THUD_MIN_Y][lane] = box.min.y;
    node->sides[THUD_MAX_X][lane] = box.max.x;
    node->sides[THUD_MAX_Y][lane] = box.max.y;
    node->children[lane] = child;
}

/* Writes a node of `count` lanes. */
THUD_OWN_CODE void fill_node(thud_tree_node *node, const tree_lane *lanes, int count) {
    for (int lane = 0; lane < thud_node_lanes; lane++) {
        tree_lane filled = lane < count ? lanes[lane] : (tree_lane){thud_empty_box(), THUD_TREE_FREE};
        set_lane(node, lane, filled.box, filled.child);
    }
}

static thud_aabb bounds_of_node(const thud_tree_node *node) {
    thud_aabb bounds = thud_lane_box(node, 0);
    for (int lane = 1; lane < thud_node_lanes; lane++) {
        bounds = thud_aabb_union(bounds, thud_lane_box(node, lane));
    }
    return bounds;
}

/* The lane with a child; eight if there is none. */
static int lane_of(const thud_tree_node *node, uint32_t child) {
    int lane = 0;
    while (lane < thud_node_lanes && node->children[lane] != child) {
        lane++;
    }
    return lane;
}

/* ---- building a tree ---- */

/* Boxes are sorted along a Z curve (Morton order), and ranges of them are split where the highest bit of
 * their keys changes, which splits the plane along a line: so nodes overlap by the size of a box at most. A key is,
 * from the highest bit down, a group of sizes, the place along the curve, the index in the list. A box makes the nodes
 * above it as large as itself, so boxes that are 256 times as large, eight powers of two, have nodes of their own. */
enum { index_bits = 28, key_place_bits = 16, sizes_of_group = 8, last_group = 15 };

/* The places of the boxes of a list, and their smallest size. */
typedef struct list_bounds {
    thud_vec2 low;
    float places_per_metre;
    unsigned smallest; /* exponent */
} list_bounds;

/* Half of a box's middle: differences of two stay within the range of floats. */
static inline thud_vec2 half_middle(thud_aabb box) {
    return (thud_vec2){0.25f * box.min.x + 0.25f * box.max.x, 0.25f * box.min.y + 0.25f * box.max.y};
}

static inline float size_of(thud_aabb box) {
    return thud_max(box.max.x - box.min.x, box.max.y - box.min.y);
}

static inline unsigned exponent_of(float size) {
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    return bits >> 23 & 0xffu;
}

static list_bounds bounds_of_list(const thud_box_columns *boxes, int32_t count) {
    const float least_spread = 1.0e-30f; /* so that the scale is finite */
    thud_vec2 low = half_middle(thud_box_at(boxes, 0)), high = low;
    float smallest = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        thud_aabb box = thud_box_at(boxes, i);
        thud_vec2 middle = half_middle(box);
        low = thud_vec2_min(low, middle);
        high = thud_vec2_max(high, middle);
        smallest = thud_min(smallest, size_of(box));
    }
    float spread = thud_max(high.x - low.x, high.y - low.y), most = (float)((1 << key_place_bits) - 1);
    return (list_bounds){low, spread > least_spread ? most / spread : 0.0f, exponent_of(smallest)};
}

/* The place along the curve: the bits of two numbers of 16 bits, interleaved. Both are spread at once. */
static uint64_t place_on_curve(uint32_t x, uint32_t y) {
    uint64_t bits = (uint64_t)y << 32 | x;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fu;
    bits = (bits | bits << 2) & 0x3333333333333333u;
    bits = (bits | bits << 1) & 0x5555555555555555u;
    return (bits >> 31 | bits) & UINT32_MAX;
}

static uint64_t key_of(const list_bounds *bounds, thud_aabb box, int32_t i) {
    thud_vec2 from = thud_vec2_scale(thud_vec2_sub(half_middle(box), bounds->low), bounds->places_per_metre);
    uint64_t place = place_on_curve((uint32_t)(int32_t)from.x, (uint32_t)(int32_t)from.y);
    unsigned group = (exponent_of(size_of(box)) - bounds->smallest) / sizes_of_group;
    group = group < last_group ? group : last_group;
    return (uint64_t)group << (index_bits + 2 * key_place_bits) | place << index_bits | (uint64_t)i;
}

/* A tree during its build. The keys are at the end of the nodes' memory; nodes overwrite those that have been read. */
typedef struct tree_build {
    thud_box_tree *tree;
    thud_box_columns boxes;
    const uint32_t *slots;
    const uint64_t *keys;
    bool in_eights; /* split into equal eighths, as there were too many nodes */
    bool failed;    /* no room for a node */
} tree_build;

/* Sorts the indices of the boxes by size and place. */
static const uint64_t *sort_by_size(thud_box_tree *tree, const thud_box_columns *boxes, int32_t count) {
    uint64_t *low = (uint64_t *)(void *)tree->nodes;
    uint64_t *high = (uint64_t *)(void *)(tree->nodes + tree->capacity) - count;
    const list_bounds bounds = bounds_of_list(boxes, count);
    for (int32_t i = 0; i < count; i++) {
        high[i] = key_of(&bounds, thud_box_at(boxes, i), i);
    }
    if (thud_radix_sort(high, low, count, index_bits, 64) == low) {
        memcpy(high, low, (size_t)count * sizeof *high);
    }
    return high;
}

/* The place to split a range of more than eight: where the highest bit changes. */
static int32_t cut(const tree_build *build, int32_t first, int32_t end) {
    uint64_t last = build->keys[end - 1], differing = (build->keys[first] ^ last) >> index_bits;
    int32_t count = end - first;
    if (differing == 0 || build->in_eights) {
        return first + (count / 2 + thud_node_lanes - 1) / thud_node_lanes * thud_node_lanes;
    }
    int bit = index_bits + 63 - __builtin_clzll(differing);
    uint64_t least = last >> bit << bit; /* the keys with this bit set are not below */
    for (int32_t half; count > 1; count -= half) {
        half = count / 2;
        first += build->keys[first + half] < least ? half : 0;
    }
    return first + 1;
}

/* Splits a range into up to eight, the largest first, until none has more than eight boxes; returns their number.
 * Range i is from firsts[i] to firsts[i + 1]. */
static int cut_range(const tree_build *build, int32_t first, int32_t end,
                     int32_t firsts[thud_node_lanes + 1]) {
    int count = 1;
    firsts[0] = first;
    firsts[1] = end;
    while (count < thud_node_lanes) {
        int largest = 0;
        for (int i = 1; i < count; i++) {
            largest = firsts[i + 1] - firsts[i] > firsts[largest + 1] - firsts[largest] ? i : largest;
        }
        if (firsts[largest + 1] - firsts[largest] <= thud_node_lanes) {
            break;
        }
        int32_t at = cut(build, firsts[largest], firsts[largest + 1]);
        for (int i = ++count; i > largest + 1; i--) {
            firsts[i] = firsts[i - 1];
        }
        firsts[largest + 1] = at;
    }
    return count;
}

/* Adds a node; returns its lane for the parent. The keys from `unread` on are not read yet. */
static tree_lane add_node(tree_build *build, const tree_lane *lanes, int count, int32_t unread) {
    thud_box_tree *tree = build->tree;
    if ((const char *)(tree->nodes + tree->count + 1) > (const char *)(build->keys + unread)) {
        build->failed = true;
        return (tree_lane){thud_empty_box(), 0};
    }
    thud_tree_node *node = &tree->nodes[tree->count];
    fill_node(node, lanes, count);
    return (tree_lane){bounds_of_node(node), (uint32_t)tree->count++};
}

static tree_lane lane_of_key(const tree_build *build, int32_t place) {
    int32_t i = (int32_t)(build->keys[place] & ((1u << index_bits) - 1));
    return (tree_lane){thud_box_at(&build->boxes, i), THUD_TREE_PROXY | build->slots[i]};
}

/* Selects ranges whose boxes go into the node itself, smallest first, while it has lanes; others become child nodes. */
static void choose_own(const int32_t *firsts, int count, bool is_own[thud_node_lanes]) {
    int free_count = thud_node_lanes - count;
    is_own[0] = count == 1; /* as most are */
    for (int size = 1; size - 1 <= free_count && count > 1; size++) {
        for (int i = 0; i < count; i++) {
            if (firsts[i + 1] - firsts[i] == size && size - 1 <= free_count) {
                is_own[i] = true;
                free_count -= size - 1;
            }
        }
    }
}

static tree_lane make_range(tree_build *build, int32_t first, int32_t end) {
    int32_t firsts[thud_node_lanes + 1];
    bool is_own[thud_node_lanes] = {false};
    int count = cut_range(build, first, end, firsts);
    choose_own(firsts, count, is_own);
    tree_lane lanes[thud_node_lanes];
    int lane_count = 0;
    for (int i = 0; i < count && !build->failed; i++) {
        for (int32_t place = firsts[i]; is_own[i] && place < firsts[i + 1]; place++) {
            lanes[lane_count++] = lane_of_key(build, place);
        }
        if (!is_own[i]) {
            lanes[lane_count++] = make_range(build, firsts[i], firsts[i + 1]);
        }
    }
    return build->failed ? (tree_lane){thud_empty_box(), 0} : add_node(build, lanes, lane_count, end);
}

void thud_box_tree_build(thud_box_tree *tree, const thud_box_columns *boxes, const uint32_t *slots,
                         int32_t count) {
    tree_build build = {.tree = tree, .boxes = *boxes, .slots = slots, .failed = true};
    for (int attempt = 0; attempt < 2 && build.failed; attempt++) {
        build.keys = sort_by_size(tree, &build.boxes, count);
        build.in_eights = attempt > 0;
        build.failed = false;
        tree->count = tree->changes = 0;
        tree->root = make_range(&build, 0, count).child;
    }
}

uint32_t thud_box_tree_pack(thud_tree_node *nodes, const thud_aabb *boxes, const uint32_t *slots,
                            int32_t count, thud_aabb *bounds) {
    uint32_t made = 0, below = 0; /* nodes made; the first node of the level below */
    for (bool is_leaf = true; is_leaf || count > 1; is_leaf = false) {
        uint32_t first = made;
        int32_t i = 0;
        do {
            tree_lane lanes[thud_node_lanes];
            int lane = 0;
            for (; lane < thud_node_lanes && i < count; lane++, i++) {
                uint32_t child = below + (uint32_t)i;
                lanes[lane] = is_leaf ? (tree_lane){boxes[slots[i]], THUD_TREE_PROXY | slots[i]}
                                      : (tree_lane){bounds_of_node(&nodes[child]), child};
            }
            fill_node(&nodes[made++], lanes, lane);
        } while (i < count);
        below = first;
        count = (int32_t)(made - first);
    }
    *bounds = bounds_of_node(&nodes[made - 1]);
    return made - 1;
}

void thud_box_tree_charge(thud_box_tree *tree, int32_t comparisons, int32_t count) {
    int32_t spent = atomic_load_explicit(&tree->spent, memory_order_relaxed);
    if (spent < cost_to_build) {
        int64_t cost = (int64_t)comparisons * (2 * cost_to_build / comparisons_of_box) / count + 1;
        cost = cost < cost_to_build ? cost : cost_to_build;
        atomic_store_explicit(&tree->spent, spent + (int32_t)cost, memory_order_relaxed);
    }
}

bool thud_box_tree_begins(thud_box_tree *tree) {
    int state = atomic_load_explicit(&tree->state, memory_order_relaxed);
    return state == THUD_TREE_ABSENT &&
           atomic_load_explicit(&tree->spent, memory_order_relaxed) >= cost_to_build &&
           atomic_compare_exchange_strong(&tree->state, &state, THUD_TREE_IN_WORK);
}

void thud_box_tree_ends(thud_box_tree *tree) {
    atomic_store_explicit(&tree->state, THUD_TREE_READY, memory_order_release);
}

bool thud_box_tree_is_ready(thud_box_tree *tree, const thud_box_columns *boxes, const uint32_t *slots,
                            int32_t count) {
    if (count >= thud_least_tree_boxes && nodes_for(count) <= tree->capacity && thud_box_tree_begins(tree)) {
        thud_box_tree_build(tree, boxes, slots, count);
        thud_box_tree_ends(tree);
    }
    return count >= thud_least_tree_boxes && thud_box_tree_is_made(tree);
}

/* ---- one box at a time ---- */

static float middle_along(const tree_lane *lane, bool along_x) {
    return along_x ? 0.5f * lane->box.min.x + 0.5f * lane->box.max.x
                   : 0.5f * lane->box.min.y + 0.5f * lane->box.max.y;
}

/* Splits a full node and one more lane along the longer side, at the widest of the gaps that leave each node three lanes;
 * the new node gets the lanes farther along it. */
static void split(thud_tree_node *node, tree_lane added, thud_tree_node *made) {
    enum { count = thud_node_lanes + 1, least = 3 };
    tree_lane lanes[count];
    float middles[count];
    thud_aabb bounds = thud_aabb_union(bounds_of_node(node), added.box);
    bool along_x = bounds.max.x - bounds.min.x > bounds.max.y - bounds.min.y;
    for (int i = 0; i < count; i++) {
        tree_lane lane = i < thud_node_lanes ? (tree_lane){thud_lane_box(node, i), node->children[i]} : added;
        float middle = middle_along(&lane, along_x);
        int place = i;
        for (; place > 0 && middles[place - 1] > middle; place--) {
            middles[place] = middles[place - 1];
            lanes[place] = lanes[place - 1];
        }
        middles[place] = middle;
        lanes[place] = lane;
    }
    int kept = count / 2;
    for (int i = least; i <= count - least; i++) {
        kept = middles[i] - middles[i - 1] > middles[kept] - middles[kept - 1] ? i : kept;
    }
    fill_node(node, lanes, kept);
    fill_node(made, lanes + kept, count - kept);
}

/* Adds a lane to the last node of the path from a node on, `depth` levels below the root, on which boxes grow least. Full
 * nodes are split: `added` becomes the lane for the node that got half of this one, else a free lane. Without room for
 * nodes returns false and changes nothing. */
static bool add_below(thud_box_tree *tree, thud_choose_lane_function *choose, uint32_t index, int depth,
                      tree_lane *added) {
    thud_tree_node *node = &tree->nodes[index];
    thud_aabb box = added->box;
    int lane = choose(node, &box);
    if (lane < thud_node_lanes) {
        uint32_t child = node->children[lane];
        if (!add_below(tree, choose, child, depth + 1, added)) {
            return false;
        }
        bool is_split = added->child != THUD_TREE_FREE;
        box = is_split ? bounds_of_node(&tree->nodes[child]) : thud_aabb_union(thud_lane_box(node, lane), box);
        set_lane(node, lane, box, child);
        if (!is_split) {
            return true;
        }
    } else if (tree->count + depth + 2 > tree->capacity) {
        return false;
    }
    lane = lane_of(node, THUD_TREE_FREE);
    if (lane < thud_node_lanes) {
        set_lane(node, lane, added->box, added->child);
        added->child = THUD_TREE_FREE;
        return true;
    }
    thud_tree_node *made = &tree->nodes[tree->count];
    split(node, *added, made);
    *added = (tree_lane){bounds_of_node(made), (uint32_t)tree->count++};
    return true;
}

bool thud_box_tree_insert(thud_box_tree *tree, thud_lanes width, uint32_t slot, thud_aabb box) {
    tree_lane added = {box, THUD_TREE_PROXY | slot};
    if (!add_below(tree, THUD_KERNEL_CHOOSE(width, thud_choose_lane), tree->root, 0, &added)) {
        return false;
    }
    if (added.child != THUD_TREE_FREE) {
        const tree_lane halves[] = {{bounds_of_node(&tree->nodes[tree->root]), tree->root}, added};
        tree->root = (uint32_t)tree->count++;
        fill_node(&tree->nodes[tree->root], halves, 2);
    }
    return true;
}

/* The place of a proxy in a tree; null if its box does not lead to it. */
typedef struct tree_place {
    thud_tree_node *node;
    int lane;
} tree_place;

static tree_place find_proxy(const thud_box_tree *tree, uint32_t at, uint32_t slot, thud_aabb box) {
    thud_tree_node *node = &tree->nodes[at];
    tree_place place = {NULL, 0};
    for (int lane = 0; lane < thud_node_lanes && place.node == NULL; lane++) {
        uint32_t child = node->children[lane];
        if (child == (THUD_TREE_PROXY | slot)) {
            place = (tree_place){node, lane};
        } else if ((child & THUD_TREE_PROXY) == 0 && thud_aabb_contains(thud_lane_box(node, lane), box)) {
            place = find_proxy(tree, child, slot, box);
        }
    }
    return place;
}

void thud_box_tree_remove(thud_box_tree *tree, uint32_t slot, thud_aabb box) {
    tree_place place = find_proxy(tree, tree->root, slot, box);
    if (place.node != NULL) {
        set_lane(place.node, place.lane, thud_empty_box(), THUD_TREE_FREE);
    }
}
