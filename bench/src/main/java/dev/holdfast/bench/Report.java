package dev.holdfast.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The results as Markdown: printed line by line while they come in, and kept to be written down. */
final class Report {
    private final PrintStream out;
    private final List<String> lines = new ArrayList<>();
    private int missed;

    Report(PrintStream out) {
        this.out = out;
    }

    void line(String line) {
        lines.add(line);
        out.println(line);
    }

    void section(String title, String explanation, String... columns) {
        line("");
        line("## " + title);
        line(explanation);
        line("");
        line("| " + String.join(" | ", columns) + " |");
        line("|---" + "|--:".repeat(columns.length - 1) + "|");
    }

    void row(String... cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    /** A row that ends with a goal and whether it was met. */
    void row(@Nullable Goal goal, double value, String... cells) {
        List<String> all = new ArrayList<>(Arrays.asList(cells));
        all.add(goal == null ? "" : goal.toString());
        all.add(goal == null ? "" : goal.met(value) ? "met" : "**missed**");
        if (goal != null && !goal.met(value)) {
            missed++;
        }
        row(all.toArray(String[]::new));
    }

    int missed() {
        return missed;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f", perSecond);
    }

    static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f ×", ratio);
    }

    static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    static String micros(double nanos) {
        return String.format(Locale.ROOT, "%,.1f µs", nanos / 1e3);
    }
}
