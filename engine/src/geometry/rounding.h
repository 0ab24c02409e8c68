/*
 * Rounds from double to float in a chosen direction, so that sizes measured in double still fit into volumes stored in
 * float.
 */
#ifndef THUD_SRC_GEOMETRY_ROUNDING_H
#define THUD_SRC_GEOMETRY_ROUNDING_H

/* The smallest float that is not less, and the largest that is not more; infinity beyond the range of float.
 */
float thud_round_up(double value);
float thud_round_down(double value);

/* The smallest float whose square in double is not less. */
float thud_round_up_root(double square);

#endif
