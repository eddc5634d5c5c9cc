/* SPDX-License-Identifier: Apache-2.0 */
/* packed.h: text files, packed with gzip or not, whole or line by line. */
#ifndef ROUNDHOUSE_CLI_PACKED_H
#define ROUNDHOUSE_CLI_PACKED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    void *file; /* zlib's */
    const char *path;
    char *line; /* ends with 0; without its newline */
    size_t len, room;
    int number; /* of the line, from 1 */
} rh_packed;

/* False: says why on stderr. */
bool rh_packed_open(rh_packed *p, const char *path);
/* The next line. False at the end; *failed if reading failed, which it says on stderr. */
bool rh_packed_next(rh_packed *p, bool *failed);
void rh_packed_close(rh_packed *p);

/* A whole file, yours to free(); NULL: says why on stderr. "-" is standard input. */
char *rh_packed_whole(const char *path, size_t *len);

#endif
