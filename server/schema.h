/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h: the tables of the logs, the same in both databases.
 *
 * One row of `log` is a game; its rows are in `action`. In a SQLite file stand beside them `game` and
 * `bin`, the whole records of forms 1 and 2 (store.c), which the next form takes away.
 *
 * The words of a kind are stored, not numbers: a file outlives the order of an enum. Times are
 * milliseconds since 1970. A step that was released is never edited; what comes later (channels and the
 * outbox of notifications, the audit of an operator, clocks) is a step with tables of its own. Columns
 * that would be hard to add to rows of millions are here already: an account's. */
#ifndef ROUNDHOUSE_SERVER_SCHEMA_H
#define ROUNDHOUSE_SERVER_SCHEMA_H

enum { RH_STORE_SCHEMA = 3 }; /* the form of the file: steps so far */

/* NUMBER and BYTES are types, ID a number that is given to a new row, FORM what stands behind a table and
 * PAIRED behind one that is kept in the order of its key. */
#define RH_SCHEMA_LOGS(NUMBER, ID, BYTES, FORM, PAIRED)                                 \
    "CREATE TABLE person ("                                                             \
    " id       " ID ","                                                                 \
    " public   TEXT NOT NULL UNIQUE,"                                                   \
    " name     TEXT NOT NULL,"                                                          \
    " kind     TEXT NOT NULL," /* guest account bot */                                  \
    " login    TEXT UNIQUE,"                                                            \
    " pass     TEXT,"                                                                   \
    " mail     TEXT,"                                                                   \
    " settings TEXT NOT NULL DEFAULT '{}',"                                             \
    " created  " NUMBER " NOT NULL,"                                                    \
    " gone     " NUMBER ")" FORM ";"                                                    \
    "CREATE TABLE log ("                                                                \
    " id       " ID ","                                                                 \
    " public   TEXT NOT NULL UNIQUE,"                                                   \
    " title    TEXT NOT NULL,"                                                          \
    " rules    " NUMBER " NOT NULL,"                                                    \
    " seats    " NUMBER " NOT NULL,"                                                    \
    " setup    TEXT NOT NULL," /* the record's headers */                               \
    " host     " NUMBER " REFERENCES person ON DELETE SET NULL,"                        \
    " listed   " NUMBER " NOT NULL,"                                                    \
    " policy   TEXT NOT NULL,"                                                          \
    " created  " NUMBER " NOT NULL,"                                                    \
    " removed  " NUMBER ")" FORM ";"                                                    \
    "CREATE TABLE action ("                                                             \
    " game     " NUMBER " NOT NULL REFERENCES log ON DELETE CASCADE,"                   \
    " seq      " NUMBER " NOT NULL,"                                                    \
    " unit     " NUMBER " NOT NULL,"                                                    \
    " ply      " NUMBER " NOT NULL,"                                                    \
    " kind     TEXT NOT NULL," /* act undo redo correct seat policy ask agree refuse */ \
    " made     TEXT NOT NULL," /* hand programme bot table banker taken */              \
    " seat     " NUMBER ","                                                             \
    " person   " NUMBER ","                                                             \
    " at       " NUMBER " NOT NULL,"                                                    \
    " key      " BYTES "," /* of the first row of a unit */                             \
    " line     TEXT NOT NULL,"                                                          \
    " list     " NUMBER " NOT NULL," /* of the digest … */                            \
    " print    " NUMBER " NOT NULL," /* … which this is */                            \
    " PRIMARY KEY (game, seq))" PAIRED ";"                                              \
    "CREATE TABLE seat ("                                                               \
    " game     " NUMBER " NOT NULL REFERENCES log ON DELETE CASCADE,"                   \
    " seat     " NUMBER " NOT NULL,"                                                    \
    " person   " NUMBER " REFERENCES person ON DELETE SET NULL,"                        \
    " bot      TEXT,"                                                                   \
    " since    " NUMBER " NOT NULL,"                                                    \
    " PRIMARY KEY (game, seat))" PAIRED ";"                                             \
    "CREATE TABLE key ("                                                                \
    " hash     " BYTES " PRIMARY KEY,"                                                  \
    " kind     TEXT NOT NULL," /* session link watch token recovery */                  \
    " person   " NUMBER " REFERENCES person ON DELETE CASCADE,"                         \
    " game     " NUMBER " REFERENCES log ON DELETE CASCADE,"                            \
    " seat     " NUMBER ","                                                             \
    " scopes   " NUMBER " NOT NULL,"                                                    \
    " created  " NUMBER " NOT NULL,"                                                    \
    " seen     " NUMBER " NOT NULL,"                                                    \
    " expires  " NUMBER ")" PAIRED ";"                                                  \
    "CREATE TABLE chat ("                                                               \
    " game     " NUMBER " NOT NULL REFERENCES log ON DELETE CASCADE,"                   \
    " n        " NUMBER " NOT NULL,"                                                    \
    " person   " NUMBER ","                                                             \
    " at       " NUMBER " NOT NULL,"                                                    \
    " room     TEXT NOT NULL," /* table watchers */                                     \
    " key      " BYTES " NOT NULL,"                                                     \
    " text     TEXT NOT NULL,"                                                          \
    " PRIMARY KEY (game, n))" PAIRED ";"                                                \
    "CREATE TABLE paper ("                                                              \
    " game     " NUMBER " NOT NULL REFERENCES log ON DELETE CASCADE,"                   \
    " person   " NUMBER " NOT NULL REFERENCES person ON DELETE CASCADE,"                \
    " kind     TEXT NOT NULL," /* note programmes */                                    \
    " at       " NUMBER " NOT NULL,"                                                    \
    " text     TEXT NOT NULL,"                                                          \
    " PRIMARY KEY (game, person, kind))" PAIRED ";"                                     \
    "CREATE TABLE meta ("                                                               \
    " name     TEXT PRIMARY KEY,"                                                       \
    " value    TEXT NOT NULL)" PAIRED ";" /* Derived: may be emptied at any time. */    \
    "CREATE TABLE card ("                                                               \
    " game     " NUMBER " PRIMARY KEY REFERENCES log ON DELETE CASCADE,"                \
    " seq      " NUMBER " NOT NULL,"                                                    \
    " ply      " NUMBER " NOT NULL,"                                                    \
    " over     " NUMBER " NOT NULL,"                                                    \
    " changed  " NUMBER " NOT NULL,"                                                    \
    " due      " NUMBER " NOT NULL," /* bit N: seat N */                                \
    " body     TEXT NOT NULL)" FORM ";"                                                 \
    "CREATE TABLE snapshot ("                                                           \
    " game     " NUMBER " PRIMARY KEY REFERENCES log ON DELETE CASCADE,"                \
    " seq      " NUMBER " NOT NULL,"                                                    \
    " ply      " NUMBER " NOT NULL,"                                                    \
    " engine   TEXT NOT NULL,"                                                          \
    " state    " BYTES " NOT NULL)" FORM ";"                                            \
    "CREATE INDEX log_host ON log (host);"                                              \
    "CREATE INDEX seat_person ON seat (person);"                                        \
    "CREATE INDEX key_person ON key (person);"                                          \
    "CREATE INDEX key_game ON key (game);"                                              \
    "CREATE INDEX card_changed ON card (changed, game);"

#define RH_SCHEMA_SQLITE \
    RH_SCHEMA_LOGS("INTEGER", "INTEGER PRIMARY KEY", "BLOB", " STRICT", " STRICT, WITHOUT ROWID")

#define RH_SCHEMA_POSTGRES \
    RH_SCHEMA_LOGS("bigint", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "bytea", "", "")

#endif
