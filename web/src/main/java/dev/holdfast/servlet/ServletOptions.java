package dev.holdfast.servlet;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a web application's locks.
 *
 * @param key a secret of at least 32 characters, the same on all nodes; null for a random one, for a single node whose sessions
 *     end with it
 * @param callers identifies the users of requests, if the container does not
 * @param sweep how often expired locks are removed, or null for never
 * @param help a sentence for refusals that says how to ask for a release; may be empty
 * @param adminRole the role that may list all locks and release those of others
 * @param lasting whether sessions outlive this server, so that its end does not release their locks
 */
public record ServletOptions(
        @Nullable String key,
        Callers callers,
        @Nullable Duration sweep,
        String help,
        String adminRole,
        boolean lasting) {

    /** The defaults: a random secret, a sweep every 30 s and the role {@code admin}. */
    public static final ServletOptions DEFAULT = new ServletOptions(
            null, Callers.DEFAULT, Duration.ofSeconds(30), "An administrator can release it.", "admin", false);

    /** Returns a copy with a secret that all nodes share. */
    public ServletOptions key(@Nullable String newKey) {
        return new ServletOptions(newKey, callers, sweep, help, adminRole, lasting);
    }

    /** Returns a copy that identifies the users of requests in another way. */
    public ServletOptions callers(Callers newCallers) {
        return new ServletOptions(key, newCallers, sweep, help, adminRole, lasting);
    }

    /** Returns a copy with another time between sweeps; null for none. */
    public ServletOptions sweep(@Nullable Duration newSweep) {
        return new ServletOptions(key, callers, newSweep, help, adminRole, lasting);
    }

    /** Returns a copy with another sentence for refusals. */
    public ServletOptions help(String newHelp) {
        return new ServletOptions(key, callers, sweep, newHelp, adminRole, lasting);
    }

    /** Returns a copy with another role of administrators. */
    public ServletOptions adminRole(String newRole) {
        return new ServletOptions(key, callers, sweep, help, newRole, lasting);
    }

    /** Returns a copy for sessions that outlive this server, or do not. */
    public ServletOptions lasting(boolean newLasting) {
        return new ServletOptions(key, callers, sweep, help, adminRole, newLasting);
    }

    /** Returns the options without the key, which is secret. */
    @Override
    public String toString() {
        return "ServletOptions[sweep=" + sweep + ", help=" + help + ", adminRole=" + adminRole + ", lasting=" + lasting
                + "]";
    }
}
