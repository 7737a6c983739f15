package dev.holdfast.bench;

import dev.holdfast.bench.plot.BarChart;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The results as Markdown: printed line by line when they arrive, and kept for the file. */
final class Report {
    private final PrintStream out;
    private final List<String> lines = new ArrayList<>();
    private final Set<String> troubles = new LinkedHashSet<>();
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final Summary summary = new Summary();
    private int summaryAt = -1;
    private int missed;

    Report(PrintStream out) {
        this.out = out;
    }

    void line(String line) {
        lines.add(line);
        out.println(line);
    }

    /** Marks the place of the summary, which is complete only at the end. */
    void summaryHere() {
        summaryAt = lines.size();
    }

    Summary summary() {
        return summary;
    }

    void section(String title, String explanation, String... columns) {
        section(1, title, explanation, columns);
    }

    /** Begins a section with a table: first columns of text, then columns of numbers. */
    void section(int texts, String title, String explanation, String... columns) {
        line("");
        line("## " + title);
        line(explanation);
        line("");
        line("| " + String.join(" | ", columns) + " |");
        line("|---".repeat(texts) + "|--:".repeat(columns.length - texts) + "|");
    }

    void row(String... cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    /** Adds a row that ends with a goal and whether it was met. */
    void row(@Nullable Goal goal, double value, String... cells) {
        List<String> all = new ArrayList<>(Arrays.asList(cells));
        all.add(goal == null ? "" : goal.toString());
        all.add(goal == null ? "" : goal.met(value) ? "met" : "**missed**");
        if (goal != null && !goal.met(value)) {
            missed++;
        }
        row(all.toArray(String[]::new));
    }

    /** Adds a picture, to be written beside the report. */
    void figure(String file, String title, String svg) {
        figures.put(file, svg);
        line("");
        line("![" + title + "](" + file + ")");
    }

    /** Adds a failed measurement with its reason. */
    void broke(String what) {
        troubles.add(what);
    }

    Set<String> troubles() {
        return troubles;
    }

    int missed() {
        return missed + summary.missed();
    }

    /** Adds the last lines: failed measurements, and the number of missed goals. */
    void end() {
        summary.lines().forEach(out::println);
        if (!troubles.isEmpty()) {
            line("");
            line("## Not measured");
            troubles.forEach(trouble -> line("- " + trouble));
        }
        line("");
        line("Goals missed: " + missed() + ".");
        if (!summary.panels().isEmpty()) {
            figures.put("servers.svg", BarChart.svg("Locks on servers, 16 threads", Summary.FOOT, summary.panels()));
        }
    }

    /** Writes the report, and its pictures beside it. */
    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text());
        for (Map.Entry<String, String> figure : figures.entrySet()) {
            Files.writeString(file.resolveSibling(figure.getKey()), figure.getValue());
        }
    }

    String text() {
        List<String> all = new ArrayList<>(lines);
        if (summaryAt >= 0) {
            all.addAll(summaryAt, summary.lines());
        }
        return String.join("\n", all) + "\n";
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
