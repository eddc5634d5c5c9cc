/* SPDX-License-Identifier: Apache-2.0 */
/* contrary.c: bends actions and compares answers with lists. */
#include "bots/contrary.h"

#include <string.h>

/* Which fields make an action what it is; the others are not part of its line in a record. */
enum {
    COMPANY = 1,
    HOLDER = 2,
    HEX = 4,
    TURN = 8,
    CITY = 16,
    TRAIN = 32,
    TRADE = 64,
    UNITS = 128,
    POWER = 256,
    TILE = 512,
    AMOUNT = 1024,
    FACE = 2048,
    FIELDS = 12
};

/* Of the verb's pattern, letter by letter (engine/action.c). */
static unsigned used_by(const rh_title *t, int kind)
{
    static const struct {
        char letter;
        uint16_t fields;
    } OF[] = {{'c', COMPANY}, {'C', COMPANY}, {'n', AMOUNT},     {'m', AMOUNT}, {'p', HOLDER},
              {'P', HOLDER},  {'h', HEX},     {'H', HEX | CITY}, {'T', TILE},   {'r', TURN},
              {'u', UNITS},   {'v', UNITS},   {'t', TRAIN},      {'k', CITY},   {'w', CITY},
              {'U', POWER},   {'F', TRADE},   {'R', 0}};
    unsigned used = 0;
    for (const char *f = rh_verb_of(t, kind)->pattern; *f; f++) {
        size_t i = 0;
        while (OF[i].letter != *f) {
            i++;
            assert(i < sizeof OF / sizeof OF[0]);
        }
        used |= OF[i].fields;
    }
    return kind == RH_TRAIN ? used | FACE : used; /* elsewhere the side that is up is meant */
}

/* Comparing */

/* The smallest turn that looks the same. Symmetry repeats, so the turns that differ are the first
 * 1, 2, 3 or 6. */
static int same_turn(const rh_title *t, const rh_act *a)
{
    int period = 0;
    for (int r = 0; a->tile < t->tiles && r < RH_EDGES; r++)
        period += t->tile[a->tile].turns >> r & 1;
    return period ? a->turn % period : a->turn;
}

/* One share is bought without saying so. */
static bool same_units(const rh_act *c, const rh_act *a)
{
    return c->units == a->units || (a->kind == RH_BUY && c->units <= 1 && a->units <= 1);
}

static bool stands_for(const rh_title *t, const rh_choice *choice, const rh_act *a)
{
    const rh_act *c = &choice->act;
    if (c->kind != a->kind || c->by.i != a->by.i)
        return false;
    const unsigned used = used_by(t, a->kind);
    return (!(used & COMPANY) || c->company == a->company) &&
           (!(used & HOLDER) || c->holder.i == a->holder.i) &&
           (!(used & HEX) || c->hex == a->hex) &&
           (!(used & TURN) || (a->turn < RH_EDGES && c->turn == same_turn(t, a))) &&
           (!(used & CITY) || c->city == a->city) && (!(used & TRAIN) || c->train == a->train) &&
           (!(used & TRADE) || c->trade == a->trade) && (!(used & UNITS) || same_units(c, a)) &&
           (!(used & FACE) || c->face == a->face) && (!(used & POWER) || c->power == a->power) &&
           (!(used & TILE) || c->tile == a->tile) &&
           (!(used & AMOUNT) || (a->amount >= c->amount && a->amount <= choice->most &&
                                 (a->amount - c->amount) % choice->step == 0));
}

bool rh_is_listed(const rh_title *t, const rh_game *g, const rh_choice *list, size_t n,
                  const rh_action *a)
{
    if (rh_verb_of(t, a->act.kind) == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!stands_for(t, &list[i], &a->act))
            continue;
        /* A listed run stands for every set of routes that keeps the rules of routes. */
        rh_money revenue;
        return a->act.kind != RH_RUN ||
               rh_accepted(rh_value_runs(t, g, rh_company_of(a->act.by), &a->runs, &revenue));
    }
    return false;
}

const char *rh_contrary_try(const rh_title *t, const rh_game *g, const rh_choice *list, size_t n,
                            const rh_action *a, rh_game *scratch, rh_contrary_count *count)
{
    *scratch = *g;
    const rh_refusal asked = rh_check(t, g, a), no = rh_apply(t, scratch, a, NULL);
    if (count && rh_accepted(no))
        count->accepted++;
    else if (count)
        count->refused++, count->by_rule[no.rule]++;
    if (memcmp(&asked, &no, sizeof no) != 0)
        return "rh_check() and rh_apply() answer alike";
    if (!rh_accepted(no) && memcmp(scratch, g, sizeof *g) != 0)
        return "a refusal leaves every byte alone";
    if (a->act.kind == RH_RUN && a->runs.routes == 0)
        return NULL; /* whether trains may stand idle is the title's rule; no list says it */
    const bool listed = rh_is_listed(t, g, list, n, a);
    /* Where only the best routes count, or none that earns nothing, the list cannot say which they are. */
    if (listed && !rh_accepted(no) && no.rule != RH_RULE_BEST_ROUTES && no.rule != RH_RULE_MUST_RUN)
        return "what legal() lists is accepted";
    const bool whole = n < RH_RANDOM_CHOICES; /* a list that is full may have been cut */
    if (!listed && rh_accepted(no) && whole)
        return "what is accepted is listed by legal()";
    return NULL;
}

/* Bending */

static uint32_t pick(rh_random *r, uint32_t sides) { return rh_throw(&r->dice, sides); }

/* Near what it was, or anything in the domain, or just outside it. */
static uint32_t bent(rh_random *r, uint32_t now, uint32_t domain)
{
    switch (pick(r, 6)) {
    case 0: return now + 1;
    case 1: return now - 1;
    case 2: return RH_NONE;
    case 3: return domain;
    default: return domain ? pick(r, domain) : 0;
    }
}

static void bend_field(const rh_title *t, rh_random *r, rh_act *a, unsigned field)
{
    switch (field) {
    case COMPANY: a->company = (uint8_t)bent(r, a->company, t->companies); break;
    case HOLDER: a->holder.i = (uint8_t)bent(r, a->holder.i, RH_HOLDERS); break;
    case HEX: a->hex = (uint8_t)bent(r, a->hex, t->hexes); break;
    case TURN: a->turn = (uint8_t)bent(r, a->turn, RH_EDGES); break;
    case CITY: a->city = (uint8_t)bent(r, a->city, RH_TILE_STOPS); break;
    case TRAIN: a->train = (uint8_t)bent(r, a->train, t->trains); break;
    case TRADE: a->trade = (uint8_t)bent(r, a->trade, t->trains); break;
    case UNITS: a->units = (uint8_t)bent(r, a->units, 12); break;
    case POWER: a->power = (uint8_t)bent(r, a->power, t->companies); break;
    case FACE: a->face = (uint8_t)bent(r, a->face, 2); break;
    case TILE: a->tile = (uint16_t)bent(r, a->tile, t->tiles); break;
    default: a->amount = (rh_money)bent(r, (uint32_t)a->amount, 1000); break;
    }
}

static void bend_used_field(const rh_title *t, rh_random *r, rh_act *a)
{
    unsigned used[FIELDS], n = 0;
    for (unsigned f = 0; f < FIELDS; f++)
        if (used_by(t, a->kind) >> f & 1)
            used[n++] = 1u << f;
    if (n > 0)
        bend_field(t, r, a, used[pick(r, n)]);
    else
        a->kind = (uint8_t)pick(r, (uint32_t)rh_verbs(t)); /* a pass has nothing else to bend */
}

/* Who could act: somebody at the table, or a company. */
static rh_holder somebody(const rh_title *t, const rh_game *g, rh_random *r)
{
    if (pick(r, 2))
        return rh_player_holder((int)pick(r, g->players));
    return (rh_holder){(uint8_t)(RH_FIRST_COMPANY + pick(r, t->companies))};
}

static void bend_amount(rh_random *r, const rh_choice *choice, rh_act *a)
{
    const rh_money beside[] = {choice->act.amount - 1,
                               choice->act.amount - choice->step,
                               choice->most + 1,
                               choice->most + choice->step,
                               a->amount + 1,
                               -a->amount,
                               0,
                               2 * choice->most,
                               1000000};
    a->amount = beside[pick(r, sizeof beside / sizeof beside[0])];
}

static void bend_runs(const rh_title *t, rh_random *r, rh_runs *runs)
{
    if (runs->routes == 0 || runs->used == 0)
        return;
    rh_run_route *route = &runs->route[pick(r, runs->routes)];
    rh_waypoint *w = &runs->way[pick(r, runs->used)];
    switch (pick(r, 8)) {
    case 0: w->hex = (uint8_t)pick(r, t->hexes); break;
    case 1: w->stop = (uint8_t)pick(r, RH_TILE_STOPS); break;
    case 2: w->stop = RH_PASSING; break;
    case 3: route->train = (uint8_t)bent(r, route->train, t->trains); break;
    case 4: route->count = (uint16_t)(route->count - (route->count > 0)); break;
    case 5: route->first = runs->route[0].first, route->count = runs->route[0].count; break;
    case 6: route->train = runs->route[0].train; break;
    default: runs->routes--; break;
    }
}

static void anything(const rh_title *t, const rh_game *g, rh_random *r, rh_act *a)
{
    a->kind = (uint8_t)pick(r, (uint32_t)rh_verbs(t) + 1);
    a->by = somebody(t, g, r);
    for (unsigned f = 0; f < FIELDS; f++)
        bend_field(t, r, a, 1u << f);
    if (pick(r, 4))
        a->power = a->trade = RH_NONE; /* they stand aside in most actions */
}

void rh_contrary_action(const rh_title *t, const rh_game *g, rh_random *r, const rh_action *drawn,
                        rh_action *a)
{
    assert(r->count > 0);
    const rh_choice *choice = &r->listed[pick(r, (uint32_t)r->count)];
    if (drawn && drawn->act.kind == RH_RUN && choice->act.kind == RH_RUN)
        *a = *drawn; /* searching for routes once is enough */
    else
        rh_random_fill(t, g, r, choice, a);
    switch (pick(r, 8)) {
    case 0: a->act.by = somebody(t, g, r); break;
    case 1: a->act.kind = (uint8_t)pick(r, (uint32_t)rh_verbs(t)); break;
    case 2: bend_amount(r, choice, &a->act); break;
    case 3: anything(t, g, r, &a->act); break;
    case 4: bend_used_field(t, r, &a->act); /* two of them */ /* fall through */
    default: bend_used_field(t, r, &a->act); break;
    }
    if (a->act.kind == RH_RUN)
        bend_runs(t, r, &a->runs);
}
