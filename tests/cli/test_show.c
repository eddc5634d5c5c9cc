/* SPDX-License-Identifier: Apache-2.0 */
/* `show` tells the truth about every title: who holds what and decides through whom, in which order
 * companies have their turns, what the bank has, and what the map and the market mean now. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/program.h"

static const char *shown(const char *name, const char *text)
{
    const char *path = in_folder(name);
    write_file(path, text, strlen(text));
    const ran *r = run_program(NULL, "show", path, NULL);
    if (r->code != 0)
        fail_msg("%s: %s%s", name, r->out, r->err);
    return r->out;
}

static void says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.6000s", part, text);
}

static void says_not(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" is in:\n%.6000s", part, text);
}

static void in_1988_turns_control_and_contracts_are_those_of_the_engine(void **state)
{
    (void)state;
    const char *text =
        shown("1988.txt",
              "title: 1988\nplayers: Anna, Bo, Cia\nposition:\n"
              "  phase 2; round operating 2.1; ARR floated at 67; Anna ARR 6; ARR trains 2-0\n"
              "  VEO floated at 100; ARR VEO 4; Cia VEO 2; VEO president ARR; VEO trains 2-1; VEO "
              "done; SJ price 100 (0,6)\n"
              "  ARR to act; step trade; contract SOD ARR 40; VY started at 71; Bo VY 2\n"
              "  ATRAIN owner ARR; BK owner Bo; BK done; ATRAIN done\n");
    says(text,
         "Operating order: BK (done), ATRAIN (done), VEO 100 Mkr (done), ARR 67 Mkr (now), SJ "
         "100 Mkr, BV 67 Mkr. ");
    says(text, "company     price     president offering     pool");
    says(text, "VEO       100 Mkr   Anna by ARR      40%       0%");
    says(text, "SJ        100 Mkr          bank       0%     100%");
    says(text, "ARR owns ATRAIN, VEO 40% (president)\n");
    says(text,
         "VY         71 Mkr            Bo      80%       0%     0 Mkr            -     0 Mkr  "
         "not floated\n");
    says(text, "SOD Södra stambanan     ARR           40 Mkr\n");
    says(text, "VAS Västra stambanan    SJ                 -\n");
}

static void in_18or_the_map_has_sectors_and_obstacles_and_the_ladder_its_end(void **state)
{
    (void)state;
    const char *text = shown("18or.txt", "title: 18or\nplayers: Anna, Bo\nseed: 1\nposition:\n"
                                         "  phase green; round stock 2; Anna to act\n");
    says(text, "oTimber");
    says(text, "oAgricu");
    says(text, "obstacl");
    says(text, "\nBANKRUPT    5r  10r");
    says(text, " 65   70*  75*"); /* green: from 70 to 110 */
    says(text, "110* 120  130 ");
    says(text, "red: each notch down that begins here counts double");
    const ran *r = run_program("D10\nquit\n", "play", in_folder("18or.txt"), "--terminal", NULL);
    says(r->out, ": obstacle, as printed");
}

static void in_18norway_shares_of_state_and_treasury_are_seen_ships_are_ships(void **state)
{
    (void)state;
    const char *text = shown(
        "18norway.txt",
        "title: 18norway\nplayers: Anna, Bo, Cia\nposition:\n"
        "  phase 3; round operating 3.1; R floated at 100; nationalised R; Anna R 3; pool R 1\n"
        "  state R 1; R cash 120; R trains 2 S3; R to act; step trains\n");
    says(text, "company     price     president     pool treasury    state      cash");
    says(text, "R           100kr          Anna      10%      50%      10%     120kr");
    says(text, "\nbank unlimited; trains: ");
    says(text, "any number of D 900kr; ships:\n7×S3 150kr");
    says(text, "\nclosed        10y  20y");
    says_not(text, "S3-train");
    says_not(text, "-train: S");
}

static void in_18scan_minors_have_their_rows_and_their_turns(void **state)
{
    (void)state;
    const char *text =
        shown("18scan.txt", "title: 18scan\nplayers: Anna, Bo, Cia\nposition:\n"
                            "  round operating 2.1; 1 owner Anna; 1 cash 260; DSB floated at 90\n"
                            "  Bo DSB 3; DSB cash 270; 1 to act; step track\n");
    says(text, "Operating order: 1 (now), DSB K90. ");
    says(text, "Anna              K600      K600    1/12  1  [priority deal]\n");
    says(text, "1               -          Anna        -        -      K260     1/2");
    says(text, "DSB           K90            Bo      20%      50%      K270");
}

static void in_18nl_only_prices_that_somebody_can_choose_are_par_prices(void **state)
{
    (void)state;
    const char *all = "title: 18nl\nplayers: Anna, Bo, Cia\nposition:\n  round stock 2\n";
    says(shown("18nl.txt", all), "100* 112");
    says(shown("18nl-all.txt",
               "title: 18nl\nplayers: Anna, Bo, Cia, Dan\nposition:\n  round stock 4; Anna to act\n"
               "  AS started at 100; Anna AS 2; NCS started at 100; Bo NCS 2; DV started at 100\n"
               "  Cia DV 2; MES started at 100; Dan MES 2; HIS started at 100; Anna HIS 2\n"
               "  NZO started at 100; Bo NZO 2; ZHE started at 100; Cia ZHE 2; NRS started at 100\n"
               "  Dan NRS 2; NFL started at 100; Anna NFL 3\n"),
         "100  112");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_1988_turns_control_and_contracts_are_those_of_the_engine),
        cmocka_unit_test(in_18or_the_map_has_sectors_and_obstacles_and_the_ladder_its_end),
        cmocka_unit_test(in_18norway_shares_of_state_and_treasury_are_seen_ships_are_ships),
        cmocka_unit_test(in_18scan_minors_have_their_rows_and_their_turns),
        cmocka_unit_test(in_18nl_only_prices_that_somebody_can_choose_are_par_prices),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
