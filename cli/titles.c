/* SPDX-License-Identifier: Apache-2.0 */
/* titles.c: `roundhouse titles` lists what can be played; `roundhouse title check FILE` checks a
 * title before it is built into the program, or a position to start from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/known.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/ledger.h"
#include "cli/load.h"
#include "cli/table.h"
#include "disk/disk.h"
#include "files/options.h"
#include "text/json.h"

/* The cards of one title, or of all. */
static int titles_cards(const char *only)
{
    for (size_t i = 0; i < (only ? 1 : rh_embedded_title_count); i++) {
        rh_record r = {0};
        rh_title *t = rh_take_title(only ? only : rh_embedded_titles[i].id, &r)
                          ? rh_load_title_of("roundhouse titles", &r)
                          : NULL;
        rh_record_free(&r);
        if (!t)
            return 2;
        printf("%s# %s\n", i ? "\n" : "", t->name);
        rh_table_cards(t);
        rh_title_free(t);
    }
    return 0;
}

/* The options of a title that are for people; the usual value first. */
static void print_options(const rh_json *title)
{
    const rh_json *options = rh_json_member(title, "options");
    for (const rh_json *o = options ? options->child : NULL; o; o = o->next) {
        if (!rh_option_for_people(o))
            continue;
        const char *name = rh_json_string_of(rh_json_member(o, "name"), "");
        printf("\n%s\n", rh_option_title(o));
        rh_table_wrapped(rh_json_string_of(rh_json_member(o, "what"), ""), 4);
        for (const rh_json *v = rh_json_member(o, "values")->child; v; v = v->next) {
            char text[400];
            (void)snprintf(text, sizeof text, "%s=%s: %s%s", name,
                           rh_json_string_of(rh_json_member(v, "value"), ""), rh_value_means(v),
                           v == rh_json_member(o, "values")->child ? " (usual)" : "");
            rh_table_wrapped(text, 8);
        }
    }
}

static int titles_options(const char *only)
{
    if (only && !rh_title_find(only)) {
        rh_say_no_title(only);
        return 2;
    }
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_json_memory memory = {0};
        rh_load_error err;
        const rh_json *json = rh_json_read(&memory, e->id, e->json, e->json_len, &err);
        if (json && (!only || strcmp(only, e->id) == 0)) {
            printf("%s# %s\n", i && !only ? "\n" : "",
                   rh_json_string_of(rh_json_member(json, "name"), e->id));
            print_options(json);
        }
        rh_json_forget(&memory);
    }
    return 0;
}

int cmd_titles(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool json = rh_args_flag(&a, "--json");
    const bool cards = rh_args_flag(&a, "--cards");
    const bool options = rh_args_flag(&a, "--options");
    if (!rh_args_end(&a, 0, cards || options ? 1 : 0,
                     "titles [--json] | titles --cards|--options [TITLE]"))
        return 2;
    if (cards || options)
        return (cards ? titles_cards : titles_options)(a.argc > 1 ? a.argv[1] : NULL);
    rh_json_writer w = {0};
    int code = 0;
    rh_json_open(&w, '[');
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const char *id = rh_embedded_titles[i].id;
        rh_load_error err;
        rh_ledger l;
        rh_title *t = rh_title_load_id(id, 0, NULL, 0, &err);
        if (!t || !rh_ledger_read(id, &l)) {
            fprintf(stderr, "%s\n", t ? "there is not enough memory" : err.text);
            rh_title_free(t);
            code = 2;
            continue;
        }
        if (!json)
            printf("%-10s %-10s %d to %d players, rules version %d, %zu of %zu rules proved; %s\n",
                   id, t->name, t->min_players, t->max_players, t->rules_version, l.proved, l.rules,
                   t->designer);
        if (!json && t->provenance) {
            const char *text = rh_text(t, t->provenance);
            printf("%-10s   %.*s.\n", "", rh_first_sentence(text), text);
        }
        rh_json_newline(&w);
        rh_json_open(&w, '{');
        rh_json_put_string(&w, "id", id);
        rh_json_put_string(&w, "name", t->name);
        rh_json_put_string(&w, "designer", t->designer);
        rh_json_put_int(&w, "min_players", t->min_players);
        rh_json_put_int(&w, "max_players", t->max_players);
        rh_json_put_int(&w, "rules_version", t->rules_version);
        rh_json_put_int(&w, "rules", (int64_t)l.rules);
        rh_json_put_int(&w, "proved", (int64_t)l.proved);
        rh_json_put_int(&w, "open", (int64_t)l.open);
        rh_json_put_string(&w, "provenance", rh_text(t, t->provenance));
        rh_json_close(&w);
        free(l.rule);
        rh_title_free(t);
    }
    rh_json_close(&w);
    if (json)
        puts(w.text ? w.text : "[]");
    rh_json_writer_forget(&w);
    return code;
}

/* What bots should know stands beside a title.json as bots.json; a title needs none. */
static bool check_bots(const char *path, const rh_title *t)
{
    static const char TITLE[] = "title.json", BOTS[] = "bots.json";
    const size_t n = strlen(path), folder = n >= strlen(TITLE) ? n - strlen(TITLE) : 0;
    char beside[4096];
    rh_line_error missing;
    rh_load_error err;
    rh_known known;
    size_t len;
    if (strcmp(path + folder, TITLE) != 0)
        return true;
    (void)snprintf(beside, sizeof beside, "%.*s%s", (int)folder, path, BOTS);
    char *text = rh_file_read(beside, &len, &missing);
    const bool good = !text || rh_known_read(t, beside, text, len, &known, &err);
    if (!good)
        fprintf(stderr, "%s\n", err.text);
    free(text);
    return good;
}

static int check_title(const char *path, const char *text, size_t len)
{
    rh_load_error err;
    rh_title *t = rh_title_load(path, text, len, 0, NULL, 0, &err);
    if (!t || !rh_title_check(path, text, len, &err)) {
        fprintf(stderr, "%s\n", err.text);
        rh_title_free(t);
        return 2;
    }
    if (!check_bots(path, t)) {
        rh_title_free(t);
        return 2;
    }
    int companies = 0;
    for (int c = 0; c < t->companies; c++)
        companies += t->company[c].kind != RH_PRIVATE;
    printf("%s: %d hexes, %d tiles, %d companies, %d privates, %d trains, ok\n", t->id, t->hexes,
           t->tiles - t->first_laid, companies, t->companies - companies, t->trains);
    rh_title_free(t);
    return 0;
}

static int check_position(const char *path)
{
    rh_loaded l;
    if (!rh_load(path, &l))
        return 2;
    printf("%s: %d statements, %d actions, ok\n", l.title->id, l.record.positions,
           l.record.actions);
    rh_unload(&l);
    return 0;
}

int cmd_title(int argc, char **argv)
{
    static const char USAGE[] = "title check FILE";
    rh_args a = {argc, argv, false};
    if (!rh_args_end(&a, 2, 2, USAGE))
        return 2;
    if (strcmp(a.argv[1], "check") != 0) {
        fprintf(stderr, "roundhouse title: \"%.40s\" is not known; usage: roundhouse %s\n",
                a.argv[1], USAGE);
        return 2;
    }
    const char *path = a.argv[2];
    rh_line_error err;
    size_t len;
    char *text = rh_file_read(path, &len, &err);
    if (!text) {
        fprintf(stderr, "%s\n", err.why);
        return 2;
    }
    const char first = text[strspn(text, " \t\r\n")];
    const bool record = first != 0 && first != '{' && first != '[' && strstr(text, "title:");
    const int code = record ? check_position(path) : check_title(path, text, len);
    free(text);
    return code;
}
