/* SPDX-License-Identifier: Apache-2.0 */
/* known.h: what the bots of a title should know beyond its rules.
 *
 * titles/<id>/bots.json says what experience teaches: what its privates are worth to whoever buys
 * them, and how much each part of a position counts. No rule reads it, and a title without the file
 * is played with the figures that stand here in brackets. docs/bots.md explains it. */
#ifndef ROUNDHOUSE_BOTS_KNOWN_H
#define ROUNDHOUSE_BOTS_KNOWN_H

#include "roundhouse/title.h"
#include "text/errors.h"

typedef struct {
    /* Weights of a position, in percent of the money they are about. */
    int16_t income;   /* what companies will still pay for the player's shares (85) */
    int16_t treasury; /* his part of what companies have saved for their next train (25) */
    int16_t privates; /* what his privates will still pay (80) */
    int16_t stuck;    /* taken off: paper of companies that may not float (15) */
    int16_t duty;     /* taken off: what a train that must be bought will cost him (60) */
    int16_t others;   /* of the mean of all others, taken off his own (40) */
    int16_t contract; /* of what a contract is expected to add to his dividends, bid for it (60) */
    int16_t margin;   /* hundredths of a standard error by which a change must be better (120) */
    int16_t sale;     /* percent of the margin by which a sale must be better (250) */
    int16_t lead;     /* percent that a company he starts himself counts of others (120) */
    int16_t trains;   /* percent of the usual wish for a second train and more (100) */
    int16_t used;  /* percent of its price that his companies pay each other for a train; 0: any */
    int16_t thumb; /* 1: without thought the rule of thumb is followed, 0: what pays most at once */
    int16_t ruin;  /* taken off: of all shares of a company that closes under him (0) */
    int16_t stations; /* 1: a station must soon repay what it costs, 0: it may open something */
    int16_t further; /* sets of operating rounds that are played on beyond the next whole one (0) */
    int16_t strong;  /* how many more those play on who think longest (0) */
    int16_t worth[RH_COMPANIES]; /* of a private, in percent of its price; 0: estimated */
} rh_known;

/* How a player differs from others of his level. */
typedef enum {
    RH_STYLE_EVEN,
    RH_STYLE_HASTY,
    RH_STYLE_THRIFTY,
    RH_STYLE_BUILDER,
    RH_STYLE_TRADER,
    RH_STYLES
} rh_style;

const char *rh_style_name(rh_style style);  /* borrowed, static: "hasty"; "" for an even one */
const char *rh_style_brief(rh_style style); /* borrowed, static: a line for people */

/* Shifts the weights as a player of this style would. */
void rh_known_shift(rh_known *k, rh_style style);

/* Reads a file; name is what errors call it. False: *err says where and why. */
bool rh_known_read(const rh_title *t, const char *name, const char *json, size_t len, rh_known *k,
                   rh_load_error *err);

/* What the program knows of this title. A title of somebody's own, or one whose options leave out
 * what the file names, is played with the usual figures. */
void rh_known_of(const rh_title *t, rh_known *k);

#endif
