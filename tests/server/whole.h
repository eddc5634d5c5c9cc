/* SPDX-License-Identifier: Apache-2.0 */
/* whole.h: games as earlier versions kept them, whole records, put into a file by tests. */
#ifndef ROUNDHOUSE_TESTS_SERVER_WHOLE_H
#define ROUNDHOUSE_TESTS_SERVER_WHOLE_H

#include "server/store.h"

/* A game of revision 1, or instead of it one more; when: seconds since 1970. */
void put_whole(rh_store *s, const char *id, const char *record, int64_t when);
/* To the bin, where its revision is one more. */
void bin_whole(rh_store *s, const char *id, int64_t when);
/* Its record, yours to free(); NULL: there is no such game. */
char *whole_of(rh_store *s, const char *id);

#endif
