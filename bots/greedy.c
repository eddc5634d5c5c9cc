/* SPDX-License-Identifier: Apache-2.0 */
/* greedy.c: plays every legal action on a copy of the game and takes the one after which the
 * outlook (outlook.h) is best.
 *
 * A pass is worth what the game is worth now, so that whatever is done must be better than nothing:
 * this keeps him from idle sales, deals in circles and closing what he owns. Where one action does
 * not show its effect the copy is played on a little: his own consent is given, and others are
 * taken to pass on what he bids for. Dice decide only between equals, and a little in auctions. */
#include "bots/greedy.h"

#include "bots/outlook.h"
#include "bots/steady.h"

enum {
    LONG = 3000, /* actions after which he plays as a steady player, who brings games to an end */
    SETTLED = 1500,   /* actions after which he keeps his shares */
    ROUTED_LAYS = 16, /* tiles whose routes are searched: those that open most */
    TRIES = 3         /* amounts of a range */
};

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_random *r;
    rh_game *copy;
    rh_outlook o;
    rh_pending now;
    rh_value idle;     /* of doing nothing */
    bool pressed;      /* nothing sensible can be done, and something must */
    rh_company acting; /* the company in whose name he decides, or RH_NONE */
    rh_value promised; /* what its track promises now; NOT_ASKED: nobody wanted to know */
    rh_money opens;    /* growth after the lay that is judged; UNSEEN: not looked at yet */
} table;
enum { UNSEEN = -1 };
static const rh_value NOT_ASKED = INT64_MIN;

/* --- what an action changes ----------------------------------------------------------------------*/

static bool is_mine(const table *w, const rh_game *g, int c)
{
    const rh_holder me = rh_player_holder(w->o.player);
    if (g->status[c] & RH_CLOSED)
        return false;
    return w->t->company[c].kind == RH_MINOR
               ? g->owner[c] == me.i
               : rh_president(w->t, g, (rh_company){(uint8_t)c}) == w->o.player;
}

/* Looks at the routes of all companies he leads. */
static void look_at_all(table *w, const rh_game *g)
{
    for (int c = 0; c < w->t->companies; c++)
        if (w->t->company[c].kind != RH_PRIVATE && is_mine(w, g, c) && (g->status[c] & RH_FLOATED))
            w->o.earning[c] = rh_earning_of(&w->o, g, (rh_company){(uint8_t)c});
}

static bool is_a(const table *w, int kind, unsigned trait)
{
    return rh_verb_of(w->t, kind)->traits & trait;
}

/* His share of a company in percent, but enough to care. */
static int stake(const table *w, rh_company c)
{
    const int own = rh_percent(w->t, w->g, c, rh_player_holder(w->o.player));
    return own > 30 ? own : 30;
}

/* What track is worth beyond the routes of today. */
static rh_value promise(const table *w, rh_money growth, rh_company c)
{
    const rh_earning *e = &w->o.earning[c.i];
    const int urgent = w->g->last_revenue[c.i] > 0 ? 3 : 12;
    const rh_value longer = (rh_value)(e->next > e->now ? e->next : e->now) * w->o.rounds / 3;
    return (longer + (rh_value)growth * urgent) * stake(w, c);
}

/* Only the first of these can change the track of a company in a way that promises more. */
static bool is_track(int kind) { return kind == RH_LAY || kind == RH_TOKEN || kind == RH_ASSIGN; }

static rh_value value_of(table *w, const rh_game *g, int kind)
{
    rh_value v = rh_outlook_value(&w->o, g);
    if (is_track(kind) && w->acting.i != RH_NONE)
        v += promise(w, w->opens == UNSEEN ? rh_growth(w->t, g, w->acting) : w->opens, w->acting);
    return v;
}

/* The value of doing nothing, for one who might lay track. */
static rh_value idle_on_track(table *w)
{
    if (w->promised == NOT_ASKED)
        w->promised = promise(w, rh_growth(w->t, w->g, w->acting), w->acting);
    return w->idle + w->promised;
}

/* --- playing on ----------------------------------------------------------------------------------*/

static bool pass_on(const table *w, rh_game *g)
{
    const rh_pending now = rh_decision(w->t, g);
    const rh_action pass = rh_action_of(RH_PASS, now.actor);
    return rh_accepted(rh_apply(w->t, g, &pass, NULL));
}

/* He agrees with himself; somebody else's consent is not counted on. */
static bool agree(const table *w, rh_game *g)
{
    const rh_pending now = rh_decision(w->t, g);
    if (now.step != RH_STEP_CONSENT || g->over)
        return true;
    if (!rh_is_player(now.decider) || rh_player_of(now.decider) != w->o.player)
        return false;
    const rh_action yes = rh_action_of(RH_ACCEPT, now.decider);
    return rh_accepted(rh_apply(w->t, g, &yes, NULL));
}

/* Others pass on what he bids for, as long as the same step lasts. */
static void win_bid(const table *w, rh_game *g)
{
    for (int i = 0; i < 2 * RH_PLAYERS && !g->over; i++) {
        const rh_pending now = rh_decision(w->t, g);
        if (now.step != w->now.step || now.actor.i == w->now.actor.i || !pass_on(w, g))
            return;
    }
}

/* Plays an action on the copy. False: it is not for him. */
static bool play_on_copy(const table *w, const rh_action *a)
{
    *w->copy = *w->g;
    if (!rh_accepted(rh_apply(w->t, w->copy, a, NULL)))
        return false;
    if (is_a(w, a->act.kind, RH_VERB_OUTBID))
        win_bid(w, w->copy);
    return w->now.step == RH_STEP_CONSENT || agree(w, w->copy);
}

/* Looks again at the routes that the action may have changed. */
static void look_again(table *w, const rh_act *act)
{
    const int c = w->acting.i;
    if (w->copy->phase != w->g->phase || c == RH_NONE || !w->o.earning[c].known ||
        (w->copy->status[c] & RH_CLOSED)) {
        look_at_all(w, w->copy);
        return;
    }
    if (is_track(act->kind)) {
        w->o.earning[c] = rh_earning_on_track(&w->o, w->copy, w->acting, &w->o.earning[c]);
        return;
    }
    w->o.earning[c] = rh_earning_of(&w->o, w->copy, w->acting);
    const rh_holder other = act->kind == RH_TRAIN ? act->holder : (rh_holder){RH_BANK};
    if (rh_is_company(other) && is_mine(w, w->copy, rh_company_of(other).i))
        w->o.earning[rh_company_of(other).i] = rh_earning_of(&w->o, w->copy, rh_company_of(other));
}

static rh_value value_after(table *w, const rh_action *a)
{
    if (!is_a(w, a->act.kind, RH_VERB_EARNS))
        return value_of(w, w->copy, a->act.kind);
    const rh_outlook kept = w->o;
    look_again(w, &a->act);
    const rh_value v = value_of(w, w->copy, a->act.kind);
    w->o = kept;
    return v;
}

/* --- auctions ------------------------------------------------------------------------------------*/

/* What he has bid so far, all items together. */
static rh_money standing(const table *w)
{
    rh_money sum = 0;
    for (int c = 0; c < w->t->companies; c++)
        sum += w->g->bid[c][w->o.player];
    return sum;
}

/* What is left of the value of an item after its price, in hundredths as all values here. He bids
 * for one thing at a time, and keeps money for what comes after the auction. */
static rh_value bargain(table *w, const rh_act *act)
{
    const rh_holder me = rh_player_holder(w->o.player);
    const rh_money cash = w->g->cash[me.i], price = act->amount;
    if (act->company >= w->t->companies) /* for the right to choose: a small sum is well spent */
        return price * 12 <= cash ? (rh_value)rh_throw(&w->r->dice, 200) - 100 : -100;
    const rh_money mood = 90 + (rh_money)rh_throw(&w->r->dice, 21),
                   worth = rh_item_value(&w->o, w->g, (rh_company){act->company}) * mood / 100;
    const rh_value left = (rh_value)(worth - price) * 100;
    if (act->kind != RH_BID || left <= 0)
        return left;
    if (price * 10 > cash * 7 || (w->g->contested == RH_NONE && standing(w) > 0))
        return -100;
    return left / 2; /* what can be had at once is better */
}

/* Trains between his own companies: only from one that has several to one that has none, so that
 * none goes to and fro. */
static bool sensible_deal(const table *w, const rh_act *act)
{
    if (act->kind != RH_TRAIN || !rh_is_company(act->holder))
        return true;
    return rh_trains_of(w->t, w->g, act->by, NULL) == 0 &&
           rh_trains_of(w->t, w->g, act->holder, NULL) > 1;
}

/* New trains bring new tiles and better trains, which no outlook sees, so a company that can pay for
 * one and keep as much moves the game on. And if everybody waits for somebody else to do that, he
 * grows impatient. */
static rh_value impatience(const table *w, const rh_act *act)
{
    enum { PATIENT = 400 };
    const rh_train_facts *train = &w->t->train[w->t->train_kind[act->train]];
    const bool moves_on = train->phase != RH_NONE || train->on_sale_from == RH_NONE;
    if (act->holder.i != RH_BANK || !moves_on || !rh_is_company(act->by))
        return 0;
    const int waited = w->g->moves > PATIENT ? (int)(w->g->moves - PATIENT) / 3 : 0,
              ease = w->g->cash[act->by.i] >= 2 * act->amount ? 30 : 0;
    return (rh_value)act->amount * stake(w, rh_company_of(act->by)) * (ease + waited) / 100;
}

/* --- judging -------------------------------------------------------------------------------------*/

/* How much better than doing nothing, in hundredths. False: out of the question. */
static bool judge(table *w, const rh_action *a, rh_value *gain)
{
    const int kind = a->act.kind;
    if (kind == RH_PASS || is_a(w, kind, RH_VERB_CALL)) {
        *gain = 0;
        return true;
    }
    if (kind == RH_BID ||
        (kind == RH_TAKE && a->act.amount > 0 && w->now.step == RH_STEP_AUCTION)) {
        *gain = bargain(w, &a->act);
        return true;
    }
    if ((!w->pressed && !sensible_deal(w, &a->act)) || !play_on_copy(w, a))
        return false;
    const rh_value before = is_track(kind) && w->acting.i != RH_NONE ? idle_on_track(w) : w->idle;
    *gain = value_after(w, a) - before;
    if (kind == RH_TRAIN)
        *gain += impatience(w, &a->act);
    if (kind == RH_SELL) /* a sale must be clearly good */
        *gain -= (rh_value)rh_price(w->t, w->g, (rh_company){a->act.company}) * a->act.units * 10;
    if (kind == RH_SELL && w->g->moves >= SETTLED)
        *gain = *gain > 0 ? 0 : *gain;
    return true;
}

/* --- candidates ----------------------------------------------------------------------------------*/

typedef struct {
    rh_action *best;
    rh_value gain;
    uint32_t equals;
    bool any;
} pick;

static void consider(table *w, pick *p, const rh_action *a)
{
    rh_value gain;
    if (!judge(w, a, &gain))
        return;
    /* Doing nothing wins a draw, other equals are drawn. */
    const bool better = !p->any || gain > p->gain,
               equal = p->any && gain == p->gain && a->act.kind != RH_PASS;
    if (better ||
        (equal && p->best->act.kind != RH_PASS && rh_throw(&w->r->dice, ++p->equals) == 0)) {
        *p->best = *a;
        p->equals = better ? 1 : p->equals;
        p->gain = gain;
    }
    if (a->act.kind == RH_PASS && p->any && gain == p->gain)
        *p->best = *a;
    p->any = true;
}

static void consider_choice(table *w, pick *p, const rh_choice *choice)
{
    rh_action a = {.act = choice->act};
    consider(w, p, &a);
    if (choice->most <= choice->act.amount || is_a(w, choice->act.kind, RH_VERB_OUTBID))
        return;
    const rh_money steps = (choice->most - choice->act.amount) / choice->step;
    for (int i = 1; i < TRIES; i++) {
        const rh_money at = steps * i / (TRIES - 1);
        if (at == 0)
            continue;
        a.act.amount = choice->act.amount + at * choice->step;
        consider(w, p, &a);
    }
}

/* Of many tiles those that open most are looked at closely; marks the others in `skip`, and says how
 * much each lay opens. */
static void choose_lays(table *w, bool *skip, rh_money *open)
{
    size_t lays = 0;
    for (size_t i = 0; i < w->r->choices; i++) {
        const rh_choice *choice = &w->r->choice[i];
        skip[i] = false;
        open[i] = UNSEEN;
        if (choice->act.kind != RH_LAY || w->acting.i == RH_NONE)
            continue;
        const rh_action a = {.act = choice->act};
        lays++;
        if (play_on_copy(w, &a))
            open[i] = rh_growth(w->t, w->copy, w->acting);
        else
            skip[i] = true;
    }
    for (size_t seen = 0; lays > ROUTED_LAYS && seen < w->r->choices; seen++) {
        if (w->r->choice[seen].act.kind != RH_LAY || skip[seen])
            continue;
        size_t better = 0;
        for (size_t i = 0; i < w->r->choices; i++)
            better += open[i] > open[seen] || (open[i] == open[seen] && i < seen);
        skip[seen] = better >= ROUTED_LAYS;
    }
}

/* --- the decision --------------------------------------------------------------------------------*/

static const rh_choice *of_kind(const rh_random *r, rh_action_kind kind)
{
    for (size_t i = 0; i < r->choices; i++)
        if (r->choice[i].act.kind == kind)
            return &r->choice[i];
    return NULL;
}

/* Out of turn silence is what every action is measured by. */
static bool decide(table *w, bool out_of_turn, rh_action *a)
{
    bool skip[RH_RANDOM_CHOICES];
    rh_money open[RH_RANDOM_CHOICES];
    pick p = {.best = a};
    w->idle = rh_outlook_value(&w->o, w->g);
    w->promised = NOT_ASKED;
    choose_lays(w, skip, open);
    for (int turn = 0; turn < 2 && !p.any; turn++) {
        w->pressed = turn > 0;
        for (size_t i = 0; i < w->r->choices; i++)
            if (!skip[i] && w->r->choice[i].act.kind != RH_BANKRUPT) {
                w->opens = open[i];
                consider_choice(w, &p, &w->r->choice[i]);
            }
        if (out_of_turn)
            return p.any && p.gain > 0;
    }
    /* Only what others must agree to: they are asked for one thing after the other. */
    return p.any || rh_steady_draw(w->t, w->g, w->r, false, a);
}

bool rh_greedy_pick(const rh_title *t, const rh_game *g, rh_random *r, int seat, bool out_of_turn,
                    rh_game copy[2], rh_action *a)
{
    if (g->moves >= LONG)
        return rh_steady_draw(t, g, r, out_of_turn, a);
    const rh_choice *run = of_kind(r, RH_RUN);
    if (run) {
        rh_random_best_run(t, g, r, &run->act, a);
        if (a->runs.routes > 0 || !of_kind(r, RH_PASS))
            return true;
    }
    if (!out_of_turn && r->choices == 1 && r->choice[0].most <= r->choice[0].act.amount) {
        *a = (rh_action){.act = r->choice[0].act};
        return true;
    }
    table w = {.t = t, .g = g, .r = r, .copy = &copy[0], .now = rh_decision(t, g)};
    w.acting.i =
        rh_is_company(w.now.actor) && !out_of_turn ? rh_company_of(w.now.actor).i : RH_NONE;
    rh_outlook_make(&w.o, t, g, seat, r, &copy[1]);
    look_at_all(&w, g);
    return decide(&w, out_of_turn, a);
}
