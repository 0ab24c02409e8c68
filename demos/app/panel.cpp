/*
 * The panel, in Dear ImGui 1.86. Debian's library has no renderer for SDL_Renderer, so its draw lists go out
 * through SDL_RenderGeometryRaw here. The only C++ of this repository.
 */
#include "panel_parts.h"

#include <backends/imgui_impl_sdl.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace panel {

ImFont *text_font, *heading_font;

ImU32 packed(SDL_Color color) {
    return IM_COL32(color.r, color.g, color.b, color.a);
}

} // namespace panel

namespace {

using panel::heading_font;
using panel::packed;
using panel::text_font;

const float text_size = 14, heading_size = 22; /* [points] */
const float least_width = 280, usual_width = 360, grip_width = 6,
            most_share = 0.6f; /* of the panel [points]; of the window */

SDL_Renderer *renderer;
SDL_Texture *font_texture;
float wanted_points = usual_width; /* by its grip */
float panel_points = usual_width;  /* within what the window has */
float scale = 1, ui_scale = 1;
bool has_window;
bool key_was_pressed; /* since the last frame */
std::vector<SDL_Event> let_go_later;

/* ---- Dear ImGui on SDL_Renderer ---- */

ImFont *load_font(float points) {
    ImGuiIO &io = ImGui::GetIO();
    ImFont *font = nullptr;
    SDL_RWops *file = THUD_DEMOS_FONT[0] ? SDL_RWFromFile(THUD_DEMOS_FONT, "rb") : nullptr;
    if (file) {
        SDL_RWclose(file);
        ImFontConfig config;
        config.OversampleH = scale < 2 ? 3 : 1; /* larger glyphs are smooth without, in a third of the memory */
        font = io.Fonts->AddFontFromFileTTF(THUD_DEMOS_FONT, points * scale, &config);
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
    style.AntiAliasedLinesUseTex = false; /* their texture is drawn unevenly where it is scaled */
    style.WindowRounding = 0;
    style.WindowBorderSize = 0;
    style.FrameRounding = 3;
    style.GrabRounding = 3;
    style.WindowPadding = ImVec2(12, 10);
    style.ItemSpacing = ImVec2(8, 5);
    style.FramePadding = ImVec2(6, 3);
    ImVec4 *colors = style.Colors;
    colors[ImGuiCol_WindowBg] = ImVec4(0.085f, 0.098f, 0.13f, 1);
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
    colors[ImGuiCol_PopupBg] = ImVec4(0.10f, 0.12f, 0.16f, 1);
}

/* The panel's left edge, which the mouse moves. It lies in the window's padding, which is clipped otherwise. */
void show_grip(demo_session *session, ImVec2 size) {
    ImGui::PushClipRect(ImVec2(size.x - panel_points, 0), size, false);
    ImGui::SetCursorScreenPos(ImVec2(size.x - panel_points, 0));
    ImGui::InvisibleButton("grip", ImVec2(grip_width, size.y));
    panel::tell_widget(session, "grip");
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                                  IM_COL32(96, 178, 240, 120));
    }
    if (ImGui::IsItemActive()) {
        wanted_points = std::fmin(size.x - ImGui::GetIO().MousePos.x, most_share * size.x);
    }
    ImGui::PopClipRect();
}

void show_tab(const char *name, demo_session *session, void (*show)(demo_session *), bool select = false) {
    const bool open = ImGui::BeginTabItem(name, nullptr, select ? ImGuiTabItemFlags_SetSelected : 0);
    panel::tell_widget(session, "%s", name);
    if (open) {
        ImGui::BeginChild(name);
        show(session);
        ImGui::EndChild();
        ImGui::EndTabItem();
    }
}

void show_tuning(demo_session *session) {
    panel::show_compare(session);
    panel::show_sharing(session);
    panel::show_rows(session);
    panel::show_derived(session);
    panel::show_overlays(session);
}

void show_graphs(demo_session *session) {
    panel::show_timings(session);
    if (session->scene->world) {
        panel::show_measures(session);
    }
    panel::show_counters(session);
}

void show_parts(demo_session *session) {
    panel::show_picker(session);
    panel::show_time_line(session);
    if (ImGui::BeginTabBar("tabs")) {
        if (session->options.kind->readings) {
            show_tab("Scene", session, panel::show_readings);
        }
        show_tab("Tune", session, show_tuning, panel::wants_filter || panel::wants_presets);
        show_tab("Inspect", session, panel::show_inspector);
        show_tab("Graphs", session, show_graphs);
        ImGui::EndTabBar();
    }
    panel::end_rows(session);
}

} // namespace

namespace panel {

void tell_widget(demo_session *session, const char *format, ...) {
    struct Place {
        ImVec4 told, last; /* corners */
        int made;          /* the session's count of scenes when it was told */
    };
    static std::map<std::string, Place> places;
    if (!session->report) {
        return;
    }
    char name[80];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImVec4 now(low.x, low.y, high.x, high.y);
    const auto same = [](const ImVec4 &a, const ImVec4 &b) {
        return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
    };
    Place &place = places[name];
    if (same(now, place.last) && high.x > low.x && (place.made != session->made || !same(now, place.told))) {
        place.told = now;
        place.made = session->made;
        session_report(session, "widget %s %.0f %.0f %.0f %.0f", name, static_cast<double>(now.x * ui_scale),
                       static_cast<double>(now.y * ui_scale), static_cast<double>(now.z * ui_scale),
                       static_cast<double>(now.w * ui_scale));
    }
    place.last = now;
}

} // namespace panel

extern "C" bool panel_open(SDL_Renderer *target, SDL_Window *window, float pixels_a_point,
                           float window_points) {
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

/*
 * Dear ImGui looks at keys once a frame: what is let go in the frame of a press is let go in the next one, or a short press in a long
 * frame would not be seen. Its backend asks SDL for Ctrl and Shift as they are now; what counts is how they were with the key.
 */
extern "C" void panel_event(const SDL_Event *event) {
    if (event->type == SDL_KEYUP && key_was_pressed) {
        let_go_later.push_back(*event);
        return;
    }
    ImGui_ImplSDL2_ProcessEvent(event);
    if (event->type == SDL_KEYDOWN) {
        key_was_pressed = true;
        ImGui::GetIO().KeyCtrl = (event->key.keysym.mod & KMOD_CTRL) != 0;
        ImGui::GetIO().KeyShift = (event->key.keysym.mod & KMOD_SHIFT) != 0;
    }
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

extern "C" void panel_text(float x, float y, float right, float share, SDL_Color color, scene_text style,
                           const char *text) {
    ImFont *font = style == SCENE_TEXT_HEADING ? heading_font : text_font;
    float size = share * (style == SCENE_TEXT_HEADING ? heading_size : text_size);
    if (style == SCENE_TEXT_CENTER) {
        ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, text);
        x -= 0.5f * extent.x;
        y -= 0.5f * extent.y;
    }
    ImVec2 at(std::floor(x), std::floor(y));
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    if (style == SCENE_TEXT_CENTER || x + font->CalcTextSizeA(size, FLT_MAX, 0, text).x <= right) {
        /* Labels leave the picture as the things do that they stand at. */
        const ImVec4 clip(0, 0, right, FLT_MAX);
        list->AddText(font, size, at, packed(color), text, nullptr, 0, &clip);
        return;
    }
    const char *end = text;
    ImVec2 dots = font->CalcTextSizeA(size, FLT_MAX, 0, "...");
    ImVec2 kept = font->CalcTextSizeA(size, std::fmax(right - x - dots.x, 0.0f), 0, text, nullptr, &end);
    list->AddText(font, size, at, packed(color), text, end);
    const char *line = std::strrchr(text, '\n');
    const float last = line ? font->CalcTextSizeA(size, FLT_MAX, 0, line, end).x : kept.x;
    list->AddText(font, size, ImVec2(at.x + last, at.y + kept.y - dots.y), packed(color), "...");
}

extern "C" void panel_notice(float x, float bottom, float right, SDL_Color color, const char *text) {
    const float height = text_font->CalcTextSizeA(text_size, FLT_MAX, right - x, text).y;
    ImGui::GetBackgroundDrawList()->AddText(text_font, text_size,
                                            ImVec2(std::floor(x), std::floor(bottom - height)), packed(color),
                                            text, nullptr, right - x);
}

extern "C" void panel_show(demo_session *session) {
    panel::follow_scene(session);
    if (session->show_help) {
        panel::show_help(session);
    }
    if (!session->show_panel) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    panel_points = std::fmax(least_width, std::fmin(wanted_points, most_share * size.x));
    ImGui::SetNextWindowPos(ImVec2(size.x - panel_points, 0));
    ImGui::SetNextWindowSize(ImVec2(panel_points, size.y));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    show_grip(session, size);
    ImGui::SetCursorScreenPos(start);
    show_parts(session);
    ImGui::End();
}

extern "C" void panel_end(bool seen) {
    ImGui::Render();
    if (seen) {
        draw_lists(ImGui::GetDrawData());
    }
    for (const SDL_Event &event : let_go_later) {
        ImGui_ImplSDL2_ProcessEvent(&event);
    }
    let_go_later.clear();
    key_was_pressed = false;
}

extern "C" float panel_width(void) {
    return panel_points;
}
