/* SPDX-License-Identifier: Apache-2.0 */
/* api.c: answers, and the card of a record; see api.h. */
#include "server/api.h"

#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "files/seats.h"
#include "screen/view.h"

static const char JSON[] = "application/json; charset=utf-8";

void rh_api_error(rh_response *out, int status, const char *sentence)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "error", sentence);
    rh_json_close(&w);
    *out = (rh_response){.status = status, .type = JSON, .body = w.text, .len = w.len};
    if (w.failed) {
        rh_json_writer_forget(&w);
        *out = (rh_response){.status = 503, .type = JSON};
    }
}

static void put_card(rh_json_writer *w, const rh_title *t, const rh_record *r, const rh_game *g,
                     const char *text)
{
    char round[64], result[RH_RESULT_TEXT] = "";
    rh_seats seats;
    rh_seats_read(text, r, &seats);
    rh_view_round(t, g, round, sizeof round);
    if (g->over != RH_PLAYING)
        rh_record_result(t, &r->names, g, result);
    rh_json_open(w, '{');
    rh_json_put_string(w, "title", t->id);
    rh_json_put_string(w, "name", t->name);
    rh_json_put_open(w, "players", '[');
    for (int p = 0; p < r->players; p++)
        rh_json_string(w, r->names.name[p]);
    rh_json_close(w);
    rh_json_put_open(w, "bots", '[');
    for (int p = 0; p < r->players; p++)
        if (rh_seat_is_bot(&seats, p))
            rh_json_string(w, r->names.name[p]);
    rh_json_close(w);
    rh_seats_put(&seats, r, w);
    rh_json_put_int(w, "actions", r->actions);
    rh_json_put_string(w, "round", round);
    rh_json_put_string(w, "phase", t->phase[g->phase].name);
    rh_json_put_string(w, "over", rh_view_over(g->over));
    rh_json_put_string(w, "result", result);
    rh_json_close(w);
}

bool rh_api_card(const char *record, size_t len, int most, rh_json_writer *card, rh_line_error *err)
{
    rh_record r;
    rh_load_error load;
    rh_title *t = NULL;
    rh_game *g = malloc(sizeof *g);
    bool good = rh_record_read(record, len, &r, err);
    if (good && r.actions > most)
        good = rh_line_fails(err, r.action[most].number,
                             "the record has %d actions, more than any game; %d are the most",
                             r.actions, most);
    if (good) {
        t = rh_record_title(&r, &load);
        good = t || rh_line_fails(err, 0, "%.230s", load.text);
    }
    good = good && (g || rh_line_fails(err, 0, "there is not enough memory"));
    good = good && rh_record_replay(t, &r, g, err);
    if (good)
        put_card(card, t, &r, g, record);
    rh_title_free(t);
    rh_record_free(&r);
    free(g);
    return good;
}
