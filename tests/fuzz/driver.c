/*
 * Runs a fuzz target over saved inputs, without libFuzzer and so with any compiler:
 *
 *     fuzz_world tests/fuzz/corpus/world tests/fuzz/findings/world some-file
 *
 * A folder stands for the files in it; one that is not there stands for none.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { longest_path = 4096, largest_input = 1 << 20 };

static int inputs = 0;

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *whole = malloc(largest_input);
    if (file == NULL || whole == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    size_t size = fread(whole, 1, largest_input, file);
    fclose(file);
    uint8_t *data = malloc(size + 1); /* of its own size, so that a sanitizer sees a read beyond it */
    if (data == NULL) {
        exit(2);
    }
    memcpy(data, whole, size);
    free(whole);
    fprintf(stderr, "%s\n", path); /* the last one printed is the one that failed */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    inputs++;
}

static void run_folder(DIR *folder, const char *path) {
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        char file[longest_path];
        if (entry->d_name[0] != '.' &&
            snprintf(file, sizeof file, "%s/%s", path, entry->d_name) < longest_path) {
            run_file(file);
        }
    }
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        const char *path = arguments[i];
        DIR *folder = opendir(path);
        if (folder != NULL) {
            run_folder(folder, path);
            closedir(folder);
        } else {
            FILE *file = fopen(path, "rb");
            if (file != NULL) {
                fclose(file);
                run_file(path);
            }
        }
    }
    printf("%d inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
