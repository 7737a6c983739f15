package dev.holdfast.cli.base;

/** The exit codes of the command. {@code run} returns the code of its child instead of {@link #DONE}. */
public final class ExitCode {
    public static final int DONE = 0;
    /** {@code who}: the resource is free. */
    public static final int FREE = 1;
    /** {@code doctor}: something is wrong; {@code audit}: a mistake was found; {@code audit-log}: the log is broken. */
    public static final int FOUND = 1;
    /** {@code guard}, {@code hook}: another owner has it. */
    public static final int REFUSED = 2;

    public static final int USAGE = 64;
    public static final int UNREACHABLE = 69;
    public static final int BUG = 70;
    public static final int UNWRITABLE = 73;
    public static final int BUSY = 75;
    public static final int LOST = 76;
    public static final int NOT_PERMITTED = 77;
    public static final int CANCELLED = 130;

    private ExitCode() {}
}
