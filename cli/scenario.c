/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.c: `roundhouse scenario FILE…` runs scenarios and shows what they did not find.
 *
 * Here is only what the runner (files/scenario.h) leaves to its host: files, titles, printing. A
 * title is loaded once for every choice of options and kept, since hundreds of scenarios share a
 * few choices. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "disk/disk.h"
#include "files/scenario.h"

enum { OPTIONS = 16, TITLES = 400, CHOICE = 1024 };

typedef struct {
    const char *file; /* whose scenarios are run */
    int titles;
    struct {
        char choice[CHOICE]; /* version and id, then options, a line each */
        rh_title *title;
    } kept[TITLES];
} shelf;

static rh_title *load_file(const char *path, int version, const rh_option *option, size_t options,
                           rh_load_error *err)
{
    rh_line_error unread;
    size_t len;
    char *text = rh_file_read(path, &len, &unread);
    rh_title *t = text ? rh_title_load(path, text, len, version, option, options, err) : NULL;
    if (!text)
        rh_load_fails(err, NULL, 0, 0, "%s", unread.why);
    free(text);
    return t;
}

static const rh_title *take(void *who, const char *id, int version, const char *const *option,
                            int options, char why[RH_WHY_TEXT])
{
    shelf *s = who;
    char choice[CHOICE], words[CHOICE], place[CHOICE];
    if (rh_names_file(id)) { /* a title file, from the scenario's folder */
        const char *slash = id[0] == '/' ? NULL : strrchr(s->file, '/');
        (void)snprintf(place, sizeof place, "%.*s%s", slash ? (int)(slash + 1 - s->file) : 0,
                       s->file, id);
        id = place;
    }
    rh_option chosen[RH_SCENARIO_OPTIONS + OPTIONS];
    rh_writing w = {.text = choice, .cap = sizeof choice};
    rh_write(&w, "%d %s\n", version, id);
    for (int i = 0; i < options; i++)
        rh_write(&w, "%s\n", option[i]);
    for (int i = 0; i < s->titles; i++)
        if (strcmp(s->kept[i].choice, choice) == 0)
            return s->kept[i].title;
    if (w.lost) {
        snprintf(why, RH_WHY_TEXT, "there are too many options");
        return NULL;
    }
    if (s->titles == TITLES) { /* the shelf is full: the oldest makes room */
        rh_title_free(s->kept[0].title);
        memmove(&s->kept[0], &s->kept[1], (TITLES - 1) * sizeof s->kept[0]);
        s->titles--;
    }
    memcpy(words, choice, sizeof words);
    char *at = strchr(words, '\n') + 1;
    for (int i = 0; i < options; i++) {
        char *end = strchr(at, '\n');
        *end = 0;
        char *value = strchr(at, '=');
        if (value)
            *value++ = 0;
        chosen[i] = (rh_option){at, value ? value : "on"};
        at = end + 1;
    }
    rh_load_error err;
    rh_title *t = rh_names_file(id) ? load_file(id, version, chosen, (size_t)options, &err)
                                    : rh_title_load_id(id, version, chosen, (size_t)options, &err);
    if (!t) {
        snprintf(why, RH_WHY_TEXT, "%.239s", err.text);
        return NULL;
    }
    memcpy(s->kept[s->titles].choice, choice, sizeof choice);
    s->kept[s->titles++].title = t;
    return t;
}

static void show(void *who, const char *line)
{
    (void)who;
    puts(line);
}

static bool run_file(const rh_scenario_host *host, const char *path, rh_scenario_count *count)
{
    rh_line_error err;
    size_t len;
    char *text = rh_file_read(path, &len, &err);
    if (!text) {
        fprintf(stderr, "%s\n", err.why);
        return false;
    }
    const bool good = rh_scenario_run(host, path, text, len, count, &err);
    free(text);
    if (!good)
        fprintf(stderr, "%s:%d: %s\n", path, err.line, err.why);
    return good;
}

int cmd_scenario(int argc, char **argv)
{
    rh_args args = {.argc = argc, .argv = argv};
    const char *option[OPTIONS], *value;
    rh_scenario_count count = {0};
    bool readable = true;
    int options = 0;
    while ((value = rh_args_next(&args, "--option")) != NULL && options < OPTIONS)
        option[options++] = value;
    if (!rh_args_end(&args, 1, argc, "scenario FILE… [--option NAME=VALUE]"))
        return 2;
    shelf *titles = calloc(1, sizeof *titles);
    if (!titles) {
        fputs("there is not enough memory\n", stderr);
        return 2;
    }
    const rh_scenario_host host = {
        .title = take, .report = show, .who = titles, .option = option, .options = options};
    for (int i = 1; i < args.argc; i++) {
        titles->file = args.argv[i];
        readable &= run_file(&host, args.argv[i], &count);
    }
    for (int i = 0; i < titles->titles; i++)
        rh_title_free(titles->kept[i].title);
    free(titles);
    printf("%d passed, %d failed\n", count.passed, count.failed);
    return !readable ? 2 : count.failed ? 1 : 0;
}
