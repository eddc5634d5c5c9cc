/* SPDX-License-Identifier: Apache-2.0 */
/* bot.c: a player in thirty lines that knows no rule and takes one of its choices, by lot.
 * cc -o mine examples/bot.c && roundhouse selfplay 18nl --bot mine=./mine --bots mine,casual */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16], best[1 << 16];

static int begins(const char *word) { return strncmp(line, word, strlen(word)) == 0; }

int main(void)
{
    int choices = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (begins("roundhouse")) {
            puts("name Lot\nwants choices\nready");
        } else if (begins("game ")) { /* a record follows; we remember nothing */
            for (int n = atoi(line + 5); n > 0 && fgets(line, sizeof line, stdin); n--)
                ;
        } else if (begins("choice ")) {
            if (rand() % ++choices == 0) /* every one is kept with the same chance */
                strcpy(best, line + 7);
        } else if (begins("go")) {
            printf("best %s", best); /* with its end of line */
            choices = 0;
        } else if (begins("speak")) {
            puts("silence");
            choices = 0;
        } else if (begins("quit")) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
