/* SPDX-License-Identifier: Apache-2.0 */
/* menu.c: what choices of 18Scan's own steps mean, for menus and screens. */
#include <stdio.h>

#include "roundhouse/writing.h"
#include "titles/18scan/own.h"

enum { TEXT = 160 };

/* "the Mine token": there is one; "a Ferry token" */
static void put_token(rh_writing *w, const rh_title *t, int private_company)
{
    int count = 0;
    for (int k = 0; k < scan(t)->bonuses; k++)
        if (scan(t)->bonus[k].private_company == private_company)
            count = scan(t)->bonus[k].count;
    rh_write(w, "%s %s token", count == 1 ? "the" : "a", rh_company_said(t, private_company));
}

bool scan_choice_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                       char text[RH_TELL_TEXT])
{
    const int step = rh_decision(t, g).step;
    rh_writing w = {.text = text, .cap = TEXT};
    if (a->kind == SCAN_ANNOUNCE) {
        snprintf(text, TEXT, "announce the destination run");
    } else if (a->kind == SCAN_BONUS) {
        rh_write(&w, "buy ");
        put_token(&w, t, a->company);
        rh_write(&w, " of %s for %s", rh_holder_said(t, names, (rh_holder){g->owner[a->company]}),
                 rh_money_said(t, a->amount).s);
    } else if ((a->kind == RH_ACCEPT || a->kind == RH_DECLINE) && g->deal.kind == RH_DEAL_OWN) {
        rh_write(&w, "%s buys ", rh_company_said(t, rh_company_of(g->deal.buyer).i));
        put_token(&w, t, g->deal.thing);
        rh_write(&w, " for %s", rh_money_said(t, g->deal.price).s);
    } else if (a->kind == RH_PASS && step == RH_STEP_OWN + SCAN_STEP_BID) {
        snprintf(text, TEXT, "bid no more");
    } else if (a->kind == RH_PASS && step == RH_STEP_OWN + SCAN_STEP_TOKEN) {
        snprintf(text, TEXT, "place no destination token");
    } else if (a->kind == RH_PASS && step == RH_STEP_OWN + SCAN_STEP_RUN) {
        snprintf(text, TEXT, "make no destination run");
    } else {
        return false;
    }
    return true;
}

const char *const scan_hints[SCAN_STEPS] = {
    [SCAN_STEP_BID] = "Whoever bids most chooses one of the private companies and minors that are "
                      "left, and pays the bid.",
    [SCAN_STEP_CHOOSE] = "The highest bidder takes what he likes.",
    [SCAN_STEP_TOKEN] =
        "The company has reached its destination and may place a token there, free.",
    [SCAN_STEP_RUN] =
        "The trains run once more than usual, and the bonus is added; owner and treasury share it.",
};

/* 18SCAN-3.5: who has reached what, what the run brings, and whose turn it interrupts. */
bool scan_banner(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT])
{
    const scan_facts *f = scan(t);
    const int waits = scan_of(g)->interrupted;
    int hex = RH_NONE;
    for (int i = 0; i < f->destinations; i++)
        if (f->destination[i].minor == g->operating)
            hex = f->destination[i].hex;
    if (waits == RH_NONE || hex == RH_NONE)
        return false;
    const rh_holder minor = rh_company_holder(rh_company_at(g->operating));
    snprintf(text, TEXT,
             "%s has reached %s: %s %s, half for its owner, half for itself. Then %s goes on.",
             rh_company_said(t, g->operating), t->hex[hex].place,
             rh_trains_of(t, g, minor, NULL) ? "what its trains run now and"
                                             : "having no train it gets",
             rh_money_said(t, f->destination_bonus).s,
             waits == g->operating ? "its turn" : rh_company_said(t, waits));
    rh_begin_sentence(text);
    return true;
}
