/* SPDX-License-Identifier: Apache-2.0 */
/* utf8.c: is this a character?; see utf8.h. */
#include "text/utf8.h"

size_t rh_utf8_step(const char *text, size_t left)
{
    static const struct {
        unsigned char first, last, low, high; /* first byte; bounds of the second */
        size_t length;
    } FORMS[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    const unsigned char *s = (const unsigned char *)text;
    for (size_t f = 0; f < sizeof FORMS / sizeof FORMS[0]; f++) {
        if (s[0] < FORMS[f].first || s[0] > FORMS[f].last)
            continue;
        if (FORMS[f].length > left)
            return 0;
        if (FORMS[f].length > 1 && (s[1] < FORMS[f].low || s[1] > FORMS[f].high))
            return 0;
        for (size_t i = 2; i < FORMS[f].length; i++)
            if ((s[i] & 0xc0) != 0x80)
                return 0;
        return FORMS[f].length;
    }
    return 0;
}
