/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.h: rules proved in text: a situation, actions, expectations; docs/scenarios.md teaches
 * the language.
 *
 * The runner reads no file and prints nothing: the host hands it text, loads titles for it and
 * gets every failing expectation as one line. */
#ifndef ROUNDHOUSE_FILES_SCENARIO_H
#define ROUNDHOUSE_FILES_SCENARIO_H

#include "roundhouse/engine.h"
#include "text/lines.h"

enum { RH_SCENARIO_OPTIONS = 16, RH_SCENARIO_REPORT = 1024 };

typedef struct {
    /* The title in this version of its rules (0: the newest) under these options ("name=value" or
     * "name"), or NULL with why. Borrowed: it must live until the file has been run. */
    const rh_title *(*title)(void *who, const char *id, int version, const char *const *option,
                             int options, char why[RH_WHY_TEXT]);
    void (*report)(void *who, const char *line); /* "file:12: expected …, found …" */
    void *who;
    const char *const *option; /* options put on top of those of every scenario */
    int options;
} rh_scenario_host;

typedef struct {
    int passed, failed; /* scenarios */
} rh_scenario_count;

/* Runs every scenario of a file's text and adds to *count. False: the text is no scenario file;
 * err says where and why, and nothing has been run. A scenario that is not well formed fails; the
 * others run. */
bool rh_scenario_run(const rh_scenario_host *host, const char *file, const char *text, size_t len,
                     rh_scenario_count *count, rh_line_error *err);

/* Only reads the text: is it well formed? Returns the number of scenarios, -1 with err. */
int rh_scenario_read(const char *text, size_t len, rh_line_error *err);

#endif
