/*
 * The steps that were made since the scene was, with the present one, the loop, and the buttons that go to and fro.
 */
#include "panel_parts.h"

#include <cstdio>

namespace panel {
namespace {

const float bar_height = 16; /* [points] */

float place(ImVec2 low, float width, uint32_t step, uint32_t end) {
    return low.x + width * static_cast<float>(step) / static_cast<float>(end > 0 ? end : 1);
}

void draw_bar(const demo_session *session, ImVec2 low, float width) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + width, low.y + bar_height);
    const uint32_t end = session->log.end, now = static_cast<uint32_t>(session->scene->step_count);
    list->AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
    if (session->looping) {
        list->AddRectFilled(ImVec2(place(low, width, session->loop_start, end), low.y),
                            ImVec2(place(low, width, session->loop_end, end), high.y),
                            IM_COL32(240, 178, 62, 90), 3);
    }
    const float x = place(low, width, now, end);
    list->AddRectFilled(ImVec2(low.x, high.y - 4), ImVec2(x, high.y), IM_COL32(96, 178, 240, 150), 3);
    list->AddRectFilled(ImVec2(x - 2, low.y - 1), ImVec2(x + 2, high.y + 1), IM_COL32(226, 232, 242, 255), 2);
}

/* Seconds every second, and at most one seek a frame. */
void show_bar(demo_session *session) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::InvisibleButton("time line", ImVec2(width, bar_height));
    tell_widget(session, "time_line");
    const float at = (ImGui::GetIO().MousePos.x - low.x) / width;
    const float share = at < 0 ? 0 : at > 1 ? 1 : at;
    const uint32_t step = static_cast<uint32_t>(share * static_cast<float>(session->log.end) + 0.5f);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        ImGui::SetTooltip("step %u, %.2f s", static_cast<unsigned>(step), static_cast<double>(step) / 60.0);
    }
    if (ImGui::IsItemActive() && !session->seeking && step != session->scene->step_count) {
        session->paused = true;
        session_seek(session, step);
    }
    draw_bar(session, low, width);
}

} // namespace

void show_time_line(demo_session *session) {
    show_bar(session);
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float button = (ImGui::GetContentRegionAvail().x - 3 * spacing) / 4;
    const uint32_t now = static_cast<uint32_t>(session->scene->step_count);
    if (ImGui::Button("< back", ImVec2(button, 0))) {
        session->paused = true;
        session_seek(session, now > 0 ? now - 1 : 0);
    }
    tell_widget(session, "back");
    ImGui::SameLine();
    if (ImGui::Button("step >", ImVec2(button, 0))) {
        session->paused = true;
        session_step(session);
    }
    ImGui::SameLine();
    if (ImGui::Button(session->looping ? "end loop" : "loop 5 s", ImVec2(button, 0))) {
        session_loop(session);
    }
    tell_widget(session, "loop");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("F5: repeats the last five seconds;\nany change of a setting starts them again");
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(!session_in_past(session));
    if (ImGui::Button("go on", ImVec2(button, 0))) {
        session_take_over(session);
    }
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::SetTooltip(
            "F6: keys and mouse again from this step on;\nwhat was recorded after it is forgotten");
    }
    ImGui::TextDisabled("step %u of %u%s", static_cast<unsigned>(now),
                        static_cast<unsigned>(session->log.end),
                        session->seeking           ? ", running there"
                        : session->looping         ? ", loop"
                        : session_in_past(session) ? ", repeated"
                                                   : "");
    if (session->differs > 0) {
        ImGui::SameLine();
        ImGui::TextColored(ImVec4(1, 0.41f, 0.28f, 1), "differs at %u",
                           static_cast<unsigned>(session->differs));
    }
}

} // namespace panel
