/*
 * What was clicked on: its numbers, its contacts, and the condition at which the scene pauses.
 */
#include "panel_parts.h"

#include "thud/event.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace panel {
namespace {

const int most_contacts = 64;
const float millimetres = 1000;

const char *const joint_names[] = {"target", "motor",     "gear", "ratchet",  "pulley", "distance",
                                   "wheel",  "prismatic", "weld", "revolute", "filter"};
const char *const body_types[] = {"static", "kinematic", "dynamic"};
const char *const shape_names[] = {"no shape", "circle", "capsule", "segment", "polygon"};

/* ---- live numbers ---- */

/* "box 12", or "body 12" where it has no name. */
void print_body(const thud_world *world, thud_body_id body, char (&text)[48]) {
    const thud_body_def def = thud_body_definition(world, body);
    std::snprintf(text, sizeof text, "%s %u", def.name && def.name[0] ? def.name : "body",
                  static_cast<unsigned>(body.slot));
}

/* A number that a click pins to a graph. */
void show_measure(demo_session *session, measure which, measure_target target, const char (&of)[48]) {
    const measure_info info = measure_about(which);
    const bool pinned = history_has_pin(&session->measures, which, target);
    char label[80];
    std::snprintf(label, sizeof label, "%s of %s", info.name, of);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(which));
    if (ImGui::SmallButton(pinned ? "-" : "+") &&
        !history_toggle_pin(&session->measures, which, target, label)) {
        session_notice(session, "eight numbers are pinned: take one away first");
    }
    tell_widget(session, "pin:%s", info.name);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip(pinned ? "takes its graph away" : "pins it to a graph");
    }
    ImGui::PopID();
    ImGui::SameLine();
    ImGui::TextDisabled("%s", info.label);
    ImGui::TableNextColumn();
    ImGui::Text("%.4g", static_cast<double>(measure_object(session->scene->world, which, target)));
    ImGui::SameLine(0, 4);
    ImGui::TextDisabled("%s", info.unit);
}

void show_measures_of(demo_session *session, measure first, measure end, measure_target target,
                      const char (&of)[48]) {
    if (ImGui::BeginTable("numbers", 2)) {
        for (int i = first; i < end; i++) {
            show_measure(session, static_cast<measure>(i), target, of);
        }
        ImGui::EndTable();
    }
}

/* ---- numbers that can be changed ---- */

bool to_all_of_material; /* changes of a material are for all shapes and tiles that have the same */

/* What a change of a field of an object is. */
input_kind kind_of_change(const object_id &object, const char *field) {
    static const input_kind kinds[] = {INPUT_EDIT_BODY,  INPUT_EDIT_SHAPE, INPUT_EDIT_JOINT,
                                       INPUT_EDIT_MOVER, INPUT_EDIT_TILE,  INPUT_EDIT_TILES};
    const bool spreads = to_all_of_material && std::strncmp(field, "material.", 9) == 0;
    return spreads && object.kind == OBJECT_SHAPE  ? INPUT_EDIT_MATERIAL
           : spreads && object.kind == OBJECT_TILE ? INPUT_EDIT_TILE_MATERIAL
                                                   : kinds[object.kind];
}

/* The number of an object as a row changes it. */
Number number_of(const thud_tunable_info &info, const object_id &object) {
    scene_input target = {};
    target.kind = static_cast<uint16_t>(kind_of_change(object, info.field));
    target.code = static_cast<uint16_t>(object_field_find(info.field));
    target.slot = object.slot;
    target.generation = object.generation;
    target.y = static_cast<float>(object.tile);
    demo_setting about = setting_of_number(&info, info.path);
    std::snprintf(about.path, sizeof about.path, "selected.%s", info.path); /* the settings have one for all shapes */
    about.initial = static_cast<float>(object_default(&info));
    return {about, target, static_cast<float>(info.value), !info.row->individual};
}

/* A change may make the world anew, so that the rows are copied first. */
void show_numbers_of(demo_session *session, const char *title, const object_id &object,
                     bool open_at_first = true) {
    object_values values;
    thud_tunables *numbers = object_numbers(session->scene, object, &values);
    std::vector<Number> rows;
    for (int i = 0; numbers && i < thud_tunables_count(numbers); i++) {
        rows.push_back(number_of(thud_tunables_at(numbers, i), object));
    }
    thud_tunables_destroy(numbers);
    show_number_group(session, title, rows, open_at_first);
}

void show_spread(demo_session *session) {
    ImGui::Checkbox("changes of the material are for all that have it", &to_all_of_material);
    tell_widget(session, "all_with_material");
}

/* ---- characters ---- */

void show_mover_line(const char *name, const char *format, ...) IM_FMTARGS(2);
void show_mover_line(const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ImGui::TextV(format, arguments);
    va_end(arguments);
}

/* "tile 5 at 12, 7" or "crate 3". */
void print_touched(const thud_world *world, const thud_tile_hit &tile, thud_body_id body, char (&text)[48]) {
    if (tile.grid.generation) {
        std::snprintf(text, sizeof text, "tile %d at %d, %d", tile.tile, tile.column, tile.row);
    } else {
        print_body(world, body, text);
    }
}

void show_surface(const thud_world *world, const char *name, const thud_mover_surface &surface,
                  thud_vec2 up) {
    char of[48];
    if (!surface.touching) {
        show_mover_line(name, "-");
        return;
    }
    const float degrees =
        57.29578f * std::acos(thud_clamp(thud_vec2_dot(surface.normal, thud_vec2_normalize(up)), -1, 1));
    print_touched(world, surface.tile, surface.body, of);
    show_mover_line(name, "%s, %.0f\xc2\xb0, friction %.3g", of, static_cast<double>(degrees),
                    static_cast<double>(surface.material.friction));
}

void show_hits(const thud_world *world, const thud_mover_result &moved) {
    if (moved.hit_count == 0 || !ImGui::BeginTable("hits", 4, ImGuiTableFlags_SizingStretchProp)) {
        return;
    }
    for (const char *heading : {"hit", "after [m]", "m/s", "N s"}) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", heading);
    }
    for (int i = 0; i < moved.hit_count; i++) {
        const thud_mover_hit &hit = moved.hits[i];
        char of[48];
        print_touched(world, hit.tile, hit.body, of);
        ImGui::TableNextColumn();
        ImGui::Text("%s", of);
        for (float number : {hit.travel, hit.speed, hit.impulse}) {
            ImGui::TableNextColumn();
            ImGui::Text("%.3g", static_cast<double>(number));
        }
    }
    ImGui::EndTable();
}

/* What became of the character's last move. */
void show_move(demo_session *session, const scene_mover &mover) {
    const thud_world *world = session->scene->world;
    const thud_mover_result &moved = *mover.moved;
    if (!ImGui::CollapsingHeader("Last move", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    tell_widget(session, "last_move");
    if (ImGui::BeginTable("move", 2)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 96);
        show_mover_line("state", "%s%s%s%s", mover.state->on_floor ? "on the floor" : "in the air",
                        mover.state->rests ? ", at rest" : "", mover.state->dropping ? ", drops through" : "",
                        moved.crushed ? ", crushed" : "");
        show_mover_line("velocity", "%.2f, %.2f m/s", static_cast<double>(moved.velocity.x),
                        static_cast<double>(moved.velocity.y));
        show_surface(world, "floor", moved.floor, mover.def->up);
        show_surface(world, "wall", moved.wall, mover.def->up);
        show_surface(world, "ceiling", moved.ceiling, mover.def->up);
        show_mover_line("floor moves", "%.2f, %.2f m/s", static_cast<double>(moved.floor_velocity.x),
                        static_cast<double>(moved.floor_velocity.y));
        show_mover_line("stepped", "%+.3f m", static_cast<double>(moved.stepped));
        show_mover_line("landed", moved.landed ? "at %.2f m/s" : "-",
                        static_cast<double>(moved.landing_speed));
        show_mover_line("hits", "%d", moved.hit_count);
        ImGui::EndTable();
    }
    show_hits(world, moved);
}

/* ---- contacts ---- */

thud_body_id other_body(const thud_contact_data &contact, thud_body_id body) {
    return thud_body_id_equal(contact.body_a, body) ? contact.body_b : contact.body_a;
}

/* Friction over what the normal impulse allows, 0 to 1; 0 where there is none. */
float friction_share(const thud_world *world, const thud_contact_data &contact) {
    const thud_material a = thud_shape_material(world, contact.shape_a),
                        b = thud_shape_material(world, contact.shape_b);
    const float limit =
        thud_material_mix(&a, &b).friction * (contact.normal_impulse[0] + contact.normal_impulse[1]);
    return limit > 0 ? std::fabs(contact.friction_impulse) / limit : 0;
}

void show_contact(demo_session *session, const thud_contact_data &contact) {
    const thud_world *world = session->scene->world;
    float separation = contact.manifold.count > 0 ? contact.manifold.points[0].separation : 0;
    for (int i = 1; i < contact.manifold.count; i++) {
        separation = std::fmin(separation, contact.manifold.points[i].separation);
    }
    char name[48];
    print_body(world, other_body(contact, session->selection.body), name);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(contact.contact.slot));
    ImGui::Selectable(name, false, ImGuiSelectableFlags_SpanAllColumns);
    if (ImGui::IsItemHovered()) {
        session->pointed = contact.contact;
    }
    ImGui::PopID();
    ImGui::TableNextColumn();
    ImGui::Text("%d", contact.manifold.count);
    ImGui::TableNextColumn();
    ImGui::Text("%.2f", static_cast<double>(millimetres * separation));
    ImGui::TableNextColumn();
    ImGui::Text("%.3g", static_cast<double>(contact.normal_impulse[0] + contact.normal_impulse[1]));
    ImGui::TableNextColumn();
    ImGui::Text("%.0f %%", static_cast<double>(100 * friction_share(world, contact)));
}

void show_contacts(demo_session *session) {
    thud_contact_data contacts[most_contacts];
    const int all =
        thud_body_contacts(session->scene->world, session->selection.body, contacts, most_contacts);
    const int count = all < most_contacts ? all : most_contacts;
    char title[40];
    std::snprintf(title, sizeof title, "%d contact%s###contacts", all, all == 1 ? "" : "s");
    if (!ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    const ImGuiTableFlags flags =
        ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
    const float rows = 5; /* always as high, so that what is below stays where it is */
    if (ImGui::BeginTable("contacts", 5, flags, ImVec2(0, rows * ImGui::GetTextLineHeightWithSpacing()))) {
        for (const char *column : {"with", "points", "gap [mm]", "impulse", "friction"}) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", column);
        }
        for (int i = 0; i < count; i++) {
            show_contact(session, contacts[i]);
        }
        ImGui::EndTable();
    }
    tell_widget(session, "contacts");
}

/* ---- what is selected ---- */

void show_body_title(const demo_session *session, const char *name) {
    const thud_world *world = session->scene->world;
    const demo_selection &selection = session->selection;
    const thud_body_def def = thud_body_definition(world, selection.body);
    ImGui::Text("%s", name);
    ImGui::SameLine();
    const char *state = def.type != THUD_BODY_STATIC
                            ? thud_body_is_awake(world, selection.body) ? ", awake" : ", asleep"
                            : "";
    ImGui::TextDisabled("%s%s, %.4g kg", body_types[def.type], state,
                        static_cast<double>(thud_body_mass(world, selection.body).mass));
    if (selection.has_tile) {
        ImGui::Text("tile %d in column %d, row %d of its grid", selection.tile, selection.column,
                    selection.row);
    } else if (selection.shape.generation) {
        const thud_shape shape = thud_shape_geometry(world, selection.shape);
        ImGui::TextDisabled("%s %u", shape_names[shape.kind], static_cast<unsigned>(selection.shape.slot));
    }
}

/* A grid owns its shapes: their numbers are those of its tiles. */
void show_tiles(demo_session *session) {
    const demo_selection selection = session->selection;
    show_spread(session);
    show_numbers_of(session, "Tile",
                    {OBJECT_TILE, selection.body.slot, selection.body.generation, selection.tile});
    show_numbers_of(session, "All tiles", {OBJECT_TILES, selection.body.slot, selection.body.generation, 0},
                    false);
}

void show_body(demo_session *session) {
    const thud_body_id body = session->selection.body;
    const scene_mover mover = scene_mover_of(session->scene, body);
    char name[48];
    if (mover.def) {
        std::snprintf(name, sizeof name, "%s %u", mover.name, static_cast<unsigned>(body.slot));
    } else {
        print_body(session->scene->world, body, name);
    }
    show_body_title(session, name);
    show_measures_of(session, MEASURE_X, MEASURE_FORCE, {body, {0, 0}}, name);
    if (mover.def) {
        show_move(session, mover);
        show_numbers_of(session, "Mover", {OBJECT_MOVER, body.slot, body.generation, 0});
    }
    show_contacts(session);
    const thud_shape_id picked = session->selection.shape;
    if (session->selection.has_tile) {
        show_tiles(session);
    } else if (picked.generation) {
        show_spread(session);
        show_numbers_of(session, "Shape", {OBJECT_SHAPE, picked.slot, picked.generation, 0});
    }
    show_numbers_of(session, "Body", {OBJECT_BODY, body.slot, body.generation, 0},
                    !session->selection.has_tile);
}

void show_joint(demo_session *session) {
    const thud_world *world = session->scene->world;
    const thud_joint_id joint = session->selection.joint;
    const thud_joint_base base = thud_joint_common(world, joint);
    char a[48], b[48], of[48];
    print_body(world, base.body_a, a);
    print_body(world, base.body_b, b);
    std::snprintf(of, sizeof of, "joint %u", static_cast<unsigned>(joint.slot));
    ImGui::Text("%s joint %u", joint_names[thud_joint_kind_of(world, joint) - THUD_JOINT_TARGET],
                static_cast<unsigned>(joint.slot));
    ImGui::TextDisabled("from %s to %s", a, b);
    show_measures_of(session, MEASURE_FORCE, MEASURE_COUNT, {{0, 0}, joint}, of);
    show_numbers_of(session, "Joint", {OBJECT_JOINT, joint.slot, joint.generation, 0});
}

/* ---- the condition ---- */

char condition_error[SCENE_ERROR_SIZE]; /* of the last text that was entered; empty for none */

void enter_condition(demo_session *session, const char *text) {
    const measure_target target = {session->selection.body, session->selection.joint};
    session->has_condition =
        condition_read(&session->condition, text, target, condition_error, sizeof condition_error);
    session->condition_met = true; /* it has to become false first */
    if (session->has_condition) {
        condition_error[0] = '\0';
    }
    session_notice(session, session->has_condition ? "pauses when %s" : "%s",
                   session->has_condition ? text : condition_error);
}

/* Under the field: what is wrong with the text, or how the condition is now. */
void show_condition_state(const demo_session *session) {
    ImGui::PushTextWrapPos(0);
    if (session->has_condition) {
        ImGui::TextDisabled("%s: %s now", session->condition.text, session->condition_met ? "true" : "false");
    } else if (condition_error[0]) {
        ImGui::TextColored(ImVec4(1, 0.55f, 0.38f, 1), "%s", condition_error);
    }
    ImGui::PopTextWrapPos();
}

void show_condition(demo_session *session) {
    static char text[condition_text_size];
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Pause when");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-60);
    const bool entered =
        ImGui::InputTextWithHint("##condition", "impulse > 5 and contacts < 3", text, sizeof text,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    tell_widget(session, "condition");
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        ImGui::SetTooltip(
            "an expression, then Enter: numbers, names, + - * /, abs(), < <= > >= == !=, and, or, not, brackets\n"
            "Of the world: kinetic potential energy momentum_x momentum_y\n"
            "penetration penetration_mean impulse contacts touching islands awake pairs step_ms\n"
            "Of the selected body: x y angle speed vx vy spin body_impulse\n"
            "Of the selected joint: force torque joint_angle translation");
    }
    if (entered) {
        enter_condition(session, text);
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(!session->has_condition);
    if (ImGui::Button("clear", ImVec2(-1, 0))) {
        session->has_condition = false;
    }
    ImGui::EndDisabled();
    show_condition_state(session);
}

} // namespace

void show_inspector(demo_session *session) {
    if (!session->scene->world) {
        ImGui::TextDisabled("This scene has no world.");
        return;
    }
    session->pointed = {0, 0};
    show_condition(session);
    ImGui::Separator();
    if (session->selection.joint.generation) {
        show_joint(session);
    } else if (session->selection.body.generation) {
        show_body(session);
    } else {
        ImGui::PushTextWrapPos(0);
        ImGui::TextDisabled("Click on a body, character or tile in the picture; on a joint's end while joints are drawn.");
        ImGui::PopTextWrapPos();
    }
}

} // namespace panel
