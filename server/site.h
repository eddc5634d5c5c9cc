/* SPDX-License-Identifier: Apache-2.0 */
/* site.h: the files of the page, as Vite built them.
 *
 * They lie in a folder `site` beside the program (build/site), or where an installed program keeps
 * such things (../share/roundhouse/site), so that the program can be moved with them. The same files
 * work on any web server. Served by `play` or `serve`, the page is told so by one word in its first lines,
 * and keeps its games here instead of in the browser. */
#ifndef ROUNDHOUSE_SERVER_SITE_H
#define ROUNDHOUSE_SERVER_SITE_H

#include "server/api.h"

enum { RH_SITE_PATH = 2048 };

/* Where the page is: `wanted`, or if that is NULL beside this program. False: there is none. */
bool rh_site_find(const char *wanted, char folder[RH_SITE_PATH]);

/* The file at an address such as /assets/app.js; / is index.html. encodings is what the browser says
 * that it can unpack (Accept-Encoding); the build has left packed files beside the plain ones. keeper: what
 * the page is told, "server" (it keeps its games by PUT, api.h) or "tables" (desk.h); NULL: nothing. */
void rh_site_file(const char *folder, const char *path, const char *encodings, const char *keeper,
                  rh_response *out);

/* What is said instead to whoever comes without the token: a page that tells how to get it, or an
 * error. */
void rh_site_no_token(const char *path, rh_response *out);

#endif
