/* SPDX-License-Identifier: Apache-2.0 */
/* face.c: what files, screens, pictures and imports ask of 1988. */
#include "titles/1988/own.h"

extern const rh_face rh_face_1988;
const rh_face rh_face_1988 = {
    .read_own = se_read_own,
    .portfolios = true,
    .own_fields = se_fields,
    .own_field_count = SE_FIELDS,
    .own_lists = se_lists,
    .own_list_count = SE_LISTS,
    .say = se_say,
    .said = se_said,
    .phase_shown = se_phase_shown,
    .tell = se_tell,
    .card = se_card,
    .phase_effect = se_phase_effect,
    .aside = se_aside,
    .has = se_has,
    .earned = se_earned,
    .fees_short = se_fees_short,
    .news = 1u << EVENT_CONTRACT,
    .choice_words = se_choice_words,
    .step_hints = se_hints,
    .has_step = se_has_step,
    .banner = se_banner,
    .line_look = se_line_look,
    .track_look = se_track_look,
    .stop_look = se_stop_look,
    .figure = se_figure,
    .choice_cell = se_choice_cell,
    .chart_token = se_chart_token,
    .sale = se_sale,
    .sale_figure = se_sale_figure,
    .won = se_won,
};
