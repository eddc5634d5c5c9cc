/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: a game that several people play, in memory: the rows of its log (log.h), what may follow them,
 * and the rights of those who want something.
 *
 *   kind     line                      what it says
 *   act      Anna bid P3 80            an action, as records write it
 *   undo                               actions from the row's ply on are struck out
 *   redo                               what was struck out last is in force again, up to the row's ply
 *   seat     1 person Berta            seat 1 (from 0) is Berta's, whose id stands in the row
 *            1 bot casual · 1 open     a bot has it, nobody has it
 *            1 link                    its old link is void, there is a new one
 *   ask      undo 12 · redo 15         somebody wants what the others must agree to
 *            seat 1 bot casual
 *            seat 1 open               … that a bot, or whoever sits there, makes room for somebody
 *   agree    27                        to what was asked in row 27
 *   refuse   27                        or not; whoever asked takes it back in the same words
 *
 * Nothing here knows a socket, a disk, a clock or a rule: the engine says what may be played, the caller
 * says who wants it and what time it is. What somebody wants is tried on a copy and gives rows
 * (rh_table_try); only when they are kept are they entered (rh_table_enter), so nobody ever sees what a
 * crash could take back. A log that is read again goes through rh_table_take, row by row, and every row's
 * print is compared.
 *
 *   rh_unit unit = {0};
 *   rh_no no;
 *   if (rh_table_try(t, &wish, &unit, &no) == RH_OK && kept(unit.row, unit.rows))
 *       rh_table_enter(t, &unit);
 *   rh_unit_free(&unit);
 *
 * Bounds: a log has RH_TABLE_ROWS rows, some ten times what the longest games have; what would be longer
 * is refused as full. A unit has RH_UNIT_LINES lines. A position is kept, packed, every RH_TABLE_STRIDE
 * actions or a unit later, so that going back plays at most RH_TABLE_STRIDE + RH_UNIT_LINES of them. */
#ifndef ROUNDHOUSE_SERVER_TABLE_H
#define ROUNDHOUSE_SERVER_TABLE_H

#include "files/record.h"
#include "server/log.h"

enum { RH_TABLE_ROWS = 60000, RH_UNIT_LINES = 64, RH_TABLE_STRIDE = 16, RH_NO_TEXT = 320 };

/* Why something is not done; the words of the interface are rh_code_word()'s. */
typedef enum {
    RH_OK,
    RH_STALE,      /* others were first; no.head is the last row */
    RH_REFUSED,    /* by a rule of the game or of the table */
    RH_UNREADABLE, /* what was sent has no meaning */
    RH_NOT_YOURS,
    RH_NO_GAME,
    RH_TOO_FAST,
    RH_TOO_LARGE,
    RH_BUSY,
    RH_FULL,
    RH_CODES
} rh_code;
const char *rh_code_word(rh_code code); /* borrowed, static: "not_yours" */
int rh_code_status(rh_code code);       /* of HTTP: 403 */

typedef struct {
    rh_code code;
    char text[RH_NO_TEXT]; /* a sentence for people, without a full stop */
    char rule[40],
        id[24]; /* of a refusal by the engine: its rule and the title's ledger; "" else */
    int line;   /* of the unit, from 1; 0: not of a line */
    int64_t head;
    int64_t retry_ms; /* 0: not said */
} rh_no;

/* Whose agreement an undo beyond one's own actions needs. */
typedef enum { RH_UNDO_THOSE, RH_UNDO_ALL, RH_UNDO_MAJORITY, RH_UNDO_NOBODY, RH_UNDOS } rh_undo_way;
extern const char *const rh_undo_words[]; /* "those", …, then NULL */

typedef struct {
    uint8_t undo; /* rh_undo_way */
    bool calls;   /* the table plays the calls of an auction that is called out, nobody else */
} rh_policy;

/* What was asked and is not answered yet. */
typedef struct {
    int64_t seq; /* of its row; 0: nothing is asked */
    uint8_t what;
    uint8_t by;              /* seats of whoever asked: bit p for seat p */
    uint8_t needed;          /* whose agreement it needs */
    uint8_t agreed, refused; /* so far */
    int64_t to;              /* undo, redo */
    int seat;                /* seat */
    char bot[sizeof(((rh_seat *)0)->bot)];
} rh_asked;
enum { RH_ASKED_UNDO, RH_ASKED_REDO, RH_ASKED_BOT, RH_ASKED_OPEN };

typedef struct rh_table rh_table;

/* A table without rows, from its set-up, which is a record without actions (log.h). The title is borrowed
 * and must be that record's. Yours: rh_table_free(). NULL: err. */
rh_table *rh_table_make(const rh_title *title, const char *setup, const rh_policy *policy,
                        rh_line_error *err);
void rh_table_free(rh_table *t); /* NULL is fine */

/* Who sits here before any row says otherwise. */
void rh_table_sit(rh_table *t, int seat, const rh_seat *who);

/* The next row of a log that was kept. False: err says which row does not fit, and why. */
bool rh_table_take(rh_table *t, const rh_row *row, rh_line_error *err);

/* --- snapshots ------------------------------------------------------------------------------------ */

/* The game as it stands, for rh_table_resume() of this very program. Yours to free(); NULL without memory. */
void *rh_table_pack(const rh_table *t, size_t *len);
/* Before the first row: rows up to `seq` shall be entered without being played, because the game after them is known.
 * It is believed only if its print is that of row `seq`; otherwise rh_table_take() fails there, and the table must be made
 * again without it. Going back to before that row plays from the start, once. False: it cannot be unpacked. */
bool rh_table_resume(rh_table *t, int64_t seq, const void *packed, size_t len);
bool rh_table_is_resumed(const rh_table *t); /* false: rows up to that one are still to come */
/* Bytes of memory that it takes, about. */
size_t rh_table_bytes(const rh_table *t);

/* --- what stands --------------------------------------------------------------------------------- */

int64_t rh_table_head(const rh_table *t);                   /* the last row; 0: none yet */
const rh_row *rh_table_row(const rh_table *t, int64_t seq); /* borrowed */
rh_rows rh_table_rows(const rh_table *t);                   /* all of them, borrowed */
int64_t rh_table_ply(const rh_table *t);
uint64_t rh_table_print(const rh_table *t);
const rh_title *rh_table_title(const rh_table *t);
const rh_names *rh_table_called(const rh_table *t);
const rh_game *rh_table_game(const rh_table *t); /* as it stands */
const rh_seat *rh_table_seat(const rh_table *t, int seat);
int rh_table_seats(const rh_table *t);
uint8_t rh_table_seats_of(const rh_table *t, int64_t person); /* bit p: seat p is this person's */
const rh_asked *rh_table_asked(const rh_table *t);
/* Seats that may do something now: bit p. Where several can (an auction that is called out) all. */
uint8_t rh_table_due(const rh_table *t);
/* The game after so many actions that are in force. False only without memory or beyond the last. */
bool rh_table_at(const rh_table *t, int64_t ply, rh_game *g);
/* The lines of the actions in force behind the first so many, each with its end. Yours to free(); NULL without
 * memory. */
char *rh_table_since(const rh_table *t, int64_t from);
/* The record of its first so many actions, for a new table that goes on from there. Yours to free(); NULL
 * without memory. */
char *rh_table_branch(const rh_table *t, int64_t ply, size_t *len);

/* --- what somebody wants ------------------------------------------------------------------------- */

typedef struct {
    rh_row_kind kind; /* RH_ROW_ASK only for a seat ("bot", "open"): undo and redo ask by
                         themselves where they are not free */
    bool still_legal; /* else exact */
    int64_t after;
    bool keyed;
    uint8_t key[RH_LOG_KEY];
    int64_t person;
    rh_row_made made;
    uint8_t seats; /* that this person holds */
    bool host;
    bool apart;              /* an undo may end in the middle of a unit: the table is one's own */
    bool invited;            /* has the link of the seat that is to be taken */
    bool vacant;             /* … or it is offered to all: only while nobody sits there */
    const char *const *line; /* act */
    int lines;
    int64_t to;       /* undo, redo: actions then in force, -1: one unit; agree, refuse: the row */
    int seat;         /* seat */
    const char *word; /* seat: "person", "open", "link", "bot" */
    const char *name; /* of the person or the level of the bot */
} rh_wish;

/* Rows that are not kept yet. Start with {0}. */
typedef struct {
    rh_row *row; /* and their lines: the unit's, rh_unit_free() */
    int rows;
    rh_game after;
} rh_unit;
void rh_unit_free(rh_unit *u);

/* What the wish would add. RH_OK with unit->rows == 0: it was done already, under this key, and no->head
 * is its last row. Otherwise *no says why not. The table stays as it is. */
rh_code rh_table_try(const rh_table *t, const rh_wish *wish, rh_unit *unit, rh_no *no);

/* The unit was kept at this time: it is in force. False only without memory; the table must then be read
 * again. */
bool rh_table_enter(rh_table *t, rh_unit *unit, int64_t at);

/* What the table itself does if nobody acts for so many milliseconds, which are the answer: the next call
 * of an auction. 0: nothing. Then unit is empty. */
int64_t rh_table_call(const rh_table *t, rh_unit *unit);

#endif
