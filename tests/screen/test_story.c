/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/screen_story.c: a few lines tell everything; each action is in one of them; a war of bids is
 * one line; whoever ran is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/embedded.h"
#include "screen/told.h"
#include "tests/screen/asking.h"

enum { MOST_LINES = 12, MOVES = 240 };

/* Is this word one of those who acted, or one of the words? */
static bool names(const rh_json *line, const char *who)
{
    char spaced[40], inside[1000];
    (void)snprintf(spaced, sizeof spaced, " %s ran ", who);
    (void)snprintf(inside, sizeof inside, "; %s ", text(line, "words"));
    for (const rh_json *b = rh_json_member(line, "by")->child; b; b = b->next)
        if (strcmp(b->text, who) == 0)
            return true;
    return strstr(inside, spaced) != NULL;
}

static bool named(const rh_json *story, const char *who)
{
    for (const rh_json *l = rh_json_member(story, "lines")->child; l; l = l->next)
        if (names(l, who))
            return true;
    return false;
}

static bool by_the_same(const rh_json *a, const rh_json *b)
{
    const rh_json *x = rh_json_member(a, "by")->child, *y = rh_json_member(b, "by")->child;
    for (; x && y && strcmp(x->text, y->text) == 0; x = x->next, y = y->next)
        ;
    return !x && !y;
}

/* Lines follow each other without a gap, there are few of them, and in a round none repeats the one before. */
static void assert_whole(const rh_json *story)
{
    int at = number(story, "from");
    const rh_json *lines = rh_json_member(story, "lines"), *last = NULL;
    assert_true(lines->len <= MOST_LINES);
    for (const rh_json *l = lines->child; l; last = l, l = l->next) {
        assert_false(last && by_the_same(last, l) &&
                     !strcmp(text(last, "words"), text(l, "words")) &&
                     !strcmp(text(last, "round"), text(l, "round")));
        assert_int_equal(number(l, "from"), at);
        assert_true(number(l, "to") > at);
        assert_true(text(l, "words")[0] && text(l, "round")[0]);
        at = number(l, "to");
    }
    assert_int_equal(at, number(story, "to"));
}

/* Companies that ran in actions from..to-1, as the log has them; at most RAN of them are kept. */
enum { RAN = 40 };
static int who_ran(rh_screen *s, int from, char ran[RAN][40])
{
    int n = 0;
    for (const rh_json *e = ask(s, "{\"ask\":\"log\",\"from\":%d}", from)->child; e; e = e->next)
        if (strcmp(text(e, "kind"), "run") == 0 && n < RAN)
            (void)snprintf(ran[n++], sizeof ran[0], "%s", text(e, "by"));
    return n;
}

static void a_few_lines_tell_it_all(void **state)
{
    (void)state;
    int runs = 0;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        for (int k = 0; k < MOVES && play(&s); k++) {
            char ran[RAN][40];
            if (k % 13 != 0)
                continue;
            for (int player = 0; player < 3; player++) {
                const rh_json *story = ask(&s, "{\"ask\":\"story\",\"player\":%d}", player);
                assert_whole(story);
                const int n = who_ran(&s, number(story, "from"), ran);
                story = ask(&s, "{\"ask\":\"story\",\"player\":%d}", player);
                for (int r = 0; r < n; r++)
                    if (!named(story, ran[r]))
                        fail_msg("%s ran after action %d of %s, and nobody says so", ran[r],
                                 number(story, "from"), rh_embedded_titles[i].id);
                runs += n;
            }
            assert_whole(ask(&s, "{\"ask\":\"story\"}"));
            assert_whole(ask(&s, "{\"ask\":\"story\",\"from\":3,\"to\":%d}", k));
        }
        rh_screen_forget(&s);
    }
    assert_true(runs > 30);
}

static const rh_json *last_line(rh_screen *s, int from)
{
    const rh_json *l =
        rh_json_member(ask(s, "{\"ask\":\"story\",\"from\":%d}", from), "lines")->child;
    while (l && l->next)
        l = l->next;
    return l;
}

/* Thirteen bids for one thing: one line, with the last bid and who has it. */
static void a_war_of_bids_is_one_line(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    static const char *const BEFORE[] = {"Anna bid P3 75", "Bo bid P3 80", "Cia take P1 20",
                                         "Anna take P2 40"};
    for (size_t i = 0; i < sizeof BEFORE / sizeof BEFORE[0]; i++)
        play_line(&s, BEFORE[i]);
    for (int bid = 85; bid <= 140; bid += 5) {
        char line[40];
        (void)snprintf(line, sizeof line, "%s bid P3 %d", bid % 10 ? "Anna" : "Bo", bid);
        play_line(&s, line);
    }
    play_line(&s, "Anna pass");
    const rh_json *line = last_line(&s, 4);
    assert_int_equal(number(line, "from"), 4);
    assert_int_equal(number(line, "to"), 17);
    assert_string_equal(text(line, "words"),
                        "made 12 bids from ƒ85 up to ƒ140 for P3; P3 went to Bo for ƒ140");
    assert_int_equal(rh_json_member(line, "by")->len, 2);
    rh_screen_forget(&s);
}

/* What is told in one line names the tiles too: a round in which only track was laid is no "7 actions". */
static void old_lines_tell_what_was_built(void **state)
{
    (void)state;
    rh_screen s = {0};
    int seen = 0;
    begin(&s, "18nl");
    for (int n = 0; n < MOVES && seen < 5 && play(&s); n++) {
        const rh_json *line =
            rh_json_member(ask(&s, "{\"ask\":\"story\",\"from\":0}"), "lines")->child;
        if (!line || strcmp(text(line, "round"), "before") != 0)
            continue;
        char words[1000], tiles[40];
        int laid = 0;
        const int to = number(line, "to");
        (void)snprintf(words, sizeof words, "%s", text(line, "words"));
        for (const rh_json *e = ask(&s, "{\"ask\":\"log\"}")->child; e && number(e, "k") < to;
             e = e->next)
            laid += strcmp(text(e, "kind"), "lay") == 0;
        (void)snprintf(tiles, sizeof tiles, "%d tile%s laid", laid, laid == 1 ? "" : "s");
        if (laid == 0)
            continue;
        assert_non_null(strstr(words, tiles));
        seen++;
    }
    assert_int_equal(seen, 5);
    rh_screen_forget(&s);
}

/* Who only calls is no bidder; what a purchase of something else decides is told with it. */
static void who_bid_and_who_has_it(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    play_line(&s, "Bo bid YEON 10");
    play_line(&s, "Anna once YEON");
    const rh_json *line = last_line(&s, 0), *by = rh_json_member(line, "by");
    assert_string_equal(text(line, "words"), "bid $10 for Yeon");
    assert_int_equal(by->len, 1);
    assert_string_equal(by->child->text, "Bo");
    begin(&s, "18norway");
    play_line(&s, "Anna bid P2A 35");
    play_line(&s, "Bo take P1 20");
    assert_string_equal(text(last_line(&s, 0), "words"),
                        "took P1 for 20kr; P2A went to Anna for 35kr");
    rh_screen_forget(&s);
}

/* What somebody else has to agree to is asked for; the answer says to what it is one. */
static void what_is_only_asked(void **state)
{
    (void)state;
    rh_screen s = {0};
    char told[400];
    begin(&s, "18scan");
    play_to(&s, "consent");
    (void)snprintf(told, sizeof told, "%s", text(last_line(&s, 0), "words"));
    if (!strstr(told, "asked to buy ") && !strstr(told, "asked for "))
        fail_msg("%s", told);
    (void)snprintf(told, sizeof told, "%s decline",
                   s.session.record.names.name[number(ask(&s, "{\"ask\":\"legal\"}"), "player")]);
    play_line(&s, told); /* a refusal does not read as a deal */
    assert_int_equal(strncmp(text(last_line(&s, s.session.record.actions - 1), "words"),
                             "did not agree that ", 19),
                     0);
    rh_screen_forget(&s);
}

/* Since one's last turn: what oneself did is not news, and a turn that goes on is not either. */
static void since_the_own_turn(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    play_line(&s, "Anna pass");
    play_line(&s, "Bo pass");
    assert_int_equal(rh_json_member(last_line(&s, 0), "by")->len, 2); /* who only passed is named */
    assert_string_equal(text(last_line(&s, 0), "words"), "passed");
    play_line(&s, "Cia take P1 20");
    const rh_json *story = ask(&s, "{\"ask\":\"story\",\"player\":0}");
    assert_int_equal(number(story, "from"), 1);
    assert_int_equal(number(ask(&s, "{\"ask\":\"story\",\"player\":2}"), "from"), 0);
    assert_int_equal(rh_json_member(ask(&s, "{\"ask\":\"story\",\"from\":9}"), "lines")->len, 0);
    rh_screen_forget(&s);
}

/* Menus name whoever acts between the turns of others; in the story the line does. */
static void whoever_acts_between_turns_is_named_once(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    change_to(
        &s, "[\"round stock 2\",\"Anna to act\",\"DV floated at 100\",\"Bo DV 5\",\"Bo owns P3\"]");
    play_line(&s, "Bo swap P3 offering");
    const rh_json *line = last_line(&s, 0);
    assert_string_equal(rh_json_member(line, "by")->child->text, "Bo");
    assert_string_equal(text(line, "words"), "handed in P3 for a share of DV from the offer");
    rh_screen_forget(&s);
}

/* 18NORWAY-5.1-8: six privates close with the first 5-train, and each is named. */
static void what_closed_together_is_one_note(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18norway");
    change_to(&s,
              "[\"phase 4\",\"round operating 3.1\",\"D to act\",\"step trains\","
              "\"gone trains 4-1 4-2 4-3\",\"tile LM1 I26 r0\",\"D floated at 100\",\"Anna D 3\","
              "\"D operated\",\"D cash 900\",\"D trains 4\",\"Anna owns P1\",\"Bo owns P2A\","
              "\"Bo owns P3A\",\"Cia owns P4A\",\"Cia owns P5\",\"Anna owns P6\"]");
    play_line(&s, "D train 5-0 bank 405");
    const rh_json *notes = rh_json_member(last_line(&s, 0), "notes");
    bool told = false;
    for (const rh_json *n = notes->child; n; n = n->next)
        told |= strcmp(n->text, "P1, P2A, P3A, P4A, P5 and P6 closed") == 0;
    assert_true(told);
    rh_screen_forget(&s);
}

static bool noted(const rh_json *line, const char *what)
{
    for (const rh_json *n = rh_json_member(line, "notes")->child; n; n = n->next)
        if (strcmp(n->text, what) == 0)
            return true;
    return false;
}

/* 18SCAN-3.2-14: nobody has a company when the rights are passed, so that two operating rounds go by; what private
 * companies bring in them is told. */
static void rounds_that_go_by_and_incomes_are_told(void **state)
{
    static const char *const LINES[] = {"Anna bid 0", "Bo pass",  "Cia pass", "Anna take Ferry 120",
                                        "Bo pass",    "Cia pass", "Anna pass"};
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        play_line(&s, LINES[i]);
    const rh_json *line = last_line(&s, 0);
    assert_true(noted(line, "Income: Anna K40"));
    assert_true(noted(line, "Operating round 1.1, operating round 1.2: nothing to decide"));
    rh_screen_forget(&s);
}

/* Whoever has bought a train and passes has not "bought no train"; what is left out is told in the title's words. */
static void what_is_left_out_is_told_as_it_was(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18norway");
    change_to(&s,
              "[\"round operating 3.1\",\"D to act\",\"step trains\","
              "\"tile LM1 I26 r0\",\"D floated at 100\",\"Anna D 3\",\"D operated\",\"D cash 900\","
              "\"J floated at 90\",\"Bo J 3\",\"J operated\",\"J trains 2\"]");
    play_line(&s, "D train 2-0 J 100");
    play_line(&s, "Bo accept");
    play_line(&s, "D pass");
    assert_string_equal(text(last_line(&s, 0), "words"), "bought no more trains");
    rh_screen_forget(&s);
}

/* All of an archived game. */
static void open_record(rh_screen *s, const char *file)
{
    char path[200];
    static char question[200000];
    rh_writing w = {.text = question, .cap = sizeof question};
    (void)snprintf(path, sizeof path, "tests/archive/%s", file);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    rh_write(&w, "{\"ask\":\"open\",\"text\":\"");
    for (int c = fgetc(f); c != EOF; c = fgetc(f))
        rh_write(&w, c == '\n' ? "\\n" : c == '"' || c == '\\' ? "\\%c" : "%c", c);
    rh_write(&w, "\"}");
    fclose(f);
    assert_true(w.len < sizeof question);
    assert_fine(ask_whole(s, question));
}

/* Is there a line with these words and this note ("": none is asked for)? */
static void assert_told(rh_screen *s, const char *words, const char *note)
{
    const rh_json *story = ask(s, "{\"ask\":\"story\",\"from\":0,\"all\":true}");
    for (const rh_json *l = rh_json_member(story, "lines")->child; l; l = l->next)
        if (strstr(text(l, "words"), words) && (!note[0] || noted(l, note)))
            return;
    fail_msg("no line tells: %s, %s", words, note);
}

/* Companies are paid too; what the next round pays at its start is not of the one that ends. */
static void incomes_say_of_which_round(void **state)
{
    (void)state;
    rh_screen s = {0};
    open_record(&s, "18nl/v2-5-greedy-9062.18xx");
    assert_told(&s, "passed", "Income of operating round 15.1: Bo ƒ5, Eva ƒ10, NCS ƒ10");
    rh_screen_forget(&s);
}

/* After a bankruptcy: who bought what brought the phase, and who has no president; a gift is news. */
static void what_befalls_others_is_told(void **state)
{
    (void)state;
    rh_screen s = {0};
    open_record(&s, "18norway/4-random-112.18xx");
    assert_told(&s, "declared bankruptcy", "J bought a 3-train");
    assert_told(&s, "declared bankruptcy", "B has no president any more");
    assert_told(&s, "bought a 2-train", "V got a ship for nothing");
    rh_screen_forget(&s);
}

/* Who refuses an offer, bids for no contract or saves nothing has not just "passed"; a share is one share. */
static void what_was_passed_by_is_told(void **state)
{
    (void)state;
    rh_screen s = {0};
    open_record(&s, "1988/v3-6-varied-9183.18xx");
    assert_told(&s, "sold nothing", "");
    assert_told(&s, "did not bid for Södra stambanan, Västkustbanan", "");
    assert_told(&s, "bid 45 Mkr for Västra stambanan",
                "VEO won the contract Västra stambanan for 45 Mkr");
    assert_told(&s, "saved nothing for the project Arlandabanan", "");
    assert_told(&s, "offered 1 Mkr for each of the players' shares of VEO", "");
    assert_told(&s, "bought 1 GC for 90 Mkr", "");
    rh_screen_forget(&s);
}

/* What a title calls tokens and the pool. */
static const char *told(const char *words)
{
    static char text[200];
    rh_writing w = {.text = text, .cap = sizeof text};
    text[0] = 0;
    rh_write_told(&w, words);
    return text;
}

/* Whoever made the words, a story is in the past: verbs by the rule, verbs by themselves, what follows; what is no
 * verb stays. */
static void all_is_told_in_the_past(void **state)
{
    (void)state;
    assert_string_equal(told("place a station in Salem for $25"),
                        "placed a station in Salem for $25");
    assert_string_equal(told("scrap a station in Salem: the price falls to $80"),
                        "scrapped a station in Salem: the price fell to $80");
    assert_string_equal(told("close the sale of Yeon: it goes to Bo for $10"),
                        "closed the sale of Yeon: it went to Bo for $10");
    assert_string_equal(told("nationalise; the state buys 2 shares for 120kr"),
                        "nationalised; the state bought 2 shares for 120kr");
    assert_string_equal(told("leave the mountain: each train pays 10kr a run"),
                        "left the mountain: each train pays 10kr a run");
    assert_string_equal(told("do not agree that Bo buys P2"), "did not agree that Bo buys P2");
    assert_string_equal(told("stay a company of five shares"), "stayed a company of five shares");
    assert_string_equal(told("lobby with 70 Mkr"), "lobbied with 70 Mkr");
    assert_string_equal(
        told("give up the contract of VAS: its deposit of 50 goes into what is due"),
        "gave up the contract of VAS: its deposit of 50 went into what is due");
    assert_string_equal(told("no bid now"), "no bid now");
    assert_string_equal(told("neither issue nor redeem"), "neither issued nor redeemed");
    assert_string_equal(told("do not lobby"), "did not lobby");
    assert_string_equal(told("P3: hand in"), "P3: hand in");
}

/* No line of a game of any title tells a deed in the present: no first word in s but those that are past. */
static void no_story_is_in_the_present(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        for (int k = 0; k < 2 * MOVES && play(&s); k++)
            ;
        const rh_json *story = ask(&s, "{\"ask\":\"story\",\"from\":0,\"all\":true}");
        int lines = 0;
        for (const rh_json *l = rh_json_member(story, "lines")->child; l; l = l->next, lines++) {
            const char *words = text(l, "words");
            const size_t n = strspn(words, "abcdefghijklmnopqrstuvwxyz");
            if (n > 0 && words[n - 1] == 's')
                fail_msg("%s", words);
        }
        assert_true(lines > 12);
        rh_screen_forget(&s);
    }
}

static void a_title_has_its_own_words(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    assert_string_equal(text(ask(&s, "{\"ask\":\"view\"}"), "pool_called"), "Market");
    assert_string_equal(text(ask(&s, "{\"ask\":\"view\"}"), "token_called"), "station");
    rh_screen_forget(&s);
    begin(&s, "18nl");
    assert_string_equal(text(ask(&s, "{\"ask\":\"view\"}"), "pool_called"), "pool");
    assert_string_equal(text(ask(&s, "{\"ask\":\"view\"}"), "token_called"), "token");
    rh_screen_forget(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_lines_tell_it_all),
        cmocka_unit_test(old_lines_tell_what_was_built),
        cmocka_unit_test(a_war_of_bids_is_one_line),
        cmocka_unit_test(who_bid_and_who_has_it),
        cmocka_unit_test(what_is_only_asked),
        cmocka_unit_test(since_the_own_turn),
        cmocka_unit_test(whoever_acts_between_turns_is_named_once),
        cmocka_unit_test(what_closed_together_is_one_note),
        cmocka_unit_test(rounds_that_go_by_and_incomes_are_told),
        cmocka_unit_test(what_is_left_out_is_told_as_it_was),
        cmocka_unit_test(incomes_say_of_which_round),
        cmocka_unit_test(what_befalls_others_is_told),
        cmocka_unit_test(what_was_passed_by_is_told),
        cmocka_unit_test(all_is_told_in_the_past),
        cmocka_unit_test(no_story_is_in_the_present),
        cmocka_unit_test(a_title_has_its_own_words),
    };
    return cmocka_run_group_tests(tests, NULL, forget_answers);
}
