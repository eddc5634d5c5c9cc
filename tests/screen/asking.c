/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/screen/asking.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 3000 }; /* actions of a game */

static rh_json_memory memory;

const rh_json *ask_whole(rh_screen *s, const char *question)
{
    rh_load_error err;
    const char *answer = rh_screen_ask(s, question, strlen(question));
    const rh_json *json = rh_json_read(&memory, "answer", answer, strlen(answer), &err);
    if (!json)
        fail_msg("%.400s: %s", question, err.text);
    return json;
}

const rh_json *ask(rh_screen *s, const char *format, ...)
{
    static char question[RH_ACTION_TEXT + 400];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(question, sizeof question, format, list);
    va_end(list);
    return ask_whole(s, question);
}

const char *text(const rh_json *answer, const char *key)
{
    return rh_json_string_of(rh_json_member(answer, key), "");
}

int number(const rh_json *answer, const char *key)
{
    return (int)rh_json_int_of(rh_json_member(answer, key), -1);
}

void assert_fine(const rh_json *answer)
{
    if (rh_json_member(answer, "error"))
        fail_msg("%s", text(answer, "error"));
    assert_null(rh_json_member(answer, "refused"));
}

void begin(rh_screen *s, const char *title)
{
    assert_fine(ask(s,
                    "{\"ask\":\"new\",\"title\":\"%s\",\"players\":[\"Anna\",\"Bo\",\"Cia\"],"
                    "\"seed\":7}",
                    title));
}

/* Goes on from the game with these statements added. */
void change_to(rh_screen *s, const char *statements)
{
    char question[20000];
    const rh_json *position = ask(s, "{\"ask\":\"position\",\"say\":%s}", statements);
    assert_fine(position);
    const char *from = text(position, "text");
    size_t len = (size_t)snprintf(question, sizeof question, "{\"ask\":\"open\",\"text\":\"");
    for (; *from; from++) {
        assert_true(len + 8 < sizeof question);
        if (*from == '\n' || *from == '"')
            question[len++] = '\\';
        question[len++] = *from == '\n' ? 'n' : *from;
    }
    (void)snprintf(question + len, sizeof question - len, "\"}");
    assert_fine(ask_whole(s, question));
}

void play_line(rh_screen *s, const char *line)
{
    assert_fine(ask(s, "{\"ask\":\"do\",\"line\":\"%s\",\"view\":false}", line));
}

bool play(rh_screen *s)
{
    char line[RH_ACTION_TEXT];
    const rh_json *bot = ask(s, "{\"ask\":\"bot\",\"kind\":\"steady\",\"seed\":3}");
    if (rh_json_member(bot, "error") || !rh_json_member(bot, "line"))
        return false;
    (void)snprintf(line, sizeof line, "%s", text(bot, "line"));
    assert_fine(ask(s, "{\"ask\":\"do\",\"line\":\"%s\"}", line));
    return true;
}

void play_to(rh_screen *s, const char *step)
{
    for (int n = 0; strcmp(text(ask(s, "{\"ask\":\"decision\"}"), "step"), step) != 0; n++)
        if (n == LONGEST || !play(s))
            fail_msg("nobody ever decides in the step %s", step);
}

int forget_answers(void **state)
{
    (void)state;
    rh_json_forget(&memory);
    return 0;
}
