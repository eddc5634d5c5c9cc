/* SPDX-License-Identifier: Apache-2.0 */
/* difference.h: where two JSON values differ: a state of ours and one that another program wrote. */
#ifndef ROUNDHOUSE_FOREIGN_DIFFERENCE_H
#define ROUNDHOUSE_FOREIGN_DIFFERENCE_H

#include "text/json.h"

typedef struct {
    char path[200];   /* "corps.HIS.trains[1]" */
    char ours[400];   /* the value, shortened if it is long */
    char theirs[400]; /* "nothing" where the key is missing */
} rh_difference;

/* Finds the first difference between two values: objects by key, arrays in order. False: none. */
bool rh_difference_find(const rh_json *ours, const rh_json *theirs, rh_difference *out);

/* The same for the members of two objects, leaving out keys in the list (ended by NULL). */
bool rh_difference_except(const rh_json *ours, const rh_json *theirs, const char *const *except,
                          rh_difference *out);

#endif
