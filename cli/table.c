/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: the situation as text; see table.h.
 *
 * Columns are counted in characters, not bytes, because names and currencies are not ASCII. */
#define _POSIX_C_SOURCE 200809L
#include "cli/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/draw.h"
#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/hooks.h"
#include "files/options.h"
#include "files/title.h"
#include "screen/cards.h"
#include "screen/choices.h"
#include "screen/view.h"
#include "text/lines.h"

bool rh_table_colors(void)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 && !(no && *no);
}

const char *rh_table_money(const rh_title *t, rh_money m)
{
    static char text[8][40];
    static int next;
    char *s = text[next++ % 8];
    rh_money_text(t, m, s, sizeof text[0]);
    return s;
}

static int width_of(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

/* Left of its column for positive widths, right for negative ones. */
static void cell(const char *s, int width)
{
    const int pad = abs(width) - width_of(s);
    if (width < 0)
        printf("%*s%s", pad > 0 ? pad : 0, "", s);
    else
        printf("%s%*s", s, pad > 0 ? pad : 0, "");
}

/* Prints words so that no line is longer than a small screen. */
void rh_table_wrapped(const char *text, int indent)
{
    enum { WIDE = 96 };
    int at = indent;
    printf("%*s", indent, "");
    while (*text) {
        char word[128];
        const size_t n = strcspn(text, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)(n < 127 ? n : 127), text);
        if (at > indent && at + 1 + width_of(word) > WIDE) {
            printf("\n%*s", indent, "");
            at = indent;
        }
        at += printf("%s%s", at > indent ? " " : "", word) > 0 ? width_of(word) + 1 : 0;
        text += n + strspn(text + n, " ");
    }
    putchar('\n');
}

void rh_table_heading(const rh_table *b, const rh_game *g)
{
    char round[40];
    rh_view_round(b->t, g, round, sizeof round);
    const char *number = strchr(round, ' ');
    if (rh_round(b->t, g) == RH_ROUND_AUCTION)
        printf("%s, auction of the %s", b->t->name, rh_company_nouns(b->t, RH_PRIVATE).s);
    else
        printf("%s, %.*s round%s", b->t->name, (int)strcspn(round, " "), round,
               number ? number : "");
    printf(", phase %s", b->t->phase[g->phase].name);
    if (g->over != RH_PLAYING) {
        printf(". The game is over (%s).\n", rh_view_over(g->over));
        return;
    }
    const rh_pending now = rh_decision(b->t, g);
    printf(". To decide: %s", rh_holder_text(b->t, b->names, now.decider));
    if (now.actor.i != now.decider.i && now.actor.i != RH_NONE)
        printf(" for %s", rh_holder_said(b->t, b->names, now.actor));
    printf(" (%s).\n", rh_step_word(b->t, now.step));
}

void rh_table_options(const rh_title *t)
{
    const rh_embedded_title *e = rh_title_find(t->id);
    rh_json_memory memory = {0};
    rh_load_error err;
    const rh_json *json = e ? rh_json_read(&memory, e->id, e->json, e->json_len, &err) : NULL;
    for (int i = 0; i < t->options_set; i++) {
        const char *choice = rh_text(t, t->option[i]);
        const rh_json *option, *value;
        char text[800];
        if (rh_option_chosen(json, choice, &option, &value))
            (void)snprintf(text, sizeof text, "Option: %s: %s (%s)", rh_option_title(option),
                           rh_value_means(value), choice);
        else
            (void)snprintf(text, sizeof text, "Option: %s", choice);
        rh_table_wrapped(text, 0);
    }
    rh_json_forget(&memory);
}

void rh_table_players(const rh_table *b, const rh_game *g)
{
    const rh_title *t = b->t;
    cell("player", 12), cell("cash", -10), cell("worth", -10), cell("certs", -8);
    printf("  owns\n");
    for (int p = 0; p < g->players; p++) {
        const rh_holder h = rh_player_holder(p);
        char certs[24];
        const char *comma = "  ";
        (void)snprintf(certs, sizeof certs, "%d/%d", rh_certificates(t, g, p), rh_cert_limit(t, g));
        cell(b->names->name[p], 12);
        cell(rh_table_money(t, g->cash[h.i]), -10);
        cell(rh_table_money(t, rh_worth(t, g, p)), -10);
        cell(certs, -8);
        for (int c = 0; c < t->companies; c++)
            if (g->units[c][h.i]) {
                const rh_company company = {(uint8_t)c};
                printf("%s%s %d%%%s", comma, t->company[c].id, rh_percent(t, g, company, h),
                       rh_president(t, g, company) == p ? " (president)" : "");
                comma = ", ";
            }
        for (int c = 0; c < t->companies; c++)
            if (t->company[c].units == 0 && g->owner[c] == h.i && !(g->status[c] & RH_CLOSED)) {
                printf("%s%s", comma, t->company[c].id);
                comma = ", ";
            }
        printf("%s%s\n", g->priority == p ? "  [priority deal]" : "",
               g->bankrupt >> p & 1 ? "  [bankrupt]" : "");
    }
}

/* Who decides for a company, and through whom: "Anna", "Anna by ARR", "bank". */
static void put_president(rh_writing *w, const rh_table *b, const rh_game *g, int c)
{
    const rh_title *t = b->t;
    const rh_holder h = {t->company[c].kind == RH_MINOR ? g->owner[c] : g->president[c]};
    const int player = rh_president(t, g, rh_company_at(c));
    if (h.i == RH_NONE || h.i == RH_OFFERING)
        rh_write(w, "-");
    else if (h.i == RH_POOL) /* the certificate lies there */
        rh_write(w, t->company[c].kind == RH_STATE_COMPANY ? "bank" : "nobody");
    else if (!rh_is_company(h))
        rh_write(w, "%s", rh_holder_text(t, b->names, h));
    else
        rh_write(w, "%s by %s", player < RH_PLAYERS ? b->names->name[player] : "-",
                 rh_holder_text(t, b->names, h));
}

/* Where shares lie that no player has, each a column if there are any. */
enum { IN_OFFERING, IN_POOL, IN_TREASURY, WITH_STATE, PLACES };
static const char *const PLACE[PLACES] = {"offering", "pool", "treasury", "state"};

static rh_holder place_of(int place, int c)
{
    static const uint8_t HOLDER[PLACES] = {RH_OFFERING, RH_POOL, RH_NONE, RH_STATE};
    return place == IN_TREASURY ? rh_company_holder(rh_company_at(c)) : (rh_holder){HOLDER[place]};
}

typedef struct {
    bool place[PLACES], tokens; /* which columns it has */
    rh_company row[RH_COMPANIES];
    int rows;
} company_table;

/* Those that have begun: in the order of their turns, then by price, then as they are listed. */
static company_table columns_of(const rh_title *t, const rh_game *g)
{
    company_table all = {.rows = 0};
    rh_company order[3][RH_COMPANIES];
    const int n[3] = {rh_operating_order(t, g, order[0]), rh_market_order(t, g, order[1]),
                      t->companies};
    uint64_t taken = 0;
    for (int c = 0; c < t->companies; c++)
        order[2][c] = rh_company_at(c);
    for (int from = 0; from < 3; from++)
        for (int i = 0; i < n[from]; i++) {
            const int c = order[from][i].i;
            const bool owned =
                t->company[c].kind == RH_MINOR && rh_is_player((rh_holder){g->owner[c]});
            if (taken >> c & 1 || t->company[c].kind == RH_PRIVATE || g->status[c] & RH_CLOSED ||
                !(g->status[c] & RH_STARTED || owned))
                continue;
            taken |= (uint64_t)1 << c;
            all.row[all.rows++] = rh_company_at(c);
            all.tokens |= t->company[c].tokens > 0;
            for (int p = 0; p < PLACES; p++)
                all.place[p] |= g->units[c][place_of(p, c).i] > 0;
        }
    return all;
}

static void company_row(const rh_table *b, const rh_game *g, const company_table *all, int c)
{
    const rh_title *t = b->t;
    const rh_company company = rh_company_at(c);
    const rh_holder own = rh_company_holder(company);
    char percent[8], president[80] = "", trains[200] = "", tokens[16];
    uint8_t train[RH_TRAINS];
    const int n = rh_trains_of(t, g, own, train);
    rh_writing w = {.text = trains, .cap = sizeof trains},
               who = {.text = president, .cap = sizeof president};
    for (int i = 0; i < n; i++)
        rh_write(&w, "%s%s", i ? " " : "",
                 rh_train_side(t, train[i], g->train_state[train[i]] & RH_TRAIN_OTHER_FACE));
    put_president(&who, b, g, c);
    cell(t->company[c].id, 8);
    cell(rh_price(t, g, company) > 0 ? rh_table_money(t, rh_price(t, g, company)) : "-", -9);
    cell(president, -14);
    for (int p = 0; p < PLACES; p++)
        if (all->place[p]) {
            (void)snprintf(percent, sizeof percent, "%d%%",
                           t->company[c].units ? rh_percent(t, g, company, place_of(p, c)) : 0);
            cell(t->company[c].units ? percent : "-", -9);
        }
    cell(rh_table_money(t, g->cash[own.i]), -10);
    if (all->tokens) {
        (void)snprintf(tokens, sizeof tokens, "%d/%d", t->company[c].tokens - g->tokens_used[c],
                       t->company[c].tokens);
        cell(tokens, -8);
    }
    cell(n ? trains : "-", -13);
    cell(rh_table_money(t, g->last_revenue[c]), -10);
    printf("%s\n",
           g->status[c] & RH_FLOATED || t->company[c].kind != RH_PUBLIC ? "" : "  not floated");
}

/* Shares and privates that a company owns. */
static void portfolio(const rh_title *t, const rh_game *g, int owner)
{
    const rh_holder own = rh_company_holder(rh_company_at(owner));
    const char *between = " owns ";
    for (int c = 0; c < t->companies; c++) {
        const bool private_company =
            t->company[c].kind == RH_PRIVATE && g->owner[c] == own.i && !(g->status[c] & RH_CLOSED);
        if (!private_company && (c == owner || !g->units[c][own.i]))
            continue;
        printf("%s%s%s", *between == ' ' ? t->company[owner].id : "", between, t->company[c].id);
        if (!private_company)
            printf(" %d%%%s", rh_percent(t, g, rh_company_at(c), own),
                   g->president[c] == own.i ? " (president)" : "");
        between = ", ";
    }
    if (*between == ',')
        putchar('\n');
}

/* What bank and pool have of all that people call so. */
static void put_bank_trains(rh_writing *w, const rh_title *t, const rh_game *g, const char *noun)
{
    rh_write(w, "; %ss:", noun);
    for (int k = 0; k < t->train_kinds; k++) {
        const rh_train_facts *kind = &t->train[k];
        int left = 0, pool = 0;
        if (strcmp(rh_train_noun(t, k), noun) != 0)
            continue;
        for (int i = 0; i < t->trains; i++) {
            left += t->train_kind[i] == k && g->train_at[i] == RH_BANK;
            pool += t->train_kind[i] == k && g->train_at[i] == RH_POOL;
        }
        if (left && kind->unlimited)
            rh_write(w, " any number of %s %s", kind->name, rh_table_money(t, kind->price));
        else if (left)
            rh_write(w, " %d×%s %s", left, kind->name, rh_table_money(t, kind->price));
        if (pool)
            rh_write(w, " (%d×%s in the pool)", pool, kind->name);
    }
}

static void print_bank(const rh_title *t, const rh_game *g)
{
    char text[1600] = "";
    rh_writing w = {.text = text, .cap = sizeof text};
    rh_write(&w, "bank %s", t->bank == 0 ? "unlimited" : rh_table_money(t, g->cash[RH_BANK]));
    for (int k = 0; k < t->train_kinds; k++) {
        int first = 0;
        while (strcmp(rh_train_noun(t, first), rh_train_noun(t, k)) != 0)
            first++;
        if (first == k)
            put_bank_trains(&w, t, g, rh_train_noun(t, k));
    }
    rh_table_wrapped(text, 0);
}

void rh_table_companies(const rh_table *b, const rh_game *g)
{
    const rh_title *t = b->t;
    const company_table all = columns_of(t, g);
    bool shown[RH_COMPANIES] = {false};
    if (all.rows) {
        cell("company", 8), cell("price", -9), cell("president", -14);
        for (int p = 0; p < PLACES; p++)
            if (all.place[p])
                cell(PLACE[p], -9);
        cell("cash", -10);
        if (all.tokens)
            cell("tokens", -8);
        cell("trains", -13), cell("last run", -10);
        putchar('\n');
    }
    for (int i = 0; i < all.rows; i++) {
        company_row(b, g, &all, all.row[i].i);
        shown[all.row[i].i] = true;
    }
    for (int i = 0; i < all.rows; i++)
        portfolio(t, g, all.row[i].i);
    char idle[1200] = "";
    rh_writing w = {.text = idle, .cap = sizeof idle};
    for (int c = 0; c < t->companies; c++) {
        const int home = t->company[c].home_hex;
        if (shown[c] || t->company[c].kind == RH_PRIVATE || (g->status[c] & RH_CLOSED))
            continue;
        rh_write(&w, "%s%s", w.len ? ", " : "not started: ", t->company[c].id);
        if (home != RH_NONE)
            rh_write(&w, " (%s%s%s)", t->hex[home].name, t->hex[home].place[0] ? " " : "",
                     t->hex[home].place);
    }
    if (idle[0])
        rh_table_wrapped(idle, 0);
    print_bank(t, g);
}

void rh_table_privates(const rh_table *b, const rh_game *g, bool powers)
{
    const rh_title *t = b->t;
    bool any = false;
    for (int c = 0; c < t->companies; c++)
        any |= t->company[c].kind == RH_PRIVATE && !(g->status[c] & RH_CLOSED);
    if (!any)
        return;
    char kind[12]; /* "private", "regional" */
    (void)snprintf(kind, sizeof kind, "%.*s", (int)strcspn(rh_company_noun(t, RH_PRIVATE), " "),
                   rh_company_noun(t, RH_PRIVATE));
    cell(kind, 11), cell("price", -9), cell("income", -9), cell("owner", -12);
    printf("  name\n");
    for (int c = 0; c < t->companies; c++) {
        const rh_company_facts *f = &t->company[c];
        if (f->kind != RH_PRIVATE || (g->status[c] & RH_CLOSED))
            continue;
        const bool unsold = g->owner[c] == RH_OFFERING;
        cell(f->id, 11);
        cell(rh_table_money(t, unsold && g->ask[c] ? g->ask[c] : f->price), -9);
        const rh_money income = rh__income(t, g, rh_company_at(c));
        cell(income ? rh_table_money(t, income) : "-", -9); /* none, or as its card says */
        cell(unsold ? "for sale" : rh_holder_text(t, b->names, (rh_holder){g->owner[c]}), -12);
        printf("  %s", rh_text(t, f->name));
        for (int p = 0; p < g->players; p++)
            if (unsold && g->bid[c][p])
                printf("; %s bids %s", b->names->name[p], rh_table_money(t, g->bid[c][p]));
        putchar('\n');
        char text[RH_CARD_SAYS];
        rh_card_does(t, c, text);
        if (powers && text[0])
            rh_table_wrapped(text, 12);
    }
}

void rh_table_provenance(const rh_table *b)
{
    const char *text = rh_text(b->t, b->t->provenance);
    if (text[0])
        printf("%.*s (more: roundhouse titles --json).\n", rh_first_sentence(text), text);
}

int rh_first_sentence(const char *text)
{
    const char *end = strstr(text, ". ");
    return (int)(end ? (size_t)(end - text) : strcspn(text, "\n") - (text[0] != 0));
}

void rh_table_own(const rh_table *b, const rh_game *g)
{
    char text[160], line[4096] = "";
    size_t used = 0;
    for (int i = 0; b->t->face->tell && b->t->face->tell(b->t, g, i, text); i++)
        if (used + strlen(text) + 3 < sizeof line)
            used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? "; " : "", text);
    if (used == 0)
        return;
    rh_table_wrapped(line, 0);
    printf("\n");
}

void rh_table_lines(const rh_table *b, const rh_game *g)
{
    rh_line_look line;
    if (!b->t->face->line_look)
        return;
    cell("line", 24), cell("contract", 10), cell("deposit", -10);
    putchar('\n');
    for (int i = 0; b->t->face->line_look(b->t, g, i, &line); i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s %s", line.id, line.name);
        cell(name, 24);
        cell(line.holder < b->t->companies ? b->t->company[line.holder].id : "nobody", 10);
        cell(line.deposit ? rh_table_money(b->t, line.deposit) : "-", -10);
        putchar('\n');
    }
    putchar('\n');
}

void rh_table_names(const rh_table *b)
{
    char text[1200] = "";
    rh_writing w = {.text = text, .cap = sizeof text};
    for (int c = 0; b->t->show_alias && c < b->t->companies; c++) {
        const char *alias = rh_text(b->t, b->t->company[c].alias);
        if (*alias && strcmp(alias, b->t->company[c].id) != 0)
            rh_write(&w, "%s%s is %s", w.len ? ", " : "In the rulebook ", b->t->company[c].id,
                     alias);
    }
    if (text[0]) {
        rh_write(&w, ".");
        rh_table_wrapped(text, 0);
    }
}

/* --- cards ------------------------------------------------------------------------------------- */

void rh_table_powers(const rh_table *b, const rh_game *g)
{
    char does[RH_CARD_SAYS], text[RH_CARD_SAYS + 16];
    for (int c = 0; c < b->t->companies; c++) {
        rh_card_does(b->t, c, does);
        if (b->t->company[c].kind == RH_PRIVATE || g->status[c] & RH_CLOSED || !does[0])
            continue;
        (void)snprintf(text, sizeof text, "%s: %s", b->t->company[c].id, does);
        rh_table_wrapped(text, 0);
    }
}

void rh_table_card(const rh_title *t, int company)
{
    const rh_company_facts *f = &t->company[company];
    const char *alias = rh_text(t, f->alias);
    const bool named = t->show_alias && alias[0] && strcmp(alias, f->id) != 0;
    char text[RH_CARD_SAYS];
    printf("%s%s%s: %s (%s)\n", f->id, named ? ", in the rulebook " : "", named ? alias : "",
           rh_text(t, f->name), rh_company_noun(t, f->kind));
    rh_card_facts(t, company, text);
    rh_table_wrapped(text, 4);
    rh_card_does(t, company, text);
    if (text[0])
        rh_table_wrapped(text, 4);
}

void rh_table_cards(const rh_title *t)
{
    char text[RH_CARD_SAYS];
    for (int c = 0; c < t->companies; c++) {
        putchar('\n');
        rh_table_card(t, c);
    }
    for (int k = 0; k < t->train_kinds; k++) {
        printf("\n%s-%s\n", t->train[k].name, rh_train_noun(t, k));
        rh_card_train(t, k, text);
        rh_table_wrapped(text, 4);
    }
    for (int i = 0; i < t->pieces; i++) {
        printf("\n%s\n", rh_text(t, t->piece[i].name));
        rh_table_wrapped(rh_text(t, t->piece[i].says), 4);
    }
}

/* --- the map ----------------------------------------------------------------------------------- */

enum { HEX_WIDE = 8, MAP_WIDE = 1024, MAP_HIGH = 256 };

/* Backgrounds of 256 colours, near those of the drawn map. */
static int background(const rh_title *t, const rh_game *g, int hex)
{
    static const struct {
        const char *word;
        int color;
    } COLOR[] = {{"yellow", 221}, {"green", 114}, {"brown", 173}, {"gray", 249},
                 {"red", 210},    {"blue", 153},  {"white", 230}};
    const rh_tile *tile = &t->tile[g->tile[hex]];
    const char *word = tile->id[0] && tile->color < t->colors ? t->color[tile->color]
                                                              : rh_text(t, t->hex[hex].color_name);
    for (size_t i = 0; i < sizeof COLOR / sizeof COLOR[0]; i++)
        if (strcmp(word, COLOR[i].word) == 0)
            return COLOR[i].color;
    return 230;
}

/* Of a board of lines: the state of the track, its line, who holds the contract: "=SOD SJ". */
static void track_words(const rh_title *t, const rh_game *g, int hex, rh_writing *w)
{
    static const char SIGN[] = {[RH_LOOK_SINGLE] = '-',
                                [RH_LOOK_DOUBLE] = '=',
                                [RH_LOOK_CLOSED] = 'x',
                                [RH_LOOK_PLANNED] = ':'};
    rh_track_look track;
    rh_line_look line;
    for (int i = 0; t->face->track_look(t, g, i, &track); i++) {
        if (track.hex != hex)
            continue;
        rh_write(w, "%c", track.work == RH_LOOK_WORK ? 'w' : SIGN[track.state]);
        if (track.line != RH_NONE && t->face->line_look(t, g, track.line, &line)) {
            rh_write(w, "%s", line.id);
            if (line.holder < t->companies)
                rh_write(w, " %s", t->company[line.holder].id);
        }
        return;
    }
}

enum { MANY = 4 }; /* circles: more are a number, as in a harbour that has room for everybody */

/* What stands in a hex, in a few letters: tokens, free circles (o), towns (.), values, costs (~), and
 * what the title notes. */
static void hex_words(const rh_title *t, const rh_game *g, int hex, char *out, size_t cap)
{
    const rh_tile *tile = &t->tile[g->tile[hex]];
    rh_writing w = {.text = out, .cap = cap};
    rh_stop_look look;
    out[0] = 0;
    if (t->face->stop_look && t->face->stop_look(t, g, rh_hex_at(hex), &look)) {
        rh_write(&w, "%d%s", (int)look.value,
                 look.fast == RH_LOOK_WORK       ? " hs?"
                 : look.fast == RH_LOOK_FINISHED ? " hs"
                                                 : "");
        return;
    }
    if (t->face->track_look) {
        track_words(t, g, hex, &w);
        return;
    }
    for (int s = 0; s < tile->stops; s++) {
        const rh_stop *stop = &tile->stop[s];
        if (stop->kind == RH_TOWN)
            rh_write(&w, ".");
        else if (stop->kind == RH_OFFBOARD)
            rh_write(&w, ">%d", stop->revenue[t->phase[g->phase].offboard_color]);
        int open = 0;
        for (int i = 0; stop->kind == RH_CITY && i < stop->slots; i++) {
            const int c =
                stop->first_slot + i < RH_SLOTS ? g->slot[hex][stop->first_slot + i] : RH_NONE;
            if (c < t->companies)
                rh_write(&w, "%s%s", w.len ? " " : "", t->company[c].id);
            else if (stop->slots <= MANY)
                rh_write(&w, "o");
            else
                open++;
        }
        if (open)
            rh_write(&w, "%s%do", w.len ? " " : "", open);
    }
    const int beside = rh_token_beside(t, g, (rh_hex){(uint8_t)hex});
    if (beside < t->companies)
        rh_write(&w, "+%s", t->company[beside].id);
    if (tile->terrain)
        rh_write(&w, "~%d", tile->terrain);
    const char *note = t->face->hex_note ? t->face->hex_note(t, g, rh_hex_at(hex)) : NULL;
    if (note)
        rh_write(&w, "%s%s", w.len && out[w.len - 1] != 'o' ? " " : "", note);
}

/* As much as has room; a letter is never cut in two. */
static void printable(const char *s, int width, char *line)
{
    int n = 0;
    for (; *s && n < width; s++)
        line[n++] = *s;
    while (((unsigned char)*s & 0xC0) == 0x80 && n > 0) {
        s--;
        line[--n] = ' ';
    }
}

typedef struct {
    char text[MAP_HIGH][MAP_WIDE];     /* what stands there, 0: nothing */
    uint8_t owner[MAP_HIGH][MAP_WIDE]; /* which hex, + 1 */
    int high;
} sheet;

/* A sign for track that leaves a hex, in the gap beside it. Where the neighbour's track goes on, both
 * put the same sign in the same place. */
static void put_exit(sheet *m, bool pointy, int x, int y, int edge)
{
    static const struct {
        int8_t x, y;
        char sign;
    } EXIT[2][RH_EDGES] = {
        {{3, 2, '|'}, {-1, 1, '/'}, {-1, 0, '\\'}, {3, -1, '|'}, {7, -1, '/'}, {7, 2, '\\'}},
        {{1, 2, '/'}, {-1, 1, '-'}, {1, -1, '\\'}, {5, -1, '/'}, {7, 1, '-'}, {5, 2, '\\'}}};
    const int at_x = x + EXIT[pointy][edge].x, at_y = y + EXIT[pointy][edge].y;
    if (at_x < 0 || at_x >= MAP_WIDE || at_y < 0 || at_y >= MAP_HIGH || m->owner[at_y][at_x])
        return;
    m->text[at_y][at_x] = EXIT[pointy][edge].sign;
    m->high = at_y + 1 > m->high ? at_y + 1 : m->high;
}

static void put_hex(sheet *m, const rh_title *t, const rh_game *g, int h, int x, int y)
{
    const rh_tile *tile = &t->tile[g->tile[h]];
    char words[32], name[32];
    (void)snprintf(name, sizeof name, "%s%s%s", t->hex[h].name, tile->id[0] ? " " : "", tile->id);
    hex_words(t, g, h, words, sizeof words);
    for (int line = 0; line < 2; line++) {
        memset(&m->text[y + line][x], ' ', HEX_WIDE - 1);
        memset(&m->owner[y + line][x], h + 1, HEX_WIDE - 1);
        printable(line ? words : name, HEX_WIDE - 1, &m->text[y + line][x]);
    }
    m->high = y + 2 > m->high ? y + 2 : m->high;
}

void rh_table_map(const rh_table *b, const rh_game *g)
{
    const rh_title *t = b->t;
    static sheet m;
    int low_x = 255, low_y = 255;
    memset(&m, 0, sizeof m);
    for (int h = 0; h < t->hexes; h++) {
        if (!rh__place_name(t, g, rh_hex_at(h)))
            continue;
        low_x = t->hex[h].x < low_x ? t->hex[h].x : low_x;
        low_y = t->hex[h].y < low_y ? t->hex[h].y : low_y;
    }
    for (int exits = 0; exits < 2; exits++)
        for (int h = 0; h < t->hexes; h++) {
            if (!rh__place_name(t, g, rh_hex_at(h)))
                continue;
            const int x = (t->hex[h].x - low_x) * (t->pointy ? HEX_WIDE / 2 : HEX_WIDE);
            const int y = (t->hex[h].y - low_y) * (t->pointy ? 3 : 2);
            const unsigned open = rh_exits(&t->tile[g->tile[h]], g->turn[h]);
            if (x + HEX_WIDE > MAP_WIDE || y + 2 > MAP_HIGH)
                continue;
            if (!exits)
                put_hex(&m, t, g, h, x, y);
            for (int e = 0; exits && e < RH_EDGES; e++)
                if (open >> e & 1)
                    put_exit(&m, t->pointy, x, y, e);
        }
    for (int y = 0; y < m.high; y++) {
        int end = MAP_WIDE, now = 0;
        while (end > 0 && (m.text[y][end - 1] == 0 || (!b->colors && m.text[y][end - 1] == ' ')))
            end--;
        for (int x = 0; x < end; x++) {
            if (b->colors && m.owner[y][x] != now) {
                now = m.owner[y][x];
                if (now)
                    printf("\033[0;30;48;5;%dm", background(t, g, now - 1));
                else
                    printf("\033[0m");
            }
            putchar(m.text[y][x] ? m.text[y][x] : ' ');
        }
        printf("%s\n", b->colors ? "\033[0m" : "");
    }
    if (t->face->track_look) {
        printf(
            "Each hex: its name; below, the value of its city (hs: high speed, hs? work on it), or "
            "its "
            "track (= double, - single,\nx closed, w work, : planned) with its line and who holds "
            "the contract.\n");
        return;
    }
    printf(
        "Each hex: its name and tile; below, tokens, o free city circle, . town, >40 area and its "
        "value, ~80 cost.\nTrack leaves where / \\ | - stand.\n");
}

static void print_exits(const rh_title *t, unsigned exits)
{
    bool first = true;
    for (int e = 0; e < RH_EDGES; e++)
        if (exits >> e & 1) {
            printf("%s%s", first ? "" : " ", rh_side_word(t, e));
            first = false;
        }
}

void rh_table_hex(const rh_table *b, const rh_game *g, rh_hex hex)
{
    const rh_title *t = b->t;
    const rh_tile *tile = &t->tile[g->tile[hex.i]];
    const char *place = rh__place_name(t, g, hex);
    const char *note = t->face->hex_note ? t->face->hex_note(t, g, hex) : NULL;
    if (!place) {
        printf("%s is not on the board of this game.\n", t->hex[hex.i].name);
        return;
    }
    printf("%s%s%s: ", t->hex[hex.i].name, place[0] ? " " : "", place);
    if (note)
        printf("%s, ", note);
    rh_fee_look fee;
    if (t->face->fee_look && t->face->fee_look(t, g, hex, &fee))
        printf("%s; ", fee.words);
    if (tile->id[0])
        printf("tile %s r%d", tile->id, g->turn[hex.i]);
    else
        printf("as printed");
    const unsigned exits = rh_exits(tile, g->turn[hex.i]);
    if (exits) {
        printf(", track to ");
        print_exits(t, exits);
    }
    if (tile->label[0])
        printf(", label %s", tile->label);
    if (tile->terrain)
        printf(", %s for the first tile", rh_table_money(t, tile->terrain));
    for (int s = 0; s < tile->stops; s++) {
        const rh_stop *stop = &tile->stop[s];
        printf("; %s", rh_stop_words[stop->kind]);
        if (tile->stops > 1)
            printf(" %d", s);
        rh_stop_look look;
        const bool line = t->face->stop_look && t->face->stop_look(t, g, hex, &look);
        printf(" worth %s",
               rh_table_money(t, line ? look.value
                                      : stop->revenue[t->phase[g->phase].offboard_color]));
        for (int i = 0; stop->kind == RH_CITY && i < stop->slots; i++) {
            const int c =
                stop->first_slot + i < RH_SLOTS ? g->slot[hex.i][stop->first_slot + i] : RH_NONE;
            printf("%s%s", i ? ", " : " with ",
                   c < t->companies ? t->company[c].id : "a free circle");
        }
    }
    const int beside = rh_token_beside(t, g, hex);
    if (beside < t->companies)
        printf(", %s beside it", t->company[beside].id);
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind != RH_PRIVATE && t->company[c].home_hex == hex.i &&
            !(g->status[c] & RH_HOME))
            printf("; home of %s", t->company[c].id);
    for (int c = 0; c < t->companies; c++)
        for (int i = 0; i < t->company[c].blocks; i++)
            if (t->company[c].block[i] == hex.i && !(g->status[c] & RH_CLOSED) &&
                !rh_is_company((rh_holder){g->owner[c]}))
                printf("; blocked by %s until a company owns it", t->company[c].id);
    putchar('\n');
}

/* --- the market -------------------------------------------------------------------------------- */

static int zone_background(const char *zone)
{
    return strcmp(zone, "yellow") == 0   ? 221
           : strcmp(zone, "orange") == 0 ? 215
           : strcmp(zone, "brown") == 0  ? 137
                                         : 230;
}

/* May some company that is still to come begin at this price now? */
static bool is_par(const rh_title *t, const rh_game *g, rh_money price)
{
    for (int c = 0; c < t->companies; c++) {
        const bool waits =
            t->company[c].kind == RH_PUBLIC && !(g->status[c] & (RH_STARTED | RH_CLOSED));
        if (waits && (!t->hooks->par_check ||
                      rh_accepted(t->hooks->par_check(t, g, rh_company_at(c), price))))
            return true;
    }
    return false;
}

/* In an operating round the turns as they come, otherwise the prices. */
static void print_order(const rh_table *b, const rh_game *g)
{
    rh_company order[RH_COMPANIES];
    const bool turns = rh_round(b->t, g) == RH_ROUND_OPERATING;
    const int n = turns ? rh_operating_order(b->t, g, order) : rh_market_order(b->t, g, order);
    if (n)
        printf("%s", turns ? "Operating order:" : "By price:");
    for (int i = 0; i < n; i++) {
        const int c = order[i].i;
        const rh_money price = rh_price(b->t, g, order[i]);
        printf("%s %s", i ? "," : "", b->t->company[c].id);
        if (price)
            printf(" %s", rh_table_money(b->t, price));
        if (turns)
            printf("%s", g->status[c] & RH_CLOSED ? " (closed)"
                         : g->operating == c      ? " (now)"
                         : g->status[c] & RH_DONE ? " (done)"
                                                  : "");
    }
    printf("%s", n ? ". " : "");
}

void rh_table_market(const rh_table *b, const rh_game *g)
{
    enum { WIDE = 5 };
    const rh_market_facts *m = &b->t->market;
    const char *left_end = rh_text(b->t, m->left_end);
    const int indent = m->left_end ? width_of(left_end) + 1 : 0;
    for (int r = 0; r < m->rows; r++) {
        int end = m->columns;
        bool markers = false;
        if (indent)
            printf("%s ", left_end);
        while (end > 0 && m->cell[r][end - 1].price == 0)
            end--;
        for (int c = 0; c < end; c++) {
            const rh_cell *at = &m->cell[r][c];
            if (at->price == 0) {
                printf("%*s", WIDE, "");
                continue;
            }
            const char *zone = at->zone ? m->zone[at->zone].name : "";
            const bool par = at->par && is_par(b->t, g, at->price);
            if (b->colors)
                printf("\033[0;30;48;5;%dm%4d%s\033[0m", zone_background(zone), at->price,
                       par ? "*" : " ");
            else
                printf("%4d%c", at->price, par ? '*' : zone[0] ? zone[0] : ' ');
        }
        putchar('\n');
        rh_company order[RH_COMPANIES];
        const int n = rh_market_order(b->t, g, order);
        for (int c = 0; c < end; c++) {
            /* The first marker by name, the others as a number. */
            int first = -1, more = 0;
            for (int i = 0; i < n; i++)
                if (g->row[order[i].i] == r && g->column[order[i].i] == c) {
                    if (first < 0)
                        first = order[i].i;
                    else
                        more++;
                }
            if (first >= 0 && !markers) {
                markers = true;
                printf("%*s", indent + WIDE * c, "");
            } else if (first < 0 && !markers) {
                continue;
            }
            char word[32] = "";
            if (first >= 0 && more)
                (void)snprintf(word, sizeof word, "%.4s+", b->t->company[first].id);
            else if (first >= 0)
                (void)snprintf(word, sizeof word, "%.5s", b->t->company[first].id);
            printf("%*s", WIDE, word);
        }
        if (markers)
            putchar('\n');
    }
    print_order(b, g);
    printf("* par price");
    for (int z = 1; z < m->zones; z++)
        printf("; %s: %s", m->zone[z].name, rh_draw_zone_words(b->t, &m->zone[z]));
    printf(".\n");
}

void rh_table_tiles(const rh_table *b, const rh_game *g)
{
    const rh_title *t = b->t;
    for (int color = 1; color < t->colors; color++) {
        printf("%s:", t->color[color]);
        for (int i = t->first_laid; i < t->tiles; i++)
            if (t->tile[i].color == color && (g->supply[i] || t->tile[i].unlimited)) {
                if (t->tile[i].unlimited)
                    printf(" %s", t->tile[i].id);
                else
                    printf(" %s×%d", t->tile[i].id, g->supply[i]);
            }
        putchar('\n');
    }
}
