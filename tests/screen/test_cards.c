/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/cards.c: the sentences of every card of every title, by every value of every option and
 * every version of the rules, have the figures by which the game is played. */
#include "screen/cards.h"
#include "tests/titles.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/powers.h"
#include "files/options.h"
#include "files/title.h"
#include "roundhouse/engine.h"

/* --- every title under everything that can be chosen --------------------------------------------- */

typedef void look(const rh_title *t);

static void look_at(look *at, const char *id, int version, const rh_option *option, size_t options)
{
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, version, option, options, &err);
    if (!t)
        fail_msg("%s", err.text);
    at(t);
    rh_title_free(t);
}

static void look_at_all(look *at)
{
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_json_memory m = {0};
        rh_load_error err;
        const rh_json *json = rh_json_read(&m, e->id, e->json, e->json_len, &err);
        assert_non_null(json);
        const int newest = (int)rh_json_int_of(rh_json_member(json, "rules_version"), 1);
        for (int version = 1; version <= newest; version++)
            look_at(at, e->id, version, NULL, 0);
        const rh_json *o = rh_json_member(json, "options");
        for (o = o ? o->child : NULL; o; o = o->next)
            for (const rh_json *v = rh_json_member(o, "values")->child; v; v = v->next) {
                const rh_option chosen = {rh_json_member(o, "name")->text,
                                          rh_json_member(v, "value")->text};
                look_at(at, e->id, 0, &chosen, 1);
            }
        rh_json_forget(&m);
    }
}

/* --- the words of powers ------------------------------------------------------------------------- */

static bool has_digit(const char *s)
{
    while (*s && !isdigit((unsigned char)*s))
        s++;
    return *s != 0;
}

/* Is the member (a word of row->members) named between braces? */
static bool names(const char *says, const char *member, size_t len)
{
    for (const char *s = strchr(says, '{'); s; s = strchr(s + 1, '{')) {
        const char *end = strchr(s, '}');
        assert_non_null(end);
        for (const char *at = s + 1; at + len <= end; at++)
            if (memcmp(at, member, len) == 0 && !islower((unsigned char)at[len]) &&
                !islower((unsigned char)at[-1]))
                return true;
    }
    return false;
}

static void row_names_its_members(const rh_power_row *row)
{
    assert_non_null(row->says);
    if (has_digit(row->says))
        fail_msg("%s: a figure that no datum gives: %s", row->word, row->says);
    for (const char *s = row->members; *s;) {
        const size_t len = strcspn(s, " ?");
        if (!names(row->says, s, len))
            fail_msg("%s: \"%.*s\" is not told: %s", row->word, (int)len, s, row->says);
        s += len;
        s += strspn(s, " ?");
    }
}

static void rows_of(const rh_title *t)
{
    for (int kind = 1; kind < RH_POWER_KINDS; kind++)
        row_names_its_members(rh__power_row(t, kind));
    for (int kind = RH_POWER_OWN; rh__power_row(t, kind); kind++)
        row_names_its_members(rh__power_row(t, kind));
}

static void every_power_tells_every_datum_it_has(void **s)
{
    (void)s;
    look_at_all(rows_of);
}

/* --- the figures on cards ------------------------------------------------------------------------ */

static void has(const rh_title *t, const char *who, const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("%s, %s: \"%s\" is missing in: %s", t->id, who, what, text);
}

static void has_number(const rh_title *t, const char *who, const char *text, int number)
{
    char figure[16];
    snprintf(figure, sizeof figure, "%d", number < 0 ? -number : number);
    has(t, who, text, figure);
}

static void power_is_on_card(const rh_title *t, const rh_company_facts *f, const rh_power *p,
                             const char *text)
{
    const char *members = rh__power_row(t, p->kind)->members;
    if (p->amount)
        has_number(t, f->id, text, p->amount);
    if (strstr(members, "least"))
        has_number(t, f->id, text, p->least);
    if (strstr(members, "from"))
        has_number(t, f->id, text, p->from);
    for (int i = 0; strstr(members, "amounts") && i < t->phases; i++)
        has_number(t, f->id, text, p->amounts[i]);
    for (int i = 0; i < p->hexes; i++)
        has(t, f->id, text, t->hex[p->hex[i]].name);
    for (int i = 0; i < p->tiles; i++)
        has(t, f->id, text, t->tile[p->tile[i]].id);
    if (p->company != RH_NONE)
        has(t, f->id, text, t->company[p->company].id);
    if (p->before != RH_NONE)
        has(t, f->id, text, t->phase[p->before].name);
    if (p->train != RH_NONE)
        has(t, f->id, text, t->train[p->train].name);
}

static void company_cards_of(const rh_title *t)
{
    for (int c = 0; c < t->companies; c++) {
        const rh_company_facts *f = &t->company[c];
        char facts[RH_CARD_SAYS], does[RH_CARD_SAYS];
        rh_card_facts(t, c, facts);
        rh_card_does(t, c, does);
        has_number(t, f->id, facts, f->units ? f->units : f->price);
        if (f->revenue)
            has_number(t, f->id, facts, f->revenue);
        for (int i = 0; i < f->tokens; i++)
            if (f->token_price[i])
                has_number(t, f->id, facts, f->token_price[i]);
        for (int i = 0; i < f->powers; i++)
            power_is_on_card(t, f, &f->power[i], does);
        for (int i = 0; i < f->blocks; i++)
            has(t, f->id, does, t->hex[f->block[i]].name);
        if (f->sale_max) {
            has_number(t, f->id, does, f->sale_min);
            has_number(t, f->id, does, f->sale_max);
        }
        if (f->closes_on != RH_NONE)
            has(t, f->id, does, t->phase[f->closes_on].name);
        if (f->closes_with_train_of != RH_NONE)
            has(t, f->id, does, t->company[f->closes_with_train_of].id);
        if (f->kind == RH_PRIVATE && !does[0])
            fail_msg("%s, %s: nobody says what it does", t->id, f->id);
        assert_null(strpbrk(does, "{}[]"));
    }
}

static void every_card_has_the_figures_of_its_company(void **s)
{
    (void)s;
    look_at_all(company_cards_of);
}

/* Two homes in one hex are told apart. */
static void a_home_is_one_city_of_its_hex(void **s)
{
    (void)s;
    static const struct {
        const char *title, *company, *home;
    } OF[] = {
        {"18nl", "HIS", "Home: Amsterdam (E6), the city open to the west."},
        {"18nl", "NRS", "Home: Amsterdam (E6), the city open to the southeast."},
        {"18nl", "AS", "Home: Ommen (E16)."},
        {"18norway", "H", "Home: Oslo (H29), the city open to the northeast."},
        {"18scan", "2", "Home: Stockholm (F11), the city open to the northwest."},
    };
    for (size_t i = 0; i < sizeof OF / sizeof OF[0]; i++) {
        char facts[RH_CARD_SAYS];
        rh_title *t = title_with(OF[i].title, NULL, 0);
        rh_card_facts(t, company_called(t, OF[i].company), facts);
        has(t, OF[i].company, facts, OF[i].home);
        rh_title_free(t);
    }
}

static void train_cards_of(const rh_title *t)
{
    for (int k = 0; k < t->train_kinds; k++) {
        const rh_train_facts *train = &t->train[k];
        char text[RH_CARD_SAYS];
        rh_card_train(t, k, text);
        has_number(t, train->name, text, train->price);
        if (train->stops != RH_ANY_NUMBER)
            has_number(t, train->name, text, train->stops);
        if (train->rusts_on != RH_NONE)
            has(t, train->name, text, t->phase[train->rusts_on].name);
        if (train->obsolete_on != RH_NONE)
            has(t, train->name, text, "once more");
        if (train->trade_in)
            has_number(t, train->name, text, train->trade_price);
        char many[24];
        snprintf(many, sizeof many, "There are %d.", train->count);
        if (train->count > 0)
            has(t, train->name, text, train->unlimited ? "as many as are wanted" : many);
        assert_null(strpbrk(text, "{}[]"));
    }
    for (int i = 0; i < t->pieces; i++)
        assert_null(strpbrk(rh_text(t, t->piece[i].says), "{}[]"));
}

static void every_train_says_what_it_costs_how_it_runs_and_when_it_goes(void **s)
{
    (void)s;
    look_at_all(train_cards_of);
}

/* --- sentences of title.json --------------------------------------------------------------------- */

/* Is the word, which has a figure in it, what the title calls something? */
static bool is_name(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->phases; i++)
        if (strcmp(t->phase[i].name, word) == 0)
            return true;
    for (int i = 0; i < t->companies; i++)
        if (strcmp(t->company[i].id, word) == 0)
            return true;
    for (int i = 0; i < t->hexes; i++)
        if (strcmp(t->hex[i].name, word) == 0)
            return true;
    return false;
}

/* A figure in a sentence is looked up in the file, or belongs to a name. */
static void says_no_figure(const rh_title *t, const char *says)
{
    char plain[2000];
    size_t n = 0;
    int depth = 0;
    for (const char *c = says; *c && n + 1 < sizeof plain; c++) {
        depth += (*c == '{') - (*c == '}');
        plain[n++] = depth || strchr(" .,;:()'}", *c) ? ' ' : *c;
    }
    plain[n] = 0;
    for (char *word = strtok(plain, " "); word; word = strtok(NULL, " "))
        if (has_digit(word) && !is_name(t, word))
            fail_msg("%s: \"%s\" is a figure that the file would not change: %s", t->id, word,
                     says);
}

static void sentences_below(const rh_title *t, const rh_json *json)
{
    for (const rh_json *m = json->child; m; m = m->next) {
        if (m->key && strcmp(m->key, "says") == 0)
            says_no_figure(t, m->text);
        sentences_below(t, m);
    }
}

/* What is said when something is refused, happens or is passed over. */
static void words_of(const rh_title *t, const rh_json *title)
{
    static const char *const OF[] = {"rules", "events", "reasons", "idle"};
    const rh_json *words = rh_json_member(title, "words");
    for (size_t i = 0; words && i < sizeof OF / sizeof OF[0]; i++) {
        const rh_json *of = rh_json_member(words, OF[i]);
        for (const rh_json *m = of ? of->child : NULL; m; m = m->next)
            says_no_figure(t, m->text);
    }
}

static void no_sentence_of_a_title_has_a_figure_of_its_own(void **s)
{
    (void)s;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_json_memory m = {0};
        rh_load_error err;
        rh_title *t = rh_title_load_id(e->id, 0, NULL, 0, &err);
        const rh_json *json = rh_json_read(&m, e->id, e->json, e->json_len, &err);
        assert_non_null(t);
        assert_non_null(json);
        sentences_below(t, json);
        words_of(t, json);
        rh_json_forget(&m);
        rh_title_free(t);
    }
}

/* --- what is played is what is said -------------------------------------------------------------- */

static void card(const char *id, const rh_option *option, const char *company,
                 char out[RH_CARD_SAYS])
{
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, option, option ? 1 : 0, &err);
    if (!t)
        fail_msg("%s", err.text);
    rh_card_does(t, rh_company_called(t, company), out);
    rh_title_free(t);
}

static void an_option_changes_the_sentence_with_the_fact(void **s)
{
    (void)s;
    static const struct {
        const char *title, *company;
        rh_option option;
        const char *before, *after;
    } CASES[] = {
        {"18nl", "P1", {"import.rails.aom_discount", "rails"}, "ƒ40 less", "ƒ20 less"},
        {"18nl",
         "P3",
         {"import.18xxgames.p3_swap_any_time", "18xxgames"},
         "between two turns",
         "at any time"},
        {"18norway", "P2A", {"rules.private_price_cap", "2.0"}, "15kr to 45kr", "15kr to 60kr"},
        {"18norway",
         "P7",
         {"import.18xxgames.p7_full_bid", "18xxgames"},
         "twice the par price",
         "as much as was paid"},
        {"1988", "BLA", {"company_phase_numbering", "shifted"}, "phase 3", "phase 2"},
        {"18scan",
         "SJ",
         {"import.rails.national_by_shares", "rails"},
         "certificate is bought",
         "5 shares in players' hands"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char before[RH_CARD_SAYS], after[RH_CARD_SAYS];
        card(CASES[i].title, NULL, CASES[i].company, before);
        card(CASES[i].title, &CASES[i].option, CASES[i].company, after);
        if (!strstr(before, CASES[i].before) || strstr(after, CASES[i].before) ||
            !strstr(after, CASES[i].after))
            fail_msg("%s %s: %s\nwith %s: %s", CASES[i].title, CASES[i].company, before,
                     CASES[i].option.name, after);
    }
}

/* --- options ------------------------------------------------------------------------------------- */

/* A word of programs: nothing but small letters, figures, points and underscores, or a list. */
static bool is_key(const char *text)
{
    return strchr(text, '_') || strchr(text, '[') ||
           (strchr(text, ' ') == NULL && strcmp(text, "clockwise") != 0 &&
            !isdigit((unsigned char)*text));
}

static void every_option_and_every_value_has_words(void **s)
{
    (void)s;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_json_memory m = {0};
        rh_load_error err;
        const rh_json *json = rh_json_read(&m, e->id, e->json, e->json_len, &err);
        assert_non_null(json);
        const rh_json *o = rh_json_member(json, "options");
        for (o = o ? o->child : NULL; o; o = o->next) {
            const char *name = rh_json_string_of(rh_json_member(o, "name"), "");
            if (rh_option_for_people(o) && !rh_json_member(o, "title"))
                fail_msg("%s: %s has no title for people", e->id, name);
            assert_non_null(strchr(rh_json_string_of(rh_json_member(o, "what"), ""), ' '));
            for (const rh_json *v = rh_json_member(o, "values")->child; v; v = v->next) {
                if (rh_option_for_people(o) && !rh_json_member(v, "means"))
                    fail_msg("%s: a value of %s does not say what it means", e->id, name);
                if (is_key(rh_value_means(v)))
                    fail_msg("%s: %s: \"%s\" is no meaning", e->id, name, rh_value_means(v));
            }
        }
        rh_json_forget(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_power_tells_every_datum_it_has),
        cmocka_unit_test(every_card_has_the_figures_of_its_company),
        cmocka_unit_test(a_home_is_one_city_of_its_hex),
        cmocka_unit_test(every_train_says_what_it_costs_how_it_runs_and_when_it_goes),
        cmocka_unit_test(no_sentence_of_a_title_has_a_figure_of_its_own),
        cmocka_unit_test(an_option_changes_the_sentence_with_the_fact),
        cmocka_unit_test(every_option_and_every_value_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
