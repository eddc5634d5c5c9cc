/* SPDX-License-Identifier: Apache-2.0 */
/* own.h: what the files of 18Norway share: its own facts (the member "own" of title.json), what
 * it keeps in a game beyond the common state, and who answers which question.
 *
 * Start with rules.c, the table of hooks. Then one file a mechanism: tunnels.c (mountains, Mjøsa,
 * two tiles for S), sea.c (harbours and ships), runs.c (fees, mail, the passed city), issue.c,
 * nationalisation.c, buying.c (trains, the emergency), bankruptcy.c; menu.c and cards.c say
 * it all to people. */
#ifndef ROUNDHOUSE_TITLES_18NORWAY_OWN_H
#define ROUNDHOUSE_TITLES_18NORWAY_OWN_H

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/pieces.h"
#include "engine/play.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"
#include "engine/route/route.h"

enum {
    NORWAY_MOUNTAINS = 24,
    NORWAY_SEA = 12,
    NORWAY_LIMITS = 8,
    NORWAY_FERRY_TILES = 4,
    NORWAY_CARDS = 4
};

typedef struct {
    uint8_t a, b; /* privates: the two sides of one card */
} norway_card;

typedef struct {
    uint8_t stop;    /* hex with a city or town on the lane */
    uint8_t harbour; /* hex that takes its ports, or RH_NONE */
} norway_port;

typedef struct {
    uint8_t phase; /* from its beginning on … */
    uint16_t tile; /* … this tile lies on the ferry hex */
} norway_ferry_tile;

typedef struct {
    uint8_t index; /* from this many nationalisations (less closures) on */
    uint8_t limit[RH_PLAYERS + 1];
} norway_limit;

typedef enum { NORWAY_COUNTS_MINUS_CLOSED, NORWAY_COUNTS_ALL, NORWAY_COUNTS_THEN } norway_counts;
typedef enum { NORWAY_ISSUE_RULEBOOK, NORWAY_ISSUE_PLAYERS } norway_issue_limit;
typedef enum { NORWAY_FORCED_ONE_BY_ONE, NORWAY_FORCED_BLOCK } norway_forced_issue;
typedef enum { NORWAY_PAYS_PAR, NORWAY_PAYS_BID } norway_pays;

/* Companies, privates, phases, trains and hexes are indices, RH_NONE where there is none. */
typedef struct {
    uint8_t mountains, mountain[NORWAY_MOUNTAINS];
    uint8_t sea_stops;
    norway_port sea[NORWAY_SEA]; /* in the order of the lane */
    uint8_t limits;
    norway_limit limit[NORWAY_LIMITS];
    int16_t mountain_fee;
    struct {
        uint8_t hex, tiles;
        int16_t fee[RH_PHASES];
        norway_ferry_tile tile[NORWAY_FERRY_TILES];
    } ferry;
    struct {
        uint8_t company, with; /* whose president's certificate comes with which private */
        uint8_t pays;          /* norway_pays */
        uint8_t auto_par;
        uint8_t open_privates; /* the bank pays for what open privates name, whoever holds it, and
                                  for nothing else (imports) */
    } capital;
    uint8_t state_choice_at_float; /* 1: also when the company floats late */
    struct {
        uint8_t each_share_moves, keeps_all_presidents, may_close;
        uint8_t
            may_pass_duty; /* 1: the buying company's presidency may change, and the duty with it */
    } forced_sale;
    struct {
        uint8_t ends_game, only_legal_sales, shortfall_ranks;
        uint8_t
            falls_at_once; /* 1: a company it leaves alone falls in this round too if it ran nothing */
    } bankruptcy;
    uint8_t cards;
    norway_card card[NORWAY_CARDS]; /* of which one side is in play: b, or the one drawn */
    uint8_t cards_drawn;            /* 1: by chance */
    int16_t private_price_cap;      /* percent of the face value; 0: as the privates say */
    uint8_t new_shares;             /* of a company that is nationalised */
    uint8_t nationalisation_from, nationalisation_at_float_from,
        no_nationalisation_from;  /* phase */
    uint8_t cert_limit_counts;    /* norway_counts */
    uint8_t asked_again;          /* 1: who declines out of turn is asked again in its own place */
    uint8_t discount_on_exchange; /* 1: the discount holds where a train is handed in too */
    /* How 18xx.games plays the powers (imports): */
    uint8_t two_yellow_home_only; /* 1: only the way from the home city counts */
    uint8_t free_ship_with_train; /* 1: it comes with the first train */
    uint8_t pass_chosen;          /* 1: the train that passes a city is chosen before the run */
    uint8_t ship_bonus_free_too;  /* 1: for the free ship too */
    uint8_t ship_bonus_late;      /* 1: after it is settled whether its owner may buy more */
    uint8_t tunnel_after_tiles, port_by_any_lane, issue_until_dividend, issue_for_nothing;
    uint8_t issue_limit;           /* norway_issue_limit */
    uint8_t forced_issue;          /* norway_forced_issue */
    uint8_t forced_issue_binds;    /* 1: after it only the cheapest train may be bought */
    uint8_t ports_outlive_company; /* but serve nobody, and new ones of a company that came back are
                                      lost (imports) */
    uint8_t reborn_lose_powers, reborn_lose_home;
    uint8_t ship_stops_forced_issue, ship_before_train, relaunch;
} norway_facts;
static_assert(sizeof(norway_facts) <= RH_OWN_FACTS, "the title has room for its facts");

/* What a company has done with its shares in this turn. */
enum { NORWAY_NOTHING, NORWAY_ISSUED, NORWAY_REDEEMED };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct {
    uint64_t tunnels[RH_HEX_ROOM / 64]; /* hexes whose mountain token is gone */
    uint64_t reborn;                    /* companies that have closed and may come back */
    uint64_t nationalised;              /* companies with ten shares */
    uint64_t asked;                     /* companies asked in this nationalisation round */
    uint64_t stuck;                     /* unmanaged, could run nothing: they fall later */
    rh_money shortfall[RH_PLAYERS];     /* of the bankrupt */
    rh_money paid;                      /* for the private that brought a president's certificate */
    uint8_t ports[NORWAY_SEA][RH_SLOTS]; /* companies with a port there, in the order in which they
                                            came, then RH_NONE */
    uint8_t nationalisations, closures;
    uint8_t counted;         /* companies nationalised at the last nationalisation */
    uint8_t tunnel_at;       /* hex whose tunnel is to be decided, or RH_NONE */
    uint8_t two_yellow_over; /* the power is gone for good */
    uint8_t ship_settled;    /* the free ship was given or is lost */
    uint8_t first_yellow;    /* the first tile of this turn was yellow */
    uint8_t share_step;      /* NORWAY_ISSUED, … in this turn */
    uint8_t forced;          /* forced issues have begun */
    uint8_t forced_left;     /* shares that may still be issued in this emergency */
    uint8_t choosing;        /* company that floated and chooses the state's shares, or RH_NONE */
    uint8_t station;         /* company with the station that came with a private, or RH_NONE */
    uint8_t switch_train;    /* train chosen to pass a blocked city (imports), or RH_NONE */
    uint8_t declined_early;  /* company that declined out of turn, its own place left, or RH_NONE */
    uint8_t zero[6];
} norway_state;
#pragma GCC diagnostic pop
static_assert(sizeof(norway_state) <= RH_OWN_BYTES, "a game has room for the title's state");

static inline const norway_facts *norway(const rh_title *t)
{
    return (const norway_facts *)(const void *)t->own;
}
static inline const norway_state *norway_of(const rh_game *g)
{
    return (const norway_state *)(const void *)g->own;
}
static inline norway_state *norway_in(rh_game *g) { return (norway_state *)(void *)g->own; }

static inline bool norway_is_nationalised(const rh_game *g, int c)
{
    return norway_of(g)->nationalised >> c & 1;
}
static inline bool norway_is_ship(const rh_title *t, int train)
{
    return !(t->train[t->train_kind[train]].track & t->operating.land);
}
/* Own powers, in the order of the table in rules.c. */
typedef enum {
    NORWAY_FREE_TUNNEL = RH_POWER_OWN, /* tunnels cost nothing */
    NORWAY_TWO_YELLOW,                 /* two yellow tiles a turn until it is connected to `hex` */
    NORWAY_MAIL,                       /* `amounts` for a company that earns anything */
    NORWAY_FREE_SHIP,                  /* one of kind `train` in its first turn */
    NORWAY_PASS_BLOCKED,               /* one train passes one city that is full */
    NORWAY_NO_FEE,                     /* mountains cost nothing */
    NORWAY_NO_FERRY_FEE,
    NORWAY_TUNNEL_BONUS, /* its owner gets `amount` for every tunnel … */
    NORWAY_SHIP_BONUS,   /* … and every ship */
    NORWAY_ASKED_FIRST,  /* in a nationalisation round */
    NORWAY_STATE_CHOICE, /* nationalised, it chooses how many shares the state takes: 0 to `amount` */
    NORWAY_LAST_STATION, /* when it closes its company gets a station on `hex`, on `tile` */
    NORWAY_POWERS_END
} norway_power;

/* Own steps and rounds, in the order of the table in rules.c. */
enum { NORWAY_STEP_ISSUE, NORWAY_STEP_NATIONALISE, NORWAY_STEP_TUNNEL, NORWAY_STEPS };

/* Own verbs: words and what they once were in verbs.c. */
enum {
    NORWAY_TUNNEL = RH_ACTION_OWN, /* D tunnel                   on the hex of the tile just laid */
    NORWAY_NATIONALISE, /* D nationalise · H nationalise 2   shares that the state buys */
    NORWAY_SWITCHER,    /* Ø switcher 3-1             the train that leaves a city out */
    NORWAY_VERBS_END
};
enum { NORWAY_VERBS = NORWAY_VERBS_END - RH_ACTION_OWN, NORWAY_OLD_VERBS = 1 };
extern const rh_verb norway_verbs[NORWAY_VERBS];
extern const rh_old_verb norway_old_verbs[NORWAY_OLD_VERBS];

/* Own rules, in the order of the table in rules.c. */
typedef enum {
    NORWAY_RULE_PAR_HALF = RH_RULE_TITLE,
    NORWAY_RULE_TWO_YELLOW,
    NORWAY_RULE_TUNNEL,
    NORWAY_RULE_ISSUE_ONCE,
    NORWAY_RULE_ISSUE_OWN,
    NORWAY_RULE_ISSUE_LIMIT,
    NORWAY_RULE_ISSUE_WORTHLESS,
    NORWAY_RULE_REDEEM_NONE,
    NORWAY_RULE_REDEEM_CASH,
    NORWAY_RULE_ONE_SHIP,
    NORWAY_RULE_TRAIN_FIRST,
    NORWAY_RULE_NOBODY_SELLS,
    NORWAY_RULE_FORCED_FIRST,
    NORWAY_RULE_FORCED_ONLY,
    NORWAY_RULE_FORCED_ONE,
    NORWAY_RULE_FORCED_NONE,
    NORWAY_RULE_NO_HELP,
    NORWAY_RULE_TREASURY_ONLY,
    NORWAY_RULE_SALE_CLOSES,
    NORWAY_RULE_SALE_BANKRUPT,
    NORWAY_RULE_STATE_SHARES,
    NORWAY_RULE_NO_HARBOUR,
    NORWAY_RULE_ONE_PORT,
    NORWAY_RULE_PORT_UNREACHED,
    NORWAY_RULE_SHIP_LANE,
    NORWAY_RULE_SHIP_START,
    NORWAY_RULE_SHIP_BLOCKED,
    NORWAY_RULE_STATE_SHARE
} norway_rule;

static inline rh_refusal norway_no(norway_rule rule, int company, rh_money have, rh_money need)
{
    return rh__no_company((rh_rule)rule, company, have, need);
}

/* Own events: indices into the words in rules.c. Self-play counts them, so each mechanism that could
 * fall asleep unnoticed has one. */
typedef enum {
    NORWAY_EVENT_MOUNTAIN,
    NORWAY_EVENT_TUNNEL,
    NORWAY_EVENT_FREE_TUNNEL,
    NORWAY_EVENT_MJOSA,
    NORWAY_EVENT_NATIONALISED,
    NORWAY_EVENT_OUT_OF_TURN,
    NORWAY_EVENT_AT_FLOAT,
    NORWAY_EVENT_SHIP,
    NORWAY_EVENT_FREE_SHIP,
    NORWAY_EVENT_PORT_BY_SEA,
    NORWAY_EVENT_PORT_BY_LAND,
    NORWAY_EVENT_ISSUED,
    NORWAY_EVENT_REDEEMED,
    NORWAY_EVENT_FORCED_ISSUE,
    NORWAY_EVENT_CLOSED,
    NORWAY_EVENT_UNMANAGED,
    NORWAY_EVENTS
} norway_event;

static inline void norway_tell(rh_play *p, norway_event what, rh_company c, int hex)
{
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = (uint8_t)what,
                            .from = rh_company_holder(c),
                            .company = c.i,
                            .hex = (uint8_t)hex});
}

/* What a payment is for; words in rules.c. */
typedef enum { NORWAY_WHY_TUNNEL = RH_WHY_OWN, NORWAY_WHY_STATE, NORWAY_WHYS_END } norway_why;
/* Why nobody is asked: RH_IDLE_OWN + n, words in rules.c. */
typedef enum { NORWAY_IDLE_SHARES, NORWAY_IDLE_NATIONALISE, NORWAY_IDLES } norway_idle;

/* facts.c */
bool norway_read_own(struct rh_reading *r, const struct rh_json *v, rh_title *t);

/* statements.c */
enum { NORWAY_FIELDS = 23, NORWAY_LISTS = 1 };
extern const rh_stated norway_fields[NORWAY_FIELDS];
extern const struct rh_catalogue *const norway_lists[NORWAY_LISTS];
bool norway_tell_all(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT]);
bool norway_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY]);
void norway_card_text(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT]);
rh_effect norway_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                              char text[RH_TELL_TEXT]);

/* menu.c */
bool norway_choice_words(const rh_title *t, const rh_names *names, const rh_game *g,
                         const rh_act *a, char text[RH_TELL_TEXT]);
extern const char *const norway_hints[NORWAY_STEPS];
int norway_about_hex(const rh_title *t, const rh_game *g);

/* foreign.c */
void norway_trace(const rh_title *t, const rh_game *g, struct rh_json_writer *w);
const char *norway_choice_word(const rh_title *t, const rh_game *g, const rh_act *a);

/* tunnels.c */
enum { NORWAY_TUNNEL_MOVES = 2 };
extern const rh_move norway_tunnel_moves[NORWAY_TUNNEL_MOVES];
void norway_tunnel_offer(rh_choices *list);
rh_refusal norway_no_tunnel(const rh_title *t, const rh_game *g, const rh_action *a);
void norway_tunnel_commit(rh_play *p, const rh_action *a);
rh_money norway_tunnel_cost(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex);
bool norway_has_mountain_token(const rh_title *t, const rh_game *g, rh_hex hex);
int norway_lays(const rh_title *t, const rh_game *g, rh_company c);
rh_refusal norway_lay_check(const rh_title *t, const rh_game *g, const rh_act *a);
void norway_before_lay(rh_play *p, const rh_act *a);
void norway_after_lay(rh_play *p, const rh_act *a);
bool norway_tunnel_pends(const rh_title *t, const rh_game *g);
void norway_phase_began(rh_play *p);
int norway_extra_tokens(const rh_title *t, const rh_game *g, rh_company c);

/* sea.c */
bool norway_token_reach(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop,
                        bool by_track);
bool norway_has_port(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex);
bool norway_has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks);
void norway_token_placed(rh_play *p, rh_company c, rh_hex hex);
rh_refusal norway_token_check(const rh_title *t, const rh_game *g, const rh_act *a);
bool norway_token_lost(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex);
void norway_forget_ports(rh_play *p, rh_company c);
/* The open private with this power pays its owner, if anybody owns it. */
void norway_pay_bonus(rh_play *p, norway_power kind);
void norway_give_free_ship(rh_play *p, rh_company c);
void norway_train_bought(rh_play *p, rh_company buyer, int train, rh_holder from);

/* runs.c */
void norway_route_rules(const rh_title *t, const rh_game *g, rh_company c, rh_route_rules *rules);
bool norway_fee_look(const rh_title *t, const rh_game *g, rh_hex hex, rh_fee_look *out);
int norway_route_rule(const rh_title *t, const rh_train_facts *train, int rule);
int norway_left_out(const rh_title *t, const rh_game *g, rh_company c, int train,
                    const rh_waypoint *way, int count);
rh_refusal norway_switch_check(const rh_title *t, const rh_game *g, const rh_action *a);
void norway_switch_commit(rh_play *p, const rh_action *a);
bool norway_price_stays(rh_play *p, rh_company c);
void norway_operating_ends(rh_play *p);

/* issue.c */
enum { NORWAY_ISSUE_MOVES = 3 };
extern const rh_move norway_issue_moves[NORWAY_ISSUE_MOVES];
void norway_offer_own_shares(rh_choices *list);
enum { NORWAY_ANYTIME = 4 };
extern const rh_move norway_anytime[NORWAY_ANYTIME];
void norway_offer_anytime(rh_choices *list);
int norway_issue_limit_of(const rh_title *t, const rh_game *g, rh_company c);
/* Value of the space that lies `steps` to the right of c's price (negative: left); 0 beyond the
 * left end, that of the last space beyond the right end. */
rh_money norway_price_beside(const rh_title *t, const rh_game *g, rh_company c, int steps);

/* nationalisation.c */
int norway_least_to_state(const rh_title *t, rh_company c);
int norway_most_to_state(const rh_title *t, rh_company c); /* of the new shares */
enum { NORWAY_NATIONALISE_MOVES = 2 };
extern const rh_move norway_nationalise_moves[NORWAY_NATIONALISE_MOVES];
bool norway_nationalise_waits(const rh_title *t, const rh_game *g);
void norway_nationalise_offer(rh_choices *list);
bool norway_asked_early(const rh_title *t, const rh_game *g, rh_holder by);
rh_holder norway_nationalise_actor(const rh_title *t, const rh_game *g);
extern const rh_round_row norway_round_nationalisation;
void norway_floated(rh_play *p, rh_company c);
int norway_total_units(const rh_title *t, const rh_game *g, rh_company c);
int norway_cert_limit(const rh_title *t, const rh_game *g);
void norway_closed(rh_play *p, rh_company c);

/* buying.c */
enum { NORWAY_BUYING_MOVES = 4 };
extern const rh_move norway_buying_moves[NORWAY_BUYING_MOVES];
bool norway_buying_waits(const rh_title *t, const rh_game *g);
void norway_buying_enter(rh_play *p);
void norway_buying_offer(rh_choices *list);
void norway_buying_alone(rh_play *p, rh_company c);
rh_money norway_train_price(const rh_title *t, const rh_game *g, rh_company c, int train,
                            int trade);
rh_refusal norway_train_check(const rh_title *t, const rh_game *g, const rh_act *a);
rh_refusal norway_private_check(const rh_title *t, const rh_game *g, const rh_act *a);
rh_refusal norway_help_check(const rh_title *t, const rh_game *g, const rh_act *a);
/* The most units of c that a forced sale of this player may have, in one block. */
int norway_largest_forced_sale(const rh_title *t, const rh_game *g, int player, rh_company c);
void norway_forced_sell(rh_play *p, int player, rh_company c, int units);
/* What the operating company lacks for a train, and what its president can raise for it. */
rh_money norway_missing(const rh_title *t, const rh_game *g);
/* What each of so many shares brings that are issued now because a train must be bought. */
rh_money norway_forced_price(const rh_title *t, const rh_game *g, rh_company c, int units);
typedef struct {
    rh_money raised, missing;
} norway_means;
norway_means norway_means_of(const rh_title *t, const rh_game *g, int player);

/* bankruptcy.c */
void norway_go_bankrupt(rh_play *p, int player);
rh_money norway_score(const rh_title *t, const rh_game *g, int player);

/* digest.c */
void norway_digest_1(const rh_title *t, const rh_game *g, struct rh_facts *f);

#endif
