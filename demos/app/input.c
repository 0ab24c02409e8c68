/*
 * Events to actions. The panel is asked first, then the scene, then the keys that every scene has.
 */
#include "input.h"

#include <math.h>

#include "panel.h"

static const float scale_step = 1.125f;                  /* of text and panel, a key */
static const float wheel_step = 1.15f;                   /* zoom factor of one notch */
static const float slow_speeds[] = {1.0f, 0.25f, 0.05f}; /* what S walks through */
static const int slow_count = (int)(sizeof slow_speeds / sizeof slow_speeds[0]);

static SDL_FPoint pixels(const demo_view *view, int x, int y) {
    return (SDL_FPoint){(float)x * view->window_scale, (float)y * view->window_scale};
}

static thud_vec2 world_at(const demo_view *view, int x, int y) {
    return camera_to_world(&view->camera, pixels(view, x, y));
}

static void report_camera(demo_session *session, const demo_view *view) {
    session_report(session, "camera %.3f %.3f %.3f", (double)view->camera.center.x,
                   (double)view->camera.center.y, (double)view->camera.pixels);
}

/* ---- mouse ---- */

static void select_at(demo_session *session, const demo_view *view, thud_vec2 at) {
    const float reach = 6; /* [points] */
    if (session->scene->world) {
        session->selection = selection_at(session->scene->world, at, reach * view->scale / view->camera.pixels, session->draw.joints);
        session_report(session, "select %u %u %u", session->selection.body.slot, session->selection.shape.slot, session->selection.joint.slot);
        if (session->selection.has_tile) {
            session_report(session, "tile %d %d %d", session->selection.column, session->selection.row, session->selection.tile);
        }
    }
}

static void press(demo_input *input, demo_session *session, const demo_view *view,
                  const SDL_MouseButtonEvent *button) {
    thud_vec2 at = world_at(view, button->x, button->y);
    if (button->button == SDL_BUTTON_RIGHT || button->button == SDL_BUTTON_MIDDLE) {
        input->panning = true;
    } else if (button->button == SDL_BUTTON_LEFT) {
        select_at(session, view, at);
        if (session_mouse(session, SCENE_MOUSE_PRESS, at)) {
            input->hold = INPUT_SCENE;
        } else if (session_grab(session, at)) {
            input->hold = INPUT_BODY;
        }
    }
}

static void release(demo_input *input, demo_session *session, const demo_view *view,
                    const SDL_MouseButtonEvent *button) {
    if (button->button != SDL_BUTTON_LEFT) {
        input->panning = false;
        report_camera(session, view);
        return;
    }
    if (input->hold == INPUT_SCENE) {
        session_mouse(session, SCENE_MOUSE_RELEASE, world_at(view, button->x, button->y));
    } else if (input->hold == INPUT_BODY) {
        session_let_go(session);
    }
    input->hold = INPUT_NOTHING;
}

static void move(demo_input *input, demo_session *session, demo_view *view,
                 const SDL_MouseMotionEvent *motion) {
    thud_vec2 at = world_at(view, motion->x, motion->y);
    if (input->panning) {
        camera_pan(&view->camera, (float)motion->xrel * view->window_scale, (float)motion->yrel * view->window_scale);
    }
    if (input->hold == INPUT_BODY) {
        session_pull(session, at);
    } else {
        session_mouse(session, input->hold == INPUT_SCENE ? SCENE_MOUSE_DRAG : SCENE_MOUSE_MOVE, at);
    }
}

static void turn_wheel(demo_session *session, demo_view *view, const SDL_MouseWheelEvent *wheel) {
    int x, y;
    SDL_GetMouseState(&x, &y);
    float notches = wheel->preciseY * (wheel->direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f);
    camera_zoom(&view->camera, pixels(view, x, y), powf(wheel_step, notches));
    report_camera(session, view);
}

/* ---- keys ---- */

static void next_speed(demo_session *session) {
    int current = 0;
    for (int i = 0; i < slow_count; i++) {
        if (session->speed <= slow_speeds[i]) {
            current = i;
        }
    }
    session->speed = slow_speeds[(current + 1) % slow_count];
    session_notice(session, "speed x %.2f", (double)session->speed);
}

static bool switch_toggle(demo_session *session, SDL_Keycode key) {
    session_toggle toggles[session_toggle_count];
    const session_toggle *toggle = session_switch(session, key, toggles);
    if (toggle) {
        session_notice(session, "%s %s", toggle->label, *toggle->flag ? "on" : "off");
    }
    return toggle != NULL;
}

static void toggle_full_screen(SDL_Window *window) {
    bool full = SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
    SDL_SetWindowFullscreen(window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void pause(demo_session *session, bool paused) {
    session->paused = paused;
    session_report(session, "%s %llu", paused ? "pause" : "play",
                   (unsigned long long)session->scene->step_count);
}

/* The keys that every scene has; false for any other. */
static bool common_key(demo_input *input, demo_session *session, SDL_Window *window, const SDL_Keysym *key) {
    switch (key->sym) {
    case SDLK_p:
        pause(session, !session->paused);
        return true;
    case SDLK_o:
        session->paused = true;
        session_step(session);
        session_report(session, "step %llu", (unsigned long long)session->scene->step_count);
        return true;
    case SDLK_BACKSPACE:
        session->paused = true;
        session_seek(session, session->scene->step_count > 0 ? (uint32_t)session->scene->step_count - 1 : 0);
        return true;
    case SDLK_F2:
        session->show_panel = true;
        panel_pick_scene();
        return true;
    case SDLK_F5:
        session_loop(session);
        return true;
    case SDLK_F6:
        session_take_over(session);
        return true;
    case SDLK_F7:
        session_compare_next(session);
        return true;
    case SDLK_F8:
        session->only_ghost = true;
        session_report(session, "ghost alone");
        return true;
    case SDLK_SLASH:
        session->show_panel = true;
        panel_filter();
        return true;
    case SDLK_r:
        session_let_go(session);
        input->hold = INPUT_NOTHING;
        session_restart(session);
        return true;
    case SDLK_LEFTBRACKET:
    case SDLK_RIGHTBRACKET:
        session_let_go(session);
        input->hold = INPUT_NOTHING;
        session_cycle(session, key->sym == SDLK_RIGHTBRACKET ? 1 : -1);
        return true;
    case SDLK_s:
        next_speed(session);
        return true;
    case SDLK_TAB:
        session->show_panel = !session->show_panel;
        session_report(session, "panel %s", session->show_panel ? "shown" : "hidden");
        return true;
    case SDLK_F1:
        session->show_help = !session->show_help;
        session_report(session, "help %s", session->show_help ? "shown" : "hidden");
        return true;
    case SDLK_F11:
        toggle_full_screen(window);
        return true;
    case SDLK_F12:
        session->wants_screenshot = true;
        return true;
    case SDLK_HOME:
        session->framed = false;
        return true;
    case SDLK_ESCAPE:
        session->show_help = false;
        return true;
    default:
        return false;
    }
}

/* The name that scenes give a key; 0 for one that they do not hear of. */
static char scene_key(SDL_Keycode key) {
    switch (key) {
    case SDLK_LEFT:
        return SCENE_KEY_LEFT;
    case SDLK_RIGHT:
        return SCENE_KEY_RIGHT;
    case SDLK_UP:
        return SCENE_KEY_UP;
    case SDLK_DOWN:
        return SCENE_KEY_DOWN;
    default:
        return key >= ' ' && key < SCENE_KEY_COUNT ? (char)key : (char)0;
    }
}

/* The keys with Ctrl. */
static void control_key(demo_session *session, demo_view *view, SDL_Keycode key) {
    float factor = 1;
    if (key == SDLK_q) {
        session->quit = true;
    } else if (key == SDLK_z || key == SDLK_y) {
        panel_undo(session, key == SDLK_z);
    } else if (key == SDLK_s) {
        session->show_panel = true;
        panel_presets();
    } else if (key == SDLK_PLUS || key == SDLK_EQUALS || key == SDLK_KP_PLUS) {
        factor = scale_step;
    } else if (key == SDLK_MINUS || key == SDLK_KP_MINUS) {
        factor = 1 / scale_step;
    }
    if (factor != 1) {
        view_rescale(view, factor * view->ui_scale);
        session_notice(session, "text and panel x %.2f", (double)view->ui_scale);
    }
}

/* Whether a key is one of the scene's own keys. */
static bool is_own_key(const demo_session *session, SDL_Keycode key) {
    const char *own = session->options.kind->own_keys;
    char name = scene_key(key);
    return own && name && SDL_strchr(own, name) != NULL;
}

static void press_key(demo_input *input, demo_session *session, demo_view *view, SDL_Window *window, const SDL_Keysym *key) {
    if (key->mod & KMOD_CTRL) {
        control_key(session, view, key->sym);
    } else if (is_own_key(session, key->sym)) {
        session_key(session, scene_key(key->sym), true);
    } else if (!common_key(input, session, window, key) && !switch_toggle(session, key->sym)) {
        session_key(session, scene_key(key->sym), true);
    }
}

/* Whether the mouse is on the panel. The panel's own answer comes a frame later, and frames may take long. */
static bool is_beside_picture(const demo_session *session, const demo_view *view, const SDL_Event *event) {
    int x, y;
    SDL_GetMouseState(&x, &y);
    x = event->type == SDL_MOUSEBUTTONDOWN ? event->button.x : event->type == SDL_MOUSEMOTION ? event->motion.x : x;
    return session->show_panel && (float)x * view->window_scale / view->scale >= view->right;
}

void input_event(demo_input *input, demo_session *session, demo_view *view, SDL_Window *window,
                 const SDL_Event *event) {
    bool on_panel = (panel_wants_mouse() || is_beside_picture(session, view, event)) && input->hold == INPUT_NOTHING && !input->panning;
    switch (event->type) {
    case SDL_QUIT:
        session->quit = true;
        break;
    case SDL_MOUSEBUTTONDOWN:
        if (!on_panel) {
            press(input, session, view, &event->button);
        }
        break;
    case SDL_MOUSEBUTTONUP:
        release(input, session, view, &event->button);
        break;
    case SDL_MOUSEMOTION:
        if (!on_panel) {
            move(input, session, view, &event->motion);
        }
        break;
    case SDL_MOUSEWHEEL:
        if (!on_panel) {
            turn_wheel(session, view, &event->wheel);
        }
        break;
    case SDL_KEYDOWN:
        if (!panel_wants_keyboard() && (event->key.repeat == 0 || event->key.keysym.sym == SDLK_o ||
                                        event->key.keysym.sym == SDLK_BACKSPACE)) {
            press_key(input, session, view, window, &event->key.keysym);
        }
        break;
    case SDL_KEYUP:
        session->only_ghost = session->only_ghost && event->key.keysym.sym != SDLK_F8;
        session_key(session, scene_key(event->key.keysym.sym), false);
        break;
    default:
        break;
    }
}
