package dev.holdfast.cli.audit;

import java.io.IOException;

/** Finds mistakes of locking in sources. The implementation is large, and therefore in the second jar. */
public interface AuditService {
    /**
     * Looks.
     *
     * @throws dev.holdfast.cli.base.CommandFailure if the order cannot be understood
     */
    AuditResult audit(AuditRequest order, AuditProgress progress) throws IOException;
}
