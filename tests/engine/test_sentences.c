/* SPDX-License-Identifier: Apache-2.0 */
/* test_sentences.c: every sentence of every title can be said: its marks mean something, and a
 * title's own words take the place of the engine's, or are refused with their line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/hooks.h"
#include "engine/rules.h"
#include "files/embedded.h"
#include "tests/titles.h"

static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};

static void marks_are_known(const char *sentence, bool event)
{
    const char *mark = "";
    const size_t n = rh__wrong_mark(sentence, event, &mark);
    if (n > 0)
        fail_msg("%.*s means nothing in: %s", (int)n, mark, sentence);
}

static void every_mark_of_every_sentence_means_something(void **state)
{
    (void)state;
    for (int rule = 0; rule < RH_RULE_KINDS; rule++) {
        marks_are_known(rh__rule_rows[rule].sentence, false);
        assert_true((int)rh__rule_rows[rule].like < (rule ? rule : 1));
    }
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        for (size_t k = 0; k < t->hooks->rule_count; k++)
            marks_are_known(t->hooks->rules[k].sentence, false);
        for (size_t k = 0; k < t->hooks->event_count; k++)
            marks_are_known(t->hooks->event_words[k], true);
        rh_title_free(t);
    }
    const char *mark;
    assert_int_equal(rh__wrong_mark("a {who} and {nobody}", false, &mark), strlen("{nobody}"));
    assert_int_equal(rh__wrong_mark("{from} is of events", false, &mark), strlen("{from}"));
    assert_int_equal(rh__wrong_mark("not closed {have", false, &mark), strlen("{have"));
    assert_int_equal(rh__wrong_mark("{need:share} and {have$}", false, &mark), 0);
}

static void no_sentence_is_left_with_a_hole(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        for (int rule = 1; rule < RH_RULES_MAX; rule++) {
            char text[240];
            const rh_refusal no = {
                .rule = (uint8_t)rule, .who = rh_player_holder(0).i, .have = 1, .need = 2};
            const size_t n = rh_refusal_text(t, &NAMES, no, text, sizeof text);
            assert_true(n > 0 && n < sizeof text);
            assert_null(strpbrk(text, "{}"));
            assert_null(strstr(text, "  "));
        }
        rh_title_free(t);
    }
}

/* Every reason why somebody is not asked has words, of the engine or the title. */
static void nobody_is_passed_over_without_a_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        const size_t idles = RH_IDLE_OWN + t->hooks->idle_count;
        for (size_t why = 1; why < idles; why++) {
            char text[240];
            const rh_event e = {
                .kind = RH_EVENT_IDLE, .why = (uint8_t)why, .to = rh_player_holder(1)};
            rh_event_text(t, &NAMES, &e, text, sizeof text);
            assert_true(strncmp(text, "Bo ", 3) == 0 && strlen(text) > 12);
            assert_null(strstr(text, "nothing to decide"));
        }
        rh_title_free(t);
    }
}

static char *with_words(const char *words)
{
    static char text[1 << 17];
    const char *json = rh_title_find("18nl")->json, *at = strstr(json, "\n  \"words\": {");
    assert_non_null(at);
    const size_t before = (size_t)(at - json);
    memcpy(text, json, before);
    snprintf(text + before, sizeof text - before, "\"words\": %s,\n\"x\": 0}", words);
    char *end = strstr(text, ",\n\"x\": 0}");
    const char *rest = strstr(at, "\n  },");
    assert_non_null(rest);
    snprintf(end, sizeof text - (size_t)(end - text), "%s", rest + strlen("\n  }"));
    return text;
}

static void a_title_says_it_in_its_own_words(void **state)
{
    (void)state;
    rh_load_error err;
    const char *text =
        with_words("{\"rules\": {\"train_limit\": \"{who} has room for {need:engine}\"},"
                   " \"events\": {\"floated\": \"{company} sets out\"},"
                   " \"reasons\": {\"tile\": \"digging\"},"
                   " \"idle\": {\"no_train\": \"stands still\"}}");
    rh_title *t = rh_title_load("t.json", text, strlen(text), 0, NULL, 0, &err);
    if (!t)
        fail_msg("%s", err.text);
    char said[240];
    const rh_refusal no = {
        .rule = RH_RULE_TRAIN_LIMIT, .who = rh_player_holder(1).i, .need = 1, .company = RH_NONE};
    rh_refusal_text(t, &NAMES, no, said, sizeof said);
    assert_string_equal(said, "Bo has room for 1 engine");
    const int company = rh_company_called(t, "AS");
    const rh_event floated = {.kind = RH_EVENT_FLOATED, .company = (uint8_t)company};
    rh_event_text(t, &NAMES, &floated, said, sizeof said);
    assert_string_equal(said, "AS sets out");
    const rh_event idle = {.kind = RH_EVENT_IDLE,
                           .why = RH_IDLE_NO_TRAIN,
                           .to = rh_company_holder((rh_company){(uint8_t)company})};
    rh_event_text(t, &NAMES, &idle, said, sizeof said);
    assert_string_equal(said, "AS stands still");
    assert_string_equal(rh_why_word(t, RH_WHY_TILE), "digging");
    assert_string_equal(rh_why_word(t, RH_WHY_TOKEN), "a token");
    rh_title_free(t);
}

static void refused(const char *words, const char *complaint)
{
    rh_load_error err;
    const char *text = with_words(words);
    rh_title *t = rh_title_load("t.json", text, strlen(text), 0, NULL, 0, &err);
    assert_null(t);
    if (strstr(err.text, complaint) == NULL)
        fail_msg("\"%s\" is not in: %s", complaint, err.text);
}

static void words_that_mean_nothing_are_refused_with_their_place(void **state)
{
    (void)state;
    refused("{\"rules\": {\"train_limit\": \"{from} is late\"}}",
            "words.rules.train_limit: {from} stands for nothing here");
    refused("{\"rules\": {\"trane_limit\": \"no\"}}", "the engine has no rule of this name");
    refused("{\"events\": {\"sunrise\": \"no\"}}", "no event is called so");
    refused("{\"reasons\": {\"fun\": \"no\"}}", "no reason of a payment is called so");
    refused("{\"idle\": {\"fun\": \"no\"}}", "no reason not to be asked is called so");
    refused("{\"rules\": {\"train_limit\": 3}}", "words.rules.train_limit");
    refused("{\"verses\": {}}", "there is no such key here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mark_of_every_sentence_means_something),
        cmocka_unit_test(no_sentence_is_left_with_a_hole),
        cmocka_unit_test(nobody_is_passed_over_without_a_reason),
        cmocka_unit_test(a_title_says_it_in_its_own_words),
        cmocka_unit_test(words_that_mean_nothing_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
