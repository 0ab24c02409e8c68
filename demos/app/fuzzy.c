/*
 * Letters in their order, and where a word stands.
 */
#include "fuzzy.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { longest_word = 31 };
enum {
    letters_in_description = 1,
    in_description = 2,
    letters_in_tags = 3,
    in_tags = 4,
    letters_in_name = 8,
    in_name = 16,
    starts_name = 32,
    is_name = 64
};
enum { fewest_letters = 3 }; /* of a search that may leave out letters of a word of a longer text */

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

static const char *find_word(const char *text, const char *word) {
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

/* The letters in their order in one word of the text, which begins with the first one: "watr" in "deep water". */
static bool has_word_with_letters(const char *text, const char *word) {
    if (strlen(word) < fewest_letters) {
        return false;
    }
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        const char *left = word;
        for (size_t i = 0; i < length && *left && lower(*text) == lower(*word); i++) {
            left += lower(text[i]) == lower(*left);
        }
        if (*left == '\0') {
            return true;
        }
        text += length;
    }
    return false;
}

static int word_score(const char *word, const char *name, const char *tags, const char *description) {
    const char *at = find_word(name, word);
    if (at) {
        return at > name ? in_name : strlen(word) == strlen(name) ? is_name : starts_name;
    }
    return find_word(tags, word)                      ? in_tags
           : has_letters(name, word)                  ? letters_in_name
           : has_word_with_letters(tags, word)        ? letters_in_tags
           : find_word(description, word)             ? in_description
           : has_word_with_letters(description, word) ? letters_in_description
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
