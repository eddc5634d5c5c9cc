/* SPDX-License-Identifier: Apache-2.0 */
/* test_digest.c: the digest is what docs/records.md says, no matter how a game is stored: the sum of
 * the hashes of facts in words. That list 1 stays what it is, tests/archive proves. */
#include "roundhouse/digest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/match.h"
#include "files/embedded.h"
#include "files/position.h"
#include "files/title.h"
#include "tests/titles.h"

static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};

/* As docs/records.md defines it, on 64 bits. */
static uint64_t hash_of(const char *fact)
{
    uint64_t h = 14695981039346656037u;
    for (; *fact; fact++) {
        h ^= (unsigned char)*fact;
        h *= 1099511628211u;
    }
    h ^= h >> 33;
    h *= 18397679294719823053u;
    h ^= h >> 33;
    h *= 14181476777654086739u;
    return h ^ (h >> 33);
}

static void add_hash(void *context, const char *fact) { *(uint64_t *)context += hash_of(fact); }

static void it_is_the_sum_of_the_hashes_of_its_facts(void **state)
{
    (void)state;
    rh_random r;
    assert_true(rh_random_make(&r, 1));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        rh_game g;
        rh_action a;
        assert_true(rh_accepted(rh_new(t, t->min_players, 1, &g)));
        for (int n = 0; n < 300 && rh_random_action(t, &g, &r, RH_DRAW_KIND, &a); n++) {
            uint64_t sum = 0;
            rh_digest_facts(t, &g, 1, add_hash, &sum);
            assert_true(sum == rh_digest(t, &g, 1));
            assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
        }
        rh_title_free(t);
    }
    rh_random_free(&r);
}

/* --- the list ---------------------------------------------------------------------------------- */

typedef struct {
    char fact[400][RH_ACTION_TEXT / 16];
    int count;
} facts;

static void keep(void *context, const char *fact)
{
    facts *f = context;
    assert_true(f->count < 400);
    assert_true(snprintf(f->fact[f->count++], sizeof f->fact[0], "%s", fact) <
                (int)sizeof f->fact[0]);
}

static bool has(const facts *f, const char *fact)
{
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->fact[i], fact) == 0)
            return true;
    return false;
}

static void said(const rh_title *t, const char *statements, rh_game *g)
{
    rh_position *at = malloc(sizeof *at);
    char why[RH_WHY_TEXT];
    assert_non_null(at);
    assert_true(rh_accepted(rh_new(t, 3, 1, g)));
    rh_position_start(at, t, &NAMES, g);
    if (!rh_position_say(at, statements, why) || !rh_position_end(at, why))
        fail_msg("%s", why);
    *g = at->game;
    free(at);
}

static const char SITUATION[] =
    "phase 3; round operating 2.1; HIS to act; step trains;"
    "HIS floated at 100; HIS operated; HIS cash 400; HIS trains 2 3;"
    "DV started at 100; Anna HIS 4; Bo HIS 2; Bo DV 2; pool HIS 1;"
    "tile 57 E16 r1; Anna owns P1 P2; Anna cash 300; Bo cash 120; priority Cia";

static void the_facts_are_in_words(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {
        "over not",
        "phase 3",
        "round operating 2.1 of 2",
        "decides trains HIS player1",
        "priority player3",
        "cash player1 300",
        "cash player2 120",
        "cash HIS 400",
        "cash bank 10380",
        "shares HIS player1 4",
        "shares HIS player2 2",
        "shares HIS pool 1",
        "shares HIS offering 3",
        "president HIS player1",
        "president DV player2",
        "price HIS 100 row 0 column 6 below 0",
        "price DV 100 row 0 column 6 below 1",
        "floated HIS",
        "operated HIS",
        "par HIS 100",
        "owner P1 player1",
        "closed P3",
        "train 2-0 HIS",
        "train 3-0 HIS",
        "stack 4 5",
        "tile 57 E16 r1",
        "token HIS E6.0",
    };
    rh_title *t = title_with("18nl", NULL, 0);
    rh_game g;
    facts f = {.count = 0};
    said(t, SITUATION, &g);
    rh_digest_facts(t, &g, 1, keep, &f);
    for (size_t i = 0; i < sizeof EXPECTED / sizeof EXPECTED[0]; i++)
        if (!has(&f, EXPECTED[i]))
            fail_msg("\"%s\" is no fact of list 1 here", EXPECTED[i]);
    rh_title_free(t);
}

/* Whatever people see change changes the digest; what they do not see does not. */
static void it_differs_where_people_see_a_difference(void **state)
{
    (void)state;
    static const char *const CHANGES[] = {
        "Anna cash 301",
        "Anna HIS 5",
        "HIS president Bo; Bo HIS 4",
        "DV price 100 (0,6); HIS price 100 (0,6)" /* the other on top */,
        "DV price 112 (0,7)",
        "HIS trains 2",
        "train 2-0 obsolete",
        "tile 57 E16 r0",
        "token HIS F13",
        "Bo owns P1",
        "P1 used",
        "step track",
        "round operating 2.2",
        "priority Anna",
        "bank broken",
        "revenue 40; step dividend",
    };
    rh_title *t = title_with("18nl", NULL, 0);
    rh_game g;
    said(t, SITUATION, &g);
    const uint64_t before = rh_digest(t, &g, 1);
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        char text[800];
        rh_game other;
        snprintf(text, sizeof text, "%s; %s", SITUATION, CHANGES[i]);
        said(t, text, &other);
        if (rh_digest(t, &other, 1) == before)
            fail_msg("\"%s\" leaves the digest as it was", CHANGES[i]);
    }
    g.rng++;
    g.moves++;
    g.arrivals++;
    assert_true(rh_digest(t, &g, 1) == before);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_sum_of_the_hashes_of_its_facts),
        cmocka_unit_test(the_facts_are_in_words),
        cmocka_unit_test(it_differs_where_people_see_a_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
