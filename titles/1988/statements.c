/* SPDX-License-Identifier: Apache-2.0 */
/* statements.c: 1988 in positions, scenarios and records.
 *
 * The first table has a row for every field of the title's state. The second is for people: one
 * statement for several fields, and what can only be asked (a city's value, Banverket's cost): that
 * holds or does not hold, and changes nothing, so the same words serve as expectations. Money beside
 * the charts follows from what is said of it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "files/forms.h"
#include "files/stated.h"
#include "titles/1988/own.h"

static const char *const CHANGE_WORDS[CHANGES] = {"double", "closed", "work", "finished"};
static const char *const WORK_WORDS[] = {"none", "work", "finished", NULL};

const char *se_own_word(const rh_title *t, int i)
{
    const facts *f = facts_of(t);
    if (i < CHANGES)
        return CHANGE_WORDS[i];
    return i - WORD_LINES < f->lines ? f->line[i - WORD_LINES].id : NULL;
}

const char *se_own_said(const rh_title *t, int i)
{
    const facts *f = facts_of(t);
    const int line = i - WORD_LINES;
    return line >= 0 && line < f->lines ? rh_text(t, f->line[line].name) : NULL;
}

/* --- the fields ---------------------------------------------------------------------------------- */

static int line_count(const rh_title *t) { return facts_of(t)->lines; }
static const char *line_name(const rh_title *t, int i) { return facts_of(t)->line[i].id; }
static int track_count(const rh_title *t) { return facts_of(t)->tracks; }
static const char *track_name(const rh_title *t, int i) { return facts_of(t)->track[i].id; }
static int city_count(const rh_title *t) { return facts_of(t)->cities; }
static const char *city_name(const rh_title *t, int i)
{
    return t->hex[facts_of(t)->city[i].hex].name;
}
static int project_count(const rh_title *t) { return facts_of(t)->projects; }
static const char *project_name(const rh_title *t, int i) { return facts_of(t)->project[i].id; }

/* What is developed: a line, or LINES + project. */
static int way_count(const rh_title *t) { return LINES + facts_of(t)->projects; }
static const char *way_name(const rh_title *t, int i)
{
    if (i >= LINES)
        return project_name(t, i - LINES);
    return i < line_count(t) ? line_name(t, i) : ""; /* no word */
}

static const rh_catalogue LINE = {"line", line_count, line_name};
static const rh_catalogue TRACK = {"track", track_count, track_name};
static const rh_catalogue CITY = {"city", city_count, city_name};
static const rh_catalogue PROJECT = {"project", project_count, project_name};
static const rh_catalogue WAY = {"way", way_count, way_name};
const rh_catalogue *const se_lists[SE_LISTS] = {&LINE, &TRACK, &CITY, &PROJECT, &WAY};

#define ONE(member)  RH_VALUE(state, member)
#define EACH(member) RH_VALUES(state, member)
#define SET(member)  RH_SET(state, member)
const rh_stated se_fields[SE_FIELDS] = {
    {"COMPANY contacts 0..99999", EACH(contacts)},
    {"deposit LINE 0..99999", EACH(deposit)},
    {"COMPANY saved 0..99999", EACH(saved)},
    {"fees 0..99999", ONE(fees)},
    {"penalty 0..1 0..99999", EACH(owed)}, /* to Banverket, to SJ */
    {"track TRACK [not] covered", SET(covered)},
    {"city CITY [not] stopped", SET(stopped)},
    {"tender bid 0..99999", ONE(best_bid)},
    {"offer price 0..99999", ONE(offer_price)},
    {"state dividend 0..1 0..30000", EACH(dividend)}, /* of SJ, of Banverket */
    {"track TRACK single|double|closed|dotted", EACH(track)},
    {"work TRACK none|work|finished", EACH(work)},
    {"high speed CITY none|work|finished", EACH(high_speed)},
    {"high speed CITY on WAY?", EACH(high_speed_line)},
    {"[not] developed HEX", RH_SETS(state, developed)},
    {"holder of LINE COMPANY?", EACH(contract)},
    {"previous LINE COMPANY?", EACH(previous)},
    {"COMPANY lobby 0..255", EACH(lobby)},
    {"COMPANY acquired 0..COMPANIES", EACH(acquired)},
    {"COMPANY [not] awaiting capital", EACH(awaits_capital)},
    {"project PROJECT [not] public", EACH(public_project)},
    {"[not] new phase", ONE(new_phase)},
    {"last lay LINE?", ONE(malm_line)},
    {"regional has [not] laid", ONE(laid)},
    {"regional has [not] collected", ONE(collected)},
    {"contacts [not] decided", ONE(contacts_said)},
    {"development stage private|sj|bv|done", ONE(stage)},
    {"development decider COMPANY?", ONE(decider)},
    {"developments 0..5", ONE(developments)},
    {"developments left 0..5", ONE(left)},
    {"development line WAY?", ONE(line)},
    {"COMPANY has [not] declined", EACH(declined)},
    {"development [not] forced", ONE(forced)},
    {"tender line LINE?", ONE(auction_line)},
    {"tender asked COMPANY?", ONE(auction_turn)},
    {"tender leader COMPANY?", ONE(auction_leader)},
    {"tender passes 0..COMPANIES", ONE(auction_passes)},
    {"COMPANY has [not] traded", EACH(traded)},
    {"COMPANY was [not] proposed to", EACH(proposed)},
    {"offer [not] made", ONE(offered)},
    {"acquisition [not] made", ONE(has_acquired)},
    {"offer for COMPANY?", ONE(offer_of)},
    {"offer asks PLAYER", ONE(offer_asked)},
    {"offer to ask 0..8", ONE(offer_left)},
    {"merger with COMPANY?", ONE(merge_with)},
    {NULL, ONE(zero)},
};
static_assert(DOTTED == 3 && FINISHED == 2 && DEVELOP_DONE == 3 && DEVELOPMENTS == 5,
              "the words stand in the order of their enums");

/* --- finding things ------------------------------------------------------------------------------ */

static int line_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < facts_of(t)->lines; i++)
        if (strcmp(facts_of(t)->line[i].id, word) == 0)
            return i;
    return -1;
}

/* --- the statements ------------------------------------------------------------------------------ */

/* What the places of a form stood for, in order. */
static bool differs(char *why, const char *what, long found)
{
    snprintf(why, RH_SAY_WHY, "%s is %ld", what, found);
    return false;
}

static bool set_line(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const facts *f = facts_of(t);
    (void)why;
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].line == a->v[0] && f->track[i].zero_city == RH_NONE)
            own_state(g)->track[i] = (uint8_t)a->v[1];
    return true;
}

static bool set_work(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const facts *f = facts_of(t);
    state *s = own_state(g);
    const int city = f->city_at[a->v[0]], track = f->track_at[a->v[0]];
    if (city == RH_NONE && track == RH_NONE) {
        snprintf(why, RH_SAY_WHY, "nothing is built on %s", t->hex[a->v[0]].name);
        return false;
    }
    if (city != RH_NONE) {
        s->high_speed_line[city] = (uint8_t)se_line_at(t, s, a->v[0]);
        s->high_speed[city] = (uint8_t)a->v[1];
        return true;
    }
    s->work[track] = (uint8_t)a->v[1];
    if (a->v[1] != FINISHED)
        return true;
    s->track[track] = DOUBLE;
    if (f->track[track].zero_city != RH_NONE)
        s->track[track + 1] = DOUBLE;
    return se_said(t, g, why);
}

static void count_aside(const rh_title *t, rh_game *g) { g->cash[RH_STATE] = se_money_aside(t, g); }

/* Who owns a builder may be said after what it has built, and the tracks of a line after the track
 * for high speed on it. */
bool se_said(const rh_title *t, rh_game *g, char why[RH_SAY_WHY])
{
    const facts *f = facts_of(t);
    state *s = own_state(g);
    for (int i = 0; i < f->regionals && g->phase >= f->discard_phase; i++) {
        const int c = f->regional[i].company;
        if (g->owner[c] < RH_HOLDERS && rh_is_player((rh_holder){g->owner[c]})) {
            snprintf(why, RH_SAY_WHY,
                     "that cannot be: a player owns %s, but phase %s has discarded the regional "
                     "companies "
                     "of players",
                     t->company[c].id, t->phase[f->discard_phase].name);
            return false;
        }
    }
    for (int i = 0; i < f->projects; i++)
        s->public_project[i] = s->work[f->project[i].track] == FINISHED && se_is_free(f, g, i);
    for (int i = 0; i < f->cities; i++)
        if (s->high_speed[i] != NO_WORK && s->high_speed_line[i] == RH_NONE) {
            const uint8_t is = s->high_speed[i];
            s->high_speed[i] = NO_WORK; /* the line that runs through now is asked for */
            s->high_speed_line[i] = (uint8_t)se_line_at(t, s, f->city[i].hex);
            s->high_speed[i] = is;
        }
    count_aside(t, g);
    return true;
}

static bool set_contract(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->contract[a->v[0]] = (uint8_t)a->v[1];
    own_state(g)->deposit[a->v[0]] = a->v[2];
    count_aside(t, g);
    return true;
}

static bool set_free_contract(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    return set_contract(t, g, &(rh_said){{a->v[0], a->v[1], 0}}, why);
}

static bool set_dividend(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const facts *f = facts_of(t);
    if (a->v[0] != f->sj && a->v[0] != f->bv) {
        snprintf(why, RH_SAY_WHY, "only state companies record their dividend");
        return false;
    }
    own_state(g)->dividend[a->v[0] == f->bv] = (int16_t)a->v[1];
    return true;
}

static bool set_developed(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->developed[a->v[0] / 8] |= (uint8_t)(1u << a->v[0] % 8);
    return true;
}

static bool set_awaits(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->awaits_capital[a->v[0]] = 1;
    return true;
}

/* --- the phase that they show -------------------------------------------------------------------- */

static int phase_of_color(const rh_title *t, int color)
{
    int p = 0;
    while (p < t->phases && color != 0 && !(t->phase[p].colors >> color & 1))
        p++;
    return p < t->phases ? p : 0;
}

/* The colour of the tile that a city shows; 0: as printed. */
static int color_of(const rh_title *t, const state *s, int city)
{
    const facts *f = facts_of(t);
    const rh_money value = se_city_value(t, s, city);
    const bool shown = f->city[city].fixed < 0 && value >= 0 && value / 10 < COLORED_VALUES;
    const int color = shown ? f->city[city].color[value / 10] : 0;
    return color == RH_NONE ? 0 : color;
}

/* A later phase than the others have shown takes their place, with its reason. */
__attribute__((format(printf, 4, 5))) static void later(int *phase, int shown, char *why,
                                                        const char *format, ...)
{
    if (shown <= *phase)
        return;
    va_list args;
    *phase = shown;
    va_start(args, format);
    vsnprintf(why, RH_SAY_WHY, format, args);
    va_end(args);
}

int se_phase_shown(const rh_title *t, const rh_game *g, char why[RH_SAY_WHY])
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    int phase = 0;
    if (rh_round(t, g) != RH_ROUND_AUCTION && t->phases > 1)
        later(&phase, 1, why, "phase %s begins when the regional companies are sold",
              t->phase[1].name);
    for (int c = 0; c < t->companies; c++)
        if ((g->status[c] & RH_STARTED) && f->from_phase[c] < t->phases)
            later(&phase, f->from_phase[c], why,
                  "%s has been started, and is sold from phase %s on", t->company[c].id,
                  t->phase[f->from_phase[c]].name);
    for (int i = 0; i < f->tracks; i++) {
        const int built = phase_of_color(t, f->work_color);
        if (s->work[i] != NO_WORK)
            later(&phase, built, why, "something is built on %s, which begins in phase %s",
                  t->hex[f->track[i].hex].name, t->phase[built].name);
    }
    for (int i = 0; i < f->cities; i++) {
        const char *place = t->hex[f->city[i].hex].place;
        const int color = color_of(t, s, i), from = phase_of_color(t, color);
        later(&phase, from, why, "%s is worth %d, and its %s tile comes with phase %s", place,
              (int)se_city_value(t, s, i), t->color[color], t->phase[from].name);
        if (s->high_speed[i] != NO_WORK)
            later(&phase, f->high_speed_from, why, "%s is built for high speed, from phase %s on",
                  place, t->phase[f->high_speed_from].name);
    }
    return phase;
}

/* --- the questions ------------------------------------------------------------------------------- */

static bool ask_value(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const int city = facts_of(t)->city_at[a->v[0]];
    const rh_money value = city == RH_NONE ? 0 : se_city_value(t, state_of(g), city);
    return value == a->v[1] || differs(why, "the city's value", value);
}

static bool ask_cost(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const rh_money cost = se_bv_cost(t, state_of(g));
    return cost == a->v[0] || differs(why, "Banverket's cost", cost);
}

static bool ask_revenue(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const rh_money revenue = se_sj_revenue(t, state_of(g));
    return revenue == a->v[0] || differs(why, "SJ's revenue", revenue);
}

static bool ask_income(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    if (!se_regional_of(t, a->v[0])) {
        snprintf(why, RH_SAY_WHY, "only a regional company has an income of its own");
        return false;
    }
    const rh_money income = se_regional_income(t, g, (rh_company){(uint8_t)a->v[0]});
    return income == a->v[1] || differs(why, "its income", income);
}

static bool ask_leader(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const state *s = state_of(g);
    if (s->auction_line == a->v[0] && s->auction_leader == a->v[1] && s->best_bid == a->v[2])
        return true;
    snprintf(why, RH_SAY_WHY, "line %s, leader %s, bid %ld",
             s->auction_line == RH_NONE ? "none" : facts_of(t)->line[s->auction_line].id,
             s->auction_leader == RH_NONE ? "nobody" : t->company[s->auction_leader].id,
             (long)s->best_bid);
    return false;
}

static const rh_form FORMS[] = {
    {"line LINE STATE", set_line}, /* all its tracks but those of a 0-city */
    {"built HEX WORK", set_work},  /* tunnel, project or high speed, whatever that hex may have */
    {"contract LINE COMPANY NUMBER", set_contract},
    {"contract LINE COMPANY", set_free_contract},
    {"COMPANY dividend NUMBER", set_dividend},
    {"COMPANY awaits capital", set_awaits},
    {"developed HEX", set_developed},
    {"value HEX NUMBER", ask_value},
    {"cost NUMBER", ask_cost},
    {"revenue of SJ NUMBER", ask_revenue},
    {"COMPANY income NUMBER", ask_income},
    {"tender LINE COMPANY NUMBER", ask_leader},
};

static int own_place(const rh_title *t, const char *place, size_t n, const char *word)
{
    if (rh_form_is(place, n, "LINE"))
        return line_called(t, word);
    if (rh_form_is(place, n, "COMPANY") && strcmp(word, "nobody") == 0)
        return RH_NONE;
    if (rh_form_is(place, n, "STATE"))
        return rh_word_index(se_tracks, word);
    return rh_form_is(place, n, "WORK") ? rh_word_index(WORK_WORDS, word) : RH_NO_PLACE;
}

bool se_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY])
{
    rh_said said;
    const rh_form *form =
        rh_form_of(t, FORMS, sizeof FORMS / sizeof FORMS[0], own_place, word, words, &said);
    return form != NULL && form->set(t, g, &said, why);
}

/* --- telling ------------------------------------------------------------------------------------- */

/* Counts down to the statement that is asked for. */
typedef struct {
    int left;
    char *text;
} teller;

static bool told(teller *w, const char *format, const char *a, const char *b, long n)
{
    if (w->left-- > 0)
        return false;
    snprintf(w->text, RH_TELL_TEXT, format, a, b, n);
    return true;
}

static bool tell_contracts(const rh_title *t, const state *s, teller *w)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->lines; i++) {
        const int c = s->contract[i];
        if (c == HOLDER_NONE)
            continue;
        const char *form = s->deposit[i] ? "contract %s %s %ld" : "contract %s %s";
        if (told(w, form, f->line[i].id, t->company[c].id, (long)s->deposit[i]))
            return true;
    }
    return false;
}

static bool tell_companies(const rh_title *t, const state *s, teller *w)
{
    for (int c = 0; c < t->companies; c++) {
        const char *id = t->company[c].id;
        if ((s->lobby[c] && told(w, "%s lobby%s %ld", id, "", s->lobby[c])) ||
            (s->contacts[c] && told(w, "%s contacts%s %ld", id, "", (long)s->contacts[c])) ||
            (s->saved[c] && told(w, "%s saved%s %ld", id, "", (long)s->saved[c])))
            return true;
    }
    return false;
}

static bool tell_board(const rh_title *t, const state *s, teller *w)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++)
        if (s->track[i] != f->track[i].printed && f->track[i].zero_city == RH_NONE &&
            f->track[i].project == RH_NONE &&
            told(w, "track %s %s", f->track[i].id, se_tracks[s->track[i]], 0))
            return true;
    for (int h = 0; h < t->hexes; h++) {
        const int city = f->city_at[h], track = f->track_at[h];
        const int is = city != RH_NONE    ? s->high_speed[city]
                       : track != RH_NONE ? s->work[track]
                                          : NO_WORK;
        if (is != NO_WORK && told(w, "built %s %s", t->hex[h].name, WORK_WORDS[is], 0))
            return true;
    }
    for (int i = 0; i < f->cities; i++) {
        const rh_money value = se_city_value(t, s, i);
        const bool printed = f->city[i].fixed >= 0 ||
                             (value / 10 < COLORED_VALUES && f->city[i].color[value / 10] == 0);
        if (!printed && told(w, "value %s%s %ld", t->hex[f->city[i].hex].place, "", (long)value))
            return true;
    }
    return false;
}

bool se_tell(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT])
{
    const state *s = state_of(g);
    teller w = {i, text};
    return told(&w, "cost%s%s %ld", "", "", (long)se_bv_cost(t, s)) ||
           told(&w, "revenue of %s%s %ld", t->company[facts_of(t)->sj].id, "",
                (long)se_sj_revenue(t, s)) ||
           tell_contracts(t, s, &w) || tell_companies(t, s, &w) || tell_board(t, s, &w);
}
