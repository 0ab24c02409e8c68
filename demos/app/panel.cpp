/*
 * The panel, in Dear ImGui 1.86. Debian's library has no renderer for SDL_Renderer, so its draw lists go out
 * through SDL_RenderGeometryRaw here. The only C++ of this repository.
 */
extern "C" {
#include "panel.h"
#include "palette.h"
}

#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <cstring>

namespace {

const float width_points = 300;
const float text_size = 14, heading_size = 22; /* [points] */
const float plot_height = 84;                  /* [points] */
const float frame_budget = 1000.0f / 60.0f;    /* [ms] */

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

SDL_Renderer *renderer;
SDL_Texture *font_texture;
ImFont *text_font, *heading_font;
float scale = 1, ui_scale = 1;
bool has_window;
bool restart_when_released; /* a value has changed that a running scene cannot take */

ImU32 packed(SDL_Color color) {
    return IM_COL32(color.r, color.g, color.b, color.a);
}

/* ---- Dear ImGui on SDL_Renderer ---- */

ImFont *load_font(float points) {
    ImGuiIO &io = ImGui::GetIO();
    ImFont *font = nullptr;
    SDL_RWops *file = THUD_DEMOS_FONT[0] ? SDL_RWFromFile(THUD_DEMOS_FONT, "rb") : nullptr;
    if (file) {
        SDL_RWclose(file);
        font = io.Fonts->AddFontFromFileTTF(THUD_DEMOS_FONT, points * scale);
    }
    if (!font) { /* the font that is built into Dear ImGui: coarse but there */
        ImFontConfig config;
        config.SizePixels = std::floor(points * scale);
        font = io.Fonts->AddFontDefault(&config);
    }
    return font;
}

bool upload_fonts() {
    ImGuiIO &io = ImGui::GetIO();
    text_font = load_font(text_size);
    heading_font = load_font(heading_size);
    io.FontGlobalScale = 1 / scale;
    unsigned char *pixels;
    int width, height;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    font_texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width, height);
    if (!font_texture || SDL_UpdateTexture(font_texture, nullptr, pixels, 4 * width) != 0) {
        return false;
    }
    SDL_SetTextureBlendMode(font_texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(font_texture, SDL_ScaleModeLinear);
    io.Fonts->SetTexID(font_texture);
    return true;
}

void draw_command(const ImDrawList *list, const ImDrawCmd &command) {
    SDL_Rect clip = {static_cast<int>(command.ClipRect.x), static_cast<int>(command.ClipRect.y),
                     static_cast<int>(command.ClipRect.z - command.ClipRect.x),
                     static_cast<int>(command.ClipRect.w - command.ClipRect.y)};
    if (clip.w <= 0 || clip.h <= 0) {
        return;
    }
    SDL_RenderSetClipRect(renderer, &clip);
    const ImDrawVert *vertices = list->VtxBuffer.Data + command.VtxOffset;
    static_assert(sizeof(ImU32) == sizeof(SDL_Color), "colours are passed on as they are");
    SDL_RenderGeometryRaw(
        renderer, static_cast<SDL_Texture *>(command.GetTexID()), &vertices->pos.x, sizeof *vertices,
        reinterpret_cast<const SDL_Color *>(&vertices->col), sizeof *vertices, &vertices->uv.x,
        sizeof *vertices, list->VtxBuffer.Size - static_cast<int>(command.VtxOffset),
        list->IdxBuffer.Data + command.IdxOffset, static_cast<int>(command.ElemCount), sizeof(ImDrawIdx));
}

void draw_lists(ImDrawData *data) {
    data->ScaleClipRects(ImVec2(scale, scale));
    for (int i = 0; i < data->CmdListsCount; i++) {
        ImDrawList *list = data->CmdLists[i];
        for (ImDrawVert &vertex : list->VtxBuffer) {
            vertex.pos.x *= scale;
            vertex.pos.y *= scale;
        }
        for (const ImDrawCmd &command : list->CmdBuffer) {
            draw_command(list, command);
        }
    }
    SDL_RenderSetClipRect(renderer, nullptr);
}

void set_style() {
    ImGui::StyleColorsDark();
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowRounding = 0;
    style.WindowBorderSize = 0;
    style.FrameRounding = 3;
    style.GrabRounding = 3;
    style.WindowPadding = ImVec2(12, 10);
    style.ItemSpacing = ImVec2(8, 5);
    style.FramePadding = ImVec2(6, 3);
    ImVec4 *colors = style.Colors;
    colors[ImGuiCol_WindowBg] = ImVec4(0.085f, 0.098f, 0.13f, 0.97f);
    colors[ImGuiCol_Text] = ImVec4(0.87f, 0.90f, 0.94f, 1);
    colors[ImGuiCol_TextDisabled] = ImVec4(0.50f, 0.55f, 0.64f, 1);
    colors[ImGuiCol_FrameBg] = ImVec4(0.15f, 0.175f, 0.23f, 1);
    colors[ImGuiCol_FrameBgHovered] = ImVec4(0.20f, 0.24f, 0.32f, 1);
    colors[ImGuiCol_FrameBgActive] = ImVec4(0.22f, 0.28f, 0.38f, 1);
    colors[ImGuiCol_Header] = ImVec4(0.13f, 0.155f, 0.205f, 1);
    colors[ImGuiCol_HeaderHovered] = ImVec4(0.18f, 0.22f, 0.30f, 1);
    colors[ImGuiCol_HeaderActive] = ImVec4(0.20f, 0.26f, 0.36f, 1);
    colors[ImGuiCol_Button] = ImVec4(0.16f, 0.20f, 0.28f, 1);
    colors[ImGuiCol_ButtonHovered] = ImVec4(0.21f, 0.29f, 0.42f, 1);
    colors[ImGuiCol_ButtonActive] = ImVec4(0.24f, 0.38f, 0.55f, 1);
    colors[ImGuiCol_SliderGrab] = ImVec4(0.38f, 0.66f, 0.90f, 1);
    colors[ImGuiCol_SliderGrabActive] = ImVec4(0.53f, 0.80f, 0.98f, 1);
    colors[ImGuiCol_CheckMark] = ImVec4(0.53f, 0.80f, 0.98f, 1);
    colors[ImGuiCol_PopupBg] = ImVec4(0.10f, 0.12f, 0.16f, 0.98f);
}

/* ---- sections of the panel ---- */

/*
 * For scripts that use the mouse: where a widget is, in points of the window. Told once a scene, when the panel has laid itself out.
 */
void tell_widget(demo_session *session, const char *name) {
    static const thud_scene *scene;
    static int first_frame;
    if (scene != session->scene) {
        scene = session->scene;
        first_frame = ImGui::GetFrameCount();
    }
    if (ImGui::GetFrameCount() == first_frame + 2) {
        ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        session_report(session, "widget %s %.0f %.0f %.0f %.0f", name, static_cast<double>(low.x * ui_scale),
                       static_cast<double>(low.y * ui_scale), static_cast<double>(high.x * ui_scale),
                       static_cast<double>(high.y * ui_scale));
    }
}

/* The list of scenes under a search field: those whose name, category or description holds the text. Enter takes the first. Null: none yet. */
const scene_kind *choose_scene(const scene_kind *present) {
    static ImGuiTextFilter filter;
    if (ImGui::IsWindowAppearing()) {
        filter.Clear();
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    bool entered = ImGui::InputTextWithHint("##search", "search", filter.InputBuf, sizeof filter.InputBuf,
                                            ImGuiInputTextFlags_EnterReturnsTrue);
    filter.Build();
    const scene_kind *first = nullptr, *clicked = nullptr;
    const char *category = "";
    for (int i = 0; const scene_kind *kind = scene_at(i); i++) {
        char text[300];
        std::snprintf(text, sizeof text, "%s %s %s", kind->name, scene_category_at(i), kind->description);
        if (!filter.PassFilter(text)) {
            continue;
        }
        first = first ? first : kind;
        if (std::strcmp(category, scene_category_at(i)) != 0) {
            category = scene_category_at(i);
            ImGui::TextDisabled("%s", category);
        }
        ImGui::Indent();
        if (ImGui::Selectable(kind->name, kind == present)) {
            clicked = kind;
        }
        ImGui::Unindent();
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", kind->description);
        }
    }
    if (!first) {
        ImGui::TextDisabled("no scene has that");
    }
    return clicked ? clicked : entered ? first : nullptr;
}

void show_scenes(demo_session *session) {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##scene", session->options.kind->name, ImGuiComboFlags_HeightLargest)) {
        const scene_kind *chosen = choose_scene(session->options.kind);
        if (chosen) {
            session_select(session, chosen);
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndCombo();
    }
    tell_widget(session, "scenes");
    const float button = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (ImGui::Button(session->paused ? "Play" : "Pause", ImVec2(button, 0))) {
        session->paused = !session->paused;
    }
    ImGui::SameLine();
    if (ImGui::Button("Step", ImVec2(button, 0))) {
        session->paused = true;
        session_step(session);
    }
    ImGui::SameLine();
    if (ImGui::Button("Restart", ImVec2(button, 0))) {
        session_restart(session);
    }
    ImGui::SetNextItemWidth(-72);
    ImGui::SliderFloat("speed", &session->speed, 0.05f, 2, "x %.2f", ImGuiSliderFlags_Logarithmic);
}

bool show_tunable(const scene_tunable *tunable, float *value) {
    int whole = static_cast<int>(*value);
    bool on = *value != 0;
    bool changed = false;
    ImGui::SetNextItemWidth(-130);
    switch (tunable->kind) {
    case SCENE_NUMBER:
        return ImGui::SliderFloat(tunable->label, value, tunable->low, tunable->high, "%.2f",
                                  ImGuiSliderFlags_AlwaysClamp);
    case SCENE_WHOLE_NUMBER:
        changed = ImGui::SliderInt(tunable->label, &whole, static_cast<int>(tunable->low),
                                   static_cast<int>(tunable->high), "%d", ImGuiSliderFlags_AlwaysClamp);
        break;
    case SCENE_SWITCH:
        changed = ImGui::Checkbox(tunable->label, &on);
        whole = on;
        break;
    case SCENE_CHOICE:
        changed = ImGui::Combo(tunable->label, &whole, tunable->choices, static_cast<int>(tunable->high) + 1,
                               ImGuiComboFlags_HeightLargest);
        break;
    }
    if (changed) {
        *value = static_cast<float>(whole);
    }
    return changed;
}

void show_tunables(demo_session *session) {
    const scene_kind *kind = session->options.kind;
    if (kind->tunable_count == 0 || !ImGui::CollapsingHeader("Scene", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    for (int i = 0; i < kind->tunable_count; i++) {
        const scene_tunable *tunable = &kind->tunables[i];
        if (show_tunable(tunable, &session->options.values[i])) {
            restart_when_released = restart_when_released || tunable->restarts;
            session_report(session, "set %s %g", tunable->name, static_cast<double>(session->options.values[i]));
        }
        tell_widget(session, tunable->name);
    }
}

void restart_if_wanted(demo_session *session) {
    if (restart_when_released && !ImGui::IsAnyMouseDown()) {
        restart_when_released = false;
        session_restart(session);
    }
}

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

void show_toggles(demo_session *session) {
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

void show_world(demo_session *session) {
    if (!session->scene->world || !ImGui::CollapsingHeader("World")) {
        return;
    }
    thud_world_def *def = &session->options.world;
    bool changed = false;
    ImGui::PushItemWidth(-130);
    changed |= ImGui::SliderFloat("gravity [m/s\xc2\xb2]", &def->gravity.y, -30, 30, "%.1f");
    changed |= ImGui::SliderInt("substeps", &def->solver.substeps, 1, 16, "%d", ImGuiSliderFlags_AlwaysClamp);
    changed |= ImGui::SliderFloat("contact [Hz]", &def->solver.contact_hertz, 5, 120, "%.0f");
    changed |= ImGui::SliderFloat("damping ratio", &def->solver.contact_damping_ratio, 0.5f, 20, "%.1f");
    changed |= ImGui::SliderFloat("joints [Hz]", &def->solver.joint_hertz, 5, 120, "%.0f");
    changed |= ImGui::SliderFloat("joints' damping", &def->solver.joint_damping_ratio, 0.5f, 20, "%.1f");
    changed |= ImGui::SliderFloat("push-out [m/s]", &def->solver.push_out_speed, 0.5f, 10, "%.1f");
    changed |= ImGui::SliderFloat("bounce from [m/s]", &def->solver.elasticity_threshold, 0, 5, "%.2f");
    changed |= ImGui::SliderFloat("slop [m]", &def->slop, 0, 0.05f, "%.3f");
    changed |= ImGui::SliderFloat("sleep at [m/s]", &def->sleep_speed, 0, 0.5f, "%.2f");
    bool new_margin = ImGui::SliderFloat("box margin [m]", &def->aabb_margin, 0, 0.5f, "%.2f");
    ImGui::PopItemWidth();
    if (new_margin) { /* a world has it for life */
        restart_when_released = true;
    }
    changed |= ImGui::Checkbox("bodies may sleep", &def->sleeping);
    changed |= ImGui::Checkbox("continuous collision", &def->continuous);
    changed |= ImGui::Checkbox("warm starting", &def->solver.warm_starting);
    if (changed) {
        session_configure(session);
    }
}

void show_help(demo_session *session) {
    const char *const lines[][2] = {
        {"Left drag", "pull a body, or what the scene says"},
        {"Right drag, wheel", "move and zoom the picture; Home resets it"},
        {"P   O   R", "pause, one step, restart"},
        {"S", "slow motion: x 1, x 0.25, x 0.05"},
        {"[   ]", "previous, next scene"},
        {"1 to 9, 0", "draw: shapes, AABBs, hash cells, contacts,"},
        {"", "normals, impulses, MTD, time of impact,"},
        {"", "sleep, velocities"},
        {"Tab   F1", "panel, this help"},
        {"F12   F11", "screenshot (PNG), full screen"},
        {"Ctrl +   Ctrl -", "larger, smaller text and panel"},
        {"Ctrl+Q", "quit"},
    };
    ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0.5f * size.x, 0.5f * size.y), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::Begin("help", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushFont(heading_font);
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
        for (const auto &line : lines) {
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
    ImGui::End();
}

} // namespace

extern "C" bool panel_open(SDL_Renderer *target, SDL_Window *window, float pixels_a_point, float window_points) {
    renderer = target;
    scale = pixels_a_point;
    ui_scale = window_points;
    has_window = window != nullptr;
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    set_style();
    bool opened = (!has_window || ImGui_ImplSDL2_InitForSDLRenderer(window)) && upload_fonts();
    if (!opened) {
        panel_close();
    }
    return opened;
}

extern "C" void panel_rescale(float pixels_a_point, float window_points) {
    scale = pixels_a_point;
    ui_scale = window_points;
    SDL_DestroyTexture(font_texture);
    ImGui::GetIO().Fonts->Clear();
    upload_fonts(); /* where it fails there is no text, until another scale */
}

extern "C" void panel_close(void) {
    if (has_window && ImGui::GetIO().BackendPlatformUserData) {
        ImGui_ImplSDL2_Shutdown();
    }
    SDL_DestroyTexture(font_texture);
    font_texture = nullptr;
    ImGui::DestroyContext();
}

extern "C" void panel_event(const SDL_Event *event) {
    ImGui_ImplSDL2_ProcessEvent(event);
}

extern "C" bool panel_wants_mouse(void) {
    return ImGui::GetIO().WantCaptureMouse;
}

extern "C" bool panel_wants_keyboard(void) {
    return ImGui::GetIO().WantTextInput;
}

extern "C" void panel_begin(float width, float height, float seconds) {
    if (has_window) {
        ImGui_ImplSDL2_NewFrame();
    }
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(width / scale, height / scale);
    if (ImGui::IsMousePosValid(&io.MousePos)) { /* the window's points to ours */
        io.MousePos = ImVec2(io.MousePos.x / ui_scale, io.MousePos.y / ui_scale);
    }
    io.DisplayFramebufferScale = ImVec2(1, 1); /* draw_lists scales */
    io.DeltaTime = seconds > 1e-4f ? seconds : 1e-4f;
    ImGui::NewFrame();
}

extern "C" float panel_text_width(const char *text) {
    return text_font->CalcTextSizeA(text_size, FLT_MAX, 0, text).x;
}

extern "C" void panel_text(float x, float y, float right, SDL_Color color, scene_text style, const char *text) {
    ImFont *font = style == SCENE_TEXT_HEADING ? heading_font : text_font;
    float size = style == SCENE_TEXT_HEADING ? heading_size : text_size;
    if (style == SCENE_TEXT_CENTER) {
        ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, text);
        x -= 0.5f * extent.x;
        y -= 0.5f * extent.y;
    }
    ImVec2 at(std::floor(x), std::floor(y));
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    if (x + font->CalcTextSizeA(size, FLT_MAX, 0, text).x <= right) {
        list->AddText(font, size, at, packed(color), text);
        return;
    }
    const char *end = text;
    ImVec2 dots = font->CalcTextSizeA(size, FLT_MAX, 0, "...");
    ImVec2 kept = font->CalcTextSizeA(size, std::fmax(right - x - dots.x, 0.0f), 0, text, nullptr, &end);
    list->AddText(font, size, at, packed(color), text, end);
    list->AddText(font, size, ImVec2(at.x + kept.x, at.y), packed(color), "...");
}

extern "C" void panel_show(demo_session *session) {
    if (session->show_help) {
        show_help(session);
    }
    if (!session->show_panel) {
        return;
    }
    ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x - width_points, 0));
    ImGui::SetNextWindowSize(ImVec2(width_points, size.y));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    show_scenes(session);
    show_tunables(session);
    show_toggles(session);
    show_timings(session);
    show_counters(session);
    show_world(session);
    restart_if_wanted(session);
    ImGui::End();
}

extern "C" void panel_end(void) {
    ImGui::Render();
    draw_lists(ImGui::GetDrawData());
}

extern "C" float panel_width(void) {
    return width_points;
}
