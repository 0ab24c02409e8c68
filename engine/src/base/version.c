/* version.c: the version as text, from the numbers of thud/base.h. */
#include "thud/base.h"

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *thud_version(void) {
    return VERSION_TEXT(THUD_VERSION_MAJOR, THUD_VERSION_MINOR, THUD_VERSION_PATCH);
}
