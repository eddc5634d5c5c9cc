/* SPDX-License-Identifier: Apache-2.0 */
/* open.c: a game from a file; see open.h. */
#include "foreign/open.h"

#include <stdio.h>
#include <string.h>

#include "files/title.h"
#include "foreign/games18xx/games18xx.h"

bool rh_is_export(const char *text, size_t len)
{
    size_t first = 0;
    while (first < len && strchr(" \t\r\n\xEF\xBB\xBF", text[first]))
        first++;
    return first < len && text[first] == '{';
}

bool rh_record_of_played(const rh_title *t, const rh_names *names, uint32_t seed,
                         const rh_action *played, size_t count, const rh_game *end, rh_record *r)
{
    *r = (rh_record){
        .rules = t->rules_version, .players = end->players, .names = *names, .seed = seed};
    (void)snprintf(r->title, sizeof r->title, "%s", t->id);
    for (int i = 0; i < t->options_set && r->options < RH_RECORD_OPTIONS; i++)
        (void)snprintf(r->option[r->options++], RH_OPTION_TEXT, "%s", rh_text(t, t->option[i]));
    for (size_t i = 0; i < count; i++) {
        char line[RH_ACTION_TEXT];
        rh_action_write(t, names, &played[i], line);
        if (!rh_record_add(r, line))
            return false;
    }
    rh_record_conclude(t, end, r);
    return true;
}

/* An export, played to its end. Yours: rh_18xx_close(). NULL: err. */
static rh_18xx_import *played_export(const char *name, const char *text, size_t len,
                                     rh_load_error *err)
{
    char why[RH_18XX_WHY];
    rh_18xx_answer answer;
    rh_18xx_import *im = rh_18xx_open(name, text, len, NULL, 0, why);
    if (!im) {
        /* What is no JSON is said with file and line already. */
        const bool named = strncmp(why, name, strlen(name)) == 0;
        rh_load_fails(err, named ? NULL : name, 0, 0, "%s", why);
        return NULL;
    }
    if (rh_18xx_play_to(im, UINT32_MAX, &answer))
        return im;
    rh_load_fails(err, name, 0, 0, "action %u: %s", im->move[im->next].index, answer.why);
    rh_18xx_close(im);
    return NULL;
}

static bool open_export(const char *name, const char *text, size_t len, rh_record *r,
                        rh_load_error *err)
{
    rh_18xx_import *im = played_export(name, text, len, err);
    const bool good = im && (rh_record_of_played(im->title, &im->names, im->seed, im->played,
                                                 im->played_count, &im->now.game, r) ||
                             rh_load_fails(err, name, 0, 0, "there is not enough memory"));
    rh_18xx_close(im);
    return good;
}

bool rh_tell_game(const char *name, const char *text, size_t len, char told[RH_TOLD],
                  rh_load_error *err)
{
    told[0] = 0;
    if (rh_is_title(text, len) || !rh_is_export(text, len))
        return true;
    rh_18xx_import *im = played_export(name, text, len, err);
    if (im)
        rh_18xx_tell(im, told, RH_TOLD);
    rh_18xx_close(im);
    return im != NULL;
}

bool rh_open_game(const char *name, const char *text, size_t len, rh_record *r, rh_load_error *err)
{
    *r = (rh_record){0};
    if (rh_is_title(text, len))
        return rh_load_fails(err, name, 0, 0,
                             "this is a title, not a game; `roundhouse new` begins one with it");
    if (rh_is_export(text, len))
        return open_export(name, text, len, r, err);
    rh_line_error wrong = {0};
    return rh_record_read(text, len, r, &wrong) ||
           rh_load_fails(err, name, (uint32_t)wrong.line, 0, "%s", wrong.why);
}
