/* SPDX-License-Identifier: Apache-2.0 */
/* Proves disk/disk.c: a file is read whole, or it is said why not. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/disk.h"

static const char TEXT[] = "title: 18nl\nplayers: Anna, Bo\n";

static void a_file_is_read_whole(void **state)
{
    (void)state;
    char path[] = "/tmp/roundhouse-disk-XXXXXX";
    rh_line_error err;
    size_t len;
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, TEXT, sizeof TEXT - 1), sizeof TEXT - 1);
    close(fd);
    char *text = rh_file_read(path, &len, &err);
    assert_non_null(text);
    assert_int_equal(len, sizeof TEXT - 1);
    assert_string_equal(text, TEXT);
    free(text);
    remove(path);
    assert_null(rh_file_read(path, &len, &err));
    assert_non_null(strstr(err.why, "cannot be opened"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_file_is_read_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
