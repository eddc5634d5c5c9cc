/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: `roundhouse rules TITLE`: every rule of the ledger, who cites it, what proves it; with
 * --crossings where its rules meet (cli/crossings.h), with --sentences what it says (cli/sentences.h),
 * with --words which actions and statements are its own.
 *
 * A rule is open when nothing proves it, or when it forbids something and no refusal cites it. Where
 * the reference ledgers are at hand (RH_SHARED, or ../shared) the ids are compared with theirs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/crossings.h"
#include "cli/ledger.h"
#include "cli/load.h"
#include "cli/sentences.h"
#include "disk/disk.h"
#include "engine/face.h"
#include "engine/hooks.h"
#include "files/proofs.h"
#include "text/json.h"

static const char *const TAG[] = {[RH_TAG_NONE] = "?",
                                  [RH_TAG_REFUSAL] = "refusal",
                                  [RH_TAG_BY] = "by",
                                  [RH_TAG_FACT] = "fact",
                                  [RH_TAG_EXAMPLE] = "example"};

static void print_places(const char *word, const rh_proof *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("    %s %s\n", word, table[i].where);
}

static void print_strangers(const rh_ledger *l)
{
    const char *dash = strchr(l->rule[0].id, '-');
    const size_t prefix = (size_t)(dash - l->rule[0].id) + 1;
    for (size_t i = 0; i < rh_proof_count; i++)
        if (strncmp(rh_proofs[i].id, l->rule[0].id, prefix) == 0 &&
            !rh_ledger_find(l, rh_proofs[i].id, strlen(rh_proofs[i].id)))
            printf("%s: %s is no id of the ledger\n", rh_proofs[i].where, rh_proofs[i].id);
}

/* The ids of the reference ledger, one for each line "- **ID**" or "- **ID heading**". Returns how
 * many differ; -1: there is no such file. */
static int compare_with_shared(const char *id, const rh_ledger *l, bool print, size_t *theirs)
{
    char path[4096];
    const char *shared = getenv("RH_SHARED");
    rh_line_error err;
    size_t len;
    (void)snprintf(path, sizeof path, "%s/titles/%s.md", shared ? shared : "../shared", id);
    FILE *there = fopen(path, "rb");
    if (!there)
        return -1;
    fclose(there);
    char *text = rh_file_read(path, &len, &err);
    bool *seen = text ? calloc(l->rules + 1, sizeof *seen) : NULL;
    if (!seen) {
        free(text);
        return -1;
    }
    int different = 0;
    *theirs = 0;
    for (char *line = text; line && *line;
         line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const size_t n = strcspn(line, "\n");
        const char *start = n > 4 && strncmp(line, "- **", 4) == 0 ? line + 4 : NULL;
        const size_t word = start ? strcspn(start, "* \n") : 0;
        if (word == 0 || (strncmp(start + word, "**", 2) != 0 && start[word] != ' ') ||
            strncmp(start, l->rule[0].id, strcspn(l->rule[0].id, "-") + 1) != 0)
            continue;
        (*theirs)++;
        const rh_ledger_rule *r = rh_ledger_find(l, start, word);
        if (r) {
            seen[r - l->rule] = true;
        } else {
            different++;
            if (print)
                printf("%s has %.*s, this ledger has not\n", path, (int)word, start);
        }
    }
    for (size_t i = 0; i < l->rules; i++)
        if (!seen[i]) {
            different++;
            if (print)
                printf("%s is not in %s\n", l->rule[i].id, path);
        }
    if (print && different == 0)
        printf("the same %zu ids as in %s\n", *theirs, path);
    free(seen);
    free(text);
    return different;
}

static void put_places(rh_json_writer *w, const char *key, const rh_proof *table, size_t count)
{
    rh_json_put_open(w, key, '[');
    for (size_t i = 0; i < count; i++)
        rh_json_string(w, table[i].where);
    rh_json_close(w);
}

static void print_json(const char *id, const rh_ledger *l, int different, size_t theirs)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "title", id);
    rh_json_put_int(&w, "ids", (int64_t)l->rules);
    rh_json_put_int(&w, "refusals_cited", (int64_t)l->refusals_cited);
    rh_json_put_int(&w, "proved", (int64_t)l->proved);
    rh_json_put_int(&w, "open", (int64_t)l->open);
    rh_json_put_int(&w, "unknown_ids", (int64_t)l->strangers);
    if (different >= 0) {
        rh_json_put_int(&w, "shared_ids", (int64_t)theirs);
        rh_json_put_int(&w, "shared_differences", different);
    }
    rh_json_put_open(&w, "rules", '[');
    for (size_t i = 0; i < l->rules; i++) {
        const rh_ledger_rule *r = &l->rule[i];
        rh_json_newline(&w);
        rh_json_open(&w, '{');
        rh_json_put_string(&w, "id", r->id);
        rh_json_put_string(&w, "tag", TAG[r->tag]);
        if (r->tag == RH_TAG_BY)
            rh_json_put_string(&w, "by", r->by);
        rh_json_put_int(&w, "line", r->line);
        put_places(&w, "cited", rh_citations + r->first_citation, r->citations);
        put_places(&w, "proved", rh_proofs + r->first_proof, r->proofs);
        if (r->open)
            rh_json_put_string(&w, "open", r->open);
        rh_json_close(&w);
    }
    rh_json_close(&w);
    rh_json_close(&w);
    puts(w.text ? w.text : "");
    rh_json_writer_forget(&w);
}

/* The actions and statements that only this title has, from the tables by which they are read. */
static int print_words(const char *id)
{
    static const struct {
        char letter;
        const char *word;
    } FIELD[] = {{'c', "COMPANY"}, {'h', "HEX"},  {'n', "AMOUNT"}, {'m', "[AMOUNT]"},
                 {'t', "TRAIN"},   {'w', "WORD"}, {'P', "PLAYER"}};
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, NULL, 0, &err);
    if (!t) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    for (size_t i = 0; i < t->hooks->verb_count; i++) {
        const rh_verb *verb = &t->hooks->verbs[i];
        printf("action %s", verb->word);
        for (const char *c = verb->pattern; *c; c++)
            for (size_t k = 0; k < sizeof FIELD / sizeof FIELD[0]; k++)
                if (FIELD[k].letter == *c)
                    printf(" %s", FIELD[k].word);
        printf(": %s\n", verb->heading);
    }
    for (size_t i = 0; i < t->face->own_field_count; i++)
        if (t->face->own_fields[i].form) /* otherwise it is room that nothing uses */
            printf("statement %s\n", t->face->own_fields[i].form);
    rh_title_free(t);
    return 0;
}

int cmd_rules(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool json = rh_args_flag(&a, "--json"), only_open = rh_args_flag(&a, "--open"),
               crossings = rh_args_flag(&a, "--crossings"),
               sentences = rh_args_flag(&a, "--sentences"), words = rh_args_flag(&a, "--words");
    const int64_t games = rh_args_number(&a, "--games", 1, 10000, RH_SENTENCES_GAMES);
    if (!rh_args_end(&a, 1, 1,
                     "rules TITLE [--open] [--json] [--crossings] [--sentences [--games N]] "
                     "[--words]"))
        return 2;
    const char *id = a.argv[1];
    rh_ledger l;
    if (!rh_title_find(id)) {
        rh_say_no_title(id);
        return 2;
    }
    if (crossings)
        return rh_crossings_print(id);
    if (sentences)
        return rh_sentences_print(id, (int)games);
    if (words)
        return print_words(id);
    if (!rh_ledger_read(id, &l)) {
        fputs("there is not enough memory\n", stderr);
        return 2;
    }
    if (l.rules == 0) {
        fprintf(stderr, "titles/%s/RULES.md has no statement of the form \"- **ID** [tag] …\"\n",
                id);
        return 2;
    }
    size_t theirs = 0;
    int different;
    if (json) {
        different = compare_with_shared(id, &l, false, &theirs);
        print_json(id, &l, different, theirs);
    } else {
        for (size_t i = 0; i < l.rules; i++) {
            const rh_ledger_rule *r = &l.rule[i];
            if (only_open && !r->open)
                continue;
            printf("%s [%s%s%s]%s%s\n", r->id, TAG[r->tag], r->tag == RH_TAG_BY ? " " : "", r->by,
                   r->open ? " OPEN: " : "", r->open ? r->open : "");
            print_places("cited ", rh_citations + r->first_citation, r->citations);
            print_places("proved", rh_proofs + r->first_proof, r->proofs);
        }
        print_strangers(&l);
        different = compare_with_shared(id, &l, true, &theirs);
        printf("%zu ids: %zu refusals cited, %zu proved, %zu open\n", l.rules, l.refusals_cited,
               l.proved, l.open);
    }
    free(l.rule);
    return l.open || l.strangers || different > 0 ? 1 : 0;
}
