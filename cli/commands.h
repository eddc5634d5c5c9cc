/* SPDX-License-Identifier: Apache-2.0 */
/* commands.h: the commands of the program, one function each.
 *
 * argv[0] is the command's own word. The answer is the exit code: 0 done, 1 refused or different,
 * 2 usage or unreadable input. cli/main.c has the table with their words and help. */
#ifndef ROUNDHOUSE_CLI_COMMANDS_H
#define ROUNDHOUSE_CLI_COMMANDS_H

int cmd_titles(int argc, char **argv); /* titles.c */
int cmd_title(int argc, char **argv);
int cmd_play(int argc, char **argv);  /* play.c */
int cmd_serve(int argc, char **argv); /* serve.c */
int cmd_new(int argc, char **argv);   /* game.c */
int cmd_show(int argc, char **argv);
int cmd_legal(int argc, char **argv);
int cmd_do(int argc, char **argv);
int cmd_games(int argc, char **argv);   /* games.c */
int cmd_rules(int argc, char **argv);   /* rules.c */
int cmd_conform(int argc, char **argv); /* conform.c */
int cmd_refuse(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_scenario(int argc, char **argv); /* scenario.c */
int cmd_routes(int argc, char **argv);   /* routes.c */
int cmd_selfplay(int argc, char **argv); /* selfplay.c */
int cmd_bot(int argc, char **argv);      /* bot.c */
int cmd_train(int argc, char **argv);    /* train.c */
int cmd_league(int argc, char **argv);   /* league.c */
int cmd_perft(int argc, char **argv);    /* perft.c */

#endif
