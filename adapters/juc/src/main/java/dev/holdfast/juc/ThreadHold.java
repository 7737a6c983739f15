package dev.holdfast.juc;

import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The hold of one thread, and how often the thread has locked it. Only that thread uses it. */
final class ThreadHold {
    /** Only what is held: it keeps neither managers nor threads that hold nothing. */
    private static final Map<Key, ThreadHold> HELD = new ConcurrentHashMap<>();

    private record Key(LockManager manager, String name, Thread thread) {}

    private final Key key;
    private final LockHandle handle;
    private int count = 1;

    private ThreadHold(Key key, LockHandle handle) {
        this.key = key;
        this.handle = handle;
    }

    /** Returns the hold of the current thread, or null. */
    static @Nullable ThreadHold current(LockManager manager, String name) {
        return HELD.get(new Key(manager, name, Thread.currentThread()));
    }

    /** Remembers what the current thread was granted. */
    static void begin(LockManager manager, String name, LockHandle handle) {
        Key key = new Key(manager, name, Thread.currentThread());
        HELD.put(key, new ThreadHold(key, handle));
    }

    LockHandle handle() {
        return handle;
    }

    /**
     * Enters it again.
     *
     * @throws LockLostException if it is lost: the thread works without a lock
     */
    void enter() {
        if (!handle.isHeld()) {
            throw new LockLostException(lossKnownHere());
        }
        if (count == Integer.MAX_VALUE) {
            throw new IllegalStateException(key.name() + " was locked too often by one thread without an unlock.");
        }
        count++;
    }

    /**
     * Leaves it, and releases it with the last leave.
     *
     * @throws LockLostException if it was lost before
     */
    void leave() {
        boolean held = handle.isHeld();
        if (--count > 0) {
            if (!held) {
                throw new LockLostException(lossKnownHere());
            }
            return;
        }
        HELD.remove(key);
        handle.close();
        if (!held) {
            throw new LockLostException(lossKnownHere());
        }
        // The handle learns of a loss within seconds; the store knows of it now.
        Optional<Loss> loss = key.manager().holds().loss(handle.receipts().get(0));
        if (loss.isPresent()) {
            throw new LockLostException(loss.get());
        }
    }

    private Loss lossKnownHere() {
        Loss known = handle.lost().getNow(null);
        return known == null ? new Loss(key.name(), Optional.empty()) : known;
    }
}
