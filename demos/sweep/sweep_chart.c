/*
 * sweep_chart.c: results as a picture: for each goal's measure, and the cost where it is another,
 * one chart. Over one number a curve of means with the spread over seeds; of a grid of two a heat
 * map; otherwise dots over the first number.
 */
#include "sweep.h"

#include <math.h>
#include <string.h>

enum {
    chart_width = 460,
    chart_height = 300,
    margin_left = 70,
    margin_right = 20,
    margin_top = 36,
    margin_bottom = 58
};

/* What a chart shows: a measure, or the cost (-1). */
typedef struct chart {
    const sweep *it;
    const sweep_run *runs;
    int count, what, place; /* place: how many charts are left of it */
    double x_low, x_high, low, high;
    FILE *file;
} chart;

static double over_seeds(const chart *of, int first, sweep_join join) {
    return sweep_joined(of->it, of->runs, of->count, first, of->what, join);
}

static double x_at(const chart *of, double value) {
    double width = chart_width - margin_left - margin_right;
    return of->place * chart_width + margin_left + width * sweep_share_of(&of->it->varied[0], value);
}

static double y_at(const chart *of, double value) {
    double height = chart_height - margin_top - margin_bottom;
    return (double)margin_top + height * (1 - (value - of->low) / (of->high - of->low));
}

static void find_range(chart *of) {
    of->low = INFINITY;
    of->high = -INFINITY;
    for (int i = 0; i < of->count; i++) {
        double value = sweep_value(of->it, &of->runs[i], of->what);
        if (isfinite(value)) {
            of->low = fmin(of->low, value);
            of->high = fmax(of->high, value);
        }
    }
    if (!(of->high > of->low)) {
        of->low = isfinite(of->low) ? of->low - 0.5 : 0;
        of->high = of->low + 1;
    }
}

static void draw_text(const chart *of, double x, double y, const char *anchor, const char *text) {
    fprintf(of->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void draw_number(const chart *of, double x, double y, const char *anchor, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    draw_text(of, x, y, anchor, text);
}

static void draw_frame(const chart *of) {
    double left = of->place * chart_width + margin_left, right = (of->place + 1) * chart_width - margin_right;
    char title[120];
    snprintf(title, sizeof title, "%s%s%s%s", of->what < 0 ? "cost" : sweep_measure_name(of->what),
             of->what < 0 ? "" : " [", of->what < 0 ? "" : sweep_measure_unit(of->what),
             of->what < 0 ? "" : "]");
    fprintf(of->file,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n", left,
            margin_top, right - left, chart_height - margin_top - margin_bottom);
    draw_text(of, 0.5 * (left + right), margin_top - 12, "middle", title);
    draw_text(of, 0.5 * (left + right), chart_height - 8, "middle", of->it->varied[0].path);
    draw_number(of, left, chart_height - margin_bottom + 16, "middle", of->it->varied[0].low);
    draw_number(of, right, chart_height - margin_bottom + 16, "middle", of->it->varied[0].high);
}

static void draw_scale(const chart *of) {
    double left = of->place * chart_width + margin_left - 6;
    draw_number(of, left, margin_top + 8, "end", of->high);
    draw_number(of, left, chart_height - margin_bottom, "end", of->low);
}

/* ---- one number on a grid ---- */

static void draw_points(const chart *of, int first, sweep_join part) {
    double value = over_seeds(of, first, part);
    if (isfinite(value)) {
        fprintf(of->file, "%.1f,%.1f ", x_at(of, of->runs[first].point.values[0]), y_at(of, value));
    }
}

static void draw_curve(const chart *of) {
    int step = of->it->seeds;
    fprintf(of->file, "<polygon fill=\"#4a7ab5\" fill-opacity=\"0.2\" points=\"");
    for (int i = 0; i < of->count; i += step) {
        draw_points(of, i, SWEEP_MOST);
    }
    for (int i = (of->count - 1) / step * step; i >= 0; i -= step) {
        draw_points(of, i, SWEEP_LEAST);
    }
    fprintf(of->file, "\"/>\n<polyline fill=\"none\" stroke=\"#2a5a95\" stroke-width=\"2\" points=\"");
    for (int i = 0; i < of->count; i += step) {
        draw_points(of, i, SWEEP_MEAN);
    }
    fprintf(of->file, "\"/>\n");
}

/* ---- two numbers on a grid ---- */

static void draw_heat(const chart *of) {
    const sweep_varied *across = &of->it->varied[0], *up = &of->it->varied[1];
    double width = (double)(chart_width - margin_left - margin_right) / across->count;
    double height = (double)(chart_height - margin_top - margin_bottom) / up->count;
    for (int i = 0; i < of->count; i += of->it->seeds) {
        int point = i / of->it->seeds, column = point % across->count, row = point / across->count;
        double value = over_seeds(of, i, SWEEP_MEAN), share = (value - of->low) / (of->high - of->low);
        char color[32] = "#ccc";
        if (isfinite(value)) { /* dark is little */
            snprintf(color, sizeof color, "rgb(%d,%d,%d)", (int)(40 + 215 * share), (int)(60 + 150 * share),
                     (int)(120 - 60 * share));
        }
        fprintf(of->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s %.4g, %s "
                "%.4g: %.4g</title></rect>\n",
                of->place * chart_width + margin_left + column * width,
                chart_height - margin_bottom - (row + 1) * height, width, height, color, across->path,
                of->runs[i].point.values[0], up->path, of->runs[i].point.values[1], value);
    }
    double left = of->place * chart_width + margin_left - 6;
    draw_number(of, left, margin_top + 8, "end", up->high);
    draw_number(of, left, chart_height - margin_bottom, "end", up->low);
    char legend[120];
    snprintf(legend, sizeof legend, "up: %.60s; %.3g (dark) to %.3g", up->path, of->low, of->high);
    draw_text(of, left + 6 + 0.5 * (chart_width - margin_left - margin_right),
              chart_height - margin_bottom + 32, "middle", legend);
}

static void draw_dots(const chart *of) {
    for (int i = 0; i < of->count; i++) {
        double value = sweep_value(of->it, &of->runs[i], of->what);
        if (isfinite(value)) {
            fprintf(of->file,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"#2a5a95\" fill-opacity=\"0.6\"/>\n",
                    x_at(of, of->runs[i].point.values[0]), y_at(of, value));
        }
    }
}

static void draw_chart(chart *of) {
    find_range(of);
    bool is_grid = of->it->method == SWEEP_GRID;
    if (is_grid && of->it->varied_count == 2) {
        draw_heat(of);
    } else {
        draw_scale(of);
        is_grid && of->it->varied_count == 1 ? draw_curve(of) : draw_dots(of);
    }
    draw_frame(of);
}

bool sweep_write_svg(const sweep *it, const sweep_run *runs, int count, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    chart of = {.it = it, .runs = runs, .count = count, .what = -1, .file = file};
    bool is_cost = it->goal_count == 1 && !it->goals[0].reaches && it->goals[0].weight == 1;
    int shows_cost = !is_cost; /* a single measure is its own cost */
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            chart_width * (it->goal_count + shows_cost), chart_height);
    if (shows_cost) {
        draw_chart(&of);
    }
    for (int i = 0; i < it->goal_count; i++) {
        of.what = it->goals[i].measure;
        of.place = i + shows_cost;
        draw_chart(&of);
    }
    fprintf(file, "</svg>\n");
    return fclose(file) == 0;
}
