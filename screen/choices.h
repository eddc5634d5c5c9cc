/* SPDX-License-Identifier: Apache-2.0 */
/* choices.h: what legal() lists, in words and in groups, for a menu.
 *
 * Words come from the action and from trying it on a copy of the game: what it costs is what the
 * engine would take, so that no price is computed twice. */
#ifndef ROUNDHOUSE_SCREEN_CHOICES_H
#define ROUNDHOUSE_SCREEN_CHOICES_H

#include "roundhouse/engine.h"
#include "roundhouse/writing.h"

typedef struct {
    const rh_title *t;
    const rh_names *names;
    const rh_game *g;
    const rh_choice *choice; /* all that is legal */
    size_t choices;
    const rh_runs *best; /* routes of a run, or NULL */
    rh_money revenue;    /* what they earn */
    bool unproved;       /* whether the best run was found but not proved */
} rh_menu;

/* Does a company sell or buy shares of itself? */
bool rh_deals_in_itself(const rh_act *a);
/* What people call it: in most titles a company issues and redeems its own shares. Borrowed, static. */
typedef struct {
    const char *sell, *sold, *buy, *bought;
    const char *selling, *buying; /* headings of such choices */
} rh_deal_words;
const rh_deal_words *rh_deal_words_of(const rh_title *t, const rh_act *a);

/* A train of this kind with its article: "a 3-train", "an S3-ship". */
void rh_write_train(rh_writing *w, const rh_title *t, const char *name, int kind);
/* Where something lies, for whoever buys it: "the pool", "NFL"; "its treasury" of this company's own. */
void rh_write_source(rh_writing *w, const rh_title *t, const rh_names *names, rh_holder from,
                     int company);

/* The choice in words; "pass" says what is passed by. */
void rh_choice_words(const rh_menu *m, const rh_choice *c, char *out, size_t cap);

/* The words of an answer as they are told afterwards: on a button "refuse: Bo buys P2" is clear, in a log it reads as
 * if he had. Other words stay. */
void rh_answer_told(char *words, size_t cap);

/* What a division of revenue is called on a button, after "run and": "pay", "keep"; NULL: not so short.
 * Borrowed, static. */
const char *rh_choice_short(const rh_act *a);

/* Choices with the same key are one line of the menu: lays in one hex, par prices of one company. */
uint32_t rh_choice_group(const rh_choice *c);

/* The words of such a line. */
void rh_group_words(const rh_menu *m, const rh_choice *c, int members, char *out, size_t cap);

/* The best routes of a company, trains in the order of the roster. work is scratch memory of
 * rh_route_work_size() bytes, limit usually RH_RUN_BUDGET. False without enough memory. */
bool rh_best_in_order(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                      uint64_t limit, rh_runs *runs, rh_best *best);

/* Of a run that is proposed: "proved to be the best", "best found, not proved". Borrowed, static. */
const char *rh_proof_words(const rh_best *best);
extern const char rh_no_room_for_search[]; /* a sentence: the search lacks memory */

/* What may be done now, for words about it: kinds of action that are open to whoever decides, and whether others
 * may bid too. */
typedef struct {
    bool kind[UINT8_MAX + 1]; /* rh_act.kind */
    bool others_bid;
    bool bank_train;     /* one can be bought of the bank */
    bool company_raises; /* money, the company that acts itself */
} rh_allowed;
rh_allowed rh_allowed_now(const rh_title *t, const rh_game *g, rh_pending now);
bool rh_allows_buying(
    const rh_allowed *may); /* shares or a private company, at a price that stands */

/* In a step for tiles or for tokens: a sentence that says why there is none for the company that acts, or only one with
 * the power of a private company. False: there is one, or the step is another. */
bool rh_why_none(const rh_title *t, const rh_game *g, rh_pending now, const rh_names *names,
                 char *out, size_t cap);

/* What the pending step is about, in one sentence for somebody who plays for the first time. */
void rh_step_hint(const rh_title *t, const rh_game *g, rh_pending now, const rh_names *names,
                  char *out, size_t cap);

/* Would people see any difference? One of several equal trains is as good as another. */
bool rh_same_to_people(const rh_title *t, const rh_game *g, const rh_choice *a, const rh_choice *b);

#endif
