/*
 * A game that reads a level of the Tiled editor, with thud::tiled from the package.
 */
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>
#include <thud/tiled.h>

int main(void) {
    static const char text[] =
        "<map orientation=\"orthogonal\" width=\"4\" height=\"3\" tilewidth=\"32\" tileheight=\"32\">"
        "<objectgroup name=\"people\"><object id=\"1\" name=\"hero\" x=\"64\" y=\"32\"><point/></object>"
        "</objectgroup></map>";
    thud_tiled_message error;
    thud_tiled_map *map = thud_tiled_read_memory(text, strlen(text), "level.tmx", NULL, &error);
    if (map == NULL) {
        printf("refused: %s\n", error.reason);
        return 1;
    }
    thud_vec2 hero = map->layers[0].objects[0].pose.position;
    printf("%s: %s is at (%g, %g)\n", thud_version(), map->layers[0].objects[0].name, (double)hero.x,
           (double)hero.y);
    thud_tiled_free(map);
    return hero.x == 2 && hero.y == 2 ? 0 : 1;
}
