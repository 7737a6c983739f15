package dev.holdfast.cli.audit;

import dev.holdfast.audit.Baseline;
import dev.holdfast.audit.JsonReport;
import dev.holdfast.audit.Report;
import dev.holdfast.audit.SarifReport;
import dev.holdfast.audit.TextReport;
import dev.holdfast.cli.base.Version;
import dev.holdfast.internal.views.JsonAnswer;
import java.util.ArrayList;
import java.util.List;

/** The findings of an audit in all output formats. */
final class AuditResult {
    private final Report all;
    private final Report fresh;
    private final int gone;

    AuditResult(Report all, Baseline baseline) {
        this.all = all;
        this.fresh = baseline.without(all);
        this.gone = baseline.gone(all);
    }

    /** Returns whether there are findings that are neither known nor ignored. */
    boolean found() {
        return !fresh.findings().isEmpty();
    }

    /** Returns the findings for people, with a line end; empty if there are none. */
    String text() {
        return TextReport.text(fresh);
    }

    JsonAnswer json() {
        JsonAnswer answer = new JsonAnswer();
        JsonReport.fields(fresh).forEach(answer::with);
        return answer;
    }

    String sarif() {
        return SarifReport.text(fresh, Version.number());
    }

    /** Returns the baseline: all findings of this run. */
    String baseline() {
        return Baseline.text(all);
    }

    /** Returns a summary and further remarks, such as files that could not be read. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        fresh.unread().forEach((file, why) -> remarks.add("Not looked at: " + file + ": " + why + "."));
        remarks.add(fresh.sentence());
        if (gone > 0) {
            remarks.add(gone + " of the baseline " + (gone == 1 ? "is" : "are")
                    + " there no more: --write-baseline takes them out of it.");
        }
        return remarks;
    }
}
