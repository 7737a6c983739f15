package dev.holdfast.testkit;

import dev.holdfast.spi.LockStore;
import java.time.InstantSource;

/** What {@link FlawTest} runs the suite on; not a test by itself. */
final class FlawedStoreSubject extends LockStoreContract implements WatchContract {
    /** One at a time: the suite is run on one flaw after the other. */
    static volatile Flaw flaw = Flaw.NONE;

    private final Shelf shelf = new Shelf();

    @Override
    protected LockStore open(InstantSource clock) {
        return new FlawedStore(shelf, flaw, clock);
    }
}
