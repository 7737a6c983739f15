package dev.holdfast.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The results of a run: collected while it goes on, printed at its end. Thread-safe. */
final class Report {
    private static final int SLOWEST = 10;
    private static final int MAX_GIST = 300;
    private static final int MAX_LINES = 12;

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Took> took = new TreeMap<>();

    private record Row(String module, Result result) {}

    private record Took(String module, String className, double seconds, double processor) {}

    synchronized void add(String module, Result result) {
        rows.add(new Row(module, result));
    }

    /** @param processor the seconds of processor time that it used */
    synchronized void took(String module, String className, double seconds, double processor) {
        took.put(module + " " + className, new Took(module, className, seconds, processor));
    }

    synchronized long count(Result.State state) {
        return rows.stream().filter(row -> row.result().state() == state).count();
    }

    synchronized void print(PrintStream out) {
        printSlowest(out);
        printLeftOut(out);
        printFailed(out);
        out.printf(
                "%n%d passed, %d failed, %d skipped%n",
                count(Result.State.PASSED), count(Result.State.FAILED), count(Result.State.SKIPPED));
    }

    private void printSlowest(PrintStream out) {
        out.println();
        out.println("Slowest classes, and the processor time of each:");
        took.values().stream()
                .sorted(Comparator.comparingDouble(row -> -row.seconds()))
                .limit(SLOWEST)
                .forEach(row -> out.println(String.format(
                        Locale.ROOT,
                        "%6.0f s %4.0f s  %-24s %s",
                        row.seconds(),
                        row.processor(),
                        row.module(),
                        row.className())));
    }

    /** Writes a line for each class: module, class, seconds and seconds of processor time, with tabs between. */
    synchronized void writeClasses(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        took.values()
                .forEach(row -> text.append(String.format(
                        Locale.ROOT,
                        "%s\t%s\t%.1f\t%.1f%n",
                        row.module(),
                        row.className(),
                        row.seconds(),
                        row.processor())));
        Files.write(file, text.toString().getBytes(UTF_8)); // a message may have half a character
    }

    private void printLeftOut(PrintStream out) {
        Map<String, Integer> reasons = new TreeMap<>();
        for (Row row : rows) {
            if (row.result().state() == Result.State.LEFT_OUT) {
                reasons.merge(
                        row.module() + " " + row.result().simpleName() + ": "
                                + row.result().message(),
                        1,
                        Integer::sum);
            }
        }
        if (!reasons.isEmpty()) {
            out.println();
            out.println("Left out, since only ./check --all runs them:");
            reasons.forEach((reason, count) -> out.println(String.format("%4d  %s", count, reason)));
        }
    }

    private void printFailed(PrintStream out) {
        for (Row row : rows) {
            Result result = row.result();
            if (result.state() == Result.State.FAILED) {
                out.println();
                out.println("FAILED  " + row.module() + "  " + name(result));
                result.message().lines().limit(MAX_LINES).forEach(line -> out.println("    " + line));
            }
        }
    }

    /** Writes the command that repeats each failed test alone. */
    synchronized void writeRepeats(Path file) throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        for (Row row : rows) {
            Result result = row.result();
            if (result.state() == Result.State.FAILED) {
                String method = result.method().isEmpty() ? "" : "#" + result.method();
                commands.add("./check " + row.module() + " --test " + result.simpleName() + method
                        + (Extent.all() ? " --all" : ""));
            }
        }
        Files.write(file, commands);
    }

    /** Writes a line for each test: state, module, class, test and the gist of the message, with tabs between. */
    synchronized void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            Result result = row.result();
            text.append(String.join(
                            "\t",
                            result.state().name(),
                            row.module(),
                            result.className(),
                            oneLine(result.test()),
                            gist(result.message())))
                    .append('\n');
        }
        Files.write(file, text.toString().getBytes(UTF_8)); // a message may have half a character
    }

    static String name(Result result) {
        return result.simpleName() + (result.test().isEmpty() ? "" : "." + oneLine(result.test()));
    }

    /** Returns the beginning of a message, up to the stack trace, on one line. */
    static String gist(String message) {
        String said = message.lines()
                .takeWhile(line -> !line.startsWith("\tat "))
                .limit(MAX_LINES)
                .collect(Collectors.joining(" "));
        String line = oneLine(said).strip();
        return line.length() <= MAX_GIST ? line : line.substring(0, MAX_GIST) + "…";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
