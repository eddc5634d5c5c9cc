/* SPDX-License-Identifier: Apache-2.0 */
/* roundhouse.c: the engine for browsers: a few functions over numbers and bytes.
 *
 * A module has one game in it, as a page has one table on it, so that JavaScript need not keep
 * pointers into its memory. Texts go in through rh_wasm_alloc() and come out as a pointer to bytes
 * that end with 0. The state is the bytes of rh_wasm_state(), the same as those of the native
 * engine; tests/wasm/ compares them. What a screen needs goes through rh_wasm_ask(), JSON in and JSON
 * out (screen/screen.h), about a game of its own. */
#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "roundhouse/engine.h"
#include "screen/screen.h"

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

/* Declared here and by the callers: JavaScript, and tests/wasm/native.c in its place. */
EXPORT(rh_wasm_alloc) void *rh_wasm_alloc(size_t len);
EXPORT(rh_wasm_free) void rh_wasm_free(void *p);
EXPORT(rh_wasm_replay) int rh_wasm_replay(const char *text, size_t len);
EXPORT(rh_wasm_do) int rh_wasm_do(const char *line, size_t len);
EXPORT(rh_wasm_message) const char *rh_wasm_message(void);
EXPORT(rh_wasm_legal) size_t rh_wasm_legal(void);
EXPORT(rh_wasm_state) const void *rh_wasm_state(void);
EXPORT(rh_wasm_state_size) size_t rh_wasm_state_size(void);
EXPORT(rh_wasm_ask) const char *rh_wasm_ask(const char *question, size_t len);

static struct {
    rh_title *title; /* NULL before the first replay */
    rh_record record;
    rh_game game;
    char message[640];
} table;

enum { REFUSED = 1, UNREADABLE = 2 }; /* as the exit codes of the command line */

static int says(int code, const char *text)
{
    const size_t n = strlen(text), room = sizeof table.message - 1;
    memcpy(table.message, text, n < room ? n : room);
    table.message[n < room ? n : room] = 0;
    return code;
}

/* Room for len bytes, 0 if there is none. */
void *rh_wasm_alloc(size_t len) { return malloc(len ? len : 1); }

void rh_wasm_free(void *p) { free(p); }

/* Replays a record; the game is then the table's. 0: every action was accepted; 1: one was
 * refused, and the game stands before it; 2: the text is no record, or its title is not here. */
int rh_wasm_replay(const char *text, size_t len)
{
    rh_line_error err;
    rh_load_error load;
    rh_record_free(&table.record);
    rh_title_free(table.title);
    table.title = NULL;
    if (!rh_record_read(text, len, &table.record, &err))
        return says(UNREADABLE, err.why);
    table.title = rh_record_title(&table.record, &load);
    if (!table.title)
        return says(UNREADABLE, load.text);
    if (!rh_record_replay(table.title, &table.record, &table.game, &err))
        return says(REFUSED, err.why);
    return says(0, "");
}

/* Plays one action, given as its line in a record. 0, 1 or 2 as above. */
int rh_wasm_do(const char *line, size_t len)
{
    static rh_action a;
    char why[RH_ACTION_WHY];
    if (!table.title)
        return says(UNREADABLE, "there is no game yet");
    if (!rh_action_read(table.title, &table.game, &table.record.names, line, len, &a, why))
        return says(UNREADABLE, why);
    const rh_refusal no = rh_apply(table.title, &table.game, &a, NULL);
    if (rh_accepted(no))
        return says(0, "");
    rh_refusal_text(table.title, &table.record.names, no, table.message, sizeof table.message);
    return REFUSED;
}

/* Why the last answer was not 0; it ends with 0. */
const char *rh_wasm_message(void) { return table.message; }

/* How many choices are legal now. */
size_t rh_wasm_legal(void) { return table.title ? rh_legal(table.title, &table.game, NULL, 0) : 0; }

/* The game after the last replay or action. */
const void *rh_wasm_state(void) { return &table.game; }

size_t rh_wasm_state_size(void) { return sizeof table.game; }

/* The answer to a question of screen/screen.h; it ends with 0 and lives until the next one. */
const char *rh_wasm_ask(const char *question, size_t len)
{
    static rh_screen screen;
    return rh_screen_ask(&screen, question, len);
}
