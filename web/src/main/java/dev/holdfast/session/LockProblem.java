package dev.holdfast.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A problem of locks for a browser (RFC 9457).
 *
 * @param status the HTTP status
 * @param detail one sentence for the user
 * @param members further members for programs
 * @param retryAfter seconds until another attempt is useful, or null
 */
public record LockProblem(
        int status,
        String title,
        String detail,
        Map<String, @Nullable Object> members,
        @Nullable Long retryAfter) {}
