/* SPDX-License-Identifier: Apache-2.0 */
/* stations.c: stations are bought, several in a city if one likes, and scrapped at the price of a
 * notch each. Half or more of a corporation's cities are of its sectors: a station that would break
 * this is refused, and if a loss has broken it the step does not end before it holds again.
 *
 * Bounds of the loops: hexes, at each of which the cities of one corporation (MOST_CITIES) are counted;
 * the list ends when the caller has enough. */
#include "engine/board/reach.h"
#include "titles/18or/own.h"

int or_cities_of(const rh_title *t, const rh_game *g, rh_company c, uint8_t *hexes)
{
    int n = 0;
    for (uint8_t h = 0; h < t->hexes && n < MOST_CITIES; h++)
        if (rh__tokens_on(g, c, rh_hex_at(h)) > 0)
            hexes[n++] = h;
    return n;
}

/* --- sectors ---------------------------------------------------------------------------------------- */

bool or_matches(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    const int class = or_class_at(t, g, hex.i);
    return facts_of(t)->sectors[c.i] == 0 ||
           (class < SECTORS && (facts_of(t)->sectors[c.i] >> class & 1));
}

static bool majority_with(const rh_title *t, const rh_game *g, rh_company c, int another)
{
    uint8_t hex[MOST_CITIES];
    const int n = or_cities_of(t, g, c, hex);
    const bool new = another != RH_NONE &&rh__tokens_on(g, c, rh_hex_at(another)) == 0;
    int matching = new &&or_matches(t, g, c, rh_hex_at(another));
    for (int i = 0; i < n; i++)
        matching += or_matches(t, g, c, rh_hex_at(hex[i]));
    return 2 * matching >= n + new;
}

/* A city outside the sectors may always go, and a station beside another one: that mends or leaves
 * alone. One of the sectors may not if less than half would be left (version 2 let it go, and more had
 * to follow). */
static bool majority_without(const rh_title *t, const rh_game *g, rh_company c, int left)
{
    uint8_t hex[MOST_CITIES];
    const int n = or_cities_of(t, g, c, hex);
    if (rh__tokens_on(g, c, rh_hex_at(left)) > 1 || !or_matches(t, g, c, rh_hex_at(left)))
        return true;
    int matching = -1;
    for (int i = 0; i < n; i++)
        matching += or_matches(t, g, c, rh_hex_at(hex[i]));
    return 2 * matching >= n - 1;
}

bool or_majority(const rh_title *t, const rh_game *g, rh_company c)
{
    return majority_with(t, g, c, RH_NONE);
}

/* The last station stays even where it breaks the rule. */
static bool must_mend(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->tokens_used[c.i] > 1 && !or_majority(t, g, c);
}

/* --- placing ---------------------------------------------------------------------------------------- */

static int at_cost(const rh_title *t, const rh_game *g, rh_company c)
{
    return 1 + rh__power_sum(t, g, c, EXTRA_STATION);
}

rh_money or_token_price(const rh_title *t, const rh_game *g, rh_company c, int nth)
{
    (void)nth; /* all alike */
    return or_station_cost(t, g, c);
}

rh_money or_station_cost(const rh_title *t, const rh_game *g, rh_company c)
{
    return rh__has_power(t, g, c, FREE_STATIONS) ? 0 : t->company[c.i].token_price[0];
}

rh_money or_station_cost_now(const rh_title *t, const rh_game *g, rh_company c)
{
    return or_station_cost(t, g, c) * (g->tokens < at_cost(t, g, c) ? 1 : 2);
}

/* Everything but the reach. */
static rh_refusal has_room(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_company c = rh__operating(g);
    if (g->tokens_used[c.i] >= t->company[c.i].tokens)
        return no_of(RH_RULE_NO_TOKEN, c.i, 0, 0);
    if (g->tokens > at_cost(t, g, c))
        return no_of(RH_RULE_ONE_TOKEN, c.i, 0, 0);
    if (!on_board(t, g, a->hex) || !or_developed(t, g, a->hex) || a->power != RH_NONE ||
        a->city >= t->tile[g->tile[a->hex]].stops ||
        t->tile[g->tile[a->hex]].stop[a->city].kind != RH_CITY)
        return no_at(RH_RULE_NO_CITY, a->hex < t->hexes ? a->hex : RH_NONE, 0, 0);
    if (rh__free_slots(t, g, (rh_hex){a->hex}, a->city) == 0)
        return no_at(RH_RULE_NO_SLOT, a->hex, 0, 0);
    if (g->tokens_used[c.i] == 0 && !or_matches(t, g, c, (rh_hex){a->hex}))
        return no_at(NO_FIRST_SECTOR, a->hex, 0, 0);
    if (!majority_with(t, g, c, a->hex))
        return no_at(NO_MAJORITY, a->hex, 0, 0);
    const rh_money cost = or_station_cost_now(t, g, c), cash = g->cash[a->by.i];
    return cost > cash ? no_at(RH_RULE_TOKEN_CASH, a->hex, cash, cost) : rh__ok();
}

static rh_refusal token_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const rh_refusal no = has_room(t, g, &a->act);
    if (!rh_accepted(no) || g->tokens_used[c.i] == 0 ||
        rh__tokens_on(g, c, (rh_hex){a->act.hex}) > 0)
        return no;
    return rh__reaches_stop(t, g, c, t->operating.land, (rh_hex){a->act.hex}, a->act.city)
               ? no
               : no_at(RH_RULE_TOKEN_UNREACHED, a->act.hex, 0, 0);
}

static void token_commit(rh_play *p, const rh_action *a)
{
    const rh_game *g = p->g;
    const rh_company c = rh__operating(g);
    rh__buy_token(p, c, (rh_hex){a->act.hex}, a->act.city, or_station_cost_now(p->t, g, c));
}

/* --- scrapping -------------------------------------------------------------------------------------- */

void or_take_back(rh_play *p, rh_company c, rh_hex hex, bool falls)
{
    rh__lift_token(p, c, hex);
    or_event(p, falls ? EVENT_SCRAPPED : EVENT_REMOVED, rh__nobody(), c.i, hex.i);
    if (falls)
        or_move(p, c, -1);
}

void or_abandon(rh_play *p, rh_company c, rh_hex hex)
{
    while (rh__tokens_on(p->g, c, hex) > 0 && p->g->tokens_used[c.i] > 1)
        or_take_back(p, c, hex, true); /* a bankrupt corporation has none left */
}

static rh_refusal taken_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    if (a->act.hex >= t->hexes || rh__tokens_on(g, c, (rh_hex){a->act.hex}) == 0)
        return no_at(NO_STATION_HERE, a->act.hex < t->hexes ? a->act.hex : RH_NONE, 0, 0);
    return g->tokens_used[c.i] < 2 ? no_at(NO_LAST_STATION, a->act.hex, 0, 0) : rh__ok();
}

static rh_refusal scrap_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal no = taken_check(t, g, a);
    if (rh_accepted(no) && rh_rules_since(t, 3) &&
        !majority_without(t, g, rh__operating(g), a->act.hex))
        return no_at(NO_MAJORITY, a->act.hex, 0, 0);
    return no;
}

static rh_refusal abandon_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const rh_refusal no = taken_check(t, g, a);
    if (rh_accepted(no) && (!must_mend(t, g, c) || or_matches(t, g, c, (rh_hex){a->act.hex})))
        return no_at(NO_KEPT_CITY, a->act.hex, 0, 0);
    return no;
}

static void end_if_gone(rh_play *p, rh_company c)
{
    if ((p->g->status[c.i] & RH_CLOSED) && !p->g->over)
        rh__end_step(p);
}

static void scrap_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    or_take_back(p, c, (rh_hex){a->act.hex}, true);
    end_if_gone(p, c);
}

static void abandon_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    or_abandon(p, c, (rh_hex){a->act.hex});
    end_if_gone(p, c);
}

/* --- the step --------------------------------------------------------------------------------------- */

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    const rh_company c = rh__operating(g);
    return must_mend(t, g, c) ? no_of(NO_MAJORITY_FIRST, c.i, 0, 0) : rh__ok();
}

static void offer_tokens(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    rh_action a;
    rh__set_choice(&a, RH_TOKEN, rh_company_holder(c));
    if (g->tokens_used[c.i] >= t->company[c.i].tokens || g->tokens > at_cost(t, g, c) ||
        or_station_cost_now(t, g, c) > g->cash[a.act.by.i])
        return;
    rh_reach reach = {0};
    if (g->tokens_used[c.i] > 0)
        rh__reach(t, g, c, t->operating.land, &reach);
    for (a.act.hex = 0; a.act.hex < t->hexes && !rh__enough(list); a.act.hex++) {
        const bool near = g->tokens_used[c.i] == 0 || (reach.stops[a.act.hex] & 1) ||
                          rh__tokens_on(g, c, (rh_hex){a.act.hex}) > 0;
        if (near && rh_accepted(has_room(t, g, &a.act)))
            rh__offer(list, &a.act);
    }
}

bool or_may_place(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g, .any = true};
    offer_tokens(&list);
    return list.count > 0;
}

static void offer_scrapping(rh_choices *list)
{
    const rh_company c = rh__operating(list->g);
    rh_action a;
    rh__set_choice(&a, VERB_SCRAP, rh_company_holder(c));
    for (a.act.hex = 0; a.act.hex < list->t->hexes && !rh__enough(list); a.act.hex++) {
        if (rh__tokens_on(list->g, c, (rh_hex){a.act.hex}) == 0)
            continue;
        a.act.kind = VERB_SCRAP;
        rh__offer_if(list, scrap_check, &a);
        a.act.kind = VERB_ABANDON;
        rh__offer_if(list, abandon_check, &a);
    }
}

static void offer_stations(rh_choices *list)
{
    offer_tokens(list);
    offer_scrapping(list);
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, rh__pass_ends_step},
    {RH_TOKEN, RH_BY_ACTOR, token_check, token_commit},
    {VERB_SCRAP, RH_BY_ACTOR, scrap_check, scrap_commit},
    {VERB_ABANDON, RH_BY_ACTOR, abandon_check, abandon_commit},
};
const rh_step or_step_token = {.word = "token",
                               .moves = moves,
                               .move_count = 4,
                               .besides_pass = offer_stations,
                               .idle = rh__token_idle};
