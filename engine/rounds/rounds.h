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
void rh__offer_anytime(rh_choices *list);                     /* deals.c */
rh_idle rh__privates_idle(const rh_title *, const rh_game *); /* why a company buys none; deals.c */

/* operating.c */
void rh__end_step(rh_play *p); /* the operating turn goes on */
/* A company acts in the middle of another's turn, or that one goes on. */
void rh__lend_turn(rh_play *p, rh_company to);
void rh__skip_turn(rh_play *p, rh_company c); /* it has none any more in this round */
rh_company rh__operating(const rh_game *g);

/* Companies that take turns in an operating round, in order; returns how many. */
int rh__floated_by_price(const rh_title *, const rh_game *,
                         rh_company out[RH_COMPANIES]); /* all that operate */

/* run.c */
bool rh__can_run(const rh_title *, const rh_game *);     /* has the operating company a route? */
rh_idle rh__run_idle(const rh_title *, const rh_game *); /* why it does not run */
/* Agrees with what the run earns (`have`) and pays (`need`), so that the commit, which finds it in
 * rh_play.agreed, need not walk the routes again. */
rh_refusal rh__run_check(const rh_title *, const rh_game *, const rh_action *);
void rh__note_revenue(rh_play *p, rh_money revenue); /* of this turn, still to be divided */
void rh__remember_run(rh_play *p, rh_company c, rh_money revenue, rh_kept kept); /* it is divided */

/* auction.c */
void rh__set_bid(rh_play *p, rh_company item, int player, rh_money bid); /* 0: he bids no more */
void rh__set_par(rh_play *p, rh_company c, rh_money price); /* its marker goes to the market */

/* stock.c: a turn of the stock round */
void rh__has_bought(rh_play *p, rh_company c, rh_holder from); /* the purchase of this turn */
void rh__has_sold(rh_play *p, rh_company c);
void rh__has_acted(rh_play *p);                            /* done something that is no pass */
rh_idle rh__paper_idle(const rh_title *, const rh_game *); /* why a player is passed */
void rh__only_sales_follow(rh_play *p); /* no second purchase, not even where one is allowed */
/* The next player's turn begins; true: everybody has passed in succession. */
bool rh__end_stock_turn(rh_play *p, int next);
rh_refusal rh__sale_check(const rh_title *, const rh_game *, int player, rh_company c, int units);
void rh__sell(rh_play *p, int player, rh_company c, int units);
bool rh__over_limit(const rh_title *, const rh_game *, int player);
bool rh__can_sell_down(const rh_title *, const rh_game *, int player);
/* A private or minor goes from the pool to a player, the first time with what comes with it. */
void rh__take_from_pool(rh_play *p, rh_company item, rh_holder to);

/* own_shares.c */
void rh__issue(rh_play *p, rh_company c, int units, rh_money each);
void rh__buy_back(rh_play *p, rh_company c, int units, rh_money each, rh_why why);
int rh__bought_back(const rh_act *a); /* how many shares */
void rh__offer_own_shares(rh_choices *list, rh_check_function issues, rh_check_function buys_back);

/* trains.c */
void rh__scrap_obsolete(rh_play *p, rh_company c); /* its obsolete trains have run */
bool rh__must_buy_train(const rh_title *, const rh_game *, rh_company c);
void rh__take_train(rh_play *p, rh_company buyer, int train, rh_money price, int trade);
/* Why this train cannot be had where it is asked for: not yet, no more, elsewhere. */
rh_refusal rh__not_on_sale(const rh_title *, const rh_game *, const rh_act *);
rh_refusal rh__train_deal_check(const rh_title *, const rh_game *, const rh_act *);
rh_refusal rh__train_check(const rh_title *, const rh_game *, const rh_act *); /* but the money */
/* Purchases as moves, for titles with an emergency of their own. */
rh_refusal rh__buy_train_check(const rh_title *, const rh_game *, const rh_action *);
void rh__buy_train(rh_play *p, const rh_action *a);
rh_refusal rh__no_more_trains_check(const rh_title *, const rh_game *, const rh_action *);
void rh__offer_trains(rh_choices *list);
rh_idle rh__trains_idle(const rh_title *, const rh_game *);              /* why it buys none */
int rh__counted_trains(const rh_title *, const rh_game *, rh_company c); /* against the limit */
bool rh__lacks_train(const rh_title *, const rh_game *, rh_company c);   /* that runs on land */
/* What c pays for a train of bank or pool, and the least it would pay for any, 0 if there is none. */
rh_money rh__train_price(const rh_title *, const rh_game *, rh_company c, int train, int trade);
rh_money rh__cheapest_train(const rh_title *, const rh_game *, rh_company c);
int rh__over_train_limit(const rh_title *,
                         const rh_game *); /* company that must discard, or RH_NONE */
/* No company has too many; then nobody must discard. */
bool rh__train_limits_kept(const rh_title *, const rh_game *);
/* The operating company needs its president's help for a train; how much more he must raise. */
bool rh__emergency(const rh_title *, const rh_game *);
rh_money rh__missing_for_train(const rh_title *, const rh_game *);

/* Price of a side in bank or pool. */
rh_money rh__face_price(const rh_title *, const rh_game *, rh_company c, int train, int face);
bool rh__train_on_sale(const rh_title *, const rh_game *, int train); /* by bank or pool */
rh_refusal rh__forced_sale_check(const rh_title *, const rh_game *, int player, rh_company c,
                                 int units);
int rh__largest_forced_sale(const rh_title *, const rh_game *, int player, rh_company c);

rh_money rh__cash_for_others(const rh_title *, const rh_game *, rh_company c);

/* solvency.c: how a president gets a train for the operating company. */
typedef struct {
    void (*offer_trains)(rh_choices *);                      /* what could be bought now */
    bool (*within_reach)(const rh_title *, const rh_game *); /* a train of bank or pool, by sales */
    rh_check_function sale_check; /* all that is asked of a sale except rh__ruin_check() */
    void (*sell)(rh_play *, const rh_action *);
} rh_rescue;
/* Of bank, pool or another company of the same president; never where the title does not ask. */
bool rh__train_without_consent(const rh_title *, const rh_game *,
                               void (*offer_trains)(rh_choices *));
bool rh__can_get_train(const rh_title *, const rh_game *, const rh_rescue *by);
/* Refuses a sale after which no train can be had, though one could before. */
rh_refusal rh__ruin_check(const rh_title *, const rh_game *, const rh_action *,
                          const rh_rescue *by);

/* raise.c: an emergency in which the president names the train. */
rh_refusal rh__named_money_check(const rh_title *, const rh_game *, const rh_act *, rh_company c);
bool rh__named_within_reach(const rh_title *, const rh_game *);
bool rh__name_train(rh_play *p, const rh_act *a); /* false: the money is there already */
rh_refusal rh__named_sale_check(const rh_title *, const rh_game *, const rh_action *);
void rh__buy_named_train(rh_play *p); /* if the money is there now */
rh_refusal rh__named_bankrupt_check(const rh_title *, const rh_game *, const rh_action *);
void rh__leave_game(rh_play *p, int player);

/* token.c */
int rh__free_slots(const rh_title *, const rh_game *, rh_hex hex, int stop);
/* The company for which the last free circle there is kept, or RH_NONE. */
int rh__circle_kept_for(const rh_title *, const rh_game *, rh_company c, rh_hex hex, int stop);
rh_refusal rh__token_check(const rh_title *, const rh_game *, const rh_action *);
rh_idle rh__token_idle(const rh_title *, const rh_game *); /* why it places none */
void rh__token_commit(rh_play *p, const rh_action *a);
void rh__buy_token(rh_play *p, rh_company c, rh_hex hex, int city, rh_money price);
void rh__offer_tokens(rh_choices *list); /* of the turn */

/* track.c */
void rh__lay(rh_play *p, const rh_act *a); /* the deed itself; a check has agreed */

/* deals.c */
void rh__ask_consent(rh_play *p, rh_deal deal); /* deal.asked decides next */
/* A private changes hands if whoever is asked agrees, at once if he decides for the buyer himself. */
void rh__propose_sale(rh_play *p, const rh_act *a, rh_holder buyer, rh_holder seller,
                      rh_holder asked);
bool rh__private_for_company(const rh_title *, const rh_game *, rh_company private_company,
                             rh_company buyer);

#endif
