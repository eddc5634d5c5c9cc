/* SPDX-License-Identifier: Apache-2.0 */
/* Options and versions of all titles: what cannot be chosen is refused in a sentence, and under what
 * can be chosen every number of players can begin a game that keeps its promises. The input is a line
 * "TITLE VERSION NAME=VALUE …". */
#include <stdlib.h>
#include <string.h>

#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { OPTIONS = 8, LONGEST = 600 };

/* The names and values that the titles know, read off their files. */
static const char *const *option_words(void)
{
    static const char *words[1024] = {"18nl",
                                      "18norway",
                                      "18or",
                                      "18scan",
                                      "1988",
                                      "0",
                                      "1",
                                      "2",
                                      "import.18xxgames=on",
                                      "import.rails=on"};
    size_t count = 10;
    for (unsigned i = 0; i < table_titles() && words[count] == NULL; i++) {
        rh_json_memory m = {0};
        rh_load_error err;
        const rh_embedded_title *e = &rh_embedded_titles[i];
        const rh_json *root = rh_json_read(&m, e->id, e->json, e->json_len, &err);
        const rh_json *options = root ? rh_json_member(root, "options") : NULL;
        for (const rh_json *o = options ? options->child : NULL; o != NULL; o = o->next) {
            const rh_json *values = rh_json_member(o, "values");
            for (const rh_json *v = values ? values->child : NULL; v != NULL && count < 1023;
                 v = v->next) {
                const char *value = v->key_len > 0 ? v->key : rh_json_string_of(v, "");
                const char *name = rh_json_string_of(rh_json_member(o, "name"), "");
                const size_t value_len = v->key_len > 0 ? v->key_len : strlen(value);
                char *word = calloc(1, strlen(name) + value_len + 2);
                must(word != NULL, "there is memory");
                strcat(strcpy(word, name), "=");
                memcpy(word + strlen(word), value, value_len);
                words[count++] = word;
            }
        }
        rh_json_forget(&m);
    }
    return words;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t len, size_t room, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t len, size_t room, unsigned seed)
{
    static tongue how;
    if (how.words == NULL)
        how.words = option_words();
    return words_mutate(&how, data, len, room, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    char text[LONGEST + 1];
    const char *word[OPTIONS + 2] = {"", "0"};
    int words = 0;
    if (len > LONGEST)
        return 0;
    memcpy(text, data, len);
    text[len] = 0;
    for (char *at = strtok(text, " \n"); at != NULL && words < OPTIONS + 2;
         at = strtok(NULL, " \n"))
        word[words++] = at;
    rh_option option[OPTIONS];
    size_t options = 0;
    for (int i = 2; i < words; i++) {
        char *equals = strchr(word[i], '=');
        option[options++] = (rh_option){word[i], equals != NULL ? equals + 1 : "on"};
        if (equals != NULL)
            *equals = 0;
    }
    rh_load_error err = {0};
    rh_title *t = rh_title_load_id(word[0], atoi(word[1]), option, options, &err);
    if (t == NULL) {
        must(err.text[0] != 0, "a refusal has a sentence");
        return 0;
    }
    for (int players = t->min_players; players <= t->max_players; players++) {
        static rh_game g;
        if (rh_accepted(rh_new(t, players, 1, &g))) {
            must_keep_promises(t, &g);
            must(rh_legal(t, &g, NULL, 0) > 0, "somebody can begin");
        }
    }
    rh_title_free(t);
    return 0;
}
