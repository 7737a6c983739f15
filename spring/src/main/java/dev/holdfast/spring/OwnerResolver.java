package dev.holdfast.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * Identifies the owner of a request. By default, the HTTP session is the owner if it keeps the sign-in. A request that signs in by
 * itself, such as with a JWT or HTTP Basic, acts for its user and program. A bean of this type replaces that.
 */
@FunctionalInterface
public interface OwnerResolver {
    /** Every request acts for its HTTP session, which is created when a lock is acquired. */
    OwnerResolver SESSION = request -> List.of();

    /** Returns what identifies the owner, such as user and program. Empty if the HTTP session is the owner. */
    List<String> resolve(HttpServletRequest request);
}
