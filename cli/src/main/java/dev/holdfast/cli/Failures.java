package dev.holdfast.cli;

import dev.holdfast.LockLostException;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.NotPermittedException;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.storage.UntrustedSidecarException;
import java.io.PrintStream;

/** Maps an exception to a message on standard error and an exit code. Only an error of the program prints a stack trace. */
final class Failures {
    private Failures() {}

    static int tell(Throwable failure, PrintStream err) {
        int code = code(failure);
        if (code == ExitCode.BUG) {
            err.println("holdfast: This is a mistake in Holdfast: " + failure + ". Please report it with these lines:");
            failure.printStackTrace(err);
        } else if (failure.getMessage() != null) {
            err.println("holdfast: " + Text.shownLines(failure.getMessage()));
        }
        return code;
    }

    private static int code(Throwable failure) {
        if (failure instanceof CommandFailure told) {
            return told.exitCode();
        } else if (failure instanceof LockUnavailableException) {
            return ExitCode.BUSY;
        } else if (failure instanceof LockLostException) {
            return ExitCode.LOST;
        } else if (failure instanceof NotPermittedException || failure instanceof UntrustedSidecarException) {
            return ExitCode.NOT_PERMITTED;
        } else if (failure instanceof StoreUnwritableException) {
            return ExitCode.UNWRITABLE;
        } else if (failure instanceof StoreException || failure instanceof OutcomeUnknownException) {
            return ExitCode.UNREACHABLE;
        } else if (failure instanceof InterruptedException) {
            return ExitCode.CANCELLED;
        } else if (failure instanceof IllegalArgumentException) {
            return ExitCode.USAGE;
        }
        return ExitCode.BUG;
    }
}
