package dev.holdfast.server.events;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Subscription;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the store once, as long as anybody wants to know, and tells all who are connected. What it tells is numbered, and
 * the newest is kept for those whose connection breaks. A renewal is not told: it changes neither who has something nor since
 * when. All of it happens on one event loop.
 */
public final class Hub implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final int KEPT = 10_000;
    private static final int MOST_LISTENERS = 20_000;
    private static final long BREATH_MILLIS = 15_000;
    /** Whoever comes again after its connection broke should find what it missed. */
    private static final long LINGER_MILLIS = 60_000;

    private final Vertx vertx;
    private final Context context;
    private final LockManager locks;
    private final Audience audience = new Audience();
    private final List<Newcomer> newcomers = new ArrayList<>();
    private final Map<String, Event> current = new TreeMap<>();
    private final Map<String, String> gist = new HashMap<>();
    private final Deque<Event> newest = new ArrayDeque<>();
    /** Changes with every beginning, so that the numbers of another one or another server are not mistaken for ours. */
    private String run = "";

    private @Nullable Subscription feed;
    private boolean starting;
    private boolean closed;
    private long number;
    private long idleSince;
    /** Of listeners, for other threads to look at. */
    private volatile int count;

    public Hub(Vertx vertx, LockManager locks) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.locks = locks;
        vertx.setPeriodic(BREATH_MILLIS, fired -> context.runOnContext(go -> breathe()));
    }

    /** One who wants to be told. */
    private record Newcomer(Listener listener, @Nullable String lastEventId) {}

    /** Adds one who wants to be told, beginning with what it missed, or with all there is; or refuses it. */
    void add(Listener listener, @Nullable String lastEventId) {
        if (closed || audience.size() + newcomers.size() >= MOST_LISTENERS) {
            listener.refuse("Too many listen already: try again in a moment.");
        } else if (feed != null) {
            admit(new Newcomer(listener, lastEventId));
        } else {
            newcomers.add(new Newcomer(listener, lastEventId));
            start();
        }
    }

    /** Begins to listen, on a thread that may block. */
    private void start() {
        if (starting) {
            return;
        }
        starting = true;
        vertx.executeBlocking(this::connect, false)
                .onComplete(done -> context.runOnContext(go -> started(done.succeeded() ? null : done.cause())));
    }

    private Subscription connect() {
        List<LockView> all = locks.list("");
        context.runOnContext(go -> {
            run = Long.toHexString(ThreadLocalRandom.current().nextLong());
            all.forEach(this::show);
        });
        Subscription found = locks.listen("", view -> context.runOnContext(go -> show(view)));
        context.runOnContext(go -> feed = found);
        return found;
    }

    private void started(@Nullable Throwable failure) {
        starting = false;
        List<Newcomer> all = List.copyOf(newcomers);
        newcomers.clear();
        if (failure != null) {
            LOG.log(failure instanceof StoreException ? Level.WARNING : Level.ERROR, failure.getMessage());
            end();
            all.forEach(one -> one.listener.refuse("The store cannot be reached now: try again in a moment."));
        } else {
            all.forEach(this::admit);
        }
        if (closed) {
            end();
        }
    }

    private void admit(Newcomer newcomer) {
        Listener listener = newcomer.listener;
        List<Event> missed = missed(newcomer.lastEventId);
        if (missed == null) {
            listener.begin("snapshot");
            current.values().forEach(listener::tellIfConcerned);
        } else {
            listener.begin("resumed");
            missed.forEach(listener::tellIfConcerned);
        }
        listener.send(Event.text("ready", run + "-" + number, "{}"));
        audience.add(listener);
        count = audience.size();
    }

    void remove(Listener listener) {
        audience.remove(listener);
        count = audience.size();
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
        audience.tell(event);
        count = audience.size();
    }

    private void breathe() {
        audience.each(Listener::breathe);
        count = audience.size();
        if (feed == null || count > 0 || starting) {
            idleSince = 0;
        } else if (idleSince == 0) {
            idleSince = System.nanoTime();
        } else if ((System.nanoTime() - idleSince) / 1_000_000 > LINGER_MILLIS) {
            end();
        }
    }

    /** Listens no more, and forgets what it knew. */
    private void end() {
        Subscription ended = feed;
        feed = null;
        idleSince = 0;
        current.clear();
        gist.clear();
        newest.clear();
        run = "";
        if (ended != null) {
            vertx.executeBlocking(
                    () -> {
                        ended.close();
                        return true;
                    },
                    false);
        }
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
        context.runOnContext(go -> {
            closed = true;
            audience.each(Listener::farewell);
            if (!starting) {
                end();
            }
        });
    }
}
