package dev.holdfast.spring;

import java.security.Principal;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Decides who may release locks of others. */
interface AdminGate {
    Log LOG = LogFactory.getLog(AdminGate.class);

    /** Returns why the caller may not, or null if it may. */
    @Nullable
    Denial denies(@Nullable Principal caller);

    /**
     * A refusal.
     *
     * @param status 401 if the caller is not signed in, else 403
     */
    record Denial(int status, String sentence) {}

    /** Returns a gate for applications without Spring Security, where the caller is unknown. Closed by default. */
    static AdminGate unguarded(boolean open) {
        return caller -> {
            if (open) {
                return null;
            }
            LOG.warn(
                    "Locks of others cannot be released, since there is no Spring Security to authorise it: add it, or allow"
                            + " it for all users with holdfast.admin.open=true.");
            return new Denial(403, "You may not release locks of others.");
        };
    }
}
