package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The result of an audit.
 *
 * @param fingerprints the identity of each finding, in the same order
 * @param ignored the number of further findings that comments in the sources ignore
 * @param known the number of further findings in the baseline
 * @param unread the files that could not be read, with the reason
 * @param files the number of files that were checked
 */
public record Report(
        List<Finding> findings,
        Map<Finding, String> fingerprints,
        int ignored,
        int known,
        Map<String, String> unread,
        int files,
        long lines) {

    public Report {
        findings = List.copyOf(findings);
        fingerprints = Map.copyOf(fingerprints);
        unread = new TreeMap<>(unread);
    }

    /** Returns the text that identifies a finding in a baseline. */
    public String fingerprint(Finding finding) {
        return Objects.requireNonNull(fingerprints.get(finding));
    }

    /** Returns a summary in one sentence. */
    public String sentence() {
        StringBuilder text = new StringBuilder();
        if (findings.isEmpty()) {
            text.append("Nothing found");
        } else {
            text.append(findings.size() == 1 ? "1 finding" : findings.size() + " findings");
        }
        text.append(" in ").append(files).append(files == 1 ? " file" : " files");
        text.append(" (").append(lines).append(lines == 1 ? " line)" : " lines)");
        if (known > 0) {
            text.append(", besides ").append(known).append(" in the baseline");
        }
        if (ignored > 0) {
            text.append(known > 0 ? " and " : ", besides ").append(ignored).append(" ignored by comments");
        }
        return text.append('.').toString();
    }
}
