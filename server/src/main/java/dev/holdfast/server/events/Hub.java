package dev.holdfast.server.events;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.store.Log;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Subscription;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the store once, as long as anybody wants to know, and tells all who are connected. What it tells is numbered, and
 * the newest is kept for those whose connection breaks. A renewal is not told: it changes neither who has something nor since
 * when. All of it happens on one thread.
 */
public final class Hub implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final int MAX_LISTENERS = 20_000;
    private static final int MAX_TO_SHOW = 1_000;
    private static final long KEEP_ALIVE_MILLIS = 15_000;
    /** Whoever comes again after its connection broke should find what it missed. */
    private static final long LINGER_MILLIS = 60_000;

    private final Vertx vertx;
    /** Not an event loop: to write what many are told takes long, and other callers need the loops. */
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Hub::thread,
            new ThreadPoolExecutor.DiscardPolicy());

    /** Changes that are not yet shown: their feed waits, and skips what is out of date by then. */
    private final Semaphore shown = new Semaphore(MAX_TO_SHOW);

    private final LockManager locks;
    private final Listeners listeners = new Listeners();
    private final List<Newcomer> newcomers = new ArrayList<>();
    private final NavigableMap<String, StreamEvent> current = new TreeMap<>();
    private final Map<String, String> fingerprints = new HashMap<>();
    private final RecentEvents recent = new RecentEvents(SendBudget.share());
    private final SendBudget unsent = new SendBudget();
    /** Those that are told of the past, page by page. */
    private final Set<Listener> behind = new LinkedHashSet<>();

    /** Others with every beginning, so that ids of another one or another server are not mistaken for ours. */
    private EventIds ids = new EventIds();

    private @Nullable Subscription feed;
    private boolean starting;
    private boolean closed;
    private long number;
    private long idleSince;
    /** Of listeners, for other threads to look at. */
    private volatile int count;

    public Hub(Vertx vertx, LockManager locks) {
        this.vertx = vertx;
        this.locks = locks;
        vertx.setPeriodic(KEEP_ALIVE_MILLIS, fired -> onThread(this::keepAlive));
    }

    /** One who wants to be told. */
    private record Newcomer(Listener listener, @Nullable String lastEventId) {}

    /** Adds one who wants to be told, beginning with what it missed, or with all there is; or refuses it. */
    void add(Listener listener, @Nullable String lastEventId) {
        if (closed || listeners.size() + behind.size() + newcomers.size() >= MAX_LISTENERS) {
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
                .onComplete(done -> onThread(() -> started(done.succeeded() ? null : done.cause())));
    }

    private Subscription connect() {
        List<LockView> all = locks.list("");
        onThread(() -> {
            ids = new EventIds();
            all.forEach(this::show);
        });
        Subscription found = locks.listen("", this::showLater);
        onThread(() -> feed = found);
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
            thread.shutdown();
        }
    }

    private void admit(Newcomer newcomer) {
        Listener listener = newcomer.listener;
        Long last = known(newcomer.lastEventId);
        behind.add(listener);
        listener.begin(last == null, last == null ? number : last, () -> onThread(() -> sendMore(listener)));
        sendMore(listener);
    }

    /**
     * Tells a listener of the past, as much as its client takes: first the snapshot by name, then what has happened since it was
     * begun.
     */
    private void sendMore(Listener listener) {
        listener.sending();
        if (!behind.contains(listener)) {
            return;
        }
        if (listener.isGone() || !recent.knowsAfter(listener.sentNumber())) {
            listener.drop();
            remove(listener);
            return;
        }
        if (sendSnapshot(listener) && sendChanges(listener)) {
            listener.caughtUp();
            listener.send(StreamEvent.text("ready", ids.of(number), "{}"));
            behind.remove(listener);
            listeners.add(listener);
            count();
        }
    }

    /** Returns whether the snapshot is told. */
    private boolean sendSnapshot(Listener listener) {
        String told = listener.sentName();
        if (told == null) {
            return true;
        }
        String from = told.isEmpty() ? listener.prefix() : told;
        for (StreamEvent event : current.tailMap(from, told.isEmpty()).values()) {
            if (!event.resource().startsWith(listener.prefix())) {
                break;
            }
            if (!listener.hasRoom()) {
                return false;
            }
            listener.sendPart(event);
            listener.sentName(event.resource());
        }
        listener.sentName(null);
        return true;
    }

    /** Returns whether all is told that has happened since. */
    private boolean sendChanges(Listener listener) {
        for (StreamEvent event : recent.after(listener.sentNumber())) {
            if (!listener.hasRoom()) {
                return false;
            }
            // What happened before a snapshot ended may be part of it: of that only the last state counts. Nor are
            // states in
            // between told later to those who may not know their times.
            if (recent.isLast(event) || (!listener.hadSnapshot() && listener.seesAllOf(event))) {
                listener.sendIfConcerned(event);
                event.forgetTexts();
            }
            listener.sentNumber(event.number());
        }
        return true;
    }

    void remove(Listener listener) {
        listeners.remove(listener);
        behind.remove(listener);
        count();
    }

    private void count() {
        count = listeners.size() + behind.size();
    }

    private void showLater(LockView view) {
        shown.acquireUninterruptibly();
        onThread(() -> {
            shown.release();
            show(view);
        });
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "holdfast-events");
        thread.setDaemon(true);
        return thread;
    }

    private void show(LockView view) {
        String resource = view.resource();
        String now = LockFingerprint.of(view);
        if (now.equals(fingerprints.getOrDefault(resource, ""))) {
            return;
        }
        StreamEvent event = new StreamEvent(locks, ++number, ids.of(number), view);
        if (now.isEmpty()) {
            fingerprints.remove(resource);
            current.remove(resource);
        } else {
            fingerprints.put(resource, now);
            current.put(resource, event);
        }
        recent.add(event);
        listeners.send(event);
        event.forgetTexts();
        count();
    }

    private void keepAlive() {
        listeners.each(Listener::keepAlive);
        List.copyOf(behind).forEach(listener -> {
            listener.keepAlive();
            sendMore(listener); // another may have used up the room
        });
        count();
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
        fingerprints.clear();
        recent.clear();
        ids = new EventIds();
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

    /**
     * Does something on the thread of the hub; nothing any more when it is closed. If it fails, what the listeners know may not be what is so: they are let go, and come
     * again for a snapshot.
     */
    void onThread(Runnable action) {
        thread.execute(() -> {
            try {
                action.run();
            } catch (Throwable e) {
                Log.broke("Telling of a change has failed.", e);
                listeners.each(Listener::drop);
                behind.forEach(Listener::drop);
                behind.clear();
                end();
            }
        });
    }

    /** Returns the number of that event, if all that happened since is known; else null. */
    private @Nullable Long known(@Nullable String lastEventId) {
        Long last = lastEventId == null ? null : ids.number(lastEventId);
        return last == null
                        || last > number
                        || last < 0
                        || !recent.knowsAfter(last)
                        || (recent.isEmpty() && last < number)
                ? null
                : last;
    }

    SendBudget unsent() {
        return unsent;
    }

    /** Tells all to come again, and lets them go. */
    @Override
    public void close() {
        onThread(() -> {
            closed = true;
            listeners.each(Listener::endStream);
            behind.forEach(Listener::endStream);
            behind.clear();
            if (!starting) {
                end();
                thread.shutdown();
            }
        });
        shown.release(MAX_TO_SHOW); // a feed that waits must not wait for ever
    }
}
