/* SPDX-License-Identifier: Apache-2.0 */
/* crossings.c: prints where the rules of a title meet; see crossings.h. Scenarios are named with their
 * file and without their line, so that the page changes only when what it says changes. */
#include "cli/crossings.h"

#include <stdio.h>
#include <string.h>

#include "files/crossings.h"

static void print_grid(const rh_crossing_table *x)
{
    printf("| |");
    for (int b = 0; b < x->words; b++)
        printf(" %s |", x->word[b]->words);
    printf("\n|---|");
    for (int b = 0; b < x->words; b++)
        printf("---|");
    for (int a = 0; a < x->words; a++) {
        printf("\n| **%s** |", x->word[a]->words);
        for (int b = 0; b <= a; b++)
            if (x->proofs[a][b])
                printf(" %d |", x->proofs[a][b]);
            else
                printf(x->never[a][b] ? " – |" : " ? |");
        for (int b = a + 1; b < x->words; b++)
            printf(" |");
    }
    printf("\n");
}

static void print_scenarios(const rh_crossing_table *x, int a, int b)
{
    for (size_t i = 0; i < x->rows; i++) {
        const rh_crossing *row = &x->row[i];
        if (row->kind != RH_CROSSING_PROVED || !rh_crossing_of(x, row, a, b))
            continue;
        const char *file = strrchr(row->where, '/') + 1;
        printf("- %s (%.*s)\n", row->text, (int)strcspn(file, ":"), file);
    }
}

int rh_crossings_print(const char *title_id)
{
    char why[RH_WHY_TEXT];
    rh_crossing_table table, *x = &table;
    if (!rh_crossings_read(title_id, rh_crossings, rh_crossing_count, x, why)) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    printf(
        "# %s: where rules meet\n\n"
        "Made by `make crossings` from the lines `crosses:` of the scenarios and from "
        "[crossings.txt](../titles/%s/crossings.txt); "
        "[scenarios.md](scenarios.md#where-rules-meet) "
        "says how. A number counts scenarios, – cannot occur, ? is open. A word beside itself is "
        "the same rule twice at once.\n\n"
        "%d crossings: %d proved, %d impossible, %d open\n\n",
        title_id, title_id, x->proved + x->impossible + x->open, x->proved, x->impossible, x->open);
    print_grid(x);
    printf("\n## The rules\n\n");
    for (int a = 0; a < x->words; a++)
        printf("- **%s**: %s\n", x->word[a]->words, x->word[a]->text);
    printf("\n## Proved\n");
    for (int a = 0; a < x->words; a++)
        for (int b = a; b < x->words; b++)
            if (x->proofs[a][b]) {
                printf("\n%s × %s\n", x->word[a]->words, x->word[b]->words);
                print_scenarios(x, a, b);
            }
    printf("\n## Cannot occur\n\n");
    for (int a = 0; a < x->words; a++)
        for (int b = a; b < x->words; b++)
            if (x->never[a][b])
                printf("- %s × %s: %s\n", x->word[a]->words, x->word[b]->words,
                       x->never[a][b]->text);
    return 0;
}
