/* SPDX-License-Identifier: Apache-2.0 */
/* desk_games.c: the games in memory: read from the log, and kept there as long as there is room.
 *
 * A game is read with all its rows. They are played again from the start, unless a snapshot tells how the game stood
 * after one of them: a position as this very program packs it (rh_desk_offer.engine), which is believed only if its
 * print is that of the row. It is written before a game leaves the memory, when the program ends, and every SNAP_ROWS
 * rows, and may be lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "server/desk_parts.h"
#include "server/trap.h"

enum { SNAP_ROWS = 64 };

/* --- titles ------------------------------------------------------------------------------------ */

/* The headers without what differs from game to game. Yours to free(). */
static char *title_key(const rh_record *r)
{
    rh_record bare = *r; /* shares all with r */
    bare.players = bare.actions = bare.strucks = bare.positions = 0;
    bare.seed = 0;
    bare.result[0] = 0;
    bare.check = (rh_record_check){0};
    const size_t len = rh_record_write(&bare, NULL, 0);
    char *key = malloc(len + 1);
    if (key)
        rh_record_write(&bare, key, len + 1);
    return key;
}

static title_use *use_title(rh_desk *d, const rh_record *r, rh_line_error *err)
{
    rh_load_error load;
    char *key = title_key(r);
    for (title_use *u = key ? d->title : NULL; u; u = u->next)
        if (strcmp(u->key, key) == 0) {
            free(key);
            u->games++;
            return u;
        }
    title_use *u = calloc(1, sizeof *u);
    if (key && u)
        u->title = rh_record_title(r, &load);
    if (!key || !u || !u->title) {
        rh_line_fails(err, 0, "%.230s", key && u ? load.text : "there is not enough memory");
        free(key);
        free(u);
        return NULL;
    }
    *u = (title_use){.next = d->title, .key = key, .title = u->title, .games = 1};
    d->title = u;
    return u;
}

static void leave_title(rh_desk *d, title_use *u)
{
    if (!u || --u->games > 0)
        return;
    title_use **at = &d->title;
    while (*at != u)
        at = &(*at)->next;
    *at = u->next;
    rh_title_free(u->title);
    free(u->key);
    free(u);
}

/* --- games in memory --------------------------------------------------------------------------- */

size_t row_of(const char *id)
{
    size_t h = 1469598103934665603u;
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 1099511628211u;
    return h % ROWS_OF_GAMES;
}

void free_game(rh_desk *d, game *g)
{
    if (g->watched)
        rh_log_unwatch(d->log, g->kept.id);
    free_programmes(g->programmes, g->owners);
    rh_table_free(g->table);
    leave_title(d, g->title);
    rh_log_game_free(&g->kept);
    free(g->watcher);
    free(g->wait);
    free(g);
}

void forget_game(rh_desk *d, game *g)
{
    game **at = &d->game[row_of(g->kept.public_id)];
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    d->games--;
    d->bytes -= g->bytes;
    free_game(d, g);
}

bool is_quiet(const game *g)
{
    return g->broken ? !g->thinks
                     : g->watchers == 0 && g->waits == 0 && !g->first && !g->thinks &&
                           g->call_at == 0 && g->card_at == 0;
}

/* --- snapshots --------------------------------------------------------------------------------- */

/* Hands it to the log, if there is something that the last one lacks. */
void write_snapshot(rh_desk *d, game *g)
{
    const asker nobody = {0};
    size_t len = 0;
    if (!d->offer.engine || g->snapped == rh_table_head(g->table))
        return;
    deed *e = new_deed(d, NULL, &nobody, RH_ROW_ACT);
    void *state = e ? rh_table_pack(g->table, &len) : NULL;
    if (!state) {
        free(e);
        return;
    }
    g->snapped = rh_table_head(g->table);
    e->body = state;
    e->job = (rh_log_job){.kind = RH_WRITE_SNAPSHOT,
                          .now = d->now,
                          .game = g->kept.id,
                          .text = d->offer.engine,
                          .state = state,
                          .len = len,
                          .seq = g->snapped,
                          .ply = (int)rh_table_ply(g->table)};
    send_beside(e);
}

void write_snapshot_soon(rh_desk *d, game *g)
{
    if (rh_table_head(g->table) - g->snapped >= SNAP_ROWS)
        write_snapshot(d, g);
}

/* --- room -------------------------------------------------------------------------------------- */

static game *longest_unused(const rh_desk *d, const game *but)
{
    game *oldest = NULL;
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        for (game *g = d->game[i]; g; g = g->next)
            if (g != but && is_quiet(g) && (!oldest || g->used < oldest->used))
                oldest = g;
    return oldest;
}

/* Beyond the room that there is those go that nobody has looked at for longest. Games that are in use stay, and the
 * one that was just opened. */
static void make_room(rh_desk *d, const game *opened)
{
    for (game *g; d->bytes > d->offer.cache && (g = longest_unused(d, opened));) {
        if (!g->broken)
            write_snapshot(d, g);
        forget_game(d, g);
    }
}

void count_bytes(rh_desk *d, game *g)
{
    d->bytes -= g->bytes;
    g->bytes = sizeof *g + rh_table_bytes(g->table);
    d->bytes += g->bytes;
}

bool take_rows(game *g, const rh_rows *rows, rh_line_error *err)
{
    for (int i = 0; i < rows->rows; i++)
        if (rows->row[i].seq > rh_table_head(g->table) &&
            !rh_table_take(g->table, &rows->row[i], err))
            return false;
    return true;
}

bool read_rows(rh_desk *d, game *g, rh_no *no)
{
    char why[RH_LOG_WHY] = "";
    rh_line_error err = {0};
    for (;;) {
        rh_rows rows = {0};
        const rh_log_answer a =
            rh_log_rows(d->log, g->kept.id, rh_table_head(g->table), RH_DESK_ROWS, &rows, why);
        const int n = rows.rows;
        const bool good = a == RH_LOG_DONE && take_rows(g, &rows, &err);
        rh_rows_free(&rows);
        if (a != RH_LOG_DONE)
            log_trouble(a, why, no);
        else if (!good)
            say_no(no, RH_BUSY, "this game cannot be opened: %s", err.why);
        if (!good || n < RH_DESK_ROWS)
            return good;
    }
}

void read_names(rh_desk *d, game *g)
{
    char why[RH_LOG_WHY];
    rh_person p;
    for (int i = 0; i < rh_table_seats(g->table); i++) {
        const int64_t who = rh_table_seat(g->table, i)->person;
        g->who[i][0] = 0;
        if (who && rh_log_person(d->log, who, &p, why) == RH_LOG_DONE)
            (void)snprintf(g->who[i], sizeof g->who[i], "%s", p.name);
    }
}

static bool make_table(game *g, rh_no *no)
{
    rh_line_error err = {0};
    g->table = rh_table_make(g->title->title, g->kept.setup, &g->policy, &err);
    if (!g->table) {
        say_no(no, RH_BUSY, "this game cannot be opened: %s", err.why);
        return false;
    }
    for (int p = 0; p < rh_table_seats(g->table); p++)
        rh_table_sit(g->table, p, &g->kept.seat[p]);
    return true;
}

/* From a snapshot of this very program and the rows behind it. False: there is none, or it is not believed. */
static bool resume(rh_desk *d, game *g)
{
    rh_no no;
    char why[RH_LOG_WHY];
    rh_snapshot s = {0};
    if (!d->offer.engine ||
        rh_log_snapshot(d->log, g->kept.id, d->offer.engine, &s, why) != RH_LOG_DONE)
        return false;
    const bool good = make_table(g, &no) && rh_table_resume(g->table, s.seq, s.state, s.len) &&
                      read_rows(d, g, &no) && rh_table_is_resumed(g->table);
    g->snapped = s.seq;
    free(s.state);
    if (!good) {
        rh_table_free(g->table);
        g->table = NULL;
        g->snapped = 0;
    }
    d->resumed += good;
    return good;
}

static bool replay(rh_desk *d, game *g, rh_no *no)
{
    d->replayed++;
    return make_table(g, no) && read_rows(d, g, no);
}

/* From the log: headers, title, table, rows. */
static bool open_game(rh_desk *d, game *g, rh_no *no)
{
    rh_record r = {0};
    rh_line_error err = {0};
    (void)read_policy(g->kept.policy, g);
    if (d->offer.owner)
        g->policy.calls = false;
    if (rh_record_read(g->kept.setup, strlen(g->kept.setup), &r, &err))
        g->title = use_title(d, &r, &err);
    rh_record_free(&r);
    if (!g->title) {
        say_no(no, RH_BUSY, "this game cannot be opened: %s", err.why);
        return false;
    }
    if (!resume(d, g) && !replay(d, g, no))
        return false;
    for (int p = 0; p < rh_table_seats(g->table); p++)
        rh_table_sit(g->table, p, &g->kept.seat[p]); /* as it is now, whatever rows left out */
    read_names(d, g);
    return true;
}

static bool is_locked(rh_desk *d, const game *g, rh_no *no)
{
    int64_t row;
    if (!d->offer.engine || !rh_trap_is_locked(d->log, d->offer.engine, g->kept.public_id, &row))
        return false;
    say_no(
        no, RH_BUSY,
        "this game is locked: the program failed twice behind its row %lld. Nothing is lost; its "
        "host can still save it, and a mended program will open it",
        (long long)row);
    return true;
}

game *read_game(rh_desk *d, const char *id, bool binned, rh_no *no)
{
    char why[RH_LOG_WHY] = "";
    game *g = calloc(1, sizeof *g);
    if (!g) {
        say_no(no, RH_BUSY, "there is not enough memory");
        return NULL;
    }
    const rh_log_answer a =
        rh_public_id_fits(id) ? rh_log_find(d->log, id, &g->kept, why) : RH_LOG_NO_SUCH;
    const bool away = g->kept.removed && !binned;
    if (a == RH_LOG_DONE)
        rh_trap_at(g->kept.public_id, g->kept.last);
    if (a == RH_LOG_DONE && !away && !is_locked(d, g, no) && open_game(d, g, no))
        return g;
    if (a != RH_LOG_DONE || away)
        log_trouble(a != RH_LOG_DONE ? a : RH_LOG_NO_SUCH, why, no);
    free_game(d, g);
    return NULL;
}

game *find_game(rh_desk *d, const char *id, rh_no *no)
{
    for (game *g = d->game[row_of(id)]; g; g = g->next)
        if (strcmp(g->kept.public_id, id) == 0 && !g->broken) {
            g->used = d->now;
            rh_trap_at(id, rh_table_head(g->table));
            return g;
        }
    game *g = read_game(d, id, false, no);
    if (!g)
        return NULL;
    g->watched = rh_log_watch(d->log, g->kept.id, rh_table_head(g->table));
    g->used = d->now;
    g->low = INT64_MAX;
    read_programmes(d, g);
    g->next = d->game[row_of(id)];
    d->game[row_of(id)] = g;
    d->games++;
    count_bytes(d, g);
    make_room(d, g);
    look_after(d, g);
    return g;
}
