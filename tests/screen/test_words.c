/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/words.c: every step of every title has a bar of at most 4 words, a sentence of at most 25 and
 * a help of at most 60, without a rule number in them; and the terms of every title mean something. */
#include "screen/words.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/hooks.h"
#include "files/embedded.h"
#include "screen/choices.h"
#include "screen/screen_parts.h"
#include "tests/screen/asking.h"

enum { BAR = 4, SENTENCE = 25, HELP = 60, TERM = 25, SHORT = 35 };

static int words_in(const char *text)
{
    int n = 0;
    for (bool before = true; *text; text++) {
        const bool space = *text == ' ';
        n += before && !space;
        before = space;
    }
    return n;
}

/* "18NL-1830.auction-3": capitals or figures, a hyphen and a figure. */
static bool has_rule_number(const char *text)
{
    for (const char *at = strchr(text, '-'); at; at = strchr(at + 1, '-'))
        if (at > text && isupper((unsigned char)at[-1]) && isdigit((unsigned char)at[1]))
            return true;
    return strchr(text, '[') != NULL;
}

static void assert_short(const char *title, const char *step, const char *what, const char *words,
                         int most)
{
    if (words_in(words) == 0 || words_in(words) > most)
        fail_msg("%s, step %s: the %s has %d words, not 1 to %d: %s", title, step, what,
                 words_in(words), most, words);
    if (has_rule_number(words))
        fail_msg("%s, step %s: a rule number in the %s: %s", title, step, what, words);
}

static void three_texts_a_step(void **state)
{
    (void)state;
    int own = 0;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        const rh_title *t = s.session.title;
        const rh_json *about = rh_screen_about(&s);
        for (int step = 0; step < RH_STEP_OWN + (int)t->hooks->step_count; step++) {
            char says[400], bar[80];
            if (step == RH_STEP_OVER || (step >= RH_STEP_KINDS && step < RH_STEP_OWN))
                continue; /* nobody decides */
            const char *word = rh_step_word(t, step);
            const rh_pending now = {.step = (uint8_t)step,
                                    .actor = rh_company_holder(rh_company_at(t->companies - 1)),
                                    .decider = rh_player_holder(0)};
            rh_step_says(about, t, &s.session.record.names, rh_session_now(&s.session), now, says,
                         sizeof says);
            const rh_game *g = rh_session_now(&s.session);
            rh_step_bar(about, t, g, now, bar, sizeof bar);
            assert_short(t->id, word, "bar", bar, BAR);
            assert_short(t->id, word, "sentence", says, SENTENCE);
            assert_short(t->id, word, "help", rh_step_help(about, t, g, now), HELP);
            const rh_pending asked = {.step = (uint8_t)step,
                                      .actor = rh_player_holder(0),
                                      .decider = rh_player_holder(0)};
            rh_step_says(about, t, &s.session.record.names, g, asked, says, sizeof says);
            rh_step_bar(about, t, g, asked, bar, sizeof bar);
            assert_short(t->id, word, "bar for a player", bar, BAR);
            assert_short(t->id, word, "sentence for a player", says, SENTENCE);
            assert_short(t->id, word, "help for a player", rh_step_help(about, t, g, asked), HELP);
            rh_step_says(about, t, &s.session.record.names, g, now, says, sizeof says);
            own += step >= RH_STEP_OWN;
            const bool instead =
                step < RH_STEP_KINDS && t->hooks->step_instead && t->hooks->step_instead[step];
            char usual[400];
            rh_step_hint(t, rh_session_now(&s.session), now, &s.session.record.names, usual,
                         sizeof usual);
            if (instead && strcmp(says, usual) == 0)
                fail_msg("%s plays %s in its own way and says what others do: %s", t->id, word,
                         says);
        }
        rh_screen_forget(&s);
    }
    assert_true(own >= 20);
}

/* What a title says about a step belongs to a step that it has. */
static void no_words_for_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        const rh_title *t = s.session.title;
        const rh_json *steps = rh_json_member(rh_screen_about(&s), "steps");
        for (const rh_json *o = steps ? steps->child : NULL; o; o = o->next) {
            bool known = false;
            for (int step = 0; step < RH_STEP_OWN + (int)t->hooks->step_count && !known; step++)
                known = (step < RH_STEP_KINDS || step >= RH_STEP_OWN) &&
                        strcmp(rh_step_word(t, step), o->key) == 0;
            if (!known)
                fail_msg("%s has no step %s", t->id, o->key);
            const rh_json *only = rh_json_member(o, "only");
            for (const rh_json *v = only ? only->child : NULL; v; v = v->next) {
                int kind = RH_ACTION_OWN;
                while (kind < rh_verbs(t) && strcmp(rh_verb_of(t, kind)->word, v->key) != 0)
                    kind++;
                if (kind == rh_verbs(t))
                    fail_msg("%s has no verb %s", t->id, v->key);
            }
        }
        rh_screen_forget(&s);
    }
}

static void terms_mean_something(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        const rh_json *terms = ask(&s, "{\"ask\":\"words\"}");
        int shown = 0;
        assert_true(terms->len >= 60);
        for (const rh_json *o = terms->child; o; o = o->next) {
            assert_short(rh_embedded_titles[i].id, text(o, "term"), "term", text(o, "says"), TERM);
            for (const rh_json *p = o->next; p; p = p->next)
                assert_string_not_equal(text(o, "term"), text(p, "term"));
            if (rh_json_member(o, "tile")) {
                assert_true(rh_tile_called(s.session.title, text(o, "tile")) >= 0);
                shown++;
            }
        }
        /* where tiles are laid they show what is meant */
        assert_true(shown >= 5 || s.session.title->first_laid == s.session.title->tiles);
        rh_screen_forget(&s);
    }
}

/* The same matters in every title, a line or two each. */
static void rules_in_short(void **state)
{
    (void)state;
    static const char *const MATTERS[] = {"capital",   "shares", "paid",     "order",
                                          "sale",      "price",  "privates", "trains",
                                          "round_end", "forced", "end"};
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        const rh_json *brief = rh_json_member(rh_screen_about(&s), "short");
        assert_int_equal(brief->len, sizeof MATTERS / sizeof MATTERS[0]);
        for (size_t k = 0; k < sizeof MATTERS / sizeof MATTERS[0]; k++)
            assert_short(rh_embedded_titles[i].id, MATTERS[k], "line", text(brief, MATTERS[k]),
                         SHORT);
        rh_screen_forget(&s);
    }
}

/* Every word of an answer that people read. */
static void assert_said(const rh_title *t, const char *words)
{
    for (int c = 0; c < t->companies; c++) {
        const char *id = t->company[c].id;
        const bool figure = isdigit((unsigned char)id[0]); /* may as well be a sum */
        if (strstr(rh_company_said(t, c), id) && !figure)
            continue; /* so it is said */
        for (const char *at = strstr(words, id); at && !figure; at = strstr(at + 1, id))
            if ((at == words || !isalnum((unsigned char)at[-1])) &&
                !isalnum((unsigned char)at[strlen(id)]))
                fail_msg("%s, which is %s, in \"%s\"", id, rh_company_said(t, c), words);
    }
}

static void assert_log_said(rh_screen *s)
{
    const rh_title *t = s->session.title;
    for (const rh_json *e = ask(s, "{\"ask\":\"log\"}")->child; e; e = e->next) {
        assert_said(t, text(e, "words"));
        for (const rh_json *v = rh_json_member(e, "events")->child; v; v = v->next)
            assert_said(t, text(v, "text"));
    }
    const rh_json *story = ask(s, "{\"ask\":\"story\",\"from\":0,\"all\":true}");
    for (const rh_json *l = rh_json_member(story, "lines")->child; l; l = l->next)
        assert_said(t, text(l, "words"));
}

/* Companies are called as people call them, not as files do. */
static void companies_as_they_are_said(void **state)
{
    (void)state;
    enum { ACTIONS = 150 };
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        for (int k = 0; k < ACTIONS && play(&s); k++) {
            if (k % 10 != 0)
                continue;
            const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
            assert_said(s.session.title, text(legal, "decision"));
            assert_said(s.session.title, text(legal, "hint"));
            for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next)
                assert_said(s.session.title, text(c, "words"));
        }
        assert_log_said(&s);
        rh_screen_forget(&s);
    }
}

/* In 18Scan minors have figures, which alone say nothing. */
static void minors_with_a_word(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    play_to(&s, "track");
    const rh_json *now = ask(&s, "{\"ask\":\"legal\"}");
    assert_non_null(strstr(text(now, "decision"), ", for minor "));
    assert_ptr_equal(strstr(text(now, "hint"), "Minor "), text(now, "hint"));
    rh_screen_forget(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_texts_a_step),         cmocka_unit_test(no_words_for_nothing),
        cmocka_unit_test(terms_mean_something),       cmocka_unit_test(rules_in_short),
        cmocka_unit_test(companies_as_they_are_said), cmocka_unit_test(minors_with_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, forget_answers);
}
