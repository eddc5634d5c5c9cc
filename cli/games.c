/* SPDX-License-Identifier: Apache-2.0 */
/* games.c: `roundhouse games`: the file that `play` keeps games in, looked over, copied, rescued,
 * and its games as records. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/args.h"
#include "cli/browser.h"
#include "cli/commands.h"
#include "cli/gamefile.h"
#include "disk/disk.h"
#include "files/record.h"
#include "server/replay.h"

enum { PATH = 4096 };

static const char USAGE[] = "games check|backup|recover|export [TO] [--file FILE]";

typedef struct {
    const char *file, *to;
    bool removed; /* the bin is gone through */
    int games, binned, actions, faults;
    rh_store *store; /* that is gone through, and what for */
    rh_store_visit *visit;
} walk;

static void say(const char *sentence, void *context)
{
    walk *w = context;
    w->faults++;
    printf("%s: %s\n", w->file, sentence);
}

/* --- check ------------------------------------------------------------------------------------- */

static void check_game(const rh_store_game *game, void *context)
{
    walk *w = context;
    rh_json_writer card = {0};
    rh_json_memory m = {0};
    rh_load_error unread;
    rh_line_error err = {0};
    const char *where = w->removed ? " in the bin" : "";
    if (w->removed)
        w->binned++;
    else
        w->games++;
    if (!rh_replay_card(game->record, game->len, &rh_replay_usual, &card, &err)) {
        w->faults++;
        if (err.line)
            printf("%s: game %s%s, line %d: %s\n", w->file, game->id, where, err.line, err.why);
        else
            printf("%s: game %s%s: %s\n", w->file, game->id, where, err.why);
    } else {
        const rh_json *tree =
            card.failed ? NULL : rh_json_read(&m, "card", card.text, card.len, &unread);
        const rh_json *actions = tree ? rh_json_member(tree, "actions") : NULL;
        w->actions += actions ? (int)actions->number : 0;
    }
    rh_json_forget(&m);
    rh_json_writer_forget(&card);
}

/* A record that was taken over is only history; the log is the game. */
static void visit_record(const rh_store_game *game, void *context)
{
    walk *w = context;
    char id[RH_STORE_ID + 24];
    (void)snprintf(id, sizeof id, w->removed ? "%s-%lld" : "%s", game->id,
                   (long long)game->revision);
    if (!rh_store_has_log(w->store, id))
        w->visit(game, context);
}

/* The games, then the bin. False: not all of them could be read; why. */
static bool go_through(rh_store *s, walk *w, rh_store_visit *visit, char *why)
{
    bool good = true;
    w->store = s;
    w->visit = visit;
    for (int bin = 0; bin < 2; bin++) {
        w->removed = bin;
        good &= rh_store_each_log(s, bin, visit, say, w, why) == RH_STORE_DONE;
        good &= rh_store_each(s, bin, visit_record, w, why) == RH_STORE_DONE;
    }
    return good;
}

/* Replays every record of an open file; the sentence at the end. */
static int check_games(rh_store *s, walk *w)
{
    char why[RH_STORE_WHY], binned[40] = "";
    if (!go_through(s, w, check_game, why)) {
        w->faults++;
        printf("%s: not all games can be read: %s\n", w->file, why);
    }
    if (w->binned > 0)
        (void)snprintf(binned, sizeof binned, " and %d in the bin", w->binned);
    printf("%s: %d game%s%s, %d action%s; ", w->file, w->games, w->games == 1 ? "" : "s", binned,
           w->actions, w->actions == 1 ? "" : "s");
    if (w->faults)
        printf("%d fault%s\n", w->faults, w->faults == 1 ? "" : "s");
    else
        printf("everything is whole\n");
    return w->faults ? 1 : 0;
}

static int check(rh_store *s, walk *w)
{
    rh_store_damage(s, say, w);
    return check_games(s, w);
}

/* --- backup and recover ------------------------------------------------------------------------ */

static int copy(rh_store *s, walk *w)
{
    char name[PATH + 32], when[24] = "", why[RH_STORE_WHY];
    const time_t now = time(NULL);
    struct tm at;
    if (!w->to && localtime_r(&now, &at)) {
        strftime(when, sizeof when, "%Y%m%d-%H%M%S", &at);
        (void)snprintf(name, sizeof name, "%s.%s", w->file, when);
        w->to = name;
    }
    const rh_store_answer answer = rh_store_backup(s, w->to, why);
    if (answer == RH_STORE_DONE)
        printf("%s is a copy of %s\n", w->to, w->file);
    else
        fprintf(stderr, "roundhouse games: %s\n", why);
    return answer == RH_STORE_DONE ? 0 : answer == RH_STORE_DAMAGED ? 1 : 2;
}

static int recover(walk *w)
{
    char why[RH_STORE_WHY];
    int games = 0;
    if (rh_store_recover(w->file, w->to, say, w, &games, why) != RH_STORE_DONE) {
        fprintf(stderr, "roundhouse games: %s\n", why);
        return 2;
    }
    printf("%d game%s could be read; they are kept in %s\n", games, games == 1 ? "" : "s", w->to);
    rh_store *s = rh_store_look(w->to, why);
    if (!s) {
        fprintf(stderr, "roundhouse games: %s\n", why);
        return 2;
    }
    walk there = {.file = w->to};
    const int code = check_games(s, &there);
    rh_store_close(s);
    return code || w->faults ? 1 : 0;
}

/* --- export ------------------------------------------------------------------------------------ */

static void export_game(const rh_store_game *game, void *context)
{
    walk *w = context;
    char path[PATH + RH_STORE_ID + 32];
    rh_line_error err = {0};
    bool taken;
    int *written = w->removed ? &w->binned : &w->games;
    if (!w->removed)
        (void)snprintf(path, sizeof path, "%s/%s.18xx", w->to, game->id);
    else /* a game that was begun anew under the same id may be there too */
        (void)snprintf(path, sizeof path, "%s/bin/%s-%lld.18xx", w->to, game->id,
                       (long long)game->revision);
    if (w->removed && w->binned == 0) {
        char folder[PATH + 8];
        (void)snprintf(folder, sizeof folder, "%s/bin", w->to);
        (void)mkdir(folder, 0777); /* if it cannot be made the file says so */
    }
    if (rh_game_file_make(path, game->record, game->len, &taken, &err)) {
        ++*written;
        return;
    }
    size_t len = 0;
    rh_line_error unread;
    char *there = taken ? rh_file_read(path, &len, &unread) : NULL;
    const bool same = there && len == game->len && memcmp(there, game->record, len) == 0;
    free(there);
    *written += same;
    w->faults += !same;
    if (!same && taken)
        fprintf(stderr, "%s is there already and is another record; it is not overwritten\n", path);
    else if (!same)
        fprintf(stderr, "%s\n", err.why);
}

static int export_all(rh_store *s, walk *w)
{
    char why[RH_STORE_WHY];
    if (mkdir(w->to, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "roundhouse games: the folder %s cannot be made: %s\n", w->to,
                strerror(errno));
        return 2;
    }
    if (!go_through(s, w, export_game, why)) {
        fprintf(stderr, "roundhouse games: not all games can be read: %s\n", why);
        w->faults++;
    }
    printf("%d record%s in %s\n", w->games, w->games == 1 ? "" : "s", w->to);
    if (w->binned > 0)
        printf("%d record%s of %s in %s/bin\n", w->binned, w->binned == 1 ? "" : "s",
               w->binned == 1 ? "a removed game" : "removed games", w->to);
    return w->faults ? 1 : 0;
}

/* --- the command ------------------------------------------------------------------------------- */

/* What needs a file that can be opened. */
static int with_store(walk *w, int (*act)(rh_store *, walk *))
{
    char why[RH_STORE_WHY];
    struct stat about;
    if (stat(w->file, &about) != 0 && errno == ENOENT) {
        fprintf(stderr, "roundhouse games: there is no file %s; `roundhouse play` makes it\n",
                w->file);
        return 2;
    }
    rh_store *s = rh_store_look(w->file, why);
    if (!s)
        fprintf(stderr, "roundhouse games: %s\n", why);
    const int code = s ? act(s, w) : 2;
    rh_store_close(s);
    return code;
}

int cmd_games(int argc, char **argv)
{
    static const struct {
        const char *word;
        int least, most; /* words behind it */
        int (*act)(rh_store *, walk *);
    } ACTS[] = {{"check", 0, 0, check},
                {"backup", 0, 1, copy},
                {"recover", 1, 1, NULL},
                {"export", 1, 1, export_all}};
    rh_args a = {argc, argv, false};
    char usual[PATH];
    walk w = {.file = rh_args_value(&a, "--file")};
    if (!rh_args_end(&a, 1, 2, USAGE))
        return 2;
    if (!w.file) {
        if (!rh_data_folder(usual, sizeof usual - 16)) {
            fprintf(stderr, "roundhouse games: there is no folder for games: %s\n",
                    strerror(errno));
            return 2;
        }
        strcat(usual, "/games.db");
        w.file = usual;
    }
    for (size_t i = 0; i < sizeof ACTS / sizeof ACTS[0]; i++)
        if (strcmp(a.argv[1], ACTS[i].word) == 0) {
            if (a.argc - 2 < ACTS[i].least || a.argc - 2 > ACTS[i].most)
                break;
            w.to = a.argc > 2 ? a.argv[2] : NULL;
            return ACTS[i].act ? with_store(&w, ACTS[i].act) : recover(&w);
        }
    fprintf(stderr, "usage: roundhouse %s\n", USAGE);
    return 2;
}
