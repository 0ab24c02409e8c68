/**
 * joint.h: constraints between bodies. For now the target joint: a soft spring that pulls a point of a body
 * to a point of the world, as the mouse does when it drags.
 *
 *     thud_target_joint_def def = thud_target_joint_defaults();
 *     def.body = crate;
 *     def.local_anchor = (thud_vec2){0.5f, 0.5f};
 *     def.target = mouse;
 *     thud_joint_id drag = thud_target_joint_create(world, &def);
 *     thud_target_joint_set_target(world, drag, mouse);              // each frame
 */
#ifndef THUD_JOINT_H
#define THUD_JOINT_H

#include "thud/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to make a target joint. */
typedef struct thud_target_joint_def {
    thud_body_id body;      /**< a dynamic body */
    thud_vec2 local_anchor; /**< frame of the body [m] */
    thud_vec2 target;       /**< world [m] */
    float hertz;            /**< stiffness [Hz], > 0; 5 */
    float damping_ratio;    /**< >= 0; 0.7 */
    float max_force;        /**< [N], > 0; by default 1000 times the body's weight is allowed (0) */
    void *user_data;
} thud_target_joint_def;

/** Hertz 5, damping ratio 0.7, force limited to 1,000 times the body's mass times 1 m/s^2. */
THUD_API thud_target_joint_def thud_target_joint_defaults(void);

/** Makes a target joint; the null id when refused. Wakes the body. */
THUD_API thud_joint_id thud_target_joint_create(thud_world *world, const thud_target_joint_def *def);

/** Moves the target; wakes the body. */
THUD_API bool thud_target_joint_set_target(thud_world *world, thud_joint_id joint, thud_vec2 target);

/** The definition with its current values. */
THUD_API thud_target_joint_def thud_target_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes stiffness, damping, force and target; wakes the body. */
THUD_API bool thud_target_joint_configure(thud_world *world, thud_joint_id joint,
                                          const thud_target_joint_def *def);

/** Force on the body in the last step [N]. */
THUD_API thud_vec2 thud_joint_force(const thud_world *world, thud_joint_id joint);

/** Whether the id names a joint. */
THUD_API bool thud_joint_is_valid(const thud_world *world, thud_joint_id joint);

/** Destroys a joint; its bodies wake. */
THUD_API bool thud_joint_destroy(thud_world *world, thud_joint_id joint);

/** Iterates over joints in slot order: the first for the null id, then the next; null at the end. */
THUD_API thud_joint_id thud_world_next_joint(const thud_world *world, thud_joint_id joint);

#ifdef __cplusplus
}
#endif

#endif
