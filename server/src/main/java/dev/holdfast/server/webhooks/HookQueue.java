package dev.holdfast.server.webhooks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait for one hook, in the order of each resource: an event is sent when the one before it was delivered or
 * given up. Events of other resources do not wait for it. Not thread-safe. Times are of a steady clock, in nanoseconds.
 */
final class HookQueue {
    /** A hook is called for this many resources at a time. */
    static final int MAX_UNDER_WAY = 4;

    private final int most;
    private final Map<String, Deque<Delivery>> byResource = new LinkedHashMap<>();
    private final Map<String, Long> pausedUntil = new LinkedHashMap<>();
    private final Set<String> underWay = new HashSet<>();
    private int size;

    HookQueue(int most) {
        this.most = most;
    }

    /** Adds an event behind all others of its resource. Returns whether there was room. */
    boolean add(Delivery delivery) {
        if (size >= most) {
            return false;
        }
        byResource
                .computeIfAbsent(delivery.resource(), resource -> new ArrayDeque<>())
                .addLast(delivery);
        size++;
        return true;
    }

    /** Returns an event that is to be sent now, and is under way from now on; null if there is none. */
    @Nullable
    Delivery next(long now) {
        if (underWay.size() >= MAX_UNDER_WAY) {
            return null;
        }
        for (Map.Entry<String, Deque<Delivery>> waiting : byResource.entrySet()) {
            String resource = waiting.getKey();
            if (!underWay.contains(resource) && isDue(resource, now)) {
                underWay.add(resource);
                return waiting.getValue().getFirst();
            }
        }
        return null;
    }

    private boolean isDue(String resource, long now) {
        Long until = pausedUntil.get(resource);
        return until == null || until - now <= 0;
    }

    /** Returns how long it takes until a pause ends, if one does before anything else happens. */
    OptionalLong nanosToNext(long now) {
        return underWay.size() >= MAX_UNDER_WAY
                ? OptionalLong.empty()
                : pausedUntil.entrySet().stream()
                        .filter(paused -> !underWay.contains(paused.getKey()))
                        .mapToLong(paused -> Math.max(0, paused.getValue() - now))
                        .min();
    }

    /** Removes the event of a resource that is under way: it was delivered or given up. */
    void done(String resource) {
        underWay.remove(resource);
        pausedUntil.remove(resource);
        Deque<Delivery> waiting = byResource.get(resource);
        if (waiting != null && waiting.pollFirst() != null) {
            size--;
            // Others come first: one busy resource must not keep them waiting.
            byResource.remove(resource);
            if (!waiting.isEmpty()) {
                byResource.put(resource, waiting);
            }
        }
    }

    /** Keeps an event that has failed at the head of its resource, until then. */
    void again(Delivery failed, long until) {
        Deque<Delivery> waiting = byResource.get(failed.resource());
        underWay.remove(failed.resource());
        if (waiting != null && waiting.pollFirst() != null) {
            waiting.addFirst(failed);
            pausedUntil.put(failed.resource(), until);
        }
    }

    /** Ends all pauses. */
    void hurry() {
        pausedUntil.clear();
    }

    /** Returns how many events wait for another try. */
    int retrying() {
        return pausedUntil.size();
    }

    int size() {
        return size;
    }
}
