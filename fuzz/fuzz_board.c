/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_board.c: whatever a board file says, it is refused with its place or it can be searched; and
 * routes that the search gives are accepted by the walk at the same value. */
#include "files/board.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

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
