package dev.holdfast.session;

import dev.holdfast.LockManager;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The application's transaction, as far as locks are concerned. Without Spring's transactions there never is one. */
public interface Transactions {
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

    /** Writes what the application has changed and not written yet: it has to be under the locks that are about to be given back. */
    default void settle() {}

    /** The names that were taken, or found to be held, in the transaction of this thread; to be changed. Forgotten at once without one. */
    default Set<String> held() {
        return new HashSet<>();
    }
}
