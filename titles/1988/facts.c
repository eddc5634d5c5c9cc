/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: the member "own" of title.json, one table a section.
 *
 * The board of 1988 was reconstructed, so everything about it is data here: whoever has the printed
 * game can correct lines, values and contracts in title.json alone. The reader therefore checks
 * what the rules rely on (a track joins two stops, a 0-city has two tracks) and says where it is
 * not so. */
#include <string.h>

#include "engine/market/market.h"
#include "text/fields.h"
#include "titles/1988/own.h"

/* --- names --------------------------------------------------------------------------------------- */

static facts *facts_in(rh_title *t) { return (facts *)(void *)t->own; }

static int board_count(const rh_title *t) { return facts_of(t)->boards; }
static const char *board_name(const rh_title *t, int i) { return facts_of(t)->board[i]; }
static int project_count(const rh_title *t) { return facts_of(t)->projects; }
static const char *project_name(const rh_title *t, int i) { return facts_of(t)->project[i].id; }
static int line_count(const rh_title *t) { return facts_of(t)->lines + facts_of(t)->projects; }
static const char *line_name(const rh_title *t, int i)
{
    const facts *f = facts_of(t);
    return i < f->lines ? f->line[i].id : f->project[i - f->lines].id;
}

static const rh_catalogue BOARDS_LIST = {"board", board_count, board_name};
static const rh_catalogue PROJECTS_LIST = {"project", project_count, project_name};
static const rh_catalogue LINES_LIST = {"line", line_count, line_name};

/* --- lines, cities, tracks ----------------------------------------------------------------------- */

static bool read_boards(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const rh_field name = {.size = sizeof own->board[0]};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > BOARDS)
        return rh_field_wrong(r, v, "there is room for %d boards", BOARDS);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_field_name(r, m, &name, own->board[own->boards++]))
            return false;
    return true;
}

#define OF(member) RH_AT(line_facts, member)
static const rh_field LINE[] = {
    {"id", rh_field_name, OF(id), .needed = true},
    {"name", rh_field_text, OF(name), .needed = true},
    {"color", rh_field_text, OF(color), .needed = true},
    {"sj", rh_field_number, OF(sj), .min = -500, .max = 500, .needed = true},
    {"bv", rh_field_number, OF(bv), .min = 0, .max = 500, .needed = true},
    {"sj_at_start", rh_field_flag, OF(sj_at_start)},
};
#undef OF

static bool read_lines(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const line_facts plain = {0};
    (void)f;
    return rh_field_list(r, v, LINE, RH_COUNT(LINE), own->line, sizeof own->line[0], LINES, &plain,
                         &own->lines);
}

/* {"40": "green"}: the colour of the tile that shows this value. */
static bool read_value_colors(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    uint8_t *color = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int value = 0, index = 0;
        for (size_t i = 0; i < m->key_len && value <= 100; i++)
            value = m->key[i] >= '0' && m->key[i] <= '9' ? value * 10 + (m->key[i] - '0') : 1000;
        if (value > 100 || value % 10 != 0)
            return rh_field_wrong(r, m, "the keys here are values of the city, 0 to 100 by tens");
        if (!rh_field_lookup(r, m, &rh_among_colors, &index))
            return false;
        color[value / 10] = (uint8_t)index;
    }
    return true;
}

#define OF(member) RH_AT(city_facts, member)
static const rh_field CITY[] = {
    {"hex", rh_field_reference, OF(hex), .among = &rh_among_hexes, .needed = true},
    {"board", rh_field_reference, OF(board), .among = &BOARDS_LIST, .needed = true},
    {"fixed", rh_field_number, OF(fixed), .min = 0, .max = 1000},
    {"colors", read_value_colors, OF(color)},
};
#undef OF

static bool read_cities(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    city_facts plain = {.fixed = -1};
    (void)f;
    memset(plain.color, RH_NONE, sizeof plain.color);
    memset(own->city_at, RH_NONE, sizeof own->city_at);
    memset(own->zero_at, RH_NONE, sizeof own->zero_at);
    memset(own->track_at, RH_NONE, sizeof own->track_at);
    memset(own->meets, RH_NONE, sizeof own->meets);
    if (!rh_field_list(r, v, CITY, RH_COUNT(CITY), own->city, sizeof own->city[0], CITIES, &plain,
                       &own->cities))
        return false;
    for (uint8_t i = 0; i < own->cities; i++) {
        if (own->city_at[own->city[i].hex] != RH_NONE)
            return rh_field_wrong(r, rh_json_at(v, i), "two cities lie on this hex");
        own->city_at[own->city[i].hex] = i;
    }
    return true;
}

#define OF(member) RH_AT(zero_city_facts, member)
static const rh_field ZERO_CITY[] = {
    {"hex", rh_field_reference, OF(hex), .among = &rh_among_hexes, .needed = true},
    {"single_for_value", rh_field_flag, OF(single_for_value)},
};
#undef OF

static bool read_zero_cities(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const zero_city_facts plain = {0};
    (void)f;
    if (!rh_field_list(r, v, ZERO_CITY, RH_COUNT(ZERO_CITY), own->zero_city,
                       sizeof own->zero_city[0], ZERO_CITIES, &plain, &own->zero_cities))
        return false;
    for (uint8_t i = 0; i < own->zero_cities; i++)
        own->zero_at[own->zero_city[i].hex] = i;
    return true;
}

#define OF(member) RH_AT(project_facts, member)
static const rh_field PROJECT[] = {
    {"id", rh_field_name, OF(id), .needed = true},
    {"tile", rh_field_name, OF(tile), .needed = true},
    {"anchor", rh_field_reference, OF(anchor), .among = &rh_among_hexes, .needed = true},
    {"terminal", rh_field_reference, OF(terminal), .among = &rh_among_hexes, .needed = true},
    {"builder", rh_field_reference, OF(builder), .among = &rh_among_companies,
     .kinds = RH_PRIVATES},
};
#undef OF

static bool read_projects(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const project_facts plain = {.builder = RH_NONE, .track = RH_NONE};
    (void)f;
    return rh_field_list(r, v, PROJECT, RH_COUNT(PROJECT), own->project, sizeof own->project[0],
                         PROJECTS, &plain, &own->projects);
}

const char *const se_tracks[] = {
    [SINGLE] = "single", [DOUBLE] = "double", [CLOSED] = "closed", [DOTTED] = "dotted", NULL};

#define OF(member) RH_AT(track_facts, member)
static const rh_field TRACK[] = {
    {"id", rh_field_name, OF(id), .needed = true},
    {"line", rh_field_reference, OF(line), .among = &LINES_LIST, .needed = true},
    {"hex", rh_field_reference, OF(hex), .among = &rh_among_hexes, .needed = true},
    {"a", rh_field_reference, OF(a), .among = &rh_among_hexes, .needed = true},
    {"b", rh_field_reference, OF(b), .among = &rh_among_hexes, .needed = true},
    {"board", rh_field_reference, OF(board), .among = &BOARDS_LIST, .needed = true},
    {"state", rh_field_word, OF(printed), .words = se_tracks, .needed = true},
};
#undef OF

static bool is_stop(const facts *f, int hex)
{
    return f->city_at[hex] != RH_NONE || f->zero_at[hex] != RH_NONE;
}

static bool check_track(rh_reading *r, const rh_json *v, facts *f, int i)
{
    track_facts *t = &f->track[i];
    if (!is_stop(f, t->a) || !is_stop(f, t->b) || t->a == t->b)
        return rh_field_wrong(r, v, "a track joins two different cities");
    t->project = t->line >= f->lines ? (uint8_t)(t->line - f->lines) : RH_NONE;
    t->line = t->project != RH_NONE ? (uint8_t)(LINES + t->project) : t->line;
    t->zero_city = f->zero_at[t->hex];
    if (t->project != RH_NONE) {
        project_facts *p = &f->project[t->project];
        if (p->track != RH_NONE || t->a != p->anchor || t->b != p->terminal)
            return rh_field_wrong(r, v, "a project has one track, from its anchor to its terminal");
        p->track = (uint8_t)i;
    }
    for (int k = 0; k < i; k++)
        if ((f->track[k].a == t->a && f->track[k].b == t->b) ||
            (f->track[k].a == t->b && f->track[k].b == t->a))
            return rh_field_wrong(r, v, "%s joins the same two cities", f->track[k].id);
    const int end[] = {f->city_at[t->a], f->city_at[t->b]};
    for (int k = 0; k < 2; k++) {
        int n = 0;
        while (end[k] != RH_NONE && n < RH_EDGES && f->meets[end[k]][n] != RH_NONE)
            n++;
        if (n == RH_EDGES)
            return rh_field_wrong(r, v, "more tracks than a hex has sides lead to a city");
        if (end[k] != RH_NONE)
            f->meets[end[k]][n] = (uint8_t)i;
    }
    if (f->track_at[t->hex] == RH_NONE)
        f->track_at[t->hex] = (uint8_t)i;
    else if (t->zero_city == RH_NONE || f->track_at[t->hex] != i - 1 ||
             f->track[i - 1].line != t->line)
        return rh_field_wrong(r, v,
                              "only a 0-city has two tracks on its hex, one after the other here");
    return true;
}

static bool read_tracks(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const track_facts plain = {.zero_city = RH_NONE, .project = RH_NONE};
    (void)f;
    if (!rh_field_list(r, v, TRACK, RH_COUNT(TRACK), own->track, sizeof own->track[0], TRACKS,
                       &plain, &own->tracks))
        return false;
    for (int i = 0; i < own->tracks; i++)
        if (!check_track(r, rh_json_at(v, (size_t)i), own, i))
            return false;
    for (int i = 0; i < own->projects; i++)
        if (own->project[i].track == RH_NONE)
            return rh_field_wrong(r, v, "the project %s has no track", own->project[i].id);
    return true;
}

/* --- companies ----------------------------------------------------------------------------------- */

typedef struct {
    uint8_t company, from_phase;
} company_row;
#define POWER(key)                        \
    {                                     \
        key, rh_field_now_power, RH_WHOLE \
    }
static const char *const CAP[] = {"city_cap", NULL}, *const BONUSES[] = {"city_bonus", NULL};
static const rh_field COMPANY[] = {
    {"id", rh_field_reference, RH_AT(company_row, company), .among = &rh_among_companies,
     .kinds = RH_WITH_SHARES, .needed = true},
    {"from_phase", rh_field_reference, RH_AT(company_row, from_phase), .among = &rh_among_phases,
     .needed = true},
    POWER("no_penalty"),
    POWER("loses_ties"),
    POWER("half_lobby"),
    POWER("half_bid"),
    POWER("half_fee"),
    POWER("half_share"),
    POWER("half_takeover"),
    POWER("one_train"),
    {"cap", rh_field_now_power, RH_WHOLE, .words = CAP},
    {"bonuses", rh_field_now_power, RH_WHOLE, .words = BONUSES},
};

static bool read_companies(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    company_row list[RH_COMPANIES];
    const company_row plain = {0};
    uint8_t n = 0;
    (void)f;
    if (!rh_field_list(r, v, COMPANY, RH_COUNT(COMPANY), list, sizeof list[0], RH_COMPANIES, &plain,
                       &n))
        return false;
    for (int i = 0; i < n; i++)
        own->from_phase[list[i].company] = list[i].from_phase;
    return true;
}

static const char *const INCOMES[] = {"small_cities", "free_doubles", "half_city", "builder", NULL};

#define OF(member) RH_AT(regional_facts, member)
static const rh_field REGIONAL[] = {
    {"id", rh_field_reference, OF(company), .among = &rh_among_companies, .kinds = RH_PRIVATES,
     .needed = true},
    {"income", rh_field_word, OF(kind), .words = INCOMES, .needed = true},
    {"board", rh_field_reference, OF(board), .among = &BOARDS_LIST},
    {"city", rh_field_reference, OF(city), .among = &rh_among_hexes},
    {"project", rh_field_reference, OF(project), .among = &PROJECTS_LIST},
    {"amount", rh_field_number, OF(amount), .min = 0, .max = 1000},
    {"small", rh_field_number, OF(small), .min = 0, .max = 1000},
    {"chart", rh_field_number, OF(chart), .min = 1, .max = 1000},
    {"bonus", rh_field_number, OF(bonus), .min = 0, .max = 1000},
    {"income_goes_on", rh_field_flag, OF(income_goes_on)},
    {"lays", rh_field_flag, OF(lays)},
    {"swap", rh_field_references, OF(swap), .among = &rh_among_companies, .kinds = RH_WITH_SHARES,
     RH_EACH(regional_facts, swap, swaps)},
    {"swap_holders", rh_field_flag, OF(swap_holders)},
};
#undef OF

static bool read_regionals(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const regional_facts plain = {.board = RH_NONE, .city = RH_NONE, .project = RH_NONE};
    (void)f;
    if (!rh_field_list(r, v, REGIONAL, RH_COUNT(REGIONAL), own->regional, sizeof own->regional[0],
                       RH_COUNT(own->regional), &plain, &own->regionals))
        return false;
    for (int i = 0; i < own->regionals; i++) {
        const regional_facts *one = &own->regional[i];
        const rh_json *at = rh_json_at(v, (size_t)i);
        if ((one->kind == SMALL_CITIES || one->kind == FREE_DOUBLES) && one->board == RH_NONE)
            return rh_field_wrong(r, at, "\"board\" is missing: where does it count?");
        if (one->kind == HALF_CITY && (one->city == RH_NONE || own->city_at[one->city] == RH_NONE))
            return rh_field_wrong(r, at, "\"city\" is missing: whose value is halved?");
        if (one->kind == BUILDER && (one->project == RH_NONE || one->chart == 0))
            return rh_field_wrong(r, at,
                                  "\"project\" or \"chart\" is missing: what does it build?");
    }
    return true;
}

/* --- numbers ------------------------------------------------------------------------------------- */

#define OF(member) RH_AT(facts, member)
static const rh_field VALUES[] = {
    {"single", rh_field_number, OF(single_value), .min = 0, .max = 100, .needed = true},
    {"double", rh_field_number, OF(double_value), .min = 0, .max = 100, .needed = true},
    {"project", rh_field_number, OF(project_value), .min = 0, .max = 100, .needed = true},
    {"cost_per_track", rh_field_number, OF(cost_per_track), .min = 0, .max = 100, .needed = true},
    {"sj_zero_city", rh_field_number, OF(sj_zero_city), .min = -100, .max = 100, .needed = true},
    {"sj_tunnel", rh_field_number, OF(sj_tunnel), .min = -100, .max = 100, .needed = true},
    {"sj_project", rh_field_number, OF(sj_project), .min = -100, .max = 100, .needed = true},
    {"penalty", rh_field_number, OF(penalty), .min = 0, .max = 100, .needed = true},
    {"state_price", rh_field_number, OF(state_price), .min = 1, .max = 1000, .needed = true},
    {"tender_step", rh_field_number, OF(tender_step), .min = 1, .max = 100, .needed = true},
    {"certificate_limit", rh_field_number, OF(certificate_limit), .min = 1, .max = 100,
     .needed = true},
};

static bool read_values(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const facts *own = to;
    int row, column;
    (void)f;
    if (!rh_fields_read(r, v, VALUES, RH_COUNT(VALUES), to))
        return false;
    if (!rh__par_cell(r->t, own->state_price, &row, &column))
        return rh_field_wrong(r, rh_json_member(v, "state_price"),
                              "the market has no par price of %d", (int)own->state_price);
    return true;
}

static const rh_field HIGH_SPEED[] = {
    {"tiles", rh_field_number, OF(high_speed_tiles), .min = 0, .max = 100, .needed = true},
    {"from_phase", rh_field_reference, OF(high_speed_from), .among = &rh_among_phases,
     .needed = true},
    {"trains", rh_field_bits, OF(high_speed_trains), .among = &rh_among_trains, .needed = true},
    {"skipped_city_pays", rh_field_flag, OF(skipped_city_pays), .needed = true},
};

static bool read_high_speed(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return rh_fields_read(r, v, HIGH_SPEED, RH_COUNT(HIGH_SPEED), to);
}

/* Numbers of a list into an int16_t array that they must fill. */
static bool read_row(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const rh_field one = {.size = sizeof(int16_t), .min = f->min, .max = f->max};
    const size_t count = f->size / sizeof(int16_t);
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != count)
        return rh_field_wrong(r, v, "%zu numbers are expected here", count);
    for (size_t i = 0; i < count; i++)
        if (!rh_field_number(r, rh_json_at(v, i), &one, (int16_t *)to + i))
            return false;
    return true;
}

static bool read_lobby(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const rh_field row = {.size = sizeof own->lobby[0], .min = 1, .max = 250};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != LOBBY_ROWS)
        return rh_field_wrong(r, v, "the lobby board has %d rows", LOBBY_ROWS);
    for (size_t i = 0; i < LOBBY_ROWS; i++)
        if (!read_row(r, rh_json_at(v, i), &row, own->lobby[i]))
            return false;
    return true;
}

static const rh_field OWN[] = {
    {"sj", rh_field_reference, OF(sj), .among = &rh_among_companies, .kinds = RH_STATES,
     .needed = true},
    {"bv", rh_field_reference, OF(bv), .among = &rh_among_companies, .kinds = RH_STATES,
     .needed = true},
    {"boards", read_boards, RH_WHOLE, .needed = true},
    {"lines", read_lines, RH_WHOLE, .needed = true},
    {"cities", read_cities, RH_WHOLE, .needed = true},
    {"zero_cities", read_zero_cities, RH_WHOLE, .needed = true},
    {"projects", read_projects, RH_WHOLE, .needed = true},
    {"tracks", read_tracks, RH_WHOLE, .needed = true},
    {"companies", read_companies, RH_WHOLE, .needed = true},
    {"regionals", read_regionals, RH_WHOLE, .needed = true},
    {"values", read_values, RH_WHOLE, .needed = true},
    {"high_speed", read_high_speed, RH_WHOLE, .needed = true},
    {"regionals_discarded_in", rh_field_reference, OF(discard_phase), .among = &rh_among_phases,
     .needed = true},
    {"track_color", rh_field_reference, OF(track_color), .among = &rh_among_colors, .needed = true},
    {"work_color", rh_field_reference, OF(work_color), .among = &rh_among_colors, .needed = true},
    {"work_blocks_traffic", rh_field_flag, OF(work_blocks)},
    {"buy_over_train_limit_if_new_phase", rh_field_flag, OF(over_limit_for_phase)},
    {"lobby_board", read_lobby, RH_WHOLE, .needed = true},
    {"development_cost", read_row, OF(development_cost), .min = 0, .max = 1000, .needed = true},
};
#undef OF

bool se_read_own(rh_reading *r, const rh_json *v, rh_title *t)
{
    return rh_fields_read(r, v, OWN, RH_COUNT(OWN), facts_in(t));
}
