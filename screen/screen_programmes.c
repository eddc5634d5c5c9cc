/* SPDX-License-Identifier: Apache-2.0 */
/* screen_programmes.c: programmes of the people at the table: what they do now, and which have ended. The page
 * keeps them; each says up to which action it has seen the game, so that only what is new can stop it. At most
 * LIST programmes are looked at, each over the actions since. */
#include "programmes/programme.h"
#include "screen/screen_parts.h"

#include <stdlib.h>
#include <string.h>

enum { LIST = 16 };

static int player_called(const rh_record *r, const char *name)
{
    for (int p = 0; p < r->players; p++)
        if (strcmp(r->names.name[p], name) == 0)
            return p;
    return -1;
}

/* Was it stopped by one of the actions from this one on? */
static bool stopped(const rh_session *s, const rh_programme *p, int64_t seen, rh_action *a,
                    char why[RH_PROGRAMME_WHY])
{
    for (int k = seen < 0                   ? 0
                 : seen > s->record.actions ? s->record.actions
                                            : (int)seen;
         k < s->record.actions; k++)
        if (rh_session_action(s, k, a) &&
            rh_programme_stopped(p, s->title, &s->record.names, &s->past[k], &a->act,
                                 &s->past[k + 1], why))
            return true;
    return false;
}

/* One of the list; true: a is what it does. */
static bool put_one(rh_screen *s, const rh_json *form, rh_programme *p, rh_action *a,
                    rh_json_writer *w)
{
    char why[RH_PROGRAMME_WHY] = "";
    const rh_session *now = &s->session;
    const int player =
        player_called(&now->record, rh_json_string_of(rh_json_member(form, "player"), ""));
    rh_programme_says says = RH_PROGRAMME_ENDS;
    if (player < 0)
        memcpy(why, "player: nobody is called so", sizeof "player: nobody is called so");
    else if (rh_programme_read(now->title, &now->record.names, now->record.players, player, form, p,
                               why) &&
             !stopped(now, p, rh_json_int_of(rh_json_member(form, "seen"), 0), a, why))
        says = rh_programme_next(p, now->title, &now->record.names, rh_session_now(now),
                                 s->work.random.work, s->work.random.work_size, a, why);
    rh_json_open(w, '{');
    if (says == RH_PROGRAMME_ENDS)
        rh_json_put_string(w, "ended", why);
    rh_json_put_int(w, "times", p->times);
    rh_json_put_int(w, "lines", p->lines);
    rh_json_close(w);
    return says == RH_PROGRAMME_ACTS;
}

void rh_screen_programmes(rh_screen *s, const rh_json *list, rh_json_writer *w)
{
    rh_programme *p = malloc(sizeof *p);
    rh_action *a = malloc(sizeof *a);
    char *line = malloc(RH_ACTION_TEXT);
    int at = 0, of = -1;
    if (!p || !a || !line || !rh_screen_work(s)) {
        rh_screen_error(w, "there is not enough memory");
    } else {
        rh_json_open(w, '{');
        rh_json_put_open(w, "list", '[');
        for (const rh_json *form = list ? list->child : NULL; form && at < LIST;
             form = form->next, at++) {
            *p = (rh_programme){0};
            if (of < 0 && put_one(s, form, p, a, w)) {
                of = at;
                rh_action_write(s->session.title, &s->session.record.names, a, line);
            } else if (of >= 0) { /* it is asked again after that action */
                rh_json_open(w, '{');
                rh_json_close(w);
            }
        }
        rh_json_close(w);
        if (of >= 0) {
            rh_json_put_int(w, "of", of);
            rh_json_put_string(w, "line", line);
        }
        rh_json_close(w);
    }
    free(p);
    free(a);
    free(line);
}
