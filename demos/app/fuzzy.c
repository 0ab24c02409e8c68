/*
 * Letters in their order, and where a word stands.
 */
#include "fuzzy.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { longest_word = 31 };
enum { in_description = 1, in_tags = 4, letters_in_name = 8, in_name = 16, starts_name = 32, is_name = 64 };

static int lower(char letter) {
    return tolower((unsigned char)letter);
}

static bool starts_with(const char *text, const char *word) {
    while (*word && lower(*text) == lower(*word)) {
        text++;
        word++;
    }
    return *word == '\0';
}

static const char *find(const char *text, const char *word) {
    for (; *text; text++) {
        if (starts_with(text, word)) {
            return text;
        }
    }
    return NULL;
}

static bool has_letters(const char *text, const char *word) {
    for (; *text && *word; text++) {
        word += lower(*text) == lower(*word);
    }
    return *word == '\0';
}

static int word_score(const char *word, const char *name, const char *tags, const char *description) {
    const char *at = find(name, word);
    if (at) {
        return at > name ? in_name : strlen(word) == strlen(name) ? is_name : starts_name;
    }
    return find(tags, word)          ? in_tags
           : has_letters(name, word) ? letters_in_name
           : find(description, word) ? in_description
                                     : 0;
}

int fuzzy_score(const char *search, const char *name, const char *tags, const char *description) {
    int sum = 1;
    while (*(search += strspn(search, " "))) {
        char word[longest_word + 1];
        size_t length = strcspn(search, " "), kept = length < longest_word ? length : longest_word;
        memcpy(word, search, kept);
        word[kept] = '\0';
        search += length;
        int score = word_score(word, name, tags, description);
        if (score == 0) {
            return 0;
        }
        sum += score;
    }
    return sum;
}
