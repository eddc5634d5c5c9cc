/* SPDX-License-Identifier: Apache-2.0 */
/* program.h: runs the built program as a shell would, for the tests of the command line.
 *
 * The program is build-test/roundhouse, or what RH_PROGRAM names. Files go to a folder of their own
 * that is removed at the end, and HOME points there too. */
#ifndef ROUNDHOUSE_TESTS_CLI_PROGRAM_H
#define ROUNDHOUSE_TESTS_CLI_PROGRAM_H

#include <stddef.h>

typedef struct {
    int code;        /* exit code; -1: it did not exit */
    char *out, *err; /* what it wrote; both end with 0 */
} ran;

/* Runs it with these words, the last followed by NULL. input may be NULL. The answer lives until
 * the next call. */
const ran *run_program(const char *input, const char *word, ...);

/* A path in the test's own folder; at most 48 names. */
const char *in_folder(const char *name);
void write_file(const char *path, const char *text, size_t len);
/* Yours to free(). */
char *read_whole(const char *path, size_t *len);

int make_folder(void **state); /* for cmocka's group set-up and tear-down */
int remove_folder(void **state);

#endif
