/* news.h: what a step does about contacts that tell something. */
#ifndef THUD_SRC_WORLD_CONTACTS_NEWS_H
#define THUD_SRC_WORLD_CONTACTS_NEWS_H

#include "thud/world.h"
#include "world/contacts/contact_table.h"

/* Appends those of some contacts in which something near wakes a sleeper. */
void thud_list_wakers(const thud_world *world, const int32_t *contacts, int32_t count,
                      thud_contact_lists *found);

/* Lists pairs of the news that have parted, and notes who touches now and who does not any more where no event tells of it. Leaves what has to be dealt
 * with in order. Of different contacts on several threads. */
void thud_settle_news(const thud_world *world, thud_contact_lists *found);

/* Wakes the sleepers of world->lists. */
void thud_wake_listed_sleepers(thud_world *world);

/* Deals with the news of world->lists, and tells of those that parted. */
void thud_read_news(thud_world *world);

#endif
