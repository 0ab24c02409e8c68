/*
 * volumes: one cloud of points and six volumes around it, side by side, with their areas. A point dragged in
 * one picture moves in all. The tighter a volume the dearer its tests: the list from AABB to hull is that
 * trade.
 */
#include "scenes.h"
#include "thud/bounds.h"

enum { point_count = 14, picture_count = 6, pictures_per_row = 3 };
static const float picture_width = 6.4f, picture_height = 6.2f; /* [m] */
static const float point_reach = 0.35f; /* the mouse takes hold of a point within this [m] */

typedef struct volumes_state {
    thud_vec2 points[point_count];
    thud_vec2 homes[point_count];
    scene_grip grip; /* of point i in picture p: i + p times point_count */
} volumes_state;

static const char *const picture_names[picture_count] = {"circle",       "AABB",  "OBB by covariance",
                                                         "smallest OBB", "8-DOP", "convex hull"};

static thud_vec2 picture_center(int picture) {
    return (thud_vec2){picture_width * ((float)(picture % pictures_per_row) - 1),
                       picture / pictures_per_row == 0 ? 0.5f * picture_height : -0.5f * picture_height};
}

static bool volumes_create(thud_scene *scene) {
    volumes_state *state = scene->state;
    for (int i = 0; i < point_count; i++) {
        float along = scene_random(scene, -2.3f, 2.3f), across = scene_random(scene, -0.8f, 0.8f);
        state->homes[i] = thud_rot_apply(thud_rot_from_angle(0.55f), (thud_vec2){along, across});
        state->points[i] = state->homes[i];
    }
    return true;
}

/* Until the mouse comes the points drift on small circles. */
static void volumes_before_step(thud_scene *scene, float dt) {
    volumes_state *state = scene->state;
    for (int i = 0; i < point_count && !state->grip.touched; i++) {
        float phase = dt * (float)scene->step_count * (0.5f + 0.07f * (float)i) + (float)i;
        thud_vec2 drift = {0.25f * thud_cos(phase), 0.25f * thud_sin(phase)};
        state->points[i] = thud_vec2_add(state->homes[i], drift);
    }
}

static bool pick(const thud_scene *scene, thud_vec2 at, int *thing, thud_vec2 *origin) {
    const volumes_state *state = scene->state;
    bool found = false;
    for (int i = 0; i < picture_count * point_count; i++) {
        thud_vec2 place = thud_vec2_add(picture_center(i / point_count), state->points[i % point_count]);
        if (thud_vec2_distance(at, place) < point_reach) {
            *thing = i;
            *origin = place;
            found = true;
        }
    }
    return found;
}

static bool volumes_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    volumes_state *state = scene->state;
    if (!scene_drag(scene, &state->grip, action, at, pick)) {
        return false;
    }
    int thing = state->grip.thing;
    state->points[thing % point_count] =
        thud_vec2_sub(state->grip.origin, picture_center(thing / point_count));
    return true;
}

static thud_volume make_volume(const volumes_state *state, int picture) {
    static const thud_volume_kind kinds[picture_count] = {THUD_VOLUME_CIRCLE, THUD_VOLUME_AABB,
                                                          THUD_VOLUME_OBB,    THUD_VOLUME_OBB,
                                                          THUD_VOLUME_DOP8,   THUD_VOLUME_HULL};
    thud_volume volume = {.kind = kinds[picture]};
    if (picture == 2) {
        thud_obb_of_covariance(state->points, point_count, &volume.obb);
    } else {
        thud_volume_of_points(kinds[picture], state->points, point_count, &volume);
    }
    return volume;
}

static void draw_volume(const scene_painter *painter, const thud_volume *volume, thud_vec2 center) {
    thud_vec2 vertices[THUD_MAX_VERTICES];
    float radius;
    int count = thud_volume_core(volume, vertices, &radius);
    thud_shape shape;
    thud_status status =
        count == 1 ? thud_circle(vertices[0], radius, &shape) : thud_hull(vertices, count, radius, &shape);
    if (status == THUD_OK) {
        painter->shape(painter->context, &shape, (thud_pose){center, {1, 0}}, SCENE_INK_APART, SCENE_FILLED);
    }
}

static void volumes_draw(const thud_scene *scene, const scene_painter *painter) {
    const volumes_state *state = scene->state;
    thud_volume hull = make_volume(state, picture_count - 1);
    float least = thud_max(1e-6f, thud_volume_area(&hull)); /* [m^2] */
    for (int picture = 0; picture < picture_count; picture++) {
        thud_vec2 center = picture_center(picture);
        thud_volume volume = make_volume(state, picture);
        draw_volume(painter, &volume, center);
        for (int i = 0; i < point_count; i++) {
            painter->point(painter->context, thud_vec2_add(center, state->points[i]),
                           state->grip.holds && i == state->grip.thing % point_count ? SCENE_INK_TOUCHING : SCENE_INK_SECOND);
        }
        float area = thud_volume_area(&volume);
        scene_printf(painter, (thud_vec2){center.x, center.y - 2.45f}, SCENE_INK_TEXT, SCENE_TEXT_CENTER,
                     "%s", picture_names[picture]);
        scene_printf(painter, (thud_vec2){center.x, center.y - 2.95f}, SCENE_INK_MUTED, SCENE_TEXT_CENTER,
                     "%.2f m\xc2\xb2, %.2f x the hull", (double)area, (double)(area / least));
    }
}

static uint64_t volumes_hash(const thud_scene *scene) {
    const volumes_state *state = scene->state;
    uint64_t hash = scene_hash_bytes(SCENE_HASH_START, state->points, sizeof state->points);
    for (int picture = 0; picture < picture_count; picture++) {
        thud_volume volume = make_volume(state, picture);
        float area = thud_volume_area(&volume);
        hash = scene_hash_bytes(hash, &area, sizeof area);
    }
    return hash;
}

const scene_kind scene_volumes = {
    .name = "volumes",
    .description = "Six bounding volumes around one cloud of points, and their areas",
    .help = "Drag  the points",
    .view = {{-9.9f, -6.4f}, {9.9f, 6.4f}},
    .worldless = true,
    .state_size = sizeof(volumes_state),
    .create = volumes_create,
    .before_step = volumes_before_step,
    .draw = volumes_draw,
    .mouse = volumes_mouse,
    .hash = volumes_hash,
};
