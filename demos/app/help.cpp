/*
 * What keys and mouse do.
 */
#include "panel_parts.h"

namespace panel {

void show_help(const demo_session *session) {
    const char *const lines[][2] = {
        {"Left drag", "pull a body, or what the scene says"},
        {"Right drag, wheel", "move and zoom the picture; Home resets it"},
        {"P   O   R", "pause, one step, restart"},
        {"Backspace", "one step back"},
        {"F5", "repeats the last five seconds, or ends that"},
        {"F6", "goes on from here: in a loop, in the past"},
        {"F7   F8", "compares with another slot; shows that alone"},
        {"/   Ctrl+Z   Ctrl+Y", "filters settings (Enter: types the first), undo, redo"},
        {"Ctrl+S", "presets: load, save, rename"},
        {"S", "slow motion: x 1, x 0.25, x 0.05"},
        {"[   ]   F2", "previous, next scene, all scenes"},
        {"1 to 9, 0", "draw: shapes, AABBs, hash cells, contacts,"},
        {"", "normals, impulses, MTD, time of impact,"},
        {"", "sleep, velocities"},
        {"Tab   F1", "panel, this help"},
        {"F12   F11", "screenshot (PNG), full screen"},
        {"Ctrl +   Ctrl -", "larger, smaller text and panel"},
        {"Ctrl+Q", "quit"},
        {"Gamepad", "stick or pad: arrows; A: Space; B or X: X;"},
        {"", "Start: pause; Back: restart; L, R: scenes"},
    };
    ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0.5f * size.x, 0.5f * size.y), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::Begin("help", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings);
    /* In a small window all of it is smaller. */
    static float needed = 0; /* height at full size [points] */
    const float share = needed > size.y ? size.y / needed : 1;
    ImGui::SetWindowFontScale(share);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, 5 * share));
    ImGui::PushFont(heading_font);
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
        const char *own = session->options.kind->own_keys;
        for (const auto &line : lines) {
            if (own && SDL_strlen(line[0]) == 1 && SDL_strchr(own, SDL_tolower(line[0][0]))) {
                continue; /* the scene has another use for it */
            }
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(line[0]);
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s  ", line[1]);
        }
        ImGui::EndTable();
    }
    if (session->options.kind->help) {
        ImGui::Separator();
        ImGui::TextDisabled("%s: %s", session->options.kind->name, session->options.kind->help);
    }
    needed = (ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y) / share;
    ImGui::PopStyleVar();
    ImGui::End();
}

} // namespace panel
