/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: the `roundhouse` command: the table of its commands, and the way to each.
 *
 * The table is the only list: help, the man page and the shells' completions are made from it
 * (help.c), and --help works on every command without the command knowing. The words and their
 * options are stable, because scripts depend on them. */
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/help.h"

static int cmd_help(int argc, char **argv);

const rh_command rh_commands[] = {
    {.word = "titles",
     .args = "[--json] | --cards|--options [TITLE]",
     .brief = "the titles and their state; the cards of their companies and trains",
     .text =
         "Lists the titles in this program: id, name, players, version of the rules, and how many\n"
         "of the rules are proved by scenarios and tests. With --cards it prints instead what "
         "every\n"
         "company, train and other piece of a title does, in sentences; without TITLE, of all.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--json", NULL, "for programs, with what is known about the data"},
                {"--cards", NULL, "what everything does, in words"},
                {"--options", NULL, "house rules that can be chosen, and what they mean"}},
     .run = cmd_titles},
    {.word = "play",
     .args = "[TITLE|GAME] [--players A,B,C] [--bots N|NAMES] [--port N] [--no-open]\n"
             "         [--terminal [--level NAME]]",
     .brief = "the table in the browser, with others or against bots",
     .text =
         "Serves the table on this machine and opens it in a browser. With a title and players a\n"
         "game begins; a saved record (a path) goes on; otherwise the page offers the titles and\n"
         "the games that are kept. Games are kept in the user's data folder, in games.db. With\n"
         "--terminal, or where the page was not built, the game is played right here: choose by\n"
         "number; ? lists what else can be typed. A game that names its title file without\n"
         "carrying it is always played there.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--players", "A,B,C", "people at this table"},
                {"--bots", "N|NAMES", "so many bots more, or who of the players is a bot"},
                {"--seed", "N", "where chance begins"},
                {"--seats", "drawn|entered", "by lot, as is usual, or in the order entered"},
                {"--option", "NAME=VALUE", "a house rule of the title; as many as you like"},
                {"--port", "N", "of the address; a free one from 1829 on if it is not said"},
                {"--no-open", NULL, "do not open a browser; only print the address"},
                {"--site", "DIR", "the page's files, if they are not beside the program"},
                {"--terminal", NULL, "play at the terminal instead"},
                {"--level", "NAME",
                 "at the terminal: beginner, casual, club, strong or analyst bots, or yours"},
                {"--bot", "NAME=COMMAND", "a bot of your own, for --level (docs/bots.md)"}},
     .run = cmd_play},
    {.word = "serve",
     .args = "[TITLE-FILE…] [--listen ADDRESS] [--db URL] [--workers N] [--site DIR]\n"
             "         [--cache MEGABYTES] [--behind-proxy ADDRESS] [--log]",
     .brief = "tables for several people, each at their own screen",
     .text =
         "Serves tables to a club or to friends far apart until it is interrupted: docs/server.md\n"
         "says how, docs/api.md what programs can ask. Tables are kept in the user's data folder,\n"
         "in tables.db. Of title files only those are played that are named here.",
     .takes = RH_TAKES_FILE,
     .option = {{"--listen", "ADDRESS", "0.0.0.0:1829 if it is not said; or unix:PATH"},
                {"--db", "URL", "another file, or postgresql://…"},
                {"--workers", "N", "threads that play; as many as there are cores"},
                {"--site", "DIR", "the page's files, if they are not beside the program"},
                {"--cache", "MEGABYTES", "of games that nobody looks at any more; 512"},
                {"--behind-proxy", "ADDRESS", "of it X-Forwarded-For and -Proto are believed"},
                {"--log", NULL, "a line of JSON on stderr for every answer"}},
     .run = cmd_serve},
    {.word = "games",
     .args = "check|backup|recover|export [TO] [--file FILE]",
     .brief = "the file that play keeps games in: look over, copy, rescue",
     .text =
         "check reads the whole file and replays every record. backup [TO] copies it, also while\n"
         "it is in use. recover TO saves what can be read of a damaged file in a new one. export\n"
         "TO writes every game as a record into a folder. None of them changes the file, and none\n"
         "overwrites another. Exit code 1 if something is wrong with it.",
     .takes = RH_TAKES_FILE,
     .option = {{"--file", "FILE", "another one than games.db in the user's data folder"}},
     .run = cmd_games},
    {.word = "new",
     .args = "TITLE --players A,B,C [--seed N] [--size S] [--option NAME=VALUE] [--setup FILE]\n"
             "         [--rules N] [--seats drawn|entered]",
     .brief = "begin a game; the record goes to standard output",
     .text =
         "Prints the record of a new game; keep it in a file: roundhouse new 18nl --players\n"
         "Anna,Bo,Cia > game.18xx. The title is one of this program, or a file (docs/titles.md),\n"
         "which the record then names with the digest of its text.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--players", "A,B,C", "the players; a name is one word"},
                {"--seed", "N", "where chance begins; 1 if it is not said"},
                {"--seats", "drawn|entered",
                 "by lot, as is usual, or in the order entered (usual with --setup)"},
                {"--size", "S", "the size of the map, where a title has several"},
                {"--option", "NAME=VALUE", "a house rule of the title; as many as you like"},
                {"--setup", "FILE", "begin from this position file instead of the usual set-up"},
                {"--rules", "N",
                 "an old version of the title's rules; the newest if it is not said"}},
     .run = cmd_new},
    {.word = "show",
     .args = "GAME [--json|--map-svg|--market-svg|--setup] [--routes COMPANY]",
     .brief = "the situation: players, companies, map, market",
     .text = "Replays the game and shows where it stands; of a title file, how a game begins.",
     .takes = RH_TAKES_FILE,
     .option = {{"--json", NULL, "everything people at the table may see, for programs"},
                {"--map-svg", NULL, "a picture of the map"},
                {"--routes", "COMPANY", "its best routes and what they earn, or drawn on the map"},
                {"--market-svg", NULL, "a picture of the market"},
                {"--setup", NULL, "what the game was set up with, as a file for new --setup"}},
     .run = cmd_show},
    {.word = "legal",
     .args = "GAME [--json]",
     .brief = "every legal action now",
     .text =
         "Prints every legal action as a line that `roundhouse do` takes. Where any amount of a\n"
         "range may be named the line shows the lowest, then the highest. A run shows the best\n"
         "routes.",
     .takes = RH_TAKES_FILE,
     .option = {{"--json", NULL, "for programs"}},
     .run = cmd_legal},
    {.word = "do",
     .args = "GAME \"ACTION\"",
     .brief = "append an action, or refuse it and name the rule",
     .text =
         "Plays the action and adds it to the record, then prints what happened. A refused action\n"
         "changes nothing: the rule and its sentence go to standard error, the exit code is 1.",
     .takes = RH_TAKES_FILE,
     .run = cmd_do},
    {.word = "rules",
     .args = "TITLE [--open] [--json] [--crossings] [--sentences [--games N]] [--words]",
     .brief = "the rules of a title: cited, proved, open",
     .text =
         "Lists every rule of the title's ledger with the places that cite it and the scenarios\n"
         "and tests that prove it. A rule is open when nothing proves it, or when it forbids\n"
         "something and no refusal cites it. Exit code 1 if one is open.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--open", NULL, "only the open ones"},
                {"--json", NULL, "for programs"},
                {"--crossings", NULL, "where its rules meet, as a page in Markdown"},
                {"--sentences", NULL, "what it says when it refuses, each with an example"},
                {"--games", "N", "so many games are played for that, 24 if it is not said"},
                {"--words", NULL, "the actions and statements that only it has"}},
     .run = cmd_rules},
    {.word = "scenario",
     .args = "FILE… [--option NAME=VALUE]",
     .brief = "run scenarios: situations, actions, expectations",
     .text =
         "Runs the scenarios of the files and prints every expectation that fails, a line each,\n"
         "with what was found instead; the last line is the count. docs/scenarios.md teaches the\n"
         "language. Exit code 1 if something failed.",
     .takes = RH_TAKES_FILE,
     .option = {{"--option", "NAME=VALUE", "on top of the options of each scenario"}},
     .run = cmd_scenario},
    {.word = "title",
     .args = "check FILE",
     .brief = "check a title or a set-up file",
     .text = "Reads a title.json as the program would, once for every option and version of the\n"
             "rules, with the bots.json beside it, or a position file with its statements. What is "
             "wrong\n"
             "is named with its line.",
     .takes = RH_TAKES_FILE,
     .run = cmd_title},
    {.word = "routes",
     .args = "BOARD|GAME [--company X] [--limit STEPS] [--memory KIB] [--json] [--svg FILE]",
     .brief = "the best routes on any 18xx board, exact and proved",
     .text = "The board is a file of tile codes, tokens and trains (docs/routes.md), or a game of "
             "ours\n"
             "or of 18xx.games as it stands. Prints for each company the best routes stop by stop, "
             "the total, and the closest alternatives. If the\n"
             "file states the best revenue and it is different, the exit code is 1.",
     .takes = RH_TAKES_FILE,
     .option = {{"--company", "X", "only this one"},
                {"--limit", "STEPS", "stop after so many steps; the answer may be unproved then"},
                {"--memory", "KIB", "for the search; 1024 if it is not said"},
                {"--json", NULL, "for programs"},
                {"--svg", "FILE", "a picture of the board with the routes; one a company"}},
     .run = cmd_routes},
    {.word = "selfplay",
     .args = "TITLE [--games N] [--seed S] [--players P] [--bots LIST] [--option NAME=VALUE]\n"
             "         [--jobs J] [--check] [--csv FILE] [--record-dir DIR] [--bot NAME=COMMAND]\n"
             "         [--patience MS]",
     .brief = "games between bots, and what was seen in them",
     .text =
         "Plays games to their end and counts actions, events, phases and ends. Game n of seed S\n"
         "is game 0 of seed S+n, whatever --jobs says, so any game can be played again alone.\n"
         "Exit code 1 if a promise was broken, a game did not end or a bot of yours failed.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--games", "N", "how many; 100 if it is not said"},
                {"--seed", "S", "of the first game; 1 if it is not said"},
                {"--players", "P", "in every game; drawn for each if it is not said"},
                {"--bots", "LIST",
                 "by seat: random, varied, steady, greedy, a level (docs/bots.md), or mixed"},
                {"--option", "NAME=VALUE", "a house rule of the title; as many as you like"},
                {"--jobs", "J", "processes that share the games"},
                {"--check", NULL, "test promises and bent actions after every action"},
                {"--csv", "FILE", "one line a game"},
                {"--record-dir", "DIR", "one record a game, DIR/TITLE-SEED.18xx"},
                {"--bot", "NAME=COMMAND", "a bot of your own, for --bots (docs/bots.md)"},
                {"--patience", "MS", "that it has for a decision; 30000 if it is not said"}},
     .run = cmd_selfplay},
    {.word = "league",
     .args = "TITLE [--table A,B,…] [--bots A,B,…] [--players P] [--seeds N] [--seed S]\n"
             "         [--option NAME=VALUE] [--jobs J] [--results FILE] [--page FILE]\n"
             "         [--bot NAME=COMMAND] [--patience MS]",
     .brief = "who plays better: many games, ratings, habits",
     .text =
         "Plays every seed at every table with every seating, and says how many games each bot "
         "won,\n"
         "with intervals, ratings by places and habits. With --results the games are kept as they\n"
         "end, and the same command goes on where it was stopped. docs/bots.md explains the "
         "report.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--table", "A,B,…",
                 "who plays together; the last takes the seats left; repeatable"},
                {"--bots", "A,B,…", "each of them alone against each of the others"},
                {"--players", "P", "at every table; 4 if it is not said"},
                {"--seeds", "N", "how many; 10 if it is not said"},
                {"--seed", "S", "the first; 1 if it is not said"},
                {"--option", "NAME=VALUE", "a house rule of the title; as many as you like"},
                {"--jobs", "J", "processes that share the games; the results are the same"},
                {"--results", "FILE", "one line a game; it is gone on with if it is there"},
                {"--page", "FILE", "the report as a page with charts"},
                {"--bot", "NAME=COMMAND", "a bot of your own, by its name in tables"},
                {"--patience", "MS", "that it has for a decision; 30000 if it is not said"}},
     .run = cmd_league},
    {.word = "bot",
     .args = "[--level NAME] [--known FILE]",
     .brief = "our bots for other programs, over lines of text",
     .text =
         "Reads lines from standard input and answers on standard output: a game, a seat, "
         "actions,\n"
         "`go`; then `best` with an action, what was weighed and why. docs/bots.md has the "
         "protocol\n"
         "and players of thirty lines. selfplay, league and play take any command that speaks it.",
     .option = {{"--level", "NAME", "who plays; club if it is not said"},
                {"--known", "FILE", "what it knows of the title, instead of bots.json"}},
     .run = cmd_bot},
    {.word = "train",
     .args = "TITLE [--games N] [--seed S] [--players P] [--level NAME] [--weights FILE]",
     .brief = "weights for the bots of a title, fitted to games",
     .text = "Plays games between bots, fits the weights by which they judge a position to how the "
             "games\n"
             "ended, and says how much better they tell the ends of games that were held out. "
             "`make train\n"
             "TITLE=…` tries them in a league too. Exit code 1 if nothing could be learned.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--games", "N", "how many; 300 if it is not said; every third is held out"},
                {"--seed", "S", "of the first game; 1 if it is not said"},
                {"--players", "P", "in every game; 4 if it is not said"},
                {"--level", "NAME", "who plays; rules of thumb in a hurry if it is not said"},
                {"--weights", "FILE", "where the fitted weights go"}},
     .run = cmd_train},
    {.word = "perft",
     .args = "TITLE --depth N [--players P] [--position FILE [--after N]] [--divide]",
     .brief = "count legal action sequences",
     .text =
         "Counts the sequences of 1 to N legal actions. A range counts as its lowest and its\n"
         "highest amount, a run as the best routes; a sequence that ends the game counts however\n"
         "short it is.",
     .takes = RH_TAKES_TITLE,
     .option = {{"--depth", "N", "the longest sequences"},
                {"--players", "P", "from the start with so many; the fewest if it is not said"},
                {"--position", "FILE", "from the end of this record or position instead"},
                {"--after", "N", "from the moment after its first N actions"},
                {"--divide", NULL, "the count under each first action, to find a difference"}},
     .run = cmd_perft},
    {.word = "replay",
     .args = "GAME [--json-trace [--events]]",
     .brief = "replay a record or an export of 18xx.games; final scores",
     .text = "Says which options the game was played with, how it ended and who has how much.",
     .takes = RH_TAKES_FILE,
     .option = {{"--json-trace", NULL, "the whole state after every move, a line each"},
                {"--events", NULL,
                 "with --json-trace: the actions of a record and what each brought"}},
     .run = cmd_replay},
    {.word = "import",
     .args = "GAME.json | --rails GAME",
     .brief = "a game of 18xx.games or Rails as a record, to standard output",
     .text = "Undo, redo and automatic actions are resolved; where that program departs from the\n"
             "rules, the record names the option.",
     .takes = RH_TAKES_FILE,
     .option = {{"--rails", "GAME", "a trace or a report of Rails instead"}},
     .run = cmd_import},
    {.word = "export",
     .args = "GAME.18xx",
     .brief = "a record in the form of 18xx.games, to standard output",
     .text = "An import of the result gives the same game. Deals that were declined are left out.",
     .takes = RH_TAKES_FILE,
     .run = cmd_export},
    {.word = "conform",
     .args = "[--needs] GAME.json TRACE.jsonl[.gz] | --rails GAME",
     .brief = "compare with another program after every action",
     .text =
         "Replays an export and compares the whole state with its reference trace after every\n"
         "action; the first difference is shown in full and the exit code is 1. A trace of Rails\n"
         "carries its own moves; what it offers is compared with what is legal here. A report of\n"
         "Rails is replayed line by line.",
     .takes = RH_TAKES_FILE,
     .option = {{"--needs", NULL, "which options this game needs: each is left out by itself"},
                {"--rails", "GAME", "a trace or a report of Rails"}},
     .run = cmd_conform},
    {.word = "refuse",
     .args = "CASES.jsonl --games DIR[,DIR]",
     .brief = "every case must be refused, and nothing changed",
     .text = "Each line names a game, a moment and an action. Games are looked for by name in the\n"
             "folders and their random/.",
     .takes = RH_TAKES_FILE,
     .option = {{"--games", "DIR[,DIR]", "where the games are"}},
     .run = cmd_refuse},
    {.word = "help",
     .args = "[COMMAND] [--man] [--completion bash|zsh|fish]",
     .brief = "this list, or one command",
     .text = "roundhouse help --man | man -l - shows the whole manual.\n"
             "eval \"$(roundhouse help --completion bash)\" lets the shell complete commands.",
     .option = {{"--man", NULL, "the manual, as source for man"},
                {"--completion", "SHELL", "completions for bash, zsh or fish"}},
     .run = cmd_help},
};
const size_t rh_command_count = sizeof rh_commands / sizeof rh_commands[0];

static const rh_command *find(const char *word)
{
    for (size_t i = 0; i < rh_command_count; i++)
        if (strcmp(rh_commands[i].word, word) == 0)
            return &rh_commands[i];
    return NULL;
}

static int no_command(const char *word)
{
    const rh_command *near = rh_help_near(word);
    if (near)
        fprintf(stderr, "roundhouse: there is no command \"%.40s\"; do you mean \"%s\"?\n", word,
                near->word);
    else
        fprintf(stderr, "roundhouse: there is no command \"%.40s\"; `roundhouse help` lists them\n",
                word);
    return 2;
}

static int cmd_help(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool man = rh_args_flag(&a, "--man");
    const char *shell = rh_args_value(&a, "--completion");
    if (!rh_args_end(&a, 0, 1, "help [COMMAND] [--man] [--completion bash|zsh|fish]"))
        return 2;
    if (man) {
        rh_help_man();
        return 0;
    }
    if (shell) {
        const int code = rh_help_completion(shell);
        if (code)
            fprintf(stderr,
                    "roundhouse help: no completions for \"%.20s\"; bash, zsh and fish have\n",
                    shell);
        return code;
    }
    if (a.argc == 1) {
        rh_help_all();
        return 0;
    }
    const rh_command *c = find(a.argv[1]);
    if (!c)
        return no_command(a.argv[1]);
    rh_help_command(c);
    return 0;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        rh_help_all();
        return 2;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        rh_help_all();
        return 0;
    }
    if (strcmp(word, "--version") == 0) {
        printf("roundhouse %s\n", RH_VERSION);
        return 0;
    }
    const rh_command *c = find(word);
    if (!c)
        return no_command(word);
    if (asks_for_help(argc - 1, argv + 1)) {
        rh_help_command(c);
        return 0;
    }
    const int code = c->run(argc - 1, argv + 1);
    /* A full disk or a closed pipe must not look like success. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("roundhouse: standard output");
        return code ? code : 2;
    }
    return code;
}
