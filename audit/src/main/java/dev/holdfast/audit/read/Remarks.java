package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comments such as {@code holdfast-audit: ignore RULE reason}, in the line itself or above it. */
public final class Remarks {
    private static final Pattern IGNORE = Pattern.compile("holdfast-audit:\\s*ignore\\s+([\\w-]+)[ \\t]*(.*)");
    private static final Pattern ONLY_COMMENT = Pattern.compile("\\s*(//|/\\*|\\*|--|#|<!--|@\\w+).*");

    private final Map<String, List<Remark>> byFile = new HashMap<>();

    private record Remark(String rule, String reason, int line) {}

    void read(String text, String file) {
        if (!text.contains("holdfast-audit:")) {
            return;
        }
        String[] lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            Matcher ignore = IGNORE.matcher(lines[i]);
            if (ignore.find()) {
                String reason = ignore.group(2).replaceAll("(\\*/|-->)", "").strip();
                byFile.computeIfAbsent(file, name -> new ArrayList<>())
                        .add(new Remark(ignore.group(1), reason, about(lines, i)));
            }
        }
    }

    /** Returns the line that a remark applies to, from 1. */
    private static int about(String[] lines, int index) {
        int at = index;
        while (at < lines.length - 1
                && (lines[at].isBlank() || ONLY_COMMENT.matcher(lines[at]).matches())) {
            at++;
        }
        return at + 1;
    }

    /** Returns whether a comment with a reason ignores the rule at a place. */
    public boolean ignores(String rule, Place place) {
        return byFile.getOrDefault(place.file(), List.of()).stream()
                .anyMatch(remark -> remark.line() == place.line()
                        && remark.rule().equals(rule)
                        && !remark.reason().isEmpty());
    }
}
