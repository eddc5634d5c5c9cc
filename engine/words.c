/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: refusals, events and money as people read them. */
#include <string.h>

#include "engine/hooks.h"
#include "engine/rules.h"
#include "roundhouse/writing.h"

static void put_bytes(rh_writing *p, const char *s, size_t n) { rh_write(p, "%.*s", (int)n, s); }
static void put(rh_writing *p, const char *s) { rh_write(p, "%s", s); }
static void put_number(rh_writing *p, long n) { rh_write(p, "%ld", n); }

static void put_money(rh_writing *p, const rh_title *t, rh_money m)
{
    const char *mark = strstr(t->currency, "%d");
    put_bytes(p, t->currency, mark ? (size_t)(mark - t->currency) : 0);
    put_number(p, m);
    if (mark)
        put(p, mark + 2);
}

size_t rh_money_text(const rh_title *t, rh_money m, char *text, size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    put_money(&p, t, m);
    return p.len;
}

/* Refusals */

const char *rh_refusal_id(const rh_title *t, rh_refusal no)
{
    return rh_rule_id(t, no.rule, no.company);
}

static const char *sentence_of(const rh_title *t, int rule)
{
    if (rule < RH_RULE_KINDS)
        return rh__rule_rows[rule].sentence;
    const int own = rule - RH_RULE_TITLE;
    return own >= 0 && (size_t)own < t->hooks->rule_count ? t->hooks->rules[own].sentence
                                                          : "that is not allowed";
}

static void put_mark(rh_writing *p, const rh_title *t, const rh_names *names, rh_refusal no,
                     const char *mark, size_t n)
{
    const struct {
        const char *mark;
        rh_money number;
        bool money;
    } numbers[] = {{"{have}", no.have, false},
                   {"{need}", no.need, false},
                   {"{have$}", no.have, true},
                   {"{need$}", no.need, true}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strlen(numbers[i].mark) == n && memcmp(mark, numbers[i].mark, n) == 0) {
            if (numbers[i].money)
                put_money(p, t, numbers[i].number);
            else
                put_number(p, numbers[i].number);
            return;
        }
    if (n == 9 && memcmp(mark, "{company}", n) == 0)
        put(p, no.company < t->companies ? t->company[no.company].id : "that company");
    else if (n == 5 && memcmp(mark, "{hex}", n) == 0)
        put(p, no.hex < t->hexes ? t->hex[no.hex].name : "that hex");
    else if (n == 5 && memcmp(mark, "{who}", n) == 0)
        put(p, rh_holder_text(t, names, (rh_holder){no.who}));
    else if (n == 6 && memcmp(mark, "{step}", n) == 0)
        put(p, rh_step_word(t, no.have));
}

size_t rh_refusal_text(const rh_title *t, const rh_names *names, rh_refusal no, char *text,
                       size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    const char *s = sentence_of(t, no.rule);
    while (*s) {
        const char *open = strchr(s, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            put(&p, s);
            break;
        }
        put_bytes(&p, s, (size_t)(open - s));
        put_mark(&p, t, names, no, open, (size_t)(close - open) + 1);
        s = close + 1;
    }
    return p.len;
}

/* Events */

static const char *const WHY[] = {
    [RH_WHY_NONE] = "",
    [RH_WHY_START] = "starting cash",
    [RH_WHY_AUCTION] = "a private company",
    [RH_WHY_INCOME] = "income of a private company",
    [RH_WHY_SHARE] = "shares bought",
    [RH_WHY_SALE] = "shares sold",
    [RH_WHY_CAPITAL] = "capital",
    [RH_WHY_TILE] = "a tile",
    [RH_WHY_TOKEN] = "a token",
    [RH_WHY_DIVIDEND] = "dividend",
    [RH_WHY_WITHHELD] = "revenue kept",
    [RH_WHY_TRAIN] = "a train",
    [RH_WHY_HELP] = "help for a train",
    [RH_WHY_PRIVATE] = "a private company",
    [RH_WHY_BANKRUPT] = "bankruptcy",
    [RH_WHY_FEE] = "fees",
    [RH_WHY_CLOSED] = "what a closed company leaves",
};

const char *rh_why_word(const rh_title *t, int why)
{
    if (why < RH_WHY_OWN)
        return WHY[why];
    return (size_t)(why - RH_WHY_OWN) < t->hooks->why_count ? t->hooks->why_words[why - RH_WHY_OWN]
                                                            : "";
}

/* The title's sentence; its marks are those of a refusal, {from}, and {word}: one of the title's own,
 * by the event's thing. */
static void put_own_event(rh_writing *p, const rh_title *t, const rh_names *names,
                          const rh_event *e)
{
    const rh_refusal of = {.company = e->company, .hex = e->hex, .have = e->amount};
    for (const char *s = t->hooks->event_words[e->why]; *s;) {
        const char *open = strchr(s, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            put(p, s);
            return;
        }
        put_bytes(p, s, (size_t)(open - s));
        if (strncmp(open, "{from}", 6) == 0)
            put(p, rh_holder_text(t, names, e->from));
        else if (strncmp(open, "{word}", 6) == 0 && t->hooks->own_word)
            put(p, t->hooks->own_word(t, e->thing));
        else
            put_mark(p, t, names, of, open, (size_t)(close - open) + 1);
        s = close + 1;
    }
}

static void put_train(rh_writing *p, const rh_title *t, int train, int face)
{
    char word[RH_TRAIN_WORD];
    put(p, rh_train_side_word(t, train, face, word));
}

const char *rh_event_word(int kind)
{
    static const char *const WORD[RH_EVENT_KINDS] = {[RH_EVENT_PAID] = "paid",
                                                     [RH_EVENT_SHARES] = "shares",
                                                     [RH_EVENT_PRESIDENT] = "president",
                                                     [RH_EVENT_PRICE] = "price",
                                                     [RH_EVENT_FLOATED] = "floated",
                                                     [RH_EVENT_LAID] = "laid",
                                                     [RH_EVENT_TOKEN] = "token",
                                                     [RH_EVENT_TRAIN] = "train",
                                                     [RH_EVENT_RUSTED] = "rusted",
                                                     [RH_EVENT_PHASE] = "phase",
                                                     [RH_EVENT_CLOSED] = "closed",
                                                     [RH_EVENT_PRIVATE] = "private",
                                                     [RH_EVENT_ROUND] = "round",
                                                     [RH_EVENT_TURN] = "turn",
                                                     [RH_EVENT_BANK_BROKEN] = "broken",
                                                     [RH_EVENT_BANKRUPT] = "bankrupt",
                                                     [RH_EVENT_PRIORITY] = "priority",
                                                     [RH_EVENT_OVER] = "over",
                                                     [RH_EVENT_OWN] = "own"};
    return kind >= 0 && kind < RH_EVENT_KINDS ? WORD[kind] : "";
}

size_t rh_event_text(const rh_title *t, const rh_names *names, const rh_event *e, char *text,
                     size_t cap)
{
    rh_writing p = {.text = text, .cap = cap};
    const char *from = rh_holder_text(t, names, e->from), *to = rh_holder_text(t, names, e->to);
    const char *company = e->company < t->companies ? t->company[e->company].id : "";
    switch ((rh_event_kind)e->kind) {
    case RH_EVENT_PAID:
        put(&p, from), put(&p, " pays "), put(&p, to), put(&p, " "), put_money(&p, t, e->amount);
        if (*rh_why_word(t, e->why))
            put(&p, " for "), put(&p, rh_why_word(t, e->why));
        break;
    case RH_EVENT_SHARES:
        put_number(&p, e->units), put(&p, e->units == 1 ? " share of " : " shares of ");
        put(&p, company), put(&p, " from "), put(&p, from), put(&p, " to "), put(&p, to);
        break;
    case RH_EVENT_PRESIDENT: put(&p, to), put(&p, " is president of "), put(&p, company); break;
    case RH_EVENT_PRICE:
        put(&p, company), put(&p, " stands at "), put_money(&p, t, e->amount2);
        if (e->amount)
            put(&p, " (was "), put_money(&p, t, e->amount), put(&p, ")");
        break;
    case RH_EVENT_FLOATED: put(&p, company), put(&p, " floats"); break;
    case RH_EVENT_LAID:
        put(&p, from), put(&p, " lays "), put(&p, t->tile[e->tile].id), put(&p, " on "),
            put(&p, t->hex[e->hex].name);
        put(&p, " r"), put_number(&p, e->units);
        break;
    case RH_EVENT_TOKEN:
        put(&p, "token of "), put(&p, company), put(&p, " on "), put(&p, t->hex[e->hex].name);
        break;
    case RH_EVENT_TRAIN:
        put(&p, "train "), put_train(&p, t, e->thing, e->units), put(&p, " from "), put(&p, from),
            put(&p, " to "), put(&p, to);
        break;
    case RH_EVENT_RUSTED:
        put(&p, "train "), put_train(&p, t, e->thing, e->units), put(&p, " of "), put(&p, from),
            put(&p, " is scrapped");
        break;
    case RH_EVENT_PHASE:
        put(&p, "phase "), put(&p, t->phase[e->thing].name), put(&p, " begins");
        break;
    case RH_EVENT_CLOSED: put(&p, company), put(&p, " closes"); break;
    case RH_EVENT_PRIVATE:
        put(&p, company), put(&p, " goes from "), put(&p, from), put(&p, " to "), put(&p, to);
        break;
    case RH_EVENT_ROUND:
        put(&p, e->why == RH_ROUND_STOCK       ? "stock round "
                : e->why == RH_ROUND_OPERATING ? "operating round "
                                               : "round ");
        put_number(&p, e->amount);
        if (e->amount2)
            put(&p, "."), put_number(&p, e->amount2);
        break;
    case RH_EVENT_TURN: put(&p, "turn of "), put(&p, to); break;
    case RH_EVENT_BANK_BROKEN: put(&p, "the bank is broken"); break;
    case RH_EVENT_BANKRUPT: put(&p, from), put(&p, " is bankrupt"); break;
    case RH_EVENT_PRIORITY: put(&p, to), put(&p, " has the priority deal"); break;
    case RH_EVENT_OVER:
        put(&p, "the game is over");
        if (e->thing == RH_OVER_IDLE)
            put(&p, ": nobody can ever decide anything again");
        break;
    case RH_EVENT_OWN:
        if (t->hooks->event_words && e->why < t->hooks->event_count)
            put_own_event(&p, t, names, e);
        break;
    case RH_EVENT_KINDS: break;
    }
    return p.len;
}
