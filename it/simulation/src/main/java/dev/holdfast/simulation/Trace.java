package dev.holdfast.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The last lines of what happened in a schedule. */
final class Trace {
    private static final int MAX_LINES = 400;

    private final Deque<String> lines = new ArrayDeque<>();

    void add(long now, @Nullable Task task, String what) {
        String line = String.format(
                Locale.ROOT, "%10.3f ms  %-28s %s", (now - 1_000_000_000_000L) / 1e6, task == null ? "" : task, what);
        lines.add(line);
        if (lines.size() > MAX_LINES) {
            lines.poll();
        }
    }

    void add(Throwable failure) {
        for (StackTraceElement element : failure.getStackTrace()) {
            lines.add("    at " + element);
        }
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
