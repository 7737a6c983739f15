package dev.holdfast.testkit;

import dev.holdfast.spi.LockStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * The conformance suite for stores that take the time from a server: {@link LockStoreContract} without the tests that must
 * move the clock. Nothing in it can be switched off.
 */
public abstract class OwnClockStoreContract
        implements CompareAndSetContract,
                GroupContract,
                BatchContract,
                VersionContract,
                BodyContract,
                QueryContract,
                NameContract,
                HistoryContract,
                LifeContract {
    private final FakeTime time = FakeTime.create();
    private final List<LockStore> opened = new ArrayList<>();

    /**
     * Opens a store on the storage of this test. The storage is new and empty for each test. Every call gives an independent
     * store, as another process would have one; the suite closes all of them, and opens others on the same storage after that.
     */
    protected abstract LockStore open(InstantSource clock);

    @Override
    public final LockStore connect() {
        LockStore store = open(time);
        synchronized (opened) {
            opened.add(store);
        }
        return store;
    }

    /** Returns the clock of the stores of this test. */
    public final FakeTime time() {
        return time;
    }

    @AfterEach
    final void closeAll() {
        synchronized (opened) {
            opened.forEach(LockStore::close);
        }
    }
}
