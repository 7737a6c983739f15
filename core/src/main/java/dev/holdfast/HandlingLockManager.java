package dev.holdfast;

import dev.holdfast.rules.Owner;
import java.util.Iterator;

/** What managers have in common, wherever it is decided about their locks: handles that are kept alive. */
abstract class HandlingLockManager implements LockManager {
    private final Keeper keeper;
    private final UsualOwner owner;

    HandlingLockManager(Keeper keeper, UsualOwner owner) {
        this.keeper = keeper;
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
    public final Owner owner() {
        return owner.get();
    }

    /** Closes what it asks. */
    abstract void disconnect();

    @Override
    public final void close() {
        keeper.takeNoMore();
        try {
            giveBack(keeper.handles().iterator());
        } finally {
            keeper.close();
            disconnect();
        }
    }

    /** All of them: one that cannot be given back is no reason to keep the others. */
    private static void giveBack(Iterator<LockHandle> handles) {
        while (handles.hasNext()) {
            try {
                handles.next().close();
            } catch (RuntimeException e) {
                try {
                    giveBack(handles);
                } catch (RuntimeException another) {
                    e.addSuppressed(another);
                }
                throw e;
            }
        }
    }
}
