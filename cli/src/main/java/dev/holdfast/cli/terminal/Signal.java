package dev.holdfast.cli.terminal;

/** A signal that asks a command to end. */
public enum Signal {
    /** From the keyboard, by Ctrl-C. */
    INT(2),
    TERM(15),
    /** The terminal is gone. */
    HUP(1);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /** Returns the exit code that shells have for a command that the signal ended. */
    public int exitCode() {
        return 128 + number;
    }
}
