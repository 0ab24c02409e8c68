#include "sampled_toi.h"

#include <math.h>

#include "pair_features.h"

double reference_separation_at(const reference_pair *pair, double time) {
    reference_core cores[2];
    for (int k = 0; k < 2; k++) {
        const thud_motion *motion = pair->motions[k];
        double c = motion->pose.rotation.c, s = motion->pose.rotation.s;
        double x = motion->center.x, y = motion->center.y;
        double center_x = motion->pose.position.x + (c * x - s * y) + time * motion->velocity.x;
        double center_y = motion->pose.position.y + (s * x + c * y) + time * motion->velocity.y;
        double angle = atan2(s, c) + time * motion->angular_velocity;
        cores[k] = reference_place_at(pair->shapes[k], motion->center, center_x, center_y, angle);
    }
    return reference_separation(&cores[0], &cores[1]);
}

double reference_time_of_impact(const reference_pair *pair, double t_max, double depth, int samples) {
    for (int k = 0; k <= samples; k++) {
        double after = t_max * k / samples;
        if (reference_separation_at(pair, after) >= -depth) {
            continue;
        }
        double before = k > 0 ? t_max * (k - 1) / samples : 0.0;
        for (int halving = 0; halving < 50; halving++) {
            double middle = 0.5 * (before + after);
            *(reference_separation_at(pair, middle) < -depth ? &after : &before) = middle;
        }
        return after;
    }
    return INFINITY;
}
