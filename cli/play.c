/* SPDX-License-Identifier: Apache-2.0 */
/* play.c: `roundhouse play`: the table in the browser (browser.c), or a game at the terminal if that
 * is wanted, or if the page was not built.
 *
 * At the terminal:
 * Everything that can be done is a numbered line made from legal(), so somebody who never saw the
 * game can play it; whoever knows the notation may type it. The record is written after every
 * action, so closing the window loses nothing. Undo takes back up to and including one's own last
 * decision: the session is that of the page (screen/session.h), which keeps every position.
 *
 * The file may be changed by others while a person thinks (`roundhouse do`, an editor). It is held
 * only while an action is played (gamefile.h): if it is not what it was, its moves are taken over
 * and the action is not played, because it was chosen at another table. */
#define _XOPEN_SOURCE 700 /* realpath, too */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bots/bots.h"
#include "bots/reasons.h"
#include "cli/args.h"
#include "cli/browser.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/gamefile.h"
#include "cli/guests.h"
#include "cli/load.h"
#include "cli/table.h"
#include "files/seats.h"
#include "files/typed.h"
#include "foreign/open.h"
#include "screen/cards.h"
#include "screen/session.h"
#include "screen/words.h"
#include "server/site.h"
#include "text/lines.h"

enum { PATH = 2048, INPUT = 8192, SAVES = 9 };

typedef struct {
    rh_session game;
    uint8_t kind[RH_PLAYERS]; /* who plays a seat: rh_bot_kind, RH_BOT_PERSON or RH_BOT_GUEST */
    uint8_t level;            /* of all bots, as --level says; RH_BOT_PERSON: it does not */
    rh_guests guests;
    int guest; /* which of them, or -1 */
    rh_bot_work bot;
    char path[PATH]; /* of the record; "": it is not kept */
    bool named;      /* by us, not by the player */
    char *kept;      /* the text of that file as it was read or written last; NULL: not made yet */
    size_t kept_len;
    bool moved_on;        /* the game is another one than the table that was shown */
    bool unsaved, closed; /* the record could not be written; input has ended */
    rh_choice *choice;
    size_t choices;
    rh_runs best;
    rh_money revenue;
    bool unproved;  /* the search for the best run ended before its proof */
    int shown_for;  /* decider, actor and round for which the table was shown last */
    int hinted_for; /* step that was explained last */
    uint32_t quiet; /* 1 + the number of actions after which no bot had anything to say */
    int held_back;  /* bids of bots that were not told; the last of them is, before anything else */
} terminal;

static const rh_game *now_of(const terminal *s) { return rh_session_now(&s->game); }

/* --- files ------------------------------------------------------------------------------------- */

static bool name_record(terminal *s, int n)
{
    char folder[PATH], when[32], more[16] = "";
    const time_t now = time(NULL);
    struct tm at;
    if (!rh_data_folder(folder, PATH - 64) || !localtime_r(&now, &at))
        return false;
    strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", &at);
    if (n > 0) /* another game began in the same second */
        (void)snprintf(more, sizeof more, "-%d", n);
    s->named = true;
    return snprintf(s->path, PATH, "%.1900s/%s-%s%s.18xx", folder, s->game.title->id, when, more) <
           PATH;
}

static bool is_bot(const terminal *s, int player) { return s->kind[player] != RH_BOT_PERSON; }

/* Who plays a seat, as a record says it. */
static const char *word_of(uint8_t kind)
{
    return kind == RH_BOT_PERSON  ? "human"
           : kind == RH_BOT_GUEST ? "guest"
                                  : rh_bot_name((rh_bot_kind)kind);
}

/* The record as it is first kept; yours to free(). Who sits where is not part of a game, so it stands in
 * comments. */
static char *record_text(const terminal *s, size_t *len)
{
    rh_record r = s->game.record; /* shares its texts, owns nothing */
    rh_record_conclude(s->game.title, now_of(s), &r);
    rh_seats seats = {0};
    for (int p = 0; p < r.players; p++)
        (void)snprintf(seats.kind[p], sizeof seats.kind[p], "%s", word_of(s->kind[p]));
    const size_t need = rh_record_write(&r, NULL, 0), cap = need + RH_SEATS_TEXT;
    char *text = malloc(cap);
    if (!text)
        return NULL;
    rh_writing w = {.text = text, .cap = cap};
    rh_seats_write(&seats, &r, &w);
    rh_record_write(&r, text + w.len, cap - w.len);
    *len = w.len + need;
    return text;
}

/* Where line n (from 1) begins. */
static size_t line_start(const char *text, int n)
{
    const char *at = text;
    while (--n > 0)
        at += strcspn(at, "\n") + 1;
    return (size_t)(at - text);
}

/* Actions that are taken back, from this number on, stay in the file, struck out as comments (record.h).
 * A result behind them holds no more. */
static void strike_out(rh_writing *w, const char *text, int number)
{
    for (const char *next; *text; text = next) {
        const int n = (int)strcspn(text, "\n");
        const char first = text[strspn(text, " \t\r\n")];
        next = text + n + (text[n] == '\n');
        if (first == '#' || n == 0)
            rh_write(w, "%.*s\n", n, text);
        else if (strncmp(text, "result:", 7) != 0)
            rh_write(w, "# taken back %d: %.*s\n", number++, n, text);
    }
}

/* The struck line among these that says the action, the latest; NULL: it was not played here before. */
static const char *struck_line(const char *text, int number, const char *action)
{
    char mark[40];
    const char *found = NULL;
    const size_t n = (size_t)snprintf(mark, sizeof mark, "# taken back %d: ", number);
    for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n'))
        if (strncmp(text, mark, n) == 0 && strcspn(text + n, "\n") == strlen(action) &&
            strncmp(text + n, action, strlen(action)) == 0)
            found = text;
    return found;
}

/* Who plays once more what was taken back here has fetched it: from the struck line on, what else was
 * taken back, the action, and what followed it then, as rh_record_add() has it. */
static void fetch_line(rh_writing *w, const char *struck, int number, const char *action)
{
    const char *follow = struck + strcspn(struck, "\n") + 1, *others = follow;
    int of = 0;
    while (*others && (sscanf(others, "# taken back %6d:", &of) != 1 || of > number))
        others += strcspn(others, "\n") + (others[strcspn(others, "\n")] == '\n');
    rh_write(w, "%s%s\n%.*s", others, action, (int)(others - follow), follow);
}

/* The whole text that the file shall have; yours to free(). What stands there stays to byte *keep:
 * all of it, or up to the first action that was taken back. */
static char *new_text(const terminal *s, size_t *keep, size_t *len)
{
    *keep = s->kept_len;
    if (!s->kept)
        return record_text(s, len);
    rh_record there;
    rh_line_error err = {0};
    const rh_record *r = &s->game.record;
    /* A text that could be played is read without a fault. */
    const bool read = rh_record_read(s->kept, s->kept_len, &there, &err);
    const size_t marks = (size_t)there.actions * sizeof "# taken back 1234567890: ";
    const size_t cap = s->kept_len + marks + rh_record_write(r, NULL, 0) + 512;
    char *text = read ? malloc(cap) : NULL;
    rh_writing w = {.text = text, .cap = text ? cap : 0};
    int same = 0;
    while (text && same < there.actions && same < r->actions &&
           strcmp(there.text + there.action[same].at, r->text + r->action[same].at) == 0)
        same++;
    const char *again = NULL;
    if (text && same < there.actions)
        *keep = line_start(s->kept, there.action[same].number);
    else if (text && same < r->actions)
        again = struck_line(s->kept + line_start(s->kept, same ? there.action[same - 1].number : 1),
                            same + 1, r->text + r->action[same].at);
    if (again)
        *keep = (size_t)(again - s->kept);
    if (text)
        rh_write(&w, "%.*s", (int)*keep, s->kept);
    if (again) {
        fetch_line(&w, again, same + 1, r->text + r->action[same].at);
        same++;
    } else if (text && *keep < s->kept_len)
        strike_out(&w, s->kept + *keep, same + 1);
    for (int i = same; text && i < r->actions; i++)
        rh_write(&w, "%s%s\n", i == 0 && !strstr(s->kept, "\n\n") ? "\n" : "",
                 r->text + r->action[i].at);
    if (text && r->result[0] && !there.result[0])
        rh_write(&w, "result: %s\n", r->result);
    *len = w.len;
    rh_record_free(&there);
    return text;
}

static void say_unsaved(terminal *s, const char *why)
{
    if (!s->unsaved)
        fprintf(stderr, "The game is not saved: %s\n", why);
    s->unsaved = true;
}

/* Writes what is new to the file that is held, or makes it if there is none yet. */
static void save(terminal *s, rh_game_file *f)
{
    rh_line_error err = {0};
    size_t keep, len;
    bool taken = false, good = false;
    if (!s->path[0]) {
        say_unsaved(s, "there is no folder for it");
        return;
    }
    char *text = new_text(s, &keep, &len);
    if (!text)
        rh_line_fails(&err, 0, "there is not enough memory");
    else if (f->fd >= 0)
        good = rh_game_file_end(f, s->game.title, now_of(s), s->game.record.actions, keep,
                                text + keep, len - keep, &err);
    else if (!s->kept)
        good = rh_game_file_make(s->path, text, len, &taken, &err);
    for (int n = 2; taken && s->named && n < 100 && name_record(s, n); n++)
        good = rh_game_file_make(s->path, text, len, &taken, &err);
    if (!good) {
        say_unsaved(s, err.why);
        free(text);
        return;
    }
    free(s->kept);
    s->kept = f->fd >= 0 ? f->text : text; /* its check is another one */
    s->kept_len = f->fd >= 0 ? f->len : len;
    if (f->fd >= 0) {
        f->text = NULL;
        free(text);
    }
    s->unsaved = false;
}

/* How well a bot plays whose level nobody has said. */
static uint8_t level_of(const terminal *s)
{
    return s->level == RH_BOT_PERSON ? RH_BOT_USUAL : s->level;
}

/* Who sits where, as the record says it; but all bots play at the level that was asked for. */
static void sit(terminal *s, const char *text, const rh_record *r)
{
    rh_seats seats;
    rh_seats_read(text, r, &seats);
    for (int p = 0; p < r->players; p++) {
        s->kind[p] = RH_BOT_PERSON;
        if (!rh_seat_is_bot(&seats, p))
            continue;
        const rh_bot_kind kept = rh_bot_named(seats.kind[p], strlen(seats.kind[p]));
        s->kind[p] =
            kept == RH_BOT_KINDS || s->level != RH_BOT_PERSON ? level_of(s) : (uint8_t)kept;
        if (kept == RH_BOT_KINDS && s->level == RH_BOT_PERSON)
            printf("No bot is called \"%s\" here: %s's plays as \"%s\".\n", seats.kind[p],
                   r->names.name[p], word_of(s->kind[p]));
    }
}

/* --- input ------------------------------------------------------------------------------------- */

/* A line without its newline and outer blanks. False at the end of the input. */
static bool ask(terminal *s, const char *prompt, char *line)
{
    printf("%s", prompt);
    fflush(stdout);
    line[0] = 0;
    if (!fgets(line, INPUT, stdin)) {
        s->closed = true;
        putchar('\n');
        return false;
    }
    if (!strchr(line, '\n')) /* the rest of a line that is too long */
        for (int c = getchar(); c != EOF && c != '\n';)
            c = getchar();
    line[strcspn(line, "\r\n")] = 0;
    char *start = rh_trimmed(line);
    memmove(line, start, strlen(start) + 1);
    return true;
}

/* A number from 1 to most, or 0: something else. */
static int number_in(const char *line, int most)
{
    int64_t n;
    return rh_read_number(line, 1, most, &n) ? (int)n : 0;
}

/* --- playing ----------------------------------------------------------------------------------- */

static rh_table table_of(const terminal *s)
{
    return (rh_table){s->game.title, &s->game.record.names, rh_table_colors()};
}

static rh_menu menu_of(const terminal *s)
{
    return (rh_menu){.t = s->game.title,
                     .names = &s->game.record.names,
                     .g = now_of(s),
                     .choice = s->choice,
                     .choices = s->choices,
                     .best = s->best.routes ? &s->best : NULL,
                     .revenue = s->revenue,
                     .unproved = s->unproved};
}

/* Whose action number k was if a bot's, or RH_NONE. */
static int bot_behind(const terminal *s, int k)
{
    rh_action a;
    if (!rh_session_action(&s->game, k, &a))
        return RH_NONE;
    const int player = rh_player_behind(s->game.title, &s->game.past[k], a.act.by);
    return player != RH_NONE && is_bot(s, player) ? player : RH_NONE;
}

static bool bot_did(const terminal *s, int k) { return bot_behind(s, k) != RH_NONE; }

static void print_events(const terminal *s, const rh_events *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        char text[240];
        rh_event_text(s->game.title, &s->game.record.names, &events->event[i], text, sizeof text);
        if (text[0])
            printf("   %s\n", text);
    }
}

/* A game that was opened, played with its past, so that it can be undone too. Takes what is in l. False:
 * said on stderr, and the terminal keeps the game it had. */
static bool adopt(terminal *s, rh_loaded *l)
{
    rh_line_error err = {0};
    if (!rh_session_take(&s->game, l->title, &l->record, &err)) {
        rh_say_line(l->path, &err);
        free(l->text);
        return false;
    }
    free(s->kept);
    s->kept = l->text;
    s->kept_len = l->len;
    sit(s, s->kept, &s->game.record);
    s->shown_for = -1;
    return true;
}

/* The file is not what it was. Its moves are taken over; but if it cannot be played, or if some of
 * ours could not be written to it, this game goes on in a file of its own. */
static void take_over(terminal *s, const rh_game_file *f)
{
    rh_loaded l;
    const int had = s->game.record.actions;
    const bool opened = !s->unsaved && rh_open_text(s->path, f->text, f->len, &l);
    if (opened && l.foreign)
        rh_unload(&l);
    else if (opened && adopt(s, &l)) {
        printf("%s was changed by another program (%d actions were there, now %d): this is the "
               "game as it stands there. Your last input was not played.\n",
               s->path, had, s->game.record.actions);
        s->moved_on = true;
        return;
    }
    printf("%s was changed by another program and is left as it is.\n", s->path);
    free(s->kept);
    s->kept = NULL;
    s->path[0] = 0;
    if (name_record(s, 0))
        printf("This game goes on in %s\n", s->path);
}

/* Before the game is changed: holds its file, if it is there. False: the game has moved on. */
static bool hold(terminal *s, rh_game_file *f)
{
    rh_line_error err = {0};
    bool there = true;
    *f = (rh_game_file){.fd = -1};
    if (!s->path[0] || !s->kept)
        return true;
    if (!rh_game_file_hold(s->path, f, &there, &err)) {
        if (there) {
            say_unsaved(s, err.why);
        } else { /* then it is made again */
            free(s->kept);
            s->kept = NULL;
        }
        return true;
    }
    if (f->len == s->kept_len && memcmp(f->text, s->kept, f->len) == 0)
        return true;
    take_over(s, f);
    rh_game_file_let_go(f);
    return !s->moved_on;
}

static const char *line_of(const terminal *s, int action)
{
    return s->game.record.text + s->game.record.action[action].at;
}

/* Is it a bot's, and the line before, a bot's too, with another name and sum? What is explained stands alone. */
static bool outbids(const terminal *s, int action)
{
    const char *line = line_of(s, action), *before = action > 0 ? line_of(s, action - 1) : "";
    const char *what = strchr(line, ' '), *same = strchr(before, ' ');
    const char *sum = strrchr(line, ' '), *last = strrchr(before, ' ');
    const int bot = bot_behind(s, action);
    return bot != RH_NONE && !rh_bot_explains(s->kind[bot]) && bot_did(s, action - 1) && what &&
           same && sum > what && sum - what == last - same &&
           memcmp(what, same, (size_t)(sum - what)) == 0 && isdigit((unsigned char)sum[1]) &&
           strcmp(sum, last) != 0;
}

static void tell_held_back(terminal *s, int last)
{
    if (s->held_back > 1)
        printf("   and so on, %d times\n", s->held_back - 1);
    if (s->held_back > 0)
        printf("-> %s\n", line_of(s, last));
    s->held_back = 0;
}

/* What was done. Bots that outbid each other are told by their first bids and the last one. */
static void tell(terminal *s, const rh_events *events)
{
    const int action = s->game.record.actions - 1;
    if (events->count == 0 && action > 1 && outbids(s, action) && outbids(s, action - 1)) {
        s->held_back++;
        return;
    }
    tell_held_back(s, action - 1);
    printf("-> %s\n", line_of(s, action));
}

/* Plays it, or says why not. */
static bool play_held(terminal *s, rh_game_file *f, const rh_action *a)
{
    static rh_events events;
    char why[RH_WHY_TEXT];
    rh_refusal no;
    if (!rh_session_do(&s->game, a, &events, &no)) {
        printf("There is not enough memory to go on.\n");
        s->closed = true;
        return false;
    }
    if (!rh_accepted(no)) {
        rh_refusal_text(s->game.title, &s->game.record.names, no, why, sizeof why);
        printf("Not allowed: %s (%s).\n", why,
               rh_refusal_id(s->game.title, no)[0] ? rh_refusal_id(s->game.title, no)
                                                   : rh_rule_name(no.rule));
        return false;
    }
    tell(s, &events);
    print_events(s, &events);
    save(s, f);
    return true;
}

static bool play(terminal *s, const rh_action *a)
{
    rh_game_file f;
    const bool played = hold(s, &f) && play_held(s, &f, a);
    rh_game_file_let_go(&f);
    return played;
}

static void undo_held(terminal *s, rh_game_file *f)
{
    int to = s->game.record.actions - 1;
    while (to >= 0 && bot_did(s, to))
        to--;
    if (to < 0) {
        printf("There is nothing of yours to take back.\n");
        return;
    }
    const int taken = s->game.record.actions - to;
    if (!rh_session_back(&s->game, to)) {
        printf("There is not enough memory to go on.\n");
        return;
    }
    printf("Taken back: %d action%s; the record keeps %s, struck out.\n", taken,
           taken == 1 ? "" : "s", taken == 1 ? "it" : "them");
    s->shown_for = -1;
    save(s, f);
}

static void undo(terminal *s)
{
    rh_game_file f;
    if (hold(s, &f))
        undo_held(s, &f);
    rh_game_file_let_go(&f);
}

/* What is legal now; a run gets its best routes. */
static bool look(terminal *s)
{
    s->choices = rh_legal(s->game.title, now_of(s), NULL, 0);
    rh_choice *more = realloc(s->choice, (s->choices + 1) * sizeof *more);
    if (!more)
        return false;
    s->choice = more;
    rh_legal(s->game.title, now_of(s), s->choice, s->choices);
    /* What a bot may do between the turns of others is the bot's business. */
    size_t kept = 0;
    for (size_t i = 0; i < s->choices; i++) {
        const int player = rh_player_behind(s->game.title, now_of(s), s->choice[i].act.by);
        bool not_here = player != RH_NONE && is_bot(s, player);
        for (size_t k = 0; k < kept && !not_here; k++)
            not_here = rh_same_to_people(s->game.title, now_of(s), &s->choice[k], &s->choice[i]);
        if (!not_here)
            s->choice[kept++] = s->choice[i];
    }
    s->choices = kept;
    s->best.routes = 0;
    s->revenue = 0;
    s->unproved = false;
    for (size_t i = 0; i < s->choices; i++)
        if (s->choice[i].act.kind == RH_RUN && rh_is_company(s->choice[i].act.by)) {
            rh_best best = {0};
            if (rh_best_in_order(s->game.title, now_of(s), rh_company_of(s->choice[i].act.by),
                                 s->bot.random.work, s->bot.random.work_size, rh_run_steps(),
                                 &s->best, &best))
                s->revenue = best.revenue;
            else
                printf("%s.\n", rh_no_room_for_search);
            s->unproved = s->best.routes > 0 && !best.proved;
            break;
        }
    return true;
}

/* The amount of a range; false: back to the menu. */
static bool ask_amount(terminal *s, const rh_choice *c, rh_money *amount)
{
    char prompt[160], line[INPUT];
    int64_t n;
    *amount = c->act.amount;
    if (c->most == c->act.amount)
        return true;
    (void)snprintf(prompt, sizeof prompt, "How much, %s to %s%s? ",
                   rh_table_money(s->game.title, c->act.amount),
                   rh_table_money(s->game.title, c->most),
                   c->step == 5    ? " in steps of 5"
                   : c->step == 10 ? " in steps of 10"
                                   : "");
    if (!ask(s, prompt, line) || line[0] == 0)
        return false;
    if (!rh_read_number(line, INT32_MIN, INT32_MAX, &n)) {
        printf("\"%.40s\" is no amount.\n", line);
        return false;
    }
    *amount = (rh_money)n; /* the engine says why it is too much or too little */
    return true;
}

static void take_choice(terminal *s, const rh_choice *c)
{
    rh_action a = {.act = c->act};
    if (!ask_amount(s, c, &a.act.amount))
        return;
    if (c->act.kind == RH_RUN)
        a.runs = s->best;
    play(s, &a);
}

/* --- the menu ---------------------------------------------------------------------------------- */

/* One line of the menu: a choice, or the first of a group. */
typedef struct {
    int first, members;
} menu_line;

static int make_lines(const terminal *s, menu_line *out)
{
    int n = 0;
    for (int pass = 0; pass < 2; pass++) /* "pass" stands last */
        for (size_t i = 0; i < s->choices; i++) {
            const uint32_t group = rh_choice_group(&s->choice[i]);
            bool known = false;
            if ((s->choice[i].act.kind == RH_PASS) != (pass == 1))
                continue;
            for (int k = 0; k < n && group && !known; k++)
                if (rh_choice_group(&s->choice[out[k].first]) == group) {
                    out[k].members++;
                    known = true;
                }
            if (!known)
                out[n++] = (menu_line){(int)i, 1};
        }
    /* A group that is the whole menu needs no line of its own. */
    if (n == 1)
        for (n = 0; n < (int)s->choices; n++)
            out[n] = (menu_line){n, 1};
    return n;
}

static void print_menu(const terminal *s, const menu_line *line, int lines)
{
    const rh_menu m = menu_of(s);
    for (int i = 0; i < lines; i++) {
        char words[400];
        const rh_choice *c = &s->choice[line[i].first];
        if (line[i].members > 1)
            rh_group_words(&m, c, line[i].members, words, sizeof words);
        else
            rh_choice_words(&m, c, words, sizeof words);
        printf("%4d  %s%s\n", i + 1, words, line[i].members > 1 ? " …" : "");
        if (c->act.kind == RH_RUN)
            rh_print_routes(&m, "        ");
    }
}

static void choose_in_group(terminal *s, const menu_line *line)
{
    const rh_menu m = menu_of(s);
    const uint32_t group = rh_choice_group(&s->choice[line->first]);
    int n = 0, wanted;
    char input[INPUT];
    for (size_t i = 0; i < s->choices; i++)
        if (rh_choice_group(&s->choice[i]) == group) {
            char words[400];
            rh_choice_words(&m, &s->choice[i], words, sizeof words);
            printf("%6d  %s\n", ++n, words);
        }
    if (!ask(s, "Which one (Enter: back)? ", input))
        return;
    wanted = number_in(input, n);
    for (size_t i = 0; i < s->choices && wanted; i++)
        if (rh_choice_group(&s->choice[i]) == group && --wanted == 0) {
            take_choice(s, &s->choice[i]);
            return;
        }
}

/* With examples of the title at hand, and of the choices now. */
static void print_help(const terminal *s)
{
    const rh_title *t = s->game.title;
    char typed[RH_ACTION_TEXT] = "";
    for (size_t i = 0; i < s->choices && !typed[0]; i++) {
        const rh_action a = {.act = s->choice[i].act};
        if (a.act.kind != RH_RUN) /* its routes are not chosen yet */
            (void)rh_action_write(t, &s->game.record.names, &a, typed);
    }
    printf("Type a number to choose, or one of these words (their first letter is enough):\n"
           "  map        the map; the name of a hex (%s) tells more about it\n"
           "  price      the market and the price of every company\n"
           "  holdings   players, %s, %s, trains\n"
           "  tiles      the tiles that are left\n"
           "  cards      what every company, train and other piece does; card %s: one of them\n"
           "  list       the choices once more\n"
           "  undo       take your last decision back\n"
           "  quit       stop; the game is saved and can be continued\n"
           "An action may also be typed as it stands in the record%s%s\n"
           "Saved in: %s\n",
           t->hex[0].name, rh_company_nouns(t, RH_PRIVATE).s, rh_company_nouns(t, RH_PUBLIC).s,
           t->company[0].id, typed[0] ? ": " : "", typed, s->path[0] ? s->path : "nowhere");
}

static void show_holdings(const terminal *s)
{
    const rh_table b = table_of(s);
    rh_table_players(&b, now_of(s));
    putchar('\n');
    rh_table_privates(&b, now_of(s), true);
    rh_table_own(&b, now_of(s));
    putchar('\n');
    rh_table_lines(&b, now_of(s));
    rh_table_companies(&b, now_of(s));
    rh_table_names(&b);
}

static bool is_word(const char *line, const char *word)
{
    const size_t n = strlen(line);
    return n > 0 && n <= strlen(word) && strncmp(line, word, n) == 0 && (n == 1 || n >= 3);
}

/* What was typed is no number: a word of the help, a hex, or an action. True: show the menu. */
static bool obey(terminal *s, const char *line)
{
    const rh_table b = table_of(s);
    char capital[16];
    (void)snprintf(capital, sizeof capital, "%.15s", line);
    for (char *c = capital; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    const int hex = rh_hex_called(s->game.title, capital);
    if (is_word(line, "map")) {
        rh_table_map(&b, now_of(s));
    } else if (is_word(line, "price") || strcmp(line, "market") == 0) {
        rh_table_market(&b, now_of(s));
    } else if (is_word(line, "holdings")) {
        show_holdings(s);
    } else if (is_word(line, "tiles")) {
        rh_table_tiles(&b, now_of(s));
    } else if (is_word(line, "cards")) {
        rh_table_cards(s->game.title);
    } else if (strncmp(line, "card ", 5) == 0) {
        const int company = rh_company_called(s->game.title, line + 5);
        if (company >= 0)
            rh_table_card(s->game.title, company);
        else
            printf("No company is called \"%.40s\"; \"cards\" shows all.\n", line + 5);
    } else if (is_word(line, "list")) {
        return true;
    } else if (is_word(line, "undo")) {
        undo(s);
        return true;
    } else if (is_word(line, "quit") || strcmp(line, "exit") == 0) {
        s->closed = true;
    } else if (is_word(line, "help") || strcmp(line, "?") == 0) {
        print_help(s);
    } else if (hex >= 0) {
        rh_table_hex(&b, now_of(s), rh_hex_at(hex));
    } else {
        char note[RH_WHY_TEXT], why[RH_WHY_TEXT];
        rh_action a;
        if (rh_typed_read(s->game.title, now_of(s), &s->game.record.names, line, &a, note, why)) {
            if (note[0])
                printf("%s\n", note);
            return play(s, &a);
        }
        printf("\"%.40s\": %s. (? lists what can be typed)\n", line, why);
    }
    return false;
}

/* Shows where the game stands when somebody else is to decide, and what a new step is about. */
static void show_turn(terminal *s)
{
    const rh_table b = table_of(s);
    const rh_pending now = rh_decision(s->game.title, now_of(s));
    const int round = rh_round(s->game.title, now_of(s));
    const int key = now.decider.i | now.actor.i << 8 | (round & 0xFF) << 16;
    char hint[300];
    if (key != s->shown_for) {
        s->shown_for = key;
        s->hinted_for = -1;
        printf("\n----------------------------------------------------------------------------\n");
        rh_table_heading(&b, now_of(s));
        if (round == RH_ROUND_AUCTION)
            rh_table_privates(&b, now_of(s), s->game.record.actions == 0);
        else
            rh_table_companies(&b, now_of(s));
        if (round != RH_ROUND_OPERATING)
            rh_table_players(&b, now_of(s));
    }
    if (s->hinted_for == now.step)
        return;
    s->hinted_for = now.step;
    if (now.step == RH_STEP_TRACK || now.step == RH_STEP_HOME)
        rh_table_map(&b, now_of(s));
    rh_json_memory memory = {0};
    rh_step_says(rh_about_of(s->game.title, &memory), s->game.title, &s->game.record.names,
                 now_of(s), now, hint, sizeof hint);
    rh_json_forget(&memory);
    printf("\n%s%s", hint, hint[0] ? "\n" : "");
}

/* call: what a bot does next if nobody has anything to say, or NULL. */
static void human_turn(terminal *s, const rh_action *call)
{
    const rh_pending now = rh_decision(s->game.title, now_of(s));
    const char *decider = rh_holder_text(s->game.title, &s->game.record.names, now.decider);
    char prompt[200], input[INPUT];
    menu_line *line = calloc(s->choices + 1, sizeof *line);
    if (!line) {
        s->closed = true;
        return;
    }
    const int lines = make_lines(s, line);
    show_turn(s);
    print_menu(s, line, lines);
    if (call) {
        char words[200];
        const rh_menu m = menu_of(s);
        const rh_choice c = {call->act, call->act.amount, 1};
        rh_choice_words(&m, &c, words, sizeof words);
        (void)snprintf(prompt, sizeof prompt, "Enter: let %s %.120s (? help) > ", decider, words);
    } else if (now.actor.i != now.decider.i && now.actor.i != RH_NONE)
        (void)snprintf(prompt, sizeof prompt, "%s for %s (%s; ? help) > ", decider,
                       rh_holder_said(s->game.title, &s->game.record.names, now.actor),
                       rh_table_money(s->game.title, now_of(s)->cash[now.actor.i]));
    else
        (void)snprintf(prompt, sizeof prompt, "%s (%s; ? help) > ", decider,
                       rh_table_money(s->game.title, now_of(s)->cash[now.decider.i]));
    const uint32_t moves = now_of(s)->moves;
    while (!s->closed && !s->moved_on && now_of(s)->moves == moves && ask(s, prompt, input)) {
        const int n = number_in(input, lines);
        if (n && line[n - 1].members > 1)
            choose_in_group(s, &line[n - 1]);
        else if (n)
            take_choice(s, &s->choice[line[n - 1].first]);
        else if (input[0] && isdigit((unsigned char)input[0]))
            printf("The numbers go from 1 to %d.\n", lines);
        else if (input[0] == 0 && call)
            play(s, call);
        else if (input[0] == 0 || obey(s, input))
            break;
    }
    free(line);
}

static void game_over(terminal *s)
{
    const rh_table b = table_of(s);
    tell_held_back(s, s->game.record.actions - 1);
    putchar('\n');
    rh_table_heading(&b, now_of(s));
    rh_table_players(&b, now_of(s));
    printf("Result: %s\n", s->game.record.result);
}

/* What bots do now. One that keeps silent is not asked again before something has happened. */
static bool bots_act(terminal *s, rh_action *a)
{
    if (s->quiet == now_of(s)->moves + 1)
        return false;
    rh_dice dice = rh_bots_dice(s->game.record.seed, now_of(s));
    const bool act =
        rh_bots_choose(s->kind, s->game.title, now_of(s), &dice, &s->bot, a) != RH_NONE;
    s->quiet = act ? 0 : now_of(s)->moves + 1;
    return act;
}

/* A beginner says why. */
static void explain(const terminal *s, const rh_action *a)
{
    const int player = rh_player_behind(s->game.title, now_of(s), a->act.by);
    char why[RH_REASON];
    if (player == RH_NONE || !rh_bot_explains(s->kind[player]))
        return;
    rh_bot_reason(s->game.title, now_of(s), &a->act, why);
    if (why[0])
        printf("%s: \"%s\"\n", s->game.record.names.name[player], why);
}

static int run(terminal *s)
{
    int guest[RH_PLAYERS]; /* any seat may be a bot's, for another game may be taken over */
    for (int p = 0; p < RH_PLAYERS; p++)
        guest[p] = s->guest;
    rh_guests_sit(&s->guests, &s->game.record, guest);
    s->bot.guest = (rh_guest){rh_guests_choose, &s->guests};
    printf("%s by %s. ? lists what can be typed.\n", s->game.title->name, s->game.title->designer);
    const rh_table b = table_of(s);
    if (s->game.title->provenance)
        rh_table_wrapped(rh_text(s->game.title, s->game.title->provenance), 0);
    rh_table_names(&b);
    if (!s->kept)
        save(s, &(rh_game_file){.fd = -1});
    while (!s->closed && now_of(s)->over == RH_PLAYING) {
        s->moved_on = false;
        rh_action a;
        const bool bot = bots_act(s, &a);
        if (bot && !rh_bots_wait(s->kind, s->game.title, now_of(s), &s->bot, &a)) {
            explain(s, &a);
            if (!play(s, &a) && !s->moved_on)
                break;
        } else if (!look(s)) {
            break;
        } else {
            tell_held_back(s, s->game.record.actions - 1);
            human_turn(s, bot ? &a : NULL);
        }
    }
    rh_guests_leave(&s->guests);
    if (now_of(s)->over != RH_PLAYING)
        game_over(s);
    else if (!s->unsaved)
        printf("Saved. Go on with: roundhouse play %s\n", s->path);
    return s->unsaved ? 2 : 0;
}

/* --- who plays what ---------------------------------------------------------------------------- */

static const char *const NAMES[RH_PLAYERS] = {"Anna", "Bo",   "Cia",  "Dan",
                                              "Eva",  "Finn", "Gina", "Hugo"};

static bool is_seated(const rh_record *r, const char *name)
{
    for (int p = 0; p < r->players; p++)
        if (strcmp(r->names.name[p], name) == 0)
            return true;
    return false;
}

static void seat(rh_record *r, const char *name)
{
    for (int i = 0; !name && i < RH_PLAYERS; i++)
        name = is_seated(r, NAMES[i]) ? NULL : NAMES[i];
    if (name && r->players < RH_PLAYERS)
        (void)snprintf(r->names.name[r->players++], sizeof r->names.name[0], "%s", name);
}

/* --bots 2 adds two; --bots Bo,Cia makes bots of these, and seats those who are not there. */
static bool seat_bots(terminal *s, const char *bots)
{
    int64_t n;
    if (!bots)
        return true;
    if (rh_read_number(bots, 0, RH_PLAYERS, &n)) {
        for (; n > 0 && s->game.record.players < RH_PLAYERS; n--) {
            s->kind[s->game.record.players] = level_of(s);
            seat(&s->game.record, NULL);
        }
        return true;
    }
    char text[1024], why[RH_WHY_TEXT];
    rh_names names;
    int count;
    (void)snprintf(text, sizeof text, "%s", bots);
    if (!rh_read_names(text, &names, &count, why)) {
        fprintf(stderr, "roundhouse play: --bots: %s\n", why);
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!is_seated(&s->game.record, names.name[i]))
            seat(&s->game.record, names.name[i]);
        for (int p = 0; p < s->game.record.players; p++)
            if (strcmp(s->game.record.names.name[p], names.name[i]) == 0)
                s->kind[p] = level_of(s);
    }
    return true;
}

/* Asks at a terminal, takes one person and two bots elsewhere. */
static bool seat_by_asking(terminal *s, bool *drawn)
{
    const int most = s->game.title->max_players, least = s->game.title->min_players;
    char prompt[120], line[INPUT];
    int people = 1, bots = least > 3 ? least - 1 : 2;
    if (bots + 1 > most)
        bots = most - 1;
    if (isatty(STDIN_FILENO)) {
        (void)snprintf(prompt, sizeof prompt, "How many people play at this screen? [1] ");
        if (!ask(s, prompt, line))
            return false;
        people = number_in(line, most) ? number_in(line, most) : 1;
        bots = people < least ? least - people : people == 1 && most > 2 ? 2 : 0;
        if (people < most) {
            (void)snprintf(prompt, sizeof prompt, "How many bots? [%d] ", bots);
            if (!ask(s, prompt, line))
                return false;
            int64_t n;
            if (rh_read_number(line, people < least ? least - people : 0, most - people, &n))
                bots = (int)n;
        }
    }
    for (int p = 0; p < people; p++) {
        char why[RH_WHY_TEXT];
        rh_names one;
        int count = 0;
        line[0] = 0;
        if (isatty(STDIN_FILENO)) {
            (void)snprintf(prompt, sizeof prompt, "Name of player %d? [%s] ", p + 1, NAMES[p]);
            if (!ask(s, prompt, line))
                return false;
        }
        if (line[0] && rh_read_names(line, &one, &count, why) && count == 1)
            seat(&s->game.record, one.name[0]);
        else
            seat(&s->game.record, is_seated(&s->game.record, NAMES[p]) ? NULL : NAMES[p]);
    }
    for (int i = 0; i < bots; i++) {
        s->kind[s->game.record.players] = level_of(s);
        seat(&s->game.record, NULL);
    }
    if (isatty(STDIN_FILENO)) {
        (void)snprintf(prompt, sizeof prompt, "Are the seats drawn by lot? [%s] ",
                       *drawn ? "yes" : "no");
        if (!ask(s, prompt, line))
            return false;
        *drawn = line[0] ? line[0] == 'y' || line[0] == 'Y' : *drawn;
    }
    return true;
}

/* The bots keep their names, wherever these come to sit. */
static void draw_seats(terminal *s)
{
    uint8_t was[RH_PLAYERS], kind[RH_PLAYERS];
    memcpy(kind, s->kind, sizeof kind);
    rh_record_draw_seats(&s->game.record, was);
    for (int p = 0; p < s->game.record.players; p++)
        s->kind[p] = kind[was[p]];
}

/* A title file by its whole path, for the record is kept in a folder of its own. */
static bool take_title(const char *named, rh_record *r)
{
    char *whole = rh_names_file(named) ? realpath(named, NULL) : NULL;
    const bool good = rh_take_title(whole ? whole : named, r);
    free(whole);
    return good;
}

static bool begin(terminal *s, rh_args *a, const char *named)
{
    const char *players = rh_args_value(a, "--players"), *bots = rh_args_value(a, "--bots");
    const int64_t seed =
        rh_args_number(a, "--seed", 0, UINT32_MAX, (int64_t)(time(NULL) & 0xFFFFFF));
    rh_record *r = &s->game.record;
    bool drawn = rh_seats_drawn(a, true);
    if (a->bad)
        return false;
    if (!take_title(named, r))
        return false;
    r->seed = (uint32_t)seed;
    for (const char *option; (option = rh_args_next(a, "--option")) != NULL;)
        if (r->options < RH_RECORD_OPTIONS)
            (void)snprintf(r->option[r->options++], RH_OPTION_TEXT, "%s", option);
    s->game.title = rh_load_title_of("roundhouse play", r);
    if (!s->game.title)
        return false;
    r->rules = s->game.title->rules_version;
    if (players) {
        char text[1024], why[RH_WHY_TEXT];
        (void)snprintf(text, sizeof text, "%s", players);
        if (!rh_read_names(text, &r->names, &r->players, why)) {
            fprintf(stderr, "roundhouse play: --players: %s\n", why);
            return false;
        }
    }
    if (!players && !bots) {
        if (!seat_by_asking(s, &drawn))
            return false;
    } else {
        if (!players)
            seat(r, NULL);
        if (!seat_bots(s, bots))
            return false;
    }
    if (drawn)
        draw_seats(s);
    rh_line_error err = {0};
    rh_session seated = s->game; /* without a past yet */
    s->game = (rh_session){0};
    if (!rh_session_take(&s->game, seated.title, &seated.record, &err)) {
        fprintf(stderr, "roundhouse play: %s\n", err.why);
        return false;
    }
    return true;
}

/* A saved game goes on; its past can be undone too. */
static bool go_on(terminal *s, const char *path)
{
    rh_loaded l;
    if (!rh_open(path, &l))
        return false;
    if (l.foreign) {
        fprintf(stderr,
                "%s is an export of 18xx.games; `roundhouse import %s` makes a record of it\n",
                path, path);
        rh_unload(&l);
        return false;
    }
    if (!adopt(s, &l))
        return false;
    /* A position is a beginning: what is played from it goes to a file of its own. */
    if (s->game.record.actions > 0 || s->game.record.positions == 0) {
        (void)snprintf(s->path, PATH, "%s", path);
    } else {
        free(s->kept);
        s->kept = NULL;
    }
    return true;
}

/* Names of saved games, the newest first; returns how many. */
static int saved_games(char path[SAVES][PATH])
{
    char folder[PATH];
    int n = 0;
    DIR *dir = rh_data_folder(folder, PATH - 64) ? opendir(folder) : NULL;
    for (const struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        const size_t len = strlen(e->d_name);
        struct stat about;
        char whole[PATH];
        if (len < 6 || len > 100 || strcmp(e->d_name + len - 5, ".18xx") != 0)
            continue;
        (void)snprintf(whole, PATH, "%.1900s/%.100s", folder, e->d_name);
        if (stat(whole, &about) != 0)
            continue;
        int at = n < SAVES ? n++ : SAVES - 1;
        struct stat there;
        if (n == SAVES && at == SAVES - 1 && path[at][0] && stat(path[at], &there) == 0 &&
            there.st_mtime >= about.st_mtime)
            continue;
        for (; at > 0 && stat(path[at - 1], &there) == 0 && there.st_mtime < about.st_mtime; at--)
            memcpy(path[at], path[at - 1], PATH);
        memcpy(path[at], whole, PATH);
    }
    if (dir)
        closedir(dir);
    return n;
}

/* No title was named: a menu of titles and saved games. False: nothing was chosen. */
static bool choose_game(terminal *s, char *chosen)
{
    char path[SAVES][PATH] = {{0}}, line[INPUT];
    const int titles = (int)rh_embedded_title_count;
    const int saves = saved_games(path);
    for (int i = 0; i < titles; i++) {
        rh_load_error err;
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        printf("%4d  %s%s%s\n", i + 1, t ? t->name : rh_embedded_titles[i].id, t ? ", " : "",
               t ? t->designer : "");
        rh_title_free(t);
    }
    for (int i = 0; i < saves; i++) {
        const char *slash = strrchr(path[i], '/');
        printf("%4d  go on with %s\n", titles + i + 1, slash ? slash + 1 : path[i]);
    }
    if (!ask(s, "Which one? [1] ", line) && titles + saves != 1)
        return false;
    const int n = line[0] ? number_in(line, titles + saves) : 1;
    if (n == 0) {
        fprintf(stderr, "roundhouse play: the numbers go from 1 to %d\n", titles + saves);
        return false;
    }
    (void)snprintf(chosen, PATH, "%s",
                   n <= titles ? rh_embedded_titles[n - 1].id : path[n - titles - 1]);
    s->closed = false;
    return true;
}

/* --- the table in the browser ------------------------------------------------------------------ */

static const char USAGE[] =
    "play [TITLE|GAME] [--players A,B,C] [--bots N|NAMES] [--seed N] "
    "[--seats drawn|entered] [--option NAME=VALUE] [--port N] [--no-open] [--site DIR] "
    "[--terminal [--level NAME] [--bot NAME=COMMAND]]";

static bool has_word(const rh_args *a, const char *name)
{
    const size_t n = strlen(name);
    for (int i = 1; i < a->argc; i++)
        if (strncmp(a->argv[i], name, n) == 0 && (a->argv[i][n] == 0 || a->argv[i][n] == '='))
            return true;
    return false;
}

/* What the named file is, if it is one. The page has no other files: a game must carry its title to be
 * played there. */
typedef enum { NO_TITLE_FILE, TITLE_FILE, GAME_OF_TITLE_FILE } title_file_kind;

static title_file_kind title_file_in(const char *named)
{
    rh_line_error err;
    rh_record r = {0};
    size_t len = 0;
    char *text = named && rh_names_file(named) ? rh_game_file_read(named, &len, &err) : NULL;
    title_file_kind kind = NO_TITLE_FILE;
    if (text && rh_is_title(text, len))
        kind = TITLE_FILE;
    else if (text && rh_record_read(text, len, &r, &err) && r.title_file[0] && !r.title_text)
        kind = GAME_OF_TITLE_FILE;
    rh_record_free(&r);
    free(text);
    return kind;
}

/* The record of a game that the page plays has its title file with it. */
static bool carry(terminal *s, const char *text, size_t len)
{
    const bool good = rh_record_carry_title(&s->game.record, text, len);
    if (!good)
        fprintf(stderr,
                "%s is too long to be kept with a game (%d bytes at most): --terminal plays it\n",
                s->game.record.title_file, RH_TITLE_CARRIED);
    return good;
}

/* A title whose players are not named is chosen in the page, with a form for all of it. */
static int at_the_browser(terminal *s, rh_args *a, const char *named, rh_browser *b)
{
    char *text = NULL, *title = NULL; /* of a title file */
    rh_line_error err = {0};
    size_t len = 0;
    const title_file_kind kind = title_file_in(named);
    const bool file = named && rh_names_file(named) && kind != TITLE_FILE;
    const bool seated = has_word(a, "--players") || has_word(a, "--bots");
    bool good = true;
    if (kind == TITLE_FILE && !(title = rh_game_file_read(named, &len, &err))) {
        fprintf(stderr, "%s\n", err.why);
        good = false;
    } else if (file) {
        text = rh_game_file_read(named, &b->len, &err);
        if (text && rh_is_export(text, b->len)) {
            good = rh_line_fails(&err, 0,
                                 "%s is an export of 18xx.games; `roundhouse import %s` makes a "
                                 "record of it, and the page imports it too",
                                 named, named);
        }
        good = good && text;
        if (!good)
            fprintf(stderr, "%s\n", err.why);
    } else if (named && seated) {
        good = begin(s, a, named) && (!title || carry(s, title, len));
        text = good ? record_text(s, &b->len) : NULL;
        good = good && text;
    } else if (named && !rh_take_title(named, &s->game.record)) {
        good = false; /* said already */
    } else {
        b->title = named;
        b->file = title;
    }
    b->record = text;
    b->name = named;
    const int code = good && rh_args_end(a, 0, 1, USAGE) ? rh_play_in_browser(b) : 2;
    free(text);
    free(title);
    return code;
}

static int at_the_terminal(terminal *s, rh_args *a, const char *named)
{
    char chosen[PATH] = "";
    int code = 2;
    const bool ready = named || choose_game(s, chosen);
    if (named)
        (void)snprintf(chosen, PATH, "%s", named);
    const bool game = rh_names_file(chosen) && title_file_in(chosen) != TITLE_FILE;
    if (ready && (game ? go_on(s, chosen) : begin(s, a, chosen)) && rh_args_end(a, 0, 1, USAGE)) {
        if (!s->path[0] && !name_record(s, 0))
            fprintf(stderr, "There is no folder for saved games; this one will not be saved.\n");
        code = run(s);
    }
    return code;
}

/* How well bots play, if it is said; RH_BOT_PERSON if not. False: said on stderr. */
static bool read_level(rh_args *a, terminal *s)
{
    const char *name = rh_args_value(a, "--level");
    rh_guests_read(a, &s->guests);
    s->guests.aloud = true;
    s->guest = name ? rh_guests_named(&s->guests, name, strlen(name)) : -1;
    s->level = RH_BOT_PERSON;
    if (name)
        s->level = (uint8_t)(s->guest >= 0 ? RH_BOT_GUEST : (int)rh_bot_named(name, strlen(name)));
    if (!name || s->level != RH_BOT_KINDS)
        return true;
    fprintf(stderr, "roundhouse play: --level \"%.60s\": there are", name);
    for (int i = 0, shown = 0; i < RH_BOT_KINDS; i++)
        if (rh_bot_is_level((rh_bot_kind)i))
            fprintf(stderr, "%s %s", shown++ ? "," : "", rh_bot_name((rh_bot_kind)i));
    fprintf(stderr, "; each also in a style of its own:");
    for (int i = RH_STYLE_EVEN + 1; i < RH_STYLES; i++)
        fprintf(stderr, "%s %s", i > RH_STYLE_EVEN + 1 ? "," : "",
                rh_bot_name((rh_bot_kind)(RH_BOT_USUAL + RH_BOT_STYLED * i)));
    fputc('\n', stderr);
    return false;
}

int cmd_play(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    terminal *s = calloc(1, sizeof *s);
    char folder[RH_SITE_PATH];
    (void)umask(077); /* whatever is kept from here on is nobody else's */
    if (!s || !rh_bot_work_make(&s->bot)) {
        fputs("there is not enough memory\n", stderr);
        free(s);
        return 2;
    }
    s->shown_for = -1;
    memset(s->kind, RH_BOT_PERSON, sizeof s->kind);
    const char *site = rh_args_value(&a, "--site");
    const bool wanted = rh_args_flag(&a, "--terminal"), level = read_level(&a, s);
    rh_browser b = {.site = folder,
                    .port = (int)rh_args_number(&a, "--port", 1, 65535, 0),
                    .opens = !rh_args_flag(&a, "--no-open")};
    /* The title comes before its options are taken, for the game on offer depends on it. */
    const char *named = NULL;
    for (int i = 1; i < a.argc && !named; i++) {
        if (a.argv[i][0] != '-')
            named = a.argv[i];
        else if (!strchr(a.argv[i], '='))
            i++; /* its value */
    }
    const bool built = rh_site_find(site, folder);
    int code = 2;
    if (a.bad || !level)
        ; /* said already */
    else if (wanted || (!site && !built) || title_file_in(named) == GAME_OF_TITLE_FILE)
        code = at_the_terminal(s, &a, named);
    else if (!built)
        fprintf(stderr,
                "roundhouse play: %s has no page in it (no index.html); `make site` builds "
                "one\n",
                site);
    else
        code = at_the_browser(s, &a, named, &b);
    rh_session_forget(&s->game);
    rh_bot_work_free(&s->bot);
    free(s->kept);
    free(s->choice);
    free(s);
    return code;
}
