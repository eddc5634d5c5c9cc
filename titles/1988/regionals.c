/* SPDX-License-Identifier: Apache-2.0 */
/* regionals.c: the six regional companies: their turns, and how they leave the game.
 *
 * Four kinds of income: small cities of a board, half a city, double tracks without a private
 * contract (and a track laid before), and a builder that saves for its own project.
 *
 * Bounds of the loops: the six regionals x tracks x cities. */
#include "titles/1988/own.h"

static rh_holder owner_of(const rh_game *g, int regional)
{
    return (rh_holder){g->owner[regional]};
}

/* --- income -------------------------------------------------------------------------------------- */

static int free_doubles(const rh_title *t, const rh_game *g, int board)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    int n = 0;
    for (int i = 0; i < f->tracks; i++) {
        const track_facts *track = &f->track[i];
        if (track->board != board || s->track[i] != DOUBLE || se_merged(f, s, i))
            continue;
        const bool free = track->project != RH_NONE ? s->public_project[track->project]
                                                    : !is_private(t, s->contract[track->line]);
        n += free;
    }
    return n;
}

static bool is_built(const rh_title *t, const rh_game *g, const regional_facts *r)
{
    return state_of(g)->work[facts_of(t)->project[r->project].track] == FINISHED;
}

static rh_money value_at(const rh_title *t, const rh_game *g, int hex)
{
    return se_city_value(t, state_of(g), facts_of(t)->city_at[hex]);
}

rh_money se_regional_income(const rh_title *t, const rh_game *g, rh_company regional)
{
    const facts *f = facts_of(t);
    const regional_facts *r = se_regional_of(t, regional.i);
    rh_money sum = 0;
    switch ((regional_kind)r->kind) {
    case SMALL_CITIES:
        for (int i = 0; i < f->cities; i++)
            sum += f->city[i].board == r->board && se_city_value(t, state_of(g), i) == r->small
                       ? r->amount
                       : 0;
        return sum;
    case FREE_DOUBLES: return free_doubles(t, g, r->board) * r->amount;
    case HALF_CITY: return value_at(t, g, r->city) / 2;
    case BUILDER:
        if (!is_built(t, g, r))
            return r->amount;
        sum = value_at(t, g, f->project[r->project].anchor) +
              value_at(t, g, f->project[r->project].terminal) + r->bonus;
        return sum / 2 + (r->income_goes_on ? r->amount : 0);
    }
    return 0;
}

static void collect(rh_play *p, const regional_facts *r)
{
    state *s = own_state(p->g);
    const rh_company c = {r->company};
    const rh_money income = se_regional_income(p->t, p->g, c);
    s->collected = 1;
    rh__pay(p, rh__bank(), owner_of(p->g, c.i), income, RH_WHY_INCOME);
    if (r->kind == FREE_DOUBLES)
        rh__pay(p, rh__bank(), holder_of(facts_of(p->t)->bv), income, RH_WHY_INCOME);
}

/* --- building ------------------------------------------------------------------------------------ */

static change next_step(const rh_title *t, const rh_game *g, const regional_facts *r)
{
    return state_of(g)->work[facts_of(t)->project[r->project].track] == NO_WORK ? TO_WORK
                                                                                : TO_FINISHED;
}

/* The full chart is spent on the next step as soon as that is legal, once in a turn (5.2-17). */
static void build_if_due(rh_play *p, const regional_facts *r)
{
    state *s = own_state(p->g);
    const int hex = facts_of(p->t)->track[facts_of(p->t)->project[r->project].track].hex;
    const change to = next_step(p->t, p->g, r);
    if (s->laid || s->saved[r->company] < r->chart || is_built(p->t, p->g, r) ||
        !rh_accepted(se_develop_check(p->t, p->g, hex, to, BY_BUILDER)))
        return;
    s->laid = 1;
    rh__pay(p, aside(), rh__bank(), s->saved[r->company], (rh_why)WHY_CHART);
    s->saved[r->company] = 0;
    se_develop(p, hex, to, owner_of(p->g, r->company));
}

static rh_money most_saved(const rh_game *g, const regional_facts *r)
{
    const rh_money room = r->chart - state_of(g)->saved[r->company];
    return room < r->amount ? room : r->amount;
}

/* --- the turn ------------------------------------------------------------------------------------ */

static const regional_facts *regional_in_turn(const rh_title *t, const rh_game *g)
{
    return g->operating == RH_NONE ? NULL : se_regional_of(t, g->operating);
}

static bool may_lay(const rh_game *g, const regional_facts *r)
{
    return r && r->lays && !state_of(g)->laid && !state_of(g)->collected;
}

static rh_refusal lay_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const regional_facts *r = regional_in_turn(t, g);
    const int track = a->act.hex < t->hexes ? f->track_at[a->act.hex] : RH_NONE;
    if (!may_lay(g, r) || track == RH_NONE || f->track[track].board != r->board)
        return no_at(NO_MALM_TRACK, a->act.hex < t->hexes ? a->act.hex : RH_NONE, 0, 0);
    rh_refusal no = se_develop_check(t, g, a->act.hex, (change)a->act.city, BY_LAYER);
    if (!rh_accepted(no) || s->malm_line == RH_NONE || f->track[track].line == s->malm_line)
        return no;
    /* Another line only when nothing can be laid on the last one. */
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].line == s->malm_line && f->track[i].board == r->board &&
            rh_accepted(se_develop_check(t, g, f->track[i].hex, TO_DOUBLE, BY_LAYER)))
            return no_at(NO_MALM_LINE, a->act.hex, 0, 0);
    return no;
}

static bool can_lay(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g};
    if (may_lay(g, regional_in_turn(t, g)))
        se_offer_developments(&list, holder_of(g->operating), lay_check);
    return list.count > 0;
}

static void enter(rh_play *p)
{
    const regional_facts *r = regional_in_turn(p->t, p->g);
    state *s = own_state(p->g);
    s->laid = s->collected = 0;
    if (!r)
        return;
    if (r->kind == BUILDER) {
        const bool built = is_built(p->t, p->g, r); /* the side at the start decides (5.2-18) */
        if (!built)
            build_if_due(p, r);
        if (built) {
            collect(p, r);
        } else if (most_saved(p->g, r) == 0) {
            rh__pay(p, rh__bank(), owner_of(p->g, r->company), r->amount, RH_WHY_INCOME);
            s->collected = 1;
        }
    } else if (!can_lay(p->t, p->g)) {
        collect(p, r);
    }
}

static void lay_commit(rh_play *p, const rh_action *a)
{
    const facts *f = facts_of(p->t);
    state *s = own_state(p->g);
    se_develop(p, a->act.hex, (change)a->act.city, a->act.by);
    s->laid = 1;
    s->malm_line = f->track[f->track_at[a->act.hex]].line;
    collect(p, regional_in_turn(p->t, p->g));
}

static bool may_save(const rh_game *g, const regional_facts *r)
{
    return r && r->kind == BUILDER && !state_of(g)->collected;
}

static rh_refusal save_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const regional_facts *r = regional_in_turn(t, g);
    if (!may_save(g, r))
        return rh__no(RH_RULE_WRONG_STEP, rh_decision(t, g).step, 0);
    const rh_money most = most_saved(g, r);
    return a->act.amount < 0 || a->act.amount > most
               ? no_of(NO_SAVING, r->company, a->act.amount, most)
               : rh__ok();
}

static void save_commit(rh_play *p, const rh_action *a)
{
    const regional_facts *r = regional_in_turn(p->t, p->g);
    state *s = own_state(p->g);
    rh__pay(p, rh__bank(), aside(), a->act.amount, (rh_why)WHY_CHART);
    s->saved[r->company] += a->act.amount;
    rh__pay(p, rh__bank(), owner_of(p->g, r->company), r->amount - a->act.amount, RH_WHY_INCOME);
    s->collected = 1;
    build_if_due(p, r);
    rh__end_step(p);
}

static rh_refusal swap_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (a->act.company != g->operating)
        return no_of(RH_RULE_SWAP_MOMENT, a->act.company, 0, 0);
    return se_swap_check(t, g, a);
}

static void swap_commit(rh_play *p, const rh_action *a) { se_swap(p, a); }

static void offer_swaps(rh_choices *list)
{
    const regional_facts *r = regional_in_turn(list->t, list->g);
    se_offer_swaps(list, owner_of(list->g, r->company), r->company, swap_check);
}

static bool can_swap(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g};
    if (rh_is_player(owner_of(g, g->operating)))
        offer_swaps(&list);
    return list.count > 0;
}

/* Passing a lay brings the income; after that, or without a lay, the turn is over. */
static void pass_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    if (own_state(p->g)->collected || !regional_in_turn(p->t, p->g))
        rh__end_step(p);
    else
        collect(p, regional_in_turn(p->t, p->g));
}

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    return may_save(g, regional_in_turn(t, g)) ? no_of(NO_SAVING, g->operating, 0, 0) : rh__ok();
}

static bool waits(const rh_title *t, const rh_game *g)
{
    const regional_facts *r = regional_in_turn(t, g);
    return r && !(g->status[r->company] & RH_CLOSED) &&
           (may_save(g, r) || can_swap(t, g) || can_lay(t, g));
}

static void offer(rh_choices *list)
{
    const regional_facts *r = regional_in_turn(list->t, list->g);
    rh_action a;
    rh__set_choice(&a, VERB_SAVE, holder_of(list->g->operating));
    if (may_save(list->g, r)) {
        rh__offer_range(list, &a.act, most_saved(list->g, r), 1);
        return;
    }
    if (may_lay(list->g, r))
        se_offer_developments(list, a.act.by, lay_check);
    if (r)
        offer_swaps(list);
    a.act.kind = RH_PASS;
    rh__offer(list, &a.act);
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, pass_commit},
    {VERB_DEVELOP, RH_BY_ACTOR, lay_check, lay_commit},
    {VERB_SAVE, RH_BY_ACTOR, save_check, save_commit},
    {RH_SWAP, RH_BY_DECIDER, swap_check, swap_commit},
};

const rh_step se_step_regional = {.word = "regional",
                                  .moves = moves,
                                  .move_count = sizeof moves / sizeof moves[0],
                                  .waits = waits,
                                  .enter = enter,
                                  .offer = offer};

/* --- how they leave ------------------------------------------------------------------------------ */

void se_close_regional(rh_play *p, rh_company regional)
{
    const regional_facts *r = se_regional_of(p->t, regional.i);
    state *s = own_state(p->g);
    rh__pay(p, aside(), rh__bank(), s->saved[regional.i], (rh_why)WHY_CHART);
    s->saved[regional.i] = 0;
    rh__close(p, regional);
    if (r->kind == BUILDER)
        se_make_public(p, r->project);
}

/* Only a player sells, only builders are bought: by a private in its own turn, by Banverket before
 * its developments if a player presides there. */
bool se_regional_sale_range(const rh_title *t, const rh_game *g, rh_company regional,
                            rh_company buyer, rh_money *least, rh_money *most)
{
    const facts *f = facts_of(t);
    const regional_facts *r = se_regional_of(t, regional.i);
    if (!r || r->kind != BUILDER || !rh_is_player(owner_of(g, regional.i)))
        return false;
    const rh_pending now = rh_decision(t, g);
    if (now.actor.i != rh_company_holder(buyer).i || g->operating != buyer.i)
        return false;
    if (buyer.i == f->bv
            ? t->sequence.step[g->step] != RH_STEP_OWN + SE_COLLECT ||
                  rh_president(t, g, buyer) == RH_NONE || !se_public_allowed(t, g, r->project)
            : !is_private(t, buyer.i))
        return false;
    *least = 1;
    *most = 2 * (value_at(t, g, f->project[r->project].anchor) +
                 value_at(t, g, f->project[r->project].terminal));
    return true;
}

/* The chart that Banverket buys leaves the game; a private goes on operating it. */
void se_regional_bought(rh_play *p, rh_company regional, rh_holder buyer)
{
    se_event(p, EVENT_REGIONAL, buyer, regional.i, RH_NONE, 0);
    if (buyer.i == holder_of(facts_of(p->t)->bv).i)
        se_close_regional(p, regional);
}

void se_phase_began(rh_play *p)
{
    const facts *f = facts_of(p->t);
    if (p->g->phase > 1)
        own_state(p->g)->new_phase = 1;
    for (int i = 0; i < f->regionals && p->g->phase == f->discard_phase; i++) {
        const rh_company c = {f->regional[i].company};
        if (!rh_is_player(owner_of(p->g, c.i)))
            continue;
        se_event(p, EVENT_DISCARDED, rh__nobody(), c.i, RH_NONE, 0);
        se_close_regional(p, c);
    }
}
