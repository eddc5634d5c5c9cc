/* SPDX-License-Identifier: Apache-2.0 */
/* operating.c: the operating round: privates pay, then each floated company takes one turn, whose
 * steps the title lists. The next company is looked up in the market after every turn, because
 * forced sales may have moved those still to come.
 *
 * Bounds of the loops: companies and privates once a round. */
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/rounds/rounds.h"

rh_company rh__operating(const rh_game *g) { return (rh_company){g->operating}; }

static void enter_step(rh_play *p)
{
    const rh_step *step = rh__step(p->t, p->t->sequence.step[p->g->step]);
    if (step->enter)
        step->enter(p);
}

static void begin_round(rh_play *p);

static void end_round(rh_play *p)
{
    rh_game *g = p->g;
    if (p->t->hooks->operating_ends)
        p->t->hooks->operating_ends(p);
    const bool set_over =
        g->operating_round >= g->set_rounds || (p->t->operating.bank_ends_round && g->bank_broken);
    if (!set_over && p->t->sequence.repeat_from == RH_NONE) {
        rh__round_ends(p);
        if (!rh__stands_still(p, begin_round))
            begin_round(p);
    } else if (set_over && g->bank_broken) {
        rh__end_game(p, RH_OVER_BANK);
    } else if (set_over && g->last_set) {
        rh__end_game(p, RH_OVER_OWN);
    } else {
        rh__next_round(p);
    }
}

int rh__floated_by_price(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES])
{
    rh_company order[RH_COMPANIES];
    const int priced = rh_market_order(t, g, order);
    int n = 0;
    for (int i = 0; i < priced; i++)
        if (g->status[order[i].i] & RH_FLOATED)
            out[n++] = order[i];
    return n;
}

int rh_operating_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES])
{
    return t->hooks->operating_order ? t->hooks->operating_order(t, g, out)
                                     : rh__floated_by_price(t, g, out);
}

/* The first in the operating order that has not had its turn, or RH_NONE. */
static int next_in_order(const rh_title *t, const rh_game *g)
{
    if (!t->hooks->operating_order)
        return rh__first_in_market(t, g, RH_FLOATED, RH_DONE);
    rh_company order[RH_COMPANIES];
    const int n = t->hooks->operating_order(t, g, order);
    for (int i = 0; i < n; i++)
        if (!(g->status[order[i].i] & (RH_DONE | RH_CLOSED)))
            return order[i].i;
    return RH_NONE;
}

static void next_company(rh_play *p)
{
    rh_game *g = p->g;
    g->operating = (uint8_t)next_in_order(p->t, g);
    if (g->operating == RH_NONE) {
        end_round(p);
        return;
    }
    const rh_company c = rh__operating(g);
    g->step = 0;
    g->turn_begun = 0;
    g->lays = g->tokens = 0;
    g->revenue = g->raised = 0;
    for (int k = 0; k < RH_COMPANIES; k++)
        g->turn_price[k] = 0;
    rh__event(p, (rh_event){.kind = RH_EVENT_TURN, .to = rh_company_holder(c)});
    if (p->t->hooks->turn_begins)
        p->t->hooks->turn_begins(p, c);
    enter_step(p);
}

void rh__end_step(rh_play *p)
{
    rh_game *g = p->g;
    const bool gone = p->t->company[g->operating].units > 0 &&
                      !(g->status[g->operating] & RH_STARTED); /* closed, to be started anew */
    const bool closed =
        gone || (g->status[g->operating] & RH_CLOSED); /* then its turn is over at once */
    if (!closed && ++g->step < p->t->sequence.steps) {
        enter_step(p);
        return;
    }
    g->status[g->operating] |= (uint8_t)(closed ? RH_DONE : RH_OPERATED | RH_DONE);
    next_company(p);
}

void rh__lend_turn(rh_play *p, rh_company to) { p->g->operating = to.i; }

void rh__skip_turn(rh_play *p, rh_company c) { p->g->status[c.i] |= RH_DONE; }

static void begin_round(rh_play *p)
{
    rh_game *g = p->g;
    g->operating_round++;
    rh__event(p, (rh_event){.kind = RH_EVENT_ROUND,
                            .why = RH_ROUND_OPERATING,
                            .amount = g->stock_round,
                            .amount2 = g->operating_round});
    for (uint8_t i = 0; i < p->t->companies; i++) {
        g->status[i] &= (uint8_t)~RH_DONE;
        const rh_holder owner = {g->owner[i]};
        const bool paid =
            rh_is_player(owner) || (rh_is_company(owner) && !p->t->operating.merged_privates_idle);
        if (rh__open_private(p->t, g, rh_company_at(i)) && paid)
            rh__pay(p, rh__bank(), owner, rh__income(p->t, g, rh_company_at(i)), RH_WHY_INCOME);
    }
    next_company(p);
}

static void begin(rh_play *p)
{
    rh_game *g = p->g;
    if (g->operating_round >= g->set_rounds)
        g->operating_round = 0;
    if (g->operating_round == 0) {
        g->set_rounds = p->t->phase[g->phase].operating_rounds;
        g->last_set = p->t->phase[g->phase].last_set;
    }
    begin_round(p);
}

static int the_step(const rh_title *t, const rh_game *g) { return t->sequence.step[g->step]; }

static rh_holder actor(const rh_title *t, const rh_game *g)
{
    (void)t;
    return rh_company_holder(rh__operating(g));
}

const rh_round_row rh__round_operating = {
    .word = "operating", .begin = begin, .step = the_step, .skip = rh__end_step, .actor = actor};
