/* SPDX-License-Identifier: Apache-2.0 */
/* comments.c: what people wrote and when they moved, as comments of a record; see games18xx.h.
 *
 * Bounds of the loops: the entries of the file, and of a text its first TALK bytes. */
#include "foreign/games18xx/games18xx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/lines.h"

/* A comment is one line and no longer than one may be. */
enum { WHEN = 24, NAME = 64, TALK = 600, COMMENT = WHEN + NAME + TALK + 16 };

typedef struct {
    char *text;
    size_t len;
} growing; /* has room for all that will be added */

static void add(growing *g, const char *text, size_t len)
{
    memcpy(g->text + g->len, text, len);
    g->len += len;
    g->text[g->len] = 0;
}

/* "2021-03-05 14:22:31", UTC; "" if the entry does not say. */
static void when_of(const rh_json *entry, char out[WHEN])
{
    const time_t at = (time_t)rh_json_int_of(rh_json_member(entry, "created_at"), 0);
    const struct tm *date = at > 0 ? gmtime(&at) : NULL;
    out[0] = 0;
    if (date != NULL && date->tm_year < 8100) /* years of four digits */
        (void)strftime(out, WHEN, "%Y-%m-%d %H:%M:%S", date);
}

/* One line of what they wrote: characters that nobody sees, and ends of lines, become blanks. */
static void talk_of(const char *said, char out[TALK])
{
    size_t n = 0;
    while (*said != 0) {
        char one[5] = {*said++};
        for (int i = 1; i < 4 && ((unsigned char)*said & 0xc0) == 0x80; i++)
            one[i] = *said++;
        const char *shown = rh_hidden_in(one) ? " " : one;
        if (n + strlen(shown) >= TALK)
            break;
        memcpy(out + n, shown, strlen(shown));
        n += strlen(shown);
    }
    out[n] = 0;
}

static void add_talk(growing *g, const rh_18xx_import *im, const rh_json *entry)
{
    const char *said = rh_json_string_of(rh_json_member(entry, "message"), "");
    const rh_json *entity = rh_json_member(entry, "entity");
    const char *id = entity != NULL && entity->text != NULL ? entity->text : "";
    const char *who = "somebody";
    for (int i = 0; i < im->players; i++)
        if (strcmp(im->id[i], id) == 0)
            who = im->names.name[i];
    char when[WHEN], talk[TALK], line[COMMENT];
    when_of(entry, when);
    talk_of(said, talk);
    const int n =
        snprintf(line, sizeof line, "# %s%s%.63s: %s\n", when, when[0] != 0 ? " " : "", who, talk);
    add(g, line, n < 0 ? 0 : (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static bool is_talk(const rh_json *entry)
{
    const rh_json *type = rh_json_member(entry, "type");
    return rh_json_is(type, "message") || rh_json_is(type, "log");
}

/* Where the last `lines` lines of the text begin. */
static const char *last_lines(const char *text, size_t lines)
{
    const char *at = text + strlen(text);
    while (at > text && (at[-1] != '\n' || lines-- > 0))
        at--;
    return at;
}

char *rh_18xx_comment(const rh_18xx_import *im, const char *record)
{
    const rh_json *entry = rh_json_member(im->record, "actions")->child;
    size_t talks = 0;
    for (const rh_json *e = entry; e != NULL; e = e->next)
        talks += is_talk(e);
    growing g = {.text =
                     malloc(strlen(record) + talks * COMMENT + im->played_count * (WHEN + 4) + 1)};
    if (g.text == NULL)
        return NULL;
    const char *line = last_lines(record, im->played_count);
    add(&g, record, (size_t)(line - record));
    for (size_t i = 0; i < im->played_count; i++) {
        const size_t len = strcspn(line, "\n");
        char when[WHEN] = "";
        if (im->played_in[i] != NULL) { /* what was written before it */
            for (; entry != NULL && entry != im->played_in[i]; entry = entry->next)
                if (is_talk(entry))
                    add_talk(&g, im, entry);
            when_of(im->played_in[i], when);
        }
        add(&g, line, len);
        if (when[0] != 0) {
            add(&g, "  # ", 4);
            add(&g, when, strlen(when));
        }
        add(&g, "\n", 1);
        line += len + (line[len] == '\n');
    }
    for (; entry != NULL; entry = entry->next)
        if (is_talk(entry))
            add_talk(&g, im, entry);
    return g.text;
}
