/* SPDX-License-Identifier: Apache-2.0 */
/* games18xx.h: games of 18xx.games, in and out.
 *
 * Their files are JSON: players, and a list of actions with undo, redo, chat, standing orders and
 * actions taken on a player's behalf (auto_actions). An import reduces the list to the moves that
 * stand, turns each into an action of ours and plays it; where their program departs from the
 * rulebook the title is loaded with its import.18xxgames options, and the import says which.
 *
 * One liberty remains, and it is counted: the two programs do not always agree on when a decision
 * with nothing to decide is asked for. A pass in the file that nobody waits for is dropped; a pass
 * that we wait for and the file does not have is inserted, if what follows fits only then. */
#ifndef ROUNDHOUSE_FOREIGN_GAMES18XX_GAMES18XX_H
#define ROUNDHOUSE_FOREIGN_GAMES18XX_GAMES18XX_H

#include "files/title.h"
#include "foreign/games18xx/pieces.h"
#include "roundhouse/engine.h"
#include "text/json.h"

enum { RH_18XX_WHY = 400, RH_18XX_LIBERTIES = 16, RH_18XX_WORD = 24 };

/* One move of the file as it stands after undo and redo. auto_actions are moves of their own with
 * the index of the move that carries them. */
typedef struct {
    const rh_json *json;
    const rh_json *entry; /* of the file's list: the move, or what carries it */
    uint32_t index;       /* from 1, as in the traces */
} rh_18xx_move;

/* Why a move could not be played. */
typedef enum {
    RH_18XX_FINE,
    RH_18XX_UNREADABLE, /* it speaks of something that does not exist, or not there */
    RH_18XX_REFUSED     /* the engine refuses it */
} rh_18xx_verdict;

typedef struct {
    uint8_t verdict;       /* rh_18xx_verdict */
    rh_refusal refusal;    /* if refused */
    char why[RH_18XX_WHY]; /* one sentence */
} rh_18xx_answer;

typedef struct {
    rh_game game;
    rh_pieces pieces;
} rh_18xx_table; /* a game with its single pieces */

typedef struct {
    rh_title *title; /* owned by the import */
    int players;
    uint32_t seed;
    rh_names names;           /* usable in records: one word each */
    char id[RH_PLAYERS][24];  /* of the players, as text */
    rh_18xx_table now;        /* after the moves played so far */
    rh_18xx_move *move;       /* the moves that stand */
    uint32_t moves, next;     /* how many, and the first that is not played yet */
    uint32_t last_index;      /* of the last move */
    uint32_t dropped, put_in; /* passes the rules do not ask for; passes the file leaves out */
    uint32_t dropped_at[RH_18XX_LIBERTIES], put_in_at[RH_18XX_LIBERTIES]; /* the first of them: the
                                                    move that is dropped, the move put in before */
    bool drops_next;           /* the next move is a pass that nobody waits for */
    bool playing;              /* a move of the file, not a pass that is put in */
    bool no_memory;            /* what was played is not remembered whole */
    bool ended_by_hand;        /* by agreement, not by the rules */
    const rh_json *record;     /* the whole file */
    rh_action *played;         /* every action of ours so far, passes put in included */
    const rh_json **played_in; /* the entry of the file each belongs to; NULL: it was put in */
    size_t played_count, room; /* how many; room for how many */
    rh_18xx_table *ahead;      /* scratch for looking ahead */
    rh_json_memory memory;
} rh_18xx_import;

/* Reads a file and sets up its game; name is what errors call it. more are options beyond those that
 * belong to such a file, and may be NULL. Yours: rh_18xx_close(). NULL on failure; why (caller's)
 * then says why in one sentence. */
rh_18xx_import *rh_18xx_open(const char *name, const char *text, size_t len, const rh_option *more,
                             size_t count, char why[RH_18XX_WHY]);
void rh_18xx_close(rh_18xx_import *im); /* NULL is fine */

/* Plays all moves up to and including those of this index. False: the move at im->next could not
 * be played, *answer says why, and the game stands before it. */
bool rh_18xx_play_to(rh_18xx_import *im, uint32_t index, rh_18xx_answer *answer);

/* Turns one move into an action for a table. False: *why says what does not exist. doubt (caller's)
 * is "" or says which piece it names that lies elsewhere: the engine counts only,
 * so it must be asked first and this second. */
bool rh_18xx_convert(const rh_18xx_import *im, const rh_18xx_table *now, const rh_json *move,
                     rh_action *action, rh_named_pieces *named, char doubt[RH_18XX_WHY],
                     char why[RH_18XX_WHY]);

/* Tries one move on a table: the action and, where the deal needs consent, the consent. */
rh_18xx_answer rh_18xx_try(const rh_18xx_import *im, rh_18xx_table *now, const rh_json *move);

/* Does this step of a title's own ask for a numbered choice? Then they have another word for doing
 * without it than a bare pass. */
bool rh_18xx_asks_choice(const rh_title *t, int step);

/* Their word for how a game ended, or NULL: it has not, or in a way of our own. Borrowed. */
const char *rh_18xx_over_word(const rh_title *t, const rh_game *g);

/* Their word for a choice or for the pass that does without it; text is the caller's. */
const char *rh_18xx_choice_word(const rh_title *t, const rh_game *g, const rh_act *a,
                                char text[RH_18XX_WORD]);

/* The stop that track from the neighbour leads to on this hex, or RH_NONE. */
int rh_18xx_stop_from(const rh_title *t, const rh_game *g, rh_hex hex, int neighbour);

/* "import.18xxgames.diesels_unlimited=true …": the options that this title plays with. */
size_t rh_18xx_options_text(const rh_title *t, char *text, size_t cap);

/* Writes a game as a file that 18xx.games knows the form of, and that an import turns into the same
 * game. Deals that were declined leave no trace. False: *why says which action has no form there, or
 * that 18xx.games does not know the title. */
bool rh_18xx_export(const rh_title *t, const rh_names *names, int players, uint32_t seed,
                    const rh_action *action, size_t count, rh_json_writer *w,
                    char why[RH_18XX_WHY]);

/* One paragraph for people about a game that was played to its end: what the file is, who plays, which
 * options make our rules those of 18xx.games, how many actions, how it ended and whether the file says
 * the same. text is the caller's and ends with 0. */
void rh_18xx_tell(const rh_18xx_import *im, char *text, size_t cap);

/* The record of what was played, given as text without comments, with what people wrote to each other
 * as lines of comment at their place, and behind each action when it was done (UTC). Yours: free().
 * NULL without memory. */
char *rh_18xx_comment(const rh_18xx_import *im, const char *record);

#endif
