/* SPDX-License-Identifier: Apache-2.0 */
/* test_walk.c: the walk along given routes finds its notes empty, whatever lay in that memory. */
#include "engine/route/route.h"
#include "files/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Leaves bytes where the next call has its variables. */
__attribute__((noinline)) static void soil_the_stack(void)
{
    volatile unsigned char there[1 << 16];
    for (size_t i = 0; i < sizeof there; i++)
        there[i] = 0xff;
}

/* Guards are kept for each kind of track and cleared up to the last hex of the map: the track to look at
 * is of the last kind, at the end of the map. */
static void guards_of_every_kind_of_track_are_cleared(void **unused)
{
    static const char *const KINDS[] = {"broad", "narrow", "thin"};
    enum { LAST = 11 };
    (void)unused;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        char text[4000];
        int used = snprintf(text, sizeof text,
                            "{\"layout\": \"flat\", \"trains\": {\"2\": {\"stops\": 2, \"track\": "
                            "[\"%s\"]}}, \"companies\": [{\"id\": \"A\", \"trains\": [\"2\"]}], "
                            "\"hexes\": [",
                            KINDS[k]);
        for (int h = 0; h < LAST - 1; h++)
            used += snprintf(text + used, sizeof text - (size_t)used,
                             "{\"coord\": \"A%d\", \"code\": \"town=revenue:10;path=a:1,b:_0\"},",
                             2 * h + 1);
        snprintf(text + used, sizeof text - (size_t)used,
                 "{\"coord\": \"A%d\", \"code\": \"city=revenue:20;path=a:0,b:_0,track:%s\", "
                 "\"tokens\": [[\"A\"]]}, {\"coord\": \"A%d\", \"code\": "
                 "\"city=revenue:30;path=a:3,b:_0,track:%s\"}]}",
                 2 * LAST - 1, KINDS[k], 2 * LAST + 1, KINDS[k]);
        rh_load_error err = {0};
        rh_board *b = rh_board_read("line.json", text, strlen(text), &err);
        if (b == NULL)
            fail_msg("%s", err.text);
        const rh_runs there = {.routes = 1,
                               .used = 2,
                               .route = {{.train = 0, .first = 0, .count = 2}},
                               .way = {{.hex = LAST - 1, .stop = 0}, {.hex = LAST, .stop = 0}}};
        rh_route_rules rules;
        rh_runs_value value;
        rh__route_rules(&b->title, &b->game, (rh_company){0}, &rules);
        soil_the_stack();
        const rh_refusal no =
            rh__value_runs(&b->title, &b->game, (rh_company){0}, &rules, &there, &value);
        assert_int_equal(no.rule, RH_RULE_NONE);
        assert_int_equal(value.revenue, 50);
        rh_board_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(guards_of_every_kind_of_track_are_cleared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
