/* SPDX-License-Identifier: Apache-2.0 */
/* own.h: what the files of 18Scan share: its own facts, its own state, and a line for each
 * mechanism.
 *
 *   facts.c        reads the member "own" of title.json
 *   rights.c       the auction of rights to choose, with which the game begins
 *   funding.c      what starting and floating bring a corporation; trains one of a type
 *   bonus.c        the tokens that Ferry and Mine sell
 *   destination.c  the connection test and bonus runs of the minors
 *   national.c     phase 5: the minors close, SJ is formed
 *   track.c        nobody's home is shut off
 *   statements.c   words for positions
 *   menu.c         words for choices
 *   cards.c        words for cards
 *   foreign.c      words for traces of Rails
 *   face.c         what files and screens ask
 *   rules.c        the table of hooks and the small answers */
#ifndef ROUNDHOUSE_TITLES_18SCAN_OWN_H
#define ROUNDHOUSE_TITLES_18SCAN_OWN_H

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"

enum { SCAN_BONUSES = 2, SCAN_MINORS = 3 };

/* A kind of bonus token. */
typedef struct {
    uint8_t private_company, count, hex;
    int16_t price, bonus;
} scan_bonus;

typedef struct {
    uint8_t minor, hex;
} scan_destination;

typedef struct {
    scan_bonus bonus[SCAN_BONUSES]; /* for each route over its hex, or once for its stop */
    scan_destination destination[SCAN_MINORS];
    int16_t destination_bonus, subsidy, national_par;
    int16_t first_token; /* price of the first token that SJ places itself, 0: like its others */
    uint8_t national, forms_on; /* SJ; the phase that forms it */
    uint8_t bonuses, destinations;
    /* How Rails plays (imports): */
    uint8_t bid_up_to_cash;              /* a bid need not leave the price of an item */
    uint8_t unsold_share_counts;         /* 1: the share of an unsold private counts as bought */
    uint8_t certificate_floats_national; /* 1: not the number of shares with players */
    uint8_t one_per_type_from_pool;      /* 1: from the pool too only one train of a type a turn */
    uint8_t cards_stay;                  /* 1: left-over 5/4+4 and 5E stay with the bank */
    uint8_t announced;                   /* 1: bonus runs are announced in the token step */
    uint8_t cut_off_loses_token;         /* 1: a minor cut off meanwhile places no token */
    uint8_t one_national_token;          /* 1: SJ keeps one token in a hex, yellow or not */
    uint8_t national_shares_at_par;      /* 1: unsold shares of SJ never go to the pool */
    uint8_t bankrupt_privates_close;     /* 1: nobody can buy them from the pool */
} scan_facts;

static inline const scan_facts *scan(const rh_title *t) { return (const scan_facts *)t->own; }
static_assert(sizeof(scan_facts) <= RH_OWN_FACTS, "room for the facts");

/* What a payment is for: what the bank pays where a minor earns nothing, a token of a private. */
enum { SCAN_WHY_SUBSIDY = RH_WHY_OWN, SCAN_WHY_BONUS_TOKEN };

typedef enum { SCAN_NO_RUN, SCAN_RUN_TOKEN, SCAN_RUN_TRAINS } scan_stage;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct {
    uint64_t holders[SCAN_BONUSES]; /* bit c: the company has a token of this kind */
    uint64_t ran;                   /* bit c: the minor has had its bonus run */
    uint64_t queue;                 /* bit c: its bonus run is still to come in this turn */
    uint32_t bought, taken; /* bit k: a train of this kind came from the bank, the pool this turn */
    rh_money bid;           /* highest in this auction */
    uint8_t left[SCAN_BONUSES]; /* tokens nobody has bought */
    uint8_t bidder;             /* player, or RH_NONE */
    uint8_t passed;             /* bit p: out of this auction */
    uint8_t winner;             /* who must choose an item now, or RH_NONE */
    uint8_t sold;               /* items sold in this round */
    uint8_t over;               /* 1: the round of auctions is over, no shares are sold in it */
    uint8_t interrupted;        /* company whose turn waits for a bonus run, or RH_NONE */
    uint8_t stage;              /* scan_stage of the bonus run */
    uint8_t own_tokens;         /* tokens that SJ has placed itself */
    uint8_t zero[2];
} scan_state;
#pragma GCC diagnostic pop

static inline const scan_state *scan_of(const rh_game *g) { return (const scan_state *)g->own; }
static inline scan_state *scan_in(rh_game *g) { return (scan_state *)g->own; }
static_assert(sizeof(scan_state) <= RH_OWN_BYTES, "room for the state");

enum { SCAN_MOVES = 2, SCAN_AUCTION_MOVES = 6 }; /* of each own step; of those of the auction */
enum {
    SCAN_STEP_BID,
    SCAN_STEP_CHOOSE,
    SCAN_STEP_BONUS,
    SCAN_STEP_TOKEN,
    SCAN_STEP_RUN,
    SCAN_STEPS
};
enum { SCAN_ROUND_RIGHTS };

/* Own verbs: words and what they once were in verbs.c. */
enum {
    SCAN_ANNOUNCE = RH_ACTION_OWN, /* S&NJ announce     the destination run of the minor in turn */
    SCAN_BONUS,                    /* DSB bonus P3 20   a bonus token that a private sells */
    SCAN_VERBS_END
};
enum { SCAN_VERBS = SCAN_VERBS_END - RH_ACTION_OWN, SCAN_OLD_VERBS = 1 };
extern const rh_verb scan_verbs[SCAN_VERBS];
extern const rh_old_verb scan_old_verbs[SCAN_OLD_VERBS];

typedef enum {
    SCAN_RULE_NO_ITEM,       /* nothing of that kind is bid for here */
    SCAN_RULE_BIDS_ONLY,     /* a bid or a pass, nothing else */
    SCAN_RULE_RESERVE,       /* the bid must leave the price of the cheapest item */
    SCAN_RULE_MUST_CHOOSE,   /* whoever won must choose */
    SCAN_RULE_ITEM_CASH,     /* an item he can pay */
    SCAN_RULE_ONE_OF_A_TYPE, /* from the bank */
    SCAN_RULE_NOBODY_SELLS,  /* a company without a president */
    SCAN_RULE_BONUS_NONE,    /* no such token is for sale */
    SCAN_RULE_BONUS_HAS,     /* the company has one */
    SCAN_RULE_BONUS_PRICE,
    SCAN_RULE_BONUS_CASH,
    SCAN_RULE_BONUS_UNOWNED, /* its private lies in the pool */
    SCAN_RULE_BONUS_WHERE,   /* the destination token goes to the destination */
    SCAN_RULE_SHUT_OFF,      /* a home would be shut off */
    SCAN_RULE_NATIONAL_PAR,  /* SJ starts at 100 */
    SCAN_RULES
} scan_rule;

typedef enum {
    SCAN_EVENT_BONUS_RUN,
    SCAN_EVENT_DESTINATION_TOKEN,
    SCAN_EVENT_EDGE_TOKEN,
    SCAN_EVENT_FORMED,
    SCAN_EVENT_BONUS_TOKEN,
    SCAN_EVENT_HIBERNATES
} scan_event;

static inline rh_refusal scan_no(scan_rule rule, int company, rh_money have, rh_money need)
{
    return rh__no_company((rh_rule)(RH_RULE_TITLE + rule), company, have, need);
}
static inline uint64_t scan_bit(int company) { return (uint64_t)1 << company; }
static inline bool scan_is_minor(const rh_title *t, int c)
{
    return t->company[c].kind == RH_MINOR;
}

/* facts.c */
bool scan_read_own(struct rh_reading *r, const struct rh_json *v, rh_title *t);

/* rights.c */
extern const rh_move scan_bid_moves[SCAN_AUCTION_MOVES], scan_choose_moves[SCAN_AUCTION_MOVES];
bool scan_bid_waits(const rh_title *t, const rh_game *g);
void scan_bid_offer(rh_choices *list);
void scan_choose_offer(rh_choices *list);
bool scan_choose_waits(const rh_title *t, const rh_game *g);
void scan_rights_begin(rh_play *p);
int scan_rights_step(const rh_title *t, const rh_game *g);
void scan_rights_skip(rh_play *p);
rh_holder scan_rights_actor(const rh_title *t, const rh_game *g);

/* funding.c */
int scan_units_bought(const rh_title *t, const rh_game *g, rh_company c);
rh_refusal scan_par_check(const rh_title *t, const rh_game *g, rh_company c, rh_money price);
void scan_started(rh_play *p, rh_company c);
void scan_item_taken(rh_play *p, rh_company item, bool first);
bool scan_divides(rh_play *p, rh_company c);
void scan_turn_begins(rh_play *p, rh_company c);
void scan_train_bought(rh_play *p, rh_company buyer, int train, rh_holder from);
rh_refusal scan_train_check(const rh_title *t, const rh_game *g, const rh_act *a);

/* bonus.c */
const char *scan_wrong_deal(const rh_title *t, const rh_game *g); /* a promise */
rh_refusal scan_bonus_check(const rh_title *t, const rh_game *g, const rh_action *a);
void scan_bonus_commit(rh_play *p, const rh_action *a);
void scan_offer_bonus(rh_choices *list);
void scan_bonus_accepted(rh_play *p, const rh_deal *deal);
void scan_route_rules(const rh_title *t, const rh_game *g, rh_company c,
                      struct rh_route_rules *rules);
bool scan_has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks);

/* destination.c */
const char *scan_wrong_run(const rh_title *t, const rh_game *g); /* a promise */
extern const rh_move scan_token_moves[SCAN_MOVES], scan_run_moves[SCAN_MOVES];
void scan_bonus_enter(rh_play *p);
bool scan_bonus_waits(const rh_title *t, const rh_game *g);
rh_money scan_run_adds(const rh_title *t, const rh_game *g, const char **of);
void scan_token_offer(rh_choices *list);
void scan_run_offer(rh_choices *list);
uint64_t scan_connected(const rh_title *t, const rh_game *g); /* minors whose bonus run is due */
rh_refusal scan_announce_check(const rh_title *t, const rh_game *g, const rh_action *a);
void scan_announce_commit(rh_play *p, const rh_action *a);

/* national.c */
void scan_phase_began(rh_play *p);
void scan_return_double_tokens(rh_play *p, rh_hex hex);
rh_money scan_token_price(const rh_title *t, const rh_game *g, rh_company c, int nth);
void scan_token_placed(rh_play *p, rh_company c, rh_hex hex);

/* track.c */
rh_refusal scan_lay_check(const rh_title *t, const rh_game *g, const rh_act *a);

/* foreign.c */
unsigned scan_trace(const rh_title *t, const rh_game *g, int company, struct rh_json_writer *w);

/* statements.c */
enum { SCAN_FIELDS = 16, SCAN_LISTS = 1 };
extern const rh_stated scan_fields[SCAN_FIELDS];
extern const struct rh_catalogue *const scan_lists[SCAN_LISTS];
bool scan_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY]);
bool scan_tell(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT]);
void scan_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT]);
bool scan_has(const rh_title *t, const rh_game *g, rh_company c, int i, char text[RH_TELL_TEXT]);
bool scan_shares_wait(const rh_title *t, const rh_game *g, rh_company c, rh_holder at,
                      char text[RH_TELL_TEXT]);
rh_effect scan_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                            char text[RH_TELL_TEXT]);

/* menu.c */
bool scan_choice_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                       char text[RH_TELL_TEXT]);
extern const char *const scan_hints[SCAN_STEPS];
bool scan_banner(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT]);
bool scan_sale(const rh_title *t, const rh_game *g, rh_sale_look *out);

/* digest.c */
void scan_digest_1(const rh_title *t, const rh_game *g, struct rh_facts *f);

#endif
