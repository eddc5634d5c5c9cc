/* SPDX-License-Identifier: Apache-2.0 */
/* asking.h: tests that ask a screen and read its answers. */
#ifndef ROUNDHOUSE_TESTS_SCREEN_ASKING_H
#define ROUNDHOUSE_TESTS_SCREEN_ASKING_H

#include "screen/screen.h"

/* Asks, and reads the answer; it lives until the next one. The test fails if it is not JSON. */
RH_LIKE_PRINTF(2, 3) const rh_json *ask(rh_screen *s, const char *format, ...);
const rh_json *ask_whole(rh_screen *s, const char *question); /* of any length */
/* A member that is a text, "" without it; one that is a number, -1 without it. */
const char *text(const rh_json *answer, const char *key);
int number(const rh_json *answer, const char *key);
/* Neither an error nor a refusal. */
void assert_fine(const rh_json *answer);
/* A game of Anna, Bo and Cia. */
void begin(rh_screen *s, const char *title);
/* Goes on from the game with these statements added, a list in JSON. */
void change_to(rh_screen *s, const char *statements);
/* A line, played. */
void play_line(rh_screen *s, const char *line);
/* A bot's next action, played; false at the end of the game. */
bool play(rh_screen *s);
/* Plays on until this step pends; the test fails if it never does. */
void play_to(rh_screen *s, const char *step);
/* For the end of a group of tests. */
int forget_answers(void **state);

#endif
