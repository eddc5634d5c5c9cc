/* SPDX-License-Identifier: Apache-2.0 */
/* `roundhouse games`: a file of games that was hit is looked over, copied and read as far as it can
 * be, and stays as it is. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "server/store.h"
#include "tests/cli/program.h"
#include "tests/server/whole.h"

enum { PAGE = 4096, GAMES = 60 };

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.2000s", part, text);
}

/* A record with a comment that makes it as long as a page, so that games lie apart. */
static void write_record(char out[PAGE], int n)
{
    int len = snprintf(out, PAGE, "# game %d ", n);
    memset(out + len, '.', 3000);
    (void)snprintf(out + len + 3000, PAGE - 3000 - (size_t)len,
                   "\ntitle: 18nl\nrules: 1\nplayers: Anna, Bo\nseed: %d\n\nAnna pass\n", n + 1);
}

/* A file of GAMES games. */
static void make_games(const char *name)
{
    char why[RH_STORE_WHY], id[16], record[PAGE];
    rh_store *s = rh_store_open(in_folder(name), why);
    assert_non_null(s);
    for (int i = 0; i < GAMES; i++) {
        (void)snprintf(id, sizeof id, "g%02d", i);
        write_record(record, i);
        put_whole(s, id, record, 1000 + i);
    }
    rh_store_close(s);
}

/* Overwrites these bytes of a file. */
static void hit(const char *name, size_t from, size_t count)
{
    size_t len;
    char *bytes = read_whole(in_folder(name), &len);
    assert_true(from + count <= len);
    memset(bytes + from, 0xA5, count);
    write_file(in_folder(name), bytes, len);
    free(bytes);
}

static const ran *games(const char *what, const char *to, const char *name)
{
    return run_program(NULL, "games", what, "--file", in_folder(name), to, NULL);
}

/* How many games a file has, all of them as they were written. */
static void count_game(const rh_store_game *game, void *context)
{
    char record[PAGE];
    write_record(record, atoi(game->id + 1));
    assert_string_equal(game->record, record);
    assert_int_equal(game->revision, 1);
    ++*(int *)context;
}

static int games_in(const char *name)
{
    char why[RH_STORE_WHY];
    int n = 0;
    rh_store *s = rh_store_look(in_folder(name), why);
    if (!s)
        fail_msg("%s", why);
    assert_int_equal(rh_store_each(s, false, count_game, &n, why), RH_STORE_DONE);
    rh_store_close(s);
    return n;
}

static bool has_game(const char *name, const char *id)
{
    char why[RH_STORE_WHY];
    rh_store *s = rh_store_look(in_folder(name), why);
    assert_non_null(s);
    char *record = whole_of(s, id);
    const bool found = record != NULL;
    free(record);
    rh_store_close(s);
    return found;
}

static void a_whole_file_is_checked_copied_and_written_out(void **state)
{
    (void)state;
    make_games("whole.db");
    const ran *r = games("check", NULL, "whole.db");
    assert_int_equal(r->code, 0);
    assert_says(r->out, "60 games, 60 actions; everything is whole");
    r = games("backup", in_folder("copy.db"), "whole.db");
    assert_int_equal(r->code, 0);
    assert_int_equal(games_in("copy.db"), GAMES);
    struct stat about;
    assert_int_equal(stat(in_folder("copy.db"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    r = games("backup", in_folder("copy.db"), "whole.db");
    assert_int_equal(r->code, 2);
    assert_says(r->err, "is there already; nothing is overwritten");

    /* A log without its file may be all that somebody has. */
    write_file(in_folder("lone.db-wal"), "play", 4);
    assert_int_equal(games("backup", in_folder("lone.db"), "whole.db")->code, 2);
    assert_int_equal(games("recover", in_folder("lone.db"), "whole.db")->code, 2);
    char *log = read_whole(in_folder("lone.db-wal"), NULL);
    assert_string_equal(log, "play");
    free(log);

    for (int twice = 0; twice < 2; twice++) { /* what is there already is as good */
        r = games("export", in_folder("records"), "whole.db");
        assert_int_equal(r->code, 0);
        assert_says(r->out, "60 records in ");
    }
    char path[300], record[PAGE];
    (void)snprintf(path, sizeof path, "%s/g07.18xx", in_folder("records"));
    char *text = read_whole(path, NULL);
    write_record(record, 7);
    assert_string_equal(text, record);
    free(text);
    write_file(path, "mine\n", 5);
    r = games("export", in_folder("records"), "whole.db");
    assert_int_equal(r->code, 1);
    assert_says(r->err, "g07.18xx is there already and is another record; it is not overwritten");
    text = read_whole(path, NULL);
    assert_string_equal(text, "mine\n");
    free(text);
}

static void a_record_that_does_not_replay_is_found(void **state)
{
    (void)state;
    char why[RH_STORE_WHY];
    rh_store *s = rh_store_open(in_folder("wrong.db"), why);
    assert_non_null(s);
    put_whole(s, "w", "title: 18nl\nplayers: Anna, Bo\n\nBo pass\n", 1);
    rh_store_close(s);
    const ran *r = games("check", NULL, "wrong.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "game w, line 4: Bo pass: it is not for Bo to decide now");
    assert_says(r->out, "1 game, 0 actions; 1 fault");
}

/* The page in which the row of a game begins, if other rows lie beside it: a leaf of its table. */
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

/* What lies on other pages is found from both ends and by the index. */
static void games_around_a_damaged_page_are_recovered(void **state)
{
    (void)state;
    make_games("hit.db");
    size_t len, after;
    hit("hit.db", page_of("hit.db", "# game 20 "), PAGE);
    hit("hit.db", page_of("hit.db", "# game 40 "), PAGE);
    char *before = read_whole(in_folder("hit.db"), &len);
    const ran *r = games("check", NULL, "hit.db");
    assert_int_equal(r->code, 1);
    r = games("backup", in_folder("no.db"), "hit.db");
    assert_int_equal(r->code, 1);
    assert_says(r->err, "is damaged");
    r = games("recover", in_folder("saved.db"), "hit.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "could be read; they are kept in ");
    assert_says(r->out, "is named, but cannot be read");
    const int found = games_in("saved.db");
    assert_true(found < GAMES);
    assert_true(found >= GAMES / 2);
    assert_true(has_game("saved.db", "g00") && has_game("saved.db", "g30") &&
                has_game("saved.db", "g59"));
    assert_false(has_game("saved.db", "g20") || has_game("saved.db", "g40"));
    assert_int_equal(games("check", NULL, "saved.db")->code, 0);
    char *now = read_whole(in_folder("hit.db"), &after);
    assert_int_equal(after, len);
    assert_memory_equal(now, before, len);
    free(now);
    free(before);
}

static void games_without_a_first_page_are_recovered(void **state)
{
    (void)state;
    make_games("headless.db");
    hit("headless.db", 0, PAGE);
    const ran *r = games("check", NULL, "headless.db");
    assert_int_equal(r->code, 2);
    assert_says(r->err, "file is not a database");
    r = games("recover", in_folder("head.db"), "headless.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "the first page cannot be used; one of a new file stands for it");
    assert_int_equal(games_in("head.db"), GAMES);

    write_file(in_folder("nothing.db"), "somebody's diary\n", 17);
    r = games("recover", in_folder("none.db"), "nothing.db");
    assert_int_equal(r->code, 2);
    assert_says(r->err, "can be read");
    r = games("recover", in_folder("never.db"), "absent.db");
    assert_int_equal(r->code, 2);
    assert_says(r->err, "cannot be read");
    struct stat about;
    assert_int_not_equal(stat(in_folder("never.db"), &about), 0);
}

/* The bin is part of the file: what is wrong in it is found, and nothing in it is forgotten. */
static void removed_games_are_checked_and_written_out_too(void **state)
{
    (void)state;
    char why[RH_STORE_WHY], record[PAGE];
    make_games("bin.db");
    rh_store *s = rh_store_open(in_folder("bin.db"), why);
    assert_non_null(s);
    bin_whole(s, "g05", 2000);
    rh_store_close(s);
    const ran *r = games("check", NULL, "bin.db");
    assert_int_equal(r->code, 0);
    assert_says(r->out, "59 games and 1 in the bin, 60 actions; everything is whole");
    r = games("export", in_folder("with-bin"), "bin.db");
    assert_int_equal(r->code, 0);
    assert_says(r->out, "59 records in ");
    assert_says(r->out, "1 record of a removed game in ");
    write_record(record, 5);
    char path[300];
    (void)snprintf(path, sizeof path, "%s/bin/g05-2.18xx", in_folder("with-bin"));
    char *text = read_whole(path, NULL);
    assert_string_equal(text, record);
    free(text);

    s = rh_store_open(in_folder("bin.db"), why);
    assert_non_null(s);
    put_whole(s, "w", "title: 18nl\nplayers: Anna, Bo\n\nBo pass\n", 1);
    bin_whole(s, "w", 2000);
    rh_store_close(s);
    r = games("check", NULL, "bin.db");
    assert_int_equal(r->code, 1);
    assert_says(r->out, "game w in the bin, line 4: Bo pass: it is not for Bo to decide now");
}

static void is_g05(const rh_store_game *game, void *context)
{
    char record[PAGE];
    write_record(record, 5);
    assert_string_equal(game->id, "g05");
    assert_string_equal(game->record, record);
    assert_int_equal(game->removed, 2000);
    ++*(int *)context;
}

static void removed_games_are_recovered_too(void **state)
{
    (void)state;
    char why[RH_STORE_WHY];
    make_games("binned.db");
    rh_store *s = rh_store_open(in_folder("binned.db"), why);
    assert_non_null(s);
    bin_whole(s, "g05", 2000);
    rh_store_close(s);
    hit("binned.db", 0, PAGE);
    assert_int_equal(games("recover", in_folder("unbinned.db"), "binned.db")->code, 1);
    assert_int_equal(games_in("unbinned.db"), GAMES - 1);
    int binned = 0;
    s = rh_store_look(in_folder("unbinned.db"), why);
    assert_non_null(s);
    assert_int_equal(rh_store_each(s, true, is_g05, &binned, why), RH_STORE_DONE);
    assert_int_equal(binned, 1);
    rh_store_close(s);
}

/* The program was killed before its log was copied, and then the file was emptied. */
static void games_in_a_log_alone_are_recovered(void **state)
{
    (void)state;
    char why[RH_STORE_WHY], record[PAGE];
    size_t len;
    rh_store *s = rh_store_open(in_folder("log.db"), why);
    assert_non_null(s);
    write_record(record, 3);
    put_whole(s, "g03", record, 1);
    char *log = read_whole(in_folder("log.db-wal"), &len);
    write_file(in_folder("alone.db-wal"), log, len);
    free(log);
    rh_store_close(s);
    const ran *r = games("check", NULL, "alone.db");
    assert_int_equal(r->code, 2);
    write_file(in_folder("alone.db"), "", 0);
    r = games("recover", in_folder("found.db"), "alone.db");
    assert_int_equal(r->code, 1);
    assert_int_equal(games_in("found.db"), 1);
}

static void wrong_words_are_answered_with_the_usage(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "games", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "games check|backup|recover|export");
    r = run_program(NULL, "games", "mend", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "games check|backup|recover|export");
    r = run_program(NULL, "games", "recover", NULL);
    assert_int_equal(r->code, 2);
    r = run_program(NULL, "games", "check", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "there is no file ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file_is_checked_copied_and_written_out),
        cmocka_unit_test(a_record_that_does_not_replay_is_found),
        cmocka_unit_test(games_around_a_damaged_page_are_recovered),
        cmocka_unit_test(games_without_a_first_page_are_recovered),
        cmocka_unit_test(removed_games_are_checked_and_written_out_too),
        cmocka_unit_test(removed_games_are_recovered_too),
        cmocka_unit_test(games_in_a_log_alone_are_recovered),
        cmocka_unit_test(wrong_words_are_answered_with_the_usage),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
