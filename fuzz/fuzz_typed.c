/* SPDX-License-Identifier: Apache-2.0 */
/* What a person types never crashes: what is understood is an action that a record can have, what is
 * not is answered with a sentence. Byte 0 says which title, byte 1 which situation, the rest is typed. */
#include <stdlib.h>
#include <string.h>

#include "files/typed.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { TYPED = 400 };

static const tongue LINES = {.actions = true, .head = 2};
SPEAKS(LINES)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_action a, b;
    char line[TYPED + 1], text[RH_ACTION_TEXT], note[RH_WHY_TEXT] = "", why[RH_WHY_TEXT] = "";
    if (len < 2 || len - 2 > TYPED)
        return 0;
    const table *x = table_of(data[0]);
    const rh_game *g = &x->state[data[1] % x->states].game;
    memcpy(line, data + 2, len - 2);
    line[len - 2] = 0;
    if (!rh_typed_read(x->title, g, &x->names, line, &a, note, why)) {
        must(why[0] != 0 && memchr(why, 0, sizeof why), "a complaint has a sentence");
        return 0;
    }
    must(memchr(note, 0, sizeof note) != NULL, "a note ends");
    const size_t n = rh_action_write(x->title, &x->names, &a, text);
    must(rh_action_read(x->title, g, &x->names, text, n, &b, why) &&
             memcmp(&a.act, &b.act, sizeof a.act) == 0,
         "what is understood can stand in a record");
    return 0;
}
