package dev.holdfast.internal.manager;

import dev.holdfast.Acquisition;
import dev.holdfast.AsyncLocks;
import dev.holdfast.Drafts;
import dev.holdfast.Holds;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockAdmin;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Subscription;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Base class of lock managers. Keeps their handles alive, and closes them in order. */
abstract class ManagerBase implements LockManager, Locks, AsyncLocks.Manager, TurnedClocks {
    /** Closing waits so long for calls under way. Most stores answer, or give up, within this time. */
    private static final Duration MAX_CALL = Duration.ofSeconds(10);

    private final Keeper keeper;
    private final Calls calls;
    private final DefaultOwner owner;

    ManagerBase(Keeper keeper, DefaultOwner owner) {
        this.keeper = keeper;
        this.calls = keeper.calls();
        this.owner = owner;
    }

    @Override
    public final LockHandle acquire(String... resources) {
        return tryAcquire(resources).orThrow();
    }

    @Override
    public final LockHandle acquire(LockRequest request) throws InterruptedException {
        return tryAcquire(request).orThrow();
    }

    @Override
    public final Acquisition tryAcquire(String... resources) {
        calls.begin();
        try {
            return ask(resources);
        } finally {
            calls.end();
        }
    }

    @Override
    public final Acquisition tryAcquire(LockRequest request) throws InterruptedException {
        calls.begin();
        try {
            return ask(request);
        } finally {
            calls.end();
        }
    }

    @Override
    public final Grant grant(LockRequest request) throws InterruptedException {
        calls.begin();
        try {
            return askForReceipts(request);
        } finally {
            calls.end();
        }
    }

    @Override
    public final AsyncLocks async(Executor executor) {
        return new FutureLocks(this, executor);
    }

    @Override
    public final LockHandle attach(Collection<Receipt> receipts) {
        calls.begin();
        try {
            return takeUp(receipts);
        } finally {
            calls.end();
        }
    }

    @Override
    public final Subscription listen(String prefix, Consumer<LockView> listener) {
        calls.begin();
        try {
            return subscribe(prefix, listener);
        } finally {
            calls.end();
        }
    }

    @Override
    public final Owner newOwner() {
        return owner.create();
    }

    @Override
    public final Holds holds() {
        return this;
    }

    @Override
    public final Drafts drafts() {
        return this;
    }

    @Override
    public final LockAdmin admin() {
        return this;
    }

    @Override
    public final @Nullable Duration untilRound() {
        return keeper.untilRound();
    }

    @Override
    public final void runRound() {
        keeper.runRound();
    }

    /** Acquires without waiting. */
    abstract Acquisition ask(String... resources);

    /** Acquires, waiting if the request says so. */
    abstract Acquisition ask(LockRequest request) throws InterruptedException;

    /**
     * Acquires without a thread that waits.
     *
     * @param gone completes when the caller wants no answer any more
     */
    abstract CompletableFuture<Acquisition> ask(LockRequest request, CompletionStage<?> gone);

    /** Returns the threads of requests that have none of their own; these may block. */
    abstract Executor waitThreads();

    /** Acquires without a handle. */
    abstract Grant askForReceipts(LockRequest request) throws InterruptedException;

    /** Makes a handle for holds that are there. */
    abstract LockHandle takeUp(Collection<Receipt> receipts);

    /** Begins to listen. */
    abstract Subscription subscribe(String prefix, Consumer<LockView> listener);

    /** Ends the waits of callers: each throws an {@link IllegalStateException} after it has left the queue. */
    abstract void endWaits();

    /** Closes what it asks. */
    abstract void disconnect();

    @Override
    public final void close() {
        calls.close();
        endWaits();
        try {
            releaseAll(keeper.handles().iterator());
        } finally {
            // Calls under way release by themselves what they are granted from now on, for which the store must be
            // open.
            calls.awaitEnd(MAX_CALL);
            keeper.close();
            disconnect();
        }
    }

    /** Releases all of these handles. One that cannot be released is no reason to keep the others. */
    private static void releaseAll(Iterator<? extends LockHandle> handles) {
        while (handles.hasNext()) {
            try {
                handles.next().close();
            } catch (RuntimeException e) {
                try {
                    releaseAll(handles);
                } catch (RuntimeException another) {
                    e.addSuppressed(another);
                }
                throw e;
            }
        }
    }
}
