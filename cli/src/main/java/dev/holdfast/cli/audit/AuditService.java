package dev.holdfast.cli.audit;

import java.io.IOException;

/** Looks for mistakes of locking in sources. What does it is large, and lies in a file of its own. */
public interface AuditService {
    /**
     * Looks.
     *
     * @throws dev.holdfast.cli.base.CommandFailure if the order cannot be understood
     */
    AuditResult audit(AuditRequest order, AuditProgress progress) throws IOException;
}
