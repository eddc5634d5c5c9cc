/* SPDX-License-Identifier: Apache-2.0 */
/* names.c: things and their words; see roundhouse/names.h. */
#include "roundhouse/names.h"

#include <stdio.h>
#include <string.h>

static const char *const OWNERLESS[] = {
    [RH_BANK] = "bank", [RH_POOL] = "pool", [RH_OFFERING] = "offering", [RH_STATE] = "state"};

const char *const rh_company_kind_words[] = {[RH_PRIVATE] = "private",
                                             [RH_MINOR] = "minor",
                                             [RH_PUBLIC] = "public",
                                             [RH_STATE_COMPANY] = "state",
                                             NULL};
const char *const rh_track_words[] = {
    [RH_BROAD] = "broad", [RH_NARROW] = "narrow", [RH_THIN] = "thin", NULL};
static_assert(sizeof rh_track_words / sizeof rh_track_words[0] == RH_FUTURE + 1,
              "no train runs on planned track");
const char *const rh_stop_words[RH_STOP_KINDS] = {
    [RH_CITY] = "city", [RH_TOWN] = "town", [RH_OFFBOARD] = "area", [RH_JUNCTION] = "junction"};

const char *rh_side_word(const rh_title *t, int edge)
{
    static const char *const FLAT[RH_EDGES] = {"S", "SW", "NW", "N", "NE", "SE"};
    static const char *const POINTY[RH_EDGES] = {"SW", "W", "NW", "NE", "E", "SE"};
    return (t->pointy ? POINTY : FLAT)[edge];
}

const char *rh_holder_text(const rh_title *t, const rh_names *names, rh_holder h)
{
    if (h.i < RH_FIRST_PLAYER)
        return OWNERLESS[h.i];
    if (rh_is_player(h))
        return names->name[rh_player_of(h)];
    if (rh_is_company(h) && rh_company_of(h).i < t->companies)
        return t->company[rh_company_of(h).i].id;
    return "nobody";
}

const char *rh_company_said(const rh_title *t, int company)
{
    const rh_company_facts *f = &t->company[company];
    return f->said ? rh_text(t, f->said) : f->id;
}

const char *rh_holder_said(const rh_title *t, const rh_names *names, rh_holder h)
{
    if (h.i == RH_POOL && t->pool_called)
        return rh_text(t, t->pool_called);
    return rh_is_company(h) && rh_company_of(h).i < t->companies
               ? rh_company_said(t, rh_company_of(h).i)
               : rh_holder_text(t, names, h);
}

int rh_company_called(const rh_title *t, const char *word)
{
    for (int c = 0; c < t->companies; c++)
        if (strcmp(t->company[c].id, word) == 0)
            return c;
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].alias && strcmp(rh_text(t, t->company[c].alias), word) == 0)
            return c;
    return -1;
}

int rh_holder_called(const rh_title *t, const rh_names *names, int players, const char *word)
{
    for (int p = 0; p < players; p++)
        if (strcmp(names->name[p], word) == 0)
            return RH_FIRST_PLAYER + p;
    const int c = rh_company_called(t, word);
    if (c >= 0)
        return RH_FIRST_COMPANY + c;
    for (int i = 0; i < RH_FIRST_PLAYER; i++)
        if (strcmp(OWNERLESS[i], word) == 0)
            return i;
    return -1;
}

int rh_hex_called(const rh_title *t, const char *word)
{
    for (int h = 0; h < t->hexes; h++)
        if (strcmp(t->hex[h].name, word) == 0)
            return h;
    int found = -1;
    for (int h = 0; h < t->hexes; h++)
        if (word[0] && strcmp(t->hex[h].place, word) == 0) {
            if (found >= 0)
                return -1; /* two places of one name mean neither */
            found = h;
        }
    return found;
}

int rh_tile_called(const rh_title *t, const char *word)
{
    for (int i = t->first_laid; i < t->tiles; i++)
        if (strcmp(t->tile[i].id, word) == 0)
            return i;
    return -1;
}

const char *rh_train_side(const rh_title *t, int train, int face)
{
    const rh_train_facts *kind = &t->train[t->train_kind[train]];
    return face && kind->other_face != RH_NONE ? t->train[kind->other_face].name : kind->name;
}

const char *rh_train_noun(const rh_title *t, int kind)
{
    return t->train[kind].called ? rh_text(t, t->train[kind].called) : "train";
}

const char *rh_train_article(const char *name)
{
    return strchr("AEFHILMNORSX8", name[0]) ? "an" : "a";
}

const char *rh_train_side_word(const rh_title *t, int train, int face, char out[RH_TRAIN_WORD])
{
    snprintf(out, RH_TRAIN_WORD, "%s-%d", rh_train_side(t, train, face), t->train_serial[train]);
    return out;
}

const char *rh_train_word(const rh_title *t, int train, char out[RH_TRAIN_WORD])
{
    return rh_train_side_word(t, train, 0, out);
}

const char *rh_train_shown(const rh_title *t, const rh_game *g, int train, char out[RH_TRAIN_WORD])
{
    return rh_train_side_word(t, train, g->train_state[train] & RH_TRAIN_OTHER_FACE, out);
}

int rh_train_called(const rh_title *t, const char *word)
{
    char name[RH_TRAIN_WORD];
    for (int i = 0; i < t->trains; i++)
        if (strcmp(rh_train_word(t, i, name), word) == 0)
            return i;
    return -1;
}
