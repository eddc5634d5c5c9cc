/* SPDX-License-Identifier: Apache-2.0 */
/* foreign.c: what traces of Rails show and only 18Scan knows: bonus tokens, bonus runs, the fixed par
 * price of SJ, and the subsidy, which Rails books as earnings. */
#include "text/json.h"
#include "titles/18scan/own.h"

#include <stdio.h>

static void put_bonuses(const rh_title *t, const rh_game *g, int company, rh_json_writer *w)
{
    bool any = false;
    for (int k = scan(t)->bonuses - 1; k >= 0; k--) { /* Rails sorts them: A20, then G12 */
        const scan_bonus *bonus = &scan(t)->bonus[k];
        if (!(scan_of(g)->holders[k] & scan_bit(company)))
            continue;
        char text[24];
        snprintf(text, sizeof text, "%s+%d", t->hex[bonus->hex].name, bonus->bonus);
        if (!any)
            rh_json_put_open(w, "bonuses", '[');
        any = true;
        rh_json_string(w, text);
    }
    if (any)
        rh_json_close(w);
}

static void put_minor(const rh_title *t, const rh_game *g, int minor, rh_json_writer *w)
{
    const scan_state *s = scan_of(g);
    /* Rails notes at the announcement what all that have reached their destination are about to do. */
    const bool runs = s->interrupted != RH_NONE &&
                      (g->operating == minor || (scan_connected(t, g) & scan_bit(minor)));
    const bool subsidised = g->kept[minor] == RH_KEPT_HALF && g->last_revenue[minor] == 0;
    rh_json_put_string(w, "type", "minor");
    if (g->status[minor] & RH_CLOSED)
        return;
    rh_json_put_bool(w, "bonus_run_done", runs || (s->ran & scan_bit(minor)));
    rh_json_put_int(w, "last_revenue", subsidised ? scan(t)->subsidy : g->last_revenue[minor]);
}

unsigned scan_trace(const rh_title *t, const rh_game *g, int company, rh_json_writer *w)
{
    if (company == RH_NONE) {
        const uint64_t connected = scan_connected(t, g);
        if (connected == 0 || scan_of(g)->interrupted != RH_NONE)
            return 0;
        rh_json_put_open(w, "connected_minors", '[');
        for (int c = 0; c < t->companies; c++)
            if (connected & scan_bit(c))
                rh_json_string(w, t->company[c].id);
        rh_json_close(w);
        return 0;
    }
    put_bonuses(t, g, company, w);
    if (scan_is_minor(t, company)) {
        put_minor(t, g, company, w);
        return RH_TRACE_TYPE | RH_TRACE_PAR | RH_TRACE_REVENUE;
    }
    if (company == scan(t)->national) {
        rh_json_put_string(w, "type", "state");
        rh_json_put_int(w, "par", scan(t)->national_par);
    }
    return company == scan(t)->national ? RH_TRACE_TYPE | RH_TRACE_PAR : RH_TRACE_PAR;
}
