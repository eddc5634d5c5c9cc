/* SPDX-License-Identifier: Apache-2.0 */
/* own.h: what 18OR has and no other title: a board that is built when the game begins, stations that
 * must be serviced, corporations that go bankrupt, and powers that private companies bring along.
 *
 * Two structs: `facts` lies in rh_title.own (the components and parameters, read by facts.c from the
 * member "own" of title.json) and `state` in rh_game.own. The title always holds the components of
 * the largest size; which of them a game uses is its state: a corporation that is not in play is
 * closed from the beginning, a train that was not drawn lies nowhere, a hex beyond the board has no
 * place. One file a mechanism:
 *
 *   setup.c     draws, layouts, the players placing tiles, set-up statements
 *   auction.c   the sale of private companies, called out or by turns
 *   ladder.c    the market: notches, the red zone, corporations leaving the game
 *   stock.c     the stock round                  business.c  a corporation's deals
 *   powers.c    what corporations and merged private companies can do
 *   track.c     tiles and their cost             stations.c  stations, sectors, scrapping
 *   services.c  what trains service and earn     payout.c    the run and its division
 *   runs.c      the best run                     coverage.c  whether cities can be serviced together
 *   web.c       the track as nodes and edges     sweep.c     answers both, in one pass over it, with
 *                                                cut.h, order.c, ahead.c, cuts.c, passing.c, retrace.c
 *   trains.c    purchases and what they set off  cleanup.c   stations that cannot be serviced
 *   counting.c  runs without routes, an option   hurry.c     a fine of the table, another
 *   statements.c positions                       menu.c      what choices mean
 *   verbs.c     notation                         cards.c     what cards say
 *   rules.c     the table of hooks               face.c      what files and screens ask */
#ifndef ROUNDHOUSE_TITLES_18OR_OWN_H
#define ROUNDHOUSE_TITLES_18OR_OWN_H

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/pieces.h"
#include "engine/play.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"

enum {
    SIZES = 3,
    SET_UP_TILES = 96,
    LEVELS = 12, /* trains whose first purchase discards or rusts something */
    RUSTS = 4,   /* kinds of trains that one level rusts */
    MOST_CITIES = 16
};

/* --- facts --------------------------------------------------------------------------------------- */

/* What a city is, and the tiles that fit it. */
typedef enum {
    TIMBER,
    AGRICULTURE,
    RANCHING,
    MINING,
    SECTORS,
    PLAIN = SECTORS,
    RAINBOW
} class_kind;

typedef enum { SET_UP_CITY, FOREST, HILLS, MOUNTAIN, OBSTACLE } set_up_kind;
extern const char *const or_set_up_kinds[]; /* their words, ended by NULL */
typedef struct {
    char id[16];
    uint16_t name; /* offset into the title's text */
    uint8_t kind;  /* set_up_kind */
    uint8_t class; /* of a city: class_kind */
    uint8_t size;
    uint8_t hex; /* where the large layout has it; what is printed there is what it shows */
} set_up_tile;

typedef struct {
    uint8_t min_players, max_players;
    uint8_t usual_from; /* players from whom on this size is the usual one */
    uint8_t bonus;      /* corporations */
    uint8_t columns, rows;
} size_facts;

typedef struct {
    uint8_t counts[SIZES];
    uint8_t class; /* class_kind of a city tile, RH_NONE: plain track */
    uint8_t key;   /* set-up tile of the only city that takes it, or RH_NONE */
} tile_facts;

/* Powers of the title's own; words and members in powers.c. */
enum {
    FREE_TRAIN = RH_POWER_OWN,
    NO_TERRAIN_COST,
    NO_RIVAL_PENALTY,
    NO_MAINTENANCE,
    FREE_STATIONS,
    EXTRA_TILE,
    EXTRA_STATION,
    TILE_DISCOUNT,
    EXTRA_STATION_BONUS,
    DIESEL_DISCOUNT,
    SECTOR_BONUS,
    TREASURY_INCOME,
    LONG_DISTANCE_BONUS,
    DIVERSITY_BONUS,
    MANY_CITIES_BONUS,
    DELAYED_OBSOLESCENCE,
    ROUTE_EXTENSION,
    STARTUP_CAPITAL,
    SKIP_COLORS,
    POWERS_END
};
enum { OR_POWERS = POWERS_END - RH_POWER_OWN };
extern const rh_power_row or_powers[OR_POWERS];
extern const char *const or_classes[];     /* words of class_kind, ended by NULL */
extern const char *const or_class_names[]; /* the same for people */
extern const char *const or_sizes[];       /* words of the sizes, ended by NULL */

/* What the first purchase of a train sets off, beyond the phase it may begin. */
typedef struct {
    uint8_t train; /* kind */
    uint8_t rusts;
    uint8_t rust[RUSTS]; /* kinds */
    uint64_t discards;   /* bit c: private company */
} level_facts;

typedef enum { PLACE_LAYOUT, PLACE_RANDOM, PLACE_PLAYERS } placing;
enum { SIZE_BY_PLAYERS = 3 };
enum { CALLS = 3 }; /* once, twice, sold */

typedef struct {
    size_facts size[SIZES];
    uint8_t sizes, set_up_tiles, levels;
    uint8_t chosen_size;  /* or SIZE_BY_PLAYERS */
    uint8_t corporations; /* in play, 0: by the formula */
    uint8_t placing, guard, turn_based, counter_clockwise, set_aside_extra, markers_from_supply;
    uint8_t rainbow, key_cities, count_cities, modifiers_per_train;
    uint8_t finish_stock_round, red_zone_whole;
    uint8_t direct_shares;       /* players buy from treasuries too (8.4) */
    uint8_t blocking_stations;   /* trains stop where there is none, too (8.4) */
    uint8_t auctioneer;          /* seat from 1, 0: everybody */
    uint8_t calls;               /* before a company is sold: CALLS, or 0: none */
    uint8_t call_seconds[CALLS]; /* of silence before each, for whoever keeps the time */
    uint8_t trains_per_corporation, trains_more, privates_more, certificates_per_corporation;
    int16_t bank_per_corporation, maintenance, hurry_fine;
    int16_t first_bid_percent, private_price_percent;
    int16_t extra_station, rival_station, payout_step;
    int16_t tile_cost[RH_COLORS];
    int16_t start_price[RH_PHASES][2];
    uint32_t always_added; /* bit k: trains of this kind that were not drawn join anyway */
    level_facts level[LEVELS];
    set_up_tile tile[SET_UP_TILES];
    tile_facts of_tile[RH_TILES];
    uint8_t train_counts[RH_TRAIN_KINDS][SIZES];
    uint8_t company_size[RH_COMPANIES];
    uint8_t sectors[RH_COMPANIES];   /* bit s: of a corporation */
    uint8_t layout[SIZES][RH_HEXES]; /* set-up tile, or RH_NONE */
    uint8_t hex_size[RH_HEXES];      /* smallest size whose board has it */
    uint8_t blank;                   /* a hex on which nothing is printed */
} facts;
static_assert(sizeof(facts) <= RH_OWN_FACTS, "the facts of 18OR fit their room");

static inline const facts *facts_of(const rh_title *t)
{
    return (const facts *)(const void *)t->own;
}

/* --- state --------------------------------------------------------------------------------------- */

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct {
    uint64_t bought[RH_PLAYERS]; /* bit c: shares of c bought in this stock round */
    rh_money money;              /* all money of this game */
    uint32_t levels;             /* bit k: a train of kind k has been bought */
    uint8_t place[RH_HEX_ROOM];  /* set-up tile on a hex, or RH_NONE */
    uint8_t order[RH_COMPANIES]; /* of this operating round, fixed when it began */
    uint8_t orders;
    uint8_t size;
    uint8_t corporations; /* in play when the game began */
    uint8_t speaker;      /* auction by turns: whose turn it is */
    uint8_t first_speaker;
    uint8_t silent;                /* bit p: has passed for this company */
    uint8_t idle_rounds;           /* stock rounds in succession that left no corporation active */
    uint8_t removal[RH_COMPANIES]; /* 1: lost trains, and may take stations back for nothing */
    uint8_t first_tile[RH_COMPANIES]; /* 1: has laid its single tile before the first station */
    uint8_t maintenance_due;          /* 1: all removals done, corporations pay for stations */
    uint8_t cities;                   /* cities of whoever gives some up now, when that began */
    uint8_t city[MOST_CITIES];        /* their hexes */
    uint8_t given_up[MOST_CITIES];    /* 1: a station there has been given up */
    uint8_t fine_of;                  /* hurry: who is accused, RH_NONE: nobody */
    uint8_t fine_agreed, fine_asked;  /* bit p: has agreed, has still to say */
    uint8_t calls;                    /* auction called out: calls since the last bid */
    uint8_t zero[3];
} state;
#pragma GCC diagnostic pop
static_assert(sizeof(state) <= RH_OWN_BYTES, "the state of 18OR fits its room");

static inline const state *state_of(const rh_game *g)
{
    return (const state *)(const void *)g->own;
}
static inline state *own_state(rh_game *g) { return (state *)(void *)g->own; }

/* --- rules, events and reasons of the title's own -------------------------------------------------- */

enum {
    NO_SET_UP_TILE = RH_RULE_TITLE, /* that tile is placed already */
    NO_SET_UP_HEX,
    NO_SET_UP_CUT,
    NO_OWN_BID,
    NO_RAISE,
    NO_SILENT,
    NO_NOT_ON_OFFER,
    NO_CALL,
    NO_BOUGHT_THIS_ROUND,
    NO_PRESIDENT_SALE,
    NO_OWN_SHARE,
    NO_BUY_BACK,
    NO_PRIVATE_HERE,
    NO_MARKET_PRICE,
    NO_TAKE_CASH,
    NO_NETWORK_YET,
    NO_CITY_TILE,
    NO_SAME_TURN,
    NO_OBSTACLE,
    NO_FIRST_SECTOR,
    NO_MAJORITY,
    NO_MAJORITY_FIRST,
    NO_LAST_STATION,
    NO_STATION_HERE,
    NO_PAYOUT,
    NO_FREE_TRAIN,
    NO_TRAIN_THERE,
    NO_KEPT_CITY,
    NO_CLEAN,
    NO_KEPT_STATION,
    NO_REMOVAL,
    NO_ACCUSED,
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

enum { IDLE_BUSINESS = RH_IDLE_OWN, IDLE_CLEANUP, IDLES_END }; /* why a corporation is not asked */
enum { WHY_MAINTENANCE = RH_WHY_OWN, WHY_POWER, WHY_RUN, WHY_BUY_BACK, WHY_FINE };

enum {
    EVENT_PLACED,   /* {from} places a set-up tile on {hex} */
    EVENT_UNSOLD,   /* nobody bids for {company} */
    EVENT_MERGED,   /* {company} is merged into {from} */
    EVENT_SCRAPPED, /* {company} scraps a station on {hex} */
    EVENT_REMOVED,  /* {company} takes a station on {hex} back */
    EVENT_BANKRUPT, /* {company} is bankrupt */
    EVENT_GIVEN_UP, /* {company} is closed by its president */
    EVENT_STILL,    /* the game will be over with the next stock round like this one */
    OWN_EVENTS
};
void or_event(rh_play *p, int why, rh_holder from, int company, int hex);

/* Own verbs: words and what they once were in verbs.c. */
enum {
    VERB_HURRY = RH_ACTION_OWN, /* Anna hurry Bo        accuses somebody of urging others */
    VERB_ABANDON,               /* CR abandon C11       gives up a whole city */
    VERB_KEEP,                  /* CR keep C11          all stations go but one, here */
    VERB_REMOVE,                /* CR remove C11        a station, for nothing */
    VERB_PLACE,                 /* Anna place O-01 B2   a set-up tile */
    VERB_SOLD,                  /* Anna sold P3         the hammer falls */
    VERB_DIVIDE,                /* CR divide 150        pays out so much of what was earned */
    VERB_CLOSE,                 /* CR close             gives the corporation up */
    VERB_SCRAP,                 /* CR scrap C11         a station, at the cost of a notch */
    VERB_ONCE,                  /* Anna once P3         "going once" */
    VERB_TWICE,                 /* Anna twice P3 */
    VERBS_END
};
enum { OR_VERBS = VERBS_END - RH_ACTION_OWN, OR_OLD_VERBS = 5 };
extern const rh_verb or_verbs[OR_VERBS];
extern const rh_old_verb or_old_verbs[OR_OLD_VERBS];

/* --- questions that many files ask --------------------------------------------------------------- */

static inline bool is_corporation(const rh_title *t, int c)
{
    return c < t->companies && t->company[c].kind == RH_PUBLIC;
}
static inline bool is_private(const rh_title *t, int c)
{
    return c < t->companies && t->company[c].kind == RH_PRIVATE;
}
static inline rh_holder holder_of(int c) { return rh_company_holder((rh_company){(uint8_t)c}); }
static inline bool active(const rh_title *t, const rh_game *g, int c)
{
    return is_corporation(t, c) && (g->status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED;
}
static inline bool on_board(const rh_title *t, const rh_game *g, int hex)
{
    return hex < t->hexes && facts_of(t)->hex_size[hex] <= state_of(g)->size;
}
static inline rh_holder market(void) { return (rh_holder){RH_POOL}; }
static inline rh_company company(int c) { return (rh_company){(uint8_t)c}; }

/* The next seat in turn direction. */
int or_next_seat(const rh_title *t, const rh_game *g, int seat);

/* setup.c */
void or_set_up(rh_play *p);
bool or_left_out_of_game(const rh_title *t, const rh_game *g, rh_company c);
rh_money or_money(const rh_title *t, const rh_game *g);
int or_copies(const rh_title *t, const rh_game *g, int tile);
const char *or_hex_note(const rh_title *t, const rh_game *g, rh_hex hex);
const char *or_place(const rh_title *t, const rh_game *g, rh_hex hex);
bool or_levels_said(const rh_title *t, rh_game *g, char why[RH_SAY_WHY]);
bool or_speaks_of_rest(char **word, int words);
int or_phase_shown(const rh_title *t, const rh_game *g, char why[RH_SAY_WHY]);
bool or_said(const rh_title *t, rh_game *g, char why[RH_SAY_WHY]);
bool or_set_up_said(const rh_title *t, const rh_game *g, int i, char text[RH_SET_UP_TEXT]);
bool or_say_set_up(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY]);
void or_put(const rh_title *t, rh_game *g, rh_hex hex, int tile); /* tile RH_NONE: nothing */
extern const rh_step or_step_placing;
extern const rh_round_row or_round_placing;

/* auction.c */
extern const rh_step or_step_auction;
extern const rh_round_row or_round_auction;
int or_on_offer(const rh_title *t, const rh_game *g); /* private, or RH_NONE: all are sold */
bool or_is_bid(const rh_title *t, const rh_game *g);  /* a promise */
int or_leader(const rh_game *g, int private_company); /* player, or RH_NONE */
int or_clock(const rh_title *t, const rh_game *g, rh_act *a);
bool or_sale(const rh_title *t, const rh_game *g, rh_sale_look *out);

/* ladder.c */
void or_move(rh_play *p, rh_company c, int notches); /* may remove the corporation */
/* What its price would be after so many scrapped stations; 0: it would be bankrupt. */
rh_money or_price_without(const rh_title *t, const rh_game *g, rh_company c, int stations);
typedef enum { BY_LADDER, BY_DEBT, BY_CHOICE } removal_kind;
void or_remove(rh_play *p, rh_company c, removal_kind why);
void or_end_if_none_left(rh_play *p);
bool or_any_active(const rh_title *t, const rh_game *g);

/* stock.c */
extern const rh_step or_step_stock;
extern const rh_round_row or_round_stock;
bool or_keeps_treasury(const rh_title *t);
rh_refusal or_par_check(const rh_title *t, const rh_game *g, rh_company c, rh_money price);
void or_settle_presidency(rh_play *p, rh_company c);

/* business.c */
extern const rh_step or_step_business;
bool or_sale_range(const rh_title *t, const rh_game *g, rh_company item, rh_company buyer,
                   rh_money *least, rh_money *most);
void or_merged(rh_play *p, rh_company item, rh_holder buyer);
/* Sells the smallest number of own shares that brings the treasury to this amount; false if all of
 * them are not enough, and then nothing is sold. */
bool or_raise(rh_play *p, rh_company c, rh_money amount);
rh_money or_within_reach(const rh_title *t, const rh_game *g, rh_company c);

/* powers.c */
rh_money or_train_cost(const rh_title *t, const rh_game *g, rh_company c, int train);

/* track.c */
int or_lays(const rh_title *t, const rh_game *g, rh_company c);
extern const rh_step or_step_track;
/* Class of the city on this hex (class_kind), or RH_NONE. */
int or_class_at(const rh_title *t, const rh_game *g, int hex);
bool or_developed(const rh_title *t, const rh_game *g, int hex);

/* stations.c */
extern const rh_step or_step_token;
int or_cities_of(const rh_title *t, const rh_game *g, rh_company c, uint8_t *hexes);
rh_money or_token_price(const rh_title *t, const rh_game *g, rh_company c, int nth);
rh_money or_station_cost(const rh_title *t, const rh_game *g, rh_company c);
rh_money or_station_cost_now(const rh_title *t, const rh_game *g,
                             rh_company c);             /* doubled after the first */
bool or_may_place(const rh_title *t, const rh_game *g); /* a station, in its turn */
bool or_matches(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex);
bool or_majority(const rh_title *t, const rh_game *g, rh_company c);
/* One station leaves a hex; falls: the price falls a notch. */
void or_take_back(rh_play *p, rh_company c, rh_hex hex, bool falls);
/* Gives up a whole city, all but the last station of the map. */
void or_abandon(rh_play *p, rh_company c, rh_hex hex);

/* services.c */
struct rh_route_rules;
void or_route_rules(const rh_title *t, const rh_game *g, rh_company c,
                    struct rh_route_rules *rules);

/* Of one serviced city, once a turn: further stations, rivals, bonuses of its sector. */
rh_money or_once(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop);
rh_money or_many_cities(const rh_title *t, const rh_game *g, rh_company c, int n);
/* What one train brings with these cities: 0 for distance, 1 for diversity. */
enum { OR_BONUSES_OF_ONE = 2 };
rh_money or_bonus_of_one(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hex,
                         int n, int which);

/* runs.c */
bool or_best_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                  int route, void *work, size_t size, uint64_t limit, rh_runs *runs, rh_best *best);
uint64_t or_runs_key(const rh_title *t, const rh_game *g, rh_company c);

/* counting.c: runs without routes, an option. */
/* Gives each of these cities, in which c has stations or had them a moment ago, the number of its section,
 * from 0 on: cities with the same number are joined. */
void or_sections(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                 uint8_t *section);
bool or_count_best(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                   int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                   rh_best *best);
rh_refusal or_count_value(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                          rh_money *income);
rh_refusal or_count_explain(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                            struct rh_breakdown *why);
extern const rh_hooks or_hooks_counting; /* rules.c: with these three */
extern const rh_hooks or_hooks_blocking; /* rules.c: with the engine's own search */

/* coverage.c: could the trains of c service these cities (bit i: hexes[i]) together? */
bool or_serviceable(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                    unsigned set);

/* payout.c */
extern const rh_step or_step_run, or_step_dividend;

/* trains.c */
extern const rh_step or_step_trains;
bool or_is_deal(const rh_title *t, const rh_game *g); /* a promise */
void or_deal_accepted(rh_play *p, const rh_deal *deal);
void or_train_bought(rh_play *p, rh_company buyer, int train, rh_holder from);
int or_top_train(const rh_title *t, const rh_game *g); /* or RH_NONE */
void or_lose_delayed(rh_play *p, rh_company c);        /* trains that have run for the last time */
bool or_upkeep(const rh_title *t, const rh_game *g, rh_company c, rh_upkeep_look *out);
void or_pay_maintenance(rh_play *p); /* if it is due and nobody removes any more */

/* cleanup.c */
extern const rh_step or_step_cleanup, or_step_closing, or_step_removal;
void or_begin_removals(rh_play *p, const uint8_t *lost);   /* lost: RH_COMPANIES flags */
bool or_is_giving_up(const rh_title *t, const rh_game *g); /* a promise */
int or_removing(const rh_title *t, const rh_game *g); /* corporation that is asked, or RH_NONE */
bool or_lame_duck(const rh_title *t, const rh_game *g, rh_company c);
bool or_banner(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT]);
int or_fates(const rh_title *t, const rh_game *g, rh_fate_look out[RH_FATES]);

/* hurry.c */
extern const rh_step or_step_fine;
extern const rh_move or_hurry_moves[];
void or_offer_hurry(rh_choices *list);

/* facts.c */
bool or_read_own(struct rh_reading *r, const struct rh_json *v, rh_title *t);
/* statements.c */
const char *or_own_word(const rh_title *t, int i);
enum { OR_FIELDS = 23, OR_LISTS = 1 };
extern const rh_stated or_fields[OR_FIELDS];
extern const struct rh_catalogue *const or_lists[OR_LISTS];
bool or_tell(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT]);
bool or_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY]);
/* How many of its cities are of its sectors: at least half must be. */
bool or_has(const rh_title *t, const rh_game *g, rh_company c, int i, char text[RH_TELL_TEXT]);
void or_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT]);
int or_train_ends(const rh_title *t, int train_kind);
rh_effect or_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                          char text[RH_TELL_TEXT]);

enum { OR_BUSINESS, OR_CLEANUP, OR_CLOSING, OR_REMOVAL, OR_PLACING, OR_FINE, OR_STEPS };

/* menu.c */
bool or_choice_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                     char text[RH_TELL_TEXT]);
extern const char *const or_hints[OR_STEPS];
const char *or_choice_sort(const rh_title *t, const rh_act *a, const char **thing);

/* digest.c */
void or_digest_1(const rh_title *t, const rh_game *g, struct rh_facts *f);

#endif
