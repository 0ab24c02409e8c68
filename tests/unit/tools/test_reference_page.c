/*
 * The reference page agrees with the tables: demos/TUNABLES.md has a row for each number of the
 * tables. To write it again:
 *
 *     .build/release/tests/test_tools_reference_page --write
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "thud/tunables.h"

/* The tables with the start of their paths, as in thud_tunables_add_objects and the demos;
 * solver and material are parts of others. */
static const struct {
    thud_tunable_struct table;
    const char *path, *title;
} chapters[] = {
    {THUD_TUNABLES_WORLD, "world", "World"},
    {THUD_TUNABLES_BODY, "body", "Bodies"},
    {THUD_TUNABLES_SHAPE, "shape", "Shapes"},
    {THUD_TUNABLES_TILE, "tile", "Tiles"},
    {THUD_TUNABLES_RUNNER, "runner", "Runner"},
    {THUD_TUNABLES_MOVER, "mover", "Mover"},
    {THUD_TUNABLES_TARGET_JOINT, "joint.target", "Target joints"},
    {THUD_TUNABLES_REVOLUTE_JOINT, "joint.revolute", "Revolute joints"},
    {THUD_TUNABLES_DISTANCE_JOINT, "joint.distance", "Distance joints"},
    {THUD_TUNABLES_WELD_JOINT, "joint.weld", "Weld joints"},
    {THUD_TUNABLES_PRISMATIC_JOINT, "joint.prismatic", "Prismatic joints"},
    {THUD_TUNABLES_WHEEL_JOINT, "joint.wheel", "Wheel joints"},
    {THUD_TUNABLES_MOTOR_JOINT, "joint.motor", "Motor joints"},
    {THUD_TUNABLES_GEAR_JOINT, "joint.gear", "Gear joints"},
    {THUD_TUNABLES_PULLEY_JOINT, "joint.pulley", "Pulley joints"},
    {THUD_TUNABLES_RATCHET_JOINT, "joint.ratchet", "Ratchet joints"},
};
enum { chapter_count = sizeof chapters / sizeof *chapters, solver_and_material = 2 };

static void write_row(FILE *page, const thud_tunable_info *info) {
    const thud_tunable *row = info->row;
    char value[THUD_TUNABLE_TEXT], low[THUD_TUNABLE_TEXT], high[THUD_TUNABLE_TEXT], range[96];
    thud_tunable_text(row, info->initial, value);
    thud_tunable_text(row, row->low, low);
    thud_tunable_text(row, row->high, high);
    thud_tunable_range_text(row, range, sizeof range);
    bool is_switch = row->type == THUD_TUNABLE_BOOL;
    fprintf(page, "| `%s` | %s | %s | %s | %s | %s%s%s%s | %s%s | %s |\n", info->path, row->label, value,
            row->unit, range, is_switch ? "" : low, is_switch ? "" : " to ", is_switch ? "" : high,
            row->logarithmic ? ", log" : "", row->restarts ? "restarts" : "live",
            row->individual ? ", of one object" : "", row->advice);
}

static void write_chapter(FILE *page, int chapter) {
    const thud_tunable_table *table = thud_tunables_of(chapters[chapter].table);
    void *def = calloc(1, table->size);
    table->defaults(def);
    thud_tunables *tunables = thud_tunables_create();
    thud_tunable_group group = {.name = chapters[chapter].path, .table = table, .values = def};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    fprintf(page, "\n## %s\n\n`%s`\n\n", chapters[chapter].title, table->type);
    fprintf(page,
            "| path | name | default | unit | range | usual | when | |\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        write_row(page, &info);
    }
    thud_tunables_destroy(tunables);
    free(def);
}

static void write_page(FILE *page) {
    fprintf(page, "# All numbers that tune\n\nWritten from the tables of the engine by the test "
                  "`tools_reference_page`. "
                  "[TUNING.md](TUNING.md) lists the numbers to change for an effect.\n\n"
                  "A preset sets them by path (`thud/preset.h`), as do `--set` of the demos and the panel. "
                  "Live: takes effect in the next step; restarts: needs a new world. "
                  "Usual is the range of a slider.\n");
    for (int i = 0; i < chapter_count; i++) {
        write_chapter(page, i);
    }
}

/* The text of a file, in memory of malloc. */
static char *text_of(const char *path) {
    enum { most = 1 << 20 };
    char *text = calloc(1, most);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    (void)fread(text, 1, most - 1, file);
    fclose(file);
    return text;
}

static int write_to(const char *path) {
    FILE *page = fopen(path, "wb");
    assert_non_null(page);
    write_page(page);
    return fclose(page);
}

static void the_page_is_that_of_the_tables(void **state) {
    (void)state;
    assert_int_equal(chapter_count + solver_and_material, THUD_TUNABLES_STRUCT_COUNT);
    assert_int_equal(write_to("test_reference_page.md"), 0);
    char *wanted = text_of("test_reference_page.md"), *committed = text_of(THUD_REFERENCE_PAGE);
    remove("test_reference_page.md");
    if (strcmp(wanted, committed) != 0) {
        print_error("%s is out of date: run this test with --write\n", THUD_REFERENCE_PAGE);
    }
    assert_true(strcmp(wanted, committed) == 0);
    free(wanted);
    free(committed);
}

int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "--write") == 0) {
        return write_to(THUD_REFERENCE_PAGE);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_is_that_of_the_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
