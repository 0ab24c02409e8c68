/* tunable_rows_world.c: the numbers of a world and of its solver. */
#include "tools/tunable_rows.h"

/* ---- solver ---- */

static void solver_defaults(void *def) {
    *(thud_solver_settings *)def = thud_solver_settings_defaults();
}

static const thud_tunable solver_rows[] = {
    {THUD_FIELD(thud_solver_settings, substeps), .label = "substeps", .unit = "", .least = 1, .most = 64,
     .low = 1, .high = 16,
     .advice = "More make stacks, joints and fast bodies stiffer; the time of a step grows with them."},
    {THUD_FIELD(thud_solver_settings, contact_hertz), .label = "contact stiffness", .unit = "Hz",
     THUD_ABOVE_ZERO_TO(THUD_MAX_HERTZ), .low = 5.0, .high = 120.0, .logarithmic = true,
     .advice = "Lower lets bodies sink into each other, higher needs substeps: an eighth of the substep rate "
               "is used at most."},
    {THUD_FIELD(thud_solver_settings, contact_damping_ratio), .label = "contact damping", .unit = "",
     THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.5, .high = 20.0, .logarithmic = true,
     .advice = "Below 1 contacts swing after an impact; large values push overlaps out slowly and calmly."},
    {THUD_FIELD(thud_solver_settings, push_out_speed), .label = "push-out speed", .unit = "m/s",
     THUD_UP_TO(THUD_MAX_SPEED), .low = 0.0, .high = 20.0,
     .advice = "Overlapping bodies part at this speed at most; where contact damping is below 7 they leap the "
               "higher for it."},
    {THUD_FIELD(thud_solver_settings, elasticity_threshold), .label = "bounce threshold", .unit = "m/s",
     THUD_NOT_NEGATIVE, .low = 0.0, .high = 5.0,
     .advice = "Impacts slower than this do not bounce; at 0 bodies tremble on the ground."},
    {THUD_FIELD(thud_solver_settings, joint_hertz), .label = "joint stiffness", .unit = "Hz",
     THUD_ABOVE_ZERO_TO(THUD_MAX_HERTZ), .low = 5.0, .high = 240.0, .logarithmic = true,
     .advice = "How firmly joints hold; a quarter of the substep rate is used at most."},
    {THUD_FIELD(thud_solver_settings, joint_damping_ratio), .label = "joint damping", .unit = "",
     THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.0, .high = 10.0,
     .advice = "Of what joints hold firmly; low values let chains swing, high ones calm them."},
    {THUD_FIELD(thud_solver_settings, max_speed), .label = "largest speed", .unit = "m/s",
     THUD_ABOVE_ZERO_TO(THUD_MAX_SPEED), .low = 10.0, .high = 1000.0, .logarithmic = true,
     .advice = "Dynamic bodies are slowed to this; it bounds what one mistake can throw."},
    {THUD_FIELD(thud_solver_settings, warm_starting), .label = "warm starting", .unit = "", THUD_SWITCH,
     .advice = "Off, each step solves from nothing: stacks grow soft; only to see what it does."},
};

const thud_tunable_table thud_tunables_of_solver = {THUD_ROWS(thud_solver_settings, solver_rows),
                                                    .defaults_call = "thud_solver_settings_defaults()",
                                                    .defaults = solver_defaults};

/* ---- world ---- */

static void world_defaults(void *def) {
    *(thud_world_def *)def = thud_world_defaults();
}

#define MOST_CAPACITY (INT32_MAX / 2)

static const thud_tunable world_rows[] = {
    {THUD_FIELD(thud_world_def, gravity.x), .label = "gravity, right", .unit = "m/s^2",
     THUD_WITHIN(THUD_MAX_GRAVITY), .low = -30.0, .high = 30.0,
     .advice = "A sideways pull on all dynamic bodies; a change wakes them."},
    {THUD_FIELD(thud_world_def, gravity.y), .label = "gravity, up", .unit = "m/s^2",
     THUD_WITHIN(THUD_MAX_GRAVITY), .low = -60.0, .high = 30.0,
     .advice = "Negative pulls down; platformers feel tight at -20 to -60, where earth has -9.8 and the moon "
               "-1.6."},
    {THUD_PART(thud_world_def, solver, thud_tunables_of_solver)},
    {THUD_FIELD(thud_world_def, length_unit), .label = "length unit", .unit = "units/m",
     THUD_ABOVE_ZERO_TO(THUD_MAX_COORDINATE), .low = 0.1, .high = 100.0, .logarithmic = true,
     .restarts = true,
     .advice = "How long a metre is in your units; start from thud_world_defaults_for_unit, which scales all "
               "lengths with it."},
    {THUD_FIELD(thud_world_def, slop), .label = "slop", .unit = "m", THUD_ABOVE_ZERO_TO(THUD_MAX_COORDINATE),
     .low = 0.0005, .high = 0.05, .logarithmic = true,
     .advice = "Overlap that continuous collision leaves alone; large shows as gaps and overlaps, small "
               "costs time at corners."},
    {THUD_FIELD(thud_world_def, speculative_distance), .label = "speculative distance", .unit = "m",
     THUD_UP_TO(THUD_MAX_COORDINATE), .low = 0.0, .high = 0.2,
     .advice = "Contacts are made this far ahead; more keeps fast bodies from sinking in, and makes more "
               "contacts to solve."},
    {THUD_FIELD(thud_world_def, aabb_margin), .label = "box margin", .unit = "m",
     THUD_UP_TO(THUD_MAX_COORDINATE), .low = 0.0, .high = 0.5, .restarts = true,
     .advice = "Fat boxes are larger by this: more means fewer updates and more pairs; it changes speed, not "
               "motion."},
    {THUD_FIELD(thud_world_def, hit_speed), .label = "hit speed", .unit = "m/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 20.0,
     .advice = "Approach speed from which a hit event is made; raise it where too many sounds play."},
    {THUD_FIELD(thud_world_def, sleep_speed), .label = "sleep speed", .unit = "m/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 0.5,
     .advice = "Slower than this for sleep_time, an island sleeps; too high freezes what still topples."},
    {THUD_FIELD(thud_world_def, sleep_time), .label = "sleep time", .unit = "s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 5.0,
     .advice =
         "How long an island is slow before it sleeps; short saves time, long is safer for slow machines."},
    {THUD_FIELD(thud_world_def, sleeping), .label = "sleeping", .unit = "", THUD_SWITCH,
     .advice = "Whether bodies may sleep; off, a world at rest costs as much as one that moves."},
    {THUD_FIELD(thud_world_def, continuous), .label = "continuous collision", .unit = "", THUD_SWITCH,
     .advice =
         "Keeps fast bodies from tunnelling through static and kinematic ones; off is only for comparison."},
    {THUD_FIELD(thud_world_def, bullets_hit_bullets), .label = "bullets hit bullets", .unit = "", THUD_SWITCH,
     .advice = "Times of impact between bullets too; they are then swept one by one on one thread."},
    {THUD_FIELD(thud_world_def, worker_count), .label = "threads", .unit = "", .least = 1, .most = 64,
     .low = 1, .high = 16, .restarts = true,
     .advice = "Threads that step; the result has the same bits, and worlds below a thousand bodies want 1."},
    {THUD_FIELD(thud_world_def, body_capacity), .label = "reserved bodies", .unit = "", .least = 0,
     .most = MOST_CAPACITY, .low = 0, .high = 100000, .restarts = true,
     .advice = "Memory that is taken at once, so that no step has to."},
    {THUD_FIELD(thud_world_def, shape_capacity), .label = "reserved shapes", .unit = "", .least = 0,
     .most = MOST_CAPACITY, .low = 0, .high = 100000, .restarts = true,
     .advice = "Memory that is taken at once, so that no step has to."},
    {THUD_FIELD(thud_world_def, contact_capacity), .label = "reserved contacts", .unit = "", .least = 0,
     .most = MOST_CAPACITY, .low = 0, .high = 100000, .restarts = true,
     .advice = "Memory that is taken at once, so that no step has to."},
    {THUD_FIELD(thud_world_def, id_tag), .label = "id tag", .unit = "", .least = 0, .most = 255, .low = 0,
     .high = 255, .restarts = true,
     .advice = "Part of every id: a world with another tag refuses it. It changes no motion."},
};

const thud_tunable_table thud_tunables_of_world = {THUD_ROWS(thud_world_def, world_rows),
                                                   .defaults_call = "thud_world_defaults()",
                                                   .defaults = world_defaults};
