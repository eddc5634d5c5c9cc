/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c: text files a line at a time; see lines.h. Length and encoding are judged before
 * anything looks at the words, so the readers above need not distrust a byte. */
#include "text/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf8.h"

void rh_lines_start(rh_lines *walk, const char *text, size_t len)
{
    *walk = (rh_lines){.text = text, .len = len};
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool rh_lines_next(rh_lines *walk, rh_line_error *err)
{
    *err = (rh_line_error){0};
    if (walk->at >= walk->len)
        return false;
    const char *from = walk->text + walk->at;
    const size_t left = walk->len - walk->at;
    const char *end = memchr(from, '\n', left);
    const size_t length = end ? (size_t)(end - from) : left;
    walk->number++;
    walk->ends = end != NULL;
    walk->at += length + (end ? 1 : 0);

    if (length >= RH_LINE)
        return rh_line_fails(err, walk->number, "the line has %zu bytes, %d are the most", length,
                             RH_LINE - 1);
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)from[i];
        const size_t step = rh_utf8_step(from + i, length - i);
        if (step == 0)
            return rh_line_fails(err, walk->number, "byte %zu of the line, 0x%02x, is not UTF-8",
                                 i + 1, c);
        if ((c < 0x20 && c != '\t' && c != '\r') || c == 0x7f)
            return rh_line_fails(err, walk->number,
                                 "byte %zu of the line, 0x%02x, is no character of a text", i + 1,
                                 c);
        i += step;
    }
    memcpy(walk->line, from, length);
    walk->line[length] = 0;
    char *comment = strchr(walk->line, '#');
    walk->comment = comment ? comment + 1 : NULL;
    if (comment)
        *comment = 0;
    walk->indented = blank(walk->line[0]);
    char *text = rh_trimmed(walk->line);
    memmove(walk->line, text, strlen(text) + 1);
    return true;
}

char *rh_trimmed(char *text)
{
    while (blank(*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && blank(text[n - 1]))
        text[--n] = 0;
    return text;
}

int rh_cut_words(char *text, char *word[RH_LINE_WORDS])
{
    int n = 0;
    for (char *at = text; n < RH_LINE_WORDS;) {
        while (blank(*at))
            *at++ = 0;
        if (*at == 0)
            break;
        word[n++] = at;
        while (*at != 0 && !blank(*at))
            at++;
    }
    return n;
}

bool rh_read_number(const char *word, int64_t least, int64_t most, int64_t *number)
{
    const char *digits = *word == '-' || *word == '+' ? word + 1 : word;
    if (*digits == 0 || strlen(digits) > 18)
        return false;
    for (const char *d = digits; *d != 0; d++)
        if (*d < '0' || *d > '9')
            return false;
    *number = strtoll(word, NULL, 10);
    return *number >= least && *number <= most;
}

int rh_figure(const char *text)
{
    enum { MOST = 1000000 };
    const long figure = strtol(text, NULL, 10);
    return figure > MOST ? MOST : figure < -MOST ? -MOST : (int)figure;
}

/* Characters that cannot be seen, or that turn the text around them: controls, blanks other than the
 * usual one, zero-width and formatting characters (Unicode's Cc, Zs, Zl, Zp and Cf, and the fillers of
 * other scripts). */
static bool is_hidden(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } HIDDEN[] = {
        {0x0000, 0x001f},   {0x007f, 0x00a0}, {0x00ad, 0x00ad},   {0x034f, 0x034f},
        {0x0600, 0x0605},   {0x061c, 0x061c}, {0x06dd, 0x06dd},   {0x070f, 0x070f},
        {0x115f, 0x1160},   {0x1680, 0x1680}, {0x17b4, 0x17b5},   {0x180b, 0x180f},
        {0x2000, 0x200f},   {0x2028, 0x202f}, {0x205f, 0x206f},   {0x2800, 0x2800},
        {0x3000, 0x3000},   {0x3164, 0x3164}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
        {0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
        {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof HIDDEN / sizeof HIDDEN[0]; i++)
        if (c >= HIDDEN[i].first && c <= HIDDEN[i].last)
            return true;
    return false;
}

uint32_t rh_hidden_in(const char *name)
{
    for (const unsigned char *s = (const unsigned char *)name; *s;) {
        const size_t n = rh_utf8_step((const char *)s, strlen((const char *)s));
        if (n == 0)
            return 0xfffd;
        uint32_t c = n == 1 ? *s : *s & (0x7fu >> n);
        for (size_t i = 1; i < n; i++)
            c = c << 6 | (s[i] & 0x3f);
        if (is_hidden(c))
            return c;
        s += n;
    }
    return 0;
}

bool rh_read_names(char *text, rh_names *names, int *players, char why[RH_WHY_TEXT])
{
    const bool commas = strchr(text, ',') != NULL;
    rh_names found = {0};
    int n = 0;
    for (char *at = rh_trimmed(text); *at != 0;) {
        char *end = at + strcspn(at, commas ? "," : " \t");
        char *next = *end != 0 ? end + 1 : end;
        *end = 0;
        const char *name = rh_trimmed(at);
        at = next;
        if (*name == 0 && !commas)
            continue;
        if (*name == 0 || strpbrk(name, " \t;:#\"") != NULL) {
            snprintf(why, RH_WHY_TEXT,
                     "\"%.40s\" cannot be a player's name: a name is one word without ; : "
                     "# or \"",
                     name);
            return false;
        }
        const uint32_t hidden = rh_hidden_in(name);
        if (hidden) {
            snprintf(why, RH_WHY_TEXT,
                     "the name of player %d has a character in it that cannot be seen (U+%04X): "
                     "write it without",
                     n + 1, (unsigned)hidden);
            return false;
        }
        if (strlen(name) >= sizeof found.name[0]) {
            snprintf(why, RH_WHY_TEXT, "the name \"%.40s…\" is longer than %zu bytes", name,
                     sizeof found.name[0] - 1);
            return false;
        }
        if (n == RH_PLAYERS) {
            snprintf(why, RH_WHY_TEXT, "there are more than %d players", RH_PLAYERS);
            return false;
        }
        for (int p = 0; p < n; p++)
            if (strcmp(found.name[p], name) == 0) {
                snprintf(why, RH_WHY_TEXT, "two players are called \"%s\"", name);
                return false;
            }
        memcpy(found.name[n++], name, strlen(name) + 1);
    }
    if (n == 0) {
        snprintf(why, RH_WHY_TEXT, "no player is named");
        return false;
    }
    *names = found;
    *players = n;
    return true;
}
