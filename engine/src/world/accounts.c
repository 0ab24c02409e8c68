#include "world/accounts.h"

static void *counted_allocate(size_t size, size_t alignment, void *context) {
    thud_account *account = context;
    void *memory = account->user->allocate(size, alignment, account->user->context);
    if (memory != NULL) {
        account->bytes += (int64_t)size;
    }
    return memory;
}

static void counted_release(void *memory, size_t size, void *context) {
    thud_account *account = context;
    account->bytes -= (int64_t)size;
    account->user->release(memory, size, account->user->context);
}

static void forward_log(int level, const char *message, void *context) {
    const thud_account *account = context;
    account->user->log(level, message, account->user->context);
}

static void forward_assert(const char *condition, const char *file, int line, void *context) {
    const thud_account *account = context;
    account->user->assert_failed(condition, file, line, account->user->context);
}

void thud_accounts_open(thud_account accounts[THUD_ACCOUNTS], const thud_hooks *user) {
    for (int i = 0; i < THUD_ACCOUNTS; i++) {
        accounts[i].user = user;
        accounts[i].bytes = 0;
        accounts[i].hooks = (thud_hooks){.allocate = counted_allocate,
                                         .release = counted_release,
                                         .log = user->log != NULL ? forward_log : NULL,
                                         .assert_failed = user->assert_failed != NULL ? forward_assert : NULL,
                                         .context = &accounts[i]};
    }
}
