/* SPDX-License-Identifier: Apache-2.0 */
/* titles.h: titles inside the program for tests, and their parts by name. What is not there fails
 * the test. */
#ifndef ROUNDHOUSE_TESTS_TITLES_H
#define ROUNDHOUSE_TESTS_TITLES_H

#include "files/title.h"

/* Yours: free with rh_title_free(). */
rh_title *title_with(const char *id, const rh_option *options, size_t count);

int company_called(const rh_title *t, const char *id);
int hex_called(const rh_title *t, const char *coord);
int tile_called(const rh_title *t, const char *id); /* of the supply */

#endif
