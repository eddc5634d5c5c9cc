/* SPDX-License-Identifier: Apache-2.0 */
/* browser.h: `roundhouse play` with the table in the browser. */
#ifndef ROUNDHOUSE_CLI_BROWSER_H
#define ROUNDHOUSE_CLI_BROWSER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *site;   /* folder of the page */
    int port;           /* 0: one that is free */
    bool opens;         /* a browser, if there is a screen */
    const char *title;  /* offer a new game of this; NULL: the shelf of all games */
    const char *file;   /* text of that title, which is then the path of a file; NULL: an id */
    const char *record; /* keep this game and show it; NULL: none */
    size_t len;
    const char *name; /* what errors call it */
} rh_browser;

/* Serves until it is interrupted; the answer is the exit code. */
int rh_play_in_browser(const rh_browser *b);

/* The user's folder for games, made if it is not there. False: it cannot be; errno says why. */
bool rh_data_folder(char *out, size_t cap);

#endif
