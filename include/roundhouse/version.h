/* SPDX-License-Identifier: Apache-2.0 */
/* version.h: which Roundhouse this is. */
#ifndef ROUNDHOUSE_VERSION_H
#define ROUNDHOUSE_VERSION_H

#define RH_VERSION "0.1.0"

#endif
