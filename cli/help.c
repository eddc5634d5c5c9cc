/* SPDX-License-Identifier: Apache-2.0 */
/* help.c: what the table of commands looks like to people, to man(1) and to shells; see help.h. */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "files/embedded.h"

void rh_help_all(void)
{
    printf("roundhouse %s: railway games of the 18xx family\n\n", RH_VERSION);
    for (size_t i = 0; i < rh_command_count; i++)
        printf("  %-10s %s\n", rh_commands[i].word, rh_commands[i].brief);
    printf("\n"
           "roundhouse COMMAND --help explains a command. GAME is a record, a position file, an\n"
           "export of 18xx.games, or - for standard input.\n"
           "Exit codes: 0 done, 1 refused or different, 2 usage or unreadable input.\n");
}

void rh_help_command(const rh_command *c)
{
    printf("usage: roundhouse %s %s\n\n%s\n", c->word, c->args, c->text);
    for (const rh_command_option *o = c->option; o->flag; o++) {
        char left[64];
        (void)snprintf(left, sizeof left, "%s%s%s", o->flag, o->value ? " " : "",
                       o->value ? o->value : "");
        printf("%s  %-22s %s\n", o == c->option ? "\n" : "", left, o->what);
    }
}

/* --- man --------------------------------------------------------------------------------------- */

/* A line of man source may not begin with a dot or a quote, and a hyphen that people copy into a
 * shell must stay one. */
static void roff(const char *s)
{
    if (*s == '.' || *s == '\'')
        printf("\\&");
    for (; *s; s++)
        if (*s == '-')
            printf("\\-");
        else if (*s == '\\')
            printf("\\e");
        else
            putchar(*s);
}

void rh_help_man(void)
{
    printf(
        ".TH ROUNDHOUSE 6 \"\" \"roundhouse %s\" \"Games\"\n"
        ".SH NAME\nroundhouse \\- railway games of the 18xx family\n"
        ".SH SYNOPSIS\n.B roundhouse\n.I command\n[options]\n"
        ".SH DESCRIPTION\n"
        "One exact engine for several 18xx games: play them, keep them in text files, replay and\n"
        "compare them. GAME is a record, a position file, an export of 18xx.games, or \\- for\n"
        "standard input.\n"
        ".SH COMMANDS\n",
        RH_VERSION);
    for (size_t i = 0; i < rh_command_count; i++) {
        const rh_command *c = &rh_commands[i];
        printf(".TP\n.B ");
        roff(c->word);
        printf(" ");
        roff(c->args);
        printf("\n");
        roff(c->text);
        printf("\n");
        for (const rh_command_option *o = c->option; o->flag; o++) {
            printf(".RS\n.TP\n.B ");
            roff(o->flag);
            if (o->value) {
                printf(" ");
                roff(o->value);
            }
            printf("\n");
            roff(o->what);
            printf("\n.RE\n");
        }
    }
    printf(".SH EXIT STATUS\n0 done, 1 refused or different, 2 usage or unreadable input.\n"
           ".SH FILES\n.TP\n.I $XDG_DATA_HOME/roundhouse/\n"
           "games played with \\fBroundhouse play\\fR; without that variable "
           "~/.local/share/roundhouse/\n");
}

/* --- completions ------------------------------------------------------------------------------- */

static void put_titles(const char *between)
{
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        printf("%s%s", i ? between : "", rh_embedded_titles[i].id);
}

static void bash(void)
{
    printf("# bash completion for roundhouse; roundhouse help --completion bash\n"
           "_roundhouse() {\n"
           "    local now=${COMP_WORDS[COMP_CWORD]} options= files=\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W '");
    for (size_t i = 0; i < rh_command_count; i++)
        printf("%s%s", i ? " " : "", rh_commands[i].word);
    printf("' -- \"$now\"))\n"
           "        return\n"
           "    fi\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < rh_command_count; i++) {
        const rh_command *c = &rh_commands[i];
        printf("    %s) options='--help", c->word);
        for (const rh_command_option *o = c->option; o->flag; o++)
            printf(" %s", o->flag);
        if (c->takes == RH_TAKES_TITLE) {
            putchar(' ');
            put_titles(" ");
        }
        printf("'%s ;;\n", c->takes == RH_TAKES_NOTHING ? "" : "; files=1");
    }
    printf("    esac\n"
           "    COMPREPLY=($(compgen -W \"$options\" -- \"$now\"))\n"
           "    [ -z \"$files\" ] || COMPREPLY+=($(compgen -f -- \"$now\"))\n"
           "}\n"
           "complete -o filenames -F _roundhouse roundhouse\n");
}

/* Text inside single quotes of zsh; in descriptions brackets and colons have a meaning too. */
static void put_zsh(const char *s)
{
    for (; *s; s++)
        if (*s == '\'')
            printf("'\\''");
        else if (strchr("[]:", *s))
            printf("\\%c", *s);
        else
            putchar(*s);
}

/* Text inside double quotes of fish. */
static void put_fish(const char *s)
{
    for (; *s; s++)
        printf(strchr("\"\\$", *s) ? "\\%c" : "%c", *s);
}

static void zsh(void)
{
    printf("#compdef roundhouse\n"
           "# zsh completion for roundhouse; roundhouse help --completion zsh\n"
           "_roundhouse() {\n"
           "    local -a commands\n"
           "    commands=(\n");
    for (size_t i = 0; i < rh_command_count; i++) {
        printf("        '%s:", rh_commands[i].word);
        put_zsh(rh_commands[i].brief);
        printf("'\n");
    }
    printf("    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    case $words[2] in\n");
    for (size_t i = 0; i < rh_command_count; i++) {
        const rh_command *c = &rh_commands[i];
        printf("    %s) _arguments", c->word);
        for (const rh_command_option *o = c->option; o->flag; o++) {
            printf(" '%s[", o->flag);
            put_zsh(o->what);
            printf("]");
            if (o->value) {
                printf(":");
                put_zsh(o->value);
            }
            printf("'");
        }
        if (c->takes == RH_TAKES_TITLE) {
            printf(" '*:title:(");
            put_titles(" ");
            printf(")'");
        } else if (c->takes == RH_TAKES_FILE) {
            printf(" '*:file:_files'");
        }
        printf(" ;;\n");
    }
    printf("    esac\n}\n_roundhouse \"$@\"\n");
}

static void fish(void)
{
    printf("# fish completion for roundhouse; roundhouse help --completion fish\n"
           "complete -c roundhouse -f\n");
    for (size_t i = 0; i < rh_command_count; i++) {
        const rh_command *c = &rh_commands[i];
        printf("complete -c roundhouse -n __fish_use_subcommand -a %s -d \"", c->word);
        put_fish(c->brief);
        printf("\"\n");
        for (const rh_command_option *o = c->option; o->flag; o++) {
            printf("complete -c roundhouse -n '__fish_seen_subcommand_from %s' -l %s%s -d \"",
                   c->word, o->flag + 2, o->value ? " -r" : "");
            put_fish(o->what);
            printf("\"\n");
        }
        if (c->takes == RH_TAKES_TITLE) {
            printf("complete -c roundhouse -n '__fish_seen_subcommand_from %s' -a '", c->word);
            put_titles(" ");
            printf("'\n");
        } else if (c->takes == RH_TAKES_FILE) {
            printf("complete -c roundhouse -n '__fish_seen_subcommand_from %s' -F\n", c->word);
        }
    }
}

int rh_help_completion(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        bash();
    else if (strcmp(shell, "zsh") == 0)
        zsh();
    else if (strcmp(shell, "fish") == 0)
        fish();
    else
        return 2;
    return 0;
}

/* --- a word that is no command ----------------------------------------------------------------- */

/* Letters to change, add or leave out to come from one word to the other. */
static int edits(const char *a, const char *b)
{
    enum { MOST = 24 };
    int row[MOST + 1];
    const int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MOST || m > MOST)
        return MOST;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            row[j] = best;
        }
    }
    return row[m];
}

const rh_command *rh_help_near(const char *word)
{
    const rh_command *near = NULL;
    int best = 3;
    for (size_t i = 0; i < rh_command_count; i++) {
        const int n = edits(word, rh_commands[i].word);
        if (n < best) {
            best = n;
            near = &rh_commands[i];
        }
    }
    return near;
}
