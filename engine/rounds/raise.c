/* SPDX-License-Identifier: Apache-2.0 */
/* raise.c: an emergency in which the president chooses the train.
 *
 * He may name any train of bank or pool whose price treasury, cash and legal sales together can
 * reach; if cash is missing the train stays named (rh_game.named_train) while he sells, and is
 * bought the moment the money is there. Blocks may be small: if one puts the train out of reach he
 * names another, but one that puts all out of reach is refused (solvency.c). If not even the cheapest
 * can be reached he sells what he may and is bankrupt. Titles ask for this with operating.help; the usual emergency, in which only
 * the cheapest train may be bought, is in trains.c.
 *
 * Bounds of the loops: companies, for each of which the largest sale is found share by share. */
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"
#include "engine/route/route.h"

/* What all legal sales of a player would bring now, one block of each company. */
static rh_money sales(const rh_title *t, const rh_game *g, int player)
{
    rh_money sum = 0;
    for (uint8_t i = 0; i < t->companies; i++) {
        const rh_company c = {i};
        if (g->units[i][rh_player_holder(player).i])
            sum += rh__largest_forced_sale(t, g, player, c) * rh_price(t, g, c);
    }
    return sum;
}

/* Treasury and the president's cash. */
static rh_money ready_money(const rh_title *t, const rh_game *g, rh_company c)
{
    const int president = rh_president(t, g, c);
    return g->cash[rh_company_holder(c).i] +
           (president == RH_NONE ? 0 : g->cash[rh_player_holder(president).i]);
}

static rh_money within_reach(const rh_title *t, const rh_game *g, rh_company c)
{
    const int president = rh_president(t, g, c);
    return ready_money(t, g, c) + (president == RH_NONE ? 0 : sales(t, g, president));
}

static rh_money wanted(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->named_train != RH_NONE ? rh__face_price(t, g, c, g->named_train, g->named_face)
                                     : rh__cheapest_train(t, g, c);
}

/* trains.c has found that the company needs help and that its treasury does not reach the price. */
rh_refusal rh__named_money_check(const rh_title *t, const rh_game *g, const rh_act *a, rh_company c)
{
    const rh_money treasury = g->cash[rh_company_holder(c).i];
    if (rh_is_company(a->holder)) {
        const rh_money face = rh__train_facts(t, g, a->train)->price;
        if (treasury > 0)
            return rh__no_company(RH_RULE_HELP_TREASURY, c.i, treasury, a->amount);
        if (a->amount > face)
            return rh__no_company(RH_RULE_HELP_FACE, c.i, a->amount, face);
        if (a->amount > rh__cash_for_others(t, g, c))
            return rh__no_company(RH_RULE_TRAIN_CASH, c.i, rh__cash_for_others(t, g, c), a->amount);
        return rh__ok();
    }
    const rh_money most = within_reach(t, g, c);
    if (t->operating.help == RH_HELP_NAMED && most < a->amount)
        return rh__no_company(RH_RULE_TRAIN_CASH, c.i, most, a->amount);
    return rh__ok();
}

bool rh__name_train(rh_play *p, const rh_act *a)
{
    rh_game *g = p->g;
    if (p->t->operating.help == RH_HELP_CHEAPEST ||
        ready_money(p->t, g, rh__operating(g)) >= a->amount)
        return false;
    g->named_train = a->train;
    g->named_face = a->face;
    return true;
}

bool rh__named_within_reach(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    return within_reach(t, g, c) >= rh__cheapest_train(t, g, c);
}

static bool nothing_in_reach(const rh_title *t, const rh_game *g)
{
    return g->named_train == RH_NONE && !rh__named_within_reach(t, g) &&
           !rh__train_without_consent(t, g, rh__offer_trains);
}

rh_refusal rh__named_sale_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int player = rh_player_of(a->act.by);
    const rh_company c = {a->act.company};
    const rh_money missing = rh__missing_for_train(t, g);
    const bool unnamed = g->named_train == RH_NONE;
    if (!rh__emergency(t, g) || missing <= 0 ||
        (unnamed && (t->operating.help == RH_HELP_NAMED_BLINDLY || !nothing_in_reach(t, g))))
        return rh__no_company(RH_RULE_SALE_NOT_NEEDED, c.i, 0, 0);
    const rh_refusal no = rh__forced_sale_check(t, g, player, c, a->act.units);
    if (!rh_accepted(no))
        return no;
    const rh_money price = rh_price(t, g, c), enough = (missing + price - 1) / price;
    if (a->act.units > enough)
        return rh__no_company(RH_RULE_SALE_TOO_MANY, c.i, a->act.units, enough);
    return rh__ok();
}

void rh__buy_named_train(rh_play *p)
{
    rh_game *g = p->g;
    if (g->named_train == RH_NONE)
        return;
    const rh_company c = rh__operating(g);
    const rh_money price = wanted(p->t, g, c);
    const bool paid = rh_president(p->t, g, c) != RH_NONE && ready_money(p->t, g, c) >= price;
    /* Where a company's shares are sold once in a turn a small block can cost him the train. */
    const bool lost = p->t->operating.help == RH_HELP_NAMED && within_reach(p->t, g, c) < price;
    if (!paid && !lost)
        return;
    const int train = g->named_train, face = g->named_face;
    g->named_train = RH_NONE;
    g->named_face = 0;
    if (!paid)
        return;
    rh__set_face(g, train, face);
    rh__take_train(p, c, train, price, RH_NONE);
}

rh_refusal rh__named_bankrupt_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const rh_money most = within_reach(t, g, c), need = wanted(t, g, c);
    const rh_money unsold = sales(t, g, rh_player_of(a->act.by));
    const bool blind = t->operating.help == RH_HELP_NAMED_BLINDLY;
    if (!rh__emergency(t, g) || (blind && g->named_train == RH_NONE) || most >= need)
        return rh__no(RH_RULE_BANKRUPT_NOT, most, need);
    return unsold > 0 ? rh__no(RH_RULE_BANKRUPT_SELLS, unsold, need) : rh__ok();
}

static void hand_over_presidency(rh_play *p, rh_company c, rh_holder from)
{
    const int heir = rh__heir(p->t, p->g, c, from, 0);
    rh__give_presidency(p, c, heir == RH_NONE ? (rh_holder){RH_POOL} : rh_player_holder(heir));
}

/* All paper to the pool, without limit and without a price moving; all money to the company that
 * needed it. */
void rh__leave_game(rh_play *p, int player)
{
    rh_game *g = p->g;
    const rh_holder h = rh_player_holder(player), pool = {RH_POOL};
    const rh_company buyer = rh__operating(g);
    rh__pay(p, h, rh_company_holder(buyer), g->cash[h.i], RH_WHY_BANKRUPT);
    rh__go_bankrupt(p, player);
    g->raised = 0; /* he raised it; the next president has all his cash on hand */
    for (uint8_t i = 0; i < p->t->companies; i++) {
        const rh_company c = {i};
        if (g->owner[i] == h.i) {
            g->par[i] = p->t->company[i].price; /* it has been sold: what came with it is gone */
            rh__give_private(p, c, pool, false);
        }
        if (g->president[i] == h.i)
            hand_over_presidency(p, c, h);
        if (g->units[i][h.i])
            rh__move_units(p, c, h, pool, g->units[i][h.i]);
    }
    if (g->priority == player)
        rh__move_priority(p, rh__next_seat(g, player));
    for (int i = 0; i < RH_COMPANIES; i++)
        g->turn_price[i] = 0; /* the next president has sold nothing yet */
    if (p->t->hooks->bankrupted)
        p->t->hooks->bankrupted(p, player);
    if (rh__seats_in_play(g) == 1) {
        g->named_train = RH_NONE;
        g->named_face = 0;
        rh__end_game(p, RH_OVER_BANKRUPT);
        return;
    }
    if (rh_president(p->t, g, buyer) == RH_NONE) {
        g->named_train = RH_NONE;
        g->named_face = 0;
    }
    rh__buy_named_train(p);
}
