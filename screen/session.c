/* SPDX-License-Identifier: Apache-2.0 */
/* session.c: a game with all its past; see session.h.
 *
 * Bounds of the loops: none of its own; what grows with the actions is the memory for their
 * positions. */
#include "screen/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "foreign/open.h"

static const char NO_MEMORY[] = "there is not enough memory";

static bool fails(char *why, const char *text)
{
    (void)snprintf(why, RH_SESSION_WHY, "%s", text);
    return false;
}

void rh_session_forget(rh_session *s)
{
    rh_title_free(s->title);
    rh_record_free(&s->record);
    free(s->past);
    *s = (rh_session){0};
}

/* Room for the position after `actions` actions. */
static bool make_room(rh_session *s, size_t actions)
{
    if (actions < s->room)
        return true;
    const size_t room = actions + actions / 2 + 64;
    rh_game *more = realloc(s->past, room * sizeof *more);
    if (!more)
        return false;
    s->past = more;
    s->room = room;
    return true;
}

/* Replays what the record of a new session says. */
static bool fill(rh_session *s, rh_line_error *err)
{
    if (!make_room(s, (size_t)s->record.actions))
        return rh_line_fails(err, 0, NO_MEMORY);
    const bool good = rh_record_replay_past(s->title, &s->record, s->past, err);
    s->record.rules = s->title->rules_version;
    return good;
}

bool rh_session_take(rh_session *s, rh_title *t, rh_record *r, rh_line_error *err)
{
    rh_session fresh = {.title = t, .record = *r};
    *r = (rh_record){0};
    if (!fill(&fresh, err)) {
        rh_session_forget(&fresh);
        return false;
    }
    rh_session_forget(s);
    *s = fresh;
    return true;
}

/* The same with the title that the record itself names or carries. */
static bool take_record(rh_session *s, rh_record *r, const char *name, char *why)
{
    rh_line_error err = {0};
    rh_load_error load;
    rh_title *t = rh_record_title(r, &load);
    if (!t) {
        rh_record_free(r);
        return fails(why, load.text);
    }
    if (rh_session_take(s, t, r, &err))
        return true;
    rh_load_fails(&load, name, (uint32_t)err.line, 0, "%s", err.why);
    return fails(why, load.text);
}

bool rh_session_begin(rh_session *s, rh_record *headers, char why[RH_SESSION_WHY])
{
    return take_record(s, headers, "the new game", why);
}

bool rh_session_open(rh_session *s, const char *name, const char *text, size_t len,
                     char why[RH_SESSION_WHY])
{
    rh_record r = {0};
    rh_load_error err;
    if (rh_open_game(name, text, len, &r, &err))
        return take_record(s, &r, name, why);
    rh_record_free(&r);
    return fails(why, err.text);
}

bool rh_session_do(rh_session *s, const rh_action *a, rh_events *events, rh_refusal *no)
{
    const int k = s->record.actions;
    char line[RH_ACTION_TEXT];
    if (!make_room(s, (size_t)k + 1))
        return false;
    s->past[k + 1] = s->past[k];
    *no = rh_apply(s->title, &s->past[k + 1], a, events);
    if (!rh_accepted(*no))
        return true;
    rh_action_write(s->title, &s->record.names, a, line);
    if (!rh_record_add(&s->record, line))
        return false;
    if (s->past[k + 1].over != RH_PLAYING)
        rh_record_result(s->title, &s->record.names, &s->past[k + 1], s->record.result);
    return true;
}

bool rh_session_back(rh_session *s, int to) { return rh_record_back(&s->record, to); }

bool rh_session_action(const rh_session *s, int k, rh_action *a)
{
    char why[RH_ACTION_WHY];
    const char *line = s->record.text + s->record.action[k].at;
    return rh_action_read(s->title, &s->past[k], &s->record.names, line, strlen(line), a, why);
}
