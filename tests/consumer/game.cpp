// A game in C++.
#include <cmath>
#include <cstdio>

#include <thud/thud.h>

int main() {
    const thud_rot quarter = thud_rot_from_angle(0.5f * THUD_PI);
    const thud_vec2 up = thud_rot_apply(quarter, {1.0f, 0.0f});
    std::printf("Thud %s: (%.3f, %.3f), %s\n", thud_version(), double(up.x), double(up.y),
                thud_lanes_name(thud_lanes_best()));
    return std::fabs(up.x) < 1.0e-6f && std::fabs(up.y - 1.0f) < 1.0e-6f ? 0 : 1;
}
