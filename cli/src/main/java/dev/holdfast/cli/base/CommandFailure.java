package dev.holdfast.cli.base;

/** Ends the command with a message for the person who called it and an exit code. */
public class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Creates a failure for a wrong call; the message says what to write instead. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    /** Creates a failure for something that the command needs and cannot reach. */
    public static CommandFailure unreachable(String message) {
        return new CommandFailure(ExitCode.UNREACHABLE, message);
    }

    /** Creates a failure for something that cannot be written. */
    public static CommandFailure unwritable(String message) {
        return new CommandFailure(ExitCode.UNWRITABLE, message);
    }

    public final int exitCode() {
        return exitCode;
    }
}
