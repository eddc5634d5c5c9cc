/* SPDX-License-Identifier: Apache-2.0 */
/* desk_programmes.c: programmes of those who sit at a table (docs/programmes.md), run while they are away.
 *
 * A person's programmes are one text, a JSON list of forms, which only that person is ever shown. After every row an
 * errand looks at all that run: what others did may stop one, what was taken back stops it, and otherwise the first
 * that has something to do acts. Its action is a unit of its own; the text in which that step is used up is kept in the
 * same commit, so a programme that may act once acts once, whatever dies. That it has seen a row is kept only in
 * memory: whoever looks at a row twice comes to the same answer.
 *
 * Bounds: FORMS programmes of a person; RH_PROGRAMME_CHAIN actions of programmes after one of a person. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programmes/programme.h"
#include "server/desk_parts.h"

enum { FORMS = 16 };

/* --- what is kept ------------------------------------------------------------------------------ */

static bool is_over(const rh_json *form) { return rh_json_member(form, "ended") != NULL; }

/* The list, or NULL: the text is none. */
static const rh_json *read_list(rh_json_memory *m, const char *text, rh_load_error *err)
{
    const rh_json *list = rh_json_read(m, "programmes", text, strlen(text), err);
    return list && list->kind == RH_JSON_ARRAY ? list : NULL;
}

static int player_called(const rh_names *names, int players, const rh_json *form)
{
    for (int p = 0; p < players; p++)
        if (rh_json_is(rh_json_member(form, "player"), names->name[p]))
            return p;
    return RH_NONE;
}

bool programmes_fit(const game *g, const char *text, rh_no *no)
{
    rh_json_memory m = {0};
    rh_load_error err = {0};
    char why[RH_PROGRAMME_WHY] = "a list of programmes is wanted";
    rh_programme *p = malloc(sizeof *p);
    const rh_json *list = read_list(&m, text, &err);
    const int players = rh_table_seats(g->table);
    const rh_names *names = rh_table_called(g->table);
    bool good = p && (list || !text[0]);
    int n = 0;
    for (const rh_json *form = list ? list->child : NULL; good && form; form = form->next) {
        const int player = player_called(names, players, form);
        if (++n > FORMS || player == RH_NONE) {
            (void)snprintf(why, sizeof why, "%s",
                           n > FORMS ? "there are more than 16" : "player: nobody is called so");
            good = false;
        } else if (!is_over(form)) {
            good =
                rh_programme_read(rh_table_title(g->table), names, players, player, form, p, why);
        }
    }
    if (!good)
        say_no(no, RH_UNREADABLE, "programme %d: %s", n, why);
    free(p);
    rh_json_forget(&m);
    return good;
}

static programmes_of *owner_of(game *g, int64_t person)
{
    for (int i = 0; i < g->owners; i++)
        if (g->programmes[i].person == person)
            return &g->programmes[i];
    return NULL;
}

void set_programmes(game *g, int64_t person, const char *text)
{
    rh_json_memory m = {0};
    rh_load_error err;
    programmes_of *of = owner_of(g, person);
    for (int i = 0; !of && g->owners == RH_PLAYERS && i < g->owners; i++)
        if (!rh_table_seats_of(g->table, g->programmes[i].person))
            of = &g->programmes[i]; /* has gone */
    if (!of && g->owners < RH_PLAYERS)
        of = &g->programmes[g->owners++];
    if (!of)
        return;
    free(of->text);
    *of = (programmes_of){.person = person, .text = copy_of(text, strlen(text))};
    const rh_json *list = of->text ? read_list(&m, of->text, &err) : NULL;
    for (const rh_json *form = list ? list->child : NULL; form; form = form->next)
        of->runs = of->runs || !is_over(form);
    rh_json_forget(&m);
}

const char *programmes_now(game *g, int64_t person)
{
    const programmes_of *of = owner_of(g, person);
    return of ? of->text : NULL;
}

void read_programmes(rh_desk *d, game *g)
{
    char why[RH_LOG_WHY], *text;
    int64_t at;
    for (int p = 0; p < rh_table_seats(g->table); p++) {
        const int64_t person = rh_table_seat(g->table, p)->person;
        if (person == 0 || owner_of(g, person))
            continue;
        text = NULL;
        if (rh_log_paper(d->log, g->kept.id, person, RH_PAPER_PROGRAMMES, &text, &at, why) ==
                RH_LOG_DONE &&
            text && text[0])
            set_programmes(g, person, text);
        free(text);
    }
}

void free_programmes(programmes_of *of, int owners)
{
    for (int i = 0; i < owners; i++)
        free(of[i].text);
}

/* --- asking ------------------------------------------------------------------------------------ */

/* The least that one of the running forms has seen; a new one sees what comes. */
static int64_t least_seen(const programmes_of *of, int64_t ply)
{
    rh_json_memory m = {0};
    rh_load_error err;
    int64_t least = ply;
    const rh_json *list = read_list(&m, of->text, &err);
    for (const rh_json *form = list ? list->child : NULL; form; form = form->next) {
        const int64_t seen = rh_json_int_of(rh_json_member(form, "seen"), ply);
        if (!is_over(form) && seen >= 0 && seen < least)
            least = seen;
    }
    rh_json_forget(&m);
    return least;
}

bool ask_programmes(rh_desk *d, game *g)
{
    bool any = false;
    for (int i = 0; i < g->owners; i++)
        any = any || g->programmes[i].runs;
    if (!any || g->thinks || rh_table_game(g->table)->over != RH_PLAYING)
        return false;
    rh_errand *e = calloc(1, sizeof *e);
    if (!e)
        return false;
    e->kind_of = ERRAND_PROGRAMMES;
    e->desk = d;
    e->seat = RH_NONE;
    e->of = -1;
    (void)snprintf(e->id, sizeof e->id, "%s", g->kept.public_id);
    e->title = rh_table_title(g->table);
    e->names = *rh_table_called(g->table);
    e->players = rh_table_seats(g->table);
    e->head = rh_table_head(g->table);
    e->ply = e->from = rh_table_ply(g->table);
    e->low = g->low;
    e->chained = g->chain >= RH_PROGRAMME_CHAIN;
    bool good = true;
    for (int i = 0; good && i < g->owners; i++) {
        if (!g->programmes[i].runs)
            continue;
        programmes_of *of = &e->list[e->lists];
        e->seats_of[e->lists++] = rh_table_seats_of(g->table, g->programmes[i].person);
        of->person = g->programmes[i].person;
        of->text = copy_of(g->programmes[i].text, strlen(g->programmes[i].text));
        good = of->text != NULL;
        if (good) {
            const int64_t seen = least_seen(of, e->ply);
            e->from = seen < e->from ? seen : e->from;
        }
    }
    e->record = good ? rh_table_since(g->table, e->from) : NULL;
    if (!e->record || !rh_table_at(g->table, e->from, &e->now)) {
        free_errand(e);
        return false;
    }
    g->low = INT64_MAX;
    g->thinks = true;
    d->out_there++;
    d->out.errand(d->out.context, e);
    return true;
}

/* --- on the thread of errands ------------------------------------------------------------------ */

/* Does something that was played since stop it? *now becomes the present position. */
static bool stops(const rh_errand *e, const rh_programme *p, int64_t seen, rh_game *now,
                  char why[RH_PROGRAMME_WHY])
{
    char wrong[RH_ACTION_WHY];
    bool stopped = false;
    const char *line = e->record;
    rh_game *before = malloc(sizeof *before);
    if (!before)
        return false;
    *now = e->now;
    for (int64_t k = e->from; k < e->ply; k++) {
        rh_action a;
        const size_t n = strcspn(line, "\n");
        *before = *now;
        if (!rh_action_read(e->title, now, &e->names, line, n, &a, wrong) ||
            !rh_accepted(rh_apply(e->title, now, &a, NULL)))
            break; /* cannot be: it stands in the log */
        if (k >= seen && !stopped)
            stopped = rh_programme_stopped(p, e->title, &e->names, before, &a.act, now, why);
        line += n + 1;
    }
    free(before);
    return stopped;
}

/* The form as it is afterwards. */
static void put_form(rh_json_writer *w, const rh_json *form, const rh_programme *p, int64_t seen,
                     const char *ended)
{
    rh_json_open(w, '{');
    for (const rh_json *part = form->child; part; part = part->next) {
        if (strcmp(part->key, "seen") == 0 || strcmp(part->key, "times") == 0 ||
            strcmp(part->key, "ended") == 0)
            continue;
        rh_json_key(w, part->key);
        if (strcmp(part->key, "lines") != 0 || part->kind != RH_JSON_ARRAY) {
            rh_json_tree(w, part);
            continue;
        }
        int lines = 0;
        for (const rh_json *l = part->child; l; l = l->next)
            lines++;
        rh_json_open(w, '[');
        for (const rh_json *l = part->child; l; l = l->next, lines--)
            if (lines <= p->lines)
                rh_json_tree(w, l);
        rh_json_close(w);
    }
    rh_json_put_int(w, "times", p->times);
    rh_json_put_int(w, "seen", seen);
    if (ended)
        rh_json_put_string(w, "ended", ended);
    rh_json_close(w);
}

static void run_form(rh_errand *e, int of, const rh_json *form, rh_programme *p, rh_game *now,
                     rh_bot_work *work, rh_json_writer *w)
{
    char why[RH_PROGRAMME_WHY] = "";
    rh_action a;
    const int player = player_called(&e->names, e->players, form);
    const int64_t seen = rh_json_int_of(rh_json_member(form, "seen"), e->ply);
    rh_programme_says says = RH_PROGRAMME_ENDS;
    *p = (rh_programme){0};
    if (player == RH_NONE || !(e->seats_of[of] >> player & 1))
        (void)snprintf(why, sizeof why, "the seat is somebody else's");
    else if (!rh_programme_read(e->title, &e->names, e->players, player, form, p, why))
        ;
    else if (seen > e->ply || seen > e->low)
        (void)snprintf(why, sizeof why, "something was taken back");
    else if (!stops(e, p, seen, now, why))
        says = rh_programme_next(p, e->title, &e->names, now, work->random.work,
                                 work->random.work_size, &a, why);
    if (says == RH_PROGRAMME_ACTS && e->chained) {
        (void)snprintf(why, sizeof why, "%d actions in a row", RH_PROGRAMME_CHAIN);
        says = RH_PROGRAMME_ENDS;
    }
    if (says == RH_PROGRAMME_ACTS) {
        e->of = of;
        e->seat = rh_player_behind(e->title, now, a.act.by);
        rh_action_write(e->title, &e->names, &a, e->line);
    }
    e->list[of].told = e->list[of].told || says == RH_PROGRAMME_ENDS;
    put_form(w, form, p, e->ply, says == RH_PROGRAMME_ENDS ? why : NULL);
}

void run_programmes(rh_errand *e, rh_bot_work *work)
{
    rh_programme *p = malloc(sizeof *p);
    rh_game *now = malloc(sizeof *now);
    for (int i = 0; p && now && i < e->lists; i++) {
        rh_json_memory m = {0};
        rh_json_writer w = {0};
        rh_load_error err;
        const rh_json *list = read_list(&m, e->list[i].text, &err);
        rh_json_open(&w, '[');
        for (const rh_json *form = list ? list->child : NULL; form; form = form->next)
            if (is_over(form) || e->of >= 0) /* those behind it are asked after its action */
                rh_json_tree(&w, form);
            else
                run_form(e, i, form, p, now, work, &w);
        rh_json_close(&w);
        rh_json_forget(&m);
        char *text = w.failed ? NULL : copy_of(w.text, w.len);
        rh_json_writer_forget(&w);
        if (text) {
            free(e->list[i].text);
            e->list[i].text = text;
        }
    }
    free(p);
    free(now);
}

/* --- back at the desk -------------------------------------------------------------------------- */

/* To the pages of their owner only. */
void tell_programmes(rh_desk *d, const game *g, int64_t person, const char *text)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "programmes");
    rh_json_put_string(&w, "game", g->kept.public_id);
    rh_json_put_string(&w, "text", text);
    rh_json_close(&w);
    for (int i = 0; i < g->watchers && !w.failed; i++)
        if (g->watcher[i].person == person && !g->watcher[i].lines)
            d->out.send(d->out.context, &g->watcher[i].page, 1, w.text, w.len);
    rh_json_writer_forget(&w);
}

bool programmes_are_back(rh_desk *d, game *g, rh_errand *e)
{
    const asker owner = {.person = {.id = e->of >= 0 ? e->list[e->of].person : 0}};
    if (rh_table_head(g->table) != e->head) { /* they thought about what is no more */
        g->low = e->low < g->low ? e->low : g->low;
        return false;
    }
    for (int i = 0; i < e->lists; i++) {
        if (i == e->of)
            continue;
        set_programmes(g, e->list[i].person, e->list[i].text);
        if (e->list[i].told) {
            rh_log_job job = {.kind = RH_WRITE_PAPER,
                              .now = d->now,
                              .game = g->kept.id,
                              .person = e->list[i].person,
                              .paper = RH_PAPER_PROGRAMMES,
                              .text = e->list[i].text};
            (void)rh_log_write_now(d->log, &job); /* if it is not kept, it ends once more */
            tell_programmes(d, g, e->list[i].person, e->list[i].text);
        }
    }
    deed *b = e->of >= 0 && e->seat != RH_NONE ? new_deed(d, g, &owner, RH_ROW_ACT) : NULL;
    if (!b)
        return e->of >= 0;
    b->by_bot = true;
    b->line[0] = copy_of(e->line, strlen(e->line));
    b->body = copy_of(e->list[e->of].text, strlen(e->list[e->of].text));
    if (!b->line[0] || !b->body) {
        free_deed(b);
        return false;
    }
    b->wish.line = (const char *const *)b->line;
    b->wish.lines = 1;
    b->wish.after = e->head;
    b->wish.made = RH_MADE_PROGRAMME;
    b->wish.seats = (uint8_t)(1u << e->seat);
    b->change[0] = (rh_change){.kind = RH_CHANGE_PAPER, .person = owner.person.id, .text = b->body};
    b->own_changes = 1;
    submit(b);
    return true;
}

void programme_played(rh_desk *d, game *g, const deed *e)
{
    g->chain = e->wish.made == RH_MADE_PROGRAMME ? g->chain + 1 : 0;
    if (e->wish.made != RH_MADE_PROGRAMME)
        return;
    set_programmes(g, e->wish.person, e->body);
    tell_programmes(d, g, e->wish.person, e->body);
}
