/*
 * One file a scene, "SCENE.preset"; one that is refused is kept as "SCENE.preset.wrong".
 */
#include "autosave.h"

#include <SDL.h>
#include <stdio.h>

#include "presets.h"

static const float pause_between = 1; /* [s] */

enum { longest_path = 1024 };

/* The file of a scene; false where the system names no folder. */
static bool path_of(const scene_kind *kind, char path[longest_path]) {
    char *folder = SDL_GetPrefPath("thud", "thud-demos");
    int length = folder ? snprintf(path, longest_path, "%s%s.preset", folder, kind->name) : -1;
    SDL_free(folder);
    return length > 0 && length < longest_path;
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

static int count_changed(const scene_options *options) {
    int count = 0;
    for (int i = 0; i < settings_count(options); i++) {
        count += setting_get(options, i) != setting_at(options, i).initial;
    }
    return count;
}

static void restore(demo_session *session) {
    char path[longest_path];
    if (!path_of(session->options.kind, path) || !is_there(path)) {
        return;
    }
    demo_numbers *numbers = numbers_open(&session->options);
    thud_preset_fault fault = thud_preset_load(numbers_set(numbers), path);
    int changed = numbers ? count_changed(numbers_options(numbers)) : 0;
    if (fault.status != THUD_OK) {
        char kept[longest_path + 8]; /* the next change would write over the file, say of an older version */
        snprintf(kept, sizeof kept, "%s.wrong", path);
        (void)rename(path, kept);
        session_notice(session, "not restored: %s", fault.message);
    } else if (changed > 0) {
        session->options = *numbers_options(numbers);
        session_restart(session);
        session->restored = changed;
        session_notice(session, "%d setting%s restored from the last time", changed, changed == 1 ? "" : "s");
    }
    numbers_close(numbers);
}

/* Saves settings; tells where that fails, once. */
static void save_settings(autosave *save, demo_session *session, const scene_options *options) {
    char path[longest_path];
    thud_preset_fault fault = {.status = THUD_BAD_DATA, .message = "there is no folder for them"};
    demo_numbers *numbers = path_of(options->kind, path) ? numbers_open(options) : NULL;
    if (numbers) {
        fault = thud_preset_save(numbers_set(numbers), path, THUD_PRESET_CHANGED);
    }
    numbers_close(numbers);
    if (fault.status != THUD_OK && !save->failed) {
        session_notice(session, "settings are not kept: %s", fault.message);
    }
    save->failed = fault.status != THUD_OK;
}

void autosave_poll(autosave *save, demo_session *session, float seconds) {
    if (!save->on) {
        return;
    }
    save->wait -= seconds;
    if (save->kind != session->options.kind) {
        autosave_finish(save, session);
        save->kind = session->options.kind;
        session->restored = 0;
        restore(session);
        save->saved_changes = session->changes;
    } else if (save->saved_changes != session->changes && save->wait < 0) {
        autosave_finish(save, session);
        save->wait = pause_between;
    }
}

void autosave_finish(autosave *save, demo_session *session) {
    scene_options present = session_settings(session);
    const scene_options *options = save->kind == present.kind ? &present : &session->left;
    if (save->on && save->saved_changes != session->changes && save->kind == options->kind) {
        save_settings(save, session, options);
        save->saved_changes = session->changes;
    }
}
