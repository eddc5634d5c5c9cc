/* SPDX-License-Identifier: Apache-2.0 */
/* rounds.h: the rounds and steps of the house, one file each; engine.c puts them in tables. */
#ifndef ROUNDHOUSE_ENGINE_ROUNDS_H
#define ROUNDHOUSE_ENGINE_ROUNDS_H

#include "engine/play.h"

extern const rh_step rh__step_auction;  /* auction.c */
extern const rh_step rh__step_stock;    /* stock.c */
extern const rh_step rh__step_home;     /* token.c */
extern const rh_step rh__step_track;    /* track.c */
extern const rh_step rh__step_token;    /* token.c */
extern const rh_step rh__step_run;      /* run.c */
extern const rh_step rh__step_dividend; /* run.c */
extern const rh_step rh__step_trains;   /* trains.c */
void rh__begin_phase(rh_play *p, int phase);
bool rh__train_on_sale(const rh_title *, const rh_game *, int train); /* by bank or pool */
extern const rh_step rh__step_privates;                               /* deals.c */
extern const rh_step rh__step_par;                                    /* auction.c */
extern const rh_step rh__step_consent;                                /* deals.c */
extern const rh_step rh__step_discard;                                /* trains.c */
extern const rh_step rh__step_assign;                                 /* token.c */

extern const rh_round_row rh__round_auction;   /* auction.c */
extern const rh_round_row rh__round_stock;     /* stock.c */
extern const rh_round_row rh__round_operating; /* operating.c */

/* Moves that are open in more than one step; rh_check() looks here after the step's own. */
extern const rh_move rh__anytime_moves[];
extern const size_t rh__anytime_count;
void rh__offer_anytime(rh_choices *list); /* deals.c */

/* operating.c */
void rh__end_step(rh_play *p); /* the operating turn goes on */
rh_company rh__operating(const rh_game *g);
rh_refusal rh__pass_agreed(const rh_title *, const rh_game *, const rh_action *);
void rh__pass_ends_step(rh_play *p, const rh_action *a);

/* auction.c */
void rh__set_par(rh_play *p, rh_company c, rh_money price); /* its marker goes to the market */

/* stock.c */
rh_refusal rh__sale_check(const rh_title *, const rh_game *, int player, rh_company c, int units);
void rh__sell(rh_play *p, int player, rh_company c, int units);
bool rh__over_limit(const rh_title *, const rh_game *, int player);

/* trains.c */
void rh__scrap_obsolete(rh_play *p, rh_company c); /* its obsolete trains have run */
bool rh__must_buy_train(const rh_title *, const rh_game *, rh_company c);
void rh__take_train(rh_play *p, rh_company buyer, int train, rh_money price, int trade);
rh_refusal rh__train_deal_check(const rh_title *, const rh_game *, const rh_act *);
rh_refusal rh__train_check(const rh_title *, const rh_game *, const rh_act *); /* but the money */
bool rh__lacks_train(const rh_title *, const rh_game *, rh_company c); /* that runs on land */
/* What c pays for a train of bank or pool, and the least it would pay for any, 0 if there is none. */
rh_money rh__train_price(const rh_title *, const rh_game *, rh_company c, int train, int trade);
rh_money rh__cheapest_train(const rh_title *, const rh_game *, rh_company c);
int rh__over_train_limit(const rh_title *,
                         const rh_game *); /* company that must discard, or RH_NONE */
/* The operating company needs its president's help for a train; how much more he must raise. */
bool rh__emergency(const rh_title *, const rh_game *);
rh_money rh__missing_for_train(const rh_title *, const rh_game *);

/* token.c */
int rh__free_slots(const rh_title *, const rh_game *, int hex, int stop);

/* deals.c */
bool rh__private_for_company(const rh_title *, const rh_game *, int private_company,
                             rh_company buyer);

#endif
