/* SPDX-License-Identifier: Apache-2.0 */
/* Records of all titles, under any options and versions. What is read is written so that it is read
 * the same again; what is wrong is said with a line of the text; a record that starts can be replayed
 * until something in it is refused, and the promises hold all the way. */
#include <stdlib.h>
#include <string.h>

#include "files/record.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { ROOM = 256 * 1024, ACTIONS = 40 };

static const char *const WORDS[] = {
    "title:",    "rules:", "players:", "seed:", "options:", "option:", "result:", "check:",
    "position:", "1",      "2",        "18nl",  "18norway", "18or",    "18scan",  "1988",
    "Anna",      "Bo",     "Cia",      "undo",  "#",        NULL};
static const tongue RECORD = {.words = WORDS, .actions = true, .statements = true};
SPEAKS(RECORD)

static size_t lines_of(const uint8_t *data, size_t len)
{
    size_t lines = 1;
    for (size_t i = 0; i < len; i++)
        lines += data[i] == '\n';
    return lines;
}

static void check_error(const rh_line_error *err, size_t lines)
{
    must(err->why[0] != 0 && memchr(err->why, 0, sizeof err->why), "a refusal has a sentence");
    must(err->line >= 0 && (size_t)err->line <= lines, "it names a line of the text");
}

static void replay(const rh_title *t, const rh_record *r, size_t lines)
{
    static rh_game g, before;
    rh_line_error err;
    if (!rh_record_start(t, r, &g, &err)) {
        check_error(&err, lines);
        return;
    }
    must_keep_promises(t, &g);
    for (int n = 0; n < r->actions && n < ACTIONS; n++) {
        before = g;
        if (!rh_record_play(t, r, n, &g, NULL, &err)) {
            check_error(&err, lines);
            must(memcmp(&before, &g, sizeof g) == 0, "a refusal leaves the game alone");
            return;
        }
        must_keep_promises(t, &g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static char first[ROOM], second[ROOM];
    rh_record r, again;
    rh_line_error err;
    rh_load_error load;
    if (len > ROOM / 4)
        return 0;
    if (!rh_record_read((const char *)data, len, &r, &err)) {
        check_error(&err, lines_of(data, len));
        rh_record_free(&r);
        return 0;
    }
    const size_t n = rh_record_write(&r, first, ROOM);
    must(n < ROOM && rh_record_read(first, n, &again, &err), "what was written can be read");
    must(rh_record_write(&again, second, ROOM) == n && memcmp(first, second, n) == 0,
         "reading undoes writing");
    const rh_title *t = table_title(&r, &load);
    if (t != NULL)
        replay(t, &r, lines_of(data, len));
    else
        must(load.text[0] != 0, "an option that is refused has a sentence");
    rh_record_free(&again);
    rh_record_free(&r);
    return 0;
}
