package dev.holdfast.spring.jpa;

import dev.holdfast.Hold;
import jakarta.transaction.Synchronization;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.engine.spi.SharedSessionContractImplementor;

/** The state of a session until its transaction ends. Used only by the thread of the session. */
final class SessionNotes {
    private static final Map<SharedSessionContractImplementor, SessionNotes> ALL = new ConcurrentHashMap<>();

    /** Locks that the current flush needs. */
    final Set<String> needed = new LinkedHashSet<>();

    /** Locks that were found to be held, with their holds. */
    final Map<String, Hold> held = new HashMap<>();

    /** Locks that were only reported as missing. */
    final Set<String> reported = new HashSet<>();

    /** Locks of entities that were created in this transaction. */
    final Set<String> made = new HashSet<>();

    /** Locks that were acquired for reading in this transaction. */
    final Set<String> read = new HashSet<>();

    /** Locks of entities that were loaded under their lock in this transaction, and need not be loaded again. */
    final Set<String> edited = new HashSet<>();

    /** Keys of roots and version rows that a query has found, by the query. */
    final Map<String, Object> keys = new HashMap<>();

    /** Whether the collections of the current flush were added to the needed locks. */
    boolean collected;

    /** Whether the transaction is to be flushed before Spring commits it. */
    boolean flushing;

    private SessionNotes() {}

    /** Returns the state of a session. Without a transaction it is forgotten immediately. */
    static SessionNotes of(SharedSessionContractImplementor session) {
        SessionNotes known = ALL.get(session);
        if (known != null) {
            return known;
        }
        SessionNotes fresh = new SessionNotes();
        if (session.isTransactionInProgress()) {
            ALL.put(session, fresh);
            session.getTransactionCoordinator().getLocalSynchronizations().registerSynchronization(new End(session));
        }
        return fresh;
    }

    /** Forgets the state of a session when its transaction ends. */
    private record End(SharedSessionContractImplementor session) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            ALL.remove(session);
            SqlWatch.expect(SqlWatch.Expected.NOTHING);
        }
    }

    /** Begins another flush: locks that were held before may be lost. */
    static void flushBegins(SharedSessionContractImplementor session) {
        SessionNotes known = ALL.get(session);
        if (known != null) {
            known.forget();
        }
    }

    void forget() {
        needed.clear();
        held.clear();
        reported.clear();
        collected = false;
    }
}
