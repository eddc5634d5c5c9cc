/* SPDX-License-Identifier: Apache-2.0 */
/* tell.c: what an import has found, in one paragraph; see games18xx.h. */
#include "foreign/games18xx/games18xx.h"

#include <string.h>

#include "roundhouse/writing.h"

static void add_options(rh_writing *p, const rh_title *t)
{
    static const char FAMILY[] = "import.18xxgames.";
    int on = 0, others = 0;
    for (int i = 0; i < t->options_set; i++) {
        const bool theirs = strncmp(rh_text(t, t->option[i]), FAMILY, sizeof FAMILY - 1) == 0;
        on += theirs;
        others += !theirs;
    }
    if (on > 0)
        rh_write(
            p,
            " Where 18xx.games departs from the rulebook the game is played its way: %d options "
            "(%s*) are on; the rules of %s say what each does.",
            on, FAMILY, t->name);
    for (int i = 0; others > 0 && i < t->options_set; i++)
        if (strncmp(rh_text(t, t->option[i]), FAMILY, sizeof FAMILY - 1) != 0)
            rh_write(p, " Also on: %s.", rh_text(t, t->option[i]));
}

static void add_passes(rh_writing *p, const rh_18xx_import *im)
{
    if (im->dropped > 0)
        rh_write(p, " %u passes in it are asked for by no rule and left out (move %u%s).",
                 im->dropped, im->dropped_at[0], im->dropped > 1 ? " first" : "");
    if (im->put_in > 0)
        rh_write(p, " %u passes that the rules ask for are missing and put in (before move %u%s).",
                 im->put_in, im->put_in_at[0], im->put_in > 1 ? " first" : "");
}

/* What the file says of its result, for this player; false: nothing. */
static bool their_score(const rh_18xx_import *im, int player, rh_money *score)
{
    const rh_json *result = rh_json_member(im->record, "result");
    const rh_json *one = result != NULL ? rh_json_member(result, im->id[player]) : NULL;
    if (one == NULL)
        return false;
    *score = (rh_money)rh_json_int_of(one, -1);
    return true;
}

static void add_result(rh_writing *p, const rh_18xx_import *im)
{
    const rh_game *g = &im->now.game;
    if (g->over == RH_PLAYING && !im->ended_by_hand) {
        rh_write(p, " It is not over.");
        return;
    }
    int place[RH_PLAYERS], said = 0, same = 0;
    rh_ranking(im->title, g, place);
    rh_write(p, " It ended%s with", im->ended_by_hand ? " by hand" : "");
    for (int rank = 1, named = 0; rank <= g->players; rank++)
        for (int i = 0; i < g->players; i++)
            if (place[i] == rank)
                rh_write(p, "%s %s %d", named++ > 0 ? "," : "", im->names.name[i],
                         rh_worth(im->title, g, i));
    for (int i = 0; i < g->players; i++) {
        rh_money theirs;
        said += their_score(im, i, &theirs);
        same += their_score(im, i, &theirs) && theirs == rh_worth(im->title, g, i);
    }
    if (said == 0)
        rh_write(p, "; the file states no result.");
    else if (same == said)
        rh_write(p, "; the file says the same.");
    else
        rh_write(p, "; the file says otherwise of %d of them.", said - same);
}

void rh_18xx_tell(const rh_18xx_import *im, char *text, size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    rh_write(&p, "A game of %s from 18xx.games, played by", im->title->name);
    for (int i = 0; i < im->players; i++)
        rh_write(&p, "%s %s", i == 0 ? "" : i == im->players - 1 ? " and" : ",", im->names.name[i]);
    rh_write(&p, "; %u moves, %zu actions.", im->last_index, im->played_count);
    add_options(&p, im->title);
    add_passes(&p, im);
    add_result(&p, im);
}
