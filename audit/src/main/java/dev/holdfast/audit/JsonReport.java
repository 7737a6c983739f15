package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.internal.views.JsonAnswer;
import java.util.List;
import java.util.Map;

/** A report for programs, as {@code docs/schemas/audit.schema.json} describes it. */
public final class JsonReport {
    private JsonReport() {}

    /** Returns the fields of the report, in their order. */
    public static Map<String, ?> fields(Report report) {
        return new JsonAnswer()
                .with(
                        "findings",
                        report.findings().stream()
                                .map(finding -> finding(finding, report))
                                .toList())
                .with("unread", unread(report))
                .with("files", report.files())
                .with("lines", report.lines())
                .with("ignored", report.ignored())
                .with("known", report.known())
                .tree();
    }

    private static Map<String, ?> finding(Finding finding, Report report) {
        return new JsonAnswer()
                .with("rule", finding.rule().id())
                .with("file", finding.place().file())
                .with("line", finding.place().line())
                .with("sentence", finding.sentence())
                .with("why", finding.rule().why())
                .with("fix", finding.rule().fix())
                .with(
                        "related",
                        finding.related().stream().map(JsonReport::place).toList())
                .with("fingerprint", report.fingerprint(finding))
                .tree();
    }

    private static Map<String, ?> place(Place place) {
        return new JsonAnswer()
                .with("file", place.file())
                .with("line", place.line())
                .tree();
    }

    private static List<Map<String, ?>> unread(Report report) {
        return report.unread().entrySet().stream()
                .<Map<String, ?>>map(each -> new JsonAnswer()
                        .with("file", each.getKey())
                        .with("sentence", each.getValue())
                        .tree())
                .toList();
    }
}
