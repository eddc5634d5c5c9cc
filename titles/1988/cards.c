/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: what the cards of 1988 say beyond what cards of every title do: the incomes of the regionals,
 * what they become, and from which phase on a private can be started. */
#include <string.h>

#include "roundhouse/writing.h"
#include "titles/1988/own.h"

/* 1988-5.2-9: from which one on tunnels and projects are built. */
static int work_phase(const rh_title *t)
{
    int phase = 0;
    while (phase + 1 < t->phases && !(t->phase[phase].colors >> facts_of(t)->work_color & 1))
        phase++;
    return phase;
}

static void put_income(rh_writing *w, const rh_title *t, const regional_facts *r)
{
    const facts *f = facts_of(t);
    const char *board = r->board < f->boards ? f->board[r->board] : "";
    const char *each = "Each operating round the bank pays its owner";
    switch ((regional_kind)r->kind) {
    case SMALL_CITIES:
        rh_write(w, "%s %s for every city of %s that is worth exactly %d.", each,
                 rh_money_said(t, r->amount).s, board, r->small);
        break;
    case FREE_DOUBLES:
        if (r->lays)
            rh_write(w,
                     "First it may double one single track of %s free, on the line of the last one "
                     "if it can. ",
                     board);
        rh_write(w,
                 "%s %s for every double track %s%s not under a private's contract, and "
                 "Banverket as much.",
                 each, rh_money_said(t, r->amount).s, r->lays ? "there" : "of ",
                 r->lays ? "" : board);
        break;
    case HALF_CITY: rh_write(w, "%s half of what %s is worth.", each, t->hex[r->city].place); break;
    case BUILDER: {
        const project_facts *p = &f->project[r->project];
        rh_write(w,
                 "%s %s until the line from %s to %s is finished%s half of the sum of %s and both "
                 "cities' values. Every %s saved of it builds one of its two steps, from phase %s "
                 "on; nobody else may.",
                 each, rh_money_said(t, r->amount).s, t->hex[p->anchor].place,
                 t->hex[p->terminal].place,
                 r->income_goes_on ? " and after it too, with" : ", and then",
                 rh_money_said(t, r->bonus).s, rh_money_said(t, r->chart).s,
                 t->phase[work_phase(t)].name);
        break;
    }
    }
}

/* What a regional becomes, or to whom it is sold. */
static void put_future(rh_writing *w, const rh_title *t, const regional_facts *r)
{
    if (r->kind == BUILDER)
        rh_write(w,
                 " It may be sold, for at most twice both cities' values, to a private, which then "
                 "runs there alone, or to Banverket under a player.");
    if (r->swaps) {
        rh_write(w, " It may be handed in for one share of ");
        for (int i = 0; i < r->swaps; i++)
            rh_write(w, "%s%s", i ? " or " : "", rh_text(t, t->company[r->swap[i]].name));
        rh_write(w, "%s, in its turn or as a stock turn's purchase.",
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

/* 1988-5.3-3: those that share a tile once. */
static void put_projects(rh_writing *w, const rh_title *t)
{
    const facts *f = facts_of(t);
    rh_write(w, "tunnels");
    for (int i = 0; i < f->projects; i++) {
        bool known = false;
        for (int k = 0; k < i && !known; k++)
            known = strcmp(f->project[k].tile, f->project[i].tile) == 0;
        if (!known)
            rh_write(w, ", %s", t->hex[f->track[f->project[i].track].hex].place);
    }
    rh_write(w, " may be built");
}

/* 1988-5.1: whose certificates are on sale from this phase on; false: nobody's. */
static bool put_started(rh_writing *w, const rh_title *t, int phase)
{
    const facts *f = facts_of(t);
    int all = 0, at = 0;
    for (int c = 0; c < t->companies; c++)
        all += is_private(t, c) && f->from_phase[c] == phase;
    for (int c = 0; c < t->companies; c++)
        if (is_private(t, c) && f->from_phase[c] == phase)
            rh_write(w, "%s%s", rh_joint(at++, all), rh_text(t, t->company[c].name));
    rh_write(w, " may be started");
    return all > 0;
}

/* 1988-3.1.2-5: the newest colour of cities' tiles, NULL: none is new. */
static const char *new_color(const rh_title *t, int phase)
{
    const facts *f = facts_of(t);
    for (int c = 1; c < t->colors; c++)
        for (int i = 0; (t->phase[phase].colors & ~t->phase[phase - 1].colors) >> c & 1; i++) {
            if (i == f->cities)
                break;
            if (memchr(f->city[i].color, c, COLORED_VALUES))
                return t->color[c];
        }
    return NULL;
}

rh_effect se_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                          char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    bool takes = false;
    enum { BUILT, VALUES, STARTED, DISCARDED, HANDED_BACK };
    const unsigned work = 1u << facts_of(t)->work_color;
    const char *color = phase ? new_color(t, phase) : NULL;
    text[0] = 0; /* nothing of this kind */
    switch (i) {
    case BUILT:
        if (phase && (t->phase[phase].colors & work) && !(t->phase[phase - 1].colors & work))
            put_projects(&w, t);
        break;
    case VALUES:
        if (color)
            rh_write(&w, "cities may reach %s values", color);
        break;
    case STARTED:
        if (!put_started(&w, t, phase))
            text[0] = 0;
        break;
    case DISCARDED:
        if (phase == facts_of(t)->discard_phase)
            rh_write(&w, "regional companies of players leave the game");
        for (int r = 0; text[0] && r < facts_of(t)->regionals; r++)
            takes |= rh_is_player((rh_holder){g->owner[facts_of(t)->regional[r].company]});
        break;
    case HANDED_BACK:
        if (phase > 1)
            rh_write(&w, "privates hand back their contracts, and developed lines are auctioned");
        break;
    default: return RH_EFFECT_LAST;
    }
    return takes ? RH_EFFECT_TAKES : RH_EFFECT_BRINGS;
}

/* What stands on the chart of a company and beside the board: 1988-3.1.3, 4.6.2-12, 4.6.3, 5.2-9. */
bool se_has(const rh_title *t, const rh_game *g, rh_company c, int i, char text[RH_TELL_TEXT])
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const bool sj = c.i == f->sj;
    const int row = se_lobby_row(f, s->lobby[c.i]);
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    const regional_facts *r = is_regional(t, c.i) ? se_regional_of(t, c.i) : NULL;
    if (r) {
        if (r->kind != BUILDER || i > 0)
            return false;
        rh_write(&w, "has saved %d of %s", s->saved[c.i], rh_money_said(t, r->chart).s);
    } else if (sj || c.i == f->bv) {
        if (i > 0)
            return false;
        if (sj)
            rh_write(&w, "the board brings it %s", rh_money_said(t, se_sj_revenue(t, s)).s);
        else
            rh_write(&w, "tracks cost it %s", rh_money_said(t, se_bv_cost(t, s)).s);
    } else {
        if (i > 1 || !is_private(t, c.i))
            return false;
        text[0] = 0;
        if (i == 0 && s->contacts[c.i])
            rh_write(&w, "contacts %s", rh_money_said(t, s->contacts[c.i]).s);
        else if (i == 1 && row > 0)
            rh_write(&w, "lobbies with %s for %d development%s", rh_money_said(t, s->lobby[c.i]).s,
                     row, row == 1 ? "" : "s");
    }
    return true;
}

/* 1988-4.6.2-12: of a state company, whose revenue is whatever its treasury has left. */
void se_earned(const rh_title *t, const rh_game *g, rh_company c, char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    const bool sj = c.i == facts_of(t)->sj;
    if (is_state(t, c.i))
        rh_write(&w, "paid %s a share", rh_money_said(t, state_of(g)->dividend[!sj]).s);
}

/* 1988-4.6.2-4: penalties are in the revenue already; contacts pay fees alone. */
rh_money se_fees_short(const rh_title *t, const rh_game *g, rh_company c, rh_money revenue,
                       rh_money fees, const char **then)
{
    const rh_money rest = fees - state_of(g)->contacts[c.i];
    const rh_money lacks = (rest > 0 ? rest : 0) - g->cash[rh_company_holder(c).i] - revenue;
    (void)t;
    *then = "a contract goes back";
    return lacks > 0 ? lacks : 0;
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
