/* SPDX-License-Identifier: Apache-2.0 */
/* engine.c: how an action travels.
 *
 *   rh_apply()  asks rh_check(), lets the step's commit change the game, then settles:
 *   rh_check()  finds the pending decision and the row of the action in that step's table;
 *   settle()    walks on through steps in which there is nothing to decide, until somebody must
 *               decide or the game is over.
 *
 * The pending decision is never stored: rh_decision() reads it off the game, interruptions first.
 *
 * Bounds of the loops: settle() takes one step of a round at a time until somebody can decide, for at
 * most AHEAD_ROUNDS rounds (IDLE_ROUNDS stock rounds in old versions); then the game is over. */
#include "roundhouse/engine.h"

#include <string.h>

#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"

static const rh_step over_step = {.word = "over"};

static const rh_step *const STEPS[RH_STEP_KINDS] = {
    [RH_STEP_AUCTION] = &rh__step_auction,   [RH_STEP_STOCK] = &rh__step_stock,
    [RH_STEP_HOME] = &rh__step_home,         [RH_STEP_TRACK] = &rh__step_track,
    [RH_STEP_TOKEN] = &rh__step_token,       [RH_STEP_RUN] = &rh__step_run,
    [RH_STEP_DIVIDEND] = &rh__step_dividend, [RH_STEP_TRAINS] = &rh__step_trains,
    [RH_STEP_PRIVATES] = &rh__step_privates, [RH_STEP_PAR] = &rh__step_par,
    [RH_STEP_CONSENT] = &rh__step_consent,   [RH_STEP_DISCARD] = &rh__step_discard,
    [RH_STEP_ASSIGN] = &rh__step_assign,     [RH_STEP_OVER] = &over_step,
};

static const rh_round_row *const ROUNDS[RH_ROUND_KINDS] = {
    [RH_ROUND_AUCTION] = &rh__round_auction,
    [RH_ROUND_STOCK] = &rh__round_stock,
    [RH_ROUND_OPERATING] = &rh__round_operating,
};

static inline const rh_step *step_row(const rh_title *t, int step)
{
    if (step < RH_STEP_KINDS) {
        const rh_step *own = t->hooks->step_instead ? t->hooks->step_instead[step] : NULL;
        return own ? own : STEPS[step];
    }
    assert(step >= RH_STEP_OWN && (size_t)(step - RH_STEP_OWN) < t->hooks->step_count);
    return t->hooks->steps[step - RH_STEP_OWN];
}

const rh_step *rh__step(const rh_title *t, int step) { return step_row(t, step); }

static inline const rh_round_row *round_row(const rh_title *t, int round)
{
    if (round < RH_ROUND_KINDS) {
        const rh_round_row *own = t->hooks->round_instead ? t->hooks->round_instead[round] : NULL;
        return own ? own : ROUNDS[round];
    }
    assert(round >= RH_ROUND_OWN && (size_t)(round - RH_ROUND_OWN) < t->hooks->round_count);
    return t->hooks->rounds[round - RH_ROUND_OWN];
}

const rh_round_row *rh__round_row(const rh_title *t, int round) { return round_row(t, round); }

static const rh_round_row *row_now(const rh_title *t, const rh_game *g)
{
    return round_row(t, rh_round(t, g));
}

static const rh_round_row *house_row(int round)
{
    assert(round < RH_ROUND_KINDS);
    return ROUNDS[round];
}

static const rh_round_row *house_now(const rh_title *t, const rh_game *g)
{
    return house_row(rh_round(t, g));
}

static void begin_round(rh_play *p)
{
    const rh_round_row *row = row_now(p->t, p->g);
    (row->begin ? row : house_now(p->t, p->g))->begin(p);
}

static void skip_step(rh_play *p)
{
    const rh_round_row *row = row_now(p->t, p->g);
    (row->skip ? row : house_now(p->t, p->g))->skip(p);
}

bool rh__step_waits(const rh_title *t, const rh_game *g, const rh_step *step)
{
    if (step->waits || !step->besides_pass)
        return !step->waits || step->waits(t, g);
    rh_choices list = {.t = t, .g = g, .any = true};
    step->besides_pass(&list);
    return list.count > 0;
}

const char *rh_step_word(const rh_title *t, int step) { return rh__step(t, step)->word; }

int rh_round(const rh_title *t, const rh_game *g) { return t->sequence.round[g->sequence]; }

/* The pending decision */

/* The company that must discard a train now, or RH_NONE. Asked only where it is not known already that
 * limits are kept. A limit that a title's own rule sets might change without a sign, so that is asked
 * always. */
static int must_discard(const rh_title *t, const rh_game *g, int round, rh_settled *d)
{
    if (d->limits_kept || round != RH_ROUND_OPERATING)
        return RH_NONE;
    const bool kept = rh__train_limits_kept(t, g);
    const int over = kept ? RH_NONE : rh__over_train_limit(t, g);
    d->limits_kept = kept && !t->hooks->train_limit;
    return over;
}

/* The decision with the row of its step, which whoever acts on it asks for next. Filled through a
 * pointer: a struct of bytes that is returned is put together in memory, and waited for, at every step
 * of every action. */
static void decide(const rh_title *t, const rh_game *g, rh_settled *d)
{
    if (g->over) {
        d->now = (rh_pending){RH_STEP_OVER, rh__nobody(), rh__nobody()};
        d->step = &over_step;
        return;
    }
    const int round = rh_round(t, g);
    const rh_round_row *row = round_row(t, round);
    int step = RH_NONE, over = RH_NONE;
    rh_holder actor = rh__nobody(); /* whom the step names, or its round */
    if (g->deal.kind != RH_DEAL_NONE) {
        /* A deal is answered before anything else happens: its money must still be there. */
        step = RH_STEP_CONSENT;
        actor = g->deal.asked;
    } else if (t->hooks->interrupts && (step = t->hooks->interrupts(t, g)) != RH_NONE) {
        /* a title's own */
    } else if (g->par_of != RH_NONE) {
        step = RH_STEP_PAR;
        actor = rh_player_holder(g->par_by);
    } else if (g->waiting_hex != RH_NONE) {
        step = RH_STEP_ASSIGN;
        actor = rh_company_holder(rh__operating(g));
    } else if ((over = must_discard(t, g, round, d)) != RH_NONE) {
        step = RH_STEP_DISCARD;
        actor = rh_company_holder(rh_company_at(over));
    } else {
        step = (row->step ? row : house_row(round))->step(t, g);
    }
    d->step = step_row(t, step);
    if (actor.i == RH_NONE)
        actor = d->step->actor ? d->step->actor(t, g)
                               : (row->actor ? row : house_row(round))->actor(t, g);
    d->now.step = (uint8_t)step;
    d->now.actor = d->now.decider = actor;
    if (rh_is_company(actor)) {
        const int president = rh_president(t, g, rh_company_of(actor));
        d->now.decider.i = president == RH_NONE ? RH_NONE : rh_player_holder(president).i;
    }
}

rh_pending rh_decision(const rh_title *t, const rh_game *g)
{
    rh_settled d = {0};
    decide(t, g, &d);
    return d.now;
}

int rh_player_behind(const rh_title *t, const rh_game *g, rh_holder by)
{
    const rh_pending now = rh_decision(t, g);
    const rh_holder who = by.i == now.actor.i ? now.decider : by;
    if (rh_is_company(who))
        return rh_president(t, g, rh_company_of(who));
    return rh_is_player(who) ? rh_player_of(who) : RH_NONE;
}

/* Checking */

static bool may_enter(rh_by by, const rh_pending *now, rh_holder who)
{
    switch (by) {
    case RH_BY_ACTOR: return who.i == now->actor.i;
    case RH_BY_DECIDER: return who.i == now->decider.i;
    case RH_BY_DECIDER_OR_ACTOR: return who.i == now->decider.i || who.i == now->actor.i;
    case RH_BY_ANYBODY: return true;
    }
    return false;
}

static const rh_move *move_of(const rh_step *step, int kind)
{
    for (size_t i = 0; i < step->move_count; i++)
        if (step->moves[i].kind == kind)
            return &step->moves[i];
    return NULL;
}

static bool interrupts(int step) { return step >= RH_STEP_PAR && step < RH_STEP_KINDS; }

static const rh_move *find_move(const rh_title *t, const rh_settled *d, int kind)
{
    const rh_move *own = move_of(d->step, kind);
    if (own)
        return own;
    const bool between = !interrupts(d->now.step);
    for (size_t i = 0; i < rh__anytime_count; i++)
        if (rh__anytime_moves[i].kind == kind && (between || kind == RH_SWAP))
            return &rh__anytime_moves[i];
    for (size_t i = 0; i < t->hooks->anytime_count; i++)
        if (t->hooks->anytime[i].kind == kind && between)
            return &t->hooks->anytime[i];
    return NULL;
}

static bool real_holder(const rh_title *t, const rh_game *g, rh_holder h)
{
    if (rh_is_player(h))
        return rh_player_of(h) < g->players;
    return rh_is_company(h) && rh_company_of(h).i < t->companies;
}

/* An action of the company in turn that the pending step does not take. It may belong to a step
 * before, which says itself what has ended it (the tile of this turn lies, no token is left), or to
 * one that is still to come. */
static rh_refusal out_of_step(const rh_title *t, const rh_game *g, const rh_action *a, int pending)
{
    rh_refusal no = rh__no(RH_RULE_WRONG_STEP, pending, 0);
    const bool placed = a->act.kind == RH_LAY || a->act.kind == RH_TOKEN;
    for (int i = t->sequence.steps - 1; i >= 0; i--) {
        const rh_move *move = move_of(rh__step(t, t->sequence.step[i]), a->act.kind);
        if (move == NULL || i == g->step || t->sequence.step[i] == RH_STEP_HOME)
            continue;
        const rh_refusal then = i < g->step && placed ? move->check(t, g, a) : rh__ok();
        if (then.rule == RH_RULE_WRONG_STEP)
            continue; /* it is taken there in other titles */
        no.rule = i < g->step ? RH_RULE_STEP_OVER : RH_RULE_STEP_LATER;
        return rh_accepted(then) ? no : then;
    }
    return no;
}

static rh_refusal wrong_step(const rh_title *t, const rh_game *g, const rh_action *a,
                             const rh_pending *now)
{
    const int kind = a->act.kind;
    const bool emergency = kind == RH_SELL || kind == RH_CEDE || kind == RH_BANKRUPT;
    const bool own_turn = rh_round(t, g) == RH_ROUND_OPERATING && a->act.by.i == now->actor.i &&
                          rh_is_company(now->actor) && rh_company_of(now->actor).i == g->operating;
    if (own_turn && kind != RH_PASS && !emergency)
        return out_of_step(t, g, a, now->step);
    return rh__no(now->step == RH_STEP_AUCTION ? RH_RULE_AUCTION_FIRST : RH_RULE_WRONG_STEP,
                  now->step, 0);
}

static rh_refusal check(const rh_title *t, const rh_game *g, const rh_action *a,
                        const rh_move **move, rh_settled *d)
{
    *move = NULL;
    if (g->over)
        return rh__no(RH_RULE_GAME_OVER, 0, 0);
    if (d->step == NULL)
        decide(t, g, d);
    const rh_pending *now = &d->now;
    const rh_move *row = find_move(t, d, a->act.kind);
    const bool may = row ? may_enter(row->by, now, a->act.by)
                         : a->act.by.i == now->actor.i || a->act.by.i == now->decider.i;
    rh_refusal no;
    if (may && real_holder(t, g, a->act.by)) {
        no = row ? row->check(t, g, a) : wrong_step(t, g, a, now);
        *move = row;
    } else {
        no = rh__no(RH_RULE_NOT_YOUR_DECISION, now->step,
                    a->act.by.i == now->decider.i ? now->actor.i : now->decider.i);
    }
    if (no.rule == RH_RULE_WRONG_STEP && row)
        no = wrong_step(t, g, a, now); /* a move that is open in other steps */
    if (!rh_accepted(no) && no.who == RH_NONE)
        no.who = a->act.by.i;
    return no;
}

rh_refusal rh_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_move *move;
    const rh_refusal no = check(t, g, a, &move, &(rh_settled){0});
    return rh_accepted(no) ? rh__ok() : no;
}

/* Playing */

/* A table on which nothing can happen any more (every company closed, say) would go round for ever.
 * The income of privates might still let somebody act, but not after so many stock rounds. Versions of
 * before a standstill ended the game walked all the way, and paid; now it is looked for on a copy,
 * over so many rounds, and the game ends where it stood. */
enum { IDLE_ROUNDS = 200, AHEAD_ROUNDS = 1000 };
static const uint32_t NOWHERE = UINT32_MAX; /* no place in a round */

/* Nothing happens silently: whoever is not asked is named, with the reason. */
static void tell_idle(rh_play *p, const rh_settled *d, bool nobody)
{
    const rh_step *step = d->step;
    const bool first = p->g->step == 0 && rh_round(p->t, p->g) == RH_ROUND_OPERATING;
    if (!nobody && !step->idle)
        return;
    const rh_idle why = !nobody ? step->idle(p->t, p->g) : first ? RH_IDLE_NOBODY : RH_IDLE_NONE;
    if (why != RH_IDLE_NONE)
        rh__event(p, (rh_event){.kind = RH_EVENT_IDLE,
                                .why = (uint8_t)why,
                                .to = d->now.actor,
                                .thing = d->now.step});
}

/* Where the game stands, to see whether a step was entered or only ended. */
static uint32_t place_in_round(const rh_game *g)
{
    return (uint32_t)g->sequence << 24 | (uint32_t)g->operating << 16 | (uint32_t)g->current << 8 |
           g->step;
}

/* A step in which somebody has just acted ends without a word. */
static void settle(rh_play *p, uint32_t acted_in)
{
    const int since = p->g->stock_round;
    for (;;) {
        const rh_settled *d = &p->settled;
        decide(p->t, p->g, &p->settled);
        if (d->now.step == RH_STEP_OVER)
            return;
        if (!p->t->sequence.standstill_ends && p->g->stock_round - since > IDLE_ROUNDS) {
            rh__end_game(p, RH_OVER_IDLE);
            return;
        }
        const rh_step *step = d->step;
        const bool nobody = rh_is_company(d->now.actor) && d->now.decider.i == RH_NONE;
        if (!nobody && rh__step_waits(p->t, p->g, step))
            return;
        assert(!nobody || !interrupts(d->now.step) || step->alone);
        if (nobody && step->alone)
            step->alone(p, rh_company_of(d->now.actor));
        if (!interrupts(d->now.step) && !p->g->over) {
            if (p->events && place_in_round(p->g) != acted_in)
                tell_idle(p, d, nobody);
            acted_in = NOWHERE;
            skip_step(p);
        }
    }
}

static rh_refusal apply(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events,
                        rh_settled *settled, rh_game *end)
{
    const rh_move *move;
    if (events)
        events->count = events->lost = 0;
    const rh_refusal no = check(t, g, a, &move, settled);
    if (!rh_accepted(no))
        return no;
    rh_play p = {.t = t, .g = g, .events = events, .agreed = no, .settled = *settled, .end = end};
    if (a->act.kind != RH_SWAP)
        g->turn_begun = 1; /* a swap between turns leaves the next turn untouched */
    g->moves++;
    const uint32_t place = place_in_round(g);
    move->commit(&p, a);
    settle(&p, place);
    *settled = p.settled;
    rh__round_ends(&p);
    return rh__ok();
}

rh_refusal rh_apply_next(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events,
                         rh_settled *settled)
{
    return apply(t, g, a, events, settled, NULL);
}

rh_refusal rh_apply_in_round(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events,
                             rh_game *end)
{
    return apply(t, g, a, events, &(rh_settled){0}, end);
}

rh_refusal rh_apply(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events)
{
    return rh_apply_next(t, g, a, events, &(rh_settled){0});
}

rh_refusal rh__pass_agreed(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)g, (void)a;
    return rh__ok();
}

void rh__pass_ends_step(rh_play *p, const rh_action *a)
{
    (void)a;
    skip_step(p);
}

bool rh__stands_still(rh_play *p, void (*go_on)(rh_play *))
{
    if (!p->t->sequence.standstill_ends || p->goes_on || p->g->over)
        return false;
    if (p->ahead > 0) {
        if (++p->ahead > AHEAD_ROUNDS)
            rh__end_game(p, RH_OVER_IDLE);
        return p->g->over;
    }
    rh_game copy = *p->g;
    rh_play ahead = {.t = p->t, .g = &copy, .ahead = 1};
    go_on(&ahead);
    settle(&ahead, NOWHERE);
    /* An end of the title's own that is near, as when the bank breaks in this set, comes by itself. */
    const bool near =
        copy.over && copy.over != RH_OVER_IDLE && copy.stock_round <= p->g->stock_round + 1;
    p->goes_on = !copy.over || near;
    if (!p->goes_on)
        rh__end_game(p, RH_OVER_IDLE);
    return !p->goes_on;
}

static void begin_next_round(rh_play *p)
{
    const rh_sequence_facts *s = &p->t->sequence;
    const bool set_goes_on = s->repeat_from != RH_NONE && p->g->sequence >= s->repeat_from &&
                             p->g->operating_round < p->g->set_rounds;
    const uint8_t again = set_goes_on ? s->repeat_from : s->loop_from;
    p->g->sequence = (uint8_t)(p->g->sequence + 1 < s->rounds ? p->g->sequence + 1 : again);
    begin_round(p);
}

void rh__round_ends(rh_play *p)
{
    if (p->end)
        *p->end = *p->g;
    p->end = NULL;
}

void rh__next_round(rh_play *p)
{
    rh__round_ends(p);
    if (!rh__stands_still(p, begin_next_round))
        begin_next_round(p);
}

void rh__leave_out_stock_round(rh_play *p)
{
    p->g->sequence++;
    p->g->stock_round++;
    rh__next_round(p);
}

void rh__give_turn(rh_play *p, int seat) { p->g->current = (uint8_t)seat; }

void rh__end_game(rh_play *p, rh_over how)
{
    p->g->over = (uint8_t)how;
    p->g->operating = RH_NONE;
    rh__event(p, (rh_event){.kind = RH_EVENT_OVER, .thing = (uint8_t)how});
}

/* Offering */

void rh__offer_range(rh_choices *list, const rh_act *act, rh_money most, rh_money step)
{
    if (most < act->amount || (list->only.i && list->only.i != act->by.i))
        return;
    if (list->out && list->count < list->cap)
        list->out[list->count] = (rh_choice){.act = *act, .most = most, .step = step};
    list->count++;
}

void rh__offer(rh_choices *list, const rh_act *act) { rh__offer_range(list, act, act->amount, 1); }

void rh__offer_if(rh_choices *list, rh_check_function agrees, const rh_action *a)
{
    if (rh_accepted(agrees(list->t, list->g, a)))
        rh__offer(list, &a->act);
}

static void offer_step(rh_choices *list, const rh_settled *d)
{
    if (d->step->offer) {
        d->step->offer(list);
        return;
    }
    d->step->besides_pass(list);
    rh_action pass;
    rh__set_choice(&pass, RH_PASS, d->now.actor);
    rh__offer_if(list, find_move(list->t, d, RH_PASS)->check, &pass);
}

size_t rh_legal(const rh_title *t, const rh_game *g, rh_choice *out, size_t cap)
{
    rh_choices list = {.t = t, .g = g, .out = out, .cap = cap};
    rh_settled d = {0};
    decide(t, g, &d);
    if (d.now.step == RH_STEP_OVER)
        return 0;
    offer_step(&list, &d);
    rh__offer_anytime(&list);
    if (t->hooks->offer_anytime)
        t->hooks->offer_anytime(&list);
    return list.count;
}

/* Set-up */

rh_refusal rh_new(const rh_title *t, int players, uint32_t seed, rh_game *g)
{
    if (players < t->min_players || players > t->max_players)
        return rh__no(RH_RULE_PLAYERS, t->min_players, t->max_players);
    memset(g, 0, sizeof *g);
    g->players = (uint8_t)players;
    g->rng = seed;
    rh_play p = {.t = t, .g = g};
    rh__set_money(&p, t->bank);
    rh__set_up_companies(&p);
    rh__set_up_pieces(&p);
    memset(g->waiting, RH_NONE, sizeof g->waiting);
    memset(g->contest_order, RH_NONE, sizeof g->contest_order);
    g->waiting_hex = g->contested = g->par_of = g->par_by = g->operating = RH_NONE;
    g->bought = g->bought_from = g->last_to_act = g->named_train = RH_NONE;

    for (int i = 0; i < players; i++)
        rh__pay(&p, rh__bank(), rh_player_holder(i), t->starting_cash[players], RH_WHY_START);
    if (t->hooks->set_up)
        t->hooks->set_up(&p);
    begin_round(&p);
    settle(&p, NOWHERE);
    return rh__ok();
}
