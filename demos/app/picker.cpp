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
    int row, column; /* of its picture */
};

char search[64];
int marked;         /* which match the arrows are on */
bool shows_marked;  /* scrolls to it */
bool wants_to_open; /* by a key */

/* Where its category begins in the registry. */
int category_of(int scene) {
    int first = 0;
    while (std::strcmp(scene_category_at(first), scene_category_at(scene)) != 0) {
        first++;
    }
    return first;
}

/* Row by row; where nothing is searched a category begins with a row. */
void place_pictures(std::vector<Match> &matches) {
    for (size_t i = 1; i < matches.size(); i++) {
        const Match &before = matches[i - 1];
        const bool begins_row = before.column + 1 == columns ||
                                (!search[0] && category_of(before.scene) != category_of(matches[i].scene));
        matches[i].row = before.row + begins_row;
        matches[i].column = begins_row ? 0 : before.column + 1;
    }
}

/* Those that fit the search, best first; all by category, then in the registry's order, where nothing is searched. */
std::vector<Match> find_matches() {
    std::vector<Match> matches;
    for (int i = 0; const scene_kind *kind = scene_at(i); i++) {
        char tags[200];
        std::snprintf(tags, sizeof tags, "%s %s", scene_category_at(i), scene_tags_at(i));
        const int score = fuzzy_score(search, kind->name, tags, kind->description);
        if (score > 0) {
            matches.push_back({i, score, 0, 0});
        }
    }
    std::stable_sort(matches.begin(), matches.end(), [](const Match &a, const Match &b) {
        return search[0] ? a.score > b.score : category_of(a.scene) < category_of(b.scene);
    });
    place_pictures(matches);
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
    for (size_t i = 0; i < matches.size(); i++) {
        const int scene = matches[i].scene;
        const bool is_marked = static_cast<int>(i) == marked;
        if (!search[0] && std::strcmp(category, scene_category_at(scene)) != 0) {
            category = scene_category_at(scene);
            ImGui::TextDisabled("%s", category);
        }
        if (matches[i].column > 0) {
            ImGui::SameLine(0, picture_gap);
        }
        if (show_cell(scene, is_marked, scene_at(scene) == present)) {
            clicked = scene_at(scene);
        }
        if (is_marked && shows_marked) {
            ImGui::SetScrollHereY();
            shows_marked = false;
        }
    }
    return clicked;
}

/* How far a pair of keys moves the mark. */
int step_by(ImGuiKey back, ImGuiKey on) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(on)) - ImGui::IsKeyPressed(ImGui::GetKeyIndex(back));
}

void move_mark(const std::vector<Match> &matches) {
    const int across = step_by(ImGuiKey_LeftArrow, ImGuiKey_RightArrow),
              down = step_by(ImGuiKey_UpArrow, ImGuiKey_DownArrow),
              last = static_cast<int>(matches.size()) - 1;
    marked = std::max(0, std::min(marked + across, last));
    const Match from = last >= 0 ? matches[static_cast<size_t>(marked)] : Match();
    for (int i = 0; i <= last && down != 0; i++) {
        const Match &match = matches[static_cast<size_t>(i)];
        if (match.row == from.row + down && match.column <= from.column) {
            marked = i;
        }
    }
    shows_marked = shows_marked || across != 0 || down != 0;
}

/* The scene that was chosen: by a click, or by Enter the marked one. Null: none yet. */
const scene_kind *choose_scene(const scene_kind *present) {
    const bool appears = ImGui::IsWindowAppearing();
    if (appears) {
        search[0] = '\0';
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        ImGui::InputTextWithHint("##search", "search: name, what it shows, tags; or the arrow keys", search,
                                 sizeof search, ImGuiInputTextFlags_EnterReturnsTrue);
    const bool edited = ImGui::IsItemEdited();
    const std::vector<Match> matches = find_matches();
    for (size_t i = 0; (appears || edited) && i < matches.size(); i++) {
        marked = i == 0 || (appears && scene_at(matches[i].scene) == present) ? static_cast<int>(i) : marked;
        shows_marked = true;
    }
    move_mark(matches);
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
        const scene_kind *present = session->options.kind, *chosen = choose_scene(present);
        if (chosen && chosen != present) { /* which would lose its settings */
            session_select(session, chosen);
        }
        if (chosen || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
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
    if (ImGui::Button(label, ImVec2(-1, 0)) || wants_to_open) {
        ImGui::OpenPopup("scenes");
        wants_to_open = false;
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

extern "C" void panel_pick_scene(void) {
    panel::wants_to_open = true;
}
