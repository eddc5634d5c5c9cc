/* SPDX-License-Identifier: Apache-2.0 */
#include "screen/words.h"

#include <stdio.h>

#include "engine/face.h"
#include "files/title.h"
#include "screen/choices.h"

static const struct {
    const char *bar, *help;
} USUAL[RH_STEP_KINDS] = {
    [RH_STEP_AUCTION] =
        {"buy, bid or pass",
         "A bid binds its money until that private company is sold. Small ones bring "
         "a little money every round; dear ones often come with a share or a power. "
         "The power stands on the card. Who keeps money starts a company sooner."},
    [RH_STEP_STOCK] = {"buy, sell or pass",
                       "A share is bought on the card of its company and sold from your hand. Who "
                       "holds most of a company is its president and decides for it. Shares earn "
                       "when their company pays. When everybody has passed, the round ends."},
    [RH_STEP_HOME] = {"choose the home city",
                      "Click a marked city. Trains of the company begin from its tokens, so a city "
                      "with many ways out is worth more than one at the edge."},
    [RH_STEP_TRACK] =
        {"lay track",
         "Click a marked hex, turn the tile with the wheel, and lay it. Most companies "
         "first join two cities, for a train runs between stops. You need no track "
         "to buy a train, and you may go on without any."},
    [RH_STEP_TOKEN] =
        {"place a token",
         "A token lets trains start there and keeps others from passing through a full "
         "city. Each costs more than the one before. Without a use for it, go on."},
    [RH_STEP_RUN] =
        {"run the trains",
         "The best run is drawn and listed. Click a train and then cities to change its "
         "way. What it earns is paid or kept in the same panel."},
    [RH_STEP_DIVIDEND] =
        {"pay or keep", "Paying gives every share its part, and mostly moves the price up. Keeping "
                        "fills the treasury, for a train perhaps, and mostly moves it down."},
    [RH_STEP_TRAINS] =
        {"buy trains",
         "Each row says what its purchase sets off; red means that you lose a train "
         "yourself. The first train of a new kind begins a phase. A company that must "
         "have a train and cannot pay it asks its president."},
    [RH_STEP_PRIVATES] =
        {"buy privates", "A company that buys a private company gets its income and its power. The "
                         "price is between the two, within the range beside it."},
    [RH_STEP_PAR] =
        {"set the par price",
         "A high price brings the company much money and costs you much; a low one lets "
         "you hold more of it. Choose the cell on the market."},
    [RH_STEP_CONSENT] =
        {"agree or refuse",
         "Both ways stand side by side with what they change. Nobody has to agree."},
    [RH_STEP_DISCARD] =
        {"discard a train",
         "Give up the train that earns least or rusts first. It goes where others may "
         "buy it, if the rules have such a place."},
    [RH_STEP_ASSIGN] = {"choose the token's city",
                        "The new tile has several cities. The token keeps the way that its trains "
                        "need: look at the track behind each."},
    [RH_STEP_OVER] = {"the game is over", "The result and what decided it stand on the table."},
};

const rh_json *rh_about_of(const rh_title *t, rh_json_memory *memory)
{
    const char *id = t->like[0] ? t->like : t->id;
    const rh_embedded_title *e = rh_title_find(id);
    rh_load_error err;
    return e ? rh_json_member(rh_json_read(memory, id, e->json, e->json_len, &err), "about") : NULL;
}

/* The step that the words are about: a player who has to answer in the turn of a company reads about the answer. */
static int step_said(const rh_title *t, const rh_game *g, rh_pending now)
{
    const rh_action yes = rh_action_of(RH_ACCEPT, now.decider);
    bool of_a_turn = false;
    for (int i = 0; i < t->sequence.steps && !of_a_turn; i++)
        of_a_turn = t->sequence.step[i] == now.step;
    return of_a_turn && rh_is_player(now.actor) && rh_accepted(rh_check(t, g, &yes))
               ? RH_STEP_CONSENT
               : now.step;
}

/* The texts of a verb of the title's own that is all that can be done in a step, or NULL. */
static const rh_json *only_words(const rh_json *words, const rh_title *t, const rh_game *g,
                                 rh_pending now)
{
    const rh_json *only = rh_json_member(words, "only");
    if (!only)
        return NULL;
    const rh_allowed may = rh_allowed_now(t, g, now);
    for (int kind = 0; kind < RH_ACTION_OWN; kind++)
        if (may.kind[kind] && kind != RH_PASS)
            return NULL;
    int open = 0, last = 0;
    for (int kind = RH_ACTION_OWN; kind < rh_verbs(t); kind++)
        if (may.kind[kind]) {
            open++;
            last = kind;
        }
    return open == 1 ? rh_json_member(only, rh_verb_of(t, last)->word) : NULL;
}

/* One of the title's own texts of a step, or NULL; a player who is asked in the turn of a company may have others,
 * and so may a step in which nothing can be done but a deed of the title's own. */
static const char *own_words(const rh_json *about, const rh_title *t, const rh_game *g, int step,
                             rh_pending now, const char *which)
{
    const rh_json *words = rh_json_member(rh_json_member(about, "steps"), rh_step_word(t, step));
    const rh_json *asked =
        rh_is_player(now.actor) ? rh_json_member(words, "asked") : only_words(words, t, g, now);
    return rh_json_string_of(rh_json_member(asked ? asked : words, which), NULL);
}

/* "buy, sell or pass" without what cannot be done; what is rare is named where there is little else. */
static void put_deeds(rh_writing *w, const rh_allowed *may, bool acted)
{
    const struct {
        const char *word;
        bool open, rare;
    } deed[] = {{"buy", rh_allows_buying(may), false},
                {"bid", may->kind[RH_BID], false},
                {"sell", may->kind[RH_SELL], false},
                {"exchange", may->kind[RH_SWAP], true},
                {"trade privates", may->kind[RH_ACQUIRE] || may->kind[RH_CEDE], true},
                {acted ? "finish" : "pass", may->kind[RH_PASS], false}}; /* a bar has four words */
    enum { DEEDS = sizeof deed / sizeof deed[0] };
    int told[DEEDS], n = 0;
    for (int i = 0; i < DEEDS; i++)
        if (deed[i].open && !(deed[i].rare && n > 0))
            told[n++] = i;
    for (int i = 0; i < n; i++)
        rh_write(w, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", deed[told[i]].word);
}

/* Why the player who is asked can bid no more; false: he can, or nothing is sold to whoever bids most. */
static bool no_bid(const rh_title *t, const rh_game *g, rh_pending now, rh_refusal *why)
{
    rh_sale_look sale;
    if (!t->face->sale || !rh_is_player(now.actor) || !t->face->sale(t, g, &sale) || sale.calls)
        return false;
    rh_action bid = rh_action_of(RH_BID, now.actor);
    const rh_action pass = rh_action_of(RH_PASS, now.actor);
    bid.act.company = sale.item;
    bid.act.amount = sale.least;
    *why = rh_check(t, g, &bid);
    return !rh_accepted(*why) && rh_accepted(rh_check(t, g, &pass));
}

/* A company that may not go on without a train. */
static bool must_buy(const rh_title *t, const rh_game *g, rh_pending now, rh_refusal *why)
{
    const rh_action pass = rh_action_of(RH_PASS, now.actor);
    if (now.step != RH_STEP_TRAINS || !rh_is_company(now.actor))
        return false;
    *why = rh_check(t, g, &pass);
    return why->rule == RH_RULE_MUST_BUY;
}

void rh_step_bar(const rh_json *about, const rh_title *t, const rh_game *g, rh_pending now,
                 char *out, size_t cap)
{
    const int step = step_said(t, g, now);
    const char *own = own_words(about, t, g, step, now, "bar");
    const char *usual = step < RH_STEP_KINDS ? USUAL[step].bar : NULL;
    rh_writing w = {.text = out, .cap = cap};
    out[0] = 0;
    rh_refusal why;
    if (no_bid(t, g, now, &why)) {
        rh_write(&w, "no higher bid");
    } else if (step == RH_STEP_AUCTION || step == RH_STEP_STOCK) {
        const rh_allowed may = rh_allowed_now(t, g, now);
        put_deeds(&w, &may, step == RH_STEP_STOCK && g->acted);
    }
    if (!out[0])
        rh_write(&w, "%s", own ? own : usual ? usual : rh_step_word(t, step));
}

const char *rh_step_help(const rh_json *about, const rh_title *t, const rh_game *g, rh_pending now)
{
    const int step = step_said(t, g, now);
    const char *own = own_words(about, t, g, step, now, "help");
    const char *usual = step < RH_STEP_KINDS ? USUAL[step].help : NULL;
    return own ? own : usual ? usual : "";
}

void rh_step_says(const rh_json *about, const rh_title *t, const rh_names *names, const rh_game *g,
                  rh_pending now, char *out, size_t cap)
{
    now.step = (uint8_t)step_said(t, g, now);
    const char *own = own_words(about, t, g, now.step, now, "says");
    rh_refusal why;
    if (no_bid(t, g, now, &why)) {
        char text[240];
        rh_refusal_text(t, names, why, text, sizeof text);
        (void)snprintf(out, cap, "You can bid no more: %s.", text);
    } else if (must_buy(t, g, now, &why)) {
        char text[240];
        rh_refusal_text(t, names, why, text, sizeof text);
        (void)snprintf(out, cap, "%s.", text);
        rh_begin_sentence(out);
    } else if (own)
        (void)snprintf(out, cap, "%s", own);
    else
        rh_step_hint(t, g, now, names, out, cap);
}

/* What a picture of a term shows: the simplest tile that has it. */
typedef enum { NO_PICTURE, A_TRACK, A_TOWN, A_CITY, TWO_CIRCLES } picture;

static const struct {
    const char *term, *says;
    picture shows;
} GLOSSARY[] = {
    {"auction", "A sale to whoever bids most.", NO_PICTURE},
    {"bank", "Holds the money that nobody has; in some titles the game ends when it is empty.",
     NO_PICTURE},
    {"bankrupt", "Who must pay and cannot, whatever is sold; each title says what follows.",
     NO_PICTURE},
    {"best run", "The set of routes that earns most, found and where possible proved.", NO_PICTURE},
    {"bid", "A sum offered for something; it binds until somebody offers more.", NO_PICTURE},
    {"capital", "The money with which a company begins.", NO_PICTURE},
    {"certificate", "A card of one or more shares; how many one may hold is limited.", NO_PICTURE},
    {"certificate limit", "The number of certificates that a player may hold.", NO_PICTURE},
    {"charter", "The card of a company with its money, trains and tokens.", NO_PICTURE},
    {"circle", "The place of one token in a city; a city with two has room for two.", TWO_CIRCLES},
    {"city", "A stop with room for tokens; its value counts in a run.", A_CITY},
    {"consent", "Who is asked agrees or refuses; nobody has to say why.", NO_PICTURE},
    {"corporation", "A company that is divided into shares.", NO_PICTURE},
    {"discard", "To give up a train without being paid for it.", NO_PICTURE},
    {"dividend", "What a share gets of the revenue that a company pays.", NO_PICTURE},
    {"emergency", "A company must have a train and cannot pay it; somebody has to help.",
     NO_PICTURE},
    {"exchange", "To hand in one thing for another instead of paying.", NO_PICTURE},
    {"face value", "The price that is printed on a card.", NO_PICTURE},
    {"float", "A company floats when enough of it is sold; then it gets its money and operates.",
     NO_PICTURE},
    {"hex", "A field of the map; it has six sides.", A_TRACK},
    {"home", "The city in which a company places its first token.", NO_PICTURE},
    {"income", "What a private company brings its owner every round.", NO_PICTURE},
    {"map", "Where track is laid and trains run.", NO_PICTURE},
    {"market", "The chart of prices, with a marker for every company.", NO_PICTURE},
    {"marker", "Shows on the market what a share of its company costs.", NO_PICTURE},
    {"off-board", "An area at the edge of the map; its value grows with the phases.", NO_PICTURE},
    {"offer", "Shares that nobody has bought yet.", NO_PICTURE},
    {"operate", "To have one's turn in an operating round.", NO_PICTURE},
    {"operating round", "The round in which companies build, run, pay and buy trains.", NO_PICTURE},
    {"par price", "What a share costs when the company starts; its marker begins there.",
     NO_PICTURE},
    {"par", "What a share costs when the company starts; its marker begins there.", NO_PICTURE},
    {"pass", "To do nothing now; mostly one is asked again later.", NO_PICTURE},
    {"phase", "Begins with the first train of a kind; changes tiles, limits and much else.",
     NO_PICTURE},
    {"pool", "Where sold shares and given-up trains lie until somebody buys them.", NO_PICTURE},
    {"president", "Holds the president's certificate and decides for the company.", NO_PICTURE},
    {"president's certificate", "The first card of a company, of two shares or more.", NO_PICTURE},
    {"price", "What a share costs now; dividends and sales move it.", NO_PICTURE},
    {"priority", "Who has it begins the next stock round.", NO_PICTURE},
    {"private company", "Belongs to one owner, pays money every round and has a power.",
     NO_PICTURE},
    {"revenue", "What the trains of a company earn in a run.", NO_PICTURE},
    {"route", "The way of one train from stop to stop, through a token of its company.",
     NO_PICTURE},
    {"run", "What all trains of a company do in its turn; together they earn the revenue.",
     NO_PICTURE},
    {"rust", "A train that rusts is gone for good.", NO_PICTURE},
    {"set", "The operating rounds between two stock rounds.", NO_PICTURE},
    {"share", "A part of a company: it earns dividends and is worth the price.", NO_PICTURE},
    {"stock round", "The round in which players buy and sell shares.", NO_PICTURE},
    {"stop", "A city, town or area that a route counts.", A_TOWN},
    {"supply", "What can still be bought from the bank, or laid.", NO_PICTURE},
    {"terrain", "Ground on which the first tile costs money.", NO_PICTURE},
    {"tile", "A hexagon with track; yellow ones come first, others replace them.", A_TRACK},
    {"token", "Marks a city as a company's; routes must pass one of its own.", A_CITY},
    {"town", "A stop without room for tokens.", A_TOWN},
    {"track", "What trains run on; it is laid as tiles.", A_TRACK},
    {"train", "Its card says how many stops it counts; a company without one earns nothing.",
     NO_PICTURE},
    {"train limit", "How many trains a company may own in this phase.", NO_PICTURE},
    {"treasury", "The money of a company, and shares that it holds itself.", NO_PICTURE},
    {"upgrade", "A better tile in the place of one that lies there.", TWO_CIRCLES},
    {"value", "What a stop adds to a run.", A_CITY},
    {"withhold", "To keep the revenue in the company instead of paying it.", NO_PICTURE},
    {"worth", "Money, shares at their prices and private companies: who has most wins.",
     NO_PICTURE},
};

/* The first tile that can be laid and has this; -1: none, or nothing is shown. */
static int tile_with(const rh_title *t, picture shows)
{
    for (int i = t->first_laid; i < t->tiles && shows != NO_PICTURE; i++) {
        const rh_tile *tile = &t->tile[i];
        const bool one = tile->stops == 1;
        if ((shows == A_TRACK && tile->stops == 0 && tile->paths > 0) ||
            (shows == A_TOWN && one && tile->stop[0].kind == RH_TOWN) ||
            (shows == A_CITY && one && tile->stop[0].kind == RH_CITY && tile->slots == 1) ||
            (shows == TWO_CIRCLES && one && tile->stop[0].kind == RH_CITY && tile->slots == 2))
            return i;
    }
    return -1;
}

static void put_term(rh_json_writer *w, const rh_title *t, const char *term, const char *says,
                     picture shows)
{
    const int tile = tile_with(t, shows);
    rh_json_open(w, '{');
    rh_json_put_string(w, "term", term);
    rh_json_put_string(w, "says", says);
    if (tile >= 0)
        rh_json_put_string(w, "tile", t->tile[tile].id);
    rh_json_close(w);
}

void rh_put_glossary(const rh_json *about, const rh_title *t, rh_json_writer *w)
{
    const rh_json *own = rh_json_member(about, "words");
    rh_json_open(w, '[');
    for (const rh_json *o = own ? own->child : NULL; o; o = o->next)
        put_term(w, t, o->key, rh_json_string_of(o, ""), NO_PICTURE);
    for (size_t i = 0; i < sizeof GLOSSARY / sizeof GLOSSARY[0]; i++)
        if (!rh_json_member(own, GLOSSARY[i].term)) /* a title may mean something else by a word */
            put_term(w, t, GLOSSARY[i].term, GLOSSARY[i].says, GLOSSARY[i].shows);
    rh_json_close(w);
}
