/* SPDX-License-Identifier: Apache-2.0 */
/* json.h: a small, strict reader and writer of JSON.
 *
 * Our own because every value must know its line and column: a mistake in a title is reported
 * where it stands. Reading makes a tree of small nodes out of one memory that is kept between
 * texts, so that a trace of a million lines is read line by line without allocating each time.
 *
 *   rh_json_memory m = {0};
 *   rh_load_error err;
 *   const rh_json *game = rh_json_read(&m, "game.json", text, len, &err);
 *   if (game == NULL)
 *       fputs(err.text, stderr);               game.json:7:12: the key "id" stands here twice
 *   else
 *       puts(rh_json_string_of(rh_json_member(game, "title"), ""));
 *   rh_json_forget(&m); */
#ifndef ROUNDHOUSE_TEXT_JSON_H
#define ROUNDHOUSE_TEXT_JSON_H

#include "text/errors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- reading ----------------------------------------------------------------------------------- */

typedef enum {
    RH_JSON_NULL,
    RH_JSON_BOOL,
    RH_JSON_INT,     /* fits int64 */
    RH_JSON_DECIMAL, /* has a point or an exponent: kept as text, the engine knows no fractions */
    RH_JSON_STRING,
    RH_JSON_ARRAY,
    RH_JSON_OBJECT
} rh_json_kind;

typedef struct rh_json {
    uint8_t kind;          /* rh_json_kind */
    uint32_t line, column; /* where the value begins, both from 1; columns are characters */
    uint32_t key_line, key_column, key_len; /* of a member of an object */
    const char *key;       /* of a member of an object, else NULL; ends with a NUL */
    const char *text;      /* string, decoded; decimal and int, as written; ends with a NUL */
    size_t len;            /* bytes of text; members of an array or object */
    int64_t number;        /* int; bool: 0 or 1 */
    struct rh_json *child; /* first member of an array or object, or NULL */
    struct rh_json *next;  /* next member beside this one, or NULL */
} rh_json;

enum {
    RH_JSON_MAX = 64 * 1024 * 1024, /* longest text */
    RH_JSON_DEPTH = 64              /* arrays and objects inside each other */
};

typedef struct rh_json_memory {
    struct rh_json_block *first, *now;
    size_t used; /* of now */
} rh_json_memory;

/* Borrowed: the tree lives in the memory until rh_json_forget() or the next rh_json_read() with the
 * same memory; it does not point into text. NULL on failure; then *err says where and why. name is
 * what errors call the file. */
rh_json *rh_json_read(rh_json_memory *m, const char *name, const char *text, size_t len,
                      rh_load_error *err);

/* Reads one more text into the same memory and keeps what was read before. */
rh_json *rh_json_read_more(rh_json_memory *m, const char *name, const char *text, size_t len,
                           rh_load_error *err);

/* Frees all; the memory may be used again. */
void rh_json_forget(rh_json_memory *m);

/* Room in the memory for other things that live as long as the tree, aligned for anything. NULL
 * when there is none left. */
void *rh_json_room(rh_json_memory *m, size_t size);

/* Lookups take NULL for the tree and then answer like for a missing member, so they chain. */
const rh_json *rh_json_member(const rh_json *object, const char *key); /* NULL: none */
const rh_json *rh_json_at(const rh_json *array, size_t index);         /* NULL: none */
bool rh_json_is(const rh_json *value, const char *string); /* is it exactly this string? */
const char *rh_json_string_of(const rh_json *value, const char *otherwise);
int64_t rh_json_int_of(const rh_json *value, int64_t otherwise);
bool rh_json_bool_of(const rh_json *value, bool otherwise);

/* Borrowed, static: "a string", "an object" … for sentences. */
const char *rh_json_kind_word(rh_json_kind kind);

/* --- writing ----------------------------------------------------------------------------------- */

/* A growing text. Commas and colons are put where they belong; what a caller does in the wrong order
 * is a mistake of ours and asserted. Start with {0}. text ends with a NUL and is NULL while nothing
 * was written. If memory runs out, failed is set and everything else is ignored. */
typedef struct rh_json_writer {
    char *text;
    size_t len, room;
    uint64_t objects; /* bit d: the bracket at depth d is an object */
    uint8_t depth;
    bool comma, newline, after_key, failed;
} rh_json_writer;

void rh_json_open(rh_json_writer *w, char bracket); /* '{' or '[' */
void rh_json_close(rh_json_writer *w);
void rh_json_key(rh_json_writer *w, const char *key);
void rh_json_string(rh_json_writer *w, const char *s); /* bad UTF-8 becomes U+FFFD */
void rh_json_string_n(rh_json_writer *w, const char *s, size_t len);
void rh_json_int(rh_json_writer *w, int64_t n);
void rh_json_bool(rh_json_writer *w, bool b);
void rh_json_null(rh_json_writer *w);
void rh_json_raw(rh_json_writer *w, const char *json, size_t len); /* one value, as it is */
void rh_json_tree(rh_json_writer *w, const rh_json *value);        /* as read */
void rh_json_newline(rh_json_writer *w);                           /* for people and line files */

/* key and value together */
void rh_json_put_string(rh_json_writer *w, const char *key, const char *s);
void rh_json_put_int(rh_json_writer *w, const char *key, int64_t n);
void rh_json_put_bool(rh_json_writer *w, const char *key, bool b);
void rh_json_put_open(rh_json_writer *w, const char *key, char bracket);

/* Empties the text and keeps its room. */
void rh_json_restart(rh_json_writer *w);
/* Frees the text; w may be used again. */
void rh_json_writer_forget(rh_json_writer *w);

#endif
