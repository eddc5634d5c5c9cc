/* SPDX-License-Identifier: Apache-2.0 */
/* contract.c: what every store of logs must do; see contract.h. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/server/contract.h"

static const char *(*fresh_url)(void);
static char why[RH_LOG_WHY];

rh_log *open_log(const char *url)
{
    rh_log *l = rh_log_open(url, why);
    if (!l)
        fail_msg("%s", why);
    return l;
}

static rh_log *fresh(void) { return open_log(fresh_url()); }

static void must(rh_log *l, rh_log_job *j)
{
    if (rh_log_write_now(l, j) != RH_LOG_DONE)
        fail_msg("answer %d: %s", (int)j->answer, j->why);
}

int64_t new_game(rh_log *l, const char *id)
{
    rh_log_job j = {.kind = RH_WRITE_GAME,
                    .now = 1000,
                    .public_id = id,
                    .title = "18nl",
                    .rules = 2,
                    .seats = 3,
                    .listed = true,
                    .text = "title: 18nl\nplayers: Anna, Bo, Cia\nseed: 1\n\n",
                    .policy = "{\"undo\":\"all\"}"};
    must(l, &j);
    return j.id;
}

int64_t new_person(rh_log *l, const char *name)
{
    char id[RH_LOG_ID];
    rh_public_id_make(id);
    rh_log_job j = {.kind = RH_WRITE_PERSON, .now = 1000, .public_id = id, .text = name};
    must(l, &j);
    return j.id;
}

enum { LINES = 4096 };

/* Rows whose lines are numbers; they live for ever. */
static const rh_row *numbered(int n)
{
    static rh_row row[LINES];
    static char line[LINES][16];
    const int i = n % LINES;
    (void)snprintf(line[i], sizeof line[i], "line %d", n);
    row[i] = (rh_row){.kind = RH_ROW_ACT,
                      .seat = n % 3,
                      .ply = n,
                      .list = 1,
                      .print = 0xf000000000000000u + (uint64_t)n,
                      .line = line[i]};
    return &row[i];
}

rh_log_job a_unit(int64_t game, int64_t after, int n)
{
    rh_log_job j = {.kind = RH_WRITE_UNIT,
                    .now = 2000 + n,
                    .game = game,
                    .after = after,
                    .seen = after,
                    .row = numbered(n),
                    .rows = 1};
    memcpy(j.key, &n, sizeof n);
    return j;
}

static rh_rows rows_of(rh_log *l, int64_t game, int64_t after)
{
    rh_rows r;
    if (rh_log_rows(l, game, after, 10000, &r, why) != RH_LOG_DONE)
        fail_msg("%s", why);
    return r;
}

static int count(rh_log *l, int64_t game)
{
    rh_rows r = rows_of(l, game, 0);
    const int n = r.rows;
    for (int i = 0; i < n; i++)
        assert_int_equal(r.row[i].seq, i + 1);
    rh_rows_free(&r);
    return n;
}

/* --- rows -------------------------------------------------------------------------------------- */

static void rows_are_kept_as_they_were_given(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a"), person = new_person(l, "Anna");
    const rh_row rows[] = {{.kind = RH_ROW_ACT,
                            .made = RH_MADE_HAND,
                            .seat = 2,
                            .person = person,
                            .ply = 1,
                            .list = 1,
                            .print = UINT64_MAX - 4,
                            .line = "Ø pass; 'ƒ' \\ $1 ?"},
                           {.kind = RH_ROW_AGREE,
                            .made = RH_MADE_TABLE,
                            .seat = -1,
                            .ply = 1,
                            .list = 1,
                            .print = 7,
                            .line = ""}};
    rh_log_job j = {.kind = RH_WRITE_UNIT, .now = 5000, .game = game, .row = rows, .rows = 2};
    memcpy(j.key, "0123456789\0\xff\x01xyz", RH_LOG_KEY);
    must(l, &j);
    assert_int_equal(j.first, 1);
    assert_int_equal(j.last, 2);
    assert_int_equal(j.at, 5000);
    rh_rows r = rows_of(l, game, 0);
    assert_int_equal(r.rows, 2);
    assert_int_equal(r.row[0].kind, RH_ROW_ACT);
    assert_int_equal(r.row[0].seat, 2);
    assert_int_equal(r.row[0].person, person);
    assert_true(r.row[0].print == UINT64_MAX - 4);
    assert_int_equal(r.row[0].list, 1);
    assert_string_equal(r.row[0].line, rows[0].line);
    assert_true(r.row[0].keyed);
    assert_memory_equal(r.row[0].key, j.key, RH_LOG_KEY);
    assert_int_equal(r.row[1].kind, RH_ROW_AGREE);
    assert_int_equal(r.row[1].made, RH_MADE_TABLE);
    assert_int_equal(r.row[1].seat, -1);
    assert_int_equal(r.row[1].person, 0);
    assert_int_equal(r.row[1].unit, 1);
    assert_int_equal(r.row[1].at, 5000);
    assert_false(r.row[1].keyed);
    rh_rows_free(&r);
    r = rows_of(l, game, 1);
    assert_int_equal(r.rows, 1);
    assert_int_equal(r.row[0].seq, 2);
    rh_rows_free(&r);
    r = rows_of(l, game, 2);
    assert_int_equal(r.rows, 0);
    rh_rows_free(&r);
    rh_log_close(l);
}

static void a_log_outlives_the_program(void **state)
{
    (void)state;
    char url[300];
    (void)snprintf(url, sizeof url, "%s", fresh_url());
    rh_log *l = open_log(url);
    int64_t game = new_game(l, "a");
    for (int n = 1; n <= 20; n++) {
        rh_log_job j = a_unit(game, n - 1, n);
        must(l, &j);
    }
    rh_log_close(l);
    l = open_log(url);
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_DONE);
    assert_int_equal(g.id, game);
    assert_int_equal(g.last, 20);
    assert_int_equal(g.seats, 3);
    assert_int_equal(g.rules, 2);
    assert_int_equal(g.created, 1000);
    assert_true(g.listed);
    assert_string_equal(g.title, "18nl");
    assert_string_equal(g.policy, "{\"undo\":\"all\"}");
    assert_string_equal(g.setup, "title: 18nl\nplayers: Anna, Bo, Cia\nseed: 1\n\n");
    rh_log_game_free(&g);
    assert_int_equal(count(l, game), 20);
    assert_int_equal(rh_log_find(l, "b", &g, why), RH_LOG_NO_SUCH);
    rh_log_close(l);
}

static void whoever_knows_less_gets_the_rows_that_are_missing(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    for (int n = 1; n <= 3; n++) {
        rh_log_job j = a_unit(game, n - 1, n);
        must(l, &j);
    }
    rh_log_job late = a_unit(game, 1, 4);
    assert_int_equal(rh_log_write_now(l, &late), RH_LOG_STALE);
    assert_int_equal(late.last, 3);
    assert_int_equal(late.missing.rows, 2);
    assert_int_equal(late.missing.row[0].seq, 2);
    assert_string_equal(late.missing.row[1].line, "line 3");
    rh_rows_free(&late.missing);
    /* Ahead of the store: an older copy of it was put back. */
    rh_log_job ahead = a_unit(game, 9, 4);
    assert_int_equal(rh_log_write_now(l, &ahead), RH_LOG_STALE);
    assert_int_equal(ahead.last, 3);
    assert_int_equal(ahead.missing.rows, 0);
    rh_rows_free(&ahead.missing);
    assert_int_equal(count(l, game), 3);
    rh_log_close(l);
}

static void a_key_is_stored_once_and_gets_the_first_answer_again(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    const rh_row rows[] = {*numbered(1), *numbered(2), *numbered(3)};
    rh_log_job first = a_unit(game, 0, 1);
    first.row = rows;
    first.rows = 3;
    must(l, &first);
    rh_log_job second = a_unit(game, 3, 4);
    must(l, &second);
    rh_log_job again = a_unit(game, 0, 1);
    again.now = 99999;
    assert_int_equal(rh_log_write_now(l, &again), RH_LOG_KNOWN);
    assert_int_equal(again.first, 1);
    assert_int_equal(again.last, 3);
    assert_int_equal(again.at, first.at);
    again = a_unit(game, 3, 4);
    assert_int_equal(rh_log_write_now(l, &again), RH_LOG_KNOWN);
    assert_int_equal(again.first, 4);
    assert_int_equal(again.last, 4);
    /* Still legal: tried on the head, though the page had seen less. */
    again = a_unit(game, 4, 4);
    again.seen = 2;
    assert_int_equal(rh_log_write_now(l, &again), RH_LOG_KNOWN);
    assert_int_equal(again.first, 4);
    rh_log_job still_legal = a_unit(game, 4, 5);
    still_legal.seen = 2;
    must(l, &still_legal);
    assert_int_equal(still_legal.first, 5);
    assert_int_equal(count(l, game), 5);
    rh_log_close(l);
}

static void times_never_decrease(void **state)
{
    (void)state;
    static const int64_t CLOCK[] = {5000, 4000, 5001, 1, 3600000, 5002};
    static const int64_t KEPT[] = {5000, 5000, 5001, 5001, 3600000, 3600000};
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    for (int n = 0; n < 6; n++) {
        rh_log_job j = a_unit(game, n, n + 1);
        j.now = CLOCK[n];
        must(l, &j);
        assert_int_equal(j.at, KEPT[n]);
    }
    rh_rows r = rows_of(l, game, 0);
    for (int n = 0; n < 6; n++)
        assert_int_equal(r.row[n].at, KEPT[n]);
    rh_rows_free(&r);
    rh_log_close(l);
}

static void a_unit_is_kept_whole_or_not_at_all(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a"), anna = new_person(l, "Anna");
    static rh_row rows[RH_LOG_UNIT_ROWS];
    for (int i = 0; i < RH_LOG_UNIT_ROWS; i++)
        rows[i] = *numbered(i + 1);
    for (int n = 1, seq = 0; n <= RH_LOG_UNIT_ROWS; seq += n, n = n * 2 + (n == 16)) {
        rh_log_job j = a_unit(game, seq, n);
        j.row = rows;
        j.rows = n;
        must(l, &j);
        assert_int_equal(j.last, seq + n);
        assert_int_equal(count(l, game), seq + n);
        rh_log_job again = a_unit(game, seq, n);
        assert_int_equal(rh_log_write_now(l, &again), RH_LOG_KNOWN);
        assert_int_equal(again.last, seq + n);
    }
    /* What changes with it cannot be: there is no such link. */
    const int before = count(l, game);
    const rh_change changes[] = {{.kind = RH_CHANGE_SEAT, .seat = 1, .person = anna},
                                 {.kind = RH_CHANGE_TAKE, .person = anna}};
    rh_log_job j = a_unit(game, before, 3000);
    j.row = rows;
    j.rows = 40;
    j.change = changes;
    j.changes = 2;
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_TAKEN);
    assert_int_equal(count(l, game), before);
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_DONE);
    assert_int_equal(g.seat[1].person, 0);
    rh_log_game_free(&g);
    rh_log_close(l);
}

static void what_does_not_fit_is_refused_before_it_waits(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    static char longer[RH_LOG_LINE + 2];
    memset(longer, 'x', RH_LOG_LINE + 1);
    rh_row row = *numbered(1);
    rh_log_job j = a_unit(game, 0, 1);
    j.row = &row;
    row.line = longer;
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_FAILED);
    assert_string_equal(j.why, "the line has 8192 bytes, 8191 are the most");
    row.line = "Anna \xff pass";
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_FAILED);
    assert_string_equal(j.why, "byte 6 of the line is not UTF-8");
    longer[RH_LOG_LINE] = 0;
    row.line = longer;
    must(l, &j);
    rh_log_job nowhere = a_unit(game + 1000, 0, 1);
    assert_int_equal(rh_log_write_now(l, &nowhere), RH_LOG_NO_SUCH);
    rh_log_job named = {.kind = RH_WRITE_GAME, .public_id = "a b", .title = "18nl", .text = ""};
    assert_int_equal(rh_log_write_now(l, &named), RH_LOG_FAILED);
    rh_log_close(l);
}

/* --- many at once ------------------------------------------------------------------------------ */

enum { RACERS = 4, LAPS = 50 };

typedef struct {
    rh_log *log;
    int64_t game;
    int number, stored;
} racer;

/* Appends LAPS units, each as often as it takes. */
static void *race(void *context)
{
    racer *r = context;
    int64_t after = 0;
    for (int lap = 0; lap < LAPS;) {
        rh_log_job j = a_unit(r->game, after, 1 + r->number * LAPS + lap);
        const rh_log_answer answer = rh_log_write_now(r->log, &j);
        if (answer == RH_LOG_DONE)
            r->stored++, lap++;
        after = j.last;
        rh_rows_free(&j.missing);
        if (answer != RH_LOG_DONE && answer != RH_LOG_STALE)
            break;
    }
    return NULL;
}

static void racers_leave_no_gap_and_no_double(void **state)
{
    (void)state;
    const char *url = fresh_url();
    rh_log *l = open_log(url), *other = open_log(url); /* as two processes would */
    const int64_t game = new_game(l, "a");
    racer racers[RACERS];
    pthread_t thread[RACERS];
    for (int i = 0; i < RACERS; i++) {
        racers[i] = (racer){.log = i % 2 ? other : l, .game = game, .number = i};
        assert_int_equal(pthread_create(&thread[i], NULL, race, &racers[i]), 0);
    }
    for (int i = 0; i < RACERS; i++) {
        (void)pthread_join(thread[i], NULL);
        assert_int_equal(racers[i].stored, LAPS);
    }
    assert_int_equal(count(l, game), RACERS * LAPS);
    rh_rows r = rows_of(other, game, 0);
    bool seen[RACERS * LAPS + 1] = {false};
    for (int i = 0; i < r.rows; i++) {
        int n;
        memcpy(&n, r.row[i].key, sizeof n);
        assert_in_range(n, 1, RACERS * LAPS);
        assert_false(seen[n]);
        seen[n] = true;
        assert_true(i == 0 || r.row[i].at >= r.row[i - 1].at);
    }
    rh_rows_free(&r);
    rh_log_close(other);
    rh_log_close(l);
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static int answered;

static void hold(rh_log_job *j)
{
    (void)j;
    pthread_mutex_lock(&held); /* until the test lets go */
    pthread_mutex_unlock(&held);
}

static void note_order(rh_log_job *j) { *(int *)j->context = ++answered; }

/* The thread is held up in done() while the queue fills. */
static void a_full_queue_says_busy_and_loses_nothing(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    rh_log_job *jobs = calloc(RH_LOG_WAITING, sizeof *jobs);
    int *order = calloc(RH_LOG_WAITING, sizeof *order);
    assert_non_null(jobs);
    assert_non_null(order);
    pthread_mutex_lock(&held);
    rh_log_job first = {.kind = RH_WRITE_PROOF, .now = 1, .done = hold};
    assert_true(rh_log_write(l, &first));
    rh_log_state how;
    do
        rh_log_how(l, &how);
    while (how.waiting > 0); /* the thread has taken it */
    answered = 0;
    for (int i = 0; i < RH_LOG_WAITING; i++) {
        jobs[i] = i == 0 ? a_unit(game, 0, 1) : (rh_log_job){.kind = RH_WRITE_PROOF, .now = i};
        jobs[i].done = note_order;
        jobs[i].context = &order[i];
        assert_true(rh_log_write(l, &jobs[i]));
    }
    rh_log_job more = {.kind = RH_WRITE_PROOF, .done = note_order, .context = order};
    assert_false(rh_log_write(l, &more));
    assert_int_equal(more.answer, RH_LOG_BUSY);
    pthread_mutex_unlock(&held);
    rh_log_close(l); /* commits what waits */
    assert_int_equal(answered, RH_LOG_WAITING);
    for (int i = 0; i < RH_LOG_WAITING; i++) {
        assert_int_equal(jobs[i].answer, RH_LOG_DONE);
        assert_int_equal(order[i], i + 1);
    }
    free(jobs);
    free(order);
}

static void hear(rh_log_job *j) { (void)j; } /* the test looks when the store is closed */

static void one_bad_job_does_not_spoil_the_others_of_its_batch(void **state)
{
    (void)state;
    enum { JOBS = 40 };
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    rh_key nobodys = {.kind = RH_KEY_SESSION, .person = 99999, .seat = -1};
    rh_log_job j[JOBS];
    for (int i = 0; i < JOBS; i++) {
        j[i] = i == 20 ? (rh_log_job){.kind = RH_WRITE_KEY, .new_key = &nobodys}
                       : a_unit(game, i < 20 ? i : i - 1, i + 1);
        j[i].done = hear;
        assert_true(rh_log_write(l, &j[i]));
    }
    rh_log_close(l);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(j[i].answer, i == 20 ? RH_LOG_FAILED : RH_LOG_DONE);
}

/* A change that cannot be is no race that was lost. */
static void a_unit_whose_change_is_refused_is_not_stale(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    const rh_change nobodys = {.kind = RH_CHANGE_SEAT, .seat = 0, .person = 99999};
    rh_log_job j = a_unit(game, 0, 1);
    j.change = &nobodys;
    j.changes = 1;
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_FAILED);
    assert_int_equal(count(l, game), 0);
    j.changes = 0;
    must(l, &j);
    rh_log_close(l);
}

static pthread_mutex_t news_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news_came = PTHREAD_COND_INITIALIZER;
static int64_t news_game, news_last;

static void on_news(int64_t game, int64_t last, void *context)
{
    (void)context;
    pthread_mutex_lock(&news_lock);
    news_game = game;
    news_last = last;
    pthread_cond_signal(&news_came);
    pthread_mutex_unlock(&news_lock);
}

static void what_another_process_did_is_heard_of(void **state)
{
    (void)state;
    const char *url = fresh_url();
    rh_log *l = open_log(url), *other = open_log(url);
    const int64_t unwatched = new_game(l, "a");
    int64_t watched[130]; /* more than are asked for in one question */
    rh_log_on_moved(l, on_news, NULL);
    for (int i = 0; i < 130; i++) {
        char id[8];
        (void)snprintf(id, sizeof id, "b%d", i);
        watched[i] = new_game(l, id);
        assert_true(rh_log_watch(l, watched[i], 0));
    }
    const int64_t game = watched[70];
    rh_log_job own = a_unit(game, 0, 1), others = a_unit(game, 1, 2),
               nobodys = a_unit(unwatched, 0, 1);
    news_game = news_last = 0;
    must(l, &own);
    must(other, &nobodys);
    must(other, &others);
    pthread_mutex_lock(&news_lock);
    while (news_last != 2)
        pthread_cond_wait(&news_came, &news_lock);
    assert_int_equal(news_game, game);
    pthread_mutex_unlock(&news_lock);
    for (int i = 0; i < 130; i++)
        rh_log_unwatch(l, watched[i]);
    rh_log_close(other);
    rh_log_close(l);
}

/* --- seats and keys ---------------------------------------------------------------------------- */

static rh_log_answer take_seat(rh_log *l, int64_t game, int64_t after, int n, int64_t person,
                               const uint8_t hash[RH_SECRET_HASH])
{
    rh_change changes[] = {{.kind = RH_CHANGE_TAKE, .person = person},
                           {.kind = RH_CHANGE_SEAT, .seat = 0, .person = person}};
    memcpy(changes[0].hash, hash, RH_SECRET_HASH);
    rh_row row = *numbered(n);
    row.kind = RH_ROW_SEAT;
    rh_log_job j = a_unit(game, after, n);
    j.row = &row;
    j.change = changes;
    j.changes = 2;
    rh_log_write_now(l, &j);
    rh_rows_free(&j.missing);
    return j.answer;
}

static void a_link_is_whose_who_takes_it_first(void **state)
{
    (void)state;
    rh_log *l = fresh();
    char secret[RH_SECRET_TEXT], another[RH_SECRET_TEXT];
    rh_change link = {.kind = RH_CHANGE_LINK, .seat = 0};
    rh_secret_make(16, secret, link.hash);
    assert_int_equal(strlen(secret), 22);
    rh_log_job made = {.kind = RH_WRITE_GAME,
                       .now = 1000,
                       .public_id = "a",
                       .title = "18nl",
                       .rules = 1,
                       .seats = 2,
                       .text = "title: 18nl\n\n",
                       .change = &link,
                       .changes = 1};
    must(l, &made);
    const int64_t game = made.id, anna = new_person(l, "Anna"), bo = new_person(l, "Bo");
    uint8_t hash[RH_SECRET_HASH];
    rh_key key;
    rh_secret_hash(secret, hash);
    assert_memory_equal(hash, link.hash, RH_SECRET_HASH);
    assert_int_equal(rh_log_key(l, hash, 1, &key, why), RH_LOG_DONE);
    assert_int_equal(key.kind, RH_KEY_LINK);
    assert_int_equal(key.game, game);
    assert_int_equal(key.seat, 0);
    assert_int_equal(key.person, 0);
    assert_int_equal(take_seat(l, game, 0, 1, anna, hash), RH_LOG_DONE);
    assert_int_equal(take_seat(l, game, 1, 2, bo, hash), RH_LOG_TAKEN);
    assert_int_equal(take_seat(l, game, 1, 3, anna, hash), RH_LOG_DONE); /* another browser */
    assert_int_equal(rh_log_key(l, hash, 1, &key, why), RH_LOG_DONE);
    assert_int_equal(key.person, anna);

    /* The host voids it and makes a new one. */
    rh_change renew[] = {{.kind = RH_CHANGE_VOID, .seat = 0},
                         {.kind = RH_CHANGE_LINK, .seat = 0},
                         {.kind = RH_CHANGE_LINK, .seat = -1},
                         {.kind = RH_CHANGE_SEAT, .seat = 0, .bot = "greedy"},
                         {.kind = RH_CHANGE_POLICY, .text = "{\"x\":1}"}};
    rh_secret_make(32, another, renew[1].hash);
    rh_secret_make(16, secret, renew[2].hash);
    rh_log_job j = a_unit(game, 2, 4);
    j.change = renew;
    j.changes = 5;
    must(l, &j);
    assert_int_equal(rh_log_key(l, hash, 1, &key, why), RH_LOG_NO_SUCH);
    assert_int_equal(rh_log_key(l, renew[1].hash, 1, &key, why), RH_LOG_DONE);
    assert_int_equal(rh_log_key(l, renew[2].hash, 1, &key, why), RH_LOG_DONE);
    assert_int_equal(key.kind, RH_KEY_WATCH);
    assert_int_equal(key.seat, -1);
    rh_key keys[4];
    int n;
    assert_int_equal(rh_log_keys(l, RH_KEY_LINK, 0, game, 1, keys, 4, &n, why), RH_LOG_DONE);
    assert_int_equal(n, 1);
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_DONE);
    assert_int_equal(g.seat[0].person, 0);
    assert_string_equal(g.seat[0].bot, "greedy");
    assert_string_equal(g.seat[1].bot, "");
    assert_string_equal(g.policy, "{\"x\":1}");
    rh_log_game_free(&g);
    rh_log_close(l);
}

static void a_session_ends_when_it_is_void_or_old(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t anna = new_person(l, "Anna Ø");
    char secret[RH_SECRET_TEXT];
    rh_key key = {.kind = RH_KEY_SESSION, .person = anna, .seat = -1, .expires = 5000}, found;
    rh_secret_make(32, secret, key.hash);
    rh_log_job j = {.kind = RH_WRITE_KEY, .new_key = &key};
    must(l, &j);
    assert_int_equal(rh_log_key(l, key.hash, 4999, &found, why), RH_LOG_DONE);
    assert_int_equal(found.person, anna);
    assert_int_equal(rh_log_key(l, key.hash, 5000, &found, why), RH_LOG_NO_SUCH);
    key.seen = 4999;
    key.expires = 9000;
    j = (rh_log_job){.kind = RH_WRITE_SEEN, .new_key = &key};
    must(l, &j);
    assert_int_equal(rh_log_key(l, key.hash, 5000, &found, why), RH_LOG_DONE);
    assert_int_equal(found.seen, 4999);
    j = (rh_log_job){.kind = RH_WRITE_VOID, .new_key = &key};
    must(l, &j);
    assert_int_equal(rh_log_key(l, key.hash, 1, &found, why), RH_LOG_NO_SUCH);
    rh_person person;
    assert_int_equal(rh_log_person(l, anna, &person, why), RH_LOG_DONE);
    assert_string_equal(person.name, "Anna Ø");
    assert_int_equal(person.kind, RH_PERSON_GUEST);
    j = (rh_log_job){.kind = RH_WRITE_PERSON, .person = anna, .text = "Anne"};
    must(l, &j);
    assert_int_equal(rh_log_person(l, anna, &person, why), RH_LOG_DONE);
    assert_string_equal(person.name, "Anne");
    assert_int_equal(rh_log_person(l, anna + 100, &person, why), RH_LOG_NO_SUCH);
    rh_log_close(l);
}

/* --- lists ------------------------------------------------------------------------------------- */

static void put_card(rh_log *l, int64_t game, int64_t seq, int64_t now, bool over)
{
    rh_log_job j = {.kind = RH_WRITE_CARD,
                    .now = now,
                    .game = game,
                    .seq = seq,
                    .ply = (int)seq,
                    .over = over,
                    .due = 5,
                    .text = "{\"round\":\"SR 1\"}"};
    must(l, &j);
}

static int cards(rh_log *l, rh_card_query q)
{
    rh_card *list;
    int n;
    q.most = q.most ? q.most : 1000;
    assert_int_equal(rh_log_cards(l, &q, &list, &n, why), RH_LOG_DONE);
    rh_cards_free(list, n);
    return n;
}

static void cards_come_page_by_page(void **state)
{
    (void)state;
    enum { GAMES = 60 };
    rh_log *l = fresh();
    const int64_t anna = new_person(l, "Anna");
    int64_t game[GAMES];
    for (int i = 0; i < GAMES; i++) {
        char id[RH_LOG_ID];
        (void)snprintf(id, sizeof id, "g%d", i);
        game[i] = new_game(l, id);
        put_card(l, game[i], 0, 1000 + i / 7, i == 3); /* several of the same time */
    }
    rh_card_query q = {.most = 25};
    int seen = 0, calls = 0;
    for (int n = 25; n == 25; calls++) {
        rh_card *list;
        assert_int_equal(rh_log_cards(l, &q, &list, &n, why), RH_LOG_DONE);
        for (int i = 0; i < n; i++, seen++) {
            assert_int_equal(list[i].game, game[GAMES - 1 - seen]);
            assert_int_equal(list[i].changed, 1000 + (GAMES - 1 - seen) / 7);
            assert_int_equal(list[i].due, 5);
            assert_int_equal(list[i].open, 7);
            assert_string_equal(list[i].body, "{\"round\":\"SR 1\"}");
        }
        q.before = n ? list[n - 1].changed : 0;
        q.before_game = n ? list[n - 1].game : 0;
        rh_cards_free(list, n);
    }
    assert_int_equal(seen, GAMES);
    assert_int_equal(calls, 3);

    const rh_change seats[] = {{.kind = RH_CHANGE_SEAT, .seat = 0, .person = anna},
                               {.kind = RH_CHANGE_SEAT, .seat = 2, .person = anna},
                               {.kind = RH_CHANGE_SEAT, .seat = 1, .bot = "steady"}};
    rh_log_job j = a_unit(game[5], 0, 1);
    j.change = seats;
    j.changes = 3;
    must(l, &j);
    rh_log_job host = {.kind = RH_WRITE_TABLE, .game = game[6], .person = anna, .listed = false};
    must(l, &host);
    assert_int_equal(cards(l, (rh_card_query){.person = anna, .mine = true}), 2);
    assert_int_equal(cards(l, (rh_card_query){.person = anna + 9, .mine = true}), 0);
    assert_int_equal(cards(l, (rh_card_query){.open = true}), GAMES - 3); /* full, unlisted, over */
    assert_int_equal(cards(l, (rh_card_query){.listed = true}), GAMES - 1);
    assert_int_equal(cards(l, (rh_card_query){.title = "18nl"}), GAMES);
    assert_int_equal(cards(l, (rh_card_query){.title = "18or"}), 0);
    rh_card_query mine = {.person = anna, .mine = true, .most = 10};
    rh_card *list;
    int n;
    assert_int_equal(rh_log_cards(l, &mine, &list, &n, why), RH_LOG_DONE);
    assert_int_equal(list[0].host, anna);
    assert_int_equal(list[1].mine, 5);
    assert_int_equal(list[1].open, 0);
    rh_cards_free(list, n);
    int64_t games;
    assert_int_equal(rh_log_open_games(l, anna, &games, why), RH_LOG_DONE);
    assert_int_equal(games, 2); /* a seat in one, host of the other */
    assert_int_equal(rh_log_open_games(l, anna + 9, &games, why), RH_LOG_DONE);
    assert_int_equal(games, 0);

    /* A seat that waits for its link is not free. */
    bool reserved;
    const rh_change link = {.kind = RH_CHANGE_LINK, .seat = 1, .hash = {7}};
    rh_log_job linked = a_unit(game[7], 0, 1);
    linked.change = &link;
    linked.changes = 1;
    must(l, &linked);
    put_card(l, game[7], 1, 2000, false);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(rh_log_reserved(l, game[7], seat, &reserved, why), RH_LOG_DONE);
        assert_int_equal(reserved, seat == 1);
    }
    rh_card_query newest = {.open = true, .most = 1};
    assert_int_equal(rh_log_cards(l, &newest, &list, &n, why), RH_LOG_DONE);
    assert_int_equal(list[0].game, game[7]);
    assert_int_equal(list[0].open, 5);
    rh_cards_free(list, n);

    /* Which cards a crash has kept from being made. */
    char ids[4][RH_LOG_ID];
    assert_int_equal(rh_log_behind(l, ids, 4, &n, why), RH_LOG_DONE);
    assert_int_equal(n, 1);
    assert_string_equal(ids[0], "g5");
    put_card(l, game[5], 1, 3000, false);
    put_card(l, game[5], 0, 4000, false); /* an older one comes too late and is no fault */
    assert_int_equal(rh_log_behind(l, ids, 4, &n, why), RH_LOG_DONE);
    assert_int_equal(n, 0);
    rh_log_close(l);
}

static void a_removed_game_waits_in_the_bin(void **state)
{
    (void)state;
    const int64_t day = 86400000;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a"), other = new_game(l, "b");
    put_card(l, game, 0, 1000, false);
    rh_log_job unit = a_unit(game, 0, 1),
               away = {.kind = RH_WRITE_REMOVE, .now = day, .game = game, .removed = true};
    must(l, &away);
    assert_int_equal(rh_log_write_now(l, &unit), RH_LOG_NO_SUCH);
    assert_int_equal(cards(l, (rh_card_query){0}), 0);
    assert_int_equal(cards(l, (rh_card_query){.removed = true}), 1);
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_DONE);
    assert_int_equal(g.removed, day);
    rh_log_game_free(&g);
    rh_log_job back = {.kind = RH_WRITE_REMOVE, .now = 2 * day, .game = game};
    must(l, &back);
    must(l, &unit);
    must(l, &away);
    /* Somebody must empty it: whoever removes the next game. */
    away = (rh_log_job){.kind = RH_WRITE_REMOVE,
                        .now = day + RH_LOG_BIN_DAYS * day,
                        .game = other,
                        .removed = true};
    must(l, &away);
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_NO_SUCH);
    assert_int_equal(count(l, game), 0);
    assert_int_equal(rh_log_find(l, "b", &g, why), RH_LOG_DONE);
    rh_log_game_free(&g);
    rh_log_close(l);
}

static void an_id_is_given_once(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const rh_row rows[] = {*numbered(1), *numbered(2)};
    rh_row taken[] = {rows[0], rows[1]};
    taken[0].unit = 1, taken[1].unit = 2;
    taken[0].at = 7, taken[1].at = 8;
    taken[0].made = taken[1].made = RH_MADE_TAKEN;
    rh_log_job j = {.kind = RH_WRITE_GAME,
                    .now = 1000,
                    .public_id = "a",
                    .title = "18nl",
                    .rules = 1,
                    .seats = 2,
                    .text = "title: 18nl\n\n",
                    .row = taken,
                    .rows = 2};
    must(l, &j);
    const int64_t game = j.id;
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_TAKEN);
    rh_rows r = rows_of(l, game, 0);
    assert_int_equal(r.rows, 2);
    assert_int_equal(r.row[1].made, RH_MADE_TAKEN);
    assert_int_equal(r.row[1].unit, 2);
    assert_int_equal(r.row[1].at, 8);
    assert_false(r.row[0].keyed);
    rh_rows_free(&r);
    rh_log_job next = a_unit(game, 2, 3);
    must(l, &next);
    char one[RH_LOG_ID], two[RH_LOG_ID];
    rh_public_id_make(one);
    rh_public_id_make(two);
    assert_string_not_equal(one, two);
    assert_true(rh_public_id_fits(one));
    rh_log_close(l);
}

/* --- beside the game --------------------------------------------------------------------------- */

static rh_log_job a_line(int64_t game, int64_t person, int n, const char *text)
{
    rh_log_job j = {.kind = RH_WRITE_CHAT, .now = n, .game = game, .person = person, .text = text};
    memcpy(j.key, &n, sizeof n);
    return j;
}

static void chat_has_numbers_of_its_own(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a"), other = new_game(l, "b"), anna = new_person(l, "Anna"),
                  bo = new_person(l, "Bo");
    for (int n = 1; n <= 3; n++) {
        rh_log_job j = a_line(game, n == 2 ? bo : anna, n, n == 2 ? "hej" : "grüß Gott");
        j.room = n == 3 ? RH_ROOM_WATCHERS : RH_ROOM_TABLE;
        must(l, &j);
        assert_int_equal(j.first, n);
    }
    rh_log_job j = a_line(other, anna, 9, "?");
    must(l, &j);
    assert_int_equal(j.first, 1);
    j = a_line(game, bo, 2, "hej");
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_KNOWN);
    assert_int_equal(j.first, 2);
    rh_log_job away = {.kind = RH_WRITE_UNSAY, .game = game, .person = anna, .seq = 2};
    assert_int_equal(rh_log_write_now(l, &away), RH_LOG_NO_SUCH); /* it is Bo's */
    away.person = bo;
    must(l, &away);
    rh_chat c;
    assert_int_equal(rh_log_chat(l, game, 1, 10, &c, why), RH_LOG_DONE);
    assert_int_equal(c.lines, 2);
    assert_int_equal(c.line[0].n, 2);
    assert_string_equal(c.line[0].text, "");
    assert_int_equal(c.line[1].person, anna);
    assert_int_equal(c.line[1].room, RH_ROOM_WATCHERS);
    assert_string_equal(c.line[1].text, "grüß Gott");
    rh_chat_free(&c);
    assert_int_equal(count(l, game), 0);
    rh_log_close(l);
}

static void papers_are_their_owners(void **state)
{
    (void)state;
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a"), anna = new_person(l, "Anna"), bo = new_person(l, "Bo");
    char *text;
    int64_t at;
    assert_int_equal(rh_log_paper(l, game, anna, RH_PAPER_NOTE, &text, &at, why), RH_LOG_NO_SUCH);
    rh_log_job j = {.kind = RH_WRITE_PAPER, .now = 5, .game = game, .person = anna, .text = "one"};
    must(l, &j);
    j.text = "two";
    j.now = 6;
    must(l, &j);
    j.paper = RH_PAPER_PROGRAMMES;
    j.text = "[]";
    must(l, &j);
    assert_int_equal(rh_log_paper(l, game, anna, RH_PAPER_NOTE, &text, &at, why), RH_LOG_DONE);
    assert_string_equal(text, "two");
    assert_int_equal(at, 6);
    free(text);
    assert_int_equal(rh_log_paper(l, game, bo, RH_PAPER_NOTE, &text, &at, why), RH_LOG_NO_SUCH);
    /* A programme that fires is used up in the same commit. */
    const rh_change used = {.kind = RH_CHANGE_PAPER, .person = anna, .text = "[1]"};
    rh_log_job unit = a_unit(game, 0, 1);
    unit.change = &used;
    unit.changes = 1;
    must(l, &unit);
    assert_int_equal(rh_log_paper(l, game, anna, RH_PAPER_PROGRAMMES, &text, &at, why),
                     RH_LOG_DONE);
    assert_string_equal(text, "[1]");
    free(text);
    j.text = NULL;
    must(l, &j);
    assert_int_equal(rh_log_paper(l, game, anna, RH_PAPER_PROGRAMMES, &text, &at, why),
                     RH_LOG_NO_SUCH);
    j.text = "x";
    j.person = bo + 100;
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_NO_SUCH);
    rh_log_close(l);
}

static void a_snapshot_is_for_the_engine_that_made_it(void **state)
{
    (void)state;
    static const uint8_t STATE[] = {0, 1, 0xff, '\\', '\'', 0};
    rh_log *l = fresh();
    const int64_t game = new_game(l, "a");
    rh_snapshot s;
    rh_log_job j = {.kind = RH_WRITE_SNAPSHOT,
                    .game = game,
                    .seq = 7,
                    .ply = 5,
                    .text = "engine 1",
                    .state = STATE,
                    .len = sizeof STATE};
    must(l, &j);
    assert_int_equal(rh_log_snapshot(l, game, "engine 2", &s, why), RH_LOG_NO_SUCH);
    assert_int_equal(rh_log_snapshot(l, game, "engine 1", &s, why), RH_LOG_DONE);
    assert_int_equal(s.seq, 7);
    assert_int_equal(s.ply, 5);
    assert_int_equal(s.len, sizeof STATE);
    assert_memory_equal(s.state, STATE, sizeof STATE);
    free(s.state);
    j.seq = 9;
    must(l, &j);
    assert_int_equal(rh_log_snapshot(l, game, "engine 1", &s, why), RH_LOG_DONE);
    assert_int_equal(s.seq, 9);
    free(s.state);
    rh_log_close(l);
}

int run_contract(const char *name, const char *(*url)(void), int (*set_up)(void **),
                 int (*tear_down)(void **))
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_kept_as_they_were_given),
        cmocka_unit_test(a_log_outlives_the_program),
        cmocka_unit_test(whoever_knows_less_gets_the_rows_that_are_missing),
        cmocka_unit_test(a_key_is_stored_once_and_gets_the_first_answer_again),
        cmocka_unit_test(times_never_decrease),
        cmocka_unit_test(a_unit_is_kept_whole_or_not_at_all),
        cmocka_unit_test(what_does_not_fit_is_refused_before_it_waits),
        cmocka_unit_test(racers_leave_no_gap_and_no_double),
        cmocka_unit_test(a_full_queue_says_busy_and_loses_nothing),
        cmocka_unit_test(one_bad_job_does_not_spoil_the_others_of_its_batch),
        cmocka_unit_test(a_unit_whose_change_is_refused_is_not_stale),
        cmocka_unit_test(what_another_process_did_is_heard_of),
        cmocka_unit_test(a_link_is_whose_who_takes_it_first),
        cmocka_unit_test(a_session_ends_when_it_is_void_or_old),
        cmocka_unit_test(cards_come_page_by_page),
        cmocka_unit_test(a_removed_game_waits_in_the_bin),
        cmocka_unit_test(an_id_is_given_once),
        cmocka_unit_test(chat_has_numbers_of_its_own),
        cmocka_unit_test(papers_are_their_owners),
        cmocka_unit_test(a_snapshot_is_for_the_engine_that_made_it),
    };
    fresh_url = url;
    return cmocka_run_group_tests_name(name, tests, set_up, tear_down);
}
