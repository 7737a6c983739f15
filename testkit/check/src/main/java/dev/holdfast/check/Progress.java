package dev.holdfast.check;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The progress of a run, and an estimate of the time left from the times of the last run. Thread-safe. */
final class Progress {
    private final PrintStream out;
    private final Times times;
    private final int classes;
    private final double seconds;
    private final int workers;
    private final long begin = System.nanoTime();
    private final Map<String, Double> running = new LinkedHashMap<>();
    private int doneClasses;
    private double doneSeconds;
    private int tests;
    private int failed;

    Progress(PrintStream out, Iterable<Suite> suites, Times times, int workers) {
        this.out = out;
        this.times = times;
        this.workers = workers;
        int count = 0;
        double sum = 0;
        for (Suite suite : suites) {
            for (String name : suite.classes()) {
                count++;
                sum += times.of(suite.module(), name);
            }
        }
        this.classes = count;
        this.seconds = sum;
    }

    synchronized void begin(String module, String className) {
        running.put(className, times.of(module, className));
    }

    synchronized void add(Result result) {
        switch (result.state()) {
            case PASSED -> tests++;
            case FAILED -> {
                tests++;
                failed++;
                out.println("FAILED  " + Report.name(result) + ": " + Report.gist(result.message()));
            }
            default -> {}
        }
    }

    synchronized void end(String className) {
        Double expected = running.remove(className);
        doneClasses++;
        doneSeconds += expected == null ? 0 : expected;
    }

    /** Prints one line. */
    synchronized void print() {
        double elapsed = (System.nanoTime() - begin) / 1e9;
        out.println(String.format(
                Locale.ROOT,
                "%s  %3.0f %%  %d of %d classes, %,d tests%s; %s left; now %s",
                minutes(elapsed),
                100 * doneSeconds / Math.max(1, seconds),
                doneClasses,
                classes,
                tests,
                failed == 0 ? "" : ", " + failed + " FAILED",
                remaining(elapsed),
                running.keySet().stream()
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .collect(Collectors.joining(", "))));
    }

    private String remaining(double elapsed) {
        double left = Math.max(0, seconds - doneSeconds);
        // Early on, the finished classes say little about the pace.
        double pace = doneSeconds == 0 || elapsed < 30 ? 1.0 / workers : elapsed / doneSeconds;
        double minutes = left * pace / 60;
        return minutes < 1 ? "under a minute" : "about " + Math.round(minutes) + " min";
    }

    static String minutes(double seconds) {
        return String.format(Locale.ROOT, "%2d:%02d", (int) seconds / 60, (int) seconds % 60);
    }
}
