/* SPDX-License-Identifier: Apache-2.0 */
/* nationalisation.c: companies of five shares become companies of ten. In its round each company
 * that still has five is asked in its place, one of them out of turn before, until one agrees; late in
 * the game it happens to every company that floats. The number of nationalisations sets the
 * certificate limit.
 *
 * Bounds of the loops: companies in market order, and the new shares that title.json states. */
#include "titles/18norway/own.h"

int norway_total_units(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->company[c.i].units + (norway_is_nationalised(g, c.i) ? norway(t)->new_shares : 0);
}

static int number_of(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

int norway_cert_limit(const rh_title *t, const rh_game *g)
{
    const norway_facts *facts = norway(t);
    const norway_state *s = norway_of(g);
    int index = s->nationalisations;
    if (facts->cert_limit_counts == NORWAY_COUNTS_MINUS_CLOSED)
        index -= s->closures;
    else if (facts->cert_limit_counts == NORWAY_COUNTS_THEN)
        index = s->counted;
    int limit = facts->limit[0].limit[g->players];
    for (int i = 0; i < facts->limits; i++)
        if (index >= facts->limit[i].index)
            limit = facts->limit[i].limit[g->players];
    return limit;
}

/* `sold` of the new shares go to the state, the others to the treasury. */
static void nationalise(rh_play *p, rh_company c, int sold, norway_event how)
{
    rh_game *g = p->g;
    norway_state *s = norway_in(g);
    const rh_holder h = rh_company_holder(c);
    assert(!norway_is_nationalised(g, c.i) && sold <= norway(p->t)->new_shares);
    s->nationalised |= (uint64_t)1 << c.i;
    rh__issue_units(p, c, h, norway(p->t)->new_shares - sold);
    rh__issue_units(p, c, (rh_holder){RH_STATE}, sold);
    norway_tell(p, how, c, RH_NONE);
    rh__pay(p, rh__bank(), h, rh_price(p->t, g, c) * sold, (rh_why)NORWAY_WHY_STATE);
    s->nationalisations++;
    s->counted = (uint8_t)number_of(s->nationalised);
}

static bool may_choose(const rh_title *t, rh_company c)
{
    return rh__power_on(t, c.i, NORWAY_STATE_CHOICE) != NULL;
}

int norway_least_to_state(const rh_title *t, rh_company c) { return may_choose(t, c) ? 0 : 1; }

int norway_most_to_state(const rh_title *t, rh_company c)
{
    return may_choose(t, c) ? rh__power_on(t, c.i, NORWAY_STATE_CHOICE)->amount : 1;
}

void norway_floated(rh_play *p, rh_company c)
{
    if (p->g->phase < norway(p->t)->nationalisation_at_float_from)
        return;
    const bool asked_for = rh_president(p->t, p->g, c) != RH_NONE;
    if (may_choose(p->t, c) && norway(p->t)->state_choice_at_float && asked_for)
        norway_in(p->g)->choosing = c.i;
    else
        nationalise(p, c, 1, NORWAY_EVENT_AT_FLOAT);
}

/* Closing */

void norway_closed(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    norway_state *s = norway_in(g);
    s->nationalised &= ~((uint64_t)1 << c.i);
    s->closures++;
    norway_tell(p, NORWAY_EVENT_CLOSED, c, RH_NONE);
    norway_forget_ports(p, c);
    s->stuck &= ~((uint64_t)1 << c.i);
    if (s->station == c.i)
        s->station = RH_NONE;
    s->counted = 0; /* 18xx.games then takes the number of all companies */
    for (int i = 0; i < p->t->companies; i++)
        s->counted = (uint8_t)(s->counted + (p->t->company[i].units > 0));
    if (!norway(p->t)->relaunch)
        return;
    rh__relaunch(p, c);
    s->reborn |= (uint64_t)1 << c.i;
    if (norway(p->t)->reborn_lose_powers && rh__power_on(p->t, c.i, NORWAY_TWO_YELLOW))
        s->two_yellow_over = 1;
}

/* The round */

static bool asks(const rh_title *t, const rh_game *g, rh_company c)
{
    return (g->status[c.i] & RH_FLOATED) && !(g->status[c.i] & RH_CLOSED) &&
           !norway_is_nationalised(g, c.i) && !(norway_of(g)->asked >> c.i & 1) &&
           rh_president(t, g, c) != RH_NONE;
}

/* From the lowest price up, from the bottom of a stack. */
static rh_holder lowest_asked(const rh_title *t, const rh_game *g)
{
    rh_company order[RH_COMPANIES];
    for (int i = rh_market_order(t, g, order) - 1; i >= 0; i--)
        if (asks(t, g, order[i]))
            return rh_company_holder(order[i]);
    return rh__nobody();
}

/* The owner of one private comes before all others, and if it declines, in its own place too. */
static rh_holder asked(const rh_title *t, const rh_game *g)
{
    for (uint8_t i = 0; i < t->companies; i++) {
        const rh_company c = {i};
        if (asks(t, g, c) && norway_of(g)->declined_early != i &&
            rh__has_power(t, g, c, NORWAY_ASKED_FIRST))
            return rh_company_holder(c);
    }
    return lowest_asked(t, g);
}

/* Is this company asked out of turn, so that its own place is still to come? */
bool norway_asked_early(const rh_title *t, const rh_game *g, rh_holder by)
{
    return norway(t)->asked_again && norway_of(g)->choosing == RH_NONE &&
           lowest_asked(t, g).i != by.i;
}

/* Who decides on shares for the state: a company that floated late, or the one that is asked. */
rh_holder norway_nationalise_actor(const rh_title *t, const rh_game *g)
{
    const uint8_t c = norway_of(g)->choosing;
    return c != RH_NONE ? rh_company_holder((rh_company){c}) : asked(t, g);
}

static void begin(rh_play *p)
{
    const rh_game *g = p->g;
    const norway_facts *facts = norway(p->t);
    norway_in(p->g)->asked = 0;
    norway_in(p->g)->declined_early = RH_NONE;
    if (g->last_set || g->phase >= facts->no_nationalisation_from ||
        (g->operating_round > 1 && g->phase < facts->nationalisation_from)) {
        rh__next_round(p);
        return;
    }
    rh__event(p, (rh_event){.kind = RH_EVENT_ROUND,
                            .why = RH_ROUND_OWN,
                            .amount = g->stock_round,
                            .amount2 = g->operating_round});
}

static int the_step(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return RH_STEP_OWN + NORWAY_STEP_NATIONALISE;
}

const rh_round_row norway_round_nationalisation = {.word = "nationalisation",
                                                   .begin = begin,
                                                   .step = the_step,
                                                   .skip = rh__next_round,
                                                   .actor = asked};

bool norway_nationalise_waits(const rh_title *t, const rh_game *g)
{
    return norway_of(g)->choosing != RH_NONE || asked(t, g).i != RH_NONE;
}

static rh_refusal accept_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)g;
    const rh_company c = rh_company_of(a->act.by);
    const int least = norway_least_to_state(t, c);
    const int most = norway_most_to_state(t, c);
    if (a->act.amount < least || a->act.amount > most)
        return norway_no(least == most ? NORWAY_RULE_STATE_SHARE : NORWAY_RULE_STATE_SHARES, c.i,
                         least, most);
    return rh__ok();
}

static void accept_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh_company_of(a->act.by);
    const bool floated = norway_of(p->g)->choosing != RH_NONE;
    norway_in(p->g)->choosing = RH_NONE;
    if (floated) {
        nationalise(p, c, a->act.amount, NORWAY_EVENT_AT_FLOAT);
        return;
    }
    if (lowest_asked(p->t, p->g).i != a->act.by.i)
        norway_tell(p, NORWAY_EVENT_OUT_OF_TURN, c, RH_NONE);
    nationalise(p, c, a->act.amount, NORWAY_EVENT_NATIONALISED);
    rh__next_round(p);
}

/* A company that floats late has no choice but the number. */
static rh_refusal decline_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    if (norway_of(g)->choosing != RH_NONE)
        return norway_no(NORWAY_RULE_STATE_SHARES, norway_of(g)->choosing, 0,
                         norway_most_to_state(t, (rh_company){norway_of(g)->choosing}));
    return rh__ok();
}

static void decline_commit(rh_play *p, const rh_action *a)
{
    norway_state *s = norway_in(p->g);
    const rh_company c = rh_company_of(a->act.by);
    if (norway_asked_early(p->t, p->g, a->act.by))
        s->declined_early = c.i;
    else
        s->asked |= (uint64_t)1 << c.i;
}

void norway_nationalise_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, NORWAY_NATIONALISE, rh_decision(list->t, list->g).actor);
    for (a.act.amount = 0; a.act.amount <= norway(list->t)->new_shares; a.act.amount++)
        rh__offer_if(list, accept_check, &a);
    rh__set_choice(&a, RH_PASS, a.act.by);
    rh__offer_if(list, decline_check, &a);
}

const rh_move norway_nationalise_moves[NORWAY_NATIONALISE_MOVES] = {
    {NORWAY_NATIONALISE, RH_BY_ACTOR, accept_check, accept_commit},
    {RH_PASS, RH_BY_ACTOR, decline_check, decline_commit},
};
