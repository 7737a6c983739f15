package dev.holdfast.spring.jpa;

import dev.holdfast.rules.Hold;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.engine.spi.TransactionCompletionCallbacks.AfterCompletionCallback;

/** What is remembered of a session until its transaction ends. Used by the thread of the session alone. */
final class SessionNotes {
    private static final Map<SharedSessionContractImplementor, SessionNotes> ALL = new ConcurrentHashMap<>();

    /** Names that the flush under way needs. */
    final Set<String> needed = new LinkedHashSet<>();

    /** Names that it was found to hold, and what. */
    final Map<String, Hold> held = new HashMap<>();

    /** Names that were only reported as missing. */
    final Set<String> reported = new HashSet<>();

    /** Names of what was made in this transaction, and is nobody else's yet. */
    final Set<String> made = new HashSet<>();

    /** Names that were taken to read something in this transaction. */
    final Set<String> read = new HashSet<>();

    /** Names of what was loaded under its lock in this transaction, and need not be loaded again. */
    final Set<String> edited = new HashSet<>();

    /** Keys of roots and of version rows that a query has found, by what it looked for. */
    final Map<String, Object> keys = new HashMap<>();

    /** Whether the collections that the flush under way writes are among what it needs. */
    boolean collected;

    /** Whether the transaction is to be flushed before Spring commits it. */
    boolean flushing;

    private SessionNotes() {}

    /** Those of a session; of one without a transaction they are forgotten at once. */
    static SessionNotes of(SharedSessionContractImplementor session) {
        SessionNotes known = ALL.get(session);
        if (known != null) {
            return known;
        }
        SessionNotes fresh = new SessionNotes();
        if (session.isTransactionInProgress()) {
            ALL.put(session, fresh);
            AfterCompletionCallback end = (success, ended) -> {
                ALL.remove(session);
                SqlWatch.expect(SqlWatch.Expected.NOTHING);
            };
            session.getTransactionCompletionCallbacks().registerCallback(end);
        }
        return fresh;
    }

    /** Another flush begins: what was held before may be lost by now. */
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
