#include "preset_follow.h"

/* Another kind of scene has other numbers: the file is read anew. */
static void open_for(preset_follow *follow, const demo_session *session) {
    if (!follow->numbers || numbers_options(follow->numbers)->kind != session->options.kind) {
        preset_follow_close(follow);
        follow->numbers = numbers_open(&session->options);
        follow->watch = thud_preset_watch_create(follow->path);
    }
}

void preset_follow_poll(preset_follow *follow, demo_session *session) {
    if (!follow->path) {
        return;
    }
    open_for(follow, session);
    if (!follow->numbers) {
        return; /* no memory: tried again at the next poll */
    }
    *numbers_options(follow->numbers) = session->options;
    thud_preset_fault fault;
    switch (thud_preset_watch_poll(follow->watch, numbers_set(follow->numbers), &fault)) {
    case THUD_PRESET_APPLIED:
        if (session_take_settings(session, numbers_options(follow->numbers))) {
            session_notice(session, "preset %s", follow->path);
        }
        break;
    case THUD_PRESET_REFUSED:
        session_notice(session, "%s", fault.message);
        break;
    case THUD_PRESET_SAME:
        break;
    }
}

void preset_follow_close(preset_follow *follow) {
    thud_preset_watch_destroy(follow->watch);
    numbers_close(follow->numbers);
    follow->watch = NULL;
    follow->numbers = NULL;
}
