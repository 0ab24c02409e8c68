/* What a scene tells of its state, live. */
#include "panel_parts.h"

namespace panel {

void show_readings(const demo_session *session) {
    const int capacity = 32;
    scene_reading readings[capacity];
    const int count = session->options.kind->readings(session->scene, readings, capacity);
    if (ImGui::BeginTable("readings", 2)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 118);
        ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
        for (int i = 0; i < count; i++) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", readings[i].name);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(readings[i].text);
        }
        ImGui::EndTable();
    }
}

} // namespace panel
