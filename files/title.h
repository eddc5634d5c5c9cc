/* SPDX-License-Identifier: Apache-2.0 */
/* title.h: reads titles/<id>/title.json, or a title file of somebody's own, into an rh_title.
 *
 * What the file may say stands in titles/title.schema.json for people and in the tables of title.c
 * for the program; docs/titles.md explains it. A file is checked for sense, not only for form, and
 * whatever is wrong is reported with its line and its place:
 *
 *   titles/18nl/title.json:170: trains[3].rusts_on: no phase is called "7" (known: 2, 3, 4, 5, 6, D)
 */
#ifndef ROUNDHOUSE_FILES_TITLE_H
#define ROUNDHOUSE_FILES_TITLE_H

#include "files/embedded.h"
#include "roundhouse/title.h"
#include "text/json.h"

/* One choice: {"import.18xxgames.nl7_value", "18xxgames"}. A family is switched on by its name
 * alone, {"import.18xxgames", "on"}: every option that has a value "18xxgames" gets it. Single
 * choices override families; of several choices for one option the last holds. */
typedef struct {
    const char *name, *value;
} rh_option;

/* As the name of a choice: the value is an optional rule of 18xx.games, and the option that stands for
 * it is chosen. */
#define RH_OPTIONAL_RULE "import.18xxgames.optional_rule"

/* Yours: free with rh_title_free(). NULL on failure; then *err says where and why. name is what
 * errors call the file. version is the version of the title's rules, 0 for the newest. */
rh_title *rh_title_load(const char *name, const char *json, size_t len, int version,
                        const rh_option *options, size_t option_count, rh_load_error *err);

/* The same for a title inside the program. */
rh_title *rh_title_load_id(const char *id, int version, const rh_option *options,
                           size_t option_count, rh_load_error *err);

void rh_title_free(rh_title *t);

/* Can a game of it begin, with every number of players it allows, and does every promise hold then?
 * name is what errors call the file. */
bool rh_title_starts(const char *name, const rh_title *t, rh_load_error *err);

/* Reads the file once as it is, once for each value of each option and once for each version.
 * Each of them must start a game. False if any of them fails. */
bool rh_title_check(const char *name, const char *json, size_t len, rh_load_error *err);

/* Is the text a title file, whether it is a good one or not? Other JSON is an export of a game. */
bool rh_is_title(const char *text, size_t len);

/* Borrowed: the title inside the program with this id, or NULL. */
const rh_embedded_title *rh_title_find(const char *id);

#endif
