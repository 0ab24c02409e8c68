/*
 * Slots A to D: sets of settings. One is worked on; another may run beside it as a ghost.
 */
#include "session.h"

static char slot_name(int slot) {
    return (char)('A' + slot);
}

bool session_begin_ghost(demo_session *session) {
    char error[SCENE_ERROR_SIZE];
    if (session->rival < 0) {
        ghost_end(&session->ghost);
        return false;
    }
    session->ghost.followed = session->selection.body;
    if (!ghost_begin(&session->ghost, &session->log.start, &session->slots[session->rival].options,
                     session->ghost_from, error)) {
        session->rival = -1;
        session_notice(session, "%s", error);
        return false;
    }
    return true;
}

void session_compare(demo_session *session, int slot) {
    bool off = slot < 0 || slot == session->slot || !session->slots[slot].used;
    session->rival = off ? -1 : slot;
    session->ghost_from = session->looping ? session->loop_start : 0;
    if (session_begin_ghost(session)) {
        session_rerun(session); /* so that both have had the same steps */
        session_notice(session, "%c beside %c: outlines; F8 shows it alone", slot_name(slot),
                       slot_name(session->slot));
    } else {
        session_notice(session, "no comparison");
    }
}

void session_compare_next(demo_session *session) {
    int next = session->rival;
    do {
        next++;
    } while (next < session_slot_count && (next == session->slot || !session->slots[next].used));
    if (next == session_slot_count && session->rival < 0) {
        session_notice(session, "nothing to compare: use slot B first");
        return;
    }
    session_compare(session, next < session_slot_count ? next : -1);
}

/* A second round takes what was refused before its partner had changed, say a lower limit above the old upper one. */
bool session_take_settings(demo_session *session, const scene_options *options) {
    bool restart = false, all = false;
    for (int round = 0; round < 2 && !all; round++) {
        all = true;
        for (int i = 0; i < settings_count(options); i++) {
            float value = setting_get(options, i);
            if (value != setting_get(&session->options, i)) {
                bool set = session_set(session, i, value);
                restart = restart || (set && setting_at(options, i).restarts);
                all = all && set;
            }
        }
    }
    if (restart && !session->looping) {
        session_restart(session);
    }
    return all;
}

void session_use_slot(demo_session *session, int slot) {
    int before = session->slot;
    if (slot == before) {
        return;
    }
    scene_options present = session->seeking ? session_settings(session) : session->options;
    session->slots[before] = (tuning_slot){true, present};
    if (!session->slots[slot].used) {
        session->slots[slot] = (tuning_slot){true, present};
    }
    scene_options options = session->slots[slot].options;
    session->slot = slot;
    if (session->rival == slot) {
        session->rival = before;
    }
    session_begin_ghost(session);
    bool all = session_take_settings(session, &options);
    if (session->ghost.scene) {
        session_rerun(session);
    }
    if (all) {
        session_notice(session, "slot %c", slot_name(slot));
    }
}
