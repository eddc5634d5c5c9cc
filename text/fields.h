/* SPDX-License-Identifier: Apache-2.0 */
/* fields.h: fills structs from JSON objects by tables.
 *
 * A section of a title is a struct, and its reader is a table with one row for each key: how it is
 * read, where it goes, what is allowed. So a new fact is a new row, no key is ever ignored, and all
 * errors speak alike. What a table cannot say is a reader of its own in a row. */
#ifndef ROUNDHOUSE_TEXT_FIELDS_H
#define ROUNDHOUSE_TEXT_FIELDS_H

#include "roundhouse/title.h"
#include "text/json.h"

typedef struct rh_reading {
    rh_title *t;
    const char *name;    /* what errors call the file */
    const rh_json *root; /* the whole file, options applied */
    rh_load_error *err;
} rh_reading;

/* Things of a title that other parts of the file call by name. */
typedef struct rh_catalogue {
    const char *what; /* "phase" */
    int (*count)(const rh_title *t);
    const char *(*name)(const rh_title *t, int i);
} rh_catalogue;

/* What every title has. Tiles are the printed hexes, then the supply. */
extern const rh_catalogue rh_among_hexes, rh_among_companies, rh_among_trains, rh_among_phases,
    rh_among_colors, rh_among_tiles;

/* Kinds of companies, for rows below "companies". */
enum {
    RH_PRIVATES = 1 << RH_PRIVATE,
    RH_MINORS = 1 << RH_MINOR,
    RH_STATES = 1 << RH_STATE_COMPANY,
    RH_WITH_SHARES = 1 << RH_PUBLIC | RH_STATES
};

struct rh_field;
typedef bool rh_field_reader(rh_reading *r, const rh_json *v, const struct rh_field *f, void *to);

typedef struct rh_field {
    const char *key;
    rh_field_reader *read;
    size_t offset, size;       /* of the member in the struct; RH_AT fills both */
    int64_t min, max;          /* of a number; max: most members of a list */
    const char *const *words;  /* of a word, ended by NULL; the index is stored */
    const rh_catalogue *among; /* of a reference: the index is stored */
    uint8_t kinds;         /* of a reference to companies: those meant, RH_PRIVATES … 0: all */
    size_t each, count_at; /* of a list: size of one element; offset of the uint8_t count */
    bool needed;
} rh_field;

#define RH_AT(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define RH_WHOLE            .offset = 0 /* the reader fills the struct itself */
#define RH_EACH(type, member, n) \
    .each = sizeof(((type *)0)->member[0]), .count_at = offsetof(type, n)
#define RH_COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The error of a value: "file:line: place: sentence". Always false, so that a reader can return it. */
bool rh_field_wrong(rh_reading *r, const rh_json *at, const char *format, ...) RH_LIKE_PRINTF(3, 4);

/* Fills the struct `to` by the table. Keys without a row and needed rows without a key are errors. */
bool rh_fields_read(rh_reading *r, const rh_json *object, const rh_field *fields, size_t count,
                    void *to);

/* A list of at most cap objects, each read by a table into room[0], room[1] … (`each` bytes long);
 * `before` fills in defaults. */
bool rh_field_list(rh_reading *r, const rh_json *v, const rh_field *row, size_t rows, void *room,
                   size_t each, size_t cap, const void *before, uint8_t *count);

/* The value must be of this kind. */
bool rh_field_kind(rh_reading *r, const rh_json *v, rh_json_kind kind);

/* Readers for rows. */
rh_field_reader rh_field_number;    /* whole number, min..max, into any integer */
rh_field_reader rh_field_flag;      /* true or false, into a uint8_t */
rh_field_reader rh_field_word;      /* one of words, into any integer */
rh_field_reader rh_field_name;      /* a string into a char array, not empty */
rh_field_reader rh_field_text;      /* a string into the title's text, its offset into a uint16_t */
rh_field_reader rh_field_reference; /* a name among a catalogue, into any integer */
rh_field_reader rh_field_references; /* a list of such names, into an array and its count */
rh_field_reader rh_field_bits;       /* a list of words or names, into a mask */
rh_field_reader
    rh_field_by_phase; /* a number, min..max, for each phase, into an array of int16_t */
rh_field_reader
    rh_field_now_power; /* refused: a power now, with its own name or words[0] as its kind */

/* Index of the name, or -1. */
int rh_field_find(const rh_title *t, const rh_catalogue *among, const char *name);
/* The same for a value of the file; on failure says which names are known. */
bool rh_field_lookup(rh_reading *r, const rh_json *v, const rh_catalogue *among, int *index);
/* "(known: 2, 3, 4)" of whatever the function names, into text. */
void rh_field_known(const void *of, const char *(*name)(const void *of, int i), char *text,
                    size_t cap);
/* Copies a string to the title's text. */
bool rh_field_keep(rh_reading *r, const rh_json *v, const char *s, uint16_t *offset);

#endif
