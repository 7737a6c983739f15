package dev.holdfast.spring;

import dev.holdfast.LockManager;
import org.jspecify.annotations.Nullable;

/** The application's transaction, as far as locks are concerned. Without Spring's transactions there never is one. */
interface Transactions {
    Transactions NONE = new Transactions() {
        @Override
        public @Nullable LockManager joined() {
            return null;
        }

        @Override
        public boolean open() {
            return false;
        }

        @Override
        public boolean apart() {
            return false;
        }

        @Override
        public void onCommit(Runnable work) {
            work.run();
        }

        @Override
        public void onRollback(Runnable work) {}
    };

    /**
     * The locks as seen and changed within the transaction of this thread, to be closed by the caller; null if there is none,
     * or the locks are not in its database.
     */
    @Nullable
    LockManager joined();

    /** Whether this thread is in a transaction, wherever the locks are. */
    boolean open();

    /** Whether this thread is in a transaction that the locks are not in. */
    boolean apart();

    /** Does it once the transaction is committed; at once if there is none. */
    void onCommit(Runnable work);

    /** Does it if the transaction is rolled back; never if there is none. */
    void onRollback(Runnable work);
}
