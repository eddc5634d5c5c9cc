/* SPDX-License-Identifier: Apache-2.0 */
/* menu.c: what choices of 18OR's own steps mean, for menus and screens. */
#include <stdio.h>

#include "titles/18or/own.h"

enum { TEXT = 160 };

/* Places come with the set-up, not with the hex. */
static const char *place_of(const rh_title *t, const rh_game *g, int hex)
{
    const char *place = rh__place_name(t, g, rh_hex_at(hex));
    return place && place[0] ? place : t->hex[hex].name;
}

/* What the hammer does: who gets it for how much, or that nobody does. */
static void hammer_words(const rh_title *t, const rh_names *names, const rh_game *g, int item,
                         char *text)
{
    const int leader = or_leader(g, item);
    if (leader == RH_NONE)
        snprintf(text, TEXT, "close the sale of %s: it goes to the Market",
                 rh_company_said(t, item));
    else
        snprintf(text, TEXT, "close the sale of %s: it goes to %s for %s", rh_company_said(t, item),
                 names->name[leader], rh_money_said(t, g->bid[item][leader]).s);
}

/* What stations that are scrapped do to the price, behind what is done. */
static const char *fall_words(const rh_title *t, const rh_game *g, rh_holder by, int stations,
                              char *text)
{
    const rh_money price = or_price_without(t, g, rh_company_of(by), stations);
    text[0] = 0;
    if (stations > 0 && price > 0)
        snprintf(text, TEXT, ": the price falls to %s", rh_money_said(t, price).s);
    else if (stations > 0)
        snprintf(text, TEXT, ": it goes bankrupt");
    return text;
}

static bool verb_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                       char *text)
{
    char falls[TEXT];
    switch (a->kind) {
    case VERB_HURRY:
        snprintf(text, TEXT, "say that %s urges others", rh_holder_said(t, names, a->holder));
        return true;
    case VERB_ABANDON: {
        const rh_company c = rh_company_of(a->by);
        const int here = rh__tokens_on(g, c, rh_hex_at(a->hex)), others = g->tokens_used[c.i] - 1;
        snprintf(text, TEXT, "give up the city %s%s", place_of(t, g, a->hex),
                 fall_words(t, g, a->by, here < others ? here : others, falls));
        return true;
    }
    case VERB_KEEP:
        snprintf(text, TEXT, "keep only the station in %s%s", place_of(t, g, a->hex),
                 fall_words(t, g, a->by, g->tokens_used[rh_company_of(a->by).i] - 1, falls));
        return true;
    case VERB_REMOVE:
        snprintf(text, TEXT, "remove a station from %s", place_of(t, g, a->hex));
        return true;
    case VERB_PLACE:
        snprintf(text, TEXT, "place %s on %s", rh_text(t, facts_of(t)->tile[a->city].name),
                 t->hex[a->hex].name);
        return true;
    case VERB_ONCE:
        snprintf(text, TEXT, "call \"going once\" for %s", rh_company_said(t, a->company));
        return true;
    case VERB_TWICE:
        snprintf(text, TEXT, "call \"going twice\" for %s", rh_company_said(t, a->company));
        return true;
    case VERB_SOLD: hammer_words(t, names, g, a->company, text); return true;
    case VERB_DIVIDE: snprintf(text, TEXT, "pay out:"); return true;
    case VERB_CLOSE: snprintf(text, TEXT, "close the corporation"); return true;
    case VERB_SCRAP:
        snprintf(text, TEXT, "scrap a station in %s%s", place_of(t, g, a->hex),
                 fall_words(t, g, a->by, 1, falls));
        return true;
    default: return false;
    }
}

/* A train of another corporation, both are companies; or whether somebody is fined. */
static bool answer_words(const rh_title *t, const rh_names *names, const rh_game *g, char *text)
{
    const rh_deal *d = &g->deal;
    if (d->kind != RH_DEAL_OWN) {
        snprintf(text, TEXT, "%s pays a fine of %s for urging others",
                 names->name[state_of(g)->fine_of], rh_money_said(t, facts_of(t)->hurry_fine).s);
        return true;
    }
    snprintf(text, TEXT, "%s buys a %s-train from %s for %s",
             rh_company_said(t, rh_company_of(d->buyer).i), rh_train_side(t, d->thing, 0),
             rh_company_said(t, rh_company_of(d->seller).i), rh_money_said(t, d->price).s);
    return true;
}

static bool station_words(const rh_title *t, const rh_game *g, const rh_act *a, char *text)
{
    const rh_company c = rh_company_of(a->by);
    const rh_money cost = or_station_cost_now(t, g, c);
    snprintf(text, TEXT, "place a station in %s %s%s%s", place_of(t, g, a->hex),
             cost ? "for " : "free", cost ? rh_money_said(t, cost).s : "",
             cost > or_station_cost(t, g, c) ? ", twice the price" : "");
    return true;
}

bool or_choice_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                     char text[RH_TELL_TEXT])
{
    const int step = rh_decision(t, g).step;
    if (a->kind >= RH_ACTION_OWN)
        return verb_words(t, names, g, a, text);
    if ((a->kind == RH_ACCEPT || a->kind == RH_DECLINE) &&
        (g->deal.kind == RH_DEAL_OWN || step == RH_STEP_OWN + OR_FINE))
        return answer_words(t, names, g, text);
    if (a->kind == RH_TOKEN)
        return station_words(t, g, a, text);
    if (a->kind != RH_PASS)
        return false;
    if (step == RH_STEP_TOKEN) {
        snprintf(text, TEXT, or_may_place(t, g) ? "no station" : "scrap none");
        return true;
    }
    switch (step - RH_STEP_OWN) {
    case OR_BUSINESS: snprintf(text, TEXT, "trade no more"); return true;
    case OR_CLOSING:
        snprintf(text, TEXT, "%s",
                 or_lame_duck(t, g, rh__operating(g)) ? "end the turn, bankrupt"
                                                      : "stay in business");
        return true;
    case OR_REMOVAL: snprintf(text, TEXT, "remove no more stations"); return true;
    default: return false;
    }
}

/* Who builds the map picks a kind of piece first, then its place, then the piece. */
const char *or_choice_sort(const rh_title *t, const rh_act *a, const char **thing)
{
    if (a->kind != VERB_PLACE)
        return NULL;
    const set_up_tile *tile = &facts_of(t)->tile[a->city];
    *thing = rh_text(t, tile->name);
    return tile->kind == SET_UP_CITY ? or_class_names[tile->class] : or_set_up_kinds[tile->kind];
}

const char *const or_hints[OR_STEPS] = {
    [OR_BUSINESS] =
        "The corporation may sell own shares to the Market, buy them back, or buy privates.",
    [OR_CLEANUP] = "Stations that its trains cannot service must be given up.",
    [OR_CLOSING] = "A corporation may close at the end of its turn.",
    [OR_REMOVAL] = "The corporation may take stations off the map, free of charge.",
    [OR_PLACING] = "The players build the map: one piece each in turn.",
    [OR_FINE] = "Somebody is said to urge others; a fine needs more than half of the players.",
};
