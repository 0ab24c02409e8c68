/*
 * The scene's name, which opens the list of scenes, and what runs, pauses and restarts it.
 */
#include "panel_parts.h"

#include <cstdio>
#include <cstring>

namespace panel {
namespace {

/* The list of scenes under a search field: those whose name, category or description holds the text. Enter takes the first. Null: none yet. */
const scene_kind *choose_scene(const scene_kind *present) {
    static ImGuiTextFilter filter;
    if (ImGui::IsWindowAppearing()) {
        filter.Clear();
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    bool entered = ImGui::InputTextWithHint("##search", "search", filter.InputBuf, sizeof filter.InputBuf,
                                            ImGuiInputTextFlags_EnterReturnsTrue);
    filter.Build();
    const scene_kind *first = nullptr, *clicked = nullptr;
    const char *category = "";
    for (int i = 0; const scene_kind *kind = scene_at(i); i++) {
        char text[300];
        std::snprintf(text, sizeof text, "%s %s %s", kind->name, scene_category_at(i), kind->description);
        if (!filter.PassFilter(text)) {
            continue;
        }
        first = first ? first : kind;
        if (std::strcmp(category, scene_category_at(i)) != 0) {
            category = scene_category_at(i);
            ImGui::TextDisabled("%s", category);
        }
        ImGui::Indent();
        if (ImGui::Selectable(kind->name, kind == present)) {
            clicked = kind;
        }
        ImGui::Unindent();
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", kind->description);
        }
    }
    if (!first) {
        ImGui::TextDisabled("no scene has that");
    }
    return clicked ? clicked : entered ? first : nullptr;
}

} // namespace

void show_picker(demo_session *session) {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##scene", session->options.kind->name, ImGuiComboFlags_HeightLargest)) {
        const scene_kind *chosen = choose_scene(session->options.kind);
        if (chosen) {
            session_select(session, chosen);
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndCombo();
    }
    tell_widget(session, "scenes");
    const float button = (ImGui::GetContentRegionAvail().x - 3 * ImGui::GetStyle().ItemSpacing.x) / 4;
    if (ImGui::Button(session->paused ? "Play" : "Pause", ImVec2(button, 0))) {
        session->paused = !session->paused;
    }
    ImGui::SameLine();
    if (ImGui::Button("Restart", ImVec2(button, 0))) {
        session_restart(session);
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(2 * button + ImGui::GetStyle().ItemSpacing.x);
    ImGui::SliderFloat("##speed", &session->speed, 0.05f, 2, "speed x %.2f", ImGuiSliderFlags_Logarithmic);
}

} // namespace panel
