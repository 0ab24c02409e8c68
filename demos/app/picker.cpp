/*
 * The scene's name, which opens pictures of all scenes with a search field, and what runs, pauses and restarts it.
 */
#include "panel_parts.h"

extern "C" {
#include "fuzzy.h"
#include "thumbnails.h"
}

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace panel {
namespace {

const int columns = 4;
const float picture_gap = 10; /* between pictures [points] */
const float picture_width = static_cast<float>(thumbnail_width),
            picture_height = static_cast<float>(thumbnail_height);

struct Match {
    int scene, score;
};

char search[64];
int marked; /* which match the arrows are on */

/* Where its category begins in the registry. */
int category_of(int scene) {
    int first = 0;
    while (std::strcmp(scene_category_at(first), scene_category_at(scene)) != 0) {
        first++;
    }
    return first;
}

/* Those that fit the search, best first; all by category, then in the registry's order, where nothing is searched. */
std::vector<Match> find_matches() {
    std::vector<Match> matches;
    for (int i = 0; const scene_kind *kind = scene_at(i); i++) {
        char tags[200];
        std::snprintf(tags, sizeof tags, "%s %s", scene_category_at(i), scene_tags_at(i));
        const int score = fuzzy_score(search, kind->name, tags, kind->description);
        if (score > 0) {
            matches.push_back({i, score});
        }
    }
    std::stable_sort(matches.begin(), matches.end(), [](const Match &a, const Match &b) {
        return search[0] ? a.score > b.score : category_of(a.scene) < category_of(b.scene);
    });
    return matches;
}

void draw_picture(int scene, ImVec2 low, ImVec2 high, bool bright) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, packed(palette_background), 3);
    if (SDL_Texture *texture = thumbnails_at(scene)) {
        list->AddImage(texture, low, high);
    }
    list->AddRect(low, high, ImGui::GetColorU32(bright ? ImGuiCol_SliderGrabActive : ImGuiCol_FrameBgHovered),
                  3, 0, bright ? 2.0f : 1.0f);
}

/* A scene as a picture with its name; whether it was clicked. */
bool show_cell(int scene, bool is_marked, bool is_present) {
    const scene_kind *kind = scene_at(scene);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::PushID(scene);
    const bool clicked = ImGui::InvisibleButton("cell", ImVec2(picture_width, picture_height + 20));
    ImGui::PopID();
    if (ImGui::IsItemVisible()) {
        draw_picture(scene, low, ImVec2(low.x + picture_width, low.y + picture_height),
                     is_marked || ImGui::IsItemHovered());
        ImGui::GetWindowDrawList()->AddText(
            ImVec2(low.x + 2, low.y + picture_height + 2),
            is_present ? IM_COL32(255, 206, 110, 255) : ImGui::GetColorU32(ImGuiCol_Text), kind->name);
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", kind->description);
    }
    return clicked;
}

const scene_kind *show_cells(const std::vector<Match> &matches, const scene_kind *present) {
    const scene_kind *clicked = nullptr;
    const char *category = "";
    int column = 0;
    for (size_t i = 0; i < matches.size(); i++) {
        const int scene = matches[i].scene;
        if (!search[0] && std::strcmp(category, scene_category_at(scene)) != 0) {
            category = scene_category_at(scene);
            ImGui::TextDisabled("%s", category);
            column = 0;
        }
        if (column > 0) {
            ImGui::SameLine(0, picture_gap);
        }
        column = (column + 1) % columns;
        if (show_cell(scene, search[0] && static_cast<int>(i) == marked, scene_at(scene) == present)) {
            clicked = scene_at(scene);
        }
    }
    return clicked;
}

void move_mark(int count) {
    const int step = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow)) ? 1
                     : ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow)) ? -1
                                                                                 : 0;
    marked = std::max(0, std::min(marked + step, count - 1));
}

/* The scene that was chosen: by a click, or by Enter the marked one. Null: none yet. */
const scene_kind *choose_scene(const scene_kind *present) {
    if (ImGui::IsWindowAppearing()) {
        search[0] = '\0';
        marked = 0;
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##search", "search: name, what it shows, tags", search,
                                                  sizeof search, ImGuiInputTextFlags_EnterReturnsTrue);
    const std::vector<Match> matches = find_matches();
    move_mark(static_cast<int>(matches.size()));
    ImGui::BeginChild("cells");
    const scene_kind *clicked = show_cells(matches, present);
    if (matches.empty()) {
        ImGui::TextDisabled("no scene has that");
    }
    ImGui::EndChild();
    return clicked                       ? clicked
           : entered && !matches.empty() ? scene_at(matches[static_cast<size_t>(marked)].scene)
                                         : nullptr;
}

void show_popup(demo_session *session) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float width = static_cast<float>(columns) * (picture_width + picture_gap) + 34;
    ImGui::SetNextWindowPos(ImVec2(std::max(0.0f, ImGui::GetItemRectMin().x - width - 18), 8));
    ImGui::SetNextWindowSize(ImVec2(std::min(width, size.x), size.y - 16));
    if (ImGui::BeginPopup("scenes", ImGuiWindowFlags_NoMove)) {
        if (const scene_kind *chosen = choose_scene(session->options.kind)) {
            session_select(session, chosen);
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
}

} // namespace

void show_picker(demo_session *session) {
    char label[80];
    std::snprintf(label, sizeof label, "%s  ...###scene", session->options.kind->name);
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, ImVec2(0, 0.5f));
    if (ImGui::Button(label, ImVec2(-1, 0))) {
        ImGui::OpenPopup("scenes");
    }
    ImGui::PopStyleVar();
    tell_widget(session, "scenes");
    show_popup(session);
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
