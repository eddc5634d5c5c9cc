/* SPDX-License-Identifier: Apache-2.0 */
/* log_parts.h: what the files of the store of logs share: log.c (queue, thread, batches), log_jobs.c
 * (what a job writes), log_reads.c (what is read). */
#ifndef ROUNDHOUSE_SERVER_LOG_PARTS_H
#define ROUNDHOUSE_SERVER_LOG_PARTS_H

#include <pthread.h>

#include "server/db.h"

/* Words of the enums as they are stored, by their numbers. */
extern const char *const rh_person_words[RH_PERSON_KINDS], *const rh_key_words[RH_KEY_KINDS],
                                                               *const rh_room_words[RH_ROOMS],
                                                                   *const rh_paper_words[RH_PAPERS];
/* Its number; -1: none of them. */
int rh_word_of(const char *const *words, int n, const char *word);

/* --- jobs -------------------------------------------------------------------------------------- */

/* Is the job one statement, which can share its transaction with others and fails alone? */
bool rh_job_is_plain(const rh_log_job *j);

/* How many values its statement has, at most. */
int rh_job_values(const rh_log_job *j);

/* The statement of a plain job; its values stand in value[], the caller's. */
void rh_job_state(const rh_log_job *j, rh_value *value, rh_statement *out);

/* The answer of a plain job whose statement was committed or found its place taken. `repeated`: it may
 * have been committed before, unheard. */
void rh_job_settle(rh_db *db, rh_log_job *j, const rh_statement *s, bool repeated);

/* Any other job, in a transaction of its own. */
void rh_job_perform(rh_db *db, rh_log_job *j, bool repeated);

/* The answer is what went wrong with the database. */
void rh_job_fails(const rh_db *db, rh_log_job *j);

/* Answers with a sentence. */
__attribute__((format(printf, 3, 4))) void rh_job_says(rh_log_job *j, rh_log_answer answer,
                                                       const char *form, ...);

/* Are its sizes within their bounds and its texts UTF-8? False: answered. */
bool rh_job_fits(rh_log_job *j);

/* The connection that reads, locked until rh_log_read(), which gives its last sentence and returns the
 * answer. */
rh_db *rh_log_reader(rh_log *l);
rh_log_answer rh_log_read(rh_log *l, rh_log_answer answer, char why[RH_LOG_WHY]);

/* --- reads, over any connection ---------------------------------------------------------------- */

rh_log_answer rh_read_rows(rh_db *db, int64_t game, int64_t after, int most, rh_rows *out);

/* seq of the last row of each game, at most RH_HEADS_AT_ONCE of them in rising order; 0: none, or no such game. One
 * question for all: two thousand of them one by one kept every other reader of PostgreSQL waiting for a quarter of a
 * second. */
enum { RH_HEADS_AT_ONCE = 64 };
rh_log_answer rh_read_heads(rh_db *db, const int64_t *game, int games, int64_t *last);

#endif
