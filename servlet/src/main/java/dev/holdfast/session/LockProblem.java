package dev.holdfast.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What locks prevented, as a problem for a browser (RFC 9457).
 *
 * @param status of HTTP
 * @param detail one sentence for the person
 * @param members what programs read besides
 * @param retryAfter in how many seconds it is worth another try, or null
 */
public record LockProblem(
        int status,
        String title,
        String detail,
        Map<String, @Nullable Object> members,
        @Nullable Long retryAfter) {}
