/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: see cards.h. */
#include "screen/cards.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/face.h"
#include "engine/powers.h"
#include "roundhouse/engine.h"
#include "roundhouse/writing.h"

const char *rh_company_noun(const rh_title *t, int kind)
{
    static const char *const USUAL[RH_COMPANY_KINDS] = {[RH_PRIVATE] = "private company",
                                                        [RH_MINOR] = "minor",
                                                        [RH_PUBLIC] = "company",
                                                        [RH_STATE_COMPANY] = "state company"};
    const char *called = rh_text(t, t->kind_called[kind]);
    return called[0] ? called : USUAL[kind];
}

rh_nouns rh_company_nouns(const rh_title *t, int kind)
{
    return rh_nouns_of(rh_company_noun(t, kind));
}

rh_nouns rh_nouns_of(const char *one)
{
    const size_t len = strlen(one);
    rh_nouns all;
    if (len > 0 && one[len - 1] == 'y')
        (void)snprintf(all.s, sizeof all.s, "%.*sies", (int)len - 1, one);
    else
        (void)snprintf(all.s, sizeof all.s, "%ss", one);
    return all;
}

/* As it is called where it is paid for: "a station". */
const char *rh_token_noun(const rh_title *t)
{
    const char *paid = rh_why_word(t, RH_WHY_TOKEN);
    return strncmp(paid, "a ", 2) == 0 ? paid + 2 : "token";
}

const char *rh_pool_noun(const rh_title *t)
{
    return t->pool_called ? rh_text(t, t->pool_called) : "pool";
}

/* rh_joint() of things of which one is meant. */
static const char *either(int i, int n) { return i > 0 && i == n - 1 ? " or " : rh_joint(i, n); }

/* "F5", "Oslo (H29)". */
static void put_hex(rh_writing *w, const rh_title *t, int hex)
{
    const rh_hex_facts *h = &t->hex[hex];
    if (h->place[0])
        rh_write(w, "%s (%s)", h->place, h->name);
    else
        rh_write(w, "%s", h->name);
}

static int ones(uint32_t bits)
{
    int n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static void put_phases(rh_writing *w, const rh_title *t, uint32_t phases)
{
    const int n = ones(phases);
    int i = 0;
    rh_write(w, n == 1 ? "phase " : "phases ");
    for (int p = 0; p < t->phases; p++)
        if (phases >> p & 1)
            rh_write(w, "%s%s", rh_joint(i++, n), t->phase[p].name);
}

/* --- powers ------------------------------------------------------------------------------------ */

/* One placeholder of a power's sentences. */
typedef struct {
    const rh_title *t;
    const rh_company_facts *card;
    const rh_power *power;
} told;

/* The company for which the power counts. */
static void put_owner(rh_writing *w, const told *a, const char *article, const char *it,
                      const char *of)
{
    if (a->card->kind == RH_PRIVATE)
        rh_write(w, "%s owning %s%s", article, rh_company_noun(a->t, RH_PUBLIC), of);
    else
        rh_write(w, "%s", it);
}
static void put_it(rh_writing *w, const told *a) { put_owner(w, a, "the", "it", ""); }
static void put_It(rh_writing *w, const told *a) { put_owner(w, a, "The", "It", ""); }
static void put_its(rh_writing *w, const told *a) { put_owner(w, a, "the", "its", "'s"); }
static void put_Its(rh_writing *w, const told *a) { put_owner(w, a, "The", "Its", "'s"); }

static void put_amount(rh_writing *w, const told *a) { rh_write(w, "%d", a->power->amount); }
static void put_amount_money(rh_writing *w, const told *a)
{
    rh_write(w, "%s", rh_money_said(a->t, a->power->amount).s);
}
static void put_amount_more(rh_writing *w, const told *a)
{
    const int amount = a->power->amount;
    rh_write(w, "%d %s", amount < 0 ? -amount : amount, amount < 0 ? "fewer" : "more");
}
static void put_amount_money_more(rh_writing *w, const told *a)
{
    const int amount = a->power->amount;
    rh_write(w, "%s %s", rh_money_said(a->t, amount < 0 ? -amount : amount).s,
             amount < 0 ? "less" : "more");
}

/* "ƒ10 in phase 2, ƒ20 in phases 3 and 4" */
static void put_amounts(rh_writing *w, const told *a)
{
    const int16_t *amount = a->power->amounts;
    uint32_t done = 0;
    for (int p = 0; p < a->t->phases; p++) {
        uint32_t same = 0;
        for (int q = p; q < a->t->phases; q++)
            if (amount[q] == amount[p])
                same |= 1u << q;
        if (done >> p & 1)
            continue;
        rh_write(w, "%s%s in ", done ? ", " : "", rh_money_said(a->t, amount[p]).s);
        put_phases(w, a->t, same);
        done |= same;
    }
}

static void put_least(rh_writing *w, const told *a) { rh_write(w, "%d", a->power->least); }

/* "20 to 40", "50 and more": where no city of any title reaches. */
static void put_values(rh_writing *w, const told *a)
{
    enum { NO_CITY = 1000 };
    if (a->power->to >= NO_CITY)
        rh_write(w, "%d and more", a->power->from);
    else
        rh_write(w, "%d to %d", a->power->from, a->power->to);
}

static void put_hexes(rh_writing *w, const told *a)
{
    for (int i = 0; i < a->power->hexes; i++) {
        rh_write(w, "%s", rh_joint(i, a->power->hexes));
        put_hex(w, a->t, a->power->hex[i]);
    }
}

static void put_tiles(rh_writing *w, const told *a)
{
    const int n = a->power->tiles;
    for (int i = 0; i < n; i++)
        rh_write(w, "%s%s", either(i, n), a->t->tile[a->power->tile[i]].id);
}

static void put_company(rh_writing *w, const told *a)
{
    if (a->power->company >= a->t->companies)
        return;
    const rh_company_facts *f = &a->t->company[a->power->company];
    const char *home = f->home_hex == RH_NONE ? "" : a->t->hex[f->home_hex].place;
    rh_write(w, home[0] ? "%s (%s)" : "%s%s", f->id, home);
}
static void put_units(rh_writing *w, const told *a)
{
    if (a->power->units == 1)
        rh_write(w, "one share");
    else
        rh_write(w, "%d shares", a->power->units);
}
static void put_when(rh_writing *w, const told *a)
{
    rh_write(w, a->power->when == RH_SWAP_ANY_TIME ? "at any time"
                                                   : "in his stock turn or between two turns");
}
static void put_before(rh_writing *w, const told *a)
{
    rh_write(w, "%s", a->t->phase[a->power->before].name);
}
static void put_train(rh_writing *w, const told *a)
{
    rh_write(w, "%s-%s", a->t->train[a->power->train].name, rh_train_noun(a->t, a->power->train));
}
static void put_of(rh_writing *w, const told *a)
{
    const char *const *name =
        a->t->face->power_of_names ? a->t->face->power_of_names : a->t->hooks->power_of;
    const int n = ones(a->power->of);
    int at = 0;
    for (int i = 0; name && name[i]; i++)
        if (a->power->of >> i & 1)
            rh_write(w, "%s%s", rh_joint(at++, n), name[i]);
}

/* What a sentence may name, and whether a power has it (NULL: always). */
static bool has_amount(const rh_power *p) { return p->amount != 0; }
static bool has_hexes(const rh_power *p) { return p->hexes != 0; }
static bool has_tiles(const rh_power *p) { return p->tiles != 0; }
static bool has_before(const rh_power *p) { return p->before != RH_NONE; }
static bool has_train(const rh_power *p) { return p->train != RH_NONE; }

static const struct {
    const char *word;
    void (*put)(rh_writing *, const told *);
    bool (*has)(const rh_power *);
} NAMED[] = {
    {"it", put_it, NULL},
    {"It", put_It, NULL},
    {"its", put_its, NULL},
    {"Its", put_Its, NULL},
    {"amount", put_amount, has_amount},
    {"amount$", put_amount_money, has_amount},
    {"amount+", put_amount_more, has_amount},
    {"amount+$", put_amount_money_more, has_amount},
    {"amounts$", put_amounts, NULL},
    {"least", put_least, NULL},
    {"from..to", put_values, NULL},
    {"hexes", put_hexes, has_hexes},
    {"tiles", put_tiles, has_tiles},
    {"company", put_company, NULL},
    {"units", put_units, NULL},
    {"when", put_when, NULL},
    {"before", put_before, has_before},
    {"train", put_train, has_train},
    {"of", put_of, NULL},
};
enum { NAMES = sizeof NAMED / sizeof NAMED[0] };

/* The row of the placeholder that begins at s, or NAMES; *len is its length with both braces. */
static int named_at(const char *s, size_t *len)
{
    const size_t n = strcspn(s + 1, "}");
    int i = 0;
    while (i < NAMES && (strlen(NAMED[i].word) != n || memcmp(NAMED[i].word, s + 1, n) != 0))
        i++;
    assert(i < NAMES && s[n + 1] == '}'); /* the rows are ours */
    *len = n + 2;
    return i;
}

/* Has the power everything that is named in says[0..len)? */
static bool has_all(const rh_power *p, const char *says, size_t len)
{
    size_t n = 0;
    for (const char *s = says; s < says + len; s++)
        if (*s == '{') {
            const int i = named_at(s, &n);
            if (NAMED[i].has && !NAMED[i].has(p))
                return false;
        }
    return true;
}

static void put_power(rh_writing *w, const told *a, const char *says)
{
    for (const char *s = says; *s;) {
        const size_t plain = strcspn(s, "{[]");
        rh_write(w, "%.*s", (int)plain, s);
        s += plain;
        if (*s == '[') {
            const size_t inside = strcspn(s, "]");
            s += has_all(a->power, s, inside) ? 1 : inside + 1;
        } else if (*s == ']') {
            s++;
        } else if (*s == '{') {
            size_t n;
            NAMED[named_at(s, &n)].put(w, a);
            s += n;
        }
    }
}

/* --- companies --------------------------------------------------------------------------------- */

/* The phase that closes a private, or RH_NONE. */
static int closing_phase(const rh_title *t, const rh_company_facts *f)
{
    int phase = f->closes_on;
    for (int p = t->phases - 1; p >= 0; p--)
        if (t->phase[p].closes_privates && (phase == RH_NONE || p < phase))
            phase = p;
    return phase;
}

static bool privates_pay(const rh_title *t)
{
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == RH_PRIVATE && t->company[c].revenue)
            return true;
    return false;
}

static void put_private_facts(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    rh_write(w, "Face value %s", rh_money_said(t, f->price).s);
    if (f->revenue)
        rh_write(w, "; %s in every operating round", rh_money_said(t, f->revenue).s);
    else if (privates_pay(t))
        rh_write(w, "; it pays nothing");
    if (f->pays_from != RH_NONE)
        rh_write(w, " from phase %s on", t->phase[f->pays_from].name);
    rh_write(w, ".");
}

static void put_tokens(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    bool same = f->tokens > 1;
    for (int i = 1; i < f->tokens; i++)
        same = same && f->token_price[i] == f->token_price[0];
    if (!f->tokens)
        return;
    rh_write(w, " %d %ss: ", f->tokens, rh_token_noun(t));
    for (int i = 0; i < (same ? 1 : f->tokens); i++)
        rh_write(w, "%s%s", i ? ", " : "",
                 f->token_price[i] ? rh_money_said(t, f->token_price[i]).s : "free");
    rh_write(w, same && f->token_price[0] ? " each." : ".");
}

/* How many shares float it, by phases where they differ. */
static void put_float(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    uint32_t done = 0;
    for (int p = 0; p < t->phases; p++) {
        const int units = t->phase[p].float_units ? t->phase[p].float_units : f->float_units;
        uint32_t same = 0;
        for (int q = p; q < t->phases; q++)
            if ((t->phase[q].float_units ? t->phase[q].float_units : f->float_units) == units)
                same |= 1u << q;
        if (done >> p & 1)
            continue;
        rh_write(w, "%s%d", done ? ", " : "", units);
        if (done || same != (1u << t->phases) - 1) {
            rh_write(w, " in ");
            put_phases(w, t, same);
        }
        done |= same;
    }
}

static void put_capital(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    int full = 0;
    while (full < t->phases && !t->phase[full].full_capital)
        full++;
    if (f->capital_sum)
        rh_write(w, " The bank then pays it %s.", rh_money_said(t, f->capital_sum).s);
    else if (f->capital == RH_CAPITAL_FULL)
        rh_write(w, " The bank then pays it %d times its par price.", f->units);
    else if (full < t->phases)
        rh_write(
            w,
            " Until phase %s it gets money share by share; a company that floats later gets %d "
            "times its par price at once.",
            t->phase[full].name, f->units);
    else
        rh_write(w, " It gets money share by share, for those that are bought from it.");
}

/* The private that brings a company's president's certificate, or RH_NONE. */
static int brings_president(const rh_title *t, int company)
{
    for (int c = 0; c < t->companies; c++)
        for (int i = 0; i < t->company[c].powers; i++)
            if (t->company[c].power[i].kind == RH_POWER_PRESIDENT &&
                t->company[c].power[i].company == company)
                return c;
    return RH_NONE;
}

/* Which of several cities of a hex, by the sides its track leads to; nothing where there is none. */
static void put_city(rh_writing *w, const rh_title *t, int hex, int city)
{
    static const char *const POINTY[RH_EDGES] = {"southwest", "west", "northwest",
                                                 "northeast", "east", "southeast"};
    static const char *const FLAT[RH_EDGES] = {"south", "southwest", "northwest",
                                               "north", "northeast", "southeast"};
    const rh_tile *tile = &t->tile[t->hex[hex].printed];
    int cities = 0, sides = 0;
    for (int i = 0; i < tile->stops; i++)
        cities += tile->stop[i].kind == RH_CITY;
    for (int i = 0; i < tile->paths && cities > 1; i++) {
        const rh_path *path = &tile->path[i];
        const int edge = path->a == RH_AT_STOP + city   ? path->b
                         : path->b == RH_AT_STOP + city ? path->a
                                                        : RH_NONE;
        if (edge < RH_EDGES)
            rh_write(w, "%s%s", sides++ ? " and " : ", the city open to the ",
                     (t->pointy ? POINTY : FLAT)[edge]);
    }
}

static void put_company_facts(rh_writing *w, const rh_title *t, int company)
{
    const rh_company_facts *f = &t->company[company];
    if (f->kind == RH_MINOR)
        rh_write(w, "Face value %s.", rh_money_said(t, f->price).s);
    else
        rh_write(w, "%d shares, the president's certificate %d of them.", f->units,
                 f->president_units);
    if (f->home_hex != RH_NONE) {
        rh_write(w, " Home: ");
        put_hex(w, t, f->home_hex);
        put_city(w, t, f->home_hex, f->home_city);
        rh_write(w, ".");
    }
    put_tokens(w, t, f);
    const int with = brings_president(t, company);
    if (with != RH_NONE)
        rh_write(w, " The president's certificate comes with %s.", rh_company_said(t, with));
    if (f->kind == RH_MINOR || f->float_units == 0)
        return;
    if (f->floats_from != RH_NONE) {
        rh_write(w, " Floats from phase %s on.", t->phase[f->floats_from].name);
    } else if (f->float_units == f->president_units && t->phase[0].float_units == 0) {
        rh_write(w, " Its president's certificate floats it.");
    } else {
        rh_write(w, " Shares that float it: ");
        put_float(w, t, f);
        rh_write(w, ".");
    }
    put_capital(w, t, f);
}

void rh_card_facts(const rh_title *t, int company, char out[RH_CARD_SAYS])
{
    rh_writing w = {.text = out, .cap = RH_CARD_SAYS};
    out[0] = 0;
    if (t->company[company].kind == RH_PRIVATE)
        put_private_facts(&w, t, &t->company[company]);
    else
        put_company_facts(&w, t, company);
}

static const char *space(const rh_writing *w) { return w->len ? " " : ""; }

static void put_blocks(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    if (!f->blocks)
        return;
    rh_write(w, "%sWhile a player owns it nobody lays a tile on ", space(w));
    for (int i = 0; i < f->blocks; i++)
        rh_write(w, "%s%s", rh_joint(i, f->blocks), t->hex[f->block[i]].name);
    rh_write(w, ".");
}

static void put_sale(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    const int closes = closing_phase(t, f);
    uint32_t phases = 0;
    for (int p = 0; p < t->phases && p < closes; p++)
        phases |= (uint32_t)(t->phase[p].privates_to_companies != 0) << p;
    if (f->sale_max && phases) {
        rh_write(w, "%sA %s may buy it from a player for %s to %s in ", space(w),
                 rh_company_noun(t, RH_PUBLIC), rh_money_said(t, f->sale_min).s,
                 rh_money_said(t, f->sale_max).s);
        put_phases(w, t, phases);
        rh_write(w, ".");
    }
    if (f->tradeable && t->stock.private_trade)
        rh_write(w, "%sPlayers may sell it to each other.", space(w));
}

static void put_closing(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    const int phase = closing_phase(t, f);
    const char * or = "";
    if (phase == RH_NONE && f->closes_with_train_of == RH_NONE)
        return;
    rh_write(w, "%sIt closes ", space(w));
    if (f->closes_with_train_of != RH_NONE) {
        rh_write(w, "when %s buys its first train", rh_company_said(t, f->closes_with_train_of));
        or = ", or at the latest ";
    }
    if (phase != RH_NONE)
        rh_write(w, "%swhen phase %s begins", or, t->phase[phase].name);
    rh_write(w, ".");
}

/* What the title makes from its own facts, then what title.json says. */
static void put_own(rh_writing *w, const rh_title *t, int company, int kind, uint16_t says)
{
    char own[RH_CARD_TEXT] = "";
    if (t->face->card)
        t->face->card(t, company, kind, own);
    if (own[0])
        rh_write(w, "%s%s", space(w), own);
    if (says)
        rh_write(w, "%s%s", space(w), rh_text(t, says));
}

static void put_powers(rh_writing *w, const rh_title *t, const rh_company_facts *f)
{
    for (int i = 0; i < f->powers; i++) {
        const told a = {t, f, &f->power[i]};
        rh_write(w, "%s", space(w));
        put_power(w, &a, rh__power_row(t, f->power[i].kind)->says);
    }
}

void rh_card_powers(const rh_title *t, int company, char out[RH_CARD_SAYS])
{
    rh_writing w = {.text = out, .cap = RH_CARD_SAYS};
    out[0] = 0;
    put_powers(&w, t, &t->company[company]);
}

void rh_card_does(const rh_title *t, int company, char out[RH_CARD_SAYS])
{
    const rh_company_facts *f = &t->company[company];
    rh_writing w = {.text = out, .cap = RH_CARD_SAYS};
    out[0] = 0;
    put_powers(&w, t, f);
    put_own(&w, t, company, RH_NONE, f->says);
    if (f->kind != RH_PRIVATE)
        return;
    put_blocks(&w, t, f);
    put_closing(&w, t, f);
    put_sale(&w, t, f);
}

/* --- trains ------------------------------------------------------------------------------------ */

static void put_run(rh_writing *w, const rh_train_facts *k)
{
    static const char *const WHAT[] = {
        [RH_STOPS_ALL] = "stops: cities, towns and areas alike",
        [RH_STOPS_PLUS] = "stops in all",
        [RH_STOPS_EXPRESS] = "cities; towns are passed and count nothing",
        [RH_STOPS_SKIP_TOWNS] = "stops; towns may be passed",
        [RH_STOPS_PLUS_ONLY] = "stops in all",
        [RH_STOPS_BEST] = "stops of its way that it chooses; others are passed",
        [RH_STOPS_HEXES] = "hexes, and counts every stop there"};
    const bool plus = k->stops_kind == RH_STOPS_PLUS || k->stops_kind == RH_STOPS_PLUS_ONLY;
    if (k->stops == RH_ANY_NUMBER)
        rh_write(w, " Runs to any number of ");
    else
        rh_write(w, " Runs to at most %d ", plus ? k->stops + k->towns : k->stops);
    rh_write(w, "%s", WHAT[k->stops_kind]);
    if (k->stops_kind == RH_STOPS_PLUS)
        rh_write(w, ", at most %d of them %s", k->stops, k->stops == 1 ? "a city" : "cities");
    if (k->stops_kind == RH_STOPS_PLUS_ONLY)
        rh_write(w, ", at most %d of them cities and %d towns", k->stops, k->towns);
    if (k->multiplier == 2)
        rh_write(w, "; what it earns is doubled");
    else if (k->multiplier > 1)
        rh_write(w, "; what it earns counts %d times", k->multiplier);
    rh_write(w, ".");
}

/* Is this the kind whose first card begins its phase? Two sides of a card begin the same. */
static bool begins_phase(const rh_title *t, int kind)
{
    const int phase = t->train[kind].phase;
    for (int i = 0; i < kind; i++)
        if (t->train[i].phase == phase && t->train[i].other_face != kind)
            return false;
    return phase != RH_NONE && phase > 0; /* the first is there from the start */
}

/* "4, 5 or 6" */
static void put_kinds(rh_writing *w, const rh_title *t, uint32_t kinds)
{
    const int n = ones(kinds);
    int at = 0;
    for (int i = 0; i < t->train_kinds; i++)
        if (kinds >> i & 1)
            rh_write(w, "%s%s", either(at++, n), t->train[i].name);
}

static void put_sold(rh_writing *w, const rh_title *t, int kind)
{
    const rh_train_facts *k = &t->train[kind];
    if (k->other_face != RH_NONE)
        rh_write(
            w,
            " The other side of its card is the %s; whoever buys it from bank or pool chooses, "
            "between companies it stays.",
            t->train[k->other_face].name);
    if (k->on_sale_from != RH_NONE && k->on_sale_from > 0)
        rh_write(w, " On sale from phase %s on.", t->phase[k->on_sale_from].name);
    if (begins_phase(t, kind))
        rh_write(w, " The first that is bought begins phase %s.", t->phase[k->phase].name);
    if (k->trade_in) {
        rh_write(w, " Costs %s if a ", rh_money_said(t, k->trade_price).s);
        put_kinds(w, t, k->trade_in);
        rh_write(w, " is handed in for it.");
    }
}

void rh_card_train(const rh_title *t, int kind, char out[RH_CARD_SAYS])
{
    const rh_train_facts *k = &t->train[kind];
    rh_writing w = {.text = out, .cap = RH_CARD_SAYS};
    rh_write(&w, "Costs %s.", rh_money_said(t, k->price).s);
    if (k->unlimited)
        rh_write(&w, " There are as many as are wanted.");
    else if (k->count > 0)
        rh_write(&w, " There are %d.", k->count);
    if (!k->says)
        put_run(&w, k);
    put_own(&w, t, RH_NONE, kind, k->says);
    put_sold(&w, t, kind);
    if (k->rusts_on != RH_NONE)
        rh_write(&w, " Leaves the game when phase %s begins.", t->phase[k->rusts_on].name);
    else if (k->obsolete_on != RH_NONE)
        rh_write(&w, " When phase %s begins it may run once more, then it leaves the game.",
                 t->phase[k->obsolete_on].name);
}
