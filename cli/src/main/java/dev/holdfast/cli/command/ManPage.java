package dev.holdfast.cli.command;

import dev.holdfast.cli.base.Version;
import dev.holdfast.cli.command.Commands.CommandEntry;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page, written from the annotations of the commands. */
public final class ManPage {
    private final PrintStream to;

    private ManPage(PrintStream to) {
        this.to = to;
    }

    /** Prints the page in the format of {@code man}. */
    public static void print(PrintStream to) {
        new ManPage(to).print();
    }

    private void print() {
        String version = Version.text().split(" ", 3)[1];
        macro(".TH HOLDFAST 1 \"\" \"Holdfast " + text(version) + "\" \"User Commands\"");
        macro(".SH NAME");
        line("holdfast - locks for work that takes minutes or hours");
        macro(".SH SYNOPSIS");
        macro(".B holdfast");
        line("COMMAND [OPTIONS]");
        macro(".SH DESCRIPTION");
        line("Says who has what, since when, until when, and what to do about it.");
        line("Data goes to standard output, messages and questions to standard error.");
        line("Called alone at a terminal, it shows where you stand.");
        macro(".SH COMMANDS");
        Commands.all().forEach(this::command);
        macro(".SH GENERAL OPTIONS");
        line("They may stand before or after the name of the command.");
        options(spec(Commands.all().get(0)), CommandHelp::isGeneral);
        table("EXIT STATUS", HelpFacts.codes());
        table("ENVIRONMENT", HelpFacts.variables());
        macro(".SH FILES");
        entry("holdfast.yaml", "the configuration of a project: store, resources, operations, policies");
        entry(".locks/locks.json", "the locks of a project that names no other store");
        macro(".SH EXAMPLES");
        Help.examples().forEach(this::example);
    }

    private static CommandSpec spec(CommandEntry entry) {
        return new CommandLine(entry.create())
                .setCommandName("holdfast " + entry.name())
                .getCommandSpec();
    }

    private void command(CommandEntry entry) {
        CommandSpec spec = spec(entry);
        String[] custom = spec.usageMessage().customSynopsis();
        macro(".SS " + text(custom.length == 0 ? CommandHelp.synopsis(spec) : custom[0]));
        line(String.join(" ", spec.usageMessage().description()));
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            entry(argument.paramLabel(), String.join(" ", argument.description()));
        }
        options(spec, option -> !CommandHelp.isGeneral(option));
        List.of(spec.usageMessage().footer()).forEach(this::example);
    }

    private void options(CommandSpec spec, Predicate<OptionSpec> which) {
        for (OptionSpec option : spec.options()) {
            if (which.test(option)) {
                String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
                entry(String.join(", ", option.names()) + value, String.join(" ", option.description()));
            }
        }
    }

    private void table(String heading, Map<String, String> entries) {
        macro(".SH " + heading);
        entries.forEach(this::entry);
    }

    private void entry(String name, String meaning) {
        macro(".TP");
        macro(".B " + text(name));
        line(meaning);
    }

    private void example(String line) {
        macro(".PP");
        macro(".EX");
        line(line);
        macro(".EE");
    }

    private void macro(String line) {
        to.print(line + "\n");
    }

    /** Prints a line of text; a dot or quote at its beginning would make it a macro. */
    private void line(String line) {
        to.print("\\&" + text(line) + "\n");
    }

    private static String text(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("\"", "\\(dq");
    }
}
