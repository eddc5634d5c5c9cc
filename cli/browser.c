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
#include "server/api.h"
#include "server/http.h"
#include "server/replay.h"
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

static void ready(int port, void *context)
{
    const opening *o = context;
    char address[300];
    (void)snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s%s", port, o->token,
                   o->place);
    printf("The table is at %s\nGames are kept in %s. Ctrl+C ends the program; the games stay.\n",
           address, o->file);
    fflush(stdout);
    if (o->b->opens)
        open_browser(address);
}

/* Is this record kept already? Then id is its game's. */
static bool is_kept(rh_store *store, const rh_browser *b, char id[RH_STORE_ID])
{
    rh_json_writer list = {0};
    rh_json_memory m = {0};
    rh_load_error err;
    char why[RH_STORE_WHY];
    bool found = false;
    const rh_json *cards = NULL;
    if (rh_store_list(store, &list, why) == RH_STORE_DONE && !list.failed)
        cards = rh_json_read(&m, "games", list.text, list.len, &err);
    for (const rh_json *c = cards ? cards->child : NULL; c && !found; c = c->next) {
        char *record = NULL;
        size_t len;
        int64_t revision;
        (void)snprintf(id, RH_STORE_ID, "%s", rh_json_string_of(rh_json_member(c, "id"), ""));
        found = rh_store_get(store, id, &record, &len, &revision, why) == RH_STORE_DONE &&
                len == b->len && memcmp(record, b->record, len) == 0;
        free(record);
    }
    rh_json_forget(&m);
    rh_json_writer_forget(&list);
    return found;
}

/* Keeps the record that was named on the command line, under the time as its id. */
static bool keep(rh_store *store, const rh_browser *b, char id[RH_STORE_ID])
{
    rh_json_writer card = {0};
    rh_line_error err = {0};
    char why[RH_STORE_WHY] = "", when[RH_STORE_ID - 8] = "";
    const time_t now = time(NULL);
    struct tm at;
    int64_t revision;
    rh_store_answer answer = RH_STORE_FAILED;
    if (rh_replay_card(b->record, b->len, &rh_replay_usual, &card, &err) && !card.failed &&
        localtime_r(&now, &at)) {
        strftime(when, sizeof when, "%Y%m%d-%H%M%S", &at);
        int n = 0;
        do { /* another game of the same second has the id */
            (void)snprintf(id, RH_STORE_ID, "%s-%d", when, n);
            const rh_store_change change = {.id = id,
                                            .record = b->record,
                                            .len = b->len,
                                            .card = card.text,
                                            .now = (int64_t)now};
            answer = rh_store_put(store, &change, &revision, why);
        } while (answer == RH_STORE_STALE && ++n < 1000);
    }
    rh_json_writer_forget(&card);
    if (answer != RH_STORE_DONE && err.line)
        fprintf(stderr, "roundhouse play: %s:%d: %s\n", b->name, err.line, err.why);
    else if (answer != RH_STORE_DONE)
        fprintf(stderr, "roundhouse play: %s\n", err.why[0] ? err.why : why);
    return answer == RH_STORE_DONE;
}

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

static void put_file(rh_json_writer *w, const rh_browser *b)
{
    rh_json_open(w, '[');
    rh_json_open(w, '{');
    rh_json_put_string(w, "name", name_of(b->title));
    rh_json_put_string(w, "text", b->file);
    rh_json_close(w);
    rh_json_close(w);
}

int rh_play_in_browser(const rh_browser *b)
{
    char folder[PATH], file[PATH + 16], token[RH_TOKEN_TEXT], why[RH_STORE_WHY];
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
    rh_store *store = rh_store_open(file, why);
    if (!store) {
        fprintf(stderr, "roundhouse play: %s\n", why);
        return 2;
    }
    opening o = {.b = b, .file = file, .token = token};
    rh_json_writer titles = {0};
    if (b->title)
        put_place(&(rh_writing){.text = o.place, .cap = sizeof o.place}, b->title);
    if (b->file)
        put_file(&titles, b);
    char id[RH_STORE_ID];
    bool good = !b->record || is_kept(store, b, id) || keep(store, b, id);
    if (good && b->record)
        (void)snprintf(o.place, sizeof o.place, "#game=%s", id);
    if (good) {
        const rh_http h = {.store = store,
                           .site = b->site,
                           .port = b->port,
                           .token = token,
                           .titles = titles.failed ? NULL : titles.text};
        good = rh_http_serve(&h, ready, &o, why);
        if (!good)
            fprintf(stderr, "roundhouse play: %s\n", why);
    }
    rh_json_writer_forget(&titles);
    rh_store_close(store);
    return good ? 0 : 2;
}
