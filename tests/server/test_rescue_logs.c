/* SPDX-License-Identifier: Apache-2.0 */
/* `roundhouse games` over a file with logs: looked over, written out as records, and read as far as it
 * can be after it was hit. The file is one of an earlier program (tests/server/old), taken over. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "server/takeover.h"
#include "tests/cli/program.h"
#include "tests/server/contract.h"

enum { PAGE = 4096 };

static char why[RH_LOG_WHY];

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.2000s", part, text);
}

static void say_nothing(const char *sentence, void *context)
{
    (void)context;
    fail_msg("%s", sentence);
}

static void make_logs(const char *name)
{
    size_t len;
    int taken;
    char *bytes = read_whole("tests/server/old/form-2.db", &len);
    write_file(in_folder(name), bytes, len);
    free(bytes);
    rh_log *l = open_log(in_folder(name));
    assert_int_equal(rh_take_over(l, in_folder(name), 0, say_nothing, NULL, &taken, why),
                     RH_LOG_DONE);
    assert_int_equal(taken, 9);
    rh_log_close(l);
}

static void change(const char *name, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static const ran *games(const char *what, const char *to, const char *name)
{
    return run_program(NULL, "games", what, "--file", in_folder(name), to, NULL);
}

static void logs_are_checked_and_written_out_as_records(void **state)
{
    (void)state;
    make_logs("whole.db");
    const ran *r = games("check", NULL, "whole.db");
    if (r->code != 0)
        fail_msg("%s%s", r->out, r->err);
    assert_says(r->out, "7 games and 2 in the bin, ");
    assert_says(r->out, "; everything is whole");
    r = games("export", in_folder("records"), "whole.db");
    assert_int_equal(r->code, 0);
    assert_says(r->out, "7 records in ");
    assert_says(r->out, "2 records of removed games in ");
    char path[300];
    (void)snprintf(path, sizeof path, "%s/back.18xx", in_folder("records"));
    char *text = read_whole(path, NULL);
    assert_says(text, "# seats: [{\"name\":\"Anna\"");
    assert_says(text, "# taken back 3: Cia take P1 20\n# taken back 3: Cia pass\n");
    assert_says(text, "check: 1 00003 ");
    free(text);
    /* Played on, the log counts and not the record that it came from. */
    change("whole.db", "UPDATE game SET record = 'spoilt'");
    assert_int_equal(games("check", NULL, "whole.db")->code, 0);
}

static void a_log_that_was_changed_is_found(void **state)
{
    (void)state;
    make_logs("changed.db");
    change("changed.db", "UPDATE action SET line = 'Anna fly' WHERE seq = 7 AND game = "
                         "(SELECT id FROM log WHERE public = '18or');"
                         "UPDATE action SET print = print + 1 WHERE seq = 43 AND game = "
                         "(SELECT id FROM log WHERE public = '18norway');"
                         "DELETE FROM action WHERE seq = 5 AND game = "
                         "(SELECT id FROM log WHERE public = '1988');"
                         "UPDATE action SET ply = 9 WHERE seq = 2 AND game = "
                         "(SELECT id FROM log WHERE public = '18scan');");
    const ran *r = games("check", NULL, "changed.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "game 18or, line ");
    assert_says(r->out, "game 18norway, line ");
    assert_says(r->out, "the record was changed after it was written");
    assert_says(r->out, "game 1988: row 5 is missing");
    assert_says(r->out, "game 18scan: the rows are no log of a game");
    assert_says(r->out, "4 faults");
}

/* Every file of a form has its tables on the same pages, also one that was of another before. */
static void logs_without_a_first_page_are_recovered(void **state)
{
    (void)state;
    size_t len;
    make_logs("headless.db");
    char *bytes = read_whole(in_folder("headless.db"), &len);
    memset(bytes, 0xA5, PAGE);
    write_file(in_folder("headless.db"), bytes, len);
    free(bytes);
    const ran *r = games("recover", in_folder("head.db"), "headless.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "the first page cannot be used; one of a new file stands for it");
    assert_says(r->out, "9 games could be read");
    r = games("check", NULL, "head.db");
    assert_int_equal(r->code, 0);
    assert_says(r->out, "7 games and 2 in the bin, ");
    rh_log *l = open_log(in_folder("head.db")); /* and played on */
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "back", &g, why), RH_LOG_DONE);
    assert_string_equal(g.seat[1].bot, "greedy");
    rh_log_job j = a_unit(g.id, g.last, 1);
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    rh_log_game_free(&g);
    rh_log_close(l);
}

/* The page of a leaf of `action` that has this text. */
static size_t page_of(const char *name, const char *text)
{
    size_t len, found = 0;
    char *bytes = read_whole(in_folder(name), &len);
    for (size_t at = PAGE; at < len && !found; at += PAGE)
        for (size_t i = 0; bytes[at] == 0x0A && i < PAGE - strlen(text) && !found; i++)
            if (memcmp(bytes + at + i, text, strlen(text)) == 0)
                found = at;
    free(bytes);
    assert_true(found > 0);
    return found;
}

static void a_damaged_page_costs_the_end_of_one_game(void **state)
{
    (void)state;
    size_t len;
    make_logs("hit.db");
    change("hit.db",
           "UPDATE action SET line = 'here it is hit' WHERE seq = 700 AND game = "
           "(SELECT id FROM log WHERE public = 'whole'); PRAGMA wal_checkpoint(TRUNCATE)");
    const size_t at = page_of("hit.db", "here it is hit");
    char *bytes = read_whole(in_folder("hit.db"), &len);
    memset(bytes + at, 0xA5, PAGE);
    write_file(in_folder("hit.db"), bytes, len);
    free(bytes);
    const ran *r = games("recover", in_folder("saved.db"), "hit.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "game whole: row ");
    assert_says(r->out, " cannot be read; it is kept up to the one before");
    assert_says(r->out, "9 games could be read");
    r = games("check", NULL, "saved.db");
    if (r->code != 0)
        fail_msg("%s%s", r->out, r->err);
    assert_says(r->out, "7 games and 2 in the bin, ");
    rh_log *l = open_log(in_folder("saved.db"));
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "whole", &g, why), RH_LOG_DONE);
    assert_in_range(g.last, 500, 699);
    rh_log_game_free(&g);
    rh_log_close(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_are_checked_and_written_out_as_records),
        cmocka_unit_test(a_log_that_was_changed_is_found),
        cmocka_unit_test(logs_without_a_first_page_are_recovered),
        cmocka_unit_test(a_damaged_page_costs_the_end_of_one_game),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
