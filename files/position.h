/* SPDX-License-Identifier: Apache-2.0 */
/* position.h: a situation as statements, differences from the start of a game; docs/records.md
 * lists them.
 *
 * The language is a table of forms ("HOLDER cash MONEY"); the writer uses the same words. What a
 * person would not say is inferred at the end: the bank has what nobody else has, the offering the
 * shares nobody holds, and so on. The writer leaves inferred things out and adds a correction
 * wherever the inference would be wrong, so reading undoes writing to the byte. */
#ifndef ROUNDHOUSE_FILES_POSITION_H
#define ROUNDHOUSE_FILES_POSITION_H

#include "roundhouse/engine.h"
#include "text/lines.h"

/* A position that is being stated. What has been said is marked, so that the end infers only the
 * rest. */
typedef struct {
    const rh_title *t;
    const rh_names *names;
    rh_game game;
    int64_t total; /* all money */
    bool phase_said, round_said, set_said, step_said, turn_said, begun_said;
    bool cash_said[RH_HOLDERS];
    bool offering_said[RH_COMPANIES], president_said[RH_COMPANIES], owner_said[RH_COMPANIES];
    bool tokens_said[RH_COMPANIES], price_said[RH_COMPANIES];
    bool train_said[RH_TRAINS], state_said[RH_TRAINS]; /* where it is; obsolete or plain */
    bool supply_said[RH_TILES];
    bool home_due[RH_COMPANIES];       /* "operated": its home token unless its tokens are said */
    bool capital_due[RH_COMPANIES];    /* "floated at": its capital unless its cash is said */
    uint8_t status_said[RH_COMPANIES]; /* bits of status */
    /* Statements that rest on others wait for the end, so that their order does not matter: a line
     * each. Beyond this room they are taken as they come. */
    char rest[RH_LINE];
    size_t rest_used;
    bool ending;
} rh_position;

/* Begins with a game as rh_new() made it. Title and names must outlive the position. */
void rh_position_start(rh_position *s, const rh_title *t, const rh_names *names, const rh_game *g);

/* One statement, or several between semicolons. False: why (caller's) says which
 * word is wrong. The position is then half said; begin again. */
bool rh_position_say(rh_position *s, const char *statements, char why[RH_WHY_TEXT]);

/* Infers what was not said and checks the promises of the game. Afterwards s->game is the
 * position. False: why. */
bool rh_position_end(rh_position *s, char why[RH_WHY_TEXT]);

/* Writes the statements, a line each, that lead from start (as rh_new() made it) to g. Returns the
 * length needed; out (the caller's) is whole if that is below cap. */
size_t rh_position_write(const rh_title *t, const rh_names *names, const rh_game *start,
                         const rh_game *g, char *out, size_t cap);

/* Writes the statements, a line each, that would turn one game into the other, nothing inferred. */
size_t rh_position_differences(const rh_title *t, const rh_names *names, const rh_game *from,
                               const rh_game *to, char *out, size_t cap);

/* The i-th form of a statement, the engine's first, then those of the title's fields; NULL beyond the
 * last. A word in capitals is a place; borrowed. */
const char *rh_position_form(const rh_title *t, size_t i);

/* Can these players be told apart from the companies and the bank? False: why. */
bool rh_names_fit(const rh_title *t, const rh_names *names, int players, char why[RH_WHY_TEXT]);

#endif
