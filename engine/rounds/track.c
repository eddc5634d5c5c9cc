/* SPDX-License-Identifier: Apache-2.0 */
/* track.c: laying and replacing tiles.
 *
 * A lay is checked from the cheapest question to the dearest: the hex, the tile, the fit, the money,
 * and last whether a train could get there (board/reach.c, polynomial; never a walk over all simple
 * paths). legal() computes the reach once for all hexes.
 *
 * Bounds of the loops: hexes x tiles x six turns, most of which fail at the first question. */
#include "engine/board/reach.h"
#include "engine/board/upgrade.h"
#include "engine/foreign.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"

static bool has_tokens(const rh_game *g, rh_hex hex)
{
    bool any = false;
    for (int s = 0; s < RH_SLOTS; s++)
        any |= g->slot[hex.i][s] != RH_NONE;
    return any;
}

/* A company whose awaited home token keeps the hex closed, or RH_NONE. */
static int closed_for(const rh_title *t, const rh_game *g, rh_hex hex)
{
    if (t->hex[hex.i].closed_until_home == RH_HEX_OPEN)
        return RH_NONE;
    if (t->hex[hex.i].closed_until_home == RH_HEX_CLOSED_WHILE_TOKEN_WAITS && !has_tokens(g, hex))
        return RH_NONE;
    for (int i = 0; i < t->companies; i++)
        if (t->company[i].tokens && t->company[i].home_hex == hex.i &&
            !(g->status[i] & (RH_HOME | RH_CLOSED)))
            return i;
    return RH_NONE;
}

static const rh_power *extra_lay(const rh_title *t, int private_company)
{
    return rh__power_on(t, private_company, RH_POWER_EXTRA_LAY);
}

/* A power that makes the ordinary tile cheaper: all other conditions of a tile hold. */
static const rh_power *cheap_lay(const rh_title *t, int private_company)
{
    return rh__power_on(t, private_company, RH_POWER_CHEAP_LAY);
}

static rh_money lay_cost(const rh_title *t, const rh_game *g, const rh_act *a)
{
    /* The ground is paid once; what a tile prints is paid by the one that replaces it. */
    const rh_money terrain = t->tile[g->tile[a->hex]].terrain;
    const rh_power *power = extra_lay(t, a->power);
    power = power ? power : cheap_lay(t, a->power);
    return power ? (terrain > power->amount ? terrain - power->amount : 0) : terrain;
}

static rh_refusal power_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_power *power = extra_lay(t, a->power);
    const rh_power *cheap = cheap_lay(t, a->power);
    if (!power && !cheap)
        return rh__no_company(RH_RULE_POWER_NONE, a->power, 0, 0);
    if (!rh__open_private(t, g, (rh_company){a->power}))
        return rh__no_company(RH_RULE_POWER_OWNER, a->power, 0, 0);
    if (cheap ? !rh_is_player((rh_holder){g->owner[a->power]}) : g->owner[a->power] != a->by.i)
        return rh__no_company(RH_RULE_POWER_OWNER, a->power, 0, 0);
    if (g->status[a->power] & RH_POWER_USED)
        return rh__no_company(RH_RULE_POWER_USED, a->power, 0, 0);
    power = cheap ? cheap : power;
    bool here = false, tile = power->tiles == 0;
    for (int i = 0; i < power->hexes; i++)
        here |= power->hex[i] == a->hex;
    for (int i = 0; i < power->tiles; i++)
        tile |= power->tile[i] == a->tile;
    rh_refusal no = rh__no_company(here ? RH_RULE_POWER_TILE : RH_RULE_POWER_WHERE, a->power, 0, 0);
    no.hex = a->hex;
    if (!cheap && here && g->tile[a->hex] != t->hex[a->hex].printed)
        no.rule = RH_RULE_POWER_WHERE; /* somebody has built there: the power is lost */
    else if (here && tile)
        return rh__ok();
    return no;
}

static int lays_allowed(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->hooks->lays ? t->hooks->lays(t, g, c) : t->operating.lays;
}

static bool may_lie_on(const rh_title *t, int tile, rh_hex hex)
{
    uint64_t any = 0;
    for (size_t i = 0; i < sizeof t->only_on[0] / sizeof t->only_on[0][0]; i++)
        any |= t->only_on[tile][i];
    return any == 0 || (t->only_on[tile][hex.i / 64] >> (hex.i % 64) & 1);
}

/* Everything but the reach. */
static rh_refusal fits(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (a->hex >= t->hexes || !t->hex[a->hex].may_lay)
        return rh__no_hex(RH_RULE_FIXED_HEX, a->hex, 0, 0);
    if (a->power != RH_NONE) {
        const rh_refusal no = power_check(t, g, a);
        if (!rh_accepted(no))
            return no;
    }
    const int lays = lays_allowed(t, g, rh_company_of(a->by));
    if ((a->power == RH_NONE || cheap_lay(t, a->power)) && g->lays >= lays)
        return rh__no_hex(RH_RULE_ONE_TILE, a->hex, g->lays, lays);
    const int blocker = rh__blocker_of(t, g, (rh_hex){a->hex}),
              absent = closed_for(t, g, (rh_hex){a->hex});
    if (blocker != RH_NONE || absent != RH_NONE) {
        rh_refusal no =
            rh__no_hex(blocker != RH_NONE ? RH_RULE_BLOCKED_HEX : RH_RULE_CLOSED_HEX, a->hex, 0, 0);
        no.company = (uint8_t)(blocker != RH_NONE ? blocker : absent);
        return no;
    }
    if (a->tile < t->first_laid || a->tile >= t->tiles || a->turn >= RH_EDGES)
        return rh__no_hex(RH_RULE_UPGRADE_KIND, a->hex, 0, 0);
    const rh_tile *next = &t->tile[a->tile];
    if (!(t->phase[g->phase].colors >> next->color & 1))
        return rh__no_hex(RH_RULE_TILE_COLOR, a->hex, 0, 0);
    const int now = g->tile[a->hex], turned = g->turn[a->hex];
    if (!rh__upgrade_fits(t, now, turned, a->tile, a->turn))
        return rh__no_hex((rh_rule)rh__upgrade(t, now, turned, a->tile, a->turn).rule, a->hex, 0,
                          0);
    if (!may_lie_on(t, a->tile, (rh_hex){a->hex}))
        return rh__no_hex(RH_RULE_UPGRADE_KIND, a->hex, 0, 0);
    if (!next->unlimited && g->supply[a->tile] == 0)
        return rh__no_hex(RH_RULE_NO_COPY, a->hex, 0, 0);
    if (rh_exits(next, a->turn) & ~(unsigned)t->hex[a->hex].open_edges)
        return rh__no_hex(RH_RULE_EXIT_CLOSED, a->hex, 0, 0);
    const rh_money cost = lay_cost(t, g, a), cash = g->cash[a->by.i];
    if (cost > cash)
        return rh__no_hex(RH_RULE_TERRAIN_CASH, a->hex, cash, cost);
    return t->hooks->lay_check ? t->hooks->lay_check(t, g, a) : rh__ok();
}

static rh_refusal lay_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal no = fits(t, g, &a->act);
    if (!rh_accepted(no) || (a->act.power != RH_NONE && !cheap_lay(t, a->act.power)))
        return no;
    const unsigned exits = rh_exits(&t->tile[a->act.tile], a->act.turn);
    const rh_hex hex = {a->act.hex};
    if (!rh__reaches_lay(t, g, rh__operating(g), t->operating.land, hex, exits))
        return rh__no_hex(RH_RULE_UNREACHED, a->act.hex, 0, 0);
    return rh__ok();
}

void rh__lay(rh_play *p, const rh_act *act)
{
    const rh_title *t = p->t;
    rh_game *g = p->g;
    const int now = g->tile[act->hex], turned = g->turn[act->hex];
    assert(rh__upgrade_fits(t, now, turned, act->tile, act->turn));
    const uint8_t *onto = NULL;
    rh_upgrade fit;
    if (has_tokens(g, (rh_hex){act->hex})) { /* else there is none to be moved */
        fit = rh__upgrade(t, now, turned, act->tile, act->turn);
        onto = fit.onto;
    }

    if (t->hooks->before_lay)
        t->hooks->before_lay(p, act);
    rh__pay(p, act->by, rh__bank(), lay_cost(t, g, act), RH_WHY_TILE);
    if (act->power != RH_NONE)
        rh__spend_power(p, (rh_company){act->power});
    rh__lay_tile(p, act, onto, act->power == RH_NONE || cheap_lay(t, act->power));
    if (t->hooks->after_lay)
        t->hooks->after_lay(p, act);
}

/* With somebody's private its owner is asked, unless he decides for the company himself. */
static void lay_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_holder owner = {a->act.power == RH_NONE ? RH_NONE : g->owner[a->act.power]};
    const int president = rh_president(p->t, g, rh__operating(g));
    if (a->act.power == RH_NONE || !cheap_lay(p->t, a->act.power) || rh_foreign(p->t)->no_consent ||
        owner.i == rh_player_holder(president).i) {
        rh__lay(p, &a->act);
        return;
    }
    g->deal = (rh_deal){.kind = RH_DEAL_LAY,
                        .thing = a->act.power,
                        .buyer = a->act.by,
                        .seller = owner,
                        .asked = owner,
                        .trade = RH_NONE,
                        .hex = a->act.hex,
                        .turn = a->act.turn,
                        .tile = a->act.tile};
}

static void offer_on(rh_choices *list, rh_hex hex, int power, unsigned enters, bool own_token)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_LAY, rh_company_holder(rh__operating(g)));
    a.act.hex = hex.i;
    a.act.power = (uint8_t)power;
    const uint64_t *candidates = t->upgrade[g->tile[hex.i]];
    for (uint16_t tile = t->first_laid; tile < t->tiles; tile++) {
        if (!(candidates[tile / 64] >> (tile % 64) & 1))
            continue;
        a.act.tile = tile;
        for (uint8_t turn = 0; turn < RH_EDGES; turn++) {
            a.act.turn = turn;
            const bool anywhere = power != RH_NONE && !cheap_lay(t, power);
            const bool reached = own_token || anywhere || (rh_exits(&t->tile[tile], turn) & enters);
            if (reached && (t->tile[tile].turns >> turn & 1) &&
                rh__upgrade_fits(t, g->tile[hex.i], g->turn[hex.i], tile, turn) &&
                rh_accepted(fits(t, g, &a.act)))
                rh__offer(list, &a.act);
        }
    }
}

static void besides_pass(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    if (g->lays < lays_allowed(t, g, c)) {
        rh_reach reach;
        rh__reach(t, g, c, t->operating.land, &reach);
        for (int hex = 0; hex < t->hexes; hex++) {
            const bool own = rh__tokens_on(g, c, rh_hex_at(hex)) > 0;
            if (!t->hex[hex].may_lay || !(own || reach.enter[hex]))
                continue;
            offer_on(list, rh_hex_at(hex), RH_NONE, reach.enter[hex], own);
            for (int i = 0; i < t->companies; i++)
                if (t->company[i].kind == RH_PRIVATE && cheap_lay(t, i))
                    offer_on(list, rh_hex_at(hex), i, reach.enter[hex], own);
        }
    }
    for (int i = 0; i < t->companies; i++) {
        const rh_power *power = t->company[i].kind == RH_PRIVATE ? extra_lay(t, i) : NULL;
        if (power && g->owner[i] == rh_company_holder(c).i)
            for (int k = 0; k < power->hexes; k++)
                offer_on(list, rh_hex_at(power->hex[k]), i, 0, false);
    }
    if (t->operating.token_before_tile)
        rh__offer_tokens(list);
}

/* After its tile a company is asked again only if an extra lay is, or could still become, its own. */
static bool waits(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    if (g->lays < lays_allowed(t, g, c))
        return true;
    for (int i = 0; i < t->companies; i++) {
        const rh_power *power = t->company[i].kind == RH_PRIVATE ? extra_lay(t, i) : NULL;
        if (!power || !rh__open_private(t, g, rh_company_at(i)) || (g->status[i] & RH_POWER_USED))
            continue;
        if (g->owner[i] == rh_company_holder(c).i) {
            if (rh_foreign(t)->powers_ask)
                return true;
            rh_choices list = {.t = t, .g = g};
            for (int k = 0; k < power->hexes; k++)
                offer_on(&list, rh_hex_at(power->hex[k]), i, 0, false);
            if (list.count)
                return true;
        } else if (rh__private_for_company(t, g, rh_company_at(i), c)) {
            return true;
        }
    }
    return false;
}

/* Where tile and token come in any order, the token may come here already. */
static rh_refusal early_token_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return t->operating.token_before_tile ? rh__token_check(t, g, a)
                                          : rh__no(RH_RULE_WRONG_STEP, 0, 0);
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
    {RH_LAY, RH_BY_ACTOR, lay_check, lay_commit},
    {RH_TOKEN, RH_BY_ACTOR, early_token_check, rh__token_commit},
};
const rh_step rh__step_track = {.word = "track",
                                .moves = moves,
                                .move_count = sizeof moves / sizeof moves[0],
                                .waits = waits,
                                .besides_pass = besides_pass};
