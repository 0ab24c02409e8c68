/*
 * What is drawn of the world, and what its colours mean.
 */
#include "panel_parts.h"

#include <cstdio>

namespace panel {
namespace {

void show_legend() {
    const struct {
        const char *name;
        thud_draw_role role;
    } kinds[] = {{"static", THUD_DRAW_STATIC},
                 {"kinematic", THUD_DRAW_KINEMATIC},
                 {"awake", THUD_DRAW_AWAKE},
                 {"asleep", THUD_DRAW_ASLEEP}};
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float size = 11, spacing = 69;
    ImVec2 at = ImGui::GetCursorScreenPos();
    for (const auto &kind : kinds) {
        shape_style style = palette_shape(kind.role, 0);
        ImVec2 low(at.x, at.y + 3), high(at.x + size, at.y + 3 + size);
        list->AddRectFilled(low, high, packed(style.fill), 2);
        list->AddRect(low, high, packed(style.outline), 2, 0, style.width);
        list->AddText(text_font, 12, ImVec2(at.x + size + 5, at.y + 1), packed(palette_ink(SCENE_INK_MUTED)),
                      kind.name);
        at.x += kind.role == THUD_DRAW_KINEMATIC ? spacing + 14 : spacing - 5;
    }
    ImGui::Dummy(ImVec2(0, size + 8));
}

} // namespace

void show_overlays(demo_session *session) {
    if (!session->scene->world || !ImGui::CollapsingHeader("Draw", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    session_toggle toggles[session_toggle_count];
    session_toggles(session, toggles);
    if (ImGui::BeginTable("toggles", 2)) {
        for (const session_toggle &toggle : toggles) {
            char label[40];
            std::snprintf(label, sizeof label, "%s", toggle.label);
            ImGui::TableNextColumn();
            ImGui::Checkbox(label, toggle.flag);
            if (ImGui::IsItemHovered()) {
                ImGui::SetTooltip("key %c", toggle.key);
            }
        }
        ImGui::EndTable();
    }
    show_legend();
}

} // namespace panel
