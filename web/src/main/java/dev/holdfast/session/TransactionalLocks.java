package dev.holdfast.session;

import dev.holdfast.LockManager;
import java.util.function.Function;

/** The locks within the transaction of this thread, if they are in its database; otherwise the locks themselves. */
record TransactionalLocks(LockManager locks, Transactions transactions) {
    <T> T within(Function<LockManager, T> work) {
        try (LockManager joined = transactions.joined()) {
            return work.apply(joined == null ? locks : joined);
        }
    }

    /** Returns the locks for reading policies, which needs no store. */
    LockManager rules() {
        return locks;
    }
}
