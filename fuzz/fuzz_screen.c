/* SPDX-License-Identifier: Apache-2.0 */
/* What a screen may ask, a question a line. Every answer is JSON; what goes wrong has a sentence; and
 * whatever was asked, the record of the session opens again. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/words.h"
#include "screen/screen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { LONGEST = 8000, QUESTIONS = 12 };

static const char *const WORDS[] = {
    "ask",     "titles",  "bots",     "rule",    "rules",   "card",     "new",   "open",
    "view",    "legal",   "decision", "map",     "market",  "hex",      "tile",  "reroute",
    "preview", "do",      "back",     "log",     "record",  "export",   "why",   "bot",
    "title",   "players", "seed",     "options", "line",    "text",     "by",    "at",
    "to",      "from",    "id",       "turn",    "company", "routes",   "train", "moves",
    "company", "amount",  "greedy",   "random",  "18nl",    "18norway", "18or",  "18scan",
    "1988",    "Anna",    "Bo",       "Cia",     "true",    "false",    "null",  NULL};
static const tongue QUESTIONS_ASKED = {.words = WORDS};
SPEAKS(QUESTIONS_ASKED)

static const rh_json *ask(rh_screen *s, rh_json_memory *m, const char *question, size_t len)
{
    rh_load_error err;
    const char *answer = rh_screen_ask(s, question, len);
    must(answer != NULL, "every question has an answer");
    const rh_json *v = rh_json_read(m, "answer", answer, strlen(answer), &err);
    must(v != NULL && (v->kind == RH_JSON_OBJECT || v->kind == RH_JSON_ARRAY),
         "an answer is an object or an array");
    const rh_json *error = v->kind == RH_JSON_OBJECT ? rh_json_member(v, "error") : NULL;
    must(error == NULL || rh_json_string_of(error, "")[0] != 0, "what goes wrong has a sentence");
    return v;
}

/* Asks for the record and opens it. */
static void open_again(rh_screen *s, rh_json_memory *m)
{
    static const char RECORD[] = "{\"ask\": \"record\"}";
    const rh_json *text = rh_json_member(ask(s, m, RECORD, strlen(RECORD)), "text");
    if (text == NULL)
        return; /* no game was begun */
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "ask", "open");
    rh_json_put_string(&w, "name", "again");
    rh_json_put_string(&w, "text", rh_json_string_of(text, ""));
    rh_json_close(&w);
    must(rh_json_member(ask(s, m, w.text, w.len), "error") == NULL, "a record opens again");
    rh_json_writer_forget(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_screen s; /* large: not on the stack */
    rh_json_memory m = {0};
    const char *at = (const char *)data, *end = at + len;
    if (len > LONGEST)
        return 0;
    for (int n = 0; n < QUESTIONS && at < end; n++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t line = stop != NULL ? (size_t)(stop - at) : (size_t)(end - at);
        ask(&s, &m, at, line);
        rh_json_forget(&m);
        at += line + (stop != NULL);
    }
    open_again(&s, &m);
    rh_json_forget(&m);
    rh_screen_forget(&s);
    memset(&s, 0, sizeof s);
    return 0;
}
