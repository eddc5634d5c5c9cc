/* SPDX-License-Identifier: Apache-2.0 */
/* Set-up files: records that say what a game begins with. One that starts can be written as a set-up
 * of its own, and that one begins the same game. */
#include <stdlib.h>
#include <string.h>

#include "files/record.h"
#include "fuzz/words.h"
#include "roundhouse/digest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { ROOM = 256 * 1024 };

static const char *const WORDS[] = {"title:",
                                    "rules:",
                                    "players:",
                                    "seed:",
                                    "options:",
                                    "position:",
                                    "18or",
                                    "18nl",
                                    "size=S",
                                    "size=M",
                                    "size=L",
                                    "map=default",
                                    "map=random",
                                    "map=players",
                                    "size=S_agreed",
                                    "size=L_agreed",
                                    "bank=1000",
                                    "auction=turns",
                                    "corporations=16",
                                    "place",
                                    "in",
                                    "play",
                                    "not",
                                    "Anna",
                                    "Bo",
                                    "Cia",
                                    NULL};
static const tongue SETUP = {.words = WORDS, .statements = true, .actions = true};
SPEAKS(SETUP)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_game g, same;
    static char text[ROOM];
    rh_record r, out = {0};
    rh_line_error err;
    rh_load_error load;
    if (len > ROOM / 4)
        return 0;
    const rh_title *t;
    if (rh_record_read((const char *)data, len, &r, &err) && (t = table_title(&r, &load)) != NULL &&
        rh_record_start(t, &r, &g, &err)) {
        must_keep_promises(t, &g);
        r.actions = 0; /* players may place tiles by actions: then the set-up is another one */
        if (!rh_record_set_up(t, &r, &out, &err)) {
            must(err.why[0] != 0, "a refusal has a sentence");
        } else {
            const size_t n = rh_record_write(&out, text, ROOM);
            rh_record_free(&out);
            must(n < ROOM && rh_record_read(text, n, &out, &err), "a set-up can be read again");
            must(rh_record_start(t, &out, &same, &err), "and begins a game");
            must(rh_digest(t, &g, RH_DIGEST) == rh_digest(t, &same, RH_DIGEST),
                 "which is the same");
        }
    }
    rh_record_free(&out);
    rh_record_free(&r);
    return 0;
}
