/**
 * debug_draw.h: draws a world through callbacks, so that any renderer can show it. Draws nothing
 * twice and keeps nothing between calls.
 *
 *     thud_debug_draw draw = thud_debug_draw_defaults();
 *     draw.polygon = my_polygon;
 *     draw.circle = my_circle;
 *     draw.line = my_line;
 *     draw.contacts = true;
 *     thud_world_draw(world, &draw);
 *
 * Threads: drawing only reads the world. It may run at the same time as queries and getters, but not as calls that
 * change the world. Callbacks run on the calling thread.
 */
#pragma once

#include "thud/bounds.h"
#include "thud/world.h"

THUD_BEGIN_C

/** The role of a drawn object; map it to colours as you like. */
typedef enum thud_draw_role {
    THUD_DRAW_STATIC,
    THUD_DRAW_KINEMATIC,
    THUD_DRAW_AWAKE,
    THUD_DRAW_ASLEEP,
    THUD_DRAW_DISABLED,
    THUD_DRAW_AABB,
    THUD_DRAW_FAT_AABB,
    THUD_DRAW_CELL,
    THUD_DRAW_CONTACT_NEAR,
    THUD_DRAW_CONTACT_TOUCHING,
    THUD_DRAW_NORMAL,
    THUD_DRAW_NORMAL_IMPULSE,
    THUD_DRAW_FRICTION_IMPULSE,
    THUD_DRAW_MTD,
    THUD_DRAW_TIME_OF_IMPACT,
    THUD_DRAW_VELOCITY,
    THUD_DRAW_CENTER_OF_MASS,
    THUD_DRAW_JOINT,
    THUD_DRAW_SENSOR,         /**< a sensor with no shape inside after the last step */
    THUD_DRAW_SENSOR_OCCUPIED /**< a sensor with a shape inside */
} thud_draw_role;

/** Callbacks (NULL: this primitive is not drawn) and options. All coordinates are world coordinates. */
typedef struct thud_debug_draw {
    /** A convex polygon of 3 or more vertices, or a capsule/segment of 2, grown by `radius` [m]. `body`: may be null. */
    void (*polygon)(const thud_vec2 *vertices, int count, float radius, thud_draw_role role,
                    thud_body_id body, void *context);
    /** A circle with a mark at the angle of `rotation`. */
    void (*circle)(thud_vec2 center, float radius, thud_rot rotation, thud_draw_role role, thud_body_id body,
                   void *context);
    void (*line)(thud_vec2 p1, thud_vec2 p2, thud_draw_role role, void *context);
    void (*point)(thud_vec2 point, thud_draw_role role, void *context);
    /** A name: of a body at its centre of mass, of a shape at its centroid, of a joint at its anchor b. */
    void (*text)(thud_vec2 at, const char *text, thud_draw_role role, void *context);
    void *context;
    thud_aabb view;        /**< only objects that overlap it are drawn; all by default */
    float alpha;           /**< draws shapes between previous and current pose, as thud_stepper does; 1 */
    float impulse_length;  /**< length of an impulse's line for each newton second [m/(N s)]; 0.1 */
    float velocity_length; /**< length of a velocity's line for each metre a second [s]; 0.1 */
    bool shapes;           /**< true; the others false */
    bool aabbs;            /**< tight and fat */
    bool cells;            /**< of the spatial hash */
    bool contacts;
    bool normals;
    bool impulses;
    bool mtd;
    bool times_of_impact; /**< ghosts of bodies at the poses where CCD stopped them in the last step */
    bool velocities;
    bool centers;
    bool joints;
    bool names; /**< of bodies, shapes and joints that have one */
} thud_debug_draw;

/** Shapes only, the whole plane. */
THUD_API thud_debug_draw thud_debug_draw_defaults(void);

/** Draws a world; bodies in slot order. */
THUD_API void thud_world_draw(thud_world *world, const thud_debug_draw *draw);

THUD_END_C
