package dev.holdfast.cli.command;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish: one {@code complete} for each command and each option of one. */
final class FishCompletion {
    private final CommandLine all;
    private final StringBuilder script = new StringBuilder("# Completion of holdfast for fish.\n");

    FishCompletion(CommandLine all) {
        this.all = all;
    }

    String script() {
        for (Map.Entry<String, CommandLine> command : all.getSubcommands().entrySet()) {
            String[] description =
                    command.getValue().getCommandSpec().usageMessage().description();
            line("-n __fish_use_subcommand -f -a", command.getKey(), description);
            for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                option(command.getKey(), option);
            }
        }
        return script.toString();
    }

    private void option(String command, OptionSpec option) {
        StringBuilder names = new StringBuilder("-n '__fish_seen_subcommand_from " + command + "'");
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        line(names + (option.arity().min() > 0 ? " -r" : ""), "", option.description());
    }

    private void line(String what, String name, String[] description) {
        script.append("complete -c holdfast ").append(what);
        if (!name.isEmpty()) {
            script.append(' ').append(name);
        }
        if (description.length > 0) {
            script.append(" -d ").append(quoted(description[0]));
        }
        script.append('\n');
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
