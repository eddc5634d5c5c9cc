/* SPDX-License-Identifier: Apache-2.0 */
/* reasons.c: one sentence for each kind of action that a rule of thumb decides. */
#include "bots/reasons.h"

#include "bots/value.h"
#include "roundhouse/writing.h"

bool rh_bot_explains(int kind) { return kind % RH_BOT_STYLED == RH_BOT_BEGINNER; }

typedef struct {
    const rh_title *t;
    const rh_game *g;
    const rh_act *a;
    rh_writing w;
} saying;

static const char *name_of(const saying *s, int company) { return rh_company_said(s->t, company); }

static void share(saying *s)
{
    const rh_company c = {s->a->company};
    const rh_money price = rh_price(s->t, s->g, c), earned = s->g->last_revenue[c.i];
    const int all = rh_total_units(s->t, s->g, c), missing = rh_units_to_float(s->t, s->g, c);
    if (earned > 0 && all > 0)
        rh_write(&s->w, "%s ran for %s last: %s for a share that costs %s.", name_of(s, c.i),
                 rh_money_said(s->t, earned).s, rh_money_said(s->t, earned / all).s,
                 rh_money_said(s->t, price).s);
    else if (missing > 0)
        rh_write(&s->w, "%s needs %d more %s sold before it can run trains.", name_of(s, c.i),
                 missing, missing == 1 ? "share" : "shares");
    else
        rh_write(&s->w, "%s has %s to buy a train with.", name_of(s, c.i),
                 rh_money_said(s->t, s->g->cash[rh_company_holder(c).i]).s);
}

static void start(saying *s)
{
    const rh_company_facts *f = &s->t->company[s->a->company];
    const int wanted = s->t->phase[s->g->phase].float_units ? s->t->phase[s->g->phase].float_units
                                                            : f->float_units;
    rh_write(&s->w, "At %s, %d shares of %s cost %s: so it can float.",
             rh_money_said(s->t, s->a->amount).s, wanted, f->id,
             rh_money_said(s->t, s->a->amount * wanted).s);
}

static void train(saying *s)
{
    const int own = rh_trains_of(s->t, s->g, s->a->by, NULL);
    const char *who = name_of(s, rh_company_of(s->a->by).i);
    if (own == 0)
        rh_write(&s->w, "%s has no train, and earns nothing without one.", who);
    else
        rh_write(&s->w, "%s has %s, and %s buys it another train.", who,
                 rh_money_said(s->t, s->g->cash[s->a->by.i]).s,
                 rh_money_said(s->t, s->a->amount).s);
}

static void dividend(saying *s)
{
    const rh_company c = rh_company_of(s->a->by);
    const int all = rh_total_units(s->t, s->g, c);
    if (s->a->kind == RH_PAY && all > 0)
        rh_write(&s->w, "Shareholders wait for their %s a share, and the price follows.",
                 rh_money_said(s->t, s->g->revenue / all).s);
    else
        rh_write(&s->w, "%s saves for its next train, which costs %s.", name_of(s, c.i),
                 rh_money_said(s->t, rh_next_train_price(s->t, s->g)).s);
}

static void auction(saying *s)
{
    if (s->a->company >= s->t->companies)
        rh_write(&s->w, "A small sum is well spent for the right to choose.");
    else
        rh_write(&s->w, "%s costs %s on its card, and pays %s a round.", name_of(s, s->a->company),
                 rh_money_said(s->t, s->t->company[s->a->company].price).s,
                 rh_money_said(s->t, s->t->company[s->a->company].revenue).s);
}

static void pass(saying *s)
{
    switch (rh_decision(s->t, s->g).step) {
    case RH_STEP_AUCTION: rh_write(&s->w, "Nothing here is worth its price any more."); break;
    case RH_STEP_STOCK: rh_write(&s->w, "No share on offer seems to pay for itself."); break;
    case RH_STEP_TRACK: rh_write(&s->w, "No tile would help its trains."); break;
    case RH_STEP_TOKEN:
        rh_write(&s->w, "%s is not worth its price now.", rh_why_word(s->t, RH_WHY_TOKEN));
        break;
    case RH_STEP_TRAINS: rh_write(&s->w, "It keeps its money for later."); break;
    default: break;
    }
}

void rh_bot_reason(const rh_title *t, const rh_game *g, const rh_act *a, char text[RH_REASON])
{
    saying s = {.t = t, .g = g, .a = a, .w = {.text = text, .cap = RH_REASON}};
    text[0] = 0;
    switch (a->kind) {
    case RH_PASS: pass(&s); break;
    case RH_TAKE:
    case RH_BID: auction(&s); break;
    case RH_PAR:
    case RH_START: start(&s); break;
    case RH_BUY: share(&s); break;
    case RH_SELL: rh_write(&s.w, "Money is needed more than %s.", name_of(&s, a->company)); break;
    case RH_LAY: rh_write(&s.w, "This track leads to more, now or with the next tile."); break;
    case RH_TOKEN:
        rh_write(&s.w, "%s here makes longer runs possible.", rh_why_word(t, RH_WHY_TOKEN));
        break;
    case RH_PAY:
    case RH_WITHHOLD:
    case RH_HALF: dividend(&s); break;
    case RH_TRAIN: train(&s); break;
    case RH_ACCEPT: rh_write(&s.w, "The price is fair."); break;
    case RH_DECLINE: rh_write(&s.w, "The price is not good enough."); break;
    default: break;
    }
    rh_begin_sentence(text);
}
