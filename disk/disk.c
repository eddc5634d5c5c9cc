/* SPDX-License-Identifier: Apache-2.0 */
/* disk.c: whole files; see disk.h. */
#include "disk/disk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fails(rh_line_error *err, const char *path, const char *what)
{
    return rh_line_fails(err, 0, "%s cannot be %s: %s", path, what, strerror(errno));
}

/* NULL: no memory, or the file cannot be read on; errno says which. */
static char *read_all(FILE *file, size_t *len)
{
    char *text = NULL;
    size_t used = 0, room = 0;
    for (;;) {
        if (room - used < 2) {
            room = room ? 2 * room : 64 * 1024;
            char *more = realloc(text, room);
            if (!more)
                break;
            text = more;
        }
        const size_t n = fread(text + used, 1, room - used - 1, file);
        used += n;
        if (n == 0 && ferror(file))
            break;
        if (n == 0) {
            text[used] = 0;
            *len = used;
            return text;
        }
    }
    free(text);
    return NULL;
}

char *rh_file_read(const char *path, size_t *len, rh_line_error *err)
{
    const bool input = strcmp(path, "-") == 0;
    FILE *file = input ? stdin : fopen(path, "rb");
    if (!file) {
        fails(err, path, "opened");
        return NULL;
    }
    char *text = read_all(file, len);
    if (!text)
        fails(err, input ? "standard input" : path, "read");
    if (!input)
        fclose(file);
    return text;
}
