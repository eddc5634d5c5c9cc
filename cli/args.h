/* SPDX-License-Identifier: Apache-2.0 */
/* args.h: the words of a command line, taken one kind after another.
 *
 * A command takes its flags and values out of argv first; what is left are its files and names. */
#ifndef ROUNDHOUSE_CLI_ARGS_H
#define ROUNDHOUSE_CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int argc;
    char **argv; /* argv[0] is the command's word; words that were taken are gone */
    bool bad;    /* something was wrong and has been said on stderr */
} rh_args;

/* Is the flag there? Takes it. */
bool rh_args_flag(rh_args *a, const char *flag);

/* The value of "--name VALUE" or "--name=VALUE", the last if there are several; NULL: not there. */
const char *rh_args_value(rh_args *a, const char *name);

/* The next of several such values; NULL: no more. */
const char *rh_args_next(rh_args *a, const char *name);

/* A number in this range. */
int64_t rh_args_number(rh_args *a, const char *name, int64_t least, int64_t most,
                       int64_t otherwise);

/* After everything known was taken: false, said on stderr, if options are left or the number of
 * other words is not between these two. usage is shown: "show GAME [--json]". */
bool rh_args_end(rh_args *a, int least, int most, const char *usage);

#endif
