/* SPDX-License-Identifier: Apache-2.0 */
/* trains.c: buying trains, and what the first train of a level sets off.
 *
 * From the stack only the top one, from another corporation any, if its president agrees. Who has no
 * train must buy one and may sell own shares for it, as few as suffice, but nobody helps: who cannot
 * pay is bankrupt.
 *
 * The first train of a level comes with effects in a fixed order (4.4.4): private companies that
 * nobody has merged leave, a new colour begins, trains rust, stations that can no longer be serviced
 * may be taken back (cleanup.c), and when everybody has answered all pay for their stations.
 *
 * Bounds of the loops: trains x companies, and the levels that title.json states. */
#include "titles/18or/own.h"

static rh_holder operating(const rh_game *g) { return rh_company_holder(rh__operating(g)); }

static bool owns_train(const rh_title *t, const rh_game *g, rh_company c)
{
    return rh_trains_of(t, g, rh_company_holder(c), NULL) > 0;
}

int or_top_train(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == RH_BANK)
            return i;
    return RH_NONE;
}

/* --- what a purchase sets off ------------------------------------------------------------------------ */

static rh_money maintenance_of(const rh_title *t, const rh_game *g, rh_company c)
{
    return facts_of(t)->maintenance * g->tokens_used[c.i];
}

bool or_upkeep(const rh_title *t, const rh_game *g, rh_company c, rh_upkeep_look *out)
{
    const rh_money due = maintenance_of(t, g, c), price = rh_price(t, g, c),
                   missing = due - g->cash[rh_company_holder(c).i];
    if (!active(t, g, c.i) || due == 0 ||
        (g->phase + 1 >= t->phases && !state_of(g)->maintenance_due) ||
        rh__has_power(t, g, c, NO_MAINTENANCE))
        return false;
    *out = (rh_upkeep_look){.due = due, .ruined = or_within_reach(t, g, c) < due};
    if (missing > 0 && !out->ruined)
        out->sells = (uint8_t)((missing + price - 1) / price);
    return true;
}

void or_pay_maintenance(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    if (!s->maintenance_due || or_removing(p->t, g) != RH_NONE)
        return;
    s->maintenance_due = 0;
    rh_company order[RH_COMPANIES];
    const int n = rh__floated_by_price(p->t, g, order);
    for (int i = 0; i < n && !g->over; i++) {
        const rh_company c = order[i];
        const rh_money due = maintenance_of(p->t, g, c);
        if (rh__has_power(p->t, g, c, NO_MAINTENANCE))
            continue;
        if (or_raise(p, c, due))
            rh__pay(p, rh_company_holder(c), rh__bank(), due, (rh_why)WHY_MAINTENANCE);
        else
            or_remove(p, c, BY_DEBT);
    }
    if (!g->over && g->operating != RH_NONE && (g->status[g->operating] & RH_CLOSED))
        rh__end_step(p);
}

static void discard_privates(rh_play *p, const level_facts *level)
{
    for (uint8_t c = 0; c < p->t->companies; c++)
        if ((level->discards >> c & 1) && !rh_is_company((rh_holder){p->g->owner[c]}))
            rh__close(p, company(c));
}

/* Corporations with the power keep theirs for one more run. lost: RH_COMPANIES flags. */
static void rust(rh_play *p, const level_facts *level, uint8_t *lost)
{
    rh_game *g = p->g;
    for (int k = 0; k < level->rusts; k++)
        for (int i = 0; i < p->t->trains; i++) {
            const rh_holder h = {g->train_at[i]};
            if (p->t->train_kind[i] != level->rust[k] || h.i == RH_NONE)
                continue;
            if (rh_is_company(h) &&
                rh__has_power(p->t, g, rh_company_of(h), DELAYED_OBSOLESCENCE)) {
                rh__outdate_train(p, i);
                continue;
            }
            if (rh_is_company(h))
                lost[rh_company_of(h).i] = 1;
            rh__scrap_train(p, i);
        }
}

/* The levels that begin with this train: its own, and with a table's own stack those below it of which
 * none was in play. (Up to version 2 what they set off never came.) */
static unsigned levels_begun(const rh_title *t, const rh_game *g, int kind)
{
    const unsigned up_to = (2u << kind) - 1;
    return rh_rules_since(t, 3) ? up_to & ~state_of(g)->levels : 1u << kind;
}

static void first_of_level(rh_play *p, int kind)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    const facts *f = facts_of(p->t);
    uint8_t lost[RH_COMPANIES] = {0};
    const uint8_t phase = p->t->train[kind].phase;
    const bool new_phase = phase != RH_NONE && phase > g->phase;
    const unsigned begun = levels_begun(p->t, g, kind);
    s->levels |= begun;
    for (int i = 0; i < f->levels; i++)
        if (begun >> f->level[i].train & 1)
            discard_privates(p, &f->level[i]);
    if (new_phase)
        rh__begin_phase(p, phase);
    for (int i = 0; i < f->levels; i++)
        if (begun >> f->level[i].train & 1)
            rust(p, &f->level[i], lost);
    or_begin_removals(p, lost);
    if (new_phase && f->maintenance > 0)
        s->maintenance_due = 1;
    or_pay_maintenance(p);
}

void or_lose_delayed(rh_play *p, rh_company c)
{
    uint8_t lost[RH_COMPANIES] = {0};
    for (int i = 0; i < p->t->trains; i++)
        if (p->g->train_at[i] == rh_company_holder(c).i &&
            (p->g->train_state[i] & RH_TRAIN_OBSOLETE)) {
            rh__scrap_train(p, i);
            lost[c.i] = 1;
        }
    or_begin_removals(p, lost);
}

void or_train_bought(rh_play *p, rh_company buyer, int train, rh_holder from)
{
    const int kind = p->t->train_kind[train];
    (void)buyer;
    if (from.i == RH_BANK && !(state_of(p->g)->levels >> kind & 1))
        first_of_level(p, kind);
}

/* Money first: shares are sold for it where the purchase is required. */
static void take(rh_play *p, rh_company c, int train, rh_money price)
{
    or_raise(p, c, price);
    rh__take_train(p, c, train, price, RH_NONE);
}

void or_deal_accepted(rh_play *p, const rh_deal *deal)
{
    take(p, rh_company_of(deal->buyer), deal->thing, deal->price);
}

/* --- checks ------------------------------------------------------------------------------------------ */

/* May this power take the top train for nothing now? */
static bool free_train(const rh_title *t, const rh_game *g, rh_company c, int power, int train)
{
    for (rh_source s = {0}; rh__next_source(t, g, c, FREE_TRAIN, &s);)
        if (s.company == power && !(g->status[power] & RH_POWER_USED) &&
            (s.power->train == RH_NONE || s.power->train == t->train_kind[train]))
            return true;
    return false;
}

static bool any_free_train(const rh_title *t, const rh_game *g, rh_company c, int train)
{
    for (int i = 0; i < t->companies; i++)
        if (free_train(t, g, c, i, train))
            return true;
    return false;
}

/* With an empty stack nothing is required (4.4.2.5-8). */
static bool must_have_one(const rh_title *t, const rh_game *g, rh_company c)
{
    return !owns_train(t, g, c) && or_top_train(t, g) != RH_NONE;
}

/* Shares are sold for a required train only (4.4.2.5-7). Version 1 sold them for another's train too
 * when the stack was empty. */
static rh_money purse(const rh_title *t, const rh_game *g, rh_company c)
{
    const bool helped = rh_rules_since(t, 2) ? must_have_one(t, g, c) : !owns_train(t, g, c);
    return helped ? or_within_reach(t, g, c) : g->cash[rh_company_holder(c).i];
}

static rh_refusal train_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const int train = a->act.train, power = a->act.power;
    if (a->act.trade != RH_NONE || a->act.face)
        return rh__no(RH_RULE_TRADE_IN, 0, 0);
    if (rh_is_company(a->act.holder)) {
        const int seller = rh_company_of(a->act.holder).i;
        if (train >= t->trains || seller == c.i || !active(t, g, seller) || power != RH_NONE ||
            g->train_at[train] != a->act.holder.i || (g->train_state[train] & RH_TRAIN_OBSOLETE))
            return no_of(NO_TRAIN_THERE, seller < t->companies ? seller : RH_NONE, 0, 0);
        if (a->act.amount < 1)
            return rh__no(RH_RULE_OTHER_PRICE, a->act.amount, 1);
    } else {
        if (a->act.holder.i != RH_BANK || train != or_top_train(t, g) || train == RH_NONE)
            return rh__not_on_sale(t, g, &a->act);
        if (power != RH_NONE && !free_train(t, g, c, power, train))
            return no_of(NO_FREE_TRAIN, power < t->companies ? power : RH_NONE, 0, 0);
        const rh_money cost = power != RH_NONE ? 0 : or_train_cost(t, g, c, train);
        if (a->act.amount != cost)
            return rh__no(RH_RULE_TRAIN_PRICE, a->act.amount, cost);
    }
    const rh_money most = purse(t, g, c);
    return a->act.amount > most ? no_of(RH_RULE_TRAIN_CASH, c.i, most, a->act.amount) : rh__ok();
}

static void train_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_company c = rh__operating(g);
    if (a->act.power != RH_NONE)
        rh__spend_power(p, (rh_company){a->act.power});
    const int asked = rh_is_company(a->act.holder)
                          ? rh_president(p->t, g, rh_company_of(a->act.holder))
                          : RH_NONE;
    if (asked == RH_NONE || asked == rh_president(p->t, g, c)) {
        take(p, c, a->act.train, a->act.amount);
        return;
    }
    rh__ask_consent(p, (rh_deal){.kind = RH_DEAL_OWN,
                                 .thing = a->act.train,
                                 .price = a->act.amount,
                                 .buyer = a->act.by,
                                 .seller = a->act.holder,
                                 .asked = rh_player_holder(asked),
                                 .trade = RH_NONE});
}

/* A deal that waits for an answer: can it still be done? */
bool or_is_deal(const rh_title *t, const rh_game *g)
{
    const rh_deal *d = &g->deal;
    return g->operating != RH_NONE && d->buyer.i == operating(g).i && rh_is_company(d->seller) &&
           d->thing < t->trains && g->train_at[d->thing] == d->seller.i && d->price >= 0 &&
           d->price <= purse(t, g, rh__operating(g));
}

/* --- the end of the step ------------------------------------------------------------------------------ */

static void offer_trains(rh_choices *list);

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    const rh_company c = rh__operating(g);
    const int top = or_top_train(t, g);
    if (!must_have_one(t, g, c))
        return rh__ok();
    const rh_money reach = or_within_reach(t, g, c), cost = or_train_cost(t, g, c, top);
    if (reach >= cost || any_free_train(t, g, c, top))
        return no_of(RH_RULE_MUST_BUY, c.i, reach, cost);
    return rh__train_without_consent(t, g, offer_trains) ? rh__no(RH_RULE_BANKRUPT_TRAIN, 0, 0)
                                                         : rh__ok();
}

static void pass_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    const rh_company c = rh__operating(p->g);
    if (must_have_one(p->t, p->g, c))
        or_remove(p, c, BY_DEBT);
    if (!p->g->over)
        rh__end_step(p);
}

/* --- what is on offer --------------------------------------------------------------------------------- */

static void offer_trains(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    const int top = or_top_train(t, g);
    rh_action a;
    rh__set_choice(&a, RH_TRAIN, operating(g));
    if (top != RH_NONE) {
        a.act.train = (uint8_t)top;
        a.act.holder = rh__bank();
        a.act.amount = or_train_cost(t, g, c, top);
        rh__offer_if(list, train_check, &a);
        a.act.amount = 0;
        for (a.act.power = 0; a.act.power < t->companies; a.act.power++)
            if (free_train(t, g, c, a.act.power, top))
                rh__offer_if(list, train_check, &a);
    }
    a.act.power = RH_NONE;
    a.act.amount = 1;
    for (a.act.train = 0; a.act.train < t->trains; a.act.train++) {
        a.act.holder = (rh_holder){g->train_at[a.act.train]};
        if (a.act.holder.i != RH_NONE && rh_is_company(a.act.holder) &&
            rh_accepted(train_check(t, g, &a)))
            rh__offer_range(list, &a.act, purse(t, g, c), 1);
    }
}

static bool waits(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g, .any = true};
    if (must_have_one(t, g, rh__operating(g)))
        return true;
    offer_trains(&list);
    return list.count > 0;
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, pass_commit},
    {RH_TRAIN, RH_BY_ACTOR, train_check, train_commit},
};
const rh_step or_step_trains = {.word = "trains",
                                .moves = moves,
                                .move_count = 2,
                                .waits = waits,
                                .besides_pass = offer_trains,
                                .idle = rh__trains_idle};
