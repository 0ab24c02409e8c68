/*
 * What is drawn of the world, and what its colours mean.
 */
#include "panel_parts.h"

namespace panel {
namespace {

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

/* A colour and its meaning. */
void show_entry(thud_draw_role role, const char *text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = 9;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + 5), ImVec2(at.x + size, at.y + 5 + size),
                                              packed(palette_overlay(role)), 2);
    ImGui::Dummy(ImVec2(size, size));
    ImGui::SameLine(0, 6);
    ImGui::TextDisabled("%s", text);
}

/* How long an arrow is, as what an arrow of one metre stands for. */
void show_scale(const char *label, const char *format, float *length) {
    float stands_for = 1 / *length;
    ImGui::SameLine(150);
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(label);
    if (ImGui::SliderFloat("##scale", &stands_for, 0.01f, 1000, format, ImGuiSliderFlags_Logarithmic)) {
        *length = 1 / stands_for;
    }
    ImGui::PopID();
}

/* What the overlays that are drawn mean, and the scale of their arrows. */
void show_overlay_legend(demo_session *session) {
    thud_debug_draw &draw = session->draw;
    const struct {
        bool shown;
        thud_draw_role role;
        const char *text;
    } entries[] = {
        {draw.aabbs, THUD_DRAW_AABB, "bounding box; paler: with margin"},
        {draw.cells, THUD_DRAW_CELL, "cell of the spatial hash"},
        {draw.contacts, THUD_DRAW_CONTACT_TOUCHING, "contact point"},
        {draw.contacts, THUD_DRAW_CONTACT_NEAR, "near, not touching"},
        {draw.normals, THUD_DRAW_NORMAL, "contact normal"},
        {draw.mtd, THUD_DRAW_MTD, "shortest way out of an overlap"},
        {draw.times_of_impact, THUD_DRAW_TIME_OF_IMPACT, "stopped on its way here"},
        {draw.joints, THUD_DRAW_JOINT, "joint"},
        {draw.centers, THUD_DRAW_CENTER_OF_MASS, "centre of mass"},
    };
    for (const auto &entry : entries) {
        if (entry.shown) {
            show_entry(entry.role, entry.text);
        }
    }
    if (draw.impulses) {
        show_entry(THUD_DRAW_NORMAL_IMPULSE, "normal impulse");
        show_scale("impulse", "1 m = %.3g N s", &draw.impulse_length);
        show_entry(THUD_DRAW_FRICTION_IMPULSE, "friction impulse");
    }
    if (draw.velocities) {
        show_entry(THUD_DRAW_VELOCITY, "velocity");
        show_scale("velocity", "1 m = %.3g m/s", &draw.velocity_length);
    }
}

} // namespace

void show_overlays(demo_session *session) {
    if (!session->scene->world || !ImGui::CollapsingHeader("Draw", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    session_toggle toggles[session_toggle_count];
    session_toggles(session, toggles);
    if (ImGui::BeginTable("toggles", 2)) {
        for (const session_toggle &toggle : toggles) {
            ImGui::TableNextColumn();
            ImGui::Checkbox(toggle.label, toggle.flag);
            tell_widget(session, "draw:%s", toggle.label);
            if (toggle.key != 0 && ImGui::IsItemHovered()) {
                ImGui::SetTooltip("key %c", toggle.key);
            }
        }
        ImGui::EndTable();
    }
    show_legend();
    show_overlay_legend(session);
}

} // namespace panel
