/* SPDX-License-Identifier: Apache-2.0 */
/* counting.c: the older rule of the rulebook, an option: no routes at all.
 *
 * A train is assigned to a section of the network, cities joined by unblocked track, and services any
 * of its corporation's cities there, as many as its number. No city is serviced twice, so diesels
 * take the best ones (8.4-1). A route of a run names the cities of one train.
 *
 * Bounds: cities to the power of trains and one, cut by what cities can bring; who waits for it gives a
 * limit of steps. A section is found by looking at each side of each hex once. */
#include "engine/route/route.h"
#include "titles/18or/own.h"

/* --- sections ------------------------------------------------------------------------------------- */

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint8_t entered[RH_HEXES]; /* bit e: looked at from this side; bit FROM_CITY: from the city */
} flood;

enum { FROM_CITY = RH_EDGES };

static const rh_tile *tile_of(const flood *f, int hex) { return &f->t->tile[f->g->tile[hex]]; }

static bool live(const flood *f, int hex, int edge)
{
    const int beyond = f->t->hex[hex].neighbour[edge];
    return beyond != RH_NONE && (rh_exits(tile_of(f, hex), f->g->turn[hex]) >> edge & 1) &&
           (rh_exits(tile_of(f, beyond), f->g->turn[beyond]) >> rh_opposite(edge) & 1);
}

static int turned(int end, int turn) { return end < RH_EDGES ? rh_turned(end, turn) : FROM_CITY; }

/* At most once for each side and city of the board. */
static void spread(flood *f, int hex, int from)
{
    if (f->entered[hex] >> from & 1)
        return;
    f->entered[hex] |= (uint8_t)(1u << from);
    for (int i = 0; i < tile_of(f, hex)->paths; i++) {
        const rh_path *p = &tile_of(f, hex)->path[i];
        const int a = turned(p->a, f->g->turn[hex]), b = turned(p->b, f->g->turn[hex]);
        if (a != from && b != from)
            continue;
        const int to = a == from ? b : a;
        if (to == FROM_CITY) {
            if (rh__tokens_on(f->g, f->c, rh_hex_at(hex)) > 0 ||
                rh__free_slots(f->t, f->g, rh_hex_at(hex), 0) > 0)
                spread(f, hex, FROM_CITY);
        } else if (live(f, hex, to)) {
            spread(f, f->t->hex[hex].neighbour[to], rh_opposite(to));
        }
    }
}

/* Marks the cities of c that unblocked track joins with this one. */
static void find_section(const rh_title *t, const rh_game *g, rh_company c, int hex, uint8_t *in)
{
    flood f = {.t = t, .g = g, .c = c};
    spread(&f, hex, FROM_CITY);
    for (int h = 0; h < t->hexes; h++)
        in[h] = (f.entered[h] >> FROM_CITY & 1) && rh__tokens_on(g, c, rh_hex_at(h)) > 0;
}

void or_sections(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                 uint8_t *section)
{
    int sections = 0;
    for (int i = 0; i < n; i++)
        section[i] = RH_NONE;
    for (int i = 0; i < n; i++) {
        flood f = {.t = t, .g = g, .c = c};
        if (section[i] != RH_NONE)
            continue;
        spread(&f, hexes[i], FROM_CITY);
        for (int k = i; k < n; k++)
            if (f.entered[hexes[k]] >> FROM_CITY & 1)
                section[k] = (uint8_t)sections;
        sections++;
    }
}

/* --- what a run is worth -------------------------------------------------------------------------- */

typedef struct {
    uint8_t hex[MOST_CITIES];
    int cities;
} serviced;

static rh_money printed(const rh_title *t, const rh_game *g, int train, int hex)
{
    const int times = t->train[t->train_kind[train]].multiplier;
    return rh__stop_value(t, g, rh_hex_at(hex), 0) * (times > 1 ? times : 1);
}

static rh_refusal route_check(const rh_title *t, const rh_game *g, rh_company c,
                              const rh_runs *runs, int r, serviced *all, bool *stretched)
{
    const rh_run_route *route = &runs->route[r];
    const int most = route->train < t->trains ? t->train[t->train_kind[route->train]].stops : 0;
    const int stretch = *stretched ? 0 : rh__power_sum(t, g, c, ROUTE_EXTENSION);
    uint8_t section[RH_HEXES] = {0};
    if (route->train >= t->trains || g->train_at[route->train] != rh_company_holder(c).i ||
        route->first + route->count > RH_WAY || route->count == 0)
        return rh__no(RH_RULE_ROUTE_TRAIN, 0, 0);
    for (int i = 0; i < r; i++)
        if (runs->route[i].train == route->train)
            return rh__no(RH_RULE_ROUTE_TRAIN, 0, 0);
    if (route->count > most + stretch)
        return rh__no(RH_RULE_ROUTE_LONG, route->count, most);
    *stretched |= route->count > most;
    for (int i = route->first; i < route->first + route->count; i++) {
        const rh_waypoint at = runs->way[i];
        if (at.hex >= t->hexes || at.stop != 0 || rh__tokens_on(g, c, (rh_hex){at.hex}) == 0)
            return no_at(RH_RULE_ROUTE_TOKEN, at.hex < t->hexes ? at.hex : RH_NONE, 0, 0);
        if (i == route->first)
            find_section(t, g, c, at.hex, section);
        if (!section[at.hex])
            return no_at(RH_RULE_ROUTE_TRACK, at.hex, 0, 0);
        for (int k = 0; k < all->cities; k++)
            if (all->hex[k] == at.hex)
                return no_at(RH_RULE_ROUTE_SHARED, at.hex, 0, 0);
        all->hex[all->cities++] = at.hex;
    }
    return rh__ok();
}

rh_refusal or_count_explain(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                            rh_breakdown *why)
{
    serviced all = {.cities = 0};
    rh_money most[OR_BONUSES_OF_ONE] = {0}, more = 0;
    bool stretched = false;
    *why = (rh_breakdown){0};
    for (int r = 0; r < runs->routes && r < RH_RUN_ROUTES; r++) {
        const int before = all.cities;
        const rh_refusal no = route_check(t, g, c, runs, r, &all, &stretched);
        if (!rh_accepted(no))
            return no;
        for (int i = before; i < all.cities; i++)
            rh__add_part(why,
                         (rh_run_part){.kind = RH_PART_STOP,
                                       .route = (uint8_t)r,
                                       .hex = all.hex[i],
                                       .amount = printed(t, g, runs->route[r].train, all.hex[i])});
        for (int b = 0; b < OR_BONUSES_OF_ONE; b++) {
            const rh_money bonus =
                or_bonus_of_one(t, g, c, all.hex + before, all.cities - before, b);
            most[b] = bonus > most[b] ? bonus : most[b];
        }
    }
    for (int i = 0; i < all.cities; i++)
        rh__add_part(why, (rh_run_part){.kind = RH_PART_ONCE,
                                        .route = RH_NONE,
                                        .hex = all.hex[i],
                                        .amount = or_once(t, g, c, rh_hex_at(all.hex[i]), 0)});
    rh_run_part part = {.route = RH_NONE, .hex = RH_NONE};
    for (int b = 0; b < OR_BONUSES_OF_ONE; b++)
        more += most[b];
    part.kind = RH_PART_COMPANY;
    part.amount = or_many_cities(t, g, c, all.cities) + more;
    if (all.cities < 2 || why->revenue < 0)
        part.amount = -why->revenue; /* nothing at all */
    rh__add_part(why, part);
    return rh__ok();
}

rh_refusal or_count_value(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                          rh_money *income)
{
    rh_breakdown why;
    const rh_refusal no = or_count_explain(t, g, c, runs, &why);
    *income = rh_accepted(no) ? why.revenue : 0;
    return no;
}

/* --- the best -------------------------------------------------------------------------------------- */

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint8_t hex[MOST_CITIES], train[RH_RUN_ROUTES];
    uint8_t of[MOST_CITIES]; /* train of a city, or RH_NONE */
    int cities, trains;
    uint64_t steps, limit;
    rh_runs *best;
    rh_money income;
} search;

/* Valuing a run takes as long as so many steps of the search. */
enum { A_WEIGHING = 100 };

static void weigh(search *s)
{
    s->steps += A_WEIGHING;
    rh_runs runs = {0};
    rh_money income;
    for (int k = 0; k < s->trains; k++) {
        const uint16_t first = runs.used;
        for (int i = 0; i < s->cities; i++)
            if (s->of[i] == k)
                runs.way[runs.used++] = (rh_waypoint){s->hex[i], 0};
        if (runs.used > first)
            runs.route[runs.routes++] =
                (rh_run_route){s->train[k], first, (uint16_t)(runs.used - first)};
    }
    if (rh_accepted(or_count_value(s->t, s->g, s->c, &runs, &income)) && income > s->income) {
        s->income = income;
        *s->best = runs;
    }
}

/* City after city goes to one of the trains or to none; false when the steps are used up. */
static bool assign(search *s, int city, rh_money hope)
{
    if (s->limit && s->steps++ >= s->limit)
        return false;
    if (city == s->cities) {
        weigh(s);
        return true;
    }
    if (hope <= s->income)
        return true;
    rh_money most = 0;
    for (int k = 0; k < s->trains; k++) {
        const rh_money value = printed(s->t, s->g, s->train[k], s->hex[city]);
        most = value > most ? value : most;
    }
    const rh_money once = or_once(s->t, s->g, s->c, rh_hex_at(s->hex[city]), 0);
    const rh_money best = most + (once > 0 ? once : 0);
    for (int k = 0; k < s->trains; k++) {
        s->of[city] = (uint8_t)k;
        const rh_money value = printed(s->t, s->g, s->train[k], s->hex[city]) + once;
        if (!assign(s, city + 1, hope - best + value))
            return false;
    }
    s->of[city] = RH_NONE;
    return assign(s, city + 1, hope - best);
}

/* `without` is of no use here: any other set of the same trains will do. */
bool or_count_best(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                   int route, void *work, size_t size, uint64_t limit, rh_runs *runs, rh_best *best)
{
    search s = {.t = t, .g = g, .c = c, .limit = limit, .best = runs};
    (void)without, (void)route, (void)work, (void)size;
    *runs = (rh_runs){0};
    s.cities = or_cities_of(t, g, c, s.hex);
    for (int i = t->trains - 1; i >= 0 && s.trains < RH_RUN_ROUTES; i--)
        if (g->train_at[i] == rh_company_holder(c).i)
            s.train[s.trains++] = (uint8_t)i;
    rh_money hope = or_many_cities(t, g, c, s.cities);
    for (int b = 0; b < OR_BONUSES_OF_ONE; b++)
        hope += or_bonus_of_one(t, g, c, s.hex, s.cities, b);
    for (int i = 0; i < s.cities; i++) {
        rh_money most = 0;
        for (int k = 0; k < s.trains; k++)
            most = printed(t, g, s.train[k], s.hex[i]) > most ? printed(t, g, s.train[k], s.hex[i])
                                                              : most;
        const rh_money once = or_once(t, g, c, rh_hex_at(s.hex[i]), 0);
        hope += most + (once > 0 ? once : 0);
    }
    const bool proved = s.trains == 0 || assign(&s, 0, hope);
    *best = (rh_best){.revenue = s.income, .searched = s.steps, .proved = proved};
    return true;
}
