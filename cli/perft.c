/* SPDX-License-Identifier: Apache-2.0 */
/* perft.c: counts legal action sequences from the start of a title or from a position or record.
 * What is counted is said in bots/perft.h and docs/selfplay.md. */
#include "bots/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/load.h"

static const char *const USAGE =
    "perft TITLE --depth N [--players P] [--position FILE [--after N]] [--divide]";

/* Goes back to the moment after so many actions of the record. */
static bool rewind_to(rh_loaded *l, int after)
{
    rh_line_error err = {0};
    if (after > l->record.actions) {
        fprintf(stderr, "%s: --after wants a game of at least %d actions\n", l->path, after);
        return false;
    }
    bool well = rh_record_start(l->title, &l->record, &l->game, &err);
    for (int i = 0; well && i < after; i++)
        well = rh_record_play(l->title, &l->record, i, &l->game, NULL, &err);
    return well;
}

/* The position to count from. False: said on stderr. */
static bool find_position(const char *title, const char *file, int after, int players, rh_loaded *l)
{
    rh_record named = {0};
    memset(l, 0, sizeof *l);
    if (!rh_take_title(title, &named))
        return false;
    if (file) {
        if (!rh_load(file, l))
            return false;
        if (strcmp(l->record.title, named.title) == 0 &&
            l->record.title_digest == named.title_digest)
            return after < 0 || rewind_to(l, after);
        fprintf(stderr, "%s: is a game of %s, not of %s\n", l->path,
                l->record.title_file[0] ? l->record.title_file : l->record.title, title);
        return false;
    }
    l->record = named;
    l->title = rh_load_title_of("roundhouse perft", &named);
    if (!l->title)
        return false;
    l->record.names = rh_usual_names;
    l->record.players = players ? players : l->title->min_players;
    if (rh_accepted(rh_new(l->title, l->record.players, 1, &l->game)))
        return true;
    fprintf(stderr, "%s is for %d to %d players\n", title, l->title->min_players,
            l->title->max_players);
    return false;
}

static bool count(const rh_loaded *l, const rh_game *g, int depth, uint64_t *n)
{
    rh_action refused = rh_action_of(RH_PASS, (rh_holder){RH_NONE});
    if (rh_perft(l->title, g, depth, n, &refused))
        return true;
    char line[RH_ACTION_TEXT];
    rh_action_write(l->title, &l->record.names, &refused, line);
    fprintf(stderr, "legal() lists what is refused: %s\n", line);
    return false;
}

static bool divide(const rh_loaded *l, int depth)
{
    size_t n;
    rh_action *actions = rh_perft_actions(l->title, &l->game, &n);
    bool well = actions != NULL;
    for (size_t i = 0; well && i < n; i++) {
        char line[RH_ACTION_TEXT];
        uint64_t below = 0;
        rh_game next = l->game;
        well = rh_accepted(rh_apply(l->title, &next, &actions[i], NULL)) &&
               count(l, &next, depth - 1, &below);
        rh_action_write(l->title, &l->record.names, &actions[i], line);
        printf("%12llu  %s\n", (unsigned long long)below, line);
    }
    free(actions);
    return well;
}

int cmd_perft(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const int depth = (int)rh_args_number(&a, "--depth", 1, 12, 0);
    const int players = (int)rh_args_number(&a, "--players", 1, RH_PLAYERS, 0);
    const int after = (int)rh_args_number(&a, "--after", 0, INT32_MAX, -1);
    const char *file = rh_args_value(&a, "--position");
    const bool divided = rh_args_flag(&a, "--divide");
    if (!rh_args_end(&a, 1, 1, USAGE))
        return 2;
    if (depth == 0) {
        fprintf(stderr, "roundhouse perft: --depth is missing; usage: roundhouse %s\n", USAGE);
        return 2;
    }
    static rh_loaded l;
    int code = 2;
    if (find_position(a.argv[1], file, after, players, &l))
        code = divided && !divide(&l, depth) ? 1 : 0;
    for (int d = 1; code == 0 && d <= depth; d++) {
        uint64_t n;
        if (!count(&l, &l.game, d, &n))
            code = 1;
        else
            printf("%d %llu\n", d, (unsigned long long)n);
        fflush(stdout);
    }
    rh_unload(&l);
    return code;
}
