/* SPDX-License-Identifier: Apache-2.0 */
/* lobby.c: lobbying, and the developments of Banverket's turn that follow from it.
 *
 * Who decides is a chain (4.6.4): the privates by lobby value until one does not decline, else SJ,
 * then Banverket with what is left. The chain is a small machine in the state: its stage, whom it
 * asks, how many developments that one has left, and the line it is bound to. `advance` walks on to
 * the next who has something to decide; after it the step either waits for somebody or is done.
 *
 * Bounds of the loops: boxes of the lobby, privates and hexes; the chain asks each private once. */
#include "titles/1988/own.h"

#include <string.h>

/* --- the lobby board ----------------------------------------------------------------------------- */

int se_lobby_row(const facts *f, int value)
{
    for (int row = 0; row < LOBBY_ROWS; row++)
        for (int box = 0; box < LOBBY_BOXES; box++)
            if (f->lobby[row][box] == value)
                return row + 1;
    return 0;
}

rh_money se_lobby_cost(const rh_title *t, int c, int value)
{
    return rh__power_on(t, c, HALF_LOBBY) ? value - value / 2 : value;
}

static void move_token(rh_play *p, int c, int value)
{
    state *s = own_state(p->g);
    const rh_money costs = se_lobby_cost(p->t, c, value) - se_lobby_cost(p->t, c, s->lobby[c]);
    if (costs > 0)
        rh__pay(p, holder_of(c), rh__bank(), costs, (rh_why)WHY_LOBBY);
    else
        rh__pay(p, rh__bank(), holder_of(c), -costs, (rh_why)WHY_LOBBY);
    s->lobby[c] = (uint8_t)value;
}

void se_leave_lobby(rh_play *p, int c) { move_token(p, c, 0); }

static rh_refusal lobby_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const int c = g->operating;
    const rh_money value = a->act.amount;
    if (!is_private(t, c) || value < 0 || value > UINT8_MAX ||
        (value > 0 && se_lobby_row(f, value) == 0) || value == s->lobby[c])
        return no_of(NO_LOBBY_BOX, c, value, 0);
    const rh_money costs = se_lobby_cost(t, c, value) - se_lobby_cost(t, c, s->lobby[c]);
    if (costs > g->cash[holder_of(c).i])
        return no_of(NO_LOBBY_CASH, c, g->cash[holder_of(c).i], costs);
    return rh__ok();
}

static void lobby_commit(rh_play *p, const rh_action *a)
{
    move_token(p, p->g->operating, a->act.amount);
    rh__end_step(p);
}

static void offer_boxes(rh_choices *list)
{
    const facts *f = facts_of(list->t);
    rh_action a;
    rh__set_choice(&a, VERB_LOBBY, holder_of(list->g->operating));
    rh__offer_if(list, lobby_check, &a);
    for (int row = 0; row < LOBBY_ROWS; row++)
        for (int box = 0; box < LOBBY_BOXES; box++) {
            a.act.amount = f->lobby[row][box];
            rh__offer_if(list, lobby_check, &a);
        }
}

static bool lobby_waits(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g};
    if (!is_private(t, g->operating))
        return false;
    offer_boxes(&list);
    return list.count > 0;
}

static rh_idle lobby_idle(const rh_title *t, const rh_game *g)
{
    return is_private(t, g->operating) ? (rh_idle)IDLE_LOBBY : RH_IDLE_NONE;
}

static const rh_move lobby_moves[] = {
    {VERB_LOBBY, RH_BY_ACTOR, lobby_check, lobby_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
};
const rh_step se_step_lobby = {.word = "lobby",
                               .moves = lobby_moves,
                               .move_count = 2,
                               .waits = lobby_waits,
                               .besides_pass = offer_boxes,
                               .idle = lobby_idle};

/* --- who decides --------------------------------------------------------------------------------- */

/* The first in lobby order that has not declined: highest value, ties by share value. */
static int next_lobbyist(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(t, g, order);
    int best = RH_NONE;
    for (int i = 0; i < n; i++) {
        const int c = order[i].i;
        if (s->lobby[c] > 0 && !s->declined[c] && (best == RH_NONE || s->lobby[c] > s->lobby[best]))
            best = c;
    }
    return best;
}

static bool has_player(const rh_title *t, const rh_game *g, int c)
{
    return rh_president(t, g, (rh_company){(uint8_t)c}) != RH_NONE;
}

static void let_decide(const rh_title *t, state *s, int c)
{
    const int row = se_lobby_row(facts_of(t), s->lobby[c]), room = DEVELOPMENTS - s->developments;
    s->decider = (uint8_t)c;
    s->left = (uint8_t)(row < room ? row : room);
    s->line = RH_NONE;
}

/* Whom does the chain ask now? Nobody at all: done. */
static void advance(rh_play *p)
{
    const facts *f = facts_of(p->t);
    const rh_game *g = p->g;
    state *s = own_state(p->g);
    const bool sj = has_player(p->t, g, f->sj), bv = has_player(p->t, g, f->bv);
    if (s->decider != RH_NONE && s->left > 0 && se_can_develop(p->t, g, RH_NONE))
        return;
    s->decider = RH_NONE;
    if (s->developments >= DEVELOPMENTS || !se_can_develop(p->t, g, RH_NONE)) {
        s->stage = DEVELOP_DONE;
        return;
    }
    if (s->stage == ASK_PRIVATE) {
        const int next = s->developments == 0 ? next_lobbyist(p->t, g) : RH_NONE;
        if (next != RH_NONE) {
            let_decide(p->t, s, next);
            return;
        }
        s->stage = s->developments == 0 && sj ? ASK_SJ : ASK_BV;
        if (s->stage == ASK_SJ)
            return;
    } else if (s->stage == ASK_SJ) {
        s->stage = ASK_BV; /* SJ has decided or declined */
    }
    if (bv)
        return;
    s->stage = DEVELOP_DONE;
    if (s->developments > 0 || sj)
        return;
    /* Everybody declined, and no state company has a player: the first must after all. */
    memset(s->declined, 0, sizeof s->declined);
    const int first = next_lobbyist(p->t, g);
    if (first == RH_NONE)
        return;
    s->stage = ASK_PRIVATE;
    s->forced = 1;
    let_decide(p->t, s, first);
}

static void develop_enter(rh_play *p)
{
    state *s = own_state(p->g);
    if (p->g->operating != facts_of(p->t)->bv)
        return;
    s->stage = ASK_PRIVATE;
    s->decider = s->line = RH_NONE;
    s->developments = s->left = s->forced = 0;
    memset(s->declined, 0, sizeof s->declined);
    advance(p);
}

rh_holder se_develop_actor(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    if (s->decider != RH_NONE)
        return holder_of(s->decider);
    return holder_of(s->stage == ASK_SJ ? facts_of(t)->sj : facts_of(t)->bv);
}

static bool develop_waits(const rh_title *t, const rh_game *g)
{
    return g->operating == facts_of(t)->bv && state_of(g)->stage != DEVELOP_DONE;
}

static rh_idle develop_idle(const rh_title *t, const rh_game *g)
{
    return g->operating == facts_of(t)->bv ? (rh_idle)IDLE_DEVELOP : RH_IDLE_NONE;
}

/* What holds of developments at every moment. */
const char *se_wrong_development(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    const bool now = rh_round(t, g) == RH_ROUND_OPERATING && g->operating == facts_of(t)->bv &&
                     t->sequence.step[g->step] == RH_STEP_OWN + SE_DEVELOP;
    if (s->stage == DEVELOP_DONE)
        return s->decider == RH_NONE ? NULL : "nobody decides on developments that are done";
    if (!now || s->developments >= DEVELOPMENTS)
        return "developments are made in Banverket's turn, no more than five";
    if (s->decider != RH_NONE &&
        (!is_private(t, s->decider) || s->left < 1 || s->left + s->developments > DEVELOPMENTS))
        return "a private that lobbied has a development left";
    return NULL;
}

/* --- deciding ------------------------------------------------------------------------------------ */

static rh_refusal build_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const state *s = state_of(g);
    const rh_refusal no = se_develop_check(t, g, a->act.hex, (change)a->act.city, BY_BV);
    if (!rh_accepted(no) || s->decider == RH_NONE || s->line == RH_NONE)
        return no;
    if (se_line_at(t, s, a->act.hex) != s->line && se_can_develop(t, g, s->line))
        return no_at(NO_LINE, a->act.hex, 0, 0);
    return rh__ok();
}

/* The lobbying has led to a development: the token leaves, Banverket and the contacts are paid. */
static void reward(rh_play *p, int c)
{
    state *s = own_state(p->g);
    rh__pay(p, rh__bank(), holder_of(facts_of(p->t)->bv), s->lobby[c], (rh_why)WHY_LOBBY);
    rh__pay(p, rh__bank(), aside(), s->lobby[c], (rh_why)WHY_LOBBY);
    s->contacts[c] += s->lobby[c];
    if (s->lobby[c])
        se_event(p, EVENT_LOBBIED, rh__nobody(), c, RH_NONE, s->lobby[c]);
    s->lobby[c] = 0;
}

static void build_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    const int line = se_line_at(p->t, s, a->act.hex);
    se_develop(p, a->act.hex, (change)a->act.city, a->act.by);
    s->developments++;
    if (s->decider != RH_NONE) {
        reward(p, s->decider);
        s->line = (uint8_t)line;
        s->left--;
    }
    advance(p);
}

/* A private declines before its first development or stops after it; SJ declines; Banverket stops. */
static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const bool started = s->decider != RH_NONE && s->lobby[s->decider] == 0;
    const bool forced = (s->decider != RH_NONE && s->forced && !started) ||
                        (s->stage == ASK_SJ && s->decider == RH_NONE && !has_player(t, g, f->bv)) ||
                        (s->stage == ASK_BV && s->decider == RH_NONE && s->developments == 0);
    (void)a;
    return forced ? rh__no((rh_rule)NO_DECLINE, 0, 0) : rh__ok();
}

static void pass_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    (void)a;
    if (s->decider != RH_NONE) {
        s->declined[s->decider] = s->lobby[s->decider] > 0;
        s->decider = RH_NONE;
        s->left = 0;
    } else if (s->stage == ASK_BV) {
        s->stage = DEVELOP_DONE;
        return;
    }
    advance(p);
}

static rh_refusal admit_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const state *s = state_of(g);
    const int next = next_lobbyist(t, g);
    if (s->stage != ASK_BV || s->decider != RH_NONE || next == RH_NONE || a->act.company != next)
        return no_of(NO_ADMISSION, a->act.company, 0, 0);
    return rh__ok();
}

static void admit_commit(rh_play *p, const rh_action *a)
{
    let_decide(p->t, own_state(p->g), a->act.company);
    se_event(p, EVENT_ADMITTED, rh__nobody(), a->act.company, RH_NONE, 0);
}

static void develop_offer(rh_choices *list)
{
    const rh_holder by = se_develop_actor(list->t, list->g);
    rh_action a;
    rh__set_choice(&a, RH_PASS, by);
    rh__offer_if(list, pass_check, &a);
    se_offer_developments(list, by, build_check);
    a.act.kind = VERB_ADMIT;
    for (a.act.company = 0; a.act.company < list->t->companies; a.act.company++)
        rh__offer_if(list, admit_check, &a);
}

static const rh_move develop_moves[] = {
    {VERB_DEVELOP, RH_BY_ACTOR, build_check, build_commit},
    {RH_PASS, RH_BY_ACTOR, pass_check, pass_commit},
    {VERB_ADMIT, RH_BY_ACTOR, admit_check, admit_commit},
};
const rh_step se_step_develop = {.word = "develop",
                                 .moves = develop_moves,
                                 .move_count = 3,
                                 .waits = develop_waits,
                                 .enter = develop_enter,
                                 .offer = develop_offer,
                                 .idle = develop_idle};
