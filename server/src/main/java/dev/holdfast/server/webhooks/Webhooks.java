package dev.holdfast.server.webhooks;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.internal.storage.EndingHolds;
import dev.holdfast.internal.storage.Log;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends events to hooks. A thread of its own reads the history when the store's feed has told of a change, so that no request
 * for a lock waits for a hook. Calls are made on event loops.
 */
public final class Webhooks implements AutoCloseable {
    static final String LOGGER = "dev.holdfast.server.webhooks";

    /** A change that the feed does not tell of is found after this time. */
    private static final long LOOK_MILLIS = 2_000;
    /** Changes in this time are read together. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** A look that took long is followed by a rest this many times as long: requests for locks come first. */
    private static final int REST = 6;
    /** A look that goes further back comes after so many others, which is about a minute without changes. */
    private static final int DEEP_EVERY = 30;

    /** How far the hooks have come is written this often, if it changes. */
    private static final long TIDY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Vertx vertx;
    private final LockManager locks;
    private final HookCall calls;
    private final HistoryTail tail;
    private final EndWatch ends;
    private final HookSet hooks;
    private final AllowedAddresses allowed;
    private final Semaphore changed = new Semaphore(0);
    private volatile boolean closed;
    private volatile long gaps;
    private long tidied = System.nanoTime();
    private @Nullable Thread thread;

    /** Creates the hooks. They call nothing before they are started. */
    public Webhooks(Vertx vertx, LockManager locks, WebhookOptions options) {
        this(vertx, locks, options, new HookCall(vertx, options.allowed(), InstantSource.system()));
    }

    Webhooks(Vertx vertx, LockManager locks, WebhookOptions options, HookCall calls) {
        this.vertx = vertx;
        this.locks = locks;
        this.calls = calls;
        this.allowed = options.allowed();
        this.tail = new HistoryTail(locks);
        this.ends = new EndWatch(Managers.endingHolds(locks).orElse(null));
        this.hooks = new HookSet(locks, tail, options);
    }

    /**
     * Sends what happened since the last position of each hook, and what happens from now on. Blocks.
     *
     * @throws StoreException if the store cannot be used
     */
    public void start() {
        if (isIdle()) {
            return;
        }
        tail.begin(Instant.MAX);
        hooks.begin();
        Thread reading = new Thread(this::read, "holdfast-webhooks");
        reading.setDaemon(true);
        reading.start();
        thread = reading;
    }

    /** Returns whether there are no hooks, and never will be. */
    boolean isIdle() {
        return hooks.all().isEmpty() && hooks.created() == null;
    }

    private void read() {
        Subscription feed = null;
        try {
            for (int looks = 1; !closed; looks++) {
                long start = System.nanoTime();
                boolean more = false;
                try {
                    feed = feed == null ? locks.listen("", view -> changed.release()) : feed;
                    send(tail.fresh(looks % DEEP_EVERY == 0));
                    more = announce();
                    tidy();
                } catch (StoreException e) {
                    Log.warning(LOGGER, "The events for webhooks cannot be read now: " + e.getMessage());
                } catch (RuntimeException | Error e) {
                    Log.broke("Reading the events for webhooks has failed.", e);
                }
                long took = System.nanoTime() - start;
                changed.tryAcquire(more ? 0 : LOOK_MILLIS, TimeUnit.MILLISECONDS);
                TimeUnit.NANOSECONDS.sleep(Math.max(GATHER_NANOS, REST * took));
                changed.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (feed != null) {
                feed.close();
            }
        }
    }

    /** Keeps how far the hooks have come, and looks for hooks that were created, deleted, paused or resumed elsewhere. */
    private void tidy() {
        if (System.nanoTime() - tidied >= TIDY_NANOS) {
            tidied = System.nanoTime();
            hooks.save();
            hooks.refresh();
        }
    }

    private void send(List<KeyedEvent> events) {
        if (hooks.gaps() > gaps) {
            gaps = hooks.gaps();
            Log.warning(LOGGER, "More happened between two looks than the history keeps: webhooks miss some events.");
        }
        for (Sending one : hooks.all()) {
            events.forEach(one::take);
            sendDue(one.hook());
        }
    }

    /** Tells hooks of holds that end soon. Returns whether there are more to look at. */
    private boolean announce() {
        EndingHolds.Part part = ends.next(hooks.all());
        if (part == null) {
            return false;
        }
        // What happened to these holds until now is sent first.
        List<KeyedEvent> fresh = part.holds().isEmpty() ? List.of() : tail.fresh(false);
        send(fresh);
        for (Sending one : ends.tell(part, fresh)) {
            sendDue(one.hook());
        }
        return part.more();
    }

    /** Sends what is due, and comes back when the next pause ends. May be called at any time. */
    void sendDue(Hook hook) {
        if (closed) {
            return;
        }
        Delivery delivery = hook.next(System.nanoTime());
        while (delivery != null) {
            Delivery sent = delivery;
            calls.send(hook.options(), sent).onSuccess(result -> ended(hook, sent, result));
            delivery = hook.next(System.nanoTime());
        }
    }

    private void ended(Hook hook, Delivery delivery, CallResult result) {
        String name = hook.options().name();
        if (hook.ended(delivery, result, System.nanoTime())) {
            Log.warning(
                    LOGGER,
                    "The webhook " + name + (hook.paused().isEmpty() ? "" : " is paused, and") + " has dead letters: "
                            + result.why() + " They can be sent again: GET /v1/admin/webhooks/" + name
                            + "/dead-letters.");
        }
        sendDue(hook);
        OptionalLong nanos = hook.nanosToNext(System.nanoTime());
        if (nanos.isPresent() && !closed) {
            vertx.setTimer(Duration.ofNanos(nanos.getAsLong()).toMillis() + 1, fired -> sendDue(hook));
        }
    }

    /** Returns the hook with this name; null if there is none. */
    @Nullable
    Hook hook(String name) {
        return hooks().stream()
                .filter(hook -> hook.options().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    List<Hook> hooks() {
        return hooks.all().stream().map(Sending::hook).toList();
    }

    /** Returns what an administrator has created under that name; null for none. */
    @Nullable
    CreatedHook made(String name) {
        for (Sending one : hooks.all()) {
            if (one.hook().options().name().equals(name)) {
                return one.made();
            }
        }
        return null;
    }

    /** Returns where administrators create hooks; null if they may not. */
    @Nullable
    CreatedHooks created() {
        return hooks.created();
    }

    /** Returns the addresses that hooks may call. */
    AllowedAddresses allowed() {
        return allowed;
    }

    /** Begins and ends hooks as administrators have just created and deleted them. Blocks. */
    void refresh() {
        hooks.refresh();
        changed.release();
    }

    /** Sends nothing to a hook until it is resumed, also after a restart. Blocks. */
    void pause(Hook hook) {
        hooks.pause(hook);
    }

    /** Sends to a hook again. Blocks. */
    void resume(Hook hook) {
        hooks.resume(hook);
        sendDue(hook);
    }

    /** Calls back when hooks come and go. */
    void watch(Consumer<Hook> added, Consumer<Hook> removed) {
        hooks.watch(added, hook -> {
            calls.forget(hook.options());
            removed.accept(hook);
        });
    }

    /** Returns how often events were missed, since more had happened than the history keeps. */
    long gaps() {
        return hooks.gaps();
    }

    /** Ends. What still waits is not sent: a server that starts again goes on from there. */
    @Override
    public void close() {
        closed = true;
        Thread reading = thread;
        if (reading == null) {
            return;
        }
        reading.interrupt();
        String then = hooks.positions().areKept()
                ? "They are sent after the next start."
                : "The history has them: GET /v1/history.";
        for (Hook hook : hooks()) {
            if (hook.waiting() > 0) {
                Log.warning(
                        LOGGER,
                        "The webhook " + hook.options().name() + " was not sent " + hook.waiting()
                                + " events that waited. " + then);
            }
        }
        try {
            hooks.save();
        } catch (StoreException e) {
            Log.warning(LOGGER, "How far the webhooks have come cannot be kept now: " + e.getMessage());
        }
    }
}
