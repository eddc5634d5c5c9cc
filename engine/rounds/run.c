/* SPDX-License-Identifier: Apache-2.0 */
/* run.c: running trains and dividing what they earn.
 *
 * Every legal set of routes is accepted; a screen offers the best one (route/). A company that has
 * no train or no route earns nothing and is not asked.
 *
 * Bounds of the loops: where a rule demands the best run it is searched with RH_RUN_BUDGET steps in
 * RH_CHECK_WORK bytes; without a proof what was found is demanded. */
#include "engine/board/reach.h"
#include "engine/foreign.h"
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"
#include "engine/route/route.h"

bool rh__can_run(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    const rh_holder h = rh_company_holder(c);
    unsigned track = 0;
    for (int i = rh__next_train(t, g, h, 0); i < t->trains; i = rh__next_train(t, g, h, i + 1))
        track |= rh__train_facts(t, g, i)->track;
    if (!track)
        return false;
    return t->hooks->has_route ? t->hooks->has_route(t, g, c, track)
                               : rh__has_route(t, g, c, track);
}

static bool run_waits(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    if (rh_foreign(t)->asks_anyway) /* any track will do, whatever the trains run on */
        return rh_trains_of(t, g, rh_company_holder(c), NULL) > 0 && rh__has_route(t, g, c, 0xff);
    return rh__can_run(t, g);
}

rh_idle rh__run_idle(const rh_title *t, const rh_game *g)
{
    const rh_holder c = rh_company_holder(rh__operating(g));
    return rh_trains_of(t, g, c, NULL) == 0 ? RH_IDLE_NO_TRAIN : RH_IDLE_NO_ROUTE;
}

/* Only titles that insist on the best routes search while an action is checked; a company without
 * a president runs the best ones by itself. Without a proof within the budget the best found counts. */
static rh_money best_revenue(const rh_title *t, const rh_game *g, rh_company c, rh_runs *runs)
{
    _Alignas(16) unsigned char work[RH_CHECK_WORK];
    rh_best best = {0};
    rh_best_runs(t, g, c, work, sizeof work, RH_RUN_BUDGET, runs, &best);
    return best.revenue;
}

static rh_refusal best_check(const rh_title *t, const rh_game *g, rh_company c, rh_money revenue)
{
    if (!t->operating.enforce_max_revenue)
        return rh__ok();
    rh_runs runs;
    const rh_money best = best_revenue(t, g, c, &runs);
    return revenue < best ? rh__no(RH_RULE_BEST_ROUTES, revenue, best) : rh__ok();
}

/* What the routes earn and pay. A title that values runs in its own way knows no fees. */
static rh_refusal value_of(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           rh_runs_value *value)
{
    rh_route_rules rules;
    value->fee = value->revenue = 0;
    if (t->hooks->value_runs)
        return t->hooks->value_runs(t, g, c, runs, &value->revenue);
    rh__route_rules(t, g, c, &rules);
    return rh__value_runs(t, g, c, &rules, runs, value);
}

rh_refusal rh__run_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    rh_runs_value value;
    if (a->runs.routes == 0 && !t->operating.may_idle)
        return rh__no(RH_RULE_MUST_RUN, 0, 0);
    rh_refusal answer = value_of(t, g, c, &a->runs, &value);
    if (rh_accepted(answer))
        answer = best_check(t, g, c, value.revenue);
    if (rh_accepted(answer)) {
        answer.have = value.revenue;
        answer.need = value.fee;
    }
    return answer;
}

/* Fees are paid before anything is earned, and are no part of what is earned. */
static void earn(rh_play *p, rh_company c, rh_money revenue, rh_money fee)
{
    rh__pay(p, rh_company_holder(c), rh__bank(), fee, RH_WHY_FEE);
    p->g->revenue = revenue;
}

static void run_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    earn(p, rh__operating(p->g), p->agreed.have, p->agreed.need);
    rh__end_step(p);
}

/* Of equal routes those with the lowest fees: the search is repeated with a thinner purse. */
static void run_alone(rh_play *p, rh_company c)
{
    rh_runs runs = {0}, cheaper = {0};
    const rh_money best = rh__can_run(p->t, p->g) ? best_revenue(p->t, p->g, c, &runs) : 0;
    if (best <= 0)
        return;
    rh_runs_value value;
    for (rh_game poorer = *p->g;;) {
        value_of(p->t, p->g, c, &runs, &value);
        if (value.fee == 0)
            break;
        poorer.cash[rh_company_holder(c).i] = value.fee - 1;
        if (best_revenue(p->t, &poorer, c, &cheaper) < best)
            break;
        runs = cheaper;
    }
    earn(p, c, value.revenue, value.fee);
}

static rh_refusal declare_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)g;
    if (!rh_foreign(t)->declared_revenue || a->act.amount < 0)
        return rh__no(RH_RULE_DECLARE_OFF, 0, 0);
    return rh__ok();
}

static void declare_commit(rh_play *p, const rh_action *a)
{
    p->g->revenue = a->act.amount;
    rh__end_step(p);
}

static rh_refusal idle_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)g, (void)a;
    return t->operating.may_idle ? rh__ok() : rh__no(RH_RULE_MUST_RUN, 0, 0);
}

static void run_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_RUN, rh_company_holder(rh__operating(list->g)));
    rh__offer(list, &a.act);
    a.act.kind = RH_DECLARE;
    if (rh_foreign(list->t)->declared_revenue)
        rh__offer_range(list, &a.act, 10000, 1);
    rh__set_choice(&a, RH_PASS, a.act.by);
    rh__offer_if(list, idle_check, &a);
}

static const rh_move run_moves[] = {
    {RH_RUN, RH_BY_ACTOR, rh__run_check, run_commit},
    {RH_DECLARE, RH_BY_ACTOR, declare_check, declare_commit},
    {RH_PASS, RH_BY_ACTOR, idle_check, rh__pass_ends_step}, /* refused with its own reason */
};
const rh_step rh__step_run = {.word = "run",
                              .moves = run_moves,
                              .move_count = 3,
                              .waits = run_waits,
                              .offer = run_offer,
                              .alone = run_alone,
                              .idle = rh__run_idle};

/* Dividends */

void rh__note_revenue(rh_play *p, rh_money revenue) { p->g->revenue = revenue; }

void rh__remember_run(rh_play *p, rh_company c, rh_money revenue, rh_kept kept)
{
    p->g->last_revenue[c.i] = revenue;
    p->g->kept[c.i] = (uint8_t)kept;
    p->g->revenue = 0;
}

static void remember(rh_play *p, rh_company c, rh_kept kept)
{
    rh__remember_run(p, c, p->g->revenue, kept);
    rh__scrap_obsolete(p, c);
}

static void withhold(rh_play *p)
{
    const rh_company c = rh__operating(p->g);
    rh__pay(p, rh__bank(), rh_company_holder(c), p->g->revenue, RH_WHY_WITHHELD);
    remember(p, c, RH_KEPT_WITHHOLD);
    if (!p->t->hooks->price_stays || !p->t->hooks->price_stays(p, c))
        rh__price_move(p, c, RH_LEFT, 1);
}

static void dividend_enter(rh_play *p)
{
    const rh_company c = rh__operating(p->g);
    if (p->t->hooks->divides && p->t->hooks->divides(p, c)) {
        remember(p, c, RH_KEPT_HALF);
        return;
    }
    if (p->g->revenue == 0)
        withhold(p);
}

static void dividend_alone(rh_play *p, rh_company c)
{
    (void)c;
    if (p->g->revenue > 0)
        withhold(p);
}

static bool dividend_waits(const rh_title *t, const rh_game *g)
{
    (void)t;
    return g->revenue > 0;
}

static void withhold_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    withhold(p);
    rh__end_step(p);
}

static void move_by_payout(rh_play *p, rh_company c, rh_money payout)
{
    const rh_market_facts *m = &p->t->market;
    const rh_money price = rh_price(p->t, p->g, c);
    int steps = 0;
    for (int i = 0; i < m->payout_moves; i++)
        if (payout * 100 >= price * m->payout[i].percent && price >= m->payout[i].min_price)
            steps = m->payout[i].steps;
    rh__price_move(p, c, steps < 0 ? RH_LEFT : RH_RIGHT, steps < 0 ? -steps : steps);
}

/* Shares of the state and, where the title says so, of the pool are paid to nobody. */
static void divide(rh_play *p, rh_company c, rh_money payout)
{
    rh_game *g = p->g;
    const rh_holder own = rh_company_holder(c);
    const int total = rh_total_units(p->t, g, c);
    for (int i = 0; i < g->players; i++) {
        const rh_holder h = rh_player_holder(i);
        rh__pay(p, rh__bank(), h, payout * g->units[c.i][h.i] / total, RH_WHY_DIVIDEND);
    }
    if (p->t->operating.state_keeps_dividends)
        rh__pay(p, rh__bank(), (rh_holder){RH_STATE}, payout * g->units[c.i][RH_STATE] / total,
                RH_WHY_DIVIDEND);
    const int pool = p->t->operating.pool_pays_company ? g->units[c.i][RH_POOL] : 0;
    rh__pay(p, rh__bank(), own, payout * (pool + g->units[c.i][own.i]) / total, RH_WHY_DIVIDEND);
}

static void pay_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh_company_of(a->act.by);
    const rh_money revenue = p->g->revenue;
    divide(p, c, revenue);
    remember(p, c, RH_KEPT_PAYOUT);
    move_by_payout(p, c, revenue);
    rh__end_step(p);
}

static rh_refusal half_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)g, (void)a;
    return t->operating.half ? rh__ok() : rh__no(RH_RULE_NO_HALF, 0, 0);
}

static void half_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh_company_of(a->act.by);
    const rh_money revenue = p->g->revenue;
    const rh_money multiple = p->t->operating.half == RH_ANY_NUMBER ? rh_total_units(p->t, p->g, c)
                                                                    : p->t->operating.half;
    const rh_money kept = revenue / 2 / multiple * multiple;
    rh__pay(p, rh__bank(), a->act.by, kept, RH_WHY_WITHHELD);
    divide(p, c, revenue - kept);
    remember(p, c, RH_KEPT_HALF);
    move_by_payout(p, c, revenue - kept);
    rh__end_step(p);
}

static void dividend_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_PAY, rh_company_holder(rh__operating(list->g)));
    rh__offer(list, &a.act);
    a.act.kind = RH_WITHHOLD;
    rh__offer(list, &a.act);
    a.act.kind = RH_HALF;
    rh__offer_if(list, half_check, &a);
}

static const rh_move dividend_moves[] = {
    {RH_PAY, RH_BY_ACTOR, rh__pass_agreed, pay_commit},
    {RH_WITHHOLD, RH_BY_ACTOR, rh__pass_agreed, withhold_commit},
    {RH_HALF, RH_BY_ACTOR, half_check, half_commit}, /* refused with its own reason */
};
const rh_step rh__step_dividend = {.word = "dividend",
                                   .moves = dividend_moves,
                                   .move_count = 3,
                                   .waits = dividend_waits,
                                   .enter = dividend_enter,
                                   .offer = dividend_offer,
                                   .alone = dividend_alone};
