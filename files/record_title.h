/* SPDX-License-Identifier: Apache-2.0 */
/* record_title.h: the title that a record was played with: its rules version and its options. */
#ifndef ROUNDHOUSE_FILES_RECORD_TITLE_H
#define ROUNDHOUSE_FILES_RECORD_TITLE_H

#include "files/record.h"
#include "files/title.h"

/* A title inside the program. Yours: free with rh_title_free(). NULL on failure, also if the record is
 * of a title file; then *err says why. */
rh_title *rh_record_title(const rh_record *r, rh_load_error *err);

/* The same of a record that names a title file: its text, in which errors call it by this name. It
 * must be the one that the game began with. */
rh_title *rh_record_title_from(const rh_record *r, const char *name, const char *json, size_t len,
                               rh_load_error *err);

#endif
