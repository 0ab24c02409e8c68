/*
 * The loop: events, time, a frame. Steps are of fixed length; drawing interpolates between the last two.
 */
#include "window.h"

#include <stdio.h>

#include "autosave.h"
#include "gamepad.h"
#include "input.h"
#include "panel.h"
#include "preset_follow.h"
#include "screenshot.h"
#include "view.h"

static const float longest_frame = 0.1f; /* after a stall the world goes on slower rather than jump [s] */
static const float usual_dots = 96;      /* of a display [1/inch] */
static const float most_display_scale = 3;
enum { most_screenshots = 10000, window_no_display = 3, frames_to_settle = 5 };

typedef struct demo_window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    demo_session session;
    demo_view view;
    demo_input input;
    preset_follow preset;
    autosave saved;
    const char *folder;
    int screenshots;
    int marks;             /* of a script, so far: see is_mark */
    int frames_since_mark; /* or since the start */
} demo_window;

/* Pixels a point: more than 1 on high-density screens. */
static float pixel_scale(const demo_window *window) {
    int points = 1, pixels = 1;
    SDL_GetWindowSize(window->window, &points, NULL);
    SDL_GetRendererOutputSize(window->renderer, &pixels, NULL);
    return points > 0 ? (float)pixels / (float)points : 1;
}

/* The display's scale of text, in quarters, where window points are pixels and these are small. */
static float display_scale(const demo_window *window) {
    float dots = 0;
    if (SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window->window), &dots, NULL, NULL) != 0) {
        return 1;
    }
    float wanted = dots / usual_dots / pixel_scale(window);
    return SDL_clamp(0.25f * (float)(int)(4 * wanted), 1, most_display_scale);
}

/*
 * SDL falls back to drivers that show nothing when no display answers: right if the user set that driver, otherwise a
 * window that is not shown.
 */
static bool shows_nothing(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    bool asked = SDL_getenv("SDL_VIDEODRIVER") && *SDL_getenv("SDL_VIDEODRIVER");
    bool hidden = driver && (SDL_strcmp(driver, "offscreen") == 0 || SDL_strcmp(driver, "dummy") == 0);
    return hidden && !asked;
}

static bool open_window(demo_window *window, const demo_options *options) {
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0 || shows_nothing()) {
        return false;
    }
    window->window = SDL_CreateWindow("Thud", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, options->width,
                                      options->height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!window->window) {
        return false;
    }
    window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!window->renderer) {
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    }
    return window->renderer && view_open(&window->view, window->renderer, window->window, pixel_scale(window),
                                         options->ui_scale > 0 ? options->ui_scale : display_scale(window));
}

static void close_window(demo_window *window) {
    if (window->view.renderer) {
        view_close(&window->view);
    }
    SDL_DestroyRenderer(window->renderer);
    SDL_DestroyWindow(window->window);
    SDL_Quit();
}

/* The next name that no file has yet. */
static void take_screenshot(demo_window *window) {
    demo_session *session = &window->session;
    char path[400];
    session->wants_screenshot = false;
    while (window->screenshots++ < most_screenshots) {
        snprintf(path, sizeof path, "%.300s/thud-%s-%d.png", window->folder, session->options.kind->name,
                 window->screenshots);
        FILE *present = fopen(path, "rb");
        if (!present) {
            break;
        }
        fclose(present);
    }
    bool taken = screenshot_take(path, window->renderer);
    session_notice(session, taken ? "screenshot %s" : "cannot write %s", path);
}

static void report_place(demo_window *window, const char *what, thud_body_id body, thud_vec2 at) {
    SDL_FPoint pixel = camera_to_screen(&window->view.camera, at);
    session_report(&window->session, "%s %u %.0f %.0f", what, body.slot,
                   (double)(pixel.x / window->view.window_scale),
                   (double)(pixel.y / window->view.window_scale));
}

/* Where things are, for the scripted test: picture size, camera, the player and the first
 * dynamic body on the screen. */
static void report_state(demo_window *window) {
    demo_session *session = &window->session;
    thud_world *world = session->scene->world;
    const demo_camera *camera = &window->view.camera;
    session_report(session, "size %.0f %.0f", (double)window->view.width, (double)window->view.height);
    session_report(session, "camera %.3f %.3f %.3f", (double)camera->center.x, (double)camera->center.y,
                   (double)camera->pixels);
    if (session->scene->kind->mover) {
        const thud_mover_state *mover = session->scene->kind->mover(session->scene, 0).state;
        report_place(window, "mover", mover->body, mover->position);
    }
    thud_body_id body = {0, 0};
    while (world && (body = thud_world_next_body(world, body)).generation) {
        if (thud_body_definition(world, body).type == THUD_BODY_DYNAMIC) {
            report_place(window, "body", body, thud_body_center(world, body));
            return;
        }
    }
}

/*
 * A script, which reads a report, is shown what its input has come to, and not the frames before and after, which the panel needs:
 * painted by software, they took twice the time of all else that a scripted test does.
 */
static bool is_seen(const demo_window *window) {
    return !window->session.report || window->session.wants_screenshot ||
           window->frames_since_mark == frames_to_settle - 1;
}

static void draw_frame(demo_window *window, float seconds) {
    bool seen = is_seen(window);
    int width, height;
    SDL_GetRendererOutputSize(window->renderer, &width, &height);
    bool resized = window->view.width > 0 &&
                   ((float)width != window->view.width || (float)height != window->view.height);
    bool first = window->view.width <= 0 || !window->session.framed;
    view_fit(&window->view, &window->session, (float)width, (float)height);
    if (resized || first) {
        report_state(window);
    }
    view_draw(&window->view, &window->session, seconds, seen);
    if (window->session.wants_screenshot) {
        take_screenshot(window);
    }
    if (seen) {
        SDL_RenderPresent(window->renderer);
    }
}

/*
 * A script ends each of its inputs with a key that nothing else is told of, as no number of quiet frames tells that there is no more
 * to come: on a busy machine the next key of a text comes late.
 */
static bool is_mark(const demo_window *window, const SDL_Event *event) {
    return window->session.report && (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP) &&
           event->key.keysym.sym == SDLK_SCROLLLOCK;
}

static void take_event(demo_window *window, const SDL_Event *event) {
    if (is_mark(window, event)) {
        window->marks += event->type == SDL_KEYUP;
        window->frames_since_mark = 0;
        return;
    }
    panel_event(event);
    gamepad_event(&window->session, event);
    input_event(&window->input, &window->session, &window->view, window->window, event);
}

/*
 * Reports to a scripted test that its input has taken effect. The panel takes some frames: a click is pressed,
 * released, then opens a field, which has the focus in the next frame and the keyboard in the one after.
 */
static void report_settled(demo_window *window) {
    if (++window->frames_since_mark == frames_to_settle) {
        session_report(&window->session, "settled %d", window->marks);
    }
}

/*
 * Whether a script has seen what its last input has come to. No frame is shown then, so that none waits for the screen, and laying
 * out one after another took a fifth of a scripted test's processor time.
 */
static bool awaits_input(const demo_window *window) {
    return window->session.report && window->frames_since_mark >= frames_to_settle;
}

static void run(demo_window *window) {
    Uint64 last = SDL_GetPerformanceCounter();
    while (!window->session.quit) {
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            take_event(window, &event);
            autosave_poll(&window->saved, &window->session, 0); /* no scene is passed over */
        }
        Uint64 now = SDL_GetPerformanceCounter();
        float seconds = (float)((double)(now - last) / (double)SDL_GetPerformanceFrequency());
        last = now;
        preset_follow_poll(&window->preset, &window->session);
        autosave_poll(&window->saved, &window->session, seconds);
        session_advance(&window->session, SDL_min(seconds, longest_frame));
        if (window->session.scene->wants_restart) {
            session_restart(&window->session);
        }
        draw_frame(window, seconds);
        report_settled(window);
        if (awaits_input(window)) {
            SDL_WaitEventTimeout(NULL, 16); /* [ms] */
        } else if (seconds < 0.004f) {
            SDL_Delay(4); /* where the driver does not wait for the screen */
        }
    }
    autosave_finish(&window->saved, &window->session);
    session_report(&window->session, "quit %llu", (unsigned long long)window->session.scene->step_count);
}

int window_run(const demo_options *options) {
    demo_window window = {.folder = options->folder,
                          .preset = {.path = options->replay ? NULL : options->preset}};
    char error[SCENE_ERROR_SIZE];
    if (!options_can_record(options)) {
        return 1;
    }
    const scene_kind *wanted = options->has_scene ? options->scene.kind : NULL;
    bool ready = options->replay
                     ? session_open_replay(&window.session, options->replay, &options->scene, wanted, error)
                     : session_open(&window.session, &options->scene, error);
    if (!ready) {
        fprintf(stderr, "thud-demos: %s\n", error);
        return 1;
    }
    session_switch_all(&window.session, options->draw);
    window.session.measuring = true;
    window.session.folder = options->folder;
    window.saved.on = !options->preset && !options->replay && !options->sets;
    window.session.report = options->report ? fopen(options->report, "w") : NULL;
    if (options->report && !window.session.report) {
        fprintf(stderr, "thud-demos: the report %s cannot be written\n", options->report);
        session_close(&window.session);
        return 1;
    }
    bool opened = open_window(&window, options);
    if (opened) {
        run(&window);
    } else {
        fprintf(stderr, "thud-demos: no window: no display answers\n");
    }
    bool saved = !opened || options_record(options, &window.session.log);
    if (window.session.report) {
        fclose(window.session.report);
    }
    preset_follow_close(&window.preset);
    session_close(&window.session);
    close_window(&window);
    return !opened ? window_no_display : saved ? 0 : 1;
}
