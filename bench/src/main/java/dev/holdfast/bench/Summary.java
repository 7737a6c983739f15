package dev.holdfast.bench;

import dev.holdfast.bench.plot.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The beginning of a report: the goals that were met, and a picture of all results. */
final class Summary {
    /** The text below every picture. */
    static final String FOOT =
            "Pairs per second: the median of all rounds, and the middle half of them. Each panel has its"
                    + " own scale.";

    private final List<String> rows = new ArrayList<>();
    private final List<Panel> panels = new ArrayList<>();
    private int missed;

    void goal(String what, Goal goal, double value, String format) {
        boolean met = goal.met(value);
        missed += met ? 0 : 1;
        row(what, goal.toString(), String.format(Locale.ROOT, format, value), met ? "met" : "**missed**");
    }

    /** Adds a goal that could not be judged because of a failure. */
    void unknown(String what, Goal goal) {
        missed++;
        row(what, goal.toString(), "–", "**not measured**");
    }

    private void row(String... cells) {
        rows.add("| " + String.join(" | ", cells) + " |");
    }

    /** Adds a panel to the picture of all results. */
    void panel(Panel panel) {
        panels.add(panel);
    }

    int missed() {
        return missed;
    }

    List<Panel> panels() {
        return panels;
    }

    /** Returns the goals as a table; nothing if there are none. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!rows.isEmpty()) {
            lines.addAll(List.of("", "## Goals", "", "| what | goal | reached |  |", "|---|--:|--:|--:|"));
            lines.addAll(rows);
        }
        return lines;
    }
}
