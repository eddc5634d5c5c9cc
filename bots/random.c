/* SPDX-License-Identifier: Apache-2.0 */
/* random.c: draws an action from what legal() lists.
 *
 * legal() lists ranges and "a run" rather than single actions, so drawing has two parts: which
 * entry, then which of the actions it stands for. */
#include "bots/random.h"

#include <stdlib.h>
#include <string.h>

#include "roundhouse/digest.h"

/* Dice */

rh_dice rh_dice_of(uint64_t seed)
{
    /* One round of splitmix64, so that seeds 1, 2, 3 do not begin alike. */
    uint64_t z = seed + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (rh_dice){z ? z : 1};
}

uint32_t rh_throw(rh_dice *d, uint32_t sides)
{
    assert(sides > 0);
    d->state ^= d->state >> 12;
    d->state ^= d->state << 25;
    d->state ^= d->state >> 27;
    const uint32_t bits = (uint32_t)((d->state * 0x2545f4914f6cdd1du) >> 32);
    return (uint32_t)(((uint64_t)bits * sides) >> 32);
}

/* Memory */

bool rh_random_make(rh_random *r, uint64_t seed)
{
    /* Enough to find good routes at once; a company whose search is longer runs what was found. */
    *r = (rh_random){
        .dice = rh_dice_of(seed), .work_size = rh_route_work_size(), .work_limit = 20000};
    r->listed = calloc(RH_RANDOM_CHOICES, sizeof *r->listed);
    r->choice = calloc(RH_RANDOM_CHOICES, sizeof *r->choice);
    r->work = malloc(r->work_size);
    r->kept = calloc(RH_KEPT_REVENUES, sizeof *r->kept);
    if (r->listed && r->choice && r->work && r->kept)
        return true;
    rh_random_free(r);
    return false;
}

void rh_random_free(rh_random *r)
{
    free(r->listed);
    free(r->choice);
    free(r->work);
    free(r->kept);
    free(r->kept_runs);
    *r = (rh_random){0};
}

bool rh_random_keep_runs(rh_random *r)
{
    if (!r->kept_runs)
        r->kept_runs = calloc(RH_KEPT_RUNS, sizeof *r->kept_runs);
    for (int i = 0; r->kept_runs && i < RH_KEPT_RUNS; i++)
        r->kept_runs[i].key = 0;
    return r->kept_runs != NULL;
}

/* Routes */

/* A part of a route from one of its stops to another, drawn anew each time. */
static void shorten(rh_random *r, rh_runs *runs, rh_run_route *route)
{
    int first = route->first, last = route->first + route->count - 1;
    for (int cut = (int)rh_throw(&r->dice, 4); cut > 0; cut--) {
        const bool from_front = rh_throw(&r->dice, 2);
        int at = from_front ? first + 1 : last - 1;
        while (at > first && at < last && runs->way[at].stop == RH_PASSING)
            at += from_front ? 1 : -1;
        if (at <= first || at >= last)
            break;
        if (from_front)
            first = at;
        else
            last = at;
    }
    route->first = (uint16_t)first;
    route->count = (uint16_t)(last - first + 1);
}

/* Copies only what the routes use, so that the result is written and read back the same. */
static void pack(const rh_runs *from, rh_runs *to)
{
    memset(to, 0, sizeof *to);
    for (int i = 0; i < from->routes; i++) {
        const rh_run_route *route = &from->route[i];
        to->route[to->routes++] = (rh_run_route){route->train, to->used, route->count};
        memcpy(&to->way[to->used], &from->way[route->first], route->count * sizeof from->way[0]);
        to->used = (uint16_t)(to->used + route->count);
    }
}

static void draw_smaller(rh_random *r, const rh_runs *best, rh_runs *smaller)
{
    rh_runs some = *best;
    some.routes = 0;
    for (int i = 0; i < best->routes; i++)
        if (rh_throw(&r->dice, 3) > 0) {
            some.route[some.routes] = best->route[i];
            shorten(r, &some, &some.route[some.routes]);
            some.routes++;
        }
    pack(&some, smaller);
}

/* All that a run of a company may depend on, where the title does not say what does (rh_runs_key). */
static uint64_t run_key(const rh_title *t, const rh_game *g, rh_company c)
{
    const size_t hexes = (size_t)t->hexes;
    uint64_t key = rh_mix(c.i + 1u, &g->phase, sizeof g->phase);
    key = rh_mix(key, g->tile, hexes * sizeof g->tile[0]);
    key = rh_mix(key, g->turn, hexes * sizeof g->turn[0]);
    key = rh_mix(key, g->slot, hexes * sizeof g->slot[0]);
    key = rh_mix(key, g->owner, (size_t)t->companies);
    key = rh_mix(key, g->own, sizeof g->own);
    for (uint16_t i = 0; i < t->trains; i++)
        if (g->train_at[i] == rh_company_holder(c).i)
            key = rh_mix(key ^ g->train_state[i], &i, sizeof i);
    return key ? key : 1;
}

/* The place where a run of this key is kept, or would be. */
static rh_kept_run *place_of(const rh_random *r, uint64_t key)
{
    return r->kept_runs ? &r->kept_runs[key % RH_KEPT_RUNS] : NULL;
}

void rh_random_best_run(const rh_title *t, const rh_game *g, rh_random *r, const rh_act *act,
                        rh_action *a)
{
    const rh_company c = rh_company_of(act->by);
    const uint64_t told = r->kept_runs ? rh_runs_key(t, g, c) : 0,
                   key = told || !r->kept_runs ? told : run_key(t, g, c);
    rh_kept_run *kept = place_of(r, key);
    rh_best best = {0};
    rh_runs found = {0};
    memset(a, 0, sizeof *a);
    a->act = *act;
    if (kept && kept->key == key) {
        a->runs = kept->runs;
        if (rh_accepted(rh_check(t, g, a)))
            return;
    }
    rh_best_runs(t, g, c, r->work, r->work_size, r->work_limit, &found, &best);
    /* The limit was hit before the first route, or only the best routes are legal. */
    if (found.routes == 0 || (t->operating.enforce_max_revenue && !best.proved))
        rh_best_runs(t, g, c, r->work, RH_CHECK_WORK, RH_RUN_BUDGET, &found, &best);
    pack(&found, &a->runs);
    if (kept && (told == 0 || best.keyed))
        *kept = (rh_kept_run){.key = key, .runs = a->runs};
}

rh_money rh_random_best_revenue(const rh_title *t, const rh_game *g, const rh_random *r,
                                rh_company c, uint64_t limit)
{
    const uint64_t key = rh_runs_key(t, g, c), of_limit = rh_mix(key, &limit, sizeof limit);
    rh_kept_revenue *kept = &r->kept[of_limit % RH_KEPT_REVENUES];
    rh_runs runs;
    rh_best best = {0};
    if (key != 0 && kept->key == of_limit)
        return kept->revenue;
    rh_best_runs(t, g, c, r->work, r->work_size, limit, &runs, &best);
    const rh_money revenue = best.revenue > 0 ? best.revenue : 0;
    if (key != 0 && best.keyed)
        *kept = (rh_kept_revenue){.key = of_limit, .revenue = revenue};
    return revenue;
}

static void fill_run(const rh_title *t, const rh_game *g, rh_random *r, const rh_act *act,
                     rh_action *a)
{
    rh_random_best_run(t, g, r, act, a);
    if (rh_throw(&r->dice, 16) > 0)
        return;
    const rh_runs best = a->runs;
    for (int tries = 0; tries < 4; tries++) {
        rh_action smaller = {.act = a->act};
        draw_smaller(r, &best, &smaller.runs);
        if (smaller.runs.routes > 0 && rh_accepted(rh_check(t, g, &smaller))) {
            a->runs = smaller.runs;
            return;
        }
    }
}

/* Amounts */

static rh_money draw_amount(rh_random *r, const rh_choice *choice)
{
    const rh_money least = choice->act.amount, most = choice->most;
    const uint32_t steps = (uint32_t)((most - least) / choice->step);
    const uint32_t die = rh_throw(&r->dice, 8);
    if (steps == 0 || die < 4)
        return least;
    if (die == 4)
        return least + (rh_money)steps * choice->step;
    return least + (rh_money)rh_throw(&r->dice, steps + 1) * choice->step;
}

void rh_random_fill(const rh_title *t, const rh_game *g, rh_random *r, const rh_choice *choice,
                    rh_action *a)
{
    memset(a, 0, sizeof *a);
    a->act = choice->act;
    if (a->act.kind == RH_RUN)
        fill_run(t, g, r, &choice->act, a);
    else if (choice->most > choice->act.amount)
        a->act.amount = draw_amount(r, choice);
}

/* Drawing */

void rh_random_look(const rh_title *t, const rh_game *g, rh_random *r)
{
    r->count = rh_legal(t, g, r->listed, RH_RANDOM_CHOICES);
    if (r->count > RH_RANDOM_CHOICES)
        r->count = RH_RANDOM_CHOICES;
    r->choices = r->count;
    memcpy(r->choice, r->listed, r->count * sizeof *r->choice);
}

void rh_random_sit(const rh_title *t, const rh_game *g, rh_random *r, int seat)
{
    const rh_holder decider = rh_decision(t, g).decider;
    const bool decides = rh_is_player(decider) && rh_player_of(decider) == seat;
    int behind = RH_NONE;
    r->choices = 0;
    for (size_t i = 0; i < r->count; i++) {
        const rh_act *act = &r->listed[i].act;
        const unsigned traits = rh_verb_of(t, act->kind)->traits;
        if (i == 0 || act->by.i != r->listed[i - 1].act.by.i)
            behind = rh_player_behind(t, g, act->by);
        if (behind == seat && !(traits & RH_VERB_TALK) && (decides || !(traits & RH_VERB_CALL)))
            r->choice[r->choices++] = r->listed[i];
    }
}

static const rh_choice *draw_of_kind(rh_random *r)
{
    uint32_t count[RH_VERBS] = {0}, kinds = 0;
    for (size_t i = 0; i < r->choices; i++)
        kinds += count[r->choice[i].act.kind]++ == 0;
    uint32_t kind = 0, skip = rh_throw(&r->dice, kinds);
    while (count[kind] == 0 || skip-- > 0)
        kind++;
    uint32_t nth = rh_throw(&r->dice, count[kind]);
    for (size_t i = 0;; i++)
        if (r->choice[i].act.kind == kind && nth-- == 0)
            return &r->choice[i];
}

bool rh_random_haggles(const rh_title *t, rh_random *r, const rh_action *a)
{
    const bool deal = a->act.kind == RH_ACQUIRE || a->act.kind == RH_CEDE ||
                      (a->act.kind == RH_TRAIN && rh_is_company(a->act.holder));
    if (rh_verb_of(t, a->act.kind)->traits & RH_VERB_GIVES_UP)
        return rh_throw(&r->dice, 32) > 0; /* nobody gives up lightly */
    if (deal)
        return rh_throw(&r->dice, 8) > 0;             /* one proposal in eight is made */
    if (a->act.kind == RH_BID && a->act.amount > 0) { /* n times the price: one bid in n */
        const rh_money face = a->act.company < t->companies ? t->company[a->act.company].price : 0;
        return (rh_money)rh_throw(&r->dice, (uint32_t)a->act.amount) >= (face > 0 ? face : 100);
    }
    return false;
}

bool rh_random_speaks(rh_random *r)
{
    bool bids = false;
    for (size_t i = 0; i < r->choices; i++)
        bids |= r->choice[i].act.kind == RH_BID;
    return rh_throw(&r->dice, bids ? 2 : 32) == 0;
}

bool rh_random_draw(const rh_title *t, const rh_game *g, rh_random *r, rh_draw how,
                    bool out_of_turn, rh_action *a)
{
    if (out_of_turn && !rh_random_speaks(r))
        return false;
    for (int throws = 0; throws < RH_RANDOM_THROWS; throws++) {
        const rh_choice *choice = how == RH_DRAW_KIND
                                      ? draw_of_kind(r)
                                      : &r->choice[rh_throw(&r->dice, (uint32_t)r->choices)];
        rh_random_fill(t, g, r, choice, a);
        if (!rh_random_haggles(t, r, a))
            return true;
        if (out_of_turn)
            return false;
    }
    return true;
}

bool rh_random_action(const rh_title *t, const rh_game *g, rh_random *r, rh_draw how, rh_action *a)
{
    rh_random_look(t, g, r);
    return r->choices > 0 && rh_random_draw(t, g, r, how, false, a);
}
