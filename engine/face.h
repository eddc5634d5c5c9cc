/* SPDX-License-Identifier: Apache-2.0 */
/* face.h: what the world around the engine asks of a title: files, screens, pictures, imports.
 *
 * The engine asks hooks.h and never looks here; whatever a title says here changes no game. Facts
 * that only the title knows are read, stated and told by it; NULL means that there is nothing of the
 * kind. */
#ifndef ROUNDHOUSE_ENGINE_FACE_H
#define ROUNDHOUSE_ENGINE_FACE_H

#include "roundhouse/engine.h"

struct rh_reading;
struct rh_json;
struct rh_json_writer;
struct rh_catalogue;

/* Room for what a title writes. */
enum { RH_SAY_WHY = 240, RH_TELL_TEXT = 160, RH_SET_UP_TEXT = 320, RH_CARD_TEXT = 480 };

/* What rh_face.rails may have written instead of the reader. */
enum { RH_TRACE_TYPE = 1, RH_TRACE_PAR = 2, RH_TRACE_REVENUE = 4 };

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
    uint8_t line;      /* the one whose trains pass it so, or could; RH_NONE: none */
} rh_stop_look;

/* What every train pays that runs to or through a hex, whoever's it is: a tile that is laid there does not
 * show it. */
typedef struct {
    rh_money fee;
    uint8_t ground;           /* rh_terrain_kind: the sign that is drawn */
    char words[RH_TELL_TEXT]; /* why, for people */
} rh_fee_look;

/* What is sold just now to whoever bids most, for screens. */
typedef struct {
    rh_money bid, least;      /* what stands; what the next bid must be at least */
    const char *const *calls; /* what is called before it is sold, ended by NULL; NULL: nothing */
    rh_holder bidder;         /* who leads, or RH_NONE */
    uint8_t item;             /* the company on offer, or RH_NONE */
    uint8_t line;             /* the number of the line whose right is sold, or RH_NONE */
    uint8_t chooses;          /* 1: the winner chooses among what is left, and pays its price too */
    uint8_t anyone;           /* 1: whoever likes bids; nobody has the turn */
    uint8_t called;           /* how many of the calls have been heard */
    uint8_t out;              /* bit p: player p bids no more for it */
} rh_sale_look;

/* What becomes of a city where a company must give some up, for screens. */
typedef enum {
    RH_EFFECT_LAST,
    RH_EFFECT_BRINGS,
    RH_EFFECT_TAKES
} rh_effect; /* of a phase; LAST: there is no further */
typedef enum { RH_FATE_STAYS, RH_FATE_OPEN, RH_FATE_GOES } rh_fate;
enum { RH_FATES = 16 };
typedef struct {
    const char *why; /* borrowed */
    uint8_t hex, fate;
} rh_fate_look;

/* What a change of phase costs a company: the sum, how many of its own shares it must sell for it, and
 * whether all of them are not enough. */
typedef struct {
    rh_money due;
    uint8_t sells, ruined;
} rh_upkeep_look;

typedef struct rh_face {
    /* --- files ---------------------------------------------------------------------------------- */

    /* Reads the member "own" of title.json into rh_title.own. NULL: there must be none. */
    bool (*read_own)(struct rh_reading *r, const struct rh_json *v, rh_title *t);

    /* What positions say about rh_game.own, a row a field (files/stated.h), and the title's own
     * things that they call by name. Every byte the title uses has a row. None: it uses none. */
    const rh_stated *own_fields;
    size_t own_field_count;
    const struct rh_catalogue *const *own_lists;
    size_t own_list_count;
    /* Companies may hold shares of other companies; several tokens in one city. */
    bool portfolios, stacked_tokens;
    /* What a deal of the title's own is about, RH_DEAL_PRIVATE or RH_DEAL_TRAIN; 0: there are none. */
    uint8_t own_deal;
    /* A statement for people, where one word of theirs stands for several fields: changes the game,
     * or says why not (why is empty, and stays so where the title knows no such statement). One that
     * only asks leaves the game alone. NULL: there are none. */
    bool (*say)(const rh_title *, rh_game *, char **word, int words, char why[RH_SAY_WHY]);
    /* Does a statement of say() speak of what others leave, so that it is taken after all of them? NULL:
     * none does. */
    bool (*speaks_of_rest)(char **word, int words);
    /* The last statement of a position has been made: fills in what follows from them, or says why
     * that cannot be. NULL: nothing follows. */
    bool (*said)(const rh_title *, rh_game *, char why[RH_SAY_WHY]);
    /* The latest phase that something of the title's own shows to have begun, and in words what does
     * ("a level-5 train has been bought"); 0: nothing does. NULL: nothing can. */
    int (*phase_shown)(const rh_title *, const rh_game *, char why[RH_SAY_WHY]);
    /* The i-th statement of how this game was set up, in the words of say(). False beyond the last.
     * NULL: the set-up is the title's. */
    bool (*set_up_said)(const rh_title *, const rh_game *, int i, char text[RH_SET_UP_TEXT]);

    /* --- screens -------------------------------------------------------------------------------- */

    /* The i-th statement worth telling people about what the title keeps for itself, in the words of
     * say(). False beyond the last. NULL: there is nothing to tell. */
    bool (*tell)(const rh_title *, const rh_game *, int i, char text[RH_TELL_TEXT]);
    /* Whole sentences that the card of a company (RH_NONE: of a kind of trains) has beyond the common
     * facts, its powers and what title.json says: made from the title's own facts, so that they change
     * with them. "" where there are none. NULL: no card has any. */
    void (*card)(const rh_title *, int company, int train_kind, char text[RH_CARD_TEXT]);
    /* The kind of trains whose first purchase scraps all of this kind by rules of the title's own, or
     * RH_NONE. NULL: only phases scrap trains. */
    int (*train_ends)(const rh_title *, int train_kind);
    /* The i-th thing that comes with a phase by rules of the title's own, in a few words ("": this time
     * nothing of the kind), and whether it takes a train or a company away from anybody as the game
     * stands. NULL: what a phase brings stands in title.json. */
    rh_effect (*phase_effect)(const rh_title *, const rh_game *, int phase, int i,
                              char text[RH_TELL_TEXT]);
    /* The i-th sum that makes up the money of RH_STATE, with its name; the revenue to divide first. False
     * beyond the last. NULL: it is the state's. */
    bool (*aside)(const rh_title *, const rh_game *, int i, char name[RH_TELL_TEXT],
                  rh_money *value);
    /* For whom the shares of a company at a place that is no treasury wait, so that nobody can buy them
     * there: "with Mine". False: nobody's. NULL: never anybody's. */
    bool (*shares_wait)(const rh_title *, const rh_game *, rh_company, rh_holder at,
                        char text[RH_TELL_TEXT]);
    /* The i-th thing that a company has by rules of the title's own, in a few words. "" where it has none now. False
     * beyond the last. NULL: no company has any. */
    bool (*has)(const rh_title *, const rh_game *, rh_company, int i, char text[RH_TELL_TEXT]);
    /* What the run that is asked for brings beyond its routes, and what for (borrowed). NULL: nothing. */
    rh_money (*run_adds)(const rh_title *, const rh_game *, const char **of);
    /* Bit k: the title's own event k is news, which everybody should hear of, whoever acted. */
    uint32_t news;
    /* What the last turn of a company that never runs trains brought, where it had any: "paid 2 Mkr a share"; "" of
     * others. NULL: all run. */
    void (*earned)(const rh_title *, const rh_game *, rh_company, char text[RH_TELL_TEXT]);
    /* What fees that are paid apart the company cannot pay after such a run, and what comes of it (borrowed): "a contract
     * goes back". 0: it can. NULL: every company always can. */
    rh_money (*fees_short)(const rh_title *, const rh_game *, rh_company, rh_money revenue,
                           rh_money fees, const char **then);
    /* For people: the words of rh_hooks.power_of, ended by NULL. NULL: those of the file. */
    const char *const *power_of_names;
    /* What people should know of a hex beyond what its tile shows, in a word or two: "Timber", "obstacle".
     * Borrowed; NULL, or NULL as answer: nothing. */
    const char *(*hex_note)(const rh_title *, const rh_game *, rh_hex);
    /* What a choice means here, for menus. If it ends with a colon the amount or its range follows. Of
     * an answer it is what somebody agrees to or refuses.
     * False: the usual words. NULL: always these. */
    bool (*choice_words)(const rh_title *, const rh_names *, const rh_game *, const rh_act *,
                         char text[RH_TELL_TEXT]);
    /* What a step of the title's own is about, for somebody who plays for the first time; indexed like
     * rh_hooks.steps. NULL: they need no words. */
    const char *const *step_hints;
    /* Is this step of the sequence one of the turn that is played, or does its company never come to it?
     * NULL: all companies have all of them. */
    bool (*has_step)(const rh_title *, const rh_game *, int step);
    /* Why nobody can ever break this rule, by facts that only the title knows (files/unsaid.h);
     * borrowed. NULL, or NULL as answer: somebody can. */
    const char *(*unsaid)(const rh_title *, int rule);
    /* The action that is played for the table if nobody acts for so many seconds, which are the
     * answer: whoever runs the table keeps the time, the engine knows none. 0: there is no hurry.
     * NULL: never. */
    int (*clock)(const rh_title *, const rh_game *, rh_act *act);
    /* What is sold now to whoever bids most. False: nothing is. NULL: nothing but private companies
     * for which everybody bids at once, which rh_game.bid says. */
    bool (*sale)(const rh_title *, const rh_game *, rh_sale_look *out);
    /* The i-th sum that whoever is asked for a bid should know, with its name. False beyond the last.
     * NULL: there is none. */
    bool (*sale_figure)(const rh_title *, const rh_game *, int i, const char **name,
                        rh_money *value);
    /* Gives what is sold to the company that is asked, on a copy of the game that nobody plays on with:
     * what could it run then? NULL: it would run as now. */
    void (*won)(const rh_title *, rh_game *);
    /* The hex that a step of the title's own is about though its actions do not name it, or RH_NONE. NULL:
     * there is none. */
    int (*about_hex)(const rh_title *, const rh_game *);
    /* What the step comes from, what it brings and whose turn waits for it: a line over the stage. False:
     * the step itself says enough. NULL: it always does. */
    bool (*banner)(const rh_title *, const rh_game *, char text[RH_TELL_TEXT]);
    /* Where the company that is asked gives up cities: which of them can stay, and why. Answers how many.
     * NULL: nobody gives up any. */
    int (*fates)(const rh_title *, const rh_game *, rh_fate_look out[RH_FATES]);
    /* What a company pays for the change of phase that is under way, or would if one were; false: nothing. NULL: no phase costs anything. */
    bool (*upkeep)(const rh_title *, const rh_game *, rh_company, rh_upkeep_look *out);
    /* Where a choice stands on a chart of the title's own, from 0 on, and what the choices of that row
     * have in common; false: on none. NULL: there is no such chart. */
    bool (*choice_cell)(const rh_title *, const rh_act *, int *row, int *column,
                        char head[RH_TELL_TEXT]);
    /* The i-th token on that chart, whose it is and where it stands, in the order in which they count.
     * False beyond the last. NULL: no tokens stand there. */
    bool (*chart_token)(const rh_title *, const rh_game *, int i, rh_company *of, int *row,
                        int *column);
    /* What choices on hexes have in common that a player looks for, "forest", and which of several such
     * things this one places. Borrowed; NULL, or NULL as answer: the first of their words, and nothing. */
    const char *(*choice_sort)(const rh_title *, const rh_act *, const char **thing);

    /* --- pictures ------------------------------------------------------------------------------- */

    /* The i-th line and track of a board of lines; false beyond the last. The stop of a hex, if it has
     * one. The i-th figure that stands on the board, with its name. All four or none: then tiles say
     * it all. */
    bool (*line_look)(const rh_title *, const rh_game *, int i, rh_line_look *out);
    bool (*track_look)(const rh_title *, const rh_game *, int i, rh_track_look *out);
    bool (*stop_look)(const rh_title *, const rh_game *, rh_hex, rh_stop_look *out);
    bool (*figure)(const rh_title *, const rh_game *, int i, const char **name, rh_money *value);
    /* What trains pay at a hex; false: nothing. A game of NULL asks how it is printed. NULL: no hex costs
     * a run anything. */
    bool (*fee_look)(const rh_title *, const rh_game *, rh_hex, rh_fee_look *out);
    /* Nobody has the priority before the first stock round. */
    bool late_priority;
    /* Do players never buy shares from a treasury, only what lies in the pool? NULL: they may. */
    bool (*keeps_treasury)(const rh_title *);
    /* Where new trains lie. NULL: with the bank. */
    const char *trains_lie;
    /* Of a closed company: is it so because it was not drawn for this game? NULL: none is. */
    bool (*left_out_of_game)(const rh_title *, const rh_game *, rh_company);

    /* --- imports -------------------------------------------------------------------------------- */

    /* How 18xx.games calls an end of the title's own (RH_OVER_OWN) and its rounds. */
    const char *over_word, *trace_round;
    /* What traces of 18xx.games say beyond the common state (foreign/games18xx/trace.c). NULL:
     * nothing. */
    void (*trace)(const rh_title *, const rh_game *, struct rh_json_writer *w);
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
} rh_face;

/* Of a title without surprises. */
extern const rh_face rh_no_face;

#endif
