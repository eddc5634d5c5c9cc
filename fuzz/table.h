/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: what the fuzzers play with: every title, loaded once, with situations of a game between
 * bots and the lines that say them.
 *
 * Loading a title and listing what is legal are slow; both are done once a process, so that a run of
 * a fuzzer costs only what it looks at. The game is the same in every process: a finding can be
 * repeated. */
#ifndef ROUNDHOUSE_FUZZ_TABLE_H
#define ROUNDHOUSE_FUZZ_TABLE_H

#include "files/record.h"
#include "files/title.h"
#include "roundhouse/engine.h"

enum { TABLE_STATES = 48, TABLE_PLAYERS = 3 };

typedef struct {
    rh_game game;
    rh_choice *choice; /* what is legal there */
    size_t choices;
    rh_action done; /* what the bot did */
    char *position; /* the statements that lead there, a line each */
} table_state;

/* Texts one behind the other. */
typedef struct {
    char **at;
    size_t count, room;
} texts;

typedef struct {
    const rh_title *title;
    rh_names names; /* Anna, Bo, Cia */
    rh_game start;
    table_state *state; /* from the beginning to the end of the game */
    size_t states;
    texts actions, statements; /* lines that say what was done, and how things stood */
    texts words;               /* of these lines */
} table;

/* The title of this number, modulo how many there are. Borrowed. */
const table *table_of(unsigned title);
unsigned table_titles(void);
/* The table whose title is named in this text, or any. */
const table *table_for(const uint8_t *text, size_t len, unsigned any);

/* The title of a record under its options and version; a few are kept. NULL: err. */
const rh_title *table_title(const rh_record *r, rh_load_error *err);

/* What must hold, by its sentence. */
void must(bool holds, const char *sentence);
/* The promises of the game hold. */
void must_keep_promises(const rh_title *t, const rh_game *g);

#endif
