/* SPDX-License-Identifier: Apache-2.0 */
/* browser.c: `roundhouse play` with the table in the browser: the file of games, the server, and a
 * browser that opens at the right place. The play itself happens in the page. */
#define _POSIX_C_SOURCE 200809L
#include "cli/browser.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "roundhouse/writing.h"
#include "server/replay.h"
#include "server/rows.h"
#include "server/serve.h"
#include "server/takeover.h"
#include "server/token.h"

enum { PATH = 2048 };

bool rh_data_folder(char *out, size_t cap)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    /* The specification of these folders says that one that is not absolute is to be ignored. */
    const int n = data && *data == '/'
                      ? snprintf(out, cap, "%s/roundhouse", data)
                      : snprintf(out, cap, "%s/.local/share/roundhouse", home ? home : ".");
    if (n < 0 || (size_t)n >= cap) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *s = out + 1; *s; s++)
        if (*s == '/') {
            *s = 0;
            (void)mkdir(out, 0700);
            *s = '/';
        }
    struct stat about;
    if (mkdir(out, 0700) != 0 && (stat(out, &about) != 0 || !S_ISDIR(about.st_mode))) {
        errno = errno == EEXIST ? ENOTDIR : errno;
        return false;
    }
    (void)chmod(out, 0700); /* an earlier version let others look in */
    return true;
}

typedef struct {
    const rh_browser *b;
    const char *file, *token;
    char place[200]; /* "#game=ID" or "#new=18nl" */
} opening;

/* xdg-open in a process of its own: it may live as long as the browser, and says things that are
 * nobody's business here. */
static void open_browser(const char *address)
{
    const char *screen = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    if (!(screen && *screen) && !(wayland && *wayland))
        return;
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        /* Twice, so that nobody has to wait for it. */
        if (setsid() >= 0 && fork() == 0)
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
        _exit(0);
    }
    if (child > 0)
        (void)waitpid(child, NULL, 0);
}

static void ready(const rh_serve *s, void *context)
{
    const opening *o = context;
    char address[300];
    (void)snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s%s", s->port, o->token,
                   o->place);
    printf("The table is at %s\nGames are kept in %s. Ctrl+C ends the program; the games stay.\n",
           address, o->file);
    fflush(stdout);
    if (o->b->opens)
        open_browser(address);
}

/* --- the games ---------------------------------------------------------------------------------- */

static int64_t now_ms(void) { return (int64_t)time(NULL) * 1000; }

/* Whose games these are: one person, made at the first start. 0: why. */
static int64_t owner_of(rh_log *log, char why[RH_LOG_WHY])
{
    static const char MARK[] = "owner"; /* its number is the person's */
    int64_t owner = 0;
    char id[RH_LOG_ID];
    const rh_log_answer known = rh_log_mark(log, MARK, &owner, why);
    if (known != RH_LOG_NO_SUCH)
        return known == RH_LOG_DONE ? owner : 0;
    rh_public_id_make(id);
    rh_log_job person = {.kind = RH_WRITE_PERSON,
                         .now = now_ms(),
                         .public_id = id,
                         .person_kind = RH_PERSON_ACCOUNT,
                         .text = "You"};
    rh_log_job mark = {.kind = RH_WRITE_MARK, .text = MARK};
    const bool made = rh_log_write_now(log, &person) == RH_LOG_DONE;
    mark.now = person.id;
    if (made && rh_log_write_now(log, &mark) == RH_LOG_DONE)
        return person.id;
    (void)snprintf(why, RH_LOG_WHY, "%s", made ? mark.why : person.why);
    return 0;
}

static bool has_same_rows(const rh_rows *a, const rh_rows *b)
{
    bool same = a->rows == b->rows;
    for (int i = 0; i < a->rows && same; i++)
        same = a->row[i].kind == b->row[i].kind && a->row[i].print == b->row[i].print &&
               strcmp(a->row[i].line, b->row[i].line) == 0;
    return same;
}

/* Is this game kept already, and was not played on? Then id is its. */
static bool is_kept(rh_log *log, int64_t owner, const rh_taken *taken, char id[RH_LOG_ID])
{
    char why[RH_LOG_WHY];
    rh_card_query page = {.person = owner, .mine = true, .most = 50};
    bool found = false;
    for (int n = page.most; n == page.most && !found;) {
        rh_card *card = NULL;
        if (rh_log_cards(log, &page, &card, &n, why) != RH_LOG_DONE)
            return false;
        for (int i = 0; i < n && !found; i++) {
            rh_log_game g = {0};
            rh_rows rows = {0};
            found = card[i].seq == taken->log.rows &&
                    rh_log_find(log, card[i].public_id, &g, why) == RH_LOG_DONE &&
                    strcmp(g.setup, taken->setup) == 0 &&
                    rh_log_rows(log, g.id, 0, taken->log.rows + 1, &rows, why) == RH_LOG_DONE &&
                    has_same_rows(&rows, &taken->log);
            (void)snprintf(id, RH_LOG_ID, "%s", card[i].public_id);
            rh_rows_free(&rows);
            rh_log_game_free(&g);
        }
        if (n > 0) {
            page.before = card[n - 1].changed;
            page.before_game = card[n - 1].game;
        }
        rh_cards_free(card, n);
    }
    return found;
}

/* Keeps the game, under the time as its id. */
static rh_log_answer keep_game(rh_log *log, int64_t owner, const rh_taken *taken,
                               char id[RH_LOG_ID], char why[RH_LOG_WHY])
{
    rh_change seat[RH_PLAYERS];
    char when[RH_LOG_ID - 8] = "";
    const time_t now = time(NULL);
    struct tm at;
    rh_log_answer answer = RH_LOG_TAKEN;
    if (localtime_r(&now, &at))
        (void)strftime(when, sizeof when, "%Y%m%d-%H%M%S", &at);
    for (int p = 0; p < taken->seats; p++)
        seat[p] = (rh_change){.kind = RH_CHANGE_SEAT, .seat = p, .person = owner};
    for (int n = 0; answer == RH_LOG_TAKEN && n < 1000;
         n++) { /* another game of the same second has the id */
        (void)snprintf(id, RH_LOG_ID, "%s-%d", when, n);
        rh_log_job job = {.kind = RH_WRITE_GAME,
                          .now = now_ms(),
                          .person = owner,
                          .public_id = id,
                          .title = taken->title,
                          .rules = taken->rules,
                          .seats = taken->seats,
                          .text = taken->setup,
                          .row = taken->log.row,
                          .rows = taken->log.rows,
                          .change = seat,
                          .changes = taken->seats};
        answer = rh_log_write_now(log, &job);
        (void)snprintf(why, RH_LOG_WHY, "%s", job.why);
    }
    return answer;
}

/* The record that was named on the command line becomes a game, unless it is one. False: said. */
static bool take_record(rh_log *log, int64_t owner, const rh_browser *b, char id[RH_LOG_ID])
{
    rh_taken taken = {0};
    rh_json_writer card = {0};
    rh_line_error err = {0};
    char why[RH_LOG_WHY] = "";
    bool good = rh_replay_card(b->record, b->len, &rh_replay_usual, &card, &err) &&
                rh_take_record(b->record, b->len, rh_replay_usual.actions, now_ms(), &taken, &err);
    if (good)
        good = is_kept(log, owner, &taken, id) ||
               keep_game(log, owner, &taken, id, why) == RH_LOG_DONE;
    rh_json_writer_forget(&card);
    rh_taken_free(&taken);
    if (!good && err.line)
        fprintf(stderr, "roundhouse play: %s:%d: %s\n", b->name, err.line, err.why);
    else if (!good)
        fprintf(stderr, "roundhouse play: %s\n", err.why[0] ? err.why : why);
    return good;
}

static void say_on_stderr(const char *sentence, void *context)
{
    (void)context;
    fprintf(stderr, "roundhouse play: %s\n", sentence);
}

/* What is done with the file before anybody asks: games of earlier versions become logs, and the record that was
 * named is kept. Answers the owner; 0: said. */
static int64_t prepare(const char *file, const rh_browser *b, char id[RH_LOG_ID])
{
    char why[RH_LOG_WHY] = "";
    int games = 0;
    rh_log *log = rh_log_open(file, why);
    int64_t owner = log ? owner_of(log, why) : 0;
    if (owner && rh_take_over(log, file, owner, say_on_stderr, NULL, &games, why) != RH_LOG_DONE)
        owner = 0;
    if (!owner)
        fprintf(stderr, "roundhouse play: %s\n", why);
    if (games > 0)
        printf("%d game%s of an earlier version %s taken over; a copy of the old file lies beside "
               "it.\n",
               games, games == 1 ? "" : "s", games == 1 ? "was" : "were");
    if (owner && b->record && !take_record(log, owner, b, id))
        owner = 0;
    rh_log_close(log);
    return owner;
}

/* --- the page ----------------------------------------------------------------------------------- */

/* Under this name the page has a title: its id, or the file without its folder. */
static const char *name_of(const char *title)
{
    const char *slash = strrchr(title, '/');
    return slash ? slash + 1 : title;
}

/* Where the page offers a new game of the title; a name that is too long is in its list all the same. */
static void put_place(rh_writing *w, const char *title)
{
    rh_write(w, "#new=");
    for (const char *c = name_of(title); *c; c++)
        rh_write(w, isalnum((unsigned char)*c) || strchr("._-", *c) ? "%c" : "%%%02X",
                 (unsigned char)*c);
    if (w->lost)
        w->text[0] = 0;
}

int rh_play_in_browser(const rh_browser *b)
{
    char folder[PATH], file[PATH + 16], token[RH_TOKEN_TEXT], id[RH_LOG_ID] = "";
    char why[RH_SERVE_WHY] = "";
    if (!rh_data_folder(folder, sizeof folder)) {
        fprintf(stderr,
                "roundhouse play: there is no folder for games, and %s cannot be made: %s (set "
                "XDG_DATA_HOME to a folder you may write in)\n",
                folder, strerror(errno));
        return 2;
    }
    (void)snprintf(file, sizeof file, "%s/games.db", folder);
    if (!rh_token_of(folder, token)) {
        fprintf(stderr, "roundhouse play: %s/token cannot be written: %s\n", folder,
                strerror(errno));
        return 2;
    }
    (void)chmod(file, 0600);
    opening o = {.b = b, .file = file, .token = token};
    rh_replay_hire(); /* the store has threads */
    const int64_t owner = prepare(file, b, id);
    if (!owner)
        return 2;
    if (b->record)
        (void)snprintf(o.place, sizeof o.place, "#game=%s", id);
    else if (b->title)
        put_place(&(rh_writing){.text = o.place, .cap = sizeof o.place}, b->title);
    const char *const title = b->file ? name_of(b->title) : NULL;
    const rh_serve s = {.address = "127.0.0.1",
                        .port = b->port,
                        .db = file,
                        .site = b->site,
                        .proxy = "",
                        .workers = 1, /* one person asks, and lists what was played a moment ago */
                        .token = token,
                        .offer = {.cache = (size_t)RH_CACHE_MB << 20,
                                  .title_file = &b->file,
                                  .title_name = &title,
                                  .title_files = b->file != NULL,
                                  .any_title = true,
                                  .owner = owner}};
    if (rh_serve_run(&s, ready, &o, why))
        return 0;
    fprintf(stderr, "roundhouse play: %s\n", why);
    return 2;
}
