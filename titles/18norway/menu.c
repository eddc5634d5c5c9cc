/* SPDX-License-Identifier: Apache-2.0 */
/* menu.c: the choices of this title's own steps in words for people. */
#include <stdio.h>

#include "titles/18norway/own.h"

enum { TEXT = 160, MONEY = 24 };

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void say_issue(const rh_title *t, int shares, rh_money each, const char *what, char *text)
{
    char sum[MONEY];
    rh_money_text(t, each * shares, sum, sizeof sum);
    snprintf(text, TEXT, "%s %d share%s for %s", what, shares, plural(shares), sum);
}

/* 18NORWAY-8.11-2: only an issue for a train moves the price, a space for each share. */
static void say_forced_issue(const rh_title *t, const rh_game *g, int shares, char *text)
{
    char price[MONEY], words[TEXT];
    const rh_company c = rh__operating(g);
    rh_money_text(t, norway_price_beside(t, g, c, -shares), price, sizeof price);
    say_issue(t, shares, norway_forced_price(t, g, c, shares), "issue", words);
    snprintf(text, TEXT, "%s; its price falls to %s", words, price);
}

static bool say_shares(const rh_title *t, const rh_game *g, const rh_act *a, char *text)
{
    const rh_company c = rh__operating(g);
    if (!rh_is_company(a->by) || (a->kind != RH_SELL && a->kind != RH_BUY))
        return false;
    const int n = a->units > 1 ? a->units : 1;
    if (a->kind == RH_SELL && rh_decision(t, g).step == RH_STEP_TRAINS)
        say_forced_issue(t, g, n, text);
    else if (a->kind == RH_SELL)
        say_issue(t, n, norway_price_beside(t, g, c, -1), "issue", text);
    else
        say_issue(t, n, norway_price_beside(t, g, c, 1), "redeem", text);
    return true;
}

static bool say_tunnel(const rh_title *t, const rh_game *g, const rh_act *a, char *text)
{
    char cost[MONEY], fee[MONEY];
    const rh_company c = rh__operating(g);
    rh_money_text(t, norway(t)->mountain_fee, fee, sizeof fee);
    rh_money_text(t, norway_tunnel_cost(t, g, c, rh_hex_at(norway_of(g)->tunnel_at)), cost,
                  sizeof cost);
    if (a->kind == RH_PASS)
        snprintf(text, TEXT, "leave the mountain: %s a train", fee);
    else
        snprintf(text, TEXT, "build a tunnel for %s", cost);
    return true;
}

static bool say_nationalise(const rh_title *t, const rh_game *g, const rh_act *a, char *text)
{
    char sum[MONEY];
    rh_money_text(t, a->amount * rh_price(t, g, rh_company_of(a->by)), sum, sizeof sum);
    if (a->kind == RH_PASS)
        snprintf(text, TEXT, "%s",
                 norway_asked_early(t, g, a->by) ? "wait for its place in the line"
                                                 : "stay a company of five shares");
    else if (a->amount == 0)
        snprintf(text, TEXT, "nationalise; the state buys no share");
    else
        snprintf(text, TEXT, "nationalise; the state buys %d share%s for %s", a->amount,
                 plural(a->amount), sum);
    return true;
}

int norway_about_hex(const rh_title *t, const rh_game *g)
{
    const bool tunnel = rh_decision(t, g).step == RH_STEP_OWN + NORWAY_STEP_TUNNEL;
    return tunnel ? norway_of(g)->tunnel_at : RH_NONE;
}

const char *const norway_hints[NORWAY_STEPS] = {
    [NORWAY_STEP_ISSUE] = "Issue treasury shares to the pool at the price to the left, or redeem "
                          "them at the price to "
                          "the right.",
    [NORWAY_STEP_TUNNEL] =
        "A tunnel takes the mountain away for good; without one every train that "
        "comes here pays.",
    [NORWAY_STEP_NATIONALISE] = "A nationalised company has ten shares instead of five; the state "
                                "buys some of the new ones, the others go to its treasury.",
};

bool norway_choice_words(const rh_title *t, const rh_names *names, const rh_game *g,
                         const rh_act *a, char text[RH_TELL_TEXT])
{
    (void)names;
    switch (rh_decision(t, g).step) {
    case RH_STEP_OWN + NORWAY_STEP_ISSUE:
        if (a->kind == RH_PASS)
            snprintf(text, TEXT, "neither issue nor redeem");
        return a->kind == RH_PASS || say_shares(t, g, a, text);
    case RH_STEP_OWN + NORWAY_STEP_TUNNEL:
        return (a->kind == RH_PASS || a->kind == NORWAY_TUNNEL) && say_tunnel(t, g, a, text);
    case RH_STEP_OWN + NORWAY_STEP_NATIONALISE:
        return (a->kind == RH_PASS || a->kind == NORWAY_NATIONALISE) &&
               say_nationalise(t, g, a, text);
    case RH_STEP_TRAINS:
        if (a->kind == RH_PASS)
            snprintf(text, TEXT, "buy no train or ship");
        return a->kind == RH_PASS || say_shares(t, g, a, text);
    case RH_STEP_RUN:
        if (a->kind == NORWAY_SWITCHER)
            snprintf(text, TEXT, "let the %s-%s leave out a full city",
                     rh_train_side(t, a->train, 0), rh_train_noun(t, t->train_kind[a->train]));
        return a->kind == NORWAY_SWITCHER || say_shares(t, g, a, text);
    default: return rh_round(t, g) == RH_ROUND_OPERATING && say_shares(t, g, a, text);
    }
}
