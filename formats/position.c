/* SPDX-License-Identifier: Apache-2.0 */
/* position.c: situations in words; see position.h.
 *
 * Three parts: the table of forms with one small setter each; the inference at the end; the
 * writer, one function a group of fields. A field added to rh_game needs a form and a line in the
 * writer; the test that plays games and reads back every position finds a forgotten one. */
#include "formats/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/play.h"

/* --- names ------------------------------------------------------------------------------------ */

static const char *const OWNERLESS[] = {
    [RH_BANK] = "bank", [RH_POOL] = "pool", [RH_OFFERING] = "offering", [RH_STATE] = "state"};

static const struct {
    const char *word;
    uint8_t bit;
} STATUS[] = {{"started", RH_STARTED},   {"floated", RH_FLOATED}, {"operated", RH_OPERATED},
              {"closed", RH_CLOSED},     {"done", RH_DONE},       {"home", RH_HOME},
              {"trained", RH_HAD_TRAIN}, {"used", RH_POWER_USED}};
enum { STATUSES = sizeof STATUS / sizeof STATUS[0] };

static const char *const KEPT[] = {[RH_KEPT_NOTHING] = "none",
                                   [RH_KEPT_WITHHOLD] = "withheld",
                                   [RH_KEPT_PAYOUT] = "paid",
                                   [RH_KEPT_HALF] = "half"};
static const char *const OVER[] = {[RH_PLAYING] = "not",
                                   [RH_OVER_BANK] = "bank",
                                   [RH_OVER_BANKRUPT] = "bankrupt",
                                   [RH_OVER_OWN] = "own",
                                   [RH_OVER_IDLE] = "idle"};

static int index_of(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

const char *rh_holder_word(const rh_title *t, const rh_names *names, int holder)
{
    if (holder < RH_FIRST_PLAYER)
        return OWNERLESS[holder];
    if (holder < RH_FIRST_COMPANY)
        return names->name[holder - RH_FIRST_PLAYER];
    if (holder < RH_FIRST_COMPANY + t->companies)
        return t->company[holder - RH_FIRST_COMPANY].id;
    return "nobody";
}

int rh_company_called(const rh_title *t, const char *word)
{
    for (int c = 0; c < t->companies; c++)
        if (strcmp(t->company[c].id, word) == 0)
            return c;
    for (int c = 0; c < t->companies && !t->show_alias; c++)
        if (t->company[c].alias && strcmp(rh_text(t, t->company[c].alias), word) == 0)
            return c;
    return -1;
}

int rh_holder_called(const rh_title *t, const rh_names *names, int players, const char *word)
{
    for (int p = 0; p < players; p++)
        if (strcmp(names->name[p], word) == 0)
            return RH_FIRST_PLAYER + p;
    const int c = rh_company_called(t, word);
    return c >= 0 ? RH_FIRST_COMPANY + c : index_of(OWNERLESS, RH_FIRST_PLAYER, word);
}

int rh_hex_called(const rh_title *t, const char *word)
{
    for (int h = 0; h < t->hexes; h++)
        if (strcmp(t->hex[h].name, word) == 0)
            return h;
    return -1;
}

int rh_tile_called(const rh_title *t, const char *word)
{
    for (int i = t->first_laid; i < t->tiles; i++)
        if (strcmp(t->tile[i].id, word) == 0)
            return i;
    return -1;
}

const char *rh_train_word(const rh_title *t, int train, char *out)
{
    snprintf(out, 24, "%s-%d", t->train[t->train_kind[train]].name, t->train_serial[train]);
    return out;
}

int rh_train_called(const rh_title *t, const char *word)
{
    char name[24];
    for (int i = 0; i < t->trains; i++)
        if (strcmp(rh_train_word(t, i, name), word) == 0)
            return i;
    return -1;
}

bool rh_names_fit(const rh_title *t, const rh_names *names, int players, char *why)
{
    for (int p = 0; p < players; p++) {
        const char *name = names->name[p];
        if (rh_company_called(t, name) < 0 && index_of(OWNERLESS, RH_FIRST_PLAYER, name) < 0 &&
            strcmp(name, "nobody") != 0 && strcmp(name, "nothing") != 0)
            continue;
        snprintf(why, RH_WHY_TEXT,
                 "a player cannot be called \"%s\": that word means something "
                 "else in %s",
                 name, t->id);
        return false;
    }
    return true;
}

/* --- the forms -------------------------------------------------------------------------------- */

/* What the words of a statement stood for, in the order of the form's places. */
typedef struct {
    int64_t v[8];
    int values;
    char **rest; /* words of a list at the end */
    int rests;
} said;

typedef bool set_function(rh_position *s, const said *a, char *why);
typedef struct {
    const char *form; /* a place in capitals, anything else to the letter; ... is a list */
    set_function *set;
} form_row;

static bool no(char *why, const char *format, const char *word)
{
    snprintf(why, RH_WHY_TEXT, format, word);
    return false;
}

/* Units from "2" or "20%". */
static bool read_shares(const rh_position *s, int company, const char *word, int64_t *units)
{
    const size_t n = strlen(word);
    char digits[16];
    if (n == 0 || n >= sizeof digits || word[n - 1] != '%')
        return rh_read_number(word, 0, UINT8_MAX, units);
    memcpy(digits, word, n - 1);
    digits[n - 1] = 0;
    const int total = rh_total_units(s->t, &s->game, (rh_company){(uint8_t)company});
    int64_t percent;
    if (!rh_read_number(digits, 0, 10000, &percent) || percent * total % 100 != 0)
        return false;
    *units = percent * total / 100;
    return *units <= UINT8_MAX;
}

static bool read_cell(const rh_title *t, const char *word, int64_t *cell)
{
    int row, column, end = 0;
    if (sscanf(word, "(%3d,%3d)%n", &row, &column, &end) != 2 || word[end] != 0 || end == 0)
        return false;
    if (row < 0 || column < 0 || row >= t->market.rows || column >= t->market.columns ||
        t->market.cell[row][column].price == 0)
        return false;
    *cell = row * 256 + column;
    return true;
}

/* "E6.1", or "E6" with city RH_NONE. */
static bool read_city(const rh_position *s, const char *word, int64_t *place)
{
    char name[16];
    const char *dot = strchr(word, '.');
    const size_t n = dot ? (size_t)(dot - word) : strlen(word);
    if (n >= sizeof name)
        return false;
    memcpy(name, word, n);
    name[n] = 0;
    const int hex = rh_hex_called(s->t, name);
    int64_t city = RH_NONE;
    if (hex < 0)
        return false;
    const rh_tile *tile = &s->t->tile[s->game.tile[hex]];
    if (dot && !rh_read_number(dot + 1, 0, tile->stops - 1, &city))
        return false;
    *place = hex * 256 + city;
    return true;
}

static bool read_part(const char *word, int64_t *part)
{
    char copy[24];
    int64_t a, b;
    if (strlen(word) >= sizeof copy)
        return false;
    strcpy(copy, word);
    char *dot = strchr(copy, '.');
    if (!dot)
        return false;
    *dot = 0;
    if (!rh_read_number(copy, 0, UINT16_MAX, &a) || !rh_read_number(dot + 1, 0, UINT16_MAX, &b))
        return false;
    *part = a * 65536 + b;
    return true;
}

static int phase_called(const rh_title *t, const char *word)
{
    for (int p = 0; p < t->phases; p++)
        if (strcmp(t->phase[p].name, word) == 0)
            return p;
    return -1;
}

static int step_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->sequence.steps; i++) {
        const char *known = rh_step_word(t, t->sequence.step[i]);
        if (known && strcmp(known, word) == 0)
            return i;
    }
    return -1;
}

static const char *round_word(const rh_title *t, int sequence)
{
    const rh_round_row *row = rh__round_row(t, t->sequence.round[sequence]);
    return row ? row->word : "?";
}

static int round_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->sequence.rounds; i++)
        if (strcmp(round_word(t, i), word) == 0)
            return i;
    return -1;
}

/* The places of the forms: their name, and what to say if a word does not fit. */
typedef enum {
    HOLDER,
    ANYBODY,
    PLAYER,
    SOMEBODY,
    COMPANY,
    ANYTHING,
    SHARES,
    MONEY,
    NUMBER,
    BYTE,
    BIG,
    CELL,
    HEX,
    CITY,
    TILE,
    TURN,
    TRAIN,
    PHASE,
    STEP,
    ROUND,
    STATUS_WORD,
    KEPT_WORD,
    OVER_WORD,
    PART,
    THING,
    BYTES,
    PLACES
} place;
static const struct {
    const char *name, *expected;
} PLACE[PLACES] = {
    [HOLDER] = {"HOLDER", "a player, a company, bank, pool, offering or state"},
    [ANYBODY] = {"ANYBODY", "a player, a company, bank, pool, offering or nobody"},
    [PLAYER] = {"PLAYER", "a player"},
    [SOMEBODY] = {"SOMEBODY", "a player or nobody"},
    [COMPANY] = {"COMPANY", "a company"},
    [ANYTHING] = {"ANYTHING", "a company or nothing"},
    [SHARES] = {"SHARES", "a number of shares, or percent with %"},
    [MONEY] = {"MONEY", "an amount of money"},
    [NUMBER] = {"NUMBER", "a number up to 65535"},
    [BYTE] = {"BYTE", "a number up to 255"},
    [BIG] = {"BIG", "a number up to 4294967295"},
    [CELL] = {"CELL", "a space of the market, (row,column)"},
    [HEX] = {"HEX", "a hex of the map"},
    [CITY] = {"CITY", "a hex of the map, or hex.city"},
    [TILE] = {"TILE", "a tile of the supply"},
    [TURN] = {"TURN", "a rotation, r0 to r5"},
    [TRAIN] = {"TRAIN", "a train with its number, like 3-1"},
    [PHASE] = {"PHASE", "a phase"},
    [STEP] = {"STEP", "a step of the operating turn"},
    [ROUND] = {"ROUND", "a kind of round"},
    [STATUS_WORD] = {"STATUS", "started, floated, operated, closed, done, home, trained or used"},
    [KEPT_WORD] = {"KEPT", "paid, withheld, half or none"},
    [OVER_WORD] = {"OVER", "bank, bankrupt, own or not"},
    [PART] = {"PART", "set and round like 2.1"},
    [THING] = {"THING", "a private or a train with its number"},
    [BYTES] = {"BYTES", "bytes in hexadecimal"},
};

static int place_called(const char *word, size_t n)
{
    for (int p = 0; p < PLACES; p++)
        if (strlen(PLACE[p].name) == n && memcmp(PLACE[p].name, word, n) == 0)
            return p;
    return -1;
}

static bool index_found(int found, int64_t *v)
{
    *v = found;
    return found >= 0;
}

static bool read_place(rh_position *s, place p, const char *word, const said *a, int64_t *v)
{
    const rh_title *t = s->t;
    const int players = s->game.players;
    if ((p == ANYBODY || p == SOMEBODY) && strcmp(word, "nobody") == 0)
        return index_found(RH_NONE, v);
    if (p == ANYTHING && strcmp(word, "nothing") == 0)
        return index_found(RH_NONE, v);
    switch (p) {
    case HOLDER:
    case ANYBODY: return index_found(rh_holder_called(t, s->names, players, word), v);
    case PLAYER:
    case SOMEBODY:
        return index_found(rh_holder_called(t, s->names, players, word) - RH_FIRST_PLAYER, v) &&
               *v < players;
    case COMPANY:
    case ANYTHING: return index_found(rh_company_called(t, word), v);
    case SHARES: return read_shares(s, (int)a->v[a->values - 1], word, v);
    case MONEY: return rh_read_number(word, -100000000, 100000000, v);
    case NUMBER: return rh_read_number(word, 0, UINT16_MAX, v);
    case BYTE: return rh_read_number(word, 0, UINT8_MAX, v);
    case BIG: return rh_read_number(word, 0, UINT32_MAX, v);
    case CELL: return read_cell(t, word, v);
    case HEX: return index_found(rh_hex_called(t, word), v);
    case CITY: return read_city(s, word, v);
    case TILE: return index_found(rh_tile_called(t, word), v);
    case TURN: return word[0] == 'r' && rh_read_number(word + 1, 0, RH_EDGES - 1, v);
    case TRAIN: return index_found(rh_train_called(t, word), v);
    case PHASE: return index_found(phase_called(t, word), v);
    case STEP: return index_found(step_called(t, word), v);
    case ROUND: return index_found(round_called(t, word), v);
    case STATUS_WORD:
        for (int i = 0; i < STATUSES; i++)
            if (strcmp(STATUS[i].word, word) == 0)
                return index_found(STATUS[i].bit, v);
        return false;
    case KEPT_WORD: return index_found(index_of(KEPT, 4, word), v);
    case OVER_WORD: return index_found(index_of(OVER, 4, word), v);
    case PART: return read_part(word, v);
    case THING: {
        const int train = rh_train_called(t, word), company = rh_company_called(t, word);
        return index_found(train >= 0     ? RH_DEAL_TRAIN * 256 + train
                           : company >= 0 ? RH_DEAL_PRIVATE * 256 + company
                                          : -1,
                           v);
    }
    case BYTES: return true; /* the setter reads them */
    case PLACES: break;
    }
    return false;
}

/* --- setters ---------------------------------------------------------------------------------- */

static bool set_cash(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.cash[a->v[0]] = (rh_money)a->v[1];
    s->cash_said[a->v[0]] = true;
    return true;
}

static bool set_bank(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.cash[RH_BANK] = (rh_money)a->v[0];
    s->cash_said[RH_BANK] = true;
    return true;
}

static bool set_units(rh_position *s, const said *a, char *why)
{
    if (s->t->company[a->v[1]].units == 0)
        return no(why, "%s has no shares", s->t->company[a->v[1]].id);
    s->game.units[a->v[1]][a->v[0]] = (uint8_t)a->v[2];
    if (a->v[0] == RH_OFFERING)
        s->offering_said[a->v[1]] = true;
    return true;
}

static bool set_president(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.president[a->v[0]] = (uint8_t)a->v[1];
    s->president_said[a->v[0]] = true;
    return true;
}

static bool set_units_president(rh_position *s, const said *a, char *why)
{
    const said who = {.v = {a->v[1], a->v[0]}};
    return set_units(s, a, why) && set_president(s, &who, why);
}

static bool set_owner(rh_position *s, int company, int holder)
{
    s->game.owner[company] = (uint8_t)holder;
    s->owner_said[company] = true;
    return true;
}

static bool set_owns(rh_position *s, const said *a, char *why)
{
    for (int i = 0; i < a->rests; i++) {
        const int c = rh_company_called(s->t, a->rest[i]);
        if (c < 0)
            return no(why, "\"%.40s\": no company is called so", a->rest[i]);
        set_owner(s, c, (int)a->v[0]);
    }
    return true;
}

static bool set_owner_is(rh_position *s, const said *a, char *why)
{
    (void)why;
    return set_owner(s, (int)a->v[0], (int)a->v[1]);
}

static bool set_unsold(rh_position *s, const said *a, char *why)
{
    (void)why;
    return set_owner(s, (int)a->v[0], RH_OFFERING);
}

static bool set_bid(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.bid[a->v[1]][a->v[0]] = (rh_money)a->v[2];
    return true;
}

static bool fits_short(int64_t v, char *why)
{
    return (v >= INT16_MIN && v <= INT16_MAX) || no(why, "%s", "that is too much money here");
}

static bool set_ask(rh_position *s, const said *a, char *why)
{
    s->game.ask[a->v[0]] = (int16_t)a->v[1];
    return fits_short(a->v[1], why);
}

static bool set_sold(rh_position *s, const said *a, char *why)
{
    for (int i = 0; i < a->rests; i++) {
        const bool undo = strcmp(a->rest[i], "not") == 0 && i + 1 < a->rests;
        i += undo;
        const int c = rh_company_called(s->t, a->rest[i]);
        if (c < 0)
            return no(why, "\"%.40s\": no company is called so", a->rest[i]);
        const uint64_t bit = (uint64_t)1 << c;
        s->game.sold[a->v[0]] = undo ? s->game.sold[a->v[0]] & ~bit : s->game.sold[a->v[0]] | bit;
    }
    return true;
}

static bool put_token(rh_position *s, int company, int hex, int city, int nth, char *why)
{
    const rh_tile *tile = &s->t->tile[s->game.tile[hex]];
    const rh_company_facts *facts = &s->t->company[company];
    if (city == RH_NONE && facts->home_hex == hex && facts->home_city != RH_NONE &&
        facts->home_city < tile->stops)
        city = facts->home_city;
    for (int i = 0; i < tile->stops; i++) {
        if ((city != RH_NONE && city != i) || tile->stop[i].kind != RH_CITY)
            continue;
        for (int k = 0; k < tile->stop[i].slots; k++) {
            uint8_t *slot = &s->game.slot[hex][tile->stop[i].first_slot + k];
            if (nth == RH_NONE ? *slot == RH_NONE : nth == k) {
                *slot = (uint8_t)company;
                return true;
            }
        }
    }
    return no(why, "there is no room for that token on %s (tiles are said before tokens)",
              s->t->hex[hex].name);
}

static bool set_token(rh_position *s, const said *a, char *why)
{
    return put_token(s, (int)a->v[0], (int)(a->v[1] / 256), (int)(a->v[1] % 256), RH_NONE, why);
}

static bool set_token_slot(rh_position *s, const said *a, char *why)
{
    return put_token(s, (int)a->v[0], (int)(a->v[1] / 256), (int)(a->v[1] % 256), (int)a->v[2],
                     why);
}

static bool set_no_token(rh_position *s, const said *a, char *why)
{
    if (a->v[1] >= RH_SLOTS)
        return no(why, "%s has no such circle", s->t->hex[a->v[0]].name);
    s->game.slot[a->v[0]][a->v[1]] = RH_NONE;
    return true;
}

static bool set_raw_token(rh_position *s, const said *a, char *why)
{
    if (a->v[1] >= RH_SLOTS)
        return no(why, "%s has no such circle", s->t->hex[a->v[0]].name);
    s->game.slot[a->v[0]][a->v[1]] = (uint8_t)a->v[2];
    return true;
}

/* The home token, if it is not there yet. */
static bool put_home(rh_position *s, int company, char *why)
{
    const int hex = s->t->company[company].home_hex;
    s->game.status[company] |= RH_HOME;
    if (hex == RH_NONE || s->t->company[company].tokens == 0)
        return true;
    for (int i = 0; i < RH_SLOTS; i++)
        if (s->game.slot[hex][i] == company)
            return true;
    return put_token(s, company, hex, RH_NONE, RH_NONE, why);
}

static bool set_status(rh_position *s, const said *a, char *why)
{
    const int c = (int)a->v[0];
    s->game.status[c] |= (uint8_t)a->v[1];
    s->status_said[c] |= (uint8_t)a->v[1];
    if (a->v[1] == RH_CLOSED && s->t->company[c].kind == RH_PRIVATE)
        return set_owner(s, c, RH_NONE);
    if ((a->v[1] == RH_OPERATED || a->v[1] == RH_HOME) && s->t->company[c].kind != RH_PRIVATE)
        return put_home(s, c, why);
    return true;
}

static bool set_not_status(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.status[a->v[0]] &= (uint8_t)~a->v[1];
    s->status_said[a->v[0]] |= (uint8_t)a->v[1];
    return true;
}

static bool put_marker(rh_position *s, int company, int row, int column)
{
    s->game.row[company] = (uint8_t)row;
    s->game.column[company] = (uint8_t)column;
    s->game.arrived[company] = s->game.arrivals++;
    s->game.status[company] |= RH_STARTED;
    return true;
}

/* The only space with this price, or the one that is a par price. */
static bool find_price(rh_position *s, int company, rh_money price, bool par_only, char *why)
{
    const rh_market_facts *m = &s->t->market;
    int found = 0, at_row = 0, at_column = 0;
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->columns; c++) {
            if (m->cell[r][c].price != price || price == 0)
                continue;
            if (m->cell[r][c].par)
                return put_marker(s, company, r, c);
            found++;
            at_row = r;
            at_column = c;
        }
    if (par_only || found == 0)
        return no(why,
                  par_only ? "%s cannot start at that price"
                           : "no space of the market has "
                             "that price (%s)",
                  s->t->company[company].id);
    if (found > 1)
        return no(why, "several spaces have that price: say which one %s is on, (row,column)",
                  s->t->company[company].id);
    return put_marker(s, company, at_row, at_column);
}

static bool set_started(rh_position *s, const said *a, char *why)
{
    if (!find_price(s, (int)a->v[0], (rh_money)a->v[1], true, why))
        return false;
    s->game.par[a->v[0]] = (int16_t)a->v[1];
    return true;
}

static bool set_floated(rh_position *s, const said *a, char *why)
{
    if (!set_started(s, a, why))
        return false;
    s->game.status[a->v[0]] |= RH_FLOATED;
    s->capital_due[a->v[0]] = true;
    return true;
}

static bool set_price(rh_position *s, const said *a, char *why)
{
    return find_price(s, (int)a->v[0], (rh_money)a->v[1], false, why);
}

static bool set_price_cell(rh_position *s, const said *a, char *why)
{
    const int row = (int)(a->v[2] / 256), column = (int)(a->v[2] % 256);
    if (s->t->market.cell[row][column].price != a->v[1])
        return no(why, "the space said for %s has another price", s->t->company[a->v[0]].id);
    return put_marker(s, (int)a->v[0], row, column);
}

static bool set_nowhere(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.row[a->v[0]] = (uint8_t)a->v[1];
    s->game.column[a->v[0]] = (uint8_t)a->v[2];
    return true;
}

static bool set_par(rh_position *s, const said *a, char *why)
{
    s->game.par[a->v[0]] = (int16_t)a->v[1];
    return fits_short(a->v[1], why);
}

static bool set_arrived(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.arrived[a->v[0]] = (uint16_t)a->v[1];
    return true;
}

static bool set_turn_price(rh_position *s, const said *a, char *why)
{
    s->game.turn_price[a->v[0]] = (int16_t)a->v[1];
    return fits_short(a->v[1], why);
}

static bool set_last_revenue(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.last_revenue[a->v[0]] = (rh_money)a->v[1];
    return true;
}

static bool set_kept(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.kept[a->v[0]] = (uint8_t)a->v[1];
    return true;
}

static bool set_tokens_used(rh_position *s, const said *a, char *why)
{
    if (a->v[1] > RH_TOKENS)
        return no(why, "%s has not so many tokens", s->t->company[a->v[0]].id);
    s->game.tokens_used[a->v[0]] = (uint8_t)a->v[1];
    s->tokens_said[a->v[0]] = true;
    return true;
}

static bool set_tile(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.tile[a->v[1]] = (uint16_t)a->v[0];
    s->game.turn[a->v[1]] = (uint8_t)a->v[2];
    return true;
}

static bool set_printed(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.tile[a->v[0]] = s->t->hex[a->v[0]].printed;
    s->game.turn[a->v[0]] = 0;
    return true;
}

static bool set_supply(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.supply[a->v[0]] = (uint8_t)a->v[1];
    s->supply_said[a->v[0]] = true;
    return true;
}

static bool put_train(rh_position *s, const char *word, int holder, char *why)
{
    int train = rh_train_called(s->t, word);
    for (int i = 0; i < s->t->trains && train < 0; i++)
        if (strcmp(s->t->train[s->t->train_kind[i]].name, word) == 0 && !s->train_said[i] &&
            s->game.train_at[i] == RH_BANK)
            train = i;
    if (train < 0)
        return no(why, "\"%.40s\": the bank has no such train (left)", word);
    s->game.train_at[train] = (uint8_t)holder;
    s->train_said[train] = true;
    return true;
}

static bool set_trains(rh_position *s, const said *a, char *why)
{
    for (int i = 0; i < a->rests; i++)
        if (!put_train(s, a->rest[i], (int)a->v[0], why))
            return false;
    return true;
}

static bool set_gone(rh_position *s, const said *a, char *why)
{
    for (int i = 0; i < a->rests; i++)
        if (!put_train(s, a->rest[i], RH_NONE, why))
            return false;
    return true;
}

static bool set_obsolete(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.train_state[a->v[0]] |= RH_TRAIN_OBSOLETE;
    return true;
}
static bool set_turned(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.train_state[a->v[0]] |= RH_TRAIN_OTHER_FACE;
    return true;
}
static bool set_plain(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.train_state[a->v[0]] = 0;
    return true;
}

static bool set_phase(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.phase = (uint8_t)a->v[0];
    return true;
}

static bool set_round(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.sequence = (uint8_t)a->v[0];
    s->round_said = true;
    if (a->values > 1)
        s->game.stock_round = (uint16_t)(a->v[1]);
    return true;
}

static bool set_round_part(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.sequence = (uint8_t)a->v[0];
    s->round_said = true;
    s->game.stock_round = (uint16_t)(a->v[1] / 65536);
    s->game.operating_round = (uint16_t)(a->v[1] % 65536);
    if (a->values > 2) {
        s->game.set_rounds = (uint8_t)a->v[2];
        s->set_said = true;
    }
    return true;
}

static bool set_sequence(rh_position *s, const said *a, char *why)
{
    if (a->v[0] >= s->t->sequence.rounds)
        return no(why, "%s has not so many kinds of rounds", s->t->id);
    s->game.sequence = (uint8_t)a->v[0];
    s->round_said = true;
    return true;
}

static bool set_step(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.step = (uint8_t)a->v[0];
    s->step_said = true;
    return true;
}

static bool set_step_number(rh_position *s, const said *a, char *why)
{
    if (a->v[0] > s->t->sequence.steps)
        return no(why, "%s has not so many steps", s->t->id);
    return set_step(s, a, why);
}

static bool set_player_acts(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.current = (uint8_t)a->v[0];
    s->turn_said = true;
    return true;
}

static bool set_company_acts(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.operating = (uint8_t)a->v[0];
    s->turn_said = true;
    return true;
}

static bool set_waiting(rh_position *s, const said *a, char *why)
{
    if (a->rests > RH_WAITING_TOKENS)
        return no(why, "so many tokens cannot wait on %s", s->t->hex[a->v[0]].name);
    s->game.waiting_hex = (uint8_t)a->v[0];
    memset(s->game.waiting, RH_NONE, sizeof s->game.waiting);
    for (int i = 0; i < a->rests; i++) {
        const int c = rh_company_called(s->t, a->rest[i]);
        if (c < 0)
            return no(why, "\"%.40s\": no company is called so", a->rest[i]);
        s->game.waiting[i] = (uint8_t)c;
    }
    return true;
}

static bool set_nothing_waits(rh_position *s, const said *a, char *why)
{
    (void)why;
    (void)a;
    s->game.waiting_hex = RH_NONE;
    memset(s->game.waiting, RH_NONE, sizeof s->game.waiting);
    return true;
}

static bool set_deal(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.deal = (rh_deal){.buyer = {(uint8_t)a->v[0]},
                             .kind = (uint8_t)(a->v[1] / 256),
                             .thing = (uint8_t)(a->v[1] % 256),
                             .seller = {(uint8_t)a->v[2]},
                             .price = (rh_money)a->v[3],
                             .asked = {(uint8_t)a->v[4]},
                             .trade = (uint8_t)(a->values > 5 ? a->v[5] : RH_NONE)};
    return true;
}

static bool set_no_deal(rh_position *s, const said *a, char *why)
{
    (void)why;
    (void)a;
    s->game.deal = s->game.deal.kind == RH_DEAL_NONE ? s->game.deal : (rh_deal){0};
    return true;
}

/* An empty deal whose other bytes are not zero. */
static bool set_deal_rest(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.deal = (rh_deal){.buyer = {(uint8_t)a->v[0]},
                             .seller = {(uint8_t)a->v[1]},
                             .asked = {(uint8_t)a->v[2]},
                             .thing = (uint8_t)a->v[3],
                             .trade = (uint8_t)a->v[4],
                             .price = (rh_money)a->v[5]};
    return true;
}

static bool set_bought(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.bought = (uint8_t)a->v[0];
    s->game.bought_from = (uint8_t)a->v[1];
    return true;
}

static bool set_par_of(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.par_by = (uint8_t)a->v[0];
    s->game.par_of = (uint8_t)a->v[1];
    return true;
}

static bool set_contest_order(rh_position *s, const said *a, char *why)
{
    if (a->rests > RH_PLAYERS)
        return no(why, "%s", "there are not so many players");
    memset(s->game.contest_order, RH_NONE, sizeof s->game.contest_order);
    for (int i = 0; i < a->rests; i++) {
        int64_t player;
        if (!read_place(s, SOMEBODY, a->rest[i], a, &player))
            return no(why, "\"%.40s\": no player is called so", a->rest[i]);
        s->game.contest_order[i] = (uint8_t)player;
    }
    return true;
}

static bool set_no_contest_order(rh_position *s, const said *a, char *why)
{
    (void)why;
    memset(s->game.contest_order, (int)a->v[0], sizeof s->game.contest_order);
    return true;
}

static bool set_own(rh_position *s, const said *a, char *why)
{
    const char *hex = a->rest[0];
    const size_t n = strlen(hex) / 2, at = (size_t)a->v[0];
    if (a->rests != 1 || strlen(hex) % 2 != 0 || at + n > RH_OWN_BYTES ||
        strspn(hex, "0123456789abcdef") != strlen(hex))
        return no(why, "\"%.40s\": bytes in hexadecimal are expected", hex);
    for (size_t i = 0; i < n; i++) {
        const char two[3] = {hex[2 * i], hex[2 * i + 1], 0};
        s->game.own[at + i] = (uint8_t)strtoul(two, NULL, 16);
    }
    return true;
}

static bool set_bankrupt(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.bankrupt |= (uint8_t)(1 << a->v[0]);
    return true;
}
static bool set_not_bankrupt(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.bankrupt &= (uint8_t) ~(1 << a->v[0]);
    return true;
}

/* Setters of one plain field. */
#define FIELD(name, type)                                            \
    static bool set_##name(rh_position *s, const said *a, char *why) \
    {                                                                \
        (void)why;                                                   \
        s->game.name = (type)a->v[0];                                \
        return true;                                                 \
    }
FIELD(revenue, rh_money)
FIELD(raised, rh_money)
FIELD(rng, uint32_t)
FIELD(moves, uint32_t)
FIELD(arrivals, uint16_t)
FIELD(stock_round, uint16_t)
FIELD(operating_round, uint16_t)
FIELD(over, uint8_t)
FIELD(priority, uint8_t)
FIELD(passes, uint8_t)
FIELD(last_to_act, uint8_t)
FIELD(contested, uint8_t)
FIELD(contest_turn, uint8_t)
FIELD(contest_passes, uint8_t)
FIELD(lays, uint8_t)
FIELD(tokens, uint8_t)
#undef FIELD

static bool set_set_rounds(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.set_rounds = (uint8_t)a->v[0];
    s->set_said = true;
    return true;
}

/* Yes and no of one plain field. */
#define SWITCH(name)                                                     \
    static bool set_##name(rh_position *s, const said *a, char *why)     \
    {                                                                    \
        (void)why;                                                       \
        (void)a;                                                         \
        s->game.name = 1;                                                \
        return true;                                                     \
    }                                                                    \
    static bool set_not_##name(rh_position *s, const said *a, char *why) \
    {                                                                    \
        (void)why;                                                       \
        (void)a;                                                         \
        s->game.name = 0;                                                \
        return true;                                                     \
    }
SWITCH(bank_broken)
SWITCH(last_set)
SWITCH(turn_begun)
SWITCH(acted)
#undef SWITCH

static const form_row FORMS[] = {
    {"bank MONEY", set_bank},
    {"HOLDER cash MONEY", set_cash},
    {"HOLDER COMPANY SHARES", set_units},
    {"HOLDER COMPANY SHARES president", set_units_president},
    {"COMPANY president ANYBODY", set_president},
    {"HOLDER owns ...", set_owns},
    {"COMPANY owner ANYBODY", set_owner_is},
    {"COMPANY unsold", set_unsold},
    {"COMPANY asks MONEY", set_ask},
    {"PLAYER bid COMPANY MONEY", set_bid},
    {"PLAYER sold ...", set_sold},
    {"PLAYER bankrupt", set_bankrupt},
    {"PLAYER not bankrupt", set_not_bankrupt},

    {"COMPANY STATUS", set_status},
    {"COMPANY not STATUS", set_not_status},
    {"COMPANY started at MONEY", set_started},
    {"COMPANY floated at MONEY", set_floated},
    {"COMPANY par MONEY", set_par},
    {"COMPANY price MONEY", set_price},
    {"COMPANY price MONEY CELL", set_price_cell},
    {"COMPANY marker BYTE BYTE", set_nowhere},
    {"COMPANY arrived NUMBER", set_arrived},
    {"arrivals NUMBER", set_arrivals},
    {"COMPANY first sold at MONEY", set_turn_price},
    {"COMPANY last revenue MONEY", set_last_revenue},
    {"COMPANY last dividend KEPT", set_kept},
    {"COMPANY tokens placed NUMBER", set_tokens_used},

    {"tile TILE HEX TURN", set_tile},
    {"tile printed HEX", set_printed},
    {"token COMPANY CITY", set_token},
    {"token COMPANY CITY slot BYTE", set_token_slot},
    {"circle HEX BYTE free", set_no_token},
    {"circle HEX BYTE COMPANY", set_raw_token},
    {"supply TILE BYTE", set_supply},
    {"waiting HEX ...", set_waiting},
    {"waiting nothing", set_nothing_waits},

    {"HOLDER trains ...", set_trains},
    {"gone trains ...", set_gone},
    {"train TRAIN obsolete", set_obsolete},
    {"train TRAIN turned", set_turned},
    {"train TRAIN plain", set_plain},

    {"phase PHASE", set_phase},
    {"round ROUND", set_round},
    {"round ROUND NUMBER", set_round},
    {"round ROUND PART", set_round_part},
    {"round ROUND PART of BYTE", set_round_part},
    {"sequence BYTE", set_sequence},
    {"stock rounds NUMBER", set_stock_round},
    {"operating rounds NUMBER", set_operating_round},
    {"set of BYTE", set_set_rounds},
    {"step STEP", set_step},
    {"step number BYTE", set_step_number},
    {"PLAYER to act", set_player_acts},
    {"COMPANY to act", set_company_acts},
    {"nothing to act", set_company_acts},
    {"turn begun", set_turn_begun},
    {"turn not begun", set_not_turn_begun},
    {"priority PLAYER", set_priority},
    {"passes BYTE", set_passes},
    {"last to act SOMEBODY", set_last_to_act},
    {"bought ANYTHING from ANYBODY", set_bought},
    {"acted", set_acted},
    {"not acted", set_not_acted},
    {"contested ANYTHING", set_contested},
    {"contest speaker SOMEBODY", set_contest_turn},
    {"contest passes BYTE", set_contest_passes},
    {"contest order all BYTE", set_no_contest_order},
    {"contest order ...", set_contest_order},
    {"SOMEBODY sets par of ANYTHING", set_par_of},
    {"lays BYTE", set_lays},
    {"tokens BYTE", set_tokens},
    {"revenue MONEY", set_revenue},
    {"raised MONEY", set_raised},
    {"deal HOLDER buys THING from HOLDER for MONEY asked ANYBODY", set_deal},
    {"deal HOLDER buys THING from HOLDER for MONEY asked ANYBODY trading TRAIN", set_deal},
    {"no deal", set_no_deal},
    {"no deal BYTE BYTE BYTE BYTE BYTE MONEY", set_deal_rest},

    {"over OVER", set_over},
    {"bank broken", set_bank_broken},
    {"bank not broken", set_not_bank_broken},
    {"last set", set_last_set},
    {"not last set", set_not_last_set},
    {"rng BIG", set_rng},
    {"moves BIG", set_moves},
    {"own NUMBER ...", set_own},
};

/* How far the words follow a form: all of it, or the number of words that do. */
typedef struct {
    bool whole;
    int words;    /* that fit */
    int expected; /* place that did not fit, or -1 */
} followed;

static followed follow(rh_position *s, const char *form, char **word, int words, said *a)
{
    *a = (said){0};
    int i = 0;
    for (const char *f = form; *f != 0; i++) {
        const size_t n = strcspn(f, " ");
        if (n == 3 && memcmp(f, "...", 3) == 0) {
            a->rest = word + i;
            a->rests = words - i;
            return (followed){a->rests > 0, i, -1};
        }
        if (i == words)
            return (followed){false, i, -1};
        const int p = place_called(f, n);
        if (p < 0 ? strlen(word[i]) != n || memcmp(word[i], f, n) != 0
                  : !read_place(s, (place)p, word[i], a, &a->v[a->values]))
            return (followed){false, i, p};
        a->values += p >= 0;
        f += n + (f[n] == ' ');
    }
    return (followed){i == words, i, -1};
}

static bool say_one(rh_position *s, char *text, char *why)
{
    char *word[RH_LINE_WORDS];
    char copy[RH_LINE];
    strcpy(copy, text);
    const int words = rh_cut_words(text, word);
    followed best = {0};
    if (words == 0)
        return true;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        said a;
        const followed f = follow(s, FORMS[i].form, word, words, &a);
        if (f.whole) {
            if (strcmp(FORMS[i].form, "nothing to act") == 0)
                a.v[0] = RH_NONE;
            return FORMS[i].set(s, &a, why);
        }
        if (f.words > best.words || (f.words == best.words && best.expected < 0))
            best = f;
    }
    why[0] = 0; /* the title's own statements; what it does not know either, it does not speak of */
    if (s->t->hooks->say && s->t->hooks->say(s->t, &s->game, word, words, why))
        return true;
    if (why[0])
        return false;
    if (best.words < words && best.expected >= 0 && best.words > 0)
        snprintf(why, RH_WHY_TEXT, "\"%.80s\": %s is expected where it says \"%.40s\"", copy,
                 PLACE[best.expected].expected, word[best.words]);
    else
        snprintf(why, RH_WHY_TEXT, "\"%.80s\" is no statement of a position", copy);
    return false;
}

bool rh_position_say(rh_position *s, const char *statements, char *why)
{
    char copy[RH_LINE];
    const size_t n = strlen(statements);
    if (n >= sizeof copy)
        return no(why, "%s", "the statement is too long");
    memcpy(copy, statements, n + 1);
    for (char *at = copy; at;) {
        char *end = strchr(at, ';');
        if (end)
            *end++ = 0;
        if (!say_one(s, rh_trimmed(at), why))
            return false;
        at = end;
    }
    return true;
}

void rh_position_start(rh_position *s, const rh_title *t, const rh_names *names, const rh_game *g)
{
    memset(s, 0, sizeof *s);
    s->t = t;
    s->names = names;
    s->game = *g;
    for (int h = 0; h < RH_HOLDERS; h++)
        s->total += g->cash[h];
}

/* --- what nobody says ------------------------------------------------------------------------- */

static bool infer_shares(rh_position *s, char *why)
{
    for (int c = 0; c < s->t->companies; c++) {
        const int total = rh_total_units(s->t, &s->game, (rh_company){(uint8_t)c});
        int held = 0;
        for (int h = 0; h < RH_HOLDERS; h++)
            held += h == RH_OFFERING && !s->offering_said[c] ? 0 : s->game.units[c][h];
        if (held > total) {
            snprintf(why, RH_WHY_TEXT, "%d shares of %s are held, but it has only %d", held,
                     s->t->company[c].id, total);
            return false;
        }
        if (!s->offering_said[c])
            s->game.units[c][RH_OFFERING] = (uint8_t)(total - held);
    }
    return true;
}

static bool infer_president(rh_position *s, int c, char *why)
{
    if (s->president_said[c] || !(s->game.status[c] & RH_STARTED))
        return true;
    int most = s->t->company[c].president_units - 1, best = RH_NONE, same = RH_NONE;
    for (int p = 0; p < s->game.players; p++) {
        const int held = s->game.units[c][rh_player_holder(p).i];
        if (held == most)
            same = p;
        if (held > most) {
            most = held;
            best = p;
            same = RH_NONE;
        }
    }
    if (best == RH_NONE)
        return true;
    if (same != RH_NONE) {
        snprintf(why, RH_WHY_TEXT, "%s and %s hold equally many shares of %s: say who is president",
                 s->names->name[best], s->names->name[same], s->t->company[c].id);
        return false;
    }
    s->game.president[c] = rh_player_holder(best).i;
    return true;
}

/* Trains of the stack below the one that began the phase have left the bank. */
static void infer_trains(rh_position *s)
{
    int first = 0;
    while (first < s->t->trains && s->t->train[s->t->train_kind[first]].phase != s->game.phase)
        first++;
    for (int i = 0; i < first && first < s->t->trains; i++)
        if (s->game.train_at[i] == RH_BANK && !s->train_said[i])
            s->game.train_at[i] = RH_NONE;
    for (int i = 0; i < s->t->trains; i++) {
        const rh_holder h = {s->game.train_at[i]};
        if (h.i != RH_NONE && rh_is_company(h) &&
            !(s->status_said[rh_company_of(h).i] & RH_HAD_TRAIN))
            s->game.status[rh_company_of(h).i] |= RH_HAD_TRAIN;
    }
}

static void infer_supply(rh_position *s)
{
    for (int i = s->t->first_laid; i < s->t->tiles; i++) {
        if (s->supply_said[i] || s->t->tile[i].unlimited)
            continue;
        int laid = 0;
        for (int h = 0; h < s->t->hexes; h++)
            laid += s->game.tile[h] == i;
        s->game.supply[i] = (uint8_t)(s->t->tile[i].count > laid ? s->t->tile[i].count - laid : 0);
    }
}

static void infer_tokens(rh_position *s)
{
    for (int c = 0; c < s->t->companies; c++) {
        int placed = 0;
        for (int h = 0; h < s->t->hexes; h++)
            for (int i = 0; i < RH_SLOTS; i++) {
                if (s->game.slot[h][i] != c)
                    continue;
                placed++;
                if (s->t->company[c].home_hex == h && !(s->status_said[c] & RH_HOME))
                    s->game.status[c] |= RH_HOME;
            }
        for (int i = 0; i < RH_WAITING_TOKENS; i++)
            placed += s->game.waiting[i] == c;
        if (!s->tokens_said[c])
            s->game.tokens_used[c] = (uint8_t)placed;
    }
}

/* Once a round after the sale of the privates is said, a private that nobody was given is out. */
static void infer_privates(rh_position *s, int round)
{
    for (int c = 0; c < s->t->companies; c++) {
        if (s->t->company[c].kind != RH_PRIVATE || round == RH_ROUND_AUCTION || !s->round_said ||
            s->owner_said[c] || s->game.owner[c] != RH_OFFERING)
            continue;
        s->game.owner[c] = RH_NONE;
        if (!(s->status_said[c] & RH_CLOSED))
            s->game.status[c] |= RH_CLOSED;
    }
}

static bool infer_turn(rh_position *s, int round, char *why)
{
    rh_game *g = &s->game;
    if (!s->round_said)
        return true;
    if (round == RH_ROUND_STOCK && !s->turn_said)
        g->current = g->priority;
    if (round != RH_ROUND_OPERATING)
        return true;
    if (!s->set_said)
        g->set_rounds = s->t->phase[g->phase].operating_rounds;
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(s->t, g, order);
    for (int i = 0; i < n && !s->turn_said; i++)
        if ((g->status[order[i].i] & (RH_FLOATED | RH_DONE)) == RH_FLOATED) {
            g->operating = order[i].i;
            s->turn_said = true;
        }
    if (!s->step_said)
        while (g->step + 1 < s->t->sequence.steps && s->t->sequence.step[g->step] == RH_STEP_HOME)
            g->step++;
    if (g->operating == RH_NONE)
        return true;
    for (int i = 0; i < n && order[i].i != g->operating; i++)
        if ((g->status[order[i].i] & RH_FLOATED) && !(s->status_said[order[i].i] & RH_DONE))
            g->status[order[i].i] |= RH_DONE;
    const bool at_home = s->t->sequence.step[g->step] == RH_STEP_HOME;
    if (!at_home && !(s->status_said[g->operating] & RH_HOME) &&
        !(g->status[g->operating] & RH_HOME))
        return put_home(s, g->operating, why);
    return true;
}

static bool infer_money(rh_position *s, char *why)
{
    rh_game *g = &s->game;
    for (int c = 0; c < s->t->companies; c++) {
        const int h = rh_company_holder((rh_company){(uint8_t)c}).i;
        if (s->capital_due[c] && !s->cash_said[h] && s->t->company[c].capital == RH_CAPITAL_FULL)
            g->cash[h] = g->par[c] * rh_total_units(s->t, g, (rh_company){(uint8_t)c});
    }
    if (s->cash_said[RH_BANK])
        return true;
    int64_t others = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        others += h == RH_BANK ? 0 : g->cash[h];
    if (others > s->total && !g->bank_broken) {
        snprintf(why, RH_WHY_TEXT,
                 "players and companies have %lld together, but there are only "
                 "%lld (say \"bank broken\" if that is meant)",
                 (long long)others, (long long)s->total);
        return false;
    }
    g->cash[RH_BANK] = (rh_money)(s->total - others);
    return true;
}

/* --- what cannot be --------------------------------------------------------------------------- */

/* The engine trusts a game to be one that play has reached. The promises say most of that; these
 * are the rest, without which asking for the promises would already be wrong. */

static const char *wrong_companies(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++) {
        const int kind = t->company[c].kind;
        if (kind == RH_PRIVATE &&
            (g->status[c] & (RH_STARTED | RH_FLOATED | RH_OPERATED | RH_HOME | RH_DONE)))
            return "a private is not started and does not operate";
        if (kind == RH_PRIVATE && (g->status[c] & RH_CLOSED) && g->owner[c] != RH_NONE)
            return "a closed private belongs to nobody";
        if (t->company[c].units && g->president[c] >= RH_HOLDERS && !(g->status[c] & RH_CLOSED))
            return "a president's certificate lies somewhere";
        for (int k = 0; k < t->company[c].powers; k++) {
            const rh_power *power = &t->company[c].power[k];
            const bool gift = power->kind == RH_POWER_SHARE || power->kind == RH_POWER_PRESIDENT;
            const int with = power->company;
            if (!gift || g->owner[c] != RH_OFFERING || with >= t->companies)
                continue;
            if ((g->status[with] & RH_CLOSED) || rh_is_player((rh_holder){g->president[with]}))
                return "what comes with an unsold private lies with it";
        }
    }
    return NULL;
}

static const char *wrong_auction(const rh_title *t, const rh_game *g)
{
    if (t->sequence.round[g->sequence] != RH_ROUND_AUCTION)
        return g->contested == RH_NONE ? NULL : "privates are contested in their sale only";
    bool unsold = false;
    for (int i = 0; i < t->auction.items; i++)
        unsold |= g->owner[t->auction.item[i]] == RH_OFFERING;
    if (!unsold && g->par_of == RH_NONE)
        return "the sale is over when the last private is sold";
    if (g->contested == RH_NONE)
        return NULL;
    int bidders = 0;
    for (int p = 0; p < g->players; p++) {
        if (g->bid[g->contested][p] < 0)
            return "a bid is not below nothing";
        bidders += g->bid[g->contested][p] > 0;
    }
    const bool lowest_speaks =
        t->auction.contest_order == RH_CONTEST_LOWEST ||
        (t->auction.contest_order == RH_CONTEST_USUAL && !t->auction.pass_keeps_bid);
    if (bidders < 2 || g->owner[g->contested] != RH_OFFERING)
        return "a private is contested by at least two bidders";
    if (!lowest_speaks &&
        (g->contest_turn >= g->players || g->bid[g->contested][g->contest_turn] == 0))
        return "one of the bidders speaks (say \"contest speaker\")";
    return NULL;
}

static const char *wrong_turn(const rh_title *t, const rh_game *g)
{
    const int round = t->sequence.round[g->sequence];
    if (round == RH_ROUND_OPERATING) {
        const int c = g->operating;
        if (c == RH_NONE)
            return "a floated company has the turn (say which: \"COMPANY to act\")";
        if (t->company[c].kind == RH_PRIVATE || (g->status[c] & RH_CLOSED) ||
            !(g->status[c] & RH_FLOATED))
            return "only a floated company has a turn";
        if (g->step >= t->sequence.steps)
            return "the turn is in one of its steps";
    } else if (round < RH_ROUND_KINDS && g->operating != RH_NONE) {
        return "a company has its turn in an operating round";
    }
    if (g->current >= g->players || g->priority >= g->players)
        return "every turn has a player";
    if (g->par_of != RH_NONE && (g->par_by >= g->players || t->company[g->par_of].units == 0 ||
                                 (g->status[g->par_of] & RH_STARTED) ||
                                 g->president[g->par_of] != rh_player_holder(g->par_by).i))
        return "a par price is set by the president of a company that is not started";
    return NULL;
}

static const char *wrong_waiting(const rh_title *t, const rh_game *g)
{
    int waiting = 0, room = 0;
    for (int i = 0; i < RH_WAITING_TOKENS; i++)
        waiting += g->waiting[i] != RH_NONE;
    if ((g->waiting_hex != RH_NONE) != (waiting > 0))
        return "tokens wait on a hex";
    if (waiting == 0)
        return NULL;
    if (g->operating == RH_NONE)
        return "tokens wait for the company in turn";
    const rh_tile *tile = &t->tile[g->tile[g->waiting_hex]];
    for (int i = 0; i < tile->slots; i++)
        room += g->slot[g->waiting_hex][i] == RH_NONE;
    return room >= waiting ? NULL : "waiting tokens have room on their hex";
}

static const char *wrong_deal(const rh_title *t, const rh_game *g)
{
    const rh_deal *d = &g->deal;
    if (d->kind == RH_DEAL_NONE)
        return NULL;
    if (!rh_is_player(d->asked) || rh_player_of(d->asked) >= g->players)
        return "a player is asked to consent to a deal";
    rh_money cash = g->cash[d->buyer.i];
    if (d->kind == RH_DEAL_PRIVATE) {
        if (t->company[d->thing].kind != RH_PRIVATE || g->owner[d->thing] != d->seller.i ||
            !(rh_is_player(d->buyer) || rh_is_company(d->buyer)))
            return "a private is sold by its owner";
    } else {
        const rh_holder turn = {(uint8_t)(RH_FIRST_COMPANY + g->operating)};
        if (g->operating == RH_NONE || d->buyer.i != turn.i || g->train_at[d->thing] != d->seller.i)
            return "a train is sold by its owner to the company in turn";
        if (d->trade != RH_NONE && (d->trade >= t->trains || g->train_at[d->trade] != turn.i))
            return "a train handed in is the buyer's own";
        const int president = rh_president(t, g, rh_company_of(d->buyer));
        cash += president == RH_NONE ? 0 : g->cash[rh_player_holder(president).i];
    }
    return d->price >= 0 && d->price <= cash ? NULL : "the price of a deal can be paid";
}

static const char *impossible(const rh_title *t, const rh_game *g)
{
    static const char *(*const QUESTIONS[])(const rh_title *, const rh_game *) = {
        wrong_companies, wrong_auction, wrong_turn, wrong_waiting, wrong_deal};
    if (g->over)
        return NULL;
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++) {
        const char *wrong = QUESTIONS[i](t, g);
        if (wrong)
            return wrong;
    }
    return g->revenue < 0 ? "revenue is not below nothing" : NULL;
}

bool rh_position_end(rh_position *s, char *why)
{
    rh_game *g = &s->game;
    const int round = s->t->sequence.round[g->sequence];
    if (!infer_shares(s, why))
        return false;
    for (int c = 0; c < s->t->companies; c++)
        if (!infer_president(s, c, why))
            return false;
    infer_trains(s);
    infer_supply(s);
    infer_privates(s, round);
    if (!infer_turn(s, round, why))
        return false;
    infer_tokens(s);
    if (!infer_money(s, why))
        return false;
    for (int c = 0; c < s->t->companies; c++)
        if ((g->status[c] & RH_STARTED) && g->par[c] == 0)
            return no(why, "%s has a price but no par price: say \"started at\" or \"par\"",
                      s->t->company[c].id);
    const char *broken = impossible(s->t, g);
    if (broken == NULL)
        broken = rh_broken_promise(s->t, g);
    return broken == NULL || no(why, "that cannot be: %s", broken);
}

/* --- the writer ------------------------------------------------------------------------------- */

typedef struct {
    const rh_title *t;
    const rh_names *names;
    const rh_game *from, *to;
    rh_writing *out;
    bool inferred; /* write also what the reader would infer */
} writer;

static const char *holder(const writer *w, int h) { return rh_holder_word(w->t, w->names, h); }
static const char *player(const writer *w, int p)
{
    return p == RH_NONE ? "nobody" : w->names->name[p];
}
static const char *company(const writer *w, int c)
{
    return c == RH_NONE ? "nothing" : w->t->company[c].id;
}

/* The field is all zero before the first contest and ends with nobody later. */
static void write_contest_order(const writer *w)
{
    const uint8_t *order = w->to->contest_order;
    int n = RH_PLAYERS;
    while (n > 0 && order[n - 1] == RH_NONE)
        n--;
    bool same = true;
    for (int i = 1; i < RH_PLAYERS; i++)
        same &= order[i] == order[0];
    if (same) {
        rh_write(w->out, "contest order all %d\n", order[0]);
        return;
    }
    rh_write(w->out, "contest order");
    for (int i = 0; i < n; i++)
        rh_write(w->out, " %s", player(w, order[i]));
    rh_write(w->out, "\n");
}

static void write_where(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    const int round = w->t->sequence.round[b->sequence];
    if (a->phase != b->phase)
        rh_write(w->out, "phase %s\n", w->t->phase[b->phase].name);
    if (round_called(w->t, round_word(w->t, b->sequence)) == b->sequence) {
        if (round == RH_ROUND_STOCK &&
            (a->sequence != b->sequence || a->stock_round != b->stock_round))
            rh_write(w->out, "round %s %d\n", round_word(w->t, b->sequence), b->stock_round);
        else if (round == RH_ROUND_OPERATING &&
                 (a->sequence != b->sequence || a->stock_round != b->stock_round ||
                  a->operating_round != b->operating_round || a->set_rounds != b->set_rounds))
            rh_write(w->out, "round %s %d.%d of %d\n", round_word(w->t, b->sequence),
                     b->stock_round, b->operating_round, b->set_rounds);
        else if (a->sequence != b->sequence)
            rh_write(w->out, "round %s\n", round_word(w->t, b->sequence));
    } else if (a->sequence != b->sequence) {
        rh_write(w->out, "sequence %d\n", b->sequence);
    }
    if (w->inferred || (round != RH_ROUND_STOCK && round != RH_ROUND_OPERATING))
        if (a->stock_round != b->stock_round)
            rh_write(w->out, "stock rounds %d\n", b->stock_round);
    if (w->inferred || round != RH_ROUND_OPERATING) {
        if (a->operating_round != b->operating_round)
            rh_write(w->out, "operating rounds %d\n", b->operating_round);
        if (a->set_rounds != b->set_rounds)
            rh_write(w->out, "set of %d\n", b->set_rounds);
    }
    if (a->operating != b->operating)
        rh_write(w->out, "%s to act\n", company(w, b->operating));
    if (a->current != b->current)
        rh_write(w->out, "%s to act\n", player(w, b->current));
    if (a->step != b->step) {
        const char *word = b->step < w->t->sequence.steps
                               ? rh_step_word(w->t, w->t->sequence.step[b->step])
                               : NULL;
        if (word && step_called(w->t, word) == b->step)
            rh_write(w->out, "step %s\n", word);
        else
            rh_write(w->out, "step number %d\n", b->step);
    }
    if (a->turn_begun != b->turn_begun)
        rh_write(w->out, "turn %sbegun\n", b->turn_begun ? "" : "not ");
    if (a->priority != b->priority)
        rh_write(w->out, "priority %s\n", player(w, b->priority));
    if (a->passes != b->passes)
        rh_write(w->out, "passes %d\n", b->passes);
    if (a->last_to_act != b->last_to_act)
        rh_write(w->out, "last to act %s\n", player(w, b->last_to_act));
    if (a->bought != b->bought || a->bought_from != b->bought_from)
        rh_write(w->out, "bought %s from %s\n", company(w, b->bought), holder(w, b->bought_from));
    if (a->acted != b->acted)
        rh_write(w->out, "%sacted\n", b->acted ? "" : "not ");
    if (a->contested != b->contested)
        rh_write(w->out, "contested %s\n", company(w, b->contested));
    if (a->contest_turn != b->contest_turn)
        rh_write(w->out, "contest speaker %s\n", player(w, b->contest_turn));
    if (a->contest_passes != b->contest_passes)
        rh_write(w->out, "contest passes %d\n", b->contest_passes);
    if (memcmp(a->contest_order, b->contest_order, sizeof a->contest_order) != 0)
        write_contest_order(w);
    if (a->par_of != b->par_of || a->par_by != b->par_by)
        rh_write(w->out, "%s sets par of %s\n", player(w, b->par_by), company(w, b->par_of));
    if (a->lays != b->lays)
        rh_write(w->out, "lays %d\n", b->lays);
    if (a->tokens != b->tokens)
        rh_write(w->out, "tokens %d\n", b->tokens);
    if (a->revenue != b->revenue)
        rh_write(w->out, "revenue %d\n", (int)b->revenue);
    if (a->raised != b->raised)
        rh_write(w->out, "raised %d\n", (int)b->raised);
    if (a->over != b->over)
        rh_write(w->out, "over %s\n", OVER[b->over]);
    if (a->bank_broken != b->bank_broken)
        rh_write(w->out, "bank %sbroken\n", b->bank_broken ? "" : "not ");
    if (a->last_set != b->last_set)
        rh_write(w->out, "%slast set\n", b->last_set ? "" : "not ");
    for (int p = 0; p < b->players; p++)
        if ((a->bankrupt ^ b->bankrupt) >> p & 1)
            rh_write(w->out, "%s %sbankrupt\n", player(w, p), b->bankrupt >> p & 1 ? "" : "not ");
}

static void write_deal(const writer *w)
{
    const rh_deal *d = &w->to->deal;
    char train[24];
    if (memcmp(d, &w->from->deal, sizeof *d) == 0)
        return;
    if (d->kind == RH_DEAL_NONE) {
        rh_write(w->out, "no deal %d %d %d %d %d %d\n", d->buyer.i, d->seller.i, d->asked.i,
                 d->thing, d->trade, (int)d->price);
        return;
    }
    rh_write(w->out, "deal %s buys %s from %s for %d asked %s", holder(w, d->buyer.i),
             d->kind == RH_DEAL_TRAIN ? rh_train_word(w->t, d->thing, train) : company(w, d->thing),
             holder(w, d->seller.i), (int)d->price,
             d->asked.i == RH_NONE ? "nobody" : holder(w, d->asked.i));
    if (d->trade != RH_NONE)
        rh_write(w->out, " trading %s", rh_train_word(w->t, d->trade, train));
    rh_write(w->out, "\n");
}

/* City and slot are said only where there are several. */
static void write_token(const writer *w, int hex, int city, int slot, int c)
{
    const rh_tile *tile = &w->t->tile[w->to->tile[hex]];
    int cities = 0;
    for (int i = 0; i < tile->stops; i++)
        cities += tile->stop[i].kind == RH_CITY;
    rh_write(w->out, "token %s %s", company(w, c), w->t->hex[hex].name);
    if (cities > 1)
        rh_write(w->out, ".%d", city);
    if (tile->stop[city].slots > 1)
        rh_write(w->out, " slot %d", slot);
    rh_write(w->out, "\n");
}

static void write_board(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    for (int h = 0; h < w->t->hexes; h++) {
        if (a->tile[h] == b->tile[h] && a->turn[h] == b->turn[h])
            continue;
        if (b->tile[h] >= w->t->first_laid)
            rh_write(w->out, "tile %s %s r%d\n", w->t->tile[b->tile[h]].id, w->t->hex[h].name,
                     b->turn[h]);
        else
            rh_write(w->out, "tile printed %s\n", w->t->hex[h].name);
    }
    for (int h = 0; h < w->t->hexes; h++) {
        const rh_tile *tile = &w->t->tile[b->tile[h]];
        for (int i = 0; i < RH_SLOTS; i++) {
            if (a->slot[h][i] == b->slot[h][i])
                continue;
            int city = -1;
            for (int k = 0; k < tile->stops; k++)
                if (tile->stop[k].kind == RH_CITY && i >= tile->stop[k].first_slot &&
                    i < tile->stop[k].first_slot + tile->stop[k].slots)
                    city = k;
            if (b->slot[h][i] == RH_NONE)
                rh_write(w->out, "circle %s %d free\n", w->t->hex[h].name, i);
            else if (city < 0)
                rh_write(w->out, "circle %s %d %s\n", w->t->hex[h].name, i,
                         company(w, b->slot[h][i]));
            else
                write_token(w, h, city, i - tile->stop[city].first_slot, b->slot[h][i]);
        }
    }
    if (a->waiting_hex != b->waiting_hex ||
        memcmp(a->waiting, b->waiting, sizeof a->waiting) != 0) {
        rh_write(w->out, "waiting %s",
                 b->waiting_hex == RH_NONE ? "nothing" : w->t->hex[b->waiting_hex].name);
        for (int i = 0; i < RH_WAITING_TOKENS && b->waiting[i] != RH_NONE; i++)
            rh_write(w->out, " %s", company(w, b->waiting[i]));
        rh_write(w->out, "\n");
    }
    for (int i = w->t->first_laid; i < w->t->tiles && w->inferred; i++)
        if (a->supply[i] != b->supply[i])
            rh_write(w->out, "supply %s %d\n", w->t->tile[i].id, b->supply[i]);
}

static void write_paper(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    const bool sale_is_over = w->t->sequence.round[b->sequence] != RH_ROUND_AUCTION;
    for (int c = 0; c < w->t->companies; c++)
        for (int h = 0; h < RH_HOLDERS; h++)
            if (a->units[c][h] != b->units[c][h] && (w->inferred || h != RH_OFFERING))
                rh_write(w->out, "%s %s %d%s\n", holder(w, h), company(w, c), b->units[c][h],
                         b->president[c] == h && a->president[c] != h ? " president" : "");
    for (int c = 0; c < w->t->companies; c++) {
        const int h = b->president[c];
        if (a->president[c] != h && (h == RH_NONE || a->units[c][h] == b->units[c][h]))
            rh_write(w->out, "%s president %s\n", company(w, c), holder(w, h));
    }
    for (int c = 0; c < w->t->companies; c++) {
        if (a->owner[c] == b->owner[c])
            continue;
        if (b->owner[c] == RH_NONE) {
            if (w->inferred || !sale_is_over || !(b->status[c] & RH_CLOSED))
                rh_write(w->out, "%s owner nobody\n", company(w, c));
        } else if (b->owner[c] == RH_OFFERING) {
            rh_write(w->out, "%s unsold\n", company(w, c));
        } else {
            rh_write(w->out, "%s owns %s\n", holder(w, b->owner[c]), company(w, c));
        }
    }
    for (int c = 0; c < w->t->companies; c++) {
        for (int p = 0; p < b->players; p++)
            if (a->bid[c][p] != b->bid[c][p])
                rh_write(w->out, "%s bid %s %d\n", player(w, p), company(w, c), (int)b->bid[c][p]);
        if (a->ask[c] != b->ask[c])
            rh_write(w->out, "%s asks %d\n", company(w, c), b->ask[c]);
    }
    for (int p = 0; p < b->players; p++) {
        if (a->sold[p] == b->sold[p])
            continue;
        rh_write(w->out, "%s sold", player(w, p));
        for (int c = 0; c < w->t->companies; c++)
            if ((a->sold[p] ^ b->sold[p]) >> c & 1)
                rh_write(w->out, "%s %s", b->sold[p] >> c & 1 ? "" : " not", company(w, c));
        rh_write(w->out, "\n");
    }
    for (int h = 0; h < RH_HOLDERS; h++)
        if (a->cash[h] != b->cash[h] && (w->inferred || h != RH_BANK))
            rh_write(w->out, h == RH_BANK ? "%s %d\n" : "%s cash %d\n", holder(w, h),
                     (int)b->cash[h]);
}

static void write_companies(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    for (int c = 0; c < w->t->companies; c++) {
        const char *id = company(w, c);
        if (a->row[c] != b->row[c] || a->column[c] != b->column[c]) {
            const bool there = b->row[c] < w->t->market.rows &&
                               b->column[c] < w->t->market.columns &&
                               w->t->market.cell[b->row[c]][b->column[c]].price != 0;
            if (there)
                rh_write(w->out, "%s price %d (%d,%d)\n", id,
                         w->t->market.cell[b->row[c]][b->column[c]].price, b->row[c], b->column[c]);
            else
                rh_write(w->out, "%s marker %d %d\n", id, b->row[c], b->column[c]);
        }
        if (a->par[c] != b->par[c])
            rh_write(w->out, "%s par %d\n", id, b->par[c]);
        if (a->turn_price[c] != b->turn_price[c])
            rh_write(w->out, "%s first sold at %d\n", id, b->turn_price[c]);
        for (int i = 0; i < STATUSES; i++)
            if ((a->status[c] ^ b->status[c]) & STATUS[i].bit) {
                const bool is = b->status[c] & STATUS[i].bit;
                rh_write(w->out, "%s %s%s\n", id, is ? "" : "not ", STATUS[i].word);
            }
        if (a->last_revenue[c] != b->last_revenue[c])
            rh_write(w->out, "%s last revenue %d\n", id, (int)b->last_revenue[c]);
        if (a->kept[c] != b->kept[c])
            rh_write(w->out, "%s last dividend %s\n", id, KEPT[b->kept[c] & 3]);
        if (w->inferred && a->tokens_used[c] != b->tokens_used[c])
            rh_write(w->out, "%s tokens placed %d\n", id, b->tokens_used[c]);
    }
    for (int c = 0; c < w->t->companies; c++)
        if (a->arrived[c] != b->arrived[c])
            rh_write(w->out, "%s arrived %d\n", company(w, c), b->arrived[c]);
    if (a->arrivals != b->arrivals)
        rh_write(w->out, "arrivals %d\n", b->arrivals);
}

static void write_trains(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    char name[24];
    for (int h = 0; h <= RH_HOLDERS; h++) {
        const int at = h == RH_HOLDERS ? RH_NONE : h;
        bool begun = false;
        for (int i = 0; i < w->t->trains; i++) {
            if (a->train_at[i] == b->train_at[i] || b->train_at[i] != at)
                continue;
            if (!begun)
                rh_write(w->out, "%s trains", at == RH_NONE ? "gone" : holder(w, at));
            begun = true;
            rh_write(w->out, " %s", rh_train_word(w->t, i, name));
        }
        if (begun)
            rh_write(w->out, "\n");
    }
    for (int i = 0; i < w->t->trains; i++) {
        if (a->train_state[i] == b->train_state[i])
            continue;
        rh_train_word(w->t, i, name);
        if (a->train_state[i] & ~b->train_state[i])
            rh_write(w->out, "train %s plain\n", name);
        if (b->train_state[i] & RH_TRAIN_OBSOLETE)
            rh_write(w->out, "train %s obsolete\n", name);
        if (b->train_state[i] & RH_TRAIN_OTHER_FACE)
            rh_write(w->out, "train %s turned\n", name);
    }
}

static void write_own(const writer *w)
{
    enum { PIECE = 32 };
    for (int i = 0; i < RH_OWN_BYTES; i += PIECE) {
        if (memcmp(w->from->own + i, w->to->own + i, PIECE) == 0)
            continue;
        rh_write(w->out, "own %d ", i);
        for (int k = 0; k < PIECE; k++)
            rh_write(w->out, "%02x", w->to->own[i + k]);
        rh_write(w->out, "\n");
    }
}

static void write_all(const writer *w)
{
    write_where(w);
    write_board(w);
    write_companies(w);
    write_paper(w);
    write_trains(w);
    write_deal(w);
    if (w->from->rng != w->to->rng)
        rh_write(w->out, "rng %u\n", w->to->rng);
    if (w->from->moves != w->to->moves)
        rh_write(w->out, "moves %u\n", w->to->moves);
    write_own(w);
}

size_t rh_position_differences(const rh_title *t, const rh_names *names, const rh_game *from,
                               const rh_game *to, char *out, size_t cap)
{
    rh_writing text = {.text = out, .cap = cap};
    if (cap)
        out[0] = 0;
    const writer w = {t, names, from, to, &text, true};
    write_all(&w);
    return text.len + text.lost;
}

/* Reads what was written so far, as a reader of the file would. */
static bool reread(const rh_title *t, const rh_names *names, const rh_game *start,
                   const rh_writing *text, rh_game *g)
{
    char why[RH_WHY_TEXT], line[RH_LINE];
    rh_position s;
    rh_position_start(&s, t, names, start);
    for (const char *at = text->text; *at != 0;) {
        const size_t n = strcspn(at, "\n");
        memcpy(line, at, n);
        line[n] = 0;
        if (!rh_position_say(&s, line, why))
            return false;
        at += n + (at[n] == '\n');
    }
    rh_position_end(&s, why); /* half said, it may break a promise; the correction mends that */
    *g = s.game;
    return true;
}

size_t rh_position_write(const rh_title *t, const rh_names *names, const rh_game *start,
                         const rh_game *g, char *out, size_t cap)
{
    rh_writing text = {.text = out, .cap = cap};
    if (cap)
        out[0] = 0;
    writer w = {t, names, start, g, &text, false};
    write_all(&w);
    /* One correction says what the inference got wrong; what it says is then no longer inferred,
     * and a second round can only find what the first one's statements brought along. */
    rh_game read_back;
    for (int i = 0; i < 3 && cap > 0 && text.lost == 0; i++) {
        if (!reread(t, names, start, &text, &read_back) || memcmp(&read_back, g, sizeof *g) == 0)
            break;
        w.from = &read_back;
        w.inferred = true;
        write_all(&w);
    }
    return text.len + text.lost;
}
