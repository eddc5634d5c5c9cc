/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: refusals, events and money as people read them.
 *
 * Every sentence is a text with marks in braces, which stand for what a refusal or an event is about;
 * MARKS says what each of them writes. The engine's sentences stand in rules.c and below; a title may
 * have others for any of them, in title.json ("words"), because what is true of five titles together
 * is seldom the rule of one.
 *
 * Bounds of the loops: a sentence is written once; its marks go over companies, phases, or the
 * cells of the market for each par price. */
#include <string.h>

#include "engine/play.h"
#include "engine/rules.h"
#include "roundhouse/writing.h"

static void put_bytes(rh_writing *p, const char *s, size_t n) { rh_write(p, "%.*s", (int)n, s); }
static void put(rh_writing *p, const char *s) { rh_write(p, "%s", s); }
static void put_number(rh_writing *p, long n) { rh_write(p, "%ld", n); }

static void put_money(rh_writing *p, const rh_title *t, rh_money m)
{
    const char *mark = strstr(t->currency, "%d");
    if (m < 0)
        put(p, "−"); /* before the sign of the currency */
    put_bytes(p, t->currency, mark ? (size_t)(mark - t->currency) : 0);
    put_number(p, m < 0 ? -m : m);
    if (mark)
        put(p, mark + 2);
}

size_t rh_money_text(const rh_title *t, rh_money m, char *text, size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    put_money(&p, t, m);
    return p.len;
}

rh_money_words rh_money_said(const rh_title *t, rh_money m)
{
    rh_money_words words;
    rh_money_text(t, m, words.s, sizeof words.s);
    return words;
}

/* What a sentence is about. Of a refusal an event is made of the same members; what an event does not
 * have stays as nothing. */
typedef struct {
    const rh_title *t;
    const rh_names *names;
    rh_money have, need;
    uint8_t company, hex, who, step;
    const rh_event *e; /* NULL: a refusal */
} subject;

/* --- marks ------------------------------------------------------------------------------------- */

/* Where one company's id is what the rulebook prints for another, the home tells them apart. */
static void put_company(rh_writing *p, const subject *s)
{
    const rh_title *t = s->t;
    if (s->company >= t->companies) {
        put(p, s->e ? "" : "that company");
        return;
    }
    const rh_company_facts *f = &t->company[s->company];
    put(p, rh_company_said(t, s->company));
    for (int c = 0; !s->e && c < t->companies; c++)
        if (c != s->company && t->company[c].alias && f->home_hex < t->hexes &&
            strcmp(rh_text(t, t->company[c].alias), f->id) == 0) {
            const rh_hex_facts *home = &t->hex[f->home_hex];
            rh_write(p, " (home %s)", home->place[0] ? home->place : home->name);
            return;
        }
}

static void put_hex(rh_writing *p, const subject *s)
{
    put(p, s->hex < s->t->hexes ? s->t->hex[s->hex].name : "that hex");
}

static void put_who(rh_writing *p, const subject *s)
{
    put(p,
        s->who == RH_NONE ? "that company" : rh_holder_said(s->t, s->names, (rh_holder){s->who}));
}

static void put_from(rh_writing *p, const subject *s)
{
    put(p, rh_holder_said(s->t, s->names, s->e->from));
}

static void put_to(rh_writing *p, const subject *s)
{
    put(p, rh_holder_said(s->t, s->names, s->e->to));
}

static void put_decider(rh_writing *p, const subject *s)
{
    const bool somebody = s->need > 0 && s->need < RH_HOLDERS;
    put(p, somebody ? rh_holder_said(s->t, s->names, (rh_holder){(uint8_t)s->need}) : "nobody");
}

/* Cheapest first, each once. */
static void put_pars(rh_writing *p, const subject *s)
{
    const rh_market_facts *m = &s->t->market;
    for (rh_money last = 0;;) {
        rh_money next = 0;
        for (int r = 0; r < m->rows; r++)
            for (int c = 0; c < m->columns; c++) {
                const rh_money price = m->cell[r][c].par ? m->cell[r][c].price : 0;
                if (price > last && (next == 0 || price < next))
                    next = price;
            }
        if (next == 0)
            return;
        put(p, last ? ", " : ""), put_money(p, s->t, next);
        last = next;
    }
}

/* In which companies buy privates. */
static void put_phases(rh_writing *p, const subject *s)
{
    const rh_title *t = s->t;
    int last = RH_NONE, count = 0;
    for (int i = 0; i < t->phases; i++)
        if (t->phase[i].privates_to_companies)
            last = i, count++;
    put(p, count == 0 ? "no phase" : count == 1 ? "phase " : "phases ");
    for (int i = 0, n = 0; i < t->phases; i++)
        if (t->phase[i].privates_to_companies)
            rh_write(p, "%s%s", n++ == 0 ? "" : i == last ? " and " : ", ", t->phase[i].name);
}

static void put_step(rh_writing *p, const subject *s)
{
    static const char *const ABOUT[RH_STEP_KINDS] = {
        [RH_STEP_AUCTION] = "the auction",
        [RH_STEP_STOCK] = "a turn of the stock round",
        [RH_STEP_HOME] = "the place of a home token",
        [RH_STEP_TRACK] = "laying track",
        [RH_STEP_TOKEN] = "placing a token",
        [RH_STEP_RUN] = "running trains",
        [RH_STEP_DIVIDEND] = "what becomes of the revenue",
        [RH_STEP_TRAINS] = "buying trains",
        [RH_STEP_PRIVATES] = "buying privates",
        [RH_STEP_PAR] = "a par price",
        [RH_STEP_CONSENT] = "the answer to a deal",
        [RH_STEP_DISCARD] = "discarding a train",
        [RH_STEP_ASSIGN] = "the city of a token",
        [RH_STEP_OVER] = "nothing",
    };
    const char *about = s->step < RH_STEP_KINDS ? ABOUT[s->step] : rh__step(s->t, s->step)->about;
    if (about)
        put(p, about);
    else
        rh_write(p, "the step \"%s\"", rh_step_word(s->t, s->step));
}

static void put_have_money(rh_writing *p, const subject *s) { put_money(p, s->t, s->have); }
static void put_need_money(rh_writing *p, const subject *s) { put_money(p, s->t, s->need); }

/* A kind of trains as a word of its own, "3-train"; of an event the single train, "3-1". */
static void put_train(rh_writing *p, const subject *s)
{
    if (s->e) {
        const char *name = rh_train_side(s->t, s->e->thing, s->e->units);
        rh_write(p, "%s %s-%s", rh_train_article(name), name,
                 rh_train_noun(s->t, s->t->train_kind[s->e->thing]));
    } else if (s->have >= 0 && s->have < s->t->train_kinds)
        rh_write(p, "%s-%s", s->t->train[s->have].name, rh_train_noun(s->t, (int)s->have));
    else
        put(p, "train");
}

static void put_tile(rh_writing *p, const subject *s) { put(p, s->t->tile[s->e->tile].id); }
static void put_phase(rh_writing *p, const subject *s) { put(p, s->t->phase[s->e->thing].name); }

static void put_for(rh_writing *p, const subject *s)
{
    const char *why = rh_why_word(s->t, s->e->why);
    if (*why)
        put(p, " for "), put(p, why);
}

static void put_was(rh_writing *p, const subject *s)
{
    if (s->have)
        put(p, " (was "), put_money(p, s->t, s->have), put(p, ")");
}

static void put_round(rh_writing *p, const subject *s)
{
    rh_write(p, "%s round ", rh__round_row(s->t, s->e->why)->word);
    put_number(p, s->have);
    if (s->need)
        put(p, "."), put_number(p, s->need);
}

static void put_how(rh_writing *p, const subject *s)
{
    put(p, s->e->thing == RH_OVER_IDLE ? ": nobody can ever decide anything again" : "");
}

static void put_word(rh_writing *p, const subject *s)
{
    const rh_hooks *own = s->t->hooks;
    const char *said = own->own_said ? own->own_said(s->t, s->e->thing) : NULL;
    put(p, said ? said : own->own_word ? own->own_word(s->t, s->e->thing) : "");
}

static const struct {
    const char *name, *words;
} IDLE[RH_IDLE_OWN] = {
    [RH_IDLE_NONE] = {"none", "has nothing to decide"},
    [RH_IDLE_NO_TRAIN] = {"no_train", "runs no train: it owns none"},
    [RH_IDLE_NO_ROUTE] = {"no_route", "runs no train: it has no route"},
    [RH_IDLE_NO_TOKEN] = {"no_token", "places no token: it has none left"},
    [RH_IDLE_TOKEN_CASH] = {"token_cash", "places no token: it cannot pay one"},
    [RH_IDLE_NO_CITY] = {"no_city", "places no token: no free city is within reach"},
    [RH_IDLE_TRAIN_LIMIT] = {"train_limit", "buys no train: it has as many as it may"},
    [RH_IDLE_TRAIN_CASH] = {"train_cash", "buys no train: it can pay none"},
    [RH_IDLE_NO_SALE] = {"no_sale", "buys no train: there is none for it"},
    [RH_IDLE_NO_PAPER] = {"no_paper", "is passed: there is nothing to buy or sell"},
    [RH_IDLE_NOBODY] = {"nobody", "has no president: nobody decides for it"},
    [RH_IDLE_NO_TILE] = {"no_tile", "lays no tile: there is none that it could lay and pay"},
    [RH_IDLE_PRIVATE_PHASE] = {"private_phase", "buys no private: no company may in this phase"},
    [RH_IDLE_NO_PRIVATE] = {"no_private", "buys no private: no player has one for it"},
    [RH_IDLE_PRIVATE_CASH] = {"private_cash", "buys no private: it can pay none"},
};

const char *rh_idle_name(int idle)
{
    return idle > 0 && idle < RH_IDLE_OWN ? IDLE[idle].name : NULL;
}

static void put_idle(rh_writing *p, const subject *s)
{
    const rh_title *t = s->t;
    const int why = s->e->why;
    if (why < RH_IDLE_OWN)
        put(p, t->idle_words[why] ? rh_text(t, t->idle_words[why]) : IDLE[why].words);
    else
        put(p, (size_t)(why - RH_IDLE_OWN) < t->hooks->idle_count
                   ? t->hooks->idle_words[why - RH_IDLE_OWN]
                   : IDLE[RH_IDLE_NONE].words);
}

typedef enum { OF_RULES = 1, OF_EVENTS = 2 } where;
static const struct {
    const char *mark;
    where in;
    void (*put)(rh_writing *, const subject *);
} MARKS[] = {
    {"company", OF_RULES | OF_EVENTS, put_company},
    {"hex", OF_RULES | OF_EVENTS, put_hex},
    {"have$", OF_RULES | OF_EVENTS, put_have_money},
    {"need$", OF_RULES | OF_EVENTS, put_need_money},
    {"train", OF_RULES | OF_EVENTS, put_train},
    {"who", OF_RULES, put_who},
    {"step", OF_RULES, put_step},
    {"decider", OF_RULES, put_decider},
    {"pars", OF_RULES, put_pars},
    {"phases", OF_RULES, put_phases},
    {"from", OF_EVENTS, put_from},
    {"to", OF_EVENTS, put_to},
    {"tile", OF_EVENTS, put_tile},
    {"phase", OF_EVENTS, put_phase},
    {"for", OF_EVENTS, put_for},
    {"was", OF_EVENTS, put_was},
    {"round", OF_EVENTS, put_round},
    {"how", OF_EVENTS, put_how},
    {"idle", OF_EVENTS, put_idle},
    {"word", OF_EVENTS, put_word},
};

/* Numbers are written as they are, or with what they count: {need:share} is "1 share", "no shares". */
static const char *const NUMBERS[] = {"have", "need", "units", NULL};

static bool is_number(const char *mark, size_t n, int *which, const char **noun)
{
    const char *colon = memchr(mark, ':', n);
    const size_t word = colon ? (size_t)(colon - mark) : n;
    *noun = colon ? colon + 1 : NULL;
    for (*which = 0; NUMBERS[*which] != NULL; ++*which)
        if (strlen(NUMBERS[*which]) == word && memcmp(NUMBERS[*which], mark, word) == 0)
            return true;
    return false;
}

static void put_count(rh_writing *p, long n, const char *noun, size_t len)
{
    if (n == 0)
        put(p, "no");
    else
        put_number(p, n);
    rh_write(p, " %.*s%s", (int)len, noun, n == 1 ? "" : "s");
}

static void put_mark(rh_writing *p, const subject *s, const char *mark, size_t n)
{
    int which;
    const char *noun;
    if (is_number(mark, n, &which, &noun)) {
        const long number = which == 0 ? s->have : which == 1 ? s->need : s->e ? s->e->units : 0;
        if (noun)
            put_count(p, number, noun, n - (size_t)(noun - mark));
        else
            put_number(p, number);
        return;
    }
    for (size_t i = 0; i < sizeof MARKS / sizeof MARKS[0]; i++)
        if (strlen(MARKS[i].mark) == n && memcmp(MARKS[i].mark, mark, n) == 0 &&
            (MARKS[i].in & (s->e ? OF_EVENTS : OF_RULES)))
            MARKS[i].put(p, s);
}

static void put_sentence(rh_writing *p, const subject *s, const char *text)
{
    while (*text) {
        const char *open = strchr(text, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            put(p, text);
            return;
        }
        put_bytes(p, text, (size_t)(open - text));
        put_mark(p, s, open + 1, (size_t)(close - open) - 1);
        text = close + 1;
    }
}

size_t rh__wrong_mark(const char *sentence, bool event, const char **mark)
{
    for (const char *open = strchr(sentence, '{'); open; open = strchr(open, '{')) {
        const char *noun;
        const size_t n = strcspn(open + 1, "}");
        int which;
        bool good = open[1 + n] == '}' && is_number(open + 1, n, &which, &noun) &&
                    (event || which < 2) && (!noun || noun < open + 1 + n);
        for (size_t i = 0; i < sizeof MARKS / sizeof MARKS[0] && !good && open[1 + n]; i++)
            good = strlen(MARKS[i].mark) == n && memcmp(MARKS[i].mark, open + 1, n) == 0 &&
                   (MARKS[i].in & (event ? OF_EVENTS : OF_RULES));
        if (!good) {
            *mark = open;
            return n + 1 + (open[1 + n] == '}');
        }
        open += n + 1;
    }
    return 0;
}

/* --- refusals ---------------------------------------------------------------------------------- */

const char *rh_refusal_id(const rh_title *t, rh_refusal no)
{
    return rh_rule_id(t, no.rule, no.company);
}

static const char *sentence_of(const rh_title *t, int rule)
{
    if (rule < RH_RULES_MAX && t->rule_words[rule])
        return rh_text(t, t->rule_words[rule]);
    if (rule < RH_RULE_KINDS)
        return rh__rule_rows[rule].sentence;
    const int own = rule - RH_RULE_TITLE;
    return own >= 0 && (size_t)own < t->hooks->rule_count ? t->hooks->rules[own].sentence
                                                          : "that is not allowed";
}

size_t rh_refusal_text(const rh_title *t, const rh_names *names, rh_refusal no, char *text,
                       size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    const subject s = {.t = t,
                       .names = names,
                       .have = no.have,
                       .need = no.need,
                       .company = no.company,
                       .hex = no.hex,
                       .who = no.who,
                       .step = (uint8_t)no.have};
    put_sentence(&p, &s, sentence_of(t, no.rule));
    return p.len;
}

/* --- reasons and events ------------------------------------------------------------------------ */

static const struct {
    const char *name, *words;
} WHY[RH_WHY_OWN] = {
    [RH_WHY_NONE] = {"none", ""},
    [RH_WHY_START] = {"start", "starting cash"},
    [RH_WHY_AUCTION] = {"auction", "a private company"},
    [RH_WHY_INCOME] = {"income", "income of a private company"},
    [RH_WHY_SHARE] = {"share", "shares bought"},
    [RH_WHY_SALE] = {"sale", "shares sold"},
    [RH_WHY_CAPITAL] = {"capital", "capital"},
    [RH_WHY_TILE] = {"tile", "a tile"},
    [RH_WHY_TOKEN] = {"token", "a token"},
    [RH_WHY_DIVIDEND] = {"dividend", "dividend"},
    [RH_WHY_WITHHELD] = {"withheld", "revenue kept"},
    [RH_WHY_TRAIN] = {"train", "a train"},
    [RH_WHY_HELP] = {"help", "help for a train"},
    [RH_WHY_PRIVATE] = {"private", "a private company"},
    [RH_WHY_BANKRUPT] = {"bankrupt", "bankruptcy"},
    [RH_WHY_FEE] = {"fee", "fees"},
    [RH_WHY_CLOSED] = {"closed", "what a closed company leaves"},
};

const char *rh_why_name(int why) { return why > 0 && why < RH_WHY_OWN ? WHY[why].name : NULL; }

const char *rh_why_word(const rh_title *t, int why)
{
    if (why < RH_WHY_OWN)
        return t->why_words[why] ? rh_text(t, t->why_words[why]) : WHY[why].words;
    return (size_t)(why - RH_WHY_OWN) < t->hooks->why_count ? t->hooks->why_words[why - RH_WHY_OWN]
                                                            : "";
}

static const struct {
    const char *word, *sentence;
} EVENT[RH_EVENT_KINDS] = {
    [RH_EVENT_PAID] = {"paid", "{from} pays {to} {have$}{for}"},
    [RH_EVENT_SHARES] = {"shares", "{units:share} of {company} from {from} to {to}"},
    [RH_EVENT_PRESIDENT] = {"president", "{to} is president of {company}"},
    [RH_EVENT_PRICE] = {"price", "{company} stands at {need$}{was}"},
    [RH_EVENT_FLOATED] = {"floated", "{company} floats"},
    [RH_EVENT_LAID] = {"laid", "{from} lays {tile} on {hex} r{units}"},
    [RH_EVENT_TOKEN] = {"token", "token of {company} on {hex}"},
    [RH_EVENT_TRAIN] = {"train", "{train} from {from} to {to}"},
    [RH_EVENT_RUSTED] = {"rusted", "{train} of {from} is scrapped"},
    [RH_EVENT_PHASE] = {"phase", "phase {phase} begins"},
    [RH_EVENT_CLOSED] = {"closed", "{company} closes"},
    [RH_EVENT_PRIVATE] = {"private", "{company} goes from {from} to {to}"},
    [RH_EVENT_ROUND] = {"round", "{round}"},
    [RH_EVENT_TURN] = {"turn", "turn of {to}"},
    [RH_EVENT_BANK_BROKEN] = {"broken", "the bank is broken"},
    [RH_EVENT_BANKRUPT] = {"bankrupt", "{from} is bankrupt"},
    [RH_EVENT_PRIORITY] = {"priority", "{to} has the priority deal"},
    [RH_EVENT_OVER] = {"over", "the game is over{how}"},
    [RH_EVENT_IDLE] = {"idle", "{to} {idle}"},
    [RH_EVENT_OWN] = {"own", ""},
};
static_assert((int)RH_EVENT_KINDS <= RH_WORDS_MAX && (int)RH_WHY_OWN <= RH_WORDS_MAX &&
                  (int)RH_IDLE_OWN <= RH_WORDS_MAX,
              "a title has room for words of every event and reason");

const char *rh_event_word(int kind)
{
    return kind >= 0 && kind < RH_EVENT_KINDS ? EVENT[kind].word : "";
}

bool rh_event_retells(const rh_title *t, const rh_event *e)
{
    return e->kind == RH_EVENT_OWN && e->why < 64 && t->hooks->event_retells >> e->why & 1;
}

size_t rh_event_text(const rh_title *t, const rh_names *names, const rh_event *e, char *text,
                     size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    const subject s = {.t = t,
                       .names = names,
                       .have = e->amount,
                       .need = e->amount2,
                       .company = e->company,
                       .hex = e->hex,
                       .who = RH_NONE,
                       .e = e};
    const bool own = e->kind == RH_EVENT_OWN;
    const char *sentence =
        own ? (e->why < t->hooks->event_count ? t->hooks->event_words[e->why] : "")
        : t->event_words[e->kind] ? rh_text(t, t->event_words[e->kind])
                                  : EVENT[e->kind].sentence;
    put_sentence(&p, &s, sentence);
    return p.len;
}
