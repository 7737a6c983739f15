package dev.holdfast.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An action that a token can be limited to. */
public enum Verb {
    /** Reads locks, policies and the history, and listens to events. */
    LOOK,
    /** Acquires locks, and asks their holders for them. */
    TAKE,
    /** Keeps the caller's own holds: heartbeats, queries, drafts. */
    KEEP,
    /** Releases the caller's own holds, and answers requests to hand them over. */
    RELEASE,
    /** Ends holds of others, and takes over. */
    FORCE;

    /** Returns the verb with this name; null if there is none. */
    public static @Nullable Verb named(String word) {
        for (Verb verb : values()) {
            if (verb.word().equals(word)) {
                return verb;
            }
        }
        return null;
    }

    /** Returns the name in lower case, as requests and options write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the verb of a call; null for calls that need no rights, such as those of the session. */
    static @Nullable Verb of(HttpMethod method, String pattern) {
        if (pattern.startsWith("/v1/session")) {
            return null;
        }
        if (pattern.startsWith("/v1/admin/")) {
            return FORCE;
        }
        if (method.equals(HttpMethod.DELETE) || pattern.equals("/v1/releases") || pattern.endsWith("/answers")) {
            return RELEASE;
        }
        if (pattern.startsWith("/v1/holds/") || pattern.startsWith("/v1/drafts/") || isAboutReceipts(pattern)) {
            return KEEP;
        }
        if (method.equals(HttpMethod.GET) || pattern.equals("/v1/fences/check")) {
            return LOOK;
        }
        return pattern.equals("/v1/locks") || pattern.equals("/v1/requests") ? TAKE : FORCE;
    }

    private static boolean isAboutReceipts(String pattern) {
        return pattern.equals("/v1/heartbeats")
                || pattern.equals("/v1/looks")
                || pattern.endsWith("/mute")
                || pattern.endsWith("/shown");
    }
}
