/* SPDX-License-Identifier: Apache-2.0 */
/* seats.c: who sits where; see seats.h. */
#include "files/seats.h"

#include <stdio.h>
#include <string.h>

/* What a comment before the record says behind these words; its length, or 0. */
static size_t comment(const char *text, const char *start, const char **found)
{
    const size_t n = strlen(start);
    while (*text == '#') {
        const size_t len = strcspn(text, "\r\n");
        if (len >= n && strncmp(text, start, n) == 0) {
            *found = text + n;
            return len - n;
        }
        text += len;
        text += strspn(text, "\r\n");
    }
    return 0;
}

/* #rgb or #rrggbb, and nothing else: it becomes part of a page. */
static bool is_color(const char *text)
{
    const size_t n = strlen(text);
    return (n == 4 || n == 7) && text[0] == '#' &&
           strspn(text + 1, "0123456789abcdefABCDEF") == n - 1;
}

static bool is_kind(const char *text)
{
    const size_t n = strlen(text);
    return n > 0 && n < sizeof((rh_seats *)0)->kind[0] &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz") == n;
}

/* A name that is only shown: what is too long or not plain text is not taken. */
static void take_name(const char *text, size_t len, char out[RH_SHOWN_NAME])
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return;
    if (len < RH_SHOWN_NAME)
        (void)snprintf(out, RH_SHOWN_NAME, "%.*s", (int)len, text);
}

static void read_bots(const char *at, size_t len, const rh_record *r, rh_seats *seats)
{
    for (const char *end = at + len; at < end;) {
        const size_t blanks = strspn(at, " \t"), n = strcspn(at + blanks, " \t\r\n");
        for (int p = 0; p < r->players; p++)
            if (strlen(r->names.name[p]) == n && memcmp(r->names.name[p], at + blanks, n) == 0)
                (void)snprintf(seats->kind[p], sizeof seats->kind[p], "greedy");
        at += blanks + n + (n == 0);
    }
}

static bool fit(const rh_json *list, const rh_record *r)
{
    int p = 0;
    if (!list || list->kind != RH_JSON_ARRAY)
        return false;
    for (const rh_json *s = list->child; s; s = s->next, p++)
        if (p >= r->players || s->kind != RH_JSON_OBJECT ||
            strcmp(rh_json_string_of(rh_json_member(s, "name"), ""), r->names.name[p]) != 0)
            return false;
    return p == r->players;
}

static void read_seats(const char *at, size_t len, const rh_record *r, rh_seats *seats)
{
    rh_json_memory m = {0};
    rh_load_error err;
    int p = 0;
    const rh_json *list = rh_json_read(&m, "seats", at, len, &err);
    for (const rh_json *s = fit(list, r) ? list->child : NULL; s; s = s->next, p++) {
        const char *color = rh_json_string_of(rh_json_member(s, "color"), "");
        const char *kind = rh_json_string_of(rh_json_member(s, "kind"), "");
        if (is_color(color))
            (void)snprintf(seats->color[p], sizeof seats->color[p], "%s", color);
        if (is_kind(kind))
            (void)snprintf(seats->kind[p], sizeof seats->kind[p], "%s", kind);
        const char *shown = rh_json_string_of(rh_json_member(s, "shown"), "");
        take_name(shown, strlen(shown), seats->shown[p]);
    }
    rh_json_forget(&m);
}

void rh_seats_read(const char *text, const rh_record *r, rh_seats *seats)
{
    const char *at = NULL;
    *seats = (rh_seats){0};
    for (int p = 0; p < r->players; p++)
        (void)snprintf(seats->kind[p], sizeof seats->kind[p], "human");
    size_t len = comment(text, "# bots:", &at);
    if (len)
        read_bots(at, len, r, seats);
    len = comment(text, "# seats:", &at);
    if (len)
        read_seats(at, len, r, seats);
    len = comment(text, "# game: ", &at);
    take_name(at, len, seats->game);
}

bool rh_seat_is_bot(const rh_seats *seats, int player)
{
    return strcmp(seats->kind[player], "human") != 0;
}

static void put_list(const rh_seats *seats, const rh_record *r, rh_json_writer *w)
{
    rh_json_open(w, '[');
    for (int p = 0; p < r->players; p++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", r->names.name[p]);
        rh_json_put_string(w, "kind", seats->kind[p]);
        if (seats->color[p][0])
            rh_json_put_string(w, "color", seats->color[p]);
        if (seats->shown[p][0])
            rh_json_put_string(w, "shown", seats->shown[p]);
        rh_json_close(w);
    }
    rh_json_close(w);
}

void rh_seats_put(const rh_seats *seats, const rh_record *r, rh_json_writer *w)
{
    rh_json_key(w, "seats");
    put_list(seats, r, w);
    if (seats->game[0])
        rh_json_put_string(w, "called", seats->game);
}

void rh_seats_write(const rh_seats *seats, const rh_record *r, rh_writing *w)
{
    rh_json_writer list = {0};
    rh_write(w, "# bots:");
    for (int p = 0; p < r->players; p++)
        if (rh_seat_is_bot(seats, p))
            rh_write(w, " %s", r->names.name[p]);
    put_list(seats, r, &list);
    rh_write(w, "\n");
    if (!list.failed)
        rh_write(w, "# seats: %s\n", list.text);
    rh_json_writer_forget(&list);
}
