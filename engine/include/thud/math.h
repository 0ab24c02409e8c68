/*
 * math.h: vectors, rotations and poses of the plane, as small values. All functions except the trigonometry are inline.
 *
 *     thud_pose pose = {{2.0f, 0.0f}, thud_rot_from_angle(0.5f * THUD_PI)};
 *     thud_vec2 corner = {1.0f, 0.0f};
 *     thud_vec2 in_world = thud_pose_apply(pose, corner);       (2, 1)
 *
 * Angles are in radians, counter-clockwise, y up. A rotation is kept as the unit vector (c, s) of its angle. Only
 * +, -, *, / and sqrt are used, so that the bits are the same everywhere.
 *
 * Threads: plain functions without state, on any thread at any time.
 */
#pragma once

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "thud/base.h"

THUD_BEGIN_C

#define THUD_PI 3.14159265358979323846f

/** A point, a direction or a velocity. */
typedef struct thud_vec2 {
    float x, y;
} thud_vec2;

/** A rotation: the cosine and sine of its angle. */
typedef struct thud_rot {
    float c, s;
} thud_rot;

/** A rotation followed by a translation: the place of a frame in its parent's frame. */
typedef struct thud_pose {
    thud_vec2 position;
    thud_rot rotation;
} thud_pose;

/* ---- trigonometry: compiled in the library, so that its bits do not depend on the caller's compiler flags ---- */

/** Sine of an angle [rad]. Any finite input; absolute error below 1e-6. A non-finite input gives 0. */
THUD_API float thud_sin(float angle);

/** Cosine of an angle [rad]. Any finite input; absolute error below 1e-6. A non-finite input gives 0. */
THUD_API float thud_cos(float angle);

/** Angle [rad] of the vector (x, y), from -pi to pi; absolute error below 1e-6. The zero vector and
 * non-finite input give 0. The sign of a zero y is ignored: (-1, -0) gives +pi. */
THUD_API float thud_atan2(float y, float x);

/* ---- numbers ---- */

/** `a < b ? a : b` exactly: b if one of them is NaN. */
static inline float thud_min(float a, float b) {
    return a < b ? a : b;
}

/** `a > b ? a : b` exactly: b if one of them is NaN. */
static inline float thud_max(float a, float b) {
    return a > b ? a : b;
}

/** `value` limited to [low, high]. */
static inline float thud_clamp(float value, float low, float high) {
    return value < low ? low : (value > high ? high : value);
}

/** Absolute value. */
static inline float thud_abs(float value) {
    return fabsf(value);
}

/** Whether the number is neither infinite nor NaN. */
static inline bool thud_is_finite(float value) {
    return value - value == 0.0f;
}

/* ---- vectors ---- */

/** The vector (x, y). */
static inline thud_vec2 thud_vec2_make(float x, float y) {
    thud_vec2 v = {x, y};
    return v;
}

/** a + b */
static inline thud_vec2 thud_vec2_add(thud_vec2 a, thud_vec2 b) {
    thud_vec2 v = {a.x + b.x, a.y + b.y};
    return v;
}

/** a - b: the arrow from b to a. */
static inline thud_vec2 thud_vec2_sub(thud_vec2 a, thud_vec2 b) {
    thud_vec2 v = {a.x - b.x, a.y - b.y};
    return v;
}

/** a times a number. */
static inline thud_vec2 thud_vec2_scale(thud_vec2 a, float factor) {
    thud_vec2 v = {a.x * factor, a.y * factor};
    return v;
}

/** a + factor * b */
static inline thud_vec2 thud_vec2_mul_add(thud_vec2 a, float factor, thud_vec2 b) {
    thud_vec2 v = {a.x + factor * b.x, a.y + factor * b.y};
    return v;
}

/** -a */
static inline thud_vec2 thud_vec2_neg(thud_vec2 a) {
    thud_vec2 v = {-a.x, -a.y};
    return v;
}

/** Scalar product. */
static inline float thud_vec2_dot(thud_vec2 a, thud_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/** The z component of the 3D cross product: positive where b lies counter-clockwise of a. */
static inline float thud_vec2_cross(thud_vec2 a, thud_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/** w x r: the velocity [m/s] at the lever arm r [m] of a body that turns at w [rad/s]. */
static inline thud_vec2 thud_vec2_cross_scalar(float w, thud_vec2 r) {
    thud_vec2 v = {-w * r.y, w * r.x};
    return v;
}

/** The vector turned left by a quarter turn: (-y, x). */
static inline thud_vec2 thud_vec2_perp(thud_vec2 a) {
    thud_vec2 v = {-a.y, a.x};
    return v;
}

/** Square of the length. */
static inline float thud_vec2_length_squared(thud_vec2 a) {
    return a.x * a.x + a.y * a.y;
}

/** Length. */
static inline float thud_vec2_length(thud_vec2 a) {
    return sqrtf(thud_vec2_length_squared(a));
}

/** Distance between two points. */
static inline float thud_vec2_distance(thud_vec2 a, thud_vec2 b) {
    return thud_vec2_length(thud_vec2_sub(b, a));
}

/** The unit vector of a; a vector shorter than 1e-19 gives zero. */
static inline thud_vec2 thud_vec2_normalize(thud_vec2 a) {
    float length_squared = thud_vec2_length_squared(a);
    if (length_squared < FLT_MIN) {
        return thud_vec2_make(0.0f, 0.0f);
    }
    float length = sqrtf(length_squared);
    return thud_vec2_make(a.x / length, a.y / length);
}

/** (1 - t) a + t b */
static inline thud_vec2 thud_vec2_lerp(thud_vec2 a, thud_vec2 b, float t) {
    thud_vec2 v = {(1.0f - t) * a.x + t * b.x, (1.0f - t) * a.y + t * b.y};
    return v;
}

/** The smaller of each component. */
static inline thud_vec2 thud_vec2_min(thud_vec2 a, thud_vec2 b) {
    thud_vec2 v = {thud_min(a.x, b.x), thud_min(a.y, b.y)};
    return v;
}

/** The larger of each component. */
static inline thud_vec2 thud_vec2_max(thud_vec2 a, thud_vec2 b) {
    thud_vec2 v = {thud_max(a.x, b.x), thud_max(a.y, b.y)};
    return v;
}

/** The absolute value of each component. */
static inline thud_vec2 thud_vec2_abs(thud_vec2 a) {
    thud_vec2 v = {thud_abs(a.x), thud_abs(a.y)};
    return v;
}

/** Whether both components are finite. */
static inline bool thud_vec2_is_finite(thud_vec2 a) {
    return thud_is_finite(a.x) && thud_is_finite(a.y);
}

/* ---- rotations ---- */

/** The rotation by the angle 0. */
static inline thud_rot thud_rot_identity(void) {
    thud_rot q = {1.0f, 0.0f};
    return q;
}

/** The rotation by an angle [rad]. */
static inline thud_rot thud_rot_from_angle(float angle) {
    thud_rot q = {thud_cos(angle), thud_sin(angle)};
    return q;
}

/** The angle [rad] of a rotation, from -pi to pi. */
static inline float thud_rot_angle(thud_rot q) {
    return thud_atan2(q.s, q.c);
}

/** (c, s) scaled to length one; (0, 0) gives the identity. */
static inline thud_rot thud_rot_normalize(thud_rot q) {
    float length_squared = q.c * q.c + q.s * q.s;
    if (length_squared < FLT_MIN) {
        return thud_rot_identity();
    }
    float length = sqrtf(length_squared);
    thud_rot unit = {q.c / length, q.s / length};
    return unit;
}

/** The rotation by b, then by a: the sum of the angles. */
static inline thud_rot thud_rot_mul(thud_rot a, thud_rot b) {
    thud_rot q = {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
    return q;
}

/** The inverse of a times b: the rotation b in the frame of a. */
static inline thud_rot thud_rot_inv_mul(thud_rot a, thud_rot b) {
    thud_rot q = {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c};
    return q;
}

/** The vector turned by q. */
static inline thud_vec2 thud_rot_apply(thud_rot q, thud_vec2 v) {
    thud_vec2 turned = {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
    return turned;
}

/** The vector turned back by q. */
static inline thud_vec2 thud_rot_apply_inverse(thud_rot q, thud_vec2 v) {
    thud_vec2 turned = {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x};
    return turned;
}

/** q turned by a small angle [rad]: one Euler step of dq/dt = w x q, then normalised. The turn made is
 * atan(angle), so an angle of 0.1 falls short by 3e-4. */
static inline thud_rot thud_rot_integrate(thud_rot q, float angle) {
    thud_rot turned = {q.c - q.s * angle, q.s + q.c * angle};
    return thud_rot_normalize(turned);
}

/** Whether both components are finite and the length is 1 within 1e-3. */
static inline bool thud_rot_is_valid(thud_rot q) {
    float length_squared = q.c * q.c + q.s * q.s;
    return thud_is_finite(length_squared) && thud_abs(length_squared - 1.0f) < 2.0e-3f;
}

/* ---- poses ---- */

/** The pose at the origin with the angle 0. */
static inline thud_pose thud_pose_identity(void) {
    thud_pose pose = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    return pose;
}

/** The point, given in the frame of the pose, in the parent's frame. */
static inline thud_vec2 thud_pose_apply(thud_pose pose, thud_vec2 point) {
    return thud_vec2_add(pose.position, thud_rot_apply(pose.rotation, point));
}

/** The point, given in the parent's frame, in the frame of the pose. */
static inline thud_vec2 thud_pose_apply_inverse(thud_pose pose, thud_vec2 point) {
    return thud_rot_apply_inverse(pose.rotation, thud_vec2_sub(point, pose.position));
}

/** The pose b, given in the frame a, in the parent's frame of a: b is applied first, then a. */
static inline thud_pose thud_pose_mul(thud_pose a, thud_pose b) {
    thud_pose pose = {thud_pose_apply(a, b.position), thud_rot_mul(a.rotation, b.rotation)};
    return pose;
}

/** The inverse of a times b: the pose b in the frame a. */
static inline thud_pose thud_pose_inv_mul(thud_pose a, thud_pose b) {
    thud_pose pose = {thud_pose_apply_inverse(a, b.position), thud_rot_inv_mul(a.rotation, b.rotation)};
    return pose;
}

/** Interpolates from a (alpha 0) to b (alpha 1), linearly; the rotation takes the shorter arc and is normalised. */
static inline thud_pose thud_pose_interpolate(thud_pose a, thud_pose b, float alpha) {
    float beta = 1.0f - alpha;
    thud_rot rotation = {beta * a.rotation.c + alpha * b.rotation.c, beta * a.rotation.s + alpha * b.rotation.s};
    thud_pose pose = {thud_vec2_lerp(a.position, b.position, alpha), thud_rot_normalize(rotation)};
    return pose;
}

/** Whether all numbers are finite and the rotation has the length 1 within 1e-3. */
static inline bool thud_pose_is_valid(thud_pose pose) {
    return thud_vec2_is_finite(pose.position) && thud_rot_is_valid(pose.rotation);
}

THUD_END_C
