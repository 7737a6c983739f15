package dev.holdfast.cli.servers;

import dev.holdfast.audit.Baseline;
import dev.holdfast.audit.JsonReport;
import dev.holdfast.audit.Report;
import dev.holdfast.audit.SarifReport;
import dev.holdfast.audit.TextReport;
import dev.holdfast.cli.audit.AuditResult;
import dev.holdfast.cli.base.Version;
import dev.holdfast.json.JsonAnswer;
import java.util.ArrayList;
import java.util.List;

/** A report of the audit. */
final class SourceAuditResult implements AuditResult {
    private final Report all;
    private final Report fresh;
    private final int gone;

    SourceAuditResult(Report all, Baseline baseline) {
        this.all = all;
        this.fresh = baseline.without(all);
        this.gone = baseline.gone(all);
    }

    @Override
    public boolean found() {
        return !fresh.findings().isEmpty();
    }

    @Override
    public String text() {
        return TextReport.text(fresh);
    }

    @Override
    public JsonAnswer json() {
        return JsonReport.answer(fresh);
    }

    @Override
    public String sarif() {
        return SarifReport.text(fresh, Version.number());
    }

    @Override
    public String baseline() {
        return Baseline.text(all);
    }

    @Override
    public List<String> remarks() {
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
