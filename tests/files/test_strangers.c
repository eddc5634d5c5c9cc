/* SPDX-License-Identifier: Apache-2.0 */
/* test_strangers.c: a position from a file is a stranger. Positions of play are spoilt on purpose:
 * numbers at their extremes, words for other words, lines dropped, doubled and moved, statements of
 * any form with any values. What the reader refuses it refuses with a sentence; what it lets in can
 * be looked at, played on and written again, and every promise holds: nothing crashes, nothing goes
 * on for ever.
 *
 * A case is told by its table and its number; when one fails, its statements are shown. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sanitizer/common_interface_defs.h>
#include <cmocka.h>

#include "files/position.h"
#include "files/stated.h"
#include "roundhouse/digest.h"
#include "screen/view.h"
#include "tests/files/sampled.h"

enum {
    ROOM = 64 * 1024,
    LINES = 1024,
    SPOILT = 10,  /* cases a moment */
    ACTIONS = 6,  /* played from what is let in */
    A_HANG = 120, /* seconds for one case; none takes one */
    CHOICES = 4096
};

static char text[ROOM], again[ROOM];
static char current[ROOM + 200]; /* shown when a case fails */
static rh_position s;

static void show_case(void)
{
    const ssize_t told = write(STDERR_FILENO, current, strlen(current));
    (void)told;
}

static void show(int signal_number)
{
    show_case();
    __sanitizer_print_stack_trace();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* --- spoiling -------------------------------------------------------------------------------------- */

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_dice *dice;
} maker;

static const char *any(const maker *m, const char *const *words, size_t n)
{
    return words[rh_throw(m->dice, (uint32_t)n)];
}
#define ANY(m, ...)                            \
    any(m, (const char *const[]){__VA_ARGS__}, \
        sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

static const char *any_number(const maker *m)
{
    return ANY(m, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "15", "16",
               "20", "30", "39", "40", "50", "63", "64", "90", "98", "99", "100", "110", "127",
               "128", "200", "254", "255", "256", "1000", "9999", "10000", "30000", "32767",
               "32768", "65535", "65536", "99999", "100000", "1000000", "100000000", "2147483647",
               "4294967295", "4294967296", "9223372036854775807", "99999999999999999999", "-1",
               "-5", "-128", "-32768", "-100000000", "", "x");
}

static const char *any_player(const maker *m)
{
    return sampled_names.name[rh_throw(m->dice, m->g->players)];
}
static const char *any_company(const maker *m)
{
    return m->t->company[rh_throw(m->dice, m->t->companies)].id;
}
static const char *any_hex(const maker *m)
{
    return m->t->hex[rh_throw(m->dice, m->t->hexes)].name;
}

static void any_train(const maker *m, char *out, size_t cap)
{
    char word[24];
    snprintf(out, cap, "%s", rh_train_word(m->t, (int)rh_throw(m->dice, m->t->trains), word));
}

/* A word for a place of a form. */
static void fill(const maker *m, const char *place, size_t n, char *out, size_t cap)
{
    const rh_title *t = m->t;
    int64_t least, most;
    char name[32];
    const bool perhaps = place[n - 1] == '?';
    snprintf(name, sizeof name, "%.*s", (int)(n - perhaps), place);
    if (perhaps && rh_throw(m->dice, 4) == 0) {
        snprintf(out, cap, "nobody");
        return;
    }
    if (rh_stated_range(t, place, n, &least, &most)) {
        const int64_t size = most - least + 1;
        const uint32_t at = rh_throw(m->dice, size < 1000 ? (uint32_t)size : 1000u);
        if (rh_throw(m->dice, 5) == 0)
            snprintf(out, cap, "%lld", (long long)(rh_throw(m->dice, 2) ? most : least));
        else
            snprintf(out, cap, "%lld", (long long)(least + at));
        return;
    }
    if (memchr(place, '|', n)) {
        size_t from = 0, words = 1;
        for (size_t i = 0; i < n; i++)
            words += place[i] == '|';
        for (uint32_t k = rh_throw(m->dice, (uint32_t)words); k > 0; k--)
            from += strcspn(place + from, "|") + 1;
        snprintf(out, cap, "%.*s", (int)strcspn(place + from, "| "), place + from);
        return;
    }
    for (size_t i = 0; i < t->face->own_list_count; i++) {
        const rh_catalogue *list = t->face->own_lists[i];
        char what[32];
        size_t k = 0;
        for (; list->what[k] && k + 1 < sizeof what; k++)
            what[k] = (char)(list->what[k] - 'a' + 'A');
        what[k] = 0;
        if (strcmp(what, name) == 0 && list->count(t) > 0) {
            snprintf(out, cap, "%s",
                     list->name(t, (int)rh_throw(m->dice, (uint32_t)list->count(t))));
            return;
        }
    }
#define IS(word) (strcmp(name, word) == 0)
    if (IS("HOLDER") || IS("ANYBODY"))
        snprintf(out, cap, "%s",
                 rh_throw(m->dice, 3) == 0 ? ANY(m, "bank", "pool", "offering", "state", "nobody")
                 : rh_throw(m->dice, 2)    ? any_player(m)
                                           : any_company(m));
    else if (IS("PLAYER") || IS("SOMEBODY"))
        snprintf(out, cap, "%s", any_player(m));
    else if (IS("COMPANY") || IS("ANYTHING"))
        snprintf(out, cap, "%s", any_company(m));
    else if (IS("HEX"))
        snprintf(out, cap, "%s", any_hex(m));
    else if (IS("CITY"))
        snprintf(out, cap, "%s.%u", any_hex(m), rh_throw(m->dice, 3));
    else if (IS("TRAIN") || (IS("THING") && rh_throw(m->dice, 2)))
        any_train(m, out, cap);
    else if (IS("THING"))
        snprintf(out, cap, "%s", any_company(m));
    else if (IS("KIND"))
        snprintf(out, cap, "%s", t->train[rh_throw(m->dice, t->train_kinds)].name);
    else if (IS("TILE") && t->tiles > t->first_laid)
        snprintf(
            out, cap, "%s",
            t->tile[t->first_laid + rh_throw(m->dice, (uint32_t)(t->tiles - t->first_laid))].id);
    else if (IS("TURN"))
        snprintf(out, cap, "r%u", rh_throw(m->dice, 6));
    else if (IS("PHASE"))
        snprintf(out, cap, "%s", t->phase[rh_throw(m->dice, t->phases)].name);
    else if (IS("STEP"))
        snprintf(out, cap, "%s",
                 rh_step_word(t, t->sequence.step[rh_throw(m->dice, t->sequence.steps)]));
    else if (IS("ROUND"))
        snprintf(out, cap, "%s",
                 ANY(m, "auction", "stock", "operating", "nationalisation", "rights", "placing"));
    else if (IS("STATUS"))
        snprintf(
            out, cap, "%s",
            ANY(m, "started", "floated", "operated", "closed", "done", "home", "trained", "used"));
    else if (IS("PART"))
        snprintf(out, cap, "%u.%u", rh_throw(m->dice, 9), rh_throw(m->dice, 4));
    else if (IS("CELL"))
        snprintf(out, cap, "(%u,%u)", rh_throw(m->dice, t->market.rows),
                 rh_throw(m->dice, t->market.columns));
    else if (IS("MONEY") || IS("NUMBER") || IS("SHARES"))
        snprintf(out, cap, "%s", any_number(m));
    else if (IS("..."))
        snprintf(out, cap, "%s", rh_throw(m->dice, 2) ? any_company(m) : any_player(m));
    else
        snprintf(out, cap, "%.*s", (int)n, place);
#undef IS
}

/* A statement of any form. */
static void any_statement(const maker *m, char *out, size_t cap)
{
    size_t forms = 0;
    while (rh_position_form(m->t, forms))
        forms++;
    const char *form = rh_position_form(m->t, rh_throw(m->dice, (uint32_t)forms));
    size_t len = 0;
    out[0] = 0;
    for (const char *at = form; *at != 0;) {
        const size_t n = strcspn(at, " ");
        char word[64] = "";
        if (at[0] == '[')
            snprintf(word, sizeof word, "%.*s", rh_throw(m->dice, 2) ? (int)n - 2 : 0, at + 1);
        else
            fill(m, at, n, word, sizeof word);
        len += (size_t)snprintf(out + len, cap - len, "%s%s", len && word[0] ? " " : "", word);
        at += n + (at[n] == ' ');
    }
}

/* Another word in its place. */
static void spoil_word(const maker *m, char *line, size_t cap)
{
    char copy[RH_LINE], *word[RH_LINE_WORDS], train[24];
    snprintf(copy, sizeof copy, "%s", line);
    const int words = rh_cut_words(copy, word);
    if (words == 0)
        return;
    const int at = (int)rh_throw(m->dice, (uint32_t)words);
    const bool number = word[at][0] >= '0' && word[at][0] <= '9';
    const char *other = any_number(m);
    any_train(m, train, sizeof train);
    if (!number || rh_throw(m->dice, 4) == 0)
        other = ANY(m, any_number(m), any_player(m), any_company(m), any_hex(m), train, "nobody",
                    "nothing", "not", "bank", "pool", "offering", "r3", word[0]);
    size_t len = 0;
    for (int i = 0; i < words && len < cap; i++)
        len += (size_t)snprintf(line + len, cap - len, "%s%s", i ? " " : "",
                                i == at ? other : word[i]);
}

/* The statements of a position, spoilt; lines are borrowed from `lines` and from room. */
static void spoil(const maker *m, const char **lines, int *count, char room[][256], int rooms)
{
    for (int k = 0; k < rooms; k++) {
        const int n = *count, at = n ? (int)rh_throw(m->dice, (uint32_t)n) : 0;
        const int other = n ? (int)rh_throw(m->dice, (uint32_t)n) : 0;
        const char *moved = n ? lines[at] : "";
        switch (n ? rh_throw(m->dice, 10) : 9) {
        case 0: /* dropped */
            memmove(lines + at, lines + at + 1, (size_t)(n - at - 1) * sizeof *lines);
            --*count;
            break;
        case 1: /* doubled */
            if (n < LINES)
                lines[(*count)++] = moved;
            break;
        case 2: /* moved */
            lines[at] = lines[other];
            lines[other] = moved;
            break;
        case 3:
        case 4:
        case 5:
            snprintf(room[k], sizeof room[k], "%s", moved);
            spoil_word(m, room[k], sizeof room[k]);
            lines[at] = room[k];
            break;
        default:
            any_statement(m, room[k], sizeof room[k]);
            if (n < LINES)
                lines[(*count)++] = room[k];
            break;
        }
    }
}

/* --- what is let in ---------------------------------------------------------------------------------- */

typedef struct {
    unsigned cases, accepted, actions;
    int table;
    rh_dice dice;
    rh_bot_work work;
    rh_json_writer view;
} attack;

/* A situation against the rules may come to a point where nobody can do anything, and a step said
 * without anything to decide offers a run that there is none for. Both are safe. */
static bool is_stuck(const rh_title *t, const rh_game *g)
{
    return rh_decision(t, g).decider.i == RH_NONE || rh_legal(t, g, NULL, 0) == 0;
}

static void fails(const char *when, const char *what)
{
    show_case();
    fail_msg("%s: %s", when, what);
}

static void promised(const rh_title *t, const rh_game *g, const char *when)
{
    const char *broken = rh_broken_promise(t, g);
    if (broken && !strstr(broken, "somebody can always act")) {
        const rh_pending now = rh_decision(t, g);
        char step[64];
        snprintf(step, sizeof step, "step %s, %s acts\n", rh_step_word(t, now.step),
                 rh_holder_text(t, &sampled_names, now.actor));
        strcat(current, step);
        fails(when, broken);
    }
}

static void play_on(attack *a, const rh_title *t, const rh_game *start, rh_game *g)
{
    static rh_choice choice[CHOICES];
    for (int i = 0; i < ACTIONS && !g->over && !is_stuck(t, g); i++) {
        rh_json_restart(&a->view);
        rh_view(t, &sampled_names, g, &a->view);
        const size_t n = rh_legal(t, g, choice, CHOICES);
        rh_json_restart(&a->view);
        rh_view_legal(t, &sampled_names, g, choice, n < CHOICES ? n : CHOICES, NULL, &a->view);
        rh_action act;
        uint8_t kinds[RH_PLAYERS];
        memset(kinds, rh_throw(&a->dice, 2) ? RH_BOT_VARIED : RH_BOT_RANDOM, sizeof kinds);
        if (rh_bots_choose(kinds, t, g, &a->dice, &a->work, &act) == RH_NONE)
            fails("playing on", "nobody can do anything");
        char line[RH_ACTION_TEXT];
        rh_action_write(t, &sampled_names, &act, line);
        strncat(current, line, sizeof current - strlen(current) - 2);
        strcat(current, "\n");
        if (!rh_accepted(rh_apply(t, g, &act, NULL)))
            break;
        promised(t, g, "playing on");
        a->actions++;
    }
    rh_position_write(t, &sampled_names, start, g, again, sizeof again);
    rh_digest(t, g, 1);
}

static bool is_read(const rh_title *t, const rh_game *start, const char **lines, int count)
{
    char why[RH_WHY_TEXT];
    rh_position_start(&s, t, &sampled_names, start);
    for (int i = 0; i < count; i++) {
        why[0] = 0;
        if (!rh_position_say(&s, lines[i], why)) {
            assert_true(why[0] != 0);
            return false;
        }
    }
    why[0] = 0;
    if (rh_position_end(&s, why))
        return true;
    assert_true(why[0] != 0);
    return false;
}

static void spoil_and_read(void *context, const rh_title *t, const rh_game *start, const rh_game *g)
{
    attack *a = context;
    const maker m = {t, g, &a->dice};
    static const char *whole[LINES], *lines[LINES];
    static char room[5][256];
    int all = 0;
    assert_true(rh_position_write(t, &sampled_names, start, g, text, ROOM) < ROOM);
    for (char *at = text; *at != 0 && all < LINES / 2;) {
        char *end = strchr(at, '\n');
        *end = 0;
        whole[all++] = at;
        at = end + 1;
    }
    for (int k = 0; k < SPOILT; k++) {
        int count = all;
        memcpy(lines, whole, (size_t)all * sizeof whole[0]);
        spoil(&m, lines, &count, room, 1 + (int)(rh_throw(&a->dice, 3) * rh_throw(&a->dice, 3)));
        size_t len = (size_t)snprintf(current, sizeof current,
                                      "\ntable %d, case %u:\ntitle: %s\nplayers: ", a->table,
                                      a->cases, t->id);
        for (int p = 0; p < g->players; p++)
            len += (size_t)snprintf(current + len, sizeof current - len, "%s%s", p ? ", " : "",
                                    sampled_names.name[p]);
        len += (size_t)snprintf(current + len, sizeof current - len, "\nseed: %u\nposition:\n",
                                start->rng);
        for (int i = 0; i < count && len < sizeof current; i++)
            len += (size_t)snprintf(current + len, sizeof current - len, "    %s\n", lines[i]);
        alarm(A_HANG);
        a->cases++;
        if (is_read(t, start, lines, count)) {
            a->accepted++;
            rh_game let_in = s.game;
            promised(t, &let_in, "as it was let in");
            play_on(a, t, start, &let_in);
        }
        alarm(0);
    }
}

static void spoilt_positions_are_refused_or_can_be_played(void **state)
{
    (void)state;
    signal(SIGABRT, show);
    signal(SIGALRM, show);
    signal(SIGSEGV, show);
    const char *only = getenv("RH_TABLE"), *seed = getenv("RH_SEED"); /* to look for more */
    const uint64_t from = seed ? 1000 * (uint64_t)atoi(seed) : 0;
    for (size_t i = 0; i < sampled_table_count; i++) {
        if (only && (size_t)atoi(only) != i)
            continue;
        rh_title *t = sampled_title(&sampled_tables[i]);
        attack a = {.table = (int)i, .dice = rh_dice_of(from + i)};
        assert_true(rh_bot_work_make(&a.work));
        for (int k = 0; k < sampled_times(); k++)
            sampled_game(t, from + 50 * i + (unsigned)k, 400, 47, spoil_and_read, &a);
        print_message("%s: %u cases, %u let in, %u actions\n", t->id, a.cases, a.accepted,
                      a.actions);
        assert_true(a.accepted > a.cases / 50); /* or nothing was tried */
        rh_bot_work_free(&a.work);
        rh_json_writer_forget(&a.view);
        rh_title_free(t);
    }
}

/* --- those that have been here --------------------------------------------------------------------- */

/* Each of these once crashed the program or held it for ever. */
static void known_strangers_are_refused(void **state)
{
    (void)state;
    static const struct {
        sampled_table table;
        const char *statements, *why;
    } CASES[] = {
        {{"18or", {{0}}}, "own 433 20", "no statement"},
        {{"18nl", {{0}}}, "own 0 00ff", "no statement"},
        {{"18nl", {{0}}}, "deal number 3 200 9 9 4 255 250 9 900 1", "where it says \"number\""},
        {{"18or", {{0}}}, "round operating 1.1; orders 41", "a number from 0 to 34"},
        {{"18or", {{0}}}, "orders 3", "operate once in a round"},
        {{"18or", {{"hurry_fine", "on"}}}, "accused Bo", "waits for the others to speak"},
        {{"18or", {{"hurry_fine", "on"}}}, "accused Bo; Bo is asked", "for the others to speak"},
        {{"18or", {{0}}}, "cities 16", "stations in them"},
        {{"18or", {{0}}}, "own deal TI buys 2-0 from WV for 5 asked Anna", "sold by its owner"},
        {{"18norway", {{0}}}, "choosing P1", "has just floated"},
        {{"18norway", {{0}}}, "offered tunnel A1", "a hex or nothing"},
        {{"18scan", {{0}}}, "interrupted VR; bonus run token", "first of the queue"},
        {{"18scan", {{0}}}, "highest bid 90; highest bidder Bo; Bo cash 80", "can pay"},
        {{"1988", {{0}}}, "development decider VY", "developments that are done"},
        {{"1988", {{0}}}, "development stage bv", "in Banverket's turn"},
        {{"1988", {{0}}}, "tender line SYD", "auctioned in Banverket's turn"},
        {{"1988", {{0}}}, "merger with VY", "in its turn"},
        {{"1988", {{0}}}, "offer for VY; offer asks Bo; offer to ask 2", "in its turn"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rh_title *t = sampled_title(&CASES[i].table);
        rh_game start;
        char why[RH_WHY_TEXT] = "it was let in";
        assert_true(rh_accepted(rh_new(t, t->min_players < 3 ? 3 : t->min_players, 1, &start)));
        rh_position_start(&s, t, &sampled_names, &start);
        if (rh_position_say(&s, CASES[i].statements, why))
            rh_position_end(&s, why);
        if (strstr(why, CASES[i].why) == NULL)
            fail_msg("%s: %s: %s", t->id, CASES[i].statements, why);
        rh_title_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_strangers_are_refused),
        cmocka_unit_test(spoilt_positions_are_refused_or_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
