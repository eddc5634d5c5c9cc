/* SPDX-License-Identifier: Apache-2.0 */
/* auction.c: the sale of privates before the first stock round, as a waterfall.
 *
 * On a turn a player takes the cheapest private at its price, bids on another, or passes. When a
 * private is sold the next one is examined: without bids it is simply on offer, one bid buys it,
 * several bids start a contest among those who bid. The turn then goes on to the left of the player
 * whose regular turn caused the sale (rh_game.current stays that player throughout the chain).
 *
 * Bounds of the loops: items x players; examine() and what falls by itself sell an item each time round,
 * so they end after all items. */
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/rounds/rounds.h"

static int cheapest(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->auction.items; i++) {
        const int c = t->auction.item[i];
        if (g->owner[c] == RH_OFFERING && !(g->status[c] & RH_CLOSED))
            return c;
    }
    return RH_NONE;
}

void rh__set_bid(rh_play *p, rh_company item, int player, rh_money bid)
{
    p->g->bid[item.i][player] = bid;
}

static rh_money highest_bid(const rh_game *g, int item)
{
    rh_money best = 0;
    for (int i = 0; i < g->players; i++)
        if (g->bid[item][i] > best)
            best = g->bid[item][i];
    return best;
}

static int bidders(const rh_game *g, int item, int *one_of_them)
{
    int n = 0;
    for (int i = 0; i < g->players; i++)
        if (g->bid[item][i] > 0) {
            n++;
            *one_of_them = i;
        }
    return n;
}

/* Cash not tied up in bids on other items. */
static rh_money free_cash(const rh_title *t, const rh_game *g, int player, int item)
{
    rh_money left = g->cash[rh_player_holder(player).i];
    for (int i = 0; i < t->companies; i++)
        if (i != item)
            left -= g->bid[i][player];
    return left;
}

static rh_money lowest_bid(const rh_title *t, const rh_game *g, int item)
{
    const rh_money best = highest_bid(g, item);
    if (!best && t->auction.first_bid_at_face)
        return t->company[item].price;
    return (best ? best : t->company[item].price) + t->auction.raise;
}

static bool lowest_speaks(const rh_title *t)
{
    return t->auction.contest_order == RH_CONTEST_LOWEST ||
           (t->auction.contest_order == RH_CONTEST_USUAL && !t->auction.pass_keeps_bid);
}

static int lowest_bidder(const rh_game *g, int item)
{
    int lowest = RH_NONE;
    for (int i = 0; i < g->players; i++)
        if (g->bid[item][i] > 0 && (lowest == RH_NONE || g->bid[item][i] < g->bid[item][lowest]))
            lowest = i;
    return lowest;
}

static int contest_speaker(const rh_title *t, const rh_game *g)
{
    const int item = g->contested;
    if (!lowest_speaks(t))
        return g->contest_turn;
    return lowest_bidder(g, item);
}

static rh_holder auction_actor(const rh_title *t, const rh_game *g)
{
    return rh_player_holder(g->contested == RH_NONE ? g->current : contest_speaker(t, g));
}

static void end_contest(rh_game *g)
{
    g->contested = RH_NONE;
    g->contest_turn = g->contest_passes = 0;
    for (int i = 0; i < RH_PLAYERS; i++)
        g->contest_order[i] = RH_NONE;
}

static void sell_to(rh_play *p, int item, int player, rh_money price)
{
    rh_game *g = p->g;
    for (int i = 0; i < g->players; i++)
        g->bid[item][i] = 0;
    end_contest(g);
    rh__pay(p, rh_player_holder(player), rh__bank(), price, RH_WHY_AUCTION);
    rh__give_private(p, (rh_company){(uint8_t)item}, rh_player_holder(player), true);
    if (p->t->hooks->private_sold)
        p->t->hooks->private_sold(p, (rh_company){(uint8_t)item}, price);
}

static int leader(const rh_game *g, int item)
{
    int best = 0;
    for (int i = 0; i < g->players; i++)
        if (g->bid[item][i] > g->bid[item][best])
            best = i;
    return best;
}

/* The next who still bids and does not lead: clockwise, or in the order fixed at the start. */
static int next_bidder(const rh_title *t, const rh_game *g, int item, int after)
{
    const bool fixed = t->auction.contest_order == RH_CONTEST_LOW_TO_HIGH;
    const int best = leader(g, item);
    int at = after;
    for (int i = 0; fixed && i < g->players; i++)
        if (g->contest_order[i] == after)
            at = i;
    for (int k = 1; k <= g->players; k++) {
        const int i = (at + k) % g->players, seat = fixed ? g->contest_order[i] : i;
        if (seat < g->players && g->bid[item][seat] > 0 && seat != best)
            return seat;
    }
    return RH_NONE;
}

/* Equal bids do not occur, so the order is complete. */
static void fix_contest_order(rh_game *g, int item)
{
    int n = 0;
    for (int i = 0; i < RH_PLAYERS; i++)
        g->contest_order[i] = RH_NONE;
    for (int i = 0; i < g->players; i++) {
        if (g->bid[item][i] == 0)
            continue;
        int at = n++;
        for (; at > 0 && g->bid[item][g->contest_order[at - 1]] > g->bid[item][i]; at--)
            g->contest_order[at] = g->contest_order[at - 1];
        g->contest_order[at] = (uint8_t)i;
    }
}

static void begin_contest(const rh_title *t, rh_game *g, int item)
{
    g->contested = (uint8_t)item;
    g->contest_passes = 0;
    if (lowest_speaks(t))
        return;
    /* Clockwise the first is the one left of the highest. */
    if (t->auction.contest_order == RH_CONTEST_LOW_TO_HIGH) {
        fix_contest_order(g, item);
        g->contest_turn = g->contest_order[0];
    } else if (t->auction.contest_order == RH_CONTEST_FROM_LOWEST) {
        g->contest_turn = (uint8_t)lowest_bidder(g, item);
    } else {
        g->contest_turn = (uint8_t)next_bidder(t, g, item, leader(g, item));
    }
}

/* Is there a company whose president's certificate was sold with a private and has no par yet? The
 * first one becomes the pending decision. */
static bool par_is_due(rh_play *p)
{
    rh_game *g = p->g;
    for (uint8_t c = 0; g->par_of == RH_NONE && c < p->t->companies; c++)
        if (p->t->company[c].units && !(g->status[c] & RH_STARTED) &&
            rh_is_player((rh_holder){g->president[c]})) {
            g->par_of = c;
            g->par_by = (uint8_t)rh_player_of((rh_holder){g->president[c]});
        }
    return g->par_of != RH_NONE;
}

/* Looks at the cheapest private again and again until it has no bid or needs a decision. What sells
 * itself is sold first; par prices are asked for before anybody bids or has the next turn, and
 * par_commit() comes back here. */
static void examine(rh_play *p)
{
    rh_game *g = p->g;
    for (;;) {
        const int item = cheapest(p->t, g);
        int player = RH_NONE;
        if (item == RH_NONE)
            break;
        const int n = bidders(g, item, &player);
        if (n == 0)
            break;
        if (n > 1) {
            begin_contest(p->t, g, item);
            return;
        }
        sell_to(p, item, player, g->bid[item][player]);
    }
    if (par_is_due(p))
        return;
    const bool kept = p->t->auction.priority == RH_PRIORITY_AFTER_PURCHASE;
    g->current = kept ? g->priority : (uint8_t)rh__next_seat(g, g->current);
    g->passes = 0;
    if (cheapest(p->t, g) == RH_NONE) {
        const rh_holder last = {g->owner[p->t->auction.item[p->t->auction.items - 1]]};
        if (p->t->auction.priority != RH_PRIORITY_AFTER_OWN_TURN)
            g->priority = g->current;
        if (p->t->auction.priority == RH_PRIORITY_AFTER_OWNER && rh_is_player(last))
            g->priority = (uint8_t)rh__next_seat(g, rh_player_of(last));
        rh__next_round(p);
    }
}

/* Sold already, or never sold here. */
static rh_refusal not_for_sale(const rh_title *t, const rh_game *g, int item)
{
    bool listed = false;
    for (int i = 0; i < t->auction.items; i++)
        listed |= t->auction.item[i] == item;
    if (!listed)
        return rh__no_company(RH_RULE_NOT_SOLD_HERE, item, 0, 0);
    return g->owner[item] == RH_OFFERING ? rh__ok()
                                         : rh__no_company(RH_RULE_PRIVATE_SOLD, item, 0, 0);
}

/* Bids on other items may be the reason. */
static rh_refusal too_poor(const rh_game *g, int item, int player, rh_money cash, rh_money need)
{
    const bool tied = cash < g->cash[rh_player_holder(player).i];
    return rh__no_company(tied ? RH_RULE_BID_CASH : RH_RULE_BID_PURSE, item, cash, need);
}

static rh_refusal take_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company, player = rh_player_of(a->act.by);
    const rh_refusal gone = not_for_sale(t, g, item);
    if (!rh_accepted(gone))
        return gone;
    if (g->contested != RH_NONE)
        return rh__no_company(RH_RULE_CONTEST, g->contested, 0, 0);
    if (item != cheapest(t, g))
        return rh__no_company(RH_RULE_TAKE_CHEAPEST, item, 0, 0);
    if (a->act.amount != g->ask[item])
        return rh__no_company(RH_RULE_TAKE_PRICE, item, a->act.amount, g->ask[item]);
    const rh_money cash = free_cash(t, g, player, item);
    if (cash < a->act.amount)
        return too_poor(g, item, player, cash, a->act.amount);
    return rh__ok();
}

/* Somebody has taken or bid in his own turn. */
static void note_turn(rh_play *p, int player, bool took)
{
    if (p->t->auction.priority == RH_PRIORITY_AFTER_OWN_TURN ||
        (took && p->t->auction.priority == RH_PRIORITY_AFTER_PURCHASE))
        p->g->priority = (uint8_t)rh__next_seat(p->g, player);
}

static void take_commit(rh_play *p, const rh_action *a)
{
    const int player = rh_player_of(a->act.by);
    sell_to(p, a->act.company, player, a->act.amount);
    note_turn(p, player, true);
    examine(p);
}

static rh_refusal bid_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company, player = rh_player_of(a->act.by);
    const rh_refusal gone = not_for_sale(t, g, item);
    if (!rh_accepted(gone))
        return gone;
    if (g->contested != RH_NONE && item != g->contested)
        return rh__no_company(RH_RULE_CONTEST, g->contested, 0, 0);
    if (g->contested == RH_NONE && item == cheapest(t, g))
        return rh__no_company(RH_RULE_BID_CHEAPEST, item, 0, 0);
    const rh_money least = lowest_bid(t, g, item);
    if (a->act.amount < least)
        return rh__no_company(RH_RULE_BID_TOO_LOW, item, a->act.amount, least);
    if (a->act.amount % t->auction.multiple != 0)
        return rh__no_company(RH_RULE_BID_MULTIPLE, item, a->act.amount, t->auction.multiple);
    const rh_money cash = free_cash(t, g, player, item);
    if (a->act.amount > cash)
        return too_poor(g, item, player, cash, a->act.amount);
    return rh__ok();
}

static void end_contest_if_decided(rh_play *p)
{
    rh_game *g = p->g;
    const int item = g->contested;
    int winner = RH_NONE;
    const int left = bidders(g, item, &winner);
    if (p->t->auction.pass_keeps_bid) {
        if (g->contest_passes < left - 1)
            return;
        winner = leader(g, item);
    } else if (left > 1) {
        return;
    }
    sell_to(p, item, winner, g->bid[item][winner]);
    examine(p);
}

static void bid_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const int player = rh_player_of(a->act.by);
    g->bid[a->act.company][player] = a->act.amount;
    if (g->contested != RH_NONE) {
        g->contest_passes = 0;
        if (!lowest_speaks(p->t))
            g->contest_turn = (uint8_t)next_bidder(p->t, g, g->contested, player);
        end_contest_if_decided(p);
        return;
    }
    g->passes = 0;
    note_turn(p, player, false);
    g->current = (uint8_t)rh__next_seat(g, g->current);
}

static void pay_income_to_players(rh_play *p)
{
    for (uint8_t i = 0; i < p->t->companies; i++)
        if (rh__open_private(p->t, p->g, rh_company_at(i)) &&
            rh_is_player((rh_holder){p->g->owner[i]}))
            rh__pay(p, rh__bank(), (rh_holder){p->g->owner[i]},
                    rh__income(p->t, p->g, rh_company_at(i)), RH_WHY_INCOME);
}

static bool somebody_can_act(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->auction.items * g->players; i++) {
        const int item = t->auction.item[i / g->players];
        rh_action a;
        rh__set_choice(&a, RH_TAKE, rh_player_holder(i % g->players));
        a.act.company = (uint8_t)item;
        a.act.amount = g->ask[item];
        if (rh_accepted(take_check(t, g, &a)))
            return true;
        a.act.kind = RH_BID;
        const rh_money least = lowest_bid(t, g, item), step = t->auction.multiple;
        a.act.amount = (least + step - 1) / step * step;
        if (rh_accepted(bid_check(t, g, &a)))
            return true;
    }
    return false;
}

static void everybody_passed(rh_play *p)
{
    rh_game *g = p->g;
    const int item = cheapest(p->t, g);
    bool falls = false;
    for (int i = 0; i < p->t->auction.falling; i++)
        falls |= p->t->auction.item[i] == item;
    g->passes = 0;
    if (!falls) {
        const rh_money bank = g->cash[RH_BANK];
        pay_income_to_players(p);
        /* All money lies in bids that cannot be withdrawn, and none comes in. */
        if (g->cash[RH_BANK] == bank && !somebody_can_act(p->t, g))
            rh__end_game(p, RH_OVER_IDLE);
        return;
    }
    if (p->t->auction.priority == RH_PRIORITY_AFTER_PURCHASE)
        g->current = g->priority;
    g->ask[item] = (int16_t)(g->ask[item] - p->t->auction.fall);
    if (g->ask[item] <= 0 && p->t->auction.removed_at_zero) {
        g->ask[item] = 0;
        rh__close(p, (rh_company){(uint8_t)item});
        examine(p);
    } else if (g->ask[item] <= 0) {
        g->ask[item] = 0;
        /* It must be taken for nothing; that counts as the regular turn of whoever takes it. */
        sell_to(p, item, g->current, 0);
        if (p->t->auction.priority == RH_PRIORITY_AFTER_OWN_TURN)
            note_turn(p, g->current, true);
        examine(p);
    }
}

static void pass_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    if (g->contested != RH_NONE) {
        const int player = rh_player_of(a->act.by);
        if (!lowest_speaks(p->t))
            g->contest_turn = (uint8_t)next_bidder(p->t, g, g->contested, player);
        if (p->t->auction.pass_keeps_bid)
            g->contest_passes++;
        else
            g->bid[g->contested][player] = 0;
        end_contest_if_decided(p);
        return;
    }
    g->current = (uint8_t)rh__next_seat(g, g->current);
    if (++g->passes >= rh__seats_in_play(g))
        everybody_passed(p);
}

static void offer(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_holder by = auction_actor(t, g);
    const int player = rh_player_of(by);
    for (int i = 0; i < t->auction.items; i++) {
        const int item = t->auction.item[i];
        rh_action a;
        rh__set_choice(&a, RH_TAKE, by);
        a.act.company = (uint8_t)item;
        a.act.amount = g->ask[item];
        rh__offer_if(list, take_check, &a);
        a.act.kind = RH_BID;
        const rh_money step = t->auction.multiple, least = lowest_bid(t, g, item);
        a.act.amount = (least + step - 1) / step * step;
        const rh_money most = free_cash(t, g, player, item) / step * step;
        if (rh_accepted(bid_check(t, g, &a)))
            rh__offer_range(list, &a.act, most, step);
    }
    rh_action pass;
    rh__set_choice(&pass, RH_PASS, by);
    rh__offer(list, &pass.act);
}

static const rh_move auction_moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, pass_commit},
    {RH_TAKE, RH_BY_ACTOR, take_check, take_commit},
    {RH_BID, RH_BY_ACTOR, bid_check, bid_commit},
};
const rh_step rh__step_auction = {
    .word = "auction",
    .moves = auction_moves,
    .move_count = sizeof auction_moves / sizeof auction_moves[0],
    .offer = offer,
};

static void begin(rh_play *p)
{
    for (int i = 0; i < p->t->auction.items; i++) {
        const int item = p->t->auction.item[i];
        p->g->ask[item] = p->t->company[item].price;
    }
    p->g->current = p->g->priority;
    p->g->passes = 0;
}

static int the_step(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return RH_STEP_AUCTION;
}

const rh_round_row rh__round_auction = {
    .word = "auction", .begin = begin, .step = the_step, .actor = auction_actor};

/* The par price of a president's certificate that came with a private. */

static rh_refusal par_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    int row, column;
    if (a->act.company != g->par_of)
        return rh__no_company(RH_RULE_PAR_OTHER, g->par_of, 0, 0);
    if (!rh__par_cell(t, a->act.amount, &row, &column))
        return rh__no_company(RH_RULE_PAR_PRICE, a->act.company, a->act.amount, 0);
    return t->hooks->par_check
               ? t->hooks->par_check(t, g, (rh_company){a->act.company}, a->act.amount)
               : rh__ok();
}

void rh__set_par(rh_play *p, rh_company c, rh_money price)
{
    rh_game *g = p->g;
    rh__start(p, c, price);
    if (g->par_of == c.i)
        g->par_of = g->par_by = RH_NONE;
    if (p->t->hooks->started)
        p->t->hooks->started(p, c);
    rh__float_if_due(p, c);
}

static void par_commit(rh_play *p, const rh_action *a)
{
    rh__set_par(p, (rh_company){a->act.company}, a->act.amount);
    if (par_is_due(p) || rh_round(p->t, p->g) != RH_ROUND_AUCTION)
        return;
    if (p->t->auction.turn_after_par)
        p->g->current = (uint8_t)rh_player_of(a->act.by);
    examine(p);
}

static void par_offer(rh_choices *list)
{
    const rh_market_facts *m = &list->t->market;
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->columns; c++) {
            if (!m->cell[r][c].par)
                continue;
            rh_action a;
            rh__set_choice(&a, RH_PAR, rh_player_holder(list->g->par_by));
            a.act.company = list->g->par_of;
            a.act.amount = m->cell[r][c].price;
            rh__offer_if(list, par_check, &a);
        }
}

static const rh_move par_moves[] = {{RH_PAR, RH_BY_DECIDER, par_check, par_commit}};
const rh_step rh__step_par = {
    .word = "par", .moves = par_moves, .move_count = 1, .offer = par_offer};
