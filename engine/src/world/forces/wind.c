/* wind.c: drag and lift of moving air on the edges that face it. */
#include "world/check.h"
#include "world/forces/field.h"
#include "world/world_state.h"

thud_wind thud_wind_defaults(void) {
    return (thud_wind){.area = THUD_FIELD_EVERYWHERE,
                       .density = 1.0f,
                       .drag = 1.0f,
                       .lift = 0.5f,
                       .wakes_sleepers = true,
                       .filter = thud_query_filter_all()};
}

static bool check_wind(const thud_world *world, thud_call call, const thud_wind *wind, float dt) {
    return thud_field_check_call(world, call, wind != NULL, "wind") &&
           thud_field_check_area(world, call, wind->area) &&
           thud_check_finite_vec2(world, call, "velocity", wind->velocity) &&
           thud_check_positive(world, call, "density", wind->density) &&
           thud_check_not_negative(world, call, "drag", wind->drag) &&
           thud_check_finite(world, call, "lift", wind->lift) && thud_check_positive(world, call, "dt", dt);
}

typedef struct blown_body {
    const thud_field *field;
    const thud_wind *wind;
    int32_t body;
    thud_vec2 center; /* of mass */
    thud_push push;
} blown_body;

/* The wind relative to a point of a body. */
typedef struct felt_wind {
    thud_vec2 arm;   /* of the point */
    thud_vec2 along; /* unit vector u */
    thud_vec2 left;  /* its left perpendicular v */
    float speed;     /* |w| [m/s] */
} felt_wind;

static felt_wind wind_at(const blown_body *blown, thud_vec2 point) {
    thud_vec2 arm = thud_vec2_sub(point, blown->center);
    thud_vec2 velocity = thud_velocity_at(&blown->field->world->bodies.velocities[blown->body], arm);
    thud_vec2 relative = thud_vec2_sub(blown->wind->velocity, velocity);
    thud_vec2 along = thud_vec2_normalize(relative);
    return (felt_wind){arm, along, thud_vec2_perp(along), thud_vec2_length(relative)};
}

/* Pushes an edge, given its length across the wind and the same times -n.v, both as integrals over the edge [m]. */
static void blow_at(blown_body *blown, const felt_wind *felt, float across, float aslant) {
    const thud_wind *wind = blown->wind;
    float momentum = 0.5f * wind->density * felt->speed; /* per metre and m/s [kg/(m s)] */
    float drag = momentum * wind->drag * across, lift = momentum * wind->lift * aslant;
    thud_vec2 force =
        thud_vec2_mul_add(thud_vec2_scale(felt->along, drag * felt->speed), lift * felt->speed, felt->left);
    /* Quadratic drag has twice this slope; this slope already prevents overshooting. */
    thud_push_add(&blown->push, &blown->field->world->bodies.inverse_masses[blown->body], felt->arm, force,
                  drag + thud_abs(lift));
}

static void blow_edge(blown_body *blown, thud_vec2 a, thud_vec2 b, thud_vec2 normal) {
    felt_wind felt = wind_at(blown, thud_vec2_lerp(a, b, 0.5f));
    float facing = -thud_vec2_dot(normal, felt.along);
    if (facing > 0.0f) {
        float across = thud_vec2_distance(a, b) * facing;
        blow_at(blown, &felt, across, -across * thud_vec2_dot(normal, felt.left));
    }
}

/* The unit vector halfway from one counter-clockwise to another, up to half a turn away. */
static thud_vec2 middle_between(thud_vec2 from, thud_vec2 to) {
    bool is_acute = thud_vec2_dot(from, to) > 0.0f;
    return thud_vec2_normalize(is_acute ? thud_vec2_add(from, to) : thud_vec2_perp(thud_vec2_sub(from, to)));
}

/* Pushes a rounded corner from one normal to the next. With x the angle of a normal from -u, so that -n.u =
 * cos x and n.v = -sin x: int cos x dx = sin x, int cos x sin x dx = 1/2 sin^2 x, between the ends or where
 * the corner turns out of the wind, at sin x = 1 and -1. */
static void blow_corner(blown_body *blown, thud_vec2 vertex, float radius, thud_vec2 from, thud_vec2 to) {
    thud_vec2 middle = middle_between(from, to);
    felt_wind felt = wind_at(blown, thud_vec2_mul_add(vertex, radius, middle));
    bool starts_facing = thud_vec2_dot(from, felt.along) < 0.0f;
    bool ends_facing = thud_vec2_dot(to, felt.along) < 0.0f;
    bool middle_faces = thud_vec2_dot(middle, felt.along) < 0.0f;
    if (!starts_facing && !ends_facing && !middle_faces) {
        return;
    }
    float first = starts_facing ? -thud_vec2_dot(from, felt.left) : -1.0f;
    float last = ends_facing ? -thud_vec2_dot(to, felt.left) : 1.0f;
    blow_at(blown, &felt, radius * (last - first), 0.5f * radius * (last * last - first * first));
}

static void blow_shape(blown_body *blown, const thud_field_shape *placed) {
    const thud_shape *shape = &placed->shape;
    if (shape->count == 1) {
        felt_wind felt = wind_at(blown, thud_pose_apply(placed->pose, shape->vertices[0]));
        blow_at(blown, &felt, 2.0f * shape->radius, 0.0f);
        return;
    }
    thud_vec2 last_normal = thud_rot_apply(placed->pose.rotation, shape->normals[shape->count - 1]);
    for (int i = 0; i < shape->count; i++) {
        thud_vec2 a = thud_pose_apply(placed->pose, shape->vertices[i]);
        thud_vec2 b = thud_pose_apply(placed->pose, shape->vertices[(i + 1) % shape->count]);
        thud_vec2 normal = thud_rot_apply(placed->pose.rotation, shape->normals[i]);
        thud_vec2 out = thud_vec2_scale(normal, shape->radius);
        if (shape->radius > 0.0f) {
            blow_corner(blown, a, shape->radius, last_normal, normal);
        }
        blow_edge(blown, thud_vec2_add(a, out), thud_vec2_add(b, out), normal);
        last_normal = normal;
    }
}

static void blow_body(const thud_field *field, int32_t body, const void *context) {
    blown_body blown = {
        .field = field, .wind = context, .body = body, .center = field->world->bodies.poses[body].position};
    for (int32_t shape = thud_field_next_shape(field, body, THUD_NONE); shape != THUD_NONE;
         shape = thud_field_next_shape(field, body, shape)) {
        thud_field_shape placed = thud_field_place(field, shape);
        blow_shape(&blown, &placed);
    }
    if (blown.push.force.x != 0.0f || blown.push.force.y != 0.0f || blown.push.torque != 0.0f) {
        thud_field_push(field, body, &blown.push);
    }
}

bool thud_world_apply_wind(thud_world *world, const thud_wind *wind, float dt) {
    const thud_call call = thud_on_world(__func__);
    if (!check_wind(world, call, wind, dt)) {
        return false;
    }
    thud_field field = {world, call, wind->area, wind->filter, !wind->wakes_sleepers, dt, .lead = 0.0f};
    return thud_field_visit(&field, blow_body, wind);
}
