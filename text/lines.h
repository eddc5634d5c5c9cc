/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: text files a line at a time, for the readers of records, positions and scenarios.
 *
 * What all three have in common stands here once: lines of bounded length in UTF-8, comments from
 * # to the end of the line, words between blanks, and errors that name the line. Nothing is read
 * from disk and nothing is kept. */
#ifndef ROUNDHOUSE_TEXT_LINES_H
#define ROUNDHOUSE_TEXT_LINES_H

#include "roundhouse/action.h"
#include "roundhouse/writing.h"
#include "text/errors.h"

/* Any action, and what a comment says before it (record.h: an action that was taken back). */
enum { RH_LINE = RH_ACTION_TEXT + 32, RH_LINE_WORDS = 800 };

/* A walk over the lines of a text. The text is the caller's and stays as it is. */
typedef struct {
    const char *text;
    size_t len, at;
    int number;          /* of the line in `line` */
    bool indented;       /* it began with a blank */
    bool ends;           /* it ended with a newline */
    char line[RH_LINE];  /* without comment and outer blanks; may be empty */
    const char *comment; /* behind the #, in `line` too; NULL: there is none */
} rh_lines;

void rh_lines_start(rh_lines *walk, const char *text, size_t len);
/* The next line. False at the end, and when a line is too long or not UTF-8; then err->line is not
 * 0. */
bool rh_lines_next(rh_lines *walk, rh_line_error *err);

/* Cuts text at its blanks: word[i] points into it. Returns how many, at most RH_LINE_WORDS. */
int rh_cut_words(char *text, char *word[RH_LINE_WORDS]);
/* Takes outer blanks off in place; returns where the text now begins. */
char *rh_trimmed(char *text);

/* A whole number in decimal, with sign if it likes; false if it is anything else or out of range. */
bool rh_read_number(const char *word, int64_t least, int64_t most, int64_t *number);
/* The figure with which somebody else's text begins, whatever follows it; 0 without one. A million
 * either way is the most: sums of such figures always fit. */
int rh_figure(const char *text);

/* The first character of a name that people would not see, or that turns the text around it; 0: there
 * is none. 0xfffd stands for what is no UTF-8. */
uint32_t rh_hidden_in(const char *name);

/* Names of players: between commas, or between blanks where there is no comma. False if they
 * cannot stand in action lines. Returns their number in *players. */
bool rh_read_names(char *text, rh_names *names, int *players, char why[RH_WHY_TEXT]);

#endif
