/* SPDX-License-Identifier: Apache-2.0 */
/* screen.h: what a screen asks and what it gets, as JSON.
 *
 * A screen knows no rule of any title. It sends {"ask": "legal"} or {"ask": "do", "line": "H pass"}
 * and shows the answer; docs/web.md lists the questions. The page calls this through wasm/, tests
 * call it natively, and both get the same bytes. An answer is an object or an array; what could not
 * be answered is {"error": sentence}, what the rules forbid {"refused": {…}}. */
#ifndef ROUNDHOUSE_SCREEN_SCREEN_H
#define ROUNDHOUSE_SCREEN_SCREEN_H

#include "bots/bots.h"
#include "screen/session.h"
#include "text/json.h"

typedef struct {
    rh_session session;
    rh_json_memory memory; /* of the question */
    rh_json_writer answer;
    rh_json_memory about_memory; /* of what a title says of itself … */
    const rh_json *about;
    char about_of[12]; /* … and which title that is */
    char *picture;     /* room for drawings */
    size_t picture_room;
    rh_bot_work work; /* of bots; lends its scratch memory to route searches */
    bool ready;       /* work has its memory */
} rh_screen;

/* Borrowed: the answer, ended by 0, until the next question. Start with {0}. */
const char *rh_screen_ask(rh_screen *s, const char *question, size_t len);
void rh_screen_forget(rh_screen *s);

#endif
