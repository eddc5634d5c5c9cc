/* SPDX-License-Identifier: Apache-2.0 */
/* Reading an action never crashes; what is read is written so that it is read the same again, and
 * what is refused is refused with a sentence. */
#include <stdlib.h>
#include <string.h>

#include "files/title.h"
#include "roundhouse/action.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* Names that are easily mistaken: one begins another, one looks like a company. */
static const rh_names NAMES = {{"Anna", "Anna Lee", "HIS too", "x"}};

static const rh_title *title(void)
{
    static rh_title *t;
    rh_load_error err;
    if (!t)
        t = rh_title_load_id("18nl", 0, NULL, 0, &err);
    return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const rh_title *t = title();
    static rh_action a, b;
    char text[RH_ACTION_TEXT], why[160];
    if (len > RH_ACTION_TEXT)
        return 0;
    /* A copy of its own size, so that a read beyond the end is noticed. */
    char *line = malloc(len + 1);
    if (!line)
        abort();
    memcpy(line, data, len);
    line = realloc(line, len ? len : 1);
    if (!rh_action_read(t, &NAMES, 4, line, len, &a, why)) {
        if (why[0] == 0 || !memchr(why, 0, sizeof why))
            abort(); /* a complaint has a sentence */
    } else {
        const size_t n = rh_action_write(t, &NAMES, &a, text);
        if (!rh_action_read(t, &NAMES, 4, text, n, &b, why) ||
            memcmp(&a.act, &b.act, sizeof a.act) != 0 ||
            memcmp(&a.runs, &b.runs, sizeof a.runs) != 0)
            abort(); /* reading must undo writing */
    }
    free(line);
    return 0;
}
