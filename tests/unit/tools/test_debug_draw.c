/* Debug drawing: the calls of a recording callback are compared with the objects of the world. */
#include "test.h"

#include <float.h>
#include <string.h>

#include "reference/test_world.h"
#include "thud/debug_draw.h"

static const thud_vec2 origin = {0.0f, 0.0f};

enum { ROLES = THUD_DRAW_SENSOR_OCCUPIED + 1, MOST = 4096 };

typedef struct drawn_line {
    thud_vec2 p1, p2;
    thud_draw_role role;
} drawn_line;

typedef struct canvas {
    int polygons[ROLES], circles[ROLES], lines[ROLES], points[ROLES];
    thud_body_id bodies[MOST]; /* of shapes, as they came */
    thud_vec2 places[MOST];    /* a circle's centre, a polygon's first vertex */
    int shapes;
    thud_aabb box; /* of the last shape */
    drawn_line kept[MOST];
    int kept_count;
    const char *names[8];
    thud_vec2 name_places[8];
    thud_draw_role name_roles[8];
    int name_count;
} canvas;

/* The box around a shape of which corners and radius are drawn. */
static thud_aabb box_of(const thud_vec2 *vertices, int count, float radius) {
    thud_aabb box = {vertices[0], vertices[0]};
    for (int i = 1; i < count; i++) {
        box = thud_aabb_union(box, (thud_aabb){vertices[i], vertices[i]});
    }
    return thud_aabb_expand(box, radius);
}

static void take_polygon(const thud_vec2 *vertices, int count, float radius, thud_draw_role role,
                         thud_body_id body, void *context) {
    canvas *c = context;
    assert_true(count >= 2 && count <= 32 && radius >= 0.0f && c->shapes < MOST);
    c->polygons[role]++;
    c->places[c->shapes] = vertices[0];
    c->box = box_of(vertices, count, radius);
    c->bodies[c->shapes++] = body;
}

static void take_circle(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role,
                        thud_body_id body, void *context) {
    canvas *c = context;
    assert_true(radius > 0.0f && thud_rot_is_valid(rotation) && c->shapes < MOST);
    c->circles[role]++;
    c->places[c->shapes] = center;
    c->box = box_of(&center, 1, radius);
    c->bodies[c->shapes++] = body;
}

static void take_line(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context) {
    canvas *c = context;
    assert_true(c->kept_count < MOST);
    c->lines[role]++;
    c->kept[c->kept_count++] = (drawn_line){p1, p2, role};
}

static void take_point(thud_vec2 point, thud_draw_role role, void *context) {
    canvas *c = context;
    assert_true(thud_vec2_is_finite(point));
    c->points[role]++;
}

static void take_text(thud_vec2 at, const char *text, thud_draw_role role, void *context) {
    canvas *c = context;
    assert_true(c->name_count < 8);
    c->names[c->name_count] = text;
    c->name_places[c->name_count] = at;
    c->name_roles[c->name_count++] = role;
}

/* Draws everything on the canvas, which is cleared; shapes are on or off. */
static thud_debug_draw draw_on(canvas *c, bool shapes) {
    memset(c, 0, sizeof *c);
    thud_debug_draw draw = thud_debug_draw_defaults();
    draw.polygon = take_polygon;
    draw.circle = take_circle;
    draw.line = take_line;
    draw.point = take_point;
    draw.text = take_text;
    draw.context = c;
    draw.shapes = shapes;
    return draw;
}

static void switch_all_on(thud_debug_draw *draw) {
    draw->aabbs = draw->cells = draw->contacts = draw->normals = draw->impulses = draw->mtd = true;
    draw->times_of_impact = draw->velocities = draw->centers = draw->joints = true;
}

static int total(const int counts[ROLES]) {
    int sum = 0;
    for (int i = 0; i < ROLES; i++) {
        sum += counts[i];
    }
    return sum;
}

static thud_aabb box_of_lines(const canvas *c, thud_draw_role role) {
    thud_aabb box = {{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}};
    for (int i = 0; i < c->kept_count; i++) {
        if (c->kept[i].role == role) {
            box.min = thud_vec2_min(box.min, thud_vec2_min(c->kept[i].p1, c->kept[i].p2));
            box.max = thud_vec2_max(box.max, thud_vec2_max(c->kept[i].p1, c->kept[i].p2));
        }
    }
    return box;
}

static void names_are_drawn_where_things_are_only_when_asked_for(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    thud_body_def def = thud_body_defaults();
    def.name = "cart";
    def.position = thud_vec2_make(2.0f, 1.0f);
    thud_body_id cart = thud_body_create(world, &def);
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.name = "wheel";
    thud_body_add_circle(world, cart, &shape_def, thud_vec2_make(1.0f, 0.0f), 0.5f);
    thud_body_id nameless = test_add_ball(world, thud_vec2_make(5.0f, 1.0f), 0.5f);
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    weld.base = thud_joint_base_at(world, cart, nameless, thud_vec2_make(4.0f, 1.0f));
    weld.base.name = "coupling";
    thud_weld_joint_create(world, &weld);

    thud_debug_draw draw = draw_on(&c, true);
    thud_world_draw(world, &draw);
    assert_int_equal(c.name_count, 0);
    draw = draw_on(&c, false);
    draw.names = true;
    thud_world_draw(world, &draw);
    assert_int_equal(c.name_count, 3);
    assert_string_equal(c.names[0], "wheel");
    assert_float_equal(c.name_places[0].x, 3.0f, 1e-5f);
    assert_string_equal(c.names[1], "cart");
    assert_float_equal(c.name_places[1].x, 2.0f, 1e-5f);
    assert_int_equal(c.name_roles[1], THUD_DRAW_STATIC);
    assert_string_equal(c.names[2], "coupling");
    assert_float_equal(c.name_places[2].x, 4.0f, 1e-5f);
    assert_int_equal(c.name_roles[2], THUD_DRAW_JOINT);
    assert_int_equal(total(c.lines) + total(c.points) + total(c.polygons), 0);
    draw = draw_on(&c, false);
    draw.names = true;
    draw.view = (thud_aabb){{1.5f, 0.0f}, {2.5f, 2.0f}}; /* the visible ones */
    thud_world_draw(world, &draw);
    assert_int_equal(c.name_count, 1);
    draw.text = NULL;
    thud_world_draw(world, &draw);
    thud_world_destroy(world);
}

static void shapes_are_drawn_once_each_in_slot_order_with_the_role_of_their_body(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id sleeper = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    assert_true(test_step_until_asleep(world, sleeper, 200));
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(10.0f, 5.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_capsule(world, platform, &def, origin, thud_vec2_make(1.0f, 0.0f), 0.2f);
    thud_body_add_segment(world, platform, &def, origin, thud_vec2_make(0.0f, 3.0f));
    test_add_ball(world, thud_vec2_make(20.0f, 5.0f), 0.5f);
    thud_body_def disabled = thud_body_defaults();
    disabled.disabled = true;
    thud_body_id off = thud_body_create(world, &disabled);
    thud_body_add_circle(world, off, &def, origin, 1.0f);

    thud_debug_draw draw = draw_on(&c, true);
    thud_world_draw(world, &draw);
    assert_int_equal(c.polygons[THUD_DRAW_STATIC], 1);
    assert_int_equal(c.polygons[THUD_DRAW_ASLEEP], 1);
    assert_int_equal(c.polygons[THUD_DRAW_KINEMATIC], 2);
    assert_int_equal(c.circles[THUD_DRAW_AWAKE], 1);
    assert_int_equal(c.circles[THUD_DRAW_DISABLED], 1);
    assert_int_equal(c.shapes, 6);
    assert_int_equal(total(c.lines) + total(c.points), 0);
    for (int i = 1; i < c.shapes; i++) {
        assert_true(c.bodies[i].slot >= c.bodies[i - 1].slot);
    }
    thud_world_destroy(world);
}

static void what_is_outside_of_the_view_is_not_drawn(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_create();
    for (int i = 0; i < 20; i++) {
        test_add_ball(world, thud_vec2_make(10.0f * (float)i, 0.0f), 1.0f);
    }
    test_step(world, 1);
    thud_debug_draw draw = draw_on(&c, true);
    switch_all_on(&draw);
    draw.view = (thud_aabb){{35.0f, -5.0f}, {61.5f, 5.0f}};
    thud_world_draw(world, &draw);
    assert_int_equal(c.shapes, 3); /* at 40, 50 and 60 */
    assert_int_equal(c.points[THUD_DRAW_CENTER_OF_MASS], 3);
    assert_int_equal(c.lines[THUD_DRAW_VELOCITY], 3);
    assert_int_equal(c.lines[THUD_DRAW_AABB], 12);
    for (int i = 0; i < c.kept_count; i++) {
        thud_aabb box = {thud_vec2_min(c.kept[i].p1, c.kept[i].p2),
                         thud_vec2_max(c.kept[i].p1, c.kept[i].p2)};
        assert_true(thud_aabb_overlaps(box, draw.view));
    }
    draw = draw_on(&c, true);
    switch_all_on(&draw);
    draw.view = (thud_aabb){{-500.0f, 400.0f}, {500.0f, 600.0f}};
    thud_world_draw(world, &draw);
    assert_int_equal(c.shapes + total(c.lines) + total(c.points), 0);
    thud_world_destroy(world);
}

static void shapes_are_drawn_between_their_poses(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, origin, 0.5f);
    thud_body_set_velocity(world, ball, thud_vec2_make(60.0f, 0.0f), 0.0f);
    test_step(world, 2);
    const float alphas[] = {0.0f, 0.25f, 1.0f, 7.0f, -3.0f, NAN};
    const float expected[] = {1.0f, 1.25f, 2.0f, 2.0f, 1.0f, 2.0f};
    for (int i = 0; i < 6; i++) {
        thud_debug_draw draw = draw_on(&c, true);
        draw.alpha = alphas[i];
        thud_world_draw(world, &draw);
        assert_float_equal(c.places[0].x, expected[i], 1e-4f);
    }
    thud_world_destroy(world);
}

/* Each shape is drawn as large as its box, radius included, and where its box meets the view. */
static void a_shape_fills_its_box_and_is_drawn_where_that_meets_the_view(void **state) {
    (void)state;
    static canvas c;
    static const thud_vec2 corners[] = {{0.0f, 0.0f}, {2.0f, 0.5f}, {0.5f, 1.0f}};
    thud_shape shapes[4];
    assert_int_equal(thud_circle(corners[2], 0.3f, &shapes[0]), THUD_OK);
    assert_int_equal(thud_capsule(corners[0], corners[1], 0.2f, &shapes[1]), THUD_OK);
    assert_int_equal(thud_segment(corners[1], corners[2], &shapes[2]), THUD_OK);
    assert_int_equal(thud_hull(corners, 3, 0.1f, &shapes[3]), THUD_OK);
    for (int i = 0; i < 8; i++) {
        thud_world *world = test_world_create();
        thud_body_def def = thud_body_defaults();
        def.type = i < 4 ? THUD_BODY_STATIC : THUD_BODY_KINEMATIC;
        def.position = thud_vec2_make(3.0f, -2.0f);
        def.angle = 0.7f;
        thud_body_id body = thud_body_create(world, &def);
        thud_shape_def shape_def = thud_shape_defaults();
        thud_body_add_shape(world, body, &shape_def, &shapes[i % 4]);
        thud_aabb box = thud_shape_aabb(&shapes[i % 4], thud_body_pose(world, body));
        thud_debug_draw draw = draw_on(&c, true);
        thud_world_draw(world, &draw);
        assert_int_equal(c.shapes, 1);
        assert_float_equal(c.box.min.x, box.min.x, 1e-5f);
        assert_float_equal(c.box.min.y, box.min.y, 1e-5f);
        assert_float_equal(c.box.max.x, box.max.x, 1e-5f);
        assert_float_equal(c.box.max.y, box.max.y, 1e-5f);
        const thud_vec2 sides[] = {{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}};
        for (int side = 0; side < 4; side++) {
            thud_vec2 size = thud_vec2_scale(thud_aabb_extents(box), 2.0f);
            thud_vec2 beside = {sides[side].x * (size.x + 0.002f), sides[side].y * (size.y + 0.002f)};
            draw = draw_on(&c, true);
            draw.view = (thud_aabb){thud_vec2_add(box.min, beside), thud_vec2_add(box.max, beside)};
            thud_world_draw(world, &draw);
            assert_int_equal(c.shapes, 0);
            draw.view = thud_aabb_expand(draw.view, 0.004f);
            thud_world_draw(world, &draw);
            assert_int_equal(c.shapes, 1);
        }
        thud_world_destroy(world);
    }
}

static void tight_and_fat_boxes_and_cells_are_drawn_as_lines(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    test_add_ball(world, thud_vec2_make(3.0f, 4.0f), 1.0f);
    test_step(world, 1);
    thud_debug_draw draw = draw_on(&c, false);
    draw.aabbs = draw.cells = true;
    thud_world_draw(world, &draw);
    assert_int_equal(c.lines[THUD_DRAW_AABB], 4);
    assert_int_equal(c.lines[THUD_DRAW_FAT_AABB], 4);
    assert_true(c.lines[THUD_DRAW_CELL] >= 4);
    assert_int_equal(c.shapes, 0);
    thud_aabb tight = box_of_lines(&c, THUD_DRAW_AABB);
    thud_aabb fat = box_of_lines(&c, THUD_DRAW_FAT_AABB);
    assert_float_equal(tight.min.x, 2.0f, 1e-4f);
    assert_float_equal(tight.max.x, 4.0f, 1e-4f);
    assert_float_equal(fat.max.x, 4.05f, 1e-3f);
    assert_true(thud_aabb_contains(fat, tight));
    assert_true(thud_aabb_contains_point(box_of_lines(&c, THUD_DRAW_CELL), fat.min));
    thud_world_destroy(world);
}

static void contacts_normals_and_impulses_are_drawn_at_their_points(void **state) {
    (void)state;
    static canvas c;
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id hovering = test_add_box(world, thud_vec2_make(9.0f, 0.51f), thud_vec2_make(0.5f, 0.5f));
    thud_body_def body_def = thud_body_definition(world, hovering);
    body_def.gravity_scale = 0.0f;
    thud_body_configure(world, hovering, &body_def);
    test_step(world, 60);
    thud_debug_draw draw = draw_on(&c, false);
    draw.contacts = draw.normals = draw.impulses = true;
    thud_world_draw(world, &draw);
    assert_int_equal(c.points[THUD_DRAW_CONTACT_TOUCHING], 2);
    assert_int_equal(c.points[THUD_DRAW_CONTACT_NEAR], 2);
    assert_int_equal(c.lines[THUD_DRAW_NORMAL], 4);
    assert_int_equal(c.lines[THUD_DRAW_NORMAL_IMPULSE], 2);
    for (int i = 0; i < c.kept_count; i++) {
        if (c.kept[i].role == THUD_DRAW_NORMAL) {
            assert_float_equal(c.kept[i].p1.x, c.kept[i].p2.x, 1e-3f);
            assert_float_equal(thud_abs(c.kept[i].p2.y - c.kept[i].p1.y), 0.2f, 1e-3f);
        }
    }
    thud_world_destroy(world);
}

static void the_mtd_of_an_overlap_is_a_line_of_its_length(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    test_add_box(world, thud_vec2_make(0.8f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_world_step(world, 1e-6f);
    thud_debug_draw draw = draw_on(&c, false);
    draw.mtd = true;
    thud_world_draw(world, &draw);
    assert_int_equal(c.lines[THUD_DRAW_MTD], 1);
    assert_float_equal(thud_vec2_distance(c.kept[0].p1, c.kept[0].p2), 0.2f, 1e-3f);
    thud_world_destroy(world);
}

static void an_impact_is_drawn_as_a_ghost_where_the_body_was_stopped(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    test_add_wall(world, thud_vec2_make(5.0f, 0.0f), thud_vec2_make(0.05f, 5.0f));
    thud_body_id shot = test_add_ball(world, origin, 0.1f);
    thud_body_set_velocity(world, shot, thud_vec2_make(390.0f, 0.0f), 0.0f);
    test_step(world, 1);
    thud_debug_draw draw = draw_on(&c, false);
    draw.times_of_impact = true;
    thud_world_draw(world, &draw);
    assert_true(c.circles[THUD_DRAW_TIME_OF_IMPACT] >= 1);
    assert_true(test_same_body(c.bodies[0], shot));
    assert_float_equal(c.places[0].x, 4.85f, 0.01f);
    thud_body_destroy(world, shot);
    assert_int_equal(test_add_ball(world, origin, 0.1f).slot, shot.slot); /* has had no impact */
    draw = draw_on(&c, false);
    draw.times_of_impact = true;
    thud_world_draw(world, &draw);
    assert_int_equal(c.circles[THUD_DRAW_TIME_OF_IMPACT], 0);
    thud_world_destroy(world);
}

static void velocities_centres_and_joints_are_drawn(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    test_add_wall(world, thud_vec2_make(50.0f, 0.0f),
                  thud_vec2_make(1.0f, 1.0f)); /* neither this nor the next has a centre */
    thud_body_def off = thud_body_defaults();
    off.type = THUD_BODY_DYNAMIC;
    off.disabled = true;
    thud_body_create(world, &off);
    thud_body_id dragged = test_add_ball(world, thud_vec2_make(0.0f, 20.0f), 0.5f);
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = dragged;
    def.local_anchor = thud_vec2_make(0.5f, 0.0f);
    def.target = thud_vec2_make(3.0f, 20.0f);
    thud_target_joint_create(world, &def);
    test_step(world, 1);
    thud_debug_draw draw = draw_on(&c, false);
    draw.velocities = draw.centers = draw.joints = true;
    draw.velocity_length = 0.5f;
    thud_world_draw(world, &draw);
    assert_int_equal(c.points[THUD_DRAW_CENTER_OF_MASS], 1);
    assert_int_equal(c.lines[THUD_DRAW_VELOCITY], 1);
    assert_int_equal(c.lines[THUD_DRAW_JOINT], 1);
    float length = 0.5f * thud_vec2_length(thud_body_velocity(world, dragged));
    thud_vec2 anchor = thud_pose_apply(thud_body_pose(world, dragged), def.local_anchor);
    for (int i = 0; i < c.kept_count; i++) {
        float drawn = thud_vec2_distance(c.kept[i].p1, c.kept[i].p2);
        bool joint = c.kept[i].role == THUD_DRAW_JOINT;
        assert_float_equal(drawn, (joint ? thud_vec2_distance(anchor, def.target) : length), 1e-4f);
    }
    thud_world_destroy(world);
}

static void assert_lines(const canvas *c, const thud_vec2 (*ends)[2], int count) {
    assert_int_equal(c->kept_count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(c->kept[i].role, THUD_DRAW_JOINT);
        assert_true(thud_vec2_distance(c->kept[i].p1, ends[i][0]) < 1e-5f);
        assert_true(thud_vec2_distance(c->kept[i].p2, ends[i][1]) < 1e-5f);
    }
}

/* A rope over wheels; arms from bodies to hinges and welds, but from no static body, whose centre may be far away; no arms of
 * rods; nothing of gears and filters. */
static void each_kind_of_joint_has_its_lines(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(500.0f, 300.0f));
    thud_body_id left = test_add_ball(world, thud_vec2_make(-2.0f, 0.0f), 0.5f);
    thud_body_id right = test_add_ball(world, thud_vec2_make(2.0f, 1.0f), 0.5f);
    thud_debug_draw draw = draw_on(&c, false);
    draw.joints = true;

    thud_pulley_joint_def rope = thud_pulley_joint_defaults();
    rope.base = (thud_joint_base){
        .body_a = left, .body_b = right, .anchor_a = {0.0f, 0.5f}, .anchor_b = {0.25f, 0.0f}};
    rope.wheel_a = thud_vec2_make(-3.0f, 5.0f);
    rope.wheel_b = thud_vec2_make(3.0f, 6.0f);
    rope.length = 20.0f;
    thud_joint_id joint = thud_pulley_joint_create(world, &rope);
    assert_true(joint.generation != 0);
    thud_world_draw(world, &draw);
    assert_lines(&c, (const thud_vec2[][2]){{{-2, 0.5f}, {-3, 5}}, {{-3, 5}, {3, 6}}, {{3, 6}, {2.25f, 1}}}, 3);
    assert_int_equal(c.points[THUD_DRAW_JOINT], 2);
    thud_joint_destroy(world, joint);

    thud_distance_joint_def rod = thud_distance_joint_defaults();
    rod.base = rope.base;
    rod.length = 4.0f;
    joint = thud_distance_joint_create(world, &rod);
    assert_true(joint.generation != 0);
    c.kept_count = 0;
    thud_world_draw(world, &draw);
    assert_lines(&c, (const thud_vec2[][2]){{{-2, 0.5f}, {2.25f, 1}}}, 1);
    thud_joint_destroy(world, joint);

    const thud_vec2 pin = {0.0f, 2.0f};
    const thud_body_id bodies[][2] = {{left, right}, {wall, left}, {wall, right}};
    thud_joint_id hinges[3];
    for (int i = 0; i < 3; i++) {
        thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
        hinge.base = thud_joint_base_at(world, bodies[i][0], bodies[i][1], pin);
        hinges[i] = thud_revolute_joint_create(world, &hinge);
    }
    thud_gear_joint_def gear = thud_gear_joint_defaults();
    gear.joint_a = hinges[1];
    gear.joint_b = hinges[2];
    assert_true(thud_gear_joint_create(world, &gear).generation != 0);
    thud_filter_joint_def filter = thud_filter_joint_defaults();
    filter.base = rope.base;
    assert_true(thud_filter_joint_create(world, &filter).generation != 0);
    c.kept_count = c.points[THUD_DRAW_JOINT] = 0;
    thud_world_draw(world, &draw);
    assert_lines(
        &c,
        (const thud_vec2[][2]){
            {pin, pin}, {{-2, 0}, pin}, {{2, 1}, pin}, {pin, pin}, {{-2, 0}, pin}, {pin, pin}, {{2, 1}, pin}},
        7);
    assert_int_equal(c.points[THUD_DRAW_JOINT], 6);
    thud_world_destroy(world);
}

static void sensors_are_drawn_in_roles_of_their_own_that_tell_whether_somebody_is_inside(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_without_gravity();
    thud_body_id empty = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(-9.0f, 0.0f));
    thud_body_id zone = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_shape_def def = thud_shape_defaults();
    def.sensor = true;
    thud_body_add_box(world, empty, &def,
                      thud_vec2_make(1.0f, 1.0f)); /* its slot is below that of the occupied one */
    thud_body_add_box(world, zone, &def, thud_vec2_make(1.0f, 1.0f));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(5.0f, 0.0f), 0.5f);
    test_step(world, 1);
    thud_debug_draw draw = draw_on(&c, true);
    thud_world_draw(world, &draw);
    assert_int_equal(c.polygons[THUD_DRAW_SENSOR], 2);
    assert_int_equal(c.circles[THUD_DRAW_AWAKE], 1);
    assert_int_equal(total(c.polygons) + total(c.circles), 3);
    thud_body_teleport(world, ball, origin, 0.0f);
    test_step(world, 1);
    draw = draw_on(&c, true);
    thud_world_draw(world, &draw);
    assert_int_equal(c.polygons[THUD_DRAW_SENSOR_OCCUPIED], 1);
    assert_int_equal(c.polygons[THUD_DRAW_SENSOR], 1);
    thud_body_def off = thud_body_definition(world, zone);
    off.disabled = true;
    thud_body_configure(world, zone, &off);
    draw = draw_on(&c, true);
    thud_world_draw(world, &draw);
    assert_int_equal(c.polygons[THUD_DRAW_DISABLED], 1);
    thud_world_destroy(world);
}

static void missing_callbacks_are_not_called_and_nothing_changes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.45f), thud_vec2_make(0.5f, 0.5f));
    test_add_ball(world, thud_vec2_make(3.0f, 0.45f), 0.5f);
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = box;
    thud_target_joint_create(world, &def);
    test_step(world, 2);
    thud_debug_draw draw = thud_debug_draw_defaults();
    switch_all_on(&draw);
    uint64_t hash = thud_world_hash(world);
    thud_world_draw(world, &draw);
    assert_int_equal(thud_world_hash(world), hash);
    test_step(world, 1); /* the world is unlocked */
    thud_world_destroy(world);
}

static void drawing_after_changes_between_steps_is_safe(void **state) {
    (void)state;
    static canvas c;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id shot = test_add_ball(world, thud_vec2_make(-3.0f, 0.5f), 0.1f);
    thud_body_set_velocity(world, shot, thud_vec2_make(0.0f, -390.0f), 0.0f);
    test_step(world, 1);
    thud_body_destroy(world, shot);
    thud_body_destroy(world, box);
    test_add_box(world, thud_vec2_make(5.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_debug_draw draw = draw_on(&c, true);
    switch_all_on(&draw);
    thud_world_draw(world, &draw);
    assert_int_equal(c.polygons[THUD_DRAW_STATIC], 1);
    assert_int_equal(c.polygons[THUD_DRAW_AWAKE], 1);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_drawn_where_things_are_only_when_asked_for),
        cmocka_unit_test(shapes_are_drawn_once_each_in_slot_order_with_the_role_of_their_body),
        cmocka_unit_test(what_is_outside_of_the_view_is_not_drawn),
        cmocka_unit_test(shapes_are_drawn_between_their_poses),
        cmocka_unit_test(a_shape_fills_its_box_and_is_drawn_where_that_meets_the_view),
        cmocka_unit_test(tight_and_fat_boxes_and_cells_are_drawn_as_lines),
        cmocka_unit_test(contacts_normals_and_impulses_are_drawn_at_their_points),
        cmocka_unit_test(the_mtd_of_an_overlap_is_a_line_of_its_length),
        cmocka_unit_test(an_impact_is_drawn_as_a_ghost_where_the_body_was_stopped),
        cmocka_unit_test(velocities_centres_and_joints_are_drawn),
        cmocka_unit_test(each_kind_of_joint_has_its_lines),
        cmocka_unit_test(sensors_are_drawn_in_roles_of_their_own_that_tell_whether_somebody_is_inside),
        cmocka_unit_test(missing_callbacks_are_not_called_and_nothing_changes),
        cmocka_unit_test(drawing_after_changes_between_steps_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
