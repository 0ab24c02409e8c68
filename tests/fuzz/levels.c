/*
 * Level files: any bytes at all as the text of a Tiled map. What is refused says why and leaves nothing; what is read is made a
 * scene of, as the level scene does, and stepped.
 */
#define _GNU_SOURCE /* memfd_create */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "level/tiled.h"
#include "scenes.h"

enum { most_objects = 60, most_points = 400, steps = 4 };

static bool is_finite_vec2(thud_vec2 v) {
    return thud_vec2_is_finite(v);
}

static int see_object(const tiled_object *object) {
    fuzz_check(object->form >= TILED_RECTANGLE && object->form <= TILED_TEXT, "form %d", (int)object->form);
    fuzz_check(thud_pose_is_valid(object->pose), "object %d is nowhere", object->id);
    fuzz_check(is_finite_vec2(object->size), "object %d has no size", object->id);
    fuzz_check((object->form == TILED_POLYGON || object->form == TILED_POLYLINE) == (object->points != NULL),
               "object %d", object->id);
    fuzz_check((object->form == TILED_TEXT) == (object->text != NULL), "object %d", object->id);
    fuzz_check(object->density >= 0.0f && object->friction >= 0.0f && object->elasticity >= 0.0f, "object %d",
               object->id);
    for (int i = 0; i < object->point_count; i++) {
        fuzz_check(is_finite_vec2(object->points[i]), "point %d of object %d", i, object->id);
    }
    return object->point_count;
}

/* Whether the map was read, and is small enough to be played. */
static bool read_map(const char *text) {
    tiled_map map;
    char error[TILED_ERROR_SIZE] = "";
    int points = 0;
    bool read = tiled_parse(text, &map, error);
    fuzz_check(read == (error[0] == '\0'), "read %d: %s", read, error);
    fuzz_check(memchr(error, '\0', sizeof error) != NULL, "the error has no end");
    fuzz_check(read == (map.object_count > 0) && read == (map.objects != NULL), "%d objects",
               map.object_count);
    for (int i = 0; i < map.object_count; i++) {
        points += see_object(&map.objects[i]);
    }
    bool small = map.object_count <= most_objects && points <= most_points;
    tiled_free(&map);
    return read && small;
}

static void play_level(const char *path) {
    char error[SCENE_ERROR_SIZE] = "";
    scene_options options = scene_options_for(&scene_level);
    options.level = path;
    thud_scene *scene = scene_create(&options, error);
    fuzz_check((scene == NULL) == (error[0] != '\0'), "no scene, or an error: %s", error);
    for (int i = 0; i < steps && scene != NULL; i++) {
        scene_step(scene, 1.0f / 60.0f);
    }
    scene_destroy(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    bool playable = read_map(text);
    free(text);
    int file = playable ? memfd_create("level", 0) : -1; /* the scene takes a path */
    if (file >= 0) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        if (write(file, data, size) == (ssize_t)size) {
            play_level(path);
        }
        close(file);
    }
    return 0;
}
