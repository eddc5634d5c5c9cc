/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_rails.c: any bytes as a report of Rails, and as lines of a trace. Both play a game, so this
 * also asks whether a mad game can hurt. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "foreign/rails/rails.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    char why[RH_RAILS_WHY];
    const char *text = (const char *)data;
    rh_rails *r = rh_rails_begin(NULL, 0);
    if (r != NULL)
        (void)rh_rails_report(r, text, len, why);
    rh_rails_end(r);
    r = rh_rails_begin(NULL, 0);
    for (size_t at = 0; r != NULL && at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        const size_t n = end != NULL ? (size_t)(end - text) - at : len - at;
        if (rh_rails_line(r, "fuzz", text + at, n, why) != RH_RAILS_SAME)
            break;
        at += n + 1;
    }
    rh_rails_end(r);
    return 0;
}
