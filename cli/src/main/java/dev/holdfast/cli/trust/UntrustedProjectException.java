package dev.holdfast.cli.trust;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;

/** Ends the command because no person has trusted what the project's file asks for. */
public final class UntrustedProjectException extends CommandFailure {
    private static final long serialVersionUID = 1;

    UntrustedProjectException(String message) {
        super(ExitCode.NOT_PERMITTED, message);
    }
}
