/* SPDX-License-Identifier: Apache-2.0 */
/* position.c: situations in words, read; see position.h.
 *
 * A statement is compared with the forms: the fields that need no code (stated.h), then the table
 * here, one small setter a form, then what the title adds. What is not said is inferred in position_end.c;
 * position_write.c is the way back. */
#include "files/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"
#include "files/position_words.h"

/* What the words of a statement stood for, in the order of the form's places. */
typedef struct {
    int64_t v[12];
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
    if (!rh_read_number(copy, 0, 9999, &a) || !rh_read_number(dot + 1, 0, 99, &b))
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
    PART,
    THING,
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
    [NUMBER] = {"NUMBER", "a number up to 9999"},
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
    [PART] = {"PART", "set and round like 2.1"},
    [THING] = {"THING", "a private or a train with its number"},
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
    case MONEY: return rh_read_number(word, -1000000, 1000000, v);
    case NUMBER: return rh_read_number(word, 0, 9999, v);
    case CELL: return read_cell(t, word, v);
    case HEX: return index_found(rh_hex_called(t, word), v);
    case CITY: return read_city(s, word, v);
    case TILE: return index_found(rh_tile_called(t, word), v);
    case TURN: return word[0] == 'r' && rh_read_number(word + 1, 0, RH_EDGES - 1, v);
    case TRAIN: return index_found(rh_train_called(t, word), v);
    case PHASE: return index_found(phase_called(t, word), v);
    case STEP: return index_found(rh_step_called(t, word), v);
    case ROUND: return index_found(rh_round_called(t, word), v);
    case STATUS_WORD:
        for (int i = 0; i < RH_STATUSES; i++)
            if (strcmp(rh_status_words[i].word, word) == 0)
                return index_found(rh_status_words[i].bit, v);
        return false;
    case PART: return read_part(word, v);
    case THING: {
        const int train = rh_train_called(t, word), company = rh_company_called(t, word);
        return index_found(train >= 0     ? RH_DEAL_TRAIN * 256 + train
                           : company >= 0 ? RH_DEAL_PRIVATE * 256 + company
                                          : -1,
                           v);
    }
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
    if (a->v[0] == rh__unsold(s->t, (rh_company){(uint8_t)a->v[1]}).i)
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
        facts->home_city < tile->stops && tile->stop[facts->home_city].kind == RH_CITY)
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
    return no(why, "there is no circle for that token on %s", s->t->hex[hex].name);
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
    (void)why;
    s->game.slot[a->v[0]][a->v[1]] = RH_NONE;
    return true;
}

static bool set_raw_token(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.slot[a->v[0]][a->v[1]] = (uint8_t)a->v[2];
    return true;
}

/* The home token, if it is not there yet and there is room. */
void rh_position_put_home(rh_position *s, int company)
{
    char why[RH_WHY_TEXT];
    const int hex = s->t->company[company].home_hex;
    s->game.status[company] |= RH_HOME;
    if (hex == RH_NONE || s->t->company[company].tokens == 0)
        return;
    for (int i = 0; i < RH_SLOTS; i++)
        if (s->game.slot[hex][i] == company)
            return;
    (void)put_token(s, company, hex, RH_NONE, RH_NONE, why);
}

static bool set_status(rh_position *s, const said *a, char *why)
{
    (void)why;
    const int c = (int)a->v[0];
    s->game.status[c] |= (uint8_t)a->v[1];
    s->status_said[c] |= (uint8_t)a->v[1];
    if (a->v[1] == RH_CLOSED && s->t->company[c].kind == RH_PRIVATE)
        return set_owner(s, c, RH_NONE);
    s->home_due[c] |= a->v[1] == RH_OPERATED || a->v[1] == RH_HOME;
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
    rh_game *g = &s->game;
    const uint8_t row = g->row[a->v[0]], column = g->column[a->v[0]];
    if (!find_price(s, (int)a->v[0], (rh_money)a->v[1], true, why))
        return false;
    if (s->price_said[a->v[0]]) { /* the price of today was said before */
        g->row[a->v[0]] = row;
        g->column[a->v[0]] = column;
    }
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
    s->price_said[a->v[0]] = true;
    return find_price(s, (int)a->v[0], (rh_money)a->v[1], false, why);
}

static bool set_price_cell(rh_position *s, const said *a, char *why)
{
    const int row = (int)(a->v[2] / 256), column = (int)(a->v[2] % 256);
    if (s->t->market.cell[row][column].price != a->v[1])
        return no(why, "the space said for %s has another price", s->t->company[a->v[0]].id);
    s->price_said[a->v[0]] = true;
    return put_marker(s, (int)a->v[0], row, column);
}

static bool set_nowhere(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.row[a->v[0]] = (uint8_t)a->v[1];
    s->game.column[a->v[0]] = (uint8_t)a->v[2];
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

/* A kind is the next card of the bank with that train on either side; with a company it shows this
 * side. */
static bool put_train(rh_position *s, const char *word, int holder, char *why)
{
    int train = rh_train_called(s->t, word);
    for (int i = 0; i < s->t->trains && train < 0; i++) {
        const rh_train_facts *kind = &s->t->train[s->t->train_kind[i]];
        const bool turned =
            kind->other_face != RH_NONE && strcmp(s->t->train[kind->other_face].name, word) == 0;
        if ((turned || strcmp(kind->name, word) == 0) && !s->train_said[i] &&
            s->game.train_at[i] == RH_BANK) {
            train = i;
            rh__set_face(&s->game, i, turned && rh_is_company((rh_holder){(uint8_t)holder}));
        }
    }
    if (train < 0)
        return no(why, "\"%.40s\": the bank has no such train (left)", word);
    s->game.train_at[train] = (uint8_t)holder;
    s->train_said[train] = true;
    return true;
}

static bool set_trains(rh_position *s, const said *a, char *why)
{
    const bool none = a->rests == 1 && strcmp(a->rest[0], "none") == 0;
    if (none && a->v[0] == RH_BANK)
        return no(why, "%s", "what has left the bank is said by \"gone trains\"");
    for (int i = 0; none && i < s->t->trains; i++)
        if (s->game.train_at[i] == a->v[0]) {
            s->game.train_at[i] = RH_BANK;
            s->train_said[i] = false;
        }
    if (none)
        return true;
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
    s->state_said[a->v[0]] = true;
    s->game.train_state[a->v[0]] |= RH_TRAIN_OBSOLETE;
    return true;
}
static bool set_turned(rh_position *s, const said *a, char *why)
{
    const rh_train_facts *kind = &s->t->train[s->t->train_kind[a->v[0]]];
    if (kind->other_face == RH_NONE)
        return no(why, "a train %s has one side", kind->name);
    s->game.train_state[a->v[0]] |= RH_TRAIN_OTHER_FACE;
    return true;
}
static bool set_plain(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->state_said[a->v[0]] = true;
    s->game.train_state[a->v[0]] = 0;
    return true;
}

static bool set_phase(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.phase = (uint8_t)a->v[0];
    s->phase_said = true;
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

/* A deal that is the title's own: about a private or a train, whichever it deals in. */
static bool set_own_deal(rh_position *s, const said *a, char *why)
{
    if (s->t->face->own_deal == 0 || a->v[1] / 256 != s->t->face->own_deal)
        return no(why, "%s knows no such deal of its own", s->t->id);
    set_deal(s, a, why);
    s->game.deal.kind = RH_DEAL_OWN;
    return true;
}

static bool set_lay_deal(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.deal = (rh_deal){.kind = RH_DEAL_LAY,
                             .buyer = {(uint8_t)a->v[0]},
                             .tile = (uint16_t)a->v[1],
                             .hex = (uint8_t)a->v[2],
                             .turn = (uint8_t)a->v[3],
                             .thing = (uint8_t)a->v[4],
                             .seller = {(uint8_t)a->v[5]},
                             .price = (rh_money)a->v[6],
                             .asked = {(uint8_t)a->v[7]},
                             .trade = RH_NONE};
    return true;
}

static bool set_no_deal(rh_position *s, const said *a, char *why)
{
    (void)why;
    (void)a;
    s->game.deal = (rh_deal){0};
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

static bool set_stock_rounds(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.stock_round = (uint16_t)a->v[0];
    return true;
}

static bool set_operating_rounds(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.operating_round = (uint16_t)a->v[0];
    return true;
}

static bool set_set_rounds(rh_position *s, const said *a, char *why)
{
    (void)why;
    s->game.set_rounds = (uint8_t)a->v[0];
    s->set_said = true;
    return true;
}

static const form_row FORMS[] = {
    {"bank MONEY", set_bank},
    {"HOLDER cash MONEY", set_cash},
    {"HOLDER COMPANY SHARES", set_units},
    {"HOLDER COMPANY SHARES president", set_units_president},
    {"COMPANY president ANYBODY", set_president},
    {"HOLDER owns ...", set_owns},
    {"COMPANY owner ANYBODY", set_owner_is},
    {"COMPANY unsold", set_unsold},
    {"PLAYER bid COMPANY MONEY", set_bid},
    {"PLAYER sold ...", set_sold},

    {"COMPANY STATUS", set_status},
    {"COMPANY not STATUS", set_not_status},
    {"COMPANY started at MONEY", set_started},
    {"COMPANY floated at MONEY", set_floated},
    {"COMPANY price MONEY", set_price},
    {"COMPANY price MONEY CELL", set_price_cell},
    {"COMPANY marker 0..15 0..39", set_nowhere},
    {"COMPANY tokens placed NUMBER", set_tokens_used},

    {"tile TILE HEX TURN", set_tile},
    {"tile printed HEX", set_printed},
    {"token COMPANY CITY", set_token},
    {"token COMPANY CITY slot 0..7", set_token_slot},
    {"circle HEX 0..7 free", set_no_token},
    {"circle HEX 0..7 COMPANY", set_raw_token},
    {"supply TILE 0..255", set_supply},
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
    {"round ROUND PART of 0..99", set_round_part},
    {"sequence NUMBER", set_sequence},
    {"stock rounds 0..9999", set_stock_rounds},
    {"operating rounds 0..99", set_operating_rounds},
    {"set of 0..99", set_set_rounds},
    {"step STEP", set_step},
    {"step number NUMBER", set_step_number},
    {"PLAYER to act", set_player_acts},
    {"COMPANY to act", set_company_acts},
    {"nothing to act", set_company_acts},
    {"bought ANYTHING from ANYBODY", set_bought},
    {"contest order ...", set_contest_order},
    {"SOMEBODY sets par of ANYTHING", set_par_of},
    {"deal HOLDER buys THING from HOLDER for MONEY asked ANYBODY", set_deal},
    {"deal HOLDER buys THING from HOLDER for MONEY asked ANYBODY trading TRAIN", set_deal},
    {"own deal HOLDER buys THING from HOLDER for MONEY asked ANYBODY", set_own_deal},
    {"no deal", set_no_deal},
    {"deal HOLDER lays TILE HEX TURN with COMPANY from HOLDER for MONEY asked ANYBODY",
     set_lay_deal},
};

const char *rh_position_form(const rh_title *t, size_t i)
{
    const size_t forms = sizeof FORMS / sizeof FORMS[0];
    return i < forms ? FORMS[i].form : rh_stated_form(t, i - forms);
}

/* Do the words follow the form? If not, fit says how far. */
static bool follow(rh_position *s, const char *form, char **word, int words, said *a,
                   rh_stated_fit *fit)
{
    *a = (said){0};
    int i = 0;
    fit->expected[0] = 0;
    for (const char *f = form; *f != 0; i++) {
        const size_t n = strcspn(f, " ");
        int64_t least, most;
        fit->words = i;
        if (n == 3 && memcmp(f, "...", 3) == 0) {
            a->rest = word + i;
            a->rests = words - i;
            return a->rests > 0;
        }
        if (i == words)
            return false;
        const int p = place_called(f, n);
        const bool range = rh_stated_range(s->t, f, n, &least, &most);
        const bool fits = p >= 0  ? read_place(s, (place)p, word[i], a, &a->v[a->values])
                          : range ? rh_read_number(word[i], least, most, &a->v[a->values])
                                  : strlen(word[i]) == n && memcmp(word[i], f, n) == 0;
        if (!fits && range)
            snprintf(fit->expected, sizeof fit->expected, "a number in %.*s", (int)n, f);
        else if (!fits && p >= 0)
            snprintf(fit->expected, sizeof fit->expected, "%s", PLACE[p].expected);
        if (!fits)
            return false;
        a->values += p >= 0 || range;
        f += n + (f[n] == ' ');
    }
    fit->words = i;
    return i == words;
}

/* Tokens rest on tiles, percents on the number of shares. */
static bool rests_on_others(const rh_title *t, char **word, int words)
{
    bool percent = false;
    for (int i = 0; i < words; i++)
        percent |= word[i][0] && word[i][strlen(word[i]) - 1] == '%';
    return percent || (words > 2 && strcmp(word[0], "token") == 0) ||
           (t->face->speaks_of_rest && t->face->speaks_of_rest(word, words));
}

/* True: it waits. False: why is empty (there is no room, it is taken now), or says that the same token
 * was said before. */
static bool put_aside(rh_position *s, const char *text, char *why)
{
    const size_t n = strlen(text);
    why[0] = 0;
    const bool token = strncmp(text, "token ", 6) == 0 && strstr(text, " slot ") == NULL;
    for (const char *at = s->rest; token && at < s->rest + s->rest_used; at += strlen(at) + 1)
        if (strcmp(at, text) == 0 && !s->t->face->stacked_tokens)
            return no(why, "\"%.60s\" is said twice, but a company has one token in a city", text);
    if (s->rest_used + n + 1 > sizeof s->rest)
        return false;
    memcpy(s->rest + s->rest_used, text, n + 1);
    s->rest_used += n + 1;
    return true;
}

static bool say_one(rh_position *s, char *text, char *why)
{
    char *word[RH_LINE_WORDS];
    char copy[RH_LINE];
    strcpy(copy, text);
    const int words = rh_cut_words(text, word);
    rh_writing one_blank = {.text = copy, .cap = sizeof copy};
    for (int i = 0; i < words; i++)
        rh_write(&one_blank, "%s%s", i ? " " : "", word[i]);
    if (!s->ending && rests_on_others(s->t, word, words)) {
        if (put_aside(s, copy, why))
            return true;
        if (why[0])
            return false;
    }
    s->begun_said |= words == 2 + (words > 1 && strcmp(word[1], "not") == 0) &&
                     strcmp(word[0], "turn") == 0 && strcmp(word[words - 1], "begun") == 0;
    rh_stated_fit best = {0}, fit;
    if (words == 0 || rh_stated_read(s->t, s->names, &s->game, word, words, &best))
        return true;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        said a;
        if (follow(s, FORMS[i].form, word, words, &a, &fit)) {
            if (strcmp(FORMS[i].form, "nothing to act") == 0)
                a.v[0] = RH_NONE;
            return FORMS[i].set(s, &a, why);
        }
        if (fit.words > best.words || (fit.words == best.words && !best.expected[0]))
            best = fit;
    }
    why[0] = 0; /* the title's own statements; what it does not know either, it does not speak of */
    if (s->t->face->say && s->t->face->say(s->t, &s->game, word, words, why))
        return true;
    if (why[0])
        return false;
    if (best.words < words && best.expected[0] && best.words > 0)
        snprintf(why, RH_WHY_TEXT, "\"%.80s\": %s is expected where it says \"%.40s\"", copy,
                 best.expected, word[best.words]);
    else
        snprintf(why, RH_WHY_TEXT, "\"%.80s\" is no statement of a position", copy);
    return false;
}

bool rh_position_say(rh_position *s, const char *statements, char why[RH_WHY_TEXT])
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

bool rh_position_say_rest(rh_position *s, char *why)
{
    s->ending = true;
    for (char *at = s->rest, *end = s->rest + s->rest_used; at < end;) {
        char one[RH_LINE];
        strcpy(one, at);
        at += strlen(at) + 1;
        if (!say_one(s, one, why))
            return false;
    }
    s->rest_used = 0;
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
