package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.spi.LockStore;
import java.time.InstantSource;

/** What {@link ManagerFlawTest} runs parts of the contract on; not a test by itself. */
final class FlawedManagerSubject extends LockManagerContract {
    /** One at a time. */
    static volatile ManagerFlaw flaw = ManagerFlaw.NONE;

    private final Shelf shelf = new Shelf();

    @Override
    protected LockStore open(InstantSource clock) {
        return new FlawedStore(shelf, Flaw.NONE, clock);
    }

    @Override
    LockManager over(LockStore store, ManagerOptions options) {
        LockManager manager = super.over(new DroppingStore(store, flaw), options);
        return switch (flaw) {
            case ANSWERS_SHARED -> FlawedManager.sharingAnswers(manager);
            case NEWS_ANSWERS -> FlawedManager.answeringByNews(manager);
            default -> manager;
        };
    }
}
