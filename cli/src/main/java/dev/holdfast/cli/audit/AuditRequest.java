package dev.holdfast.cli.audit;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder and the rules of an audit.
 *
 * @param prefix the path to the folder, with which the names of files begin
 * @param rules only these; all if there are none
 * @param ignored not these
 * @param tests whether to look at tests too
 * @param baseline the text of the file with known findings, or null
 */
public record AuditRequest(
        Path folder,
        String prefix,
        List<String> rules,
        List<String> ignored,
        boolean tests,
        @Nullable String baseline) {
    public AuditRequest {
        rules = List.copyOf(rules);
        ignored = List.copyOf(ignored);
    }
}
