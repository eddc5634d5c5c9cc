/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c: a record as the log of a game, and back; see rows.h.
 *
 * The lines of a record, struck or not, are played in the order in which they stand: a struck line of
 * number n follows the last line above it that is action n - 1, so going back to n - 1 before it is all
 * that is needed. Positions are kept along the branch that is being played, at most BRANCH of them; a
 * longer one, which nobody has taken back by hand, is left out, and so is a struck line that
 * cannot be played (any more). */
#include "server/rows.h"

#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "files/seats.h"
#include "roundhouse/digest.h"

enum { BRANCH = 4096 };

/* --- in ---------------------------------------------------------------------------------------- */

typedef struct {
    const rh_title *title;
    const rh_record *record;
    int64_t at;
    rh_rows *log; /* lines are borrowed from the record until the end */
    int room;
    rh_game
        *branch;  /* [0]: before the action in force that comes next; [i]: i struck lines further */
    int branches; /* room of it */
} taking;

static bool no_memory(rh_line_error *err)
{
    return rh_line_fails(err, 0, "there is not enough memory");
}

static bool add_row(taking *k, rh_row_kind kind, int seat, int ply, const char *line,
                    const rh_game *g)
{
    rh_rows *log = k->log;
    if (log->rows == k->room) {
        const int room = k->room ? 2 * k->room : 256;
        rh_row *more = realloc(log->row, (size_t)room * sizeof *more);
        if (!more)
            return false;
        log->row = more;
        k->room = room;
    }
    log->row[log->rows] = (rh_row){.seq = log->rows + 1,
                                   .unit = log->rows + 1,
                                   .at = k->at,
                                   .kind = kind,
                                   .made = RH_MADE_TAKEN,
                                   .seat = seat,
                                   .ply = ply,
                                   .line = line,
                                   .list = RH_DIGEST,
                                   .print = rh_digest(k->title, g, RH_DIGEST)};
    log->rows++;
    return true;
}

/* Whose is this line? It is about to be played. */
static int seat_of(const taking *k, const rh_game *g, const char *line)
{
    rh_action a;
    char why[RH_WHY_TEXT];
    if (!rh_action_read(k->title, g, &k->record->names, line, strlen(line), &a, why))
        return -1;
    const int player = rh_player_behind(k->title, g, a.act.by);
    return player >= 0 && player < k->record->players ? player : -1;
}

/* The lines that were taken back before action k->record->action[before], the first of which is struck[n],
 * and the way back. *n is then behind them. */
static bool take_struck(taking *k, int before, int *n)
{
    const rh_record *r = k->record;
    int ply = before, refused = 0; /* lines that follow a refused one are not played either */
    for (; *n < r->strucks && r->struck[*n].before == before; ++*n) {
        const char *line = r->text + r->struck[*n].at;
        const int number = r->struck[*n].number, depth = number - 1 - before;
        if (refused && number > refused)
            continue;
        refused = 0;
        if (depth + 1 >= k->branches) {
            const int room = 2 * k->branches < BRANCH ? 2 * k->branches : BRANCH;
            rh_game *more =
                depth + 1 < room ? realloc(k->branch, (size_t)room * sizeof *more) : NULL;
            if (!more) {
                refused = number;
                continue;
            }
            k->branch = more;
            k->branches = room;
        }
        rh_game *g = &k->branch[depth];
        g[1] = g[0];
        rh_action a;
        char why[RH_WHY_TEXT];
        if (!rh_action_read(k->title, &g[1], &r->names, line, strlen(line), &a, why) ||
            !rh_accepted(rh_apply(k->title, &g[1], &a, NULL))) {
            refused = number;
            continue;
        }
        if (ply >= number && !add_row(k, RH_ROW_UNDO, -1, number - 1, "", g))
            return false;
        if (!add_row(k, RH_ROW_ACT, seat_of(k, g, line), number, line, &g[1]))
            return false;
        ply = number;
    }
    return ply == before || add_row(k, RH_ROW_UNDO, -1, before, "", k->branch);
}

static bool take_lines(taking *k, rh_line_error *err)
{
    const rh_record *r = k->record;
    rh_game *g = k->branch;
    int struck = 0;
    if (!rh_record_start(k->title, r, g, err) || !rh_record_verify(k->title, r, 0, g, err))
        return false;
    for (int i = 0; i <= r->actions; i++) {
        if (!take_struck(k, i, &struck))
            return no_memory(err);
        g = k->branch;
        if (i == r->actions)
            break;
        const char *line = r->text + r->action[i].at;
        const int seat = seat_of(k, g, line);
        if (!rh_record_play(k->title, r, i, g, NULL, err) ||
            !rh_record_verify(k->title, r, i + 1, g, err))
            return false;
        if (!add_row(k, RH_ROW_ACT, seat, i + 1, line, g))
            return no_memory(err);
    }
    return true;
}

/* Lines of its own instead of the record's. */
static bool own_lines(rh_rows *log)
{
    size_t len = 1;
    for (int i = 0; i < log->rows; i++)
        len += strlen(log->row[i].line) + 1;
    char *at = log->text = malloc(len);
    for (int i = 0; i < log->rows && at; i++) {
        const size_t n = strlen(log->row[i].line) + 1;
        memcpy(at, log->row[i].line, n);
        log->row[i].line = at;
        at += n;
    }
    return log->text != NULL;
}

/* How far the comments go with which the text begins: who sits where (files/seats.h). */
static size_t comments(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len && text[at] == '#') {
        const char *end = memchr(text + at, '\n', len - at);
        if (!end)
            break;
        at = (size_t)(end - text) + 1;
    }
    return at;
}

/* The comments and headers of a record, ended by an empty line. */
static char *setup_of(const rh_record *r, const rh_title *t, const char *text, size_t comment)
{
    rh_record head = *r;
    head.rules = t->rules_version;
    head.actions = head.strucks = 0;
    head.result[0] = 0;
    head.check = (rh_record_check){0};
    const size_t len = rh_record_write(&head, NULL, 0);
    char *setup = malloc(comment + len + 2);
    if (!setup)
        return NULL;
    memcpy(setup, text, comment);
    rh_record_write(&head, setup + comment, len + 1);
    memcpy(setup + comment + len, "\n", 2);
    return setup;
}

bool rh_take_record(const char *record, size_t len, int most, int64_t at, rh_taken *out,
                    rh_line_error *err)
{
    rh_record r;
    rh_load_error load;
    rh_title *t = NULL;
    *out = (rh_taken){0};
    bool good = rh_record_read(record, len, &r, err);
    if (good && r.actions + r.strucks > most)
        good =
            rh_line_fails(err, 0, "the record has %d actions, more than any game; %d are the most",
                          r.actions + r.strucks, most);
    if (good) {
        t = rh_record_title(&r, &load);
        good = t || rh_line_fails(err, 0, "%.230s", load.text);
    }
    if (good) {
        taking k = {.title = t, .record = &r, .at = at, .log = &out->log, .branches = 8};
        k.branch = malloc((size_t)k.branches * sizeof *k.branch);
        good = k.branch ? take_lines(&k, err) : no_memory(err);
        free(k.branch);
        strcpy(out->title, r.title);
        out->rules = t->rules_version;
        out->seats = r.players;
        out->setup = setup_of(&r, t, record, comments(record, len));
        good = (own_lines(&out->log) && out->setup) ? good : no_memory(err);
    }
    rh_title_free(t);
    rh_record_free(&r);
    return good;
}

char *rh_setup_with(const char *setup, const char *said, char *players, rh_line_error *err)
{
    rh_record r;
    char why[RH_WHY_TEXT], *out = NULL;
    const size_t len = strlen(said);
    bool good = rh_record_read(setup, strlen(setup), &r, err);
    const int were = good ? r.players : 0;
    if (good && (comments(said, len) != len || len > RH_SEATS_TEXT))
        good = rh_line_fails(err, 0, "comments are lines that begin with #, %d bytes at most",
                             RH_SEATS_TEXT);
    if (good && !rh_read_names(players, &r.names, &r.players, why))
        good = rh_line_fails(err, 0, "%s", why);
    if (good && r.players != were)
        good = rh_line_fails(err, 0, "the game has %d players", were);
    if (good) {
        const size_t head = rh_record_write(&r, NULL, 0);
        out = malloc(len + head + 2);
        if (out) {
            memcpy(out, said, len);
            rh_record_write(&r, out + len, head + 1);
            if (head < 2 || out[len + head - 2] != '\n') /* as rh_take_record() ends it */
                memcpy(out + len + head, "\n", 2);
        } else {
            no_memory(err);
        }
    }
    rh_record_free(&r);
    return out;
}

bool rh_setups_agree(const char *one, const char *other)
{
    return strcmp(one + comments(one, strlen(one)), other + comments(other, strlen(other))) == 0;
}

void rh_taken_free(rh_taken *t)
{
    free(t->setup);
    rh_rows_free(&t->log);
    *t = (rh_taken){0};
}

/* --- out --------------------------------------------------------------------------------------- */

int rh_lines_in_force(const rh_rows *log, const char ***out)
{
    int now = 0, most = 0;
    const char **line = malloc(((size_t)log->rows + 1) * sizeof *line);
    bool good = line != NULL;
    *out = line;
    for (int i = 0; i < log->rows && good; i++) {
        const rh_row *r = &log->row[i];
        if (r->kind == RH_ROW_ACT) {
            line[now++] = r->line;
            most = now;
        } else if (r->kind == RH_ROW_UNDO) {
            good = r->ply >= 0 && r->ply <= now;
            now = r->ply;
        } else if (r->kind == RH_ROW_REDO) {
            good = r->ply >= now && r->ply <= most;
            now = r->ply;
        }
        good = good && r->ply == now;
    }
    if (good)
        return now;
    free(line);
    *out = NULL;
    return -1;
}

/* Into the record goes what is in force, or everything as it happened. */
static bool put_lines(rh_record *r, const rh_rows *log, bool struck)
{
    rh_rows so_far = *log;
    const char **line;
    const int lines = rh_lines_in_force(log, &line);
    bool good = lines >= 0;
    if (!struck) {
        for (int i = 0; i < lines && good; i++)
            good = rh_record_add(r, line[i]);
        free(line);
        return good;
    }
    free(line);
    for (int i = 0; i < log->rows && good; i++) {
        const rh_row *row = &log->row[i];
        if (row->kind == RH_ROW_ACT) {
            good = rh_record_add(r, row->line);
        } else if (row->kind == RH_ROW_UNDO) {
            good = rh_record_back(r, row->ply);
        } else if (row->kind == RH_ROW_REDO) {
            so_far.rows = i + 1;
            good = rh_lines_in_force(&so_far, &line) >= 0;
            for (int n = r->actions; n < row->ply && good; n++)
                good = rh_record_add(r, line[n]);
            free(line);
        }
    }
    return good;
}

char *rh_record_of_rows(const char *setup, const rh_rows *log, bool struck, size_t *len,
                        rh_line_error *err)
{
    rh_record r;
    char *text = NULL;
    const size_t length = strlen(setup), comment = comments(setup, length);
    bool good = rh_record_read(setup, length, &r, err);
    if (good && !put_lines(&r, log, struck))
        good = rh_line_fails(err, 0, "the rows are no log of a game, or there is no memory");
    if (good && log->rows > 0) {
        const rh_row *last = &log->row[log->rows - 1];
        r.check =
            (rh_record_check){.list = last->list, .actions = last->ply, .digest = last->print};
    }
    if (good) {
        *len = comment + rh_record_write(&r, NULL, 0);
        text = malloc(*len + 1);
        if (text) {
            memcpy(text, setup, comment);
            rh_record_write(&r, text + comment, *len - comment + 1);
        } else {
            no_memory(err);
        }
    }
    rh_record_free(&r);
    return text;
}
