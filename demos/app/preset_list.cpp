/*
 * Presets in the window: saved and renamed by a field with a name, loaded by a click. First those of the session's folder, then the
 * shipped ones, which are only loaded.
 */
#include "panel_parts.h"

extern "C" {
#include "presets.h"
}

#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace panel {

bool wants_presets;

namespace {

namespace fs = std::filesystem;

const float name_width = 190, most_share = 0.7f; /* [points]; of the window's height */

char name[80];               /* in the field */
std::string present;         /* the name of the session's preset that was loaded or saved last; or "" */
const scene_kind *named_for; /* the scene of both */

std::string folder_of(const demo_session *session) {
    return session->folder ? session->folder : ".";
}

std::string path_of(const demo_session *session, const std::string &preset) {
    return (fs::path(folder_of(session)) / (preset + ".preset")).string();
}

bool is_there(const std::string &path) {
    std::error_code error;
    return fs::exists(path, error);
}

std::vector<std::string> presets_in(const std::string &folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        if (file->path().extension() == ".preset") {
            names.push_back(file->path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

void save(demo_session *session) {
    const std::string path = path_of(session, name);
    demo_numbers *numbers = numbers_open(&session->options);
    const thud_preset_fault fault = thud_preset_save(numbers_set(numbers), path.c_str(), THUD_PRESET_CHANGED);
    if (fault.status == THUD_OK) {
        present = name;
    }
    session_notice(session, "%s %s", fault.status == THUD_OK ? "preset saved:" : "not saved:",
                   fault.status == THUD_OK ? path.c_str() : fault.message);
    numbers_close(numbers);
}

void rename_present(demo_session *session) {
    const std::string from = path_of(session, present), to = path_of(session, name);
    std::error_code error;
    fs::rename(from, to, error);
    if (error) {
        session_notice(session, "not renamed: %s", error.message().c_str());
        return;
    }
    session_notice(session, "preset %s is now %s", present.c_str(), name);
    present = name;
}

/* What the file does not name is as the scene has it: the same file gives the same settings, whatever they were. */
void load(demo_session *session, const std::string &path) {
    scene_options wanted = session_own_options(session, session->options.kind);
    demo_numbers *numbers = numbers_open(&wanted);
    const thud_preset_fault fault = thud_preset_load(numbers_set(numbers), path.c_str());
    if (fault.status != THUD_OK) {
        session_notice(session, "not loaded: %s", fault.message);
    } else {
        wanted = *numbers_options(numbers);
        note_settings(session->options, wanted);
        if (session_take_settings(session, &wanted)) {
            session_notice(session, "preset %s", path.c_str());
        }
    }
    numbers_close(numbers);
}

/* A preset of a folder; whether it was clicked on, which loads it. */
bool show_preset(demo_session *session, const std::string &folder, const std::string &preset, bool is_present) {
    const bool clicked = ImGui::Selectable(preset.c_str(), is_present, ImGuiSelectableFlags_DontClosePopups);
    tell_widget(session, "preset:%s", preset.c_str());
    if (clicked) {
        std::snprintf(name, sizeof name, "%s", preset.c_str());
        load(session, (fs::path(folder) / (preset + ".preset")).string());
    }
    return clicked;
}

void show_list(demo_session *session) {
    const std::string own = folder_of(session);
    for (const std::string &preset : presets_in(own)) {
        if (show_preset(session, own, preset, preset == present)) {
            present = preset;
        }
    }
    std::error_code error;
    if (fs::equivalent(own, THUD_DEMOS_PRESETS, error)) {
        return;
    }
    ImGui::TextDisabled("shipped");
    ImGui::PushID("shipped");
    for (const std::string &preset : presets_in(THUD_DEMOS_PRESETS)) {
        if (show_preset(session, THUD_DEMOS_PRESETS, preset, false)) {
            present.clear();
        }
    }
    ImGui::PopID();
}

/* A button that is of use for some names; tells what it does to which file. */
bool show_action(demo_session *session, const char *label, const char *widget, bool enabled,
                 const std::string &file) {
    ImGui::BeginDisabled(!enabled);
    ImGui::SameLine();
    const bool pressed = ImGui::Button(label);
    tell_widget(session, "%s", widget);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s %s", label, file.c_str());
    }
    ImGui::EndDisabled();
    return pressed;
}

void show_name(demo_session *session, bool focus) {
    if (focus) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(name_width);
    const bool entered = ImGui::InputText(
        "##name", name, sizeof name, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    tell_widget(session, "preset_name");
    const bool is_name = name[0] && fs::path(name).filename() == name;
    const bool replaces = is_name && is_there(path_of(session, name));
    const bool pressed =
        show_action(session, replaces ? "replace" : "save", "save_preset", is_name, path_of(session, name));
    if (is_name && (pressed || entered)) {
        save(session);
    }
    if (show_action(session, "rename", "rename_preset", is_name && !replaces && !present.empty(),
                    path_of(session, present))) {
        rename_present(session);
    }
}

} // namespace

/* Under the last widget. */
void show_presets(demo_session *session, bool open) {
    const bool focus = wants_presets;
    if (open || wants_presets) {
        ImGui::OpenPopup("presets");
        wants_presets = false;
    }
    if (named_for != session->options.kind) {
        named_for = session->options.kind;
        std::snprintf(name, sizeof name, "thud-%s", named_for->name);
        present.clear();
    }
    const ImVec2 below(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + 4);
    ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0),
                                        ImVec2(FLT_MAX, most_share * ImGui::GetIO().DisplaySize.y));
    if (ImGui::BeginPopup("presets")) {
        show_name(session, focus);
        show_list(session);
        if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
}

} // namespace panel

extern "C" void panel_presets(void) {
    panel::wants_presets = true;
}
