/* SPDX-License-Identifier: Apache-2.0 */
/* load.c: a game from a file; see load.h. */
#include "cli/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/gamefile.h"

void rh_say_no_title(const char *id)
{
    fprintf(stderr, "there is no title \"%.40s\"; there %s", id,
            rh_embedded_title_count == 1 ? "is" : "are");
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", rh_embedded_titles[i].id);
    fputc('\n', stderr);
}

rh_title *rh_load_title_of(const char *name, const rh_record *r)
{
    rh_option option[RH_RECORD_OPTIONS];
    char words[RH_RECORD_OPTIONS][RH_OPTION_TEXT];
    for (int i = 0; i < r->options; i++) {
        memcpy(words[i], r->option[i], RH_OPTION_TEXT);
        char *value = strchr(words[i], '=');
        if (value)
            *value++ = 0;
        option[i] = (rh_option){words[i], value ? value : "on"};
    }
    if (!rh_title_find(r->title)) {
        fprintf(stderr, "%s: ", name);
        rh_say_no_title(r->title);
        return NULL;
    }
    rh_load_error err;
    rh_title *t = rh_title_load_id(r->title, r->rules, option, (size_t)r->options, &err);
    if (!t)
        fprintf(stderr, "%s: %s\n", name, err.text);
    return t;
}

static bool load_export(rh_loaded *l)
{
    char why[RH_18XX_WHY];
    rh_18xx_answer answer;
    l->import = rh_18xx_open(l->path, l->text, l->len, NULL, 0, why);
    if (!l->import) {
        if (strncmp(why, l->path, strlen(l->path)) == 0)
            fprintf(stderr, "%s\n", why);
        else
            fprintf(stderr, "%s: %s\n", l->path, why);
        return false;
    }
    if (!rh_18xx_play_to(l->import, UINT32_MAX, &answer)) {
        fprintf(stderr, "%s: action %u: %s\n", l->path, l->import->move[l->import->next].index,
                answer.why);
        return false;
    }
    l->title = l->import->title;
    l->players = l->import->players;
    l->names = l->import->names;
    l->game = l->import->now.game;
    return true;
}

static bool load_record(rh_loaded *l)
{
    rh_line_error err = {0};
    if (rh_record_read(l->text, l->len, &l->record, &err)) {
        l->title = rh_load_title_of(l->path, &l->record);
        if (!l->title)
            return false;
        l->players = l->record.players;
        l->names = l->record.names;
        if (rh_record_replay(l->title, &l->record, &l->game, &err))
            return true;
    }
    if (err.line)
        fprintf(stderr, "%s:%d: %s\n", l->path, err.line, err.why);
    else
        fprintf(stderr, "%s: %s\n", l->path, err.why);
    return false;
}

static bool play_text(rh_loaded *l)
{
    const char first = l->text[strspn(l->text, " \t\r\n\xEF\xBB\xBF")];
    if (first == '{' ? load_export(l) : load_record(l))
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
    if (l->import)
        rh_18xx_close(l->import);
    else if (l->title)
        rh_title_free(l->title);
    rh_record_free(&l->record);
    free(l->text);
    memset(l, 0, sizeof *l);
}
