/* SPDX-License-Identifier: Apache-2.0 */
/* desk.h: what is asked of tables by people far apart: requests and messages in, answers out, without a
 * socket. docs/api.md tells it to those who write programs.
 *
 * A desk has the games that fall to it and is used by one thread, so no game needs a lock. It reads from
 * the log (log.h) when a game is not in memory, and hands units to the log's own thread: what comes back
 * waits in the desk's inbox until rh_desk_work(). Only then is anybody answered, the author included.
 * Slow matters (a bot's decision, a record of a stranger) are errands that somebody else runs.
 *
 * Bounds, beside those of table.h: RH_DESK_QUEUE wishes wait for a game, RH_DESK_WATCHERS pages look at
 * it, of a person's wishes RATE_… pass in a time; games that nobody looks at stay in memory while all of them have no
 * more than rh_desk_offer.cache bytes. */
#ifndef ROUNDHOUSE_SERVER_DESK_H
#define ROUNDHOUSE_SERVER_DESK_H

#include "bots/bots.h"
#include "server/api.h"
#include "server/rows.h"
#include "server/table.h"

enum {
    RH_DESK_QUEUE = 64,
    RH_DESK_WATCHERS = 2000,  /* pages that look at a game … */
    RH_DESK_KEPT_FREE = 40,   /* … of them for people who have a part in it */
    RH_DESK_SPECTATORS = 200, /* people who have none and are told at once; more wait up to … */
    RH_DESK_BATCH_MS = 2000,  /* … so long for what is new */
    RH_DESK_WAITS = 240,      /* requests that wait for a row */
    RH_DESK_BODY = 64 * 1024, /* bytes of a request; a record may have RH_BODY_MAX */
    RH_DESK_MESSAGE = 8 * 1024,
    RH_DESK_GAMES = 200,     /* that are not over, of one person */
    RH_DESK_PAGE = 50,       /* cards in one answer */
    RH_DESK_ROWS = 1000,     /* rows in one answer; whoever lacks more loads the record */
    RH_DESK_WAIT_MS = 25000, /* the longest that log?wait waits for a row */
    RH_SESSION_DAYS = 180
};

typedef struct {
    uint64_t exchange;         /* the answer is for this one */
    const char *method, *path; /* behind /api/v1: "/games/ID/log" */
    const char *query;         /* "after=12&wait=25"; "": none */
    const char *body;
    size_t len;
    const char *session; /* the secret that was brought; "": none */
    bool by_page;        /* sent by our own page (Origin); a program gets its session as JSON */
    bool stays;          /* rows of a log are wanted as lines, for as long as it is there */
    uint64_t address;    /* of whoever asks, as a number that says no more; not 0 */
    int64_t now;         /* ms */
} rh_asking;

typedef struct {
    rh_response response;
    char session[RH_SECRET_TEXT]; /* a new one, for the cookie; "": none */
} rh_reply;

/* Something slow. Run by rh_errand_run() on any thread and given back to its desk. */
typedef struct rh_errand rh_errand;
void rh_errand_run(rh_errand *e, rh_bot_work *work);

typedef struct {
    void *context;
    /* The answer to a request; the body of the response becomes the callee's. If it stays, messages to a page of the
     * number of the exchange follow, until the page is gone or there is another answer, which is the last. */
    void (*answer)(void *context, uint64_t exchange, rh_reply *reply);
    /* A message to these pages. Borrowed. */
    void (*send)(void *context, const uint64_t *page, int pages, const char *text, size_t len);
    /* To be run and then handed to rh_desk_back(), on the thread of the desk or any other. */
    void (*errand)(void *context, rh_errand *e);
    /* Something waits in the inbox: rh_desk_work() is wanted. From any thread. */
    void (*wake)(void *context);
} rh_desk_out;

typedef struct {
    const char *const *title_file; /* texts of title files that are served too */
    int title_files;
    const char *const *title_name; /* what the files are called, for the page; NULL: nothing */
    bool any_title;                /* whatever a record carries is played: the table is one's own */
    /* `roundhouse play`: all games are this person's, who has every seat, makes the calls, plays the bots (the
     * page does) and is not hurried; 0: tables of several people. */
    int64_t owner;
    size_t
        cache; /* bytes of games in memory; beyond that those go that nobody has looked at for longest */
    const char *
        engine; /* names this very program, whose snapshots are believed; NULL: none are, nor written */
} rh_desk_offer;

typedef struct {
    int64_t games, bytes;      /* in memory */
    int64_t resumed, replayed; /* opened since the start, from a snapshot and from the first row */
} rh_desk_state;

typedef struct rh_desk rh_desk;

/* What log, offer and out point to is borrowed. NULL without memory. */
rh_desk *rh_desk_open(rh_log *log, const rh_desk_offer *offer, const rh_desk_out *out);
/* What was handed to the log must have come back. */
void rh_desk_close(rh_desk *d);

/* Makes the cards that were lost with a program that was killed. Once, at the start. */
void rh_desk_mend(rh_desk *d, int64_t now);

/* Which game is it about? Games are given to desks by it. "": none, any desk will do. */
void rh_asking_game(const rh_asking *q, char id[RH_LOG_ID]);
void rh_message_game(const char *text, size_t len, char id[RH_LOG_ID]);

void rh_desk_ask(rh_desk *d, const rh_asking *q);

/* A message of a page, which came with this session ("": none). hello and beat are not for a desk. */
void rh_desk_hear(rh_desk *d, uint64_t page, const char *session, const char *text, size_t len,
                  int64_t now);
/* The page is gone. */
void rh_desk_gone(rh_desk *d, uint64_t page, int64_t now);

/* Takes what has come back and does what is due. Returns when it wants to be called again, in ms of
 * `now`; INT64_MAX: only when woken. */
int64_t rh_desk_work(rh_desk *d, int64_t now);
void rh_desk_back(rh_desk *d, rh_errand *e); /* from any thread */
/* Another process has added rows to a game. From any thread. */
void rh_desk_moved(rh_desk *d, int64_t game);
/* What would help the next program is handed to the log: cards and snapshots. */
void rh_desk_rest(rh_desk *d, int64_t now);
void rh_desk_figures(rh_desk *d, rh_desk_state *out);
/* Has everything that was handed on come back? */
bool rh_desk_is_idle(rh_desk *d);

/* {"error": {…}} as both ways of asking have it. */
void rh_put_error(rh_json_writer *w, const rh_no *no);

#endif
