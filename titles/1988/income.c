/* SPDX-License-Identifier: Apache-2.0 */
/* income.c: what companies earn and pay: runs, penalties and fees of the privates, their dividends,
 * and the turns of the state companies as far as nobody decides in them.
 *
 * City revenue is collected from the bank and lies beside the charts until it is divided
 * (rh_game.revenue); in version 1 of the rules it stayed in the bank. Fees come out of contacts as
 * far as the president wishes, then the treasury, then the revenue; penalties out of the revenue,
 * then the treasury. What is missing is raised by giving contracts back (4.6.2-4).
 *
 * Bounds of the loops: lines, regionals and players once each; amounts are one choice with their range. */
#include "titles/1988/own.h"

static bool private_in_turn(const rh_title *t, const rh_game *g)
{
    return g->operating != RH_NONE && is_private(t, g->operating);
}

/* --- running ------------------------------------------------------------------------------------- */

static void run_enter(rh_play *p)
{
    state *s = own_state(p->g);
    s->covered = s->stopped = 0;
}

static bool run_waits(const rh_title *t, const rh_game *g)
{
    return private_in_turn(t, g) && se_may_run(t, g, rh__operating(g));
}

/* The state companies and the regional ones never run trains. */
static rh_idle run_idle(const rh_title *t, const rh_game *g)
{
    return private_in_turn(t, g) ? rh__run_idle(t, g) : RH_IDLE_NONE;
}

static rh_refusal run_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    rh_money revenue;
    if (!private_in_turn(t, g))
        return no_of(RH_RULE_ROUTE_TRAIN, g->operating, 0, 0);
    if (a->runs.routes == 0)
        return rh__no(RH_RULE_MUST_RUN, 0, 0);
    return se_value_runs(t, g, rh__operating(g), &a->runs, &revenue);
}

static void run_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    uint64_t covered, stopped;
    se_walk_runs(p->t, p->g, rh__operating(p->g), &a->runs, &covered, &stopped);
    s->covered = covered;
    s->stopped = stopped;
    rh__end_step(p);
}

static void run_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_RUN, in_turn(list->g));
    rh__offer(list, &a.act);
    a.act.kind = RH_PASS;
    rh__offer(list, &a.act);
}

static const rh_move run_moves[] = {
    {RH_RUN, RH_BY_ACTOR, run_check, run_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
};
const rh_step se_step_run = {.word = "run",
                             .moves = run_moves,
                             .move_count = 2,
                             .waits = run_waits,
                             .enter = run_enter,
                             .offer = run_offer,
                             .idle = run_idle};

/* --- penalties and fees -------------------------------------------------------------------------- */

void se_release_contract(rh_play *p, int line)
{
    state *s = own_state(p->g);
    const int c = s->contract[line];
    rh__pay(p, aside(), holder_of(c), s->deposit[line], (rh_why)WHY_DEPOSIT_BACK);
    s->deposit[line] = 0;
    s->contract[line] = HOLDER_NONE;
    s->previous[line] = (uint8_t)c;
    se_event(p, EVENT_RETURNED, rh__nobody(), c, line, 0);
}

static rh_money least(rh_money a, rh_money b) { return a < b ? a : b; }

/* Where the revenue of this turn lies. */
static rh_holder revenue_chest(const rh_title *t)
{
    return collects_first(t) ? aside() : rh__bank();
}

/* From the revenue, then from the treasury; returns what is still missing. */
static rh_money pay_penalty(rh_play *p, rh_holder to, rh_money amount)
{
    rh_game *g = p->g;
    const rh_money earned = least(amount, g->revenue);
    rh__pay(p, revenue_chest(p->t), to, earned, (rh_why)WHY_PENALTY);
    rh__note_revenue(p, g->revenue - earned);
    const rh_money saved = least(amount - earned, g->cash[in_turn(g).i]);
    rh__pay(p, in_turn(g), to, saved, (rh_why)WHY_PENALTY);
    return amount - earned - saved;
}

/* From the treasury, then from the revenue. */
static void pay_fees(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    const rh_holder bv = holder_of(facts_of(p->t)->bv);
    const rh_money saved = least(s->fees, g->cash[in_turn(g).i]);
    rh__pay(p, in_turn(g), bv, saved, (rh_why)WHY_FEE);
    const rh_money earned = least(s->fees - saved, g->revenue);
    rh__pay(p, revenue_chest(p->t), bv, earned, (rh_why)WHY_FEE);
    rh__note_revenue(p, g->revenue - earned);
    s->fees -= saved + earned;
}

static void pay_what_can_be_paid(rh_play *p)
{
    const facts *f = facts_of(p->t);
    state *s = own_state(p->g);
    s->owed[0] = pay_penalty(p, holder_of(f->bv), s->owed[0]);
    s->owed[1] = pay_penalty(p, holder_of(f->sj), s->owed[1]);
    if (s->owed[0] + s->owed[1] == 0 && s->contacts_said)
        pay_fees(p);
}

static void fees_enter(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    const facts *f = facts_of(p->t);
    s->fees = s->owed[0] = s->owed[1] = 0;
    s->contacts_said = 1;
    if (!private_in_turn(p->t, g))
        return;
    const rh_company c = rh__operating(g);
    const run_value v = se_value_of_tracks(p->t, g, c, s->covered, s->stopped);
    rh__note_revenue(p, v.cities);
    rh__pay(p, rh__bank(), revenue_chest(p->t), v.cities, (rh_why)WHY_REVENUE);
    s->owed[0] = s->owed[1] = v.penalty;
    for (int i = 0; i < f->lines; i++)
        s->fees += s->contract[i] == c.i ? s->deposit[i] : 0;
    if (rh__power_on(p->t, c.i, HALF_FEE)) {
        rh__pay(p, rh__bank(), holder_of(f->bv), s->fees / 2, (rh_why)WHY_FEE);
        s->fees -= s->fees / 2;
    }
    s->contacts_said = s->fees == 0 || s->contacts[c.i] == 0;
    pay_what_can_be_paid(p);
}

static bool has_contract(const rh_title *t, const rh_game *g, int c)
{
    for (int i = 0; i < facts_of(t)->lines; i++)
        if (state_of(g)->contract[i] == c)
            return true;
    return false;
}

static bool is_short(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    const rh_money owed = s->owed[0] + s->owed[1];
    return (owed > 0 || (s->contacts_said && s->fees > 0)) && has_contract(t, g, g->operating);
}

static bool asks_contacts(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    return !s->contacts_said && s->fees > 0 && !is_short(t, g);
}

static bool fees_wait(const rh_title *t, const rh_game *g)
{
    return private_in_turn(t, g) && (is_short(t, g) || asks_contacts(t, g));
}

static rh_money most_contacts(const rh_game *g)
{
    return least(state_of(g)->contacts[g->operating], state_of(g)->fees);
}

/* What treasury and revenue leave of the fees. */
static rh_money least_contacts(const rh_title *t, const rh_game *g)
{
    const rh_money rest = state_of(g)->fees - g->cash[in_turn(g).i] - g->revenue;
    return contacts_must_pay(t) && rest > 0 ? least(rest, most_contacts(g)) : 0;
}

static rh_refusal contacts_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_money most = most_contacts(g), needed = least_contacts(t, g);
    if (!asks_contacts(t, g) || a->act.amount < 0 || a->act.amount > most)
        return no_of(NO_CONTACTS, g->operating, a->act.amount, most);
    if (a->act.amount < needed)
        return no_of(NO_CONTACTS_LEFT, g->operating, a->act.amount, needed);
    return rh__ok();
}

static void contacts_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    const int c = p->g->operating;
    rh__pay(p, aside(), holder_of(facts_of(p->t)->bv), a->act.amount, (rh_why)WHY_FEE);
    s->contacts[c] -= a->act.amount;
    s->fees -= a->act.amount;
    s->contacts_said = 1;
    pay_what_can_be_paid(p);
}

static rh_refusal release_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int line = a->act.city - WORD_LINES;
    if (!is_short(t, g))
        return rh__no((rh_rule)NO_RELEASE, 0, 0);
    if (line < 0 || line >= facts_of(t)->lines || state_of(g)->contract[line] != g->operating)
        return no_of(NO_CONTRACT, g->operating, 0, 0);
    return rh__ok();
}

static void release_commit(rh_play *p, const rh_action *a)
{
    se_release_contract(p, a->act.city - WORD_LINES);
    pay_what_can_be_paid(p);
}

static void fees_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, VERB_CONTACTS, in_turn(list->g));
    if (asks_contacts(list->t, list->g)) {
        a.act.amount = least_contacts(list->t, list->g);
        rh__offer_range(list, &a.act, most_contacts(list->g), 1);
        return;
    }
    a.act.kind = VERB_RELEASE;
    for (int i = 0; i < facts_of(list->t)->lines; i++) {
        a.act.city = (uint8_t)(WORD_LINES + i);
        rh__offer_if(list, release_check, &a);
    }
}

static const rh_move fees_moves[] = {
    {VERB_CONTACTS, RH_BY_ACTOR, contacts_check, contacts_commit},
    {VERB_RELEASE, RH_BY_ACTOR, release_check, release_commit},
};
const rh_step se_step_fees = {.word = "fees",
                              .moves = fees_moves,
                              .move_count = 2,
                              .waits = fees_wait,
                              .enter = fees_enter,
                              .offer = fees_offer};

/* --- dividends ----------------------------------------------------------------------------------- */

/* A company keeps nothing of what it receives: each share of it that a player owns gets a tenth of
 * the amount, rounded up; the bank pays or keeps the difference (4.6.2-14). */
static void forward(rh_play *p, int receiver, rh_money amount)
{
    for (int i = 0; i < p->g->players; i++) {
        const rh_holder h = rh_player_holder(i);
        const rh_money each = (amount + 9) / 10;
        rh__pay(p, rh__bank(), h, each * p->g->units[receiver][h.i], (rh_why)WHY_FORWARD);
    }
}

void se_pay_out(rh_play *p, rh_company c, rh_money per_share)
{
    rh_game *g = p->g;
    const bool from_treasury = is_state(p->t, c.i);
    const rh_holder payer = from_treasury ? rh_company_holder(c) : revenue_chest(p->t);
    for (int i = 0; i < g->players; i++) {
        const rh_holder h = rh_player_holder(i);
        rh__pay(p, payer, h, per_share * g->units[c.i][h.i], RH_WHY_DIVIDEND);
    }
    for (int i = 0; i < p->t->companies; i++)
        if (i != c.i && g->units[c.i][holder_of(i).i] > 0 && per_share > 0) {
            const rh_money received = per_share * g->units[c.i][holder_of(i).i];
            rh__pay(p, payer, rh__bank(), received, RH_WHY_DIVIDEND);
            forward(p, i, received);
        }
    if (from_treasury) { /* shares in the pool pay the bank */
        rh__pay(p, payer, rh__bank(), per_share * g->units[c.i][RH_POOL], RH_WHY_DIVIDEND);
    } else { /* the offering's pay the bank; those in the pool and its own pay its treasury */
        rh__pay(p, payer, rh__bank(), per_share * g->units[c.i][RH_OFFERING], RH_WHY_DIVIDEND);
        rh__pay(p, payer, rh_company_holder(c),
                per_share * (g->units[c.i][RH_POOL] + g->units[c.i][rh_company_holder(c).i]),
                RH_WHY_DIVIDEND);
    }
}

static void remember(rh_play *p, rh_kept kept)
{
    rh__remember_run(p, rh__operating(p->g), p->g->revenue, kept);
}

static void withhold(rh_play *p)
{
    const rh_company c = rh__operating(p->g);
    rh__pay(p, revenue_chest(p->t), rh_company_holder(c), p->g->revenue, RH_WHY_WITHHELD);
    rh__price_move(p, c, RH_LEFT, 1);
    remember(p, RH_KEPT_WITHHOLD);
}

static bool has_dividend(const rh_title *t, const rh_game *g)
{
    return g->revenue >= t->company[g->operating].units;
}

/* Less than 1 a share is no dividend (4.6.2-16). */
static void dividend_enter(rh_play *p)
{
    if (private_in_turn(p->t, p->g) && !has_dividend(p->t, p->g))
        withhold(p);
}

static bool dividend_waits(const rh_title *t, const rh_game *g)
{
    return private_in_turn(t, g) && has_dividend(t, g);
}

static rh_refusal dividend_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    return private_in_turn(t, g) ? rh__ok() : rh__no(RH_RULE_WRONG_STEP, RH_STEP_DIVIDEND, 0);
}

static void withhold_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    withhold(p);
    rh__end_step(p);
}

static void pay_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    const rh_money units = p->t->company[c.i].units;
    (void)a;
    se_pay_out(p, c, p->g->revenue / units);
    rh__pay(p, revenue_chest(p->t), rh_company_holder(c), p->g->revenue % units, RH_WHY_WITHHELD);
    rh__price_move(p, c, RH_RIGHT, 1);
    remember(p, RH_KEPT_PAYOUT);
    rh__end_step(p);
}

static void dividend_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_PAY, in_turn(list->g));
    rh__offer_if(list, dividend_check, &a);
    a.act.kind = RH_WITHHOLD;
    rh__offer_if(list, dividend_check, &a);
}

static const rh_move dividend_moves[] = {
    {RH_PAY, RH_BY_ACTOR, dividend_check, pay_commit},
    {RH_WITHHOLD, RH_BY_ACTOR, dividend_check, withhold_commit},
};
const rh_step se_step_dividend = {.word = "dividend",
                                  .moves = dividend_moves,
                                  .move_count = 2,
                                  .waits = dividend_waits,
                                  .enter = dividend_enter,
                                  .offer = dividend_offer};

/* --- the state companies ------------------------------------------------------------------------- */

/* A state company never owes: what its treasury lacks the bank pays (4.6.2-13). */
static void be_helped(rh_play *p, rh_holder from, rh_money due)
{
    const rh_money lacks = due - p->g->cash[from.i];
    if (lacks <= 0)
        return;
    rh__pay(p, rh__bank(), from, lacks, (rh_why)WHY_DEBT);
    se_event(p, EVENT_DEBT, rh__nobody(), rh_company_of(from).i, RH_NONE, lacks);
}

static void state_dividend(rh_play *p, rh_company c, int16_t *last)
{
    const rh_money all = p->g->cash[rh_company_holder(c).i];
    const rh_money per_share = all / p->t->company[c.i].units;
    rh__remember_run(p, c, all, per_share > 0 ? RH_KEPT_PAYOUT : RH_KEPT_NOTHING);
    se_pay_out(p, c, per_share);
    const bool rises = per_share > 0 && per_share >= *last;
    rh__price_move(p, c, rises ? RH_RIGHT : RH_LEFT, 1);
    *last = (int16_t)per_share;
}

static void collect_enter(rh_play *p)
{
    const facts *f = facts_of(p->t);
    state *s = own_state(p->g);
    const int c = p->g->operating;
    if (c != f->sj && c != f->bv)
        return;
    if (c == f->sj)
        rh__pay(p, rh__bank(), holder_of(c), se_sj_revenue(p->t, s), (rh_why)WHY_TABLE);
    for (int i = 0; i < f->lines; i++) {
        const rh_money value = c == f->sj ? f->line[i].sj : f->line[i].bv;
        if (s->contract[i] == f->sj && value > 0)
            rh__pay(p, rh__bank(), holder_of(c), value, (rh_why)WHY_CONTRACT);
    }
    for (int i = 0; i < f->lines && c == f->sj; i++)
        if (s->contract[i] == f->sj && f->line[i].sj < 0) {
            be_helped(p, holder_of(c), -f->line[i].sj);
            rh__pay(p, holder_of(c), rh__bank(), -f->line[i].sj, (rh_why)WHY_CONTRACT);
        }
    if (c == f->sj)
        state_dividend(p, (rh_company){f->sj}, &s->dividend[0]);
}

void se_banverket_pays_out(rh_play *p)
{
    const facts *f = facts_of(p->t);
    state *s = own_state(p->g);
    const rh_holder bv = holder_of(f->bv);
    const rh_money built = s->developments ? f->development_cost[s->developments - 1] : 0;
    const rh_money due = built + se_bv_cost(p->t, s);
    be_helped(p, bv, due);
    rh__pay(p, bv, rh__bank(), built, (rh_why)WHY_DEVELOPMENT);
    rh__pay(p, bv, rh__bank(), due - built, (rh_why)WHY_MAINTENANCE);
    state_dividend(p, (rh_company){f->bv}, &s->dividend[1]);
}

/* Banverket may buy a builder's chart here, before its developments (5.2-13). */
static bool collect_waits(const rh_title *t, const rh_game *g)
{
    const facts *f = facts_of(t);
    if (g->operating != f->bv)
        return false;
    for (int i = 0; i < f->regionals; i++)
        if (rh__private_for_company(t, g, (rh_company){f->regional[i].company}, rh__operating(g)))
            return true;
    return false;
}

static rh_idle collect_idle(const rh_title *t, const rh_game *g)
{
    return g->operating == facts_of(t)->bv ? rh__privates_idle(t, g) : RH_IDLE_NONE;
}

static void collect_offer(rh_choices *list)
{
    rh_action pass;
    rh__set_choice(&pass, RH_PASS, in_turn(list->g));
    rh__offer(list, &pass.act);
}

static const rh_move collect_moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step}};
const rh_step se_step_collect = {.word = "collect",
                                 .moves = collect_moves,
                                 .move_count = 1,
                                 .waits = collect_waits,
                                 .enter = collect_enter,
                                 .offer = collect_offer,
                                 .idle = collect_idle};

/* Where Banverket auctions first (2.1.2) it maintains and pays out when all else is done. */
static void maintain_enter(rh_play *p)
{
    if (p->g->operating == facts_of(p->t)->bv)
        se_banverket_pays_out(p);
}

static bool nobody_waits(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return false;
}

const rh_step se_step_maintain = {.word = "maintain",
                                  .moves = collect_moves,
                                  .move_count = 1,
                                  .waits = nobody_waits,
                                  .enter = maintain_enter,
                                  .offer = collect_offer};
