/* SPDX-License-Identifier: Apache-2.0 */
/* destination.c: minors that reach their destination interrupt whoever laid the tile.
 *
 * After the track step of any company all minors with an owner are tested at once; those that are
 * connected stand in scan_state.queue and have their bonus runs one after the other: the free
 * destination token, the trains, the division of the result and the bonus. Meanwhile the minor is
 * the operating company, and the one it interrupts waits in scan_state.interrupted.
 *
 * Bounds of the loops: minors; advance() takes each out of the queue once. */
#include "engine/board/reach.h"
#include "engine/foreign.h"
#include "titles/18scan/own.h"

static int destination_of(const rh_title *t, int minor)
{
    for (int i = 0; i < scan(t)->destinations; i++)
        if (scan(t)->destination[i].minor == minor)
            return scan(t)->destination[i].hex;
    return RH_NONE;
}

static int city_on(const rh_title *t, const rh_game *g, int hex)
{
    const rh_tile *tile = &t->tile[g->tile[hex]];
    for (int i = 0; i < tile->stops; i++)
        if (tile->stop[i].kind == RH_CITY)
            return i;
    return RH_NONE;
}

/* RUL-19: from the home token, so other tokens of the minor are taken off for the question. */
static bool is_connected(const rh_title *t, const rh_game *g, rh_company minor)
{
    const int hex = destination_of(t, minor.i);
    const rh_hex to = {(uint8_t)hex};
    if (hex == RH_NONE || city_on(t, g, hex) == RH_NONE)
        return false;
    const int city = city_on(t, g, hex);
    if (g->tokens_used[minor.i] < 2)
        return rh__reaches_stop(t, g, minor, t->operating.land, to, city);
    const rh_game alone = rh__home_alone(t, g, minor);
    return rh__reaches_stop(t, &alone, minor, t->operating.land, to, city);
}

uint64_t scan_connected(const rh_title *t, const rh_game *g)
{
    uint64_t found = 0;
    for (uint8_t i = 0; i < t->companies; i++) {
        const bool due = scan_is_minor(t, i) && !(g->status[i] & RH_CLOSED) &&
                         rh_is_player((rh_holder){g->owner[i]}) && !(scan_of(g)->ran & scan_bit(i));
        if (due && is_connected(t, g, (rh_company){i}))
            found |= scan_bit(i);
    }
    return found;
}

/* 18SCAN-3.5.4-2, -5: beside a yellow city there is always room. */
static bool circle_free(const rh_title *t, const rh_game *g, rh_company minor, int hex, int city)
{
    return rh__free_slots(t, g, rh_hex_at(hex), city) > 0 &&
           rh__circle_kept_for(t, g, minor, rh_hex_at(hex), city) == RH_NONE;
}

static bool is_yellow(const rh_title *t, const rh_game *g, int hex)
{
    return t->tile[g->tile[hex]].color == 1;
}

static bool may_place(const rh_title *t, const rh_game *g, rh_company minor)
{
    const int hex = destination_of(t, minor.i), city = city_on(t, g, hex);
    if (g->tokens_used[minor.i] >= t->company[minor.i].tokens)
        return false;
    if (rh__tokens_on(g, minor, rh_hex_at(hex)) > 0)
        return false;
    if (scan(t)->cut_off_loses_token && !is_connected(t, g, minor))
        return false;
    return is_yellow(t, g, hex) || circle_free(t, g, minor, hex, city);
}

/* The first of the queue: ascending, from the company in turn on and round. */
static int next_in_queue(const rh_title *t, const rh_game *g)
{
    const uint64_t queue = scan_of(g)->queue;
    const int from = scan_of(g)->interrupted;
    for (int k = 0; k < t->companies; k++) {
        const int c = (from + k) % t->companies;
        if (queue & scan_bit(c))
            return c;
    }
    return RH_NONE;
}

/* What holds of bonus runs at every moment. */
const char *scan_wrong_run(const rh_title *t, const rh_game *g)
{
    const scan_state *s = scan_of(g);
    if ((s->interrupted == RH_NONE) != (s->stage == SCAN_NO_RUN) ||
        (s->interrupted == RH_NONE && s->queue != 0))
        return "a bonus run interrupts somebody";
    if (s->interrupted == RH_NONE)
        return NULL;
    if (rh_round(t, g) != RH_ROUND_OPERATING || g->operating == RH_NONE ||
        !(s->queue & scan_bit(g->operating)))
        return "the first of the queue has its bonus run";
    for (int c = 0; c < t->companies; c++) {
        const int hex = destination_of(t, c);
        if ((s->queue & scan_bit(c)) &&
            (!scan_is_minor(t, c) || (g->status[c] & RH_CLOSED) || (s->ran & scan_bit(c)) ||
             !rh_is_player((rh_holder){g->owner[c]}) || hex == RH_NONE ||
             city_on(t, g, hex) == RH_NONE))
            return "minors with an owner and a city to go to have bonus runs, once";
    }
    const bool pends =
        s->stage == SCAN_RUN_TOKEN ? may_place(t, g, rh__operating(g)) : rh__can_run(t, g);
    return g->over || pends ? NULL : "a bonus run waits for a token or for trains that can run";
}

static void finish(rh_play *p, rh_money earned)
{
    rh_game *g = p->g;
    scan_state *s = scan_in(g);
    const rh_company minor = rh__operating(g);
    const rh_money total = earned + scan(p->t)->destination_bonus;
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = SCAN_EVENT_BONUS_RUN,
                            .company = minor.i,
                            .amount = total});
    rh__pay(p, rh__bank(), rh_company_holder(minor), total / 2, RH_WHY_DIVIDEND);
    rh__pay(p, rh__bank(), (rh_holder){g->owner[minor.i]}, total - total / 2, RH_WHY_DIVIDEND);
    s->ran |= scan_bit(minor.i);
    s->queue &= ~scan_bit(minor.i);
    s->stage = SCAN_NO_RUN;
}

rh_money scan_run_adds(const rh_title *t, const rh_game *g, const char **of)
{
    *of = "bonus run";
    return scan_of(g)->stage == SCAN_NO_RUN ? 0 : scan(t)->destination_bonus;
}

/* Walks on until somebody must decide or all bonus runs are done. */
static void advance(rh_play *p)
{
    rh_game *g = p->g;
    scan_state *s = scan_in(g);
    for (;;) {
        if (s->stage == SCAN_NO_RUN) {
            const int next = next_in_queue(p->t, g);
            if (next == RH_NONE)
                break;
            rh__lend_turn(p, (rh_company){(uint8_t)next});
            s->stage = SCAN_RUN_TOKEN;
        }
        if (s->stage == SCAN_RUN_TOKEN) {
            if (may_place(p->t, g, rh__operating(g)))
                return;
            s->stage = SCAN_RUN_TRAINS;
        }
        if (rh__can_run(p->t, g))
            return;
        /* Without a train the bonus is all it has earned since. */
        if (rh_trains_of(p->t, g, rh_company_holder(rh__operating(g)), NULL) == 0)
            rh__remember_run(p, rh__operating(g), scan(p->t)->destination_bonus,
                             g->kept[g->operating]);
        finish(p, 0);
    }
    rh__lend_turn(p, (rh_company){s->interrupted});
    s->interrupted = RH_NONE;
}

static void begin_runs(rh_play *p)
{
    scan_state *s = scan_in(p->g);
    s->queue = scan_connected(p->t, p->g);
    if (s->queue == 0)
        return;
    s->interrupted = p->g->operating;
    advance(p);
}

/* The step of the operating turn. It never waits itself: the bonus runs interrupt it. */

void scan_bonus_enter(rh_play *p)
{
    if (!scan(p->t)->announced)
        begin_runs(p);
}

bool scan_bonus_waits(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return false;
}

/* Rails waits for an announcement in the token step. */

rh_refusal scan_announce_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    if (!scan(t)->announced || rh_decision(t, g).step != RH_STEP_TOKEN || scan_connected(t, g) == 0)
        return rh__no(RH_RULE_WRONG_STEP, 0, 0);
    return rh__ok();
}

void scan_announce_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    begin_runs(p);
}

/* The destination token */

static rh_refusal token_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int hex = destination_of(t, g->operating);
    if (a->act.hex != hex || a->act.city != city_on(t, g, hex) || a->act.power != RH_NONE) {
        rh_refusal no = scan_no(SCAN_RULE_BONUS_WHERE, g->operating, 0, 0);
        no.hex = (uint8_t)hex;
        return no;
    }
    return rh__ok();
}

static void token_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_company minor = rh__operating(g);
    const bool in_city = circle_free(p->t, g, minor, a->act.hex, a->act.city);
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = in_city ? SCAN_EVENT_DESTINATION_TOKEN : SCAN_EVENT_EDGE_TOKEN,
                            .company = minor.i,
                            .hex = a->act.hex});
    if (in_city)
        rh__place_token(p, minor, (rh_hex){a->act.hex}, a->act.city);
    else
        rh__place_token_beside(p, minor, (rh_hex){a->act.hex});
    scan_in(g)->stage = SCAN_RUN_TRAINS;
    advance(p);
}

static void decline_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    scan_in(p->g)->stage = SCAN_RUN_TRAINS;
    advance(p);
}

void scan_token_offer(rh_choices *list)
{
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_TOKEN, rh_company_holder(rh__operating(g)));
    a.act.hex = (uint8_t)destination_of(list->t, g->operating);
    a.act.city = (uint8_t)city_on(list->t, g, a.act.hex);
    rh__offer_if(list, token_check, &a);
    rh__set_choice(&a, RH_PASS, a.act.by);
    rh__offer(list, &a.act);
}

const rh_move scan_token_moves[SCAN_MOVES] = {
    {RH_TOKEN, RH_BY_ACTOR, token_check, token_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, decline_commit},
};

/* The run */

static void run_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    finish(p, p->agreed.have);
    advance(p);
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
    finish(p, a->act.amount);
    advance(p);
}

void scan_run_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_RUN, rh_company_holder(rh__operating(list->g)));
    rh__offer(list, &a.act);
    a.act.kind = RH_DECLARE;
    if (rh_foreign(list->t)->declared_revenue)
        rh__offer_range(list, &a.act, 10000, 1);
}

const rh_move scan_run_moves[SCAN_MOVES] = {
    {RH_RUN, RH_BY_ACTOR, rh__run_check, run_commit},
    {RH_DECLARE, RH_BY_ACTOR, declare_check, declare_commit},
};
