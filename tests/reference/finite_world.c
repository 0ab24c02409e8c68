#include "finite_world.h"

#include <stdio.h>
#include <stdlib.h>

#include "test_world.h"

/* For the message about a number that is not finite. */
static const char *what_came_before;
static double value_before;

static void check_number(const char *what, float value) {
    if (!thud_is_finite(value)) {
        fprintf(stderr, "after %s = %g: %s is %g\n", what_came_before, value_before, what, (double)value);
        abort();
    }
}

static void check_vector(const char *what, thud_vec2 value) {
    check_number(what, value.x);
    check_number(what, value.y);
}

static void check_pose(const char *what, thud_pose pose) {
    check_vector(what, pose.position);
    check_vector(what, (thud_vec2){pose.rotation.c, pose.rotation.s});
}

static void check_body(const thud_world *world, thud_body_id body) {
    check_pose("pose", thud_body_pose(world, body));
    check_pose("previous pose", thud_body_previous_pose(world, body));
    check_vector("centre", thud_body_center(world, body));
    check_vector("velocity", thud_body_velocity(world, body));
    check_number("angular velocity", thud_body_angular_velocity(world, body));
    check_vector("velocity at", thud_body_velocity_at(world, body, thud_vec2_make(1.0f, 1.0f)));
    thud_mass mass = thud_body_mass(world, body);
    check_number("mass", mass.mass);
    check_number("inertia", mass.inertia);
    check_vector("centre of mass", mass.center);
    for (thud_shape_id shape = thud_body_next_shape(world, body, (thud_shape_id){0, 0});
         shape.generation != 0; shape = thud_body_next_shape(world, body, shape)) {
        thud_shape geometry = thud_shape_geometry(world, shape);
        thud_aabb box = thud_shape_aabb(&geometry, thud_body_pose(world, body));
        check_vector("lower bound", box.min);
        check_vector("upper bound", box.max);
    }
}

static void check_contact(const thud_contact_data *contact) {
    check_vector("MTD", contact->mtd);
    check_vector("normal", contact->manifold.normal);
    check_number("friction impulse", contact->friction_impulse);
    for (int i = 0; i < contact->manifold.count; i++) {
        check_vector("contact point", contact->manifold.points[i].point);
        check_number("separation", contact->manifold.points[i].separation);
        check_number("normal impulse", contact->normal_impulse[i]);
        check_number("approach speed", contact->approach_speed[i]);
    }
}

static void check_joint(const thud_world *world, thud_joint_id joint) {
    thud_vec2 a, b;
    check_vector("joint force", thud_joint_force(world, joint));
    check_number("joint torque", thud_joint_torque(world, joint));
    check_number("joint angle", thud_joint_angle(world, joint));
    check_number("joint translation", thud_joint_translation(world, joint));
    if (thud_joint_anchors(world, joint, &a, &b)) {
        check_vector("anchor", a);
        check_vector("anchor", b);
    }
}

static void check_events(thud_world *world) {
    thud_contact_events contacts = thud_world_contact_events(world);
    for (int i = 0; i < contacts.begin_count; i++) {
        check_contact(&contacts.begins[i]);
    }
    for (int i = 0; i < contacts.hit_count; i++) {
        check_vector("hit", contacts.hits[i].point);
        check_number("hit speed", contacts.hits[i].approach_speed);
        check_number("hit impulse", contacts.hits[i].impulse);
    }
    thud_move_events moves = thud_world_move_events(world);
    for (int i = 0; i < moves.count; i++) {
        check_pose("moved pose", moves.moves[i].pose);
    }
}

void test_check_finite(thud_world *world, const char *cause, double value) {
    what_came_before = cause;
    value_before = value;
    for (thud_body_id body = thud_world_next_body(world, (thud_body_id){0, 0}); body.generation != 0;
         body = thud_world_next_body(world, body)) {
        check_body(world, body);
    }
    for (thud_joint_id joint = thud_world_next_joint(world, (thud_joint_id){0, 0}); joint.generation != 0;
         joint = thud_world_next_joint(world, joint)) {
        check_joint(world, joint);
    }
    for (thud_contact_id id = thud_world_next_contact(world, (thud_contact_id){0, 0}); id.generation != 0;
         id = thud_world_next_contact(world, id)) {
        thud_contact_data contact = thud_contact_read(world, id);
        check_contact(&contact);
    }
    check_events(world);
}
