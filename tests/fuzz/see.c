/* Everything that can be read of a world after a step: it is finite, and it agrees with itself. */
#include "play.h"

void fuzz_see_contact(fuzz_play *play, const thud_contact_data *contact) {
    fuzz_see_bits(play, contact->contact.slot);
    fuzz_see_bits(play, (uint64_t)contact->shape_a.slot << 32 | contact->shape_b.slot);
    fuzz_see_bits(play, contact->touching + 2u * contact->rejected);
    fuzz_see_finite_vec2(play, "MTD", contact->mtd);
    fuzz_see_finite_vec2(play, "normal", contact->manifold.normal);
    fuzz_see_finite(play, "friction impulse", contact->friction_impulse);
    fuzz_check(contact->manifold.count >= 0 && contact->manifold.count <= 2, "%d points",
               contact->manifold.count);
    for (int i = 0; i < contact->manifold.count; i++) {
        fuzz_see_finite_vec2(play, "contact point", contact->manifold.points[i].point);
        fuzz_see_finite(play, "separation", contact->manifold.points[i].separation);
        fuzz_see_finite(play, "normal impulse", contact->normal_impulse[i]);
        fuzz_see_finite(play, "approach speed", contact->approach_speed[i]);
    }
}

static int see_shapes(const thud_world *world, thud_body_id body) {
    int count = 0;
    thud_shape_id id = {0, 0};
    while ((id = thud_body_next_shape(world, body, id)).generation != 0) {
        thud_shape shape = thud_shape_geometry(world, id);
        thud_body_id owner = thud_shape_body(world, id);
        fuzz_check(thud_shape_check(&shape) == THUD_OK, "shape %u is none", id.slot);
        fuzz_check(owner.slot == body.slot && owner.generation == body.generation,
                   "shape %u is on another body", id.slot);
        count++;
    }
    return count;
}

static void see_bodies(const thud_world *world, thud_world_counters *seen) {
    thud_body_id body = {0, 0};
    while ((body = thud_world_next_body(world, body)).generation != 0) {
        thud_pose pose = thud_body_pose(world, body);
        thud_vec2 velocity = thud_body_velocity(world, body);
        float spin = thud_body_angular_velocity(world, body);
        thud_mass mass = thud_body_mass(world, body);
        fuzz_check(thud_pose_is_valid(pose), "body %u at %g %g, rotation %g %g", body.slot,
                   (double)pose.position.x, (double)pose.position.y, (double)pose.rotation.c,
                   (double)pose.rotation.s);
        fuzz_check(thud_pose_is_valid(thud_body_previous_pose(world, body)), "body %u was nowhere",
                   body.slot);
        fuzz_check(thud_vec2_is_finite(velocity) && thud_is_finite(spin), "body %u has velocity %g %g, %g",
                   body.slot, (double)velocity.x, (double)velocity.y, (double)spin);
        fuzz_check(thud_vec2_is_finite(thud_body_center(world, body)), "body %u has no centre", body.slot);
        fuzz_check(thud_is_finite(mass.mass) && mass.mass >= 0.0f && thud_is_finite(mass.inertia) &&
                       mass.inertia >= 0.0f,
                   "body %u has mass %g, inertia %g", body.slot, (double)mass.mass, (double)mass.inertia);
        seen->bodies++;
        seen->awake_bodies += thud_body_is_awake(world, body);
        seen->shapes += see_shapes(world, body);
    }
}

static void see_joints(fuzz_play *play, const thud_world *world, thud_world_counters *seen) {
    thud_joint_id joint = {0, 0};
    while ((joint = thud_world_next_joint(world, joint)).generation != 0) {
        thud_vec2 a, b;
        fuzz_see_finite_vec2(play, "joint force", thud_joint_force(world, joint));
        fuzz_see_finite(play, "joint torque", thud_joint_torque(world, joint));
        fuzz_see_finite(play, "joint angle", thud_joint_angle(world, joint));
        fuzz_see_finite(play, "joint translation", thud_joint_translation(world, joint));
        if (thud_joint_anchors(world, joint, &a, &b)) {
            fuzz_see_finite_vec2(play, "joint anchor", a);
            fuzz_see_finite_vec2(play, "joint anchor", b);
        }
        seen->joints++;
    }
}

static void see_contacts(fuzz_play *play, const thud_world *world) {
    thud_contact_id contact = {0, 0};
    while ((contact = thud_world_next_contact(world, contact)).generation != 0) {
        thud_contact_data data = thud_contact_read(world, contact);
        fuzz_see_contact(play, &data);
        fuzz_check(thud_shape_is_valid(world, data.shape_a) && thud_shape_is_valid(world, data.shape_b),
                   "contact %u is between shapes that are gone", contact.slot);
        if (contact.slot % 8 == (uint32_t)play->steps % 8) {
            fuzz_keep(play, FUZZ_CONTACT, (fuzz_id){contact.slot, contact.generation});
        }
    }
}

static void see_events(fuzz_play *play, thud_world *world) {
    thud_contact_events contacts = thud_world_contact_events(world);
    for (int i = 0; i < contacts.begin_count; i++) {
        fuzz_see_contact(play, &contacts.begins[i]);
    }
    for (int i = 0; i < contacts.end_count; i++) {
        fuzz_see_bits(play, contacts.ends[i].shape_a.slot);
    }
    for (int i = 0; i < contacts.hit_count; i++) {
        fuzz_see_finite_vec2(play, "point of a hit", contacts.hits[i].point);
        fuzz_see_finite(play, "speed of a hit", contacts.hits[i].approach_speed);
        fuzz_see_finite(play, "impulse of a hit", contacts.hits[i].impulse);
    }
    thud_sensor_events sensors = thud_world_sensor_events(world);
    for (int i = 0; i < sensors.begin_count; i++) {
        fuzz_see_bits(play, (uint64_t)sensors.begins[i].sensor.slot << 32 | sensors.begins[i].visitor.slot);
    }
    fuzz_see_bits(play, (uint64_t)sensors.end_count);
    thud_joint_events joints = thud_world_joint_events(world);
    for (int i = 0; i < joints.break_count; i++) {
        fuzz_see_finite_vec2(play, "force of a break", joints.breaks[i].force);
        fuzz_check(!thud_joint_is_valid(world, joints.breaks[i].joint), "a broken joint is valid");
    }
    thud_move_events moves = thud_world_move_events(world);
    for (int i = 0; i < moves.count; i++) {
        fuzz_see_bits(play, moves.moves[i].body.slot + (moves.moves[i].fell_asleep ? 1000u : 0u));
    }
}

void fuzz_see_world(fuzz_play *play, thud_world *world) {
    thud_world_counters seen = {0};
    see_bodies(world, &seen);
    see_joints(play, world, &seen);
    see_contacts(play, world);
    see_events(play, world);
    thud_world_counters counted = thud_world_counts(world);
    fuzz_check(counted.bodies == seen.bodies && counted.shapes == seen.shapes &&
                   counted.joints == seen.joints,
               "counted %d bodies, %d shapes, %d joints; there are %d, %d, %d", counted.bodies,
               counted.shapes, counted.joints, seen.bodies, seen.shapes, seen.joints);
    fuzz_check(counted.awake_bodies == seen.awake_bodies, "counted %d awake; there are %d",
               counted.awake_bodies, seen.awake_bodies);
    fuzz_check(counted.touching >= 0 && counted.touching <= counted.contacts, "%d of %d touch",
               counted.touching, counted.contacts);
    fuzz_see_bits(play, (uint64_t)counted.contacts << 32 | (uint64_t)counted.touching);
    fuzz_see_bits(play, (uint64_t)counted.islands << 32 | (uint64_t)counted.sleeping_islands);
    fuzz_see_bits(play, (uint64_t)counted.times_of_impact << 32 | (uint64_t)counted.sensor_overlaps);
}
