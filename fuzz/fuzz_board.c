/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_board.c: whatever a board file says, it is refused with its place or it can be searched; and
 * routes that the search gives are accepted by the walk at the same value. */
#include "files/board.h"

#include "fuzz/words.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *const WORDS[] = {"layout",
                                    "flat",
                                    "pointy",
                                    "phase",
                                    "brown",
                                    "trains",
                                    "stops",
                                    "any",
                                    "towns",
                                    "free",
                                    "passed",
                                    "multiplier",
                                    "track",
                                    "narrow",
                                    "companies",
                                    "id",
                                    "others",
                                    "cash",
                                    "rules",
                                    "minimum_stops",
                                    "company_minimum_stops",
                                    "two_stops_of_one_hex_in_a_route",
                                    "pass_one_blocked_city",
                                    "stretch",
                                    "own_stops_only",
                                    "lone_stop",
                                    "hexes",
                                    "coord",
                                    "code",
                                    "rotation",
                                    "tokens",
                                    "fee",
                                    "once",
                                    "bonus",
                                    "harbours",
                                    "city",
                                    "town",
                                    "offboard",
                                    "junction",
                                    "path",
                                    "revenue",
                                    "slots",
                                    "groups",
                                    "lanes",
                                    "terminal",
                                    "label",
                                    "a",
                                    "b",
                                    "_0",
                                    "_1",
                                    "yellow_20|brown_60",
                                    "true",
                                    "false",
                                    "null",
                                    "path=a:0,b:3",
                                    "city=revenue:20,slots:2;path=a:0,b:_0",
                                    NULL};
static const tongue BOARD = {.words = WORDS};
SPEAKS(BOARD)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static _Alignas(16) unsigned char work[1 << 20];
    rh_load_error err;
    rh_board *b = rh_board_read("board.json", (const char *)data, len, &err);
    if (b == NULL) {
        if (err.text[0] == 0 || strlen(err.text) >= sizeof err.text)
            abort(); /* a refusal has a reason */
        return 0;
    }
    for (int c = 0; c < b->title.companies && c < 3; c++) {
        const rh_company who = {(uint8_t)c};
        rh_runs runs;
        rh_best best;
        rh_money walked = 0;
        if (!rh_best_runs(&b->title, &b->game, who, work, sizeof work, 3000, &runs, &best))
            continue; /* larger than the memory: also an answer */
        if (!rh_accepted(rh_value_runs(&b->title, &b->game, who, &runs, &walked)) ||
            walked != best.revenue)
            abort();
    }
    rh_board_free(b);
    return 0;
}
