/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/view.c: at every moment of random games the view is JSON, its money is all the
 * money, its names are names, and what it lists as legal can be read back. */
#include "screen/view.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/random.h"
#include "files/title.h"
#include "screen/choices.h"
#include "tests/titles.h"

static int runs_explained, other_orders;
static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};

static int64_t all_cash(const rh_json *list)
{
    int64_t sum = 0;
    for (const rh_json *one = list ? list->child : NULL; one; one = one->next)
        sum += rh_json_int_of(rh_json_member(one, "cash"), 0);
    return sum;
}

/* The turns of an operating round are told as the engine gives them, without those of private companies. */
static void assert_turns(const rh_title *t, const rh_game *g, const rh_json *view)
{
    rh_company order[RH_COMPANIES];
    int n = rh_operating_order(t, g, order);
    int counted = 0;
    for (int i = 0; i < n; i++)
        if (t->company[order[i].i].kind != RH_PRIVATE)
            order[counted++] = order[i];
    n = counted;
    const rh_json *turns = rh_json_member(view, "turn_order");
    const rh_json *prices = rh_json_member(view, "market_order");
    assert_int_equal(turns->len, n);
    const rh_json *one = turns->child, *other = prices->child;
    for (int i = 0; i < n; i++, one = one->next) {
        assert_string_equal(one->text, t->company[order[i].i].id);
        other_orders += other && strcmp(other->text, one->text) != 0;
        other = other ? other->next : NULL;
    }
}

/* Every certificate of a player counts against the limit or does not. */
static void assert_certificates(const rh_json *view)
{
    for (const rh_json *p = rh_json_member(view, "players")->child; p; p = p->next) {
        int64_t all = (int64_t)(rh_json_member(p, "minors")->len +
                                rh_json_member(p, "privates")->len),
                not = 0;
        for (const rh_json *h = rh_json_member(p, "holdings")->child; h; h = h->next) {
            const int64_t n = rh_json_int_of(rh_json_member(h, "certificates"), -1);
            assert_true(n >= 0);
            all += n;
            not += rh_json_bool_of(rh_json_member(h, "uncounted"), false) ? n : 0;
        }
        const int64_t uncounted = rh_json_int_of(rh_json_member(p, "uncounted"), -1);
        assert_int_equal(all, uncounted + rh_json_int_of(rh_json_member(p, "certificates"), -1));
        assert_true(uncounted >= not );
    }
}

/* Of every token that is left the price is told, the next one first. */
static void assert_tokens(const rh_title *t, const rh_game *g, const rh_json *view)
{
    int i = 0;
    for (const rh_json *c = rh_json_member(view, "companies")->child; c; c = c->next, i++) {
        while (t->company[i].kind == RH_PRIVATE)
            i++;
        const rh_json *prices = rh_json_member(c, "token_prices");
        assert_int_equal(prices->len, rh_json_int_of(rh_json_member(c, "tokens_left"), -1));
        if (prices->len)
            assert_int_equal(rh_json_int_of(prices->child, -1),
                             rh_next_token_price(t, g, (rh_company){(uint8_t)i}));
    }
}

static void assert_view(const rh_title *t, const rh_game *g)
{
    rh_json_writer w = {0};
    rh_json_memory m = {0};
    rh_load_error err;
    rh_view(t, &NAMES, g, &w);
    const rh_json *view = rh_json_read(&m, "view", w.text, w.len, &err);
    if (!view)
        fail_msg("%s", err.text);
    const rh_json *bank = rh_json_member(view, "bank");
    const int64_t money = all_cash(rh_json_member(view, "players")) +
                          all_cash(rh_json_member(view, "companies")) +
                          rh_json_int_of(rh_json_member(bank, "cash"), 0) +
                          rh_json_int_of(rh_json_member(bank, "aside"), 0);
    assert_int_equal(money, t->bank);
    const char *decider =
        rh_json_string_of(rh_json_member(rh_json_member(view, "decision"), "player"), "");
    assert_true(g->over || strcmp(decider, "Anna") == 0 || strcmp(decider, "Bo") == 0 ||
                strcmp(decider, "Cia") == 0);
    assert_int_equal(rh_json_member(view, "map")->len, t->hexes);
    const rh_json *phases = rh_json_member(view, "phases"); /* no purchase begins the first */
    assert_null(rh_json_member(rh_json_at(phases, 0), "begins_with"));
    assert_turns(t, g, view);
    assert_certificates(view);
    assert_tokens(t, g, view);
    rh_json_forget(&m);
    rh_json_writer_forget(&w);
}

/* What the parts of a run bring is its revenue, and what is paid apart its fee. */
static void assert_parts(const rh_json *choice)
{
    const rh_json *parts = rh_json_member(choice, "parts");
    int64_t revenue = 0, fee = 0;
    for (const rh_json *one = parts ? parts->child : NULL; one; one = one->next) {
        const bool apart = rh_json_is(rh_json_member(one, "kind"), "fee");
        *(apart ? &fee : &revenue) += rh_json_int_of(rh_json_member(one, "amount"), 0);
    }
    if (parts) {
        assert_int_equal(revenue, rh_json_int_of(rh_json_member(choice, "revenue"), -1));
        assert_int_equal(fee, rh_json_int_of(rh_json_member(choice, "fee"), -1));
        runs_explained++;
    }
}

static void assert_legal_view(const rh_title *t, const rh_game *g, const rh_random *r,
                              const rh_action *drawn)
{
    rh_json_writer w = {0};
    rh_json_memory m = {0};
    rh_load_error err;
    char why[RH_ACTION_WHY];
    rh_action a;
    rh_view_legal(t, &NAMES, g, r->choice, r->choices,
                  drawn->act.kind == RH_RUN && drawn->runs.routes ? &drawn->runs : NULL, &w);
    const rh_json *list = rh_json_read(&m, "legal", w.text, w.len, &err);
    assert_non_null(list);
    assert_int_equal(list->len, r->choices);
    for (const rh_json *one = list->child; one; one = one->next) {
        assert_parts(one);
        const rh_json *line = rh_json_member(one, "action");
        const bool run = rh_json_is(rh_json_member(one, "kind"), "run");
        if (!(run && drawn->act.kind != RH_RUN) &&
            !rh_action_read(t, g, &NAMES, line->text, line->len, &a, why) && !run)
            fail_msg("%s: %s", line->text, why);
    }
    rh_json_forget(&m);
    rh_json_writer_forget(&w);
}

/* Every choice says in words what it means; a bare number or word of a record is none. */
static void assert_words(const rh_title *t, const rh_game *g, const rh_random *r)
{
    const rh_menu m = {.t = t, .names = &NAMES, .g = g, .choice = r->choice, .choices = r->choices};
    for (size_t i = 0; i < r->choices; i++) {
        char words[400];
        rh_choice_words(&m, &r->choice[i], words, sizeof words);
        assert_true(words[0] != 0);
        assert_null(strstr(words, "choice "));
    }
}

static void play_and_look(const char *id, uint32_t seed, int most)
{
    rh_title *t = title_with(id, NULL, 0);
    rh_game *g = calloc(1, sizeof *g);
    rh_random r;
    rh_action a;
    assert_true(g && rh_random_make(&r, seed));
    assert_true(rh_accepted(rh_new(t, 3, seed, g)));
    runs_explained = 0;
    for (int move = 0; move < most && rh_random_action(t, g, &r, RH_DRAW_KIND, &a); move++) {
        if (move % 5 == 0 || a.act.kind == RH_RUN) {
            assert_view(t, g);
            assert_legal_view(t, g, &r, &a);
            assert_words(t, g, &r);
        }
        assert_true(rh_accepted(rh_apply(t, g, &a, NULL)));
    }
    assert_view(t, g);
    print_message("note: %d runs of %s explained\n", runs_explained, id);
    assert_true(runs_explained > 0);
    rh_random_free(&r);
    free(g);
    rh_title_free(t);
}

static void a_power_that_is_spent_is_told_with_its_words(void **state)
{
    (void)state;
    rh_title *t = title_with("18nl", NULL, 0);
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    for (int spent = 0; spent < 2; spent++) {
        rh_json_writer w = {0};
        rh_json_memory m = {0};
        rh_load_error err;
        rh_view(t, &NAMES, &g, &w);
        const rh_json *view = rh_json_read(&m, "view", w.text, w.len, &err);
        assert_non_null(view);
        for (const rh_json *p = rh_json_member(view, "privates")->child; p; p = p->next) {
            const rh_json *used = rh_json_member(p, "used"), *power = rh_json_member(p, "power");
            const bool first = rh_json_is(rh_json_member(p, "id"), "P1");
            assert_int_equal(used != NULL, spent && first);
            if (used) { /* what blocks and what it is sold for goes on */
                assert_memory_equal(used->text, power->text, used->len);
                assert_true(used->len > 20 && used->len < power->len);
            }
            for (int c = 0; c < t->companies; c++)
                if (first && strcmp(t->company[c].id, "P1") == 0)
                    g.status[c] |= RH_POWER_USED;
        }
        rh_json_forget(&m);
        rh_json_writer_forget(&w);
    }
    rh_title_free(t);
}

/* What the view promises of a phase: that somebody loses a train or a company with its first train. */
static bool is_said_to_take(const rh_title *t, const rh_game *g, int phase)
{
    rh_json_writer w = {0};
    rh_json_memory m = {0};
    rh_load_error err;
    rh_view(t, &NAMES, g, &w);
    const rh_json *view = rh_json_read(&m, "view", w.text, w.len, &err);
    assert_non_null(view);
    const rh_json *one = rh_json_at(rh_json_member(view, "phases"), (size_t)phase);
    const bool takes = rh_json_bool_of(rh_json_member(one, "takes"), false);
    rh_json_forget(&m);
    rh_json_writer_forget(&w);
    return takes;
}

/* Trains that companies had and have no more, or for the last time, but for one handed in; and companies. */
static bool is_lost(const rh_title *t, const rh_game *before, const rh_game *after, int traded)
{
    for (int i = 0; i < t->trains; i++)
        if (i != traded && before->train_at[i] != RH_NONE &&
            rh_is_company((rh_holder){before->train_at[i]}) &&
            (after->train_at[i] == RH_NONE || after->train_state[i] > before->train_state[i]))
            return true;
    for (int c = 0; c < t->companies; c++)
        if (after->status[c] & ~before->status[c] & RH_CLOSED)
            return true;
    return false;
}

static void a_phase_says_whether_anybody_loses_by_it(void **state)
{
    (void)state;
    static const char *const TITLE[] = {"18nl", "18norway", "18or", "18scan", "1988"};
    static rh_game g, before;
    int takes = 0, harmless = 0;
    for (int i = 0; i < 5; i++) {
        rh_title *t = title_with(TITLE[i], NULL, 0);
        for (uint32_t seed = 1; seed <= 2; seed++) {
            rh_random r;
            rh_action a;
            assert_true(rh_random_make(&r, seed));
            assert_true(rh_accepted(rh_new(t, 3, seed, &g)));
            for (int move = 0; move < 6000 && rh_random_action(t, &g, &r, RH_DRAW_KIND, &a);
                 move++) {
                before = g;
                assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
                if (g.phase == before.phase)
                    continue;
                const bool lost = is_lost(t, &before, &g, a.act.trade);
                if (is_said_to_take(t, &before, g.phase) != lost)
                    fail_msg("%s, seed %u, action %d: phase %s takes %s", t->id, seed, move,
                             t->phase[g.phase].name, lost ? "something" : "nothing");
                *(lost ? &takes : &harmless) += 1;
            }
            rh_random_free(&r);
        }
        rh_title_free(t);
    }
    print_message("note: %d phases that took something, %d that did not\n", takes, harmless);
    assert_true(takes > 10 && harmless > 5);
}

static void the_view_of_every_moment_is_whole(void **state)
{
    (void)state;
    play_and_look("18nl", 5, INT_MAX);
}

static void so_it_is_where_lines_have_contracts(void **state)
{
    (void)state;
    other_orders = 0;
    play_and_look("1988", 5, 6000);
    assert_true(other_orders > 0); /* regional companies come first, those of the state last */
    rh_title *t = title_with("1988", NULL, 0);
    rh_json_writer w = {0};
    rh_json_memory m = {0};
    rh_load_error err;
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    rh_view(t, &NAMES, &g, &w);
    const rh_json *view = rh_json_read(&m, "view", w.text, w.len, &err);
    assert_non_null(view);
    assert_int_equal(rh_json_member(view, "lines")->len, 11);
    assert_int_equal(rh_json_member(view, "tracks")->len, 50);
    int held = 0, doubles = 0;
    for (const rh_json *one = rh_json_member(view, "lines")->child; one; one = one->next)
        held += rh_json_is(rh_json_member(one, "holder"), "SJ");
    for (const rh_json *one = rh_json_member(view, "tracks")->child; one; one = one->next)
        doubles += rh_json_is(rh_json_member(one, "state"), "double");
    assert_int_equal(held, 3);
    assert_int_equal(doubles, 13);
    const rh_json *cost = rh_json_member(view, "figures")->child;
    assert_int_equal(rh_json_int_of(rh_json_member(cost, "value"), 0), 65);
    rh_json_forget(&m);
    rh_json_writer_forget(&w);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_power_that_is_spent_is_told_with_its_words),
        cmocka_unit_test(a_phase_says_whether_anybody_loses_by_it),
        cmocka_unit_test(the_view_of_every_moment_is_whole),
        cmocka_unit_test(so_it_is_where_lines_have_contracts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
