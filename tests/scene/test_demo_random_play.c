/*
 * Random play of every demo scene: mouse, keys and tunables as from the window, and everything is drawn.
 * No world may ever disable a body or lose a contact, and the same seed gives the same bits
 * again. Most useful under the address sanitizer.
 *
 *     THUD_PLAY_SECONDS=20 THUD_PLAY_SEED=7 test_demos_random_play      plays for longer, otherwise
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "reference/random.h"
#include "session.h"

enum { default_seconds = 4, default_seed = 20261121 };
static const float dt = 1.0f / 60.0f; /* [s] */

typedef struct player {
    demo_session session;
    test_random random;
    thud_vec2 mouse;
    bool pressed, scene_has_mouse;
    int64_t drawn; /* number of drawn objects */
} player;

static uint32_t draw_number(player *p, uint32_t below) {
    return test_random_below(&p->random, below);
}

static float draw_float(player *p, float low, float high) {
    return low + (high - low) * (float)draw_number(p, 10001) / 10000.0f;
}

static uint32_t from_environment(const char *name, uint32_t otherwise) {
    const char *text = getenv(name);
    uint32_t number = text ? (uint32_t)strtoul(text, NULL, 10) : 0;
    return number ? number : otherwise;
}

/* ---- input ---- */

/* The place of a body in half of the cases; else a place in view or a little beyond. */
static thud_vec2 some_place(player *p) {
    const thud_scene *scene = p->session.scene;
    if (scene->world && draw_number(p, 2) == 0) {
        thud_body_id body = {0, 0};
        for (uint32_t i = draw_number(p, (uint32_t)thud_world_counts(scene->world).bodies + 1); i > 0; i--) {
            body = thud_world_next_body(scene->world, body);
        }
        if (body.generation) {
            return thud_body_center(scene->world, body);
        }
    }
    thud_vec2 half = thud_vec2_scale(thud_vec2_sub(scene->view.max, scene->view.min), 0.55f);
    thud_vec2 middle = thud_aabb_center(scene->view);
    float x = middle.x + draw_float(p, -half.x, half.x);
    return thud_vec2_make(x, middle.y + draw_float(p, -half.y, half.y));
}

static void press_mouse(player *p) {
    p->pressed = true;
    p->scene_has_mouse = session_mouse(&p->session, SCENE_MOUSE_PRESS, p->mouse);
    if (!p->scene_has_mouse) {
        session_grab(&p->session, p->mouse);
    }
}

static void release_mouse(player *p) {
    if (p->scene_has_mouse) {
        session_mouse(&p->session, SCENE_MOUSE_RELEASE, p->mouse);
    }
    session_let_go(&p->session);
    p->pressed = p->scene_has_mouse = false;
}

static void move_mouse(player *p) {
    p->mouse = draw_number(p, 3) == 0 ? some_place(p)
                                      : thud_vec2_add(p->mouse, thud_vec2_make(draw_float(p, -0.3f, 0.3f),
                                                                              draw_float(p, -0.3f, 0.3f)));
    if (p->scene_has_mouse) {
        session_mouse(&p->session, SCENE_MOUSE_DRAG, p->mouse);
    } else if (p->pressed) {
        session_pull(&p->session, p->mouse);
    } else {
        session_mouse(&p->session, SCENE_MOUSE_MOVE, p->mouse);
    }
}

static void use_key(player *p) {
    thud_scene *scene = p->session.scene;
    static const char keys[] = "abcdefghijklmnopqrstuvwxyz0123456789 ,.-=;";
    char key = draw_number(p, 3) == 0 ? (char)(SCENE_KEY_LEFT + draw_number(p, 4))
                                      : keys[draw_number(p, (uint32_t)strlen(keys))];
    session_key(&p->session, key, !scene->held[(int)key]);
}

static void turn_setting(player *p) {
    const scene_options *options = &p->session.options;
    int which = (int)draw_number(p, (uint32_t)(options->kind->tunable_count > 0 ? options->kind->tunable_count : 1));
    if (which >= settings_count(options)) {
        return;
    }
    demo_setting setting = setting_at(options, which);
    float value = draw_float(p, setting.low, setting.high);
    session_set(&p->session, which, setting.kind == SCENE_NUMBER ? value : (float)(int)(value + 0.5f));
    if (setting.restarts) {
        release_mouse(p);
        session_restart(&p->session);
    }
}

static void play_a_moment(player *p) {
    uint32_t choice = draw_number(p, 400);
    if (choice < 160) {
        move_mouse(p);
    } else if (choice < 180) {
        p->pressed ? release_mouse(p) : press_mouse(p);
    } else if (choice < 220) {
        use_key(p);
    } else if (choice == 220) {
        turn_setting(p);
    }
}

/* ---- drawing ---- */

static void count_it(void *context) {
    ++*(int64_t *)context;
}

static void see_line(void *context, thud_vec2 p1, thud_vec2 p2, scene_ink ink) {
    (void)p1, (void)p2, (void)ink;
    count_it(context);
}

static void see_shape(void *context, const thud_shape *shape, thud_pose pose, scene_ink ink, scene_fill fill) {
    (void)shape, (void)pose, (void)ink, (void)fill;
    count_it(context);
}

static void see_point(void *context, thud_vec2 point, scene_ink ink) {
    (void)point, (void)ink;
    count_it(context);
}

static void see_text(void *context, thud_vec2 at, scene_ink ink, scene_text style, const char *text) {
    (void)at, (void)ink, (void)style;
    assert_true(strlen(text) < 200);
    count_it(context);
}

static void see_polygon(const thud_vec2 *vertices, int count, float radius, thud_draw_role role, thud_body_id body, void *context) {
    (void)vertices, (void)count, (void)radius, (void)role, (void)body;
    count_it(context);
}

static void see_circle(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role,
                       thud_body_id body, void *context) {
    (void)center, (void)radius, (void)rotation, (void)role, (void)body;
    count_it(context);
}

static void see_world_line(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context) {
    (void)p1, (void)p2, (void)role;
    count_it(context);
}

static void see_world_point(thud_vec2 point, thud_draw_role role, void *context) {
    (void)point, (void)role;
    count_it(context);
}

static void see_world_text(thud_vec2 at, const char *text, thud_draw_role role, void *context) {
    (void)at, (void)text, (void)role;
    count_it(context);
}

static void look(player *p) {
    scene_painter painter = {see_line, see_line, see_shape, see_point, see_text, &p->drawn, 0.5f};
    scene_draw_behind(p->session.scene, &painter);
    scene_draw(p->session.scene, &painter);
    if (p->session.scene->world) {
        thud_debug_draw everything = p->session.draw;
        everything.polygon = see_polygon;
        everything.circle = see_circle;
        everything.line = see_world_line;
        everything.point = see_world_point;
        everything.text = see_world_text;
        everything.context = &p->drawn;
        everything.aabbs = everything.cells = everything.contacts = everything.normals = everything.impulses =
            true;
        everything.mtd = everything.times_of_impact = everything.velocities = everything.centers = true;
        everything.joints = everything.names = true;
        thud_world_draw(p->session.scene->world, &everything);
    }
}

/* ---- checks ---- */

static void check_world(const player *p) {
    const thud_scene *scene = p->session.scene;
    const thud_step_result *lost = &scene->last_step;
    if (lost->status != THUD_OK || lost->disabled_bodies != 0 || lost->lost_contacts != 0) {
        fail_msg("%s: step %llu: %s, %d bodies disabled, %d contacts lost", scene->kind->name,
                 (unsigned long long)scene->step_count, thud_status_message(lost->status), lost->disabled_bodies,
                 lost->lost_contacts);
    }
}

/* The recording brings the scene back to the same bits, from its start and from its middle; its
 * text brings back the recording. */
static void check_way_back(demo_session *session, uint64_t hash) {
    uint32_t end = (uint32_t)session->scene->step_count;
    session_seek(session, end / 2);
    while (session->seeking) {
        session_advance(session, dt);
    }
    assert_int_equal(session->scene->step_count, end / 2);
    while (session->scene->step_count < end) {
        session_step(session);
    }
    if (scene_hash(session->scene) != hash || session->differs != 0) {
        fail_msg("%s: played again, it differs at step %u", session->options.kind->name, (unsigned)session->differs);
    }
}

/* Plays a scene; returns its hash at the end. */
static uint64_t play(const scene_kind *kind, uint32_t seed, uint32_t seconds) {
    player p = {.random = {seed}};
    scene_options options = scene_options_for(kind);
    options.level = THUD_DEMOS_LEVEL;
    char error[SCENE_ERROR_SIZE] = "";
    if (!session_open(&p.session, &options, error)) {
        fail_msg("%s: %s", kind->name, error);
    }
    p.mouse = thud_aabb_center(p.session.scene->view);
    for (uint32_t step = 0; step < 60 * seconds; step++) {
        for (int i = 0; i < 2; i++) {
            play_a_moment(&p);
        }
        session_advance(&p.session, dt);
        check_world(&p);
        if (step % 7 == 0) {
            look(&p);
        }
    }
    assert_true(p.drawn > 0);
    uint64_t hash = scene_hash(p.session.scene);
    check_way_back(&p.session, hash);
    session_close(&p.session);
    return hash;
}

static void every_scene_survives_random_play_and_no_world_ever_disables_a_body(void **state) {
    (void)state;
    uint32_t seconds = from_environment("THUD_PLAY_SECONDS", default_seconds);
    uint32_t seed = from_environment("THUD_PLAY_SEED", default_seed);
    const char *only = getenv("THUD_PLAY_SCENE");
    print_message("%u s of each, seed %u\n", (unsigned)seconds, (unsigned)seed);
    int played = 0;
    for (int i = 0; scene_at(i); i++) {
        if (!only || strcmp(only, scene_at(i)->name) == 0) {
            play(scene_at(i), seed + (uint32_t)i, seconds);
            played++;
        }
    }
    assert_true(played > 0); /* THUD_PLAY_SCENE names one */
}

static void the_same_play_gives_the_same_bits(void **state) {
    (void)state;
    for (int i = 0; scene_at(i); i++) {
        uint32_t seed = from_environment("THUD_PLAY_SEED", default_seed);
        if (play(scene_at(i), seed, 1) != play(scene_at(i), seed, 1)) {
            fail_msg("%s differs", scene_at(i)->name);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_survives_random_play_and_no_world_ever_disables_a_body),
        cmocka_unit_test(the_same_play_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
