/* SPDX-License-Identifier: Apache-2.0 */
/* takeover.c: whole records become logs; see takeover.h. The bound of its loops is the number of games
 * in the file, and replay.h's of actions in each. */
#include "server/takeover.h"

#include <stdio.h>
#include <string.h>

#include "files/seats.h"
#include "server/replay.h"
#include "server/rows.h"

static const char MARK[] = "records taken over";

typedef struct {
    rh_log *log;
    int64_t person;
    bool removed; /* the bin is gone through */
    rh_store_say *say;
    void *context;
    int games;
    rh_log_answer answer; /* RH_LOG_DONE as long as the store takes what it is given */
    char *why;
} walk;

static void stays(walk *w, const rh_store_game *game, const char *reason)
{
    char sentence[RH_STORE_WHY];
    (void)snprintf(sentence, sizeof sentence, "game %s%s stays as it is, a record: %.400s",
                   game->id, w->removed ? " in the bin" : "", reason);
    w->say(sentence, w->context);
}

/* Who sits where: the bots that the record names, otherwise the person. */
static int seats_of(const walk *w, const rh_store_game *game, rh_change *change)
{
    rh_record r;
    rh_line_error err;
    rh_seats seats;
    int n = 0;
    if (rh_record_read(game->record, game->len, &r, &err)) {
        rh_seats_read(game->record, &r, &seats);
        for (; n < r.players; n++) {
            change[n] = (rh_change){.kind = RH_CHANGE_SEAT, .seat = n, .person = w->person};
            if (rh_seat_is_bot(&seats, n))
                (void)snprintf(change[n].bot, sizeof change[n].bot, "%s", seats.kind[n]);
        }
    }
    rh_record_free(&r);
    return n;
}

static bool keep(walk *w, rh_log_job *j)
{
    if (rh_log_write_now(w->log, j) == RH_LOG_DONE)
        return true;
    w->answer = j->answer;
    memcpy(w->why, j->why, RH_LOG_WHY);
    return false;
}

/* In the bin one id may stand several times, and beside a game of the same id. */
static bool name_game(const walk *w, const rh_store_game *game, char id[RH_LOG_ID])
{
    const int n = w->removed
                      ? snprintf(id, RH_LOG_ID, "%s-%lld", game->id, (long long)game->revision)
                      : snprintf(id, RH_LOG_ID, "%s", game->id);
    return n < RH_LOG_ID;
}

static void take_game(const rh_store_game *game, void *context)
{
    walk *w = context;
    char id[RH_LOG_ID];
    rh_taken t;
    rh_line_error err = {0};
    rh_change change[RH_PLAYERS];
    if (w->answer != RH_LOG_DONE || game->len == 0) /* of the bin, after its days */
        return;
    if (!name_game(w, game, id)) {
        stays(w, game, "its id is too long");
        return;
    }
    if (!rh_take_record(game->record, game->len, rh_replay_usual.actions, game->changed * 1000, &t,
                        &err)) {
        stays(w, game, err.why);
        rh_taken_free(&t);
        return;
    }
    rh_log_job j = {.kind = RH_WRITE_GAME,
                    .now = game->created * 1000,
                    .public_id = id,
                    .title = t.title,
                    .rules = t.rules,
                    .seats = t.seats,
                    .person = w->person,
                    .text = t.setup,
                    .row = t.log.row,
                    .rows = t.log.rows,
                    .change = change,
                    .changes = seats_of(w, game, change)};
    const rh_log_answer answer = rh_log_write_now(w->log, &j);
    if (answer == RH_LOG_TAKEN) {
        rh_log_game there; /* taken over before an interruption, or somebody else's */
        char why[RH_LOG_WHY];
        if (rh_log_find(w->log, id, &there, why) == RH_LOG_DONE) {
            if (there.created != j.now || strcmp(there.setup, t.setup) != 0)
                stays(w, game, j.why);
            rh_log_game_free(&there);
        }
    } else if (answer == RH_LOG_FAILED) { /* a line is too long, say */
        stays(w, game, j.why);
    } else if (answer != RH_LOG_DONE) {
        w->answer = answer;
        memcpy(w->why, j.why, RH_LOG_WHY);
    } else {
        rh_log_job away = {
            .kind = RH_WRITE_REMOVE, .now = game->removed * 1000, .game = j.id, .removed = true};
        w->games += !w->removed || keep(w, &away);
    }
    rh_taken_free(&t);
}

rh_log_answer rh_take_over(rh_log *l, const char *path, int64_t person, rh_store_say *say,
                           void *context, int *games, char why[RH_LOG_WHY])
{
    walk w = {.log = l, .person = person, .say = say, .context = context, .why = why};
    int64_t when;
    *games = 0;
    const rh_log_answer marked = rh_log_mark(l, MARK, &when, why);
    if (marked != RH_LOG_NO_SUCH)
        return marked;
    rh_store *old = rh_store_look(path, why);
    if (!old)
        return RH_LOG_FAILED;
    bool read = rh_store_each(old, false, take_game, &w, why) == RH_STORE_DONE;
    w.removed = true;
    read = read && rh_store_each(old, true, take_game, &w, why) == RH_STORE_DONE;
    rh_store_close(old);
    *games = w.games;
    if (!read)
        return RH_LOG_FAILED;
    rh_log_job mark = {.kind = RH_WRITE_MARK, .now = 1, .text = MARK};
    if (w.answer == RH_LOG_DONE)
        (void)keep(&w, &mark);
    return w.answer;
}
