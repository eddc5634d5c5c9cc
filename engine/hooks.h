/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.h: a title is a list of its surprises.
 *
 * Facts stand in title.json; only what data cannot say is a hook. Hooks answer questions and the
 * engine makes the changes; NULL keeps the usual rule, which each comment states. A title may also
 * bring steps and rounds of its own, built like the engine's (engine/play.h). */
#ifndef ROUNDHOUSE_ENGINE_HOOKS_H
#define ROUNDHOUSE_ENGINE_HOOKS_H

#include "roundhouse/engine.h"

struct rh_reading;
struct rh_json;
struct rh_json_writer;
struct rh_step;
struct rh_round_row;
struct rh_play;
struct rh_route_rules;
struct rh_breakdown;
struct rh_move;
struct rh_choices;
struct rh_facts;
struct rh_catalogue;

/* What rh_hooks.rails may have written instead of the reader. */
enum { RH_TRACE_TYPE = 1, RH_TRACE_PAR = 2, RH_TRACE_REVENUE = 4 };

/* A rule of the title's own: its name in title.json and its sentence (marks as in rules.c). */
typedef struct {
    const char *name, *sentence;
} rh_own_rule;

/* A field of the game that positions can state, and the form in which they do (files/stated.h). */
typedef struct {
    const char *form;
    uint16_t offset, size; /* of the member, in rh_game or in the title's own struct */
    uint16_t row;          /* bytes for one value of the first index, where there are two */
    uint8_t width; /* bytes of one value, or of the words whose bits are meant: 1, 2, 4, 8 */
    uint8_t bits;  /* 1: the last index counts bits */
} rh_stated;

/* How a board of lines looks now, where tiles cannot say it: for pictures and screens. The texts are
 * borrowed from the title. A game of NULL asks how it is printed. */
typedef struct {
    const char *id, *name, *color; /* CSS */
    uint8_t holder;                /* company that has the right to run on it, or RH_NONE */
    rh_money deposit;              /* what lies on that right */
} rh_line_look;

typedef enum { RH_LOOK_SINGLE, RH_LOOK_DOUBLE, RH_LOOK_CLOSED, RH_LOOK_PLANNED } rh_look_state;
typedef enum { RH_LOOK_PLAIN, RH_LOOK_WORK, RH_LOOK_FINISHED } rh_look_work;
typedef struct {
    const char *id;
    uint8_t line;      /* number of its line, or RH_NONE */
    uint8_t hex, a, b; /* where it lies; the hexes of the stops it joins */
    uint8_t state;     /* rh_look_state */
    uint8_t work;      /* rh_look_work, of a tunnel or a project */
    uint8_t tunnel;    /* 1: what is worked on is a tunnel */
    uint8_t owner;     /* who alone may use it, a company, or RH_NONE */
} rh_track_look;

typedef struct {
    rh_money value;
    const char *color; /* colour word of the tile that shows it, or NULL: as printed */
    uint8_t fast;      /* rh_look_work, of track for high speed */
} rh_stop_look;

typedef struct rh_hooks {
    const struct rh_step *const *steps;       /* RH_STEP_OWN + n is steps[n] */
    const struct rh_round_row *const *rounds; /* RH_ROUND_OWN + n is rounds[n] */
    size_t step_count, round_count;
    /* Steps and rounds of the house that the title plays its own way, by rh_step_kind and
     * rh_round_kind; they keep their words and places. NULL, or NULL in a row: the engine's. */
    const struct rh_step *const *step_instead;
    const struct rh_round_row *const *round_instead;
    const rh_own_rule *rules; /* RH_RULE_TITLE + n is rules[n] */
    size_t rule_count;
    const char *const *event_words; /* RH_EVENT_OWN: indexed by the event's why; {from}, {company},
                                       {hex}, {have$} (amount) and {word} (own_word of thing) stand
                                       for theirs */
    size_t event_count;
    const char *const *why_words; /* RH_WHY_OWN + n: what a payment is for */
    size_t why_count;

    /* Reads the member "own" of title.json into rh_title.own. NULL: there must be none. */
    bool (*read_own)(struct rh_reading *r, const struct rh_json *v, rh_title *t);

    /* Words that actions of this title use for its own things, NULL beyond the last. NULL: none. */
    const char *(*own_word)(const rh_title *, int i);
    /* What positions say about rh_game.own, a row a field (files/stated.h), and the title's own
     * things that they call by name. Every byte the title uses has a row. None: it uses none. */
    const rh_stated *own_fields;
    size_t own_field_count;
    const struct rh_catalogue *const *own_lists;
    size_t own_list_count;
    /* What a deal of the title's own is about, RH_DEAL_PRIVATE or RH_DEAL_TRAIN; 0: there are none. */
    uint8_t own_deal;
    /* A statement for people, where one word of theirs stands for several fields: changes the game,
     * or says why not (why is 240 long and empty; it stays so where the title knows no such
     * statement). One that only asks leaves the game alone. NULL: there are none. */
    bool (*say)(const rh_title *, rh_game *, char **word, int words, char *why);
    /* The i-th statement worth telling people about what the title keeps for itself, in the words of
     * say(); text is 160 long. False beyond the last. NULL: there is nothing to tell. */
    bool (*tell)(const rh_title *, const rh_game *, int i, char *text);

    /* What a choice means here, for menus; text is 160 long. If it ends with a colon the amount or its
     * range follows. False: the usual words. NULL: always these. */
    bool (*choice_words)(const rh_title *, const rh_game *, const rh_act *, char *text);
    /* What a step of the title's own is about, for somebody who plays for the first time; indexed like
     * steps. NULL: they need no words. */
    const char *const *step_hints;

    /* Shares of a company now. NULL: as in title.json. */
    int (*total_units)(const rh_title *, const rh_game *, rh_company);
    /* Certificates a player may hold. NULL: by the number of players. */
    int (*cert_limit)(const rh_title *, const rh_game *);
    /* Companies that take a turn in an operating round, in order; those that had theirs are skipped.
     * NULL: the floated ones by price. */
    int (*operating_order)(const rh_title *, const rh_game *, rh_company *out);

    /* Moves that are open in more than one step, looked for after the engine's; how they are
     * offered. */
    const struct rh_move *anytime;
    size_t anytime_count;
    void (*offer_anytime)(struct rh_choices *list);
    const char *over_word; /* how RH_OVER_OWN is called; NULL: "own" */

    /* All money of this game. NULL: the title's bank. */
    rh_money (*money)(const rh_title *, const rh_game *);
    /* Copies of a tile of the supply in this game, laid or not. NULL: the title's number. */
    int (*copies)(const rh_title *, const rh_game *, int tile);
    /* What a hex is called in this game, "": no name; NULL: it is no part of this game's board.
     * NULL: as in title.json. */
    const char *(*place)(const rh_title *, const rh_game *, int hex);
    /* The last statement of a position has been made: fills in what follows from them, or says why
     * that cannot be (240 long). NULL: nothing follows. */
    bool (*said)(const rh_title *, rh_game *, char *why);
    /* The i-th statement of how this game was set up, in the words of say(); text is 320 long. False
     * beyond the last. NULL: the set-up is the title's. */
    bool (*set_up_said)(const rh_title *, const rh_game *, int i, char *text);
    /* After set-up. NULL: nothing more. */
    void (*set_up)(struct rh_play *p);
    /* A decision that comes before all others, or RH_NONE. NULL: none. */
    int (*interrupts)(const rh_title *, const rh_game *);
    /* Changes the usual rules of routes for a company (engine/route/route.h). NULL: they stand. */
    void (*route_rules)(const rh_title *, const rh_game *, rh_company, struct rh_route_rules *);
    /* Instead of what is done on tiles, as rh_best_runs() (without: as rh_best_runs_without(), NULL:
     * all may run), rh_value_runs() and rh_explain_runs(). All three or none. NULL: on tiles. */
    bool (*best_runs)(const rh_title *, const rh_game *, rh_company, const rh_runs *without,
                      int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                      rh_best *best);
    rh_refusal (*value_runs)(const rh_title *, const rh_game *, rh_company, const rh_runs *runs,
                             rh_money *revenue);
    rh_refusal (*explain_runs)(const rh_title *, const rh_game *, rh_company, const rh_runs *runs,
                               struct rh_breakdown *why);
    /* Which rule forbids a route of a train of this kind, where the usual one is `rule`. NULL: that. */
    int (*route_rule)(const rh_title *, const rh_train_facts *, int rule);
    /* Could this company run anything on these tracks? NULL: if a token has a route. */
    bool (*has_route)(const rh_title *, const rh_game *, rh_company, unsigned tracks);

    /* Tiles a company may lay in this turn. NULL: the title's number. */
    int (*lays)(const rh_title *, const rh_game *, rh_company);
    /* A further condition on a tile, asked last but for the reach. NULL: none. */
    rh_refusal (*lay_check)(const rh_title *, const rh_game *, const rh_act *);
    /* Just before and just after a tile is laid. NULL: nothing. */
    void (*before_lay)(struct rh_play *p, const rh_act *);
    void (*after_lay)(struct rh_play *p, const rh_act *);
    /* A further condition on a token, asked first. NULL: none. */
    rh_refusal (*token_check)(const rh_title *, const rh_game *, const rh_act *);
    /* May a token go to this stop? by_track: it is reached over track. NULL: if it is. */
    bool (*token_reach)(const rh_title *, const rh_game *, rh_company, int hex, int stop,
                        bool by_track);

    /* What the next token of a company costs. NULL: as printed, by the number it has used. */
    rh_money (*token_price)(const rh_title *, const rh_game *, rh_company);
    /* Has this company no right to a circle of its home hex (imports)? Then none is kept for it, and
     * its home token takes the first city there, now or when somebody buys its shares and there is
     * room. NULL: every company has. */
    bool (*home_lost)(const rh_title *, const rh_game *, rh_company);
    /* Does a token come to nothing here: no cost, no effect (imports)? NULL: never. */
    bool (*token_lost)(const rh_title *, const rh_game *, rh_company, int hex);
    /* Tokens of this company on the map that are not from its charter. NULL: none. */
    int (*extra_tokens)(const rh_title *, const rh_game *, rh_company);
    /* A token has been placed. NULL: nothing more. */
    void (*token_placed)(struct rh_play *p, rh_company, int hex);

    /* What a train of bank or pool costs; trade is the train handed in, or RH_NONE. NULL: as
     * printed. */
    rh_money (*train_price)(const rh_title *, const rh_game *, rh_company, int train, int trade);
    /* Trains this company may own. NULL: by phase and class. */
    int (*train_limit)(const rh_title *, const rh_game *, rh_company);
    /* A further condition on a purchase, asked before its money. NULL: none. */
    rh_refusal (*train_check)(const rh_title *, const rh_game *, const rh_act *);
    /* The treasury does not reach the price of this train: does the president pay the rest? NULL: in
     * an emergency, for the cheapest (engine/rounds/trains.c). */
    rh_refusal (*help_check)(const rh_title *, const rh_game *, const rh_act *);
    /* Is this company free of the duty to own a train? NULL: no. */
    bool (*needs_no_train)(const rh_title *, const rh_game *, rh_company);
    /* A train has changed hands; from is who had it. NULL: nothing more. */
    void (*train_bought)(struct rh_play *p, rh_company buyer, int train, rh_holder from);
    /* A phase has begun; privates are closed and trains gone. NULL: nothing more. */
    void (*phase_began)(struct rh_play *p);

    /* A private was sold in the auction; what comes with it has been given. NULL: nothing more. */
    void (*private_sold)(struct rh_play *p, rh_company, rh_money price);
    /* For how much this company may buy that private now; false: not at all. NULL: by the facts. */
    bool (*sale_range)(const rh_title *, const rh_game *, rh_company private_company,
                       rh_company buyer, rh_money *least, rh_money *most);
    /* A further condition on a company that buys a private, asked first. NULL: none. */
    rh_refusal (*private_check)(const rh_title *, const rh_game *, const rh_act *);
    /* A private has gone from its owner to this buyer for money. NULL: nothing more. */
    void (*private_bought)(struct rh_play *p, rh_company private_company, rh_holder buyer);
    /* A private or minor was taken from the pool, perhaps for the first time. NULL: nothing more. */
    void (*item_taken)(struct rh_play *p, rh_company, bool first);
    /* May this company be started although its facts say that it is not? NULL: no. */
    bool (*may_start)(const rh_title *, const rh_game *, rh_company);
    /* A further condition on a par price. NULL: none. */
    rh_refusal (*par_check)(const rh_title *, const rh_game *, rh_company, rh_money price);
    /* A company has got its price; has floated; has closed. NULL: nothing more. */
    void (*started)(struct rh_play *p, rh_company);
    void (*floated)(struct rh_play *p, rh_company);
    void (*closed)(struct rh_play *p, rh_company);
    /* Shares of a company that have been bought, as far as its float is concerned. NULL: all that
     * have left the offering or its treasury. */
    int (*units_bought)(const rh_title *, const rh_game *, rh_company);
    /* A company without a choice divides what it earned (rh_game.revenue) by itself and answers
     * true. NULL: every company has the choice. */
    bool (*divides)(struct rh_play *p, rh_company);
    /* Somebody consented to a deal of the title's own. NULL: there are none. */
    void (*deal_accepted)(struct rh_play *p, const rh_deal *deal);
    /* A bankrupt player has left the game. NULL: nothing more. */
    void (*bankrupted)(struct rh_play *p, int player);
    /* A company's turn begins. NULL: nothing more. */
    void (*turn_begins)(struct rh_play *p, rh_company);
    /* A company keeps all it earned: does its price stay? NULL: it goes left. */
    bool (*price_stays)(struct rh_play *p, rh_company);
    /* All companies have had their turn in an operating round. NULL: nothing more. */
    void (*operating_ends)(struct rh_play *p);

    /* The i-th line and track of a board of lines; false beyond the last. The stop of a hex, if it has
     * one. The i-th figure that stands on the board, with its name. NULL: tiles say it all. */
    bool (*line_look)(const rh_title *, const rh_game *, int i, rh_line_look *out);
    bool (*track_look)(const rh_title *, const rh_game *, int i, rh_track_look *out);
    bool (*stop_look)(const rh_title *, const rh_game *, int hex, rh_stop_look *out);
    bool (*figure)(const rh_title *, const rh_game *, int i, const char **name, rh_money *value);

    /* What players are ranked by. NULL: their worth. */
    rh_money (*score)(const rh_title *, const rh_game *, int player);
    /* What traces of 18xx.games say beyond the common state (foreign/games18xx/trace.c), and how they call the
     * title's own rounds. NULL: nothing. */
    void (*trace)(const rh_title *, const rh_game *, struct rh_json_writer *w);
    const char *trace_round;
    /* How 18xx.games calls this choice of the title's own, or the pass that does without it. NULL,
     * or NULL as answer: a choice by its number, a pass "pass". */
    const char *(*choice_word)(const rh_title *, const rh_game *, const rh_act *);
    /* Of a route as 18xx.games writes it, the point that it goes to and does not count, or -1. NULL:
     * every stop counts. */
    int (*left_out)(const rh_title *, const rh_game *, rh_company, int train,
                    const rh_waypoint *way, int count);
    /* Writes the members that traces of Rails show for a company (RH_NONE: of the whole state) and
     * that only the title knows, and answers which usual ones it has written itself. NULL: none. */
    unsigned (*rails)(const rh_title *, const rh_game *, int company, struct rh_json_writer *w);
    /* What people can see of the title's own, for list 1 of the digest (engine/digest.h). FROZEN, like
     * that list. NULL: nothing. */
    void (*digest_1)(const rh_title *, const rh_game *, struct rh_facts *);
    /* What a title promises beyond the common promises. NULL: nothing. */
    const char *(*broken_promise)(const rh_title *, const rh_game *);
} rh_hooks;

typedef struct {
    const char *id;
    const rh_hooks *hooks;
} rh_title_hooks;
extern const rh_title_hooks rh_title_hooks_table[]; /* generated from the folders in titles/ */
extern const size_t rh_title_hooks_count;

#endif
