package dev.holdfast.example.start;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts an example from a shell; it runs until the process is asked to end. What goes wrong is told in one line. */
@Command(sortOptions = false, exitCodeOnInvalidInput = 64, exitCodeOnExecutionException = 69)
public abstract class ExampleCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    /** Starts it and says where it is. */
    protected abstract void start() throws InterruptedException;

    @Override
    public final Integer call() throws InterruptedException {
        start();
        return CommandLine.ExitCode.OK;
    }

    public final CommandLine command() {
        return new CommandLine(this).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(command.getCommandName() + ": " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
    }

    /** Runs the command. The process ends immediately if it fails. */
    protected final void run(String[] arguments) {
        int code = command().execute(arguments);
        if (code != CommandLine.ExitCode.OK) {
            System.exit(code);
        }
    }
}
