package dev.holdfast.spring;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The locks of one transaction. It is suspended while another one runs within it. */
final class TransactionNotes implements TransactionSynchronization {
    private final Object key;
    private final ThreadLocal<@Nullable Deque<TransactionNotes>> outer;
    private final Set<String> held = new HashSet<>();
    private final Set<String> changed = new HashSet<>();

    /**
     * Makes empty notes.
     *
     * @param key what they are bound to the thread under
     * @param outer where they are while they are suspended
     */
    TransactionNotes(Object key, ThreadLocal<@Nullable Deque<TransactionNotes>> outer) {
        this.key = key;
        this.outer = outer;
    }

    /** Returns the locks that were acquired, or found to be held. */
    Set<String> held() {
        return held;
    }

    /** Returns the locks whose records the transaction has changed. */
    Set<String> changed() {
        return changed;
    }

    /** Returns the locks that suspended transactions of this thread have changed. */
    static Set<String> suspended(ThreadLocal<@Nullable Deque<TransactionNotes>> outer) {
        Deque<TransactionNotes> all = outer.get();
        return all == null
                ? Set.of()
                : all.stream().flatMap(notes -> notes.changed.stream()).collect(Collectors.toSet());
    }

    @Override
    public void suspend() {
        TransactionSynchronizationManager.unbindResource(key);
        Deque<TransactionNotes> all = outer.get();
        if (all == null) {
            all = new ArrayDeque<>();
            outer.set(all);
        }
        all.push(this);
    }

    @Override
    public void resume() {
        TransactionSynchronizationManager.bindResource(key, this);
        Deque<TransactionNotes> all = outer.get();
        if (all != null) {
            all.remove(this);
            if (all.isEmpty()) {
                outer.remove();
            }
        }
    }

    @Override
    public void afterCompletion(int status) {
        TransactionSynchronizationManager.unbindResourceIfPossible(key);
    }
}
