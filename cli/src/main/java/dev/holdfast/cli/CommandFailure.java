package dev.holdfast.cli;

import dev.holdfast.cli.terminal.Signal;
import dev.holdfast.cli.terminal.Signals;

/** Ends the command with a message for the person who called it and an exit code. */
public class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** A mistake in how the command was called; the message says what to write instead. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    /** Something that the command needs cannot be had. */
    public static CommandFailure unreachable(String message) {
        return new CommandFailure(ExitCode.UNREACHABLE, message);
    }

    /** Something cannot be written. */
    public static CommandFailure unwritable(String message) {
        return new CommandFailure(ExitCode.UNWRITABLE, message);
    }

    /** A signal made an end of it before anything was taken. */
    public static CommandFailure cancelled(Signals signals) {
        int code = signals.received().map(Signal::exitCode).orElse(ExitCode.CANCELLED);
        return new CommandFailure(code, "Cancelled; nothing was changed.");
    }

    public final int exitCode() {
        return exitCode;
    }
}
