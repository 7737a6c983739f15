package dev.holdfast.server.events;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.store.Subscription;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the store once and tells all who are connected. What it tells is numbered, and the newest is kept for those whose
 * connection breaks. A renewal is not told: it changes neither who has something nor since when. All but {@link #start} happens
 * on one event loop.
 */
public final class Hub implements AutoCloseable {
    private static final int KEPT = 10_000;
    private static final int MOST_LISTENERS = 20_000;
    private static final long BREATH_MILLIS = 15_000;

    private final Context context;
    private final LockManager locks;
    /** Changes with every start, so that the numbers of another run or another server are not mistaken for ours. */
    private final String run = Long.toHexString(ThreadLocalRandom.current().nextLong());

    private final Set<Listener> listeners = new LinkedHashSet<>();
    private final Map<String, Event> current = new TreeMap<>();
    private final Map<String, String> gist = new HashMap<>();
    private final Deque<Event> newest = new ArrayDeque<>();
    private @Nullable Subscription feed;
    private long number;
    /** Of listeners, for other threads to look at. */
    private volatile int count;

    public Hub(Vertx vertx, LockManager locks) {
        this.context = vertx.getOrCreateContext();
        this.locks = locks;
        vertx.setPeriodic(
                BREATH_MILLIS,
                fired -> context.runOnContext(go -> List.copyOf(listeners).forEach(Listener::breathe)));
    }

    /** Begins to listen; what is there already is known when it returns. May block. */
    public void start() {
        List<LockView> all = locks.list("");
        CountDownLatch known = new CountDownLatch(1);
        context.runOnContext(go -> {
            all.forEach(this::show);
            known.countDown();
        });
        feed = locks.listen("", view -> context.runOnContext(go -> show(view)));
        try {
            if (!known.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The event loop does not run.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(LockView view) {
        String resource = view.resource();
        String now = Gist.of(view);
        if (now.equals(gist.getOrDefault(resource, ""))) {
            return;
        }
        Event event = new Event(locks, ++number, run + "-" + number, view);
        if (now.isEmpty()) {
            gist.remove(resource);
            current.remove(resource);
        } else {
            gist.put(resource, now);
            current.put(resource, event);
        }
        newest.add(event);
        if (newest.size() > KEPT) {
            newest.remove();
        }
        for (Listener listener : List.copyOf(listeners)) {
            listener.tell(event);
        }
    }

    /** Adds one who wants to be told, beginning with what it missed, or with all there is. False if there are too many. */
    boolean add(Listener listener, @Nullable String lastEventId) {
        if (listeners.size() >= MOST_LISTENERS) {
            return false;
        }
        List<Event> missed = missed(lastEventId);
        if (missed == null) {
            listener.begin("snapshot");
            current.values().forEach(listener::tell);
        } else {
            listener.begin("resumed");
            missed.forEach(listener::tell);
        }
        listener.send(Event.text("ready", run + "-" + number, "{}"));
        listeners.add(listener);
        count = listeners.size();
        return true;
    }

    void remove(Listener listener) {
        listeners.remove(listener);
        count = listeners.size();
    }

    /** How many listen. */
    public int listeners() {
        return count;
    }

    Context context() {
        return context;
    }

    /** What was told after that event; null if that is not known any more. */
    private @Nullable List<Event> missed(@Nullable String lastEventId) {
        if (lastEventId == null || !lastEventId.startsWith(run + "-")) {
            return null;
        }
        long last;
        try {
            last = Long.parseLong(lastEventId.substring(run.length() + 1));
        } catch (NumberFormatException e) {
            return null;
        }
        long oldest = newest.isEmpty() ? number + 1 : newest.peek().number();
        if (last > number || last < oldest - 1) {
            return null;
        }
        List<Event> missed = new ArrayList<>();
        for (Event event : newest) {
            if (event.number() > last) {
                missed.add(event);
            }
        }
        return missed;
    }

    /** Tells all to come again, and lets them go. */
    @Override
    public void close() {
        if (feed != null) {
            feed.close();
        }
        context.runOnContext(go -> {
            List.copyOf(listeners).forEach(Listener::farewell);
            listeners.clear();
        });
    }
}
