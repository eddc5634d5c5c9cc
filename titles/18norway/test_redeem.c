/* SPDX-License-Identifier: Apache-2.0 */
/* test_redeem.c: a president's certificate in the pool is not redeemed. While it lies there nobody
 * acts for the company, so no scenario can try; the check itself is asked. */
#include "tests/titles.h"
#include "titles/18norway/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A company in its turn at 60 with money, two shares with a player, `pool` in the pool, the rest its own. */
static rh_game in_turn(const rh_title *t, rh_company h, int pool, bool certificate)
{
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    rh_play p = {.t = t, .g = &g};
    int row = 0, column = 0;
    assert_true(rh__par_cell(t, 60, &row, &column));
    g.status[h.i] |= RH_STARTED | RH_FLOATED | RH_OPERATED;
    rh__price_set(&p, h, row, column);
    memset(g.units[h.i], 0, sizeof g.units[h.i]);
    g.units[h.i][rh_player_holder(0).i] = (uint8_t)(certificate ? 1 : 2);
    g.units[h.i][RH_POOL] = (uint8_t)pool;
    g.units[h.i][rh_company_holder(h).i] = (uint8_t)(5 - pool - (certificate ? 1 : 2));
    g.president[h.i] = certificate ? RH_POOL : rh_player_holder(0).i;
    g.operating = h.i;
    g.cash[rh_company_holder(h).i] = 1000;
    return g;
}

static int redeemable(const rh_title *t, const rh_game *g, rh_company h)
{
    rh_action a = rh_action_of(RH_BUY, rh_company_holder(h));
    a.act.company = h.i;
    a.act.holder.i = RH_POOL;
    const rh_move *redeem = NULL;
    for (int i = 0; i < NORWAY_ISSUE_MOVES; i++)
        if (norway_issue_moves[i].kind == RH_BUY)
            redeem = &norway_issue_moves[i];
    assert_non_null(redeem);
    int most = 0;
    for (int n = 1; n <= 5; n++) {
        a.act.units = (uint8_t)(n > 1 ? n : 0);
        most = rh_accepted(redeem->check(t, g, &a)) ? n : most;
    }
    return most;
}

static void a_presidents_certificate_stays_in_the_pool(void **unused)
{
    (void)unused; /* proves: 18NORWAY-8.3.2-2 */
    rh_title *t = title_with("18norway", NULL, 0);
    const rh_company h = {(uint8_t)company_called(t, "D")};
    rh_game g = in_turn(t, h, 3, false);
    assert_int_equal(redeemable(t, &g, h), 3);
    g = in_turn(t, h, 3, true); /* the certificate is two of the three */
    assert_int_equal(redeemable(t, &g, h), 1);
    g = in_turn(t, h, 2, true);
    assert_int_equal(redeemable(t, &g, h), 0);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_presidents_certificate_stays_in_the_pool)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
