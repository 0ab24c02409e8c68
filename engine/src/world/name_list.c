#include "world/name_list.h"

#include "base/memory.h"

void thud_name_list_init(thud_name_list *list, const thud_hooks *hooks) {
    *list = (thud_name_list){.hooks = hooks};
}

void thud_name_list_destroy(thud_name_list *list) {
    for (int32_t slot = 0; slot < list->capacity; slot++) {
        thud_release(list->hooks, list->names[slot], sizeof *list->names[slot]);
    }
    THUD_RELEASE_ARRAY(list->hooks, list->names, list->capacity);
}

void thud_name_copy(thud_name *name, const char *text) {
    size_t length = 0;
    while (length <= THUD_NAME_LENGTH && text[length] != '\0') {
        length++;
    }
    /* Goes back to the start of the character that does not fit: bytes that continue one begin with the bits 10 (RFC 3629). */
    if (length > THUD_NAME_LENGTH) {
        length = THUD_NAME_LENGTH;
        while (length > 0 && ((unsigned char)text[length] & 0xc0u) == 0x80u) {
            length--;
        }
    }
    memmove(name->text, text, length); /* `text` may be `name` itself */
    memset(name->text + length, 0, sizeof name->text - length);
}

static thud_name *find_name(const thud_name_list *list, int32_t slot) {
    return slot < list->capacity ? list->names[slot] : NULL;
}

static bool is_none(const char *name) {
    return name == NULL || name[0] == '\0';
}

bool thud_name_list_make_room(thud_name_list *list, int32_t slot, const char *name) {
    if (is_none(name)) {
        return true;
    }
    if (!THUD_RESERVE_ZEROS(list->hooks, list->names, list->capacity, slot + 1)) {
        return false;
    }
    if (list->names[slot] == NULL) {
        list->names[slot] = thud_allocate(list->hooks, sizeof *list->names[slot]);
    }
    return list->names[slot] != NULL;
}

bool thud_name_list_set(thud_name_list *list, int32_t slot, const char *name) {
    if (list->capacity == 0 && name == NULL) {
        return true; /* the usual case */
    }
    if (!thud_name_list_make_room(list, slot, name)) {
        return false;
    }
    thud_name *own = find_name(list, slot);
    if (own != NULL) {
        thud_name_copy(own, is_none(name) ? "" : name);
    }
    return true;
}

const char *thud_name_list_get(const thud_name_list *list, int32_t slot) {
    const thud_name *name = find_name(list, slot);
    return name != NULL && !is_none(name->text) ? name->text : NULL;
}
