package dev.holdfast.cli;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.base.Version;
import dev.holdfast.cli.command.Commands;
import dev.holdfast.cli.command.Help;
import dev.holdfast.cli.command.HoldfastCommand;
import dev.holdfast.cli.command.ManPage;
import dev.holdfast.cli.command.Whereabouts;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.base.Text;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * The entry point. A {@link dev.holdfast.cli.command.Commands fast parser} fills a command from plain arguments. Picocli handles
 * anything else, above all help and mistakes. It gets only the requested command, because reading the annotations of one takes
 * longer than most commands work.
 */
public final class Main {
    /** Global options that take a value, which must not be mistaken for the command when it stands behind them. */
    private static final Set<String> WITH_VALUE = Set.of("--store", "--owner", "--color");

    private Main() {}

    /** Runs the command, and exits with its code. */
    public static void main(String[] arguments) {
        int code = ExitCode.BUG; // the JVM's own code for an uncaught error is 1, which is an answer of some commands
        try {
            code = HookExit.isAsked(arguments) ? HookExit.unjudged(arguments) : code;
            QuietLogging.install();
            code = run(Environment.system(), arguments);
            if (code == ExitCode.FREE) {
                // The launcher turns it back: a JVM that does not start has the code 1 too.
                code = Integer.getInteger("holdfast.free", code);
            }
        } catch (Throwable e) {
            // Not even the message could be printed.
        }
        System.exit(code);
    }

    /** Runs the command. There is always an exit code; that of a hook is one of its two answers. */
    static int run(Environment environment, String... arguments) {
        int code;
        try {
            code = dispatch(environment, arguments);
        } catch (Throwable e) { // also errors: out of memory, a stack overflow, a class that is missing
            code = Failures.tell(e, environment.err());
        }
        return HookExit.isAsked(arguments) ? HookExit.of(code, environment, arguments) : code;
    }

    private static int dispatch(Environment environment, String... arguments) throws Exception {
        int at = commandAt(arguments);
        if (at == arguments.length) {
            return withoutCommand(environment, List.of(arguments));
        }
        if (arguments[at].equals("help")) {
            return help(environment, List.of(arguments).subList(at + 1, arguments.length));
        }
        HoldfastCommand command = Commands.named(arguments[at]);
        if (command == null) {
            return Commands.unknown(environment, arguments[at]);
        }
        List<String> rest = new ArrayList<>(List.of(arguments));
        rest.remove(at);
        command.called(environment, rest);
        if (Commands.fill(command, rest)) {
            return command.call();
        }
        return byPicocli(command, "holdfast " + arguments[at], rest, environment);
    }

    private static int byPicocli(HoldfastCommand command, String name, List<String> rest, Environment environment) {
        // Picocli looks for these at every start, and no command needs them.
        System.setProperty("picocli.disable.closures", "true");
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
        CommandLine line = new CommandLine(command);
        line.setCommandName(name);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        // Where its own handlers fail: 1 is an answer of some commands, and so is 2.
        line.getCommandSpec().exitCodeOnExecutionException(ExitCode.BUG).exitCodeOnInvalidInput(ExitCode.USAGE);
        line.setParameterExceptionHandler((mistake, unread) -> {
            environment.err().println("holdfast: " + withoutSecrets(Mistakes.sentence(mistake), rest));
            environment.err().println("Try: " + name + " --help");
            return ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((failure, failed, result) -> Failures.tell(failure, environment.err()));
        if (rest.contains("--help") || rest.contains("-h")) {
            Help.dress(line, name.substring(name.indexOf(' ') + 1), environment);
        }
        StringWriter help = new StringWriter();
        line.setOut(new PrintWriter(help));
        int code = line.execute(rest.toArray(String[]::new));
        environment.out().print(help);
        return code;
    }

    /** Returns the message without the passwords of store addresses that it quotes from the command line. */
    private static String withoutSecrets(String message, List<String> words) {
        String shown = message;
        for (String word : words) {
            String safe = StoreLocation.shown(word);
            shown = safe.equals(word) ? shown : shown.replace(word, safe);
        }
        return Text.shownLines(shown);
    }

    /** Handles a call without a command: shows a user where they stand, or prints the version or the overview. */
    private static int withoutCommand(Environment environment, List<String> options) {
        if (options.contains("--version") || options.contains("-V")) {
            environment.out().println(Version.text());
            return ExitCode.DONE;
        }
        if (options.isEmpty() && Terminal.OUTPUT.present()) {
            return Whereabouts.show(environment);
        }
        boolean asked = options.isEmpty() || options.contains("--help") || options.contains("-h");
        Help.overview(asked ? environment.out() : environment.err());
        return asked ? ExitCode.DONE : ExitCode.USAGE;
    }

    private static int help(Environment environment, List<String> about) {
        if (about.contains("--man")) {
            ManPage.print(environment.out());
            environment.out().flush();
            return ExitCode.DONE;
        }
        return about.isEmpty() ? run(environment, "--help") : run(environment, about.get(0), "--help");
    }

    /** Returns the index of the first argument that is neither a global option nor the value of one. */
    static int commandAt(String... arguments) {
        int at = 0;
        while (at < arguments.length && arguments[at].startsWith("-")) {
            at += WITH_VALUE.contains(arguments[at]) ? 2 : 1;
        }
        return Math.min(at, arguments.length);
    }
}
