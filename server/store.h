/* SPDX-License-Identifier: Apache-2.0 */
/* store.h: a SQLite file of games: opened, judged, brought up to its newest form, and, damaged or not, read.
 *
 * What is in it is the log's (log.h). Earlier versions kept a game as its whole record and a card, what a list
 * shows; such files are read here, and takeover.h makes logs of what they hold.
 *
 * Whatever goes wrong with the disk is an answer with a sentence for people; the file then holds
 * what it held before. */
#ifndef ROUNDHOUSE_SERVER_STORE_H
#define ROUNDHOUSE_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/json.h"

enum { RH_STORE_WHY = 600, RH_STORE_ID = 41 };

typedef enum {
    RH_STORE_DONE,
    RH_STORE_FULL,    /* no room on the disk; nothing was changed */
    RH_STORE_BUSY,    /* another program has the file locked */
    RH_STORE_DAMAGED, /* the file is no database of ours, or no longer */
    RH_STORE_GONE,    /* it was removed or replaced since it was opened */
    RH_STORE_FAILED   /* anything else */
} rh_store_answer;

typedef struct rh_store rh_store;

/* Opens the file, or makes it. A file of an older form is copied (path.form-N) and then brought up.
 * Yours: rh_store_close(). NULL: why (caller's) says what is wrong and what to do
 * about it; the file and its log are as they were, to the byte. */
rh_store *rh_store_open(const char *path, char why[RH_STORE_WHY]);
/* Opens it to read, whether it is whole or not; nothing is changed. */
rh_store *rh_store_look(const char *path, char why[RH_STORE_WHY]);
void rh_store_close(rh_store *s); /* NULL is fine */

/* Letters, digits and hyphens, at most RH_STORE_ID - 1. */
bool rh_store_id_fits(const char *id);

/* --- the file as a whole: rescue.c ------------------------------------------------------------- */

/* Called for every game or sentence; `record` ends with 0. All of it is borrowed. */
typedef struct {
    const char *id, *card, *record;
    size_t len;
    int64_t revision, created, changed, removed; /* the last: 0 outside the bin */
} rh_store_game;
typedef void rh_store_visit(const rh_store_game *game, void *context);
typedef void rh_store_say(const char *sentence, void *context);

/* All games, by id, or all in the bin, where one id may have several. */
rh_store_answer rh_store_each(rh_store *s, bool removed, rh_store_visit *visit, void *context,
                              char why[RH_STORE_WHY]);

/* All logs (log.h) that are in the file, by number, or all in its bin: each as the record of its game, with
 * what was taken back; revision is its last row. `say` hears of those that are no logs. */
rh_store_answer rh_store_each_log(rh_store *s, bool removed, rh_store_visit *visit,
                                  rh_store_say *say, void *context, char why[RH_STORE_WHY]);

/* Has the game a log of this id? Then its record is only what it was when it was taken over. */
bool rh_store_has_log(rh_store *s, const char *id);

/* What SQLite finds wrong with the file, a sentence each; the number of sentences. */
int rh_store_damage(rh_store *s, rh_store_say *say, void *context);

/* A copy of the file as it stands, while others may use it. There must be no file `to` yet. */
rh_store_answer rh_store_backup(rh_store *s, const char *to, char why[RH_STORE_WHY]);

/* Reads what can be read of a damaged file and its log, which stay as they are, and keeps it in the
 * new file `to`. `say` hears what could not be read. *games is how many could. */
rh_store_answer rh_store_recover(const char *from, const char *to, rh_store_say *say, void *context,
                                 int *games, char why[RH_STORE_WHY]);

#endif
