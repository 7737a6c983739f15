package dev.holdfast.example.resume;

import org.jspecify.annotations.Nullable;

/** Ends the tool with a message that says what is wrong and what to do, and with an exit code. */
final class ToolException extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    ToolException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static ToolException usage(String message) {
        return new ToolException(ExitCode.USAGE, message, null);
    }

    int exitCode() {
        return exitCode;
    }
}
