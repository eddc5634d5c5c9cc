/* SPDX-License-Identifier: Apache-2.0 */
/* desk.c: what is done in games; see desk.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/desk_parts.h"
#include "server/replay.h"
#include "server/trap.h"

enum { AWAY_MS = 20000, CARD_MS = 2000, LOOK_MS = 20, BEHIND = 10000 };

void look_again(rh_desk *d, int64_t at) { d->next = at < d->next ? at : d->next; }

bool has_part(const game *g, int64_t person)
{
    return person != 0 && (g->kept.host == person || rh_table_seats_of(g->table, person));
}

bool may_watch(const game *g, int64_t person)
{
    return g->spectators != SPECTATORS_NONE || has_part(g, person);
}

/* --- telling ----------------------------------------------------------------------------------- */

static void tell_page(rh_desk *d, uint64_t page, const rh_json_writer *w)
{
    if (!w->failed && page)
        d->out.send(d->out.context, &page, 1, w->text, w->len);
}

static void open_message(rh_json_writer *w, const char *type, const game *g)
{
    rh_json_open(w, '{');
    rh_json_put_string(w, "type", type);
    if (g)
        rh_json_put_string(w, "game", g->kept.public_id);
}

/* Those who look on of one kind; slow ones that were told up to row `told` only, or all (-1). */
static int watchers_of(const game *g, bool lines, bool slow, int64_t told,
                       uint64_t page[RH_DESK_WATCHERS])
{
    int pages = 0;
    for (int i = 0; i < g->watchers; i++) {
        const watcher *w = &g->watcher[i];
        if (w->lines == lines && w->slow == slow && (told < 0 || w->told == told))
            page[pages++] = w->page;
    }
    return pages;
}

static void tell_watchers(rh_desk *d, const game *g, bool slow, const rh_json_writer *w)
{
    uint64_t page[RH_DESK_WATCHERS];
    const int pages = watchers_of(g, false, slow, -1, page);
    if (pages && !w->failed)
        d->out.send(d->out.context, page, pages, w->text, w->len);
}

void tell_all(rh_desk *d, const game *g, const rh_json_writer *w)
{
    tell_watchers(d, g, false, w);
    tell_watchers(d, g, true, w);
}

/* Rows behind `after` to watchers of a kind: pages get a message, programs a line each. */
static void tell_rows_to(rh_desk *d, const game *g, bool slow, int64_t told, int64_t after)
{
    uint64_t page[RH_DESK_WATCHERS];
    size_t len;
    int pages = watchers_of(g, false, slow, told, page);
    if (pages) {
        rh_json_writer w = {0};
        open_message(&w, "rows", g);
        put_rows(&w, g->table, after);
        rh_json_close(&w);
        if (!w.failed)
            d->out.send(d->out.context, page, pages, w.text, w.len);
        rh_json_writer_forget(&w);
    }
    pages = watchers_of(g, true, slow, told, page);
    char *text = pages ? lines_of_rows(g->table, after, &len) : NULL;
    if (text && len)
        d->out.send(d->out.context, page, pages, text, len);
    free(text);
}

/* There is something new, which slow watchers hear later. */
static void tell_slow_later(rh_desk *d, game *g)
{
    bool any = false;
    for (int i = 0; i < g->watchers; i++)
        any = any || g->watcher[i].slow;
    if (!any || g->batch_at)
        return;
    g->batch_at = d->now + RH_DESK_BATCH_MS;
    look_again(d, g->batch_at);
}

static void put_table(rh_json_writer *w, const game *g)
{
    open_message(w, "table", g);
    put_seats(w, g);
    put_asked(w, g);
    put_bits(w, "due", rh_table_due(g->table));
    rh_json_put_int(w, "watching", g->watchers);
    rh_json_close(w);
}

/* The row that the slow watcher who knows least was told; INT64_MAX: there is none. */
static int64_t least_told(const game *g)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < g->watchers; i++)
        if (g->watcher[i].slow && g->watcher[i].told < least)
            least = g->watcher[i].told;
    return least;
}

static void tell_slow(rh_desk *d, game *g)
{
    const int64_t head = rh_table_head(g->table);
    rh_json_writer w = {0};
    g->batch_at = 0;
    for (int64_t told; (told = least_told(g)) < head;) {
        tell_rows_to(d, g, true, told, told);
        for (int i = 0; i < g->watchers; i++)
            if (g->watcher[i].told == told)
                g->watcher[i].told = head;
    }
    put_table(&w, g);
    tell_watchers(d, g, true, &w);
    rh_json_writer_forget(&w);
}

/* Whoever reads lines is told to come again, and that is the end of them. */
static void end_lines(rh_desk *d, const game *g)
{
    for (int i = 0; i < g->watchers; i++) {
        rh_reply r = {.response = {.status = 200}};
        if (!g->watcher[i].lines)
            continue;
        r.response.body = lines_of_rows(g->table, INT64_MAX, &r.response.len);
        d->out.answer(d->out.context, g->watcher[i].page, &r);
    }
}

/* What is in memory is not what is kept: whoever looks on comes again, and gets it as it is. */
static void give_up(rh_desk *d, game *g)
{
    rh_json_writer w = {0};
    open_message(&w, "rows", g);
    rh_json_put_bool(&w, "reset", true);
    rh_json_close(&w);
    tell_all(d, g, &w);
    rh_json_writer_forget(&w);
    end_lines(d, g);
    g->broken = true;
    look_again(d, d->now);
}

/* Where the names of the players have changed, whoever looks on loads the game again. */
void take_setup(rh_desk *d, game *g, char *setup)
{
    if (rh_setups_agree(setup, g->kept.setup)) {
        free(g->kept.setup);
        g->kept.setup = setup;
        g->card_at = d->now;
        look_again(d, d->now);
        return;
    }
    free(setup);
    write_card_of(d, g->kept.public_id);
    give_up(d, g);
}

void tell_table(rh_desk *d, game *g)
{
    rh_json_writer w = {0};
    put_table(&w, g);
    tell_watchers(d, g, false, &w);
    rh_json_writer_forget(&w);
    tell_slow_later(d, g);
}

static void tell_no(rh_desk *d, uint64_t page, const char *game_id, const char *key,
                    const rh_no *no)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "no");
    if (game_id[0])
        rh_json_put_string(&w, "game", game_id);
    if (key[0])
        rh_json_put_string(&w, "key", key);
    rh_put_error(&w, no);
    rh_json_close(&w);
    tell_page(d, page, &w);
    rh_json_writer_forget(&w);
}

/* Rows behind `after` to those who look on and to those who wait. */
static void tell_rows(rh_desk *d, game *g, int64_t after)
{
    tell_rows_to(d, g, false, -1, after);
    tell_slow_later(d, g);
    for (int i = 0; i < g->waits; i++)
        answer_rows(d, g->wait[i].exchange, g, g->wait[i].after);
    g->waits = 0;
}

/* --- after a change ---------------------------------------------------------------------------- */

/* If bots sit here one of them may have something to do. */
static void ask_bots(rh_desk *d, game *g)
{
    const rh_game *now = rh_table_game(g->table);
    bool any = false;
    if (g->thinks || now->over != RH_PLAYING || d->offer.owner)
        return;
    rh_errand *e = calloc(1, sizeof *e);
    if (!e)
        return;
    for (int p = 0; p < RH_PLAYERS; p++) {
        const char *bot = p < rh_table_seats(g->table) ? rh_table_seat(g->table, p)->bot : "";
        e->kind[p] = (uint8_t)rh_bot_named(bot, strlen(bot));
        any = any || e->kind[p] != RH_BOT_KINDS;
    }
    if (!any) {
        free(e);
        return;
    }
    e->desk = d;
    e->seat = RH_NONE;
    (void)snprintf(e->id, sizeof e->id, "%s", g->kept.public_id);
    e->title = rh_table_title(g->table);
    e->now = *now;
    e->names = *rh_table_called(g->table);
    e->head = rh_table_head(g->table);
    e->seed = (uint64_t)rh_table_head(g->table) ^ (uint64_t)g->kept.created << 20;
    g->thinks = true;
    d->out_there++;
    d->out.errand(d->out.context, e);
}

bool is_here(const game *g, int64_t person)
{
    for (int i = 0; i < g->watchers; i++)
        if (g->watcher[i].person == person)
            return true;
    for (int i = 0; i < g->waits; i++)
        if (g->wait[i].person == person)
            return true;
    return false;
}

/* The next call of an auction that is called out. Whoever is not here gets some time to come back, once;
 * while nobody of the table is here it waits. */
void set_call(rh_desk *d, game *g)
{
    rh_unit u = {0};
    const int64_t wait = rh_table_call(g->table, &u);
    rh_unit_free(&u);
    g->call_at = 0;
    if (wait <= 0) {
        g->waited = 0;
        return;
    }
    bool anybody = false, away = false;
    for (int p = 0; p < rh_table_seats(g->table); p++) {
        const int64_t person = rh_table_seat(g->table, p)->person;
        if (person == 0)
            continue;
        if (is_here(g, person)) {
            anybody = true;
            g->waited &= (uint8_t) ~(1u << p);
        } else if (!(g->waited >> p & 1)) {
            away = true;
            g->waited |= (uint8_t)(1u << p);
        }
    }
    if (anybody) {
        g->call_at = d->now + wait + (away ? AWAY_MS : 0);
        look_again(d, g->call_at);
    }
}

void look_after(rh_desk *d, game *g)
{
    set_call(d, g);
    if (!ask_programmes(d, g))
        ask_bots(d, g);
}

static void after_rows(rh_desk *d, game *g, int64_t before)
{
    bool table = false;
    for (int64_t seq = before + 1; seq <= rh_table_head(g->table); seq++) {
        const rh_row *row = rh_table_row(g->table, seq);
        table = table || row->kind != RH_ROW_ACT;
        if (row->kind == RH_ROW_UNDO && row->ply < g->low)
            g->low = row->ply;
    }
    count_bytes(d, g);
    tell_rows(d, g, before);
    if (table)
        tell_table(d, g);
    if (!g->card_at)
        g->card_at = d->now + CARD_MS;
    look_again(d, g->card_at);
    look_after(d, g);
}

/* --- deeds ------------------------------------------------------------------------------------- */

void free_deed(deed *e)
{
    for (int i = 0; i < RH_UNIT_LINES; i++)
        free(e->line[i]);
    rh_unit_free(&e->unit);
    rh_rows_free(&e->job.missing);
    free(e->body);
    free(e);
}

deed *new_deed(rh_desk *d, game *g, const asker *who, rh_row_kind kind)
{
    deed *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->desk = d;
    e->game = g;
    e->asker = *who;
    e->wish = (rh_wish){.kind = kind, .person = who->person.id, .to = -1, .seat = -1, .word = ""};
    e->wish.name = e->name;
    return e;
}

static void tell_author(deed *e, int64_t seq)
{
    rh_json_writer w = {0};
    switch (e->tells) {
    case TELL_NOBODY: return;
    case TELL_PAGE:
        open_message(&w, "done", e->game);
        rh_json_put_string(&w, "key", e->key);
        rh_json_put_int(&w, "seq", seq);
        rh_json_close(&w);
        tell_page(e->desk, e->page, &w);
        rh_json_writer_forget(&w);
        return;
    case TELL_LOG:
        rh_json_open(&w, '{');
        rh_json_put_int(&w, "seq", seq);
        put_print(&w, rh_table_row(e->game->table, seq)->list,
                  rh_table_row(e->game->table, seq)->print);
        rh_json_close(&w);
        answer_json(e->desk, e->exchange, 200, &w, "");
        return;
    case TELL_CLAIM:
    case TELL_LINK:
    case TELL_SEAT: answer_seat(e);
    }
}

/* With what is missing where that helps. */
static void tell_author_no(deed *e, const rh_no *no)
{
    rh_json_writer w = {0};
    if (e->tells == TELL_NOBODY)
        return;
    if (no->code != RH_STALE) {
        if (e->tells == TELL_PAGE)
            tell_no(e->desk, e->page, e->game->kept.public_id, e->key, no);
        else
            answer_no(e->desk, e->exchange, no);
        return;
    }
    if (e->tells == TELL_PAGE) {
        open_message(&w, "no", e->game);
        rh_json_put_string(&w, "key", e->key);
    } else {
        rh_json_open(&w, '{');
    }
    rh_put_error(&w, no);
    put_rows(&w, e->game->table, e->wish.after);
    rh_json_close(&w);
    if (e->tells == TELL_PAGE) {
        tell_page(e->desk, e->page, &w);
        rh_json_writer_forget(&w);
    } else {
        answer_json(e->desk, e->exchange, rh_code_status(RH_STALE), &w, "");
    }
}

static void next_deed(game *g)
{
    deed *e = g->first;
    g->first = e->next;
    if (!g->first)
        g->last = NULL;
    g->queued--;
    g->flies = false;
    free_deed(e);
}

static void come_back(rh_log_job *job)
{
    deed *e = job->context;
    rh_desk *d = e->desk;
    (void)pthread_mutex_lock(&d->lock);
    if (d->inbox_last) /* in the order in which they were kept */
        d->inbox_last->back = e;
    else
        d->inbox = e;
    d->inbox_last = e;
    (void)pthread_mutex_unlock(&d->lock);
    d->out.wake(d->out.context);
}

void send_beside(deed *e)
{
    e->job.done = come_back;
    e->job.context = e;
    e->desk->out_there++;
    if (!rh_log_write(e->desk->log, &e->job)) {
        e->desk->out_there--;
        free_deed(e);
    }
}

/* Seats that the rows of the unit change, for the tables that the log keeps beside the rows. */
static void add_seat_changes(deed *e)
{
    e->changes = e->own_changes;
    for (int i = 0; i < e->unit.rows; i++) {
        int seat, end = 0;
        char word[12];
        const rh_row *row = &e->unit.row[i];
        if (row->kind != RH_ROW_SEAT || e->changes == 4 ||
            sscanf(row->line, "%d %11s %n", &seat, word, &end) != 2 || strcmp(word, "link") == 0)
            continue;
        rh_change c = {.kind = RH_CHANGE_SEAT, .seat = seat};
        if (strcmp(word, "person") == 0)
            c.person = row->person;
        if (strcmp(word, "bot") == 0)
            (void)snprintf(c.bot, sizeof c.bot, "%s", row->line + end);
        e->change[e->changes++] = c;
    }
}

/* For what the table itself does: a key that nobody will ever repeat. */
static void make_key(uint8_t key[RH_LOG_KEY])
{
    char text[RH_SECRET_TEXT];
    uint8_t hash[RH_SECRET_HASH];
    rh_secret_make(RH_LOG_KEY, text, hash);
    memcpy(key, hash, RH_LOG_KEY);
}

/* Hands the unit to the log. */
static bool fly(deed *e)
{
    rh_desk *d = e->desk;
    add_seat_changes(e);
    e->job = (rh_log_job){.kind = RH_WRITE_UNIT,
                          .now = d->now,
                          .game = e->game->kept.id,
                          .after = rh_table_head(e->game->table),
                          .seen = e->wish.keyed ? e->wish.after : rh_table_head(e->game->table),
                          .row = e->unit.row,
                          .rows = e->unit.rows,
                          .change = e->change,
                          .changes = e->changes,
                          .done = come_back,
                          .context = e};
    if (e->wish.keyed)
        memcpy(e->job.key, e->wish.key, RH_LOG_KEY);
    else
        make_key(e->job.key);
    e->game->flies = true;
    d->out_there++;
    if (rh_log_write(d->log, &e->job))
        return true;
    e->game->flies = false;
    d->out_there--;
    return false;
}

/* Tries what is first in the queue, until something is on its way or nothing is left. */
static void go_on(game *g)
{
    rh_trap_at(g->kept.public_id, rh_table_head(g->table));
    while (g->first && !g->flies) {
        deed *e = g->first;
        rh_no no = {0};
        rh_code code;
        if (e->by_table) {
            code = rh_table_call(g->table, &e->unit) > 0 ? RH_OK : RH_REFUSED;
        } else {
            if (!e->by_bot) {
                e->wish.seats = rh_table_seats_of(g->table, e->asker.person.id);
                e->wish.apart = e->desk->offer.owner != 0;
                if (e->desk->offer.owner)
                    e->wish.seats = (uint8_t)((1u << rh_table_seats(g->table)) - 1);
                e->wish.host =
                    has_part(g, e->asker.person.id) && g->kept.host == e->asker.person.id;
            }
            code = rh_table_try(g->table, &e->wish, &e->unit, &no);
        }
        if (code == RH_OK && e->unit.rows > 0 && fly(e))
            return;
        if (code == RH_OK && e->unit.rows > 0) {
            code = say_no(&no, RH_BUSY, "too much waits to be kept; try again");
            no.retry_ms = 1000;
        }
        if (code == RH_OK)
            tell_author(e, no.head);
        else
            tell_author_no(e, &no);
        next_deed(g);
    }
}

void submit(deed *e)
{
    game *g = e->game;
    if (g->queued >= RH_DESK_QUEUE) {
        rh_no no;
        say_no(&no, RH_BUSY, "too much is waiting at this table; try again");
        no.retry_ms = 1000;
        tell_author_no(e, &no);
        free_deed(e);
        return;
    }
    if (g->last)
        g->last->next = e;
    else
        g->first = e;
    g->last = e;
    g->queued++;
    go_on(g);
}

static void seat_names(game *g, const deed *e, int64_t from)
{
    for (int64_t seq = from; seq <= rh_table_head(g->table); seq++) {
        int seat;
        const rh_row *row = rh_table_row(g->table, seq);
        if (row->kind == RH_ROW_SEAT && sscanf(row->line, "%d person", &seat) == 1 &&
            rh_table_seat(g->table, seat)->person == e->asker.person.id)
            (void)snprintf(g->who[seat], sizeof g->who[seat], "%s", e->asker.person.name);
    }
}

/* Its rows are in the log, but perhaps not in memory, if that or the database failed: whoever asks again under the
 * same key gets the answer then. */
static void tell_kept(deed *e)
{
    rh_no no = {0};
    if (rh_table_head(e->game->table) >= e->job.last) {
        tell_author(e, e->job.last);
        return;
    }
    say_no(&no, RH_BUSY, "the game has to be read again; try again");
    tell_author_no(e, &no);
}

/* The log has answered. */
static void landed(rh_desk *d, deed *e)
{
    game *g = e->game;
    rh_no no = {0};
    rh_line_error err = {0};
    const int64_t before = rh_table_head(g->table);
    bool good = true, again = false;
    rh_trap_at(g->kept.public_id, before);
    d->out_there--;
    g->flies = false;
    switch (e->job.answer) {
    case RH_LOG_DONE:
        good = rh_table_enter(g->table, &e->unit, e->job.at);
        seat_names(g, e, before + 1);
        programme_played(d, g, e);
        tell_kept(e);
        break;
    case RH_LOG_STALE: /* another process was first */
        good = e->job.last >= before && take_rows(g, &e->job.missing, &err);
        again = good && ++e->tries < 4;
        rh_rows_free(&e->job.missing);
        if (!again) {
            say_no(&no, RH_BUSY, "the game has moved on elsewhere; load it again");
            tell_author_no(e, &no);
        }
        break;
    case RH_LOG_KNOWN: /* sent twice; or kept before the database broke off, and tried again */
        good = rh_table_head(g->table) >= e->job.last || read_rows(d, g, &no);
        tell_kept(e);
        break;
    case RH_LOG_TAKEN:
    case RH_LOG_NO_SUCH:
    case RH_LOG_FULL:
    case RH_LOG_BUSY:
    case RH_LOG_DAMAGED:
    case RH_LOG_GONE:
    case RH_LOG_FAILED:
        log_trouble(e->job.answer, e->job.why, &no);
        tell_author_no(e, &no);
        if (e->by_table) {
            g->call_at = d->now + CARD_MS;
            look_again(d, g->call_at);
        }
    }
    if (!again)
        next_deed(g);
    if (rh_table_head(g->table) > before)
        after_rows(d, g, before);
    if (good) {
        go_on(g);
        return;
    }
    while (
        g->first) { /* what is in memory is not what is kept: it is read again when next asked for */
        say_no(&no, RH_BUSY, "the game has to be read again; try again");
        tell_author_no(g->first, &no);
        next_deed(g);
    }
    give_up(d, g);
}

/* --- time -------------------------------------------------------------------------------------- */

/* The body of the card is yours to free(). False without memory. */
static bool fill_card(const rh_desk *d, const game *g, rh_log_job *job, char **body)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    put_card(&w, g);
    rh_json_close(&w);
    *job = (rh_log_job){.kind = RH_WRITE_CARD,
                        .now = d->now,
                        .game = g->kept.id,
                        .text = w.text,
                        .seq = rh_table_head(g->table),
                        .ply = (int)rh_table_ply(g->table),
                        .over = rh_table_game(g->table)->over != RH_PLAYING,
                        .due = rh_table_due(g->table)};
    *body = w.text;
    if (w.failed)
        rh_json_writer_forget(&w);
    return !w.failed;
}

static void write_card(rh_desk *d, game *g)
{
    const asker nobody = {0};
    deed *e = new_deed(d, NULL, &nobody, RH_ROW_ACT);
    if (!e || !fill_card(d, g, &e->job, &e->body)) {
        free(e);
        return;
    }
    send_beside(e);
}

void write_card_of(rh_desk *d, const char *id)
{
    rh_no no;
    rh_log_job job;
    char *body;
    game *g = read_game(d, id, true, &no);
    if (!g)
        return;
    if (fill_card(d, g, &job, &body)) {
        (void)rh_log_write_now(d->log, &job); /* if it is not kept, the next start makes it */
        free(body);
    }
    write_snapshot_soon(d, g); /* a record need not be played once more */
    free_game(d, g);
}

void write_cards(rh_desk *d)
{
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        for (game *g = d->game[i]; g; g = g->next) {
            rh_log_job job;
            char *body;
            if (g->card_at == 0 || g->broken || !fill_card(d, g, &job, &body))
                continue;
            if (rh_log_write_now(d->log, &job) == RH_LOG_DONE)
                g->card_at = 0;
            free(body);
        }
}

void rh_desk_mend(rh_desk *d, int64_t now)
{
    char why[RH_LOG_WHY], (*ids)[RH_LOG_ID] = calloc(BEHIND, sizeof *ids);
    int n = 0;
    d->now = now;
    if (ids && rh_log_behind(d->log, ids, BEHIND, &n, why) == RH_LOG_DONE)
        for (int i = 0; i < n; i++)
            write_card_of(d, ids[i]);
    free(ids);
    rh_trap_at("", 0);
}

static void make_call(rh_desk *d, game *g)
{
    const asker nobody = {0};
    g->call_at = 0;
    deed *e = new_deed(d, g, &nobody, RH_ROW_ACT);
    if (!e)
        return;
    e->by_table = true;
    submit(e);
}

static void end_waiting(rh_desk *d, game *g)
{
    int kept = 0;
    for (int i = 0; i < g->waits; i++)
        if (g->wait[i].until <= d->now)
            answer_rows(d, g->wait[i].exchange, g, g->wait[i].after);
        else
            g->wait[kept++] = g->wait[i];
    g->waits = kept;
}

static int64_t sooner(int64_t a, int64_t b) { return b > 0 && b < a ? b : a; }

/* What is due in a game; when it wants to be looked at again. */
static int64_t look(rh_desk *d, game *g)
{
    if (g->card_at && g->card_at <= d->now) {
        g->card_at = 0;
        write_card(d, g);
        write_snapshot_soon(d, g);
    }
    if (g->call_at && g->call_at <= d->now && !g->first)
        make_call(d, g);
    if (g->batch_at && g->batch_at <= d->now)
        tell_slow(d, g);
    end_waiting(d, g);
    int64_t next = sooner(sooner(sooner(INT64_MAX, g->card_at), g->call_at), g->batch_at);
    for (int i = 0; i < g->waits; i++)
        next = sooner(next, g->wait[i].until);
    return next;
}

/* --- what comes back --------------------------------------------------------------------------- */

static void thought_is_back(rh_desk *d, rh_errand *e)
{
    const asker nobody = {0};
    game *g = d->game[row_of(e->id)];
    while (g && !(g->thinks && strcmp(g->kept.public_id, e->id) == 0))
        g = g->next;
    if (!g)
        return;
    g->thinks = false;
    if (g->broken) {
        look_again(d, d->now);
        return;
    }
    if (e->kind_of == ERRAND_PROGRAMMES) {
        if (!programmes_are_back(d, g, e) &&
            (rh_table_head(g->table) == e->head || !ask_programmes(d, g)))
            ask_bots(d, g);
        return;
    }
    if (rh_table_head(g->table) != e->head) { /* it thought about what is no more */
        look_after(d, g);
        return;
    }
    deed *b = e->seat != RH_NONE ? new_deed(d, g, &nobody, RH_ROW_ACT) : NULL;
    if (!b)
        return;
    b->by_bot = true;
    b->line[0] = malloc(strlen(e->line) + 1);
    if (!b->line[0]) {
        free_deed(b);
        return;
    }
    memcpy(b->line[0], e->line, strlen(e->line) + 1);
    b->wish.line = (const char *const *)b->line;
    b->wish.lines = 1;
    b->wish.after = e->head;
    b->wish.made = RH_MADE_BOT;
    b->wish.seats = (uint8_t)(1u << e->seat);
    submit(b);
}

static void news_of(rh_desk *d, int64_t id)
{
    rh_no no;
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        for (game *g = d->game[i]; g; g = g->next) {
            if (g->kept.id != id || g->flies) /* the flight will tell it */
                continue;
            const int64_t before = rh_table_head(g->table);
            if (!read_rows(d, g, &no))
                return;
            if (rh_table_head(g->table) > before) {
                read_names(d, g);
                after_rows(d, g, before);
            }
            return;
        }
}

static deed *take_deeds(rh_desk *d, rh_errand **errands, int64_t *moved, int *moves)
{
    (void)pthread_mutex_lock(&d->lock);
    deed *first = d->inbox;
    *errands = d->errands;
    *moves = d->moves;
    memcpy(moved, d->moved, sizeof d->moved);
    d->inbox = d->inbox_last = NULL;
    d->errands = NULL;
    d->moves = 0;
    (void)pthread_mutex_unlock(&d->lock);
    return first;
}

static void look_at_all(rh_desk *d)
{
    d->next = INT64_MAX;
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        for (game *g = d->game[i], *after; g; g = after) {
            after = g->next;
            if (g->broken && is_quiet(g))
                forget_game(d, g);
            else if (!g->broken)
                look_again(d, look(d, g));
        }
}

/* All games are looked through when one is due, so what is due soon waits for the next time. */
static void look_later(rh_desk *d, int64_t soonest)
{
    if (d->next < soonest)
        d->next = soonest;
}

int64_t rh_desk_work(rh_desk *d, int64_t now)
{
    rh_errand *errand;
    int64_t moved[64];
    int moves;
    d->now = now;
    for (deed *e = take_deeds(d, &errand, moved, &moves), *after; e; e = after) {
        after = e->back;
        e->back = NULL;
        if (e->game) {
            landed(d, e);
        } else { /* a card or a snapshot: if it was not kept, it is made again some time */
            d->out_there--;
            free_deed(e);
        }
    }
    for (rh_errand *after; errand; errand = after) {
        after = errand->next;
        d->out_there--;
        if (errand->kind_of == ERRAND_RECORD)
            record_is_back(d, errand);
        else
            thought_is_back(d, errand);
        free_errand(errand);
    }
    for (int i = 0; i < moves; i++)
        news_of(d, moved[i]);
    rh_trap_at("", 0);
    if (now >= d->next) {
        look_at_all(d);
        look_later(d, now + LOOK_MS);
        rh_trap_at("", 0);
    }
    return d->next;
}

void rh_desk_back(rh_desk *d, rh_errand *e)
{
    (void)pthread_mutex_lock(&d->lock);
    e->next = d->errands;
    d->errands = e;
    (void)pthread_mutex_unlock(&d->lock);
    d->out.wake(d->out.context);
}

void rh_desk_moved(rh_desk *d, int64_t id)
{
    (void)pthread_mutex_lock(&d->lock);
    if (d->moves < (int)(sizeof d->moved / sizeof d->moved[0]))
        d->moved[d->moves++] = id; /* of more the log will tell again */
    (void)pthread_mutex_unlock(&d->lock);
    d->out.wake(d->out.context);
}

bool rh_desk_is_idle(rh_desk *d) { return d->out_there == 0; }

/* --- errands ----------------------------------------------------------------------------------- */

/* Strangers' records get less time than one's own. */
static const rh_replay_bounds BOUNDS = {
    .actions = 20000, .milliseconds = 8000, .memory = (size_t)1 << 30};

static void replay(rh_errand *e)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER; /* replay.h knows one child */
    rh_json_writer card = {0};
    (void)pthread_mutex_lock(&one);
    e->good = rh_replay_card(e->record, e->len, &BOUNDS, &card, &e->err);
    (void)pthread_mutex_unlock(&one);
    rh_json_writer_forget(&card);
    e->good =
        e->good && rh_take_record(e->record, e->len, BOUNDS.actions, e->at, &e->taken, &e->err);
}

void rh_errand_run(rh_errand *e, rh_bot_work *work)
{
    rh_action a;
    if (e->kind_of == ERRAND_RECORD) {
        replay(e);
        return;
    }
    rh_trap_at(e->id, e->head);
    if (e->kind_of == ERRAND_PROGRAMMES) {
        run_programmes(e, work);
    } else {
        rh_dice dice = rh_dice_of(e->seed);
        e->seat = rh_bots_choose(e->kind, e->title, &e->now, &dice, work, &a);
        if (e->seat != RH_NONE)
            rh_action_write(e->title, &e->names, &a, e->line);
    }
    rh_trap_at("", 0);
}

void free_errand(rh_errand *e)
{
    rh_taken_free(&e->taken);
    free_programmes(e->list, e->lists);
    free(e->record);
    free(e->wanted);
    free(e);
}

/* --- pages ------------------------------------------------------------------------------------- */

static void leave_game(rh_desk *d, game *g, uint64_t page)
{
    int kept = 0;
    for (int i = 0; i < g->watchers; i++)
        if (g->watcher[i].page != page)
            g->watcher[kept++] = g->watcher[i];
    if (kept == g->watchers)
        return;
    g->watchers = kept;
    if (g->call_at)
        set_call(d, g); /* whoever went may come back */
    tell_table(d, g);
}

void rh_desk_gone(rh_desk *d, uint64_t page, int64_t now)
{
    d->now = now;
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        for (game *g = d->game[i]; g; g = g->next)
            leave_game(d, g, page);
}

bool add_watcher(rh_desk *d, game *g, uint64_t page, int64_t person, bool lines, rh_no *no)
{
    int spectators = 0;
    for (int i = 0; i < g->watchers; i++)
        spectators += !has_part(g, g->watcher[i].person);
    watcher *more = realloc(g->watcher, (size_t)(g->watchers + 1) * sizeof *more);
    if (more)
        g->watcher = more;
    const int most = RH_DESK_WATCHERS - (has_part(g, person) ? 0 : RH_DESK_KEPT_FREE);
    if (!more || g->watchers >= most) {
        say_no(no, RH_BUSY, "too many look at this table already");
        return false;
    }
    g->watcher[g->watchers++] =
        (watcher){.page = page,
                  .person = person,
                  .lines = lines,
                  .slow = spectators >= RH_DESK_SPECTATORS && !has_part(g, person),
                  .told = rh_table_head(g->table)};
    if (!g->call_at)
        set_call(d, g);
    return true;
}

/* The page looks at the game from now on and gets what it has not seen. */
static void watch(rh_desk *d, game *g, uint64_t page, const rh_person *who, const rh_json *body)
{
    rh_no no;
    rh_json_writer w = {0};
    leave_game(d, g, page);
    if (!add_watcher(d, g, page, who->id, false, &no)) {
        tell_no(d, page, g->kept.public_id, "", &no);
        return;
    }
    open_message(&w, "rows", g);
    put_rows(&w, g->table, rh_json_int_of(rh_json_member(body, "have"), 0));
    rh_json_put_open(&w, "you", '{');
    put_bits(&w, "seats", rh_table_seats_of(g->table, who->id));
    rh_json_put_bool(&w, "host", who->id != 0 && g->kept.host == who->id);
    rh_json_close(&w);
    rh_json_close(&w);
    tell_page(d, page, &w);
    rh_json_writer_forget(&w);
    tell_chat(d, g, page, who->id, rh_json_int_of(rh_json_member(body, "chat"), 0));
    tell_table(d, g);
}

/* A message that changes the log. */
static void wants(rh_desk *d, game *g, uint64_t page, const rh_person *who, rh_row_kind kind,
                  const rh_json *body)
{
    rh_no no;
    const asker a = {.person = *who};
    deed *e = new_deed(d, g, &a, kind);
    if (!e)
        return;
    e->tells = TELL_PAGE;
    e->page = page;
    const bool good =
        read_wish(body, e, &no) &&
        allowed(d, &d->acts, &rate_acts, who->id ? (uint64_t)who->id : page | 1ull << 63, &no);
    if (good) {
        submit(e);
        return;
    }
    tell_no(d, page, g->kept.public_id, e->key, &no);
    free_deed(e);
}

static void says(rh_desk *d, game *g, uint64_t page, const rh_person *who, const rh_json *body)
{
    rh_no no = {0};
    const char *key = rh_json_string_of(rh_json_member(body, "key"), "");
    int64_t n;
    if (!say_line(d, g, who, body, &n, &no))
        tell_no(d, page, g->kept.public_id, key, &no);
}

void rh_desk_hear(rh_desk *d, uint64_t page, const char *session, const char *text, size_t len,
                  int64_t now)
{
    rh_json_memory m = {0};
    rh_load_error err;
    rh_no no = {0};
    rh_person who = {0};
    rh_row_kind kind;
    d->now = now;
    const rh_json *body = rh_json_read(&m, "message", text, len, &err);
    const char *type = rh_json_string_of(rh_json_member(body, "type"), "");
    const char *id = rh_json_string_of(rh_json_member(body, "game"), "");
    const char *key = rh_json_string_of(rh_json_member(body, "key"), "");
    game *g = NULL;
    if (!body)
        say_no(&no, RH_UNREADABLE, "%s", err.text);
    else if (find_person(d, session, &who, &no))
        g = find_game(d, id, &no);
    if (g && !may_watch(g, who.id)) {
        say_no(&no, RH_NO_GAME, "there is no such game"); /* as a stranger is told */
        g = NULL;
    }
    if (!g)
        tell_no(d, page, id, key, &no);
    else if (strcmp(type, "watch") == 0)
        watch(d, g, page, &who, body);
    else if (strcmp(type, "leave") == 0)
        leave_game(d, g, page);
    else if (strcmp(type, "say") == 0)
        says(d, g, page, &who, body);
    else if (rh_row_kind_of(type, &kind) && kind != RH_ROW_SEAT)
        wants(d, g, page, &who, kind, body);
    else {
        say_no(&no, RH_UNREADABLE, "\"%.40s\" is no message", type);
        tell_no(d, page, id, key, &no);
    }
    rh_json_forget(&m);
    rh_trap_at("", 0);
}

/* --- opening and closing ----------------------------------------------------------------------- */

rh_desk *rh_desk_open(rh_log *log, const rh_desk_offer *offer, const rh_desk_out *out)
{
    rh_desk *d = calloc(1, sizeof *d);
    if (!d || pthread_mutex_init(&d->lock, NULL) != 0) {
        free(d);
        return NULL;
    }
    d->log = log;
    d->offer = *offer;
    d->out = *out;
    d->next = INT64_MAX;
    return d;
}

void rh_desk_rest(rh_desk *d, int64_t now)
{
    d->now = now;
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        for (game *g = d->game[i]; g; g = g->next) {
            if (g->broken)
                continue;
            if (g->card_at)
                write_card(d, g);
            g->card_at = 0;
            write_snapshot(d, g);
        }
}

void rh_desk_figures(rh_desk *d, rh_desk_state *out)
{
    *out = (rh_desk_state){.games = d->games,
                           .bytes = (int64_t)d->bytes,
                           .resumed = d->resumed,
                           .replayed = d->replayed};
}

void rh_desk_close(rh_desk *d)
{
    for (int i = 0; i < ROWS_OF_GAMES; i++)
        while (d->game[i]) {
            game *g = d->game[i];
            while (g->first)
                next_deed(g);
            forget_game(d, g);
        }
    (void)pthread_mutex_destroy(&d->lock);
    free(d);
}
