package dev.holdfast.server.webhooks;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.internal.base.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One hook: which events it is sent, where, and how often a call is tried.
 *
 * @param name by which administrators know it; no secret
 * @param url where it is called; may hold a secret, so that only administrators see it
 * @param resources patterns of the resources whose events it is sent
 * @param kinds of these events
 * @param rights what its receiver may know, each as in a token: {@code reader}, {@code admin:scene/}
 * @param timeout of one call, from the name's resolution to the end of the answer
 * @param queue the maximum number of events that wait for it
 * @param deadLetters the maximum number of events that are kept after they could not be delivered
 */
public record HookOptions(
        String name,
        URI url,
        WebhookSecret secret,
        List<String> resources,
        Set<EventKind> kinds,
        List<String> rights,
        Duration timeout,
        RetryOptions retries,
        int queue,
        int deadLetters) {
    /** A call that takes longer has failed. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    private static final int DEFAULT_QUEUE = 1_000;
    private static final int DEFAULT_DEAD_LETTERS = 1_000;
    /** An event has up to 16 kB. */
    private static final int MAX_KEPT = 100_000;

    public HookOptions {
        resources = List.copyOf(resources);
        kinds = Set.copyOf(kinds);
        rights = List.copyOf(rights);
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            throw new IllegalArgumentException(
                    "The name of a webhook has small letters, digits and dashes, such as chat, not '" + name + "'.");
        }
        requireUsable(url);
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("The timeout of a webhook is between 1 ms and 1 minute.");
        }
        if (queue < 1 || queue > MAX_KEPT || deadLetters < 1 || deadLetters > MAX_KEPT) {
            throw new IllegalArgumentException("A webhook keeps 1 to " + MAX_KEPT + " events.");
        }
    }

    /** Makes a hook for all events of all resources that readers may see, with the default bounds. */
    public HookOptions(String name, URI url, WebhookSecret secret) {
        this(
                name,
                url,
                secret,
                List.of("**"),
                EnumSet.allOf(EventKind.class),
                List.of("reader"),
                DEFAULT_TIMEOUT,
                RetryOptions.DEFAULT,
                DEFAULT_QUEUE,
                DEFAULT_DEAD_LETTERS);
    }

    private static void requireUsable(URI url) {
        boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
        if (!web || url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "A webhook needs an address such as https://hooks.example.org/locks, without a user and a fragment.");
        }
    }

    /** Returns a copy for events of these resources and kinds alone. */
    public HookOptions only(List<String> newResources, Set<EventKind> newKinds) {
        return new HookOptions(name, url, secret, newResources, newKinds, rights, timeout, retries, queue, deadLetters);
    }

    /** Returns a copy for a receiver with these rights. */
    public HookOptions rights(List<String> newRights) {
        return new HookOptions(name, url, secret, resources, kinds, newRights, timeout, retries, queue, deadLetters);
    }

    /** Returns a copy with another timeout and other pauses. */
    public HookOptions tries(Duration newTimeout, RetryOptions newRetries) {
        return new HookOptions(name, url, secret, resources, kinds, rights, newTimeout, newRetries, queue, deadLetters);
    }

    /** Returns a copy that keeps another number of events. */
    public HookOptions keeping(int newQueue, int newDeadLetters) {
        return new HookOptions(name, url, secret, resources, kinds, rights, timeout, retries, newQueue, newDeadLetters);
    }

    boolean wants(EventKind kind, String resource) {
        return kinds.contains(kind) && resources.stream().anyMatch(pattern -> Glob.matches(pattern, resource));
    }

    /** Returns whether a text has a part of the address that may be a secret. */
    boolean reveals(String text) {
        String path = url.getRawPath();
        String query = url.getRawQuery();
        return (path != null && path.length() > 1 && text.contains(path)) || (query != null && text.contains(query));
    }

    boolean tls() {
        return "https".equals(url.getScheme());
    }

    int port() {
        return url.getPort() >= 0 ? url.getPort() : tls() ? 443 : 80;
    }

    /** Returns a text without address and secret. */
    @Override
    public String toString() {
        return "HookOptions[name=" + name + "]";
    }
}
