/* Presets: reading, refusals, writing, following files; and the numbers as C and as options. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "thud/mover.h"
#include "thud/preset.h"
#include "unit/tools/tuned_world.h"

static thud_preset_fault apply(const char *text) {
    return thud_preset_apply(tunables, "some.preset", text, strlen(text));
}

static void a_preset_sets_what_it_names(void **state) {
    (void)state;
    thud_preset_fault fault =
        apply("# before the version\n\nthud-preset 1\nworld.gravity.y = -1.62  # the moon\r\n"
              "  world.sleeping=false\n?no.such.thing = 7\n?world.slop = 1e-3\nworld.solver.substeps = 8");
    assert_string_equal(fault.message, "");
    assert_int_equal(fault.status, THUD_OK);
    thud_world_def def = thud_world_definition(world);
    assert_true(def.gravity.y == -1.62f && !def.sleeping && def.slop == 0.001f && def.solver.substeps == 8);
    assert_true(def.gravity.x == 0.0f && def.sleep_time == 0.5f);
}

static void the_byte_order_mark_of_editors_is_skipped(void **state) {
    (void)state;
    assert_int_equal(apply("\xef\xbb\xbfthud-preset 1\nworld.slop = 0.002\n").status, THUD_OK);
}

/* Each wrong text leaves the world as it was, though its earlier lines are right. */
static void a_wrong_preset_is_refused_as_a_whole_with_line_key_and_reason(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *key, *message;
    } wrong[] = {
        {"", 0, "", "some.preset: it has no line 'thud-preset 1'"},
        {"world.slop = 1\n", 1, "world.slop", "some.preset:1: the first line must be 'thud-preset 1'"},
        {"thud-preset\n", 1, "thud-preset", "some.preset:1: the first line must be 'thud-preset 1'"},
        {"thud-preset 2\n", 1, "", "some.preset:1: it is of another version than 1"},
        {"thud-preset 1\nthud-preset 1\n", 2, "", "some.preset:2: a second version"},
        {"thud-preset 1\nworld.gravity.y = -5\nwrold.slop = 1\n", 3, "wrold.slop",
         "some.preset:3: there is no 'wrold.slop'; did you mean 'world.slop'?"},
        {"thud-preset 1\nworld.gravity.y = -5\nsubsteps = 8\n", 3, "substeps",
         "some.preset:3: there is no 'substeps'; did you mean 'world.solver.substeps'?"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.slop\n", 3, "world.slop",
         "some.preset:3: 'key = value' is wanted"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.slop =  # none\n", 3, "world.slop",
         "some.preset:3: there is no value behind the '='"},
        {"thud-preset 1\nworld.gravity.y = -5\n = 5\n", 3, "", "some.preset:3: there is no key before the '='"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld slop = 5\n", 3, "world slop",
         "some.preset:3: a key is one word of plain letters"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.slop = 0,01\n", 3, "world.slop",
         "some.preset:3: world.slop is '0,01', which is no number"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.slop = nan\n", 3, "world.slop",
         "some.preset:3: world.slop is 'nan', which is no number"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.sleeping = maybe\n", 3, "world.sleeping",
         "some.preset:3: world.sleeping is 'maybe', which is no true or false"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.solver.substeps = 100\n", 3, "world.solver.substeps",
         "some.preset:3: world.solver.substeps: substeps is 100; it must be a whole number, 1 to 64"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.slop = 1e99\n", 3, "world.slop",
         "some.preset:3: world.slop: slop is too large; it must be more than 0, up to 1e8"},
        {"thud-preset 1\nworld.gravity.y = -5\nworld.gravity.y = -6\n", 3, "world.gravity.y",
         "some.preset:3: world.gravity.y is set in line 2 already"},
        {"thud-preset 1\nworld.gravity.y = -5\n\x01\x02\xff = 6\n", 3, "???",
         "some.preset:3: a key is one word of plain letters"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        thud_preset_fault fault = apply(wrong[i].text);
        assert_string_equal(fault.message, wrong[i].message);
        assert_true(fault.status != THUD_OK);
        assert_int_equal(fault.line, wrong[i].line);
        assert_string_equal(fault.key, wrong[i].key);
        thud_world_def def = thud_world_definition(world);
        assert_true(def.gravity.y == -10.0f && def.slop == 0.005f && def.solver.substeps == 4 &&
                    def.sleeping);
    }
    thud_preset_fault fault = apply("thud-preset 1\nworld.gravity.y = -5\nworld.worker_count = 2\n");
    assert_int_equal(fault.status, THUD_FIXED_FIELD);
    assert_int_equal(fault.line, 3);
    assert_float_equal(thud_world_gravity(world).y, -10.0f, 0.0f);
    static const char zeros[] = "thud-preset 1\nworld.slop = 0.001\0 garbage\n";
    assert_int_equal(thud_preset_apply(tunables, NULL, zeros, sizeof zeros - 1).line, 2);
    char *huge = calloc(1, THUD_PRESET_MOST_BYTES + 2);
    memset(huge, '\n', THUD_PRESET_MOST_BYTES + 1);
    assert_int_equal(thud_preset_apply(tunables, "huge", huge, THUD_PRESET_MOST_BYTES + 1).status,
                     THUD_CAPACITY);
    free(huge);
    assert_int_equal(thud_preset_apply(NULL, "none", "", 0).status, THUD_NULL_ARGUMENT);
}

/* Each of its two numbers may be 0, the other may not then: no move was accepted after such a preset. */
static void an_up_without_length_is_refused_with_its_line(void **state) {
    (void)state;
    thud_mover_def mover = thud_mover_defaults();
    thud_tunable_group group = {
        .name = "mover", .table = thud_tunables_of(THUD_TUNABLES_MOVER), .values = &mover};
    assert_int_equal(thud_tunables_add(tunables, &group), THUD_OK);
    thud_preset_fault fault = apply("thud-preset 1\nmover.mass = 80\nworld.gravity.y = -5\nmover.up.y = 0\n");
    assert_string_equal(
        fault.message,
        "some.preset:4: mover.up.y: up has no length; one of its numbers must be other than 0");
    assert_int_equal(fault.status, THUD_ZERO_LENGTH);
    assert_int_equal(fault.line, 4);
    assert_true(mover.up.y == 1.0f && mover.mass == 70.0f && thud_world_gravity(world).y == -10.0f);
    assert_int_equal(apply("thud-preset 1\nmover.up.y = 0\nmover.up.x = 1\n").status, THUD_OK);
    assert_int_equal(thud_tunables_set(tunables, "mover.up.x", 0.0).status, THUD_ZERO_LENGTH);
    assert_int_equal(thud_tunables_set(tunables, "mover.up.x", -1.0).status, THUD_OK);
    mover.shape.vertices[1] = mover.shape.vertices[0]; /* a shape without length is no fault of `up` */
    assert_int_equal(thud_mover_def_check(&mover).status, THUD_ZERO_LENGTH);
    assert_int_equal(thud_tunables_set(tunables, "mover.mass", 75.0).status, THUD_OK);
}

static void what_is_written_reads_back_to_the_same_bits(void **state) {
    (void)state;
    thud_world_def def = thud_world_definition(world);
    def.gravity = (thud_vec2){1.0f / 3.0f, -9.80665f};
    def.solver.contact_hertz = 29.999998f;
    def.sleep_time = 1e-38f;
    def.sleeping = false;
    assert_true(thud_world_configure(world, &def));
    char *text = thud_preset_text(tunables, THUD_PRESET_CHANGED, NULL);
    assert_string_equal(
        text,
        "thud-preset 1\n"
        "world.gravity.x = 0.33333334  # m/s^2, Pulls all dynamic bodies sideways. A change wakes them.\n"
        "world.gravity.y = -9.80665  # m/s^2, Negative values pull down. Platformers feel tight at -20 to "
        "-60; the earth has -9.8, the moon -1.6.\n"
        "world.solver.contact_hertz = 29.999998  # Hz, Low values let bodies sink into each other. High "
        "values need substeps: at most an eighth of the substep rate is used.\n"
        "world.sleep_time = 1e-38  # s, Time for which an island must be slow before it sleeps. Short saves "
        "time, long is safer for slow mechanisms.\n"
        "world.sleeping = false  # Lets bodies sleep. Off: a world at rest takes as much time as a moving "
        "one.\n");
    thud_world_def other = thud_world_defaults();
    thud_world_configure(world, &other);
    assert_int_equal(apply(text).status, THUD_OK);
    thud_text_free(text);
    other = thud_world_definition(world);
    assert_memory_equal(&other.gravity, &def.gravity, sizeof def.gravity);
    assert_true(other.solver.contact_hertz == def.solver.contact_hertz &&
                other.sleep_time == def.sleep_time && !other.sleeping);
    text = thud_preset_text(tunables, THUD_PRESET_ALL, NULL);
    int lines = 0;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 1 + thud_tunables_count(tunables));
    assert_int_equal(apply(text).status, THUD_OK); /* fixed numbers are equal, so they are accepted */
    thud_text_free(text);
}

static void comments_order_and_spaces_are_kept_when_written_back(void **state) {
    (void)state;
    const char *old =
        "# my moon\n\nthud-preset 1\n  world.gravity.y   =  -1.620   # slow\r\n?other.thing = 3\n"
        "world.solver.substeps=4 # enough";
    assert_int_equal(apply(old).status, THUD_OK);
    char *text = thud_preset_text(tunables, THUD_PRESET_CHANGED, old);
    assert_string_equal(
        text, "# my moon\n\nthud-preset 1\n  world.gravity.y   =  -1.620   # slow\r\n?other.thing = 3\n"
              "world.solver.substeps=4 # enough\n");
    thud_text_free(text);
    thud_tunables_set(tunables, "world.gravity.y", -2.5);
    thud_tunables_set(tunables, "world.solver.substeps", 6.0);
    thud_tunables_set(tunables, "world.continuous", 0.0);
    text = thud_preset_text(tunables, THUD_PRESET_CHANGED, old);
    assert_string_equal(
        text, "# my moon\n\nthud-preset 1\n  world.gravity.y   =  -2.5   # slow\r\n?other.thing = 3\n"
              "world.solver.substeps=6 # enough\n"
              "world.continuous = false  # Keeps fast bodies from tunnelling through static and kinematic "
              "ones. Off only for comparison.\n");
    thud_text_free(text);
}

/* Lines that a preset may not have were kept as they were, and it was saved without a word: it could never be loaded
 * again. */
static void what_is_saved_over_a_wrong_preset_can_be_loaded_and_lacks_no_line_of_it(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"hello\n", "thud-preset 1\n# hello\n"},
        {"# notes", "# notes\nthud-preset 1\n"},
        {"thud-preset 2\n?a.b = 3\n", "thud-preset 1\n# thud-preset 2\n?a.b = 3\n"},
        {"\xef\xbb\xbf\n thud-preset 1\r\n", "\n thud-preset 1\r\n"},
        {"thud-preset 1\nworld.old_name = 3\nthud-preset 1\n=2",
         "thud-preset 1\n# world.old_name = 3\n# thud-preset 1\n# =2\n"},
        {"world.slop = 7\nworld.slop = 8 # twice\n",
         "thud-preset 1\nworld.slop = 0.005\n# world.slop = 8 # twice\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = thud_preset_text(tunables, THUD_PRESET_CHANGED, cases[i][0]);
        assert_string_equal(text, cases[i][1]);
        assert_string_equal(thud_preset_apply(tunables, "it", text, strlen(text)).message, "");
        thud_text_free(text);
    }
}

/* ---- files ---- */

static const char file_name[] = "test_preset.preset";

static void write_file(const char *text) {
    FILE *file = fopen(file_name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static void a_file_is_saved_and_loaded(void **state) {
    (void)state;
    remove(file_name);
    thud_tunables_set(tunables, "world.gravity.y", -3.0);
    assert_int_equal(thud_preset_save(tunables, file_name, THUD_PRESET_CHANGED).status, THUD_OK);
    thud_tunables_reset(tunables, "world.gravity.y");
    assert_int_equal(thud_preset_load(tunables, file_name).status, THUD_OK);
    assert_float_equal(thud_world_gravity(world).y, -3.0f, 0.0f);
    write_file("thud-preset 1\n# kept\nworld.gravity.y = -1\n");
    assert_int_equal(thud_preset_save(tunables, file_name, THUD_PRESET_CHANGED).status, THUD_OK);
    write_file("thud-preset 1\nworld.gravity.q = 1\n");
    thud_preset_fault fault = thud_preset_load(tunables, file_name);
    assert_string_equal(
        fault.message,
        "test_preset.preset:2: there is no 'world.gravity.q'; did you mean 'world.gravity.x'?");
    char *huge = calloc(1, THUD_PRESET_MOST_BYTES + 2);
    memset(huge, '\n', THUD_PRESET_MOST_BYTES + 1);
    write_file(huge);
    free(huge);
    fault = thud_preset_load(tunables, file_name);
    assert_int_equal(fault.status, THUD_CAPACITY);
    assert_string_equal(fault.message, "test_preset.preset: it is larger than a preset may be, 1 MB");
    fault = thud_preset_load(tunables, "no/such/file");
    assert_int_equal(fault.status, THUD_BAD_DATA);
    assert_int_equal(fault.line, 0);
    assert_string_equal(fault.message, "no/such/file: it cannot be read");
    assert_int_equal(thud_preset_load(tunables, NULL).status, THUD_NULL_ARGUMENT);
    assert_int_equal(thud_preset_save(tunables, "no/such/folder/file", THUD_PRESET_ALL).status,
                     THUD_BAD_DATA);
    assert_int_equal(thud_preset_save(tunables, NULL, THUD_PRESET_ALL).status, THUD_NULL_ARGUMENT);
    remove(file_name);
}

/* A preset held the threads, capacities and tag of the world that it was saved from; another world refused it for them. */
static void a_preset_goes_to_a_world_with_other_threads_capacities_and_tag(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.worker_count = 2;
    def.body_capacity = def.shape_capacity = def.contact_capacity = 100;
    def.id_tag = 3;
    thud_world *other = thud_world_create(&def);
    thud_tunables *numbers = thud_tunables_create();
    assert_int_equal(thud_tunables_add_world(numbers, other), THUD_OK);
    assert_int_equal(thud_tunables_set(numbers, "world.gravity.y", -25.0).status, THUD_OK);
    char *text = thud_preset_text(numbers, THUD_PRESET_CHANGED, NULL);
    thud_preset_fault fault = thud_preset_apply(tunables, "other", text, strlen(text));
    assert_string_equal(fault.message, "");
    assert_true(thud_world_gravity(world).y == -25.0f);
    assert_null(strstr(text, "id_tag"));
    thud_text_free(text);
    thud_tunables_destroy(numbers);
    thud_world_destroy(other);
}

static void a_changed_file_is_read_again_and_a_wrong_one_changes_nothing(void **state) {
    (void)state;
    thud_preset_fault fault = {0};
    write_file("thud-preset 1\nworld.gravity.y = -3\nworld.slop = 0.002\n");
    thud_preset_watch *watch = thud_preset_watch_create(file_name);
    assert_int_equal(thud_preset_watch_poll(watch, tunables, &fault), THUD_PRESET_APPLIED);
    assert_int_equal(thud_preset_watch_poll(watch, tunables, &fault), THUD_PRESET_SAME);
    assert_float_equal(thud_world_gravity(world).y, -3.0f, 0.0f);
    write_file("thud-preset 1\nworld.gravity.y = -30\nworld.slop = wrong\n");
    assert_int_equal(thud_preset_watch_poll(watch, tunables, &fault), THUD_PRESET_REFUSED);
    assert_int_equal(fault.line, 3);
    assert_int_equal(thud_preset_watch_poll(watch, tunables, &fault), THUD_PRESET_SAME); /* reported once */
    assert_float_equal(thud_world_gravity(world).y, -3.0f, 0.0f);
    remove(file_name);
    assert_int_equal(thud_preset_watch_poll(watch, tunables, &fault), THUD_PRESET_REFUSED);
    assert_int_equal(thud_preset_watch_poll(watch, tunables, NULL), THUD_PRESET_SAME);
    /* A number that was in the last valid version and is not in this one gets its default. */
    write_file("thud-preset 1\nworld.solver.substeps = 8\nworld.slop = 0.003\n");
    assert_int_equal(thud_preset_watch_poll(watch, tunables, NULL), THUD_PRESET_APPLIED);
    thud_world_def def = thud_world_definition(world);
    assert_true(def.gravity.y == -10.0f && def.solver.substeps == 8 && def.slop == 0.003f);
    thud_preset_watch_destroy(watch);
    thud_preset_watch_destroy(NULL);
    assert_null(thud_preset_watch_create(NULL));
    assert_int_equal(thud_preset_watch_poll(NULL, tunables, NULL), THUD_PRESET_SAME);
    remove(file_name);
}

/* ---- other texts ---- */

static void changes_are_written_as_c_and_as_options(void **state) {
    (void)state;
    char *text = thud_tunables_c_text(tunables);
    assert_string_equal(text, "");
    thud_text_free(text);
    thud_tunables_set(tunables, "world.gravity.y", -20.0);
    thud_tunables_set(tunables, "world.solver.substeps", 8.0);
    thud_tunables_set(tunables, "world.slop", 0.0125);
    thud_tunables_set(tunables, "world.sleeping", 0.0);
    text = thud_tunables_c_text(tunables);
    assert_string_equal(text, "thud_world_def world_def = thud_world_defaults();\n"
                              "world_def.gravity.y = -20.0f; /* -10 m/s^2 */\n"
                              "world_def.solver.substeps = 8; /* 4 */\n"
                              "world_def.slop = 0.0125f; /* 0.005 m */\n"
                              "world_def.sleeping = false; /* true */\n");
    thud_text_free(text);
    text = thud_tunables_command_text(tunables);
    assert_string_equal(
        text, "--set world.gravity.y=-20 --set world.solver.substeps=8 --set world.slop=0.0125 --set "
              "world.sleeping=false");
    thud_text_free(text);
}

static void the_reference_names_every_number(void **state) {
    (void)state;
    char *text = thud_tunables_help_text(tunables);
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        assert_non_null(strstr(text, thud_tunables_at(tunables, i).path));
    }
    assert_non_null(strstr(text, "world.solver.substeps                4; 1 to 64; usual 1 to 16; live\n    "
                                 "substeps: More substeps make"));
    assert_non_null(
        strstr(text, "world.aabb_margin                    0.05 m; 0 to 1e8; usual 0 to 0.5; restarts\n"));
    assert_non_null(
        strstr(text, "world.sleeping                       true; true or false; live\n    sleeping: "));
    assert_non_null(strstr(text, "usual 0.0005 to 0.05, logarithmic; live\n    slop: "));
    thud_text_free(text);
    thud_text_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_preset_sets_what_it_names, open_world, close_world),
        cmocka_unit_test_setup_teardown(the_byte_order_mark_of_editors_is_skipped, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_wrong_preset_is_refused_as_a_whole_with_line_key_and_reason,
                                        open_world, close_world),
        cmocka_unit_test_setup_teardown(what_is_written_reads_back_to_the_same_bits, open_world, close_world),
        cmocka_unit_test_setup_teardown(comments_order_and_spaces_are_kept_when_written_back, open_world,
                                        close_world),
        cmocka_unit_test_setup_teardown(
            what_is_saved_over_a_wrong_preset_can_be_loaded_and_lacks_no_line_of_it, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_file_is_saved_and_loaded, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_preset_goes_to_a_world_with_other_threads_capacities_and_tag,
                                        open_world, close_world),
        cmocka_unit_test_setup_teardown(a_changed_file_is_read_again_and_a_wrong_one_changes_nothing,
                                        open_world, close_world),
        cmocka_unit_test_setup_teardown(changes_are_written_as_c_and_as_options, open_world, close_world),
        cmocka_unit_test_setup_teardown(an_up_without_length_is_refused_with_its_line, open_world, close_world),
        cmocka_unit_test_setup_teardown(the_reference_names_every_number, open_world, close_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
