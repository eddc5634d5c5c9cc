/* SPDX-License-Identifier: Apache-2.0 */
/* load.c: a game from a file; see load.h. */
#include "cli/load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/gamefile.h"
#include "foreign/open.h"

void rh_say_no_title(const char *id)
{
    rh_load_error err;
    rh_title *none = rh_title_load_id(id, 0, NULL, 0, &err);
    assert(!none);
    rh_title_free(none);
    fprintf(stderr, "%s\n", err.text);
}

rh_title *rh_load_title_of(const char *name, const rh_record *r)
{
    rh_load_error err;
    rh_title *t = rh_record_title(r, &err);
    if (!t)
        fprintf(stderr, "%s: %s\n", name, err.text);
    return t;
}

void rh_say_line(const char *name, const rh_line_error *err)
{
    if (err->line)
        fprintf(stderr, "%s:%d: %s\n", name, err->line, err->why);
    else
        fprintf(stderr, "%s: %s\n", name, err->why);
}

/* What the text says, played to where it stands. */
static bool play_it(rh_loaded *l)
{
    rh_load_error unread;
    rh_line_error err;
    if (!rh_open_game(l->path, l->text, l->len, &l->record, &unread)) {
        fprintf(stderr, "%s\n", unread.text);
        return false;
    }
    l->foreign = rh_is_export(l->text, l->len);
    l->title = rh_load_title_of(l->path, &l->record);
    if (!l->title)
        return false;
    if (rh_record_replay(l->title, &l->record, &l->game, &err))
        return true;
    rh_say_line(l->path, &err);
    return false;
}

static bool play_text(rh_loaded *l)
{
    if (play_it(l))
        return true;
    rh_unload(l);
    return false;
}

bool rh_load(const char *path, rh_loaded *l)
{
    rh_line_error err = {0};
    memset(l, 0, sizeof *l);
    l->path = strcmp(path, "-") == 0 ? "standard input" : path;
    l->text = rh_game_file_read(path, &l->len, &err);
    if (!l->text) {
        fprintf(stderr, "%s\n", err.why);
        return false;
    }
    return play_text(l);
}

bool rh_load_text(const char *path, const char *text, size_t len, rh_loaded *l)
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
    return play_text(l);
}

void rh_unload(rh_loaded *l)
{
    rh_title_free(l->title);
    rh_record_free(&l->record);
    free(l->text);
    memset(l, 0, sizeof *l);
}
