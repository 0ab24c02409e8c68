#include "response/plan_changes.h"

#include "base/memory.h"

typedef thud_change_range change_range;

/* Contacts of a range of the lists: a few microseconds. */
enum { range_contacts = 1024 };

/* ---- ascending lists ---- */

/* How many slots of an ascending list are below a slot. */
static int32_t count_below(const int32_t *list, int32_t count, int32_t slot) {
    int32_t first = 0, end = count;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (list[middle] < slot) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

enum { slots_at_once = 8 };

static bool are_same(const int32_t *a, const int32_t *b) {
    int32_t different = 0;
    for (int i = 0; i < slots_at_once; i++) {
        different |= a[i] ^ b[i];
    }
    return different == 0;
}

/* How many slots there are before the first one that differs. Without a branch, as there is no pattern in it. */
static int32_t count_same(const int32_t *a, const int32_t *b) {
    uint32_t different = 1U << slots_at_once;
    for (int i = 0; i < slots_at_once; i++) {
        different |= (uint32_t)(a[i] != b[i]) << i;
    }
    return __builtin_ctz(different);
}

/* How many of `count` slots two lists have in common before they differ: over long stretches they are alike. */
static int32_t same_stretch(const int32_t *a, const int32_t *b, int32_t count) {
    int32_t same = 0;
    while (same + slots_at_once <= count && are_same(a + same, b + same)) {
        same += slots_at_once;
    }
    if (same + slots_at_once <= count) {
        return same + count_same(a + same, b + same);
    }
    while (same < count && a[same] == b[same]) {
        same++;
    }
    return same;
}

static bool is_listed(const thud_solve_input *input, int32_t contact) {
    int32_t place = count_below(input->contacts, input->contact_count, contact);
    return place < input->contact_count && input->contacts[place] == contact;
}

/* ---- what came ---- */

/* The piece that a contact that comes belongs to. */
static int32_t piece_of_contact(const thud_plan *plan, const thud_contact_pair *pair, bool *meeting) {
    int32_t piece_a = thud_piece_of_body(plan, pair->body_a);
    int32_t piece_b = thud_piece_of_body(plan, pair->body_b);
    if (piece_a < 0 || piece_b < 0 || piece_a == piece_b) {
        int32_t piece = piece_a >= 0 ? piece_a : piece_b;
        return piece >= 0 ? piece : thud_piece_none;
    }
    int32_t pile = plan->graph.pieces[piece_a].pile;
    if (pile < 0 || pile != plan->graph.pieces[piece_b].pile) {
        *meeting = true;
        return thud_piece_across;
    }
    int32_t shared = plan->graph.piles[pile].shared_body;
    return pair->body_a == shared ? piece_b : pair->body_b == shared ? piece_a : thud_piece_across;
}

/* Lists a contact, unless nothing yields. */
static void list_came(const thud_plan_changes *changes, change_range *range, int32_t contact) {
    int32_t piece = piece_of_contact(changes->plan, &changes->input->pairs[contact], &range->meeting);
    range->any_idle = range->any_idle || piece == thud_piece_none;
    range->came[range->came_count] = (thud_plan_change){contact, piece};
    range->came_count += piece != thud_piece_none ? 1 : 0;
}

/* ---- what ended ---- */

/* A contact that has a lane goes from where that is. */
static thud_plan_change went_from_lane(const thud_plan *plan, int32_t contact) {
    int32_t block = (plan->lane_of[contact] - 1) / thud_block_lanes;
    return (thud_plan_change){contact, plan->piece_of_block[block]};
}

/* Lists what had a lane, and marks it. */
static void list_ended(thud_plan_changes *changes) {
    thud_plan *plan = changes->plan;
    change_range *range = &changes->ranges[0];
    for (int32_t i = 0; i < changes->input->ended_count; i++) {
        int32_t contact = changes->input->ended[i];
        if (contact < plan->lane_of_capacity && plan->lane_of[contact] > 0) {
            range->went[range->went_count++] = went_from_lane(plan, contact);
            plan->lane_of[contact] = -plan->lane_of[contact];
        }
    }
}

/* Lists contacts that ended though their slots are in both lists: those that had no lane, as neither body yielded, and
 * those that the comparison left marked, which are to leave their lanes. Returns how many of the latter. */
static int32_t list_reused(thud_plan_changes *changes) {
    thud_plan *plan = changes->plan;
    change_range *range = &changes->ranges[0];
    for (int32_t i = 0; plan->any_idle && i < changes->input->ended_count; i++) {
        int32_t contact = changes->input->ended[i];
        if (is_listed(changes->input, contact) && plan->lane_of[contact] == 0) {
            list_came(changes, range, contact);
        }
    }
    int32_t kept = 0, reused = 0;
    for (int32_t i = 0; i < range->went_count; i++) {
        int32_t contact = range->went[i].contact;
        if (plan->lane_of[contact] > 0) {
            range->went[kept++] = range->went[i];
        } else {
            plan->lane_of[contact] = -plan->lane_of[contact];
            list_came(changes, range, contact);
            plan->taken[reused++] = contact;
        }
    }
    range->went_count = kept;
    return reused;
}

/* ---- the lists ---- */

/* Notes what only one of two ascending lists has. Which one follows no pattern: nothing branches on it. */
static void compare_lists(change_range *range, const int32_t *old, const int32_t *new) {
    int32_t i = range->old_first, k = range->new_first;
    thud_plan_change *went = range->went, *came = range->came;
    while (i < range->old_end && k < range->new_end) {
        int32_t old_left = range->old_end - i, new_left = range->new_end - k;
        int32_t same = same_stretch(old + i, new + k, old_left < new_left ? old_left : new_left);
        i += same;
        k += same;
        if (i == range->old_end || k == range->new_end) {
            break;
        }
        went->contact = old[i];
        came->contact = new[k];
        int32_t has_gone = old[i] < new[k];
        went += has_gone;
        came += 1 - has_gone;
        i += has_gone;
        k += 1 - has_gone;
    }
    while (i < range->old_end) {
        (went++)->contact = old[i++];
    }
    while (k < range->new_end) {
        (came++)->contact = new[k++];
    }
    range->went_count = (int32_t)(went - range->went);
    range->came_count = (int32_t)(came - range->came);
}

/* Finds the pieces of what went, of old slots that the new list does not have. */
static void settle_went(thud_plan *plan, change_range *range) {
    int32_t kept = 0;
    for (int32_t i = 0; i < range->went_count; i++) {
        int32_t contact = range->went[i].contact;
        if (plan->lane_of[contact] > 0) {
            range->went[kept++] = went_from_lane(plan, contact);
        } else {
            plan->lane_of[contact] = -plan->lane_of[contact]; /* listed as ended: the mark goes */
        }
    }
    range->went_count = kept;
}

/* Compares a range of the lists. */
static void compare_range(int32_t number, int32_t worker, void *context) {
    (void)worker;
    thud_plan_changes *changes = context;
    change_range *range = &changes->ranges[1 + number];
    compare_lists(range, changes->input->last_contacts, changes->input->contacts);
    settle_went(changes->plan, range);
    int32_t count = range->came_count;
    range->came_count = 0;
    for (int32_t i = 0; i < count; i++) {
        list_came(changes, range, range->came[i].contact);
    }
}

/* Cuts both lists where the new one has so many contacts. */
static void cut_ranges(thud_plan_changes *changes) {
    const thud_solve_input *input = changes->input;
    thud_plan *plan = changes->plan;
    int32_t ranges = input->contact_count / range_contacts + 1;
    changes->range_count = ranges < thud_most_change_ranges ? ranges : thud_most_change_ranges;
    changes->ranges[0] = (change_range){.went = plan->went, .came = plan->came};
    int32_t old_first = 0;
    for (int32_t i = 0; i < changes->range_count; i++) {
        int32_t new_first = (int32_t)((int64_t)input->contact_count * i / changes->range_count);
        int32_t new_end = (int32_t)((int64_t)input->contact_count * (i + 1) / changes->range_count);
        int32_t old_end =
            new_end == input->contact_count
                ? input->last_contact_count
                : count_below(input->last_contacts, input->last_contact_count, input->contacts[new_end]);
        changes->ranges[1 + i] = (change_range){.old_first = old_first,
                                                .old_end = old_end,
                                                .new_first = new_first,
                                                .new_end = new_end,
                                                .went = plan->went + input->ended_count + old_first,
                                                .came = plan->came + input->ended_count + new_first};
        old_first = old_end;
    }
}

int32_t thud_plan_find_changes(thud_plan_changes *changes, thud_plan *plan, const thud_solve_input *input) {
    changes->plan = plan;
    changes->input = input;
    cut_ranges(changes);
    list_ended(changes);
    thud_tasks_run(input->tasks, compare_range, changes, changes->range_count);
    return list_reused(changes);
}
