package dev.holdfast.bench;

import java.io.PrintStream;
import java.util.Locale;

/** Shows the progress: a line for each step, and a dot for each of its rounds. */
final class Progress {
    private final PrintStream out;
    private final long start = System.nanoTime();
    private boolean inLine;

    Progress(PrintStream out) {
        this.out = out;
    }

    /** Begins a step. */
    void step(String what) {
        end();
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        out.print(String.format(Locale.ROOT, "%3d:%02d  %s ", seconds / 60, seconds % 60, what));
        out.flush();
        inLine = true;
    }

    /** Reports a finished round. */
    void round() {
        out.print('.');
        out.flush();
    }

    /** Ends the step. */
    void end() {
        if (inLine) {
            out.println();
            inLine = false;
        }
    }
}
