/* SPDX-License-Identifier: Apache-2.0 */
/* load.c: a game from a file; see load.h. */
#include "cli/load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/gamefile.h"
#include "disk/disk.h"
#include "foreign/open.h"

const rh_names rh_usual_names = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

void rh_say_no_title(const char *id)
{
    rh_load_error err;
    rh_title *none = rh_title_load_id(id, 0, NULL, 0, &err);
    assert(!none);
    rh_title_free(none);
    fprintf(stderr, "%s\n", err.text);
}

/* --- titles ------------------------------------------------------------------------------------ */

bool rh_names_file(const char *named) { return strpbrk(named, "./") != NULL; }

static bool take_title_file(const char *path, const char *text, size_t len, rh_record *r)
{
    rh_load_error err;
    rh_title *t = rh_title_load(path, text, len, 0, NULL, 0, &err);
    if (!t || !rh_title_starts(path, t, &err)) {
        fprintf(stderr, "%s\n", err.text);
        rh_title_free(t);
        return false;
    }
    const bool good = rh_record_title_file(r, path, t->id, text, len);
    rh_title_free(t);
    if (!good)
        fprintf(stderr,
                "a record cannot hold the path %.200s; give the file a shorter, plain one\n", path);
    return good;
}

bool rh_seats_drawn(rh_args *a, bool otherwise)
{
    const char *how = rh_args_value(a, "--seats");
    if (how && strcmp(how, "drawn") != 0 && strcmp(how, "entered") != 0) {
        fprintf(stderr,
                "--seats is drawn (by lot) or entered (as --players has them), not \"%.40s\"\n",
                how);
        a->bad = true;
    }
    return how ? strcmp(how, "drawn") == 0 : otherwise;
}

bool rh_take_title(const char *named, rh_record *r)
{
    rh_line_error unread;
    size_t len;
    if (rh_names_file(named)) {
        char *text = rh_file_read(named, &len, &unread);
        if (!text)
            fprintf(stderr, "%s\n", unread.why);
        const bool good = text && take_title_file(named, text, len, r);
        free(text);
        return good;
    }
    if (rh_title_find(named)) {
        (void)snprintf(r->title, sizeof r->title, "%s", named);
        return true;
    }
    rh_say_no_title(named);
    return false;
}

/* The title from the file at this path. *there: there is such a file. NULL: err. */
static rh_title *from_file(const char *path, const rh_record *r, bool *there, rh_load_error *err)
{
    rh_line_error unread;
    size_t len;
    char *text = rh_file_read(path, &len, &unread);
    *there = text != NULL;
    rh_title *t = text ? rh_record_title_from(r, path, text, len, err) : NULL;
    free(text);
    return t;
}

/* At its path, or by its name beside the record. Of two files that do not serve the first is spoken of. */
static rh_title *from_title_file(const char *record, const rh_record *r, rh_load_error *err)
{
    const char *slash = strrchr(r->title_file, '/'), *folder = strrchr(record, '/');
    char beside[4096];
    rh_load_error second;
    bool there, there_too = false;
    (void)snprintf(beside, sizeof beside, "%.*s%s", folder ? (int)(folder + 1 - record) : 0, record,
                   slash ? slash + 1 : r->title_file);
    rh_title *t = from_file(r->title_file, r, &there, err);
    if (!t)
        t = from_file(beside, r, &there_too, there ? &second : err);
    if (!t && !there && !there_too)
        rh_load_fails(err, NULL, 0, 0,
                      "its title file %.300s is neither there nor beside the record",
                      r->title_file);
    return t;
}

rh_title *rh_load_title_of(const char *name, const rh_record *r)
{
    rh_load_error err;
    const bool named = r->title_file[0] && !r->title_text; /* not carried by the record */
    rh_title *t = named ? from_title_file(name, r, &err) : rh_record_title(r, &err);
    if (!t)
        fprintf(stderr, "%s: %s\n", name, err.text);
    return t;
}

/* --- games ------------------------------------------------------------------------------------- */

void rh_say_line(const char *name, const rh_line_error *err)
{
    if (err->line)
        fprintf(stderr, "%s:%d: %s\n", name, err->line, err->why);
    else
        fprintf(stderr, "%s: %s\n", name, err->why);
}

/* The game that the text says. */
static bool open_game(rh_loaded *l)
{
    rh_load_error err;
    if (!rh_open_game(l->path, l->text, l->len, &l->record, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    l->foreign = rh_is_export(l->text, l->len);
    l->title = rh_load_title_of(l->path, &l->record);
    return l->title != NULL;
}

/* A title file: the game that begins with it. */
static bool open_title(rh_loaded *l)
{
    rh_record *r = &l->record;
    if (!take_title_file(l->path, l->text, l->len, r))
        return false;
    l->title = rh_load_title_of(l->path, r);
    if (!l->title)
        return false;
    r->players = l->title->min_players;
    r->names = rh_usual_names;
    r->seed = 1;
    return true;
}

static bool or_unload(bool good, rh_loaded *l)
{
    if (!good)
        rh_unload(l);
    return good;
}

static bool play(rh_loaded *l)
{
    rh_line_error err;
    const bool good = rh_record_replay(l->title, &l->record, &l->game, &err);
    if (!good)
        rh_say_line(l->path, &err);
    return or_unload(good, l);
}

bool rh_open(const char *path, rh_loaded *l)
{
    rh_line_error err = {0};
    memset(l, 0, sizeof *l);
    l->path = strcmp(path, "-") == 0 ? "standard input" : path;
    l->text = rh_game_file_read(path, &l->len, &err);
    if (!l->text) {
        fprintf(stderr, "%s\n", err.why);
        return false;
    }
    return or_unload(rh_is_title(l->text, l->len) ? open_title(l) : open_game(l), l);
}

bool rh_open_text(const char *path, const char *text, size_t len, rh_loaded *l)
{
    memset(l, 0, sizeof *l);
    l->path = path;
    l->text = malloc(len + 1);
    if (!l->text) {
        fputs("there is not enough memory\n", stderr);
        return false;
    }
    memcpy(l->text, text, len);
    l->text[len] = 0;
    l->len = len;
    return or_unload(open_game(l), l);
}

bool rh_load(const char *path, rh_loaded *l) { return rh_open(path, l) && play(l); }

bool rh_load_text(const char *path, const char *text, size_t len, rh_loaded *l)
{
    return rh_open_text(path, text, len, l) && play(l);
}

void rh_unload(rh_loaded *l)
{
    rh_title_free(l->title);
    rh_record_free(&l->record);
    free(l->text);
    memset(l, 0, sizeof *l);
}
