package dev.holdfast.spring;

import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Decides who may release what others hold. */
interface AdminGate {

    /** Why not, or null if the caller may. */
    @Nullable
    Denial denies(@Nullable Principal caller);

    /**
     * A refusal.
     *
     * @param status 401 for somebody who is not signed in, else 403
     */
    record Denial(int status, String sentence) {}

    /** Without Spring Security nobody knows who calls: closed, unless the application says otherwise. */
    static AdminGate unguarded(boolean open) {
        return caller -> open
                ? null
                : new Denial(
                        403,
                        "Releasing what others hold is closed here, since there is no Spring Security to say who may: add it,"
                                + " or open this to everybody by holdfast.admin.open=true.");
    }
}
