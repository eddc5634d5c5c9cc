/* SPDX-License-Identifier: Apache-2.0 */
/* guests.h: commands of somebody's own as players, over a line protocol (docs/bots.md).
 *
 * A guest is a command by a name: "--bot mine=python3 mine.py". Every seat of it is a process of its own,
 * which hears the record of the game, then every action, and is asked like a bot. Whatever it does, the
 * game goes on: one that sleeps, ends, talks nonsense or plays what it may not is named, and the least
 * harmful thing is done for it (rh_bot_least_harm). One that sleeps, ends or floods is not asked again in
 * this game.
 *
 * Bounds: a decision takes at most `patience` milliseconds, a line of a guest LINE bytes and all it says
 * to one question ANSWER bytes in LINES lines (guests.c); no guest can make the host wait or grow beyond them. */
#ifndef ROUNDHOUSE_CLI_GUESTS_H
#define ROUNDHOUSE_CLI_GUESTS_H

#include <sys/types.h>

#include "bots/bots.h"
#include "cli/args.h"
#include "files/record.h"

enum { RH_GUESTS = 8, RH_GUEST_NAME = 24, RH_GUEST_WORDS = 240, RH_GUEST_PATIENCE = 30000 };

typedef enum {
    RH_FAULT_SLEEPS,   /* no answer in time */
    RH_FAULT_ENDS,     /* the process is gone, or never began */
    RH_FAULT_FLOODS,   /* more than it may say */
    RH_FAULT_NONSENSE, /* a line that is no answer, an action that cannot be read */
    RH_FAULT_ILLEGAL,  /* an action that is against the rules or not its own */
    RH_FAULTS
} rh_fault;
const char *rh_fault_word(rh_fault fault); /* borrowed, static: "sleeps" */

typedef struct {
    pid_t pid;         /* 0: there is none (any more) */
    int to, from;      /* pipes */
    bool gone;         /* it failed, and is not asked again in this game */
    bool wants;        /* choices, with every question */
    int sent;          /* actions that it has heard, or -1: it has not heard of the game … */
    uint64_t heard;    /* … and their print: what was taken back is noticed */
    char *said;        /* what it wrote and nobody has read yet */
    size_t held, room; /* bytes of it */
} rh_guest_process;

typedef struct {
    int kinds;
    char name[RH_GUESTS][RH_GUEST_NAME];
    const char *command[RH_GUESTS]; /* borrowed */
    int patience;                   /* milliseconds a decision */
    bool aloud;                     /* the first fault of each kind is said on stderr at once */
    /* Of the game that is being played. */
    const rh_title *t;
    const rh_record *record; /* borrowed: it grows with the game, and may shrink */
    int kind[RH_PLAYERS];    /* by seat, or -1: it is no guest's */
    rh_guest_process process[RH_PLAYERS];
    uint32_t faults[RH_PLAYERS][RH_FAULTS];
    char words[RH_PLAYERS][RH_GUEST_WORDS]; /* its first fault */
} rh_guests;

/* Takes every "--bot NAME=COMMAND" and "--patience MS". What is wrong is said on stderr, and a->bad. */
void rh_guests_read(rh_args *a, rh_guests *g);
/* Number of a kind, or -1. */
int rh_guests_named(const rh_guests *g, const char *name, size_t length);

/* Seats them for a game: kind by seat, -1 for whoever is no guest. The record is borrowed until they
 * leave. Processes begin when they are first asked. */
void rh_guests_sit(rh_guests *g, const rh_record *record, const int kind[RH_PLAYERS]);
/* Asks the guest of a seat; this is what work->guest calls. */
bool rh_guests_choose(void *guests, const rh_title *t, const rh_game *game, int seat,
                      bool out_of_turn, rh_bot_work *work, rh_action *a);
/* The game is over: "quit" to all, and whoever is still there soon after is killed. */
void rh_guests_leave(rh_guests *g);

#endif
