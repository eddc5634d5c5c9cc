/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c: candidates, rollouts, default plus margin.
 *
 * A rollout plays a candidate and then the policy for everybody, to the end of the next whole set of
 * operating rounds, or of a set after it, where value.c judges it. Candidates meet the same dice, so only
 * differences of pairs count. After each of a few stages the worse half of the candidates is dropped;
 * the default stays, for all others are compared with it.
 *
 * Bounds: a decision has at most RH_PLAN_CANDIDATES candidates and `budget.rollouts` rollouts beside
 * those of the default; a rollout ends after STEPS actions, each of which searches routes for at most
 * ROUTES steps (where only the best run is legal: RH_RUN_BUDGET). Track is not searched, nor are
 * bids of companies, of which a game has hundreds. */
#include "bots/plan.h"

#include <string.h>

#include "bots/greedy.h"
#include "bots/policy.h"
#include "bots/track.h"
#include "bots/value.h"

enum { STEPS = 700, ROUTES = 300, ROLLOUT_MOOD = 15, FAR = 20000 };

typedef struct {
    const rh_title *t;
    const rh_title *ahead; /* the title as rollouts play it */
    const rh_game *g;
    rh_bot_work *work;
    rh_known known;
    rh_pending now;
    int seat;
    int further;   /* sets beyond the next whole one */
    uint64_t seed; /* of all rollouts of this decision */
} table;

/* What he means to do later in the same turn, so that choices that make sense only together are compared
 * together: withhold and buy the train that scraps those of others; sell, sell, buy. */
enum { THEN_AS_USUAL, THEN_TRAIN, THEN_SELL };
typedef struct {
    uint8_t then;    /* THEN_… */
    uint8_t company; /* whose train is bought, or whose shares are sold */
} intent;

typedef struct {
    rh_act act;
    intent next;
    int64_t sum, squares; /* of its differences from the default */
    uint32_t rollouts;    /* of these so many … */
    uint32_t ahead;       /* … in which he was ahead, if anybody asks (work->thought) */
    bool out;             /* cannot be played, or only with somebody's consent */
} candidate;

/* --- rollouts ------------------------------------------------------------------------------------*/

/* Companies that earn lay no more track in a rollout, and no station: tiles are what takes most time,
 * and a tile laid at random says nothing. */
static bool leave_track(const rh_title *t, rh_game *g, rh_pending now)
{
    if ((now.step != RH_STEP_TRACK && now.step != RH_STEP_TOKEN) || !rh_is_company(now.actor) ||
        g->last_revenue[rh_company_of(now.actor).i] <= 0)
        return false;
    const rh_action pass = rh_action_of(RH_PASS, now.actor);
    return rh_accepted(rh_apply(t, g, &pass, NULL));
}

/* The choice that was intended, once its moment has come; NULL: not now, or it cannot be made. */
static const rh_choice *intended(const rh_policy *p, const rh_game *g, intent *next)
{
    const rh_pending now = rh_decision(p->t, g);
    const bool sells = next->then == THEN_SELL && now.step == RH_STEP_STOCK,
               buys = next->then == THEN_TRAIN && now.step == RH_STEP_TRAINS &&
                      now.actor.i == rh_company_holder((rh_company){next->company}).i;
    const rh_choice *best = NULL;
    if (!sells && !buys)
        return NULL;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_act *act = &p->r->choice[i].act;
        if (sells && act->kind == RH_SELL && act->company == next->company)
            best = &p->r->choice[i];
        if (buys && act->kind == RH_TRAIN && act->holder.i == RH_BANK &&
            act->amount <= g->cash[act->by.i] && (!best || act->amount > best->act.amount))
            best = &p->r->choice[i];
    }
    next->then = THEN_AS_USUAL;
    return best;
}

/* One action of the policy, or of what `me` intends. In an auction that is called out everybody is asked
 * before the call. */
static bool play_one(const rh_policy *p, rh_game *g, int me, intent *next)
{
    const rh_holder decider = rh_decision(p->t, g).decider;
    rh_action a;
    rh_random_look(p->t, g, p->r);
    if (p->r->count == 0 || !rh_is_player(decider))
        return false;
    const int first = rh_player_of(decider);
    const bool called = rh_choice_with(p->t, p->r, RH_VERB_CALL) != NULL;
    for (int k = called ? 1 : g->players; k <= g->players; k++) {
        const int seat = (first + k) % g->players;
        rh_random_sit(p->t, g, p->r, seat);
        const rh_choice *meant = seat == me && next->then ? intended(p, g, next) : NULL;
        if (meant) {
            a = (rh_action){.act = meant->act};
            return rh_accepted(rh_apply(p->t, g, &a, NULL));
        }
        if (p->r->choices > 0 && rh_policy_pick(p, g, seat, seat != first, &a))
            return rh_accepted(rh_apply(p->t, g, &a, NULL));
    }
    return false;
}

/* Plays on to the end of the next whole set of operating rounds, and so many further ones. */
static void play_on(const rh_policy *p, rh_game *g, int me, intent next, int further)
{
    const uint32_t begin = g->moves;
    bool operating = rh_round(p->t, g) == RH_ROUND_OPERATING;
    int sets = (operating ? 2 : 1) + further;
    while (!g->over && g->moves - begin < STEPS) {
        if (!leave_track(p->t, g, rh_decision(p->t, g)) && !play_one(p, g, me, &next))
            return;
        const int round = rh_round(p->t, g);
        if (operating && round == RH_ROUND_STOCK && --sets == 0)
            return;
        if (round == RH_ROUND_OPERATING || round == RH_ROUND_STOCK)
            operating = round == RH_ROUND_OPERATING;
    }
}

/* Plays a candidate on the copy. He agrees with himself; somebody else's consent is not counted on. */
static bool begin(const table *w, rh_game *g, const rh_act *act)
{
    const rh_action a = {.act = *act};
    *g = *w->g;
    if (!rh_accepted(rh_apply(w->t, g, &a, NULL)))
        return false;
    const rh_pending then = rh_decision(w->t, g);
    if (g->over || then.step != RH_STEP_CONSENT || w->now.step == RH_STEP_CONSENT)
        return true;
    const rh_action yes = rh_action_of(RH_ACCEPT, then.decider);
    return then.decider.i == rh_player_holder(w->seat).i &&
           rh_accepted(rh_apply(w->t, g, &yes, NULL));
}

/* Is nobody worth more than the player who thinks? */
static bool is_ahead(const table *w, const rh_game *g)
{
    const rh_money mine = rh_position_value(&w->known, w->t, g, w->seat);
    for (int p = 0; p < g->players; p++)
        if (rh_position_value(&w->known, w->t, g, p) > mine)
            return false;
    return true;
}

/* What he thinks he loses with companies that he led and that are closed now, beside his shares of them:
 * emptying one that could have earned for the rest of the game looks better than it is. */
static rh_money ruin(const table *w, const rh_game *after)
{
    rh_money lost = 0;
    for (int c = 0; w->known.ruin && c < w->t->companies; c++) {
        const rh_company company = {(uint8_t)c};
        if ((w->g->status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED &&
            (after->status[c] & RH_CLOSED) && w->g->president[c] == rh_player_holder(w->seat).i)
            lost += rh_price(w->t, w->g, company) * rh_total_units(w->t, w->g, company);
    }
    return lost * w->known.ruin / 100;
}

/* How the n-th rollout of a candidate ends for the player who thinks. */
static rh_money rollout(const table *w, candidate *c, uint32_t n, bool *fine)
{
    rh_random *r = &w->work->ahead;
    rh_game *g = &w->work->copy[2];
    const rh_policy p = {
        .t = w->ahead, .known = &w->known, .r = r, .copy = NULL, .mood = ROLLOUT_MOOD};
    *fine = begin(w, g, &c->act);
    if (!*fine)
        return 0;
    r->dice = rh_dice_of(w->seed + n);
    r->work_limit = ROUTES;
    g->rng = 1 + rh_throw(&r->dice, UINT32_MAX); /* nobody knows chance that has not happened */
    play_on(&p, g, w->seat, c->next, w->further);
    c->rollouts++;
    c->ahead += w->work->thought && is_ahead(w, g);
    return rh_position_lead(&w->known, w->t, g, w->seat) - ruin(w, g);
}

/* --- candidates ----------------------------------------------------------------------------------*/

typedef struct {
    candidate one[RH_PLAN_CANDIDATES];
    int count, room;
} list;

static void add_plan(list *l, const rh_act *act, intent next)
{
    for (int i = 0; i < l->count; i++)
        if (memcmp(&l->one[i].act, act, sizeof *act) == 0 && l->one[i].next.then == next.then &&
            l->one[i].next.company == next.company)
            return;
    if (l->count < l->room)
        l->one[l->count++] = (candidate){.act = *act, .next = next};
}

static void add(list *l, const rh_act *act) { add_plan(l, act, (intent){0}); }

/* A private goes back to the market only if it must: whoever thinks of it sells it for what he then takes
 * it back for, turn by turn. */
static bool sells_private(const rh_title *t, const rh_act *act)
{
    return act->kind == RH_SELL && act->company < t->companies &&
           t->company[act->company].kind == RH_PRIVATE;
}

/* In which order kinds of actions are thought of; RANKS: not at all. */
enum { RANKS = 4 };
static int rank_of(const rh_title *t, const rh_act *act)
{
    const unsigned traits = rh_verb_of(t, act->kind)->traits;
    switch (act->kind) {
    case RH_PASS:
    case RH_PAY:
    case RH_WITHHOLD:
    case RH_HALF:
    case RH_ACCEPT:
    case RH_DECLINE: return 0;
    case RH_BUY:
    case RH_TAKE:
    case RH_PAR:
    case RH_TRAIN: return 1;
    case RH_START:
    case RH_BID:
    case RH_SWAP:
    case RH_DISCARD: return 2;
    case RH_SELL: return sells_private(t, act) ? RANKS : 3;
    case RH_ACQUIRE: return 3;
    case RH_RUN:
    case RH_BANKRUPT:
    case RH_LAY:
    case RH_TOKEN:
    case RH_CEDE: return RANKS;
    default: break;
    }
    if (traits & RH_VERB_SHARES)
        return 0;
    return traits & (RH_VERB_TIRES | RH_VERB_GIVES_UP | RH_VERB_OUTBID) ? RANKS : 2;
}

/* Most that is thought of for this choice. One who leads two companies could empty one into the other
 * by the price of an old train: where bots know better (used) it costs no more than a new one. */
static rh_money most_of(const table *w, const rh_choice *choice)
{
    const rh_act *act = &choice->act;
    if (w->known.used == 0 || act->kind != RH_TRAIN || !rh_is_company(act->holder))
        return choice->most;
    const rh_money price = w->t->train[w->t->train_kind[act->train]].price,
                   most = price * w->known.used / 100;
    return most < choice->most ? most : choice->most;
}

/* Both ends of a range: the middle is rarely best. */
static void add_choice(const table *w, const rh_policy *p, list *l, const rh_choice *choice)
{
    const rh_money most = most_of(w, choice);
    if (rh_is_idle_deal(w->t, w->g, w->seat, &choice->act) ||
        !rh_within_reserve(p, w->g, w->seat, &choice->act))
        return;
    rh_act act = choice->act;
    add(l, &act);
    if (most <= act.amount || act.kind == RH_BID)
        return;
    act.amount += (most - act.amount) / choice->step * choice->step;
    add(l, &act);
}

/* Does a company without a train decide about trains? Then passing is no candidate while it can buy
 * one: what it would earn with it lies beyond the end of a rollout. */
static bool is_first_train(const table *w)
{
    return w->now.step == RH_STEP_TRAINS && rh_is_company(w->now.actor) &&
           rh_trains_of(w->t, w->g, w->now.actor, NULL) == 0;
}

/* The best of a kind of purchase by what it brings, a company only once: of many par prices one. Of sales
 * those of the shares that bring least. */
static void add_best(const table *w, const rh_policy *p, list *l, int kind, int many)
{
    enum { MOST = 4 };
    const rh_act *best[MOST];
    int64_t score[MOST];
    int count = 0;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_act *act = &p->r->choice[i].act;
        if (act->kind != kind || sells_private(w->t, act))
            continue;
        const int64_t score_of = rh_share_score(p, w->g, w->seat, act),
                      brings = kind == RH_SELL ? -score_of : score_of;
        int at = 0;
        while (at < count && best[at]->company != act->company)
            at++;
        if (at < count ? brings <= score[at] : count == many && brings <= score[count - 1])
            continue;
        if (at == count)
            at = count < many ? count++ : count - 1;
        for (; at > 0 && score[at - 1] < brings; at--) {
            best[at] = best[at - 1];
            score[at] = score[at - 1];
        }
        best[at] = act;
        score[at] = brings;
    }
    for (int i = 0; i < count; i++)
        add(l, best[i]);
}

/* Plans of more than one action: a dividend and the train of this turn, two sales. */
static void add_plans(const table *w, list *l)
{
    const int count = l->count;
    for (int i = 0; i < count; i++) {
        const rh_act act = l->one[i].act;
        const bool dividend = act.kind == RH_PAY || act.kind == RH_WITHHOLD ||
                              act.kind == RH_HALF ||
                              (rh_verb_of(w->t, act.kind)->traits & RH_VERB_SHARES);
        if (dividend && rh_is_company(act.by))
            add_plan(l, &act, (intent){THEN_TRAIN, rh_company_of(act.by).i});
        for (int k = 0; act.kind == RH_SELL && k < count; k++)
            if (l->one[k].act.kind == RH_SELL && l->one[k].act.company != act.company)
                add_plan(l, &act, (intent){THEN_SELL, l->one[k].act.company});
    }
}

/* The default, what the policy would do, the best shares, then kind by kind, from a place that is thrown;
 * plans of several actions last. */
static void gather(const table *w, const rh_policy *p, list *l, const rh_action *usual)
{
    const rh_random *r = p->r;
    const bool buys = is_first_train(w) && usual->act.kind == RH_TRAIN;
    rh_action other;
    add(l, &usual->act);
    if (rh_policy_pick(p, w->g, w->seat, false, &other) && other.runs.routes == 0)
        add(l, &other.act);
    if (w->now.step == RH_STEP_STOCK) {
        const rh_choice *pass = rh_choice_of(r, RH_PASS);
        if (pass)
            add(l, &pass->act);
        add_best(w, p, l, RH_BUY, 3);
        add_best(w, p, l, RH_START, 2);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        const size_t from = rh_throw(&p->r->dice, (uint32_t)r->choices);
        if (rank == RANKS - 1 && w->now.step == RH_STEP_STOCK)
            add_best(w, p, l, RH_SELL, 3);
        for (size_t i = 0; i < r->choices && l->count < l->room; i++) {
            const rh_choice *choice = &r->choice[(from + i) % r->choices];
            if (rank_of(w->t, &choice->act) == rank && !(buys && choice->act.kind == RH_PASS))
                add_choice(w, p, l, choice);
        }
    }
    add_plans(w, l);
}

/* --- comparing -----------------------------------------------------------------------------------*/

/* Is the mean difference more than `margin` hundredths of its standard error above 0? In tenths of
 * money; differences are cut at FAR, so that nothing overflows. */
static bool is_better(const candidate *c, int64_t margin)
{
    const int64_t n = c->rollouts;
    if (c->sum <= 0 || n < 2)
        return false;
    const int64_t mean = c->sum * 10 / n, spread = c->squares * 100 / n - mean * mean;
    return mean * mean * 10000 > margin * margin * (spread > 0 ? spread / (n - 1) : 0);
}

/* Is it so much worse than the default, or the only one left and so much better, that more rollouts
 * would say the same? */
static bool is_settled(const list *l, const candidate *c)
{
    enum { LEAST = 8, CLEARLY = 300 };
    candidate worse = *c;
    worse.sum = -c->sum;
    return c->rollouts >= LEAST &&
           (is_better(&worse, CLEARLY) || (l->count == 2 && is_better(c, 2 * CLEARLY)));
}

/* Rolls all out that are still in, n-th to before last. */
static void stage(const table *w, list *l, uint32_t first, uint32_t last)
{
    bool open = true;
    for (uint32_t n = first; n < last && open; n++) {
        bool fine;
        const int64_t usual = rollout(w, &l->one[0], n, &fine);
        open = false;
        for (int i = 1; i < l->count; i++) {
            candidate *c = &l->one[i];
            if (c->out || is_settled(l, c))
                continue;
            int64_t more = rollout(w, c, n, &fine) - usual;
            more = more > FAR ? FAR : more < -FAR ? -FAR : more;
            c->out = !fine;
            c->sum += more;
            c->squares += more * more;
            open = true;
        }
    }
}

/* In hundredths. */
static int64_t mean_of(const candidate *c)
{
    return c->rollouts > 0 ? c->sum * 100 / c->rollouts : 0;
}

/* Drops the worse half of all but the default. */
static void halve(list *l)
{
    for (int i = 2; i < l->count; i++) /* few: sorted by insertion, the best first */
        for (int k = i; k > 1; k--) {
            const candidate *a = &l->one[k - 1], *b = &l->one[k];
            if (b->out || (!a->out && mean_of(a) >= mean_of(b)))
                break;
            const candidate swapped = *a;
            l->one[k - 1] = *b;
            l->one[k] = swapped;
        }
    l->count = 1 + l->count / 2;
    while (l->count > 1 && l->one[l->count - 1].out)
        l->count--;
}

static bool comes_before(const rh_weighed *a, const rh_weighed *b, const rh_act *taken)
{
    if (memcmp(&b->act, taken, sizeof *taken) == 0)
        return false;
    return memcmp(&a->act, taken, sizeof *taken) == 0 || a->gain > b->gain;
}

/* The same action with another intent counts once. */
static bool is_told(const rh_thought *thought, const rh_act *act)
{
    for (int i = 0; i < thought->count; i++)
        if (memcmp(&thought->choice[i].act, act, sizeof *act) == 0)
            return true;
    return false;
}

/* Tells what was compared: what is taken, then the others from the best on. */
static void tell(rh_thought *thought, const list *l, int count, const rh_act *taken)
{
    for (int i = 0; i < count; i++) {
        const candidate *c = &l->one[i];
        const uint32_t n = c->rollouts;
        if (c->out || n == 0)
            continue;
        if (is_told(thought, &c->act))
            continue;
        const rh_weighed told = {.act = c->act,
                                 .gain = (rh_money)(c->sum / (int64_t)n),
                                 .ahead = (uint16_t)(c->ahead * 1000 / n),
                                 .rollouts = (uint16_t)n};
        int at = thought->count++;
        for (; at > 0 && comes_before(&told, &thought->choice[at - 1], taken); at--)
            thought->choice[at] = thought->choice[at - 1];
        thought->choice[at] = told;
    }
}

/* Whoever breaks up what he has built must be surer: a sale moves the price for all that is left. */
static int64_t margin_of(const table *w, const rh_act *act)
{
    return act->kind == RH_SELL ? w->known.margin * w->known.sale / 100 : w->known.margin;
}

static void search(const table *w, rh_budget budget, list *l, rh_action *a)
{
    const int count = l->count;
    int stages = 0;
    for (int n = l->count - 1; n > 0; n /= 2)
        stages++;
    uint32_t done = 0;
    for (int s = 0; s < stages && l->count > 1; s++) {
        const uint32_t each = budget.rollouts / (uint32_t)stages / (uint32_t)l->count;
        const uint32_t next = done + (each > 0 ? each : 1);
        stage(w, l, done, next);
        done = next;
        if (s + 1 < stages)
            halve(l);
    }
    const candidate *best = NULL;
    for (int i = 1; i < l->count; i++)
        if (!l->one[i].out && (!best || mean_of(&l->one[i]) > mean_of(best)))
            best = &l->one[i];
    if (best && is_better(best, margin_of(w, &best->act)))
        *a = (rh_action){.act = best->act};
    if (w->work->thought)
        tell(w->work->thought, l, count, &a->act);
}

/* --- the decision --------------------------------------------------------------------------------*/

/* Is this decided by rule of thumb? Tracks and runs, what is bid, and what leaves no choice. */
static bool is_plain(const table *w, const rh_action *a)
{
    const rh_random *r = &w->work->random;
    switch (w->now.step) {
    case RH_STEP_TRACK:
    case RH_STEP_TOKEN:
    case RH_STEP_HOME:
    case RH_STEP_ASSIGN: return true;
    default: break;
    }
    if (a->act.kind == RH_RUN || rh_choice_with(w->t, r, RH_VERB_CALL) != NULL)
        return true;
    for (size_t i = 0; i < r->choices; i++)
        if (r->choice[i].act.kind != RH_BID &&
            (rh_verb_of(w->t, r->choice[i].act.kind)->traits & RH_VERB_OUTBID))
            return true;
    return r->choices == 1 && r->choice[0].most <= r->choice[0].act.amount;
}

static bool is_lay_or_pass(const rh_act *act)
{
    return act->kind == RH_LAY || act->kind == RH_PASS;
}

static bool only_lays(const rh_random *r)
{
    for (size_t i = 0; i < r->choices; i++)
        if (!is_lay_or_pass(&r->choice[i].act))
            return false;
    return true;
}

/* What is done without thinking: bids and first trains by the policy, the rest one action ahead, unless
 * the title's rules of thumb are known to be better. */
static bool usual_choice(const table *w, const rh_policy *p, bool out_of_turn, rh_action *a)
{
    const rh_random *r = &w->work->random;
    const bool auction = rh_choice_of(r, RH_BID) || rh_choice_with(w->t, r, RH_VERB_OUTBID) ||
                         w->now.step == RH_STEP_AUCTION;
    if (auction || w->known.thumb || (is_first_train(w) && !out_of_turn))
        return rh_policy_pick(p, w->g, w->seat, out_of_turn, a);
    if (w->now.step == RH_STEP_TRACK && !out_of_turn && only_lays(r) &&
        rh_track_pick(w->t, w->g, w->work, a))
        return true;
    if (w->now.step == RH_STEP_TOKEN && !out_of_turn && w->known.stations &&
        rh_station_pick(w->t, w->g, w->work, a))
        return true;
    if (!rh_greedy_pick(w->t, w->g, &w->work->random, w->seat, out_of_turn, w->work->copy, a))
        return false;
    if (w->now.step == RH_STEP_TRACK && !out_of_turn && is_lay_or_pass(&a->act))
        (void)rh_track_pick(w->t, w->g, w->work, a);
    return true;
}

/* Where only the best run is legal every run of a rollout would have to be proved: there any will do. */
static void prepare_rollouts(table *w)
{
    (void)rh_random_keep_runs(&w->work->ahead);
    w->ahead = w->t;
    if (!w->t->operating.enforce_max_revenue)
        return;
    *w->work->loose = *w->t;
    w->work->loose->operating.enforce_max_revenue = false;
    w->ahead = w->work->loose;
}

bool rh_plan_pick(rh_budget budget, const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                  rh_bot_work *work, rh_action *a)
{
    enum { LONG = 3000, MOOD = 5 }; /* LONG: the default brings the game to its end */
    table w = {.t = t, .g = g, .work = work, .now = rh_decision(t, g), .seat = seat};
    rh_bot_known(work, t, &w.known);
    w.further = w.known.further + (budget.far ? w.known.strong : 0);
    const rh_policy p = {
        .t = t, .known = &w.known, .r = &work->random, .copy = work->copy, .mood = MOOD};
    w.seed = (uint64_t)rh_throw(&work->random.dice, UINT32_MAX) << 20;
    if (!usual_choice(&w, &p, out_of_turn, a))
        return false;
    if (out_of_turn || g->moves >= LONG || is_plain(&w, a))
        return true;
    prepare_rollouts(&w);
    list l = {.room = budget.candidates};
    gather(&w, &p, &l, a);
    search(&w, budget, &l, a);
    return true;
}
