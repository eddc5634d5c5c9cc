/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: what people read where a station or a city is given up. */
#include "engine/holdings.h"
#include "tests/titles.h"
#include "titles/18or/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static int column_of(const rh_title *t, rh_money price)
{
    int column = 0;
    while (t->market.cell[0][column].price != price)
        column++;
    return column;
}

static void says(const rh_title *t, rh_game *g, int verb, rh_money price, const char *end)
{
    char text[RH_TELL_TEXT] = "";
    rh_act a = rh_action_of((uint8_t)verb, rh_company_holder(company(g->operating))).act;
    a.hex = 0;
    g->column[g->operating] = (uint8_t)column_of(t, price);
    assert_true(or_choice_words(t, NULL, g, &a, text));
    assert_string_equal(text + strlen(text) - strlen(end), end);
}

/* 18OR-4.5-5: a notch down that begins in the red zone is two, and below the lowest price a corporation is bankrupt. */
static void the_price_that_is_said_is_the_one_it_falls_to(void **unused)
{
    (void)unused;
    rh_title *t = title_with("18or", NULL, 0);
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    for (g.operating = 0; t->company[g.operating].kind != RH_PUBLIC;)
        g.operating++;
    g.tokens_used[g.operating] = 3;
    says(t, &g, VERB_SCRAP, 85, ": the price falls to $80");
    says(t, &g, VERB_SCRAP, 35, ": the price falls to $30");
    says(t, &g, VERB_SCRAP, 30, ": the price falls to $20");
    says(t, &g, VERB_SCRAP, 5, ": it goes bankrupt");
    says(t, &g, VERB_KEEP, 40, ": the price falls to $30"); /* two others go: 35, 30 */
    says(t, &g, VERB_KEEP, 35, ": the price falls to $20");
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_price_that_is_said_is_the_one_it_falls_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
