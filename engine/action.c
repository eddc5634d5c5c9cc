/* SPDX-License-Identifier: Apache-2.0 */
/* action.c: the notation of actions, one pattern a verb.
 *
 * A pattern is a row of fields; the writer and the reader both walk along it, so what one writes the
 * other reads back. Each letter is one word of the line:
 *
 *   c company   n amount   p place or holder   h hex        H hex with city (E6.1)   T tile
 *   r rotation  t train    u number of shares  k city       U "using" and a private, if there is one
 *   F "for" and a train handed in, if any      R the routes of a run    C company, if one is named
 *   w a word of the title's own                v number of shares, left out for one
 *   m amount, left out for one                 P player
 *
 * Words that records no longer use stay readable: a title says what they mean today (rh_old_verb).
 *
 * Bounds of the loops: a line is read once, with at most RH_RUN_ROUTES routes and RH_WAY
 * waypoints; each name is looked up among those of the title. */
#include "roundhouse/action.h"

#include <stdio.h>
#include <string.h>

#include "engine/hooks.h"

static const rh_verb VERBS[] = {
    [RH_PASS] = {"pass", "", "Pass", 16, 0},
    [RH_TAKE] = {"take", "cn", "Buy at its price", 24, 0},
    [RH_BID] = {"bid", "Cn", "Bid", 12, RH_VERB_OUTBID},
    [RH_PAR] = {"par", "cn", "Par price", 16, 0},
    [RH_START] = {"start", "cn", "Start a company", 24, 0},
    [RH_BUY] = {"buy", "cpv", "Buy shares", 48, 0},
    [RH_SELL] = {"sell", "cu", "Sell shares", 3, RH_VERB_TIRES},
    [RH_SWAP] = {"swap", "cp", "Exchange", 4, 0},
    [RH_ACQUIRE] = {"acquire", "cn", "Buy a private company", 4, RH_VERB_TIRES},
    [RH_CEDE] = {"cede", "cpn", "Offer a private company", 2, RH_VERB_TIRES},
    [RH_ACCEPT] = {"accept", "", "Answer", 16, 0},
    [RH_DECLINE] = {"decline", "", "Answer", 16, 0},
    [RH_LAY] = {"lay", "ThrU", "Lay a tile", 64, RH_VERB_EARNS},
    [RH_TOKEN] = {"token", "HU", "Place a token", 12, RH_VERB_EARNS},
    [RH_ASSIGN] = {"assign", "ck", "Place the token", 16, RH_VERB_EARNS},
    [RH_RUN] = {"run", "R", "Run", 255, 0},
    [RH_DECLARE] = {"declare", "n", "Revenue", 1, 0},
    [RH_PAY] = {"pay", "", "Dividend", 24, 0},
    [RH_WITHHOLD] = {"withhold", "", "Dividend", 8, 0},
    [RH_HALF] = {"half", "", "Dividend", 8, 0},
    [RH_TRAIN] = {"train", "tpnFU", "Buy a train", 32, RH_VERB_EARNS},
    [RH_DISCARD] = {"discard", "t", "Discard", 2, RH_VERB_EARNS},
    [RH_BANKRUPT] = {"bankrupt", "", "Give up", 0, 0},
};
static_assert(sizeof VERBS / sizeof VERBS[0] == RH_ACTION_KINDS, "a kind without a verb");

const rh_verb *rh_verb_of(const rh_title *t, int kind)
{
    if (kind >= rh_verbs(t))
        return NULL;
    return kind < RH_ACTION_OWN ? &VERBS[kind] : &t->hooks->verbs[kind - RH_ACTION_OWN];
}

int rh_verbs(const rh_title *t) { return RH_ACTION_OWN + (int)t->hooks->verb_count; }

int rh_verb_called(const rh_title *t, const char *word)
{
    for (int kind = 0; kind < rh_verbs(t); kind++)
        if (strcmp(rh_verb_of(t, kind)->word, word) == 0)
            return kind;
    return RH_NONE;
}

rh_action rh_action_of(int kind, rh_holder by)
{
    return (rh_action){
        .act = {.kind = (uint8_t)kind, .by = by, .trade = RH_NONE, .power = RH_NONE}};
}

/* Borrowed: the i-th word of the title's own, or NULL beyond the last. */
static const char *own_word(const rh_title *t, int i)
{
    return t->hooks->own_word ? t->hooks->own_word(t, i) : NULL;
}

/* Writing */

typedef struct {
    char *text;
    size_t used;
} pen;

static void put(pen *p, const char *s)
{
    const size_t n = strlen(s);
    assert(p->used + n < RH_ACTION_TEXT);
    memcpy(p->text + p->used, s, n + 1);
    p->used += n;
}

static void put_number(pen *p, const char *before, long long n)
{
    char s[32];
    snprintf(s, sizeof s, "%s%lld", before, n);
    put(p, s);
}

/* A card is called by the side that is meant; routes call it by its first. */
static void put_train(pen *p, const rh_title *t, int train, int face)
{
    char word[RH_TRAIN_WORD];
    put(p, rh_train_side_word(t, train, face, word));
}

static void put_city(pen *p, const rh_title *t, int hex, int city)
{
    put(p, t->hex[hex].name);
    if (city)
        put_number(p, ".", city);
}

static void put_runs(pen *p, const rh_title *t, const rh_runs *runs)
{
    for (int i = 0; i < runs->routes; i++) {
        const rh_run_route *route = &runs->route[i];
        put(p, i ? "; " : " ");
        put_train(p, t, route->train, 0);
        put(p, ":");
        for (int k = route->first; k < route->first + route->count; k++) {
            const rh_waypoint w = runs->way[k];
            put(p, w.stop == RH_PASSING ? " (" : " ");
            put_city(p, t, w.hex, w.stop == RH_PASSING ? 0 : w.stop);
            if (w.stop == RH_PASSING)
                put(p, ")");
        }
    }
}

/* A company's own shares lie in its treasury. */
static const char *place_word(const rh_title *t, const rh_names *names, const rh_act *act)
{
    const bool own = act->kind == RH_BUY && act->holder.i == RH_FIRST_COMPANY + act->company;
    return own ? "treasury" : rh_holder_text(t, names, act->holder);
}

static void put_field(pen *p, const rh_title *t, const rh_names *names, const rh_action *a,
                      char field)
{
    const rh_act *act = &a->act;
    if (field == 'R') {
        put_runs(p, t, &a->runs);
        return;
    }
    if ((field == 'U' && act->power == RH_NONE) || (field == 'F' && act->trade == RH_NONE) ||
        (field == 'C' && act->company == RH_NONE) || (field == 'v' && act->units < 2) ||
        (field == 'm' && act->amount == 1))
        return;
    put(p, field == 'U' ? " using " : field == 'F' ? " for " : " ");
    switch (field) {
    case 'C':
    case 'c': put(p, t->company[act->company].id); break;
    case 'U': put(p, t->company[act->power].id); break;
    case 'm':
    case 'n': put_number(p, "", act->amount); break;
    case 'u':
    case 'v': put_number(p, "", act->units); break;
    case 'k': put_number(p, "", act->city); break;
    case 'r': put_number(p, "r", act->turn); break;
    case 'P':
    case 'p': put(p, place_word(t, names, act)); break;
    case 'h': put(p, t->hex[act->hex].name); break;
    case 'H': put_city(p, t, act->hex, act->city); break;
    case 'T': put(p, t->tile[act->tile].id); break;
    case 't': put_train(p, t, act->train, act->face); break;
    case 'F': put_train(p, t, act->trade, 0); break;
    case 'w': put(p, own_word(t, act->city)); break;
    default: assert(false && "a field without a writer");
    }
}

size_t rh_action_write(const rh_title *t, const rh_names *names, const rh_action *a,
                       char text[RH_ACTION_TEXT])
{
    pen p = {text, 0};
    const rh_verb *verb = rh_verb_of(t, a->act.kind);
    assert(verb);
    put(&p, rh_holder_text(t, names, a->act.by));
    put(&p, " ");
    put(&p, verb->word);
    for (const char *f = verb->pattern; *f; f++)
        put_field(&p, t, names, a, *f);
    return p.used;
}

/* Reading */

typedef struct {
    const rh_title *t;
    const rh_names *names;
    int players;
    const char *at, *end;
    char *why; /* RH_ACTION_WHY */
} reader;

static void skip_spaces(reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
}

/* The next word, up to a space or one of the signs; at most 40 bytes are shown in a complaint. */
static size_t word_length(const reader *r)
{
    const char *s = r->at;
    while (s < r->end && *s != ' ' && *s != ':' && *s != ';' && *s != ')')
        s++;
    return (size_t)(s - r->at);
}

static bool complain(reader *r, const char *expected)
{
    const size_t n = word_length(r);
    if (n == 0)
        snprintf(r->why, RH_ACTION_WHY, "%s is missing at the end", expected);
    else
        snprintf(r->why, RH_ACTION_WHY, "expected %s, found \"%.*s\"", expected,
                 (int)(n > 40 ? 40 : n), r->at);
    return false;
}

static bool take_sign(reader *r, char sign)
{
    skip_spaces(r);
    if (r->at >= r->end || *r->at != sign)
        return false;
    r->at++;
    return true;
}

static bool take_word(reader *r, const char *word)
{
    const size_t n = strlen(word);
    skip_spaces(r);
    if (n == 0 || word_length(r) != n || memcmp(r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

/* A player's name may hold spaces: the longest name that fits is taken. */
static bool take_player(reader *r, uint8_t *holder)
{
    size_t best = 0;
    skip_spaces(r);
    for (int i = 0; i < r->players; i++) {
        const size_t n = strlen(r->names->name[i]), left = (size_t)(r->end - r->at);
        if (n > best && n <= left && memcmp(r->at, r->names->name[i], n) == 0 &&
            (n == left || r->at[n] == ' ')) {
            best = n;
            *holder = rh_player_holder(i).i;
        }
    }
    r->at += best;
    return best > 0;
}

static bool take_company(reader *r, uint8_t *company)
{
    for (uint8_t i = 0; i < r->t->companies; i++)
        if (take_word(r, r->t->company[i].id)) {
            *company = i;
            return true;
        }
    /* Where people see the ids, the rulebook's short names are other words for them. */
    for (uint8_t i = 0; i < r->t->companies && !r->t->show_alias; i++)
        if (r->t->company[i].alias && take_word(r, rh_text(r->t, r->t->company[i].alias))) {
            *company = i;
            return true;
        }
    return false;
}

static bool read_number(reader *r, const char *expected, long long most, long long *n)
{
    skip_spaces(r);
    const char *start = r->at;
    long long value = 0;
    const bool minus = r->at < r->end && *r->at == '-';
    r->at += minus;
    const char *digits = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9' && value <= most)
        value = value * 10 + (*r->at++ - '0');
    const bool leading_zero = r->at - digits > 1 && *digits == '0';
    if (r->at == digits || value > most || leading_zero || (minus && value == 0) ||
        (r->at < r->end && *r->at != ' ' && *r->at != ':' && *r->at != ';' && *r->at != ')')) {
        r->at = start;
        return complain(r, expected);
    }
    *n = minus ? -value : value;
    return true;
}

static bool read_small(reader *r, const char *expected, uint8_t *n)
{
    long long value;
    const char *start = r->at;
    if (!read_number(r, expected, 250, &value))
        return false;
    if (value < 0) {
        r->at = start;
        return complain(r, expected);
    }
    *n = (uint8_t)value;
    return true;
}

static bool read_amount(reader *r, rh_money *amount)
{
    long long value;
    if (!read_number(r, "an amount", 1000000, &value))
        return false;
    *amount = (rh_money)value;
    return true;
}

static bool read_hex(reader *r, const char *expected, bool with_city, uint8_t *hex, uint8_t *city)
{
    skip_spaces(r);
    const size_t whole = word_length(r);
    const char *dot = with_city && whole ? memchr(r->at, '.', whole) : NULL;
    const size_t n = dot ? (size_t)(dot - r->at) : whole;
    for (uint8_t i = 0; i < r->t->hexes; i++) {
        if (strlen(r->t->hex[i].name) != n || memcmp(r->t->hex[i].name, r->at, n) != 0)
            continue;
        *hex = i;
        *city = 0;
        if (!dot) {
            r->at += whole;
            return true;
        }
        /* ".0" is never written, so it is not read either. */
        if (whole != n + 2 || dot[1] < '1' || dot[1] > '7')
            break;
        *city = (uint8_t)(dot[1] - '0');
        r->at += whole;
        return true;
    }
    return complain(r, expected);
}

static bool read_train(reader *r, uint8_t *train, uint8_t *face)
{
    skip_spaces(r);
    for (uint8_t i = 0; i < r->t->trains; i++) {
        const rh_train_facts *kind = &r->t->train[r->t->train_kind[i]];
        for (*face = 0; *face <= (kind->other_face != RH_NONE); ++*face) {
            char word[RH_TRAIN_WORD];
            if (take_word(r, rh_train_side_word(r->t, i, *face, word))) {
                *train = i;
                return true;
            }
        }
    }
    return complain(r, "a train such as 2-0");
}

/* A company may have a number for its name: the last word of the line is the amount. */
static bool read_company_if_any(reader *r, uint8_t *company)
{
    const char *start = r->at;
    if (take_company(r, company)) {
        skip_spaces(r);
        if (r->at < r->end)
            return true;
    }
    r->at = start;
    *company = RH_NONE;
    return true;
}

static bool read_place(reader *r, uint8_t *holder)
{
    for (uint8_t i = 0; i < RH_FIRST_PLAYER; i++)
        if (take_word(r, rh_holder_text(r->t, r->names, (rh_holder){i}))) {
            *holder = i;
            return true;
        }
    uint8_t company;
    if (take_company(r, &company)) {
        *holder = rh_company_holder((rh_company){company}).i;
        return true;
    }
    return take_player(r, holder) ||
           complain(r, "a place (offering, pool, bank), a company or a player");
}

static bool read_waypoint(reader *r, rh_runs *runs)
{
    if (runs->used >= RH_WAY) {
        snprintf(r->why, RH_ACTION_WHY, "the routes are longer than any map");
        return false;
    }
    rh_waypoint *w = &runs->way[runs->used];
    const bool passing = take_sign(r, '(');
    if (!read_hex(r, "a hex of the route", !passing, &w->hex, &w->stop))
        return false;
    if (passing) {
        w->stop = RH_PASSING;
        if (!take_sign(r, ')'))
            return complain(r, "a closing bracket");
    }
    runs->used++;
    return true;
}

static bool read_runs(reader *r, rh_runs *runs)
{
    skip_spaces(r);
    if (r->at == r->end)
        return true; /* no train runs */
    do {
        if (runs->routes >= RH_RUN_ROUTES) {
            snprintf(r->why, RH_ACTION_WHY, "more than %d routes", RH_RUN_ROUTES);
            return false;
        }
        rh_run_route *route = &runs->route[runs->routes];
        uint8_t train, side;
        if (!read_train(r, &train, &side))
            return false;
        route->train = train;
        if (!take_sign(r, ':'))
            return complain(r, "a colon after the train");
        route->first = runs->used;
        for (skip_spaces(r); r->at < r->end && *r->at != ';'; skip_spaces(r))
            if (!read_waypoint(r, runs))
                return false;
        route->count = (uint16_t)(runs->used - route->first);
        runs->routes++;
    } while (take_sign(r, ';'));
    return true;
}

static bool read_tile(reader *r, uint16_t *tile)
{
    for (uint16_t i = r->t->first_laid; i < r->t->tiles; i++)
        if (take_word(r, r->t->tile[i].id)) {
            *tile = i;
            return true;
        }
    return complain(r, "a tile of this title");
}

static bool read_own_word(reader *r, uint8_t *index)
{
    const char *word;
    for (uint8_t i = 0; (word = own_word(r->t, i)) != NULL; i++)
        if (take_word(r, word)) {
            *index = i;
            return true;
        }
    return complain(r, "a word of this title");
}

static bool read_rotation(reader *r, uint8_t *turn)
{
    static const char *const TURNS[RH_EDGES] = {"r0", "r1", "r2", "r3", "r4", "r5"};
    for (uint8_t i = 0; i < RH_EDGES; i++)
        if (take_word(r, TURNS[i])) {
            *turn = i;
            return true;
        }
    return complain(r, "a rotation r0 to r5");
}

static bool read_field(reader *r, rh_action *a, char field)
{
    rh_act *act = &a->act;
    uint8_t unused;
    switch (field) {
    case 'c': return take_company(r, &act->company) || complain(r, "a company");
    case 'U':
        return !take_word(r, "using") || take_company(r, &act->power) ||
               complain(r, "a private company");
    case 'F': return !take_word(r, "for") || read_train(r, &act->trade, &unused);
    case 'C': return read_company_if_any(r, &act->company);
    case 'm': {
        skip_spaces(r);
        const char *start = r->at;
        act->amount = 1;
        if (r->at == r->end)
            return true;
        if (!read_amount(r, &act->amount))
            return false;
        if (act->amount == 1)
            r->at = start;
        return act->amount != 1 || complain(r, "another number, or none for one");
    }
    case 'n': return read_amount(r, &act->amount);
    case 'u': return read_small(r, "a number of shares", &act->units);
    case 'v':
        skip_spaces(r);
        if (r->at == r->end)
            return true;
        return read_small(r, "a number of shares", &act->units) &&
               (act->units > 1 || complain(r, "more than one share, or no number"));
    case 'k': return read_small(r, "the number of a city", &act->city);
    case 'r': return read_rotation(r, &act->turn);
    case 'p':
        if (act->kind == RH_BUY && take_word(r, "treasury")) {
            act->holder = rh_company_holder((rh_company){act->company});
            return true;
        }
        return read_place(r, &act->holder.i);
    case 'P': return take_player(r, &act->holder.i) || complain(r, "a player");
    case 'h': return read_hex(r, "a hex", false, &act->hex, &unused);
    case 'H': return read_hex(r, "a hex", true, &act->hex, &act->city);
    case 'T': return read_tile(r, &act->tile);
    case 't': return read_train(r, &act->train, &act->face);
    case 'w': return read_own_word(r, &act->city);
    case 'R': return read_runs(r, &a->runs);
    default: assert(false && "a field without a reader"); return false;
    }
}

static bool read_fields(reader *r, rh_action *a, int kind, rh_holder by, const char *pattern)
{
    memset(a, 0, sizeof *a);
    *a = rh_action_of(kind, by);
    for (const char *f = pattern; *f; f++)
        if (!read_field(r, a, *f))
            return false;
    return true;
}

static bool read_end(reader *r)
{
    skip_spaces(r);
    return r->at == r->end || complain(r, "the end of the line");
}

/* The same old word may have several rows, told apart by its last word; the last row has none. */
static bool read_old(reader *r, const rh_game *g, rh_action *a, rh_holder by)
{
    const rh_hooks *hooks = r->t->hooks;
    for (size_t i = 0; i < hooks->old_verb_count; i++) {
        const rh_old_verb *old = &hooks->old_verbs[i];
        const char *start = r->at;
        if (!take_word(r, old->word))
            continue;
        bool read = read_fields(r, a, old->kind, by, old->pattern);
        if (old->last != NULL && (!read || !take_word(r, old->last))) {
            r->at = start; /* perhaps another row */
            r->why[0] = 0;
            continue;
        }
        if (!read || !read_end(r))
            return false;
        if (old->today == NULL || old->today(r->t, g, &a->act))
            return true;
        r->at = start;
        break;
    }
    skip_spaces(r);
    return complain(r, "an action such as bid, buy, sell, lay, token, run, pay, train or pass");
}

bool rh_action_read(const rh_title *t, const rh_game *g, const rh_names *names, const char *text,
                    size_t len, rh_action *a, char why[RH_ACTION_WHY])
{
    reader r = {t, names, g->players, text, text + len, why};
    uint8_t by, company;
    why[0] = 0;
    if (take_player(&r, &by)) {
        /* a player */
    } else if (take_company(&r, &company)) {
        by = rh_company_holder((rh_company){company}).i;
    } else {
        skip_spaces(&r);
        return complain(&r, "a player or a company");
    }
    for (int kind = 0; kind < rh_verbs(t); kind++) {
        const rh_verb *verb = rh_verb_of(t, kind);
        if (take_word(&r, verb->word))
            return read_fields(&r, a, kind, (rh_holder){by}, verb->pattern) && read_end(&r);
    }
    return read_old(&r, g, a, (rh_holder){by});
}
