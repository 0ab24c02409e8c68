/*
 * contact_lists.c: contacts in the lists of their bodies: put in, taken out and freed, one or many at a time.
 */
#include "world/contacts/contact_lists.h"

#include "base/assert.h"
#include "base/inline.h"
#include "world/world_state.h"

/* The place in the list that a link of a body leads to, or the body's own where the list ends there. */
static int32_t *previous_of(thud_world *world, int32_t link, int32_t body) {
    return link != THUD_NONE ? &world->contacts.records[link / 2].previous[link % 2]
                             : &world->bodies.bodies[body].last_contact;
}

static int32_t *next_of(thud_world *world, int32_t link, int32_t body) {
    return link != THUD_NONE ? &world->contacts.records[link / 2].next[link % 2]
                             : &world->bodies.bodies[body].first_contact;
}

/* Contacts with static and kinematic bodies go to the front, so that the search for ghosts (ghosts.c) finds them without the others. */
static void link_contact(thud_world *world, int32_t contact, int side, int32_t body) {
    thud_contact_record *record = &world->contacts.records[contact];
    thud_body *linked = &world->bodies.bodies[body];
    int32_t link = 2 * contact + side;
    record->next[side] = record->is_fixed ? linked->first_contact : THUD_NONE;
    record->previous[side] = record->is_fixed ? THUD_NONE : linked->last_contact;
    *previous_of(world, record->next[side], body) = link;
    *next_of(world, record->previous[side], body) = link;
    linked->fixed_contacts += record->is_fixed;
}

/* What is before and after a contact follows no pattern: places are chosen, not branched to. */
static void unlink_contact(thud_world *world, int32_t contact, int side, int32_t body) {
    const thud_contact_record *record = &world->contacts.records[contact];
    int32_t *before_next = previous_of(world, record->next[side], body);
    int32_t *after_previous = next_of(world, record->previous[side], body);
    THUD_ASSERT(&world->hooks, *before_next == 2 * contact + side && *after_previous == 2 * contact + side);
    *before_next = record->previous[side];
    *after_previous = record->next[side];
    world->bodies.bodies[body].fixed_contacts -= record->is_fixed;
}

/* Prefetch distances [contacts]: of a contact's pair, and of the contacts that it is linked to. */
enum { FETCH_SOURCE = 12, FETCH_LINKED = 6 };

/* Asks for what the linking of the contacts after the i-th one will write to. */
THUD_INLINE void fetch_to_link(const thud_world *world, int32_t i) {
    const thud_contact_table *contacts = &world->contacts;
    if (i + FETCH_SOURCE < contacts->created_count) {
        const thud_contact_pair *pair = &contacts->pairs[contacts->created[i + FETCH_SOURCE]];
        __builtin_prefetch(&world->bodies.bodies[pair->body_a].first_contact, 1);
        __builtin_prefetch(&world->bodies.bodies[pair->body_b].first_contact, 1);
    }
    if (i + FETCH_LINKED < contacts->created_count) {
        const thud_contact_pair *pair = &contacts->pairs[contacts->created[i + FETCH_LINKED]];
        bool is_fixed = contacts->records[contacts->created[i + FETCH_LINKED]].is_fixed;
        const thud_body *a = &world->bodies.bodies[pair->body_a], *b = &world->bodies.bodies[pair->body_b];
        int32_t end_a = is_fixed ? a->first_contact : a->last_contact;
        int32_t end_b = is_fixed ? b->first_contact : b->last_contact;
        __builtin_prefetch(contacts->records[end_a != THUD_NONE ? end_a / 2 : 0].previous, 1);
        __builtin_prefetch(contacts->records[end_b != THUD_NONE ? end_b / 2 : 0].previous, 1);
    }
}

void thud_link_created_contacts(thud_world *world) {
    thud_contact_table *contacts = &world->contacts;
    for (int32_t i = 0; i < contacts->created_count; i++) {
        int32_t contact = contacts->created[i];
        fetch_to_link(world, i);
        link_contact(world, contact, 0, contacts->pairs[contact].body_a);
        link_contact(world, contact, 1, contacts->pairs[contact].body_b);
    }
    contacts->created_count = 0;
}

/* Asks for what the unlinking of a link will write to. */
THUD_INLINE void fetch_neighbours(thud_world *world, int32_t link) {
    const thud_contact_record *record = &world->contacts.records[link / 2];
    const thud_contact_pair *pair = &world->contacts.pairs[link / 2];
    int32_t body = link % 2 == 0 ? pair->body_a : pair->body_b;
    __builtin_prefetch(previous_of(world, record->next[link % 2], body), 1);
    __builtin_prefetch(next_of(world, record->previous[link % 2], body), 1);
}

/*
 * Pairs that end are unlinked and freed, which have no memory in common; nor have the lists of different bodies, though a contact is in two.
 * So workers share the bodies' lists, uneven as one of them frees as well, and each goes through all pairs in order.
 */
typedef struct end_job {
    thud_world *world;
    const int32_t *contacts;
    int32_t count;
} end_job;

enum { UNLINKING_MORE, UNLINKING_FEWER, FREEING, END_TASKS };

/* Bodies are dealt to so many shares by slot; to free contacts takes a third as long as to unlink them. */
enum { BODY_SHARES = 8, MORE_SHARES = 5 };

/* From so many on a second worker helps. */
enum { END_IN_PARALLEL = 64 };

/* Contacts that are looked through at a time for what is to be unlinked. */
enum { CONTACTS_AT_ONCE = 512 };

static bool is_in_shares(int32_t body, int32_t first_share, int32_t end_share) {
    int32_t share = body % BODY_SHARES;
    return (share >= first_share) & (share < end_share);
}

/* Lists the links of [first, end) of the job's contacts that are in lists of the shares' bodies; returns how many. Which
 * those are follows no pattern: what is written last but does not count is written over. */
static int32_t list_links(const end_job *job, int32_t first, int32_t end, int32_t first_share, int32_t end_share,
                          int32_t links[2 * CONTACTS_AT_ONCE + 1]) {
    const thud_contact_table *table = &job->world->contacts;
    int32_t count = 0;
    for (int32_t i = first; i < end; i++) {
        if (i + FETCH_SOURCE < job->count) {
            __builtin_prefetch(&table->pairs[job->contacts[i + FETCH_SOURCE]]);
            __builtin_prefetch(&table->records[job->contacts[i + FETCH_SOURCE]]);
        }
        int32_t contact = job->contacts[i];
        const thud_contact_pair *pair = &table->pairs[contact];
        links[count] = 2 * contact;
        count += is_in_shares(pair->body_a, first_share, end_share);
        links[count] = 2 * contact + 1;
        count += is_in_shares(pair->body_b, first_share, end_share);
    }
    return count;
}

/* Takes the job's contacts out of the lists of the bodies in shares [first_share, end_share). */
static void unlink_contacts(const end_job *job, int32_t first_share, int32_t end_share) {
    const thud_contact_pair *pairs = job->world->contacts.pairs;
    for (int32_t first = 0; first < job->count; first += CONTACTS_AT_ONCE) {
        int32_t links[2 * CONTACTS_AT_ONCE + 1];
        int32_t end = job->count - first < CONTACTS_AT_ONCE ? job->count : first + CONTACTS_AT_ONCE;
        int32_t count = list_links(job, first, end, first_share, end_share, links);
        for (int32_t i = 0; i < count; i++) {
            if (i + 2 * FETCH_LINKED < count) {
                fetch_neighbours(job->world, links[i + 2 * FETCH_LINKED]);
            }
            int32_t contact = links[i] / 2;
            int32_t body = links[i] % 2 == 0 ? pairs[contact].body_a : pairs[contact].body_b;
            unlink_contact(job->world, contact, links[i] % 2, body);
        }
    }
}

static void free_contacts(const end_job *job) {
    thud_contact_table *table = &job->world->contacts;
    for (int32_t i = 0; i < job->count; i++) {
        if (i + FETCH_SOURCE < job->count) {
            int32_t contact = job->contacts[i + FETCH_SOURCE];
            __builtin_prefetch(&table->features[contact], 1);
            __builtin_prefetch(&table->kinds[contact], 1);
            __builtin_prefetch(&table->pool.generations[contact], 1);
            __builtin_prefetch(&table->pool.live[contact], 1);
        }
        table->features[job->contacts[i]].flags = table->features[job->contacts[i]].one_way = 0;
        thud_contact_table_free(table, job->contacts[i]);
    }
}

static void end_task(int32_t index, int32_t worker, void *context) {
    (void)worker;
    if (index == UNLINKING_MORE) {
        unlink_contacts(context, 0, MORE_SHARES);
    } else if (index == UNLINKING_FEWER) {
        unlink_contacts(context, MORE_SHARES, BODY_SHARES);
    } else {
        free_contacts(context);
    }
}

/* Takes pairs out of all counts. */
static void count_ends(thud_world *world, const int32_t *contacts, int32_t count) {
    thud_contact_table *table = &world->contacts;
    for (int32_t i = 0; i < count && world->def.pre_solve != NULL; i++) {
        table->pre_solve_count -= (table->features[contacts[i]].flags & THUD_CONTACT_PRE_SOLVE) != 0;
    }
    for (int32_t i = 0; i < count && table->one_way_count > 0; i++) {
        table->one_way_count -= table->features[contacts[i]].one_way != 0;
    }
    thud_contact_table_note_ends(table, contacts, count);
    world->constraints_changed = world->constraints_changed || count > 0;
    world->counters.pairs_ended += count;
}

void thud_contacts_end_pairs(thud_world *world, const int32_t *contacts, int32_t count) {
    count_ends(world, contacts, count);
    end_job job = {world, contacts, count};
    if (count >= END_IN_PARALLEL && thud_tasks_worker_count(world->tasks) > 1) {
        thud_tasks_run(world->tasks, end_task, &job, END_TASKS);
    } else {
        unlink_contacts(&job, 0, BODY_SHARES);
        free_contacts(&job);
    }
}

void thud_contact_free_pair(thud_world *world, int32_t contact) {
    thud_contacts_end_pairs(world, &contact, 1);
}
