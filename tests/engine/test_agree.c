/* SPDX-License-Identifier: Apache-2.0 */
/* test_agree.c: what must be true at every moment of every game, shown on random games of every
 * title with every number of players: legal() and apply() agree, a refusal leaves every byte
 * alone, nothing is made or lost, every action is read back as it was written, every game ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/match.h"
#include "files/embedded.h"
#include "files/title.h"
#include "tests/files/sampled.h"

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

/* RH_TIMES in the environment multiplies the games of a table (tests/long/agree). */
enum { ENOUGH = 2000, MOST_ACTIONS = 20000, EVERYTHING = 397 /* at one decision of so many */ };

/* Where a walk through many games stands. */
typedef struct {
    const rh_title *t;
    rh_random r;
    rh_game g, scratch;
    rh_action next;
    rh_contrary_count count;
    uint64_t games, decisions, proposals;
} walk;

static void fails(const walk *w, const char *broken, const rh_action *a)
{
    char line[RH_ACTION_TEXT] = "an action that cannot be written";
    if (rh_verb_of(w->t, a->act.kind))
        rh_action_write(w->t, &NAMES, a, line);
    fail_msg("%s, %d players, after %u actions: it does not hold that %s: %s", w->t->id,
             w->g.players, w->g.moves, broken, line);
}

/* Plays games of every title with every number of players; `visit` looks at every decision before
 * it is made. */
static void walk_all(walk *w, void (*visit)(walk *))
{
    memset(w, 0, sizeof *w);
    assert_true(rh_random_make(&w->r, 1));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_load_error err;
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        if (!t)
            fail_msg("%s", err.text);
        w->t = t;
        for (int players = t->min_players; players <= t->max_players; players++)
            for (int game = 0; game < sampled_times(); game++) {
                assert_true(rh_accepted(rh_new(t, players, 1, &w->g)));
                w->games++;
                const rh_draw how = (game + players) % 2 ? RH_DRAW_KIND : RH_DRAW_EVEN;
                /* long enough to see the end of most games, short enough for all titles */
                while (w->g.moves < ENOUGH && rh_random_action(t, &w->g, &w->r, how, &w->next)) {
                    w->decisions++;
                    visit(w);
                    const rh_refusal no = rh_apply(t, &w->g, &w->next, NULL);
                    if (!rh_accepted(no))
                        fails(w, "what legal() lists is accepted", &w->next);
                }
                assert_true(w->g.over || w->g.moves == ENOUGH);
            }
        rh_title_free(t);
    }
    rh_random_free(&w->r);
}

static void propose(walk *w, const rh_action *a)
{
    const char *broken =
        rh_contrary_try(w->t, &w->g, w->r.choice, w->r.choices, a, &w->scratch, &w->count);
    w->proposals++;
    if (broken)
        fails(w, broken, a);
}

static void try_every_choice(walk *w)
{
    if (w->decisions % 4 != 0)
        return; /* neighbouring decisions have nearly the same list */
    assert_int_equal(rh_legal(w->t, &w->g, NULL, 0), w->r.choices);
    for (size_t i = 0; i < w->r.choices; i++) {
        const rh_choice *c = &w->r.choice[i];
        rh_action a = w->next;
        if (c->act.kind != RH_RUN) /* the routes of a run are drawn already */
            rh_random_fill(w->t, &w->g, &w->r, c, &a);
        propose(w, &a);
        if (c->most == c->act.amount)
            continue;
        a.act.amount = c->act.amount;
        propose(w, &a);
        a.act.amount = c->most - (c->most - c->act.amount) % c->step;
        propose(w, &a);
    }
}

static void everything_listed_is_accepted(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, try_every_choice);
    assert_int_equal(w.count.refused, 0);
    print_message("note: listed is accepted: %llu listed actions in %llu games\n",
                  (unsigned long long)w.proposals, (unsigned long long)w.games);
}

static void try_bent_actions(walk *w)
{
    for (int i = 0; i < 4; i++) {
        rh_action a;
        rh_contrary_action(w->t, &w->g, &w->r, &w->next, &a);
        propose(w, &a);
    }
}

static void everything_accepted_is_listed_and_a_refusal_leaves_every_byte(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, try_bent_actions);
    int rules = 0;
    for (int i = 0; i < 256; i++)
        rules += w.count.by_rule[i] > 0;
    assert_true(w.count.refused > w.proposals / 2);
    print_message("note: accepted is listed: %llu bent actions in %llu games, %llu refused by %d "
                  "rules with the state untouched, %llu accepted and listed\n",
                  (unsigned long long)w.proposals, (unsigned long long)w.games,
                  (unsigned long long)w.count.refused, rules, (unsigned long long)w.count.accepted);
}

/* Every action there could be: all values of every field that its kind uses, amounts around those
 * that mean something now. Where that is too many, a sample. */
typedef struct {
    int n;
    int32_t value[256];
} domain;

static void may_be(domain *d, int32_t value)
{
    if (d->n < 256)
        d->value[d->n++] = value;
}

static domain numbers(int32_t from, int32_t to)
{
    domain d = {0};
    for (int32_t i = from; i < to; i++)
        may_be(&d, i);
    return d;
}

static domain amounts_of(const walk *w, uint8_t kind)
{
    domain d = {0};
    const int32_t plain[] = {-1, 0, 1, 7, 40, 67, 100, 350};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        may_be(&d, plain[i]);
    for (size_t i = 0; i < w->r.choices; i++)
        for (int k = -1; k <= 1 && w->r.choice[i].act.kind == kind; k++) {
            may_be(&d, w->r.choice[i].act.amount + k);
            may_be(&d, w->r.choice[i].most + k);
        }
    for (int i = 0; i < w->t->train_kinds && kind == RH_TRAIN; i++)
        may_be(&d, w->t->train[i].price);
    return d;
}

enum { ACTOR, A, B, C, D, PARTS, AT_MOST = 50000 };

/* Which fields the parts of a combination fill, kind by kind. */
static void combine(const walk *w, uint8_t kind, domain part[PARTS])
{
    const rh_title *t = w->t;
    const domain none = numbers(0, 1), companies = numbers(0, t->companies);
    const rh_pending now = rh_decision(t, &w->g);
    part[ACTOR] = (domain){2, {now.actor.i, now.decider.i}};
    if (kind == RH_SWAP || kind == RH_DISCARD)
        part[ACTOR] = numbers(RH_FIRST_PLAYER, RH_FIRST_COMPANY + t->companies);
    for (int i = A; i < PARTS; i++)
        part[i] = none;
    part[A] = companies;
    switch (kind) {
    case RH_BUY:
    case RH_SWAP: part[B] = numbers(0, RH_HOLDERS); break;
    case RH_SELL: part[B] = numbers(0, 12); break;
    case RH_ASSIGN: part[B] = numbers(0, RH_TILE_STOPS); break;
    case RH_CEDE: part[C] = numbers(0, RH_FIRST_COMPANY + 4); /* fall through */
    case RH_TAKE:
    case RH_BID:
    case RH_PAR:
    case RH_START:
    case RH_ACQUIRE: part[B] = amounts_of(w, kind); break;
    case RH_LAY:
        part[A] = numbers(0, t->hexes);
        part[B] = numbers(0, t->tiles - t->first_laid + 1);
        part[C] = numbers(0, RH_EDGES);
        /* the powers of privates: often, but not so often as to thin out everything else */
        part[D] = w->decisions % 2 ? (domain){1, {RH_NONE}} : companies;
        break;
    case RH_TOKEN:
        part[A] = numbers(0, t->hexes);
        part[B] = numbers(0, RH_TILE_STOPS);
        part[C] = companies;
        may_be(&part[C], RH_NONE);
        break;
    case RH_TRAIN:
        part[A] = numbers(0, t->trains);
        part[B] = amounts_of(w, kind);
        part[C] = numbers(0, t->trains);
        may_be(&part[C], RH_NONE);
        break;
    case RH_DISCARD: part[A] = numbers(0, t->trains + 1); break;
    default: part[A] = none; break;
    }
}

static rh_action made_of(const walk *w, uint8_t kind, const int32_t v[PARTS])
{
    rh_action a = rh_action_of(kind, (rh_holder){(uint8_t)v[ACTOR]});
    rh_act *act = &a.act;
    act->company = (uint8_t)v[A];
    switch (kind) {
    case RH_BUY:
    case RH_SWAP: act->holder.i = (uint8_t)v[B]; break;
    case RH_SELL: act->units = (uint8_t)v[B]; break;
    case RH_ASSIGN: act->city = (uint8_t)v[B]; break;
    case RH_LAY:
        act->hex = (uint8_t)v[A];
        act->tile = (uint16_t)(w->t->first_laid + v[B]);
        act->turn = (uint8_t)v[C];
        act->power = (uint8_t)v[D];
        break;
    case RH_TOKEN:
        act->hex = (uint8_t)v[A];
        act->city = (uint8_t)v[B];
        act->power = (uint8_t)v[C];
        break;
    case RH_TRAIN:
        act->train = (uint8_t)v[A];
        act->holder.i = v[A] < w->t->trains ? w->g.train_at[v[A]] : RH_BANK;
        act->amount = v[B];
        act->trade = (uint8_t)v[C];
        break;
    case RH_DISCARD: act->train = (uint8_t)v[A]; break;
    default:
        act->amount = v[B];
        act->holder.i = (uint8_t)v[C];
        break;
    }
    return a;
}

static void try_everything(walk *w)
{
    if (w->decisions % EVERYTHING != 0)
        return;
    for (uint8_t kind = 0; kind < rh_verbs(w->t); kind++) {
        domain part[PARTS];
        uint64_t all = 1;
        if (kind == RH_RUN)
            continue;
        combine(w, kind, part);
        for (int i = 0; i < PARTS; i++)
            all *= (uint64_t)part[i].n;
        const bool sample = all > AT_MOST;
        for (uint64_t k = 0; k < (sample ? AT_MOST : all); k++) {
            int32_t v[PARTS];
            uint64_t rest = k;
            for (int i = 0; i < PARTS; i++) {
                const uint32_t n = (uint32_t)part[i].n;
                v[i] = part[i].value[sample ? rh_throw(&w->r.dice, n) : (uint32_t)(rest % n)];
                rest /= n;
            }
            const rh_action a = made_of(w, kind, v);
            const bool accepted = rh_accepted(rh_check(w->t, &w->g, &a));
            w->proposals++;
            w->count.accepted += accepted;
            if (accepted && !rh_is_listed(w->t, &w->g, w->r.choice, w->r.choices, &a))
                fails(w, "what is accepted is listed by legal()", &a);
        }
    }
}

static void of_all_actions_there_are_only_the_listed_ones_are_accepted(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, try_everything);
    print_message("note: of all actions: %llu tried at %llu decisions, %llu accepted and listed\n",
                  (unsigned long long)w.proposals, (unsigned long long)w.decisions / EVERYTHING,
                  (unsigned long long)w.count.accepted);
}

/* Promises, and that reading undoes writing. */
static void check_promises_and_lines(walk *w)
{
    char line[RH_ACTION_TEXT], why[RH_ACTION_WHY];
    rh_action read;
    const char *broken = rh_broken_promise(w->t, &w->g);
    if (broken)
        fails(w, broken, &w->next);
    const size_t len = rh_action_write(w->t, &NAMES, &w->next, line);
    if (!rh_action_read(w->t, &w->g, &NAMES, line, len, &read, why))
        fails(w, why, &w->next);
    if (memcmp(&read.act, &w->next.act, sizeof read.act) != 0 ||
        memcmp(&read.runs, &w->next.runs, sizeof read.runs) != 0)
        fails(w, "reading undoes writing", &w->next);
}

static void promises_hold_after_every_action_and_actions_are_read_as_written(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, check_promises_and_lines);
    print_message("note: promises: %llu decisions in %llu games\n", (unsigned long long)w.decisions,
                  (unsigned long long)w.games);
}

/* The bytes do not depend on what the memory held before: there is no padding and nothing unset. */
static void a_game_is_its_bytes(void **state)
{
    (void)state;
    rh_load_error err;
    static rh_game a, b;
    static rh_events events;
    rh_random r;
    rh_action next;
    assert_true(rh_random_make(&r, 7));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        assert_non_null(t);
        memset(&a, 0x55, sizeof a);
        memset(&b, 0xaa, sizeof b);
        assert_true(rh_accepted(rh_new(t, t->max_players, 3, &a)));
        assert_true(rh_accepted(rh_new(t, t->max_players, 3, &b)));
        while (rh_random_action(t, &a, &r, RH_DRAW_EVEN, &next)) {
            /* whether somebody listens to the events makes no difference */
            assert_true(rh_accepted(rh_apply(t, &a, &next, &events)));
            assert_true(rh_accepted(rh_apply(t, &b, &next, NULL)));
            assert_memory_equal(&a, &b, sizeof a);
        }
        rh_title_free(t);
    }
    rh_random_free(&r);
}

static void a_short_list_is_the_beginning_of_the_long_one(void **state)
{
    (void)state;
    rh_load_error err;
    rh_title *t = rh_title_load_id(rh_embedded_titles[0].id, 0, NULL, 0, &err);
    assert_non_null(t);
    static rh_game g;
    rh_choice all[64], some[4];
    assert_true(rh_accepted(rh_new(t, t->min_players, 3, &g)));
    const size_t n = rh_legal(t, &g, all, 64);
    assert_in_range(n, 3, 64);
    memset(some, 0x77, sizeof some);
    assert_int_equal(rh_legal(t, &g, some, 2), n);
    assert_memory_equal(some, all, 2 * sizeof some[0]);
    assert_int_equal(((unsigned char *)&some[2])[0], 0x77); /* nothing beyond the room is written */
    rh_title_free(t);
}

static void a_match_is_told_by_its_seed(void **state)
{
    (void)state;
    rh_load_error err;
    rh_title *t = rh_title_load_id(rh_embedded_titles[0].id, 0, NULL, 0, &err);
    assert_non_null(t);
    rh_bot_work work;
    static rh_outcome first, second;
    rh_tally a = {0}, b = {0};
    assert_true(rh_bot_work_make(&work));
    rh_match m = {.seed = 5, .most_actions = MOST_ACTIONS};
    rh_match_play(t, &m, &work, &a, &first);
    m.check = true; /* checking must not change the game */
    rh_match_play(t, &m, &work, &b, &second);
    assert_null(first.broken);
    assert_null(second.broken);
    assert_memory_equal(&first.game, &second.game, sizeof first.game);
    assert_int_equal(a.fingerprint, b.fingerprint);
    rh_bot_work_free(&work);
    rh_title_free(t);
}

static void a_title_refuses_too_many_and_too_few_players(void **state)
{
    (void)state;
    rh_load_error err;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        assert_non_null(t);
        static rh_game g;
        const int counts[] = {-1, 0, t->min_players - 1, t->max_players + 1, 1000};
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            memset(&g, 0x33, sizeof g);
            assert_int_equal(rh_new(t, counts[k], 1, &g).rule, RH_RULE_PLAYERS);
            assert_int_equal(((unsigned char *)&g)[0], 0x33);
        }
        rh_title_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_listed_is_accepted),
        cmocka_unit_test(everything_accepted_is_listed_and_a_refusal_leaves_every_byte),
        cmocka_unit_test(of_all_actions_there_are_only_the_listed_ones_are_accepted),
        cmocka_unit_test(promises_hold_after_every_action_and_actions_are_read_as_written),
        cmocka_unit_test(a_game_is_its_bytes),
        cmocka_unit_test(a_short_list_is_the_beginning_of_the_long_one),
        cmocka_unit_test(a_match_is_told_by_its_seed),
        cmocka_unit_test(a_title_refuses_too_many_and_too_few_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
