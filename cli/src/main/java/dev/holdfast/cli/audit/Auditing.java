package dev.holdfast.cli.audit;

import java.io.IOException;

/** Looks for mistakes of locking in sources. What does it is large, and lies in a file of its own. */
public interface Auditing {
    /**
     * Looks.
     *
     * @throws dev.holdfast.cli.CommandFailure if the order cannot be understood
     */
    Audited audit(AuditOrder order, AuditProgress progress) throws IOException;
}
