/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: see facts.h. */
#include "tests/board/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

char *facts_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s cannot be read; tests run from the project's root", path);
    size_t have = 0, room = 1 << 16;
    char *text = malloc(room + 1);
    assert_non_null(text);
    for (size_t n; (n = fread(text + have, 1, room - have, f)) > 0;) {
        have += n;
        if (have == room) {
            text = realloc(text, (room *= 2) + 1);
            assert_non_null(text);
        }
    }
    fclose(f);
    text[have] = 0;
    return text;
}

const char *facts_next(const char *from, const char *end, const char *key, char *value, size_t cap)
{
    char quoted[64];
    (void)snprintf(quoted, sizeof quoted, "\"%s\": \"", key);
    const char *at = strstr(from, quoted);
    if (!at || (end && at >= end))
        return NULL;
    at += strlen(quoted);
    size_t n = 0;
    for (; at[n] != '"'; n++) {
        assert_true(at[n] != 0 && at[n] != '\\' && n + 1 < cap);
        value[n] = at[n];
    }
    value[n] = 0;
    return at + n;
}

const rh_tile_names *facts_names(void)
{
    static char color[7][10] = {"white", "yellow", "green", "brown", "gray", "blue", "black"};
    static char group[16][16];
    static uint8_t groups;
    static const rh_tile_names NAMES = {color, 7, group, &groups, 16};
    return &NAMES;
}

rh_tile facts_tile(const char *code, const char *color)
{
    rh_tile tile;
    char why[RH_TILE_WHY];
    const rh_tile_names *names = facts_names();
    if (!rh__tile_read(code, strlen(code), names, &tile, why))
        fail_msg("%s: %s", code, why);
    for (int c = 0; color && c < names->colors; c++)
        if (strcmp(color, names->color[c]) == 0)
            tile.color = (uint8_t)c;
    return tile;
}
