/* SPDX-License-Identifier: Apache-2.0 */
/* packed.c: zlib reads packed and plain files alike, so callers need not know which they have. */
#include "cli/packed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LONGEST = 64 * 1024 * 1024 }; /* of a line, and of a whole file */

static bool complain(const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

static bool grow(rh_packed *p)
{
    if (p->len + 1 < p->room)
        return true;
    const size_t room = p->room == 0 ? 1 << 16 : 2 * p->room;
    if (room > LONGEST)
        return complain(p->path, "longer than 64 MiB");
    char *more = realloc(p->line, room);
    if (more == NULL)
        return complain(p->path, "not enough memory");
    p->line = more;
    p->room = room;
    return true;
}

bool rh_packed_open(rh_packed *p, const char *path)
{
    *p = (rh_packed){.path = path};
    errno = 0;
    p->file = strcmp(path, "-") == 0 ? gzdopen(0, "rb") : gzopen(path, "rb");
    return p->file != NULL || complain(path, errno != 0 ? strerror(errno) : "not enough memory");
}

static bool read_failed(rh_packed *p)
{
    int code = Z_OK;
    const char *why = gzerror(p->file, &code);
    if (code == Z_OK || code == Z_STREAM_END)
        return false;
    if (code == Z_ERRNO)
        complain(p->path, strerror(errno));
    else
        fprintf(stderr, "%s\n", why); /* zlib names the file */
    return true;
}

bool rh_packed_next(rh_packed *p, bool *failed)
{
    *failed = false;
    p->len = 0;
    bool any = false, ends = false;
    while (!ends) {
        if (!grow(p)) {
            *failed = true;
            return false;
        }
        const size_t room = p->room - p->len;
        char *got = gzgets(p->file, p->line + p->len, room > 1 << 20 ? 1 << 20 : (int)room);
        if (got == NULL)
            break;
        any = true;
        p->len += strlen(got);
        ends = p->len > 0 && p->line[p->len - 1] == '\n';
    }
    *failed = read_failed(p);
    if (!any || *failed)
        return false;
    if (ends)
        p->line[--p->len] = 0;
    p->number++;
    return true;
}

void rh_packed_close(rh_packed *p)
{
    if (p->file != NULL)
        gzclose(p->file);
    free(p->line);
    *p = (rh_packed){0};
}

char *rh_packed_whole(const char *path, size_t *len)
{
    rh_packed p;
    if (!rh_packed_open(&p, path))
        return NULL;
    bool fine = true;
    for (;;) {
        if (!grow(&p)) {
            fine = false;
            break;
        }
        const size_t room = p.room - p.len - 1;
        const int got = gzread(p.file, p.line + p.len, room > 1 << 20 ? 1 << 20 : (unsigned)room);
        if (got <= 0) {
            fine = !read_failed(&p);
            break;
        }
        p.len += (size_t)got;
    }
    char *whole = fine ? p.line : NULL;
    if (whole != NULL) {
        whole[p.len] = 0;
        *len = p.len;
        p.line = NULL;
    }
    rh_packed_close(&p);
    return whole;
}
