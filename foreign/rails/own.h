/* SPDX-License-Identifier: Apache-2.0 */
/* own.h: what the files of this room share: the reading of one game, and what Rails calls things.
 * Nobody outside includes it. */
#ifndef ROUNDHOUSE_FOREIGN_RAILS_OWN_H
#define ROUNDHOUSE_FOREIGN_RAILS_OWN_H

#include "engine/play.h"
#include "foreign/rails/rails.h"
#include "text/json.h"

enum { STOPS = 6, OFFERS = 8192, OFFER_TEXT = 40, KINDS = 24, REASONS = 8, PUT_IN_MOST = 6 };

/* One offer: what it says in a form common to both sides, and the action it stands for. */
typedef struct {
    char text[OFFER_TEXT];
    rh_act act;
} an_offer;

/* Offers of one kind, and those that only one side makes. What only Rails offers is explained by the
 * refusal of our engine. */
typedef struct {
    char kind[16];
    uint32_t both, only_rails, only_ours;
    char rails_example[64], ours_example[64];
    rh_refusal reason[REASONS];
    uint32_t reason_count[REASONS];
    int reasons;
} offer_kind;

/* An event of what was played, and whether a line of the report has told it. */
typedef struct {
    rh_event event;
    bool told;
} an_event;

struct rh_rails {
    rh_title *title;
    const rh_option *more; /* options beyond the family */
    size_t more_count;
    rh_names names;
    int players;
    rh_game game;
    uint32_t lines;                         /* of a report */
    uint32_t moves, dropped, put_in, apart; /* apart: states not compared */
    bool is_apart;                          /* our engine is ahead of Rails */
    uint32_t apart_in_a_row;                /* states since the last that was compared */
    char round[24];                         /* of Rails, before the move; "" in a report */
    char in_turn[64];                       /* the player then */
    uint8_t stops[RH_HEXES];                /* stops Rails counts on a hex */
    uint8_t exits[RH_HEXES][STOPS];         /* and the exits of each, bits */
    rh_money bid[RH_PLAYERS];               /* for a right to choose; they stand till the choice */
    int mover;                              /* player of the move being played */
    int last_to_act;                        /* in the auction: player, or RH_NONE */
    int auction_round;                      /* Rails begins a new one when everybody passes */
    bool purchase_waits;                    /* a train is chosen, the money being raised */
    rh_action purchase;
    char selling[64];
    rh_action *played;
    size_t played_count, room;
    bool listening; /* events are kept: a report is read */
    an_event *event;
    size_t event_count, event_room;
    rh_json_memory theirs, ours;
    rh_json_writer w;
    offer_kind kind[KINDS];
    int kinds;
    const rh_json *state; /* of the line being read */
    uint32_t lost_markers;
    uint32_t best_same, best_higher, best_lower; /* best routes beside Rails' */
    char best_example[64];
    char *why;
    an_offer *offer[2]; /* OFFERS long: Rails', ours */
};

/* names.c. Players, companies, hexes by name, RH_NONE if there is none; tiles -1. */
const char *rh_rails_text(const rh_json *object, const char *key); /* "" without the key */
rh_money rh_rails_money(const rh_json *object, const char *key);   /* -1 without the key */
int rh_rails_player(const rh_rails *r, const char *name);
int rh_rails_company(const rh_rails *r, const char *name);
int rh_rails_hex(const rh_rails *r, const char *name);
int rh_rails_tile(const rh_rails *r, const char *id);
const char *rh_rails_private_word(const rh_rails *r, int c, char out[16]);
const char *rh_rails_train_word(const rh_rails *r, int train);
const char *rh_rails_kind_word(const rh_title *t, int kind, char out[24]);
int rh_rails_train_at(const rh_rails *r, const char *kind, int holder);
int rh_rails_train_or_side(const rh_rails *r, const char *kind, int holder, uint8_t *face);
unsigned rh_rails_exits(const rh_title *t, int tile, int turn, int stop); /* bits */
int rh_rails_read_exits(const rh_json *paths, uint8_t exits[STOPS]);
int rh_rails_our_stop(const rh_rails *r, int tile, int turn, int number, unsigned exits);
int rh_rails_their_stop(const rh_rails *r, int hex, int stop);
bool rh_rails_same_tiles(rh_rails *r, const rh_json *records, bool printed);

/* state.c */
const char *rh_rails_step_word(const rh_title *t, int step);
bool rh_rails_raising(const rh_rails *r);
bool rh_rails_interrupted(const rh_rails *r);
rh_pending rh_rails_decision(const rh_rails *r);
void rh_rails_write_state(rh_rails *r);
int rh_rails_by_text(const void *a, const void *b); /* for qsort() of texts */

/* moves.c: an action is played as it is, with the passes that it needs before it, or with the
 * consent that Rails does not ask for. */
rh_refusal rh_rails_apply(rh_rails *r, const rh_action *a);
rh_rails_verdict rh_rails_play(rh_rails *r, const rh_action *a);
bool rh_rails_pass(rh_rails *r);
rh_rails_verdict rh_rails_play_move(rh_rails *r, const rh_json *json);
bool rh_rails_in_step(const rh_rails *r, const rh_json *state);
bool rh_rails_place_home(rh_rails *r, const rh_json *state);
void rh_rails_catch_up(rh_rails *r, const rh_json *action, const rh_json *state);

/* offers.c */
void rh_rails_compare_offers(rh_rails *r, const rh_json *options);
const char *rh_rails_habit(const char *kind); /* why only we offer it, or NULL */

/* trace.c: loads the title of a game that Rails calls so, and sets the table. */
rh_rails_verdict rh_rails_set_up(rh_rails *r, const char *game);
/* Says in r->why what differs; returns RH_RAILS_DIFFERENT. */
__attribute__((format(printf, 2, 3))) rh_rails_verdict rh_rails_differs(rh_rails *r,
                                                                        const char *format, ...);

#endif
