/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: tables that several people play at, each an append-only log of rows, and what belongs to
 * them: persons, keys, seats, chat, private papers. One contract over two databases, SQLite and
 * PostgreSQL; nobody above this header knows which one it is. No rule and no socket is known here.
 *
 * A GAME IS A LOG. Its rows are numbered from 1 without gaps (seq). Rows are never changed and never
 * taken out. What is in force is found by going through them: `act` puts its line at place ply, an
 * `undo` cuts to its ply, a `redo` puts back up to its ply what the last undos cut, as long as no act
 * came between; all other kinds change nothing of it. So the ply of every row is the number of actions
 * in force after it, and setup plus these lines is the record (rows.h does both ways).
 *
 * A UNIT is what one click, and the programmes that it set off, came to: one row or several, kept all
 * or none. It is appended behind the row `after`, which must be the last one, so two writers never
 * both think that they were next, in one process or in several: the database decides. A unit carries
 * a key, 16 random bytes made at the click; the same key again gets the first answer, whoever asks.
 *
 * WRITING is done by one thread of the store. rh_log_write() puts a write into its queue and returns;
 * the thread takes everything that waits, commits it at once, and only then calls done() of each, in
 * the order in which they came. While it flushes, the next batch gathers: no timer, no delay when it
 * is quiet. What is answered RH_LOG_DONE is on the disk. Nothing else may be shown to anybody.
 *
 * READING goes over a second connection and waits for nobody who writes. It may be done from any
 * thread, one at a time (the store has a lock for it), and waits for the disk: not from a loop.
 * A read sees all that was answered RH_LOG_DONE before it began.
 *
 * TIME is milliseconds since 1970, given by the caller. The times of a game's rows never decrease, also
 * if the clocks of two processes differ or jump: a row has max(now, time of the row before it). */
#ifndef ROUNDHOUSE_SERVER_LOG_H
#define ROUNDHOUSE_SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RH_LOG_WHY = 600,
    RH_LOG_KEY = 16,        /* bytes of a unit's key */
    RH_LOG_ID = 41,         /* of a game's or person's public id, with its 0 */
    RH_LOG_WAITING = 10000, /* writes in the queue; one more is answered RH_LOG_BUSY */
    RH_LOG_UNIT_ROWS = 256, /* of a unit: a click of some lines and a chain of 64 programmed ones */
    RH_LOG_LINE = 8191,     /* bytes of a line: any action fits (RH_ACTION_TEXT) */
    RH_LOG_SETUP = 4 << 20, /* bytes of the headers of a game, a carried title file included */
    RH_LOG_PAPER = 64 << 10,  /* bytes of a note or of a person's programmes */
    RH_LOG_CHAT = 2000,       /* bytes of a line of chat: 500 characters */
    RH_LOG_NAME = 64,         /* bytes of a person's name, with its 0 */
    RH_LOG_SEATS = 16,        /* at one table at most */
    RH_LOG_BIN_DAYS = 30,     /* a removed game can be put back for so long */
    RH_LOG_HEADS_SECONDS = 5, /* how often watched games are asked for, see rh_log_watch() */
    RH_SECRET_HASH = 32,
    RH_SECRET_TEXT = 44 /* of a secret of up to 32 bytes in base64url, with its 0 */
};

typedef enum {
    RH_LOG_DONE,
    RH_LOG_KNOWN, /* a unit or line of chat: its key is stored already. seq, last, at are the first
                     * answer's */
    RH_LOG_STALE, /* a unit: `after` is not the last row. `missing` are the rows behind it; none of
                     * them, and `last` below `after`: the caller knows rows that this store has not (an
                     * older copy was put back), and must load the game anew */
    RH_LOG_TAKEN, /* a unit: its link is another's, or gone. A game: its id is in use */
    RH_LOG_NO_SUCH, /* no such game, person, key, paper, snapshot */
    RH_LOG_FULL,    /* no room on the disk; nothing was changed */
    RH_LOG_BUSY, /* the queue is full, or the database is away or locked; nothing was changed. Try
                     * again, with the same key */
    RH_LOG_DAMAGED, /* the file is no database of ours, or no longer */
    RH_LOG_GONE,    /* the file was removed or replaced since it was opened */
    RH_LOG_FAILED   /* anything else */
} rh_log_answer;

typedef struct rh_log rh_log;

/* Opens or makes the store. url: postgresql://…, sqlite:PATH or a path. An older SQLite file is copied
 * (path.form-N) and brought up, one transaction a form; so is a PostgreSQL database, without the copy
 * (pg_dump is the operator's). One of a later program is left alone. Starts the thread that writes.
 * Yours: rh_log_close(). NULL: why says what is wrong and what to do about it. */
rh_log *rh_log_open(const char *url, char why[RH_LOG_WHY]);

/* Commits what waits, calls done() of all of it, ends the thread. No other call may be under way.
 * NULL is fine. */
void rh_log_close(rh_log *l);

/* --- rows -------------------------------------------------------------------------------------- */

/* Stored and sent by their words (rh_row_word), so that the order here may change. */
typedef enum {
    RH_ROW_ACT,     /* line: an action of the engine, as in a record */
    RH_ROW_UNDO,    /* takes back to ply; line: "" or a reason */
    RH_ROW_REDO,    /* puts back up to ply */
    RH_ROW_CORRECT, /* for later: line has statements of the position language */
    RH_ROW_SEAT,    /* who sits where has changed; line says how, in the words of the interface */
    RH_ROW_POLICY,  /* what the table agreed on has changed */
    RH_ROW_ASK,     /* somebody asks for something that the others must agree to */
    RH_ROW_AGREE,   /* to what was asked */
    RH_ROW_REFUSE,
    RH_ROW_KINDS
} rh_row_kind;

/* How a row came to be. */
typedef enum {
    RH_MADE_HAND,      /* by a person */
    RH_MADE_PROGRAMME, /* by a programme of that person; only its owner may be told */
    RH_MADE_BOT,
    RH_MADE_TABLE,  /* by the table itself, such as the hammer of an auction */
    RH_MADE_BANKER, /* by the host for another seat, where the table agreed to that */
    RH_MADE_TAKEN,  /* taken over from a record */
    RH_MADE_WAYS
} rh_row_made;

const char *rh_row_word(rh_row_kind kind);               /* "act" */
bool rh_row_kind_of(const char *word, rh_row_kind *out); /* false: no such word */
const char *rh_made_word(rh_row_made made);              /* "hand" */
bool rh_made_of(const char *word, rh_row_made *out);

typedef struct {
    int64_t seq;    /* from 1 */
    int64_t unit;   /* seq of the first row of its unit */
    int64_t at;     /* ms */
    int64_t person; /* who did it; 0: nobody */
    uint64_t print; /* digest of the game after this row … */
    int list;       /* … by this list: `check: LIST ACTIONS DIGEST` of a record */
    int ply;        /* actions in force after this row */
    rh_row_kind kind;
    rh_row_made made;
    int seat;   /* from 0; -1: none */
    bool keyed; /* the first row of a unit; not one that was taken over from a record */
    uint8_t key[RH_LOG_KEY];
    const char *line; /* ends with 0 */
} rh_row;

typedef struct {
    rh_row *row;
    int rows;
    char *text; /* of the lines */
} rh_rows;

void rh_rows_free(rh_rows *r); /* also what is all 0; it may be used again */

/* At most `most` rows behind `after`. *out is yours, also after a failure: rh_rows_free(). No rows and
 * RH_LOG_DONE: the caller has them all. */
rh_log_answer rh_log_rows(rh_log *l, int64_t game, int64_t after, int most, rh_rows *out,
                          char why[RH_LOG_WHY]);

/* --- games ------------------------------------------------------------------------------------- */

typedef struct {
    int64_t person; /* 0: nobody sits here */
    char bot[24];   /* level of the bot that plays it; "": none. With a person: in their place */
    int64_t since;  /* ms */
} rh_seat;

typedef struct {
    int64_t id; /* of this store; what all other calls want */
    char public_id[RH_LOG_ID];
    char title[16];
    int rules;       /* version of the title's rules */
    int64_t host;    /* person; 0: none */
    bool listed;     /* strangers may see it in the lobby */
    int64_t created; /* ms */
    int64_t removed; /* ms; 0: it is not in the bin */
    int64_t last;    /* seq of the last row; 0: none */
    int seats;
    rh_seat seat[RH_LOG_SEATS];
    char *setup;  /* the record's headers, to the empty line; ends with 0 */
    char *policy; /* JSON object of the interface; ends with 0 */
} rh_log_game;

/* By public id, the bin included. *out is yours: rh_log_game_free(). */
rh_log_answer rh_log_find(rh_log *l, const char *public_id, rh_log_game *out, char why[RH_LOG_WHY]);
void rh_log_game_free(rh_log_game *g);

/* Cards: what lists show. They are made by the caller (RH_WRITE_CARD) after a unit was committed, are
 * no part of the truth, and may be lost in a crash: rh_log_behind() names the games whose card is
 * missing or older than their last row, to be called at the start. */
typedef struct {
    int64_t game;
    char public_id[RH_LOG_ID];
    char title[16];
    int64_t host, created, removed;
    bool listed;
    int64_t seq; /* of the row that the card was made after */
    int ply;
    bool over;
    uint32_t due;    /* bit N: seat N is to decide */
    int64_t changed; /* ms */
    int seats, mine,
        open;   /* how many; of them the asker's (bit N: seat N); free for anybody (bits) */
    char *body; /* JSON object of the interface; ends with 0 */
} rh_card;

typedef struct {
    int64_t person;    /* who asks; 0: nobody */
    bool mine;         /* only games in which `person` has a seat or is the host */
    bool open;         /* only listed games with a free seat, not over */
    bool listed;       /* only listed games */
    bool removed;      /* the bin, instead of what is not in it */
    const char *title; /* NULL: any */
    int64_t before,
        before_game; /* changed and game of the last card of the page before; 0: from the
                                  * top */
    int most;
} rh_card_query;

/* The newest change first. *out is an array of *n, yours: rh_cards_free(). */
rh_log_answer rh_log_cards(rh_log *l, const rh_card_query *q, rh_card **out, int *n,
                           char why[RH_LOG_WHY]);
void rh_cards_free(rh_card *cards, int n);

/* How many games are not over in which `person` has a seat or is the host; the bin does not count. */
rh_log_answer rh_log_open_games(rh_log *l, int64_t person, int64_t *n, char why[RH_LOG_WHY]);

/* Is there a link to this seat that nobody has used? Then it is kept for whoever has that. */
rh_log_answer rh_log_reserved(rh_log *l, int64_t game, int seat, bool *reserved,
                              char why[RH_LOG_WHY]);

/* Public ids of at most `most` games whose card is behind. */
rh_log_answer rh_log_behind(rh_log *l, char (*ids)[RH_LOG_ID], int most, int *n,
                            char why[RH_LOG_WHY]);

/* --- persons and keys -------------------------------------------------------------------------- */

typedef enum { RH_PERSON_GUEST, RH_PERSON_ACCOUNT, RH_PERSON_BOT, RH_PERSON_KINDS } rh_person_kind;

typedef struct {
    int64_t id;
    char public_id[RH_LOG_ID];
    char name[RH_LOG_NAME];
    rh_person_kind kind;
    int64_t created;
} rh_person;

rh_log_answer rh_log_person(rh_log *l, int64_t id, rh_person *out, char why[RH_LOG_WHY]);

/* A key is whatever lets somebody in. The store never sees it, only its BLAKE2b hash. */
typedef enum {
    RH_KEY_SESSION, /* a browser of a person */
    RH_KEY_LINK,    /* a seat; free until its first use, then its person's */
    RH_KEY_WATCH,   /* a game for spectators: has no seat and is nobody's */
    RH_KEY_TOKEN,   /* for later: a program of a person */
    RH_KEY_RECOVERY,
    RH_KEY_KINDS
} rh_key_kind;

typedef struct {
    uint8_t hash[RH_SECRET_HASH];
    rh_key_kind kind;
    int64_t person, game;           /* 0: none */
    int seat;                       /* -1: none */
    uint32_t scopes;                /* bits of the interface */
    int64_t created, seen, expires; /* ms; expires 0: never */
} rh_key;

/* A new secret of 16 (link) or 32 (session) random bytes as text for an address or a cookie, and its
 * hash. */
void rh_secret_make(int bytes, char text[RH_SECRET_TEXT], uint8_t hash[RH_SECRET_HASH]);
/* The hash of what somebody brought. Any text has one. */
void rh_secret_hash(const char *text, uint8_t hash[RH_SECRET_HASH]);
/* A new public id: 12 letters and digits, 62 bits of chance. */
void rh_public_id_make(char id[RH_LOG_ID]);
/* Letters, digits and hyphens, at most RH_LOG_ID - 1. */
bool rh_public_id_fits(const char *id);

/* RH_LOG_NO_SUCH: void, expired (before `now`) or never there; a stranger cannot tell which. */
rh_log_answer rh_log_key(rh_log *l, const uint8_t hash[RH_SECRET_HASH], int64_t now, rh_key *out,
                         char why[RH_LOG_WHY]);

/* The keys of a person (game 0) or of a game (person 0) that are not expired, the oldest first, at
 * most `most`; *n is how many were written. */
rh_log_answer rh_log_keys(rh_log *l, rh_key_kind kind, int64_t person, int64_t game, int64_t now,
                          rh_key *out, int most, int *n, char why[RH_LOG_WHY]);

/* --- what is not the game: chat, papers, snapshots --------------------------------------------- */

typedef enum { RH_ROOM_TABLE, RH_ROOM_WATCHERS, RH_ROOMS } rh_chat_room;

/* Numbered by game from 1 without gaps, apart from the rows. */
typedef struct {
    int64_t n, person, at;
    rh_chat_room room;
    const char *text; /* "": its author took it back */
} rh_said;

typedef struct {
    rh_said *line;
    int lines;
    char *text;
} rh_chat;

/* At most `most` lines behind `after`. *out is yours: rh_chat_free(). */
rh_log_answer rh_log_chat(rh_log *l, int64_t game, int64_t after, int most, rh_chat *out,
                          char why[RH_LOG_WHY]);
void rh_chat_free(rh_chat *c);

/* What only its owner may see. One text a kind, game and person, replaced as a whole. */
typedef enum { RH_PAPER_NOTE, RH_PAPER_PROGRAMMES, RH_PAPERS } rh_paper_kind;

/* *text is yours to free() and ends with 0; RH_LOG_NO_SUCH: there is none. */
rh_log_answer rh_log_paper(rh_log *l, int64_t game, int64_t person, rh_paper_kind kind, char **text,
                           int64_t *at, char why[RH_LOG_WHY]);

/* A position, so that a game need not be replayed. Only for the program that wrote it, which `engine`
 * names, and only believed if its digest is the print of the row `seq`. One a game; may be lost. */
typedef struct {
    int64_t seq;
    int ply;
    uint8_t *state; /* yours to free() */
    size_t len;
} rh_snapshot;

/* A name for this very program: the hash of its file. False: it cannot be read. */
bool rh_program_name(char name[RH_SECRET_TEXT]);

rh_log_answer rh_log_snapshot(rh_log *l, int64_t game, const char *engine, rh_snapshot *out,
                              char why[RH_LOG_WHY]);

/* When (`now` of RH_WRITE_MARK) something was done that is done once in the life of a store.
 * RH_LOG_NO_SUCH: it was not. */
rh_log_answer rh_log_mark(rh_log *l, const char *name, int64_t *when, char why[RH_LOG_WHY]);

/* --- writes ------------------------------------------------------------------------------------ */

typedef enum {
    RH_WRITE_GAME,   /* a new game, with seats, keys, first rows. Answers id (its number) */
    RH_WRITE_UNIT,   /* rows behind `after`, and what changes with them */
    RH_WRITE_TABLE,  /* the host, listing, set-up (text; NULL: as it is): what is no row. */
    RH_WRITE_REMOVE, /* a game to the bin, or out of it. What was in it for RH_LOG_BIN_DAYS goes */
    RH_WRITE_CARD,
    RH_WRITE_SNAPSHOT, /* instead of the one before */
    RH_WRITE_PERSON,   /* new, or a new name. Answers id */
    RH_WRITE_KEY,      /* a new one */
    RH_WRITE_SEEN,     /* a session was used: seen and expires */
    RH_WRITE_VOID,     /* ends one key, by its hash */
    RH_WRITE_CHAT,     /* answers seq: its number */
    RH_WRITE_UNSAY,    /* empties a line of chat of this author */
    RH_WRITE_PAPER,
    RH_WRITE_MARK,  /* text is the name of something that is done once; see rh_log_mark() */
    RH_WRITE_PROOF, /* writes the time and nothing else: can anything be kept? For /healthz */
    RH_WRITES
} rh_write_kind;

/* What changes together with the rows of a unit, or not at all. */
typedef enum {
    RH_CHANGE_SEAT, /* seat is now person's (0: free), played by bot ("": by the person) */
    RH_CHANGE_TAKE, /* the link `hash` becomes person's; RH_LOG_TAKEN if it is another's, or gone */
    RH_CHANGE_LINK, /* a new link `hash` for seat, or, with seat -1, for watching */
    RH_CHANGE_VOID, /* all links of seat end (-1: those for watching) */
    RH_CHANGE_POLICY, /* text is the policy from now on */
    RH_CHANGE_PAPER   /* text is person's programmes from now on: a step was used up */
} rh_change_kind;

typedef struct {
    rh_change_kind kind;
    int seat;
    int64_t person;
    char bot[24];
    uint8_t hash[RH_SECRET_HASH];
    int64_t expires; /* of a new link; 0: never */
    const char *text;
} rh_change;

/* A row to be written: seq, unit, at and keyed are the store's to say, key is the unit's. Rows of
 * RH_WRITE_GAME are taken over from elsewhere and keep unit and at as they are given. */
typedef struct rh_log_job rh_log_job;
struct rh_log_job {
    rh_write_kind kind;
    int64_t now;    /* ms */
    int64_t game;   /* of all but GAME, PERSON, KEY, SEEN, VOID, MARK, PROOF */
    int64_t person; /* of PERSON (0: a new one), CHAT, UNSAY, PAPER; host of GAME and TABLE */

    /* UNIT, GAME */
    int64_t after; /* UNIT: the last row that the writer knows, and validated its lines on */
    int64_t seen;  /* UNIT: the last row that the one who clicked had seen, at most `after`. Smaller
                     * only in mode still_legal; the key is looked for behind it */
    const rh_row *row;
    int rows; /* UNIT: 1 … RH_LOG_UNIT_ROWS */
    const rh_change *change;
    int changes;

    uint8_t key[RH_LOG_KEY]; /* UNIT, CHAT */
    rh_key *new_key;         /* KEY; SEEN and VOID: hash, seen, expires */
    const char *public_id;   /* GAME, new PERSON */
    const char *title;       /* GAME */
    int rules, seats;        /* GAME */
    bool listed;             /* GAME, TABLE */
    bool removed;            /* REMOVE: to the bin; false: out of it */
    rh_person_kind person_kind;
    rh_chat_room room;
    rh_paper_kind paper;
    const char
        *text; /* setup of GAME, name of PERSON, CHAT, PAPER (NULL: away with it), body of CARD,
                         * engine of SNAPSHOT, name of MARK; ends with 0 */
    const char *policy; /* GAME */
    const void *state;  /* SNAPSHOT */
    size_t len;
    int64_t seq;  /* CARD, SNAPSHOT: of the row; UNSAY: number of the line */
    int ply;      /* CARD, SNAPSHOT */
    bool over;    /* CARD */
    uint32_t due; /* CARD */

    /* Called on the thread of the store when the answer is there and, if it is RH_LOG_DONE, durable.
     * It shall only hand the write on (a queue, a wake-up); all other writes wait for it. It may call
     * rh_log_write(), but nothing that waits. */
    void (*done)(rh_log_job *w);
    void *context;

    /* The answer. */
    rh_log_answer answer;
    char why[RH_LOG_WHY]; /* a sentence for people, unless DONE or KNOWN */
    int64_t id;           /* GAME, PERSON */
    int64_t first,
        last;        /* UNIT, DONE and KNOWN: seq of its first and last row; STALE: last is that of
                           * the log. CHAT: first is its number */
    int64_t at;      /* UNIT, CHAT: the time that was stored */
    rh_rows missing; /* UNIT, STALE: rows behind `seen`, the first 1,000; yours, rh_rows_free() */

    rh_log_job *next; /* the store's while it waits */
};

/* The job and all that it points to stay the caller's and must live, unchanged, until done(). False:
 * done() is not called, and answer says why: RH_LOG_BUSY, the queue is full or the store is closing;
 * RH_LOG_FAILED, a text is too long for its bound above or no UTF-8. From any thread. */
bool rh_log_write(rh_log *l, rh_log_job *w);

/* The same, waiting for the answer: for tests and commands, never from a loop. done is not called. */
rh_log_answer rh_log_write_now(rh_log *l, rh_log_job *w);

/* --- other processes on the same database ------------------------------------------------------ */

/* moved() is called when another process has added to a watched game: up to `last`, its last row, or
 * with last 0: it may have. On a thread of the store; it shall only hand the news on. Hints come at once (PostgreSQL:
 * NOTIFY) and may be lost, so all watched games are asked for every RH_LOG_HEADS_SECONDS and after a
 * reconnect. Set it before the first rh_log_watch(). */
void rh_log_on_moved(rh_log *l, void (*moved)(int64_t game, int64_t last, void *context),
                     void *context);
/* From now on somebody looks at this game, whose row `last` is known; or nobody any more. False: no
 * memory. */
bool rh_log_watch(rh_log *l, int64_t game, int64_t last);
void rh_log_unwatch(rh_log *l, int64_t game);

/* --- how it goes ------------------------------------------------------------------------------- */

typedef struct {
    int waiting;             /* writes in the queue now */
    bool away;               /* the last batch could not be committed: disk full, database away */
    int64_t batches, writes; /* committed since the start */
    int64_t largest;         /* batch */
} rh_log_state;

void rh_log_how(rh_log *l, rh_log_state *out);

#endif
