package dev.holdfast.spring;

import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Decides who may release locks of others. */
interface AdminGate {

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
        return caller -> open
                ? null
                : new Denial(
                        403,
                        "Locks of others cannot be released, since there is no Spring Security to authorise it: add it, or"
                                + " allow it for all users with holdfast.admin.open=true.");
    }
}
