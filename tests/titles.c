/* SPDX-License-Identifier: Apache-2.0 */
/* titles.c: see titles.h. */
#include "tests/titles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

rh_title *title_with(const char *id, const rh_option *options, size_t count)
{
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, options, count, &err);
    if (t == NULL)
        fail_msg("%s", err.text);
    return t;
}

int company_called(const rh_title *t, const char *id)
{
    for (int i = 0; i < t->companies; i++)
        if (strcmp(t->company[i].id, id) == 0)
            return i;
    fail_msg("no company %s", id);
    return -1;
}

int hex_called(const rh_title *t, const char *coord)
{
    for (int i = 0; i < t->hexes; i++)
        if (strcmp(t->hex[i].name, coord) == 0)
            return i;
    fail_msg("no hex %s", coord);
    return -1;
}

int tile_called(const rh_title *t, const char *id)
{
    for (int i = t->first_laid; i < t->tiles; i++)
        if (strcmp(t->tile[i].id, id) == 0)
            return i;
    fail_msg("no tile %s", id);
    return -1;
}
