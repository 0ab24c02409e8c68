/* What a scene tells of its state, live, and what follows from the settings, under them. */
#include "panel_parts.h"

extern "C" {
#include "derived.h"
}

namespace panel {
namespace {

void show_page(const char *name, const scene_page &page) {
    if (ImGui::BeginTable(name, 2)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 118);
        ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
        for (int i = 0; i < page.count; i++) {
            const scene_reading &reading = page.readings[i];
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", reading.name);
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, reading.warns ? ImVec4(1, 0.55f, 0.38f, 1)
                                                               : ImGui::GetStyleColorVec4(ImGuiCol_Text));
            ImGui::TextWrapped("%s", reading.text);
            ImGui::PopStyleColor();
        }
        ImGui::EndTable();
    }
}

} // namespace

void show_readings(demo_session *session) {
    scene_page page = {};
    session->options.kind->readings(session->scene, &page);
    show_page("readings", page);
}

void show_derived(demo_session *session) {
    if (session->scene->world && ImGui::CollapsingHeader("Derived", ImGuiTreeNodeFlags_DefaultOpen)) {
        scene_page page = {};
        derived_tell(session->scene, &session->selection, session->stepper.dt, &page);
        show_page("derived", page);
    }
}

} // namespace panel
