#include "reference/textbook_solver.h"

#include <math.h>
#include <string.h>

enum { most_iterations = 200000 };
static const double converged = 1e-13; /* [N s] */

/* A direction at a point, and the effect of an impulse along it. */
typedef struct row {
    double dx, dy, lever_a, lever_b;
} row;

static row make_row(const thud_solver_contact *contact, int point, double dx, double dy) {
    thud_vec2 a = contact->arm_a[point], b = contact->arm_b[point];
    row r = {dx, dy, (double)a.x * dy - (double)a.y * dx, (double)b.x * dy - (double)b.y * dx};
    return r;
}

static double row_speed(const row *r, const textbook_body *a, const textbook_body *b) {
    return (b->vx - a->vx) * r->dx + (b->vy - a->vy) * r->dy + b->w * r->lever_b - a->w * r->lever_a;
}

static double row_mass(const row *r, const thud_rigid *a, const thud_rigid *b) {
    return 1.0 / ((double)a->inverse_mass + (double)b->inverse_mass +
                  (double)a->inverse_inertia * r->lever_a * r->lever_a +
                  (double)b->inverse_inertia * r->lever_b * r->lever_b);
}

static void push(const row *r, double impulse, const thud_rigid *rigid, textbook_body *body, double lever) {
    body->vx += (double)rigid->inverse_mass * impulse * r->dx;
    body->vy += (double)rigid->inverse_mass * impulse * r->dy;
    body->w += (double)rigid->inverse_inertia * impulse * lever;
}

/* Moves an accumulated impulse towards zero relative speed within its bounds; returns the change. */
static double iterate_row(const row *r, double *impulse, double low, double high, double target,
                          const thud_rigid *rigid_a, const thud_rigid *rigid_b, textbook_body *a,
                          textbook_body *b) {
    double wanted = *impulse - row_mass(r, rigid_a, rigid_b) * (row_speed(r, a, b) - target);
    double now = fmin(fmax(wanted, low), high);
    double change = now - *impulse;
    *impulse = now;
    push(r, -change, rigid_a, a, r->lever_a);
    push(r, change, rigid_b, b, r->lever_b);
    return fabs(change);
}

static double iterate_contact(const thud_solver_contact *contact, const thud_solver_body *bodies,
                              textbook_body *velocities, textbook_impulses *impulses) {
    const thud_rigid *rigid_a = &bodies[contact->body_a].motion, *rigid_b = &bodies[contact->body_b].motion;
    textbook_body *a = &velocities[contact->body_a], *b = &velocities[contact->body_b];
    double nx = (double)contact->normal.x, ny = (double)contact->normal.y;
    double change = 0.0;
    for (int i = 0; i < contact->count; i++) {
        row normal = make_row(contact, i, nx, ny);
        row tangent = make_row(contact, i, -ny, nx);
        change += iterate_row(&normal, &impulses->normal[i], 0.0, HUGE_VAL, 0.0, rigid_a, rigid_b, a, b);
        double bound = (double)contact->material.friction * impulses->normal[i];
        change += iterate_row(&tangent, &impulses->friction[i], -bound, bound,
                              -(double)contact->material.surface_speed, rigid_a, rigid_b, a, b);
    }
    return change;
}

int textbook_solve(double dt, const thud_solver_body *bodies, int body_count,
                   const thud_solver_contact *contacts, int contact_count, textbook_body *velocities,
                   textbook_impulses *impulses) {
    for (int i = 0; i < body_count; i++) {
        velocities[i].vx = (double)bodies[i].motion.velocity.x + dt * (double)bodies[i].acceleration.x;
        velocities[i].vy = (double)bodies[i].motion.velocity.y + dt * (double)bodies[i].acceleration.y;
        velocities[i].w =
            (double)bodies[i].motion.angular_velocity + dt * (double)bodies[i].angular_acceleration;
    }
    memset(impulses, 0, (size_t)contact_count * sizeof *impulses);
    for (int iteration = 1; iteration <= most_iterations; iteration++) {
        double change = 0.0;
        for (int i = 0; i < contact_count; i++) {
            change += iterate_contact(&contacts[i], bodies, velocities, &impulses[i]);
        }
        if (change < converged) {
            return iteration;
        }
    }
    return most_iterations;
}
