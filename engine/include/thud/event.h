/**
 * event.h: what happened in the last step, read afterwards as arrays. The arrays belong to the world and live
 * until its next step: while you read them you may destroy and change what they name.
 *
 *     thud_contact_events events = thud_world_contact_events(world);
 *     for (int i = 0; i < events.begin_count; i++) {
 *         play_sound(events.begins[i].shape_a, events.begins[i].shape_b);
 *     }
 *
 * "Touching" begins when surfaces meet (separation <= 0) and ends when they are apart by more than the slop.
 * Shapes that are merely near are not touching, nor are those that pre_solve or a one-way shape (body.h) lets pass each other: what jumps up
 * through a platform begins to touch it as it lands, and ends as it drops through. Events are in an order that depends on ids only.
 *
 * A sensor is a shape with thud_shape_def.sensor. It lies on any body and goes where that goes; it neither
 * collides, nor wakes anything, nor keeps it awake; it weighs what its density says, as any shape. It sees the
 * shapes of dynamic and kinematic bodies, awake or asleep, and with sensor_sees_static of static ones; never its
 * own body's, never other sensors. Both filters must let it, as for contacts, and the shape's sensor_events;
 * joints and the world's filter callback are not asked. What overlaps it at the end of a step is inside.
 *
 * Contacts, and their events, describe shapes where the step began, with what the solver then did to them: a body that jumps touches
 * for one step more. thud_contact_now tells of the end of the step.
 *
 * A kinematic body has contacts with dynamic bodies only: it goes through static and other kinematic ones. A shape of it with
 * thud_shape_def.kinematic_events gets contact events with their shapes all the same: begins, with normal, points and MTD where the shapes are at the end of the step
 * but without a contact id and impulses, and ends; asleep or awake, also of what it passes within a step (then without points). Both filters must
 * let it, and joints; sensors make none; the world's filter callback, pre_solve and one_way are not asked. Two such shapes make one event. The cost is that of a sensor. Where
 * they touch in the steps between tells thud_world_collide_shape.
 *
 * Threads: all calls of this header but thud_world_move_events, which makes its array, may run on any number of threads at once
 * while no call that changes the world runs.
 */
#ifndef THUD_EVENT_H
#define THUD_EVENT_H

#include "thud/body.h"
#include "thud/narrowphase.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A contact with its geometry; between steps with the impulses of the last one. */
struct thud_contact_data {
    thud_contact_id contact;
    thud_shape_id shape_a, shape_b;
    thud_body_id body_a, body_b;
    bool touching;           /**< false: near only */
    thud_vec2 mtd;           /**< moves a out of b [m]; zero when they do not overlap */
    thud_manifold manifold;  /**< normal from a to b, up to two points, world */
    float normal_impulse[2]; /**< of each point over the step [N s] */
    float friction_impulse;  /**< of both points together, along perp(normal) [N s] */
    float approach_speed[2]; /**< at which each point approaches, negative when it parts [m/s]; in begin events
                                before the solver stopped it */
    bool rejected; /**< pre_solve or a one-way shape let them pass through each other in the last step */
};

/** Two shapes have parted; either id may be stale if its shape was removed. */
typedef struct thud_contact_end {
    thud_shape_id shape_a, shape_b;
} thud_contact_end;

/** Two shapes have met at a speed above the world's hit_speed, and one of them has hit_events. */
typedef struct thud_contact_hit {
    thud_shape_id shape_a, shape_b;
    uint64_t material_a, material_b; /**< the shapes' material_id */
    thud_vec2 point;                 /**< world [m] */
    thud_vec2 normal;                /**< unit, from a to b */
    float approach_speed;            /**< [m/s], > 0 */
    float impulse;                   /**< normal impulse over the step [N s] */
} thud_contact_hit;

/** Contact events of the last step. */
typedef struct thud_contact_events {
    const thud_contact_data *begins;
    const thud_contact_end *ends;
    const thud_contact_hit *hits;
    int begin_count, end_count, hit_count;
} thud_contact_events;

/** A shape has come into a sensor, or has left it. After an end either id may be stale if its shape was
 * removed. */
typedef struct thud_sensor_event {
    thud_shape_id sensor;
    thud_shape_id visitor;
} thud_sensor_event;

/**
 * Sensor events of the last step, in order of sensors, then visitors. What passes through a sensor within one
 * step, however fast, begins and ends in that step: its path counts, impacts on the way included. Removing,
 * disabling or filtering a sensor or a visitor ends its visits in the next step.
 */
typedef struct thud_sensor_events {
    const thud_sensor_event *begins;
    const thud_sensor_event *ends;
    int begin_count, end_count;
} thud_sensor_events;

/** A body that moved in the last step. */
typedef struct thud_move_event {
    thud_body_id body;
    void *user_data;
    thud_pose pose;   /**< of the body's origin */
    bool fell_asleep; /**< it will not move until it wakes */
} thud_move_event;

/** Move events of the last step. */
typedef struct thud_move_events {
    const thud_move_event *moves;
    int count;
} thud_move_events;

/** Contact events of the last step. */
THUD_API thud_contact_events thud_world_contact_events(thud_world *world);

/** Sensor events of the last step; who is inside at any time tells thud_shape_sensor_overlaps. */
THUD_API thud_sensor_events thud_world_sensor_events(thud_world *world);

/** Bodies that moved in the last step, in slot order. Made when asked for: O(awake bodies). */
THUD_API thud_move_events thud_world_move_events(thud_world *world);

/*
 * ---- contacts of the last step ----
 *
 * As the step found them when it began, see above; thud_contact_now brings one up to date. A contact is listed while it has points: its shapes touch, or they are near, that is apart by at most the world's
 * speculative_distance (farther ahead between fast bodies of which one has joints); `touching` tells which, and `rejected` those that
 * pre_solve lets pass each other. Pairs of shapes that are farther apart are not listed, though their fat boxes overlap and
 * thud_world_counters.contacts counts them: they have an id (thud_contact_is_valid), but no points.
 */

/** Contacts of a body: writes up to `capacity`, returns how many there are. */
THUD_API int thud_body_contacts(const thud_world *world, thud_body_id body, thud_contact_data *contacts,
                                int capacity);

/** Contacts of a shape: writes up to `capacity`, returns how many there are. O(contacts of its body). */
THUD_API int thud_shape_contacts(const thud_world *world, thud_shape_id shape, thud_contact_data *contacts,
                                 int capacity);

/** Iterates over the contacts of a world that have points, the same that thud_body_contacts lists, in slot order: the first
 * one for the null id, or the next after `contact`; null at the end. O(slots between the two). */
THUD_API thud_contact_id thud_world_next_contact(const thud_world *world, thud_contact_id contact);

/** Whether the id names a contact, with points or without; from the step in which the shapes' fat boxes meet to that in which
 * they part. */
THUD_API bool thud_contact_is_valid(const thud_world *world, thud_contact_id contact);

/**
 * The contact with the shapes where they are now: manifold, MTD, `touching` and approach speeds are worked out for the moment of the
 * call, the impulses are those of the last step. After a jump thud_contact_read still says `touching` for a step, this one does not.
 * It looks at the two shapes alone: an edge that neighbouring shapes hide has its normal here. Zeros for a stale id. Cost: one manifold,
 * about half a microsecond.
 */
THUD_API thud_contact_data thud_contact_now(const thud_world *world, thud_contact_id contact);

/** Reads a contact: without points while its shapes are not near. Zeros for a stale id. */
THUD_API thud_contact_data thud_contact_read(const thud_world *world, thud_contact_id contact);

#ifdef __cplusplus
}
#endif

#endif
