/* SPDX-License-Identifier: Apache-2.0 */
/* load.h: a game from a file, played to where it stands.
 *
 * Every command that takes a GAME takes a record, a position file or an export of 18xx.games, from a
 * file or from standard input ("-"), and all of them load it here: the title with the options and
 * the version of the rules that the file names, then every action through the engine. */
#ifndef ROUNDHOUSE_CLI_LOAD_H
#define ROUNDHOUSE_CLI_LOAD_H

#include "files/record_title.h"

typedef struct {
    const char *path;
    char *text; /* of the file */
    size_t len;
    bool foreign; /* it is an export; the record was made of it */
    rh_record record;
    rh_title *title;
    rh_game game; /* as it stands */
} rh_loaded;

/* False: said on stderr, with file and line; nothing is left to free. */
bool rh_load(const char *path, rh_loaded *l);
/* The same from a text that was read already; path is what messages call it. */
bool rh_load_text(const char *path, const char *text, size_t len, rh_loaded *l);
void rh_unload(rh_loaded *l);

/* The title of a record with its options, of its version of the rules. Yours: rh_title_free().
 * NULL: said on stderr; name is what the message calls the file. */
rh_title *rh_load_title_of(const char *name, const rh_record *r);

/* Says on stderr what is wrong with a line of a file. */
void rh_say_line(const char *name, const rh_line_error *err);

/* Says on stderr that there is no such title, and which there are. */
void rh_say_no_title(const char *id);

/* Steps of the search for a run: RH_RUN_BUDGET, unless the environment says RH_RUN_STEPS=N. */
uint64_t rh_run_steps(void);

#endif
