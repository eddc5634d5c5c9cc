/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: `mpirun … roundhouse-mpi league`: a league on many machines, a program of its own so that
 * nobody who only plays needs MPI.
 *
 * Process 0 is the league: it reads and writes the files and deals out the numbers of games, one at a
 * time, to whoever is free; the others play. What comes back is what a process of one machine would
 * have sent, so results and report are the same bytes. Alone it plays by itself. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "cli/league.h"

enum { NUMBER = 1, PLAYED = 2 }; /* kinds of messages */
static const uint32_t NO_MORE = UINT32_MAX;

static void send_number(uint32_t number, int to)
{
    MPI_Send(&number, 1, MPI_UINT32_T, to, NUMBER, MPI_COMM_WORLD);
}

/* The only process: nobody to deal out to. */
static bool play_alone(rh_league_wishes *w, const uint32_t *number, uint32_t count,
                       rh_league_keep *keep, void *context)
{
    rh_bot_work work;
    static rh_league_played played;
    if (!rh_bot_work_make(&work)) {
        fputs("roundhouse-mpi: there is not enough memory\n", stderr);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        rh_league_play(w, number[i], &work, &played);
        keep(context, &played);
    }
    rh_bot_work_free(&work);
    return true;
}

static bool deal_out(rh_league_wishes *w, const uint32_t *number, uint32_t count,
                     rh_league_keep *keep, void *context)
{
    int processes;
    static rh_league_played played;
    uint32_t next = 0, back = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (processes == 1)
        return play_alone(w, number, count, keep, context);
    for (int p = 1; p < processes && next < count; p++)
        send_number(number[next++], p);
    while (back < next) {
        MPI_Status from;
        MPI_Recv(&played, (int)sizeof played, MPI_BYTE, MPI_ANY_SOURCE, PLAYED, MPI_COMM_WORLD,
                 &from);
        back++;
        keep(context, &played);
        if (next < count)
            send_number(number[next++], from.MPI_SOURCE);
    }
    return true;
}

/* Plays what it is sent. Process 0 has read the same words before, so they are good. */
static int play_for_others(int argc, char **argv)
{
    static rh_league_wishes w;
    static rh_league_played played;
    rh_bot_work work;
    bool ready = false, well = true;
    for (;;) {
        uint32_t number;
        MPI_Recv(&number, 1, MPI_UINT32_T, 0, NUMBER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (number == NO_MORE)
            break;
        if (!ready) {
            well = rh_league_read(argc, argv, &w) && rh_bot_work_make(&work);
            ready = true;
        }
        if (!well) { /* a machine without the title's file, or without memory: nobody can go on */
            fputs("roundhouse-mpi: one of the processes cannot play\n", stderr);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
        rh_league_play(&w, number, &work, &played);
        MPI_Send(&played, (int)sizeof played, MPI_BYTE, 0, PLAYED, MPI_COMM_WORLD);
    }
    if (ready) {
        rh_bot_work_free(&work);
        rh_league_free(&w);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int process, processes, code = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (process > 0) {
        code = play_for_others(argc - 1, argv + 1);
    } else {
        if (argc < 2 || strcmp(argv[1], "league") != 0)
            fputs("usage: mpirun -n N roundhouse-mpi league TITLE … (roundhouse help league)\n",
                  stderr);
        else
            code = rh_league_run(argc - 1, argv + 1, deal_out);
        for (int p = 1; p < processes; p++)
            send_number(NO_MORE, p);
    }
    MPI_Finalize();
    return code;
}
