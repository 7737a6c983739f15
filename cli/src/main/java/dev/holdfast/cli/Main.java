package dev.holdfast.cli;

import dev.holdfast.cli.command.Commands;
import dev.holdfast.cli.command.HoldfastCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * The entry. Only the command that was asked for is given to picocli, since looking through all of them takes longer than most
 * of them work; the overview and mistakes are answered by {@link Commands} itself.
 */
public final class Main {
    /** Global options that take a value, which must not be mistaken for the command when it stands behind them. */
    private static final Set<String> WITH_VALUE = Set.of("--store", "--owner", "--color");

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(Surroundings.system(), arguments));
    }

    static int run(Surroundings surroundings, String... arguments) {
        int at = commandAt(arguments);
        if (at == arguments.length) {
            return Commands.overview(surroundings, List.of(arguments));
        }
        HoldfastCommand command = Commands.named(arguments[at]);
        if (command == null) {
            return Commands.unknown(surroundings, arguments[at]);
        }
        command.surroundings(surroundings);
        CommandLine line = new CommandLine(command);
        line.setCommandName("holdfast " + arguments[at]);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((mistake, rest) -> {
            surroundings.err().println("holdfast: " + mistake.getMessage());
            surroundings.err().println("Try: holdfast " + arguments[at] + " --help");
            return ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((failure, failed, result) -> Failures.tell(failure, surroundings.err()));
        List<String> rest = new ArrayList<>(List.of(arguments));
        rest.remove(at);
        return line.execute(rest.toArray(String[]::new));
    }

    /** The place of the first argument that is neither a global option nor the value of one. */
    private static int commandAt(String... arguments) {
        int at = 0;
        while (at < arguments.length && arguments[at].startsWith("-")) {
            at += WITH_VALUE.contains(arguments[at]) ? 2 : 1;
        }
        return Math.min(at, arguments.length);
    }
}
