/* SPDX-License-Identifier: Apache-2.0 */
/* random.h: a player without a plan, and the dice all bots throw.
 *
 * Self-play, property tests, fuzzers and frozen counts need players whose games can be repeated:
 * the same seed gives the same game on every machine, so there is no floating point and no clock.
 * Like every bot it sees only the public interface of the engine. */
#ifndef ROUNDHOUSE_BOTS_RANDOM_H
#define ROUNDHOUSE_BOTS_RANDOM_H

#include "roundhouse/engine.h"

/* Dice: xorshift64*; the state is never 0. */
typedef struct {
    uint64_t state;
} rh_dice;

rh_dice rh_dice_of(uint64_t seed);             /* neighbouring seeds give unrelated dice */
uint32_t rh_throw(rh_dice *d, uint32_t sides); /* 0 .. sides - 1, for sides > 0 */

/* How a choice is drawn from legal(). Proposals that need consent and very high bids are drawn again
 * most of the time: see random.c. */
typedef enum {
    RH_DRAW_EVEN, /* every choice equally likely */
    RH_DRAW_KIND, /* first a kind of action, then a choice of that kind: rare kinds are seen more */
    RH_DRAWS
} rh_draw;

/* Most choices that are looked at, and draws that are thrown again. */
enum { RH_RANDOM_CHOICES = 4096, RH_RANDOM_THROWS = 64 };

/* Runs that were found before, by what they depend on: in rollouts companies run on the same track with
 * the same trains again and again. Forgotten before every decision, so that no decision depends on
 * another. */
enum { RH_KEPT_RUNS = 256 };
typedef struct {
    uint64_t key; /* of company, board, trains and the title's own state; 0: none */
    rh_runs runs;
} rh_kept_run;

/* What searches of routes found to be earned, by rh_runs_key(): most tiles that a bot tries leave the
 * track of a company as it was, and most decisions that of all companies. What a key stands for never
 * changes, so it lasts. */
enum { RH_KEPT_REVENUES = 1024 };
typedef struct {
    uint64_t key; /* 0: none */
    rh_money revenue;
    uint32_t zero;
} rh_kept_revenue;

typedef struct {
    rh_dice dice;
    rh_choice *listed; /* what legal() listed at the last decision */
    size_t count;
    rh_choice *choice; /* what is drawn from: all of it, or what one seat may do */
    size_t choices;
    void *work; /* scratch memory of the route search */
    size_t work_size;
    uint64_t work_limit;    /* of one route search; 0: until proved */
    rh_kept_revenue *kept;  /* RH_KEPT_REVENUES of them */
    rh_kept_run *kept_runs; /* RH_KEPT_RUNS of them; NULL: every run is searched */
} rh_random;

/* False without memory. What it holds is freed by rh_random_free(). */
bool rh_random_make(rh_random *r, uint64_t seed);
void rh_random_free(rh_random *r);

/* Keeps runs from here on, and forgets those it kept. False without memory: then none are kept. */
bool rh_random_keep_runs(rh_random *r);

/* What a company earns by the best routes that a search of so many steps finds, at least 0. */
rh_money rh_random_best_revenue(const rh_title *t, const rh_game *g, const rh_random *r,
                                rh_company c, uint64_t limit);

/* Lists what is legal, whoever may do it, into r->listed and r->choice. */
void rh_random_look(const rh_title *t, const rh_game *g, rh_random *r);

/* Of what is listed leaves in r->choice what a bot on this seat may do: what it enters itself; talk
 * is for people, and calls are for whoever must decide. */
void rh_random_sit(const rh_title *t, const rh_game *g, rh_random *r, int seat);

/* A listed run with the best routes that a short search finds. */
void rh_random_best_run(const rh_title *t, const rh_game *g, rh_random *r, const rh_act *act,
                        rh_action *a);

/* Completes a listed choice to an action: an amount from its range, routes for a run. Amounts are
 * even, but the ends of a range are likelier: with even bids alone no auction would last. Runs are
 * the best found, now and then a smaller set. */
void rh_random_fill(const rh_title *t, const rh_game *g, rh_random *r, const rh_choice *choice,
                    rh_action *a);

/* Should this draw be thrown again? Everything legal stays possible, but a player without a plan
 * would do nothing but haggle, and two of them would raise a bid for ever. */
bool rh_random_haggles(const rh_title *t, rh_random *r, const rh_action *a);

/* Out of turn a player without a plan speaks now and then: every second time where something is bid
 * for, which does not wait for him, else one time in 32. */
bool rh_random_speaks(rh_random *r);

/* Draws from r->choice, which is not empty, and fills. False: out of turn he keeps silent. */
bool rh_random_draw(const rh_title *t, const rh_game *g, rh_random *r, rh_draw how,
                    bool out_of_turn, rh_action *a);

/* Looks, draws from all that anybody may do, and fills. False if nothing is legal: the game is over. */
bool rh_random_action(const rh_title *t, const rh_game *g, rh_random *r, rh_draw how, rh_action *a);

#endif
