/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: what the cards of 1988 say beyond what cards of every title do: the incomes of the regionals,
 * what they become, and from which phase on a private can be started. */
#include "roundhouse/writing.h"
#include "titles/1988/own.h"

static void put_income(rh_writing *w, const rh_title *t, const regional_facts *r)
{
    const facts *f = facts_of(t);
    const char *board = r->board < f->boards ? f->board[r->board] : "";
    const char *each = "In every operating round the bank pays its owner";
    switch ((regional_kind)r->kind) {
    case SMALL_CITIES:
        rh_write(w, "%s %s for every city of %s that is worth exactly %d.", each,
                 rh_money_said(t, r->amount).s, board, r->small);
        break;
    case FREE_DOUBLES:
        if (r->lays)
            rh_write(w,
                     "Before it is paid, it may make one single track of %s double for nothing, on "
                     "the line "
                     "of the last one if it can. ",
                     board);
        rh_write(w,
                 "%s %s for every double track of %s that no private has under contract, and "
                 "Banverket as much.",
                 each, rh_money_said(t, r->amount).s, board);
        break;
    case HALF_CITY: rh_write(w, "%s half of what %s is worth.", each, t->hex[r->city].place); break;
    case BUILDER: {
        const project_facts *p = &f->project[r->project];
        rh_write(
            w,
            "%s %s until the line from %s to %s is finished%s half of the sum of %s and of "
            "what both cities are worth. For every %s saved of it one of its two steps is built, "
            "by nobody else meanwhile.",
            each, rh_money_said(t, r->amount).s, t->hex[p->anchor].place, t->hex[p->terminal].place,
            r->income_goes_on ? " and after it too, with" : ", and then",
            rh_money_said(t, r->bonus).s, rh_money_said(t, r->chart).s);
        break;
    }
    }
}

/* What a regional becomes, or to whom it is sold. */
static void put_future(rh_writing *w, const rh_title *t, const regional_facts *r)
{
    if (r->kind == BUILDER)
        rh_write(
            w, " It may be sold, for at most twice what both cities are worth, to a private, which "
               "then runs there alone, or to Banverket under a player.");
    if (r->swaps) {
        rh_write(w, " Its owner may hand it in for one share of ");
        for (int i = 0; i < r->swaps; i++)
            rh_write(w, "%s%s", i ? " or " : "", rh_company_said(t, r->swap[i]));
        rh_write(w, "%s, in its turn or as the purchase of a stock turn.",
                 r->swap_holders ? ", or of a private with a contract there" : "");
    }
    rh_write(w, " A player loses it when phase %s begins.",
             t->phase[facts_of(t)->discard_phase].name);
}

void se_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT])
{
    const facts *f = facts_of(t);
    rh_writing w = {.text = text, .cap = RH_CARD_TEXT};
    (void)train_kind;
    text[0] = 0;
    if (company == RH_NONE)
        return;
    for (int i = 0; i < f->regionals; i++)
        if (f->regional[i].company == company) {
            put_income(&w, t, &f->regional[i]);
            put_future(&w, t, &f->regional[i]);
        }
    if (t->company[company].kind == RH_PUBLIC && f->from_phase[company] < t->phases)
        rh_write(&w, "Its certificates are on sale from phase %s on.",
                 t->phase[f->from_phase[company]].name);
}

bool se_phase_effect(const rh_title *t, const rh_game *g, int phase, int i, char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    (void)g;
    if (phase == facts_of(t)->discard_phase && i-- == 0)
        rh_write(&w, "regional companies of players leave the game");
    else if (phase > 1 && i == 0)
        rh_write(&w, "privates hand back their contracts, and developed lines are auctioned");
    else
        return false;
    return true;
}

/* What se_money_aside() adds up. */
bool se_aside(const rh_title *t, const rh_game *g, int i, char name[RH_TELL_TEXT], rh_money *value)
{
    const state *s = state_of(g);
    const int company = i - 1, line = i - 1 - t->companies;
    rh_writing w = {.text = name, .cap = RH_TELL_TEXT};
    if (i == 0) {
        rh_write(&w, "revenue to divide");
        *value = collects_first(t) ? g->revenue : 0;
    } else if (company < t->companies) {
        const char *id = rh_company_said(t, company);
        rh_write(&w, is_regional(t, company) ? "%s's savings" : "%s's contacts", id);
        *value = s->contacts[company] + s->saved[company];
    } else if (line < facts_of(t)->lines) {
        rh_write(&w, "deposit on %s", rh_text(t, facts_of(t)->line[line].name));
        *value = s->deposit[line];
    } else {
        return false;
    }
    return true;
}
