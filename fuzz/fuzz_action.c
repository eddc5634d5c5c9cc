/* SPDX-License-Identifier: Apache-2.0 */
/* Reading an action never crashes; what is read is written so that it is read the same again, and
 * what is refused is refused with a sentence. Byte 0 says which title, the rest is the line. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* Names that are easily mistaken: one begins another, one looks like a company. */
static const rh_names NAMES = {{"Anna", "Anna Lee", "HIS too", "Bo"}};

static const tongue LINES = {.actions = true, .head = 1};
SPEAKS(LINES)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_action a, b;
    char text[RH_ACTION_TEXT], why[RH_ACTION_WHY];
    if (len == 0 || len > RH_ACTION_TEXT)
        return 0;
    const table *x = table_of(*data++);
    const rh_title *t = x->title;
    len--;
    /* A copy of its own size, so that a read beyond the end is noticed. */
    char *line = malloc(len + 1);
    if (!line)
        abort();
    memcpy(line, data, len);
    line = realloc(line, len ? len : 1);
    if (!rh_action_read(t, &x->start, &NAMES, line, len, &a, why)) {
        if (why[0] == 0 || !memchr(why, 0, sizeof why))
            abort(); /* a complaint has a sentence */
    } else {
        const size_t n = rh_action_write(t, &NAMES, &a, text);
        if (!rh_action_read(t, &x->start, &NAMES, text, n, &b, why) ||
            memcmp(&a.act, &b.act, sizeof a.act) != 0 ||
            memcmp(&a.runs, &b.runs, sizeof a.runs) != 0)
            abort(); /* reading must undo writing */
    }
    free(line);
    return 0;
}
