package dev.holdfast.internal.storage;

import dev.holdfast.internal.storage.ValueStore.Head;

/** A version that is being written, by one thread at a time. Until it ends, no reader sees it. */
public interface ValueUpload extends AutoCloseable {
    /** Returns the id of the version. */
    String id();

    /** Adds a chunk, which is on the disk on return. */
    void add(byte[] chunk);

    /**
     * Makes it the current version and ends the upload, unless the head is not as expected any more: then nothing happens, the
     * upload goes on, and the result is false.
     *
     * @param about kept with the version
     */
    boolean commit(Head expected, String note, String about);

    /**
     * Keeps it as a rejected version, and ends the upload. Older rejected versions of the same author give way.
     *
     * @param about kept with the version
     * @param most how many the author may have of all names together; 0 for any number
     */
    void reject(String about, int most);

    /** Deletes what was written, unless the upload has ended. */
    @Override
    void close();
}
