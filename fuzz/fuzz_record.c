/* SPDX-License-Identifier: Apache-2.0 */
/* Records and positions. What is read is written so that it is read the same again; what is wrong
 * is said with a line of the text; a position that is accepted keeps the promises of the game and
 * can be written and read back to the byte. */
#include <stdlib.h>
#include <string.h>

#include "files/position.h"
#include "files/record.h"
#include "files/title.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { ROOM = 256 * 1024 };

static const rh_title *title(void)
{
    static rh_title *t;
    rh_load_error err;
    if (!t)
        t = rh_title_load_id("18nl", 0, NULL, 0, &err);
    return t;
}

static void check_error(const rh_line_error *err, size_t lines)
{
    if (err->why[0] == 0 || !memchr(err->why, 0, sizeof err->why) || err->line < 0 ||
        (size_t)err->line > lines)
        abort();
}

static void check_position(const rh_record *r, const rh_game *g)
{
    static char text[ROOM];
    static rh_position s;
    rh_game start;
    char why[RH_WHY_TEXT];
    if (rh_broken_promise(title(), g) != NULL ||
        !rh_accepted(rh_new(title(), r->players, r->seed, &start)))
        abort();
    if (rh_position_write(title(), &r->names, &start, g, text, ROOM) >= ROOM)
        abort();
    rh_position_start(&s, title(), &r->names, &start);
    for (char *at = text; *at != 0;) {
        char *end = strchr(at, '\n');
        *end = 0;
        if (!rh_position_say(&s, at, why))
            abort();
        at = end + 1;
    }
    if (!rh_position_end(&s, why) || memcmp(&s.game, g, sizeof *g) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static char first[ROOM], second[ROOM];
    rh_record r, again;
    rh_line_error err;
    rh_game g;
    size_t lines = 1;
    for (size_t i = 0; i < len; i++)
        lines += data[i] == '\n';
    if (len > ROOM / 4)
        return 0;
    if (!rh_record_read((const char *)data, len, &r, &err)) {
        check_error(&err, lines);
        rh_record_free(&r);
        return 0;
    }
    const size_t n = rh_record_write(&r, first, ROOM);
    if (n >= ROOM || !rh_record_read(first, n, &again, &err) ||
        rh_record_write(&again, second, ROOM) != n || memcmp(first, second, n) != 0)
        abort();
    if (strcmp(r.title, "18nl") == 0) {
        if (!rh_record_start(title(), &r, &g, &err))
            check_error(&err, lines);
        else if (r.positions)
            check_position(&r, &g);
    }
    rh_record_free(&again);
    rh_record_free(&r);
    return 0;
}
