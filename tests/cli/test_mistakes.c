/* SPDX-License-Identifier: Apache-2.0 */
/* test_mistakes.c: what `do` answers to what people type. Each file of tests/cli/mistakes has
 * situations (a record up to its actions), lines that somebody types in them, behind >, and the
 * answer under each: what is played, the refusal, or why it cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "disk/disk.h"
#include "files/embedded.h"
#include "files/record.h"
#include "files/record_title.h"
#include "files/typed.h"
#include "text/lines.h"

enum { LEAST = 20, ANSWER = 2 * RH_WHY_TEXT + RH_ACTION_TEXT };

typedef struct {
    rh_record record;
    rh_title *t;
    rh_game g;
} situation;

static void answer(const situation *s, const char *typed, char out[ANSWER])
{
    static rh_action a;
    char note[RH_WHY_TEXT], why[RH_WHY_TEXT], line[RH_ACTION_TEXT];
    rh_writing w = {.text = out, .cap = ANSWER};
    if (!rh_typed_read(s->t, &s->g, &s->record.names, typed, &a, note, why)) {
        rh_write(&w, "unread: %s", why);
        return;
    }
    if (note[0])
        rh_write(&w, "%s; ", note);
    const rh_refusal no = rh_check(s->t, &s->g, &a);
    if (rh_accepted(no)) {
        rh_action_write(s->t, &s->record.names, &a, line);
        rh_write(&w, "plays %s", line);
        return;
    }
    rh_refusal_text(s->t, &s->record.names, no, why, sizeof why);
    rh_write(&w, "refused: %s (%s)", why, rh_refusal_id(s->t, no));
}

static void begin(situation *s, const char *path, const char *text, size_t len)
{
    rh_line_error err = {0};
    rh_load_error load;
    rh_title_free(s->t);
    rh_record_free(&s->record);
    memset(s, 0, sizeof *s);
    if (!rh_record_read(text, len, &s->record, &err))
        fail_msg("%s: %s", path, err.why);
    s->t = rh_record_title(&s->record, &load);
    if (!s->t)
        fail_msg("%s: %s", path, load.text);
    if (!rh_record_start(s->t, &s->record, &s->g, &err))
        fail_msg("%s: %s", path, err.why);
}

/* Returns how many lines were typed; *wrong counts those with another answer. */
static int play_file(const char *path, int *wrong)
{
    static situation s;
    rh_line_error err = {0};
    size_t len;
    char *text = rh_file_read(path, &len, &err), found[ANSWER] = "";
    if (!text)
        fail_msg("%s", err.why);
    int typed = 0, number = 0;
    const char *start = text; /* of a situation */
    bool open = false;
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        const int n = (int)strcspn(line, "\n");
        char one[RH_LINE];
        snprintf(one, sizeof one, "%.*s", n, line);
        number++;
        if (strncmp(one, "title:", 6) == 0) {
            start = line;
            open = true;
        } else if (one[0] == '>') {
            if (open)
                begin(&s, path, start, (size_t)(line - start));
            open = false;
            answer(&s, rh_trimmed(one + 1), found);
            typed++;
        } else if (one[0] == '=' && strcmp(rh_trimmed(one + 1), found) != 0) {
            print_error("%s:%d: found: %s\n", path, number, found);
            ++*wrong;
        }
    }
    rh_title_free(s.t);
    rh_record_free(&s.record);
    memset(&s, 0, sizeof s);
    free(text);
    return typed;
}

static void what_people_type_is_answered(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        char path[120];
        snprintf(path, sizeof path, "tests/cli/mistakes/%s.txt", rh_embedded_titles[i].id);
        assert_true(play_file(path, &wrong) >= LEAST);
    }
    assert_int_equal(wrong, 0);
}

/* Every verb behind everybody's name, with nothing, a name and a number after it: an answer, never a
 * crash, and what is understood can stand in a record. */
static void everything_typed_has_an_answer(void **state)
{
    (void)state;
    static const char *const BEHIND[] = {"",
                                         "best",
                                         "1",
                                         "bank",
                                         "a 3 from the bank",
                                         "Oslo 7 r9",
                                         "(((",
                                         "2: A1 (B2); 3:",
                                         "Anna Anna Anna 0"};
    static rh_action a, b;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_load_error err;
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        assert_non_null(t);
        const rh_names names = {{"Anna", "Bo", "Cia"}};
        rh_game g;
        assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
        for (int k = 0; k < (t->companies + 4) * rh_verbs(t); k++) {
            const int who = k / rh_verbs(t);
            const char *verb = rh_verb_of(t, k % rh_verbs(t))->word;
            const char *name = who < 3                  ? names.name[who]
                               : who < 3 + t->companies ? t->company[who - 3].id
                                                        : "";
            const char *behind = BEHIND[(size_t)k % (sizeof BEHIND / sizeof BEHIND[0])];
            char line[200], text[RH_ACTION_TEXT], note[RH_WHY_TEXT], why[RH_WHY_TEXT] = "";
            snprintf(line, sizeof line, "%s %s %s", name, verb, behind);
            if (!rh_typed_read(t, &g, &names, line, &a, note, why)) {
                assert_true(why[0] != 0);
                continue;
            }
            const size_t n = rh_action_write(t, &names, &a, text);
            if (!rh_action_read(t, &g, &names, text, n, &b, why))
                fail_msg("%s: %s is understood as %s: %s", t->id, line, text, why);
            (void)rh_check(t, &g, &a);
        }
        rh_title_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_people_type_is_answered),
                                       cmocka_unit_test(everything_typed_has_an_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
