/* SPDX-License-Identifier: Apache-2.0 */
/* text.c: text from people and colours that have names; see text.h. */
#include "draw/text.h"

#include <string.h>

void rh_draw_escaped(rh_writing *w, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '&': rh_write(w, "&amp;"); break;
        case '<': rh_write(w, "&lt;"); break;
        case '>': rh_write(w, "&gt;"); break;
        case '\'': rh_write(w, "&#39;"); break;
        case '"': rh_write(w, "&quot;"); break;
        default: rh_write(w, "%c", *s);
        }
}

const char *rh_draw_color(const char *word)
{
    static const struct {
        const char *word, *css;
    } COLOR[] = {{"white", "#f5eedc"},  {"yellow", "#f7d64a"}, {"green", "#7cb95f"},
                 {"brown", "#bd8353"},  {"gray", "#bdbab2"},   {"grey", "#bdbab2"},
                 {"red", "#dc6a5a"},    {"orange", "#f0a04b"}, {"blue", "#8fc1de"},
                 {"purple", "#b08fc7"}, {"sea", "#dcebf2"},    {"black", "#8d8a86"}};
    for (size_t i = 0; i < sizeof COLOR / sizeof COLOR[0]; i++)
        if (strcmp(word, COLOR[i].word) == 0)
            return COLOR[i].css;
    return COLOR[0].css;
}

void rh_draw_ring(rh_writing *w, const rh_title *t, int company, int x, int y, int radius)
{
    static const char *const DASHES[] = {"none",  "40 40",        "105 52",
                                         "13 52", "130 40 26 40", "65 26"};
    const char *ink = rh_text(t, t->company[company].text_color);
    int n = 0;
    for (int c = 0; c < company; c++)
        n += t->company[c].kind != RH_PRIVATE;
    rh_write(w,
             "<circle cx='%d' cy='%d' r='%d' style='fill:none;stroke-width:18;stroke-opacity:.75;"
             "stroke-dasharray:%s;stroke:",
             x, y, radius, DASHES[(size_t)n % (sizeof DASHES / sizeof DASHES[0])]);
    rh_draw_escaped(w, *ink ? ink : "#000000");
    rh_write(w, "'/>");
}
