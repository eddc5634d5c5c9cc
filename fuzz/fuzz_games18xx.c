/* SPDX-License-Identifier: Apache-2.0 */
/* A game of 18xx.games (18NL or 18Norway) that is not one never crashes the import; one that is can be exported, and
 * the export imports as the same game to the byte. The input is the list of actions, or a whole file
 * if it begins with a brace. */
#include "foreign/games18xx/games18xx.h"
#include "fuzz/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { LONGEST = 20000 };

static const char *const WORDS[] = {
    "type",        "bid",         "pass",          "par",         "buy_shares",
    "sell_shares", "lay_tile",    "place_token",   "buy_train",   "run_routes",
    "dividend",    "buy_company", "undo",          "redo",        "message",
    "end_game",    "bankrupt",    "discard_train", "entity",      "entity_type",
    "player",      "corporation", "company",       "price",       "shares",
    "percent",     "hex",         "tile",          "rotation",    "city",
    "slot",        "train",       "routes",        "connections", "kind",
    "payout",      "withhold",    "auto_actions",  "user",        "id",
    "created_at",  "title",       "18NL",          "18Norway",    "players",
    "actions",     "share_price", "tokener",       "variant",     "program_disable",
    NULL};
static const tongue GAME = {.words = WORDS, .actions = false};
SPEAKS(GAME)

static void comes_back(const rh_18xx_import *im)
{
    rh_json_writer w = {0};
    char why[RH_18XX_WHY];
    must(rh_18xx_export(im->title, &im->names, im->players, im->seed, im->played, im->played_count,
                        &w, why),
         "an import can be exported");
    rh_18xx_import *again = rh_18xx_open("export", w.text, w.len, NULL, 0, why);
    must(again != NULL, "an export can be imported");
    rh_18xx_answer answer;
    must(rh_18xx_play_to(again, UINT32_MAX, &answer), "and played to its end");
    must(memcmp(&again->now.game, &im->now.game, sizeof im->now.game) == 0,
         "the export is the same game");
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
    must(text != NULL, "there is memory");
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
        must(why[0] != 0, "a refusal has a sentence");
    } else {
        rh_18xx_answer answer;
        if (!rh_18xx_play_to(im, UINT32_MAX, &answer))
            must(answer.verdict != RH_18XX_FINE && answer.why[0] != 0,
                 "a game that cannot go on has a sentence");
        must(rh_pieces_agree(im->title, &im->now.game, &im->now.pieces),
             "their pieces are where ours are");
        must(rh_broken_promise(im->title, &im->now.game) == NULL, "the promises hold");
        comes_back(im);
    }
    rh_18xx_close(im);
    free(text);
    return 0;
}
