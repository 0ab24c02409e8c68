/*
 * panel_parts.h: the parts of the panel, each in its own file, for one another. C++, as Dear
 * ImGui is; nothing else includes it.
 */
#pragma once

extern "C" {
#include "palette.h"
#include "panel.h"
}

#include <imgui.h>

#include <vector>

namespace panel {

extern ImFont *text_font, *heading_font;
const float small_text = 12; /* [points] */

ImU32 packed(SDL_Color color);

/* Reports where the last widget is, in points of the window, whenever it has another place or
 * another scene was made. */
void tell_widget(demo_session *session, const char *format, ...) IM_FMTARGS(2);

/* A number that a row shows and changes. */
struct Number {
    demo_setting about;
    scene_input target; /* what session_change takes */
    float value;
    bool has_default;
};

extern bool wants_filter;  /* until the filter of the rows has the keyboard */
extern bool wants_presets; /* until the presets are shown, their name with the keyboard */

/* Its row: label, slider, number, star. */
void show_number_row(demo_session *session, const Number &number);

/* Rows under a header, which shows how many have changed and resets them. */
void show_number_group(demo_session *session, const char *name, const std::vector<Number> &rows,
                       bool open_at_first);

/* Once a frame: each scene has an undo list of its own. Notes a change of many settings at once, for the undo list. */
void follow_scene(const demo_session *session);
void note_settings(const scene_options &before, const scene_options &after);

/* After all rows of a frame: takes what was typed into a field whose row is shown no more. */
void end_rows(demo_session *session);

void show_picker(demo_session *session);
void show_time_line(demo_session *session);
void show_compare(demo_session *session);
void show_sharing(demo_session *session);
void show_presets(demo_session *session, bool open);
void show_derived(demo_session *session);
void show_rows(demo_session *session);
void show_overlays(demo_session *session);
void show_timings(const demo_session *session);
void show_counters(const demo_session *session);
void show_readings(demo_session *session);
void show_measures(demo_session *session);
void show_inspector(demo_session *session);
void show_help(const demo_session *session);

} // namespace panel
