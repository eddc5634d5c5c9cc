/* SPDX-License-Identifier: Apache-2.0 */
/* auction.c: the private companies, one after the other from the cheapest on.
 *
 * Called out, as the rulebook has it: whoever likes bids at any time, and when nobody does any more
 * the auctioneer says "sold". The calls before that and the clock are the table's business; the game
 * sees bids and the hammer. The oldest player holds the hammer and may bid like everybody.
 *
 * By turns, an option: in seat order players bid or pass, and who has passed is silent for this
 * company. Only the highest bid stands, in rh_game.bid of its bidder. */
#include "titles/18or/own.h"

enum { AUCTIONEER = 0 };

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
        rh__set_bid(p, item, leader, 0);
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
        rh__set_bid(p, item, leader, 0);
    rh__set_bid(p, item, rh_player_of(a->act.by), a->act.amount);
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

static rh_refusal sold_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (facts_of(t)->turn_based)
        return rh__no(RH_RULE_WRONG_STEP, RH_STEP_AUCTION, 0);
    const int item = or_on_offer(t, g);
    return a->act.company == item ? rh__ok() : no_of(NO_NOT_ON_OFFER, item, 0, 0);
}

static void sold_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    close_sale(p);
}

/* --- what is on offer ------------------------------------------------------------------------------ */

static void offer_bid(rh_choices *list, int player)
{
    const rh_money step = list->t->auction.multiple;
    rh_action a = rh_action_of(RH_BID, rh_player_holder(player));
    a.act.company = (uint8_t)or_on_offer(list->t, list->g);
    a.act.amount = lowest_bid(list->t, list->g, a.act.company);
    if (rh_accepted(bid_check(list->t, list->g, &a)))
        rh__offer_range(list, &a.act, list->g->cash[a.act.by.i] / step * step, step);
}

static void offer(rh_choices *list)
{
    const bool by_turns = facts_of(list->t)->turn_based;
    const state *s = state_of(list->g);
    rh_action a = rh_action_of(by_turns ? RH_PASS : VERB_SOLD,
                               rh_player_holder(by_turns ? s->speaker : AUCTIONEER));
    a.act.company = by_turns ? 0 : (uint8_t)or_on_offer(list->t, list->g);
    for (int p = 0; p < list->g->players; p++)
        if (!by_turns || p == s->speaker)
            offer_bid(list, p);
    rh__offer(list, &a.act);
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
    {VERB_SOLD, RH_BY_ACTOR, sold_check, sold_commit},
};
const rh_step or_step_auction = {.word = "auction",
                                 .moves = moves,
                                 .move_count = sizeof moves / sizeof moves[0],
                                 .waits = waits,
                                 .offer = offer};

static void begin(rh_play *p)
{
    state *s = own_state(p->g);
    s->speaker = s->first_speaker = AUCTIONEER;
    s->silent = 0;
}

static rh_holder actor(const rh_title *t, const rh_game *g)
{
    return rh_player_holder(facts_of(t)->turn_based ? state_of(g)->speaker : AUCTIONEER);
}

const rh_round_row or_round_auction = {
    .word = "auction", .begin = begin, .skip = end_auction, .actor = actor};
