package dev.holdfast.spi;

import dev.holdfast.HistoryEntry;
import dev.holdfast.HoldId;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Key.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store of records: a map from keys to versioned bodies under compare-and-set, with a clock of its own.
 *
 * <p>Many threads, and many processes on the same back end, may call every method concurrently. Each may block for as long as
 * the back end takes, within a bound that the store documents. No method waits for another caller's change.
 *
 * <p>Failures, for every method: {@link StoreUnreachableException} and {@link StoreUnwritableException} mean that nothing was
 * changed by this call. {@link OutcomeUnknownException}, thrown by {@link #apply} alone, means that each group of the batch may
 * have been applied, may not have been, or may still be. A caller's mistake (a name the store cannot keep, a use after {@code
 * close}) is one of the JDK's own exceptions, and changes nothing.
 */
public interface LockStore extends AutoCloseable {

    /**
     * Applies each group whose expected versions all match, and returns the results in the order of the batch.
     *
     * <p>Atomic: one group, checks included, against every other change; the batch is not. Groups that name the same key are
     * applied one after the other, in the order of the batch. Each applied group gets one version, larger than any version that
     * a key of it ever had, and one time of the store's clock. Times may go back if that clock is set back; versions never do.
     * Durable on return as far as the store promises, and visible to every later call of any caller.
     *
     * <p>Each batch takes effect at most once, even if the connection breaks in the middle: nothing beneath a store may send it
     * a second time by itself.
     *
     * <p>Deleting removes a record without a trace, but its key's versions go on growing if it comes back.
     */
    List<Result> apply(List<Group> batch);

    /**
     * Returns how many groups make a batch that is large enough. With more callers than that, a second batch beside it does
     * more than a larger one. If it is one, callers do not wait for each other at all: each sends its own group. By default a
     * store runs one batch after the other anyway, and wants no second one.
     */
    default int fullBatch() {
        return Integer.MAX_VALUE;
    }

    /** Returns the records of those keys, all as of one moment. Sees every change that was applied before the call. */
    Reading read(Collection<Key> keys);

    /**
     * Returns a page of records, ordered by name as {@link String#compareTo} orders them. Each entry is current at some moment
     * of the call; the page as a whole need not be a snapshot. A condition on time is judged by the record's own times, so that
     * the cost of a sweep depends on how much is due.
     */
    Page query(Query query);

    /**
     * Returns the newest events, newest first. Bounded: a store keeps at least the last 1,000, as far as they take
     * {@value History#MAX_BYTES} bytes in memory, and need not keep more.
     */
    List<HistoryEntry> history(HistoryQuery query);

    /**
     * Tells of changes to records of one kind, if the store can do so better than by being asked again and again.
     *
     * <p>Level-triggered: first the current records, then the current state of each record that changed. States in between may
     * be skipped, the last one never; the same state may be shown twice. A change is shown to its {@linkplain Group.Audience
     * audience} as soon as possible, and to others perhaps a second late. Ordered per key. The watcher is called from one
     * thread at a time, must not block and must not call the store. Survives a lost connection by starting over with the
     * current records.
     */
    default Optional<Subscription> watch(Kind kind, String prefix, Watcher watcher) {
        return Optional.empty();
    }

    /**
     * Returns warnings about the state of the store, in sentences for people: a damaged file that was set aside, entries of
     * other programs that contradict each other. Each is returned once per process.
     */
    default List<String> warnings() {
        return List.of();
    }

    /**
     * Returns whether the records are in a local file system, so that the processes of one machine alone use them. Never
     * fails; called rarely, and may look at the mounts of this machine.
     */
    default boolean isLocal() {
        return false;
    }

    /**
     * Returns something that this store keeps besides records, if it can.
     *
     * @param type the interface of what it keeps
     * @throws dev.holdfast.StoreException if it could, but not at this place
     */
    default <T> Optional<T> extension(Class<T> type) {
        return Optional.empty();
    }

    /** Returns the properties of the store. Never fails, and needs no connection. */
    StoreTraits traits();

    /** Lets go of connections and threads. Records stay. Closing twice is harmless. */
    @Override
    void close();

    /** The current state of one record, as a feed shows it. {@code entry} is null when the record is not there any more. */
    record Sighting(Key key, @Nullable Entry entry) {}

    /** A subscriber of changes. */
    @FunctionalInterface
    interface Watcher extends Consumer<Sighting> {
        /** Returns whether a caller here waits with that claim. Called by any thread; must not block. */
        default boolean waitsFor(HoldId claim) {
            return false;
        }
    }
}
