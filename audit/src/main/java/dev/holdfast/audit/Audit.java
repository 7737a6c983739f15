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
 * @param prefix what the names of files begin with when they are told: how to get to the folder
 * @param rules those to look for
 * @param tests whether to look at the sources of tests too, which often do on purpose what others do by mistake
 */
public record Audit(Path folder, String prefix, Set<Rule> rules, boolean tests) {
    public Audit {
        rules = Set.copyOf(rules);
    }

    /** For all mistakes, but not in tests. */
    public static Audit of(Path folder) {
        return new Audit(folder, "", Set.of(Rule.values()), false);
    }

    /** Looks; what it found, in the order of files and lines. */
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
