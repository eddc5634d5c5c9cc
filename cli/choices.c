/* SPDX-License-Identifier: Apache-2.0 */
/* choices.c: routes on a terminal; see choices.h. */
#include "cli/choices.h"

#include <stdio.h>
#include <string.h>

#include "screen/runs.h"

void rh_print_routes(const rh_menu *m, const char *indent)
{
    const rh_pending now = rh_decision(m->t, m->g);
    char text[4096];
    if (!m->best || !rh_is_company(now.actor))
        return;
    rh_runs_text(m->t, m->g, rh_company_of(now.actor), m->best, text, sizeof text);
    for (const char *line = text; *line;) {
        const int n = (int)strcspn(line, "\n");
        printf("%s%.*s\n", indent, n, line);
        line += n + (line[n] == '\n');
    }
}
