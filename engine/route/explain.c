/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c: where the revenue of routes comes from, in parts that add up to it.
 *
 * Screens, reports and records say it from here, so that "why is it 140?" has one answer. On tiles
 * every counted stop is a part of its route, with the train's multiplier in it; a title that values
 * runs its own way explains them its own way (rh_hooks.explain_runs). */
#include <stdio.h>
#include <string.h>

#include "engine/hooks.h"
#include "engine/route/route.h"

void rh__add_part(rh_breakdown *why, rh_run_part part)
{
    if (part.amount == 0 && part.kind != RH_PART_STOP)
        return;
    *(part.kind == RH_PART_FEE ? &why->fee : &why->revenue) += part.amount;
    assert(why->parts < RH_RUN_PARTS);
    why->part[why->parts++] = part;
}

static void add_route(const rh_title *t, const rh_game *g, const rh_runs *runs, int r,
                      const rh_route_value *value, rh_breakdown *why)
{
    const rh_run_route *route = &runs->route[r];
    const int times = rh__train_facts(t, g, route->train)->multiplier;
    for (int i = route->first; i < route->first + route->count; i++) {
        const rh_waypoint at = runs->way[i];
        if (at.stop != RH_PASSING)
            rh__add_part(why,
                         (rh_run_part){.kind = RH_PART_STOP,
                                       .route = (uint8_t)r,
                                       .hex = at.hex,
                                       .stop = at.stop,
                                       .amount = rh__stop_value(t, g, (rh_hex){at.hex}, at.stop) *
                                                 (times > 1 ? times : 1)});
    }
    rh_run_part rest = {.route = (uint8_t)r, .hex = RH_NONE};
    rest.kind = RH_PART_BONUS;
    rest.amount = value->bonus;
    rh__add_part(why, rest);
    rest.kind = RH_PART_FEE;
    rest.amount = value->fee;
    rh__add_part(why, rest);
}

/* What stops bring once, however many routes count them; returns all of it. */
static rh_money add_once(const rh_title *t, const rh_game *g, rh_company c,
                         const rh_route_rules *rules, const rh_runs *runs, rh_breakdown *why)
{
    uint8_t met[RH_HEXES] = {0};
    const rh_money before = why->revenue;
    for (int r = 0; r < runs->routes && rules->once && !rules->once_per_route; r++)
        for (int k = 0; k < runs->route[r].count; k++) {
            const rh_waypoint at = runs->way[runs->route[r].first + k];
            if (at.stop == RH_PASSING || (met[at.hex] >> at.stop & 1))
                continue;
            met[at.hex] |= (uint8_t)(1u << at.stop);
            rh__add_part(why,
                         (rh_run_part){.kind = RH_PART_ONCE,
                                       .route = RH_NONE,
                                       .hex = at.hex,
                                       .stop = at.stop,
                                       .amount = rules->once(t, g, c, (rh_hex){at.hex}, at.stop)});
        }
    return why->revenue - before;
}

rh_refusal rh_explain_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           rh_breakdown *why)
{
    rh_route_rules rules;
    rh_runs_value value;
    *why = (rh_breakdown){0};
    if (t->hooks->explain_runs)
        return t->hooks->explain_runs(t, g, c, runs, why);
    rh__route_rules(t, g, c, &rules);
    const rh_refusal no = rh__value_runs(t, g, c, &rules, runs, &value);
    if (!rh_accepted(no))
        return no;
    for (int r = 0; r < runs->routes; r++)
        add_route(t, g, runs, r, &value.route[r], why);
    rh_run_part all = {.route = RH_NONE, .hex = RH_NONE, .kind = RH_PART_ONCE};
    all.amount = value.once - add_once(t, g, c, &rules, runs, why);
    rh__add_part(why, all);
    /* What remains is a bonus of the company, or what it forfeits with too few stops. */
    all.kind = RH_PART_COMPANY;
    all.amount = value.revenue - why->revenue;
    rh__add_part(why, all);
    return no;
}

const char *rh_part_word(rh_part_kind kind)
{
    static const char *const WORD[RH_PART_KINDS] = {
        [RH_PART_STOP] = "stop",       [RH_PART_BONUS] = "bonus",     [RH_PART_ONCE] = "once",
        [RH_PART_COMPANY] = "company", [RH_PART_PENALTY] = "penalty", [RH_PART_FEE] = "fee",
    };
    return WORD[kind];
}

size_t rh_part_text(const rh_title *t, const rh_run_part *part, char *text, size_t cap)
{
    const char *of = rh_text(t, part->of), *place = "";
    if (part->hex < t->hexes)
        place = t->hex[part->hex].place[0] ? t->hex[part->hex].place : t->hex[part->hex].name;
    int n = 0;
    switch ((rh_part_kind)part->kind) {
    case RH_PART_STOP: n = snprintf(text, cap, "%s%s%s", place, *of ? " for " : "", of); break;
    case RH_PART_BONUS: n = snprintf(text, cap, "bonus on the way"); break;
    case RH_PART_ONCE: n = snprintf(text, cap, "once for all routes"); break;
    case RH_PART_COMPANY:
        n = snprintf(text, cap, "%s",
                     part->amount < 0 ? "too little for the company" : "bonus of the company");
        break;
    case RH_PART_PENALTY:
        n = snprintf(text, cap, "%d track%s without a train%s%s", part->count,
                     part->count == 1 ? "" : "s", *of ? ", to " : "", of);
        break;
    case RH_PART_FEE: n = snprintf(text, cap, "fee%s%s", *of ? " of " : "", of); break;
    case RH_PART_KINDS: break;
    }
    return n > 0 ? (size_t)n : 0;
}
