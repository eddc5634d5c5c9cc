/* SPDX-License-Identifier: Apache-2.0 */
/* contracts.c: Banverket auctions line contracts, line by line in the order of title.json.
 *
 * Floated privates are asked in share value order, again and again; the leader is not asked. Who
 * cannot bid passes without being asked.
 *
 * Bounds of the loops: lines x privates; a tender is one choice with its range. */
#include "titles/1988/own.h"

#include <string.h>

/* --- who is asked, and for how much -------------------------------------------------------------- */

static int bidders(const rh_title *t, const rh_game *g, uint8_t *out)
{
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(t, g, order);
    int count = 0;
    for (int i = 0; i < n; i++)
        if (operates(t, g, order[i].i))
            out[count++] = order[i].i;
    return count;
}

/* The previous holder may equal the highest bid, and anybody that of a company that loses ties;
 * such a company itself never may (4.6.6-5, 5.1-1). */
static bool wins_ties(const rh_title *t, const rh_game *g, int c)
{
    const state *s = state_of(g);
    if (s->auction_leader == RH_NONE || rh__power_on(t, c, LOSES_TIES))
        return false;
    return s->previous[s->auction_line] == c || rh__power_on(t, s->auction_leader, LOSES_TIES);
}

static rh_money lowest_tender(const rh_title *t, const rh_game *g, int c)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const rh_money value = f->line[s->auction_line].bv, step = f->tender_step;
    if (s->auction_leader == RH_NONE)
        return (value / step + 1) * step;
    return s->best_bid + (wins_ties(t, g, c) ? 0 : step);
}

/* What of a bid the company places itself; the bank adds the rest. */
static rh_money placed(const rh_title *t, int c, rh_money bid)
{
    return rh__power_on(t, c, HALF_BID) ? bid - bid / 2 : bid;
}

static rh_money highest_tender(const rh_title *t, const rh_game *g, int c)
{
    const rh_money cash = g->cash[holder_of(c).i], step = facts_of(t)->tender_step;
    return (rh__power_on(t, c, HALF_BID) ? 2 * cash : cash) / step * step;
}

/* --- the course of an auction -------------------------------------------------------------------- */

static void next_line(rh_play *p);

static void award(rh_play *p)
{
    state *s = own_state(p->g);
    const int line = s->auction_line, c = s->auction_leader;
    s->previous[line] = RH_NONE;
    if (c == RH_NONE) {
        s->contract[line] = facts_of(p->t)->sj;
        se_event(p, EVENT_NO_BID, rh__nobody(), facts_of(p->t)->sj, line, 0);
        return;
    }
    const rh_money own = placed(p->t, c, s->best_bid);
    rh__pay(p, holder_of(c), aside(), own, (rh_why)WHY_DEPOSIT);
    rh__pay(p, rh__bank(), aside(), s->best_bid - own, (rh_why)WHY_DEPOSIT);
    s->deposit[line] = s->best_bid;
    s->contract[line] = (uint8_t)c;
    se_event(p, EVENT_CONTRACT, rh__nobody(), c, line, s->best_bid);
}

/* Asks the next one who could bid, or ends the auction when all others have passed in a row. */
static void ask_next(rh_play *p, int after)
{
    const rh_game *g = p->g;
    state *s = own_state(p->g);
    uint8_t order[RH_COMPANIES];
    const int n = bidders(p->t, g, order);
    int at = -1;
    for (int i = 0; i < n; i++)
        if (order[i] == after)
            at = i;
    const int others = n - (s->auction_leader != RH_NONE);
    for (int k = 1; s->auction_passes < others; k++) {
        const int c = order[(at + k) % n]; /* the leader's turn comes when all others have passed */
        if (highest_tender(p->t, g, c) >= lowest_tender(p->t, g, c)) {
            s->auction_turn = (uint8_t)c;
            return;
        }
        s->auction_passes++;
    }
    award(p);
    next_line(p);
}

static bool is_auctioned(const rh_title *t, const rh_game *g, int line)
{
    const state *s = state_of(g);
    return se_line_developed(t, s, line) && !is_private(t, s->contract[line]);
}

static void next_line(rh_play *p)
{
    const facts *f = facts_of(p->t);
    state *s = own_state(p->g);
    int line = s->auction_line == RH_NONE ? 0 : s->auction_line + 1;
    while (line < f->lines && !is_auctioned(p->t, p->g, line))
        line++;
    s->auction_leader = s->auction_turn = RH_NONE;
    s->auction_passes = 0;
    s->best_bid = 0;
    s->auction_line = (uint8_t)(line < f->lines ? line : RH_NONE);
    if (line < f->lines)
        ask_next(p, RH_NONE);
    else /* what was not auctioned now, nobody holds in between (4.6.6-13) */
        memset(s->previous, RH_NONE, sizeof s->previous);
}

static void return_contracts(rh_play *p)
{
    state *s = own_state(p->g);
    for (int i = 0; i < facts_of(p->t)->lines; i++)
        if (is_private(p->t, s->contract[i]))
            se_release_contract(p, i);
}

static bool maintains_later(const rh_title *t)
{
    for (int i = 0; i < t->sequence.steps; i++)
        if (t->sequence.step[i] == RH_STEP_OWN + SE_MAINTAIN)
            return true;
    return false;
}

static void enter(rh_play *p)
{
    state *s = own_state(p->g);
    s->auction_line = RH_NONE;
    if (p->g->operating != facts_of(p->t)->bv)
        return;
    if (!maintains_later(p->t))
        se_banverket_pays_out(p);
    if (s->new_phase)
        return_contracts(p);
    s->new_phase = 0;
    next_line(p);
}

bool se_tender_pending(const rh_title *t, const rh_game *g)
{
    return g->operating == facts_of(t)->bv && state_of(g)->auction_line != RH_NONE;
}

rh_holder se_tender_actor(const rh_title *t, const rh_game *g)
{
    return holder_of(se_tender_pending(t, g) ? state_of(g)->auction_turn : g->operating);
}

/* What holds of an auction at every moment. */
const char *se_wrong_tender(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    const int leader = s->auction_leader, asked = s->auction_turn;
    if (s->auction_line == RH_NONE)
        return NULL;
    if (!se_tender_pending(t, g) || rh_round(t, g) != RH_ROUND_OPERATING ||
        t->sequence.step[g->step] != RH_STEP_OWN + SE_CONTRACTS ||
        !is_auctioned(t, g, s->auction_line))
        return "contracts of developed lines are auctioned in Banverket's turn";
    if (asked == RH_NONE || !operates(t, g, asked) || asked == leader)
        return "a floated private that does not lead is asked for a bid";
    if (leader == RH_NONE ? s->best_bid != 0
                          : !operates(t, g, leader) || s->best_bid < 1 ||
                                placed(t, leader, s->best_bid) > g->cash[holder_of(leader).i])
        return "the highest bid is of a floated private that can pay it";
    return NULL;
}

/* --- what screens show ---------------------------------------------------------------------------- */

bool se_sale(const rh_title *t, const rh_game *g, rh_sale_look *out)
{
    const state *s = state_of(g);
    if (!se_tender_pending(t, g))
        return false;
    *out = (rh_sale_look){.bid = s->best_bid,
                          .least = lowest_tender(t, g, s->auction_turn),
                          .bidder = s->auction_leader == RH_NONE ? rh__nobody()
                                                                 : holder_of(s->auction_leader),
                          .item = RH_NONE,
                          .line = s->auction_line};
    return true;
}

/* Of a contract alone; fees of several are added up before they are halved (income.c). */
static rh_money fee(const rh_title *t, int c, rh_money deposit)
{
    return rh__power_on(t, c, HALF_FEE) ? deposit - deposit / 2 : deposit;
}

bool se_sale_figure(const rh_title *t, const rh_game *g, int i, const char **name, rh_money *value)
{
    const state *s = state_of(g);
    const int c = s->auction_turn;
    const rh_money low = lowest_tender(t, g, c);
    switch (i) {
    case 0: *name = "deposit at the least bid", *value = placed(t, c, low); return true;
    case 1: *name = "fee a round at that bid", *value = fee(t, c, low); return true;
    case 2:
        *name = "worth to Banverket", *value = facts_of(t)->line[s->auction_line].bv;
        return true;
    default: return false;
    }
}

void se_won(const rh_title *t, rh_game *g)
{
    state *s = own_state(g);
    if (se_tender_pending(t, g))
        s->contract[s->auction_line] = s->auction_turn;
}

/* --- bids ---------------------------------------------------------------------------------------- */

static rh_refusal tender_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const int c = s->auction_turn;
    const rh_money low = lowest_tender(t, g, c), high = highest_tender(t, g, c);
    if (a->act.city != WORD_LINES + s->auction_line)
        return rh__no((rh_rule)NO_TENDER_LINE, 0, 0);
    if (a->act.amount < low)
        return no_of(NO_TENDER_LOW, c, a->act.amount, low);
    if (a->act.amount % f->tender_step != 0)
        return no_of(NO_TENDER_STEP, c, a->act.amount, f->tender_step);
    return a->act.amount > high ? no_of(NO_TENDER_CASH, c, high, a->act.amount) : rh__ok();
}

static void tender_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    s->auction_leader = s->auction_turn;
    s->best_bid = a->act.amount;
    s->auction_passes = 0;
    ask_next(p, s->auction_leader);
}

static void pass_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    (void)a;
    s->auction_passes++;
    ask_next(p, s->auction_turn);
}

static bool waits(const rh_title *t, const rh_game *g) { return se_tender_pending(t, g); }

static rh_idle idle(const rh_title *t, const rh_game *g)
{
    return g->operating == facts_of(t)->bv ? (rh_idle)IDLE_CONTRACTS : RH_IDLE_NONE;
}

static void offer(rh_choices *list)
{
    const state *s = state_of(list->g);
    rh_action a;
    rh__set_choice(&a, VERB_TENDER, holder_of(s->auction_turn));
    a.act.city = (uint8_t)(WORD_LINES + s->auction_line);
    a.act.amount = lowest_tender(list->t, list->g, s->auction_turn);
    if (rh_accepted(tender_check(list->t, list->g, &a)))
        rh__offer_range(list, &a.act, highest_tender(list->t, list->g, s->auction_turn),
                        facts_of(list->t)->tender_step);
    rh__set_choice(&a, RH_PASS, a.act.by);
    rh__offer(list, &a.act);
}

static const rh_move moves[] = {
    {VERB_TENDER, RH_BY_ACTOR, tender_check, tender_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, pass_commit},
};
const rh_step se_step_contracts = {.word = "contracts",
                                   .moves = moves,
                                   .move_count = 2,
                                   .waits = waits,
                                   .enter = enter,
                                   .offer = offer,
                                   .idle = idle};
