/* SPDX-License-Identifier: Apache-2.0 */
/* look.c: how the board of 1988 looks, for pictures and screens: lines with their contracts, tracks
 * in their states, cities with their values, the table of cost and revenue. */
#include "titles/1988/own.h"

/* The board as it stands, or as it is printed: then it is written into room. */
static const state *shown(const rh_title *t, const rh_game *g, state *room)
{
    const facts *f = facts_of(t);
    if (g)
        return state_of(g);
    *room = (state){0};
    for (int i = 0; i < f->lines; i++)
        room->contract[i] = f->line[i].sj_at_start ? f->sj : HOLDER_NONE;
    for (int i = 0; i < f->tracks; i++)
        room->track[i] = f->track[i].printed;
    return room;
}

bool se_line_look(const rh_title *t, const rh_game *g, int i, rh_line_look *out)
{
    const facts *f = facts_of(t);
    state room;
    const state *s = shown(t, g, &room);
    if (i >= f->lines)
        return false;
    *out = (rh_line_look){.id = f->line[i].id,
                          .name = rh_text(t, f->line[i].name),
                          .color = rh_text(t, f->line[i].color),
                          .holder = s->contract[i],
                          .deposit = s->deposit[i]};
    return true;
}

/* A project is used by everybody, or by whoever owns its builder. */
static int owner_of(const rh_game *g, const facts *f, const state *s, int project)
{
    const int builder = f->project[project].builder;
    if (!g || builder == RH_NONE || s->public_project[project] || !in_play(g, builder))
        return RH_NONE;
    return builder;
}

bool se_track_look(const rh_title *t, const rh_game *g, int i, rh_track_look *out)
{
    static const uint8_t STATE[] = {[SINGLE] = RH_LOOK_SINGLE,
                                    [DOUBLE] = RH_LOOK_DOUBLE,
                                    [CLOSED] = RH_LOOK_CLOSED,
                                    [DOTTED] = RH_LOOK_PLANNED};
    const facts *f = facts_of(t);
    state room;
    const state *s = shown(t, g, &room);
    int at = 0; /* the second track of a hex with a finished tunnel is none */
    while (at < f->tracks && (se_merged(f, s, at) || i-- > 0))
        at++;
    if (at == f->tracks)
        return false;
    const track_facts *track = &f->track[at];
    int a, b;
    se_ends_of(f, s, at, &a, &b);
    *out = (rh_track_look){.id = track->id,
                           .line = track->line < LINES ? track->line : RH_NONE,
                           .hex = track->hex,
                           .a = (uint8_t)a,
                           .b = (uint8_t)b,
                           .state = STATE[s->track[at]],
                           .work = s->work[f->track_at[track->hex]],
                           .tunnel = track->zero_city != RH_NONE,
                           .owner = RH_NONE};
    if (track->project != RH_NONE)
        out->owner = (uint8_t)owner_of(g, f, s, track->project);
    return true;
}

bool se_stop_look(const rh_title *t, const rh_game *g, rh_hex hex, rh_stop_look *out)
{
    const facts *f = facts_of(t);
    state room;
    const state *s = shown(t, g, &room);
    const int city = f->city_at[hex.i];
    if (city == RH_NONE)
        return false;
    *out = (rh_stop_look){.value = se_city_value(t, s, city),
                          .fast = s->high_speed[city],
                          .line = (uint8_t)se_line_at(t, s, hex.i)};
    const int color = f->city[city].color[out->value / 10 < COLORED_VALUES ? out->value / 10 : 0];
    if (f->city[city].fixed < 0 && color != 0 && color < t->colors)
        out->color = t->color[color];
    return true;
}

bool se_figure(const rh_title *t, const rh_game *g, int i, const char **name, rh_money *value)
{
    state room;
    const state *s = shown(t, g, &room);
    switch (i) {
    case 0: *name = "Banverket's cost", *value = se_bv_cost(t, s); return true;
    case 1: *name = "SJ's revenue", *value = se_sj_revenue(t, s); return true;
    case 2: *name = "last dividend of SJ", *value = s->dividend[0]; return true;
    case 3: *name = "last dividend of Banverket", *value = s->dividend[1]; return true;
    default: return false;
    }
}
