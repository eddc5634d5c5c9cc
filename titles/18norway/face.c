/* SPDX-License-Identifier: Apache-2.0 */
/* face.c: what files, screens, pictures and imports ask of 18Norway. */
#include "titles/18norway/own.h"

extern const rh_face rh_face_18norway;
const rh_face rh_face_18norway = {
    .read_own = norway_read_own,
    .own_fields = norway_fields,
    .own_field_count = NORWAY_FIELDS,
    .own_lists = norway_lists,
    .own_list_count = NORWAY_LISTS,
    .say = norway_say,
    .tell = norway_tell_all,
    .card = norway_card_text,
    .choice_words = norway_choice_words,
    .step_hints = norway_hints,
    .about_hex = norway_about_hex,
    .over_word = "six_train",
    .trace_round = "Nationalization",
    .trace = norway_trace,
    .choice_word = norway_choice_word,
    .left_out = norway_left_out,
};
