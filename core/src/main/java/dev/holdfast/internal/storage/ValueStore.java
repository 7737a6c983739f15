package dev.holdfast.internal.storage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Large values under names, in versions. A store of locks that keeps values offers this as {@link
 * dev.holdfast.spi.LockStore#extension}. Thread-safe; each call may block as those of the store.
 *
 * <p>A name has a head: the version that is current, and a note, which are changed together under compare-and-set. The bytes of
 * a version are written in chunks before. They become visible with the one commit that changes the head, and never change. No reader
 * sees an upload that a crash cut off; {@link #clean} deletes it.
 *
 * <p>Failures are those of the store. {@link dev.holdfast.OutcomeUnknownException} means that the head may have changed.
 */
public interface ValueStore {
    /** Bytes of a chunk, as most. */
    int CHUNK = (256 << 10) + 64;

    /** Versions of a name that are kept beside the current one. */
    int KEPT = 30;

    /** Rejected versions of a name that are kept of one author. */
    int REJECTED = 10;

    /**
     * The head of a name.
     *
     * @param revision grows with each change; 0 if the name is unknown
     * @param current the id of the current version, or null if there is none
     * @param last the number of the newest version
     * @param note what the caller keeps with it
     * @param author the user who made the name, and for whom it counts; empty for none
     */
    record Head(String name, long revision, @Nullable String current, long last, String note, String author) {
        /** Returns the head that has an author, if it has none: the next change keeps that one with it. */
        public Head by(String maker) {
            return author.isEmpty() ? new Head(name, revision, current, last, note, maker) : this;
        }
    }

    /**
     * A version whose bytes are complete.
     *
     * @param number counts the versions of the name from 1; 0 if it was rejected
     * @param rejected whether it was kept for people to see and never was current
     * @param size bytes, as they are stored
     * @param about what the caller keeps with it
     */
    record Stored(String id, long number, boolean rejected, Instant at, long size, int chunks, String about) {}

    /** Returns the head of a name. */
    Head head(String name);

    /** Returns heads ordered by the bytes of their names, which begin with the prefix and come after that name. */
    List<Head> heads(String prefix, String after, int most);

    /**
     * Changes a head, unless it is not as expected any more: then nothing happens and the result is false. Its author is that of
     * the expected one from then on.
     *
     * @param current the version to be current from now on, which must be one of that name; null for none
     */
    boolean change(Head expected, @Nullable String current, String note);

    /**
     * Begins a version of a name.
     *
     * @param author the user who writes it
     */
    ValueUpload begin(String name, String author, Instant at);

    /** Returns how many names count for an author. */
    int count(String author);

    /**
     * Deletes all versions of a name, which counts for no author from then on, unless its head is not as expected any more: then
     * nothing happens and the result is false.
     */
    boolean remove(Head expected);

    /** Returns the versions of a name, newest first: kept ones, and rejected ones. */
    List<Stored> versions(String name);

    /** Returns a version of a name, if it is complete and still there. */
    Optional<Stored> version(String name, String id);

    /** Returns a chunk, counted from 0. Throws a {@link dev.holdfast.StoreException} if the version was deleted meanwhile. */
    byte[] chunk(String id, int number);

    /** Deletes uploads that began before that time and did not end. Returns how many. */
    int clean(Instant before);
}
