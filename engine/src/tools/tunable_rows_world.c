/* tunable_rows_world.c: the numbers of a world and of its solver. */
#include "tools/tunable_rows.h"

/* ---- solver ---- */

static const thud_tunable solver_rows[] = {
    {THUD_FIELD(thud_solver_settings, substeps), .label = "substeps", .unit = "", .least = 1, .most = 64,
     .low = 1, .high = 16,
     .advice = "More substeps make stacks, joints and fast bodies stiffer, and take more time."},
    {THUD_FIELD(thud_solver_settings, contact_hertz), .label = "contact stiffness", .unit = "Hz",
     THUD_ABOVE_ZERO_TO(THUD_MAX_HERTZ), .low = 5.0, .high = 120.0, .logarithmic = true,
     .advice = "Low values let bodies sink into each other. High values need substeps: at most an eighth of "
               "the substep rate is used."},
    {THUD_FIELD(thud_solver_settings, contact_damping_ratio), .label = "contact damping", .unit = "",
     THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.5, .high = 20.0, .logarithmic = true,
     .advice =
         "Below 1 contacts oscillate after an impact. Large values push overlaps out slowly and calmly."},
    {THUD_FIELD(thud_solver_settings, push_out_speed), .label = "push-out speed", .unit = "m/s",
     THUD_UP_TO(THUD_MAX_SPEED), .low = 0.0, .high = 20.0,
     .advice = "Largest speed at which overlapping bodies separate. With contact damping below 7, high "
               "values make them jump."},
    {THUD_FIELD(thud_solver_settings, elasticity_threshold), .label = "bounce threshold", .unit = "m/s",
     THUD_NOT_NEGATIVE, .low = 0.0, .high = 5.0,
     .advice = "Impacts below this speed do not bounce. At 0 bodies tremble on the ground."},
    {THUD_FIELD(thud_solver_settings, joint_hertz), .label = "joint stiffness", .unit = "Hz",
     THUD_ABOVE_ZERO_TO(THUD_MAX_HERTZ), .low = 5.0, .high = 240.0, .logarithmic = true,
     .advice = "Stiffness of rigid joints. At most a quarter of the substep rate is used."},
    {THUD_FIELD(thud_solver_settings, joint_damping_ratio), .label = "joint damping", .unit = "",
     THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.0, .high = 10.0,
     .advice = "Damping of rigid joints. Low values let chains swing, high values calm them."},
    {THUD_FIELD(thud_solver_settings, max_speed), .label = "largest speed", .unit = "m/s",
     THUD_ABOVE_ZERO_TO(THUD_MAX_SPEED), .low = 10.0, .high = 1000.0, .logarithmic = true,
     .advice = "Dynamic bodies never move faster. This limits the damage of a mistake."},
    {THUD_FIELD(thud_solver_settings, warm_starting), .label = "warm starting", .unit = "", THUD_SWITCH,
     .advice = "Off: each step solves from zero, and stacks become soft. Only for comparison."},
};

THUD_TABLE(solver, thud_solver_settings, solver_rows, thud_solver_settings_defaults());

/* ---- world ---- */

#define MOST_CAPACITY (INT32_MAX / 2)

static const thud_tunable world_rows[] = {
    {THUD_FIELD(thud_world_def, gravity.x), .label = "gravity, right", .unit = "m/s^2",
     THUD_WITHIN(THUD_MAX_GRAVITY), .low = -30.0, .high = 30.0,
     .advice = "Pulls all dynamic bodies sideways. A change wakes them."},
    {THUD_FIELD(thud_world_def, gravity.y), .label = "gravity, up", .unit = "m/s^2",
     THUD_WITHIN(THUD_MAX_GRAVITY), .low = -60.0, .high = 30.0,
     .advice = "Negative values pull down. Platformers feel tight at -20 to -60; the earth has -9.8, the "
               "moon -1.6."},
    {THUD_PART(thud_world_def, solver, thud_tunables_of_solver)},
    {THUD_FIELD(thud_world_def, length_unit), .label = "length unit", .unit = "units/m",
     THUD_ABOVE_ZERO_TO(THUD_MAX_COORDINATE), .low = 0.1, .high = 100.0, .logarithmic = true,
     .restarts = true,
     .advice = "Number of your units per metre. Start from thud_world_defaults_for_unit, which scales all "
               "lengths with it."},
    {THUD_FIELD(thud_world_def, slop), .label = "slop", .unit = "m", THUD_ABOVE_ZERO_TO(THUD_MAX_COORDINATE),
     .low = 0.0005, .high = 0.05, .logarithmic = true,
     .advice = "Overlap that continuous collision ignores. Large values show as gaps and overlaps, small "
               "ones cost time at corners."},
    {THUD_FIELD(thud_world_def, speculative_distance), .label = "speculative distance", .unit = "m",
     THUD_UP_TO(THUD_MAX_COORDINATE), .low = 0.0, .high = 0.2,
     .advice = "Contacts are made from this distance on. More keeps fast bodies from sinking in, and makes "
               "more contacts to solve."},
    {THUD_FIELD(thud_world_def, aabb_margin), .label = "box margin", .unit = "m",
     THUD_UP_TO(THUD_MAX_COORDINATE), .low = 0.0, .high = 0.5, .restarts = true,
     .advice = "Margin of the broadphase's boxes. More means fewer updates and more pairs. It changes the "
               "time of a step, not the motion."},
    {THUD_FIELD(thud_world_def, hit_speed), .label = "hit speed", .unit = "m/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 20.0,
     .advice = "Approach speed above which an impact makes a hit event. Raise it if too many sounds play."},
    {THUD_FIELD(thud_world_def, sleep_speed), .label = "sleep speed", .unit = "m/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 0.5,
     .advice = "An island falls asleep below this speed, after the sleep time. Too high a value freezes "
               "bodies that still topple."},
    {THUD_FIELD(thud_world_def, sleep_time), .label = "sleep time", .unit = "s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 5.0,
     .advice = "Time for which an island must be slow before it sleeps. Short saves time, long is safer for "
               "slow mechanisms."},
    {THUD_FIELD(thud_world_def, sleeping), .label = "sleeping", .unit = "", THUD_SWITCH,
     .advice = "Lets bodies sleep. Off: a world at rest takes as much time as a moving one."},
    {THUD_FIELD(thud_world_def, continuous), .label = "continuous collision", .unit = "", THUD_SWITCH,
     .advice =
         "Keeps fast bodies from tunnelling through static and kinematic ones. Off only for comparison."},
    {THUD_FIELD(thud_world_def, bullets_hit_bullets), .label = "bullets hit bullets", .unit = "", THUD_SWITCH,
     .advice = "Bullets stop each other, too. They are then swept one by one on one thread."},
    {THUD_FIELD(thud_world_def, worker_count), .label = "threads", .unit = "", .least = 1, .most = 64,
     .low = 1, .high = 16, .restarts = true,
     .advice = "Number of threads for a step. The result is the same; below a thousand bodies 1 is fastest."},
    {THUD_FIELD(thud_world_def, body_capacity), .label = "reserved bodies", .unit = "", .least = 0,
     .most = MOST_CAPACITY, .low = 0, .high = 100000, .restarts = true,
     .advice = "Memory reserved at creation, so that no step allocates it."},
    {THUD_FIELD(thud_world_def, shape_capacity), .label = "reserved shapes", .unit = "", .least = 0,
     .most = MOST_CAPACITY, .low = 0, .high = 100000, .restarts = true,
     .advice = "Memory reserved at creation, so that no step allocates it."},
    {THUD_FIELD(thud_world_def, contact_capacity), .label = "reserved contacts", .unit = "", .least = 0,
     .most = MOST_CAPACITY, .low = 0, .high = 100000, .restarts = true,
     .advice = "Memory reserved at creation, so that no step allocates it."},
    {THUD_FIELD(thud_world_def, id_tag), .label = "id tag", .unit = "", .least = 0, .most = 255, .low = 0,
     .high = 255, .restarts = true,
     .advice = "Part of every id: worlds with another tag refuse the id. It does not change the motion."},
};

THUD_TABLE(world, thud_world_def, world_rows, thud_world_defaults());
