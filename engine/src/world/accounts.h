/*
 * accounts.h: how much memory a world holds, by what for. Each account is a set of hooks that forwards to the
 * user's and counts; whatever takes its memory through them is in that account's count, so no table needs to add up
 * its columns.
 */
#ifndef THUD_SRC_WORLD_ACCOUNTS_H
#define THUD_SRC_WORLD_ACCOUNTS_H

#include <stdatomic.h>

#include "thud/base.h"

typedef enum thud_account_name {
    THUD_ACCOUNT_BODIES,
    THUD_ACCOUNT_SHAPES,
    THUD_ACCOUNT_CONTACTS,
    THUD_ACCOUNT_JOINTS,
    THUD_ACCOUNT_BROADPHASE,
    THUD_ACCOUNT_SOLVER,
    THUD_ACCOUNT_EVENTS,
    THUD_ACCOUNT_SCRATCH,
    THUD_ACCOUNT_OTHER,
    THUD_ACCOUNTS
} thud_account_name;

typedef struct thud_account {
    const thud_hooks *user;
    thud_hooks hooks; /* to take memory through; they point to this account, which must not move */
    _Atomic int64_t bytes;
} thud_account;

/* Opens all accounts; `user` has allocate and release, and outlives them. */
void thud_accounts_open(thud_account accounts[THUD_ACCOUNTS], const thud_hooks *user);

#endif
