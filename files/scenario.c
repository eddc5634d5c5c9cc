/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.c: reads and runs scenarios; see scenario.h.
 *
 * A file becomes a list of entries (a key, its text, its line). A scenario is a stretch of that
 * list, played in order on top of the file's defaults. An expectation is a question about the game
 * with its answer behind it: the question is asked, the answers are compared as words, and a
 * signed number compares with the answer in the given situation. Any statement of a position is a
 * question too: it holds if saying it changes nothing. */
#include "files/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/route/route.h"
#include "files/position.h"
#include "files/typed.h"

/* --- reading ---------------------------------------------------------------------------------- */

typedef enum {
    SCENARIO,
    DEFAULTS,
    ABOUT,
    PROVES,
    CROSSES,
    TITLE,
    RULES,
    OPTION,
    PLAYERS,
    SEED,
    GIVEN,
    DO,
    EXPECT,
    REFUSED,
    LEGAL,
    NOT_LEGAL,
    ONLY_LEGAL,
    EVENT,
    NO_EVENT,
    KEYS,
    WRONG = KEYS /* a line that is none; why is its text */
} key;

typedef enum { WHOLE, PARTS, ACTIONS } cut; /* how its text falls into entries */
static const struct {
    const char *word;
    cut cut;
    bool expects; /* it can fail */
} KEY[KEYS] = {
    [SCENARIO] = {"scenario", WHOLE, false},
    [DEFAULTS] = {"defaults", WHOLE, false},
    [ABOUT] = {"about", WHOLE, false},
    [PROVES] = {"proves", WHOLE, false},
    [CROSSES] = {"crosses", WHOLE, false},
    [TITLE] = {"title", WHOLE, false},
    [RULES] = {"rules", WHOLE, false},
    [OPTION] = {"option", PARTS, false},
    [PLAYERS] = {"players", WHOLE, false},
    [SEED] = {"seed", WHOLE, false},
    [GIVEN] = {"given", PARTS, false},
    [DO] = {"do", ACTIONS, false},
    [EXPECT] = {"expect", PARTS, true},
    [REFUSED] = {"refused", ACTIONS, true},
    [LEGAL] = {"legal", ACTIONS, true},
    [NOT_LEGAL] = {"not legal", ACTIONS, true},
    [ONLY_LEGAL] = {"only legal", ACTIONS, true},
    [EVENT] = {"event", PARTS, true},
    [NO_EVENT] = {"no event", PARTS, true},
};

typedef struct {
    key key;
    int line;
    bool opens; /* the first after its key: `do:` begins anew here */
    char *text;
} entry;

typedef struct {
    entry *entry;
    int entries, room;
} entries;

static void forget(entries *list)
{
    for (int i = 0; i < list->entries; i++)
        free(list->entry[i].text);
    free(list->entry);
    *list = (entries){0};
}

static bool add(entries *list, key k, int line, bool opens, const char *text)
{
    if (list->entries == list->room) {
        const int room = list->room ? 2 * list->room : 64;
        entry *more = realloc(list->entry, (size_t)room * sizeof *more);
        if (!more)
            return false;
        list->entry = more;
        list->room = room;
    }
    const size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    if (!copy)
        return false;
    memcpy(copy, text, n);
    list->entry[list->entries++] = (entry){k, line, opens, copy};
    return true;
}

/* "3-1: E6 F7" goes on with the routes of the run before it; no action begins so. */
static bool goes_on(const char *part)
{
    part += strspn(part, " \t");
    const size_t word = strcspn(part, " \t"), colon = strcspn(part, ":");
    return colon + 1 == word;
}

static bool add_text(entries *list, key k, int line, bool opens, char *text)
{
    if (KEY[k].cut == WHOLE)
        return add(list, k, line, opens, text);
    for (char *at = text; at;) {
        char *end = strchr(at, ';');
        while (KEY[k].cut == ACTIONS && end && goes_on(end + 1))
            end = strchr(end + 1, ';');
        if (end)
            *end++ = 0;
        const char *part = rh_trimmed(at);
        if (*part != 0) {
            if (!add(list, k, line, opens, part))
                return false;
            opens = false;
        }
        at = end;
    }
    return true;
}

static int key_of(const char *line, const char **rest)
{
    for (int k = 0; k < KEYS; k++) {
        const size_t n = strlen(KEY[k].word);
        if (strncmp(line, KEY[k].word, n) == 0 && line[n] == ':') {
            *rest = line + n + 1;
            return k;
        }
    }
    return -1;
}

/* A scenario that can fail in no way proves nothing and is a slip of its author. */
static bool closes(const entries *list, int first, rh_line_error *err)
{
    if (first < 0)
        return true;
    for (int i = first; i < list->entries; i++)
        if (list->entry[i].key == WRONG || KEY[list->entry[i].key].expects)
            return true;
    return rh_line_fails(err, list->entry[first].line,
                         "this scenario expects nothing: add expect, refused, legal or event");
}

/* What is wrong with this line, said in err; k is its key, now the key it may belong to. */
static bool line_fits(const rh_lines *walk, int k, int now, const char *trimmed,
                      const entries *list, rh_line_error *err)
{
    if (k < 0 && !walk->indented)
        return rh_line_fails(
            err, walk->number,
            "\"%.40s\" is no key; a line begins with scenario:, defaults:, "
            "about:, proves:, crosses:, title:, option:, players:, seed:, given:, do:, "
            "expect:, refused:, legal:, not legal:, only legal:, event: or "
            "no event:",
            walk->line);
    if (k < 0 && now < 0)
        return rh_line_fails(err, walk->number, "this line belongs to no key");
    if (k < 0 && (now == CROSSES || now == TITLE || now == PLAYERS || now == SEED))
        return rh_line_fails(err, walk->number, "%s: has one line", KEY[now].word);
    if (k == DEFAULTS && list->entries > 0)
        return rh_line_fails(err, walk->number, "defaults: stands once, before all else");
    if (k >= 0 && k != SCENARIO && k != DEFAULTS && list->entries == 0)
        return rh_line_fails(err, walk->number,
                             "a scenario file begins with scenario: or defaults:");
    if (k == SCENARIO && *trimmed == 0)
        return rh_line_fails(err, walk->number, "the scenario has no name");
    if (k == CROSSES && !strchr(trimmed, ','))
        return rh_line_fails(err, walk->number,
                             "crosses: names two rules or more, with commas between");
    return true;
}

/* One bad scenario does not stop the others: where that is wanted, what is wrong inside it becomes an
 * entry, with which it fails. */
static bool forgives(entries *list, bool wanted, int first, rh_line_error *err)
{
    if (!wanted || first < 0 || !add(list, WRONG, err->line, true, err->why))
        return false;
    *err = (rh_line_error){0};
    return true;
}

static bool read_entries(const char *text, size_t len, bool forgiving, entries *list,
                         int *scenarios, rh_line_error *err)
{
    rh_lines walk;
    rh_lines_start(&walk, text, len);
    int now = -1, first = -1;
    *scenarios = 0;
    while (rh_lines_next(&walk, err)) {
        const char *rest = walk.line;
        char copy[RH_LINE];
        if (walk.line[0] == 0)
            continue;
        const int k = walk.indented && now >= 0 ? -1 : key_of(walk.line, &rest);
        strcpy(copy, rest);
        char *trimmed = rh_trimmed(copy);
        if (k == SCENARIO) {
            if (!closes(list, first, err) && !forgives(list, forgiving, first, err))
                return false;
            first = list->entries;
            ++*scenarios;
        }
        if (k >= 0)
            now = k;
        if (!line_fits(&walk, k, now, trimmed, list, err)) {
            if (k == SCENARIO && !add_text(list, SCENARIO, walk.number, true, trimmed))
                return rh_line_fails(err, walk.number, "there is not enough memory");
            if (!forgives(list, forgiving, first, err))
                return false;
            continue;
        }
        if (!add_text(list, (key)now, walk.number, k >= 0, trimmed))
            return rh_line_fails(err, walk.number, "there is not enough memory");
    }
    if (err->line != 0 || (!closes(list, first, err) && !forgives(list, forgiving, first, err)))
        return false;
    if (*scenarios == 0)
        return rh_line_fails(err, walk.number ? walk.number : 1, "there is no scenario here");
    return true;
}

int rh_scenario_read(const char *text, size_t len, rh_line_error *err)
{
    entries list = {0};
    int scenarios = 0;
    const bool good = read_entries(text, len, false, &list, &scenarios, err);
    forget(&list);
    return good ? scenarios : -1;
}

/* --- a scenario while it runs ----------------------------------------------------------------- */

enum { EVENT_TEXT = 16 * 1024, CHOICES = 8192, TEXT = 2048 };

typedef struct {
    const rh_scenario_host *host;
    const char *file;
    const rh_title *t;
    rh_names names;
    int players;
    rh_game given, now;        /* the situation given, and the present one */
    char happened[EVENT_TEXT]; /* events of the last do:, a line each */
    size_t happened_used;
    int failures;
    void *work; /* for routes, made when first needed */
    rh_choice *choice;
} running;

static void fails(running *r, int line, const char *format, ...) RH_LIKE_PRINTF(3, 4);
static void fails(running *r, int line, const char *format, ...)
{
    char text[RH_SCENARIO_REPORT];
    va_list rest;
    va_start(rest, format);
    rh_error_text(text, sizeof text, r->file, (uint32_t)line, 0, format, rest);
    va_end(rest);
    for (char *c = text; *c != 0; c++) /* a report is one line */
        if (*c == '\n')
            *c = c[1] == 0 ? 0 : ';';
    r->failures++;
    r->host->report(r->host->who, text);
}

/* --- questions -------------------------------------------------------------------------------- */

/* Answers in found (TEXT long). False: a word is not understood; then found says which. `wanted`
 * is the answer expected: some questions answer as precisely as they are asked. */
typedef bool question(running *r, const rh_game *g, char **word, const char *wanted, char *found);

static bool unknown(char *found, const char *what, const char *word)
{
    snprintf(found, TEXT, "%s \"%.40s\"", what, word);
    return false;
}

static int holder_of(running *r, const char *word)
{
    return rh_holder_called(r->t, &r->names, r->players, word);
}

static int player_of(running *r, const char *word)
{
    const int h = holder_of(r, word);
    return h >= RH_FIRST_PLAYER && h < RH_FIRST_COMPANY ? h - RH_FIRST_PLAYER : -1;
}

static const char *player_word(const running *r, int p)
{
    return p == RH_NONE ? "nobody" : r->names.name[p];
}

static bool number(char *found, long long n)
{
    snprintf(found, TEXT, "%lld", n);
    return true;
}

static bool cash_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int h = holder_of(r, word[0]);
    return h < 0 ? unknown(found, "nobody is called", word[0]) : number(found, g->cash[h]);
}

static bool bank_has(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)r;
    (void)word;
    (void)wanted;
    return number(found, g->cash[RH_BANK]);
}

static bool worth_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int p = player_of(r, word[0]);
    return p < 0 ? unknown(found, "no player is called", word[0])
                 : number(found, rh_worth(r->t, g, p));
}

static bool certificates_of(running *r, const rh_game *g, char **word, const char *wanted,
                            char *found)
{
    (void)wanted;
    const int p = player_of(r, word[0]);
    return p < 0 ? unknown(found, "no player is called", word[0])
                 : number(found, rh_certificates(r->t, g, p));
}

static bool certificate_limit(running *r, const rh_game *g, char **word, const char *wanted,
                              char *found)
{
    (void)word;
    (void)wanted;
    return number(found, rh_cert_limit(r->t, g));
}

static bool place_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int p = player_of(r, word[0]);
    int place[RH_PLAYERS];
    if (p < 0)
        return unknown(found, "no player is called", word[0]);
    rh_ranking(r->t, g, place);
    return number(found, place[p]);
}

static bool price_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    const int c = rh_company_called(r->t, word[0]);
    if (c < 0)
        return unknown(found, "no company is called", word[0]);
    const rh_money price = rh_price(r->t, g, (rh_company){(uint8_t)c});
    if (price == 0)
        snprintf(found, TEXT, "none");
    else if (strchr(wanted, '('))
        snprintf(found, TEXT, "%d (%d,%d)", (int)price, g->row[c], g->column[c]);
    else
        snprintf(found, TEXT, "%d", (int)price);
    return true;
}

static bool president_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int c = rh_company_called(r->t, word[0]);
    if (c < 0)
        return unknown(found, "no company is called", word[0]);
    snprintf(found, TEXT, "%s", player_word(r, rh_president(r->t, g, (rh_company){(uint8_t)c})));
    return true;
}

static bool shares_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    const int h = holder_of(r, word[0]), c = rh_company_called(r->t, word[1]);
    if (h < 0)
        return unknown(found, "nobody is called", word[0]);
    if (c < 0)
        return unknown(found, "no company is called", word[1]);
    const bool percent = strchr(wanted, '%') != NULL;
    const bool office = g->president[c] == h && g->units[c][h] > 0 && strchr(wanted, ' ');
    const int units = g->units[c][h];
    snprintf(found, TEXT, "%d%s%s",
             percent ? rh_percent(r->t, g, (rh_company){(uint8_t)c}, (rh_holder){(uint8_t)h})
                     : units,
             percent ? "%" : "", office ? " president" : "");
    return true;
}

static bool trains_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    const int h = strcmp(word[0], "gone") == 0 ? RH_NONE : holder_of(r, word[0]);
    rh_writing w = {.text = found, .cap = TEXT};
    char name[RH_TRAIN_WORD];
    if (h < 0)
        return unknown(found, "nobody is called", word[0]);
    for (int i = 0; i < r->t->trains; i++)
        if (g->train_at[i] == h)
            rh_write(&w, "%s%s", w.len ? " " : "",
                     strchr(wanted, '-') ? rh_train_shown(r->t, g, i, name)
                                         : rh__train_facts(r->t, g, i)->name);
    if (w.len == 0)
        rh_write(&w, "none");
    return true;
}

static bool train_limit_of(running *r, const rh_game *g, char **word, const char *wanted,
                           char *found)
{
    (void)wanted;
    const int c = rh_company_called(r->t, word[0]);
    return c < 0 ? unknown(found, "no company is called", word[0])
                 : number(found, rh_train_limit(r->t, g, (rh_company){(uint8_t)c}));
}

static bool tokens_left(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int c = rh_company_called(r->t, word[0]);
    return c < 0 ? unknown(found, "no company is called", word[0])
                 : number(found, r->t->company[c].tokens - g->tokens_used[c]);
}

static bool next_token(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int c = rh_company_called(r->t, word[0]);
    if (c < 0)
        return unknown(found, "no company is called", word[0]);
    if (g->tokens_used[c] >= r->t->company[c].tokens)
        snprintf(found, TEXT, "none");
    else
        number(found, rh_next_token_price(r->t, g, (rh_company){(uint8_t)c}));
    return true;
}

/* The tokens of a hex, or of one of its cities (E6.1). */
static bool tokens_on(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    char name[16];
    const char *dot = strchr(word[1], '.');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word[1], "."), word[1]);
    const int hex = rh_hex_called(r->t, name);
    if (hex < 0)
        return unknown(found, "no hex is called", word[1]);
    const rh_tile *tile = &r->t->tile[g->tile[hex]];
    int64_t city = -1;
    if (dot && !rh_read_number(dot + 1, 0, tile->stops - 1, &city))
        return unknown(found, "there is no city", word[1]);
    rh_writing w = {.text = found, .cap = TEXT};
    for (int i = 0; i < RH_SLOTS; i++) {
        const bool inside = city < 0 || (i >= tile->stop[city].first_slot &&
                                         i < tile->stop[city].first_slot + tile->stop[city].slots);
        if (inside && g->slot[hex][i] != RH_NONE)
            rh_write(&w, "%s%s", w.len ? " " : "", r->t->company[g->slot[hex][i]].id);
    }
    if (w.len == 0)
        rh_write(&w, "none");
    return true;
}

static bool owner_of(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int c = rh_company_called(r->t, word[0]);
    if (c < 0)
        return unknown(found, "no company is called", word[0]);
    snprintf(found, TEXT, "%s", rh_holder_text(r->t, &r->names, (rh_holder){g->owner[c]}));
    return true;
}

static bool who_decides(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    (void)wanted;
    snprintf(found, TEXT, "%s", rh_holder_text(r->t, &r->names, rh_decision(r->t, g).decider));
    return true;
}

static bool who_acts(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    (void)wanted;
    snprintf(found, TEXT, "%s", rh_holder_text(r->t, &r->names, rh_decision(r->t, g).actor));
    return true;
}

static bool which_step(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    (void)wanted;
    const char *step = rh_step_word(r->t, rh_decision(r->t, g).step);
    snprintf(found, TEXT, "%s", step ? step : "none");
    return true;
}

static bool which_round(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    const int kind = rh_round(r->t, g);
    if (kind == RH_ROUND_OPERATING && strstr(wanted, " of "))
        snprintf(found, TEXT, "operating %d.%d of %d", g->stock_round, g->operating_round,
                 g->set_rounds);
    else if (kind == RH_ROUND_OPERATING)
        snprintf(found, TEXT, "operating %d.%d", g->stock_round, g->operating_round);
    else if (kind == RH_ROUND_STOCK)
        snprintf(found, TEXT, "stock %d", g->stock_round);
    else
        snprintf(found, TEXT, kind == RH_ROUND_AUCTION ? "auction" : "own %d", kind);
    return true;
}

static bool market_order(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    (void)wanted;
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(r->t, g, order);
    rh_writing w = {.text = found, .cap = TEXT};
    for (int i = 0; i < n; i++)
        rh_write(&w, "%s%s", i ? " " : "", r->t->company[order[i].i].id);
    if (n == 0)
        rh_write(&w, "none");
    return true;
}

static bool ranking(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    (void)wanted;
    int place[RH_PLAYERS];
    rh_ranking(r->t, g, place);
    rh_writing w = {.text = found, .cap = TEXT};
    for (int k = 1; k <= g->players; k++) {
        bool shared = false;
        for (int p = 0; p < g->players; p++) {
            if (place[p] != k)
                continue;
            rh_write(&w, "%s%s", shared ? "=" : w.len ? " " : "", r->names.name[p]);
            shared = true;
        }
    }
    return true;
}

static bool best_run(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)wanted;
    const int c = rh_company_called(r->t, word[0]);
    rh_runs runs;
    rh_best best = {0};
    if (c < 0)
        return unknown(found, "no company is called", word[0]);
    if (!r->work)
        r->work = malloc(rh_route_work_size());
    if (!r->work || !rh_best_runs(r->t, g, (rh_company){(uint8_t)c}, r->work, rh_route_work_size(),
                                  0, &runs, &best))
        return unknown(found, "there is no memory for the routes of", word[0]);
    return number(found, best.revenue);
}

static size_t legal_choices(running *r, const rh_game *g)
{
    if (!r->choice)
        r->choice = malloc(CHOICES * sizeof *r->choice);
    const size_t n = r->choice ? rh_legal(r->t, g, r->choice, CHOICES) : 0;
    return n < CHOICES ? n : CHOICES;
}

static bool choices(running *r, const rh_game *g, char **word, const char *wanted, char *found)
{
    (void)word;
    (void)wanted;
    return number(found, (long long)legal_choices(r, g));
}

/* A question is the words before the answer; * stands for any word. */
static const struct {
    const char *words;
    question *ask;
    bool unordered; /* the answer is a list in any order */
} QUESTIONS[] = {
    {"bank", bank_has, false},
    {"* cash", cash_of, false},
    {"* worth", worth_of, false},
    {"* certificates", certificates_of, false},
    {"certificate limit", certificate_limit, false},
    {"* place", place_of, false},
    {"ranking", ranking, false},
    {"* price", price_of, false},
    {"* president", president_of, false},
    {"* owner", owner_of, false},
    {"* trains", trains_of, true},
    {"* train limit", train_limit_of, false},
    {"* tokens left", tokens_left, false},
    {"* next token", next_token, false},
    {"* best run", best_run, false},
    {"tokens *", tokens_on, true},
    {"decides", who_decides, false},
    {"acts", who_acts, false},
    {"step", which_step, false},
    {"round", which_round, false},
    {"order", market_order, false},
    {"choices", choices, false},
    {"* *", shares_of, false},
};

/* How many words the question has, or 0 if these words do not ask it and answer it. */
static int asked(const char *question_words, char **word, int words)
{
    int i = 0;
    for (const char *q = question_words; *q != 0; i++) {
        const size_t n = strcspn(q, " ");
        if (i + 1 >= words)
            return 0;
        if (!(n == 1 && *q == '*') && (strlen(word[i]) != n || memcmp(word[i], q, n) != 0))
            return 0;
        q += n + (q[n] == ' ');
    }
    return i;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_words(char *text)
{
    char copy[TEXT], *word[RH_LINE_WORDS];
    snprintf(copy, sizeof copy, "%s", text);
    const int n = rh_cut_words(copy, word);
    qsort(word, (size_t)n, sizeof word[0], by_text);
    rh_writing w = {.text = text, .cap = TEXT};
    for (int i = 0; i < n; i++)
        rh_write(&w, "%s%s", i ? " " : "", word[i]);
}

/* "+40": 40 more than in the given situation. */
static bool relative(const char *wanted, const char *before, char *absolute)
{
    int64_t change, base;
    if ((wanted[0] != '+' && wanted[0] != '-') ||
        !rh_read_number(wanted, -100000000, 100000000, &change) ||
        !rh_read_number(before, -1000000000, 1000000000, &base))
        return false;
    snprintf(absolute, TEXT, "%lld", (long long)(base + change));
    return true;
}

static void expect_answer(running *r, const entry *e, int q, char **word, int words, int at)
{
    char wanted[TEXT], found[TEXT], before[TEXT], absolute[TEXT];
    rh_writing w = {.text = wanted, .cap = sizeof wanted};
    wanted[0] = 0;
    for (int i = at; i < words; i++)
        rh_write(&w, "%s%s", i > at ? " " : "", word[i]);
    if (!QUESTIONS[q].ask(r, &r->now, word, wanted, found)) {
        fails(r, e->line, "%s: %s", e->text, found);
        return;
    }
    if (wanted[0] == '=') { /* "=-1": a negative number that is no difference */
        memmove(wanted, wanted + 1, strlen(wanted));
    } else if (QUESTIONS[q].ask(r, &r->given, word, wanted, before) &&
               relative(wanted, before, absolute)) {
        if (strcmp(absolute, found) != 0)
            fails(r, e->line, "expected %s, that is %s; found %s (given: %s)", e->text, absolute,
                  found, before);
        return;
    }
    if (QUESTIONS[q].unordered) {
        sort_words(wanted);
        sort_words(found);
    }
    if (strcmp(wanted, found) != 0)
        fails(r, e->line, "expected %s; found %s", e->text, found);
}

/* A statement of a position holds if saying it changes nothing. */
static void expect_statement(running *r, const entry *e)
{
    char why[RH_WHY_TEXT], found[TEXT];
    rh_position s;
    rh_position_start(&s, r->t, &r->names, &r->now);
    s.ending = true; /* nothing waits: the situation is there */
    if (!rh_position_say(&s, e->text, why)) {
        if (why[0] == '"') /* a word that nobody knows */
            fails(r, e->line, "%s (and it is no question that a scenario can ask)", why);
        else
            fails(r, e->line, "expected %s; but %s", e->text, why);
        return;
    }
    if (memcmp(&s.game, &r->now, sizeof s.game) == 0)
        return;
    rh_position_differences(r->t, &r->names, &s.game, &r->now, found, sizeof found);
    char line[TEXT];
    rh_writing w = {.text = line, .cap = sizeof line};
    for (const char *at = found; *at;) {
        const size_t n = strcspn(at, "\n");
        rh_write(&w, "%s%.*s", at == found ? "" : "; ", (int)n, at);
        at += n + (at[n] == '\n');
    }
    fails(r, e->line, "expected %s; found %s", e->text, line);
}

/* "token HIS E6.1", "no token HIS E6": also a statement, but saying it would add one. */
static bool expect_token(running *r, const entry *e, char **word, int words)
{
    const bool none = words == 4 && strcmp(word[0], "no") == 0;
    if (words != 3 + none || strcmp(word[none], "token") != 0)
        return false;
    char found[TEXT], list[TEXT], *one[RH_LINE_WORDS];
    char *ask[2] = {word[none], word[2 + none]};
    if (!tokens_on(r, &r->now, ask, "", found)) {
        fails(r, e->line, "%s: %s", e->text, found);
        return true;
    }
    memcpy(list, found, sizeof list);
    bool there = false;
    const int n = rh_cut_words(list, one);
    for (int i = 0; i < n; i++)
        there |= strcmp(one[i], word[1 + none]) == 0;
    if (there == none)
        fails(r, e->line, "expected %s; found tokens there: %s", e->text, found);
    return true;
}

static void expect(running *r, const entry *e)
{
    char copy[RH_LINE], *word[RH_LINE_WORDS];
    strcpy(copy, e->text);
    const int words = rh_cut_words(copy, word);
    if (words == 3 && strcmp(word[1], "to") == 0 && strcmp(word[2], "act") == 0) {
        char found[TEXT];
        who_acts(r, &r->now, word, "", found);
        if (strcmp(found, word[0]) != 0)
            fails(r, e->line, "expected %s; found %s to act", e->text, found);
        return;
    }
    if (expect_token(r, e, word, words))
        return;
    for (size_t q = 0; q < sizeof QUESTIONS / sizeof QUESTIONS[0]; q++) {
        const int at = asked(QUESTIONS[q].words, word, words);
        if (at == 0)
            continue;
        /* "* *" must not take what is a statement; "bank broken" is one too. */
        if (QUESTIONS[q].ask == shares_of &&
            (holder_of(r, word[0]) < 0 || rh_company_called(r->t, word[1]) < 0))
            continue;
        if (QUESTIONS[q].ask == bank_has && strspn(word[1], "=+-0123456789") != strlen(word[1]))
            continue;
        expect_answer(r, e, (int)q, word, words, at);
        return;
    }
    expect_statement(r, e);
}

/* --- actions ---------------------------------------------------------------------------------- */

/* Reads an action; "HIS run best" stands for the best routes. False: reported. */
static bool read_action(running *r, const entry *e, const char *text, rh_action *a)
{
    char why[RH_WHY_TEXT], note[RH_WHY_TEXT], copy[RH_LINE], *word[RH_LINE_WORDS];
    strcpy(copy, text);
    if (rh_cut_words(copy, word) == 3 && strcmp(word[1], "run") == 0 &&
        strcmp(word[2], "best") == 0) {
        char found[TEXT];
        const int c = rh_company_called(r->t, word[0]);
        rh_best best;
        if (!best_run(r, &r->now, word, "", found)) {
            fails(r, e->line, "%s: %s", text, found);
            return false;
        }
        *a = rh_action_of(RH_RUN, rh_company_holder((rh_company){(uint8_t)c}));
        return rh_best_runs(r->t, &r->now, (rh_company){(uint8_t)c}, r->work, rh_route_work_size(),
                            0, &a->runs, &best);
    }
    if (rh_typed_read(r->t, &r->now, &r->names, text, a, note, why))
        return true;
    fails(r, e->line, "%s: %s", text, why);
    return false;
}

static const char *rule_of(const running *r, rh_refusal no)
{
    const char *id = rh_refusal_id(r->t, no);
    const char *name = rh_rule_name(no.rule);
    return id && *id ? id : name ? name : "?";
}

/* What happened, in words, for event: and for people who look for the mistake. */
static void note_events(running *r, const rh_events *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        char text[320];
        rh_event_text(r->t, &r->names, &events->event[i], text, sizeof text);
        const int n = snprintf(r->happened + r->happened_used,
                               sizeof r->happened - r->happened_used, "%s\n", text);
        if (n > 0 && r->happened_used + (size_t)n < sizeof r->happened)
            r->happened_used += (size_t)n;
        r->happened[r->happened_used] = 0;
    }
}

static bool play(running *r, const entry *e)
{
    rh_action a;
    rh_events events;
    if (!read_action(r, e, e->text, &a))
        return false;
    const rh_refusal no = rh_apply(r->t, &r->now, &a, &events);
    if (!rh_accepted(no)) {
        char text[TEXT];
        rh_refusal_text(r->t, &r->names, no, text, sizeof text);
        fails(r, e->line, "%s was refused: %s (%s)", e->text, text, rule_of(r, no));
        return false;
    }
    note_events(r, &events);
    const char *broken = rh_broken_promise(r->t, &r->now);
    if (broken)
        fails(r, e->line, "%s broke a promise of the game: %s", e->text, broken);
    return !broken;
}

/* "ACTION by RULE" or "ACTION by RULE / words of the sentence". */
static bool refusal_parts(char *text, char **rule, char **words)
{
    char *by = NULL;
    for (char *at = strstr(text, " by "); at; at = strstr(at + 1, " by "))
        by = at;
    if (!by)
        return false;
    *by = 0;
    *rule = rh_trimmed(by + 4);
    *words = strstr(*rule, " / ");
    if (*words) {
        **words = 0;
        *words = rh_trimmed(*words + 3);
        *rule = rh_trimmed(*rule);
    }
    return true;
}

static bool in_legal(running *r, const rh_action *a)
{
    const size_t n = legal_choices(r, &r->now);
    for (size_t i = 0; i < n; i++) {
        const rh_choice *c = &r->choice[i];
        rh_act act = a->act;
        if (c->act.kind == RH_RUN && act.kind == RH_RUN && c->act.by.i == act.by.i)
            return true;
        if (act.amount < c->act.amount || act.amount > c->most ||
            (act.amount != c->act.amount &&
             (c->step <= 0 || (act.amount - c->act.amount) % c->step != 0)))
            continue;
        act.amount = c->act.amount;
        if (memcmp(&act, &c->act, sizeof act) == 0)
            return true;
    }
    return false;
}

static void expect_refusal(running *r, const entry *e)
{
    char copy[RH_LINE], text[TEXT], *rule = NULL, *words = NULL;
    rh_action a;
    strcpy(copy, e->text);
    if (!refusal_parts(copy, &rule, &words)) {
        fails(r, e->line, "%s: say by which rule it is refused: refused: ACTION by RULE", e->text);
        return;
    }
    if (!read_action(r, e, copy, &a))
        return;
    const rh_game before = r->now;
    const rh_refusal no = rh_apply(r->t, &r->now, &a, NULL);
    if (rh_accepted(no)) {
        fails(r, e->line, "%s should be refused by %s; it was accepted", copy, rule);
        r->now = before;
        return;
    }
    rh_refusal_text(r->t, &r->names, no, text, sizeof text);
    if (memcmp(&before, &r->now, sizeof before) != 0)
        fails(r, e->line, "%s was refused, but the game has changed", copy);
    r->now = before;
    const char *name = rh_rule_name(no.rule);
    if (strcmp(rule, "any") != 0 && strcmp(rule_of(r, no), rule) != 0 &&
        (!name || strcmp(name, rule) != 0))
        fails(r, e->line, "%s should be refused by %s; found %s: %s", copy, rule, rule_of(r, no),
              text);
    else if (words && strstr(text, words) == NULL)
        fails(r, e->line, "%s: the refusal should say \"%s\"; found: %s", copy, words, text);
    if (a.act.kind != RH_RUN && in_legal(r, &a)) /* one choice stands for all runs */
        fails(r, e->line, "%s is refused, yet it stands among the legal actions", copy);
}

/* The text of a choice; a range is written 75..600, or 75..600/5 in steps of 5. */
static void choice_text(const running *r, const rh_choice *c, char *out)
{
    char low[RH_ACTION_TEXT], high[RH_ACTION_TEXT], *a[RH_LINE_WORDS], *b[RH_LINE_WORDS];
    rh_action action = {.act = c->act};
    rh_action_write(r->t, &r->names, &action, low);
    action.act.amount = c->most;
    rh_action_write(r->t, &r->names, &action, high);
    const int n = rh_cut_words(low, a), m = rh_cut_words(high, b);
    rh_writing w = {.text = out, .cap = TEXT};
    out[0] = 0;
    for (int i = 0; i < n; i++) {
        rh_write(&w, "%s%s", i ? " " : "", a[i]);
        if (i < m && strcmp(a[i], b[i]) != 0) {
            rh_write(&w, "..%s", b[i]);
            if (c->step > 1)
                rh_write(&w, "/%d", (int)c->step);
        }
    }
}

/* A word of a pattern; H13* is any word that begins so. */
static bool word_matches(const char *pattern, const char *word)
{
    const size_t n = strlen(pattern);
    return n > 0 && pattern[n - 1] == '*' ? strncmp(pattern, word, n - 1) == 0
                                          : strcmp(pattern, word) == 0;
}

/* Word by word; * is any word, and * at the end any words. */
static bool matches(const char *pattern, const char *text)
{
    char left[RH_LINE], right[TEXT], *p[RH_LINE_WORDS], *q[RH_LINE_WORDS];
    snprintf(left, sizeof left, "%s", pattern);
    snprintf(right, sizeof right, "%s", text);
    const int n = rh_cut_words(left, p), m = rh_cut_words(right, q);
    for (int i = 0; i < n; i++) {
        if (strcmp(p[i], "*") == 0 && i + 1 == n)
            return true;
        if (i >= m || !word_matches(p[i], q[i]))
            return false;
    }
    return n == m;
}

static bool is_pattern(const char *text) { return strchr(text, '*') || strstr(text, ".."); }

static void list_choices(running *r, char *out, size_t cap)
{
    const size_t n = legal_choices(r, &r->now);
    rh_writing w = {.text = out, .cap = cap};
    out[0] = 0;
    for (size_t i = 0; i < n; i++) {
        char text[TEXT];
        choice_text(r, &r->choice[i], text);
        if (w.len + strlen(text) + 8 > cap) {
            rh_write(&w, "; …");
            return;
        }
        rh_write(&w, "%s%s", i ? "; " : "", text);
    }
    if (n == 0)
        rh_write(&w, "nothing");
}

static bool pattern_is_legal(running *r, const char *pattern)
{
    const size_t n = legal_choices(r, &r->now);
    for (size_t i = 0; i < n; i++) {
        char text[TEXT];
        choice_text(r, &r->choice[i], text);
        if (matches(pattern, text))
            return true;
    }
    return false;
}

static void expect_legal(running *r, const entry *e)
{
    char all[600], text[TEXT];
    if (is_pattern(e->text)) {
        if (pattern_is_legal(r, e->text) != (e->key == LEGAL)) {
            list_choices(r, all, sizeof all);
            fails(r, e->line, "%s should %sbe legal; found: %s", e->text,
                  e->key == LEGAL ? "" : "not ", all);
        }
        return;
    }
    rh_action a;
    if (!read_action(r, e, e->text, &a))
        return;
    const rh_refusal no = rh_check(r->t, &r->now, &a);
    const bool listed = in_legal(r, &a);
    if (e->key == LEGAL && !rh_accepted(no)) {
        rh_refusal_text(r->t, &r->names, no, text, sizeof text);
        fails(r, e->line, "%s should be legal; it would be refused: %s (%s)", e->text, text,
              rule_of(r, no));
    } else if (e->key == LEGAL && !listed) {
        list_choices(r, all, sizeof all);
        fails(r, e->line, "%s is accepted, but does not stand among the legal actions: %s", e->text,
              all);
    } else if (e->key == NOT_LEGAL && (rh_accepted(no) || listed)) {
        fails(r, e->line, "%s should not be legal; it %s", e->text,
              rh_accepted(no) ? "would be accepted" : "stands among the legal actions");
    }
}

/* All entries of one `only legal:` together: nothing else is legal, and each of them is. */
static void expect_only(running *r, const entry *e, int n)
{
    const size_t count = legal_choices(r, &r->now);
    bool used[64] = {false};
    for (size_t i = 0; i < count; i++) {
        char text[TEXT];
        bool known = false;
        choice_text(r, &r->choice[i], text);
        for (int k = 0; k < n && k < 64; k++)
            if (matches(e[k].text, text))
                known = used[k] = true;
        if (!known)
            fails(r, e->line, "%s is legal and was not expected", text);
    }
    for (int k = 0; k < n && k < 64; k++)
        if (!used[k]) {
            char all[600];
            list_choices(r, all, sizeof all);
            fails(r, e[k].line, "%s should be legal; found: %s", e[k].text, all);
        }
}

static void expect_event(running *r, const entry *e)
{
    const bool found = strstr(r->happened, e->text) != NULL;
    if (found != (e->key == EVENT))
        fails(r, e->line, "the event \"%s\" should %shave happened; found: %.600s", e->text,
              e->key == EVENT ? "" : "not ", r->happened[0] ? r->happened : "nothing");
}

/* --- one scenario ----------------------------------------------------------------------------- */

/* The entries of the defaults, then those of the scenario, as one list. */
typedef struct {
    const entry *part[2];
    int length[2];
} script;

static const entry *at(const script *s, int i)
{
    return i < s->length[0] ? &s->part[0][i] : &s->part[1][i - s->length[0]];
}

static bool open_title(running *r, const script *s, int line, uint32_t *seed)
{
    const char *option[RH_SCENARIO_OPTIONS + 16] = {0}, *id = NULL;
    char why[RH_WHY_TEXT], copy[RH_LINE];
    int options = 0, version = 0;
    *seed = 1;
    r->players = 0;
    for (int i = 0; i < s->length[0] + s->length[1]; i++) {
        const entry *e = at(s, i);
        int64_t n;
        strcpy(copy, e->text);
        if (e->key == TITLE)
            id = e->text;
        if (e->key == OPTION && options < RH_SCENARIO_OPTIONS)
            option[options++] = e->text;
        if (e->key == RULES) {
            if (!rh_read_number(e->text, 1, UINT16_MAX, &n)) {
                fails(r, e->line, "\"%.40s\" is no version of the rules", e->text);
                return false;
            }
            version = (int)n;
        }
        if (e->key == SEED) {
            if (!rh_read_number(e->text, 0, UINT32_MAX, &n)) {
                fails(r, e->line, "\"%.40s\" is no seed", e->text);
                return false;
            }
            *seed = (uint32_t)n;
        }
        if (e->key == PLAYERS && !rh_read_names(copy, &r->names, &r->players, why)) {
            fails(r, e->line, "%s", why);
            return false;
        }
    }
    for (int i = 0; i < r->host->options && options < RH_SCENARIO_OPTIONS + 16; i++)
        option[options++] = r->host->option[i];
    if (!id || r->players == 0) {
        fails(r, line, "the scenario says no %s", id ? "players" : "title");
        return false;
    }
    r->t = r->host->title(r->host->who, id, version, option, options, why);
    if (!r->t) {
        fails(r, line, "%s", why);
        return false;
    }
    if (!rh_names_fit(r->t, &r->names, r->players, why)) {
        fails(r, line, "%s", why);
        return false;
    }
    return true;
}

/* `refused: set-up by RULE` asks whether the game can be set up at all. */
static bool set_up(running *r, const script *s, uint32_t seed, int line, bool *done)
{
    const rh_refusal no = rh_new(r->t, r->players, seed, &r->now);
    char text[TEXT], copy[RH_LINE], *rule, *words;
    *done = false;
    for (int i = 0; i < s->length[0] + s->length[1]; i++) {
        const entry *e = at(s, i);
        strcpy(copy, e->text);
        if (e->key != REFUSED || !refusal_parts(copy, &rule, &words) ||
            strcmp(rh_trimmed(copy), "set-up") != 0)
            continue;
        *done = true;
        if (rh_accepted(no) || strcmp(rule_of(r, no), rule) != 0)
            fails(r, e->line, "the set-up should be refused by %s; found %s", rule,
                  rh_accepted(no) ? "no refusal" : rule_of(r, no));
    }
    if (*done || rh_accepted(no))
        return true;
    rh_refusal_text(r->t, &r->names, no, text, sizeof text);
    fails(r, line, "%s", text);
    return false;
}

static bool give(running *r, const script *s, int line)
{
    char why[RH_WHY_TEXT];
    bool any = false;
    rh_position p;
    rh_position_start(&p, r->t, &r->names, &r->now);
    for (int i = 0; i < s->length[0] + s->length[1]; i++) {
        const entry *e = at(s, i);
        if (e->key != GIVEN)
            continue;
        any = true;
        line = e->line;
        if (!rh_position_say(&p, e->text, why)) {
            fails(r, line, "%s", why);
            return false;
        }
    }
    if (any && !rh_position_end(&p, why)) {
        fails(r, line, "%s", why);
        return false;
    }
    if (any)
        r->now = p.game;
    r->given = r->now;
    return true;
}

static void run_one(running *r, const script *s)
{
    const int line = s->part[1][0].line;
    uint32_t seed;
    bool done;
    r->happened_used = 0;
    r->happened[0] = 0;
    for (int i = 0; i < s->length[1]; i++)
        if (s->part[1][i].key == WRONG)
            fails(r, s->part[1][i].line, "%s", s->part[1][i].text);
    if (r->failures)
        return;
    if (!open_title(r, s, line, &seed) || !set_up(r, s, seed, line, &done) || done ||
        !give(r, s, line))
        return;
    const int all = s->length[0] + s->length[1];
    for (int i = s->length[0]; i < all; i++) {
        const entry *e = at(s, i);
        int same = 1;
        switch (e->key) {
        case DO:
            if (e->opens) {
                r->happened_used = 0;
                r->happened[0] = 0;
            }
            if (!play(r, e))
                return; /* what follows would fail for this reason only */
            break;
        case EXPECT: expect(r, e); break;
        case REFUSED: expect_refusal(r, e); break;
        case LEGAL:
        case NOT_LEGAL: expect_legal(r, e); break;
        case ONLY_LEGAL:
            while (i + same < all && at(s, i + same)->key == ONLY_LEGAL && !at(s, i + same)->opens)
                same++;
            expect_only(r, e, same);
            i += same - 1;
            break;
        case EVENT:
        case NO_EVENT: expect_event(r, e); break;
        default: break;
        }
    }
}

/* A long name goes on in further lines; only the first begins a scenario. */
static bool begins(const entry *e) { return e->key == SCENARIO && e->opens; }

bool rh_scenario_run(const rh_scenario_host *host, const char *file, const char *text, size_t len,
                     rh_scenario_count *count, rh_line_error *err)
{
    entries list = {0};
    int scenarios;
    if (!read_entries(text, len, true, &list, &scenarios, err)) {
        forget(&list);
        return false;
    }
    running *r = calloc(1, sizeof *r);
    if (!r) {
        forget(&list);
        return rh_line_fails(err, 0, "there is not enough memory");
    }
    r->host = host;
    r->file = file;
    int defaults = 0;
    while (defaults < list.entries && !begins(&list.entry[defaults]))
        defaults++;
    for (int i = defaults; i < list.entries;) {
        int next = i + 1;
        while (next < list.entries && !begins(&list.entry[next]))
            next++;
        const script s = {{list.entry, list.entry + i}, {defaults, next - i}};
        r->failures = 0;
        run_one(r, &s);
        if (r->failures)
            count->failed++;
        else
            count->passed++;
        i = next;
    }
    free(r->work);
    free(r->choice);
    free(r);
    forget(&list);
    return true;
}
