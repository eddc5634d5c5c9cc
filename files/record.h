/* SPDX-License-Identifier: Apache-2.0 */
/* record.h: a game as a text file: headers, then one action a line; docs/records.md shows one.
 *
 * Reading a record and replaying it are two things: rh_record_read() knows no title and gives what
 * the file says; rh_record_start() and rh_record_replay() then play it with the title that the
 * caller has loaded for it. A position file is a record that has a position and no actions. */
#ifndef ROUNDHOUSE_FILES_RECORD_H
#define ROUNDHOUSE_FILES_RECORD_H

#include "roundhouse/engine.h"
#include "text/lines.h"

enum {
    RH_RECORD_OPTIONS = RH_OPTIONS,
    RH_OPTION_TEXT = 96,
    RH_TITLE_PATH = 512,
    RH_TITLE_CARRIED =
        1 << 20, /* bytes of a title file that a record can carry; titles have 100 KiB */
    RH_RESULT_TEXT = 320,
    RH_CHECK_TEXT = 64
};

typedef struct {
    size_t at;  /* where its text begins in rh_record.text; it ends with 0 */
    int number; /* line of the file */
} rh_record_line;

/* An action that was taken back. It stays at its place in the file as a comment,
 * "# taken back 12: Bo pass", which other readers pass over. The number is that of the action: it
 * followed the last line above it, in force or not, that is action 11. So the comments are all that
 * was ever played and is not in force, as a tree; before the actions that are in force stand those that
 * were played in their place, the latest last. */
typedef struct {
    size_t at;  /* as in rh_record_line */
    int number; /* of the action, from 1 */
    int before; /* stands before this action in force, counted from 0; rh_record.actions: at the end */
} rh_record_struck;

/* What a record says of the game after some of its actions (rh_digest), so that one that was cut or
 * changed is noticed. */
typedef struct {
    int list; /* of the digest; 0: nothing is said */
    int actions;
    int line; /* of the file */
    uint64_t digest;
} rh_record_check;

typedef struct {
    char title[12];
    char title_file[RH_TITLE_PATH]; /* where its facts stand; "": inside the program */
    uint64_t title_digest;          /* rh_text_digest() of that file when the game began */
    char *title_text; /* the file itself, if the record carries it, ended by 0; else NULL */
    size_t title_len;
    int rules; /* version of the title's rules; 0: not said */
    int players;
    int players_line; /* of the file; 0: not read from one */
    rh_names names;   /* in seat order */
    uint32_t seed;
    int options;
    char option[RH_RECORD_OPTIONS][RH_OPTION_TEXT]; /* "name=value" */
    char result[RH_RESULT_TEXT];                    /* "Anna 9278, Bo 8444"; "": not over yet */
    rh_record_check check;
    rh_record_line *position; /* statements; see position.h */
    rh_record_line *action;
    rh_record_struck *struck; /* in the order of the file */
    int positions, actions, strucks;
    char *text; /* of the lines above */
    size_t text_used;
} rh_record;

/* The record's title is this file's, which has this text and this id. False: the path cannot stand in a
 * record, being too long or having characters that a line cannot hold. */
bool rh_record_title_file(rh_record *r, const char *path, const char *id, const char *text,
                          size_t len);

/* The record carries its title file, in comments before its actions, and can be played where the file is
 * not. False: the file is longer than RH_TITLE_CARRIED, or there is no memory for it. */
bool rh_record_carry_title(rh_record *r, const char *text, size_t len);

/* Reads a whole record. What it fills is yours: free with rh_record_free(), also after a failure.
 * False: err says where and why. */
bool rh_record_read(const char *text, size_t len, rh_record *r, rh_line_error *err);
void rh_record_free(rh_record *r);

/* Adds an action line. If it was played here before and taken back, it is in force again, and what
 * followed it can be fetched after it. False only without memory. */
bool rh_record_add(rh_record *r, const char *action);

/* Takes back everything from action number `to` (from 0) on; it stays, struck out. False only without
 * memory, and then nothing is changed. */
bool rh_record_back(rh_record *r, int to);

/* Writes the record so that rh_record_read() gives the same again; other comments are not kept. Returns
 * the length needed without the final 0; out (the caller's) is whole if that is below cap. */
size_t rh_record_write(const rh_record *r, char *out, size_t cap);

/* Draws who sits where, from the seed alone; the record then has the order that was drawn. was[i] is
 * where the player of seat i stood before. */
void rh_record_draw_seats(rh_record *r, uint8_t was[RH_PLAYERS]);

/* The game before the first action. The title must have been loaded for r->title and its options.
 * False: err. */
bool rh_record_start(const rh_title *t, const rh_record *r, rh_game *g, rh_line_error *err);

/* Plays action number n (from 0) on g. False: unreadable or refused; err says why and g is as it
 * was. events may be NULL. */
bool rh_record_play(const rh_title *t, const rh_record *r, int n, rh_game *g, rh_events *events,
                    rh_line_error *err);

/* Is g, the game after the first n actions, what the record's check says? True where it says nothing.
 * False: err. */
bool rh_record_verify(const rh_title *t, const rh_record *r, int n, const rh_game *g,
                      rh_line_error *err);

/* States the end of a record: the check of g, the game after all its actions, and the result if that
 * is over. Whoever writes a record calls it before. */
void rh_record_conclude(const rh_title *t, const rh_game *g, rh_record *r);

/* The check line of g, the game after so many actions, as long as the one that stands at byte *at of
 * the text that r was read from, so that it can be written over it. False: none stands there, or one
 * that has no room for it; it then goes on saying what it says of the actions that it counts. */
bool rh_record_check_anew(const rh_title *t, const rh_game *g, int actions, const rh_record *r,
                          const char *text, size_t *at, char line[RH_CHECK_TEXT]);

/* Start and all actions; check and result, where they are stated, are compared. False: err, and g holds
 * the game before the action that failed. */
bool rh_record_replay(const rh_title *t, const rh_record *r, rh_game *g, rh_line_error *err);
/* The same, keeping every position: past[k] before action k, past[r->actions] as it stands. */
bool rh_record_replay_past(const rh_title *t, const rh_record *r, rh_game *past,
                           rh_line_error *err);

/* The set-up of a recorded game as a record of its own, without actions: title, options, players,
 * seed and the statements that say what it was set up with, players' placing included. *out is yours
 * (rh_record_free), also after a failure. False: err, if the title is always set up alike too. */
bool rh_record_set_up(const rh_title *t, const rh_record *r, rh_record *out, rh_line_error *err);

/* A position g of a recorded game as a record of its own, without actions. *out is yours, also after a
 * failure. False only without memory. */
bool rh_record_position(const rh_title *t, const rh_record *r, const rh_game *g, rh_record *out);
/* Adds a statement to the position that a record begins with. False only without memory. */
bool rh_record_state(rh_record *r, const char *statement);

/* The result header of a finished game: "Anna 9278, Bo 8444", best first. Returns its length. */
size_t rh_record_result(const rh_title *t, const rh_names *names, const rh_game *g,
                        char out[RH_RESULT_TEXT]);

#endif
