/* SPDX-License-Identifier: Apache-2.0 */
/* disk.h: whole files, for the command and the server; the library itself reads and writes none. */
#ifndef ROUNDHOUSE_DISK_DISK_H
#define ROUNDHOUSE_DISK_DISK_H

#include "text/lines.h"

/* The file, or standard input if the path is "-", with a final 0 that does not count. Yours to free();
 * NULL: err->why (line 0). */
char *rh_file_read(const char *path, size_t *len, rh_line_error *err);

#endif
