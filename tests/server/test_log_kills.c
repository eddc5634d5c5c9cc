/* SPDX-License-Identifier: Apache-2.0 */
/* What was acknowledged is kept: a process that writes logs is killed (-9) at random moments, PostgreSQL
 * is stopped under it as by a power cut, and two processes race for the same rows and seats.
 *
 * The logs are real games, written unit by unit, so that what was kept can be replayed and compared with
 * every print. `make test` does few of each; RH_KILLS, RH_CRASHES and RH_RACES say how many
 * (tests/long/logs). Nothing here waits for a time to pass: moments are drawn by counting acknowledged units. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/rows.h"
#include "tests/cli/program.h"
#include "tests/server/cluster.h"
#include "tests/server/contract.h"

enum { GAMES = 10, TITLES = 5, LIMIT = 400 }; /* rows of a game that are written */

static char why[RH_LOG_WHY];
static rh_taken model[TITLES];

static int from_environment(const char *name, int usual)
{
    const char *text = getenv(name);
    return text ? atoi(text) : usual;
}

static uint32_t dice = 1829;

static int chance(int n)
{
    dice = dice * 1664525u + 1013904223u;
    return (int)((dice >> 8) % (uint32_t)n);
}

/* --- the games --------------------------------------------------------------------------------- */

static int load_models(void **state)
{
    static const char *const TITLE[TITLES] = {"18nl", "18norway", "18or", "18scan", "1988"};
    (void)state;
    for (int i = 0; i < TITLES; i++) {
        char pattern[64];
        glob_t found;
        size_t len;
        rh_line_error err;
        (void)snprintf(pattern, sizeof pattern, "tests/archive/%s/*.18xx", TITLE[i]);
        assert_int_equal(glob(pattern, 0, NULL, &found), 0);
        char *text = read_whole(found.gl_pathv[0], &len);
        assert_true(rh_take_record(text, len, 50000, 1, &model[i], &err));
        free(text);
        globfree(&found);
    }
    return make_folder(state);
}

static int free_models(void **state)
{
    for (int i = 0; i < TITLES; i++)
        rh_taken_free(&model[i]);
    return remove_folder(state);
}

typedef struct {
    char id[RH_LOG_ID];
    int64_t number;
    const rh_taken *model;
    int rows;  /* that shall be written */
    int acked; /* rows that were acknowledged */
} played;

/* Units of one to three rows; which is a matter of where one begins. */
static int unit_at(const played *p, int from)
{
    const int n = 1 + from % 3;
    return from + n <= p->rows ? n : p->rows - from;
}

static rh_log_job unit_of(const played *p, int from)
{
    rh_log_job j = {.kind = RH_WRITE_UNIT,
                    .now = 1000 + from,
                    .game = p->number,
                    .after = from,
                    .seen = from,
                    .row = &p->model->log.row[from],
                    .rows = unit_at(p, from)};
    memcpy(j.key, &p->number, sizeof p->number);
    memcpy(j.key + 8, &from, sizeof from);
    return j;
}

static void begin_games(rh_log *l, played *p, int round)
{
    for (int i = 0; i < GAMES; i++) {
        const rh_taken *m = &model[i % TITLES];
        p[i] = (played){.model = m, .rows = m->log.rows < LIMIT ? m->log.rows : LIMIT};
        (void)snprintf(p[i].id, sizeof p[i].id, "round-%d-%d", round, i);
        rh_log_job j = {.kind = RH_WRITE_GAME,
                        .now = 1,
                        .public_id = p[i].id,
                        .title = m->title,
                        .rules = m->rules,
                        .seats = m->seats,
                        .text = m->setup};
        assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
        p[i].number = j.id;
    }
}

static bool all_written(const played *p)
{
    for (int i = 0; i < GAMES; i++)
        if (p[i].acked < p[i].rows)
            return false;
    return true;
}

/* Every acknowledged row is there, as it was; no gap, no double, and at most the unit that was under way
 * more. The key of what was acknowledged last gets its first answer. */
static void look_over(rh_log *l, const played *p, int *unheard)
{
    for (int i = 0; i < GAMES; i++) {
        rh_rows r;
        assert_int_equal(rh_log_rows(l, p[i].number, 0, 100000, &r, why), RH_LOG_DONE);
        if (r.rows < p[i].acked || r.rows > p[i].acked + unit_at(&p[i], p[i].acked))
            fail_msg("%s: %d rows were acknowledged, %d are kept", p[i].id, p[i].acked, r.rows);
        *unheard += r.rows > p[i].acked;
        for (int n = 0; n < r.rows; n++) {
            const rh_row *is = &r.row[n], *was = &p[i].model->log.row[n];
            assert_int_equal(is->seq, n + 1);
            assert_true(is->print == was->print);
            assert_string_equal(is->line, was->line);
        }
        const int last = r.rows ? (int)r.row[r.rows - 1].unit - 1 : 0;
        const int stored = r.rows;
        rh_rows_free(&r);
        if (stored == 0)
            continue;
        rh_log_job again = unit_of(&p[i], last);
        assert_int_equal(rh_log_write_now(l, &again), RH_LOG_KNOWN);
        assert_int_equal(again.first, last + 1);
        assert_int_equal(again.last, stored);
    }
}

/* The log of a game is a record that the engine replays to the same prints. */
static void replay_all(rh_log *l, const played *p)
{
    for (int i = 0; i < GAMES; i++) {
        rh_rows r;
        rh_taken t;
        size_t len;
        rh_line_error err;
        assert_int_equal(rh_log_rows(l, p[i].number, 0, 100000, &r, why), RH_LOG_DONE);
        char *text = rh_record_of_rows(p[i].model->setup, &r, true, &len, &err);
        assert_non_null(text);
        if (!rh_take_record(text, len, 50000, 1, &t, &err))
            fail_msg("%s:%d: %s", p[i].id, err.line, err.why);
        assert_int_equal(t.log.rows, r.rows);
        if (r.rows > 0)
            assert_true(t.log.row[r.rows - 1].print == r.row[r.rows - 1].print);
        free(text);
        rh_taken_free(&t);
        rh_rows_free(&r);
    }
}

/* --- the process that writes ------------------------------------------------------------------- */

typedef struct {
    int game, rows; /* so many are acknowledged now */
} news;

static int tell; /* where the writer tells what was acknowledged */
static rh_log *writing;
static played *writers;
static rh_log_job job[GAMES];

static void go_on(rh_log_job *j)
{
    const int i = (int)(j - job);
    if (j->answer == RH_LOG_DONE || j->answer == RH_LOG_KNOWN) {
        const news n = {i, (int)j->last};
        if (write(tell, &n, sizeof n) != sizeof n)
            _exit(3);
        writers[i].acked = n.rows;
    } else if (j->answer == RH_LOG_BUSY) { /* a database that is away is tried again */
        (void)nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    } else {
        (void)fprintf(stderr, "%s: answer %d: %s\n", writers[i].id, (int)j->answer, j->why);
        _exit(4);
    }
    if (writers[i].acked < writers[i].rows) {
        *j = unit_of(&writers[i], writers[i].acked);
        j->done = go_on;
        if (!rh_log_write(writing, j))
            _exit(5);
    }
}

/* Writes on in all games at once until it is killed. */
static _Noreturn void write_on(const char *url, played *p)
{
    writing = rh_log_open(url, why);
    if (!writing)
        _exit(2);
    writers = p;
    for (int i = 0; i < GAMES; i++) {
        job[i] = unit_of(&p[i], p[i].acked);
        job[i].done = go_on;
        if (p[i].acked < p[i].rows && !rh_log_write(writing, &job[i]))
            _exit(5);
    }
    for (;;)
        (void)pause();
}

static pid_t start_writer(const char *url, played *p, int *heard)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    (void)fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        (void)close(ends[0]);
        tell = ends[1];
        write_on(url, p);
    }
    assert_true(pid > 0);
    (void)close(ends[1]);
    *heard = ends[0];
    return pid;
}

/* What it has told until so many units more are acknowledged, all are, or it is gone. */
static int hear(int heard, played *p, int units)
{
    news n;
    int count = 0;
    while (count < units && !all_written(p) && read(heard, &n, sizeof n) == sizeof n) {
        p[n.game].acked = n.rows;
        count++;
    }
    return count;
}

static void end_writer(pid_t pid, int heard, played *p)
{
    int status;
    (void)kill(pid, SIGKILL);
    news n;
    while (read(heard, &n, sizeof n) == sizeof n) /* what it said before it died */
        p[n.game].acked = n.rows;
    (void)close(heard);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status))
        fail_msg("the writer ended by itself with %d", WEXITSTATUS(status));
}

/* A moment within the next unit, so that not all kills come right behind an answer. */
static void wait_a_moment(void)
{
    const struct timespec time = {.tv_nsec = chance(3000000)};
    (void)nanosleep(&time, NULL);
}

/* Kills the writer `kills` times; with `crashes`, stops its database so often. */
static void kill_often(const char *what, const char *url, int kills, int crashes)
{
    played p[GAMES];
    int round = 0, unheard = 0, acked = 0;
    rh_log *l = open_log(url);
    begin_games(l, p, round);
    rh_log_close(l);
    for (int n = 0; n < kills + crashes; n++) {
        int heard;
        const pid_t pid = start_writer(url, p, &heard);
        acked += hear(heard, p, 1 + chance(60));
        wait_a_moment();
        if (n < crashes) {
            cluster_kill();
            cluster_start();
            acked += hear(heard, p, 1); /* it goes on by itself */
        }
        end_writer(pid, heard, p);
        l = open_log(url);
        look_over(l, p, &unheard);
        if (all_written(p) || n == kills + crashes - 1)
            replay_all(l, p);
        if (all_written(p))
            begin_games(l, p, ++round);
        rh_log_close(l);
    }
    print_message("%s: %d kills, %d crashes of the database: more than %d units acknowledged in "
                  "%d games, none missing; %d kept and not yet acknowledged\n",
                  what, kills, crashes, acked, GAMES * (round + 1), unheard);
}

/* --- two at once ------------------------------------------------------------------------------- */

static void link_hash(int n, uint8_t hash[RH_SECRET_HASH])
{
    char text[24];
    (void)snprintf(text, sizeof text, "link %d", n);
    rh_secret_hash(text, hash);
}

/* One race: row n is to be written behind the one before; every other one takes a seat by its link. */
static rh_log_answer run_race(rh_log *l, int64_t game, int64_t person, int n)
{
    rh_change change[] = {{.kind = RH_CHANGE_TAKE, .person = person},
                          {.kind = RH_CHANGE_SEAT, .seat = n % 3, .person = person}};
    link_hash(n, change[0].hash);
    rh_row row = {.kind = n % 2 ? RH_ROW_ACT : RH_ROW_SEAT, .person = person, .line = "mine"};
    rh_log_job j = {.kind = RH_WRITE_UNIT,
                    .now = n,
                    .game = game,
                    .after = n - 1,
                    .seen = n - 1,
                    .row = &row,
                    .rows = 1,
                    .change = change,
                    .changes = n % 2 ? 0 : 2};
    memcpy(j.key, &n, sizeof n);
    memcpy(j.key + 8, &person, sizeof person);
    while (rh_log_write_now(l, &j) == RH_LOG_BUSY)
        ;
    if (j.answer == RH_LOG_STALE && (j.last != n || j.missing.rows != 1))
        j.answer = RH_LOG_FAILED; /* it was not told who won */
    rh_rows_free(&j.missing);
    /* The answer was lost, and it asks again. */
    const rh_log_answer answer = j.answer;
    if (answer == RH_LOG_DONE && n % 10 == 0 && rh_log_write_now(l, &j) != RH_LOG_KNOWN)
        return RH_LOG_FAILED;
    return answer;
}

/* Runs every race that it is told to, and says how it went. */
static _Noreturn void race(const char *url, int64_t game, int64_t person, int from, int to)
{
    int n;
    rh_log *l = rh_log_open(url, why);
    while (l && read(from, &n, sizeof n) == sizeof n) {
        const rh_log_answer answer = run_race(l, game, person, n);
        if (write(to, &answer, sizeof answer) != sizeof answer)
            break;
    }
    rh_log_close(l);
    _exit(l ? 0 : 2);
}

enum { RACERS = 2 };

typedef struct {
    pid_t pid;
    int64_t person;
    int go, heard; /* our ends of its pipes */
    int won;
} runner;

static void start_runner(runner *r, const char *url, int64_t game)
{
    int go[2], heard[2];
    assert_int_equal(pipe(go), 0);
    assert_int_equal(pipe(heard), 0);
    (void)fflush(NULL);
    r->pid = fork();
    if (r->pid == 0) {
        (void)close(go[1]);
        (void)close(heard[0]);
        race(url, game, r->person, go[0], heard[1]);
    }
    (void)close(go[0]);
    (void)close(heard[1]);
    r->go = go[1];
    r->heard = heard[0];
}

static void end_runner(runner *r)
{
    int status;
    (void)close(r->go);
    (void)close(r->heard);
    (void)kill(r->pid, SIGKILL); /* the other may hold a copy of our end */
    assert_int_equal(waitpid(r->pid, &status, 0), r->pid);
}

static void race_often(const char *what, const char *url, int races)
{
    rh_log *l = open_log(url);
    const int64_t game = new_game(l, "race");
    runner r[RACERS] = {0};
    for (int i = 0; i < RACERS; i++)
        r[i].person = new_person(l, "racer");
    for (int n = 2; n <= races; n += 2) {
        rh_key key = {.kind = RH_KEY_LINK, .game = game, .seat = n % 3};
        link_hash(n, key.hash);
        rh_log_job j = {.kind = RH_WRITE_KEY, .new_key = &key};
        assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    }
    rh_log_close(l);
    int64_t *winner = calloc((size_t)races + 1, sizeof *winner);
    assert_non_null(winner);
    for (int i = 0; i < RACERS; i++)
        start_runner(&r[i], url, game);
    for (int n = 1; n <= races; n++) {
        for (int i = 0; i < RACERS; i++) /* whoever is called first has no right to win */
            assert_int_equal(write(r[(n + i) % RACERS].go, &n, sizeof n), sizeof n);
        for (int i = 0; i < RACERS; i++) {
            rh_log_answer answer;
            assert_int_equal(read(r[i].heard, &answer, sizeof answer), sizeof answer);
            if (answer == RH_LOG_DONE) {
                assert_int_equal(winner[n], 0); /* nobody else was told so */
                winner[n] = r[i].person;
                r[i].won++;
            } else if (answer != RH_LOG_STALE) {
                fail_msg("race %d: answer %d", n, (int)answer);
            }
        }
        assert_int_not_equal(winner[n], 0);
    }
    for (int i = 0; i < RACERS; i++)
        end_runner(&r[i]);
    l = open_log(url);
    rh_rows rows;
    assert_int_equal(rh_log_rows(l, game, 0, races + 10, &rows, why), RH_LOG_DONE);
    assert_int_equal(rows.rows, races);
    for (int i = 0; i < races; i++) {
        assert_int_equal(rows.row[i].seq, i + 1);
        assert_int_equal(rows.row[i].person, winner[i + 1]);
    }
    rh_rows_free(&rows);
    rh_log_close(l);
    free(winner);
    print_message("%s: %d races, %d and %d won, no gap, no double\n", what, races, r[0].won,
                  r[1].won);
}

/* --- tests ------------------------------------------------------------------------------------- */

static void no_kill_loses_what_a_file_has_acknowledged(void **state)
{
    (void)state;
    kill_often("SQLite", in_folder("kills.db"), from_environment("RH_KILLS", 20), 0);
}

static void two_processes_on_one_file_leave_no_gap(void **state)
{
    (void)state;
    race_often("SQLite", in_folder("races.db"), from_environment("RH_RACES", 200));
}

static void no_kill_and_no_crash_loses_what_postgresql_has_acknowledged(void **state)
{
    (void)state;
    kill_often("PostgreSQL", cluster_database(), from_environment("RH_KILLS", 20) / 4,
               from_environment("RH_CRASHES", 3));
}

static void two_processes_on_one_database_leave_no_gap(void **state)
{
    (void)state;
    race_often("PostgreSQL", cluster_database(), from_environment("RH_RACES", 200));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_kill_loses_what_a_file_has_acknowledged),
        cmocka_unit_test(two_processes_on_one_file_leave_no_gap),
    };
    const struct CMUnitTest with_postgres[] = {
        cmocka_unit_test(no_kill_and_no_crash_loses_what_postgresql_has_acknowledged),
        cmocka_unit_test(two_processes_on_one_database_leave_no_gap),
    };
    dice = (uint32_t)from_environment("RH_SEED", (int)time(NULL));
    printf("# RH_SEED=%u\n", dice);
    int failed = cmocka_run_group_tests(tests, load_models, free_models);
    const char *lacks = cluster_lacks();
    if (lacks)
        printf("ok 3 - kills and races over PostgreSQL # SKIP %s\n", lacks);
    else
        failed += load_models(NULL) +
                  cmocka_run_group_tests(with_postgres, cluster_begin, cluster_end) +
                  free_models(NULL);
    return failed;
}
