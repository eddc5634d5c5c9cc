/* SPDX-License-Identifier: Apache-2.0 */
/* own.h: what 1988 has and no other title: lines of tracks instead of tiles, contracts, lobbying,
 * developments, companies that own companies.
 *
 * Two structs: `facts` lies in rh_title.own (read once from the member "own" of title.json, facts.c)
 * and `state` in rh_game.own. A track is a step between two stops; a stop is a city or a 0-city. Both
 * structs are flat, so the game stays one block of bytes. One file a mechanism:
 *
 *   network.c    values of cities, Banverket's cost, SJ's revenue, what may be developed
 *   routes.c     what runs earn and why              best.c       the best runs, proved
 *   paper.c      certificates, limits, presidencies, circles; sales and purchases of anybody
 *   stock.c      the stock round                     regionals.c  turns, exchanges, sales
 *   income.c     fees, penalties, dividends          lobby.c      lobbying, Banverket's developments
 *   trains.c     train purchases, the emergency      contracts.c  auctions of line contracts
 *   groups.c     a company's trades: certificates, offers, takeovers, mergers
 *   statements.c positions and notation              look.c       the board for pictures and screens
 *   menu.c       what choices mean, for menus        cards.c      what cards say
 *   rules.c      the table of hooks                  face.c       what files and screens ask
 *   facts.c      title.json
 *
 * In the rulebook a *regional* company is what the engine calls a private, and a *private* company
 * is one with shares; the names here follow the rulebook, except in types of the engine. */
#ifndef ROUNDHOUSE_TITLES_1988_OWN_H
#define ROUNDHOUSE_TITLES_1988_OWN_H

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/pieces.h"
#include "engine/play.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"

enum {
    LINES = 12,  /* with a contract */
    TRACKS = 63, /* so that a set of tracks is one word */
    CITIES = 48,
    ZERO_CITIES = 4,
    PROJECTS = 8,
    BOARDS = 4,
    LOBBY_ROWS = 5,
    LOBBY_BOXES = 5,
    DEVELOPMENTS = 5, /* most in one turn of Banverket */
    SWAPS = 4,
    COLORED_VALUES = 11, /* city values 0, 10 … 100 */
    POWERS = 3           /* bonuses of one company */
};

/* --- facts -------------------------------------------------------------------------------------- */

typedef enum { SINGLE, DOUBLE, CLOSED, DOTTED } track_state;
extern const char *const se_tracks[]; /* their words, ended by NULL */

typedef struct {
    char id[8];
    uint16_t name;  /* offset into the title's text */
    uint16_t color; /* likewise, CSS */
    int16_t sj, bv; /* printed on the contract; what the Bank pays while SJ holds it */
    uint8_t sj_at_start;
    uint8_t zero[3];
} line_facts;

typedef struct {
    uint8_t hex;
    uint8_t board;
    int16_t fixed;                 /* value that never changes, or -1 */
    uint8_t color[COLORED_VALUES]; /* of the tile for value / 10; 0: printed, RH_NONE: no tile */
} city_facts;

typedef struct {
    uint8_t hex;
    uint8_t single_for_value; /* 1: its printed double tracks count as single for values and cost */
} zero_city_facts;

typedef struct {
    char id[8];
    uint8_t line; /* index into lines, or LINES + project */
    uint8_t hex;
    uint8_t a, b; /* hexes of the stops it joins */
    uint8_t board;
    uint8_t printed;   /* track_state */
    uint8_t zero_city; /* index, or RH_NONE */
    uint8_t project;   /* index, or RH_NONE */
} track_facts;

typedef struct {
    char id[8];
    uint8_t anchor, terminal; /* hexes */
    uint8_t track;            /* index into tracks */
    uint8_t builder;          /* regional that alone may build it while in play, or RH_NONE */
    char tile[8];             /* projects with the same tile exclude each other */
} project_facts;

/* Powers of the title's own, in the order of the table in rules.c. Where it says half, the Bank pays
 * half, rounded down. */
enum {
    NO_PENALTY = RH_POWER_OWN,
    LOSES_TIES,
    HALF_LOBBY,
    HALF_BID,
    HALF_FEE,
    HALF_SHARE,
    HALF_TAKEOVER, /* of what the Bank's shares cost */
    ONE_TRAIN,     /* runs `amount` tracks more (or less) */
    CITY_CAP,      /* a city pays at most `amount` */
    CITY_BONUS,    /* one worth `from` to `to` pays `amount` more (or less) */
    POWERS_END
};

typedef enum { SMALL_CITIES, FREE_DOUBLES, HALF_CITY, BUILDER } regional_kind;
typedef struct {
    uint8_t company;
    uint8_t kind;  /* regional_kind */
    uint8_t board; /* where it counts, or RH_NONE */
    uint8_t city;  /* hex, or RH_NONE */
    uint8_t project;
    uint8_t swaps;
    uint8_t swap[SWAPS];
    uint8_t swap_holders;   /* 1: also for a company with a contract of a line on its board */
    uint8_t lays;           /* 1: may double a single track of its board */
    int16_t amount;         /* for each thing counted; income of a builder before the flip */
    int16_t small;          /* value of the cities counted */
    int16_t chart;          /* money on the chart that pays a step of building */
    int16_t bonus;          /* added to anchor and terminal once it is built */
    uint8_t income_goes_on; /* 1: the amount is paid after the flip too */
    uint8_t zero;
} regional_facts;

typedef struct {
    uint8_t lines, tracks, cities, zero_cities, projects, boards, regionals;
    line_facts line[LINES];
    track_facts track[TRACKS + 1];
    city_facts city[CITIES];
    zero_city_facts zero_city[ZERO_CITIES];
    project_facts project[PROJECTS];
    uint8_t from_phase[RH_COMPANIES]; /* certificates may be bought from this phase on */
    regional_facts regional[8];
    char board[BOARDS][12];
    uint8_t city_at[RH_HEXES];           /* city on a hex, or RH_NONE */
    uint8_t track_at[RH_HEXES];          /* first track on a hex, or RH_NONE */
    uint8_t meets[CITIES][RH_EDGES + 1]; /* tracks that lead to a city, then RH_NONE */
    uint8_t zero_at[RH_HEXES];           /* 0-city on a hex, or RH_NONE */
    uint8_t sj, bv;                      /* the state companies */
    uint8_t high_speed_tiles, high_speed_from, skipped_city_pays, work_blocks;
    uint32_t high_speed_trains; /* bit k: trains of kind k */
    uint8_t work_color;         /* of tunnel and project tiles */
    uint8_t track_color;        /* of the tiles on single tracks */
    uint8_t discard_phase;      /* regionals of players leave the game when it begins */
    uint8_t certificate_limit;  /* of one company, for players, companies and the pool */
    uint8_t over_limit_for_phase;
    int16_t single_value, double_value, project_value;
    int16_t cost_per_track, sj_zero_city, sj_tunnel, sj_project, penalty;
    int16_t state_price, tender_step;
    int16_t lobby[LOBBY_ROWS][LOBBY_BOXES];
    int16_t development_cost[DEVELOPMENTS];
} facts;
static_assert(sizeof(facts) <= RH_OWN_FACTS, "the facts of 1988 fit their room");

static inline const facts *facts_of(const rh_title *t)
{
    return (const facts *)(const void *)t->own;
}

/* --- state -------------------------------------------------------------------------------------- */

enum { HOLDER_NONE = RH_NONE }; /* a contract in the line box */

/* What lies on a hex beyond its track: nothing, work, or the finished thing. */
typedef enum { NO_WORK, WORK, FINISHED } work_state;

/* Who is asked in the development step. */
typedef enum { ASK_PRIVATE, ASK_SJ, ASK_BV, DEVELOP_DONE } develop_stage;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct {
    uint64_t covered, stopped;       /* by the run of this turn: tracks, cities */
    rh_money contacts[RH_COMPANIES]; /* lobby credit; lies with RH_STATE */
    rh_money deposit[LINES];         /* on the contract: the fee of every round; likewise */
    rh_money saved[RH_COMPANIES];    /* on a builder's chart; likewise */
    rh_money fees;                   /* still to pay in this turn */
    rh_money owed[2];                /* penalties still to pay, to Banverket and to SJ */
    rh_money best_bid;               /* in the contract auction */
    rh_money offer_price;
    int16_t dividend[2];       /* last one of SJ and BV, a share */
    uint8_t track[TRACKS + 1]; /* track_state */
    uint8_t work[TRACKS + 1];  /* work_state of the tunnel or project of this track */
    uint8_t high_speed[CITIES], high_speed_line[CITIES]; /* work_state; the line it serves */
    uint8_t developed[RH_HEX_ROOM / 8];                  /* bit h: hex developed in this round */
    uint8_t contract[LINES];                             /* company, SJ, or HOLDER_NONE */
    uint8_t previous[LINES];        /* company that may equal the highest bid, or RH_NONE */
    uint8_t lobby[RH_COMPANIES];    /* value of the box its token stands on, 0: beside the board */
    uint8_t acquired[RH_COMPANIES]; /* companies it has swallowed, theirs included */
    uint8_t awaits_capital[RH_COMPANIES]; /* 1: floated, but has not had its starting money */
    uint8_t public_project[PROJECTS];     /* 1: finished and no longer private */
    uint8_t new_phase;     /* 1: contracts are returned in the next turn of Banverket */
    uint8_t malm_line;     /* line of the last regional lay, or RH_NONE */
    uint8_t laid;          /* the regional in turn has laid (or built) */
    uint8_t collected;     /* the regional in turn has been paid */
    uint8_t contacts_said; /* 1: what contacts pay of the fees is decided */

    /* the development step */
    uint8_t stage;                  /* develop_stage */
    uint8_t decider;                /* private asked, or RH_NONE */
    uint8_t developments;           /* made in this turn */
    uint8_t left;                   /* of the private that decides */
    uint8_t line;                   /* it is bound to, or RH_NONE */
    uint8_t declined[RH_COMPANIES]; /* 1: in this turn */
    uint8_t forced;                 /* 1: everybody declined, one is compulsory */

    /* the contract auction */
    uint8_t auction_line;   /* index, or RH_NONE */
    uint8_t auction_turn;   /* company asked */
    uint8_t auction_leader; /* company, or RH_NONE */
    uint8_t auction_passes; /* in a row */

    /* the trade step */
    uint8_t traded[RH_COMPANIES];   /* 1: a certificate of it was bought or sold */
    uint8_t proposed[RH_COMPANIES]; /* 1: a merger was proposed to it */
    uint8_t offered, has_acquired;  /* 1: in this turn */
    uint8_t offer_of;               /* company whose shares are asked for, or RH_NONE */
    uint8_t offer_asked;            /* player asked */
    uint8_t offer_left;             /* players still to ask */
    uint8_t merge_with;             /* company that is asked to agree, or RH_NONE */
    uint8_t zero[3];
} state;
#pragma GCC diagnostic pop
static_assert(sizeof(state) <= RH_OWN_BYTES, "the state of 1988 fits its room");

static inline const state *state_of(const rh_game *g)
{
    return (const state *)(const void *)g->own;
}
static inline state *own_state(rh_game *g) { return (state *)(void *)g->own; }

/* --- rules of the title's own -------------------------------------------------------------------- */

enum {
    NO_CIRCLE = RH_RULE_TITLE,
    NO_COMPANY_LIMIT,
    NO_POOL_LIMIT,
    NO_PRESIDENT_SALE,
    NO_HALF_CERTIFICATE,
    NO_PHASE_YET,
    NO_STATE_SHARES,
    NO_SWAP_SHARE,
    NO_SWAP_COMPANY,
    NO_CONTRACT,
    NO_CONTACTS,
    NO_RELEASE,
    NO_LOBBY_BOX,
    NO_LOBBY_CASH,
    NO_DEVELOPMENT,
    NO_HIGH_SPEED,
    NO_WORK_FIRST, /* of a project */
    NO_TUNNEL_FIRST,
    NO_SPEED_FIRST,
    NO_PRINTED,
    NO_TWICE,
    NO_COLOR,
    NO_NEGATIVE,
    NO_LINE,
    NO_DECLINE,
    NO_BUILDER,
    NO_TILE_LEFT,
    NO_ADMISSION,
    NO_ONE_TRADE,
    NO_TENDER_LOW,
    NO_TENDER_STEP,
    NO_TENDER_CASH,
    NO_OFFER,
    NO_OFFER_CASH,
    NO_ONE_OFFER,
    NO_MAJORITY,
    NO_TAKEOVER_CASH,
    NO_ONE_ACQUISITION,
    NO_PROPOSAL,
    NO_MERGER_SHARES,
    NO_FLOATED,
    NO_SAVING,
    NO_ORDER,
    NO_CEDE_PRICE,
    NO_TENDER_LINE,
    NO_TRAINLESS_LOSS,
    NO_MALM_LINE,
    NO_MALM_TRACK,
    NO_ANSWER,
    NO_CONTACTS_LEFT,
    NO_SOURCE_LEFT,
    NO_RULES_END
};

static inline rh_refusal no_of(int rule, int company, rh_money have, rh_money need)
{
    return rh__no_company((rh_rule)rule, company, have, need);
}
static inline rh_refusal no_at(int rule, int hex, rh_money have, rh_money need)
{
    return rh__no_hex((rh_rule)rule, hex, have, need);
}

/* --- questions about companies ------------------------------------------------------------------- */

static inline bool is_private(const rh_title *t, int c)
{
    return c < t->companies && t->company[c].kind == RH_PUBLIC;
}
static inline bool is_state(const rh_title *t, int c)
{
    return c < t->companies && t->company[c].kind == RH_STATE_COMPANY;
}
static inline bool is_regional(const rh_title *t, int c)
{
    return c < t->companies && t->company[c].kind == RH_PRIVATE;
}
static inline rh_holder holder_of(int c) { return rh_company_holder((rh_company){(uint8_t)c}); }
static inline rh_holder in_turn(const rh_game *g) { return holder_of(g->operating); }
/* Floated, with its capital, and not swallowed: operates and bids. */
static inline bool operates(const rh_title *t, const rh_game *g, int c)
{
    return is_private(t, c) && (g->status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED &&
           !state_of(g)->awaits_capital[c];
}
int se_one_train(const rh_title *t, int c); /* tracks more (or less) for one train of it */
const regional_facts *se_regional_of(const rh_title *t, int c);
static inline bool in_play(const rh_game *g, int regional)
{
    return !(g->status[regional] & RH_CLOSED) && g->owner[regional] != RH_OFFERING &&
           g->owner[regional] != RH_NONE;
}
/* Money beside the charts: contacts, deposits, savings, and a revenue until it is divided. */
static inline rh_holder aside(void) { return (rh_holder){RH_STATE}; }
rh_money se_money_aside(const rh_title *t, const rh_game *g); /* all of it; rules.c */

/* --- versions of the rules ----------------------------------------------------------------------- */

/* Is a revenue collected from the bank before it is divided (4.6.2, the example of 4.7)? Version 1 left
 * it there, so that what the offering's shares earned could not break the bank. */
static inline bool collects_first(const rh_title *t) { return rh_rules_since(t, 2); }
/* Must contacts pay what treasury and revenue cannot (4.6.2)? Version 1 let them be kept and a contract
 * be given up instead. */
static inline bool contacts_must_pay(const rh_title *t) { return rh_rules_since(t, 2); }
/* Does whoever has most shares of a state company, and two, take the presidency from the bank however
 * they were got (4.5.3)? In version 1 only when its certificate was sold. */
static inline bool bank_gives_way(const rh_title *t) { return rh_rules_since(t, 2); }
/* May a state president's certificate go alone while ordinary ones stay (4.5.1)? Not in version 1. */
static inline bool sells_certificate_alone(const rh_title *t) { return rh_rules_since(t, 2); }
/* Does an emergency leave control through a mother company where it is, like a presidency (4.6.5)?
 * Version 1 looked at presidencies of the player himself. */
static inline bool keeps_control(const rh_title *t) { return rh_rules_since(t, 2); }
/* Does a portfolio, too, keep control of companies without trains in an emergency (4.6.5-7)? Before
 * version 3 only the controller's own shares were asked. */
static inline bool portfolio_keeps_control(const rh_title *t) { return rh_rules_since(t, 3); }
/* Is a sale refused that puts the train out of reach (4.6.5-14)? Not before version 3. */
static inline bool sales_keep_solvent(const rh_title *t) { return rh_rules_since(t, 3); }

/* Reasons of payments, events of the title's own (words in rules.c). */
enum {
    WHY_FEE = RH_WHY_OWN,
    WHY_PENALTY,
    WHY_CONTRACT,
    WHY_TABLE,
    WHY_LOBBY,
    WHY_DEVELOPMENT,
    WHY_MAINTENANCE,
    WHY_DEPOSIT,
    WHY_DEBT,
    WHY_FORWARD,
    WHY_CHART,
    WHY_MERGER,
    WHY_REVENUE,
    WHY_DEPOSIT_BACK
};

/* Events of the title's own: one for each mechanism, so that self-play counts them (rules.c). */
enum {
    EVENT_DOUBLED,
    EVENT_REOPENED,
    EVENT_CLOSED,
    EVENT_TUNNEL_WORK, /* these three, then the same finished */
    EVENT_PROJECT_WORK,
    EVENT_HIGH_SPEED_WORK,
    EVENT_TUNNEL,
    EVENT_PROJECT,
    EVENT_HIGH_SPEED,
    EVENT_PUBLIC,
    EVENT_LOBBIED,
    EVENT_ADMITTED,
    EVENT_RETURNED,
    EVENT_CONTRACT,
    EVENT_NO_BID,
    EVENT_OFFER,
    EVENT_GROUP,
    EVENT_TAKEOVER,
    EVENT_MERGER,
    EVENT_EXCHANGED,
    EVENT_REGIONAL,
    EVENT_DISCARDED,
    EVENT_DEBT,
    OWN_EVENTS
};
/* Why somebody is not asked; words in rules.c. */
enum { IDLE_LOBBY = RH_IDLE_OWN, IDLE_TRADE, IDLE_DEVELOP, IDLE_CONTRACTS, IDLES_END };
/* About a company, by somebody, on a line; each may be nobody or RH_NONE. */
void se_event(rh_play *p, int why, rh_holder from, int company, int line, rh_money amount);

/* --- network.c ----------------------------------------------------------------------------------- */

int se_other_end(const facts *f, int track, int stop);
/* Does trains' way lead over this track now, whoever may use it? */
bool se_is_double(const rh_title *t, const state *s, int track);
/* Two tracks of a 0-city hex are one once the tunnel is finished: the second is then no track. */
bool se_merged(const facts *f, const state *s, int track);
/* The stops a track joins, tunnels considered. */
void se_ends_of(const facts *f, const state *s, int track, int *a, int *b);
rh_money se_city_value(const rh_title *t, const state *s, int city);
rh_money se_bv_cost(const rh_title *t, const state *s);
rh_money se_sj_revenue(const rh_title *t, const state *s);
bool se_line_developed(const rh_title *t, const state *s,
                       int line); /* no single track, not all closed */
bool se_line_closed(const rh_title *t, const state *s, int line);
/* Words of a development, in this order in actions. */
typedef enum { TO_DOUBLE, TO_CLOSED, TO_WORK, TO_FINISHED, CHANGES } change;
typedef enum { BY_BV, BY_LAYER, BY_BUILDER } developer;
/* Which line a development on this hex belongs to: a line, LINES + project, or RH_NONE. */
int se_line_at(const rh_title *t, const state *s, int hex);
rh_refusal se_develop_check(const rh_title *t, const rh_game *g, int hex, change to, developer by);
void se_develop(rh_play *p, int hex, change to, rh_holder by);
bool se_can_develop(const rh_title *t, const rh_game *g, int line); /* LINES + PROJECTS: anywhere */
void se_offer_developments(rh_choices *list, rh_holder by, rh_check_function check);
/* Is no regional company in play that alone may build and own this project? */
bool se_is_free(const facts *f, const rh_game *g, int project);
/* The project leaves private hands: it counts for everybody. */
void se_make_public(rh_play *p, int project);
/* Would it give its anchor a value whose colour the phase does not allow? */
bool se_public_allowed(const rh_title *t, const rh_game *g, int project);

/* --- routes.c ------------------------------------------------------------------------------------ */

/* What a set of covered tracks earns. */
typedef struct {
    rh_money cities;  /* collected */
    rh_money penalty; /* to each of Banverket and SJ */
} run_value;
run_value se_value_of_tracks(const rh_title *t, const rh_game *g, rh_company c, uint64_t covered,
                             uint64_t stopped);
/* Routes as given: the tracks they cover and the cities they stop at. */
rh_refusal se_walk_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                        uint64_t *covered, uint64_t *stopped);
rh_refusal se_value_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                         rh_money *revenue);
rh_refusal se_explain_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           struct rh_breakdown *why);
/* best.c; without: trains of its kind must not cover the tracks of this route. */
bool se_best_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                  int route, void *work, size_t size, uint64_t limit, rh_runs *runs, rh_best *best);
bool se_may_run(const rh_title *t, const rh_game *g, rh_company c);

/* --- paper.c ------------------------------------------------------------------------------------- */

int se_certificates_of(const rh_title *t, const rh_game *g, rh_holder h, int c);
bool se_over_company_limit(const rh_title *t, const rh_game *g, rh_holder h, int c,
                           int certificates);
/* May this holder sell so many shares of c to the bank? */
rh_refusal se_sale_check(const rh_title *t, const rh_game *g, rh_holder seller, int c, int units);
void se_sell(rh_play *p, rh_holder seller, int c, int units);
/* May he take a certificate of c from offering or pool? par 0 unless it starts a private. */
rh_refusal se_purchase_check(const rh_title *t, const rh_game *g, rh_holder buyer, int c,
                             rh_holder from);
rh_refusal se_start_check(const rh_title *t, const rh_game *g, rh_holder buyer, int c,
                          rh_money par);
rh_money se_certificate_price(const rh_title *t, const rh_game *g, int c, rh_holder from);
int se_certificate_units(const rh_title *t, const rh_game *g, int c, rh_holder from);
void se_purchase(rh_play *p, rh_holder buyer, int c, rh_holder from, rh_money price);
void se_start(rh_play *p, rh_holder buyer, int c, rh_money par, rh_money price);
/* Shares go to a holder who is not the bank (offers): the president's certificate too, at the end,
 * from a player who gives all. */
rh_refusal se_hand_over_check(const rh_title *t, const rh_game *g, rh_holder seller, int c,
                              rh_holder to, int units);
void se_hand_over(rh_play *p, rh_holder seller, int c, rh_holder to, int units);
/* Who would preside if the shares of c were as in units; the present president if nobody has more.
 * RH_POOL for a state company of the Bank. */
int se_next_president(const rh_title *t, const rh_game *g, int c, const uint8_t *units);
bool se_circle_if(const rh_title *t, const rh_game *g, int c, int president);
/* Would moving shares close a circle? to RH_NONE: nobody. */
bool se_move_closes_circle(const rh_title *t, const rh_game *g, int c, rh_holder from, rh_holder to,
                           int units);
/* Who takes a president's certificate that nobody may keep: most shares, at least as many as it
 * stands for; equals by seats from this one on, then companies. RH_NONE: nobody can. */
int se_heir(const rh_title *t, const rh_game *g, int c, int seat);
void se_give_presidency(rh_play *p, int c, int president);
void se_settle_president(rh_play *p, int c);
void se_note_float(rh_play *p, int c);
/* An exchange of a regional for a share; who hands it in. */
rh_refusal se_swap_check(const rh_title *t, const rh_game *g, const rh_action *a);
void se_swap(rh_play *p, const rh_action *a);
void se_offer_starts(rh_choices *list, rh_holder by, rh_check_function check);
void se_offer_swaps(rh_choices *list, rh_holder by, int regional, rh_check_function check);

/* The title's own steps, RH_STEP_OWN + this. */
enum {
    SE_REGIONAL,
    SE_FEES,
    SE_LOBBY,
    SE_TRADE,
    SE_COLLECT,
    SE_DEVELOP,
    SE_CONTRACTS,
    SE_MAINTAIN, /* only where Banverket auctions first; otherwise it maintains before the auction */
    SE_STEPS
};

/* Own verbs: words and what they once were in verbs.c. */
enum {
    VERB_CONTACTS = RH_ACTION_OWN, /* VY contacts 20       of the fees, from contacts */
    VERB_SAVE,                     /* ATRAIN save 7        left on the chart of a regional */
    VERB_LOBBY,                    /* VY lobby 70 · VY lobby 0, off the board */
    VERB_DEVELOP,                  /* BV develop C9 double */
    VERB_TENDER,                   /* VY tender INL 25     a bid for the contract of a line */
    VERB_RELEASE,                  /* VY release INL       gives it back */
    VERB_ADMIT,                    /* BV admit VEO         lets a lobbyist decide */
    VERB_OFFER,    /* ARR offer VEO 105    for every share of it that players hold */
    VERB_TAKEOVER, /* ARR takeover VEO     swallows it */
    VERB_MERGE,    /* ARR merge VEO        the same, if it agrees */
    VERBS_END
};
enum { SE_VERBS = VERBS_END - RH_ACTION_OWN, SE_OLD_VERBS = 2 };
extern const rh_verb se_verbs[SE_VERBS];
extern const rh_old_verb se_old_verbs[SE_OLD_VERBS];

/* --- the steps ----------------------------------------------------------------------------------- */

extern const rh_step se_step_stock;       /* stock.c */
extern const rh_round_row se_round_stock; /* stock.c */
extern const rh_step se_step_regional;    /* regionals.c */
extern const rh_step se_step_run;         /* income.c */
extern const rh_step se_step_fees;        /* income.c */
extern const rh_step se_step_dividend;    /* income.c */
extern const rh_step se_step_collect;     /* income.c: SJ, and Banverket's first part */
extern const rh_step se_step_maintain;    /* income.c: its last, where it auctions first */
extern const rh_step se_step_lobby;       /* lobby.c */
extern const rh_step se_step_develop;     /* lobby.c */
extern const rh_step se_step_trains;      /* trains.c */
extern const rh_step se_step_trade;       /* groups.c */
const char *se_wrong_trade(const rh_title *t, const rh_game *g); /* a promise */
extern const rh_step se_step_contracts;
const char *se_wrong_development(const rh_title *t, const rh_game *g); /* a promise */
/* contracts.c */
const char *se_wrong_tender(const rh_title *t, const rh_game *g); /* a promise */
extern const rh_round_row se_round_operating;                     /* rules.c */

/* regionals.c */
bool se_regional_sale_range(const rh_title *, const rh_game *, rh_company regional,
                            rh_company buyer, rh_money *least, rh_money *most);
void se_regional_bought(rh_play *p, rh_company regional, rh_holder buyer);
void se_close_regional(rh_play *p, rh_company regional);
rh_money se_regional_income(const rh_title *t, const rh_game *g, rh_company regional);
void se_phase_began(rh_play *p);

/* income.c */
void se_pay_out(rh_play *p, rh_company c, rh_money per_share);
void se_release_contract(rh_play *p, int line);
void se_banverket_pays_out(rh_play *p);
/* lobby.c */
rh_money se_lobby_cost(const rh_title *t, int c, int value);
void se_leave_lobby(rh_play *p, int c);      /* the token comes off and its price returns */
int se_lobby_row(const facts *f, int value); /* developments it stands for */
rh_holder se_develop_actor(const rh_title *t, const rh_game *g);
/* contracts.c */
bool se_tender_pending(const rh_title *t, const rh_game *g);
rh_holder se_tender_actor(const rh_title *t, const rh_game *g);
/* groups.c */
rh_holder se_trade_actor(const rh_title *t, const rh_game *g);

/* facts.c */
bool se_read_own(struct rh_reading *r, const struct rh_json *v, rh_title *t);
/* menu.c */
bool se_choice_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                     char text[RH_TELL_TEXT]);
extern const char *const se_hints[SE_STEPS];
/* look.c */
bool se_has_step(const rh_title *t, const rh_game *g, int step);
bool se_line_look(const rh_title *t, const rh_game *g, int i, rh_line_look *out);
bool se_track_look(const rh_title *t, const rh_game *g, int i, rh_track_look *out);
bool se_stop_look(const rh_title *t, const rh_game *g, rh_hex hex, rh_stop_look *out);
bool se_figure(const rh_title *t, const rh_game *g, int i, const char **name, rh_money *value);
bool se_chart_token(const rh_title *t, const rh_game *g, int i, rh_company *of, int *row,
                    int *column);
bool se_choice_cell(const rh_title *t, const rh_act *a, int *row, int *column,
                    char head[RH_TELL_TEXT]);
bool se_sale(const rh_title *t, const rh_game *g, rh_sale_look *out);
bool se_banner(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT]);
bool se_sale_figure(const rh_title *t, const rh_game *g, int i, const char **name, rh_money *value);
void se_won(const rh_title *t, rh_game *g);
/* statements.c */
const char *se_own_word(const rh_title *t, int i);
const char *se_own_said(const rh_title *t, int i);
enum { WORD_LINES = CHANGES }; /* words of lines follow those of changes */
enum { SE_FIELDS = 46, SE_LISTS = 5 };
extern const rh_stated se_fields[SE_FIELDS];
extern const struct rh_catalogue *const se_lists[SE_LISTS];
bool se_tell(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT]);
int se_phase_shown(const rh_title *t, const rh_game *g, char why[RH_SAY_WHY]);
bool se_said(const rh_title *t, rh_game *g, char why[RH_SAY_WHY]);
bool se_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY]);
void se_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT]);
rh_effect se_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                          char text[RH_TELL_TEXT]);
bool se_aside(const rh_title *t, const rh_game *g, int i, char name[RH_TELL_TEXT], rh_money *value);
void se_earned(const rh_title *t, const rh_game *g, rh_company c, char text[RH_TELL_TEXT]);
rh_money se_fees_short(const rh_title *t, const rh_game *g, rh_company c, rh_money revenue,
                       rh_money fees, const char **then);
bool se_has(const rh_title *t, const rh_game *g, rh_company c, int i, char text[RH_TELL_TEXT]);

/* digest.c */
void se_digest_1(const rh_title *t, const rh_game *g, struct rh_facts *f);

#endif
