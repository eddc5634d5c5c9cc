/* SPDX-License-Identifier: Apache-2.0 */
/* digest.c: what people can see of 1988's own, for the digest of records. FROZEN: see
 * engine/digest.c. */
#include "engine/digest.h"

#include "titles/1988/own.h"

static const char *const WORK_WORDS[] = {[WORK] = "work", [FINISHED] = "finished"};

static void board(const rh_title *t, const state *s, rh_facts *list)
{
    static const char *const TRACK_WORDS[] = {
        [SINGLE] = "single", [DOUBLE] = "double", [CLOSED] = "closed", [DOTTED] = "dotted"};
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++) {
        if (s->track[i] != f->track[i].printed)
            rh__fact(list, "track %s %s", f->track[i].id, TRACK_WORDS[s->track[i]]);
        if (s->work[i] != NO_WORK)
            rh__fact(list, "built %s %s", f->track[i].id, WORK_WORDS[s->work[i]]);
    }
    for (int i = 0; i < f->cities; i++)
        if (s->high_speed[i] != NO_WORK)
            rh__fact(list, "fast %s %s", t->hex[f->city[i].hex].name, WORK_WORDS[s->high_speed[i]]);
    for (int i = 0; i < f->projects; i++)
        if (s->public_project[i])
            rh__fact(list, "public %s", f->project[i].id);
}

static void contracts(const rh_title *t, const state *s, rh_facts *list)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->lines; i++) {
        if (s->contract[i] < t->companies)
            rh__fact(list, "contract %s %s %d", f->line[i].id, t->company[s->contract[i]].id,
                     s->deposit[i]);
        if (s->previous[i] < t->companies)
            rh__fact(list, "previous %s %s", f->line[i].id, t->company[s->previous[i]].id);
    }
    if (s->auction_line < f->lines)
        rh__fact(list, "tender %s %s %d", f->line[s->auction_line].id,
                 s->auction_leader < t->companies ? t->company[s->auction_leader].id : "nobody",
                 s->best_bid);
}

static void company(const rh_title *t, const state *s, int c, rh_facts *list)
{
    const char *id = t->company[c].id;
    if (s->contacts[c])
        rh__fact(list, "contacts %s %d", id, s->contacts[c]);
    if (s->saved[c])
        rh__fact(list, "saved %s %d", id, s->saved[c]);
    if (s->lobby[c])
        rh__fact(list, "lobby %s %d", id, s->lobby[c]);
    if (s->acquired[c])
        rh__fact(list, "acquired %s %d", id, s->acquired[c]);
    if (s->awaits_capital[c])
        rh__fact(list, "awaits %s", id);
}

void se_digest_1(const rh_title *t, const rh_game *g, rh_facts *list)
{
    const state *s = state_of(g);
    board(t, s, list);
    contracts(t, s, list);
    for (int c = 0; c < t->companies; c++)
        company(t, s, c, list);
    rh__fact(list, "dividend %s %d", t->company[facts_of(t)->sj].id, s->dividend[0]);
    rh__fact(list, "dividend %s %d", t->company[facts_of(t)->bv].id, s->dividend[1]);
    if (s->new_phase)
        rh__fact(list, "new phase");
    if (s->offer_of < t->companies)
        rh__fact(list, "offer %s %d", t->company[s->offer_of].id, s->offer_price);
    if (s->merge_with < t->companies)
        rh__fact(list, "merger %s", t->company[s->merge_with].id);
}
