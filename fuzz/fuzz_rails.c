/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_rails.c: any bytes as a report of Rails, and as lines of a trace. Both play a game: what cannot
 * be followed has a sentence, and the promises hold whatever was told. A trace begins with a brace. */
#include <string.h>

#include "foreign/rails/rails.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *const WORDS[] = {
    "bids",      "buys", "for",    "passes",  "sells",     "starts",   "company", "pays",
    "receives",  "lays", "tile",   "token",   "on",        "train",    "from",    "IPO",
    "Pool",      "Bank", "runs",   "earns",   "withholds", "dividend", "Stock",   "Round",
    "Operating", "OR",   "has",    "is",      "floats",    "price",    "moves",   "certificate",
    "share",     "type", "player", "company", "amount",    "minimum",  "item",    "state",
    "offers",    "move", "bid",    "buy",     "pass",      "Ada",      "Bo",      "Cyd",
    "Anna",      "P-1",  "P-6",    NULL};
static const tongue RAILS = {.words = WORDS};
SPEAKS(RAILS)

static void end(rh_rails *r, rh_rails_verdict v, const char *why)
{
    must(v == RH_RAILS_SAME || (why[0] != 0 && memchr(why, 0, RH_RAILS_WHY)),
         "what cannot be followed has a sentence");
    if (rh_rails_title(r) != NULL && rh_rails_moves(r) > 0)
        must_keep_promises(rh_rails_title(r), rh_rails_game(r));
    rh_rails_end(r);
}

static void follow_trace(rh_rails *r, const char *text, size_t len)
{
    static char why[RH_RAILS_WHY];
    rh_rails_verdict v = RH_RAILS_SAME;
    for (size_t at = 0; v == RH_RAILS_SAME && at < len;) {
        const char *stop = memchr(text + at, '\n', len - at);
        const size_t n = stop != NULL ? (size_t)(stop - text) - at : len - at;
        v = rh_rails_line(r, "fuzz", text + at, n, why);
        at += n + 1;
    }
    end(r, v, why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static char why[RH_RAILS_WHY];
    rh_rails *r = rh_rails_begin(NULL, 0);
    must(r != NULL, "there is memory");
    if (len > 0 && data[0] == '{')
        follow_trace(r, (const char *)data, len);
    else
        end(r, rh_rails_report(r, (const char *)data, len, why), why);
    return 0;
}
