/* SPDX-License-Identifier: Apache-2.0 */
/* desk_parts.h: what the files of desk.h share. */
#ifndef ROUNDHOUSE_SERVER_DESK_PARTS_H
#define ROUNDHOUSE_SERVER_DESK_PARTS_H

#include <pthread.h>

#include "server/desk.h"
#include "server/rates.h"

/* A title is shared by all games that have the same headers but for players and seed. */
typedef struct title_use {
    struct title_use *next;
    char *key;
    rh_title *title;
    int games;
} title_use;

typedef struct {
    uint64_t page;
    int64_t person;
    bool lines;   /* wants rows, a line each, and nothing else */
    bool slow;    /* one too many: is told every BATCH_MS */
    int64_t told; /* the last row that it was sent */
} watcher;

/* A request for the log that waits for a row. */
typedef struct {
    uint64_t exchange;
    int64_t person, after, until;
} waiting;

typedef enum { SPECTATORS_LINK, SPECTATORS_ALL, SPECTATORS_NONE } spectators_way;
extern const char *const spectators_words[]; /* then NULL */

typedef struct deed deed;

/* Programmes of somebody at the table: a JSON list (docs/programmes.md), for nobody else's eyes. */
typedef struct {
    int64_t person;
    char *text;
    bool runs; /* one of them does */
    bool told; /* one has ended, which its owner wants to know */
} programmes_of;

typedef struct game {
    struct game *next; /* in the same row of the desk's games */
    rh_log_game kept;
    title_use *title;
    rh_table *table;
    rh_policy policy;
    uint8_t spectators;                /* spectators_way */
    bool hints;                        /* pages may offer what a bot would do */
    bool overheard;                    /* whoever watches reads what the table says */
    char who[RH_PLAYERS][RH_LOG_NAME]; /* names of those who sit there */
    watcher *watcher;
    waiting *wait;
    int watchers, waits;
    deed *first, *last; /* the first is in flight, or about to be */
    int queued;
    bool flies;
    bool broken;  /* what is in memory is not what is kept */
    bool watched; /* the log tells what others add */
    bool thinks;  /* a bot or a programme does, about the present row */
    programmes_of programmes[RH_PLAYERS];
    int owners;   /* of programmes */
    int chain;    /* actions of programmes since one of a person */
    int64_t low;  /* the least ply that was gone back to since programmes looked; INT64_MAX: none */
    int64_t used; /* ms */
    int64_t call_at;  /* when the table makes its next call; 0: none */
    uint8_t waited;   /* seats for which the call has waited already */
    int64_t card_at;  /* when its card is to be written; 0: it is */
    int64_t batch_at; /* when slow watchers are told; 0: they know all */
    int64_t snapped;  /* the row that the last snapshot was made after; 0: there is none */
    size_t bytes;     /* that were counted for it */
} game;

/* Who asks. */
typedef struct {
    rh_person person;             /* id 0: nobody we know */
    char session[RH_SECRET_TEXT]; /* a new one */
} asker;

/* A change of a game on its way, and who is to be told about it. */
typedef enum { TELL_NOBODY, TELL_PAGE, TELL_LOG, TELL_CLAIM, TELL_LINK, TELL_SEAT } telling;

struct deed {
    deed *next; /* behind it in the queue of the game */
    deed *back; /* behind it in the inbox */
    struct rh_desk *desk;
    game *game;
    rh_wish wish;
    bool by_bot, by_table;
    char *line[RH_UNIT_LINES];
    char name[RH_LOG_NAME]; /* wish.name */
    rh_unit unit;
    rh_change change[4];
    int changes, own_changes;
    rh_log_job job;
    int tries;
    telling tells;
    uint64_t page, exchange;
    char key[2 * RH_LOG_KEY + 1];
    asker asker;
    bool by_page;
    char secret[RH_SECRET_TEXT]; /* of a new link */
    char *body;                  /* of a card or snapshot; programmes as they are then */
};

typedef enum { ERRAND_BOT, ERRAND_RECORD, ERRAND_PROGRAMMES } errand_kind;

struct rh_errand {
    rh_errand *next;
    struct rh_desk *desk;
    char id[RH_LOG_ID]; /* of the game; of a record: the new one's */
    uint8_t kind_of;    /* errand_kind */
    /* a bot's */
    const rh_title *title;
    rh_game now;
    uint8_t kind[RH_PLAYERS];
    int64_t head;
    uint64_t seed;
    int seat; /* the answer; RH_NONE: nobody acts */
    char line[RH_ACTION_TEXT];
    rh_names names;
    /* of programmes: `now` is the position after `from` actions, `record` the lines since; text and told of the
     * list are the answer, and `of` whose acts (-1: nobody's) */
    programmes_of list[RH_PLAYERS];
    uint8_t seats_of[RH_PLAYERS];
    int lists, players, of;
    int64_t from, ply, low;
    bool chained; /* enough: whoever would act ends */
    /* a record's */
    char *record;
    size_t len;
    rh_taken taken;
    rh_line_error err;
    bool good;
    /* and what is to be made of it */
    uint64_t exchange;
    bool by_page;
    int64_t at;
    asker asker;
    char *wanted; /* the body of the request */
    size_t wanted_len;
};

enum { ROWS_OF_GAMES = 1024, SESSIONS = 1024, SESSION_MS = 30000, RECORDS = 16 };

struct rh_desk {
    rh_log *log;
    rh_desk_offer offer;
    rh_desk_out out;
    game *game[ROWS_OF_GAMES];
    int games;
    size_t bytes; /* of all of them */
    int64_t resumed, replayed;
    title_use *title;
    struct {
        uint8_t hash[RH_SECRET_HASH];
        int64_t until;
        rh_person person;
    } session[SESSIONS];
    rh_rates acts, makes, imports, guests, talk;
    int64_t now;
    int64_t next;         /* when some game wants to be looked at; INT64_MAX: none does */
    int out_there;        /* deeds and errands that have not come back */
    int records;          /* of them, records of strangers */
    pthread_mutex_t lock; /* of what follows */
    deed *inbox, *inbox_last;
    rh_errand *errands;
    int64_t moved[64];
    int moves;
};

/* --- desk_games.c: games in memory ------------------------------------------------------------------ */

/* The game, read if it is not in memory. NULL: no says why. */
game *find_game(rh_desk *d, const char *id, rh_no *no);
/* From the log, for a moment or to stay; binned: also from the bin. Yours: free_game(). NULL: no. */
game *read_game(rh_desk *d, const char *id, bool binned, rh_no *no);
void free_game(rh_desk *d, game *g);
void forget_game(rh_desk *d, game *g); /* of the desk */
bool is_quiet(const game *g);          /* nobody would miss it */
void count_bytes(rh_desk *d, game *g); /* it has grown */
/* Takes rows that the log has and the table lacks; those, or all that there are. */
bool take_rows(game *g, const rh_rows *rows, rh_line_error *err);
bool read_rows(rh_desk *d, game *g, rh_no *no);
void read_names(rh_desk *d, game *g);          /* of those who sit there */
void write_snapshot(rh_desk *d, game *g);      /* of the present row, if the last one is older */
void write_snapshot_soon(rh_desk *d, game *g); /* … if it is much older */
size_t row_of(const char *id);                 /* where a game of this id stands in the desk's */

/* --- desk.c: what is done in games ------------------------------------------------------------------ */

/* Sets the calls, the programmes and the bots going. */
void look_after(rh_desk *d, game *g);
/* Hands a job that is about no row to the log; the deed lives until it is done. */
void send_beside(deed *e);
/* Writes the card of a game that may be another desk's. */
void write_card_of(rh_desk *d, const char *id);
/* Writes the cards that are due soon, so that a list has them. */
void write_cards(rh_desk *d);
/* Its set-up is this from now on, which becomes the game's. */
void take_setup(rh_desk *d, game *g, char *setup);
/* The game wants to be looked at then. */
void look_again(rh_desk *d, int64_t at);
bool is_here(const game *g, int64_t person); /* looks on, or waits for a row */
bool may_watch(const game *g, int64_t person);
bool has_part(const game *g, int64_t person); /* a seat, or is the host */
/* A deed of this person; lives until it is answered. NULL without memory. */
deed *new_deed(rh_desk *d, game *g, const asker *who, rh_row_kind kind);
void submit(deed *e);
void tell_all(rh_desk *d, const game *g, const rh_json_writer *w);
/* Somebody looks on from now on. False: no says why not. */
bool add_watcher(rh_desk *d, game *g, uint64_t page, int64_t person, bool lines, rh_no *no);
void tell_table(rh_desk *d, game *g); /* who sits here, who is here, what is asked */
void set_call(rh_desk *d, game *g);   /* when the table calls next, if it does */
void free_errand(rh_errand *e);
void free_deed(deed *e);

/* --- desk_programmes.c: what is done for those who are away ------------------------------------------ */

void read_programmes(rh_desk *d, game *g); /* of all who sit here, when the game is opened */
void free_programmes(programmes_of *of, int owners);
/* Can it be somebody's programmes? False: no names the field. */
bool programmes_fit(const game *g, const char *text, rh_no *no);
void set_programmes(game *g, int64_t person, const char *text);
const char *programmes_now(game *g, int64_t person); /* borrowed; NULL: none in memory */
/* True: they are looked at, and the bots must wait. */
bool ask_programmes(rh_desk *d, game *g);
void run_programmes(rh_errand *e, rh_bot_work *work);
/* True: one of them acts. */
bool programmes_are_back(rh_desk *d, game *g, rh_errand *e);
void programme_played(rh_desk *d, game *g,
                      const deed *e); /* a deed was kept, of a programme or not */
void tell_programmes(rh_desk *d, const game *g, int64_t person, const char *text);

/* --- desk_who.c: who asks ------------------------------------------------------------------------- */

bool find_person(rh_desk *d, const char *session, rh_person *out, rh_no *no);
/* The same, and whoever is unknown becomes a guest of this name. */
bool find_or_make_person(rh_desk *d, const rh_asking *q, const char *name, asker *out, rh_no *no);
bool name_fits(const char *name);
rh_code log_trouble(rh_log_answer a, const char *why, rh_no *no);
RH_LIKE_PRINTF(3, 4) rh_code say_no(rh_no *no, rh_code code, const char *format, ...);
bool allowed(const rh_desk *d, rh_rates *r, const rh_rate *rate, uint64_t who, rh_no *no);
/* May this person have one more game that is not over? */
bool has_room_for_game(const rh_desk *d, int64_t person, rh_no *no);
extern const rh_rate rate_acts, rate_makes, rate_imports, rate_guests, rate_talk;

/* --- desk_json.c: what is read and written -------------------------------------------------------- */

void put_print(rh_json_writer *w, int list, uint64_t print);
void put_rows(rh_json_writer *w, const rh_table *t, int64_t after);
/* The same for programs, a line each. Yours to free(); NULL without memory. */
char *lines_of_rows(const rh_table *t, int64_t after, size_t *len);
void put_seats(rh_json_writer *w, const game *g);
void put_asked(rh_json_writer *w, const game *g);
void put_bits(rh_json_writer *w, const char *key, unsigned bits);
void put_card(rh_json_writer *w, const game *g);
void put_game(rh_json_writer *w, const game *g, int64_t person);
void put_said(rh_json_writer *w, const rh_said *line, const char *name);
bool read_policy(const char *policy, game *g);
/* What POST log and act have in common. False: no. */
bool read_wish(const rh_json *body, deed *e, rh_no *no);

/* --- desk_ask.c: requests ------------------------------------------------------------------------- */

void answer_json(rh_desk *d, uint64_t exchange, int status, rh_json_writer *w, const char *session);
void answer_no(rh_desk *d, uint64_t exchange, const rh_no *no);
void answer_rows(rh_desk *d, uint64_t exchange, const game *g, int64_t after);
void answer_seat(const deed *e);
char *copy_of(const char *text, size_t len); /* with a final 0; NULL without memory */
/* Chat: what this person may see behind line `after`, to a page or as an answer; a line of theirs. */
void tell_chat(rh_desk *d, const game *g, uint64_t page, int64_t person, int64_t after);
bool say_line(rh_desk *d, game *g, const rh_person *who, const rh_json *body, int64_t *n,
              rh_no *no);
/* A record has been replayed: the game is made of it. */
void record_is_back(rh_desk *d, rh_errand *e);

#endif
