/* SPDX-License-Identifier: Apache-2.0 */
/* face.c: what files, screens, pictures and imports ask of 18OR. */
#include "titles/18or/own.h"

extern const rh_face rh_face_18or;
const rh_face rh_face_18or = {
    .read_own = or_read_own,
    .stacked_tokens = true,
    .own_fields = or_fields,
    .own_field_count = OR_FIELDS,
    .own_lists = or_lists,
    .own_list_count = OR_LISTS,
    .own_deal = RH_DEAL_TRAIN,
    .say = or_say,
    .speaks_of_rest = or_speaks_of_rest,
    .said = or_said,
    .phase_shown = or_phase_shown,
    .set_up_said = or_set_up_said,
    .tell = or_tell,
    .card = or_card,
    .has = or_has,
    .train_ends = or_train_ends,
    .phase_effect = or_phase_effect,
    .hex_note = or_hex_note,
    .power_of_names = or_class_names,
    .choice_words = or_choice_words,
    .step_hints = or_hints,
    .clock = or_clock,
    .sale = or_sale,
    .choice_sort = or_choice_sort,
    .banner = or_banner,
    .fates = or_fates,
    .upkeep = or_upkeep,
    .over_word = "no corporations",
    .late_priority = true,
    .keeps_treasury = or_keeps_treasury,
    .trains_lie = "stack",
    .left_out_of_game = or_left_out_of_game,
};
