/* SPDX-License-Identifier: Apache-2.0 */
/* options.c: see options.h. */
#include "files/options.h"

#include <string.h>

bool rh_option_for_people(const rh_json *option)
{
    return strncmp(rh_json_string_of(rh_json_member(option, "name"), ""), "import.", 7) != 0;
}

const char *rh_option_title(const rh_json *option)
{
    const char *what = rh_json_string_of(rh_json_member(option, "what"), "");
    return rh_json_string_of(rh_json_member(option, "title"), what);
}

const char *rh_value_means(const rh_json *value)
{
    /* What every option of an import says. */
    static const struct {
        const char *value, *means;
    } USUAL[] = {{"rulebook", "as the rulebook has it"},
                 {"18xxgames", "as 18xx.games plays it"},
                 {"rails", "as Rails plays it"},
                 {"on", "switched on"},
                 {"off", "switched off"},
                 {"allowed", "it is allowed"}};
    const char *name = rh_json_string_of(rh_json_member(value, "value"), "");
    for (size_t i = 0; i < sizeof USUAL / sizeof USUAL[0]; i++)
        if (strcmp(name, USUAL[i].value) == 0)
            name = USUAL[i].means;
    return rh_json_string_of(rh_json_member(value, "means"), name);
}

/* The member of a list whose `key` is text[0..len), or NULL. */
static const rh_json *called(const rh_json *list, const char *key, const char *text, size_t len)
{
    for (const rh_json *m = list ? list->child : NULL; m; m = m->next) {
        const char *name = rh_json_string_of(rh_json_member(m, key), "");
        if (strlen(name) == len && memcmp(name, text, len) == 0)
            return m;
    }
    return NULL;
}

bool rh_option_chosen(const rh_json *title, const char *choice, const rh_json **option,
                      const rh_json **value)
{
    const size_t len = strcspn(choice, "=");
    const char *chosen = choice + len + (choice[len] == '=');
    *option = called(rh_json_member(title, "options"), "name", choice, len);
    *value = called(rh_json_member(*option, "values"), "value", chosen, strlen(chosen));
    return *value != NULL;
}
