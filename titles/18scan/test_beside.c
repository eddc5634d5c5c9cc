/* SPDX-License-Identifier: Apache-2.0 */
/* test_beside.c: a token beside a yellow city is seen by whoever looks: in the view that screens are
 * made of, and on the drawn map. A scenario knows the game, not what is shown of it. */
#include "draw/draw.h"
#include "roundhouse/engine.h"
#include "screen/view.h"
#include "tests/titles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 1 << 20 };

static int times(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

static int circles_drawn(const rh_title *t, const rh_game *g)
{
    char *text = malloc(ROOM);
    assert_non_null(text);
    assert_true(rh_draw_map(t, g, NULL, text, ROOM) < ROOM);
    const int n = times(text, "<g class='k'>");
    free(text);
    return n;
}

static void a_token_beside_a_city_is_shown(void **state)
{
    (void)state; /* proves: 18SCAN-3.5.4-3 */
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_title *t = title_with("18scan", NULL, 0);
    const int minor = company_called(t, "3"), oslo = hex_called(t, "D7");
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    assert_int_equal(rh_token_beside(t, &g, (rh_hex){(uint8_t)oslo}), RH_NONE);
    const int before = circles_drawn(t, &g);
    g.tile[oslo] = (uint16_t)tile_called(t, "5");
    g.slot[oslo][RH_EDGE_SLOT] = (uint8_t)minor;
    assert_int_equal(rh_token_beside(t, &g, (rh_hex){(uint8_t)oslo}), minor);
    assert_int_equal(circles_drawn(t, &g), before + 1);
    rh_json_writer w = {0};
    rh_view(t, &NAMES, &g, &w);
    assert_non_null(strstr(w.text, "\"beside\":\"3\""));
    assert_int_equal(times(w.text, "\"tokens\":[\"D7\"]"), 1);
    rh_json_writer_forget(&w);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_token_beside_a_city_is_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
