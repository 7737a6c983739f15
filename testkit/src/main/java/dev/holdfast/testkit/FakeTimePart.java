package dev.holdfast.testkit;

import dev.holdfast.LockManager;

/** A part of the manager's contract that moves the clock of the store. */
interface FakeTimePart extends ManagerPart {
    FakeTime time();

    /** Opens another store on this test's storage, whose feed tells what the test says. */
    RumourStore rumours();

    /** Returns a manager over that store, with its own owner, fake time and the preset {@code offline}. */
    LockManager managerOver(RumourStore store);
}
