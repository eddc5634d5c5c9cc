/* SPDX-License-Identifier: Apache-2.0 */
/* desk_who.c: who asks: sessions, guests, and how often they may. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/desk_parts.h"

/* SERVER: a person acts ten times a second and sixty times in a hurry; a club behind one router is one
 * address. */
const rh_rate rate_acts = {60, 100}, rate_makes = {5, 12000}, rate_imports = {2, 30000},
              rate_guests = {60, 2000}, rate_talk = {5, 2000};

rh_code say_no(rh_no *no, rh_code code, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    *no = (rh_no){.code = code};
    (void)vsnprintf(no->text, sizeof no->text, format, rest);
    va_end(rest);
    return code;
}

rh_code log_trouble(rh_log_answer a, const char *why, rh_no *no)
{
    switch (a) {
    case RH_LOG_DONE:
    case RH_LOG_KNOWN: return RH_OK;
    case RH_LOG_NO_SUCH: return say_no(no, RH_NO_GAME, "there is no such game");
    case RH_LOG_TAKEN:
        return say_no(no, RH_NOT_YOURS,
                      "this link was used already, or is void: the host can make a new one");
    case RH_LOG_FULL: return say_no(no, RH_FULL, "%s", why);
    case RH_LOG_STALE:
    case RH_LOG_BUSY:
    case RH_LOG_DAMAGED:
    case RH_LOG_GONE:
    case RH_LOG_FAILED: break;
    }
    say_no(no, RH_BUSY, "this cannot be kept now: %s", why);
    no->retry_ms = 2000;
    return RH_BUSY;
}

bool allowed(const rh_desk *d, rh_rates *r, const rh_rate *rate, uint64_t who, rh_no *no)
{
    int64_t retry;
    if (d->offer.owner || rh_rates_allow(r, rate, who, d->now, &retry))
        return true;
    say_no(no, RH_TOO_FAST, "that was too much at once; try again in a moment");
    no->retry_ms = retry;
    return false;
}

bool has_room_for_game(const rh_desk *d, int64_t person, rh_no *no)
{
    char why[RH_LOG_WHY] = "";
    int64_t games = 0;
    if (d->offer.owner)
        return true;
    const rh_log_answer a = rh_log_open_games(d->log, person, &games, why);
    if (log_trouble(a, why, no) != RH_OK)
        return false;
    if (games < RH_DESK_GAMES)
        return true;
    say_no(no, RH_REFUSED,
           "you have %d games that are not over, which is the most: end, leave or remove one first",
           (int)games);
    return false;
}

bool name_fits(const char *name)
{
    return name[0] && strlen(name) < RH_LOG_NAME && name[0] != ' ' && !rh_hidden_in(name);
}

/* Whoever comes back within half a minute is not looked up again. */
bool find_person(rh_desk *d, const char *session, rh_person *out, rh_no *no)
{
    char why[RH_LOG_WHY] = "";
    uint8_t hash[RH_SECRET_HASH];
    rh_key key;
    *out = (rh_person){.id = d->offer.owner, .name = "You"};
    if (d->offer.owner || !session[0])
        return true;
    rh_secret_hash(session, hash);
    const size_t i = (hash[0] | (size_t)hash[1] << 8) % SESSIONS;
    if (d->session[i].until > d->now && memcmp(d->session[i].hash, hash, sizeof hash) == 0) {
        *out = d->session[i].person;
        return true;
    }
    rh_log_answer a = rh_log_key(d->log, hash, d->now, &key, why);
    if (a == RH_LOG_DONE && key.kind == RH_KEY_SESSION)
        a = rh_log_person(d->log, key.person, out, why);
    if (a == RH_LOG_NO_SUCH || (a == RH_LOG_DONE && key.kind != RH_KEY_SESSION)) {
        *out = (rh_person){0};
        return true; /* an old cookie is as good as none */
    }
    if (a != RH_LOG_DONE) {
        log_trouble(a, why, no);
        return false;
    }
    const int64_t day = 24 * 3600 * (int64_t)1000;
    if (d->now - key.seen > day) {
        key.seen = d->now;
        key.expires = d->now + RH_SESSION_DAYS * day;
        rh_log_job job = {.kind = RH_WRITE_SEEN, .now = d->now, .new_key = &key};
        (void)rh_log_write_now(d->log,
                               &job); /* if it cannot be kept, it is tried again next time */
    }
    memcpy(d->session[i].hash, hash, sizeof hash);
    d->session[i].until = d->now + SESSION_MS;
    d->session[i].person = *out;
    return true;
}

static bool make_guest(rh_desk *d, const char *name, asker *out, rh_no *no)
{
    rh_key key = {.kind = RH_KEY_SESSION,
                  .seat = -1,
                  .created = d->now,
                  .seen = d->now,
                  .expires = d->now + RH_SESSION_DAYS * 24 * 3600 * (int64_t)1000};
    rh_public_id_make(out->person.public_id);
    (void)snprintf(out->person.name, sizeof out->person.name, "%s", name);
    rh_log_job job = {.kind = RH_WRITE_PERSON,
                      .now = d->now,
                      .public_id = out->person.public_id,
                      .person_kind = RH_PERSON_GUEST,
                      .text = name};
    rh_log_answer a = rh_log_write_now(d->log, &job);
    if (a == RH_LOG_DONE) {
        key.person = out->person.id = job.id;
        rh_secret_make(32, out->session, key.hash);
        job = (rh_log_job){.kind = RH_WRITE_KEY, .now = d->now, .new_key = &key};
        a = rh_log_write_now(d->log, &job);
    }
    if (a == RH_LOG_DONE)
        return true;
    log_trouble(a, job.why, no);
    return false;
}

bool find_or_make_person(rh_desk *d, const rh_asking *q, const char *name, asker *out, rh_no *no)
{
    *out = (asker){0};
    if (!find_person(d, q->session, &out->person, no))
        return false;
    if (out->person.id)
        return true;
    if (!name_fits(name)) {
        say_no(no, RH_UNREADABLE,
               "a name is wanted, which the others will see: \"name\", at most %d letters",
               RH_LOG_NAME - 1);
        return false;
    }
    return allowed(d, &d->guests, &rate_guests, q->address, no) && make_guest(d, name, out, no);
}
