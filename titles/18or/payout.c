/* SPDX-License-Identifier: Apache-2.0 */
/* payout.c: a corporation runs, the Bank pays what it earned into the treasury, and the president
 * names how much of it is paid out. Only what leaves the corporation, to players and for shares in
 * the Market, lifts the price; without income it falls a notch.
 *
 * Bounds of the loops: players; the dividend is one choice with its range. */
#include "titles/18or/own.h"

static rh_holder operating(const rh_game *g) { return rh_company_holder(rh__operating(g)); }

/* --- running ---------------------------------------------------------------------------------------- */

/* Two of its cities, or where stations only block, a station and another city. */
static bool run_waits(const rh_title *t, const rh_game *g)
{
    uint8_t hex[MOST_CITIES];
    if (facts_of(t)->blocking_stations)
        return rh__can_run(t, g);
    return rh_trains_of(t, g, operating(g), NULL) > 0 &&
           or_cities_of(t, g, rh__operating(g), hex) > 1;
}

static rh_refusal idle_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)g, (void)a;
    return rh__no(RH_RULE_MUST_RUN, 0, 0);
}

/* Is there a run that earns something? Without a proof within the budget the best found counts, and
 * that is also what is proposed: whoever is refused here can do better. */
static bool can_earn(const rh_title *t, const rh_game *g, rh_company c)
{
    _Alignas(16) unsigned char work[RH_CHECK_WORK];
    rh_runs runs;
    rh_best best = {0};
    rh_best_runs(t, g, c, work, sizeof work, RH_RUN_BUDGET, &runs, &best);
    return best.revenue > 0;
}

/* Nobody runs for nothing who could earn. (Up to version 2 it was allowed.) */
static rh_refusal run_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const rh_refusal no = rh__run_check(t, g, a);
    if (!rh_accepted(no) || !rh_rules_since(t, 3))
        return no;
    return no.have <= 0 && can_earn(t, g, c) ? rh__no(RH_RULE_MUST_RUN, 0, 0) : no;
}

static void run_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    rh_game *g = p->g;
    const rh_money income = p->agreed.have;
    rh__note_revenue(p, income > 0 ? income : 0);
    rh__pay(p, rh__bank(), operating(g), g->revenue, (rh_why)WHY_RUN);
    rh__end_step(p);
}

static void run_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_RUN, operating(list->g));
    rh__offer(list, &a.act);
}

static const rh_move run_moves[] = {
    {RH_RUN, RH_BY_ACTOR, run_check, run_commit},
    {RH_PASS, RH_BY_ACTOR, idle_check, rh__pass_ends_step}, /* refused with its own reason */
};
const rh_step or_step_run = {.word = "run",
                             .moves = run_moves,
                             .move_count = 2,
                             .waits = run_waits,
                             .offer = run_offer,
                             .idle = rh__run_idle};

/* --- dividing --------------------------------------------------------------------------------------- */

static int notches(const rh_title *t, rh_money counted, rh_money price)
{
    int steps = 0;
    for (int i = 0; i < t->market.payout_moves; i++)
        if (counted * 100 >= price * t->market.payout[i].percent)
            steps = t->market.payout[i].steps;
    return steps;
}

static void divide(rh_play *p, rh_company c, rh_money payout)
{
    rh_game *g = p->g;
    const rh_holder own = rh_company_holder(c);
    const int total = rh_total_units(p->t, g, c);
    rh_money counted = payout * g->units[c.i][RH_POOL] / total;
    rh__pay(p, own, rh__bank(), counted, RH_WHY_DIVIDEND);
    for (int i = 0; i < g->players; i++) {
        const rh_holder h = rh_player_holder(i);
        const rh_money part = payout * g->units[c.i][h.i] / total;
        rh__pay(p, own, h, part, RH_WHY_DIVIDEND);
        counted += part;
    }
    rh__remember_run(p, c, g->revenue,
                     payout == 0            ? RH_KEPT_WITHHOLD
                     : payout == g->revenue ? RH_KEPT_PAYOUT
                                            : RH_KEPT_HALF);
    or_move(p, c, notches(p->t, counted, rh_price(p->t, g, c)));
    or_lose_delayed(p, c);
}

static void divide_enter(rh_play *p)
{
    if (p->g->revenue == 0)
        divide(p, rh__operating(p->g), 0);
}

static bool divide_waits(const rh_title *t, const rh_game *g)
{
    (void)t;
    return g->revenue > 0;
}

static rh_refusal divide_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_money step = facts_of(t)->payout_step;
    if (a->act.amount < 0 || a->act.amount > g->revenue || a->act.amount % step != 0)
        return no_of(NO_PAYOUT, g->operating, a->act.amount, g->revenue);
    return rh__ok();
}

static void divide_commit(rh_play *p, const rh_action *a)
{
    divide(p, rh__operating(p->g), a->act.amount);
    if (!p->g->over)
        rh__end_step(p);
}

static void divide_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, VERB_DIVIDE, operating(list->g));
    const rh_money step = facts_of(list->t)->payout_step;
    rh__offer_range(list, &a.act, list->g->revenue / step * step, step);
}

static const rh_move divide_moves[] = {{VERB_DIVIDE, RH_BY_ACTOR, divide_check, divide_commit}};
const rh_step or_step_dividend = {.word = "dividend",
                                  .moves = divide_moves,
                                  .move_count = 1,
                                  .waits = divide_waits,
                                  .enter = divide_enter,
                                  .offer = divide_offer};
