package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Rule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A report for people, by file. In each file it explains every mistake and its fix once. */
public final class TextReport {
    private static final int WIDTH = 100;

    private TextReport() {}

    /** Returns the report as text for people. */
    public static String text(Report report) {
        StringBuilder text = new StringBuilder();
        String file = "";
        Set<Rule> explained = EnumSet.noneOf(Rule.class);
        for (Finding finding : report.findings()) {
            if (!finding.place().file().equals(file)) {
                text.append(file.isEmpty() ? "" : "\n");
                file = finding.place().file();
                text.append(file).append('\n');
                explained.clear();
            }
            text.append("  ")
                    .append(finding.place().line())
                    .append(": ")
                    .append(finding.rule().id())
                    .append('\n');
            wrap("    ", finding.sentence(), text);
            if (explained.add(finding.rule())) {
                wrap("    Why: ", finding.rule().why(), text);
                wrap("    Fix: ", finding.rule().fix(), text);
            }
        }
        return text.toString();
    }

    /** Breaks the text into lines, the later ones indented. */
    private static void wrap(String begin, String sentence, StringBuilder text) {
        StringBuilder line = new StringBuilder(begin);
        boolean first = true;
        for (String word : List.of(sentence.split(" ", -1))) {
            if (!first && line.length() + word.length() + 1 > WIDTH) {
                text.append(line).append('\n');
                line = new StringBuilder("      ");
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
        }
        text.append(line).append('\n');
    }
}
