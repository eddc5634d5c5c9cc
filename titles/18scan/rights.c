/* SPDX-License-Identifier: Apache-2.0 */
/* rights.c: the first half of the Initial Stock Round: players bid for the right to choose one of
 * the privates and minors, again and again, until all are sold or nobody bids.
 *
 * rh_game.current is the player to bid; whoever passes is out of this auction. The highest bidder,
 * once everybody else is out, pays his bid and must choose; if the bid left too little for any item,
 * which an option allows, the right lapses. After the sixth item the stock round
 * begins; after an auction without bids the operating rounds do (scan_state.over).
 *
 * Bounds of the loops: items x players; a bid is one choice with its range. */
#include "titles/18scan/own.h"

static bool on_offer(const rh_game *g, int item)
{
    return g->owner[item] == RH_POOL && !(g->status[item] & RH_CLOSED);
}

static int items_left(const rh_title *t, const rh_game *g)
{
    int n = 0;
    for (int i = 0; i < t->auction.items; i++)
        n += on_offer(g, t->auction.item[i]);
    return n;
}

static rh_money cheapest_item(const rh_title *t, const rh_game *g)
{
    rh_money least = 0;
    for (int i = 0; i < t->auction.items; i++) {
        const rh_money price = t->company[t->auction.item[i]].price;
        if (on_offer(g, t->auction.item[i]) && (least == 0 || price < least))
            least = price;
    }
    return least;
}

static void open_auction(rh_play *p)
{
    scan_state *s = scan_in(p->g);
    s->bid = 0;
    s->bidder = s->winner = RH_NONE;
    s->passed = 0;
    rh__give_turn(p, p->g->priority);
}

void scan_rights_begin(rh_play *p)
{
    scan_in(p->g)->sold = scan_in(p->g)->over = 0;
    open_auction(p);
}

/* The player after `seat` who is still in this auction, or RH_NONE. */
static int next_bidder(const rh_game *g, int seat)
{
    for (int k = 1; k < g->players; k++) {
        const int next = (seat + k) % g->players;
        if (!(scan_of(g)->passed >> next & 1))
            return next;
    }
    return RH_NONE;
}

/* 18SCAN-3.2-7: the series of passes that closed the auction began with the winner's neighbour. */
static void won_by(rh_play *p, int player)
{
    rh_game *g = p->g;
    rh__pay(p, rh_player_holder(player), rh__bank(), scan_of(g)->bid, RH_WHY_AUCTION);
    scan_in(g)->winner = (uint8_t)player;
    scan_in(g)->bid = 0;
    rh__give_priority(p, rh__next_seat(g, player));
}

static void nobody_bids(rh_play *p)
{
    scan_state *s = scan_in(p->g);
    s->over = 1;
    if (s->sold == 0)
        won_by(p, p->g->priority);
}

static void go_on(rh_play *p, int after)
{
    rh_game *g = p->g;
    const int next = next_bidder(g, after);
    const scan_state *s = scan_of(g);
    if (s->bidder != RH_NONE && (next == RH_NONE || next == s->bidder))
        won_by(p, s->bidder);
    else if (next == RH_NONE)
        nobody_bids(p);
    else
        rh__give_turn(p, next);
}

static rh_refusal bid_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const scan_state *s = scan_of(g);
    const rh_money least = s->bidder == RH_NONE ? 0 : s->bid + t->auction.raise;
    const rh_money cash = g->cash[a->act.by.i], reserve = cheapest_item(t, g);
    if (a->act.company != RH_NONE)
        return scan_no(SCAN_RULE_NO_ITEM, RH_NONE, 0, 0);
    if (a->act.amount < least)
        return rh__no(RH_RULE_BID_TOO_LOW, a->act.amount, least);
    if (a->act.amount % t->auction.multiple != 0)
        return rh__no(RH_RULE_BID_MULTIPLE, a->act.amount, t->auction.multiple);
    if (scan(t)->bid_up_to_cash ? a->act.amount > cash : a->act.amount + reserve > cash)
        return scan_no(SCAN_RULE_RESERVE, RH_NONE, cash, a->act.amount + reserve);
    return rh__ok();
}

static void bid_commit(rh_play *p, const rh_action *a)
{
    scan_state *s = scan_in(p->g);
    s->bid = a->act.amount;
    s->bidder = (uint8_t)rh_player_of(a->act.by);
    go_on(p, s->bidder);
}

static void pass_commit(rh_play *p, const rh_action *a)
{
    const int player = rh_player_of(a->act.by);
    scan_in(p->g)->passed |= (uint8_t)(1u << player);
    go_on(p, player);
}

void scan_bid_offer(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_BID, rh_player_holder(g->current));
    const rh_money reserve = scan(t)->bid_up_to_cash ? 0 : cheapest_item(t, g);
    a.act.company = RH_NONE;
    a.act.amount = scan_of(g)->bidder == RH_NONE ? 0 : scan_of(g)->bid + t->auction.raise;
    if (rh_accepted(bid_check(t, g, &a)))
        rh__offer_range(list, &a.act,
                        (g->cash[a.act.by.i] - reserve) / t->auction.multiple * t->auction.multiple,
                        t->auction.multiple);
    rh_action pass;
    rh__set_choice(&pass, RH_PASS, a.act.by);
    rh__offer(list, &pass.act);
}

bool scan_bid_waits(const rh_title *t, const rh_game *g)
{
    (void)t;
    return !scan_of(g)->over;
}

/* The choice */

static rh_refusal take_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company;
    const rh_money cash = g->cash[a->act.by.i];
    if (item >= t->companies || t->company[item].units)
        return rh__no_company(RH_RULE_NOT_SOLD_HERE, item, 0, 0);
    if (!on_offer(g, item))
        return rh__no_company(RH_RULE_PRIVATE_SOLD, item, 0, 0);
    if (a->act.amount != t->company[item].price)
        return rh__no_company(RH_RULE_TAKE_PRICE, item, a->act.amount, t->company[item].price);
    if (a->act.amount > cash)
        return scan_no(SCAN_RULE_ITEM_CASH, item, cash, a->act.amount);
    return rh__ok();
}

static void take_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    scan_state *s = scan_in(g);
    rh__pay(p, a->act.by, rh__bank(), a->act.amount, RH_WHY_AUCTION);
    rh__take_from_pool(p, (rh_company){a->act.company}, a->act.by);
    s->sold++;
    const bool over = s->over;
    open_auction(p);
    if (!over && items_left(p->t, g) == 0)
        rh__next_round(p);
}

static rh_refusal must_choose(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)g, (void)a;
    return scan_no(SCAN_RULE_MUST_CHOOSE, RH_NONE, 0, 0);
}

void scan_choose_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_TAKE, rh_player_holder(scan_of(list->g)->winner));
    for (int i = 0; i < list->t->auction.items; i++) {
        a.act.company = list->t->auction.item[i];
        a.act.amount = list->t->company[a.act.company].price;
        rh__offer_if(list, take_check, &a);
    }
}

bool scan_choose_waits(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g};
    scan_choose_offer(&list);
    return list.count > 0;
}

bool scan_sale(const rh_title *t, const rh_game *g, rh_sale_look *out)
{
    const scan_state *s = scan_of(g);
    const int step = rh_decision(t, g).step;
    const bool bids = step == RH_STEP_OWN + SCAN_STEP_BID;
    if (!bids && step != RH_STEP_OWN + SCAN_STEP_CHOOSE)
        return false;
    const int leader = bids ? s->bidder : s->winner;
    *out = (rh_sale_look){.bid = s->bid,
                          .least = bids && leader != RH_NONE ? s->bid + t->auction.raise : 0,
                          .bidder = leader == RH_NONE ? rh__nobody() : rh_player_holder(leader),
                          .item = RH_NONE,
                          .line = RH_NONE,
                          .chooses = 1,
                          .out = s->passed};
    return true;
}

/* The round */

int scan_rights_step(const rh_title *t, const rh_game *g)
{
    (void)t;
    return RH_STEP_OWN + (scan_of(g)->winner == RH_NONE ? SCAN_STEP_BID : SCAN_STEP_CHOOSE);
}

rh_holder scan_rights_actor(const rh_title *t, const rh_game *g)
{
    (void)t;
    const int winner = scan_of(g)->winner;
    return rh_player_holder(winner == RH_NONE ? g->current : winner);
}

/* 18SCAN-3.2-13 and -14: without bids the whole Initial Stock Round is over, so its second half,
 * the first stock round, is left out. */
void scan_rights_skip(rh_play *p)
{
    if (scan_of(p->g)->winner != RH_NONE) /* nothing can be chosen */
        open_auction(p);
    else
        rh__leave_out_stock_round(p);
}

/* What belongs to later turns is refused with the reason of this round, so neither of these is ever
 * committed. */
static rh_refusal bids_only(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)g, (void)a;
    return scan_no(SCAN_RULE_BIDS_ONLY, RH_NONE, 0, 0);
}

const rh_move scan_bid_moves[SCAN_AUCTION_MOVES] = {
    {RH_BID, RH_BY_ACTOR, bid_check, bid_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, pass_commit},
    {RH_TAKE, RH_BY_ACTOR, bids_only, pass_commit},
    {RH_START, RH_BY_ACTOR, bids_only, pass_commit},
    {RH_BUY, RH_BY_ACTOR, bids_only, pass_commit},
    {RH_SELL, RH_BY_ACTOR, bids_only, pass_commit},
};

const rh_move scan_choose_moves[SCAN_AUCTION_MOVES] = {
    {RH_TAKE, RH_BY_ACTOR, take_check, take_commit},
    {RH_PASS, RH_BY_ACTOR, must_choose, pass_commit},
    {RH_BID, RH_BY_ACTOR, must_choose, pass_commit},
    {RH_START, RH_BY_ACTOR, must_choose, pass_commit},
    {RH_BUY, RH_BY_ACTOR, must_choose, pass_commit},
    {RH_SELL, RH_BY_ACTOR, must_choose, pass_commit},
};
