package dev.holdfast.cli.audit;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.Terminal;
import java.io.PrintStream;

/** A line at the terminal that shows the progress. It is redrawn in place and removed when it is closed. */
final class ProgressLine implements AutoCloseable {
    private static final long FIRST_NANOS = 500_000_000;
    private static final long EVERY_NANOS = 100_000_000;
    /** Back to the start of the line, which is wiped. */
    private static final String WIPE = "\r\033[K";

    private final PrintStream err;
    private final boolean shown;
    private long next = System.nanoTime() + FIRST_NANOS;
    private boolean drawn;

    private ProgressLine(PrintStream err, boolean shown) {
        this.err = err;
        this.shown = shown;
    }

    /** Creates a line that is shown only at a terminal that can erase it. */
    static ProgressLine of(Environment environment) {
        boolean dumb = "dumb".equals(environment.variable("TERM"));
        return new ProgressLine(environment.err(), !dumb && Terminal.MESSAGES.present());
    }

    void files(int read, int total) {
        long now = System.nanoTime();
        if (shown && now - next >= 0) {
            err.print(WIPE + "Read " + read + " of " + total + " files");
            err.flush();
            next = now + EVERY_NANOS;
            drawn = true;
        }
    }

    @Override
    public void close() {
        if (drawn) {
            err.print(WIPE);
            err.flush();
        }
    }
}
