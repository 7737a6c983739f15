package dev.holdfast.bench;

import java.io.PrintStream;
import java.util.Locale;

/** Tells somebody who watches what goes on: a line for each step, and a dot for each round of it. */
final class Progress {
    private final PrintStream out;
    private final long start = System.nanoTime();
    private boolean inLine;

    Progress(PrintStream out) {
        this.out = out;
    }

    /** Something begins. */
    void step(String what) {
        end();
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        out.print(String.format(Locale.ROOT, "%3d:%02d  %s ", seconds / 60, seconds % 60, what));
        out.flush();
        inLine = true;
    }

    /** A part of it is done. */
    void round() {
        out.print('.');
        out.flush();
    }

    /** It is done. */
    void end() {
        if (inLine) {
            out.println();
            inLine = false;
        }
    }
}
