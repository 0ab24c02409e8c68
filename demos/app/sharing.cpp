/*
 * Settings that go elsewhere: restored ones, a preset file, a command line.
 */
#include "panel_parts.h"

extern "C" {
#include "presets.h"
}

#include <cstdio>
#include <string>

namespace panel {
namespace {

void show_restored(demo_session *session) {
    ImGui::TextColored(ImVec4(1, 0.81f, 0.43f, 1), "%d restored from the last time", session->restored);
    ImGui::SameLine();
    if (ImGui::SmallButton("undo")) {
        session_reset(session);
    }
    tell_widget(session, "undo_restored");
}

void save_preset(demo_session *session) {
    char path[400];
    std::snprintf(path, sizeof path, "%.300s/thud-%s.preset", session->folder ? session->folder : ".",
                  session->options.kind->name);
    demo_numbers *numbers = numbers_open(&session->options);
    const thud_preset_fault fault = thud_preset_save(numbers_set(numbers), path, THUD_PRESET_CHANGED);
    session_notice(session, "%s %s", fault.status == THUD_OK ? "preset saved:" : "not saved:",
                   fault.status == THUD_OK ? path : fault.message);
    numbers_close(numbers);
}

void copy_command_line(demo_session *session) {
    demo_numbers *numbers = numbers_open(&session->options);
    char *options = thud_tunables_command_text(numbers_set(numbers));
    const std::string line = std::string("thud-demos --headless ") + session->options.kind->name +
                             " --steps " + std::to_string(session->scene->step_count) + " " +
                             (options ? options : "");
    ImGui::SetClipboardText(line.c_str());
    session_notice(session, "copied: %s", line.c_str());
    thud_text_free(options);
    numbers_close(numbers);
}

} // namespace

void show_sharing(demo_session *session) {
    if (session->restored > 0) {
        show_restored(session);
    }
    const float width = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("save preset", ImVec2(width, 0))) {
        save_preset(session);
    }
    tell_widget(session, "save_preset");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("what is changed, as a file for --preset");
    }
    ImGui::SameLine();
    if (ImGui::Button("copy command line", ImVec2(width, 0))) {
        copy_command_line(session);
    }
    tell_widget(session, "copy_command_line");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("the same settings and steps without a window;\nthe same hash where they were not "
                          "changed on the way");
    }
}

} // namespace panel
