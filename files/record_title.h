/* SPDX-License-Identifier: Apache-2.0 */
/* record_title.h: the title that a record was played with: its rules version and its options. */
#ifndef ROUNDHOUSE_FILES_RECORD_TITLE_H
#define ROUNDHOUSE_FILES_RECORD_TITLE_H

#include "files/record.h"
#include "files/title.h"

/* A title inside the program, or the title file that the record carries. Yours: free with
 * rh_title_free(). NULL on failure, also if the record names a title file and does not carry it; then
 * *err says why. */
rh_title *rh_record_title(const rh_record *r, rh_load_error *err);

/* The same of a record that only names its title file: the text of that, which errors call by this name.
 * It must be the one that the game began with. */
rh_title *rh_record_title_from(const rh_record *r, const char *name, const char *json, size_t len,
                               rh_load_error *err);

#endif
