/* SPDX-License-Identifier: Apache-2.0 */
/* trace.c: see rails.h. A line of a trace: its offers, its move, the state after it. */
#include "foreign/difference.h"
#include "foreign/rails/own.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roundhouse/writing.h"

rh_rails_verdict rh_rails_differs(rh_rails *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    rh_error_text(r->why, RH_RAILS_WHY, NULL, 0, 0, format, list);
    va_end(list);
    return RH_RAILS_DIFFERENT;
}

static rh_rails_verdict unreadable(rh_rails *r, const char *why)
{
    (void)snprintf(r->why, RH_RAILS_WHY, "%s", why);
    return RH_RAILS_UNREADABLE;
}

static bool load(rh_rails *r, const char *id, bool first_round_sales)
{
    rh_option option[RH_OPTIONS] = {{"import.rails", "on"}};
    size_t options = 1;
    if (first_round_sales)
        option[options++] = (rh_option){"import.rails.first_round_sales", "allowed"};
    for (size_t i = 0; i < r->more_count && options < RH_OPTIONS; i++)
        option[options++] = r->more[i];
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, option, options, &err);
    if (t == NULL) {
        (void)snprintf(r->why, RH_RAILS_WHY, "%s", err.text);
        return false;
    }
    if (r->title != NULL)
        rh_title_free(r->title);
    r->title = t;
    return true;
}

rh_rails_verdict rh_rails_set_up(rh_rails *r, const char *game)
{
    char id[16] = "";
    for (size_t i = 0; game[i] != 0 && i + 1 < sizeof id; i++)
        id[i] = (char)tolower((unsigned char)game[i]);
    if (!load(r, id, false))
        return RH_RAILS_UNREADABLE;
    const rh_refusal no = rh_new(r->title, r->players, 0, &r->game);
    if (rh_accepted(no))
        return RH_RAILS_SAME;
    rh_refusal_text(r->title, &r->names, no, r->why, RH_RAILS_WHY);
    return RH_RAILS_UNREADABLE;
}

static rh_rails_verdict set_up(rh_rails *r, const rh_json *line)
{
    r->players = 0;
    const rh_json *players = rh_json_member(line, "players");
    for (const rh_json *p = players != NULL ? players->child : NULL; p != NULL; p = p->next) {
        if (r->players == RH_PLAYERS)
            return unreadable(r, "too many players");
        (void)snprintf(r->names.name[r->players++], sizeof r->names.name[0], "%s",
                       rh_json_string_of(p, ""));
    }
    const rh_rails_verdict v = rh_rails_set_up(r, rh_rails_text(line, "game"));
    if (v != RH_RAILS_SAME)
        return v;
    return rh_rails_same_tiles(r, rh_json_member(line, "preprinted"), true) ? RH_RAILS_SAME
                                                                            : RH_RAILS_DIFFERENT;
}

static rh_rails_verdict same_state(rh_rails *r, const rh_json *line)
{
    static const char *const AT_END[] = {"turn", NULL}; /* nobody's, but Rails names the last */
    rh_load_error err;
    rh_rails_write_state(r);
    const rh_json *ours = rh_json_read(&r->ours, "our state", r->w.text, r->w.len, &err);
    if (ours == NULL)
        return unreadable(r, err.text);
    rh_difference d;
    if (!rh_difference_except(ours, rh_json_member(line, "state"),
                              r->game.over != RH_PLAYING ? AT_END : NULL, &d))
        return RH_RAILS_SAME;
    rh_json_writer w = {0};
    if (rh_json_member(line, "action") != NULL)
        rh_json_tree(&w, rh_json_member(line, "action"));
    rh_rails_differs(r, "after move %u: %s differs\n  action  %.900s\n  ours    %s\n  theirs  %s",
                     r->moves, d.path, w.text != NULL ? w.text : "none", d.ours, d.theirs);
    rh_json_writer_forget(&w);
    return RH_RAILS_DIFFERENT;
}

/* A game that is not compared for long is not compared at all. */
enum { APART_MOST = 8 };

static rh_rails_verdict too_far_apart(rh_rails *r)
{
    const rh_pending pending = rh_decision(r->title, &r->game);
    rh_rails_differs(r,
                     "after move %u: the last %u states could not be compared: Rails is in %s of "
                     "%s, our game in %s of %d.%d",
                     r->moves, r->apart_in_a_row,
                     rh_rails_text(rh_json_member(r->state, "round"), "step"), r->round,
                     rh_rails_step_word(r->title, pending.step), r->game.stock_round,
                     r->game.operating_round);
    return RH_RAILS_DIFFERENT;
}

/* Is this the line after the last one, by whoever was in turn there? A trace that lacks a move would
 * otherwise look like one of the moves that Rails makes by itself. */
static bool follows(rh_rails *r, const rh_json *line, const rh_json *action)
{
    const rh_json *number = rh_json_member(line, "i");
    if (number != NULL && rh_json_int_of(number, -1) != r->moves) {
        rh_rails_differs(r, "move %u is missing: this line is move %lld", r->moves,
                         (long long)rh_json_int_of(number, -1));
        return false;
    }
    const char *mover = rh_rails_text(action, "player");
    if (rh_rails_player(r, mover) != RH_NONE && strcmp(mover, r->in_turn) != 0) {
        rh_rails_differs(r, "move %u is made by %.40s, but it was the turn of %.40s", r->moves,
                         mover, r->in_turn);
        return false;
    }
    return true;
}

static void remember(rh_rails *r, const rh_json *state)
{
    (void)snprintf(r->round, sizeof r->round, "%s",
                   rh_rails_text(rh_json_member(state, "round"), "id"));
    (void)snprintf(r->in_turn, sizeof r->in_turn, "%s",
                   rh_rails_text(rh_json_member(state, "turn"), "player"));
}

rh_rails_verdict rh_rails_line(rh_rails *r, const char *name, const char *text, size_t len,
                               char why[RH_RAILS_WHY])
{
    rh_load_error err;
    r->why = why;
    const rh_json *line = rh_json_read(&r->theirs, name, text, len, &err);
    if (line == NULL)
        return unreadable(r, err.text);
    const rh_json *state = rh_json_member(line, "state"), *action = rh_json_member(line, "action");
    r->state = state;
    if (state == NULL || (action == NULL) != (r->title == NULL))
        return unreadable(r, "not a line of a Rails trace");
    if (rh_json_member(state, "players") == NULL || rh_json_member(state, "companies") == NULL ||
        rh_json_member(state, "bank") == NULL)
        return unreadable(r, "a state without players, companies or bank cannot be compared");
    if (action == NULL) {
        const rh_rails_verdict v = set_up(r, line);
        remember(r, state);
        return v == RH_RAILS_SAME ? same_state(r, line) : v;
    }
    r->moves++;
    if (!follows(r, line, action))
        return RH_RAILS_DIFFERENT;
    /* Rails counts a second round of the auction as the first round of the game, so that the ban on
     * sales is over when the stock rounds begin. Where a title has no option for it, so be it. */
    if (r->auction_round == 2 && r->game.stock_round == 0 && !r->title->stock.sell_in_first) {
        char id[sizeof r->title->id];
        memcpy(id, r->title->id, sizeof id);
        (void)load(r, id, true);
    }
    if (!r->is_apart && !r->purchase_waits)
        rh_rails_compare_offers(r, rh_json_member(line, "options"));
    rh_rails_verdict v = rh_rails_play_move(r, action);
    if (v != RH_RAILS_SAME)
        return v;
    rh_rails_catch_up(r, action, state);
    r->put_in += rh_rails_place_home(r, state);
    if (!rh_rails_same_tiles(r, rh_json_member(line, "tiles"), false))
        return RH_RAILS_DIFFERENT;
    r->is_apart = !rh_rails_in_step(r, state);
    remember(r, state);
    r->apart += r->is_apart;
    r->apart_in_a_row = r->is_apart ? r->apart_in_a_row + 1 : 0;
    if (r->apart_in_a_row > APART_MOST)
        return too_far_apart(r);
    return r->is_apart ? RH_RAILS_SAME : same_state(r, line);
}

rh_rails *rh_rails_begin(const rh_option *more, size_t count)
{
    rh_rails *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->more = more;
    r->more_count = count;
    r->last_to_act = RH_NONE;
    r->auction_round = 1;
    r->offer[0] = calloc(OFFERS, sizeof *r->offer[0]);
    r->offer[1] = calloc(OFFERS, sizeof *r->offer[1]);
    if (r->offer[0] != NULL && r->offer[1] != NULL)
        return r;
    rh_rails_end(r);
    return NULL;
}

void rh_rails_end(rh_rails *r)
{
    if (r == NULL)
        return;
    if (r->title != NULL)
        rh_title_free(r->title);
    rh_json_forget(&r->theirs);
    rh_json_forget(&r->ours);
    rh_json_writer_forget(&r->w);
    free(r->played);
    free(r->event);
    free(r->offer[0]);
    free(r->offer[1]);
    free(r);
}

void rh_rails_summary(const rh_rails *r, char *text, size_t cap)
{
    rh_writing w = {.text = text, .cap = cap};
    rh_write(&w,
             "%u moves of Rails ask for nothing and were dropped, %u of ours put in; %u states not "
             "compared because our engine had walked on; %u times Rails had lost a marker\n",
             r->dropped, r->put_in, r->apart, r->lost_markers);
    if (r->best_same + r->best_higher + r->best_lower > 0)
        rh_write(&w, "best routes: %u equal, %u ours higher and proved, %u lower%s%s\n",
                 r->best_same, r->best_higher, r->best_lower, r->best_example[0] ? "; " : "",
                 r->best_example);
    for (int i = 0; i < r->kinds; i++) {
        const offer_kind *k = &r->kind[i];
        rh_write(&w, "offers: %-7s %5u in both\n", k->kind, k->both);
        if (k->only_rails > 0)
            rh_write(&w, "  %5u only in Rails (%s)\n", k->only_rails, k->rails_example);
        for (int n = 0; n < k->reasons; n++)
            rh_write(&w, "        %u: %s %s\n", k->reason_count[n],
                     rh_refusal_id(r->title, k->reason[n]), rh_rule_name(k->reason[n].rule));
        if (k->only_ours == 0)
            continue;
        rh_write(&w, "  %5u only in ours (%s)\n", k->only_ours, k->ours_example);
        const char *habit = rh_rails_habit(k->kind);
        if (habit != NULL)
            rh_write(&w, "        %s\n", habit);
    }
}

bool rh_rails_compared(const rh_rails *r) { return !r->is_apart; }
uint32_t rh_rails_moves(const rh_rails *r) { return r->moves; }
uint32_t rh_rails_lines(const rh_rails *r) { return r->lines; }
const rh_title *rh_rails_title(const rh_rails *r) { return r->title; }
const rh_action *rh_rails_played(const rh_rails *r, size_t *count)
{
    *count = r->played_count;
    return r->played;
}
const rh_game *rh_rails_game(const rh_rails *r) { return &r->game; }
const rh_names *rh_rails_names(const rh_rails *r) { return &r->names; }
