/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c: explanations of routes; see runs.h.
 *
 * Parts of a route stand on its line. Parts of all routes together are gathered by what they are
 * for, so that a title in which cities pay for contracts says one line a contract.
 *
 * Bounds of the loops: waypoints of the routes (RH_WAY), and the parts of what they earn, each
 * gathered with those after it (RH_RUN_PARTS squared). */
#include "screen/runs.h"

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/hooks.h"
#include "text/lines.h"

static const char *place_of(const rh_title *t, const rh_game *g, int hex)
{
    const char *place = rh__place_name(t, g, rh_hex_at(hex));
    return place && place[0] ? place : t->hex[hex].name;
}

static const char *money(const rh_title *t, rh_money m, char text[40])
{
    rh_money_text(t, m, text, 40);
    return text;
}

static const char *side(const rh_title *t, const rh_game *g, int train)
{
    return rh_train_side(t, train, g->train_state[train] & RH_TRAIN_OTHER_FACE);
}

static void write_way(rh_writing *w, const rh_title *t, const rh_game *g, const rh_runs *runs,
                      int r)
{
    const rh_run_route *route = &runs->route[r];
    rh_write(w, "%s-%s:", side(t, g, route->train), rh_train_noun(t, t->train_kind[route->train]));
    for (int k = route->first; k < route->first + route->count; k++) {
        const rh_waypoint at = runs->way[k];
        const bool passing = at.stop == RH_PASSING;
        /* On tiles a hex that is passed is mere track; where it has a city the route skips it. */
        if (passing && !(t->hooks->explain_runs && t->hex[at.hex].place[0]))
            continue;
        rh_write(w, "%s %s%s%s", k > route->first ? "," : "", passing ? "(" : "",
                 place_of(t, g, at.hex), passing ? ")" : "");
    }
}

size_t rh_way_text(const rh_title *t, const rh_game *g, const rh_runs *runs, int r, char *out,
                   size_t cap)
{
    rh_writing w = {.text = out, .cap = cap};
    write_way(&w, t, g, runs, r);
    return w.len;
}

/* A route with its stops and what each brings, or only its way if they bring nothing by themselves. */
static void write_route(rh_writing *w, const rh_title *t, const rh_game *g, const rh_runs *runs,
                        const rh_breakdown *why, int r)
{
    char text[40], name[120];
    rh_money sum = 0;
    int stops = 0;
    for (int i = 0; i < why->parts; i++)
        stops += why->part[i].route == r;
    if (stops == 0) {
        write_way(w, t, g, runs, r);
        rh_write(w, "\n");
        return;
    }
    rh_write(w, "%s-%s:", side(t, g, runs->route[r].train),
             rh_train_noun(t, t->train_kind[runs->route[r].train]));
    const char *comma = " ";
    for (int i = 0; i < why->parts; i++) {
        const rh_run_part *part = &why->part[i];
        if (part->route != r || part->kind == RH_PART_FEE)
            continue;
        if (part->kind == RH_PART_STOP &&
            !*rh_text(t, part->of)) /* places may come with the set-up */
            rh_write(w, "%s%s %d", comma, place_of(t, g, part->hex), (int)part->amount);
        else {
            rh_part_text(t, part, name, sizeof name);
            rh_write(w, "%s%s %d", comma, name, (int)part->amount);
        }
        sum += part->amount;
        comma = ", ";
    }
    rh_write(w, " = %s", money(t, sum, text));
    for (int i = 0; i < why->parts; i++)
        if (why->part[i].route == r && why->part[i].kind == RH_PART_FEE)
            rh_write(w, "; fee %s", money(t, why->part[i].amount, text));
    rh_write(w, "\n");
}

static bool is_shared_stop(const rh_run_part *part)
{
    return part->route == RH_NONE && part->kind == RH_PART_STOP;
}

/* "Botniabanan: Narvik 40, Gällivare 40 = 80", from the part that is the first of its kind. */
static void write_gathered(rh_writing *w, const rh_title *t, const rh_game *g,
                           const rh_breakdown *why, int first)
{
    char text[40];
    rh_money sum = 0;
    const uint16_t of = why->part[first].of;
    rh_write(w, "%s:", rh_text(t, of));
    for (int i = first; i < why->parts; i++) {
        const rh_run_part *part = &why->part[i];
        if (!is_shared_stop(part) || part->of != of)
            continue;
        rh_write(w, "%s %s %d", i > first ? "," : "", place_of(t, g, part->hex), (int)part->amount);
        sum += part->amount;
    }
    rh_write(w, " = %s\n", money(t, sum, text));
}

static bool said_before(const rh_breakdown *why, int at)
{
    for (int i = 0; i < at; i++)
        if (is_shared_stop(&why->part[i]) && why->part[i].of == why->part[at].of)
            return true;
    return false;
}

static void write_line(rh_writing *w, const rh_title *t, const rh_game *g, const rh_run_part *part,
                       const char *end)
{
    char text[40], name[120];
    rh_part_text(t, part, name, sizeof name);
    if (part->hex < t->hexes)
        rh_write(w, "%s, ", place_of(t, g, part->hex));
    rh_write(w, "%s: %s%s\n", name, money(t, part->amount, text), end);
}

static rh_money added(const rh_title *t, const rh_game *g, const char **of)
{
    return t->face->run_adds ? t->face->run_adds(t, g, of) : 0;
}

rh_money rh_run_adds(const rh_title *t, const rh_game *g)
{
    const char *of;
    return added(t, g, &of);
}

size_t rh_runs_text(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                    char *out, size_t cap)
{
    rh_breakdown why;
    rh_writing w = {.text = out, .cap = cap};
    char text[40];
    bool shared = false;
    if (cap)
        out[0] = 0;
    if (!rh_accepted(rh_explain_runs(t, g, c, runs, &why)))
        return 0;
    for (int r = 0; r < runs->routes; r++)
        write_route(&w, t, g, runs, &why, r);
    for (int i = 0; i < why.parts; i++) {
        const rh_run_part *part = &why.part[i];
        if (part->route != RH_NONE || part->kind == RH_PART_FEE)
            continue;
        shared = true;
        if (!is_shared_stop(part))
            write_line(&w, t, g, part, "");
        else if (!said_before(&why, i))
            write_gathered(&w, t, g, &why, i);
    }
    const char *of = "";
    const rh_money more = added(t, g, &of);
    if (more)
        rh_write(&w, "%s: %s\n", of, money(t, more, text));
    if (shared || more || runs->routes != 1)
        rh_write(&w, "together: %s\n", money(t, why.revenue + more, text));
    for (int i = 0; i < why.parts; i++)
        if (why.part[i].route == RH_NONE && why.part[i].kind == RH_PART_FEE)
            write_line(&w, t, g, &why.part[i], ", paid apart");
    const rh_money lacks =
        t->face->fees_short ? t->face->fees_short(t, g, c, why.revenue, why.fee, &of) : 0;
    if (lacks > 0)
        rh_write(&w, "%s short: %s\n", money(t, lacks, text), of);
    return w.len;
}

static void put_part(rh_json_writer *w, const rh_title *t, const rh_game *g,
                     const rh_run_part *part)
{
    rh_json_open(w, '{');
    rh_json_put_string(w, "kind", rh_part_word((rh_part_kind)part->kind));
    rh_json_put_int(w, "amount", part->amount);
    if (part->route != RH_NONE)
        rh_json_put_int(w, "route", part->route);
    if (part->hex < t->hexes) {
        rh_json_put_string(w, "hex", t->hex[part->hex].name);
        rh_json_put_int(w, "stop", part->stop);
        rh_json_put_string(w, "place", place_of(t, g, part->hex));
    }
    if (part->of)
        rh_json_put_string(w, "of", rh_text(t, part->of));
    if (part->count)
        rh_json_put_int(w, "count", part->count);
    rh_json_close(w);
}

void rh_runs_json(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                  rh_json_writer *w)
{
    rh_breakdown why;
    char word[RH_TRAIN_WORD];
    if (!rh_accepted(rh_explain_runs(t, g, c, runs, &why)))
        return;
    rh_json_put_int(w, "revenue", why.revenue);
    rh_json_put_int(w, "fee", why.fee);
    rh_json_put_open(w, "routes", '[');
    for (int r = 0; r < runs->routes; r++) {
        const rh_run_route *route = &runs->route[r];
        rh_json_open(w, '{');
        rh_json_put_string(w, "train", rh_train_shown(t, g, route->train, word));
        rh_json_put_open(w, "way", '[');
        for (int k = route->first; k < route->first + route->count; k++) {
            rh_json_open(w, '{');
            rh_json_put_string(w, "hex", t->hex[runs->way[k].hex].name);
            if (runs->way[k].stop == RH_PASSING)
                rh_json_put_bool(w, "passing", true);
            else
                rh_json_put_int(w, "stop", runs->way[k].stop);
            rh_json_close(w);
        }
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_put_open(w, "parts", '[');
    for (int i = 0; i < why.parts; i++)
        put_part(w, t, g, &why.part[i]);
    rh_json_close(w);
}
