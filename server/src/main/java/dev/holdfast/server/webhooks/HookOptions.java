package dev.holdfast.server.webhooks;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.internal.base.Glob;
import dev.holdfast.internal.views.HookEvents;
import dev.holdfast.internal.views.LockJson;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One hook: which events it is sent, where, and how often a call is tried.
 *
 * @param name by which administrators know it; no secret
 * @param url where it is called; may hold a secret, so that only administrators see it
 * @param resources patterns of the resources whose events it is sent
 * @param kinds of these events
 * @param endsSoon how long before its end a hold is announced, if its lease is longer; null if none is
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
        @Nullable Duration endsSoon,
        List<String> rights,
        Duration timeout,
        RetryOptions retries,
        int queue,
        int deadLetters) {
    /** A hold is announced this long before its end. */
    public static final Duration DEFAULT_ENDS_SOON = Duration.ofDays(1);
    /** A call that takes longer has failed. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /** The server looks once a minute. */
    private static final Duration MIN_ENDS_SOON = Duration.ofMinutes(5);

    private static final Duration MAX_ENDS_SOON = Duration.ofDays(365);
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
        if (endsSoon != null) {
            requireEndsSoon(endsSoon);
        }
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
                DEFAULT_ENDS_SOON,
                List.of("reader"),
                DEFAULT_TIMEOUT,
                RetryOptions.DEFAULT,
                DEFAULT_QUEUE,
                DEFAULT_DEAD_LETTERS);
    }

    static void requireEndsSoon(Duration time) {
        if (time.compareTo(MIN_ENDS_SOON) < 0 || time.compareTo(MAX_ENDS_SOON) > 0) {
            throw new IllegalArgumentException("A webhook is told 5 minutes to 365 days before the end of a hold.");
        }
    }

    private static void requireUsable(URI url) {
        boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
        if (!web || url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "A webhook needs an address such as https://hooks.example.org/locks, without a user and a fragment.");
        }
    }

    /** Returns a copy for events of these resources and kinds alone, which is not told before the end of holds. */
    public HookOptions only(List<String> newResources, Set<EventKind> newKinds) {
        return copy(newResources, newKinds, null, rights, timeout, retries, queue, deadLetters);
    }

    /** Returns a copy that is told that long before the end of holds; null if of none. */
    public HookOptions endsSoon(@Nullable Duration time) {
        return copy(resources, kinds, time, rights, timeout, retries, queue, deadLetters);
    }

    /** Returns a copy for a receiver with these rights. */
    public HookOptions rights(List<String> newRights) {
        return copy(resources, kinds, endsSoon, newRights, timeout, retries, queue, deadLetters);
    }

    /** Returns a copy with another timeout and other pauses. */
    public HookOptions tries(Duration newTimeout, RetryOptions newRetries) {
        return copy(resources, kinds, endsSoon, rights, newTimeout, newRetries, queue, deadLetters);
    }

    /** Returns a copy that keeps another number of events. */
    public HookOptions keeping(int newQueue, int newDeadLetters) {
        return copy(resources, kinds, endsSoon, rights, timeout, retries, newQueue, newDeadLetters);
    }

    private HookOptions copy(
            List<String> newResources,
            Set<EventKind> newKinds,
            @Nullable Duration newEndsSoon,
            List<String> newRights,
            Duration newTimeout,
            RetryOptions newRetries,
            int newQueue,
            int newDeadLetters) {
        return new HookOptions(
                name,
                url,
                secret,
                newResources,
                newKinds,
                newEndsSoon,
                newRights,
                newTimeout,
                newRetries,
                newQueue,
                newDeadLetters);
    }

    boolean wants(EventKind kind, String resource) {
        return kinds.contains(kind) && wants(resource);
    }

    boolean wants(String resource) {
        return resources.stream().anyMatch(pattern -> Glob.matches(pattern, resource));
    }

    /** Returns the words for the events that it is sent. */
    List<String> events() {
        return Stream.concat(
                        kinds.stream().sorted().map(LockJson::label),
                        Stream.ofNullable(endsSoon).map(time -> HookEvents.ENDS_SOON))
                .toList();
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
