#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <sys/stat.h>
#endif

#if defined(_WIN32)
thud_file_stamp thud_file_stamp_of(const char *path) {
    WIN32_FILE_ATTRIBUTE_DATA data;
    thud_file_stamp stamp = {0};
    if (GetFileAttributesExA(path, GetFileExInfoStandard, &data)) {
        stamp.time = (int64_t)(((uint64_t)data.ftLastWriteTime.dwHighDateTime << 32) |
                               data.ftLastWriteTime.dwLowDateTime);
        stamp.size = (int64_t)(((uint64_t)data.nFileSizeHigh << 32) | data.nFileSizeLow);
    }
    return stamp;
}

static bool put_in_place(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}
#else
thud_file_stamp thud_file_stamp_of(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return (thud_file_stamp){0};
    }
    return (thud_file_stamp){.time = (int64_t)status.st_mtim.tv_sec * 1000000000 +
                                     (int64_t)status.st_mtim.tv_nsec,
                             .size = (int64_t)status.st_size,
                             .id = (uint64_t)status.st_ino};
}

static bool put_in_place(const char *from, const char *to) {
    return rename(from, to) == 0;
}
#endif

char *thud_file_read(const char *path, size_t most, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = file != NULL ? malloc(most + 2) : NULL;
    size_t count = bytes != NULL ? fread(bytes, 1, most + 1, file) : 0;
    bool is_read = bytes != NULL && !ferror(file) && count <= most;
    if (file != NULL) {
        fclose(file);
    }
    if (!is_read) {
        free(bytes);
        return NULL;
    }
    bytes[count] = '\0';
    *size = count;
    char *fitting = realloc(bytes, count + 1);
    return fitting != NULL ? fitting : bytes;
}

bool thud_file_replace(const char *path, const char *bytes, size_t size) {
    const char *ending = ".new";
    size_t length = strlen(path);
    char *other = malloc(length + strlen(ending) + 1);
    if (other == NULL) {
        return false;
    }
    memcpy(other, path, length);
    memcpy(other + length, ending, strlen(ending) + 1);
    FILE *file = fopen(other, "wb");
    bool is_written = file != NULL && fwrite(bytes, 1, size, file) == size;
    is_written = file != NULL && fclose(file) == 0 && is_written;
    bool is_there = is_written && put_in_place(other, path);
    if (file != NULL && !is_there) {
        remove(other);
    }
    free(other);
    return is_there;
}
