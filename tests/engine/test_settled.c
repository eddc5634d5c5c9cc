/* SPDX-License-Identifier: Apache-2.0 */
/* test_settled.c: actions in a row that keep what is settled between them (rh_apply_next) play as each
 * action by itself (rh_apply), and what they keep is what the game would say. */
#include "disk/disk.h"
#include "files/embedded.h"
#include "files/record_title.h"
#include "roundhouse/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static rh_game alone, in_a_row;
static rh_events told_alone, told_in_a_row;

static void is_so(const rh_title *t, const rh_settled *settled)
{
    assert_memory_equal(&alone, &in_a_row, sizeof alone);
    const rh_pending now = rh_decision(t, &alone);
    assert_non_null(settled->step);
    assert_memory_equal(&now, &settled->now, sizeof now);
}

static int play_both(const char *path)
{
    rh_record r;
    rh_line_error err;
    rh_load_error load;
    char why[RH_ACTION_WHY];
    size_t len = 0;
    static rh_action a;
    char *text = rh_file_read(path, &len, &err);
    if (text == NULL)
        return 0;
    assert_true(rh_record_read(text, len, &r, &err));
    rh_title *t = rh_record_title(&r, &load);
    assert_true(t && rh_record_start(t, &r, &alone, &err));
    in_a_row = alone;
    rh_settled settled = {0};
    const int actions = r.actions;
    for (int i = 0; i < actions; i++) {
        const char *line = r.text + r.action[i].at;
        assert_true(rh_action_read(t, &alone, &r.names, line, strlen(line), &a, why));
        /* Whoever is refused leaves the game and what is settled as they were. */
        rh_action wrong = a;
        wrong.act.by = (rh_holder){RH_STATE};
        assert_false(rh_accepted(rh_apply_next(t, &in_a_row, &wrong, NULL, &settled)));
        is_so(t, &settled);
        assert_true(rh_accepted(rh_apply(t, &alone, &a, &told_alone)));
        assert_true(rh_accepted(rh_apply_next(t, &in_a_row, &a, &told_in_a_row, &settled)));
        is_so(t, &settled);
        assert_int_equal(told_alone.count, told_in_a_row.count);
        assert_memory_equal(told_alone.event, told_in_a_row.event,
                            told_alone.count * sizeof told_alone.event[0]);
    }
    rh_record_free(&r);
    rh_title_free(t);
    free(text);
    return actions;
}

static void actions_in_a_row_play_as_each_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        int actions = 0;
        for (int n = 1; n <= 2; n++) {
            char path[80];
            snprintf(path, sizeof path, "bench/records/%s-%d.18xx", rh_embedded_titles[i].id, n);
            actions += play_both(path);
        }
        assert_true(actions > 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(actions_in_a_row_play_as_each_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
