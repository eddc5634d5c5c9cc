/* SPDX-License-Identifier: Apache-2.0 */
/* network.c: the board as it stands: what cities are worth, what Banverket pays, what SJ earns, and
 * which changes of track are allowed.
 *
 * Nothing of this is stored but the tracks themselves. Values, cost and revenue are counted from
 * them whenever somebody asks, so the printed table of cost and revenue cannot get out of step
 * (3.1.3-1, 3.1.3-11). A development is tried on a copy of the tracks; what it would make of the
 * cities and of the table decides.
 *
 * Bounds of the loops: hexes x changes of track, each tried on a copy of the tracks: tracks x cities. */
#include "titles/1988/own.h"

#include <string.h>

int se_other_end(const facts *f, int track, int stop)
{
    return f->track[track].a == stop ? f->track[track].b : f->track[track].a;
}

/* The first of the two tracks on the hex of a 0-city; any other track is its own. */
static int first_on_hex(const facts *f, int track) { return f->track_at[f->track[track].hex]; }

static bool has_tunnel(const facts *f, const state *s, int track)
{
    return f->track[track].zero_city != RH_NONE && s->work[first_on_hex(f, track)] == FINISHED;
}

bool se_merged(const facts *f, const state *s, int track)
{
    return has_tunnel(f, s, track) && first_on_hex(f, track) != track;
}

void se_ends_of(const facts *f, const state *s, int track, int *a, int *b)
{
    *a = f->track[track].a;
    *b = f->track[track].b;
    if (!has_tunnel(f, s, track))
        return;
    const int zero = f->track[track].hex, first = first_on_hex(f, track);
    *a = se_other_end(f, first, zero);
    *b = se_other_end(f, first + 1, zero);
}

bool se_is_double(const rh_title *t, const state *s, int track)
{
    const facts *f = facts_of(t);
    if (f->work_blocks && f->track[track].zero_city != RH_NONE &&
        s->work[first_on_hex(f, track)] == WORK)
        return false;
    return s->track[track] == DOUBLE;
}

static bool is_public(const facts *f, const state *s, int track)
{
    return f->track[track].project == RH_NONE || s->public_project[f->track[track].project];
}

/* Printed double at a 0-city by option: single for the books until the tunnel (R10). */
static track_state for_the_books(const facts *f, const state *s, int track)
{
    const int zero = f->track[track].zero_city;
    if (zero != RH_NONE && f->zero_city[zero].single_for_value && !has_tunnel(f, s, track))
        return SINGLE;
    return (track_state)s->track[track];
}

rh_money se_city_value(const rh_title *t, const state *s, int city)
{
    const facts *f = facts_of(t);
    if (f->city[city].fixed >= 0)
        return f->city[city].fixed;
    /* Of the tracks of one line the best counts: each adds what it has beyond those before it. */
    rh_money adds[RH_EDGES] = {0}, sum = 0;
    const uint8_t *meets = f->meets[city];
    for (int i = 0; meets[i] != RH_NONE; i++) {
        const track_facts *track = &f->track[meets[i]];
        if (track->project != RH_NONE) {
            sum += s->public_project[track->project] ? f->project_value : 0;
            continue;
        }
        const track_state is = for_the_books(f, s, meets[i]);
        rh_money most = 0;
        for (int k = 0; k < i; k++)
            if (f->track[meets[k]].line == track->line && adds[k] > most)
                most = adds[k];
        adds[i] = is == DOUBLE ? f->double_value : is == SINGLE ? f->single_value : 0;
        sum += adds[i] > most ? adds[i] - most : 0;
    }
    return sum;
}

rh_money se_bv_cost(const rh_title *t, const state *s)
{
    const facts *f = facts_of(t);
    int count = 0;
    for (int i = 0; i < f->tracks; i++) {
        if (se_merged(f, s, i) || !is_public(f, s, i))
            continue;
        const track_state is = for_the_books(f, s, i);
        count += is == DOUBLE ? 1 : is == CLOSED ? -1 : 0;
    }
    return count * f->cost_per_track;
}

static bool is_connected(const facts *f, const state *s, int city)
{
    for (const uint8_t *i = f->meets[city]; *i != RH_NONE; i++)
        if (is_public(f, s, *i) && (s->track[*i] == SINGLE || s->track[*i] == DOUBLE))
            return true;
    return false;
}

rh_money se_sj_revenue(const rh_title *t, const state *s)
{
    const facts *f = facts_of(t);
    rh_money sum = 0;
    for (int i = 0; i < f->cities; i++)
        if (is_connected(f, s, i))
            sum += se_city_value(t, s, i) / 2 - 10;
    for (int i = 0; i < f->zero_cities; i++)
        sum +=
            s->work[f->track_at[f->zero_city[i].hex]] == FINISHED ? f->sj_tunnel : f->sj_zero_city;
    for (int i = 0; i < f->projects; i++)
        sum += s->public_project[i] ? f->sj_project : 0;
    return sum;
}

/* --- lines --------------------------------------------------------------------------------------- */

bool se_line_closed(const rh_title *t, const state *s, int line)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].line == line && s->track[i] != CLOSED)
            return false;
    return true;
}

bool se_line_developed(const rh_title *t, const state *s, int line)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].line == line && s->track[i] == SINGLE)
            return false;
    return !se_line_closed(t, s, line);
}

/* The line with two double tracks at this city, or RH_NONE. */
static int through_line(const facts *f, const state *s, int city)
{
    int found[LINES] = {0};
    for (const uint8_t *i = f->meets[city]; *i != RH_NONE; i++)
        if (f->track[*i].line < LINES && s->track[*i] == DOUBLE && ++found[f->track[*i].line] == 2)
            return f->track[*i].line;
    return RH_NONE;
}

int se_line_at(const rh_title *t, const state *s, int hex)
{
    const facts *f = facts_of(t);
    const int city = f->city_at[hex];
    if (f->track_at[hex] != RH_NONE)
        return f->track[f->track_at[hex]].line;
    if (city == RH_NONE)
        return RH_NONE;
    return s->high_speed[city] != NO_WORK ? s->high_speed_line[city] : through_line(f, s, city);
}

bool se_is_free(const facts *f, const rh_game *g, int project)
{
    const int builder = f->project[project].builder;
    return builder == RH_NONE || !in_play(g, builder);
}

/* --- changes ------------------------------------------------------------------------------------- */

static void apply_change(const rh_title *t, const rh_game *g, state *s, int hex, change to)
{
    const facts *f = facts_of(t);
    const int city = f->city_at[hex], first = f->track_at[hex];
    if (city != RH_NONE) {
        s->high_speed_line[city] = (uint8_t)se_line_at(t, s, hex);
        s->high_speed[city] = to == TO_WORK ? WORK : FINISHED;
        return;
    }
    switch (to) {
    case TO_DOUBLE: s->track[first] = DOUBLE; return;
    case TO_CLOSED: s->track[first] = CLOSED; return;
    case TO_WORK: s->work[first] = WORK; return;
    case TO_FINISHED:
        s->work[first] = FINISHED;
        s->track[first] = DOUBLE;
        if (f->track[first].zero_city != RH_NONE)
            s->track[first + 1] = DOUBLE;
        if (f->track[first].project != RH_NONE)
            s->public_project[f->track[first].project] = se_is_free(f, g, f->track[first].project);
        return;
    case CHANGES: break;
    }
}

static bool color_allowed(const rh_title *t, const rh_game *g, int color)
{
    return color == 0 || (color != RH_NONE && (t->phase[g->phase].colors >> color & 1));
}

/* A city whose value would change needs a tile of an allowed colour. */
static rh_refusal city_check(const rh_title *t, const rh_game *g, const state *after, int city)
{
    const facts *f = facts_of(t);
    if (city == RH_NONE)
        return rh__ok();
    const rh_money was = se_city_value(t, state_of(g), city), is = se_city_value(t, after, city);
    const int color = is >= 0 && is / 10 < COLORED_VALUES ? f->city[city].color[is / 10] : RH_NONE;
    return was == is || color_allowed(t, g, color) ? rh__ok()
                                                   : no_at(NO_COLOR, f->city[city].hex, is, 0);
}

/* What the cities at a track would become. */
static rh_refusal cities_check(const rh_title *t, const rh_game *g, const state *after, int track)
{
    const facts *f = facts_of(t);
    const int last = f->track[track].zero_city != RH_NONE ? track + 1 : track;
    rh_refusal no = rh__ok();
    for (int i = track; i <= last && rh_accepted(no); i++) {
        no = city_check(t, g, after, f->city_at[f->track[i].a]);
        if (rh_accepted(no))
            no = city_check(t, g, after, f->city_at[f->track[i].b]);
    }
    return no;
}

/* What they and the table would become. */
static rh_refusal books_check(const rh_title *t, const rh_game *g, const state *after, int track)
{
    rh_refusal no = cities_check(t, g, after, track);
    if (rh_accepted(no) && se_bv_cost(t, after) < 0)
        no = rh__no((rh_rule)NO_NEGATIVE, se_bv_cost(t, after), 0);
    if (rh_accepted(no) && se_sj_revenue(t, after) < 0)
        no = rh__no((rh_rule)NO_NEGATIVE, se_sj_revenue(t, after), 0);
    return no;
}

/* What is built takes two developments, and only these. */
static rh_refusal work_check(int hex, int is, change to, int otherwise)
{
    if ((to == TO_WORK && is == NO_WORK) || (to == TO_FINISHED && is == WORK))
        return rh__ok();
    return no_at(to == TO_DOUBLE || to == TO_CLOSED ? NO_DEVELOPMENT : otherwise, hex, 0, 0);
}

static rh_refusal high_speed_check(const rh_title *t, const rh_game *g, int city, change to)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const int hex = f->city[city].hex;
    const rh_refusal no = work_check(hex, s->high_speed[city], to, NO_SPEED_FIRST);
    if (!rh_accepted(no) || to == TO_FINISHED)
        return no;
    int used = 0;
    for (int i = 0; i < f->cities; i++)
        used += s->high_speed[i] != NO_WORK;
    if (se_city_value(t, s, city) != f->double_value || through_line(f, s, city) == RH_NONE)
        return no_at(NO_HIGH_SPEED, hex, se_city_value(t, s, city), f->double_value);
    if (used >= f->high_speed_tiles)
        return no_at(NO_TILE_LEFT, hex, 0, 0);
    return g->phase < f->high_speed_from ? no_at(NO_COLOR, hex, 0, 0) : rh__ok();
}

static rh_refusal project_check(const rh_title *t, const rh_game *g, int track, developer by)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const project_facts *p = &f->project[f->track[track].project];
    const int hex = f->track[track].hex;
    if (by != BY_BUILDER && p->builder != RH_NONE && in_play(g, p->builder))
        return no_at(NO_BUILDER, hex, 0, 0);
    for (int i = 0; i < f->projects; i++)
        if (&f->project[i] != p && strcmp(f->project[i].tile, p->tile) == 0 &&
            s->work[f->project[i].track] != NO_WORK)
            return no_at(NO_TILE_LEFT, hex, 0, 0);
    return rh__ok();
}

static rh_refusal track_check(const rh_title *t, const rh_game *g, int track, change to,
                              developer by)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const int hex = f->track[track].hex;
    const bool built = f->track[track].zero_city != RH_NONE || f->track[track].project != RH_NONE;
    if (by == BY_LAYER && (built || to != TO_DOUBLE || s->track[track] != SINGLE))
        return no_at(NO_MALM_TRACK, hex, 0, 0);
    if (built) {
        rh_refusal no =
            work_check(hex, s->work[track], to,
                       f->track[track].project != RH_NONE ? NO_WORK_FIRST : NO_TUNNEL_FIRST);
        if (rh_accepted(no) && f->track[track].project != RH_NONE)
            no = project_check(t, g, track, by);
        if (rh_accepted(no) && !color_allowed(t, g, f->work_color))
            no = no_at(NO_COLOR, hex, 0, 0);
        return no;
    }
    if (f->track[track].printed == DOUBLE)
        return no_at(NO_PRINTED, hex, 0, 0);
    const bool fits = (to == TO_DOUBLE && s->track[track] != DOUBLE) ||
                      (to == TO_CLOSED && s->track[track] != CLOSED);
    if (!fits)
        return no_at(NO_DEVELOPMENT, hex, 0, 0);
    return color_allowed(t, g, f->track_color) ? rh__ok() : no_at(NO_COLOR, hex, 0, 0);
}

/* A second track takes nothing from a city and adds to the cost, and neither the table's cost nor its
 * revenue is below nothing before. */
static bool only_adds(const facts *f, const state *s, int track, change to)
{
    return to == TO_DOUBLE && s->track[track] == SINGLE && f->double_value >= f->single_value;
}

static bool was_developed(const state *s, int hex) { return s->developed[hex / 8] >> hex % 8 & 1; }

rh_refusal se_develop_check(const rh_title *t, const rh_game *g, int hex, change to, developer by)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    if (hex >= t->hexes || to >= CHANGES)
        return no_at(NO_DEVELOPMENT, RH_NONE, 0, 0);
    const int city = f->city_at[hex], track = f->track_at[hex];
    rh_refusal no = no_at(NO_DEVELOPMENT, hex, 0, 0);
    if (city != RH_NONE)
        no = by == BY_LAYER ? no_at(NO_MALM_TRACK, hex, 0, 0) : high_speed_check(t, g, city, to);
    else if (track != RH_NONE)
        no = track_check(t, g, track, to, by);
    if (!rh_accepted(no))
        return no;
    if (was_developed(s, hex))
        return no_at(NO_TWICE, hex, 0, 0);
    if (to == TO_WORK || city != RH_NONE)
        return rh__ok(); /* changes no value and no cost */
    state after = *s;
    apply_change(t, g, &after, hex, to);
    return only_adds(f, s, track, to) ? cities_check(t, g, &after, track)
                                      : books_check(t, g, &after, track);
}

/* What is built on this hex, as the first or (flipped) the second of its two events. */
static int event_of(const facts *f, const state *s, int hex, change to)
{
    const int track = f->track_at[hex];
    if (to == TO_CLOSED)
        return EVENT_CLOSED;
    if (to == TO_DOUBLE)
        return s->track[track] == CLOSED ? EVENT_REOPENED : EVENT_DOUBLED;
    const int work = f->city_at[hex] != RH_NONE           ? EVENT_HIGH_SPEED_WORK
                     : f->track[track].project != RH_NONE ? EVENT_PROJECT_WORK
                                                          : EVENT_TUNNEL_WORK;
    return work + (to == TO_FINISHED ? EVENT_TUNNEL - EVENT_TUNNEL_WORK : 0);
}

static void happened(rh_play *p, int event, rh_holder by, int hex)
{
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = (uint8_t)event,
                            .from = by,
                            .hex = (uint8_t)hex,
                            .company = RH_NONE,
                            .thing = RH_NONE});
}

void se_develop(rh_play *p, int hex, change to, rh_holder by)
{
    state *s = own_state(p->g);
    happened(p, event_of(facts_of(p->t), s, hex, to), by, hex);
    apply_change(p->t, p->g, s, hex, to);
    s->developed[hex / 8] |= (uint8_t)(1u << hex % 8);
}

static bool bound_to(const facts *f, int line)
{
    return line < LINES + f->projects && line != RH_NONE;
}

bool se_can_develop(const rh_title *t, const rh_game *g, int line)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    for (int hex = 0; hex < t->hexes; hex++)
        for (int to = 0; to < CHANGES; to++)
            if ((!bound_to(f, line) || se_line_at(t, s, hex) == line) &&
                rh_accepted(se_develop_check(t, g, hex, (change)to, BY_BV)))
                return true;
    return false;
}

void se_offer_developments(rh_choices *list, rh_holder by, rh_check_function check)
{
    rh_action a;
    rh__set_choice(&a, VERB_DEVELOP, by);
    for (int hex = 0; hex < list->t->hexes; hex++)
        for (uint8_t to = 0; to < CHANGES; to++) {
            a.act.hex = (uint8_t)hex;
            a.act.city = to;
            rh__offer_if(list, check, &a);
        }
}

/* --- projects leave private hands ---------------------------------------------------------------- */

bool se_public_allowed(const rh_title *t, const rh_game *g, int project)
{
    state after = *state_of(g);
    if (after.work[facts_of(t)->project[project].track] != FINISHED)
        return true;
    after.public_project[project] = 1;
    return rh_accepted(books_check(t, g, &after, facts_of(t)->project[project].track));
}

void se_make_public(rh_play *p, int project)
{
    state *s = own_state(p->g);
    const int track = facts_of(p->t)->project[project].track;
    if (s->work[track] != FINISHED)
        return;
    s->public_project[project] = 1;
    happened(p, EVENT_PUBLIC, rh__nobody(), facts_of(p->t)->track[track].hex);
}
