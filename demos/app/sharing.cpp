/*
 * Settings that come from elsewhere or go there: restored ones, presets, C, a command line.
 */
#include "panel_parts.h"

extern "C" {
#include "presets.h"
}

#include <algorithm>
#include <cstdio>
#include <string>

namespace panel {
namespace {

void show_restored(demo_session *session) {
    ImGui::TextColored(ImVec4(1, 0.81f, 0.43f, 1), "%d restored from the last time", session->restored);
    ImGui::SameLine();
    if (ImGui::SmallButton("undo")) {
        const scene_options before = session->options;
        session_reset(session);
        note_settings(before, session->options);
    }
    tell_widget(session, "undo_restored");
}

void copy_command_line(demo_session *session) {
    demo_numbers *numbers = numbers_open(&session->options);
    char *options = thud_tunables_command_text(numbers_set(numbers));
    const std::string name = session->options.kind->name,
                      level = name == "level" ? session->options.level : "";
    const std::string line = "thud-demos --headless " + name +
                             (level.empty() ? "" : " --level '" + level + "'") + " --steps " +
                             std::to_string(session->scene->step_count) + " " + (options ? options : "");
    ImGui::SetClipboardText(line.c_str());
    session_notice(session, "copied: %s", line.c_str());
    thud_text_free(options);
    numbers_close(numbers);
}

void copy_as_c(demo_session *session) {
    char *text = options_c_text(&session->options);
    std::string line = text ? text : "";
    if (line.empty()) {
        session_notice(session, "nothing differs from the defaults of the structs");
    } else {
        ImGui::SetClipboardText(line.c_str());
        std::replace(line.begin(), line.end(), '\n', ' ');
        session_notice(session, "copied: %s", line.c_str());
    }
    thud_text_free(text);
}

/* A button of a row of three; what it does in full while the mouse is on it. */
bool show_button(demo_session *session, const char *label, const char *name, const char *advice) {
    const float gaps = 2 * ImGui::GetStyle().ItemSpacing.x;
    const bool pressed = ImGui::Button(label, ImVec2((ImGui::GetWindowContentRegionWidth() - gaps) / 3, 0));
    tell_widget(session, "%s", name);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", advice);
    }
    return pressed;
}

} // namespace

void show_sharing(demo_session *session) {
    if (session->restored > 0) {
        show_restored(session);
    }
    show_presets(session, show_button(session, "presets ...", "presets",
                                      "load, save and rename sets of numbers (Ctrl+S)"));
    ImGui::SameLine();
    if (show_button(session, "copy as C", "copy_as_c",
                    "what differs from the defaults of the structs,\nwith the defaults as comments")) {
        copy_as_c(session);
    }
    ImGui::SameLine();
    if (show_button(session, "copy command", "copy_command_line",
                    "the same settings and steps without a window;\nthe same hash where they were not "
                    "changed on the way")) {
        copy_command_line(session);
    }
}

} // namespace panel
