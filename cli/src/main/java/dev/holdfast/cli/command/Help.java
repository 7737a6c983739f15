package dev.holdfast.cli.command;

import dev.holdfast.cli.command.Commands.CommandEntry;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Prints help: the overview, and the help of one command, whose examples are the {@code footer} of its annotation. */
public final class Help {
    private static final List<String> EXAMPLES = List.of(
            "holdfast acquire Chapter_03 --note 'second draft'   take a lock that outlives this call",
            "holdfast who Chapter_03                             who has it",
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
        to.println("Every command takes --store, --owner, --json, --no-input and --color, before or after its name.");
        to.println("holdfast help COMMAND explains one; holdfast --version says which Holdfast this is.");
    }

    /** Gives the help of one command our headings. */
    public static void dress(CommandLine line) {
        UsageMessageSpec help = line.getCommandSpec().usageMessage();
        help.synopsisHeading("usage: ");
        help.descriptionHeading("%n");
        help.parameterListHeading("%nArguments%n");
        help.optionListHeading("%nOptions%n");
        help.footerHeading("%nExamples%n");
        String[] examples = help.footer();
        for (int i = 0; i < examples.length; i++) {
            examples[i] = "  " + examples[i];
        }
        help.footer(examples);
        help.sortOptions(false);
        help.width(100);
    }
}
