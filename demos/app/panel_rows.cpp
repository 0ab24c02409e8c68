/*
 * Settings, a row each: label, slider with a tick at the default, number, and a star where it is changed.
 *
 * A gesture is what happens between pressing and releasing the mouse on a row, or a typed number: it is one entry of the undo list. A
 * setting that restarts the scene does so when the gesture ends.
 */
#include "panel_parts.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace panel {
namespace {

const float number_width = 62, star_width = 14, row_height = 20; /* [points] */
const float fine = 0.1f;                                         /* of a movement, with Shift */
const float number_pixels = 400; /* a drag of the number by so many points is the whole range */
const ImU32 changed_color = IM_COL32(255, 206, 110, 255);

struct Change {
    int setting;
    float before, after;
};

const scene_kind *history_kind; /* whose settings the list is about */
std::vector<Change> history;
size_t history_at; /* entries before it can be undone */

int gesture = -1; /* the setting that is being changed, or -1 */
float gesture_before;
float gesture_place; /* 0 to 1 along the range, beyond where the mouse is beyond */
bool typing, focus_typing;
char typed[32];
bool wants_filter;

/* ---- changes ---- */

void change(demo_session *session, int setting, float value) {
    if (value != setting_get(&session->options, setting) && session_set(session, setting, value)) {
        session_report(session, "set %s %g", setting_at(&session->options, setting).path,
                       static_cast<double>(value));
    }
}

void begin_gesture(const demo_session *session, int setting) {
    gesture = setting;
    gesture_before = setting_get(&session->options, setting);
}

void restart_for(demo_session *session, int setting) {
    if (setting_at(&session->options, setting).restarts && !session->looping) {
        session_restart(session);
    }
}

void end_gesture(demo_session *session) {
    const float after = setting_get(&session->options, gesture);
    if (after != gesture_before) {
        history.resize(history_at);
        history.push_back({gesture, gesture_before, after});
        history_at = history.size();
        restart_for(session, gesture);
    }
    gesture = -1;
}

void change_at_once(demo_session *session, int setting, float value) {
    begin_gesture(session, setting);
    change(session, setting, value);
    end_gesture(session);
}

void walk_history(demo_session *session, bool back) {
    if (back ? history_at == 0 : history_at == history.size()) {
        session_notice(session, back ? "nothing to undo" : "nothing to redo");
        return;
    }
    const Change entry = history[back ? history_at - 1 : history_at];
    history_at = back ? history_at - 1 : history_at + 1;
    change(session, entry.setting, back ? entry.before : entry.after);
    session_notice(session, "%s: %s is %g", back ? "undo" : "redo",
                   setting_at(&session->options, entry.setting).path,
                   static_cast<double>(back ? entry.before : entry.after));
    restart_for(session, entry.setting);
}

bool is_changed(const demo_session *session, int index, const demo_setting &setting) {
    return setting_get(&session->options, index) != setting.initial;
}

/* ---- values and places ---- */

bool on_log_scale(const demo_setting &setting) {
    return setting.logarithmic && setting.low > 0;
}

/* Where a value is along the range, 0 to 1, and back. */
float place_of(const demo_setting &setting, float value) {
    return on_log_scale(setting) ? std::log(value / setting.low) / std::log(setting.high / setting.low)
                                 : (value - setting.low) / (setting.high - setting.low);
}

float value_at(const demo_setting &setting, float place) {
    const float t = place < 0 ? 0 : place > 1 ? 1 : place;
    const float value = on_log_scale(setting) ? setting.low * std::pow(setting.high / setting.low, t)
                                              : setting.low + t * (setting.high - setting.low);
    if (setting.kind == SCENE_WHOLE_NUMBER) {
        return std::round(value);
    }
    const float step = std::pow(10.0f, std::floor(std::log10(setting.high - setting.low)) -
                                           3); /* no digits that nobody wants */
    const float rounded = std::round(value / step) * step;
    return on_log_scale(setting) || rounded < setting.low || rounded > setting.high ? value : rounded;
}

void print_value(const demo_setting &setting, float value, char (&text)[32]) {
    std::snprintf(text, sizeof text, setting.kind == SCENE_WHOLE_NUMBER ? "%.0f" : "%.4g",
                  static_cast<double>(value));
}

/* What was typed: a number, or what is done to the present one: "*2", "/2", "+0.5". False where it is neither. */
bool read_typed(const char *text, float present, float *value) {
    const char sign = text[0];
    const bool relative = sign == '*' || sign == '/' || sign == '+';
    char *end = nullptr;
    const float number = std::strtof(text + (relative ? 1 : 0), &end);
    while (end && *end == ' ') {
        end++;
    }
    if (!end || end == text + (relative ? 1 : 0) || *end) {
        return false;
    }
    *value = sign == '*'   ? present * number
             : sign == '/' ? present / number
             : sign == '+' ? present + number
                           : number;
    return std::isfinite(*value);
}

/* ---- a row ---- */

void show_hover(const demo_setting &setting) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(320);
    if (setting.advice) {
        ImGui::TextUnformatted(setting.advice);
    }
    ImGui::TextDisabled("default %g, %g to %g %s", static_cast<double>(setting.initial),
                        static_cast<double>(setting.low), static_cast<double>(setting.high), setting.unit);
    ImGui::TextDisabled("%s%s", setting.path, setting.restarts ? " (restarts the scene)" : "");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/* Moves the value while the last item is held: a full range is `points` of the mouse. */
void drag_value(demo_session *session, int index, const demo_setting &setting, float points) {
    const float step = ImGui::GetIO().MouseDelta.x / points * (ImGui::GetIO().KeyShift ? fine : 1);
    if (step != 0) {
        gesture_place += step;
        change(session, index, value_at(setting, gesture_place));
    }
}

void show_slider(demo_session *session, int index, const demo_setting &setting, float width) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("slider", ImVec2(width, row_height));
    tell_widget(session, setting.path);
    if (ImGui::IsItemActivated()) {
        begin_gesture(session, index);
        gesture_place = (ImGui::GetIO().MousePos.x - low.x) / width;
        change(session, index, value_at(setting, gesture_place));
    } else if (ImGui::IsItemActive() && gesture == index) {
        drag_value(session, index, setting, width);
    }
    if (ImGui::IsItemDeactivated() && gesture == index) {
        end_gesture(session);
    }
    const bool bright = ImGui::IsItemHovered() || ImGui::IsItemActive();
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float middle = low.y + 0.5f * row_height;
    const auto clamped = [](float t) { return t < 0 ? 0.0f : t > 1 ? 1.0f : t; };
    const float x = low.x + width * clamped(place_of(setting, setting_get(&session->options, index)));
    const float tick = low.x + width * clamped(place_of(setting, setting.initial));
    list->AddRectFilled(ImVec2(low.x, middle - 3), ImVec2(low.x + width, middle + 3),
                        ImGui::GetColorU32(bright ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg), 3);
    list->AddRectFilled(ImVec2(low.x, middle - 3), ImVec2(x, middle + 3), IM_COL32(72, 122, 168, 255), 3);
    list->AddLine(ImVec2(tick, middle - 7), ImVec2(tick, middle + 7), IM_COL32(150, 162, 182, 255), 1.5f);
    list->AddRectFilled(ImVec2(x - 4, middle - 8), ImVec2(x + 4, middle + 8),
                        ImGui::GetColorU32(bright ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab), 3);
}

void show_typing(demo_session *session, int index) {
    if (focus_typing) {
        ImGui::SetKeyboardFocusHere();
        focus_typing = false;
    }
    ImGui::SetNextItemWidth(number_width);
    const bool entered =
        ImGui::InputText("##typed", typed, sizeof typed,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    float value = 0;
    if (entered && read_typed(typed, setting_get(&session->options, index), &value)) {
        change(session, index, value);
    } else if (entered) {
        session_notice(session, "%s is no number", typed);
    }
    if (entered || ImGui::IsItemDeactivated()) {
        typing = false;
        end_gesture(session);
    }
}

void show_number(demo_session *session, int index, const demo_setting &setting) {
    if (typing && gesture == index) {
        show_typing(session, index);
        return;
    }
    char text[32];
    print_value(setting, setting_get(&session->options, index), text);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("number", ImVec2(number_width, row_height));
    char name[settings_path_size + 8];
    std::snprintf(name, sizeof name, "number:%s", setting.path);
    tell_widget(session, name);
    if (ImGui::IsItemActivated()) {
        begin_gesture(session, index);
        gesture_place = place_of(setting, gesture_before);
    } else if (ImGui::IsItemActive() && gesture == index &&
               ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3)) {
        drag_value(session, index, setting, number_pixels);
    }
    if (ImGui::IsItemDeactivated() && gesture == index) {
        if (setting_get(&session->options, index) == gesture_before) { /* a click without a drag */
            std::snprintf(typed, sizeof typed, "%s", text);
            typing = focus_typing = true;
        } else {
            end_gesture(session);
        }
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + number_width, low.y + row_height);
    list->AddRectFilled(
        low, high, ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
        3);
    const float width = ImGui::CalcTextSize(text).x;
    list->AddText(ImVec2(high.x - width - 5, low.y + 0.5f * (row_height - ImGui::GetFontSize())),
                  is_changed(session, index, setting) ? changed_color : ImGui::GetColorU32(ImGuiCol_Text),
                  text);
}

void show_star(demo_session *session, int index, const demo_setting &setting) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    if (!is_changed(session, index, setting)) {
        ImGui::Dummy(ImVec2(star_width, row_height));
        return;
    }
    if (ImGui::InvisibleButton("reset", ImVec2(star_width, row_height))) {
        change_at_once(session, index, setting.initial);
    }
    char name[settings_path_size + 8];
    std::snprintf(name, sizeof name, "reset:%s", setting.path);
    tell_widget(session, name);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("back to %g", static_cast<double>(setting.initial));
    }
    ImGui::GetWindowDrawList()->AddText(ImVec2(low.x + 3, low.y + 3), changed_color, "*");
}

void show_label(const demo_session *session, int index, const demo_setting &setting, float width) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(width, row_height));
    if (ImGui::IsItemHovered()) {
        show_hover(setting);
    }
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float y = low.y + 0.5f * (row_height - ImGui::GetFontSize());
    list->PushClipRect(low, ImVec2(low.x + width, low.y + row_height), true);
    list->AddText(ImVec2(low.x, y),
                  is_changed(session, index, setting) ? changed_color : ImGui::GetColorU32(ImGuiCol_Text),
                  setting.label);
    if (setting.unit[0]) {
        char unit[24];
        std::snprintf(unit, sizeof unit, "%s", setting.unit);
        list->AddText(ImVec2(low.x + ImGui::CalcTextSize(setting.label).x + 5, y),
                      ImGui::GetColorU32(ImGuiCol_TextDisabled), unit);
    }
    list->PopClipRect();
}

/* Switches and choices, which take the place of slider and number. */
void show_choice(demo_session *session, int index, const demo_setting &setting, float width) {
    int whole = static_cast<int>(setting_get(&session->options, index));
    bool on = whole != 0, used;
    if (setting.kind == SCENE_SWITCH) {
        used = ImGui::Checkbox("##switch", &on);
        whole = on;
    } else {
        ImGui::SetNextItemWidth(width);
        used = ImGui::Combo("##choice", &whole, setting.choices, static_cast<int>(setting.high) + 1,
                            ImGuiComboFlags_HeightLargest);
    }
    tell_widget(session, setting.path);
    if (used) {
        change_at_once(session, index, static_cast<float>(whole));
    }
}

void show_row(demo_session *session, int index, const demo_setting &setting) {
    const float gap = 6, all = ImGui::GetContentRegionAvail().x;
    const float label = std::floor(0.42f * all), rest = all - label - star_width - 2 * gap;
    ImGui::PushID(setting.path);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(6, 2));
    show_label(session, index, setting, label);
    ImGui::SameLine(0, gap);
    if (setting.kind == SCENE_NUMBER || setting.kind == SCENE_WHOLE_NUMBER) {
        show_slider(session, index, setting, rest - number_width - gap);
        ImGui::SameLine(0, gap);
        show_number(session, index, setting);
    } else {
        show_choice(session, index, setting, rest);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - star_width);
    show_star(session, index, setting);
    ImGui::PopStyleVar();
    ImGui::PopID();
}

/* ---- groups ---- */

struct Group {
    const char *name, *prefix, *but; /* paths that begin with prefix, but not with `but` */
};
const Group groups[] = {
    {"Scene", "scene.", nullptr}, {"World", "world.", "world.solver."}, {"Solver", "world.solver.", nullptr}};

char filter[64];
bool only_changed;

bool begins_with(const char *text, const char *prefix) {
    return prefix && std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

bool is_shown(const demo_session *session, int index, const demo_setting &setting) {
    ImGuiTextFilter words;
    std::snprintf(words.InputBuf, sizeof words.InputBuf, "%s", filter);
    words.Build();
    char text[400];
    std::snprintf(text, sizeof text, "%s %s %s", setting.label, setting.path,
                  setting.advice ? setting.advice : "");
    return words.PassFilter(text) && (!only_changed || is_changed(session, index, setting));
}

void reset_group(demo_session *session, const std::vector<int> &rows) {
    bool restart = false;
    for (int index : rows) {
        const demo_setting setting = setting_at(&session->options, index);
        if (is_changed(session, index, setting)) {
            history.resize(history_at);
            history.push_back({index, setting_get(&session->options, index), setting.initial});
            history_at = history.size();
            change(session, index, setting.initial);
            restart = restart || (setting.restarts && !session->looping);
        }
    }
    if (restart) {
        session_restart(session);
    }
}

/* The group's header, with how many of its rows are changed; whether it is open. */
bool show_header(demo_session *session, const Group &group, const std::vector<int> &rows, bool searched) {
    int changed = 0;
    for (int index : rows) {
        changed += is_changed(session, index, setting_at(&session->options, index));
    }
    if (searched) {
        ImGui::SetNextItemOpen(true);
    }
    const bool open = ImGui::CollapsingHeader(group.name, ImGuiTreeNodeFlags_DefaultOpen |
                                                              ImGuiTreeNodeFlags_AllowItemOverlap);
    if (changed > 0) {
        char text[40];
        std::snprintf(text, sizeof text, "%d changed", changed);
        const float button = ImGui::CalcTextSize("reset").x + 10;
        ImGui::SameLine(ImGui::GetContentRegionMax().x - button - ImGui::CalcTextSize(text).x - 10);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(changed_color), "%s", text);
        ImGui::SameLine(ImGui::GetContentRegionMax().x - button);
        ImGui::PushID(group.name);
        if (ImGui::SmallButton("reset")) {
            reset_group(session, rows);
        }
        ImGui::PopID();
        char name[40];
        std::snprintf(name, sizeof name, "reset_group:%s", group.name);
        tell_widget(session, name);
    }
    return open;
}

void show_group(demo_session *session, const Group &group) {
    std::vector<int> rows, shown;
    for (int i = 0; i < settings_count(&session->options); i++) {
        const demo_setting setting = setting_at(&session->options, i);
        if (begins_with(setting.path, group.prefix) && !begins_with(setting.path, group.but)) {
            rows.push_back(i);
            if (is_shown(session, i, setting) || (gesture == i)) {
                shown.push_back(i);
            }
        }
    }
    if (shown.empty()) {
        return;
    }
    if (show_header(session, group, rows, filter[0] || only_changed)) {
        for (int index : shown) {
            show_row(session, index, setting_at(&session->options, index));
        }
    }
}

void show_filter(demo_session *session) {
    if (wants_filter) {
        ImGui::SetKeyboardFocusHere();
        wants_filter = false;
    }
    ImGui::SetNextItemWidth(-128);
    ImGui::InputTextWithHint("##filter", "/ filters settings", filter, sizeof filter);
    tell_widget(session, "filter");
    ImGui::SameLine();
    ImGui::Checkbox("changed only", &only_changed);
}

} // namespace

void show_rows(demo_session *session) {
    if (history_kind != session->options.kind) {
        history_kind = session->options.kind;
        history.clear();
        history_at = 0;
        gesture = -1;
        typing = false;
    }
    show_filter(session);
    for (const Group &group : groups) {
        show_group(session, group);
    }
}

} // namespace panel

extern "C" void panel_undo(demo_session *session, bool back) {
    panel::walk_history(session, back);
}

extern "C" void panel_filter(void) {
    panel::wants_filter = true;
}
