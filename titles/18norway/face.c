/* SPDX-License-Identifier: Apache-2.0 */
/* face.c: what files, screens, pictures and imports ask of 18Norway. */
#include "titles/18norway/own.h"

/* What only options of imports let anybody break. */
static const char *unsaid(const rh_title *t, int rule)
{
    if (rule == RH_RULE_ROUTE_LEFT_OUT && !norway(t)->pass_chosen)
        return "a stop is never left out";
    if (rule == NORWAY_RULE_ISSUE_ONCE && !norway(t)->issue_until_dividend)
        return "issue or redemption ends the step";
    return NULL;
}

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
    .news = 1u << NORWAY_EVENT_FREE_SHIP | 1u << NORWAY_EVENT_UNMANAGED,
    .phase_effect = norway_phase_effect,
    .choice_words = norway_choice_words,
    .step_hints = norway_hints,
    .about_hex = norway_about_hex,
    .fee_look = norway_fee_look,
    .unsaid = unsaid,
    .over_word = "six_train",
    .trace_round = "Nationalization",
    .trace = norway_trace,
    .choice_word = norway_choice_word,
    .left_out = norway_left_out,
};
