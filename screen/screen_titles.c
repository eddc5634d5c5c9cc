/* SPDX-License-Identifier: Apache-2.0 */
/* screen_titles.c: the titles as cards for a start screen, those of somebody's own files too, and single
 * rules of their ledgers; see screen.h. What only people read (length, what is special, links) stands in title.json under
 * "about" and is handed on as it is.
 *
 * Bounds of the loops: the text of a ledger read once for each question; words searched x rules. */
#include <string.h>

#include "files/embedded.h"
#include "files/options.h"
#include "files/title.h"
#include "screen/cards.h"
#include "screen/screen_parts.h"

static void put_options(rh_json_writer *w, const rh_json *options)
{
    rh_json_put_open(w, "options", '[');
    for (const rh_json *o = options ? options->child : NULL; o; o = o->next) {
        const rh_json *values = rh_json_member(o, "values");
        if (!rh_option_for_people(o))
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", rh_json_string_of(rh_json_member(o, "name"), ""));
        rh_json_put_string(w, "title", rh_option_title(o));
        rh_json_put_string(w, "what", rh_json_string_of(rh_json_member(o, "what"), ""));
        rh_json_put_open(w, "values", '[');
        for (const rh_json *v = values ? values->child : NULL; v; v = v->next) {
            rh_json_open(w, '{');
            rh_json_put_string(w, "value", rh_json_string_of(rh_json_member(v, "value"), ""));
            rh_json_put_string(w, "means", rh_value_means(v));
            rh_json_close(w);
        }
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static bool imports(const rh_json *options)
{
    static const char FAMILY[] = "import.18xxgames.";
    for (const rh_json *o = options ? options->child : NULL; o; o = o->next)
        if (strncmp(rh_json_string_of(rh_json_member(o, "name"), ""), FAMILY, sizeof FAMILY - 1) ==
            0)
            return true;
    return false;
}

/* file: the name of a title file; NULL: the title is inside the program. */
static void put_card(rh_json_writer *w, const rh_json *json, const char *file, bool lesson)
{
    const rh_json *about = rh_json_member(json, "about"),
                  *options = rh_json_member(json, "options"),
                  *version = rh_json_member(json, "rules_version");
    const char *id = rh_json_string_of(rh_json_member(json, "id"), "");
    rh_json_newline(w);
    rh_json_open(w, '{');
    rh_json_put_string(w, "id", id);
    if (file)
        rh_json_put_string(w, "file", file);
    rh_json_put_string(w, "name", rh_json_string_of(rh_json_member(json, "name"), id));
    rh_json_put_string(w, "designer", rh_json_string_of(rh_json_member(json, "designer"), ""));
    rh_json_put_int(w, "rules_version", rh_json_int_of(version, 1));
    rh_json_put_int(w, "min_players", rh_json_int_of(rh_json_member(json, "min_players"), 2));
    rh_json_put_int(w, "max_players", rh_json_int_of(rh_json_member(json, "max_players"), 6));
    rh_json_put_string(w, "provenance", rh_json_string_of(rh_json_member(json, "provenance"), ""));
    const rh_json *called = rh_json_member(rh_json_member(json, "kinds"), "private");
    if (called)
        rh_json_put_string(w, "privates_called", rh_nouns_of(rh_json_string_of(called, "")).s);
    rh_json_put_bool(w, "imports_18xx", !file && imports(options));
    if (lesson)
        rh_json_put_bool(w, "lesson", true);
    if (about) {
        rh_json_key(w, "about");
        rh_json_tree(w, about);
    }
    put_options(w, options);
    rh_json_close(w);
}

void rh_screen_titles(rh_json_writer *w)
{
    rh_json_memory memory = {0};
    rh_json_open(w, '[');
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_load_error err;
        const rh_json *json = rh_json_read(&memory, e->id, e->json, e->json_len, &err);
        if (json)
            put_card(w, json, NULL, e->lesson_len > 0);
    }
    rh_json_close(w);
    rh_json_forget(&memory);
}

void rh_screen_title_file(const rh_screen_file *file, rh_json_writer *w)
{
    rh_json_memory memory = {0};
    rh_load_error err;
    const rh_json *json = rh_title_check(file->name, file->text, file->len, &err)
                              ? rh_json_read(&memory, file->name, file->text, file->len, &err)
                              : NULL;
    if (json)
        put_card(w, json, file->name, false);
    else
        rh_screen_error(w, err.text);
    rh_json_forget(&memory);
}

/* --- the ledger -------------------------------------------------------------------------------- */

/* A statement is a line "- **ID** [tag] sentence", with indented lines that go on. */
typedef struct {
    const char *id, *text;
    size_t id_len, text_len;
} statement;

static const char *skip_blanks(const char *s, const char *end)
{
    while (s < end && *s == ' ')
        s++;
    return s;
}

/* The next statement from *at on, which moves behind it. */
static bool next_statement(const char **at, const char *stop, statement *out)
{
    for (const char *line = *at; line < stop;) {
        const char *end = memchr(line, '\n', (size_t)(stop - line));
        end = end ? end : stop;
        const char *id = line + 4, *close = id;
        while (close < end && *close != '*' && *close != ' ')
            close++;
        if (end - line > 8 && memcmp(line, "- **", 4) == 0 && end - close > 2 &&
            memcmp(close, "**", 2) == 0) {
            while (end + 2 < stop && memcmp(end + 1, "  ", 2) == 0) {
                const char *next = memchr(end + 1, '\n', (size_t)(stop - end - 1));
                end = next ? next : stop;
            }
            const char *text = skip_blanks(close + 2, end);
            const char *tag =
                text < end && *text == '[' ? memchr(text, ']', (size_t)(end - text)) : NULL;
            text = skip_blanks(tag ? tag + 1 : text, end);
            *out = (statement){id, text, (size_t)(close - id), (size_t)(end - text)};
            *at = end + 1;
            return true;
        }
        line = end + 1;
    }
    return false;
}

bool rh_screen_ledger(const char *title, const char *id, rh_json_writer *w)
{
    const rh_embedded_title *e = rh_title_find(title);
    statement s;
    for (const char *at = e ? e->rules : NULL;
         e && next_statement(&at, e->rules + e->rules_len, &s);)
        if (s.id_len == strlen(id) && memcmp(s.id, id, s.id_len) == 0) {
            rh_json_string_n(w, s.text, s.text_len);
            return true;
        }
    return false;
}

static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c & 0x80);
}

static bool mentions(const statement *s, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = 0; n > 0 && i + n <= s->text_len; i++)
        if (memcmp(s->text + i, word, n) == 0 && (i == 0 || !is_letter(s->text[i - 1])) &&
            (i + n == s->text_len || !is_letter(s->text[i + n])))
            return true;
    return false;
}

void rh_screen_mentions(const char *title, const rh_json *words, rh_json_writer *w)
{
    const rh_embedded_title *e = rh_title_find(title);
    statement s;
    rh_json_open(w, '[');
    for (const char *at = e ? e->rules : NULL;
         e && next_statement(&at, e->rules + e->rules_len, &s);) {
        bool any = words == NULL;
        for (const rh_json *word = words ? words->child : NULL; word && !any; word = word->next)
            any = mentions(&s, rh_json_string_of(word, ""));
        if (!any)
            continue;
        rh_json_open(w, '{');
        rh_json_key(w, "id");
        rh_json_string_n(w, s.id, s.id_len);
        rh_json_key(w, "ledger");
        rh_json_string_n(w, s.text, s.text_len);
        rh_json_close(w);
    }
    rh_json_close(w);
}
