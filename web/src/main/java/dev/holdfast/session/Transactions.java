package dev.holdfast.session;

import dev.holdfast.LockManager;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The application's transaction, as far as locks are concerned. */
public interface Transactions {
    /** No transaction: every change of a lock is committed by itself. */
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
     * Returns the locks within the transaction of this thread, to be closed by the caller; null if there is no transaction, or
     * the locks are not in its database.
     */
    @Nullable
    LockManager joined();

    /** Returns whether this thread is in a transaction, wherever the locks are. */
    boolean open();

    /** Returns whether this thread is in a transaction without the locks. */
    boolean apart();

    /** Runs the work after the commit of the transaction; immediately if there is none. */
    void onCommit(Runnable work);

    /** Runs the work if the transaction is rolled back; never if there is none. */
    void onRollback(Runnable work);

    /** Writes pending changes of the application, before their locks are released. */
    default void settle() {}

    /**
     * Returns the mutable set of locks that were acquired, or found to be held, in the transaction of this thread. Without a
     * transaction it is forgotten immediately.
     */
    default Set<String> held() {
        return new HashSet<>();
    }

    /**
     * Returns the mutable set of locks that were acquired or released in the transaction of this thread, which nothing outside of
     * it can change before it ends.
     */
    default Set<String> changed() {
        return new HashSet<>();
    }

    /** Returns the locks that transactions of this thread have changed which are suspended while another one runs. */
    default Set<String> suspended() {
        return Set.of();
    }
}
