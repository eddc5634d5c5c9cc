/* SPDX-License-Identifier: Apache-2.0 */
/* record_title.h: the title that a record was played with: its rules version and its options. */
#ifndef ROUNDHOUSE_FILES_RECORD_TITLE_H
#define ROUNDHOUSE_FILES_RECORD_TITLE_H

#include "files/record.h"
#include "files/title.h"

/* Yours: free with rh_title_free(). NULL on failure; then *err says why. */
rh_title *rh_record_title(const rh_record *r, rh_load_error *err);

#endif
