/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c: what routes cost and earn beyond their stops, the city that one train may pass, and what
 * becomes of a company without a president that cannot run.
 *
 * Bounds of the loops: waypoints of a route (RH_WAY), companies. */
#include "titles/18norway/own.h"

#include <stdio.h>

/* Ten for each hex with a mountain token, unless the company owns the private that clears snow; and
 * the ferry, unless it owns the one that pays it. Trains only, each train once a hex. */
static rh_money hex_fee(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    const norway_facts *facts = norway(t);
    if (hex.i == facts->ferry.hex)
        return rh__has_power(t, g, c, NORWAY_NO_FERRY_FEE) ? 0 : facts->ferry.fee[g->phase];
    if (norway_has_mountain_token(t, g, hex) && !rh__has_power(t, g, c, NORWAY_NO_FEE))
        return facts->mountain_fee;
    return 0;
}

/* The same for pictures, which know no company. */
bool norway_fee_look(const rh_title *t, const rh_game *g, rh_hex hex, rh_fee_look *out)
{
    static const rh_game PRINTED; /* the first phase, and no tunnel yet */
    const norway_facts *facts = norway(t);
    const rh_game *at = g ? g : &PRINTED;
    if (hex.i == facts->ferry.hex) {
        out->fee = facts->ferry.fee[at->phase];
        out->ground = RH_TERRAIN_WATER;
        snprintf(out->words, sizeof out->words, "ferry: each train pays %s a run",
                 rh_money_said(t, out->fee).s);
        return out->fee > 0;
    }
    out->fee = facts->mountain_fee;
    out->ground = RH_TERRAIN_MOUNTAIN;
    snprintf(out->words, sizeof out->words,
             "mountain token: each train pays %s a run, until a tunnel is dug for %s",
             rh_money_said(t, out->fee).s,
             rh_money_said(t, t->tile[t->hex[hex.i].printed].terrain).s);
    return out->fee > 0 && norway_has_mountain_token(t, at, hex);
}

static bool harbour(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop,
                    int tracks)
{
    (void)stop;
    return !(tracks & t->operating.land) && norway_has_port(t, g, c, hex);
}

static rh_money mail(const rh_title *t, const rh_game *g, rh_company c, const rh_stop_set *counted,
                     rh_money revenue)
{
    (void)counted, (void)revenue; /* asked only for a revenue above 0 */
    return rh__power_on(t, c.i, NORWAY_MAIL)->amounts[g->phase];
}

void norway_route_rules(const rh_title *t, const rh_game *g, rh_company c, rh_route_rules *rules)
{
    const norway_facts *facts = norway(t);
    rules->hex_fee = hex_fee;
    rules->fee_tracks = t->operating.land;
    rules->harbour = harbour;
    if (rh__has_power(t, g, c, NORWAY_MAIL)) {
        rules->company_bonus = mail;
        rules->company_bonus_most = rh__power_on(t, c.i, NORWAY_MAIL)->amounts[g->phase];
    }
    if (!rh__power_on(t, c.i, NORWAY_PASS_BLOCKED))
        return;
    const uint8_t chosen = norway_of(g)->switch_train;
    rules->pass_blocked = !facts->pass_chosen || chosen != RH_NONE;
    rules->pass_tracks = t->operating.land;
    if (facts->pass_chosen && chosen != RH_NONE) {
        rules->pass_tracks = rh__train_facts(t, g, chosen)->track;
        if (rh_rules_since(t, 2)) {
            rules->extra_stop = 1;
            rules->pass_only = chosen;
        } else { /* then any stop could be left out, by any train like the chosen one */
            rules->skip_stops = 1;
        }
    }
}

/* In 18xx.games the train is chosen before the run. */

rh_refusal norway_switch_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_pending now = {.step = t->sequence.step[g->step]};
    if (!norway(t)->pass_chosen || rh_round(t, g) != RH_ROUND_OPERATING ||
        now.step != RH_STEP_RUN || !rh__power_on(t, g->operating, NORWAY_PASS_BLOCKED))
        return rh__no(RH_RULE_WRONG_STEP, 0, 0);
    if (a->act.train >= t->trains || g->train_at[a->act.train] != a->act.by.i)
        return rh__no(RH_RULE_ROUTE_TRAIN, 0, 0);
    return rh__ok();
}

void norway_switch_commit(rh_play *p, const rh_action *a)
{
    norway_in(p->g)->switch_train = a->act.train;
}

/* A train that may pass a blocked city leaves out the first inside its route. If there is none and
 * the route of a chosen train has a stop too many, the dearest goes, an end too, but not the only one
 * with an own station: 18xx.games takes the stop without which least is earned. */
int norway_left_out(const rh_title *t, const rh_game *g, rh_company c, int train,
                    const rh_waypoint *way, int count)
{
    rh_route_rules rules;
    const bool chosen = norway_of(g)->switch_train == train;
    if (!rh__power_on(t, c.i, NORWAY_PASS_BLOCKED) || (norway(t)->pass_chosen && !chosen))
        return -1;
    rh__route_rules(t, g, c, &rules);
    int last = count - 1, stops = 0, owned = 0, only = -1, dearest = -1;
    while (last > 0 && way[last].stop == RH_PASSING)
        last--;
    for (int i = 0; i <= last; i++) {
        bool own;
        if (way[i].stop == RH_PASSING)
            continue;
        const rh_stop_state state =
            rh__stop_state(t, g, c, &rules, (rh_hex){way[i].hex}, way[i].stop,
                           rh__train_facts(t, g, train)->track, &own);
        if (state == RH_STOP_BLOCKED && stops > 0 && i < last)
            return i;
        stops++;
        only = own ? i : only;
        owned += own;
    }
    if (!chosen || stops <= rh__train_facts(t, g, train)->stops)
        return -1;
    for (int i = 0; i <= last; i++)
        if (way[i].stop != RH_PASSING && !(owned == 1 && i == only) &&
            (dearest < 0 ||
             rh__stop_value(t, g, (rh_hex){way[i].hex}, way[i].stop) >
                 rh__stop_value(t, g, (rh_hex){way[dearest].hex}, way[dearest].stop)))
            dearest = i;
    return dearest;
}

/* A company without a president keeps what it earns and falls as usual; if it could run nothing, it
 * falls twice at the end of the round instead. */
bool norway_price_stays(rh_play *p, rh_company c)
{
    if (rh_president(p->t, p->g, c) != RH_NONE || p->g->last_revenue[c.i] > 0)
        return false;
    norway_in(p->g)->stuck |= (uint64_t)1 << c.i;
    return true;
}

void norway_operating_ends(rh_play *p)
{
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(p->t, p->g, order);
    for (int i = 0; i < n; i++)
        if (norway_of(p->g)->stuck >> order[i].i & 1)
            rh__price_move(p, order[i], RH_LEFT, 2);
    norway_in(p->g)->stuck = 0;
}

/* Ships break rules of their own. */
int norway_route_rule(const rh_title *t, const rh_train_facts *train, int rule)
{
    if (train->track & t->operating.land)
        return rule;
    switch (rule) {
    case RH_RULE_ROUTE_TRACK:
    case RH_RULE_ROUTE_TOWN:
    case RH_RULE_ROUTE_SHARED: return NORWAY_RULE_SHIP_LANE;
    case RH_RULE_ROUTE_TOKEN: return NORWAY_RULE_SHIP_START;
    case RH_RULE_ROUTE_BLOCKED: return NORWAY_RULE_SHIP_BLOCKED;
    default: return rule;
    }
}
