/* SPDX-License-Identifier: Apache-2.0 */
/* Proves titles/ID/lesson.json: every prompt is short, every action in it is legal where it stands, and the game
 * has come to where the next prompt begins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/embedded.h"
#include "screen/screen.h"

enum { WORDS = 40, LEAST_PROMPTS = 12, MOST_PROMPTS = 16 };

static rh_json_memory lessons, answers;

static const rh_json *ask(rh_screen *s, const rh_json_writer *question)
{
    rh_load_error err;
    const char *answer = rh_screen_ask(s, question->text, strlen(question->text));
    const rh_json *json = rh_json_read(&answers, "answer", answer, strlen(answer), &err);
    assert_non_null(json);
    return json;
}

static const char *text(const rh_json *o, const char *key)
{
    return rh_json_string_of(rh_json_member(o, key), "");
}

/* Plays one line; "run best" is what the table proposes. */
static void play(rh_screen *s, const char *id, const char *line)
{
    char best[RH_ACTION_TEXT];
    rh_json_writer q = {0};
    if (strstr(line, " run best")) {
        rh_json_open(&q, '{');
        rh_json_put_string(&q, "ask", "legal");
        rh_json_close(&q);
        (void)snprintf(best, sizeof best, "%s", text(rh_json_member(ask(s, &q), "best"), "line"));
        rh_json_restart(&q);
        line = best;
    }
    rh_json_open(&q, '{');
    rh_json_put_string(&q, "ask", "do");
    rh_json_put_string(&q, "line", line);
    rh_json_put_bool(&q, "view", false);
    rh_json_close(&q);
    const rh_json *answer = ask(s, &q), *no = rh_json_member(answer, "refused");
    if (no || rh_json_member(answer, "error"))
        fail_msg("%s: \"%s\": %s", id, line, no ? text(no, "text") : text(answer, "error"));
    rh_json_writer_forget(&q);
}

static void open_part(rh_screen *s, const char *id, const rh_json *record)
{
    char all[4000] = "";
    size_t used = 0;
    rh_json_writer q = {0};
    for (const rh_json *line = record->child; line; line = line->next)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s\n", line->text);
    rh_json_open(&q, '{');
    rh_json_put_string(&q, "ask", "open");
    rh_json_put_string(&q, "text", all);
    rh_json_close(&q);
    const rh_json *answer = ask(s, &q);
    if (rh_json_member(answer, "error"))
        fail_msg("%s: %s", id, text(answer, "error"));
    rh_json_writer_forget(&q);
}

static int words_of(const char *say)
{
    int words = *say != 0;
    for (; *say; say++)
        words += *say == ' ';
    return words;
}

static void every_lesson_can_be_played_as_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_load_error err;
        if (e->lesson_len == 0)
            continue;
        rh_json_writer q = {0};
        rh_screen s = {0};
        rh_json_open(&q, '{');
        rh_json_put_string(&q, "ask", "lesson");
        rh_json_put_string(&q, "title", e->id);
        rh_json_close(&q);
        const char *answer = rh_screen_ask(&s, q.text, strlen(q.text));
        const rh_json *lesson = rh_json_read(&lessons, e->id, answer, strlen(answer), &err);
        assert_non_null(lesson);
        int prompts = 0;
        for (const rh_json *part = rh_json_member(lesson, "parts")->child; part;
             part = part->next) {
            open_part(&s, e->id, rh_json_member(part, "record"));
            for (const rh_json *step = rh_json_member(part, "steps")->child; step;
                 step = step->next, prompts++) {
                const int words = words_of(text(step, "say"));
                if (words < 5 || words > WORDS)
                    fail_msg("%s: %d words: %s", e->id, words, text(step, "say"));
                const rh_json *lines[] = {rh_json_member(step, "do"), rh_json_member(step, "then")};
                for (int k = 0; k < 2; k++)
                    for (const rh_json *l = lines[k] ? lines[k]->child : NULL; l; l = l->next)
                        play(&s, e->id, l->text);
            }
        }
        if (prompts < LEAST_PROMPTS || prompts > MOST_PROMPTS)
            fail_msg("%s: %d prompts", e->id, prompts);
        rh_json_writer_forget(&q);
        rh_screen_forget(&s);
    }
}

static int forget(void **state)
{
    (void)state;
    rh_json_forget(&lessons);
    rh_json_forget(&answers);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_lesson_can_be_played_as_it_says)};
    return cmocka_run_group_tests(tests, NULL, forget);
}
