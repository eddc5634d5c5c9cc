/* SPDX-License-Identifier: Apache-2.0 */
/* crew.h: the threads behind the loop: workers, each with a desk and the games that fall to it by their
 * ids, and some of lowered priority for errands (bots, records of strangers). The loop hands on what it
 * has read and never waits; what comes back lies in a queue until the loop takes it.
 *
 * Bounds: RH_CREW_TASKS wait for a worker; one more is not taken, and whoever asked is told to try again. */
#ifndef ROUNDHOUSE_SERVER_CREW_H
#define ROUNDHOUSE_SERVER_CREW_H

#include "server/desk.h"

enum { RH_CREW_TASKS = 10000, RH_CREW_WORKERS = 16 };

/* Something for the loop to send. */
typedef struct rh_post rh_post;
struct rh_post {
    rh_post *next;
    uint64_t exchange; /* 0: a message for pages */
    rh_reply reply;
    uint64_t *page;
    int pages;
    char *text;
    size_t len;
};
void rh_post_free(rh_post *p);

typedef struct rh_crew rh_crew;

/* site: the folder of the page, "": none. wake is called on any thread when there is post. Yours:
 * rh_crew_end(). NULL: no threads or no memory. */
rh_crew *rh_crew_start(rh_log *log, const rh_desk_offer *offer, const char *site, int workers,
                       void (*wake)(void *context), void *context);

/* All that is handed over is copied. False: too much waits. */
bool rh_crew_ask(rh_crew *c, const rh_asking *q);
bool rh_crew_file(rh_crew *c, uint64_t exchange, const char *path, const char *encodings);
bool rh_crew_hear(rh_crew *c, uint64_t page, const char *session, const char *text, size_t len,
                  int64_t now);
void rh_crew_gone(rh_crew *c, uint64_t page, int64_t now);

typedef struct {
    int64_t waiting;     /* tasks that no worker has taken yet */
    rh_desk_state desks; /* of all, some moments ago */
} rh_crew_state;
void rh_crew_figures(rh_crew *c, rh_crew_state *out);

/* All post, in order; the caller frees each. */
rh_post *rh_crew_post(rh_crew *c);
/* From elsewhere, for the loop. */
void rh_crew_put(rh_crew *c, rh_post *p);

/* Nothing more is taken; what waits is done and kept. Closes the log too, which hands things back to the
 * desks to the last. */
void rh_crew_end(rh_crew *c);

#endif
