package dev.holdfast.internal.storage;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.rules.ServerNote;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The notes of servers in a store. They are no news for callers that wait for locks. Thread-safe; every method may block, and may
 * throw a {@link dev.holdfast.StoreException}.
 */
public final class ServerNotes {
    private static final int TRIES = 50;

    private final LockStore store;

    public ServerNotes(LockStore store) {
        this.store = store;
    }

    /** Returns the note of that name. */
    public Optional<String> find(String name) {
        return Optional.ofNullable(text(store.read(List.of(key(name))).get(key(name))));
    }

    private static @Nullable String text(@Nullable Entry entry) {
        return entry == null ? null : ((ServerNote) entry.body()).text();
    }

    /** Writes a note in place of any other of that name. */
    public void put(String name, String text) {
        change(name, old -> text);
    }

    /** Deletes a note, if there is one. */
    public void delete(String name) {
        change(name, old -> null);
    }

    /**
     * Replaces a note in one step.
     *
     * @param how gets the note, or null, and returns the next one, or null for none; may be called several times
     */
    public void change(String name, Function<@Nullable String, @Nullable String> how) {
        Key key = key(name);
        for (int i = 0; i < TRIES; i++) {
            Reading reading = store.read(List.of(key));
            long version = reading.version(key);
            String next = how.apply(text(reading.get(key)));
            if (next == null && version == Change.ABSENT) {
                return;
            }
            Change change = next == null ? Change.delete(key, version) : Change.put(key, version, new ServerNote(next));
            if (store.apply(List.of(new Group(List.of(change), List.of(), Group.Audience.NO_ONE)))
                            .get(0)
                    instanceof Result.Applied) {
                return;
            }
        }
        throw new StoreUnreachableException("The store is too busy to change a note: try again in a moment.", null);
    }

    private static Key key(String name) {
        return new Key(Kind.SERVER, name);
    }
}
