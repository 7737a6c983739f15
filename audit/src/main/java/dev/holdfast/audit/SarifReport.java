package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.internal.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A report in SARIF 2.1.0, which code hosts and editors show beside the code. */
public final class SarifReport {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private SarifReport() {}

    /**
     * Returns the report as text.
     *
     * @param version of the command
     */
    public static String text(Report report, String version) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("tool", Map.of("driver", driver(version)));
        run.put("invocations", List.of(invocation(report)));
        run.put("columnKind", "utf16CodeUnits");
        run.put(
                "results",
                report.findings().stream()
                        .map(finding -> result(finding, report))
                        .toList());
        Map<String, Object> log = new LinkedHashMap<>();
        log.put("$schema", SCHEMA);
        log.put("version", "2.1.0");
        log.put("runs", List.of(run));
        return Json.writePretty(log);
    }

    private static Map<String, Object> driver(String version) {
        Map<String, Object> driver = new LinkedHashMap<>();
        driver.put("name", "holdfast audit");
        driver.put("version", version);
        List<Map<String, Object>> rules = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("id", rule.id());
            each.put("shortDescription", Map.of("text", rule.title() + "."));
            each.put("fullDescription", Map.of("text", rule.why()));
            each.put("help", Map.of("text", rule.fix()));
            each.put("defaultConfiguration", Map.of("level", "warning"));
            rules.add(each);
        }
        driver.put("rules", rules);
        return driver;
    }

    /** Returns the success of the run and the files that it could not read. */
    private static Map<String, Object> invocation(Report report) {
        List<Map<String, Object>> told = new ArrayList<>();
        report.unread().forEach((file, why) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("level", "note");
            one.put("message", Map.of("text", "Not looked at: " + why + "."));
            one.put("locations", List.of(location(new Place(file, 1))));
            told.add(one);
        });
        Map<String, Object> invocation = new LinkedHashMap<>();
        invocation.put("executionSuccessful", true);
        invocation.put("toolExecutionNotifications", told);
        return invocation;
    }

    private static Map<String, Object> result(Finding finding, Report report) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("ruleId", finding.rule().id());
        result.put("ruleIndex", Rule.ids().indexOf(finding.rule().id()));
        result.put("level", "warning");
        result.put(
                "message",
                Map.of(
                        "text",
                        finding.sentence() + " " + finding.rule().why() + " "
                                + finding.rule().fix()));
        result.put("locations", List.of(location(finding.place())));
        if (!finding.related().isEmpty()) {
            result.put(
                    "relatedLocations",
                    finding.related().stream().map(SarifReport::location).toList());
        }
        result.put("partialFingerprints", Map.of("holdfastAudit/v1", report.fingerprint(finding)));
        return result;
    }

    private static Map<String, Object> location(Place place) {
        Map<String, Object> physical = new LinkedHashMap<>();
        physical.put("artifactLocation", Map.of("uri", uri(place.file())));
        physical.put("region", Map.of("startLine", place.line()));
        return Map.of("physicalLocation", physical);
    }

    private static String uri(String file) {
        try {
            String scheme = file.startsWith("/") ? "file" : null;
            return new URI(scheme, scheme == null ? null : "", file, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(file + " is no place.", e);
        }
    }
}
