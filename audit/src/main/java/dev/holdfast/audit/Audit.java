package dev.holdfast.audit;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Progress;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.read.ProjectReader;
import dev.holdfast.audit.rules.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for the known mistakes of locking in the sources of an application.
 *
 * @param prefix the path of the folder, as reports show it before the names of files
 * @param rules the rules to check
 * @param tests whether to check the sources of tests too, which often make such mistakes on purpose
 */
public record Audit(Path folder, String prefix, Set<Rule> rules, boolean tests) {
    public Audit {
        rules = Set.copyOf(rules);
    }

    /** Returns an audit for all mistakes that skips tests. */
    public static Audit of(Path folder) {
        return new Audit(folder, "", Set.of(Rule.values()), false);
    }

    /** Runs the audit and returns its findings in the order of files and lines. */
    public Report run(Progress progress) throws IOException {
        ProjectReader reader = new ProjectReader(folder, prefix, tests);
        Project project = reader.read(progress);
        Set<Finding> found = new TreeSet<>();
        for (Check check : Check.all()) {
            check.look(project, finding -> {
                if (rules.contains(finding.rule())) {
                    found.add(finding);
                }
            });
        }
        List<Finding> told = new ArrayList<>();
        int ignored = 0;
        for (Finding finding : found) {
            if (reader.remarks().ignores(finding.rule().id(), finding.place())) {
                ignored++;
            } else {
                told.add(finding);
            }
        }
        return new Report(
                told,
                new Fingerprints(folder, prefix).of(told),
                ignored,
                0,
                reader.unread(),
                reader.files(),
                reader.lines());
    }
}
