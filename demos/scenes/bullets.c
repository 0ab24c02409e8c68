/*
 * bullets: a gun fires line segments at floating shapes. Each flight ends at the first hit; the
 * point and the normal found there give the ricochet, which is the next segment. What is hit gets the
 * bullet's push.
 */
#include "scenes.h"
#include "thud/query.h"

enum { max_flights = 16, obstacle_count = 14, obstacle_columns = 5 };
static const thud_vec2 muzzle = {-14.0f, 0.0f};
static const float sweep_speed = 0.35f;     /* of the gun's own aim [rad/s] */
static const float sweep_half_angle = 0.6f; /* [rad] */
static const float skin = 0.001f;           /* a ricochet starts this far off the surface [m] */
static const float bullet_momentum = 0.4f;  /* [N s] a step */

enum { bounce_count, bullet_range };
static const scene_tunable bullets_tunables[] = {
    [bounce_count] = {"bounces", "ricochets", "", SCENE_WHOLE_NUMBER, 0, max_flights - 1, 5, NULL, false},
    [bullet_range] = {"range", "range", "m", SCENE_NUMBER, 5, 200, 80, NULL, false},
};

typedef struct flight {
    thud_vec2 from, to, normal;
    bool hit;
} flight;

typedef struct bullets {
    flight flights[max_flights];
    int flight_count;
    thud_vec2 aim; /* where the mouse points */
    bool aimed;    /* false: the gun sweeps by itself */
    uint64_t hits;
} bullets;

static void bullets_configure(thud_world_def *def) {
    def->gravity = (thud_vec2){0, 0};
}

static void add_arena(thud_scene *scene) {
    thud_body_id walls = scene_body(scene, THUD_BODY_STATIC, (thud_vec2){0, 0}, 0);
    const thud_vec2 corners[] = {{-16, -10}, {14, -10}, {17, -7}, {17, 7}, {14, 10}, {-16, 10}};
    const int count = (int)(sizeof corners / sizeof corners[0]);
    for (int i = 0; i < count; i++) {
        scene_wall(scene, walls, corners[i], corners[(i + 1) % count]);
    }
    for (int i = 0; i < 2; i++) {
        thud_body_id fan = scene_body(scene, THUD_BODY_KINEMATIC, (thud_vec2){-6.5f, i ? -5.8f : 5.8f}, 0.4f);
        scene_add_form(scene, fan, NULL, (scene_form){SCENE_BOX, 1.7f, 0.15f});
        thud_body_set_velocity(scene->world, fan, (thud_vec2){0, 0}, i ? -0.7f : 0.7f);
    }
}

static void add_obstacle(thud_scene *scene, int i) {
    thud_vec2 at = {-2.2f + 3.9f * (float)(i % obstacle_columns) + ((i / obstacle_columns) % 2 ? 1.0f : 0.0f),
                    6.2f * (float)(i / obstacle_columns - 1)};
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_DYNAMIC;
    body_def.position = at;
    body_def.angle = scene_random(scene, -THUD_PI, THUD_PI);
    body_def.linear_damping = 0.4f;
    body_def.angular_damping = 0.3f;
    thud_body_id body = thud_body_create(scene->world, &body_def);
    thud_shape_def def = thud_shape_defaults();
    def.material.elasticity = 0.6f;
    const scene_form forms[] = {{SCENE_CIRCLE, 0.95f, 0},
                                {SCENE_POLYGON, 1.15f, (float)(3 + i % 6)},
                                {SCENE_CAPSULE, 0.7f, 0.5f},
                                {SCENE_BOX, 1.05f, 0.7f}};
    scene_add_form(scene, body, &def, forms[i % 4]);
}

static bool bullets_create(thud_scene *scene) {
    add_arena(scene);
    for (int i = 0; i < obstacle_count; i++) {
        add_obstacle(scene, i);
    }
    return true;
}

static thud_vec2 gun_direction(const thud_scene *scene, float time) {
    const bullets *state = scene->state;
    if (state->aimed) {
        return thud_vec2_normalize(thud_vec2_sub(state->aim, muzzle));
    }
    float angle = sweep_half_angle * thud_sin(sweep_speed * time);
    return (thud_vec2){thud_cos(angle), thud_sin(angle)};
}

/* One bullet: flights from hit to hit until range or ricochets are used up. */
static void fire(thud_scene *scene, thud_vec2 direction) {
    bullets *state = scene->state;
    thud_vec2 from = muzzle;
    float range = scene->values[bullet_range];
    int flights = (int)scene->values[bounce_count] + 1;
    state->flight_count = 0;
    for (int i = 0; i < flights && range > 0; i++) {
        thud_world_hit hit = thud_world_cast_ray(scene->world, from, thud_vec2_scale(direction, range),
                                                 thud_query_filter_all());
        flight *flown = &state->flights[state->flight_count++];
        flown->from = from;
        flown->hit = hit.cast.hit;
        flown->to = hit.cast.hit ? hit.cast.point : thud_vec2_mul_add(from, range, direction);
        flown->normal = hit.cast.normal;
        if (!hit.cast.hit) {
            return;
        }
        state->hits++;
        thud_body_apply_impulse(scene->world, hit.body, thud_vec2_scale(direction, bullet_momentum),
                                hit.cast.point);
        range -= thud_vec2_distance(from, flown->to);
        direction = thud_vec2_mul_add(direction, -2 * thud_vec2_dot(direction, flown->normal), flown->normal);
        from = thud_vec2_mul_add(flown->to, skin, flown->normal);
    }
}

static void bullets_after_step(thud_scene *scene, float dt) {
    fire(scene, gun_direction(scene, dt * (float)scene->step_count));
}

static bool bullets_mouse(thud_scene *scene, scene_mouse action, thud_vec2 at) {
    bullets *state = scene->state;
    if (action == SCENE_MOUSE_MOVE && thud_vec2_distance(at, muzzle) > 0.1f) {
        state->aim = at;
        state->aimed = true;
    }
    return false; /* the button still drags bodies */
}

static void bullets_draw(const thud_scene *scene, const scene_painter *painter) {
    const bullets *state = scene->state;
    thud_shape gun;
    thud_circle((thud_vec2){0, 0}, 0.35f, &gun);
    painter->shape(painter->context, &gun, (thud_pose){muzzle, {1, 0}}, SCENE_INK_PATH, SCENE_FILLED);
    for (int i = 0; i < state->flight_count; i++) {
        const flight *flown = &state->flights[i];
        painter->line(painter->context, flown->from, flown->to, i == 0 ? SCENE_INK_PATH : SCENE_INK_SECOND);
        if (flown->hit) {
            thud_vec2 tip = thud_vec2_mul_add(flown->to, 0.8f, flown->normal);
            painter->arrow(painter->context, flown->to, tip, SCENE_INK_NORMAL);
            painter->point(painter->context, flown->to, SCENE_INK_TOUCHING);
            scene_printf(painter, thud_vec2_mul_add(flown->to, 1.05f, flown->normal), SCENE_INK_TEXT,
                         SCENE_TEXT_CENTER, "%d", i + 1);
        }
    }
    scene_printf(painter, (thud_vec2){-15.8f, -10.5f}, SCENE_INK_MUTED, SCENE_TEXT_LEFT,
                 "numbers: hits in order     arrows: normals     %llu hits so far",
                 (unsigned long long)state->hits);
}

const scene_kind scene_bullets = {
    .name = "bullets",
    .description = "Bullets as line segments: first hit, point, normal, ricochet",
    .help = "Mouse  aim the gun",
    .view = {{-16.6f, -11.4f}, {17.6f, 10.6f}},
    .state_size = sizeof(bullets),
    SCENE_TUNABLES(bullets_tunables),
    .configure = bullets_configure,
    .create = bullets_create,
    .after_step = bullets_after_step,
    .mouse = bullets_mouse,
    .draw = bullets_draw,
};
