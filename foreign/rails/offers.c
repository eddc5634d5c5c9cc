/* SPDX-License-Identifier: Apache-2.0 */
/* offers.c: what Rails offers beside what legal() lists. Both sides are put into the same short
 * texts; what only Rails offers is explained by the refusal of our engine. */
#include "foreign/rails/own.h"
#include "text/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    rh_rails *r;
    rh_pending pending;
    size_t count[2]; /* Rails', ours */
} offers;

__attribute__((format(printf, 4, 5))) static void offer(offers *o, int side, const rh_act *act,
                                                        const char *format, ...)
{
    if (o->count[side] == OFFERS)
        return;
    an_offer *one = &o->r->offer[side][o->count[side]++];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(one->text, sizeof one->text, format, list);
    va_end(list);
    one->act = *act;
}

static rh_act act_of(const offers *o, int kind, bool of_player)
{
    return rh_action_of(kind, of_player ? o->pending.decider : o->pending.actor).act;
}

static uint8_t company_or_none(const offers *o, const char *name)
{
    return (uint8_t)rh_rails_company(o->r, name);
}

static void each(const rh_json *list, offers *o, void (*f)(offers *, const rh_json *))
{
    for (const rh_json *one = list != NULL ? list->child : NULL; one != NULL; one = one->next)
        f(o, one);
}

static void rails_bid(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_BID, true);
    a.company = company_or_none(o, rh_rails_text(j, "item"));
    a.amount = rh_rails_money(j, "min");
    const char *item = rh_rails_text(j, "item");
    offer(o, 0, &a, "bid %s from %d", item[0] != 0 ? item : "-", (int)a.amount);
}

static void rails_item(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_TAKE, true);
    a.company = company_or_none(o, rh_rails_text(j, "item"));
    a.amount = rh_rails_money(j, "price");
    offer(o, 0, &a, "take %s %d", rh_rails_text(j, "item"), (int)a.amount);
}

static bool is_par(const rh_title *t, rh_money price)
{
    for (int row = 0; row < t->market.rows; row++)
        for (int column = 0; column < t->market.columns; column++)
            if (t->market.cell[row][column].par && t->market.cell[row][column].price == price)
                return true;
    return false;
}

static void rails_start(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_START, true);
    a.company = company_or_none(o, j->key);
    for (const rh_json *p = j->child; p != NULL; p = p->next) {
        a.amount = (rh_money)rh_json_int_of(p, 0);
        if (!is_par(o->r->title, a.amount)) /* of the certificate, where there is no choice */
            a.amount /= o->r->title->company[a.company].president_units;
        offer(o, 0, &a, "start %s %d", j->key, (int)a.amount);
    }
}

/* What we call taking a minor or starting a company again is a share to Rails. */
static void rails_whole(offers *o, const rh_json *j, int company)
{
    const rh_company_facts *facts = &o->r->title->company[company];
    rh_act a = act_of(o, facts->kind == RH_MINOR ? RH_TAKE : RH_START, true);
    a.company = (uint8_t)company;
    a.amount = rh_rails_money(j, "price") / (facts->kind == RH_MINOR ? 1 : facts->president_units);
    offer(o, 0, &a, "%s %s %d", facts->kind == RH_MINOR ? "take" : "start", facts->id,
          (int)a.amount);
}

static void rails_share(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_BUY, true);
    a.company = company_or_none(o, rh_rails_text(j, "company"));
    const rh_title *t = o->r->title;
    if (a.company != RH_NONE && rh_json_bool_of(rh_json_member(j, "president"), false)) {
        rails_whole(o, j, a.company);
        return;
    }
    const bool pool = rh_json_is(rh_json_member(j, "from"), "pool");
    a.holder.i = pool ? RH_POOL : RH_OFFERING;
    /* Unsold shares of a company that is not floated are called its own or the offering's. */
    const bool own = a.company != RH_NONE && !pool && t->company[a.company].units > 0 &&
                     t->company[a.company].capital == RH_CAPITAL_INCREMENTAL;
    if (own)
        a.holder = rh_company_holder((rh_company){a.company});
    offer(o, 0, &a, "buy %s %s %d", rh_rails_text(j, "company"),
          own ? t->company[a.company].id : rh_rails_text(j, "from"),
          (int)rh_rails_money(j, "price"));
}

static void rails_sale(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_SELL, true);
    a.company = company_or_none(o, j->key);
    for (const rh_json *p = j->child; p != NULL && a.company != RH_NONE; p = p->next) {
        const int whole = rh_total_units(o->r->title, &o->r->game, (rh_company){a.company});
        a.units = (uint8_t)(rh_json_int_of(p, 0) * whole / 100);
        offer(o, 0, &a, "sell %s %d", j->key, (int)rh_json_int_of(p, 0));
    }
}

/* "H13:59:0", with ":P-1" added where a power is used */
static void rails_lay(offers *o, const rh_json *j)
{
    const rh_rails *r = o->r;
    char text[64], *part[4] = {0};
    int parts = 0;
    (void)snprintf(text, sizeof text, "%s", rh_json_string_of(j, ""));
    for (char *p = text; p != NULL && parts < 4; parts++) {
        part[parts] = p;
        p = strchr(p, ':');
        if (p != NULL)
            *p++ = 0;
    }
    rh_act a = act_of(o, RH_LAY, false);
    if (parts >= 3) {
        const int tile = rh_rails_tile(r, part[1]);
        a.hex = (uint8_t)rh_rails_hex(r, part[0]);
        a.tile = (uint16_t)(tile < 0 ? 0 : tile);
        a.turn = (uint8_t)rh_figure(part[2]);
    }
    if (parts == 4)
        a.power = company_or_none(o, part[3]);
    offer(o, 0, &a, "lay %s", rh_json_string_of(j, ""));
}

/* "H13.2" */
static void rails_token(offers *o, const rh_json *j)
{
    const rh_rails *r = o->r;
    char name[16];
    (void)snprintf(name, sizeof name, "%s", rh_json_string_of(j, ""));
    char *dot = strchr(name, '.');
    const int number = dot != NULL ? rh_figure(dot + 1) : 1;
    if (dot != NULL)
        *dot = 0;
    rh_act a = act_of(o, RH_TOKEN, false);
    const int hex = rh_rails_hex(r, name);
    a.hex = (uint8_t)hex;
    if (hex != RH_NONE && number >= 1 && number <= STOPS) {
        const rh_tile *tile = &r->title->tile[r->game.tile[hex]];
        a.city = (uint8_t)rh_rails_our_stop(r, r->game.tile[hex], r->game.turn[hex], number,
                                            r->exits[hex][number - 1]);
        /* Where no track leads, only a power does. */
        for (uint8_t c = 0; c < r->title->companies && tile->paths == 0; c++)
            for (int i = 0; i < r->title->company[c].powers; i++)
                if (r->game.owner[c] == o->pending.actor.i &&
                    r->title->company[c].power[i].kind == RH_POWER_FREE_TOKEN)
                    a.power = c;
    }
    offer(o, 0, &a, "token %s", rh_json_string_of(j, ""));
}

static void rails_train(offers *o, const rh_json *j)
{
    const rh_rails *r = o->r;
    const rh_json *price = rh_json_member(j, "price"), *trade = rh_json_member(j, "exchange");
    const char *from = rh_rails_text(j, "from"), *kind = rh_rails_text(j, "train");
    rh_act a = act_of(o, RH_TRAIN, false);
    const int seller = rh_rails_company(r, from);
    a.holder.i = strcmp(from, "pool") == 0 ? RH_POOL
                 : seller != RH_NONE       ? rh_company_holder((rh_company){(uint8_t)seller}).i
                                           : RH_BANK;
    a.train = (uint8_t)rh_rails_train_or_side(r, kind, a.holder.i, &a.face);
    a.amount = 1;
    char sum[16] = "any";
    if (price != NULL && price->kind == RH_JSON_INT) {
        a.amount = (rh_money)price->number;
        (void)snprintf(sum, sizeof sum, "%d", (int)a.amount);
    }
    if (trade == NULL)
        offer(o, 0, &a, "train %s %s %s", kind, from, sum);
    for (const rh_json *t = trade != NULL ? trade->child : NULL; t != NULL; t = t->next) {
        a.trade = (uint8_t)rh_rails_train_at(r, rh_json_string_of(t, ""), a.by.i);
        offer(o, 0, &a, "train %s %s %s for %s", kind, from, sum, rh_json_string_of(t, ""));
    }
}

static void rails_bonus(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, rh_verb_called(o->r->title, "bonus"), false);
    a.company = company_or_none(o, rh_rails_text(j, "private"));
    a.amount = rh_rails_money(j, "price");
    offer(o, 0, &a, "bonus %s %d", rh_rails_text(j, "private"), (int)a.amount);
}

static void rails_private(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_ACQUIRE, false);
    a.company = company_or_none(o, rh_rails_text(j, "private"));
    a.amount = rh_rails_money(j, "min");
    offer(o, 0, &a, "private %s from %d", rh_rails_text(j, "private"), (int)a.amount);
}

static void rails_dividend(offers *o, const rh_json *j)
{
    (void)j;
    const rh_act a = act_of(o, RH_DECLARE, false);
    offer(o, 0, &a, "run");
}

static void rails_discard(offers *o, const rh_json *j)
{
    const int c = rh_rails_company(o->r, rh_rails_text(j, "company"));
    rh_act a = act_of(o, RH_DISCARD, false);
    if (c != RH_NONE)
        a.by = rh_company_holder((rh_company){(uint8_t)c});
    const rh_json *list = rh_json_member(j, "trains");
    for (const rh_json *t = list != NULL ? list->child : NULL; t != NULL; t = t->next) {
        a.train = (uint8_t)rh_rails_train_at(o->r, rh_json_string_of(t, ""), a.by.i);
        offer(o, 0, &a, "discard %s %s", rh_rails_text(j, "company"), rh_json_string_of(t, ""));
    }
}

static void rails_pass(offers *o, const rh_json *j)
{
    const rh_act a = act_of(o, RH_PASS, false);
    if (!rh_json_is(j, "autopass"))
        offer(o, 0, &a, "pass");
}

static void rails_other(offers *o, const rh_json *j)
{
    const rh_act a = act_of(o, RH_SWAP, true);
    if (rh_json_is(j, "UseSpecialProperty"))
        offer(o, 0, &a, "swap");
}

static const struct {
    const char *key;
    void (*list)(offers *, const rh_json *);
} OFFERED[] = {
    {"bid", rails_bid},
    {"buy_start_item", rails_item},
    {"start_company", rails_start},
    {"buy_share", rails_share},
    {"sell_percent", rails_sale},
    {"lay_tile", rails_lay},
    {"lay_token", rails_token},
    {"buy_train", rails_train},
    {"buy_private", rails_private},
    {"buy_bonus_token", rails_bonus},
    {"dividends", rails_dividend},
    {"discard_train", rails_discard},
    {"pass", rails_pass},
    {"other", rails_other},
};

/* What only we offer is a habit of Rails, known by kind. */
static const struct {
    const char *kind, *habit;
} HABITS[] = {
    {"sell", "Rails has the train chosen first and asks for the sale then"},
    {"swap", "Rails offers it to the player in turn, once the company is started"},
    {"buy", "Rails buys several certificates in one move, and no single share of a company "
            "without a president"},
    {"token", "of two equal cities Rails keeps one for the home token"},
    {"train", "Rails sells a type from one place at a time"},
    {"pass", "Rails makes a player above the certificate limit sell"},
};

const char *rh_rails_habit(const char *kind)
{
    for (size_t n = 0; n < sizeof HABITS / sizeof HABITS[0]; n++)
        if (strcmp(HABITS[n].kind, kind) == 0)
            return HABITS[n].habit;
    return NULL;
}

static const char *place_word(const rh_rails *r, rh_holder h)
{
    return rh_is_company(h) ? r->title->company[rh_company_of(h).i].id
           : h.i == RH_POOL ? "pool"
                            : "ipo";
}

static void our_train(offers *o, const rh_act *a)
{
    const rh_rails *r = o->r;
    char sum[16] = "any", trade[16] = "";
    if (!rh_is_company(a->holder))
        (void)snprintf(sum, sizeof sum, "%d", (int)a->amount);
    if (a->trade != RH_NONE)
        (void)snprintf(trade, sizeof trade, " for %s", rh_rails_train_word(r, a->trade));
    const rh_train_facts *kind = &r->title->train[r->title->train_kind[a->train]];
    const char *word = a->face ? r->title->train[kind->other_face].name : kind->name;
    offer(o, 1, a, "train %s %s %s%s", word, place_word(r, a->holder), sum, trade);
}

static void our_share(offers *o, const rh_act *a)
{
    const rh_rails *r = o->r;
    const rh_company c = {a->company};
    const rh_money price =
        a->holder.i == RH_OFFERING ? r->game.par[c.i] : rh_price(r->title, &r->game, c);
    offer(o, 1, a, "buy %s %s %d", r->title->company[c.i].id, place_word(r, a->holder), (int)price);
}

static void our_offer(offers *o, const rh_act *a)
{
    rh_rails *r = o->r;
    const rh_title *t = r->title;
    char word[16], power[24] = "";
    if (a->power != RH_NONE)
        (void)snprintf(power, sizeof power, ":%s", rh_rails_private_word(r, a->power, word));
    const char *company = a->company < t->companies ? t->company[a->company].id : "";
    const int sum = (int)a->amount;
    if (a->kind == rh_verb_called(t, "bonus"))
        offer(o, 1, a, "bonus %s %d", rh_rails_private_word(r, a->company, word), sum);
    switch (a->kind) {
    case RH_PASS: offer(o, 1, a, "pass"); break;
    case RH_TAKE:
        offer(o, 1, a, "take %s %d", rh_rails_private_word(r, a->company, word), sum);
        break;
    case RH_BID:
        offer(o, 1, a, "bid %s from %d", rh_rails_private_word(r, a->company, word), sum);
        break;
    case RH_START: offer(o, 1, a, "start %s %d", company, sum); break;
    case RH_BUY: our_share(o, a); break;
    case RH_SELL:
        offer(o, 1, a, "sell %s %d", company,
              a->units * 100 / rh_total_units(t, &r->game, (rh_company){a->company}));
        break;
    case RH_LAY:
        offer(o, 1, a, "lay %s:%s:%d%s", t->hex[a->hex].name, t->tile[a->tile].id, a->turn, power);
        break;
    case RH_TOKEN:
        offer(o, 1, a, "token %s.%d", t->hex[a->hex].name, rh_rails_their_stop(r, a->hex, a->city));
        break;
    case RH_TRAIN: our_train(o, a); break;
    case RH_ACQUIRE:
        if (rh_is_company(a->by))
            offer(o, 1, a, "private %s from %d", rh_rails_private_word(r, a->company, word), sum);
        break;
    case RH_DISCARD:
        offer(o, 1, a, "discard %s %s", t->company[rh_company_of(a->by).i].id,
              rh_rails_train_word(r, a->train));
        break;
    case RH_SWAP: offer(o, 1, a, "swap"); break;
    case RH_DECLARE: offer(o, 1, a, "run"); break;
    default: break; /* not among what Rails lists at such a moment */
    }
}

static offer_kind *kind_of(rh_rails *r, const char *text)
{
    const size_t len = strcspn(text, " ");
    for (int i = 0; i < r->kinds; i++)
        if (strlen(r->kind[i].kind) == len && strncmp(r->kind[i].kind, text, len) == 0)
            return &r->kind[i];
    if (r->kinds == KINDS)
        return &r->kind[KINDS - 1];
    offer_kind *k = &r->kind[r->kinds++];
    (void)snprintf(k->kind, sizeof k->kind, "%.*s", (int)len, text);
    return k;
}

static void count_reason(const rh_rails *r, offer_kind *k, const rh_act *act)
{
    const rh_action a = {.act = *act};
    const rh_refusal no = rh_check(r->title, &r->game, &a);
    int i = 0;
    while (i < k->reasons && k->reason[i].rule != no.rule)
        i++;
    if (i == REASONS)
        return;
    if (i == k->reasons)
        k->reason[k->reasons++] = no;
    k->reason_count[i]++;
}

static void count_offer(rh_rails *r, const an_offer *one, bool rails, bool ours)
{
    offer_kind *k = kind_of(r, one->text);
    k->both += rails && ours;
    k->only_rails += rails && !ours;
    k->only_ours += ours && !rails;
    if (rails && !ours)
        count_reason(r, k, &one->act);
    char *example = rails ? k->rails_example : k->ours_example;
    if (rails != ours && example[0] == 0)
        (void)snprintf(example, sizeof k->rails_example, "%s, move %u", one->text, r->moves);
}

/* Sorted and without repetitions; returns how many are left. */
static size_t in_order(an_offer *list, size_t count)
{
    size_t kept = 0;
    qsort(list, count, sizeof *list, rh_rails_by_text); /* the text comes first */
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(list[kept - 1].text, list[i].text) != 0)
            list[kept++] = list[i];
    return kept;
}

/* Rails has the end of a turn said; with us it may be the next turn of the same player, because
 * nobody else can do anything. */
static bool turn_is_over(const rh_rails *r, const rh_json *options)
{
    return rh_decision(r->title, &r->game).step == RH_STEP_STOCK && !r->game.acted &&
           rh_json_is(rh_json_at(rh_json_member(options, "pass"), 0), "done");
}

void rh_rails_compare_offers(rh_rails *r, const rh_json *options)
{
    if (turn_is_over(r, options))
        return;
    offers o = {.r = r, .pending = rh_decision(r->title, &r->game)};
    for (size_t i = 0; i < sizeof OFFERED / sizeof OFFERED[0]; i++)
        each(rh_json_member(options, OFFERED[i].key), &o, OFFERED[i].list);
    const size_t most = rh_legal(r->title, &r->game, NULL, 0);
    rh_choice *choice = calloc(most + 1, sizeof *choice);
    if (choice == NULL)
        return;
    rh_legal(r->title, &r->game, choice, most);
    for (size_t i = 0; i < most; i++)
        our_offer(&o, &choice[i].act);
    free(choice);
    const size_t theirs = in_order(r->offer[0], o.count[0]),
                 ours = in_order(r->offer[1], o.count[1]);
    for (size_t a = 0, b = 0; a < theirs || b < ours;) {
        const int order = a == theirs ? 1
                          : b == ours ? -1
                                      : strcmp(r->offer[0][a].text, r->offer[1][b].text);
        count_offer(r, order <= 0 ? &r->offer[0][a] : &r->offer[1][b], order <= 0, order >= 0);
        a += order <= 0;
        b += order >= 0;
    }
}
