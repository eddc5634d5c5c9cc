/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h: a record as the log of a game (log.h), and back.
 *
 * Nothing of a record is lost on the way: what was taken back is played and taken back in the log too.
 * A record goes in through the engine, which says whose every action was and what the game then looked
 * like; it comes out by going through the rows, without the engine. */
#ifndef ROUNDHOUSE_SERVER_ROWS_H
#define ROUNDHOUSE_SERVER_ROWS_H

#include "server/log.h"
#include "text/lines.h"

/* What RH_WRITE_GAME wants to know of a record. */
typedef struct {
    char title[16];
    int rules; /* version that it is played by */
    int seats;
    char *setup; /* its headers and comments up to the first action, without check and result */
    rh_rows log; /* all made RH_MADE_TAKEN, each a unit of its own */
} rh_taken;

/* Replays the record and fills *out, which is yours: rh_taken_free(), also after a failure. All rows
 * get the time `at`. At most `most` actions. False: err names the line and says why. The engine may
 * search for as long as it likes: what comes from strangers is replayed in another process first
 * (replay.h). */
bool rh_take_record(const char *record, size_t len, int most, int64_t at, rh_taken *out,
                    rh_line_error *err);
void rh_taken_free(rh_taken *t);

/* The set-up with other comments before it, lines that begin with #, and with other names of the players, "Anna,
 * Bo, Cia", which is written over. Yours to free(); NULL: err. */
char *rh_setup_with(const char *setup, const char *said, char *players, rh_line_error *err);
/* Have two set-ups the same headers? Comments may differ. */
bool rh_setups_agree(const char *one, const char *other);

/* The record of a log, from its first row on, with the check of its last one; `struck`: with what was taken back,
 * as comments. Yours to free(); ends with 0. NULL: err. */
char *rh_record_of_rows(const char *setup, const rh_rows *log, bool struck, size_t *len,
                        rh_line_error *err);

/* The lines in force after the last row, borrowed from the log: *out is yours to free(). -1: there is no
 * memory, or the rows are no log; otherwise how many, which is the ply of the last row. */
int rh_lines_in_force(const rh_rows *log, const char ***out);

#endif
