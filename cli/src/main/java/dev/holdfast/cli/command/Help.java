package dev.holdfast.cli.command;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.command.Commands.CommandEntry;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;

/** Prints help: the overview, and the help of one command, whose examples are the {@code footer} of its annotation. */
public final class Help {
    private static final List<String> EXAMPLES = List.of(
            "holdfast acquire Chapter_03 --note 'second draft'   take a lock that outlives this call",
            "holdfast run Chapter_03 -- vim Chapter_03.md        hold a lock while a command runs",
            "holdfast status                                     see who has what",
            "holdfast watch                                      watch what happens; holdfast top for a live list",
            "holdfast acquire Chapter_03 --wait 10m              wait until it is free, and take it",
            "holdfast acquire Chapter_03 --override --note why   take over the lock of another owner",
            "holdfast release Chapter_03                         release it");

    private Help() {}

    /** Prints all commands by group. */
    public static void overview(PrintStream to) {
        to.println("usage: holdfast COMMAND [OPTIONS]");
        to.println();
        to.println(
                "Locks for work that takes minutes or hours: who has it, since when, until when, and what to do about it.");
        String group = "";
        for (CommandEntry entry : Commands.all()) {
            if (!entry.group().equals(group)) {
                group = entry.group();
                to.println();
                to.println(group);
            }
            to.printf("  %-14s %s%n", entry.name(), entry.summary());
        }
        to.println();
        to.println("Examples");
        EXAMPLES.forEach(example -> to.println("  " + example));
        to.println();
        to.println(
                "Every command takes --store, --owner, --json, --no-input, --quiet, --verbose, --trust and --color.");
        to.print(CommandHelp.table("Exit codes", HelpFacts.codes()));
        to.print(CommandHelp.table("Variables", HelpFacts.variables()));
        to.println();
        to.println(
                "holdfast help COMMAND explains a command, with all its options; holdfast help --man prints all of it as a manual page.");
        to.println(
                "holdfast alone, at a terminal, shows where you stand. holdfast --version says which Holdfast this is.");
    }

    /** Returns calls for the most frequent purposes. */
    static List<String> examples() {
        return EXAMPLES;
    }

    /** Gives the help of one command our sections. */
    public static void dress(CommandLine line, String command, Environment environment) {
        CommandHelp.dress(line, command, environment);
    }
}
