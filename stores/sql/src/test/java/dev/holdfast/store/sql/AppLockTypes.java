package dev.holdfast.store.sql;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import java.util.List;

/** One lock of each type of the literature, and what {@code app_lock} shows of them. */
public final class AppLockTypes {
    /** Name and type, in the order of the names. */
    public static final List<String> SHOWN =
            List.of("a|exclusive_write", "b|exclusive_read", "c|read", "d|write", "e|read", "f|exclusive_write");

    private static final Owner ANN = Owner.of("ann");

    private AppLockTypes() {}

    public static void acquireAll(LockManager locks) throws InterruptedException {
        acquire(locks, LockRequest.of("a").type("exclusive_write"));
        LockHandle renewed =
                locks.acquire(LockRequest.of("b").type("exclusive_read").owner(ANN));
        locks.holds().renew(renewed.detach().get(0), true);
        acquire(locks, LockRequest.of("c").mode(Mode.SHARED).type("read"));
        acquire(locks, LockRequest.of("d").type("write"));
        acquire(locks, LockRequest.of("e").mode(Mode.SHARED));
        acquire(locks, LockRequest.of("f"));
    }

    private static void acquire(LockManager locks, LockRequest request) throws InterruptedException {
        locks.acquire(request.owner(ANN)).detach();
    }

    public static void releaseAll(LockManager locks) {
        for (String name : List.of("a", "b", "c", "d", "e", "f")) {
            locks.holds().release(name, ANN.id());
        }
    }
}
