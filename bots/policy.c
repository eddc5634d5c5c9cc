/* SPDX-License-Identifier: Apache-2.0 */
/* policy.c: one rule of thumb for each kind of step.
 *
 * Scores are in thousandths of what is paid. Dice make moods: without them every rollout would be the
 * same game, and every beginner the same player. What is asked in a title's own steps is drawn like a
 * steady player draws it, by the weights of its verbs. Every loop goes over what legal() listed. */
#include "bots/policy.h"

#include "bots/greedy.h"
#include "bots/steady.h"
#include "bots/value.h"

enum {
    LONG = 3000
}; /* actions after which he plays as a steady player, who brings games to an end */

/* --- choices -------------------------------------------------------------------------------------*/

const rh_choice *rh_choice_of(const rh_random *r, int kind)
{
    for (size_t i = 0; i < r->choices; i++)
        if (r->choice[i].act.kind == kind)
            return &r->choice[i];
    return NULL;
}

const rh_choice *rh_choice_with(const rh_title *t, const rh_random *r, unsigned traits)
{
    for (size_t i = 0; i < r->choices; i++)
        if (rh_verb_of(t, r->choice[i].act.kind)->traits & traits)
            return &r->choice[i];
    return NULL;
}

/* One of this kind, each equally likely, or NULL. */
static const rh_choice *some_of(rh_random *r, int kind)
{
    const rh_choice *drawn = NULL;
    uint32_t seen = 0;
    for (size_t i = 0; i < r->choices; i++)
        if (r->choice[i].act.kind == kind && rh_throw(&r->dice, ++seen) == 0)
            drawn = &r->choice[i];
    return drawn;
}

/* The next of this kind, or NULL: whoever proposes and is declined has moved the game on by two actions,
 * so that the same is not proposed again before all others were. */
static const rh_choice *next_of(const rh_random *r, const rh_game *g, int kind)
{
    uint32_t count = 0;
    for (size_t i = 0; i < r->choices; i++)
        count += r->choice[i].act.kind == kind;
    uint32_t nth = count ? g->moves / 2 % count : 0;
    for (size_t i = 0; i < r->choices; i++)
        if (r->choice[i].act.kind == kind && nth-- == 0)
            return &r->choice[i];
    return NULL;
}

static bool take(const rh_choice *choice, rh_action *a)
{
    if (choice)
        *a = (rh_action){.act = choice->act};
    return choice != NULL;
}

/* True in so many of a hundred throws. */
static bool chance(const rh_policy *p, uint32_t percent)
{
    return rh_throw(&p->r->dice, 100) < percent;
}

int rh_mood(const rh_policy *p)
{
    return 100 - p->mood + (int)rh_throw(&p->r->dice, (uint32_t)(2 * p->mood + 1));
}

static bool is_owned_by(const rh_title *t, const rh_game *g, rh_holder h, int seat)
{
    return rh_is_company(h) ? rh_player_behind(t, g, h) == seat : h.i == rh_player_holder(seat).i;
}

bool rh_is_idle_deal(const rh_title *t, const rh_game *g, int seat, const rh_act *act)
{
    if (act->kind == RH_CEDE)
        return true;
    if (act->kind >= RH_ACTION_OWN) { /* a title's own way to haggle */
        const unsigned traits = rh_verb_of(t, act->kind)->traits;
        return (traits & RH_VERB_TIRES) && !(traits & RH_VERB_EARNS);
    }
    if (act->kind == RH_ACQUIRE)
        return act->company >= t->companies ||
               !is_owned_by(t, g, (rh_holder){g->owner[act->company]}, seat);
    /* Trains go only from one that has several to one that has none, so that none goes to and fro. */
    return act->kind == RH_TRAIN && rh_is_company(act->holder) &&
           (!is_owned_by(t, g, act->holder, seat) || rh_trains_of(t, g, act->by, NULL) > 0 ||
            rh_trains_of(t, g, act->holder, NULL) < 2);
}

/* Leaves out deals that come to nothing, unless there is nothing else: whoever could make the same
 * proposal again and again would. */
static void drop_idle_deals(const rh_policy *p, const rh_game *g, int seat)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->r->choices; i++)
        kept += !rh_is_idle_deal(p->t, g, seat, &p->r->choice[i].act);
    if (kept == 0 || kept == p->r->choices)
        return;
    kept = 0;
    for (size_t i = 0; i < p->r->choices; i++)
        if (!rh_is_idle_deal(p->t, g, seat, &p->r->choice[i].act))
            p->r->choice[kept++] = p->r->choice[i];
    p->r->choices = kept;
}

/* --- stock rounds --------------------------------------------------------------------------------*/

static int waiting_companies(const rh_title *t, const rh_game *g)
{
    int n = 0;
    for (int c = 0; c < t->companies; c++)
        n += (g->status[c] & (RH_STARTED | RH_FLOATED | RH_CLOSED)) == RH_STARTED;
    return n;
}

/* Companies that he leads and that have not earned anything yet. */
static int unproved_companies(const rh_title *t, const rh_game *g, int seat)
{
    int n = 0;
    for (int c = 0; c < t->companies; c++)
        n += (g->status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED && g->last_revenue[c] <= 0 &&
             g->president[c] == rh_player_holder(seat).i;
    return n;
}

/* How surely a company will float whose president has just paid for his certificate, in percent. */
static int start_chance(const rh_game *g, int missing, rh_money price, rh_money left)
{
    rh_money purses = 0;
    for (int i = 0; i < g->players; i++)
        purses += g->cash[rh_player_holder(i).i];
    if (missing <= 0 || left >= missing * price)
        return 100;
    if (left >= (missing - 1) * price)
        return 85;
    return purses >= 2 * missing * price ? 60 : 20;
}

/* Nobody starts a company while others wait for shareholders, nor one he cannot float nearly alone:
 * it would bind his money and earn nothing; nor one whose capital buys no train; nor the next while those
 * he has earn nothing. */
static int64_t start_score(const rh_policy *p, const rh_game *g, int seat, const rh_act *act)
{
    enum { INCOME = 12, MOST = 1000 }; /* percent */
    const rh_title *t = p->t;
    const rh_company c = {act->company};
    const rh_company_facts *f = &t->company[c.i];
    const rh_money cash = g->cash[rh_player_holder(seat).i];
    const int waiting = waiting_companies(t, g), unproved = unproved_companies(t, g, seat),
              rounds = rh_rounds_expected(t, g),
              wanted =
                  t->phase[g->phase].float_units ? t->phase[g->phase].float_units : f->float_units;
    if (act->amount <= 0 || waiting > 1 || f->units == 0)
        return -1;
    const int own = f->president_units ? f->president_units : 1,
              chance = start_chance(g, wanted - own, act->amount, cash - own * act->amount);
    const rh_money all = act->amount * f->units,
                   capital = f->capital_sum                  ? f->capital_sum
                             : f->capital == RH_CAPITAL_FULL ? all
                                                             : act->amount * wanted,
                   hoped = (all < MOST ? all : MOST) * INCOME / 100;
    int64_t score = (int64_t)hoped * (rounds - 1) * 850 / f->units * chance / 100 / act->amount;
    if (capital < rh_next_train_price(t, g))
        score /= 2;
    if (unproved > 0)
        score /= 1 + unproved;
    return score * (waiting ? 60 : p->known->lead) / 100 * rh_floats_in_time(t, g, c) / 100;
}

/* How surely a company that has a price will float, for whoever thinks of buying a share. */
static int float_chance(const rh_policy *p, const rh_game *g, int seat, rh_company c,
                        rh_money price)
{
    const int missing = rh_units_to_float(p->t, g, c);
    rh_money purses = 0;
    for (int i = 0; i < g->players; i++)
        purses += g->cash[rh_player_holder(i).i];
    if (missing <= 1)
        return 98;
    if (g->cash[rh_player_holder(seat).i] >= missing * price)
        return rh_president(p->t, g, c) == seat ? 97 : 60;
    return purses * 2 >= missing * price * 3 ? 60 : 20;
}

/* In thousandths of its price. */
static int64_t yield_of(const rh_policy *p, const rh_game *g, int seat, const rh_act *act)
{
    const rh_title *t = p->t;
    const rh_company c = {act->company};
    if (act->kind == RH_START)
        return start_score(p, g, seat, act);
    const rh_money price = rh_price(t, g, c);
    const int all = rh_total_units(t, g, c);
    if (price <= 0 || all == 0)
        return -1;
    int64_t income = rh_expected_income(t, g, c, price);
    if (!(g->status[c.i] & RH_FLOATED)) /* what it would earn, and how surely with this share */
        income = (int64_t)price * all * 12 / 100 * float_chance(p, g, seat, c, price) / 100 *
                 rh_floats_in_time(t, g, c) / 100;
    return income * rh_rounds_expected(t, g) * 850 / all / price;
}

/* Where he has more money for each certificate that he may still take than this one costs, money is not
 * what is scarce, and a dear share that brings more is better than a cheap one that pays well. */
int64_t rh_share_score(const rh_policy *p, const rh_game *g, int seat, const rh_act *act)
{
    enum { LEAST = 20 };
    const int64_t yield = yield_of(p, g, seat, act) * rh_mood(p) / 100;
    if (yield <= LEAST)
        return -1;
    const int places = rh_cert_limit(p->t, g) - rh_certificates(p->t, g, seat);
    const rh_money for_one = g->cash[rh_player_holder(seat).i] / (places > 1 ? places : 1),
                   price = act->kind == RH_START ? act->amount
                                                 : rh_price(p->t, g, (rh_company){act->company});
    return yield * 1000 * price / (price > for_one ? price : for_one);
}

/* Above a limit something must go: what brings least. */
static const rh_choice *worst_share(const rh_policy *p, const rh_game *g, int seat)
{
    const rh_choice *worst = NULL;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_act *act = &p->r->choice[i].act;
        const int64_t score = act->kind == RH_SELL ? rh_share_score(p, g, seat, act) : least;
        if (score < least) {
            least = score;
            worst = &p->r->choice[i];
        }
    }
    return worst;
}

static bool stock(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    const rh_choice *best = NULL, *pass = rh_choice_of(p->r, RH_PASS);
    int64_t most = 0;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_act *act = &p->r->choice[i].act;
        if (act->kind != RH_BUY && act->kind != RH_START)
            continue;
        const int64_t score = rh_share_score(p, g, seat, act);
        if (score > most) {
            most = score;
            best = &p->r->choice[i];
        }
    }
    if (best || pass)
        return take(best ? best : pass, a);
    return take(worst_share(p, g, seat), a);
}

static bool par(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    const rh_money cash = g->cash[rh_player_holder(seat).i];
    const rh_choice *best = NULL, *low = NULL;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_choice *one = &p->r->choice[i];
        if (one->act.kind != RH_PAR)
            continue;
        const rh_money needs =
            one->act.amount * (1 + rh_units_to_float(p->t, g, (rh_company){one->act.company}));
        if (!low || one->act.amount < low->act.amount)
            low = one;
        if (needs * 10 <= cash * 13 && (!best || one->act.amount > best->act.amount))
            best = one;
    }
    return take(best ? best : low, a);
}

/* --- operating rounds ----------------------------------------------------------------------------*/

/* In rollouts any tile will do; whoever looks lays like the greedy player, who tries them. */
static bool track(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    const rh_choice *pass = rh_choice_of(p->r, RH_PASS);
    if (p->copy)
        return rh_greedy_pick(p->t, g, p->r, seat, false, p->copy, a);
    return take(pass && chance(p, 6) ? pass : some_of(p->r, RH_LAY), a) || take(pass, a);
}

static bool token(const rh_policy *p, const rh_game *g, int seat, rh_holder by, rh_action *a)
{
    const rh_choice *pass = rh_choice_of(p->r, RH_PASS), *some = some_of(p->r, RH_TOKEN);
    if (p->copy)
        return rh_greedy_pick(p->t, g, p->r, seat, false, p->copy, a);
    const bool cheap = some && some->act.amount * 4 <= g->cash[by.i];
    return take(some && (!pass || (cheap && chance(p, 30))) ? some : pass, a);
}

/* His private for one of his companies, as dear as may be: what it pays is his, and what it has for its
 * next train stays. */
static bool sell_private(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_choice *one = &p->r->choice[i];
        if (one->act.kind != RH_ACQUIRE || !rh_is_company(one->act.by) ||
            g->owner[one->act.company] != rh_player_holder(seat).i)
            continue;
        const rh_money kept = rh_trains_of(p->t, g, one->act.by, NULL) > 0
                                  ? 0
                                  : rh_next_train_price(p->t, g),
                       spare = g->cash[one->act.by.i] - kept,
                       most = one->most < spare ? one->most : spare;
        if (most < p->t->company[one->act.company].price || most < one->act.amount)
            continue;
        take(one, a);
        a->act.amount += (most - one->act.amount) / (one->step > 0 ? one->step : 1) * one->step;
        return true;
    }
    return false;
}

/* The cheapest train of bank or pool that fulfils the duty to own one. */
static const rh_choice *cheapest_train(const rh_policy *p, rh_money cash)
{
    const rh_choice *best = NULL;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_choice *one = &p->r->choice[i];
        if (one->act.kind != RH_TRAIN || rh_is_company(one->act.holder) || one->act.amount > cash)
            continue;
        const rh_train_facts *f = &p->t->train[p->t->train_kind[one->act.train]];
        if (p->t->operating.land && !(f->track & p->t->operating.land))
            continue;
        if (!best || one->act.amount < best->act.amount)
            best = one;
    }
    return best;
}

/* One of that company of his own which has most: he agrees with himself, and nobody is asked again and
 * again. */
static const rh_choice *train_of_his_own(const rh_policy *p, const rh_game *g, rh_holder by)
{
    const int seat = rh_player_behind(p->t, g, by);
    const rh_choice *best = NULL;
    int most = 0;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_act *act = &p->r->choice[i].act;
        if (act->kind != RH_TRAIN || !rh_is_company(act->holder) ||
            !is_owned_by(p->t, g, act->holder, seat))
            continue;
        const int many = rh_trains_of(p->t, g, act->holder, NULL);
        if (many > most) {
            most = many;
            best = &p->r->choice[i];
        }
    }
    return best;
}

/* A company without a train buys one as soon as it can pay: it never earns without. */
static bool trains(const rh_policy *p, const rh_game *g, rh_holder by, rh_action *a)
{
    const rh_choice *pass = rh_choice_of(p->r, RH_PASS);
    const rh_money cash = g->cash[by.i];
    const rh_choice *best = cheapest_train(p, pass ? cash : INT32_MAX);
    if (!pass)
        return take(best, a) || take(some_of(p->r, RH_SELL), a) ||
               take(train_of_his_own(p, g, by), a) || take(next_of(p->r, g, RH_TRAIN), a);
    if (!best)
        return take(pass, a);
    const int own = rh_trains_of(p->t, g, by, NULL);
    const int wants = own == 1 ? 55 : cash >= 2 * best->act.amount ? 35 : 20;
    const bool buys = own == 0 || chance(p, (uint32_t)(wants * p->known->trains / 100));
    return take(buys ? best : pass, a);
}

/* Does every train go with the next phase, while the money for another would soon be there? */
static bool saves(const rh_title *t, const rh_game *g, rh_holder by)
{
    const rh_money next = rh_next_train_price(t, g), cash = g->cash[by.i];
    for (int i = 0; i < t->trains; i++) {
        const rh_train_facts *f = &t->train[t->train_kind[i]];
        if (g->train_at[i] == by.i && (f->rusts_on == RH_NONE || f->rusts_on > g->phase + 1) &&
            (f->obsolete_on == RH_NONE || f->obsolete_on > g->phase + 1))
            return false;
    }
    return cash < next && cash + 2 * g->revenue >= next;
}

static bool dividend(const rh_policy *p, const rh_game *g, rh_holder by, rh_action *a)
{
    const rh_choice *pay = rh_choice_of(p->r, RH_PAY), *keep = rh_choice_of(p->r, RH_WITHHOLD),
                    *share = rh_choice_with(p->t, p->r, RH_VERB_SHARES);
    const bool keeps = chance(p, saves(p->t, g, by) ? 70 : 4);
    if (share) {
        take(share, a);
        if (!keeps)
            a->act.amount += (share->most - share->act.amount) / share->step * share->step;
        return true;
    }
    return take(keeps && keep ? keep : pay ? pay : keep, a);
}

/* --- deals ---------------------------------------------------------------------------------------*/

static bool consent(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    const rh_choice *yes = rh_choice_of(p->r, RH_ACCEPT), *no = rh_choice_of(p->r, RH_DECLINE);
    const rh_deal *d = &g->deal;
    bool good = is_owned_by(p->t, g, d->buyer, seat) && is_owned_by(p->t, g, d->seller, seat);
    if (d->kind == RH_DEAL_PRIVATE && d->thing < p->t->companies)
        good = good || d->price * 10 >= p->t->company[d->thing].price * 12;
    if (d->kind == RH_DEAL_TRAIN && d->thing < p->t->trains)
        good = good || (d->price >= p->t->train[p->t->train_kind[d->thing]].price &&
                        rh_trains_of(p->t, g, d->seller, NULL) > 1);
    return take(good && yes ? yes : no, a);
}

/* --- all together --------------------------------------------------------------------------------*/

static bool run(const rh_policy *p, const rh_game *g, const rh_choice *choice, rh_action *a)
{
    rh_random_best_run(p->t, g, p->r, &choice->act, a);
    return a->runs.routes > 0 || !rh_choice_of(p->r, RH_PASS);
}

/* The step's rule of thumb; false: there is none for it. */
static bool by_step(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    const rh_pending now = rh_decision(p->t, g);
    if (rh_is_company(now.actor) && sell_private(p, g, seat, a))
        return true;
    switch (now.step) {
    case RH_STEP_STOCK: return rh_is_player(now.actor) && stock(p, g, seat, a);
    case RH_STEP_PAR: return par(p, g, seat, a);
    case RH_STEP_TRACK: return track(p, g, seat, a);
    case RH_STEP_TOKEN: return token(p, g, seat, now.actor, a);
    case RH_STEP_TRAINS: return trains(p, g, now.actor, a);
    case RH_STEP_CONSENT: return consent(p, g, seat, a);
    default: break;
    }
    if (rh_choice_of(p->r, RH_PAY) || rh_choice_with(p->t, p->r, RH_VERB_SHARES))
        return dividend(p, g, now.actor, a);
    return false;
}

/* What he does where no rule of thumb helps: nothing, or what a steady player would. */
static bool otherwise(const rh_policy *p, const rh_game *g, rh_action *a)
{
    const rh_choice *pass = rh_choice_of(p->r, RH_PASS);
    return pass && chance(p, 50) ? take(pass, a) : rh_steady_draw(p->t, g, p->r, false, a);
}

bool rh_policy_pick(const rh_policy *p, const rh_game *g, int seat, bool out_of_turn, rh_action *a)
{
    if (g->moves >= LONG)
        return rh_steady_draw(p->t, g, p->r, out_of_turn, a);
    drop_idle_deals(p, g, seat);
    if (out_of_turn)
        return rh_policy_bid(p, g, seat, a);
    const rh_choice *choice = rh_choice_of(p->r, RH_RUN);
    if (choice && run(p, g, choice, a))
        return true;
    if (p->r->choices == 1 && p->r->choice[0].most <= p->r->choice[0].act.amount)
        return take(&p->r->choice[0], a);
    const bool auction = rh_choice_of(p->r, RH_BID) || rh_choice_with(p->t, p->r, RH_VERB_OUTBID) ||
                         rh_decision(p->t, g).step == RH_STEP_AUCTION;
    if (auction && rh_policy_bid(p, g, seat, a))
        return true;
    if (auction &&
        (take(rh_choice_of(p->r, RH_PASS), a) || take(rh_choice_with(p->t, p->r, RH_VERB_CALL), a)))
        return true;
    return by_step(p, g, seat, a) || otherwise(p, g, a);
}
