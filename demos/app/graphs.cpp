/*
 * How long steps take, and what is in the world.
 */
#include "panel_parts.h"

#include <cmath>
#include <cstdio>

namespace panel {
namespace {

const float plot_height = 84;               /* [points] */
const float frame_budget = 1000.0f / 60.0f; /* [ms] */

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

/* The last steps from left to right, each a bar stacked of its stages. */
void show_plot(const demo_session *session) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImVec2 low = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x;
    ImVec2 high(low.x + width, low.y + plot_height);
    float top = plot_top(session);
    list->AddRectFilled(low, high, IM_COL32(13, 16, 22, 255), 3);
    for (int i = 0; i < session_history; i++) {
        const thud_world_timings &sample = session->history[(session->history_next + i) % session_history];
        float x0 = low.x + width * static_cast<float>(i) / static_cast<float>(session_history);
        float x1 = low.x + width * static_cast<float>(i + 1) / static_cast<float>(session_history);
        float y = high.y;
        for (const Stage &stage : stages) {
            float next = y - plot_height * sample.*stage.time / top;
            next = next > low.y ? next : low.y;
            list->AddRectFilled(ImVec2(x0, next), ImVec2(x1, y), stage.color);
            y = next;
        }
    }
    if (top > frame_budget) {
        float y = high.y - plot_height * frame_budget / top;
        list->AddLine(ImVec2(low.x, y), ImVec2(high.x, y), IM_COL32(255, 104, 72, 200));
    }
    char label[40];
    std::snprintf(label, sizeof label, "%g ms", static_cast<double>(top));
    list->AddText(text_font, 12, ImVec2(low.x + 5, low.y + 3), IM_COL32(150, 162, 182, 255), label);
    ImGui::Dummy(ImVec2(width, plot_height));
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

} // namespace

void show_timings(const demo_session *session) {
    if (!session->scene->world || !ImGui::CollapsingHeader("Time a step", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    show_plot(session);
    thud_world_timings mean = recent_mean(session);
    if (ImGui::BeginTable("stages", 2)) {
        for (const Stage &stage : stages) {
            ImGui::TableNextColumn();
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(stage.color), "%.3f",
                               static_cast<double>(mean.*stage.time));
            ImGui::SameLine(0, 5);
            ImGui::TextDisabled("%s", stage.name);
        }
        ImGui::TableNextColumn();
        ImGui::Text("%.3f ms", static_cast<double>(mean.step));
        ImGui::SameLine(0, 5);
        ImGui::TextDisabled("step");
        ImGui::TableNextColumn();
        ImGui::Text("%.0f", static_cast<double>(ImGui::GetIO().Framerate));
        ImGui::SameLine(0, 5);
        ImGui::TextDisabled("frames/s");
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
