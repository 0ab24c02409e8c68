/*
 * events: all events of a step are shown where they happened, counted and written down. Sparks are
 * hits, as long as they were fast; rings are shapes that meet, thin crosses shapes that part; a z falls asleep.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenes.h"
#include "thud/event.h"
#include "thud/joint.h"

enum {
    most_thrown = 26,
    most_marks = 160,
    log_lines = 15,
    graph_steps = 150,
    mark_steps = 40,     /* that a mark is seen */
    heavy_every = 8,     /* so many throws are one of the heavy ball */
    mending_steps = 200, /* until a broken plank is welded again */
    sparks_a_mark = 7,
};
static const float log_x = 9.4f;         /* the left edge of what is written [m] */
static const float throw_height = 17.5f; /* [m] */
static const float plank_y = 7.5f, plank_left = -17.5f, plank_right = -9.5f; /* [m] */
static const float plank_bears = 900;                                        /* [N] */

enum { pace, hit_speed };
static const scene_tunable events_tunables[] = {
    [pace] = {"pace", "steps a throw", "", SCENE_WHOLE_NUMBER, 5, 120, 32, NULL, false},
    [hit_speed] = {"hit", "hits above", "m/s", SCENE_NUMBER, 0, 15, 2, NULL, false},
};

/* What can happen; each kind has its own ink and name. */
typedef enum happening { BEGIN, END, HIT, ENTER, LEAVE, BREAK, SLEEP, MOVE, HAPPENINGS } happening;

static const struct {
    const char *name;
    scene_ink ink;
} kinds[HAPPENINGS] = {
    [BEGIN] = {"contacts began", SCENE_INK_APART},
    [END] = {"contacts ended", SCENE_INK_MUTED},
    [HIT] = {"hits", SCENE_INK_SECOND},
    [ENTER] = {"came into the sensor", SCENE_INK_GOOD},
    [LEAVE] = {"left the sensor", SCENE_INK_GHOST},
    [BREAK] = {"joints broke", SCENE_INK_BAD},
    [SLEEP] = {"fell asleep", SCENE_INK_PATH},
    [MOVE] = {"moved in this step", SCENE_INK_TEXT},
};

/* Something that happened, where it was. */
typedef struct mark {
    happening kind;
    thud_vec2 point, normal;
    float strength; /* speed of a hit [m/s], force of a break [N] */
    int age;        /* [steps] */
    uint32_t seed;  /* of its sparks */
} mark;

typedef struct log_line {
    uint64_t step;
    scene_ink ink;
    char text[56];
} log_line;

typedef struct events_state {
    thud_body_id thrown[most_thrown], ground, plank;
    thud_vec2 ends[2]; /* of the plank, in its frame; the welds' user data */
    uint64_t throws;
    mark marks[most_marks];
    int next_mark;
    log_line lines[log_lines];
    int next_line;
    int counts[HAPPENINGS];
    int moves[graph_steps]; /* a ring, of the last steps */
    int steps_broken;       /* since the plank came off; 0: it has not */
    float told_hit_speed;   /* what the world was configured with [m/s] */
} events_state;

/* What a shape is called, by its material. */
static const char *const names[] = {"ground", "ball", "box", "log", "iron", "plank"};
enum { GROUND, BALL, BOX, LOG, HEAVY, PLANK };

static const char *name_of(const thud_scene *scene, thud_shape_id shape) {
    return thud_shape_is_valid(scene->world, shape)
               ? names[thud_shape_definition(scene->world, shape).material_id]
               : "what is gone";
}

/* ---- making it ---- */

static const thud_vec2 hills[] = {{-20, 19},     {-20, 0},  {-8, 0}, {-5.5f, 0.4f}, {-3.5f, 1.6f},
                                  {-1.5f, 1.9f}, {1, 0.6f}, {3, 0},  {8, 0},        {8, 19}};
enum { hill_points = (int)(sizeof hills / sizeof hills[0]) };

static thud_shape_def shape_of(int name) {
    thud_shape_def def = thud_shape_defaults();
    def.material_id = (uint64_t)name;
    def.hit_events = true;
    def.material.elasticity = name == BALL ? 0.6f : 0.2f;
    return def;
}

static void weld(thud_scene *scene, thud_vec2 point, int end) {
    events_state *state = scene->state;
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = thud_joint_base_at(scene->world, state->ground, state->plank, point);
    def.base.break_force = plank_bears;
    def.base.user_data = &state->ends[end];
    state->ends[end] = def.base.anchor_b;
    thud_weld_joint_create(scene->world, &def);
}

/* The plank, welded to both posts. */
static void add_plank(thud_scene *scene) {
    events_state *state = scene->state;
    scene_remove(scene, state->plank);
    thud_vec2 left = {plank_left, plank_y}, right = {plank_right, plank_y};
    thud_shape_def def = shape_of(PLANK);
    state->plank = scene_thing(scene, &def, thud_vec2_lerp(left, right, 0.5f), 0,
                               (scene_form){SCENE_BOX, 0.5f * (plank_right - plank_left), 0.18f});
    weld(scene, left, 0);
    weld(scene, right, 1);
    state->steps_broken = 0;
}

static bool events_create(thud_scene *scene) {
    events_state *state = scene->state;
    state->told_hit_speed = -1;
    state->ground = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    scene_ground(scene, state->ground, hills, hill_points);
    thud_shape_def def = shape_of(GROUND);
    const thud_pose places[] = {{{plank_left - 1.25f, plank_y}, {1, 0}}, {{5, 6}, {1, 0}}};
    const thud_vec2 halves[] = {{1.25f, 0.3f}, {3, 0.25f}};
    for (int i = 0; i < 2; i++) {
        thud_shape block;
        if (thud_offset_box(halves[i], 0, places[i], &block) == THUD_OK) {
            thud_body_add_shape(scene->world, state->ground, &def, &block);
        }
    }
    thud_shape post;
    thud_vec2 foot = {plank_right + 0.2f, 0}, head = {plank_right + 0.2f, plank_y - 0.5f};
    if (thud_capsule(foot, head, 0.2f, &post) == THUD_OK) {
        thud_body_add_shape(scene->world, state->ground, &def, &post);
    }
    thud_body_id area = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){-2.5f, 7}, 0);
    def.sensor = true;
    scene_add_form(scene, area, &def, (scene_form){SCENE_BOX, 3, 2});
    add_plank(scene);
    return true;
}

/* ---- throwing ---- */

static void throw_one(thud_scene *scene, thud_vec2 at, thud_vec2 velocity, int name) {
    events_state *state = scene->state;
    int number = (int)(state->throws++ % most_thrown);
    scene_remove(scene, state->thrown[number]);
    float angle = scene_random(scene, -1, 1), size = scene_random(scene, 0.35f, 0.65f);
    const scene_form forms[] = {[BALL] = {SCENE_CIRCLE, size, 0},
                                [BOX] = {SCENE_BOX, size, size},
                                [LOG] = {SCENE_CAPSULE, size, 0.5f * size},
                                [HEAVY] = {SCENE_CIRCLE, 0.95f, 0}};
    thud_shape_def def = shape_of(name);
    def.density = name == HEAVY ? 4 : def.density;
    thud_body_id body = scene_thing(scene, &def, at, angle, forms[name]);
    thud_body_set_velocity(scene->world, body, velocity, scene_random(scene, -3, 3));
    state->thrown[number] = body;
}

/* In turn balls, boxes, logs, anywhere; at times the heavy ball, on the plank. */
static void throw_next(thud_scene *scene) {
    const events_state *state = scene->state;
    if (state->throws % heavy_every == 1) {
        throw_one(scene, (thud_vec2){0.5f * (plank_left + plank_right), throw_height}, (thud_vec2){0, -6},
                  HEAVY);
        return;
    }
    thud_vec2 at = {scene_random(scene, -7, 6.5f), throw_height};
    thud_vec2 velocity = scene_random_vec2(scene, (thud_vec2){-5, -12}, (thud_vec2){5, 0});
    throw_one(scene, at, velocity, BALL + (int)(state->throws % 3));
}

static void events_before_step(thud_scene *scene, float dt) {
    (void)dt;
    events_state *state = scene->state;
    if (state->told_hit_speed != scene->values[hit_speed]) {
        thud_world_def def = thud_world_definition(scene->world);
        def.hit_speed = state->told_hit_speed = scene->values[hit_speed];
        thud_world_configure(scene->world, &def);
    }
    if (scene->step_count % (uint64_t)scene->values[pace] == 4) {
        throw_next(scene);
    }
    state->steps_broken += state->steps_broken > 0;
    if (state->steps_broken > mending_steps) {
        add_plank(scene);
    }
}

/* ---- the log of a step ---- */

static void note(events_state *state, happening kind, thud_vec2 point, thud_vec2 normal, float strength) {
    mark *made = &state->marks[state->next_mark];
    state->next_mark = (state->next_mark + 1) % most_marks;
    *made = (mark){kind, point, normal, strength, 1, 977u * (uint32_t)++state->counts[kind] + 13u};
}

__attribute__((format(printf, 3, 4))) static void log_event(thud_scene *scene, happening kind, const char *format,
                                                       ...) {
    events_state *state = scene->state;
    log_line *line = &state->lines[state->next_line];
    state->next_line = (state->next_line + 1) % log_lines;
    line->step = scene->step_count;
    line->ink = kinds[kind].ink;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->text, sizeof line->text, format, arguments);
    va_end(arguments);
}

/* Where a shape's body is; a shape that is gone was nowhere. */
static thud_vec2 place_of(const thud_scene *scene, thud_shape_id shape) {
    return thud_body_center(scene->world, thud_shape_body(scene->world, shape));
}

static void take_contacts(thud_scene *scene) {
    events_state *state = scene->state;
    thud_contact_events events = thud_world_contact_events(scene->world);
    for (int i = 0; i < events.begin_count; i++) {
        const thud_manifold *manifold = &events.begins[i].manifold;
        note(state, BEGIN, manifold->points[0].point, manifold->normal, 0);
    }
    for (int i = 0; i < events.end_count; i++) {
        const thud_contact_end *end = &events.ends[i];
        thud_vec2 a = place_of(scene, end->shape_a), b = place_of(scene, end->shape_b);
        bool a_moves = thud_body_is_awake(scene->world, thud_shape_body(scene->world, end->shape_a));
        note(state, END, a_moves ? a : b, (thud_vec2){0, 1}, 0);
    }
    for (int i = 0; i < events.hit_count; i++) {
        const thud_contact_hit *hit = &events.hits[i];
        note(state, HIT, hit->point, hit->normal, hit->approach_speed);
        bool swap = !thud_body_is_awake(scene->world, thud_shape_body(scene->world, hit->shape_a));
        log_event(scene, HIT, "%s hits %s: %.1f m/s, %.0f N s", name_of(scene, swap ? hit->shape_b : hit->shape_a),
             name_of(scene, swap ? hit->shape_a : hit->shape_b), (double)hit->approach_speed,
             (double)hit->impulse);
    }
}

static void take_sensors(thud_scene *scene) {
    thud_sensor_events events = thud_world_sensor_events(scene->world);
    for (int i = 0; i < events.begin_count; i++) {
        note(scene->state, ENTER, place_of(scene, events.begins[i].visitor), (thud_vec2){0, 1}, 0);
        log_event(scene, ENTER, "%s comes into the sensor", name_of(scene, events.begins[i].visitor));
    }
    for (int i = 0; i < events.end_count; i++) {
        note(scene->state, LEAVE, place_of(scene, events.ends[i].visitor), (thud_vec2){0, 1}, 0);
        log_event(scene, LEAVE, "%s leaves the sensor", name_of(scene, events.ends[i].visitor));
    }
}

static void take_breaks(thud_scene *scene) {
    events_state *state = scene->state;
    thud_joint_events events = thud_world_joint_events(scene->world);
    for (int i = 0; i < events.break_count; i++) {
        float force = thud_vec2_length(events.breaks[i].force);
        const thud_vec2 *end = events.breaks[i].user_data;
        thud_pose plank = thud_body_pose(scene->world, state->plank);
        note(state, BREAK, thud_pose_apply(plank, *end), (thud_vec2){0, 1}, force);
        log_event(scene, BREAK, "a weld breaks at %.0f N", (double)force);
        state->steps_broken += state->steps_broken == 0;
    }
}

static void take_moves(thud_scene *scene) {
    events_state *state = scene->state;
    thud_move_events events = thud_world_move_events(scene->world);
    state->counts[MOVE] = events.count;
    state->moves[scene->step_count % graph_steps] = events.count;
    for (int i = 0; i < events.count; i++) {
        if (events.moves[i].fell_asleep) {
            thud_shape_id none = {0, 0};
            note(state, SLEEP, events.moves[i].pose.position, (thud_vec2){0, 1}, 0);
            log_event(scene, SLEEP, "%s falls asleep",
                 name_of(scene, thud_body_next_shape(scene->world, events.moves[i].body, none)));
        }
    }
}

static void events_after_step(thud_scene *scene, float dt) {
    (void)dt;
    events_state *state = scene->state;
    for (int i = 0; i < most_marks; i++) {
        state->marks[i].age += state->marks[i].age > 0;
    }
    take_contacts(scene);
    take_sensors(scene);
    take_breaks(scene);
    take_moves(scene);
}

static bool events_key(thud_scene *scene, char name) {
    const events_state *state = scene->state;
    if (name == ' ') {
        throw_one(scene, scene->cursor, (thud_vec2){0, -15}, BALL + (int)(state->throws % 3));
    } else if (name == 'h') {
        throw_one(scene, scene->cursor, (thud_vec2){0, -6}, HEAVY);
    } else if (name == 'm') {
        add_plank(scene);
    }
    return name == ' ' || name == 'h' || name == 'm';
}

/* ---- drawing ---- */

static void draw_ring(const scene_painter *painter, thud_vec2 at, float radius, scene_ink ink) {
    scene_form ring = {SCENE_CIRCLE, radius, 0};
    scene_draw_form(painter, ring, (thud_pose){at, {1, 0}}, ink, SCENE_OUTLINE);
}

/* Lines that fly away from a point to both sides of a surface, as far as it was hard. */
static void draw_sparks(const scene_painter *painter, const mark *made, float reach, scene_ink ink) {
    float share = (float)made->age / (float)mark_steps;
    uint32_t seed = made->seed;
    thud_vec2 along = thud_vec2_perp(made->normal);
    for (int i = 0; i < sparks_a_mark; i++) {
        seed = seed * 1664525u + 1013904223u;
        float spread = (float)(seed >> 8) / 8388608.0f - 1.0f; /* -1 to 1 */
        float far = reach * (0.5f + 0.5f * thud_abs(spread));
        thud_vec2 direction =
            thud_vec2_mul_add(thud_vec2_scale(along, i % 2 ? 1.0f : -1.0f), 0.9f * spread, made->normal);
        float head = far * (1 - (1 - share) * (1 - share)), tail = far * share * share;
        painter->line(painter->context, thud_vec2_mul_add(made->point, tail, direction),
                      thud_vec2_mul_add(made->point, head, direction), ink);
    }
}

static void draw_cross(const scene_painter *painter, thud_vec2 at, float size, scene_ink ink) {
    thud_vec2 up = {size, size}, down = {size, -size};
    painter->line(painter->context, thud_vec2_sub(at, up), thud_vec2_add(at, up), ink);
    painter->line(painter->context, thud_vec2_sub(at, down), thud_vec2_add(at, down), ink);
}

static void draw_mark(const scene_painter *painter, const mark *made) {
    float share = (float)made->age / (float)mark_steps;
    scene_ink ink = kinds[made->kind].ink;
    thud_vec2 above = {made->point.x, made->point.y + 0.5f + 1.2f * share};
    switch (made->kind) {
    case BEGIN:
        draw_ring(painter, made->point, 0.08f + 0.35f * share, ink);
        break;
    case END:
        draw_cross(painter, made->point, 0.16f * (1 - share), ink);
        break;
    case HIT:
        draw_sparks(painter, made, 0.16f * made->strength, ink);
        if (made->strength > 8) {
            scene_printf(painter, above, ink, SCENE_TEXT_CENTER, "%.0f m/s", (double)made->strength);
        }
        break;
    case ENTER:
        scene_printf(painter, above, ink, SCENE_TEXT_CENTER, "in");
        break;
    case LEAVE:
        scene_printf(painter, above, ink, SCENE_TEXT_CENTER, "out");
        break;
    case BREAK:
        draw_sparks(painter, made, 3.5f, ink);
        draw_ring(painter, made->point, 0.1f + 2.2f * share, ink);
        scene_printf(painter, above, ink, SCENE_TEXT_CENTER, "%.0f N", (double)made->strength);
        break;
    default:
        scene_printf(painter, above, ink, SCENE_TEXT_HEADING, share < 0.5f ? "z" : "z z");
        break;
    }
}

/* How many bodies moved in each of the last steps. */
static void draw_graph(const thud_scene *scene, const scene_painter *painter) {
    const events_state *state = scene->state;
    const thud_vec2 origin = {log_x, 10.1f};
    const float step_width = 11.0f / (float)graph_steps, body_height = 0.075f;
    for (uint64_t i = 1; i <= graph_steps && i <= scene->step_count; i++) {
        int moved = state->moves[(scene->step_count - i + 1) % graph_steps];
        thud_vec2 foot = {origin.x + 11.0f - step_width * (float)i, origin.y};
        thud_vec2 top = {foot.x, foot.y + body_height * (float)moved};
        painter->line(painter->context, foot, top, SCENE_INK_MUTED);
    }
}

static void draw_log(const thud_scene *scene, const scene_painter *painter) {
    const events_state *state = scene->state;
    for (int kind = 0; kind < HAPPENINGS; kind++) {
        float y = 18.9f - 0.9f * (float)kind;
        scene_printf(painter, (thud_vec2){log_x, y}, kinds[kind].ink, SCENE_TEXT_LEFT, "%d",
                     state->counts[kind]);
        scene_printf(painter, (thud_vec2){log_x + 2, y}, kinds[kind].ink, SCENE_TEXT_LEFT, "%s",
                     kinds[kind].name);
    }
    for (int i = 0; i < log_lines; i++) {
        const log_line *line = &state->lines[(state->next_line + log_lines - 1 - i) % log_lines];
        if (line->text[0] != '\0') {
            float y = 9.2f - 0.72f * (float)i;
            scene_printf(painter, (thud_vec2){log_x, y}, SCENE_INK_MUTED, SCENE_TEXT_LEFT, "%llu",
                         (unsigned long long)line->step);
            scene_printf(painter, (thud_vec2){log_x + 2, y}, line->ink, SCENE_TEXT_LEFT, "%s", line->text);
        }
    }
}

static void events_draw_behind(const thud_scene *scene, const scene_painter *painter) {
    (void)scene;
    scene_draw_earth(painter, hills + 1, hill_points - 2, -1);
}

static void events_draw(const thud_scene *scene, const scene_painter *painter) {
    const events_state *state = scene->state;
    for (int i = 0; i < most_marks; i++) {
        if (state->marks[i].age > 0 && state->marks[i].age < mark_steps) {
            draw_mark(painter, &state->marks[i]);
        }
    }
    draw_graph(scene, painter);
    draw_log(scene, painter);
}

const scene_kind scene_events = {
    .name = "events",
    .description =
        "The events of a step: contacts, hits, sensors, joints that break, bodies that move and fall asleep",
    .help = "Space  throw from the mouse     H  the heavy ball     M  mend the plank",
    .view = {{-20.6f, -1.6f}, {23.4f, 19.6f}},
    .state_size = sizeof(events_state),
    SCENE_TUNABLES(events_tunables),
    .create = events_create,
    .before_step = events_before_step,
    .after_step = events_after_step,
    .draw_behind = events_draw_behind,
    .draw = events_draw,
    .key = events_key,
    .mouse = scene_note_cursor,
};
