/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.h: a title is a list of its surprises, here those that the engine asks for; what files, screens
 * and imports ask stands in face.h.
 *
 * Facts stand in title.json; only what data cannot say is a hook. Hooks answer questions and the
 * engine makes the changes; NULL keeps the usual rule, which each comment states. A title may also
 * bring steps and rounds of its own, built like the engine's (engine/play.h). The loader asserts that
 * a table has its count and that what belongs together comes together (files/title.c). */
#ifndef ROUNDHOUSE_ENGINE_HOOKS_H
#define ROUNDHOUSE_ENGINE_HOOKS_H

#include "roundhouse/engine.h"

struct rh_step;
struct rh_round_row;
struct rh_play;
struct rh_route_rules;
struct rh_breakdown;
struct rh_move;
struct rh_choices;
struct rh_facts;

/* A rule of the title's own: its name in title.json and its sentence (marks as in rules.c). */
typedef struct {
    const char *name, *sentence;
} rh_own_rule;

/* How records once said what a verb of the title's own says now. */
typedef struct {
    const char *word, *pattern; /* as then */
    const char *last;           /* the word after that, or NULL: none */
    int kind;                   /* what is said now */
    /* Says it as it is said now, kind included; false: it meant nothing here. NULL: the same fields. */
    bool (*today)(const rh_title *, const rh_game *, rh_act *);
} rh_old_verb;

/* A power: its word in title.json, the members that its rows there have, "?" behind those that may be
 * missing, and what it does, in sentences for people: {It} is the company, of a private the one that
 * owns it, {amount$} a member as money, {hexes} a list; what stands between [ and ] is left out where
 * the member in it is missing (screen/cards.c has all of them). */
typedef struct {
    const char *word, *members;
    int16_t least; /* smallest amount */
    const char *says;
} rh_power_row;

typedef struct rh_hooks {
    /* --- what the title adds: steps, rounds, rules, events, words, moves ---------------------- */

    const struct rh_step *const *steps;       /* RH_STEP_OWN + n is steps[n] */
    const struct rh_round_row *const *rounds; /* RH_ROUND_OWN + n is rounds[n] */
    size_t step_count, round_count;
    /* Steps and rounds of the house that the title plays its own way, by rh_step_kind and
     * rh_round_kind; they keep their words and places. NULL, or NULL in a row: the engine's. */
    const struct rh_step *const *step_instead;
    const struct rh_round_row *const *round_instead;
    const rh_verb *verbs;         /* RH_ACTION_OWN + n is verbs[n]; at most RH_OWN_VERBS */
    const rh_old_verb *old_verbs; /* read, never written */
    size_t verb_count, old_verb_count;
    const rh_own_rule *rules; /* RH_RULE_TITLE + n is rules[n] */
    size_t rule_count;
    const rh_power_row *powers; /* RH_POWER_OWN + n is powers[n] */
    size_t power_count;
    const char *const *power_of;    /* words of "of" in a power, ended by NULL; at most eight */
    const char *const *event_words; /* RH_EVENT_OWN: indexed by the event's why; {from}, {company},
                                       {hex}, {have$} (amount) and {word} (own_said of thing) stand
                                       for theirs */
    size_t event_count;
    uint64_t event_retells; /* bit why: it only says its action again, and is no effect of it */
    const char *const *why_words; /* RH_WHY_OWN + n: what a payment is for */
    size_t why_count;
    const char *const *idle_words; /* RH_IDLE_OWN + n: why somebody is not asked, after the name */
    size_t idle_count;
    /* Words that actions of this title use for its own things, NULL beyond the last. NULL: none. */
    const char *(*own_word)(const rh_title *, int i);
    /* What people call such a thing. NULL, or NULL as answer: as actions do. */
    const char *(*own_said)(const rh_title *, int i);
    /* Moves that are open in more than one step, looked for after the engine's; how they are
     * offered. */
    const struct rh_move *anytime;
    size_t anytime_count;
    void (*offer_anytime)(struct rh_choices *list);

    /* --- flow: set-up, rounds, turns, the end ------------------------------------------------- */

    /* After set-up. NULL: nothing more. */
    void (*set_up)(struct rh_play *p);
    /* A decision that comes before all others, or RH_NONE. NULL: none. */
    int (*interrupts)(const rh_title *, const rh_game *);
    /* Companies that take a turn in an operating round, in order; those that had theirs are skipped.
     * NULL: the floated ones by price. */
    int (*operating_order)(const rh_title *, const rh_game *, rh_company out[RH_COMPANIES]);
    /* A company's turn begins. NULL: nothing more. */
    void (*turn_begins)(struct rh_play *p, rh_company);
    /* All companies have had their turn in an operating round. NULL: nothing more. */
    void (*operating_ends)(struct rh_play *p);
    /* A phase has begun; privates are closed and trains gone. NULL: nothing more. */
    void (*phase_began)(struct rh_play *p);
    /* A bankrupt player has left the game. NULL: nothing more. */
    void (*bankrupted)(struct rh_play *p, int player);
    /* What players are ranked by. NULL: their worth. */
    rh_money (*score)(const rh_title *, const rh_game *, int player);
    /* What people can see of the title's own, for list 1 of the digest (engine/digest.h). FROZEN, like
     * that list. NULL: nothing. */
    void (*digest_1)(const rh_title *, const rh_game *, struct rh_facts *);
    /* What a title promises beyond the common promises. NULL: nothing. */
    const char *(*broken_promise)(const rh_title *, const rh_game *);

    /* --- paper: shares, certificates, privates, deals ----------------------------------------- */

    /* Shares of a company now. NULL: as in title.json. */
    int (*total_units)(const rh_title *, const rh_game *, rh_company);
    /* Certificates a player may hold. NULL: by the number of players. */
    int (*cert_limit)(const rh_title *, const rh_game *);
    /* All money of this game. NULL: the title's bank. */
    rh_money (*money)(const rh_title *, const rh_game *);
    /* May this company be started although its facts say that it is not? NULL: no. */
    bool (*may_start)(const rh_title *, const rh_game *, rh_company);
    /* A further condition on a par price. NULL: none. */
    rh_refusal (*par_check)(const rh_title *, const rh_game *, rh_company, rh_money price);
    /* Has this company lost the powers of its own card? NULL: none ever does. */
    bool (*powers_lost)(const rh_title *, const rh_game *, rh_company);
    /* A company has got its price; has floated; has closed. NULL: nothing more. */
    void (*started)(struct rh_play *p, rh_company);
    void (*floated)(struct rh_play *p, rh_company);
    void (*closed)(struct rh_play *p, rh_company);
    /* Shares of a company that have been bought, as far as its float is concerned. NULL: all that
     * have left the offering or its treasury. */
    int (*units_bought)(const rh_title *, const rh_game *, rh_company);
    /* A private was sold in the auction; what comes with it has been given. NULL: nothing more. */
    void (*private_sold)(struct rh_play *p, rh_company, rh_money price);
    /* A further condition on a company that buys a private, asked first. NULL: none. */
    rh_refusal (*private_check)(const rh_title *, const rh_game *, const rh_act *);
    /* For how much this company may buy that private now; false: not at all. NULL: by the facts. */
    bool (*sale_range)(const rh_title *, const rh_game *, rh_company private_company,
                       rh_company buyer, rh_money *least, rh_money *most);
    /* A private has gone from its owner to this buyer for money. NULL: nothing more. */
    void (*private_bought)(struct rh_play *p, rh_company private_company, rh_holder buyer);
    /* A private or minor was taken from the pool, perhaps for the first time. NULL: nothing more. */
    void (*item_taken)(struct rh_play *p, rh_company, bool first);
    /* Somebody consented to a deal of the title's own. NULL: there are none. */
    void (*deal_accepted)(struct rh_play *p, const rh_deal *deal);

    /* --- track: tiles and hexes --------------------------------------------------------------- */

    /* Copies of a tile of the supply in this game, laid or not. NULL: the title's number. */
    int (*copies)(const rh_title *, const rh_game *, int tile);
    /* What a hex is called in this game, "": no name; NULL: it is no part of this game's board.
     * NULL: as in title.json. */
    const char *(*place)(const rh_title *, const rh_game *, rh_hex);
    /* Tiles a company may lay in this turn. NULL: the title's number. */
    int (*lays)(const rh_title *, const rh_game *, rh_company);
    /* A further condition on a tile, asked last but for the reach. NULL: none. */
    rh_refusal (*lay_check)(const rh_title *, const rh_game *, const rh_act *);
    /* Just before and just after a tile is laid. NULL: nothing. */
    void (*before_lay)(struct rh_play *p, const rh_act *);
    void (*after_lay)(struct rh_play *p, const rh_act *);

    /* --- tokens ------------------------------------------------------------------------------- */

    /* A further condition on a token, asked first. NULL: none. */
    rh_refusal (*token_check)(const rh_title *, const rh_game *, const rh_act *);
    /* May a token go to this stop? by_track: it is reached over track. NULL: if it is. */
    bool (*token_reach)(const rh_title *, const rh_game *, rh_company, rh_hex, int stop,
                        bool by_track);
    /* What a token of a company costs that it places as its nth, from 0 on, with none but these before.
     * NULL: as printed. */
    rh_money (*token_price)(const rh_title *, const rh_game *, rh_company, int nth);
    /* Has this company no right to a circle of its home hex (imports)? Then none is kept for it, and
     * its home token takes the first city there, now or when somebody buys its shares and there is
     * room. NULL: every company has. */
    bool (*home_lost)(const rh_title *, const rh_game *, rh_company);
    /* Does a token come to nothing here: no cost, no effect (imports)? NULL: never. */
    bool (*token_lost)(const rh_title *, const rh_game *, rh_company, rh_hex);
    /* Tokens of this company on the map that are not from its charter. NULL: none. */
    int (*extra_tokens)(const rh_title *, const rh_game *, rh_company);
    /* A token has been placed. NULL: nothing more. */
    void (*token_placed)(struct rh_play *p, rh_company, rh_hex);

    /* --- trains ------------------------------------------------------------------------------- */

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
    /* A train has changed hands; from is who had it. NULL: nothing more. */
    void (*train_bought)(struct rh_play *p, rh_company buyer, int train, rh_holder from);

    /* --- runs: routes, what they earn, who gets it -------------------------------------------- */

    /* Changes the usual rules of routes for a company (engine/route/route.h). NULL: they stand. */
    void (*route_rules)(const rh_title *, const rh_game *, rh_company, struct rh_route_rules *);
    /* Instead of what is done on tiles, as rh_best_runs() (without: as rh_best_runs_without(), NULL:
     * all may run), rh_value_runs() and rh_explain_runs(). A title whose runs are worth something
     * else has all three; one that only searches another way has best_runs. NULL: on tiles. */
    bool (*best_runs)(const rh_title *, const rh_game *, rh_company, const rh_runs *without,
                      int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                      rh_best *best);
    /* As rh_runs_key(). NULL: nothing can be said. */
    uint64_t (*runs_key)(const rh_title *, const rh_game *, rh_company);
    rh_refusal (*value_runs)(const rh_title *, const rh_game *, rh_company, const rh_runs *runs,
                             rh_money *revenue);
    rh_refusal (*explain_runs)(const rh_title *, const rh_game *, rh_company, const rh_runs *runs,
                               struct rh_breakdown *why);
    /* Which rule forbids a route of a train of this kind, where the usual one is `rule`. NULL: that. */
    int (*route_rule)(const rh_title *, const rh_train_facts *, int rule);
    /* Could this company run anything on these tracks? NULL: if a token has a route. */
    bool (*has_route)(const rh_title *, const rh_game *, rh_company, unsigned tracks);
    /* A company without a choice divides what it earned (rh_game.revenue) by itself and answers
     * true. NULL: every company has the choice. */
    bool (*divides)(struct rh_play *p, rh_company);
    /* A company keeps all it earned: does its price stay? NULL: it goes left. */
    bool (*price_stays)(struct rh_play *p, rh_company);
} rh_hooks;

/* What the folder of a title says in C. */
typedef struct {
    const char *id;
    const rh_hooks *hooks;
    const struct rh_face *face;
} rh_title_code;
extern const rh_title_code rh_title_codes[]; /* generated from the folders in titles/ */
extern const size_t rh_title_code_count;

#endif
