/* SPDX-License-Identifier: Apache-2.0 */
/* geometry.c: coordinates become neighbours, once, when a title is loaded.
 *
 * Both layouts use doubled coordinates: along one axis neighbours are 2 apart, so that hexes of the
 * next row or column lie halfway at odd steps and x + y has the same parity on the whole map. The
 * layouts are each other's mirror image on the diagonal, but edges count clockwise in both, so each
 * has its own table:
 *
 *      flat (letter = x)               pointy (letter = y)
 *              3 ___                         2  ⁄\  3
 *          2  ⁄     \  4                      ⁄    \
 *            ⁄       \                     1 |      | 4
 *            \       ⁄                       |      |
 *          1  \ ___ ⁄  5                      \    ⁄
 *               0                           0   \⁄   5
 */
#include "engine/board/geometry.h"

#include <string.h>

static const int8_t STEP[2][RH_EDGES][2] = {
    {{0, 2}, {-1, 1}, {-1, -1}, {0, -2}, {1, -1}, {1, 1}}, /* flat: S SW NW N NE SE */
    {{-1, 1}, {-2, 0}, {-1, -1}, {1, -1}, {2, 0}, {1, 1}}, /* pointy: SW W NW NE E SE */
};

bool rh__hex_place(rh_hex_facts *hex, bool pointy)
{
    const char *s = hex->name;
    const size_t len = strlen(s);
    size_t at = 0;
    int letter = 0, number = 0;
    for (; at < len && at < 2 && s[at] >= 'A' && s[at] <= 'Z'; at++)
        letter = letter * 26 + (s[at] - 'A' + 1); /* A = 1 … Z = 26, AA = 27 */
    if (at == 0 || at == len || letter > 120)
        return false;
    for (; at < len; at++) {
        if (s[at] < '0' || s[at] > '9')
            return false;
        number = number * 10 + (s[at] - '0');
        if (number > 120)
            return false;
    }
    hex->x = (int8_t)(pointy ? number : letter);
    hex->y = (int8_t)(pointy ? letter : number);
    return true;
}

static int at_place(const rh_hex_facts *hex, int n, int x, int y)
{
    for (int i = 0; i < n; i++)
        if (hex[i].x == x && hex[i].y == y)
            return i;
    return RH_NONE;
}

bool rh__hex_neighbours(rh_hex_facts *hex, int n, bool pointy, int *wrong)
{
    assert(n >= 0 && n <= RH_HEXES);
    for (int i = 0; i < n; i++) {
        *wrong = i;
        if (((hex[i].x ^ hex[i].y ^ hex[0].x ^ hex[0].y) & 1) ||
            at_place(hex, i, hex[i].x, hex[i].y) != RH_NONE)
            return false;
        for (int e = 0; e < RH_EDGES; e++)
            hex[i].neighbour[e] = (uint8_t)at_place(hex, n, hex[i].x + STEP[pointy][e][0],
                                                    hex[i].y + STEP[pointy][e][1]);
    }
    return true;
}

int rh__hex_distance(const rh_hex_facts *a, const rh_hex_facts *b, bool pointy)
{
    const int dx = a->x > b->x ? a->x - b->x : b->x - a->x;
    const int dy = a->y > b->y ? a->y - b->y : b->y - a->y;
    const int lone = pointy ? dy : dx, doubled = pointy ? dx : dy;
    return lone + (doubled > lone ? (doubled - lone) / 2 : 0);
}
