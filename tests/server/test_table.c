/* SPDX-License-Identifier: Apache-2.0 */
/* test_table.c: a game that several people play: whose rows are taken, in which order, and what of them is
 * in force. Bots play every title here; nothing hangs on a clock. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "files/record_title.h"
#include "roundhouse/digest.h"
#include "roundhouse/engine.h"
#include "server/table.h"

enum { ANNA = 11, BO, CIA, DIRK, STRANGER = 99 }; /* persons; seat p is ANNA + p's */

typedef struct {
    rh_title *title;
    rh_table *t;
    char setup[400];
    rh_policy policy;
    int64_t clock;
} seated;

static rh_table *table_of(const seated *s)
{
    rh_line_error err = {0};
    rh_table *t = rh_table_make(s->title, s->setup, &s->policy, &err);
    if (!t)
        fail_msg("%s", err.why);
    for (int p = 0; p < rh_table_seats(t); p++)
        rh_table_sit(t, p, &(rh_seat){.person = ANNA + p});
    return t;
}

static seated sit(const char *title, const char *option, rh_policy policy)
{
    seated s = {.policy = policy, .clock = 1000};
    rh_record r;
    rh_line_error err;
    rh_load_error load;
    (void)snprintf(s.setup, sizeof s.setup, "title: %s\n%splayers: Anna, Bo, Cia\nseed: 7\n\n",
                   title, option);
    assert_true(rh_record_read(s.setup, strlen(s.setup), &r, &err));
    s.title = rh_record_title(&r, &load);
    if (!s.title)
        fail_msg("%s", load.text);
    rh_record_free(&r);
    s.t = table_of(&s);
    return s;
}

static void leave(seated *s)
{
    rh_table_free(s->t);
    rh_title_free(s->title);
}

/* A wish of this person, who has seen everything. */
static rh_wish wish(const seated *s, rh_row_kind kind, int64_t person)
{
    return (rh_wish){.kind = kind,
                     .after = rh_table_head(s->t),
                     .person = person,
                     .seats = rh_table_seats_of(s->t, person),
                     .to = -1,
                     .word = "",
                     .name = ""};
}

static rh_code done(seated *s, const rh_wish *w, rh_no *no)
{
    static rh_unit u;
    const int64_t head = rh_table_head(s->t);
    const uint64_t print = rh_table_print(s->t);
    const rh_code code = rh_table_try(s->t, w, &u, no);
    assert_int_equal(code, no->code);
    assert_int_equal(rh_table_head(s->t), head); /* trying changes nothing */
    assert_int_equal(rh_table_print(s->t), print);
    if (code != RH_OK) {
        assert_int_equal(u.rows, 0);
        assert_true(no->text[0] != 0);
    } else if (u.rows) {
        assert_true(rh_table_enter(s->t, &u, s->clock++));
        assert_int_equal(rh_table_row(s->t, rh_table_head(s->t))->print, rh_table_print(s->t));
    }
    return code;
}

static rh_code says(seated *s, const rh_wish *w)
{
    rh_no no;
    return done(s, w, &no);
}

static rh_code acts(seated *s, int64_t person, const char *line)
{
    const char *const one[] = {line};
    rh_wish w = wish(s, RH_ROW_ACT, person);
    w.line = one;
    w.lines = 1;
    return says(s, &w);
}

static rh_code wants(seated *s, rh_row_kind kind, int64_t person, int64_t to)
{
    rh_wish w = wish(s, kind, person);
    w.to = to;
    return says(s, &w);
}

static void assert_ply(const seated *s, int64_t ply) { assert_int_equal(rh_table_ply(s->t), ply); }

/* The log once more from its rows alone: the same game, to the last print. */
static void assert_reads_again(const seated *s)
{
    rh_line_error err = {0};
    rh_table *again = table_of(s);
    for (int64_t seq = 1; seq <= rh_table_head(s->t); seq++)
        if (!rh_table_take(again, rh_table_row(s->t, seq), &err))
            fail_msg("%s", err.why);
    assert_memory_equal(rh_table_game(again), rh_table_game(s->t), sizeof(rh_game));
    assert_int_equal(rh_table_ply(again), rh_table_ply(s->t));
    assert_memory_equal(rh_table_asked(again), rh_table_asked(s->t), sizeof(rh_asked));
    for (int p = 0; p < rh_table_seats(s->t); p++)
        assert_int_equal(rh_table_seat(again, p)->person, rh_table_seat(s->t, p)->person);
    rh_table_free(again);
}

/* The game as it stood after row `seq`, packed. Yours to free(). */
static void *pack_at(const seated *s, int64_t seq, size_t *len)
{
    rh_line_error err = {0};
    rh_table *t = table_of(s);
    for (int64_t n = 1; n <= seq; n++)
        assert_true(rh_table_take(t, rh_table_row(s->t, n), &err));
    void *packed = rh_table_pack(t, len);
    assert_non_null(packed);
    rh_table_free(t);
    return packed;
}

/* The log once more, the rows up to `seq` without being played: the same, and what came before can be gone back to. */
static void assert_resumes(const seated *s, int64_t seq)
{
    rh_line_error err = {0};
    rh_table *again = table_of(s);
    static rh_game now, then;
    size_t len;
    void *packed = pack_at(s, seq, &len);
    assert_true(rh_table_resume(again, seq, packed, len));
    for (int64_t n = 1; n <= rh_table_head(s->t); n++) {
        assert_int_equal(rh_table_is_resumed(again), n > seq);
        if (!rh_table_take(again, rh_table_row(s->t, n), &err))
            fail_msg("%s", err.why);
    }
    assert_memory_equal(rh_table_game(again), rh_table_game(s->t), sizeof(rh_game));
    assert_memory_equal(rh_table_asked(again), rh_table_asked(s->t), sizeof(rh_asked));
    for (int64_t ply = 0; ply <= rh_table_ply(s->t); ply += 29) {
        assert_true(rh_table_at(again, ply, &now) && rh_table_at(s->t, ply, &then));
        assert_memory_equal(&now, &then, sizeof now);
    }
    free(packed);
    rh_table_free(again);
}

/* Another moment of the same game, or half of one, is not taken for this one. */
static void assert_not_believed(const seated *s, int64_t seq, int64_t other)
{
    rh_line_error err = {0};
    rh_table *again = table_of(s);
    size_t len;
    void *packed = pack_at(s, other, &len);
    assert_false(rh_table_resume(again, seq, packed, len / 2));
    assert_true(rh_table_resume(again, seq, packed, len));
    for (int64_t n = 1; n < seq; n++)
        assert_true(rh_table_take(again, rh_table_row(s->t, n), &err));
    assert_false(rh_table_take(again, rh_table_row(s->t, seq), &err));
    assert_non_null(strstr(err.why, "is not what row"));
    free(packed);
    rh_table_free(again);
}

/* --- every title, at random ---------------------------------------------------------------------- */

/* Somebody takes something back, or asks, or answers, or redoes; whoever it is, the table stands. */
static void meddle(seated *s, rh_dice *dice)
{
    static const rh_row_kind KINDS[] = {RH_ROW_UNDO, RH_ROW_UNDO, RH_ROW_REDO, RH_ROW_AGREE,
                                        RH_ROW_REFUSE};
    const rh_row_kind kind = KINDS[rh_throw(dice, 5)];
    const int64_t person = rh_throw(dice, 8) == 0 ? STRANGER : ANNA + (int64_t)rh_throw(dice, 3);
    int64_t to = rh_throw(dice, 2) ? -1 : rh_table_ply(s->t) - 1 - rh_throw(dice, 30);
    if (kind == RH_ROW_AGREE || kind == RH_ROW_REFUSE)
        to = rh_table_asked(s->t)->seq;
    (void)wants(s, kind, person, to);
}

/* What a bot wants, first in ways in which it is not done. */
static void act_once(seated *s, const rh_action *a, int seat)
{
    char line[RH_ACTION_TEXT];
    const char *const one[] = {line};
    rh_no no;
    rh_action_write(s->title, rh_table_called(s->t), a, line);
    assert_int_equal(acts(s, ANNA + (seat + 1) % 3, line), RH_NOT_YOURS);
    assert_int_equal(acts(s, STRANGER, line), RH_NOT_YOURS);
    rh_wish w = wish(s, RH_ROW_ACT, ANNA + seat);
    w.line = one;
    w.lines = 1;
    w.keyed = true;
    memcpy(w.key, &s->clock, sizeof s->clock);
    w.after++;
    assert_int_equal(done(s, &w, &no), RH_STALE);
    w.after--;
    assert_int_equal(done(s, &w, &no), RH_OK);
    const int64_t head = rh_table_head(s->t);
    assert_int_equal(done(s, &w, &no), RH_OK); /* the same key is answered and not done again */
    assert_int_equal(no.head, head);
    assert_int_equal(rh_table_head(s->t), head);
}

static void every_title_reads_again_to_the_same_prints(void **state)
{
    (void)state;
    static const uint8_t BOTS[RH_PLAYERS] = {RH_BOT_STEADY, RH_BOT_STEADY, RH_BOT_STEADY};
    rh_bot_work work;
    assert_true(rh_bot_work_make(&work));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        seated s = sit(rh_embedded_titles[i].id, "", (rh_policy){0});
        rh_dice dice = rh_dice_of(i);
        rh_action a;
        for (int n = 0; n < 400 && rh_table_game(s.t)->over == RH_PLAYING; n++) {
            if (rh_throw(&dice, 6) == 0)
                meddle(&s, &dice);
            const rh_game *g = rh_table_game(s.t);
            if (rh_bots_choose(BOTS, s.title, g, &dice, &work, &a) == RH_NONE)
                continue;
            act_once(&s, &a, rh_player_behind(s.title, g, a.act.by));
        }
        assert_true(rh_table_ply(s.t) > 100);
        assert_reads_again(&s);
        assert_resumes(&s, 1);
        assert_resumes(&s, rh_table_head(s.t) / 2);
        assert_resumes(&s, rh_table_head(s.t));
        assert_not_believed(&s, rh_table_head(s.t) - 1, 5);
        rh_game *at = malloc(sizeof *at);
        assert_non_null(at);
        for (int64_t ply = 0; ply <= rh_table_ply(s.t); ply += 7)
            assert_true(rh_table_at(s.t, ply, at));
        assert_true(rh_table_at(s.t, rh_table_ply(s.t), at));
        assert_memory_equal(at, rh_table_game(s.t), sizeof *at);
        assert_false(rh_table_at(s.t, rh_table_ply(s.t) + 1, at));
        free(at);
        leave(&s);
    }
    rh_bot_work_free(&work);
}

static void a_new_table_goes_on_from_any_action(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){0});
    rh_line_error err = {0};
    rh_record r;
    static rh_game g, at;
    size_t len;
    assert_int_equal(acts(&s, ANNA, "Anna pass"), RH_OK);
    assert_int_equal(acts(&s, BO, "Bo pass"), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_UNDO, BO, -1), RH_OK);
    assert_int_equal(acts(&s, BO, "Bo bid P3 75"), RH_OK);
    for (int ply = 0; ply <= 2; ply++) {
        char *text = rh_table_branch(s.t, ply, &len);
        assert_non_null(text);
        assert_true(rh_record_read(text, len, &r, &err) && rh_record_replay(s.title, &r, &g, &err));
        assert_int_equal(r.actions, ply);
        assert_true(rh_table_at(s.t, ply, &at));
        assert_memory_equal(&g, &at, sizeof g);
        rh_record_free(&r);
        free(text);
    }
    leave(&s);
}

/* --- units --------------------------------------------------------------------------------------- */

static void a_unit_is_taken_as_a_whole_or_not_at_all(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){0});
    static const char *const GOOD[] = {"Anna pass", "Bo bid P3 75"},
                             *const BAD[] = {"Anna pass", "Bo bid P3 1"},
                             *const FOREIGN[] = {"Anna pass", "Bo pass"};
    rh_no no;
    rh_wish w = wish(&s, RH_ROW_ACT, ANNA);
    w.lines = 2;
    w.line = FOREIGN;
    assert_int_equal(done(&s, &w, &no), RH_NOT_YOURS);
    assert_int_equal(no.line, 2);
    rh_table_sit(s.t, 1, &(rh_seat){.person = ANNA}); /* hot seat: she has both */
    w.seats = rh_table_seats_of(s.t, ANNA);
    w.line = BAD;
    assert_int_equal(done(&s, &w, &no), RH_REFUSED);
    assert_int_equal(no.line, 2);
    assert_string_equal(no.rule, "bid_too_low");
    assert_true(strncmp(no.id, "18NL-", 5) == 0);
    assert_ply(&s, 0);
    w.line = GOOD;
    assert_int_equal(done(&s, &w, &no), RH_OK);
    assert_ply(&s, 2);
    assert_int_equal(rh_table_row(s.t, 1)->unit, 1);
    assert_int_equal(rh_table_row(s.t, 2)->unit, 1);
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 1),
                     RH_REFUSED); /* half of it is not taken back */
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, -1), RH_OK);
    assert_ply(&s, 0);
    assert_int_equal(wants(&s, RH_ROW_REDO, ANNA, -1), RH_OK);
    assert_ply(&s, 2);
    assert_int_equal(rh_table_head(s.t), 4);
    w.lines = 0;
    w.after = 4;
    assert_int_equal(done(&s, &w, &no), RH_UNREADABLE);
    w.lines = RH_UNIT_LINES + 1;
    assert_int_equal(done(&s, &w, &no), RH_TOO_LARGE);
    leave(&s);
}

static void a_line_nobody_can_read_is_said_to_be_one(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){0});
    assert_int_equal(acts(&s, ANNA, "Anna bids everything"), RH_UNREADABLE);
    assert_int_equal(acts(&s, ANNA, ""), RH_UNREADABLE);
    assert_int_equal(acts(&s, ANNA, "# Anna pass"), RH_UNREADABLE);
    assert_int_equal(rh_table_head(s.t), 0);
    leave(&s);
}

/* --- undo ---------------------------------------------------------------------------------------- */

static seated three_passes(rh_policy policy)
{
    seated s = sit("18nl", "", policy);
    assert_int_equal(acts(&s, ANNA, "Anna bid P3 75"), RH_OK);
    assert_int_equal(acts(&s, BO, "Bo pass"), RH_OK);
    return s;
}

static void ones_own_is_taken_back_freely_until_somebody_acts(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){.undo = RH_UNDO_NOBODY});
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, -1), RH_REFUSED); /* nothing is there */
    assert_int_equal(acts(&s, ANNA, "Anna bid P3 75"), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_UNDO, STRANGER, -1), RH_NOT_YOURS);
    assert_int_equal(wants(&s, RH_ROW_UNDO, BO, -1), RH_REFUSED);
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, -1), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_REDO, BO, -1), RH_REFUSED);
    assert_int_equal(wants(&s, RH_ROW_REDO, ANNA, -1), RH_OK);
    leave(&s);
    s = three_passes((rh_policy){0});
    assert_int_equal(wants(&s, RH_ROW_UNDO, BO, -1), RH_OK);
    assert_ply(&s, 1);
    assert_int_equal(rh_table_row(s.t, 3)->kind, RH_ROW_UNDO);
    assert_int_equal(wants(&s, RH_ROW_REDO, BO, 7), RH_REFUSED);
    assert_int_equal(wants(&s, RH_ROW_REDO, BO, -1), RH_OK);
    assert_ply(&s, 2);
    assert_int_equal(wants(&s, RH_ROW_UNDO, BO, 2), RH_UNREADABLE);
    assert_int_equal(wants(&s, RH_ROW_UNDO, BO, 1), RH_OK);
    assert_int_equal(acts(&s, BO, "Bo bid P3 80"), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_REDO, BO, -1), RH_REFUSED); /* something else was played */
    assert_reads_again(&s);
    leave(&s);
}

static void further_back_those_concerned_must_agree(void **state)
{
    (void)state;
    seated s = three_passes((rh_policy){0});
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 0), RH_OK); /* asks: Bo has acted since */
    const rh_asked *asked = rh_table_asked(s.t);
    assert_int_equal(asked->seq, 3);
    assert_int_equal(asked->needed, 1 << 1);
    assert_string_equal(rh_table_row(s.t, 3)->line, "undo 0");
    assert_ply(&s, 2);
    assert_int_equal(wants(&s, RH_ROW_AGREE, CIA, 3), RH_NOT_YOURS);
    assert_int_equal(wants(&s, RH_ROW_AGREE, ANNA, 3), RH_NOT_YOURS);
    assert_int_equal(wants(&s, RH_ROW_AGREE, STRANGER, 3), RH_NOT_YOURS);
    assert_int_equal(wants(&s, RH_ROW_AGREE, BO, 2), RH_REFUSED); /* that is no question */
    assert_int_equal(wants(&s, RH_ROW_UNDO, CIA, 0), RH_REFUSED); /* one question at a time */
    assert_reads_again(&s);
    assert_int_equal(wants(&s, RH_ROW_AGREE, BO, 3), RH_OK);
    assert_ply(&s, 0);
    assert_int_equal(rh_table_head(s.t), 5); /* agree and undo are one unit */
    assert_int_equal(rh_table_row(s.t, 5)->kind, RH_ROW_UNDO);
    assert_int_equal(rh_table_row(s.t, 5)->unit, 4);
    assert_int_equal(rh_table_asked(s.t)->seq, 0);
    assert_int_equal(wants(&s, RH_ROW_REDO, ANNA, -1), RH_OK); /* brings back what is Bo's: asks */
    assert_int_equal(wants(&s, RH_ROW_REFUSE, BO, 6), RH_OK);
    assert_int_equal(rh_table_asked(s.t)->seq, 0);
    assert_ply(&s, 0);
    assert_reads_again(&s);
    leave(&s);
}

static void what_is_asked_ends_with_what_it_was_about(void **state)
{
    (void)state;
    seated s = three_passes((rh_policy){0});
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 0), RH_OK);
    rh_wish late = wish(&s, RH_ROW_AGREE, BO);
    late.to = 3;
    assert_int_equal(acts(&s, CIA, "Cia pass"), RH_OK);
    assert_int_equal(rh_table_asked(s.t)->needed, 1 << 1 | 1 << 2); /* Cia is concerned now too */
    assert_int_equal(says(&s, &late), RH_STALE);                /* Bo meant less than it is now */
    assert_int_equal(wants(&s, RH_ROW_REFUSE, ANNA, 3), RH_OK); /* takes it back */
    assert_int_equal(rh_table_asked(s.t)->seq, 0);
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 2), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_UNDO, CIA, 2), RH_OK); /* she can by herself */
    assert_int_equal(rh_table_asked(s.t)->seq, 0);
    assert_reads_again(&s);
    leave(&s);
}

static void a_table_may_ask_all_or_most(void **state)
{
    (void)state;
    seated s = three_passes((rh_policy){.undo = RH_UNDO_ALL});
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 0), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_AGREE, BO, 3), RH_OK);
    assert_ply(&s, 2);
    assert_int_equal(wants(&s, RH_ROW_AGREE, CIA, 3), RH_OK);
    assert_ply(&s, 0);
    leave(&s);
    s = three_passes((rh_policy){.undo = RH_UNDO_MAJORITY});
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 0), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_REFUSE, BO, 3), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_AGREE, CIA, 3), RH_OK); /* two of three */
    assert_ply(&s, 0);
    assert_reads_again(&s);
    leave(&s);
}

static void bots_agree_to_everything(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){0});
    rh_table_sit(s.t, 1, &(rh_seat){.bot = "casual"});
    assert_int_equal(acts(&s, ANNA, "Anna pass"), RH_OK);
    rh_wish w = wish(&s, RH_ROW_ACT, 0);
    static const char *const PASS[] = {"Bo pass"};
    w.line = PASS;
    w.lines = 1;
    w.seats = 1 << 1;
    w.made = RH_MADE_BOT;
    assert_int_equal(says(&s, &w), RH_OK);
    assert_int_equal(wants(&s, RH_ROW_UNDO, ANNA, 0), RH_OK);
    assert_ply(&s, 0);
    leave(&s);
}

/* --- who comes first ----------------------------------------------------------------------------- */

static rh_code bids(seated *s, int64_t person, int64_t after, const char *line, rh_no *no)
{
    const char *const one[] = {line};
    rh_wish w = wish(s, RH_ROW_ACT, person);
    w.line = one;
    w.lines = 1;
    w.after = after;
    w.still_legal = true;
    return done(s, &w, no);
}

/* The item and the lowest bid, from what the engine offers. */
static void on_offer(const seated *s, char item[16], int *least)
{
    static rh_choice choice[256];
    const size_t n = rh_legal(s->title, rh_table_game(s->t), choice, 256);
    for (size_t i = 0; i < n && i < 256; i++)
        if (choice[i].act.kind == RH_BID) {
            (void)snprintf(item, 16, "%s", s->title->company[choice[i].act.company].id);
            *least = choice[i].act.amount;
            return;
        }
    fail_msg("nothing is on offer");
}

static void three_people_bid_at_once_and_the_table_calls(void **state)
{
    (void)state;
    seated s = sit("18or", "", (rh_policy){.calls = true});
    char item[16], line[64], second[64];
    int least;
    rh_no no;
    rh_unit u = {0};
    on_offer(&s, item, &least);
    assert_int_equal(rh_table_due(s.t), 7); /* everybody may speak */
    (void)snprintf(line, sizeof line, "Anna bid %s %d", item, least);
    assert_int_equal(bids(&s, ANNA, 0, line, &no), RH_OK);
    (void)snprintf(line, sizeof line, "Bo bid %s %d", item, least);
    assert_int_equal(bids(&s, BO, 0, line, &no), RH_REFUSED); /* too late for this amount */
    assert_string_equal(no.id, "18OR-4.2-4"); /* "a bid on YEON is $10 or more now" */
    (void)snprintf(line, sizeof line, "Cia bid %s %d", item, least + 100);
    assert_int_equal(bids(&s, CIA, 0, line, &no), RH_OK); /* not seen Anna's, still legal */
    (void)snprintf(second, sizeof second, "Anna bid %s %d", item, least + 200);
    assert_int_equal(bids(&s, ANNA, 0, second, &no), RH_STALE); /* has acted herself since */
    assert_int_equal(no.head, 2);

    int calls = 0;
    while (strcmp(item, "") != 0 && calls < 10) {
        char now_item[16];
        const int64_t wait = rh_table_call(s.t, &u);
        assert_true(wait >= 1000);
        assert_int_equal(u.rows, 1);
        assert_int_equal(u.row[0].seat, -1);
        assert_int_equal(u.row[0].made, RH_MADE_TABLE);
        char *called = strdup(u.row[0].line);
        assert_non_null(called);
        for (int p = 0; p < 3; p++) /* nobody calls in its place */
            assert_true(acts(&s, ANNA + p, called) == RH_NOT_YOURS);
        free(called);
        assert_true(rh_table_enter(s.t, &u, s.clock++));
        calls++;
        on_offer(&s, now_item, &least);
        if (strcmp(now_item, item) != 0)
            break;
    }
    assert_true(calls >= 3); /* once, twice, sold */
    assert_reads_again(&s);
    assert_int_equal(wants(&s, RH_ROW_UNDO, CIA, rh_table_ply(s.t) - 1), RH_OK);
    assert_int_equal(rh_table_asked(s.t)->needed, 3); /* the hammer is everybody's */
    leave(&s);
    s = sit("18or", "", (rh_policy){0}); /* where people call themselves */
    assert_int_equal(rh_table_call(s.t, &u), 0);
    assert_int_equal(u.rows, 0);
    leave(&s);
}

static void a_consent_is_never_given_to_another_deal(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){0});
    rh_bot_work work;
    rh_dice dice = rh_dice_of(3);
    rh_action a;
    static const uint8_t BOTS[RH_PLAYERS] = {RH_BOT_VARIED, RH_BOT_VARIED, RH_BOT_VARIED};
    assert_true(rh_bot_work_make(&work));
    char line[RH_ACTION_TEXT];
    for (int n = 0; n < 3000; n++) {
        const rh_game *g = rh_table_game(s.t);
        if (g->over != RH_PLAYING || rh_decision(s.title, g).step == RH_STEP_CONSENT)
            break;
        if (rh_bots_choose(BOTS, s.title, g, &dice, &work, &a) == RH_NONE)
            continue;
        rh_action_write(s.title, rh_table_called(s.t), &a, line);
        assert_int_equal(acts(&s, ANNA + rh_player_behind(s.title, g, a.act.by), line), RH_OK);
    }
    rh_bot_work_free(&work);
    const rh_pending now = rh_decision(s.title, rh_table_game(s.t));
    assert_int_equal(now.step, RH_STEP_CONSENT);
    const int seat = rh_player_behind(s.title, rh_table_game(s.t), now.actor);
    rh_no no;
    a = rh_action_of(RH_DECLINE, now.actor);
    rh_action_write(s.title, rh_table_called(s.t), &a, line);
    assert_int_equal(bids(&s, ANNA + seat, rh_table_head(s.t) - 1, line, &no), RH_STALE);
    assert_int_equal(bids(&s, ANNA + seat, rh_table_head(s.t), line, &no), RH_OK);
    leave(&s);
}

/* --- seats --------------------------------------------------------------------------------------- */

static rh_code seats(seated *s, int64_t person, bool host, bool invited, int seat, const char *word,
                     const char *name)
{
    rh_wish w = wish(s, RH_ROW_SEAT, person);
    w.host = host;
    w.invited = invited;
    w.seat = seat;
    w.word = word;
    w.name = name;
    return says(s, &w);
}

static void seats_are_taken_by_link_and_left_by_their_owner(void **state)
{
    (void)state;
    seated s = sit("18nl", "", (rh_policy){0});
    assert_int_equal(seats(&s, CIA, false, false, 1, "open", ""), RH_NOT_YOURS);
    assert_int_equal(seats(&s, BO, false, false, 1, "open", ""), RH_OK);
    assert_int_equal(seats(&s, STRANGER, false, false, 1, "person", "Berta"), RH_NOT_YOURS);
    assert_int_equal(seats(&s, STRANGER, false, true, 1, "person", "Berta"), RH_OK);
    assert_int_equal(rh_table_seats_of(s.t, STRANGER), 1 << 1);
    assert_int_equal(rh_table_head(s.t), 2);
    assert_int_equal(seats(&s, STRANGER, false, true, 1, "person", "Berta"), RH_OK);
    assert_int_equal(rh_table_head(s.t), 2); /* has it already */
    assert_int_equal(seats(&s, BO, false, false, 1, "link", ""), RH_NOT_YOURS);
    assert_int_equal(seats(&s, ANNA, true, false, 1, "link", ""), RH_OK);
    assert_int_equal(seats(&s, ANNA, true, false, 3, "link", ""), RH_UNREADABLE);
    assert_int_equal(seats(&s, ANNA, true, false, 1, "throne", ""), RH_UNREADABLE);
    assert_int_equal(seats(&s, ANNA, true, false, 1, "bot", "casual"), RH_NOT_YOURS);
    assert_int_equal(seats(&s, ANNA, true, false, 1, "open", ""), RH_OK); /* before the start */
    assert_int_equal(seats(&s, ANNA, true, false, 1, "bot", "casual"), RH_OK);
    assert_string_equal(rh_table_seat(s.t, 1)->bot, "casual");
    assert_int_equal(seats(&s, STRANGER, false, true, 1, "person", "Berta"), RH_REFUSED);
    assert_reads_again(&s);
    leave(&s);
}

static void a_bot_takes_over_if_the_others_agree(void **state)
{
    (void)state;
    seated s = three_passes((rh_policy){0});
    rh_wish w = wish(&s, RH_ROW_ASK, ANNA);
    w.seat = 1;
    w.name = "casual";
    assert_int_equal(says(&s, &w), RH_OK);
    assert_int_equal(rh_table_asked(s.t)->needed, 1 << 2);
    assert_int_equal(wants(&s, RH_ROW_AGREE, CIA, 3), RH_OK);
    assert_string_equal(rh_table_seat(s.t, 1)->bot, "casual");
    assert_int_equal(rh_table_seats_of(s.t, BO), 0);
    assert_reads_again(&s);
    leave(&s);
}

static void a_bot_makes_room_if_the_others_agree(void **state)
{
    (void)state;
    seated s = three_passes((rh_policy){0});
    rh_wish w = wish(&s, RH_ROW_ASK, ANNA);
    w.seat = 1;
    w.word = "open";
    assert_int_equal(says(&s, &w), RH_OK);
    assert_int_equal(rh_table_asked(s.t)->what, RH_ASKED_OPEN);
    assert_int_equal(rh_table_asked(s.t)->needed, 1 << 2);
    assert_int_equal(wants(&s, RH_ROW_AGREE, CIA, 3), RH_OK);
    assert_int_equal(rh_table_seats_of(s.t, BO), 0);
    w = wish(&s, RH_ROW_ASK, ANNA);
    w.seat = 1;
    w.word = "open";
    assert_int_equal(says(&s, &w), RH_REFUSED); /* nobody has it */
    assert_reads_again(&s);
    leave(&s);
}

/* --- logs that were damaged ---------------------------------------------------------------------- */

static void a_row_that_does_not_fit_is_named(void **state)
{
    (void)state;
    seated s = three_passes((rh_policy){0});
    rh_table *t = table_of(&s);
    rh_line_error err;
    rh_row row = *rh_table_row(s.t, 2);
    assert_false(rh_table_take(t, &row, &err)); /* a gap */
    const rh_row good = *rh_table_row(s.t, 1);
    static const struct {
        rh_row_kind kind;
        int seat, ply;
        const char *line;
    } BAD[] = {{RH_ROW_ACT, 0, 1, "Anna bid P3 1"},
               {RH_ROW_ACT, 3, 1, "Anna bid P3 75"},
               {RH_ROW_ACT, -2, 1, "Anna bid P3 75"},
               {RH_ROW_ACT, 0, 2, "Anna bid P3 75"},
               {RH_ROW_UNDO, 0, 0, ""},
               {RH_ROW_REDO, 0, 1, ""},
               {RH_ROW_SEAT, 0, 0, "5 open"},
               {RH_ROW_SEAT, 0, 0, "0"},
               {RH_ROW_SEAT, 0, 0, "0 bot"},
               {RH_ROW_ASK, 0, 0, "undo 0"},
               {RH_ROW_ASK, 0, 0, "seat 1 throne x"},
               {RH_ROW_AGREE, 0, 0, "0"},
               {RH_ROW_REFUSE, 0, 0, "1"},
               {RH_ROW_POLICY, 0, 0, ""},
               {RH_ROW_SEAT, 0, 1, "0 open"}};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        row = good;
        row.kind = BAD[i].kind;
        row.seat = BAD[i].seat;
        row.ply = BAD[i].ply;
        row.line = BAD[i].line;
        if (rh_table_take(t, &row, &err))
            fail_msg("row %zu, \"%s\", was taken", i, row.line);
        assert_non_null(strstr(err.why, "row 1"));
    }
    row = good;
    row.print ^= 1;
    assert_false(rh_table_take(t, &row, &err));
    assert_non_null(strstr(err.why, "not what it was"));
    assert_int_equal(rh_table_head(t), 0);
    assert_true(rh_table_take(t, &good, &err));
    rh_table_free(t);
    leave(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_title_reads_again_to_the_same_prints),
        cmocka_unit_test(a_new_table_goes_on_from_any_action),
        cmocka_unit_test(a_unit_is_taken_as_a_whole_or_not_at_all),
        cmocka_unit_test(a_line_nobody_can_read_is_said_to_be_one),
        cmocka_unit_test(ones_own_is_taken_back_freely_until_somebody_acts),
        cmocka_unit_test(further_back_those_concerned_must_agree),
        cmocka_unit_test(what_is_asked_ends_with_what_it_was_about),
        cmocka_unit_test(a_table_may_ask_all_or_most),
        cmocka_unit_test(bots_agree_to_everything),
        cmocka_unit_test(three_people_bid_at_once_and_the_table_calls),
        cmocka_unit_test(a_consent_is_never_given_to_another_deal),
        cmocka_unit_test(seats_are_taken_by_link_and_left_by_their_owner),
        cmocka_unit_test(a_bot_takes_over_if_the_others_agree),
        cmocka_unit_test(a_bot_makes_room_if_the_others_agree),
        cmocka_unit_test(a_row_that_does_not_fit_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
