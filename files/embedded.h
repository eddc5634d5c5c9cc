/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.h: the titles inside the program.
 *
 * The program runs from anywhere and needs no installed files, so tools/embed.py turns every
 * titles/<id>/ into this table at build time. The texts are the files to the byte, the ledger with
 * empty lines for all that is no statement: line numbers in errors are those of the file, and all
 * texts end with a NUL beyond their length. */
#ifndef ROUNDHOUSE_FILES_EMBEDDED_H
#define ROUNDHOUSE_FILES_EMBEDDED_H

#include <stddef.h>

typedef struct {
    const char *id;     /* the folder's name, "18nl" */
    const char *json;   /* title.json */
    size_t json_len;    /* bytes, without the NUL */
    const char *rules;  /* the statements of RULES.md; empty if it has none yet    */
    size_t rules_len;   /* bytes, without the NUL */
    const char *bots;   /* bots.json (bots/known.h); empty if the title has none */
    size_t bots_len;    /* bytes, without the NUL */
    const char *lesson; /* lesson.json, a first game with prompts; empty if the title has none */
    size_t lesson_len;  /* bytes, without the NUL */
} rh_embedded_title;

extern const rh_embedded_title rh_embedded_titles[]; /* sorted by id */
extern const size_t rh_embedded_title_count;

#endif
