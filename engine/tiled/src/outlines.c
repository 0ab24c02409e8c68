/* Outlines of objects, placed in the frame of a body or a cell. */
#include "builder.h"

thud_vec2 thud_tiled_placed(const tiled_placing *placing, thud_vec2 point) {
    thud_vec2 p = thud_pose_apply(placing->pose, point);
    thud_vec2 turned = thud_vec2_add(thud_vec2_scale(placing->right, p.x), thud_vec2_scale(placing->up, p.y));
    return thud_vec2_add(placing->origin, turned);
}

tiled_placing thud_tiled_turned(uint32_t gid, thud_vec2 tile, thud_vec2 size) {
    bool diagonal = (gid & THUD_TILED_FLIP_DIAGONAL) != 0; /* (x, y) becomes (-y, -x) */
    bool x = ((gid & THUD_TILED_FLIP_X) != 0) != diagonal, y = ((gid & THUD_TILED_FLIP_Y) != 0) != diagonal;
    float across = x ? -size.x : size.x, upwards = y ? -size.y : size.y;
    tiled_placing placing = {.pose = thud_pose_identity(), .origin = {x ? size.x : 0, y ? size.y : 0}};
    placing.right = diagonal ? (thud_vec2){0, upwards / tile.x} : (thud_vec2){across / tile.x, 0};
    placing.up = diagonal ? (thud_vec2){across / tile.y, 0} : (thud_vec2){0, upwards / tile.y};
    return placing;
}

tiled_drawn thud_tiled_drawn(const thud_tiled_map *map, uint32_t gid, thud_vec2 box) {
    const thud_tiled_tileset *set = thud_tiled_tileset_of(map, gid);
    const thud_tiled_tile *tile = thud_tiled_tile_of(map, gid);
    thud_vec2 own = tile != NULL ? tile->size : set->tile_size, offset = set->tile_offset;
    if (!(own.x > 0 && own.y > 0)) {
        return (tiled_drawn){box, offset};
    }
    thud_vec2 scale = {box.x / own.x, box.y / own.y};
    if (set->keeps_aspect) {
        scale.x = scale.y = thud_min(scale.x, scale.y);
        box = thud_vec2_scale(own, scale.x);
    }
    return (tiled_drawn){box, {offset.x * scale.x, offset.y * scale.y}};
}

static int rectangle_corners(const thud_tiled_object *object, thud_vec2 *points) {
    thud_aabb box = object->box;
    points[0] = box.min;
    points[1] = (thud_vec2){box.max.x, box.min.y};
    points[2] = box.max;
    points[3] = (thud_vec2){box.min.x, box.max.y};
    return 4;
}

static int ellipse_corners(const thud_tiled_object *object, int sides, thud_vec2 *points) {
    thud_vec2 middle = thud_aabb_center(object->box), radii = thud_aabb_extents(object->box);
    for (int i = 0; i < sides; i++) {
        float angle = 2 * THUD_PI * (float)i / (float)sides;
        points[i] = (thud_vec2){middle.x + radii.x * thud_cos(angle), middle.y + radii.y * thud_sin(angle)};
    }
    return sides;
}

/* Makes half circles at both ends of the longer side. */
static int capsule_corners(const thud_tiled_object *object, int sides, thud_vec2 *points) {
    thud_vec2 middle = thud_aabb_center(object->box), radii = thud_aabb_extents(object->box);
    float radius = thud_min(radii.x, radii.y);
    thud_vec2 end = thud_vec2_sub(radii, thud_vec2_make(radius, radius));
    float first = radii.x > radii.y ? -0.5f * THUD_PI : 0;
    int half = sides / 2;
    for (int i = 0; i < 2 * half; i++) {
        bool is_second = i >= half;
        float angle = first + THUD_PI * (float)(i % half) / (float)(half - 1) + (is_second ? THUD_PI : 0);
        thud_vec2 center = is_second ? thud_vec2_sub(middle, end) : thud_vec2_add(middle, end);
        points[i] = (thud_vec2){center.x + radius * thud_cos(angle), center.y + radius * thud_sin(angle)};
    }
    return 2 * half;
}

const thud_vec2 *thud_tiled_outline(tiled_builder *builder, const thud_tiled_object *object,
                                    const tiled_placing *placing, int sides, int *count) {
    size_t most = object->point_count > sides + 4 ? (size_t)object->point_count : (size_t)sides + 4;
    thud_vec2 *points = thud_tiled_allocate(&builder->scratch, most, sizeof *points);
    *count = 0;
    if (points == NULL) {
        return NULL;
    }
    if (object->form == THUD_TILED_RECTANGLE || object->form == THUD_TILED_TILE) {
        *count = rectangle_corners(object, points);
    } else if (object->form == THUD_TILED_ELLIPSE) {
        *count = ellipse_corners(object, sides, points);
    } else if (object->form == THUD_TILED_CAPSULE) {
        *count = capsule_corners(object, sides, points);
    } else {
        for (; *count < object->point_count; (*count)++) {
            points[*count] = object->points[*count];
        }
    }
    for (int i = 0; i < *count; i++) {
        points[i] = thud_tiled_placed(placing, points[i]);
    }
    return points;
}

bool thud_tiled_split(tiled_builder *builder, const thud_vec2 *points, int count, thud_shape **parts,
                      int *part_count) {
    /* A triangulation has two parts fewer than corners. */
    *parts = thud_tiled_allocate(&builder->scratch, (size_t)count, sizeof **parts);
    thud_status status = *parts == NULL
                             ? THUD_OUT_OF_MEMORY
                             : thud_decompose(points, count, &builder->def->hooks, *parts, count, part_count);
    if (status == THUD_OUT_OF_MEMORY) {
        builder->memory->failed = true;
    }
    return status == THUD_OK ||
           thud_tiled_refuse(&builder->log, "its outline: %s", thud_status_message(status));
}
