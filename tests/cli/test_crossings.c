/* SPDX-License-Identifier: Apache-2.0 */
/* test_crossings.c: the pages docs/crossings-TITLE.md say what the scenarios say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/embedded.h"
#include "tests/cli/program.h"

static void the_pages_of_crossings_are_those_of_the_scenarios(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const char *id = rh_embedded_titles[i].id;
        char path[256];
        size_t len;
        (void)snprintf(path, sizeof path, "docs/crossings-%s.md", id);
        const ran *r = run_program(NULL, "rules", id, "--crossings", NULL);
        assert_string_equal(r->err, "");
        assert_int_equal(r->code, 0);
        if (strstr(r->out, "\n0 crossings:"))
            continue; /* a title that names no rules has no page */
        char *page = read_whole(path, &len);
        if (strcmp(page, r->out) != 0)
            fail_msg("%s is old: make crossings", path);
        free(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pages_of_crossings_are_those_of_the_scenarios),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
