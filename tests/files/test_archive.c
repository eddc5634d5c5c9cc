/* SPDX-License-Identifier: Apache-2.0 */
/* test_archive.c: what was once recorded is played the same for ever (tests/archive/README.md). */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "disk/disk.h"
#include "files/record.h"
#include "files/record_title.h"

static const char FOLDER[] = "tests/archive/";

/* Replays the record to the check of its last action. */
static void replay(const char *path)
{
    rh_line_error err = {0};
    rh_load_error load;
    rh_record r = {0};
    rh_game *g = malloc(sizeof *g);
    size_t len = 0;
    char *text = rh_file_read(path, &len, &err);
    assert_non_null(g);
    if (!text || !rh_record_read(text, len, &r, &err))
        fail_msg("%s:%d: %s", path, err.line, err.why);
    if (r.rules == 0 || r.check.list == 0 || r.check.actions != r.actions)
        fail_msg("%s: an archived record names its version and has the check of its end", path);
    rh_title *t = rh_record_title(&r, &load);
    if (!t)
        fail_msg("%s: %s", path, load.text);
    if (!rh_record_replay(t, &r, g, &err))
        fail_msg("%s:%d: %s", path, err.line, err.why);
    rh_title_free(t);
    rh_record_free(&r);
    free(text);
    free(g);
}

static void every_archived_record_is_played_as_it_was(void **state)
{
    (void)state;
    char path[512], line[400];
    int count = 0;
    (void)snprintf(path, sizeof path, "%sSUMS", FOLDER);
    FILE *sums = fopen(path, "r");
    assert_non_null(sums);
    while (fgets(line, sizeof line, sums)) {
        char *name = strstr(line, "  ");
        assert_non_null(name);
        name[strcspn(name, "\n")] = 0;
        (void)snprintf(path, sizeof path, "%s%s", FOLDER, name + 2);
        replay(path);
        count++;
    }
    fclose(sums);
    assert_true(count > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_archived_record_is_played_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
