/* SPDX-License-Identifier: Apache-2.0 */
/* load.h: a game from a file, played to where it stands, and a title as somebody names it.
 *
 * Every command that takes a GAME takes a record, a position file or an export of 18xx.games, from a
 * file or from standard input ("-"), and all of them load it here: the title with the options and
 * the version of the rules that the file names, then every action through the engine. Whoever keeps the
 * game's past only opens it, and lets a session play it.
 *
 * A TITLE is the id of one inside the program, or the path of a title file: ids have neither points nor
 * slashes. A record names such a file by its path and the digest of its text; it is looked for there,
 * from where the command runs, then by its name beside the record. A record of the page carries the file. */
#ifndef ROUNDHOUSE_CLI_LOAD_H
#define ROUNDHOUSE_CLI_LOAD_H

#include "cli/args.h"
#include "files/record_title.h"

typedef struct {
    const char *path;
    char *text; /* of the file */
    size_t len;
    bool foreign; /* it is an export; the record was made of it */
    rh_record record;
    rh_title *title;
    rh_game game; /* as it stands, if it has been played */
} rh_loaded;

/* Both: false: said on stderr, with file and line; nothing is left to free. A title file is taken for a
 * game of the fewest players that has just begun. */
bool rh_open(const char *path, rh_loaded *l); /* without playing it */
bool rh_load(const char *path, rh_loaded *l);
/* The same from a text that was read already; path is what messages call it. */
bool rh_open_text(const char *path, const char *text, size_t len, rh_loaded *l);
bool rh_load_text(const char *path, const char *text, size_t len, rh_loaded *l);
void rh_unload(rh_loaded *l);

/* The title of a record with its options, of its version of the rules. Yours: rh_title_free().
 * NULL: said on stderr; name is the path of the record, or what the message calls whoever has none. */
rh_title *rh_load_title_of(const char *name, const rh_record *r);

/* Is it a path, and not the id of a title inside the program? */
bool rh_names_file(const char *named);

/* Puts the title that somebody names into a record, an id or a title file. False: said on stderr. */
bool rh_take_title(const char *named, rh_record *r);

/* "--seats drawn|entered": are they drawn by lot? `otherwise` if nothing is said; anything else is said on
 * stderr, and a->bad. */
bool rh_seats_drawn(rh_args *a, bool otherwise);

/* The names of players where nobody has said any. */
extern const rh_names rh_usual_names;

/* Says on stderr what is wrong with a line of a file. */
void rh_say_line(const char *name, const rh_line_error *err);

/* Says on stderr that there is no such title, and which there are. */
void rh_say_no_title(const char *id);

/* Steps of the search for a run: RH_RUN_BUDGET, unless the environment says RH_RUN_STEPS=N. */
uint64_t rh_run_steps(void);

#endif
