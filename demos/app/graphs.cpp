/*
 * Graphs over the last steps: how long the stages took, energies, momentum, overlap, counts, and the numbers that were pinned. All have
 * the same span of steps: the wheel changes it, freezing keeps it, and the step under the mouse is read off in all of them.
 */
#include "panel_parts.h"

#include <cmath>
#include <cstdio>
#include <vector>

namespace panel {
namespace {

const float plot_height = 84, graph_height = 46; /* [points] */
const float frame_budget = 1000.0f / 60.0f;      /* [ms] */
const int least_span = 30;                       /* [steps] */

struct Stage {
    const char *name;
    float thud_world_timings::*time;
    ImU32 color;
};
const Stage stages[] = {
    {"broadphase", &thud_world_timings::broadphase, IM_COL32(86, 205, 160, 255)},
    {"narrowphase", &thud_world_timings::narrowphase, IM_COL32(96, 178, 240, 255)},
    {"response", &thud_world_timings::response, IM_COL32(240, 178, 62, 255)},
    {"advance", &thud_world_timings::advance, IM_COL32(190, 150, 255, 255)},
};
const ImU32 line_colors[] = {IM_COL32(96, 178, 240, 255), IM_COL32(240, 178, 62, 255),
                             IM_COL32(86, 205, 160, 255)};

int span = 300; /* [steps] */
bool frozen;
uint32_t frozen_end;
bool hovered, was_hovered; /* some graph, in this frame and in the last one */
uint32_t hovered_step, read_step;

/* ---- times ---- */

/*
 * The plot's top [ms]: 1, 2 or 5 times a power of ten, three times the mean or more, so that a lone spike of
 * the operating system's making does not flatten the rest.
 */
float plot_top(const demo_session *session) {
    float sum = 0;
    int count = 1;
    for (const thud_world_timings &sample : session->history) {
        sum += sample.step;
        count += sample.step > 0;
    }
    const float least = 0.02f;
    float largest = 3 * sum / static_cast<float>(count);
    largest = largest > least ? largest : least;
    float decade = std::pow(10.0f, std::floor(std::log10(largest)));
    float multiple = largest / decade;
    return decade * (multiple <= 2 ? 2.0f : multiple <= 5 ? 5.0f : 10.0f);
}

void show_times_of(const thud_world_timings &sample) {
    ImGui::BeginTooltip();
    for (const Stage &stage : stages) {
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(stage.color), "%.3f ms",
                           static_cast<double>(sample.*stage.time));
        ImGui::SameLine();
        ImGui::TextDisabled("%s", stage.name);
    }
    ImGui::Text("%.3f ms", static_cast<double>(sample.step));
    ImGui::SameLine();
    ImGui::TextDisabled("step");
    ImGui::EndTooltip();
}

void draw_bar(ImDrawList *list, const thud_world_timings &sample, ImVec2 low, float width, float bottom,
              float top_time) {
    float y = bottom;
    for (const Stage &stage : stages) {
        float next = y - plot_height * sample.*stage.time / top_time;
        next = next > low.y ? next : low.y;
        list->AddRectFilled(ImVec2(low.x, next), ImVec2(low.x + width, y), stage.color);
        y = next;
    }
}

/* The last steps from left to right, each a bar stacked of its stages. */
void show_plot(const demo_session *session) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, bar = width / static_cast<float>(session_history);
    const ImVec2 high(low.x + width, low.y + plot_height);
    const float top = plot_top(session);
    list->AddRectFilled(low, high, IM_COL32(13, 16, 22, 255), 3);
    for (int i = 0; i < session_history; i++) {
        const thud_world_timings &sample = session->history[(session->history_next + i) % session_history];
        draw_bar(list, sample, ImVec2(low.x + bar * static_cast<float>(i), low.y), bar, high.y, top);
    }
    if (top > frame_budget) {
        const float y = high.y - plot_height * frame_budget / top;
        list->AddLine(ImVec2(low.x, y), ImVec2(high.x, y), IM_COL32(255, 104, 72, 200));
    }
    char label[40];
    std::snprintf(label, sizeof label, "%g ms", static_cast<double>(top));
    list->AddText(text_font, small_text, ImVec2(low.x + 5, low.y + 3), IM_COL32(150, 162, 182, 255), label);
    ImGui::Dummy(ImVec2(width, plot_height));
    if (ImGui::IsItemHovered()) {
        const int i = static_cast<int>((ImGui::GetIO().MousePos.x - low.x) / bar);
        show_times_of(session->history[(session->history_next + (i < 0 ? 0 : i)) % session_history]);
    }
}

/* Mean over the last half second, so that the figures can be read. */
thud_world_timings recent_mean(const demo_session *session) {
    const int samples = 30;
    thud_world_timings mean = {};
    for (int i = 1; i <= samples; i++) {
        const thud_world_timings &sample =
            session->history[(session->history_next + session_history - i) % session_history];
        for (const Stage &stage : stages) {
            mean.*stage.time += sample.*stage.time / samples;
        }
        mean.step += sample.step / samples;
    }
    return mean;
}

void show_time_row(const char *name, ImU32 color, float mean, float worst) {
    ImGui::TableNextColumn();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color), "%s", name);
    ImGui::TableNextColumn();
    ImGui::Text("%.3f", static_cast<double>(mean));
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%.3f", static_cast<double>(worst));
}

/* ---- measures ---- */

struct Range {
    float low, high;
};

struct Curve {
    const char *label, *unit;
    int series;
    ImU32 color;
};

/* The steps that are seen: span of them, and the last one. */
uint32_t last_step(const demo_session *session) {
    const uint32_t now = static_cast<uint32_t>(session->scene->step_count);
    return frozen ? frozen_end : now;
}

Range range_of(const demo_session *session, const std::vector<Curve> &curves) {
    Range range = {INFINITY, -INFINITY};
    const uint32_t end = last_step(session);
    for (int i = 0; i < span && static_cast<uint32_t>(i) <= end; i++) {
        const float *values = history_at(&session->measures, end - static_cast<uint32_t>(i));
        for (const Curve &curve : curves) {
            if (values && std::isfinite(values[curve.series])) {
                range.low = std::fmin(range.low, values[curve.series]);
                range.high = std::fmax(range.high, values[curve.series]);
            }
        }
    }
    const float margin = 0.05f * (range.high - range.low);
    return range.low > range.high           ? Range{0, 1}
           : range.high - range.low < 1e-6f ? Range{range.low - 0.5f, range.high + 0.5f}
                                            : Range{range.low - margin, range.high + margin};
}

void draw_curve(const demo_session *session, const Curve &curve, ImVec2 low, ImVec2 high, Range range) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const uint32_t end = last_step(session);
    const float step = (high.x - low.x) / static_cast<float>(span - 1);
    ImVec2 before;
    bool has_before = false;
    for (int i = 0; i < span && static_cast<uint32_t>(i) <= end; i++) {
        const float *values = history_at(&session->measures, end - static_cast<uint32_t>(i));
        const bool known = values && std::isfinite(values[curve.series]);
        if (known) {
            const float t = (values[curve.series] - range.low) / (range.high - range.low);
            const ImVec2 at(high.x - step * static_cast<float>(i), high.y - t * (high.y - low.y));
            if (has_before) {
                list->AddLine(before, at, curve.color, 1.4f);
            }
            before = at;
        }
        has_before = known;
    }
}

void print_number(char (&text)[24], float value) {
    const float size = std::fabs(value);
    std::snprintf(text, sizeof text,
                  size >= 1e6f  ? "%.3g"
                  : size >= 100 ? "%.0f"
                                : "%.3g",
                  static_cast<double>(value));
}

/* The labels with the values at the step under the mouse, or else the last ones. */
void show_values(const demo_session *session, const std::vector<Curve> &curves) {
    const float *values = history_at(&session->measures, was_hovered ? read_step : last_step(session));
    for (size_t i = 0; i < curves.size(); i++) {
        char number[24] = "-";
        if (values) {
            print_number(number, values[curves[i].series]);
        }
        if (i > 0) {
            ImGui::SameLine(0, 12);
        }
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(curves[i].color), "%s", curves[i].label);
        ImGui::SameLine(0, 5);
        ImGui::Text("%s", number);
    }
    if (curves[0].unit[0]) {
        ImGui::SameLine(0, 5);
        ImGui::TextDisabled("%s", curves[0].unit);
    }
}

void show_hovered_step(const demo_session *session, ImVec2 low, ImVec2 high) {
    const float step = (high.x - low.x) / static_cast<float>(span - 1);
    const uint32_t end = last_step(session);
    if (ImGui::IsItemHovered()) {
        const float back = (high.x - ImGui::GetIO().MousePos.x) / step + 0.5f;
        const uint32_t steps = back > 0 ? static_cast<uint32_t>(back) : 0;
        hovered = true;
        hovered_step = steps < end ? end - steps : 0;
        const float wheel = ImGui::GetIO().MouseWheel;
        span = wheel == 0 ? span : static_cast<int>(static_cast<float>(span) * std::pow(1.25f, -wheel));
        span = span < least_span ? least_span : span > history_length ? history_length : span;
    }
    if (was_hovered && read_step <= end) {
        const float x = high.x - step * static_cast<float>(end - read_step);
        if (x >= low.x) {
            ImGui::GetWindowDrawList()->AddLine(ImVec2(x, low.y), ImVec2(x, high.y),
                                                IM_COL32(226, 232, 242, 140));
        }
    }
}

void show_graph(const demo_session *session, const char *name, const std::vector<Curve> &curves) {
    show_values(session, curves);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high(low.x + ImGui::GetContentRegionAvail().x, low.y + graph_height);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, IM_COL32(13, 16, 22, 255), 3);
    const Range range = range_of(session, curves);
    if (range.low < 0 && range.high > 0) {
        const float y = high.y + range.low / (range.high - range.low) * graph_height;
        list->AddLine(ImVec2(low.x, y), ImVec2(high.x, y), IM_COL32(60, 70, 90, 255));
    }
    for (const Curve &curve : curves) {
        draw_curve(session, curve, low, high, range);
    }
    char top[24], bottom[24];
    print_number(top, range.high);
    print_number(bottom, range.low);
    const ImU32 muted = IM_COL32(128, 141, 163, 255);
    list->AddText(text_font, small_text - 1, ImVec2(low.x + 4, low.y + 1), muted, top);
    list->AddText(text_font, small_text - 1, ImVec2(low.x + 4, high.y - small_text - 2), muted, bottom);
    ImGui::InvisibleButton(name, ImVec2(high.x - low.x, graph_height));
    show_hovered_step(session, low, high);
    ImGui::Dummy(ImVec2(0, 1));
}

Curve curve_of(measure which, const char *label, int color) {
    return {label, measure_about(which).unit, static_cast<int>(which), line_colors[color]};
}

void show_bar(demo_session *session) {
    if (ImGui::Checkbox("freeze", &frozen)) {
        frozen_end = static_cast<uint32_t>(session->scene->step_count);
    }
    tell_widget(session, "freeze");
    ImGui::SameLine();
    if (ImGui::Button("CSV")) {
        char path[400];
        std::snprintf(path, sizeof path, "%.300s/thud-%s.csv", session->folder ? session->folder : ".",
                      session->options.kind->name);
        const bool written = history_write_csv(&session->measures, path);
        session_notice(session, written ? "the last steps are in %s" : "%s cannot be written", path);
    }
    tell_widget(session, "csv");
    ImGui::SameLine();
    ImGui::TextDisabled("%.1f s; the wheel zooms", static_cast<double>(span) / 60.0);
    if (hovered) {
        ImGui::SameLine(ImGui::GetContentRegionMax().x - 70);
        ImGui::Text("step %u", static_cast<unsigned>(hovered_step));
    }
}

void show_pins(demo_session *session) {
    for (int i = 0; i < session->measures.pin_count; i++) {
        const history_pin pin = session->measures.pins[i];
        ImGui::PushID(i);
        if (ImGui::SmallButton("x")) {
            history_toggle_pin(&session->measures, pin.which, pin.target, "");
            ImGui::PopID();
            return;
        }
        ImGui::SameLine();
        show_graph(session, "pin",
                   {{pin.label, measure_about(pin.which).unit, MEASURE_WORLD_COUNT + i, line_colors[0]}});
        ImGui::PopID();
    }
}

} // namespace

void show_measures(demo_session *session) {
    was_hovered = hovered;
    read_step = hovered_step;
    hovered = false;
    show_bar(session);
    show_pins(session);
    show_graph(session, "energies",
               {curve_of(MEASURE_ENERGY, "energy", 0), curve_of(MEASURE_KINETIC, "kinetic", 1),
                curve_of(MEASURE_POTENTIAL, "potential", 2)});
    show_graph(session, "momentum",
               {curve_of(MEASURE_MOMENTUM_X, "momentum x", 0), curve_of(MEASURE_MOMENTUM_Y, "y", 1)});
    show_graph(
        session, "penetration",
        {curve_of(MEASURE_PENETRATION, "penetration", 0), curve_of(MEASURE_PENETRATION_MEAN, "mean", 1)});
    show_graph(session, "impulse", {curve_of(MEASURE_IMPULSE, "largest impulse", 0)});
    show_graph(session, "contacts",
               {curve_of(MEASURE_CONTACTS, "contacts", 0), curve_of(MEASURE_TOUCHING, "touching", 1),
                curve_of(MEASURE_PAIRS, "pairs begun", 2)});
    show_graph(session, "islands",
               {curve_of(MEASURE_ISLANDS, "awake islands", 0), curve_of(MEASURE_AWAKE, "bodies", 1)});
    show_graph(session, "step", {curve_of(MEASURE_STEP_TIME, "step", 0)});
}

void show_timings(const demo_session *session) {
    if (!session->scene->world ||
        !ImGui::CollapsingHeader("Time a step [ms]", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    show_plot(session);
    const thud_world_timings mean = recent_mean(session);
    if (ImGui::BeginTable("stages", 3)) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%.0f frames/s", static_cast<double>(ImGui::GetIO().Framerate));
        ImGui::TableNextColumn();
        ImGui::TextDisabled("mean");
        ImGui::TableNextColumn();
        ImGui::TextDisabled("largest");
        for (const Stage &stage : stages) {
            show_time_row(stage.name, stage.color, mean.*stage.time, session->worst.*stage.time);
        }
        show_time_row("step", ImGui::GetColorU32(ImGuiCol_Text), mean.step, session->worst.step);
        ImGui::EndTable();
    }
}

namespace {

void show_counter(const char *name, int value, const char *note, int second) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ImGui::Text("%d", value);
    if (note) {
        ImGui::SameLine(0, 6);
        ImGui::TextDisabled("%d %s", second, note);
    }
}

} // namespace

void show_counters(const demo_session *session) {
    if (!session->scene->world || !ImGui::CollapsingHeader("Counters", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    thud_world_counters counters = thud_world_counts(session->scene->world);
    if (ImGui::BeginTable("counters", 2)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 92);
        show_counter("step", static_cast<int>(session->scene->step_count), nullptr, 0);
        show_counter("bodies", counters.bodies, "awake", counters.awake_bodies);
        show_counter("shapes", counters.shapes, counters.sensors > 0 ? "sensors" : nullptr, counters.sensors);
        show_counter("contacts", counters.contacts, "touching", counters.touching);
        show_counter("islands", counters.islands, "asleep", counters.sleeping_islands);
        show_counter("hash cells", counters.cells, "wasted pairs", counters.wasted_pairs);
        show_counter("TOI sweeps", counters.times_of_impact, nullptr, 0);
        show_counter("memory [KiB]", static_cast<int>(counters.bytes / 1024), nullptr, 0);
        ImGui::EndTable();
    }
}

} // namespace panel
