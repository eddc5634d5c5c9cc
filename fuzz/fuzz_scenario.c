/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: a file that is well formed is run to its end, one that is not is refused with a line
 * of the text; every scenario is counted once, and each failing one has said why. */
#include <stdlib.h>
#include <string.h>

#include "files/scenario.h"
#include "files/title.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

typedef struct {
    rh_title *t;
    int reports;
} host;

static const rh_title *title(void *who, const char *id, const char *const *option, int options,
                             char *why)
{
    (void)id;
    (void)option;
    (void)options;
    strcpy(why, "no such title");
    return ((host *)who)->t;
}

static void report(void *who, const char *line)
{
    if (strncmp(line, "x:", 2) != 0 || strchr(line, '\n'))
        abort(); /* a report is one line with its place */
    ((host *)who)->reports++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static host h;
    rh_load_error load;
    rh_line_error err;
    rh_scenario_count count = {0};
    const rh_scenario_host how = {.title = title, .report = report, .who = &h};
    if (!h.t)
        h.t = rh_title_load_id("18nl", 0, NULL, 0, &load);
    h.reports = 0;
    const int scenarios = rh_scenario_read((const char *)data, len, &err);
    if (scenarios < 0 && (err.line < 0 || err.why[0] == 0))
        abort();
    if (rh_scenario_run(&how, "x", (const char *)data, len, &count, &err) != (scenarios >= 0))
        abort();
    if (scenarios >= 0 && (count.passed + count.failed != scenarios || h.reports < count.failed))
        abort();
    return 0;
}
