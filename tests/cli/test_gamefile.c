/* SPDX-License-Identifier: Apache-2.0 */
/* The file of a game while it is written: by `do`, by two at once, at the terminal while another
 * program plays on. What was acknowledged is in it, and it is the same file as before. */
#define _DEFAULT_SOURCE /* flock */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/cli/program.h"

static const char START[] = "title: 18nl\nrules: 1\nplayers: Anna, Bo\nseed: 1\n# a comment\n";

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.4000s", part, text);
}

static void assert_text(const char *path, const char *expected)
{
    char *text = read_whole(path, NULL);
    if (strcmp(text, expected) != 0)
        fail_msg("%s is:\n%s\nnot:\n%s", path, text, expected);
    free(text);
}

static const char *a_game(const char *name)
{
    write_file(in_folder(name), START, sizeof START - 1);
    return in_folder(name);
}

/* Starts the program and goes on; its standard input is *input, its output goes to a file. */
static pid_t start(const char *one, const char *two, const char *three, int *input)
{
    const char *program = getenv("RH_PROGRAM");
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int out = open(in_folder("said"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(ends[0], 0);
        dup2(out, 1);
        dup2(out, 2);
        close(ends[1]);
        setenv("XDG_DATA_HOME", in_folder("data"), 1);
        execl(program ? program : "build-test/roundhouse", "roundhouse", one, two, three,
              (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    *input = ends[1];
    return child;
}

static int end(pid_t child, int input)
{
    int status = 0;
    close(input);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void wait_a_little(void)
{
    (void)nanosleep(&(const struct timespec){.tv_nsec = 20000000}, NULL);
}

/* Until the file has this; a hang ends with the time limit of the test. */
static void wait_for(const char *path, const char *part)
{
    for (bool found = false; !found; wait_a_little()) {
        char *text = read_whole(path, NULL);
        found = strstr(text, part) != NULL;
        free(text);
    }
}

static void it_stays_the_same_file(void **state)
{
    (void)state;
    const char *path = a_game("own.18xx"), *link_path = in_folder("link.18xx"),
               *hard = in_folder("hard.18xx");
    struct stat before, after, link_after;
    assert_int_equal(chmod(path, 0600), 0);
    if (geteuid() == 0) /* only then can it be somebody else's */
        assert_int_equal(chown(path, 1234, 1234), 0);
    assert_int_equal(symlink(path, link_path), 0);
    assert_int_equal(link(path, hard), 0);
    assert_int_equal(stat(path, &before), 0);

    assert_int_equal(run_program(NULL, "do", link_path, "Anna pass", NULL)->code, 0);
    assert_int_equal(run_program(NULL, "do", hard, "Bo pass", NULL)->code, 0);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(lstat(link_path, &link_after), 0);
    assert_true(S_ISLNK(link_after.st_mode));
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(after.st_nlink, 2);
    assert_int_equal(after.st_mode, before.st_mode);
    assert_int_equal(after.st_uid, before.st_uid);
    char expected[300];
    (void)snprintf(expected, sizeof expected, "%s\nAnna pass\nBo pass\n", START);
    assert_text(path, expected);
    assert_text(hard, expected);

    /* A refused action leaves every byte, and nothing is ever put beside the file. */
    assert_int_equal(run_program(NULL, "do", path, "Bo pass", NULL)->code, 1);
    assert_text(path, expected);
    char folder[300];
    (void)snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir)) != NULL;)
        if (strncmp(e->d_name, "own.18xx", 8) == 0)
            assert_string_equal(e->d_name, "own.18xx");
    closedir(dir);
}

static void what_is_write_protected_or_no_file_is_refused(void **state)
{
    (void)state;
    const char *path = a_game("protected.18xx");
    assert_int_equal(chmod(path, 0444), 0);
    const ran *r = run_program(NULL, "do", path, "Anna pass", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "is write-protected, so nothing was played");
    assert_text(path, START);
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    r = run_program(NULL, "do", in_folder("pipe"), "Anna pass", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "is no file that a game could be kept in");
    r = run_program(NULL, "do", in_folder("absent.18xx"), "Anna pass", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "cannot be opened");
    struct stat about;
    assert_int_not_equal(stat(in_folder("absent.18xx"), &about), 0);
}

/* A limit on the length of files is what a test can have for a full disk. */
static void a_full_disk_adds_nothing(void **state)
{
    (void)state;
    char text[5000] = "#";
    memset(text + 1, '.', 4000);
    (void)snprintf(text + 4001, sizeof text - 4001, "\n%s", START);
    const char *path = in_folder("full.18xx");
    write_file(path, text, strlen(text));
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = strlen(text) + 5;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const ran *r = run_program(NULL, "do", path, "Anna pass", NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "full.18xx cannot be written: File too large");
    assert_text(path, text);
    assert_int_equal(run_program(NULL, "do", path, "Anna pass", NULL)->code, 0);
}

/* Another program holds the file and plays; `do`, begun before that, must see what it played. */
static void do_reads_only_once_it_holds_the_file(void **state)
{
    (void)state;
    const char *path = a_game("held.18xx");
    const int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    int input;
    const pid_t child = start("do", path, "Anna pass", &input);
    for (int i = 0; i < 25; i++)
        wait_a_little();
    assert_int_equal(write(fd, "\nAnna pass\n", 11), 11);
    close(fd);
    assert_int_equal(end(child, input), 1);
    char expected[300];
    (void)snprintf(expected, sizeof expected, "%s\nAnna pass\n", START);
    assert_text(path, expected);
}

static void the_end_of_a_game_adds_its_result(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "selfplay", "18nl", "--games", "1", "--seed", "3", "--players",
                               "2", "--bots", "random", "--record-dir", in_folder("."), NULL);
    assert_int_equal(r->code, 0);
    char *text = read_whole(in_folder("18nl-3.18xx"), NULL), result[200], last[200];
    char *at = strstr(text, "result: ");
    assert_non_null(at);
    (void)snprintf(result, sizeof result, "%.*s\n", (int)strcspn(at, "\n"), at);
    const char *rest = strstr(at, "\n\n"); /* the check speaks of all actions, and goes too */
    assert_non_null(rest);
    memmove(at, rest + 1, strlen(rest));
    text[strlen(text) - 1] = 0;
    (void)snprintf(last, sizeof last, "%s", strrchr(text, '\n') + 1);
    *(strrchr(text, '\n') + 1) = 0;
    write_file(in_folder("last.18xx"), text, strlen(text));
    r = run_program(NULL, "do", in_folder("last.18xx"), last, NULL);
    assert_int_equal(r->code, 0);
    char *now = read_whole(in_folder("last.18xx"), NULL);
    assert_memory_equal(now, text, strlen(text));
    assert_says(now + strlen(text), result);
    free(now);
    free(text);
    r = run_program(NULL, "replay", in_folder("last.18xx"), NULL);
    assert_int_equal(r->code, 0);
}

static void the_terminal_takes_over_what_was_played_elsewhere(void **state)
{
    (void)state;
    const char *path = a_game("both.18xx");
    int input;
    const pid_t child = start("play", "--terminal", path, &input);
    assert_int_equal(write(input, "pass\n", 5), 5);
    wait_for(path, "Anna pass\n");
    assert_int_equal(run_program(NULL, "do", path, "Bo take P1 20", NULL)->code, 0);
    FILE *f = fopen(path, "a");
    assert_non_null(f);
    fputs("# Anna went to fetch coffee\n", f);
    fclose(f);
    assert_int_equal(write(input, "pass\n", 5), 5); /* Bo's, who has acted */
    wait_for(in_folder("said"), "was changed by another program (1 actions were there, now 2)");
    assert_int_equal(write(input, "pass\nundo\npass\n", 15), 15); /* Anna's */
    assert_int_equal(end(child, input), 0);
    char expected[400];
    (void)snprintf(expected, sizeof expected,
                   "%s\nAnna pass\nBo take P1 20\n# Anna went to fetch coffee\nAnna pass\n", START);
    assert_text(path, expected);
}

/* The same action at the same place is a redo: it is struck no more, and what followed it is. */
static void the_terminal_fetches_what_is_played_again(void **state)
{
    (void)state;
    const char *path = a_game("redo.18xx");
    int input;
    const pid_t child = start("play", "--terminal", path, &input);
    static const char TYPED[] = "pass\npass\nundo\nundo\nAnna take P1 20\nundo\nAnna pass\n";
    assert_int_equal(write(input, TYPED, sizeof TYPED - 1), sizeof TYPED - 1);
    assert_int_equal(end(child, input), 0);
    char expected[400];
    (void)snprintf(expected, sizeof expected,
                   "%s\n# taken back 1: Anna take P1 20\nAnna pass\n# taken back 2: Bo pass\n",
                   START);
    assert_text(path, expected);
    assert_int_equal(run_program(NULL, "do", path, "Bo pass", NULL)->code, 0);
}

/* `do` adds its line behind what was taken back, which stays. */
static void do_leaves_what_was_taken_back(void **state)
{
    (void)state;
    static const char STRUCK[] =
        "Anna pass\n# taken back 2: Bo take P1 20\n# taken back 3: Anna pass\n";
    const char *path = a_game("struck.18xx");
    char text[400], expected[500];
    (void)snprintf(text, sizeof text, "%s\n%s", START, STRUCK);
    write_file(path, text, strlen(text));
    assert_int_equal(run_program(NULL, "do", path, "Anna pass", NULL)->code, 1);
    assert_text(path, text);
    assert_int_equal(run_program(NULL, "do", path, "Bo pass", NULL)->code, 0);
    (void)snprintf(expected, sizeof expected, "%sBo pass\n", text);
    assert_text(path, expected);
    const ran *r = run_program(NULL, "show", path, NULL);
    assert_int_equal(r->code, 0);
}

static void the_terminal_makes_a_removed_file_again(void **state)
{
    (void)state;
    const char *path = a_game("again.18xx");
    int input;
    const pid_t child = start("play", "--terminal", path, &input);
    assert_int_equal(write(input, "pass\npass\n", 10), 10);
    wait_for(path, "Bo pass\n");
    assert_int_equal(remove(path), 0);
    assert_int_equal(write(input, "undo\n", 5), 5);
    assert_int_equal(end(child, input), 0);
    char *text = read_whole(path, NULL);
    assert_says(text, "\n\nAnna pass\n# taken back 2: Bo pass\n");
    free(text);
    assert_int_equal(run_program(NULL, "show", path, NULL)->code, 0);
}

/* What others make of the file cannot be played: it stays, and the game goes on elsewhere. */
static void the_terminal_leaves_a_spoilt_file_alone(void **state)
{
    (void)state;
    const char *path = a_game("spoilt.18xx");
    int input;
    const pid_t child = start("play", "--terminal", path, &input);
    assert_int_equal(write(input, "pass\n", 5), 5);
    wait_for(path, "Anna pass\n");
    wait_for(in_folder("said"), "\nBo ("); /* it has done with the file when it asks again */
    write_file(path, "a shopping list\n", 16);
    assert_int_equal(write(input, "pass\n", 5), 5);
    assert_int_equal(end(child, input), 0);
    assert_text(path, "a shopping list\n");
    char *said = read_whole(in_folder("said"), NULL);
    assert_says(said, "was changed by another program and is left as it is");
    const char *at = strstr(said, "Go on with: roundhouse play ");
    assert_non_null(at);
    char other[300];
    (void)snprintf(other, sizeof other, "%s", at + strlen("Go on with: roundhouse play "));
    other[strcspn(other, "\n")] = 0;
    char *text = read_whole(other, NULL);
    assert_says(text, "Anna pass\nBo pass\n");
    free(text);
    free(said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stays_the_same_file),
        cmocka_unit_test(what_is_write_protected_or_no_file_is_refused),
        cmocka_unit_test(a_full_disk_adds_nothing),
        cmocka_unit_test(do_reads_only_once_it_holds_the_file),
        cmocka_unit_test(the_end_of_a_game_adds_its_result),
        cmocka_unit_test(the_terminal_takes_over_what_was_played_elsewhere),
        cmocka_unit_test(the_terminal_fetches_what_is_played_again),
        cmocka_unit_test(do_leaves_what_was_taken_back),
        cmocka_unit_test(the_terminal_makes_a_removed_file_again),
        cmocka_unit_test(the_terminal_leaves_a_spoilt_file_alone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
