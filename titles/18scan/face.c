/* SPDX-License-Identifier: Apache-2.0 */
/* face.c: what files, screens, pictures and imports ask of 18Scan. */
#include "titles/18scan/own.h"

extern const rh_face rh_face_18scan;
const rh_face rh_face_18scan = {
    .read_own = scan_read_own,
    .own_fields = scan_fields,
    .own_field_count = SCAN_FIELDS,
    .own_lists = scan_lists,
    .own_list_count = SCAN_LISTS,
    .own_deal = RH_DEAL_PRIVATE,
    .say = scan_say,
    .tell = scan_tell,
    .card = scan_card,
    .phase_effect = scan_phase_effect,
    .shares_wait = scan_shares_wait,
    .has = scan_has,
    .run_adds = scan_run_adds,
    .choice_words = scan_choice_words,
    .step_hints = scan_hints,
    .sale = scan_sale,
    .banner = scan_banner,
    .rails = scan_trace,
};
