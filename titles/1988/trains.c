/* SPDX-License-Identifier: Apache-2.0 */
/* trains.c: buying trains, and the emergency of a private that must own one and cannot pay.
 *
 * Help comes from sources in a fixed order, each used up before the next is touched (4.6.5-11): the
 * lobby token, the portfolio, the controller's cash, his regionals and shares. Help is measured
 * against the cheapest train of bank and pool, and is given for that one or for another private's at
 * no more. No sale puts the train out of reach for which it is made (4.6.5-14). Without any source
 * left the controller is bankrupt.
 *
 * Bounds of the loops: companies x shares of the controller, and trains; each source of help is measured
 * once. */
#include "titles/1988/own.h"

static rh_money treasury(const rh_game *g) { return g->cash[in_turn(g).i]; }

static rh_money cheapest(const rh_title *t, const rh_game *g)
{
    return rh__cheapest_train(t, g, rh__operating(g));
}

static rh_money face_of(const rh_title *t, int train)
{
    return t->train[t->train_kind[train]].price;
}

static int trains_of(const rh_title *t, const rh_game *g, int c)
{
    return rh_trains_of(t, g, holder_of(c), NULL);
}

static bool must_buy(const rh_title *t, const rh_game *g)
{
    return is_private(t, g->operating) && trains_of(t, g, g->operating) == 0 && cheapest(t, g) > 0;
}

static bool emergency(const rh_title *t, const rh_game *g)
{
    return must_buy(t, g) && treasury(g) < cheapest(t, g);
}

static rh_holder controller(const rh_title *t, const rh_game *g)
{
    return rh_player_holder(rh_president(t, g, rh__operating(g)));
}

/* --- the sources, in their order ----------------------------------------------------------------- */

static rh_refusal lobby_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (!emergency(t, g) || state_of(g)->lobby[g->operating] == 0)
        return rh__no(RH_RULE_SALE_NOT_NEEDED, 0, 0);
    return a->act.amount == 0 ? rh__ok() : no_of(NO_LOBBY_BOX, g->operating, a->act.amount, 0);
}

static void lobby_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    se_leave_lobby(p, p->g->operating);
}

/* A block may hold no share without which the money would still suffice (4.6.5-12); where half a
 * president's certificate would do, it is sold whole. */
static rh_refusal enough_check(const rh_title *t, const rh_game *g, rh_holder seller, int c,
                               int units, rh_money short_of)
{
    const rh_money price = rh_price(t, g, (rh_company){(uint8_t)c});
    if (short_of <= 0)
        return no_of(RH_RULE_SALE_NOT_NEEDED, c, 0, 0);
    const rh_money enough = (short_of + price - 1) / price;
    if (units <= enough || (units == enough + 1 &&
                            se_sale_check(t, g, seller, c, units - 1).rule == NO_HALF_CERTIFICATE))
        return rh__ok();
    return no_of(RH_RULE_SALE_TOO_MANY, c, units, enough);
}

/* The company without trains that a sale of c takes from the player (4.6.5-7), or RH_NONE. What he
 * controls through c counts like c itself. */
static int lost_without_trains(const rh_title *t, const rh_game *before, const rh_game *after,
                               int player, int c)
{
    if (!keeps_control(t))
        return trains_of(t, before, c) == 0 && after->president[c] != before->president[c]
                   ? c
                   : RH_NONE;
    for (int i = 0; i < t->companies; i++) {
        const rh_company one = {(uint8_t)i};
        if (is_private(t, i) && (before->status[i] & (RH_STARTED | RH_CLOSED)) == RH_STARTED &&
            trains_of(t, before, i) == 0 && rh_president(t, before, one) == player &&
            rh_president(t, after, one) != player)
            return i;
    }
    return RH_NONE;
}

/* A sale to the bank that leaves the controller in control of every company without trains. */
static rh_refusal lawful_sale(const rh_title *t, const rh_game *g, rh_holder seller, int c,
                              int units)
{
    const rh_refusal no = se_sale_check(t, g, seller, c, units);
    const bool asked = rh_is_player(seller) || portfolio_keeps_control(t);
    if (!rh_accepted(no) || g->president[c] != seller.i || !is_private(t, c) || !asked)
        return no;
    rh_game after = *g;
    se_sell(&(rh_play){.t = t, .g = &after}, seller, c, units);
    const int lost = lost_without_trains(t, g, &after, rh_player_of(controller(t, g)), c);
    return lost == RH_NONE ? no : no_of(NO_TRAINLESS_LOSS, lost, 0, 0);
}

static rh_refusal portfolio_check(const rh_title *t, const rh_game *g, int c, int units)
{
    if (!emergency(t, g))
        return no_of(RH_RULE_SALE_NOT_NEEDED, c, 0, 0);
    if (state_of(g)->lobby[g->operating] > 0)
        return no_of(NO_ORDER, c, 0, 0);
    const rh_refusal no = lawful_sale(t, g, in_turn(g), c, units);
    if (!rh_accepted(no))
        return no;
    return enough_check(t, g, in_turn(g), c, units, cheapest(t, g) - treasury(g));
}

static bool has_portfolio_sale(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++)
        for (int n = 1; n <= g->units[c][in_turn(g).i]; n++)
            if (rh_accepted(portfolio_check(t, g, c, n)))
                return true;
    return false;
}

/* Lobby and portfolio are used up: the controller's turn to help. */
static bool company_is_spent(const rh_title *t, const rh_game *g)
{
    return state_of(g)->lobby[g->operating] == 0 && !has_portfolio_sale(t, g);
}

static rh_money missing(const rh_title *t, const rh_game *g)
{
    return cheapest(t, g) - treasury(g) - g->cash[controller(t, g).i];
}

static rh_refusal help_check(const rh_title *t, const rh_game *g)
{
    if (!emergency(t, g) || missing(t, g) <= 0)
        return rh__no(RH_RULE_SALE_NOT_NEEDED, 0, 0);
    return company_is_spent(t, g) ? rh__ok() : rh__no((rh_rule)NO_ORDER, 0, 0);
}

static rh_refusal private_sale_check(const rh_title *t, const rh_game *g, int c, int units)
{
    const rh_holder by = controller(t, g);
    rh_refusal no = help_check(t, g);
    if (rh_accepted(no))
        no = lawful_sale(t, g, by, c, units);
    return rh_accepted(no) ? enough_check(t, g, by, c, units, missing(t, g)) : no;
}

/* The company sells its portfolio, the controller what he holds. */
static rh_refusal single_sale_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return rh_is_company(a->act.by) ? portfolio_check(t, g, a->act.company, a->act.units)
                                    : private_sale_check(t, g, a->act.company, a->act.units);
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    se_sell(p, a->act.by, a->act.company, a->act.units);
}

/* All that may go, of each company in one block: so it brings most. */
static void sell_all(rh_play *p, rh_holder seller)
{
    for (int c = 0; c < p->t->companies; c++)
        for (int n = p->g->units[c][seller.i]; n > 0; n--)
            if (rh_accepted(lawful_sale(p->t, p->g, seller, c, n))) {
                se_sell(p, seller, c, n);
                break;
            }
}

/* Do all sources together pay the cheapest train of bank and pool? Tried on a copy. */
static bool within_reach(const rh_title *t, const rh_game *g)
{
    const rh_holder by = controller(t, g);
    rh_game after = *g;
    rh_play p = {.t = t, .g = &after};
    rh_money regionals = 0;
    for (int c = 0; c < t->companies; c++)
        if (is_regional(t, c) && in_play(g, c) && g->owner[c] == by.i)
            regionals += t->company[c].price;
    se_leave_lobby(&p, g->operating);
    sell_all(&p, in_turn(g));
    sell_all(&p, by);
    return missing(t, &after) <= regionals;
}

static void offer_trains(rh_choices *list);
static const rh_rescue rescue = {offer_trains, within_reach, single_sale_check, sell_commit};

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal no = single_sale_check(t, g, a);
    return rh_accepted(no) && sales_keep_solvent(t) ? rh__ruin_check(t, g, a, &rescue) : no;
}

/* A regional goes to the bank at its face value and leaves the game (R45). */
static rh_refusal cede_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    if (!is_regional(t, c) || !in_play(g, c) || g->owner[c] != a->act.by.i)
        return no_of(RH_RULE_TRADE_OWN, c, 0, 0);
    if (a->act.holder.i != RH_BANK || a->act.amount != t->company[c].price)
        return no_of(NO_CEDE_PRICE, c, a->act.amount, t->company[c].price);
    return help_check(t, g);
}

static void cede_commit(rh_play *p, const rh_action *a)
{
    rh__pay(p, rh__bank(), a->act.by, a->act.amount, RH_WHY_PRIVATE);
    se_close_regional(p, (rh_company){a->act.company});
}

static void offer_company_sources(rh_choices *list)
{
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, VERB_LOBBY, in_turn(g));
    rh__offer_if(list, lobby_check, &a);
    rh__set_choice(&a, RH_SELL, in_turn(g));
    for (uint8_t c = 0; c < list->t->companies; c++) {
        a.act.company = c;
        for (a.act.units = 1; a.act.units <= g->units[c][a.act.by.i]; a.act.units++)
            rh__offer_if(list, sell_check, &a);
    }
}

static void offer_controllers_sources(rh_choices *list)
{
    const rh_game *g = list->g;
    const rh_holder by = controller(list->t, g);
    rh_action a;
    rh__set_choice(&a, RH_SELL, by);
    for (uint8_t c = 0; c < list->t->companies; c++) {
        a.act.company = c;
        for (a.act.units = 1; a.act.units <= g->units[c][by.i]; a.act.units++)
            rh__offer_if(list, sell_check, &a);
    }
    rh__set_choice(&a, RH_CEDE, by);
    for (uint8_t c = 0; c < list->t->companies; c++) {
        a.act.company = c;
        a.act.holder = rh__bank();
        a.act.amount = list->t->company[c].price;
        rh__offer_if(list, cede_check, &a);
    }
}

/* --- bankruptcy ---------------------------------------------------------------------------------- */

static rh_refusal bankrupt_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    rh_choices list = {.t = t, .g = g};
    (void)a;
    const rh_refusal no =
        rh__no(RH_RULE_BANKRUPT_NOT, treasury(g) + g->cash[controller(t, g).i], cheapest(t, g));
    if (!emergency(t, g) || missing(t, g) <= 0)
        return no;
    offer_company_sources(&list);
    offer_controllers_sources(&list);
    if (list.count > 0)
        return rh__no((rh_rule)NO_SOURCE_LEFT, 0, 0);
    return rh__train_without_consent(t, g, offer_trains) ? rh__no(RH_RULE_BANKRUPT_TRAIN, 0, 0)
                                                         : rh__ok();
}

static void bankrupt_commit(rh_play *p, const rh_action *a)
{
    rh__go_bankrupt(p, rh_player_of(a->act.by));
    rh__end_game(p, RH_OVER_BANKRUPT);
}

/* --- purchases ----------------------------------------------------------------------------------- */

static bool starts_phase(const rh_title *t, const rh_game *g, int train)
{
    const int phase = t->train[t->train_kind[train]].phase;
    return g->train_at[train] == RH_BANK && phase != RH_NONE && phase > g->phase;
}

/* The highest price that may be paid for a train with help. */
static rh_money helped_most(const rh_title *t, const rh_game *g, int train)
{
    const rh_money all = treasury(g) + g->cash[controller(t, g).i], low = cheapest(t, g);
    const rh_money face = face_of(t, train), most = low < face ? low : face;
    return most < all ? most : all;
}

static rh_refusal money_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_money has = treasury(g), price = a->amount;
    if (price <= has)
        return rh__ok();
    if (!must_buy(t, g))
        return no_of(RH_RULE_TRAIN_CASH, g->operating, has, price);
    if (!emergency(t, g))
        return no_of(RH_RULE_HELP_NONE, g->operating, has, price);
    const rh_money low = cheapest(t, g), face = face_of(t, a->train);
    if (price > low || price > face)
        return no_of(price > low ? RH_RULE_HELP_CHEAPEST : RH_RULE_HELP_FACE, g->operating, price,
                     price > low ? low : face);
    if (!company_is_spent(t, g))
        return no_of(NO_ORDER, g->operating, 0, 0);
    const rh_money all = has + g->cash[controller(t, g).i];
    return price > all ? no_of(RH_RULE_TRAIN_CASH, g->operating, all, price) : rh__ok();
}

static rh_refusal train_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_act *act = &a->act;
    const int c = g->operating;
    if (!is_private(t, c) || act->train >= t->trains || g->train_at[act->train] != act->holder.i ||
        act->holder.i == in_turn(g).i || act->trade != RH_NONE || act->face != 0 ||
        act->power != RH_NONE)
        return rh__not_on_sale(t, g, act);
    const bool from_private = rh_is_company(act->holder);
    if (!from_private && !rh__train_on_sale(t, g, act->train))
        return rh__not_on_sale(t, g, act);
    const int count = trains_of(t, g, c) + 1,
              limit = rh_train_limit(t, g, (rh_company){(uint8_t)c});
    const bool over = facts_of(t)->over_limit_for_phase && starts_phase(t, g, act->train);
    if (count > limit && !over)
        return no_of(RH_RULE_TRAIN_LIMIT, c, count, limit);
    if (!from_private && act->amount != face_of(t, act->train))
        return rh__no(RH_RULE_TRAIN_PRICE, act->amount, face_of(t, act->train));
    if (from_private && act->amount < 1)
        return rh__no(RH_RULE_OTHER_PRICE, act->amount, 1);
    return money_check(t, g, act);
}

static void offer_trains(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const bool helped = emergency(t, g) && company_is_spent(t, g);
    rh_action a;
    rh__set_choice(&a, RH_TRAIN, in_turn(g));
    for (uint8_t i = 0; i < t->trains; i++) {
        if (g->train_at[i] == RH_NONE || g->train_at[i] == a.act.by.i)
            continue;
        a.act.train = i;
        a.act.holder.i = g->train_at[i];
        a.act.amount = rh_is_company(a.act.holder) ? 1 : face_of(t, i);
        if (!rh_accepted(train_check(t, g, &a)))
            continue;
        const rh_money help = helped ? helped_most(t, g, i) : 0;
        const rh_money most = treasury(g) > help ? treasury(g) : help;
        rh__offer_range(list, &a.act, rh_is_company(a.act.holder) ? most : a.act.amount, 1);
    }
}

/* --- the step ------------------------------------------------------------------------------------ */

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    return must_buy(t, g) ? rh__no(RH_RULE_MUST_BUY, 0, 0) : rh__ok();
}

static void offer(rh_choices *list)
{
    offer_trains(list);
    rh_action a;
    rh__set_choice(&a, RH_PASS, in_turn(list->g));
    rh__offer_if(list, pass_check, &a);
    if (!emergency(list->t, list->g))
        return;
    offer_company_sources(list);
    offer_controllers_sources(list);
    rh__set_choice(&a, RH_BANKRUPT, controller(list->t, list->g));
    rh__offer_if(list, bankrupt_check, &a);
}

static bool waits(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g};
    if (!is_private(t, g->operating))
        return false;
    offer_trains(&list);
    return list.count > 0 || must_buy(t, g);
}

static rh_idle idle(const rh_title *t, const rh_game *g)
{
    return is_private(t, g->operating) ? rh__trains_idle(t, g) : RH_IDLE_NONE;
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, rh__pass_ends_step},
    {RH_TRAIN, RH_BY_ACTOR, train_check, rh__buy_train},
    {VERB_LOBBY, RH_BY_ACTOR, lobby_check, lobby_commit},
    {RH_SELL, RH_BY_DECIDER_OR_ACTOR, sell_check, sell_commit},
    {RH_CEDE, RH_BY_DECIDER, cede_check, cede_commit},
    {RH_BANKRUPT, RH_BY_DECIDER, bankrupt_check, bankrupt_commit},
};
const rh_step se_step_trains = {.word = "trains",
                                .moves = moves,
                                .move_count = sizeof moves / sizeof moves[0],
                                .waits = waits,
                                .offer = offer,
                                .idle = idle};
