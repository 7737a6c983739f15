package dev.holdfast.server.events;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.Log;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to the store once, while there are listeners, and sends its changes to all of them. Recent events are kept for
 * listeners whose connection breaks. A renewal is not an event: it changes neither the holder nor the start of a hold. Everything
 * runs on one thread.
 */
public final class Hub implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final int MAX_LISTENERS = 20_000;
    private static final int MAX_PENDING = 1_000;
    private static final long KEEP_ALIVE_MILLIS = 15_000;
    /** Pages that hear nothing for three times as long say that they are not live. */
    private static final long TICK_MILLIS = 2_500;
    /** A client that reconnects after its connection broke should find what it missed. */
    private static final long LINGER_MILLIS = 60_000;

    private final Vertx vertx;
    /** Not an event loop: writing to many listeners takes long, and other callers need the loops. */
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Hub::thread,
            new ThreadPoolExecutor.DiscardPolicy());

    /** Bounds the changes that wait for the thread. The feed waits for a permit, and skips what is out of date by then. */
    private final Semaphore pending = new Semaphore(MAX_PENDING);

    private final LockManager locks;
    private final EventHistory history;
    private final CatchUp catchUp;
    private final Listeners listeners = new Listeners();
    /** Listeners that wait for the subscription. */
    private final List<Newcomer> newcomers = new ArrayList<>();

    private final SendBudget unsent = new SendBudget();
    private @Nullable Subscription feed;
    private boolean starting;
    /** Whether the processes of holders are being looked for. */
    private boolean checking;

    private boolean closed;
    private long idleSince;
    /** The number of listeners, for other threads. */
    private volatile int count;

    public Hub(Vertx vertx, LockManager locks) {
        this.vertx = vertx;
        this.locks = locks;
        this.history = new EventHistory(locks);
        this.catchUp = new CatchUp(history);
        vertx.setPeriodic(KEEP_ALIVE_MILLIS, fired -> onThread(this::keepAlive));
        vertx.setPeriodic(TICK_MILLIS, fired -> onThread(this::tick));
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "holdfast-events");
        thread.setDaemon(true);
        return thread;
    }

    /** A listener that has just connected. */
    private record Newcomer(Listener listener, @Nullable String lastEventId) {}

    /** Adds a listener, which first receives what it missed, or a snapshot. Refuses it if there are too many. */
    void add(Listener listener, @Nullable String lastEventId) {
        if (closed || listeners.size() + catchUp.size() + newcomers.size() >= MAX_LISTENERS) {
            listener.refuse("There are too many event streams: try again in a moment.");
        } else if (feed != null) {
            admit(new Newcomer(listener, lastEventId));
        } else {
            newcomers.add(new Newcomer(listener, lastEventId));
            start();
        }
    }

    /** Subscribes to the store, on a thread that may block. */
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
            history.renewIds();
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
        Long last = history.known(newcomer.lastEventId);
        catchUp.add(listener);
        listener.begin(last == null, last == null ? history.number() : last, () -> onThread(() -> sendMore(listener)));
        sendMore(listener);
    }

    private void sendMore(Listener listener) {
        if (catchUp.sendMore(listener)) {
            listeners.add(listener);
        }
        count();
    }

    void remove(Listener listener) {
        listeners.remove(listener);
        catchUp.remove(listener);
        count();
    }

    private void count() {
        count = listeners.size() + catchUp.size();
    }

    private void showLater(LockView view) {
        pending.acquireUninterruptibly();
        onThread(() -> {
            pending.release();
            show(view);
        });
    }

    private void show(LockView view) {
        StreamEvent event = history.add(view);
        if (event != null) {
            listeners.send(event);
            event.forgetTexts();
            count();
        }
    }

    private void keepAlive() {
        listeners.each(Listener::keepAlive);
        catchUp.each(listener -> {
            listener.keepAlive();
            sendMore(listener); // other listeners may have used up the budget before
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

    private void tick() {
        listeners.each(Listener::tick);
        catchUp.each(Listener::tick);
        if (feed == null || count == 0 || checking) {
            return;
        }
        List<LockView> local = history.boundToProcesses();
        if (!local.isEmpty()) {
            checking = true;
            vertx.executeBlocking(() -> EndedProcesses.among(local), false).onComplete(done -> {
                List<String> ended = done.succeeded() ? done.result() : List.of();
                vertx.executeBlocking(() -> judged(ended), false).onComplete(shown -> onThread(() -> checking = false));
            });
        }
    }

    /** Shows locks again whose holders are proven gone. No change of the store tells of that. */
    private boolean judged(List<String> resources) {
        for (String resource : resources) {
            showLater(locks.view(resource));
        }
        return true;
    }

    /** Ends the subscription, and forgets what is known. */
    private void end() {
        Subscription ended = feed;
        feed = null;
        idleSince = 0;
        history.clear();
        if (ended != null) {
            vertx.executeBlocking(
                    () -> {
                        ended.close();
                        return true;
                    },
                    false);
        }
    }

    /** Returns the number of listeners. */
    public int listeners() {
        return count;
    }

    /**
     * Runs an action on the hub's thread, unless the hub is closed. If it fails, the listeners may have missed something: they
     * are dropped, and reconnect for a snapshot.
     */
    void onThread(Runnable action) {
        thread.execute(() -> {
            try {
                action.run();
            } catch (Throwable e) {
                Log.broke("Sending an event has failed.", e);
                listeners.each(Listener::drop);
                catchUp.each(Listener::drop);
                catchUp.clear();
                end();
            }
        });
    }

    SendBudget unsent() {
        return unsent;
    }

    /** Tells all clients to reconnect, and ends their streams. */
    @Override
    public void close() {
        onThread(() -> {
            closed = true;
            listeners.each(Listener::endStream);
            catchUp.each(Listener::endStream);
            catchUp.clear();
            if (!starting) {
                end();
                thread.shutdown();
            }
        });
        pending.release(MAX_PENDING); // a feed that waits must not wait for ever
    }
}
