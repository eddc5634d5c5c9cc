/* SPDX-License-Identifier: Apache-2.0 */
/* test_report.c: a report of Rails is replayed line by line. A short game of our own making is read
 * as it is and with one line changed or left out; whole reports are read by tests/conformance.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "foreign/rails/rails.h"

/* Two players; Ada starts the DSB at 70 with the SJS, Bo takes all the rest. */
static const char *const REPORT[] = {"GameIs,18Scan",
                                     "PlayerIs,1,Ada",
                                     "PlayerIs,2,Bo",
                                     "PlayerCash,900",
                                     "BankHas,4200",
                                     "StartOfPhase,2",
                                     "BankSizeIs,4200",
                                     "StartOfInitialRound,1",
                                     "HasPriority,Ada",
                                     "BID_BUY_RIGHT_LOG,Ada,5,895",
                                     "PASSES,Bo",
                                     "ALL_PASSED",
                                     "PaysForBuyRight,Ada,5",
                                     "BuysItemFor,Ada,SJS,180",
                                     "ALSO_GETS,Ada,PRES_CERT_NAME,DSB,20",
                                     "FloatsWithCash,DSB,140",
                                     "BID_BUY_RIGHT_LOG,Bo,0,900",
                                     "PASSES,Ada",
                                     "ALL_PASSED",
                                     "PaysForBuyRight,Bo,0",
                                     "BuysItemFor,Bo,1,260",
                                     "FloatsWithCash,1,260",
                                     "BID_BUY_RIGHT_LOG,Ada,0,715",
                                     "PASSES,Bo",
                                     "ALL_PASSED",
                                     "PaysForBuyRight,Ada,0",
                                     "BuysItemFor,Ada,2,220",
                                     "FloatsWithCash,2,220",
                                     "BID_BUY_RIGHT_LOG,Bo,0,640",
                                     "PASSES,Ada",
                                     "ALL_PASSED",
                                     "PaysForBuyRight,Bo,0",
                                     "BuysItemFor,Bo,3,200",
                                     "FloatsWithCash,3,200",
                                     "BID_BUY_RIGHT_LOG,Ada,0,495",
                                     "PASSES,Bo",
                                     "ALL_PASSED",
                                     "PaysForBuyRight,Ada,0",
                                     "BuysItemFor,Ada,Ferry,120",
                                     "ALSO_GETS,Ada,CERT_NAME,VR,10",
                                     "BID_BUY_RIGHT_LOG,Bo,0,440",
                                     "PASSES,Ada",
                                     "ALL_PASSED",
                                     "PaysForBuyRight,Bo,0",
                                     "BuysItemFor,Bo,Mine,150",
                                     "ALSO_GETS,Bo,CERT_NAME,S&NJ,10",
                                     "Has,1,260",
                                     "Has,2,220",
                                     "Has,3,200",
                                     "Has,DSB,140",
                                     "Has,Ada,375",
                                     "Has,Bo,290",
                                     "StartStockRound,1",
                                     "HasPriority,Ada",
                                     "BUY_SHARE_LOG,Ada,10,DSB,DSB,70",
                                     "PASSES,Bo",
                                     "PASSES,Ada",
                                     " ",
                                     "END_SR,1",
                                     "Has,1,260",
                                     "Has,2,220",
                                     "Has,3,200",
                                     "Has,DSB,210",
                                     "Has,Ada,305",
                                     "Has,Bo,290",
                                     "START_OR,1.1",
                                     "ReceivesFor,Ada,20,Ferry",
                                     "ReceivesFor,Bo,25,Mine",
                                     "ReceivesFor,Ada,30,SJS",
                                     " ",
                                     "CompanyOperates,1,Bo",
                                     "LaysTileAtFor,1,5,G4,NE,40",
                                     "NoRunButBankPaysAnyway,1,10,Bo",
                                     "Payout,Bo,10,1,100",
                                     "BuysTrain,1,2,IPO,100",
                                     "FirstTrainBought,2/1+1"};
enum { LINES = sizeof REPORT / sizeof REPORT[0] };

/* Reads the report with line `at` replaced; NULL leaves it out. */
static rh_rails_verdict with(int at, const char *line, char *why)
{
    char text[4096] = "";
    for (int i = 0; i < LINES; i++) {
        const char *one = i == at ? line : REPORT[i];
        if (one != NULL)
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", one);
    }
    rh_rails *r = rh_rails_begin(NULL, 0);
    assert_non_null(r);
    const rh_rails_verdict v = rh_rails_report(r, text, strlen(text), why);
    rh_rails_end(r);
    return v;
}

static int line_of(const char *line)
{
    for (int i = 0; i < LINES; i++)
        if (strcmp(REPORT[i], line) == 0)
            return i;
    fail_msg("the report has no line \"%s\"", line);
    return 0;
}

static void a_report_is_replayed(void **state)
{
    (void)state;
    char why[RH_RAILS_WHY] = "";
    if (with(-1, NULL, why) != RH_RAILS_SAME)
        fail_msg("%s", why);
}

/* Line, what stands there instead, and what is said about it. */
static void another_line_is_a_difference(void **state)
{
    (void)state;
    static const char *const CASES[][3] = {
        {"PlayerCash,900", "PlayerCash,600", "another cash"},
        {"StartOfPhase,2", "StartOfPhase,3", "our phase is another"},
        {"BID_BUY_RIGHT_LOG,Ada,5,895", "BID_BUY_RIGHT_LOG,Ada,5,890", "his cash is another"},
        {"BID_BUY_RIGHT_LOG,Ada,5,895", "BID_BUY_RIGHT_LOG,Bo,5,895", "is refused"},
        {"PaysForBuyRight,Ada,5", "PaysForBuyRight,Ada,10", "another amount"},
        {"FloatsWithCash,1,260", "FloatsWithCash,1,270", "another amount"},
        {"Has,Ada,375", "Has,Ada,376", "ours has 375"},
        {"StartStockRound,1", "StartStockRound,2", "another round begins"},
        {"BUY_SHARE_LOG,Ada,10,DSB,DSB,70", "BUY_SHARE_LOG,Ada,10,DSB,Pool,70", "is refused"},
        {"END_SR,1", "END_SR,2", "another round has begun"},
        {"ReceivesFor,Bo,25,Mine", "ReceivesFor,Bo,20,Mine", "says nothing like it"},
        {"CompanyOperates,1,Bo", "CompanyOperates,1,Ada", "somebody else leads it"},
        {"CompanyOperates,1,Bo", "CompanyOperates,2,Ada", "refuses it"},
        {"LaysTileAtFor,1,5,G4,NE,40", "LaysTileAtFor,1,5,G4,NE,50", "another amount"},
        {"LaysTileAtFor,1,5,G4,NE,40", "LaysTileAtFor,1,5,G4,SW,40", "refuses it"},
        {"BuysTrain,1,2,IPO,100", "BuysTrain,1,3,IPO,200", "is refused"},
        {"FirstTrainBought,2/1+1", "FirstTrainBought,3/2+2", "none is bought"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char why[RH_RAILS_WHY] = "";
        assert_int_equal(with(line_of(CASES[i][0]), CASES[i][1], why), RH_RAILS_DIFFERENT);
        if (strstr(why, CASES[i][2]) == NULL || strncmp(why, "line ", 5) != 0)
            fail_msg("%s: %s", CASES[i][1], why);
    }
}

static void a_missing_line_is_a_difference(void **state)
{
    (void)state;
    static const char *const CASES[] = {"BuysItemFor,Bo,Mine,150", "FloatsWithCash,3,200",
                                        "ReceivesFor,Ada,30,SJS", "START_OR,1.1"};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char why[RH_RAILS_WHY] = "";
        if (with(line_of(CASES[i]), NULL, why) != RH_RAILS_DIFFERENT)
            fail_msg("nobody misses %s", CASES[i]);
    }
}

static void what_is_no_report_is_not_read(void **state)
{
    (void)state;
    static const struct {
        const char *line, *instead, *says;
    } CASES[] = {
        {"GameIs,18Scan", "PlayerIs,3,Cyd", "this is no report of Rails"},
        {"GameIs,18Scan", "GameIs,1899", "1899"},
        {"ALL_PASSED", "SOMETHING_ELSE", "this is no line of a report"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char why[RH_RAILS_WHY] = "";
        assert_int_equal(with(line_of(CASES[i].line), CASES[i].instead, why), RH_RAILS_UNREADABLE);
        if (strstr(why, CASES[i].says) == NULL)
            fail_msg("%s: %s", CASES[i].instead, why);
    }
    char why[RH_RAILS_WHY] = "";
    assert_int_equal(with(line_of("Has,Ada,375"), "Has,Ada", why), RH_RAILS_DIFFERENT);
    assert_non_null(strstr(why, "too few fields"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_is_replayed),
        cmocka_unit_test(another_line_is_a_difference),
        cmocka_unit_test(a_missing_line_is_a_difference),
        cmocka_unit_test(what_is_no_report_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
