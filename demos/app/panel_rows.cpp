/*
 * Settings, a row each: label, slider with a tick at the default, number, and a star where it is changed.
 *
 * A gesture is what happens between pressing and releasing the mouse on a row, a typed number, a reset group, or a loaded preset: Ctrl+Z
 * takes back all its changes. Each scene has a list of its own. A setting that restarts the scene does so when the gesture ends.
 */
#include "panel_parts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

namespace panel {

bool wants_filter;

namespace {

const float number_width = 62, star_width = 14, row_height = 20; /* [points] */
const float fine = 0.1f;                                         /* of a movement, with Shift */
const float number_pixels = 400; /* a drag of the number by so many points is the whole range */
const ImU32 changed_color = IM_COL32(255, 206, 110, 255);

struct Change {
    scene_input target;
    demo_setting about;
    float before, after;
    int gesture;
};

/* The changes of a scene, and its settings when it was left. */
struct History {
    std::vector<Change> changes;
    size_t at; /* changes before it can be undone */
    scene_options left;
};
std::map<const scene_kind *, History> histories;
const scene_kind *history_kind; /* the scene that runs */
int gestures;

bool in_gesture;
Change gesture;      /* its `after` is where it is now */
float gesture_place; /* 0 to 1 along the range, beyond where the mouse is beyond */
bool typing, focus_typing;
bool field_is_shown;           /* in this frame */
char typed[32], before_it[32]; /* the text of the field; with what it began */
bool types_first;              /* into the first number that is shown */

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

/* ---- changes ---- */

bool change(demo_session *session, const scene_input &target, const demo_setting &about, float value) {
    const bool changed = session_change(session, target, value);
    if (changed) {
        session_report(session, "set %s %g", about.path, static_cast<double>(value));
    }
    return changed;
}

bool in_gesture_on(const Number &number) {
    return in_gesture && input_is_same_number(&gesture.target, &number.target);
}

void gesture_to(demo_session *session, float value) {
    if (value != gesture.after && change(session, gesture.target, gesture.about, value)) {
        gesture.after = value;
    }
}

void restart_for(demo_session *session, const demo_setting &about) {
    if (about.restarts && !session->looping) {
        session_restart(session);
    }
}

void note_change(const Change &entry) {
    History &history = histories[history_kind];
    history.changes.resize(history.at, entry);
    history.changes.push_back(entry);
    history.at = history.changes.size();
}

void end_gesture(demo_session *session) {
    in_gesture = typing = false;
    if (gesture.after != gesture.before) {
        note_change(gesture);
        restart_for(session, gesture.about);
    }
}

/* Takes what was typed, however the field is left; Escape has brought the old text back, which may have fewer digits than the number. */
void end_typing(demo_session *session) {
    const bool edited = std::strcmp(typed, before_it) != 0;
    float value = 0;
    if (edited && read_typed(typed, gesture.before, &value)) {
        gesture_to(session, value);
    } else if (edited) {
        session_notice(session, "'%s' is no number", typed);
    }
    end_gesture(session);
}

void begin_gesture(demo_session *session, const Number &number) {
    if (typing) {
        end_typing(session);
    }
    in_gesture = true;
    gesture = {number.target, number.about, number.value, number.value, gestures++};
}

void change_at_once(demo_session *session, const Number &number, float value) {
    begin_gesture(session, number);
    gesture_to(session, value);
    end_gesture(session);
}

/* Takes back, or does again, the changes of a gesture. A second round takes those that were refused before a partner had changed. */
void walk_history(demo_session *session, bool back) {
    History &history = histories[history_kind];
    std::vector<Change> &changes = history.changes;
    const size_t from = history.at, end = back ? 0 : changes.size();
    if (from == end) {
        session_notice(session, back ? "nothing to undo" : "nothing to redo");
        return;
    }
    const Change first = changes[back ? from - 1 : from];
    while (history.at != end && changes[back ? history.at - 1 : history.at].gesture == first.gesture) {
        history.at = back ? history.at - 1 : history.at + 1;
    }
    const size_t low = std::min(from, history.at), count = std::max(from, history.at) - low;
    bool restart = false, all = false;
    for (int round = 0; round < 2 && !all; round++) {
        all = true;
        for (size_t i = low; i < low + count; i++) {
            const bool changed = change(session, changes[i].target, changes[i].about,
                                        back ? changes[i].before : changes[i].after);
            all = all && changed;
            restart = restart || (changed && changes[i].about.restarts);
        }
    }
    if (all && count == 1) {
        session_notice(session, "%s: %s is %g", back ? "undo" : "redo", first.about.path,
                       static_cast<double>(back ? first.before : first.after));
    } else if (all) {
        session_notice(session, "%s: %zu numbers", back ? "undo" : "redo", count);
    }
    if (restart && !session->looping) {
        session_restart(session);
    }
}

bool is_changed(const Number &number) {
    return number.has_default && number.value != number.about.initial;
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

/* ---- a row ---- */

void show_hover(const demo_setting &about) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(320);
    if (about.advice) {
        ImGui::TextUnformatted(about.advice);
    }
    ImGui::TextDisabled("default %g %s, slider %g to %g", static_cast<double>(about.initial), about.unit,
                        static_cast<double>(about.low), static_cast<double>(about.high));
    ImGui::TextDisabled("%s%s%s", about.path, about.struct_name ? " of " : "",
                        about.struct_name ? about.struct_name : "");
    if (about.restarts) {
        ImGui::TextDisabled("restarts the scene when the mouse is released");
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/* Moves the value while the last item is held: a full range is `points` of the mouse. */
void drag_value(demo_session *session, const demo_setting &about, float points) {
    const float step = ImGui::GetIO().MouseDelta.x / points * (ImGui::GetIO().KeyShift ? fine : 1);
    if (step != 0) {
        gesture_place += step;
        gesture_to(session, value_at(about, gesture_place));
    }
}

void draw_slider(const Number &number, ImVec2 low, float width, bool bright) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float middle = low.y + 0.5f * row_height;
    const auto x_of = [&](float value) {
        const float t = place_of(number.about, value);
        return low.x + width * (t > 0 ? t < 1 ? t : 1 : 0); /* NaN, of a logarithm, is 0 */
    };
    const float x = x_of(number.value), tick = x_of(number.about.initial);
    list->AddRectFilled(ImVec2(low.x, middle - 3), ImVec2(low.x + width, middle + 3),
                        ImGui::GetColorU32(bright ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg), 3);
    list->AddRectFilled(ImVec2(low.x, middle - 3), ImVec2(x, middle + 3), IM_COL32(72, 122, 168, 255), 3);
    if (number.has_default) {
        list->AddLine(ImVec2(tick, middle - 7), ImVec2(tick, middle + 7), IM_COL32(150, 162, 182, 255), 1.5f);
    }
    list->AddRectFilled(ImVec2(x - 4, middle - 8), ImVec2(x + 4, middle + 8),
                        ImGui::GetColorU32(bright ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab), 3);
}

void show_slider(demo_session *session, const Number &number, float width) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("slider", ImVec2(width, row_height));
    tell_widget(session, "%s", number.about.path);
    if (ImGui::IsItemActivated()) {
        begin_gesture(session, number);
        gesture_place = (ImGui::GetIO().MousePos.x - low.x) / width;
        gesture_to(session, value_at(number.about, gesture_place));
    } else if (ImGui::IsItemActive() && in_gesture_on(number)) {
        drag_value(session, number.about, width);
    }
    if (ImGui::IsItemDeactivated() && in_gesture_on(number)) {
        end_gesture(session);
    }
    draw_slider(number, low, width, ImGui::IsItemHovered() || ImGui::IsItemActive());
}

void show_typing(demo_session *session) {
    if (focus_typing) {
        ImGui::SetKeyboardFocusHere();
        focus_typing = false;
    }
    ImGui::SetNextItemWidth(number_width);
    const bool entered =
        ImGui::InputText("##typed", typed, sizeof typed,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    field_is_shown = true;
    if (entered || ImGui::IsItemDeactivated()) {
        end_typing(session);
    }
}

void begin_typing(const char *text) {
    std::snprintf(typed, sizeof typed, "%s", text);
    std::snprintf(before_it, sizeof before_it, "%s", text);
    typing = focus_typing = field_is_shown = true;
}

/* Drags begin after some points, so that a click can be told from them. */
void move_number(demo_session *session, const Number &number, const char *text) {
    if (ImGui::IsItemActivated()) {
        begin_gesture(session, number);
        gesture_place = place_of(number.about, number.value);
    } else if (ImGui::IsItemActive() && in_gesture_on(number) &&
               ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3)) {
        drag_value(session, number.about, number_pixels);
    }
    if (ImGui::IsItemDeactivated() && in_gesture_on(number)) {
        if (gesture.after == gesture.before) {
            begin_typing(text);
        } else {
            end_gesture(session);
        }
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
}

void show_number(demo_session *session, const Number &number) {
    if (typing && in_gesture_on(number)) {
        show_typing(session);
        return;
    }
    char text[32];
    print_value(number.about, number.value, text);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("number", ImVec2(number_width, row_height));
    tell_widget(session, "number:%s", number.about.path);
    move_number(session, number, text);
    if (types_first) {
        types_first = false;
        begin_gesture(session, number);
        begin_typing(text);
    }
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + number_width, low.y + row_height);
    list->AddRectFilled(
        low, high, ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
        3);
    list->AddText(
        ImVec2(high.x - ImGui::CalcTextSize(text).x - 5, low.y + 0.5f * (row_height - ImGui::GetFontSize())),
        is_changed(number) ? changed_color : ImGui::GetColorU32(ImGuiCol_Text), text);
}

void show_star(demo_session *session, const Number &number) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    if (!is_changed(number)) {
        ImGui::Dummy(ImVec2(star_width, row_height));
        return;
    }
    if (ImGui::InvisibleButton("reset", ImVec2(star_width, row_height))) {
        change_at_once(session, number, number.about.initial);
    }
    tell_widget(session, "reset:%s", number.about.path);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("back to %g", static_cast<double>(number.about.initial));
    }
    ImGui::GetWindowDrawList()->AddText(ImVec2(low.x + 3, low.y + 3), changed_color, "*");
}

void show_label(const Number &number, float width) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(width, row_height));
    if (ImGui::IsItemHovered()) {
        show_hover(number.about);
    }
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float y = low.y + 0.5f * (row_height - ImGui::GetFontSize());
    const float label = ImGui::CalcTextSize(number.about.label).x;
    list->PushClipRect(low, ImVec2(low.x + width, low.y + row_height), true);
    list->AddText(ImVec2(low.x, y), is_changed(number) ? changed_color : ImGui::GetColorU32(ImGuiCol_Text),
                  number.about.label);
    if (label + 5 + ImGui::CalcTextSize(number.about.unit).x <= width) { /* else the hover says it */
        list->AddText(ImVec2(low.x + label + 5, y), ImGui::GetColorU32(ImGuiCol_TextDisabled),
                      number.about.unit);
    }
    list->PopClipRect();
}

/* Switches and choices, which take the place of slider and number. */
void show_choice(demo_session *session, const Number &number, float width) {
    int whole = static_cast<int>(number.value);
    bool on = whole != 0, used;
    if (number.about.kind == SCENE_SWITCH) {
        used = ImGui::Checkbox("##switch", &on);
        whole = on;
    } else {
        ImGui::SetNextItemWidth(width);
        used = ImGui::Combo("##choice", &whole, number.about.choices, static_cast<int>(number.about.high) + 1,
                            ImGuiComboFlags_HeightLargest);
    }
    tell_widget(session, "%s", number.about.path);
    if (used) {
        change_at_once(session, number, static_cast<float>(whole));
    }
}

/* ---- groups ---- */

struct Group {
    const char *name, *prefix, *but; /* paths that begin with prefix, but not with `but` */
    bool open;                       /* at first */
};
const Group groups[] = {
    {"Scene", "scene.", nullptr, true},         {"Player", "runner.", nullptr, true},
    {"Mover", "mover.", nullptr, true},         {"World", "world.", "world.solver.", true},
    {"Solver", "world.solver.", nullptr, true}, {"All bodies", "body.", nullptr, false},
    {"All shapes", "shape.", nullptr, false},   {"All tiles", "tile.", nullptr, false},
    {"All joints", "joint.", nullptr, false}};

char filter[64];
bool only_changed;

bool begins_with(const char *text, const char *prefix) {
    return prefix && std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

bool is_shown(const Number &number) {
    ImGuiTextFilter words;
    std::snprintf(words.InputBuf, sizeof words.InputBuf, "%s", filter);
    words.Build();
    char text[400];
    std::snprintf(text, sizeof text, "%s %s %s", number.about.label, number.about.path,
                  number.about.advice ? number.about.advice : "");
    return words.PassFilter(text) && (!only_changed || is_changed(number));
}

void reset_group(demo_session *session, const std::vector<Number> &rows) {
    bool restart = false;
    const int together = gestures++;
    for (const Number &number : rows) {
        if (is_changed(number)) {
            note_change({number.target, number.about, number.value, number.about.initial, together});
            change(session, number.target, number.about, number.about.initial);
            restart = restart || (number.about.restarts && !session->looping);
        }
    }
    if (restart) {
        session_restart(session);
    }
}

/* How many rows of the group are changed, and what resets them. */
void show_group_reset(demo_session *session, const char *group, const std::vector<Number> &rows,
                      int changed) {
    char text[40];
    std::snprintf(text, sizeof text, "%d changed", changed);
    const float right = ImGui::GetContentRegionMax().x, button = ImGui::CalcTextSize("reset").x + 14;
    ImGui::SameLine(right - button - ImGui::CalcTextSize(text).x - 10);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(changed_color), "%s", text);
    ImGui::SameLine(right - button);
    ImGui::PushID(group);
    if (ImGui::SmallButton("reset")) {
        reset_group(session, rows);
    }
    ImGui::PopID();
    tell_widget(session, "reset_group:%s", group);
}

bool show_header(demo_session *session, const char *name, const std::vector<Number> &rows,
                 bool open_at_first) {
    int changed = 0;
    for (const Number &number : rows) {
        changed += is_changed(number);
    }
    const bool open = ImGui::CollapsingHeader(name, (open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0) |
                                                        ImGuiTreeNodeFlags_AllowItemOverlap);
    tell_widget(session, "group:%s", name);
    if (changed > 0) {
        show_group_reset(session, name, rows, changed);
    }
    return open;
}

Number number_of_setting(const scene_options &options, int index) {
    scene_input target = {};
    target.kind = INPUT_SET;
    target.code = static_cast<uint16_t>(index);
    return {setting_at(&options, index), target, setting_get(&options, index), true};
}

/* Returns how many of its rows pass the filter. */
size_t show_group(demo_session *session, const Group &group, const std::vector<Number> &all) {
    std::vector<Number> rows, shown;
    for (const Number &number : all) {
        if (begins_with(number.about.path, group.prefix) && !begins_with(number.about.path, group.but)) {
            rows.push_back(number);
            if (is_shown(number) || in_gesture_on(number)) {
                shown.push_back(number);
            }
        }
    }
    if (!shown.empty() && (filter[0] || only_changed)) {
        ImGui::SetNextItemOpen(true);
    }
    if (!shown.empty() && show_header(session, group.name, rows, group.open)) {
        for (const Number &number : shown) {
            show_number_row(session, number);
        }
    }
    return shown.size();
}

void show_filter(demo_session *session) {
    if (wants_filter) {
        ImGui::SetKeyboardFocusHere();
        wants_filter = false;
    }
    ImGui::SetNextItemWidth(-128);
    if (ImGui::InputTextWithHint("##filter", "/ filters settings", filter, sizeof filter,
                                 ImGuiInputTextFlags_EnterReturnsTrue)) {
        types_first = true;
    }
    tell_widget(session, "filter");
    ImGui::SameLine();
    ImGui::Checkbox("changed only", &only_changed);
}

} // namespace

void show_number_row(demo_session *session, const Number &number) {
    const float gap = 6, all = ImGui::GetContentRegionAvail().x;
    const float label = std::floor(0.42f * all), rest = all - label - star_width - 2 * gap;
    ImGui::PushID(number.about.path);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(6, 2));
    show_label(number, label);
    ImGui::SameLine(0, gap);
    if (number.about.kind == SCENE_NUMBER || number.about.kind == SCENE_WHOLE_NUMBER) {
        show_slider(session, number, rest - number_width - gap);
        ImGui::SameLine(0, gap);
        show_number(session, number);
    } else {
        show_choice(session, number, rest);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - star_width);
    show_star(session, number);
    ImGui::PopStyleVar();
    ImGui::PopID();
}

void show_number_group(demo_session *session, const char *name, const std::vector<Number> &rows,
                       bool open_at_first) {
    if (!rows.empty() && show_header(session, name, rows, open_at_first)) {
        ImGui::PushID(name);
        for (const Number &number : rows) {
            show_number_row(session, number);
        }
        ImGui::PopID();
    }
}

void end_rows(demo_session *session) {
    if (typing && !field_is_shown) {
        end_typing(session);
    }
    field_is_shown = false;
}

void note_settings(const scene_options &before, const scene_options &after) {
    const int together = gestures++;
    for (int i = 0; i < settings_count(&after); i++) {
        const Number number = number_of_setting(after, i);
        const float value = setting_get(&before, i);
        if (value != number.value) {
            note_change({number.target, number.about, value, number.value, together});
        }
    }
}

/* An object's edits end with its scene. Settings that are not as they were when the scene was left, as where nothing keeps them, can be
 * had back by undo. */
void follow_scene(const demo_session *session) {
    if (history_kind == session->options.kind) {
        return;
    }
    History &left = histories[history_kind];
    for (size_t i = left.changes.size(); i-- > 0;) {
        if (left.changes[i].target.kind != INPUT_SET) {
            left.changes.erase(left.changes.begin() + static_cast<std::ptrdiff_t>(i));
            left.at -= i < left.at;
        }
    }
    left.left = session->left;
    history_kind = session->options.kind;
    in_gesture = typing = false;
    const scene_options &then = histories[history_kind].left;
    if (then.kind == history_kind) {
        note_settings(then, session->options);
    }
}

void show_rows(demo_session *session) {
    show_filter(session);
    std::vector<Number> all;
    for (int i = 0; i < settings_count(&session->options); i++) {
        all.push_back(number_of_setting(session->options, i));
    }
    size_t shown = 0;
    for (const Group &group : groups) {
        shown += show_group(session, group, all);
    }
    types_first = false;
    if (shown == 0) {
        ImGui::TextDisabled(all.empty() ? "This scene has no settings." : "No setting passes the filter.");
    }
}

} // namespace panel

extern "C" void panel_undo(demo_session *session, bool back) {
    panel::follow_scene(session);
    panel::walk_history(session, back);
}

extern "C" void panel_filter(void) {
    panel::wants_filter = true;
}
