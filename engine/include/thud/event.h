/**
 * event.h: the events of the last step, read after the step as arrays. The world owns the arrays, and they live
 * until its next step. You may destroy and change the bodies and shapes that they name while you read them. Later
 * events of the step still name what is gone then: ask thud_shape_is_valid first, as other calls refuse such an id, and
 * the log hook gets each refusal.
 *
 *     thud_contact_events events = thud_world_contact_events(world);
 *     for (int i = 0; i < events.begin_count; i++) {
 *         play_sound(events.begins[i].shape_a, events.begins[i].shape_b);
 *     }
 *
 * Two shapes begin to touch when their surfaces meet (separation <= 0) and end when they are apart by more than the
 * slop. The shapes' contact_events decide at that moment: after a change of the flag during a touch a begin event has
 * no end event, or an end event had no begin event. Shapes that are merely near do not touch, nor do shapes that
 * pre_solve or a one-way shape (body.h) lets pass through each other: a body that jumps up through a platform begins to
 * touch it when it lands, and ends when it drops through. The order of events depends on ids only.
 *
 * Two shapes may have both events in one step: they part and meet again, or meet and part. To know whether they touch,
 * count their begins minus their ends. Both events name the two in the same order, unless thud_shape_set_geometry changed
 * the kind of one during the touch. If a shape is removed between steps, its touches end in the next step.
 *
 * Continuous collision may stop a fast body at a shape that it does not touch yet. That begin event has impulses, and
 * the null contact id if the two have no contact yet. The contact of the body's next step awake continues the touch; if
 * there is none, it ends. Until then thud_body_contacts does not list the touch.
 *
 * A sensor, or trigger, is a shape with thud_shape_def.sensor. It may be on any body and moves with it. It does not collide, wakes
 * no body and keeps none awake. Its density adds mass as that of any shape does. It detects the shapes of dynamic and
 * kinematic bodies, awake or asleep, and with sensor_sees_static those of static bodies; never shapes of its own body,
 * never other sensors. The filters of both shapes must accept each other, as for contacts, and the other shape must
 * have sensor_events. Joints and the world's filter callback have no effect. A shape that overlaps the sensor at the
 * end of a step is inside it.
 *
 * Contacts and their events have the geometry of the start of the step (thud_body_previous_pose) and the impulses that
 * the solver then applied: a body that jumps off touches for one step more. thud_contact_now gives the geometry of the end
 * of the step. Events of impacts within the step have the geometry of the impact.
 *
 * A kinematic body has contacts with dynamic bodies only: it passes through static and other kinematic bodies. A shape
 * of a kinematic body that has thud_shape_def.kinematic_events gets contact events with their shapes all the same:
 * - Begin events have the normal, points and MTD of the end of the step, but no contact id and no impulses.
 * - Events come for bodies awake or asleep, and for shapes that it passes within a step (then without points).
 * - Both filters must accept, and joints must let the two bodies collide. Sensors make no such events. The world's
 *   filter callback, pre_solve and one_way have no effect.
 * - Two shapes that both have the flag make one event.
 *
 * The cost is that of a sensor. Between the begin and the end event thud_world_collide_shape gives the points.
 *
 * Threads: all calls of this header except thud_world_move_events, which makes its array, may run on any number of
 * threads at once while no call that changes the world runs.
 */
#pragma once

#include "thud/body.h"
#include "thud/narrowphase.h"

THUD_BEGIN_C

/** A contact with its geometry and, between steps, the impulses of the last step that solved it. */
struct thud_contact_data {
    thud_contact_id contact;
    thud_shape_id shape_a, shape_b;
    thud_body_id body_a, body_b;
    bool touching;           /**< false: near only */
    thud_vec2 mtd;           /**< moves a out of b [m]; zero when they do not overlap */
    thud_manifold manifold;  /**< normal from a to b, up to two points, world */
    float normal_impulse[2]; /**< of each point over the step [N s] */
    float friction_impulse;  /**< of both points together, along perp(normal) [N s] */
    float approach_speed[2]; /**< of each point, negative when the shapes separate [m/s]; in begin events the speed
                                before the solver stopped it */
    bool rejected; /**< pre_solve or a one-way shape let the shapes pass through each other in the last step */
};

/** Two shapes have ended touching; either id may be stale if its shape was removed. */
typedef struct thud_contact_end {
    thud_shape_id shape_a, shape_b;
} thud_contact_end;

/** Two shapes have met at a speed above the world's hit_speed, and one of them has hit_events. Shapes that touch already
 * may hit each other again, as a box that rocks. */
typedef struct thud_contact_hit {
    thud_shape_id shape_a, shape_b;
    uint64_t material_a, material_b; /**< the shapes' material_id */
    thud_vec2 point; /**< midway between the surfaces at the start of the step, or at the impact; world [m] */
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

/** A shape has entered a sensor, or has left it. In an end event either id may be stale if its shape was removed. */
typedef struct thud_sensor_event {
    thud_shape_id sensor;
    thud_shape_id visitor;
} thud_sensor_event;

/** Sensor events of the last step, in order of sensors, then visitors. A shape that passes through a sensor within
 * one step, however fast, has its begin and its end event in that step: sensors test its path, impacts on the path
 * included. If a sensor or a visitor is removed, disabled or filtered out, the end events come in the next step. */
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

/** Sensor events of the last step. thud_shape_sensor_overlaps lists the shapes inside a sensor. */
THUD_API thud_sensor_events thud_world_sensor_events(thud_world *world);

/** Bodies that moved in the last step, in slot order: all that were awake, also those whose pose is the same. Bodies that
 * you teleport are not among them, unless they are awake. The call makes the array: O(awake bodies). Call it before
 * bodies are destroyed and created, as a new one may take the place of one that moved. */
THUD_API thud_move_events thud_world_move_events(thud_world *world);

/*
 * ---- contacts of the last step ----
 *
 * They have the geometry of the start of the step, see above; thud_contact_now gives one with current geometry.
 *
 * A contact is listed while it has points: its shapes touch, or are near, that is apart by at most the world's
 * speculative_distance (more between fast bodies one of which has joints). `touching` distinguishes the two;
 * `rejected` marks contacts whose shapes pass through each other. Pairs whose fat boxes overlap but whose shapes are
 * farther apart are not listed: they have an id (thud_contact_is_valid) and count in thud_world_counters.contacts, but
 * have no points.
 */

/** Contacts of a body: writes up to `capacity`, returns how many there are. */
THUD_API int thud_body_contacts(const thud_world *world, thud_body_id body, thud_contact_data *contacts,
                                int capacity);

/** Contacts of a shape: writes up to `capacity`, returns how many there are. O(contacts of its body). */
THUD_API int thud_shape_contacts(const thud_world *world, thud_shape_id shape, thud_contact_data *contacts,
                                 int capacity);

/** Iterates in slot order over the contacts of a world that have points, the same that thud_body_contacts lists.
 * Returns the first one for the null id, else the next after `contact`; null at the end. O(slots between the two). */
THUD_API thud_contact_id thud_world_next_contact(const thud_world *world, thud_contact_id contact);

/** Whether the id names a contact, with points or without. A contact exists from the step in which the fat boxes of its
 * shapes begin to overlap to the step in which they no longer do. */
THUD_API bool thud_contact_is_valid(const thud_world *world, thud_contact_id contact);

/** The contact with the shapes at their current poses: computes manifold, MTD, `touching` and approach speeds at
 * the moment of the call; the impulses are those of the last step. After a jump thud_contact_read still gives
 * `touching` for one step, this function does not. It uses the two shapes alone: an edge that neighbouring shapes
 * hide has its own normal here. Zeros for a stale id. Cost: one manifold, about half a microsecond. */
THUD_API thud_contact_data thud_contact_now(const thud_world *world, thud_contact_id contact);

/** Reads a contact; it has no points while its shapes are not near. Zeros for a stale id. */
THUD_API thud_contact_data thud_contact_read(const thud_world *world, thud_contact_id contact);

THUD_END_C
