/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: the situation as text: who has what, the map, the market. Used by `show` and `play`. */
#ifndef ROUNDHOUSE_CLI_TABLE_H
#define ROUNDHOUSE_CLI_TABLE_H

#include "roundhouse/engine.h"

typedef struct {
    const rh_title *t;
    const rh_names *names;
    bool colors; /* the terminal shows them */
} rh_table;

/* Does standard output show colours? */
bool rh_table_colors(void);

void rh_table_heading(const rh_table *b, const rh_game *g); /* round, phase, whose decision */
void rh_table_options(const rh_title *t); /* those that are not as usual, in words */
void rh_table_players(const rh_table *b, const rh_game *g);
void rh_table_companies(const rh_table *b, const rh_game *g); /* those that have begun; trains */
/* With their bids in the auction; powers: and what each of them does. */
void rh_table_privates(const rh_table *b, const rh_game *g, bool powers);
/* The first sentence of what players should know about the data, if there is anything. */
void rh_table_provenance(const rh_table *b);
int rh_first_sentence(const char *text); /* its length, without the full stop */
/* What the title keeps for itself, in the words of positions. */
void rh_table_own(const rh_table *b, const rh_game *g);
void rh_table_lines(const rh_table *b, const rh_game *g); /* of a board of lines: contracts */
void rh_table_names(const rh_table *b); /* what the rulebook calls the companies, if otherwise */
/* What every company that is in the game does beyond the ordinary rules, if there is anything. */
void rh_table_powers(const rh_table *b, const rh_game *g);
/* What a company, a train or another piece is and does; all of them. */
void rh_table_card(const rh_title *t, int company);
void rh_table_cards(const rh_title *t);
void rh_table_map(const rh_table *b, const rh_game *g);
void rh_table_hex(const rh_table *b, const rh_game *g, rh_hex hex); /* one hex in words */
void rh_table_market(const rh_table *b, const rh_game *g);
void rh_table_tiles(const rh_table *b, const rh_game *g); /* what the supply still has */

/* Prints words so that no line is longer than a small screen. */
void rh_table_wrapped(const char *text, int indent);

/* Money in words of the title, in one of a few rotating buffers. */
const char *rh_table_money(const rh_title *t, rh_money m);

#endif
