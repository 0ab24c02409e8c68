/* tunable_rows_world.c: the numbers of a world and of its solver. */
#include "tools/tunable_rows.h"

/* ---- solver ---- */

static const thud_tunable solver_rows[] = {
    ROW(solver_settings, substeps, "substeps", "", 1, 16, FROM(1, 64),
        "More substeps make stacks, joints and fast bodies stiffer, and take more time."),
    ROW(solver_settings, contact_hertz, "contact stiffness", "Hz", 5.0, 120.0,
        ABOVE_ZERO_TO(THUD_MAX_HERTZ) LOGARITHMIC,
        "Low values let bodies sink into each other. High values need substeps: at most an eighth of the "
        "substep rate is used."),
    ROW(solver_settings, contact_damping_ratio, "contact damping", "", 0.5, 20.0,
        UP_TO(THUD_MAX_COEFFICIENT) LOGARITHMIC,
        "Below 1 contacts oscillate after an impact. Large values push overlaps out slowly and calmly."),
    ROW(solver_settings, push_out_speed, "push-out speed", "m/s", 0.0, 20.0, UP_TO(THUD_MAX_SPEED),
        "Largest speed at which overlapping bodies separate. With contact damping below 7, high values make "
        "them jump."),
    ROW(solver_settings, elasticity_threshold, "bounce threshold", "m/s", 0.0, 5.0, NOT_NEGATIVE,
        "Impacts below this speed do not bounce. At 0 bodies tremble on the ground."),
    ROW(solver_settings, joint_hertz, "joint stiffness", "Hz", 5.0, 240.0,
        ABOVE_ZERO_TO(THUD_MAX_HERTZ) LOGARITHMIC,
        "Stiffness of rigid joints. At most a quarter of the substep rate is used."),
    ROW(solver_settings, joint_damping_ratio, "joint damping", "", 0.0, 10.0, UP_TO(THUD_MAX_COEFFICIENT),
        "Damping of rigid joints. Low values let chains swing, high values calm them."),
    ROW(solver_settings, max_speed, "largest speed", "m/s", 10.0, 1000.0,
        ABOVE_ZERO_TO(THUD_MAX_SPEED) LOGARITHMIC,
        "Dynamic bodies never move faster. This limits the damage of a mistake."),
    SWITCH(solver_settings, warm_starting, "warm starting",
           "Off: each step solves from zero, and stacks become soft. Only for comparison."),
};

THUD_TABLE(solver, thud_solver_settings, solver_rows, thud_solver_settings_defaults());

/* ---- world ---- */

#define MOST_CAPACITY (INT32_MAX / 2)

static const thud_tunable world_rows[] = {
    ROW(world_def, gravity.x, "gravity, right", "m/s^2", -30.0, 30.0, WITHIN(THUD_MAX_GRAVITY),
        "Pulls all dynamic bodies sideways. A change wakes them."),
    ROW(world_def, gravity.y, "gravity, up", "m/s^2", -60.0, 30.0, WITHIN(THUD_MAX_GRAVITY),
        "Negative values pull down. Platformers feel tight at -20 to -60; the earth has -9.8, the moon "
        "-1.6."),
    PART(world_def, solver, thud_tunables_of_solver),
    ROW(world_def, length_unit, "length unit", "units/m", 0.1, 100.0,
        ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC RESTARTS,
        "Number of your units per metre. Start from thud_world_defaults_for_unit, which scales all lengths "
        "with it."),
    ROW(world_def, slop, "slop", "m", 0.0005, 0.05, ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC,
        "Overlap that continuous collision ignores. Large values show as gaps and overlaps, small ones cost "
        "time at corners."),
    ROW(world_def, speculative_distance, "speculative distance", "m", 0.0, 0.2, UP_TO(THUD_MAX_COORDINATE),
        "Contacts are made from this distance on. More keeps fast bodies from sinking in, and makes more "
        "contacts to solve."),
    ROW(world_def, aabb_margin, "box margin", "m", 0.0, 0.5, UP_TO(THUD_MAX_COORDINATE) RESTARTS,
        "Margin of the broadphase's boxes. More means fewer updates and more pairs. It changes the time of a "
        "step, not the motion."),
    ROW(world_def, hit_speed, "hit speed", "m/s", 0.0, 20.0, NOT_NEGATIVE,
        "Approach speed above which an impact makes a hit event. Raise it if too many sounds play."),
    ROW(world_def, sleep_speed, "sleep speed", "m/s", 0.0, 0.5, NOT_NEGATIVE,
        "An island falls asleep below this speed, after the sleep time. Too high a value freezes bodies that "
        "still topple."),
    ROW(world_def, sleep_time, "sleep time", "s", 0.0, 5.0, NOT_NEGATIVE,
        "Time for which an island must be slow before it sleeps. Short saves time, long is safer for slow "
        "mechanisms."),
    SWITCH(world_def, sleeping, "sleeping",
           "Lets bodies sleep. Off: a world at rest takes as much time as a moving one."),
    SWITCH(world_def, continuous, "continuous collision",
           "Keeps fast bodies from tunnelling through static and kinematic ones. Off only for comparison."),
    SWITCH(world_def, bullets_hit_bullets, "bullets hit bullets",
           "Bullets stop each other, too. They are then swept one by one on one thread."),
    ROW(world_def, worker_count, "threads", "", 1, 16, FROM(1, 64) RESTARTS,
        "Number of threads for a step. The result is the same; below a thousand bodies 1 is fastest."),
    ROW(world_def, body_capacity, "reserved bodies", "", 0, 100000, FROM(0, MOST_CAPACITY) RESTARTS,
        "Memory reserved at creation, so that no step allocates it."),
    ROW(world_def, shape_capacity, "reserved shapes", "", 0, 100000, FROM(0, MOST_CAPACITY) RESTARTS,
        "Memory reserved at creation, so that no step allocates it."),
    ROW(world_def, contact_capacity, "reserved contacts", "", 0, 100000, FROM(0, MOST_CAPACITY) RESTARTS,
        "Memory reserved at creation, so that no step allocates it."),
    ROW(world_def, id_tag, "id tag", "", 0, 255, FROM(0, 255) RESTARTS,
        "Part of every id: worlds with another tag refuse the id. It does not change the motion."),
};

THUD_TABLE(world, thud_world_def, world_rows, thud_world_defaults());
