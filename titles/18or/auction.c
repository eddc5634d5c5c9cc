/* SPDX-License-Identifier: Apache-2.0 */
/* auction.c: the private companies, one after the other from the cheapest on.
 *
 * Called out, as the rulebook has it: whoever likes bids at any time, and when nobody does any more
 * the auctioneer says "once", "twice" and "sold"; a bid before that cancels the calls. The game knows
 * no clock: the title's data say how long the table waits for each call, and whoever runs the table
 * keeps the time. Seat 1 holds the hammer unless the table has named another, or everybody; whoever
 * does may bid too. Where the data name no calls the hammer falls at once, as up to version 2.
 *
 * By turns, an option: in seat order players bid or pass, and who has passed is silent for this
 * company. Only the highest bid stands, in rh_game.bid of its bidder.
 *
 * Bounds of the loops: items x players; a bid is one choice with its range. */
#include "titles/18or/own.h"

/* Who says the next call, if nobody else may or does. A seat that is not there leaves it to the first. */
static int auctioneer(const rh_title *t, const rh_game *g)
{
    const int seat = facts_of(t)->auctioneer;
    return seat >= 1 && seat <= g->players ? seat - 1 : 0;
}

/* The next call. */
static int due(const rh_title *t, const rh_game *g)
{
    static const int VERB[CALLS] = {VERB_ONCE, VERB_TWICE, VERB_SOLD};
    return facts_of(t)->calls ? VERB[state_of(g)->calls] : VERB_SOLD;
}

int or_on_offer(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->auction.items; i++)
        if (g->owner[t->auction.item[i]] == RH_OFFERING &&
            !(g->status[t->auction.item[i]] & RH_CLOSED))
            return t->auction.item[i];
    return RH_NONE;
}

int or_leader(const rh_game *g, int item)
{
    for (int p = 0; p < g->players; p++)
        if (g->bid[item][p] > 0)
            return p;
    return RH_NONE;
}

bool or_is_bid(const rh_title *t, const rh_game *g)
{
    const int item = or_on_offer(t, g);
    int bids = 0;
    for (int c = 0; c < t->companies; c++)
        for (int p = 0; p < g->players; p++) {
            bids += g->bid[c][p] != 0;
            if (g->bid[c][p] != 0 && c != item)
                return false;
        }
    return bids <= 1;
}

static rh_money lowest_bid(const rh_title *t, const rh_game *g, int item)
{
    const rh_money step = t->auction.multiple;
    const int leader = or_leader(g, item);
    const rh_money half = t->company[item].price * facts_of(t)->first_bid_percent / 100;
    if (leader != RH_NONE)
        return g->bid[item][leader] + t->auction.raise;
    return half > step ? (half + step - 1) / step * step : step;
}

static rh_refusal bid_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = or_on_offer(t, g);
    if (!rh_is_player(a->act.by) || a->act.company != item)
        return no_of(NO_NOT_ON_OFFER, item, 0, 0);
    const int player = rh_player_of(a->act.by), leader = or_leader(g, item);
    if (leader == player)
        return no_of(NO_OWN_BID, item, 0, 0);
    const rh_money least = lowest_bid(t, g, item), cash = g->cash[a->act.by.i];
    if (a->act.amount < least)
        return no_of(leader == RH_NONE ? RH_RULE_BID_TOO_LOW : NO_RAISE, item, a->act.amount,
                     least);
    if (a->act.amount % t->auction.multiple != 0)
        return no_of(RH_RULE_BID_MULTIPLE, item, a->act.amount, t->auction.multiple);
    if (a->act.amount > cash)
        return no_of(RH_RULE_BID_CASH, item, cash, a->act.amount);
    const int certificates = rh_certificates(t, g, player) + 1, limit = rh_cert_limit(t, g);
    if (certificates > limit)
        return no_of(RH_RULE_CERT_LIMIT, item, certificates, limit);
    return rh__ok();
}

/* --- the end of a sale ---------------------------------------------------------------------------- */

/* Priority deal to the most cash; of equals whoever is first from the oldest on. */
static void end_auction(rh_play *p)
{
    rh_game *g = p->g;
    int best = 0;
    for (int k = 1, seat = or_next_seat(p->t, g, 0); k < g->players;
         k++, seat = or_next_seat(p->t, g, seat))
        if (g->cash[rh_player_holder(seat).i] > g->cash[rh_player_holder(best).i])
            best = seat;
    rh__give_priority(p, best);
    rh__next_round(p);
}

static void close_sale(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    const int item = or_on_offer(p->t, g), leader = or_leader(g, item);
    if (leader != RH_NONE) {
        const rh_money price = g->bid[item][leader];
        rh__set_bid(p, rh_company_at(item), leader, 0);
        rh__pay(p, rh_player_holder(leader), rh__bank(), price, RH_WHY_AUCTION);
        rh__give_private(p, company(item), rh_player_holder(leader), false);
    } else {
        or_event(p, EVENT_UNSOLD, rh__nobody(), item, RH_NONE);
        rh__give_private(p, company(item), market(), false);
    }
    s->first_speaker =
        (uint8_t)or_next_seat(p->t, g, leader == RH_NONE ? s->first_speaker : leader);
    s->speaker = s->first_speaker;
    s->silent = 0;
    s->calls = 0;
    if (or_on_offer(p->t, g) == RH_NONE)
        end_auction(p);
}

/* By turns: the next who is not silent; the sale is over when nobody is left to outbid the leader. */
static void go_on(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    const int leader = or_leader(g, or_on_offer(p->t, g));
    for (int k = 0, seat = s->speaker; k < g->players; k++) {
        seat = or_next_seat(p->t, g, seat);
        if (!(s->silent >> seat & 1) && seat != leader) {
            s->speaker = (uint8_t)seat;
            return;
        }
    }
    close_sale(p);
}

static void bid_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const int item = a->act.company, leader = or_leader(g, item);
    if (leader != RH_NONE)
        rh__set_bid(p, rh_company_at(item), leader, 0);
    rh__set_bid(p, rh_company_at(item), rh_player_of(a->act.by), a->act.amount);
    own_state(g)->calls = 0;
    if (facts_of(p->t)->turn_based)
        go_on(p);
}

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)g, (void)a;
    return facts_of(t)->turn_based ? rh__ok() : rh__no(RH_RULE_WRONG_STEP, RH_STEP_AUCTION, 0);
}

static void pass_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    s->silent |= (uint8_t)(1u << rh_player_of(a->act.by));
    go_on(p);
}

static rh_refusal call_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = or_on_offer(t, g), hammer = facts_of(t)->auctioneer;
    if (facts_of(t)->turn_based)
        return rh__no(RH_RULE_WRONG_STEP, RH_STEP_AUCTION, 0);
    if (!rh_is_player(a->act.by) || (hammer && rh_player_of(a->act.by) != auctioneer(t, g))) {
        rh_refusal no = rh__no(RH_RULE_NOT_YOUR_DECISION, RH_STEP_AUCTION,
                               rh_player_holder(auctioneer(t, g)).i);
        no.who = a->act.by.i;
        return no;
    }
    if (a->act.company != item)
        return no_of(NO_NOT_ON_OFFER, item, 0, 0);
    return a->act.kind == due(t, g) ? rh__ok()
                                    : no_of(NO_CALL, item, state_of(g)->calls, CALLS - 1);
}

static void call_commit(rh_play *p, const rh_action *a)
{
    if (a->act.kind == VERB_SOLD)
        close_sale(p);
    else
        own_state(p->g)->calls++;
}

int or_clock(const rh_title *t, const rh_game *g, rh_act *a)
{
    const facts *own = facts_of(t);
    if (rh_decision(t, g).step != RH_STEP_AUCTION || own->turn_based || own->calls == 0)
        return 0;
    *a = rh_action_of(due(t, g), rh_player_holder(auctioneer(t, g))).act;
    a->company = (uint8_t)or_on_offer(t, g);
    return own->call_seconds[state_of(g)->calls];
}

bool or_sale(const rh_title *t, const rh_game *g, rh_sale_look *out)
{
    static const char *const CALL[CALLS] = {"going once", "going twice", NULL};
    const facts *f = facts_of(t);
    const int item = or_on_offer(t, g), leader = item == RH_NONE ? RH_NONE : or_leader(g, item);
    if (rh_decision(t, g).step != RH_STEP_AUCTION || item == RH_NONE)
        return false;
    *out = (rh_sale_look){.bid = leader == RH_NONE ? 0 : g->bid[item][leader],
                          .least = lowest_bid(t, g, item),
                          .calls = f->turn_based || !f->calls ? NULL : CALL,
                          .bidder = leader == RH_NONE ? rh__nobody() : rh_player_holder(leader),
                          .item = (uint8_t)item,
                          .line = RH_NONE,
                          .anyone = !f->turn_based,
                          .called = state_of(g)->calls,
                          .out = state_of(g)->silent};
    return true;
}

/* --- what is on offer ------------------------------------------------------------------------------ */

static void offer_bid(rh_choices *list, int player)
{
    const rh_money step = list->t->auction.multiple;
    rh_action a;
    rh__set_choice(&a, RH_BID, rh_player_holder(player));
    a.act.company = (uint8_t)or_on_offer(list->t, list->g);
    a.act.amount = lowest_bid(list->t, list->g, a.act.company);
    if (rh_accepted(bid_check(list->t, list->g, &a)))
        rh__offer_range(list, &a.act, list->g->cash[a.act.by.i] / step * step, step);
}

static void offer(rh_choices *list)
{
    const bool by_turns = facts_of(list->t)->turn_based;
    const int speaker = state_of(list->g)->speaker;
    for (int p = 0; p < list->g->players; p++)
        if (!by_turns || p == speaker)
            offer_bid(list, p);
    if (by_turns) {
        rh_action pass;
        rh__set_choice(&pass, RH_PASS, rh_player_holder(speaker));
        rh__offer(list, &pass.act);
        return;
    }
    for (int p = 0; p < list->g->players; p++) {
        rh_action a;
        rh__set_choice(&a, due(list->t, list->g), rh_player_holder(p));
        a.act.company = (uint8_t)or_on_offer(list->t, list->g);
        rh__offer_if(list, call_check, &a);
    }
}

/* In turns only the speaker bids; else everybody does, whenever he likes. */
static rh_refusal bid_by_anybody(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (facts_of(t)->turn_based && a->act.by.i != rh_player_holder(state_of(g)->speaker).i) {
        rh_refusal no = rh__no((rh_rule)NO_SILENT, 0, 0);
        no.who = a->act.by.i;
        return no;
    }
    return bid_check(t, g, a);
}

static bool waits(const rh_title *t, const rh_game *g) { return or_on_offer(t, g) != RH_NONE; }

static const rh_move moves[] = {
    {RH_BID, RH_BY_ANYBODY, bid_by_anybody, bid_commit},
    {RH_PASS, RH_BY_ACTOR, pass_check, pass_commit},
    {VERB_ONCE, RH_BY_ANYBODY, call_check, call_commit},
    {VERB_TWICE, RH_BY_ANYBODY, call_check, call_commit},
    {VERB_SOLD, RH_BY_ANYBODY, call_check, call_commit},
};
const rh_step or_step_auction = {.word = "auction",
                                 .moves = moves,
                                 .move_count = sizeof moves / sizeof moves[0],
                                 .waits = waits,
                                 .offer = offer};

static void begin(rh_play *p)
{
    state *s = own_state(p->g);
    s->speaker = s->first_speaker = 0;
    s->silent = 0;
    s->calls = 0;
}

static rh_holder actor(const rh_title *t, const rh_game *g)
{
    return rh_player_holder(facts_of(t)->turn_based ? state_of(g)->speaker : auctioneer(t, g));
}

const rh_round_row or_round_auction = {
    .word = "auction", .begin = begin, .skip = end_auction, .actor = actor};
