package dev.holdfast;

import dev.holdfast.Clocks.Moment;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A handle on one or several locked resources, for try-with-resources. It renews by itself, warns before its time runs out, and
 * reports immediately when a hold is lost; a lost hold never comes back by itself. Thread-safe.
 */
public final class LockHandle implements AutoCloseable {
    private enum Status {
        HELD,
        LOST,
        RELEASED,
        DETACHED
    }

    private final HoldBackend backend;
    private final Keeper keeper;
    private final HandleTiming timing;
    private final HandleState handleState;
    /** Guards the end of it: the first release, detaching or loss counts. */
    private final Object ending = new Object();

    private volatile Status status = Status.HELD;
    private final CompletableFuture<Loss> lost = new CompletableFuture<>();
    private final long number;
    private volatile Countdown countdown;
    private volatile boolean warned;
    /** All warning callbacks in one. */
    private volatile Consumer<Duration> onWarning = left -> {};

    private volatile Moment lastLook;

    /**
     * @param asOf the store's time of the answer to the call that granted it
     * @param before a moment before that call
     */
    LockHandle(HoldBackend backend, Keeper keeper, HandleState handleState, Instant asOf, Moment before) {
        this.backend = backend;
        this.keeper = keeper;
        this.handleState = handleState;
        this.timing = HandleTiming.of(backend, handleState.receipts());
        this.countdown = Countdown.of(handleState.holds(), asOf, before);
        this.lastLook = before;
        this.number = keeper.number();
        keeper.watch(this);
    }

    /** Returns the resources it holds, in canonical order. */
    public List<String> resources() {
        List<String> resources = new ArrayList<>();
        for (Receipt receipt : receipts()) {
            resources.add(receipt.resource());
        }
        return List.copyOf(resources);
    }

    /** Returns the fencing token of the only resource, or of the first. */
    public long fence() {
        return handleState.holds().get(0).fence();
    }

    /**
     * Returns the fencing token of a resource, which is larger than that of every earlier hold on it.
     *
     * @throws IllegalArgumentException if this handle does not hold the resource
     */
    public long fence(String resource) {
        for (int i = 0; i < receipts().size(); i++) {
            if (receipts().get(i).resource().equals(resource)) {
                return handleState.holds().get(i).fence();
            }
        }
        throw new IllegalArgumentException("This handle does not hold " + resource + ".");
    }

    /** Returns the holds as they were granted. */
    public List<Hold> holds() {
        return handleState.holds();
    }

    /** Returns the receipts, with which another program can renew or release the holds. They are secret. */
    public List<Receipt> receipts() {
        return handleState.receipts();
    }

    /**
     * Returns whether it is still safe to work: not released, not lost, and time left by this machine's clocks. Where others may
     * clean up what was not renewed for long, it is not safe from that age on, until the store has confirmed the hold.
     */
    public boolean held() {
        boolean inTime = !over() && !mayBeCleanedUp();
        return inTime && status == Status.HELD;
    }

    /** Returns whether it was not renewed for so long that others may have ended it. */
    private boolean mayBeCleanedUp() {
        return timing.mayBeCleanedUp(sinceRenewal());
    }

    /** Counts it as lost if others may have ended it; to be called when the store was asked and did not confirm it. */
    void loseIfUnconfirmed() {
        loseIf(this::mayBeCleanedUp);
    }

    /** Returns the time that the holder may still count on; empty if time alone never ends the hold. */
    public Optional<Duration> left() {
        return Optional.ofNullable(countdown.left(keeper.clocks()));
    }

    /**
     * Returns a future that completes when a hold is lost. Never completes exceptionally. It completes on the manager's thread
     * for callbacks, unless the hold is already lost.
     */
    public CompletableFuture<Loss> lost() {
        return lost.isDone() ? lost.copy() : lost.thenApplyAsync(loss -> loss, keeper.callbacks());
    }

    /**
     * Calls back once when a hold is lost, also if it is already lost. Callbacks of one manager run one after the other on a
     * thread of their own: one that blocks delays later callbacks, but no renewal.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // what the callback throws is reported
    public LockHandle onLoss(Consumer<Loss> callback) {
        lost.thenAcceptAsync(callback, keeper.callbacks()).exceptionally(Keeper::report);
        return this;
    }

    /** Calls back when the time left falls below the policy's warning, on the same thread as {@link #onLoss}. */
    public synchronized LockHandle onWarning(Consumer<Duration> callback) {
        onWarning = onWarning.andThen(callback);
        return this;
    }

    /** Says that work goes on: extends an idle limit too. Throws if the hold is lost. */
    public void touch() {
        renewNow(null);
    }

    private void renewNow(@Nullable List<ProcessId> rebind) {
        requireHeld();
        Moment before = keeper.clocks().now();
        backend.renew(List.of(handleState), true, rebind, (only, lost) -> renewed(lost, before, true));
        requireHeld();
    }

    /**
     * Binds the holds to those processes instead of this one: they live while any of these does. For work that a process of
     * its own does on behalf of this one.
     */
    public void bind(List<ProcessId> processes) {
        renewNow(List.copyOf(processes));
    }

    /**
     * Detaches the handle without a release. The holds live on under their leases, bound to no process, and any program with
     * the receipts may {@linkplain LockManager#attach attach} again.
     *
     * @return the receipts
     * @throws LockLostException if a hold is lost
     */
    public List<Receipt> detach() {
        return detachTo(List.of());
    }

    /**
     * Detaches the handle without a release and binds the holds to those processes: they live no longer than these.
     *
     * @return the receipts
     * @throws LockLostException if a hold is lost
     */
    public List<Receipt> detachTo(List<ProcessId> processes) {
        renewNow(List.copyOf(processes));
        if (!end(Status.DETACHED, false, () -> true)) {
            requireHeld();
        }
        return receipts();
    }

    /**
     * Releases all it holds; after a loss, what is left of it. Harmless when repeated. If the store cannot be reached this throws;
     * the holds are renewed no more, and the manager goes on trying to release them for as long as it is open.
     */
    @Override
    public void close() {
        keeper.calls().beginRelease();
        try {
            if (end(Status.RELEASED, false, () -> true)) {
                release();
            } else if (status == Status.LOST) {
                keeper.releaseGivenUp(this);
            }
        } finally {
            keeper.calls().end();
        }
    }

    private void release() {
        try {
            backend.release(handleState);
        } catch (StoreException | UnreadableRecordException e) {
            keeper.giveUp(this);
            throw e;
        }
    }

    /**
     * Ends it, unless it has ended.
     *
     * @param remains whether the store may still have a part of it that no call releases
     * @param stands whether it is to end, asked when no other thread can change that
     * @return whether it was held until now
     */
    private boolean end(Status how, boolean remains, BooleanSupplier stands) {
        synchronized (ending) {
            if (status != Status.HELD || !stands.getAsBoolean()) {
                return false;
            }
            // First: what is given up may be released at any moment, and must not count as held then.
            status = how;
            if (remains) {
                keeper.giveUp(this);
            }
        }
        keeper.forget(this);
        return true;
    }

    /** Returns when no thread is ending it: until then its owner could enter a hold that is about to be released. */
    void awaitEnding() {
        if (status != Status.HELD) {
            synchronized (ending) {
                return;
            }
        }
    }

    HandleState handleState() {
        return handleState;
    }

    /** Takes note of a renewal that was sent at that moment, and which of the holds turned out to be lost. */
    void renewed(int lostOne, Moment before, boolean activity) {
        lastLook = before;
        if (lostOne != HoldBackend.Finding.NONE) {
            lose(lostOne);
            return;
        }
        synchronized (ending) {
            // No answer revives what another thread has given up, or is giving up.
            if (status == Status.HELD) {
                countdown = countdown.renewed(before, activity);
                warned = false;
            }
        }
    }

    /** Takes note of a check without a renewal that was sent at that moment, and which of the holds turned out to be lost. */
    void looked(int lostOne, Moment before) {
        lastLook = before;
        if (lostOne != HoldBackend.Finding.NONE) {
            lose(lostOne);
        }
    }

    /** Counts it as lost when its time is up. It does not ask the store, whose answer may take long. */
    void giveUpIfOver() {
        loseIf(this::over);
    }

    private boolean over() {
        Duration left = countdown.left(keeper.clocks());
        return left != null && left.compareTo(timing.margin(countdown)) <= 0;
    }

    /** Warns once when its time runs short in spite of all renewals. */
    void warn() {
        Duration left = countdown.left(keeper.clocks());
        if (left != null && !warned && left.compareTo(timing.warning(countdown)) <= 0) {
            warned = true;
            Consumer<Duration> callback = onWarning;
            keeper.callbacks().execute(() -> callback.accept(left));
        }
    }

    private void loseIf(BooleanSupplier tooLate) {
        if (tooLate.getAsBoolean()) {
            lose(() -> new Loss(receipts().get(0).resource(), Optional.empty()), true, tooLate);
        }
    }

    private void lose(int which) {
        lose(() -> backend.loss(receipts().get(which)), receipts().size() > 1, () -> true);
    }

    /**
     * Ends it as lost.
     *
     * @param remains whether the store may still have a part of it, which is then released
     * @param stands whether it is lost after all, if a renewal was answered meanwhile
     */
    private void lose(Supplier<Loss> why, boolean remains, BooleanSupplier stands) {
        if (end(Status.LOST, remains, stands)) {
            Loss loss = known(why);
            keeper.log().lost(loss);
            lost.complete(loss);
        }
    }

    /** Returns why it was lost, as far as that is known. Its holder learns of the loss even if the reason cannot be read. */
    private Loss known(Supplier<Loss> why) {
        try {
            return why.get();
        } catch (RuntimeException e) {
            return new Loss(receipts().get(0).resource(), Optional.empty());
        }
    }

    private void requireHeld() {
        Status now = status;
        if (now == Status.LOST) {
            throw new LockLostException(lost.join());
        }
        if (now != Status.HELD) {
            throw new IllegalStateException("This handle was " + (now == Status.RELEASED ? "closed" : "detached")
                    + ". Acquire the lock again.");
        }
    }

    /** Returns the time between two renewals by the keeper. */
    Duration renewEvery() {
        return timing.renewEvery(countdown);
    }

    /** Returns the number by which the keeper knows it. */
    long number() {
        return number;
    }

    Duration sinceRenewal() {
        return keeper.clocks().since(countdown.seen());
    }

    Duration sinceLook() {
        return keeper.clocks().since(lastLook);
    }
}
