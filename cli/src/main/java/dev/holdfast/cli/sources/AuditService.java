package dev.holdfast.cli.sources;

import dev.holdfast.cli.context.CommandContext;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds mistakes of locking in sources. */
@FunctionalInterface
public interface AuditService {
    /**
     * The arguments of the command.
     *
     * @param rules only these; all if there are none
     * @param ignored not these
     * @param tests whether to look at tests too
     */
    record AuditRequest(
            String folder,
            @Nullable String format,
            @Nullable String baseline,
            boolean writeBaseline,
            List<String> rules,
            List<String> ignored,
            boolean tests) {
        public AuditRequest {
            rules = List.copyOf(rules);
            ignored = List.copyOf(ignored);
        }
    }

    /** Runs the audit and returns the exit code of the command. */
    int audit(CommandContext context, AuditRequest request) throws IOException;
}
