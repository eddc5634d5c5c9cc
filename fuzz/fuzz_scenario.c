/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios of all titles: a file that is well formed is run to its end, one that is not is refused
 * with a line of the text; every scenario is counted once, and each failing one has said why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/scenario.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *const WORDS[] = {
    "title:", "scenario:", "players:", "seed:", "option:", "rules:", "proves:", "when",    "then",
    "given",  "refused",   "by",       "legal", "cash",    "price",  "round",   "decides", "tile",
    "token",  "train",     "is",       "not",   "Anna",    "Bo",     "Cia",     NULL};
static const tongue SCENARIO = {.words = WORDS, .actions = true, .statements = true};
SPEAKS(SCENARIO)

/* The title as it is, without options: loading one takes longer than all the rest. */
static const rh_title *title(void *who, const char *id, int version, const char *const *option,
                             int options, char *why)
{
    (void)who;
    (void)version;
    (void)option;
    (void)options;
    for (unsigned i = 0; i < table_titles(); i++)
        if (strcmp(rh_embedded_titles[i].id, id) == 0)
            return table_of(i)->title;
    strcpy(why, "no such title");
    return NULL;
}

static void report(void *who, const char *line)
{
    must(strncmp(line, "x:", 2) == 0 && !strchr(line, '\n'), "a report is one line with its place");
    ++*(int *)who;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    int reports = 0;
    rh_line_error err;
    rh_scenario_count count = {0};
    const rh_scenario_host how = {.title = title, .report = report, .who = &reports};
    const int scenarios = rh_scenario_read((const char *)data, len, &err);
    must(scenarios >= 0 || (err.line >= 0 && err.why[0] != 0),
         "a refusal has its line and a reason");
    const bool ran = rh_scenario_run(&how, "x", (const char *)data, len, &count, &err);
    must(ran || scenarios < 0, "what is well formed can be run");
    must(!ran || scenarios >= 0 || count.failed > 0, "what is not well formed fails");
    if (scenarios >= 0)
        must(count.passed + count.failed == scenarios, "every scenario is counted once");
    must(reports >= count.failed, "what failed has said why");
    return 0;
}
