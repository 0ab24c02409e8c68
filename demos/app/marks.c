/*
 * Outlines and points in the ink of text, which nothing else in the picture has.
 */
#include "marks.h"

#include "thud/event.h"
#include "tiles.h"

static void outline_body(const thud_scene *scene, const scene_painter *painter, thud_body_id body,
                         scene_ink ink) {
    for (thud_shape_id id = {0, 0}; (id = thud_body_next_shape(scene->world, body, id)).generation;) {
        scene_draw_shape(scene, painter, id, ink, SCENE_OUTLINE);
    }
}

/* Where the centre of a moving body would fly without contacts and damping, in the next second. */
static void draw_flight(const demo_session *session, const scene_painter *painter, thud_body_id body) {
    const int parts = 24;
    const float slowest = 0.5f; /* [m/s] */
    const thud_world *world = session->scene->world;
    thud_vec2 gravity =
        thud_vec2_scale(thud_world_gravity(world), thud_body_definition(world, body).gravity_scale);
    thud_vec2 from = thud_body_center(world, body), velocity = thud_body_velocity(world, body), before = from;
    if (thud_body_mass(world, body).mass <= 0 || thud_vec2_length(velocity) < slowest) {
        return;
    }
    for (int i = 1; i <= parts; i++) {
        float t = (float)i / (float)parts;
        thud_vec2 at = thud_vec2_mul_add(thud_vec2_mul_add(from, t, velocity), 0.5f * t * t, gravity);
        if (i % 2 == 0) {
            painter->line(painter->context, before, at, SCENE_INK_PATH);
        }
        before = at;
    }
}

/* The cell of the selected tile. */
static void mark_tile(const demo_session *session, const scene_painter *painter) {
    const demo_selection *selection = &session->selection;
    const thud_world *world = session->scene->world;
    thud_tile_grid_id grid = tiles_grid_of(world, selection->body);
    thud_vec2 half = thud_vec2_scale(thud_tile_grid_definition(world, grid).cell_size, 0.5f);
    thud_pose pose = thud_body_pose(world, selection->body);
    pose.position = thud_tile_grid_center(world, grid, selection->column, selection->row);
    thud_shape cell;
    thud_box(half, 0, &cell);
    painter->shape(painter->context, &cell, pose, SCENE_INK_TEXT, SCENE_OUTLINE);
}

static void mark_joint(const demo_session *session, const scene_painter *painter, thud_joint_id joint) {
    thud_vec2 a, b;
    if (thud_joint_anchors(session->scene->world, joint, &a, &b)) {
        painter->line(painter->context, a, b, SCENE_INK_TEXT);
        painter->point(painter->context, a, SCENE_INK_TEXT);
        painter->point(painter->context, b, SCENE_INK_TEXT);
    }
}

static void mark_contact(const demo_session *session, const scene_painter *painter, thud_contact_id id) {
    const float arrow = 0.5f; /* [m] */
    thud_contact_data contact = thud_contact_read(session->scene->world, id);
    for (int i = 0; i < contact.manifold.count; i++) {
        thud_vec2 at = contact.manifold.points[i].point;
        painter->point(painter->context, at, SCENE_INK_TEXT);
        painter->arrow(painter->context, at, thud_vec2_mul_add(at, arrow, contact.manifold.normal),
                       SCENE_INK_TEXT);
    }
}

/* The bodies of the ghost that move, as outlines. */
static void draw_ghost(const thud_scene *scene, const scene_painter *painter) {
    for (thud_body_id body = {0, 0}; (body = thud_world_next_body(scene->world, body)).generation;) {
        if (thud_body_definition(scene->world, body).type != THUD_BODY_STATIC) {
            outline_body(scene, painter, body, SCENE_INK_SECOND);
        }
    }
}

static void draw_trail(const run_track *track, const scene_painter *painter, scene_ink ink) {
    uint32_t first = track->steps > ghost_trail_length ? track->steps - ghost_trail_length : 0;
    for (uint32_t i = first + 1; i < track->steps; i++) {
        painter->line(painter->context, track->trail[(i - 1) % ghost_trail_length],
                      track->trail[i % ghost_trail_length], ink);
    }
}

void marks_draw(const demo_session *session, const scene_painter *painter) {
    const thud_world *world = session->scene->world;
    const demo_selection *selection = &session->selection;
    if (world && session->ghost.scene) {
        draw_trail(&session->ghost.first, painter, SCENE_INK_APART);
        draw_trail(&session->ghost.second, painter, SCENE_INK_SECOND);
        if (!session->only_ghost) {
            draw_ghost(session->ghost.scene, painter);
        }
    }
    if (world && selection->has_tile && thud_body_is_valid(world, selection->body)) {
        mark_tile(session, painter);
    } else if (world && thud_body_is_valid(world, selection->body)) {
        outline_body(session->scene, painter, selection->body, SCENE_INK_TEXT);
        draw_flight(session, painter, selection->body);
    }
    if (world && thud_joint_is_valid(world, selection->joint)) {
        mark_joint(session, painter, selection->joint);
    }
    if (world && thud_contact_is_valid(world, session->pointed)) {
        mark_contact(session, painter, session->pointed);
    }
}
