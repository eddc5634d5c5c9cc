/* SPDX-License-Identifier: Apache-2.0 */
/* engine.h: the game as a function. rh_new() makes one, rh_apply() plays an action or refuses it,
 * rh_legal() lists what may be played; everything else only asks.
 *
 * The engine does no I/O, knows no clock, allocates nothing and keeps no state of its own: the
 * same title, game and action give the same bytes everywhere. */
#ifndef ROUNDHOUSE_ENGINE_H
#define ROUNDHOUSE_ENGINE_H

#include "roundhouse/action.h"
#include "roundhouse/game.h"
#include "roundhouse/rules.h"
#include "roundhouse/title.h"

/* Sets up a game. Refused if the title does not take that many players. */
rh_refusal rh_new(const rh_title *t, int players, uint32_t seed, rh_game *g);

/* What happened, in order: filled by rh_apply(). */
typedef enum {
    RH_EVENT_PAID,      /* from, to, amount, why */
    RH_EVENT_SHARES,    /* units of company went from `from` to `to` */
    RH_EVENT_PRESIDENT, /* company: president's certificate went to `to` */
    RH_EVENT_PRICE,     /* company: price went from amount to amount2 */
    RH_EVENT_FLOATED,   /* company */
    RH_EVENT_LAID,      /* by `from`: tile on hex, rotation in units */
    RH_EVENT_TOKEN,     /* company on hex, city in units */
    RH_EVENT_TRAIN,     /* train (in thing) went from `from` to `to` */
    RH_EVENT_RUSTED,    /* train */
    RH_EVENT_PHASE,     /* phase in thing began */
    RH_EVENT_CLOSED,    /* company closed */
    RH_EVENT_PRIVATE,   /* private `company` went from `from` to `to` */
    RH_EVENT_ROUND,     /* a round began: why = word index, amount = number, amount2 = its part */
    RH_EVENT_TURN,      /* company or player `to` has the turn */
    RH_EVENT_BANK_BROKEN,
    RH_EVENT_BANKRUPT, /* player `from` */
    RH_EVENT_PRIORITY, /* player `to` */
    RH_EVENT_OVER,
    RH_EVENT_IDLE, /* company or player `to` is not asked in the step in thing; why: rh_idle */
    RH_EVENT_OWN,  /* a title's own event; why says which */
    RH_EVENT_KINDS
} rh_event_kind;

typedef enum {
    RH_WHY_NONE,
    RH_WHY_START,   /* starting cash */
    RH_WHY_AUCTION, /* private bought from the bank */
    RH_WHY_INCOME,  /* revenue of a private */
    RH_WHY_SHARE,   /* share bought */
    RH_WHY_SALE,    /* share sold */
    RH_WHY_CAPITAL, /* company floated */
    RH_WHY_TILE,    /* terrain */
    RH_WHY_TOKEN,
    RH_WHY_DIVIDEND,
    RH_WHY_WITHHELD,
    RH_WHY_TRAIN,
    RH_WHY_HELP,    /* president's money for a train */
    RH_WHY_PRIVATE, /* private sold to a company or player */
    RH_WHY_BANKRUPT,
    RH_WHY_FEE, /* of routes */
    RH_WHY_CLOSED,
    RH_WHY_OWN, /* first of a title's own reasons */
} rh_why;

/* Why somebody is not asked. */
typedef enum {
    RH_IDLE_NONE, /* nothing to tell */
    RH_IDLE_NO_TRAIN,
    RH_IDLE_NO_ROUTE,
    RH_IDLE_NO_TOKEN,
    RH_IDLE_TOKEN_CASH,
    RH_IDLE_NO_CITY,
    RH_IDLE_TRAIN_LIMIT,
    RH_IDLE_TRAIN_CASH,
    RH_IDLE_NO_SALE,
    RH_IDLE_NO_PAPER,
    RH_IDLE_NOBODY,
    RH_IDLE_NO_TILE,
    RH_IDLE_PRIVATE_PHASE,
    RH_IDLE_NO_PRIVATE,
    RH_IDLE_PRIVATE_CASH,
    RH_IDLE_OWN, /* first of a title's own reasons */
} rh_idle;

typedef struct {
    uint8_t kind, why;
    rh_holder from, to;
    uint8_t company, hex, units, thing;
    uint16_t tile, zero;
    rh_money amount, amount2;
} rh_event;

enum { RH_EVENTS = 256 };
typedef struct {
    uint32_t count, lost; /* lost: events beyond the room */
    rh_event event[RH_EVENTS];
} rh_events;

/* Plays the action, or refuses it and leaves every byte of the game alone. events is the caller's
 * and may be NULL; it is emptied first. */
rh_refusal rh_apply(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events);

/* rh_apply(); *end, the caller's, is the game as it stood when the action had ended its round, before
 * anything of the next one, or after the action if the round goes on. */
rh_refusal rh_apply_in_round(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events,
                             rh_game *end);

/* The same question without playing. */
rh_refusal rh_check(const rh_title *t, const rh_game *g, const rh_action *a);

/* Fills out[0..cap) and returns how many legal choices there are, which may exceed cap. out is the
 * caller's; NULL to count. Allocates nothing. */
size_t rh_legal(const rh_title *t, const rh_game *g, rh_choice *out, size_t cap);

/* The one pending decision: in which step, who acts (player or company), which player decides.
 * When the game is over, decider and actor are RH_NONE. */
typedef struct {
    uint8_t step; /* rh_step_kind, or RH_STEP_OWN + n */
    rh_holder actor, decider;
} rh_pending;
rh_pending rh_decision(const rh_title *t, const rh_game *g);

/* What an action leaves known of the game: the decision that pends then, and that nobody has too many
 * trains. Whoever plays one action after the other keeps it between them, and the next need not find
 * out again. {0} knows nothing: at first, and when anything else has changed the game. */
typedef struct {
    const struct rh_step *step; /* the row of now.step; NULL: nothing is known */
    rh_pending now;
    bool limits_kept;
} rh_settled;
/* rh_apply() of the next action. settled is the caller's, and changed. */
rh_refusal rh_apply_next(const rh_title *t, rh_game *g, const rh_action *a, rh_events *events,
                         rh_settled *settled);

/* The player who enters an action of `by` now, or RH_NONE: the decider for whoever acts, otherwise
 * the player himself or the one who decides for that company. */
int rh_player_behind(const rh_title *t, const rh_game *g, rh_holder by);

/* Steps; their words stand in title.json, positions and screens. */
typedef enum {
    RH_STEP_AUCTION,
    RH_STEP_STOCK,
    RH_STEP_HOME, /* choice of the home city, first operating turn */
    RH_STEP_TRACK,
    RH_STEP_TOKEN,
    RH_STEP_RUN,
    RH_STEP_DIVIDEND,
    RH_STEP_TRAINS,
    RH_STEP_PRIVATES, /* a last chance to buy privates, after the trains */
    /* interruptions: they come before whatever else pends */
    RH_STEP_PAR,     /* par price of a certificate that came with a private */
    RH_STEP_CONSENT, /* accept or decline a deal */
    RH_STEP_DISCARD, /* trains above the limit */
    RH_STEP_ASSIGN,  /* a waiting token gets its city */
    RH_STEP_OVER,
    RH_STEP_KINDS,
    RH_STEP_OWN = 32 /* + n: the title's n-th own step */
} rh_step_kind;
const char *rh_step_word(const rh_title *t, int step); /* borrowed */

typedef enum {
    RH_ROUND_AUCTION,
    RH_ROUND_STOCK,
    RH_ROUND_OPERATING,
    RH_ROUND_KINDS,
    RH_ROUND_OWN = 32
} rh_round_kind;
int rh_round(const rh_title *t, const rh_game *g); /* rh_round_kind of the current round */

/* Questions. */
rh_money rh_price(const rh_title *t, const rh_game *g, rh_company c); /* 0: not started */
rh_money rh_worth(const rh_title *t, const rh_game *g, int player);   /* as scored at the end */
int rh_certificates(const rh_title *t, const rh_game *g, int player); /* that count */
int rh_cert_limit(const rh_title *t, const rh_game *g);
int rh_percent(const rh_title *t, const rh_game *g, rh_company c, rh_holder h);
int rh_total_units(const rh_title *t, const rh_game *g, rh_company c);
int rh_president(const rh_title *t, const rh_game *g, rh_company c); /* player, or RH_NONE */
int rh_train_limit(const rh_title *t, const rh_game *g, rh_company c);
/* What the company in turn must raise for a train that its treasury cannot pay, with its president's
 * help; missing is 0 or less when his cash suffices. */
typedef struct {
    rh_money price, treasury, cash, missing;
    uint8_t train, face; /* the one of that price, and which side of it */
} rh_need;
/* Does it have to? */
bool rh_needs_train(const rh_title *t, const rh_game *g, rh_need *need);
/* The company whose token stands beside the city of a hex (RH_EDGE_SLOT), or RH_NONE. */
int rh_token_beside(const rh_title *t, const rh_game *g, rh_hex hex);
/* What its next token costs; it has one left. */
rh_money rh_next_token_price(const rh_title *t, const rh_game *g, rh_company c);
/* What its nth token costs, from 0 on: one of those that it has left. */
rh_money rh_token_price(const rh_title *t, const rh_game *g, rh_company c, int nth);
int rh_trains_of(const rh_title *t, const rh_game *g, rh_holder h,
                 uint8_t out[RH_TRAINS]); /* train indices; out may be NULL */
/* Whether a company has a train of this kind. */
bool rh_kind_in_use(const rh_title *t, const rh_game *g, int kind);
/* Companies of the operating round that is played, in the order of their turns, those that have had
 * theirs included; in other rounds those of an operating round that began now. Returns how many. */
int rh_operating_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES]);
/* Companies with a price, the highest first, those at one price as they stand there; returns how many. */
int rh_market_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES]);
/* Player ranks: place[p] from 1, equal worth shares a place. */
void rh_ranking(const rh_title *t, const rh_game *g, int place[RH_PLAYERS]);

/* The best routes of a company now. work is the caller's scratch memory of rh_route_work_size()
 * bytes; limit 0 means search until proved. Returns false if work is too small. */
typedef struct {
    rh_money revenue;
    uint64_t searched;
    bool proved;
    bool keyed; /* the revenue depends on rh_runs_key(), limit and size alone */
} rh_best;
/* What a search gets for which somebody waits: whoever proposes a run, and check() where a rule demands
 * the best one. Steps, not time, so that the answer is the same on every machine; a second at most. If
 * they are used up, the best found counts. check() has RH_CHECK_WORK bytes for it. */
enum { RH_RUN_BUDGET = 5000000, RH_CHECK_WORK = 1 << 20 };
size_t rh_route_work_size(void);
bool rh_best_runs(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                  uint64_t limit, rh_runs *runs, rh_best *best);
/* A print of everything that such a search depends on, for whoever searches again and again: where it is
 * the same, what was found (rh_best.keyed) is found again. 0: nothing can be said. */
uint64_t rh_runs_key(const rh_title *t, const rh_game *g, rh_company c);
/* Revenue of given routes, or the refusal that stands against them. */
rh_refusal rh_value_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                         rh_money *revenue);

/* The promises of every game: NULL, or the sentence that is broken. */
const char *rh_broken_promise(const rh_title *t, const rh_game *g);

/* Words for people. All write at most cap bytes with a final 0 and return the length. */
size_t rh_refusal_text(const rh_title *t, const rh_names *names, rh_refusal no, char *text,
                       size_t cap);
const char *rh_refusal_id(const rh_title *t, rh_refusal no); /* ledger id; borrowed, may be "" */
size_t rh_event_text(const rh_title *t, const rh_names *names, const rh_event *e, char *text,
                     size_t cap);
bool rh_event_retells(const rh_title *t,
                      const rh_event *e); /* says only what was done, not what it changes */
const char *rh_event_word(int kind);      /* rh_event_kind in one word; static */
const char *rh_why_word(const rh_title *t,
                        int why); /* what a payment is for; borrowed, may be "" */
const char *
rh_why_name(int why); /* of the engine's reasons, as in title.json; NULL: none of them */
const char *rh_idle_name(int idle); /* the same of rh_idle */
size_t rh_money_text(const rh_title *t, rh_money m, char *text, size_t cap);
/* The same by value: lives until the end of the sentence it is used in. */
typedef struct {
    char s[40];
} rh_money_words;
rh_money_words rh_money_said(const rh_title *t, rh_money m);

#endif
