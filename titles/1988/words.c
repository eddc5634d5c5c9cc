/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: 1988 in positions, scenarios and records.
 *
 * A statement is a few words; forms are a table like that of files/position.c. What can only be
 * asked (a city's value, Banverket's cost) holds or does not hold, and changes nothing, so the same
 * words serve as expectations. Money beside the charts follows from what is said of it. */
#include <stdio.h>
#include <string.h>

#include "files/forms.h"
#include "titles/1988/own.h"

static const char *const CHANGE_WORDS[CHANGES] = {"double", "closed", "work", "finished"};
static const char *const TRACK_WORDS[] = {"single", "double", "closed", "dotted", NULL};
static const char *const WORK_WORDS[] = {"none", "work", "finished", NULL};

const char *se_own_word(const rh_title *t, int i)
{
    const facts *f = facts_of(t);
    if (i < CHANGES)
        return CHANGE_WORDS[i];
    return i - WORD_LINES < f->lines ? f->line[i - WORD_LINES].id : NULL;
}

/* --- finding things ------------------------------------------------------------------------------ */

static int line_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < facts_of(t)->lines; i++)
        if (strcmp(facts_of(t)->line[i].id, word) == 0)
            return i;
    return -1;
}

static int track_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < facts_of(t)->tracks; i++)
        if (strcmp(facts_of(t)->track[i].id, word) == 0)
            return i;
    return -1;
}

/* --- the statements ------------------------------------------------------------------------------ */

/* What the places of a form stood for, in order. */
static bool differs(char *why, const char *what, long found)
{
    snprintf(why, 240, "%s is %ld", what, found);
    return false;
}

static bool set_track(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->track[a->v[0]] = (uint8_t)a->v[1];
    return true;
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
        snprintf(why, 240, "nothing is built on %s", t->hex[a->v[0]].name);
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

/* Who owns a builder may be said after what it has built, and the tracks of a line after the track
 * for high speed on it. */
bool se_said(const rh_title *t, rh_game *g, char *why)
{
    const facts *f = facts_of(t);
    state *s = own_state(g);
    (void)why;
    for (int i = 0; i < f->projects; i++)
        s->public_project[i] = s->work[f->project[i].track] == FINISHED && se_is_free(f, g, i);
    for (int i = 0; i < f->cities; i++)
        if (s->high_speed[i] != NO_WORK && s->high_speed_line[i] == RH_NONE) {
            const uint8_t is = s->high_speed[i];
            s->high_speed[i] = NO_WORK; /* the line that runs through now is asked for */
            s->high_speed_line[i] = (uint8_t)se_line_at(t, s, f->city[i].hex);
            s->high_speed[i] = is;
        }
    return true;
}

static void count_aside(rh_game *g) { g->cash[RH_STATE] = se_money_aside(state_of(g)); }

static bool set_contract(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->contract[a->v[0]] = (uint8_t)a->v[1];
    own_state(g)->deposit[a->v[0]] = a->v[2];
    count_aside(g);
    return true;
}

static bool set_free_contract(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    return set_contract(t, g, &(rh_said){{a->v[0], a->v[1], 0}}, why);
}

static bool set_previous(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->previous[a->v[0]] = (uint8_t)a->v[1];
    return true;
}

static bool set_contacts(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->contacts[a->v[0]] = a->v[1];
    count_aside(g);
    return true;
}

static bool set_saved(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->saved[a->v[0]] = a->v[1];
    count_aside(g);
    return true;
}

static bool set_lobby(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    if (a->v[1] && se_lobby_row(facts_of(t), a->v[1]) == 0) {
        snprintf(why, 240, "the lobby board has no box %d", a->v[1]);
        return false;
    }
    own_state(g)->lobby[a->v[0]] = (uint8_t)a->v[1];
    return true;
}

static bool set_acquired(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->acquired[a->v[0]] = (uint8_t)a->v[1];
    return true;
}

static bool set_dividend(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const facts *f = facts_of(t);
    if (a->v[0] != f->sj && a->v[0] != f->bv) {
        snprintf(why, 240, "only state companies record their dividend");
        return false;
    }
    own_state(g)->dividend[a->v[0] == f->bv] = (int16_t)a->v[1];
    return true;
}

static bool set_new_phase(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)a, (void)why;
    own_state(g)->new_phase = 1;
    return true;
}

static bool set_last_lay(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t, (void)why;
    own_state(g)->malm_line = (uint8_t)a->v[0];
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
        snprintf(why, 240, "only a regional company has an income of its own");
        return false;
    }
    const rh_money income = se_regional_income(t, g, (rh_company){(uint8_t)a->v[0]});
    return income == a->v[1] || differs(why, "its income", income);
}

static bool ask_made(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t;
    return state_of(g)->developments == a->v[0] ||
           differs(why, "the number of developments", state_of(g)->developments);
}

static bool ask_leader(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const state *s = state_of(g);
    if (s->auction_line == a->v[0] && s->auction_leader == a->v[1] && s->best_bid == a->v[2])
        return true;
    snprintf(why, 240, "line %s, leader %s, bid %ld",
             s->auction_line == RH_NONE ? "none" : facts_of(t)->line[s->auction_line].id,
             s->auction_leader == RH_NONE ? "nobody" : t->company[s->auction_leader].id,
             (long)s->best_bid);
    return false;
}

static bool ask_fees(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t;
    return state_of(g)->fees == a->v[0] || differs(why, "what is due", state_of(g)->fees);
}

static const rh_form FORMS[] = {
    {"track TRACK STATE", set_track},
    {"line LINE STATE", set_line}, /* all its tracks but those of a 0-city */
    {"built HEX WORK", set_work},  /* tunnel, project or high speed, whatever that hex may have */
    {"contract LINE COMPANY NUMBER", set_contract},
    {"contract LINE COMPANY", set_free_contract},
    {"previous LINE COMPANY", set_previous},
    {"COMPANY contacts NUMBER", set_contacts},
    {"COMPANY saved NUMBER", set_saved},
    {"COMPANY lobby NUMBER", set_lobby},
    {"COMPANY acquired NUMBER", set_acquired},
    {"COMPANY dividend NUMBER", set_dividend},
    {"COMPANY awaits capital", set_awaits},
    {"new phase", set_new_phase},
    {"last lay LINE", set_last_lay},
    {"developed HEX", set_developed},
    {"value HEX NUMBER", ask_value},
    {"cost NUMBER", ask_cost},
    {"revenue of SJ NUMBER", ask_revenue},
    {"COMPANY income NUMBER", ask_income},
    {"developments NUMBER", ask_made},
    {"tender LINE COMPANY NUMBER", ask_leader},
    {"fees NUMBER", ask_fees},
};

static int own_place(const rh_title *t, const char *place, size_t n, const char *word)
{
    if (rh_form_is(place, n, "LINE"))
        return line_called(t, word);
    if (rh_form_is(place, n, "COMPANY") && strcmp(word, "nobody") == 0)
        return RH_NONE;
    if (rh_form_is(place, n, "TRACK"))
        return track_called(t, word);
    if (rh_form_is(place, n, "STATE"))
        return rh_word_index(TRACK_WORDS, word);
    return rh_form_is(place, n, "WORK") ? rh_word_index(WORK_WORDS, word) : RH_NO_PLACE;
}

bool se_say(const rh_title *t, rh_game *g, char **word, int words, char *why)
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
    snprintf(w->text, 160, format, a, b, n);
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
            told(w, "track %s %s", f->track[i].id, TRACK_WORDS[s->track[i]], 0))
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

bool se_tell(const rh_title *t, const rh_game *g, int i, char *text)
{
    const state *s = state_of(g);
    teller w = {i, text};
    return told(&w, "cost%s%s %ld", "", "", (long)se_bv_cost(t, s)) ||
           told(&w, "revenue of %s%s %ld", t->company[facts_of(t)->sj].id, "",
                (long)se_sj_revenue(t, s)) ||
           tell_contracts(t, s, &w) || tell_companies(t, s, &w) || tell_board(t, s, &w);
}
