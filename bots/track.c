/* SPDX-License-Identifier: Apache-2.0 */
/* track.c: the best pair of lays that a company could make in this turn and its next.
 *
 * All lays are tried on a copy and ordered by what they open (rh_growth); routes are searched for the
 * first of them, and the best of those are followed by a second lay, found in the same way on a board
 * that already has the first. What routes bring counts for the rounds that are expected, what tiles
 * cost is taken off, and what the board opens beyond both lays is a tie-break with a small weight.
 * The trains are those the company has and the next one of the bank, if it could soon pay for it.
 *
 * A company without a station builds where it may place one. What is stations' worth is judged alike: by
 * the best run with each.
 *
 * Bounds: at most LISTED lays are looked at on each board, there are FIRST * (1 + SECOND) searches of
 * routes for LAYS of both, each of ROUTES steps at most, and 1 + DEEP lists of legal lays; for whoever has
 * no station a list of stations for each lay, and STATIONS of each are tried. */
#include "bots/track.h"

#include <string.h>

#include "bots/outlook.h"
#include "bots/value.h"

enum {
    LISTED = 160, /* lays that are tried on a board */
    FIRST = 10,   /* lays of this turn whose routes are searched */
    DEEP = 5,     /* those of them that are followed by a second */
    SECOND = 4,   /* second lays whose routes are searched */
    ROUTES = 1200,
    ROUNDS = 6,    /* most rounds that a route is counted on */
    LATER = 60,    /* percent that the gain of a second lay counts */
    OPENS = 4,     /* money that a unit of growth is worth */
    STATIONS = 12, /* stations that are tried on a board */
    REPAID = 3     /* times that a station must bring what it costs */
};

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_bot_work *work;
    rh_company c;
    int rounds;
} site;

typedef struct {
    rh_act act;
    rh_money growth, value;
} lay;

/* The best run of the company on this board, with the next train of the bank if it has none or could
 * soon pay for it. */
static rh_money run_on(const site *w, const rh_game *board)
{
    const rh_holder h = rh_company_holder(w->c);
    const rh_money price = rh_next_train_price(w->t, w->g);
    rh_game *g = &w->work->copy[3];
    *g = *board;
    if (rh_trains_of(w->t, g, h, NULL) == 0 || w->g->cash[h.i] >= price)
        for (int i = 0; i < w->t->trains; i++)
            if (g->train_at[i] == RH_BANK &&
                w->t->train[w->t->train_kind[i]].on_sale_from == RH_NONE) {
                g->train_at[i] = h.i;
                break;
            }
    return rh_random_best_revenue(w->t, g, &w->work->random, w->c, ROUTES);
}

/* What a board is worth to the company, in money. */
static rh_money board_value(const site *w, const rh_game *board, rh_money growth)
{
    const rh_holder h = rh_company_holder(w->c);
    return run_on(w, board) * w->rounds + board->cash[h.i] - w->g->cash[h.i] + growth * OPENS;
}

/* --- stations ------------------------------------------------------------------------------------*/

static bool is_homeless(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->tokens_used[c.i] == 0 && t->company[c.i].home_hex == RH_NONE;
}

/* Leaves the track step; false: no station can be placed afterwards. */
static bool go_to_stations(const site *w, rh_game *g)
{
    const rh_holder h = rh_company_holder(w->c);
    const rh_action pass = rh_action_of(RH_PASS, h);
    while (rh_decision(w->t, g).step == RH_STEP_TRACK && rh_decision(w->t, g).actor.i == h.i)
        if (!rh_accepted(rh_apply(w->t, g, &pass, NULL)))
            return false;
    return rh_decision(w->t, g).step == RH_STEP_TOKEN && rh_decision(w->t, g).actor.i == h.i;
}

/* What a board opens to the company: if it has no station yet, from where it may place its first. */
static rh_money growth_on(const site *w, const rh_game *board)
{
    rh_random *r = &w->work->ahead;
    rh_game *g = &w->work->copy[1], *placed = &w->work->copy[2];
    rh_money most = 0;
    if (!is_homeless(w->t, board, w->c))
        return rh_growth(w->t, board, w->c);
    *g = *board;
    if (!go_to_stations(w, g))
        return 0;
    rh_random_look(w->t, g, r);
    for (size_t i = 0, tried = 0; i < r->choices && tried < STATIONS; i++) {
        const rh_action a = {.act = r->choice[i].act};
        if (a.act.kind != RH_TOKEN)
            continue;
        tried++;
        *placed = *g;
        if (!rh_accepted(rh_apply(w->t, placed, &a, NULL)))
            continue;
        const rh_money growth = rh_growth(w->t, placed, w->c);
        most = growth > most ? growth : most;
    }
    return most;
}

/* --- lays ----------------------------------------------------------------------------------------*/

/* Keeps the lays that open most, the best first; returns how many. */
static int keep_best(lay *kept, int count, int room, const lay *one)
{
    int at = count < room ? count : room;
    while (at > 0 && kept[at - 1].growth < one->growth)
        at--;
    if (at == room)
        return count;
    const int moved = (count < room ? count : room - 1) - at;
    memmove(&kept[at + 1], &kept[at], (size_t)moved * sizeof *kept);
    kept[at] = *one;
    return count < room ? count + 1 : room;
}

/* The lays among the choices, tried on `before` in copy `to`; returns how many are kept. */
static int try_lays(const site *w, const rh_game *before, const rh_choice *choice, size_t choices,
                    int to, lay *kept, int room)
{
    int count = 0, tried = 0;
    for (size_t i = 0; i < choices && tried < LISTED; i++) {
        if (choice[i].act.kind != RH_LAY || choice[i].act.by.i != rh_company_holder(w->c).i)
            continue;
        const rh_action a = {.act = choice[i].act};
        rh_game *g = &w->work->copy[to];
        tried++;
        *g = *before;
        if (!rh_accepted(rh_apply(w->t, g, &a, NULL)) ||
            rh_decision(w->t, g).step == RH_STEP_CONSENT)
            continue;
        const lay one = {.act = choice[i].act, .growth = growth_on(w, g)};
        count = keep_best(kept, count, room, &one);
    }
    return count;
}

/* The same decision on the board as it is after a lay: what could be laid in the next turn. */
static void next_turn(const site *w, const rh_game *after, rh_game *next)
{
    const rh_holder h = rh_company_holder(w->c);
    *next = *w->g;
    memcpy(next->tile, after->tile, sizeof next->tile);
    memcpy(next->turn, after->turn, sizeof next->turn);
    memcpy(next->slot, after->slot, sizeof next->slot);
    memcpy(next->supply, after->supply, sizeof next->supply);
    next->cash[RH_BANK] += next->cash[h.i] - after->cash[h.i];
    next->cash[h.i] = after->cash[h.i];
}

/* What the best second lay makes of a board. */
static rh_money value_later(const site *w, const rh_action *first)
{
    rh_game *after = &w->work->copy[0], *next = &w->work->copy[1], *then = &w->work->copy[2];
    lay second[SECOND];
    rh_money most = INT32_MIN;
    *after = *w->g;
    if (!rh_accepted(rh_apply(w->t, after, first, NULL)))
        return most;
    next_turn(w, after, next);
    rh_random *r = &w->work->ahead;
    rh_random_look(w->t, next, r);
    const int count = try_lays(w, next, r->choice, r->choices, 2, second, SECOND);
    for (int i = 0; i < count; i++) {
        const rh_action a = {.act = second[i].act};
        *then = *next;
        if (!rh_accepted(rh_apply(w->t, then, &a, NULL)))
            continue;
        const rh_money v = board_value(w, then, second[i].growth);
        most = v > most ? v : most;
    }
    return most;
}

/* The values of the first lays, then, of the best, with what may follow. */
static void judge(const site *w, lay *first, int count)
{
    for (int i = 0; i < count; i++) {
        const rh_action a = {.act = first[i].act};
        rh_game *g = &w->work->copy[0];
        *g = *w->g;
        first[i].value = rh_accepted(rh_apply(w->t, g, &a, NULL))
                             ? board_value(w, g, first[i].growth)
                             : INT32_MIN;
    }
    for (int i = 1; i < count; i++) /* few: sorted by insertion, the best first */
        for (int k = i; k > 0 && first[k - 1].value < first[k].value; k--) {
            const lay swapped = first[k];
            first[k] = first[k - 1];
            first[k - 1] = swapped;
        }
    for (int i = 0; i < count && i < DEEP && !is_homeless(w->t, w->g, w->c); i++) {
        const rh_action a = {.act = first[i].act};
        const rh_money later = value_later(w, &a);
        if (later > first[i].value)
            first[i].value += (later - first[i].value) * LATER / 100;
    }
}

static bool can_pass(const rh_random *r)
{
    for (size_t i = 0; i < r->choices; i++)
        if (r->choice[i].act.kind == RH_PASS)
            return true;
    return false;
}

static site site_of(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_company c)
{
    const int left = rh_rounds_expected(t, g);
    return (site){.t = t, .g = g, .work = work, .c = c, .rounds = left < ROUNDS ? left : ROUNDS};
}

bool rh_track_pick(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a)
{
    const rh_holder by = rh_decision(t, g).actor;
    lay first[FIRST];
    if (!rh_is_company(by))
        return false;
    const site w = site_of(t, g, work, rh_company_of(by));
    const int count = try_lays(&w, g, work->random.choice, work->random.choices, 0, first, FIRST);
    if (count == 0)
        return false;
    judge(&w, first, count);
    const lay *best = &first[0];
    for (int i = 1; i < count; i++)
        if (first[i].value > best->value)
            best = &first[i];
    if (can_pass(&work->random) && best->value <= board_value(&w, g, growth_on(&w, g)))
        *a = rh_action_of(RH_PASS, by);
    else
        *a = (rh_action){.act = best->act};
    return true;
}

bool rh_station_pick(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a)
{
    const rh_holder by = rh_decision(t, g).actor;
    if (!rh_is_company(by) || !can_pass(&work->random) || g->tokens_used[rh_company_of(by).i] == 0)
        return false;
    const site w = site_of(t, g, work, rh_company_of(by));
    const rh_money now = run_on(&w, g);
    rh_money most = 0;
    *a = rh_action_of(RH_PASS, by);
    for (size_t i = 0, tried = 0; i < work->random.choices && tried < STATIONS; i++) {
        const rh_action one = {.act = work->random.choice[i].act};
        rh_game *after = &work->copy[0];
        if (one.act.kind != RH_TOKEN)
            continue;
        tried++;
        *after = *g;
        if (!rh_accepted(rh_apply(t, after, &one, NULL)))
            continue;
        const rh_money cost = g->cash[by.i] - after->cash[by.i],
                       gain = (run_on(&w, after) - now) * w.rounds - cost * REPAID;
        if (gain > most) {
            most = gain;
            *a = one;
        }
    }
    return true;
}
