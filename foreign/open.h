/* SPDX-License-Identifier: Apache-2.0 */
/* open.h: a game from whatever file it stands in: a record of ours, or an export of 18xx.games. */
#ifndef ROUNDHOUSE_FOREIGN_OPEN_H
#define ROUNDHOUSE_FOREIGN_OPEN_H

#include "files/record.h"
#include "text/json.h"

/* Is it an export? A record begins with a word, an export with a brace. */
bool rh_is_export(const char *text, size_t len);

/* Reads a record, or plays an export and writes it as one, with the options that it needs. name is
 * what errors call the file. What it fills is yours: free with rh_record_free(), also after a failure.
 * False: err. */
bool rh_open_game(const char *name, const char *text, size_t len, rh_record *r, rh_load_error *err);

/* What an export is, in one paragraph for people (games18xx.h); of a record "". told is the caller's.
 * False: err. */
enum { RH_TOLD = 4096 };
bool rh_tell_game(const char *name, const char *text, size_t len, char told[RH_TOLD],
                  rh_load_error *err);

/* What was played in a game that began from the set-up of its title, as a record with the check of
 * its end. Yours as above. False only without memory. */
bool rh_record_of_played(const rh_title *t, const rh_names *names, uint32_t seed,
                         const rh_action *played, size_t count, const rh_game *end, rh_record *r);

#endif
