/* SPDX-License-Identifier: Apache-2.0 */
/* A game of 18xx.games that is not one never crashes the import; one that is can be exported, and
 * the export imports as the same game to the byte. The input is the list of actions, or a whole file
 * if it begins with a brace. */
#include "foreign/games18xx/games18xx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { LONGEST = 20000 };

static void must(bool true_)
{
    if (!true_)
        abort();
}

static void comes_back(const rh_18xx_import *im)
{
    rh_json_writer w = {0};
    char why[RH_18XX_WHY];
    must(rh_18xx_export(im->title, &im->names, im->players, im->seed, im->played, im->played_count,
                        &w, why));
    rh_18xx_import *again = rh_18xx_open("export", w.text, w.len, NULL, 0, why);
    must(again != NULL);
    rh_18xx_answer answer;
    must(rh_18xx_play_to(again, UINT32_MAX, &answer));
    must(memcmp(&again->now.game, &im->now.game, sizeof im->now.game) == 0);
    rh_18xx_close(again);
    rh_json_writer_forget(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const char HEAD[] = "{\"title\": \"18NL\", \"players\": [{\"id\": 1, \"name\": \"A\"}, "
                               "{\"id\": 2, \"name\": \"B\"}, {\"id\": 3, \"name\": \"C\"}], "
                               "\"actions\": [";
    if (len > LONGEST)
        return 0;
    const bool whole = len > 0 && data[0] == '{' && memchr(data, '[', len) != NULL;
    const size_t head = whole ? 0 : sizeof HEAD - 1;
    char *text = malloc(len + sizeof HEAD + 2);
    must(text != NULL);
    memcpy(text, HEAD, head);
    memcpy(text + head, data, len);
    size_t used = head + len;
    if (!whole) {
        memcpy(text + used, "]}", 2);
        used += 2;
    }
    char why[RH_18XX_WHY] = "";
    rh_18xx_import *im = rh_18xx_open("fuzz", text, used, NULL, 0, why);
    if (im == NULL) {
        must(why[0] != 0);
    } else {
        rh_18xx_answer answer;
        if (!rh_18xx_play_to(im, UINT32_MAX, &answer))
            must(answer.verdict != RH_18XX_FINE && answer.why[0] != 0);
        must(rh_pieces_agree(im->title, &im->now.game, &im->now.pieces));
        must(rh_broken_promise(im->title, &im->now.game) == NULL);
        comes_back(im);
    }
    rh_18xx_close(im);
    free(text);
    return 0;
}
