package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The known findings of an application, which are kept apart so that new ones stand out. */
public final class Baseline {
    /** A baseline without findings. */
    public static final Baseline NONE = new Baseline(Set.of());

    private static final long VERSION = 1;

    private final Set<String> fingerprints;

    private Baseline(Set<String> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /**
     * Reads a baseline.
     *
     * @throws IllegalArgumentException if the text is no baseline; the message says why, in a few words
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

    /** Returns a baseline with all findings of the report. Fingerprints identify them; the lines are for people. */
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

    /** Returns the report without the findings of the baseline. */
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

    /** Returns the number of known findings that the report no longer has. */
    public int gone(Report report) {
        Set<String> left = new HashSet<>(fingerprints);
        left.removeAll(new HashSet<>(report.fingerprints().values()));
        return left.size();
    }
}
