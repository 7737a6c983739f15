package dev.holdfast.servlet;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a web application may say about its locks.
 *
 * @param key a secret of at least 32 characters, the same on all nodes; null for one that is made up at each start, for one node
 *     whose sessions end with it
 * @param callers who makes a request, if the container does not know
 * @param sweep how often what is over is tidied away, or null for never
 * @param help what to add to a refusal: how to ask for a release; may be empty
 * @param adminRole who may look at all locks and release what others hold
 * @param lasting whether sessions outlive this server, so that its end does not release what they hold
 */
public record ServletOptions(
        @Nullable String key,
        Callers callers,
        @Nullable Duration sweep,
        String help,
        String adminRole,
        boolean lasting) {

    public static final ServletOptions DEFAULT = new ServletOptions(
            null, Callers.DEFAULT, Duration.ofSeconds(30), "An administrator can release it.", "admin", false);

    public ServletOptions key(@Nullable String newKey) {
        return new ServletOptions(newKey, callers, sweep, help, adminRole, lasting);
    }

    public ServletOptions callers(Callers newCallers) {
        return new ServletOptions(key, newCallers, sweep, help, adminRole, lasting);
    }

    public ServletOptions sweep(@Nullable Duration newSweep) {
        return new ServletOptions(key, callers, newSweep, help, adminRole, lasting);
    }

    public ServletOptions help(String newHelp) {
        return new ServletOptions(key, callers, sweep, newHelp, adminRole, lasting);
    }

    public ServletOptions adminRole(String newRole) {
        return new ServletOptions(key, callers, sweep, help, newRole, lasting);
    }

    public ServletOptions lasting(boolean newLasting) {
        return new ServletOptions(key, callers, sweep, help, adminRole, newLasting);
    }

    /** The key is a secret. */
    @Override
    public String toString() {
        return "ServletOptions[sweep=" + sweep + ", help=" + help + ", adminRole=" + adminRole + ", lasting=" + lasting
                + "]";
    }
}
