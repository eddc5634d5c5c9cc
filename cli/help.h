/* SPDX-License-Identifier: Apache-2.0 */
/* help.h: one table of commands, from which help, the man page and the completions are made. */
#ifndef ROUNDHOUSE_CLI_HELP_H
#define ROUNDHOUSE_CLI_HELP_H

#include <stddef.h>

#include "roundhouse/base.h"

enum { RH_COMMAND_OPTIONS = 12 };

typedef struct {
    const char *flag;  /* "--seed" */
    const char *value; /* "N", or NULL: a flag alone */
    const char *what;
} rh_command_option;

typedef enum { RH_TAKES_NOTHING, RH_TAKES_TITLE, RH_TAKES_FILE } rh_takes;

typedef struct {
    const char *word;  /* "show" */
    const char *args;  /* "GAME [--json|--map-svg|--market-svg]" */
    const char *brief; /* one line without a full stop */
    const char *text;  /* whole sentences, lines of at most 90 characters */
    int takes;         /* rh_takes: what its first word is, for completions */
    rh_command_option option[RH_COMMAND_OPTIONS];
    int (*run)(int argc, char **argv);
} rh_command;

extern const rh_command rh_commands[]; /* main.c */
extern const size_t rh_command_count;

void rh_help_all(void);                           /* every command, a line each */
void rh_help_command(const rh_command *c);        /* one command in full */
void rh_help_man(void);                           /* the man page, as man(7) source */
int rh_help_completion(const char *shell);        /* bash, zsh or fish; 2: no such shell */
const rh_command *rh_help_near(const char *word); /* the command most like this word, or NULL */

#endif
