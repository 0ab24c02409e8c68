/*
 * What follows from the settings, under them.
 */
#include "panel_parts.h"

extern "C" {
#include "derived.h"
}

namespace panel {

void show_derived(demo_session *session) {
    if (!session->scene->world || !ImGui::CollapsingHeader("Derived", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    derived_line lines[derived_most_lines];
    const int count = derived_lines(session->scene, &session->selection, session->stepper.dt, lines);
    if (ImGui::BeginTable("derived", 2)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 118);
        for (int i = 0; i < count; i++) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", lines[i].name);
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, lines[i].warns ? ImVec4(1, 0.55f, 0.38f, 1)
                                                                : ImGui::GetStyleColorVec4(ImGuiCol_Text));
            ImGui::TextWrapped("%s", lines[i].text);
            ImGui::PopStyleColor();
        }
        ImGui::EndTable();
    }
}

} // namespace panel
