/* SPDX-License-Identifier: Apache-2.0 */
#include "screen/words.h"

#include <stdio.h>

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
        {"buy private companies",
         "A company that buys a private company gets its income and its power. The "
         "price is between the two, within the range beside it."},
    [RH_STEP_PAR] =
        {"set the par price",
         "A high price brings the company much money and costs you much; a low one lets "
         "you hold more of it. Choose the cell on the market."},
    [RH_STEP_CONSENT] =
        {"accept or decline",
         "Both ways stand side by side with what they change. Nobody has to accept."},
    [RH_STEP_DISCARD] =
        {"discard a train",
         "Give up the train that earns least or rusts first. It goes where others may "
         "buy it, if the rules have such a place."},
    [RH_STEP_ASSIGN] = {"choose the token's city",
                        "The new tile has several cities. The token keeps the way that its trains "
                        "need: look at the track behind each."},
    [RH_STEP_OVER] = {"the game is over", "The result and what decided it stand on the table."},
};

static const rh_json *own_words(const rh_json *about, const rh_title *t, int step)
{
    return rh_json_member(rh_json_member(about, "steps"), rh_step_word(t, step));
}

const char *rh_step_bar(const rh_json *about, const rh_title *t, int step)
{
    const char *own = rh_json_string_of(rh_json_member(own_words(about, t, step), "bar"), NULL);
    const char *usual = step < RH_STEP_KINDS ? USUAL[step].bar : NULL;
    return own ? own : usual ? usual : rh_step_word(t, step);
}

const char *rh_step_help(const rh_json *about, const rh_title *t, int step)
{
    const char *own = rh_json_string_of(rh_json_member(own_words(about, t, step), "help"), NULL);
    const char *usual = step < RH_STEP_KINDS ? USUAL[step].help : NULL;
    return own ? own : usual ? usual : "";
}

void rh_step_says(const rh_json *about, const rh_title *t, const rh_names *names, const rh_game *g,
                  rh_pending now, char *out, size_t cap)
{
    const char *own =
        rh_json_string_of(rh_json_member(own_words(about, t, now.step), "says"), NULL);
    if (own)
        (void)snprintf(out, cap, "%s", own);
    else
        rh_step_hint(t, g, now, names, out, cap);
}

static const struct {
    const char *term, *says;
} GLOSSARY[] = {
    {"bank", "Holds the money that nobody has; in some titles the game ends when it is empty."},
    {"best run", "The set of routes that earns most, found and where possible proved."},
    {"certificate", "A card of one or more shares; how many one may hold is limited."},
    {"certificate limit", "The number of certificates that a player may hold."},
    {"charter", "The card of a company with its money, trains and tokens."},
    {"city", "A stop with room for tokens; its value counts in a run."},
    {"dividend", "What a share gets of the revenue that a company pays."},
    {"emergency", "A company must have a train and cannot pay it; the president helps."},
    {"float", "A company floats when enough of it is sold; then it gets its money and operates."},
    {"home", "The city in which a company places its first token."},
    {"market", "The chart of prices, with a marker for every company."},
    {"off-board", "An area at the edge of the map; its value grows with the phases."},
    {"offer", "Shares that nobody has bought yet."},
    {"operating round", "The round in which companies build, run, pay and buy trains."},
    {"par price", "What a share costs when the company starts; its marker begins there."},
    {"par", "What a share costs when the company starts; its marker begins there."},
    {"phase", "Begins with the first train of a kind; changes tiles, limits and much else."},
    {"pool", "Where sold shares and given-up trains lie until somebody buys them."},
    {"president", "Holds the president's certificate and decides for the company."},
    {"priority", "Who has it begins the next stock round."},
    {"private company", "Belongs to one owner, pays money every round and has a power."},
    {"revenue", "What the trains of a company earn in a run."},
    {"route", "The way of one train from stop to stop, through a token of its company."},
    {"rust", "A train that rusts is gone for good."},
    {"share", "A part of a company: it earns dividends and is worth the price."},
    {"stock round", "The round in which players buy and sell shares."},
    {"token", "Marks a city as a company's; routes must pass one of its own."},
    {"town", "A stop without room for tokens."},
    {"track", "What trains run on; it is laid as tiles."},
    {"train limit", "How many trains a company may own in this phase."},
    {"treasury", "The money of a company, and shares that it holds itself."},
    {"upgrade", "A better tile in the place of one that lies there."},
    {"withhold", "To keep the revenue in the company instead of paying it."},
    {"worth", "Money, shares at their prices and private companies: who has most wins."},
};

static void put_term(rh_json_writer *w, const char *term, const char *says)
{
    rh_json_open(w, '{');
    rh_json_put_string(w, "term", term);
    rh_json_put_string(w, "says", says);
    rh_json_close(w);
}

void rh_put_glossary(const rh_json *about, rh_json_writer *w)
{
    const rh_json *own = rh_json_member(about, "words");
    rh_json_open(w, '[');
    for (const rh_json *o = own ? own->child : NULL; o; o = o->next)
        put_term(w, o->key, rh_json_string_of(o, ""));
    for (size_t i = 0; i < sizeof GLOSSARY / sizeof GLOSSARY[0]; i++)
        if (!rh_json_member(own, GLOSSARY[i].term)) /* a title may mean something else by a word */
            put_term(w, GLOSSARY[i].term, GLOSSARY[i].says);
    rh_json_close(w);
}
