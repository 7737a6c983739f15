package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockRequest;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.spi.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of a manager that keeps its handles alive. It renews them in time and in one round trip, checks whether they are
 * still there, and notifies each that was lost. It has two threads, started with the first handle. One calls the store, which
 * may take long; the other only counts down, so that a holder learns in time that its time is up. Callbacks have a thread of
 * their own.
 */
public final class Keeper implements AutoCloseable {
    /** The maximum time until a hold is noticed that a person ended or another program removed. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final Duration MAX_NAP = Duration.ofMillis(250);
    private static final Duration MIN_NAP = Duration.ofMillis(5);
    /** The smallest step in which a test turns the clocks of a handle. */
    private static final Duration MIN_STEP = Duration.ofSeconds(1);
    /** With no handle there is little to do: feeds that serve no caller any more are ended within this time. */
    private static final Duration REST = Duration.ofSeconds(10);
    /** A round that takes longer may be too late for a warning. */
    private static final long LONG_ROUND_NANOS = 1_000_000_000;
    /** A round that takes longer confirms nothing: the store cannot be reached. */
    private static final long HUNG_ROUND_NANOS = 10_000_000_000L;

    private final HoldBackend backend;
    private final Clocks clocks;
    /** The time that the store takes for a round; not that of the leases, which tests turn. */
    private final LongSupplier nanos;

    private final HandleTable handles = new HandleTable();
    private final OrphanedHolds orphans;
    private final Calls calls = new Calls();
    private final Callbacks callbacks = new Callbacks();
    private final KeeperLog log = new KeeperLog();
    /** Held during a round. */
    private final ReentrantLock rounds = new ReentrantLock();

    private volatile List<PeriodicThread> threads = List.of();
    private volatile boolean closed;
    private volatile boolean asking;
    private volatile long askingSince;
    private volatile long askedUntil;

    Keeper(HoldBackend backend, Clocks clocks) {
        // Not as a method reference: the simulation replaces the call.
        this(backend, clocks, () -> System.nanoTime());
    }

    /** @param nanos the monotonic time of this machine */
    Keeper(HoldBackend backend, Clocks clocks, LongSupplier nanos) {
        this.nanos = nanos;
        this.backend = backend;
        this.orphans = new OrphanedHolds(backend);
        this.clocks = clocks;
    }

    Clocks clocks() {
        return clocks;
    }

    /** Returns the calls of its manager that are under way. */
    Calls calls() {
        return calls;
    }

    /** Returns where callbacks run: neither renewals nor the countdown wait for them. */
    Executor callbacks() {
        return callbacks;
    }

    KeeperLog log() {
        return log;
    }

    void watch(KeptHandle handle) {
        handles.add(handle);
        if (calls.closed()) {
            handles.remove(handle);
            orphans.add(handle.handleState());
            orphans.releaseQuietly(handle.handleState());
            throw new IllegalStateException("The lock manager was closed while it acquired a lock.");
        }
        wake();
    }

    /** Starts the threads, or ends their rest: there is something to keep. */
    private void wake() {
        List<PeriodicThread> started = threads;
        if (started.isEmpty()) {
            start();
        }
        for (PeriodicThread rounds : started) {
            rounds.wake();
        }
    }

    void forget(KeptHandle handle) {
        handles.remove(handle);
        log.forget(handle);
    }

    /** Takes over what the store may still have of a handle that is lost, or could not be released. */
    void giveUp(KeptHandle handle) {
        orphans.add(handle.handleState());
        wake();
    }

    /** Releases what a request that failed may have left in the store. */
    void giveUp(LockRequest request, List<Receipt> receipts, Throwable why) {
        boolean mayRemain =
                why instanceof OutcomeUnknownException || !request.timeout().isZero();
        // With a receipt made beforehand its caller may ask again for the same.
        if (mayRemain && request.receipt() == null) {
            giveUp(receipts);
        }
    }

    /** Takes over what the store may have granted, or queued, for a request that failed. */
    void giveUp(List<Receipt> receipts) {
        HandleState handleState = new HandleState(receipts, List.of(), Snapshot.ASSUMED_ABSENT);
        orphans.add(handleState);
        if (calls.closed()) {
            orphans.releaseQuietly(handleState);
        }
        wake();
    }

    /** Releases what is left of a handle now; if that fails, later rounds go on trying. */
    void releaseGivenUp(KeptHandle handle) {
        orphans.releaseQuietly(handle.handleState());
    }

    /** Releases what is left on those resources, before one of them is acquired again. */
    void releaseGivenUp(Collection<String> resources) {
        for (String resource : resources) {
            for (KeptHandle handle : handles.on(resource)) {
                // Its time may be over without any thread having noticed yet.
                handle.giveUpIfOver();
                handle.awaitEnding();
            }
        }
        orphans.releaseOn(resources);
    }

    /** Takes note of a record that a feed has reported: a handle that it seems to lack is looked at immediately. Never blocks. */
    void heard(String resource, @Nullable Entry entry) {
        boolean doubtful = false;
        for (KeptHandle handle : handles.on(resource)) {
            doubtful |= handle.isDoubtful(resource, entry);
        }
        if (doubtful) {
            threads.forEach(PeriodicThread::hurry);
        }
    }

    /** Takes note of a hold that its holder has handed over: none of its handles counts as held any more. */
    void handedOver(HandOverRequest request) {
        handles.on(request.resource()).forEach(handle -> handle.handedOver(request));
    }

    List<KeptHandle> handles() {
        return handles.all();
    }

    private synchronized void start() {
        if (threads.isEmpty() && !closed) {
            askedUntil = nanos.getAsLong();
            threads = List.of(
                    new PeriodicThread("holdfast-keeper", REST, task(this::ask)),
                    new PeriodicThread("holdfast-countdown", REST, task(rested -> countDown())));
        }
    }

    private PeriodicThread.Task task(Consumer<Boolean> round) {
        return new PeriodicThread.Task() {
            @Override
            public boolean idle() {
                return handles.isEmpty() && orphans.isEmpty();
            }

            @Override
            public Duration nap() {
                return Keeper.this.nap();
            }

            @Override
            public void round(boolean rested) {
                round.accept(rested);
            }
        };
    }

    /** Returns how far a test may turn the clocks until the handles need a round; null if it does not matter. */
    @Nullable
    Duration untilRound() {
        Duration until = null;
        for (KeptHandle handle : handles.all()) {
            until = Countdown.shorter(until, handle.renewEvery());
            // Smaller steps towards the end: its holder is warned before.
            until = Countdown.shorter(
                    until,
                    handle.remaining()
                            .map(left -> left.dividedBy(4))
                            .map(part -> part.compareTo(MIN_STEP) > 0 ? part : MIN_STEP)
                            .orElse(null));
        }
        return until;
    }

    /** Runs a round in this thread, for tests that turn the clocks. Returns when its callbacks have run. */
    void runRound() {
        ask(true);
        countDown();
        CompletableFuture.runAsync(() -> {}, callbacks).join();
    }

    private void ask(boolean rested) {
        rounds.lock();
        try {
            askLocked(rested);
        } finally {
            rounds.unlock();
        }
    }

    private void askLocked(boolean rested) {
        askingSince = nanos.getAsLong();
        asking = true;
        log.began(handles.all(), rested ? 0 : askingSince - askedUntil);
        try {
            round();
        } finally {
            asking = false;
            askedUntil = nanos.getAsLong();
            handles.all().forEach(KeptHandle::loseIfUnconfirmed);
            handles.all().forEach(KeptHandle::warn);
        }
    }

    /** Looks at the time alone: which handles are over, and which are to be warned while the store hangs. */
    void countDown() {
        handles.all().forEach(KeptHandle::giveUpIfOver);
        long asked = asking ? nanos.getAsLong() - askingSince : 0;
        if (asked > LONG_ROUND_NANOS) {
            handles.all().forEach(KeptHandle::warn);
        }
        if (asked > HUNG_ROUND_NANOS) {
            log.hangs(handles.all(), asked);
            handles.all().forEach(KeptHandle::loseIfUnconfirmed);
        }
    }

    /** Passes over all handles once. A part that fails prevents no other part. */
    private void round() {
        // An expired hold must not be renewed, since another owner may have had the lock meanwhile.
        handles.all().forEach(KeptHandle::giveUpIfOver);
        attempt(() -> renew(due()));
        attempt(() -> look(
                handles.all().stream().filter(handle -> handle.takeLook(LOOK)).toList()));
        attempt(orphans::releaseSome);
        attempt(backend::tidy);
    }

    /**
     * Returns the handles whose renewal is due. Others on the same resources come with them if half of their time is over: one
     * change renews all, and none of them finds the record changed by the one before.
     */
    private List<KeptHandle> due() {
        List<KeptHandle> due = new ArrayList<>();
        List<KeptHandle> soon = new ArrayList<>();
        for (KeptHandle handle : handles.all()) {
            Duration since = handle.sinceRenewal();
            Duration every = handle.renewEvery();
            if (since.compareTo(every) >= 0) {
                due.add(handle);
            } else if (since.plus(since).compareTo(every) >= 0) {
                soon.add(handle);
            }
        }
        if (!due.isEmpty() && !soon.isEmpty()) {
            Set<String> resources = new HashSet<>();
            due.forEach(handle -> resources.addAll(handle.resources()));
            soon.stream().filter(handle -> handle.handleState().isOn(resources)).forEach(due::add);
        }
        return due;
    }

    private static void attempt(Runnable part) {
        try {
            part.run();
        } catch (StoreException | UnreadableRecordException e) {
            // The next round tries again, and the countdown of each handle goes on meanwhile.
        } catch (Throwable e) {
            // An Error neither: all handles depend on this thread.
            Log.broke("Keeping locks alive has failed.", e);
        }
    }

    private Duration nap() {
        long nap = MAX_NAP.toNanos();
        for (KeptHandle handle : handles.all()) {
            nap = Math.min(nap, handle.nap());
        }
        return Duration.ofNanos(Math.max(nap, MIN_NAP.toNanos()));
    }

    private void renew(List<KeptHandle> due) {
        if (due.isEmpty()) {
            return;
        }
        Moment before = clocks.now();
        try {
            backend.keepAlive(handleStates(due), (which, lost) -> due.get(which).renewed(lost, before, false));
        } catch (StoreException e) {
            log.renewed(due, e);
            throw e;
        }
        log.renewed(due, null);
    }

    private void look(List<KeptHandle> due) {
        if (due.isEmpty()) {
            return;
        }
        Moment before = clocks.now();
        backend.look(handleStates(due), (which, lost) -> due.get(which).looked(lost, before));
    }

    private static List<HandleState> handleStates(List<KeptHandle> handles) {
        return handles.stream().map(KeptHandle::handleState).toList();
    }

    @Override
    public void close() {
        orphans.releaseAllQuietly();
        closed = true;
        threads.forEach(PeriodicThread::end);
    }
}
