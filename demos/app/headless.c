/*
 * The same session, view and drawing as in the window, on SDL's software renderer. It is drawn larger than
 * wanted and averaged down, see screenshot.c.
 */
#include "headless.h"

#include <inttypes.h>
#include <stdio.h>

#include "screenshot.h"
#include "view.h"

enum { supersampling = 4 }; /* pixels drawn for one pixel of the picture, in each direction */

static void print_times(demo_session *session, int steps) {
    printf("%-12s %10s %10s\n", "stage", "mean ms", "worst ms");
    for (int i = 0; i < session_stage_count; i++) {
        printf("%-12s %10.4f %10.4f\n", session_stages[i].name,
               (double)*session_time(&session->total, i) / (steps ? steps : 1),
               (double)*session_time(&session->worst, i));
    }
}

static void print_counters(const thud_world *world) {
    thud_world_counters counters = thud_world_counts(world);
    printf("bodies %d (awake %d), shapes %d, joints %d\n", counters.bodies, counters.awake_bodies,
           counters.shapes, counters.joints);
    printf("contacts %d (touching %d, solved %d, begun %d, ended %d)\n", counters.contacts, counters.touching,
           counters.solved_contacts, counters.pairs_begun, counters.pairs_ended);
    printf("islands %d (asleep %d), cells %d, wasted pairs %d, swept bodies %d, memory %" PRId64 " KiB\n",
           counters.islands, counters.sleeping_islands, counters.cells, counters.wasted_pairs,
           counters.times_of_impact, counters.bytes / 1024);
}

static bool draw_picture(demo_session *session, const demo_options *options) {
    int width = options->width * supersampling, height = options->height * supersampling;
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
    demo_view view;
    bool drawn = false;
    if (renderer && view_open(&view, renderer, NULL, (float)supersampling,
                              options->ui_scale > 0 ? options->ui_scale : 1)) {
        session->stepper.alpha = 1;
        view_fit(&view, session, (float)width, (float)height);
        /* The panel lays itself out in a frame that no one sees, and is right from the second one on. */
        view_draw(&view, session, session->stepper.dt, false);
        view_draw(&view, session, session->stepper.dt, true);
        SDL_RenderFlush(renderer);
        drawn = screenshot_write(options->png, surface->pixels, width, height, supersampling);
        view_close(&view);
    }
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    return drawn;
}

static bool open_session(demo_session *session, const demo_options *options) {
    char error[SCENE_ERROR_SIZE];
    bool opened = options->replay ? session_open_replay(session, options->replay, &options->scene,
                                                        options->scene.kind, error)
                                  : session_open(session, &options->scene, error);
    if (!opened) {
        fprintf(stderr, "thud-demos: %s\n", error);
    }
    return opened;
}

static void print_warnings(const thud_scene *scene) {
    char text[512];
    for (int i = 0; scene->kind->warning && scene->kind->warning(scene, i, text, sizeof text); i++) {
        fprintf(stderr, "thud-demos: level %s: %s\n", scene->level, text);
    }
}

/* Whether the scene's objects took the numbers that they were given. */
static bool check_numbers(const thud_scene *scene) {
    if (scene->error[0]) {
        fprintf(stderr, "thud-demos: no number of objects is set: %s\n", scene->error);
    }
    return !scene->error[0];
}

/* Whether the replayed recording was met. */
static bool check_replay(const demo_session *session) {
    if (session->differs) {
        fprintf(stderr,
                "thud-demos: the replay differs from the recording at step %u or within the second before\n",
                (unsigned)session->differs);
    }
    return session->differs == 0;
}

int headless_run(const demo_options *options) {
    demo_session session;
    if (!options_can_record(options) || !open_session(&session, options)) {
        return 1;
    }
    print_warnings(session.scene);
    session_switch_all(&session, options->draw);
    int steps = options->replay ? (int)session.log.end : options->steps;
    for (int i = 0; i < steps; i++) {
        session_step(&session);
    }
    if (!options->hash_only) {
        thud_lanes lanes = options->scene.world.lanes;
        printf("%s: %d steps, threads %d, lanes %s\n", options->scene.kind->name, steps,
               options->scene.world.worker_count,
               thud_lanes_name(lanes == THUD_LANES_AUTO ? thud_lanes_best() : lanes));
        if (session.scene->world) {
            print_times(&session, steps);
            print_counters(session.scene->world);
        }
    }
    bool drawn = !options->png || draw_picture(&session, options);
    if (!drawn) {
        fprintf(stderr, "thud-demos: cannot draw to %s\n", options->png);
    } else if (options->png && !options->hash_only) {
        printf("picture %s (%d x %d)\n", options->png, options->width, options->height);
    }
    printf("hash %016" PRIx64 "\n", scene_hash(session.scene));
    bool replayed = check_replay(&session), taken = check_numbers(session.scene),
         saved = options_record(options, &session.log);
    session_close(&session);
    return drawn && replayed && taken && saved ? 0 : 1;
}
