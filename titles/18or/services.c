/* SPDX-License-Identifier: Apache-2.0 */
/* services.c: what trains service, and what that earns.
 *
 * The routes of 18OR are those of the engine with other rules: only cities with an own station are
 * serviced and end routes, a train may stand in one city alone, stations and rivals count once for a
 * city and turn. Where stations only block, an option, a route is as in other titles: it has one of
 * them, and every city on it is serviced. Bounds: every hex once, and the pairs of cities of one route. */
#include "engine/route/route.h"
#include "titles/18or/own.h"

/* --- bonuses ------------------------------------------------------------------------------------------ */

static rh_money sector_bonus(const rh_title *t, const rh_game *g, rh_company c, int hex)
{
    const int class = or_class_at(t, g, hex);
    rh_money sum = 0;
    for (rh_source s = {0}; rh__next_source(t, g, c, SECTOR_BONUS, &s);)
        if (class < SECTORS && (s.power->of >> class & 1))
            sum += s.power->amount;
    return sum;
}

/* Of one city, once a turn: further stations, rivals, bonuses of its sector. */
rh_money or_once(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop)
{
    const facts *f = facts_of(t);
    int rivals = 0;
    const int own = rh__tokens_on(g, c, hex);
    (void)stop;
    for (int s = 0; s < RH_SLOTS; s++)
        rivals += g->slot[hex.i][s] != RH_NONE && g->slot[hex.i][s] != c.i;
    if (rh__has_power(t, g, c, NO_RIVAL_PENALTY))
        rivals = 0;
    return (own > 1 ? own - 1 : 0) *
               (f->extra_station + rh__power_sum(t, g, c, EXTRA_STATION_BONUS)) -
           rivals * f->rival_station + sector_bonus(t, g, c, hex.i);
}

static int distance(const rh_title *t, int a, int b)
{
    const rh_hex_facts *p = &t->hex[a], *q = &t->hex[b];
    const int dx = p->x > q->x ? p->x - q->x : q->x - p->x;
    const int dy = p->y > q->y ? p->y - q->y : q->y - p->y;
    return dx + (dy > dx ? (dy - dx) / 2 : 0);
}

rh_money or_many_cities(const rh_title *t, const rh_game *g, rh_company c, int n)
{
    rh_money sum = 0;
    for (rh_source s = {0}; rh__next_source(t, g, c, MANY_CITIES_BONUS, &s);)
        sum += n >= s.power->least ? s.power->amount : 0;
    return sum;
}

static rh_money far_apart(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hex,
                          int n)
{
    int most = 0;
    rh_money sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            most = distance(t, hex[i], hex[k]) > most ? distance(t, hex[i], hex[k]) : most;
    for (rh_source s = {0}; rh__next_source(t, g, c, LONG_DISTANCE_BONUS, &s);)
        sum += most >= s.power->least ? s.power->amount : 0;
    return sum;
}

static rh_money diverse(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hex,
                        int n)
{
    unsigned seen = 0;
    rh_money sum = 0;
    for (int i = 0; i < n; i++)
        seen |= or_class_at(t, g, hex[i]) < SECTORS ? 1u << or_class_at(t, g, hex[i]) : 0;
    for (rh_source s = {0}; rh__next_source(t, g, c, DIVERSITY_BONUS, &s);)
        sum += (s.power->of & ~seen) == 0 ? s.power->amount : 0;
    return sum;
}

rh_money or_bonus_of_one(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hex,
                         int n, int which)
{
    return which == 0 ? far_apart(t, g, c, hex, n) : diverse(t, g, c, hex, n);
}

static int cities_in(const rh_title *t, const rh_stop_set *counted, uint8_t *hex)
{
    int n = 0;
    for (int h = 0; h < t->hexes; h++)
        if (counted->hex[h])
            hex[n++] = (uint8_t)h;
    return n;
}

static rh_money company_bonus(const rh_title *t, const rh_game *g, rh_company c,
                              const rh_stop_set *counted, rh_money revenue)
{
    uint8_t hex[RH_HEXES];
    (void)revenue;
    return or_many_cities(t, g, c, cities_in(t, counted, hex));
}

/* One train must service the two distant cities, one train those of all sectors (5.1-12, -13). */
static rh_money route_bonus(const rh_title *t, const rh_game *g, rh_company c,
                            const rh_stop_set *counted, int which)
{
    uint8_t hex[RH_HEXES];
    const int n = cities_in(t, counted, hex);
    return or_bonus_of_one(t, g, c, hex, n, which);
}

/* --- the rules ------------------------------------------------------------------------------------------ */

void or_route_rules(const rh_title *t, const rh_game *g, rh_company c, rh_route_rules *rules)
{
    if (!facts_of(t)->blocking_stations) {
        rules->own_stops_only = 1;
        rules->lone_stop = 1;
        rules->min_stops = 1;
        rules->company_min_stops = 2;
    }
    rules->stretch = (uint8_t)rh__power_sum(t, g, c, ROUTE_EXTENSION);
    rules->once = or_once;
    rules->once_per_route = facts_of(t)->modifiers_per_train;
    const rh_money many = rh__power_sum(t, g, c, MANY_CITIES_BONUS),
                   one = rh__power_sum(t, g, c, LONG_DISTANCE_BONUS) +
                         rh__power_sum(t, g, c, DIVERSITY_BONUS);
    rules->company_bonus = many ? company_bonus : NULL;
    rules->route_bonus = one ? route_bonus : NULL;
    rules->route_bonuses = one ? 2 : 0;
    rules->company_bonus_most = many + one;
}
