/*
 * The slots of settings, and what of the two runs differs.
 */
#include "panel_parts.h"

#include <cstdio>
#include <initializer_list>

namespace panel {
namespace {

void show_slots(demo_session *session) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Slot");
    for (int i = 0; i < session_slot_count; i++) {
        const char name[] = {static_cast<char>('A' + i), '\0'};
        const bool present = i == session->slot, used = present || session->slots[i].used;
        ImGui::SameLine(0, 6);
        ImGui::PushStyleColor(ImGuiCol_Button,
                              ImGui::GetStyleColorVec4(present ? ImGuiCol_SliderGrab : ImGuiCol_Button));
        ImGui::PushStyleColor(
            ImGuiCol_Text, present ? ImVec4(0.05f, 0.07f, 0.1f, 1)
                                   : ImGui::GetStyleColorVec4(used ? ImGuiCol_Text : ImGuiCol_TextDisabled));
        if (ImGui::Button(name, ImVec2(28, 0))) {
            session_use_slot(session, i);
        }
        ImGui::PopStyleColor(2);
        tell_widget(session, "slot:%s", name);
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip(used ? "these settings" : "a copy of the present settings, to be changed");
        }
    }
    ImGui::SameLine(0, 14);
    char label[32] = "compare";
    if (session->rival >= 0) {
        std::snprintf(label, sizeof label, "beside: %c", 'A' + session->rival);
    }
    if (ImGui::Button(label, ImVec2(-1, 0))) {
        session_compare_next(session);
    }
    tell_widget(session, "compare");
    if (ImGui::IsItemHovered() && session->rival < 0) { /* it would cover the figures */
        ImGui::SetTooltip(
            "F7: runs another slot beside this one, with the same inputs;\nF8, held: shows that one alone");
    }
}

void show_figure(const char *name, const char *unit, float a, float b) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ImGui::Text("%.3f", static_cast<double>(a));
    ImGui::TableNextColumn();
    ImGui::TextColored(ImVec4(0.94f, 0.70f, 0.24f, 1), "%.3f", static_cast<double>(b));
    ImGui::TableNextColumn();
    ImGui::Text("%+.3f", static_cast<double>(b - a));
    ImGui::SameLine(0, 4);
    ImGui::TextDisabled("%s", unit);
}

void show_figures(const demo_session *session) {
    const demo_ghost &ghost = session->ghost;
    const run_figures &a = ghost.first.figures, &b = ghost.second.figures;
    if (ghost.differs > 0) {
        ImGui::Text("differs from step %u on (%.2f s)", static_cast<unsigned>(ghost.differs),
                    static_cast<double>(ghost.differs) / 60.0);
    } else {
        ImGui::TextDisabled("the same to the bit so far");
    }
    if (ghost.followed.generation && ImGui::BeginTable("figures", 4, ImGuiTableFlags_SizingStretchProp)) {
        ImGui::TableNextColumn();
        const char *character = scene_mover_of(session->scene, ghost.followed).name;
        ImGui::TextDisabled("of %s %u", character ? character : "body",
                            static_cast<unsigned>(ghost.followed.slot));
        for (int slot : {session->slot, session->rival}) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%c", 'A' + slot);
        }
        ImGui::TableNextColumn();
        ImGui::TextDisabled("difference");
        show_figure("apex", "m", a.apex, b.apex);
        show_figure("air time", "s", a.air_time, b.air_time);
        show_figure("top speed", "m/s", a.top_speed, b.top_speed);
        show_figure("settles after", "s", a.settle_time, b.settle_time);
        show_figure("penetration", "mm", a.penetration, b.penetration);
        show_figure("mean step", "ms", a.mean_time, b.mean_time);
        ImGui::EndTable();
    }
}

} // namespace

void show_compare(demo_session *session) {
    show_slots(session);
    if (session->ghost.scene) {
        show_figures(session);
    }
}

} // namespace panel
