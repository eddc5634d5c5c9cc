/* SPDX-License-Identifier: Apache-2.0 */
/* unsaid.c: some rules of the engine cannot be broken in some titles: nobody pays half too often where
 * half may always be paid. A row says for which facts that is so; what only a title knows, its face says.
 * Options change the facts, and so what is never said. */
#include "files/unsaid.h"

#include "engine/board/upgrade.h"
#include "engine/face.h"
#include "engine/hooks.h"

static bool has_power(const rh_title *t, rh_power_kind kind)
{
    for (int i = 0; i < t->companies; i++)
        for (int k = 0; k < t->company[i].powers; k++)
            if (t->company[i].power[k].kind == (uint8_t)kind)
                return true;
    return false;
}

static bool own_step(const rh_title *t, rh_step_kind step)
{
    return t->hooks->step_instead && t->hooks->step_instead[step];
}

static bool own_round(const rh_title *t, rh_round_kind round)
{
    return t->hooks->round_instead && t->hooks->round_instead[round];
}

static bool comes_with_an_item(const rh_title *t, int c)
{
    for (int i = 0; i < t->auction.items; i++) {
        const rh_company_facts *item = &t->company[t->auction.item[i]];
        for (int k = 0; k < item->powers; k++)
            if (item->power[k].kind == RH_POWER_PRESIDENT && item->power[k].company == c)
                return true;
    }
    return false;
}

/* The auction of the house goes on until the last item is sold. */
static bool all_startable(const rh_title *t)
{
    const bool sells_all = t->sequence.round[0] == RH_ROUND_AUCTION && !own_round(t, 0);
    for (int i = 0; i < t->companies; i++)
        if (t->company[i].units > 0 && !t->company[i].startable &&
            !(sells_all && comes_with_an_item(t, i)))
            return false;
    return true;
}

static bool purchase_ends_turn(const rh_title *t)
{
    for (int i = 0; i < RH_ZONES; i++)
        if (t->market.zone[i].multi_buy)
            return false;
    return !t->stock.sell_after_buy;
}

static bool sells_after(const rh_title *t) { return t->stock.sell_after_buy; }
static bool no_swap(const rh_title *t) { return !has_power(t, RH_POWER_SWAP); }
static bool no_private_trade(const rh_title *t) { return !t->stock.private_trade; }

static bool no_used_power(const rh_title *t)
{
    return !has_power(t, RH_POWER_EXTRA_LAY) && !has_power(t, RH_POWER_CHEAP_LAY) &&
           !has_power(t, RH_POWER_FREE_TOKEN);
}

/* A token waits where a hex has cities without track; a home is chosen where no city is given. */
static bool cities_are_given(const rh_title *t)
{
    for (int h = 0; h < t->hexes; h++) {
        const rh_tile *printed = &t->tile[t->hex[h].printed];
        int cities = 0;
        for (int i = 0; i < printed->stops; i++)
            cities += printed->stop[i].kind == RH_CITY;
        if (cities < 2)
            continue;
        if (printed->paths == 0)
            return false;
        for (int c = 0; c < t->companies; c++)
            if (t->company[c].home_hex == h && t->company[c].home_city == RH_NONE)
                return false;
    }
    return true;
}

/* Not by the tiles alone: no turn of any that may replace another parts a city from its track. */
static bool cities_stay_whole(const rh_title *t)
{
    for (int now = 0; now < t->tiles; now++)
        for (int next = t->first_laid; next < t->tiles; next++)
            for (int turn = 0; turn < RH_EDGES; turn++)
                if (rh__upgrade(t, now, 0, next, turn).rule == RH_RULE_CITY_EXITS)
                    return false;
    return true;
}

static bool any_routes(const rh_title *t) { return !t->operating.enforce_max_revenue; }
static bool may_idle(const rh_title *t) { return t->operating.may_idle; }
static bool halves(const rh_title *t) { return t->operating.half; }

static bool always_trades_trains(const rh_title *t)
{
    for (int i = 0; i < t->phases; i++)
        if (!t->phase[i].trains_between_companies)
            return false;
    return true;
}

static bool nothing_obsolete(const rh_title *t)
{
    for (int i = 0; i < t->train_kinds; i++)
        if (t->train[i].obsolete_on != RH_NONE)
            return false;
    return true;
}

static bool no_trade_in(const rh_title *t)
{
    for (int i = 0; i < t->train_kinds; i++)
        if (t->train[i].trade_in)
            return false;
    return true;
}

static bool own_help(const rh_title *t)
{
    return t->hooks->help_check || own_step(t, RH_STEP_TRAINS);
}

static bool ruined_by_cheapest(const rh_title *t)
{
    return t->operating.help == RH_HELP_CHEAPEST && t->operating.must_own_train != RH_MUST_OWN_MAY;
}

static bool no_rescue(const rh_title *t) { return !t->operating.keeps_solvent; }
static bool no_par(const rh_title *t) { return !has_power(t, RH_POWER_PRESIDENT); }
static bool own_stock(const rh_title *t) { return own_step(t, RH_STEP_STOCK); }
static bool own_auction(const rh_title *t) { return own_step(t, RH_STEP_AUCTION); }
static bool own_runs(const rh_title *t) { return t->hooks->value_runs; }
static bool own_track_and_token(const rh_title *t)
{
    return own_step(t, RH_STEP_TRACK) && own_step(t, RH_STEP_TOKEN);
}

static const struct {
    rh_rule rule;
    bool (*never)(const rh_title *);
    const char *why;
} UNSAID[] = {
    {RH_RULE_NOT_STARTABLE, all_startable, "by the first stock round every company can be started"},
    {RH_RULE_SELL_AFTER_BUY, sells_after, "sales may follow the purchase"},
    {RH_RULE_SELL_AFTER_BUY, purchase_ends_turn, "the purchase ends the turn"},
    {RH_RULE_SWAP_MOMENT, no_swap, "no private is ever handed in for a share"},
    {RH_RULE_SWAP_HOLD, no_swap, "no private is ever handed in for a share"},
    {RH_RULE_SWAP_NONE, no_swap, "no private is ever handed in for a share"},
    {RH_RULE_SWAP_OWNER, no_swap, "no private is ever handed in for a share"},
    {RH_RULE_TRADE_LIMIT, no_private_trade, "players never sell each other privates"},
    {RH_RULE_DEAL_SELF, no_private_trade, "players never sell each other privates"},
    {RH_RULE_POWER_OWNER, no_used_power, "no private lays a tile or places a token"},
    {RH_RULE_POWER_USED, no_used_power, "no private lays a tile or places a token"},
    {RH_RULE_POWER_NONE, own_track_and_token, "tiles and tokens are never laid by a power"},
    {RH_RULE_CITY_EXITS, cities_stay_whole, "no tile that may replace another parts its cities"},
    {RH_RULE_CITY_TAKEN, cities_are_given,
     "every home and every token has its city from the start"},
    {RH_RULE_ROUTE_TOWN, own_runs, "its routes have rules of their own"},
    {RH_RULE_BEST_ROUTES, any_routes, "any routes may be run, not only the best"},
    {RH_RULE_MUST_RUN, may_idle, "trains may be left standing"},
    {RH_RULE_NO_HALF, halves, "half may be paid out"},
    {RH_RULE_TRAIN_LIMIT, no_trade_in, "who owns as many as it may is not asked"},
    {RH_RULE_TRAIN_TRADE_PHASE, always_trades_trains,
     "companies sell each other trains in every phase"},
    {RH_RULE_TRAIN_OBSOLETE, nothing_obsolete, "no train becomes obsolete: it is scrapped at once"},
    {RH_RULE_HELP_FACE, own_help, "its president's help has rules of its own"},
    {RH_RULE_BANKRUPT_SELLS, ruined_by_cheapest, "a bankruptcy sells what is left"},
    {RH_RULE_BANKRUPT_TRAIN, no_rescue, "bankruptcy goes by money alone"},
    {RH_RULE_SALE_RUINS, no_rescue, "bankruptcy goes by money alone"},
    {RH_RULE_PAR_OTHER, no_par, "no par price is set outside a turn of the stock round"},
    {RH_RULE_NO_SHARES, own_stock, "its stock round has rules of its own"},
    {RH_RULE_BID_PURSE, own_auction, "its auction has rules of its own"},
};

const char *rh_unsaid(const rh_title *t, int rule)
{
    for (size_t i = 0; i < sizeof UNSAID / sizeof UNSAID[0]; i++)
        if (UNSAID[i].rule == (rh_rule)rule && UNSAID[i].never(t))
            return UNSAID[i].why;
    return t->face->unsaid ? t->face->unsaid(t, rule) : NULL;
}
