/* sweep_search.c: which points are tried: a grid, random ones, or those of a simplex that descends. */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- points that the file gives ---- */

/* A share from 0 to 1 of a number's range. */
static double at_share(const sweep_varied *varied, double share) {
    return varied->logarithmic ? varied->low * pow(varied->high / varied->low, share)
                               : varied->low + share * (varied->high - varied->low);
}

double sweep_share_of(const sweep_varied *varied, double value) {
    return varied->logarithmic ? log(value / varied->low) / log(varied->high / varied->low)
                               : (value - varied->low) / (varied->high - varied->low);
}

sweep_point sweep_rounded(const sweep *it, sweep_point point) {
    for (int i = 0; i < it->varied_count; i++) {
        const sweep_varied *varied = &it->varied[i];
        double value = fmin(fmax(point.values[i], varied->low), varied->high);
        point.values[i] = varied->whole ? floor(value + 0.5) : (double)(float)value;
    }
    return point;
}

int sweep_point_count(const sweep *it) {
    long long count = 1;
    for (int i = 0; i < it->varied_count && it->method == SWEEP_GRID && count <= sweep_most_runs; i++) {
        count *= it->varied[i].count;
    }
    return it->method == SWEEP_GRID ? (int)(count <= sweep_most_runs ? count : sweep_most_runs + 1)
                                    : it->budget;
}

/* SplitMix64 of Steele, Lea and Flood (2014): a number from 0 to 1 for each index, whatever was drawn before. */
double sweep_share(uint64_t index) {
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

sweep_point sweep_point_at(const sweep *it, int index) {
    sweep_point point = {{0}};
    int rest = index;
    for (int i = 0; i < it->varied_count; i++) {
        const sweep_varied *varied = &it->varied[i];
        double share = sweep_share((uint64_t)index * sweep_most_varied + (uint64_t)i);
        if (it->method == SWEEP_GRID) {
            share = (double)(rest % varied->count) / (varied->count - 1);
            rest /= varied->count;
        }
        point.values[i] = at_share(varied, share);
    }
    return sweep_rounded(it, point);
}

/* ---- descent ---- */

/*
 * Nelder and Mead, "A simplex method for function minimization" (1965), in shares of the ranges. All four points that a
 * round may want are tried at once, since there are processors for them.
 */
enum { most_corners = sweep_most_varied + 1 };

typedef struct corner {
    double shares[sweep_most_varied];
    double cost;
} corner;

typedef struct descent {
    const sweep *it;
    int jobs, count, round;
    sweep_run *runs;
} descent;

static sweep_point point_of(const sweep *it, const corner *at) {
    sweep_point point = {{0}};
    for (int i = 0; i < it->varied_count; i++) {
        point.values[i] = at_share(&it->varied[i], fmin(fmax(at->shares[i], 0), 1));
    }
    return sweep_rounded(it, point);
}

/* The mean cost over seeds of each corner; one that fails is infinitely bad. */
static bool try_corners(descent *of, corner *corners, int count) {
    const sweep *it = of->it;
    int made = count * it->seeds;
    sweep_run *grown = realloc(of->runs, (size_t)(of->count + made) * sizeof *grown);
    if (!grown) {
        return false;
    }
    of->runs = grown;
    for (int i = 0; i < made; i++) {
        of->runs[of->count + i] = (sweep_run){.index = of->count + i,
                                              .point = point_of(it, &corners[i / it->seeds]),
                                              .seed = (uint32_t)(i % it->seeds)};
    }
    sweep_make_runs(it, of->runs + of->count, made, of->jobs, false);
    for (int i = 0; i < count; i++) {
        corners[i].cost = 0;
        for (int seed = 0; seed < it->seeds; seed++) {
            corners[i].cost += sweep_cost(it, &of->runs[of->count + i * it->seeds + seed]) / it->seeds;
        }
        corners[i].cost = isfinite(corners[i].cost) ? corners[i].cost : INFINITY;
    }
    of->count += made;
    return true;
}

static int by_cost(const void *a, const void *b) {
    double left = ((const corner *)a)->cost, right = ((const corner *)b)->cost;
    return (left > right) - (left < right);
}

/* centre + by (centre - worst) */
static corner along(const sweep *it, const corner *centre, const corner *worst, double by) {
    corner at = {{0}, 0};
    for (int i = 0; i < it->varied_count; i++) {
        at.shares[i] = centre->shares[i] + by * (centre->shares[i] - worst->shares[i]);
    }
    return at;
}

static corner centre_of(const sweep *it, const corner *corners) {
    corner centre = {{0}, 0};
    for (int i = 0; i < it->varied_count; i++) {
        for (int j = 0; j < it->varied_count; j++) {
            centre.shares[i] += corners[j].shares[i] / it->varied_count;
        }
    }
    return centre;
}

static void shrink(const sweep *it, corner *corners) {
    for (int j = 1; j <= it->varied_count; j++) {
        for (int i = 0; i < it->varied_count; i++) {
            corners[j].shares[i] = 0.5 * (corners[0].shares[i] + corners[j].shares[i]);
        }
    }
}

/* One round: the worst corner is replaced, or all but the best draw near to it. */
static bool descend(descent *of, corner *corners) {
    const sweep *it = of->it;
    int last = it->varied_count;
    corner centre = centre_of(it, corners);
    corner tried[4] = {along(it, &centre, &corners[last], 1), along(it, &centre, &corners[last], 2),
                       along(it, &centre, &corners[last], 0.5), along(it, &centre, &corners[last], -0.5)};
    if (!try_corners(of, tried, 4)) {
        return false;
    }
    const corner *reflected = &tried[0],
                 *inside = reflected->cost < corners[last].cost ? &tried[2] : &tried[3];
    if (reflected->cost < corners[0].cost) {
        corners[last] = tried[1].cost < reflected->cost ? tried[1] : *reflected;
    } else if (reflected->cost < corners[last - 1].cost) {
        corners[last] = *reflected;
    } else if (inside->cost < fmin(reflected->cost, corners[last].cost)) {
        corners[last] = *inside;
    } else {
        shrink(it, corners);
        return try_corners(of, corners + 1, last);
    }
    return true;
}

static double size_of(const sweep *it, const corner *corners) {
    double most = 0;
    for (int j = 1; j <= it->varied_count; j++) {
        for (int i = 0; i < it->varied_count; i++) {
            most = fmax(most, fabs(corners[j].shares[i] - corners[0].shares[i]));
        }
    }
    return most;
}

/* The first corner is where the preset is, or the middle where that is out of range. */
static void first_corners(const sweep *it, corner *corners) {
    for (int i = 0; i < it->varied_count; i++) {
        const sweep_varied *varied = &it->varied[i];
        double share = sweep_share_of(varied, (double)setting_get(&it->log.start, varied->setting));
        share = share >= 0 && share <= 1 ? share : 0.5;
        for (int j = 0; j <= it->varied_count; j++) {
            corners[j].shares[i] = share + (j == i + 1 ? (share < 0.5 ? 0.25 : -0.25) : 0);
        }
    }
}

int sweep_descend(const sweep *it, int jobs, sweep_run **runs) {
    const double small = 1e-4; /* share of the ranges */
    descent of = {.it = it, .jobs = jobs};
    corner corners[most_corners];
    memset(corners, 0, sizeof corners);
    first_corners(it, corners);
    sweep_progress progress = sweep_progress_of(it->budget, true);
    bool goes_on = try_corners(&of, corners, it->varied_count + 1);
    while (goes_on && of.count < it->budget && size_of(it, corners) > small) {
        qsort(corners, (size_t)it->varied_count + 1, sizeof *corners, by_cost);
        goes_on = descend(&of, corners);
        char cost[40];
        snprintf(cost, sizeof cost, "at most, cost %.4g", corners[0].cost);
        progress.done = of.count < it->budget ? of.count : it->budget;
        sweep_show_progress(&progress, cost, false);
    }
    sweep_show_progress(&progress, "", true);
    *runs = of.runs;
    return of.count;
}
