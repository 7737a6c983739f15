package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.store.Json;
import dev.holdfast.store.JsonException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The findings that were there when somebody began to look: they are kept apart, so that new ones stand out. */
public final class Baseline {
    /** One that has nothing. */
    public static final Baseline NONE = new Baseline(Set.of());

    private static final long VERSION = 1;

    private final Set<String> fingerprints;

    private Baseline(Set<String> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none; the message says why, in a few words
     */
    public static Baseline read(String text) {
        try {
            Map<String, ?> members = Json.readObject(text);
            if (!Long.valueOf(VERSION).equals(members.get("version"))
                    || !(members.get("findings") instanceof List<?> list)) {
                throw new IllegalArgumentException("it is not a baseline of this version");
            }
            Set<String> fingerprints = new HashSet<>();
            for (Object each : list) {
                if (each instanceof Map<?, ?> finding && finding.get("fingerprint") instanceof String print) {
                    fingerprints.add(print);
                }
            }
            return new Baseline(fingerprints);
        } catch (JsonException e) {
            throw new IllegalArgumentException("it is not JSON", e);
        }
    }

    /** One that has all findings of the report. The lines are for people: what is known again is the fingerprint. */
    public static String text(Report report) {
        List<Map<String, Object>> findings = new ArrayList<>();
        for (Finding finding : report.findings()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("rule", finding.rule().id());
            each.put("file", finding.place().file());
            each.put("line", finding.place().line());
            each.put("fingerprint", report.fingerprint(finding));
            findings.add(each);
        }
        Map<String, Object> baseline = new LinkedHashMap<>();
        baseline.put("version", VERSION);
        baseline.put("findings", findings);
        return Json.writePretty(baseline) + "\n";
    }

    /** The report without what the baseline has. */
    public Report without(Report report) {
        List<Finding> more = report.findings().stream()
                .filter(finding -> !fingerprints.contains(report.fingerprint(finding)))
                .toList();
        return new Report(
                more,
                report.fingerprints(),
                report.ignored(),
                report.findings().size() - more.size(),
                report.unread(),
                report.files(),
                report.lines());
    }

    /** How many of its findings are there no more. */
    public int gone(Report report) {
        Set<String> left = new HashSet<>(fingerprints);
        left.removeAll(new HashSet<>(report.fingerprints().values()));
        return left.size();
    }
}
