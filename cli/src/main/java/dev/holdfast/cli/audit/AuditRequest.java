package dev.holdfast.cli.audit;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to look for, and where.
 *
 * @param prefix how to get to the folder: what the names of files begin with
 * @param rules only these; all if there are none
 * @param ignored not these
 * @param tests whether to look at tests too
 * @param baseline the text of the file with what is known already, or null
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
