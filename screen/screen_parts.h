/* SPDX-License-Identifier: Apache-2.0 */
/* screen_parts.h: what the files of screen.h share: one function a kind of answer. */
#ifndef ROUNDHOUSE_SCREEN_SCREEN_PARTS_H
#define ROUNDHOUSE_SCREEN_SCREEN_PARTS_H

#include "screen/choices.h"
#include "screen/screen.h"

/* Writes {"error": …}. */
void rh_screen_error(rh_json_writer *w, const char *why);
/* Writes {"refused": {rule, id, text, ledger}}. */
void rh_screen_refused(const rh_title *t, const rh_names *names, rh_refusal no, rh_json_writer *w);
/* The same object alone. */
void rh_screen_refusal(const rh_title *t, const rh_names *names, rh_refusal no, rh_json_writer *w);

/* A title file that a question brings. All of it is borrowed. */
typedef struct {
    const char *name, *text;
    size_t len;
} rh_screen_file;

/* Cards of all titles inside the program. */
void rh_screen_titles(rh_json_writer *w);
/* The card of a title file, or what is wrong with it: it is checked like `roundhouse title check`. */
void rh_screen_title_file(const rh_screen_file *file, rh_json_writer *w);
/* The sentence of a rule in the ledger of a title; false: it has none. */
bool rh_screen_ledger(const char *title, const char *id, rh_json_writer *w);
/* The rules that mention one of these words; all of them without words. */
void rh_screen_mentions(const char *title, const rh_json *words, rh_json_writer *w);

/* What the title says of itself for people, "about" in title.json; NULL: it does not. */
const rh_json *rh_screen_about(rh_screen *s);

/* The decision that pends in a game of the session's title, with every choice in words. */
void rh_screen_legal(rh_screen *s, const rh_game *g, uint64_t limit, rh_json_writer *w);
/* The same without the choices, for whoever only watches. */
void rh_screen_decision(rh_screen *s, rh_json_writer *w);
/* The decision as one line: who decides, for whom, what. */
void rh_screen_line(const rh_json *about, const rh_title *t, const rh_names *names,
                    const rh_game *g, char *out, size_t cap);
/* Into an open object: where the turn of a company stands; shares that cannot be bought, and why. */
void rh_screen_turn(const rh_title *t, const rh_game *g, rh_json_writer *w);
/* Has the turn that is played such a step? */
bool rh_screen_has_step(const rh_title *t, const rh_game *g, int step);
void rh_screen_greyed(const rh_title *t, const rh_names *names, const rh_game *g,
                      rh_json_writer *w);
/* Into an open object: what is sold to whoever bids most, if something is; and what the trains of the
 * company that is asked would earn without it and with it. */
void rh_screen_sale(const rh_title *t, const rh_names *names, const rh_game *g, rh_json_writer *w);
void rh_screen_prospect(rh_screen *s, const rh_game *g, rh_json_writer *w);
/* What the trains of every company could earn now, whoever is in turn, each found within so many steps. */
void rh_screen_incomes(rh_screen *s, const rh_game *g, uint64_t limit, rh_json_writer *w);
/* Into an open object: who comes next: companies whose turn of this round is still to come; where something is asked
 * round the table, who is asked if those before him pass, and what it brings if all of them do. */
void rh_screen_next(const rh_json *about, const rh_title *t, const rh_names *names,
                    const rh_game *g, rh_json_writer *w);
/* The tiles of the supply: left, laid where, replaced by which and replacing which. hex 0 or more: those that
 * fit in the place of what lies there, by colour, letter and kind of stops. */
void rh_screen_tiles(const rh_title *t, const rh_game *g, int hex, rh_json_writer *w);
/* What the tile on the hex would join for the company, one object a turn of it: how many of its sides meet track that
 * the company reaches, and which places it would reach newly. */
void rh_screen_links(const rh_title *t, const rh_game *g, rh_company c, int hex, int tile,
                     rh_json_writer *w);
/* The hexes that a train of the company could come to, however long it is. */
void rh_screen_reach(const rh_title *t, const rh_game *g, rh_company c, rh_json_writer *w);
/* What the signs on the map mean, each with a hex that shows it. */
void rh_screen_legend(const rh_title *t, const rh_game *g, rh_json_writer *w);
/* The market, cell by cell with the markers on it. */
void rh_screen_board(const rh_title *t, const rh_game *g, rh_json_writer *w);
/* The game over time: what everybody had when each round ended; at its end also what decided it. */
void rh_screen_series(const rh_session *s, rh_json_writer *w);
/* What programmes of the list do now (programmes/programme.h), and which have ended. */
void rh_screen_programmes(rh_screen *s, const rh_json *list, rh_json_writer *w);
/* What an action changes, from the game before and after it and its events. */
void rh_screen_changes(const rh_json *about, const rh_title *t, const rh_names *names,
                       const rh_game *before, const rh_game *after, const rh_events *events,
                       rh_json_writer *w);
/* Should everybody know of such an event, whoever acts? */
bool rh_screen_important(int event);
/* The same, or one of the title's own that is news (engine/face.h)? */
bool rh_screen_news(const rh_title *t, const rh_event *e);
/* Actions from..to-1 in a few lines; player 0 or more: since the last turn of that player. */
void rh_screen_story(const rh_session *s, int player, int from, int to, bool all,
                     rh_json_writer *w);
/* One action of the log, number k, in sentences: as it was played, the game after it and its events. */
void rh_screen_entry(const rh_screen *s, int k, const rh_action *a, const rh_game *after,
                     const rh_events *events, rh_json_writer *w);
/* Actions first..last-1, played once more for their events. */
void rh_screen_log(rh_screen *s, int first, int last, rh_json_writer *w);

/* Routes with their stops and what each earns. */
void rh_screen_routes(const rh_title *t, const rh_names *names, const rh_game *g, rh_company c,
                      const rh_runs *runs, rh_json_writer *w);

/* Scratch memory of route searches; NULL without memory. */
void *rh_screen_work(rh_screen *s);

#endif
