/* SPDX-License-Identifier: Apache-2.0 */
/* session.h: a game with all its past, for the page and for the terminal, which go back and forth in it.
 *
 * The position before every action is kept, so a step of history is an index and undo is a smaller
 * number: nothing is replayed. A game has some thousand actions and a position about 16 KiB. */
#ifndef ROUNDHOUSE_SCREEN_SESSION_H
#define ROUNDHOUSE_SCREEN_SESSION_H

#include "files/record.h"

enum { RH_SESSION_WHY = 640 };

typedef struct {
    rh_title *title; /* NULL: there is no game yet */
    rh_record record;
    rh_game *past; /* past[k]: before action k; past[record.actions]: as it stands */
    size_t room;   /* of past */
} rh_session;

/* Frees what the session holds; it may be used again. */
void rh_session_forget(rh_session *s);

/* A game of a title that the caller has loaded, with all that the record says. Both become the session's,
 * and are gone after a failure too. False: err, and the session keeps the game it had. */
bool rh_session_take(rh_session *s, rh_title *t, rh_record *r, rh_line_error *err);

/* A game from its headers: title, players, seed, options. The record becomes the session's. False:
 * why (caller's), and the session keeps the game it had. */
bool rh_session_begin(rh_session *s, rh_record *headers, char why[RH_SESSION_WHY]);

/* A game from a record, or from an export of 18xx.games if the text begins like one. name is what
 * errors call it. False: why, and the session keeps the game it had. */
bool rh_session_open(rh_session *s, const char *name, const char *text, size_t len,
                     char why[RH_SESSION_WHY]);

/* The game as it stands. */
static inline const rh_game *rh_session_now(const rh_session *s)
{
    return &s->past[s->record.actions];
}

/* Plays an action, or refuses it. events may be NULL. False only without memory. */
bool rh_session_do(rh_session *s, const rh_action *a, rh_events *events, rh_refusal *no);

/* Takes back everything from action number `to` on; the record keeps it, struck out. False only without
 * memory. */
bool rh_session_back(rh_session *s, int to);

/* Action number k as it was played. */
bool rh_session_action(const rh_session *s, int k, rh_action *a);

#endif
