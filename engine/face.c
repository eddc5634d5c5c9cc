/* SPDX-License-Identifier: Apache-2.0 */
/* face.c: the face of a title without surprises; see face.h. */
#include "engine/face.h"

const rh_face rh_no_face = {0};
