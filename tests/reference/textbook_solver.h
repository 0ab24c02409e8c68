/*
 * textbook_solver.h: the sequential impulses of the textbooks, in double, iterated until they stop changing;
 * slow and obviously right. Rigid, without penetration, elasticity or warm starting: after it no contact
 * approaches and friction obeys Coulomb's law.
 */
#pragma once

#include "thud/response.h"

typedef struct textbook_body {
    double vx, vy, w;
} textbook_body;

typedef struct textbook_impulses {
    double normal[2], friction[2];
} textbook_impulses;

/* Velocities after `dt` of acceleration and the contacts' impulses over it. Returns the number of iterations
 * made. */
int textbook_solve(double dt, const thud_solver_body *bodies, int body_count,
                   const thud_solver_contact *contacts, int contact_count, textbook_body *velocities,
                   textbook_impulses *impulses);
