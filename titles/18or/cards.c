/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: what the cards of 18OR say beyond what cards of every title do: sectors, how many trains a
 * board has, and what the first train of a level takes away. */
#include "roundhouse/writing.h"
#include "titles/18or/own.h"

static void put_private(rh_writing *w, const rh_title *t, int company)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->levels; i++)
        if (f->level[i].discards >> company & 1)
            rh_write(w,
                     "The private leaves the game with the first %s-train, unless a corporation "
                     "owns it.",
                     t->train[f->level[i].train].name);
}

/* "Timber or Mining" */
static void put_sectors(rh_writing *w, const rh_title *t, int company)
{
    const char *between = "";
    for (int i = 0; or_class_names[i]; i++)
        if (facts_of(t)->sectors[company] >> i & 1) {
            rh_write(w, "%s%s", between, or_class_names[i]);
            between = " or ";
        }
}

static void put_corporation(rh_writing *w, const rh_title *t, int company)
{
    const unsigned sectors = facts_of(t)->sectors[company];
    if (!sectors) {
        rh_write(w, "It has no sector: its stations may be anywhere.");
        return;
    }
    rh_write(w, "Its first station, and at least half of its cities, are cities of ");
    put_sectors(w, t, company);
    rh_write(w, ".");
}

bool or_has(const rh_title *t, const rh_game *g, rh_company c, int i, char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    uint8_t hex[MOST_CITIES];
    const int cities = or_cities_of(t, g, c, hex);
    int matching = 0;
    text[0] = 0;
    if (i > 0)
        return false;
    if (cities == 0 || facts_of(t)->sectors[c.i] == 0)
        return true;
    for (int k = 0; k < cities; k++)
        matching += or_matches(t, g, c, rh_hex_at(hex[k]));
    if (cities == 1)
        rh_write(&w, "its one city is %s", matching ? "" : "not ");
    else
        rh_write(&w, "%d of %d cities %s ", matching, cities, matching == 1 ? "is" : "are");
    put_sectors(&w, t, c.i);
    if (cities > 1)
        rh_write(&w, ", %s half", 2 * matching >= cities ? "at least" : "less than");
    return true;
}

static void put_train(rh_writing *w, const rh_title *t, int kind)
{
    const facts *f = facts_of(t);
    const uint8_t *counts = f->train_counts[kind];
    rh_write(w, "The boards have at most %d (S), %d (M) or %d (L) of them.", counts[0], counts[1],
             counts[2]);
    for (int i = 0; i < f->levels; i++)
        for (int k = 0; k < f->level[i].rusts; k++)
            if (f->level[i].rust[k] == kind)
                rh_write(w, " All of them rust with the first %s-train.",
                         t->train[f->level[i].train].name);
}

int or_train_ends(const rh_title *t, int train_kind)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->levels; i++)
        for (int k = 0; k < f->level[i].rusts; k++)
            if (f->level[i].rust[k] == train_kind)
                return f->level[i].train;
    return RH_NONE;
}

static bool begins_phase(const rh_title *t, int kind)
{
    for (int k = 0; k < kind; k++)
        if (t->train[k].phase == t->train[kind].phase)
            return false;
    return true;
}

static bool still_leaves(const rh_game *g, const level_facts *level, int c)
{
    return (level->discards >> c & 1) && !(g->status[c] & RH_CLOSED) &&
           !rh_is_company((rh_holder){g->owner[c]});
}

/* "Klamath and Corbett leave unless merged", of those that are in this game and could. */
static void put_leaving(rh_writing *w, const rh_title *t, const rh_game *g,
                        const level_facts *level)
{
    int all = 0, at = 0;
    for (int c = 0; c < t->companies; c++)
        all += still_leaves(g, level, c);
    for (int c = 0; c < t->companies; c++)
        if (still_leaves(g, level, c))
            rh_write(w, "%s%s", rh_joint(at++, all), rh_text(t, t->company[c].name));
    if (all)
        rh_write(w, " %s unless merged", all == 1 ? "leaves" : "leave");
}

/* A sentence a level, then what stations cost and what prices corporations begin at. */
rh_effect or_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                          char text[RH_TELL_TEXT])
{
    const facts *f = facts_of(t);
    char leave[RH_TELL_TEXT] = "";
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT}, x = {.text = leave, .cap = sizeof leave};
    text[0] = 0;
    for (int l = 0; l < f->levels; l++) {
        const level_facts *level = &f->level[l];
        if (t->train[level->train].phase != phase || i-- > 0)
            continue;
        put_leaving(&x, t, g, level);
        bool takes = leave[0];
        if ((leave[0] || level->rusts) && !begins_phase(t, level->train))
            rh_write(&w, "with the first %s ", t->train[level->train].name);
        for (int k = 0; k < level->rusts; k++) {
            rh_write(&w, "%s%s-trains", k ? " and " : "", t->train[level->rust[k]].name);
            takes |= rh_kind_in_use(t, g, level->rust[k]);
        }
        rh_write(&w, "%s%s", level->rusts ? leave[0] ? " are scrapped, " : " are scrapped" : "",
                 leave);
        return takes ? RH_EFFECT_TAKES : RH_EFFECT_BRINGS;
    }
    if (phase > 0 && f->maintenance > 0 && i-- == 0) {
        rh_write(&w, "each corporation pays %s for each of its stations on the map",
                 rh_money_said(t, f->maintenance).s);
        return RH_EFFECT_BRINGS;
    }
    if (i == 0)
        rh_write(&w, "corporations start at %s to %s", rh_money_said(t, f->start_price[phase][0]).s,
                 rh_money_said(t, f->start_price[phase][1]).s);
    return i == 0 ? RH_EFFECT_BRINGS : RH_EFFECT_LAST;
}

void or_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_CARD_TEXT};
    text[0] = 0;
    if (company == RH_NONE) {
        put_train(&w, t, train_kind);
    } else if (t->company[company].kind == RH_PRIVATE) {
        put_private(&w, t, company);
    } else {
        put_corporation(&w, t, company);
    }
}
