/* SPDX-License-Identifier: Apache-2.0 */
/* title.h: the facts of one title under one choice of options. Never changes during a game.
 *
 * A title is read from titles/<id>/title.json by files/title.c. An option (a house rule, another
 * way to play) is a named patch of that file, applied before it is read: the engine sees facts,
 * never options. Fields carry the names they have in title.json. */
#ifndef ROUNDHOUSE_TITLE_H
#define ROUNDHOUSE_TITLE_H

#include "roundhouse/base.h"
#include "roundhouse/tile.h"

struct rh_hooks;
struct rh_face;

typedef struct {
    char name[8];                /* coordinate: "E16" */
    char place[32];              /* "Ommen", "" */
    uint8_t neighbour[RH_EDGES]; /* hex index across each edge, RH_NONE at the map's rim */
    uint8_t open_edges;          /* bit e: track may leave here (on fixed hexes: printed exits) */
    uint8_t may_lay;             /* 1: tiles may be laid */
    uint8_t closed_until_home;   /* rh_closed_until_home: no tile while a home token is awaited */
    int8_t x, y;                 /* doubled coordinates for drawing; x grows east, y south */
    uint16_t printed;            /* index into tiles: what the map shows */
    uint16_t color_name;         /* offset into text: colour word of the printed hex, for drawing */
} rh_hex_facts;

typedef enum {
    RH_HEX_OPEN,
    RH_HEX_CLOSED_WHILE_TOKEN_WAITS,
    RH_HEX_CLOSED_UNTIL_HOME
} rh_closed_until_home;

typedef enum {
    RH_PRIVATE,
    RH_MINOR,
    RH_PUBLIC,
    RH_STATE_COMPANY,
    RH_COMPANY_KINDS
} rh_company_kind;

/* What a company lets its owner do beyond the ordinary rules (engine/powers.h). */
typedef enum {
    RH_POWER_NONE,
    RH_POWER_EXTRA_LAY, /* owner company: once, one more tile on `hex`, `amount` cheaper, anywhere */
    RH_POWER_FREE_TOKEN, /* owner company: once, its next token free on a city hex without track */
    RH_POWER_SWAP,       /* owner player: hand it in for one share of `company` */
    RH_POWER_SHARE,      /* first buyer receives `units` of `company` */
    RH_POWER_PRESIDENT, /* first buyer receives the president's certificate of `company` and sets par */
    RH_POWER_CHEAP_LAY, /* any company its owner lets: once, its tile on `hex` `amount` cheaper */
    RH_POWER_NEEDS_NO_TRAIN, /* free of the duty to own a train */
    RH_POWER_TRAIN_DISCOUNT, /* trains of the bank `amount` percent cheaper; titles say which */
    RH_POWER_KINDS,
    RH_POWER_OWN = 64 /* RH_POWER_OWN + n: the n-th of the title's own (rh_hooks.powers) */
} rh_power_kind;

typedef enum { RH_SWAP_BETWEEN_TURNS, RH_SWAP_ANY_TIME } rh_swap_when;

enum { RH_POWER_HEXES = 12, RH_POWER_TILES = 8, RH_POWERS = 3, RH_BLOCKS = 4 };

/* A row of a company's card: what, how much, where, until when. Which members a kind has says its row
 * (rh_power_row); the others are as here in brackets. */
typedef struct {
    uint8_t kind;         /* rh_power_kind */
    uint8_t company;      /* whose share (RH_NONE) */
    uint8_t units;        /* how many (1) */
    uint8_t when;         /* rh_swap_when */
    uint8_t before;       /* the phase that ends it (RH_NONE: none does) */
    uint8_t train;        /* a kind of trains (RH_NONE: any) */
    uint8_t of;           /* bit i: things that rh_hooks.power_of names (0) */
    uint8_t least;        /* of whatever it counts (0) */
    int16_t amount;       /* money, percent, tiles, … (0) */
    int16_t from, to;     /* values of the cities that it concerns (0) */
    uint8_t hexes, tiles; /* how many are listed; 0: any that qualify */
    uint8_t hex[RH_POWER_HEXES];
    uint16_t tile[RH_POWER_TILES];
    int16_t amounts[RH_PHASES]; /* in each phase (0) */
} rh_power;

typedef enum {
    RH_CAPITAL_FULL,       /* the bank pays all shares at par when it floats */
    RH_CAPITAL_INCREMENTAL /* money comes in share by share */
} rh_capital;

typedef struct {
    char id[12];
    uint8_t kind;            /* rh_company_kind */
    uint8_t class;           /* index into the phases' train limits */
    uint8_t units;           /* shares at the start: 10; 0 for privates */
    uint8_t president_units; /* size of the president's certificate in shares */
    uint8_t float_units;     /* shares that must have left the offering */
    uint8_t capital;         /* rh_capital */
    uint8_t startable;       /* 1: may be started in a stock round */
    uint8_t tokens;          /* on the charter, home token included */
    int16_t token_price[RH_TOKENS];
    uint8_t floats_from;         /* phase before which it never floats, or RH_NONE */
    int16_t capital_sum;         /* what the bank pays when it floats, 0: all shares at par */
    uint8_t home_hex, home_city; /* home_city RH_NONE: any city of the hex */
    uint16_t name;               /* offset into text */
    uint16_t alias;              /* the rulebook's short name, offset into text (0: none) */
    uint16_t said;               /* in a sentence, offset into text (0: its id) */
    uint16_t color, text_color;  /* offsets into text, CSS */
    uint16_t says;               /* what people should know beyond its facts, offset into text */
    /* privates */
    int16_t price, revenue;       /* face value; income per operating round */
    int16_t sale_min, sale_max;   /* to a company; both 0: never */
    uint8_t tradeable;            /* 1: players may sell it to each other */
    uint8_t closes_with_train_of; /* company whose first train closes it, or RH_NONE */
    uint8_t closes_on;            /* phase that closes it, or RH_NONE */
    uint8_t pays_from;            /* phase before which it pays nothing, or RH_NONE */
    uint8_t blocks;               /* hexes blocked while a player owns it */
    uint8_t block[RH_BLOCKS];
    uint8_t powers;
    rh_power power[RH_POWERS];
} rh_company_facts;

typedef enum {
    RH_STOPS_ALL,        /* cities, towns and areas count alike, at most `stops` */
    RH_STOPS_PLUS,       /* n cities and m towns: at most `stops` cities, `stops`+`towns` in all */
    RH_STOPS_EXPRESS,    /* cities only; towns are passed for nothing */
    RH_STOPS_SKIP_TOWNS, /* towns may be counted or passed */
    RH_STOPS_PLUS_ONLY,  /* n cities and m towns, none in the place of the other */
    RH_STOPS_BEST,       /* at most `stops` of the stops on its way, any others are passed */
    RH_STOPS_HEXES       /* every stop on its way, which runs through at most `stops` hexes */
} rh_stops_kind;

enum { RH_ANY_NUMBER = 255 };

typedef struct {
    char name[8];
    int16_t price;
    uint8_t count; /* cards; with unlimited = 1 as many as the game can hold */
    uint8_t unlimited;
    uint8_t stops_kind;    /* rh_stops_kind */
    uint8_t stops;         /* RH_ANY_NUMBER: diesel */
    uint8_t towns;         /* for plus trains */
    uint8_t visits;        /* RH_STOPS_BEST: stops on its way, counted or passed; 0: any number */
    uint8_t token_counted; /* RH_STOPS_BEST: 1: a token on a stop that is passed does not do */
    uint8_t local;         /* 1: may also stand at one own stop, without track */
    uint8_t no_areas;      /* 1: never runs to a stop of kind `ends` */
    uint8_t multiplier;    /* 1; 2 doubles what it earns */
    uint8_t track;         /* rh_track_kind bit mask it runs on */
    uint8_t phase;         /* phase its first purchase starts, or RH_NONE */
    uint8_t
        on_sale_from; /* phase from which it is on sale beside the stack, or RH_NONE: only on top */
    uint8_t rusts_on; /* phase that removes it at once, or RH_NONE */
    uint8_t obsolete_on; /* phase after which it runs once more, or RH_NONE */
    uint8_t other_face;  /* kind on the card's other side, or RH_NONE */
    uint32_t trade_in;   /* bit k: a train of kind k may be handed in for trade_price */
    int16_t trade_price;
    uint16_t called; /* what people call it if not a train ("ship"), offset into text */
    uint16_t says;   /* how it runs, where its facts do not say it all; offset into text */
} rh_train_facts;

enum { RH_CLASSES = 4, RH_TURNS_KNOWN = 128 };

typedef struct {
    char name[8];
    uint8_t colors;                /* bit c: tiles of colour c may be laid */
    uint8_t operating_rounds;      /* in a set begun under this phase */
    uint8_t offboard_color;        /* column of off-board values */
    uint8_t privates_to_companies; /* 1: companies may buy privates */
    uint8_t trains_between_companies;
    uint8_t begins_own;      /* 1: no train starts it, the title's rules.c does */
    uint8_t closes_privates; /* 1: all privates close when it starts */
    uint8_t last_set;        /* 1: a set of operating rounds begun under it is the last */
    uint8_t train_limit[RH_CLASSES];
    uint8_t float_units;  /* shares every company needs to float, 0: as each says itself */
    uint8_t full_capital; /* 1: a company that floats now gets all its shares at par at once */
} rh_phase_facts;

typedef struct {
    int16_t price; /* 0: no space here */
    uint8_t zone;  /* index into zones, 0: none */
    uint8_t par;   /* 1: a par price */
} rh_cell;

enum { RH_ZONES = 6 };
typedef struct {
    char name[12];
    uint8_t uncounted;     /* 1: certificates do not count against the limit */
    uint8_t no_hold_limit; /* 1: a player may own any number */
    uint8_t multi_buy;     /* 1: several certificates may be bought in a turn */
    uint16_t says;         /* what else it means, offset into text */
} rh_zone;

/* How a dividend moves the price: of the rows whose share of the price the payout reaches, the last
 * one counts. A row {100, 0, 1} reads "from 100 % of the price on: one to the right". */
typedef struct {
    int16_t percent;   /* of the price, at least */
    int16_t min_price; /* the row holds from this price on */
    int16_t steps;     /* to the right; negative: to the left */
} rh_payout_move;

typedef enum {
    RH_SALE_DOWN_EACH, /* a row for each share */
    RH_SALE_LEFT_ONCE, /* a column for each sale */
    RH_SALE_STAYS,
    RH_SALE_LEFT_EACH /* a column for each share */
} rh_sale_move;

typedef struct {
    uint8_t rows, columns, zones;
    uint8_t sale_move;   /* rh_sale_move */
    uint8_t sold_out_up; /* 1: a company with no share unsold or in the pool rises after a stock
                            round; where there is one row only, it goes to the right */
    uint8_t pool_left;   /* 1: one with shares in the pool goes left then */
    uint8_t closed_trains_gone;    /* 1: its trains leave with a closed company; 0: to the pool */
    uint8_t left_end_closes;       /* 1: a step left of the first space closes the company */
    uint16_t left_end;             /* what is printed there, offset into text */
    int16_t president_moves_below; /* below this price only a sale by the president moves it */
    int16_t least_par;             /* the lowest par price, found when the title is loaded */
    uint8_t payout_moves;
    rh_payout_move payout[8];
    rh_zone zone[RH_ZONES]; /* [0] is the plain zone */
    rh_cell cell[RH_MARKET_ROWS][RH_MARKET_COLUMNS];
} rh_market_facts;

/* The stock round. */
typedef struct {
    uint8_t hold_limit;              /* percent */
    uint8_t pool_limit;              /* percent */
    uint8_t sell_after_buy;          /* 1: sell, buy, sell; 0: sales come first */
    uint8_t sell_in_first;           /* 1: shares may be sold in the first stock round */
    uint8_t rebuy_after_sale;        /* 1: a company sold this round may be bought again */
    uint8_t multi_buy_from_offering; /* 1: the multi-buy zone covers the offering too */
    uint8_t private_trade; /* 1: players may sell each other privates, from the second round on */
    uint8_t same_price_in_turn;        /* 1: later sales of a turn get the price of the first */
    uint8_t must_sell_down;            /* 1: a player over a limit must sell first */
    uint8_t privates_uncounted;        /* 1: they are no certificates */
    uint8_t privates_worthless;        /* 1: they count nothing in the end */
    uint8_t one_block;                 /* 1: shares of a company are sold once in a turn */
    uint8_t no_sale_without_president; /* 1: shares of a company nobody presides over stay */
    uint8_t sell_before_operated;      /* rh_sells_early: who sells shares of a company that has not
                                     operated yet */
} rh_stock_facts;
typedef enum {
    RH_SELLS_EARLY_ANYBODY,
    RH_SELLS_EARLY_PRESIDENT,
    RH_SELLS_EARLY_NOBODY
} rh_sells_early;

/* The sale of privates: waterfall auction. */
typedef struct {
    uint8_t kind; /* rh_auction_kind */
    uint8_t items;
    uint8_t item[RH_COMPANIES]; /* in order */
    int16_t raise;              /* smallest step over the standing bid or the face value */
    int16_t multiple;           /* bids are multiples of this */
    uint8_t pass_keeps_bid;     /* 1: a pass in a contested auction does not drop the bidder */
    uint8_t turn_after_par;     /* 1: after a par price the turn goes on from who chose it */
    uint8_t falling;           /* how many of the first items fall in price when everybody passes */
    int16_t fall;              /* by how much */
    uint8_t contest_order;     /* rh_contest_order */
    uint8_t priority;          /* rh_auction_priority */
    uint8_t first_bid_at_face; /* 1: the first bid may equal the face value; 0: it is higher */
    uint8_t removed_at_zero;   /* 1: what has fallen to nothing leaves the game; 0: must be taken */
} rh_auction_facts;
/* Who speaks in a contested auction. The usual: the lowest bidder, or with soft passes the bidders
 * clockwise. Low to high: the bidders in the order of their first bids, round and round, without
 * the one who leads. */
typedef enum {
    RH_CONTEST_USUAL,
    RH_CONTEST_LOW_TO_HIGH,
    RH_CONTEST_LOWEST,
    RH_CONTEST_FROM_LOWEST /* the lowest first, then clockwise, without the one who leads */
} rh_contest_order;
/* Whose left neighbour has priority after the auction: the player in whose turn the last private
 * was sold, the one who got it, the last who took one at its price, or the last who took or bid in
 * a turn of his own, outside contests. After a purchase the one with priority also has the
 * next turn after every sale and when all have passed. */
typedef enum {
    RH_PRIORITY_AFTER_TURN,
    RH_PRIORITY_AFTER_OWNER,
    RH_PRIORITY_AFTER_PURCHASE,
    RH_PRIORITY_AFTER_OWN_TURN
} rh_auction_priority;
typedef enum { RH_AUCTION_NONE, RH_AUCTION_WATERFALL, RH_AUCTION_OWN } rh_auction_kind;

enum { RH_ROUNDS = 8 };
/* The rounds of a game in order; after the last the list starts again at `loop_from`. */
typedef struct {
    uint8_t rounds, loop_from;
    uint8_t repeat_from; /* while a set has operating rounds left, the list is taken up again here;
                            RH_NONE: operating rounds of a set follow each other */
    uint8_t round[RH_ROUNDS]; /* rh_round_kind, or RH_ROUND_OWN + n: the title's n-th own round */
    uint8_t standstill_ends;  /* 1: the game is over once nobody can ever decide anything again */
    uint8_t steps;
    uint8_t step[RH_TURN_STEPS]; /* steps of an operating turn: rh_step_kind or RH_STEP_OWN + n */
} rh_sequence_facts;

typedef enum { RH_END_BELOW_ZERO, RH_END_AT_ZERO } rh_bank_breaks;

typedef struct {
    uint8_t lays;                /* tiles a company may lay in a turn */
    uint8_t token_before_tile;   /* 1: the token may come before the tile or after it */
    uint8_t enforce_max_revenue; /* 1: only the best routes are accepted */
    uint8_t must_own_train;      /* rh_must_own */
    uint8_t closed_at_zero;      /* 1: an off-board area worth 0 is off the network */
    uint8_t pool_pays_company;   /* 1: dividends of pool shares go to the company; 0: to nobody */
    uint8_t discard_order;       /* rh_discard_order */
    uint8_t bank_ends_round;   /* 1: a broken bank ends the game with the operating round, not with
                                its set */
    uint8_t stop_once_per_hex; /* 1: a route visits only one stop of a hex */
    uint8_t land;          /* rh_track_kind mask: tiles and tokens are reached over it, and only a
                             train that runs on it fulfils the duty to own one */
    uint8_t may_idle;      /* 1: trains may be left standing */
    uint8_t half;          /* half dividends: what is kept is a multiple of this; 0: there are none,
                             RH_ANY_NUMBER: of the number of shares */
    uint8_t home_at_float; /* 1: the home token is placed when the company floats */
    uint8_t help;          /* rh_help */
    uint8_t bankruptcy;    /* rh_bankruptcy */
    uint8_t waits_for_token_power; /* 1: the token step also waits for who could still buy a private
                                      and place a token with its power */
    uint8_t state_keeps_dividends; /* 1: what the state's shares earn is its own; 0: nobody's */
    uint8_t merged_privates_idle;  /* 1: a private that a company owns pays nothing */
    uint8_t keeps_solvent; /* 1: nobody is bankrupt, or made so by a sale, who could get a train
                              without anyone's consent */
    uint8_t
        unowned_keep_trains; /* 1: a company without a president discards none above its limit */
    uint8_t own_cash_for_others; /* 1: what a president's sales bring pays no other company's train
                                    (where he names trains) */
} rh_operating_facts;
/* In which order companies above their train limit discard: the one in turn and then the others as
 * they operate; all as they operate; as the title lists them; or by presidents, from the one in turn
 * to the left, the companies of each as they operate. */
typedef enum {
    RH_DISCARD_TURN_FIRST,
    RH_DISCARD_AS_OPERATING,
    RH_DISCARD_AS_LISTED,
    RH_DISCARD_BY_PLAYER
} rh_discard_order;
typedef enum {
    RH_MUST_OWN_NEVER,
    RH_MUST_OWN_WITH_ROUTE,
    RH_MUST_OWN_ALWAYS,
    RH_MUST_OWN_MAY /* nobody must, but whoever has none may be helped to the cheapest train that
                       the treasury cannot pay */
} rh_must_own;

/* With the president's help: only the cheapest train of bank or pool, or another company's for no
 * more than its price. Named: any train whose price he can raise, which he names before he sells
 * shares; another company's only with his cash and while the treasury is empty. Named
 * blindly: a train may be named whether or not its price can be raised. */
typedef enum { RH_HELP_CHEAPEST, RH_HELP_NAMED, RH_HELP_NAMED_BLINDLY } rh_help;
/* A bankruptcy ends the game, or the player leaves it: his money stays with the company, his paper
 * goes to the pool. */
typedef enum { RH_BANKRUPTCY_ENDS, RH_BANKRUPTCY_LEAVES } rh_bankruptcy;

/* A rule that this title words differently for one company: the power of P1, that of P2. */
typedef struct {
    uint8_t rule, company;
    uint16_t id; /* offset into text */
} rh_rule_of_company;
enum { RH_RULES_OF_COMPANIES = 48 };

/* A thing on the table that is neither company nor train (a kind of token, a contract), or something
 * that all companies of a kind have in common: for the cards that people read, offsets into text. */
typedef struct {
    uint16_t name, says;
} rh_piece_facts;
enum { RH_PIECES = 12 };

enum {
    RH_RULES_MAX = 224,
    RH_WORDS_MAX = 32, /* kinds of events, reasons of payments */
    RH_TEXT = 40 * 1024,
    RH_OPTIONS = 64,
    RH_OWN_FACTS = 16 * 1024,
    RH_FOREIGN_FACTS = 1024
};

typedef struct rh_title {
    char id[12], name[24], designer[64], currency[12]; /* currency: "ƒ%d" */
    char like[12];          /* id of the title whose hooks and ledger it has, "": its own */
    uint16_t rules_version; /* that this game is played by; see rh_rules_since() */
    uint8_t min_players, max_players;
    rh_money bank;                          /* all money of the game; 0: no limit */
    uint8_t bank_breaks;                    /* rh_bank_breaks */
    rh_money starting_cash[RH_PLAYERS + 1]; /* by number of players */
    uint8_t cert_limit[RH_PLAYERS + 1];
    uint8_t pointy;     /* 1: pointy-topped hexes */
    uint8_t show_alias; /* 1: the terminal says the companies' aliases too */
    uint8_t colors;
    char color[RH_COLORS][10]; /* tile colours in order, white first */
    uint16_t hexes, tiles, text_used;
    uint8_t companies, train_kinds, phases, groups;
    rh_hex_facts hex[RH_HEXES];
    rh_tile tile[RH_TILES]; /* printed hexes first, then the supply */
    uint16_t first_laid;    /* first tile of the supply */
    rh_company_facts company[RH_COMPANIES];
    rh_train_facts train[RH_TRAIN_KINDS];
    uint8_t trains;                  /* single trains */
    uint8_t train_kind[RH_TRAINS];   /* kind of each single train, in order of the stack */
    uint8_t train_serial[RH_TRAINS]; /* its number inside its kind, from 0 */
    rh_phase_facts phase[RH_PHASES];
    rh_market_facts market;
    rh_stock_facts stock;
    rh_auction_facts auction;
    rh_sequence_facts sequence;
    rh_operating_facts operating;
    char group[16][16]; /* names of off-board areas that span hexes */
    /* bit u of upgrade[t] is set when tile u (from first_laid on) may replace tile t by colour,
     * label and kind of stops; the rotation is checked where it is laid. */
    uint64_t upgrade[RH_TILES][(RH_TILES + 63) / 64];
    /* The same for rotations, where the usual rule allows the tile: RH_TURNS_KNOWN, and bit r if it keeps
     * the track when it is turned by r against the old one. 0: not looked at. */
    uint8_t upgrade_turns[RH_TILES][RH_TILES];
    /* bit h: the tile may lie on hex h; a row without bits: anywhere */
    uint64_t only_on[RH_TILES][RH_HEX_ROOM / 64];
    uint16_t rule_id[RH_RULES_MAX]; /* ledger id of each engine rule, offset into text */
    uint8_t rules_of_companies;
    rh_rule_of_company rule_of_company[RH_RULES_OF_COMPANIES];
    /* The title's own words, offsets into text; 0: the engine's (engine/words.c). */
    uint16_t rule_words[RH_RULES_MAX], event_words[RH_WORDS_MAX], why_words[RH_WORDS_MAX],
        idle_words[RH_WORDS_MAX];
    uint8_t options_set;                    /* names of the options in force, for records */
    uint16_t option[RH_OPTIONS];            /* offsets into text: "name=value" */
    uint16_t provenance;                    /* what players should know about the data, or 0 */
    uint16_t kind_called[RH_COMPANY_KINDS]; /* what people call companies of a kind, or 0 */
    uint16_t pool_called; /* likewise where shares and trains lie that were sold */
    bool sells_itself;    /* companies "sell" and "buy back" own shares, not "issue" and "redeem" */
    uint8_t pieces;
    rh_piece_facts piece[RH_PIECES];
    char text[RH_TEXT]; /* strings, each ended by 0; offset 0 is "" */
    _Alignas(
        8) uint8_t own[RH_OWN_FACTS]; /* facts only the title's rules.c knows; see its read_own */
    _Alignas(8) uint8_t foreign[RH_FOREIGN_FACTS]; /* see engine/foreign.h */
    const struct rh_hooks *hooks; /* the title's surprises; never NULL after loading */
    const struct rh_face *face;   /* what it shows to files and screens; never NULL either */
} rh_title;

static inline const char *rh_text(const rh_title *t, uint16_t offset) { return t->text + offset; }

/* Is the game played by this version of the title's rules or a later one? So a correction that data
 * cannot say is written in C: the new way behind this question, the old way beside it, for ever. */
static inline bool rh_rules_since(const rh_title *t, int version)
{
    return t->rules_version >= version;
}

/* Borrowed: the ledger id of an engine rule where this company is concerned (RH_NONE: none is), or
 * "". */
static inline const char *rh_rule_id(const rh_title *t, int rule, int company)
{
    for (int i = 0; i < t->rules_of_companies; i++)
        if (t->rule_of_company[i].rule == rule && t->rule_of_company[i].company == company)
            return rh_text(t, t->rule_of_company[i].id);
    return rule >= 0 && rule < RH_RULES_MAX ? rh_text(t, t->rule_id[rule]) : "";
}

#endif
